// Writes the TextMate grammar from the words of the language: `grammar/game.pest` has those of its syntax, the pages of `docs/words`
// and the table of builtins those that it gives. `--check` compares it with what is there.
//
// Reserved words are the same everywhere but in names of moves. The others may be names, too: each has the places where it is none,
// below, and one of which nothing is said here stops this program. A TextMate grammar sees a line at a time and knows no declared
// names; the colours of the server, which knows them, are laid over it.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");

/** Words with a place of their own in the patterns below. */
const PLACED = [
  "a", "action", "actions", "again", "alike", "allow", "along", "are", "aside", "bottom", "cell", "chain", "claim", "closed", "crossing", "dice", "die", "effect", "end", "family", "finite", "first", "from", "hide",
  "illegal", "invariant", "its", "kind", "kinds", "ko", "leaving", "legal", "limit", "line", "link", "longest", "look", "lot", "mover", "moves", "named", "numbered", "odds", "off", "one", "onto", "over", "play", "player", "points", "position",
  "positional", "possible", "repeat", "roll", "round", "row", "rows", "scatter", "seat", "second", "situational", "skip", "skipping", "source", "sow", "sown", "spreading", "start",
  "stone", "stop", "symmetric", "test", "times", "to", "top", "track", "unlink", "until", "up",
];

