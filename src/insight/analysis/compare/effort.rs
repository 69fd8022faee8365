//! How many games the slow metrics take where nobody says.

/// So many plies of rollouts go into one slow metric of one game: some seconds for most.
const WORK: f64 = 4_000_000.0;
/// Fewer games than this say nothing.
const LEAST: u64 = 6;

/// How many games fit into the work, at most `most`: each of about `plies` plies, where every ply takes so many rollouts, 0 of a
/// player who does not search. None where that would be too few to say anything. Counted in plies and not in seconds, it is the
/// same on every machine.
pub fn games_within(plies: f64, rollouts: f64, most: u64) -> u64 {
    // A rollout goes from somewhere in the game to its end.
    let cost = plies.max(1.0) * (1.0 + rollouts * plies.max(1.0) / 2.0);
    let games = ((WORK / cost) as u64).min(most);
    if games < LEAST { 0 } else { games }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, WORK, games_within};

    #[test]
    fn long_games_are_few() {
        assert_eq!(games_within(9.0, 50.0, 100), 100);
        assert_eq!(games_within(40.0, 50.0, 1000), (WORK / (40.0 * 1001.0)) as u64);
        assert!(games_within(100.0, 120.0, 1000) >= LEAST);
        assert_eq!(games_within(1000.0, 120.0, 1000), 0);
        assert_eq!(games_within(0.0, 0.0, 1000), 1000);
    }
}
