// Games measured and compared for figures, as a researcher does it: who plays, how often, from which seed; what is shown is what the
// program says of the same games, and what is saved is what is shown.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, moves, openPage, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { encode } = await bundled("page/share.ts");
const { csv } = await bundled("page/figures.ts");
const { number, interval } = await bundled("page/reports.ts");

let served, browser, folder;
before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  served = await servePage();
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "rulebook-research-"));
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
  await rm(folder, { recursive: true, force: true });
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

const said = (...args) => JSON.parse(execFileSync(program, [...args, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
const screen = (page) => page.getByRole("region", { name: "Measure", exact: true });

async function measuring(page) {
  const tab = page.getByRole("tab", { name: "Numbers", exact: true });
  if (await tab.isVisible()) await tab.click();
  await page.getByRole("button", { name: "Measure …" }).click();
  return screen(page);
}

async function fill(within, { agents = [], games, seed }) {
  for (const [seat, agent] of agents.entries()) await within.getByRole("combobox", { name: `Seat ${seat + 1}` }).selectOption(agent);
  if (games !== undefined) await within.getByRole("spinbutton", { name: "Games" }).fill(String(games));
  if (seed !== undefined) await within.getByRole("spinbutton", { name: "Seed" }).fill(String(seed));
}

/** What a button saves. */
async function saved(page, within, label) {
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), within.getByRole("button", { name: label, exact: true }).click({ timeout: 90_000 })]);
  return readFile(await file.path(), "utf8");
}

