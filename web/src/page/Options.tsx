// Options of the game: numbers as sliders, words as choices.

import type { OptionView } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { Icon } from "./icons";
import { t } from "./words";

/** Those that have room in the head of the page; all of them are in the list behind it. */
const INLINE = 2;

export function Options() {
  const studio = useStudio();
  const options = useStudioState((state) => state.game?.options ?? NONE);
  const chosen = useStudioState((state) => state.options);
  if (!options.length) return null;
  const changed = Object.keys(chosen).length;
  return (
    <div class="options">
      <div class="options-inline">{options.slice(0, INLINE).map((option) => <Option option={option} key={option.name} />)}</div>
      <details class={options.length > INLINE ? "popover" : options.length === INLINE ? "popover few several" : "popover few"}>
        <summary><Icon name="options" /><span class="named">{t("Options")}</span>{changed ? ` (${changed})` : ""}</summary>
        <div class="popover-body">
          {options.map((option) => (
            <div key={option.name}>
              <Option option={option} />
              {option.doc && <p class="detail">{option.doc}</p>}
            </div>
          ))}
          <button type="button" class="small" disabled={!changed} onClick={() => studio.resetOptions()}>{t("Back to the defaults")}</button>
        </div>
      </details>
    </div>
  );
}

const NONE: OptionView[] = [];

function Option({ option }: { option: OptionView }) {
  const studio = useStudio();
  const value = useStudioState((state) => state.options[option.name]) ?? option.value;
  return <OptionField option={option} value={value} set={(next) => studio.setOption(option.name, next, next === option.default)} />;
}

/** An option of any game, with the value that it has. */
export function OptionField({ option, value, set }: { option: OptionView; value: string; set: (next: string) => void }) {
  const { domain } = option;
  if (domain.type === "words") {
    return (
      <label class="option"><span class="option-name">{option.name.replaceAll("_", " ")}</span>
        <select value={value} onChange={(event) => set(event.currentTarget.value)}>
          {domain.values.map((word) => <option value={word}>{word}</option>)}
        </select>
      </label>
    );
  }
  return (
    <label class="option"><span class="option-name">{option.name.replaceAll("_", " ")}</span>
      <input
        type="range" min={domain.low} max={domain.high} step={domain.step} value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <output>{value}</output>
    </label>
  );
}
