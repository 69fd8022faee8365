// node tests/board-demo.mjs FOLDER: writes the page of `src/board/demo.ts`, with positions from the engine.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";
import { compile, engine } from "./engine.mjs";

/** A title, options, and how many plies of a random game; the seed makes the picture. */
const shown = [
  ["Breakthrough", {}, 12], ["Othello", {}, 18], ["Hex", {}, 24], ["Emergo", {}, 46], ["Nine Men's Morris", {}, 15], ["Kalah", {}, 9],
  ["Y", {}, 200], ["Chinese Checkers", {}, 40], ["Go", { size: "13" }, 44], ["English Draughts", {}, 40], ["Amazons", {}, 14], ["Lublache", { size: "5" }, 30],
  ["Fox and Geese", {}, 10], ["Tic-Tac-Toe", {}, 5], ["Mosaic", {}, 30], ["Ataxx", {}, 16], ["Connect Four", {}, 40], ["Lines of Action", {}, 10],
];

const folder = process.argv[2];
if (!folder) throw new Error("usage: node tests/board-demo.mjs FOLDER");
const { ask } = await engine(await compile());
const gallery = ask("gallery", {});
const samples = shown.flatMap(([title, options, plies]) => {
  const found = gallery.find((game) => game.title === title);
  if (!found) throw new Error(`no game is called ${title}`);
  const ref = { text: found.text, options };
  const { game } = ask("load", { game: ref });
  const line = ask("sample", { game: ref, seed: 5, plies });
  return [{ ref, line, game, position: ask("position", { game: ref, line }) }];
});
await mkdir(folder, { recursive: true });
await build({ entryPoints: [fileURLToPath(new URL("../src/board/demo.ts", import.meta.url))], outfile: join(folder, "demo.js"), bundle: true, format: "esm", target: "es2022" });
await writeFile(join(folder, "data.json"), JSON.stringify(samples));
await writeFile(join(folder, "index.html"), `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Boards</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; background: light-dark(#f7f7f8, #17191c); color: light-dark(#22242a, #e6e8eb); font: 16px system-ui }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); gap: 32px 24px; padding: 16px }
  h1 { margin: 16px 16px 0; font-size: 20px }
  h2 { font-size: 16px; margin: 0 0 8px }
  section { min-width: 0 }
  rulebook-board { --board-max-height: 520px }
</style>
<header><h1>Boards</h1></header>
<main></main>
<script type="module" src="demo.js"></script>
</html>
`);
