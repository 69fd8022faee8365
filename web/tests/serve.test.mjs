// `rulebook serve` in a browser: the page that the program holds, its own engine, files on the disk, and who is kept out.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, moves, openGame, openPage, prompt, root, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const sheet = (title, size = 3) => `/// A small game.\ngame "${title}" {\n  players Black, White\n  board square(${size})\n  piece stone\n  move place {\n    pick c in empty\n    put my stone on c\n  }\n  turn place\n  end when no empty { draw }\n}\n`;

let browser, folder, served, stranger;
before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  folder = await mkdtemp(join(tmpdir(), "rulebook-serve-"));
  await mkdir(join(folder, "more"));
  await writeFile(join(folder, "small.game"), sheet("Small"));
  await writeFile(join(folder, "more", "deep & far.game"), sheet("Deep"));
  await writeFile(join(folder, "..", "rulebook-outside.game"), sheet("Outside"));
  await symlink(join(folder, "..", "rulebook-outside.game"), join(folder, "link.game"));
  served = await serve(folder);
  stranger = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>A page of another site</title>"));
  await new Promise((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const child of children) child.kill();
  stranger?.close();
  await rm(join(folder, "..", "rulebook-outside.game"), { force: true });
  await rm(folder, { recursive: true, force: true });
});

const children = [];
/** Starts the program and waits for its link. */
async function serve(...opened) {
  const by = (name, value) => (opened.includes(name) ? [] : [name, value]);
  const child = spawn(program, ["serve", ...by("--data", join(folder, ".kept")), ...by("--port", "0"), ...opened], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    if (said.includes("\n")) break;
  }
  const link = new URL(said.trim());
  return { child, link: link.href, origin: link.origin, token: link.searchParams.get("token") };
}

/** The page, with all that its browser complains about: violations of the policy among them. */
async function opened(link, options) {
  const page = await openPage(browser, "about:blank", options);
  page.complaints = [];
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  await page.addInitScript(() => document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => console.error(`${violatedDirective} ${blockedURI}`)));
  await page.goto(link);
  await settled(page);
  return page;
}

async function close(page, ...expected) {
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.complaints.filter((text) => !expected.some((pattern) => pattern.test(text))), []);
  await page.context().close();
}

const file = (path) => `${served.link}#file=${encodeURIComponent(path)}`;
const board = (page) => page.locator(".board-area rulebook-board");
const title = (page, wanted) => page.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, wanted);
const onDisk = (path) => readFile(join(folder, path), "utf8");

/** Writes over what stands between the quotation marks of the title. */
async function rename(page, name) {
  await page.locator(".cm-content").getByText("game \"").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(`game "${name}" {`);
  await title(page, name);
}

test("the page of the program plays with its engine, and breaks no policy", async () => {
  const page = await opened(served.link);
  await openGame(page, "Hex");
  for (const cell of [7, 60]) {
    await board(page).locator(`[data-cell="${cell}"]`).click();
    await settled(page);
  }
  assert.equal((await moves(page)).length, 2);
  await page.waitForFunction(() => /\d random games/.test(document.querySelector(".numbers").innerText), null, { timeout: 30_000 });
  assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".wasm"))), false);
  // Everything that is made and shown from within the page: files, pictures, a frame to print.
  await page.getByRole("button", { name: "Share" }).click();
  for (const name of ["Rule sheet", "Record of the game", "Board as SVG", "Board as PNG", "Report"]) {
    const [made] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), page.getByRole("button", { name, exact: true }).click()]);
    assert.ok((await readFile(await made.path())).length > 50, name);
  }
  await page.getByRole("button", { name: "Rule sheet for the box" }).click();
  await page.frameLocator("iframe.printed").locator("h1").waitFor({ state: "attached", timeout: 30_000 });
  await close(page);
});

test("the files of the folder are listed and opened, in folders too", async () => {
  const page = await opened(served.link);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  const files = page.locator(".tiles.files li");
  await files.getByText("Small", { exact: true }).waitFor();
  assert.deepEqual(await files.locator(".tile-doc").allInnerTexts(), ["more/deep & far.game", "small.game"]);
  await files.filter({ hasText: "more/deep & far.game" }).getByRole("button").click();
  await title(page, "Deep");
  await board(page).getByLabel(/^b2\b/).click();
  await settled(page);
  assert.deepEqual(await moves(page), ["b2"]);
  await close(page);
});

test("one file, and a shipped game, open at once", async () => {
  for (const [argument, wanted] of [[join(folder, "small.game"), "Small"], ["clobber", "Clobber"]]) {
    const own = await serve(argument);
    const page = await opened(own.link);
    await title(page, wanted);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await close(page);
    own.child.kill();
  }
});

test("what is saved in the page stands on the disk", async () => {
  await writeFile(join(folder, "saved.game"), sheet("Before"));
  const page = await opened(file("saved.game"));
  await title(page, "Before");
  await rename(page, "After");
  assert.match(await onDisk("saved.game"), /Before/, "nothing is written before it is saved");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".notice", { hasText: "saved" }).waitFor();
  assert.equal(await onDisk("saved.game"), sheet("After"));
  await rename(page, "Later");
  await page.keyboard.press("Control+s");
  await until(async () => /Later/.test(await onDisk("saved.game")));
  await close(page);
});

