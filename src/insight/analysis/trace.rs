//! What an action did: the move that allowed it, what each effect changed, what the end clauses said, who is next.

use std::sync::Arc;

use super::line_of_play::LineOfPlay;
use super::why::{TurnState, Valued, Words, place};
use rulebook_language::source::{SourceMap, Span};
use rulebook_play::engine::{Action, Change, Fault, Position, ProbedNode, ProbedValue};
use rulebook_play::plan::{ChoiceKind, ChoiceProbes, NodeKind, Probes, ResultProbes};

/// An action of a line of play, traced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// Which of the line, from 1.
    pub ply: usize,
    /// As written.
    pub text: String,
    /// Who made it.
    pub role: String,
    /// In which seat, from 1.
    pub seat: u8,
    /// The move, with its place; nothing of a pass, a change of seats or a stop.
    pub rule: Option<(String, Span)>,
    /// The turn that it was part of.
    pub turn: Option<Span>,
    /// Of a chain each link, else the one that there is.
    pub links: Vec<Link>,
    /// What is different after it, all effects together.
    pub changes: Vec<Changed>,
    /// The end clauses that were asked, in order.
    pub ends: Vec<Clause>,
    /// How the game ended: who won, by what; nothing where it goes on.
    pub ended: Option<String>,
    /// Who is next.
    pub next: Option<Next>,
}

/// A link of a chain, or a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// The names with what they stand for: picks first, then each `let`.
    pub names: Vec<Valued>,
    /// What was done, in order.
    pub steps: Vec<Step>,
}

/// Something that a move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// How deep in blocks.
    pub depth: usize,
    /// Where.
    pub span: Span,
    /// What, as the rule says it; of a block its head, of a member what it is.
    pub text: String,
    /// What it changed.
    pub changes: Vec<Changed>,
    /// What is to be said where it changed nothing, or where it decides.
    pub note: String,
}

/// A difference in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// What is different: a cell, a counter, a mark.
    pub what: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
    /// The same as data.
    pub change: Change,
}

/// An end clause that was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its name, or its place where it has none: `end 2`.
    pub name: String,
    /// Whether it has a name.
    pub named: bool,
    /// Where it is.
    pub span: Span,
    /// Its condition, as the rule says it.
    pub condition: String,
    /// Whether it held; nothing where it is not asked between the actions of a turn.
    pub held: Option<bool>,
    /// The values that decided.
    pub why: String,
    /// Of the clause that held: the numbers of a ranking, by player.
    pub ranking: Vec<(String, String)>,
}

/// Who is to act next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// The role.
    pub role: String,
    /// Its seat, from 1.
    pub seat: u8,
    /// The turn that applies.
    pub turn: Option<Span>,
    /// The moves of its step.
    pub offers: String,
    /// How many legal actions there are.
    pub legal: usize,
    /// Whether it goes on with the same turn.
    pub same_turn: bool,
}

/// Traces actions of a line: the last one, or all. The line's position is one of an explaining plan, and is left as it was.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn trace(line: &LineOfPlay, sources: &SourceMap, all: bool) -> Result<Vec<Traced>, Fault> {
    let game = Arc::clone(line.position.game());
    let plan = Arc::clone(line.position.plan());
    let none = Probes::default();
    let words = Words { game: &game, sources, probes: plan.probes.as_ref().unwrap_or(&none) };
    let first = if all { 0 } else { line.played.len().saturating_sub(1) };
    let mut position = line.position.clone();
    for _ in first..line.played.len() {
        position.undo();
    }
    let mut traced = Vec::new();
    for (index, played) in line.played.iter().enumerate().skip(first) {
        let mut after = position.clone();
        after.play_unchecked(&played.action)?;
        traced.push(action(&words, &mut position, &mut after, &played.action, index + 1, &played.text)?);
        position = after;
    }
    Ok(traced)
}

