// What a position looks like: a pure function from data to a drawing, for the element, for files and for programs without a page.
import type { GameView, LinkView, PieceView, PositionView } from "../protocol";
import { closed, disc, layout, type Layout, num, outline, type Point, side, spot, tileArea, wood } from "./geometry";
import { diceOf, diceRules, die } from "./dice";
import * as field from "./fields";
import { type Palette, groupColours, paints, theme } from "./palette";
import { gradients, inkOf, inks, isPlain, piece, pile, wornMarks } from "./pieces";
import type { Branch, Selection } from "./select";
import { cellLabel, summary } from "./speech";
import { type Drawn, h, written } from "./svg";
import { t } from "./words";

export interface BoardOptions {
  /** Letters and numbers at the rim, or names in cells. Default: true. */
  coordinates?: boolean;
  /** Default: "calm". */
  palette?: Palette;
  /** Turned by half a circle, as who sits opposite sees it. */
  flip?: boolean;
  /** Whether it can be clicked. Default: true. */
  interactive?: boolean;
  /** Another player thinks: cells can be looked at, none can be picked, and the keyboard keeps its place. */
  waiting?: boolean;
  /** Nothing moves, as where the system asks for reduced motion. */
  reduced?: boolean;
  /** Counters of players below the board. Default: true. */
  trays?: boolean;
  /** What a board that cannot be played on is read out as. Default: a summary of the position. */
  label?: string;
}

/** What is shown on top of a position; `Shown` and `Numbers.heat` of the protocol fit in. */
export interface Overlay {
  cells?: number[];
  values?: (string | null)[];
  groups?: number[][];
  arrows?: { from: number; to: number; strength?: number; refused?: boolean }[];
  /** By cell, from 0 to 1; below 0, to -1, in the opposite colour. */
  heat?: number[];
  /** What an action does to cells, beside what goes from one to another. */
  marks?: { cell: number; type: "ring" | "refused" | "put" | "removed" }[];
  /** What is said of a cell when one points at it. */
  says?: string[];
}

export interface View {
  game: GameView;
  position: PositionView;
  options: BoardOptions;
  overlay: Overlay;
  /** Null where nothing can be picked. */
  selection: Selection | null;
  /** The cell that the keyboard is at. */
  cursor: number;
  /** Begins the names of gradients, so that several drawings can stand on one page. */
  prefix: string;
}

/** Counters of cells where there are no pieces are seeds in pits. */
const isPits = (game: GameView) => game.kinds.length === 0 && game.counters.some(({ per }) => per === "cell");

export const layoutOf = ({ game, options }: Pick<View, "game" | "options">): Layout =>
  layout(game.board, game.look, { flip: options.flip ?? false, coordinates: options.coordinates ?? true, maxHeight: game.maxHeight });

const groupColour = (index: number) => groupColours[index % groupColours.length]!;
const translate = ({ x, y }: Point) => `translate(${num(x)} ${num(y)})`;

/** The area of each cell as a path. */
const areas = (game: GameView, plan: Layout): string[] =>
  plan.at.map((at, cell) => isPits(game) ? pit(plan, cell) : tileArea(plan, cell) ?? (plan.points ? disc(at, 0.46) : closed(plan.corners, at)));

/** The cells as they are drawn one above another: discs, as of points, lie on polygons. */
const inLayers = ({ at, tiles }: Layout): number[] => {
  const cells = at.map((_, cell) => cell);
  return [...cells.filter((cell) => typeof tiles[cell] !== "number"), ...cells.filter((cell) => typeof tiles[cell] === "number")];
};

/** How strong the colour of a share is; a scale beside the board has the same. */
export const heatOpacity = (share: number) => 0.06 + 0.84 * Math.min(1, share);

const layer = (name: string, ...children: (Drawn | null | (Drawn | null)[])[]) => h("g", { key: name, class: name }, ...children);

/** What stays the same while a game is played, drawn once for a layout; and by cell the pieces that were drawn there last. */
interface Board { areas: string[]; below: Drawn[]; labels: Drawn; pieces: Map<number, { of: string; drawn: Drawn }> }
const boards = new WeakMap<Layout, Board>();

