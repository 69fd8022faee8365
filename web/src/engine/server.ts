// The engine of `rulebook serve`: a request a question, its answer as lines of JSON while they come. Ending the request cancels.

import type { Answer, AskOptions, Engine, Method, Params, PlayerCard, Reply } from "../protocol";
import { type Connection, Unreachable, reaching, unless } from "./connection";
import { EngineError, cancelled, settle, withPlayers } from "./reply";

/** Work that is not begun anew by itself when the program comes back. */
const LONG = new Set<Method>(["train", "explore", "measure", "compare"]);

export class ServerEngine implements Engine {
  /** With a `connection`, questions wait for a program that is gone until it is back. */
  constructor(private readonly url: URL, private readonly headers: Record<string, string> = {}, private readonly connection: Connection | null = null) {}

  players: Engine["players"] = async () => null;

  ask<M extends Method>(method: M, params: Params<M>, options: AskOptions = {}): Promise<Answer<M>> {
    return withPlayers(() => this.question(method, params, options), this.players, (file) => this.hold(file));
  }

  async hold(file: Uint8Array): Promise<PlayerCard> {
    const response = await this.fetch("players", { method: "PUT", body: file as Uint8Array<ArrayBuffer> });
    const reply = (await response.json()) as { answer: PlayerCard } | Extract<Reply, { error: unknown }>;
    return "answer" in reply ? reply.answer : settle<never>(reply);
  }

  async made(digest: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.fetch(`players/${digest}`, {})).arrayBuffer());
  }

  /** What lies beside the questions. */
  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await reaching(this.connection, new URL(path, this.url), { ...init, headers: this.headers }).catch((error: Error) => {
      throw new EngineError(error.message);
    });
    if (!response.ok) throw new EngineError(`the server answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return response;
  }

  private async question<M extends Method>(method: M, params: Params<M>, options: AskOptions): Promise<Answer<M>> {
    for (;;) {
      try {
        return await this.once(method, params, options);
      } catch (error) {
        if (options.signal?.aborted) throw cancelled();
        if (!(error instanceof Unreachable)) throw error;
        if (!this.connection) throw new EngineError(error.message);
        const back = this.connection.lost();
        if (LONG.has(method)) throw new EngineError("the program has ended while it worked on this: once it runs again, begin anew");
        await unless(options.signal, back).catch(() => { throw cancelled(); });
      }
    }
  }

  private async once<M extends Method>(method: M, params: Params<M>, options: AskOptions): Promise<Answer<M>> {
    const response = await reaching(this.connection, this.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...this.headers },
      body: JSON.stringify({ method, params, ...(options.seconds ? { seconds: options.seconds } : {}) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!response.ok || !response.body) {
      throw new EngineError(`the server answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    }
    try {
      for await (const line of lines(response.body)) {
        const reply = JSON.parse(line) as Reply<M>;
        if ("progress" in reply) options.progress?.(reply.progress);
        else return settle(reply);
      }
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new Unreachable(`the server cannot be reached: ${(error as Error).message}`);
    }
    throw new Unreachable("the server ended its answer early");
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    for (const part of parts) if (part.trim()) yield part;
  }
  if (rest.trim()) yield rest;
}
