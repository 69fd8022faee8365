// The engine as WebAssembly in Node: `ask(method, params)` answers or throws.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export async function opened() {
  const path = process.env.RULEBOOK_ENGINE ?? fileURLToPath(new URL("../../target/wasm/engine.wasm", import.meta.url));
  const bytes = await readFile(path).catch(() => { throw new Error(`there is no engine at ${path}: build it with .ci/wasm, or name one in RULEBOOK_ENGINE`); });
  const { instance } = await WebAssembly.instantiate(bytes, { env: { progress: () => 1 } });
  const { memory, alloc, free, answer } = instance.exports;
  const view = (at, length) => new Uint8Array(memory.buffer, at >>> 0, length);
  return (method, params) => {
    const request = new TextEncoder().encode(JSON.stringify({ method, params }));
    const at = alloc(request.length);
    view(at, request.length).set(request);
    const packed = BigInt.asUintN(64, answer(at, request.length));
    free(at, request.length);
    const [reply, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(view(reply, length));
    free(reply, length);
    const parsed = JSON.parse(text);
    if (parsed.error) throw new Error(`${method}: ${parsed.error.message}`);
    return parsed.answer;
  };
}
