// Whole games in the page as people play them: by clicks alone, by keys alone, and by touch on a phone. What to pick next is told by
// the model of a selection; whether it can be picked, and where, by the page: what is clicked is scrolled to, is marked, and lies on top
// at the point that is clicked. In the end the record that the page gives is replayed by the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { keyboard, pointing } from "./hands.mjs";
import { launch, moves, openPage, prompt, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const [{ Selection }, { layoutOf }, { cellLabel, state: stateOf }, { encode }] = await Promise.all(["board/select.ts", "board/scene.ts", "board/speech.ts", "page/share.ts"].map(bundled));
const { ask } = await engine(await compile());
const gallery = ask("gallery", {});

let served, browser, folder;
before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  served = await servePage();
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "rulebook-games-"));
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
  if (folder) await rm(folder, { recursive: true });
});

const stream = (seed) => (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16) % n;

// ---- What is played --------------------------------------------------------------------------------------------------------

const sampled = (seed, plies = 400) => (ref) => ask("sample", { game: ref, seed, plies }).moves;

/** Red, who changes hands after the first peg, goes from top to bottom with bridges; Black does so beside it, which wins nothing. */
function twixt() {
  const down = (column, aside, top, pegs) => Array.from({ length: pegs }, (_, i) => `${i % 2 ? aside : column}${top - 2 * i}`);
  const [[first, ...red], black] = [[...down("k", "l", 24, 12), "j1"], [...down("s", "t", 23, 11), "v2"]];
  return [first, "swap", ...red.flatMap((peg, i) => [black[i], peg])];
}

/** What scores best; the seed decides between what is about the same. */
const best = (legal, score, below) => legal.map((action) => [score(action) + below(100) / 200, action]).sort(([a], [b]) => b - a)[0][1];

/** Changes sides where that is possible. */
const anything = ({ legal }, below) => legal.find(({ type }) => type === "swap") ?? legal[below(legal.length)];

/** Runs with the higher number first, and off the board where that is possible. */
const runs = ({ legal }, below) => best(legal, ({ text, picks }) => (/-n\d/.test(text) ? 10 : 0) + Math.max(0, ...picks.map(({ value = 0 }) => value)), below);

/** To the other end of the star, those behind first. */
const across = ({ board }) => ({ legal, toAct }, below) => {
  const place = new Map(board.cells.map((cell) => [cell.name, cell]));
  const heights = board.cells.map(({ y }) => y);
  const goal = board.cells.find(({ y }) => y === (toAct.player === 0 ? Math.min(...heights) : Math.max(...heights)));
  const far = (name) => Math.hypot(0.6 * (place.get(name).x - goal.x), place.get(name).y - goal.y);
  return best(legal, ({ type, text }) => {
    if (type !== "move") return 0.3;
    const [from, to] = text.split(/[-^]/);
    return far(from) - far(to) + 0.02 * far(from);
  }, below);
};

/** Plays a rule of choice into a line, for as long as nature is not asked. */
function chosen(choose, seed) {
  return (ref, game) => {
    const [line, below] = [[], stream(seed)];
    for (let position; (position = ask("position", { game: ref, line: { moves: line } })).legal.length; line.push(choose(game)(position, below).text));
    return line;
  };
}

// Lines that end, by the seeds of random games that do. `has` are things that the line must have in it. By clicks all of them are played
// from the first move to the end; by keys and by touch, which take longer, long ones for `most` plies, or from `after` so many to the end.
const GAMES = [
  { title: "Shogi", line: sampled(32), has: { drop: /\*/, promotion: /\+$/ }, most: { keys: 60 } },
  { title: "Tak", line: sampled(15), has: { wall: /^S/, spread: /[<>+-]\d/, "spread of more links": /\d[<>+-]\d/ } },
  { title: "Gobblet", line: sampled(7), has: { placement: /^[A-Z]/, move: /-/ } },
  { title: "Crazyhouse", line: sampled(17), has: { drop: /@/, promotion: /[a-h]1[qrbn]$/ } },
  { title: "Chinese Checkers for Two", line: chosen(across, 5), has: { hop: /\^/, stop: /^stop$/ }, most: { keys: 50, touch: 50 } },
  { title: "TwixT", line: twixt, has: { swap: /^swap$/ } },
  // The page rolls the dice, and lays out the stones: what is chosen depends on that.
  { title: "Tintas", choose: anything, has: { stop: /^stop$/, swap: /^swap$/ }, after: { keys: 49, touch: 49 } },
  { title: "Backgammon", choose: runs, has: { "bearing off": /-n\d/ }, after: { keys: 110, touch: 110 } },
];

