//! How a game went, by the values that a search gave each seat before each ply.

use super::facts::Lead;

/// A leader stays the leader until another stands better by more than this; the later winner trails by more than this.
pub(super) const DEAD_BAND: f64 = 0.1;
/// From here on a game is as good as won.
const WON: f64 = 0.95;
/// How many points of the values are kept.
pub(super) const POINTS: usize = 21;

/// What is known before a ply: the values of the seats, how many legal actions were good, and how many there were.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct PlyValues {
    pub(super) values: Vec<f64>,
    pub(super) effective: u64,
    pub(super) among: u64,
}

/// The values at each ply as the mean of what the search said before it and after it, where the end of the game says what it came
/// to. A search values a position by the best action of whoever is to move, which is always a little too good for that one: in the
/// mean of two players' views that cancels, and nobody takes the lead by being to move.
pub(super) fn smoothed(plies: &[PlyValues], end: Option<&[f64]>) -> Vec<PlyValues> {
    let after = |ply: usize| match plies.get(ply + 1) {
        Some(seen) => Some(seen.values.as_slice()),
        None => end,
    };
    let mean = |(ply, seen): (usize, &PlyValues)| {
        let values = match after(ply) {
            Some(after) => seen.values.iter().zip(after).map(|(a, b)| (a + b) / 2.0).collect(),
            None => seen.values.clone(),
        };
        PlyValues { values, ..*seen }
    };
    plies.iter().enumerate().map(mean).collect()
}

/// What values say of a game that these seats, from 1, won.
pub(super) fn lead(plies: &[PlyValues], winners: &[u8]) -> Lead {
    let best = |seen: &PlyValues| seen.values.iter().copied().fold(0.0, f64::max);
    let winner = match winners {
        [winner] => Some(usize::from(*winner) - 1),
        _ => None,
    };
    let value = |seen: &PlyValues, seat: usize| seen.values.get(seat).copied().unwrap_or(0.0);
    let behind = |seat: usize| plies.iter().map(move |seen| best(seen) - value(seen, seat));
    let count = plies.len().max(1) as f64;
    let (changes, last_change) = changes(plies);
    let third = plies.len() - plies.len() / 3;
    let late: Vec<f64> = plies.iter().skip(third.min(plies.len().saturating_sub(1))).map(uncertainty).collect();
    let open = || plies.iter().filter(|seen| seen.among > 1);
    Lead {
        drama: winner.map(|seat| behind(seat).sum::<f64>() / count),
        trailing: winner.map(|seat| behind(seat).filter(|by| *by > DEAD_BAND).count() as u32),
        changes,
        last_change,
        tail: winner.map(|seat| plies.iter().rev().take_while(|seen| value(seen, seat) >= WON).count() as u32),
        late: late.iter().sum::<f64>() / (late.len() as f64).max(1.0),
        effective: open().map(|seen| seen.effective).sum(),
        among: open().map(|seen| seen.among).sum(),
        open: open().count() as u32,
        first: points(plies, 0),
        winner: winner.map(|seat| points(plies, seat)),
    }
}

/// How often the leader changed, and before which ply last. Whoever leads first has not changed anything.
fn changes(plies: &[PlyValues]) -> (u32, Option<u32>) {
    let mut leader: Option<usize> = None;
    let (mut changes, mut last) = (0, None);
    for (ply, seen) in plies.iter().enumerate() {
        let mut order: Vec<usize> = (0..seen.values.len()).collect();
        order.sort_by(|a, b| seen.values[*b].total_cmp(&seen.values[*a]));
        let Some(&ahead) = order.first() else { continue };
        let over = leader.or(order.get(1).copied()).map_or(0.0, |other| seen.values[ahead] - seen.values[other]);
        if over > DEAD_BAND && leader != Some(ahead) {
            if leader.is_some() {
                changes += 1;
                last = Some(ply as u32);
            }
            leader = Some(ahead);
        }
    }
    (changes, last)
}

/// 1 less the distance between the best two seats: with two players `1 - |2V - 1|`.
fn uncertainty(seen: &PlyValues) -> f64 {
    let mut values = seen.values.clone();
    values.sort_by(|a, b| b.total_cmp(a));
    match values.as_slice() {
        [best, second, ..] => 1.0 - (best - second),
        _ => 0.0,
    }
}

