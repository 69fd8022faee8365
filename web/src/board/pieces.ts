// Pieces: shapes of about 0.8 across around the origin, of our own drawing.
import type { Figure, GameView, PieceView } from "../protocol";
import { closed, num, type Point } from "./geometry";
import { type Paint, type Palette, neutral, paints, tints } from "./palette";
import { type Drawn, h } from "./svg";

const regular = (corners: number, radius: number, inner = radius): Point[] =>
  Array.from({ length: inner === radius ? corners : 2 * corners }, (_, i) => {
    const angle = (inner === radius ? i : i / 2) * ((2 * Math.PI) / corners) - Math.PI / 2;
    const r = inner === radius || i % 2 === 0 ? radius : inner;
    return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
  });
const circle = (r: number, x = 0, y = 0) => `M${num(x - r)} ${num(y)}a${r} ${r} 0 1 1 ${num(2 * r)} 0a${r} ${r} 0 1 1 ${num(-2 * r)} 0Z`;

/** The foot on which figures stand. */
const foot = "M-.27 .36C-.29 .36 -.3 .34 -.3 .32V.29C-.3 .25 -.27 .24 -.23 .23H.23C.27 .24 .3 .25 .3 .29V.32C.3 .34 .29 .36 .27 .36Z";

interface Shape { body: string; lines?: string; figure?: boolean; /** It points away from its owner: the pieces of a second player are upside down. */ faces?: boolean; /** Its letters stand so low. */ low?: number }

