//! Runs targets: what was kept first, then new things as long as there is time. What fails is made small and kept.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rulebook_language::util::Rng;

use super::sheet::sheet;
use super::tape::{Tape, smaller};
use super::{targets, texts};

/// What a target makes of a text: something that tells texts apart which lead to different places, or what is wrong.
pub type Target = fn(&str) -> Result<String, String>;

/// How many things a target is run on, however long that takes.
const AT_LEAST: u64 = 100;

/// How long a target is run on further things, where that is asked for.
fn time() -> Option<Duration> {
    let asked = std::env::var("FUZZ_SECONDS").ok()?;
    Some(Duration::from_secs(asked.parse().unwrap_or_else(|error| panic!("FUZZ_SECONDS: {error}"))))
}

/// How many smaller things are tried when one fails.
const MAX_SHRINKS: usize = 3000;

/// Another one each time where targets are run for a while; the same one otherwise, so that a run says the same as the one before.
pub fn seed() -> u64 {
    match std::env::var("FUZZ_SEED").ok() {
        Some(asked) => asked.parse().unwrap_or_else(|error| panic!("FUZZ_SEED: {error}")),
        None if time().is_none() => 1,
        None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs()),
    }
}

/// How a run goes on: over so many things, and then until its time is over.
struct Run {
    seed: u64,
    count: u64,
    until: Option<Instant>,
}

impl Run {
    fn new() -> Self {
        Run { seed: seed(), count: 0, until: time().map(|time| Instant::now() + time) }
    }

    /// The number of the next thing.
    fn next(&mut self) -> Option<u64> {
        let goes_on = self.count < AT_LEAST || self.until.is_some_and(|until| Instant::now() < until);
        self.count += 1;
        goes_on.then_some(self.count - 1)
    }
}

/// The target's answer; a panic is a wrong one.
fn tried(target: Target, text: &str) -> Result<String, String> {
    catch_unwind(AssertUnwindSafe(|| target(text))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        Err(format!("panicked: {}", said.or(panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()))
    })
}

/// Changes texts of the corpus. Those that lead to something new join the corpus of the run.
pub fn run_texts(name: &str, target: Target) {
    let mut run = Run::new();
    let mut corpus = texts::corpus();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut rng = Rng::new(run.seed);
    while run.next().is_some() {
        let text = texts::changed(&corpus, &mut rng);
        match tried(target, &text) {
            Ok(place) => {
                if known.insert(place) && corpus.len() < 20_000 {
                    corpus.push(text);
                }
            }
            Err(message) => fail(name, run.seed, &message, &small_text(target, text)),
        }
    }
    eprintln!("{name}: {} texts from seed {} led to {} different places", run.count - 1, run.seed, known.len());
}

/// Makes games.
pub fn run_games(name: &str, target: Target) {
    let mut run = Run::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    while let Some(number) = run.next() {
        let mut rng = Rng::for_game(run.seed, number);
        let tape: Vec<u8> = (0..512).map(|_| rng.below(256) as u8).collect();
        match tried(target, &sheet(&mut Tape::new(tape.clone()))) {
            Ok(place) => {
                known.insert(place);
            }
            Err(message) => fail(name, run.seed, &message, &small_game(target, tape)),
        }
    }
    eprintln!("{name}: {} games from seed {} led to {} different places", run.count - 1, run.seed, known.len());
}

/// The smallest game found that fails, too.
fn small_game(target: Target, mut tape: Vec<u8>) -> String {
    let mut left = MAX_SHRINKS;
    'smaller: while left > 0 {
        for candidate in smaller(&tape.clone()) {
            left = left.saturating_sub(1);
            if left == 0 {
                break;
            }
            if candidate.len() <= tape.len()
                && candidate != tape
                && tried(target, &sheet(&mut Tape::new(candidate.clone()))).is_err()
            {
                tape = candidate;
                continue 'smaller;
            }
        }
        break;
    }
    sheet(&mut Tape::new(tape))
}

/// The smallest text found that fails, too, by leaving out lines and then characters.
fn small_text(target: Target, mut text: String) -> String {
    let mut left = MAX_SHRINKS;
    for by_line in [true, false] {
        let mut length = if by_line { 16 } else { 8 };
        while length > 0 && left > 0 {
            let parts: Vec<String> = if by_line {
                text.split_inclusive('\n').map(str::to_owned).collect()
            } else {
                text.chars().map(String::from).collect()
            };
            let shorter = (0..parts.len()).step_by(length).find_map(|at| {
                left = left.saturating_sub(1);
                let end = (at + length).min(parts.len());
                let candidate = [&parts[..at], &parts[end..]].concat().concat();
                (left > 0 && tried(target, &candidate).is_err()).then_some(candidate)
            });
            match shorter {
                Some(shorter) => text = shorter,
                None => length /= 2,
            }
        }
    }
    text
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/regressions")
}

/// Keeps what failed and fails.
fn fail(name: &str, seed: u64, message: &str, text: &str) -> ! {
    let number = text.bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let path = folder().join(format!("{name}-{number:08x}.game"));
    let kept = std::fs::create_dir_all(folder()).and_then(|()| std::fs::write(&path, text));
    panic!("{name}, seed {seed}: {message}\nkept as {} ({kept:?}):\n{text}", path.display());
}

/// Tries again what failed before, with the target that its name begins with.
pub fn regressions() {
    let all: [(&str, Target); 4] =
        [("parse", targets::parse), ("format", targets::format), ("check", targets::check), ("play", targets::play)];
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder()).into_iter().flatten().flatten() {
        let text = String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).into_owned();
        let file = entry.file_name().into_string().unwrap();
        let (_, target) =
            all.iter().find(|(name, _)| file.starts_with(name)).unwrap_or_else(|| panic!("{file} has no target"));
        wrong.extend(tried(*target, &text).err().map(|message| format!("{file}: {message}")));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
