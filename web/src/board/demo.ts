// A page with boards of all kinds, to look at and to test; built by `node tests/board-demo.mjs FOLDER`, and no part of `dist`.
import type { GameRef, GameView, Line, PositionView } from "../protocol";
import "./element";
import type { BoardOptions, Overlay } from "./scene";

interface Sample { game: GameView; position: PositionView; overlay?: Overlay; ref?: GameRef; line?: Line }

const samples: Sample[] = await (await fetch("data.json")).json();
const chosen = new URLSearchParams(location.search);
const only = chosen.get("only");
const options: BoardOptions = { palette: chosen.get("palette") === "patterned" ? "patterned" : "calm", flip: chosen.has("flip"), interactive: !chosen.has("still") };

const main = document.querySelector("main")!;
for (const { game, position, overlay } of samples) {
  if (only && game.title !== only) continue;
  const section = document.createElement("section");
  const title = document.createElement("h2");
  title.textContent = game.title;
  const board = document.createElement("rulebook-board");
  Object.assign(board, { game, position, options, overlay: overlay ?? null });
  const said = document.createElement("p");
  const tell = () => { said.replaceChildren(...board.actions().map((action) => { const b = document.createElement("button"); b.textContent = action.text; return b; })); };
  board.addEventListener("play", (event) => { said.textContent = (event as CustomEvent).detail.action.text; board.position = position; });
  board.addEventListener("illegal", (event) => { said.textContent = `illegal: ${(event as CustomEvent).detail.cells.map((cell: number) => game.board.cells[cell]!.name)}`; });
  tell();
  section.append(title, board, said);
  main.append(section);
}
