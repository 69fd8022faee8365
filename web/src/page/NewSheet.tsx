// A new sheet: its title, and the shipped game that it begins as, each for what it teaches.

import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { Tile } from "./Tile";
import { t } from "./words";

export function NewSheet() {
  const studio = useStudio();
  const gallery = useStudioState((state) => state.gallery);
  const [title, setTitle] = useState(t("My Game"));
  const [lessons, setLessons] = useState<Answer<"lessons">>([]);
  const [failed, setFailed] = useState("");
  const close = () => studio.store.set({ dialog: null });
  useEffect(() => {
    studio.engine.ask("lessons", {}).then(setLessons, (error: Error) => setFailed(error.message));
  }, []);
  const begin = (name: string) => studio.openNew(name, title.trim()).then(close, (error: Error) => setFailed(error.message));
  return (
    <Dialog title={t("New sheet")} close={close} wide>
      <label class="stacked">{t("Title")} <input type="text" autofocus value={title} onInput={(event) => { setTitle(event.currentTarget.value); setFailed(""); }} /></label>
      <p class="quiet">{t("It begins as one of these games, which show how such rules are said; change what you like.")}</p>
      {failed && <p class="error-text" role="alert">{failed}</p>}
      <ul class="tiles">
        {lessons.flatMap(({ topic, name }) => {
          const entry = gallery.find((other) => other.name === name);
          return entry ? [<li key={name}><Tile entry={entry} title={topic} doc={t("as in {title}", { title: entry.title })} onClick={() => void begin(name)} /></li>] : [];
        })}
      </ul>
    </Dialog>
  );
}
