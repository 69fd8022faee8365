// Where wishes are written: names of metrics are completed, the one at which the cursor stands.

import { useId, useRef, useState } from "preact/hooks";
import type { WishName } from "../protocol";
import { inline } from "./markdown";
import { t } from "./words";

const SHOWN = 8;

/** The piece of the text that is being written: between the comma before the cursor and the cursor, if no sign stands in it yet. */
export function piece(text: string, cursor: number): { from: number; word: string } | null {
  const from = text.lastIndexOf(",", cursor - 1) + 1;
  const written = text.slice(from, cursor);
  if (/[<>=]| in /.test(written)) return null;
  const word = written.trimStart();
  return { from: cursor - word.length, word };
}

/** Names that a word may begin, those that it does begin first. */
export function matching(names: WishName[], word: string): WishName[] {
  const wanted = word.trim().toLowerCase();
  const begins = names.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const has = names.filter((entry) => !begins.includes(entry) && `${entry.name} ${entry.label}`.toLowerCase().includes(wanted));
  // Of several names of one metric the shortest that fits.
  const all = [...begins.sort((a, b) => a.name.length - b.name.length), ...(wanted ? has : [])];
  return all.filter((entry, place) => all.findIndex(({ label }) => label === entry.label) === place).slice(0, SHOWN);
}

export function WishField({ value, names, change, submit }: { value: string; names: WishName[]; change: (text: string) => void; submit: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [cursor, setCursor] = useState(0);
  const part = open ? piece(value, cursor) : null;
  const found = part ? matching(names, part.word) : [];
  const shown = found.length > 0 && !(found.length === 1 && found[0]!.name === part!.word.trim());

  function look(element: HTMLInputElement, show: boolean) {
    setCursor(element.selectionStart ?? element.value.length);
    setOpen(show);
    setAt(0);
  }
  function take(entry: WishName) {
    const text = `${value.slice(0, part!.from)}${entry.name} `;
    // At once: what is typed next goes behind it.
    const field = input.current!;
    field.value = text + value.slice(cursor);
    field.focus();
    field.setSelectionRange(text.length, text.length);
    change(field.value);
    setOpen(false);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (shown && (event.key === "ArrowDown" || event.key === "ArrowUp")) setAt((at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    else if (event.key === "ArrowDown") look(event.currentTarget as HTMLInputElement, true);
    else if (shown && (event.key === "Enter" || event.key === "Tab")) take(found[at]!);
    else if (shown && event.key === "Escape") setOpen(false);
    else if (event.key === "Enter") submit();
    else return;
    event.preventDefault();
  }
  return (
    <div class="wish-field">
      <label for={`${id}-input`}>{t("Wishes")}</label>
      <input
        id={`${id}-input`} ref={input} type="text" role="combobox" autocomplete="off" spellcheck={false} value={value}
        placeholder="score of seat 1 in 48..52 %, draws < 5 %" aria-autocomplete="list" aria-expanded={shown} aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown ? `${id}-${at}` : undefined} aria-describedby={`${id}-help`}
        onInput={(event) => { change(event.currentTarget.value); look(event.currentTarget, true); }}
        onKeyDown={onKeyDown} onBlur={() => setOpen(false)}
      />
      {shown && (
        <ul class="wish-names" id={`${id}-list`} role="listbox" aria-label={t("Metrics")}>
          {found.map((entry, index) => (
            <li
              key={entry.name} id={`${id}-${index}`} role="option" aria-selected={index === at}
              onMouseDown={(event) => { event.preventDefault(); take(entry); }}
            >{entry.name}{entry.label !== entry.name && <span class="quiet"> {entry.label.replaceAll("`", "")}</span>}</li>
          ))}
        </ul>
      )}
      <p class="quiet" id={`${id}-help`}>{inline(t("Metrics with a range: `in 30..60`, `< 5 %`, `>= 0.4`, separated by commas."))}</p>
    </div>
  );
}
