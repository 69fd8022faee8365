//! What may be run from a line of the sheet: tests, random games, counts, a comparison with the game that is varied.

use gen_lsp_types::{CodeLens, Command};
use lsp_server::RequestId;
use serde_json::{Value, json};

use super::document::Document;
use super::state::State;
use super::tasks::{Question, Tells};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{DeclarationKind, Unit};

/// The commands that a client may ask for. All take the address of a document, and the title of a game in it.
pub const COMMANDS: [&str; 5] = ["rulebook.test", "rulebook.perft", "rulebook.playouts", "rulebook.compare", PLAY];
/// The command that shows a page to play on.
pub const PLAY: &str = "rulebook.play";
/// How many random games a lens plays.
const GAMES: u64 = 1_000;
/// How deep a lens counts.
const DEPTH: u32 = 3;

/// The lenses of a document.
pub fn lenses(state: &State, document: &Document) -> Vec<CodeLens> {
    let sheet = state.sheet(document);
    let units: &[Unit] = sheet.loaded.files.first().map(|file| file.units.as_slice()).unwrap_or_default();
    let mut lenses = Vec::new();
    let mut add = |at: Span, title: String, command: &str, rest: &[&str]| {
        let mut arguments = vec![json!(document.uri.as_ref())];
        arguments.extend(rest.iter().map(|argument| json!(argument)));
        lenses.push(CodeLens {
            range: document.lines.range(&document.text, at.start as usize, at.end as usize, state.encoding),
            command: Some(Command {
                title,
                command: command.to_owned(),
                arguments: Some(arguments),
                ..Command::default()
            }),
            data: None,
        });
    };
    for unit in units {
        let (title, at) = (unit.name.text.as_str(), unit.name.span);
        add(at, "play".to_owned(), state.settings.play_command.as_deref().unwrap_or(PLAY), &[title]);
        if unit
            .declarations
            .iter()
            .any(|declaration| matches!(declaration.kind, DeclarationKind::Test(_) | DeclarationKind::TestBase))
        {
            add(at, "run tests".to_owned(), "rulebook.test", &[title]);
        }
        add(at, format!("perft {DEPTH}"), "rulebook.perft", &[title]);
        add(at, format!("play {GAMES} random games"), "rulebook.playouts", &[title]);
        if let Some(base) = &unit.base {
            let base = &base.name.text;
            add(at, format!("compare with {base}"), "rulebook.compare", &[title, base]);
        }
        for declaration in &unit.declarations {
            if let DeclarationKind::Test(test) = &declaration.kind {
                add(test.title.span, "run test".to_owned(), "rulebook.test", &[title, &test.title.text]);
            }
        }
    }
    lenses
}

/// What a command of a lens asks, with games by the addresses of their documents; or what is wrong with its arguments.
///
/// # Errors
/// If there is no such command, or its arguments are not those of a lens.
pub fn question(id: RequestId, command: &str, arguments: &[Value]) -> Result<Question, String> {
    let words: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
    let [uri, title, rest @ ..] = words.as_slice() else {
        return Err(format!("`{command}` needs the address of a document and the title of a game"));
    };
    let game = json!({"uri": uri, "variant": title});
    let (method, params, tells) = match (command, rest) {
        ("rulebook.test", rest) => ("tests", json!({"game": game, "name": rest.first()}), Tells::Tests),
        ("rulebook.perft", _) => ("perft", json!({"game": game, "line": {"moves": []}, "depth": DEPTH}), Tells::Perft),
        ("rulebook.playouts", _) => ("playouts", json!({"game": game, "games": GAMES, "seed": 1}), Tells::Playouts),
        ("rulebook.compare", [base, ..]) => {
            let base = json!({"uri": uri, "variant": base});
            ("compare", json!({"a": base, "b": game, "games": 1, "seed": 1}), Tells::Compare)
        }
        _ => return Err(format!("there is no command `{command}` with these arguments")),
    };
    Ok(Question { id, method: method.to_owned(), params, tells: Some(tells) })
}

/// An answer in words, and whether it is good news; of tests only that of a name, where one is given.
pub fn told(tells: Tells, only: Option<&str>, answer: &Value) -> (bool, String) {
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    match tells {
        Tells::Tests => {
            let is_asked = |test: &&Value| only.is_none() || test["name"].as_str() == only;
            let results: Vec<&Value> = answer.as_array().into_iter().flatten().filter(is_asked).collect();
            let failed: Vec<&&Value> = results.iter().filter(|test| test["passed"] != json!(true)).collect();
            if failed.is_empty() {
                return (true, format!("{} passed", counted(results.len(), "test")));
            }
            let told = failed.iter().map(|test| {
                let name = test["name"].as_str().unwrap_or_default();
                format!("{name}: {}", test["message"].as_str().unwrap_or("failed"))
            });
            (
                false,
                format!(
                    "{} of {} failed\n{}",
                    failed.len(),
                    counted(results.len(), "test"),
                    told.collect::<Vec<_>>().join("\n")
                ),
            )
        }
        Tells::Perft => {
            let counts = answer["counts"].as_array().map(Vec::as_slice).unwrap_or_default();
            let counts: Vec<String> = counts.iter().map(Value::to_string).collect();
            (true, format!("lines of play by depth: {}", counts.join(", ")))
        }
        Tells::Playouts => {
            let percent = |rate: &Value| {
                let [value, low, high] = ["rate", "low", "high"].map(|key| 100.0 * number(&rate[key]));
                format!("{value:.1} % [{low:.1}, {high:.1}]")
            };
            let seats = answer["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
            let seats =
                seats.iter().enumerate().map(|(seat, rate)| format!("seat {} wins {}", seat + 1, percent(rate)));
            let mut parts: Vec<String> = seats.collect();
            parts.push(format!("draws {}", percent(&answer["draws"])));
            let length = &answer["length"];
            parts.push(format!(
                "{:.1} plies [{:.1}, {:.1}]",
                number(&length["mean"]),
                number(&length["low"]),
                number(&length["high"])
            ));
            (true, format!("{} random games: {}", answer["games"], parts.join(", ")))
        }
        Tells::Compare => {
            let relation = answer["report"]["relation"].clone();
            let word = relation["word"].as_str().or(relation.as_str()).unwrap_or("compared");
            let says = answer["report"]["summary"].as_str().unwrap_or_default();
            (true, format!("{word} {says}").trim().to_owned())
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
