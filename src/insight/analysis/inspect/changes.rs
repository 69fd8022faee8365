//! What an action changed, by the words of a position.

use rulebook_language::model::PlayerId;
use rulebook_play::engine::Position;

/// How many pieces others than `role` own.
pub fn pieces_of_others(position: &Position, role: PlayerId) -> u32 {
    let layout = &position.plan().layout;
    let words = position.words();
    let plane = |player: PlayerId| {
        let start = layout.owner(player) as usize;
        words.get(start..start + layout.words as usize).unwrap_or_default()
    };
    let others = position.game().players.ids().filter(|player| *player != role);
    others.flat_map(plane).map(|word| word.count_ones()).sum()
}

/// How many bits of what stands on the board, of marks and counters are not as they were.
pub fn changed(position: &Position, before: &[u64]) -> u32 {
    let contents = position.plan().layout.contents as usize;
    position.words().iter().zip(before).take(contents).map(|(now, then)| (now ^ then).count_ones()).sum()
}

/// A number for the words of a position, by other means than its hash.
pub fn second_hash(words: &[u64]) -> u64 {
    words.iter().fold(words.len() as u64, |hash, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).wrapping_add(0x2545_F491_4F6C_DD1D)
    })
}

#[cfg(test)]
mod tests {
    use super::second_hash;

    #[test]
    fn words_and_their_places_count() {
        let all = [&[][..], &[0], &[0, 0], &[1, 0], &[0, 1], &[1, 1]].map(second_hash);
        for (at, hash) in all.iter().enumerate() {
            assert!(!all[..at].contains(hash), "{at}");
        }
    }
}
