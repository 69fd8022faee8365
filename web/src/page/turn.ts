// What is said of a turn and of the end of a game, in the studio and in a game that another page shows.

import type { ActionView } from "../protocol";
import { t } from "./words";

export { outcome } from "../board/speech";

/** What an action is called on its button. */
export const wordFor = (action: ActionView) =>
  (action.type === "move" || action.type === "lot" ? action.text : { pass: t("Pass"), swap: t("Swap sides"), stop: t("Stop here") }[action.type]);
