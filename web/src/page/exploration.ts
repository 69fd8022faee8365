// A search of the rules: what is asked for, and what is known of it while it runs and after.

import type { ExploreProgress, Fate, Found, GameRef } from "../protocol";
import { Latest } from "./latest";
import { isLearned } from "./learner";
import { reference } from "./state";
import type { Studio } from "./studio";
import { t } from "./words";

/** What is wished for and varied, as it stands in the fields. */
export interface Wished {
  want: string;
  everything: boolean;
  rules: boolean;
  /** The options that are varied, with their values; all of them where nothing is said. */
  options: Record<string, string>;
  keep: string;
  lines: string;
  agents: string;
  games: number;
  pairs: boolean;
  best: number;
}

export interface Candidate { candidate: number; title: string; words: string[]; block: string; fate: Fate; why: string | null }

export interface Exploration {
  /** The sheet that is searched. */
  ref: GameRef;
  running: boolean;
  games: number;
  of: number;
  /** Whether the best are being played again. */
  last: boolean;
  /** By their places; the sheet as it is comes first. */
  candidates: Candidate[];
  found: Found | null;
  html: string | null;
  error: string | null;
  chosen: number | null;
}

/** How often the page is drawn while games are played, in milliseconds. */
const DRAWS = 150;

const NEW = { fate: "new", why: null } as const;

const list = (text: string, by: RegExp) => text.split(by).map((part) => part.trim()).filter(Boolean);

/** What is varied, as on the command line; nothing says everything. */
export function varied({ everything, rules, options }: Wished): string[] {
  if (everything) return [];
  return [...Object.entries(options).map(([name, values]) => (values.trim() ? `${name}=${values.trim()}` : name)), ...(rules ? ["rules"] : [])];
}

export class Explorer {
  private readonly latest: Latest;

  constructor(private readonly studio: Studio) {
    this.latest = new Latest((error) => this.change({ running: false, error: error.message }));
  }

  private change(patch: Partial<Exploration>) {
    this.studio.store.set(({ exploration }) => ({ exploration: exploration && { ...exploration, ...patch } }));
  }

  choose(chosen: number | null) {
    this.change({ chosen });
  }

  start() {
    const { store, engine, state } = this.studio;
    const { wished } = state;
    const ref = reference(state);
    let texts: ExploreProgress["texts"] = [];
    let drawn = 0;
    store.set({ exploration: { ref, running: true, games: 0, of: wished.games, last: false, candidates: [], found: null, html: null, error: null, chosen: null } });
    const draw = ({ games, of, last, first, texts: more, fates, kinds }: ExploreProgress): Partial<Exploration> => {
      if (more.length) texts = [...texts.slice(0, first), ...more];
      drawn = performance.now();
      return { games, of, last, candidates: texts.map((its, candidate) => ({ ...its, candidate, ...(kinds[fates[candidate] ?? -1] ?? NEW) })) };
    };
    void this.latest.run(async (signal) => {
      if (list(wished.agents, /,/).some(isLearned)) throw new Error(t("a learned player plays the rules that it has learned, and variants have others: choose `random`, `greedy` or a search such as `mcts:50`"));
      const progress = (value: unknown) => {
        const told = value as ExploreProgress;
        // The texts come with the first.
        if (!signal.aborted && (performance.now() - drawn > DRAWS || !texts.length)) this.change(draw(told));
      };
      const asked = {
        game: ref, want: wished.want, vary: varied(wished), keep: list(wished.keep, /,/), lines: list(wished.lines, /\n/),
        agents: list(wished.agents, /,/), games: wished.games, seed: 1, depth: wished.pairs ? 2 : 1, best: wished.best, html: true,
      };
      const { found, html, progress: last } = await engine.ask("explore", asked, { signal, progress });
      this.change({ ...draw(last), running: false, found, html, chosen: found.rows[0]?.candidate ?? null });
    });
  }

  stop() {
    this.latest.stop();
    this.change({ running: false });
  }
}
