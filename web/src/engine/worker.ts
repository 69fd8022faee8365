// The worker around an engine: takes requests one at a time, and stops those whose time is over at their next progress.

import { type Answering, instantiate } from "./wasm";

/** To the worker: first the module, then requests. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: string | Uint8Array; seconds: number | null };
/** From the worker. A reply that is null says that the engine has crashed. */
export type FromWorker = { id: number; progress: string } | { id: number; given: GivenPlayer } | { id: number; reply: string | null; reason?: string };

/** A learned player that was made. */
export interface GivenPlayer { digest: string; file: Uint8Array }

let module: WebAssembly.Module | null = null;
let answering: Promise<Answering> | null = null;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    module = data.module;
    answering = instantiate(module);
    // A failure is told with the first request.
    answering.catch(() => {});
    return;
  }
  const { id, request, seconds } = data;
  try {
    const end = performance.now() + (seconds ?? Infinity) * 1000;
    const reply = (await answering!)(request, {
      progress: (progress) => {
        post({ id, progress });
        return performance.now() < end;
      },
      give: (digest, file) => self.postMessage({ id, given: { digest, file } } satisfies FromWorker, { transfer: [file.buffer] }),
    });
    post({ id, reply });
  } catch (error) {
    // After a trap the memory may be in any state.
    answering = module && instantiate(module);
    answering?.catch(() => {});
    post({ id, reply: null, reason: String(error) });
  }
};

function post(message: FromWorker) {
  self.postMessage(message);
}
