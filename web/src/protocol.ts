// The protocol between the page and an engine: `session` in Rust, reached through WebAssembly in a worker or through `rulebook serve`.
//
// Requests are stateless: each carries the text of the sheet, so that a link, a reload or another engine continues where the page
// stands. Both engines give the same answers, byte by byte. An engine may remember a checked sheet by its text.
//
// Cells are named as in the sheet ("a1"); spans are offsets in UTF-16 units of the text, as editors count.

/** A sheet, the game or variant meant in it, and the values of its options. */
export interface GameRef {
  text: string;
  /** The name of the file in findings. Default: "sheet.game". */
  name?: string;
  /** The title of the game or variant. Default: the first in the file. */
  variant?: string;
  /** Options that differ from their defaults, as written after `--set`. */
  options?: Record<string, string>;
  /** Texts of other files, which `in` may name, by their names: as `name` is this one's, with `/` between folders. At most 64. */
  files?: Record<string, string>;
}

/** A line of play: from the start, or from a position in the notation of `rulebook show`. */
export interface Line {
  start?: string;
  moves: string[];
}

/** Between two offsets of the text. */
export interface Span { start: number; end: number }

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  /** Absent where the finding is about a shipped game that the sheet builds on. */
  span?: Span;
  label?: string;
  help?: string;
  related: { span?: Span; text: string }[];
  fixes: { title: string; safe: boolean; edits: { span: Span; text: string }[] }[];
}

// ---- What a game is ---------------------------------------------------------------------------------------------------

/** How a board is drawn. Distances between neighbours are about 1; y goes upwards. */
export interface BoardView {
  /** `tile`: each cell is a polygon or a disc of its own. */
  shape: "square" | "hexagon" | "point" | "tile";
  /** Of tiles: the corners of a polygon or the radius of a disc, and the breadth that a piece may have. */
  cells: { name: string; x: number; y: number; corners?: [number, number][]; radius?: number; room?: number }[];
  /** Lines between points, as indices of cells; empty for squares and hexagons. */
  lines: [number, number][];
  /** Directions by name with their step on the page, for arrows; empty where the board has none. */
  directions: { name: string; dx: number; dy: number }[];
}

export interface OptionView {
  name: string;
  doc: string;
  value: string;
  default: string;
  /** `range` has numbers from `low` to `high` by `step`; `words` has one of `values`. */
  domain: { type: "range"; low: string; high: string; step: string } | { type: "words"; values: string[] };
}

export interface KindView { name: string; plural: string; letter: string; neutral: boolean }

/**
 * What a piece is drawn as: a shape ("disc", "ring", "crown", "rook", ...), or one for each player; a single letter on a disc, "letter" for
 * that of the kind; or letters on a shape, those of the kind if null.
 */
export type Figure = string | string[] | { letters: string | null; on: string };

/** How the game is drawn: as the sheet says, else as its names and board suggest. */
export interface Look {
  /** Stones in cells, on points where lines meet, or checkered squares. */
  board: "plain" | "points" | "checkered";
  /** By player, in their order: a named colour ("white", "black", "red", "blue", ...). */
  players: string[];
  /** By kind, in their order. */
  kinds: Figure[];
  /** By kind: a named colour of pieces that nobody owns; null for the usual one. */
  tints?: (string | null)[];
  /** What pieces of a kind are drawn as where a mark is. */
  marked?: { mark: string; kind: number; like: Figure }[];
  /** Regions that are seen on the board, the lowest first. */
  fields?: { name: string; /** Whose it is, where each player has one. */ player: number | null; style: "shaded" | "water" | "framed" | "crossed" | "dotted" | "starred"; cells: number[] }[];
  /** Marks and counters that are not shown. */
  hidden?: string[];
  /** Sides of the board that a player joins, each drawn in the player's colour along its outer edges; absent where the sheet has none. */
  sides?: { player: number; cells: number[] }[];
}

export interface CounterValue { name: string; player: number | null; cell?: string; kind?: string; value: number }
export interface CounterView { name: string; /** `game`, or what there is one of it for: `player`, `cell`, `kind`, or two of these as `player, kind`. */ per: string; low: number; high: number; start: number; /** Kept beside the position, for the rules alone. */ aside?: boolean; /** What nature rolls or draws, 0 until then: what the numbers from 1 on stand for, or empty for numbers. */ drawn?: string[] }

