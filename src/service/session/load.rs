//! What a game is, and what the check of its text finds.

use serde_json::{Value, json};

use super::ends::clauses;
use super::finding::findings;
use super::lineage::{declared, lineage};
use super::refusal::Answered;
use super::sheets::SheetGame;
use super::spans::{Spans, place};
use crate::view;
use rulebook_insight::analysis::prepared_findings;
use rulebook_insight::library::beside;
use rulebook_language::diagnostic::Report;
use rulebook_language::model::{Domain, Game, tests};
use rulebook_language::source::one_line;
use rulebook_language::syntax::ast::{DeclarationKind, PatternKind};

/// The findings of the text at these options, the games of the sheet, and the game that is meant if nothing is wrong with it. The
/// options of `defaults` are at their defaults.
///
/// # Errors
/// None: a sheet that is wrong is an answer.
pub fn loaded(sheet: &SheetGame, defaults: &SheetGame) -> Answered {
    let spans = Spans::new(sheet.sources());
    let units = sheet.loaded.files.iter().take(1).flat_map(|file| &file.units);
    let games = units.map(|unit| {
        let base = unit.base.as_ref().map(|base| base.name.text.as_str());
        let mut shown = json!({"title": unit.name.text, "variantOf": base});
        place(&mut shown, spans.of(unit.name.span));
        shown
    });
    let games: Value = games.collect();
    let game = sheet.if_ready().map(|prepared| game(&prepared.game, sheet, defaults, &spans));
    let mut answer = json!({"findings": findings(&found(sheet), sheet.sources()), "games": games, "game": game});
    // Other files, whether they were given or not: who asks may give them with the next question.
    let name = sheet.sources().iter().next().map_or("", |(_, file)| &file.name);
    let named: Vec<String> = sheet.loaded.named().map(|path| beside(name, path)).collect();
    if !named.is_empty() {
        answer["files"] = json!(named);
    }
    Ok(answer)
}

/// What the text shows, nothing played.
fn found(sheet: &SheetGame) -> Report {
    match sheet.set.variant.as_ref().or_else(|| sheet.loaded.titles().next()) {
        Some(title) => prepared_findings(&sheet.loaded, title, sheet.if_ready(), sheet.report.clone()),
        None => sheet.report.clone(),
    }
}

fn game(game: &Game, sheet: &SheetGame, defaults: &SheetGame, spans: &Spans<'_>) -> Value {
    let lineage = lineage(&sheet.loaded, &game.about.title);
    let moves = declared(&lineage, |kind| match kind {
        DeclarationKind::Move(rule) => Some(&rule.name),
        _ => None,
    });
    let moves = game.moves.iter().map(|rule| {
        let doc = moves.iter().find(|(name, _)| name.text == rule.name).map_or("", |(_, said)| said.doc.as_str());
        let mut shown = json!({"name": rule.name, "doc": doc});
        place(&mut shown, spans.of(rule.span));
        shown
    });
    let ends = clauses(game, sheet.sources()).into_iter().map(|(name, says, span)| {
        let mut shown = json!({"name": name, "says": says});
        place(&mut shown, spans.of(span));
        shown
    });
    let run = lineage.first().map(|unit| tests(sheet.loaded.files.iter(), unit)).unwrap_or_default();
    let tests = lineage.iter().rev().flat_map(|unit| &unit.declarations).filter_map(|said| match &said.kind {
        DeclarationKind::Test(test) if run.iter().any(|known| std::ptr::eq(*known, test)) => {
            let mut shown = json!({"name": test.title.text});
            place(&mut shown, spans.of(said.span));
            Some(shown)
        }
        _ => None,
    });
    let claims = game.claims.iter().map(|(_, span)| {
        let mut shown = json!({"text": one_line(sheet.sources().slice(*span))});
        place(&mut shown, spans.of(*span));
        shown
    });
    let more = json!({
        "variantOf": game.about.variant_of,
        "authors": game.about.authors,
        "year": game.about.year,
        "family": game.about.family,
        "doc": game.about.doc,
        "options": options(game, defaults),
        "moves": moves.collect::<Value>(),
        "ends": ends.collect::<Value>(),
        "definitions": definitions(&lineage, sheet, spans),
        "tests": tests.collect::<Value>(),
        "claims": claims.collect::<Value>(),
        "pie": game.pie,
    });
    view::with(view::game(game), more)
}

fn options(game: &Game, defaults: &SheetGame) -> Value {
    let default = |name: &str| {
        let game = &defaults.if_ready()?.game;
        game.options.iter().find(|option| option.name == name).map(|option| option.value.to_string())
    };
    let shown = game.options.iter().map(|option| {
        let domain = match &option.domain {
            Domain::Words(words) => json!({"type": "words", "values": words}),
            Domain::Range(low, high, step) => json!({
                "type": "range", "low": low.to_string(), "high": high.to_string(), "step": step.to_string(),
            }),
        };
        let value = option.value.to_string();
        let default = default(&option.name).unwrap_or_else(|| value.clone());
        json!({"name": option.name, "doc": option.doc, "value": value, "default": default, "domain": domain})
    });
    shown.collect()
}

fn definitions(lineage: &[&rulebook_language::syntax::ast::Unit], sheet: &SheetGame, spans: &Spans<'_>) -> Value {
    let named = declared(lineage, |kind| match kind {
        DeclarationKind::Definition(definition) => Some(&definition.name),
        DeclarationKind::Pattern(pattern) => Some(&pattern.name),
        _ => None,
    });
    let shown = named.into_iter().map(|(name, said)| {
        let (kind, parameters) = match &said.kind {
            DeclarationKind::Definition(definition) => {
                let names = definition.params.iter().map(|(name, _)| name.text.as_str()).collect();
                (sheet.sources().slice(definition.sort.span), names)
            }
            DeclarationKind::Pattern(pattern) => {
                let kind = match pattern.sort {
                    PatternKind::Group => "group",
                    PatternKind::Loop => "loop",
                    PatternKind::Line { .. } => "line",
                };
                (kind, Vec::new())
            }
            _ => ("", Vec::new()),
        };
        let mut shown = json!({"name": name.text, "kind": kind, "parameters": parameters, "doc": said.doc});
        place(&mut shown, spans.of(said.span));
        shown
    });
    shown.collect()
}