export async function words() {
  const pest = (await readFile(join(root, "grammar/game.pest"), "utf8")).replace(/^\s*\/\/.*$/gm, "");
  const rule = (name) => {
    const found = new RegExp(`^${name}\\s*=\\s*[_@$!]*\\{([^}]*)\\}`, "m").exec(pest);
    if (!found) throw new Error(`grammar/game.pest has no rule ${name}`);
    return [...found[1].matchAll(/"([a-z-]+)"/g)].map(([, word]) => word);
  };
  const reserved = rule("keyword");
  const claims = rule("claim_word");
  const all = [...pest.matchAll(/^kw_\w+ = @\{ "([a-z]+)"/gm)].map(([, word]) => word);
  const contextual = [...new Set([...all, ...claims])].filter((word) => !reserved.includes(word)).sort();
  const turn = rule("turn_word");
  const table = await readFile(join(root, "src/language/model/builtins.rs"), "utf8");
  const given = [...table.matchAll(/Name\(\s*"(\w+)",\s*"([^"]*)"/g)].map(([, name, written]) => ({ name, written }));
  const unique = (names) => [...new Set(names)].filter((name) => !reserved.includes(name)).sort();
  const functions = unique(given.filter(({ written }) => written.includes("(")).map(({ name }) => name));
  const alone = unique(given.filter(({ written }) => !written.includes("(")).map(({ name }) => name));
  if (reserved.length < 80 || contextual.length < 30 || functions.length < 10 || alone.length < 10) throw new Error("the words were not found: has their table another shape?");
  const missing = contextual.filter((word) => !PLACED.includes(word));
  const gone = PLACED.filter((word) => !contextual.includes(word));
  if (missing.length || gone.length) throw new Error(`not placed in grammar.mjs: ${missing.join(", ") || "-"}; no words any more: ${gone.join(", ") || "-"}`);
  return { reserved, contextual, turn, functions, alone };
}

export async function grammar() {
  const { reserved, turn, functions, alone } = await words();
  const either = (list) => `(?:${[...list].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join("|")})`;
  const NAME = "[A-Za-z_]\\w*";
  const SETTING = `${NAME}\\s*=\\s*-?\\w+(?:[./-]\\w+)*`;
  const keyword = "keyword.control.rulebook";
  const key = { name: keyword };
  /** Words between names and signs: what is in the numbered groups are words, but where `others` says something else. */
  const phrase = (match, others = {}) => {
    const groups = match.match(/\((?!\?)/g)?.length ?? 0;
    const captures = {};
    for (let group = 1; group <= groups; group++) captures[group] = others[group] ?? key;
    return { match, captures };
  };
  const within = (...names) => ({ patterns: names.map((name) => ({ include: `#${name}` })) });
  const string = { name: "string.quoted.double.rulebook", match: "\"[^\"\\n]*\"?" };
  // What an expression may end with, so that the word after it goes on with the statement.
  const ended = `(?:\\b(?!${either(reserved)}\\b)${NAME}|\\b\\d\\w*|[)}])`;
  const patterns = {
    comments: { patterns: [
      { name: "comment.line.documentation.rulebook", match: "///.*$" },
      { name: "comment.line.double-slash.rulebook", match: "//.*$" },
    ] },
    strings: { patterns: [
      { ...string, patterns: [] },
    ] },
    numbers: { patterns: [{ name: "constant.numeric.rulebook", match: "\\b[0-9]\\w*(?:\\.[0-9]+)?" }] },
    declarations: { patterns: [
      phrase("\\b(game|variant)\\b(?=\\s+\")"),
      phrase("\\b(source|family|test|play)\\b(?=\\s+\")"),
      phrase("\\b(position)\\b(?=\\s+\"|\\s*\\{\\s*(?:\"|$|//))"),
      phrase("\\b(pie)\\s+(by)\\s+(first)\\s+(stone)\\b"),
      phrase("\\b(pie)\\s+(off)\\b"),
      phrase(`\\b(option)\\s+(${NAME})\\s+(off)\\b`, { 2: { name: "variable.other.property.rulebook" } }),
      // Words of the language may be words of options.
      { match: `\\b(option)\\s+(${NAME})\\s*(:)\\s*(\\w+(?:\\s*\\|\\s*\\w+)+\\s*=\\s*\\w+)`, captures: { 1: key, 2: { name: "variable.other.property.rulebook" }, 3: { name: "punctuation.separator.rulebook" }, 4: within("values") } },
      phrase(`\\b(option)\\s+(${NAME})\\b`, { 2: { name: "variable.other.property.rulebook" } }),
      phrase("\\b(rows|numbered)\\s+(from)\\s+(top|bottom)\\b"),
      phrase("(?<=\\))\\s+(round)\\b(?=\\s+[a-z])"),
      phrase("\\b(with)\\s+(points)\\b"),
      phrase("\\b(named)\\s+(by)\\s+(rows)\\b"),
      phrase(`\\b(line)\\b(?=\\s+${NAME}\\s*(?:=(?!=)|:|-\\s*${NAME}))`),
      phrase(`\\b(cell)\\b(?=\\s+${NAME}\\s+at\\s*\\()`),
      phrase(`^\\s*(cell)\\b(?=\\s+${NAME}\\s*(?:$|\\}|//|(?:cell|line)\\s+${NAME}))`),
      phrase(`\\b(track)\\b(?=\\s+${NAME}\\s*=)`),
      phrase(`\\b(dice|die|lot)\\s+(${NAME})(?=\\s*[:,])`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase("\\b(stacks)\\s+(up)\\s+(to)\\b"),
      phrase("(,)\\s*(closed)\\b", { 1: { name: "punctuation.separator.rulebook" } }),
      phrase(`\\b(move)\\s+(${NAME})(?=\\s*\\{)`, { 2: { name: "entity.name.function.move.rulebook" } }),
      phrase(`\\b(value|region|condition|directions?|kinds?|player)\\s+(${NAME})(?=\\s*[=(])`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase(`\\b(counter)\\s+(${NAME})\\s+(each)\\s+(turn)\\b(?:\\s+(aside)\\b)?`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase("(?<=\\))\\s+(each)\\s+(turn)\\b(?=\\s*(?::|aside\\b))"),
      phrase(`\\b(group|loop|relation|counter)\\s+(${NAME})(?=\\s*[=:(])`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase(`\\b(link)\\s+(${NAME})\\s*(\\()\\s*(player)\\s*(\\))(?:\\s+(aside)\\b)?`, { 2: { name: "entity.name.function.definition.rulebook" }, 3: within("signs"), 5: within("signs") }),
      phrase(`\\b(link)\\s+(${NAME})\\s+(aside)\\b`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase(`\\b(link)\\s+(${NAME})(?=\\s*=)`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase(`^\\s*(cell)\\s+(${NAME})(?=\\s*(?:\\([^)]*\\)\\s*)?=)`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase(`\\b(mark)\\s+(${NAME})\\s+(aside)\\b`, { 2: { name: "variable.other.rulebook" } }),
      phrase(`\\b(counter)\\s+(${NAME})\\s+(aside)\\b`, { 2: { name: "entity.name.function.definition.rulebook" } }),
      phrase("(?<=\\))\\s+(aside)\\b(?=\\s*:)"),
      phrase("\\b(of)\\s+(one)\\s+(kind)\\b"),
      phrase("\\b(skip)\\s+(when)\\b"),
      phrase("\\b(end)\\s+(when)\\b"),
      phrase(`\\b(end)\\s+(${NAME})\\s+(when)\\b`, { 2: { name: "entity.name.label.rulebook" } }),
      phrase(`\\b(effect)\\s+(${NAME})(?=\\s*[({])`, { 2: { name: "entity.name.function.effect.rulebook" } }),
      phrase("\\b(after)\\s+(each)\\s+(action|move)\\b(?:\\s+(off))?"),
      // What a variant takes away.
      phrase(`\\b(move|end|pieces?|group|loop|line|value|region|condition|directions?|player|counter|mark|relation|link|cell|track|effect)\\s+(${NAME})\\s+(off)\\b`, { 2: { name: "variable.other.rulebook" } }),
      phrase("\\b(repetition|alike|limit|skip|pass)\\s+(off)\\b"),
      phrase("\\b(alike)\\s+(actions)\\s+(are)\\s+(one)\\b"),
      phrase("\\b(test)\\s+(base)\\b"),
      phrase("(?<=\")\\s+(off)\\b"),
      phrase("\\b(repetition)\\s+(positional|situational|ko)(?:\\s+(illegal))?\\b"),
      phrase("\\b(limit)\\b(?=\\s[^{}]*\\b(?:plies|turns)\\b)"),
      phrase("\\b(claim)\\s+(no)\\s+(draw|pass)(?:\\s+(off))?\\b"),
      phrase("\\b(claim)\\s+(first|second)\\s+(seat)\\s+(wins)(?:\\s+(off))?\\b"),
      phrase("\\b(claim)\\s+(finite|symmetric|draw|plies|invariant)(?:\\s+(off))?\\b"),
      // `White as ivory`: words of lists, on lines of their own.
      { begin: "\\b(look)\\s*(?=\\{)", beginCaptures: { 1: key }, end: "(?<=\\})", patterns: [
        { include: "#comments" },
        phrase("\\b(as|on)\\s+(\\w+)", { 2: { name: "variable.language.builtin.rulebook" } }),
        { include: "#strings" },
        { match: "\\b(?:board|hide|as|on)\\b", name: keyword },
        { match: NAME, name: "variable.other.rulebook" },
        { include: "#signs" },
      ] },
      { match: "\\b(allow)\\s+(\\w[\\w-]*(?:/[\\w-]*)?)(?=\\s+(?:of\\b|\"))", captures: { 1: key, 2: within("code") } },
    ] },
    values: { patterns: [
      { include: "#numbers" },
      { name: "constant.other.rulebook", match: NAME },
      { include: "#signs" },
    ] },
    // A code of a finding: `lint/empty-group` is three names and two signs.
    code: { patterns: [{ name: "meta.code.rulebook", match: "[\\w-]+(?:/[\\w-]*)?" }] },
    // In a turn, words of statements are names of moves.
    turn: {
      begin: "\\b(turn)\\b(?!\\s+(?:over|start)\\b)",
      beginCaptures: { 1: key },
      end: "(?=\\}|^\\s*+(?!or\\b|else\\b|then\\b|when\\b|while\\b|until\\b|,|\\(|$|//))",
      patterns: [
        { include: "#comments" },
        { include: "#strings" },
        // Who it is for, until the colon; and conditions, which may use any word of the language.
        phrase(`\\b(of)\\s+(${NAME})(?=\\s*(?::|when\\b))`, { 2: { name: "constant.language.player.rulebook" } }),
        { begin: "\\b(when|while|until)\\b(?!\\s+possible\\b)", beginCaptures: { 1: key }, end: "(?=:|,|\\}|\\belse\\b|\\bor\\b|\\bup\\s+to\\b|^\\s*\\w)", patterns: [{ include: "#expression" }] },
        phrase("\\b(while)\\s+(possible)\\b"),
        phrase("\\b(up)\\s+(to)\\b"),
        phrase("\\b(\\d+)\\s+(times)\\b", { 1: { name: "constant.numeric.rulebook" } }),
        phrase(`\\b(${NAME})\\s+(times)\\b`, { 1: { name: "variable.other.rulebook" } }),
        // After a colon it may go on with a line of its own.
        { begin: ":\\s*$", beginCaptures: { 0: { name: "punctuation.separator.rulebook" } }, end: `^\\s*(${NAME})`, endCaptures: { 1: { name: "entity.name.function.move.rulebook" } }, patterns: [{ include: "#comments" }] },
        // A step of nature, unless a move has that name.
        phrase(`\\b(roll|draw)[ \\t]+(?!${either(turn)}\\b|${NAME}\\s+times\\b)(${NAME})`, { 2: { name: "variable.other.rulebook" } }),
        phrase("(?<=,)\\s*(may)\\s+(stop)\\b"),
        phrase(`\\b(?:(longest)\\s+)?(chain)\\s+(of)\\s+(${NAME})\\s+(from)\\b`, { 4: { name: "entity.name.function.move.rulebook" } }),
        { begin: `\\b(with)\\s+(${NAME})\\s+(in)\\b`, beginCaptures: { 1: key, 2: { name: "variable.parameter.rulebook" }, 3: key }, end: "(?=,|\\}|\\)|\\belse\\b|\\bor\\b|\\bwith\\b|\\bwhen\\b|\\bwhile\\b|\\buntil\\b|\\bup\\s+to\\b|$)", patterns: [{ include: "#expression" }] },
        phrase(`,\\s*(most)\\s+${NAME}`),
        phrase(`\\b(${either(turn).slice(3, -1)})\\b`),
        { name: "entity.name.function.move.rulebook", match: NAME },
        { include: "#signs" },
      ],
    },
    statements: { patterns: [
      // Values of options in a test may be any words.
      { match: `\\b(set)\\s+(${SETTING}(?:\\s*,\\s*${SETTING})*)`, captures: { 1: key, 2: within("values") } },
      phrase("\\b(turn)\\s+(over|start)\\b"),
      phrase("\\b(expect)\\s+(?:(not)\\s+)?(over)\\b"),
      phrase("\\b(expect)\\s+(legal|illegal|only)\\b(?=\\s+\")"),
      phrase("\\b(expect)\\s+(moves)\\b(?=\\s+[^(\\s-])"),
      phrase("\\b(expect)\\s+(odds)\\b(?=\\s+\")"),
      phrase(`\\b(roll)[ \\t]+(${NAME})(?=\\s*(?:$|//|,|\\}|\\d|until\\b|up\\b))`, { 2: { name: "variable.other.rulebook" } }),
      phrase(`\\b(draw)[ \\t]+(${NAME})[ \\t]+(until)\\b`, { 2: { name: "variable.other.rulebook" } }),
      phrase("\\b(scatter)\\b(?=\\s+[\\w({])"),
      phrase(`\\b(to)\\s+(move)\\b(?=\\s+${NAME})`),
      phrase(`\\b(can)\\s+(?!move\\b)(${NAME})`, { 2: { name: "entity.name.function.move.rulebook" } }),
      phrase(`\\b(last)\\s+(to)\\s+(${NAME})`, { 3: { name: "entity.name.function.move.rulebook" } }),
      phrase("\\b(last)\\s+(mover|sown)\\b(?:\\s+(to|from|along|onto|leaving|skipping)\\b)?"),
      phrase("\\b(in)\\s+(a)\\s+(row)\\b"),
      // The type of a parameter.
      { match: `(?<=[(,])\\s*(${NAME})\\s*(:)\\s*(${NAME})(?=\\s*[,)])`, captures: { 1: { name: "variable.parameter.rulebook" }, 2: { name: "punctuation.separator.rulebook" }, 3: { name: "storage.type.rulebook" } } },
      phrase("(?<=\\btimes )(illegal)\\b"),
      phrase("\\b(at)\\s+(its)\\s+(end)\\b(?=\\s*\\{)"),
      phrase(`\\b(do)\\s+(${NAME})`, { 2: { name: "entity.name.function.effect.rulebook" } }),
      phrase(`\\b(link|unlink)\\b(?=\\s.*\\b(?:to|from)\\b.*\\bas\\b)`),
      phrase("\\b(repeat)\\s+(up)\\s+(to)\\b"),
      phrase("(?<=[\\w)}])\\s+(spreading)\\s+(to)\\b"),
      // What follows it may stand on a line of its own.
      phrase("^\\s*(to)\\b(?=\\s+[\\w({])(?!\\s+(?:in|and|or|at|of|to)\\b)"),
      phrase(`(?<=[\\w)}])\\s+(spreading)\\s+(from)\\s+(${NAME})(?:\\s+(to)\\b)?`, { 3: { name: "variable.parameter.rulebook" } }),
      phrase(`\\b(${NAME})\\s+(crossing)\\b(?=\\s+[\\w(])`, { 1: { name: "variable.other.rulebook" } }),
      phrase(`\\b(sow)\\b(?=\\s+(?:\\w+|\\w*\\([^()]*\\))\\s+${NAME}\\s+onto\\b)`),
      phrase(`\\b(sow)\\b(?=\\s+${NAME}\\s+from\\b)`),
      phrase(`(?<=\\bsow )(${NAME})\\s+(from)\\b`, { 1: { name: "variable.other.rulebook" } }),
      phrase("(,)\\s*(again)\\s+(while)\\b", { 1: { name: "punctuation.separator.rulebook" } }),
      // `move from to to`: the word after what ends an expression, on the same line or at the beginning of the next.
      phrase(`(${ended})\\s+(to|from|along|leaving|onto|skipping|times|over)\\b`, { 1: within("expression") }),
    ] },
    names: { patterns: [
      { match: `\\b(pick)\\s+(${NAME})\\s*(-)\\s*(${NAME})(?=\\s+in\\b)`, captures: { 1: key, 2: { name: "variable.parameter.rulebook" }, 3: { name: "keyword.operator.rulebook" }, 4: { name: "variable.parameter.rulebook" } } },
      { match: `\\b(pick|for)\\s+(${NAME})(?=\\s+in\\b)`, captures: { 1: key, 2: { name: "variable.parameter.rulebook" } } },
      { match: "\\b(true|false)\\b", name: "constant.language.boolean.rulebook" },
      { match: "\\blike-colou?red\\b(?![\\w-])", name: keyword },
      { match: `\\b${either(reserved.filter((word) => word !== "true" && word !== "false"))}\\b`, name: keyword },
      { match: `\\b${either(functions)}\\b(?=\\s*\\()`, name: "support.function.builtin.rulebook" },
      { match: `\\b${either(alone)}\\b(?!\\s*\\()`, name: "variable.language.builtin.rulebook" },
      { match: NAME, name: "variable.other.rulebook" },
    ] },
    signs: { patterns: [
      { name: "keyword.operator.rulebook", match: "\\.\\.=|<=|>=|!=|[-+*/&|<>=]" },
      { name: "punctuation.section.rulebook", match: "[{}()]" },
      { name: "punctuation.separator.rulebook", match: "[,:]" },
    ] },
    expression: { patterns: ["comments", "strings", "statements", "numbers", "names", "signs"].map((name) => ({ include: `#${name}` })) },
  };
  const { patterns: _, ...text } = patterns.strings.patterns[0];
  patterns.strings = { patterns: [text] };
  return {
    information_for_contributors: ["Written by grammar.mjs from the words of the language; change it there."],
    name: "Rulebook",
    scopeName: "source.rulebook",
    fileTypes: ["game"],
    patterns: ["comments", "strings", "declarations", "turn", "expression"].map((name) => ({ include: `#${name}` })),
    repository: patterns,
  };
}

export const file = join(here, "syntaxes/rulebook.tmLanguage.json");
export const written = async () => `${JSON.stringify(await grammar(), null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = await written();
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if (text !== (await readFile(file, "utf8"))) throw new Error("syntaxes/rulebook.tmLanguage.json is not what grammar.mjs writes: run npm run grammar");
}
