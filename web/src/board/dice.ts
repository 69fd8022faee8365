// Dice: what nature has rolled, with pips as dice have them, and a number where there are more faces than six.
import type { GameView, PositionView } from "../protocol";
import { type Drawn, h } from "./svg";

export interface Die { name: string; value: number; high: number; /** Whether it lies there: 0 may be a face, and is what a die has before. */ rolled: boolean }

/** The numbers that nature rolls or draws, in their order. */
export function diceOf(game: GameView, position: PositionView): Die[] {
  const numbers = new Set(game.counters.filter(({ name, drawn }) => drawn?.length === 0 && !game.look.hidden?.includes(name)).map(({ name }) => name));
  const high = new Map(game.counters.map(({ name, high }) => [name, high]));
  const dice = position.counters.filter(({ name, player }) => player === null && numbers.has(name));
  const rolled = dice.some(({ value }) => value !== 0) || position.plies?.at(-1)?.seat === 0;
  return dice.map(({ name, value }) => ({ name, value, high: high.get(name)!, rolled }));
}

const [near, far] = [0, 0.23];
const corners: [number, number][] = [[-far, -far], [far, far]];
const others: [number, number][] = [[far, -far], [-far, far]];
const sides: [number, number][] = [[-far, near], [far, near]];
/** Where pips are, by number. */
const PIPS: [number, number][][] = [
  [], [[near, near]], corners, [...corners, [near, near]], [...corners, ...others], [...corners, ...others, [near, near]], [...corners, ...others, ...sides],
];

/** A die of about 0.9 across around the origin; a pale one where it shows nothing. */
export function die({ value, high, rolled }: Die): Drawn {
  const pips = high <= 6 ? PIPS[value] : undefined;
  // One that is used up shows nothing any more; but a die of 0 and 1 has a face without a pip.
  const shown = rolled && (value !== 0 || high === 1);
  return h("g", { class: shown ? "die" : "die blank" },
    h("rect", { class: "face", x: -0.43, y: -0.43, width: 0.86, height: 0.86, rx: 0.16 }),
    !shown ? null : pips ? pips.map(([cx, cy]) => h("circle", { class: "pip", cx, cy, r: 0.095 })) : h("text", { class: "pips", y: 0.16 }, String(value)));
}

/** Dice are ivory by day and by night. */
export const diceRules = ".face{fill:#fdfaf2;stroke:#6f675a;stroke-width:.04}.pip,.pips{fill:#26221c}.pips{font-size:.46px;font-weight:700;text-anchor:middle;font-variant-numeric:tabular-nums}.die.blank .face{fill-opacity:.35;stroke-dasharray:.09 .07}";
