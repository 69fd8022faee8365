// The compiled engine behind its raw exports: one request in, one reply out, progress through a callback.

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(pointer: number, length: number): void;
  answer(pointer: number, length: number): bigint;
}

/** Answers one request; `progress` may return false to ask the engine to stop. */
export type Answering = (request: string, progress: (value: string) => boolean) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes an instance. It is spent after a trap: make another from the same module. */
export async function instantiate(module: WebAssembly.Module): Promise<Answering> {
  let progress: (value: string) => boolean = () => true;
  let engine: Exports | null = null;
  const text = (pointer: number, length: number) => decoder.decode(new Uint8Array(engine!.memory.buffer, pointer >>> 0, length >>> 0));
  const instance = await WebAssembly.instantiate(module, {
    env: { progress: (pointer: number, length: number) => (progress(text(pointer, length)) ? 1 : 0) },
  });
  engine = instance.exports as unknown as Exports;
  const { alloc, free, answer } = engine;
  return (request, report) => {
    progress = report;
    const bytes = encoder.encode(request);
    const pointer = alloc(bytes.length) >>> 0;
    // The view is made after `alloc`, which may grow the memory and so detach an earlier one.
    new Uint8Array(engine!.memory.buffer, pointer, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, answer(pointer, bytes.length));
    free(pointer, bytes.length);
    const [start, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const reply = text(start, length);
    free(start, length);
    return reply;
  };
}
