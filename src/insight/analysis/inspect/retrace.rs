//! Games gone through again for what only their positions tell: which kinds of pieces stand there, which moves are offered though nobody made
//! them, whether two actions are written alike.

use super::budget::{WorkBudget, of_actions};
use super::coverage::{Offered, PlayCoverage};
use super::invariants::written_apart;
use super::met::{GameFault, Met};
use crate::library::Prepared;
use rulebook_play::engine::{Action, ActionList, Position};

/// In so many games every position is looked at for actions that are written alike.
const READ: usize = 4;
/// What an action takes beside its questions, in steps.
const ACTION: u64 = 16;

/// Goes through games as far as `work` allows, and notes in `seen` what there is. Gives the trouble that was met.
pub fn retrace(
    prepared: &Prepared,
    lines: &[Vec<Action>],
    work: &mut WorkBudget<'_>,
    seen: &mut PlayCoverage,
) -> Option<Met> {
    let position = prepared.start();
    let mut games = Retraced { offered: Offered::new(&position), position, legal: ActionList::new(), spent: 0 };
    let mut met = None;
    for (game, line) in lines.iter().enumerate() {
        let lists = game < READ || !seen.has_offered_all();
        if !lists && seen.has_all_kinds() {
            break;
        }
        match games.go(line, (lists, game < READ), work, seen) {
            Ok(true) => seen.retraced(lists),
            Ok(false) => break,
            Err(found) => {
                met = Some(*found);
                break;
            }
        }
        seen.offered(&games.position, &games.offered);
    }
    met
}

/// A game that is gone through.
struct Retraced {
    position: Position,
    legal: ActionList,
    offered: Offered,
    spent: u64,
}

impl Retraced {
    /// Takes what was spent from what is allowed; whether something is left.
    fn pay(&mut self, more: u64, work: &mut WorkBudget<'_>) -> bool {
        let spent = self.position.spent();
        work.take(spent - self.spent + more);
        self.spent = spent;
        self.position.allow(work.allowance().max(1));
        !work.is_done()
    }

    /// Goes through a game: with the legal actions of each position, if they are to be listed, and read. Whether it came to its end.
    fn go(
        &mut self,
        line: &[Action],
        (lists, reads): (bool, bool),
        work: &mut WorkBudget<'_>,
        seen: &mut PlayCoverage,
    ) -> Result<bool, Box<Met>> {
        while self.position.undo() {}
        if !self.pay(0, work) {
            return Ok(false);
        }
        for (played, action) in line.iter().map(Some).chain([None]).enumerate() {
            seen.stands(&self.position);
            let mut took = ACTION;
            if lists {
                if self.position.legal_into(&mut self.legal).is_err() || seen.alike(&mut self.position).is_err() {
                    return Ok(false);
                }
                took += self.legal.len() as u64;
                self.offered.note(&self.position, &self.legal);
                if reads {
                    let (apart, bytes) = written_apart(&self.position, &self.legal);
                    took += of_actions(self.legal.len(), bytes);
                    if let Err(broken) = apart {
                        let met = Met::new(GameFault::Broken(broken), &mut self.position, &line[..played]);
                        return Err(Box::new(met));
                    }
                }
            }
            if !self.pay(took, work) || action.is_some_and(|action| self.position.play_unchecked(action).is_err()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
