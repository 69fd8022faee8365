// Firefox through WebDriver BiDi: what a smoke run needs of it. Keys and clicks are those of a person, through the browser's own input.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

const PATIENCE = 30_000;
/** Code points of keys that are no characters, as WebDriver has them. */
export const KEYS = { Control: "\uE009", End: "\uE010", Enter: "\uE007", Escape: "\uE00C", F1: "\uE031", Backspace: "\uE003" };

/** Starts Firefox with a fresh profile; `page` is its only tab. */
export async function firefox(path) {
  const profile = await mkdtemp(join(tmpdir(), "rulebook-firefox-"));
  await writeFile(join(profile, "user.js"), [
    ["browser.shell.checkDefaultBrowser", false], ["datareporting.policy.dataSubmissionEnabled", false], ["app.update.auto", false],
    ["browser.aboutwelcome.enabled", false], ["toolkit.telemetry.reportingpolicy.firstRun", false],
  ].map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
  const child = spawn(path, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, MOZ_HEADLESS_WIDTH: "1280", MOZ_HEADLESS_HEIGHT: "800" } });
  const said = [];
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once("exit", resolve));
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox did not say where it listens: ${said.join("")}`)), PATIENCE);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said.join("")}`)));
      child.stderr.setEncoding("utf8").on("data", (text) => {
        said.push(text);
        const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said.join(""))?.[1];
        if (found) resolve(found), clearTimeout(timer);
      });
    });
    const connection = await connect(`${address}/session`);
    await connection.send("session.new", { capabilities: {} });
    await connection.send("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts: [{ context }] } = await connection.send("browsingContext.getTree", {});
    return { page: new Page(connection, context), stop: async () => { connection.close(); await stop(); } };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map();
  const errors = [];
  let next = 1;
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.method === "log.entryAdded" && message.params.type === "javascript" && message.params.level === "error") errors.push(message.params.text);
    const answer = waiting.get(message.id);
    if (!answer) return;
    waiting.delete(message.id);
    if (message.type === "success") answer.resolve(message.result);
    else answer.reject(new Error(`${message.error}: ${message.message}`));
  });
  return {
    errors,
    send: (method, params) => new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    }),
    close: () => socket.close(),
  };
}

class Page {
  constructor(connection, context) {
    this.connection = connection;
    this.context = context;
  }

  /** What scripts of the page threw. */
  get errors() {
    return this.connection.errors;
  }

  goto(url) {
    return this.connection.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  reload() {
    return this.connection.send("browsingContext.reload", { context: this.context, wait: "complete" });
  }

  /** Runs a function of the page with values that JSON can hold. */
  async evaluate(run, ...values) {
    const expression = `(async () => JSON.stringify(await (${run})(...${JSON.stringify(values)})) ?? "null")()`;
    const answer = await this.connection.send("script.evaluate", { expression, target: { context: this.context }, awaitPromise: true, userActivation: true });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  /** Waits until a function of the page answers something. */
  async until(what, run, ...values) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await this.evaluate(run, ...values);
      if (found) return found;
      if (Date.now() > end) throw new Error(`waited in vain for ${what}; the page says: ${await this.evaluate(() => document.body.innerText.slice(0, 600))}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Clicks the middle of a button, a cell, a tile of the gallery or a word of the sheet, as `KIND:NAME`. */
  async click(what) {
    const { x, y } = await this.until(what, (wanted) => {
      const all = (root) => [...root.querySelectorAll("*")].flatMap((node) => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])]);
      const [, kind, name] = /^(\w+):(.*)$/.exec(wanted);
      const selector = { button: "button", cell: "[data-cell]", tile: ".tile", word: ".cm-content span" }[kind];
      const named = (node) => (node.getAttribute("aria-label") ?? node.querySelector(".tile-title")?.textContent ?? node.textContent).trim();
      const fits = (node) => (kind === "cell" ? new RegExp(`^${name}\\b`).test(named(node)) : named(node) === name);
      const node = all(document).find((node) => node.matches(selector) && fits(node) && node.getClientRects().length);
      if (!node) return null;
      node.scrollIntoView({ block: "nearest" });
      const box = node.getBoundingClientRect();
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    }, what);
    await this.actions([{ type: "pointer", id: "mouse", actions: [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] }]);
  }

  /** Types a text, or a key with others held down. */
  async type(text, ...held) {
    const press = [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    const actions = [...held.map((value) => ({ type: "keyDown", value })), ...press, ...held.reverse().map((value) => ({ type: "keyUp", value }))];
    await this.actions([{ type: "key", id: "keyboard", actions }]);
  }

  actions(actions) {
    return this.connection.send("input.performActions", { context: this.context, actions });
  }
}
