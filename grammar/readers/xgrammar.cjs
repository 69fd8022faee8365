// Judges texts by a GBNF grammar with XGrammar: a line of JSON on standard input is a text, a line on standard output its verdict.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");

const [folder, grammarFile] = process.argv.slice(2);
// The package says that it is a module, and is none.
const file = path.join(folder, "node_modules/@mlc-ai/web-xgrammar/lib/index.js");
const xgrammar = {};
new Function("exports", "module", "require", "__filename", "__dirname", fs.readFileSync(file, "utf8"))(
  xgrammar, { exports: xgrammar }, require, file, path.dirname(file),
);

(async () => {
  const grammar = await xgrammar.Grammar.fromEBNF(fs.readFileSync(grammarFile, "utf8"));
  const tokens = await xgrammar.TokenizerInfo.createTokenizerInfo([]);
  const compiler = await xgrammar.GrammarCompiler.createGrammarCompiler(tokens, false);
  const compiled = await compiler.compileGrammar(grammar);
  const matcher = await xgrammar.GrammarMatcher.createGrammarMatcher(compiled, undefined, true);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    matcher.reset();
    console.log(matcher._acceptString(JSON.parse(line)) && matcher.isTerminated());
  }
})();
