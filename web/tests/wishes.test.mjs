// The name of a metric that is being written is completed, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { piece, matching } = await bundled("page/WishField.tsx");
const { varied } = await bundled("page/exploration.ts");
const NAMES = ["games drawn", "draws", "plies", "plies, median", "score of seat 1"].map((name) => ({ name, label: name === "draws" ? "games drawn" : name, unit: "", share: false }));

test("the piece behind the last comma before the cursor", () => {
  assert.deepEqual(piece("dra", 3), { from: 0, word: "dra" });
  assert.deepEqual(piece("draws < 5 %, pl", 15), { from: 13, word: "pl" });
  assert.equal(piece("draws < 5", 9), null);
  assert.equal(piece("plies in 3", 10), null);
  assert.deepEqual(piece("dr, plies > 3", 2), { from: 0, word: "dr" });
});

test("names that begin so come before names that have it", () => {
  const found = (word) => matching(NAMES, word).map(({ name }) => name);
  assert.deepEqual(found("dra"), ["draws"]);
  assert.deepEqual(found("drawn"), ["games drawn"]);
  assert.deepEqual(found("SEAT"), ["score of seat 1"]);
  assert.equal(found("").length, NAMES.length - 1);
  assert.deepEqual(found("xyz"), []);
});

test("what is varied is written as on the command line", () => {
  const wished = { everything: false, rules: true, options: { size: "4..=6", pie: "" } };
  assert.deepEqual(varied(wished), ["size=4..=6", "pie", "rules"]);
  assert.deepEqual(varied({ ...wished, everything: true }), []);
});
