// The tests of the sheet, and the line on the board as one more.

import { useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { inline } from "./markdown";
import { plural, t } from "./words";

export function Tests() {
  const studio = useStudio();
  const tests = useStudioState((state) => state.tests);
  const game = useStudioState((state) => state.game);
  const current = useStudioState((state) => state.testsText === state.text);
  const playable = useStudioState((state) => state.ref?.text === state.text);
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);

  async function record(event: Event) {
    event.preventDefault();
    try {
      await studio.recordTest(name.trim() || "a line of play");
      setName("");
      setError(null);
    } catch (failure) {
      setError((failure as Error).message);
    }
  }

  const failed = tests?.filter(({ passed }) => !passed).length ?? 0;
  return (
    <div class="tests">
      <form class="record" onSubmit={record}>
        <input type="text" placeholder={t("what the line on the board shows")} aria-label={t("Name of the test")} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button type="submit" class="small" disabled={!playable}>{t("Record as test")}</button>
      </form>
      {error && <p class="error-text" role="alert">{error}</p>}
      {tests && (
        <ul class={current ? "test-list" : "test-list stale"}>
          {[...tests].sort((a, b) => Number(a.passed) - Number(b.passed)).map((test) => (
            <li class={test.passed ? "passed" : "failed"}>
              <span class="mark" role="img" aria-label={test.passed ? t("passed") : t("failed")}>{test.passed ? "✓" : "✗"}</span>
              <button type="button" class="link plain" disabled={!test.span} onClick={() => test.span && studio.editor?.reveal(test.span, true)}>{test.name}</button>
              {test.line && (
                <button type="button" class="small" onClick={() => studio.follow(test.line!, test.line!.moves.length, test.variant, test.options, t("the test “{name}”", { name: test.name }))} aria-label={t("Show the position of {name}", { name: test.name })}>{t("position")}</button>
              )}
              {test.message && <p class="detail">{inline(test.message)}</p>}
            </li>
          ))}
        </ul>
      )}
      {tests && !tests.length && <p class="empty">{t("This sheet has no tests yet. Play a line and record it: it will be checked from then on.")}</p>}
      {!tests && game && <p class="empty">{t("The tests run when the sheet has no errors.")}</p>}
      <p class="quiet" role="status">{tests?.length ? (failed ? plural(failed, "{n} of {all} fail", "{n} of {all} fail", { all: tests.length }) : plural(tests.length, "all {n} pass", "all {n} pass")) : "\u00a0"}</p>
    </div>
  );
}
