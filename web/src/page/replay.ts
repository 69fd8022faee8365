// The game by itself: a move each so many seconds, until it is over or somebody does something.

import { settled } from "./state";
import type { Studio } from "./studio";

export function replaying(studio: Studio) {
  const { store } = studio;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the next step begins; whoever is elsewhere has done something. */
  let from: { moves: string[]; ply: number } | null = null;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    from = null;
    store.set({ replaying: false });
  };
  const step = () => {
    timer = undefined;
    const { ply } = store.get();
    from = null;
    studio.jump(ply + 1);
    const { moves, ply: to } = store.get();
    from = { moves, ply: to };
    if (to >= moves.length) stop();
    else wait();
  };
  const wait = () => {
    const state = store.get();
    if (timer === undefined && from && settled(state)) timer = setTimeout(step, 1000 * state.pace);
  };
  store.subscribe((state, before) => {
    if (!state.replaying) {
      if (before.replaying) stop();
      return;
    }
    if (!before.replaying) from = { moves: state.moves, ply: state.ply };
    else if (from && (state.moves !== from.moves || state.ply !== from.ply || state.text !== before.text || state.setup || state.dialog)) return stop();
    wait();
  });
  // Any click or key but those that have to do with it; a pointer that only passes does nothing.
  const done = (event: Event) => {
    const target = event.composedPath()[0] as Element;
    if (store.get().replaying && !target.closest?.(".autoplay, .view-menu") && !(event instanceof KeyboardEvent && ["a", "Tab", "Shift"].includes(event.key))) stop();
  };
  addEventListener("pointerdown", done, true);
  addEventListener("keydown", done, true);
}
