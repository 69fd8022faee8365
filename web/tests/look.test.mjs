// A sheet with a look is drawn as it says; and the board draws all that the language has words for.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { launch, root } from "./harness.mjs";

const { shapes } = await bundled("board/pieces.ts");
const { paintNamed } = await bundled("board/palette.ts");
const { ask } = await engine(await compile());
const source = async (path) => readFile(`${root}/${path}`, "utf8");

let browser, script;
before(async () => {
  const entry = fileURLToPath(new URL("../src/board/element.ts", import.meta.url));
  script = (await build({ entryPoints: [entry], bundle: true, format: "iife", target: "es2022", write: false })).outputFiles[0].text;
  browser = await launch();
});
after(() => browser?.close());

const sheet = (look, board = "square(3)") => `game "Drawn" {
  players White, Black
  board ${board}
  pieces man plural men, scout, ox plural oxen
  setup {
    White man on a1
    Black man on b1
    White scout on c1
    Black ox on a2
  }
  look { ${look} }
  move m { pick c in empty put my man on c }
  turn m
  end when no empty { draw }
}
`;

/** The picture of the start of a sheet, in a browser. */
async function drawn(text, colorScheme = "light") {
  const ref = { text, options: {} };
  const { game, findings } = ask("load", { game: ref });
  assert.ok(game, JSON.stringify(findings));
  const position = ask("position", { game: ref, line: { moves: [] } });
  const page = await browser.newPage({ viewport: { width: 480, height: 640 }, colorScheme });
  await page.setContent("<!doctype html><html lang=\"en\"><title>Board</title><style>:root{color-scheme:light dark}</style><rulebook-board></rulebook-board></html>");
  await page.addScriptTag({ content: script });
  await page.evaluate((data) => Object.assign(document.querySelector("rulebook-board"), data), { game, position });
  await page.locator("rulebook-board [data-cell]").first().waitFor({ state: "attached" });
  const at = (name) => page.locator(`rulebook-board [data-at="${game.board.cells.findIndex((cell) => cell.name === name)}"]`);
  const body = (name) => at(name).locator(".body").getAttribute("d");
  /** The colours that a piece is filled with, from its light to its dark side. */
  const colours = (name) => at(name).locator(".body").evaluate((path) => {
    const id = /#([^)]*)/.exec(path.getAttribute("fill"))[1];
    return [...path.getRootNode().getElementById(id).querySelectorAll("stop")].map((stop) => stop.getAttribute("stop-color"));
  });
  const count = (selector) => page.locator(`rulebook-board ${selector}`).count();
  return { page, at, body, colours, count, game };
}

test("the words of the language are those that the board can draw", async () => {
  const lists = await source("src/language/model/look.rs");
  const words = (name) => [...new RegExp(`const ${name}: .*?=\\s*\\[([^\\]]*)\\]`, "s").exec(lists)[1].matchAll(/"(\w+)"/g)].map(([, word]) => word);
  assert.deepEqual(words("SHAPES").sort(), Object.keys(shapes).sort());
  const still = await source("src/service/report/board.rs");
  for (const palette of ["calm", "patterned"]) {
    const bodies = words("COLOURS").map((colour) => paintNamed(colour, palette).body);
    assert.equal(new Set(bodies).size, words("COLOURS").length, `a colour of ${palette} is missing, or two are one`);
  }
  // Pictures in reports have the same.
  for (const colour of words("COLOURS")) {
    const known = new RegExp(`"${colour}" => "(#\\w+)"`).exec(still)?.[1] ?? /_ => "(#\w+)"/.exec(still)[1];
    assert.equal(known, paintNamed(colour, "calm").body, colour);
  }
});

for (const scheme of ["light", "dark"]) {
  test(`a sheet with a look is drawn so: ${scheme}`, async () => {
    const { page, at, body, colours, count } = await drawn(sheet("board as checkered White as ivory Black as blue man as shield scout as S ox as bull"), scheme);
    assert.equal(await body("a1"), shapes.shield.body);
    assert.equal(await body("a2"), shapes.bull.body);
    assert.equal(await body("c1"), shapes.disc.body);
    assert.equal(await at("c1").locator("text.letter").textContent(), "S");
    const { light, body: middle, dark } = paintNamed("ivory", "calm");
    assert.deepEqual(await colours("a1"), [light, middle, dark]);
    assert.equal((await colours("b1"))[1], paintNamed("blue", "calm").body);
    assert.deepEqual([await count(".cell.s0"), await count(".cell.s1")], [4, 5]);
    await page.close();
  });
}

test("a board is drawn with cells or with lines, as the sheet says", async () => {
  const plain = await drawn(sheet("board as plain"));
  assert.deepEqual([await plain.count(".cell.s0"), await plain.count(".line")], [9, 0]);
  const points = await drawn(sheet("board as points"));
  assert.deepEqual([await points.count(".cell"), await points.count("rect.ground"), await points.count(".line")], [0, 1, 1]);
  const hexes = await drawn(sheet("board as points", "rhombus(3)"));
  assert.deepEqual([await hexes.count(".cell"), await hexes.count("path.ground"), await hexes.count(".dot")], [0, 1, 9]);
  // Squares of one colour touch at corners, and lines join those.
  const slanted = await drawn(sheet("board as points", "square(3) only { c : c in corners or c = b2 or c = b1 or c = a2 or c = c1 }"));
  assert.equal(await slanted.count(".line"), 1);
  for (const { page } of [plain, points, hexes, slanted]) await page.close();
});

