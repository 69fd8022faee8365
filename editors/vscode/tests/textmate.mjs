// The TextMate grammar, as VS Code runs it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const here = dirname(fileURLToPath(import.meta.url));
const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");

export async function loadGrammar() {
  await oniguruma.loadWASM((await readFile(wasm)).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => (scope === "source.rulebook" ? JSON.parse(await readFile(join(here, "../syntaxes/rulebook.tmLanguage.json"), "utf8")) : null),
  });
  return registry.loadGrammar("source.rulebook");
}

/** Of each UTF-16 unit of the text its scopes, the innermost last. */
export function scopes(grammar, text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const { startIndex, endIndex, scopes } of tokens) for (let at = startIndex; at < Math.min(endIndex, line.length); at++) found.push(scopes);
    found.push([]);
    stack = ruleStack;
  }
  return found;
}

/** What the innermost scope says a word is, in the terms of the language. */
export function kind(scopes) {
  const inner = scopes.at(-1) ?? "";
  const is = (...starts) => starts.some((start) => inner.startsWith(start));
  return is("comment.line.documentation") ? "doc" : is("comment") ? "comment" : is("string") ? "string" : is("constant.numeric") ? "number"
    : is("keyword.operator", "punctuation") ? "operator" : is("keyword", "constant.language.boolean") ? "keyword"
    : is("support", "variable.language") ? "builtin" : "name";
}

/** The words that the grammar colours otherwise than the language does. `tokens` have offsets in UTF-16 units. */
export function differences(grammar, text, tokens) {
  const all = scopes(grammar, text);
  const same = (wanted, found) => wanted === found || (found === "name" && !["keyword", "string", "number", "comment", "doc", "operator"].includes(wanted));
  return tokens.flatMap(({ start, end, kind: wanted }) => {
    const found = [...new Set(all.slice(start, end).map(kind))].join("+");
    if (same(wanted, found)) return [];
    // The code of a finding is one thing here, and words and signs there.
    if (all[start].some((scope) => scope.startsWith("meta.code"))) return [];
    // The point of a number is a part of it here.
    if (found === "number" && /^\.$/.test(text.slice(start, end))) return [];
    const line = text.slice(0, start).split("\n").length;
    return [{ line, word: text.slice(start, end), wanted, found, text: text.split("\n")[line - 1].trim() }];
  });
}
