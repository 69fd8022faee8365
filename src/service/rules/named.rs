//! The names that a sheet gives, each with what it stands for.

use std::collections::BTreeSet;

use rulebook_language::model::{Counter, Definition, DefinitionId, Expr, ExprKind, Game, Index, KindId, Values};
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::topology::{CellId, CellShape, DirectionId, RelationId};
use rulebook_language::util::a_quoted;

use super::declared::{Rules, Shown, name};
use super::list::{listed, sentence, spaced};
use super::phrase::Voice;
use super::shape::stretches;
use super::speaker::Speaker;
use super::told::{Part, Step};

/// The names of a sheet that its rules speak of, in its order.
pub fn names(speaker: Speaker<'_>, rules: &Rules<'_>) -> Vec<Part> {
    let wanted = |kind: &DeclarationKind| {
        matches!(
            kind,
            DeclarationKind::Definition(_)
                | DeclarationKind::Pattern(_)
                | DeclarationKind::Relation(_)
                | DeclarationKind::Link(_)
                | DeclarationKind::Track(_)
                | DeclarationKind::Counter { .. }
                | DeclarationKind::Mark { .. }
        )
    };
    rules.of(wanted).flat_map(|shown| parts(speaker, shown)).collect()
}

/// What is said of a name: of a definition that replaces another and speaks of it, both.
fn parts(speaker: Speaker<'_>, shown: &Shown<'_>) -> Vec<Part> {
    let DeclarationKind::Definition(declared) = &shown.declaration.kind else { return vec![part(speaker, shown)] };
    let versions = speaker.game.definitions.iter_ids().filter(|(_, known)| known.name == declared.name.text);
    let mut all: Vec<Part> = versions
        .map(|(id, definition)| Part {
            head: called(speaker, id, definition),
            steps: meaning(speaker.to(Voice::Asked), &definition.body),
            ..Part::default()
        })
        .collect();
    if let Some(last) = all.last_mut() {
        last.doc = shown.doc();
        last.code.clone_from(&shown.text);
    }
    all
}

fn part(speaker: Speaker<'_>, shown: &Shown<'_>) -> Part {
    let head = name(&shown.declaration.kind).unwrap_or_default().to_owned();
    let game = speaker.game;
    let (head, text) = match &shown.declaration.kind {
        DeclarationKind::Pattern(_) => {
            let text = game.patterns.iter().find(|known| known.name == head).map(|known| speaker.pattern(known));
            (head, text)
        }
        DeclarationKind::Counter { .. } => {
            let text = game.counters.iter().find(|known| known.name == head).map(|known| counted(speaker, known));
            (head, text)
        }
        DeclarationKind::Mark { .. } => {
            let text =
                game.marks.iter().any(|known| known.name == head).then(|| "a mark that cells can carry".to_owned());
            (head, text)
        }
        DeclarationKind::Link(_) => {
            let link = game.links.iter().find(|known| known.name == head);
            let text = link.map(|link| {
                // It is a relation itself, of the steps of another.
                let ways = game.board.relation_directions(link.relation);
                let is_same = |other: &RelationId| {
                    let others = game.board.relation_directions(*other);
                    *other != link.relation && others.len() == ways.len() && others.iter().all(|way| ways.contains(way))
                };
                let apart = match game.board.relations().find(is_same) {
                    Some(other) => match speaker.by(other) {
                        Some(adverb) => format!("one step apart, {adverb}"),
                        None => format!("{} step apart", a_quoted(speaker.relation(other))),
                    },
                    None => format!("one step apart, {}", speaker.ways(ways)),
                };
                let of = if link.owned { ", each of one player" } else { "" };
                let crossed = format!("{head} crossing");
                let crossing = match game.definitions.iter().any(|known| known.name == crossed) {
                    true => format!(", `{crossed}(a, b)` those of links that cross the line from a to b"),
                    false => String::new(),
                };
                format!("links between cells {apart}{of}; `{head}(c)` are the cells linked with c{crossing}")
            });
            (head, text)
        }
        kind => {
            let said = match kind {
                DeclarationKind::Relation(relation) if relation.given.is_none() => related(speaker, &head, &shown.text),
                DeclarationKind::Track(_) => tracked(game, &head),
                _ => None,
            };
            let code = || format!("`{}`", shown.text.split_whitespace().collect::<Vec<_>>().join(" "));
            (head, Some(said.unwrap_or_else(code)))
        }
    };
    let steps = text.map(|text| Step::new(sentence(&text)));
    Part { head, doc: shown.doc(), steps: steps.into_iter().collect(), code: shown.text.clone() }
}

