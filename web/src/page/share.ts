// Links: `#1.` and the work as deflated JSON in base64url. A shipped game is its name, and what has been changed in it.

import { type SentMatch, digestOf, isSent, received, sent } from "./match";
import type { GalleryEntry, Work } from "./state";
import { type Node, TreeError, isPlain, read, write } from "./tree";
import { t } from "./words";

/** A link longer than this, or one that holds more than this, is not read. */
export const LONGEST = 400_000;
const LARGEST = 2_000_000;
const MOST_MOVES = 20_000;

/** What a link says, in short names: a link is typed by nobody and should be short. */
interface Packed {
  /** The text, or the name of a shipped game. */
  t?: string;
  g?: string;
  /** What replaces which characters of the shipped text, and a check sum of that text. */
  d?: [number, number, string];
  c?: string;
  /** The name of a file. */
  n?: string;
  v?: string;
  o?: Record<string, string>;
  s?: string;
  m?: string;
  /** The tree as text, where it has more than the line `m`. */
  w?: string;
  /** The ply, where it is not the last. */
  p?: number;
  a?: string[];
  /** The game between people that it belongs to. */
  k?: SentMatch;
}

/** The address of a link at this page. */
export const linkTo = (hash: string) => `${location.origin}${location.pathname}${hash}`;

export class LinkError extends Error {}

/** The shipped games, or who finds the one of a name. */
export type Shipped = GalleryEntry[] | ((name: string) => Promise<GalleryEntry[]>);

export async function encode(work: Work, known: Shipped): Promise<string> {
  const packed: Packed = {};
  const shipped = work.origin.type === "shipped" ? await find(work.origin.name, known) : undefined;
  if (shipped) {
    packed.g = shipped.name;
    packed.c = checksum(shipped.text);
    if (shipped.text !== work.text) packed.d = difference(shipped.text, work.text);
  } else {
    packed.t = work.text;
    if (work.origin.type !== "new") packed.n = work.origin.name;
  }
  if (work.variant) packed.v = work.variant;
  if (Object.keys(work.options).length) packed.o = work.options;
  if (work.start) packed.s = work.start;
  if (work.moves.length) packed.m = work.moves.join(" ");
  if (work.tree && !isPlain(work.tree)) packed.w = write(work.tree);
  if (work.ply !== work.moves.length) packed.p = work.ply;
  if (work.seats.some((seat) => seat !== "person")) packed.a = work.seats;
  if (work.match) packed.k = sent(work.match);
  return `#1.${toBase64(await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream("deflate-raw")))}`;
}

/** Reads a link. Whatever is wrong with it is a `LinkError` whose message may be shown. */
export async function decode(hash: string, known: Shipped): Promise<{ work: Work; note: string | null }> {
  if (!hash.startsWith("#1.")) throw new LinkError(t("This link was made by another version of the page."));
  if (hash.length > LONGEST) throw new LinkError(t("This link is too long to be read."));
  let packed: unknown;
  try {
    const bytes = await through(fromBase64(hash.slice(3)), new DecompressionStream("deflate-raw"));
    packed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError(t("This link is damaged: perhaps a part of it is missing."));
  }
  if (!isPacked(packed)) throw new LinkError(t("This link does not hold a rule sheet."));
  return unpack(packed, packed.g === undefined ? undefined : await find(packed.g, known));
}

const find = async (wanted: string, known: Shipped) => (typeof known === "function" ? await known(wanted) : known).find(({ name }) => name === wanted);

function unpack(packed: Packed, shipped: GalleryEntry | undefined): { work: Work; note: string | null } {
  let note: string | null = null;
  let text = packed.t ?? "";
  let origin: Work["origin"] = packed.n ? { type: "file", name: packed.n } : { type: "new" };
  if (packed.g !== undefined) {
    if (!shipped) throw new LinkError(t("This link is about the game “{game}”, which is not among the shipped ones.", { game: packed.g }));
    text = shipped.text;
    origin = { type: "shipped", name: shipped.name };
    const changed = packed.c !== undefined && packed.c !== checksum(shipped.text);
    if (packed.d) {
      if (changed) throw new LinkError(t("This link changes an earlier version of “{game}”; open it with that version of the page.", { game: shipped.title }));
      const [from, length, insert] = packed.d;
      if (from + length > text.length) throw new LinkError(t("This link is damaged: its change does not fit the game."));
      text = text.slice(0, from) + insert + text.slice(from + length);
    } else if (changed) {
      note = t("“{game}” has been revised since this link was made.", { game: shipped.title });
    }
  }
  const moves = packed.m ? packed.m.split(" ") : [];
  if (moves.length > MOST_MOVES) throw new LinkError(t("The line of play in this link is too long."));
  const tree = packed.w === undefined ? null : readTree(packed.w);
  const work: Work = {
    text, origin, variant: packed.v ?? null, options: packed.o ?? {}, start: packed.s ?? null, moves,
    ply: Math.min(packed.p ?? moves.length, moves.length), seats: packed.a ?? [],
    ...(tree ? { tree } : {}),
  };
  if (packed.k) {
    const match = received(packed.k, moves.length);
    if (digestOf(work) !== match.digest) throw new LinkError(note
      ? t("The rules in this page are not those that the game of this link was begun with: {why}", { why: note })
      : t("The rules in this page are not those that the game of this link was begun with."));
    return { work: { ...work, ply: moves.length, seats: [], match }, note: null };
  }
  return { work, note };
}

function readTree(text: string): Node {
  // Brackets count as moves, or blanks could be packed by the million.
  if (text.split(" ").length > 3 * MOST_MOVES) throw new LinkError(t("There are too many variations in this link."));
  try {
    return read(text);
  } catch (error) {
    throw error instanceof TreeError ? new LinkError(t("The variations in this link are damaged: {why}", { why: error.message })) : error;
  }
}

function isPacked(value: unknown): value is Packed {
  if (typeof value !== "object" || value === null) return false;
  const packed = value as Record<string, unknown>;
  const text = (key: string) => packed[key] === undefined || typeof packed[key] === "string";
  const count = (item: unknown) => Number.isSafeInteger(item) && (item as number) >= 0;
  const { d, o, p, a, k } = packed;
  return ["t", "g", "c", "n", "v", "s", "m", "w"].every(text)
    && (packed.t !== undefined || packed.g !== undefined)
    && (d === undefined || (Array.isArray(d) && d.length === 3 && count(d[0]) && count(d[1]) && typeof d[2] === "string"))
    && (o === undefined || (typeof o === "object" && o !== null && !Array.isArray(o) && Object.values(o).every((item) => typeof item === "string")))
    && (p === undefined || count(p))
    && (k === undefined || isSent(k))
    && (a === undefined || (Array.isArray(a) && a.length <= 64 && a.every((seat) => typeof seat === "string" && seat.length <= 100)));
}

/** The one stretch outside of which both texts agree. */
export function difference(before: string, after: string): [number, number, string] {
  let start = 0;
  const most = Math.min(before.length, after.length);
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [start, before.length - start - end, after.slice(start, after.length - end)];
}

/** FNV-1a: tells versions of a text apart, and nothing more is asked of it. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Bounded: a few bytes may unpack to a great many. */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const source = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  const reader = source.getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > LARGEST) {
      await reader.cancel();
      throw new LinkError(t("This link holds more than a rule sheet may."));
    }
    parts.push(value);
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
