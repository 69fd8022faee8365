// Lengths of the games of two sheets are put into the same bins, none is lost on the way, and every bar is whole with its number below.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { binned, ticks } = await bundled("page/bins.ts");
const sum = (values) => values.reduce((a, b) => a + b, 0);

test("both histograms keep all of their games in common bins", () => {
  const now = [{ from: 10, to: 14, games: 30 }, { from: 15, to: 19, games: 70 }];
  const before = [{ from: 40, to: 51, games: 5 }, { from: 52, to: 63, games: 15 }, { from: 64, to: 75, games: 0 }];
  const { low, width, now: b, before: a } = binned(now, before);
  assert.equal(a.length, b.length);
  assert.ok(Math.abs(sum(b) - 1) < 1e-9);
  assert.ok(Math.abs(sum(a) - 1) < 1e-9);
  const mean = (shares) => sum(shares.map((share, i) => share * (low + (i + 0.5) * width)));
  assert.ok(Math.abs(mean(b) - (0.3 * 12.5 + 0.7 * 17.5)) < 2);
  assert.ok(mean(a) > 45 && mean(a) < 65);
});

test("games of one length are one bar, and no games are none", () => {
  assert.deepEqual(binned([{ from: 9, to: 9, games: 4 }], null), { low: 9, width: 1, now: [1], before: null });
  assert.deepEqual(binned([], null).now, []);
});

test("few lengths have a number below each bar, many have some, and each is that of its bar", () => {
  const of = (...lengths) => binned(lengths.map((from) => ({ from, to: from, games: 1 })), null);
  assert.deepEqual(ticks(of(5, 7, 9), 8), [5, 6, 7, 8, 9].map((text, bin) => ({ bin, text: String(text) })));
  const many = ticks(of(...Array.from({ length: 25 }, (_, i) => i + 3)), 8);
  assert.ok(many.length > 3 && many.length <= 8);
  assert.ok(many.every(({ bin, text }) => Number(text) === bin + 3));
});
