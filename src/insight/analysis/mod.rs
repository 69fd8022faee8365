//! Questions about games: how many lines of play there are, how random games go, whether records hold, whether a file's
//! games can be played at all, whether its tests hold.

mod allowed;
mod claims;
pub mod compare;
mod cycle;
mod decided;
mod divide;
mod effects;
mod examples;
mod game_counts;
mod inspect;
mod line_of_play;
mod line_times;
mod marked;
mod measure;
mod mutants;
mod named_cells;
mod obstacles;
mod perft;
mod perft_odds;
mod playouts;
mod puzzles;
mod random_games;
mod replays;
mod solve;
pub mod study;
mod sweep;
mod tally;
mod test_runs;
mod test_steps;
mod trace;
mod train;
mod why;

pub use crate::agents::{DuelError, End};
pub use claims::{ClaimEffort, Judged, Verdict};
pub use cycle::{Cycle, Survey, SurveyLimits, survey};
pub use decided::{deciding_cells, shapes_of};
pub use divide::{Divided, divide};
pub use effects::{BoardEffect, board_effects, touched};
pub use game_counts::GameCounts;
pub use inspect::{
    Effort, Inspected, PlayedGames, Smoke, Unseen, Witness, findings_at_defaults, inspect, inspect_while,
    prepared_findings,
};
pub use line_of_play::{LineOfPlay, Ply};
pub use line_times::{LineTimes, SheetLine};
pub use measure::{
    BrokenGame, CURVE_POINTS, Copied, Curve, Effect, Ending, Exact, ExactLimits, Failed, Figures, GameFacts, Killer,
    Killers, Ladder, LastAction, Lead, Made, Margin, Method, Metric, OpeningClass, Openings, Recorded, Run, Rung,
    Sample, Sheet, Standing, Strength, StrengthLevel, THRESHOLD, Trend, Unit, collect, collect_part, collect_with,
    exact, ladder, line, metrics, mirror, openings, searches, strength,
};
pub use mutants::{Edit, Fate, Mutant, MutantSettings, Mutated, Shown, edits, mutants};
pub use named_cells::named_cells;
pub use obstacles::{Obstacles, obstacles};
pub use perft::perft;
pub use perft_odds::{Expected, perft_by_odds};
pub use playouts::{Played, Playouts};
pub use puzzles::{Other, Proved, Puzzle, PuzzleError, PuzzleSettings, Puzzles, TRIES, Theme, puzzles};
pub use random_games::{Broken, RandomGames, RandomOutcome, Settings};
pub use replays::{Origin, Refused, Replays};
pub use solve::{
    ExpectedValue, GameValue, Image, Length, Limits, Shortest, Solution, Stopped, Unsolvable, Whole, expected_value,
    shortest, solve, told_score,
};
pub use sweep::{Sweep, sweep};
pub use tally::{Tally, Unfinished};
pub use test_runs::{TestRuns, Tested, run_tests};
pub use test_steps::MAX_TEST_STEPS;
pub use trace::{Changed, Clause, Link as TraceLink, Next, Step as TraceStep, Traced, trace};
pub use train::{Against, Opponent, StrengthPoint, TrainError, TrainSettings, TrainStep, Training};
pub use why::{Evidence, Explanation, Finding, Valued, why_not, why_not_cells};
