// The texts of the page as the source has them. As a program: node tests/texts.mjs lists those that are not translated yet, and with
// `--wrap` puts `t("…")` around those for which that is safe (of all components, or of those that are named). `--missing de` prints what a language's file lacks.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const src = join(web, "src");
const literal = String.raw`"((?:[^"\\\n]|\\.)*)"`;

export async function sources() {
  const names = (await readdir(src, { recursive: true })).filter((name) => /^(board|page|embed)\b.*\.tsx?$/.test(name) && !name.endsWith(".d.ts") && name !== join("page", "words.ts"));
  return Promise.all(names.sort().map(async (name) => ({ name, text: await readFile(join(src, name), "utf8") })));
}

export const languages = async () => (await readdir(join(src, "languages"))).map((name) => name.replace(/\.json$/, ""));
export const wordsOf = async (language) => JSON.parse(await readFile(join(src, "languages", `${language}.json`), "utf8"));

/** The keys that the source uses: of `t` and `english`, and the longer forms of `plural`. */
export function keysIn({ text }) {
  const keys = new Map();
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "");
  for (const [, , key] of code.matchAll(new RegExp(String.raw`\b(t|english)\(${literal}`, "g"))) keys.set(JSON.parse(`"${key}"`), "text");
  // Two texts in one call: `t(a ? "one" : "other")` is written as two calls instead.
  for (const [, , several] of code.matchAll(new RegExp(String.raw`\bplural\([^"]*?,\s*${literal},\s*${literal}`, "g"))) keys.set(JSON.parse(`"${several}"`), "plural");
  return keys;
}

/** Calls whose text cannot be found: it is neither written there nor a plain name, which `english` marks where it comes from. */
export const unreadable = ({ text }) => [...text.matchAll(/(?<![\w.])(?:t|plural|english)\((?!["\w)])[^\n]*/g)].map(([call]) => call);

const attribute = new RegExp(String.raw` (aria-label|aria-roledescription|title|label|placeholder)=${literal}`, "g");
const between = />([^<>{}\n]*[A-Za-z]{2}[^<>{}\n]*)(?=<\/(?:button|h[1-6]|p|option|span|summary|label|strong|dt|dd|th|td|legend|figcaption|li|a)>|<(?:input|select|textarea|code|strong|em|kbd)\b)/g;
/** A text that goes to the end of its line: behind a tag, or on a line of its own. */
const alone = /(>|[>}]\n\s+)([A-Za-z][A-Za-z ,.:…’'-]+)(?=\n\s*[<{])/g;

/** Texts of components that a reader sees and no `t` stands around, with whether they can be wrapped as they stand. Placeholders show how a sheet says something. */
export function bare({ name, text }) {
  if (!name.endsWith(".tsx")) return [];
  const found = [];
  const code = text.replace(/^\s*\/\/.*$/gm, (line) => " ".repeat(line.length));
  const line = (at) => code.slice(0, at).split("\n").length;
  for (const match of code.matchAll(attribute)) if (/[A-Za-z]{2}/.test(match[2]) && !match[2].includes("${") && !(match[1] === "placeholder" && !/^[A-Z]/.test(match[2]))) found.push({ at: match.index, line: line(match.index), text: match[2], safe: [match[0], ` ${match[1]}={t("${match[2]}")}`] });
  for (const match of code.matchAll(between)) {
    // Arrows and comparisons are no elements.
    if (code[match.index - 1] === "=" || code[match.index - 1] === " " || /[;()=&|?]|=>/.test(match[1])) continue;
    const [, before, words, after] = /^(\s*)(.*?)(\s*)$/.exec(match[1]);
    // A sentence around an element is one text, with the element as a value of it.
    const part = /<\/\w+$/.test(code.slice(0, match.index)) || /^<(?:code|strong|em|kbd)/.test(code.slice(match.index + match[0].length));
    found.push({ at: match.index, line: line(match.index), text: words, safe: part || /["&]/.test(words) ? null : [match[0], `>${before}{t("${words}")}${after}`] });
  }
  for (const match of code.matchAll(alone)) {
    const words = match[2].trim();
    if (/^(?:return|import|export|case|default|else|const|let|type|interface|await|void)\b/.test(words) || code[match.index - 1] === "=") continue;
    found.push({ at: match.index, line: line(match.index + match[1].length), text: words, safe: [match[0], `${match[1]}{t("${words}")}`] });
  }
  // What is put together of text and values: to be written as a text with `{name}`.
  for (const match of code.matchAll(/ (?:aria-label|title|label|placeholder)=\{`[^`]*[A-Za-z]{2}[^`]*`\}|>[^<>{}\n]*[A-Za-z]{2,}[^<>{}\n]*\{[^\n]*<\/(?:p|span|button|h\d|label|li|td)>/g)) {
    if (code[match.index - 1] === "=" || /\bt\(/.test(match[0].slice(0, match[0].indexOf("{") + 4))) continue;
    found.push({ at: match.index, line: line(match.index), text: match[0].trim(), safe: null });
  }
  return found.sort((a, b) => a.at - b.at);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf("--missing");
  if (at > 0) {
    const words = await wordsOf(process.argv[at + 1]);
    for (const source of await sources()) for (const [key, kind] of keysIn(source)) if (!(key in words)) console.log(`  ${JSON.stringify(key)}: ${kind === "text" ? '""' : '{ "one": "", "other": "" }'},`);
  } else {
    const named = process.argv.slice(2).filter((name) => !name.startsWith("--"));
    for (const source of await sources()) {
      if (named.length && !named.includes(source.name)) continue;
      const found = bare(source);
      if (process.argv.includes("--wrap") && found.some(({ safe }) => safe)) {
        let { text } = source;
        for (const { at, safe } of found.filter(({ safe }) => safe).reverse()) text = text.slice(0, at) + safe[1] + text.slice(at + safe[0].length);
        if (!/from "(\.\/|\.\.\/page\/)words"/.test(text)) text = text.replace(/((?:^import [^\n]*\n)+)/m, `$1import { t } from "./words";\n`);
        else text = text.replace(/import \{ ([^}]*) \} from "(\.\/|\.\.\/page\/)words"/, (whole, names, where) => (/\bt\b/.test(names) ? whole : `import { ${names}, t } from "${where}words"`));
        await writeFile(join(src, source.name), text);
      }
      for (const { line, text, safe } of found) console.log(`${source.name}:${line}: ${safe ? "" : "by hand: "}${text}`);
    }
  }
}
