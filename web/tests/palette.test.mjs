// Colours of players that meet in a game stay apart for those who see fewer colours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { paintNamed, theme } = await bundled("board/palette.ts");

// Machado, Oliveira and Fernandes 2009, full severity, on linear red, green and blue.
const sights = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
const times = (rows, vector) => rows.map((row) => row.reduce((sum, value, i) => sum + value * vector[i], 0));
const oklab = (rgb) => times(
  [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]],
  times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], rgb).map(Math.cbrt));
const seen = (hex, sight) => oklab(times(sights[sight], linear(hex)).map((v) => Math.min(1, Math.max(0, v))));
const apart = (a, b, sight) => Math.hypot(...seen(a, sight).map((v, i) => v - seen(b, sight)[i]));

const together = { calm: ["white", "black", "red", "blue", "green", "yellow"], patterned: ["white", "black", "red", "blue", "green", "yellow", "orange", "purple"] };
const worst = (names, palette) => Object.keys(sights).flatMap((sight) => names.flatMap((a, i) => names.slice(i + 1).map((b) => ({ apart: apart(paintNamed(a, palette).body, paintNamed(b, palette).body, sight), of: `${a} and ${b}, ${sight}` })))).sort((p, q) => p.apart - q.apart);

for (const palette of ["calm", "patterned"]) {
  test(`players of the ${palette} palette stay apart`, () => {
    // A just noticeable difference is about 0.02; a difference at a glance five times as much.
    const [least] = worst(together[palette], palette);
    assert.ok(least.apart > 0.1, `${least.of}: ${least.apart.toFixed(3)}`);
  });
}

test("colours that a look may choose differ at a glance, but for white and ivory, of which the language warns", () => {
  const all = ["black", "white", "ivory", "red", "blue", "green", "yellow", "orange", "purple", "brown", "grey", "pink", "cyan"];
  for (const palette of ["calm", "patterned"]) {
    for (const [i, a] of all.entries()) for (const b of all.slice(0, i)) {
      const far = apart(paintNamed(a, palette).body, paintNamed(b, palette).body, "full");
      assert.ok(far > 0.095 || (a === "ivory" && b === "white"), `${a} and ${b} of ${palette}: ${far.toFixed(3)}`);
    }
  }
});

test("words on boards can be read", () => {
  const luminance = (hex) => linear(hex).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [low, high] = [luminance(a), luminance(b)].sort((p, q) => p - q); return (high + 0.05) / (low + 0.05); };
  for (const scheme of [0, 1]) {
    for (const [ink, paper] of [["text", "panel"], ["ink", "cell"], ["ink", "cell1"], ["name", "cell"]]) {
      const ratio = contrast(theme[ink][scheme], theme[paper][scheme]);
      assert.ok(ratio >= 4.5, `${ink} on ${paper}, ${scheme ? "dark" : "light"}: ${ratio.toFixed(2)}`);
    }
  }
});
