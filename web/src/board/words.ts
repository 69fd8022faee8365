// Words in the reader's language. A text is named by itself in English; a page that has it in another language hands it in with `speak`,
// and what says nothing else is English. The element and the page around it share them.

/** A text, or how it ends for one thing and for several, by the categories of `Intl.PluralRules`. */
export type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Values = Record<string, string | number>;

let language = "en";
let words: Words = {};
const listeners = new Set<() => void>();

/** Speaks a language from now on, by texts of its own. */
export function speak(tag: string, texts: Words): void {
  [language, words] = [tag, texts];
  for (const listener of [...listeners]) listener();
}

/** Tells when another language is spoken; gives what ends that. */
export function heard(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A text, with `{name}` replaced by values. */
export function t(text: string, values: Values = {}): string {
  const word = words[text];
  return filled(typeof word === "string" ? word : text, values);
}

/** A text that counts: `n` of something. In languages the longer form names it. */
export function plural(n: number, one: string, several: string, values: Values = {}): string {
  const word = words[several];
  const text = typeof word === "object" ? word[new Intl.PluralRules(language).select(n)] ?? word.other : word;
  return filled(text ?? (n === 1 ? one : several), { n: number(n), ...values });
}

/** Marks a text that is translated where it is shown, by `t(text)`. */
export const english = (text: string): string => text;

/** A number as it is written in the language. */
export const number = (value: number): string => value.toLocaleString(language);

/** A number with so many decimals, without groups of digits. */
export const decimal = (value: number, digits: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** Words in a row: "a, b or c". */
export const listed = (items: string[], last: "and" | "or"): string =>
  new Intl.ListFormat(language.replace(/^en$/, "en-GB"), { type: last === "or" ? "disjunction" : "conjunction" }).format(items);

/** Names of directions, as the boards of the language have them; others stay as they are written in the sheet. */
export const DIRECTIONS: readonly string[] = [
  english("north"), english("northeast"), english("east"), english("southeast"), english("south"), english("southwest"), english("west"), english("northwest"),
  english("eastnortheast"), english("eastsoutheast"), english("westnorthwest"), english("westsouthwest"),
];

const filled = (text: string, values: Values): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