function boardOf({ game, options, prefix }: View, plan: Layout): Board {
  const known = boards.get(plan);
  if (known) return known;
  const colours = paints(game, options.palette ?? "calm");
  const all = areas(game, plan);
  const board: Board = {
    areas: all,
    below: [
      h("defs", { key: "defs" }, gradients(game, options.palette ?? "calm", prefix)),
      h("style", { key: "style" }, inks(game, options.palette ?? "calm")),
      layer("grounds", ground(game, plan)),
      layer("cells", plan.points ? [] : inLayers(plan).map((cell) => h("path", { class: isPits(game) ? "pit" : plan.tall > 1 ? "cell tall s0" : `cell s${plan.gaps.length > 0 ? 1 : plan.shades[cell]}`, d: all[cell] }))),
      layer("tongues", plan.tall > 1 ? tongues(game, plan) : []),
      layer("fields", field.grounds(game, plan, all, colours)),
      layer("grid", grid(game, plan)),
      layer("signs", field.signs(game, plan, colours)),
      layer("sides", (game.look.sides ?? []).map(({ player, cells }) => h("path", { class: "side", d: side(plan, cells), stroke: colours[player]?.body }))),
    ],
    labels: layer("labels", plan.labels.map(({ text, x, y }) => h("text", { class: "label", x, y: y + 0.35 * plan.letters, "font-size": plan.letters }, text))),
    pieces: new Map(),
  };
  boards.set(plan, board);
  return board;
}

/** The children of the picture, from the ground up. */
export function scene(view: View, plan: Layout): Drawn[] {
  const { game, position, options, overlay, selection } = view;
  const cells = plan.at.map((_, cell) => cell);
  const decided = position.ended?.cells ?? [];
  const board = boardOf(view, plan);
  const { areas, below, labels } = board;
  const filled = (name: string, wanted: number[], style?: string) => wanted.map((cell) => areas[cell] === undefined ? null : h("path", { class: name, d: areas[cell], style }));

  return [
    ...below,
    layer("heats", (overlay.heat ?? []).map((share, cell) => share !== 0 && areas[cell] ? h("path", { class: share > 0 ? "heat" : "heat below", d: areas[cell], "fill-opacity": heatOpacity(Math.abs(share)) }) : null)),
    layer("lasts", filled(plan.points ? "last ringed" : "last", position.plies.at(-1)?.cells ?? [])),
    layer("lits", filled("lit", overlay.cells ?? []), (overlay.groups ?? []).flatMap((group, i) => filled("lit", group, `fill:${groupColour(i)}`))),
    layer("pickeds", filled("picked", selection?.picked ?? []), selection ? way(plan, selection) : null),
    labels,
    layer("names", options.coordinates === false ? [] : names(view, plan)),
    layer("notes", cells.flatMap((cell) => isPits(game) ? seeds(view, plan, cell) : notes(view, plan, cell))),
    layer("links", (position.links ?? []).map((link) => linked(view, plan, link))),
    layer("pieces", cells.map((cell) => piecesAt(view, plan, board, cell))),
    layer("decideds", decided.length === 0 ? [] : around(plan, decided, "decided")),
    layer("rims", overlay.cells?.length ? around(plan, overlay.cells, "around") : [], (overlay.groups ?? []).flatMap((group, i) => around(plan, group, "around", groupColour(i)))),
    layer("values", (overlay.values ?? []).flatMap((value, cell) => value === null || !plan.at[cell] ? [] : valueOn(plan.at[cell], value, game, position.cells[cell]?.pieces.at(-1)))),
    layer("targets", selection ? targets(view, plan, selection) : []),
    layer("ways", (overlay.arrows ?? []).map(({ from, to, strength, refused }) => arrow(plan, from, to, strength ?? 1, refused ?? false))),
    layer("marks", (overlay.marks ?? []).map(({ cell, type }) => plan.at[cell] ? h("path", { class: `sign ${type}`, d: sign(plan.at[cell], type) }) : null)),
  ];
}

/** What stands on a cell. Where that is what stood there before, it is the same drawing, and nothing is compared. */
function piecesAt(view: View, plan: Layout, board: Board, cell: number): Drawn | null {
  const { game, position, options, prefix } = view;
  const { pieces = [], marks = [] } = position.cells[cell] ?? {};
  if (pieces.length === 0) return null;
  const of = `${pieces.map(({ owner, kind }) => `${owner},${kind}`).join(" ")}|${marks.join(" ")}`;
  const known = board.pieces.get(cell);
  if (known?.of === of) return known.drawn;
  const drawn = h("g", { key: cell, "data-at": cell, transform: translate(plan.at[cell]!) },
    plan.tall > 1 ? lying(view, plan, cell) : sized(plan, cell, pile(game, pieces, options.palette ?? "calm", prefix, marks, options.flip)));
  board.pieces.set(cell, { of, drawn });
  return drawn;
}

