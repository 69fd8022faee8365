// Setting up a position by hand: a brush of pieces, whose turn it is, counters.

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { icon } from "../board/pieces";
import { element } from "../board/svg";
import type { GameView, PieceView } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { t } from "./words";

/** A piece as the board draws it. */
function Picture({ game, piece }: { game: GameView; piece: PieceView }) {
  const host = useRef<HTMLSpanElement>(null);
  const palette = useStudioState((state) => state.palette);
  const prefix = `${useId()}-`;
  useLayoutEffect(() => host.current!.replaceChildren(element(icon(game, piece, palette, prefix))), [game, piece.owner, piece.kind, palette]);
  return <span class="picture" ref={host} />;
}

export function SetupPanel() {
  const studio = useStudio();
  const game = useStudioState((state) => state.positionGame)!;
  const setup = useStudioState((state) => state.setup)!;
  const brushes = game.kinds.flatMap((kind, index): PieceView[] =>
    kind.neutral ? [{ owner: null, kind: index }] : game.players.map((_, owner) => ({ owner, kind: index })));
  const same = (brush: PieceView) => setup.brush?.owner === brush.owner && setup.brush.kind === brush.kind;
  const name = (brush: PieceView) =>
    `${brush.owner === null ? "" : `${game.players[brush.owner]} `}${game.kinds[brush.kind]!.name}`;
  const empty = () => studio.changeSetup({ cells: setup.cells.map((cell) => ({ ...cell, pieces: [], marks: [] })) });
  return (
    <div class="under setup">
      <p class="prompt"><strong>{t("Set up a position")}</strong> <span class="quiet">{game.maxHeight > 1 ? t("choose a piece, then click cells; each click puts one more on the stack") : t("choose a piece, then click cells")}</span></p>
      <div class="brushes" role="group" aria-label={t("What a click puts")}>
        {brushes.map((brush) => (
          <button type="button" class="brush drawn" aria-pressed={same(brush)} aria-label={name(brush)} title={name(brush)} onClick={() => studio.changeSetup({ brush })}>
            <Picture game={game} piece={brush} />
          </button>
        ))}
        <button type="button" class="brush" aria-pressed={setup.brush === null} onClick={() => studio.changeSetup({ brush: null })}>{t("take away")}</button>
        <button type="button" class="small" onClick={empty}>{t("Empty board")}</button>
      </div>
      <div class="row">
        <label>{t("to move")}{" "}
          <select value={String(setup.player)} onChange={(event) => studio.changeSetup({ player: Number(event.currentTarget.value) })}>
            {game.players.map((player, index) => <option value={String(index)}>{player}</option>)}
          </select>
        </label>
        {setup.counters.map((counter, index) => {
          const declared = game.counters.find((other) => other.name === counter.name);
          const of = [counter.player === null ? undefined : game.players[counter.player], counter.cell, counter.kind].filter((part) => part !== undefined);
          return (
            <label>{of.length === 0 ? counter.name.replaceAll("_", " ") : t("{counter} of {what}", { counter: counter.name.replaceAll("_", " "), what: of.join(", ") })}{" "}
              <input
                type="number" value={counter.value} min={declared?.low} max={declared?.high}
                onInput={(event) => {
                  const value = event.currentTarget.valueAsNumber;
                  if (Number.isFinite(value)) studio.changeSetup({ counters: setup.counters.map((other, at) => (at === index ? { ...other, value } : other)) });
                }}
              />
            </label>
          );
        })}
      </div>
      {setup.error && <p class="error-text" role="alert">{setup.error}</p>}
      <div class="row">
        <button type="button" class="primary" onClick={() => void studio.finishSetup()}>{t("Play from here")}</button>
        <button type="button" onClick={() => studio.store.set({ setup: null })}>{t("Cancel")}</button>
      </div>
    </div>
  );
}
