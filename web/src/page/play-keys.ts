// Keys of the game as a tree, and of how the board is seen.

import type { Studio } from "./studio";
import { zoomed } from "./zoom";

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

export const PLAY_KEYS: [string, string, (studio: Studio) => void][] = [
  ["/", "write a move", () => focus(".move-field input")],
  ["a", "play the moves by themselves, or pause", (studio) => studio.replay(!studio.state.replaying)],
  ["v", "to the next variation", (studio) => studio.beside()],
  ["p", "promote the variation", (studio) => studio.promote()],
  ["Delete", "delete from this move on", (studio) => studio.remove()],
  ["c", "comment on the move", (studio) => studio.store.set(({ commenting }) => ({ commenting: !commenting, tab: "moves" }))],
  ["b", "back to the game from a line that is looked at", (studio) => studio.back()],
  ["i", "import a game or a position", (studio) => studio.store.set({ dialog: { import: "" } })],
  ["+", "zoom in", (studio) => studio.store.set(({ zoom }) => ({ zoom: zoomed(zoom, 1) }))],
  ["-", "zoom out", (studio) => studio.store.set(({ zoom }) => ({ zoom: zoomed(zoom, -1) }))],
];
