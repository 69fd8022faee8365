// The page in a browser, as a person uses it: games are played by clicks, sheets are broken and mended, links opened elsewhere.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { bundled } from "./bundled.mjs";
import { launch, moves, openGame, openPage, prompt, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
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

const shipped = async (path) => ({ text: await readFile(join(root, "games", `${path}.game`), "utf8"), name: path.split("/").pop() });

/** A link to a shipped game with options, a line and so on. */
async function linkTo(path, change = {}) {
  const { text, name } = await shipped(path);
  const work = { text, origin: { type: "shipped", name }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], ...change };
  return served.url + (await encode(work, [{ name, title: name, family: null, doc: "", players: 2, text }]));
}

async function opened(url, options) {
  const page = await openPage(browser, url, options);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const board = (page) => page.locator(".board-area rulebook-board");
const plies = (page) => page.locator(".move-list .move:not(.start)").count();
const editor = (page) => page.locator(".cm-content");
const text = (page) => page.evaluate(() => document.querySelector(".cm-content").cmView?.view?.state.doc.toString() ?? document.querySelector(".cm-content").innerText);

/** Clicks what lights up until the game is over; what is left open is asked by buttons. Chosen by a seeded stream. */
async function playOut(page, most) {
  let seed = 12345;
  const next = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let clicks = 0; clicks < most; clicks++) {
    await settled(page);
    if (!(await page.locator(".prompt", { hasText: "to " }).count())) return;
    const asked = board(page).locator(".asked:not([hidden]) button");
    const open = board(page).locator(".hit.open");
    const [buttons, cells] = [await asked.count(), await open.count()];
    const special = page.locator(".actions .action");
    if (buttons) await asked.nth(next(buttons)).click();
    else if (cells) {
      // The middle of a cell may be under a direction's arrow.
      const box = await open.nth(next(cells)).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    } else if (await special.count()) await special.first().click();
    else await page.waitForTimeout(20);
  }
  assert.fail(`the game is not over after ${most} clicks: ${await prompt(page)}`);
}

async function download(page, name) {
  await page.getByRole("button", { name: "Share" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  return file.path();
}

for (const [path, options] of [["race/breakthrough", { size: "4" }], ["connection/hex", { size: "4" }], ["lines/nine-mens-morris", {}]]) {
  test(`a whole game of ${path} by clicks, as the program replays it`, async () => {
    assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
    const page = await opened(await linkTo(path, { options }));
    await playOut(page, 1500);
    const record = JSON.parse(await readFile(await download(page, "Record of the game"), "utf8"));
    assert.ok(record.moves.length >= 5);
    assert.notEqual(record.result, null);
    const file = join(await mkdtemp(join(tmpdir(), "rulebook-record-")), "game.jsonl");
    await writeFile(file, `${JSON.stringify(record)}\n`);
    execFileSync(program, ["replay", join(root, "games", `${path}.game`), file], { stdio: "pipe" });
    await close(page);
  });
}

test("undo, redo, jumps, keys and a new line from the middle", async () => {
  const page = await opened(await linkTo("race/breakthrough"));
  for (const [from, to] of [["a7", "a6"], ["a2", "a3"], ["b7", "b6"]]) {
    await board(page).getByLabel(new RegExp(`^${from}\\b`)).click();
    await board(page).getByLabel(new RegExp(`^${to}\\b`)).click();
    await settled(page);
  }
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3", "b7-b6"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  assert.match(await prompt(page), /Black/);
  await page.locator(".move-list .move").nth(1).click();
  await settled(page);
  assert.match(await prompt(page), /White/);
  await page.locator("h1").click();
  await page.keyboard.press("End");
  await settled(page);
  assert.match(await prompt(page), /White/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  await board(page).getByLabel(/^h2\b/).click();
  await board(page).getByLabel(/^h3\b/).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6", "h2-h3"]);
  await close(page);
});

test("a move is played by the keyboard alone", async () => {
  const page = await opened(await linkTo("race/breakthrough"));
  await board(page).locator('[data-cell][tabindex="0"]').focus();
  const label = () => page.evaluate(() => document.querySelector(".board-area rulebook-board").shadowRoot.activeElement?.getAttribute("aria-label") ?? "");
  for (let i = 0; i < 12 && !(await label()).startsWith("a7"); i++) {
    await page.keyboard.press((await label()).startsWith("a") ? "ArrowUp" : "ArrowLeft");
    if (/^a8/.test(await label())) await page.keyboard.press("ArrowDown");
  }
  assert.match(await label(), /^a7/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  assert.deepEqual(await moves(page), ["a7-a6"]);
  await close(page);
});

test("a whole game by keys alone", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "4" } }));
  let seed = 3;
  const next = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const at = () => page.evaluate(() => {
    const inner = document.querySelector(".board-area rulebook-board").shadowRoot.activeElement;
    return inner?.getAttribute("aria-label") ?? inner?.textContent ?? null;
  });
  for (let tabs = 0; tabs < 60 && !/^[a-d][1-4]:/.test((await at()) ?? ""); tabs++) await page.keyboard.press("Tab");
  for (let picks = 0; picks < 120 && /to step/.test(await prompt(page)); picks++) {
    const open = await board(page).getByLabel(/can be picked/).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const [from, to] = [await at(), open[next(open.length)]];
    for (let aside = to.charCodeAt(0) - from.charCodeAt(0); aside !== 0; aside -= Math.sign(aside)) await page.keyboard.press(aside < 0 ? "ArrowLeft" : "ArrowRight");
    for (let up = Number(to[1]) - Number(from[1]); up !== 0; up -= Math.sign(up)) await page.keyboard.press(up < 0 ? "ArrowDown" : "ArrowUp");
    assert.equal(await at(), to);
    await page.keyboard.press("Enter");
    await settled(page);
  }
  assert.match(await prompt(page), /wins/);
  await close(page);
});

