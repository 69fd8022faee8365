// A folder under `rulebook serve`: its files with their games, pictures and marks; the page is the one of this tree, whatever the
// program holds.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { launch, openPage, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const sheet = (title, more = "") => `/// A small game.\ngame "${title}" {\n  players Black, White\n  board square(3)\n  piece stone\n  move place {\n    pick c in empty\n    put my stone on c\n  }\n  turn place\n  end when no empty { draw }\n${more}}\n`;
const failing = `\n  test "the first stone wins" {\n    play "a1"\n    expect Black wins\n  }\n`;

let browser, built, folder, served;
const children = [];
before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  built = await servePage();
  folder = await mkdtemp(join(tmpdir(), "rulebook-folder-"));
  await mkdir(join(folder, "more"));
  await writeFile(join(folder, "first.game"), sheet("Alpha"));
  await writeFile(join(folder, "second.game"), `${sheet("Beta")}\nvariant "Gamma" of "Beta" {\n  board square(4)\n}\n`);
  await writeFile(join(folder, "third.game"), sheet("Delta").replace("pick c in empty", "pick c in emty"));
  await writeFile(join(folder, "more", "fourth.game"), sheet("Epsilon", failing));
  served = await serve(folder);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const child of children) child.kill();
  await built?.stop();
  await built?.clean();
  await rm(folder, { recursive: true, force: true });
});

async function serve(...opened) {
  const child = spawn(program, ["serve", ...opened], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    if (said.includes("\n")) break;
  }
  return new URL(said.trim()).href;
}

async function opened(link = served, options) {
  const page = await openPage(browser, "about:blank", options);
  const types = { js: "text/javascript", css: "text/css" };
  await page.route(/\/(studio|board|worker)\.(js|css)(\?.*)?$/, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    await route.fulfill({ body: await readFile(join(built.folder, name)), contentType: types[name.split(".").pop()] });
  });
  await page.goto(link);
  await settled(page);
  return page;
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

const title = (page, wanted) => page.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, wanted);
const onDisk = (path) => readFile(join(folder, path), "utf8");
const menu = (page) => page.locator(".folder-menu");
const entry = (page, path) => menu(page).locator(".file", { hasText: path });
const openMenu = async (page) => { if ((await menu(page).getAttribute("open")) === null) await menu(page).locator("summary").click(); };

/** Writes over what stands between the quotation marks of the title. */
async function rename(page, name) {
  await page.locator(".cm-content").getByText("game \"").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(`game "${name}" {`);
  await title(page, name);
}

test("the first file is open, the others are told of with their games and what their check finds", async () => {
  const page = await opened();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await title(page, "Alpha");
  await openMenu(page);
  await entry(page, "second.game").getByText("Beta, Gamma").waitFor();
  // Checked one by one once nothing else is to do.
  await entry(page, "first.game").getByText("no problems").waitFor({ timeout: 60_000 });
  await entry(page, "second.game").locator(".file-mark.good").waitFor({ timeout: 60_000 });
  await entry(page, "third.game").locator(".file-mark.bad", { hasText: /^✗ [1-9]/ }).waitFor({ timeout: 60_000 });
  await entry(page, "fourth.game").getByText("1 failing test").waitFor({ timeout: 60_000 });
  // What is mended by another program loses its cross.
  await writeFile(join(folder, "third.game"), sheet("Delta"));
  await entry(page, "third.game").locator(".file-mark.good").waitFor({ timeout: 60_000 });
  await entry(page, "third.game").click();
  await title(page, "Delta");
  assert.equal(await menu(page).getAttribute("open"), null, "the menu is closed");
  await close(page);
});

