//! What a game is, and what the check of its text finds.

use serde_json::{Value, json};

use super::ends::clauses;
use super::finding::findings;
use super::lineage::{declared, lineage};
use super::look::look;
use super::refusal::Answered;
use super::round::number;
use super::sheets::SheetGame;
use super::spans::{Spans, place};
use rulebook_insight::analysis::text_findings;
use rulebook_language::diagnostic::Report;
use rulebook_language::model::{Domain, Game, Per};
use rulebook_language::source::one_line;
use rulebook_language::syntax::ast::{DeclarationKind, PatternKind};
use rulebook_language::topology::{Board, CellShape};
use rulebook_language::util::Id;

/// The findings of the text at these options, the games of the sheet, and the game that is meant if nothing is wrong with it. The
/// options of `defaults` are at their defaults.
///
/// # Errors
/// None: a sheet that is wrong is an answer.
pub fn loaded(sheet: &SheetGame, defaults: &SheetGame) -> Answered {
    let spans = Spans::new(sheet.sources());
    let units = sheet.loaded.files.iter().take(1).flat_map(|file| &file.units);
    let games = units.map(|unit| {
        let base = unit.base.as_ref().map(|base| base.text.as_str());
        let mut shown = json!({"title": unit.name.text, "variantOf": base});
        place(&mut shown, spans.of(unit.name.span));
        shown
    });
    let games: Value = games.collect();
    let game = sheet.if_ready().map(|prepared| game(&prepared.game, sheet, defaults, &spans));
    Ok(json!({"findings": findings(&found(sheet), sheet.sources()), "games": games, "game": game}))
}

/// What the text shows, nothing played.
fn found(sheet: &SheetGame) -> Report {
    match sheet.set.variant.as_ref().or_else(|| sheet.loaded.titles().next()) {
        Some(title) => text_findings(&sheet.loaded, title, sheet.if_ready(), sheet.report.clone()),
        None => sheet.report.clone(),
    }
}

fn game(game: &Game, sheet: &SheetGame, defaults: &SheetGame, spans: &Spans<'_>) -> Value {
    let lineage = lineage(&sheet.loaded, &game.about.title);
    let signs = game.signs();
    let kinds = game.kinds.iter_ids().map(|(id, kind)| {
        let owner = (!kind.neutral).then(|| game.players.ids().next()).flatten();
        json!({
            "name": kind.name, "plural": kind.plural, "letter": signs.letter((owner, id)).to_string(), "neutral": kind.neutral,
        })
    });
    let counters = game.counters.iter().map(|counter| {
        let per = match counter.per {
            Per::Game => "game",
            Per::Player => "player",
            Per::Cell => "cell",
        };
        json!({"name": counter.name, "per": per, "low": counter.low, "high": counter.high, "start": counter.start})
    });
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
    let tests = lineage.first().into_iter().flat_map(|unit| &unit.declarations).filter_map(|said| match &said.kind {
        DeclarationKind::Test(test) => {
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
    json!({
        "title": game.about.title,
        "variantOf": game.about.variant_of,
        "authors": game.about.authors,
        "year": game.about.year,
        "family": game.about.family,
        "doc": game.about.doc,
        "players": game.players.iter().collect::<Vec<_>>(),
        "kinds": kinds.collect::<Value>(),
        "maxHeight": game.max_height,
        "options": options(game, defaults),
        "board": board(&game.board),
        "look": look(game),
        "counters": counters.collect::<Value>(),
        "marks": game.marks.iter().collect::<Vec<_>>(),
        "moves": moves.collect::<Value>(),
        "ends": ends.collect::<Value>(),
        "definitions": definitions(&lineage, sheet, spans),
        "tests": tests.collect::<Value>(),
        "claims": claims.collect::<Value>(),
        "pie": game.pie,
    })
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

fn board(board: &Board) -> Value {
    let outline = board.outline();
    let shape = match outline.shape {
        CellShape::Square => "square",
        CellShape::Hexagon => "hexagon",
        CellShape::Point => "point",
    };
    let numbers = crate::wire::CellNumbers::new(board);
    let cells = board.cells().map(|cell| {
        let (x, y) = outline.middles[cell.index()];
        json!({"name": board.cell_name(cell), "x": number(x), "y": number(y)})
    });
    let lines = outline.lines.iter().map(|(a, b)| json!([numbers.of(*a), numbers.of(*b)]));
    let directions = board.directions().filter_map(|direction| {
        // The shortest: round the edge of a board that closes on itself it is far.
        let steps = board.cells().filter_map(|cell| {
            let next = board.step(cell, direction)?;
            let ((x, y), (to_x, to_y)) = (outline.middles[cell.index()], outline.middles[next.index()]);
            Some((to_x - x, to_y - y))
        });
        let length = |(dx, dy): &(f64, f64)| dx * dx + dy * dy;
        let (dx, dy) = steps.min_by(|a, b| length(a).total_cmp(&length(b)))?;
        Some(json!({"name": board.direction(direction).name, "dx": number(dx), "dy": number(dy)}))
    });
    json!({
        "shape": shape,
        "cells": cells.collect::<Value>(),
        "lines": lines.collect::<Value>(),
        "directions": directions.collect::<Value>(),
    })
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
