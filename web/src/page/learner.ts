// Players that learn the game: which of them has learned it as it stands, and how the next one is made.

import type { GameRef, PlayerCard, StrengthPoint, Trained, TrainProgress } from "../protocol";
import { download, stem } from "./files";
import { Latest } from "./latest";
import { type KeptPlayer, Shelf } from "./shelf";
import { current, keyOf, type State } from "./state";
import type { Studio } from "./studio";
import { english, plural, t } from "./words";

/** The players of a sheet. */
export interface Learned {
  /** The sheet that this is known of. */
  key: string;
  rules: string;
  equipment: string;
  /** Who has learned just these rules. */
  player: KeptPlayer | null;
  /** Who has learned others of this game, where nobody has learned these, or one with the same pieces and board. */
  other: KeptPlayer | null;
}

/** A training: that goes on, or that was the last. */
export interface Training {
  ref: GameRef;
  running: boolean;
  progress: TrainProgress;
  /** Whether it was given up before all games were played. */
  stopped: boolean;
  error: string | null;
}

/** How long a training is, as a share of the games of `rulebook train`, with what to expect of the browser's one thread. */
export const LENGTHS = {
  quick: { share: 1 / 32, word: english("quick"), says: english("half a minute") },
  usual: { share: 1 / 4, word: english("usual"), says: english("two minutes") },
  long: { share: 1, word: english("long"), says: english("eight minutes") },
} as const;
export type Length = keyof typeof LENGTHS;

/** What plays by a learned player, the quickest first: `player` stands for its file. */
export const LEVELS: [agent: string, name: string, says: string][] = [
  ["learned:player", english("learned, 1 ply"), english("the move after which it likes the position best")],
  ["mcts:100,value=player", english("learned, 100"), english("looks ahead at 100 positions for each move")],
  ["mcts:400,value=player", english("learned, 400"), english("looks ahead at 400")],
];

/** Whether an agent plays by a learned player. */
export const isLearned = (agent: string) => /^learned\b|,value=/.test(agent) && !/^(alphabeta|greedy)/.test(agent);

/** How often the page is drawn while games are played, in milliseconds. */
const DRAWS = 150;
/** The largest file that an engine takes. */
const LARGEST = 64 << 20;

export class Learner {
  private readonly shelf: Shelf;
  private readonly looking = new Latest();
  private readonly training: Latest;

  constructor(private readonly studio: Studio) {
    this.shelf = new Shelf((message) => studio.note(message, "error"));
    this.training = new Latest((error) => this.change({ running: false, error: error.message }));
    studio.engine.players = (digest) => this.shelf.file(digest);
  }

  /** Who has learned the game, at each change of it. */
  follow() {
    this.studio.store.subscribe((state, before) => {
      if (state.ref !== before.ref) void this.look();
    });
  }

  private async look() {
    const { store, engine } = this.studio;
    const { ref, learned } = store.get();
    if (!ref) return;
    const key = keyOf(ref);
    await this.looking.run(async (signal) => {
      const known = learned?.key === key ? learned : await engine.ask("known_by", { game: ref }, { signal, seconds: 10 });
      const cards = await this.shelf.cards();
      if (signal.aborted) return;
      const { rules, equipment } = known;
      const title = store.get().game?.title;
      const player = cards.find((card) => card.rules === rules) ?? null;
      const near = (card: KeptPlayer) => (card.equipment === equipment ? 2 : 0) + (card.title === title ? 1 : 0);
      const other = player ? null : cards.filter(near).sort((a, b) => near(b) - near(a))[0] ?? null;
      store.set({ learned: { key, rules, equipment, player, other } });
    }, learned === null || learned.key === key ? 0 : 200);
  }

  /** Who has learned a game, whichever it is. */
  async playerOf(game: GameRef): Promise<KeptPlayer | null> {
    const { rules } = await this.studio.engine.ask("known_by", { game }, { seconds: 10 });
    return (await this.shelf.cards()).find((card) => card.rules === rules) ?? null;
  }

  private change(patch: Partial<Training>) {
    this.studio.store.set(({ training }) => ({ training: training && { ...training, ...patch } }));
  }

