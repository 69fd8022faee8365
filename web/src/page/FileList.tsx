// The files of a folder with their games and marks: in a menu above the sheet, and as tiles among the games.

import { useStudio, useStudioState } from "./context";
import type { FolderFile } from "./folderFiles";
import type { Studio } from "./studio";
import { useSelect } from "./store";
import { TileBoard } from "./Tile";
import { plural, t } from "./words";

/** Opens a file; one with a draft that was never saved goes on with that. */
function open(studio: Studio, path: string) {
  const { origin } = studio.state;
  if (origin.type === "disk" && origin.name === path) return;
  const folder = studio.folder!;
  const draft = folder.contents.draftOf(path);
  if (draft) {
    studio.open(draft.work, draft.opened);
    void folder.resume().catch((error: Error) => studio.note(error.message, "error"));
  } else void folder.open(path).catch((error: Error) => studio.note(error.message, "error"));
}

function useFiles(): FolderFile[] {
  return useSelect(useStudio().folder!.contents.store, (state) => state.files);
}

/** Whether the file that is open, or a draft of another, holds what the disk does not. */
function useUnsaved(): (path: string) => boolean {
  const studio = useStudio();
  const name = useStudioState((state) => (state.origin.type === "disk" ? state.origin.name : null));
  const here = useStudioState((state) => studio.folder?.isUnsaved(state) ?? false);
  return (path) => (path === name ? here : studio.folder!.contents.draftOf(path) !== null);
}

function Mark({ file: { found, checking, ref } }: { file: FolderFile }) {
  if (!found) return <span class="file-mark open" title={checking ? t("being checked") : t("not checked yet")}>{checking ? "…" : ref ? "·" : ""}<span class="hidden">{checking ? t("being checked") : t("not checked yet")}</span></span>;
  const { errors, warnings, tests, cut } = found;
  const parts = [errors && plural(errors, "{n} error", "{n} errors"), warnings && plural(warnings, "{n} warning", "{n} warnings"), tests && plural(tests, "{n} failing test", "{n} failing tests")];
  const words = cut ? t("could not be checked in a few seconds: open it") : parts.filter(Boolean).join(", ") || t("no problems");
  const count = errors + warnings + tests;
  return <span class={`file-mark ${cut ? "open" : errors || tests ? "bad" : warnings ? "fair" : "good"}`} title={words}><span aria-hidden="true">{cut ? "?" : count ? `✗ ${count}` : "✓"}</span><span class="hidden">{words}</span></span>;
}

const Unsaved = () => <span class="unsaved" title={t("not saved")}>●<span class="hidden"> {t("not saved")}</span></span>;

/** The games of a file in a line: the first, and how many more there are. */
const games = ({ titles }: FolderFile) => (titles.length > 3 ? t("{titles} and {n} more", { titles: titles.slice(0, 2).join(", "), n: titles.length - 2 }) : titles.join(", "));

/** A menu of the folder in the place of the file's name. */
export function FileMenu({ name }: { name: string }) {
  const studio = useStudio();
  const files = useFiles();
  const unsaved = useUnsaved();
  return (
    <details class="popover folder-menu">
      <summary title={name}><h2>{name}</h2>{unsaved(name) && <Unsaved />}</summary>
      <ul class="popover-body" aria-label={t("Files of the folder")}>
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button" class="file" aria-current={file.path === name ? "true" : undefined}
              onClick={(event) => { open(studio, file.path); event.currentTarget.closest("details")!.open = false; }}
            >
              <span class="file-name">{file.path}{unsaved(file.path) && <Unsaved />}<span class="quiet">{games(file)}</span></span>
              <Mark file={file} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function FileTiles({ word, close }: { word: string; close: () => void }) {
  const studio = useStudio();
  const unsaved = useUnsaved();
  const all = useFiles();
  const files = all.filter(({ path, titles }) => !word || `${path} ${titles.join(" ")}`.toLowerCase().includes(word));
  if (!files.length) return null;
  return (
    <section aria-labelledby="files-title">
      <h3 id="files-title">{t("Files of the folder")}</h3>
      <ul class="tiles files">
        {files.map((file) => (
          <li key={file.path}>
            <button type="button" class="tile" onClick={() => { open(studio, file.path); close(); }}>
              {file.ref ? <TileBoard key={file.ref.text} name={`${file.path}\n${file.ref.text}`} game={file.ref} /> : <span class="tile-board" />}
              <span class="tile-title">{games(file) || file.path.split("/").pop()}</span>
              <span class="file-line"><span class="tile-doc">{file.path}{unsaved(file.path) && <Unsaved />}</span><Mark file={file} /></span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
