//! What may go one way only: candidates for the parts of a measure.

use super::closed::{Required, StateNumber};
use super::known::{Delta, FAR};
use crate::audit::interpret::{Codes, Contents, EMPTY};
use rulebook_language::model::{Counter, CounterId, Game, Mark, MarkId, Per};
use rulebook_language::topology::{CellId, RelationId};
use rulebook_language::util::Id;

/// A whole number of a position that has bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// What it is.
    pub sort: Sort,
    /// What it is called where it shrinks.
    pub falling: String,
    /// What is left of it where it grows.
    pub rising: String,
    /// Its least value.
    pub low: i64,
    /// Its greatest value.
    pub high: i64,
}

/// The kinds of measures.
#[derive(Clone, PartialEq, Debug)]
pub enum Sort {
    /// The sum of a number of each cell that holds one of these.
    Weight {
        /// The numbers by slot, none less than 0.
        table: Vec<i64>,
        /// The contents that count.
        of: Contents,
    },
    /// A counter, or the sum of its numbers.
    Counter(CounterId, Option<usize>),
    /// The cells that carry a mark.
    Marked(MarkId),
    /// All pieces, those under others too.
    Pieces,
    /// The pieces of the stacks on whose top is one of these.
    Stacked(Contents),
    /// The cells that no piece has left this turn, as a link of a chain sees them.
    Unvacated,
    /// The passes in a row.
    Passes,
    /// Pairs of cells that hold pieces of one owner, related so.
    Pairs(RelationId),
    /// A number that moves require to go one way.
    Required(StateNumber),
}

impl Sort {
    /// The change of a weight when a cell that may hold `old` comes to hold one of `new`, whichever.
    pub fn replaced(&self, cell: CellId, old: Contents, new: Contents) -> Delta {
        let Sort::Weight { table, of } = self else { return Delta::default() };
        let weight = table.get(cell.index()).copied().unwrap_or(0);
        let bounds = |contents: Contents| {
            (i64::from(contents & !of == 0 && contents != 0) * weight, i64::from(contents & of != 0) * weight)
        };
        let (old, new) = (bounds(old), bounds(new));
        Delta::new(new.0 - old.1, new.1 - old.0)
    }

    /// The change of the pieces in stacks when those of a cell, with one of `old` on top, give way to one of `new`.
    pub fn restacked(&self, old: Contents, new: Contents, most: i64) -> Delta {
        let Sort::Stacked(of) = self else { return Delta::default() };
        match (old & of != 0, new & of != 0) {
            (_, true) => Delta::ANY,
            (false, false) => Delta::default(),
            (true, false) => Delta::new(-most, -i64::from(old & !of == 0)),
        }
    }

    /// The change of a weight when what a cell holds comes to another cell, whatever it is.
    pub fn carried(&self, from: CellId, to: CellId, what: Contents) -> Delta {
        let Sort::Weight { table, of } = self else { return Delta::default() };
        let weight = |cell: CellId| table.get(cell.index()).copied().unwrap_or(0);
        let change = weight(to) - weight(from);
        let counted = what & of != 0;
        let other = what & !of != 0;
        let mut delta = Delta::new(change, change);
        if !counted {
            delta = Delta::default();
        } else if other {
            delta = delta.hull(Delta::default());
        }
        delta
    }
}

fn weight(table: Vec<i64>, of: Contents, falling: String, rising: String) -> Measure {
    let high = table.iter().sum();
    Measure { sort: Sort::Weight { table, of }, falling, rising, low: 0, high }
}

