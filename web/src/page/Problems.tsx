// What is wrong with the sheet, in its order; each leads to its place.

import type { Finding } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { inline } from "./markdown";
import { findings } from "./state";
import { helpHere } from "./advice";
import { english, t } from "./words";

const SEVERITIES = { error: english("error"), warning: english("warning"), note: english("note") };

export function Problems() {
  const studio = useStudio();
  const loaded = useStudioState((state) => state.loaded);
  useStudioState((state) => state.checked);
  const progress = useStudioState((state) => state.checkState);
  const error = useStudioState((state) => state.checkError);
  const list = findings(studio.state);
  return (
    <div class="problems">
      {list.map((finding, index) => <Problem finding={finding} key={index} />)}
      {!list.length && loaded && <p class="empty">{t("No problems.")}</p>}
      {error && <p class="empty">{t("The check could not be finished: {error}", { error })}</p>}
      <p class="quiet" role="status">{progress === "running" ? t("checking tests, claims and every option …") : progress === "done" && !error ? t("checked") : "\u00a0"}</p>
    </div>
  );
}

function Problem({ finding }: { finding: Finding }) {
  const studio = useStudio();
  const text = useStudioState((state) => state.loadedText);
  const chosen = useStudioState((state) => Object.keys(state.options).length > 0);
  const line = finding.span ? text.slice(0, finding.span.start).split("\n").length : null;
  return (
    <article class={`problem ${finding.severity}`}>
      <button type="button" class="problem-main" disabled={!finding.span} onClick={() => goTo(studio, finding)}>
        <span class="severity">{t(SEVERITIES[finding.severity])}</span>
        <span class="what">{inline(finding.message)}</span>
        {line && <span class="quiet">{t("line {n}", { n: line })}</span>}
      </button>
      {(finding.label || finding.help) && <p class="detail">{inline([finding.label, helpHere(finding.help ?? "")].filter(Boolean).join(". "))}</p>}
      <p class="fixes">
        {finding.fixes.map((fix) => <button type="button" class="small" onClick={() => studio.editor?.change(fix.edits)}>{inline(fix.title)}</button>)}
        {finding.code.startsWith("option/") && chosen && <button type="button" class="small" onClick={() => studio.resetOptions()}>{t("Back to the defaults")}</button>}
        {!finding.code.startsWith("page/") && (
          <button type="button" class="link" onClick={() => studio.guide.open(`findings/${finding.code}`)}>{finding.code}</button>
        )}
      </p>
    </article>
  );
}

function goTo(studio: ReturnType<typeof useStudio>, finding: Finding) {
  studio.store.set({ tab: "sheet" });
  if (finding.span) requestAnimationFrame(() => studio.editor?.reveal(finding.span!, true));
}
