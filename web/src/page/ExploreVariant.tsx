// One variant of a search: its text, beside the sheet on two boards, and to be kept.

import { useMemo } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import type { Exploration } from "./exploration";
import { inline } from "./markdown";
import { Side } from "./Side";
import { unitsOf } from "./studio";
import { t } from "./words";

export function ExploreVariant({ exploration }: { exploration: Exploration }) {
  const studio = useStudio();
  const { chosen, candidates, found, ref } = exploration;
  const its = chosen === null ? null : candidates[chosen] ?? null;
  const compared = found?.rows.find(({ candidate }) => candidate === chosen)?.compared ?? null;
  const title = its?.title ?? "";
  const kept = useStudioState((state) => unitsOf(state.text).some((unit) => unit.title === title));
  const text = its && `${ref.text.trimEnd()}\n\n${its.block}`;
  const variant = useMemo(() => text && { ...ref, text, variant: title, options: {} }, [ref, text, title]);
  const line = useMemo(() => ({ moves: compared?.moves ?? [] }), [compared]);
  if (!its || !variant) return <aside class="explore-variant" aria-label={t("Variant")}><p class="empty">{t("Choose a variant to see it beside the sheet.")}</p></aside>;
  return (
    <aside class="explore-variant" aria-labelledby="variant-title">
      <h2 id="variant-title">{inline(its.words.join(", "))}</h2>
      {its.why && <p class="quiet">{its.fate === "thrown" ? t("thrown out") : t("missed")}: {inline(its.why)}</p>}
      <div class="row">
        <button type="button" class="primary" disabled={kept} onClick={() => studio.keepVariant(title, its.block)}>{kept ? t("Kept in the sheet") : t("Keep as a variant")}</button>
        <button type="button" onClick={() => studio.store.set({ exploring: false, comparing: true, partner: { label: title, ref: variant } })}>{t("Compare")}</button>
      </div>
      <pre class="added" tabIndex={0} role="group" aria-label={t("Text of the variant")}><code>{its.block.trim()}</code></pre>
      {compared && (
        <div class="detail">
          {compared.changes.filter(Boolean).map((change) => <p>{inline(change)}</p>)}
          <p>{inline(compared.relation)}</p>
          {compared.what && <p>{compared.moves.length ? t("After {moves}", { moves: compared.moves.join(" ") }) : t("At the start")}: {inline(compared.what)}</p>}
        </div>
      )}
      {its.fate !== "thrown" && (
        <div class="two-boards">
          <Side label="A" name={t("the sheet")} game={ref} line={line} play={false} />
          <Side label="B" name={t("the variant")} game={variant} line={line} play={false} />
        </div>
      )}
    </aside>
  );
}
