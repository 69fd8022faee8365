//! What lines may be drawn towards: the end clauses, counters, repetitions and moves that changed, which chance alone seldom meets.

use std::sync::Arc;

use super::changes::{Changes, How, Section};
use super::distance::{apart, distance, sum, whole};
use super::lockstep::{Lockstep, PairedAction};
use super::side::Sides;
use crate::library::Prepared;
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, Judgement, Per, PlayerId, Type};
use rulebook_language::util::{Id, Rational};
use rulebook_play::engine::{Answer, Fault};
use rulebook_play::plan::{self, ChoiceKind};

/// What a line is drawn towards.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A condition of a side, by the question that says how far it is.
    Near {
        /// The side.
        side: usize,
        /// The question.
        question: usize,
    },
    /// Players who are ranked alike, or nearly: by the rankings of an end clause up to a result.
    Tie {
        /// The side.
        side: usize,
        /// The end clause.
        end: usize,
        /// How many of its results.
        results: usize,
    },
    /// The moves of A of these names can be made.
    Offer(Vec<usize>),
    /// Positions that were there already: what repeats, and long games.
    Again,
}

/// The goals of a comparison, with games that can say how far they are.
#[derive(Debug)]
pub struct SearchGoals {
    /// Both games, the second with the names of the first.
    pub games: [Prepared; 2],
    /// The goals.
    pub goals: Vec<Goal>,
}

/// The most goals.
const MAX_GOALS: usize = 24;

/// What the changes of two games can be looked for at.
pub fn search_goals(sides: &Sides, changes: &Changes) -> SearchGoals {
    let mut games = [sides.a.prepared.clone(), sides.aligned.clone()];
    let mut goals = Vec::new();
    let mut asked: [Vec<Expr>; 2] = [Vec::new(), Vec::new()];
    for side in 0..2 {
        let game = Arc::clone(&games[side].game);
        let mut ask = |goals: &mut Vec<Goal>, expr: Option<Expr>| {
            // What goes beyond the limits of a plan cannot be asked.
            if let Some(expr) = expr.filter(|expr| plan::compile_with(&game, &[expr]).is_ok()) {
                goals.push(Goal::Near { side, question: asked[side].len() });
                asked[side].push(expr);
            }
        };
        for place in &changes.aims.ends[side] {
            let Some(end) = game.ends.get(*place) else { continue };
            for way in ways(&end.when) {
                ask(&mut goals, distance(&game, way, true));
            }
            let ranks = |kind: &Judgement| matches!(kind, Judgement::Highest(_) | Judgement::Lowest(_));
            let ranked = end.results.iter().enumerate().filter(|(_, result)| ranks(&result.kind));
            goals.extend(ranked.map(|(result, _)| Goal::Tie { side, end: *place, results: result + 1 }));
        }
        if side == 0 {
            for (one, other) in &changes.aims.crossed {
                let (Some(one), Some(other)) = (game.ends.get(*one), game.ends.get(*other)) else { continue };
                let far = [one, other].map(|end| distance(&game, &end.when, true));
                let [Some(one), Some(other)] = far else { continue };
                ask(&mut goals, Some(sum(one, other)));
            }
        }
        for far in counters(&game, changes, side) {
            ask(&mut goals, Some(far));
        }
    }
    let changed = |section: Section| {
        changes.list.iter().filter(move |change| change.section == section && change.how != How::Reworded)
    };
    let game = &games[0].game;
    let moves: Vec<usize> = (0..game.moves.len())
        .filter(|at| {
            changed(Section::Moves).any(|change| Some(&change.name) == game.moves.iter().nth(*at).map(|m| &m.name))
        })
        .collect();
    if !moves.is_empty() && moves.len() < game.moves.len() {
        goals.push(Goal::Offer(moves));
    }
    goals.truncate(MAX_GOALS);
    goals.push(Goal::Again);
    for (game, asked) in games.iter_mut().zip(&asked) {
        let questions: Vec<&Expr> = asked.iter().collect();
        // Where all together are too many, none is answered.
        if let Ok(plan) = plan::compile_with(&game.game, &questions) {
            game.plan = plan;
        }
    }
    SearchGoals { games, goals }
}

