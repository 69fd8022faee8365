// The game in another page: text to copy, for a frame in which it is played or for the position alone.

import { useEffect, useMemo, useState } from "preact/hooks";
import { layoutOf } from "../board/scene";
import { traysOf } from "../board/trays";
import type { GameView, PositionView } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { encode } from "./share";
import { t } from "./words";

type Form = "game" | "position";
type Colours = "auto" | "light" | "dark";
/** In pixels: the widest that it gets, and what stands above and below the board. */
const WIDTH = 480;
const AROUND = 136;
/** A line of counters of a player. */
const TRAY = 30;

export function Embedding({ copy }: { copy: (text: string, what: string) => void }) {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame);
  const position = useStudioState((state) => state.position);
  const flip = useStudioState((state) => state.flipped);
  const coordinates = useStudioState((state) => state.coordinates);
  // The program on this machine shows its pages to no other.
  const [site, setSite] = useState(studio.folder ? "https://example.org/rulebook/" : new URL("./", document.baseURI).href);
  const [form, setForm] = useState<Form>("game");
  const [colours, setColours] = useState<Colours>("auto");
  const [hash, setHash] = useState("");
  useEffect(() => { void encode(studio.state, studio.shipped).then(setHash); }, []);
  const text = useMemo(() => {
    if (!game || !position || !hash) return "";
    const base = site.trim().replace(/\/*$/, "/");
    const { width, height } = layoutOf({ game, options: { coordinates } }).box;
    return form === "game" ? frame(base, hash, game.title, colours, (WIDTH - 24) * (height / width) + TRAY * Math.min(4, traysOf(game, position).length)) : element(base, game, position, colours, { coordinates, flip });
  }, [game, position, hash, site, form, colours, coordinates, flip]);
  return (
    <details class="embedding">
      <summary>{t("Embed in another page")}</summary>
      <div class="row">
        <label class="option"><span class="option-name">{t("What")}</span>
          <select value={form} onChange={(event) => setForm(event.currentTarget.value as Form)}>
            <option value="game">{t("the game, to be played")}</option>
            <option value="position">{t("this position, as a picture")}</option>
          </select>
        </label>
        <label class="option"><span class="option-name">{t("Colours")}</span>
          <select value={colours} onChange={(event) => setColours(event.currentTarget.value as Colours)}>
            <option value="auto">{t("of the reader's system")}</option>
            <option value="light">{t("light")}</option>
            <option value="dark">{t("dark")}</option>
          </select>
        </label>
      </div>
      <label class="stacked">{t("Address of the site with the studio")}
        <input type="text" inputMode="url" class="site-field" value={site} onInput={(event) => setSite(event.currentTarget.value)} />
      </label>
      {studio.folder && <p class="quiet">{t("Other pages cannot show what this machine serves. Write the studio for a web server with “rulebook site”, and its address here.")}</p>}
      <label class="stacked">{t("Text for the page")}
        <textarea readOnly rows={5} class="embed-text" value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <button type="button" class="primary" disabled={!text} onClick={() => copy(text, t("Text for the page"))}>{t("Copy the text")}</button>
        {form === "game" && !studio.folder && text && <a href={text.match(/src="([^"]*)"/)?.[1]?.replaceAll("&amp;", "&")} target="_blank" rel="noopener">{t("See how it looks")}</a>}
      </div>
    </details>
  );
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

function frame(base: string, hash: string, title: string, colours: Colours, board: number): string {
  const address = `${base}embed.html${colours === "auto" ? "" : `?colours=${colours}`}${hash}`;
  const shape = `${WIDTH} / ${Math.round(Math.max(160, Math.min(720, board)) + AROUND)}`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" loading="lazy" style="display: block; box-sizing: border-box; width: 100%; max-width: ${WIDTH}px; aspect-ratio: ${shape}; border: 1px solid #8885; border-radius: 8px"></iframe>`;
}

/** The element with what a picture needs: nothing in it can be played. */
function element(base: string, game: GameView, position: PositionView, colours: Colours, shown: { coordinates: boolean; flip: boolean }): string {
  const data = {
    game: { ...game, doc: "", options: [], moves: [], ends: [], definitions: [], tests: [], claims: [] },
    position: { ...position, legal: [], effects: [], plies: position.plies.slice(-1), notation: "", picture: "" },
    options: { interactive: false, ...shown },
  };
  // Nothing in the text ends the script in which it stands.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const scheme = colours === "auto" ? "" : `color-scheme: ${colours}; `;
  return `<script type="module" src="${escaped(base)}board.js"></script>\n<rulebook-board style="${scheme}max-width: ${WIDTH}px"><script type="application/json">${json}</script></rulebook-board>`;
}
