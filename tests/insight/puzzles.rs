//! Puzzles: what is said of them is worked out again by the plainest search.

use std::collections::BTreeMap;

use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::{Puzzle, PuzzleError, PuzzleSettings, Puzzles, puzzles};
use rulebook_insight::library::{Prepared, Settings, Written, find, load};
use rulebook_play::engine::Position;

/// A shipped game with `options` as `name=value`.
fn prepared(name: &str, options: &[&str]) -> Prepared {
    let mut loaded = load(name, find(name).unwrap().text);
    let mut settings = Settings::default();
    for option in options {
        let (option, value) = option.split_once('=').unwrap();
        settings.set(" --set ", option, value);
    }
    let written: Written = settings.write_down("<options>", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{name} {options:?}: {report:?}"))
}

fn settings(missed_by: &str) -> PuzzleSettings {
    PuzzleSettings {
        number: 3,
        agents: vec![Spec::Random],
        missed_by: Some(missed_by.parse().unwrap()),
        games: 32,
        max_plies: 200,
        plies: 3..=5,
        nodes: 1_000,
        seed: 1,
    }
}

fn found(prepared: &Prepared, settings: &PuzzleSettings) -> Puzzles {
    puzzles(prepared, settings, &mut |_| true).unwrap()
}

/// What is known of positions: whether a seat wins within so many plies.
type Known = BTreeMap<(String, u8), bool>;

/// Whether a seat wins within so many plies, whatever the other does.
fn wins(position: &mut Position, seat: u8, plies: u8, known: &mut Known) -> bool {
    if let Some(outcome) = position.outcome().unwrap() {
        return position.winning_seat(&outcome) == Some(seat);
    }
    if plies == 0 {
        return false;
    }
    // The last plies are soon looked at.
    let key = (plies > 1).then(|| (position.notation(), plies));
    if let Some(won) = key.as_ref().and_then(|key| known.get(key)) {
        return *won;
    }
    let own = position.seat_to_act() == seat;
    let actions: Vec<_> = position.legal().unwrap().iter().collect();
    let mut after = |action| {
        position.play_unchecked(action).unwrap();
        let won = wins(position, seat, plies - 1, known);
        position.undo();
        won
    };
    let won = if own { actions.iter().any(&mut after) } else { actions.iter().all(&mut after) };
    known.extend(key.map(|key| (key, won)));
    won
}

/// Whether a seat wins at all, of games in which no position comes back.
fn ever(position: &mut Position, seat: u8, known: &mut BTreeMap<String, bool>) -> bool {
    if let Some(outcome) = position.outcome().unwrap() {
        return position.winning_seat(&outcome) == Some(seat);
    }
    let key = position.notation();
    if let Some(won) = known.get(&key) {
        return *won;
    }
    let own = position.seat_to_act() == seat;
    let mut won = !own;
    let actions: Vec<_> = position.legal().unwrap().iter().collect();
    for action in actions {
        position.play_unchecked(&action).unwrap();
        let after = ever(position, seat, known);
        position.undo();
        if after == own {
            won = own;
            break;
        }
    }
    known.insert(key, won);
    won
}

/// Works everything out that is said of a puzzle.
fn holds(prepared: &Prepared, puzzle: &Puzzle) {
    let mut position = prepared.read(&puzzle.position).unwrap();
    let (seat, proved) = (position.seat_to_act(), &puzzle.proved);
    let right: Vec<String> =
        std::iter::once(&proved.action).chain(&proved.same).map(|action| position.written(action)).collect();
    let (mut known, mut known_ever) = (Known::new(), BTreeMap::new());
    let (mut others, mut after_right) = (Vec::new(), Vec::new());
    for action in position.listed().unwrap() {
        let text = position.written(&action);
        position.play_unchecked(&action).unwrap();
        if right.contains(&text) {
            assert!(wins(&mut position, seat, proved.plies - 1, &mut known), "{text} of {puzzle:?}");
            assert!(!wins(&mut position, seat, proved.plies - 2, &mut known), "{text} of {puzzle:?}");
            after_right.push(position.picture());
        } else {
            match proved.within {
                Some(within) => assert!(!wins(&mut position, seat, within - 1, &mut known), "{text} of {puzzle:?}"),
                None => assert!(!ever(&mut position, seat, &mut known_ever), "{text} of {puzzle:?}"),
            }
            others.push(text);
        }
        position.undo();
    }
    assert_eq!(after_right.len(), right.len());
    assert!(after_right.iter().all(|picture| *picture == after_right[0]), "the same position");
    assert!(!others.is_empty());
    let mut told: Vec<&str> = puzzle.others.iter().map(|other| other.action.as_str()).collect();
    told.sort_unstable();
    others.sort_unstable();
    assert_eq!(told, others);
    answers_hold(prepared, puzzle, seat);
    assert_eq!((puzzle.line.len(), &puzzle.line[0]), (usize::from(proved.plies), &right[0]));
    for text in &puzzle.line {
        assert_eq!(position.outcome().unwrap(), None);
        let action = position.find(text).unwrap();
        position.play_unchecked(&action).unwrap();
    }
    let outcome = position.outcome().unwrap().unwrap();
    assert_eq!((position.winning_seat(&outcome), &outcome.clause), (Some(seat), &puzzle.theme.clause));
    assert!(puzzle.missed >= 5 && puzzle.theme.plies == proved.plies);
}

/// The answers to other actions win as soon as is said, or leave no win within the bound.
fn answers_hold(prepared: &Prepared, puzzle: &Puzzle, seat: u8) {
    let (mut known, mut known_other) = (Known::new(), Known::new());
    for other in &puzzle.others {
        let mut position = prepared.read(&puzzle.position).unwrap();
        for text in std::iter::once(&other.action).chain(&other.reply) {
            let action = position.find(text).unwrap();
            position.play_unchecked(&action).unwrap();
        }
        match (&other.reply, other.loses_in) {
            (_, Some(plies)) => {
                let left = plies - if other.reply.is_some() { 2 } else { 1 };
                assert!(wins(&mut position, 3 - seat, left, &mut known_other), "{other:?} of {puzzle:?}");
            }
            (Some(_), None) => {
                let within = puzzle.proved.within.unwrap_or(5).saturating_sub(2);
                assert!(!wins(&mut position, seat, within, &mut known), "{other:?} of {puzzle:?}");
            }
            (None, None) => {}
        }
    }
}

#[test]
fn what_is_said_of_puzzles_is_so() {
    // Unlike games: drops that fall, steps with captures, connections, points, blocking, kings and jumps that must be made.
    let games: [(&str, &[&str]); 9] = [
        ("tic-tac-toe", &[]),
        ("connect-four", &["columns=5", "rows=4"]),
        ("breakthrough", &["size=5"]),
        ("hex", &["size=4", "pie=off"]),
        ("othello", &["size=4"]),
        ("clobber", &["rows=3", "columns=4"]),
        ("domineering", &["columns=5", "rows=5", "pie=off"]),
        ("chess", &[]),
        ("english-draughts", &[]),
    ];
    for (name, options) in games {
        let prepared = prepared(name, options);
        let found = found(&prepared, &settings("random"));
        assert!(!found.puzzles.is_empty(), "{name}: {found:?}");
        assert!(found.proved >= found.missed && found.missed >= found.puzzles.len() as u64, "{name}");
        for puzzle in &found.puzzles {
            holds(&prepared, puzzle);
        }
        let mut games: Vec<u64> = found.puzzles.iter().map(|puzzle| puzzle.game).collect();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), found.puzzles.len(), "{name}: one of a game");
    }
}