fn action(
    words: &Words<'_>,
    before: &mut Position,
    after: &mut Position,
    action: &Action,
    ply: usize,
    text: &str,
) -> Result<Traced, Fault> {
    let role = before.role_to_act();
    let here = place(before);
    let choice = before.plan().roles[role].choices.get(usize::from(action.choice())).copied();
    let rule = choice.and_then(|choice| choice.sort.rule());
    let mut links = Vec::new();
    if let Some(probes) = before.choice_probes(role, action.choice()) {
        links = self::links(words, before, action, probes)?;
    } else if let Some(pass) = before.pass_probes(role).filter(|_| choice.is_some_and(|choice| choice.is_pass())) {
        let watched = before.watch(pass, &[])?;
        let mut link = Link::default();
        all_steps(words, before, watched.seen.iter(), (0, None), &mut link);
        links.push(link);
    }
    let changes = in_words(words, after, before.changes_to(after));
    if let Some(ChoiceKind::Scatter(scatter)) = choice.map(|choice| choice.sort)
        && let Some(scatter) = words.game.scatters().nth(usize::from(scatter))
    {
        let (span, text) = (scatter.span, words.quote(scatter.span));
        let step = Step { depth: 0, span, text, changes: changes.clone(), note: String::new() };
        links.push(Link { steps: vec![step], ..Link::default() });
    }
    // No end clause is asked before the setup is complete.
    let (ends, ended) = if after.in_setup() { (Vec::new(), None) } else { judged(words, after)? };
    let next = if ended.is_none() { Some(next(words, after, role)?) } else { None };
    Ok(Traced {
        ply,
        text: text.to_owned(),
        role: words.player(Some(role)),
        seat: before.seat_to_act(),
        rule: rule.map(|rule| (words.game.moves[rule].name.clone(), words.game.moves[rule].span)),
        turn: here.map(|here: TurnState| words.turn_span(here.turn)),
        links,
        changes,
        ends,
        ended,
        next,
    })
}

fn in_words(words: &Words<'_>, position: &Position, changes: Vec<Change>) -> Vec<Changed> {
    let layout = &position.plan().layout;
    let said = |change: Change| {
        let (what, before, after) = words.change(layout, &change);
        Changed { what, before, after, change }
    };
    changes.into_iter().map(said).collect()
}

/// What each link of an action did.
fn links(
    words: &Words<'_>,
    position: &mut Position,
    action: &Action,
    probes: ChoiceProbes,
) -> Result<Vec<Link>, Fault> {
    let moved = &words.game.moves[probes.rule];
    let mut links = Vec::new();
    for (picks, watched) in position.watch_action(action, probes)? {
        let mut link = Link::default();
        for (local, ty, picked) in moved.gathered(&picks) {
            let span = words.game.sites.names.get(&local).map_or(moved.span, |name| name.span);
            let (text, value) = (words.name(local).to_owned(), words.picked(ty, picked));
            link.names.push(Valued { depth: 0, span, text, value });
        }
        all_steps(words, position, watched.seen.iter(), (0, None), &mut link);
        links.push(link);
    }
    Ok(links)
}

/// What nodes say one after the other: those of an effect, or of the end of a move, below its name. `outer` is what they all stand in.
fn all_steps<'s>(
    words: &Words<'_>,
    position: &Position,
    parts: impl Iterator<Item = &'s ProbedNode>,
    (depth, outer): (usize, Option<Span>),
    link: &mut Link,
) {
    let mut last: Option<(Span, u32)> = None;
    for part in parts {
        let node = words.node(part);
        let done = match node.sort {
            NodeKind::Effect | NodeKind::Require => words.game.sites.done_in(node.span),
            _ => None,
        };
        let own = done.filter(|(span, _)| Some(*span) != outer);
        if let Some((span, name)) = own {
            // The same effect once more begins again.
            if last.is_none_or(|(known, at)| known != span || node.span.start <= at) {
                let head = Span { end: span.start, ..span };
                let text = Words::done(name);
                link.steps.push(Step { depth, span: head, text, changes: Vec::new(), note: String::new() });
            }
            last = Some((span, node.span.start));
        } else if matches!(node.sort, NodeKind::Effect) {
            last = None;
        }
        let inside = (depth + usize::from(own.is_some()), done.map(|(span, _)| span).or(outer));
        steps(words, position, part, inside, link);
    }
}

