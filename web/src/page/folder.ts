// The folder that `rulebook serve` has opened: its sheets, saved on request alone, and read again when another program changes them.

import type { Studio } from "./studio";

export class Folder {
  /** The text of the open file as it is on the disk. */
  private saved: { path: string; text: string } | null = null;
  files: string[] = [];

  constructor(private readonly studio: Studio, private readonly token: string | null) {}

  async start() {
    const listed = await fetch(new URL("files", document.baseURI), { headers: this.headers });
    // A server that has opened no folder only answers questions.
    if (!listed.ok) return;
    this.files = ((await listed.json()) as { files: string[] }).files;
    const events = new EventSource(new URL(`events${this.token ? `?token=${encodeURIComponent(this.token)}` : ""}`, document.baseURI));
    events.onmessage = ({ data }) => void this.changed((JSON.parse(data as string) as { path: string }).path);
  }

  async open(path: string) {
    const text = await this.read(path);
    this.studio.open({ text, origin: { type: "disk", name: path } });
    this.saved = { path, text };
  }

  /** Takes up a draft: the disk may have moved on. */
  async resume() {
    const { origin } = this.studio.state;
    if (origin.type !== "disk") return;
    this.saved = { path: origin.name, text: await this.read(origin.name) };
  }

  async save() {
    const { origin, text } = this.studio.state;
    if (origin.type !== "disk") return;
    await this.ask(`file?path=${encodeURIComponent(origin.name)}`, { method: "PUT", body: text });
    this.saved = { path: origin.name, text };
    this.studio.note(`${origin.name} saved`);
  }

  private async changed(path: string) {
    if (!this.files.includes(path)) this.files = [...this.files, path].sort();
    const { origin } = this.studio.state;
    if (origin.type !== "disk" || origin.name !== path) return;
    const text = await this.read(path).catch(() => null);
    const now = this.studio.state.text;
    if (text === null || text === this.saved?.text || text === now) {
      if (text === now) this.saved = { path, text };
      return;
    }
    const take = () => {
      this.saved = { path, text };
      this.studio.editor?.change([{ span: { start: 0, end: this.studio.state.text.length }, text }]);
    };
    if (now === this.saved?.text) take();
    else this.studio.note(`${path} has been changed on the disk, and here as well.`, "note", { title: "Take the one on the disk", run: take });
  }

  private async read(path: string): Promise<string> {
    return (await (await this.ask(`file?path=${encodeURIComponent(path)}`)).text()).replaceAll("\r\n", "\n");
  }

  private get headers(): Record<string, string> {
    return this.token ? { "x-rulebook-token": this.token } : {};
  }

  private async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, document.baseURI), { ...init, headers: this.headers });
    if (!response.ok) throw new Error(`the server answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return response;
  }
}