// ---- By what it is played --------------------------------------------------------------------------------------------------

const WAYS = {
  clicks: { hand: pointing((page, point) => page.mouse.click(...point)), options: {} },
  keys: { hand: keyboard, options: {} },
  touch: { hand: pointing((page, point) => page.touchscreen.tap(...point)), options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
};

const boardOf = (page) => page.locator(".board-area rulebook-board");

/** Plays an action by what the board shows: cells that are marked, arrows, pieces of a hand, buttons. */
async function act(page, hand, { game, plan }, { legal }, wanted, order) {
  const board = boardOf(page);
  if (wanted.type !== "move" || wanted.picks.length === 0) {
    return hand.press(page.locator(".actions .action").nth(Selection.buttons(legal).indexOf(wanted)), wanted.text);
  }
  const answer = (name) => hand.press(board.locator(".asked:not([hidden])").getByRole("button", { name, exact: true }).first(), name);
  const click = async (cell) => {
    const name = game.board.cells[cell].name;
    const node = board.locator(`[data-cell="${cell}"].open`);
    await hand.cell(node, { plan, cell }, name);
  };
  const leads = ({ rest }) => rest.some(({ action }) => action === wanted);
  let selection = Selection.begin(game, legal);
  for (let picks = 0; picks < 40; picks++) {
    const branch = selection.branches.find(leads);
    let outcome;
    if (!branch || selection.complete.includes(wanted)) {
      const here = selection.anchor;
      if (here !== null && order % 2 && selection.click(here).action === wanted) {
        await click(here);
        return;
      }
      await answer(wanted.text);
      return;
    }
    const cell = branch.cells.find((cell) => selection.at(cell).includes(branch));
    const next = wanted.picks[selection.path.length + 1];
    if (cell !== undefined) {
      await click(cell);
      outcome = selection.click(cell);
    } else if (branch.pick.type === "kind" && order % 2 && next?.type === "cell" && selection.at(next.cell).length === 0) {
      // The cell first: what it may be is asked.
      await click(next.cell);
      outcome = selection.click(next.cell);
    } else {
      const held = board.locator(`.trays button[data-kind="${branch.pick.kind}"]`);
      const arrow = board.locator(`[data-branch="${branch.key}"]`);
      if (await arrow.count()) await hand.press(arrow, branch.label);
      else if (await held.count()) await hand.press(held.first(), branch.label);
      else await answer(branch.label);
      outcome = selection.take({ branch });
    }
    if (outcome.type === "choose") {
      const at = outcome.choices.findIndex((choice) => ("action" in choice ? choice.action === wanted : leads(choice.branch)));
      await hand.press(board.locator(".asked:not([hidden]) button").nth(at), outcome.choices[at].label);
      outcome = outcome.selection.take(outcome.choices[at]);
    }
    if (outcome.type === "play") return;
    assert.equal(outcome.type, "narrow", wanted.text);
    selection = outcome.selection;
  }
  assert.fail(`${wanted.text} takes too many picks`);
}

// ---- The games -------------------------------------------------------------------------------------------------------------

const labels = (page) => boardOf(page).locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => [Number(cell.dataset.cell), cell.getAttribute("aria-label")]).sort(([a], [b]) => a - b).map(([, label]) => label));

/** Waits until so many plies are played, and the position after them is shown. */
const reached = (page, plies) => page.waitForFunction((plies) => document.querySelectorAll(".move-list .move:not(.start, .aside)").length >= plies && document.querySelector(".prompt:not(.waiting)"), plies, { timeout: 60_000 })
  .catch(async () => assert.fail(`${plies} plies are not reached: ${await page.locator(".prompt").allInnerTexts()} after ${(await moves(page)).length}, ${await page.locator(".notices").allInnerTexts()}`));

