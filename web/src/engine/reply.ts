// Replies of an engine as promises are settled by them.

import type { Answer, Engine, Finding, Method, Reply } from "../protocol";

/** What an engine answers instead of an answer. */
export class EngineError extends Error {
  constructor(message: string, readonly findings: Finding[] = [], readonly cancelled = false, readonly missing: string | null = null) {
    super(message);
    this.name = "EngineError";
  }
}

export const cancelled = () => new EngineError("cancelled", [], true);

/** Whether a question was given up rather than answered: nothing to tell anybody. */
export const isCancelled = (error: unknown) => error instanceof EngineError && error.cancelled;

/** The answer in a final reply, or its error thrown. */
export function settle<M extends Method>(reply: Reply<M>): Answer<M> {
  if ("answer" in reply) return reply.answer;
  if ("error" in reply) throw new EngineError(reply.error.message, reply.error.findings ?? [], reply.error.cancelled ?? false, reply.error.missing ?? null);
  throw new EngineError("the engine sent a reply that is neither an answer nor an error");
}

/** The answer to a question; where a learned player is not there, `hold` gives it, and the same is asked once more. */
export async function withPlayers<T>(ask: () => Promise<T>, players: Engine["players"], hold: (file: Uint8Array) => Promise<unknown>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const file = error instanceof EngineError && error.missing ? await players(error.missing) : null;
    if (!file) throw error;
    await hold(file);
    return ask();
  }
}