  /** Learns the game as it stands: from nothing, or from a player of it or of a variant. */
  start(from: KeptPlayer | null) {
    const { store, engine } = this.studio;
    const { ref, learning } = store.get();
    if (!ref || !current(store.get())) return;
    store.set({ training: { ref, running: true, progress: { played: 0 }, stopped: false, error: null } });
    let drawn = 0;
    let known: string | null = null;
    let kept = Promise.resolve();
    // Trainings that go on from one another play other games.
    const asked = { game: ref, seed: from ? from.seed + 1 : 1, share: LENGTHS[learning].share, ...(from ? { from: from.digest } : {}) };
    const keep = (player: PlayerCard, train: Trained) => {
      known = player.digest;
      kept = kept.then(() => this.keep(player, train)).catch((error: Error) => this.studio.note(error.message, "error"));
    };
    void this.training.run(async (signal) => {
      const progress = (value: unknown) => {
        const told = value as TrainProgress;
        if (signal.aborted) return;
        const better = told.player && told.player.digest !== known;
        if (better) keep(told.player!, told.train!);
        if (performance.now() - drawn < DRAWS && !better && told.now === store.get().training?.progress.now) return;
        drawn = performance.now();
        this.change({ progress: told });
      };
      const { train, player } = await engine.ask("train", asked, { signal, progress });
      if (player && player.digest !== known) keep(player, train);
      await kept;
      if (player) await this.learn(player, { train });
      else this.studio.note(t("No later state was as good as the player that it began from, which stays as it was."));
      this.change({ running: false, progress: { played: train.games, train, player } });
    });
  }

  /** What was best so far is kept. */
  stop() {
    this.training.stop();
    this.change({ running: false, stopped: true });
  }

  private async keep(player: PlayerCard, train: Trained) {
    const file = await this.studio.engine.made(player.digest);
    await this.shelf.put({ ...player, train, size: file.length, time: Date.now() }, file);
    await this.look();
  }

  /** What came to be known of a player that is kept. */
  private async learn({ digest }: PlayerCard, patch: Partial<KeptPlayer>) {
    const card = (await this.shelf.cards()).find((card) => card.digest === digest);
    if (card) await this.shelf.note({ ...card, ...patch });
    await this.look();
  }

  async forget(card: KeptPlayer) {
    await this.shelf.remove(card.digest);
    this.studio.store.set({ training: null });
    await this.look();
  }

  /** The same file that `rulebook train --out` writes. */
  async save(card: KeptPlayer) {
    const file = await this.shelf.file(card.digest);
    if (!file) return this.studio.note(t("The browser does not have this player any more."), "error");
    download(`${stem(this.studio)}.player`, new Blob([file as Uint8Array<ArrayBuffer>], { type: "application/octet-stream" }));
  }

  async load(file: File) {
    const { studio } = this;
    try {
      if (file.size > LARGEST) throw new Error(t("it is larger than a player can be"));
      const bytes = new Uint8Array(await file.arrayBuffer());
      const card = await studio.engine.hold(bytes);
      const { learned } = studio.state;
      const relevant = learned && (card.rules === learned.rules || card.equipment === learned.equipment || card.title === studio.state.game?.title);
      if (!relevant) throw new Error(t("it has learned {game}, which is another game", { game: told(card) }));
      await this.shelf.put({ ...card, train: null, size: bytes.length, time: Date.now() }, bytes);
      studio.store.set({ training: null });
      await this.look();
      studio.note(plural(card.games, "{file}: a player of {game}, from {n} game.", "{file}: a player of {game}, from {n} games.", { file: file.name, game: told(card) }));
    } catch (error) {
      studio.note(`${file.name}: ${(error as Error).message}.`, "error");
    }
  }
}

/** The game of a player with its options, as one says it. */
export const told = ({ title, options }: Pick<PlayerCard, "title" | "options">) =>
  options.length ? `${title} (${options.map(([name, value]) => `${name} ${value}`).join(", ")})` : title;

/** What is known of who has learned the game as it stands; null until that is known. */
export const learnedHere = ({ learned, ref }: Pick<State, "learned" | "ref">): Learned | null => (learned && ref && learned.key === keyOf(ref) ? learned : null);

/** Why a seat that is played by a learned player waits; null where it need not, and undefined while that is not known. */
export function unlearned(state: Pick<State, "learned" | "ref">): string | null | undefined {
  const learned = learnedHere(state);
  if (!learned) return undefined;
  if (learned.player) return null;
  return learned.other
    ? t("The learned player has learned other rules: {game}. **Learned player** below the seats says what can be done.", { game: told(learned.other) })
    : t("Nobody has learned this game here: **Learn this game** makes a player of it.");
}

/** The points of a training, the first at its start. */
export const lastPoint = ({ curve, kept }: Trained): StrengthPoint | null => kept ?? curve.filter(({ best }) => best).at(-1) ?? curve.at(-1) ?? null;
