// Which way up the board is: with the person at the device below, where it is one who plays agents.

import { Latest } from "./latest";
import type { State } from "./state";
import type { Studio } from "./studio";
import type { GameView, PositionView } from "../protocol";

/** The player whom the one person among agents plays. */
export function ownPlayer({ game, seats, position }: Pick<State, "game" | "seats" | "position">): number | null {
  const count = game?.players.length ?? 0;
  const persons = Array.from({ length: count }, (_, seat) => seat).filter((seat) => (seats[seat] ?? "person") === "person");
  if (persons.length !== 1 || count < 2) return null;
  return position?.swapped && count === 2 ? 1 - persons[0]! : persons[0]!;
}

/** Whether the pieces of a player begin above the middle of the board, and those of the others do not. */
export function isAbove({ board }: GameView, { cells }: Pick<PositionView, "cells">, player: number): boolean {
  const middleOf = (heights: number[]) => heights.reduce((sum, y) => sum + y, 0) / heights.length;
  const heights = board.cells.map(({ y }) => y);
  const of = (own: boolean) => board.cells.flatMap(({ y }, cell) => (cells[cell]?.pieces.some(({ owner }) => owner !== null && (owner === player) === own) ? [y] : []));
  const [mine, others] = [of(true), of(false)];
  const height = Math.max(...heights) - Math.min(...heights);
  return mine.length > 0 && others.length > 0 && height > 0 && middleOf(mine) - middleOf(others) > height / 4;
}

/** Looks up where the pieces of the one person begin. */
export function turning({ store, engine }: Studio) {
  const latest = new Latest();
  store.subscribe((state, before) => {
    if (state.ref === before.ref && state.seats === before.seats && (state.position?.swapped ?? false) === (before.position?.swapped ?? false)) return;
    const { ref, game } = state;
    const player = ownPlayer(state);
    latest.stop();
    if (!ref || !game || player === null) return store.set({ turned: false });
    void latest.run(async (signal) => {
      const start = await engine.ask("position", { game: ref, line: { moves: [] } }, { signal, seconds: 5 });
      store.set({ turned: isAbove(game, start, player) });
    });
  });
}
