// Keys of the game as a tree, and of how the board is seen.

import type { Studio } from "./studio";
import { zoomed } from "./zoom";
import { english } from "./words";

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Where people play each other, the line is theirs together. */
const alone = (run: (studio: Studio) => void) => (studio: Studio) => { if (!studio.state.match) run(studio); };

export const PLAY_KEYS: [string, string, (studio: Studio) => void][] = [
  ["/", english("write a move"), () => focus(".move-field input")],
  ["a", english("play the moves by themselves, or pause"), (studio) => studio.replay(!studio.state.replaying)],
  ["v", english("to the next variation"), (studio) => studio.beside()],
  ["p", english("promote the variation"), alone((studio) => studio.promote())],
  ["Delete", english("delete from this move on"), alone((studio) => studio.remove())],
  ["c", english("comment on the move"), alone((studio) => studio.store.set(({ commenting }) => ({ commenting: !commenting, tab: "moves" })))],
  ["b", english("back to the game from a line that is looked at"), (studio) => studio.back()],
  ["i", english("import a game or a position"), alone((studio) => studio.store.set({ dialog: { import: "" } }))],
  ["+", english("zoom in"), (studio) => studio.store.set(({ zoom }) => ({ zoom: zoomed(zoom, 1) }))],
  ["-", english("zoom out"), (studio) => studio.store.set(({ zoom }) => ({ zoom: zoomed(zoom, -1) }))],
];
