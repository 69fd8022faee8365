//! Syntax errors in the words of the language: what was expected, what was found, what to write instead.

use pest::Parser as _;
use pest::error::Error;

use super::alternatives::expected;
use super::ast_move::STATEMENTS;
use super::grammar::{GameParser, Rule};
use super::mistakes::{Stop, known};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::util::suggest;

/// The words that begin a declaration.
pub const DECLARATIONS: [&str; 32] = [
    "by",
    "source",
    "family",
    "players",
    "stacks",
    "piece",
    "pieces",
    "neutral",
    "pie",
    "option",
    "board",
    "relation",
    "setup",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "group",
    "loop",
    "line",
    "counter",
    "track",
    "mark",
    "move",
    "turn",
    "skip",
    "end",
    "repetition",
    "limit",
    "allow",
    "test",
];

/// The words that begin a line of a test.
const TEST_LINES: [&str; 6] = ["set", "position", "to", "mark", "play", "expect"];
/// What stands for them in a list of what was expected.
pub const TEST_LINE: &str = "a line of a test such as `play` or `expect`";

/// The diagnostic for a stretch that cannot be read as `rule`; it begins at byte `offset` of the file's `text`.
fn misread(rule: Rule, stretch: &str, file: FileId, offset: usize, text: &str) -> Option<Diagnostic> {
    // Costly, and so for what is known to be wrong alone.
    pest::set_error_detail(true);
    let error = GameParser::parse(rule, stretch).err();
    pest::set_error_detail(false);
    error.map(|error| diagnostic(&error, file, offset, text))
}

/// The diagnostic for pest's error about a stretch that begins at byte `offset` of the file's `text`.
pub fn diagnostic(error: &Error<Rule>, file: FileId, offset: usize, text: &str) -> Diagnostic {
    let (at, expected) = expected(error);
    let at = past_blanks(text, offset + at);
    let found = doubled(text, at).unwrap_or_else(|| token(text, at));
    let at = found.as_ptr().addr().checked_sub(text.as_ptr().addr()).unwrap_or(at);
    let here = Span::new(file, at, at + found.len());
    let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{}`", clip(found)) };
    let message = match expected.as_slice() {
        _ if no_sign(found).is_some() => format!("{shown} is not part of the language"),
        [] => format!("{shown} does not belong here"),
        some => format!("expected {}, found {shown}", list(some)),
    };
    if let Some(mistake) = known(&Stop { text, at, found, expected: &expected }) {
        let here = mistake.at.map_or(here, |(start, end)| Span::new(file, start, end));
        let message = mistake.message.unwrap_or(message);
        return Diagnostic::new(Code::SyntaxExpected, here, message).label("not expected here").help(mistake.help);
    }
    let diagnostic = Diagnostic::new(Code::SyntaxExpected, here, message).label("not expected here");
    let said = help(found, &expected).or_else(|| lacking(found, &expected, text, at));
    match said.or_else(|| shown_by(text.get(offset..at)?)) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Where to see how the declaration or statement is written that `before` ends in.
fn shown_by(before: &str) -> Option<String> {
    let begins = |word: &&str| STATEMENTS.contains(word) || DECLARATIONS.contains(word);
    let lines = before.split(['\n', '{', '}']).rev();
    let word = lines.map(|line| token(line, past_blanks(line, 0))).find(begins)?;
    Some(format!("`rulebook explain {word}` shows how it is written"))
}

/// What to write instead of a sign that other languages have.
fn no_sign(found: &str) -> Option<&'static str> {
    Some(match found {
        "==" => "equality is written `=`",
        "&&" => "write `and`",
        "||" => "write `or`",
        "!" => "write `not`",
        "<>" => "write `!=` or `is not`",
        "[" | "]" => "brackets are round, as in `square(8)`; sets of cells stand in braces, as in `{a1, b2}`",
        ".." | "..." => "a range is written `3..=9`, with both ends",
        ";" => "leave it out: nothing stands at the end of a line",
        "%" => "write `mod` for what is left over, as in `row(c) mod 2 = 0`",
        "^" => "multiply with `*`: there are no powers",
        "~" => "write `not`",
        "'" => "texts stand in `\"`",
        _ => return None,
    })
}

