// Files: what is opened from the disk and what is downloaded.

import type { Studio } from "./studio";
import { fileName, lineOf, settled } from "./state";

const LARGEST = 2_000_000;

/** Asks for a file and opens it. */
export function openFile(studio: Studio): Promise<boolean> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".game,text/plain";
    input.onchange = () => resolve(input.files?.[0] ? takeFile(studio, input.files[0]) : false);
    input.oncancel = () => resolve(false);
    input.click();
  });
}

export async function takeFile(studio: Studio, file: File): Promise<boolean> {
  if (file.size > LARGEST) {
    studio.note(`${file.name} is too large to be a rule sheet.`, "error");
    return false;
  }
  studio.open({ text: (await file.text()).replaceAll("\r\n", "\n"), origin: { type: "file", name: file.name } });
  return true;
}

export function download(name: string, content: string | Blob, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name of the sheet without its ending, for what is made of it. */
export const stem = (studio: Studio) => {
  const { game, origin } = studio.state;
  return origin.type === "new" ? (game?.title ?? "sheet").toLowerCase().replace(/[^a-z0-9]+/g, "-") : fileName(origin).split("/").pop()!.replace(/\.game$/, "");
};

/** The game on the board as `rulebook replay` reads it, one line of JSON; it begins at the start of the game. */
export function record(studio: Studio): string {
  const state = studio.state;
  const { game, position } = state;
  const seats = state.plies.slice(0, state.ply).map((ply) => ply?.seat);
  const over = position?.ended && settled(state);
  const options = Object.entries(state.options).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
  return `${JSON.stringify({
    game: stem(studio),
    ...(game ? { variant: game.title } : {}),
    ...(options.length ? { options: Object.fromEntries(options) } : {}),
    moves: lineOf(state, state.ply).moves,
    ...(seats.every((seat) => seat !== undefined) ? { seats } : {}),
    result: over ? position.ended!.seat ?? 0 : null,
  })}\n`;
}
