// Regions that are seen on the board: rivers and palaces, castles, havens and handicap points, as `look` has them.
import type { GameView } from "../protocol";
import { closed, disc, type Layout, num, outline, type Point } from "./geometry";
import { type Paint } from "./palette";
import { type Drawn, h } from "./svg";

type Field = NonNullable<GameView["look"]["fields"]>[number];

const key = (x: number, y: number) => `${Math.round(x * 20)},${Math.round(y * 20)}`;

/** On a lattice of points the squares whose four corners are all of these cells, each by its top left corner. */
function faces({ at, points }: Layout, cells: number[]): Point[] {
  if (!points) return [];
  const own = new Set(cells.flatMap((cell) => (at[cell] ? [key(at[cell].x, at[cell].y)] : [])));
  return cells.flatMap((cell) => {
    const corner = at[cell];
    if (!corner) return [];
    const { x, y } = corner;
    return own.has(key(x + 1, y)) && own.has(key(x, y + 1)) && own.has(key(x + 1, y + 1)) ? [corner] : [];
  });
}

const square = ({ x, y }: Point) => `M${num(x)} ${num(y)}h1v1h-1Z`;

/** What a field covers: squares between points where there are some, else its cells. */
function covered(plan: Layout, areas: string[], cells: number[]): string {
  const between = faces(plan, cells);
  return between.length > 0 ? between.map(square).join("") : cells.map((cell) => areas[cell] ?? "").join("");
}

/** Whether no line is drawn from point to point, as it would lie in the middle of water. */
export function swims({ look }: GameView, plan: Layout): (a: Point, b: Point) => boolean {
  const wet = new Set((look.fields ?? []).filter(({ style }) => style === "water").flatMap(({ cells }) => faces(plan, cells)).map(({ x, y }) => key(x, y)));
  return (a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const isAcross = Math.abs(a.y - b.y) < 0.01;
    return Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.01 && wet.has(key(x, y)) && wet.has(isAcross ? key(x, y - 1) : key(x - 1, y));
  };
}

/** The parts of a field that hang together, at corners too. */
function parts({ at }: Layout, cells: number[]): number[][] {
  const left = new Set(cells.filter((cell) => at[cell]));
  const found: number[][] = [];
  for (const first of left) {
    const part = [first];
    left.delete(first);
    for (const cell of part) for (const other of left) {
      if (Math.hypot(at[cell]!.x - at[other]!.x, at[cell]!.y - at[other]!.y) < 1.5) {
        left.delete(other);
        part.push(other);
      }
    }
    found.push(part);
  }
  return found;
}

/** From corner to corner of each part, as in a palace. */
function crosses(plan: Layout, cells: number[]): string {
  const beyond = plan.points ? 0 : 0.5;
  return parts(plan, cells).map((part) => {
    const xs = part.map((cell) => plan.at[cell]!.x), ys = part.map((cell) => plan.at[cell]!.y);
    const [left, right, top, bottom] = [Math.min(...xs) - beyond, Math.max(...xs) + beyond, Math.min(...ys) - beyond, Math.max(...ys) + beyond];
    return `M${num(left)} ${num(top)}L${num(right)} ${num(bottom)}M${num(right)} ${num(top)}L${num(left)} ${num(bottom)}`;
  }).join("");
}

const star = ({ x, y }: Point) => closed(Array.from({ length: 16 }, (_, i) => {
  const r = i % 2 ? 0.15 : 0.36;
  return { x: x + r * Math.sin((i * Math.PI) / 8), y: y - r * Math.cos((i * Math.PI) / 8) };
}));

/** What lies under the lines of the board. */
export const grounds = ({ look }: GameView, plan: Layout, areas: string[], colours: Paint[]): Drawn[] =>
  (look.fields ?? []).filter(({ style }) => style === "shaded" || style === "water")
    .map(({ style, player, cells }) => h("path", { class: `field ${style}`, d: covered(plan, areas, cells), style: tinted("fill", player, colours) }));

/** A player's own region is drawn in the colour of the player; lines in that of the edges of the pieces, which is seen on every cell. */
const tinted = (what: "fill" | "stroke", player: number | null, colours: Paint[]) =>
  (player === null ? null : `${what}:${colours[player]?.[what === "fill" ? "body" : "edge"]}`);

/** What stands on the cells. */
export const signs = ({ look }: GameView, plan: Layout, colours: Paint[]): Drawn[] => (look.fields ?? []).flatMap((field) => drawn(field, plan, colours));

function drawn({ style, player, cells }: Field, plan: Layout, colours: Paint[]): Drawn[] {
  const middles = cells.flatMap((cell) => plan.at[cell] ?? []);
  switch (style) {
    case "crossed": return [h("path", { class: "field line", d: crosses(plan, cells), style: tinted("stroke", player, colours) })];
    case "dotted": return [h("path", { class: "dot", d: middles.map((at) => disc(at, 0.09)).join(""), style: tinted("fill", player, colours) })];
    case "starred": return [h("path", { class: "field star", d: middles.map(star).join(""), style: tinted("fill", player, colours) })];
    case "framed": return [h("path", { class: "field frame", d: frame(plan, cells, middles), style: tinted("stroke", player, colours) })];
    default: return [];
  }
}

/** A line around a field: around cells, along the lines between points, and around each point where there are none. */
function frame(plan: Layout, cells: number[], middles: Point[]): string {
  if (!plan.points) return outline(plan, cells);
  const between = faces(plan, cells);
  const edges = new Map<string, string>();
  for (const { x, y } of between) {
    for (const [fromX, fromY, toX, toY] of [[x, y, x + 1, y], [x, y + 1, x + 1, y + 1], [x, y, x, y + 1], [x + 1, y, x + 1, y + 1]] as const) {
      const name = key((fromX + toX) / 2, (fromY + toY) / 2);
      if (!edges.delete(name)) edges.set(name, `M${num(fromX)} ${num(fromY)}L${num(toX)} ${num(toY)}`);
    }
  }
  return between.length > 0 ? [...edges.values()].join("") : middles.map((at) => disc(at, 0.42)).join("");
}
