// Where everything of a board is drawn: one unit is the distance between neighbours, y goes downwards.
import type { BoardView, Look } from "../protocol";

export interface Point { x: number; y: number }
export interface Label extends Point { text: string }

/** A board as it is drawn. */
export interface Layout {
  /** Middles of cells. */
  at: Point[];
  /** Corners of cells around their middles; empty where cells are points. */
  corners: Point[];
  /** Of boards of tiles: each cell by its corners, or by the radius of a disc; else empty. */
  tiles: (Point[] | number)[];
  /** How large the pieces of a cell are drawn. */
  sizes: number[];
  /** How high cells are; more than 1 where the pieces of a pile lie one behind the other. */
  tall: number;
  /** Cells are the points where lines meet. */
  points: boolean;
  lines: [Point, Point][];
  /** Cells with a dot, as on boards for Go. */
  stars: number[];
  /** A shade a cell, 0 if plain. */
  shades: number[];
  /** Absent squares among the cells, as of draughts. */
  gaps: Point[];
  /** Coordinates along the rim, and how large they are. */
  labels: Label[];
  letters: number;
  box: { x: number; y: number; width: number; height: number };
  /** Cells by direction of an arrow key: the nearest one. */
  towards(cell: number, dx: number, dy: number): number | null;
}

/** How far the wood of a board of points on hexagons reaches. */
export const wood = 0.64;

const rootOfThree = Math.sqrt(3);
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const polygon = (corners: number, radius: number, first: number): Point[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = first + (i * 2 * Math.PI) / corners;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });

/** `a1` as a column and a row; null for other names. */
const coordinates = (name: string) => /^([a-z]{1,2})(\d{1,2})$/.exec(name)?.slice(1, 3) as [string, string] | undefined;

export function layout(board: BoardView, look: Look, options: { flip: boolean; coordinates: boolean; maxHeight?: number }): Layout {
  const turn = options.flip ? -1 : 1;
  const tall = heightOf(board, look, options.maxHeight ?? 1);
  const raw = board.cells.map(({ x, y }) => ({ x: x * turn, y: -y * turn * tall }));
  const isTiled = board.shape === "tile";
  const rooms = board.cells.map(({ room }) => room ?? 1);
  const scale = board.shape === "point" ? 1 / spacing(raw) : isTiled ? 1 / Math.max(...rooms) : 1;
  const at = raw.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const points = board.shape === "point" || (look.board === "points" && !isTiled);
  const tiles = !isTiled ? [] : board.cells.map(({ corners, radius }): Point[] | number =>
    corners ? corners.map(([x, y]) => ({ x: x * turn * scale, y: -y * turn * scale })) : (radius ?? 0.5) * scale);
  const corners = points || isTiled ? [] : board.shape === "square" ? polygon(4, Math.SQRT1_2, Math.PI / 4).map(({ x, y }) => ({ x, y: y * tall })) : polygon(6, 1 / rootOfThree, Math.PI / 6);
  const joined = board.lines.length > 0 || !points || board.shape === "point" ? board.lines : neighbours(at);
  const lines = joined.map(([a, b]): [Point, Point] => [at[a]!, at[b]!]);

  const xs = at.map(({ x }) => x), ys = at.map(({ y }) => y);
  const [left, right, top, bottom] = at.length ? [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] : [0, 0, 0, 0];
  const reach = tiles.flatMap((tile, cell) => {
    const { x, y } = at[cell]!;
    return typeof tile === "number" ? [{ x: x - tile, y: y - tile }, { x: x + tile, y: y + tile }] : tile;
  });
  const inner = !points ? 0.5 : board.shape === "hexagon" ? wood : 0.55;
  const rim = { left: left - inner, right: right + inner, top: top - (board.shape === "hexagon" && !points ? 0.58 : inner * tall), bottom: bottom + (board.shape === "hexagon" && !points ? 0.58 : inner * tall) };
  for (const { x, y } of reach) {
    [rim.left, rim.right] = [Math.min(rim.left, x), Math.max(rim.right, x)];
    [rim.top, rim.bottom] = [Math.min(rim.top, y), Math.max(rim.bottom, y)];
  }
  // Large boards are seen from afar.
  const letters = Math.min(0.44, 0.12 + 0.018 * Math.max(right - left, bottom - top));
  const labels = options.coordinates ? rimLabels(board, at, rim, letters) : [];
  // Room for labels, and a hair for edges.
  const pad = 0.06;
  const room = 0.7 * letters;
  const box = { x: Math.min(rim.left, ...labels.map(({ x }) => x - room)) - pad, y: Math.min(rim.top, ...labels.map(({ y }) => y - room)) - pad, width: 0, height: 0 };
  box.width = Math.max(rim.right, ...labels.map(({ x }) => x + room)) + pad - box.x;
  box.height = Math.max(rim.bottom, ...labels.map(({ y }) => y + room)) + pad - box.y;

  const between = board.shape === "square" ? gaps(at, { left, right, top, bottom }) : [];

  return {
    at, corners, tiles, points, lines, labels, letters, box,
    sizes: rooms.map((room) => (isTiled ? room * scale : 1)),
    tall,
    stars: points && board.shape === "square" ? stars(at, { left, right, top, bottom }) : [],
    shades: at.map((point) => shade(point, board, look, turn)),
    gaps: points ? [] : between,
    towards: (cell, dx, dy) => towards(at, joined, between.length > 0, cell, dx, dy),
  };
}

