// The page that `rulebook puzzle --html` writes, solved in a browser: by mouse, by keys, from the list; light, dark and without scripts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, openPage, root } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const bounds = ["--plies", "3..=5", "--games", "32", "--nodes", "1000", "--agent", "random", "--missed-by", "random", "-n", "2"];
let browser;
let folder;

before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  folder = await mkdtemp(join(tmpdir(), "rulebook-puzzles-"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The puzzles of a game, and where their page is. */
function puzzles(game) {
  const file = join(folder, `${game.replaceAll(/\W/g, "-")}.html`);
  const { puzzles } = JSON.parse(execFileSync(program, ["puzzle", game, ...bounds, "--html", file, "--json"], { encoding: "utf8" }));
  return { found: puzzles, url: pathToFileURL(file).href };
}

async function opened(url, options) {
  const page = await openPage(browser, url, options);
  page.requests = [];
  page.on("request", (request) => page.requests.push(request.url()));
  return page;
}

/** Clicks the cell of an action with one pick. */
async function clickCell(puzzle, action) {
  const [cell] = action.picks.filter((pick) => pick.type === "cell");
  await puzzle.locator(`rulebook-board [data-cell="${cell.cell}"]`).first().click({ force: true });
}

test("a puzzle is solved on the board", async () => {
  const { found, url } = puzzles("connect-four?columns=5&rows=4");
  const page = await opened(url);
  const puzzle = page.locator(".puzzle").first();
  const said = puzzle.locator("output");
  const [first] = found;
  assert.equal(await said.textContent(), "");
  assert.equal(await puzzle.getByRole("button", { name: "Try again" }).isDisabled(), true);
  // A wrong action is answered, and taken back.
  const { action, reply } = first.others.find((other) => other.reply);
  await puzzle.getByLabel("Action:").selectOption(action);
  await puzzle.getByRole("button", { name: "Play", exact: true }).click();
  assert.match(await said.textContent(), new RegExp(`^${action} does not win.*the answer ${reply} `));
  assert.equal(await puzzle.getAttribute("data-state"), "wrong");
  await puzzle.getByRole("button", { name: "Try again" }).click();
  assert.equal(await said.textContent(), "");
  await clickCell(puzzle, first.action);
  await page.waitForFunction(() => document.querySelector(".puzzle output").textContent !== "");
  assert.match(await said.textContent(), new RegExp(`^Right: ${first.action.text} wins in ${first.plies} plies`));
  assert.equal(await puzzle.getAttribute("data-state"), "right");
  // The line to its end, and back.
  const forward = puzzle.getByRole("button", { name: "Forward" });
  for (let ply = 1; ply < first.plies; ply++) await forward.click();
  assert.equal(await said.textContent(), `${first.line.join(" ")}: ${first.to_act.role} has won.`);
  assert.equal(await forward.isDisabled(), true);
  await puzzle.getByRole("button", { name: "Back" }).click();
  assert.equal(await said.textContent(), first.line.slice(0, -1).join(" "));
  assert.deepEqual([page.errors, page.requests], [[], []]);
});

test("every action of every puzzle is judged as it was proved", async () => {
  for (const game of ["tic-tac-toe", "breakthrough?size=5", "hex?size=4&pie=off"]) {
    const { found, url } = puzzles(game);
    const page = await opened(url);
    for (const [place, { action, same, others }] of found.entries()) {
      const puzzle = page.locator(".puzzle").nth(place);
      const offered = await puzzle.locator("option").allTextContents();
      assert.deepEqual(offered.toSorted(), [action.text, ...same, ...others.map((other) => other.action)].toSorted());
      for (const text of offered) {
        await puzzle.getByLabel("Action:").selectOption(text);
        await puzzle.getByRole("button", { name: "Play", exact: true }).click();
        const right = text === action.text || same.includes(text);
        assert.equal(await puzzle.getAttribute("data-state"), right ? "right" : "wrong", `${game}: ${text}`);
      }
    }
    assert.deepEqual(page.errors, []);
  }
});

test("keys alone solve it", async () => {
  const { found, url } = puzzles("tic-tac-toe");
  const page = await opened(url);
  const puzzle = page.locator(".puzzle").first();
  await puzzle.getByLabel("Action:").focus();
  await page.keyboard.type(found[0].action.text);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await puzzle.getAttribute("data-state"), "right");
});

test("it can be read by everybody, in the light, in the dark and without scripts", async () => {
  const { found, url } = puzzles("connect-four?columns=5&rows=4");
  for (const colorScheme of ["light", "dark"]) {
    const page = await opened(url, { colorScheme, viewport: { width: 360, height: 740 } });
    await page.locator(".puzzle").first().getByRole("button", { name: "Show the solution" }).click();
    await page.addScriptTag({ content: axe });
    const violations = await page.evaluate(async () => (await window.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
    assert.deepEqual(violations, [], colorScheme);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(wide, false, "nothing is wider than a telephone");
  }
  const still = await opened(url, { javaScriptEnabled: false });
  assert.equal(await still.locator("svg.board").count(), found.length);
  assert.equal(await still.locator("form").first().isVisible(), false);
  await still.getByText("Show all solutions").click();
  assert.match(await still.locator("details").textContent(), new RegExp(found[0].line.join(" ")));
});
