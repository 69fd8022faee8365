//! What a search says of a position, for one of two seats.

use std::ops::Neg;

use crate::agents::evaluation::Evaluation;

/// What a search says of a position. A win is more than anything, the sooner the more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    /// Above 0 for a win and below for a loss, the further from 0 the sooner.
    decided: i32,
    /// What the position is worth where nothing is decided.
    worth: Evaluation,
}

/// What decides at once.
const NOW: i32 = 1 << 20;

impl Score {
    /// A win that is there.
    pub const WON: Score = Score { decided: NOW, worth: Evaluation::NOTHING };
    /// Neither.
    pub const DRAWN: Score = Score { decided: 0, worth: Evaluation::NOTHING };
    /// More than anything.
    pub const MOST: Score = Score { decided: i32::MAX, worth: Evaluation::NOTHING };
    /// Less than anything.
    pub const LEAST: Score = Score { decided: -i32::MAX, worth: Evaluation::NOTHING };

    /// Of a position in which the game goes on.
    pub fn open(worth: Evaluation) -> Self {
        Score { decided: 0, worth }
    }

    /// Whether it says who wins.
    pub fn is_decided(self) -> bool {
        self.decided != 0
    }

    /// The score of a position one ply earlier.
    pub fn earlier(self) -> Self {
        Score { decided: self.decided - self.decided.signum(), ..self }
    }

    /// The other way round: what one ply later would come to this.
    pub fn later(self) -> Self {
        let decided = self.decided.saturating_add(self.decided.signum()).max(-i32::MAX);
        Score { decided, ..self }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score { decided: -self.decided, worth: -self.worth }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn an_early_win_is_more_than_a_late_one() {
        let (now, later) = (Score::WON, Score::WON.earlier().earlier());
        assert!(now > later && later > Score::DRAWN && Score::DRAWN > -later && -later > -now);
        assert_eq!(later.later().later(), now);
        assert!(Score::MOST > now && Score::LEAST < -now && Score::MOST.later() > now);
        assert_eq!((-Score::MOST, Score::LEAST.later()), (Score::LEAST, Score::LEAST));
    }
}
