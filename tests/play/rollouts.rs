//! Random games that begin each at a position of its own, in batches: legal to the end, with the results that the rules give, the same
//! ones in any company, and with the same law as one by one.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test reads files and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::cases::cases;
use rulebook_batch::{
    BatchJob, BatchRunner, Compiled, Drawn, Ended, Finished, Program, StartSource, StartState, Supply,
};
use rulebook_insight::agents::{WIN, Winners, rollout};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Position, SWAP};

/// Games from a list of positions, in turn, so many at once.
struct From<'a> {
    positions: &'a [Position],
    /// The actions that they begin with, where that is given.
    firsts: &'a [Option<Drawn>],
    /// Games that are still to begin, and how many may be under way.
    left: u64,
    most: usize,
    under_way: usize,
    begun: usize,
    ended: Vec<Finished>,
    /// Games are given up once so many have ended.
    enough: usize,
}

impl StartSource for From<'_> {
    fn next(&mut self, opening: &mut StartState) -> Supply {
        if self.ended.len() >= self.enough {
            return Supply::Nothing;
        }
        if self.left == 0 || self.under_way >= self.most {
            return Supply::Later;
        }
        let place = self.begun % self.positions.len();
        opening.set(&self.positions[place]);
        opening.first = self.firsts.get(place).cloned().flatten();
        (self.left, self.under_way, self.begun) = (self.left - 1, self.under_way + 1, self.begun + 1);
        Supply::Game
    }

    fn ended(&mut self, finished: Finished) {
        self.under_way -= 1;
        self.ended.push(finished);
    }
}

fn program(position: &Position) -> Arc<Program> {
    Compiled::default().program(position)
}

fn lanes(position: &Position) -> Box<dyn BatchRunner> {
    rulebook_batch::batch_runner(&program(position), StartState::of(position))
}

/// Games number 0 to `number` from positions in turn, in the order in which they end.
fn played(
    lanes: &mut dyn BatchRunner,
    (positions, firsts): (&[Position], &[Option<Drawn>]),
    number: u64,
    most: usize,
    max_plies: u32,
) -> Vec<Finished> {
    let mut source =
        From { positions, firsts, left: number, most, under_way: 0, begun: 0, ended: Vec::new(), enough: usize::MAX };
    lanes.play_from(
        &BatchJob { seed: 5, games: 0..number, max_plies, keep_lines: true, choices: false, steps: None },
        &mut source,
    );
    assert_eq!(source.ended.len() as u64, number);
    source.ended
}

/// Positions of random games in which the game is not over, the first ones in the order of their plies, those in the middle of a
/// turn and those with exchanged seats among them.
pub fn middles(start: &Position, games: u64, plies: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let (mut position, mut rng) = (start.clone(), Rng::new(seed));
        let mut game = VecDeque::new();
        for _ in 0..plies {
            let Some(mut action) = position.random_action(&mut rng).unwrap() else { break };
            // By chance seats are seldom exchanged.
            if let (1, Ok(swap)) = (seed % 2, position.find(SWAP)) {
                action = swap;
            }
            // At the very start clauses are not asked, which kernels cannot know; what lays a setup by lot is in no phase of theirs.
            if position.ply() > 0 && !position.in_setup() {
                game.push_back(position.clone());
            }
            position.play(&action).unwrap();
        }
        while game.len() > 12 {
            let at = rng.below(game.len() as u32) as usize;
            game.remove(at);
        }
        positions.extend(game);
    }
    positions
}

/// A legal action of every other position, drawn by chance.
fn firsts(positions: &[Position]) -> Vec<Option<Drawn>> {
    let mut rng = Rng::new(4);
    let mut first = |(place, position): (usize, &Position)| {
        let action = position.clone().random_action(&mut rng).unwrap()?;
        Drawn::of(&action).filter(|_| place % 2 == 0)
    };
    positions.iter().enumerate().map(&mut first).collect()
}

/// Plays a line again by the engine: every action must be legal there, and the game must end when and how it is said.
fn assert_replays(program: &Program, case: &str, position: &mut Position, finished: &Finished, max_plies: u32) {
    let at = || format!("{case}: {finished:?}");
    for drawn in &finished.line {
        let packed = match drawn {
            None => vec![u16::MAX],
            Some(drawn) => [&[drawn.choice], drawn.cells.as_slice()].concat(),
        };
        let played = position.play(&Action::unpack(&packed));
        assert!(played.is_ok(), "{}: {played:?}", at());
    }
    assert_eq!(finished.line.len(), finished.plies as usize, "{}", at());
    let outcome = position.outcome().unwrap();
    match (finished.end, outcome) {
        (Ended::Over(clause, roles), Some(outcome)) => {
            assert_eq!(program.clauses[usize::from(clause)], outcome.clause, "{}", at());
            assert_eq!(outcome.winners.iter().fold(0, |set, role| set | 1 << role.index()), roles, "{}", at());
            let seats = Winners::of_roles(roles, finished.swapped);
            assert_eq!(Winners::of(position, &outcome), seats, "{}", at());
        }
        (Ended::Stuck, Some(outcome)) => assert!(outcome.stuck, "{}", at()),
        (Ended::Cut, None) => assert_eq!(finished.plies, max_plies, "{}", at()),
        // What stands in the way is what a further action would come to.
        (Ended::Broken(_), None) => {}
        (_, outcome) => panic!("{}: {outcome:?}", at()),
    }
}

