// How the board is seen and heard.

import { useStudio, useStudioState } from "./context";
import { Icon } from "./icons";
import { FARTHEST, NEAREST } from "./zoom";
import { english, t } from "./words";

const PACES: [number, string][] = [[2, english("slow")], [1, english("a move a second")], [0.5, english("fast")], [0.2, english("very fast")]];

export function ViewMenu() {
  const studio = useStudio();
  const zoom = useStudioState((state) => state.zoom);
  const sound = useStudioState((state) => state.sound);
  const pace = useStudioState((state) => state.pace);
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : document.querySelector(".board-pane")!.requestFullscreen());
  return (
    <details class="popover view-menu" onKeyDown={(event) => { if (event.key === "Escape") event.currentTarget.open = false; }}>
      <summary class="icon-button" aria-label={t("View")} title={t("View: zoom, sound, speed")}><Icon name="zoom" /></summary>
      <div class="popover-body">
        <label class="option"><span class="option-name">{t("Zoom")}</span>
          <input
            type="range" min={FARTHEST} max={NEAREST} step={0.25} value={zoom} aria-valuetext={`${Math.round(100 * zoom)} %`}
            onInput={(event) => studio.store.set({ zoom: event.currentTarget.valueAsNumber })}
          />
          <output>{Math.round(100 * zoom)} %</output>
        </label>
        <label class="option"><span class="option-name">{t("Playing by itself")}</span>
          <select value={String(pace)} onChange={(event) => studio.store.set({ pace: Number(event.currentTarget.value) })}>
            {PACES.map(([value, text]) => <option value={String(value)}>{t(text)}</option>)}
          </select>
        </label>
        <label class="check-row"><input type="checkbox" checked={sound} onChange={(event) => studio.store.set({ sound: event.currentTarget.checked })} /> {t("Sound")}</label>
        {document.fullscreenEnabled && <button type="button" class="small" onClick={full}>{t("Full screen")}</button>}
      </div>
    </details>
  );
}
