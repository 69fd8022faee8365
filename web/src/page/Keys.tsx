// Keys, and what they do.

import { useEffect } from "preact/hooks";
import { useStudio } from "./context";
import { Dialog } from "./Dialog";
import { PLAY_KEYS } from "./play-keys";
import type { Studio } from "./studio";
import { t } from "./words";

const KEYS: [string, string, ((studio: Studio) => void)?][] = [
  ["ArrowLeft", "undo", (studio) => studio.undo()],
  ["ArrowRight", "redo", (studio) => studio.redo()],
  ["Home", "to the start of the game", (studio) => studio.jump(0)],
  ["End", "to the end of the line", (studio) => studio.jump(Infinity)],
  ...PLAY_KEYS,
  ["h", "hint", (studio) => studio.hint()],
  ["f", "turn the board", (studio) => studio.store.set(({ flipped }) => ({ flipped: !flipped }))],
  ["e", "evaluate positions", (studio) => studio.store.set(({ evaluation }) => ({ evaluation: !evaluation }))],
  ["m", "heat map", (studio) => studio.store.set(({ heat }) => ({ heat: !heat }))],
  ["Escape", "put away the hint and the answer to why not", (studio) => { studio.closeWhy(); studio.store.set({ hint: null, shown: null }); }],
  ["F1", "help"],
  ["?", "these keys", (studio) => studio.store.set({ dialog: "keys" })],
];

const IN_THE_SHEET: [string, string][] = [
  ["Ctrl Space", "complete"], ["F1", "what the word means"], ["F12, Ctrl click", "to the definition"], ["F8", "to the next problem"], ["Ctrl Shift M", "list of problems"],
  ["Shift Alt F", "format"], ["Ctrl F", "search"], ["Ctrl Z, Ctrl Y", "undo and redo an edit"],
];

/** Keys of the page; the board and the sheet have their own while they have the focus. */
export function useKeys(studio: Studio) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "s") {
        event.preventDefault();
        return void studio.save();
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || studio.state.dialog || studio.state.comparing || studio.state.exploring || studio.researcher.store.get().open) return;
      const target = event.composedPath()[0] as Element;
      if (target.closest?.("input, select, textarea, [contenteditable=true], [role=tablist], [role=separator], .help")) return;
      const key = KEYS.find(([name]) => name === event.key);
      if (!key?.[2]) return;
      key[2](studio);
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [studio]);
}

export function Keys() {
  const studio = useStudio();
  return (
    <Dialog title={t("Keys")} close={() => studio.store.set({ dialog: null })}>
      <KeyTable rows={KEYS.map(([key, what]) => [key.replace("Arrow", "").replace("Left", "←").replace("Right", "→"), what])} />
      <h3>{t("In the sheet")}</h3>
      <KeyTable rows={IN_THE_SHEET} />
      <h3>{t("On the board")}</h3>
      <KeyTable rows={[["arrows", "to the next cell"], ["Enter, Space", "pick"], ["Escape", "take back the last pick"]]} />
    </Dialog>
  );
}

function KeyTable({ rows }: { rows: [string, string][] }) {
  return <table class="keys"><tbody>{rows.map(([key, what]) => <tr><th scope="row"><kbd>{key}</kbd></th><td>{what}</td></tr>)}</tbody></table>;
}
