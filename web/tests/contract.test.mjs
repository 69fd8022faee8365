// What the native engine has answered (`cargo test --test service contract`), asked of `engine.wasm`: the same bytes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { compile, engine } from "./engine.mjs";

test("the same script has the same answers", async () => {
  const path = process.env.CONTRACT ?? new URL("../../target/service/contract.jsonl", import.meta.url);
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  assert.ok(lines.length > 500, `${lines.length} lines`);
  const { reply } = await engine(await compile());
  const different = [];
  for (let at = 0; at < lines.length; at += 2) {
    const [said, expected] = [reply(lines[at]), lines[at + 1]];
    if (said === expected) continue;
    let place = 0;
    while (said[place] === expected[place]) place += 1;
    const [before, around] = [Math.max(0, place - 80), [said, expected].map((text) => text.slice(Math.max(0, place - 80), place + 80))];
    const { method, params } = JSON.parse(lines[at]);
    const title = /game "([^"]*)"/.exec(params.game?.text ?? params.a?.text ?? params.text ?? "")?.[1];
    different.push(`${method} of ${title} at ${before}:\n  wasm   ${around[0]}\n  native ${around[1]}`);
  }
  assert.equal(different.length, 0, `${different.length} of ${lines.length / 2}:\n${different.slice(0, 12).join("\n")}`);
});