#[test]
fn rollouts_from_anywhere_are_games_of_the_rules() {
    let (mut suited, mut mid_turn, mut swapped, mut swaps, mut given) = (0, 0, 0, 0, 0);
    for case in cases().some() {
        let start = case.start();
        let program = program(&start);
        let positions = middles(&start, 5, 100);
        let Some(mut lanes) = positions.first().map(lanes) else { continue };
        suited += 1;
        mid_turn += positions.iter().filter(|position| position.mid_turn()).count();
        swapped += positions.iter().filter(|position| position.role_of_seat(1).index() == 1).count();
        // More games than lanes, so that some begin while others are under way.
        let firsts = firsts(&positions);
        let all = played(&mut *lanes, (&positions, &firsts), 90, 64, 50);
        for finished in &all {
            if let Some(first) = &firsts[finished.index as usize % positions.len()] {
                given += 1;
                assert_eq!(finished.line.first(), Some(&Some(first.clone())), "{case}: what it began with");
            }
            swaps += finished.line.iter().filter(|drawn| drawn.is_none()).count();
            let mut position = positions[finished.index as usize % positions.len()].clone();
            assert_replays(&program, &case.to_string(), &mut position, finished, 50);
        }
    }
    println!(
        "{suited} games, {mid_turn} positions in the middle of a turn, {swapped} with seats exchanged, {swaps} exchanges, \
         {given} games with a first action"
    );
    assert!(suited > 20 && mid_turn > 20 && swapped > 20 && swaps > 0 && given > 1000);
}

#[test]
fn a_rollout_is_the_same_in_any_company() {
    let mut suited = 0;
    for case in cases().some() {
        let start = case.start();
        let positions = middles(&start, 2, 60);
        let Some(mut lanes) = positions.first().map(lanes) else { continue };
        let sorted = |mut games: Vec<Finished>| {
            games.sort_by_key(|finished| finished.index);
            games
        };
        let firsts = firsts(&positions);
        let all = played(&mut *lanes, (&positions, &firsts), 70, 64, 30);
        // The order of the ends is the same whatever was played in the lanes before; some games are given up in between.
        let given_up = |lanes: &mut dyn BatchRunner| {
            let mut source = From {
                positions: &positions,
                firsts: &firsts,
                left: 70,
                most: 9,
                under_way: 0,
                begun: 0,
                ended: Vec::new(),
                enough: 3,
            };
            lanes.play_from(
                &BatchJob { seed: 6, games: 0..70, max_plies: 30, keep_lines: false, choices: false, steps: None },
                &mut source,
            );
            assert!(source.ended.len() < 70, "{case}");
        };
        given_up(&mut *lanes);
        assert_eq!(all, played(&mut *lanes, (&positions, &firsts), 70, 64, 30), "{case}");
        let all = sorted(all);
        assert_eq!(all, sorted(played(&mut *lanes, (&positions, &firsts), 70, 3, 30)), "{case}: three at once");
        suited += 1;
    }
    assert!(suited > 20, "{suited} games");
}

/// The greatest value of chi-squared with so many degrees of freedom that one of a thousand draws passes (Wilson and Hilferty 1931).
fn most(freedom: f64) -> f64 {
    freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.0902 * (2.0 / (9.0 * freedom)).sqrt()).powi(3)
}

/// How games from one position end, and how long they are, in batches and one by one.
#[test]
fn batched_rollouts_have_the_distribution_of_single_ones() {
    const GAMES: [&str; 9] = [
        "breakthrough",
        "cephalopod",
        "connect-four",
        "emergo",
        "hex",
        "mosaic",
        "nine-mens-morris",
        "othello",
        "yavalath",
    ];
    const NUMBER: u64 = 600;
    let mut tested = BTreeSet::new();
    for case in cases().some() {
        let start = case.start();
        let name = case.to_string();
        if !case.stem().is_some_and(|stem| GAMES.contains(&stem)) {
            continue;
        }
        let Some(position) = middles(&start, 1, 30).into_iter().nth(6) else { continue };
        let mut lanes = lanes(&position);
        let mut position = position;
        let seats = position.game().players.len();
        // Results, and lengths in steps of four plies: how often in batches, how often one by one.
        let mut counts: BTreeMap<(u64, u32), [f64; 2]> = BTreeMap::new();
        for finished in played(&mut *lanes, (std::slice::from_ref(&position), &[]), NUMBER, 64, 60) {
            let winners = match finished.end {
                Ended::Over(_, roles) => Winners::of_roles(roles, finished.swapped),
                _ => Winners::NOBODY,
            };
            counts.entry((winners.worth(1, seats) * 2 / WIN, finished.plies / 4)).or_default()[0] += 1.0;
        }
        let mut rng = Rng::new(3);
        for _ in 0..NUMBER {
            let rolled = rollout(&mut position, &mut rng, 60).unwrap();
            counts.entry((rolled.winners.worth(1, seats) * 2 / WIN, rolled.plies / 4)).or_default()[1] += 1.0;
        }
        // What is rare is taken together.
        let (rare, mut often): (Vec<[f64; 2]>, Vec<[f64; 2]>) =
            counts.into_values().partition(|[one, other]| one + other < 20.0);
        often.push(rare.iter().fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]));
        often.retain(|[one, other]| one + other > 0.0);
        let found: f64 = often.iter().map(|[one, other]| (one - other).powi(2) / (one + other)).sum();
        let bound = most((often.len() as f64 - 1.0).max(1.0));
        assert!(found < bound, "{name}: chi-squared {found}, at most {bound}: {often:?}");
        tested.extend(case.stem());
    }
    assert_eq!(tested.into_iter().collect::<Vec<_>>(), GAMES);
}
