// The law of clicking: every legal action can be reached by clicks and answers, and nothing else can be played.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { unreached } from "./reachable.mjs";

const { Selection } = await bundled("board/select.ts");

const directions = [["north", 0, 1], ["south", 0, -1], ["east", 1, 0], ["west", -1, 0], ["northeast", 1, 1], ["clockwise", 0, 0]].map(([name, dx, dy]) => ({ name, dx, dy }));
const square = (width, height) => ({
  players: ["White", "Black", "Red"],
  board: { shape: "square", lines: [], directions, cells: Array.from({ length: width * height }, (_, i) => ({ name: `${"abcdefgh"[i % width]}${1 + Math.floor(i / width)}`, x: i % width, y: Math.floor(i / width) })) },
});
const setting = square(4, 4);
const at = (name) => setting.board.cells.findIndex((cell) => cell.name === name);
const cell = (name) => ({ type: "cell", name: "c", cell: at(name) });
const actions = (...lists) => lists.map((picks, index) => ({ index, move: "move", type: "move", picks, text: picks.map((pick) => pick.type === "cell" ? setting.board.cells[pick.cell].name : String(pick.direction ?? pick.value ?? pick.player ?? "group")).join("-") }));
const narrowed = (outcome) => (assert.equal(outcome.type, "narrow"), outcome.selection);

test("a click narrows, the last one plays", () => {
  const legal = actions([cell("a1"), cell("a2")], [cell("a1"), cell("b2")], [cell("b1"), cell("b2")]);
  const first = Selection.begin(setting, legal);
  assert.deepEqual(first.branches.map(({ label }) => label), ["a1", "b1"]);
  const second = narrowed(first.click(at("a1")));
  assert.deepEqual(second.branches.map(({ label }) => label), ["a2", "b2"]);
  assert.equal(second.click(at("b2")).action.index, 1);
  assert.deepEqual(second.click(at("d4")), { type: "illegal", cells: [at("a1"), at("d4")] });
  assert.equal(second.back(), first);
  // Another piece begins again; the same one lets go.
  assert.deepEqual(narrowed(second.click(at("b1"))).picked, [at("b1")]);
  assert.equal(narrowed(second.click(at("a1"))), first);
});

test("what leaves no choice is picked, but never a whole action", () => {
  assert.deepEqual(Selection.begin(setting, actions([cell("a1"), cell("a2")], [cell("a1"), cell("b2")])).picked, [at("a1")]);
  assert.deepEqual(Selection.begin(setting, actions([cell("a1")])).picked, []);
  const chain = Selection.begin(setting, actions([cell("a1"), cell("a3"), cell("c3")], [cell("b1"), cell("b2")]));
  const forced = narrowed(chain.click(at("a1")));
  assert.deepEqual(forced.picked, [at("a1"), at("a3")]);
  assert.equal(narrowed(forced.click(at("a3"))), forced, "a cell on the way changes nothing");
  assert.equal(narrowed(forced.click(at("a1"))), chain, "a second click on what was clicked lets go of it");
  assert.equal(forced.back(), chain, "back takes the whole click back");
});

test("links of chains begin where the last one ended", () => {
  const legal = actions([cell("a1"), cell("a3"), cell("a3"), cell("c3")], [cell("a1"), cell("a3")], [cell("b1"), cell("b2")]);
  const chain = narrowed(narrowed(Selection.begin(setting, legal).click(at("a1"))).click(at("a3")));
  assert.deepEqual(chain.complete.map(({ index }) => index), [1]);
  assert.deepEqual(chain.branches.map(({ label }) => label), ["c3"]);
  assert.equal(chain.click(at("a3")).action.index, 1, "a second click there stops");
});

const [kind, number, step] = [(name) => ({ type: "kind", name: "k", kind: name }), (value) => ({ type: "number", name: "n", value }), (direction) => ({ type: "direction", name: "d", direction })];

