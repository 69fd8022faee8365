//! The files under `grammar/`.

use super::{cfg, peg, print};

const SOURCE: &str = include_str!("../../../grammar/game.pest");

/// What is said in another way without context: at least one game, what is looked ahead for said as what stands there,
/// and tokens that a lexer can read that never goes back.
const OWN: &str = r#"
file = { SOI ~ (game | variant)+ ~ EOI }
asked = { (kw_is ~ kw_not? | "!=" | "=") ~ asked_word }
step_times = { up_to? ~ (number | name) ~ kw_times }
like_coloured = ${ "like" ~ "-" ~ ("coloured" | "colored") }
digits = @{ ASCII_DIGIT+ }
number = ${ digits ~ ("." ~ digits)? }
blank = @{ WHITESPACE+ }
comment = @{ "//" ~ (!"\n" ~ ANY)* ~ "\n" }
last_comment = @{ "//" ~ (!"\n" ~ ANY)* }
"#;

/// The files, by their endings.
fn files() -> [(&'static str, String); 3] {
    let rules = peg::read(SOURCE);
    let data = peg::data(&rules, "file");
    let mut own = rules;
    own.extend(peg::read(OWN));
    let grammar = cfg::grammar(&own, "file");
    [("gbnf", print::gbnf(&grammar)), ("lark", print::lark(&grammar)), ("json", data)]
}

/// `BLESS=1` writes them.
#[test]
fn the_files_are_those_of_the_grammar() {
    for (ending, right) in files() {
        let path = format!("grammar/game.{ending}");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &right).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == right, "BLESS=1 writes grammar/game.{ending} anew");
    }
}
