//! What may be written at the end of a text that is not complete: for completion.

use std::sync::{Mutex, OnceLock, PoisonError};

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};

use super::ast_move::STATEMENTS;
use super::grammar::{GameParser, Rule};
use super::prescan::prescan;
use super::words::{DECLARATIONS, TEST_LINES, is_reserved};
use crate::diagnostic::{Code, Report};
use crate::source::FileId;

/// A word that no rule sheet is likely to use, to ask whether a name may stand somewhere.
const SOME_NAME: &str = "zz_some_name_zz";

/// The longest beginning: it is read once for every word of the language.
const MAX_BEGINNING: usize = 32 << 10;

/// What may go on from a beginning.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Legal {
    /// The words of the language.
    pub words: Vec<&'static str>,
    /// Whether a name may stand there.
    pub name: bool,
}

/// What the beginning is one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// A game or variant, up to its first brace.
    Unit,
    /// A declaration.
    Declaration,
}

/// The words of the grammar: those of `kw_...`, and those of rules that match their words themselves.
pub fn keywords() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut all: Vec<&'static str> = Rule::all_rules().iter().filter_map(|rule| word_of(*rule)).collect();
        all.extend(["like-coloured", "finite", "symmetric"]);
        let lists = DECLARATIONS.iter().chain(&STATEMENTS).chain(&TEST_LINES);
        all.extend(lists.copied());
        all.sort_unstable();
        all.dedup();
        all
    })
}

/// The word of a rule `kw_...`.
fn word_of(rule: Rule) -> Option<&'static str> {
    static NAMES: OnceLock<Vec<Option<String>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let name = |rule: &Rule| format!("{rule:?}").strip_prefix("kw_").map(str::to_owned);
        Rule::all_rules().iter().map(name).collect()
    });
    let place = Rule::all_rules().iter().position(|known| *known == rule)?;
    names.get(place)?.as_deref()
}

/// What may stand after `beginning`, which ends where the word would begin.
///
/// Every word is tried: it may stand there if the grammar reads on past it. The last answer is kept, for while a word is written
/// letter by letter the question stays.
pub fn legal(sort: Beginning, beginning: &str) -> Legal {
    static LAST: Mutex<Option<(Beginning, String, Legal)>> = Mutex::new(None);
    // One blank means as much as many; a line's end is one that also ends the line.
    let lead = beginning.trim_end_matches([' ', '\t']);
    let is_line = lead.ends_with('\n');
    let asked = if is_line || lead.len() == beginning.len() { lead.to_owned() } else { format!("{lead} ") };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((of, text, known)) if *of == sort && *text == asked => known.clone(),
        _ => {
            let found = tried(sort, &asked);
            *last = Some((sort, asked, found.clone()));
            found
        }
    }
}

fn tried(sort: Beginning, beginning: &str) -> Legal {
    if beginning.len() > MAX_BEGINNING {
        return Legal::default();
    }
    let mut report = Report::default();
    prescan(FileId(0), beginning, &mut report);
    if report.iter().any(|finding| finding.code == Code::LimitNesting) {
        return Legal::default();
    }
    let rule = match sort {
        Beginning::Unit => Rule::one_unit,
        Beginning::Declaration => Rule::one_declaration,
    };
    let mut text = String::with_capacity(beginning.len() + 24);
    let mut reads = |word: &str| {
        text.clear();
        text.push_str(beginning);
        text.push_str(word);
        let end = text.len();
        // With a word behind it, `is add` is not whether an option is `add`: what an option may be its declaration tells.
        text.push_str(" zz");
        reached(rule, &text) >= end
    };
    let name = reads(SOME_NAME);
    // Where a name may stand, so may a word that is no reserved one; it is a word of the language there if the grammar asks for it.
    let asked = if name { asked(rule, beginning) } else { Vec::new() };
    // Elsewhere the hyphen of `like-coloured` is a minus.
    let lead = beginning.trim();
    let members = match lead.split(char::is_whitespace).next() {
        Some("group" | "loop") => lead.ends_with('='),
        Some("line") => lead.contains('=') && lead.ends_with(|c: char| c.is_alphanumeric() || c == ')'),
        _ => false,
    };
    let is_meant = |word: &str| {
        if word.contains('-') { members } else { !name || is_reserved(word) || asked.contains(&word) }
    };
    let words = keywords().iter().copied().filter(|word| is_meant(word) && reads(word)).collect();
    Legal { words, name }
}

