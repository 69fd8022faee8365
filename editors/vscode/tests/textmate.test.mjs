// The colours of the TextMate grammar are those of the language, on every rule sheet that the repository has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { file, words, written } from "../grammar.mjs";
import { root, sheets, startServer } from "./lsp.mjs";
import { differences, kind, loadGrammar, scopes } from "./textmate.mjs";

const grammar = await loadGrammar();

/** What the server's tokens mean, in offsets of UTF-16 units. */
function decoded({ data }, { tokenTypes, tokenModifiers }, text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const tokens = [];
  for (let at = 0, line = 0, column = 0; at < data.length; at += 5) {
    column = data[at] === 0 ? column + data[at + 1] : data[at + 1];
    line += data[at];
    const type = tokenTypes[data[at + 3]];
    const modifiers = tokenModifiers.filter((_, bit) => data[at + 4] & (1 << bit));
    const kind = type === "comment" ? (modifiers.includes("documentation") ? "doc" : "comment")
      : ["keyword", "string", "number", "operator"].includes(type) ? type
      : modifiers.includes("defaultLibrary") ? "builtin" : "name";
    const start = starts[line] + column;
    tokens.push({ start, end: start + data[at + 2], kind });
  }
  return tokens;
}

test("the grammar is what the words of the language make", async () => {
  assert.equal(await readFile(file, "utf8"), await written(), "run npm run grammar");
});

test("every sheet is coloured as the language classifies its words", async () => {
  const server = await startServer();
  try {
    const legend = server.capabilities.semanticTokensProvider.legend;
    let [games, words] = [0, 0];
    const wrong = [];
    for (const folder of ["games", "tests"]) {
      for (const { path, uri, text } of await sheets(folder)) {
        // Those are written to take time.
        if (path.includes("/hostile/")) continue;
        const findings = await server.open(uri, text);
        // Where the language cannot read a text, or a name is one that it gives, words are guessed.
        const readable = !findings.some(({ code }) => /^(syntax|limit|name)\//.test(String(code)));
        const tokens = decoded(await server.request("textDocument/semanticTokens/full", { textDocument: { uri } }), legend, text);
        server.close(uri);
        if (!readable) {
          assert.ok(folder !== "games", path);
          continue;
        }
        games += folder === "games";
        words += tokens.length;
        const seen = differences(grammar, text, tokens);
        wrong.push(...seen.map((one) => `${path.slice(root.length + 1)}:${one.line}: ${one.word} is a ${one.wanted}, and coloured as a ${one.found}: ${one.text}`));
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(games >= 24 && words > 40_000, `${games} games, ${words} words`);
  } finally {
    await server.stop();
  }
});

test("a difference would be seen", () => {
  const text = "game \"A\" {\n  players White\n}\n";
  assert.deepEqual(differences(grammar, text, [{ start: 0, end: 4, kind: "keyword" }, { start: 5, end: 8, kind: "string" }, { start: 21, end: 26, kind: "name" }]), []);
  assert.equal(differences(grammar, text, [{ start: 0, end: 4, kind: "name" }]).length, 1);
  assert.equal(differences(grammar, text, [{ start: 21, end: 26, kind: "keyword" }]).length, 1);
});

/** The colours of a text, a letter for each: k keyword, n name, b builtin, s string, o operator, 0 number, c comment, d doc. */
const LETTERS = { keyword: "k", name: "n", builtin: "b", string: "s", operator: "o", number: "0", comment: "c", doc: "d" };
const letters = (text) => {
  const all = scopes(grammar, text);
  return [...text].map((char, at) => (/\s/.test(char) ? char : LETTERS[kind(all[at])])).join("");
};

test("words that may be names are told apart by their places", () => {
  const cases = [
    ["move from to to", "kkkk nnnn kk nn"],
    ["pick to in empty", "kkkk nn kk bbbbb"],
    ["  where to in mine and from in mine", "  kkkkk nn kk bbbb kkk nnnn kk bbbb"],
    ["sow seed from from along round", "kkk nnnn kkkk nnnn kkkkk nnnnn"],
    ["limit 100 plies { draw }", "kkkkk 000 kkkkk o kkkk o"],
    ["option limit: 1..=9 = 3", "kkkkkk nnnnno 0ooo0 o 0"],
    ["look { board as points White as red king as K }", "kkkk o kkkkk kk bbbbbb nnnnn kk bbb nnnn kk b o"],
    ["line row = 3 like-coloured stone in a row", "kkkk nnn o 0 kkkkkkkkkkkkk nnnnn kk k kkk"],
    ["move take {", "kkkk nnnn o"],
    ["turn take else mark, then may put", "kkkk nnnn kkkk nnnno kkkk kkk nnn"],
    ["option even: mine | both = mine", "kkkkkk nnnno nnnn o nnnn o nnnn"],
    ["/// # of", "ddd d dd"],
    ["// a \"b", "cc c cc"],
    ["test \"a // b\" {", "kkkk ss ss ss o"],
    ["end eaten when no move { last mover wins }", "kkk nnnnn kkkk kk kkkk o kkkk kkkkk kkkk o"],
  ];
  for (const [text, wanted] of cases) assert.equal(letters(text), wanted, text);
});

test("Emacs knows the same words", async () => {
  const mode = await readFile(join(root, "editors/emacs/rulebook-mode.el"), "utf8");
  const list = (name) => [...new RegExp(`defconst ${name}\\s+'\\(([^)]*)\\)`).exec(mode)[1].matchAll(/"([^"]*)"/g)].map(([, word]) => word).sort();
  const { reserved, functions, alone } = await words();
  assert.deepEqual(list("rulebook--keywords"), [...reserved].sort());
  assert.deepEqual(list("rulebook--builtins"), [...new Set([...functions, ...alone])].sort());
});
