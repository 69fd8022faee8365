// The help and the first steps, as a person uses them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { help } from "../help.mjs";
import { bundled } from "./bundled.mjs";
import { launch, openGame, openPage, root, servePage, settled } from "./harness.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { Book } = await bundled("page/help/book.ts");
const { changeable } = await bundled("page/first/steps.ts");
const { encode } = await bundled("page/share.ts");
const content = await help(join(root, "docs"));
const pages = content.groups.flatMap(({ chapters }) => chapters.flatMap(({ pages }) => pages));

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

async function opened(hash = "", options) {
  const page = await openPage(browser, served.url + hash, options);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const panel = (page) => page.getByRole("complementary", { name: "Help" });
const titled = (page, title) => panel(page).getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
const sheet = (page) => page.evaluate(() => document.querySelector(".cm-content").cmView?.view?.state.doc.toString() ?? document.querySelector(".cm-content").innerText);
const first = (page) => page.getByRole("region", { name: "First steps" });
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

// ---- What it is made of

test("every link of every page leads to a page, and every heading of it", () => {
  const book = new Book(content);
  const lost = [];
  for (const { address, body } of pages) {
    for (const [, link] of body.filter((part) => typeof part === "string").join("").matchAll(/href="#\/help\/([^"]*)"/g)) {
      const place = book.find(decodeURIComponent(link));
      if (!place || (place.section && !place.page.body.join("").includes(`id="help-${place.section}"`))) lost.push(`${address}: ${link}`);
    }
  }
  assert.deepEqual(lost, []);
  assert.ok(pages.length > 300);
});

test("every finding has its page, and every sheet of the documents can be tried", async () => {
  const book = new Book(content);
  for (const name of await readdir(join(root, "docs/findings"), { recursive: true })) {
    if (name.endsWith(".md")) assert.equal(book.find(`findings/${name.slice(0, -3)}`)?.section, null, name);
  }
  for (const name of ["tutorial", "tutorial-2", "tutorial-3", "language", "words/moves", "findings/end/late"]) {
    const text = await readFile(join(root, "docs", `${name}.md`), "utf8");
    const sheets = [...text.matchAll(/^```game.*\n([\s\S]*?)\n```$/gm)].map(([, sheet]) => sheet);
    const shown = new Set(pages.flatMap(({ body }) => body.filter((part) => part.sheet).map(({ sheet }) => sheet)));
    assert.ok(sheets.length);
    for (const sheet of sheets) assert.ok(shown.has(sheet), `${name}: ${sheet.slice(0, 80)}`);
  }
});

test("what is searched for is found, its own entry first", () => {
  const book = new Book(content);
  const best = (wanted) => book.search(wanted)[0]?.address;
  for (const [wanted, address] of [
    ["pick", "words/pick"], ["in a row", "words/line"], ["like-coloured", "words/group"], ["Last Mover", "words/last-mover"], ["end/late", "findings/end/late"],
    ["late", "findings/end/late"], ["a capture", "tutorial-2"], ["killer moves", "measure/killer-moves"], ["repetit", "words/repetition"], ["..=", "words/..="],
  ]) assert.equal(best(wanted), address, wanted);
  assert.ok(book.search("captures are compulsory")[0].snippet.includes("compulsory"));
  assert.deepEqual(book.search("xyzzy"), []);
  assert.deepEqual(book.search("  "), []);
});

test("the entry of a word depends on its neighbours", () => {
  const book = new Book(content);
  const at = (line, word) => book.entryAt(`game "A" {\n  ${line}\n}\n`, 13 + line.indexOf(word) + 1)?.address;
  assert.equal(at("line three = 3 like-coloured signs in a row", "in a"), "words/line");
  assert.equal(at("line three = 3 like-coloured signs in a row", "line"), "words/line");
  assert.equal(at("line three = 3 like-coloured signs in a row", "coloured"), "words/group");
  assert.equal(at("move place { pick c in empty put my sign on c }", "on c"), "words/put");
  assert.equal(at("move place { pick c in empty put my sign on c }", "in empty"), "words/pick");
  assert.equal(at("where c not in corners", "in corners"), "words/in");
  assert.equal(at("end when some three { last mover wins }", "mover"), "words/last-mover");
  assert.equal(at("option size: 3..=9 = 5", "..="), "words/..=");
  assert.equal(at("line three = 3 like-coloured signs in a row", "three"), undefined);
  assert.equal(book.entryAt("", 0), null);
});