/** By name, as the language has them (`SHAPES`): the body, and lines on it; figures stand, all else lies. */
export const shapes: Record<string, Shape> = {
  disc: { body: circle(0.4) },
  ring: { body: `${circle(0.4)}${circle(0.21)}` },
  square: { body: "M-.3 -.35H.3Q.35 -.35 .35 -.3V.3Q.35 .35 .3 .35H-.3Q-.35 .35 -.35 .3V-.3Q-.35 -.35 -.3 -.35Z" },
  triangle: { body: closed(regular(3, 0.44), { x: 0, y: 0.07 }) },
  hexagon: { body: closed(regular(6, 0.41)) },
  diamond: { body: closed(regular(4, 0.43)) },
  star: { body: closed(regular(5, 0.44, 0.21), { x: 0, y: 0.03 }) },
  cross: { body: closed([[-0.34, -0.22], [-0.22, -0.34], [0, -0.12], [0.22, -0.34], [0.34, -0.22], [0.12, 0], [0.34, 0.22], [0.22, 0.34], [0, 0.12], [-0.22, 0.34], [-0.34, 0.22], [-0.12, 0]].map(([x, y]) => ({ x: x!, y: y! }))) },
  crown: { body: circle(0.4), lines: "M-.2 .15H.2L.25 -.13L.11 -.01L0 -.2L-.11 -.01L-.25 -.13Z" },
  arrow: { body: closed([[0, -0.42], [0.35, -0.05], [0.15, -0.05], [0.15, 0.37], [-0.15, 0.37], [-0.15, -0.05], [-0.35, -0.05]].map(([x, y]) => ({ x: x!, y: y! }))) },
  shield: { body: "M0 -.41C.1 -.34 .22 -.32 .33 -.32C.36 -.02 .28 .25 0 .42C-.28 .25 -.36 -.02 -.33 -.32C-.22 -.32 -.1 -.34 0 -.41Z" },
  heart: { body: "M0 .4C-.2 .24 -.41 .07 -.41 -.13C-.41 -.27 -.31 -.36 -.2 -.36C-.11 -.36 -.04 -.31 0 -.23C.04 -.31 .11 -.36 .2 -.36C.31 -.36 .41 -.27 .41 -.13C.41 .07 .2 .24 0 .4Z" },
  drop: { body: "M0 -.43C.06 -.27 .31 -.07 .31 .12A.31 .31 0 0 1 -.31 .12C-.31 -.07 -.06 -.27 0 -.43Z" },
  moon: { body: "M.12 -.39A.41 .41 0 1 0 .39 .12A.3 .3 0 0 1 .12 -.39Z" },
  token: { body: circle(0.43), lines: circle(0.34) },
  wedge: { body: "M0 -.44L.27 -.33Q.3 -.32 .31 -.28L.4 .36Q.41 .41 .36 .41H-.36Q-.41 .41 -.4 .36L-.31 -.28Q-.3 -.32 -.27 -.33Z", faces: true, low: 0.08 },
  tower: { figure: true, body: `${foot}M-.17 .23V-.12H-.23L0 -.4L.23 -.12H.17V.23Z`, lines: "M-.17 -.12H.17M-.06 .23V.12A.06 .06 0 0 1 .06 .12V.23M0 -.06V.01" },
  tree: { figure: true, body: `${foot}M-.05 .23V.14H-.28L-.14 -.07H-.22L0 -.4L.22 -.07H.14L.28 .14H.05V.23Z`, lines: "M-.08 -.07H.08" },
  flag: { figure: true, body: `${foot}M-.18 .23V-.4H-.11V-.38L.29 -.22L-.11 -.06V.23Z`, lines: "M-.11 -.38V-.06" },
  rabbit: { figure: true, body: `${foot}M-.2 .23C-.2 .14 -.14 .1 -.14 .05C-.21 -.02 -.2 -.12 -.13 -.16C-.21 -.3 -.18 -.41 -.13 -.41C-.07 -.41 -.04 -.28 -.04 -.19H.04C.04 -.28 .07 -.41 .13 -.41C.18 -.41 .21 -.3 .13 -.16C.2 -.12 .21 -.02 .14 .05C.14 .1 .2 .14 .2 .23Z`, lines: "M-.08 -.07L-.07 -.08M.08 -.07L.07 -.08M-.03 .03H.03" },
  bull: { figure: true, body: `${foot}M-.2 .23C-.2 .14 -.12 .1 -.12 .02L-.17 -.1C-.31 -.1 -.36 -.22 -.31 -.36C-.28 -.25 -.2 -.22 -.1 -.23H.1C.2 -.22 .28 -.25 .31 -.36C.36 -.22 .31 -.1 .17 -.1L.12 .02C.12 .1 .2 .14 .2 .23Z`, lines: "M-.09 -.1L-.08 -.11M.09 -.1L.08 -.11M-.05 .03L-.04 .02M.05 .03L.04 .02" },
  pawn: { figure: true, body: `${foot}M-.19 .23C-.17 .11 -.08 .08 -.07 -.05H-.13C-.15 -.05 -.15 -.1 -.13 -.1H-.1A.145 .145 0 1 1 .1 -.1H.13C.15 -.1 .15 -.05 .13 -.05H.07C.08 .08 .17 .11 .19 .23Z` },
  rook: { figure: true, body: `${foot}M-.2 .23L-.15 .14V-.14L-.23 -.2V-.37H-.13V-.3H-.05V-.37H.05V-.3H.13V-.37H.23V-.2L.15 -.14V.14L.2 .23Z`, lines: "M-.15 -.13H.15M-.15 .14H.15" },
  bishop: { figure: true, body: `${foot}M-.18 .23C-.16 .15 -.1 .14 -.1 .1H.1C.1 .14 .16 .15 .18 .23ZM-.1 .09C-.21 .02 -.2 -.12 -.05 -.29A.06 .06 0 1 1 .05 -.29C.2 -.12 .21 .02 .1 .09Z`, lines: "M.08 -.2L-.02 -.07M-.11 .1H.11" },
  knight: { figure: true, body: `${foot}M-.2 .23C-.19 .05 -.02 .02 .01 -.1C-.06 -.05 -.12 -.03 -.15 .02C-.18 .07 -.24 .07 -.27 .03C-.31 -.02 -.29 -.06 -.25 -.11C-.21 -.17 -.19 -.21 -.16 -.24C-.13 -.27 -.12 -.3 -.12 -.38L-.04 -.3C.02 -.31 .07 -.29 .11 -.26C.24 -.16 .27 .04 .24 .23Z`, lines: "M-.12 -.17L-.1 -.18M.06 -.25C.16 -.14 .19 .02 .18 .17" },
  queen: { figure: true, body: `${foot}M-.21 .23L-.31 -.19A.045 .045 0 1 1 -.26 -.21L-.15 -.04L-.14 -.27A.045 .045 0 1 1 -.08 -.28L0 -.08L.08 -.28A.045 .045 0 1 1 .14 -.27L.15 -.04L.26 -.21A.045 .045 0 1 1 .31 -.19L.21 .23Z`, lines: "M-.22 .14C-.1 .1 .1 .1 .22 .14" },
  king: { figure: true, body: `${foot}M-.2 .23C-.2 .15 -.33 .08 -.31 -.06C-.29 -.18 -.12 -.2 -.03 -.13V-.23H-.1V-.3H-.03V-.38H.03V-.3H.1V-.23H.03V-.13C.12 -.2 .29 -.18 .31 -.06C.33 .08 .2 .15 .2 .23Z`, lines: "M-.2 .14C-.1 .1 .1 .1 .2 .14M0 -.12V.1" },
  goose: { figure: true, body: `${foot}M-.2 .23C-.26 .05 -.12 -.02 -.06 -.05C-.02 -.1 -.08 -.14 -.1 -.19L-.25 -.2L-.12 -.29A.12 .12 0 1 1 .09 -.17C.03 -.06 .28 -.04 .22 .23Z`, lines: "M-.02 -.26L-.01 -.27" },
  fox: { figure: true, body: `${foot}M-.2 .23C-.2 .12 -.14 .06 -.16 0L-.29 -.12L-.25 -.38L-.1 -.25H.1L.25 -.38L.29 -.12L.16 0C.14 .06 .2 .12 .2 .23Z`, lines: "M-.12 -.1L-.1 -.11M.12 -.1L.1 -.11M-.03 .03H.03" },
};
/** How a piece looks where there are these marks, as the game says; else a letter on a disc. */
function shapeOf({ look, kinds }: GameView, { owner, kind }: PieceView, marks: string[]): { shape: Shape; letter: string | null } {
  const own: Figure = look.marked?.find((other) => other.kind === kind && marks.includes(other.mark))?.like ?? look.kinds[kind] ?? "letter";
  if (typeof own === "object" && !Array.isArray(own)) return { shape: shapes[own.on] ?? shapes.disc!, letter: own.letters ?? kinds[kind]?.letter ?? "" };
  const said = typeof own === "string" ? own : (own[owner ?? 0] ?? "disc");
  const shape = shapes[said];
  return { shape: shape ?? shapes.disc!, letter: shape ? null : said.length === 1 ? said : (kinds[kind]?.letter ?? "") };
}

