//! Actions numbered pick by pick: a number for each value of each pick of each move.

use crate::error::EnvError;
use crate::flat::Rank;
use crate::heads::{Heads, possible};
use rulebook_language::model::Game;

/// The numbers.
#[derive(Clone, Debug)]
pub struct Picks {
    /// Of each number: the sort of action, the place of the pick, and its value; of an action without picks, no pick.
    list: Vec<(u16, Option<(u8, u16)>)>,
    /// By sort, place and value; of a sort without picks the only value.
    numbers: Vec<Vec<Vec<u32>>>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl Picks {
    /// All picks of a game.
    ///
    /// # Errors
    /// If a player's turns cannot be laid out.
    pub fn new(game: &Game, heads: &Heads) -> Result<Self, EnvError> {
        let rank = Rank::new(game);
        let mut all = Picks { list: Vec::new(), numbers: Vec::new() };
        for (index, (head, uses)) in (0u16..).zip(heads.list.iter().zip(heads.uses(game)?)) {
            let mut by_place: Vec<Vec<u16>> = vec![Vec::new(); head.picks.len()];
            for possible in uses.into_iter().filter_map(|one| possible(game, head, one)) {
                by_place.iter_mut().zip(possible.each()).for_each(|(all, values)| all.extend(values));
            }
            let mut rows = Vec::new();
            for (place, mut values) in (0u8..).zip(by_place) {
                values.sort_by_key(|value| if head.is_cell(usize::from(place)) { rank.of(*value) } else { *value });
                values.dedup();
                let width = values.iter().max().map_or(0, |most| usize::from(*most) + 1);
                let mut row = vec![NONE; width];
                for value in values {
                    row[usize::from(value)] = all.list.len() as u32;
                    all.list.push((index, Some((place, value))));
                }
                rows.push(row);
            }
            if head.picks.is_empty() {
                rows.push(vec![all.list.len() as u32]);
                all.list.push((index, None));
            }
            all.numbers.push(rows);
        }
        Ok(all)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a pick; of a sort without picks, that of place 0 and value 0.
    pub fn number(&self, head: u16, place: usize, value: u16) -> Option<u32> {
        let row = self.numbers.get(usize::from(head))?.get(place)?;
        row.get(usize::from(value)).copied().filter(|number| *number != NONE)
    }

    /// What a number stands for.
    pub fn pick(&self, number: usize) -> Option<(u16, Option<(u8, u16)>)> {
        self.list.get(number).copied()
    }
}
