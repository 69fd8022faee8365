// Colours by words alone, until the engine has told what each word is; and how lines are indented.

import { StreamLanguage, indentService, indentUnit } from "@codemirror/language";

const words = (text: string) => new Set(text.split(/\s+/));

const DECLARATIONS = words(
  "game variant of by source family players pieces piece plural as pie option board relation link setup value region condition directions " +
  "direction group loop line counter mark move turn end repetition limit claim neutral stacks track skip allow test effect after each off alike",
);
const KEYWORDS = words(
  "and or not if then else when where let some none every all in on to from under elsewhere nothing before last only with base " +
  "pick require put remove exchange over promote tuck set add take sow unmark unlink repeat for written do at its chain longest must may stop while possible until times most " +
  "joined orthogonally diagonally like coloured cells row exactly along onto crossing spreading closed leaving skipping again expect legal illegal position " +
  "play mod is times up rows top bottom pass",
);
const BUILTINS = words(
  "me enemy mine empty owner count height adjacent orthogonal diagonal column rows columns edges sizes joins between the mover wins " +
  "loses draw winner highest stones size ply_number top_of in_stack placed moved left right top bottom corners sides",
);

export const fallback = StreamLanguage.define<{ depth: number }>({
  name: "game",
  startState: () => ({ depth: 0 }),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("///")) return stream.skipToEnd(), "docComment";
    if (stream.match("//")) return stream.skipToEnd(), "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
    if (word && word !== true) {
      const text = word[0]!;
      return DECLARATIONS.has(text) ? "keyword" : KEYWORDS.has(text) ? "controlKeyword" : BUILTINS.has(text) ? "atom" : "variableName";
    }
    stream.next();
    return "operator";
  },
  tokenTable: {},
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

/** Two blanks for each bracket that is open. */
export const indentation = [
  indentUnit.of("  "),
  indentService.of((context, position) => {
    const line = context.lineAt(position, 1);
    if (line.from === 0) return 0;
    const before = context.lineAt(line.from - 1, -1).text;
    const from = /^ */.exec(before)![0].length;
    const opens = /[{(]\s*(\/\/.*)?$/.test(before) ? 2 : 0;
    const closes = /^\s*[})]/.test(line.text) ? 2 : 0;
    return Math.max(0, from + opens - closes);
  }),
];
