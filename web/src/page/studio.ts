// What a person can do, as changes of the state; the controllers beside this file do what follows from them.

import { type Engine } from "../protocol";
import type { ActionView, Line, PositionView, Span, WhyNot } from "../protocol";
import type { RulebookBoard } from "../board/element";
import type { Folder } from "./folder";
import { FirstSteps } from "./first/steps";
import { Guide } from "./help/guide";
import { Explorer } from "./exploration";
import { Learner } from "./learner";
import { Matches, mayMove } from "./match";
import type { Connection } from "../engine";
import type { Host, RoomPage } from "./rooms";
import { Puzzler } from "./puzzler";
import { Store } from "./store";
import { Latest } from "./latest";
import { Researcher } from "./research";
import { type GalleryEntry, type Notice, type Origin, type Played, type State, type Work, inTree, initial, keepable, lineOf, settled } from "./state";
import * as trees from "./tree";
import { t } from "./words";

/** The editor, where the text is changed so that it can be taken back. */
export interface EditorPort {
  change(edits: { span: Span; text: string }[], cursor?: number): void;
  /** Selects a place and shows it. */
  reveal(span: Span, focus: boolean): void;
  undo(): void;
}

export class Studio {
  readonly store = new Store<State>(initial, inTree);
  editor: EditorPort | null = null;
  /** Where `rulebook serve` gave the page. */
  folder: Folder | null = null;
  /** Where the page is that of a room. */
  room: RoomPage | null = null;
  /** Where the page can open rooms. */
  host: Host | null = null;
  /** Whether the program that answers is there; null where the page answers itself. */
  connection: Connection | null = null;
  /** Set by the drafts: another work begins. */
  onBegin: (opened: string | null) => void = () => {};

  private readonly whyNot = new Latest((error) => this.store.set({ asking: false, why: { answer: null, error: error.message, asked: "", text: "" } }));
  private readonly showing = new Latest((error) => this.note(error.message, "error"));
  private readonly hinting = new Latest((error) => { this.store.set({ thinking: false }); this.note(error.message, "error"); });

  readonly explorer = new Explorer(this);
  readonly guide = new Guide(this);
  readonly first = new FirstSteps(this);
  readonly researcher = new Researcher(this);
  readonly learner: Learner;
  readonly matches = new Matches(this);
  readonly puzzler: Puzzler;

  constructor(readonly engine: Engine) {
    this.learner = new Learner(this);
    this.puzzler = new Puzzler(this);
  }

  get state() {
    return this.store.get();
  }

  note(text: string, kind: Notice["kind"] = "note", action?: Notice["action"], other?: Notice["other"]) {
    this.store.set({ notice: { text, kind, ...(action ? { action } : {}), ...(other ? { other } : {}) } });
  }

  // ---- Sheets ------------------------------------------------------------------------------------------------------

  open(work: Partial<Work> & { text: string; origin: Origin }, opened: string | null = null) {
    this.onBegin(opened);
    const { variant = null, options = {}, start = null, moves = [], seats = [], match = null, tree = trees.EMPTY } = work;
    const { theme, palette, coordinates, pace, sound, gallery, engine, notice, sheet, lower, tab, evaluation, sheetWidth, wished, learning, help, first } = this.state;
    this.explorer.stop();
    this.learner.stop();
    this.puzzler.stop();
    this.store.set({
      ...initial, wished: { ...wished, options: {}, keep: "", lines: "" }, theme, palette, coordinates, pace, sound, gallery, engine, notice, lower, tab, evaluation, sheetWidth, learning, help, first, sheet: sheet + 1,
      text: work.text, origin: work.origin, variant, options, start, moves, seats, match, tree, ply: work.ply ?? moves.length,
      // Opponents of a work that is opened wait until somebody asks them to go on.
      paused: seats.some((seat) => seat !== "person"),
    });
  }

  /** The shipped games, or as long as they have not been read, the one of this name. */
  readonly shipped = async (name: string): Promise<GalleryEntry[]> => {
    const { gallery } = this.state;
    return gallery.length ? gallery : this.engine.ask("gallery", { name });
  };

