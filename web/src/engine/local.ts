// The engine in the page: WebAssembly in workers, one for quick questions and others for what may take long.

import type { Answer, AskOptions, Engine, Method, Params, PlayerCard, Reply } from "../protocol";
import { GRACE, Lane } from "./lane";
import { EngineError, settle, withPlayers } from "./reply";
import type { GivenPlayer } from "./worker";

// What may take long does not wait for other long work that is asked for at another time: an opponent's move, say, for a check.
const LANES: Partial<Record<Method, string>> = {
  agent: "agent",
  playouts: "playouts",
  check: "check",
  tests: "check",
  sample: "tiles",
  measure: "long",
  compare: "long",
  explore: "explore",
  train: "train",
  puzzle: "puzzle",
  replay: "long",
  perft: "long",
  sheet: "long",
};
/** Seconds that questions of a lane may take where nothing else is said. */
const LIMITS: Record<string, number> = { quick: 20, tiles: 20, agent: 60, playouts: 60, check: 300, long: 3600, explore: 3600, puzzle: 3600, train: 4 * 3600 };

/** Milliseconds that the rules of a large game may take to be compiled for many games, on a slow machine, before the first one is told of. */
const BEFORE_GAMES = 30_000;

export class LocalEngine implements Engine {
  private readonly lanes = new Map<string, Lane>();
  private module: Promise<WebAssembly.Module> | null = null;
  private last: GivenPlayer | null = null;
  players: Engine["players"] = async () => null;

  private readonly resting = new Map<string, ReturnType<typeof setTimeout>>();

  /** `idle`: milliseconds after which an engine that nobody asks is ended, but for the one of quick questions. */
  constructor(private readonly wasm: URL, private readonly script: URL, private readonly idle = 20_000) {}

  async ask<M extends Method>(method: M, params: Params<M>, options: AskOptions = {}): Promise<Answer<M>> {
    const name = options.lane ?? LANES[method] ?? "quick";
    const lane = this.lane(name);
    const request = JSON.stringify({ method, params });
    const ask = async () => settle<M>(JSON.parse(await lane.ask(request, options.seconds ?? null, options.progress ?? (() => {}), options.signal)));
    try {
      return await withPlayers(ask, this.players, (file) => hold(lane, file));
    } finally {
      // An engine does not give back memory: a training takes much, and of ten of them each takes some.
      if (name === "train") lane.rest();
      else if (name !== "quick") this.restLater(name, lane);
    }
  }

  hold(file: Uint8Array): Promise<PlayerCard> {
    return hold(this.lane("agent"), file);
  }

  async made(digest: string): Promise<Uint8Array> {
    if (this.last?.digest !== digest) throw new EngineError("the learned player is not there any more");
    return this.last.file;
  }

  private restLater(name: string, lane: Lane) {
    clearTimeout(this.resting.get(name));
    this.resting.set(name, setTimeout(() => lane.rest(), this.idle));
  }

  private lane(name: string): Lane {
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = new Lane(() => this.start(), LIMITS[name] ?? 60, name === "quick" ? 1000 : 0, (player) => { this.last = player; }, name === "playouts" ? BEFORE_GAMES : GRACE)));
    return lane;
  }

  private async start(): Promise<Worker> {
    const module = await (this.module ??= compile(this.wasm).catch((error) => {
      // Another attempt may find the network again.
      this.module = null;
      throw error;
    }));
    const worker = new Worker(this.script, { type: "module" });
    worker.postMessage({ module });
    return worker;
  }
}

/** Every worker has players of its own. */
async function hold(lane: Lane, file: Uint8Array): Promise<PlayerCard> {
  const reply = JSON.parse(await lane.ask(file, null, () => {})) as { answer: PlayerCard } | Extract<Reply, { error: unknown }>;
  if ("answer" in reply) return reply.answer;
  return settle<never>(reply);
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine could not be fetched: ${response.status} ${response.statusText}`);
  // A server that does not know the type of `.wasm` costs the streaming, nothing else.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
