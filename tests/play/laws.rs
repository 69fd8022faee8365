//! What holds of every game, whatever its rules: laws, tried on random games of every file in `games/` and of the sheets in
//! `tests/laws/sheets/`, which use what the shipped games do not.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::any;
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseError, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use rulebook_language::model::{Expr, ExprKind, Game, Picking, SetUp, Type};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;
use rulebook_language::topology::{CellId, DirectionId, Symmetry};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, ActionKind, Fault, Position};
use rulebook_play::plan::{ChoiceKind, FieldKind};

use super::cases::{Case, cases};

/// Random games of a case under one law.
const GAMES: u32 = 3;
/// The longest of them.
const PLIES: usize = 80;
/// How many legal actions of a position are looked at one by one.
const SAMPLE: usize = 8;

type Held = Result<(), TestCaseError>;

/// Tries a law on random games of every case: a seed, and how many plies to play.
fn every_game(law: impl Fn(&Case, u64, usize) -> Held) {
    for case in &cases().good {
        let persistence = FileFailurePersistence::Direct("proptest-regressions/laws.txt");
        let config = Config {
            // Where an option is set, the rules are nearly those of the default.
            cases: if case.is_default() { GAMES } else { GAMES / 2 },
            max_shrink_iters: 256,
            failure_persistence: Some(Box::new(persistence)),
            ..Config::default()
        };
        let tried = TestRunner::new(config).run(&(any::<u64>(), 0..PLIES), |(seed, plies)| law(case, seed, plies));
        if let Err(error) = tried {
            panic!("{case}: {error}");
        }
    }
}

/// Tries a law on every position of random games of every case. What it draws does not change the game.
fn every_position(law: impl Fn(&Case, &mut Position, &mut Rng) -> Held) {
    every_game(|case, seed, plies| {
        let mut drawn = Rng::for_game(seed, 1);
        walk(case, seed, plies, |position| law(case, position, &mut drawn))
    });
}

/// Plays at random from the start and shows every position, the last one included.
fn walk(case: &Case, seed: u64, plies: usize, mut show: impl FnMut(&mut Position) -> Held) -> Held {
    let mut position = case.start();
    let mut rng = Rng::new(seed);
    for _ in 0..=plies {
        show(&mut position)?;
        let Some(action) = position.legal().map_err(fault)?.random(&mut rng) else { break };
        position.play_unchecked(&action).map_err(fault)?;
    }
    Ok(())
}

fn fault(fault: Fault) -> TestCaseError {
    TestCaseError::fail(format!("cannot be evaluated: {fault}"))
}

fn legal(position: &mut Position) -> Result<Vec<Action>, TestCaseError> {
    Ok(position.legal().map_err(fault)?.iter().collect())
}

/// Some of them, each as likely as another.
fn sample(actions: &[Action], rng: &mut Rng) -> Vec<Action> {
    if actions.len() <= SAMPLE {
        return actions.to_vec();
    }
    (0..SAMPLE).map(|_| actions[rng.below(actions.len() as u32) as usize].clone()).collect()
}

/// All that a position says of itself.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    notation: String,
    words: Vec<u64>,
    hash: u64,
    seat: u8,
    outcome: Option<rulebook_play::engine::Outcome>,
    legal: Vec<Action>,
}

fn seen(position: &mut Position) -> Result<Seen, TestCaseError> {
    Ok(Seen {
        notation: position.notation(),
        words: position.words().to_vec(),
        hash: position.hash(),
        seat: position.seat_to_act(),
        outcome: position.outcome().map_err(fault)?,
        legal: legal(position)?,
    })
}

#[test]
fn every_least_option_value_makes_a_game() {
    assert!(cases().bad.is_empty(), "\n{}\n", cases().bad.join("\n"));
}

#[test]
fn legal_actions_are_those_that_are_allowed() {
    every_position(|case, position, rng| {
        let legal = legal(position)?;
        let all: BTreeSet<String> = legal.iter().map(|action| format!("{action:?}")).collect();
        prop_assert_eq!(all.len(), legal.len(), "an action is listed twice in {}", position.notation());
        for action in sample(&legal, rng) {
            let written = position.written(&action);
            prop_assert!(position.allows(&action).map_err(fault)?, "{written} is listed and not allowed");
            let Some(other) = changed(position, &action, &legal, rng) else { continue };
            let allowed = position.allows(&other).map_err(fault)?;
            let listed = legal.contains(&other);
            let shown = position.written(&other);
            prop_assert_eq!(allowed, listed, "{}: {} in {}", case, shown, position.notation());
        }
        Ok(())
    });
}