  openShipped(name: string, games = this.state.gallery) {
    const entry = games.find((other) => other.name === name);
    if (entry) this.open({ text: entry.text, origin: { type: "shipped", name } });
  }

  /** A sheet of one's own, which begins as a shipped game. */
  async openNew(name: string, title: string) {
    const { text } = await this.engine.ask("new", { name, title });
    this.open({ text, origin: { type: "new" } });
  }

  setText(text: string) {
    this.store.set({ text, lit: null });
  }

  setVariant(variant: string | null) {
    this.store.set({ variant });
  }

  setOption(name: string, value: string, byDefault: boolean) {
    const { [name]: _, ...others } = this.state.options;
    this.store.set({ options: byDefault ? others : { ...others, [name]: value } });
  }

  resetOptions() {
    this.store.set({ options: {} });
  }

  /** Gives the board the focus once it shows the sheet. */
  goToBoard() {
    const { sheet } = this.state;
    const stop = this.store.subscribe((state) => {
      if (state.sheet === sheet && !state.position) return;
      stop();
      if (state.sheet === sheet) setTimeout(() => document.querySelector<RulebookBoard>(".board-area rulebook-board")?.focusCell());
    });
  }

  // ---- Play --------------------------------------------------------------------------------------------------------

  play(action: Pick<ActionView, "text">) {
    const state = this.state;
    if (!settled(state) || !mayMove(state)) return;
    if (this.room) return void this.room.send(action.text);
    const path = [...state.moves.slice(0, state.ply), action.text];
    // What is known to follow is at hand, unless an agent is to answer anew.
    const answered = state.seats.some((seat) => seat !== "person") && !state.paused && !state.looking;
    this.store.set({ moves: answered ? path : this.line(path), ply: path.length, ...QUIET, ...(state.notice?.passing ? { notice: null } : {}) });
  }

  jump(ply: number) {
    const state = this.state;
    const moves = ply > state.moves.length ? trees.through(state.tree, state.moves) : state.moves;
    const to = Math.max(0, Math.min(ply, moves.length));
    if (to !== state.ply) this.store.set({ moves, ply: to, ...QUIET });
  }

  /** Plays the line at hand by itself, from the start where it is at its end. */
  replay(on: boolean) {
    const { ply, moves } = this.state;
    if (on && ply >= moves.length) this.jump(0);
    this.store.set({ replaying: on && moves.length > 0 });
  }

  /** To a move of the tree; what follows it is the line at hand. */
  go(path: string[]) {
    this.store.set({ moves: this.line(path), ply: path.length, ...QUIET });
  }

  /** The line at hand if a path is its beginning, else the line to which the path leads. */
  private line(path: string[]): string[] {
    const { moves, tree } = this.state;
    return path.length <= moves.length && path.every((move, at) => move === moves[at]) ? moves : trees.through(tree, path);
  }

  /** The path to the move on the board. */
  get here(): string[] {
    return this.state.moves.slice(0, this.state.ply);
  }

  /** To the move beside the one on the board, going round. */
  beside(step = 1) {
    const move = trees.beside(this.state.tree, this.here, step);
    if (move !== null) this.go([...this.here.slice(0, -1), move]);
  }

  promote() {
    this.store.set(({ tree }) => ({ tree: trees.promote(tree, this.here) }));
  }

  /** Takes the move on the board out of the tree, with what follows it. */
  remove() {
    const { here, state } = this;
    if (!here.length) return;
    const tree = trees.remove(state.tree, here);
    const path = here.slice(0, -1);
    const { start, moves, ply } = state;
    this.store.set({ tree, moves: trees.through(tree, path), ply: path.length, ...QUIET });
    this.offer(t("{move} and what follows it is deleted.", { move: here[here.length - 1]! }), t("Bring it back"), () => {
      if (this.state.start === start) this.store.set(({ tree }) => ({ tree: trees.merge(state.tree, tree), moves, ply, ...QUIET }));
    });
  }

