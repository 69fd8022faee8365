// The studio: a rule sheet, its board and its numbers on one page.

import "uplot/dist/uPlot.min.css";
import "./page/style.css";
import "./page/help/help.css";
import "./page/first/first.css";
import "./page/play.css";
import "./page/share.css";
import { render } from "preact";
import { chooseEngine } from "./engine";
import { App } from "./page/App";
import { Drafts } from "./page/drafts";
import { Folder } from "./page/folder";
import { start } from "./page/start";
import { Studio } from "./page/studio";
import { startLanguage } from "./page/words";

const language = startLanguage();
const { engine, where, token } = chooseEngine();
const studio = new Studio(engine);
if (where === "server") studio.folder = new Folder(studio, token);
const drafts = new Drafts((message) => studio.note(message, "error"));
await language;
render(<App studio={studio} drafts={drafts} />, document.getElementById("page")!);
void start(studio, drafts);

// The server of `rulebook serve` is there or the page is not; a static folder also works offline.
if (where === "page" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("offline.js", document.baseURI)).catch(() => {});
}
