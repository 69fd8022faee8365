// What somebody may have meant who wrote something else.

import type { GalleryEntry } from "./state";

/** Games whose titles, or words of them, are written like `word`: at most three letters apart, and nearer than half of its length. */
export function nearest(word: string, games: GalleryEntry[], most = 3): GalleryEntry[] {
  const apart = ({ title }: GalleryEntry) => {
    const whole = title.toLowerCase();
    return Math.min(...[whole, ...whole.split(/[^\p{L}\p{N}]+/u)].map((written) => distance(word, written)));
  };
  const bound = Math.min(3, Math.floor(word.length / 2));
  return games.map((game) => ({ game, apart: apart(game) })).filter(({ apart }) => apart <= bound).sort((a, b) => a.apart - b.apart).slice(0, most).map(({ game }) => game);
}

/** How many letters have to be put, taken away, replaced or exchanged with the next. */
export function distance(a: string, b: string): number {
  let [last, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (!same && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j]!, last[j - 2]! + 1);
    }
    [last, row] = [row, next];
  }
  return row[b.length]!;
}
