// The engine in the page: WebAssembly in workers, one for quick questions and others for what may take long.

import type { Answer, AskOptions, Engine, Method, Params } from "../protocol";
import { Lane } from "./lane";
import { settle } from "./reply";

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
  replay: "long",
  perft: "long",
  sheet: "long",
};
/** Seconds that questions of a lane may take where nothing else is said. */
const LIMITS: Record<string, number> = { quick: 20, tiles: 20, agent: 60, playouts: 60, check: 300, long: 3600, explore: 3600 };

export class LocalEngine implements Engine {
  private readonly lanes = new Map<string, Lane>();
  private module: Promise<WebAssembly.Module> | null = null;

  constructor(private readonly wasm: URL, private readonly script: URL) {}

  async ask<M extends Method>(method: M, params: Params<M>, options: AskOptions = {}): Promise<Answer<M>> {
    const lane = this.lane(options.lane ?? LANES[method] ?? "quick");
    const request = JSON.stringify({ method, params });
    const reply = await lane.ask(request, options.seconds ?? null, options.progress ?? (() => {}), options.signal);
    return settle<M>(JSON.parse(reply));
  }

  private lane(name: string): Lane {
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = new Lane(() => this.start(), LIMITS[name] ?? 60, name === "quick" ? 1000 : 0)));
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

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine could not be fetched: ${response.status} ${response.statusText}`);
  // A server that does not know the type of `.wasm` costs the streaming, nothing else.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