/// What each pick of an action is taken from; nothing for what picks nothing.
fn pick_types(position: &Position, action: &Action) -> Option<Vec<Type>> {
    let choices = &position.plan().roles[position.role_to_act()].choices;
    let rule = match choices.get(usize::from(action.choice()))?.sort {
        ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. } => rule,
        ChoiceKind::Pass | ChoiceKind::Scatter(_) => return None,
    };
    let types: Vec<Type> = position.game().moves[rule].pick_types().collect();
    // A further link of a chain goes on from the one before: its first pick is not said again.
    let further = types.iter().skip(1).cycle();
    Some(types.iter().chain(further).take(action.picks().len()).copied().collect())
}

/// The action with some of its picks changed: to others of the same sort, or to those of another legal action.
fn changed(position: &Position, action: &Action, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    let game = position.game();
    let types = pick_types(position, action)?;
    let like: Vec<&Action> = legal.iter().filter(|other| other.choice() == action.choice()).collect();
    let mut picks = action.picks().to_vec();
    for (at, pick) in picks.iter_mut().enumerate() {
        let count = match types[at] {
            Type::Directions | Type::Direction => game.board.directions().count(),
            Type::Players | Type::Player => game.players.len(),
            _ => game.board.slots(),
        };
        match rng.below(3) {
            0 => *pick = rng.below(count as u32) as u16,
            1 => *pick = like[rng.below(like.len() as u32) as usize].picks().get(at).copied().unwrap_or(*pick),
            _ => {}
        }
    }
    Some(action.with_picks(&picks))
}

#[test]
fn written_actions_differ_and_are_found_again() {
    every_position(|_, position, rng| {
        let legal = legal(position)?;
        let mut known = BTreeSet::new();
        for action in &legal {
            let written = position.written(action);
            prop_assert!(!written.contains(char::is_whitespace) && !written.is_empty(), "`{}` has blanks", written);
            prop_assert!(
                known.insert(written.clone()),
                "two actions are written `{}` in {}",
                written,
                position.notation()
            );
        }
        for action in sample(&legal, rng) {
            let written = position.written(&action);
            prop_assert_eq!(position.find(&written), Ok(action));
        }
        Ok(())
    });
}

#[test]
fn undo_takes_everything_back() {
    every_position(|_, position, rng| {
        let before = seen(position)?;
        for action in sample(&before.legal, rng) {
            let written = position.written(&action);
            position.play_unchecked(&action).map_err(fault)?;
            let after = seen(position)?;
            prop_assert_eq!(after.hash, position.fresh_hash(), "the hash after {}", &written);
            prop_assert!(before.notation != after.notation, "{} changes nothing", &written);
            prop_assert!(position.undo());
            prop_assert_eq!(&seen(position)?, &before, "{} is not taken back", written);
        }
        Ok(())
    });
}

#[test]
fn a_game_is_taken_back_to_its_start() {
    every_game(|case, seed, plies| {
        let mut position = case.start();
        let mut rng = Rng::new(seed);
        let mut shown = vec![seen(&mut position)?];
        for _ in 0..plies {
            let Some(action) = position.legal().map_err(fault)?.random(&mut rng) else { break };
            position.play(&action).map_err(|error| TestCaseError::fail(error.to_string()))?;
            shown.push(seen(&mut position)?);
        }
        while let Some(expected) = shown.pop() {
            prop_assert_eq!(&seen(&mut position)?, &expected);
            prop_assert_eq!(position.hash(), position.fresh_hash());
            prop_assert_eq!(position.undo(), !shown.is_empty());
        }
        Ok(())
    });
}

#[test]
fn positions_read_back() {
    every_position(|case, position, _| {
        let before = seen(position)?;
        let after = seen(&mut case.read(&before.notation))?;
        if !position.plan().repetitions.is_empty() {
            // What was before is no part of a position's text.
            prop_assert_eq!(
                (&after.notation, &after.words, after.hash),
                (&before.notation, &before.words, before.hash)
            );
        } else {
            prop_assert_eq!(&after, &before);
        }
        Ok(())
    });
}

#[test]
fn games_go_on_exactly_as_long_as_there_is_something_to_do() {
    every_game(|case, seed, _| {
        walk(case, seed, 20 * PLIES, |position| {
            let outcome = position.outcome().map_err(fault)?;
            let count = position.legal().map_err(fault)?.len();
            prop_assert_eq!(outcome.is_some(), count == 0, "in {}", position.notation());
            let stuck = outcome.as_ref().is_some_and(|outcome| outcome.stuck);
            prop_assert!(!stuck, "no rule says what it means that there is no move in {}", position.notation());
            if let Some(outcome) = outcome {
                prop_assert!(outcome.winners.is_sorted() && outcome.winners.len() < case.start().game().players.len());
                prop_assert!(position.winning_seat(&outcome).is_some());
            }
            Ok(())
        })
    });
}