test("a number that is easily changed is found in a sheet", () => {
  const found = (text) => {
    const number = changeable(text);
    return number && [text.slice(number.start, number.end), number.value, number.instead];
  };
  assert.deepEqual(found("  line four = 4 like-coloured discs in a row\n  option size: 3..=9 = 5"), ["4", "4", "3"]);
  assert.deepEqual(found("option size: 3..=9 = 5\nboard square(size)"), ["5", "5", "7"]);
  assert.deepEqual(found("option size: 3..=9 = 9"), ["9", "9", "8"]);
  assert.deepEqual(found("board hexagon(5)"), ["5", "5", "6"]);
  assert.equal(found("board hexagon(size)"), null);
});

// ---- The first visit

test("a first visit: a move, a number, numbers that move; put away for good", async () => {
  const page = await opened();
  await first(page).getByText("Click the board where you want to play").waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.equal(await page.locator("h1").innerText(), "Connect Four");
  await page.locator(".board-area rulebook-board").getByLabel(/^d1\b/).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 2);
  await first(page).getByText("write 3").waitFor();
  // The number is lit, and selected by a click: who types replaces it.
  assert.equal(await page.locator(".cm-content .lit").innerText(), "4");
  await first(page).getByRole("button", { name: "Show me" }).click();
  await page.waitForFunction(() => getSelection().toString() === "4");
  await page.keyboard.type("3");
  await first(page).getByText("Watch the numbers, done").waitFor({ timeout: 30_000 });
  assert.match(await first(page).innerText(), /Games last 11 moves instead of 2\d; who begins wins 6\d %, not 5\d %\./);
  // The line of play is still there.
  assert.equal(await page.locator(".move-list .move:not(.start)").count(), 2);
  await first(page).getByRole("button", { name: "Put the first steps away" }).click();
  assert.equal(await first(page).count(), 0);
  const again = await page.context().newPage();
  await again.goto(served.url);
  await again.getByRole("dialog", { name: "Games" }).waitFor();
  assert.equal(await first(again).count(), 0);
  // And under Help again.
  await again.keyboard.press("Escape");
  await again.getByRole("button", { name: "Help" }).click();
  await panel(again).getByRole("button", { name: "First steps" }).click();
  await first(again).getByText("Click the board").waitFor();
  await close(page);
});

test("the first steps can be done for one, and lead on", async () => {
  const page = await opened();
  await page.locator(".board-area rulebook-board").getByLabel(/^a1\b/).click();
  await first(page).getByRole("button", { name: "Do it for me" }).click();
  assert.match(await sheet(page), /line four = 3 like/);
  await first(page).getByRole("button", { name: "Write one of your own" }).click({ timeout: 30_000 });
  await titled(page, "A board and one move");
  assert.equal(await first(page).count(), 0);
  await close(page);
});

test("who writes elsewhere while a number is to be changed stays there", async () => {
  const page = await opened();
  await page.locator(".board-area rulebook-board").getByLabel(/^d1\b/).click();
  await first(page).getByText("write 3").waitFor();
  await openGame(page, "Chess");
  await first(page).getByText(/write/).waitFor();
  await page.waitForSelector(".cm-content .lit");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  for (const key of ["?", "a", "b"]) {
    await page.keyboard.type(key);
    await page.waitForTimeout(100);
    const seen = await page.evaluate(() => {
      const caret = document.querySelector(".cm-cursor-primary, .cm-activeLine").getBoundingClientRect();
      const { top, bottom } = document.querySelector(".cm-scroller").getBoundingClientRect();
      return caret.bottom > top && caret.top < bottom;
    });
    assert.ok(seen, `the caret after ${key}`);
  }
  await close(page);
});

test("who opens a link or a page of the help, or comes back, sees no first steps", async () => {
  const text = await readFile(join(root, "games/connection/hex.game"), "utf8");
  const work = { text, origin: { type: "new" }, variant: null, options: {}, start: null, moves: ["a1"], ply: 1, seats: [] };
  for (const hash of [await encode(work, []), "#/help/words/pick"]) {
    const page = await opened(hash);
    await page.waitForTimeout(300);
    assert.equal(await first(page).count(), 0, hash.slice(0, 8));
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await close(page);
  }
});

