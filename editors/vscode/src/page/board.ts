// The page beside the text: the board of the studio, who is to move, and the options. The extension holds the game.
import "../../../../web/src/board/element";
import type { ActionView, OptionView } from "../../../../web/src/protocol";
import type { FromPage, ToPage } from "./messages";
import type { Shown } from "../playing";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const code = acquireVsCodeApi();
const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const board = document.createElement("rulebook-board");
find("board").append(board);
let shown: Shown | null = null;
let flip = false;

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  shown = data.shown;
  draw(data.shown, data.palette);
});
board.addEventListener("play", (event) => code.postMessage({ type: "play", move: (event as CustomEvent<{ action: ActionView }>).detail.action.text }));
board.addEventListener("illegal", (event) => {
  const cells = (event as CustomEvent<{ cells: number[] }>).detail.cells;
  const names = cells.flatMap((cell) => shown?.game?.board.cells[cell]?.name ?? []);
  if (names.length && shown?.position?.toAct) code.postMessage({ type: "illegal", cells: names });
});
find("undo").addEventListener("click", () => code.postMessage({ type: "undo" }));
find("restart").addEventListener("click", () => code.postMessage({ type: "restart" }));
find("flip").addEventListener("click", () => {
  flip = !flip;
  board.options = { ...board.options, flip };
});
find<HTMLSelectElement>("titles").addEventListener("change", ({ target }) => code.postMessage({ type: "choose", title: (target as HTMLSelectElement).value }));
window.addEventListener("keydown", (event) => {
  if (event.key === "Backspace" && event.target === document.body) code.postMessage({ type: "undo" });
});
dressed();
new MutationObserver(dressed).observe(document.body, { attributes: true, attributeFilter: ["class"] });
code.postMessage({ type: "ready" });

/** The colours of the board follow `color-scheme`, those of the rest the theme of the editor. */
function dressed(): void {
  const { classList } = document.body;
  const isDark = classList.contains("vscode-dark") || (classList.contains("vscode-high-contrast") && !classList.contains("vscode-high-contrast-light"));
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
}

function draw({ titles, game, position, moves, note, stale }: Shown, palette: "calm" | "patterned"): void {
  const list = find<HTMLSelectElement>("titles");
  list.replaceChildren(...titles.map((title) => new Option(title, title, false, title === game?.title)));
  list.hidden = titles.length < 2;
  find("options").replaceChildren(...(game?.options ?? []).map(option));
  find("note").textContent = [stale && game ? "The board shows the text before the error." : "", note ?? ""].filter(Boolean).join(" ");
  find<HTMLButtonElement>("undo").disabled = moves.length === 0;
  find<HTMLButtonElement>("restart").disabled = moves.length === 0;
  find("moves").textContent = moves.join(" ");
  find("empty").hidden = game !== null;
  board.hidden = game === null;
  if (!game || !position) return;
  board.options = { flip, palette };
  board.game = game;
  board.position = position;
  find("prompt").textContent = prompt({ game, position });
  find("actions").replaceChildren(...board.actions().map((action) => {
    const button = document.createElement("button");
    button.textContent = action.type === "move" || action.type === "lot" ? action.text : { pass: "Pass", swap: "Swap sides", stop: "Stop here" }[action.type];
    button.addEventListener("click", () => code.postMessage({ type: "play", move: action.text }));
    return button;
  }));
}

function prompt({ game, position }: { game: NonNullable<Shown["game"]>; position: NonNullable<Shown["position"]> }): string {
  const names = (players: number[]) => players.map((player) => game.players[player]).join(" and ");
  if (position.ended) {
    const { winners, says } = position.ended;
    return `${winners.length ? `${names(winners)} ${winners.length > 1 ? "win" : "wins"}` : "Draw"}: ${says}`;
  }
  const acts = position.toAct;
  return acts ? `${names([acts.player])} to ${acts.moves.join(" or ") || "move"}` : "";
}

/** An option of the game: a list of words, or a number. */
function option({ name, doc, value, domain }: OptionView): HTMLElement {
  const label = document.createElement("label");
  label.title = doc;
  label.append(`${name} `);
  const changed = (event: Event) => code.postMessage({ type: "set", option: name, value: (event.target as HTMLInputElement).value });
  if (domain.type === "words") {
    const select = document.createElement("select");
    select.append(...domain.values.map((word) => new Option(word, word, false, word === value)));
    select.addEventListener("change", changed);
    label.append(select);
  } else {
    const input = document.createElement("input");
    Object.assign(input, { type: "number", min: domain.low, max: domain.high, step: domain.step, value });
    input.addEventListener("change", changed);
    label.append(input);
  }
  return label;
}
