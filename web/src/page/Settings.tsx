// How things are shown; kept for all sheets.

import { useStudio, useStudioState } from "./context";
import { Icon } from "./icons";
import { LANGUAGES, chooseLanguage, t, useLanguage } from "./words";

export function Settings() {
  const studio = useStudio();
  const theme = useStudioState((state) => state.theme);
  const palette = useStudioState((state) => state.palette);
  const coordinates = useStudioState((state) => state.coordinates);
  const { chosen } = useLanguage();
  return (
    <details class="popover">
      <summary class="icon-button" aria-label={t("Settings")} title={t("Settings")}><Icon name="more" /></summary>
      <div class="popover-body">
        <label class="option"><span class="option-name">{t("Colours")}</span>
          <select value={theme} onChange={(event) => studio.store.set({ theme: event.currentTarget.value as typeof theme })}>
            <option value="auto">{t("as the system")}</option>
            <option value="light">{t("light")}</option>
            <option value="dark">{t("dark")}</option>
          </select>
        </label>
        <label class="option"><span class="option-name">{t("Pieces")}</span>
          <select value={palette} onChange={(event) => studio.store.set({ palette: event.currentTarget.value as typeof palette })}>
            <option value="calm">{t("calm colours")}</option>
            <option value="patterned">{t("strong colours and patterns")}</option>
          </select>
        </label>
        <label class="option"><span class="option-name">{t("Language")}</span>
          <select value={chosen} onChange={(event) => void chooseLanguage(event.currentTarget.value)}>
            <option value="auto">{t("as the browser")}</option>
            {Object.entries(LANGUAGES).map(([tag, name]) => <option value={tag} lang={tag}>{name}</option>)}
          </select>
        </label>
        <label class="check-row"><input type="checkbox" checked={coordinates} onChange={(event) => studio.store.set({ coordinates: event.currentTarget.checked })} /> {t("Coordinates")}</label>
        <button type="button" class="small" onClick={() => studio.store.set({ dialog: "keys" })}>{t("Keys …")}</button>
      </div>
    </details>
  );
}
