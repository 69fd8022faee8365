// Counters beside the board: hands, prisoners, points, and clocks of the game.
import type { GameView, PositionView } from "../protocol";
import { die, diceOf, type Die } from "./dice";
import { type Palette, paints } from "./palette";
import { piece } from "./pieces";
import { element, h, html } from "./svg";
import { t } from "./words";

/** Counters of a player, or with `player` null of nobody, as a tray shows them. `kind` is a place among the kinds of the game. */
export interface Tray { player: number | null; counters: { name: string; kind: number | null; value: number; high: number; /** What nature has drawn, where that is no number. */ shows?: string }[] }

/** What a rule keeps beside the position is for nobody to see, nor is what the game itself only remembers with yes or no. */
export function traysOf(game: GameView, position: PositionView): Tray[] {
  const declared = new Map(game.counters.map((counter) => [counter.name, counter]));
  const shown = position.counters.flatMap(({ name, player, cell, kind, value }) => {
    const { aside = false, high = value, per = "", drawn } = declared.get(name) ?? {};
    // Dice are drawn as such, and what else nature draws is a kind, a direction or a player with a name.
    if (aside || game.look.hidden?.includes(name) || cell !== undefined || (drawn ? drawn.length === 0 || value === 0 : per === "game" && high < 2)) return [];
    const place = kind === undefined && !drawn ? -1 : game.kinds.findIndex((other) => other.name === (kind ?? drawn![value - 1]));
    if (drawn) return [{ player, counter: { name, kind: place < 0 ? null : place, value, high, shows: drawn[value - 1] ?? "" } }];
    return [{ player, counter: { name, kind: place < 0 ? null : place, value, high } }];
  });
  return [...game.players.map((_, player) => player), null].map((player) => ({
    player, counters: shown.filter((counter) => counter.player === player).map(({ counter }) => counter),
  })).filter(({ counters }) => counters.length > 0);
}

/** The kind of piece that a counter is called after: a hand of pawns holds pawns. */
export function heldKind({ kinds }: GameView, counter: string): number | null {
  const words = counter.toLowerCase().split(/[_\d]+/);
  const found = kinds.findIndex(({ name, plural, neutral }) => !neutral && (words.includes(name.toLowerCase()) || words.includes(plural.toLowerCase())));
  return found < 0 ? null : found;
}

/**
 * A line a player: pieces of a hand with their number; else a disc for each that is left, and pale ones for what is gone. `pick` takes a
 * piece from the hand, where it is one that may be picked, and says whether it was.
 */
export function drawnTray(game: GameView, { player, counters }: Tray, palette: Palette, prefix: string, pick: (kind: number) => { take: () => void; held: boolean } | null = () => null): HTMLElement {
  const body = player === null ? null : paints(game, palette)[player]!.body;
  const picture = (child: ReturnType<typeof h>, spent = false) => element(h("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true", class: spent ? "spent" : null }, child));
  const disc = (spent = false) => picture(h("circle", { r: 0.4, fill: body ?? "none", stroke: "currentColor", "stroke-opacity": 0.5, "stroke-width": 0.05 }), spent);
  const drawnHand = (kind: number, value: number) => picture(piece(game, { owner: game.kinds[kind]?.neutral ? null : player, kind }, palette, prefix), value === 0);
  const left = (value: number, high: number) => html("span", { class: "left" }, ...Array.from({ length: high }, (_, i) => disc(i >= value)));
  const words = (name: string) => name.replaceAll("_", " ");
  const one = ({ name, kind: of, value, high, shows }: Tray["counters"][number]) => {
    if (shows !== undefined) return html("span", { class: "held kind" }, html("span", { class: "of" }, words(name)), ...(of === null ? [] : [drawnHand(of, 1)]), html("b", {}, shows));
    const kind = of ?? (player === null ? null : heldKind(game, name));
    const shown = kind !== null ? [drawnHand(kind, value)] : player !== null && high > 1 && high <= 12 && counters.length === 1 ? [left(value, high)] : [];
    // A piece says what is held; its name is read out and shown where it is pointed at.
    const said = of === null ? words(name) : `${words(name)}: ${game.kinds[of]!.name}`;
    const content = [...shown, html("span", { class: kind === null ? "of" : "of said" }, said), html("b", {}, String(value))];
    const way = kind === null || value === 0 ? null : pick(kind);
    if (!way) return html("span", { class: kind === null ? "held" : "held kind", title: said }, ...content);
    const button = html("button", { type: "button", class: "held kind", title: said, "data-kind": game.kinds[kind!]!.name, "aria-pressed": String(way.held) }, ...content);
    button.addEventListener("click", way.take);
    return button;
  };
  // A hand by kind is called by its name once, and shows what is in it: kinds that are gone would fill lines of a phone.
  const hand = (name: string) => {
    const [first, ...more] = counters.filter((counter) => counter.name === name && counter.value > 0).map(one);
    return [html("span", { class: "first" }, html("span", { class: "of", ...(first ? { "aria-hidden": "true" } : {}) }, words(name)), first ?? html("b", {}, "0")), ...more];
  };
  return html("div", { class: "tray" }, ...(player === null ? [] : [disc(), html("span", {}, game.players[player] ?? "")]), ...counters.flatMap((counter, index) => {
    if (counter.kind === null || counter.shows !== undefined) return [one(counter)];
    return counters[index - 1]?.name === counter.name ? [] : hand(counter.name);
  }));
}

/** The dice of a game, in a line. Their names are those of the rules: they are read out, and shown where one points at a die. */
export function drawnDice(game: GameView, position: PositionView): HTMLElement | null {
  const dice = diceOf(game, position);
  const said = ({ name, value, rolled }: Die) => `${name.replaceAll("_", " ")}: ${rolled ? value : t("not rolled")}`;
  return dice.length === 0 ? null : html("div", { class: "dice", role: "group", "aria-label": t("Dice") }, ...dice.map((one) =>
    html("span", { class: "one", title: said(one) }, element(h("svg", { viewBox: "-.5 -.5 1 1", role: "img", "aria-label": said(one) }, die(one))))));
}
