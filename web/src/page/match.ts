// A game between people: the rules are fixed by their digest, each sits at a seat, and the line of play goes from one to the other,
// by links or through a room of `rulebook serve`. What a page may do in it is decided here.

import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Drafts } from "./drafts";
import { Latest } from "./latest";
import { type State, type Work, lineOf, reference, settled } from "./state";
import type { Studio } from "./studio";
import { t } from "./words";

export interface Match {
  /** Tells the game from others: the same in each of its links. */
  id: string;
  /** The SHA-256 of the rules. */
  digest: string;
  /** By seat, who sits there under which name; null where nobody does. */
  people: (string | null)[];
  /** The seat of whoever is at this page, from 0; null who looks on. */
  seat: number | null;
  /** How many of the moves came from others: what is behind them was not sent yet. */
  received: number;
  /** Why the game cannot go on as it came. */
  broken: string | null;
}

/** What a link says of it. */
export interface SentMatch { i: string; h: string; n: (string | null)[] }

export const LONGEST_NAME = 40;

/** Pages that come without `https` do not have the browser's own. */
const sha256 = (text: string) => bytesToHex(hash(utf8ToBytes(text)));

/** The rules as one text, the same as `rulebook serve` makes of them. */
export function digestOf(work: Work & Partial<Pick<State, "files">>): string {
  const { text, variant = null, options = {}, files = {} } = reference(work);
  const sorted = (entries: Record<string, string>) => Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([text, variant, sorted(options), sorted(files), work.start]));
}

export const sent = ({ id, digest, people }: Match): SentMatch => ({ i: id, h: digest, n: people });

export const received = ({ i, h, n }: SentMatch, moves: number): Match =>
  ({ id: i, digest: h, people: n, seat: null, received: moves, broken: null });

export function isSent(value: unknown): value is SentMatch {
  if (typeof value !== "object" || value === null) return false;
  const { i, h, n } = value as Record<string, unknown>;
  return typeof i === "string" && /^[a-z0-9]{8,40}$/.test(i) && typeof h === "string" && /^[0-9a-f]{64}$/.test(h)
    && Array.isArray(n) && n.length > 0 && n.length <= 64 && n.every((name) => name === null || (typeof name === "string" && name.length <= LONGEST_NAME));
}

/** Random letters and digits that nobody can guess. */
export const random = (bytes: number) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether the line can be gone on with here: in a game between people by whose turn it is, and by nature. */
export function mayMove(state: State): boolean {
  const seat = state.position?.toAct?.seat;
  if (!state.match) return true;
  return !state.match.broken && seat !== undefined && state.ply === state.moves.length && (seat === 0 || seat - 1 === state.match.seat);
}

/** Whether a person at this page is to move. */
export const isMine = (state: State) => mayMove(state) && state.position?.toAct?.seat !== 0;

/**
 * By what nature draws here, without anybody between the players: by the name of the game and the line so far, so that nobody can draw
 * twice, and the other's page sees whether it was so. 48 bits.
 */
export const lot = (id: string, moves: string[]) => Number.parseInt(sha256(JSON.stringify([id, moves])).slice(0, 12), 16);

/** Where two lines part; null where one begins with the other. */
export function parting(a: string[], b: string[]): number | null {
  const at = a.findIndex((move, index) => index < b.length && move !== b[index]);
  return at < 0 ? null : at;
}

/** What a browser remembers of a game by link: where one sits, and how far it is. */
interface Remembered { seat: number | null; moves: string[]; time: number }
const PREFIX = "rulebook.match.";
const KEPT = 200;

/** Games by link at this page. */
export class Matches {
  drafts: Drafts | null = null;
  private readonly checking = new Latest();
  /** Of which line the lots were looked at. */
  private looked: string[] = [];

  constructor(private readonly studio: Studio) {}

  /** Remembers each step, and looks whether nature's lots are those of the game. */
  follow() {
    addEventListener("storage", (event) => this.heard(event as StorageEvent));
    this.studio.store.subscribe((state, before) => {
      const { match } = state;
      if (!match || this.studio.room) return;
      if (match !== before.match || state.moves !== before.moves) remember(match.id, { seat: match.seat, moves: state.moves, time: Date.now() });
      if (state.position !== before.position && settled(state)) void this.checking.run(() => this.checkLots());
    });
  }

  /** Another tab may have gone on with the game. */
  private heard({ key }: { key: string | null }) {
    const { match, moves } = this.studio.state;
    if (!match || key !== PREFIX + match.id) return;
    const known = recall(match.id);
    if (known && known.moves.length > moves.length && parting(moves, known.moves) === null) {
      this.studio.store.set({ moves: known.moves, ply: known.moves.length, match: { ...match, seat: known.seat, received: known.moves.length } });
    }
  }

  /** Begins a game under the rules as they stand; what was on the board is kept as a draft. */
  begin(seat: number, name: string) {
    const { text, origin, variant, options, start, game } = this.studio.state;
    if (!game) return;
    const work: Work = { text, origin, variant, options, start, moves: [], ply: 0, seats: [], match: null };
    const people = game.players.map((_, index) => (index === seat ? clean(name) : null));
    const match: Match = { id: random(10), digest: digestOf(work), people, seat, received: 0, broken: null };
    this.studio.open({ ...work, match });
    this.studio.store.set({ dialog: null });
  }

