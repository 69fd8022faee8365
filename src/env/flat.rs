//! Actions numbered as wholes: one number for each move with all its picks.

use rustc_hash::FxHashMap;

use crate::error::EnvError;
use crate::heads::{Heads, Sort, possible};
use rulebook_language::model::{Game, MAX_CHAIN_PICKS};
use rulebook_play::engine::Offer;

/// The numbers.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The sort of each action, with its picks.
    list: Vec<(u16, Box<[u16]>)>,
    /// The numbers of actions of one pick, by sort and value.
    single: Vec<Vec<u32>>,
    /// Those of actions of two picks: how many values a pick has, and a row for each value of the first one. Empty where that would take
    /// too much room.
    pairs: Vec<(usize, Vec<u32>)>,
    /// The numbers of all others: the key is the sort with the picks.
    others: FxHashMap<Box<[u16]>, u32>,
}

/// No number.
const NONE: u32 = u32::MAX;
/// The most numbers in the rows of pairs.
const MAX_PAIRS: usize = 1 << 20;

impl Flat {
    /// All actions of a game.
    ///
    /// # Errors
    /// If there may be more than `most`.
    pub fn new(game: &Game, heads: &Heads, most: usize) -> Result<Self, EnvError> {
        let rank = Rank::new(game);
        let mut list: Vec<(u16, Box<[u16]>)> = Vec::new();
        let too_many = || EnvError::TooMany { most };
        for (index, (head, uses)) in heads.list.iter().zip(heads.uses(game)?).enumerate() {
            let mut found: Vec<Vec<u16>> = Vec::new();
            for one in uses {
                let left = most.saturating_sub(list.len());
                let Some(possible) = possible(game, head, one) else { continue };
                let mut picks = possible.together(left).ok_or_else(too_many)?;
                if let Sort::Chain(_, from) = head.sort {
                    picks = chains(&picks, usize::from(from), left).ok_or_else(too_many)?;
                }
                found.extend(picks);
            }
            if head.rule().is_none() {
                found.push(Vec::new());
            }
            let place = |list: &Vec<u16>| -> Vec<u16> {
                let cell = |(at, value): (usize, &u16)| {
                    if head.is_cell(link_place(head.picks.len(), at)) { rank.of(*value) } else { *value }
                };
                list.iter().enumerate().map(cell).collect()
            };
            found.sort_by_cached_key(place);
            found.dedup();
            list.extend(found.into_iter().map(|picks| (index as u16, picks.into_boxed_slice())));
            if list.len() > most {
                return Err(too_many());
            }
        }
        let count = heads.list.len();
        let pairs = (0..count).map(|head| pairs(&list, head)).collect();
        let mut flat = Flat { single: vec![Vec::new(); count], pairs, others: FxHashMap::default(), list };
        for (number, (head, picks)) in (0u32..).zip(&flat.list) {
            if let [value] = &**picks {
                let Some(row) = flat.single.get_mut(usize::from(*head)) else { continue };
                let at = usize::from(*value);
                if row.len() <= at {
                    row.resize(at + 1, NONE);
                }
                row[at] = number;
            } else {
                flat.others.insert([&[*head], &**picks].concat().into_boxed_slice(), number);
            }
        }
        Ok(flat)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of an action, as `key`: its sort and its picks.
    pub fn number(&self, key: &[u16]) -> Option<u32> {
        if let [head, value] = key {
            let row = self.single.get(usize::from(*head))?;
            return row.get(usize::from(*value)).copied().filter(|number| *number != NONE);
        }
        self.others.get(key).copied()
    }

    /// Appends the numbers of legal actions of a sort. False where one of them has none.
    pub fn extend(&self, head: u16, offer: &Offer<'_>, out: &mut Vec<u32>) -> bool {
        let Some(words) = offer.members else {
            let number = self.number(&[&[head], offer.picks].concat());
            out.extend(number);
            return number.is_some();
        };
        let at = usize::from(head);
        let from = out.len();
        match (offer.picks, offer.ends, self.single.get(at), self.pairs.get(at)) {
            ([], None, Some(row), _) => each(words, |cell| out.push(row.get(cell).copied().unwrap_or(NONE))),
            ([first], None, _, Some((width, rows))) if *width > 0 => {
                let row = rows.get(usize::from(*first) * width..).unwrap_or_default();
                let row = row.get(..*width).unwrap_or_default();
                each(words, |cell| out.push(row.get(cell).copied().unwrap_or(NONE)));
            }
            ([], Some(ends), _, Some((width, rows))) if *width > 0 => each(words, |cell| {
                let end = usize::from(ends(cell as u16));
                let number = rows.get(cell * width + end).filter(|_| end < *width);
                out.push(number.copied().unwrap_or(NONE));
            }),
            _ => each(words, |cell| {
                let cell = cell as u16;
                let mut key = [&[head], offer.picks, &[cell]].concat();
                key.extend(offer.ends.map(|ends| ends(cell)));
                out.push(self.number(&key).unwrap_or(NONE));
            }),
        }
        out.get(from..).is_some_and(|found| !found.contains(&NONE))
    }

    /// The action of a number: its sort and its picks.
    pub fn action(&self, number: usize) -> Option<(u16, &[u16])> {
        self.list.get(number).map(|(head, picks)| (*head, &**picks))
    }
}

/// The members of a set, given by its words.
fn each(words: &[u64], mut see: impl FnMut(usize)) {
    for (at, word) in words.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            see(at * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The numbers of the actions of two picks of a sort.
fn pairs(list: &[(u16, Box<[u16]>)], head: usize) -> (usize, Vec<u32>) {
    let of_head = || {
        let numbered = (0u32..).zip(list).filter(move |(_, (of, _))| usize::from(*of) == head);
        numbered.filter_map(|(number, (_, picks))| match **picks {
            [a, b] => Some((number, usize::from(a), usize::from(b))),
            _ => None,
        })
    };
    let width = of_head().map(|(_, a, b)| a.max(b) + 1).max().unwrap_or(0);
    if width.saturating_mul(width) > MAX_PAIRS {
        return (0, Vec::new());
    }
    let mut rows = vec![NONE; width * width];
    of_head().for_each(|(number, a, b)| rows[a * width + b] = number);
    (width, rows)
}

/// The place in the move of a pick of a chain: its links leave out the first pick, but for the first one.
pub fn link_place(picks: usize, at: usize) -> usize {
    if at < picks || picks < 2 { at } else { 1 + (at - picks) % (picks - 1) }
}

/// Where cells come as one reads the board.
pub struct Rank(Vec<u16>);

impl Rank {
    /// Of a game's board.
    pub fn new(game: &Game) -> Self {
        let mut ranks = vec![0; game.board.slots()];
        for (place, cell) in (0u16..).zip(game.board.cells()) {
            if let Some(rank) = ranks.get_mut(usize::from(cell.0)) {
                *rank = place;
            }
        }
        Rank(ranks)
    }

    /// Of one cell.
    pub fn of(&self, cell: u16) -> u16 {
        self.0.get(usize::from(cell)).copied().unwrap_or(cell)
    }
}

/// All chains of links, of which each begins where the one before leads; nothing where there are more than `most`.
fn chains(links: &[Vec<u16>], from: usize, most: usize) -> Option<Vec<Vec<u16>>> {
    let mut by_first: FxHashMap<u16, Vec<&[u16]>> = FxHashMap::default();
    for link in links {
        by_first.entry(*link.first()?).or_default().push(link);
    }
    let mut found: Vec<Vec<u16>> = links.to_vec();
    let mut ends: Vec<u16> = links.iter().filter_map(|link| link.get(from).copied()).collect();
    let mut at = 0;
    while let Some(end) = ends.get(at).copied() {
        for link in by_first.get(&end).into_iter().flatten() {
            let longer = [found.get(at)?.as_slice(), link.get(1..)?].concat();
            if longer.len() <= MAX_CHAIN_PICKS && longer.len() > found.get(at)?.len() {
                found.push(longer);
                ends.push(*link.get(from)?);
            }
            if found.len() > most {
                return None;
            }
        }
        at += 1;
    }
    Some(found)
}