/** A pile that lies in its cell, from the rim inwards, with its number where the pieces cover each other. */
function lying({ game, position, options, prefix }: View, plan: Layout, cell: number): Drawn[] {
  const { pieces, marks } = position.cells[cell]!;
  const { x, y } = plan.at[cell]!;
  const places = pieces.map((_, i) => spot(plan, cell, i, pieces.length)).map((place) => ({ x: place.x - x, y: place.y - y }));
  const drawn = pieces.map((one, i) => h("g", { transform: translate(places[i]!) }, piece(game, one, options.palette ?? "calm", prefix, i === pieces.length - 1 ? marks : [], options.flip)));
  const top = places.at(-1)!;
  if (pieces.length <= plan.tall) return drawn;
  return [...drawn, h("circle", { class: "badge", cx: top.x + 0.27, cy: top.y - 0.27, r: 0.2 }), h("text", { class: "height", x: top.x + 0.27, y: top.y - 0.19 }, String(pieces.length))];
}

/** Pieces as large as their cell lets them be. */
const sized = (plan: Layout, cell: number, pieces: ReturnType<typeof pile>) =>
  plan.sizes[cell] === 1 ? pieces : h("g", { transform: `scale(${num(plan.sizes[cell]!)})` }, pieces);

/** Tall cells end in a point, as those of Backgammon, but for fields, such as a bar. */
function tongues({ look }: GameView, plan: Layout): Drawn[] {
  const plain = new Set(look.fields?.flatMap(({ cells }) => cells));
  return plan.at.flatMap(({ x, y }, cell) => {
    if (plain.has(cell)) return [];
    const inwards = spot(plan, cell, 0, 1).y < y ? 1 : -1;
    const [foot, tip] = [y - (inwards * plan.tall) / 2, y + inwards * (plan.tall / 2 - 0.35)];
    return [h("path", { class: `tongue s${1 + (Math.round(x - plan.at[0]!.x + (inwards > 0 ? 1 : 0)) & 1)}`, d: closed([{ x: x - 0.5, y: foot }, { x: x + 0.5, y: foot }, { x, y: tip }]) })];
  });
}

/** What lies under the cells: the wood of boards of points and pits, the other squares of draughts. */
function ground(game: GameView, plan: Layout): Drawn[] {
  const xs = plan.at.map(({ x }) => x), ys = plan.at.map(({ y }) => y);
  if (xs.length === 0) return [];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const panel = (margin: number, name: string, radius: number) => h("rect", {
    class: name, x: left - margin, y: top - margin, rx: radius,
    width: Math.max(...xs) - left + 2 * margin, height: Math.max(...ys) - top + 2 * margin,
  });
  if (plan.points && game.board.shape === "hexagon") return [h("path", { class: "ground", d: plan.at.map((at) => disc(at, wood)).join("") })];
  if (plan.points) return [panel(0.55, "ground", 0.1)];
  if (isPits(game)) return [panel(0.56, "ground", 0.4)];
  if (plan.gaps.length > 0) return [panel(0.5, "gap", 0)];
  return [];
}

/** Lines between points, dots for handicaps, and places that no line leads to. */
function grid(game: GameView, plan: Layout): Drawn[] {
  if (!plan.points) return [];
  const joined = new Set(game.board.lines.flat());
  const inWater = field.swims(game, plan);
  const lone = game.board.shape === "point" ? plan.at.filter((_, cell) => !joined.has(cell)) : [];
  return [
    h("path", { class: "line", d: plan.lines.filter(([a, b]) => !inWater(a, b)).map(([a, b]) => `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`).join("") }),
    ...(game.board.shape !== "square" ? plan.at.filter((point) => !lone.includes(point)).map((point) => h("path", { class: "dot", d: disc(point, 0.07) })) : []),
    ...(game.look.fields?.some(({ style }) => style === "dotted") ? [] : plan.stars).map((cell) => h("path", { class: "dot", d: disc(plan.at[cell]!, 0.09) })),
    ...lone.map((point) => h("path", { class: "place", d: disc(point, 0.42) })),
  ];
}

