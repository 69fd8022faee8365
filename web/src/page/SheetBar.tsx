// Above the sheet: what is done to its text as a whole.

import { useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { FileMenu } from "./FileList";
import { stem } from "./files";
import { IconButton } from "./icons";
import { Settings } from "./Settings";
import { current } from "./state";
import { t } from "./words";

export function SheetBar() {
  const studio = useStudio();
  const able = useStudioState(current);
  const [forking, setForking] = useState(false);
  const origin = useStudioState((state) => state.origin);
  const format = () => void studio.format().catch((error: Error) => studio.note(error.message, "error"));
  return (
    <div class="sheet-bar">
      {origin.type === "disk" && studio.folder?.grows ? <FileMenu name={origin.name} /> : <h2>{origin.type === "file" || origin.type === "disk" ? origin.name : t("Sheet")}</h2>}
      <span class="fill" />
      {origin.type === "disk" && <button type="button" class="small" onClick={() => void studio.save()}>{t("Save")}</button>}
      {origin.type !== "disk" && studio.folder?.grows && <button type="button" class="small" onClick={() => void studio.save()}>{t("Save …")}</button>}
      <IconButton icon="fork" label={t("Fork as a variant")} disabled={!able} onClick={() => setForking(true)} />
      <IconButton icon="format" label={t("Format the sheet")} keys="Shift Alt F" onClick={format} />
      <Settings />
      {forking && <Fork close={() => setForking(false)} />}
    </div>
  );
}

/** Makes a file of the sheet in the folder of `rulebook serve`. */
export function SaveAs() {
  const studio = useStudio();
  const [name, setName] = useState(`${stem(studio)}.game`);
  const [failed, setFailed] = useState("");
  const close = () => studio.store.set({ dialog: null });
  const save = (event: Event) => {
    event.preventDefault();
    void studio.folder!.add(name.trim()).then(close, (error: Error) => setFailed(error.message));
  };
  return (
    <Dialog title={t("Save in the folder")} close={close}>
      <form onSubmit={save} class="row">
        <label class="stacked">{t("File")} <input type="text" autofocus value={name} onInput={(event) => { setName(event.currentTarget.value); setFailed(""); }} /></label>
        <button type="submit" class="primary" disabled={!name.trim()}>{t("Save")}</button>
      </form>
      {failed && <p class="error-text" role="alert">{failed}</p>}
    </Dialog>
  );
}

/** Writes a `variant` block, in which only what is different has to stand. */
function Fork({ close }: { close: () => void }) {
  const studio = useStudio();
  const base = studio.state.game?.variantOf ?? studio.state.game?.title ?? "";
  const [title, setTitle] = useState(`${base} 2`);
  const taken = studio.state.loaded?.games.some((game) => game.title === title.trim()) ?? false;
  const fork = (event: Event) => {
    event.preventDefault();
    close();
    studio.fork(title.trim());
  };
  return (
    <Dialog title={t("Fork as a variant")} close={close}>
      <form onSubmit={fork} class="row">
        <label class="stacked">{t("Title")} <input type="text" autofocus value={title} onInput={(event) => setTitle(event.currentTarget.value)} /></label>
        <button type="submit" class="primary" disabled={!title.trim() || taken}>{t("Fork")}</button>
      </form>
      <p class="quiet">{taken ? t("The file has a game of this title.") : t("The variant plays like “{title}” until you write in it what is different.", { title: base })}</p>
    </Dialog>
  );
}
