// Lengths of the games of two sheets are put into the same bins, and none is lost on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { series } = await bundled("page/bins.ts");
const sum = (values) => values.reduce((a, b) => a + b, 0);

test("both histograms keep all of their games in common bins", () => {
  const now = [{ from: 10, to: 14, games: 30 }, { from: 15, to: 19, games: 70 }];
  const before = [{ from: 40, to: 51, games: 5 }, { from: 52, to: 63, games: 15 }, { from: 64, to: 75, games: 0 }];
  const [middles, b, a] = series(now, before);
  assert.equal(middles.length, b.length);
  assert.ok(Math.abs(sum(b) - 1) < 1e-9);
  assert.ok(Math.abs(sum(a) - 1) < 1e-9);
  const mean = (shares) => sum(shares.map((share, i) => share * middles[i]));
  assert.ok(Math.abs(mean(b) - (0.3 * 12.5 + 0.7 * 17.5)) < 2);
  assert.ok(mean(a) > 45 && mean(a) < 65);
});

test("games of one length are one bar, and no games are none", () => {
  assert.deepEqual(series([{ from: 9, to: 9, games: 4 }], null), [[9.5], [1], [null]]);
  assert.deepEqual(series([], null), [[], [], []]);
});
