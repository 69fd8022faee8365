// What stood in the way, each as whoever it stood in the way of comes to it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, moves, openGame, openPage, root, servePage, settled } from "./harness.mjs";

const { encode } = await bundled("page/share.ts");
const { helpHere } = await bundled("page/advice.ts");
const { nearest, distance } = await bundled("page/near.ts");
const { traysOf } = await bundled("board/trays.ts");

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

async function opened(path, change = {}, options = {}) {
  const name = path.split("/").pop();
  const text = await readFile(join(root, "games", `${path}.game`), "utf8");
  const work = { text, origin: { type: "shipped", name }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change };
  const page = await openPage(browser, served.url + (await encode(work, [{ name, title: name, family: null, doc: "", players: 2, text }])), options);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const board = (page) => page.locator(".board-area rulebook-board");
const inside = (page) => page.evaluate(() => {
  const active = document.activeElement;
  return active?.tagName === "RULEBOOK-BOARD" ? active.shadowRoot.activeElement?.getAttribute("aria-label") ?? "" : active?.tagName;
});

test("after a game is chosen the keyboard is on its board", async () => {
  const page = await openPage(browser, served.url);
  await openGame(page, "Hex");
  await page.waitForFunction(() => document.activeElement?.tagName === "RULEBOOK-BOARD");
  assert.match(await inside(page), /^[a-z]\d+\b/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 1);
  await close(page);
});

test("the gallery says its order, and what is near what it does not have", async () => {
  const page = await openPage(browser, served.url);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Games" });
  await dialog.locator(".order", { hasText: /\d+ games, by family and title/ }).waitFor();
  await dialog.getByRole("searchbox").fill("breaktrough");
  await dialog.getByRole("status").filter({ hasText: "No game is called or told of as “breaktrough”" }).waitFor();
  await dialog.getByRole("button", { name: "Breakthrough", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Breakthrough");
  await close(page);
});

test("popovers close by a click elsewhere, by Escape and by another one", async () => {
  const page = await opened("race/breakthrough");
  const open = () => page.locator("details.popover[open]").count();
  const settings = page.locator(".sheet-bar .popover summary").last();
  const options = page.locator(".options .popover summary");
  await settings.click();
  assert.equal(await open(), 1);
  await page.locator("h1").click();
  assert.equal(await open(), 0);
  await settings.click();
  await page.keyboard.press("Escape");
  assert.equal(await open(), 0);
  await settings.click();
  await options.click();
  assert.equal(await open(), 1);
  assert.equal(await page.locator(".options .popover[open]").count(), 1);
  // What is done in it leaves it open.
  await page.locator(".options .popover-body input[type=range]").first().fill("5");
  assert.equal(await open(), 1);
  await close(page);
});

test("long lines of the sheet go on below themselves", async () => {
  const page = await opened("race/breakthrough", {}, { viewport: { width: 335, height: 800 } });
  await page.getByRole("tab", { name: "Sheet", exact: true }).click();
  await page.locator(".cm-line").first().waitFor();
  const { wide, tall, inward } = await page.evaluate(() => {
    const scroller = document.querySelector(".cm-scroller");
    const lines = [...document.querySelectorAll(".cm-line")];
    const long = lines.find((line) => line.textContent.length > 60);
    const rects = [...(() => { const range = document.createRange(); range.selectNodeContents(long); return range.getClientRects(); })()].filter(({ width }) => width > 1);
    const first = Math.min(...rects.map(({ top }) => top));
    const left = (lower) => Math.min(...rects.filter(({ top }) => (lower ? top > first + 5 : top < first + 5)).map(({ left }) => left));
    return { wide: scroller.scrollWidth - scroller.clientWidth, tall: long.getBoundingClientRect().height, inward: left(true) - left(false) };
  });
  assert.ok(wide <= 1 && tall > 30, JSON.stringify({ wide, tall }));
  assert.ok(inward > 5, `what goes on begins further in: ${inward}`);
  await close(page);
});

test("a link that no page would open is not offered", async () => {
  let seed = 1;
  const noise = Array.from({ length: 700_000 }, () => String.fromCharCode(33 + ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 12) % 90)).join("").replace(/(.{80})/g, "// $1\n");
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  await page.evaluate((noise) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([noise], "noise.game"));
    document.querySelector(".studio").dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: transfer }));
  }, noise);
  await page.locator(".sheet-bar h2", { hasText: "noise.game" }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("alert").filter({ hasText: "too long for a link" }).waitFor({ timeout: 60_000 });
  assert.equal(await page.getByRole("button", { name: "Copy link" }).count(), 0);
  await close(page);
});

test("pieces that can be picked have rings however many they are", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  assert.equal(await board(page).locator(".target.around").count(), 4);
  // Clobber: most pieces can be picked.
  const clobber = await opened("blocking/clobber");
  const { rings, open } = await board(clobber).evaluate((board) => ({ rings: board.shadowRoot.querySelectorAll(".target.around").length, open: board.shadowRoot.querySelectorAll(".hit.open").length }));
  assert.ok(open > 10 && rings === open, JSON.stringify({ rings, open }));
  await close(page);
  await close(clobber);
});

