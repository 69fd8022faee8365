// The colours of players beside their names: those of their pieces on the board.

import { paints } from "../board/palette";
import type { GameView } from "../protocol";
import { useStudioState } from "./context";

/** The colour of a player of a game, in the palette of the board; none of nobody. */
export function usePlayerColour(): (game: GameView | null, player: number | null | undefined) => string {
  const palette = useStudioState((state) => state.palette);
  return (game, player) => (game && player !== null && player !== undefined && paints(game, palette)[player]?.body) || "transparent";
}
