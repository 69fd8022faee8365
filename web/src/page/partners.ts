// What a sheet may be compared with, the nearest first: what it was, what else its file has, and the shipped games by how like it they are.

import { type GalleryEntry, type NumbersOf, type Partner, keyOf } from "./state";
import type { GameRef } from "../protocol";
import { t } from "./words";

/** A list of partners under one name. */
export interface Partners { name: string; list: Partner[] }

export interface Known {
  /** The sheet as it stands. */
  here: GameRef;
  /** The games of its file, and which of them it is. */
  games: { title: string }[];
  title: string | undefined;
  family: string | null;
  gallery: GalleryEntry[];
  /** The figures of the sheet before the edit, and the key of those of now. */
  before: NumbersOf | null;
  counted: string | undefined;
  /** A game that was chosen, and may be none of these: a variant that a search found. */
  chosen: Partner | null;
}

export function partnersOf({ here, games, title, family, gallery, before, counted, chosen }: Known): Partners[] {
  const own: Partner[] = [];
  if (before && counted && before.key !== counted) {
    const [text, variant, options] = JSON.parse(before.key) as [string, string | null, [string, string][]];
    own.push({ label: t("the sheet before the edit"), ref: { ...here, text, variant: variant ?? undefined, options: Object.fromEntries(options) } });
  }
  for (const game of games) if (game.title !== title) own.push({ label: game.title, ref: { ...here, variant: game.title } });
  const shipped = (entry: GalleryEntry): Partner => ({ label: t("{title} (shipped)", { title: entry.title }), ref: { text: entry.text, name: `${entry.name}.game` } });
  const likeness = words(here.text);
  const others = gallery.filter(({ text }) => text !== here.text).map((entry) => ({ entry, like: alike(likeness, words(entry.text)) }));
  // Its own original, which it was edited from, is nearest of all.
  const near = others.filter(({ entry, like }) => like > 0.8 || (family !== null && entry.family === family)).sort((a, b) => b.like - a.like);
  const far = others.filter((other) => !near.includes(other));
  const found: Partners[] = [
    { name: t("This file"), list: own },
    { name: family ? t("Of its family: {family}", { family }) : t("Much like it"), list: near.map(({ entry }) => shipped(entry)) },
    { name: t("Other games"), list: far.map(({ entry }) => shipped(entry)) },
  ].filter(({ list }) => list.length > 0);
  const known = found.some(({ list }) => list.some(({ label }) => label === chosen?.label));
  return chosen && !known ? [{ name: t("Chosen"), list: [chosen] }, ...found] : found;
}

export const same = (a: GameRef, b: GameRef) => keyOf(a) === keyOf(b);

/** Lines that say something, which sheets may have in common. */
const words = (text: string) => new Set(text.split("\n").map((line) => line.replace(/\/\/.*/, "").trim()).filter((line) => line.length > 3));

/** Which part of what both say both say. */
function alike(a: Set<string>, b: Set<string>): number {
  let both = 0;
  for (const line of a) if (b.has(line)) both++;
  return both / Math.max(1, a.size + b.size - both);
}