/** Two long rows of piles, as of Backgammon, would be a strip on which nothing is told apart: each cell has room for a pile that lies. */
function heightOf({ shape, cells }: BoardView, { board }: Look, maxHeight: number): number {
  const [rows, columns] = [new Set(cells.map(({ y }) => y)).size, new Set(cells.map(({ x }) => x)).size];
  return shape === "square" && board !== "points" && maxHeight > 4 && rows === 2 && columns >= 8 ? 5 : 1;
}

/** Where the piece lies that has so many below it: in the middle of its cell, or from the rim inwards where cells are tall. */
export function spot({ at, tall }: Layout, cell: number, below: number, pieces: number): Point {
  const { x, y } = at[cell]!;
  if (tall === 1) return { x, y };
  const inwards = y > (Math.min(...at.map(({ y }) => y)) + Math.max(...at.map(({ y }) => y))) / 2 ? -1 : 1;
  const step = Math.min(0.88, (tall - 1) / Math.max(1, pieces - 1));
  return { x, y: y + inwards * (below * step - tall / 2 + 0.5) };
}

/**
 * The cell to which an arrow key goes: along a line if there is one, else straight ahead, else the nearest. On squares of one colour left
 * and right stay in the row.
 */
function towards(at: Point[], joined: [number, number][], isOneColour: boolean, cell: number, dx: number, dy: number): number | null {
  const from = at[cell];
  if (!from) return null;
  const linked = new Set(joined.flatMap(([a, b]) => (a === cell ? [b] : b === cell ? [a] : [])));
  // Up and down go to the next row even where it is shifted, to and fro, so that the way back is the same.
  const row = new Set(at.filter(({ y }) => y < from.y - 0.01).map(({ y }) => Math.round(y * 100))).size;
  const lean = row % 2 === 0 ? 1e-3 : -1e-3;
  let best: number | null = null, least = Infinity;
  at.forEach((to, index) => {
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy - (to.y - from.y) * dx);
    const isNear = linked.has(index) || (isOneColour && dy === 0 && aside < 0.01);
    const cost = (along + (dy === 0 ? 2.2 : 0.9) * aside) * (isNear ? 0.3 : 1) - lean * Math.sign(to.x - from.x) * Math.abs(dy);
    if (along > 0.3 && aside <= along * 1.8 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** The least distance between cells. */
function spacing(at: Point[]): number {
  let least = Infinity;
  at.forEach((a, i) => { for (let j = 0; j < i; j++) { const d = distance(a, at[j]!); if (d > 1e-6 && d < least) least = d; } });
  return Number.isFinite(least) ? least : 1;
}

/** The cells that lie nearest to each other; of squares of one colour, those that touch at corners. */
function neighbours(at: Point[]): [number, number][] {
  const pairs: [number, number][] = [];
  const near = 1.01 * spacing(at);
  at.forEach((a, i) => { for (let j = 0; j < i; j++) if (distance(a, at[j]!) < near) pairs.push([j, i]); });
  return pairs;
}

function shade({ x, y }: Point, board: BoardView, look: Look, turn: number): number {
  if (look.board !== "checkered") return 0;
  if (board.shape === "hexagon") {
    const row = (y * turn) / (rootOfThree / 2);
    return ((((Math.round(x * turn - row / 2) - Math.round(row)) % 3) + 3) % 3);
  }
  return ((Math.round(x * turn) + Math.round(-y * turn)) % 2 + 2) % 2 === 0 ? 1 : 0;
}

type Bounds = { left: number; right: number; top: number; bottom: number };

/** The other squares of a board on squares of one colour; none where cells are missing in another way. */
function gaps(at: Point[], { left, right, top, bottom }: Bounds): Point[] {
  const parity = ({ x, y }: Point) => Math.abs(Math.round(x - left) + Math.round(y - top)) % 2;
  const [first] = at;
  if (!first || at.length < 4 || at.some((point) => parity(point) !== parity(first))) return [];
  const found: Point[] = [];
  for (let x = left; x < right + 0.5; x++) for (let y = top; y < bottom + 0.5; y++) if (parity({ x, y }) !== parity(first)) found.push({ x, y });
  return found;
}

/** Handicap points of full square boards from 9 on. */
function stars(at: Point[], { left, right, top, bottom }: Bounds): number[] {
  const size = Math.round(right - left) + 1;
  if (Math.round(bottom - top) + 1 !== size || at.length !== size * size || size < 9) return [];
  const margin = size > 11 ? 3 : 2;
  const at3 = size % 2 ? [margin, (size - 1) / 2, size - 1 - margin] : [margin, size - 1 - margin];
  const some = size % 2 && size < 15 ? (x: number, y: number) => (x === at3[1]) === (y === at3[1]) : () => true;
  return at.flatMap((point, index) => {
    const [x, y] = [Math.round(point.x - left), Math.round(point.y - top)];
    return at3.includes(x) && at3.includes(y) && some(x, y) ? [index] : [];
  });
}

/** Letters and numbers at the rim, where they meet no cell and not each other. */
function rimLabels(board: BoardView, at: Point[], rim: Bounds, letters: number): Label[] {
  const names = board.cells.map(({ name }) => coordinates(name));
  if (names.length < 2 || names.some((name) => !name)) return [];
  const lineUp = (part: 0 | 1) => {
    const groups = new Map<string, number[]>();
    names.forEach((name, cell) => { const key = name![part]; groups.set(key, [...(groups.get(key) ?? []), cell]); });
    return groups;
  };
  const columns = lineUp(0), rows = lineUp(1);
  const same = (cells: number[], axis: "x" | "y") => cells.every((cell) => Math.abs(at[cell]![axis] - at[cells[0]!]![axis]) < 0.01);
  const gap = 0.85 * letters;
  if ([...columns.values()].every((cells) => same(cells, "x")) && [...rows.values()].every((cells) => same(cells, "y"))) {
    return [
      ...[...columns].map(([text, cells]) => ({ text, x: at[cells[0]!]!.x, y: rim.bottom + gap })),
      ...[...rows].map(([text, cells]) => ({ text, x: rim.left - gap, y: at[cells[0]!]!.y })),
    ];
  }
  // Elsewhere each line of cells is drawn out by a step at one of its ends.
  const drawnOut = (groups: Map<string, number[]>, end: 0 | 1): Label[] | null => {
    const along = [...groups.values()].find((cells) => cells.length > 1);
    if (!along) return null;
    const [a, b] = [at[along[0]!]!, at[along[1]!]!];
    const unit = { x: (b.x - a.x) / distance(a, b), y: (b.y - a.y) / distance(a, b) };
    const sign = end ? 1 : -1;
    return [...groups].map(([text, cells]) => {
      const place = (cell: number) => (at[cell]!.x * unit.x + at[cell]!.y * unit.y) * sign;
      const last = at[cells.reduce((best, cell) => (place(cell) > place(best) ? cell : best))]!;
      return { text, x: last.x + unit.x * sign * 0.88, y: last.y + unit.y * sign * 0.88 };
    });
  };
  for (const [rowEnd, columnEnd] of [[0, 0], [1, 0], [0, 1], [1, 1]] as const) {
    const labels = [...(drawnOut(rows, rowEnd) ?? []), ...(drawnOut(columns, columnEnd) ?? [])];
    const free = labels.every((label, i) => at.every((cell) => distance(cell, label) > 0.7) && labels.every((other, j) => i === j || distance(other, label) > 0.4));
    if (free) return labels;
  }
  return [];
}

/** The edges around a set of cells: those that no two of them share. */
export function outline({ at, corners, tiles }: Layout, cells: number[]): string {
  const edges = new Map<string, [Point, Point]>();
  const round = ({ x, y }: Point) => `${Math.round(x * 50)},${Math.round(y * 50)}`;
  for (const cell of new Set(cells)) {
    const middle = at[cell];
    if (!middle) continue;
    const tile = tiles[cell];
    const own = Array.isArray(tile) ? tile : corners.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y }));
    own.forEach((a, i) => {
      const b = own[(i + 1) % own.length]!;
      const key = [round(a), round(b)].sort().join(" ");
      if (!edges.delete(key)) edges.set(key, [a, b]);
    });
  }
  return [...edges.values()].map(([a, b]) => `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`).join("");
}

