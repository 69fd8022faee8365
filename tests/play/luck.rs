//! Games with lots beside the records of other programs (`tests/peers/luck-and-links`), as they were recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rulebook_batch::{BatchJob, StartState};
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::{Limits, expected_value};
use rulebook_insight::library::{Prepared, Settings, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Position, SeatResult};
use rulebook_play::record::{Record, replay};
use serde::Deserialize;

/// A game as it was recorded.
#[derive(Deserialize)]
struct Recorded {
    moves: Vec<String>,
    counts: Vec<u64>,
    seats: Vec<u8>,
    probs: Vec<Option<f64>>,
    winner: Vec<u8>,
    #[serde(default)]
    start: BTreeMap<String, String>,
}

fn recorded(name: &str) -> Vec<Recorded> {
    let path = format!("{}/tests/peers/luck-and-links/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn prepared(game: &str, options: &[(&str, &str)]) -> Prepared {
    prepared_text(game, find(game).unwrap().text, options)
}

fn prepared_text(game: &str, text: &str, options: &[(&str, &str)]) -> Prepared {
    let mut loaded = load(game, text);
    let mut settings = Settings::default();
    options.iter().for_each(|(option, value)| settings.set(" ", option, value));
    let written = settings.write_down("test", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{game}: {report:?}"))
}

fn play(position: &mut Position, text: &str) {
    let action = position.find(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}, {}", position.notation()));
    position.play(&action).unwrap();
}

/// The records in our notation stand in `tests/peers/records`, where `rulebook replay` reads them; `BLESS=1` writes them anew.
fn kept(file: &str, prepared: &Prepared, records: impl Iterator<Item = Record>) {
    let game =
        ["backgammon", "einstein", "pig", "royal-game-of-ur"].into_iter().find(|game| file.starts_with(game)).unwrap();
    let written: String = records
        .map(|record| {
            let options = prepared.game.options.iter();
            let options = options.map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect();
            Record { game: game.to_owned(), options, ..record }.to_string() + "\n"
        })
        .collect();
    let path = format!("{}/tests/peers/records/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|text| text == written),
        "{path} is another: write it with BLESS=1"
    );
}

/// Replays games in our notation, each with the odds that the record has for what nature did.
fn replayed(
    file: &str,
    prepared: &Prepared,
    records: impl Iterator<Item = (Record, Vec<Option<f64>>)>,
) -> (usize, usize) {
    let (mut games, mut plies) = (0, 0);
    let records: Vec<_> = records.collect();
    kept(file, prepared, records.iter().map(|(record, _)| record.clone()));
    for (record, odds) in records {
        let held = replay(&mut prepared.start(), &record).unwrap_or_else(|wrong| panic!("game {games}: {wrong}"));
        let mut position = prepared.start();
        for (text, odds) in record.moves.iter().zip(odds) {
            if let Some(odds) = odds {
                let legal = position.legal().unwrap().clone();
                let at = legal.iter().position(|action| position.written(&action) == *text).unwrap();
                let chance = position.chance().unwrap().unwrap();
                let found = chance.weights[at] as f64 / chance.total as f64;
                assert!((found - odds).abs() < 1e-9, "{text}: {found} and not {odds}");
            }
            play(&mut position, text);
        }
        games += 1;
        plies += held.plies;
    }
    (games, plies)
}

fn record(moves: Vec<String>, counts: Vec<Option<u64>>, seats: Vec<u8>, winner: &[u8]) -> Record {
    let result = Some(if let [seat] = *winner { SeatResult::One(seat) } else { SeatResult::One(0) });
    Record { moves, counts: Some(counts), seats: Some(seats), result, ..Record::default() }
}

#[test]
fn pig_is_that_of_openspiel() {
    for (name, file, options, held) in [
        ("os-pig__win-20", "pig-20", vec![("goal", "20")], (15, 520)),
        ("os-pig__win-50_d4", "pig-50-4", vec![("goal", "50"), ("faces", "4")], (10, 1344)),
    ] {
        let records = recorded(name).into_iter().map(|game| {
            let moves = game.moves.iter().map(|text| text.trim_start_matches("Roll ").to_owned()).collect();
            (record(moves, game.counts.into_iter().map(Some).collect(), game.seats, &game.winner), game.probs)
        });
        assert_eq!(replayed(file, &prepared("pig", &options), records), held, "{name}");
    }
}

#[test]
fn the_royal_game_of_ur_is_that_of_royalur() {
    let open = [("men", "4"), ("rosettes", "open"), ("captures", "throw_again")];
    for (name, file, options, held) in [
        ("ur", "royal-game-of-ur", &[][..], (6, 1665)),
        ("ur__two-pieces", "royal-game-of-ur-2", &[("men", "2")][..], (20, 1448)),
        ("ur__captures-roll-again", "royal-game-of-ur-open", &open[..], (8, 1236)),
    ] {
        let records = recorded(name).into_iter().map(|game| {
            let moves = game.moves.iter().map(|text| match text.split_once(" rolls ") {
                Some((_, steps)) => {
                    let ones: usize = steps.parse().unwrap();
                    (0..4).map(|die| if die < ones { "1" } else { "0" }).collect::<Vec<_>>().join("-")
                }
                None => text.to_lowercase(),
            });
            let moves = moves.collect();
            (record(moves, game.counts.into_iter().map(Some).collect(), game.seats, &game.winner), game.probs)
        });
        assert_eq!(replayed(file, &prepared("royal-game-of-ur", options), records), held, "{name}");
    }
}

/// A cell beside another one.
fn beside(cell: &str, columns: i8, rows: i8) -> String {
    let bytes = cell.as_bytes();
    let moved = |letter: u8, by: i8| char::from(letter.checked_add_signed(by).unwrap());
    format!("{}{}", moved(bytes[0], columns), moved(bytes[1], rows))
}

#[test]
fn einstein_is_that_of_openspiel() {
    let einstein = prepared("einstein", &[]);
    let records = recorded("os-einstein").into_iter().map(|game| {
        let mut cubes: BTreeMap<String, String> =
            game.start.iter().map(|(cell, cube)| (cube.to_uppercase(), cell.clone())).collect();
        // The setup is laid cell after cell, with one sort of cubes less each time.
        let (mut moves, mut counts, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        let mut position = einstein.start();
        while position.in_setup() {
            let legal = position.legal().unwrap().clone();
            let text = position.written(&legal.get(0));
            let (cell, _) = text.split_once('=').unwrap();
            let cube = &game.start[cell];
            let sign = if cube.starts_with('b') { cube.replace('b', "B") } else { cube.replace('w', "W") };
            let mut written = legal.iter().map(|action| position.written(&action));
            let text = written.find(|text| text.to_uppercase() == format!("{cell}={sign}").to_uppercase());
            let text = text.unwrap_or_else(|| panic!("{sign} on {cell}: {}", position.written(&legal.get(0))));
            play(&mut position, &text);
            moves.push(text);
            counts.push(Some(legal.len() as u64));
            seats.push(0);
        }
        let mut odds = vec![None; moves.len()];
        for ((text, count), (seat, prob)) in game.moves.iter().zip(&game.counts).zip(game.seats.iter().zip(&game.probs))
        {
            let text = match text.strip_prefix("roll ") {
                Some(pip) => pip.to_owned(),
                None => {
                    let (cube, way) = text.trim_end_matches('*').split_once('-').unwrap();
                    let (columns, rows) = match way {
                        "left" => (-1, 0),
                        "right" => (1, 0),
                        "up" => (0, 1),
                        "down" => (0, -1),
                        _ if cube.starts_with('B') => (1, -1),
                        _ => (-1, 1),
                    };
                    let from = cubes[cube].clone();
                    let to = beside(&from, columns, rows);
                    cubes.retain(|_, cell| *cell != to);
                    cubes.insert(cube.to_owned(), to.clone());
                    format!("{from}-{to}")
                }
            };
            moves.push(text);
            counts.push(Some(*count));
            // White is the first seat here.
            seats.push([0, 2, 1][usize::from(*seat)]);
            odds.push(*prob);
        }
        let winner: Vec<u8> = game.winner.iter().map(|seat| 3 - seat).collect();
        (record(moves, counts, seats, &winner), odds)
    });
    assert_eq!(replayed("einstein", &einstein, records), (20, 862 + 20 * 12));
}

/// A point as the player who moves first, or second, counts it.
fn point(text: &str, is_first: bool) -> String {
    let (near, far) = if is_first { (2, 1) } else { (1, 2) };
    match text {
        "Bar" => format!("m{far}"),
        "Off" => format!("n{near}"),
        number => {
            let number: u8 = number.parse().unwrap();
            let column = if number > 12 { number - 13 } else { 12 - number };
            format!("{}{}", char::from(b'a' + column), if number > 12 { far } else { near })
        }
    }
}

/// The men that move in a turn, each from point to point, as the record writes them: `8/4*(2)`, `Bar/21/15`, `Pass`.
fn men(text: &str, is_first: bool) -> Vec<String> {
    let mut men = Vec::new();
    for part in text.split(' ').filter(|part| *part != "Pass") {
        let (points, times) = match part.split_once('(') {
            Some((points, times)) => (points, times.trim_end_matches(')').parse().unwrap()),
            None => (part, 1),
        };
        let points: Vec<String> = points.split('/').map(|each| point(each.trim_end_matches('*'), is_first)).collect();
        for _ in 0..times {
            men.extend(points.windows(2).map(|pair| format!("{}-{}/", pair[0], pair[1])));
        }
    }
    men.sort();
    men
}

/// All ways to play on in this turn with at most so many men: the actions as written, and the men on the board behind them.
fn ways(
    position: &mut Position,
    seat: u8,
    most: usize,
    line: &mut Vec<String>,
    out: &mut Vec<(Vec<String>, Vec<u64>)>,
) {
    let over = position.outcome().unwrap().is_some();
    if over || most == 0 || position.seat_to_act() != seat {
        let layout = &position.plan().layout;
        let on_board = position.words()[..layout.contents as usize].to_vec();
        return out.push((line.clone(), on_board));
    }
    let legal: Vec<Action> = position.legal().unwrap().iter().collect();
    for action in legal {
        line.push(position.written(&action));
        position.play(&action).unwrap();
        ways(position, seat, most - 1, line, out);
        position.undo();
        line.pop();
    }
}

/// What the library numbers are the positions that a turn, or half a double, can lead to: all of them are compared.
#[test]
fn backgammon_is_that_of_openspiel() {
    let backgammon = prepared("backgammon", &[]);
    let (mut turns, mut plies, mut records) = (0, 0, Vec::new());
    for (number, game) in recorded("os-backgammon").into_iter().enumerate() {
        let mut position = backgammon.start();
        let (mut begins, mut last) = (1, String::new());
        let (mut moves, mut counts, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        for ((text, count), seat) in game.moves.iter().zip(&game.counts).zip(&game.seats) {
            plies += 1;
            let before = plies - 1;
            let rolled = last.clone();
            let at = || format!("game {number}, `{text}` after {before} plies: {rolled}");
            if *seat == 0 {
                if text.contains("starts") {
                    begins = if text.starts_with('X') { 1 } else { 2 };
                }
                assert_eq!(position.seat_to_act(), 0, "{}", at());
                assert_eq!(position.legal().unwrap().len(), 21);
                let dice: Vec<char> = text.chars().rev().take(2).collect();
                let (high, low) = (dice[0].max(dice[1]), dice[0].min(dice[1]));
                moves.push(format!("{high}-{low}"));
                counts.push(Some(21));
                seats.push(0);
                play(&mut position, &format!("{high}-{low}"));
                last = text.clone();
                continue;
            }
            let seat = if *seat == begins { 1 } else { 2 };
            turns += 1;
            if position.seat_to_act() != seat {
                // Nothing can be played, which is no action here.
                assert!(text.split(' ').all(|part| part == "Pass") && *count == 1, "{}", at());
                continue;
            }
            let mut all = Vec::new();
            ways(&mut position, seat, 2, &mut Vec::new(), &mut all);
            let reached: BTreeSet<&Vec<u64>> = all.iter().map(|(_, board)| board).collect();
            assert_eq!(reached.len() as u64, *count, "{}: {}", at(), position.notation());
            let wanted = men(text, seat == 1);
            let bare = |line: &[String]| {
                let mut men: Vec<String> =
                    line.iter().map(|text| text[..=text.find('/').unwrap()].to_owned()).collect();
                men.sort();
                men
            };
            let found = all.iter().find(|(line, _)| bare(line) == wanted);
            let (line, _) = found.unwrap_or_else(|| panic!("{}: {wanted:?}, {}", at(), position.notation()));
            for text in line.clone() {
                play(&mut position, &text);
                moves.push(text);
                // The library numbers whole turns.
                counts.push(None);
                seats.push(seat);
            }
        }
        let winner = position.outcome().unwrap().map(|outcome| outcome.winners);
        let first = position.role_of_seat(1);
        let won = if game.winner == [begins] { vec![first] } else { vec![position.role_of_seat(2)] };
        assert_eq!(winner, Some(won), "game {number}");
        records.push(record(moves, counts, seats, &[if game.winner == [begins] { 1 } else { 2 }]));
    }
    kept("backgammon", &backgammon, records.into_iter());
    assert_eq!((turns, plies), (511, 951));
}

/// Every roll of the games that generators of ours play (`tests/peers/generators`) has the odds that these give it.
#[test]
fn odds_are_those_of_the_generators() {
    for (game, rolls) in [("cant-stop", 126), ("ludo", 6), ("pachisi", 7), ("senet", 5)] {
        let path = format!("{}/tests/peers/generators/{game}.odds.tsv", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut known: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            known.insert(fields[0].to_owned(), (fields[1].parse().unwrap(), fields[2].parse().unwrap()));
        }
        let mut position = prepared(game, &[]).start();
        let chance = position.chance().unwrap().unwrap();
        let (weights, total) = (chance.weights.to_vec(), chance.total);
        let legal = position.legal().unwrap().clone();
        assert_eq!((legal.len(), known.len()), (rolls, rolls), "{game}");
        for (action, weight) in legal.iter().zip(weights) {
            let text = position.written(&action);
            let (ways, of) = known[&text];
            assert_eq!(weight * of, ways * total, "{game}: {text}");
        }
    }
}

/// How many ways there are to end the turn, up to the next roll.
fn ways_on(position: &mut Position, seat: u8) -> u64 {
    if position.outcome().unwrap().is_some() || position.seat_to_act() != seat {
        return 1;
    }
    let legal: Vec<Action> = position.legal().unwrap().iter().collect();
    let mut ways = 0;
    for action in legal {
        position.play(&action).unwrap();
        ways += ways_on(position, seat);
        position.undo();
    }
    ways
}

/// The library counts what can be done with both dice.
#[test]
fn turns_of_tablero_are_those_of_gameslib() {
    let folder = format!("{}/tests/peers", env!("CARGO_MANIFEST_DIR"));
    for (name, options, held) in [("tablero", &[][..], 357), ("tablero-abba", &[("opening", "one_die")], 353)] {
        let tablero = prepared("tablero", options);
        let records = std::fs::read_to_string(format!("{folder}/records/{name}.jsonl")).unwrap();
        let counts = std::fs::read_to_string(format!("{folder}/lots/{name}.turns.txt")).unwrap();
        let mut turns = 0;
        for (record, counts) in records.lines().zip(counts.lines()) {
            let record = Record::read(record.as_bytes()).unwrap();
            let mut counts = counts.split(' ');
            let mut position = tablero.start();
            for text in &record.moves {
                let is_roll = position.seat_to_act() == 0;
                play(&mut position, text);
                if is_roll {
                    let seat = position.seat_to_act();
                    let count = ways_on(&mut position, seat).to_string();
                    assert_eq!(counts.next(), Some(count.as_str()), "{name}: {}", position.notation());
                    turns += 1;
                }
            }
            assert_eq!(counts.next(), None);
        }
        assert_eq!(turns, held, "{name}");
    }
}

/// A position of a game of the law sheets or of the shipped ones, after some actions.
fn after(prepared: &Prepared, moves: &[&str]) -> Position {
    let mut position = prepared.start();
    moves.iter().for_each(|text| play(&mut position, text));
    position
}

fn sheet(name: &str) -> Prepared {
    let path = format!("{}/tests/laws/sheets/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let loaded = load(name, &std::fs::read_to_string(path).unwrap());
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{name}: {report:?}"))
}

const DRAWS: u32 = 1_000_000;

/// A die, dice that are alike and told apart, a lot by weights, an even lot of cells and of directions, pieces laid by lot: each comes
/// up as often as its odds say, of a million.
#[test]
fn lots_fall_as_their_odds_say() {
    let (pig, dashes, weather) = (prepared("pig", &[]), sheet("dashes"), sheet("weather"));
    let (reefs, boulders, tides) = (sheet("reefs"), sheet("boulders"), sheet("tides"));
    let ur = prepared("royal-game-of-ur", &[]);
    let positions = [
        ("a die", after(&pig, &["roll"])),
        ("dice", after(&dashes, &[])),
        ("alike dice", after(&ur, &[])),
        ("a lot by weights", after(&weather, &["sun", "a1", "west"])),
        ("an even lot", after(&weather, &["sun", "a1"])),
        ("cells", after(&reefs, &[])),
        ("numbers by weights", after(&tides, &[])),
        ("cells by weights", after(&tides, &["2", "a1", "a2", "2", "c3"])),
        ("pieces laid by lot", after(&boulders, &[])),
    ];
    for (name, mut position) in positions {
        let chance = position.chance().unwrap().unwrap_or_else(|| panic!("{name}"));
        let (weights, total) = (chance.weights.to_vec(), chance.total);
        assert_eq!(weights.iter().sum::<u64>(), total, "{name}");
        let legal = position.legal().unwrap().clone();
        let places: BTreeMap<String, usize> =
            legal.iter().enumerate().map(|(at, action)| (position.written(&action), at)).collect();
        assert_eq!(places.len(), legal.len(), "{name}");
        let mut rng = Rng::new(7);
        let one_by_one = (0..DRAWS).map(|_| position.random_action(&mut rng).unwrap().unwrap());
        fall_as_odds_say(name, (&legal, &weights), one_by_one);
        // As batches draw them, each as the first action of a game.
        let program = Arc::new(rulebook_batch::lifted(position.game(), position.plan()).unwrap());
        let (games, max_plies) = (0..u64::from(DRAWS), 1);
        let job = BatchJob { seed: 7, games, max_plies, keep_lines: true, choices: true, steps: None };
        let mut drawn = Vec::new();
        let mut lanes = rulebook_batch::batch_runner(&program, StartState::of(&position));
        lanes.play(&job, &mut || true, &mut |game| drawn.push(game.line[0].as_ref().unwrap().action()));
        fall_as_odds_say(name, (&legal, &weights), drawn.into_iter());
    }
}

/// Whether so many draws are as often what can come up as the odds say.
fn fall_as_odds_say(name: &str, (legal, weights): (&ActionList, &[u64]), draws: impl Iterator<Item = Action>) {
    let (mut drawn, mut all) = (vec![0u64; legal.len()], 0u32);
    for action in draws {
        drawn[legal.iter().position(|known| known == action).unwrap()] += 1;
        all += 1;
    }
    assert_eq!(all, DRAWS, "{name}");
    let total: u64 = weights.iter().sum();
    let expected = |weight: &u64| f64::from(all) * *weight as f64 / total as f64;
    let square = |(drawn, weight): (&u64, &u64)| (*drawn as f64 - expected(weight)).powi(2) / expected(weight);
    let chi_squared: f64 = drawn.iter().zip(weights).map(square).sum();
    let free = (legal.len() - 1) as f64;
    assert!((chi_squared - free) / (2.0 * free).sqrt() < 5.0, "{name}: {chi_squared:.1} of {free}");
}

/// In batches every setup is laid by lot from the game's own stream, each as likely as another.
#[test]
fn setups_are_laid_in_batches_as_likely_as_one_another() {
    let boulders = sheet("boulders");
    let start = boulders.start();
    let program = Arc::new(rulebook_batch::lifted(start.game(), start.plan()).unwrap());
    let job = BatchJob { seed: 3, games: 0..70_000, max_plies: 100, keep_lines: true, choices: true, steps: None };
    let (mut walkers, mut counts, mut games) = ([0u32; 15], 0, 0);
    let mut setups = BTreeSet::new();
    rulebook_batch::batch_runner(&program, StartState::of(&start)).play(&job, &mut || true, &mut |game| {
        let laid: Vec<u16> = game.line[..15].iter().flatten().map(|drawn| drawn.cells[0]).collect();
        counts += 1;
        for item in 1..=3u16 {
            assert_eq!(laid.iter().filter(|laid| **laid == item).count(), if item < 3 { 2 } else { 1 });
        }
        walkers[laid.iter().position(|item| *item == 3).unwrap()] += 1;
        setups.insert(laid);
        games += usize::from(game.plies as usize == game.line.len());
    });
    assert_eq!((counts, games), (70_000, 70_000));
    let expected = f64::from(counts) / 15.0;
    let chi_squared: f64 = walkers.iter().map(|walker| (f64::from(*walker) - expected).powi(2) / expected).sum();
    assert!((chi_squared - 14.0) / 28f64.sqrt() < 5.0, "{chi_squared:.1} of 14");
    // Of 90090 setups, as many as 70,000 draws should meet: those that are not missed by each.
    let all = f64::from(15 * 14 / 2 * (13 * 12 / 2) * 11);
    let met = all * (1.0 - (-f64::from(counts) / all).exp());
    assert!((setups.len() as f64 - met).abs() < 5.0 * all.sqrt(), "{} setups, of {met:.0}", setups.len());
}

/// Two dice: 1/36 for a double, 1/18 for all else; and what the setup lays is as likely in any order.
#[test]
fn odds_are_exact() {
    let backgammon = prepared("backgammon", &[]);
    let mut position = backgammon.start();
    let chance = position.chance().unwrap().unwrap();
    assert_eq!((chance.total, chance.weights.len()), (36, 21));
    assert_eq!(chance.weights.iter().filter(|weight| **weight == 1).count(), 6);
    // All ways to lay three sorts of pieces are as likely as one another.
    let boulders = sheet("boulders");
    let mut all: BTreeMap<String, f64> = BTreeMap::new();
    fn lay(position: &mut Position, odds: f64, all: &mut BTreeMap<String, f64>) {
        if !position.in_setup() {
            return *all.entry(position.notation()).or_default() += odds;
        }
        let chance = position.chance().unwrap().unwrap();
        let (weights, total) = (chance.weights.to_vec(), chance.total as f64);
        for (action, weight) in position.legal().unwrap().clone().iter().zip(weights) {
            position.play(&action).unwrap();
            lay(position, odds * weight as f64 / total, all);
            position.undo();
        }
    }
    lay(&mut boulders.start(), 1.0, &mut all);
    // 15 cells, two rocks, two bushes and a walker.
    assert_eq!(all.len(), 15 * 14 / 2 * (13 * 12 / 2) * 11);
    let even = 1.0 / all.len() as f64;
    assert!(all.values().all(|odds| (odds - even).abs() < 1e-12));
}

/// A position reads back in every stage of a turn and of a setup, and a record may begin there.
#[test]
fn a_record_may_begin_at_a_position() {
    let einstein = prepared("einstein", &[]);
    let mut rng = Rng::new(3);
    let mut position = einstein.start();
    while position.in_setup() {
        let read = Position::read(einstein.game.clone(), einstein.plan.clone(), &position.notation()).unwrap();
        assert_eq!(read.words(), position.words(), "{}", position.notation());
        let action = position.random_action(&mut rng).unwrap().unwrap();
        position.play(&action).unwrap();
    }
    let start = position.notation();
    let (mut moves, mut counts, mut seats) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..6 {
        let action = position.random_action(&mut rng).unwrap().unwrap();
        moves.push(position.written(&action));
        counts.push(Some(position.legal().unwrap().len() as u64));
        seats.push(position.seat_to_act());
        position.play(&action).unwrap();
    }
    assert_eq!(seats, [0, 1, 0, 2, 0, 1]);
    let record =
        Record { start: Some(start), cut: true, moves, counts: Some(counts), seats: Some(seats), ..Record::default() };
    let held = replay(&mut einstein.start(), &record).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(held.plies, 6);
}

fn of_text(text: &str) -> Prepared {
    let loaded = load("small", text);
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}\n{text}"))
}

/// Adds how likely each position is that lots of the setup lead to.
fn laid(position: &mut Position, odds: f64, found: &mut BTreeMap<String, f64>) {
    if !position.is_chance() {
        *found.entry(position.notation()).or_default() += odds;
        return;
    }
    let chance = position.chance().unwrap().unwrap();
    let (weights, total) = (chance.weights.to_vec(), chance.total as f64);
    for (action, weight) in position.legal().unwrap().clone().iter().zip(weights) {
        position.play(&action).unwrap();
        laid(position, odds * weight as f64 / total, found);
        position.undo();
    }
}

/// What one line lays by lot is not laid over by the next, and every way to lay all is as likely.
#[test]
fn lots_go_over_the_cells_that_lots_before_have_left() {
    let game = |setup: &str| {
        of_text(&format!(
            "game \"Lots\" {{ players A, B board square(3) piece man plural men piece ox plural oxen setup {{ {setup} }}
            move put {{ pick c in empty put my man on c }} turn put end when no empty {{ draw }} }}"
        ))
    };
    for (setup, ways) in [
        // Two of three cells, then two of the seven that are left.
        ("scatter 2 A man over rows(1) scatter 2 B ox elsewhere", 3 * 21),
        // Two of six, then two of the other four of these.
        ("scatter 2 A man over rows(1..=2) scatter 2 B ox over rows(1..=2)", 15 * 6),
        // One of three, the other two of them, then one of the five that are left.
        ("B ox on a1\nscatter 1 A man over rows(2) scatter 2 A ox over rows(2) scatter 1 B man elsewhere", 3 * 5),
    ] {
        let mut found = BTreeMap::new();
        laid(&mut game(setup).start(), 1.0, &mut found);
        assert_eq!(found.len(), ways, "{setup}: {found:?}");
        assert!(found.values().all(|odds| (odds * ways as f64 - 1.0).abs() < 1e-9), "{setup}: {found:?}");
    }
}

/// EinStein on nine cells, three cubes each.
const EINSTEIN: &str = r#"game "EinStein on nine cells" {
  players Black, White
  board square(3)
  piece cube with number: 1..=3
  die pip: 1..=3
  setup {
    scatter Black cube with number 1, Black cube with number 2, Black cube with number 3 over {a3, b3, a2}
    scatter White cube with number 1, White cube with number 2, White cube with number 3 over {c1, b1, c2}
  }
  value below = max(number(c) for c in mine where number(c) <= pip)
  value above = min(number(c) for c in mine where number(c) >= pip)
  directions ahead = if me is Black then east | south | southeast else west | north | northwest
  move go {
    pick a in { c in mine : number(c) = below or number(c) = above }
    pick d in ahead
    let b = a + d
    where b in board
    move a to b
    written "{a}-{b}"
  }
  turn roll pip, then go
  end when some owned(last mover) & (if last mover is Black then {c1} else {a3}) { last mover wins }
  end when some p in everyone where no owned(p) { last mover wins when some owned(last mover) else last mover loses }
}"#;

/// A race without contact: all men on the highest point, a die, off the board.
fn bear_off(points: u8, men: u8, faces: u8) -> Prepared {
    of_text(&format!(
        r#"game "Bear Off" {{
  players One, Two
  board square({points}, 2)
  piece man plural men
  stacks up to {men}
  die pip: 1..={faces}
  setup {{
    stack of {men} One man on columns({points}) & rows(1)
    stack of {men} Two man on columns({points}) & rows(2)
  }}
  move run {{
    pick a in mine
    where column(a) > pip
    move top(a) to the(a + pip * west)
    written "{{a}}"
  }}
  move leave {{
    pick a in mine
    where column(a) = pip or column(a) < pip and no c in mine where column(c) > column(a)
    remove top(a)
    written "{{a}}-off"
  }}
  turn roll pip, then (run or leave)
  end when no owned(last mover) {{ last mover wins }}
}}"#
    ))
}

