// The game as a tree, as a person uses it: variations, comments, lines that are only looked at, the slider, moves that are written,
// games that are brought in.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, moves, openPage, prompt, root, servePage, settled, written } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { encode } = await bundled("page/share.ts");
const { mainLine, read } = await bundled("page/tree.ts");

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

async function linkTo(path, { edit = (text) => text, ...change } = {}) {
  const text = await readFile(join(root, "games", `${path}.game`), "utf8");
  const name = path.split("/").pop();
  const line = change.moves ?? [];
  const work = { text: edit(text), origin: { type: "shipped", name }, variant: null, options: {}, start: null, moves: [], ply: line.length, seats: [], ...change };
  return served.url + (await encode(work, [{ name, title: name, family: null, doc: "", players: 2, text }]));
}

async function opened(path, change, options) {
  const page = await openPage(browser, await linkTo(path, change), options);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const board = (page) => page.locator(".board-area rulebook-board");
const aside = (page) => page.locator(".move-list .move.aside").evaluateAll((all) => all.map((move) => move.lastChild.textContent));
const move = (page, text) => page.locator(".move-list .move", { hasText: new RegExp(`${text}$`) });
const current = (page) => page.locator(".move-list [aria-current]").evaluate((move) => move.lastChild.textContent.trim());
const editor = (page) => page.locator(".cm-content");

async function play(page, ...pairs) {
  for (const [from, to] of pairs) {
    await board(page).getByLabel(new RegExp(`^${from}\\b`)).click();
    await board(page).getByLabel(new RegExp(`^${to}\\b`)).click();
    await settled(page);
  }
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
}

/** Writes a test into the sheet and puts its position on the board. */
async function lookAtTest(page) {
  const tab = page.getByRole("tab", { name: "Sheet", exact: true });
  if (await tab.isVisible()) await tab.click();
  await (await written(page, "claim no draw")).click();
  await page.keyboard.press("End");
  await page.keyboard.insertText("\n  test \"a line of mine\" {\n    play \"b7-b6 b2-b3\"\n    expect me is Black\n  }");
  await page.getByRole("tab", { name: /Tests/ }).click();
  await page.getByRole("button", { name: "Show the position of a line of mine" }).click({ timeout: 20_000 });
  await page.locator(".looking").first().waitFor();
  await settled(page);
}

/** A tree with a variation, and one within it, which the rules allow. */
const TREE = read("a7-a6 a2-a3 {calm} ( h2-h3 {bold} b7-b6 ( c7-c6 ) g2-g3 ) b7-b6 b2-b3");
const tree = { tree: TREE, moves: mainLine(TREE), ply: 4 };

test("another move at an earlier ply begins a variation, and nothing is lost", async () => {
  const page = await opened("race/breakthrough");
  await play(page, ["a7", "a6"], ["a2", "a3"], ["b7", "b6"]);
  await move(page, "a7-a6").click();
  await settled(page);
  await play(page, ["h2", "h3"], ["c7", "c6"]);
  assert.deepEqual(await moves(page), ["a7-a6", "h2-h3", "c7-c6"]);
  assert.deepEqual(await aside(page), ["a2-a3", "b7-b6"], "the line that was played stays");
  assert.equal(await page.locator(".move-list .variation").count(), 1);
  // A click goes there, and back; undo and redo stay in the line that is at hand.
  await move(page, "b7-b6").click();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6"]);
  await move(page, "h2-h3").click();
  await settled(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await settled(page);
  assert.equal(await current(page), "c7-c6");
  // A move that is in the tree already is followed and not told twice.
  await page.getByRole("button", { name: "To the start" }).click();
  await settled(page);
  await play(page, ["a7", "a6"], ["a2", "a3"]);
  assert.equal(await page.locator(".move-list .move:not(.start)").count(), 5);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6"]);
  await page.reload();
  await settled(page);
  assert.equal(await page.locator(".move-list .move:not(.start)").count(), 5, "a reload loses nothing");
  assert.equal(await current(page), "a2-a3");
  await close(page);
});

test("promoted, deleted and brought back, by keys alone", async () => {
  const page = await opened("race/breakthrough", tree);
  await page.locator("h1").click();
  await press(page, "Home", "ArrowRight", "ArrowRight");
  assert.equal(await current(page), "a2-a3");
  await press(page, "v");
  assert.equal(await current(page), "h2-h3");
  assert.deepEqual(await moves(page), ["a7-a6", "h2-h3", "b7-b6", "g2-g3"]);
  await press(page, "p");
  assert.deepEqual(await page.locator(".move-list > li > .move:not(.start)").evaluateAll((all) => all.map((one) => one.lastChild.textContent)), ["a7-a6", "h2-h3", "b7-b6", "g2-g3"]);
  assert.ok(await page.getByRole("button", { name: "Promote the variation" }).isDisabled());
  await press(page, "v");
  assert.equal(await current(page), "a2-a3");
  await press(page, "Delete");
  assert.equal(await move(page, "a2-a3").count(), 0);
  assert.equal(await current(page), "a7-a6");
  await page.getByRole("button", { name: "Bring it back" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6", "b2-b3"]);
  assert.equal(await page.locator(".move-list .comment", { hasText: "calm" }).count(), 1);
  await close(page);
});

test("comments are written beside the moves, and go with drafts and links", async () => {
  const page = await opened("race/breakthrough", tree);
  await page.locator("h1").click();
  await press(page, "c");
  await page.keyboard.type("b, h and c are keys: { not here }");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".comment-field").count(), 0);
  assert.equal(await current(page), "b2-b3");
  const said = () => page.locator(".move-list .comment").allInnerTexts();
  assert.deepEqual(await said(), ["calm", "bold", "b, h and c are keys: { not here }"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => document.querySelector(".link-field")?.value.includes("#1."));
  const link = await page.locator(".link-field").inputValue();
  assert.ok(link.length < 300, `${link.length}`);
  await page.reload();
  await settled(page);
  assert.deepEqual(await said(), ["calm", "bold", "b, h and c are keys: { not here }"]);
  await close(page);
  const fresh = await openPage(browser, link);
  await settled(fresh);
  assert.equal(await fresh.locator(".move-list .move:not(.start)").count(), 8);
  assert.deepEqual(await fresh.locator(".move-list .comment").allInnerTexts(), ["calm", "bold", "b, h and c are keys: { not here }"]);
  await close(fresh);
});

test("an edit of the rules cuts each line where it is illegal, and the lines return with the rule", async () => {
  const wide = read("a7-a6 a2-a3 ( b2-c3 b7-b6 ) b7-c6 b2-b3");
  const page = await opened("race/breakthrough", { tree: wide, moves: mainLine(wide), ply: 4 });
  // The whole line, though it wraps.
  await (await written(page, "pick b in empty")).click({ clickCount: 3 });
  await page.keyboard.insertText("    pick b in empty & (a + ahead)\n");
  await page.locator(".notice", { hasText: /b7-c6|variation/ }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 2);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3"]);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 6);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-c6", "b2-b3"]);
  // So it is with options.
  const size = page.locator(".options-inline input[type=range]").first();
  await size.fill("6");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 0);
  await size.fill("8");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 6);
  await close(page);
});