fn help(found: &str, expected: &[String]) -> Option<String> {
    if let Some(help) = no_sign(found) {
        return Some(help.to_owned());
    }
    let expects = |what: &str| expected.iter().any(|e| e == what);
    if expected == ["a name"] && is_reserved(found) {
        return Some(format!("`{found}` is a word of the language and cannot be a name; choose another word"));
    }
    if found == "from" && expects("`in`") {
        return Some("a pick is taken `in` something: a set, or a range such as `pick n in 1..=3`".to_owned());
    }
    if expects("a text in quotes") && DECLARATIONS.contains(&found) {
        return Some("a text in quotes is missing before it".to_owned());
    }
    if expects("a text in quotes") && found.starts_with(|c: char| c.is_alphabetic()) {
        return Some(format!("write it in quotes: `\"{}\"`", clip(found)));
    }
    if found.starts_with(|c: char| c.is_ascii_digit()) && found.contains(|c: char| c.is_ascii_alphabetic()) {
        return Some("a name does not begin with a digit".to_owned());
    }
    if let Some(help) = foreign(found).filter(|_| expects("a statement")) {
        return Some(help.to_owned());
    }
    if found == "then" && expects("`,`") {
        return Some("a following step is written with a comma: `, then`".to_owned());
    }
    if expects("the next declaration") && found == "else" {
        return Some(
            "`else` stands inside the braces, between results: `{ highest count(mine) else draw }`".to_owned(),
        );
    }
    let words = expected.iter().filter_map(|e| e.strip_prefix('`')?.strip_suffix('`'));
    let words = words.chain(DECLARATIONS.into_iter().filter(|_| expects("the next declaration")));
    let statements = STATEMENTS.into_iter().filter(|_| expects("a statement"));
    let lines = TEST_LINES.into_iter().filter(|_| expects(TEST_LINE));
    let known: Vec<&str> = words.chain(statements).chain(lines).collect();
    match suggest(found, known).filter(|_| !found.is_empty()) {
        Some(word) => Some(format!("did you mean `{word}`?")),
        None if expects("a statement") && is_word(found) => Some(
            "a statement begins with a word such as `pick`, `where`, `put`, `move`, `remove` or `require`".to_owned(),
        ),
        None => None,
    }
}

/// What other languages begin a statement with.
fn foreign(found: &str) -> Option<&'static str> {
    Some(match found {
        "foreach" | "forall" => "write `for x in S { ... }`",
        "place" | "drop" | "add_piece" => "write `put my stone on c`",
        "capture" | "delete" | "kill" => "write `remove S`",
        "flip" | "reverse" => "write `turn over S`",
        "swap" => "write `exchange a, b`",
        "var" | "const" | "def" => "write `let name = ...`",
        "assert" | "ensure" => "write `require` with a condition",
        "when" | "while" | "unless" => {
            "write `where` for a condition before the effects, `if P { ... }` for one among them"
        }
        "choose" | "select" => "write `pick c in S`",
        "return" => "leave it out: a move ends with its last statement",
        _ => return None,
    })
}

/// What is lacking before byte `at`, or what the words before it were probably meant to be.
fn lacking(found: &str, expected: &[String], text: &str, at: usize) -> Option<String> {
    let expects = |what: &str| expected.iter().any(|e| e == what);
    let line = text.get(..at)?.lines().next_back().unwrap_or("").trim();
    let last = line.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
    let after = text.get(at + found.len()..).unwrap_or("").trim_start();
    if expects("a statement") {
        // `empty wherever` reads like `Black stones`, so the fault shows one word late.
        if let Some(meant) = suggest(last, STATEMENTS)
            .or_else(|| STATEMENTS.into_iter().find(|word| word.len() > 4 && last.starts_with(word)))
            && !STATEMENTS.contains(&last)
        {
            return Some(format!("did you mean `{meant}` where it says `{last}`?"));
        }
    }
    if is_word(found) && ["+=", "-=", "++", "--", ":=", "="].iter().any(|sign| after.starts_with(sign)) {
        return Some(format!("write `set {found} to N`, `add N to {found}` or `take N from {found}`"));
    }
    if expects("`wins`") {
        return Some("a result is `draw`, `mover wins`, `mover loses`, `highest NUMBER` or `lowest NUMBER`".to_owned());
    }
    if expects("`{`") && line.starts_with("end") {
        return Some("the results stand in braces, as in `{ last mover wins }` or `{ draw }`".to_owned());
    }
    if expects("`{`") && line.contains("if ") {
        return Some("effects stand in braces, as in `if P { remove c } else { turn over c }`".to_owned());
    }
    if expects("`when`") && line == "end" {
        return Some("write `end when` and the condition".to_owned());
    }
    if expects("`to`") && line.starts_with("set") || (expects("`to`") && found == "=") {
        return Some("write `to` before the value, as in `set n to 0`".to_owned());
    }
    let is_next = expects("the next declaration") && text.get(..at)?.trim_end_matches([' ', '\t']).ends_with('\n');
    if expects("`,`") && is_word(found) && !is_next {
        return Some(match line.starts_with("exchange") || last == "and" || line.is_empty() {
            true => "names are separated with `,`, as in `exchange a, b`".to_owned(),
            false => format!("write `,` before `{}`", clip(found)),
        });
    }
    let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{}`", clip(found)) };
    let words: Vec<&String> = expected.iter().filter(|e| e.starts_with('`')).collect();
    match words.as_slice() {
        [word] if expected.len() == 1 => Some(format!("write {word} before {shown}")),
        _ if expects("an expression") => Some(format!("something is missing before {shown}")),
        _ => None,
    }
}