/** A declaration with a name that may be shown on the board or looked up. */
export interface DefinitionView { name: string; kind: string; parameters: string[]; doc: string; span?: Span }

export interface GameView {
  title: string;
  variantOf: string | null;
  authors: string[];
  year: string | null;
  family: string | null;
  doc: string;
  players: string[];
  kinds: KindView[];
  maxHeight: number;
  options: OptionView[];
  board: BoardView;
  look: Look;
  counters: CounterView[];
  marks: string[];
  /** What links between cells there can be. */
  links: { name: string; owned: boolean; barrier: boolean }[];
  moves: { name: string; doc: string; span?: Span }[];
  /** `says` is the clause in its own words, for clauses without a name. */
  ends: { name: string; says: string; span?: Span }[];
  definitions: DefinitionView[];
  tests: { name: string; span?: Span }[];
  claims: { text: string; span?: Span }[];
  pie: boolean;
}

/** What `load` answers: findings of the first tier (the text at these options, nothing played), and the game if there is no error. */
export interface Loaded {
  findings: Finding[];
  /** The games and variants of the file, in order, as far as they can be read. */
  games: { title: string; variantOf: string | null; span?: Span }[];
  game: GameView | null;
  /** The names of the files that the sheet names with `in`, given or not; absent where it names none. */
  files?: string[];
}

// ---- A position -------------------------------------------------------------------------------------------------------

/** A piece: owner as an index of `players` (null: neutral), kind as an index of `kinds`. */
export interface PieceView { owner: number | null; kind: number }

export interface CellView {
  /** From the bottom to the top. */
  pieces: PieceView[];
  /** Names of marks on the cell. */
  marks: string[];
  /** Values of the counters of cells, in their order among those with `per: "cell"`. */
  counters: number[];
}

/** A link between two cells: `sort` as an index of `links`, the owner as one of `players`, if it has one. */
export interface LinkView { sort: number; from: number; to: number; owner: number | null }

/** One pick of an action, in the order in which it is made. */
export type Pick =
  | { type: "cell"; cell: number }
  | { type: "direction"; direction: string }
  | { type: "number"; value: number }
  | { type: "player"; player: number }
  | { type: "kind"; kind: string }
  | { type: "group"; cells: number[] }
  /** Cells that are picked as one set. */
  | { type: "cells"; cells: number[] }
  /** What a setup lays on a cell by lot, as it is written; null for nothing. */
  | { type: "piece"; piece: string | null };

export interface ActionView {
  index: number;
  /** The name of the move, the die or the lot; null for a pass, a swap, a stop and what a setup scatters. */
  move: string | null;
  type: "move" | "pass" | "swap" | "stop" | "lot";
  picks: (Pick & { name: string })[];
  text: string;
}

/** What an action does to the board, in order; for animation. */
export type EffectView =
  | { type: "put"; cell: number; piece: PieceView }
  | { type: "remove"; cell: number; piece: PieceView }
  | { type: "move"; from: number; to: number; pieces: PieceView[] }
  | { type: "replace"; cell: number; before: PieceView[]; after: PieceView[] };

export interface PlyView {
  text: string;
  seat: number;
  player: number;
  /** Cells that the action names or changes. */
  cells: number[];
}

export interface PositionView {
  /** By cell, in the order of the board. */
  cells: CellView[];
  counters: CounterValue[];
  links: LinkView[];
  /** The seat (from 1) and the player to act; null when the game is over. `kind` names the step, for the prompt. */
  toAct: { seat: number; player: number; moves: string[]; /** How many actions the turn has in this line already, but for those of nature. */ done?: number } | null;
  swapped: boolean;
  legal: ActionView[];
  /** How the game ended: `cells` decided it (a line, a chain, a loop), `says` is the clause in words. */
  ended: { winners: number[]; seat: number | number[] | null; clause: string; says: string; span?: Span; cells: number[]; stuck: boolean } | null;
  /** The line as far as it is legal. */
  plies: PlyView[];
  /** Where the line stops being legal, and why. */
  cut: { ply: number; move: string; reason: string } | null;
  /** What the last action did. */
  effects: EffectView[];
  /** The position as text, which `Line.start` reads back. */
  notation: string;
  picture: string;
}

// ---- Questions ----------------------------------------------------------------------------------------------------------