test("the page measures what the program measures: the same games, names and intervals", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  const measure = await measuring(page);
  await fill(measure, { agents: ["mcts:20", "random"], games: 60, seed: 7 });
  await measure.getByRole("button", { name: "Measure", exact: true }).click();
  await measure.getByRole("table").waitFor({ timeout: 60_000 });
  const wanted = said("measure", "breakthrough?size=4", "--agent", "mcts:20", "--agent", "random", "-n", "60", "--seed", "7");
  const report = JSON.parse(await saved(page, measure, "Save the metrics as JSON"));
  assert.deepEqual(report.metrics, wanted.metrics);
  assert.deepEqual([report.agents, report.games, report.seed], [["mcts:20", "random"], 60, 7]);
  const rows = await measure.locator(".metrics tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
  assert.deepEqual(rows.map(([label, ...rest]) => [label.replace(/^A\d+\s*/, "").replaceAll("`", ""), ...rest]), wanted.metrics.map((metric) => [metric.label.replaceAll("`", ""), number(metric.value, metric.unit), interval(metric, metric.unit), String(metric.n)]));
  assert.ok(wanted.metrics.find(({ key }) => key === "A2.seat.1").value > 0.8, "a search is better than chance");
  const lines = (await saved(page, measure, "Save the metrics as CSV")).trim().split("\r\n");
  assert.equal(lines.length, wanted.metrics.length + 1);
  assert.equal(lines[0], "id,key,label,unit,value,low,high,n");
  // Every figure has its numbers, and is a picture that stands alone.
  for (const [what, head, count] of [["scores and ends", "label", null], ["lengths of games", "from", null], ["choices by ply", "ply", wanted.figures.branching.at.length], ["the cells used", "cell", 16]]) {
    const [first, ...others] = (await saved(page, measure, `Save ${what} as CSV`)).trim().split("\r\n");
    assert.equal(first.split(",")[0], head);
    assert.ok(count === null ? others.length > 2 : others.length === count, what);
    assert.equal(JSON.parse(await saved(page, measure, `Save ${what} as JSON`)).length, others.length);
    const svg = await saved(page, measure, `Save ${what} as SVG`);
    const drawn = await page.evaluate((svg) => {
      const read = new DOMParser().parseFromString(svg, "image/svg+xml");
      return { fine: !read.querySelector("parsererror"), shapes: read.querySelectorAll("rect, path, circle").length };
    }, svg);
    assert.ok(drawn.fine && drawn.shapes >= 3, `${what}: ${svg.slice(0, 200)}`);
    assert.doesNotMatch(svg, /NaN|undefined|var\(|light-dark/, what);
  }
  // The scale of the heat map says what its darkest colour stands for.
  const most = Math.max(...wanted.figures.cells.map(({ games }) => games.value));
  assert.match(await measure.getByRole("img", { name: /^Share of games in which a cell was used/ }).getAttribute("aria-label"), new RegExp(` ${(100 * most).toFixed(0)} %`));
  const report2 = saved(page, measure, "Report");
  assert.match(await report2, /<!doctype html>/i);
  await page.keyboard.press("Escape");
  assert.equal(await measure.count(), 0);
  await close(page);
});

test("what cannot be played is said, and what takes long is stopped", async () => {
  const page = await opened("territory/emulsion", { options: { size: "5" } });
  const measure = await measuring(page);
  const start = measure.getByRole("button", { name: "Measure", exact: true });
  for (const games of ["0", "100001", "1.5", ""]) {
    await measure.getByRole("spinbutton", { name: "Games" }).fill(games);
    await measure.getByRole("alert").filter({ hasText: "from 1 to 100,000" }).waitFor();
    assert.ok(await start.isDisabled());
  }
  await fill(measure, { games: 100_000, seed: -1 });
  await measure.getByRole("alert").filter({ hasText: "seed" }).waitFor();
  await fill(measure, { seed: 1, agents: ["mcts:100", "mcts:100"] });
  await start.click();
  await page.waitForFunction(() => /^[1-9]\d* of 100,000 games/.test(document.querySelector(".measure .explore-progress")?.innerText ?? ""), null, { timeout: 60_000 });
  await measure.getByRole("button", { name: "Stop", exact: true }).click();
  await measure.getByRole("progressbar").waitFor({ state: "detached" });
  assert.equal(await measure.getByRole("table").count(), 0);
  // An agent that there is not.
  await measure.getByRole("combobox", { name: "Seat 1" }).selectOption("other …");
  await measure.getByRole("textbox", { name: "Seat 1" }).fill("rundom");
  await fill(measure, { games: 20 });
  await start.click();
  await measure.getByRole("alert").filter({ hasText: "rundom" }).waitFor();
  await measure.getByRole("textbox", { name: "Seat 1" }).fill("greedy:count(mine)");
  await fill(measure, { games: 2 });
  await measure.getByRole("combobox", { name: "Seat 2" }).selectOption("random");
  await start.click();
  await measure.locator(".summary", { hasText: "greedy:count(mine)" }).waitFor({ timeout: 90_000 });
  await close(page);
});

test("a learned player is measured, and one that has learned other rules is not", async () => {
  const file = join(folder, "tic-tac-toe.player");
  execFileSync(program, ["train", "tic-tac-toe", "-n", "1500", "--out", file], { stdio: "ignore" });
  const page = await opened("lines/tic-tac-toe");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Load a file" }).click()]);
  await chooser.setFiles(file);
  await page.getByRole("region", { name: "Learned player" }).getByRole("button", { name: "Download" }).waitFor();
  const measure = await measuring(page);
  await fill(measure, { agents: ["learned:player", "random"], games: 100 });
  await measure.getByRole("button", { name: "Measure", exact: true }).click();
  await measure.getByRole("table").waitFor({ timeout: 60_000 });
  const report = JSON.parse(await saved(page, measure, "Save the metrics as JSON"));
  const wanted = said("measure", "tic-tac-toe", "--agent", `learned:${file}`, "--agent", "random", "-n", "100", "--seed", "1");
  assert.deepEqual(report.metrics, wanted.metrics);
  await page.keyboard.press("Escape");
  // Of two games both have to have been learned.
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  const compare = page.getByRole("region", { name: "Compare", exact: true });
  await fill(compare, { games: 20 });
  await compare.locator(".compare-head .primary").click();
  await compare.getByRole("alert").filter({ hasText: "nobody has learned the rules of A" }).waitFor();
  await close(page);
});

test("a learned player is not asked to play variants", async () => {
  const page = await opened("lines/tic-tac-toe");
  await page.getByRole("button", { name: "Explore", exact: true }).first().click();
  await page.getByRole("combobox", { name: "Wishes" }).fill("draws < 5 %");
  await page.getByRole("combobox", { name: "Wishes" }).press("Escape");
  await page.getByRole("combobox", { name: "Agents" }).fill("learned:player");
  await page.locator(".compare-head .primary").click();
  await page.getByRole("alert").filter({ hasText: "plays the rules that it has learned" }).waitFor();
  await close(page);
});

test("two games are compared with options on both sides, an interval in every cell, and the game at hand stays", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\nvariant \"Short\" of \"Breakthrough\" {\n  limit 6 plies { draw }\n}\n");
  await page.locator(".variant select").waitFor();
  await page.locator(".board-area rulebook-board").getByLabel(/^a3\b/).click();
  await page.locator(".board-area rulebook-board").getByLabel(/^b2\b/).click();
  await settled(page);
  assert.equal((await moves(page)).length, 1);
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  const compare = page.getByRole("region", { name: "Compare", exact: true });
  await compare.getByRole("combobox", { name: "A", exact: true }).selectOption("Short");
  const size = (side) => compare.locator(".sides > div").nth(side).locator("label", { hasText: "size" }).getByRole("slider");
  await size(0).waitFor();
  assert.deepEqual([await size(0).inputValue(), await size(1).inputValue()], ["4", "4"]);
  await size(0).fill("5");
  await compare.locator(".side-board").first().locator("rulebook-board [data-cell='24']").waitFor({ state: "attached" });
  await fill(compare, { games: 100, seed: 5 });
  await compare.locator(".compare-head .primary").click();
  await compare.locator(".versus tbody tr").first().waitFor({ timeout: 90_000 });
  const report = JSON.parse(await saved(page, compare, "Save the numbers of both as JSON"));
  assert.deepEqual([report.a.options.size, report.b.options.size], [5, 4]);
  const cells = await compare.locator(".versus tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " "))));
  assert.equal(cells.length, report.versus.metrics.length);
  for (const [label, a, b] of cells) for (const cell of [a, b]) assert.match(cell, /^–$|\[.*, .*\]$/, label);
  const lines = (await saved(page, compare, "Save the numbers of both as CSV")).trim().split("\r\n");
  assert.equal(lines.length, cells.length + 1);
  assert.match(await saved(page, compare, "Save the lengths of games as SVG"), /^<svg/);
  // A line that shows a difference is looked at, and the game goes on where it was.
  await size(0).fill("4");
  await compare.locator(".compare-head .primary").click();
  await compare.getByRole("button", { name: "show on the boards" }).first().click({ timeout: 90_000 });
  await compare.getByRole("button", { name: "Back to the game" }).click();
  await compare.getByRole("button", { name: "Close the comparison" }).click();
  assert.equal((await moves(page)).length, 1);
  await close(page);
});

