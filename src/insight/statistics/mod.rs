//! Statistics of played games: estimates that carry their number of games and their 95 % interval, differences with verdicts,
//! sequential tests. Nothing here knows what a game is.
//!
//! The unit is the game (or the pair of games), never the ply: plies of one game depend on each other. Every interval is in closed
//! form: the same games give the same numbers, without a seed. `docs/coverage.md` says how often they hold the truth.

mod contrast;
mod elo;
mod estimate;
mod holm;
mod mean;
mod order;
mod pairs;
mod quantile;
mod rate;
mod regression;
mod sample_size;
mod score;
mod sequential;
mod shared;
mod summary;
mod verdict;

pub use contrast::Contrast;
pub use elo::elo;
pub use estimate::Estimate;
pub use holm::holm;
pub use mean::{Mean, RatioTerm};
pub use order::quantile_of;
pub use pairs::Pairs;
pub use quantile::{normal_cdf, normal_quantile, t_cdf, t_quantile};
pub use rate::{rate, rule_of_three};
pub use regression::{Slope, slope};
pub use sample_size::{to_see, to_show_equal};
pub use score::Scores;
pub use sequential::{BOUND, Decision, Sequential};
pub use shared::{Pair, shared};
pub use summary::{Histogram, Summary};
pub use verdict::{Verdict, verdicts};
