// Games played for figures: who plays them, how many, from which seed; one study is shared by what measures a game and what compares two.

import type { GameRef, Played } from "../protocol";
import { Latest } from "./latest";
import { isLearned } from "./learner";
import type { Comparison, Measure } from "./reports";
import { current, keyOf, reference } from "./state";
import { Store } from "./store";
import type { Studio } from "./studio";
import { t } from "./words";

/** What is asked for, as it stands in the fields. */
export interface Study {
  /** By seat, as the engine names agents. */
  agents: string[];
  games: number;
  seed: number;
}

/** The bounds of an engine, and the largest seed that a number of the page holds. */
export const BOUNDS = { games: [1, 100_000], seed: [0, Number.MAX_SAFE_INTEGER] } as const;

/** Something that is played: what was asked, how far it is, and what came of it. */
export interface Running<T> {
  /** What it is of, in one text. */
  key: string;
  asked: Study;
  running: boolean;
  played: Played;
  report: T | null;
  html: string | null;
  error: string | null;
}

interface Research {
  open: boolean;
  study: Study;
  measured: Running<Measure> | null;
  compared: Running<Comparison> | null;
}

/** How often the page is drawn while games are played, in milliseconds. */
const DRAWS = 150;

export class Researcher {
  readonly store = new Store<Research>({ open: false, study: { agents: [], games: 1000, seed: 1 }, measured: null, compared: null });
  private readonly measuring = new Latest((error) => this.change("measured", { running: false, error: error.message }));
  private readonly comparing = new Latest((error) => this.change("compared", { running: false, error: error.message }));

  constructor(private readonly studio: Studio) {
    studio.store.subscribe((state, before) => {
      if (state.comparing || state.exploring) this.store.set({ open: false });
      if (state.sheet === before.sheet) return;
      this.measuring.stop();
      this.comparing.stop();
      this.store.set({ open: false, measured: null, compared: null, study: { ...this.store.get().study, agents: [] } });
    });
  }

  show(open: boolean) {
    this.store.set({ open });
    if (open) this.studio.store.set({ comparing: false, exploring: false });
  }

  set(patch: Partial<Study>) {
    this.store.set(({ study }) => ({ study: { ...study, ...patch } }));
  }

  /** Who plays by seat: random play where nothing is chosen. */
  agents(): string[] {
    const seats = this.studio.state.game?.players.length ?? 2;
    const { agents } = this.store.get().study;
    return Array.from({ length: seats }, (_, seat) => agents[seat] ?? "random");
  }

  setAgent(seat: number, agent: string) {
    this.set({ agents: this.agents().map((other, index) => (index === seat ? agent : other)) });
  }

  /** What stands in the way of playing, in words. */
  trouble(): string | null {
    const { games, seed } = this.store.get().study;
    if (!whole(games, BOUNDS.games)) return t("The number of games is from 1 to 100,000.");
    if (!whole(seed, BOUNDS.seed)) return t("The seed is a whole number from 0 on.");
    return current(this.studio.state) ? null : t("The sheet has errors.");
  }

  measure() {
    const game = reference(this.studio.state);
    this.begin("measured", keyOf(game), this.measuring, [game], (asked, options) => this.studio.engine.ask("measure", { game, ...asked, html: true }, options) as Promise<{ report: Measure; html: string | null }>);
  }

  compare(a: GameRef, b: GameRef) {
    this.begin("compared", pair(a, b), this.comparing, [a, b], (asked, options) => this.studio.engine.ask("compare", { a, b, ...asked, html: true }, options) as Promise<{ report: Comparison; html: string | null }>);
  }

  stop(what: "measured" | "compared") {
    (what === "measured" ? this.measuring : this.comparing).stop();
    this.store.set(({ [what]: running }) => ({ [what]: running?.running ? (running.report ? { ...running, running: false } : null) : running }));
  }

  private begin<T extends Measure | Comparison>(what: "measured" | "compared", key: string, latest: Latest, of: GameRef[], ask: (asked: Study & { players?: string[] }, options: { signal: AbortSignal; progress: (value: unknown) => void }) => Promise<{ report: T; html: string | null }>) {
    const { games, seed } = this.store.get().study;
    const asked: Study = { agents: this.agents(), games, seed };
    this.store.set({ [what]: { key, asked, running: true, played: { games: 0, of: games * of.length }, report: null, html: null, error: null } });
    let drawn = 0;
    void latest.run(async (signal) => {
      const players = asked.agents.some(isLearned) ? { players: await this.players(of) } : {};
      const progress = (value: unknown) => {
        if (signal.aborted || performance.now() - drawn < DRAWS) return;
        drawn = performance.now();
        this.change(what, { played: value as Played });
      };
      const { report, html } = await ask({ ...asked, ...players }, { signal, progress });
      this.change(what, { running: false, report, html });
    });
  }

  /** Who has learned these games, each by its digest. */
  private async players(games: GameRef[]): Promise<string[]> {
    const found = await Promise.all(games.map((game) => this.studio.learner.playerOf(game)));
    const missing = found.findIndex((player) => player === null);
    if (missing >= 0) throw new Error(games.length > 1
      ? t("nobody has learned the rules of {which} here: **Learn this game** makes a player of them", { which: "AB"[missing]! })
      : t("nobody has learned these rules here: **Learn this game** makes a player of them"));
    return [...new Set(found.map((player) => player!.digest))];
  }

  private change(what: "measured" | "compared", patch: Partial<Running<unknown>>) {
    this.store.set(({ [what]: running }) => ({ [what]: running && { ...running, ...patch } }));
  }
}

/** Two games in one text. */
export const pair = (a: GameRef, b: GameRef) => `${keyOf(a)}\n${keyOf(b)}`;

/** Whether it is a whole number within bounds. */
export const whole = (value: number, [low, high]: readonly [number, number]) => Number.isSafeInteger(value) && value >= low && value <= high;