#[test]
fn native_code_and_the_reference_agree() {
    every_game(|case, seed, plies| {
        let (mut native, mut plain) = (case.start(), case.plain_start());
        let mut rng = Rng::new(seed);
        for _ in 0..=plies {
            prop_assert_eq!(&seen(&mut native)?, &seen(&mut plain)?);
            let Some(action) = native.legal().map_err(fault)?.random(&mut rng) else { break };
            native.play_unchecked(&action).map_err(fault)?;
            plain.play_unchecked(&action).map_err(fault)?;
        }
        Ok(())
    });
}

#[test]
fn the_same_seed_plays_the_same_game() {
    every_game(|case, seed, plies| {
        prop_assert_eq!(case.start().plan().to_string(), case.compiled_again().to_string());
        let record = || -> Result<Vec<String>, TestCaseError> {
            let mut record = Vec::new();
            walk(case, seed, plies, |position| {
                record.push(position.notation());
                Ok(())
            })?;
            Ok(record)
        };
        prop_assert_eq!(record()?, record()?);
        Ok(())
    });
}

#[test]
fn what_is_scattered_at_once_is_what_is_scattered_one_by_one() {
    let mut scattered = 0;
    for case in &cases().good {
        for seed in 0..20 {
            let (mut at_once, mut one_by_one) = (case.start(), case.start());
            let mut rngs = [Rng::new(seed), Rng::new(seed)];
            while at_once.in_setup() {
                let mut seen = Vec::new();
                // In two parts.
                for most in [3, u32::MAX] {
                    let before = seen.len();
                    let laid =
                        at_once.lay_rest(&mut rngs[0], most, &mut |action, could| seen.push((action.clone(), could)));
                    assert_eq!(laid.unwrap() as usize, seen.len() - before, "{case}");
                }
                scattered += seen.len();
                let is_scattered = !seen.is_empty();
                let next = if is_scattered { None } else { at_once.random_action(&mut rngs[0]).unwrap() };
                seen.extend(next.map(|action| {
                    let could = at_once.legal().unwrap().len();
                    at_once.play_unchecked(&action).unwrap();
                    (action, could)
                }));
                for (laid, could) in seen {
                    let action = one_by_one.random_action(&mut rngs[1]).unwrap();
                    assert_eq!((action, one_by_one.legal().unwrap().len()), (Some(laid.clone()), could), "{case}");
                    one_by_one.play_unchecked(&laid).unwrap();
                }
                assert_eq!(at_once.words(), one_by_one.words(), "{case}");
                assert!(at_once.past().eq(one_by_one.past()), "{case}");
            }
        }
    }
    assert!(scattered > 1000, "{scattered} pieces");
}

#[test]
fn a_symmetry_of_the_board_maps_legal_moves_to_legal_moves() {
    let mut mapped = 0;
    for case in &cases().good {
        let (start, game) = (case.start(), Arc::clone(case.start().game()));
        for symmetry in game.board.symmetries().iter().skip(1) {
            // Of alike actions the shortest text stands for all, which is another one on the other side.
            let is_whole = game.alike.is_none()
                // What is laid by lot is laid in the order of reading.
                && !game.has_luck()
                // Directions that pieces carry are numbers here, and turn as well.
                && game.carried_numbers().next().is_none()
                && words_under(&start, symmetry) == start.words();
            if is_whole && keeps_what_is_named(&game, symmetry) {
                mapped += 1;
                let held = (0..2).try_for_each(|seed| in_step(case, symmetry, seed));
                held.unwrap_or_else(|error| panic!("{case}: {error}"));
            }
        }
    }
    assert!(mapped > 10, "the start of {mapped} games looks the same from another side");
}

