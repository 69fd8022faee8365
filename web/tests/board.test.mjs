// The board element in a browser: clicks, drags, keys, what is read out, pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { sample } from "./samples.mjs";

let browser;
let script;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

before(async () => {
  const entry = fileURLToPath(new URL("../src/board/element.ts", import.meta.url));
  script = (await build({ entryPoints: [entry], bundle: true, format: "iife", target: "es2022", write: false })).outputFiles[0].text;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** A page with one board, and what its events said. */
async function opened(data, { colorScheme = "light", reducedMotion = "no-preference" } = {}) {
  const page = await browser.newPage({ viewport: { width: 480, height: 640 }, colorScheme, reducedMotion });
  page.on("pageerror", (error) => { throw error; });
  await page.setContent(`<!doctype html><html lang="en"><title>Board</title><style>:root{color-scheme:light dark}body{background:Canvas}</style><main><h1>Board</h1><rulebook-board></rulebook-board></main></html>`);
  await page.addScriptTag({ content: script });
  await page.evaluate((data) => {
    const board = document.querySelector("rulebook-board");
    window.events = [];
    for (const type of ["play", "choose", "illegal", "hover"]) board.addEventListener(type, ({ detail }) => window.events.push(type === "play" ? ["play", detail.action.text] : [type, detail.choices ?? detail.cells ?? detail.cell]));
    Object.assign(board, data);
  }, data);
  await page.locator("rulebook-board [data-cell]").first().waitFor({ state: "attached" });
  const cell = (name) => page.locator(`rulebook-board [data-cell="${data.game.board.cells.findIndex((cell) => cell.name === name)}"]`);
  const events = (...types) => page.evaluate((types) => window.events.splice(0).filter(([type]) => types.includes(type)), types.length ? types : ["play", "choose", "illegal"]);
  const label = (name) => cell(name).getAttribute("aria-label");
  return { page, cell, events, label };
}

const steps = sample({ pieces: { a1: "w", b1: "w", a4: "b" }, moves: ["a1-a2", "a1-b2", "b1-b2", "pass"] });

test("a click narrows, the last one plays, others are illegal", async () => {
  const { cell, events, label, page } = await opened(steps);
  assert.equal(await label("a1"), "a1: White man, can be picked");
  assert.equal(await label("a2"), "a2: empty");
  await cell("a1").click();
  assert.equal(await label("a1"), "a1: White man, picked");
  assert.equal(await label("a2"), "a2: empty, can be picked");
  await cell("d4").click();
  await cell("b2").click();
  await cell("b1").click();
  assert.deepEqual(await events(), [["illegal", [0, 15]], ["play", "a1-b2"]], "nothing is picked until the next position");
  await page.evaluate(() => { const board = document.querySelector("rulebook-board"); board.position = { ...board.position }; });
  await cell("b1").click();
  await cell("b2").click();
  assert.deepEqual(await events(), [["play", "b1-b2"]]);
  assert.deepEqual(await page.evaluate(() => document.querySelector("rulebook-board").actions().map(({ text }) => text)), ["pass"]);
});

test("a piece is dragged to where it goes", async () => {
  const { cell, events, page } = await opened(steps);
  const middle = async (name) => { const { x, y, width, height } = await cell(name).boundingBox(); return [x + width / 2, y + height / 2]; };
  const drag = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 5 });
    await page.mouse.up();
  };
  await drag("a1", "d4");
  assert.deepEqual(await events(), [["illegal", [0, 15]]]);
  await drag("a1", "b2");
  assert.deepEqual(await events(), [["play", "a1-b2"]]);
});

test("a game is played by keys alone", async () => {
  const { cell, events, page } = await opened(steps);
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.querySelector("rulebook-board").shadowRoot.activeElement?.getAttribute("aria-label"));
  assert.match(await focused(), /^a1/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "b2: empty, can be picked");
  assert.equal(await page.locator('rulebook-board [data-cell][tabindex="0"]').count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "b2: empty");
  await cell("b1").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.deepEqual(await events(), [["play", "b1-b2"]]);
});

test("who waits for another player looks around, and keeps the place", async () => {
  const { cell, events, label, page } = await opened(steps);
  await cell("b1").focus();
  await page.evaluate(() => { document.querySelector("rulebook-board").options = { waiting: true }; });
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await label("a1"), "a1: White man");
  assert.deepEqual(await events(), []);
  await page.evaluate(() => { document.querySelector("rulebook-board").options = {}; });
  await page.keyboard.press("Enter");
  assert.equal(await label("a1"), "a1: White man, picked");
});

