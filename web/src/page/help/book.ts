// What the help says: pages by address, entries by word, and a search over all of it.

import { t } from "../words";

export interface Sheet { sheet: string; wrong?: true }

export interface HelpPage {
  address: string;
  title: string;
  /** The words of the language that it is the entry of. */
  words?: string[];
  /** Which step of how many it is. */
  step?: [number, number];
  body: (string | Sheet)[];
}

export interface Chapter { title: string; pages: HelpPage[] }
export interface Group { id: string; title: string; chapters: Chapter[] }

export interface Place { page: HelpPage; group: Group; chapter: Chapter; /** The heading within it. */ section: string | null; before: HelpPage | null; after: HelpPage | null }

export interface Hit { address: string; title: string; where: string; snippet: string; score: number }

interface Section { page: HelpPage; group: Group; where: string; anchor: string; title: string; text: string; lower: string; /** The sheets. */ code: string }

export class Book {
  readonly groups: Group[];
  private readonly places = new Map<string, Place>();
  /** Every entry of a word; the one that begins with it comes first. */
  private readonly words = new Map<string, HelpPage[]>();
  private sections: Section[] | null = null;

  constructor({ groups }: { groups: Group[] }) {
    this.groups = groups;
    for (const group of groups) {
      for (const chapter of group.chapters) {
        chapter.pages.forEach((page, index) => {
          this.places.set(page.address, { page, group, chapter, section: null, before: chapter.pages[index - 1] ?? null, after: chapter.pages[index + 1] ?? null });
          for (const word of page.words ?? []) this.words.set(word, [...(this.words.get(word) ?? []), page]);
        });
      }
    }
    for (const [word, pages] of this.words) this.words.set(word, pages.sort((a, b) => a.words!.indexOf(word) - b.words!.indexOf(word)));
  }

  /** A page, a heading of a page, or the entry of a word by any of its words. */
  find(address: string): Place | null {
    const own = this.places.get(address);
    if (own) return own;
    const entry = address.startsWith("words/") && this.entries(address.slice(6).replaceAll("-", " "))[0];
    if (entry) return this.places.get(entry.address)!;
    const cut = address.lastIndexOf("/");
    const page = cut > 0 ? this.places.get(address.slice(0, cut)) : undefined;
    return page ? { ...page, section: address.slice(cut + 1) } : null;
  }

  entries(word: string): HelpPage[] {
    return this.words.get(word) ?? [];
  }

  /**
   * The entry that fits the word at a place of a sheet best: of what its neighbours belong to as well (`in a row`), then of what began
   * before it in the line (`put ... on`), else its own.
   */
  entryAt(text: string, offset: number): HelpPage | null {
    const begin = text.lastIndexOf("\n", offset - 1) + 1;
    const words = wordsOf(text.slice(begin).split("\n", 1)[0]!);
    const at = words.findIndex(({ from, to }) => begin + from <= offset && offset <= begin + to && /\w/.test(text[begin + from]!));
    const here = at >= 0 ? at : words.findIndex(({ from, to }) => begin + from <= offset && offset <= begin + to);
    if (here < 0) return null;
    const { word } = words[here]!;
    const phrases = [...this.words.keys()].map((phrase) => phrase.split(" ")).filter((phrase) => phrase.length > 1 && phrase.includes(word));
    const follows = (phrase: string[], start: number) => phrase.every((part, index) => words[start + index]?.word === part);
    const together = phrases.filter((phrase) => follows(phrase, here - phrase.indexOf(word))).sort((a, b) => b.length - a.length)[0];
    if (together) return this.entries(together.join(" "))[0]!;
    const begun = (phrase: string[]) => words.slice(0, here).findLastIndex((other) => other.word === phrase[0]);
    const apart = phrases.filter((phrase) => phrase.length === 2 && phrase[1] === word && begun(phrase) >= 0).sort((a, b) => begun(b) - begun(a))[0];
    return this.entries(apart ? apart.join(" ") : word)[0] ?? null;
  }

  /** The best first: an entry of these very words, then titles, headings, prose, and last the sheets. */
  search(asked: string, most = 40): Hit[] {
    const wanted = asked.trim().toLowerCase().replace(/\s+/g, " ");
    if (!wanted) return [];
    this.sections ??= this.read();
    // “captures” is found where it says “capture”.
    const words = wanted.replace(/[?!.,]+$/, "").split(" ");
    const telling = words.filter((word) => !ASKING.has(word));
    const terms = (telling.length ? telling : words).map((term) => (term.length > 4 ? term.replace(/(?<=[^s])s$/, "") : term));
    const hits = this.sections.map((section) => ({ section, score: rate(section, wanted, terms) })).filter(({ score }) => score > 0);
    hits.sort((a, b) => b.score - a.score);
    return hits.slice(0, most).map(({ section, score }) => ({
      address: section.anchor ? `${section.page.address}/${section.anchor}` : section.page.address,
      title: section.title, where: section.where, snippet: snippet(section, wanted, terms), score,
    }));
  }