test("a sheet of one's own gets a file, never over another", async () => {
  const page = await opened(served.link);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.getByRole("button", { name: "New sheet" }).click();
  await page.getByRole("button", { name: "Stones in a row" }).click();
  await title(page, "My Game");
  await page.getByRole("button", { name: "Save …" }).click();
  const name = page.getByRole("textbox", { name: "File" });
  await name.fill("small.game");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByText("There is a file of this name", { exact: false }).waitFor();
  assert.match(await onDisk("small.game"), /Small/);
  await name.fill("../outside.game");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").locator(".error-text").waitFor();
  await name.fill("more/mine");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".notice", { hasText: "more/mine.game saved" }).waitFor();
  assert.match(await onDisk("more/mine.game"), /My Game/);
  await page.locator(".sheet-bar h2", { hasText: "more/mine.game" }).waitFor();
  await close(page, /409|403|400/);
});

test("another editor's changes are taken, and the line of play stays", async () => {
  await writeFile(join(folder, "live.game"), sheet("Live"));
  const page = await opened(file("live.game"));
  await title(page, "Live");
  await board(page).getByLabel(/^b2\b/).click();
  await settled(page);
  await writeFile(join(folder, "live.game"), sheet("Livelier", 5));
  await title(page, "Livelier");
  await page.waitForFunction(() => document.querySelector(".board-area rulebook-board").shadowRoot.querySelectorAll("[data-cell]").length === 25);
  assert.deepEqual(await moves(page), ["b2"]);
  await close(page);
});

test("what both have changed is asked, and nobody's work is lost", async () => {
  await writeFile(join(folder, "both.game"), sheet("Theirs"));
  const page = await opened(file("both.game"));
  await title(page, "Theirs");
  await rename(page, "Mine");
  await writeFile(join(folder, "both.game"), sheet("Theirs again"));
  await page.locator(".notice", { hasText: "both.game" }).getByRole("button", { name: "Take the one on the disk" }).click();
  await title(page, "Theirs again");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  await title(page, "Mine");
  await close(page);
});

test("saving over what has changed meanwhile is refused until one has looked", async () => {
  await writeFile(join(folder, "race.game"), sheet("First"));
  const page = await opened(file("race.game"));
  await title(page, "First");
  // The news of the change comes later than the save.
  await page.route("**/events*", (route) => route.abort());
  await page.reload();
  await title(page, "First");
  await rename(page, "Second");
  await writeFile(join(folder, "race.game"), sheet("Third"));
  const [response] = await Promise.all([page.waitForResponse((response) => response.request().method() === "PUT"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  assert.equal(response.status(), 409);
  await page.locator(".notice", { hasText: "race.game" }).waitFor();
  assert.match(await onDisk("race.game"), /Third/);
  // Saving again asks again: only who chooses writes over the other.
  await page.keyboard.press("Control+s");
  await page.waitForTimeout(200);
  assert.match(await onDisk("race.game"), /Third/);
  const asked = page.locator(".notice", { hasText: "race.game" });
  assert.ok(await contrast(asked.getByRole("button", { name: "Write mine over it" })) >= 4.5, "the button can hardly be read");
  await asked.getByRole("button", { name: "Write mine over it" }).click();
  await until(async () => /Second/.test(await onDisk("race.game")));
  await close(page, /409|ERR_FAILED/);
});

test("a game is learned by the program, and its player plays after a reload", async () => {
  await writeFile(join(folder, "learned.game"), sheet("Learned").replace("end when no empty { draw }", "line three = 3 like-coloured stones in a row\n  end when some three { last mover wins }\n  end when no empty { draw }"));
  const own = await serve(folder);
  const page = await opened(`${own.link}#file=learned.game`);
  await title(page, "Learned");
  const panel = page.getByRole("region", { name: "Learned player" });
  await panel.getByLabel("How long it learns").selectOption("quick");
  await panel.getByRole("button", { name: "Learn this game" }).click();
  await panel.getByRole("button", { name: "Play against it" }).click({ timeout: 120_000 });
  await board(page).getByLabel(/^b2\b/).click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 2);
  // A program that was started anew has no player: the page, which keeps it, sends it.
  const { port } = new URL(own.link);
  own.child.kill();
  await new Promise((resolve) => own.child.once("exit", resolve));
  const again = await serve(folder, "--port", port);
  await page.goto(`${again.link}#file=learned.game`);
  await title(page, "Learned");
  await panel.getByRole("button", { name: "Download" }).waitFor();
  const [sent] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "PUT"),
    page.getByLabel("Seat 1 is played by").selectOption({ label: "learned, 1 ply" }),
  ]);
  assert.equal(sent.status(), 200);
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length === 1);
  assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".wasm"))), false);
  await close(page, /ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY|ERR_FAILED|Failed to load/);
});

