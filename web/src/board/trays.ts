// Counters of players beside the board: hands, prisoners, points.
import type { GameView, PositionView } from "../protocol";
import { type Palette, paints } from "./palette";
import { piece } from "./pieces";
import { element, h, html } from "./svg";

/** Counters of a player, as a tray shows them. */
export interface Tray { player: number; counters: { name: string; value: number; high: number }[] }

export function traysOf(game: GameView, position: PositionView): Tray[] {
  const high = new Map(game.counters.map((counter) => [counter.name, counter.high]));
  return game.players.map((_, player) => ({
    player,
    counters: position.counters.filter((counter) => counter.player === player).map(({ name, value }) => ({ name, value, high: high.get(name) ?? value })),
  })).filter(({ counters }) => counters.length > 0);
}

/** The kind of piece that a counter is called after: a hand of pawns holds pawns. */
export function heldKind({ kinds }: GameView, counter: string): number | null {
  const words = counter.toLowerCase().split(/[_\d]+/);
  const found = kinds.findIndex(({ name, plural, neutral }) => !neutral && (words.includes(name.toLowerCase()) || words.includes(plural.toLowerCase())));
  return found < 0 ? null : found;
}

/** A line a player: pieces of a hand with their number; else a disc for each that is left, and pale ones for what is gone. */
export function drawnTray(game: GameView, { player, counters }: Tray, palette: Palette, prefix: string): HTMLElement {
  const { body } = paints(game, palette)[player]!;
  const picture = (child: ReturnType<typeof h>, spent = false) => element(h("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true", class: spent ? "spent" : null }, child));
  const disc = (spent = false) => picture(h("circle", { r: 0.4, fill: body, stroke: "currentColor", "stroke-opacity": 0.5, "stroke-width": 0.05 }), spent);
  const drawnHand = (kind: number, value: number) => picture(piece(game, { owner: player, kind }, palette, prefix), value === 0);
  const left = (value: number, high: number) => html("span", { class: "left" }, ...Array.from({ length: high }, (_, i) => disc(i >= value)));
  return html("div", { class: "tray" }, disc(), html("span", {}, game.players[player] ?? ""), ...counters.map(({ name, value, high }) => {
    const kind = heldKind(game, name);
    const shown = kind !== null ? [drawnHand(kind, value)] : high > 1 && high <= 12 && counters.length === 1 ? [left(value, high)] : [];
    const said = name.replaceAll("_", " ");
    // A piece says what is held; its name is read out and shown where it is pointed at.
    return html("span", { class: kind === null ? "held" : "held kind", title: said }, ...shown, html("span", { class: kind === null ? "of" : "of said" }, said), html("b", {}, String(value)));
  }));
}