  private read(): Section[] {
    const sections: Section[] = [];
    for (const { page, group, chapter } of this.places.values()) {
      const where = group.chapters.length > 1 && group.id !== "guides" ? `${group.title} · ${chapter.title}` : group.title;
      let [text, code] = ["", ""];
      let [anchor, title] = ["", page.step ? page.title.replace(/^\d+\. /, "") : page.title];
      const flush = () => {
        const told = text.replace(/\s+/g, " ").trim();
        if (told || !anchor) sections.push({ page, group, where: anchor ? `${group.title} · ${page.title}` : where, anchor, title, text: told, lower: told.toLowerCase(), code: code.toLowerCase() });
        [text, code] = ["", ""];
      };
      for (const part of page.body) {
        if (typeof part !== "string") {
          code += ` ${part.sheet} `;
          continue;
        }
        for (const piece of part.split(/(?=<h[3-6] id="help-)/)) {
          const head = /^<h[3-6] id="help-([^"]*)"[^>]*>(.*?)<\/h[3-6]>/.exec(piece);
          if (head) {
            flush();
            [anchor, title] = [head[1]!, plain(head[2]!)];
          }
          text += ` ${plain(head ? piece.slice(head[0].length) : piece)} `;
        }
      }
      flush();
    }
    return sections;
  }
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The words of a piece of HTML as the build writes it. */
const plain = (html: string) => html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);

/** Words of a question that say nothing of what is asked for. */
const ASKING = new Set("a an and are be by can do does for how i if in is it its make me my of on one or so that the there this to what when where which who why with you".split(" "));

const BEFORE: Record<string, number> = { words: 8, language: 6, tutorial: 5, guides: 4, glossary: 3, findings: 0 };

function rate({ page, group, anchor, title, lower, code }: Section, wanted: string, terms: string[]): number {
  const extra = BEFORE[group.id] ?? 0;
  const name = title.toLowerCase();
  if (!anchor) {
    const place = page.words?.indexOf(wanted) ?? -1;
    if (place >= 0) return 1000 - place + extra;
    if (name === wanted) return 980 + extra;
    const longer = Math.min(...(page.words ?? []).map((word, index) => (word.startsWith(wanted) ? word.length - wanted.length + 10 * index : 100)));
    if (longer < 100) return 800 - longer + extra;
    if (group.id === "findings" && name.endsWith(`/${wanted}`)) return 850 + extra;
    if (group.id === "findings" && name.startsWith(wanted)) return 700 + extra;
  }
  if (name.startsWith(wanted)) return 600 + extra;
  if (terms.every((term) => name.includes(term))) return 500 + extra;
  const found = terms.filter((term) => lower.includes(term) || name.includes(term));
  const shown = terms.every((term) => code.includes(term)) ? 20 + extra : 0;
  if (!found.length) return shown;
  // In prose: all of it as it was asked, all of its words, some of them.
  if (lower.includes(wanted)) return 200 + Math.min(40, lower.split(wanted).length) + extra;
  const titled = terms.filter((term) => name.includes(term)).length / terms.length;
  if (found.length === terms.length) return 100 + 90 * titled + extra;
  return Math.max(shown, terms.length > 1 ? (50 * found.length) / terms.length + 30 * titled + extra : 0);
}

function snippet({ text, lower }: Section, wanted: string, terms: string[]): string {
  const at = [wanted, ...terms].map((term) => lower.indexOf(term)).find((found) => found >= 0) ?? 0;
  const from = at < 60 ? 0 : text.indexOf(" ", at - 48) + 1;
  return `${from ? "… " : ""}${text.slice(from, from + 150)}${from + 150 < text.length ? " …" : ""}`;
}

/** Words and signs of a line, with their places. */
function wordsOf(line: string): { word: string; from: number; to: number }[] {
  return [...line.matchAll(/like-\w+|\w+|[^\w\s(){}",]+/g)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));
}

/** The word at a place of a text, empty where there is none. */
export function wordAt(text: string, offset: number): string {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  return wordsOf(text.slice(begin).split("\n", 1)[0]!).find(({ word, from, to }) => /\w/.test(word) && begin + from <= offset && offset <= begin + to)?.word ?? "";
}

let book: Promise<Book> | null = null;

/** Fetched when it is asked for the first time. */
export function openBook(): Promise<Book> {
  book ??= fetch(new URL("help.json", document.baseURI))
    .then((response) => {
      if (!response.ok) throw new Error(t("the server answered {status}", { status: response.status }));
      return response.json() as Promise<{ groups: Group[] }>;
    })
    .then((content) => new Book(content));
  // What failed, as without a network, can be asked again.
  book.catch(() => { book = null; });
  return book;
}
