//! The cells that decided a game: the lines and groups that the condition of its end clause is about, else the cells that it names.

use std::sync::Arc;

use super::why::Words;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Game, Pattern, PatternKind, constant};
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::Id;
use rulebook_play::engine::{Answer, Fault, Outcome, Position, ProbedNode, ProbedValue};
use rulebook_play::plan::{self, Form};

/// The cells that decided how a game ended, in the order of the board; none where nothing on the board did, or the game cannot
/// explain itself. The position is that at the end.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn deciding_cells(position: &mut Position, outcome: &Outcome) -> Result<Vec<CellId>, Fault> {
    let game = Arc::clone(position.game());
    let role = position.role_to_act();
    let Some(place) = game.ends.iter().position(|end| end.name == outcome.clause) else { return Ok(Vec::new()) };
    let plan = Arc::clone(position.plan());
    let Some(probes) = plan.probes.as_ref() else { return Ok(Vec::new()) };
    let Some(code) = probes.ends.get(place).and_then(|end| end.when.get(role)).copied() else { return Ok(Vec::new()) };
    let watched = position.watch(code, &[])?;
    let Some(condition) = watched.seen.first() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    let sources = SourceMap::default();
    for node in decisive(&Words { game: &game, sources: &sources, probes }, condition) {
        let span = probes.nodes[node.node].span;
        let shapes = patterns_at(&game, place, span);
        if shapes.is_empty() {
            found.extend(named(node));
        }
        for (whole, id) in shapes {
            let pattern = &game.patterns[id];
            let wanted = touched_sides(&game, whole);
            let mut shapes = shapes_of(position, pattern)?;
            // Who is named by the clause cannot be told from here in general; who won, or lost, had the shape.
            let of_winner = |shape: &Vec<CellId>| {
                shape.first().is_some_and(|cell| position.owner(*cell).is_some_and(|owner| outcome.won(owner)))
            };
            let touches = |shape: &Vec<CellId>| wanted.iter().all(|side| side.iter().any(|cell| shape.contains(cell)));
            shapes.retain(touches);
            if pattern.sort == PatternKind::Group && wanted.is_empty() && shapes.iter().any(of_winner) {
                shapes.retain(of_winner);
            }
            found.extend(shapes.into_iter().flatten());
        }
    }
    Ok(game.board.cells().filter(|cell| found.contains(cell)).collect())
}

/// The parts of a condition that holds which make it hold.
fn decisive<'s>(words: &Words<'_>, seen: &'s ProbedNode) -> Vec<&'s ProbedNode> {
    let holds = |part: &&ProbedNode| part.value == Some(ProbedValue::Truth(true));
    match words.form(seen) {
        Some(Form::Builtin(Builtin::And)) => {
            seen.parts.iter().filter(holds).flat_map(|part| decisive(words, part)).collect()
        }
        Some(Form::Builtin(Builtin::Or)) => {
            seen.parts.iter().rev().find(holds).map_or_else(Vec::new, |part| decisive(words, part))
        }
        Some(Form::Definition(_)) => match seen.parts.iter().rev().find(holds) {
            Some(body) => decisive(words, body),
            None => vec![seen],
        },
        // Nothing that is there makes it hold.
        Some(Form::Not) => Vec::new(),
        _ => vec![seen],
    }
}

/// The sets of cells that a part of a condition is about.
fn named(seen: &ProbedNode) -> Vec<CellId> {
    if let Some(ProbedValue::Cells(cells)) = &seen.value {
        return cells.clone();
    }
    let sets = seen.parts.iter().filter_map(|part| match &part.value {
        Some(ProbedValue::Cells(cells)) => Some(cells.clone()),
        Some(ProbedValue::Cell(cell)) => Some(cell.iter().copied().collect()),
        Some(ProbedValue::Truth(true)) => Some(named(part)),
        _ => None,
    });
    sets.flatten().collect()
}

type PatternIn<'g> = (&'g Expr, rulebook_language::model::PatternId);

/// The patterns that are spoken of at a place of an end clause, or of a definition, each with the expression around it.
fn patterns_at(game: &Game, end: usize, span: Span) -> Vec<PatternIn<'_>> {
    let mut found: Vec<PatternIn<'_>> = Vec::new();
    let bodies =
        game.ends.get(end).map(|end| &end.when).into_iter().chain(game.definitions.iter().map(|def| &def.body));
    for body in bodies {
        body.visit(&mut |expr| {
            if expr.span == span && found.is_empty() {
                gather(game, expr, &mut found, 0);
            }
        });
    }
    found
}

