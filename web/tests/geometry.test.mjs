// Edges around sets of cells, and along sides of boards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { sample } from "./samples.mjs";

const { layout, outline, side } = await bundled("board/geometry.ts");
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
