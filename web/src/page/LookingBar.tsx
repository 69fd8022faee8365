// Over a line that is only looked at: what it is, and the way back to the game.

import { useStudio, useStudioState } from "./context";
import { keepable } from "./state";
import { t } from "./words";

export function LookingBar() {
  const studio = useStudio();
  const what = useStudioState((state) => state.looking?.what ?? null);
  const able = useStudioState(keepable);
  if (what === null) return null;
  return (
    <div class="looking" role="status">
      <span title={what}>{t("Looking at {what}", { what })}</span>
      <span class="row">
        {able && <button type="button" class="small" title={t("Keep it as a variation of the game")} onClick={() => studio.keep()}>{t("Keep as a variation")}</button>}
        <button type="button" class="small primary" title={t("Back to the game (b)")} onClick={() => studio.back()}>{t("Back to the game")}</button>
      </span>
    </div>
  );
}
