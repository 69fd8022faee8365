// The figures of the page, measured in Chromium: node tests/page-figures.mjs [--margin N] [title of a game …]. Fails if one is missed. With
// `--hour` the memory after an hour of use instead, which takes some minutes.
// The margin is for a machine on which others work, too: times may be N times what is allowed. Bytes of the page have none; those of an
// engine that was built quickly, as it is where there is a margin, may be a fifth more than what is published.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { compile, engine } from "./engine.mjs";
import { launch, openGame, openPage, root, servePage, settled } from "./harness.mjs";

/** Bytes as gzip sends them: of the page before its first board, with the editor beside that, and of the engine; milliseconds; megabytes. */
const LIMIT = { board: 120_000, page: 250_000, engine: 4_300_000, start: 1000, click: 30, finding: 50, numbers: 1000, memory: 350 };
const words = process.argv.slice(2);
const hour = words.includes("--hour") && words.splice(words.indexOf("--hour"), 1).length > 0;
const margin = words[0] === "--margin" ? Number(words.splice(0, 2)[1]) : 1;
for (const name of ["start", "click", "finding", "numbers"]) LIMIT[name] *= margin;
if (margin > 1) LIMIT.engine *= 1.2;
/** The games of an hour of use. */
const HOUR = ["Chess", "Shogi", "Hex", "Go", "Amazons", "Trax", "Backgammon", "Quoridor", "Bao", "Camelot", "Emulsion", "Connect Four"];
/** So many games within a second, wherever the program plays so many a second on one thread. */
const [GAMES, NATIVE] = [1000, 20_000];
const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const native = (title) => JSON.parse(execFileSync(program, ["playouts", title.toLowerCase().replaceAll(" ", "-").replaceAll("'", ""), "--seconds", "0.3", "--threads", "1", "--json"])).playouts_per_second;
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
let missed = 0;
const held = (value, limit) => (value <= limit ? " " : (missed++, "!"));

const served = await servePage();
try {
  await (hour ? used() : measured());
} finally {
  await served.stop();
  await served.clean();
}
process.exitCode = missed ? 1 : 0;

/** How large the page is, how soon there is a board, and how long clicks and keys take. */
async function measured() {
  const browser = await launch();
  try {
    const starts = [];
    const files = new Set();
    const before = new Set();
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
      await page.waitForFunction(() => window.ready, null, { polling: 50, timeout: 120_000 });
      starts.push(await page.evaluate(() => window.ready));
      await page.waitForSelector(".cm-content");
      await context.close();
    }
    const sizes = { board: [0, 0], editor: [0, 0], engine: [0, 0] };
    for (const name of files) {
      const file = await readFile(join(served.folder, name)).catch(() => null);
      if (!file) continue;
      const sent = [gzipSync(file, { level: 9 }).length, brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length];
      const part = sizes[name === "engine.wasm" ? "engine" : name.startsWith("Editor-") ? "editor" : "board"];
      sent.forEach((size, at) => { part[at] += size; });
      console.log(`  ${name.padEnd(24)}${sent.map((size) => String(size).padStart(9)).join("")}`);
    }
    const { board, editor, engine: wasm } = sizes;
    const told = ([gzip, brotli], limit) => `${gzip} bytes by gzip, ${brotli} by brotli${held(gzip, limit).replace("!", ": too large")}`;
    console.log(`page, without its editor: ${told(board, LIMIT.board)}`);
    console.log(`page with its editor: ${told(board.map((size, at) => size + editor[at]), LIMIT.page)}`);
    console.log(`engine: ${told(wasm, LIMIT.engine)}`);
    console.log(`first visit to a board that can be played on: ${median(starts).toFixed(0)} ms (${starts.map((ms) => ms.toFixed(0)).join(", ")})${held(median(starts), LIMIT.start).replace("!", ": too slow")}`);

    await findings();

    const page = await openPage(browser, served.url, { reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "Games", exact: true }).click();
    await page.waitForSelector(".tile-title");
    const titles = (await page.locator(".tile-title").allInnerTexts()).filter((title) => !words.length || words.includes(title));
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
    await page.context().close();
  } finally {
    await browser.close();
  }
}

