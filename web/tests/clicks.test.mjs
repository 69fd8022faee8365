// The law of clicking over the shipped games, and over sheets with groups, numbers, players and stacks: in positions of random games
// every legal action is reached, and nothing else.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { compile, engine } from "./engine.mjs";
import { unreached } from "./reachable.mjs";

const { Selection } = await bundled("board/select.ts");
const { ask } = await engine(await compile());

const folders = ["../../tests/laws/sheets/", "sheets/"].map((folder) => new URL(folder, import.meta.url));
const found = await Promise.all(folders.map(async (folder) => (await readdir(folder)).filter((name) => name.endsWith(".game")).map((name) => new URL(name, folder))));
const written = await Promise.all(found.flat().map(async (url) => ({ title: url.pathname.split("/").at(-1), text: await readFile(url, "utf8") })));
assert.ok(written.length > 0, "the sheets are elsewhere now");

// The sheets that are written for this law have what the shipped games have, and more: three games of each, and one of each shipped game.
for (const [{ title, text }, games] of [...ask("gallery", {}).map((shipped) => [shipped, 1]), ...written.map((sheet) => [sheet, 3])]) {
  test(title, () => {
    for (const { title: variant } of ask("load", { game: { text } }).games) {
      const ref = { text, variant };
      const { game } = ask("load", { game: ref });
      assert.ok(game, variant);
      for (let seed = 1; seed <= games; seed++) {
        const { moves } = ask("sample", { game: ref, seed, plies: 60 });
        for (const plies of [0, 1, 2, 7, 20, 41, 60]) {
          const { legal, notation } = ask("position", { game: ref, line: { moves: moves.slice(0, plies) } });
          assert.deepEqual(unreached(Selection, game, legal), [], `${variant}: ${notation}`);
        }
      }
    }
  });
}