async function playThrough({ title, line, choose, has, most = {}, after = {} }, way) {
  const { text, name } = gallery.find(({ text }) => ask("load", { game: { text } }).games.some((variant) => variant.title === title));
  const first = ask("load", { game: { text } }).games[0].title;
  const ref = { text, variant: title };
  const { game } = ask("load", { game: ref });
  const below = stream(7);
  const begun = after[way] ? ask("sample", { game: ref, seed: 3, plies: after[way] }).moves : [];
  const planned = line?.(ref, game).slice(0, most[way] ?? Infinity);
  if (planned) for (const [thing, form] of Object.entries(has)) assert.ok(planned.some((move) => form.test(move)), `the line has no ${thing}`);
  const work = { text, origin: { type: "shipped", name }, variant: title === first ? null : title, options: {}, start: null, moves: begun, ply: begun.length, seats: [] };
  const page = await openPage(browser, served.url + (await encode(work, [{ name, title: first, family: null, doc: "", players: 2, text }])), WAYS[way].options);
  page.setDefaultTimeout(60_000);
  const hand = WAYS[way].hand(page);
  const plan = layoutOf({ game, options: { coordinates: true } });
  const played = [...begun];
  let position;
  for (let ply = begun.length; ; ply++) {
    if (planned && ply >= planned.length) break;
    await reached(page, ply);
    position = ask("position", { game: ref, line: { moves: played } });
    if (position.ended) break;
    if (position.toAct.seat === 0) {
      // The page rolls.
      await reached(page, ply + 1);
      played.push((await moves(page))[ply]);
      continue;
    }
    const wanted = planned ? position.legal.find(({ text }) => text === planned[ply]) : choose(position, below);
    assert.ok(wanted, `${planned?.[ply]} is not legal after ${played.join(" ")}`);
    const at = `${ply + 1}. ${wanted.text}`;
    await act(page, hand, { game, plan }, position, wanted, ply).catch((error) => { throw new Error(`${title} by ${way}, ${at}: ${error.message}`, { cause: error }); });
    await reached(page, ply + 1).catch(() => assert.fail(`${title} by ${way}: ${at} is not played: ${played.join(" ")}`));
    played.push(wanted.text);
  }
  await settled(page);
  position = ask("position", { game: ref, line: { moves: played } });
  if (!planned) for (const [thing, form] of Object.entries(has)) assert.ok(played.some((move) => form.test(move)), `the game had no ${thing}`);
  assert.deepEqual(await moves(page), played);
  // What the page shows is what the rules say, and what is in its record is what the program says.
  const expected = Selection.begin(game, position.legal);
  assert.deepEqual(await labels(page), game.board.cells.map((_, cell) => cellLabel({ game, position, selection: expected }, cell)));
  assert.equal(position.ended === null, most[way] !== undefined, "the game ends");
  if (position.ended) assert.equal(await prompt(page), stateOf(game, { ...position, ended: { ...position.ended, says: "" } }));
  const record = await recordOf(page, hand);
  const file = join(folder, `${name}-${way}.jsonl`);
  await writeFile(file, `${JSON.stringify(record)}\n`);
  assert.deepEqual(record.moves, played);
  assert.equal(record.result, position.ended ? position.ended.seat ?? 0 : null);
  const run = (...args) => execFileSync(program, args, { stdio: "pipe", encoding: "utf8" });
  const sheet = join(root, "games", execFileSync("find", [join(root, "games"), "-name", `${name}.game`, "-printf", "%P"], { encoding: "utf8" }));
  assert.match(run("replay", sheet, file), new RegExp(`^1 game, ${played.length} plies replayed: all match`));
  const shown = JSON.parse(run("show", sheet, "--variant", title, "--record", `${file}:1:${played.length}`, "--json"));
  assert.equal(shown.position, position.notation);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  return played.length - begun.length;
}

/** The record, by the dialog of the page. */
async function recordOf(page, hand) {
  await hand.press(page.getByRole("button", { name: "Share", exact: true }), "Share");
  await page.locator("dialog[open]").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), hand.press(page.getByRole("button", { name: "Record of the game", exact: true }), "Record")]);
  return JSON.parse(await readFile(await file.path(), "utf8"));
}

describe("whole games", { concurrency: 3 }, () => {
  for (const game of GAMES) for (const way of Object.keys(WAYS)) test(`${game.title} by ${way}`, async (t) => {
    const plies = await playThrough(game, way);
    t.diagnostic(`${plies} plies`);
  });
});

// ---- In any order ----------------------------------------------------------------------------------------------------------

