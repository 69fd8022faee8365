// A game that is played beside its text: what is shown, and what follows from an edit or a move. Nothing here knows of VS Code.
import type { Answer, GameRef, GameView, Method, Params, PositionView } from "../../../web/src/protocol";

/** Asks the session of the server. */
export type Ask = <M extends Method>(method: M, params: Params<M>) => Promise<Answer<M>>;

/** What the page draws. */
export interface Shown {
  titles: string[];
  game: GameView | null;
  position: PositionView | null;
  /** The moves that were played, as far as they are legal. */
  moves: string[];
  /** What is to be told: why the line was cut, why a move is illegal, that the text has errors. */
  note: string | null;
  /** The board shows the text as it was before an error. */
  stale: boolean;
}

export class Playing {
  #ref: GameRef;
  #moves: string[] = [];
  #shown: Shown = { titles: [], game: null, position: null, moves: [], note: null, stale: false };
  /** Only the newest question counts. */
  #asked = 0;

  constructor(text: string, readonly ask: Ask, readonly show: (shown: Shown) => void) {
    this.#ref = { text };
  }

  get shown(): Shown { return this.#shown; }

  /** The text has changed. */
  edit(text: string): Promise<void> {
    return this.#go({ ref: { ...this.#ref, text } });
  }

  /** Another game or variant of the text. */
  choose(variant: string): Promise<void> {
    return this.#go({ ref: { text: this.#ref.text, variant }, moves: [] });
  }

  /** Another value of an option. */
  set(option: string, value: string): Promise<void> {
    return this.#go({ ref: { ...this.#ref, options: { ...this.#ref.options, [option]: value } } });
  }

  play(move: string): Promise<void> { return this.#go({ moves: [...this.#moves, move] }); }
  undo(): Promise<void> { return this.#go({ moves: this.#moves.slice(0, -1) }); }
  restart(): Promise<void> { return this.#go({ moves: [] }); }

  /** Cells were clicked with which no legal action begins. */
  async whyNot(cells: string[]): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { reasons } = await this.ask("why_not", { game: this.#ref, line: { moves: this.#moves }, cells });
      const said = reasons.map(({ finding }) => [finding.message, finding.label].filter(Boolean).join(": "));
      this.#tell(asked, { note: said.join("; ") || null });
    } catch (error) {
      this.#tell(asked, { note: told(error) });
    }
  }

  async #go(change: { ref?: GameRef; moves?: string[] }): Promise<void> {
    const asked = ++this.#asked;
    // At once, so that the next step starts from here though this one is not answered yet.
    this.#ref = change.ref ?? this.#ref;
    this.#moves = change.moves ?? this.#moves;
    try {
      const loaded = await this.#load();
      if (asked !== this.#asked) return;
      const titles = loaded.games.map(({ title }) => title);
      const { game } = loaded;
      if (!game) {
        const error = loaded.findings.find(({ severity }) => severity === "error");
        this.#tell(asked, { titles, stale: true, note: error ? error.message : null });
        return;
      }
      const position = await this.ask("position", { game: this.#ref, line: { moves: this.#moves } });
      if (asked !== this.#asked) return;
      const moves = position.plies.map(({ text }) => text);
      const { cut } = position;
      this.#moves = moves;
      // The position after what is left of the line, since that of a cut line need not have its legal actions.
      const shown = cut ? await this.ask("position", { game: this.#ref, line: { moves } }) : position;
      const note = cut ? `The line ends before move ${moves.length + 1}, ${cut.move}: ${cut.reason}` : null;
      this.#tell(asked, { titles, game, position: shown, moves, note, stale: false });
    } catch (error) {
      this.#tell(asked, { stale: true, note: told(error) });
    }
  }

  /** The game; if its title or its options are gone, the first one at its defaults. */
  async #load(): Promise<Answer<"load">> {
    const loaded = await this.ask("load", { game: this.#ref });
    const { variant, options } = this.#ref;
    const isGone = variant !== undefined && loaded.games.length > 0 && !loaded.games.some(({ title }) => title === variant);
    if (loaded.game || (!isGone && !options)) return loaded;
    const plain: GameRef = isGone ? { text: this.#ref.text } : { text: this.#ref.text, variant };
    const again = await this.ask("load", { game: plain });
    if (again.game) this.#ref = plain;
    return again;
  }

  #tell(asked: number, change: Partial<Shown>): void {
    if (asked !== this.#asked) return;
    this.#shown = { ...this.#shown, ...change };
    this.show(this.#shown);
  }
}

const told = (error: unknown) => (error instanceof Error ? error.message : String(error));
