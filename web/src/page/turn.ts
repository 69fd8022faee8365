// What is said of a turn and of the end of a game, in the studio and in a game that another page shows.

import type { ActionView, GameView } from "../protocol";
import { listed, t } from "./words";

/** What an action is called on its button. */
export const wordFor = (action: ActionView) =>
  (action.type === "move" || action.type === "lot" ? action.text : { pass: t("Pass"), swap: t("Swap sides"), stop: t("Stop here") }[action.type]);

/** Who has won. */
export function outcome({ players }: Pick<GameView, "players">, winners: number[]): string {
  const names = listed(winners.map((player) => players[player]!), "and");
  return winners.length > 1 ? t("{players} win", { players: names }) : winners.length ? t("{player} wins", { player: names }) : t("Draw");
}
