// Files: what is opened from the disk and what is downloaded.

import type { Studio } from "./studio";
import { fileName, lineOf } from "./state";
import { mainLine } from "./tree";
import { t } from "./words";

const LARGEST = 2_000_000;
const LARGEST_RECORDS = 50_000_000;

/** Asks for a file and opens it. */
export function openFile(studio: Studio): Promise<boolean> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".game,.json,.jsonl,text/plain,application/json";
    input.onchange = () => resolve(input.files?.[0] ? takeFile(studio, input.files[0]) : false);
    input.oncancel = () => resolve(false);
    input.click();
  });
}

export async function takeFile(studio: Studio, file: File): Promise<boolean> {
  const sheet = /[.]game$/.test(file.name);
  if (file.size > (sheet ? LARGEST : LARGEST_RECORDS)) {
    studio.note(sheet ? t("{file} is too large to be a rule sheet.", { file: file.name }) : t("{file} is too large to be a file of games.", { file: file.name }), "error");
    return false;
  }
  const text = (await file.text()).replaceAll("\r\n", "\n");
  // Games that were recorded or written down, and no sheet.
  if (!sheet && !/^\s*(game|variant)\s*"/m.test(text)) {
    studio.store.set({ dialog: { import: text } });
    return false;
  }
  studio.open({ text, origin: { type: "file", name: file.name } });
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

/** The main line of the game as `rulebook replay` reads it, one line of JSON, with its result where it is over. */
export async function record(studio: Studio): Promise<string> {
  const { game, ref, start, tree, options: chosen } = studio.state;
  const line = lineOf({ start, moves: mainLine(tree) });
  const { plies, ended } = await studio.engine.ask("position", { game: ref!, line });
  const options = Object.entries(chosen).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
  return `${JSON.stringify({
    game: stem(studio),
    ...(game ? { variant: game.title } : {}),
    ...(options.length ? { options: Object.fromEntries(options) } : {}),
    ...line,
    seats: plies.map(({ seat }) => seat),
    result: ended ? ended.seat ?? 0 : null,
  })}\n`;
}
