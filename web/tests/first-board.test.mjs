// The first visit: the board waits for nothing that it can do without, and what is fetched later comes when it is wanted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, moves, openPage, servePage, settled } from "./harness.mjs";

let served, browser;
before(async () => {
  served = await servePage();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
});

/** A page that has not been opened yet; what it asks its engines is noted in `window.asked`, in order. */
async function fresh(prepare = async () => {}) {
  // What a service worker gives is not on the way to the network.
  const page = await openPage(browser, "about:blank", { serviceWorkers: "block" });
  await page.addInitScript(() => {
    window.asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (typeof message.request === "string") window.asked.push(JSON.parse(message.request));
      return postMessage.call(this, message, ...rest);
    };
  });
  page.fetched = [];
  page.on("request", (request) => page.fetched.push(new URL(request.url()).pathname.slice(1)));
  await prepare(page);
  await page.goto(served.url);
  return page;
}

test("the first board waits neither for the editor nor for the other games", async () => {
  let give;
  const given = new Promise((resolve) => { give = resolve; });
  const page = await fresh((page) => page.route(/Editor-/, async (route) => { await given; await route.continue(); }));
  await page.locator(".board-area rulebook-board .hit.open").first().waitFor();
  const asked = await page.evaluate(() => window.asked.map(({ method, params }) => [method, params.name]));
  const board = asked.findIndex(([method]) => method === "position");
  assert.deepEqual(asked.slice(0, board).filter(([method]) => method === "gallery"), [["gallery", "connect-four"]]);
  assert.equal(await page.locator(".cm-content").count(), 0);
  await page.locator(".board-area rulebook-board .hit.open").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .move:not(.start)").length > 0);
  assert.ok((await moves(page)).length);
  // All the same they come by themselves.
  give();
  await settled(page);
  assert.match(await page.locator(".cm-content").innerText(), /game "Connect Four"/);
  await page.getByRole("button", { name: "Games", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tile-title").length > 100);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("the engine is asked for before any script has run, and once", async () => {
  const page = await fresh((page) => page.route(/studio\.js|chunk-/, async (route) => {
    while (!page.fetched.includes("engine.wasm")) await new Promise((resolve) => setTimeout(resolve, 20));
    await route.continue();
  }));
  await settled(page);
  assert.equal(page.fetched.filter((name) => name === "engine.wasm").length, 1);
  // Nor is anything fetched that nobody has asked for.
  assert.deepEqual(page.fetched.filter((name) => /^(Compare|Measure|Explore|Help|Import|ShareDialog|Strength|Together|de)-|^help\.json|^gif/.test(name)), []);
  await page.context().close();
});

test("a part that cannot be fetched says so, and is fetched once the network is there", async () => {
  const page = await fresh();
  await settled(page);
  const compare = page.getByRole("button", { name: "Compare", exact: true }).first();
  await page.route(/Compare-/, (route) => route.abort());
  await compare.click();
  await page.getByText("This part of the page could not be fetched: reload the page.").waitFor();
  await page.unroute(/Compare-/);
  await page.reload();
  await settled(page);
  await compare.click();
  await page.getByRole("region", { name: "Compare", exact: true }).waitFor();
  await page.context().close();
});