/// Whether the directions, cells and regions that definitions and moves name are the same seen from the other side.
fn keeps_what_is_named(game: &Game, symmetry: &Symmetry) -> bool {
    // A group is known by its first cell, which is another one seen from the other side.
    let by_group = |step: &Picking| matches!(step, Picking::Pick { from, .. } if from.ty == Type::Groups);
    let mut kept = !game.moves.iter().flat_map(|rule| &rule.picking).any(by_group);
    let board = &game.board;
    let keeps_cells = |cells: &[CellId]| cells.iter().all(|cell| cells.contains(&symmetry.cell(*cell)));
    let keeps = |number: &dyn Fn(CellId) -> u32| board.cells().all(|c| number(c) == number(symmetry.cell(c)));
    let mut see = |expr: &Expr| {
        expr.visit(&mut |expr| {
            kept &= match &expr.kind {
                ExprKind::Direction(direction) => symmetry.direction(*direction) == *direction,
                ExprKind::Directions(some) => some.iter().all(|d| some.contains(&symmetry.direction(*d))),
                ExprKind::Cell(cell) => symmetry.cell(*cell) == *cell,
                ExprKind::Region(cells) => keeps_cells(cells),
                ExprKind::Builtin(builtin, _) => {
                    builtin.row().place.is_none_or(|place| keeps(&|cell| place(board, cell)))
                }
                _ => true,
            }
        });
    };
    game.definitions.iter().for_each(|definition| see(&definition.body));
    game.patterns.iter().for_each(|pattern| see(&pattern.members));
    for rule in &game.moves {
        for step in &rule.picking {
            match step {
                Picking::Pick { from: expr, .. }
                | Picking::Several { from: expr, .. }
                | Picking::Let { value: expr, .. }
                | Picking::Where(expr) => see(expr),
            }
        }
        rule.effects.iter().for_each(|effect| effect.visit(true, &mut see));
    }
    kept
}

/// Plays a game and its image under a symmetry, in which the legal actions are the images of those here.
fn in_step(case: &Case, symmetry: &Symmetry, seed: u64) -> Held {
    let (mut position, mut image) = (case.start(), case.start());
    let mut rng = Rng::new(seed);
    for _ in 0..PLIES / 2 {
        // Who has reached which side is another matter on the other side.
        let over = [&mut position, &mut image].map(|side| side.outcome().map(|outcome| outcome.is_some()));
        if over.iter().any(|over| !matches!(over, Ok(false))) {
            break;
        }
        let here = legal(&mut position)?;
        let there: BTreeSet<String> = legal(&mut image)?.iter().map(|action| image.written(action)).collect();
        let images: Vec<Action> = here.iter().map(|action| action_under(&position, action, symmetry)).collect();
        let written: BTreeSet<String> = images.iter().map(|action| image.written(action)).collect();
        prop_assert_eq!(written, there, "of {}", position.notation());
        let at = rng.below(here.len() as u32) as usize;
        position.play_unchecked(&here[at]).map_err(fault)?;
        image.play_unchecked(&images[at]).map_err(fault)?;
        let there = words_under(&image, &image.game().board.symmetries()[0]);
        prop_assert_eq!(words_under(&position, symmetry), there, "after {}", position.notation());
    }
    Ok(())
}

/// The words of a position as they would be with every cell where the symmetry takes it. What was picked last is left out.
fn words_under(position: &Position, symmetry: &Symmetry) -> Vec<u64> {
    let mut words = position.words().to_vec();
    for field in &position.plan().layout.fields {
        let (from, to) = (field.offset as usize, (field.offset + field.words) as usize);
        if to > words.len() {
            continue;
        }
        if field.name.starts_with("last_picks") {
            words[from..to].fill(0);
            continue;
        }
        let old = words[from..to].to_vec();
        let slots = position.game().board.slots();
        if matches!(field.sort, FieldKind::Owner | FieldKind::Kind | FieldKind::Cells) {
            words[from..to].fill(0);
            for cell in (0..slots).filter(|slot| old[slot / 64] >> (slot % 64) & 1 == 1) {
                let image = symmetry.cell(CellId::from_index(cell)).index();
                words[from + image / 64] |= 1 << (image % 64);
            }
        } else if old.len() == slots {
            for (slot, word) in old.iter().enumerate() {
                words[from + symmetry.cell(CellId::from_index(slot)).index()] = *word;
            }
        }
    }
    words
}

fn action_under(position: &Position, action: &Action, symmetry: &Symmetry) -> Action {
    let Some(types) = pick_types(position, action) else { return action.clone() };
    let image = |(ty, pick): (&Type, &u16)| match ty {
        Type::Directions | Type::Direction => {
            symmetry.direction(DirectionId::from_index(usize::from(*pick))).index() as u16
        }
        Type::Players | Type::Player | Type::Kinds | Type::Kind | Type::Range => *pick,
        // A place of a set that has no more.
        _ if *pick == u16::MAX => *pick,
        _ => symmetry.cell(CellId(*pick)).0,
    };
    let mut images: Vec<u16> = types.iter().zip(action.picks()).map(image).collect();
    if let ActionKind::Move(rule) = position.kind_of(action) {
        position.game().moves[rule].put_in_order(&position.game().board, &mut images);
    }
    action.with_picks(&images)
}