/** The shape of `why-not --json`. */
export interface WhyNot {
  move: string;
  legal: boolean;
  reasons: { finding: Finding; values: { depth: number; text: string; value: string; span?: Span }[] }[];
}

/** A definition worked out in a position. */
export interface Shown {
  name: string;
  type: string;
  /** A set of cells, or a condition of cells. */
  cells?: number[];
  /** A value of cells: the number as written, by cell; null where it has none. */
  values?: (string | null)[];
  /** Groups, lines and loops: each with its cells. */
  groups?: number[][];
  /** Anything else, as text. */
  text?: string;
}

export interface Rate { rate: number; low: number; high: number }
export interface Mean { mean: number; low: number; high: number }

/** How many games were played, of how many. */
export interface Played { games: number; of: number }

/** Random games: what is drawn while one types. */
export interface Numbers {
  games: number;
  /** Games asked for. */
  of: number;
  /** By seat: share won, with its interval. */
  seats: Rate[];
  draws: Rate;
  firstSeatScore: Rate;
  length: Mean & { shortest: number; longest: number; histogram: { from: number; to: number; games: number }[] };
  choices: Mean;
  ends: { name: string; says: string; games: number; share: Rate }[];
  /** Share of games in which each cell was used, by cell. */
  heat: number[];
  /** Games that could not be played to an end, and why. */
  unfinished: { games: number; reason: string } | null;
}

export interface Opinion {
  /** The action that the agent plays. */
  move: string;
  /** The value of the position for each seat, from 0 to 1; null for agents that have none. */
  values: number[] | null;
  /** Actions by how often the search looked at them, the most first. */
  actions: { text: string; visits: number; value: number }[];
}

/** `line` leads to the position in which the test failed or ended, at the options that the test sets. */
export interface TestResult { name: string; passed: boolean; message: string | null; span?: Span; line: Line | null; variant?: string; options?: Record<string, string> }

export interface Completion { label: string; kind: string; detail: string; doc: string; insert: string; from: number }
export interface DocumentSymbol { name: string; kind: string; span: Span; selection: Span; children: DocumentSymbol[] }
export interface Hover { span: Span; text: string }
export type TokenKind = "keyword" | "name" | "number" | "string" | "comment" | "doc" | "operator" | "builtin" | "piece" | "player" | "definition" | "option" | "move";
export interface Token { start: number; end: number; kind: TokenKind }

/** A name for a metric that can be wished for; `share` of 1, which may be written in per cent. */
export interface WishName { name: string; label: string; unit: string; share: boolean }

/** How far a search of the rules is, and how all its variants fare; the sheet as it is comes first. */
export interface ExploreProgress {
  games: number;
  of: number;
  /** Whether the best are being played again with fresh seeds. */
  last: boolean;
  /** The texts of variants, from this one on: all at first, then only those that came later. */
  first: number;
  texts: { title: string; words: string[]; block: string }[];
  /** By variant: its place in `kinds`. */
  fates: number[];
  kinds: { fate: Fate; why: string | null }[];
}
export type Fate = "new" | "thrown" | "open" | "met" | "missed";

/** What is read here of `rulebook explore --json`. */
export interface Found {
  game: string;
  wishes: { text: string; label: string; is_share: boolean; low: number | null; high: number | null }[];
  agents: string[];
  games: { of: number; raced: number; fresh: number; each: number };
  candidates: { tried: number; left_out: number; thrown: { text: string; count: number }[]; missed: { wish: number; stage: number; above: boolean; count: number }[]; open: number; met: number };
  sheet: FoundRow;
  rows: FoundRow[];
  nearer: { wish: number; candidate: number; text: string }[];
}
export interface FoundRow {
  candidate: number;
  title: string;
  block: string;
  words: string[];
  verdict: FoundFigure["verdict"];
  front: boolean;
  figures: FoundFigure[];
  stages: { agent: string; figures: FoundFigure[] }[];
  compared: { relation: string; changes: string[]; moves: string[]; what: string } | null;
}
export interface FoundFigure { value: number | null; low: number | null; high: number | null; games: number; verdict: "met" | "open" | "missed" }

/** What the file of a learned player says of it. */
export interface PlayerCard {
  /** The SHA-256 of the file, by which questions name the player. */
  digest: string;
  title: string;
  options: [string, string][];
  /** What the rules with their options are known by: only of these it is a player. */
  rules: string;
  /** What players, pieces and board are known by: a player of other rules may begin from it. */
  equipment: string;
  games: number;
  seed: number;
}

