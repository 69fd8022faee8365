// How far a study is. What changes often is not read out: the rest is a status.

import { inline } from "./markdown";
import type { Running } from "./research";
import { number, t } from "./words";

export function StudyProgress({ of, stale }: { of: Running<unknown>; stale: boolean }) {
  const { running, played, report, error } = of;
  return (
    <>
      {running && (
        <div class="explore-progress">
          <progress max={played.of} value={played.games} aria-label={t("Games played")} />
          <span class="quiet">{t("{n} of {all} games", { n: number(played.games), all: number(played.of) })}</span>
        </div>
      )}
      <p class="quiet" role="status">{running ? t("playing …") : report ? t("done") : "\u00a0"}{stale ? ` · ${t("of the sheet before it was changed")}` : ""}</p>
      {error && <p class="error-text" role="alert">{inline(error)}</p>}
    </>
  );
}
