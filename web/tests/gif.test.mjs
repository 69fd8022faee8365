// The game as a GIF, read back by what its format says: frames, times, and pixels that are those of the board.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";
import { launch, openPage, root, servePage, settled } from "./harness.mjs";

const { encode } = await bundled("page/share.ts");
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

async function opened(path, moves) {
  const text = await readFile(join(root, "games", `${path}.game`), "utf8");
  return shared({ text, origin: { type: "shipped", name: path.split("/").pop() } }, moves);
}

/** The page with this work, where *Share* is open. */
async function shared({ text, origin }, moves) {
  const work = { text, origin, variant: null, options: {}, start: null, moves, ply: moves.length, seats: [] };
  const gallery = origin.name ? [{ name: origin.name, title: origin.name, family: null, doc: "", players: 2, text }] : [];
  const page = await openPage(browser, served.url + (await encode(work, gallery)));
  await settled(page);
  await page.getByRole("button", { name: "Share" }).click();
  return page;
}

async function made(page) {
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), page.getByRole("button", { name: "Game as GIF" }).click()]);
  return { bytes: await readFile(await file.path()), name: file.suggestedFilename() };
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

/** Size, number of frames and their times in hundredths of a second, by the blocks of the file. */
function blocks(bytes) {
  assert.equal(bytes.toString("latin1", 0, 6), "GIF89a");
  const table = (flags) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const found = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0, times: [], repeats: null };
  let at = 13 + table(bytes[10]);
  const skip = () => { while (bytes[at] !== 0) at += bytes[at] + 1; at++; };
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = bytes[at++];
      if (label === 0xf9) found.times.push(bytes.readUInt16LE(at + 2));
      if (label === 0xff) found.repeats = bytes.readUInt16LE(at + 14);
      skip();
    } else {
      assert.equal(kind, 0x2c);
      found.frames++;
      at += 8 + 1 + table(bytes[at + 8]) + 1;
      skip();
    }
  }
  assert.equal(at, bytes.length);
  return found;
}

/** Pixels of frames as the browser shows them. */
const shown = (page, bytes, places) => page.evaluate(async ({ data, places }) => {
  const decoder = new ImageDecoder({ data: Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)), type: "image/gif" });
  await decoder.tracks.ready;
  const pixels = [];
  for (const [frame, x, y] of places) {
    const { image } = await decoder.decode({ frameIndex: frame });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    pixels.push([...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
  }
  return pixels;
}, { data: bytes.toString("base64"), places });

const LINE = ["a7-a6", "a2-a3", "b7-b6"];

test("a frame for each position, the last for longer, and pieces where they stand", async () => {
  const page = await opened("race/breakthrough", LINE);
  const { bytes, name } = await made(page);
  assert.equal(name, "breakthrough.gif");
  const { width, height, frames, times, repeats } = blocks(bytes);
  assert.equal(frames, LINE.length + 1);
  assert.equal(width, 480);
  assert.ok(height > 480 && height < 560, `${height}`);
  assert.ok(times.slice(0, -1).every((time) => time === times[0]) && times.at(-1) > 2 * times[0], `${times}`);
  assert.equal(repeats, 0);
  assert.ok(bytes.length < 60_000, `${bytes.length} bytes`);
  // Where the middle of a cell is: as on the board beside the dialog.
  const middle = (cell) => page.evaluate((wanted) => {
    const board = document.querySelector(".board-area rulebook-board").shadowRoot;
    const svg = board.querySelector("svg.board");
    const { x, y, width, height } = svg.viewBox.baseVal;
    const hit = [...board.querySelectorAll("[data-cell]")].find((one) => one.getAttribute("aria-label").startsWith(`${wanted}:`)).getBBox();
    const scale = 480 / Math.max(width, height);
    return [Math.round((hit.x + hit.width / 2 - x) * scale), Math.round((hit.y + hit.height / 2 - y) * scale)];
  }, cell);
  const [a7, a6, a3] = [await middle("a7"), await middle("a6"), await middle("a3")];
  const [stood, went, empty, here, white] = await shown(page, bytes, [[0, ...a7], [1, ...a7], [0, ...a6], [3, ...a6], [2, ...a3]]);
  const light = (pixel) => pixel.reduce((sum, part) => sum + part, 0) / 3;
  assert.ok(light(stood) < 110 && light(here) < 110, `${stood} ${here}`);
  assert.ok(light(empty) > 150 && light(went) > 120, `${empty} ${went}`);
  assert.ok(light(white) > 210, `${white}`);
  // The last move is marked: the cell that was left is not as any empty one.
  const [, second] = await shown(page, bytes, [[1, ...a7], [2, ...a7]]);
  assert.notDeepEqual(went, second);
  await close(page);
});

/** Each has a man that goes out and home again, for as long as one likes. */
const LONG = `game "To and Fro" {
  players White, Black
  board square(2)
  piece man
  setup {
    White man on a1
    Black man on b1
  }
  move step {
    pick a in mine
    pick b in orthogonal(a) - occupied
    move a to b
  }
  turn step
  limit 1000 plies { draw }
}
`;

test("many moves have a bound, a progress, and a button that stops it", async () => {
  const line = Array.from({ length: 310 }, (_, index) => ["a1-a2", "b1-b2", "a2-a1", "b2-b1"][index % 4]);
  const page = await shared({ text: LONG, origin: { type: "new" } }, line);
  const button = page.getByRole("button", { name: /GIF/ });
  await button.click();
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop the GIF" }).click();
  await page.getByRole("button", { name: "Game as GIF" }).waitFor();
  assert.equal(await page.getByRole("progressbar").count(), 0);
  assert.equal(await button.evaluate((element) => element === document.activeElement), true);
  const { bytes } = await made(page);
  assert.equal(blocks(bytes).frames, 301);
  await page.getByText("The GIF ends after 300 moves of 310.").waitFor();
  await close(page);
});

test("without a move there is nothing to show, and it says so", async () => {
  const page = await opened("race/breakthrough", []);
  assert.ok(await page.getByRole("button", { name: "Game as GIF" }).isDisabled());
  assert.match(await page.getByRole("button", { name: "Game as GIF" }).getAttribute("title"), /A move/);
  await close(page);
});
