// The folder that `rulebook serve` has opened: its sheets, saved on request alone, and read again when another program changes them.

import { Unreachable, reaching } from "../engine";
import { FolderFiles } from "./folderFiles";
import type { State } from "./state";
import type { Studio } from "./studio";
import { t } from "./words";

interface Listing { folder: string | null; files: string[]; open: string | null; shipped: string | null }
interface Content { path: string; text: string; version: string }

export class Folder {
  /** The open file as it was last read from the disk or written to it. */
  private saved: Content | null = null;
  /** The file on the disk that another program has changed beside the one here, until somebody says which of them stays. */
  private conflict: Content | null = null;
  /** The files with what is known of them. */
  readonly contents: FolderFiles;
  /** What the server was asked to begin with. */
  first: { file: string | null; shipped: string | null } = { file: null, shipped: null };
  /** Whether sheets can be added: one file alone, or none, was opened otherwise. */
  grows = false;

  constructor(private readonly studio: Studio, private readonly token: string | null) {
    this.contents = new FolderFiles(studio, (path) => this.read(path));
  }

  /** Whether the file that is open holds what the disk does not. */
  isUnsaved({ origin, text }: Pick<State, "origin" | "text">): boolean {
    return origin.type === "disk" && this.saved?.path === origin.name && this.saved.text !== text;
  }

  async start() {
    const listing = await this.list();
    this.grows = listing.folder !== null && listing.open === null;
    this.first = { file: listing.open ?? (this.grows ? listing.files[0] ?? null : null), shipped: listing.shipped };
    if (listing.folder === null) return;
    this.listen();
  }

  private listen() {
    const events = new EventSource(new URL(`events${this.token ? `?token=${encodeURIComponent(this.token)}` : ""}`, document.baseURI));
    events.addEventListener("change", (event) => void this.changed((JSON.parse((event as MessageEvent<string>).data) as { files: string[] }).files));
    events.onerror = () => {
      events.close();
      // What has changed while the program was away is looked at when it is back.
      void this.studio.connection?.lost().then(() => {
        this.listen();
        const { origin, files } = this.studio.state;
        return this.changed([...(origin.type === "disk" ? [origin.name] : []), ...Object.keys(files)]);
      });
    };
  }

  async open(path: string) {
    const content = await this.read(path);
    this.studio.open({ text: content.text, origin: { type: "disk", name: path } });
    this.saved = content;
    this.conflict = null;
  }

  /** Reads the files that the open sheet names, those that are known only `again`. What is not there is left to the findings. */
  async others(names: string[], again = false) {
    const { files, origin, sheet } = this.studio.state;
    const wanted = names.filter((name) => again || !(name in files));
    if (origin.type !== "disk" || wanted.length === 0) return;
    const read = await Promise.all(wanted.map(async (name) => [name, await this.read(name).then(({ text }) => text, () => null)] as const));
    // Another sheet may have been opened meanwhile.
    if (this.studio.state.sheet !== sheet || read.every(([name, text]) => (files[name] ?? null) === text)) return;
    const known = Object.entries(this.studio.state.files).filter(([name]) => !wanted.includes(name));
    this.studio.store.set({ files: Object.fromEntries([...known, ...read.filter((entry): entry is [string, string] => entry[1] !== null)]) });
  }

  /** Goes on with a draft of a file: the disk may have moved on. */
  async resume() {
    const { origin } = this.studio.state;
    if (origin.type !== "disk") return;
    this.saved = { path: origin.name, text: "", version: "" };
    this.conflict = null;
    await this.changed([origin.name]);
  }

  async save() {
    const { origin, text } = this.studio.state;
    if (origin.type !== "disk") return;
    if (this.conflict?.path === origin.name) return this.decide();
    const version = this.saved?.path === origin.name ? this.saved.version : "";
    const response = await this.ask(place(origin.name), { method: "PUT", body: JSON.stringify({ text, version }) }).catch((error: Error) => {
      throw error instanceof Unreachable ? new Error(t("{file} was not saved: the program cannot be reached. The text is kept in this browser; save again when it is back.", { file: origin.name })) : error;
    });
    if (response.status === 409) return this.changed([origin.name]);
    const { version: written } = (await (await checked(response)).json()) as { version: string };
    this.saved = { path: origin.name, text, version: written };
    this.studio.note(t("{file} saved", { file: origin.name }));
  }

  /** Makes a file of the sheet, and goes on in it. A file of this name is not written over. */
  async add(name: string) {
    const path = name.endsWith(".game") ? name : `${name}.game`;
    const { text } = this.studio.state;
    const response = await this.ask(place(path), { method: "PUT", body: JSON.stringify({ text, version: "" }) });
    if (response.status === 409) throw new Error(t("There is a file of this name: {file}. Choose another, or open that one.", { file: path }));
    const { version } = (await (await checked(response)).json()) as { version: string };
    this.saved = { path, text, version };
    this.studio.store.set({ origin: { type: "disk", name: path } });
    this.studio.note(t("{file} saved", { file: path }));
    await this.list().catch(() => {});
  }

  /** Takes what changed on the disk, unless it was changed here as well: then that is asked. */
  private async changed(paths: string[]) {
    this.contents.changed(paths);
    await this.list().catch(() => {});
    const { origin, files, loaded } = this.studio.state;
    const named = paths.filter((path) => path in files || loaded?.files?.includes(path));
    if (named.length) await this.others(named, true);
    if (origin.type !== "disk" || !paths.includes(origin.name)) return;
    const content = await this.read(origin.name).catch(() => null);
    const now = this.studio.state.text;
    if (content === null || content.version === this.saved?.version) return;
    if (content.text === now) {
      this.saved = content;
      this.conflict = null;
      return;
    }
    if (now === this.saved?.text) return this.take(content);
    this.conflict = content;
    this.decide();
  }

  /** Both have changed the file: nothing is written before somebody says which one stays. */
  private decide() {
    const { conflict } = this;
    if (!conflict) return;
    const write = () => {
      this.saved = conflict;
      this.conflict = null;
      void this.studio.save();
    };
    this.studio.note(t("{file} was changed on the disk, and here as well. Nothing is written until you choose; your text can be taken back with Ctrl Z.", { file: conflict.path }), "note",
      { title: t("Take the one on the disk"), run: () => this.take(conflict) }, { title: t("Write mine over it"), run: write });
  }

  private take(content: Content) {
    this.saved = content;
    this.conflict = null;
    this.studio.editor?.change([{ span: { start: 0, end: this.studio.state.text.length }, text: content.text }]);
  }

  private async list(): Promise<Listing> {
    const listing = (await (await checked(await this.ask("files"))).json()) as Listing;
    this.contents.list(listing.files);
    return listing;
  }

  private async read(path: string): Promise<Content> {
    const content = (await (await checked(await this.ask(place(path)))).json()) as Content;
    return { ...content, text: content.text.replaceAll("\r\n", "\n") };
  }

  private ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "content-type": "application/json", ...(this.token ? { "x-rulebook-token": this.token } : {}) };
    return reaching(this.studio.connection, new URL(path, document.baseURI), { ...init, headers });
  }
}

/** An address would go the way of dots before the server sees it. */
function place(path: string): string {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) throw new Error(t("“{file}” is no file of the folder.", { file: path }));
  return `files/${parts.map(encodeURIComponent).join("/")}`;
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error((await response.text()).trim().slice(0, 300) || t("the server answered {status}", { status: response.status }));
}