test("one click plays no move of several picks; after another one nothing is asked that has one answer", () => {
  const spread = (n, ...links) => [cell("c3"), step("west"), number(n), cell("b3"), ...links.flatMap((link) => [cell("b3"), step("west"), number(link), cell("a3")])];
  const up = [cell("c3"), step("north"), number(1), cell("c4")];
  const single = Selection.begin(setting, actions(spread(1), up, [cell("a1"), cell("a2")]));
  assert.equal(narrowed(single.click(at("c3"))).click(at("b3")).action.index, 0, "a stone on a stone: two clicks");
  assert.equal(narrowed(Selection.begin(setting, actions(spread(1), [cell("a1"), cell("a2")])).click(at("c3"))).complete.length, 0, "what a piece can do is seen before it is done");
  const stack = narrowed(narrowed(Selection.begin(setting, actions(spread(1), spread(2), spread(2, 1), up, [cell("a1"), cell("a2")])).click(at("c3"))).click(at("b3")));
  assert.deepEqual(stack.branches.map(({ label }) => label), ["1", "2"]);
  assert.equal(stack.take({ branch: stack.branches[0] }).action.index, 0);
  const dropped = narrowed(stack.take({ branch: stack.branches[1] }));
  assert.deepEqual(dropped.complete.map(({ index }) => index), [1]);
  assert.equal(dropped.click(at("b3")).action.index, 1, "a second click where it is stops there");
  assert.equal(dropped.click(at("a3")).action.index, 2, "the next cell goes on");
  assert.equal(narrowed(stack.click(at("b3"))).path.length, 1, "a second click takes the direction back");
  assert.equal(narrowed(stack.click(at("c3"))).path.length, 0, "and one where it began all of it");
});

test("a kind and its cell in any order", () => {
  const legal = actions([kind("pawn"), cell("b2")], [kind("rook"), cell("b2")], [kind("rook"), cell("a1")], [cell("a1"), cell("a2")], [cell("a1"), cell("b2")], [kind("rook"), cell("c3"), cell("d3")], [kind("rook"), cell("c3"), cell("c4")]);
  const first = Selection.begin(setting, legal);
  const plays = (outcome, index) => assert.equal(outcome.action?.index, index);
  plays(narrowed(first.hold("rook")).click(at("b2")), 1);
  assert.deepEqual(first.click(at("b2")).choices.map(({ label }) => label), ["pawn", "rook"]);
  plays(first.take(first.click(at("b2")).choices[0]), 0);
  // A piece stands where another one can be dropped: the click takes it, and the hand after it drops.
  const taken = narrowed(first.click(at("a1")));
  assert.deepEqual(taken.picked, [at("a1")]);
  plays(taken.hold("rook"), 2);
  assert.deepEqual(narrowed(taken.hold("pawn")).path, [kind("pawn")], "what cannot go there is held instead");
  const held = narrowed(first.hold("rook"));
  assert.deepEqual(narrowed(held.hold("pawn")).path, [kind("pawn")], "another piece of the hand");
  assert.equal(narrowed(held.hold("rook")), first, "the same one again is put back");
  // The cell first, which one kind alone can go to: both are one click, and are taken back as one.
  const ahead = narrowed(first.click(at("c3")));
  assert.deepEqual(ahead.path, [kind("rook"), cell("c3")]);
  assert.equal(narrowed(ahead.click(at("c3"))), first);
  assert.equal(ahead.back(), first);
});

test("the last cell first: it plays what both name, and nothing by itself", () => {
  const legal = actions([cell("a1"), cell("a2")], [cell("a1"), cell("b2")], [cell("b1"), cell("b2")], [kind("pawn"), cell("b2")], [kind("pawn"), cell("d4")], [cell("c1"), cell("c2"), kind("queen")], [cell("c1"), cell("c2"), kind("rook")]);
  const first = Selection.begin(setting, legal);
  const aimed = narrowed(first.click(at("a2")));
  assert.deepEqual([aimed.picked, aimed.branches.map(({ label }) => label)], [[at("a2")], ["a1"]]);
  assert.equal(aimed.click(at("a1")).action.index, 0);
  assert.equal(narrowed(aimed.click(at("a2"))), first, "a second click lets go");
  assert.deepEqual(narrowed(aimed.click(at("c2"))).picked, [at("c2")], "another one is meant instead");
  assert.deepEqual(narrowed(aimed.click(at("b1"))).path, [cell("b1")], "a piece that does not go there is taken");
  const either = first.click(at("b2"));
  assert.deepEqual(either.choices.map(({ label }) => label), ["pawn"], "a piece may go there as well, so one is asked");
  assert.equal(either.selection.take(either.choices[0]).action.index, 3);
  assert.equal(either.selection.hold("pawn").action.index, 3);
  assert.equal(either.selection.click(at("b1")).action.index, 2);
  assert.equal(first.click(at("d4")).action.index, 4, "one kind alone can go there");
  assert.deepEqual(narrowed(narrowed(first.click(at("c2"))).click(at("c1"))).branches.map(({ label }) => label), ["queen", "rook"]);
  assert.deepEqual(first.click(at("d3")), { type: "illegal", cells: [at("d3")] });
});