/** The marks of a cell that are seen by what its top piece is drawn as. */
export const wornMarks = ({ look }: GameView, top: PieceView | undefined, marks: string[]): string[] =>
  look.marked?.filter(({ mark, kind }) => kind === top?.kind && marks.includes(mark)).slice(0, 1).map(({ mark }) => mark) ?? [];

/** Patterns by player, for those who see no colours. */
const patterns = ["", circle(0.13), "M-.22 0H.22", "M-.16 -.16L.16 .16M-.16 .16L.16 -.16", "M0 -.2L.18 .12H-.18Z", "M-.2 -.1H.2M-.2 .1H.2"];

export function piece(game: GameView, one: PieceView, palette: Palette, prefix: string, marks: string[] = [], flip = false): Drawn {
  const { owner } = one;
  const { shape, letter } = shapeOf(game, one, marks);
  const player = inkOf(game, one);
  const pattern = palette === "patterned" && owner !== null && !shape.figure && !shape.lines && letter === null ? patterns[owner % patterns.length] : "";
  const turned = shape.faces && owner !== null && game.players.length === 2 && (owner === 1) !== flip;
  return h("g", { class: "piece", transform: shape.figure ? "translate(0 .005) scale(1.12)" : null },
    h("g", { transform: turned ? "rotate(180)" : null },
      h("path", { class: "shadow", d: shape.body, transform: `translate(0 ${turned ? -0.035 : 0.035})`, "fill-rule": "evenodd" }),
      h("path", { class: `body e${player}`, d: shape.body, fill: `url(#${prefix}p${player})`, "fill-rule": "evenodd" }),
      shape.lines ? h("path", { class: `lines i${player}`, d: shape.lines }) : null,
      pattern ? h("path", { class: `lines pattern i${player}`, d: pattern }) : null),
    letter === null ? null : h("text", { class: `letter t${player}${letter.length > 1 ? " two" : ""}`, y: 0.13 + (shape.low ?? 0) * (turned ? -1 : 1) }, letter.toUpperCase()));
}

