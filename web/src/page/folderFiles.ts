// What is known of the files of a folder: their games, and what their check finds. One after another while nobody works.

import type { Finding, GameRef } from "../protocol";
import type { Draft } from "./drafts";
import { Store } from "./store";
import type { State } from "./state";
import type { Studio } from "./studio";

export interface FolderFile {
  path: string;
  /** The sheet with the other files that it names; null before it was read. */
  ref: GameRef | null;
  titles: string[];
  /** Errors, warnings and failing tests; null before the check. `cut`: the check took too long, and found these so far. */
  found: { errors: number; warnings: number; tests: number; cut: boolean } | null;
  /** Whether it is being checked now. */
  checking: boolean;
}

/** Milliseconds after which nobody is thought to work, and between two files. */
const IDLE = 1500;
const PAUSE = 30;
/** Seconds for the tests and for the check of a file. */
const SECONDS = 15;
const LANE = "folder";

export class FolderFiles {
  readonly store = new Store<{ files: FolderFile[] }>({ files: [] });
  /** The drafts of the browser, of which some are of files. */
  drafts: () => Draft[] = () => [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: AbortController | null = null;

  constructor(private readonly studio: Studio, private readonly read: (path: string) => Promise<{ text: string }>) {
    studio.store.subscribe((state, before) => {
      if (WORK.every((key) => state[key] === before[key])) return;
      this.working?.abort();
      this.wait(IDLE);
    });
  }

  /** The files that there are now; what is known of them stays. */
  list(paths: string[]) {
    const known = new Map(this.store.get().files.map((file) => [file.path, file]));
    this.store.set({ files: paths.map((path) => known.get(path) ?? { path, ref: null, titles: [], found: null, checking: false }) });
    this.wait(PAUSE);
  }

  /** Files that are others now, and those that name them. */
  changed(paths: string[]) {
    const stale = ({ path, ref }: FolderFile) => paths.includes(path) || paths.some((other) => Object.keys(ref?.files ?? {}).some((name) => other.endsWith(name)));
    this.working?.abort();
    this.store.set(({ files }) => ({ files: files.map((file) => (stale(file) ? { ...file, ref: null, found: null, checking: false } : file)) }));
    this.wait(PAUSE);
  }

  /** The draft of a file that holds what was never saved. */
  draftOf(path: string): Draft | null {
    return this.drafts().find(({ unsaved, work: { origin } }) => unsaved && origin.type === "disk" && origin.name === path) ?? null;
  }

  private wait(milliseconds: number) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.next(), milliseconds);
  }

  private async next() {
    const { files } = this.store.get();
    // Titles of all come before the check of the first.
    const file = files.find(({ ref }) => !ref) ?? files.find(({ found }) => !found);
    if (!file || this.working) return;
    if (busy(this.studio.state) || (file.ref && document.hidden)) return this.wait(IDLE);
    const controller = (this.working = new AbortController());
    try {
      await (file.ref ? this.check(file.path, file.ref, controller.signal) : this.open(file.path, controller.signal));
    } catch {
      // Whoever works has stopped it, and it comes again; else it cannot be read or checked, and that is what is known of it.
      if (controller.signal.aborted) this.learn(file.path, { checking: false });
      else this.learn(file.path, { ref: file.ref ?? { text: "", name: file.path }, checking: false, found: { errors: 0, warnings: 0, tests: 0, cut: true } });
    } finally {
      this.working = null;
      this.wait(controller.signal.aborted ? IDLE : PAUSE);
    }
  }

  private async open(path: string, signal: AbortSignal) {
    const { engine } = this.studio;
    let ref: GameRef = { text: (await this.read(path)).text, name: path };
    let loaded = await engine.ask("load", { game: ref }, { signal, seconds: SECONDS, lane: LANE });
    if (loaded.files) {
      const others = await Promise.all(loaded.files.map(async (name) => [name, await this.read(name).then(({ text }) => text, () => null)] as const));
      ref = { ...ref, files: Object.fromEntries(others.filter((other): other is [string, string] => other[1] !== null)) };
      loaded = await engine.ask("load", { game: ref }, { signal, seconds: SECONDS, lane: LANE });
    }
    const found = loaded.game ? null : { ...counted(loaded.findings), tests: 0, cut: false };
    this.learn(path, { ref, titles: loaded.games.map(({ title }) => title), found });
  }

  private async check(path: string, ref: GameRef, signal: AbortSignal) {
    this.learn(path, { checking: true });
    const options = { signal, seconds: SECONDS, lane: LANE };
    const tests = (await this.studio.engine.ask("tests", { game: ref }, options)).filter(({ passed }) => !passed).length;
    const { findings } = await this.studio.engine.ask("check", { game: ref, effort: "quick" }, options);
    this.learn(path, { checking: false, found: { ...counted(findings), tests, cut: false } });
  }

  private learn(path: string, patch: Partial<FolderFile>) {
    this.store.set(({ files }) => ({ files: files.map((file) => (file.path === path ? { ...file, ...patch } : file)) }));
  }
}

/** What changes while somebody works. */
const WORK = ["text", "options", "variant", "moves", "ply", "sheet", "setup"] as const satisfies readonly (keyof State)[];

/** Whether the engine has something to do that somebody waits for. */
const busy = ({ engine, numbersState, checkState, thinking, training, exploration }: State) =>
  engine !== "ready" || [numbersState, checkState].some((state) => state === "waiting" || state === "running") || thinking || !!training?.running || !!exploration?.running;

const counted = (findings: Finding[]) => ({
  errors: findings.filter(({ severity }) => severity === "error").length, warnings: findings.filter(({ severity }) => severity === "warning").length,
});
