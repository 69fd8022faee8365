// Whether the program that answers is there. While it is not, questions wait for it, and the page says what can be done.

/** `another`: a program answers there, but does not know this page. */
export type Reach = "there" | "gone" | "another";

/** What cannot be sent because nobody is there to receive it. */
export class Unreachable extends Error {}

const PAUSE = 1000;

export class Connection {
  reach: Reach = "there";
  private readonly listeners = new Set<() => void>();
  private returning: Promise<void> | null = null;

  /** `asks` is a question that costs nothing, by which it is seen that the program is there again. */
  constructor(private readonly asks: () => Promise<Response>) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Told by whoever did not reach the program; ends when it is back. */
  lost(): Promise<void> {
    this.returning ??= this.back().finally(() => { this.returning = null; });
    return this.returning;
  }

  private async back() {
    this.set("gone");
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      try {
        const response = await this.asks();
        if (response.ok) break;
        this.set("another");
      } catch {
        this.set("gone");
      }
    }
    this.set("there");
  }

  private set(reach: Reach) {
    if (reach === this.reach) return;
    this.reach = reach;
    for (const listener of [...this.listeners]) listener();
  }
}

/** A request; where nobody is there, the connection is told, and an `Unreachable` is thrown. */
export async function reaching(connection: Connection | null, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    void connection?.lost();
    throw new Unreachable(`the server cannot be reached: ${(error as Error).message}`);
  }
}

/** The end of a promise, or an end of waiting for it. */
export function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  return Promise.race([promise, new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }))]);
}
