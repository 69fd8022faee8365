//! Which clause brings a difference about: the one that changed and that the rules at hand use, and what the side that refuses
//! says for itself.

use super::changes::{Change, Changes, Clause, How, Section, plain};
use super::lockstep::DifferenceKind;
use super::priority::PriorityCheck;
use super::reach::Reach;
use super::relation::{Witness, WitnessKind};
use super::side::Sides;
use super::undone::{Cause, Undo};
use crate::analysis::line_of_play::LineOfPlay;
use crate::analysis::why::why_not;
use rulebook_language::model::Game;
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::util::Id;
use rulebook_play::engine::{Fault, Outcome, Position};

/// A witness, made ready to be shown.
#[derive(Clone, Debug)]
pub struct ExplainedWitness {
    /// The line.
    pub witness: Witness,
    /// The boards after it, as text: one, or A's and B's where they differ.
    pub boards: Vec<String>,
    /// The positions, as text that `--position` reads.
    pub positions: [String; 2],
    /// Whose turn it is, or how the game ended, in A and in B.
    pub states: [String; 2],
    /// The clause that changed and brings it about, by its place among the changes: without that change, nothing differs here.
    pub change: Option<usize>,
    /// Whether several changes bring it about together: whichever of them is undone alone, the difference stays.
    pub together: bool,
    /// The actions that one side refuses, the first of them explained: what it says, and the clause.
    pub refusal: Option<Refusal>,
}

/// Why one side does not allow an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Which side: 0 is A.
    pub side: usize,
    /// The action.
    pub action: String,
    /// Why, in words.
    pub message: String,
    /// What the values are.
    pub label: String,
    /// The clause.
    pub clause: Clause,
}

/// Shows a witness.
///
/// # Errors
/// If the rules cannot be evaluated.
pub fn explain(
    sides: &Sides,
    changes: &Changes,
    displaced: &PriorityCheck<'_>,
    undo: &mut Undo<'_>,
    witness: &Witness,
) -> Result<Option<ExplainedWitness>, Fault> {
    let (Some(mut a), Some(mut b)) = (displaced.line(0, &witness.moves), displaced.line(1, &witness.moves)) else {
        return Ok(None);
    };
    let states = [state(&mut a.position)?, state(&mut b.position)?];
    let mut boards = vec![a.position.drawn(), b.position.drawn()];
    boards.dedup();
    let positions = [a.position.notation(), b.position.notation()];
    let (likely, refusal) = match witness.sort {
        WitnessKind::More | WitnessKind::Less => refused(sides, changes, displaced, witness, [&mut a, &mut b])?,
        WitnessKind::Results(kind) => (otherwise(sides, changes, kind, [&mut a, &mut b])?, None),
    };
    let (change, together) = match undo.cause(witness, &likely) {
        Cause::Change(place) => (Some(place), false),
        Cause::Together => (None, true),
        Cause::Unknown => (None, false),
    };
    Ok(Some(ExplainedWitness { witness: witness.clone(), boards, positions, states, change, together, refusal }))
}

fn state(position: &mut Position) -> Result<String, Fault> {
    let names = |position: &Position, outcome: &Outcome| -> Vec<String> {
        outcome.winners.iter().map(|role| position.game().players[*role].clone()).collect()
    };
    Ok(match position.outcome()? {
        None if position.is_chance() => "nature to act".to_owned(),
        None => format!("{} to move", position.game().players[position.role_to_act()]),
        Some(outcome) if outcome.stuck => "nobody can move, and no end clause covers this".to_owned(),
        Some(outcome) if outcome.is_draw() => format!("draw, by `{}`", position.game().clause(&outcome.clause)),
        Some(outcome) => {
            let clause = position.game().clause(&outcome.clause);
            format!("{} wins, by `{clause}`", names(position, &outcome).join(" and "))
        }
    })
}

fn overlap(a: Span, b: Span) -> bool {
    a.file == b.file && a.start < b.end && b.start < a.end
}

/// The clause of a change on a side.
fn clause(change: &Change, side: usize) -> Option<&Clause> {
    if side == 0 { change.a.as_ref() } else { change.b.as_ref() }
}

