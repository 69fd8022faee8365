//! `rulebook playouts --explain-speed`.
#![expect(clippy::disallowed_methods, reason = "the door to the clock: it is looked now and then which line is played")]

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::position::{findings, title};
use super::terminal::Terminal;
use rulebook_insight::analysis::{LineTimes, Settings, obstacles};
use rulebook_language::model::Game;
use rulebook_language::source::SourceMap;
use rulebook_play::engine::{CurrentLine, Position};
use rulebook_service::wire;

/// How long is played where nothing else is said, in seconds.
const SECONDS: f64 = 1.0;
/// How long nobody looks.
const PAUSE: Duration = Duration::from_micros(50);
/// Lines below this share of the time, in per cent, are not shown to people, unless they stand in the way of batched play.
const LEAST: f64 = 0.5;

/// How much is played.
pub struct Length {
    /// So many games, or as many as there is time for.
    pub games: Option<u64>,
    /// For so long.
    pub seconds: Option<f64>,
}

impl Length {
    /// When it is over, if not by the number of games: where nothing is said, after a second.
    pub fn limit(&self) -> Option<Duration> {
        let seconds = self.seconds.or_else(|| self.games.is_none().then_some(SECONDS));
        seconds.map(Duration::from_secs_f64)
    }
}

/// Says which lines of a sheet take the time of random games from a position, and what keeps each from batched play.
pub fn explain_speed(
    position: Position,
    sources: &SourceMap,
    settings: Settings,
    length: Length,
    json: bool,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let game = position.game().clone();
    let mut times =
        LineTimes::new(&position, sources, &settings).map_err(|report| findings(report, sources.clone()))?;
    let done = AtomicBool::new(false);
    let (current, kinds) = (times.current().clone(), times.lines().len() + 1);
    let (played, met) = thread::scope(|scope| {
        let watch = scope.spawn(|| watch(&current, kinds, &done));
        let played = play(&mut times, &length);
        done.store(true, Ordering::Relaxed);
        (played, watch.join().unwrap_or_default())
    });
    let (plies, seconds) = played?;
    let samples = wire::Samples { lines: times.lines(), met: &met };
    let obstacles = obstacles(&game, position.plan());
    let shown = wire::LineTimes::new(&game, sources, &samples, &obstacles, (settings.seed, plies, seconds));
    if json { terminal.json(&shown) } else { print(&game, &shown, terminal) }
}

/// Plays: how many actions in how many seconds.
fn play(times: &mut LineTimes, length: &Length) -> Result<(u64, f64), Failure> {
    let began = Instant::now();
    let limit = length.limit();
    let mut go_on = || limit.is_none_or(|limit| began.elapsed() < limit);
    let (mut plies, mut index) = (0, 0);
    while length.games.is_none_or(|games| index < games) && go_on() {
        let played = times.play(index, &mut go_on);
        plies += u64::from(times.plies());
        played.map_err(|error| Failure::Broken(format!("game {index}: {error}")))?;
        index += 1;
    }
    Ok((plies, began.elapsed().as_secs_f64()))
}

/// Looks again and again which line is played, until all is done: how often none was, and each of them.
fn watch(current: &CurrentLine, kinds: usize, done: &AtomicBool) -> Vec<u64> {
    let mut met = vec![0; kinds];
    while !done.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
        if let Some(count) = met.get_mut(current.get() as usize) {
            *count += 1;
        }
    }
    met
}

fn print(game: &Game, shown: &wire::LineTimes, terminal: &mut Terminal) -> Result<(), Failure> {
    let out = terminal.out();
    writeln!(out, "{}", title(game))?;
    writeln!(
        out,
        "{} plies in {:.2} s, one by one: {:.0} ns a ply; {} samples, seed {}",
        shown.plies, shown.seconds, shown.ns_per_ply, shown.samples, shown.seed
    )?;
    let is_left = !shown.unbatched.is_empty() || shown.lines.iter().any(|line| !line.lifted);
    let what = match (shown.lifted, is_left) {
        (true, false) => "",
        (true, true) => "; what is not lifted is worked out game by game",
        (false, _) => "; nothing of it is lifted: all of it is worked out game by game",
    };
    writeln!(out, "without --explain-speed, this game is played in batches{what}")?;
    for why in &shown.unbatched {
        writeln!(out, "  not lifted: {why}")?;
    }
    writeln!(out, "\n  share  batch  line")?;
    for line in shown.lines.iter().filter(|line| line.share >= LEAST || !line.unbatched.is_empty()) {
        let lifted = if line.lifted { "yes" } else { "no" };
        writeln!(out, "{:>5.1} %  {lifted:<5}  {}:{}: {}", line.share, line.file, line.line, line.text)?;
        for why in &line.unbatched {
            writeln!(out, "                {why}")?;
        }
    }
    writeln!(out, "{:>5.1} %         the engine: finding and drawing moves, turns", shown.engine)?;
    Ok(())
}