test("the game waits while a test, a claim or a comparison is looked at, and no agent plays there", async () => {
  const page = await opened("race/breakthrough", { ...tree, ply: 2, seats: ["mcts:100", "mcts:100"] });
  await page.getByRole("button", { name: "Let them play" }).click();
  // They play at the end of a line, and not in the middle of one.
  await lookAtTest(page);
  assert.deepEqual(await moves(page), ["b7-b6", "b2-b3"]);
  await page.waitForTimeout(1500);
  assert.deepEqual(await moves(page), ["b7-b6", "b2-b3"], "no agent plays on");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), tree.moves);
  assert.equal(await current(page), "a2-a3");
  assert.equal((await aside(page)).length, 4);
  assert.equal(await page.locator(".looking").count(), 0);
  // A reload is a way back, too: what is looked at is no work.
  await page.getByRole("button", { name: "Show the position of a line of mine" }).click();
  await page.locator(".looking").waitFor();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.deepEqual(await moves(page), tree.moves);
  assert.equal(await current(page), "a2-a3");
  await close(page);
});

test("one steps through the line of a claim, and comes back by a key", async () => {
  const page = await opened("lines/tic-tac-toe", { edit: (text) => text.replace("claim finite", "claim finite\n  claim no draw"), moves: ["b2", "a1"] });
  await page.getByRole("tab", { name: /Claims/ }).click();
  await page.getByRole("button", { name: /^Step through/ }).first().click({ timeout: 60_000 });
  await page.locator(".looking").waitFor();
  await settled(page);
  assert.equal(await current(page), "start");
  await press(page, "ArrowRight");
  assert.equal((await page.locator(".move-list .move:not(.start, .later)").count()), 1);
  await press(page, "b");
  assert.deepEqual(await moves(page), ["b2", "a1"]);
  assert.equal(await current(page), "a1");
  await close(page);
});

