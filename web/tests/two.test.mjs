// Two people, each in a browser of their own: a game by links that need no server, and a game in a room of `rulebook serve`, with
// somebody who looks on.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, moves, openGame, openPage, root, servePage, settled } from "./harness.mjs";

const program = process.env.RULEBOOK ?? ["release", "debug"].map((kind) => join(root, "target", kind, "rulebook")).find(existsSync);
const GAME = `/// Three in a row on a small board.
game "Rows" {
  players Black, White
  board square(3)
  piece stone
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  line three = 3 like-coloured stones in a row
  end when some three { last mover wins }
  end when no empty { draw }
}
`;

const LUCK = `game "Race" {
  players Black, White
  board square(4)
  piece stone
  die pip: 1..=6
  move place {
    pick c in empty
    put my stone on c
  }
  turn roll pip, then place
  end when no empty { draw }
}
`;

let browser, site, folder;
const children = [];
before(async () => {
  assert.ok(program, "no program: build it with `cargo build`, or name it in RULEBOOK");
  folder = await mkdtemp(join(tmpdir(), "rulebook-two-"));
  await writeFile(join(folder, "rows.game"), GAME);
  site = await servePage();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const child of children) child.kill();
  await site?.stop();
  await site?.clean();
  await rm(folder, { recursive: true, force: true });
});

const board = (page) => page.locator(".board-area rulebook-board");
const cell = (page, name) => board(page).getByLabel(new RegExp(`^${name}\\b`));
const standing = (page, text) => page.locator(".standing", { hasText: text }).waitFor();
const count = (page, wanted) => page.waitForFunction((wanted) => document.querySelectorAll(".move-list .move:not(.start)").length === wanted, wanted);
const link = async (page) => {
  // The link follows the move: what it holds is read when the field has changed.
  await page.waitForFunction(() => document.querySelector(".link-field")?.value && document.querySelector(".link-field").value !== window.lastLink);
  return page.evaluate(() => (window.lastLink = document.querySelector(".link-field").value));
};
const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
};
/** Whether a click at a cell plays nothing. */
async function deaf(page) {
  const before = (await moves(page)).length;
  for (const cell of [0, 5]) await board(page).locator(`[data-cell="${cell}"]`).click();
  await page.waitForTimeout(150);
  assert.equal((await moves(page)).length, before, "a click played");
}

/** Drops a sheet on the page, as from the desktop. */
async function drop(page, text) {
  const data = await page.evaluateHandle((text) => { const data = new DataTransfer(); data.items.add(new File([text], "rows.game")); return data; }, text);
  await page.locator(".studio").dispatchEvent("drop", { dataTransfer: data });
}

async function begin(page, player, name) {
  await page.getByRole("button", { name: "Play together" }).click();
  await page.getByRole("radio", { name: player }).check();
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: "Begin a game by link" }).click();
  await page.locator(".match").waitFor();
  await settled(page);
}

