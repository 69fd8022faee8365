//! Random games, and what they tell so far.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ends::clauses;
use super::host::Host;
use super::line;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::{SheetGame, Sheets};
use crate::wire::{CellNumbers, estimate, number};
use rulebook_insight::analysis::{GameCounts, RandomGames, Settings};
use rulebook_insight::statistics::{Histogram, Mean, Scores, rate};
use rulebook_language::util::Id;

/// The most games.
const MAX_GAMES: u64 = 1_000_000;
/// Bins of the histogram of lengths.
const BINS: usize = 24;
/// The first games, which are told of at once.
const FIRST: u64 = 2;
/// Between two tellings there are at most as many games as this part of those before: whoever stops the games waits no longer than that
/// part of the time that they have taken, however slow the game is.
const PART: u64 = 4;
/// Games are cut off after so many plies.
const MAX_PLIES: u32 = 10_000;
/// In so many games the legal actions are counted, where that takes longer.
const COUNTED: u64 = 64;

/// What is asked.
#[derive(Deserialize)]
pub struct Playouts {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    games: u64,
    seed: u64,
}

/// Random games from the end of a line. A host that stops them gets what they told so far.
///
/// # Errors
/// If the game cannot be played.
pub fn playouts(asked: &Playouts, sheets: &mut Sheets, host: &mut dyn Host) -> Answered {
    if asked.games == 0 || asked.games > MAX_GAMES {
        return Err(Refusal::new(format!("the number of games is from 1 to {MAX_GAMES}")));
    }
    let sheet = sheets.game(&asked.game)?;
    let position = line::whole(sheet.ready()?, &asked.line)?.position;
    let settings = Settings { seed: asked.seed, max_plies: MAX_PLIES, ..Settings::default() };
    let games = RandomGames::new(position, settings);
    let mut counts = GameCounts::new(games.position().game());
    let mut next = 0;
    while next < asked.games {
        let round = (next + FIRST.max(next / PART)).min(asked.games);
        games.count(next..round, COUNTED, &mut counts);
        next = round;
        if next < asked.games && !host.progress(&shown(&counts, asked.games, &sheet, &games)) {
            break;
        }
    }
    Ok(shown(&counts, asked.games, &sheet, &games))
}

fn shown(counts: &GameCounts, of: u64, sheet: &SheetGame, games: &RandomGames) -> Value {
    let game = games.position().game();
    let lengths: Vec<f64> = counts.lengths.iter().map(|plies| f64::from(*plies)).collect();
    let played = lengths.len() as u64;
    let mut length = estimate("mean", Mean::of(&lengths).estimate());
    length["shortest"] = counts.lengths.iter().min().copied().unwrap_or(0).into();
    length["longest"] = counts.lengths.iter().max().copied().unwrap_or(0).into();
    let bins = Histogram::of(&lengths, BINS);
    let bin = |(place, games): (usize, &u64)| {
        let from = bins.start + bins.width * place as f64;
        json!({"from": from as i64, "to": (from + bins.width) as i64 - 1, "games": games})
    };
    length["histogram"] = bins.counts.iter().enumerate().map(bin).collect();
    let ends = clauses(game, sheet.sources());
    let ended = counts.clauses.iter().zip(ends.iter()).filter(|(games, _)| **games > 0);
    let end = |name: &str, says: &str, games: u64| json!({"name": name, "says": says, "games": games, "share": estimate("rate", rate(games, played))});
    let mut ended: Vec<Value> = ended.map(|(games, (name, says, _))| end(name, says, *games)).collect();
    if counts.cut > 0 {
        ended.push(end("cut off", &format!("cut off after {MAX_PLIES} plies"), counts.cut));
    }
    let cells = CellNumbers::new(&game.board);
    let mut heat = vec![Value::from(0.0); game.board.cell_count()];
    for cell in game.board.cells() {
        let share = counts.used[cell.index()] as f64 / (played as f64).max(1.0);
        if let Some(slot) = heat.get_mut(cells.of(cell) as usize) {
            *slot = number(share);
        }
    }
    let unfinished = counts.unfinished.first().map(|(reason, _)| {
        json!({"games": counts.unfinished.iter().map(|(_, games)| games).sum::<u64>(), "reason": reason.to_string()})
    });
    json!({
        "games": played,
        "of": of,
        "seats": counts.seats.iter().map(|won| estimate("rate", rate(*won, counts.decided()))).collect::<Value>(),
        "draws": estimate("rate", rate(counts.draws, counts.decided())),
        "firstSeatScore": estimate("rate", Scores::of_results(counts.first_seat()).estimate()),
        "length": length,
        "choices": estimate("mean", Mean::ratio(&counts.choices).estimate()),
        "ends": ended,
        "heat": heat,
        "unfinished": unfinished,
    })
}
