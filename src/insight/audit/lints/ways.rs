//! Picks of sets, of which there are more than a position can have actions.

use super::facts::Facts;
use super::list::Found;
use super::walk::events;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Game, Picking};
use rulebook_language::util::grouped;

/// The most legal actions of one position.
const MAX_ACTIONS: u128 = 1 << 20;

/// Looks at the picks of moves.
pub fn check(game: &Game, found: &mut Found) {
    for step in game.moves.iter().flat_map(|rule| &rule.picking) {
        let Picking::Several { from, low, high, .. } = step else { continue };
        // What the position decides may be all that the set can ever have.
        let cells = Facts::new(game, events(game)).most_cells(from).unwrap_or_else(|| game.board.cell_count());
        let ways = (*low..=*high).map(|count| combinations(cells as u128, u128::from(count))).sum::<u128>();
        if ways > MAX_ACTIONS {
            let many = if low == high { low.to_string() } else { format!("{low} to {high}") };
            let message = format!("there are {} sets of {many} of {cells} cells", grouped(ways));
            found.add(
                Diagnostic::new(Code::LintManyWays, from.span, message)
                    .label(format!("a position has {} legal actions at most", grouped(MAX_ACTIONS)))
                    .help("pick fewer, from a smaller set, or one after another: `turn place, then place`"),
            );
        }
    }
}

/// In how many ways so many are picked of `all`.
fn combinations(all: u128, count: u128) -> u128 {
    (0..count).fold(1, |ways, at| ways * all.saturating_sub(at) / (at + 1))
}

#[cfg(test)]
mod tests {
    use super::{combinations, grouped};

    #[test]
    fn sets_are_counted() {
        assert_eq!(combinations(61, 3), 35_990);
        assert_eq!(combinations(61, 5), 5_949_147);
        assert_eq!(combinations(2, 3), 0);
        assert_eq!(grouped(5_949_147), "5,949,147");
        assert_eq!(grouped(990), "990");
    }
}
