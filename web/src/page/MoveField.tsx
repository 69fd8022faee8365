// A move as it is written: completed from the legal ones while one types, played by Enter; one that is not legal is answered with why.

import { useId, useRef, useState } from "preact/hooks";
import type { ActionView } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { machineActs } from "./state";
import { plural, t } from "./words";

/** As many as are listed. */
const SHOWN = 40;
/** While another sheet is being read there is no position. */
const NONE: ActionView[] = [];

/** The legal actions that a text may begin; then those that have it elsewhere. */
export function completing(legal: ActionView[], text: string): ActionView[] {
  const wanted = text.trim().toLowerCase();
  const begins = legal.filter((action) => action.text.toLowerCase().startsWith(wanted));
  return wanted ? [...begins, ...legal.filter((action) => !begins.includes(action) && action.text.toLowerCase().includes(wanted))] : begins;
}

/** What Enter plays: the action as written, else the only one that the text begins. */
export function meant(legal: ActionView[], text: string): ActionView | null {
  const wanted = text.trim();
  const same = legal.find((action) => action.text === wanted) ?? legal.find((action) => action.text.toLowerCase() === wanted.toLowerCase());
  if (same || !wanted) return same ?? null;
  const begins = legal.filter((action) => action.text.toLowerCase().startsWith(wanted.toLowerCase()));
  return begins.length === 1 ? begins[0]! : null;
}

export function MoveField() {
  const studio = useStudio();
  const legal = useStudioState((state) => state.position?.legal ?? NONE);
  const waits = useStudioState(machineActs);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const found = open ? completing(legal, text) : [];
  const listed = found.slice(0, SHOWN);
  const shown = listed.length > 0;

  function look(next: string) {
    setText(next);
    setOpen(true);
    setAt(-1);
  }
  function play(action: ActionView) {
    setText("");
    setOpen(false);
    setAt(-1);
    studio.closeWhy();
    studio.play(action);
  }
  function submit() {
    const wanted = text.trim();
    // The field stays where the focus may be.
    if (waits) return;
    const action = listed[at] ?? meant(legal, wanted);
    if (action) return play(action);
    setOpen(false);
    if (wanted) studio.askWhy({ move: wanted });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!open) look(text);
      else if (shown) setAt(event.key === "ArrowDown" ? (at + 1) % listed.length : (Math.max(at, 0) + listed.length - 1) % listed.length);
    } else if (event.key === "Tab" && shown && text && !event.shiftKey && (at >= 0 || listed.length === 1) && (listed[Math.max(at, 0)]!.text !== text)) look(listed[Math.max(at, 0)]!.text);
    else if (event.key === "Escape" && open) setOpen(false);
    else if (event.key === "Escape") {
      studio.closeWhy();
      setText("");
    } else if (event.key === "Enter") submit();
    else return;
    event.preventDefault();
  }
  return (
    <form class="move-field" onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <label for={`${id}-input`}>{t("Move")}</label>
      <input
        id={`${id}-input`} ref={input} type="text" role="combobox" size={12} autocomplete="off" autocapitalize="off" spellcheck={false} value={text}
        placeholder={legal.find(({ type }) => type === "move")?.text ?? ""} aria-autocomplete="list" aria-expanded={shown} aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined} title={t("Write a move: Enter plays it, or says why it cannot be played (/)")}
        onInput={(event) => look(event.currentTarget.value)} onKeyDown={onKeyDown} onBlur={() => setOpen(false)}
      />
      {shown && (
        <ul class="wish-names move-names" id={`${id}-list`} role="listbox" aria-label={t("Legal moves")}>
          {listed.map((action, index) => (
            <li
              key={action.index} id={`${id}-${index}`} role="option" aria-selected={index === at}
              ref={(element) => { if (element && index === at) element.scrollIntoView({ block: "nearest" }); }}
              onMouseDown={(event) => { event.preventDefault(); play(action); }}
            >{action.text}</li>
          ))}
          {found.length > SHOWN && <li class="quiet" role="presentation">{t("{n} more", { n: found.length - SHOWN })}</li>}
        </ul>
      )}
      <span class="hidden" role="status">{open && text ? (waits ? t("An agent is to move.") : found.length === 1 ? t("{move}, Enter plays it", { move: found[0]!.text }) : plural(found.length, "{n} legal move", "{n} legal moves")) : ""}</span>
    </form>
  );
}
