//! Statistics of played games: estimates that carry their number of games and their 95 % interval, differences with verdicts,
//! sequential tests. Nothing here knows what a game is.
//!
//! The unit is the game (or the pair of games), never the ply: plies of one game depend on each other.

mod bootstrap;
mod contrast;
mod difference;
mod elo;
mod estimate;
mod holm;
mod mean;
mod pairs;
mod quantile;
mod rate;
mod regression;
mod sample_size;
mod sequential;
mod spread;
mod summary;
mod verdict;

pub use bootstrap::{Bootstrap, RatioTerm};
pub use contrast::Contrast;
pub use difference::Newcombe;
pub use elo::elo;
pub use estimate::Estimate;
pub use holm::holm;
pub use mean::t_interval;
pub use pairs::Pairs;
pub use quantile::{normal_cdf, normal_quantile, t_quantile};
pub use rate::{rule_of_three, wilson, wilson_at};
pub use regression::{Slope, slope};
pub use sample_size::{to_see, to_show_equal};
pub use sequential::{BOUND, Decision, Sequential};
pub use spread::Spread;
pub use summary::{Histogram, Summary};
pub use verdict::{Verdict, verdicts};
