// Makes a GIF of frames that come one by one: their colours are chosen from some of them, and what does not change is left out.

import { type Colours, GIFEncoder, applyPalette, quantize } from "gifenc";

/** To the worker: frames to choose colours from, then all frames in order, then the end. Each is answered. */
export type ToGif = { samples: Uint8ClampedArray<ArrayBuffer>[] } | { frame: Uint8ClampedArray<ArrayBuffer>; width: number; height: number; delay: number } | { end: true };
export type FromGif = { file: Uint8Array<ArrayBuffer> | null } | { error: string };

/** One of 128 is for what stays as it was. */
const COLOURS = 127;
const SAME = COLOURS;

const gif = GIFEncoder();
let colours: Colours = [];
let before: Uint8Array | null = null;

self.onmessage = ({ data }: MessageEvent<ToGif>) => {
  try {
    answer({ file: take(data) });
  } catch (error) {
    answer({ error: String(error) });
  }
};

function take(data: ToGif): Uint8Array<ArrayBuffer> | null {
  if ("samples" in data) {
    const all = new Uint8Array(data.samples.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const sample of data.samples) {
      all.set(sample, at);
      at += sample.length;
    }
    colours = quantize(all, COLOURS);
    while (colours.length <= SAME) colours.push([0, 0, 0]);
  } else if ("frame" in data) {
    const pixels = applyPalette(data.frame, colours.slice(0, COLOURS));
    const last = before;
    before = pixels;
    const changed = last ? pixels.map((pixel, index) => (pixel === last[index] ? SAME : pixel)) : pixels;
    // The first frame has the colours of all; frames stay where the next one is drawn over them.
    gif.writeFrame(changed, data.width, data.height, { delay: data.delay, dispose: 1, ...(last ? { transparent: true, transparentIndex: SAME } : { palette: colours }) });
  } else {
    gif.finish();
    return gif.bytes();
  }
  return null;
}

function answer(message: FromGif) {
  self.postMessage(message);
}
