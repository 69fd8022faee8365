// What *Share* gives for other pages, put into one of another origin: a game that is played there, and a position that is only seen.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, openPage, root, servePage, settled } from "./harness.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { encode } = await bundled("page/share.ts");

let served, browser, elsewhere, hosting;
before(async () => {
  served = await servePage();
  browser = await launch();
  // Another page: it says nothing but what was copied. `localhost` and 127.0.0.1 are different sites.
  hosting = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    const script = name === "/board.js" ? await readFile(join(served.folder, "board.js")) : null;
    response.setHeader("content-type", script ? "text/javascript" : "text/html");
    response.end(script ?? "<!doctype html><html lang=en><title>Another page</title><main><h1>Another page</h1></main>");
  });
  await new Promise((resolve) => hosting.listen(0, "127.0.0.1", resolve));
  elsewhere = `http://localhost:${hosting.address().port}/`;
});
after(async () => {
  await browser?.close();
  hosting?.close();
  hosting?.closeAllConnections();
  await served?.stop();
  await served?.clean();
});

async function linkTo(path, change = {}) {
  const text = await readFile(join(root, "games", `${path}.game`), "utf8");
  const name = path.split("/").pop();
  const work = { text, origin: { type: "shipped", name }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change };
  return encode(work, [{ name, title: name, family: null, doc: "", players: 2, text }]);
}

