//! Syntax errors in the words of the language: what was expected, what was found, what to write instead.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::{GameParser, Rule, is_word};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::util::suggest;
use pest::Parser as _;

/// The words that begin a declaration.
pub const DECLARATIONS: [&str; 28] = [
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
    "mark",
    "move",
    "turn",
    "end",
    "repetition",
    "limit",
];

/// How many alternatives a message lists.
const MAX_ALTERNATIVES: usize = 6;

/// The diagnostic for pest's error about the text that begins at byte `offset` of the file's `text`.
pub fn diagnostic(error: &Error<Rule>, file: FileId, offset: usize, text: &str) -> Diagnostic {
    let at = offset
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let at = at + text.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let found = token(text, at);
    let here = if found.is_empty() { Span::new(file, at, at) } else { Span::new(file, at, at + found.len()) };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => alternatives(positives),
        ErrorVariant::CustomError { message } => vec![message.clone()],
    };
    let shown = if found.is_empty() { "the end".to_owned() } else { format!("`{}`", clip(found)) };
    let message = match expected.as_slice() {
        [] => format!("{shown} does not belong here"),
        some => format!("expected {}, found {shown}", list(some)),
    };
    let diagnostic = Diagnostic::error("syntax/expected", here, message).label("not expected here");
    if expected.iter().any(|e| e == "a name") && is_reserved(found) {
        return diagnostic
            .help(format!("`{found}` is a word of the language and cannot be a name; choose another word"));
    }
    if found == "==" || found.starts_with("==") {
        return diagnostic.help("equality is written `=`");
    }
    if matches!(found, "&&" | "||" | "!") {
        return diagnostic.help("write `and`, `or` and `not`");
    }
    let words: Vec<&str> = expected.iter().filter_map(|e| e.strip_prefix('`')?.strip_suffix('`')).collect();
    match suggest(found, words.iter().copied()).filter(|_| !found.is_empty()) {
        Some(word) => diagnostic.help(format!("did you mean `{word}`?")),
        None => diagnostic,
    }
}

/// The diagnostic for a stretch of a game that is no declaration.
pub fn junk(file: FileId, offset: usize, junk: &str, text: &str) -> Diagnostic {
    let word = token(text, offset);
    if (DECLARATIONS.contains(&word) || word == "claim")
        && let Err(error) = GameParser::parse(Rule::one_declaration, junk)
    {
        return diagnostic(&error, file, offset, text);
    }
    let here = Span::new(file, offset, offset + word.len().max(1).min(junk.len()));
    let said =
        Diagnostic::error("syntax/unknown-declaration", here, format!("`{}` does not begin a declaration", clip(word)))
            .label("expected a declaration such as `board`, `piece`, `move`, `turn` or `end`");
    match suggest(word, DECLARATIONS) {
        Some(known) => said.help(format!("did you mean `{known}`?")),
        None => said,
    }
}

/// The diagnostic for a stretch of a file outside every game.
pub fn junk_unit(file: FileId, offset: usize, junk: &str, text: &str) -> Diagnostic {
    let word = token(text, offset);
    if matches!(word, "game" | "variant")
        && let Err(error) = GameParser::parse(Rule::one_unit, junk)
    {
        return diagnostic(&error, file, offset, text);
    }
    let here = Span::new(file, offset, offset + word.len().max(1).min(junk.len()));
    let said = Diagnostic::error("syntax/outside", here, format!("`{}` stands outside every game", clip(word)))
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

/// What pest would have accepted, in the user's words, without repetition.
fn alternatives(rules: &[Rule]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut operator = false;
    for rule in rules {
        let word = match rule {
            Rule::name | Rule::piece_name | Rule::turn_move | Rule::place | Rule::binding | Rule::param => {
                "a name".to_owned()
            }
            Rule::string => "a text in quotes".to_owned(),
            Rule::word => "a word".to_owned(),
            Rule::integer => "a whole number".to_owned(),
            Rule::type_name => "a type".to_owned(),
            Rule::declaration => "a declaration".to_owned(),
            Rule::statement => "a statement".to_owned(),
            Rule::args => "`(`".to_owned(),
            Rule::body | Rule::block | Rule::results => "`{`".to_owned(),
            Rule::result => "a result such as `draw` or `mover wins`".to_owned(),
            Rule::EOI => "the end".to_owned(),
            rule if expression(*rule) => "an expression".to_owned(),
            rule if infix(*rule) => {
                operator = true;
                continue;
            }
            rule if is_word(*rule) => format!("`{}`", format!("{rule:?}").trim_start_matches("kw_")),
            _ => continue,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() && operator {
        words.push("an operator".to_owned());
    }
    if words.iter().any(|w| w == "a statement") {
        words.retain(|w| !w.starts_with('`') || w == "`{`");
    }
    if words.iter().any(|w| w == "an expression") {
        words.retain(|w| !w.starts_with('`') && w != "a name");
    }
    words.truncate(MAX_ALTERNATIVES);
    words
}

fn expression(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expr
            | Rule::bound
            | Rule::number
            | Rule::conditional
            | Rule::quantified
            | Rule::no_move
            | Rule::nobody
            | Rule::all_pass
            | Rule::last_mover
            | Rule::last_to
            | Rule::last_pick
            | Rule::comprehension
            | Rule::set_of
            | Rule::group_
            | Rule::call
            | Rule::owned
            | Rule::truth
            | Rule::reference
            | Rule::not
            | Rule::before
            | Rule::turn_start
            | Rule::fresh
            | Rule::some
            | Rule::none
            | Rule::minus
            | Rule::quantifier
            | Rule::members
    )
}

fn infix(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::or
            | Rule::and
            | Rule::is
            | Rule::is_not
            | Rule::in_
            | Rule::not_in
            | Rule::le
            | Rule::ge
            | Rule::lt
            | Rule::gt
            | Rule::eq
            | Rule::ne
            | Rule::union
            | Rule::plus
            | Rule::difference
            | Rule::intersection
            | Rule::times
            | Rule::over
            | Rule::div
            | Rule::rem
            | Rule::of
            | Rule::at
            | Rule::through
    )
}
