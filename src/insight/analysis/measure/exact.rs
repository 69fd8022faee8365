//! C5: what is certain, on small boards.

use crate::analysis::{Limits, Solution, Unsolvable, solve};
use crate::audit::{self, Symmetries};
use crate::library::Prepared;
use rulebook_language::model::{Domain, Game};
use rulebook_language::util::Rational;
use rulebook_play::engine::Position;

/// A small game and who wins it.
pub struct Exact {
    /// Its start.
    pub position: Position,
    /// What was found out.
    pub found: Result<Solution, Unsolvable>,
    /// How many symmetries, the identity included, were used.
    pub symmetries: usize,
}

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactLimits {
    /// Positions kept for one game.
    pub states: u64,
    /// Bytes for them.
    pub bytes: u64,
    /// Games.
    pub rows: usize,
}

impl Default for ExactLimits {
    fn default() -> Self {
        ExactLimits { states: 300_000, bytes: 256 << 20, rows: 8 }
    }
}

/// Makes the game with some options set; nothing where that is none.
pub type Made<'a> = dyn Fn(&[(String, String)]) -> Option<Prepared> + 'a;

/// Solves a game on boards that grow from the smallest on, until one is not solved within the limits: of every number option that
/// changes the size of the board the least value, then the next and so on, all of them together. Nothing where no
/// option changes the board, or for games that are not for two.
pub fn exact(game: &Game, prepare: &Made<'_>, limits: ExactLimits, done: &dyn Fn()) -> Vec<Exact> {
    let sizes = sizes(game, prepare);
    if sizes.is_empty() || game.players.len() != 2 {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for step in 0..limits.rows {
        let mut grown = step == 0;
        let mut set = Vec::new();
        for (name, low, high, by) in &sizes {
            let value = (0..step).try_fold(*low, |value, _| value.plus(*by)).filter(|value| value <= high);
            grown |= value.is_some();
            set.push((name.clone(), value.unwrap_or(*high).to_string()));
        }
        if !grown {
            break;
        }
        let Some(prepared) = prepare(&set) else { continue };
        let mut position = prepared.start();
        let Symmetries { keeping, exchanging, .. } = audit::symmetries(position.game());
        let symmetries = [keeping, exchanging].concat();
        let bounds = Limits { states: limits.states, bytes: limits.bytes, threads: false };
        let found = solve(&mut position, &symmetries, bounds, true, &mut |_| true);
        done();
        let more = found.is_ok();
        rows.push(Exact { position, found, symmetries: symmetries.len() + 1 });
        if !more {
            break;
        }
    }
    rows
}

type Size = (String, Rational, Rational, Rational);

/// The options that change the number of cells.
fn sizes(game: &Game, prepare: &Made<'_>) -> Vec<Size> {
    let cells = |name: &str, value: Rational| {
        let prepared = prepare(&[(name.to_owned(), value.to_string())])?;
        Some(prepared.game.board.cell_count())
    };
    let of = |chosen: &rulebook_language::model::Chosen| {
        let Domain::Range(low, high, step) = &chosen.domain else { return None };
        let least = cells(&chosen.name, *low);
        let next = low.plus(*step).filter(|value| value <= high).and_then(|value| cells(&chosen.name, value));
        let differs = least != Some(game.board.cell_count()) || (next.is_some() && next != least);
        (least.is_some() && differs).then(|| (chosen.name.clone(), *low, *high, *step))
    };
    game.options.iter().filter_map(of).collect()
}
