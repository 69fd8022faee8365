// The language server, as a test asks it.
import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
export const program = process.env.RULEBOOK ?? join(root, "target/debug/rulebook");

export async function startServer(file = program) {
  const child = spawn(file, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  const findings = new Map();
  let buffer = Buffer.alloc(0);
  let next = 0;
  let ended = null;
  const gone = (why) => {
    ended = new Error(`the language server (${file} lsp) ${why}`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  child.on("error", (error) => gone(`did not start: ${error.message}`));
  child.on("exit", (status) => gone(`ended with status ${status}`));
  child.stdin.on("error", () => {});
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  child.stdout.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, head).toString())[1]);
      if (buffer.length < head + 4 + length) return;
      const message = JSON.parse(buffer.subarray(head + 4, head + 4 + length).toString());
      buffer = buffer.subarray(head + 4 + length);
      if (message.method === "textDocument/publishDiagnostics") {
        const { uri, diagnostics } = message.params;
        findings.get(uri)?.(diagnostics);
        findings.delete(uri);
      } else if (message.method && message.id !== undefined) {
        // Questions of the server are answered with nothing.
        send({ id: message.id, result: null });
      } else if (message.id !== undefined) {
        const { resolve, reject } = waiting.get(message.id) ?? {};
        waiting.delete(message.id);
        if (message.error) reject?.(new Error(message.error.message));
        else resolve?.(message.result);
      }
    }
  });
  const request = (method, params) => new Promise((resolve, reject) => {
    if (ended) return reject(ended);
    waiting.set(++next, { resolve, reject });
    send({ id: next, method, params });
  });
  const notify = (method, params) => send({ method, params });
  const { capabilities } = await request("initialize", {
    processId: process.pid, rootUri: null, initializationOptions: { check: { enable: false } },
    capabilities: { textDocument: { publishDiagnostics: {}, semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] } } },
  });
  notify("initialized", {});
  return {
    capabilities, request, notify,
    /** Opens a text; its first findings. */
    open(uri, text) {
      return new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        findings.set(uri, resolve);
        notify("textDocument/didOpen", { textDocument: { uri, languageId: "rulebook", version: 1, text } });
      });
    },
    close(uri) { notify("textDocument/didClose", { textDocument: { uri } }); },
    ask: (method, params) => request("rulebook/session", { method, params }),
    async stop() {
      await request("shutdown").catch(() => {});
      notify("exit");
      child.stdin.end();
      await new Promise((resolve) => { if (ended) resolve(); else child.on("exit", resolve); });
    },
  };
}

/** All rule sheets below a folder of the repository. */
export async function sheets(folder) {
  const found = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".game")) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    found.push({ path, uri: pathToFileURL(path).href, text: await readFile(path, "utf8") });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