#[test]
fn a_pie_exchanges_seats_and_leaves_colours() {
    let mut pies = 0;
    for case in cases().good.iter().filter(|case| case.start().plan().pie) {
        for seed in 0..3 {
            let mut position = case.start();
            let mut rng = Rng::new(seed);
            while position.turn() == 0 && position.outcome().unwrap().is_none() {
                assert_eq!(position.find("swap"), Err(rulebook_play::engine::PlayError::Illegal("swap".to_owned())));
                let action = position.legal().unwrap().random(&mut rng).unwrap();
                position.play(&action).unwrap();
            }
            if position.outcome().unwrap().is_some() {
                continue;
            }
            pies += 1;
            let (before, role, seat) = (position.words().to_vec(), position.role_to_act(), position.seat_to_act());
            assert_eq!((seat, position.role_of_seat(seat)), (2, role), "{case}");
            let swap = position.find("swap").unwrap();
            assert!(position.allows(&swap).unwrap(), "{case}");
            position.play(&swap).unwrap();
            let swapped = position.plan().layout.system.swapped as usize;
            let differ: Vec<usize> = (0..before.len()).filter(|at| before[*at] != position.words()[*at]).collect();
            assert_eq!(differ, [swapped], "{case}: only the seats change");
            assert_eq!((position.role_to_act(), position.seat_to_act()), (role, 1), "{case}");
            assert!(position.find("swap").is_err(), "{case}: there is one swap in a game");
            assert!(position.undo());
            assert_eq!((position.words(), position.seat_to_act()), (before.as_slice(), 2), "{case}");
        }
    }
    assert!(pies > 0, "a shipped game has a pie");
}

/// The rows of a picture, as a file would say them.
fn rows(picture: &str) -> Vec<Name> {
    picture.lines().map(|line| Name { text: line.to_owned(), span: Span::default() }).collect()
}

#[test]
fn what_is_drawn_reads_back() {
    every_position(|case, position, _| {
        let picture = position.picture();
        let game = position.game().clone();
        let Ok(contents) = game.legend().read(&rows(&picture)) else {
            return Err(TestCaseError::fail(format!("{case}: cannot be read:\n{picture}")));
        };
        for cell in game.board.cells() {
            let read = contents.iter().find(|(read, _)| *read == cell).map(|(_, pieces)| pieces.clone());
            prop_assert_eq!(read.unwrap_or_default(), position.pieces(cell), "{} of\n{}", cell.0, picture);
        }
        Ok(())
    });
}

#[test]
fn positions_that_are_set_up_go_on_like_others() {
    every_game(|case, seed, plies| {
        let mut played = case.start();
        walk(case, seed, plies, |position| {
            played = position.clone();
            Ok(())
        })?;
        // What is set up stands behind what the setup lays by lot.
        if played.in_setup() {
            return Ok(());
        }
        let (game, plan) = (played.game().clone(), played.plan().clone());
        let (layout, words) = (&plan.layout, played.words().to_vec());
        let mut set_up = SetUp {
            contents: Some(game.legend().read(&rows(&played.picture())).unwrap_or_default()),
            to_act: Some(played.role_to_act()),
            ..SetUp::default()
        };
        for (id, counter) in game.counters.iter_ids() {
            let number = |index: usize| words[layout.counter(id) as usize + index] as i64;
            set_up.counters.extend((0..game.numbers(counter.per)).map(|index| (id, index, number(index))));
        }
        for mark in game.marks.ids() {
            let at = layout.mark(mark) as usize;
            let marked = |cell: &CellId| words[at + cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
            set_up.marks.push((mark, game.board.cells().filter(marked).collect()));
        }
        let mut position = Position::set_up(game.clone(), plan.clone(), &set_up).map_err(fault)?;
        let contents = layout.contents as usize;
        prop_assert_eq!(&position.words()[..contents], &words[..contents], "{}", case);
        prop_assert_eq!(position.hash(), position.fresh_hash());
        prop_assert!(!position.undo(), "nothing was played");
        let start = seen(&mut position)?;
        let mut again = case.read(&start.notation);
        prop_assert_eq!(&seen(&mut again)?, &start, "{}", case);
        let mut rng = Rng::new(seed);
        let mut count = 0;
        while count < 10 {
            let Some(action) = position.legal().map_err(fault)?.random(&mut rng) else { break };
            position.play(&action).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(position.hash(), position.fresh_hash());
            count += 1;
        }
        for _ in 0..count {
            prop_assert!(position.undo());
        }
        prop_assert_eq!(seen(&mut position)?, start);
        Ok(())
    });
}