/// The conditions of which each is enough for one: the nearest of them would always hide the others.
fn ways(condition: &Expr) -> Vec<&Expr> {
    let mut open = vec![condition];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match &at.kind {
            ExprKind::Builtin(Builtin::Or, args) => open.extend(args.iter().rev()),
            _ => found.push(at),
        }
    }
    found
}

/// How far the counters are that changed from what they hold on one side alone.
fn counters(game: &Game, changes: &Changes, side: usize) -> Vec<Expr> {
    let mut far = Vec::new();
    for (id, counter) in game.counters.iter_ids() {
        let Some((_, bounds)) = changes.aims.counters[side].iter().find(|(known, _)| *known == id) else { continue };
        if counter.per != Per::Game {
            continue;
        }
        let span = game.places.counters.get(id.index()).copied().unwrap_or_default();
        let held = Expr { kind: ExprKind::Counter(id, Vec::new()), ty: Type::Number, span };
        far.extend(bounds.iter().map(|bound| apart(held.clone(), whole(*bound, span))));
    }
    far
}

impl Goal {
    /// How far the positions at hand are from the goal, less if nearer; `role` is who asks, `seen` what was on the boards before.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn far(&self, twins: &mut Lockstep, role: PlayerId, seen: &[Vec<u64>]) -> Result<Rational, Fault> {
        let number = |n: usize| Rational::whole(n as i64);
        Ok(match self {
            Goal::Near { side, question } => {
                let position = if *side == 0 { &mut twins.a } else { &mut twins.b };
                match position.answer_for(*question, role)? {
                    Some(Answer::Number(far)) => far,
                    _ => Rational::ZERO,
                }
            }
            Goal::Tie { side, end, results } => {
                let position = if *side == 0 { &mut twins.a } else { &mut twins.b };
                let mut gap = 0u64;
                for result in 0..*results {
                    let mut keys = Vec::new();
                    for player in position.plan().roles.ids() {
                        keys.extend(position.ranking_key(*end, result, player)?);
                    }
                    keys.sort_unstable();
                    if let [.., second, first] = keys.as_slice() {
                        gap = gap.saturating_add(between(first, second));
                    }
                }
                Rational::whole(i64::try_from(gap.min(1 << 32)).unwrap_or(0))
            }
            Goal::Offer(moves) => {
                let role = twins.a.role_to_act();
                let list = twins.a.legal()?.clone();
                let plan = twins.a.plan();
                let is_one = |choice: u16| {
                    let choice = plan.roles.get(role).and_then(|role| role.choices.get(usize::from(choice)));
                    match choice.map(|choice| &choice.sort) {
                        Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) => {
                            moves.contains(&rule.index())
                        }
                        _ => false,
                    }
                };
                let offered = list.iter().filter(|action| is_one(action.choice())).count();
                Rational::whole(-(offered as i64))
            }
            Goal::Again => {
                let now = twins.a.memory();
                let contents = twins.a.plan().layout.contents as usize;
                number(usize::from(!seen.iter().any(|known| known[..] == now[..contents])))
            }
        })
    }
}

/// How much two keys differ, element by element.
fn between(one: &[i64], other: &[i64]) -> u64 {
    let at = |key: &[i64], place: usize| key.get(place).copied().unwrap_or(0);
    (0..one.len().max(other.len())).map(|place| at(one, place).abs_diff(at(other, place))).fold(0, u64::saturating_add)
}

/// Whether an action of A is a pass.
pub fn is_pass(twins: &Lockstep, both: &PairedAction) -> bool {
    let role = twins.a.plan().roles.get(twins.a.role_to_act());
    let choice = role.and_then(|role| role.choices.get(usize::from(both.a.choice())));
    choice.is_some_and(|choice| matches!(choice.sort, ChoiceKind::Pass))
}
