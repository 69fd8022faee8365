// What follows from a change of the state: the sheet is read, the position worked out, games played, claims checked.

import type { Numbers, PositionView } from "../protocol";
import { EngineError } from "../engine";
import { Latest } from "./latest";
import { isLearned, unlearned } from "./learner";
import { lot } from "./match";
import { replaying } from "./replay";
import { sounds } from "./sound";
import { type State, keyOf, lineOf, reference, settled } from "./state";
import type { Studio } from "./studio";
import { EMPTY, type Node, lines, remove, tellPlayers } from "./tree";
import { turning } from "./turned";
import { plural, t } from "./words";

/** Random games for the numbers, and the seconds that they may take. */
const GAMES = 10_000;
const SECONDS = 4;

/** What a page needs that only plays. */
export function startPlaying(studio: Studio) {
  reading(studio);
  positions(studio);
  replaying(studio);
  turning(studio);
  sounds(studio);
}

export function startControllers(studio: Studio) {
  startPlaying(studio);
  numbers(studio);
  checking(studio);
  opponents(studio);
  studio.learner.follow();
  studio.puzzler.follow();
  opinions(studio);
}

const changed = (state: State, before: State, ...keys: (keyof State)[]) => keys.some((key) => state[key] !== before[key]);

/** The first tier at each change: what is wrong with the text, and the game if nothing is. */
function reading(studio: Studio) {
  const { store, engine } = studio;
  const latest = new Latest((error) => {
    const message = error instanceof EngineError ? error.message : String(error);
    store.set({ loaded: { findings: [tooLong(message)], games: store.get().loaded?.games ?? [], game: null }, loadedText: store.get().text, loadedKey: keyOf(reference(store.get())) });
  });
  store.subscribe((state, before) => {
    if (!changed(state, before, "text", "variant", "options", "sheet", "files") || state.engine !== "ready") return;
    const asked = reference(state);
    void latest.run(async (signal) => {
      const loaded = await engine.ask("load", { game: asked }, { signal, seconds: 10 });
      // Files that it names and that have not been read: with them it is read again.
      if (loaded.files) void studio.folder?.others(loaded.files);
      const known = store.get().loaded?.games ?? [];
      const titles = loaded.games.map(({ title }) => title);
      const patch: Partial<State> = { loaded, loadedText: asked.text, loadedKey: keyOf(asked), engine: "ready" };
      if (asked.variant && titles.length && !titles.includes(asked.variant)) {
        // A variant that is being renamed stays where it was among the others.
        const place = known.findIndex(({ title }) => title === asked.variant);
        store.set({ ...patch, variant: (place > 0 && known.length === titles.length && titles[place]) || null });
        return;
      }
      if (loaded.game) Object.assign(patch, { game: loaded.game, ref: asked });
      store.set(patch);
    });
  });
}

const tooLong = (message: string) => ({ code: "page/engine", severity: "error" as const, message, related: [], fixes: [] });

