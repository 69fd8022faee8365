// The folder that `rulebook serve` has opened: its sheets, saved on request alone, and read again when another program changes them.

import type { Studio } from "./studio";

interface Listing { files: string[]; open: string | null; shipped: string | null }
interface Content { path: string; text: string; version: string }

export class Folder {
  /** The open file as it was last read from the disk or written to it. */
  private saved: Content | null = null;
  files: string[] = [];
  /** What the server was asked to begin with. */
  first: { file: string | null; shipped: string | null } = { file: null, shipped: null };

  constructor(private readonly studio: Studio, private readonly token: string | null) {}

  async start() {
    const listing = await this.list();
    this.first = { file: listing.open, shipped: listing.shipped };
    const events = new EventSource(new URL(`events${this.token ? `?token=${encodeURIComponent(this.token)}` : ""}`, document.baseURI));
    events.addEventListener("change", (event) => void this.changed((JSON.parse((event as MessageEvent<string>).data) as { files: string[] }).files));
  }

  async open(path: string) {
    const content = await this.read(path);
    this.studio.open({ text: content.text, origin: { type: "disk", name: path } });
    this.saved = content;
  }

  /** Goes on with a draft of a file: the disk may have moved on. */
  async resume() {
    const { origin } = this.studio.state;
    if (origin.type !== "disk") return;
    this.saved = { path: origin.name, text: "", version: "" };
    await this.changed([origin.name]);
  }

  async save() {
    const { origin, text } = this.studio.state;
    if (origin.type !== "disk") return;
    const version = this.saved?.path === origin.name ? this.saved.version : "";
    const response = await this.ask(place(origin.name), { method: "PUT", body: JSON.stringify({ text, version }) });
    if (response.status === 409) return this.changed([origin.name]);
    const written = (await checked(response).json()) as { version: string };
    this.saved = { path: origin.name, text, version: written.version };
    this.studio.note(`${origin.name} saved`);
  }

  /** Takes what changed on the disk, unless it was changed here as well: then that is asked. */
  private async changed(paths: string[]) {
    await this.list().catch(() => {});
    const { origin } = this.studio.state;
    if (origin.type !== "disk" || !paths.includes(origin.name)) return;
    const content = await this.read(origin.name).catch(() => null);
    const now = this.studio.state.text;
    if (content === null || content.version === this.saved?.version) return;
    const before = this.saved;
    if (content.text === now) {
      this.saved = content;
      return;
    }
    const take = () => {
      this.saved = content;
      this.studio.editor?.change([{ span: { start: 0, end: this.studio.state.text.length }, text: content.text }]);
    };
    if (now === before?.text) take();
    else this.studio.note(`${origin.name} on the disk is another than the one here. Saving again writes yours.`, "note", { title: "Take the one on the disk", run: take });
    // Who saves after having been told means it.
    if (this.saved === before) this.saved = { path: content.path, text: before?.text ?? "", version: content.version };
  }

  private async list(): Promise<Listing> {
    const listing = (await checked(await this.ask("files")).json()) as Listing;
    this.files = listing.files;
    return listing;
  }

  private async read(path: string): Promise<Content> {
    const content = (await checked(await this.ask(place(path))).json()) as Content;
    return { ...content, text: content.text.replaceAll("\r\n", "\n") };
  }

  private ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "content-type": "application/json", ...(this.token ? { "x-rulebook-token": this.token } : {}) };
    return fetch(new URL(path, document.baseURI), { ...init, headers });
  }
}

const place = (path: string) => `files/${path.split("/").map(encodeURIComponent).join("/")}`;

function checked(response: Response): Response {
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
  return response;
}
