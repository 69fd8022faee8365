//! What the grammar would have accepted where reading stopped, in the user's words.

use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::{GameParser, Rule, is_word};
use super::words::tokens;

/// How many alternatives a message lists.
const MAX_ALTERNATIVES: usize = 6;
/// The signs that a message names; other tokens belong to rules, which have names of their own.
const SIGNS: [&str; 7] = ["=", "{", "(", ")", ",", ":", "..="];
/// What may follow an expression anywhere, as [`Rule::plus`] may.
const AFTER_EXPRESSION: [&str; 15] = [
    "`can`",
    "`of`",
    "`in`",
    "`or`",
    "`and`",
    "`not`",
    "`is`",
    "`div`",
    "`mod`",
    "`at`",
    "`through`",
    "`crossing`",
    "`spreading`",
    "`(`",
    "a name",
];

/// How many words and signs beyond the last rule that was tried are looked past for a sign.
const MAX_PASSED: usize = 4;

/// Where a text could not be read on as `rule`, and what could have stood there.
pub fn expected(rule: Rule, text: &str, error: &Error<Rule>) -> (usize, Vec<String>) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rules = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    // Rules know nothing of signs, and so may have stopped before one.
    let beyond = tokens(text, at, text.len()).into_iter().take(MAX_PASSED).map(|token| token.end());
    for place in beyond.collect::<Vec<_>>().into_iter().rev() {
        let signs = signs_at(rule, text, place);
        if !signs.is_empty() {
            return (place, alternatives(&[], &signs));
        }
    }
    (at, alternatives(rules, &signs_at(rule, text, at)))
}

/// The signs that can stand at a place: what is read on past them. (pest tells them as well, by a switch of the whole process, so that
/// what one thread reads would depend on the others.)
fn signs_at(rule: Rule, text: &str, place: usize) -> Vec<&'static str> {
    let Some(lead) = text.get(..place) else { return Vec::new() };
    let reads = |sign: &&str| match GameParser::parse(rule, &format!("{lead} {sign} ")) {
        Ok(_) => true,
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at > place + sign.len(),
        },
    };
    SIGNS.into_iter().filter(reads).collect()
}

fn alternatives(rules: &[Rule], signs: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut operator = false;
    for rule in rules {
        let word = match rule {
            Rule::name
            | Rule::look_line
            | Rule::look_as
            | Rule::look_of
            | Rule::piece_name
            | Rule::carry
            | Rule::carried
            | Rule::turn_move
            | Rule::place
            | Rule::binding
            | Rule::param => "a name".to_owned(),
            Rule::test_line => super::expected::TEST_LINE.to_owned(),
            Rule::string => "a text in quotes".to_owned(),
            Rule::word | Rule::setting => "a word".to_owned(),
            Rule::letter => "a single letter".to_owned(),
            Rule::integer => "a whole number".to_owned(),
            Rule::type_name => "a type".to_owned(),
            Rule::code => "the code of a finding".to_owned(),
            Rule::declaration => "a declaration".to_owned(),
            Rule::statement => "a statement".to_owned(),
            Rule::args | Rule::sizes => "`(`".to_owned(),
            Rule::body | Rule::block | Rule::results | Rule::graph_body | Rule::picture => "`{`".to_owned(),
            Rule::result => "a result such as `draw` or `mover wins`".to_owned(),
            Rule::EOI => "the next declaration".to_owned(),
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
    if words.iter().any(|w| w == "a statement") {
        words.retain(|w| !w.starts_with('`') || w == "`{`");
    }
    if words.iter().any(|w| w == "an expression") {
        words.retain(|w| !w.starts_with('`') && w != "a name");
    } else if words.iter().all(|word| !word.starts_with("a result")) {
        let goes_on = |sign: &str| {
            operator
                && (sign == "("
                    || (sign == "=" && rules.contains(&Rule::eq))
                    || (sign == "..=" && rules.contains(&Rule::upto)))
        };
        let signs: Vec<String> = signs.iter().filter(|sign| !goes_on(sign)).map(|sign| format!("`{sign}`")).collect();
        words.retain(|word| !signs.contains(word));
        words.splice(0..0, signs);
    }
    if operator {
        // What goes on with the expression says nothing of what is missing after it.
        words.retain(|word| !AFTER_EXPRESSION.contains(&word.as_str()));
        if words.is_empty() {
            words.push("an operator".to_owned());
        }
    }
    words.truncate(MAX_ALTERNATIVES);
    words
}

fn expression(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expr
            | Rule::bound
            | Rule::set_expr
            | Rule::stack_size
            | Rule::number
            | Rule::conditional
            | Rule::quantified
            | Rule::no_move
            | Rule::nobody
            | Rule::can_move
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
        Rule::asked
            | Rule::or
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
