// Below the board: of a line that is only looked at what it is, and the way back to the game; of what was just done how it is taken back.

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
        {able && <button type="button" class="small" aria-label={t("Keep as a variation")} title={t("Keep as a variation of the game")} onClick={() => studio.keep()}>{t("Keep")}</button>}
        <button type="button" class="small primary" title={t("Back to the game (b)")} onClick={() => studio.back()}>{t("Back to the game")}</button>
      </span>
    </div>
  );
}

/** Takes back what was just done, until the next move. */
export function Offer() {
  const studio = useStudio();
  const notice = useStudioState((state) => (state.notice?.passing ? state.notice : null));
  const action = notice?.action;
  return (
    <div class="offer" role="status">
      {notice && (
        <div class="looking">
          <span title={notice.text}>{notice.text}</span>
          <span class="row">
            {action && <button type="button" class="small" onClick={() => { studio.store.set({ notice: null }); action.run(); }}>{action.title}</button>}
          </span>
        </div>
      )}
    </div>
  );
}
