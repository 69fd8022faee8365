// All that the page knows. What a link holds comes first; the rest is answers of the engine and how things are shown.

import { type Match, isMine } from "./match";
import type { Exploration, Wished } from "./exploration";
import type { First } from "./first/steps";
import type { Learned, Length, Training } from "./learner";
import type { Puzzling } from "./puzzler";
import { EMPTY, grow, type Node } from "./tree";
import type {
  Answer, Finding, GameRef, GameView, Line, Loaded, Numbers, Opinion, PlyView, PositionView, Shown, Span, TestResult, WhyNot,
} from "../protocol";

/** Where a sheet comes from: `file` was opened once, `disk` is in the folder of `rulebook serve`, where it can be saved. */
export type Origin = { type: "shipped"; name: string } | { type: "file" | "disk"; name: string } | { type: "new"; /** The check sum of an example as it was given. */ given?: string };

/** What a link and a draft hold. */
export interface Work {
  text: string;
  origin: Origin;
  variant: string | null;
  options: Record<string, string>;
  start: string | null;
  /** The line at hand: a path of the tree. */
  moves: string[];
  /** How many of the moves have been played on the board. */
  ply: number;
  /** All lines with their comments; left out where there is nothing but the line at hand. */
  tree?: Node;
  /** By seat: "person", or an agent as the engine names it. */
  seats: string[];
  /** Where people play: who they are, and how far it has come. */
  match?: Match | null;
}

export type GalleryEntry = Answer<"gallery">[number];
export type Checked = Answer<"check">;
export type Progress = "none" | "waiting" | "running" | "done";

/** Numbers, and the sheet that they are of. */
export interface NumbersOf { key: string; value: Numbers }

export interface Notice { text: string; kind: "note" | "error"; action?: NoticeAction; /** What can be done instead. */ other?: NoticeAction; /** Goes with the next move. */ passing?: boolean }
export interface NoticeAction { title: string; run: () => void }

export type Tab = "rules" | "moves" | "sheet" | "numbers";
export type LowerTab = "problems" | "tests" | "claims" | "rules";
/** `import` has the text that is brought in. */
export type Dialog = "gallery" | "new" | "share" | "keys" | "save" | "together" | { import: string } | null;
export type Theme = "auto" | "light" | "dark";

/** A game with its variations, and where in it one is. */
export type Played = Pick<State, "start" | "tree" | "moves" | "ply" | "variant" | "options">;

/** A line that is only looked at has come in the place of the game, which waits. `variant` and `options` are those of the line. */
export interface Looking { what: string; game: Played; variant: string | null; options: Record<string, string> }

export interface State extends Work {
  tree: Node;
  looking: Looking | null;
  /** Counts sheets as they are opened: each has a history of edits of its own. */
  sheet: number;
  /** The texts of other files that the sheet names, by name, as far as there is a folder to read them from. */
  files: Record<string, string>;

  engine: "starting" | "ready" | { failed: string };
  gallery: GalleryEntry[];

  /** Of the text as it stands; null while it is being read for the first time. */
  loaded: Loaded | null;
  /** The text that the spans in `loaded` are of. */
  loadedText: string;
  /** The sheet, variant and options that `loaded` is of. */
  loadedKey: string;
  /** The last sheet that could be played, and what it is. */
  ref: GameRef | null;
  game: GameView | null;
  position: PositionView | null;
  /** The game that `position` is of: another than `game` while the position after a change is awaited. */
  positionGame: GameView | null;
  /** The line of `position`; another object than the one wanted while an answer is awaited. */
  positionOf: { ref: GameRef; start: string | null; moves: string[] } | null;
  positionError: string | null;
  plies: (PlyView | null)[];

  checkState: Progress;
  checked: Checked | null;
  checkedText: string;
  /** The text and the variant that were checked. */
  checkedKey: string;
  checkError: string | null;
  tests: TestResult[] | null;
  testsText: string;

  numbersState: Progress;
  numbers: NumbersOf | null;
  numbersError: string | null;
  before: NumbersOf | null;
  heat: boolean;

  /** Whether the move on the board is being commented on. */
  commenting: boolean;
  /** The game is played by itself, a move each so many seconds; the board is drawn so many times as large as fits; moves are heard. */
  replaying: boolean;
  pace: number;
  zoom: number;
  sound: boolean;

  thinking: boolean;
  paused: boolean;
  hint: Opinion | null;
  evaluation: boolean;
  opinion: Opinion | null;

  why: { answer: WhyNot | null; error: string | null; asked: string; text: string } | null;
  asking: boolean;
  shown: Shown | null;
  /** Places in the sheet that are lit, and the text that they are of. */
  lit: { text: string; spans: Span[] } | null;

  /** Setting up a position: what a click puts. */
  setup: Setup | null;

  notice: Notice | null;
  theme: Theme;
  palette: "calm" | "patterned";
  /** Turned by hand, and turned for the one person among agents. */
  flipped: boolean;
  turned: boolean;
  coordinates: boolean;
  tab: Tab;
  /** In pixels; null leaves it to the page. */
  sheetWidth: number | null;
  lower: LowerTab;
  dialog: Dialog;
  /** The page of the help that is shown, "" for its contents; null where the help is closed. */
  help: string | null;
  /** The first steps, while they are shown. */
  first: First | null;
  /** What the sheet is compared with. */
  partner: Partner | null;
  comparing: boolean;
  /** The search of the rules: whether it is shown, what is wished for, and how far it is. */
  exploring: boolean;
  wished: Wished;
  exploration: Exploration | null;