  sit(seat: number, name: string) {
    const { match } = this.studio.state;
    if (!match || match.people[seat] !== null) return;
    const people = match.people.map((other, index) => (index === seat ? clean(name) : other));
    this.studio.store.set({ match: { ...match, people, seat } });
  }

  /** Takes back what was not sent, as far as nature has not drawn since. */
  takeBack() {
    const { match, moves, plies } = this.studio.state;
    if (!match) return;
    let to = moves.length;
    while (to > match.received && plies[to - 1]?.seat !== 0) to--;
    this.studio.store.set({ moves: moves.slice(0, to), ply: to });
  }

  /** The same rules once more, with the seats exchanged. */
  again() {
    const { match, text, origin, variant, options, start } = this.studio.state;
    if (!match) return;
    const turned = <T>(all: T[]) => [...all.slice(1), ...all.slice(0, 1)];
    const seat = match.seat === null ? null : (match.seat + match.people.length - 1) % match.people.length;
    this.studio.open({ text, origin, variant, options, start, match: { ...match, id: random(10), people: turned(match.people), seat, received: 0, broken: null } });
  }

  /** The game as it stands, to be looked at and played with alone. */
  leave() {
    const { text, origin, variant, options, start, moves, ply } = this.studio.state;
    this.studio.open({ text, origin, variant, options, start, moves, ply, seats: [] });
  }

  /** Opens the game of a link: what is on the board is kept, and the line of a game that is known here goes on. */
  receive(work: Work & { match: Match }, link: string) {
    const { studio } = this;
    const { id } = work.match;
    const here = studio.state;
    const known = recall(id);
    const open = (moves: string[], broken: string | null = null) => {
      const match = { ...work.match, seat: known?.seat ?? null, received: work.moves.length, broken };
      if (here.match?.id === id) studio.store.set({ moves, ply: moves.length, match, dialog: null });
      else {
        for (const draft of this.drafts?.list() ?? []) if (draft.work.match?.id === id) this.drafts!.remove(draft.id);
        studio.open({ ...work, moves, ply: moves.length, match }, link);
        studio.store.set({ dialog: null });
      }
    };
    const other = here.match?.id !== id && here.moves.length > 0 ? here : null;
    const at = known ? parting(known.moves, work.moves) : null;
    if (known && at !== null) {
      const told = t("This link is about the same game, but parts from it at move {n}: here it is {here}, in the link {there}. The game here stays.", { n: at + 1, here: known.moves[at]!, there: work.moves[at]! });
      open(known.moves);
      studio.note(told, "error", { title: t("Take the link’s"), run: () => { studio.matches.forget(id, known.seat); studio.matches.receive(work, link); } });
    } else if (known && known.moves.length > work.moves.length) {
      open(known.moves);
      studio.note(t("This link is from before: the game has gone on since, and stands here as it was."));
    } else open(work.moves);
    if (other && at === null) {
      const { text, origin, variant, options, start, moves, ply, seats, match } = other;
      studio.note(t("This link is another game than the one that was on the board: {title} is kept as a draft under Games.", { title: other.game?.title ?? t("that one") }), "note",
        { title: t("Back to it"), run: () => studio.open({ text, origin, variant, options, start, moves, ply, seats, match }) });
    }
  }

  /** Forgets the line of a game, not where one sits. */
  forget(id: string, seat: number | null) {
    remember(id, { seat, moves: [], time: Date.now() });
  }

  /** Looks at the lots that nobody has looked at: they are those that the name of the game and the line give. */
  private async checkLots() {
    const { match, plies, moves, ref } = this.studio.state;
    if (!match || !ref) return;
    for (const [index, ply] of plies.entries()) {
      if (ply?.seat !== 0 || this.looked[index] === `${match.id} ${moves.slice(0, index + 1).join(" ")}`) continue;
      const { move } = await this.studio.engine.ask("agent", { game: ref, line: lineOf(this.studio.state, index), agent: "random", seed: lot(match.id, moves.slice(0, index)) });
      const now = this.studio.state;
      if (now.match?.id !== match.id || now.moves[index] !== ply.text) return;
      if (move !== ply.text) {
        this.studio.store.set({ match: { ...now.match, broken: t("Move {n}, {move}, was not drawn by lot: the lot of this game is {lot}.", { n: index + 1, move: ply.text, lot: move }) } });
        return;
      }
      this.looked[index] = `${match.id} ${moves.slice(0, index + 1).join(" ")}`;
    }
  }
}

export const clean = (name: string) => name.trim().slice(0, LONGEST_NAME);

function recall(id: string): Remembered | null {
  try {
    const known = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as Remembered | null;
    return known && Array.isArray(known.moves) ? known : null;
  } catch {
    return null;
  }
}

function remember(id: string, what: Remembered) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(what));
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (all.length <= KEPT) return;
    const time = (key: string) => recall(key.slice(PREFIX.length))?.time ?? 0;
    for (const key of all.sort((a, b) => time(b) - time(a)).slice(KEPT)) localStorage.removeItem(key);
  } catch {
    // Without storage one sits down again by hand.
  }
}