/** Whether there is room for a text in the middle of a piece, in its player's ink. */
export function isPlain(game: GameView, one: PieceView): boolean {
  const { shape, letter } = shapeOf(game, one, []);
  return letter === null && !shape.figure && !shape.lines && shape !== shapes.ring;
}

/** A piece as a picture of its own, with all that it needs. */
export function icon(game: GameView, one: PieceView, palette: Palette, prefix: string): Drawn {
  return h("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
    h("defs", {}, gradients(game, palette, prefix)), h("style", {}, `.shadow{fill:#000;fill-opacity:.2}.body{stroke-width:.026}.lines{fill:none;stroke-width:.035}.letter{font:600 .38px system-ui,sans-serif;text-anchor:middle}.letter.two{font-size:.3px}${inks(game, palette)}`),
    piece(game, one, palette, prefix));
}

/** A pile of pieces in a cell, from the bottom to the top, with its height where it is not seen at a glance. */
export function pile(game: GameView, pieces: PieceView[], palette: Palette, prefix: string, marks: string[] = [], flip = false): Drawn[] {
  // What a cell is marked with shows on its top piece.
  const top = pieces.length - 1;
  const drawnPiece = (one: PieceView, i: number) => piece(game, one, palette, prefix, i === top ? marks : [], flip);
  if (pieces.length < 2) return pieces.map(drawnPiece);
  const rise = Math.min(0.13, 0.46 / (pieces.length - 1));
  const low = Math.min(0.16, (rise * (pieces.length - 1)) / 2);
  const drawn = pieces.map((one, i) => h("g", { transform: `translate(0 ${num(low - i * rise)}) scale(.88)` }, drawnPiece(one, i)));
  if (pieces.length < 3) return drawn;
  const high = low - (pieces.length - 1) * rise - 0.24;
  return [...drawn, h("circle", { class: "badge", cx: 0.31, cy: high, r: 0.16 }), h("text", { class: "height", x: 0.31, y: high + 0.08 }, String(pieces.length))];
}

/** The paint of a piece by its name in drawings. */
export const inkOf = ({ look }: GameView, { owner, kind }: PieceView): string => String(owner ?? (look.tints?.[kind] ? `k${kind}` : "n"));

/** The paints of a game by the names that drawings know them by: players by number, `n` for what nobody owns, kinds with a colour. */
function named(game: GameView, palette: Palette): [string, Paint][] {
  return [...paints(game, palette).map((paint, player): [string, Paint] => [String(player), paint]), ["n", neutral],
    ...tints(game, palette).flatMap((paint, kind): [string, Paint][] => (paint ? [[`k${kind}`, paint]] : []))];
}

/** Gradients that pieces are filled with. */
export const gradients = (game: GameView, palette: Palette, prefix: string): Drawn[] =>
  named(game, palette).map(([player, { light, body, dark }]) =>
    h("radialGradient", { id: `${prefix}p${player}`, cx: 0.36, cy: 0.3, r: 0.78 },
      h("stop", { offset: 0, "stop-color": light }), h("stop", { offset: 0.55, "stop-color": body }), h("stop", { offset: 1, "stop-color": dark })));

/** Edges and inks of players, as rules of a style sheet. */
export const inks = (game: GameView, palette: Palette): string =>
  named(game, palette).map(([player, { edge, ink }]) => `.e${player}{stroke:${edge}}.i${player}{stroke:${ink}}.t${player}{fill:${ink}}`).join("");