// ---- The help

test("F1 leads from a word of the sheet to its entry, and Escape back into the sheet", async () => {
  const page = await opened(await encode({ text: 'game "Three" {\n  players Cross, Nought\n  board square(3)\n  piece sign\n  line three = 3 like-coloured signs in a row\n  move place { pick c in empty put my sign on c }\n  turn place\n  end when some three { last mover wins }\n  end when no empty { draw }\n}\n', origin: { type: "new" }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [] }, []));
  const before = page.url();
  const word = (text) => page.locator(".cm-content span", { hasText: new RegExp(`^${text}$`) }).first();
  await word("pick").click();
  await page.keyboard.press("F1");
  await titled(page, "pick, pick in");
  assert.match(page.url(), /#\/help\/words\/pick$/);
  assert.match(await page.title(), /^pick, pick in · Help · Three · Rulebook$/);
  assert.equal(await focused(page), "pick, pick in");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cm-content")));
  await page.waitForFunction((url) => location.href === url, before);
  assert.match(await page.title(), /^Three · Rulebook$/);
  // A name of the sheet: what declares it.
  await word("three").click();
  await page.keyboard.press("F1");
  await titled(page, "line, in a row, exactly");
  // The link that the page began with was not opened again.
  assert.match(await sheet(page), /game "Three"/);
  await page.locator("h1").click();
  await page.keyboard.press("F1");
  await panel(page).waitFor({ state: "detached" });
  await page.locator("h1").click();
  await page.keyboard.press("F1");
  await titled(page, "Help");
  await close(page);
});

test("the help is searched by keys, links lead on within it, and the browser goes back", async () => {
  const page = await opened("#/help");
  await titled(page, "Help");
  const field = panel(page).getByRole("searchbox", { name: "Search the help" });
  await field.waitFor();
  assert.ok(await field.evaluate((node) => node === document.activeElement));
  await page.keyboard.type("last mover");
  await panel(page).locator(".help-hit").first().waitFor();
  assert.match(await panel(page).getByRole("status").innerText(), /places/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await titled(page, "last mover, last to, last");
  await page.goBack();
  await panel(page).locator(".help-hit").first().waitFor();
  assert.equal(await field.inputValue(), "last mover");
  await field.fill("xyzzy");
  await panel(page).getByText("Nothing is said of “xyzzy”").waitFor();
  await field.fill("");
  await panel(page).getByRole("button", { name: "Contents" }).click();
  await titled(page, "Help");
  await panel(page).getByRole("link", { name: "Overview" }).click();
  await panel(page).getByRole("link", { name: "Look", exact: true }).click();
  await titled(page, "Look");
  assert.match(page.url(), /#\/help\/language\/look$/);
  await panel(page).getByRole("button", { name: "Close the help" }).click();
  await panel(page).waitFor({ state: "detached" });
  assert.doesNotMatch(page.url(), /help/);
  await page.goto(`${served.url}#/help/nowhere/at/all`);
  await panel(page).getByText("There is no page “nowhere/at/all”").waitFor();
  await close(page);
});

test("the code of a finding opens its page, and its example can be tried without losing the sheet", async () => {
  const page = await opened("#/help/tutorial");
  await openGame(page, "Hex").catch(() => {});
  await page.locator(".cm-content").getByText("board rhombus").click();
  await page.keyboard.press("End");
  await page.keyboard.insertText(" x");
  await page.locator(".problem.error").first().waitFor();
  const mine = await sheet(page);
  const code = await page.locator(".problem.error .link").first().innerText();
  await page.locator(".problem.error .link").first().click();
  await titled(page, code);
  await page.goto(`${served.url}#/help/findings/end/late`);
  await titled(page, "end/late");
  await panel(page).getByRole("button", { name: "Try it" }).first().click();
  await page.locator(".problem", { hasText: "end/late" }).waitFor({ timeout: 30_000 });
  assert.match(await sheet(page), /some three of me \{ me wins \}/);
  await panel(page).getByText("in the editor ✓").waitFor();
  await panel(page).getByRole("button", { name: "Try it" }).first().click();
  await panel(page).getByRole("button", { name: "Back to the sheet before" }).click();
  assert.equal(await sheet(page), mine);
  await close(page);
});

test("a tutorial is followed beside its sheet; a step that was only looked at is no draft", async () => {
  const page = await opened("#/help/tutorial");
  await openGame(page, "Hex");
  await panel(page).getByRole("button", { name: "Put it into the editor" }).click();
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Outpost");
  await panel(page).getByRole("link", { name: "Step 2. An option and a condition" }).click();
  await titled(page, "An option and a condition");
  await panel(page).getByRole("button", { name: "Put it into the editor" }).first().click();
  assert.match(await sheet(page), /option size: 3\.\.=9 = 5/);
  await page.locator(".cm-content").getByText("piece stone").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" ");
  await page.waitForTimeout(400);
  await panel(page).getByRole("link", { name: "Step 3.", exact: false }).click();
  await panel(page).getByRole("button", { name: "Put it into the editor" }).first().click();
  await page.waitForTimeout(400);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  // The first step and the third were left as they were given; the second was changed.
  assert.deepEqual(await page.locator(".drafts li").evaluateAll((all) => all.map((item) => item.firstChild.textContent)), ["Outpost"]);
  await close(page);
});

test("a reload stays at the page of the help, with the work as it was", async () => {
  const page = await opened("#/help/words/pick");
  await openGame(page, "Hex");
  await page.locator(".board-area rulebook-board").getByLabel(/^b2\b/).click();
  await settled(page);
  await page.waitForTimeout(400);
  await page.reload();
  await titled(page, "pick, pick in");
  await settled(page);
  assert.equal(await page.locator("h1").innerText(), "Hex");
  assert.equal(await page.locator(".move-list .move:not(.start)").count(), 1);
  await close(page);
});

test("on a phone the help covers the page, an example makes room, and the way back leads to it", async () => {
  const page = await opened("", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await first(page).getByRole("button", { name: "Put the first steps away" }).click();
  await page.getByRole("button", { name: "Help" }).click();
  await titled(page, "Help");
  assert.equal(await page.locator(".games").isVisible(), false);
  await panel(page).getByRole("link", { name: "Tutorial 1" }).click();
  await panel(page).getByRole("button", { name: "Put it into the editor" }).click();
  await panel(page).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Outpost");
  await page.locator(".notice").getByRole("button", { name: "Back to it" }).waitFor();
  await page.goBack();
  await titled(page, "A board and one move");
  await panel(page).getByRole("button", { name: "Close the help" }).click();
  await page.waitForFunction(() => !location.hash.includes("help"));
  assert.equal(await page.locator("h1").innerText(), "Outpost");
  await close(page);
});

test("the help is there without a network after the first visit", async () => {
  const other = await servePage();
  const page = await openPage(browser, other.url);
  await settled(page);
  await page.waitForFunction(async () => {
    for (const name of await caches.keys()) if (await (await caches.open(name)).match("help.json")) return true;
    return false;
  });
  await other.stop();
  await page.reload();
  await settled(page);
  await page.keyboard.press("F1");
  await titled(page, "Help");
  await close(page);
  await other.clean();
});

test("a help that cannot be fetched says so, and is asked again", async () => {
  const page = await openPage(browser, served.url, { serviceWorkers: "block" });
  await settled(page);
  await page.route("**/help.json", (route) => route.abort());
  await page.getByRole("button", { name: "Help" }).click();
  await panel(page).getByText("The help could not be fetched").waitFor();
  await page.unroute("**/help.json");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await titled(page, "Help");
  await close(page);
});

for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
  test(`nothing in the help bars anybody: ${width} px, ${colorScheme}`, async () => {
    const found = [];
    for (const hash of ["", "#/help", "#/help/words/cell", "#/help/tutorial", "#/help/measure", "#/help/findings/end/late", "#/help/search/capture", "#/help/nothing"]) {
      const page = await opened(hash, { viewport: { width, height: 800 }, colorScheme });
      if (hash) await panel(page).locator(".help-page:not(.quiet)").waitFor();
      await page.waitForTimeout(200);
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      found.push(...violations.map(({ id, nodes }) => `${hash} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`));
      await close(page);
    }
    assert.deepEqual(found, []);
  });
}
