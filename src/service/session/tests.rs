//! Tests of a game: run, and written from a line of play.

use serde::Deserialize;
use serde_json::{Value, json};

use super::line;
use super::lineage::lineage;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::{SheetGame, Sheets};
use super::spans::{Spans, place};
use rulebook_insight::analysis::run_tests;
use rulebook_language::model::{TestStep, test_choices};
use rulebook_language::syntax::ast::{self, DeclarationKind};
use rulebook_play::engine::Position;

/// What is asked.
#[derive(Deserialize)]
pub struct TestBlock {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    name: String,
}

/// The longest name of a test.
const MAX_NAME: usize = 200;

/// The results of the tests of the game that is meant.
///
/// # Errors
/// If the game cannot be played.
pub fn results(sheet: &SheetGame) -> Answered {
    let title = sheet.ready()?.game.about.title.clone();
    let runs = run_tests(&sheet.loaded, &|game, _| game == title);
    let spans = Spans::new(sheet.sources());
    let lineage = lineage(&sheet.loaded, &title);
    let declared = |tested: &ast::Name| {
        lineage.iter().flat_map(|unit| &unit.declarations).find_map(|said| match &said.kind {
            DeclarationKind::Test(test) if test.title.span == tested.span => Some((test, said.span)),
            _ => None,
        })
    };
    let shown = runs.tests.iter().map(|tested| {
        let found = declared(&tested.title);
        let mut shown = json!({"name": tested.title.text, "passed": tested.passed, "message": null, "line": null});
        if let Some((test, span)) = found {
            let is_in = |at: rulebook_language::source::Span| {
                at.file == span.file && span.start <= at.start && at.end <= span.end
            };
            let said = runs.report.iter().find(|said| is_in(said.primary.span));
            if let Some(said) = said.filter(|_| !tested.passed) {
                shown["message"] = said.message.as_str().into();
            }
            shown["line"] = played(sheet, test).unwrap_or(Value::Null);
            place(&mut shown, spans.of(span));
        }
        shown
    });
    Ok(shown.collect())
}

/// The line that a test plays; nothing of one that sets options, whose game is another.
fn played(sheet: &SheetGame, test: &ast::Test) -> Option<Value> {
    if !test_choices(test).is_empty() {
        return None;
    }
    let own = &sheet.if_ready()?.game.about.title;
    let title = &sheet.loaded.files.first()?.units.iter().find(|unit| unit.name.text == *own)?.name;
    let (prepared, tests, _) = sheet.loaded.prepare_tests(title, &sheet.set.choices, &[test]);
    let (prepared, test) = (prepared?, tests.into_iter().next()??.test);
    let position = Position::begun(prepared.game.clone(), prepared.plan.clone(), &test.start).ok()?;
    let moves: Vec<&str> = test
        .steps
        .iter()
        .filter_map(|step| match step {
            TestStep::Play(said) => Some(said.text.as_str()),
            TestStep::Expect(..) | TestStep::EndedBy(_) => None,
        })
        .collect();
    let mut line = json!({"moves": moves});
    if position.notation() != prepared.start().notation() {
        line["start"] = position.notation().into();
    }
    Some(line)
}

/// A `test` block that plays the line and expects what it comes to.
///
/// # Errors
/// If the line is not legal, or the name is none.
pub fn block(asked: &TestBlock, sheets: &mut Sheets) -> Answered {
    let name = asked.name.trim();
    if name.is_empty() || name.len() > MAX_NAME || name.contains(['"', '\n', '\r', '\\']) {
        return Err(Refusal::new("a test is named by a short text without quotes"));
    }
    let sheet = sheets.game(&asked.game)?;
    let mut line = line::whole(sheet.ready()?, &asked.line)?;
    let mut text = format!("test \"{name}\" {{\n");
    let set: Vec<String> = asked.game.options.iter().map(|(option, value)| format!("{option} = {value}")).collect();
    if !set.is_empty() {
        text.push_str(&format!("  set {}\n", set.join(", ")));
    }
    if let Some(start) = &asked.line.start {
        text.push_str(&format!("  position \"{start}\"\n"));
    }
    if !line.played.is_empty() {
        let moves: Vec<&str> = line.played.iter().map(|ply| ply.text.as_str()).collect();
        text.push_str(&format!("  play \"{}\"\n", moves.join(" ")));
    }
    let position = &mut line.position;
    let expected = match position.outcome()? {
        Some(outcome) if outcome.is_draw() => vec!["draw".to_owned()],
        Some(outcome) if outcome.stuck => vec!["moves 0".to_owned()],
        Some(outcome) => {
            outcome.winners.iter().map(|role| format!("{} wins", position.game().players[*role])).collect()
        }
        None => vec![format!("moves {}", position.legal()?.len())],
    };
    expected.iter().for_each(|expected| text.push_str(&format!("  expect {expected}\n")));
    text.push_str("}\n");
    Ok(json!({"text": text}))
}
