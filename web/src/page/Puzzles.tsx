// Beside the seats: puzzles of the sheet, found and solved on the board.

import type { FoundPuzzles } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { isKnown, ofRules, onBoard, verdict } from "./puzzler";
import { number, plural, t } from "./words";

export function Puzzles() {
  const game = useStudioState((state) => state.game);
  const puzzling = useStudioState(ofRules);
  if (!game) return null;
  const found = puzzling?.found ?? null;
  return (
    <section class="panel puzzles" aria-labelledby="puzzles-title">
      <header class="panel-head">
        <h2 id="puzzles-title">{t("Puzzles")}</h2>
        {found && found.says.length > 0 && <span class="quiet">{t("{n} of {all} solved", { n: puzzling!.solved.length, all: found.says.length })}</span>}
      </header>
      {puzzling?.running ? <Looking /> : found ? <Found found={found} /> : <None />}
      {puzzling?.error && <p class="error-text" role="alert">{puzzling.error}</p>}
    </section>
  );
}

function None() {
  const studio = useStudio();
  const able = useStudioState(isKnown);
  return (
    <>
      <p class="quiet">{t("Positions of games that are played here, in which one move wins by force and no other does, and which a shallow search misses.")}</p>
      <div class="row"><button type="button" disabled={!able} onClick={() => studio.puzzler.look()}>{t("Find puzzles")}</button></div>
    </>
  );
}

function Looking() {
  const studio = useStudio();
  const { games, missed } = useStudioState((state) => state.puzzling!.progress);
  return (
    <>
      <div class="explore-progress">
        <progress aria-label={t("Looking for puzzles")} />
        <button type="button" class="small" onClick={() => studio.puzzler.stop()}>{t("Stop")}</button>
      </div>
      <p class="quiet">{games ? plural(missed, "{games} games, {n} puzzle in them", "{games} games, {n} puzzles in them", { games: number(games) }) : t("Games are played and searched.")}</p>
    </>
  );
}

function Found({ found }: { found: FoundPuzzles }) {
  const studio = useStudio();
  const able = useStudioState(isKnown);
  const solved = useStudioState((state) => state.puzzling!.solved);
  const here = useStudioState(onBoard);
  return (
    <>
      {found.says.length > 0 ? (
        <ol class="puzzle-list" aria-label={t("Puzzles")}>
          {found.says.map(({ task }, place) => (
            <li key={place}>
              <button type="button" class="small" aria-pressed={here === place} title={task} onClick={() => studio.puzzler.pose(place)}>
                {place + 1}{solved.includes(place) ? " ✓" : ""}<span class="hidden">: {task}{solved.includes(place) ? t(", solved") : ""}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : <p role="status">{t("No puzzle was found.")}</p>}
      {here !== null ? <Task found={found} place={here} /> : found.says.length > 0 && <p class="quiet">{t("Each is put on the board; the game there comes back afterwards.")}</p>}
      <details class="quiet"><summary>{t("How far was looked")}</summary>{found.looked}</details>
      {here === null && <div class="row"><button type="button" class="small" disabled={!able} onClick={() => studio.puzzler.look()}>{found.says.length ? t("Find others") : t("Look further")}</button></div>}
    </>
  );
}

/** The puzzle on the board. */
function Task({ found, place }: { found: FoundPuzzles; place: number }) {
  const studio = useStudio();
  const moves = useStudioState((state) => state.moves);
  const ply = useStudioState((state) => state.ply);
  const said = verdict(found, place, moves, ply);
  const { task, theme, wins } = found.says[place]!;
  const next = (place + 1) % found.says.length;
  return (
    <div class="puzzle">
      <p class={`puzzle-says ${said.kind}`} role="status">
        {said.kind === "open" ? t("{task}: find the move.", { task }) : <><strong>{said.kind === "right" ? t("Right.") : t("Not this one.")}</strong> {said.says}</>}
      </p>
      {said.kind === "right" && <p class="quiet">{theme}</p>}
      <div class="row">
        {said.kind === "open" && <button type="button" class="small" onClick={() => studio.puzzler.show(place)}>{t("Show the solution")}</button>}
        {said.kind !== "open" && <button type="button" class="small" onClick={() => studio.puzzler.pose(place)}>{t("Try again")}</button>}
        {said.kind === "right" && !said.solved && <button type="button" class="small" onClick={() => studio.jump(ply + 1)}>{t("Next move")}</button>}
        {said.kind === "right" && said.solved && (
          <button type="button" class="small" title={t("A test that plays this line and expects who wins")} onClick={() => void studio.recordTest(`puzzle: ${task.split(" ")[0]} ${wins}`)}>{t("Keep as a test")}</button>
        )}
        {found.says.length > 1 && <button type="button" class={said.kind === "right" ? "small primary" : "small"} onClick={() => studio.puzzler.pose(next)}>{t("Next puzzle")}</button>}
      </div>
    </div>
  );
}