test("a number stands for where it leads, if its actions name that", () => {
  const run = (from, value, to) => ({ ...actions([cell(from), number(value)])[0], text: `${from}-${to}/${value}` });
  const legal = [run("a1", 1, "b1"), run("a1", 3, "d1"), run("b1", 1, "off"), run("b1", 3, "off")].map((action, index) => ({ ...action, index }));
  const first = Selection.begin(setting, legal);
  const taken = narrowed(first.click(at("a1")));
  assert.equal(taken.click(at("d1")).action.index, 1);
  assert.deepEqual(taken.offered(), []);
  assert.deepEqual(narrowed(first.click(at("b1"))).offered().map(({ label }) => label), ["1", "3"]);
});

test("a direction is its landing, the next cell, or an arrow", () => {
  const far = [{ ...actions([cell("a1"), { type: "direction", name: "d", direction: "north" }])[0], text: "a1-a3" }];
  const legal = [...far, { ...actions([cell("a1"), { type: "direction", name: "d", direction: "east" }])[0], index: 1 }, { ...actions([cell("a1"), { type: "direction", name: "d", direction: "clockwise" }])[0], index: 2 }];
  const second = Selection.begin(setting, legal);
  assert.equal(second.click(at("a3")).action.index, 0);
  assert.equal(second.click(at("a2")).type, "illegal");
  assert.equal(second.click(at("b1")).action.index, 1);
  assert.deepEqual(second.offered().map(({ label }) => label), ["clockwise"]);
});

test("overlapping groups and equal picks are asked about", () => {
  const group = (...names) => ({ type: "group", name: "g", cells: names.map(at) });
  const groups = Selection.begin(setting, actions([group("a1", "a2")], [group("a2", "a3")])).click(at("a2"));
  assert.equal(groups.type, "choose");
  assert.equal(groups.choices.length, 2);
  const twice = Selection.begin(setting, actions([cell("a1")], [cell("a1")], [cell("b1")])).click(at("a1"));
  assert.equal(twice.type, "choose");
});

test("a set is picked cell by cell", () => {
  const set = (...names) => ({ type: "cells", name: "s", cells: names.map(at) });
  const first = Selection.begin(setting, actions([set("a1", "a2")], [set("a1", "b1")], [set("a1", "b1", "c1")], [set("b2", "c2")], [cell("d4")]));
  const one = narrowed(first.click(at("a1")));
  assert.deepEqual([one.picked, one.offered()], [[at("a1")], []]);
  assert.deepEqual(one.branches.map(({ cells }) => cells), [[at("a2")], [at("b1")], [at("b1"), at("c1")]], "what is picked of it is not to be picked again");
  assert.equal(one.click(at("a2")).action.index, 0);
  assert.equal(narrowed(one.click(at("a1"))), first, "a second click takes the cell back");
  const two = narrowed(one.click(at("b1")));
  assert.equal(two.click(at("c1")).action.index, 2, "a larger set goes on");
  assert.deepEqual(two.offered().map(({ label }) => label), ["a1, b1"], "a set that is complete is a button");
  assert.equal(narrowed(two.click(at("b1"))), one);
  assert.equal(first.click(at("b2")).action.index, 3, "a cell of one set alone is that set");
});

test("pass, swap, stop and moves without picks are buttons", () => {
  const legal = [...actions([cell("a1")], []), { index: 2, move: null, type: "pass", picks: [], text: "pass" }];
  assert.deepEqual(Selection.buttons(legal).map(({ index }) => index), [1, 2]);
});

test("every legal action is reached and nothing else: random lists of all kinds of picks", () => {
  let state = 1;
  const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16) % n;
  const pick = () => {
    const kind = below(10);
    if (kind < 6) return { type: "cell", name: "c", cell: below(16) };
    if (kind === 6) return { type: "direction", name: "d", direction: directions[below(directions.length)].name };
    if (kind === 7) return { type: "number", name: "n", value: below(3) };
    if (kind === 8) return { type: "player", name: "p", player: below(3) };
    const cells = [...new Set([below(16), below(16), below(16)])].sort((a, b) => a - b);
    return { type: below(2) ? "group" : "cells", name: "g", cells };
  };
  for (let round = 0; round < 400; round++) {
    const first = Array.from({ length: 1 + below(3) }, pick);
    const lists = Array.from({ length: 1 + below(12) }, () => {
      const picks = below(2) ? [first[below(first.length)]] : [];
      for (let more = below(4); more > 0; more--) picks.push(below(5) ? pick() : (picks.at(-1) ?? pick()));
      return picks;
    });
    const legal = actions(...lists).map((action) => (below(4) ? action : { ...action, text: `${action.text}>${"abcd"[below(4)]}${1 + below(4)}` }));
    assert.deepEqual(unreached(Selection, setting, legal), [], JSON.stringify(lists));
  }
});
