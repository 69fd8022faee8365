//! Syntax errors in the words of the language: what was expected, what was found, what to write instead.

use pest::Parser as _;
use pest::error::Error;

use super::alternatives::expected;
use super::ast_move::STATEMENTS;
use super::grammar::{GameParser, Rule};
use super::mistakes::{Stop, known};
use super::slips::Census;
use super::words::{DECLARATIONS, TEST_LINES, clip, is_reserved, is_word};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::reference::{Place, is_topic, said_as, synonym, synonyms};
use crate::source::{FileId, Span};
use crate::util::{Suggestion, suggestion};

/// What stands for the lines of a test in a list of what was expected.
pub const TEST_LINE: &str = "a line of a test such as `play` or `expect`";

/// The diagnostic for a stretch that cannot be read as `rule`; it begins at byte `offset` of the file's `text`.
fn misread(rule: Rule, stretch: &str, file: FileId, offset: usize, text: &str) -> Option<Diagnostic> {
    let error = GameParser::parse(rule, stretch).err()?;
    Some(diagnostic(rule, stretch, &error, file, offset, text))
}

/// The diagnostic for pest's error about a stretch, read as `rule`, that begins at byte `offset` of the file's `text`.
pub fn diagnostic(
    rule: Rule,
    stretch: &str,
    error: &Error<Rule>,
    file: FileId,
    offset: usize,
    text: &str,
) -> Diagnostic {
    let (at, expected) = expected(rule, stretch, error);
    let at = past_blanks(text, offset + at);
    let found = doubled(text, at).unwrap_or_else(|| token(text, at));
    let at = found.as_ptr().addr().checked_sub(text.as_ptr().addr()).unwrap_or(at);
    let here = Span::new(file, at, at + found.len());
    let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{}`", clip(found)) };
    let message = match expected.as_slice() {
        [] => format!("{shown} does not belong here"),
        some => format!("expected {}, found {shown}", list(some)),
    };
    let spelt = misspelt(found, &expected, text, at);
    if let Some(near) = spelt {
        return Diagnostic::new(Code::SyntaxExpected, here, message).label("not expected here").did_you_mean(near);
    }
    if let Some(mistake) = known(&Stop { text, start: offset, at, found, expected: &expected }) {
        let here = mistake.at.map_or(here, |(start, end)| Span::new(file, start, end));
        let fixes = mistake.fixes(file).collect();
        let label = if mistake.message.is_none() && mistake.at.is_none() { "not expected here" } else { "" };
        let message = mistake.message.unwrap_or(message);
        let said = Diagnostic::new(Code::SyntaxExpected, here, message).label(label).help(mistake.help);
        return Diagnostic { fixes, ..said };
    }
    let diagnostic = Diagnostic::new(Code::SyntaxExpected, here, message).label("not expected here");
    if let Some(near) = meant(found, &expected, text, at) {
        return diagnostic.did_you_mean(near);
    }
    if let Some((word, near)) = meant_before(&expected, text, at) {
        let said = diagnostic.help(format!("did you mean `{}` where it says `{}`?", near.word, word));
        let start = text.get(..at).unwrap_or("").trim_end().len() - word.len();
        let fix = Fix::write(Span::new(file, start, start + word.len()), near.word);
        return said.fix(Fix { safe: near.sure, ..fix });
    }
    let said = help(found, &expected).or_else(|| lacking(found, &expected, text, at));
    match said {
        Some((help, fix)) => {
            let said = diagnostic.help(help);
            let at = |(start, end, text): (usize, usize, String)| Fix::write(Span::new(file, start, end), text);
            match fix {
                Some(fix) => said.fix(at(fix)),
                None => said,
            }
        }
        None => match text.get(offset..at).and_then(shown_by) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        },
    }
}

/// A help, and what is to be written where.
type Said = (String, Option<(usize, usize, String)>);

/// The word that what was found surely was meant to be: it is a slip of the pen, and nothing else.
fn misspelt<'t>(found: &str, expected: &'t [String], text: &str, at: usize) -> Option<Suggestion<'t>> {
    let near = meant(found, expected, text, at).filter(|near| near.sure && !near.word.eq_ignore_ascii_case(found))?;
    let is_foreign = synonyms(found).next().is_some();
    (!is_foreign && Census::of([(FileId(0), text)]).is_slip(found, near.word)).then_some(near)
}

/// The word that what was found was probably meant to be.
fn meant<'t>(found: &str, expected: &'t [String], text: &str, at: usize) -> Option<Suggestion<'t>> {
    let expects = |what: &str| expected.iter().any(|e| e == what);
    let words = expected.iter().filter_map(|e| e.strip_prefix('`')?.strip_suffix('`'));
    let words = words.chain(DECLARATIONS.into_iter().filter(|_| expects("the next declaration")));
    let statements = STATEMENTS.into_iter().filter(|_| expects("a statement"));
    let lines = TEST_LINES.into_iter().filter(|_| expects(TEST_LINE));
    // A name that stands elsewhere is no word misspelt.
    if Census::of([(FileId(0), text)]).count(found) > 1 {
        return None;
    }
    let near = suggestion(found, words.chain(statements).chain(lines).collect::<Vec<_>>())?;
    let near = Suggestion { sure: near.sure || expected.len() == 1, ..near };
    // A word that means something itself was not meant to be another one; declarations begin on a line of their own.
    let begins = text.get(..at).is_some_and(|lead| lead.trim_end_matches([' ', '\t']).ends_with(['\n', '{', '}']));
    let is_declaration = DECLARATIONS.contains(&near.word) && !STATEMENTS.contains(&near.word);
    let fits = near.sure || !is_topic(found) && (begins || !is_declaration) && found.len() > 2;
    fits.then_some(near)
}

/// Where to see how the declaration or statement is written that `before` ends in.
fn shown_by(before: &str) -> Option<String> {
    let begins = |word: &&str| STATEMENTS.contains(word) || DECLARATIONS.contains(word);
    let lines = before.split(['\n', '{', '}']).rev();
    let word = lines.map(|line| token(line, past_blanks(line, 0))).find(begins)?;
    Some(format!("`rulebook explain {word}` shows how it is written"))
}

/// The word before, and what it was probably meant to be: `empty wherever` reads like `Black stones`, so the fault shows late.
fn meant_before<'t>(expected: &[String], text: &'t str, at: usize) -> Option<(&'t str, Suggestion<'static>)> {
    let line = text.get(..at)?.lines().next_back()?.trim_end();
    let last = line.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
    if !expected.iter().any(|e| e == "a statement") || STATEMENTS.contains(&last) || is_topic(last) || last.len() < 4 {
        return None;
    }
    let begins = || STATEMENTS.into_iter().find(|word| word.len() > 4 && last.starts_with(word));
    let near = suggestion(last, STATEMENTS).or_else(|| Some(Suggestion { word: begins()?, sure: false }))?;
    Some((last, near))
}

fn help(found: &str, expected: &[String]) -> Option<Said> {
    let expects = |what: &str| expected.iter().any(|e| e == what);
    let plain = |help: &str| Some((help.to_owned(), None));
    if expects("a text in quotes") && DECLARATIONS.contains(&found) {
        return plain("a text in quotes is missing before it");
    }
    if found.starts_with(|c: char| c.is_ascii_digit()) && found.contains(|c: char| c.is_ascii_alphabetic()) {
        return plain("a name does not begin with a digit");
    }
    if expects("the next declaration") && found == "else" {
        return plain("`else` stands inside the braces, between results: `{ highest count(mine) else draw }`");
    }
    if expects("a statement") && is_word(found) {
        return plain("a statement begins with a word such as `pick`, `where`, `put`, `move`, `remove` or `require`");
    }
    None
}

/// What is lacking before byte `at`, or what the words before it were probably meant to be.
fn lacking(found: &str, expected: &[String], text: &str, at: usize) -> Option<Said> {
    let expects = |what: &str| expected.iter().any(|e| e == what);
    let line = text.get(..at)?.lines().next_back().unwrap_or("").trim();
    let last = line.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
    let plain = |help: &str| Some((help.to_owned(), None));
    if expects("`wins`") {
        return plain("a result is `draw`, `mover wins`, `mover loses`, `highest NUMBER` or `lowest NUMBER`");
    }
    let is_next = expects("the next declaration") && text.get(..at)?.trim_end_matches([' ', '\t']).ends_with('\n');
    if expects("`,`") && is_name_like(found) && !is_next {
        return Some(match last == "and" || line.is_empty() {
            true => ("names are separated with `,`, as in `exchange a, b`".to_owned(), None),
            false => (format!("write `,` before `{}`", clip(found)), None),
        });
    }
    let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{}`", clip(found)) };
    let words: Vec<&String> = expected.iter().filter(|e| e.starts_with('`')).collect();
    match words.as_slice() {
        [word] if expected.len() == 1 => Some((format!("write {word} before {shown}"), None)),
        _ if expects("an expression") && is_word(last) && (found == "}" || STATEMENTS.contains(&found)) => {
            Some((format!("something is missing after `{}`", clip(last)), None))
        }
        _ if expects("an expression") => Some((format!("something is missing before {shown}"), None)),
        _ => None,
    }
}