/** Moves first, then what is pressed: a cell, `hand:` a piece of one, `ask:` an answer; and what that plays, or null. */
const ORDERS = [
  ["Tak", "a1 e5 Fc3 Fa5", ["c3", "b3"], "c3<1"],
  ["Tak", "a1 e5 Fc3 Fa5", ["b3", "c3"], "c3<1"],
  ["Tak", "a1 e5 Fc3 Fa5", ["d4", "ask:wall"], "Sd4"],
  ["Tak", "a1 e5 Fc3 Fa5", ["d4", "hand:capstone"], "Cd4"],
  ["Tak", "a1 e5 Fc3 Fa5", ["hand:flat", "hand:capstone", "d4"], "Cd4"],
  ["Tak", "a1 e5 Fc3 Fa5", ["hand:flat", "c3", "b3"], "c3<1"],
  ["Tak", "a1 e5 Fc3 Fa5", ["c3", "c3"], null],
  ["Tak", "a1 e5 Fc3 Fa5", ["d4", "d4"], null],
  ["Tak", "a1 e5 Fc3 Fa5", ["hand:flat", "hand:flat"], null],
  ["Gobblet", "", ["b2"], "Hb2"],
  ["Gobblet", "Hd4 Hc4", ["d3", "d4"], "d4-d3"],
  ["Gobblet", "Hd4 Hc4", ["d4", "hand:huge", "d3"], "Hd3"],
  ["Shogi", 9, ["hand:bishop", "f6"], "B*f6"],
  ["Shogi", 9, ["f6", "hand:bishop"], "B*f6"],
  ["Shogi", 9, ["f6", "f6"], null],
  ["Crazyhouse", 26, ["g7"], "B@g7"],
  ["Crazyhouse", 26, ["hand:bishop", "hand:bishop"], null],
  ["Chinese Checkers for Two", "", ["e13", "e14"], "e14-e13"],
  ["Chinese Checkers for Two", "", ["e14", "e14"], null],
  ["Backgammon", "6-1", ["f2", "a1"], "a1-f2/6"],
  ["Backgammon", "6-1", ["a1", "f2"], "a1-f2/6"],
  ["Backgammon", "6-1", ["a1", "a1"], null],
];

test("any order of clicks that names one action plays it, and a second click takes the first one back", async () => {
  const page = await openPage(browser, served.url);
  let [before, played] = [null, false];
  /** Waits until a move is the last one on the board, and its position is shown. */
  const on = (move) => page.waitForFunction((move) => document.querySelector(".prompt:not(.waiting)") && document.querySelector(".move-list [aria-current]")?.lastChild.textContent === move, move, { timeout: 30_000 });
  for (const [title, line, presses, expected] of ORDERS) {
    const { text, name } = gallery.find(({ text }) => ask("load", { game: { text } }).games.some((variant) => variant.title === title));
    const ref = { text, variant: title };
    const { game, games } = ask("load", { game: ref });
    const begun = typeof line === "number" ? GAMES.find((game) => game.title === title).line(ref, game).slice(0, line) : line.split(" ").filter(Boolean);
    const work = { text, origin: { type: "shipped", name }, variant: title === games[0].title ? null : title, options: {}, start: null, moves: begun, ply: begun.length, seats: [] };
    const hash = await encode(work, [{ name, title: games[0].title, family: null, doc: "", players: 2, text }]);
    if (before !== hash) {
      await page.goto("about:blank");
      await page.goto(served.url + hash);
    } else {
      if (played) await page.getByRole("button", { name: "Undo" }).click();
    }
    before = hash;
    await on(begun.at(-1) ?? "start");
    const board = boardOf(page);
    const shown = await labels(page);
    const hand = pointing((page, point) => page.mouse.click(...point))(page);
    for (const press of presses) {
      const [how, what] = press.includes(":") ? press.split(":") : [null, press];
      const node = how === "hand" ? board.locator(`.trays button[data-kind="${what}"]`) : how === "ask" ? board.locator(".asked:not([hidden])").getByRole("button", { name: what, exact: true })
        : board.locator(`[data-cell="${game.board.cells.findIndex(({ name }) => name === what)}"]`);
      await hand.press(node, `${press} of ${title} ${presses.join(" ")}`);
    }
    if (expected === null) {
      assert.deepEqual(await labels(page), shown, `${title} ${presses.join(" ")}: nothing is picked`);
      await on(begun.at(-1) ?? "start");
    } else await on(expected).catch(() => assert.fail(`${title}: ${presses.join(" ")} does not play ${expected}`));
    played = expected !== null;
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
