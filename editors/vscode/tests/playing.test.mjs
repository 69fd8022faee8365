// The game beside the text, with the server that answers it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundled } from "./bundled.mjs";
import { root, startServer } from "./lsp.mjs";

const { Playing } = await bundled("playing.ts");
const server = await startServer();
after(() => server.stop());
const text = await readFile(join(root, "games/lines/tic-tac-toe.game"), "utf8");
const begin = async (sheet = text, ask = server.ask) => {
  const playing = new Playing(sheet, ask, () => {});
  await playing.edit(sheet);
  return playing;
};

test("moves are played, taken back and begun anew", async () => {
  const playing = await begin();
  assert.equal(playing.shown.game.title, "Tic-Tac-Toe");
  assert.equal(playing.shown.position.legal.length, 9);
  await playing.play("a1");
  await playing.play("b2");
  assert.deepEqual(playing.shown.moves, ["a1", "b2"]);
  assert.equal(playing.shown.position.legal.length, 7);
  await playing.undo();
  assert.deepEqual(playing.shown.moves, ["a1"]);
  await playing.restart();
  assert.equal(playing.shown.position.legal.length, 9);
});

test("steps that follow each other at once are all made", async () => {
  const playing = await begin();
  await Promise.all([playing.play("a1"), playing.play("b2"), playing.play("c3")]);
  assert.deepEqual(playing.shown.moves, ["a1", "b2", "c3"]);
});

test("an edit keeps the line as far as it is legal, and says where it ends", async () => {
  const playing = await begin();
  await playing.play("a1");
  await playing.play("b2");
  const edited = text.replace("pick c in empty", "pick c in empty - {b2}");
  assert.notEqual(edited, text);
  await playing.edit(edited);
  assert.deepEqual(playing.shown.moves, ["a1"]);
  assert.match(playing.shown.note, /before move 2, b2/);
  assert.equal(playing.shown.position.legal.length, 7);
});

test("while the text has errors the board stays as it was", async () => {
  const playing = await begin();
  await playing.play("a1");
  await playing.edit(text.replace("in empty", "in emty"));
  assert.equal(playing.shown.stale, true);
  assert.match(playing.shown.note, /emty/);
  assert.equal(playing.shown.position.legal.length, 8);
  await playing.edit(text);
  assert.equal(playing.shown.stale, false);
  assert.deepEqual(playing.shown.moves, ["a1"]);
});

test("another variant is chosen, and one that is gone gives way to the first", async () => {
  const playing = await begin();
  const [, other] = playing.shown.titles;
  await playing.choose(other);
  assert.equal(playing.shown.game.title, other);
  await playing.edit(text.slice(0, text.indexOf("\nvariant ")));
  assert.equal(playing.shown.game.title, "Tic-Tac-Toe");
});

test("why a move is illegal is told", async () => {
  const playing = await begin();
  await playing.play("a1");
  await playing.whyNot(["a1"]);
  assert.ok(playing.shown.note.length > 5, playing.shown.note);
  assert.deepEqual(playing.shown.moves, ["a1"]);
});

test("of two edits the newer counts, whichever is answered first", async () => {
  const held = [];
  const slow = async (method, params) => {
    if (params.game.text.includes("square(3)") && method === "load") await new Promise((resolve) => held.push(resolve));
    return server.ask(method, params);
  };
  const playing = new Playing(text, slow, () => {});
  const old = playing.edit(text.replace(/board square\(\w+\)/, "board square(3)"));
  await playing.edit(text.replace(/board square\(\w+\)/, "board square(4)"));
  held.forEach((resolve) => resolve());
  await old;
  assert.equal(playing.shown.game.board.cells.length, 16);
});