test("a line that tells two games apart comes in the place of the game, which one click brings back", async () => {
  const page = await opened("territory/emulsion", { options: { size: "4" } });
  await board(page).locator(".hit.open").first().click();
  for (let clicks = 0; clicks < 4 && (await page.locator(".move-list .move").count()) < 2; clicks++) {
    await settled(page);
    const open = board(page).locator(".hit.open");
    if (await open.count()) await open.nth(clicks % (await open.count())).click();
  }
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  const played = await moves(page);
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  await page.locator(".side-board rulebook-board").nth(1).waitFor();
  await page.locator(".compare-head .primary").click();
  await page.getByRole("button", { name: "show on the boards" }).first().click({ timeout: 90_000 });
  await page.locator(".compare .looking").waitFor();
  await page.locator(".compare .looking").getByRole("button", { name: "Back to the game" }).click();
  await page.getByRole("button", { name: "Close the comparison" }).click();
  assert.deepEqual(await moves(page), played);
  await close(page);
});

test("a line of the same rules is kept as a variation", async () => {
  const page = await opened("race/breakthrough", { moves: ["a7-a6"] });
  await lookAtTest(page);
  assert.deepEqual(await moves(page), ["b7-b6", "b2-b3"]);
  await page.getByRole("button", { name: "Keep as a variation" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["b7-b6", "b2-b3"]);
  assert.deepEqual(await aside(page), ["a7-a6"]);
  await close(page);
});

test("a new game can be taken back", async () => {
  const page = await opened("race/breakthrough", tree);
  await page.getByRole("button", { name: "New game" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), []);
  await page.getByRole("button", { name: "Back to the game before" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), tree.moves);
  assert.equal((await aside(page)).length, 4);
  await close(page);
});

test("the slider goes through the game", async () => {
  const page = await opened("race/breakthrough", tree);
  const slider = page.getByRole("slider", { name: "Move on the board" });
  assert.equal(await slider.inputValue(), "4");
  await slider.fill("1");
  await settled(page);
  assert.equal(await current(page), "a7-a6");
  assert.match(await slider.getAttribute("aria-valuetext"), /move 1 of 4: Black a7-a6/);
  await slider.press("ArrowRight");
  await settled(page);
  assert.equal(await current(page), "a2-a3");
  await close(page);
});

test("the game is played by itself, and pauses when somebody does something", async () => {
  const page = await opened("race/breakthrough", { ...tree, ply: 0 });
  await page.locator("summary[aria-label=View]").click();
  await page.getByLabel("Playing by itself").selectOption("very fast");
  await page.locator("summary[aria-label=View]").click();
  await page.getByRole("button", { name: "Play the moves" }).click();
  await page.getByRole("button", { name: "Play the moves" }).waitFor({ timeout: 10_000 });
  await settled(page);
  assert.equal(await current(page), "b2-b3", "to the end, and no further");
  await page.locator("summary[aria-label=View]").click();
  await page.getByLabel("Playing by itself").selectOption("a move a second");
  await page.locator("summary[aria-label=View]").click();
  await page.locator("h1").click();
  // From the end it begins again.
  await page.keyboard.press("a");
  await page.waitForFunction(() => document.querySelector(".move-list [aria-current]")?.textContent.endsWith("a7-a6"));
  await board(page).getByLabel(/^d4\b/).click();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, "a click on the board pauses");
  await page.waitForTimeout(1500);
  assert.equal(await current(page), "a7-a6");
  await close(page);
});

test("a move is written, completed and played; one that is not legal is answered", async () => {
  const page = await opened("race/breakthrough");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Move" });
  assert.ok(await field.evaluate((input) => document.activeElement === input));
  await page.keyboard.type("a7-a6");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  await settled(page);
  assert.ok(await field.evaluate((input) => document.activeElement === input && input.value === ""), "the next move is written at once");
  // The board tells it to those who do not see it.
  assert.match(await board(page).evaluate((element) => element.shadowRoot.querySelector("[aria-live]").textContent), /Black a7-a6. White to move/);
  await page.keyboard.type("h2-");
  await page.getByRole("listbox", { name: "Legal moves" }).waitFor();
  const offered = await page.locator(".move-names [role=option]").allInnerTexts();
  assert.deepEqual(offered.sort(), ["h2-g3", "h2-h3"]);
  await page.keyboard.press("ArrowDown");
  const first = await page.locator(".move-names [aria-selected=true]").innerText();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 3);
  assert.deepEqual(await moves(page), ["a7-a6", first]);
  await settled(page);
  await page.keyboard.type("b7-b4");
  await page.keyboard.press("Enter");
  await page.locator(".why[role=status] .reason, .why[role=status] .error-text").first().waitFor();
  assert.ok(await field.evaluate((input) => document.activeElement === input && input.value === "b7-b4"), "it can be mended");
  assert.equal((await moves(page)).length, 2);
  // What one text begins alone is meant.
  await field.fill("b7-b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 4);
  assert.equal(await page.locator(".why").count(), 0);
  await close(page);
});

