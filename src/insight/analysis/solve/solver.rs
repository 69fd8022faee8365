//! The parts of a solution, one after the other: the value, the actions that keep it, and what all positions tell.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::alpha_beta::Prover;
use super::limits::{EVERY, Limits, Meter};
use super::proof_number::{Searcher, Shared};
use super::solution::{GameValue, Length, Solution, Unsolvable, Whole};
use super::sweep::{Sweep, Swept};
use super::table::{Question, Table};
use super::walk::{Halt, Walk};
use crate::audit::Automorphism;
use crate::parallel;
use rulebook_play::engine::{Action, Fault, Position};

/// So many positions proof-number search is given alone.
const SMALL: u64 = 20_000;

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
    if position.game().has_luck() {
        return Err(Unsolvable::Luck);
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
        self.halt.unsolvable(self.states, self.line)
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
        // Most games cannot be drawn, which halves the questions.
        let (found, is_large) = match self.prove_small(false) {
            (Err(Broken { halt: Halt::Drawn, .. }), _) => self.prove_small(true),
            found => found,
        };
        match found {
            Ok((_, _, Some(_))) => found,
            Ok((_, _, None)) => match self.prove_large() {
                Err(Broken { halt: Halt::Stopped(_) | Halt::Cycle, .. }) => found,
                longer => longer,
            },
            Err(_) if is_large => self.prove_large(),
            Err(_) => found,
        }
    }

    /// Few positions, looked into in the same order every time; and whether there are more.
    fn prove_small(&mut self, draws: bool) -> (Result<Proved, Broken>, bool) {
        let (table, stop) = (Table::new(self.limits), AtomicBool::new(false));
        let shared = Shared { table: &table, draws, stop: &stop };
        let (go_on, mut turns, mut is_large) = (&mut *self.go_on, 0, false);
        let mut search = ProofNumbers {
            shared: &shared,
            automorphisms: self.automorphisms,
            go_on: &mut |states| {
                turns += EVERY;
                // Long lines are gone through again and again.
                is_large = states >= SMALL || turns >= 32 * SMALL;
                !is_large && go_on(states)
            },
        };
        let found = search.prove(self.position);
        (found, is_large)
    }

    /// Alpha-beta search on this thread, proof-number search on all others: which of them is faster, and by how much, differs
    /// from game to game.
    fn prove_large(&mut self) -> Result<Proved, Broken> {
        let (table, stop) = (Table::new(self.limits), AtomicBool::new(false));
        let shared = Shared { table: &table, draws: true, stop: &stop };
        let faster: Mutex<Option<Proved>> = Mutex::new(None);
        // By which numbers earlier positions are known differs from thread to thread.
        let alone = !self.limits.threads || !self.position.plan().repetitions.is_empty();
        let (start, automorphisms) = (self.position.clone(), self.automorphisms);
        let mut alpha_beta = || {
            let go_on = &mut *self.go_on;
            let mut go_on = |states: u64| !stop.load(Relaxed) && go_on(states);
            let found = prove_by_alpha_beta(&mut *self.position, automorphisms, Meter::new(self.limits, &mut go_on));
            stop.store(true, Relaxed);
            found
        };
        let own = if alone {
            alpha_beta()
        } else {
            parallel::beside(alpha_beta, |_| {
                let mut search = ProofNumbers { shared: &shared, automorphisms, go_on: &mut |_| true };
                if let Ok(proved) = search.prove(&start) {
                    stop.store(true, Relaxed);
                    *faster.lock().unwrap_or_else(PoisonError::into_inner) = Some(proved);
                }
            })
        };
        let faster = faster.into_inner().unwrap_or_else(PoisonError::into_inner);
        match own {
            Ok((_, _, Some(_))) | Err(Broken { halt: Halt::Fault(_) | Halt::Stuck | Halt::Doubtful, .. }) => own,
            own => faster.map_or(own, Ok),
        }
    }

    fn sweep(&mut self, cyclic: bool) -> Result<Swept, Broken> {
        let meter = Meter::new(self.limits, &mut *self.go_on);
        let mut sweep = Sweep::new(Walk::new(self.position, self.automorphisms), meter, cyclic);
        let swept = sweep.run();
        swept.map_err(|halt| Broken { halt, states: sweep.known.len() as u64, line: sweep.walk.back() })
    }
}

