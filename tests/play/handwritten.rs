//! The games written by hand that benchmarks measure the engine against, beside the engine: the same actions at every ply of
//! random games, the same winner, and random games that look alike.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

#[path = "../../benches/native/mod.rs"]
mod native;

use native::{Breakthrough, ConnectFour, Emergo, Hex, Mosaic, Native, Othello, Rng, emulsion};
use rulebook_insight::analysis::{End, Playouts};
use rulebook_insight::library::{Settings, find, load};
use rulebook_play::engine::Position;

fn start(game: &str, options: &str) -> Position {
    let mut loaded = load(game, find(game).unwrap().text);
    let mut settings = Settings::default();
    for option in options.split_whitespace() {
        let (option, value) = option.split_once('=').unwrap();
        settings.set(" ", option, value);
    }
    let written = settings.write_down("test", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    assert!(report.is_empty(), "{game} {options}: {report:?}");
    prepared.unwrap().start()
}

/// Plays random games in both and compares them ply by ply.
fn play_alike(game: &str, options: &str, native: &mut dyn Native, games: u32) {
    let mut position = start(game, options);
    let mut rng = Rng::new(11);
    for number in 0..games {
        while position.undo() {}
        native.restart();
        loop {
            let at = format!("{game} {options}, game {number}, ply {}", position.ply());
            let outcome = position.outcome().unwrap();
            let winner = outcome.as_ref().and_then(|outcome| position.winning_seat(outcome));
            assert_eq!(native.winner(), winner, "{at}: the winner");
            let legal = position.legal().unwrap().clone();
            let mut written: Vec<_> = legal.iter().map(|action| (position.written(&action), action)).collect();
            written.sort_by(|a, b| a.0.cmp(&b.0));
            let mut known = native.legal();
            known.sort();
            assert!(known.iter().eq(written.iter().map(|(text, _)| text)), "{at}: {known:?}, {written:?}");
            if written.is_empty() {
                assert!(outcome.is_some(), "{at}: over");
                break;
            }
            let (text, action) = &written[rng.below(written.len() as u32) as usize];
            native.play(text);
            position.play_unchecked(action).unwrap();
        }
    }
}

/// Mean and variance of the mean.
struct Mean {
    mean: f64,
    variance: f64,
}

fn mean(values: &[f64]) -> Mean {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Mean { mean, variance: squares / (count - 1.0) / count }
}

/// Random games of both have the same length and the same winners on average. Seeds are fixed, and a difference of 4.5 standard
/// errors would come about by chance once in 150,000 times.
fn playouts_alike(game: &str, options: &str, native: &mut dyn Native, games: u64) {
    let score = |seat: u8| match seat {
        0 => 0.5,
        1 => 1.0,
        _ => 0.0,
    };
    let mut playouts = Playouts::new(start(game, options), 3, 100_000);
    let mut samples: [[Vec<f64>; 2]; 2] = Default::default();
    for index in 0..games {
        let played = playouts.play(index, &mut || true).unwrap().unwrap();
        let End::Over(outcome) = &played.end else { panic!("a limit was reached") };
        samples[0][0].push(f64::from(played.plies));
        samples[0][1].push(score(playouts.position().winning_seat(outcome).unwrap()));
    }
    let mut rng = Rng::new(3);
    for _ in 0..8 * games {
        let played = native.playout(&mut rng);
        samples[1][0].push(f64::from(played.plies));
        samples[1][1].push(score(played.winner));
    }
    let [engine, by_hand] = samples.map(|sample| sample.map(|values| mean(&values)));
    for (what, (engine, by_hand)) in ["plies", "score of seat 1"].iter().zip(engine.iter().zip(&by_hand)) {
        // Where every game is the same there is no spread to measure a difference by.
        let difference = (engine.mean - by_hand.mean).abs();
        let errors = if difference == 0.0 { 0.0 } else { difference / (engine.variance + by_hand.variance).sqrt() };
        assert!(errors < 4.5, "{game}: {what} {} and {}: {errors:.1} errors", engine.mean, by_hand.mean);
    }
}

/// One test a game, so that they run at the same time.
macro_rules! games {
    ($($name:ident: $game:literal $options:literal, $native:expr, $games:literal, $playouts:literal;)+) => {
        $(#[test]
        fn $name() {
            let native: &mut dyn Native = &mut *$native;
            play_alike($game, $options, native, $games);
            playouts_alike($game, $options, native, $playouts);
        })+
    };
}

games! {
    breakthrough: "breakthrough" "size=8", Box::new(Breakthrough::new()), 1000, 1000;
    connect_four: "connect-four" "", Box::new(ConnectFour::new()), 1000, 2000;
    emergo: "emergo" "size=9 men=12", Box::new(Emergo::new()), 1000, 1000;
    emulsion_2: "emulsion" "size=2 pie=off", emulsion(2), 100, 100;
    emulsion_5: "emulsion" "size=5 pie=off", emulsion(5), 1000, 1000;
    emulsion_8: "emulsion" "size=8 pie=off", emulsion(8), 1000, 1000;
    emulsion_9: "emulsion" "size=9 pie=off", emulsion(9), 200, 200;
    emulsion_16: "emulsion" "size=16 pie=off", emulsion(16), 5, 20;
    hex: "hex" "size=11 pie=off", Box::new(Hex::new()), 1000, 500;
    mosaic_3: "mosaic" "size=3", Box::new(Mosaic::new(3)), 1000, 1000;
    mosaic_5: "mosaic" "size=5", Box::new(Mosaic::new(5)), 300, 300;
    othello: "othello" "size=8", Box::new(Othello::new()), 1000, 1000;
}