test("pieces of one kind look as their owners are called, until the sheet says otherwise", async () => {
  const game = (look) => sheet(look).replace("White, Black", "Cross, Nought").replaceAll("White ", "Cross ").replaceAll("Black ", "Nought ").replace("pieces man plural men, scout, ox plural oxen", "piece man plural men").replace(/ {4}(Cross scout|Nought ox).*\n/g, "");
  const named = await drawn(game(""));
  assert.deepEqual([await named.body("a1"), await named.body("b1")], [shapes.cross.body, shapes.ring.body]);
  const said = await drawn(game("man as disc"));
  assert.deepEqual([await said.body("a1"), await said.body("b1")], [shapes.disc.body, shapes.disc.body]);
  for (const { page } of [named, said]) await page.close();
});

const shown = (look, more = "", board = "square(5)") => `game "Shown" {
  players White, Black
  board ${board}
  pieces man plural men with raised
  neutral pieces red, stone, rock
  mark house
  counter seen(cell): 0..=9
  counter clock(player): 0..=9
  region river = rows(3)
  region home(p: player) = if p is White then rows(1) else rows(5)
  ${more}
  setup {
    White man on {a1, b1}
    Black man on a5
    neutral red on c3
    neutral stone on d3
    neutral rock on e3
    mark {b1, c2} as raised
    mark d2 as house
    set seen(d4) to 3
    set clock(everyone) to 2
  }
  look { ${look} }
  move m { pick c in empty put my man on c mark c as raised if c in house { add 1 to clock(me) add 1 to seen(c) } }
  turn m
  end when no empty { draw }
}
`;

test("pieces with a mark are drawn otherwise, letters stand on shapes, and wedges point away from their owners", async () => {
  const { page, at, body } = await drawn(shown('man as M on wedge raised man as "+M" on wedge', "").replace("mark {b1, c2} as raised", "mark b1 as raised"));
  assert.deepEqual([await body("a1"), await body("b1")], [shapes.wedge.body, shapes.wedge.body]);
  assert.deepEqual([await at("a1").locator(".letter").textContent(), await at("b1").locator(".letter").textContent()], ["M", "+M"]);
  const turned = (name) => at(name).locator("g[transform='rotate(180)']").count();
  assert.deepEqual([await turned("a1"), await turned("a5")], [0, 1]);
  // A mark that is worn is not drawn once more; seen from the other side the wedges are turned.
  assert.equal(await page.locator("rulebook-board .mark").count(), 1);
  await page.evaluate(() => { document.querySelector("rulebook-board").options = { flip: true }; });
  await page.waitForFunction(() => document.querySelector("rulebook-board").shadowRoot.querySelectorAll("g[transform='rotate(180)']").length === 2);
  assert.deepEqual([await turned("a1"), await turned("a5")], [1, 0]);
  await page.close();
});

test("kinds that nobody owns have colours", async () => {
  const { page, colours, at } = await drawn(shown("stone as pink"));
  const [red, pink] = [paintNamed("red", "calm").body, paintNamed("pink", "calm").body];
  assert.deepEqual([(await colours("c3"))[1], (await colours("d3"))[1]], [red, pink]);
  // The last one looks like no other.
  assert.ok(![red, pink].includes((await colours("e3"))[1]));
  assert.equal(await at("c3").locator(".body").getAttribute("d"), shapes.disc.body);
  await page.close();
});

test("what is hidden is neither drawn nor said", async () => {
  for (const [look, expected] of [["board as plain", [2, 1, 2, true]], ["hide house, raised, seen, clock", [0, 0, 0, false]]]) {
    const { page, count, game } = await drawn(shown(look));
    const d2 = game.board.cells.findIndex(({ name }) => name === "d2");
    const label = await page.locator(`rulebook-board [data-cell="${d2}"]`).getAttribute("aria-label");
    assert.deepEqual([await count(".mark"), await count(".count"), await count(".tray"), label.includes("house")], expected, look);
    await page.close();
  }
});

test("regions are seen in each way that the language has", async () => {
  const [, list] = /const FIELDS: .*?=\s*\[([^\]]*)\]/s.exec(await source("src/language/model/look.rs"));
  for (const [, style] of list.matchAll(/"(\w+)"/g)) for (const board of ["plain", "points"]) {
    const { page } = await drawn(shown(`board as ${board} river as ${style}`));
    const without = await drawn(shown(`board as ${board}`));
    const picture = ({ page }) => page.evaluate(() => document.querySelector("rulebook-board").toSVG());
    assert.notEqual((await picture({ page })).replace(/.*<style>.*?<\/style>/s, ""), (await picture(without)).replace(/.*<style>.*?<\/style>/s, ""), `${style} on ${board}`);
    await page.close();
    await without.page.close();
  }
  // That of each player is in the player's colour, and the cell says where it lies.
  const { page, game } = await drawn(shown("home as shaded"));
  const fills = await page.locator("rulebook-board .field.shaded").evaluateAll((paths) => paths.map((path) => path.style.fill));
  assert.equal(fills.length, 2);
  assert.notEqual(fills[0], fills[1]);
  assert.match(await page.locator(`rulebook-board [data-cell="${game.board.cells.findIndex(({ name }) => name === "a1")}"]`).getAttribute("aria-label"), /home/);
  await page.close();
});

test("water parts the lines of a board of points, between its banks", async () => {
  const lines = async (look) => {
    const { page } = await drawn(shown(look, "region stream = rows(2..=3)"));
    const path = await page.locator("rulebook-board .grid .line").getAttribute("d");
    await page.close();
    return path.split("M").length - 1;
  };
  const all = await lines("board as points");
  assert.equal(await lines("board as points stream as water"), all - 3);
});
