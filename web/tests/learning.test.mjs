// A player learns a game in the page: by clicks and by keys, plays, is found again, and is kept from sheets that it has not learned.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, openPage, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const { encode } = await bundled("page/share.ts");
/** A small game, of which a quick training is a few seconds. */
const ROWS = `game "Rows" {
  players White, Black
  board square(3)
  piece stone
  line three = 3 like-coloured stones in a row
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when some three { last mover wins }
  end when no empty { draw }
}
`;

let served, browser, folder;
before(async () => {
  served = await servePage();
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "rulebook-learning-"));
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
  await rm(folder, { recursive: true, force: true });
});

const linkTo = async (text, change = {}) => served.url + (await encode({ text, origin: { type: "new" }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change }, []));

async function opened(url, options) {
  const page = await openPage(browser, url, options);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const panel = (page) => page.getByRole("region", { name: "Learned player" });
const board = (page) => page.locator(".board-area rulebook-board");
const seat = (page, number) => page.getByLabel(`Seat ${number} is played by`);
const learnt = (page) => panel(page).getByRole("button", { name: "Download" }).waitFor({ timeout: 120_000 });
const plies = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".move-list .move:not(.start)").length === count, count);

/** Learns by clicks, as quickly as one can choose. */
async function learn(page) {
  await panel(page).getByLabel("How long it learns").selectOption("quick");
  await panel(page).getByRole("button", { name: "Learn this game" }).click();
  await panel(page).getByRole("progressbar").waitFor();
  await learnt(page);
}

async function save(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), panel(page).getByRole("button", { name: "Download" }).click()]);
  assert.match(file.suggestedFilename(), /\.player$/);
  return readFile(await file.path());
}

/** Puts a text in the place of another in the sheet. */
async function replace(page, before, after) {
  const line = page.locator(".cm-line", { hasText: before }).first();
  const whole = await line.innerText();
  await line.click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.insertText(whole.trim().replace(before, after));
}

test("a game is learned by clicks, and the player is the one that the program makes", async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  const page = await opened(await linkTo(ROWS));
  await panel(page).getByText("An opponent for this sheet").waitFor();
  assert.equal(await seat(page, 2).locator("option", { hasText: "learned" }).count(), 0);
  await learn(page);
  // It is strong, and by how much is told in words, too.
  const row = panel(page).getByRole("row", { name: /^random/ });
  assert.ok(Number.parseInt((await row.getByRole("cell").first().innerText()), 10) > 80, await row.innerText());
  assert.match(await panel(page).getByRole("img").getAttribute("aria-label"), /^Scores over 10 checks; after [\d,]+ of ([\d,]+) games \d+ % against random, \d+ % against search 200, \d+ % against its best before$/);
  await panel(page).getByText("All 10 checks").click();
  assert.equal(await panel(page).locator(".checks tbody tr").count(), 10);
  assert.match(await panel(page).innerText(), /By fresh games/);
  const games = (await panel(page).locator(".checks tbody th").last().innerText()).split("\n")[0].replaceAll(",", "");
  const [sheet, written] = ["rows.game", "rows.player"].map((name) => join(folder, name));
  await writeFile(sheet, ROWS);
  execFileSync(program, ["train", sheet, "--games", games, "--out", written], { stdio: "pipe" });
  assert.ok((await readFile(written)).equals(await save(page)), "the same bytes");
  await close(page);
});

test("it plays at three levels, and is found again after a reload", async () => {
  const page = await opened(await linkTo(ROWS));
  await learn(page);
  await panel(page).getByRole("button", { name: "Play against it" }).click();
  assert.equal(await seat(page, 2).inputValue(), "mcts:100,value=player");
  let moves = 0;
  for (const [level, cell] of [["learned, 100", "b2"], ["learned, 1 ply", null], ["learned, 400", null]]) {
    await seat(page, 2).selectOption({ label: level });
    const open = cell ? board(page).getByLabel(new RegExp(`^${cell}\\b`)) : board(page).locator(".hit.open").first();
    await open.click();
    await plies(page, (moves += 2));
    if (!(await page.locator(".prompt", { hasText: "to place" }).count())) break;
  }
  assert.ok(moves >= 4, "it answers");
  await page.reload();
  await settled(page);
  await learnt(page);
  assert.equal(await seat(page, 2).inputValue(), moves >= 6 ? "mcts:400,value=player" : await seat(page, 2).inputValue());
  await page.getByRole("button", { name: "New game" }).first().click();
  await board(page).getByLabel(/^a1\b/).click();
  const paused = page.getByRole("button", { name: "Let them play" });
  if (await paused.count()) await paused.click();
  await plies(page, 2);
  await panel(page).getByRole("button", { name: "Forget" }).click();
  await panel(page).getByRole("button", { name: "Learn this game" }).waitFor();
  await page.reload();
  await settled(page);
  await panel(page).getByText("An opponent for this sheet").waitFor();
  await close(page);
});

