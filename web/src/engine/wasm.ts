// The compiled engine behind its raw exports: one request in, one reply out, progress through a callback.

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(pointer: number, length: number): void;
  answer(pointer: number, length: number): bigint;
  hold(pointer: number, length: number): bigint;
}

/** What the engine tells while it works; `progress` may return false to ask it to stop. */
export interface Listening {
  progress(value: string): boolean;
  /** The file of a learned player that was made, copied out of the engine. */
  give(digest: string, file: Uint8Array<ArrayBuffer>): void;
}

/** Answers one question, or takes the file of a learned player. */
export type Answering = (request: string | Uint8Array, listening: Listening) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes an instance. It is spent after a trap: make another from the same module. */
export async function instantiate(module: WebAssembly.Module): Promise<Answering> {
  let listening: Listening = { progress: () => true, give: () => {} };
  let engine: Exports | null = null;
  const text = (pointer: number, length: number) => decoder.decode(new Uint8Array(engine!.memory.buffer, pointer >>> 0, length >>> 0));
  const instance = await WebAssembly.instantiate(module, {
    env: {
      progress: (pointer: number, length: number) => (listening.progress(text(pointer, length)) ? 1 : 0),
      give: (digest: number, digits: number, pointer: number, length: number) =>
        listening.give(text(digest, digits), new Uint8Array(engine!.memory.buffer, pointer >>> 0, length >>> 0).slice()),
    },
  });
  engine = instance.exports as unknown as Exports;
  const { alloc, free, answer, hold } = engine;
  return (request, listens) => {
    listening = listens;
    const bytes = typeof request === "string" ? encoder.encode(request) : request;
    const pointer = alloc(bytes.length) >>> 0;
    // The view is made after `alloc`, which may grow the memory and so detach an earlier one.
    new Uint8Array(engine!.memory.buffer, pointer, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, (typeof request === "string" ? answer : hold)(pointer, bytes.length));
    free(pointer, bytes.length);
    const [start, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const reply = text(start, length);
    free(start, length);
    return reply;
  };
}
