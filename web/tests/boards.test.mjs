// Laws of the drawn boards of the shipped games and of the sheets of the tests.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";

const { layout } = await bundled("board/geometry.ts");
const { ask } = await engine(await compile());
const sheets = new URL("../../tests/laws/sheets/", import.meta.url);
const texts = [
  ...ask("gallery", {}).map(({ text }) => text),
  ...(await Promise.all((await readdir(sheets)).filter((name) => name.endsWith(".game")).map((name) => readFile(new URL(name, sheets), "utf8")))),
];
const games = texts.flatMap((text) => ask("load", { game: { text } }).games.map(({ title }) => ask("load", { game: { text, variant: title } }).game));
const layouts = games.flatMap((game) => [false, true].map((flip) => ({ of: `${game.title}${flip ? ", turned" : ""}`, ...layout(game.board, game.look, { flip, coordinates: true, maxHeight: game.maxHeight }) })));
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

test("arrow keys reach every cell from every cell", () => {
  for (const { of, at, towards } of layouts) {
    const steps = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    const next = at.map((_, cell) => steps.map(([dx, dy]) => towards(cell, dx, dy)).filter((to) => to !== null));
    const reached = (ways) => {
      const seen = new Set([0]);
      for (const cell of seen) for (const to of ways[cell]) seen.add(to);
      return seen.size;
    };
    const back = at.map((_, cell) => next.flatMap((ways, from) => (ways.includes(cell) ? [from] : [])));
    assert.equal(reached(next), at.length, `${of}: from the first cell`);
    assert.equal(reached(back), at.length, `${of}: back to it`);
  }
});

test("cells lie apart, and all is within the picture", () => {
  for (const { of, at, labels, box, tiles } of layouts) {
    // Cells that each have a form of their own may be small.
    const apart = tiles.length ? 0.3 : 0.99;
    at.forEach((a, i) => at.slice(i + 1).forEach((b) => assert.ok(distance(a, b) > apart, `${of}: two cells in one place`)));
    for (const { x, y } of [...at, ...labels]) assert.ok(x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height, `${of}: outside`);
  }
});

test("coordinates stand beside cells and apart", () => {
  for (const { of, at, labels, corners } of layouts) {
    labels.forEach((label, i) => {
      for (const cell of at) assert.ok(distance(cell, label) > (corners.length ? 0.6 : 0.45), `${of}: ${label.text} on a cell`);
      for (const other of labels.slice(i + 1)) assert.ok(distance(label, other) > 0.3, `${of}: ${label.text} on ${other.text}`);
    });
  }
  const labelled = (title) => layouts.find(({ of }) => of === title).labels.length;
  assert.deepEqual(["Breakthrough", "Hex", "Y", "Nine Men's Morris", "Go"].map(labelled), [16, 22, 18, 14, 18]);
});