/** The position after the line; where a change of the sheet makes the line illegal it is cut there. */
function positions(studio: Studio) {
  const { store, engine } = studio;
  const latest = new Latest((error) => store.set({ positionError: error.message }));
  /** What the whole tree has been found legal for. */
  let legalFor: Pick<State, "ref" | "start" | "looking"> | null = null;
  /** The game before an edit cut it: the next edit may bring it back, if nothing else was done meanwhile. */
  let uncut: { tree: Node; moves: string[]; left: Node } | null = null;
  /** How the line was said to be cut. */
  let told = "";
  const others = new Latest();

  /** Lines beside the one at hand, as far as they are legal. */
  const check = ({ ref, start, moves, looking }: State, quiet = false) => void others.run(async (signal) => {
    const found: { line: string[]; position: PositionView }[] = [];
    for (const line of lines(store.get().tree)) {
      if (line.length <= moves.length && line.every((move, at) => move === moves[at])) continue;
      found.push({ line, position: await engine.ask("position", { game: ref!, line: lineOf({ start, moves: line }) }, { signal, seconds: 10 }) });
    }
    const { tree: before, ...now } = store.get();
    if (signal.aborted || now.ref !== ref || now.start !== start || now.looking !== looking) return;
    const cut = found.filter(({ position }) => position.cut);
    const known = found.reduce((tree, { line, position }) => tellPlayers(tree, line, position.plies.map(({ player }) => player)), before);
    const tree = cut.reduce((tree, { line, position }) => remove(tree, line.slice(0, position.plies.length + 1)), known);
    if (uncut?.left === before) uncut.left = tree;
    else if (cut.length) uncut = { tree: known, moves, left: tree };
    store.set({ tree });
    if (cut.length && !quiet) studio.note(plural(cut.length, "A variation ends earlier under these rules.", "{n} variations end earlier under these rules."));
  });

  store.subscribe((state, before) => {
    if (!changed(state, before, "ref", "start", "moves", "ply", "loaded", "looking")) return;
    if (!state.ref) return latest.stop();
    const another = legalFor?.ref !== state.ref || legalFor.start !== state.start || legalFor.looking !== state.looking;
    if (!another && settled(state)) return latest.stop();
    // A line that comes together with its options is not to be read at those before them.
    if (state.loadedKey !== keyOf(reference(state))) return;
    if (another && legalFor && uncut && uncut.left === state.tree && legalFor.start === state.start && legalFor.looking === state.looking) {
      const { tree, moves } = uncut;
      uncut = null;
      legalFor = null;
      const begins = state.moves.every((move, at) => move === moves[at]);
      return store.set({ tree, moves: [...(begins ? moves : state.moves)] });
    }
    const { ref, start, moves, ply, looking, game: positionGame } = state;
    void latest.run(async (signal) => {
      const ask = (plies: number, from = start) => engine.ask("position", { game: ref, line: lineOf({ start: from, moves }, plies) }, { signal, seconds: 10 });
      let shown = ply;
      let position: PositionView;
      try {
        position = await ask(another ? moves.length : ply);
      } catch (error) {
        // A position of another board: what was set up by hand cannot stay. One that nobody waits for any more says nothing of it.
        if (start === null || signal.aborted) throw error;
        store.set({ start: null, tree: EMPTY, moves: [], ply: 0 });
        studio.note(t("The position that was set up does not fit the sheet any more; the game starts anew."));
        return;
      }
      const plies = moves.map((move, index) => position.plies[index] ?? (state.plies[index]?.text === move ? state.plies[index]! : null));
      if (position.cut) {
        const kept = position.plies.length;
        const texts = position.plies.map(({ text }) => text);
        const { move, reason } = position.cut;
        shown = Math.min(ply, kept);
        if (shown < kept) position = await ask(shown);
        const tree = remove(state.tree, moves.slice(0, kept + 1));
        const text = t("The line of play ends before move {n}, {move}: {reason}.", { n: kept + 1, move, reason });
        legalFor = { ref, start, looking };
        uncut = { tree: state.tree, moves, left: tree };
        store.set({
          ...(state.match ? { match: { ...state.match, broken: `${text} ${t("Ask for another link.")}` } } : {}),
          tree, moves: texts, ply: shown, plies: plies.slice(0, kept), position, positionGame, positionError: null,
          positionOf: { ref, start, moves: texts.slice(0, shown) },
          // While one goes on writing, the same is not said at each key.
          ...(text === told ? {} : { notice: { kind: "note", text } }),
        });
        told = text;
        check(store.get(), true);
        return;
      }
      if (another && ply < moves.length) position = await ask(ply);
      if (another) told = "";
      legalFor = { ref, start, looking };
      const known = store.get().tree;
      const tree = tellPlayers(known, moves, plies.map((ply) => ply?.player));
      if (uncut?.left === known) uncut.left = tree;
      store.set({ tree, position, positionGame, plies, positionError: null, positionOf: { ref, start, moves: moves.slice(0, ply) } });
      if (another) check(store.get());
    });
  });
}

/** Random games after each change that can be played. */
function numbers({ store, engine }: Studio) {
  const latest = new Latest((error) => store.set({ numbersState: "done", numbersError: error.message }));
  store.subscribe((state, before) => {
    if (!changed(state, before, "ref")) return;
    latest.stop();
    const { ref } = state;
    if (!ref) return;
    const key = keyOf(ref);
    if (state.numbers?.key === key && state.numbersState === "done") return;
    // Who edits at once compares with the games that have been played so far.
    store.set({ numbersState: "waiting", numbersError: null, before: state.before ?? (state.numbers?.key === key ? null : state.numbers) });
    void latest.run(async (signal) => {
      store.set({ numbersState: "running" });
      let drawn = 0;
      const progress = (value: unknown) => {
        // Drawing at each progress would take longer than the games.
        if (signal.aborted || performance.now() - drawn < 120) return;
        drawn = performance.now();
        store.set({ numbers: { key, value: value as Numbers } });
      };
      const value = await engine.ask("playouts", { game: ref, games: GAMES, seed: 1 }, { signal, seconds: SECONDS, progress });
      if (signal.aborted) return;
      store.set(({ before }) => ({ numbers: { key, value }, numbersState: "done", before: before ?? { key, value } }));
    }, state.numbers ? 250 : 0);
  });
}

