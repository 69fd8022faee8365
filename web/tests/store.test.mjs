// The state and who listens to it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openGame, openPage, servePage, settled } from "./harness.mjs";

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

test("another game is opened while a part of the page shows what only the old one has", async () => {
  const page = await openPage(browser, served.url);
  await openGame(page, "Breakthrough");
  // The field for moves looks at the legal ones, of which there are none until the next game's first position.
  await page.locator(".move-field input").waitFor();
  await openGame(page, "Hex");
  assert.match(await page.locator(".prompt").innerText(), /to /);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