/** What a player scored after so many games of its training; `past` is the best before it. */
export interface StrengthPoint {
  games: number;
  /** Whether it was the best so far. */
  best: boolean;
  against: { agent: string; score: { value: number | null; low: number | null; high: number | null; n: number }; cut: number }[];
}

/** What is read here of `rulebook train --json`. */
export interface Trained {
  game: string;
  games: number;
  curve: StrengthPoint[];
  /** The player that was kept, by games that it was not chosen on; null until the training is over. */
  kept: StrengthPoint | null;
  stopped_growing: boolean;
}

/** What is read here of a puzzle of `rulebook puzzle --json`. */
export interface Puzzle {
  position: string;
  to_act: { role: string; seat: number };
  action: { text: string };
  /** Other ways to write it. */
  same: string[];
  plies: number;
  /** The winning action and a shortest way to the end. */
  line: string[];
  others: { action: string; reply: string | null }[];
}

/** Puzzles with the sentences that go with them. */
export interface FoundPuzzles {
  found: { puzzles: Puzzle[]; games: number; positions: number };
  /** How far was looked. */
  looked: string;
  /** By puzzle; `others` by its other actions. */
  says: { task: string; wins: string; solution: string; theme: string; others: string[] }[];
}

/** How far a training is: all of it each time, so that what is told between may be lost. */
export interface TrainProgress {
  played: number;
  /** What goes on; absent while the game is looked at for the first time. */
  now?: "plays" | "is measured" | "is measured again";
  train?: Trained;
  /** The best so far, whose file the engine has given. */
  player?: PlayerCard | null;
}

