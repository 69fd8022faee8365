// A link that holds it all, and everything as files.

import { useEffect, useState } from "preact/hooks";
import type { RulebookBoard } from "../board/element";
import { drawing, type View } from "../board/scene";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { Embedding } from "./Embedding";
import { download, record, stem } from "./files";
import { GameGif } from "./GameGif";
import { withPlots } from "./plots";
import { reference } from "./state";
import { decode, encode } from "./share";
import { write } from "./tree";
import { plural, t } from "./words";

export function ShareDialog({ board }: { board: RulebookBoard | null }) {
  const studio = useStudio();
  const playable = useStudioState((state) => state.game !== null && state.ref?.text === state.text);
  const picture = useStudioState((state) => state.position?.picture ?? null);
  const notation = useStudioState((state) => state.position?.notation ?? null);
  const [link, setLink] = useState("");
  const [tooLong, setTooLong] = useState(false);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void (async () => {
      const { state } = studio;
      const hash = await encode(state, studio.shipped);
      // What no page would open is no link.
      await decode(hash, studio.shipped).then(() => setLink(`${location.origin}${location.pathname}${hash}`), () => setTooLong(true));
    })();
  }, []);

  async function copy(text: string, what: string) {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t("{what} copied", { what }));
    } catch {
      setSaid(t("The browser does not let the page copy: select the text and copy it."));
    }
  }
  /** Asks for a page and hands it to `use`. */
  async function page(ask: () => Promise<string | null>, use: (html: string) => void) {
    setBusy(true);
    setSaid(t("working …"));
    try {
      const html = await ask();
      if (html) use(html);
      setSaid(html ? "" : t("There is no such page of this game."));
    } catch (error) {
      setSaid((error as Error).message);
    } finally {
      setBusy(false);
    }
  }
  const game = () => reference(studio.state);
  const name = stem(studio);
  return (
    <Dialog title={t("Share")} close={() => studio.store.set({ dialog: null })}>
      {tooLong ? (
        <p role="alert">{t("The sheet with this line of play is too long for a link, which holds all of it. Download the rule sheet and the record of the game instead.")}</p>
      ) : (
        <>
          <label class="stacked">{t("Link to this sheet, its options, the line of play and the seats")}
            <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} class="link-field" />
          </label>
          <div class="row">
            <button type="button" class="primary" disabled={!link} onClick={() => copy(link, t("Link"))}>{t("Copy link")}</button>
            <span class="quiet">{link ? plural(link.length, "{n} character", "{n} characters") : ""}</span>
          </div>
        </>
      )}
      {studio.folder && !tooLong && <p class="quiet">{t("The address is that of this machine. What follows it, from # on, opens behind the address of any studio.")}</p>}
      <Embedding copy={copy} />
      <h3>{t("Download")}</h3>
      <div class="row">
        <button type="button" onClick={() => download(`${name}.game`, studio.state.text)}>{t("Rule sheet")}</button>
        <button type="button" disabled={!playable} onClick={() => void record(studio).then((text) => download(`${name}.jsonl`, text), (error: Error) => setSaid(error.message))}>{t("Record of the game")}</button>
        <button type="button" disabled={!board} onClick={() => download(`${name}.svg`, board!.toSVG(), "image/svg+xml")}>{t("Board as SVG")}</button>
        <button type="button" disabled={!board} onClick={() => void board!.toPNG().then((blob) => download(`${name}.png`, blob), (error: Error) => setSaid(error.message))}>{t("Board as PNG")}</button>
        <GameGif say={setSaid} />
        <button
          type="button" disabled={!playable || busy}
          onClick={() => page(async () => (await studio.engine.ask("measure", { game: game(), games: 1000, seed: 1, html: true })).html, (html) => download(`${name}.html`, withPlots(html), "text/html"))}
        >{t("Report")}</button>
      </div>
      <h3>{t("Print")}</h3>
      <div class="row">
        <button type="button" disabled={!playable || busy} onClick={() => page(async () => (await studio.engine.ask("sheet", { game: game() })).html, print)}>{t("Rule sheet for the box")}</button>
      </div>
      <h3>{t("Copy")}</h3>
      <div class="row">
        <button type="button" disabled={notation === null} onClick={() => copy(notation!, t("Position"))}>{t("Position")}</button>
        <button type="button" disabled={picture === null} onClick={() => copy(picture!, t("Picture"))}>{t("Picture as text")}</button>
        <button type="button" title={t("With its variations and comments")} onClick={() => copy(write(studio.state.tree), t("Line of play"))}>{t("Line of play")}</button>
      </div>
      <p class="quiet" role="status">{said || "\u00a0"}</p>
    </Dialog>
  );
}

/** The page without its programs, and its boards drawn by this one. */
function drawnBoards(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  [...page.querySelectorAll("rulebook-board")].forEach((board, index) => {
    const data = board.querySelector('script[type="application/json"]')?.textContent;
    const picture = page.createElement("div");
    if (data) {
      const { game, position, options = {}, overlay = {} } = JSON.parse(data) as Pick<View, "game" | "position"> & Partial<View>;
      picture.innerHTML = drawing({ game, position, options, overlay, selection: null, cursor: 0, prefix: `p${index}-` });
    } else picture.append(...board.children);
    board.replaceWith(picture);
  });
  for (const script of page.querySelectorAll("script")) script.remove();
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

/** Prints a page without leaving this one; its own scripts do not run. */
function print(html: string) {
  const frame = document.createElement("iframe");
  frame.className = "printed";
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.title = "Rule sheet";
  frame.srcdoc = drawnBoards(html);
  frame.onload = () => {
    frame.contentWindow!.onafterprint = () => frame.remove();
    frame.contentWindow!.print();
  };
  document.body.append(frame);
}