test("a report that is saved has its plots, and a sheet that is printed its boards", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "4" } }));
  const report = await readFile(await download(page, "Report"), "utf8");
  assert.doesNotMatch(report, /data-plot=/);
  const { plots, drawn } = await page.evaluate((html) => {
    const plots = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("svg.plot")];
    return { plots: plots.length, drawn: plots.every((plot) => plot.querySelectorAll("rect, path, circle, polyline, polygon").length > 1 && !/NaN|Infinity|undefined/.test(plot.outerHTML)) };
  }, report);
  assert.ok(plots >= 2 && drawn, `${plots}`);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Rule sheet for the box" }).click();
  const printed = page.frameLocator("iframe.printed");
  await printed.locator("h1").waitFor({ state: "attached" });
  assert.ok(await printed.locator("figure svg").count() > 0);
  assert.equal(await printed.locator("script, rulebook-board").count(), 0);
  await close(page);
});

test("the rules are told in sentences, at the options that are chosen", async () => {
  for (const width of [1280, 390]) {
    const page = await opened(await linkTo("stacking/emergo", { options: { threefold: "on" } }), { viewport: { width, height: 800 } });
    await page.getByRole("tab", { name: "Rules", exact: true }).last().click();
    const rules = page.locator(".rules");
    await rules.getByText("Choose landing: an empty cell a jump step from a.").waitFor();
    await rules.getByText("comes for the 3rd time").waitFor();
    assert.equal(await rules.locator("h3", { hasText: "The end" }).count(), 1);
    await close(page);
  }
});

test("a hostile link is refused or shown as what it is: text", async () => {
  const evil = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
  const sheet = `/// [here](javascript:window.hacked=1) <b>bold</b> <img src=x onerror=window.hacked=1>\ngame "Fine <img src=x onerror=window.hacked=1>" {\n  by "<script>window.hacked=1</script>"\n  source "javascript:window.hacked=1"\n  players A, B\n  board square(3)\n  piece stone\n  /// <iframe src=javascript:window.hacked=1>\n  move place {\n    pick c in empty\n    put my stone on c\n    written "<i>{c}</i>"\n  }\n  turn place\n  end when no empty { draw }\n}\n`;
  const work = { text: sheet, origin: { type: "file", name: `${evil}.game` }, variant: null, options: {}, start: null, moves: ["<i>a1</i>"], ply: 1, seats: [evil, "person"] };
  const page = await openPage(browser, served.url + (await encode(work, [])));
  await page.waitForFunction(() => document.querySelector("h1")?.textContent.startsWith("Fine <img"));
  await page.getByRole("tab", { name: /Claims/ }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("#page img, #page script, #page iframe, #page a[href^='javascript:']").count(), 0);
  // What is printed is a page of its own, in a frame without scripts.
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Rule sheet for the box" }).click();
  await page.frameLocator("iframe.printed").locator("h1").waitFor({ state: "attached" });
  assert.equal(await page.frameLocator("iframe.printed").locator("script, img[onerror], a[href^='javascript:']").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  // Sizes: a bomb of 50 MB, and an address of 300,000 letters; the work at hand stays.
  const bomb = `#1.${deflateRawSync(JSON.stringify({ t: "a".repeat(50_000_000) })).toString("base64url")}`;
  for (const hash of [bomb, `#1.${"A".repeat(300_000)}`, "#1.%%%", "#file=../../etc/passwd"]) {
    await page.evaluate((hash) => { location.hash = hash; }, hash);
    await page.locator(".notice.error").waitFor();
    await page.evaluate(() => document.querySelector(".notice [aria-label=Dismiss]").click());
    assert.match(await page.locator("h1").textContent(), /^Fine/);
  }
  await close(page);
});

test("an illegal click is answered with the clause, lit in the sheet", async () => {
  const page = await opened(await linkTo("race/breakthrough"));
  await board(page).getByLabel(/^a7\b/).click();
  await board(page).getByLabel(/^c5\b/).click();
  await page.locator(".why .reason").first().waitFor();
  assert.ok((await page.locator(".why").innerText()).length > 20);
  assert.ok(await page.locator(".cm-content .lit").count());
  await page.locator("h1").click();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".why").count(), 0);
  await close(page);
});