/** The outer edges of a row of cells that look the same way, as the rest of the row does: a side of the board. */
export function side({ at, corners, tiles }: Layout, cells: number[]): string {
  if (tiles.length > 0) return sideOfTiles(at, tiles, cells);
  const centre = { x: at.reduce((sum, { x }) => sum + x, 0) / at.length, y: at.reduce((sum, { y }) => sum + y, 0) / at.length };
  const own = cells.flatMap((cell) => at[cell] ?? []);
  const edges = own.flatMap((middle) => corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    const normal = { x: corner.x + next.x, y: corner.y + next.y };
    return { a: { x: middle.x + corner.x, y: middle.y + corner.y }, b: { x: middle.x + next.x, y: middle.y + next.y }, normal, beyond: { x: middle.x + normal.x, y: middle.y + normal.y } };
  })).filter(({ beyond }) => at.every((cell) => distance(cell, beyond) > 0.1));
  // A corner of the board has edges of another side too: those that most of the row does not share.
  const ends = own.length > 1 ? { x: own.at(-1)!.x - own[0]!.x, y: own.at(-1)!.y - own[0]!.y } : { x: 0, y: 0 };
  const across = { x: -ends.y, y: ends.x };
  const middle = own[own.length >> 1] ?? centre;
  const out = across.x * (middle.x - centre.x) + across.y * (middle.y - centre.y) < 0 ? -1 : 1;
  const length = Math.hypot(across.x, across.y) || 1;
  return edges.filter(({ normal }) => own.length < 2 || ((normal.x * across.x + normal.y * across.y) * out) / length / Math.hypot(normal.x, normal.y) > 0.4)
    .map(({ a, b }) => `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`).join("");
}