/// Which cells a relation joins: by leaps of one length, by directions, or by other relations.
fn related(speaker: Speaker<'_>, name: &str, text: &str) -> Option<String> {
    let board = &speaker.game.board;
    let ways = board.relation_directions(board.find_relation(name)?);
    let leap = |way: &DirectionId| {
        let way = board.direction(*way);
        way.name.starts_with("leap(").then_some((way.dx, way.dy))
    };
    let leaps: Option<BTreeSet<(i32, i32)>> = ways.iter().map(leap).collect();
    if let Some(leaps) = leaps {
        let (x, y) = leaps.iter().next().map(|(x, y)| (x.abs().min(y.abs()), x.abs().max(y.abs())))?;
        let all = [(x, y), (y, x)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]);
        let is_whole = board.outline().shape == CellShape::Square && all.collect::<BTreeSet<_>>() == leaps;
        let many = |count: i32, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let both = |x, y| match (x, y) {
            (0, y) => many(y, "row"),
            (x, 0) => many(x, "column"),
            (x, y) => format!("{} and {}", many(x, "column"), many(y, "row")),
        };
        let turned = if x == y { String::new() } else { format!(", or {}", both(y, x)) };
        if is_whole {
            return Some(format!("from a cell to one {}{turned} away, whatever stands between", both(x, y)));
        }
    }
    let body = text.split_once('=')?.1;
    let parts: Option<Vec<String>> =
        body.split('|').map(|part| Some(speaker.beside(board.find_relation(part.trim())?, "it"))).collect();
    match parts {
        Some(parts) => Some(format!("from a cell to one {}", listed(parts, "or"))),
        None => ways
            .iter()
            .all(|way| !board.direction(*way).name.contains('('))
            .then(|| format!("from a cell to the next {}", speaker.ways(ways))),
    }
}

/// The cells of a track, in their order.
fn tracked(game: &Game, name: &str) -> Option<String> {
    let board = &game.board;
    let way = board.find_direction(name)?;
    let follows = |cell: &CellId| board.step(*cell, way);
    let on = || board.cells().filter(|cell| follows(cell).is_some());
    let led: BTreeSet<CellId> = on().filter_map(|cell| follows(&cell)).collect();
    let is_closed = on().all(|cell| led.contains(&cell));
    let first = on().find(|cell| is_closed || !led.contains(cell))?;
    let mut cells = vec![first];
    while let Some(next) = cells.last().and_then(follows).filter(|next| *next != first) {
        if cells.len() > board.cell_count() {
            return None;
        }
        cells.push(next);
    }
    // It may be of several ways.
    (cells.len() == on().count() + usize::from(!is_closed)).then(|| {
        let end = if is_closed { format!(", and again to {}", board.cell_name(first)) } else { String::new() };
        format!("a way over {}{end}", stretches(game, &cells).join(", "))
    })
}

/// A definition with its parameters, as it is written where it is used.
fn called(speaker: Speaker<'_>, id: DefinitionId, definition: &Definition) -> String {
    let name = speaker.definition_name(id);
    if definition.params.is_empty() {
        return name;
    }
    let params = definition.params.iter().map(|local| speaker.local(*local).replace('`', ""));
    format!("{name}({})", params.collect::<Vec<_>>().join(", "))
}

/// What a definition stands for: a sentence, or one for each case.
fn meaning(speaker: Speaker<'_>, body: &Expr) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = speaker.decided(body);
    while let ExprKind::If(condition, then, otherwise) = &rest.kind {
        speaker.begin();
        let otherwise_if = if steps.is_empty() { "if" } else { "otherwise, if" };
        let text = format!("{otherwise_if} {}: {}", speaker.clause(condition), speaker.value(then));
        steps.push(Step::new(sentence(&text)));
        rest = speaker.decided(otherwise);
    }
    speaker.begin();
    let last = speaker.value(rest);
    let head = if steps.is_empty() { "" } else { "otherwise: " };
    steps.push(Step::new(sentence(&format!("{head}{last}"))));
    steps
}

fn counted(speaker: Speaker<'_>, counter: &Counter) -> String {
    let what = match counter.values() {
        None | Some(Values::Numbers) => format!("a number from {} to {}", counter.low, counter.high),
        Some(Values::Directions(ways)) => format!("a direction ({})", speaker.ways(ways)),
        Some(Values::Players(_)) => "a player".to_owned(),
        Some(Values::Kinds(kinds)) => {
            format!("a kind ({})", listed(kinds.iter().map(|kind| speaker.kind_name(*kind)), "or"))
        }
    };
    let each = listed(counter.per.indexes().map(|index: Index| index.word().to_owned()), "and");
    let each = if each.is_empty() { String::new() } else { format!(" for each {each}") };
    let start = match counter.values() {
        _ if counter.each_turn => format!(", {} at the start of each turn", counter.start),
        None | Some(Values::Numbers) => format!(", at first {}", counter.start),
        Some(_) => String::new(),
    };
    format!("{what}{each}{start}")
}

/// What pieces carry.
pub fn carried(speaker: Speaker<'_>) -> Vec<String> {
    let game: &Game = speaker.game;
    let named = |kinds: &[KindId]| listed(kinds.iter().map(|kind| spaced(&game.kinds[*kind].plural)), "and");
    let numbers = game.carried_numbers().map(|(id, kinds)| {
        let counter = &game.counters[id];
        let what = match counter.values() {
            None | Some(Values::Numbers) => format!("a number from {} to {}", counter.low, counter.high),
            Some(values) => values.ty().to_string(),
        };
        sentence(&format!("each of the {} carries {}: {what}", named(kinds), a_quoted(&counter.name)))
    });
    let marks = game
        .carried_marks()
        .filter(|(mark, _)| !game.is_of_link(*mark))
        .map(|(mark, kinds)| sentence(&format!("{} can be marked `{}`", named(kinds), game.marks[mark].name)));
    numbers.chain(marks).collect()
}
