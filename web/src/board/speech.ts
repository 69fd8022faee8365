// What is said of a board to those who do not see it.
import type { GameView, PieceView, PositionView } from "../protocol";
import type { Selection } from "./select";
import { DIRECTIONS, listed, plural, t } from "./words";

type Seen = { game: GameView; position: PositionView; selection?: Selection | null };

/** A piece as it is called: "White king"; the kind alone where nobody owns it. */
export const pieceName = ({ players, kinds }: GameView, { owner, kind }: PieceView, count = 1): string =>
  [count === 1 ? null : count, owner === null ? null : players[owner], count === 1 ? kinds[kind]?.name : kinds[kind]?.plural].filter(Boolean).join(" ");

/** A direction as it is called; those of a sheet's own stay as they are written. */
export const directionName = (name: string): string => (DIRECTIONS.includes(name) ? t(name) : name);

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
  const content = pieces.length > 1 ? [t("pile of {n}, from the top: {pieces}", { n: pieces.length, pieces: runs.map(({ name }) => name).join(", ") })] : runs.map(({ name }) => name);
  const hidden = game.look.hidden ?? [];
  const counters = game.counters.filter(({ per }) => per === "cell").map(({ name }, i) => ({ name, value: here?.counters[i] ?? 0 }))
    .filter(({ name }) => !hidden.includes(name)).map(({ name, value }) => `${name} ${value}`);
  const linked = (position.links ?? []).filter(({ from, to }) => from === cell || to === cell)
    .map(({ sort, from, to }) => t("{link} to {cell}", { link: game.links[sort]?.name ?? "", cell: game.board.cells[from === cell ? to : from]?.name ?? "" }));
  // Where on the board that is: the river, a palace.
  const fields = (game.look.fields ?? []).filter(({ cells }) => cells.includes(cell)).map(({ name }) => name.replaceAll("_", " "));
  const said = [...(content.length ? content : counters.length ? [] : [t("empty")]), ...counters, ...(here?.marks ?? []).filter((mark) => !hidden.includes(mark)), ...linked, ...fields];
  if (selection?.picked.includes(cell)) said.push(t("picked"));
  if (selection?.allows(cell)) said.push(t("can be picked"));
  return `${game.board.cells[cell]?.name ?? ""}: ${said.join(", ")}`;
}

/** Who has won. */
export function outcome({ players }: Pick<GameView, "players">, winners: number[]): string {
  const names = listed(winners.flatMap((player) => players[player] ?? []), "and");
  return winners.length > 1 ? t("{players} win", { players: names }) : winners.length ? t("{player} wins", { player: names }) : t("Draw");
}

/** Whose turn it is, or how the game ended. */
export function state(game: GameView, { toAct, ended }: PositionView): string {
  // Seat 0 is nature.
  if (!ended) return !toAct ? "" : toAct.seat === 0 ? t("Chance decides") : t("{player} to move", { player: game.players[toAct.player] ?? "" });
  const result = outcome(game, ended.winners);
  return ended.says ? `${result}: ${ended.says}` : result;
}

/** The last move and what it led to, as it is announced. */
export function announced(game: GameView, position: PositionView): string {
  const last = position.plies.at(-1);
  const move = last ? `${last.seat === 0 ? t("Chance") : game.players[last.player] ?? ""} ${last.text}. ` : "";
  return `${move}${state(game, position)}`;
}

/** The whole board in a sentence. */
export const summary = ({ game, position }: Seen): string => {
  const occupied = position.cells.filter(({ pieces }) => pieces.length > 0).length;
  return `${plural(position.cells.length, "{title}, {n} cell, {occupied} occupied.", "{title}, {n} cells, {occupied} occupied.", { title: game.title, occupied })} ${announced(game, position)}`;
};
