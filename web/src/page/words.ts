// The page's own words in the reader's language. A text is named by itself in English, and a language is a file of its texts by
// those names (`src/languages`), loaded when it is wanted. Sheets, findings and rules stay as they are written.

import type { ComponentChildren } from "preact";
import { speak as say, type Words } from "../board/words";
import { Store, useSelect } from "./store";

export { decimal, english, listed, number, plural, t } from "../board/words";

/** The languages that there are, each by its own name. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };
const FILES: Record<string, () => Promise<{ default: Words }>> = { de: () => import("../languages/de.json") };
const KEPT = "rulebook.language";

interface Spoken {
  /** What was chosen; "auto" is the browser's. */
  chosen: string;
  /** The language that is shown. */
  language: string;
}
const spoken = new Store<Spoken>({ chosen: "auto", language: "en" });

/** A translated text with elements where its `{name}`s stand. */
export const woven = (text: string, elements: Record<string, ComponentChildren>): ComponentChildren[] =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? elements[part] : part));

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
  say(language, words ?? {});
  spoken.set({ chosen: known(chosen) ? chosen : "auto", language });
}

const known = (tag: string): boolean => Object.hasOwn(LANGUAGES, tag);
const browsers = (): string => navigator.languages.map((tag) => tag.split("-")[0]!.toLowerCase()).find(known) ?? "en";
