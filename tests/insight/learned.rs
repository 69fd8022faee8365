//! What a learned player sees of positions, whatever the game.

use std::sync::Arc;

use rulebook_insight::audit::{self, Automorphism};
use rulebook_insight::library::{self, Prepared};
use rulebook_language::util::{Id, Rng};
use rulebook_learn::{Design, Eye, Network, SymmetryMap, Trainer, read, write};
use rulebook_play::engine::{Action, Position};

fn prepared(name: &str) -> Prepared {
    let shipped = library::find(name).unwrap();
    library::load(shipped.path, shipped.text).prepare(None, &[]).0.unwrap()
}

fn map(map: &Automorphism) -> SymmetryMap {
    SymmetryMap {
        cells: map.cells.iter().map(|cell| cell.0).collect(),
        directions: map.directions.iter().map(|way| way.index() as u16).collect(),
        players: map.players.iter().map(|player| player.0).collect(),
    }
}

fn maps(prepared: &Prepared) -> Vec<SymmetryMap> {
    let found = audit::symmetries(&prepared.game);
    found.keeping.iter().chain(&found.exchanging).map(map).collect()
}

/// A network with random weights, for a game.
fn network(prepared: &Prepared) -> Network {
    let design = Design::find(&mut prepared.start(), &maps(prepared), 7).unwrap();
    let network = Network::new(design, &prepared.game, &prepared.plan).unwrap();
    let mut rng = Rng::new(3);
    let weights = (0..network.weights.len()).map(|_| rng.below(1 << 20) as i32 - (1 << 19)).collect();
    network.with(Arc::new(weights)).unwrap()
}

fn seen(eye: &mut Eye, network: &Network, position: &mut Position) -> Vec<u32> {
    let players = position.game().players.len();
    let sight = eye.look(&network.weights, position).unwrap();
    (0..players).map(|role| sight.raw(role).to_bits()).collect()
}

fn fresh(network: &Network, position: &mut Position) -> Vec<u32> {
    let mut eye = Eye::new(Arc::clone(&network.wiring));
    eye.begin(position).unwrap();
    seen(&mut eye, network, position)
}

#[test]
fn what_differs_is_worth_what_the_whole_is() {
    // All families: stacks, marks, hands, numbers of cells, players that are ranked, luck, three players, many stages.
    let names = [
        "connect-four",
        "breakthrough",
        "chess",
        "emergo",
        "kalah",
        "backgammon",
        "chinese-checkers",
        "gobblet",
        "shogi",
        "lasca",
        "amazons",
        "tak",
        "royal-game-of-ur",
        "ludo",
        "pig",
        "go",
        "lines-of-action",
        "martian-chess",
        "xiangqi",
        "furl",
        "othello",
        "emulsion",
        "mosaic",
    ];
    for name in names {
        let prepared = prepared(name);
        let network = network(&prepared);
        let mut eye = Eye::new(Arc::clone(&network.wiring));
        let (mut looked, mut differed) = (0, std::collections::BTreeSet::new());
        for index in 0..3 {
            let (mut position, mut rng) = (prepared.start(), Rng::for_game(11, index));
            eye.begin(&mut position).unwrap();
            for ply in 0..60 {
                let Some(action) = position.random_action(&mut rng).unwrap() else { break };
                position.play_unchecked(&action).unwrap();
                let whole = fresh(&network, &mut position);
                // From one, two or three actions before.
                assert_eq!(seen(&mut eye, &network, &mut position), whole, "{name}, game {index}, ply {ply}");
                if ply % 3 > 0 {
                    eye.go(&network.weights, &mut position).unwrap();
                    assert_eq!(seen(&mut eye, &network, &mut position), whole, "{name}, game {index}, ply {ply}");
                }
                looked += 1;
                differed.insert(whole);
            }
        }
        assert!(looked > 20 && differed.len() * 2 > looked, "{name}: {looked} positions, {} values", differed.len());
    }
}

#[test]
fn positions_that_a_symmetry_maps_are_worth_the_same() {
    for name in ["othello", "breakthrough", "hex", "amazons", "yavalath", "gomoku"] {
        let prepared = prepared(name);
        let network = network(&prepared);
        let found = audit::symmetries(&prepared.game);
        // Those that map games from the start onto games from the start.
        let kept: Vec<SymmetryMap> = found.keeping.iter().filter(|map| map.keeps_setup).map(map).collect();
        assert!(!kept.is_empty() && kept.iter().all(|map| network.design.keeping.contains(map)), "{name}");
        for map in kept {
            let (mut one, mut other, mut rng) = (prepared.start(), prepared.start(), Rng::new(5));
            for _ in 0..30 {
                let Some(action) = one.random_action(&mut rng).unwrap().filter(|action| !action.is_swap()) else {
                    break;
                };
                let picks: Vec<u16> = action.picks().iter().map(|cell| map.cell(*cell)).collect();
                let image = Action::of(action.choice(), &picks);
                assert!(other.legal().unwrap().contains(&image), "{name}");
                one.play_unchecked(&action).unwrap();
                other.play_unchecked(&image).unwrap();
                assert_eq!(fresh(&network, &mut one), fresh(&network, &mut other), "{name}");
            }
            assert!(one.ply() > 4, "{name}");
        }
    }
}

#[test]
fn a_player_is_the_same_when_it_is_read_again() {
    let prepared = prepared("othello");
    let network = network(&prepared);
    let mut card = rulebook_learn::Card::new("Othello", "a".to_owned(), "b".to_owned(), network.design.clone());
    card.games = 12;
    let bytes = write(&card, &network.weights).unwrap();
    let (again, weights) = read(&bytes).unwrap();
    assert_eq!((again, weights), (card, Arc::clone(&network.weights)));
    // As the format has it: a length, a header that is JSON and ends where numbers can begin, and the numbers.
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    assert_eq!((length % 8, &header["weights"]["dtype"]), (0, &serde_json::json!("I32")));
    assert_eq!(header["weights"]["data_offsets"], serde_json::json!([0, bytes.len() - 8 - length]));
}

#[test]
fn weights_do_not_depend_on_how_shards_are_shared_out() {
    let prepared = prepared("tic-tac-toe");
    let network = network(&prepared);
    let teaching = rulebook_learn::Teaching { seed: 1, explore: 6000, lambda: 0.8, opening: 2, longest: 50 };
    let run = |backwards: bool| {
        let mut trainer = Trainer::new(network.clone());
        for round in 0..5 {
            let (mut eye, mut start) = (trainer.eye(), prepared.start());
            let numbers: Vec<u64> = (round * 8..round * 8 + 8).collect();
            let order: Vec<u64> = if backwards { numbers.iter().rev().copied().collect() } else { numbers };
            let mut lines: Vec<_> = order
                .iter()
                .map(|index| (*index, trainer.play(&mut eye, &mut start, &teaching, *index).unwrap()))
                .collect();
            lines.sort_by_key(|(index, _)| *index);
            let lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
            trainer.learn(&lines, 1.0, |mut shards, learn| {
                assert!(shards.len() > 1);
                if backwards {
                    shards.reverse();
                }
                shards.into_iter().for_each(learn);
            });
        }
        trainer.network.weights
    };
    let weights = run(false);
    assert_eq!(weights, run(true));
    assert_ne!(weights, network.weights, "something was learned");
}
