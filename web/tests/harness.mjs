// What tests of the page share: the page built into a folder of its own beside the engine, served, and opened in a browser.
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(web);
const engine = process.env.RULEBOOK_ENGINE ?? join(root, "target/wasm/engine.wasm");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Builds the page and serves it as any web server would; `stop` ends it, as a network that is gone. */
export async function servePage() {
  const folder = await mkdtemp(join(tmpdir(), "rulebook-page-"));
  execFileSync(process.execPath, [join(web, "build.mjs"), "--out", folder], { stdio: "pipe" });
  await cp(engine, join(folder, "engine.wasm")).catch(() => {
    throw new Error(`no engine at ${engine}: build it with \`.ci/wasm build\`, or name it in RULEBOOK_ENGINE`);
  });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    try {
      const content = await readFile(join(folder, name));
      response.setHeader("content-type", TYPES[extname(name)] ?? "text/plain");
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  return { url: `http://127.0.0.1:${server.address().port}/`, stop, folder, clean: () => rm(folder, { recursive: true, force: true }) };
}

export const launch = () => chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });

/** A page in a fresh profile; errors of its scripts fail the test that opened it. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error.stack ?? error)));
  await page.goto(url);
  return page;
}

/** The state of the page as the player sees it, through what the page shows: the line at hand. */
export const moves = (page) => page.locator(".move-list .move:not(.start, .aside)").evaluateAll((all) => all.map((move) => move.lastChild.textContent));
export const prompt = (page) => page.locator(".prompt").innerText();

export async function settled(page) {
  await page.waitForFunction(() => document.querySelector(".prompt") && !document.querySelector(".prompt.waiting, .editor:empty"));
}

/** Text of the sheet, which the editor draws only where it is scrolled to. */
export async function written(page, text) {
  const found = page.locator(".cm-content").getByText(text);
  for (let top = 0; top < 20_000 && !(await found.count()); top += 200) {
    await page.locator(".cm-scroller").evaluate((scroller, top) => { scroller.scrollTop = top; }, top);
    await page.waitForTimeout(60);
  }
  return found.first();
}

/** Opens a shipped game from the gallery. */
export async function openGame(page, title) {
  if (!(await page.locator("dialog[open]").count())) await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search games" }).fill(title);
  await page.locator(".tile", { has: page.locator(".tile-title", { hasText: new RegExp(`^${title}$`) }) }).click();
  await page.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, title);
  await settled(page);
}
