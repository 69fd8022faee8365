// The first visit: three things to do with the game on the board, which notice by themselves that they are done.

import type { GalleryEntry, State } from "../state";
import { keyOf } from "../state";
import type { Studio } from "../studio";
import { english } from "../words";

const KEPT = "rulebook.first";

export interface First {
  /** The sheet that it is about, by its number, and as it was; null until it could be played. */
  sheet: number;
  key: string | null;
  played: boolean;
  changed: boolean;
  watched: boolean;
}

/** A number of the sheet that is easily changed: where it stands, what is said of it, and what could be written instead. */
export interface Changeable { start: number; end: number; value: string; instead: string; /** A text, to be translated, with {value} and {instead}, and with the name of an {option}. */ said: string; option: string }

/** How many make a line, the first number that is an option, or the side of the board. */
export function changeable(text: string): Changeable | null {
  const line = /^[ \t]*line[ \t]+\w+[ \t]*=[ \t]*(?:exactly[ \t]+)?(\d+)(?=[^\n]*\bin a row\b)/m.exec(text);
  if (line) return changed(line, line[1]!, english("In the sheet, {value} in a row count: write {instead}."), Number(line[1]) > 3 ? -1 : 1);
  const option = /^[ \t]*option[ \t]+(\w+)[ \t]*:[ \t]*\d+\.\.=(\d+)[ \t]*=[ \t]*(\d+)/m.exec(text);
  if (option) return changed(option, option[3]!, english("In the sheet, {option} is {value}: write {instead}."), Number(option[3]) + 2 <= Number(option[2]) ? 2 : -1, option[1]!.replaceAll("_", " "));
  const board = /\bboard[ \t]+\w+\((\d+)/.exec(text);
  return board && changed(board, board[1]!, english("In the sheet, the side of the board is {value}: write {instead}."), 1);
}

/** What is found ends with the number. */
function changed(found: RegExpExecArray, value: string, said: string, by: number, option = ""): Changeable {
  const end = found.index + found[0].length;
  return { start: end - value.length, end, value, said, option, instead: String(Number(value) + by) };
}

export class FirstSteps {
  readonly game = "connect-four";
  /** The sheet in which the number was shown: who writes elsewhere in it is not taken back to the number at each key. */
  private shownIn: number | null = null;

  constructor(private readonly studio: Studio) {}

  /** Whether nobody has been here who went through them or put them away. */
  get wanted(): boolean {
    try {
      return localStorage.getItem(KEPT) === null;
    } catch {
      return false;
    }
  }

  /** A game that everybody knows, against an opponent that answers at once. */
  async begin() {
    this.beginWith(await this.studio.shipped(this.game));
  }

  beginWith(games: GalleryEntry[]) {
    const { studio } = this;
    studio.openShipped(this.game, games);
    studio.store.set({
      seats: ["person", "mcts:500"], paused: false, comparing: false, exploring: false, tab: "moves",
      first: { sheet: studio.state.sheet, key: null, played: false, changed: false, watched: false },
    });
    if (studio.state.help !== null && matchMedia("(max-width: 759px)").matches) studio.guide.leave();
  }

  /** For good: they are under Help. */
  end() {
    this.studio.store.set({ first: null, lit: null });
    try {
      localStorage.setItem(KEPT, "seen");
    } catch {
      // It is asked again at the next visit.
    }
  }

  follow() {
    const { store } = this.studio;
    store.subscribe((state) => {
      if (!state.first) return;
      const first = next(state, state.first);
      // Who has a file came for that.
      if (first && (state.origin.type === "file" || state.origin.type === "disk")) store.set({ first: null, lit: null });
      else if (first) store.set({ first });
      else this.light(state);
    });
  }

  /** The number that is to be changed is lit while it is its turn, unless something else is. */
  private light(state: State) {
    if (step(state.first!) !== 1 || state.lit || state.why || state.asking) return;
    const number = changeable(state.text);
    if (!number) return;
    this.studio.store.set({ lit: { text: state.text, spans: [number] } });
    if (this.shownIn !== state.sheet && this.studio.editor) {
      this.shownIn = state.sheet;
      this.studio.editor.reveal(number, false);
    }
  }
}

/** Which of the three is to be done, 3 if all are. */
export const step = ({ played, changed, watched }: First) => (!played ? 0 : !changed ? 1 : !watched ? 2 : 3);

/** What is done now, or null if that is what it was. */
function next(state: State, first: First): First | null {
  // Another game is as good: what has been done stays done.
  if (state.sheet !== first.sheet) return { ...first, sheet: state.sheet, key: null };
  const { ref } = state;
  if (first.key === null) return ref ? { ...first, key: keyOf(ref) } : null;
  const key = ref && keyOf(ref);
  const now: First = {
    ...first,
    played: first.played || state.moves.length > 0,
    changed: first.changed || (key !== null && key !== first.key),
    watched: first.watched || (first.changed && state.numbersState === "done" && state.numbers !== null && state.numbers.key === key && key !== first.key),
  };
  return now.played === first.played && now.changed === first.changed && now.watched === first.watched ? null : now;
}