test("a whole game by link, from the first move to the last", async () => {
  const anna = await openPage(browser, site.url);
  await settled(anna);
  await awayWithGallery(anna);
  await drop(anna, GAME);
  await anna.waitForFunction(() => document.querySelector("h1")?.textContent === "Rows");
  await settled(anna);
  await begin(anna, "Black", "Anna");
  await standing(anna, "It is your move.");
  await cell(anna, "b2").click();
  await standing(anna, "It is White’s move.");
  await deaf(anna);

  const bea = await openPage(browser, "about:blank");
  await bea.goto(await link(anna));
  await settled(bea);
  await bea.locator(".person", { hasText: "Anna" }).waitFor();
  assert.deepEqual(await moves(bea), ["b2"]);
  await deaf(bea);
  await bea.getByRole("textbox", { name: "Your name" }).fill("Bea");
  await bea.getByRole("button", { name: "Play White" }).click();
  await standing(bea, "It is your move.");
  await cell(bea, "a1").click();
  await settled(bea);

  // The other's link in a page that is reloaded, in the same page, and pasted: each goes on with the same game.
  await anna.reload();
  await settled(anna);
  await standing(anna, "It is White’s move.");
  await anna.goto(await link(bea));
  await standing(anna, "It is your move.");
  await anna.locator(".person", { hasText: "Bea" }).waitFor();
  await cell(anna, "c2").click();
  await settled(anna);
  const third = await link(anna);
  await bea.getByRole("textbox", { name: "The other’s link" }).fill(third);
  await bea.getByRole("button", { name: "Open", exact: true }).click();
  await standing(bea, "It is your move.");
  await cell(bea, "b1").click();
  await settled(bea);
  await bea.getByRole("button", { name: "Take the move back" }).click();
  await standing(bea, "It is your move.");
  await cell(bea, "c1").click();
  await settled(bea);
  await anna.goto(await link(bea));
  await standing(anna, "It is your move.");
  await cell(anna, "a2").click();
  await standing(anna, "You have won.");
  const last = await link(anna);
  await bea.goto(last);
  await standing(bea, "You have lost.");
  assert.deepEqual(await moves(bea), ["b2", "a1", "c2", "c1", "a2"]);

  // A link from before does not take the game back, and one that parts from it is said to.
  await bea.goto(third);
  await bea.locator(".notice", { hasText: "from before" }).waitFor();
  await count(bea, 5);
  await close(anna, bea);
});

async function awayWithGallery(page) {
  if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
}

