// Keys, and what they do.

import { useEffect } from "preact/hooks";
import { useStudio } from "./context";
import { Dialog } from "./Dialog";
import { PLAY_KEYS } from "./play-keys";
import type { Studio } from "./studio";
import { english, t } from "./words";

const KEYS: [string, string, ((studio: Studio) => void)?][] = [
  ["ArrowLeft", english("undo"), (studio) => studio.undo()],
  ["ArrowRight", english("redo"), (studio) => studio.redo()],
  ["Home", english("to the start of the game"), (studio) => studio.jump(0)],
  ["End", english("to the end of the line"), (studio) => studio.jump(Infinity)],
  ...PLAY_KEYS,
  ["h", english("hint"), (studio) => studio.hint()],
  ["f", english("turn the board"), (studio) => studio.store.set(({ flipped }) => ({ flipped: !flipped }))],
  ["e", english("evaluate positions"), (studio) => studio.store.set(({ evaluation }) => ({ evaluation: !evaluation }))],
  ["m", english("heat map"), (studio) => studio.store.set(({ heat }) => ({ heat: !heat }))],
  ["Escape", english("put away the hint and the answer to why not"), (studio) => { studio.closeWhy(); studio.store.set({ hint: null, shown: null }); }],
  ["F1", english("help")],
  ["?", english("these keys"), (studio) => studio.store.set({ dialog: "keys" })],
];

const IN_THE_SHEET: [string, string][] = [
  ["Ctrl Space", english("complete")], ["F1", english("what the word means")], ["F12, Ctrl click", english("to the definition")], ["F8", english("to the next problem")], ["Ctrl Shift M", english("list of problems")],
  ["Shift Alt F", english("format")], ["Ctrl F", english("search")], ["Ctrl Z, Ctrl Y", english("undo and redo an edit")],
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
      <KeyTable rows={[[t("arrows"), english("to the next cell")], ["Enter, Space", english("pick")], ["Escape", english("take back the last pick")]]} />
    </Dialog>
  );
}

function KeyTable({ rows }: { rows: [string, string][] }) {
  return <table class="keys"><tbody>{rows.map(([key, what]) => <tr><th scope="row"><kbd>{key}</kbd></th><td>{t(what)}</td></tr>)}</tbody></table>;
}