/** Milliseconds of a processor that this thread has taken, whoever else works on the machine. */
function busy() {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** What the engine takes from a text to its findings, for every shipped sheet: of a text with a mistake, and of one that can be played. */
async function findings() {
  const { ask } = await engine(await compile());
  const took = (text) => median([1, 2, 3].map((blanks) => {
    const began = busy();
    ask("load", { game: { text: text + "\n".repeat(blanks) } });
    return busy() - began;
  }));
  // The engine is compiled better when it has worked for a while.
  const games = ask("gallery");
  const times = games.map(({ name, text }) => ({ name, wrong: took(text.replace(/\n\s*players [^\n]*\n/, "$&  region nothing_at_all = no_such_name\n")), right: took(text) }));
  for (const [what, key] of [["a mistake to its finding", "wrong"], ["a change to the game that can be played", "right"]]) {
    const slowest = times.toSorted((a, b) => b[key] - a[key]).slice(0, 5).map((time) => `${time.name} ${time[key].toFixed(0)}`);
    const worst = Math.max(...times.map((time) => time[key]));
    // A processor that is shared is slower, but not by as much as the clock says.
    const limit = (LIMIT.finding / margin) * Math.min(margin, 2);
    console.log(`from ${what}, in the engine, for ${times.length} sheets: at most ${worst.toFixed(0)} ms (${slowest.join(", ")})${held(worst, limit).replace("!", ": too slow")}`);
  }
}

/** An hour of use in minutes: twelve games that are unlike each other, each with six moves and three edits; 200 games measured, a short training, the help. */
async function used() {
  const browser = await launch();
  try {
    const page = await openPage(browser, served.url);
    page.setDefaultTimeout(180_000);
    const devtools = await browser.newBrowserCDPSession();
    /** Megabytes of the process that shows the page, with its share of what it has in common with others. */
    const memory = async () => {
      const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
      const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))[1]) / 1024);
      return Math.max(...sizes);
    };
    const button = (name) => page.getByRole("button", { name, exact: true });
    const began = performance.now();
    let most = 0;
    const look = async (what) => {
      const now = await memory();
      most = Math.max(most, now);
      console.log(`  ${what.padEnd(17)}${now.toFixed(0).padStart(5)} MB after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    };
    await settled(page);
    // What learns stands beside the board once they are put away.
    await button("Put the first steps away").click();
    await look("begin");
    for (const title of HOUR) {
      await openGame(page, title);
      for (let move = 0; move < 6; move++) await page.evaluate(played);
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      for (const key of ["?", "Backspace", "Enter"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(300);
      }
      await page.waitForSelector(".numbers:not(.stale) tbody");
      await look(title);
    }
    await button("Measure …").click();
    const measure = page.getByRole("region", { name: "Measure", exact: true });
    await measure.getByRole("spinbutton", { name: "Games" }).fill("200");
    await measure.getByRole("button", { name: "Measure", exact: true }).click();
    await measure.getByRole("table").first().waitFor({ timeout: 300_000 });
    await look("measured");
    await measure.getByRole("button", { name: "Close" }).click();
    const learn = page.getByRole("region", { name: "Learned player" });
    await learn.getByLabel("How long it learns").selectOption("quick");
    await learn.getByRole("button", { name: "Learn this game" }).click();
    await learn.getByRole("button", { name: "Download" }).waitFor({ timeout: 600_000 });
    await look("learned");
    await page.locator(".cm-content").click();
    await page.keyboard.press("F1");
    await page.getByRole("complementary", { name: "Help" }).waitFor();
    await page.waitForTimeout(1000);
    await page.keyboard.press("Escape");
    // Engines that nobody asks end after twenty seconds.
    await page.waitForTimeout(25_000);
    const client = await page.context().newCDPSession(page);
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize } = await client.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    const after = await memory();
    console.log(`memory of the page after an hour of use: ${after.toFixed(0)} MB, at most ${most.toFixed(0)} MB${held(after, LIMIT.memory).replace("!", ": too much")}`);
    console.log(`  ${(usedSize / 2 ** 20).toFixed(0)} MB of it objects of scripts, ${nodes} nodes, ${jsEventListeners} listeners`);
  } finally {
    await browser.close();
  }
}

/** Clicks what is open until an action is played; milliseconds from the last click until the position after it is painted. */
async function played() {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const board = document.querySelector(".board-area rulebook-board").shadowRoot;
  const count = () => document.querySelectorAll(".move-list .move:not(.start)").length;
  const before = count();
  for (let step = 0; step < 40; step++) {
    const open = () => board.querySelector(".asked:not([hidden]) button") ?? board.querySelector(".hit.open:not(.picked)") ?? document.querySelector(".actions .action");
    while (!open()) await new Promise((resolve) => requestAnimationFrame(resolve));
    const target = open();
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
