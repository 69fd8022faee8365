// The page's own words in the reader's language. A text is named by itself in English, and a language is a file of its texts by
// those names (`src/languages`), loaded when it is wanted. Sheets, findings and rules stay as they are written.

import type { ComponentChildren } from "preact";
import { Store, useSelect } from "./store";

/** A text, or how it ends for one thing and for several, by the categories of `Intl.PluralRules`. */
export type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
type Values = Record<string, string | number>;

/** The languages that there are, each by its own name. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };
const FILES: Record<string, () => Promise<{ default: Words }>> = { de: () => import("../languages/de.json") };
const KEPT = "rulebook.language";

interface Spoken {
  /** What was chosen; "auto" is the browser's. */
  chosen: string;
  /** The language that is shown, and its words. */
  language: string;
  words: Words;
}
const spoken = new Store<Spoken>({ chosen: "auto", language: "en", words: {} });

/** A text of the page, with `{name}` replaced by values. */
export function t(text: string, values: Values = {}): string {
  const word = spoken.get().words[text];
  return filled(typeof word === "string" ? word : text, values);
}

/** A text that counts: `n` of something. In languages the longer form names it. */
export function plural(n: number, one: string, several: string, values: Values = {}): string {
  const { words, language } = spoken.get();
  const word = words[several];
  const text = typeof word === "object" ? word[new Intl.PluralRules(language).select(n)] ?? word.other : word;
  return filled(text ?? (n === 1 ? one : several), { n: number(n), ...values });
}

/** Marks a text that is translated where it is shown, by `t(text)`, as a text of the page. */
export const english = (text: string): string => text;

/** A number as it is written in the language of the page. */
export const number = (value: number): string => value.toLocaleString(spoken.get().language);

/** A number with so many decimals, without groups of digits. */
export const decimal = (value: number, digits: number): string =>
  value.toLocaleString(spoken.get().language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** A translated text with elements where its `{name}`s stand. */
export const woven = (text: string, elements: Record<string, ComponentChildren>): ComponentChildren[] =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? elements[part] : part));

/** Words in a row: "a, b or c". */
export const listed = (words: string[], last: "and" | "or"): string =>
  new Intl.ListFormat(spoken.get().language.replace(/^en$/, "en-GB"), { type: last === "or" ? "disjunction" : "conjunction" }).format(words);

const filled = (text: string, values: Values): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** What is chosen, for a component that is drawn again when it changes, and with it those inside. */
export const useLanguage = (): Spoken => useSelect(spoken, (state) => state);

/** The language of an earlier visit, else of the browser; before anything is drawn. */
export function startLanguage(): Promise<void> {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(KEPT);
  } catch {
    // A browser that keeps nothing still has a language.
  }
  return speak(chosen ?? "auto");
}

export async function chooseLanguage(chosen: string): Promise<void> {
  await speak(chosen);
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // It holds until the page is closed.
  }
}

async function speak(chosen: string): Promise<void> {
  const wanted = known(chosen) ? chosen : browsers();
  // Without the file the page speaks English.
  const words = await FILES[wanted]?.().then((file) => file.default, () => null);
  const language = words ? wanted : "en";
  document.documentElement.lang = language;
  spoken.set({ chosen: known(chosen) ? chosen : "auto", language, words: words ?? {} });
}

const known = (tag: string): boolean => Object.hasOwn(LANGUAGES, tag);
const browsers = (): string => navigator.languages.map((tag) => tag.split("-")[0]!.toLowerCase()).find(known) ?? "en";