test("nothing is checked while somebody works", async () => {
  for (let i = 0; i < 30; i++) await writeFile(join(folder, `z${i}.game`), sheet(`Z${i}`));
  const page = await opened();
  const asked = [];
  page.on("request", (request) => {
    const { method, params } = JSON.parse(request.postData() ?? "{}");
    if (method === "check" && /^z/.test(params.game.name)) asked.push(params.game.name);
  });
  // Some are checked, and then somebody writes.
  await page.waitForRequest((request) => /"method":"check"/.test(request.postData() ?? "") && /"name":"z0.game"/.test(request.postData() ?? ""), { timeout: 60_000 });
  await page.locator(".cm-content").click();
  await page.keyboard.type("\n");
  await page.waitForTimeout(100);
  const before = asked.length;
  for (let i = 0; i < 12; i++) {
    await page.keyboard.type("\n");
    await page.waitForTimeout(250);
  }
  assert.equal(asked.length, before);
  await entry(page, "z29.game").locator(".file-mark.good").waitFor({ state: "attached", timeout: 60_000 });
  assert.ok(asked.length > before);
  await openMenu(page);
  await entry(page, "second.game").locator(".file-mark.good").waitFor({ timeout: 60_000 });
  assert.ok(asked.length > 0);
  await close(page);
});

test("what is not saved is marked, stays when one goes elsewhere, and is saved later", async () => {
  await writeFile(join(folder, "kept.game"), sheet("Kept"));
  const page = await opened(`${served}#file=kept.game`);
  await title(page, "Kept");
  assert.equal(await menu(page).locator("summary .unsaved").count(), 0);
  await rename(page, "Changed");
  await menu(page).locator("summary .unsaved").waitFor();
  await openMenu(page);
  await entry(page, "first.game").click();
  await title(page, "Alpha");
  assert.equal(await menu(page).locator("summary .unsaved").count(), 0);
  await openMenu(page);
  await entry(page, "kept.game").locator(".unsaved").waitFor();
  assert.match(await onDisk("kept.game"), /Kept/);
  await entry(page, "kept.game").click();
  await title(page, "Changed");
  await close(page);
});

test("among the games each file has a picture, its games and its mark, and is found by them", async () => {
  const page = await opened(served, { bypassCSP: true });
  await page.getByRole("button", { name: "Games", exact: true }).click();
  const files = page.locator(".tiles.files .tile");
  await files.filter({ hasText: "second.game" }).locator("rulebook-board").waitFor({ timeout: 60_000 });
  await page.getByRole("searchbox", { name: "Search games" }).fill("gamma");
  assert.equal(await files.count(), 1);
  await page.addScriptTag({ path: axe });
  await page.getByRole("searchbox", { name: "Search games" }).fill("");
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
  await files.filter({ hasText: "more/fourth.game" }).click();
  await title(page, "Epsilon");
  await openMenu(page);
  const menus = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  assert.deepEqual(menus.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
  await close(page);
});

test("what both have changed is written by nobody before one of them is chosen", async () => {
  await writeFile(join(folder, "both.game"), sheet("Begun"));
  const page = await opened(`${served}#file=both.game`);
  await title(page, "Begun");
  await rename(page, "Mine");
  await writeFile(join(folder, "both.game"), sheet("Theirs"));
  const notice = page.locator(".notice", { hasText: "both.game" });
  await notice.waitFor();
  // Saving says it again, as often as one likes.
  for (let i = 0; i < 2; i++) {
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await page.keyboard.press("Control+s");
    await notice.waitFor();
    assert.match(await onDisk("both.game"), /Theirs/);
  }
  // Both ways out can be read.
  const contrast = await notice.getByRole("button", { name: "Write mine over it" }).evaluate((button) => {
    const lightness = (colour) => {
      const [r, g, b] = /rgba?\(([^)]*)\)/.exec(colour)[1].split(",").map((part) => { const value = Number(part) / 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let ground = button;
    while (/rgba\(0, 0, 0, 0\)|transparent/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
    const [a, b] = [lightness(getComputedStyle(button).color), lightness(getComputedStyle(ground).backgroundColor)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
  assert.ok(contrast > 4.5, String(contrast));
  await notice.getByRole("button", { name: "Write mine over it" }).click();
  await page.locator(".notice", { hasText: "saved" }).waitFor();
  assert.match(await onDisk("both.game"), /Mine/);
  await close(page);
});
