// The board with what belongs to it: whose turn it is, buttons, the answer to why-not, choices that are left.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActionView, PositionView } from "../protocol";
import { Board } from "./Board";
import type { Overlay, RulebookBoard } from "../board/element";
import { hasCells } from "../board/select";
import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { isMine } from "./match";
import { usePlayerColour } from "./players";
import { SetupPanel } from "./SetupPanel";
import { current, settled, type State } from "./state";
import { WhyNot } from "./WhyNot";

export function BoardPane({ element }: { element: (board: RulebookBoard | null) => void }) {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame);
  const position = useStudioState((state) => state.position);
  const setup = useStudioState((state) => state.setup);
  const flipped = useStudioState((state) => state.flipped);
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
    return <div class="board-empty">{failed ? <p class="error-text" role="alert">{failed}</p> : <p class="quiet">The board comes when the sheet can be played.</p>}</div>;
  }
  const shown = setup ? setupView(position, setup) : position;
  return (
    <>
      <div class="board-area">
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

/** Whether an agent is to move here: the board is for looking. */
function machineActs(state: State): boolean {
  if (state.match) return !isMine(state);
  const seat = state.position?.toAct?.seat;
  return seat !== undefined && (state.seats[seat - 1] ?? "person") !== "person" && !state.paused && state.ply === state.moves.length && !state.setup;
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
  const moves = useStudioState((state) => state.moves);
  const stale = useStudioState((state) => state.loaded !== null && state.loadedText === state.text && !current(state));
  const hint = useStudioState((state) => state.hint);
  const shown = useStudioState((state) => state.shown);
  const failed = useStudioState((state) => state.positionError);
  const why = useStudioState((state) => state.why !== null || state.asking);
  const waits = useStudioState((state) => !!state.match && !isMine(state));
  const special = waits ? [] : position.legal.filter(({ type, picks }) => type !== "move" || picks.length === 0);
  return (
    <div class="under">
      <div class="prompt-row">
        <Prompt />
        <div class="actions">
          {special.map((action) => <button type="button" class="action" key={action.text} onClick={() => studio.play(action)}>{wordFor(action)}</button>)}
          {position.ended && !studio.state.match && <button type="button" class="action" onClick={() => studio.restart()}>New game</button>}
        </div>
      </div>
      <div class="controls" role="toolbar" aria-label="Line of play">
        <IconButton icon="first" label="To the start" keys="Home" disabled={ply === 0} onClick={() => studio.jump(0)} />
        <IconButton icon="back" label="Undo" keys="←" disabled={ply === 0} onClick={() => studio.undo()} />
        <IconButton icon="forward" label="Redo" keys="→" disabled={ply === moves.length} onClick={() => studio.redo()} />
        <IconButton icon="last" label="To the end" keys="End" disabled={ply === moves.length} onClick={() => studio.jump(moves.length)} />
        <span class="gap" />
        <IconButton icon="hint" label="Hint" keys="h" disabled={!position.toAct} onClick={() => studio.hint()} />
        <IconButton icon="flip" label="Turn the board" keys="f" onClick={() => studio.store.set(({ flipped }) => ({ flipped: !flipped }))} />
        <IconButton icon="edit" label="Set up a position" onClick={() => studio.beginSetup()} />
        <IconButton icon="restart" label="New game" onClick={() => studio.restart()} />
      </div>
      <div class="notes">
        {stale && <p class="note">The board shows the sheet before the error.</p>}
        {failed && <p class="error-text" role="alert">{failed}</p>}
        {hint && <p class="note" role="status">Hint: <strong>{hint.move}</strong>{hint.values ? `, ${percent(hint.values[(position.toAct?.seat ?? 1) - 1])} for seat ${position.toAct?.seat ?? 1}` : ""}</p>}
        {shown?.text && <p class="note" role="status"><code>{shown.name}</code> is {shown.text}</p>}
        {position.ended && <p class="note">{position.ended.says}{position.ended.span && (
          <> <button type="button" class="link" onClick={() => revealEnd(studio)}>show the clause</button></>
        )}</p>}
        <div class="asking">
          {why ? <WhyNot /> : position.toAct && <AskMove />}
          <Definitions />
        </div>
      </div>
    </div>
  );
  function percent(value: number | undefined) {
    return value === undefined ? "" : `${Math.round(100 * value)} %`;
  }
}

function revealEnd(studio: ReturnType<typeof useStudio>) {
  const { position, ref } = studio.state;
  const span = position?.ended?.span;
  if (!span || !ref) return;
  studio.store.set({ lit: { text: ref.text, spans: [span] }, tab: "sheet" });
  studio.editor?.reveal(span, false);
}

const wordFor = (action: ActionView) => (action.type === "move" || action.type === "lot" ? action.text : { pass: "Pass", swap: "Swap sides", stop: "Stop here" }[action.type]);

/** Whose turn it is and what they may do; the board announces moves to screen readers itself. */
function Prompt() {
  const colourOf = usePlayerColour();
  const game = useStudioState((state) => state.positionGame)!;
  const position = useStudioState((state) => state.position)!;
  const waiting = useStudioState((state) => !settled(state));
  const thinking = useStudioState((state) => state.thinking);
  if (position.ended) {
    const { winners } = position.ended;
    const names = winners.map((player) => game.players[player]).join(" and ");
    return <p class="prompt"><span class="dot" style={{ background: colourOf(game, winners[0]) }} /><strong>{winners.length ? `${names} ${winners.length > 1 ? "win" : "wins"}` : "Draw"}</strong></p>;
  }
  const { player, moves } = position.toAct!;
  return (
    <p class={waiting ? "prompt waiting" : "prompt"}>
      <span class="dot" style={{ background: colourOf(game, player) }} />
      <strong>{game.players[player]}</strong> {thinking ? "thinks …" : `to ${moves.length ? either(moves.map((move) => move.replaceAll("_", " "))) : "move"}`}
    </p>
  );
}

const either = (words: string[]) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}` : words[0]!);

/** A definition of the sheet on the board, for those who do not point at the sheet. */
function Definitions() {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame)!;
  const shown = useStudioState((state) => state.shown);
  if (!game.definitions.length) return null;
  return (
    <select class="definitions" aria-label="Show a definition on the board" value={shown?.name ?? ""} onChange={(event) => studio.show(event.currentTarget.value || null)}>
      <option value="">show …</option>
      {game.definitions.map(({ name, kind }) => <option value={name}>{kind} {name}</option>)}
    </select>
  );
}

/** Why not this move? By its text, for moves that no click begins. */
function AskMove() {
  const studio = useStudio();
  const [open, setOpen] = useState(false);
  const [move, setMove] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => { if (open) input.current?.focus(); }, [open]);
  if (!open) return <button type="button" class="link" onClick={() => setOpen(true)}>Why can a move not be played?</button>;
  return (
    <form class="ask" onSubmit={(event) => { event.preventDefault(); if (move.trim()) studio.askWhy({ move: move.trim() }); }}>
      <label>Why not <input ref={input} type="text" size={12} value={move} onInput={(event) => setMove(event.currentTarget.value)} placeholder="a1-b2" /></label>
      <button type="submit" class="small">Ask</button>
    </form>
  );
}
