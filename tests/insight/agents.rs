//! Players: they play legal games to the end, the same ones from the same seed whatever the machine does beside, and the stronger
//! ones win.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::agents::{Agent, Duels, End, Mcts, MctsSettings, Spec};
use rulebook_insight::library::{Prepared, Written, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};
use rulebook_play::record::replay;

/// A shipped game with `options` as `name=value`.
fn prepared(name: &str, options: &[&str]) -> Prepared {
    let mut loaded = load(name, find(name).unwrap().text);
    let mut settings = rulebook_insight::library::Settings::default();
    for option in options {
        let (option, value) = option.split_once('=').unwrap();
        settings.set(" --set ", option, value);
    }
    for value in ["count(mine)", "count(enemy)", "0 - count(enemy)"] {
        loaded.ask(value);
    }
    let written: Written = settings.write_down("<options>", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{name} {options:?}: {report:?}"))
}

fn agents(game: &Prepared, specs: [&str; 2]) -> Vec<Box<dyn Agent>> {
    specs.iter().map(|text| game.agent(&text.parse::<Spec>().unwrap()).unwrap()).collect()
}

/// The position after these actions.
fn at(game: &Prepared, line: &str) -> Position {
    let mut position = game.start();
    for text in line.split_whitespace() {
        let action = position.find(text).unwrap();
        position.play(&action).unwrap();
    }
    position
}

/// Of `games` games with seats exchanged after each, how many the first one wins, the second one wins, and the others.
fn score(game: &Prepared, specs: [&str; 2], games: u64) -> [u64; 3] {
    let mut duels = Duels::new(game.start(), 2000);
    let mut score = [0; 3];
    for index in 0..games {
        let exchanged = index % 2 == 1;
        let order = if exchanged { [specs[1], specs[0]] } else { specs };
        let end = duels.play(&mut agents(game, order), 1, index / 2, &mut |_, _| true).unwrap().unwrap();
        let winner = match &end {
            End::Over(outcome) => duels.position().winning_seat(outcome).unwrap_or(0),
            End::Cut => 0,
        };
        match (winner, exchanged) {
            (0, _) => score[2] += 1,
            (1, false) | (2, true) => score[0] += 1,
            _ => score[1] += 1,
        }
    }
    score
}

/// Games of different kinds: connection with a pie rule, flipping, swapping pairs, stacks with chains, three players.
const GAMES: [(&str, &[&str]); 6] = [
    ("hex", &["size=7"]),
    ("othello", &["size=6"]),
    ("emulsion", &["size=5"]),
    ("emergo", &["size=5", "men=4"]),
    ("amazons", &["size=6"]),
    ("chinese-checkers", &[]),
];

#[test]
fn games_between_agents_are_records_that_hold() {
    for (name, options) in GAMES {
        let game = prepared(name, options);
        let mut duels = Duels::new(game.start(), 60);
        let specs = ["mcts:30,cap=60", "random"];
        let end = duels.play(&mut agents(&game, specs), 3, 0, &mut |_, _| true).unwrap().unwrap();
        let names: Vec<String> = specs.iter().map(|spec| (*spec).to_owned()).collect();
        let record = duels.record(name, &end, 3, names);
        let replayed = replay(&mut game.start(), &record);
        assert_eq!(replayed.map(|replayed| replayed.plies), Ok(record.moves.len()), "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = prepared("hex", &["size=5"]);
    let play = |seed, index| {
        let mut duels = Duels::new(game.start(), 100);
        duels.play(&mut agents(&game, ["mcts:100", "mcts:50,c=0.7"]), seed, index, &mut |_, _| true).unwrap().unwrap();
        duels.played().clone()
    };
    assert_eq!(play(1, 0), play(1, 0));
    assert_ne!(play(1, 0), play(1, 1));
    assert_ne!(play(1, 0), play(2, 0));
}

/// What a search finds, in full, after a few plies whose searches it goes on from.
fn searched(game: &Prepared, text: &str) -> String {
    let Spec::Mcts(settings) = text.parse().unwrap() else { panic!("{text}") };
    let mut position = game.start();
    let mut mcts = Mcts::new(settings, Rng::new(5));
    let mut out = String::new();
    for _ in 0..3 {
        let found = mcts.search(&mut position).unwrap();
        out += &format!("{found:?}\n");
        let action = found.candidates[found.best].action.clone();
        position.play(&action).unwrap();
        mcts.observe(&action, &position);
    }
    out
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = prepared("othello", &["size=6"]);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| searched(&game, "mcts:300,trees=5"))
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(7));
    assert_ne!(one, searched(&game, "mcts:300"));
}

#[test]
fn a_search_leaves_the_position_as_it_was() {
    for (name, options) in GAMES {
        let game = prepared(name, options);
        let mut position = game.start();
        let mut rng = Rng::new(9);
        let mut mcts = Mcts::new(MctsSettings { simulations: 20, cap: 40, ..MctsSettings::default() }, Rng::new(1));
        for _ in 0..12 {
            let before = (position.memory().to_vec(), position.hash(), position.past().map(<[u64]>::to_vec).collect());
            if mcts.choose(&mut position).unwrap().is_none() {
                break;
            }
            let past: Vec<Vec<u64>> = position.past().map(<[u64]>::to_vec).collect();
            assert_eq!((position.memory().to_vec(), position.hash(), past), before, "{name}");
            let action = position.legal().unwrap().random(&mut rng).unwrap();
            position.play(&action).unwrap();
            mcts.observe(&action, &position);
        }
    }
}

/// Every simulation begins with one action, and is counted once, whatever is under way at the same time.
#[test]
fn every_simulation_is_counted_once() {
    for (name, options) in GAMES {
        let game = prepared(name, options);
        for (simulations, batch) in [(1, 64), (30, 64), (700, 64), (700, 8), (200, 2), (200, 1)] {
            let settings = MctsSettings { simulations, batch, cap: 60, ..MctsSettings::default() };
            let mut position = game.start();
            let mut mcts = Mcts::new(settings, Rng::new(2));
            // Of the simulations that went through the action that was played, the first ones ended there: one, or up to four where
            // random games are batched.
            let mut kept = 0..=0;
            for _ in 0..2 {
                let found = mcts.search(&mut position).unwrap();
                let visits: u64 = found.candidates.iter().map(|candidate| candidate.visits).sum();
                assert_eq!(found.simulations, u64::from(simulations), "{name}");
                assert!(kept.contains(&(visits - found.simulations)), "{name}, {batch} at once: {visits}, {kept:?}");
                let best = &found.candidates[found.best];
                kept = best.visits.saturating_sub(if batch < 4 { 1 } else { 4 })..=best.visits - 1;
                position.play(&best.action).unwrap();
                mcts.observe(&best.action, &position);
            }
        }
    }
}

/// Lanes are not copied with a player: what they have played before must not matter.
#[test]
fn a_copy_thinks_as_its_original() {
    for (name, options) in GAMES {
        let game = prepared(name, options);
        let mut position = game.start();
        let settings = MctsSettings { simulations: 150, cap: 60, ..MctsSettings::default() };
        let mut mcts = Mcts::new(settings, Rng::new(4));
        for _ in 0..4 {
            let mut copy = mcts.clone();
            let found = mcts.search(&mut position).unwrap();
            assert_eq!(copy.search(&mut position).unwrap(), found, "{name}");
            let action = found.candidates[found.best].action.clone();
            position.play(&action).unwrap();
            mcts.observe(&action, &position);
        }
    }
}

/// A random game that comes to a limit stops the search, in batches as one by one.
#[test]
fn a_limit_in_a_random_game_is_reported() {
    let text = include_str!("../laws/sheets/towers-of-jumps.game").replace("stacks up to 20", "stacks up to 3");
    let loaded = load("towers", &text);
    let written = rulebook_insight::library::Settings::default().write_down("test", &mut loaded.sources.clone());
    let (game, report) = loaded.prepare(None, &written.choices);
    let start = game.unwrap_or_else(|| panic!("{report:?}")).start();
    assert!(rulebook_batch::Compiled::default().program(&start).is_lifted());
    for batch in [1, 64] {
        let mut position = start.clone();
        let settings = MctsSettings { simulations: 5000, batch, ..MctsSettings::default() };
        let mut mcts = Mcts::new(settings, Rng::new(1));
        assert_eq!(mcts.search(&mut position), Err(Fault::Stack(3)));
        assert_eq!((position.ply(), position.hash()), (start.ply(), start.hash()));
        assert_eq!(position.memory(), start.memory());
        assert_eq!(mcts.search(&mut position), Err(Fault::Stack(3)), "it can be asked again");
    }
}

/// A win at hand, one that cannot be averted, and a draw whose last moves are forced.
#[test]
fn results_are_proved() {
    let game = prepared("tic-tac-toe", &[]);
    let settings = MctsSettings { simulations: 20_000, ..MctsSettings::default() };
    let lines = [
        ("a1 a2 b1 b2", [1.0, 0.0]),
        ("a1 b1 a2", [1.0, 0.0]),
        ("a1 b2 c3 b1 b3 a3", [0.5, 0.5]),
        ("a1 b2 b1 c2", [1.0, 0.0]),
    ];
    for ((line, scores), batch) in lines.into_iter().flat_map(|line| [(line, 1), (line, 64)]) {
        let settings = MctsSettings { batch, ..settings };
        let mut position = at(&game, line);
        let found = Mcts::new(settings, Rng::new(1)).search(&mut position).unwrap();
        assert!(found.proved && found.scores == scores && found.simulations < 20_000, "{line}: {found:?}");
        let best = &found.candidates[found.best];
        assert!(best.proved && best.score == scores[usize::from(position.seat_to_act()) - 1], "{line}: {found:?}");
    }
}

/// With the pie rule, the first player does not open in the middle: the second would take that over.
#[test]
fn a_pie_rule_is_reckoned_with() {
    let opening = |pie: &str| {
        let game = prepared("hex", &["size=3", pie]);
        let mut position = game.start();
        let settings = MctsSettings { simulations: 20_000, ..MctsSettings::default() };
        let found = Mcts::new(settings, Rng::new(1)).search(&mut position).unwrap();
        (position.written(&found.candidates[found.best].action), found.scores)
    };
    let (_, scores) = opening("pie=off");
    assert_eq!(scores, [1.0, 0.0], "whoever begins wins");
    let (first, scores) = opening("pie=on");
    assert_ne!(first, "b2");
    assert_eq!(scores, [0.0, 1.0], "whoever may swap wins");
}

#[test]
fn three_players_want_their_own() {
    let game = prepared("chinese-checkers", &[]);
    let mut position = game.start();
    let settings = MctsSettings { simulations: 100, cap: 50, ..MctsSettings::default() };
    let found = Mcts::new(settings, Rng::new(2)).search(&mut position).unwrap();
    assert_eq!(found.scores.len(), 3);
    assert!((found.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", found.scores);
}

#[test]
fn simulations_beat_chance() {
    for (name, options) in [GAMES[0], GAMES[1], ("emulsion", &["size=4"]), GAMES[3]] {
        let score = score(&prepared(name, options), ["mcts:300", "random"], 6);
        assert_eq!(score, [6, 0, 0], "{name}");
    }
}

/// The promise of the strength of players, at its full size; some minutes in release mode.
#[test]
#[ignore = "takes minutes: cargo test --release --test insight agents -- --ignored --nocapture"]
fn two_thousand_simulations_beat_chance_always_and_two_hundred_clearly() {
    use rayon::prelude::*;
    let games: [(&str, &[&str]); 4] =
        [("hex", &["size=7"]), ("othello", &[]), ("emulsion", &["size=7"]), ("emergo", &[])];
    let lines: Vec<(String, [u64; 3], [u64; 3])> = games
        .into_par_iter()
        .map(|(name, options)| {
            let game = prepared(name, options);
            let chance = score(&game, ["mcts:2000", "random"], 100);
            let weaker = score(&game, ["mcts:2000", "mcts:200"], 100);
            println!("{name} {options:?}: against random {chance:?}, against mcts:200 {weaker:?}");
            (name.to_owned(), chance, weaker)
        })
        .collect();
    for (name, chance, weaker) in lines {
        assert_eq!(chance, [100, 0, 0], "{name}");
        // The lower bound of the score (Wilson, 95 %) stays above 60 % from 70 points of 100 on.
        assert!(weaker[0] * 2 + weaker[2] >= 140, "{name}: {weaker:?}");
    }
}

/// By the ranking of the result, by an expression, and by a win that is there to be taken.
#[test]
fn greedy_takes_what_looks_best() {
    let game = prepared("othello", &["size=6"]);
    let mut position = game.start();
    let mut rng = Rng::new(3);
    let mut choices = 0;
    for _ in 0..20 {
        let mut worth = Vec::new();
        let seat = position.seat_to_act();
        for action in position.legal().unwrap().clone().iter() {
            position.play(&action).unwrap();
            let (me, board) = (position.role_of_seat(seat), position.game().board.clone());
            let owners = || board.cells().filter_map(|cell| position.owner(cell));
            let (mine, all) = (owners().filter(|owner| *owner == me).count() as i64, owners().count() as i64);
            worth.push((action, 2 * mine - all, all - mine));
            position.undo();
        }
        if worth.is_empty() {
            break;
        }
        choices += usize::from(worth.iter().any(|one| one.1 != worth[0].1));
        for (text, place) in [("greedy", 0), ("greedy:count(enemy)", 1)] {
            let mut agent = game.agent(&text.parse().unwrap()).unwrap();
            agent.begin(rng.fork());
            let chosen = agent.choose(&mut position).unwrap().unwrap();
            let of = |one: &(rulebook_play::engine::Action, i64, i64)| if place == 0 { one.1 } else { one.2 };
            let best = worth.iter().map(of).max().unwrap();
            let got = worth.iter().find(|one| one.0 == chosen).map(of);
            assert_eq!(got, Some(best), "{text}: {}", position.drawn());
        }
        let action = position.legal().unwrap().random(&mut rng).unwrap();
        position.play(&action).unwrap();
    }
    assert!(choices > 5, "there was something to choose");
    let lines = prepared("tic-tac-toe", &[]);
    let mut position = at(&lines, "a1 a2 b1 b2");
    let win = lines.agent(&"greedy:count(mine)".parse().unwrap()).unwrap().choose(&mut position).unwrap().unwrap();
    assert_eq!(position.written(&win), "c1");
}

#[test]
fn players_that_cannot_play_a_game_say_why() {
    let said = |name: &str, spec: &str| match prepared(name, &[]).agent(&spec.parse().unwrap()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert!(said("hex", "greedy").contains("Hex, whose end clauses rank nothing: write one, such as"));
    assert_eq!(said("hex", "greedy:count(mine)"), "");
    assert_eq!(said("othello", "greedy"), "");
    assert!(said("chinese-checkers", "alphabeta:2").contains("plays two-player games"));
    assert!(said("hex", "greedy:count(stone)").contains("was not asked for"));
}

/// The first player wins on a rhombus of 3 x 3; the search finds the win against anybody, and holds the draw in Tic-Tac-Toe.
#[test]
fn alphabeta_plays_small_games_perfectly() {
    let hex = prepared("hex", &["size=3", "pie=off"]);
    for (first, second) in [("alphabeta:20", "mcts:200"), ("alphabeta:20", "random"), ("alphabeta:20", "alphabeta:20")]
    {
        for index in 0..2 {
            let mut duels = Duels::new(hex.start(), 100);
            let end = duels.play(&mut agents(&hex, [first, second]), 4, index, &mut |_, _| true).unwrap().unwrap();
            let End::Over(outcome) = end else { panic!("cut") };
            assert_eq!(duels.position().winning_seat(&outcome), Some(1), "{first} against {second}");
        }
    }
    let lines = prepared("tic-tac-toe", &[]);
    assert_eq!(score(&lines, ["alphabeta:9", "alphabeta:9"], 2), [0, 0, 2]);
    assert_eq!(score(&lines, ["alphabeta:9", "mcts:300"], 2)[1], 0);
}

#[test]
fn alphabeta_stops_at_its_nodes_and_looks_at_what_it_is_told() {
    let othello = prepared("othello", &["size=6"]);
    let chance = score(&othello, ["alphabeta:3", "random"], 20);
    assert!(chance[0] >= 15, "{chance:?}");
    let most = score(&othello, ["alphabeta:2,value=count(mine)", "alphabeta:2,value=count(enemy)"], 20);
    assert!(most[0] >= 14, "who wants few discs loses: {most:?}");
    let hex = prepared("hex", &["size=11"]);
    let mut agent = hex.agent(&"alphabeta:50,nodes=300".parse().unwrap()).unwrap();
    assert!(agent.choose(&mut hex.start()).unwrap().is_some());
}

#[test]
fn players_are_written_as_they_are_read() {
    for (text, canonical) in [
        ("random", "random"),
        (" mcts : 2000 ", "mcts:2000"),
        ("mcts:2000,c=1.4", "mcts:2000,c=1.4"),
        ("mcts:2000, cap=2000,c=1,trees=1", "mcts:2000"),
        ("greedy", "greedy"),
        ("greedy: count( mine )  + 1", "greedy:count( mine ) + 1"),
        ("alphabeta:6", "alphabeta:6"),
        ("alphabeta:6,nodes=200000", "alphabeta:6"),
        ("alphabeta:6, nodes=5, value=max(1, 2)", "alphabeta:6,nodes=5,value=max(1, 2)"),
        ("mcts:64,cap=500,trees=4,c=0.50", "mcts:64,c=0.5,trees=4,cap=500"),
        ("mcts:64, batch=1, cap=9", "mcts:64,cap=9,batch=1"),
        ("mcts:64,batch=64", "mcts:64"),
        ("mcts:64, decisive=no", "mcts:64,decisive=no"),
        ("mcts:64,decisive=yes", "mcts:64"),
    ] {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(canonical.parse::<Spec>().unwrap(), spec);
    }
}

#[test]
fn what_names_no_player_says_what_to_write() {
    for (text, said) in [
        ("", "write `random`"),
        ("rnadom", "did you mean `random`?"),
        ("human", "there is no agent `human`: write"),
        ("random:3", "`random` has no settings"),
        ("mcts", "write `mcts:2000`"),
        ("mcts:", "write `mcts:2000`"),
        ("mcts:many", "whole number from 1 to"),
        ("mcts:0", "whole number from 1 to"),
        ("mcts:99999999999", "whole number from 1 to"),
        ("mcts:10,c=fast", "`c` is a number from 0 to 100"),
        ("mcts:10,c=NaN", "`c` is a number from 0 to 100"),
        ("mcts:10,tree=2", "did you mean `trees=`?"),
        ("mcts:10,zzz=2", "it has `c=`"),
        ("mcts:10,trees=0", "the number of trees"),
        ("mcts:10,trees=11", "10 simulations cannot grow 11 trees"),
        ("mcts:10,cap=0", "the number of plies"),
        ("mcts:10,batch=65", "the number of random games in a batch is a whole number from 1 to 64"),
        ("mcts:10,bach=2", "did you mean `batch=`?"),
        ("mcts:10,decisive=maybe", "`decisive` is `yes` or `no`"),
        ("greedy:", "an expression is missing: write `greedy:count(mine)`"),
        ("alphabeta", "write `alphabeta:4`"),
        ("alphabeta:deep", "the number of plies is a whole number from 1 to 100"),
        ("alphabeta:4,node=3", "did you mean `nodes=`?"),
        ("alphabeta:4,nodes=0", "the number of nodes"),
        ("alphabeta:4,value=", "an expression is missing"),
    ] {
        let error = text.parse::<Spec>().unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}
