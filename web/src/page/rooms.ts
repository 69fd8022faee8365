// Rooms of `rulebook serve`: the host opens and closes them; whoever has the link of one sits down in it, plays, or looks on.

import { type Connection, Unreachable, reaching } from "../engine";
import { LONGEST_NAME, type Match, clean, digestOf, random } from "./match";
import type { Studio } from "./studio";
import type { GameRef } from "../protocol";
import { t } from "./words";

/** What changes in a room. */
interface Now {
  version: number;
  moves: string[];
  seats: { taken: boolean; name: string | null }[];
  acts: number | null;
  over: boolean;
  broken: string | null;
  watching: number;
}
interface Whole extends Now { game: GameRef; start: string | null; title: string; digest: string; players: string[] }

/** A seat that this browser holds, and the secret that says so. */
interface Held { seat: number; secret: string; name: string }

/** A refusal of the program, with its words. */
export class RoomError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

/** The page of one room. */
export class RoomPage {
  private held: Held | null = null;
  private events: EventSource | null = null;
  /** The newest that was told. */
  private version = -1;
  /** The line as the program has it. */
  private line: string[] = [];
  watching = 0;

  constructor(private readonly studio: Studio, readonly id: string, readonly connection: Connection) {}

  /** Comes in, sits down again where this browser sat, and listens. */
  async enter(): Promise<void> {
    const whole = await this.ask<Whole>("GET", "");
    const { game, start } = whole;
    const work = {
      text: game.text, origin: { type: "file" as const, name: game.name ?? "sheet.game" }, variant: game.variant ?? null, options: game.options ?? {}, start, moves: whole.moves,
    };
    const files = game.files ?? {};
    const isSame = digestOf({ ...work, ply: 0, seats: [], files }) === whole.digest;
    const match: Match = { id: this.id, digest: whole.digest, people: people(whole), seat: null, received: 0, broken: isSame ? whole.broken : t("The rules that came are not those of this room: load the page anew.") };
    this.line = whole.moves;
    this.watching = whole.watching;
    this.studio.store.set({ engine: "ready" });
    this.studio.open({ ...work, match });
    this.studio.store.set({ files });
    this.held = recall(this.id);
    if (this.held) await this.claim(this.held).catch(() => { this.held = null; forget(this.id); });
    this.listen();
  }

  private listen() {
    this.events?.close();
    const events = (this.events = new EventSource(this.url("events")));
    events.addEventListener("room", (event) => this.apply(JSON.parse((event as MessageEvent<string>).data) as Now, true));
    events.addEventListener("closed", () => this.closed());
    events.onerror = () => {
      if (this.events !== events) return;
      // The browser would try again by itself, but never after an answer that was no stream.
      events.close();
      void this.connection.lost().then(() => this.listen());
    };
  }

  private closed() {
    this.events?.close();
    this.events = null;
    const { match } = this.studio.state;
    if (match) this.studio.store.set({ match: { ...match, broken: t("The room was closed by its host.") } });
  }

  /** Takes what the program says; who looks at an earlier position goes on looking at it. `anew`: it may have been started again since. */
  private apply(now: Now, anew = false) {
    if (!anew && now.version < this.version) return;
    this.version = now.version;
    this.line = now.moves;
    const { moves, ply, match } = this.studio.state;
    if (!match) return;
    this.watching = now.watching;
    const same = moves.length === now.moves.length && moves.every((move, index) => move === now.moves[index]);
    const taken = this.held !== null && now.seats[this.held.seat - 1]?.taken === true;
    this.studio.store.set({
      match: { ...match, people: people(now), seat: taken ? this.held!.seat - 1 : null, broken: now.broken },
      ...(same ? {} : { moves: now.moves, ply: ply === moves.length ? now.moves.length : Math.min(ply, now.moves.length), why: null, lit: null }),
    });
  }

  /** Sits down: whoever comes first has the seat. The secret is kept before it is sent, so that no lost answer loses the seat. */
  async sit(seat: number, name: string) {
    const held = { seat: seat + 1, secret: random(20), name: clean(name) };
    remember(this.id, held);
    try {
      await this.claim(held);
    } catch (error) {
      if (error instanceof RoomError) forget(this.id);
      this.studio.note((error as Error).message, "error");
    }
  }

  private async claim(held: Held) {
    const now = await this.ask<Now>("POST", "seat", held);
    this.held = held;
    this.apply(now);
  }

  async leave() {
    const { held } = this;
    if (!held) return;
    try {
      const now = await this.ask<Now>("POST", "leave", held);
      this.held = null;
      forget(this.id);
      this.apply(now);
    } catch (error) {
      this.studio.note((error as Error).message, "error");
    }
  }

  /** Plays a move: drawn at once, and taken back where the program refuses it. */
  async send(move: string) {
    const { moves } = this.studio.state;
    const { held } = this;
    if (!held) return;
    const body = { seat: held.seat, secret: held.secret, ply: moves.length, move };
    this.studio.store.set({ moves: [...moves, move], ply: moves.length + 1, why: null, lit: null });
    try {
      for (;;) {
        try {
          this.apply(await this.ask<Now>("POST", "move", body));
          return;
        } catch (error) {
          // The same move sent twice is played once.
          if (!(error instanceof Unreachable)) throw error;
          await this.connection.lost();
        }
      }
    } catch (error) {
      // The position is asked for anew: the board waits for what follows from the move.
      this.studio.store.set({ moves: this.line, ply: this.line.length, positionOf: null, positionError: null });
      this.studio.note(t("{move} was not played: {why}.", { move, why: (error as Error).message }), "error");
    }
  }

  private url(path: string): URL {
    return new URL(`rooms/${encodeURIComponent(this.id)}${path ? `/${path}` : ""}`, document.baseURI);
  }

  private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return asked<T>(this.connection, this.url(path), method, {}, body);
  }
}

async function asked<T>(connection: Connection | null, url: URL, method: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const response = await reaching(connection, url, {
    method, headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new RoomError((await response.text()).trim().slice(0, 300) || t("the program answered {status}", { status: response.status }), response.status);
  return (await response.json()) as T;
}

const people = ({ seats }: Now) => seats.map(({ taken, name }) => (taken ? (name ?? "").slice(0, LONGEST_NAME) : null));

// ---- The host ------------------------------------------------------------------------------------------------------------

export interface RoomRow { id: string; link: string; title: string; moves: number; seats: Now["seats"]; watching: number }

/** What the host can do, with the token of the studio. */
export class Host {
  constructor(private readonly token: string, private readonly connection: Connection | null) {}

  list = () => this.ask<{ rooms: RoomRow[]; network: boolean }>("GET", "");
  open = (game: GameRef, start: string | null) => this.ask<{ id: string; link: string }>("POST", "", { game, ...(start ? { start } : {}) });
  free = (id: string, seat: number) => this.ask("DELETE", `/${id}/seat`, { seat });
  close = (id: string) => this.ask("DELETE", `/${id}`);

  private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return asked<T>(this.connection, new URL(`rooms${path}`, document.baseURI), method, { "x-rulebook-token": this.token }, body);
  }
}

// ---- Seats that this browser holds -----------------------------------------------------------------------------------------

const PREFIX = "rulebook.room.";

function recall(id: string): Held | null {
  try {
    const held = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as Held | null;
    return typeof held?.secret === "string" && Number.isInteger(held.seat) ? held : null;
  } catch {
    return null;
  }
}

function remember(id: string, held: Held) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(held));
  } catch {
    // The seat is held as long as the page is open.
  }
}

function forget(id: string) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Nothing was kept.
  }
}