/// Whether brackets and quotes fit and nothing nests too deep, so that the grammar may read a text.
pub fn is_readable(text: &str) -> bool {
    prescan(FileId(0), text, &mut Report::default()).sound
}

/// Whether a text is a whole unit or declaration.
pub fn is_whole(sort: Beginning, text: &str) -> bool {
    let rule = match sort {
        Beginning::Unit => Rule::one_unit,
        Beginning::Declaration => Rule::one_declaration,
    };
    is_readable(text) && GameParser::parse(rule, text).is_ok()
}

/// How far a text is read.
fn reached(rule: Rule, text: &str) -> usize {
    match GameParser::parse(rule, text) {
        Ok(_) => text.len(),
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        },
    }
}

/// The words that the grammar tried at the end of a text.
fn asked(rule: Rule, text: &str) -> Vec<&'static str> {
    let Err(error) = GameParser::parse(rule, text) else { return Vec::new() };
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else { return Vec::new() };
    // A rule that could begin there is named instead of its words.
    let of_rule = |rule: &Rule| match rule {
        Rule::leaving => vec!["leaving"],
        Rule::skipping => vec!["skipping"],
        Rule::rows_from => vec!["rows"],
        Rule::round => vec!["round"],
        Rule::with_points => vec!["with"],
        Rule::named_by => vec!["named"],
        Rule::numbered => vec!["numbered"],
        Rule::by_clause => vec!["by"],
        Rule::only => vec!["only"],
        Rule::statement => vec!["sow"],
        Rule::expect_moves => vec!["legal", "illegal", "only"],
        Rule::expect_count => vec!["moves"],
        Rule::expect_over => vec!["over"],
        Rule::expect_draw => vec!["draw"],
        rule => word_of(*rule).into_iter().collect(),
    };
    positives.iter().flat_map(of_rule).collect()
}

#[cfg(test)]
mod tests {
    use super::{Beginning, legal};

    fn words(beginning: &str) -> (Vec<&'static str>, bool) {
        let legal = legal(Beginning::Declaration, beginning);
        (legal.words, legal.name)
    }

    #[test]
    fn words_are_those_that_the_grammar_reads() {
        assert_eq!(words("turn of "), (vec![], true));
        assert_eq!(words("stacks "), (vec!["up"], false));
        assert_eq!(words("pie by "), (vec!["first"], false));
        let (declarations, name) = words("");
        assert!(declarations.contains(&"board") && !declarations.contains(&"sow") && !name, "{declarations:?}");
        let (statements, name) = words("move m { pick a in mine\n ");
        assert!(["where", "put", "sow", "written"].iter().all(|word| statements.contains(word)), "{statements:?}");
        assert!(statements.contains(&"and") && !statements.contains(&"board") && !name, "{statements:?}");
        let (operands, name) = words("value v(c) = ");
        assert!(name && operands.contains(&"if") && !operands.contains(&"stone"), "{operands:?}");
        let (operands, name) = words("region r(p: player) = if p is ");
        assert!(name && operands.contains(&"not") && !operands.contains(&"add"), "{operands:?}");
        let (expected, name) = words("test \"t\" { expect ");
        assert!(
            name && ["legal", "illegal", "only", "moves", "over", "draw"].iter().all(|word| expected.contains(word))
        );
    }

    #[test]
    fn what_nests_too_deep_is_not_read() {
        assert_eq!(words(&format!("value v = {}", "(".repeat(100_000))), (vec![], false));
        assert_eq!(words(&format!("value v = {}", "not ".repeat(100_000))), (vec![], false));
    }
}