test("numbers are buttons, directions arrows, and several actions are asked about", async () => {
  const { cell, events, page } = await opened(sample({ pieces: { a1: "w", b2: "w", c3: "w" }, moves: ["a1-1", "a1-2", "b2-north", "b2-south", "c3", "c3"] }));
  const again = () => page.evaluate(() => { const board = document.querySelector("rulebook-board"); board.position = { ...board.position }; });
  await cell("a1").click();
  await page.getByRole("button", { name: "2", exact: true }).click();
  await again();
  await cell("b2").click();
  await cell("b3").click();
  await again();
  await cell("c3").click();
  await page.locator("rulebook-board .asked button").nth(1).click();
  assert.deepEqual(await events(), [["play", "a1-2"], ["play", "b2-north"], ["choose", ["step c3", "step c3"]], ["play", "c3"]]);
});

test("a direction without a next cell has an arrow to press", async () => {
  const { cell, events, page } = await opened(sample({ pieces: { a1: "w", b4: "w" }, moves: ["b4-north", "b4-south", "a1"] }));
  await cell("b4").click();
  await page.getByRole("button", { name: "north" }).press("Enter");
  assert.deepEqual(await events(), [["play", "b4-north"]]);
});

test("positions are announced, and pieces move for one ply alone", async () => {
  const { page } = await opened(steps);
  const after = (plies, at = 4) => page.evaluate(async ([plies, at]) => {
    const board = document.querySelector("rulebook-board");
    const cells = structuredClone(board.position.cells);
    const man = { owner: 0, kind: 0 };
    [cells[0].pieces, cells[4].pieces] = at === 4 ? [[], [man]] : [[man], []];
    board.position = { ...board.position, cells, plies: plies.map((text) => ({ text, seat: 1, player: 0, cells: [0, 4] })), effects: [{ type: "move", from: 0, to: 4, pieces: [man] }], toAct: { seat: 2, player: 1, moves: [] }, legal: [] };
    await new Promise(requestAnimationFrame);
    return { moving: board.shadowRoot.getAnimations().length, said: board.shadowRoot.querySelector(".said").textContent };
  }, [plies, at]);
  assert.deepEqual(await after(["a1-a2"]), { moving: 1, said: "White a1-a2. Black to move" });
  await page.waitForTimeout(300);
  assert.equal((await after(["a1-a2", "x", "y"])).moving, 0);
  assert.equal((await after(["a1-a2", "x"], 0)).moving, 1, "the same back");
});

test("nothing moves where less motion is asked for", async () => {
  const { page } = await opened(steps, { reducedMotion: "reduce" });
  const moving = await page.evaluate(async () => {
    const board = document.querySelector("rulebook-board");
    board.position = { ...board.position, plies: [{ text: "a1-a2", seat: 1, player: 0, cells: [0] }], effects: [{ type: "put", cell: 0, piece: { owner: 0, kind: 0 } }] };
    await new Promise(requestAnimationFrame);
    return board.shadowRoot.getAnimations().length;
  });
  assert.equal(moving, 0);
});

test("a pile is listed from the top", async () => {
  const { cell, label, page } = await opened(sample({ pieces: { b2: "bbww" } }));
  assert.equal(await label("b2"), "b2: pile of 4, from the top: 2 White men, 2 Black men");
  await cell("b2").hover();
  assert.deepEqual(await page.locator("rulebook-board .piled .held").allTextContents(), ["2 White men", "2 Black men"]);
});

