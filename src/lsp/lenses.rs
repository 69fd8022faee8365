//! What may be run from a line of the sheet: tests, random games, counts, a comparison with the game that is varied.

use gen_lsp_types::{CodeLens, Command};
use lsp_server::RequestId;
use serde_json::{Value, json};

use super::document::Document;
use super::lines::Encoding;
use super::tasks::{Question, Tells};
use rulebook_language::syntax::ast::{DeclarationKind, Unit};

/// The commands that a client may ask for.
pub const COMMANDS: [&str; 4] = ["rulebook.test", "rulebook.perft", "rulebook.playouts", "rulebook.compare"];
/// How many random games a lens plays.
const GAMES: u64 = 1_000;
/// How deep a lens counts.
const DEPTH: u32 = 3;

/// The lenses of a document.
pub fn lenses(document: &Document, units: &[Unit], encoding: Encoding) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    let mut add = |at: rulebook_language::source::Span, title: String, command: &str, rest: &[Value]| {
        let mut arguments = vec![json!(document.uri.as_ref())];
        arguments.extend_from_slice(rest);
        lenses.push(CodeLens {
            range: document.lines.range(&document.text, at.start as usize, at.end as usize, encoding),
            command: Some(Command { title, command: command.to_owned(), arguments: Some(arguments), ..Command::default() }),
            data: None,
        });
    };
    for unit in units {
        let title = json!(unit.name.text);
        let tests = |kind: &DeclarationKind| matches!(kind, DeclarationKind::Test(_));
        if unit.declarations.iter().any(|declaration| tests(&declaration.kind)) {
            add(unit.name.span, "run tests".to_owned(), COMMANDS[0], &[title.clone()]);
        }
        add(unit.name.span, format!("perft {DEPTH}"), COMMANDS[1], &[title.clone()]);
        add(unit.name.span, format!("play {GAMES} random games"), COMMANDS[2], &[title.clone()]);
        if let Some(base) = &unit.base {
            add(unit.name.span, format!("compare with {}", base.text), COMMANDS[3], &[title.clone(), json!(base.text)]);
        }
        for declaration in &unit.declarations {
            if let DeclarationKind::Test(test) = &declaration.kind {
                add(test.title.span, "run test".to_owned(), COMMANDS[0], &[title.clone(), json!(test.title.text)]);
            }
        }
    }
    lenses
}

/// What a command of a lens asks; or what is wrong with its arguments.
///
/// # Errors
/// If there is no such command, or its arguments are not those of a lens.
pub fn question(
    id: RequestId,
    command: &str,
    arguments: &[Value],
    text: impl Fn(&str) -> Option<String>,
) -> Result<Question, String> {
    let words: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
    let [uri, title, rest @ ..] = words.as_slice() else {
        return Err(format!("`{command}` needs the document and the title of a game"));
    };
    let sheet = text(uri).ok_or_else(|| format!("{uri} is not open"))?;
    let game = json!({"text": sheet, "variant": title});
    let (asked, tells) = match (COMMANDS.iter().position(|known| *known == command), rest) {
        (Some(0), rest) => (json!({"method": "tests", "params": {"game": game, "name": rest.first()}}), Tells::Tests),
        (Some(1), _) => {
            let params = json!({"game": game, "line": {"moves": []}, "depth": DEPTH});
            (json!({"method": "perft", "params": params}), Tells::Perft)
        }
        (Some(2), _) => {
            (json!({"method": "playouts", "params": {"game": game, "games": GAMES, "seed": 1}}), Tells::Playouts)
        }
        (Some(3), [base, ..]) => {
            let base = json!({"text": sheet, "variant": base});
            let params = json!({"a": base, "b": game, "games": 0, "seed": 1});
            (json!({"method": "compare", "params": params}), Tells::Compare)
        }
        _ => return Err(format!("there is no command `{command}` with these arguments")),
    };
    Ok(Question { id, asked, tells: Some(tells) })
}

/// An answer in words, and whether it is good news.
pub fn told(tells: Tells, answer: &Value) -> (bool, String) {
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    match tells {
        Tells::Tests => {
            let results = answer.as_array().map(Vec::as_slice).unwrap_or_default();
            let failed: Vec<&Value> = results.iter().filter(|test| test["passed"] != json!(true)).collect();
            if failed.is_empty() {
                return (true, format!("{} passed", counted(results.len(), "test")));
            }
            let told = failed.iter().map(|test| {
                let name = test["name"].as_str().unwrap_or_default();
                format!("{name}: {}", test["message"].as_str().unwrap_or("failed"))
            });
            (false, format!("{} of {} failed\n{}", failed.len(), counted(results.len(), "test"), told.collect::<Vec<_>>().join("\n")))
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
            let seats = seats.iter().enumerate().map(|(seat, rate)| format!("seat {} wins {}", seat + 1, percent(rate)));
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