test("a link cannot lead out of the folder", async () => {
  const page = await opened(served.link);
  for (const path of ["../rulebook-outside.game", "/etc/passwd", "link.game", "more/../../rulebook-outside.game", ".hidden/x.game", "small.game\0.txt"]) {
    const status = await page.evaluate(async ([path, token]) => (await fetch(`files/${path.split("/").map(encodeURIComponent).join("/")}`, { headers: { "x-rulebook-token": token } })).status, [path, served.token]);
    assert.ok(status === 400 || status === 403 || status === 404, `${path}: ${status}`);
    await page.evaluate((path) => { location.hash = `#file=${encodeURIComponent(path)}`; }, path);
    await page.locator(".notice.error").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click({ force: true });
    assert.notEqual(await page.locator("h1").innerText(), "Outside");
  }
  await close(page, /40\d/);
});

test("another site's page can neither ask nor show it", async () => {
  const page = await openPage(browser, `http://127.0.0.1:${stranger.address().port}/`);
  const tried = await page.evaluate(async ({ origin, token, link }) => {
    const read = async (ask) => { try { const response = await ask(); return response.type === "opaque" ? "opaque" : response.status; } catch { return "refused"; } };
    const body = JSON.stringify({ method: "about", params: {} });
    const frame = document.createElement("iframe");
    frame.src = link;
    const shown = new Promise((resolve) => { frame.onload = () => { try { resolve(frame.contentDocument === null ? "blocked" : "read"); } catch { resolve("blocked"); } }; });
    document.body.append(frame);
    const script = document.createElement("script");
    script.src = `${origin}/studio.js`;
    const run = new Promise((resolve) => { script.onload = () => resolve("run"); script.onerror = () => resolve("refused"); });
    document.body.append(script);
    return {
      // Even with the token, should it have come into wrong hands.
      ask: await read(() => fetch(`${origin}/api?token=${token}`, { method: "POST", body })),
      header: await read(() => fetch(`${origin}/api`, { method: "POST", body, headers: { "x-rulebook-token": token } })),
      blind: await read(() => fetch(`${origin}/files/small.game?token=${token}`, { method: "PUT", mode: "cors", body: JSON.stringify({ text: "", version: "" }) })),
      files: await read(() => fetch(`${origin}/files?token=${token}`)),
      events: await new Promise((resolve) => { const source = new EventSource(`${origin}/events?token=${token}`); source.onopen = () => resolve("open"); source.onerror = () => { source.close(); resolve("refused"); }; }),
      frame: await shown,
      script: await run,
    };
  }, { origin: served.origin, token: served.token, link: served.link });
  assert.deepEqual(tried, { ask: "refused", header: "refused", blind: "refused", files: "refused", events: "refused", frame: "blocked", script: "refused" });
  assert.match(await onDisk("small.game"), /Small/);
  await page.context().close();
});

test("without the token nothing is given", async () => {
  const page = await openPage(browser, `${served.origin}/`);
  assert.match(await page.locator("body").innerText(), /open the link that `rulebook serve` has printed/);
  assert.deepEqual(await page.evaluate(async () => [await fetch("/files"), await fetch("/files/small.game"), await fetch("/api", { method: "POST", body: "{}" })].map(({ status }) => status)), [401, 401, 401]);
  await page.context().close();
});

test("a program that is gone is said, and the work is kept", async () => {
  // A port that is named: the link is the same at each start.
  const port = String(await freePort());
  const own = await serve(folder, "--port", port);
  const page = await opened(`${own.link}#file=small.game`);
  await title(page, "Small");
  own.child.kill();
  await new Promise((resolve) => own.child.once("exit", resolve));
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// kept\n");
  await page.locator(".reach", { hasText: "Start rulebook serve again" }).waitFor();
  await page.keyboard.press("Control+s");
  await page.locator(".notice.error", { hasText: "was not saved: the program cannot be reached" }).waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /Failed to fetch/);
  // Another program at the port does not know the page: where the work is found is said.
  const other = await serve(folder, "--port", port, "--data", join(folder, ".other"));
  await page.locator(".reach", { hasText: "Open the link that it has printed" }).waitFor();
  other.child.kill();
  await new Promise((resolve) => other.child.once("exit", resolve));
  // The same program again: the page goes on with what was written meanwhile, and saves it.
  await serve(folder, "--port", port);
  await page.waitForFunction(() => !document.querySelector(".reach p"));
  await page.waitForFunction(() => document.querySelector(".badge")?.textContent.startsWith("check"));
  assert.match(await page.locator(".cm-content").innerText(), /kept/);
  await page.keyboard.press("Control+s");
  await until(async () => /kept/.test(await onDisk("small.game")));
  await close(page, /ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY|ERR_FAILED|Failed to load|MIME type|401/);
});

/** A port that nobody listened at a moment ago. */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** The contrast of the text of an element with what is behind it, as WCAG counts it. */
const contrast = (locator) => locator.evaluate((element) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const light = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    const [red, green, blue] = [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return a === 0 ? null : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  let behind = element;
  while (light(getComputedStyle(behind).backgroundColor) === null) behind = behind.parentElement;
  const [text, ground] = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)].sort((a, b) => b - a);
  return (text + 0.05) / (ground + 0.05);
});

async function until(holds) {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail("it did not come to be");
}
