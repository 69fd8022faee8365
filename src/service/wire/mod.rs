//! The shapes of what `--json` writes. Fields may be added; those that are here keep their names and meaning.

mod action;
mod bounded;
mod check;
mod compare;
mod figures;
mod game_row;
mod games;
mod line_times;
mod measure;
mod mutants;
mod perft;
mod playouts;
mod position;
mod puzzle;
mod replay;
mod round;
mod solve;
mod study;
mod summary;
mod tests;
mod trace;
mod train;
mod versus;
mod why;

pub use action::{Action, CellNumbers};
pub use bounded::Bounded;
pub use check::{Checked, CheckedFile, FindingWitness, NotSeen};
pub use compare::{Changed, ClauseText, Compare, Comparison, Elsewhere, Place, Refused, Relation, Witness};
pub use figures::{DecisiveLine, EndClause, Killer, Killers, state};
pub use game_row::GameRow;
pub use games::Games;
pub use line_times::{LineTime, LineTimes, Samples};
pub use measure::{
    Bins, CellUse, Copied, Curve, Figures, Ladder, Level, MEASURE_VERSION, Measure, Number, OpeningScore, Openings,
    Pie, Rung, Shortest, Strength,
};
pub use mutants::{Counts as MutantCounts, MutantEntry, Mutants, MutatedFile};
pub use perft::{Divided, Perft};
pub use playouts::{Interval, Playouts, Seat};
pub use position::{Ended, Moves, Position, RuleLines, RulesLengths, Turn};
pub use puzzle::{OtherAction, PUZZLE_VERSION, Puzzle, Puzzles, Theme};
pub use replay::{Compared, Mismatched, Replay};
pub use round::{estimate, number};
pub use solve::{Length, Row, Solved, Winner};
pub use study::{Scored, Study, StudyBlock, StudyMatch};
pub use summary::SummaryLine;
pub use tests::{Tested, TestedFile, Tests};
pub use trace::Trace;
pub use train::{PlayerCard, Train, TrainPoint, TrainScore};
pub use versus::{Break, Contrast, Exactly, Lengths, ReplayedGames, Valued, Versus};
pub use why::{PartValue, Reason, WhyNot};