test("an edit, its error, its fix; the board waits and goes on", async () => {
  const page = await opened(await linkTo("race/breakthrough"), { viewport: { width: 2000, height: 1200 } });
  await board(page).getByLabel(/^a7\b/).click();
  await board(page).getByLabel(/^a6\b/).click();
  await settled(page);
  await editor(page).getByText("pick a in mine").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.locator(".badge.bad").waitFor();
  assert.match(await page.locator(".problem.error").first().innerText(), /min/);
  assert.ok(await page.locator(".cm-lintRange-error").count());
  assert.match(await page.locator(".under .notes").innerText(), /before the error/);
  await page.locator(".problem .fixes button").first().click();
  await page.waitForFunction(() => !document.querySelector(".badge.bad"));
  assert.match(await text(page), /pick a in mine/);
  assert.deepEqual(await moves(page), ["a7-a6"]);
  await page.keyboard.press("Control+z");
  await page.locator(".badge.bad").waitFor();
  await close(page);
});

test("a line stays while it is legal, and is cut where it is not", async () => {
  const line = ["a7-a6", "a2-a3", "b7-c6", "b2-b3"];
  const page = await opened(await linkTo("race/breakthrough", { moves: line, ply: 4 }), { viewport: { width: 2000, height: 1200 } });
  const size = await editor(page).getByText("(a + slanted) - mine").count();
  assert.equal(size, 1);
  await editor(page).getByText("pick b in empty").click();
  // The line wraps: twice is its whole.
  for (const key of ["Home", "Home", "Shift+End", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.type("pick b in empty & (a + ahead)");
  await page.locator(".notice", { hasText: "b7-c6" }).waitFor();
  assert.deepEqual(await moves(page), ["a7-a6", "a2-a3"]);
  await close(page);
});

test("a new sheet begins as the game that teaches what is wanted, under a title of its own", async () => {
  const page = await opened(await linkTo("connection/hex", { options: { size: "4" } }));
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.getByRole("button", { name: "New sheet" }).click();
  const dialog = page.getByRole("dialog", { name: "New sheet" });
  await dialog.getByLabel("Title").fill('"');
  await dialog.getByRole("button", { name: "Seeds that are sown" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Title").fill("Pits of Mine");
  await dialog.getByRole("button", { name: "Seeds that are sown" }).click();
  await page.locator("h1", { hasText: "Pits of Mine" }).waitFor();
  assert.match(await text(page), /Based on `\w+`/);
  await close(page);
});

test("variants: another setup, another line, and a fork of one's own", async () => {
  const page = await opened(await linkTo("territory/emulsion", { options: { size: "5" } }));
  await page.getByLabel("Game or variant").selectOption("Free Emulsion");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Free Emulsion");
  await settled(page);
  assert.equal(await board(page).locator(".pieces > *").count(), 0);
  await page.getByRole("button", { name: "Fork as a variant" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Calm Emulsion");
  await page.getByRole("button", { name: "Fork", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Calm Emulsion");
  await close(page);
});

test("options are sliders and choices, and change the board", async () => {
  const page = await opened(await linkTo("connection/hex"));
  const slider = page.locator(".options-inline input[type=range]").first();
  await slider.fill("5");
  await page.waitForFunction(() => document.querySelector(".board-area rulebook-board").shadowRoot.querySelectorAll("[data-cell]").length === 25);
  await close(page);
});

test("numbers come while one types, beside those before the edit", async () => {
  const page = await opened(await linkTo("connection/hex", { options: { size: "5" } }));
  // Some were played: while none was, it says that random games are.
  await page.waitForFunction(() => /\d random games/.test(document.querySelector(".numbers").innerText), null, { timeout: 15000 });
  await page.waitForFunction(() => !/playing/.test(document.querySelector(".numbers").innerText), null, { timeout: 15000 });
  await page.locator(".options-inline input[type=range]").first().fill("4");
  await page.locator(".numbers thead th", { hasText: /^A$/ }).waitFor({ timeout: 15000 });
  assert.equal(await page.locator(".numbers thead th").count(), 3);
  await page.getByLabel("Heat map").check();
  await board(page).locator(".heat").first().waitFor();
  await close(page);
});

test("an opponent answers, and a hint is drawn", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "5" } }));
  await page.getByLabel("Seat 2 is played by").selectOption("mcts:100");
  await board(page).getByLabel(/^a4\b/).click();
  await board(page).getByLabel(/^a3\b/).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 3, null, { timeout: 15000 });
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  assert.match(await prompt(page), /Black/);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".under .notes", { hasText: "Hint:" }).waitFor({ timeout: 15000 });
  await close(page);
});

test("tests run, fail at their position, and a line becomes one more", async () => {
  const page = await opened(await linkTo("race/breakthrough", { moves: ["a7-a6"], ply: 1 }));
  await page.getByRole("tab", { name: /Tests/ }).click();
  await page.locator(".test-list .passed").first().waitFor({ timeout: 20000 });
  await page.getByLabel("Name of the test").fill("a first step");
  await page.getByRole("button", { name: "Record as test" }).click();
  await page.waitForFunction(() => /a first step/.test(document.querySelector(".test-list").innerText), null, { timeout: 20000 });
  assert.equal(await page.locator(".test-list .failed").count(), 0);
  await close(page);
});

test("claims are proved, and the check says so in the head", async () => {
  const page = await opened(await linkTo("connection/hex", { options: { size: "4" } }));
  await page.locator(".badge.good", { hasText: "finite" }).waitFor({ timeout: 60000 });
  await close(page);
});

test("a link opens in a fresh profile as it was made", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "6" }, moves: ["a5-a4", "a2-a3"], ply: 1, seats: ["person", "mcts:100"] }));
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => document.querySelector(".link-field")?.value.includes("#1."));
  const link = await page.locator(".link-field").inputValue();
  await close(page);
  const fresh = await opened(link);
  assert.deepEqual(await moves(fresh), ["a5-a4", "a2-a3"]);
  assert.match(await prompt(fresh), /White/);
  assert.equal(await fresh.getByLabel("Seat 2 is played by").inputValue(), "mcts:100");
  await close(fresh);
});