/** By method: what is asked (beside `method`) and what is answered. */
export interface Methods {
  about: [{}, { version: string; protocol: number }];
  /** The shipped games, or the one of a name. */
  gallery: [{ name?: string }, { name: string; title: string; family: string | null; doc: string; players: number; text: string }[]];
  /** What one may want to write, each with the shipped game that teaches it. */
  lessons: [{}, { topic: string; name: string }[]];
  /** A new sheet: a shipped game under another title. */
  new: [{ name: string; title: string }, { text: string }];
  load: [{ game: GameRef }, Loaded];
  /** The whole check: `report` is the shape of `check --format json`; findings as in `load`. Progress: the number of steps. */
  check: [{ game: GameRef; effort?: "quick" | "normal" | "thorough" }, { findings: Finding[]; verdicts: Verdict[]; witnesses: { code: string; line: Line; variant: string; options: Record<string, string> }[] }];
  position: [{ game: GameRef; line: Line }, PositionView];
  /** A line of random moves: for tiles. Always the same for a seed. */
  sample: [{ game: GameRef; seed: number; plies: number }, Line];
  /** Of a move as written, or of cells that were clicked, in order. */
  why_not: [{ game: GameRef; line: Line; move?: string; cells?: string[] }, WhyNot];
  /** The shape of `trace --json`. */
  trace: [{ game: GameRef; line: Line; all?: boolean }, unknown];
  show: [{ game: GameRef; line: Line; definition: string }, Shown];
  /** Progress: `Numbers` of the games so far. A host that stops it gets those as the answer. */
  playouts: [{ game: GameRef; line?: Line; games: number; seed: number }, Numbers];
  /** `players`: the digests of learned players, of which the game has its own, whatever name stands for a file in `agent`. */
  agent: [{ game: GameRef; line: Line; agent: string; seed: number; players?: string[] }, Opinion];
  tests: [{ game: GameRef }, TestResult[]];
  /** A `test` block of the line, ready to be inserted. */
  test_block: [{ game: GameRef; line: Line; name: string }, { text: string }];
  format: [{ text: string }, { text: string } | { findings: Finding[] }];
  /** A word of the language, or the code of a finding, as Markdown. */
  explain: [{ topic: string }, { text: string }];
  perft: [{ game: GameRef; line: Line; depth: number }, { counts: number[] }];
  /**
   * `rulebook measure` and `rulebook compare`: `agents` by seat, the first again where there are more seats; `players` as of `agent`.
   * Progress: `Played`.
   */
  measure: [{ game: GameRef; games: number; seed: number; agents?: string[]; players?: string[]; html?: boolean }, { report: unknown; html: string | null }];
  compare: [{ a: GameRef; b: GameRef; games: number; seed: number; agents?: string[]; players?: string[]; html?: boolean }, { report: unknown; html: string | null }];
  /** What can be wished for, and the declarations that can stay. */
  wishes: [{ game: GameRef }, { names: WishName[]; keep: string[] }];
  /** `rulebook explore`; without `vary` everything is varied. Progress: `ExploreProgress`. */
  explore: [{ game: GameRef; want: string; vary?: string[]; keep?: string[]; lines?: string[]; agents?: string[]; games: number; seed: number; depth?: number; best?: number; html?: boolean }, { found: Found; html: string | null; progress: ExploreProgress }];
  /** `rulebook puzzle`; without an agent the usual mixture plays the games. Progress: `{ games, missed }`. */
  puzzle: [{ game: GameRef; number: number; agent?: string; players?: string[]; plies: [number, number]; games: number; nodes: number; seed: number }, FoundPuzzles];
  /** What players of a game are found again by. */
  known_by: [{ game: GameRef }, { rules: string; equipment: string }];
  /**
   * `rulebook train`, by so many games or a share of the usual number; `from` is the digest of the player to begin from. Progress:
   * `TrainProgress`. The files of players come beside it. A host that stops it gets the best so far as the answer. There is no player
   * where none was as good as the one that it began from.
   */
  train: [{ game: GameRef; seed: number; games?: number; share?: number; from?: string }, { train: Trained; player: PlayerCard | null }];
  replay: [{ game: GameRef; record: string }, { lines: { line: Line; error: string | null }[] }];
  /** A position set by hand as notation, or what is wrong with it. */
  set_position: [{ game: GameRef; cells: CellView[]; player: number; counters: CounterValue[]; links: LinkView[] }, { notation: string }];
  /** The rule sheet to print, as one page. */
  sheet: [{ game: GameRef }, { html: string }];
  /** The rules in English sentences, as Markdown. */
  rules: [{ game: GameRef }, { text: string }];
  complete: [{ game: GameRef; offset: number }, Completion[]];
  hover: [{ game: GameRef; offset: number }, Hover | null];
  definition: [{ game: GameRef; offset: number }, Span | null];
  /** Every place that speaks of what is named there, its declarations among them. */
  references: [{ game: GameRef; offset: number }, Span[]];
  /** The edits that give it another name, or an error that says why it cannot be called so. */
  rename: [{ game: GameRef; offset: number; name: string }, { span: Span; text: string }[]];
  symbols: [{ text: string }, DocumentSymbol[]];
  folding: [{ text: string }, Span[]];
  tokens: [{ text: string }, Token[]];
}

/** `game`: the title of the game or variant of the file that it is about. */
export interface Verdict { game?: string; claim: string; claimed: boolean; verdict: "proved" | "with probability 1" | "refuted" | "undecided"; how: string; line: Line | null; options?: Record<string, string>; span?: Span }

export type Method = keyof Methods;
export type Params<M extends Method> = Methods[M][0];
export type Answer<M extends Method> = Methods[M][1];

/** What an engine sends back: any number of `progress`, then `answer` or `error`. */
export type Reply<M extends Method = Method> =
  | { progress: unknown }
  | { answer: Answer<M> }
  | { error: { message: string; findings?: Finding[]; cancelled?: boolean; /** The digest of a learned player that is not here. */ missing?: string } };

export interface AskOptions { signal?: AbortSignal; seconds?: number; progress?: (value: unknown) => void; lane?: string }

/** An engine: a worker with WebAssembly, or a server. */
export interface Engine {
  /**
   * `seconds` bounds the time: what can answer with less (playouts, agent) does, all else fails with `cancelled`. Questions of one
   * `lane` are answered one after the other; without it the method has one. A server answers all of them side by side.
   */
  ask<M extends Method>(method: M, params: Params<M>, options?: AskOptions): Promise<Answer<M>>;
  /** Gives the engine the file of a learned player: what it says of itself, or an error where it is none. */
  hold(file: Uint8Array): Promise<PlayerCard>;
  /** The file of a player that a training has told of; the last of them are there. */
  made(digest: string): Promise<Uint8Array>;
  /** Where the engine finds the file of a player that it was not given, or has forgotten. */
  players: (digest: string) => Promise<Uint8Array | null>;
}
