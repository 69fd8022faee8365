// How things are shown; kept for all sheets.

import { useStudio, useStudioState } from "./context";
import { Icon } from "./icons";

export function Settings() {
  const studio = useStudio();
  const theme = useStudioState((state) => state.theme);
  const palette = useStudioState((state) => state.palette);
  const coordinates = useStudioState((state) => state.coordinates);
  return (
    <details class="popover">
      <summary class="icon-button" aria-label="Settings" title="Settings"><Icon name="more" /></summary>
      <div class="popover-body">
        <label class="option"><span class="option-name">Colours</span>
          <select value={theme} onChange={(event) => studio.store.set({ theme: event.currentTarget.value as typeof theme })}>
            <option value="auto">as the system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label class="option"><span class="option-name">Pieces</span>
          <select value={palette} onChange={(event) => studio.store.set({ palette: event.currentTarget.value as typeof palette })}>
            <option value="calm">calm colours</option>
            <option value="patterned">strong colours and patterns</option>
          </select>
        </label>
        <label class="check-row"><input type="checkbox" checked={coordinates} onChange={(event) => studio.store.set({ coordinates: event.currentTarget.checked })} /> Coordinates</label>
        <button type="button" class="small" onClick={() => studio.store.set({ dialog: "keys" })}>Keys …</button>
      </div>
    </details>
  );
}
