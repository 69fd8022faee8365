// The engine of `rulebook serve`: a request a question, its answer as lines of JSON while they come. Ending the request cancels.

import type { Answer, AskOptions, Engine, Method, Params, PlayerCard, Reply } from "../protocol";
import { EngineError, cancelled, settle, withPlayers } from "./reply";

export class ServerEngine implements Engine {
  constructor(private readonly url: URL, private readonly headers: Record<string, string> = {}) {}

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
    let response: Response;
    try {
      response = await fetch(new URL(path, this.url), { ...init, headers: this.headers });
    } catch (error) {
      throw new EngineError(`the server cannot be reached: ${(error as Error).message}`);
    }
    if (!response.ok) throw new EngineError(`the server answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return response;
  }

  private async question<M extends Method>(method: M, params: Params<M>, options: AskOptions): Promise<Answer<M>> {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...this.headers },
        body: JSON.stringify({ method, params, ...(options.seconds ? { seconds: options.seconds } : {}) }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
      if (!response.ok || !response.body) {
        throw new EngineError(`the server answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
      }
      for await (const line of lines(response.body)) {
        const reply = JSON.parse(line) as Reply<M>;
        if ("progress" in reply) options.progress?.(reply.progress);
        else return settle(reply);
      }
      throw new EngineError("the server ended its answer early");
    } catch (error) {
      if (options.signal?.aborted) throw cancelled();
      if (error instanceof EngineError) throw error;
      throw new EngineError(`the server cannot be reached: ${(error as Error).message}`);
    }
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
