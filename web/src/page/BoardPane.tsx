// The board with what belongs to it: whose turn it is, buttons, the answer to why-not, choices that are left.

import { useMemo } from "preact/hooks";
import type { ActionView, PositionView } from "../protocol";
import { Board } from "./Board";
import type { Overlay, RulebookBoard } from "../board/element";
import { hasCells } from "../board/select";
import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { LookingBar, Offer } from "./LookingBar";
import { MoveField } from "./MoveField";
import { isMine } from "./match";
import { usePlayerColour } from "./players";
import { SetupPanel } from "./SetupPanel";
import { current, machineActs, settled, type State } from "./state";
import { nodeAt } from "./tree";
import { Autoplay, Timeline } from "./Timeline";
import { outcome, wordFor } from "./turn";
import { ViewMenu } from "./ViewMenu";
import { WhyNot } from "./WhyNot";
import { listed, t } from "./words";

export function BoardPane({ element }: { element: (board: RulebookBoard | null) => void }) {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame);
  const position = useStudioState((state) => state.position);
  const setup = useStudioState((state) => state.setup);
  const flipped = useStudioState((state) => state.flipped !== state.turned);
  const zoom = useStudioState((state) => state.zoom);
  const palette = useStudioState((state) => state.palette);
  const coordinates = useStudioState((state) => state.coordinates);
  const turn = useStudioState(machineActs);
  const shownNow = useStudioState((state) => state.shown);
  const hint = useStudioState((state) => state.hint);
  const heat = useStudioState((state) => (state.heat ? state.numbers?.value.heat : undefined));
  const failed = useStudioState((state) => state.positionError);
  const overlay = useMemo(() => overlayOf(studio.state), [shownNow, hint, heat, position]);
  const options = { palette, flip: flipped, coordinates, interactive: !turn } as const;

  if (!game || !position) {
    return <div class="board-empty">{failed ? <p class="error-text" role="alert">{failed}</p> : <p class="quiet">{t("The board comes when the sheet can be played.")}</p>}</div>;
  }
  const shown = setup ? setupView(position, setup) : position;
  return (
    <>
      <div class={zoom > 1 ? "board-area zoomed" : "board-area"} style={{ "--zoom": zoom }} {...(zoom > 1 ? { tabIndex: 0, role: "group", "aria-label": t("Board, enlarged") } : {})}>
        <Board
          game={game} position={shown} options={options} overlay={setup ? null : overlay} element={element}
          onPlay={(action) => studio.play(action)}
          onIllegal={(cells) => {
            if (setup) {
              const cell = cells.at(-1);
              if (cell !== undefined) studio.paint(cell);
            } else if (cells.length && position.toAct) {
              studio.askWhy({ cells: cells.map((cell) => game.board.cells[cell]!.name) });
            }
          }}
        />
      </div>
      {setup ? <SetupPanel /> : <UnderBoard />}
    </>
  );
}

function overlayOf({ shown, hint, heat, numbers, positionGame: game, position }: State): Overlay | null {
  if (shown) return { cells: shown.cells, values: shown.values, groups: shown.groups };
  if (hint && game && position) {
    const action = position.legal.find(({ text }) => text === hint.move);
    const cells = (action?.picks ?? []).flatMap((pick) => (pick.type === "cell" ? [pick.cell] : hasCells(pick) ? pick.cells : []));
    const arrows = cells.slice(1).map((to, index) => ({ from: cells[index]!, to })).filter(({ from, to }) => from !== to);
    return { cells, arrows };
  }
  if (heat && numbers && numbers.value.heat.length === game?.board.cells.length) {
    const most = Math.max(...numbers.value.heat, 1e-9);
    return { heat: numbers.value.heat.map((share) => share / most) };
  }
  return null;
}

/** What is being set up, as a position in which nothing is legal. */
function setupView(position: PositionView, setup: NonNullable<State["setup"]>): PositionView {
  return { ...position, cells: setup.cells, counters: setup.counters, legal: [], plies: [], ended: null, effects: [], toAct: { seat: 1, player: setup.player, moves: [] } };
}

