// A GIF of the line of play: each position is drawn as on the page, and put together in a worker.

import type { RulebookBoard } from "../../board/element";
import { lineOf } from "../state";
import type { Studio } from "../studio";
import type { FromGif, ToGif } from "./worker";
import { t } from "../words";

/** Moves that a GIF may have: a longer one is no picture any more. */
export const MOST_MOVES = 300;
/** The longer side of the board, and the line of text below it, in pixels. */
const SIDE = 480;
const CAPTION = 32;
/** How long a position is shown, and the last one, in milliseconds. */
const DELAY = 800;
const LAST = 3000;

export async function makeGif(studio: Studio, progress: (done: number, of: number) => void, signal: AbortSignal): Promise<Blob> {
  const { ref, start, moves: all, positionGame: game, palette, flipped: flip, coordinates } = studio.state;
  if (!ref || !game) throw new Error(t("there is no game"));
  const moves = all.slice(0, MOST_MOVES);
  const worker = new Worker(new URL("gif.js", document.baseURI), { type: "module" });
  // It is read for its colours, which are those of the page, and never seen.
  const board = document.createElement("rulebook-board") as RulebookBoard;
  board.hidden = true;
  board.game = game;
  board.options = { palette, flip, coordinates, interactive: false, reduced: true };
  document.body.append(board);
  try {
    const shot = async (ply: number) => {
      signal.throwIfAborted();
      const position = await studio.engine.ask("position", { game: ref, line: lineOf({ start, moves }, ply) }, { signal, seconds: 20, lane: "tiles" });
      board.position = position;
      return pixels(board.toSVG(), [game.title, ply ? `${ply} · ${game.players[position.plies.at(-1)?.player ?? -1] ?? ""} ${moves[ply - 1]}` : ""]);
    };
    // Colours that come later, as of a third player's pieces, are among those of the end.
    const samples = new Map<number, ImageData>();
    for (const ply of new Set([0, moves.length >> 1, moves.length])) samples.set(ply, await shot(ply));
    await tell(worker, { samples: [...samples.values()].map(({ data }) => data as Uint8ClampedArray<ArrayBuffer>) }, signal);
    for (let ply = 0; ply <= moves.length; ply++) {
      progress(ply, moves.length + 1);
      const { data, width, height } = samples.get(ply) ?? (await shot(ply));
      await tell(worker, { frame: data as Uint8ClampedArray<ArrayBuffer>, width, height, delay: ply === moves.length ? LAST : DELAY }, signal);
    }
    const file = await tell(worker, { end: true }, signal);
    return new Blob([file!], { type: "image/gif" });
  } finally {
    board.remove();
    worker.terminate();
  }
}

/** A picture and its line of text as pixels, on the ground of the page. */
async function pixels(svg: string, [title, move]: [string, string]): Promise<ImageData> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = SIDE / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
  const canvas = new OffscreenCanvas(width, height + CAPTION);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, width, height);
  context.fillStyle = color;
  context.textBaseline = "middle";
  const middle = height + CAPTION / 2 - 2;
  const text = (what: string, weight: number, at: number, most: number) => {
    context.font = `${weight} 14px ${fontFamily}`;
    context.textAlign = at === 12 ? "left" : "right";
    context.fillText(shortened(context, what, most), at, middle);
  };
  text(title, 600, 12, width * 0.5 - 20);
  text(move, 400, width - 12, width * 0.5 - 4);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function shortened(context: OffscreenCanvasRenderingContext2D, text: string, most: number): string {
  if (context.measureText(text).width <= most) return text;
  let end = text.length - 1;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > most) end--;
  return `${text.slice(0, end)}…`;
}

/** One question to the worker, answered before the next is asked. */
function tell(worker: Worker, message: ToGif, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    worker.onerror = () => reject(new Error("the GIF could not be made"));
    worker.onmessage = ({ data }: MessageEvent<FromGif>) => {
      signal.removeEventListener("abort", stop);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.file);
    };
    worker.postMessage(message);
  });
}
