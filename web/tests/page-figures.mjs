// The figures of the page, measured in Chromium: node tests/page-figures.mjs [--margin N] [title of a game …]. Fails if one is missed
// by more than the margin: N times what is allowed, where others work on the machine, and twice the bytes, as an engine that is quickly
// built has.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, openGame, openPage, root, servePage } from "./harness.mjs";

const LIMIT = { bytes: 3_000_000, start: 1500, click: 50, finding: 50, numbers: 1000 };
const words = process.argv.slice(2);
const margin = words[0] === "--margin" ? Number(words.splice(0, 2)[1]) : 1;
for (const name of Object.keys(LIMIT)) LIMIT[name] *= name === "bytes" ? Math.min(margin, 2) : margin;
/** So many games within a second, wherever the program plays so many a second on one thread. */
const [GAMES, NATIVE] = [1000, 20_000];
const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const native = (title) => JSON.parse(execFileSync(program, ["playouts", title.toLowerCase().replaceAll(" ", "-").replaceAll("'", ""), "--seconds", "0.3", "--threads", "1", "--json"])).playouts_per_second;
const only = words;
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
let missed = 0;
const held = (value, limit) => (value <= limit ? " " : (missed++, "!"));

const served = await servePage();
const browser = await launch();
try {
  const starts = [];
  const files = new Set();
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector(".board-area rulebook-board")?.shadowRoot?.querySelector(".hit.open")) window.ready = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    page.on("response", (response) => files.add(new URL(response.url()).pathname.slice(1) || "index.html"));
    await page.goto(served.url);
    await page.waitForFunction(() => window.ready, null, { polling: 50 });
    starts.push(await page.evaluate(() => window.ready));
    await context.close();
  }
  const sizes = await Promise.all([...files].map((name) => readFile(join(served.folder, name)).then((file) => gzipSync(file, { level: 9 }).length, () => 0)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`page, editor and engine, compressed: ${bytes} bytes in ${files.size} files${held(bytes, LIMIT.bytes).replace("!", ": too large")}`);
  console.log(`first visit to a board that can be played on: ${median(starts).toFixed(0)} ms (${starts.map((ms) => ms.toFixed(0)).join(", ")})${held(median(starts), LIMIT.start).replace("!", ": too slow")}`);

  const page = await openPage(browser, served.url, { reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.waitForSelector(".tile-title");
  const titles = (await page.locator(".tile-title").allInnerTexts()).filter((title) => !only.length || only.includes(title));
  console.log("game               click ms  finding ms  numbers ms  games in 1 s  native games/s   (medians; ! misses its figure)");
  for (const title of titles) {
    await openGame(page, title);
    await page.waitForSelector(".numbers:not(.stale) tbody", { timeout: 30_000 });
    const click = [];
    for (let move = 0; move < 5; move++) click.push(await page.evaluate(played));
    const finding = [];
    const first = [];
    const games = [];
    for (let edit = 0; edit < 3; edit++) {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.evaluate(watch, "finding");
      await page.keyboard.type("?");
      await page.waitForFunction(() => window.seen);
      finding.push(await page.evaluate(() => window.seen));
      await page.keyboard.press("Backspace");
      await page.waitForSelector(".numbers:not(.stale) tbody", { timeout: 30_000 });
      // A blank line changes nothing, and yet the sheet is another: its numbers are played anew.
      await page.evaluate(watch, "numbers");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.games);
      first.push(await page.evaluate(() => window.seen));
      games.push(await page.evaluate(() => window.games));
    }
    const rate = native(title);
    const cells = [[click, LIMIT.click], [finding, LIMIT.finding], [first, LIMIT.numbers]].map(([values, limit]) => median(values).toFixed(0).padStart(10) + held(median(values), limit));
    const enough = held(-median(games), rate < NATIVE ? 0 : -GAMES / margin);
    console.log(title.padEnd(17) + cells.join(" ") + String(median(games)).padStart(13) + enough + rate.toFixed(0).padStart(15));
  }
} finally {
  await browser.close();
  await served.stop();
  await served.clean();
}
process.exitCode = missed ? 1 : 0;

/** Clicks what is open until an action is played; milliseconds from the last click until the position after it is painted. */
async function played() {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const board = document.querySelector(".board-area rulebook-board").shadowRoot;
  const count = () => document.querySelectorAll(".move-list .move:not(.start)").length;
  const before = count();
  for (let step = 0; step < 40; step++) {
    const target = board.querySelector(".asked:not([hidden]) button") ?? board.querySelector(".hit.open:not(.picked)") ?? document.querySelector(".actions .action");
    const began = performance.now();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 1 }));
    while (performance.now() - began < 1000) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (count() > before && !document.querySelector(".prompt.waiting")) {
        const took = performance.now() - began;
        await painted();
        return took;
      }
      if (performance.now() - began > 250 && count() === before) break;
    }
  }
  return NaN;
}

/** From the next key until what it leads to is painted; for numbers, also how many games they tell of after a second. */
function watch(what) {
  window.seen = 0;
  window.games = 0;
  addEventListener("keydown", () => {
    const began = performance.now();
    const numbers = document.querySelector(".numbers");
    let stale = false;
    const look = () => {
      stale ||= numbers.classList.contains("stale");
      const there = what === "finding" ? document.querySelector(".problem.error") : stale && !numbers.classList.contains("stale");
      const now = performance.now() - began;
      if (there) window.seen ||= now;
      if (what === "finding" ? !there : now < 1000) requestAnimationFrame(look);
      else if (what === "numbers") window.games = parseInt(numbers.querySelector(".quiet").textContent.replaceAll(",", ""), 10);
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
}
