// Why what was clicked cannot be played; the clause is lit in the sheet.

import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { inline } from "./markdown";
import { helpHere } from "./advice";
import { t, woven } from "./words";

export function WhyNot() {
  const studio = useStudio();
  const why = useStudioState((state) => state.why);
  const asking = useStudioState((state) => state.asking);
  const text = useStudioState((state) => state.ref?.text ?? "");
  return (
    <div class="why" role="status">
      <IconButton icon="close" label={t("Close")} keys="Escape" onClick={() => studio.closeWhy()} />
      {asking && !why && <p class="quiet">{t("asking …")}</p>}
      {why?.error && <p class="error-text">{why.error}</p>}
      {why?.answer?.legal && <p>{woven(t("{move} is legal."), { move: <strong>{why.answer.move}</strong> })}</p>}
      {why?.answer?.reasons.map(({ finding, values }, index) => (
        <div class="reason" key={index}>
          <p>{inline(finding.message)}</p>
          {finding.label && finding.label !== finding.message && <p class="detail">{inline(finding.label)}</p>}
          {finding.span && (
            <button type="button" class="clause" title={t("Show it in the sheet")} onClick={() => { studio.store.set({ tab: "sheet" }); studio.editor?.reveal(finding.span!, true); }}>
              <code>{text.slice(finding.span.start, finding.span.end).split("\n")[0]}</code>
            </button>
          )}
          {values.length > 0 && (
            <ul class="values">
              {values.map((value) => <li style={{ paddingInlineStart: `${Math.min(6, value.depth) * 12}px` }}><code>{value.text}</code> {t("is")} <strong>{value.value}</strong></li>)}
            </ul>
          )}
          {finding.help && <p class="detail">{inline(helpHere(finding.help))}</p>}
        </div>
      ))}
    </div>
  );
}
