// The help of the page: what `docs` tells people who use it, as one file that is fetched when somebody asks.
import { readFile, readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { Marked } from "marked";

/** In the order of a rule sheet. */
const WORDS = ["files", "players-and-pieces", "board", "definitions", "moves", "turns", "luck", "ends", "expressions", "words", "functions"];

/** What is in the help, and how each file becomes pages: all of it one page, or a page for each chapter or entry. */
const GROUPS = [
  { id: "tutorial", title: "Tutorial", files: ["tutorial", "tutorial-2", "tutorial-3"], split: steps },
  { id: "language", title: "The language", files: ["language"], split: chapters },
  { id: "words", title: "Words", files: WORDS.map((name) => `words/${name}`), split: entries },
  { id: "guides", title: "Guides", files: ["studio", "rules", "agents", "measure", "compare", "explore", "learn", "puzzle"], split: whole },
  { id: "glossary", title: "Glossary", files: ["glossary"], split: whole },
  { id: "findings", title: "Findings", files: "findings", split: whole },
];

const marked = new Marked({ gfm: true });

/**
 * Groups of chapters of pages. A page has an address, a title, for an entry the words that it is about, and a body: HTML, and examples
 * as the sheets that they are. Its links lead to pages of the help; what else is linked to is words alone.
 */
export async function help(docs) {
  const groups = [];
  for (const { files, split, ...group } of GROUPS) {
    const names = typeof files === "string" ? await below(docs, files) : files;
    const sources = await Promise.all(names.map(async (name) => source(name, await readFile(join(docs, `${name}.md`), "utf8"))));
    groups.push({ ...group, sources: sources.map((each) => ({ ...each, pages: split(each) })) });
  }
  addresses(groups);
  const places = anchors(groups);
  return { groups: groups.map(({ sources, ...group }) => ({ ...group, chapters: inFamilies(group.id, sources.map((each) => told(each, places))) })) };
}

async function below(docs, folder) {
  const found = await readdir(join(docs, folder), { recursive: true });
  return found.filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name.replaceAll("\\", "/").slice(0, -3)}`).sort();
}

/** A file in pieces: its title, what stands before the first heading, and what stands below each. */
function source(file, text) {
  const parts = [{ head: null, tokens: [] }];
  let title = file;
  for (const token of marked.lexer(text)) {
    if (token.type === "heading" && token.depth === 1) title = plain(token);
    else if (token.type === "heading" && token.depth === 2) parts.push({ head: token, tokens: [] });
    else parts.at(-1).tokens.push(token);
  }
  return { file, title, parts };
}

/** Steps of a tutorial; what it is about is told with the first. */
function steps({ file, parts: [before, ...rest] }) {
  return rest.map(({ head, tokens }, index) => ({
    address: index ? `${file}/${index + 1}` : file, title: plain(head), anchor: slug(head), step: [index + 1, rest.length], tokens: index ? tokens : [...before.tokens, ...tokens],
  }));
}

function chapters({ file, title, parts: [before, ...rest] }) {
  return [
    { address: file, title, tokens: before.tokens },
    ...rest.map(({ head, tokens }) => ({ address: `${file}/${slug(head)}`, title: plain(head), anchor: slug(head), tokens })),
  ];
}

/** Entries about words, each by the first of its words. */
function entries({ parts: [, ...rest] }) {
  return rest.map(({ head, tokens }) => {
    const words = head.tokens.filter(({ type }) => type === "codespan").map(({ text }) => text);
    return { address: `words/${words[0].replaceAll(" ", "-")}`, title: words.join(", "), words, anchor: slug(head), tokens };
  });
}

/** All of a file: what stands below its headings goes one level down. */
function whole({ file, title, parts }) {
  const tokens = parts.flatMap(({ head, tokens: below }) => [...(head ? [head] : []), ...below]);
  return [{ address: file, title, tokens }];
}

/** Two entries may begin with the same word: the second has its file's name, too. */
function addresses(groups) {
  const taken = new Set();
  for (const { file, pages } of groups.flatMap(({ sources }) => sources)) {
    for (const page of pages) {
      if (taken.has(page.address)) page.address += `-${file.split("/").at(-1)}`;
      if (taken.has(page.address)) throw new Error(`two pages of the help are called ${page.address}`);
      taken.add(page.address);
    }
  }
}

/** Where each heading of each file has gone, by `file.md#heading`. */
function anchors(groups) {
  const places = new Map();
  for (const { file, pages } of groups.flatMap(({ sources }) => sources)) {
    places.set(`${file}.md`, pages[0].address);
    for (const { address, anchor, tokens } of pages) {
      if (anchor) places.set(`${file}.md#${anchor}`, address);
      for (const token of tokens) if (token.type === "heading") places.set(`${file}.md#${slug(token)}`, `${address}/${slug(token)}`);
    }
  }
  return places;
}

function told({ file, title, pages }, places) {
  return { title: title.replace(/^Tutorial(, \w+ part)?: /, ""), pages: pages.map(({ tokens, anchor, ...page }) => ({ ...page, body: body(tokens, file, places) })) };
}

/** Findings stand together by what is before the stroke. */
function inFamilies(group, sources) {
  if (group !== "findings") return sources;
  const families = new Map();
  for (const { title, pages } of sources) {
    const family = title.split("/")[0];
    families.set(family, [...(families.get(family) ?? []), ...pages]);
  }
  return [...families].map(([title, pages]) => ({ title, pages }));
}

/** HTML as far as there is no example, and the examples between. */
function body(tokens, file, places) {
  const deepest = tokens.some((token) => token.type === "heading" && token.depth === 2) ? 1 : 0;
  const renderer = {
    heading({ tokens: inside, depth, ...token }) {
      const level = Math.min(6, depth + deepest);
      return `<h${level} id="help-${slug({ tokens: inside, ...token })}" tabindex="-1">${this.parser.parseInline(inside)}</h${level}>`;
    },
    link({ href, tokens: inside }) {
      const words = this.parser.parseInline(inside);
      if (/^[a-z]+:/.test(href)) return `<a href="${href}" target="_blank" rel="noreferrer">${words}</a>`;
      const [path, anchor] = href.split("#");
      const name = path ? posix.join(posix.dirname(`${file}.md`), path) : `${file}.md`;
      const address = places.get(anchor ? `${name}#${anchor}` : name);
      if (!address && anchor && places.has(name)) throw new Error(`${file}.md links to ${href}, which is no heading`);
      // A page may link to itself with words such as "agents.md".
      return address ? `<a href="#/help/${encodeURI(address)}">${words.replace(/\.md$/, "")}</a>` : words;
    },
    image: ({ text }) => text,
    code({ text, lang }) {
      if (lang?.startsWith("game")) throw new Error(`an example in ${file}.md stands within a list or a quotation, where it cannot be tried`);
      const shown = `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
      const command = /^\$ (rulebook .*)/.exec(text)?.[1];
      // Whoever learns in the page has seen there what a command prints.
      return command && file.startsWith("tutorial") ? `<details class="terminal"><summary><code>${escape(command)}</code></summary>${shown}</details>` : shown;
    },
    table(token) {
      const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>`;
    },
    html: ({ text }) => escape(text),
  };
  const writer = new Marked({ gfm: true, renderer });
  const parts = [];
  let between = [];
  const flush = () => {
    const html = writer.parser(between).trim();
    if (html) parts.push(html);
    between = [];
  };
  for (const token of tokens) {
    if (token.type === "code" && /^game( |$)/.test(token.lang ?? "")) {
      flush();
      parts.push({ sheet: token.text, ...(token.lang === "game" ? {} : { wrong: true }) });
    } else {
      between.push(token);
    }
  }
  flush();
  return parts;
}

/** The words of a heading, without their marks. */
function plain({ tokens }) {
  return tokens.map((token) => (token.tokens ? plain(token) : token.text)).join("");
}

/** The anchor of a heading, as forges make it. */
const slug = (head) => plain(head).toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
