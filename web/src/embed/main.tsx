// A game in somebody else's page: the board, its line of play, and the way to the studio. What is played is in the address, as in a
// link to the studio: `embed.html#1.…`, with `?colours=dark` or `light` where they are not those of the reader's system.

import "./embed.css";
import { render } from "preact";
import { LocalEngine } from "../engine/local";
import { decode } from "../page/share";
import { type GalleryEntry, reference } from "../page/state";
import { startLanguage } from "../page/words";
import { Embed, Failed } from "./Embed";

const host = document.getElementById("page")!;
const colours = new URLSearchParams(location.search).get("colours");
if (colours === "light" || colours === "dark") document.documentElement.dataset.theme = colours;

const engine = new LocalEngine(new URL("engine.wasm", document.baseURI), new URL("worker.js", document.baseURI));
let opened = 0;

async function open() {
  const turn = ++opened;
  try {
    let gallery: GalleryEntry[] = [];
    const { work } = await decode(location.hash, async (name) => (gallery = await engine.ask("gallery", { name })));
    const { game, findings } = await engine.ask("load", { game: reference(work) });
    const error = findings.find(({ severity }) => severity === "error");
    if (!game) throw new Error(error?.message ?? "");
    if (turn === opened) render(<Embed key={turn} engine={engine} work={work} game={game} gallery={gallery} />, host);
  } catch (error) {
    if (turn === opened) render(<Failed message={(error as Error).message} />, host);
  }
}

await startLanguage();
addEventListener("hashchange", () => void open());
void open();