/// How deep definitions are looked into.
const MAX_DEPTH: usize = 8;

fn gather<'g>(game: &'g Game, expr: &'g Expr, found: &mut Vec<PatternIn<'g>>, depth: usize) {
    expr.visit(&mut |part| match &part.kind {
        ExprKind::Pattern { pattern, .. } if found.iter().all(|(_, known)| known != pattern) => {
            found.push((expr, *pattern));
        }
        ExprKind::Call(definition, _) if depth < MAX_DEPTH => {
            gather(game, &game.definitions[*definition].body, found, depth + 1);
        }
        _ => {}
    });
}

/// Of `joins(groups, a, b ..)`, the sets of cells that are joined.
fn touched_sides(game: &Game, expr: &Expr) -> Vec<Vec<CellId>> {
    let mut found = Vec::new();
    expr.visit(&mut |part| {
        if let ExprKind::Builtin(Builtin::Joins, args) = &part.kind {
            let sets = args.iter().skip(1).filter_map(|arg| constant(arg, Some(&game.board), &game.definitions));
            found.extend(sets.filter_map(|set| match set {
                Constant::Cells(cells) => Some(cells),
                _ => None,
            }));
        }
    });
    found
}

/// The groups or lines of a pattern in a position, each with its cells; of loops, what they are made of.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn shapes_of(position: &Position, pattern: &Pattern) -> Result<Vec<Vec<CellId>>, Fault> {
    let game = position.game();
    let Ok(plan) = plan::compile_with(game, &[&pattern.members]) else { return Ok(Vec::new()) };
    let mut asked = Position::new(Arc::clone(game), plan).with_memory(position.memory());
    let Some(Answer::Cells(members)) = asked.answer(0)? else { return Ok(Vec::new()) };
    let board = &game.board;
    // What is cut by owner or kind has no cells without one.
    let owner = |cell: CellId| if pattern.by_owner { position.owner(cell) } else { None };
    let kind = |cell: CellId| if pattern.by_kind { position.kind(cell) } else { None };
    let is_cut = |cell: &CellId| pattern.by_owner && owner(*cell).is_none() || pattern.by_kind && kind(*cell).is_none();
    let members: Vec<CellId> = members.into_iter().filter(|cell| !is_cut(cell)).collect();
    let mut is_member = vec![false; board.slots()];
    members.iter().for_each(|cell| is_member[cell.index()] = true);
    let alike = |a: CellId, b: CellId| is_member[b.index()] && owner(a) == owner(b) && kind(a) == kind(b);
    Ok(match pattern.sort {
        PatternKind::Group => groups(board, pattern, &members, &alike),
        PatternKind::Line { length, exactly } => lines(board, pattern, &members, &alike, usize::from(length), exactly),
        PatternKind::Loop => Vec::new(),
    })
}

type Alike<'a> = &'a dyn Fn(CellId, CellId) -> bool;

fn groups(board: &Board, pattern: &Pattern, members: &[CellId], alike: Alike<'_>) -> Vec<Vec<CellId>> {
    let mut seen = vec![false; board.slots()];
    let mut found = Vec::new();
    for start in members {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut group = vec![*start];
        let mut at = 0;
        while let Some(cell) = group.get(at).copied() {
            at += 1;
            for next in board.neighbours(pattern.relation, cell) {
                if alike(cell, *next) && !std::mem::replace(&mut seen[next.index()], true) {
                    group.push(*next);
                }
            }
        }
        group.sort_unstable();
        found.push(group);
    }
    found
}

fn lines(
    board: &Board,
    pattern: &Pattern,
    members: &[CellId],
    alike: Alike<'_>,
    length: usize,
    exactly: bool,
) -> Vec<Vec<CellId>> {
    let mut found = Vec::new();
    for direction in board.directions() {
        // Of each line both directions tell.
        if board.opposite(direction) < direction {
            continue;
        }
        let step = |cell: CellId, direction| {
            let next = board.step(cell, direction)?;
            (alike(cell, next) && board.neighbours(pattern.relation, cell).contains(&next)).then_some(next)
        };
        for start in members {
            if step(*start, board.opposite(direction)).is_some() {
                continue;
            }
            let mut run = vec![*start];
            while run.len() < board.slots()
                && let Some(next) = run.last().and_then(|cell| step(*cell, direction))
            {
                run.push(next);
            }
            if run.len() == length || (run.len() > length && !exactly) {
                run.sort_unstable();
                found.push(run);
            }
        }
    }
    found
}