/// Which changes may bring a difference about, the likeliest first: those that meet the first of several tests, then the second.
fn ranked(changes: &Changes, tests: &[&dyn Fn(&Change) -> bool]) -> Vec<usize> {
    let mut likely: Vec<usize> = Vec::new();
    for test in tests {
        let real = changes.list.iter().enumerate().filter(|(_, change)| change.how != How::Reworded);
        let found: Vec<usize> = real.filter(|(_, change)| test(change)).map(|(place, _)| place).collect();
        likely.extend(found.into_iter().filter(|place| !likely.contains(place)).collect::<Vec<_>>());
    }
    likely
}

/// What refuses an action, and which changes may.
fn refused(
    sides: &Sides,
    changes: &Changes,
    displaced: &PriorityCheck<'_>,
    witness: &Witness,
    lines: [&mut LineOfPlay; 2],
) -> Result<(Vec<usize>, Option<Refusal>), Fault> {
    let refuses = usize::from(witness.sort == WitnessKind::Less);
    let texts = if refuses == 0 { &witness.difference.only_b } else { &witness.difference.only_a };
    let Some(text) = texts.first() else { return Ok((Vec::new(), None)) };
    let [a, b] = lines;
    let (refusing, allowing) = if refuses == 0 { (a, b) } else { (b, a) };
    // The move that the allowing side makes.
    let offered = allowing.position.offered()?.clone();
    let action = offered.iter().find(|action| allowing.position.written(action) == *text);
    let rule = action.and_then(|action| allowing.position.rule_of(&action));
    let games: [&Game; 2] = [&sides.a.prepared.game, &sides.b.prepared.game];
    let game = games[1 - refuses];
    let moved = rule.and_then(|rule| game.moves.get(rule));
    let reach = moved.map(|moved| Reach::of_move(game, moved)).unwrap_or_default();
    let name = moved.map(|moved| moved.name.clone()).unwrap_or_default();
    let is_swap = text == rulebook_play::engine::SWAP;
    let touches = |change: &Change| match change.section {
        Section::Moves => change.name == name || change.name.ends_with(&format!(", now {name}")),
        Section::Values | Section::Groups | Section::Counters => reach.has(&change.name),
        Section::Pie => is_swap,
        Section::Turn | Section::Repetition | Section::Board => true,
        Section::End | Section::Setup | Section::Equipment | Section::Options => false,
    };
    let said = why_not(refusing, displaced.sources(refuses), text)?;
    let mut spans: Vec<Span> = Vec::new();
    for finding in &said.findings {
        let diagnostic = &finding.diagnostic;
        spans.push(diagnostic.primary.span);
        spans.extend(diagnostic.related.iter().map(|label| label.span));
    }
    let on_the_way = |change: &Change| {
        let own = clause(change, refuses).and_then(|clause| clause.span);
        own.is_some_and(|own| spans.iter().any(|span| overlap(own, *span)))
    };
    // Where it is another player's turn, or the turn goes on in one game alone, who acts is what refuses.
    let [one, other] = if refuses == 0 { [&*refusing, &*allowing] } else { [&*allowing, &*refusing] };
    let (role, there) = (one.position.role_to_act(), other.position.role_to_act());
    let paired = sides.pairing.players.get(role.index()).copied().flatten();
    let of_turn = paired != Some(there) || one.position.mid_turn() != other.position.mid_turn();
    let turned = |change: &Change| of_turn && matches!(change.section, Section::Turn | Section::Pie);
    // What the refusal names, and among that what is nearest to the move.
    let first_span = spans.first().copied();
    let at_first = |change: &Change| {
        let own = clause(change, refuses).and_then(|clause| clause.span);
        own.zip(first_span).is_some_and(|(own, first)| overlap(own, first))
    };
    let likely = ranked(
        changes,
        &[
            &turned,
            &|change| touches(change) && at_first(change),
            &|change| touches(change) && on_the_way(change),
            &on_the_way,
            &|change| change.section == Section::Moves && touches(change),
            &touches,
            &|change| change.section == Section::End,
        ],
    );
    // Where another player is to act, or in another turn, the same words are another action, which may be legal.
    let refusal = said.findings.first().filter(|_| !of_turn).map(|finding| {
        let label = &finding.diagnostic.primary;
        let sources = displaced.sources(refuses);
        let place = sides_game(sides, refuses).sites.statement(label.span);
        Refusal {
            side: refuses,
            action: text.clone(),
            message: finding.diagnostic.message.clone(),
            label: label.text.clone(),
            clause: Clause { text: line_of(sources, place, label.span), span: Some(label.span) },
        }
    });
    Ok((likely, refusal))
}