test("other rules are not played by it, but may be learned from it", async () => {
  const page = await opened(await linkTo(ROWS));
  await learn(page);
  await seat(page, 1).selectOption({ label: "learned, 1 ply" });
  await plies(page, 1);
  // Comments change nothing.
  await replace(page, "turn place", "turn place // one after the other");
  await page.waitForTimeout(800);
  await learnt(page);
  await replace(page, "end when no empty { draw }", "end when no empty { last mover wins }");
  await panel(page).getByText("The player here has learned other rules: Rows").waitFor();
  assert.match(await panel(page).innerText(), /what it knows may be a beginning/);
  await board(page).locator(".hit.open").first().click();
  await page.locator(".notice.error", { hasText: "has learned other rules" }).waitFor();
  await page.getByRole("button", { name: "Let them play" }).waitFor();
  await page.reload();
  await settled(page);
  await panel(page).getByText("The player here has learned other rules: Rows").waitFor();
  await panel(page).getByLabel("How long it learns").selectOption("quick");
  await panel(page).getByRole("button", { name: "Begin from it" }).click();
  await learnt(page);
  await page.getByRole("button", { name: "Let them play" }).click();
  await plies(page, 3);
  // What it was before is still there for the rules as they were.
  await replace(page, "no empty { last mover wins }", "no empty { draw }");
  await learnt(page);
  await replace(page, "square(3)", "square(4)");
  await panel(page).getByText("so that nothing of it is of use").waitFor();
  assert.equal(await panel(page).getByRole("button", { name: "Begin from it" }).count(), 0);
  await close(page);
});

test("a training is begun, watched and stopped by keys", async () => {
  const page = await opened(await linkTo(ROWS.replace("square(3)", "square(6)").replace("three = 3", "four = 4").replace("some three", "some four")));
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await seat(page, 2).focus();
  for (let tabs = 0; tabs < 6 && (await focused()) !== "Learn this game"; tabs++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const progress = panel(page).getByRole("progressbar");
  await progress.waitFor();
  await panel(page).locator("tbody tr").first().waitFor({ timeout: 120_000 });
  const played = async () => Number(await progress.getAttribute("value"));
  const before = await played();
  await page.waitForFunction((before) => Number(document.querySelector(".learning progress").value) > before, before, { timeout: 60_000 });
  await panel(page).getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Space");
  await learnt(page);
  assert.match(await panel(page).innerText(), /Stopped: by the games that it was chosen by/);
  // It goes on from where it is.
  await panel(page).getByRole("button", { name: "Learn on" }).click();
  await progress.waitFor();
  await panel(page).getByRole("button", { name: "Stop" }).click();
  await learnt(page);
  await close(page);
});

test("files are loaded where they fit, and refused with the reason where not", async () => {
  const page = await opened(await linkTo(ROWS));
  await learn(page);
  const bytes = await save(page);
  await close(page);
  const file = async (name, content) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const other = await opened(await linkTo(ROWS));
  await panel(other).waitFor();
  const give = async (path) => {
    const [chooser] = await Promise.all([other.waitForEvent("filechooser"), panel(other).getByRole("button", { name: "Load a file" }).click()]);
    await chooser.setFiles(path);
  };
  await give(await file("cut.player", bytes.subarray(0, bytes.length / 2)));
  await other.locator(".notice.error", { hasText: "cut.player: no player: it is no file of `rulebook train`".replaceAll("`", "") }).waitFor();
  await give(await file("rows2.player", bytes));
  await learnt(other);
  assert.match(await panel(other).innerText(), /From a file: how strong it is was not measured here/);
  await panel(other).getByRole("button", { name: "Play against it" }).click();
  await board(other).getByLabel(/^b2\b/).click();
  await plies(other, 2);
  assert.ok((await save(other)).equals(bytes));
  await close(other);
  const third = await opened(await linkTo(ROWS.replace("Rows", "Larger").replace("square(3)", "square(5)")));
  const [chooser] = await Promise.all([third.waitForEvent("filechooser"), panel(third).getByRole("button", { name: "Load a file" }).click()]);
  await chooser.setFiles(join(folder, "rows2.player"));
  await third.locator(".notice.error", { hasText: "it has learned Rows, which is another game" }).waitFor();
  await close(third);
});

test("a link with a learned player says that nobody has learned the game here", async () => {
  const page = await opened(await linkTo(ROWS, { seats: ["person", "learned:player"] }));
  await page.getByRole("button", { name: "Let them play" }).click();
  await board(page).getByLabel(/^b2\b/).click();
  await page.locator(".notice.error", { hasText: "Nobody has learned this game here" }).waitFor();
  await close(page);
});

for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
  test(`nothing bars anybody: ${width} px, ${colorScheme}`, async () => {
    const page = await opened(await linkTo(ROWS), { viewport: { width, height: 800 }, colorScheme });
    await page.addScriptTag({ path: axe });
    const tab = page.getByRole("tab", { name: "Moves", exact: true });
    if (await tab.isVisible()) await tab.click();
    const found = [];
    const look = async (what) => {
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      found.push(...violations.map(({ id, nodes }) => `${what} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`));
    };
    await look("nobody");
    await panel(page).getByRole("button", { name: "Learn this game" }).click();
    await panel(page).locator("tbody tr").first().waitFor({ timeout: 120_000 });
    await look("learning");
    await panel(page).getByRole("button", { name: "Stop" }).click();
    await learnt(page);
    await panel(page).getByText(/^(1 check|All \d+ checks)$/).click();
    await look("learned");
    assert.deepEqual(found, []);
    await close(page);
  });
}
