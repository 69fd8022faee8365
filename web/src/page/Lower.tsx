// Below the sheet: problems, tests, claims, and its rules in prose.

import { Claims } from "./Claims";
import { useStudio, useStudioState } from "./context";
import { Problems } from "./Problems";
import { Rules } from "./Rules";
import { findings, type LowerTab, verdicts } from "./state";
import { Tabs } from "./Tabs";
import { Tests } from "./Tests";
import { t } from "./words";

export function Lower() {
  const studio = useStudio();
  const shown = useStudioState((state) => state.lower);
  const problems = useStudioState((state) => findings(state).length);
  const tests = useStudioState((state) => state.tests);
  const claims = useStudioState((state) => verdicts(state).length);
  const failed = tests?.filter(({ passed }) => !passed).length ?? 0;
  const tabs: [LowerTab, string][] = [
    ["problems", problems ? t("Problems {n}", { n: problems }) : t("Problems")],
    ["tests", failed ? t("Tests {n} ✗", { n: failed }) : tests?.length ? t("Tests {n} ✓", { n: tests.length }) : t("Tests")],
    ["claims", claims ? t("Claims {n}", { n: claims }) : t("Claims")],
    ["rules", t("Rules")],
  ];
  return (
    <div class="lower">
      <Tabs label={t("About the sheet")} tabs={tabs} shown={shown} choose={(lower) => studio.store.set({ lower })} id="lower" panel />
      <div class="lower-body" role="tabpanel" id={`lower-${shown}`} aria-labelledby={`lower-tab-${shown}`} tabIndex={0}>
        {shown === "problems" ? <Problems /> : shown === "tests" ? <Tests /> : shown === "claims" ? <Claims /> : <Rules />}
      </div>
    </div>
  );
}
