//! Batched games: legal to the end, the same ones whatever is played beside them, and drawn uniformly.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::BTreeMap;

use rulebook_batch::{BatchJob, Compiled, Ended, StartState};
use rulebook_insight::agents::DuelError;
use rulebook_insight::analysis::{self, RandomGames, Tally};
use rulebook_insight::library::{Settings, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::record::replay;

/// Shipped games, with what makes them small.
const GAMES: [(&str, &[(&str, &str)]); 46] = [
    ("abande", &[]),
    ("amazons", &[("size", "6")]),
    ("ataxx", &[("size", "5")]),
    ("bounce", &[("size", "4")]),
    ("breakthrough", &[("size", "5")]),
    ("cannon", &[]),
    ("catchup", &[("size", "3")]),
    ("cephalopod", &[]),
    ("chess", &[]),
    ("clobber", &[]),
    ("connect-four", &[]),
    ("court", &[]),
    ("emergo", &[("size", "5"), ("men", "4")]),
    ("emulsion", &[("size", "5")]),
    ("english-draughts", &[]),
    ("focus", &[]),
    ("furl", &[("size", "3")]),
    ("go", &[("size", "5")]),
    ("gobblet", &[]),
    ("gomoku", &[("size", "9")]),
    ("gonnect", &[("size", "5")]),
    ("havannah", &[("size", "4")]),
    ("hex", &[("size", "5")]),
    ("kalah", &[]),
    ("konane", &[("size", "4")]),
    ("lasca", &[]),
    ("lines-of-action", &[]),
    ("martian-chess", &[]),
    ("mosaic", &[("size", "4")]),
    ("nine-mens-morris", &[]),
    ("othello", &[("size", "6")]),
    ("oust", &[("size", "3")]),
    ("oware", &[]),
    ("pentago", &[]),
    ("quax", &[("size", "4")]),
    ("scaffold", &[("size", "4")]),
    ("slither", &[("size", "4")]),
    ("symple", &[("size", "4")]),
    ("tablut", &[]),
    ("tanbo", &[("size", "7")]),
    ("tic-tac-toe", &[]),
    ("tumbleweed", &[("size", "3")]),
    ("xiangqi", &[]),
    ("y", &[("size", "5")]),
    ("yavalath", &[("size", "4")]),
    ("zola", &[("size", "4")]),
];

/// Of these, those that the plan plays.
const BY_PLAN: [&str; 1] = ["cephalopod"];

/// Of these, those of which drawn actions are tested, or chains are searched for, or which the plan plays.
const ARE_TESTED: [&str; 16] = [
    "abande",
    "bounce",
    "cephalopod",
    "chess",
    "emergo",
    "furl",
    "go",
    "gobblet",
    "gonnect",
    "martian-chess",
    "mosaic",
    "oust",
    "oware",
    "slither",
    "tumbleweed",
    "xiangqi",
];

fn start(name: &str, options: &[(&str, &str)]) -> Position {
    start_of(name, find(name).unwrap().text, options)
}

/// The start of the first game of a text.
fn start_of(name: &str, text: &str, options: &[(&str, &str)]) -> Position {
    let mut loaded = load(name, text);
    let mut settings = Settings::default();
    options.iter().for_each(|(option, value)| settings.set(" ", option, value));
    let written = settings.write_down("test", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    assert!(report.is_empty(), "{report:?}");
    prepared.unwrap().start()
}

/// Random games of a seed, cut after so many plies.
fn games(position: Position, seed: u64, max_plies: u32) -> RandomGames {
    RandomGames::new(position, analysis::Settings { seed, max_plies, ..analysis::Settings::default() })
}

fn on() -> bool {
    true
}

#[test]
fn every_game_is_legal_and_ends_as_the_rules_say() {
    for (name, options) in GAMES {
        let start = start(name, options);
        let games = games(start.clone(), 3, 10_000);
        assert_eq!(games.is_lifted(), !BY_PLAN.contains(&name), "{name}");
        let mut swaps = 0;
        games.each(100, &mut |playouts, played| {
            let played = played.unwrap();
            // The record has the number of legal actions of every position, and who has won.
            let record = playouts.record(name, played).unwrap();
            swaps += record.moves.iter().filter(|written| *written == "swap").count();
            let counts: u64 = record.counts.iter().flatten().flatten().sum();
            // Where drawn actions are tested, or chains are searched for, it is not known how many there are.
            assert!(played.choices.is_none_or(|choices| choices == counts), "{name}: {record:?}");
            assert!(played.choices.is_some() || ARE_TESTED.contains(&name), "{name}");
            let replayed = replay(&mut start.clone(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(replayed.plies as u32, played.plies, "{name}");
            true
        });
        assert_eq!(swaps > 0, start.game().pie, "{name}: {swaps} changes of seats");
    }
}

#[test]
fn the_same_games_in_any_company() {
    for (name, options) in [
        ("othello", &[("size", "6")][..]),
        ("hex", &[("size", "5")]),
        ("mosaic", &[("size", "3")]),
        ("amazons", &[("size", "6")]),
        ("emergo", &[("size", "7"), ("men", "8")]),
        ("cephalopod", &[]),
    ] {
        let games = games(start(name, options), 7, 40);
        let whole = games.tally(0..300, &on);
        let mut parts = Tally::new(start(name, options).game());
        for range in [0..1, 1..97, 97..300] {
            parts.merge(games.tally(range, &on));
        }
        assert_eq!(whole, parts, "{name}");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let all = pool.install(|| games.tally_all(300, &on, &mut |_| {}));
            assert_eq!(whole, all, "{name} on {threads} threads");
        }
        let mut each = Tally::new(start(name, options).game());
        games.each(300, &mut |playouts, played| {
            each.add(played.unwrap(), playouts.position());
            true
        });
        assert_eq!(whole, each, "{name} one by one");
    }
}

/// The greatest value of chi-squared with so many degrees of freedom that one of a thousand draws passes (Wilson and Hilferty 1931).
fn most(freedom: f64) -> f64 {
    freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.0902 * (2.0 / (9.0 * freedom)).sqrt()).powi(3)
}

#[test]
fn first_and_second_moves_are_uniform() {
    for (name, options) in GAMES {
        let start = start(name, options);
        let games = games(start.clone(), 11, 2);
        let number = 20_000;
        let mut first: BTreeMap<String, u64> = BTreeMap::new();
        let mut second: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        games.each(number, &mut |playouts, _| {
            let line = playouts.line();
            *first.entry(line[0].clone()).or_default() += 1;
            *second.entry(line[0].clone()).or_default().entry(line[1].clone()).or_default() += 1;
            true
        });
        let chi = |counts: &BTreeMap<String, u64>, legal: usize| {
            let of: u64 = counts.values().sum();
            let expected = of as f64 / legal as f64;
            let seen: f64 = counts.values().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
            seen + (legal - counts.len()) as f64 * expected
        };
        let legal = start.clone().legal().unwrap().len();
        let (found, bound) = (chi(&first, legal), most(legal as f64 - 1.0));
        assert!(found < bound, "{name}: chi-squared {found} of {legal} first moves, at most {bound}");
        let (mut found, mut freedom) = (0.0, 0.0);
        for (opening, replies) in &second {
            let mut position = start.clone();
            let action = position.find(opening).unwrap();
            position.play(&action).unwrap();
            let legal = position.legal().unwrap().len();
            found += chi(replies, legal);
            freedom += legal as f64 - 1.0;
        }
        assert!(found < most(freedom), "{name}: chi-squared {found} of {freedom} second moves");
    }
}

/// The first ply from a position, many times: each legal action as often as the others.
fn assert_uniform(position: &mut Position) {
    let legal = position.legal().unwrap().len();
    let games = games(position.clone(), 5, 1);
    let number = 200 * legal as u64;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    games.each(number, &mut |playouts, _| {
        *counts.entry(playouts.line()[0].clone()).or_default() += 1;
        true
    });
    assert_eq!(counts.len(), legal, "{}: {counts:?}", position.notation());
    let found: f64 = counts.values().map(|count| (*count as f64 - 200.0).powi(2) / 200.0).sum();
    let bound = most(legal as f64 - 1.0);
    assert!(found < bound, "{}: chi-squared {found}, at most {bound}", position.notation());
}

/// Where most candidates fail a test, in the middle of a turn, and where drawn actions are rejected.
#[test]
fn moves_in_the_middle_of_a_game_are_uniform() {
    let small = |size| [("size", size)];
    for (name, options, seeds) in [
        ("mosaic", &small("4")[..], 40),
        ("go", &small("4"), 40),
        ("gonnect", &small("6"), 40),
        ("chess", &[], 40),
        ("bounce", &small("8"), 16),
        ("gobblet", &[], 16),
        ("oust", &small("5"), 16),
        ("slither", &small("6"), 16),
        ("oware", &[], 16),
        ("abande", &[], 16),
        ("cephalopod", &[], 16),
    ] {
        let (mut mid_turn, mut places) = (0, 0);
        for seed in 0..seeds {
            let mut position = start(name, options);
            let mut rng = Rng::new(seed);
            for _ in 0..10 + seed {
                let Some(action) = position.legal().unwrap().clone().random(&mut rng) else { break };
                position.play(&action).unwrap();
            }
            if position.outcome().unwrap().is_some() || position.legal().unwrap().len() < 2 {
                continue;
            }
            (mid_turn, places) = (mid_turn + usize::from(position.mid_turn()), places + 1);
            assert_uniform(&mut position);
        }
        assert!(places > seeds / 4, "{name}: {places} positions");
        assert!(mid_turn > 0 || name != "mosaic", "{name}: none of them in the middle of a turn");
    }
}

/// A game that comes to a limit is given up with the limit's name, in batches as one by one.
#[test]
fn limits_are_reported() {
    let text = include_str!("../laws/sheets/towers-of-jumps.game").replace("stacks up to 20", "stacks up to 3");
    let loaded = load("towers", &text);
    let (prepared, report) =
        loaded.prepare(None, &Settings::default().write_down("test", &mut loaded.sources.clone()).choices);
    assert!(report.is_empty(), "{report:?}");
    let start = prepared.unwrap().start();
    let games = games(start.clone(), 1, 1_000);
    assert!(games.is_lifted());
    let is_limit = |tally: Tally| match tally.unfinished.as_slice() {
        [one] => one.trouble == DuelError::Fault(Fault::Stack(3)) && one.games + tally.games == 2_000,
        _ => false,
    };
    assert!(is_limit(games.tally(0..2_000, &on)));
    let single = analysis::Settings { max_plies: 1_000, batch: false, ..analysis::Settings::default() };
    assert!(is_limit(RandomGames::new(start, single).tally(0..2_000, &on)));
}

/// Nothing is shown as played that was not: what stops a game is no action.
#[test]
fn a_game_that_comes_to_a_limit_ends_before_it() {
    let text = r#"
game "Stale" {
  players Black, White
  board square(9, 3)
  piece man plural men
  stacks up to 2
  setup {
    Black man on {c2, e2, g2}
    White man on {c1, c3, f1}
  }
  move take {
    pick a in mine
    pick b in empty & (a + all_directions + all_directions)
    where some enemy & between(a, b)
    remove between(a, b)
    move stack a to b
    written "{a}x{b}"
  }
  move gather {
    pick a in mine
    pick b in empty & (a + west + west)
    let over = the(between(a, b))
    where over in mine
    move stack a to b
    tuck top(over) under b
    written "{a}+{b}"
  }
  move step {
    pick a in mine
    pick b in empty & adjacent(a)
    move stack a to b
    written "{a}-{b}"
  }
  turn chain of take from b else chain of gather from b else step
  end when no move { last mover wins }
  limit 40 plies { draw }
}"#;
    let start = start_of("stale", text, &[]);
    let program = Compiled::default().program(&start);
    let mut lanes = rulebook_batch::batch_runner(&program, StartState::of(&start));
    let mut broken = 0;
    for seed in 0..8 {
        let order = BatchJob { seed, games: 0..500, max_plies: 1_000, keep_lines: true, choices: false, steps: None };
        lanes.play(&order, &mut || true, &mut |finished| {
            let mut position = start.clone();
            for drawn in finished.line.iter().flatten() {
                let packed = [&[drawn.choice], drawn.cells.as_slice()].concat();
                assert!(position.play(&Action::unpack(&packed)).is_ok(), "seed {seed}: {finished:?}");
            }
            broken += usize::from(matches!(finished.end, Ended::Broken(_)));
        });
    }
    assert!(broken > 10, "{broken} games broken off");
}

/// A stage may be passed over when all of its actions were rejected; that is no action, of which one is counted back.
#[test]
fn as_many_plies_are_counted_as_are_played() {
    let text = find("english-draughts").unwrap().text;
    let far = text.replace("pick b in empty & (a + ways(a) + ways(a))", "pick b in empty");
    assert_ne!(far, text);
    let start = start_of("far", &far, &[]);
    let program = Compiled::default().program(&start);
    let order = BatchJob { seed: 1, games: 0..300, max_plies: 200, keep_lines: true, choices: false, steps: None };
    rulebook_batch::batch_runner(&program, StartState::of(&start)).play(&order, &mut || true, &mut |finished| {
        assert_eq!(finished.plies as usize, finished.line.len(), "{finished:?}");
    });
}

/// Chains of several lengths and from several places, after a link that all of them have and without one.
#[test]
fn chains_are_drawn_uniformly() {
    let (mut forks, mut starts) = (0, 0);
    for seed in 0..60 {
        let mut position = start("emergo", &[]);
        let mut rng = Rng::new(seed);
        while position.outcome().unwrap().is_none() {
            let legal = position.legal().unwrap().clone();
            let mut firsts: Vec<[u16; 2]> = legal
                .iter()
                .filter(|action| action.picks().len() > 2)
                .map(|action| [action.picks()[0], action.picks()[1]])
                .collect();
            firsts.dedup();
            if legal.len() > 1 && !firsts.is_empty() {
                (forks, starts) = (forks + usize::from(firsts.len() == 1), starts + usize::from(firsts.len() > 1));
                assert_uniform(&mut position);
                break;
            }
            let action = legal.random(&mut rng).unwrap();
            position.play(&action).unwrap();
        }
    }
    assert!(forks > 3 && starts > 3, "{forks} chains that part after the first link, {starts} that begin apart");
}