test("a broken sheet is shared and opened; a broken link says so and loses nothing", async () => {
  const link = await encode({ text: "game \"Half\" {\n  players A, B\n  boar", origin: { type: "new" }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [] }, []);
  const page = await openPage(browser, served.url + link);
  await page.locator(".badge.bad").waitFor();
  assert.match(await text(page), /boar/);
  await page.evaluate(() => { location.hash = "#1.broken"; });
  await page.locator(".notice.error").waitFor();
  assert.match(await text(page), /boar/);
  await close(page);
});

test("options that the game does not take can be put back", async () => {
  const page = await openPage(browser, await linkTo("race/breakthrough", { options: { size: "900", colour: "red" } }));
  await page.locator(".problem.error").first().waitFor();
  await page.getByRole("button", { name: "Back to the defaults" }).first().click();
  await settled(page);
  assert.match(await prompt(page), /Black/);
  await close(page);
});

test("a reload in the middle of a game and of an edit loses nothing", async () => {
  const page = await opened(await linkTo("race/breakthrough"));
  await board(page).getByLabel(/^a7\b/).click();
  await board(page).getByLabel(/^a6\b/).click();
  await settled(page);
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// mine\n");
  await page.reload();
  await settled(page);
  assert.deepEqual(await moves(page), ["a7-a6"]);
  assert.match(await text(page), /^\/\/ mine/);
  await close(page);
});

