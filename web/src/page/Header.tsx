// The head of the page: which game, which variant, which options, what the checker says, and what can be done with it all.

import { SIGN } from "./Claims";
import { useStudio, useStudioState } from "./context";
import { Icon, IconButton } from "./icons";
import { Options } from "./Options";
import { findings, verdicts } from "./state";
import { plural, t } from "./words";

export function Header() {
  const studio = useStudio();
  const title = useStudioState((state) => state.game?.title ?? state.loaded?.games[0]?.title ?? "Rulebook");
  const theme = useStudioState((state) => state.theme);
  const several = useStudioState((state) => (state.loaded?.games.length ?? 0) > 1);
  const comparing = useStudioState((state) => state.comparing);
  const exploring = useStudioState((state) => state.exploring);
  const helping = useStudioState((state) => state.help !== null);
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <header class="head">
      <button type="button" class="games" onClick={() => studio.store.set({ dialog: "gallery" })}><Icon name="games" /> {t("Games")}</button>
      <h1 title={title} class={several ? "hidden" : undefined}>{title}</h1>
      <Variant />
      <Options />
      <span class="fill" />
      <Badges />
      <div class="head-buttons">
        <button type="button" class="flat" aria-label={t("Compare")} title={t("Compare")} aria-pressed={comparing} onClick={() => studio.store.set({ comparing: !comparing, exploring: false })}><Icon name="compare" /> <span class="words">{t("Compare")}</span></button>
        <button type="button" class="flat" aria-label={t("Explore")} title={t("Explore")} aria-pressed={exploring} onClick={() => studio.store.set({ exploring: !exploring, comparing: false })}><Icon name="explore" /> <span class="words">{t("Explore")}</span></button>
        <button type="button" class="flat" aria-label={t("Share")} title={t("Share")} onClick={() => studio.store.set({ dialog: "share" })}><Icon name="share" /> <span class="words">{t("Share")}</span></button>
        <button type="button" class="flat help-button" aria-label={t("Help")} title={t("Help (F1)")} aria-pressed={helping} onClick={() => (helping ? studio.guide.close() : studio.guide.open(""))}><Icon name="help" /> <span class="words">{t("Help")}</span></button>
        <IconButton icon={dark ? "sun" : "moon"} label={dark ? t("Light colours") : t("Dark colours")} onClick={() => studio.store.set({ theme: dark ? "light" : "dark" })} />
      </div>
    </header>
  );
}

function Variant() {
  const studio = useStudio();
  const games = useStudioState((state) => state.loaded?.games);
  const variant = useStudioState((state) => state.variant);
  if (!games || games.length < 2) return null;
  const first = games[0]!.title;
  return (
    <div class="variant">
      <select aria-label={t("Game or variant")} value={variant ?? first} onChange={(event) => studio.setVariant(event.currentTarget.value === first ? null : event.currentTarget.value)}>
        {games.map(({ title }) => <option value={title}>{title}</option>)}
      </select>
    </div>
  );
}

/** What is known of the game: errors or none, tests, claims. */
function Badges() {
  const studio = useStudio();
  const loaded = useStudioState((state) => state.loaded);
  const checked = useStudioState((state) => (state.checkedText === state.text ? state.checked : null));
  const running = useStudioState((state) => state.checkState === "running" || state.checkState === "waiting");
  useStudioState((state) => state.game);
  const failure = useStudioState((state) => state.checkError);
  const tests = useStudioState((state) => (state.testsText === state.text ? state.tests : null));
  const list = findings(studio.state);
  const errors = list.filter(({ severity }) => severity === "error").length;
  const warnings = list.filter(({ severity }) => severity === "warning").length;
  const failed = tests?.filter(({ passed }) => !passed).length ?? 0;
  const go = (lower: "problems" | "tests" | "claims") => studio.store.set({ lower, tab: "sheet" });
  if (!loaded) return null;
  const check = errors ? plural(errors, "{n} error", "{n} errors") : warnings ? plural(warnings, "{n} warning", "{n} warnings") : running ? t("checking") : checked ? t("check ✓") : t("not checked");
  return (
    <div class="badges">
      <button type="button" class={`badge ${errors ? "bad" : warnings ? "fair" : checked && !running ? "good" : "open"}`} title={failure ?? undefined} onClick={() => go("problems")}>{check}</button>
      {failed > 0 && <button type="button" class="badge bad" onClick={() => go("tests")}>{plural(failed, "{n} test fails", "{n} tests fail")}</button>}
      {checked && verdicts(studio.state).filter(({ claimed, verdict }) => claimed || verdict === "proved").slice(0, 3).map((verdict) => (
        <button
          type="button" title={verdict.how} onClick={() => go("claims")}
          class={`badge claims-badge ${verdict.verdict === "proved" ? "good" : verdict.verdict === "refuted" ? "bad" : "open"}`}
        >{verdict.claim.replace(/^claim /, "")} {SIGN[verdict.verdict]}</button>
      ))}
    </div>
  );
}