/// A race on a ring with captures: each enters half a round from the other, and leaves by the exact roll.
fn ring_race(cells: u8, men: u8, faces: u8) -> Prepared {
    let way = |from: u8| {
        let cell = |at: u8| format!("{}1", char::from(b'a' + (from + at) % cells));
        (0..cells).map(cell).collect::<Vec<_>>().join("-")
    };
    of_text(&format!(
        r#"game "Ring Race" {{
  players One, Two
  board square({cells}, 1)
  piece man plural men
  die pip: 1..={faces}
  counter hand(player): 0..={men} = {men}
  track ones = {}
  track twos = {}
  direction way = if me is One then ones else twos
  region entry  = if me is One then {{a1}} else {{{}1}}
  effect send_home(c) {{
    if c in enemy {{
      remove c
      add 1 to hand(enemy)
    }}
  }}
  move enter {{
    where hand(me) > 0
    pick b in (entry + (pip - 1) * way) - mine
    do send_home(b)
    take 1 from hand(me)
    put my man on b
    written ">{{b}}"
  }}
  move go {{
    pick a in mine
    let b = a + pip * way
    where b in board - mine
    do send_home(b)
    move a to b
    written "{{a}}-{{b}}"
  }}
  move leave {{
    pick a in mine
    where pip = count(ray(a, way)) + 1
    remove a
    written "{{a}}-off"
  }}
  turn roll pip, then must (enter or go or leave)
  end when hand(last mover) = 0 and no owned(last mover) {{ last mover wins }}
}}"#,
        way(0),
        way(cells / 2),
        char::from(b'a' + cells / 2)
    ))
}

