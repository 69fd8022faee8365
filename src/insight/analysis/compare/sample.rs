//! Lines drawn at random, walked in step to their end: what lies deeper than a walk of all lines gets.

use std::ops::Range;

use super::guided_search::{Goal, is_pass};
use super::lockstep::{Difference, DifferenceKind, Lockstep, LockstepResult, PairedAction};
use super::priority::PriorityCheck;
use super::relation::{Bounds, Witness, WitnessKind};
use super::shorten::shorten;
use super::walk::FoundWitnesses;
use rulebook_language::model::PlayerId;
use rulebook_language::util::{Id, Rational, Rng};
use rulebook_play::engine::Fault;

/// What the lines showed.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// How many lines.
    pub lines: u32,
    /// How many plies they had.
    pub plies: u64,
}

/// The longest line.
const MAX_PLIES: usize = 4_000;

/// A witness of so many plies is short enough: no shorter one is looked for.
pub const SHORT: usize = 12;

/// Whether there are witnesses, all of which are short.
pub fn is_settled(witnesses: &[Witness]) -> bool {
    !witnesses.is_empty() && witnesses.iter().all(|known| !known.sampled || known.moves.len() <= SHORT)
}

/// Draws the lines of these numbers and adds what differs in them to the witnesses, or puts it in the place of what a longer
/// line showed. Where there are goals, each line is drawn towards one of them, until all differences have short witnesses.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn sample(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    (bounds, lines): (Bounds, Range<u32>),
    steps: u64,
    goals: &[Goal],
    witnesses: &mut Vec<Witness>,
) -> Result<Sampled, Fault> {
    let began = twins.spent();
    let mut sampled = Sampled::default();
    // Whether a line of so many plies shows what none did, or none that is as short.
    let is_new = |known: &[Witness], sort: WitnessKind, plies: usize| {
        !known.iter().any(|known| known.sort.is_like(sort) && !(known.sampled && plies < known.moves.len()))
    };
    for index in lines {
        if twins.spent() - began > steps || (!goals.is_empty() && is_settled(witnesses)) {
            break;
        }
        let mut drawn = Drawn {
            rng: Rng::for_game(bounds.seed, u64::from(index)),
            line: Vec::new(),
            way: DrawPolicy::of(goals, index, twins),
            seen: Vec::new(),
        };
        let mut found: Vec<Witness> = Vec::new();
        loop {
            let mut noted = FoundWitnesses { sampled: true, witnesses: &mut found };
            let both = match twins.look()? {
                LockstepResult::Same(both) | LockstepResult::Counted(both) => both,
                LockstepResult::Odds(both) => {
                    let sort = WitnessKind::Results(DifferenceKind::Odds);
                    if is_new(witnesses, sort, drawn.line.len()) {
                        noted.results(twins, DifferenceKind::Odds, &drawn.line);
                    }
                    both
                }
                LockstepResult::Actions(difference, both) => {
                    let Difference { only_a, only_b } = &difference;
                    let more = !only_b.is_empty() && is_new(witnesses, WitnessKind::More, drawn.line.len());
                    let less = !only_a.is_empty() && is_new(witnesses, WitnessKind::Less, drawn.line.len());
                    if more || less {
                        noted.actions(twins, displaced, difference, !both.is_empty(), &drawn.line)?;
                    }
                    both
                }
                LockstepResult::Results(kind, _) => {
                    if is_new(witnesses, WitnessKind::Results(kind), drawn.line.len()) {
                        noted.results(twins, kind, &drawn.line);
                    }
                    Vec::new()
                }
            };
            if both.is_empty() || drawn.line.len() >= MAX_PLIES || twins.spent() - began > steps {
                break;
            }
            let next = drawn.choose(twins, &both)?;
            twins.play(&next)?;
            drawn.line.push(next);
        }
        sampled.lines += 1;
        sampled.plies += drawn.line.len() as u64;
        for _ in 0..drawn.line.len() {
            twins.undo();
        }
        for witness in found {
            if is_new(witnesses, witness.sort, witness.moves.len()) {
                let shorter = shorten(twins, displaced, &witness, steps / 4)?;
                witnesses.retain(|known| !known.sort.is_like(shorter.sort));
                witnesses.push(shorter);
            }
        }
    }
    Ok(sampled)
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
enum DrawPolicy<'g> {
    /// By chance.
    Chance,
    /// The players leave each other few pieces.
    Few,
    /// They leave each other few actions.
    Stuck,
    /// They go towards a goal, which this player asks for.
    Towards(&'g Goal, PlayerId),
}

impl<'g> DrawPolicy<'g> {
    fn of(goals: &'g [Goal], index: u32, twins: &Lockstep) -> Self {
        let index = index as usize;
        let players = twins.a.game().players.len();
        match (goals, index % 4) {
            ([_, ..], _) => {
                let role = PlayerId::from_index(index / goals.len() % players);
                DrawPolicy::Towards(&goals[index % goals.len()], role)
            }
            ([], 2) => DrawPolicy::Few,
            ([], 3) => DrawPolicy::Stuck,
            ([], _) => DrawPolicy::Chance,
        }
    }
}

/// How many actions an eager player looks at.
const LOOKED_AT: usize = 5;
/// How many are looked at by players with a goal.
const AIMED_AT: usize = 12;
/// One in so many of their actions is drawn by chance.
const STRAY: u32 = 12;
/// How many positions of a line are kept to come back to.
const MAX_SEEN: usize = 64;

/// A line that is being drawn.
struct Drawn<'g> {
    rng: Rng,
    line: Vec<PairedAction>,
    way: DrawPolicy<'g>,
    /// What was on the boards, the last ones.
    seen: Vec<Vec<u64>>,
}

