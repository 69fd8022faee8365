// The game as a tree: what is played is never lost, and a tree is read back as it was written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { EMPTY, TreeError, annotate, beside, branchOf, grow, isPlain, lines, mainLine, merge, nodeAt, promote, read, remove, tellPlayers, through, write } = await bundled("page/tree.ts");
const of = (...all) => all.reduce((tree, line) => grow(tree, line.split(" ")), EMPTY);

test("another move at an earlier ply begins a variation", () => {
  const tree = of("a b c", "a x", "a b y z");
  assert.deepEqual(lines(tree), [["a", "b", "c"], ["a", "b", "y", "z"], ["a", "x"]]);
  assert.deepEqual(mainLine(tree), ["a", "b", "c"]);
  assert.equal(grow(tree, ["a", "b"]), tree, "what is there is not there twice");
  assert.deepEqual(through(tree, ["a", "b", "y"]), ["a", "b", "y", "z"]);
  assert.equal(nodeAt(tree, ["a", "q"]), null);
});

test("a variation takes the place of the line that it leaves, and goes with what follows it", () => {
  const tree = of("a b c", "a x y", "a x z");
  assert.equal(branchOf(tree, ["a", "x", "z"]), 3);
  assert.equal(branchOf(tree, ["a", "x", "y"]), 2);
  assert.equal(branchOf(tree, ["a", "b"]), 0);
  assert.equal(promote(tree, ["a", "b"]), tree);
  assert.deepEqual(mainLine(promote(tree, ["a", "x", "y"])), ["a", "x", "y"]);
  assert.deepEqual(mainLine(promote(promote(tree, ["a", "x", "z"]), ["a", "x", "z"])), ["a", "x", "z"]);
  assert.deepEqual(lines(remove(tree, ["a", "x"])), [["a", "b", "c"]]);
  assert.deepEqual(lines(remove(tree, ["a", "b"])), [["a", "x", "y"], ["a", "x", "z"]]);
  assert.equal(remove(tree, ["q"]), tree);
  assert.deepEqual(remove(tree, []), EMPTY);
  assert.equal(beside(tree, ["a", "b"]), "x");
  assert.equal(beside(tree, ["a", "x"]), "b");
  assert.equal(beside(tree, ["a"]), null);
});

test("comments stay with their moves, whatever becomes of the tree", () => {
  const tree = annotate(annotate(of("a b", "a c"), ["a", "c"], "better"), [], "a game");
  assert.ok(!isPlain(tree) && isPlain(of("a b")) && !isPlain(of("a", "b")));
  assert.equal(nodeAt(promote(grow(tree, ["a", "c", "d"]), ["a", "c"]), ["a", "c"]).comment, "better");
  assert.equal(tree.comment, "a game");
  assert.equal("comment" in nodeAt(annotate(tree, ["a", "c"], ""), ["a", "c"]), false);
  assert.equal(annotate(tree, ["q"], "nowhere"), tree);
  const both = merge(tree, annotate(of("a b e", "f"), ["f"], "new"));
  assert.deepEqual(lines(both), [["a", "b", "e"], ["a", "c"], ["f"]]);
  assert.deepEqual([nodeAt(both, ["f"]).comment, nodeAt(both, ["a", "c"]).comment], ["new", "better"]);
});

test("who moved is told once", () => {
  const tree = of("a b", "a c");
  const told = tellPlayers(tree, ["a", "b"], [0, 1]);
  assert.deepEqual([nodeAt(told, ["a"]).player, nodeAt(told, ["a", "b"]).player, nodeAt(told, ["a", "c"]).player], [0, 1, undefined]);
  assert.equal(tellPlayers(told, ["a", "b"], [0, 1]), told);
  assert.deepEqual(lines(told), lines(tree));
});

test("a tree is read as it was written: random trees with hard words", () => {
  let state = 7;
  const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16) % n;
  const words = ["a1", "a1-b2", "b(2)", "(x", "x)", "(x)", "{q", "\\w", "3.", "1-0", "pass", "c3<1", "))", "\\(", "*", "--", "½"];
  const remarks = ["good", "a } in it", "\\", "two\nlines", "{", "( not a variation )", "\\}"];
  for (let round = 0; round < 300; round++) {
    let tree = EMPTY;
    for (let line = 0; line < 1 + below(6); line++) tree = grow(tree, Array.from({ length: below(7) }, () => words[below(words.length)]));
    for (const line of lines(tree)) if (below(2)) tree = annotate(tree, line.slice(0, below(line.length + 1)), remarks[below(remarks.length)]);
    assert.deepEqual(read(write(tree)), tree, write(tree));
  }
});

test("a long line is no deep one", () => {
  const long = Array.from({ length: 20_000 }, (_, ply) => `m${ply}`);
  const tree = annotate(grow(grow(EMPTY, long), [...long.slice(0, 9000), "x"]), long, "the end");
  assert.equal(lines(tree).length, 2);
  assert.deepEqual(lines(read(write(tree))), lines(tree));
  assert.deepEqual(mainLine(promote(tree, [...long.slice(0, 9000), "x"])).length, 9001);
  assert.equal(nodeAt(tellPlayers(tree, long, long.map((_, ply) => ply % 2)), long).player, 1);
});

test("moves are read as people write them down", () => {
  const tree = read("1. a1 b2 (1... c3 2. d4) 2.e5 {good; really} f6(2) 3. … g7 1-0", true);
  assert.deepEqual(lines(tree), [["a1", "b2", "e5", "f6(2)", "g7"], ["a1", "c3", "d4"]]);
  assert.equal(nodeAt(tree, ["a1", "b2", "e5"]).comment, "good; really");
  assert.deepEqual(mainLine(read("12 7 3", true)), ["12", "7", "3"], "cells may be numbers");
  assert.deepEqual(mainLine(read("1-0 2-1", true)), ["1-0", "2-1"], "and moves may look like results");
  for (const wrong of ["( a", "a ( b", "a )", "a { b", `${"a ( b ".repeat(300)}${") ".repeat(300)}`]) assert.throws(() => read(wrong), TreeError, wrong);
});