  /** Who has learned the game; null until that was looked up for the first time. */
  learned: Learned | null;
  training: Training | null;
  /** How long the next training is. */
  learning: Length;

  puzzling: Puzzling | null;
}

export interface Setup {
  cells: PositionView["cells"];
  counters: PositionView["counters"];
  links: PositionView["links"];
  player: number;
  brush: { owner: number | null; kind: number } | null;
  error: string | null;
}

export interface Partner { label: string; ref: GameRef }

export const initial: State = {
  text: "", origin: { type: "new" }, variant: null, options: {}, start: null, moves: [], ply: 0, seats: [], match: null, tree: EMPTY, looking: null,
  sheet: 0, files: {},
  engine: "starting", gallery: [],
  loaded: null, loadedText: "", loadedKey: "", ref: null, game: null, position: null, positionGame: null, positionOf: null, positionError: null, plies: [],
  checkState: "none", checked: null, checkedText: "", checkedKey: "", checkError: null, tests: null, testsText: "",
  numbersState: "none", numbers: null, numbersError: null, before: null, heat: false,
  commenting: false, replaying: false, pace: 1, zoom: 1, sound: false,
  thinking: false, paused: false, hint: null, evaluation: false, opinion: null,
  why: null, asking: false, shown: null, lit: null,
  setup: null,
  notice: null, theme: "auto", palette: "calm", flipped: false, turned: false, coordinates: true, tab: "moves", sheetWidth: null, lower: "problems", dialog: null, help: null, first: null,
  partner: null, comparing: false,
  exploring: false, exploration: null,
  learned: null, training: null, learning: "usual", puzzling: null,
  wished: { want: "", everything: true, rules: true, options: {}, keep: "", lines: "", agents: "random", games: 20_000, pairs: false, best: 5 },
};

/**
 * What is on the board belongs to the tree: another line begins a variation, another start a tree of its own. Between people there is one
 * line: what was taken back is gone.
 */
export function inTree(state: State, before: State): State {
  if (state.moves === before.moves && state.tree === before.tree && state.start === before.start) return state;
  const anew = state.tree === before.tree && (state.start !== before.start || (state.match && state.moves !== before.moves));
  const tree = grow(anew ? EMPTY : state.tree, state.moves);
  return tree === state.tree ? state : { ...state, tree };
}

/** Whether the line that is looked at could be one of the game: of the same rules, from the same start. */
export function keepable({ looking, start, variant, options }: State): boolean {
  if (!looking) return false;
  const { game } = looking;
  const same = (option: string) => options[option] === game.options[option];
  return game.start === start && game.variant === variant && Object.keys({ ...options, ...game.options }).every(same);
}

/** The sheet as it stands, playable or not. */
export const reference = (state: Work & Partial<Pick<State, "files">>): GameRef => ({
  text: state.text,
  name: fileName(state.origin),
  ...(state.variant ? { variant: state.variant } : {}),
  ...(Object.keys(state.options).length ? { options: state.options } : {}),
  ...(Object.keys(state.files ?? {}).length ? { files: state.files } : {}),
});

export const fileName = (origin: Origin) => (origin.type === "shipped" ? `${origin.name}.game` : origin.type === "new" ? "sheet.game" : origin.name);

/** One text for each sheet with its variant, its options and the files that it names. */
export const keyOf = (ref: GameRef) =>
  JSON.stringify([ref.text, ref.variant ?? null, Object.entries(ref.options ?? {}).sort(), Object.entries(ref.files ?? {}).sort()]);

export const lineOf = (state: Pick<Work, "start" | "moves">, plies = state.moves.length): Line => ({
  ...(state.start ? { start: state.start } : {}),
  moves: state.moves.slice(0, plies),
});

/** Findings of the text as it stands: those of the whole check where it has been made, else those of the first tier. */
export function findings(state: State): Finding[] {
  if (state.checked && state.checkedText === state.text && state.checkState === "done") return state.checked.findings;
  return state.loaded && state.loadedText === state.text ? state.loaded.findings : [];
}

/** What is known of the claims of the game at hand: the check is of all games and variants of the file. */
export function verdicts({ checked, game }: Pick<State, "checked" | "game">): Checked["verdicts"] {
  return (checked?.verdicts ?? []).filter((verdict, index, all) =>
    verdict.game === undefined ? all.findIndex(({ claim }) => claim === verdict.claim) === index : verdict.game === game?.title);
}

/** Whether the board shows the sheet as it stands, and not one before an error. */
export const current = (state: State) => state.ref !== null && keyOf(state.ref) === keyOf(reference(state));

/** Whether the position on the board is the one that is wanted. */
export const settled = (state: State) =>
  state.positionOf !== null && state.positionOf.ref === state.ref && state.positionOf.start === state.start
  && state.positionOf.moves.length === state.ply && state.positionOf.moves.every((move, index) => move === state.moves[index]);

/** Whether an agent is to move here: the board is for looking. */
export function machineActs(state: State): boolean {
  if (state.match) return !isMine(state);
  const seat = state.position?.toAct?.seat;
  return seat !== undefined && (state.seats[seat - 1] ?? "person") !== "person" && !state.paused && !state.looking && state.ply === state.moves.length && !state.setup;
}