  comment(text: string) {
    this.store.set(({ tree }) => ({ tree: trees.annotate(tree, this.here, text) }));
  }

  /** What takes back what was just done, until the next move. */
  private offer(text: string, title: string, run: () => void) {
    const { sheet } = this.state;
    this.store.set({ notice: { text, kind: "note", passing: true, action: { title, run: () => { if (this.state.sheet === sheet) run(); } } } });
  }

  /** Back to where a person was to move last: an opponent would only play again. */
  undo() {
    const { ply, seats, plies } = this.state;
    let to = ply - 1;
    if (seats.some((seat) => seat === "person")) while (to > 0 && isMachine(seats, plies[to]?.seat)) to--;
    this.jump(to);
  }

  redo() {
    const { ply, seats, plies, moves } = this.state;
    let to = ply + 1;
    if (seats.some((seat) => seat === "person")) while (to < moves.length && isMachine(seats, plies[to]?.seat)) to++;
    this.jump(to);
  }

  restart() {
    this.setLine(null, []);
  }

  /**
   * Looks at a line at options and of a variant of its own, as tests and witnesses have them. The game waits for `back`, and no agent
   * plays meanwhile.
   */
  follow(line: Line, ply: number, variant?: string | null, options?: Record<string, string>, what = t("a line of play")) {
    const { state } = this;
    const first = state.loaded?.games[0]?.title;
    const of = {
      variant: variant === undefined ? state.variant : variant === first ? null : variant,
      options: options ?? state.options,
    };
    const looking = { what, game: state.looking?.game ?? playedOf(state), ...of };
    const moves = [...line.moves];
    this.store.set({ looking, ...of, start: line.start ?? null, tree: trees.EMPTY, moves, ply: Math.min(ply, moves.length), setup: null, ...QUIET });
  }

  /** Back to the game. A variant or options that were chosen while one looked stay. */
  back() {
    const { looking, variant, options } = this.state;
    if (!looking) return;
    const { variant: own, options: ownOptions, ...line } = looking.game;
    this.store.set({
      looking: null, ...line, setup: null, ...QUIET,
      ...(variant === looking.variant ? { variant: own } : {}), ...(options === looking.options ? { options: ownOptions } : {}),
    });
  }

  /** Makes the line that is looked at a variation of the game. */
  keep() {
    const { looking, tree, seats } = this.state;
    if (!looking || !keepable(this.state)) return;
    this.store.set({ looking: null, tree: trees.merge(looking.game.tree, tree), paused: seats.some((seat) => seat !== "person") });
  }

  setLine(start: string | null, moves: string[], ply = moves.length) {
    this.bring({ start, tree: trees.EMPTY, moves, ply: Math.min(ply, moves.length) });
  }

  /** Another game on the board; the one before can be brought back. Where agents have seats they wait until they are asked to go on. */
  bring(game: Omit<Played, "ply" | "variant" | "options"> & Partial<Played>) {
    const before = this.state;
    const was = before.looking?.game ?? playedOf(before);
    const paused = before.paused || (game.moves.length > 0 && before.seats.some((seat) => seat !== "person"));
    this.store.set({ looking: null, ply: game.moves.length, ...game, paused, setup: null, ...QUIET });
    if (was.start || was.tree.next.length) this.offer(t("This is another game."), t("Back to the game before"), () => this.store.set({ ...was, looking: null, setup: null, ...QUIET }));
  }

  setSeat(seat: number, agent: string) {
    const { game, seats } = this.state;
    const count = Math.max(game?.players.length ?? 0, seats.length);
    const all = Array.from({ length: count }, (_, index) => (index === seat ? agent : seats[index] ?? "person"));
    this.store.set({ seats: all.every((other) => other === "person") ? [] : all, paused: false });
  }

  hint() {
    const { ref } = this.state;
    if (!ref || !settled(this.state) || this.state.match) return;
    this.store.set({ thinking: true, hint: null });
    void this.hinting.run(async (signal) => {
      const line = lineOf(this.state, this.state.ply);
      const hint = await this.engine.ask("agent", { game: ref, line, agent: "mcts:2000", seed: 1 }, { signal, seconds: 3 });
      this.store.set({ thinking: false, hint });
    });
  }