test("Chess is compared with what is like it first, and a comparison is at hand before the numbers are", async () => {
  const page = await opened("royal/chess/chess");
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  const compare = page.getByRole("region", { name: "Compare", exact: true });
  const partner = compare.getByRole("combobox", { name: "A", exact: true });
  await page.waitForFunction(() => document.querySelectorAll(".sides optgroup").length > 0);
  const groups = await partner.locator("optgroup").evaluateAll((all) => all.map((group) => [group.label, group.children.length]));
  assert.match(groups[0][0], /^Of its family/);
  assert.ok(groups[0][1] > 1 && groups.at(-1)[0] === "Other games");
  assert.match(await partner.inputValue(), /Chess|Shatranj/);
  await fill(compare, { games: 2 });
  await compare.locator(".compare-head .primary").click();
  await compare.locator(".compare-report").waitFor({ timeout: 90_000 });
  await close(page);
});

test("numbers while one types: saved with their intervals, and a heat map with its scale", async () => {
  const page = await opened("race/breakthrough", { options: { size: "4" } });
  const numbers = page.getByRole("region", { name: "Numbers" });
  await page.waitForFunction(() => /10,000 random games/.test(document.querySelector(".numbers").innerText), null, { timeout: 60_000 });
  for (const row of await numbers.locator(".ends .end-share").allInnerTexts()) assert.match(row, /^\d+\.\d ±\d+\.\d %$/);
  const lines = (await saved(page, numbers, "Save the numbers as CSV")).trim().split("\r\n");
  assert.ok(lines.some((line) => /^now,score of seat 1,0\.\d+,0\.\d+,0\.\d+$/.test(line)), lines.join("\n"));
  await numbers.getByLabel("Heat map").check();
  await numbers.getByRole("img", { name: /^Share of games in which a cell was used/ }).waitFor();
  assert.match(await saved(page, numbers, "Save the numbers as SVG"), /^<svg[^>]*xmlns/);
  await close(page);
});

test("nothing in it bars anybody, in the light and in the dark", async () => {
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
    const page = await opened("race/breakthrough", { options: { size: "4" } }, { viewport: { width, height: 800 }, colorScheme });
    const measure = await measuring(page);
    await fill(measure, { games: 30 });
    await measure.getByRole("button", { name: "Measure", exact: true }).click();
    await measure.getByRole("table").waitFor({ timeout: 60_000 });
    await page.addScriptTag({ path: axe });
    const look = async () => (await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }))).violations.map(({ id, nodes }) => `${width} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    assert.deepEqual(await look(), []);
    assert.ok(await page.evaluate(() => document.querySelector(".measure").scrollWidth <= innerWidth), "nothing is beside the screen");
    await measure.getByRole("button", { name: "Close the measurement" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).first().click();
    await fill(page.getByRole("region", { name: "Compare", exact: true }), { games: 10 });
    await page.locator(".compare-head .primary").click();
    await page.locator(".compare-report .versus").waitFor({ timeout: 90_000 });
    assert.deepEqual(await look(), []);
    await close(page);
  }
});

test("a table for other programs keeps what it holds", () => {
  assert.equal(csv([["a", "b"], ["say \"so\", twice", null], [1.5, "line\nbreak"]]), "a,b\r\n\"say \"\"so\"\", twice\",\r\n1.5,\"line\nbreak\"\r\n");
});
