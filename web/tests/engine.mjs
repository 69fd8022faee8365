// The engine as the page uses it: `engine.wasm` in this process.

import { readFile } from "node:fs/promises";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module at RULEBOOK_ENGINE, or where `.ci/wasm build` leaves it. */
export async function compile() {
  const path = process.env.RULEBOOK_ENGINE ?? new URL("../../target/wasm/engine.wasm", import.meta.url);
  return WebAssembly.compile(await readFile(path));
}

/** An engine of a module. */
export async function engine(module) {
  let exports;
  let heard = () => true;
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  /** The files of learned players that were made, by their digests. */
  const given = new Map();
  const imports = {
    env: {
      progress: (at, length) => (heard(JSON.parse(text(at >>> 0, length))) ? 1 : 0),
      give: (digest, digits, at, length) => given.set(text(digest >>> 0, digits), new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0).slice()),
    },
  };
  ({ exports } = await WebAssembly.instantiate(module, imports));
  const send = (bytes, take) => {
    const at = exports.alloc(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, take(at, bytes.length));
    exports.free(at, bytes.length);
    const [place, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const said = text(place, length);
    exports.free(place, length);
    return said;
  };
  /** The reply to a request, as text. */
  const reply = (request, progress = () => true) => {
    heard = progress;
    return send(encoder.encode(request), exports.answer);
  };
  /** The reply to the file of a learned player. */
  const hold = (file) => JSON.parse(send(file, exports.hold));
  /** The answer to a question; throws where there is none. */
  const ask = (method, params = {}, progress) => {
    const { answer, error } = JSON.parse(reply(JSON.stringify({ method, params }), progress));
    if (error) throw new Error(error.message);
    return answer;
  };
  return { reply, ask, hold, given };
}
