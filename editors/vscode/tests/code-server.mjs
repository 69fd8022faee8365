// The packaged extension in VS Code itself, as code-server runs it in a browser: it is installed, a rule sheet with a planted mistake
// is opened, and a user does with it what the README says. A step that cannot be taken is a failure.
//
//   npm run test:code-server [-- --screenshot FILE]
//
// Needs Node 20, a compiler for C++ and Chromium; downloads code-server into `target/code-server` the first time. RULEBOOK names the
// program, CHROMIUM the browser, CODE_SERVER a folder with code-server in its node_modules.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { program, root } from "./lsp.mjs";

const VERSION = "4.100.3";
const PATIENCE = 60_000;
const here = join(root, "editors/vscode");
const is = (path) => access(path).then(() => true, () => false);
const say = (text) => console.log(`code-server: ${text}`);
const run = (command, args, cwd, env = {}) => execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] });

/** Where code-server is. Scripts of its many packages do not run, but those that build the modules that it cannot do without. */
async function installed() {
  const folder = process.env.CODE_SERVER ?? join(root, "target/code-server");
  const entry = join(folder, "node_modules/code-server/out/node/entry.js");
  const vscode = join(folder, "node_modules/code-server/lib/vscode");
  if (await is(join(folder, "complete"))) return entry;
  say(`installing code-server ${VERSION}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{"private": true}\n');
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--ignore-scripts", ...quiet, `code-server@${VERSION}`], folder);
  run("npm", ["install", "--ignore-scripts", "--omit=dev", ...quiet], vscode);
  const yes = { npm_config_yes: "true" };
  run("npm", ["rebuild", "--loglevel=error", "argon2"], folder, yes);
  run("npm", ["rebuild", "--loglevel=error", "@vscode/spdlog", "native-watchdog", "node-pty"], vscode, yes);
  if (!(await is(join(vscode, "node_modules.asar")))) await symlink("node_modules", join(vscode, "node_modules.asar"));
  await writeFile(join(folder, "complete"), `${VERSION}\n`);
  return entry;
}

const freePort = () => new Promise((resolve, reject) => {
  const server = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

const work = await mkdtemp(join(tmpdir(), "rulebook-code-server-"));
const folder = join(work, "games");
const own = 'variant "Own" of "Tic-Tac-Toe" {\n}\n';
let server = null;
let browser = null;
let page = null;
try {
  await access(program);
  const entry = await installed();
  run("npx", ["vsce", "package", "--out", join(work, "rulebook.vsix")], here);
  const [data, extensions, config] = [join(work, "data"), join(work, "extensions"), join(work, "config.yaml")];
  await writeFile(config, "auth: none\n");
  await mkdir(join(data, "User"), { recursive: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(data, "User/settings.json"), JSON.stringify({
    "rulebook.path": "/nowhere/rulebook", "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
    "editor.minimap.enabled": false, "workbench.tips.enabled": false, "extensions.autoCheckUpdates": false, "window.commandCenter": false,
    "workbench.colorTheme": "Default Light Modern", "workbench.secondarySideBar.defaultVisibility": "hidden", "chat.commandCenter.enabled": false,
  }));
  await cp(join(root, "editors/tests/sheet.game"), join(folder, "sheet.game"));
  await cp(join(root, "games/territory/emulsion.game"), join(folder, "emulsion.game"));
  await writeFile(join(folder, "own.game"), own);
  const places = ["--config", config, "--user-data-dir", data, "--extensions-dir", extensions];
  run(process.execPath, [entry, ...places, "--install-extension", join(work, "rulebook.vsix")], work);
  say("the package is installed");

  const port = await freePort();
  server = spawn(process.execPath, [entry, ...places, "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", folder], { cwd: work, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (data) => { log += data; });
  await new Promise((resolve, reject) => {
    const wait = setInterval(() => { if (/HTTP server listening/.test(log)) { clearInterval(wait); resolve(); } }, 100);
    server.once("exit", (status) => reject(new Error(`code-server ended with status ${status}:\n${log}`)));
    setTimeout(() => { clearInterval(wait); reject(new Error(`code-server did not start:\n${log}`)); }, PATIENCE).unref();
  });

  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1360, height: 850 }, reducedMotion: "reduce" });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${port}/?folder=${folder}`);
  await page.locator(".monaco-workbench").waitFor();

  const open = async (name) => {
    await page.getByRole("treeitem", { name }).first().dblclick();
    await page.locator(".tab.active", { hasText: name }).waitFor();
    await page.locator(".editor-instance .view-line").first().waitFor();
  };
  const text = async () => (await page.locator(".editor-instance .view-lines").first().innerText()).replaceAll("\u00a0", " ");
  const until = async (what, held) => {
    const end = Date.now() + PATIENCE;
    while (!(await held())) {
      if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
      await page.waitForTimeout(100);
    }
    say(what);
  };
  const goTo = async (line, column) => {
    await page.keyboard.press("Control+g");
    await page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  };
  const lens = (title) => page.locator(".codelens-decoration a", { hasText: title }).first();
  const sheet = await readFile(join(folder, "sheet.game"), "utf8");
  const place = (word) => {
    const before = sheet.slice(0, sheet.search(new RegExp(`\\b${word}\\b`))).split("\n");
    return [before.length, before.at(-1).length + 1];
  };

  await open("sheet.game");
  const toast = page.locator(".notification-toast", { hasText: "There is no program at /nowhere/rulebook" });
  await toast.getByRole("button", { name: "How to install" }).click();
  await page.locator(".tab.active", { hasText: "README" }).waitFor();
  await page.frameLocator("iframe.webview").frameLocator("iframe#active-frame").getByText("cargo install --path").waitFor();
  await page.locator(".tab.active .codicon-close").click();
  await page.locator(".tab.active", { hasText: "sheet.game" }).waitFor();
  say("who has no program is told how to install it");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(">Rulebook: Restart the Language Server");
  await page.keyboard.press("Enter");
  await toast.getByRole("button", { name: "Open settings" }).click();
  // The program is one of the machine, which is another than that of the browser.
  await page.locator(".settings-tabs-widget").getByText("Remote").click();
  await page.locator('[data-key="rulebook.path"] input').first().fill(program);
  await page.keyboard.press("Tab");
  await page.waitForTimeout(1000);
  await page.locator(".tab.active .codicon-close").click();
  await page.locator(".tab.active", { hasText: "sheet.game" }).waitFor();
  await page.locator(".squiggly-error").first().waitFor();
  say("the mistake is underlined");
  await goTo(...place("emty"));
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row", { hasText: "empty" }).first().waitFor();
  await page.keyboard.press("Enter");
  await until("the quick fix is made", async () => (await text()).includes("pick c in empty & rim"));
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  say("and nothing is underlined");

  await goTo(...place("rim"));
  await page.keyboard.press("F2");
  await page.locator(".rename-box input, .rename-input").first().fill("border");
  await page.keyboard.press("Enter");
  await until("the name is another, in the variant as well", async () => {
    const now = await text();
    return now.match(/\bborder\b/g)?.length === 3 && !/\brim\b/.test(now);
  });

  await lens("perft").click();
  await until("a lens counts lines of play", async () => (await page.locator("body").innerText()).replaceAll("\u00a0", " ").includes("lines of play by depth: 12, 132"));

  await lens("play").click();
  const board = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  await board.locator("rulebook-board .hit.open").first().waitFor();
  assert.equal(await board.locator("rulebook-board .hit").count(), 16);
  assert.equal(await board.locator("rulebook-board .hit.open").count(), 12);
  await board.locator("rulebook-board .hit.open").first().click();
  await until("a click plays a move", async () => (await board.locator("#moves").innerText()).trim() !== "");
  await until("and it is the other's turn", async () => /White/.test(await board.locator("#prompt").innerText()));

  // An edit is followed, the move stays.
  await page.locator(".editor-instance .view-lines").first().click();
  await goTo(...place("4"));
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.type("5");
  await until("the board follows the text", async () => (await board.locator("rulebook-board .hit").count()) === 25);
  assert.notEqual((await board.locator("#moves").innerText()).trim(), "");

  // The definition of a name of a shipped game: its text, to read.
  await open("own.game");
  await goTo(1, own.indexOf("Tic") + 1);
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "tic-tac-toe.game" }).waitFor();
  await until("the text of a shipped game is shown", async () => (await text()).includes('game "Tic-Tac-Toe"'));
  await page.keyboard.type("x");
  await page.waitForTimeout(500);
  assert.ok((await text()).includes('game "Tic-Tac-Toe"'), "it can be changed");

  const at = process.argv.indexOf("--screenshot");
  if (at > 0) await picture(process.argv[at + 1]);
  say("everything is as it should be");

  /** The picture of the documents: Emulsion with its board beside it, and a finding. */
  async function picture(file) {
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+w");
    await page.waitForTimeout(1000);
    await open("emulsion.game");
    // Neither the output nor the list of files.
    await page.keyboard.press("Control+j");
    await page.keyboard.press("Control+b");
    await lens("play").waitFor();
    await lens("play").click();
    await board.locator("rulebook-board .hit.open").first().waitFor();
    const cells = board.locator("rulebook-board .hit.open");
    for (const pick of [0.5, 0, 0.4, 0.9, 0.6, 0.5, 0.3, 0.2]) {
      await cells.first().waitFor();
      await cells.nth(Math.floor(pick * (await cells.count()))).click();
      await page.waitForTimeout(700);
    }
    await page.mouse.move(5, 500);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: file });
  }
} catch (error) {
  if (page) {
    const file = join(tmpdir(), "rulebook-code-server-failed.png");
    await page.screenshot({ path: file }).catch(() => {});
    console.error(`the window as it was: ${file}`);
  }
  console.error("code-server: FAILED");
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server?.removeAllListeners("exit");
  server?.kill();
  await rm(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 300 });
}
