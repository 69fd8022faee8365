//! Lines drawn at random, walked in step to their end: what lies deeper than a walk of all lines gets.

use super::displaced::Displaced;
use super::relation::{Bounds, Sort, Witness};
use super::shorten::shorten;
use super::twins::{Both, Difference, Look, Twins};
use super::walk::Found;
use crate::engine::Fault;
use crate::util::Rng;

/// What the lines showed.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// How many lines.
    pub lines: u32,
    /// How many plies they had.
    pub plies: u64,
}

/// The longest line.
const MAX_PLIES: u64 = 4_000;

/// Draws lines, as many as the bounds allow, and adds what differs in them to the witnesses.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn sample(
    twins: &mut Twins,
    displaced: &mut Displaced<'_>,
    bounds: Bounds,
    steps: u64,
    witnesses: &mut Vec<Witness>,
) -> Result<Sampled, Fault> {
    let began = twins.spent();
    let mut sampled = Sampled::default();
    let is_new = |known: &[Witness], sort: Sort| !known.iter().any(|known| known.sort.is_like(sort));
    for index in 0..bounds.samples {
        if twins.spent() - began > steps {
            break;
        }
        let mut rng = Rng::for_game(bounds.seed, u64::from(index));
        let mut line: Vec<Both> = Vec::new();
        let mut found: Vec<Witness> = Vec::new();
        loop {
            let mut noted = Found { sampled: true, witnesses: &mut found };
            let both = match twins.look()? {
                Look::Same(both) => both,
                Look::Actions(difference, both) => {
                    let Difference { only_a, only_b } = &difference;
                    let more = !only_b.is_empty() && is_new(witnesses, Sort::More);
                    let less = !only_a.is_empty() && is_new(witnesses, Sort::Less);
                    if more || less {
                        noted.actions(twins, displaced, difference, !both.is_empty(), &line)?;
                    }
                    both
                }
                Look::Results(kind, _) => {
                    if is_new(witnesses, Sort::Results(kind)) {
                        noted.results(twins, kind, &line);
                    }
                    Vec::new()
                }
            };
            if both.is_empty() || line.len() as u64 >= MAX_PLIES || twins.spent() - began > steps {
                break;
            }
            let next = choose(twins, &both, &mut rng, index)?;
            twins.play(&next)?;
            line.push(next);
        }
        sampled.lines += 1;
        sampled.plies += line.len() as u64;
        for _ in 0..line.len() {
            twins.undo();
        }
        for witness in found {
            if is_new(witnesses, witness.sort) {
                let shorter = shorten(twins, displaced, &witness, steps / 4)?;
                witnesses.push(shorter);
            }
        }
    }
    Ok(sampled)
}

/// How many actions an eager player looks at.
const LOOKED_AT: usize = 5;

/// One of several actions: by chance in every other line; in the others that of a few which leaves the other players the fewest
/// pieces, or the fewest actions, since ends are seldom met by chance.
fn choose(twins: &mut Twins, both: &[Both], rng: &mut Rng, line: u32) -> Result<Both, Fault> {
    let draw = |rng: &mut Rng| both[rng.below(both.len() as u32) as usize];
    let first = draw(rng);
    if line % 4 < 2 || both.len() == 1 {
        return Ok(first);
    }
    let mut best = (u64::MAX, first);
    for _ in 0..LOOKED_AT {
        let one = draw(rng);
        let role = twins.a.role_to_act();
        twins.play(&one)?;
        let left = match line % 4 {
            2 => {
                let others = |cell: &crate::topology::CellId| twins.a.owner(*cell).is_some_and(|owner| owner != role);
                twins.a.game().board.cells().filter(others).count()
            }
            _ => twins.a.legal()?.len(),
        };
        twins.undo();
        if (left as u64) < best.0 {
            best = (left as u64, one);
        }
    }
    Ok(best.1)
}