/// Whether a word can be listed.
fn is_name_like(word: &str) -> bool {
    is_word(word) && !["if", "when", "while", "then", "else"].contains(&word)
}

/// The diagnostic for a stretch that cannot be read, for whatever reason.
pub fn unread(span: Span) -> Diagnostic {
    Diagnostic::new(Code::SyntaxUnknownDeclaration, span, "this cannot be read")
}

/// Whether a text begins with the word of a declaration.
pub fn begins_declaration(text: &str) -> bool {
    let word = token(text, 0);
    DECLARATIONS.contains(&word) || word == "claim"
}

/// The diagnostic for a stretch of a game that is no declaration. `before` is where the item before it begins.
pub fn junk(file: FileId, before: usize, offset: usize, junk: &str, text: &str) -> Diagnostic {
    let word = token(text, offset);
    // What stands on one line with the declaration before it, or begins with a sign, was meant to go on with that.
    let lead = text.get(before..offset).unwrap_or("").trim_end_matches([' ', '\t', '\r']);
    let goes_on = !lead.ends_with('\n') || (word != "#" && !is_word(word)) || is_reserved(word);
    let begins = begins_declaration(junk);
    let from = if goes_on && !begins { before } else { offset };
    if (begins || from < offset)
        && let Some(said) = misread(Rule::one_declaration, &text[from..offset + junk.len()], file, from, text)
    {
        return said;
    }
    let here = Span::new(file, offset, offset + word.len().max(1).min(junk.len()));
    if word == "aside"
        && let Some(mistake) = known(&Stop { text, start: offset, at: offset, found: word, expected: &[] })
    {
        let message = mistake.message.clone().unwrap_or_default();
        let said = Diagnostic::new(Code::SyntaxUnknownDeclaration, here, message).help(mistake.help.clone());
        return mistake.fixes(file).fold(said, Diagnostic::fix);
    }
    let said =
        Diagnostic::new(Code::SyntaxUnknownDeclaration, here, format!("`{}` does not begin a declaration", clip(word)))
            .label("expected a declaration such as `board`, `piece`, `move`, `turn` or `end`");
    match suggestion(word, DECLARATIONS) {
        Some(near) if near.sure => said.did_you_mean(near),
        _ if merges(junk) => {
            let line = junk.lines().next().unwrap_or("").trim_end().len();
            let all = Span::new(file, offset, offset + line);
            let help = "actions that lead to the same position are one where the game says `alike actions are one`";
            said.help(help).fix(Fix::write(all, "alike actions are one"))
        }
        _ if takes_off(junk) => said.help(format!("say first what it is: `move {word} off`, `end {word} off`")),
        _ if synonym(word, Place::Declaration).is_some() => said_as(said, word, Place::Declaration),
        Some(near) => said.did_you_mean(near),
        None if word == "#" => said.help("a comment begins with `//`").fix(Fix::write(here, "//")),
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

/// Whether a stretch looks like `same actions once`.
fn merges(junk: &str) -> bool {
    let line = junk.lines().next().unwrap_or("");
    let mut words = line.split_whitespace();
    let what = ["same", "equal", "identical", "duplicate", "equivalent"];
    words.next().is_some_and(|word| what.contains(&word))
        && words.next().is_some_and(|word| ["actions", "moves"].contains(&word))
}

/// Whether a stretch looks like `name off`.
fn takes_off(junk: &str) -> bool {
    let mut words = junk.lines().next().unwrap_or("").split_whitespace();
    words.next().is_some_and(is_word) && words.next() == Some("off")
}

fn past_blanks(text: &str, at: usize) -> usize {
    at + text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len())
}

/// `&&`, `||`, `<>` and such where reading stopped between the two: one is a sign of the language.
fn doubled(text: &str, at: usize) -> Option<&str> {
    let sign = text.get(at.checked_sub(1)?..=at)?;
    matches!(sign, "&&" | "||" | "<>" | "=<" | "=>").then_some(sign)
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
    match suggestion(word, ["game", "variant"]) {
        Some(near) => said.did_you_mean(near),
        None => said.help("put it between the braces of a `game`"),
    }
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
    let token = &rest[..end];
    if first.is_ascii_alphanumeric() { token.trim_end_matches('-') } else { token }
}

fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