async function importing(page, text) {
  if (!(await page.getByRole("dialog", { name: "Import" }).count())) await page.getByRole("button", { name: "Import a game or a position" }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.getByRole("textbox").fill(text);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  return dialog;
}

test("moves that were written down are brought in, and where they stop is said", async () => {
  const page = await opened("race/breakthrough");
  await importing(page, "1. a7-a6 a2-a3 {calm} (1... h2-h3)\n2. b7-b6 b2-b3 *");
  await page.locator("dialog").waitFor({ state: "detached" });
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6", "b2-b3"]);
  assert.deepEqual(await aside(page), ["h2-h3"]);
  const dialog = await importing(page, "1. a7-a6 a2-a3 2. b7-b4 b2-b3");
  await dialog.getByRole("alert").filter({ hasText: "It stops at move 3: b7-b4 is not legal here" }).waitFor();
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6", "b2-b3"], "nothing is replaced before one says so");
  await dialog.getByRole("button", { name: "Import what is before it" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3"]);
  await page.getByRole("button", { name: "Back to the game before" }).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6", "b2-b3"]);
  for (const [wrong, said] of [["a9 b7", /It stops at move 1: a9/], ["{\"game\": \"breakthrough\"}", /no list of/], ["( a7-a6", /before the first move/]]) {
    const dialog = await importing(page, wrong);
    await dialog.getByRole("alert").filter({ hasText: said }).waitFor();
  }
  await close(page);
});

test("a position is brought in as the program writes it", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  const { position } = JSON.parse(execFileSync(program, ["show", "breakthrough?size=4", "--after", "a3-b2", "--json"], { encoding: "utf8" }));
  await importing(page, position);
  await page.locator("dialog").waitFor({ state: "detached" });
  await settled(page);
  assert.match(await prompt(page), /White/);
  assert.equal(await page.locator(".move-list .start").innerText(), "position");
  const dialog = await importing(page, "wwww/wwww/BBBB/ Purple");
  await dialog.getByRole("alert").filter({ hasText: "As a position: " }).waitFor();
  await close(page);
});

test("a record of the program is dropped and one of its games chosen; ours goes back there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rulebook-records-"));
  const file = join(folder, "games.jsonl");
  execFileSync(program, ["playouts", "breakthrough?size=4", "-n", "3", "--record", file], { stdio: "ignore" });
  const text = await readFile(file, "utf8");
  const all = text.trim().split("\n").map((line) => JSON.parse(line));
  // Another game is on the board: the record names its own.
  const page = await opened("connection/hex", { options: { size: "4" } });
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "games.jsonl"));
    return transfer;
  }, text);
  await page.dispatchEvent(".studio", "drop", { dataTransfer: data });
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.getByRole("listbox", { name: "Games found" }).selectOption("1");
  await dialog.getByRole("button", { name: "Put on the board" }).click();
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Breakthrough");
  await settled(page);
  assert.deepEqual(await moves(page), all[1].moves);
  assert.match(await prompt(page), /wins/);
  // A variation does not change what was played.
  await move(page, all[1].moves[0]).first().click();
  await settled(page);
  const other = board(page).locator(".hit.open").last();
  await other.click();
  await board(page).locator(".hit.open").last().click();
  await page.getByRole("button", { name: "Share" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record of the game" }).click()]);
  const ours = join(folder, "ours.jsonl");
  await writeFile(ours, await readFile(await download.path()));
  const record = JSON.parse(await readFile(ours, "utf8"));
  assert.deepEqual(record.moves, all[1].moves);
  assert.equal(record.result, all[1].result);
  execFileSync(program, ["replay", join(root, "games/race/breakthrough.game"), ours], { stdio: "pipe" });
  await close(page);
});

