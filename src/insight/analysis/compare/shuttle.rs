//! Lines in which the players go to and fro: where rules of repetition differ, only they show it.

use super::lockstep::{DifferenceKind, Lockstep, LockstepResult, PairedAction};
use super::priority::PriorityCheck;
use super::relation::{Bounds, Witness};
use super::sample::{Sampled, is_settled};
use super::shorten::shorten;
use super::walk::FoundWitnesses;
use rulebook_language::util::Rng;
use rulebook_play::engine::Fault;

/// Places from which the players go to and fro.
const PLACES: u32 = 96;
/// So many places in a row are as many plies from the start.
const OF_LENGTH: u32 = 4;
/// Actions that are tried before one that goes back.
const OUT: usize = 6;
/// Actions that are tried to go back.
const BACK: usize = 400;
/// So often they go to and fro.
const ROUNDS: usize = 12;

/// Looks for lines that come back to a position, and plays them again and again.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn shuttle(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    bounds: Bounds,
    steps: u64,
    witnesses: &mut Vec<Witness>,
) -> Result<Sampled, Fault> {
    let limit = twins.spent() + steps;
    let mut sampled = Sampled::default();
    for place in 0..PLACES {
        if twins.spent() > limit || is_settled(witnesses) && !witnesses.is_empty() {
            break;
        }
        let mut rng = Rng::for_game(bounds.seed, u64::from(place));
        let mut line = Vec::new();
        let mut found = Vec::new();
        while line.len() < (place / OF_LENGTH) as usize {
            let Some(next) = pick(&both(twins)?, &mut rng) else { break };
            twins.play(&next)?;
            line.push(next);
        }
        if let Some(round) = round(twins, &mut rng, limit)? {
            again(twins, displaced, &round, &mut line, &mut found)?;
        }
        sampled.lines += 1;
        sampled.plies += line.len() as u64;
        for _ in 0..line.len() {
            twins.undo();
        }
        for witness in found {
            let is_longer =
                |known: &Witness| known.sort.is_like(witness.sort) && known.moves.len() > witness.moves.len();
            if witnesses.iter().all(|known| !known.sort.is_like(witness.sort)) || witnesses.iter().any(is_longer) {
                let shorter = shorten(twins, displaced, &witness, steps / 4)?;
                witnesses.retain(|known| !known.sort.is_like(shorter.sort));
                witnesses.push(shorter);
            }
        }
    }
    Ok(sampled)
}

/// What both allow, where nothing differs.
fn both(twins: &mut Lockstep) -> Result<Vec<PairedAction>, Fault> {
    Ok(match twins.look()? {
        LockstepResult::Same(both) | LockstepResult::Counted(both) => both,
        LockstepResult::Odds(_) | LockstepResult::Actions(..) | LockstepResult::Results(..) => Vec::new(),
    })
}

fn pick(both: &[PairedAction], rng: &mut Rng) -> Option<PairedAction> {
    (!both.is_empty()).then(|| both[rng.below(both.len() as u32) as usize].clone())
}

/// What stands on the board.
fn contents(twins: &Lockstep) -> Vec<u64> {
    twins.a.memory()[..twins.a.plan().layout.contents as usize].to_vec()
}

/// How many words differ.
fn apart(one: &[u64], other: &[u64]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

/// Actions of both players that lead back to the position at hand: each goes somewhere and back.
fn round(twins: &mut Lockstep, rng: &mut Rng, limit: u64) -> Result<Option<Vec<PairedAction>>, Fault> {
    let (start, role) = (contents(twins), twins.a.role_to_act());
    let mut first = both(twins)?;
    for _ in 0..OUT {
        let Some(one) = draw(&mut first, rng) else { break };
        twins.play(&one)?;
        let mine = contents(twins);
        let mut second = both(twins)?;
        for _ in 0..OUT {
            let Some(two) = draw(&mut second, rng) else { break };
            if twins.spent() > limit {
                break;
            }
            twins.play(&two)?;
            let theirs = apart(&mine, &contents(twins));
            let third = both(twins)?;
            for three in third.into_iter().take(BACK) {
                twins.play(&three)?;
                // What the first has done is undone: no more differs from the start than the second has done.
                if apart(&start, &contents(twins)) <= theirs {
                    for four in both(twins)?.into_iter().take(BACK) {
                        twins.play(&four)?;
                        let is_back = contents(twins) == start && twins.a.role_to_act() == role;
                        twins.undo();
                        if is_back {
                            (0..3).for_each(|_| twins.undo());
                            return Ok(Some(vec![one, two, three, four]));
                        }
                    }
                }
                twins.undo();
            }
            twins.undo();
        }
        twins.undo();
    }
    Ok(None)
}

/// Takes one out at random.
fn draw(all: &mut Vec<PairedAction>, rng: &mut Rng) -> Option<PairedAction> {
    (!all.is_empty()).then(|| all.swap_remove(rng.below(all.len() as u32) as usize))
}

/// Plays the actions again and again until something differs, one of them is not allowed any more, or often enough.
fn again(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    round: &[PairedAction],
    line: &mut Vec<PairedAction>,
    found: &mut Vec<Witness>,
) -> Result<(), Fault> {
    for wanted in round.iter().cycle().take(round.len() * ROUNDS + 1) {
        let mut noted = FoundWitnesses { sampled: true, witnesses: found };
        let both = match twins.look()? {
            LockstepResult::Same(both) | LockstepResult::Counted(both) => both,
            LockstepResult::Actions(difference, both) => {
                return noted.actions(twins, displaced, difference, !both.is_empty(), line);
            }
            LockstepResult::Odds(_) => {
                noted.results(twins, DifferenceKind::Odds, line);
                return Ok(());
            }
            LockstepResult::Results(kind, _) => {
                noted.results(twins, kind, line);
                return Ok(());
            }
        };
        let Some(next) = both.into_iter().find(|one| one.a == wanted.a) else { return Ok(()) };
        twins.play(&next)?;
        line.push(next);
    }
    Ok(())
}
