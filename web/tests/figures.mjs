// Sizes and times of `engine.wasm`: node web/tests/figures.mjs

import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

import { compile, engine } from "./engine.mjs";

const path = process.env.RULEBOOK_ENGINE ?? new URL("../../target/wasm/engine.wasm", import.meta.url);
const bytes = await readFile(path);
console.log(`size ${bytes.length}, gzipped ${gzipSync(bytes, { level: 9 }).length}`);
const time = async (work) => {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
};
const [module, compiled] = await time(compile);
const [{ ask }, instantiated] = await time(() => engine(module));
console.log(`compile ${compiled.toFixed(0)} ms, instantiate ${instantiated.toFixed(1)} ms`);
console.log("game                load ms  first position ms  position ms  random games/s");
for (const { name, text } of ask("gallery")) {
  const game = { text };
  const [, load] = await time(() => ask("load", { game }));
  const line = ask("sample", { game, seed: 1, plies: 20 });
  const [, first] = await time(() => ask("position", { game, line }));
  const [, again] = await time(() => ask("position", { game, line }));
  let games = 64;
  let took = 0;
  do {
    games *= 2;
    [, took] = await time(() => ask("playouts", { game, games, seed: 1 }));
  } while (took < 500 && games < 100_000);
  const cells = [load, first, again].map((ms) => ms.toFixed(1).padStart(12));
  console.log(`${name.padEnd(16)}${cells.join("")}${((1000 * games) / took).toFixed(0).padStart(14)}`);
}