test("hands are pieces, and promotions are chosen by their pictures", async () => {
  const counters = [{ name: "pawns_held", per: "player", low: 0, high: 8, start: 3 }, { name: "points", per: "player", low: 0, high: 9, start: 2 }];
  const { game, position } = sample({ pieces: { a3: "w" }, kinds: ["pawn", "queen", "rook"], counters, moves: ["a3-a4", "a3-a4"] });
  game.look.kinds = ["pawn", "queen", "rook"];
  game.kinds[0].plural = "pawns";
  position.legal = position.legal.map((action, i) => ({ ...action, move: ["promote_queen", "promote_rook"][i], text: ["a3-a4=Q", "a3-a4=R"][i] }));
  const { cell, events, page } = await opened({ game, position });
  assert.deepEqual(await page.locator("rulebook-board .tray").allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, " "))), ["White pawns held 3 points 2", "Black pawns held 3 points 2"]);
  assert.equal(await page.locator("rulebook-board .held.kind svg").count(), 2);
  await cell("a3").click();
  await cell("a4").click();
  const asked = page.locator("rulebook-board .asked button");
  assert.deepEqual(await asked.allTextContents(), ["a3-a4=Q", "a3-a4=R"]);
  assert.equal(await asked.locator("svg").count(), 2);
  await page.getByRole("button", { name: "promote rook" }).click();
  assert.deepEqual((await events()).at(-1), ["play", "a3-a4=R"]);
});

test("a click draws nothing anew that stays as it is", async () => {
  const counters = [{ name: "pawns_held", per: "player", low: 0, high: 8, start: 3 }];
  const { cell, page } = await opened(sample({ pieces: { a1: "w", b1: "w", a4: "b" }, counters, moves: ["a1-a2", "a1-b2", "b1-b2"] }), { reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.changed = [];
    const { shadowRoot } = document.querySelector("rulebook-board");
    const watch = new MutationObserver((records) => window.changed.push(...records.map(({ target }) => target.closest("[class]").getAttribute("class"))));
    for (const part of [".pieces", ".trays", ".cells", ".labels"]) watch.observe(shadowRoot.querySelector(part), { subtree: true, childList: true, attributes: true });
  });
  await cell("a1").click();
  assert.equal(await page.locator("rulebook-board .hit.open").count(), 2);
  assert.deepEqual(await page.evaluate(() => window.changed), [], "pieces and trays after a pick");
  // Of a position after it, what is another.
  await page.evaluate(() => {
    const board = document.querySelector("rulebook-board");
    const cells = board.position.cells.map((cell, i) => board.position.cells[i === 4 ? 0 : i === 0 ? 4 : i]);
    board.position = { ...board.position, cells, counters: board.position.counters.map((counter, i) => ({ ...counter, value: i })) };
  });
  await page.waitForFunction(() => window.changed.length > 0);
  const changed = await page.evaluate(() => [...new Set(window.changed)]);
  assert.deepEqual(["pieces", "trays", "cells", "labels"].filter((part) => changed.includes(part)), ["pieces", "trays"]);
});

test("dice have pips, and names for those who do not see them", async () => {
  const dice = ["high", "low"].map((name) => ({ name, per: "game", low: 0, high: 6, start: 0, drawn: [] }));
  const more = [{ name: "count", per: "game", low: 0, high: 20, start: 0, drawn: [] }, { name: "tile", per: "game", low: 0, high: 2, start: 0, drawn: ["man", "tower"] }];
  const { game, position } = sample({ pieces: { a1: "w" }, kinds: ["man", "tower"], counters: [...dice, ...more], moves: ["a1-a2"] });
  const { page } = await opened({ game, position });
  const said = () => page.getByRole("group", { name: "Dice" }).getByRole("img").evaluateAll((all) => all.map((die) => [die.getAttribute("aria-label"), die.querySelectorAll(".pip").length, die.textContent, Boolean(die.querySelector(".blank"))]));
  assert.deepEqual(await said(), [["high: not rolled", 0, "", true], ["low: not rolled", 0, "", true], ["count: not rolled", 0, "", true]]);
  assert.equal(await page.locator("rulebook-board .tray").count(), 0, "a kind that is not drawn yet is not shown");
  await page.evaluate(() => {
    const board = document.querySelector("rulebook-board");
    board.position = { ...board.position, counters: board.position.counters.map((counter, i) => ({ ...counter, value: [5, 0, 17, 2][i] })) };
  });
  await page.locator("rulebook-board .tray").waitFor();
  assert.deepEqual(await said(), [["high: 5", 5, "", false], ["low: 0", 0, "", true], ["count: 17", 0, "17", false]]);
  assert.equal(await page.locator("rulebook-board .tray").innerText().then((text) => text.replace(/\s+/g, " ")), "tile T tower");
  const file = await page.evaluate(() => document.querySelector("rulebook-board").toSVG());
  assert.equal(file.match(/class="pip"/g).length, 5, "dice are in a picture that is a file");
});

