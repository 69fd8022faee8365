// Learned players in the browser's storage, by the rules that they have learned; in memory alone where there is no storage.

import type { PlayerCard, Trained } from "../protocol";
import { t } from "./words";

/** A player, and what is known of how it was made. */
export interface KeptPlayer extends PlayerCard {
  /** The training that made it, as far as it went; null of a file that was loaded. */
  train: Trained | null;
  /** The bytes of its file. */
  size: number;
  /** When it was kept or played last. */
  time: number;
}

/** At most so many players, and so many bytes beside the one that came last. */
const MOST = 12;
const ROOM = 128 << 20;

const CARDS = "cards";
const FILES = "files";

export class Shelf {
  private db: Promise<IDBDatabase | null> | null = null;
  /** What came last is at hand; without storage it is all that there is. */
  private last: { card: KeptPlayer; file: Uint8Array } | null = null;

  constructor(private readonly complain: (message: string) => void) {}

  /** All players, the last used first. */
  async cards(): Promise<KeptPlayer[]> {
    const kept = (await this.read<KeptPlayer[]>(CARDS, (store) => store.getAll())) ?? [];
    const { last } = this;
    const cards = last && kept.every(({ digest }) => digest !== last.card.digest) ? [...kept, last.card] : kept;
    return cards.sort((a, b) => b.time - a.time);
  }

  async file(digest: string): Promise<Uint8Array | null> {
    if (this.last?.card.digest === digest) return this.last.file;
    return (await this.read<Uint8Array | undefined>(FILES, (store) => store.get(digest))) ?? null;
  }

  /** Keeps a player in the place of the one that knew these rules. */
  async put(card: KeptPlayer, file: Uint8Array) {
    this.last = { card, file };
    const cards = await this.cards();
    let room = ROOM;
    const gone = cards.filter((other, place) => {
      if (other.digest === card.digest) return false;
      room -= other.size;
      return other.rules === card.rules || room < 0 || place >= MOST;
    });
    const done = await this.write((cards, files) => {
      for (const { digest } of gone) {
        cards.delete(digest);
        files.delete(digest);
      }
      cards.put(card);
      files.put(file, card.digest);
    });
    if (!done) this.complain(t("The browser has no room to keep the player: download it before you leave."));
  }

  /** Writes anew what is known of a player. */
  async note(card: KeptPlayer) {
    if (this.last?.card.digest === card.digest) this.last = { ...this.last, card };
    await this.write((cards) => cards.put(card));
  }

  async remove(digest: string) {
    if (this.last?.card.digest === digest) this.last = null;
    await this.write((cards, files) => {
      cards.delete(digest);
      files.delete(digest);
    });
  }

  private open(): Promise<IDBDatabase | null> {
    return (this.db ??= new Promise((resolve) => {
      try {
        const asked = indexedDB.open("rulebook", 1);
        asked.onupgradeneeded = () => {
          asked.result.createObjectStore(CARDS, { keyPath: "digest" });
          asked.result.createObjectStore(FILES);
        };
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    }));
  }

  private async read<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
    const db = await this.open();
    if (!db) return null;
    return new Promise((resolve) => {
      try {
        const asked = ask(db.transaction(name).objectStore(name));
        asked.onsuccess = () => resolve(asked.result as T);
        asked.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
  }

  /** Both at once or nothing. */
  private async write(change: (cards: IDBObjectStore, files: IDBObjectStore) => void): Promise<boolean> {
    const db = await this.open();
    if (!db) return false;
    return new Promise((resolve) => {
      try {
        const transaction = db.transaction([CARDS, FILES], "readwrite");
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = transaction.onerror = () => resolve(false);
        change(transaction.objectStore(CARDS), transaction.objectStore(FILES));
      } catch {
        resolve(false);
      }
    });
  }
}
