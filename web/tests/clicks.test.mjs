// The law of clicking over the shipped games: in positions of random games every legal action is reached, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";
import { opened } from "./engine-door.mjs";
import { unreached } from "./reachable.mjs";

const { Selection } = await bundled("board/select.ts");
const ask = await opened();

for (const { title, text } of ask("gallery", {})) {
  test(title, () => {
    for (const { title: variant } of ask("load", { game: { text } }).games) {
      const ref = { text, variant };
      const { game } = ask("load", { game: ref });
      assert.ok(game, variant);
      for (let seed = 1; seed <= 3; seed++) {
        const { moves } = ask("sample", { game: ref, seed, plies: 60 });
        for (const plies of [0, 1, 2, 7, 20, 41, 60]) {
          const { legal, notation } = ask("position", { game: ref, line: { moves: moves.slice(0, plies) } });
          assert.deepEqual(unreached(Selection, game, legal), [], `${variant}: ${notation}`);
        }
      }
    }
  });
}
