// Players as the page names and colours them.

import type { GameView } from "../protocol";

const COLOURS: Record<string, string> = {
  white: "#f4f1ea", black: "#2b2b2e", red: "#c8463c", blue: "#3a6fb0", green: "#4f8f4a", yellow: "#d9b13b", orange: "#d98232", purple: "#7d5aa6",
};

/** The colour of a player's pieces, for the dots beside names; the board has its own shades. */
export function colourOf(game: GameView | null, player: number | null | undefined): string {
  if (player === null || player === undefined || !game) return "transparent";
  const name = game.look.players[player] ?? game.players[player]?.toLowerCase() ?? "";
  return COLOURS[name] ?? (name.startsWith("#") ? name : ["#2b2b2e", "#f4f1ea", "#c8463c", "#3a6fb0"][player % 4]!);
}