/** The same of tiles: a line along what lies outermost. */
function sideOfTiles(at: Point[], tiles: (Point[] | number)[], cells: number[]): string {
  const own = cells.flatMap((cell) => at[cell] ?? []);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return "";
  const centre = { x: at.reduce((sum, { x }) => sum + x, 0) / at.length, y: at.reduce((sum, { y }) => sum + y, 0) / at.length };
  const isRow = Math.abs(last.x - first.x) >= Math.abs(last.y - first.y);
  const corners = cells.flatMap((cell) => {
    const tile = tiles[cell], middle = at[cell];
    if (!middle || tile === undefined) return [];
    return Array.isArray(tile) ? tile : [{ x: middle.x - tile, y: middle.y - tile }, { x: middle.x + tile, y: middle.y + tile }];
  });
  const xs = corners.map(({ x }) => x), ys = corners.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (isRow) {
    const y = own.reduce((sum, point) => sum + point.y, 0) / own.length < centre.y ? top : bottom;
    return `M${num(left)} ${num(y)}L${num(right)} ${num(y)}`;
  }
  const x = own.reduce((sum, point) => sum + point.x, 0) / own.length < centre.x ? left : right;
  return `M${num(x)} ${num(top)}L${num(x)} ${num(bottom)}`;
}

/** A disc, as a path. */
export const disc = ({ x, y }: Point, r: number) => `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 1 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 1 ${num(-2 * r)} 0Z`;

/** The area of a cell that is a tile, as a path; nothing of other boards. */
export function tileArea({ at, tiles }: Layout, cell: number): string | null {
  const tile = tiles[cell], middle = at[cell];
  if (tile === undefined || !middle) return null;
  if (Array.isArray(tile)) return closed(tile);
  const [x, y, r] = [num(middle.x - tile), num(middle.y), num(tile)];
  return `M${x} ${y}a${r} ${r} 0 1 1 ${num(2 * tile)} 0a${r} ${r} 0 1 1 ${num(-2 * tile)} 0Z`;
}

/** A number as short as a drawing needs it. */
export const num = (value: number): string => String(Math.round(value * 1000) / 1000);

/** A closed path through corners, moved and scaled. */
export const closed = (corners: Point[], { x, y }: Point = { x: 0, y: 0 }, scale = 1): string =>
  `M${corners.map((corner) => `${num(x + corner.x * scale)} ${num(y + corner.y * scale)}`).join("L")}Z`;
