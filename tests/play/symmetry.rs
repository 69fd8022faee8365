//! Symmetries of rules: those that are claimed hold in play, the shipped games have theirs, and rules that have none are
//! refused for the right clause.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::sync::Arc;

use rulebook_insight::analysis::Image;
use rulebook_insight::audit::{Automorphism, Exchange, exchange, symmetries};
use rulebook_insight::library::{SHIPPED, load};
use rulebook_language::model::{Game, PlayerId};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

/// Plies of a random game, and games for each symmetry.
const PLIES: usize = 60;
const GAMES: u64 = 2;

fn game(text: &str) -> Arc<Game> {
    let loaded = load("planted", text);
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).game
}

/// In random positions of every game and sheet, each symmetry maps the legal actions' results and the outcome.
#[test]
fn claimed_symmetries_hold_in_play() {
    let mut looked = 0;
    for case in super::cases::cases().some() {
        let start = case.start();
        let found = symmetries(start.game());
        for map in found.keeping.iter().chain(&found.exchanging) {
            let image = Image::new(&start, map);
            for seed in 0..GAMES {
                let mut rng = Rng::new(seed + 1);
                let mut position = case.start();
                for _ in 0..PLIES {
                    let Some(action) = position.legal().unwrap().random(&mut rng) else { break };
                    position.play_unchecked(&action).unwrap();
                    // Every few plies: a look at all that follows takes its time.
                    if rng.below(8) == 0 {
                        looked += holds(&position, map, &image, &case.name);
                    }
                }
            }
        }
    }
    assert!(looked > 1_000, "{looked} positions were mapped");
}

/// Holds a position against its image; whether it could be.
fn holds(position: &Position, map: &Automorphism, image: &Image, name: &str) -> usize {
    let mut here = position.with_memory(position.memory());
    let mut there = image.position(position);
    if [&mut here, &mut there].into_iter().any(|side| {
        // Clauses of an exchanged pair that hold together are what the map does not speak of.
        let holding = side.clauses_holding().unwrap();
        map.provided.iter().any(|(a, b)| holding.contains(a) && holding.contains(b))
    }) {
        return 0;
    }
    let at = format!("{name}, {} under {:?} {:?}", here.notation(), map.players, map.cells);
    let winners = |side: &mut Position| side.outcome().unwrap().map(|outcome| outcome.winners);
    let mapped = winners(&mut here).map(|winners| {
        let mut winners: Vec<PlayerId> = winners.iter().map(|winner| map.player(*winner)).collect();
        winners.sort_unstable();
        winners
    });
    assert_eq!(mapped, winners(&mut there), "{at}");
    let results = |side: &mut Position, map: &dyn Fn(&Position) -> Vec<u64>| {
        let legal: Vec<_> = side.legal().unwrap().iter().collect();
        let mut results: Vec<Vec<u64>> = Vec::new();
        for action in legal {
            side.play_unchecked(&action).unwrap();
            results.push(map(side));
            side.undo();
        }
        results.sort_unstable();
        results
    };
    let own = |side: &Position| side.words().to_vec();
    let theirs = results(&mut there, &own);
    assert_eq!(results(&mut here, &|side| own(&image.position(side))), theirs, "{at}");
    1
}

/// The symmetries of the shipped games that keep players, those that exchange them, and whether the players are alike.
#[test]
fn the_shipped_games_have_their_symmetries() {
    let expected = [
        ("Amazons", 7, 8, "shown"),
        ("Clobber", 3, 4, "shown"),
        ("English Draughts", 0, 1, "shown"),
        ("Othello", 7, 8, "shown"),
        ("Hex", 1, 2, "provided"),
        ("Lines of Action", 7, 8, "shown"),
        ("Y", 5, 6, "shown"),
        ("Y with Swap", 5, 6, "shown"),
        ("Connect Four", 1, 2, "shown"),
        ("Gomoku", 7, 8, "shown"),
        ("Nine Men's Morris", 0, 1, "shown"),
        ("Tic-Tac-Toe", 7, 8, "shown"),
        ("Yavalath", 11, 12, "shown"),
        ("Lublache", 11, 12, "shown"),
        ("Breakthrough", 1, 2, "provided"),
        ("Emergo", 7, 8, "shown"),
        ("Ataxx", 7, 8, "shown"),
        // The centre of an odd board is White's.
        ("Emulsion", 7, 8, "not shown"),
        ("Free Emulsion", 7, 8, "shown"),
        // One chain taken after another could matter, for all that is shown; komi is White's.
        ("Go", 0, 0, "not shown"),
        ("Mosaic", 11, 12, "shown"),
    ];
    for (title, keeping, exchanging, alike) in expected {
        let found = SHIPPED.iter().find_map(|shipped| {
            let loaded = load(shipped.path, shipped.text);
            let name = loaded.titles().find(|name| name.text == title)?.clone();
            loaded.prepare(Some(&name), &[]).0
        });
        let game = found.unwrap_or_else(|| panic!("{title} is shipped")).game;
        let found = symmetries(&game);
        let verdict = match exchange(&game) {
            Exchange::Shown(_) => "shown",
            Exchange::Provided(_) => "provided",
            Exchange::NotShown(breaks) => {
                assert!(!breaks.is_empty(), "{title}: nothing stands in the way");
                "not shown"
            }
        };
        assert_eq!((found.keeping.len(), found.exchanging.len(), verdict), (keeping, exchanging, alike), "{title}");
    }
}