/** The link with what it holds changed. */
const forged = (page, hash, change) => page.evaluate(async ([hash, change]) => {
  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const bytes = Uint8Array.from(atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const packed = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  Object.assign(packed, typeof change === "function" ? change(packed) : change);
  const all = await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream("deflate-raw"));
  return `#1.${btoa(String.fromCharCode(...all)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}, [new URL(hash).hash, change]);

test("a link that breaks the rules, or changes them, is told so; another game on the board is kept", async () => {
  const anna = await openPage(browser, site.url);
  await openGame(anna, "Hex");
  await begin(anna, "Blue", "Anna");
  const first = await link(anna);

  const bea = await openPage(browser, site.url);
  await openGame(bea, "Clobber");
  await board(bea).locator('[data-cell="0"]').click();
  await board(bea).locator('[data-cell="1"]').click();
  await count(bea, 1);
  await bea.evaluate((hash) => { location.hash = hash; }, new URL(first).hash);
  await bea.waitForFunction(() => document.querySelector("h1")?.textContent === "Hex");
  await bea.locator(".notice", { hasText: "Clobber is kept as a draft" }).waitFor();
  await bea.getByRole("button", { name: "Games", exact: true }).click();
  await bea.locator(".drafts li", { hasText: "Clobber" }).waitFor();
  await bea.keyboard.press("Escape");
  await bea.getByRole("button", { name: "Back to it" }).click();
  await bea.waitForFunction(() => document.querySelector("h1")?.textContent === "Clobber");
  await count(bea, 1);

  // A move that is not legal: the line is cut before it, and says why.
  await bea.evaluate((hash) => { location.hash = hash; }, await forged(bea, first, { m: "a1 a1" }));
  await bea.locator(".match .error-text", { hasText: "ends before move 2, a1" }).waitFor();
  assert.deepEqual(await moves(bea), ["a1"]);
  await deaf(bea);
  // Another board than that of the game: refused, and what is there stays.
  await bea.evaluate((hash) => { location.hash = hash; }, await forged(bea, first, { o: { size: "5" } }));
  await bea.locator(".notice.error", { hasText: "not those that the game of this link was begun with" }).waitFor();
  assert.deepEqual(await moves(bea), ["a1"]);
  await close(anna, bea);
});

test("by link, nature's lots are those of the game, and nobody chooses them", async () => {
  const anna = await openPage(browser, site.url);
  await settled(anna);
  await awayWithGallery(anna);
  await drop(anna, LUCK);
  await anna.waitForFunction(() => document.querySelector("h1")?.textContent === "Race");
  await settled(anna);
  await begin(anna, "Black", "Anna");
  await standing(anna, "It is your move.");
  const rolled = await moves(anna);
  assert.equal(rolled.length, 1);
  await anna.locator(".actions .action, .board-area").first().waitFor();
  await board(anna).locator("[data-cell]").first().click();
  await standing(anna, "It is White’s move.");
  const sent = await link(anna);
  const bea = await openPage(browser, "about:blank");
  await bea.goto(sent);
  await settled(bea);
  await bea.getByRole("button", { name: "Play White" }).click();
  await standing(bea, "It is your move.");
  const line = await moves(anna);
  const wrong = ["1", "2", "3", "4", "5", "6"].map((side) => line[0].replace(/\d/, side)).find((text) => text !== line[0]);
  await bea.evaluate((hash) => { location.hash = hash; }, await forged(bea, sent, { m: [wrong, ...line.slice(1)].join(" "), k: { ...(await held(bea, sent)), i: "forged0000" } }));
  await bea.locator(".match .error-text", { hasText: "was not drawn by lot" }).waitFor();
  await close(anna, bea);
});
const held = (page, sent) => page.evaluate(async (hash) => {
  const bytes = Uint8Array.from(atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text()).k;
}, new URL(sent).hash);

/** Starts the program and waits for its link. */
async function serve(...options) {
  const child = spawn(program, ["serve", folder, "--data", join(folder, "data"), ...options], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    if (said.includes("\n")) break;
  }
  const link = new URL(said.trim());
  return { child, link: link.href, port: link.port };
}
const stopped = (child) => new Promise((resolve) => { child.once("exit", resolve); child.kill("SIGKILL"); });

const present = (page, many) => page.locator(".match .panel-head", { hasText: `${many} are here` }).waitFor();

test("a whole game in a room: seats, a third who looks on, forged moves, and a program that is started again", async () => {
  let own = await serve("--port", "0");
  const host = await openPage(browser, `${own.link}#file=rows.game`);
  await host.waitForFunction(() => document.querySelector("h1")?.textContent === "Rows");
  await settled(host);
  await host.getByRole("button", { name: "Play together" }).click();
  await host.getByRole("button", { name: "Open a room" }).click();
  const room = await host.getByLabel("Link to the room").inputValue();
  assert.ok(!room.includes(new URL(own.link).searchParams.get("token")), "the link of a room has the host's token");
  await host.locator(".rooms li", { hasText: "0 of 2 seats taken" }).waitFor();

  const anna = await openPage(browser, room);
  await settled(anna);
  await anna.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await anna.getByRole("button", { name: "Play Black" }).click();
  await standing(anna, "It is your move.");
  const bea = await openPage(browser, room);
  await bea.locator(".person", { hasText: "Anna" }).waitFor();
  assert.equal(await bea.getByRole("button", { name: "Play Black" }).count(), 0, "a seat that is taken is offered");
  await bea.getByRole("textbox", { name: "Your name" }).fill("Bea");
  await bea.getByRole("button", { name: "Play White" }).click();
  await standing(bea, "It is Anna’s move.");
  const third = await openPage(browser, room);
  await standing(third, "You look on: it is Anna’s move.");
  await present(third, 3);
  assert.equal(await third.getByRole("button", { name: /^Play (Black|White)$/ }).count(), 0);

  await cell(anna, "b2").click();
  await Promise.all([bea, third].map((page) => count(page, 1)));
  await standing(bea, "It is your move.");
  await standing(third, "You look on: it is Bea’s move.");
  await deaf(anna);
  await deaf(third);

  // What a stranger or a player sends past the page.
  const send = (page, body) => page.evaluate(async ([room, body]) => {
    const response = await fetch(`rooms/${room}/move`, { method: "POST", body: JSON.stringify(body) });
    return [response.status, await response.text()];
  }, [new URL(room).searchParams.get("room"), body]);
  const secret = await anna.evaluate((room) => JSON.parse(localStorage.getItem(`rulebook.room.${room}`)).secret, new URL(room).searchParams.get("room"));
  assert.deepEqual(await send(third, { seat: 2, secret: "0".repeat(40), ply: 1, move: "a1" }), [403, "seat 2 is held by somebody else\n"]);
  assert.deepEqual(await send(anna, { seat: 1, secret, ply: 1, move: "a1" }), [409, "it is not your turn: seat 2 is to move\n"]);
  assert.equal((await send(anna, { seat: 1, secret, ply: 0, move: "a1" }))[0], 409);

  // A move that was overtaken: the page says so, and shows the game as it is.
  await bea.route("**/move", async (route) => {
    const body = JSON.parse(route.request().postData());
    await route.continue({ postData: JSON.stringify({ ...body, ply: 0 }) });
  });
  await cell(bea, "a1").click();
  await bea.locator(".notice.error", { hasText: "a1 was not played: the game has gone on" }).waitFor();
  await count(bea, 1);
  await bea.unroute("**/move");
  await standing(bea, "It is your move.");
  await cell(bea, "a1").click();
  await Promise.all([anna, third].map((page) => count(page, 2)));

  // The program ends without a warning, and is started again: the pages say so, go on, and nothing is lost.
  await stopped(own.child);
  for (const page of [anna, bea, third]) await page.locator(".reach", { hasText: "cannot be reached" }).waitFor();
  await host.locator(".reach", { hasText: "Start rulebook serve again" }).waitFor();
  await standing(anna, "It is your move.");
  await cell(anna, "c2").click();
  own = await serve("--port", own.port);
  for (const page of [anna, bea, third]) {
    await page.waitForFunction(() => !document.querySelector(".reach p"));
    await count(page, 3);
  }
  // A reload comes back to the seat.
  await bea.reload();
  await standing(bea, "It is your move.");
  await cell(bea, "c1").click();
  await standing(anna, "It is your move.");
  await cell(anna, "a2").click();
  await standing(anna, "You have won.");
  await standing(bea, "You have lost.");
  await standing(third, "The game is over.");
  assert.deepEqual(await moves(third), ["b2", "a1", "c2", "c1", "a2"]);
  await host.context().close();
  await close(anna, bea, third);
});

