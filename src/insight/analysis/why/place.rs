//! Where in the turn a position is, and where in the turns a move is.

use super::wording::Words;
use rulebook_language::model::{MoveId, PlayerId, Step};
use rulebook_language::source::Span;
use rulebook_play::engine::Position;
use rulebook_play::plan::{Choice, Next, OnEmpty};

/// Where a turn stands.
#[derive(Clone, Copy, Debug)]
pub struct TurnState {
    /// The role to act.
    pub role: PlayerId,
    /// The stage.
    pub stage: u16,
    /// The entry that the stage belongs to, by its place among the role's.
    pub entry: usize,
    /// The turn of the file, by its place.
    pub turn: usize,
}

/// The place of a stage.
pub fn place_of(position: &Position, role: PlayerId, stage: u16) -> Option<TurnState> {
    let entries = &position.plan().roles.get(role)?.entries;
    // Stages are numbered entry by entry.
    let entry = entries.iter().rposition(|entry| entry.stage <= stage)?;
    let turn = position.probes()?.roles.get(role)?.entries.get(entry)?.1;
    Some(TurnState { role, stage, entry, turn })
}

/// The place at hand; nothing where no turn applies.
pub fn place(position: &Position) -> Option<TurnState> {
    place_of(position, position.role_to_act(), position.stage()?)
}

/// The stage that a choice of a role belongs to.
pub fn stage_of(position: &Position, role: PlayerId, choice: u16) -> Option<u16> {
    let stages = &position.plan().roles.get(role)?.stages;
    let stage = stages.iter().position(|stage| stage.tiers.iter().flatten().any(|known| *known == choice))?;
    Some(stage as u16)
}

/// The tier of a choice in a stage.
pub fn tier_of(position: &Position, role: PlayerId, stage: u16, choice: u16) -> Option<usize> {
    let stage = position.plan().roles.get(role)?.stages.get(usize::from(stage))?;
    stage.tiers.iter().position(|tier| tier.contains(&choice))
}

/// The choices of a stage, in order.
pub fn choices(position: &Position, role: PlayerId, stage: u16) -> Vec<(u16, Choice)> {
    let Some(role) = position.plan().roles.get(role) else { return Vec::new() };
    let Some(stage) = role.stages.get(usize::from(stage)) else { return Vec::new() };
    stage.tiers.iter().flatten().filter_map(|index| Some((*index, *role.choices.get(usize::from(*index))?))).collect()
}

/// The stages that can follow a stage within its turn, however the turn goes on.
pub fn reachable(position: &Position, role: PlayerId, from: u16) -> Vec<u16> {
    let Some(plan) = position.plan().roles.get(role) else { return Vec::new() };
    let mut found: Vec<u16> = Vec::new();
    let mut open = vec![from];
    while let Some(stage) = open.pop() {
        let Some(at) = plan.stages.get(usize::from(stage)) else { continue };
        let after = at.tiers.iter().flatten().filter_map(|choice| Some(plan.choices.get(usize::from(*choice))?.next));
        let skipped = match at.empty {
            OnEmpty::Skip(next) => Some(next),
            OnEmpty::Stuck => None,
        };
        let passed_over = at.when.map(|(_, next)| next);
        for next in after.chain(skipped).chain(at.stop).chain(passed_over) {
            if let Next::Stage(next) = next
                && !found.contains(&next)
            {
                found.push(next);
                open.push(next);
            }
        }
    }
    found
}

impl Words<'_> {
    /// The place of a turn of the file.
    pub fn turn_span(&self, turn: usize) -> Span {
        self.game.sites.turns.get(turn).copied().unwrap_or(self.game.sites.title)
    }

    /// Where a turn names a move, first or as what follows.
    pub fn step_span(&self, turn: usize, rule: MoveId, follows: bool) -> Span {
        let fits = |step: &&Step| step.turn == turn && step.rule == rule;
        let steps = || self.game.sites.steps.iter().filter(fits);
        let found = steps().find(|step| step.follows == follows).or_else(|| steps().next());
        found.map_or_else(|| self.turn_span(turn), |step| step.span)
    }

    /// The moves that a stage offers, as a list of words.
    pub fn offers(&self, position: &Position, role: PlayerId, stage: u16) -> String {
        let name = |choice: &Choice| choice.sort.rule().map_or("pass", |rule| self.game.moves[rule].name.as_str());
        let mut names: Vec<String> = Vec::new();
        for (_, choice) in choices(position, role, stage) {
            let name = format!("`{}`", name(&choice));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let stop = position.plan().roles.get(role).and_then(|role| role.stages.get(usize::from(stage)));
        if stop.is_some_and(|stage| stage.stop.is_some()) {
            names.push("`stop`".to_owned());
        }
        names.join(" or ")
    }
}