fn prove_by_alpha_beta<'a>(
    position: &'a mut Position,
    automorphisms: &[Automorphism],
    meter: Meter<'a>,
) -> Result<Proved, Broken> {
    let mut prover = Prover::new(Walk::new(position, automorphisms), meter);
    let broken = |halt, prover: &mut Prover<'_>| Broken {
        halt,
        states: prover.positions.len() as u64,
        line: prover.walk.back(),
    };
    let value = match prover.value(-1, 1) {
        Ok(value) => value,
        Err(halt) => return Err(broken(halt, &mut prover)),
    };
    let states = prover.positions.len() as u64;
    let mut keeping = Vec::new();
    // Of a lost position no action keeps anything.
    let legal = if value >= 0 { prover.walk.actions() } else { Ok(Vec::new()) };
    for action in legal.map_err(|halt| broken(halt, &mut prover))? {
        // Whether it is worth as much: the position at hand is not worth more.
        match after(&mut prover, &action, value) {
            Ok(true) => keeping.push(action),
            Ok(false) => {}
            Err(Halt::Stopped(_) | Halt::Cycle) => {
                prover.walk.back();
                return Ok((value, states, None));
            }
            Err(halt) => return Err(broken(halt, &mut prover)),
        }
    }
    Ok((value, states, Some(keeping)))
}

/// Whether an action of the position at hand is worth at least `value` to whoever plays it.
fn after(prover: &mut Prover<'_>, action: &Action, value: i8) -> Result<bool, Halt> {
    let same = prover.walk.play(action)?;
    let found = if same { prover.value(value - 1, value)? } else { -prover.value(-value, 1 - value)? };
    prover.walk.undo();
    Ok(found >= value)
}

/// One thread's proof-number search.
struct ProofNumbers<'a> {
    shared: &'a Shared<'a>,
    automorphisms: &'a [Automorphism],
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl ProofNumbers<'_> {
    fn prove(&mut self, position: &Position) -> Result<Proved, Broken> {
        let mut start = position.clone();
        let value = match self.answer(&mut start, Question::Win)? {
            true => 1,
            false if self.shared.draws && self.answer(&mut start, Question::Hold)? => 0,
            false => -1,
        };
        let states = self.shared.table.states();
        if value < 0 {
            return Ok((value, states, Some(Vec::new())));
        }
        let legal = Walk::new(&mut start, &[]).actions();
        let mut keeping = Vec::new();
        for action in legal.map_err(|halt| Broken { halt, states, line: Vec::new() })? {
            match self.keeps(&mut start, &action, value) {
                Ok(true) => keeping.push(action),
                Ok(false) => {}
                Err(Broken { halt: Halt::Stopped(_) | Halt::Cycle, .. }) => return Ok((value, states, None)),
                Err(broken) => return Err(broken),
            }
        }
        Ok((value, states, Some(keeping)))
    }

    /// The answer to a question about a position, which is left as it was.
    fn answer(&mut self, position: &mut Position, question: Question) -> Result<bool, Broken> {
        let mut searcher = Searcher::new(Walk::new(position, self.automorphisms), self.shared);
        let found = searcher.answer(question, self.go_on);
        found.map_err(|halt| Broken { halt, states: self.shared.table.states(), line: searcher.walk.back() })
    }

    /// Whether an action is worth at least `value` to whoever plays it.
    fn keeps(&mut self, position: &mut Position, action: &Action, value: i8) -> Result<bool, Broken> {
        let (seat, written) = (position.seat_to_act(), position.written(action));
        let fault = |fault: Fault| Broken { halt: fault.into(), states: 0, line: Vec::new() };
        position.play_unchecked(action).map_err(fault)?;
        let same = position.seat_to_act() == seat;
        let question = if value > 0 { Question::Win } else { Question::Hold };
        let question = if same { question } else { self.shared.other(question) };
        let answer = self.answer(position, question);
        position.undo();
        match answer {
            Ok(answer) => Ok(answer == same),
            Err(Broken { halt, states, mut line }) => {
                line.insert(0, written);
                Err(Broken { halt, states, line })
            }
        }
    }
}

fn told(swept: &Swept) -> Whole {
    Whole { positions: swept.positions, best: swept.best, longest: swept.longest, draws: swept.draws }
}
