// The page of a room: as the studio while people play, and no more.

import { useEffect, useState } from "preact/hooks";
import { NoticeBar } from "./App";
import { StudioContext, useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { Keys, useKeys } from "./Keys";
import { Playing } from "./Playing";
import { ReachBar } from "./ReachBar";
import { RoomPanel } from "./RoomPanel";
import type { Studio } from "./studio";
import { t } from "./words";

export function RoomApp({ studio }: { studio: Studio }) {
  return <StudioContext.Provider value={studio}><Room /></StudioContext.Provider>;
}

function Room() {
  const studio = useStudio();
  const [failed, setFailed] = useState("");
  const theme = useStudioState((state) => state.theme);
  const title = useStudioState((state) => state.game?.title ?? t("Room"));
  const inside = useStudioState((state) => state.match != null);
  const dialog = useStudioState((state) => state.dialog);
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  useKeys(studio);
  useEffect(() => { void studio.room!.enter().catch((error: Error) => setFailed(error.message)); }, []);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <div class="studio">
      <header class="head">
        <h1>{title}</h1>
        <span class="fill" />
        <div class="head-buttons"><IconButton icon={dark ? "sun" : "moon"} label={dark ? t("Light colours") : t("Dark colours")} onClick={() => studio.store.set({ theme: dark ? "light" : "dark" })} /></div>
      </header>
      {inside ? <Playing panel={<RoomPanel />} element={() => {}} /> : (
        <main class="table-empty">{failed ? <p class="error-text" role="alert">{failed}</p> : <p class="quiet" role="status">{t("The room is being opened.")}</p>}</main>
      )}
      <ReachBar />
      <NoticeBar />
      {dialog === "keys" && <Keys />}
    </div>
  );
}
