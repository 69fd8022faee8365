// What is read of a text that is brought in, and of a move that is written.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { root } from "./harness.mjs";

const { ImportError, movesOrPosition, records, summary } = await bundled("page/imported.ts");
const { grow, EMPTY, write } = await bundled("page/tree.ts");
const { completing, meant } = await bundled("page/MoveField.tsx");
const { isAbove } = await bundled("page/turned.ts");
const { ask } = await engine(await compile());
const session = { ask: async (method, request) => ask(method, request) };
const { signal } = new AbortController();

test("records are read in every shape in which they are written", () => {
  const one = { game: "x", moves: ["a1", "b2"], result: 1, agents: ["random", "mcts:100"], options: { size: 4 } };
  for (const text of [JSON.stringify(one), JSON.stringify(one, null, 2), JSON.stringify([one]), `${JSON.stringify(one)}\n\n`]) assert.deepEqual(records(text).map(({ moves }) => moves), [one.moves], text);
  assert.equal(records(`${JSON.stringify(one)}\n${JSON.stringify(one)}\n`).length, 2);
  assert.equal(summary(records(JSON.stringify(one))[0]), "2 moves, seat 1 wins, random – mcts:100");
  assert.equal(summary(records('{"game":"x","moves":[],"result":[1,3]}')[0]), "0 moves, seats 1 and 3 win");
  for (const text of ["a1 b2", "{a comment} a1", "wwww/BBBB Black", "[a1] b2"]) assert.equal(records(text), null, text);
  const wrong = { '{"game":"x"}': /no list of `moves`/, '{"game":"x","moves":[1]}': /as text/, '{"game":"x","moves":[],"options":{"a":{}}}': /`options`/, '{"game":"x","moves":[]}\n{"game"': /Line 2/, "[]": /no game/ };
  for (const [text, said] of Object.entries(wrong)) assert.throws(() => records(text), (error) => error instanceof ImportError && said.test(error.message), text);
});

test("a random line of every shipped game is read as it is written down, and its positions are read back", async () => {
  for (const { title, text } of ask("gallery", {})) {
    const game = { text };
    const { moves } = ask("sample", { game, seed: 5, plies: 24 });
    const written = write(grow(EMPTY, moves)).split(" ").map((move, ply) => (ply % 2 ? move : `${1 + ply / 2}. ${move}`)).join(" ");
    const brought = await movesOrPosition(session, game, written, signal);
    assert.deepEqual(brought.moves, moves, `${title}: ${brought.said}`);
    const { notation } = ask("position", { game, line: { moves } });
    const position = await movesOrPosition(session, game, notation, signal);
    assert.equal(position.start, notation, title);
  }
});

test("a move is meant by what it alone begins with", () => {
  const legal = ["a1", "a10", "A2-b3", "b1", "pass"].map((text, index) => ({ text, index }));
  assert.deepEqual(completing(legal, "a").map(({ text }) => text), ["a1", "a10", "A2-b3", "pass"]);
  assert.equal(completing(legal, "").length, 5);
  assert.equal(meant(legal, "a1").text, "a1");
  assert.equal(meant(legal, "a2").text, "A2-b3");
  assert.equal(meant(legal, " P ").text, "pass");
  assert.equal(meant(legal, "a"), null);
  assert.equal(meant(legal, ""), null);
});

test("who begins above is known where two sides face each other, and nowhere else", async () => {
  const above = {};
  for (const folder of await readdir(join(root, "games"))) {
    for (const name of ["breakthrough", "hex", "othello", "abalone"]) {
      const text = await readFile(join(root, "games", folder, `${name}.game`), "utf8").catch(() => null);
      if (!text) continue;
      const { game } = ask("load", { game: { text } });
      const position = ask("position", { game: { text }, line: { moves: [] } });
      above[name] = game.players.map((_, player) => isAbove(game, position, player));
    }
  }
  assert.deepEqual(above.breakthrough, [true, false]);
  assert.deepEqual(above.hex, [false, false]);
  assert.deepEqual(above.othello, [false, false]);
  assert.equal(above.abalone.filter(Boolean).length, 1);
});
