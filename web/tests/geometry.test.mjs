// Edges around sets of cells, and along sides of boards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { sample } from "./samples.mjs";

const { layout, outline, side, spot } = await bundled("board/geometry.ts");
const drawn = (shape) => { const { game } = sample({ size: 3, shape }); return layout(game.board, game.look, { flip: false, coordinates: true }); };
const edges = (path) => path.split("M").length - 1;

test("a set of cells is surrounded by the edges that it does not share", () => {
  const [squares, hexagons] = [drawn("square"), drawn("hexagon")];
  assert.equal(edges(outline(squares, [0])), 4);
  assert.equal(edges(outline(squares, [0, 1])), 6);
  assert.equal(edges(outline(squares, [0, 4])), 8, "corners that touch share nothing");
  assert.equal(edges(outline(squares, [0, 1, 2, 3, 5, 6, 7, 8])), 16, "a hole has an edge too");
  assert.equal(edges(outline(hexagons, [0, 1])), 10);
});

test("a side of the board has its outer edges alone", () => {
  for (const cells of [[0, 1, 2], [6, 7, 8], [0, 3, 6], [2, 5, 8]]) {
    assert.equal(edges(side(drawn("square"), cells)), 3, `squares ${cells}`);
    assert.equal(edges(side(drawn("hexagon"), cells)), 6, `hexagons ${cells}`);
  }
});

test("two long rows of piles have tall cells, in which a pile lies from the rim inwards", () => {
  const cells = Array.from({ length: 28 }, (_, i) => ({ name: `${"abcdefghijklmn"[i % 14]}${1 + Math.floor(i / 14)}`, x: i % 14, y: Math.floor(i / 14) }));
  const board = { shape: "square", cells, lines: [], directions: [] };
  const plan = (maxHeight) => layout(board, { board: "plain" }, { flip: false, coordinates: true, maxHeight });
  assert.ok(plan(1).box.height < plan(1).box.width / 5);
  const tall = plan(15);
  assert.ok(tall.box.height > tall.box.width / 2 && tall.box.height < tall.box.width, JSON.stringify(tall.box));
  const [low, high] = [0, 14].map((cell) => ({ cell, middle: tall.at[cell].y, rim: Math.sign(tall.at[cell].y - (tall.at[0].y + tall.at[14].y) / 2) }));
  assert.deepEqual([low.rim, high.rim], [1, -1]);
  for (const { cell, middle, rim } of [low, high]) for (const pieces of [1, 5, 15]) {
    const ys = Array.from({ length: pieces }, (_, below) => (spot(tall, cell, below, pieces).y - middle) * rim);
    assert.ok(ys.every((y, i) => Math.abs(y) <= tall.tall / 2 - 0.45 && (i === 0 || y < ys[i - 1])), `${pieces} on ${cell}: ${ys}`);
    assert.ok(Math.abs(ys[0] - (tall.tall / 2 - 0.5)) < 1e-6, "the first lies at the rim");
  }
  assert.equal(outline(tall, [0, 1]).split("M").length - 1, 6);
});
