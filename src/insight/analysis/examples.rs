//! What was seen in positions that were played: draws, forced passes, broken invariants, long games.

use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Fault, Outcome, Position};

/// What was seen, each with the first shortest line of actions that leads there.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// A game that was drawn.
    pub drawn: Option<Vec<Action>>,
    /// A position in which a player can only pass.
    pub must_pass: Option<Vec<Action>>,
    /// A position in which an invariant does not hold, by its place.
    pub broken: Vec<Option<Vec<Action>>>,
    /// The longest line.
    pub longest: Vec<Action>,
    /// How many actions from its first one on it surely shares with the line that was looked at last.
    shared: usize,
}

fn shorter(known: &mut Option<Vec<Action>>, line: &[Action]) {
    if known.as_ref().is_none_or(|known| line.len() < known.len()) {
        *known = Some(line.to_vec());
    }
}

impl Examples {
    /// Looks at a position to which a line has led; gives how the game ended, if it has. Lines come in the order of a search: all of one
    /// but its last action begins the one before.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn look(&mut self, position: &mut Position, line: &[Action]) -> Result<Option<Outcome>, Fault> {
        self.shared = self.shared.min(line.len().saturating_sub(1));
        if line.len() > self.longest.len() {
            // Only what is new: a line that grows for long would be copied whole at each ply.
            self.longest.truncate(self.shared);
            self.longest.extend_from_slice(line.get(self.shared..).unwrap_or_default());
            self.shared = line.len();
        }
        let invariants = position.game().invariants.len();
        self.broken.resize(invariants, None);
        for (place, broken) in self.broken.iter_mut().enumerate().filter(|_| !line.is_empty()) {
            if !position.holds(place)? {
                shorter(broken, line);
            }
        }
        let outcome = position.outcome()?;
        if let Some(outcome) = &outcome {
            // Players who win together have won.
            if outcome.winners.is_empty() && !outcome.stuck {
                shorter(&mut self.drawn, line);
            }
            return Ok(Some(outcome.clone()));
        }
        let role = position.role_to_act();
        let plan = std::sync::Arc::clone(position.plan());
        let choices = plan.roles.get(role).map(|role| role.choices.as_slice()).unwrap_or_default();
        let passes = |action: Action| choices.get(usize::from(action.choice())).is_some_and(|choice| choice.is_pass());
        if position.legal()?.iter().all(passes) {
            shorter(&mut self.must_pass, line);
        }
        debug_assert!(role.index() < plan.roles.len(), "a role acts");
        Ok(None)
    }

    /// Adds what others have seen.
    pub fn add(&mut self, other: Examples) {
        for (mine, theirs) in [(&mut self.drawn, other.drawn), (&mut self.must_pass, other.must_pass)] {
            if let Some(line) = theirs {
                shorter(mine, &line);
            }
        }
        self.broken.resize(self.broken.len().max(other.broken.len()), None);
        for (mine, theirs) in self.broken.iter_mut().zip(other.broken) {
            if let Some(line) = theirs {
                shorter(mine, &line);
            }
        }
        if other.longest.len() > self.longest.len() {
            (self.longest, self.shared) = (other.longest, 0);
        }
    }
}