/// What is known by hand or by others (`exact.chance.json`): expected values with best play.
#[test]
fn expected_values_are_those_of_others() {
    let path = format!("{}/tests/peers/luck-and-links/exact.chance.json", env!("CARGO_MANIFEST_DIR"));
    let exact: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut compared = 0;
    let mut compare = |position: &mut Position, game: &str, name: &str| {
        let found = expected_value(position, Limits::default(), &mut |_| true).unwrap();
        let known = &exact[game]["values"][name];
        let best = known["best_float"].as_f64().or_else(|| known["best"].as_f64()).unwrap();
        assert!((found.value() - best).abs() < 1e-12, "{game} {name}: {found:?}, {best}");
        if let (Some(fraction), Some((above, below))) = (known["best"].as_str(), found.exact) {
            assert_eq!(format!("{above}/{below}"), fraction, "{game} {name}");
        }
        compared += 1;
    };
    for (name, goal, faces) in [("5_d6", "5", "6"), ("15_d6", "15", "6"), ("10_d4", "10", "4")] {
        compare(&mut prepared("pig", &[("goal", goal), ("faces", faces)]).start(), "pig", name);
    }
    for (name, rosettes, captures) in
        [("finkel_1_pieces", "safe", "stay"), ("finkel_captures_roll_again_not_safe_1_pieces", "open", "throw_again")]
    {
        let options = [("men", "1"), ("rosettes", rosettes), ("captures", captures)];
        compare(&mut prepared("royal-game-of-ur", &options).start(), "royal-ur", name);
    }
    compare(&mut bear_off(3, 2, 3).start(), "bear-off", "3_points_2_checkers_d3");
    compare(&mut bear_off(4, 3, 3).start(), "bear-off", "4_points_3_checkers_d3");
    compare(&mut ring_race(6, 1, 2).start(), "ring-race", "track_6_pieces_1_d2");
    compare(&mut ring_race(10, 1, 6).start(), "ring-race", "track_10_pieces_1_d6");
    compare(&mut ring_race(8, 2, 3).start(), "ring-race", "track_8_pieces_2_d3");
    let einstein = of_text(EINSTEIN);
    for (name, _) in exact["einstein-3x3"]["values"].as_object().unwrap() {
        let numbers: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
        let cells = ["a3", "b3", "a2", "c1", "b1", "c2"];
        let mut position = einstein.start();
        while position.in_setup() {
            let legal = position.legal().unwrap().clone();
            let at = |text: &str| {
                let (cell, cube) = text.split_once('=').unwrap();
                cells.iter().position(|known| *known == cell).is_some_and(|at| cube.ends_with(numbers[at]))
            };
            let action = legal.iter().find(|action| at(&position.written(action))).unwrap();
            position.play(&action).unwrap();
        }
        compare(&mut position, "einstein-3x3", name);
    }
    assert_eq!(compared, 28);
}

