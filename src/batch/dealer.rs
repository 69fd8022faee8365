//! Lays setups by lot, one after the other.

use std::sync::Arc;

use super::drawn::Drawn;
use super::job::{BatchRunner, Ended, Successor};
use super::plan_games::{PlanRunner, ended};
use super::program::{Dealt, Program};
use super::start_state::StartState;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

/// Lays setups.
pub struct Dealer {
    position: Position,
    opening: StartState,
    /// What says what can be laid, where that is asked.
    runner: PlanRunner,
}

/// What came of a setup that was laid.
pub struct Laid {
    /// How many actions of nature it took.
    pub plies: u32,
    /// How many there could have been, summed over them.
    pub choices: u64,
    /// How the game ended before it began, where it did.
    pub end: Option<Ended>,
}

impl Dealer {
    /// For games that begin in the middle of a setup; nothing where they begin behind it, or all setups are the same.
    pub fn new(program: &Program, opening: &StartState) -> Option<Self> {
        let Dealt { game, plan } = program.deals.as_ref()?;
        let first = plan.first_deal?;
        (opening.role == 0 && opening.stage >= first).then(|| Dealer {
            position: Position::new(Arc::clone(game), Arc::clone(plan)),
            opening: opening.clone(),
            runner: PlanRunner::new(Arc::clone(game), Arc::clone(plan), opening.clone()),
        })
    }

    /// The actions of nature at the opening.
    pub fn legal(&mut self) -> Vec<Drawn> {
        self.runner.legal()
    }

    /// What comes of one of them.
    pub fn after(&mut self, drawn: &Drawn) -> Successor {
        self.runner.after(drawn)
    }

    /// Puts the last setup into an opening.
    pub fn put(&self, opening: &mut StartState) {
        opening.set(&self.position);
    }

    /// What was laid so far, in steps of the evaluator.
    pub fn spent(&self) -> u64 {
        self.position.spent()
    }

    /// Lays a setup with at most so many actions, each of which is shown.
    pub fn lay(&mut self, rng: &mut Rng, most: u32, see: &mut dyn FnMut(Drawn)) -> Result<Laid, Fault> {
        let position = &mut self.position;
        position.resume(&self.opening.words, &self.opening.past);
        let mut laid = Laid { plies: 0, choices: 0, end: None };
        while position.in_setup() {
            let mut choices = 0;
            let scattered = position.lay_rest(rng, most - laid.plies, &mut |action, could| {
                choices += could as u64;
                see(Drawn::made(action));
            })?;
            laid.plies += scattered;
            laid.choices += choices;
            if scattered > 0 {
                continue;
            }
            let Some(action) = position.random_action(rng)? else { break };
            if laid.plies == most {
                laid.end = Some(Ended::Cut);
                return Ok(laid);
            }
            laid.choices += position.legal()?.len() as u64;
            laid.plies += 1;
            see(Drawn::made(&action));
            position.play_unchecked(&action)?;
        }
        laid.end = ended(position)?;
        Ok(laid)
    }
}