/// A game on 3 x 3 squares with something planted into its move, its turn and its end.
fn planted(declarations: &str, conditions: &str, turn: &str, end: &str) -> String {
    format!(
        "game \"Planted\" {{\n  players Cross, Nought\n  board square(3)\n  piece sign\n  counter total: 0..=99\n  mark seen\n\
         {declarations}\n  line three = 3 like-coloured signs in a row\n  move place {{\n    pick c in empty\n    {conditions}\n  \
         }}\n  {turn}\n  {end}\n  end when no move or total = 99 or some seen {{ draw }}\n}}\n"
    )
}

#[test]
fn what_breaks_a_symmetry_is_found() {
    let put = "put my sign on c";
    let three = "end when some three { last mover wins }";
    // Declarations, move, turn, end; how many symmetries are left; what stands in the way of an exchange.
    type Case = (&'static str, &'static str, &'static str, &'static str, [usize; 2], &'static str);
    let cases: &[Case] = &[
        ("", put, "turn place", three, [7, 8], ""),
        // A cell, a row, a direction.
        ("", "where c != a1 put my sign on c", "turn place", three, [1, 2], ""),
        ("", "where row(c) < 3 or no empty & rows(1) put my sign on c", "turn place", three, [1, 2], ""),
        ("", "where c + north not in empty put my sign on c", "turn place", three, [1, 2], ""),
        ("", "where row(c) = column(c) or some mine put my sign on c", "turn place", three, [3, 4], ""),
        // What only one player may do.
        ("", "where me is Cross or c != b2 put my sign on c", "turn place", three, [7, 0], "me is Cross or c != b2"),
        ("", put, "turn of Cross: place\n  turn of Nought: place or pass", three, [7, 0], "place"),
        ("", put, "turn place", "end when some three of Cross { Cross wins }", [7, 0], "some three of Cross"),
        ("", put, "turn place", "end when some three { Cross wins }", [7, 0], "Cross"),
        (
            "",
            put,
            "turn place",
            "end when count(mine) > (if me is Cross then 3 else 2) { last mover wins }",
            [7, 0],
            "3",
        ),
        ("setup { Cross sign on a1 }", put, "turn place", three, [7, 8], "Cross sign on a1"),
        // Both in their turn, each their own side: a half turn or a reflection exchanges them.
        (
            "direction ahead = if me is Cross then north else south",
            "where c + ahead in board put my sign on c",
            "turn place",
            three,
            [1, 2],
            "",
        ),
        (
            "direction ahead = if me is Cross then north else east",
            "where c + ahead in board put my sign on c",
            "turn place",
            three,
            [0, 1],
            "",
        ),
        (
            "region goal(who: player) = if who is Cross then top else bottom",
            "where c not in goal(me) or no empty - goal(me) put my sign on c",
            "turn place",
            three,
            [1, 2],
            "",
        ),
        // Nobody is not Cross, and so goes with Nought, on either side of the map.
        (
            "region goal(who: player) = if who is Cross then top else bottom",
            "where some goal(owner(c + north)) & empty put my sign on c",
            "turn place",
            three,
            [1, 0],
            "if who is Cross then top else bottom",
        ),
        // One after another, each in view of those before.
        (
            "",
            "put my sign on c\n for n in enemy & orthogonal(c) where some empty & orthogonal(n) { remove n }",
            "turn place",
            three,
            [0, 1],
            "",
        ),
        // One after another, but with no regard to each other.
        (
            "",
            "put my sign on c\n for n in orthogonal(c) where n in left | right | top | bottom { mark n as seen }",
            "turn place",
            three,
            [7, 8],
            "",
        ),
        ("", "put my sign on c\n for n in orthogonal(c) { set total to row(n) }", "turn place", three, [0, 1], ""),
        // The clauses of both sides in another order.
        (
            "",
            put,
            "turn place",
            "end when some three of Cross { Cross wins }\n end when some three of Nought { Nought wins }",
            [7, 8],
            "",
        ),
        (
            "",
            put,
            "turn place",
            "end when some three of Cross { Cross wins }\n end when some three of Nought { Cross wins }",
            [7, 0],
            "Cross",
        ),
    ];
    for (declarations, conditions, turn, end, left, obstacle) in cases {
        let conditions = conditions.replace(" put my", "\n    put my");
        let text = planted(declarations, &conditions, turn, end);
        let game = game(&text);
        let found = symmetries(&game);
        assert_eq!([found.keeping.len(), found.exchanging.len()], *left, "{text}");
        let slice = |span: rulebook_language::source::Span| &text[span.start as usize..span.end as usize];
        let shown: Vec<&str> = found.breaking.iter().map(|broken| slice(broken.span)).collect();
        match obstacle.is_empty() {
            true => assert!(shown.is_empty(), "{text}: {shown:?}"),
            // The clause, or a part of it.
            false => assert!(
                shown.iter().any(|shown| shown.contains(obstacle) || obstacle.contains(shown)),
                "{text}: {shown:?}"
            ),
        }
    }
}

#[test]
fn clauses_that_change_places_are_told() {
    let both = "end when some three of Cross { Cross wins }\n end when some three of Nought { Nought wins }";
    let game = game(&planted("", "put my sign on c", "turn place", both));
    let Exchange::Provided(map) = exchange(&game) else { panic!("{:?}", exchange(&game)) };
    assert_eq!(map.provided, [(0, 1)]);
}

/// Three players in turn: what is the same for each is the same once all have moved on.
#[test]
fn three_players_change_places_in_turn() {
    let text = "game \"Three\" {\n  players Black, White, Red\n  board triangle(3)\n  piece stone\n  move place {\n    \
                pick c in empty\n    put my stone on c\n  }\n  turn place\n  end when no empty { highest count(mine) else draw }\n}\n";
    let found = symmetries(&game(text));
    assert_eq!((found.keeping.len(), found.exchanging.len()), (5, 12));
    assert!(found.exchanging.iter().all(|map| map.keeps_setup && map.provided.is_empty()));
}
