// Counters of players beside the board: hands, prisoners, points.
import type { GameView, PositionView } from "../protocol";
import { type Palette, paints } from "./palette";
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

/** A disc for each that is left, and pale ones for what is gone, where these can be told apart; one disc elsewhere. */
export function drawnTray(game: GameView, { player, counters }: Tray, palette: Palette): HTMLElement {
  const { body } = paints(game, palette)[player]!;
  const disc = (spent = false) => element(h("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true", class: spent ? "spent" : null }, h("circle", { r: 0.4, fill: body, stroke: "currentColor", "stroke-opacity": 0.5, "stroke-width": 0.05 })));
  return html("div", { class: "tray" }, ...counters.flatMap(({ name, value, high }) => [
    high > 1 && high <= 12 ? html("span", { class: "left" }, ...Array.from({ length: high }, (_, i) => disc(i >= value))) : disc(),
    html("span", {}, `${game.players[player] ?? ""} ${name} `, html("b", {}, String(value))),
  ]));
}