/// What a node of the code that makes the changes says.
fn steps(
    words: &Words<'_>,
    position: &Position,
    seen: &ProbedNode,
    (depth, outer): (usize, Option<Span>),
    link: &mut Link,
) {
    let node = words.node(seen);
    match (node.sort, &seen.value) {
        (NodeKind::Let(local), Some(value)) if words.is_named(local) => {
            let (text, value) = (words.name(local).to_owned(), words.value(value));
            if depth == 0 && link.steps.is_empty() {
                link.names.push(Valued { depth, span: node.span, text, value });
            } else {
                let span = words.game.sites.statement(node.span);
                link.steps.push(Step {
                    depth,
                    span,
                    text: format!("let {text} = {value}"),
                    changes: Vec::new(),
                    note: String::new(),
                });
            }
        }
        (NodeKind::Member(local), _) if !words.is_named(local) => {
            all_steps(words, position, seen.parts.iter(), (depth, outer), link);
        }
        (NodeKind::Member(local), Some(value)) => {
            let text = format!("{} = {}", words.name(local), words.value(value));
            let skipped =
                seen.parts.iter().any(|part| part.value == Some(ProbedValue::Truth(false)) && is_expr(words, part));
            let note = if skipped { "passed over: its `where` does not hold".to_owned() } else { String::new() };
            link.steps.push(Step { depth, span: node.span, text, changes: Vec::new(), note });
            all_steps(words, position, seen.parts.iter(), (depth + 1, outer), link);
        }
        // One effect on many cells, one after another.
        (NodeKind::Effect, _) if seen.parts.iter().any(|part| is_unnamed(words, part) && does(words, part)) => {
            let members = seen.parts.iter().filter(|part| is_unnamed(words, part));
            members.for_each(|member| steps(words, position, member, (depth, outer), link));
        }
        (NodeKind::Effect, _) => {
            let whole = words.game.sites.statement(node.span);
            let head = Span { end: node.span.end, ..whole };
            let is_block =
                seen.parts.iter().any(|part| matches!(words.node(part).sort, NodeKind::Effect | NodeKind::Member(_)));
            let changes = in_words(words, position, seen.changes.clone());
            let span = if words.sources.slice(whole).contains('{') { head } else { whole };
            let note = match seen.left_out {
                0 if changes.is_empty() => note(words, seen, is_block),
                0 => String::new(),
                1 => "1 part in the middle is left out".to_owned(),
                many => format!("{many} parts in the middle are left out"),
            };
            link.steps.push(Step { depth, span, text: words.quote(span), changes, note });
            let inner = seen.parts.iter().filter(|part| !is_expr(words, part));
            all_steps(words, position, inner, (depth + 1, outer), link);
        }
        _ => {}
    }
}

fn is_unnamed(words: &Words<'_>, seen: &ProbedNode) -> bool {
    matches!(words.node(seen).sort, NodeKind::Member(local) if !words.is_named(local))
}

/// Whether something has effects of its own.
fn does(words: &Words<'_>, seen: &ProbedNode) -> bool {
    seen.parts.iter().any(|part| matches!(words.node(part).sort, NodeKind::Effect))
}

fn is_expr(words: &Words<'_>, seen: &ProbedNode) -> bool {
    matches!(words.node(seen).sort, NodeKind::Expr(_))
}

