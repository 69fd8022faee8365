// Small games as an engine describes them, for tests of the board alone.
const letters = "abcdefghijklmnopqrstuvwxyz";
const compass = [["north", 0, 1], ["south", 0, -1], ["east", 1, 0], ["west", -1, 0]].map(([name, dx, dy]) => ({ name, dx, dy }));

/** A square board with pieces written by cell, as `{ a1: "w", b2: "Wb" }`: small letters are the first player's. */
export function sample({ size = 4, board = "plain", pieces = {}, moves = [], counters = [], kinds = ["man"], shape = "square", more = {} } = {}) {
  const cells = Array.from({ length: size * size }, (_, i) => ({ name: `${letters[i % size]}${1 + Math.floor(i / size)}`, x: (i % size) + (shape === "hexagon" ? Math.floor(i / size) / 2 : 0), y: Math.floor(i / size) * (shape === "hexagon" ? Math.sqrt(3) / 2 : 1) }));
  const at = (name) => cells.findIndex((cell) => cell.name === name);
  const lines = shape === "point" ? cells.flatMap((_, i) => [...((i + 1) % size ? [[i, i + 1]] : []), ...(i + size < cells.length ? [[i, i + size]] : [])]) : [];
  const game = {
    title: "Sample", variantOf: null, authors: [], year: null, family: null, doc: "", players: ["White", "Black"],
    kinds: kinds.map((name) => ({ name, plural: "men", letter: name[0], neutral: false })), maxHeight: 4, options: [],
    board: { shape, cells, lines, directions: compass }, look: { board, players: ["white", "black"], kinds: ["disc"] },
    counters, marks: [], moves: [], ends: [], definitions: [], tests: [], claims: [], pie: false,
  };
  const pile = (text = "") => [...text].map((letter) => ({ owner: letter === "w" ? 0 : 1, kind: 0 }));
  const pick = (word) => (at(word) >= 0 ? { type: "cell", name: "c", cell: at(word) } : /^\d+$/.test(word) ? { type: "number", name: "n", value: Number(word) } : { type: "direction", name: "d", direction: word });
  const legal = moves.map((text, index) => (text === "pass" ? { index, move: null, type: "pass", picks: [], text } : { index, move: "step", type: "move", picks: text.split(/[-=]/).map(pick), text }));
  const position = {
    cells: cells.map(({ name }) => ({ pieces: pile(pieces[name]), marks: [], counters: counters.filter(({ per }) => per === "cell").map(({ start }) => start) })),
    counters: counters.filter(({ per }) => per !== "cell").flatMap(({ name, per, start }) => (per === "player" ? [0, 1] : [null]).map((player) => ({ name, player, value: start }))),
    toAct: { seat: 1, player: 0, moves: ["step"] }, swapped: false, legal, ended: null, plies: [], cut: null, effects: [], notation: "", picture: "", ...more,
  };
  return { game, position };
}
