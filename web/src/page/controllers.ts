// What follows from a change of the state: the sheet is read, the position worked out, games played, claims checked.

import type { Numbers, PositionView } from "../protocol";
import { EngineError } from "../engine";
import { Latest } from "./latest";
import { isLearned, unlearned } from "./learner";
import { lot } from "./match";
import { type State, keyOf, lineOf, reference, settled } from "./state";
import type { Studio } from "./studio";

/** Random games for the numbers, and the seconds that they may take. */
const GAMES = 10_000;
const SECONDS = 4;

/** What a page needs that only plays. */
export function startPlaying(studio: Studio) {
  reading(studio);
  positions(studio);
}

export function startControllers(studio: Studio) {
  startPlaying(studio);
  numbers(studio);
  checking(studio);
  opponents(studio);
  studio.learner.follow();
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
  store.subscribe((state, before) => {
    if (!changed(state, before, "ref", "start", "moves", "ply", "loaded")) return;
    if (!state.ref || settled(state)) {
      latest.stop();
      return;
    }
    // A line that comes together with its options is not to be read at those before them.
    if (state.loadedKey !== keyOf(reference(state))) return;
    const { ref, start, moves, ply, game: positionGame } = state;
    const another = state.positionOf?.ref !== ref;
    void latest.run(async (signal) => {
      const ask = (plies: number, from = start) => engine.ask("position", { game: ref, line: lineOf({ start: from, moves }, plies) }, { signal, seconds: 10 });
      let shown = ply;
      let position: PositionView;
      try {
        position = await ask(another ? moves.length : ply);
      } catch (error) {
        // A position of another board: what was set up by hand cannot stay.
        if (start === null) throw error;
        store.set({ start: null, moves: [], ply: 0 });
        studio.note("The position that was set up does not fit the sheet any more; the game starts anew.");
        return;
      }
      const plies = moves.map((move, index) => position.plies[index] ?? (state.plies[index]?.text === move ? state.plies[index]! : null));
      if (position.cut) {
        const kept = position.plies.length;
        const texts = position.plies.map(({ text }) => text);
        const { move, reason } = position.cut;
        shown = Math.min(ply, kept);
        if (shown < kept) position = await ask(shown);
        const told = `The line of play ends before move ${kept + 1}, ${move}: ${reason}.`;
        store.set({
          ...(state.match ? { match: { ...state.match, broken: `${told} Ask for another link.` } } : {}),
          moves: texts, ply: shown, plies: plies.slice(0, kept), position, positionGame, positionError: null,
          positionOf: { ref, start, moves: texts.slice(0, shown) },
          notice: { kind: "note", text: told },
        });
        return;
      }
      if (another && ply < moves.length) position = await ask(ply);
      store.set({ position, positionGame, plies, positionError: null, positionOf: { ref, start, moves: moves.slice(0, ply) } });
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
    if (!changed(state, before, "position", "seats", "paused", "ply", "setup", "learned")) return;
    const seat = state.position?.toAct?.seat;
    // Seat 0 is nature, which draws by its odds; while the game is paused, one may choose what comes up.
    const agent = seat === undefined ? "person" : seat === 0 ? "random" : state.seats[seat - 1] ?? "person";
    if (agent === "person" || state.paused || state.setup || !settled(state) || state.ply !== state.moves.length || !state.ref) {
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