test("two tabs keep what is theirs", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const [page, mark] of [[one, "one"], [two, "two"]]) {
    await page.goto(await linkTo("race/breakthrough"));
    await settled(page);
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(`// tab ${mark}\n`);
  }
  await one.reload();
  await two.reload();
  for (const [page, mark] of [[one, "one"], [two, "two"]]) {
    await settled(page);
    assert.match(await text(page), new RegExp(`^// tab ${mark}\n`));
  }
  await context.close();
});

test("without the network the page works after the first visit", async () => {
  const own = await servePage();
  const page = await openPage(browser, own.url);
  await openGame(page, "Hex");
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await own.stop();
  await page.reload();
  await settled(page);
  await board(page).locator(".hit.open").nth(7).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  await close(page);
  await own.clean();
});

test("a sheet that takes long leaves the page at hand", async () => {
  const page = await opened(await linkTo("territory/emulsion", { options: { size: "25" } }));
  const begun = Date.now();
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// still here\n");
  assert.match(await text(page), /^\/\/ still here/);
  assert.ok(Date.now() - begun < 15_000);
  await openGame(page, "Hex");
  await board(page).locator(".hit.open").nth(7).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move").length === 2);
  await close(page);
});

test("a position is set up by hand and played from", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "4" } }));
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.getByRole("button", { name: "Empty board" }).click();
  await page.getByRole("button", { name: "Black man" }).click();
  await board(page).getByLabel(/^b2\b/).click();
  await page.getByRole("button", { name: "White man" }).click();
  await board(page).getByLabel(/^d2\b/).click();
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator(".prompt", { hasText: "to step" }).waitFor();
  await board(page).getByLabel(/^b2\b/).click();
  await board(page).getByLabel(/^b1\b/).click();
  await page.locator(".prompt", { hasText: "Black wins" }).waitFor();
  await close(page);
});

test("a comparison goes on while the figures of the sheet come in", async () => {
  const page = await opened(await linkTo("territory/emulsion"));
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  await page.locator(".side-board rulebook-board").nth(1).waitFor();
  await page.locator(".compare-head .primary").click();
  await page.locator(".compare-report").waitFor({ timeout: 90_000 });
  await close(page);
});

test("two variants side by side with a line that tells them apart", async () => {
  const page = await opened(await linkTo("territory/emulsion", { options: { size: "4" } }));
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  await page.locator(".side-board rulebook-board").nth(1).waitFor();
  await page.locator(".compare-head .primary").click();
  await page.locator(".compare-report").waitFor({ timeout: 90000 });
  assert.match(await page.locator(".compare-report").innerText(), /Relation/);
  await close(page);
});

/** Searches a small board for a game without draws; `more` fills in other fields. */
async function explore(page, more = async () => {}) {
  await page.getByRole("button", { name: "Explore", exact: true }).first().click();
  await page.getByRole("combobox", { name: "Wishes" }).fill("draws < 5 %, plies < 12");
  await page.getByRole("combobox", { name: "Wishes" }).press("Escape");
  await more();
  await page.locator(".compare-head .primary").click();
  await page.locator(".results .result").first().waitFor({ timeout: 120_000 });
}

