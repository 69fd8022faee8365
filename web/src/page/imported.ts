// What is brought in as text: records of games, moves as they are written down, or a position.

import type { Engine, GameRef } from "../protocol";
import { EMPTY, type Node, TreeError, lines, mainLine, read } from "./tree";
import { listed, plural, t } from "./words";

/** A record as far as it is read here: `docs/schemas/record.schema.json`. */
export interface GameRecord {
  game: string;
  variant?: string | null;
  options?: Record<string, string | number>;
  start?: string;
  moves: string[];
  result?: number | number[] | null;
  agents?: string[];
}

export class ImportError extends Error {}

/** Games read from a text and no more than these. */
const MOST_GAMES = 10_000;
const MOST_MOVES = 10_000;

/** The records of a text, or null where it is no JSON. */
export function records(text: string): GameRecord[] | null {
  const trimmed = text.trim();
  if (!/^[{[]\s*["{\]}]/.test(trimmed)) return null;
  let values: unknown[];
  try {
    const whole: unknown = JSON.parse(trimmed);
    values = Array.isArray(whole) ? whole : [whole];
  } catch {
    values = trimmed.split("\n").flatMap((line, index) => {
      if (!line.trim()) return [];
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        throw new ImportError(t("Line {n} is no JSON. A record is one line that begins with {begin}", { n: index + 1, begin: '{"game": ...' }));
      }
    });
  }
  if (values.length > MOST_GAMES) throw new ImportError(t("There are {n} games here; at most {most} are read.", { n: values.length, most: MOST_GAMES }));
  if (!values.length) throw new ImportError(t("There is no game in it."));
  return values.map((value, index) => recordOf(value, values.length > 1 ? t("Game {n}", { n: index + 1 }) : t("This")));
}

function recordOf(value: unknown, what: string): GameRecord {
  const record = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { game, variant, options, start, moves } = record;
  if (!Array.isArray(moves)) {
    const row = "opening" in record && "plies" in record;
    throw new ImportError(row
      ? t("{what} is a row of figures, as `rulebook playouts --games` writes them: it has no moves. `rulebook playouts --record` writes them.", { what })
      : t("{what} is no record of a game: it has no list of `moves`.", { what }));
  }
  if (!moves.every((move) => typeof move === "string") || moves.length > MOST_MOVES) throw new ImportError(t("{what}: `moves` is not a list of at most {most} moves as text.", { what, most: MOST_MOVES }));
  const texts = (item: unknown) => typeof item === "string" || typeof item === "number";
  if (options !== undefined && options !== null && !(typeof options === "object" && Object.values(options).every(texts))) throw new ImportError(t("{what}: `options` is not a list of names with values.", { what }));
  return {
    ...(record as object),
    game: typeof game === "string" ? game : "",
    variant: typeof variant === "string" ? variant : null,
    options: (options ?? {}) as GameRecord["options"],
    ...(typeof start === "string" ? { start } : { start: undefined }),
    moves: moves as string[],
  };
}

/** One line about a record, to choose it by. */
export function summary({ moves, result, agents }: GameRecord): string {
  const won = result === 0 ? t("draw") : typeof result === "number" ? t("seat {n} wins", { n: result }) : Array.isArray(result) ? t("seats {seats} win", { seats: listed(result.map(String), "and") }) : t("no result");
  return [plural(moves.length, "{n} move", "{n} moves"), won, Array.isArray(agents) ? agents.join(" – ") : ""].filter(Boolean).join(", ");
}

/** A game that can be put on the board, as far as it is legal; `said` is where and why it is no further. */
export interface Brought { start: string | null; tree: Node; moves: string[]; said: string | null }

/** Moves as they are written down, or a position: what the rules take the text for. */
export async function movesOrPosition(engine: Engine, game: GameRef, text: string, signal: AbortSignal): Promise<Brought> {
  const written = text.trim();
  if (!written) throw new ImportError(t("There is nothing to import."));
  const asMoves = async () => {
    try {
      return await legalPart(engine, game, null, read(written, true), signal);
    } catch (error) {
      throw error instanceof TreeError ? new ImportError(error.message) : error;
    }
  };
  // Rows of a board stand between slashes, in a text without a break.
  const likely = /^\S*\/\S*( .*)?$/.test(written);
  const moves = likely ? null : await asMoves();
  if (moves && (moves.moves.length || !moves.said || written.includes("\n"))) return moves;
  try {
    await engine.ask("position", { game, line: { start: written, moves: [] } }, { signal, seconds: 10 });
    return { start: written, tree: EMPTY, moves: [], said: null };
  } catch (error) {
    if (signal.aborted) throw error;
    if (moves) return moves;
    const other = await asMoves();
    if (other.moves.length) return other;
    throw new ImportError(t("As a position: {position}. As moves: {moves}", { position: (error as Error).message, moves: other.said ?? "" }));
  }
}

/** The main line as far as it is legal, and why it ends there; the variations are looked at when they are on the board. */
export async function legalPart(engine: Engine, game: GameRef, start: string | null, tree: Node, signal: AbortSignal): Promise<Brought> {
  if (lines(tree).length > 500) throw new ImportError(t("There are more than 500 variations in it."));
  const moves = mainLine(tree);
  if (moves.length > MOST_MOVES) throw new ImportError(t("There are {n} moves in it; at most {most} are read.", { n: moves.length, most: MOST_MOVES }));
  const from = start ? { start } : {};
  const { cut, plies } = await engine.ask("position", { game, line: { ...from, moves } }, { signal, seconds: 20 });
  if (!cut) return { start, tree, moves, said: null };
  const legal = plies.map(({ text }) => text);
  const why = await engine.ask("why_not", { game, line: { ...from, moves: legal }, move: cut.move }, { signal, seconds: 10 }).then(
    ({ reasons }) => reasons[0]?.finding.message, () => undefined);
  const move = `\`${cut.move}\``;
  const reason = why?.startsWith(move) ? why : `${move}: ${why ?? cut.reason}`;
  const said = t("It stops at move {n}: {reason}", { n: legal.length + 1, reason }).replace(/[.]?$/, ".");
  return { start, tree, moves: legal, said };
}