/// The diagnostic for a stretch that cannot be read, for whatever reason.
pub fn unread(span: Span) -> Diagnostic {
    Diagnostic::new(Code::SyntaxUnknownDeclaration, span, "this cannot be read")
}

/// The diagnostic for a stretch of a game that is no declaration. `before` is where the item before it begins.
pub fn junk(file: FileId, before: usize, offset: usize, junk: &str, text: &str) -> Diagnostic {
    let word = token(text, offset);
    // What stands on one line with the declaration before it, or begins with a sign, was meant to go on with that.
    let lead = text.get(before..offset).unwrap_or("").trim_end_matches([' ', '\t', '\r']);
    let goes_on = !lead.ends_with('\n') || (word != "#" && !is_word(word)) || is_reserved(word);
    let begins = DECLARATIONS.contains(&word) || word == "claim";
    let from = if goes_on && !begins { before } else { offset };
    if (begins || from < offset)
        && let Some(said) = misread(Rule::one_declaration, &text[from..offset + junk.len()], file, from, text)
    {
        return said;
    }
    let here = Span::new(file, offset, offset + word.len().max(1).min(junk.len()));
    let said =
        Diagnostic::new(Code::SyntaxUnknownDeclaration, here, format!("`{}` does not begin a declaration", clip(word)))
            .label("expected a declaration such as `board`, `piece`, `move`, `turn` or `end`");
    match suggest(word, DECLARATIONS) {
        Some(known) => said.help(format!("did you mean `{known}`?")),
        None if word == "#" => said.help("a comment begins with `//`"),
        None if defines(junk) => said.help("say first what it is: `value`, `region` or `condition`"),
        None => said,
    }
}

/// Whether a stretch looks like `name = ...` or `name(c) = ...`.
fn defines(junk: &str) -> bool {
    let line = junk.lines().next().unwrap_or("");
    let Some((name, _)) = line.split_once('=') else { return false };
    let name = name.split('(').next().unwrap_or("").trim();
    is_word(name)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn past_blanks(text: &str, at: usize) -> usize {
    at + text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len())
}

/// `&&`, `||` or `<>` where reading stopped between the two: one is a sign of the language.
fn doubled(text: &str, at: usize) -> Option<&str> {
    let sign = text.get(at.checked_sub(1)?..=at)?;
    matches!(sign, "&&" | "||" | "<>").then_some(sign)
}

/// The diagnostic for a stretch of a file outside every game.
pub fn junk_unit(file: FileId, offset: usize, junk: &str, text: &str) -> Diagnostic {
    let word = token(text, offset);
    if matches!(word, "game" | "variant")
        && let Some(said) = misread(Rule::one_unit, junk, file, offset, text)
    {
        return said;
    }
    let here = Span::new(file, offset, offset + word.len().max(1).min(junk.len()));
    let said = Diagnostic::new(Code::SyntaxOutside, here, format!("`{}` stands outside every game", clip(word)))
        .label("expected `game \"Name\" { ... }` or `variant \"Name\" of \"Game\" { ... }`");
    match suggest(word, ["game", "variant"]) {
        Some(known) => said.help(format!("did you mean `{known}`?")),
        None => said.help("put it between the braces of a `game`"),
    }
}

/// Whether `word` cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    GameParser::parse(Rule::name, word).is_err()
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The word, number or sign at byte `at`.
fn token(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let Some(first) = rest.chars().next() else { return "" };
    let same = |c: char| {
        if first.is_ascii_alphanumeric() || first == '_' {
            c.is_ascii_alphanumeric() || c == '_' || c == '-'
        } else {
            "=!<>&|.".contains(first) && "=!<>&|.".contains(c)
        }
    };
    let end = rest.char_indices().skip(1).find(|(_, c)| !same(*c)).map_or(rest.len(), |(end, _)| end);
    rest[..end].trim_end_matches('-')
}

fn clip(word: &str) -> String {
    if word.chars().count() > 40 { word.chars().take(40).chain("...".chars()).collect() } else { word.to_owned() }
}

fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