  // ---- Rules while one plays -----------------------------------------------------------------------------------------

  /** Why the cells that were clicked, or a move as written, cannot be played. */
  askWhy(what: { cells: string[] } | { move: string }) {
    const { ref } = this.state;
    if (!ref) return;
    const asked = "move" in what ? what.move : what.cells.join(" ");
    this.store.set({ asking: true });
    void this.whyNot.run(async (signal) => {
      const line = lineOf(this.state, this.state.ply);
      const answer: WhyNot = await this.engine.ask("why_not", { game: ref, line, ...what }, { signal, seconds: 10 });
      const spans = answer.reasons.flatMap(({ finding }) => (finding.span ? [finding.span] : []));
      this.store.set({ asking: false, why: { answer, error: null, asked, text: ref.text }, lit: { text: ref.text, spans } });
      if (spans[0] && this.state.text === ref.text) this.editor?.reveal(spans[0], false);
    });
  }

  closeWhy() {
    this.whyNot.stop();
    this.store.set({ why: null, asking: false, lit: null });
  }

  /** A definition on the board; null takes it away. */
  show(definition: string | null) {
    const { ref, game } = this.state;
    if (!definition || !ref || !game) {
      this.showing.stop();
      this.store.set({ shown: null });
      return;
    }
    void this.showing.run(async (signal) => {
      const shown = await this.engine.ask("show", { game: ref, line: lineOf(this.state, this.state.ply), definition }, { signal, seconds: 5 });
      this.store.set({ shown });
    });
  }

  // ---- Setting up a position ---------------------------------------------------------------------------------------

  beginSetup() {
    const { position, game } = this.state;
    if (!position || !game) return;
    this.store.set({
      setup: {
        cells: position.cells.map(copyCell), counters: position.counters.map((counter) => ({ ...counter })),
        links: position.links,
        player: position.toAct?.player ?? 0, brush: { owner: game.kinds[0]?.neutral ? null : 0, kind: 0 }, error: null,
      },
      ...QUIET,
    });
  }

  changeSetup(change: Partial<NonNullable<State["setup"]>>) {
    const { setup } = this.state;
    if (setup) this.store.set({ setup: { ...setup, error: null, ...change } });
  }

  /** A click on a cell: the piece goes on the stack, or in place of what is there; the same piece again takes it away. */
  paint(cell: number) {
    const { setup, game } = this.state;
    if (!setup || !game) return;
    const cells = setup.cells.map((content, index) => {
      if (index !== cell) return content;
      const { brush } = setup;
      const top = content.pieces[content.pieces.length - 1];
      const same = top && brush && top.owner === brush.owner && top.kind === brush.kind;
      let pieces: PositionView["cells"][number]["pieces"];
      if (!brush) pieces = content.pieces.slice(0, -1);
      else if (game.maxHeight > 1) pieces = content.pieces.length < game.maxHeight ? [...content.pieces, brush] : content.pieces;
      else pieces = same ? [] : [brush];
      return { ...content, pieces };
    });
    this.changeSetup({ cells });
  }

  async finishSetup() {
    const { setup, ref } = this.state;
    if (!setup || !ref) return;
    try {
      const { notation } = await this.engine.ask("set_position", { game: ref, cells: setup.cells, player: setup.player, counters: setup.counters, links: setup.links });
      this.setLine(notation, []);
    } catch (error) {
      this.changeSetup({ error: (error as Error).message });
    }
  }

  // ---- Changes of the sheet ------------------------------------------------------------------------------------------

  /** The title of the game or variant that is meant, with its place in the text as it stands. */
  private unit(): { title: string; open: number; close: number } | null {
    const { text, game, variant } = this.state;
    const title = variant ?? game?.title;
    return unitsOf(text).find((unit) => unit.title === title) ?? unitsOf(text)[0] ?? null;
  }