/// Who looks to the end of every line, and takes what comes of each on average, keeps the expected value.
#[test]
fn whoever_looks_far_enough_keeps_the_expected_value() {
    for (prepared, depth, from) in [(bear_off(3, 2, 3), 16, 0), (of_text(EINSTEIN), 14, 9)] {
        let spec: Spec = format!("alphabeta:{depth},nodes=100000000").parse().unwrap();
        let mut agent = prepared.agent(&spec).unwrap();
        let mut rng = Rng::new(5);
        let mut asked = 0;
        for game in 0..6 {
            let mut position = prepared.start();
            agent.begin(Rng::new(game));
            while position.outcome().unwrap().is_none() {
                let legal = position.legal().unwrap().clone();
                if !position.is_chance() && !position.in_setup() && legal.len() > 1 && position.ply() >= from {
                    let kept = expected_value(&mut position.clone(), Limits::default(), &mut |_| true).unwrap().moves;
                    let chosen = agent.choose(&mut position).unwrap().unwrap();
                    let at = position.notation();
                    assert!(kept.contains(&chosen), "{at}: {}", position.written(&chosen));
                    asked += 1;
                }
                let action = legal.random(&mut rng).unwrap();
                position.play(&action).unwrap();
            }
        }
        assert!(asked > 5, "{asked}");
    }
}