test("the host closes a room, and a page of another site can do nothing in one", async () => {
  const own = await serve("--port", "0");
  const host = await openPage(browser, `${own.link}#file=rows.game`);
  await host.waitForFunction(() => document.querySelector("h1")?.textContent === "Rows");
  await settled(host);
  await host.getByRole("button", { name: "Play together" }).click();
  await host.getByRole("button", { name: "Open a room" }).click();
  const room = await host.getByLabel("Link to the room").inputValue();
  const anna = await openPage(browser, room);
  await standing(anna, "Nobody has sat down yet.");
  const stranger = await openPage(browser, site.url);
  assert.equal(await stranger.evaluate(async (room) => {
    const { origin, searchParams } = new URL(room);
    return fetch(`${origin}/rooms/${searchParams.get("room")}/seat`, { method: "POST", body: JSON.stringify({ seat: 1, secret: "0".repeat(40) }) }).then(({ status }) => status, () => "refused");
  }, room), "refused");
  await anna.waitForTimeout(200);
  assert.equal(await anna.locator(".person", { hasText: "nobody yet" }).count(), 2);
  // Who has left without a word loses the seat by the host's hand.
  await anna.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await anna.getByRole("button", { name: "Play White" }).click();
  await anna.locator(".person", { hasText: "Anna (you)" }).waitFor();
  await host.keyboard.press("Escape");
  await host.getByRole("button", { name: "Play together" }).click();
  await host.getByRole("button", { name: "Free the seat of Anna" }).click();
  await anna.getByRole("button", { name: "Play White" }).waitFor();
  await host.getByRole("button", { name: "Close the room of Rows" }).click();
  await anna.locator(".match .error-text", { hasText: "closed by its host" }).waitFor();
  const late = await openPage(browser, room);
  await late.locator(".error-text", { hasText: "there is no such room" }).waitFor();
  await close(host, anna, late, stranger);
});
