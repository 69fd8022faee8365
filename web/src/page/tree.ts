// The game as a tree: each node is a move with what can follow it, the main line first, then its variations. Trees are values: a
// change makes another one. A path is the moves from the root; a line may have thousands of moves, so nothing here recurs along it.

import { t } from "./words";

export interface Node {
  /** As written; empty at the root. */
  readonly move: string;
  readonly comment?: string;
  /** Who moved, where that has been seen. */
  readonly player?: number;
  readonly next: readonly Node[];
}

/** Variations within variations, as deep as they are read. */
const DEEPEST = 200;

export const EMPTY: Node = { move: "", next: [] };

const child = (node: Node, move: string) => node.next.find((other) => other.move === move);

/** The nodes along a path from the root, as far as it goes. */
function along(tree: Node, path: readonly string[]): Node[] {
  const nodes = [tree];
  for (const move of path) {
    const next = child(nodes[nodes.length - 1]!, move);
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

/** The node at the end of a path, if the tree has it. */
export function nodeAt(tree: Node, path: readonly string[]): Node | null {
  const nodes = along(tree, path);
  return nodes.length > path.length ? nodes[path.length]! : null;
}

/** The tree with another node in the place of the last of `nodes`, or without it. */
function replaced(nodes: readonly Node[], by: Node | null): Node {
  let node = by;
  for (let depth = nodes.length - 2; depth >= 0; depth--) {
    const parent = nodes[depth]!;
    const old = nodes[depth + 1];
    node = { ...parent, next: node ? parent.next.map((other) => (other === old ? node! : other)) : parent.next.filter((other) => other !== old) };
  }
  return node ?? EMPTY;
}

/** The tree with a line in it: moves that are not there yet become a variation, or the main line where nothing follows. */
export function grow(tree: Node, moves: readonly string[]): Node {
  const nodes = along(tree, moves);
  if (nodes.length > moves.length) return tree;
  let tail: Node | null = null;
  for (let at = moves.length - 1; at >= nodes.length - 1; at--) tail = { move: moves[at]!, next: tail ? [tail] : [] };
  const end = nodes[nodes.length - 1]!;
  return replaced(nodes, { ...end, next: [...end.next, tail!] });
}

/** A path and what follows it in the main: the whole line to which it leads. */
export function through(tree: Node, path: readonly string[]): string[] {
  const line = [...path];
  for (let node = nodeAt(tree, path)?.next[0]; node; node = node.next[0]) line.push(node.move);
  return line;
}

export const mainLine = (tree: Node) => through(tree, []);

/** The lines of the tree, the main one first, each from the root to its end. */
export function lines(tree: Node): string[][] {
  const found: string[][] = [];
  const open: [Node, string[]][] = tree.next.map((node): [Node, string[]] => [node, []]).reverse();
  while (open.length) {
    let [node, path] = open.pop()!;
    path = [...path, node.move];
    // Along what has no choice without a copy for each move.
    while (node.next.length === 1) path.push((node = node.next[0]!).move);
    if (!node.next.length) found.push(path);
    for (let index = node.next.length - 1; index >= 0; index--) open.push([node.next[index]!, path]);
  }
  return found;
}

/** Where a path leaves the main line of what is before it, the last time: the number of moves with that one, or 0 if it never does. */
export function branchOf(tree: Node, path: readonly string[]): number {
  const nodes = along(tree, path);
  let depth = nodes.length - 1;
  while (depth > 0 && nodes[depth - 1]!.next[0] === nodes[depth]) depth--;
  return depth;
}

/** The variation that a path is in takes the place of the line that it leaves. */
export function promote(tree: Node, path: readonly string[]): Node {
  const depth = branchOf(tree, path);
  if (!depth) return tree;
  const nodes = along(tree, path.slice(0, depth));
  const parent = nodes[depth - 1]!;
  const first = nodes[depth]!;
  return replaced(nodes.slice(0, depth), { ...parent, next: [first, ...parent.next.filter((other) => other !== first)] });
}

/** Without the last move of a path and what follows it. */
export function remove(tree: Node, path: readonly string[]): Node {
  const nodes = along(tree, path);
  if (nodes.length <= path.length) return tree;
  return path.length ? replaced(nodes, null) : EMPTY;
}

/** The move beside the last one of a path that comes after it, going round; null where there is no other. */
export function beside(tree: Node, path: readonly string[], step = 1): string | null {
  const siblings = path.length ? nodeAt(tree, path.slice(0, -1))?.next ?? [] : [];
  const at = siblings.findIndex(({ move }) => move === path[path.length - 1]);
  return at < 0 || siblings.length < 2 ? null : siblings[(at + step + siblings.length) % siblings.length]!.move;
}

/** What is said of the last move of a path, or of the game where there is none; empty takes it away. */
export function annotate(tree: Node, path: readonly string[], comment: string): Node {
  const nodes = along(tree, path);
  const node = nodes[path.length];
  if (!node || (node.comment ?? "") === comment) return tree;
  const { comment: _, ...bare } = node;
  return replaced(nodes, comment ? { ...bare, comment } : bare);
}

/** Tells who made the moves of a line. */
export function tellPlayers(tree: Node, moves: readonly string[], players: readonly (number | undefined)[]): Node {
  const nodes = along(tree, moves);
  let first = 1;
  while (first < nodes.length && (players[first - 1] === undefined || nodes[first]!.player === players[first - 1])) first++;
  if (first >= nodes.length) return tree;
  let node: Node = nodes[nodes.length - 1]!;
  for (let depth = nodes.length - 1; depth >= first; depth--) {
    const player = players[depth - 1];
    if (player !== undefined) node = { ...node, player };
    const parent = nodes[depth - 1]!;
    node = { ...parent, next: parent.next.map((other) => (other === nodes[depth] ? node : other)) };
  }
  return replaced(nodes.slice(0, first), node);
}

/** Both in one; comments of the first are kept. */
export function merge(tree: Node, other: Node): Node {
  let all = tree;
  for (const line of lines(other)) {
    all = grow(all, line);
    for (let node: Node = other, depth = 0; depth <= line.length; depth++) {
      const path = line.slice(0, depth);
      if (node.comment && !nodeAt(all, path)!.comment) all = annotate(all, path, node.comment);
      if (depth < line.length) node = child(node, line[depth]!)!;
    }
  }
  return all;
}

/** Whether there is nothing in the tree but one line. */
export function isPlain(tree: Node): boolean {
  for (let node: Node | undefined = tree; node; node = node.next[0]) if (node.comment || node.next.length > 1) return false;
  return true;
}

// ---- As text: moves with blanks between, `( ... )` for the variations of the move before them, `{ ... }` for comments -------------

/** A move as it stands alone in the text: a backslash before what would read as something else. */
const written = (move: string) => (/^[({\\]|\)$/.test(move) ? `\\${move}` : move);
const remark = ({ comment }: Node) => (comment ? [`{${comment.replace(/[\\}]/g, "\\$&")}}`] : []);

export function write(tree: Node): string {
  const words: string[] = [...remark(tree)];
  type Task = { from: Node } | { word: string } | { alone: Node };
  const tasks: Task[] = [{ from: tree }];
  while (tasks.length) {
    const task = tasks.pop()!;
    if ("word" in task) words.push(task.word);
    else if ("alone" in task) {
      words.push(written(task.alone.move), ...remark(task.alone));
      tasks.push({ from: task.alone });
    } else {
      const [main, ...others] = task.from.next;
      if (!main) continue;
      words.push(written(main.move), ...remark(main));
      tasks.push({ from: main });
      for (const other of others.reverse()) tasks.push({ word: ")" }, { alone: other }, { word: "(" });
    }
  }
  return words.join(" ");
}

export class TreeError extends Error {}

/** Reads a tree. With `numbers`, as people write them: numbers of moves and results are passed over. */
export function read(text: string, numbers = false): Node {
  type Open = { move: string; comment?: string; next: Open[] };
  const root: Open = { move: "", next: [] };
  /** From the root to the last move that was read. */
  let trail: Open[] = [root];
  const before: Open[][] = [];
  const close = () => {
    const outer = before.pop();
    if (!outer) throw new TreeError(t("A bracket is closed that was never opened."));
    trail = outer;
  };
  const token = /\s+|\{((?:\\[\s\S]|[^\\}])*)\}|\\(\S+)|\(|\)|[^\s{]\S*|\{/g;
  for (const found of text.matchAll(token)) {
    const [whole, comment, literal] = found;
    if (!whole.trim()) continue;
    const last = trail[trail.length - 1]!;
    if (comment !== undefined) {
      const said = comment.replace(/\\([\s\S])/g, "$1").trim();
      if (said) last.comment = last.comment ? `${last.comment} ${said}` : said;
    } else if (whole === "{") throw new TreeError(t("A comment is opened with { and not closed."));
    else if (whole === "(") {
      if (trail.length < 2) throw new TreeError(t("A variation stands before the first move."));
      if (before.length >= DEEPEST) throw new TreeError(t("Variations are nested more than {n} times.", { n: DEEPEST }));
      before.push(trail);
      trail = trail.slice(0, -1);
    } else if (whole === ")") close();
    else {
      let move = literal ?? whole;
      let closing = 0;
      if (literal === undefined) {
        // What is closed behind a move that itself has brackets: only those that it did not open.
        while (move.length > 1 && move.endsWith(")") && move.split(")").length > move.split("(").length) {
          move = move.slice(0, -1);
          closing++;
        }
        if (numbers) move = move.replace(/^\d+\.+(?=\D|$)/, "").replace(/^…$|^\.\.+$/, "");
      }
      if (move && !(numbers && isResult(move, text, found.index + whole.length))) {
        let node = last.next.find((other) => other.move === move);
        if (!node) last.next.push((node = { move, next: [] }));
        trail.push(node);
      }
      while (closing-- > 0) close();
    }
  }
  if (before.length) throw new TreeError(t("A variation is opened with ( and not closed."));
  return root;
}

/** What stands at the end of a game that was written down. */
const isResult = (word: string, text: string, end: number) => !text.slice(end).trim() && /^(1-0|0-1|1\/2-1\/2|½-½|\*)$/.test(word);
