//! Whether a game is over, and who has won: the end clauses in order.

use std::cmp::Ordering;

use super::core::State;
use super::fault::Fault;
use super::outcome::Outcome;
use super::shared::Shared;
use crate::plan::{ResultKind, ResultPlan};
use rulebook_language::model::PlayerId;
use rulebook_language::util::Id;

impl<const W: usize> State<W> {
    /// Who has won, by the end clauses in order, or that the mover is stuck.
    pub fn judge(&mut self, shared: &Shared<W>) -> Result<Option<Outcome>, Fault> {
        let system = shared.plan.layout.system;
        // Nothing has ended before anything was done, unless nothing can be done.
        let begun = self.memory.get(system.plies) > 0;
        let in_setup = self.in_setup(shared);
        if begun {
            if let Some(outcome) = self.clauses(shared)? {
                return Ok(Some(outcome));
            }
            self.spend(self.cost_of_past(shared))?;
            if let Some(winners) = self.repetition(shared)? {
                return Ok(Some(Outcome { winners, clause: "repetition".to_owned(), stuck: false }));
            }
        }
        if self.some_action(shared)? {
            return Ok(None);
        }
        if !begun
            && !in_setup
            && let Some(outcome) = self.clauses(shared)?
        {
            return Ok(Some(outcome));
        }
        Ok(Some(Outcome { winners: Vec::new(), clause: String::new(), stuck: true }))
    }

    fn clauses(&mut self, shared: &Shared<W>) -> Result<Option<Outcome>, Fault> {
        let role = self.to_act(shared);
        let mid_turn = self.memory.get(shared.plan.layout.system.mid_turn) == 1;
        for end in &shared.plan.ends {
            if mid_turn && !end.after_action {
                continue;
            }
            if self.run(shared, end.when[role], &[], None)? != 0 {
                let winners = self.decide(shared, &end.results, role)?;
                return Ok(Some(Outcome { winners, clause: end.name.clone(), stuck: false }));
            }
        }
        Ok(None)
    }

    /// The end clauses that are looked at in the position at hand and hold, by their places.
    pub fn holding(&mut self, shared: &Shared<W>) -> Result<Vec<usize>, Fault> {
        let role = self.to_act(shared);
        let mid_turn = self.memory.get(shared.plan.layout.system.mid_turn) == 1;
        let mut holding = Vec::new();
        for (place, end) in shared.plan.ends.iter().enumerate().filter(|(_, end)| !mid_turn || end.after_action) {
            if self.run(shared, end.when[role], &[], None)? != 0 {
                holding.push(place);
            }
        }
        Ok(holding)
    }

    /// The winners by results, of which the first that decides counts.
    pub fn decide(
        &mut self,
        shared: &Shared<W>,
        results: &[ResultPlan],
        role: PlayerId,
    ) -> Result<Vec<PlayerId>, Fault> {
        for result in results {
            if let Some(when) = &result.when
                && self.run(shared, when[role], &[], None)? == 0
            {
                continue;
            }
            match &result.sort {
                ResultKind::Draw => return Ok(Vec::new()),
                ResultKind::Player { who, loses } => {
                    let player = self.run(shared, who[role], &[], None)?;
                    // Nobody can neither win nor lose: the next result decides.
                    if player >= 0 {
                        let is_named = |other: &PlayerId| other.index() as i64 == player;
                        return Ok(shared.plan.roles.ids().filter(|other| is_named(other) != *loses).collect());
                    }
                }
                ResultKind::Players { who, lose } => {
                    let mask = self.run(shared, who[role], &[], None)?;
                    // An empty set decides nothing.
                    if mask != 0 {
                        let is_named = |other: &PlayerId| mask >> other.index() & 1 == 1;
                        let mut winners: Vec<PlayerId> =
                            shared.plan.roles.ids().filter(|other| is_named(other) != *lose).collect();
                        // Where all win together, it is a draw.
                        if winners.len() == shared.plan.roles.len() {
                            winners.clear();
                        }
                        return Ok(winners);
                    }
                }
                ResultKind::Rank { keys, lists, lowest } => {
                    let mut best: Option<(i64, Vec<i64>)> = None;
                    let mut leaders = Vec::new();
                    for (player, code) in keys.iter_ids() {
                        let number = self.run(shared, *code, &[], None)?;
                        let key = (number, if *lists { self.list.clone() } else { Vec::new() });
                        let order = best.as_ref().map_or(Ordering::Greater, |best| {
                            let order = key.cmp(best);
                            if *lowest { order.reverse() } else { order }
                        });
                        match order {
                            Ordering::Greater => {
                                best = Some(key);
                                leaders = vec![player];
                            }
                            Ordering::Equal => leaders.push(player),
                            Ordering::Less => {}
                        }
                    }
                    if leaders.len() == 1 {
                        return Ok(leaders);
                    }
                }
            }
        }
        Ok(Vec::new())
    }
}
