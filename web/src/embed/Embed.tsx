// The board with what belongs to it, as small as can be: title, whose turn it is, the line of play.

import { useEffect, useState } from "preact/hooks";
import type { ActionView, Engine, GameView, PositionView } from "../protocol";
import { paints } from "../board/palette";
import { Board } from "../page/Board";
import { IconButton } from "../page/icons";
import { encode } from "../page/share";
import { type GalleryEntry, type Work, lineOf, reference } from "../page/state";
import { grow, nodeAt } from "../page/tree";
import { outcome, wordFor } from "../page/turn";
import { plural, t } from "../page/words";

/** Seconds that an opponent may think. */
const THINKS = 5;

interface Props { engine: Engine; work: Work; game: GameView; gallery: GalleryEntry[] }
/** A position, and the line that it is after. */
interface Shown { position: PositionView; moves: string[]; ply: number }

export function Embed({ engine, work, game, gallery }: Props) {
  const ref = reference(work);
  const [line, setLine] = useState({ moves: work.moves, ply: work.ply });
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Opponents wait until the reader has begun.
  const [going, setGoing] = useState(false);
  const [whole, setWhole] = useState("./");
  const { moves, ply } = line;
  const settled = shown?.moves === moves && shown.ply === ply;
  const position = shown?.position ?? null;
  const comment = work.tree && nodeAt(work.tree, moves.slice(0, ply))?.comment;

  useEffect(() => { document.title = `${game.title} · Rulebook`; }, [game]);
  useEffect(() => {
    let dropped = false;
    engine.ask("position", { game: ref, line: lineOf({ start: work.start, moves }, ply) }).then((position) => {
      if (dropped) return;
      setError(position.cut ? t("The line of play ends before {move}: {reason}.", { move: position.cut.move, reason: position.cut.reason }) : null);
      if (position.cut) setLine({ moves: position.plies.map(({ text }) => text), ply: position.plies.length });
      setShown({ position, moves, ply });
    }, (failure: Error) => { if (!dropped) setError(failure.message); });
    void encode({ ...work, moves, ply, ...(work.tree ? { tree: grow(work.tree, moves) } : {}) }, gallery).then((hash) => { if (!dropped) setWhole(`./${hash}`); });
    return () => { dropped = true; };
  }, [moves, ply]);

  const play = (action: Pick<ActionView, "text">) => setLine({ moves: [...moves.slice(0, ply), action.text], ply: ply + 1 });
  const seat = position?.toAct?.seat;
  const agent = settled && ply === moves.length && seat !== undefined ? agentOf(work, seat) : null;
  useEffect(() => {
    if (!agent || !going) return;
    const control = new AbortController();
    const asked = { game: ref, line: lineOf({ start: work.start, moves }), agent, seed: Math.floor(Math.random() * 2 ** 31) };
    engine.ask("agent", asked, { signal: control.signal, seconds: THINKS }).then(({ move }) => {
      if (!control.signal.aborted) play({ text: move });
    }, (failure: Error) => {
      if (control.signal.aborted) return;
      setGoing(false);
      setError(failure.message);
    });
    return () => control.abort();
  }, [agent, going, moves, ply, settled]);

  const at = (next: number) => setLine({ moves, ply: Math.max(0, Math.min(moves.length, next)) });
  // What chance may decide is a long list.
  const buttons = settled && seat !== 0 && (!agent || !going) ? position!.legal.filter(({ type, picks }) => type !== "move" || picks.length === 0) : [];
  return (
    <main class="embed">
      <header>
        <h1>{game.title}</h1>
        <a href={whole} target="_blank" rel="noopener">{t("Open in the studio")}</a>
      </header>
      <div class="board-area">
        {position && <Board game={game} position={position} options={{ waiting: !settled || (agent !== null && going) }} onPlay={(action) => { setGoing(true); play(action); }} />}
      </div>
      <div class="turn">
        {position && <Turn game={game} position={position} thinks={agent !== null && going} />}
        {buttons.map((action) => <button type="button" key={action.text} onClick={() => { setGoing(true); play(action); }}>{wordFor(action)}</button>)}
        {agent && !going && <button type="button" onClick={() => setGoing(true)}>{seat === 0 ? t("Let chance decide") : t("Let them play")}</button>}
      </div>
      {error && <p class="error-text" role="alert">{error}</p>}
      {comment && <p class="comment">{comment}</p>}
      <div class="line" role="group" aria-label={t("Line of play")}>
        <IconButton icon="first" label={t("To the start")} disabled={ply === 0} onClick={() => at(0)} />
        <IconButton icon="back" label={t("Back")} disabled={ply === 0} onClick={() => at(ply - 1)} />
        <IconButton icon="forward" label={t("Forward")} disabled={ply === moves.length} onClick={() => at(ply + 1)} />
        <input
          type="range" min={0} max={moves.length} value={ply} disabled={moves.length === 0} aria-label={t("Move")} aria-valuetext={said(moves, ply)}
          onInput={(event) => at(Number(event.currentTarget.value))}
        />
        <output>{said(moves, ply)}</output>
        <IconButton icon="restart" label={t("As it was at first")} disabled={moves === work.moves && ply === work.ply} onClick={() => { setGoing(false); setLine({ moves: work.moves, ply: work.ply }); }} />
      </div>
    </main>
  );
}

/** Why there is nothing to play. */
export const Failed = ({ message }: { message: string }) => (
  <main class="embed failed">
    <p class="error-text" role="alert">{message || t("This game cannot be played: its rules have an error.")}</p>
    <a href={`./${location.hash}`} target="_blank" rel="noopener">{t("Open in the studio")}</a>
  </main>
);

/** Who plays a seat, if no person does; seat 0 is nature. What was learned in another page is not here. */
function agentOf({ seats }: Work, seat: number): string | null {
  if (seat === 0) return "random";
  const agent = seats[seat - 1] ?? "person";
  return agent === "person" || agent.startsWith("learned") ? null : agent;
}

const said = (moves: string[], ply: number) => (moves.length === 0 ? t("no moves yet") : ply === 0 ? plural(moves.length, "start of {n} move", "start of {n} moves") : `${ply} · ${moves[ply - 1]}`);

/** The board tells screen readers itself. */
function Turn({ game, position: { toAct, ended }, thinks }: { game: GameView; position: PositionView; thinks: boolean }) {
  const player = toAct?.player ?? ended?.winners[0];
  const name = game.players[player ?? -1] ?? "";
  const text = toAct?.seat === 0 ? t("Chance decides")
    : toAct ? (thinks ? t("{player} thinks …", { player: name }) : t("{player} to move", { player: name }))
    : outcome(game, ended?.winners ?? []);
  return (
    <p>
      {player !== undefined && <span class="dot" style={{ background: paints(game, "calm")[player]?.body }} />}
      <strong>{text}</strong>
    </p>
  );
}
