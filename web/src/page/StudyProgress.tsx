// How far a study is. What changes often is not read out: the rest is a status.

import { inline } from "./markdown";
import type { Running } from "./research";
import { t } from "./words";

export function StudyProgress({ of, stale }: { of: Running<unknown>; stale: boolean }) {
  const { running, played, report, error } = of;
  return (
    <>
      {running && (
        <div class="explore-progress">
          <progress max={played.of} value={played.games} aria-label={t("Games played")} />
          <span class="quiet">{played.games.toLocaleString("en")} of {played.of.toLocaleString("en")} games</span>
        </div>
      )}
      <p class="quiet" role="status">{running ? "playing …" : report ? "done" : "\u00a0"}{stale ? " · of the sheet before it was changed" : ""}</p>
      {error && <p class="error-text" role="alert">{inline(error)}</p>}
    </>
  );
}
