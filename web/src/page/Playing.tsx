// The page while people play each other: the board, who plays, the moves and the rules; nothing can be edited.

import type { ComponentChildren } from "preact";
import type { RulebookBoard } from "../board/element";
import { BoardPane } from "./BoardPane";
import { Moves } from "./Moves";
import { Rules } from "./Rules";
import { t } from "./words";

export function Playing({ panel, element }: { panel: ComponentChildren; element: (board: RulebookBoard | null) => void }) {
  return (
    <main class="table">
      <section class="board-pane" aria-label={t("Board")}><BoardPane element={element} /></section>
      <aside class="side" aria-label={t("Game")}>
        {panel}
        <Moves />
        <section class="panel" aria-labelledby="table-rules">
          <h2 id="table-rules" class="hidden">{t("Rules")}</h2>
          <Rules />
        </section>
      </aside>
    </main>
  );
}
