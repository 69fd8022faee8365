//! The binary of this tree beside an older one.

use std::path::Path;

use rulebook_insight::library::SHIPPED;
use rulebook_insight::statistics::{Estimate, quantile_of};

use super::arguments::Arguments;
use super::batched;
use super::binary::{Binary, Run};
use super::speed::{median, thousands};

/// No game may be slower than this share of its speed.
const BOUND: f64 = 0.95;

/// The folder of sheets that do not ship.
const SHEETS: &str = "benches/sheets";

/// What was measured of one game.
struct Measured {
    /// The games of one run.
    number: u64,
    /// The median speed of the older binary, and of the newer one.
    speeds: [f64; 2],
    /// The median of the pairs' ratios, new to old.
    ratio: Estimate,
    /// Whether the games of the same seeds had as many actions.
    same_games: bool,
}

/// Prints the table and the verdict; whether it is `PASS`.
pub fn print(arguments: &Arguments, path: &Path) -> bool {
    let of_this_tree = Path::new(env!("CARGO_BIN_EXE_rulebook"));
    let (old, new) = (Binary::new("old", path), Binary::new("new", arguments.new.as_deref().unwrap_or(of_this_tree)));
    let pairs = arguments.pairs_or(15);
    println!(
        "random games a second as each binary reports them, one thread; {pairs} pairs of runs (old, new, new, old, ...);\n\
         the median of the pairs' ratios, with its 95 % interval by order statistics\n"
    );
    println!("{:<40}{:>10}{:>14}{:>14}{:>9}{:>16}", "game", "a run", "old", "new", "new/old", "95 %");
    let (games, mut failures) = (games(arguments), Vec::new());
    let (unknown, known): (Vec<&String>, Vec<&String>) = games.iter().partition(|game| old.one_ply(game).is_err());
    let mut compare = |game: &str| match fairly(game, &old, &new, arguments, pairs) {
        Ok(measured) if measured.ratio.high < BOUND => {
            let Estimate { value, high, .. } = measured.ratio;
            failures.push(format!("{game} is slower: {value:.3} of the speed, at most {high:.3}"));
        }
        Ok(_) => {}
        Err(said) => {
            println!("{game:<40}{said}");
            failures.push(format!("{game} could not be measured: {said}"));
        }
    };
    known.into_iter().for_each(|game| compare(game));
    if !unknown.is_empty() {
        println!("\nnot measured, since the older binary does not know or read them: {}", listed(&unknown));
    }
    println!();
    // Some older binaries do not say that they play a setting singly: whether it is slower now tells.
    let left = batched::print(&games, &old, &new);
    left.iter().for_each(|setting| compare(setting));
    println!();
    match failures.is_empty() {
        true => println!("PASS: no interval lies wholly below {BOUND}"),
        false => println!("FAIL:\n  {}", failures.join("\n  ")),
    }
    failures.is_empty()
}

fn listed(games: &[&String]) -> String {
    games.iter().map(|game| game.as_str()).collect::<Vec<_>>().join(", ")
}

/// The games that are asked for.
fn games(arguments: &Arguments) -> Vec<String> {
    if !arguments.games.is_empty() {
        return arguments.games.clone();
    }
    let names = SHIPPED.iter().map(|game| game.name().to_owned());
    names.chain(sheets()).filter(|name| name.contains(&arguments.filter)).collect()
}

/// The sheets that do not ship, by their paths: games as others write them, with what older binaries can read alone.
fn sheets() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(SHEETS);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = files.map(|file| file.expect("a file of the folder").file_name());
    let mut paths: Vec<String> = names.map(|name| format!("{SHEETS}/{}", name.to_string_lossy())).collect();
    paths.sort();
    paths
}

fn row(game: &str, measured: &Measured) -> String {
    let Measured { number, speeds: [old, new], ratio, same_games } = measured;
    let interval = format!("{:.3} to {:.3}", ratio.low, ratio.high);
    let note = match (ratio.high < BOUND, same_games) {
        (true, _) => "  <- slower",
        (_, false) => "  other games",
        _ => "",
    };
    let (number, old, new) = (thousands(*number as f64), thousands(*old), thousands(*new));
    format!("{game:<40}{number:>10}{old:>14}{new:>14}{:>9.3}{interval:>16}{note}", ratio.value)
}

/// Measures a game, and prints its row. One whose rules have changed since is measured by the sheet of the older binary, where the newer
/// one can read it; and what seems to be slower is measured twice, since one of forty intervals misses the truth on that side.
fn fairly(game: &str, old: &Binary, new: &Binary, arguments: &Arguments, pairs: usize) -> Result<Measured, String> {
    let show = |name: &str, game: &str| {
        let measured = measure(game, old, new, arguments, pairs)?;
        println!("{}", row(name, &measured));
        Ok::<Measured, String>(measured)
    };
    let measured = show(game, game)?;
    let is_slower = |measured: &Measured| measured.ratio.high < BOUND;
    if !is_slower(&measured) {
        return Ok(measured);
    }
    let Some(sheet) = (!measured.same_games).then(|| old.sheet(game).ok()).flatten() else {
        return show("  once more", game);
    };
    let path = std::env::temp_dir().join(format!("rulebook-ratio-{}.game", std::process::id()));
    std::fs::write(&path, sheet).map_err(|error| format!("{}: {error}", path.display()))?;
    let by_sheet = show("  by the older sheet", &path.to_string_lossy());
    std::fs::remove_file(&path).ok();
    by_sheet
}

fn measure(game: &str, old: &Binary, new: &Binary, arguments: &Arguments, pairs: usize) -> Result<Measured, String> {
    let run = |binary: &Binary, number: u64, seed: usize| -> Result<Run, String> {
        binary.games(game, number, seed as u64).map_err(|said| format!("{}: {said}", binary.name))
    };
    let number = match arguments.number {
        Some(number) => number,
        None => {
            let seconds = arguments.seconds_or(0.3);
            let trial = old.seconds(game, seconds).map_err(|said| format!("{}: {said}", old.name))?;
            (trial.speed * seconds).ceil().max(1.0) as u64
        }
    };
    let mut runs: Vec<(Run, Run)> = Vec::with_capacity(pairs);
    for pair in 0..pairs {
        // The first of a pair has the processor as the other left it: they take turns.
        let order = if pair % 2 == 0 { [old, new] } else { [new, old] };
        let [first, second] = [run(order[0], number, pair)?, run(order[1], number, pair)?];
        runs.push(if pair % 2 == 0 { (first, second) } else { (second, first) });
    }
    let logarithms: Vec<f64> = runs.iter().map(|(old, new)| (new.speed / old.speed).ln()).collect();
    Ok(Measured {
        number,
        speeds: [median(runs.iter().map(|(old, _)| old.speed)), median(runs.iter().map(|(_, new)| new.speed))],
        ratio: quantile_of(&logarithms, 0.5).map(f64::exp),
        same_games: runs.iter().all(|(old, new)| old.plies == new.plies),
    })
}