/** What *Embed* gives to copy. */
async function copied(hash, choose = async () => {}) {
  const page = await openPage(browser, served.url + hash, { permissions: ["clipboard-read", "clipboard-write"] });
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("Embed in another page").click();
  await choose(page);
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run(document.querySelector("dialog"), { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  await page.getByRole("button", { name: "Copy the text" }).click();
  await page.getByText("Text for the page copied").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(page.errors, []);
  await page.context().close();
  return text;
}

async function within(text, options) {
  const page = await openPage(browser, elsewhere, options);
  await page.setContent(`<!doctype html><html lang=en><title>Another page</title><main><h1>Another page</h1>${text}</main>`);
  return { page, frame: page.frameLocator("iframe") };
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const cell = (frame, name) => frame.locator("rulebook-board").getByLabel(new RegExp(`^${name}\\b`));
const turn = (frame, text) => frame.locator(".turn strong", { hasText: text });
const LINE = ["a7-a6", "a2-a3"];

test("the copied text shows the game in a page of another origin, where it is played", async () => {
  const text = await copied(await linkTo("race/breakthrough", { moves: LINE, ply: 2 }));
  assert.match(text, /^<iframe /);
  const { page, frame } = await within(text);
  await turn(frame, "Black to move").waitFor();
  await cell(frame, "b7").click();
  await cell(frame, "b6").click();
  await turn(frame, "White to move").waitFor();
  assert.match(await cell(frame, "b6").getAttribute("aria-label"), /Black/);
  // The line of play: buttons, the slider by keys, and back to what was embedded.
  await frame.getByRole("button", { name: "To the start" }).click();
  await frame.getByText("start of 3 moves").waitFor();
  await frame.getByRole("slider", { name: "Move" }).focus();
  await page.keyboard.press("ArrowRight");
  await frame.getByText("1 · a7-a6").waitFor();
  await turn(frame, "White to move").waitFor();
  await frame.getByRole("button", { name: "As it was at first" }).click();
  await frame.getByText("2 · a2-a3").waitFor();
  await turn(frame, "Black to move").waitFor();
  assert.equal(await frame.locator(".cm-editor, textarea").count(), 0);
  // The whole page has what is on the board here.
  const [opened] = await Promise.all([page.waitForEvent("popup"), frame.getByRole("link", { name: "Open in the studio" }).click()]);
  await settled(opened);
  assert.deepEqual(await opened.locator(".move-list .move:not(.start)").evaluateAll((all) => all.map((move) => move.lastChild.textContent)), LINE);
  await close(page);
});

test("a move is played by the keyboard alone, and by touch", async () => {
  const text = await copied(await linkTo("race/breakthrough", { options: { size: "4" } }));
  const { page, frame } = await within(text);
  await turn(frame, "Black to move").waitFor();
  await cell(frame, "a3").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await frame.getByText("1 · a3-b2").waitFor();
  await close(page);

  const touched = await within(text, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await turn(touched.frame, "Black to move").waitFor();
  await cell(touched.frame, "a3").tap();
  await cell(touched.frame, "b2").tap();
  await touched.frame.getByText("1 · a3-b2").waitFor();
  await close(touched.page);
});

test("it is as large as its container, by day and by night, and nothing in it is out of sight or unlabelled", async () => {
  const hash = await linkTo("lines/nine-mens-morris", { moves: ["a1"], ply: 1 });
  const text = await copied(hash);
  for (const [width, colorScheme] of [[240, "light"], [390, "dark"], [900, "light"]]) {
    const { page, frame } = await within(`<div style="width: ${width}px">${text}</div>`, { colorScheme });
    await frame.locator(".turn p").waitFor();
    const inner = await frame.locator("html").evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight]);
    assert.deepEqual(inner, [0, 0], `${width}`);
    const box = await page.locator("iframe").boundingBox();
    assert.ok(box.width <= width && box.width >= Math.min(width, 480) - 1, `${box.width}`);
    const board = await frame.locator("rulebook-board").boundingBox();
    assert.ok(board.height > 90 && board.width > 90, JSON.stringify(board));
    const inside = page.frames().find((one) => one.url().includes("embed.html"));
    await inside.addScriptTag({ path: axe });
    const { violations } = await inside.evaluate(() => window.axe.run(document, { rules: { region: { enabled: false } } }));
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    await close(page);
  }
  const dark = await copied(hash, (page) => page.getByRole("combobox", { name: "Colours" }).last().selectOption("dark"));
  const { page, frame } = await within(dark, { colorScheme: "light" });
  await frame.locator(".turn p").waitFor();
  const ground = await frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor.match(/\d+/g).map(Number));
  assert.ok(Math.max(...ground) < 80, `${ground}`);
  await close(page);
});

test("an opponent waits for the reader, and then answers", async () => {
  const text = await copied(await linkTo("race/breakthrough", { options: { size: "4" }, seats: ["person", "random"] }));
  const { page, frame } = await within(text);
  await turn(frame, "Black to move").waitFor();
  await cell(frame, "a3").click();
  await cell(frame, "b2").click();
  await frame.locator("output", { hasText: "2 · " }).waitFor();
  await turn(frame, "Black to move").waitFor();
  await close(page);
});

test("chance decides when the reader lets it, and then by itself", async () => {
  // The studio would have thrown the dice already.
  const { page, frame } = await within(`<iframe src="${served.url}embed.html${await linkTo("race/backgammon")}" title="Backgammon" width="480" height="480"></iframe>`);
  await frame.getByRole("button", { name: "Let chance decide" }).click();
  await frame.locator("output", { hasText: /^\d+ · / }).waitFor();
  await turn(frame, "to move").waitFor();
  assert.equal(await frame.getByRole("button", { name: "Let chance decide" }).count(), 0);
  await close(page);
});

test("the position alone is a picture by board.js, of a game with a hostile title too", async () => {
  const sheet = `game "A </script><img src=x onerror=top.hacked=1> & \\"" {\n`.replace('\\"', "'") + `  players A, B\n  board square(3)\n  piece stone\n  move place {\n    pick c in empty\n    put my stone on c\n  }\n  turn place\n  end when no empty { draw }\n}\n`;
  const hash = await encode({ text: sheet, origin: { type: "new" }, variant: null, options: {}, start: null, moves: ["b2"], ply: 1, seats: [] }, []);
  // `board.js` is asked for across origins only from servers that allow it: here it lies beside the page.
  const text = await copied(hash, async (page) => {
    await page.getByRole("combobox", { name: "What" }).selectOption("position");
    await page.getByLabel("Address of the site with the studio").fill(elsewhere);
  });
  const { page } = await within(text);
  await page.locator("rulebook-board").getByRole("img").waitFor();
  assert.equal(await page.locator("rulebook-board .pieces > *").count(), 1);
  assert.equal(await page.locator("rulebook-board .hit.open").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await close(page);
  const { page: framed, frame } = await within(await copied(hash));
  await frame.getByRole("heading", { name: "A </script>" }).waitFor();
  assert.equal(await framed.evaluate(() => window.hacked), undefined);
  await close(framed);
});

test("an address that holds no game says so", async () => {
  const { page, frame } = await within(`<iframe src="${served.url}embed.html#1.broken" title="Broken"></iframe>`);
  await frame.getByRole("alert").waitFor();
  assert.match(await frame.getByRole("alert").innerText(), /damaged/);
  await close(page);
});