/** The tests and the whole check, after a pause. */
function checking({ store, engine }: Studio) {
  const latest = new Latest((error) => store.set({ checkState: "done", checkError: error.message }));
  store.subscribe((state, before) => {
    if (!changed(state, before, "loaded")) return;
    latest.stop();
    const { text } = state;
    if (!state.loaded?.game || state.loadedText !== text) {
      store.set({ checkState: "none" });
      return;
    }
    // Options of the board's size change nothing that the check, which looks at all of them, would say.
    const asked = { ...reference(state), options: undefined };
    const key = keyOf(asked);
    if (state.checkedKey === key && state.checked) {
      store.set({ checkState: "done" });
      return;
    }
    store.set({ checkState: "waiting", checkError: null });
    void latest.run(async (signal) => {
      store.set({ checkState: "running" });
      try {
        const tests = await engine.ask("tests", { game: asked }, { signal, seconds: 30 });
        if (!signal.aborted) store.set({ tests, testsText: text });
      } catch (error) {
        if (signal.aborted) throw error;
        store.set({ tests: null, checkError: (error as Error).message });
      }
      const checked = await engine.ask("check", { game: asked }, { signal, seconds: 90 });
      if (!signal.aborted) store.set({ checked, checkedText: text, checkedKey: key, checkState: "done" });
    }, 1200);
  });
}

/** Seats that are played by an agent. */
function opponents(studio: Studio) {
  const { store, engine } = studio;
  const latest = new Latest((error) => { store.set({ thinking: false, paused: true }); studio.note(error.message, "error"); });
  store.subscribe((state, before) => {
    if (!changed(state, before, "position", "seats", "paused", "ply", "setup", "learned", "looking")) return;
    const seat = state.position?.toAct?.seat;
    // Seat 0 is nature, which draws by its odds; while the game is paused, one may choose what comes up.
    const agent = seat === undefined ? "person" : seat === 0 ? "random" : state.seats[seat - 1] ?? "person";
    if (agent === "person" || state.paused || state.looking || state.setup || !settled(state) || state.ply !== state.moves.length || !state.ref) {
      if (latest.busy) {
        latest.stop();
        store.set({ thinking: false });
      }
      return;
    }
    if (latest.busy && state.position === before.position && state.seats === before.seats) return;
    const learnt = isLearned(agent);
    const why = learnt ? unlearned(state) : null;
    if (why !== null) {
      if (why) {
        store.set({ paused: true });
        studio.note(why, "error");
      }
      return;
    }
    const players = learnt ? { players: [state.learned!.player!.digest] } : {};
    const { ref } = state;
    void latest.run(async (signal) => {
      store.set({ thinking: true });
      const began = performance.now();
      const seed = state.match ? lot(state.match.id, state.moves) : Math.floor(Math.random() * 2 ** 31);
      const opinion = await engine.ask("agent", { game: ref, line: lineOf(state), agent, seed, ...players }, { signal, seconds: 10 });
      // A move that comes at once is not seen.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 350 - (performance.now() - began))));
      if (signal.aborted) return;
      store.set({ thinking: false });
      studio.play({ text: opinion.move });
    }, 1);
  });
}

/** The search's opinion of the position, where it is asked for. */
function opinions({ store, engine }: Studio) {
  const latest = new Latest(() => store.set({ opinion: null }));
  store.subscribe((state, before) => {
    if (!changed(state, before, "position", "evaluation")) return;
    latest.stop();
    if (!state.evaluation || !state.position?.toAct || !state.ref) {
      store.set({ opinion: null });
      return;
    }
    const { ref } = state;
    void latest.run(async (signal) => {
      const line = lineOf(state, state.ply);
      const options = { signal, seconds: 2, lane: "opinion" };
      const opinion = await engine.ask("agent", { game: ref, line, agent: "mcts:1000", seed: 1 }, options);
      store.set({ opinion });
    }, 150);
  });
}