fn sides_game(sides: &Sides, side: usize) -> &Game {
    if side == 0 { &sides.a.prepared.game } else { &sides.b.prepared.game }
}

/// A statement on one line; of one in blocks its own line.
fn line_of(sources: &SourceMap, statement: Span, at: Span) -> String {
    let text = sources.slice(statement);
    if text.lines().count() <= 2 {
        return plain(text);
    }
    let file = sources.file(at.file);
    let start = file.text[..at.start as usize].rfind('\n').map_or(0, |end| end + 1);
    plain(file.text[start..].lines().next().unwrap_or_default())
}

/// Which changes may make the same move lead elsewhere, or the game end otherwise.
fn otherwise(
    sides: &Sides,
    changes: &Changes,
    kind: DifferenceKind,
    lines: [&mut LineOfPlay; 2],
) -> Result<Vec<usize>, Fault> {
    let [a, b] = lines;
    let games: [&Game; 2] = [&sides.a.prepared.game, &sides.b.prepared.game];
    let is = |sections: &'static [Section]| move |change: &Change| sections.contains(&change.section);
    if matches!(kind, DifferenceKind::Over | DifferenceKind::Winner) {
        let mut reaches = Vec::new();
        for (line, game) in [(&mut *a, games[0]), (&mut *b, games[1])] {
            if let Some(outcome) = line.position.outcome()? {
                reaches.push((Reach::of_end(game, &outcome.clause), ending(game, &outcome.clause)));
            }
        }
        let decides = |change: &Change| {
            let spans = [clause(change, 0), clause(change, 1)].into_iter().flatten().filter_map(|clause| clause.span);
            let ends: Vec<Span> = reaches.iter().filter_map(|(_, span)| *span).collect();
            spans.into_iter().any(|own| ends.iter().any(|end| overlap(own, *end)))
        };
        let used = |change: &Change| {
            matches!(change.section, Section::Values | Section::Groups | Section::Counters)
                && reaches.iter().any(|(reach, _)| reach.has(&change.name))
        };
        let of_end = |change: &Change| change.section == Section::End && decides(change);
        let ends = is(&[Section::End, Section::Repetition]);
        return Ok(ranked(changes, &[&of_end, &used, &ends, &is(&[Section::Turn, Section::Pie])]));
    }
    let drawn = if kind == DifferenceKind::Odds { a.position.legal()?.iter().next() } else { None };
    let last = match (drawn, a.played.last()) {
        // What is drawn, and not what was done before it.
        (Some(drawn), _) => drawn,
        (None, Some(last)) => {
            let last = last.action.clone();
            a.position.undo();
            last
        }
        (None, None) => {
            return Ok(ranked(changes, &[&is(&[Section::Setup]), &is(&[Section::Equipment, Section::Board])]));
        }
    };
    let rule = a.position.rule_of(&last);
    let moved = rule.and_then(|rule| games[0].moves.get(rule));
    let reach = moved.map(|moved| Reach::of_move(games[0], moved)).unwrap_or_default();
    let name = moved.map(|moved| moved.name.clone()).unwrap_or_default();
    let own = |change: &Change| match change.section {
        Section::Moves => change.name == name || change.name.starts_with(&format!("{name}, now ")),
        Section::Values | Section::Groups | Section::Counters => reach.has(&change.name),
        _ => false,
    };
    let of_turn = |change: &Change| kind == DifferenceKind::Turn && is(&[Section::Turn, Section::Pie])(change);
    let of_move = |change: &Change| change.section == Section::Moves && own(change);
    Ok(ranked(changes, &[&of_turn, &of_move, &own, &is(&[Section::Turn, Section::Pie, Section::Setup])]))
}

fn ending(game: &Game, clause: &str) -> Option<Span> {
    let end = game.ends.iter().find(|end| end.name == clause)?;
    Some(end.span)
}