impl Drawn<'_> {
    fn draw(&mut self, both: &[PairedAction]) -> PairedAction {
        both[self.rng.below(both.len() as u32) as usize].clone()
    }

    /// One of several actions.
    fn choose(&mut self, twins: &mut Lockstep, both: &[PairedAction]) -> Result<PairedAction, Fault> {
        let first = self.draw(both);
        if both.len() == 1 {
            return Ok(first);
        }
        match self.way {
            DrawPolicy::Chance => Ok(first),
            DrawPolicy::Few | DrawPolicy::Stuck => self.eager(twins, both, first),
            DrawPolicy::Towards(goal, role) => self.nearest(twins, both, goal, role),
        }
    }

    /// That of a few which leaves the other players the fewest pieces, or the fewest actions, since ends are seldom met by chance.
    fn eager(
        &mut self,
        twins: &mut Lockstep,
        both: &[PairedAction],
        first: PairedAction,
    ) -> Result<PairedAction, Fault> {
        let mut best = (u64::MAX, first);
        for _ in 0..LOOKED_AT {
            let one = self.draw(both);
            let role = twins.a.role_to_act();
            twins.play(&one)?;
            let left = match self.way {
                DrawPolicy::Few => {
                    let others = |cell: &rulebook_language::topology::CellId| {
                        twins.a.owner(*cell).is_some_and(|owner| owner != role)
                    };
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

    /// That of a few which comes nearest to a goal, and does not end both games alike if that can be helped.
    fn nearest(
        &mut self,
        twins: &mut Lockstep,
        both: &[PairedAction],
        goal: &Goal,
        role: PlayerId,
    ) -> Result<PairedAction, Fault> {
        let contents = twins.a.plan().layout.contents as usize;
        if self.seen.len() >= MAX_SEEN {
            self.seen.remove(0);
        }
        self.seen.push(twins.a.memory()[..contents].to_vec());
        if self.rng.below(STRAY) == 0 {
            return Ok(self.draw(both));
        }
        let mut looked_at: Vec<PairedAction> = match both.len() <= AIMED_AT {
            true => both.to_vec(),
            false => (0..AIMED_AT).map(|_| self.draw(both)).collect(),
        };
        let turned = self.rng.below(looked_at.len() as u32) as usize;
        looked_at.rotate_left(turned);
        // A tie that is there is kept by doing nothing.
        if matches!(goal, Goal::Tie { .. }) {
            let passes = both.iter().find(|one| is_pass(twins, one));
            looked_at.splice(0..0, passes.cloned());
        }
        let mut best: Option<((bool, Rational), PairedAction)> = None;
        for one in looked_at {
            twins.play(&one)?;
            let over = (twins.a.outcome()?, twins.b.outcome()?);
            let far = match over {
                (Some(_), Some(_)) => (true, Rational::ZERO),
                (None, None) => (false, goal.far(twins, role, &self.seen)?),
                _ => (false, Rational::whole(i64::MIN / 4)),
            };
            twins.undo();
            if best.as_ref().is_none_or(|(known, _)| far < *known) {
                best = Some((far, one));
            }
        }
        Ok(best.map_or_else(|| both[0].clone(), |(_, one)| one))
    }
}
