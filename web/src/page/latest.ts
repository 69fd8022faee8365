// Of questions about the same thing only the newest counts: those before it are given up.

import { isCancelled } from "../engine";
import { t } from "./words";

export class Latest {
  private controller: AbortController | null = null;

  constructor(private readonly failed: (error: Error) => void = () => {}) {}

  /** Runs `work` after `delay` milliseconds, unless something newer comes. */
  async run(work: (signal: AbortSignal) => Promise<void>, delay = 0): Promise<void> {
    this.stop();
    const controller = (this.controller = new AbortController());
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    if (controller.signal.aborted) return;
    try {
      await work(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted && !isCancelled(error)) this.failed(error as Error);
      else if (!controller.signal.aborted) this.failed(new Error(t("it took too long and was stopped")));
    } finally {
      if (this.controller === controller) this.controller = null;
    }
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
  }

  get busy() {
    return this.controller !== null;
  }
}
