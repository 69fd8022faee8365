// What is claimed of the game, what could be shown, and lines of play that show it.

import { useStudio, useStudioState } from "./context";
import { inline } from "./markdown";
import { verdicts } from "./state";
import { english, plural, t, woven } from "./words";

/** What stands for a verdict. */
export const SIGN = { proved: "✓", "with probability 1": "≈", refuted: "✗", undecided: "?" };

const VERDICTS = { proved: english("proved"), "with probability 1": english("with probability 1"), refuted: english("refuted"), undecided: english("undecided") };

export function Claims() {
  const studio = useStudio();
  const checked = useStudioState((state) => state.checked);
  const game = useStudioState((state) => state.game);
  const known = verdicts({ checked, game });
  const current = useStudioState((state) => state.checkedText === state.text);
  const progress = useStudioState((state) => state.checkState);
  const error = useStudioState((state) => state.checkError);
  return (
    <div class={current ? "claims" : "claims stale"}>
      {known.map((verdict) => (
        <article class={`claim ${verdict.verdict.replaceAll(" ", "-")}`}>
          <span class="mark" role="img" aria-label={t(VERDICTS[verdict.verdict])}>{SIGN[verdict.verdict]}</span>
          <button type="button" class="link plain" disabled={!verdict.span} onClick={() => verdict.span && studio.editor?.reveal(verdict.span, true)}>
            {verdict.claim.replace(/^claim /, "")}
          </button>
          {verdict.verdict === "with probability 1" && <span class="quiet">{t(VERDICTS[verdict.verdict])}</span>}
          {!verdict.claimed && <span class="quiet">{t("not claimed")}</span>}
          {verdict.line && <button type="button" class="small" onClick={() => studio.follow(verdict.line!, 0, undefined, verdict.options, t("the line for {what}", { what: `“${verdict.claim.replace(/^claim /, "")}”` }))} aria-label={t("Step through the line for {claim}", { claim: verdict.claim })}>{t("step through")}</button>}
          <p class="detail">{inline(verdict.how)}</p>
        </article>
      ))}
      {checked?.witnesses.map((witness) => (
        <article class="claim witness">
          <span class="quiet">{witness.code}</span>
          <button
            type="button" class="small"
            onClick={() => studio.follow(witness.line, 0, witness.variant || null, witness.options, t("the line for {what}", { what: witness.code }))}
          >{plural(witness.line.moves.length, "step through its line of {n} move", "step through its line of {n} moves")}</button>
        </article>
      ))}
      {checked && !known.length && <p class="empty">{woven(t("Nothing is claimed. Write {one} or {other} in the sheet."), {
        one: <code>claim finite</code>,
        other: <code>claim no draw</code>,
      })}</p>}
      {error && <p class="empty">{t("The check could not be finished: {error}", { error })}</p>}
      <p class="quiet" role="status">{progress === "running" ? t("checking …") : "\u00a0"}</p>
    </div>
  );
}