/** A pit; one that has its column for itself is a store, as high as the board. */
function pit(plan: Layout, cell: number): string {
  const { x, y } = plan.at[cell]!;
  const { top, bottom } = storeOf(plan, cell) ?? { top: y, bottom: y };
  return `M${num(x - 0.44)} ${num(top)}a.44 .44 0 0 1 .88 0V${num(bottom)}a.44 .44 0 0 1 -.88 0Z`;
}

function storeOf({ at }: Layout, cell: number): { top: number; bottom: number } | null {
  const { x } = at[cell]!;
  const ys = at.map(({ y }) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const alone = at.every((other, index) => index === cell || Math.abs(other.x - x) > 0.5);
  const outer = at.every((other) => other.x >= x) || at.every((other) => other.x <= x);
  return alone && outer && bottom - top > 0.5 && bottom - top < 1.5 ? { top, bottom } : null;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Seeds in a pit, as many as can be told apart, and their number. */
function seeds({ game, position }: View, plan: Layout, cell: number): Drawn[] {
  const store = storeOf(plan, cell);
  const middle = store ? { x: plan.at[cell]!.x, y: (store.top + store.bottom) / 2 } : plan.at[cell]!;
  const counters = game.counters.filter(({ per }) => per === "cell");
  const numbers = position.cells[cell]?.counters ?? [];
  const many = Math.max(0, numbers[0] ?? 0);
  const shown = Math.min(many, store ? 48 : 18);
  const spread = Math.min(0.115, (store ? 0.3 : 0.26) / Math.sqrt(Math.max(1, shown)));
  return [h("g", { key: `n${cell}`, "data-notes": cell },
    Array.from({ length: shown }, (_, i) => {
      const [r, angle] = [spread * Math.sqrt(i + (shown > 1 ? 0.5 : 0)), i * goldenAngle];
      return h("circle", { class: "seed", cx: middle.x + r * Math.cos(angle), cy: middle.y + r * Math.sin(angle) * (store ? 1.8 : 1) - (store ? 0.15 : 0.1), r: 0.055 });
    }),
    h("text", { class: "count", x: middle.x, y: store ? store.bottom + 0.32 : middle.y + 0.37 }, counters.length > 1 ? numbers.join(" ") : String(numbers[0] ?? 0)))];
}

/** A link: a line from cell to cell, or a wall between them. */
function linked({ game, options }: View, plan: Layout, { sort, from, to, owner }: LinkView): Drawn {
  const [a, b] = [plan.at[from]!, plan.at[to]!];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const stands = game.links[sort]?.barrier && Math.hypot(dx, dy) < 1.5;
  const [p, q] = stands
    ? [{ x: middle.x - dy * 0.48, y: middle.y + dx * 0.48 }, { x: middle.x + dy * 0.48, y: middle.y - dx * 0.48 }]
    : [a, b];
  const d = `M${num(p.x)} ${num(p.y)}L${num(q.x)} ${num(q.y)}`;
  const colour = owner === null ? undefined : paints(game, options.palette ?? "calm")[owner];
  return h("g", { key: `l${sort}-${from}-${to}`, "data-link": `${from}-${to}` },
    h("path", { class: stands ? "edge wall" : "edge", d, stroke: colour?.edge }),
    h("path", { class: stands ? "link wall" : "link", d, stroke: colour?.body }));
}

/** Counters and marks of a cell, in its corners. */
function notes({ game, position }: View, plan: Layout, cell: number): Drawn[] {
  const here = position.cells[cell];
  const at = plan.at[cell]!;
  if (!here) return [];
  const counters = game.counters.filter(({ per }) => per === "cell");
  const hidden = [...(game.look.hidden ?? []), ...wornMarks(game, here.pieces.at(-1), here.marks)];
  const shown = here.counters.filter((value, i) => value !== 0 && !hidden.includes(counters[i]?.name ?? ""));
  const marks = here.marks.filter((mark) => !hidden.includes(mark)).map((mark) => game.marks.indexOf(mark));
  return [
    ...marks.map((mark, i) => h("path", { class: here.pieces.length ? "mark beside" : "mark", stroke: groupColours[(Math.max(0, mark) + 1) % groupColours.length], d: disc(at, 0.44 - 0.06 * i), "stroke-dasharray": mark % 2 ? "none" : ".1 .06" })),
    ...(shown.length === 0 ? [] : [h("text", { key: `n${cell}`, "data-notes": cell, class: here.pieces.length ? "count corner" : "count middle", x: at.x + (here.pieces.length ? 0.34 : 0), y: at.y + (here.pieces.length ? 0.44 : 0.12) }, shown.join(" "))]),
  ];
}

/** Names in cells, where they are no coordinates and there is room. */
function names({ game, position }: View, plan: Layout): Drawn[] {
  const longest = Math.max(...game.board.cells.map(({ name }) => name.length));
  if (plan.labels.length > 0 || longest > 8 || game.board.cells.length > 100 || game.board.cells.every(({ name }) => /^[a-z]{1,2}\d{1,2}$/.test(name))) return [];
  return game.board.cells.map(({ name }, cell) => {
    const { x, y } = plan.at[cell]!;
    return plan.points
      ? h("text", { class: "name beside", x: x + 0.12, y: y + (position.cells[cell]?.pieces.length ? 0.52 : 0.28), "text-anchor": "start" }, name)
      : h("text", { class: "name", x, y: y + 0.42 }, name);
  });
}

/** A value of a cell: on a piece in the ink of its player, and on a plate where the piece has a figure of its own. */
function valueOn({ x, y }: Point, value: string, game: GameView, top: PieceView | undefined): Drawn[] {
  const size = value.length > 4 ? 0.22 : 0.3;
  const width = Math.max(0.42, 0.62 * size * value.length + 0.2);
  const text = (name: string) => h("text", { class: `value ${name}`, x, y: y + 0.36 * size, "font-size": size }, value);
  if (!top) return [text("")];
  if (value.length < 5 && isPlain(game, top)) return [text(`inked t${inkOf(game, top)}`)];
  return [h("rect", { class: "plate", x: x - width / 2, y: y - 0.2, width, height: 0.4, rx: 0.2 }), text("plated")];
}

/** A set of cells with a line around it; points have rings. */
function around(plan: Layout, cells: number[], name: string, colour?: string): Drawn[] {
  const style = colour && `stroke:${colour}`;
  if (plan.tiles.length > 0) {
    const discs = cells.filter((cell) => typeof plan.tiles[cell] === "number").map((cell) => tileArea(plan, cell) ?? "");
    return [h("path", { class: name, d: outline(plan, cells.filter((cell) => Array.isArray(plan.tiles[cell]))) + discs.join(""), style })];
  }
  if (plan.corners.length > 0) return [h("path", { class: name, d: outline(plan, cells), style })];
  return cells.flatMap((cell) => plan.at[cell] ? [h("path", { class: name, d: disc(plan.at[cell], 0.45), style })] : []);
}

/** The way through the cells picked so far, as of a chain of jumps. */
function way(plan: Layout, { path }: Selection): Drawn | null {
  const steps = path.flatMap((pick) => (pick.type === "cell" ? (plan.at[pick.cell] ?? []) : []));
  return steps.length < 2 ? null : h("path", { class: "way", d: `M${steps.map(({ x, y }) => `${num(x)} ${num(y)}`).join("L")}` });
}

/** What may be picked next: dots on empty cells, rings around what stands there. At the beginning dots on all empty cells would tell nothing. */
function targets({ game, position }: View, plan: Layout, selection: Selection): Drawn[] {
  const full = (cell: number) => (position.cells[cell]?.pieces.length ?? 0) > 0 || (isPits(game) && (position.cells[cell]?.counters[0] ?? 0) > 0);
  const cells = [...new Set(selection.branches.flatMap(({ cells }) => cells))];
  const first = selection.path.length === 0;
  const empty = (from: number[]) => from.filter((cell) => !full(cell)).length;
  const telling = !first || empty(cells) < empty(plan.at.map((_, cell) => cell));
  const top = (cell: number) => { const height = position.cells[cell]?.pieces.length ?? 0; return spot(plan, cell, Math.max(0, height - 1), height); };
  return cells.filter((cell) => full(cell) || telling).map((cell) => target(plan, cell, top(cell), full(cell), first ? " first" : ""));
}

const target = (plan: Layout, cell: number, at: Point, full: boolean, more = ""): Drawn => full
  ? h("path", { class: `target around${more}`, d: disc(at, 0.455 * plan.sizes[cell]!) })
  : h("path", { class: `target${more}`, d: disc(at, 0.13 * Math.max(0.6, plan.sizes[cell]!)) });

/** A plus on what is put, a cross on what is removed, a ring around the rest. */
const sign = (at: Point, type: string): string => {
  const { x, y } = at;
  if (type === "put") return `M${num(x - 0.18)} ${num(y)}h.36M${num(x)} ${num(y - 0.18)}v.36`;
  if (type === "removed") return `M${num(x - 0.2)} ${num(y - 0.2)}l.4 .4M${num(x - 0.2)} ${num(y + 0.2)}l.4 -.4`;
  return disc(at, 0.44);
};

/** An arrow from cell to cell, thick where it is strong, hollow where it is refused. */
function arrow(plan: Layout, from: number, to: number, strength: number, refused: boolean): Drawn | null {
  const [a, b] = [plan.at[from], plan.at[to]];
  if (!a || !b) return null;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return h("path", { class: refused ? "arrow refused" : "arrow", d: disc(a, 0.4), fill: "none", "stroke-width": 0.05 + 0.05 * strength });
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const width = 0.05 + 0.07 * Math.min(1, Math.max(0, strength));
  const at = (along: number, aside: number) => ({ x: a.x + ux * along - uy * aside, y: a.y + uy * along + ux * aside });
  const neck = length - 0.34;
  return h("path", { class: refused ? "arrow refused" : "arrow", "fill-opacity": refused ? 0 : 0.45 + 0.4 * strength, d: closed([at(0.2, -width), at(neck, -width), at(neck, -width - 0.12), at(length - 0.06, 0), at(neck, width + 0.12), at(neck, width), at(0.2, width)]) });
}

/** Where the arrow of a direction stands: between a cell and the next one. */
export function directionArrow({ game, options }: View, plan: Layout, anchor: number, { pick }: Branch): { x: number; y: number; angle: number } | null {
  const step = pick.type === "direction" ? game.board.directions.find(({ name }) => name === pick.direction) : undefined;
  const at = plan.at[anchor];
  if (!step || !at || Math.hypot(step.dx, step.dy) === 0) return null;
  const turn = options.flip ? -1 : 1;
  const length = Math.hypot(step.dx, step.dy);
  const [ux, uy] = [(step.dx * turn) / length, (-step.dy * turn) / length];
  return { x: at.x + ux * 0.62, y: at.y + uy * 0.62, angle: (Math.atan2(uy, ux) * 180) / Math.PI };
}

/** The cells as they are clicked, focused and read out. */
export function hits(view: View, plan: Layout): Drawn[] {
  const { game, options, selection } = view;
  const interactive = options.interactive ?? true;
  const { areas } = boardOf(view, plan);
  return inLayers(plan).map((cell) => h("path", {
    key: cell, class: `hit${interactive && selection?.allows(cell) ? " open" : ""}`, "data-cell": cell, d: areas[cell],
    ...(interactive ? { role: "button", tabindex: cell === view.cursor ? 0 : -1, "aria-label": cellLabel(view, cell) } : {}),
  }, ...(interactive ? [] : [h("title", {}, tooltip(view, cell))])));
}

function tooltip(view: View, cell: number): string {
  const says = view.overlay.says?.[cell];
  return says === undefined ? cellLabel(view, cell) : `${view.game.board.cells[cell]?.name ?? ""}: ${says || t("nothing")}`;
}

/** The rules of the picture's style sheet, apart from colours of players. */
export const rules = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans",sans-serif;text-anchor:middle;user-select:none}
.ground{fill:var(--_ground)}.gap{fill:var(--_gap)}
.cell{stroke:var(--_line);stroke-width:.025}.s0{fill:var(--_cell)}.s1{fill:var(--_cell1)}.s2{fill:var(--_cell2)}.cell.tall{stroke-opacity:.3}
.line{stroke:var(--_grid);stroke-width:.032;fill:none;stroke-linecap:round}.dot{fill:var(--_grid)}
.field.shaded{fill:var(--_shade);fill-opacity:.45}.field.water{fill:var(--_water)}.field.frame{fill:none;stroke:var(--_grid);stroke-width:.06;stroke-linejoin:round;stroke-linecap:round}.field.star{fill:var(--_grid);fill-opacity:.4}
.place{fill:var(--_cell);stroke:var(--_line);stroke-width:.03}
.pit{fill:var(--_cell1);stroke:var(--_line);stroke-width:.03}.seed{fill:var(--_seed);stroke:var(--_line);stroke-width:.012}
.label{fill:var(--_label)}.name{fill:var(--_name);font-size:.16px;paint-order:stroke;stroke:var(--_halo);stroke-width:.04}.name.beside{text-anchor:start}
.count{fill:var(--_ink);font-size:.24px;font-weight:600;paint-order:stroke;stroke:var(--_halo);stroke-width:.05;font-variant-numeric:tabular-nums}
.edge{fill:none;stroke:var(--_halo);stroke-width:.17;stroke-linecap:round}.link{fill:none;stroke:var(--_ink);stroke-width:.11;stroke-linecap:round}.edge.wall{stroke-width:.2}.link.wall{stroke-width:.13}
.count.middle{font-size:.36px}.mark{fill:none;stroke-width:.05}.mark.beside{stroke-width:.035;stroke-opacity:.6}
.last{fill:var(--_last)}.last.ringed{fill:none;stroke:var(--_accent);stroke-width:.05;stroke-opacity:.8}
.picked{fill:var(--_picked);fill-opacity:.55}.way{fill:none;stroke:var(--_target);stroke-width:.07;stroke-opacity:.6;stroke-linejoin:round;stroke-linecap:round}
.heat{fill:var(--_heat)}.heat.below{fill:var(--_below)}.lit{fill:var(--_accent);fill-opacity:.3}.around{fill:none;stroke:var(--_accent);stroke-width:.07;stroke-linecap:round}
.side{fill:none;stroke-width:.13;stroke-linecap:round}
.decided{fill:none;stroke:var(--_decided);stroke-width:.09;stroke-linecap:round}
.target{fill:var(--_target);fill-opacity:.6}.target.around{fill:none;stroke:var(--_target);stroke-width:.06;stroke-opacity:.75}.target.first{fill-opacity:.45}.target.around.first{stroke-width:.04;stroke-opacity:.55;fill-opacity:0}
.arrow{fill:var(--_accent);stroke:none}.arrow.refused{stroke:var(--_refused);stroke-width:.05;stroke-dasharray:.12 .08}
.sign{fill:none;stroke:var(--_decided);stroke-width:.1;stroke-linecap:round}.sign.refused{stroke:var(--_refused);stroke-width:.07;stroke-dasharray:.14 .1}
.value{font-weight:600;paint-order:stroke;stroke:var(--_halo);stroke-width:.09;stroke-linejoin:round;font-variant-numeric:tabular-nums}
.value:not(.inked){fill:var(--_ink)}.plate{fill:var(--_panel);fill-opacity:.94;stroke:var(--_line);stroke-width:.02}.value.plated.plated{fill:var(--_text);stroke:none}.value.inked{stroke:none}
.shadow{fill:#000;fill-opacity:.2}.body{stroke-width:.026;stroke-linejoin:round}
.lines{fill:none;stroke-width:.035;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.75}.pattern{stroke-width:.06}
.letter{font-size:.38px;font-weight:600}.letter.two{font-size:.3px}.badge{fill:var(--_panel);stroke:var(--_line);stroke-width:.025}.height{font-size:.23px;font-weight:700;fill:var(--_text);font-variant-numeric:tabular-nums}
.hit{fill:transparent}`;

/** The colours of a theme instead of their variables, for programs that know no variables. */
export const resolved = (text: string, colour: (name: string) => string): string => text.replace(/var\(--_(\w+)\)/g, (_, name: string) => colour(name));

/** The drawing as a file that needs nothing else. */
export function drawing(view: View, colour: (name: string) => string = (name) => theme[name]?.[0] ?? "#000", pixels = 64): string {
  const plan = layoutOf(view);
  const dice = diceOf(view.game, view.position);
  const { x, y, width, height: board } = plan.box;
  const height = board + (dice.length > 0 ? 1 : 0);
  const middle = x + width / 2;
  return written(h("svg", {
    xmlns: "http://www.w3.org/2000/svg", viewBox: [x, y, width, height].map(num).join(" "),
    width: Math.round(width * pixels), height: Math.round(height * pixels), role: "img",
  }, h("title", {}, summary(view)), h("style", {}, resolved(rules, colour) + (dice.length > 0 ? diceRules : "")), scene({ ...view, selection: null }, plan),
    dice.map((one, i) => h("g", { transform: translate({ x: middle + i - (dice.length - 1) / 2, y: y + board + 0.4 }) }, die(one)))));
}
