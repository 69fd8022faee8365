// Puzzles of the sheet at hand: how they are found, which one is on the board, and what is said of what was played there.

import type { FoundPuzzles, Puzzle } from "../protocol";
import { Latest } from "./latest";
import { learnedHere } from "./learner";
import { type State, current } from "./state";
import type { Studio } from "./studio";
import { t } from "./words";

/** The puzzles of a sheet: those that are looked for, and those that were found. */
export interface Puzzling {
  /** What the rules are known by whose puzzles they are: tests and comments may change. */
  rules: string;
  running: boolean;
  progress: { games: number; missed: number };
  /** How often it was looked already: each time further, with another seed. */
  looks: number;
  found: FoundPuzzles | null;
  /** The places of those that were solved. */
  solved: number[];
  error: string | null;
}

/** How far is looked at first; each further look is so many times as long. */
const FIRST = { number: 6, games: 128, nodes: 5000 };
const FURTHER = 4;
const PLIES: [number, number] = [1, 7];

/** What was played in the puzzle on the board. */
export type Verdict = { kind: "open" } | { kind: "right"; says: string; solved: boolean } | { kind: "wrong"; says: string };

export class Puzzler {
  private readonly looking: Latest;

  constructor(private readonly studio: Studio) {
    this.looking = new Latest((error) => this.change({ running: false, error: error.message }));
  }

  /** Answers what is played in a puzzle. */
  follow() {
    this.studio.store.subscribe((state, before) => {
      if (state.moves === before.moves && state.ply === before.ply) return;
      const at = onBoard(state);
      if (at === null || state.moves.length !== 1 || state.ply !== 1) return;
      const puzzle = state.puzzling!.found!.found.puzzles[at]!;
      const played = state.moves[0]!;
      if (isRight(puzzle, played)) {
        const { solved } = state.puzzling!;
        if (!solved.includes(at)) this.change({ solved: [...solved, at] });
        this.put(at, puzzle.line, 1);
      } else {
        const reply = puzzle.others.find(({ action }) => action === played)?.reply;
        if (reply) this.put(at, [played, reply], 2);
      }
    });
  }

  /** Looks for puzzles of the sheet as it stands; further than before where it was looked already. */
  look() {
    const { store, engine } = this.studio;
    const state = store.get();
    const { ref, learned } = state;
    if (!ref || !learned || !isKnown(state)) return;
    const looks = ofRules(state)?.looks ?? 0;
    const further = FURTHER ** looks;
    store.set({ puzzling: { rules: learned.rules, running: true, progress: { games: 0, missed: 0 }, looks: looks + 1, found: null, solved: [], error: null } });
    // Who has learned the game plays it best.
    const who = learned.player ? { agent: "learned:player", players: [learned.player.digest] } : {};
    const asked = { game: ref, ...FIRST, ...who, games: Math.min(FIRST.games * further, 10_000), nodes: FIRST.nodes * further, plies: PLIES, seed: looks + 1 };
    void this.looking.run(async (signal) => {
      const progress = (value: unknown) => { if (!signal.aborted) this.change({ progress: value as Puzzling["progress"] }); };
      const found = await engine.ask("puzzle", asked, { signal, progress });
      this.change({ running: false, found });
    });
  }

  stop() {
    this.looking.stop();
    const { puzzling } = this.studio.state;
    if (puzzling?.running) this.studio.store.set({ puzzling: null });
  }

  /** Puts a puzzle on the board, while the game waits. */
  pose(place: number) {
    this.put(place, [], 0);
  }

  show(place: number) {
    const line = this.studio.state.puzzling?.found?.found.puzzles[place]?.line ?? [];
    this.put(place, line, line.length);
  }

  private put(place: number, moves: string[], ply: number) {
    const puzzle = this.studio.state.puzzling?.found?.found.puzzles[place];
    if (puzzle) this.studio.follow({ start: puzzle.position, moves }, ply, undefined, undefined, t("puzzle {n}", { n: place + 1 }));
  }

  private change(patch: Partial<Puzzling>) {
    this.studio.store.set(({ puzzling }) => ({ puzzling: puzzling && { ...puzzling, ...patch } }));
  }
}

/** Whether the sheet can be played as it stands, and it is known what its rules are known by. */
export const isKnown = (state: State) => current(state) && learnedHere(state) !== null;

/** The puzzles, as far as they are of the rules at hand. */
export const ofRules = ({ puzzling, learned }: Pick<State, "puzzling" | "learned">) => (puzzling && puzzling.rules === learned?.rules ? puzzling : null);

/** The place of the puzzle on the board; null where none of the rules at hand is. */
export function onBoard(state: State): number | null {
  const { start, looking } = state;
  const puzzling = ofRules(state);
  if (!puzzling?.found || !looking || start === null) return null;
  const place = puzzling.found.found.puzzles.findIndex(({ position }) => position === start);
  return place < 0 ? null : place;
}

const isRight = (puzzle: Puzzle, played: string) => played === puzzle.action.text || puzzle.same.includes(played);

/** What there is to say of the line on the board, as far as it is played. */
export function verdict(found: FoundPuzzles, place: number, moves: string[], ply: number): Verdict {
  const puzzle = found.found.puzzles[place]!;
  const says = found.says[place]!;
  const first = moves[0];
  if (ply === 0 || first === undefined) return { kind: "open" };
  if (isRight(puzzle, first)) {
    const solved = ply >= puzzle.line.length;
    return { kind: "right", says: solved ? t("{line}: {player} has won.", { line: puzzle.line.join(" "), player: puzzle.to_act.role }) : `${says.solution}.`, solved };
  }
  const other = puzzle.others.findIndex(({ action }) => action === first);
  return { kind: "wrong", says: says.others[other] ?? t("{move} does not win by force.", { move: first }) };
}
