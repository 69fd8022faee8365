// Work is kept in the browser's storage as it goes, each tab's apart from the others'.

import { checksum } from "./share";
import type { Store } from "./store";
import type { State, Work } from "./state";
import { isPlain, read as readTree, write } from "./tree";
import { t } from "./words";

const PREFIX = "rulebook.draft.";
const KEPT = 30;

export interface Draft {
  id: string;
  time: number;
  title: string;
  work: Work;
  /** The link that the work began with. */
  opened: string | null;
  /** Whether anything was done: a game that was only looked at is no draft to be listed. */
  touched: boolean;
  /** Whether it is of a file of a folder, and holds what the disk does not. */
  unsaved?: boolean;
}

/** The draft of this tab. A tab that was duplicated begins a draft of its own with the same content. */
export class Drafts {
  private id = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opened: string | null = null;
  private failed = false;
  /** Whether something is kept under the name of this tab. */
  private used = false;

  /** Whether a file of a folder holds what the disk does not. */
  unsaved: (state: State) => boolean = () => false;

  constructor(private readonly complain: (message: string) => void) {}

  /** The work of this tab before it was reloaded, if it was. */
  async restore(): Promise<Draft | null> {
    const known = session("rulebook.tab");
    const own = known !== null && (await lock(known));
    const draft = known === null ? null : read(PREFIX + known);
    if (own) this.id = known;
    else {
      this.id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
      await lock(this.id);
      session("rulebook.tab", this.id);
    }
    this.opened = draft?.opened ?? null;
    this.used = own && draft !== null;
    return draft;
  }

  /** Saves what changes in the store, and at the latest when the page goes. `opened` is the link that the work began with. */
  follow(store: Store<State>) {
    const save = () => this.save(store.get());
    store.subscribe((state, before) => {
      if (KEYS.every((key) => state[key] === before[key]) && state.tree === before.tree && state.looking === before.looking && state.gallery === before.gallery) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(save, 200);
    });
    addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", () => document.hidden && save());
  }

  /** From now on another work: what was there stays as a draft. */
  begin(opened: string | null, store: Store<State>) {
    if (this.used) {
      this.save(store.get());
      this.id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
      void lock(this.id);
      session("rulebook.tab", this.id);
    }
    this.opened = opened;
    this.used = true;
  }

  /** Drafts of other tabs and of before, the newest first. */
  list(): Draft[] {
    const drafts: Draft[] = [];
    for (const key of keys()) {
      const draft = read(key);
      if (draft?.touched && draft.id !== this.id) drafts.push(draft);
    }
    return drafts.sort((a, b) => b.time - a.time);
  }

  remove(id: string) {
    try {
      localStorage.removeItem(PREFIX + id);
    } catch {
      // Storage that cannot be written holds no drafts.
    }
  }

  /** Keeps the newest; what was only looked at goes first, but not while it may stand open in another tab. */
  private prune() {
    const all = keys().map(read).filter((draft) => draft !== null && draft.id !== this.id) as Draft[];
    const rank = (draft: Draft) => draft.time - (draft.touched ? 0 : 7 * 24 * 3_600_000);
    for (const old of all.sort((a, b) => rank(b) - rank(a)).slice(KEPT)) this.remove(old.id);
  }

  private save(state: State) {
    clearTimeout(this.timer);
    if (!this.id || state.sheet === 0) return;
    // A line that is only looked at is no work.
    const of = { ...state, ...state.looking?.game };
    const work = Object.fromEntries(KEYS.map((key) => [key, of[key]])) as unknown as Work;
    // As text: a line may have more moves than a value in JSON may have levels.
    const tree = isPlain(of.tree) ? {} : { tree: write(of.tree) };
    const shipped = state.gallery.find(({ name }) => state.origin.type === "shipped" && name === state.origin.name);
    const given = state.origin.type === "new" && state.origin.given === checksum(state.text);
    const touched = (state.text !== shipped?.text && !given) || of.tree.next.length > 0 || of.start !== null;
    const draft: Draft = { id: this.id, time: Date.now(), title: state.game?.title ?? t("Untitled"), work, opened: this.opened, touched, ...(this.unsaved(state) ? { unsaved: true } : {}) };
    try {
      localStorage.setItem(PREFIX + this.id, JSON.stringify({ ...draft, ...tree }));
      this.used = true;
      this.prune();
      this.failed = false;
    } catch {
      if (!this.failed) this.complain(t("The browser has no room to keep drafts: download the sheet before you leave."));
      this.failed = true;
    }
  }
}

const KEYS = ["text", "origin", "variant", "options", "start", "moves", "ply", "seats", "match"] as const satisfies readonly (keyof Work)[];

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function read(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as (Draft & { tree?: string }) | null;
    if (typeof kept?.work?.text !== "string" || !Array.isArray(kept.work.moves)) return null;
    const { tree, ...draft } = kept;
    return tree === undefined ? draft : { ...draft, work: { ...draft.work, ...variations(tree) } };
  } catch {
    return null;
  }
}

/** Where variations cannot be read, the line is there at least. */
function variations(text: string): Pick<Work, "tree"> {
  try {
    return { tree: readTree(text) };
  } catch {
    return {};
  }
}

function session(key: string, value?: string): string | null {
  try {
    if (value !== undefined) sessionStorage.setItem(key, value);
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether this tab holds the draft `id` now, for as long as it lives. The tab before a reload may take a moment to let go. */
async function lock(id: string): Promise<boolean> {
  if (!navigator.locks) return true;
  const waited = new AbortController();
  const timer = setTimeout(() => waited.abort(), 400);
  return new Promise((resolve) => {
    navigator.locks
      .request(`rulebook.tab.${id}`, { signal: waited.signal }, () => {
        clearTimeout(timer);
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}