test("rows of figures are no games, and that is said", async () => {
  const page = await opened("race/breakthrough");
  const dialog = await importing(page, `{"game":"Breakthrough","plies":8,"opening":"c3-b2"}\n{"game":"Breakthrough","plies":8,"opening":"c3-b2"}`);
  await dialog.getByRole("alert").filter({ hasText: "playouts --record" }).waitFor();
  await close(page);
});

test("the board is turned for the one person among agents, and by hand", async () => {
  const page = await opened("race/breakthrough", { options: { size: "5" } });
  const top = () => board(page).getByLabel(/^a5\b/).evaluate((cell) => cell.getBoundingClientRect().top);
  const upright = await top();
  // Black begins above: whoever plays Black sees the board from there.
  await page.getByLabel("Seat 2 is played by").selectOption("mcts:100");
  await page.waitForFunction((upright) => document.querySelector(".board-area rulebook-board").shadowRoot.querySelector('[aria-label^="a5"]').getBoundingClientRect().top > upright + 50, upright);
  await page.getByRole("button", { name: "Turn the board" }).click();
  await page.waitForFunction((upright) => Math.abs(document.querySelector(".board-area rulebook-board").shadowRoot.querySelector('[aria-label^="a5"]').getBoundingClientRect().top - upright) < 2, upright);
  await page.getByRole("button", { name: "Turn the board" }).click();
  await page.getByLabel("Seat 2 is played by").selectOption("person");
  await page.waitForFunction((upright) => Math.abs(document.querySelector(".board-area rulebook-board").shadowRoot.querySelector('[aria-label^="a5"]').getBoundingClientRect().top - upright) < 2, upright);
  await close(page);
});

test("the board is enlarged and played on; moves are heard when one wants to", async () => {
  const page = await opened("race/breakthrough");
  await page.evaluate(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
  });
  await play(page, ["a7", "a6"]);
  assert.equal(await page.evaluate(() => window.tones), 0, "silent by default");
  const width = () => board(page).evaluate((element) => element.shadowRoot.querySelector("svg.board").getBoundingClientRect().width);
  const before = await width();
  await page.locator("h1").click();
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  await page.waitForFunction((before) => document.querySelector(".board-area rulebook-board").shadowRoot.querySelector("svg.board").getBoundingClientRect().width > 1.8 * before, before);
  await page.locator("summary[aria-label=View]").click();
  await page.getByLabel("Sound").check();
  await page.locator("summary[aria-label=View]").click();
  const heard = await page.evaluate(() => window.tones);
  assert.ok(heard > 0);
  await play(page, ["h2", "h3"]);
  assert.ok((await page.evaluate(() => window.tones)) > heard);
  for (let i = 0; i < 4; i++) await page.keyboard.press("-");
  await page.waitForFunction((before) => Math.abs(document.querySelector(".board-area rulebook-board").shadowRoot.querySelector("svg.board").getBoundingClientRect().width - before) < 2, before);
  await close(page);
});

for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
  test(`what belongs to playing bars nobody: ${width} px, ${colorScheme}`, async () => {
    const found = [];
    const look = async (what, show) => {
      const page = await opened("race/breakthrough", tree, { viewport: { width, height: 800 }, colorScheme });
      await page.addScriptTag({ path: axe });
      await show(page);
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      found.push(...violations.map(({ id, nodes }) => `${what} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`));
      await close(page);
    };
    await look("variations with a comment", async (page) => {
      await move(page, "c7-c6").click();
      await page.getByRole("button", { name: "Comment", exact: true }).click();
    });
    await look("moves that are offered", async (page) => {
      await page.getByRole("combobox", { name: "Move" }).pressSequentially("c7");
      await page.keyboard.press("ArrowDown");
    });
    await look("a move that is not legal", async (page) => {
      await page.getByRole("combobox", { name: "Move" }).fill("c7-c4");
      await page.keyboard.press("Enter");
      await page.locator(".why .reason, .why .error-text").first().waitFor();
    });
    await look("view", (page) => page.locator("summary[aria-label=View]").click());
    await look("an enlarged board", async (page) => {
      await page.locator("h1").click();
      await page.keyboard.press("+");
    });
    await look("import", async (page) => {
      await importing(page, "a9");
      await page.locator("dialog").getByRole("alert").waitFor();
    });
    await look("several games", async (page) => void await importing(page, `{"game":"x","moves":[]}\n{"game":"x","moves":["a7-a6"]}`));
    await look("a line that is looked at", lookAtTest);
    assert.deepEqual(found, []);
  });
}