test("a hand is pieces with their numbers, from which one picks; a cell that is clicked first asks for the kind", async () => {
  const page = await opened("lines/gobblet");
  const trays = board(page).locator(".tray");
  assert.deepEqual(await trays.first().locator(".held b").allInnerTexts(), ["3", "3", "3", "3"]);
  assert.equal(await trays.first().locator(".held svg").count(), 4);
  assert.doesNotMatch(await trays.first().innerText(), /hand[\s\S]*\nhand \d/);
  // One kind is all that there is to begin with: it is not asked for.
  assert.equal(await board(page).locator(".asked:not([hidden]) button").count(), 0);
  await board(page).getByLabel(/^b2\b/).click();
  await settled(page);
  assert.equal((await moves(page)).length, 1);
  await board(page).getByLabel(/^a1\b/).click();
  await settled(page);
  // Now there are two: by the hand and then the cell,
  const held = board(page).locator(".tray button");
  assert.ok(await held.count() >= 2);
  await held.first().click();
  await board(page).getByLabel(/^c3\b/).click();
  await settled(page);
  assert.equal((await moves(page)).length, 3);
  // or by the cell and then the kind, which is drawn.
  await board(page).getByLabel(/^d4\b/).click();
  const asked = board(page).locator(".asked:not([hidden]) button");
  assert.ok(await asked.count() >= 2);
  assert.equal(await asked.locator("svg").count(), await asked.count());
  await asked.first().click();
  await settled(page);
  assert.equal((await moves(page)).length, 4);
  await close(page);
});

test("what rules keep beside the position is not shown, and a clock of the game is", async () => {
  const page = await opened("royal/shogi");
  const text = await board(page).locator(".trays").innerText();
  assert.doesNotMatch(text, /checks/);
  assert.match(await board(page).locator(".tray").first().innerText(), /^Black\s+hand\s+0$/);
  const chess = await opened("royal/chess/chess");
  assert.match(await board(chess).locator(".trays").innerText(), /quiet\s*0/);
  await close(page);
  await close(chess);
  const game = { players: ["White", "Black"], look: {}, kinds: [{ name: "man" }], counters: [{ name: "seen", per: "player", high: 9, aside: true }, { name: "flag", per: "game", high: 1 }, { name: "pool", per: "kind", high: 5 }] };
  const counters = [{ name: "seen", player: 0, value: 2 }, { name: "flag", player: null, value: 1 }, { name: "pool", player: null, kind: "man", value: 4 }];
  assert.deepEqual(traysOf(game, { counters }), [{ player: null, counters: [{ name: "pool", kind: 0, value: 4, high: 5 }] }]);
});

test("the board keeps its size while a game is played, hinted at and ended", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  const size = () => board(page).evaluate((board) => { const { width, height, top } = board.shadowRoot.querySelector("svg.board").getBoundingClientRect(); return [width, height, top].map(Math.round).join(); });
  const sizes = new Set([await size()]);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".under .notes", { hasText: "Hint:" }).waitFor({ timeout: 60_000 });
  sizes.add(await size());
  for (let ply = 0; ply < 40 && /to step/.test(await page.locator(".prompt").innerText()); ply++) {
    for (let pick = 0; pick < 2; pick++) await board(page).locator(".hit.open").last().click({ force: true, timeout: 5000 }).catch(() => {});
    await settled(page);
    sizes.add(await size());
  }
  await page.getByRole("button", { name: "Undo" }).click();
  sizes.add(await size());
  assert.deepEqual([...sizes].length, 1, [...sizes].join(" | "));
  await close(page);
});

test("engines that nobody asks are ended, and are there again when somebody does", async () => {
  const started = [];
  globalThis.Worker = class {
    ended = false;
    constructor() { started.push(this); }
    terminate() { this.ended = true; }
    postMessage({ id }) { if (id) setTimeout(() => this.onmessage({ data: { id, reply: JSON.stringify({ answer: id }) } })); }
  };
  globalThis.fetch = async () => ({ ok: true, headers: new Map(), arrayBuffer: async () => new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]).buffer });
  const { LocalEngine } = await bundled("engine/local.ts");
  const engine = new LocalEngine("engine.wasm", "worker.js", 60);
  await engine.ask("playouts", {});
  await engine.ask("load", {});
  assert.deepEqual(started.map(({ ended }) => ended), [false, false]);
  await sleep(150);
  assert.deepEqual(started.map(({ ended }) => ended), [true, false], "quick questions have theirs at hand");
  await engine.ask("playouts", {});
  assert.equal(started.length, 3);
  await sleep(150);
});

test("the page advises nothing that is written on a command line", () => {
  assert.equal(helpHere("leave `--set pie=off` out"), "put the option `pie` back");
  assert.equal(helpHere("write a bound that no position meets; seen --set size=3 --after \"a1\""), "write a bound that no position meets");
  assert.equal(helpHere("check with `--effort thorough`, or one by one with `--variant` and `--set`"), "");
  assert.equal(helpHere("write `x - -1`; seen at the start"), "write `x - -1`; seen at the start");
});

test("near words are found", () => {
  assert.deepEqual([distance("hex", "hex"), distance("gomuko", "gomoku"), distance("ab", "ba"), distance("", "abc")], [0, 2, 1, 3]);
  const games = ["Hex", "Gomoku", "Nine Men's Morris"].map((title) => ({ title }));
  assert.deepEqual(nearest("moris", games).map(({ title }) => title), ["Nine Men's Morris"]);
  assert.deepEqual(nearest("zzzzzzz", games), []);
});
