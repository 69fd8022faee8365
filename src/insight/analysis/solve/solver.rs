//! The parts of a solution, one after the other: the value, the actions that keep it, and what all positions tell.

use super::limits::{Limits, Meter};
use super::prove::Prover;
use super::solution::{GameValue, Length, Solution, Unsolvable, Whole};
use super::sweep::{Sweep, Swept};
use super::walk::{Halt, Walk};
use crate::audit::Automorphism;
use rulebook_play::engine::{Action, Position};

/// Solves a position, which is left as it was. `whole` asks for all reachable positions too; `automorphisms` are of the game's
/// rules; `go_on` is told now and then how many positions are known, and says whether to go on.
///
/// # Errors
/// If there is no solution within the limits, or none at all.
pub fn solve(
    position: &mut Position,
    automorphisms: &[Automorphism],
    limits: Limits,
    whole: bool,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Solution, Unsolvable> {
    let players = position.game().players.len();
    if players != 2 {
        return Err(Unsolvable::Players(players));
    }
    let mut solver = Solver { position, automorphisms, limits, go_on };
    loop {
        return match solver.solve(whole) {
            Err(Broken { halt: Halt::Doubtful, .. }) if !solver.automorphisms.is_empty() => {
                solver.automorphisms = &[];
                continue;
            }
            Err(broken) => Err(broken.unsolvable()),
            Ok(solution) => Ok(solution),
        };
    }
}

struct Solver<'a> {
    position: &'a mut Position,
    automorphisms: &'a [Automorphism],
    limits: Limits,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// A search that was ended, with the positions known and the line of play at that time.
struct Broken {
    halt: Halt,
    states: u64,
    line: Vec<String>,
}

impl Broken {
    fn unsolvable(self) -> Unsolvable {
        match self.halt {
            Halt::Stopped(stopped) => Unsolvable::Stopped(stopped, self.states),
            Halt::Fault(fault) => Unsolvable::Fault(fault, self.line),
            Halt::Stuck | Halt::Cycle | Halt::Doubtful => Unsolvable::Stuck(self.line),
        }
    }
}

/// The value, with the states that it took, and the actions that keep it.
type Proved = (i8, u64, Option<Vec<Action>>);

impl Solver<'_> {
    fn solve(&mut self, whole: bool) -> Result<Solution, Broken> {
        let seat = self.position.seat_to_act();
        let over = matches!(self.position.outcome(), Ok(Some(_)));
        match self.prove() {
            Ok((value, states, moves)) => {
                let mut solution = Solution { value: GameValue::of(value, seat), states, moves, whole: None };
                if over {
                    let nothing = Length::Plies(0);
                    let told = Whole { positions: 1, best: nothing, longest: nothing, draws: value == 0 };
                    solution.whole = whole.then_some(Ok(told));
                } else if whole {
                    self.look_at_all(&mut solution)?;
                }
                Ok(solution)
            }
            Err(Broken { halt: Halt::Cycle, .. }) => {
                let swept = self.sweep(true)?;
                let states = swept.positions;
                let (value, moves) = (swept.value, Some(swept.moves.clone()));
                Ok(Solution { value, states, moves, whole: whole.then(|| Ok(told(&swept))) })
            }
            Err(broken) => Err(broken),
        }
    }

    /// Adds what all positions tell, if the limits allow.
    fn look_at_all(&mut self, solution: &mut Solution) -> Result<(), Broken> {
        let swept = match self.sweep(false) {
            Err(Broken { halt: Halt::Cycle, .. }) => self.sweep(true),
            other => other,
        };
        solution.whole = Some(match swept {
            Ok(swept) => {
                // Of two reasons that nobody can win the sweep knows which.
                solution.value = swept.value;
                solution.moves.get_or_insert_with(|| swept.moves.clone());
                Ok(told(&swept))
            }
            Err(Broken { halt: Halt::Stopped(stopped), .. }) => Err(stopped),
            Err(broken) => return Err(broken),
        });
        Ok(())
    }

    fn prove(&mut self) -> Result<Proved, Broken> {
        let mut list = rulebook_play::engine::ActionList::new();
        let meter = Meter::new(self.limits, &mut *self.go_on);
        let mut prover = Prover::new(Walk::new(self.position, self.automorphisms, meter));
        let value = match prover.value(-1, 1) {
            Ok(value) => value,
            Err(halt) => return Err(broken(halt, &mut prover.walk)),
        };
        let states = prover.walk.store.len() as u64;
        let mut keeping = Vec::new();
        let mut ended = None;
        // Of a lost position no action keeps anything.
        if value >= 0 {
            ended = prover.walk.legal(&mut list).err();
            for action in list.iter() {
                if ended.is_some() {
                    break;
                }
                // Whether it is worth as much: the position at hand is not worth more.
                match after(&mut prover, &action, value) {
                    Ok(true) => keeping.push(action),
                    Ok(false) => {}
                    Err(halt) => ended = Some(halt),
                }
            }
        }
        match ended {
            None => Ok((value, states, Some(keeping))),
            Some(Halt::Stopped(_) | Halt::Cycle) => {
                prover.walk.back();
                Ok((value, states, None))
            }
            Some(halt) => Err(broken(halt, &mut prover.walk)),
        }
    }

    fn sweep(&mut self, cyclic: bool) -> Result<Swept, Broken> {
        let meter = Meter::new(self.limits, &mut *self.go_on);
        let mut sweep = Sweep::new(Walk::new(self.position, self.automorphisms, meter), cyclic);
        let swept = sweep.run();
        swept.map_err(|halt| broken(halt, &mut sweep.walk))
    }
}

/// Whether an action of the position at hand is worth at least `value` to whoever plays it.
fn after(prover: &mut Prover<'_>, action: &Action, value: i8) -> Result<bool, Halt> {
    let same = prover.walk.play(action)?;
    let found = if same { prover.value(value - 1, value)? } else { -prover.value(-value, 1 - value)? };
    prover.walk.undo();
    Ok(found >= value)
}

fn broken(halt: Halt, walk: &mut Walk<'_>) -> Broken {
    let states = walk.store.len() as u64;
    Broken { halt, states, line: walk.back() }
}

fn told(swept: &Swept) -> Whole {
    Whole { positions: swept.positions, best: swept.best, longest: swept.longest, draws: swept.draws }
}
