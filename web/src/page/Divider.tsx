// Between the sheet and the board: dragged, or moved by arrow keys; a double click gives the board what it needs again.

import { useRef } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { t } from "./words";

const [LEAST, MOST, STEP] = [280, 0.7, 24];

export function Divider() {
  const studio = useStudio();
  const width = useStudioState((state) => state.sheetWidth);
  const line = useRef<HTMLDivElement>(null);
  const most = () => Math.round(window.innerWidth * MOST);
  const set = (wanted: number | null) => studio.store.set({ sheetWidth: wanted === null ? null : Math.round(Math.max(LEAST, Math.min(most(), wanted))) });
  const now = () => line.current?.getBoundingClientRect().left ?? LEAST;
  return (
    <div
      ref={line} class="divider" role="separator" tabIndex={0} aria-orientation="vertical" aria-label={t("Width of the sheet")}
      aria-valuemin={LEAST} aria-valuemax={most()} aria-valuenow={width ?? Math.round(window.innerWidth / 3)}
      onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); event.preventDefault(); }}
      onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event.clientX); }}
      onDblClick={() => set(null)}
      onKeyDown={(event) => {
        const step = event.key === "ArrowLeft" ? -STEP : event.key === "ArrowRight" ? STEP : 0;
        if (!step) return;
        event.preventDefault();
        set(now() + step);
      }}
    />
  );
}
