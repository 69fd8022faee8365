// Links hold the work and give it back; hostile ones are refused in bounded time and with words.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { root } from "./harness.mjs";

const { encode, decode, difference, LinkError } = await bundled("page/share.ts");
const text = await readFile(join(root, "games/territory/emulsion.game"), "utf8");
const gallery = [{ name: "emulsion", title: "Emulsion", family: null, doc: "", players: 2, text }];
const work = (change = {}) => ({ text, origin: { type: "shipped", name: "emulsion" }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change });
const line = Array.from({ length: 40 }, (_, i) => `${"abcdefghi"[(i * 5) % 9]}${1 + ((i * 7) % 9)}-${"abcdefghi"[(i * 4 + 1) % 9]}${1 + ((i * 2) % 9)}`);

test("a link gives back what it was made of", async () => {
  const cases = [
    work(),
    work({ variant: "Free Emulsion", options: { size: "5", last_move: "winning" }, moves: line, ply: 7, seats: ["person", "mcts:2000"] }),
    work({ text: text.replace("pie", "pie off"), moves: line, ply: 40 }),
    work({ text: "game \"Broken\" { züge ♞ ", origin: { type: "new" } }),
    work({ text: "x", origin: { type: "file", name: "mine.game" }, start: "B(3)/w White" }),
  ];
  for (const wanted of cases) assert.deepEqual((await decode(await encode(wanted, gallery), gallery)).work, wanted);
});

test("variations and comments go with the line, and take little room", async () => {
  const { grow, annotate } = await bundled("page/tree.ts");
  const tree = annotate(grow(grow(grow({ move: "", next: [] }, line), [...line.slice(0, 20), "a1-a2", "b1-b2"]), [...line.slice(0, 20), "a1-a2", "c3"]), line.slice(0, 5), "a } comment\\");
  const wanted = work({ moves: line, ply: 40, tree });
  const link = await encode(wanted, gallery);
  assert.deepEqual((await decode(link, gallery)).work, wanted);
  assert.ok(link.length < (await encode(work({ moves: line, ply: 40 }), gallery)).length + 140, `${link.length}`);
});

test("a link of a shipped game with 40 plies is shorter than 1 kB", async () => {
  const link = await encode(work({ moves: line, ply: 40, seats: ["person", "mcts:2000"], options: { size: "7" } }), gallery);
  assert.ok(link.length < 1000, `${link.length}`);
});

test("so is that of every shipped game, however its moves are written", async () => {
  const { ask } = await engine(await compile());
  const games = ask("gallery", {});
  assert.ok(games.length > 20);
  for (const { name, text } of games) {
    const { moves } = ask("sample", { game: { text }, seed: 4, plies: 40 });
    const link = await encode(work({ text, origin: { type: "shipped", name }, moves, ply: moves.length, seats: ["person", "mcts:2000"] }), games);
    assert.ok(link.length < 1000, `${name}: ${link.length}`);
    assert.deepEqual((await decode(link, games)).work.moves, moves);
  }
});

test("a change of a shipped game takes little room", async () => {
  const link = await encode(work({ text: text.replace("require worth(b) > before", "require worth(b) >= before") }), gallery);
  assert.ok(link.length < 200, `${link.length}`);
});

test("the difference is the one stretch outside of which both agree", () => {
  assert.deepEqual(difference("abcd", "abXd"), [2, 1, "X"]);
  assert.deepEqual(difference("aaa", "aaaa"), [3, 0, "a"]);
  assert.deepEqual(difference("same", "same"), [4, 0, ""]);
});

const packed = (value) => `#1.${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

test("hostile links are refused with words", async () => {
  const refused = {
    "of another version": "#2.abc",
    "no base64": "#1.%%%%",
    "not deflated": `#1.${Buffer.from("hello world").toString("base64url")}`,
    "cut off": (await encode(work({ moves: line }), gallery)).slice(0, 60),
    "not JSON": packed("{"),
    "null": packed("null"),
    "an array": packed([1]),
    "no sheet": packed({ v: "x" }),
    "a text that is a number": packed({ t: 5 }),
    "options that are no texts": packed({ t: "", o: { size: { x: 1 } } }),
    "an unknown game": packed({ g: "nowhere" }),
    "another version of a game": packed({ g: "emulsion", c: "0", d: [0, 1, "x"] }),
    "a change outside the text": packed({ g: "emulsion", d: [10_000_000, 1, "x"] }),
    "a negative ply": packed({ t: "", p: -1 }),
    "a bomb": packed(JSON.stringify({ t: "a".repeat(50_000_000) })),
    "too long": `#1.${"A".repeat(1_000_000)}`,
    "variations that are a number": packed({ t: "", w: 1 }),
    "variations that never end": packed({ t: "", w: "a ( b" }),
    "variations in variations": packed({ t: "", w: `${"a ( b ".repeat(5000)}${") ".repeat(5000)}` }),
    "too many variations": packed({ t: "", w: "a ".repeat(900_000) }),
    "too many moves": packed({ t: "", m: "a ".repeat(900_000) }),
  };
  for (const [what, link] of Object.entries(refused)) {
    const begun = performance.now();
    await assert.rejects(decode(link, gallery), (error) => error instanceof LinkError && /[.]$/.test(error.message), what);
    assert.ok(performance.now() - begun < 2000, `${what} took ${performance.now() - begun} ms`);
  }
});

test("a revised game is opened as it is now, and that is said", async () => {
  const link = await encode(work({ moves: line, ply: 40 }), gallery);
  const { work: opened, note } = await decode(link, [{ ...gallery[0], text: `${text}// revised\n` }]);
  assert.equal(opened.text, `${text}// revised\n`);
  assert.match(note, /revised/);
});
