// The page: head, sheet, board, and what is beside them.

import { useEffect, useState } from "preact/hooks";
import type { RulebookBoard } from "../board/element";
import { BoardPane } from "./BoardPane";
import { Compare } from "./Compare";
import { StudioContext, useStudio, useStudioState } from "./context";
import { Divider } from "./Divider";
import type { Drafts } from "./drafts";
import { Editor } from "./editor/Editor";
import { Explore } from "./Explore";
import { Explain } from "./Explain";
import { takeFile } from "./files";
import { Gallery } from "./Gallery";
import { Header } from "./Header";
import { IconButton } from "./icons";
import { inline } from "./markdown";
import { Keys, useKeys } from "./Keys";
import { Learning } from "./Learning";
import { Lower } from "./Lower";
import { MatchPanel } from "./MatchPanel";
import { Moves } from "./Moves";
import { NewSheet } from "./NewSheet";
import { NumbersPanel } from "./NumbersPanel";
import { Playing } from "./Playing";
import { ReachBar } from "./ReachBar";
import { Rules } from "./Rules";
import { Seats } from "./Seats";
import { SaveAs, SheetBar } from "./SheetBar";
import { ShareDialog } from "./ShareDialog";
import type { Tab } from "./state";
import type { Studio } from "./studio";
import { Tabs } from "./Tabs";
import { Together } from "./Together";

export function App({ studio, drafts }: { studio: Studio; drafts: Drafts }) {
  return (
    <StudioContext.Provider value={studio}>
      <Page drafts={drafts} />
    </StudioContext.Provider>
  );
}

const TABS: [Tab, string][] = [["rules", "Rules"], ["moves", "Moves"], ["sheet", "Sheet"], ["numbers", "Numbers"]];

function Page({ drafts }: { drafts: Drafts }) {
  const studio = useStudio();
  const tab = useStudioState((state) => state.tab);
  const dialog = useStudioState((state) => state.dialog);
  const comparing = useStudioState((state) => state.comparing);
  const exploring = useStudioState((state) => state.exploring);
  const match = useStudioState((state) => state.match);
  const covered = comparing || exploring;
  const engine = useStudioState((state) => state.engine);
  const theme = useStudioState((state) => state.theme);
  const sheetWidth = useStudioState((state) => state.sheetWidth);
  const [board, setBoard] = useState<RulebookBoard | null>(null);
  const title = useStudioState((state) => state.game?.title);
  useKeys(studio);
  useEffect(() => { document.title = title ? `${title} · Rulebook` : "Rulebook"; }, [title]);
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
      {match ? <Playing panel={<MatchPanel />} element={setBoard} /> : <main class={sheetWidth === null ? "main" : "main sized"} style={sheetWidth === null ? undefined : { "--sheet": `${sheetWidth}px` }}>
        <section class="sheet-pane" aria-label="Sheet" inert={covered}>
          <SheetBar />
          <Editor />
          <Lower />
        </section>
        {!covered && <Divider />}
        <section class="board-pane" aria-label="Board" inert={covered}>
          {typeof engine === "object" && <p class="error-text" role="alert">The engine did not start: {engine.failed}</p>}
          <BoardPane element={setBoard} />
        </section>
        <Tabs label="Parts of the page" id="part" tabs={TABS} shown={tab} choose={(next) => studio.store.set({ tab: next })} />
        <aside class="side" aria-label="Play and numbers" inert={covered}>
          <div class="side-play"><Moves /><Seats /><Learning /></div>
          <div class="side-numbers"><NumbersPanel /></div>
          {tab === "rules" && <div class="side-rules panel"><Rules /></div>}
        </aside>
        {comparing && <Compare />}
        {exploring && <Explore />}
      </main>}
      <ReachBar />
      <NoticeBar />
      {dialog === "gallery" && <Gallery drafts={drafts} />}
      {dialog === "new" && <NewSheet />}
      {dialog === "share" && <ShareDialog board={board} />}
      {dialog === "together" && <Together />}
      {dialog === "keys" && <Keys />}
      {dialog === "save" && <SaveAs />}
      {dialog && typeof dialog === "object" && <Explain topic={dialog.explain} />}
    </div>
  );
}

export function NoticeBar() {
  const studio = useStudio();
  const notice = useStudioState((state) => state.notice);
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
          {[notice.action, notice.other].map((action) => action && <button type="button" class="small" onClick={() => { close(); action.run(); }}>{action.title}</button>)}
          <IconButton icon="close" label="Dismiss" onClick={close} />
        </div>
      )}
    </div>
  );
}
