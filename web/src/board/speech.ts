// What is said of a board to those who do not see it.
import type { GameView, PieceView, PositionView } from "../protocol";
import type { Selection } from "./select";

type Seen = { game: GameView; position: PositionView; selection?: Selection | null };

const plural = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

/** A piece as it is called: "White king"; the kind alone where nobody owns it. */
export const pieceName = ({ players, kinds }: GameView, { owner, kind }: PieceView, count = 1): string =>
  [owner === null ? null : players[owner], plural(count, kinds[kind]?.name ?? "piece", kinds[kind]?.plural ?? "pieces")].filter(Boolean).join(" ").replace(/^(.+) (\d+) /, "$2 $1 ");

/** The pieces of a pile from the top to the bottom, equal ones together. */
export function fromTop(game: GameView, pieces: PieceView[]): { piece: PieceView; count: number; name: string }[] {
  const runs: { piece: PieceView; count: number }[] = [];
  for (const piece of [...pieces].reverse()) {
    const run = runs.at(-1);
    if (run && run.piece.owner === piece.owner && run.piece.kind === piece.kind) run.count++;
    else runs.push({ piece, count: 1 });
  }
  return runs.map((run) => ({ ...run, name: pieceName(game, run.piece, run.count) }));
}

/** "e4: White king, 3 seeds, can be picked". */
export function cellLabel({ game, position, selection }: Seen, cell: number): string {
  const here = position.cells[cell];
  const pieces = here?.pieces ?? [];
  const runs = fromTop(game, pieces);
  const content = pieces.length > 1 ? [`pile of ${pieces.length}, from the top: ${runs.map(({ name }) => name).join(", ")}`] : runs.map(({ name }) => name);
  const counters = game.counters.filter(({ per }) => per === "cell").map(({ name }, i) => `${name} ${here?.counters[i] ?? 0}`);
  const linked = (position.links ?? []).filter(({ from, to }) => from === cell || to === cell)
    .map(({ sort, from, to }) => `${game.links[sort]?.name ?? "link"} to ${game.board.cells[from === cell ? to : from]?.name ?? ""}`);
  const said = [...(content.length ? content : counters.length ? [] : ["empty"]), ...counters, ...(here?.marks ?? []), ...linked];
  if (selection?.picked.includes(cell)) said.push("picked");
  if (selection?.allows(cell)) said.push("can be picked");
  return `${game.board.cells[cell]?.name ?? ""}: ${said.join(", ")}`;
}

/** Whose turn it is, or how the game ended. */
export function state(game: GameView, { toAct, ended }: PositionView): string {
  // Seat 0 is nature.
  if (!ended) return !toAct ? "" : toAct.seat === 0 ? "Nature to act" : `${game.players[toAct.player] ?? ""} to move`;
  const winners = ended.winners.map((player) => game.players[player]).filter(Boolean);
  const result = winners.length ? `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}` : "Draw";
  return ended.says ? `${result}: ${ended.says}` : result;
}

/** The last move and what it led to, as it is announced. */
export function announced(game: GameView, position: PositionView): string {
  const last = position.plies.at(-1);
  const move = last ? `${last.seat === 0 ? "Nature" : game.players[last.player] ?? ""} ${last.text}. ` : "";
  return `${move}${state(game, position)}`;
}

/** The whole board in a sentence. */
export const summary = ({ game, position }: Seen): string => {
  const occupied = position.cells.filter(({ pieces }) => pieces.length > 0).length;
  return `${game.title}, ${position.cells.length} cells, ${occupied} occupied. ${announced(game, position)}`;
};
