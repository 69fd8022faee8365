// The shipped games as tiles, each with a position from the middle of a game; drafts; a new sheet; a file.

import { useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import type { Draft, Drafts } from "./drafts";
import type { GalleryEntry } from "./state";
import { FileTiles } from "./FileList";
import { openFile } from "./files";
import { nearest } from "./near";
import { Tile } from "./Tile";
import { plural, t } from "./words";

export function Gallery({ drafts }: { drafts: Drafts }) {
  const studio = useStudio();
  const gallery = useStudioState((state) => state.gallery);
  const [wanted, setWanted] = useState("");
  const [kept, setKept] = useState<Draft[]>(() => drafts.list());
  const close = () => studio.store.set({ dialog: null });
  const choose = ({ name }: GalleryEntry) => {
    studio.openShipped(name);
    close();
    studio.goToBoard();
  };
  const word = wanted.trim().toLowerCase();
  const fits = ({ title, family, doc }: GalleryEntry) => !word || `${title} ${family ?? ""} ${doc}`.toLowerCase().includes(word);
  const shown = gallery.filter(fits);
  const near = shown.length || !word ? [] : nearest(word, gallery);
  return (
    <Dialog title={t("Games")} close={close} wide>
      <div class="row">
        <input type="search" autofocus placeholder={t("Search")} aria-label={t("Search games")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        <button type="button" onClick={() => studio.store.set({ dialog: "new" })}>{t("New sheet …")}</button>
        <button type="button" onClick={() => openFile(studio).then((opened) => opened && close())}>{t("Open a file …")}</button>
      </div>
      {studio.folder && <FileTiles word={word} close={close} />}
      {kept.length > 0 && !word && (
        <section aria-labelledby="drafts-title">
          <h3 id="drafts-title">{t("Drafts")}</h3>
          <ul class="drafts">
            {kept.slice(0, 8).map((draft) => (
              <li key={draft.id}>
                <button type="button" class="link plain" onClick={() => { studio.open(draft.work, draft.opened); close(); }}>{draft.title}</button>
                <span class="quiet">{when(draft.time)}, {plural(draft.work.moves.length, "{n} move", "{n} moves")}</span>
                <button type="button" class="small" aria-label={t("Remove the draft {title}", { title: draft.title })} onClick={() => { drafts.remove(draft.id); setKept(drafts.list()); }}>{t("Remove")}</button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {word && shown.length === 0 && (
        <p class="empty" role="status">
          {t("No game is called or told of as “{word}”.", { word: wanted.trim() })}{near.length > 0 && <> {t("Near it:")} {near.map((entry, index) => (
            <>{index ? ", " : ""}<button type="button" class="link" key={entry.name} onClick={() => choose(entry)}>{entry.title}</button></>
          ))}.</>}
        </p>
      )}
      {shown.length > 0 && <p class="quiet order" role="status">{word ? t("{n} of {all} games, by family and title", { n: shown.length, all: gallery.length }) : t("{n} games, by family and title", { n: gallery.length })}</p>}
      {[...new Set(shown.map(({ family }) => family))].map((family) => (
        <section key={family} aria-label={family ?? t("Games")}>
          <h3 class="family">{family}</h3>
          <ul class="tiles">
            {shown.filter((entry) => entry.family === family).map((entry) => (
              <li key={entry.name}>
                <Tile entry={entry} title={entry.title} doc={entry.doc} onClick={() => choose(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

function when(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{n} min ago", { n: minutes });
  if (minutes < 24 * 60) return t("{n} h ago", { n: Math.round(minutes / 60) });
  return new Date(time).toLocaleDateString(document.documentElement.lang);
}
