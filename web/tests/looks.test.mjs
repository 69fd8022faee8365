// What a designer looks at: nothing jumps, hands fit a line of a phone, what chance may decide is one list.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, openGame, openPage, prompt, root, servePage, settled } from "./harness.mjs";

const { encode } = await bundled("page/share.ts");

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

async function linkTo(path, change) {
  const name = path.split("/").pop();
  const text = await readFile(join(root, "games", `${path}.game`), "utf8");
  const work = { text, origin: { type: "shipped", name }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change };
  return served.url + (await encode(work, [{ name, title: name, family: null, doc: "", players: 2, text }]));
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

test("what chance may decide is one list, and the page below the board stays where it is", async () => {
  const line = ["3-2", "a1-d1/3", "a1-c1/2"];
  const page = await openPage(browser, await linkTo("race/backgammon", { moves: line, ply: 0 }), { viewport: { width: 390, height: 844 } });
  await settled(page);
  const top = () => page.locator(".controls").evaluate((controls) => controls.getBoundingClientRect().top + scrollY);
  assert.equal(await prompt(page), "Chance decides");
  assert.equal(await page.locator(".actions button").count(), 0);
  const lots = page.getByRole("combobox", { name: "What chance decides" });
  assert.equal(await lots.locator("option:not([disabled])").count(), 21);
  const there = await top();
  await lots.selectOption({ label: "6-4" });
  await settled(page);
  assert.match(await prompt(page), /^White\s+to run/);
  assert.equal(await page.locator(".move[aria-current]").evaluate((move) => move.lastChild.textContent), "6-4");
  assert.equal(await top(), there);
  await close(page);
});

test("a hand shows the kinds that are in it, a line for each player of a phone", async () => {
  const page = await openPage(browser, await linkTo("royal/shogi", {}), { viewport: { width: 390, height: 844 } });
  await settled(page);
  const trays = page.locator(".board-area rulebook-board .tray");
  assert.deepEqual(await trays.allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, " ").trim())), ["Black hand 0", "White hand 0"]);
  for (const height of await trays.evaluateAll((all) => all.map((tray) => tray.offsetHeight))) assert.ok(height <= 40, `${height}`);
  await close(page);
});

test("the gallery stays where it is while one searches", async () => {
  const page = await openPage(browser, served.url);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.locator(".tile").first().waitFor();
  const search = page.getByRole("searchbox", { name: "Search games" });
  const before = await search.boundingBox();
  await search.fill("amazns");
  await page.getByText("Near it:").waitFor();
  assert.deepEqual(await search.boundingBox(), before);
  await close(page);
});

test("the title of a game is read on a phone, and its options are behind a button", async () => {
  const page = await openPage(browser, served.url, { viewport: { width: 390, height: 844 } });
  await openGame(page, "Breakthrough");
  assert.ok(await page.locator(".head h1").evaluate((title) => title.scrollWidth <= title.clientWidth), "the title is cut");
  await page.locator(".options summary", { hasText: "Options" }).click();
  await page.locator(".popover[open]").getByRole("slider", { name: "size" }).waitFor();
  await close(page);
});
