// Random games of the shipped games, each action clicked with a mouse where the board draws it, and every other one by keys alone.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { keyboard, pointing } from "./hands.mjs";

const [{ Selection }, { layoutOf }] = await Promise.all(["board/select.ts", "board/scene.ts"].map(bundled));
const { ask } = await engine(await compile());
let browser;
let page;
let hands;

before(async () => {
  const entry = fileURLToPath(new URL("../src/board/element.ts", import.meta.url));
  const script = (await build({ entryPoints: [entry], bundle: true, format: "iife", target: "es2022", write: false })).outputFiles[0].text;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 700, height: 900 } });
  await page.setContent(`<rulebook-board style="--board-max-height:640px"></rulebook-board>`);
  await page.addScriptTag({ content: script });
  await page.evaluate(() => {
    window.played = [];
    document.querySelector("rulebook-board").addEventListener("play", ({ detail }) => window.played.push(detail.action.index));
  });
  hands = [pointing((page, point) => page.mouse.click(...point)), keyboard].map((hand) => hand(page));
});
after(() => browser?.close());

/** Picks until the action is played: by cells where they stand for its picks, else by arrows and buttons. */
async function picked(hand, game, plan, legal, wanted) {
  let selection = Selection.begin(game, legal);
  const board = page.locator("rulebook-board");
  for (let step = 0; step < 40; step++) {
    const branch = selection.branches.find(({ rest }) => rest.some(({ action }) => action === wanted));
    let outcome;
    if (!branch || selection.complete.includes(wanted)) {
      outcome = selection.take({ action: wanted });
      await hand.press(board.locator(".asked button", { hasText: wanted.text }).first(), wanted.text);
    } else {
      const cell = branch.cells.find((cell) => selection.at(cell).includes(branch));
      if (cell !== undefined) {
        await hand.cell(board.locator(`[data-cell="${cell}"]`), { plan, cell }, game.board.cells[cell].name);
        outcome = selection.click(cell);
      } else {
        const arrow = board.locator(`[data-branch="${branch.key}"]`);
        const held = board.locator(`.tray button[data-kind="${branch.pick.kind}"]`);
        await hand.press((await arrow.count()) ? arrow : (await held.count()) ? held.first() : board.locator(".asked button", { hasText: branch.label }).first(), branch.label);
        outcome = selection.take({ branch });
      }
    }
    if (outcome.type === "choose") {
      const at = outcome.choices.findIndex((choice) => ("action" in choice ? choice.action === wanted : choice.branch.rest.some(({ action }) => action === wanted)));
      await hand.press(board.locator(".asked button").nth(at), outcome.choices[at].label);
      outcome = outcome.selection.take(outcome.choices[at]);
    }
    if (outcome.type === "play") return outcome.action;
    assert.equal(outcome.type, "narrow");
    selection = outcome.selection;
  }
  throw new Error(`${wanted.text} takes too many clicks`);
}

let state = 7;
const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16) % n;

// Groups, steps of counted length, parts of stacks, names that are no coordinates; castling and promotion, hands and drops, stacks
// that leave pieces on their way, graphs without places, players and numbers as picks.
const sheets = [...["herds", "paces", "towers", "answers", "graph"].map((name) => `../../tests/laws/sheets/${name}`), ...readdirSync(new URL("sheets/", import.meta.url)).filter((name) => name.endsWith(".game")).map((name) => `sheets/${name.replace(".game", "")}`)]
  .map((path) => ({ title: path.split("/").at(-1), text: readFileSync(new URL(`${path}.game`, import.meta.url), "utf8") }));

for (const { title, text } of [...ask("gallery", {}), ...sheets]) {
  for (const { title: variant } of ask("load", { game: { text } }).games.slice(0, text.startsWith("/// Chess") ? 2 : 1)) test(variant, async () => {
    const ref = { text, variant };
    const { game } = ask("load", { game: ref });
    const plan = layoutOf({ game, options: {} });
    // Into the middle of a game at once, then some plies by hand.
    const sampled = ask("sample", { game: ref, seed: 11, plies: 32 }).moves;
    const moves = sampled.slice(0, sampled.length / 2);
    let [played, buttons] = [0, 0];
    await page.evaluate((game) => { document.querySelector("rulebook-board").game = game; }, game);
    for (let ply = 0; ply < 6; ply++) {
      const position = ask("position", { game: ref, line: { moves } });
      const actions = position.legal.filter(({ type, picks }) => type === "move" && picks.length > 0);
      if (position.legal.length === 0) break;
      const wanted = actions.length ? actions[below(actions.length)] : position.legal[0];
      if (actions.length) {
        await page.evaluate((position) => { document.querySelector("rulebook-board").position = position; window.played = []; }, position);
        await picked(hands[ply % 2], game, plan, position.legal, wanted);
        assert.deepEqual(await page.evaluate(() => window.played), [wanted.index], `${wanted.text} after ${moves.join(" ")}`);
        played++;
      }
      // Moves that pick nothing are buttons, and nature rolls by itself.
      buttons += position.legal.every(({ type, picks }) => type !== "move" || picks.length === 0);
      moves.push(wanted.text);
    }
    assert.ok(played > 0 || buttons === 6, "nothing was clicked");
  });
}
