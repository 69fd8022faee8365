// One worker and the questions that wait for it. Giving up the question that runs ends the worker and starts another.

import type { FromWorker, GivenPlayer, ToWorker } from "./worker";
import { EngineError, cancelled } from "./reply";

interface Job {
  id: number;
  /** A question, or the file of a learned player. */
  request: string | Uint8Array;
  seconds: number | null;
  progress: (value: unknown) => void;
  resolve: (reply: string) => void;
  reject: (error: EngineError) => void;
}

/** The usual grace: engines look at the time at each progress. */
export const GRACE = 1500;

export class Lane {
  private worker: Worker | null = null;
  private running: Job | null = null;
  private waiting: Job[] = [];
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private next = 1;

  /**
   * `limit`: seconds after which a question without a time of its own is given up. `patience`: milliseconds that a question which
   * nobody waits for any more may still run, where starting the worker anew costs more than that. `grace`: milliseconds that a worker may
   * take beyond the time of a question before it is ended. `given`: told of the files of learned players that are made.
   */
  constructor(
    private readonly start: () => Promise<Worker>, private readonly limit: number, private readonly patience: number,
    private readonly given: (player: GivenPlayer) => void = () => {}, private readonly grace = GRACE,
  ) {}

  /** Ends a worker for which nothing is to do: its memory is free. */
  rest() {
    if (this.running || this.waiting.length) return;
    this.worker?.terminate();
    this.worker = null;
  }

  ask(request: string | Uint8Array, seconds: number | null, progress: (value: unknown) => void, signal?: AbortSignal): Promise<string> {
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const job: Job = { id: this.next++, request, seconds, progress, resolve, reject };
      signal?.addEventListener("abort", () => this.giveUp(job, cancelled()), { once: true });
      this.waiting.push(job);
      void this.advance();
    });
  }

  private async advance() {
    if (this.running || !this.waiting.length) return;
    const job = (this.running = this.waiting.shift()!);
    try {
      this.worker ??= await this.start();
    } catch (error) {
      this.finish(job, () => job.reject(new EngineError(String((error as Error).message ?? error))));
      return;
    }
    // It may have been given up while the worker started.
    if (this.running !== job) return;
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = (event) => this.restart(new EngineError(event.message || "the engine could not be started"));
    this.worker.postMessage({ id: job.id, request: job.request, seconds: job.seconds } satisfies ToWorker);
    const bound = (job.seconds ?? this.limit) * 1000 + this.grace;
    this.watchdog = setTimeout(() => this.restart(new EngineError("this took too long and was stopped", [], false)), bound);
  }

  private receive(message: FromWorker) {
    const job = this.running;
    if (!job || job.id !== message.id) return;
    if ("given" in message) {
      this.given(message.given);
    } else if ("progress" in message) {
      job.progress(JSON.parse(message.progress));
    } else if (message.reply === null) {
      this.finish(job, () => job.reject(new EngineError(`the engine failed at this question: ${message.reason}`)));
    } else {
      const { reply } = message;
      this.finish(job, () => job.resolve(reply));
    }
  }

  private giveUp(job: Job, error: EngineError) {
    if (this.running === job) {
      job.reject(error);
      clearTimeout(this.watchdog);
      this.watchdog = setTimeout(() => this.restart(error), this.patience);
    } else if (this.waiting.includes(job)) {
      this.waiting = this.waiting.filter((other) => other !== job);
      job.reject(error);
    }
  }

  private restart(error: EngineError) {
    this.worker?.terminate();
    this.worker = null;
    if (this.running) {
      const job = this.running;
      this.finish(job, () => job.reject(error));
    }
  }

  private finish(job: Job, settle: () => void) {
    clearTimeout(this.watchdog);
    if (this.running === job) this.running = null;
    settle();
    void this.advance();
  }
}