/// Themes are told apart: where games are won in two ways, both are among the first puzzles.
#[test]
fn puzzles_are_spread_over_the_ways_to_win() {
    let prepared = prepared("hex", &["size=4", "pie=off"]);
    let found = found(&prepared, &PuzzleSettings { number: 2, ..settings("random") });
    let clauses: Vec<&str> = found.puzzles.iter().map(|puzzle| puzzle.theme.clause.as_str()).collect();
    assert!(clauses.len() == 2 && clauses[0] != clauses[1], "{clauses:?}");
}

#[test]
fn what_a_player_sees_is_no_puzzle() {
    let prepared = prepared("connect-four", &["columns=5", "rows=4"]);
    // It looks as far ahead as the proof.
    let found = found(&prepared, &PuzzleSettings { games: 16, ..settings("alphabeta:6") });
    assert!(found.proved > 0 && found.missed == 0 && found.puzzles.is_empty(), "{found:?}");
    assert_eq!(found.games, 16);
}

#[test]
fn games_without_puzzles_are_refused() {
    let refused = |name| puzzles(&prepared(name, &[]), &settings("random"), &mut |_| true).unwrap_err();
    assert_eq!(refused("chinese-checkers"), PuzzleError::Players(3));
    assert_eq!(refused("einstein"), PuzzleError::Luck);
    let unfit = PuzzleSettings { missed_by: Some("greedy".parse().unwrap()), ..settings("random") };
    let error = puzzles(&prepared("tic-tac-toe", &[]), &unfit, &mut |_| true).unwrap_err();
    assert!(matches!(error, PuzzleError::Agent(_)), "{error}");
}

#[test]
fn whoever_is_told_how_far_it_is_can_end_it() {
    let mut told = 0;
    let found = puzzles(&prepared("tic-tac-toe", &[]), &settings("random"), &mut |found| {
        told += 1;
        found.games == 0
    });
    assert_eq!((found, told), (Err(PuzzleError::Stopped), 1));
}
