// A smoke run in a second engine: what the other tests drive in Chromium is there in Firefox, too.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { KEYS, firefox } from "./bidi.mjs";
import { servePage } from "./harness.mjs";

let served, browser, page;
before(async () => {
  served = await servePage();
  browser = await firefox(process.env.FIREFOX ?? "/usr/bin/firefox-esr");
  ({ page } = browser);
});
after(async () => {
  await browser?.stop();
  await served?.stop();
  await served?.clean();
});

const settled = () => page.until("the position", () => document.querySelector(".prompt") && !document.querySelector(".prompt.waiting"));
const moves = () => page.evaluate(() => [...document.querySelectorAll(".move-list .move:not(.start)")].map((move) => move.lastChild.textContent));
const sheet = () => page.evaluate(() => document.querySelector(".cm-content").innerText);
const title = () => page.evaluate(() => document.querySelector("h1").textContent);

test("the page is loaded, a game is played, the sheet is edited, a link opened, the help asked", async () => {
  await page.goto(served.url);
  await page.until("the first steps", () => document.querySelector(".first"));
  await settled();
  await page.click("button:Put the first steps away");

  // A game from the gallery, by clicks.
  await page.click("button:Games");
  await page.click("tile:Breakthrough");
  await page.until("Breakthrough", () => document.querySelector("h1").textContent === "Breakthrough");
  await settled();
  for (const [from, to] of [["a7", "a6"], ["b2", "b3"]]) {
    await page.click(`cell:${from}`);
    await page.click(`cell:${to}`);
    await settled();
  }
  await page.until("two moves", () => document.querySelectorAll(".move-list .move:not(.start)").length === 2);
  assert.deepEqual(await moves(), ["a7-a6", "b2-b3"]);
  await page.until("the numbers", () => /\d random games/.test(document.querySelector(".numbers").innerText));

  // The sheet: an error is told, and taken back the game goes on.
  await page.click("word:board");
  await page.type(KEYS.End);
  await page.type(" x");
  await page.until("an error", () => document.querySelector(".problem.error"));
  await page.type(KEYS.Backspace + KEYS.Backspace);
  await page.until("no error", () => !document.querySelector(".problem.error"));
  await page.type("  // edited");
  await page.until("the edit", () => document.querySelector(".cm-content").innerText.includes("// edited"));
  await settled();
  assert.deepEqual(await moves(), ["a7-a6", "b2-b3"]);

  // Shared, and opened as somebody else would.
  await page.click("button:Share");
  const link = await page.until("a link", () => document.querySelector(".link-field")?.value);
  assert.match(link, /#1\./);
  await page.type(KEYS.Escape);
  await page.goto("about:blank");
  await page.evaluate(() => 0);
  await page.goto(link);
  await page.until("the shared game", () => document.querySelectorAll(".move-list .move:not(.start)").length === 2);
  await settled();
  assert.equal(await title(), "Breakthrough");
  assert.match(await sheet(), /\/\/ edited/);
  assert.deepEqual(await moves(), ["a7-a6", "b2-b3"]);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".first, dialog[open]").length), 0);

  // An agent answers.
  await page.evaluate(() => {
    const select = document.querySelectorAll(".seat select")[1];
    select.value = "random";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.until("the board turned for the one person", () => {
    const cell = (name) => document.querySelector(".board-area rulebook-board").shadowRoot.querySelector(`[data-cell][aria-label^="${name}"]`).getBoundingClientRect().y;
    return cell("a8") > cell("a1");
  });
  await page.click("cell:c7");
  await page.click("cell:c6");
  await page.until("an answer", () => document.querySelectorAll(".move-list .move:not(.start)").length === 4);

  // The help, by its key and by a word.
  await page.evaluate(() => { document.querySelector(".cm-scroller").scrollTop = 480; });
  await page.click("word:pick");
  await page.type(KEYS.F1);
  await page.until("the entry", () => document.querySelector(".help-title")?.textContent === "pick, pick in");
  await page.type(KEYS.Escape);
  await page.until("the sheet", () => !document.querySelector(".help") && document.activeElement.classList.contains("cm-content"));

  assert.deepEqual(page.errors, []);
});
