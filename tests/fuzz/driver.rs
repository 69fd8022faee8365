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

/// How long a target is run, and how many things it is run on at least, so that a slow machine tests something too.
fn time() -> Duration {
    let asked = std::env::var("FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(asked.unwrap_or(4))
}
const AT_LEAST: u64 = 40;
/// How many smaller things are tried when one fails.
const MAX_SHRINKS: usize = 3000;

fn seed() -> u64 {
    let asked = std::env::var("FUZZ_SEED").ok().and_then(|seed| seed.parse().ok());
    asked.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs()))
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
    let (began, time, seed) = (Instant::now(), time(), seed());
    let mut corpus = texts::corpus();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut rng = Rng::new(seed);
    let mut count = 0;
    while count < AT_LEAST || began.elapsed() < time {
        let text = texts::changed(&corpus, &mut rng);
        match tried(target, &text) {
            Ok(place) => {
                if known.insert(place) && corpus.len() < 20_000 {
                    corpus.push(text);
                }
            }
            Err(message) => fail(name, seed, &message, &small_text(target, text)),
        }
        count += 1;
    }
    eprintln!("{name}: {count} texts from seed {seed} led to {} different places", known.len());
}

/// Makes games.
pub fn run_games(name: &str, target: Target) {
    let (began, time, seed) = (Instant::now(), time(), seed());
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut count = 0;
    while count < AT_LEAST || began.elapsed() < time {
        let mut rng = Rng::for_game(seed, count);
        let tape: Vec<u8> = (0..512).map(|_| rng.below(256) as u8).collect();
        match tried(target, &sheet(&mut Tape::new(tape.clone()))) {
            Ok(place) => {
                known.insert(place);
            }
            Err(message) => fail(name, seed, &message, &small_game(target, tape)),
        }
        count += 1;
    }
    eprintln!("{name}: {count} games from seed {seed} led to {} different places", known.len());
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
        let Some((_, target)) = all.iter().find(|(name, _)| file.starts_with(name)) else { continue };
        wrong.extend(tried(*target, &text).err().map(|message| format!("{file}: {message}")));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