test("what is asked before any cell covers none", async () => {
  const { page } = await opened(sample({ moves: ["1-a1", "1-b1", "2-a1"] }));
  const box = (selector) => page.locator(selector).first().boundingBox();
  const [asked, drawn] = [await box("rulebook-board .asked"), await box("rulebook-board svg.board")];
  assert.ok(asked.y >= drawn.y + drawn.height, JSON.stringify({ asked, drawn }));
  // Nor is its room what the buttons beside a cell took before.
  const below = await page.evaluate(async () => {
    const board = document.querySelector("rulebook-board");
    const buttons = board.shadowRoot.querySelector(".asked");
    const room = () => getComputedStyle(board.shadowRoot.querySelector(".frame")).paddingBottom;
    const first = room();
    buttons.style.left = buttons.style.top = "10px";
    Object.assign(board, { game: { ...board.game }, position: { ...board.position } });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [first, room()];
  });
  assert.equal(below[1], below[0]);
});

test("a game takes nothing along of the position of the one before", async () => {
  const { page } = await opened(sample({ pieces: { a1: "w" }, moves: ["a1-a2"] }));
  const [before, after] = [sample({ moves: ["1-a1", "1-b1", "2-a1"] }), sample({ pieces: { a1: "w" }, moves: ["a1-a2"] })];
  const below = await page.evaluate(async ([before, after]) => {
    const board = document.querySelector("rulebook-board");
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    Object.assign(board, before);
    await drawn();
    // A page may need a while for the first position of the next game.
    board.game = after.game;
    await drawn();
    board.position = after.position;
    await drawn();
    return getComputedStyle(board.shadowRoot.querySelector(".frame")).paddingBottom;
  }, [before, after]);
  assert.equal(below, "0px");
});

test("values are read on pieces of every colour", async () => {
  const { page } = await opened(sample({ pieces: { a1: "w", b1: "b" } }));
  await page.evaluate(() => { document.querySelector("rulebook-board").overlay = { values: ["1", "2", "3", ...Array(13).fill(null)] }; });
  const light = (i) => page.locator("rulebook-board .value").nth(i).evaluate((text) => Math.max(...getComputedStyle(text).fill.match(/\d+/g).slice(0, 3).map(Number)));
  assert.ok((await light(0)) < 100 && (await light(2)) < 100);
  assert.ok((await light(1)) > 200);
});

test("the picture stands alone, as vectors and as pixels", async () => {
  const { page } = await opened(sample({ pieces: { a1: "w", b2: "bbww" }, moves: ["a1-a2"] }));
  const { text, errors, size } = await page.evaluate(async () => {
    const board = document.querySelector("rulebook-board");
    const text = board.toSVG();
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const bitmap = await createImageBitmap(await board.toPNG(800));
    return { text, errors: parsed.querySelectorAll("parsererror").length, size: Math.max(bitmap.width, bitmap.height) };
  });
  assert.equal(errors, 0);
  assert.equal(size, 800);
  assert.doesNotMatch(text, /var\(|light-dark/);
});

const looks = {
  squares: steps,
  checkered: sample({ board: "checkered", pieces: { a1: "wb" }, moves: ["a1-1", "a1-2"] }),
  hexagons: sample({ shape: "hexagon", pieces: { a1: "w" }, moves: ["a1-b1", "a2"] }),
  points: sample({ shape: "point", board: "points", pieces: { a1: "w" }, moves: ["a1-b1", "a2"], counters: [{ name: "hand", per: "player", low: 0, high: 9, start: 4 }] }),
  pits: sample({ kinds: [], counters: [{ name: "seed", per: "cell", low: 0, high: 48, start: 4 }], moves: ["a1", "b1"] }),
};
for (const [name, data] of Object.entries(looks)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`nothing keeps anybody out: ${name}, ${colorScheme}`, async () => {
      const { page, cell } = await opened(data, { colorScheme });
      await page.addScriptTag({ content: axe });
      const violations = async () => (await page.evaluate(() => window.axe.run(document))).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      assert.deepEqual(await violations(), []);
      await cell("a1").click();
      assert.deepEqual(await violations(), []);
      await page.evaluate(() => { document.querySelector("rulebook-board").options = { interactive: false }; });
      assert.deepEqual(await violations(), []);
    });
  }
}