function UnderBoard() {
  const studio = useStudio();
  const position = useStudioState((state) => state.position)!;
  const ply = useStudioState((state) => state.ply);
  const last = useStudioState(({ tree, moves, ply }) => ply === moves.length && !nodeAt(tree, moves)?.next.length);
  const looking = useStudioState((state) => state.looking !== null);
  const stale = useStudioState((state) => state.loaded !== null && state.loadedText === state.text && !current(state));
  const hint = useStudioState((state) => state.hint);
  const shown = useStudioState((state) => state.shown);
  const failed = useStudioState((state) => state.positionError);
  const why = useStudioState((state) => state.why !== null || state.asking);
  const match = useStudioState((state) => state.match != null);
  const waits = useStudioState((state) => !!state.match && !isMine(state));
  const chance = position.toAct?.seat === 0;
  const rolls = useStudioState((state) => !state.paused && !state.looking && state.ply === state.moves.length);
  const special = waits || (chance && rolls) ? [] : position.legal.filter(({ type, picks }) => type !== "move" || picks.length === 0);
  return (
    <div class="under">
      <div class="prompt-row">
        <Prompt />
        <LookingBar />
        <Offer />
        <div class="actions">
          {chance && special.length > 0 ? <Lots actions={special} /> : special.map((action) => <button type="button" class="action" key={action.text} onClick={(event) => press(event, () => studio.play(action))}>{wordFor(action)}</button>)}
          {position.ended && !looking && !match && <button type="button" class="action" onClick={(event) => press(event, () => studio.restart())}>{t("New game")}</button>}
        </div>
      </div>
      <div class="controls" role="toolbar" aria-label={t("Line of play")}>
        <IconButton icon="first" label={t("To the start")} keys="Home" disabled={ply === 0} onClick={() => studio.jump(0)} />
        <IconButton icon="back" label={t("Undo")} keys="←" disabled={ply === 0} onClick={() => studio.undo()} />
        <IconButton icon="forward" label={t("Redo")} keys="→" disabled={last} onClick={() => studio.redo()} />
        <IconButton icon="last" label={t("To the end")} keys="End" disabled={last} onClick={() => studio.jump(Infinity)} />
        <Autoplay />
        <Timeline />
        <IconButton hidden={match} icon="hint" label={t("Hint")} keys="h" disabled={!position.toAct} onClick={() => studio.hint()} />
        <IconButton icon="flip" label={t("Turn the board")} keys="f" onClick={() => studio.store.set(({ flipped }) => ({ flipped: !flipped }))} />
        <IconButton hidden={match} icon="edit" label={t("Set up a position")} onClick={() => studio.beginSetup()} />
        <IconButton hidden={match} icon="restart" label={t("New game")} disabled={looking} onClick={() => studio.restart()} />
        <ViewMenu />
      </div>
      <div class="notes">
        {stale && <p class="note">{t("The board shows the sheet before the error.")}</p>}
        {failed && <p class="error-text" role="alert">{failed}</p>}
        {hint && <p class="note" role="status">{t("Hint:")} <strong>{hint.move}</strong>{hint.values ? `, ${t("{share} for seat {n}", { share: percent(hint.values[(position.toAct?.seat ?? 1) - 1]), n: position.toAct?.seat ?? 1 })}` : ""}</p>}
        {shown?.text && <p class="note" role="status"><code>{shown.name}</code> {t("is")} {shown.text}</p>}
        {position.ended && <p class="note ended"><span title={position.ended.says}>{position.ended.says}</span>{position.ended.span && (
          <> <button type="button" class="link" onClick={() => revealEnd(studio)}>{t("show the clause")}</button></>
        )}</p>}
        <div class="asking">
          {why && <WhyNot />}
          {position.toAct && <MoveField />}
          <Definitions />
        </div>
      </div>
    </div>
  );
  function percent(value: number | undefined) {
    return value === undefined ? "" : `${Math.round(100 * value)} %`;
  }
}

/** A button that goes when it is pressed leaves the focus to the board, if it was pressed by a key. */
function press(event: MouseEvent & { currentTarget: HTMLElement }, act: () => void) {
  act();
  if (event.detail === 0) event.currentTarget.closest(".board-pane")?.querySelector("rulebook-board")?.focusCell();
}

function revealEnd(studio: ReturnType<typeof useStudio>) {
  const { position, ref } = studio.state;
  const span = position?.ended?.span;
  if (!span || !ref) return;
  studio.store.set({ lit: { text: ref.text, spans: [span] }, tab: "sheet" });
  studio.editor?.reveal(span, false);
}

/** What chance may decide, where one may choose it: a list, for two dice have 21 ways to fall. */
function Lots({ actions }: { actions: ActionView[] }) {
  const studio = useStudio();
  return (
    <select class="lots" aria-label={t("What chance decides")} value="" onChange={(event) => { const action = actions[Number(event.currentTarget.value)]; if (action) studio.play(action); }}>
      <option value="" disabled>{t("or choose …")}</option>
      {actions.map((action, index) => <option key={action.text} value={index}>{wordFor(action)}</option>)}
    </select>
  );
}

/** Whose turn it is and what they may do; the board announces moves to screen readers itself. */
function Prompt() {
  const colourOf = usePlayerColour();
  const game = useStudioState((state) => state.positionGame)!;
  const position = useStudioState((state) => state.position)!;
  const waiting = useStudioState((state) => !settled(state));
  const thinking = useStudioState((state) => state.thinking);
  if (position.ended) {
    const { winners } = position.ended;
    return <p class="prompt"><span class="dot" style={{ background: colourOf(game, winners[0]) }} /><strong>{outcome(game, winners)}</strong></p>;
  }
  const { player, moves, seat, done = 0 } = position.toAct!;
  // Seat 0 is nature.
  if (seat === 0) return <p class={waiting ? "prompt waiting" : "prompt"}><strong>{t("Chance decides")}</strong></p>;
  return (
    <p class={waiting ? "prompt waiting" : "prompt"}>
      <span class="dot" style={{ background: colourOf(game, player) }} />
      <strong>{game.players[player]}</strong> {thinking ? t("thinks …") : moves.length ? t("to {moves}", { moves: listed(moves.map((move) => move.replaceAll("_", " ")), "or") }) : t("to move")}
      {done > 0 && !thinking && <span class="quiet">{t("action {n} of the turn", { n: done + 1 })}</span>}
    </p>
  );
}

/** A definition of the sheet on the board, for those who do not point at the sheet. */
function Definitions() {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame)!;
  const shown = useStudioState((state) => state.shown);
  if (!game.definitions.length) return null;
  return (
    <select class="definitions" aria-label={t("Show a definition on the board")} value={shown?.name ?? ""} onChange={(event) => studio.show(event.currentTarget.value || null)}>
      <option value="">{t("show …")}</option>
      {game.definitions.map(({ name, kind }) => <option value={name}>{kind} {name}</option>)}
    </select>
  );
}
