// Where the help is open. The fragment of the address says it, `#/help/words/pick`, so that the browser goes back and
// forth in it and links lead into it. With the stroke it is an address, and not a place of this page that would have to be there.

import { type Work, reference } from "../state";
import type { Studio } from "../studio";
import { openBook, wordAt } from "./book";

const PREFIX = "#/help";

/** What the help stands open at, by a fragment: "" is its contents, null that it is closed. */
export function addressOf(hash: string): string | null {
  if (hash !== PREFIX && !hash.startsWith(`${PREFIX}/`)) return null;
  try {
    return decodeURIComponent(hash.slice(PREFIX.length + 1));
  } catch {
    return "";
  }
}

export const linkTo = (address: string) => (address ? `${PREFIX}/${encodeURI(address)}` : PREFIX);

/**
 * What the history keeps of an entry: how many steps back the page without the help is, null where it all began in the help; how many
 * of them are in the help; and the fragment of the page without it.
 */
interface Kept { help: number | null; within: number; base: string }

export class Guide {
  private kept: Kept = { help: null, within: 0, base: "" };
  /** What had the focus when the help was opened. */
  private from: Element | null = null;
  /** While the browser is on its way back to the page before the help; and what was asked for in the meantime. */
  private leaving = false;
  private next: string | null = null;
  /** What was in the editor before an example. */
  before: Work | null = null;
  /** Whether the last change of the fragment opened or left the help, and nothing else. */
  only = false;

  constructor(private readonly studio: Studio) {}

  /** Begins to follow the address; answers its fragment where that is not the help's. */
  start(): string {
    const help = addressOf(location.hash);
    this.kept = (help !== null && (history.state as Kept | null)) || { help: null, within: 0, base: help === null ? location.hash : "" };
    if (help !== null) this.studio.store.set({ help });
    addEventListener("hashchange", ({ oldURL }: HashChangeEvent) => this.follow(addressOf(new URL(oldURL).hash)));
    addEventListener("keydown", (event: KeyboardEvent) => {
      if (event.key !== "F1" || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      // No help of the browser's own.
      event.preventDefault();
      if (!this.studio.state.dialog && document.querySelector("dialog[open]")) return;
      if (this.studio.state.help === null) this.open("");
      else this.close();
    });
    return help === null ? location.hash : "";
  }

  private follow(before: string | null) {
    const help = addressOf(location.hash);
    this.only = help !== null || (before !== null && location.hash === this.kept.base);
    if (help === null) {
      this.kept = { help: null, within: 0, base: location.hash };
    } else {
      const known = history.state as Kept | null;
      this.kept = known ?? { help: before === null ? 1 : this.kept.help && this.kept.help + 1, within: before === null ? 0 : this.kept.within + 1, base: this.kept.base };
      if (!known) history.replaceState(this.kept, "");
    }
    const { next } = this;
    this.leaving = false;
    this.next = null;
    if (next === null) this.show(help);
    else this.open(next);
  }

  private show(help: string | null) {
    const before = this.studio.state.help;
    if (help !== null && before === null) this.from = document.activeElement;
    this.studio.store.set(help === null ? { help } : { help, dialog: null });
    if (help === null && before !== null) this.giveBack();
  }

  /** Whether the way back leads to another page of the help. */
  get within(): boolean {
    return this.kept.within > 0;
  }

  open(address: string) {
    if (this.leaving) this.next = address;
    else if (location.hash === linkTo(address)) this.show(address);
    else location.hash = linkTo(address);
  }

  /** From what was searched for to what was found, so that the way back leads to the search. */
  choose(wanted: string, address: string) {
    history.replaceState(this.kept, "", linkTo(`search/${wanted}`));
    this.open(address);
  }

  /** As if it had not been opened: the way back leads to where the page was before. */
  close() {
    if (this.kept.help) {
      this.leaving = true;
      history.go(-this.kept.help);
    } else history.replaceState(null, "", `${location.pathname}${location.search}${this.kept.base}`);
    this.show(null);
  }

  /** Out of the way of the page; the way back leads to the help. */
  leave() {
    const { base } = this.kept;
    history.pushState(null, "", `${location.pathname}${location.search}${base}`);
    this.kept = { help: null, within: 0, base };
    this.show(null);
  }

  /** The entry of what stands at a place of the sheet; of a name of the sheet that of what declares it. */
  async explain(text: string, offset: number) {
    try {
      const book = await openBook();
      const entry = book.entryAt(text, offset);
      if (entry) return this.open(entry.address);
      const word = wordAt(text, offset);
      if (!word) return this.open("");
      const told = await this.studio.engine.ask("hover", { game: { ...reference(this.studio.state), text }, offset }, { seconds: 2 }).catch(() => null);
      const declared = /^```game\n\s*(\w+)/.exec(told?.text ?? "")?.[1];
      const declaration = declared && book.entries(declared)[0];
      this.open(declaration ? declaration.address : `search/${word}`);
    } catch {
      // The panel says what is wrong, and how to ask again.
      this.open("");
    }
  }

  private giveBack() {
    const { from } = this;
    this.from = null;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
    else document.querySelector<HTMLElement>(".help-button")?.focus();
  }
}