test("the rules are explored for what is wished for, and a variant is kept", async () => {
  const page = await opened(await linkTo("lines/tic-tac-toe"));
  await page.getByRole("button", { name: "Explore", exact: true }).first().click();
  const wishes = page.getByRole("combobox", { name: "Wishes" });
  // Names of metrics are completed, also behind a comma, by keys alone.
  await wishes.pressSequentially("dra");
  await page.getByRole("option", { name: /^draws/ }).waitFor();
  await wishes.press("ArrowDown");
  await wishes.press("ArrowUp");
  await wishes.press("Enter");
  const first = await wishes.inputValue();
  assert.match(first, /^dra/);
  await wishes.fill("draws < 5 %, score of se");
  await wishes.press("Tab");
  assert.match(await wishes.inputValue(), /^draws < 5 %, score of seat 1 $/);
  // What is typed at once goes behind it.
  await wishes.fill("score of se, draws < 5 %");
  await wishes.evaluate((field) => { field.setSelectionRange(11, 11); field.dispatchEvent(new InputEvent("input", { bubbles: true })); });
  await page.getByRole("option", { name: /^score of seat 1/ }).waitFor();
  await wishes.press("Tab");
  await page.keyboard.type("> 40 %");
  assert.match(await wishes.inputValue(), /^score of seat 1 > 40 %, draws < 5 %$/);
  // What is wrong is said, and loses nothing.
  await wishes.fill("drwas < 5 %");
  await page.locator(".compare-head .primary").click();
  await page.getByRole("alert").filter({ hasText: "did you mean" }).waitFor();
  assert.equal(await wishes.inputValue(), "drwas < 5 %");
  await wishes.fill("draws < 5 %, plies < 12");
  await wishes.press("Escape");
  await page.getByLabel("everything").uncheck();
  await page.getByRole("spinbutton", { name: "Games" }).fill("4000");
  await page.getByRole("spinbutton", { name: "Best" }).fill("3");
  await page.getByLabel("Lines of your own").fill("end when no empty { last mover wins }");
  await page.locator(".compare-head .primary").click();
  await page.locator(".results .result").first().waitFor({ timeout: 120_000 });
  assert.equal(await page.locator(".results .result").count(), 4, "three variants and the sheet");
  const best = await page.locator(".results .result").first().innerText();
  assert.match(best, /meets all wishes[\s\S]*%\s+\[/);
  assert.match(await page.locator(".tried summary").innerText(), /variants: .*missed/);
  // The report is a page by itself, on whose boards one goes through the line that shows a difference.
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report", exact: true }).click()]);
  const report = await page.context().newPage();
  await report.setContent(await readFile(await file.path(), "utf8"));
  const steps = report.locator(".steps").first();
  await steps.waitFor();
  const last = await steps.locator("output").innerText();
  assert.match(last, /^\d+\. /);
  await steps.getByRole("button", { name: "To the start" }).click();
  assert.equal(await steps.locator("output").innerText(), "the start");
  await steps.getByRole("button", { name: "To the end" }).click();
  assert.equal(await steps.locator("output").innerText(), last);
  await report.close();
  // The best is shown beside the sheet; another is chosen by keys.
  await page.locator(".explore-variant .side-board rulebook-board").nth(1).waitFor();
  await page.locator(".result-name").nth(1).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".result-name").nth(1).getAttribute("aria-pressed"), "true");
  await page.locator(".result-name").first().click();
  const block = await page.locator(".explore-variant pre").innerText();
  assert.match(block, /^variant "Tic-Tac-Toe: /);
  await page.getByRole("button", { name: "Keep as a variant" }).click();
  await page.getByRole("button", { name: "Kept in the sheet" }).waitFor();
  await page.getByRole("button", { name: "Show it" }).click();
  await settled(page);
  assert.ok((await text(page)).trimEnd().endsWith(block.trim()));
  const title = /variant "([^"]*)"/.exec(block)[1];
  await page.waitForFunction((wanted) => document.querySelector(".variant select")?.value === wanted, title);
  assert.equal(await page.locator(".problem.error").count(), 0);
  // What was found is still there, and can be compared.
  await page.getByRole("button", { name: "Explore", exact: true }).first().click();
  assert.equal(await page.locator(".results .result").count(), 4);
  await page.locator(".explore-variant").getByRole("button", { name: "Compare" }).click();
  await page.locator(".compare .side-board rulebook-board").nth(1).waitFor();
  await close(page);
});

test("variants appear while they are raced, and a search is stopped", async () => {
  const page = await opened(await linkTo("race/breakthrough", { options: { size: "5" } }));
  await page.getByRole("button", { name: "Explore", exact: true }).first().click();
  await page.getByRole("combobox", { name: "Wishes" }).fill("score of seat 1 in 49.9..50.1 %");
  await page.getByRole("combobox", { name: "Wishes" }).press("Escape");
  await page.getByRole("spinbutton", { name: "Games" }).fill("1000000");
  await page.getByRole("combobox", { name: "Agents" }).fill("random, mcts:20");
  await page.locator(".compare-head .primary").click();
  await page.locator(".fates .open").first().waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".explore-progress").innerText(), /of 1,000,000 games/);
  await page.locator(".fates button").first().click();
  await page.locator(".explore-variant pre").waitFor();
  assert.equal(await page.locator(".explore .interval, .explore .result").count(), 0, "no figures of the race");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".explore-progress").waitFor({ state: "detached" });
  const seen = await page.locator(".fates").innerText();
  await page.waitForTimeout(800);
  assert.equal(await page.locator(".fates").innerText(), seen, "nothing goes on");
  await page.locator(".fates button").first().press("Escape");
  assert.equal(await page.locator(".explore").count(), 0);
  await close(page);
});