/// Why an effect changed nothing.
fn note(words: &Words<'_>, seen: &ProbedNode, is_block: bool) -> String {
    let values = seen.parts.iter().filter(|part| is_expr(words, part)).filter_map(|part| {
        let value = part.value.as_ref()?;
        match value {
            ProbedValue::Cells(cells) if cells.is_empty() => Some(format!("`{}` is empty", words.text(part))),
            ProbedValue::Truth(_) => Some(format!("`{}` is {}", words.text(part), words.value(value))),
            _ => None,
        }
    });
    let said = values.collect::<Vec<_>>().join(", ");
    match (said.is_empty(), is_block) {
        (true, true) => String::new(),
        (true, false) => "changes nothing".to_owned(),
        (false, true) => said,
        (false, false) => format!("changes nothing: {said}"),
    }
}

/// What the end clauses say of a position, and how the game ended.
fn judged(words: &Words<'_>, after: &mut Position) -> Result<(Vec<Clause>, Option<String>), Fault> {
    let outcome = after.outcome()?;
    let role = after.role_to_act();
    let mut clauses = Vec::new();
    for (end, probes) in words.game.ends.iter().zip(&words.probes.ends) {
        let mut clause = Clause {
            name: end.name.clone(),
            named: end.is_named(),
            span: end.span,
            condition: words.end_condition(end),
            held: None,
            why: String::new(),
            ranking: Vec::new(),
        };
        if !after.mid_turn() || end.after_action {
            let watched = after.watch(probes.when[role], &[])?;
            let held = watched.result != 0;
            clause.held = Some(held);
            if let Some(condition) = watched.seen.first().filter(|_| !words.is_limit(end)) {
                let evidence = words.evidence(condition);
                let whole = evidence.label == held.to_string();
                clause.why = if whole { String::new() } else { evidence.label };
            }
            if held {
                clause.ranking = ranking(words, after, &probes.results)?;
            }
        }
        let held = clause.held == Some(true);
        clauses.push(clause);
        if held {
            break;
        }
    }
    Ok((
        clauses,
        outcome.map(|outcome| {
            if outcome.stuck {
                return format!("{} has no legal move, and no end clause covers this", words.player(Some(role)));
            }
            let seat = |role: &rulebook_language::model::PlayerId| {
                format!("{} (seat {})", words.player(Some(*role)), after.seat_of_role(*role))
            };
            let winners: Vec<String> = outcome.winners.iter().map(seat).collect();
            let clause = words.game.clause(&outcome.clause);
            match winners.as_slice() {
                [] => format!("draw, by `{clause}`"),
                [one] => format!("{one} wins, by `{clause}`"),
                several => format!("{} win, by `{clause}`", several.join(" and ")),
            }
        }),
    ))
}

/// The first ranking of a clause whose condition holds, by player.
fn ranking(words: &Words<'_>, after: &mut Position, results: &[ResultProbes]) -> Result<Vec<(String, String)>, Fault> {
    let role = after.role_to_act();
    let mut ranked = Vec::new();
    for result in results {
        if let Some(when) = &result.when
            && after.watch(when[role], &[])?.result == 0
        {
            continue;
        }
        let Some((span, keys)) = &result.keys else { break };
        for (player, code) in keys.iter_ids() {
            let watched = after.watch(*code, &[])?;
            let value = watched.seen.first().and_then(|seen| seen.value.as_ref());
            let value = value.map_or_else(String::new, |value| words.value(value));
            ranked.push((format!("{} of {}", words.quote(*span), words.player(Some(player))), value));
        }
    }
    Ok(ranked)
}

fn next(words: &Words<'_>, after: &mut Position, before: rulebook_language::model::PlayerId) -> Result<Next, Fault> {
    let role = after.role_to_act();
    let here = place(after);
    Ok(Next {
        role: words.player(Some(role)),
        seat: after.seat_to_act(),
        turn: here.map(|here| words.turn_span(here.turn)),
        offers: here.map(|here| words.offers(after, role, here.stage)).unwrap_or_default(),
        legal: after.legal()?.len(),
        same_turn: after.mid_turn() && role == before,
    })
}
