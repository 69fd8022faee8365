//! What a search says of a position, for one of two seats.

use std::ops::Neg;

use crate::agents::evaluation::{Evaluation, mean};

/// What a search says of a position. A win is more than anything, the sooner the more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    /// Above 0 for a win and below for a loss, the further from 0 the sooner; where nature decides, on average.
    decided: i32,
    /// What the position is worth where nothing is decided.
    worth: Evaluation,
}

/// What decides at once.
const NOW: i32 = 1 << 28;
/// Below what decides at once by no more than this, it is decided later.
const LATER: u32 = 1 << 16;

impl Score {
    /// A win that is there.
    pub const WON: Score = Score { decided: NOW, worth: Evaluation::NOTHING };
    /// Neither.
    pub const DRAWN: Score = Score { decided: 0, worth: Evaluation::NOTHING };
    /// More than anything.
    pub const MOST: Score = Score { decided: i32::MAX, worth: Evaluation::NOTHING };
    /// Less than anything.
    pub const LEAST: Score = Score { decided: -i32::MAX, worth: Evaluation::NOTHING };

    /// A win by the last of so many plies.
    pub fn win_in(plies: u32) -> Self {
        Score { decided: NOW - plies.min(LATER) as i32, worth: Evaluation::NOTHING }
    }

    /// Of a position in which the game goes on.
    pub fn open(worth: Evaluation) -> Self {
        Score { decided: 0, worth }
    }

    /// Of a position in which nature acts: what comes of it on average, by the weights.
    pub fn mean(weighed: &[(Score, u64)]) -> Self {
        let decided = mean(weighed.iter().map(|(score, weight)| (i64::from(score.decided), *weight)));
        let worth = Evaluation::mean(weighed.iter().map(|(score, weight)| (score.worth, *weight)));
        Score { decided: decided as i32, worth }
    }

    /// Whether it says who wins, whatever nature does.
    pub fn is_decided(self) -> bool {
        self.decided.unsigned_abs() + LATER > NOW.unsigned_abs()
    }

    /// Whether it is a win, whatever nature does.
    pub fn is_win(self) -> bool {
        self.decided > 0 && self.is_decided()
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
    fn a_likely_win_is_more_than_an_unlikely_one() {
        let won = |ways: u64| Score::mean(&[(Score::WON, ways), (-Score::WON, 6 - ways)]);
        assert!(won(5) > won(4) && won(4) > won(3) && won(3) == Score::DRAWN && !won(5).is_decided());
        assert_eq!((won(6), won(0)), (Score::WON, -Score::WON));
    }

    #[test]
    fn an_early_win_is_more_than_a_late_one() {
        let (now, later) = (Score::WON, Score::WON.earlier().earlier());
        assert!(now > later && later > Score::DRAWN && Score::DRAWN > -later && -later > -now);
        assert_eq!(later.later().later(), now);
        assert!(now.is_decided() && (-later).is_decided() && !Score::DRAWN.is_decided());
        assert!(Score::MOST > now && Score::LEAST < -now && Score::MOST.later() > now);
        assert_eq!((-Score::MOST, Score::LEAST.later()), (Score::LEAST, Score::LEAST));
        assert_eq!((Score::win_in(0), Score::win_in(2)), (now, later));
        assert!(later.is_win() && !(-now).is_win() && !Score::DRAWN.is_win());
    }
}