  async recordTest(name: string) {
    const { ref } = this.state;
    const unit = this.unit();
    if (!ref || !unit) return;
    const { text } = await this.engine.ask("test_block", { game: ref, line: lineOf(this.state, this.state.ply), name });
    const block = `\n${text.trim().split("\n").map((line) => (line.trim() ? (line.startsWith("  ") && text.startsWith("  ") ? line : `  ${line}`) : "")).join("\n")}\n`;
    this.editor?.change([{ span: { start: unit.close, end: unit.close }, text: block }], unit.close + 1);
    this.store.set({ lower: "tests" });
  }

  fork(title: string) {
    const { text, game } = this.state;
    if (!game) return;
    const base = game.variantOf ?? game.title;
    const before = text.endsWith("\n") ? "\n" : "\n\n";
    const block = `${before}variant "${title.replaceAll('"', "'")}" of "${base}" {\n  \n}\n`;
    this.editor?.change([{ span: { start: text.length, end: text.length }, text: block }], text.length + block.length - 3);
    this.store.set({ variant: title.replaceAll('"', "'") });
  }

  /** A variant that was found goes behind all else, and can be taken back like any edit. */
  keepVariant(title: string, block: string) {
    const { text } = this.state;
    if (unitsOf(text).some((unit) => unit.title === title)) return;
    const insert = `${text.endsWith("\n") ? "\n" : "\n\n"}${block.trim()}\n`;
    this.editor?.change([{ span: { start: text.length, end: text.length }, text: insert }], text.length + insert.length);
    const show = () => this.store.set({ exploring: false, variant: title, options: {}, tab: "sheet" });
    this.note(t("“{title}” stands at the end of the sheet.", { title }), "note", { title: t("Show it"), run: show });
  }

  /** To the disk where there is one; drafts are kept anyway. */
  async save() {
    if (this.folder?.grows && this.state.origin.type !== "disk") this.store.set({ dialog: "save" });
    else if (this.folder && this.state.origin.type === "disk") await this.folder.save().catch((error: Error) => this.note(error.message, "error"));
    else this.note(t("Drafts are kept in the browser as you type. Share has the sheet as a file."));
  }

  async format() {
    const text = this.state.text;
    const answer = await this.engine.ask("format", { text });
    if (this.state.text !== text) return;
    if ("text" in answer) {
      if (answer.text !== text) this.editor?.change([{ span: { start: 0, end: text.length }, text: answer.text }]);
    } else {
      this.store.set({ lower: "problems" });
      this.note(t("The sheet can be formatted once it can be read: see the problems."));
    }
  }
}

/** What a change of the position puts away. */
const QUIET = { why: null, lit: null, hint: null, shown: null } as const;

const playedOf = ({ start, tree, moves, ply, variant, options }: State): Played => ({ start, tree, moves, ply, variant, options });

const isMachine = (seats: string[], seat: number | undefined) => seat === 0 || (seat !== undefined && (seats[seat - 1] ?? "person") !== "person");

const copyCell = (cell: PositionView["cells"][number]) => ({ pieces: [...cell.pieces], marks: [...cell.marks], counters: [...cell.counters] });

/** The games and variants of a text with their outer brackets; comments and texts are passed over. */
export function unitsOf(text: string): { title: string; open: number; close: number }[] {
  const units: { title: string; open: number; close: number }[] = [];
  const piece = /\/\/[^\n]*|"[^"\n]*"|[{}]|\b(?:game|variant)\b/g;
  let depth = 0;
  let title: string | null = null;
  let wanted = false;
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found === "{") {
      if (depth++ === 0 && title !== null) units.push({ title, open: index, close: text.length });
    } else if (found === "}") {
      if (depth > 0 && --depth === 0) {
        const last = units[units.length - 1];
        if (last) last.close = index;
        title = null;
      }
    } else if (depth === 0 && (found === "game" || found === "variant")) {
      wanted = true;
    } else if (depth === 0 && wanted && found.startsWith('"')) {
      title = found.slice(1, -1);
      wanted = false;
    }
  }
  return units;
}
