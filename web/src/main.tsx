// The studio: a rule sheet, its board and its numbers on one page.

import "uplot/dist/uPlot.min.css";
import "./page/style.css";
import "./page/help/help.css";
import "./page/first/first.css";
import "./page/study.css";
import "./page/folder.css";
import "./page/play.css";
import "./page/share.css";
import "./page/two.css";
import { render } from "preact";
import { chooseEngine } from "./engine";
import { App } from "./page/App";
import { Drafts } from "./page/drafts";
import { Folder } from "./page/folder";
import { RoomApp } from "./page/RoomApp";
import { Host, RoomPage } from "./page/rooms";
import { start, startRoom } from "./page/start";
import { Studio } from "./page/studio";
import { startLanguage } from "./page/words";

const language = startLanguage();
const { engine, where, token, connection } = chooseEngine();
const studio = new Studio(engine);
studio.connection = connection;
const page = document.getElementById("page")!;
if (where === "room") {
  studio.room = new RoomPage(studio, new URLSearchParams(location.search).get("room") ?? "", connection!);
  startRoom(studio);
  await language;
  render(<RoomApp studio={studio} />, page);
} else {
  if (where === "server") {
    studio.folder = new Folder(studio, token);
    studio.host = token ? new Host(token, connection) : null;
  }
  const drafts = new Drafts((message) => studio.note(message, "error"));
  if (studio.folder) {
    const { folder } = studio;
    drafts.unsaved = (state) => folder.isUnsaved(state);
    folder.contents.drafts = () => drafts.list();
  }
  await language;
  render(<App studio={studio} drafts={drafts} />, page);
  void start(studio, drafts);
}

// The server of `rulebook serve` is there or the page is not; a static folder also works offline.
if (where === "page" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("offline.js", document.baseURI)).catch(() => {});
}