/// The values of a seat at even steps through the game, in between in proportion.
fn points(plies: &[PlyValues], seat: usize) -> Vec<f64> {
    let value = |ply: usize| plies.get(ply).and_then(|seen| seen.values.get(seat)).copied().unwrap_or(0.5);
    let last = plies.len().saturating_sub(1);
    let at = |point: usize| {
        let place = (point * last) as f64 / (POINTS - 1) as f64;
        let below = (place.floor() as usize).min(last);
        let above = (below + 1).min(last);
        value(below) + (place - below as f64) * (value(above) - value(below))
    };
    (0..POINTS).map(at).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{POINTS, PlyValues, lead, smoothed};

    fn game(first: &[f64]) -> Vec<PlyValues> {
        first.iter().map(|v| PlyValues { values: vec![*v, 1.0 - v], effective: 1, among: 2 }).collect()
    }

    #[test]
    fn the_first_leader_is_no_change() {
        let steady = lead(&game(&[0.5, 0.7, 0.9, 0.96, 1.0]), &[1]);
        assert_eq!((steady.changes, steady.last_change), (0, None));
        let turned = lead(&game(&[0.3, 0.4, 0.7, 0.9]), &[1]);
        assert_eq!((turned.changes, turned.last_change), (1, Some(2)));
    }

    #[test]
    fn what_trembles_about_the_middle_is_no_change() {
        // 0.53 against 0.47 is within the dead band of 0.1.
        let trembling = lead(&game(&[0.6, 0.53, 0.47, 0.52, 0.47, 0.8]), &[1]);
        assert_eq!(trembling.changes, 0);
        let swinging = lead(&game(&[0.6, 0.4, 0.6, 0.4]), &[1]);
        assert_eq!((swinging.changes, swinging.last_change), (3, Some(3)));
    }

    /// Whoever is to move looks a little better than it is; that changes no lead, and nobody trails for it.
    #[test]
    fn being_to_move_is_no_lead() {
        let raw = game(&[0.6, 0.4, 0.6, 0.4, 0.6, 0.4]);
        assert_eq!(lead(&raw, &[1]).changes, 5);
        let found = lead(&smoothed(&raw, Some(&[1.0, 0.0])), &[1]);
        assert_eq!((found.changes, found.trailing), (0, Some(0)));
        assert!((found.winner.unwrap()[POINTS - 1] - 0.7).abs() < 1e-9, "the last ply leads to the win");
        assert_eq!(smoothed(&raw, None)[5].values, raw[5].values, "of a game cut off nothing is known");
    }

    #[test]
    fn drama_is_how_far_the_winner_was_behind() {
        let found = lead(&game(&[0.2, 0.45, 0.8, 1.0]), &[1]);
        // Behind by 0.6 and 0.1 in four plies; 0.1 is not more than the band (but for rounding).
        assert!((found.drama.unwrap() - 0.7 / 4.0).abs() < 1e-9);
        assert!(found.trailing.unwrap() <= 2 && found.trailing.unwrap() >= 1);
        assert_eq!(lead(&game(&[0.2, 0.9]), &[]).drama, None, "a draw has no winner to fear for");
        assert_eq!(lead(&game(&[0.9, 0.9]), &[1]).drama, Some(0.0));
    }

    /// The tail is what stays at 0.95 to the end, not all that ever was.
    #[test]
    fn a_tail_is_at_the_end() {
        assert_eq!(lead(&game(&[0.96, 0.97, 0.5, 0.95, 0.99]), &[1]).tail, Some(2));
        assert_eq!(lead(&game(&[0.96, 0.97, 0.5]), &[1]).tail, Some(0));
        assert_eq!(lead(&game(&[0.01, 0.02, 0.0]), &[2]).tail, Some(3));
    }

    #[test]
    fn late_uncertainty_looks_at_the_last_third() {
        let found = lead(&game(&[0.5, 0.5, 0.5, 0.5, 0.9, 1.0]), &[1]);
        assert!((found.late - 0.1).abs() < 1e-9, "{found:?}");
        assert!((lead(&game(&[0.5]), &[1]).late - 1.0).abs() < 1e-9, "of one ply it is that one");
    }

    #[test]
    fn three_players_have_a_leader_too() {
        let ply = |values: [f64; 3]| PlyValues { values: values.to_vec(), effective: 3, among: 4 };
        let plies = [ply([0.5, 0.3, 0.2]), ply([0.2, 0.6, 0.2]), ply([0.0, 0.1, 0.9])];
        let found = lead(&plies, &[3]);
        assert_eq!(found.changes, 2);
        assert!((found.late - 0.2).abs() < 1e-9);
        assert_eq!((found.effective, found.among, found.open), (9, 12, 3));
    }

    #[test]
    fn values_are_kept_at_even_steps() {
        let found = lead(&game(&[0.0, 1.0]), &[2]);
        assert_eq!(found.first.len(), POINTS);
        assert!((found.first[10] - 0.5).abs() < 1e-9 && (found.winner.unwrap()[20] - 0.0).abs() < 1e-9);
        assert_eq!(lead(&[], &[]).first.len(), POINTS);
    }
}
