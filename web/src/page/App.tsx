// The page: head, sheet, board, and what is beside them.

import { useEffect, useState } from "preact/hooks";
import type { RulebookBoard } from "../board/element";
import { BoardPane } from "./BoardPane";
import { StudioContext, useStudio, useStudioState } from "./context";
import { Divider } from "./Divider";
import type { Drafts } from "./drafts";
import { takeFile } from "./files";
import { First } from "./first/First";
import { Gallery } from "./Gallery";
import { Header } from "./Header";
import { IconButton } from "./icons";
import { inline } from "./markdown";
import { Keys, useKeys } from "./Keys";
import { later } from "./later";
import { Learning } from "./Learning";
import { Lower } from "./Lower";
import { MatchPanel } from "./MatchPanel";
import { Moves } from "./Moves";
import { NewSheet } from "./NewSheet";
import { NumbersPanel } from "./NumbersPanel";
import { Playing } from "./Playing";
import { usePopovers } from "./popovers";
import { Puzzles } from "./Puzzles";
import { ReachBar } from "./ReachBar";
import { Rules } from "./Rules";
import { Seats } from "./Seats";
import { SaveAs, SheetBar } from "./SheetBar";
import type { Tab } from "./state";
import { useSelect } from "./store";
import type { Studio } from "./studio";
import { Tabs } from "./Tabs";
import { english, t, useLanguage } from "./words";

const Compare = later(async () => (await import("./Compare")).Compare);
const Editor = later(async () => (await import("./editor/Editor")).Editor, <div class="editor" />);
const Explore = later(async () => (await import("./Explore")).Explore);
const Help = later(async () => (await import("./help/Help")).Help);
const Import = later(async () => (await import("./Import")).Import);
const Measure = later(async () => (await import("./Measure")).Measure);
const ShareDialog = later(async () => (await import("./ShareDialog")).ShareDialog);
const Together = later(async () => (await import("./Together")).Together);

export function App({ studio, drafts }: { studio: Studio; drafts: Drafts }) {
  return (
    <StudioContext.Provider value={studio}>
      <Page drafts={drafts} />
    </StudioContext.Provider>
  );
}

const TABS: [Tab, string][] = [["rules", english("Rules")], ["moves", english("Moves")], ["sheet", english("Sheet")], ["numbers", english("Numbers")]];

function Page({ drafts }: { drafts: Drafts }) {
  const studio = useStudio();
  const tab = useStudioState((state) => state.tab);
  const dialog = useStudioState((state) => state.dialog);
  const comparing = useStudioState((state) => state.comparing);
  const exploring = useStudioState((state) => state.exploring);
  const measuring = useSelect(studio.researcher.store, (state) => state.open);
  const covered = comparing || exploring || measuring;
  const match = useStudioState((state) => state.match);
  const engine = useStudioState((state) => state.engine);
  const theme = useStudioState((state) => state.theme);
  const sheetWidth = useStudioState((state) => state.sheetWidth);
  const [board, setBoard] = useState<RulebookBoard | null>(null);
  const title = useStudioState((state) => state.game?.title);
  const help = useStudioState((state) => state.help);
  const first = useStudioState((state) => state.first);
  useKeys(studio);
  usePopovers();
  useEffect(() => { if (help === null) document.title = title ? `${title} · Rulebook` : "Rulebook"; }, [title]);
  // Another language: all is drawn again.
  useLanguage();
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <div
      class="studio" data-tab={tab}
      onDragOver={(event) => event.dataTransfer?.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        void takeFile(studio, file);
      }}
    >
      <Header />
      {first && !match && <First />}
      {help !== null && <Help />}
      {match ? <Playing panel={<MatchPanel />} element={setBoard} /> : <main class={sheetWidth === null ? "main" : "main sized"} style={sheetWidth === null ? undefined : { "--sheet": `${sheetWidth}px` }}>
        <section class="sheet-pane" aria-label={t("Sheet")} inert={covered}>
          <SheetBar />
          <Editor />
          <Lower />
        </section>
        {!covered && <Divider />}
        <section class="board-pane" aria-label={t("Board")} inert={covered}>
          {typeof engine === "object" && <p class="error-text" role="alert">{t("The engine did not start: {why}", { why: engine.failed })}</p>}
          <BoardPane element={setBoard} />
        </section>
        <Tabs label={t("Parts of the page")} id="part" tabs={TABS} shown={tab} choose={(next) => studio.store.set({ tab: next })} />
        <aside class="side" aria-label={t("Play and numbers")} inert={covered}>
          <div class="side-play"><Moves /><Seats /><Learning /><Puzzles /></div>
          <div class="side-numbers"><NumbersPanel /></div>
          {tab === "rules" && <div class="side-rules panel"><Rules /></div>}
        </aside>
        {comparing && <Compare />}
        {exploring && <Explore />}
        {measuring && !comparing && !exploring && <Measure />}
      </main>}
      <ReachBar />
      <NoticeBar />
      {dialog === "gallery" && <Gallery drafts={drafts} />}
      {dialog === "new" && <NewSheet />}
      {dialog === "share" && <ShareDialog board={board} />}
      {dialog === "together" && <Together />}
      {dialog === "keys" && <Keys />}
      {dialog === "save" && <SaveAs />}
      {dialog && typeof dialog === "object" && <Import text={dialog.import} />}
    </div>
  );
}

export function NoticeBar() {
  const studio = useStudio();
  // What is offered until the next move stands beside the board, and not over it.
  const notice = useStudioState((state) => (state.notice?.passing ? null : state.notice));
  const close = () => studio.store.set({ notice: null });
  useEffect(() => {
    if (!notice || notice.kind === "error" || notice.action) return;
    const timer = setTimeout(close, 8000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices" role="status">
      {notice && (
        <div class={`notice ${notice.kind}`}>
          <span>{inline(notice.text)}</span>
          {[notice.action, notice.other].map((action) => action && <button type="button" class="small" key={action.title} onClick={() => { close(); action.run(); }}>{action.title}</button>)}
          <IconButton icon="close" label={t("Dismiss")} onClick={close} />
        </div>
      )}
    </div>
  );
}