/** Every screen with all that can be open on it. */
const screens = {
  page: async () => {},
  "why not": async (page) => {
    await board(page).getByLabel(/^a2\b/).click();
    await board(page).getByLabel(/^c5\b/).click();
    await page.locator(".why .reason").first().waitFor();
  },
  hint: async (page) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".under .notes", { hasText: "Hint:" }).waitFor({ timeout: 20_000 });
  },
  gallery: async (page) => {
    await page.getByRole("button", { name: "Games", exact: true }).click();
    await page.waitForTimeout(1000);
  },
  "a new sheet": async (page) => {
    await screens.gallery(page);
    await page.getByRole("button", { name: "New sheet" }).click();
    await page.getByRole("button", { name: "A race by dice" }).waitFor();
  },
  share: (page) => page.getByRole("button", { name: "Share" }).click(),
  keys: async (page) => {
    await page.locator("h1").click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  fork: async (page) => {
    await part(page, "Sheet");
    await page.getByRole("button", { name: "Fork as a variant" }).click();
  },
  error: async (page) => {
    await part(page, "Sheet");
    await editor(page).getByText("board square").click();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" x");
    await page.locator(".problem.error").first().waitFor();
  },
  explanation: async (page) => {
    await screens.error(page);
    await page.locator(".problem.error a, .problem.error .link").first().click();
    await page.locator(".help-title").waitFor();
  },
  tests: async (page) => {
    await part(page, "Sheet");
    await page.getByRole("tab", { name: /Tests/ }).click();
    await page.locator(".test-list .passed").first().waitFor({ timeout: 20_000 });
  },
  claims: async (page) => {
    await part(page, "Sheet");
    await page.getByRole("tab", { name: /Claims/ }).click();
    await page.locator(".claim").first().waitFor({ timeout: 30_000 });
  },
  numbers: async (page) => {
    await part(page, "Numbers");
    await page.waitForFunction(() => /\d random games/.test(document.querySelector(".numbers").innerText));
    await page.getByLabel("Heat map").check();
  },
  "a position set up": (page) => page.getByRole("button", { name: "Set up a position" }).click(),
  "what is wished for": async (page) => {
    await page.getByRole("button", { name: "Explore", exact: true }).first().click();
    await page.getByLabel("everything").uncheck();
    await page.getByRole("checkbox", { name: "size" }).check();
    await page.getByRole("combobox", { name: "Wishes" }).pressSequentially("pl");
    await page.getByRole("listbox", { name: "Metrics" }).waitFor();
  },
  exploration: (page) => explore(page, async () => {
    await page.getByRole("spinbutton", { name: "Games" }).fill("1000");
    await page.getByLabel("everything").uncheck();
  }),
  rules: async (page) => {
    await page.getByRole("tab", { name: "Rules", exact: true }).last().click();
    await page.locator(".rules li").first().waitFor();
  },
  comparison: async (page) => {
    await page.getByRole("button", { name: "Compare", exact: true }).first().click();
    await page.locator(".side-board rulebook-board").nth(1).waitFor();
    await page.locator(".compare-head .primary").click();
    await page.locator(".compare-report").waitFor({ timeout: 90_000 });
  },
};

/** Shows a part of the page that is a tab where there is no room for all. */
async function part(page, name) {
  const tab = page.getByRole("tab", { name, exact: true });
  if (await tab.isVisible()) await tab.click();
}

// Each width and each scheme once: what is where does not depend on its colours.
for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
  test(`nothing in the page bars anybody: ${width} px, ${colorScheme}`, async () => {
    const url = await linkTo("race/breakthrough", { moves: ["a7-a6"], ply: 1, options: { size: "8" } });
    const found = [];
    const left = Object.entries(screens);
    // Two at a time: much of it is waiting.
    const some = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [what, show] = next;
        const page = await opened(url, { viewport: { width, height: 800 }, colorScheme });
        await page.addScriptTag({ path: axe });
        await show(page);
        const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
        found.push(...violations.map(({ id, nodes }) => `${what} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`));
        await close(page);
      }
    };
    await Promise.all([some(), some()]);
    assert.deepEqual(found, []);
  });
}
