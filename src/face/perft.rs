//! Lines of play, counted.

use super::error::Error;
use super::position::Position;
use rulebook_insight::analysis;

/// The number of lines of play of so many actions. Lines that end earlier do not count.
///
/// ```
/// let start = rulebook::load("tic-tac-toe")?.start();
/// assert_eq!(rulebook::perft(&start, 5)?, 15_120);
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If the rules cannot be evaluated within the limits.
pub fn perft(position: &Position, depth: u32) -> Result<u64, Error> {
    Ok(analysis::perft(&mut position.inside.clone(), depth)?)
}
