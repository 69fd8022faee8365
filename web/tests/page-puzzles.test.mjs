// Puzzles of the sheet at hand: found in the page, solved on its board by clicks and by keys, and the game that was there comes back.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, moves, openPage, root, servePage, settled } from "./harness.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { encode } = await bundled("page/share.ts");
const sheet = await readFile(join(root, "games/lines/connect-four.game"), "utf8");
const work = { text: sheet, origin: { type: "file", name: "connect-four.game" }, variant: null, options: { columns: "5", rows: "4" }, start: null, moves: ["c1", "c2"], ply: 2, seats: [] };

let served, browser;
before(async () => {
  served = await servePage();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
});

const panel = (page) => page.getByRole("region", { name: "Puzzles" });
const says = (page) => panel(page).getByRole("status").innerText();
const button = (page, name) => panel(page).getByRole("button", { name });

async function opened(change = {}, options = {}) {
  const page = await openPage(browser, served.url + (await encode({ ...work, ...change }, [])), options);
  await settled(page);
  return page;
}

async function found(page) {
  await button(page, "Find puzzles").click();
  await panel(page).getByRole("progressbar").waitFor();
  await button(page, /^1/).waitFor({ timeout: 120_000 });
}

/** The puzzle on the board, in the words of the page. */
const task = async (page) => (await says(page)).replace(/: find the move\.$/, "");

/** Plays each action of the first puzzle in turn, until one is right. */
async function solve(page) {
  for (const cell of ["a", "b", "c", "d", "e"]) {
    await button(page, /^(Try again|1)/).first().click();
    await settled(page);
    const open = page.locator(".board-area rulebook-board .hit.open");
    const labels = await open.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const at = labels.findIndex((label) => label.startsWith(cell));
    if (at < 0) continue;
    await open.nth(at).click();
    await page.waitForFunction(() => /^(Right|Not this one)\./.test(document.querySelector(".puzzle-says")?.textContent ?? ""));
    await settled(page);
    if ((await says(page)).startsWith("Right.")) return;
  }
  assert.fail("no action is right");
}

test("puzzles are found and solved on the board, and the game there comes back", async () => {
  const page = await opened();
  assert.deepEqual(await moves(page), ["c1", "c2"]);
  await found(page);
  assert.match(await panel(page).innerText(), /0 of \d solved/);
  await button(page, /^1/).first().click();
  await settled(page);
  assert.match(await task(page), /^(Yellow|Red) \(seat [12]\) to move wins in \d (ply|plies)$/);
  assert.equal((await moves(page)).length, 0);
  await solve(page);
  assert.match(await says(page), /^Right\. [a-e][1-4] wins in .*, by .*; no other action wins/);
  assert.match(await panel(page).innerText(), /1 of \d solved/);
  // The line goes on to the end, where it may be kept as a test, which passes.
  while (await button(page, "Next move").count()) {
    await button(page, "Next move").click();
    await settled(page);
  }
  assert.match(await says(page), /has won\.$/);
  await button(page, "Keep as a test").click();
  await page.getByRole("tab", { name: "Tests 4 ✓" }).waitFor();
  assert.match(await page.locator(".tests").innerText(), /puzzle: (Yellow|Red) wins in/);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["c1", "c2"]);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a wrong move is answered, the solution is shown, by keys alone, without an agent that plays on", async () => {
  const page = await opened({ seats: ["mcts:100", "mcts:100"] }, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await found(page);
  await button(page, /^1/).first().focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await button(page, "Show the solution").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /has won\.$/.test(document.querySelector(".puzzle-says")?.textContent ?? ""));
  const line = await moves(page);
  await page.waitForTimeout(1000);
  assert.deepEqual(await moves(page), line);
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector(".puzzles")));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a game with luck has none and says why, and another sheet has others", async () => {
  const pig = await readFile(join(root, "games/dice/pig.game"), "utf8");
  const page = await opened({ text: pig, options: {}, moves: [], ply: 0 });
  await button(page, "Find puzzles").click();
  await panel(page).getByRole("alert").waitFor();
  assert.match(await panel(page).getByRole("alert").innerText(), /leave nothing to chance/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