/// The measures that every game may have, the plainest first.
pub fn plain(game: &Game, codes: Codes, required: &[Required], passes: Option<i64>) -> Vec<Measure> {
    let board = &game.board;
    let cells = board.cell_count() as i64;
    let ones: Vec<i64> = (0..board.slots()).map(|slot| i64::from(board.is_cell(CellId::from_index(slot)))).collect();
    let count = |of, falling: String, rising: String| weight(ones.clone(), of, falling, rising);
    let mut all = vec![count(EMPTY, "empty cells".into(), "occupied cells".into())];
    let lasts = |counter: &Counter| counter.carried.is_none() && !counter.is_of_turn();
    for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| lasts(counter)) {
        let (low, high) = (counter.low, counter.high);
        let name = &counter.name;
        let mut add = |index: Option<usize>, whose: String, numbers: i64| {
            let (falling, rising) = (format!("`{name}`{whose}"), format!("what `{name}`{whose} is short of {high}"));
            let sort = Sort::Counter(id, index);
            all.push(Measure {
                sort,
                falling,
                rising,
                low: low.saturating_mul(numbers),
                high: high.saturating_mul(numbers),
            });
        };
        match counter.per {
            Per::Game => add(Some(0), String::new(), 1),
            Per::CELL => add(None, " of all cells".into(), cells),
            Per::Of(index, None) => {
                let count = game.members(index);
                add(None, format!(" of all {}s", index.word()), count as i64);
                (0..count).for_each(|at| add(Some(at), format!(" of {}", game.member_name(index, at)), 1));
            }
            per => {
                // Of each by itself there would be too many measures.
                let count = (0..game.numbers(per)).filter(|at| game.is_counted(per, *at)).count();
                let words: Vec<String> = per.indexes().map(|index| format!("{}s", index.word())).collect();
                add(None, format!(" of all {}", words.join(" and ")), count as i64);
            }
        }
    }
    for (id, Mark { name, .. }) in game.marks.iter_ids() {
        let (falling, rising) = (format!("cells with `{name}`"), format!("cells without `{name}`"));
        all.push(Measure { sort: Sort::Marked(id), falling, rising, low: 0, high: cells });
    }
    if game.max_height > 1 {
        let high = cells * i64::from(game.max_height);
        let (falling, rising) = ("pieces in all stacks".into(), "room in all stacks".into());
        all.push(Measure { sort: Sort::Pieces, falling, rising, low: 0, high });
        for (player, name) in game.players.iter_ids() {
            let sort = Sort::Stacked(codes.owned(1 << player.index()));
            let (falling, rising) =
                (format!("pieces in {name}'s stacks"), format!("room for pieces in {name}'s stacks"));
            all.push(Measure { sort, falling, rising, low: 0, high });
        }
    }
    for (player, name) in game.players.iter_ids() {
        let of = codes.owned(1 << player.index());
        all.push(count(of, format!("cells that {name} holds"), format!("cells that {name} does not hold")));
    }
    if game.kinds.len() > 1 {
        for (id, kind) in game.kinds.iter_ids() {
            let of = codes.kinds(1 << id.index());
            all.push(count(of, kind.plural.clone(), format!("cells without {}", kind.plural)));
            for (player, name) in game.players.iter_ids().filter(|_| !kind.neutral) {
                let of = codes.of_owner(Some(player), id);
                let plural = &kind.plural;
                all.push(count(of, format!("{name}'s {plural}"), format!("cells without {name}'s {plural}")));
            }
        }
    }
    for relation in board.relations().filter(|relation| board.is_symmetric(*relation)) {
        let pairs = board.cells().map(|cell| board.neighbours(relation, cell).len() as i64).sum::<i64>() / 2;
        let name = board.relation_name(relation);
        let (falling, rising) = (format!("{name} pairs of one colour"), format!("{name} pairs of two colours"));
        all.push(Measure { sort: Sort::Pairs(relation), falling, rising, low: 0, high: pairs });
    }
    let mut known: Vec<&StateNumber> = Vec::new();
    for required in required {
        if known.contains(&&required.number) {
            continue;
        }
        known.push(&required.number);
        let words = "the number that a move requires to".to_owned();
        all.push(Measure {
            sort: Sort::Required(required.number.clone()),
            falling: format!("{words} shrink"),
            rising: format!("{words} grow"),
            low: if required.counts { 0 } else { -FAR },
            high: if required.counts { cells } else { FAR },
        });
    }
    if let Some(most) = passes {
        let (falling, rising) = ("passes in a row".into(), "passes in a row that remain".into());
        all.push(Measure { sort: Sort::Passes, falling, rising, low: 0, high: most });
    }
    all
}

/// Sums of rows and columns, for games in which pieces go one way.
pub fn potentials(game: &Game, codes: Codes) -> Vec<Measure> {
    let board = &game.board;
    if !board.has_coordinates() {
        return Vec::new();
    }
    type Axis = (&'static str, fn(i64, i64) -> i64);
    let axes: [Axis; 4] = [
        ("rows", |_, row| row),
        ("columns", |column, _| column),
        ("rising diagonals", |column, row| column - row),
        ("falling diagonals", |column, row| column + row),
    ];
    let mut whose: Vec<(String, Contents)> = Vec::new();
    for (player, name) in game.players.iter_ids() {
        whose.push((format!("{name}'s pieces"), codes.owned(1 << player.index())));
        if game.kinds.len() > 1 {
            for (id, kind) in game.kinds.iter_ids().filter(|(_, kind)| !kind.neutral) {
                whose.push((format!("{name}'s {}", kind.plural), codes.of_owner(Some(player), id)));
            }
        }
    }
    let mut all = Vec::new();
    for (name, at) in axes {
        let number = |cell| at(i64::from(board.column(cell)), i64::from(board.row(cell)));
        let least = board.cells().map(number).min().unwrap_or(0);
        let most = board.cells().map(number).max().unwrap_or(0);
        for back in [false, true] {
            let table = (0..board.slots()).map(CellId::from_index).map(|cell| match board.is_cell(cell) {
                false => 0,
                true if back => most - number(cell),
                true => number(cell) - least,
            });
            let table: Vec<i64> = table.collect();
            for (pieces, of) in &whose {
                let side = if back { "above" } else { "below" };
                let falling = format!("sum of {name} {side} {pieces}");
                all.push(weight(table.clone(), *of, falling.clone(), format!("the reverse of {falling}")));
            }
        }
    }
    all
}
