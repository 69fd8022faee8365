//! `rulebook check` on the files of `tests/hostile/` and on larger ones made here, as a user would run it, with the memory of the
//! process limited by the system.
//!
//! A file may begin with `// says CODE`: what is said of it then. Whatever is said, the program ends by itself, after a bounded
//! number of steps.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook_insight::analysis::{MAX_TEST_STEPS, Smoke};
use rulebook_insight::audit::MAX_PROOF_STEPS;
use serde_json::Value;

/// Megabytes of address space.
const MEGABYTES: u32 = 512;
/// Seconds of processor time after which the program hangs: a watchdog, far beyond what any file takes without optimisation.
const WATCHDOG: u32 = 600;

/// The steps that a file may take: its work, random games, and what is finished once that is used up: the proof, the claims and the tests of
/// one game.
fn most_steps() -> u64 {
    let smoke = Smoke::default();
    smoke.steps + smoke.most_for_sample()[0] + smoke.most_for_claims() + MAX_PROOF_STEPS + MAX_TEST_STEPS
}

/// Runs the program within the limits; the system kills what goes beyond.
fn limited(arguments: &[&str]) -> Output {
    let limits = format!("ulimit -v {}; ulimit -t {WATCHDOG}; exec \"$@\"", MEGABYTES << 10);
    let mut shell = Command::new("sh");
    shell.args(["-c", &limits, "sh", env!("CARGO_BIN_EXE_rulebook")]).args(arguments);
    shell.env("RUST_BACKTRACE", "0").output().unwrap()
}

/// What is said of a file, or why the run is not as it should be.
fn said(path: &Path) -> Result<Vec<String>, String> {
    let output = limited(&["check", "--format", "json", path.to_str().unwrap()]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0..=2) if !errors.contains("panicked") => {}
        _ => return Err(format!("{}: {}: {errors}", path.display(), output.status)),
    }
    if output.stdout.len() > 4 << 20 {
        return Err(format!("{}: {} bytes are said", path.display(), output.stdout.len()));
    }
    let found: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
    let steps: u64 = found["files"].as_array().unwrap().iter().map(|file| file["steps"].as_u64().unwrap()).sum();
    if steps > most_steps() {
        return Err(format!("{}: {steps} steps, at most {}", path.display(), most_steps()));
    }
    let codes = found["diagnostics"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap().to_owned());
    let unreadable = found["files"].as_array().unwrap().iter().any(|file| !file["unreadable"].is_null());
    Ok(codes.chain(unreadable.then(|| "unreadable".to_owned())).collect())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

#[test]
fn every_file_of_the_folder_is_dealt_with_in_bounded_work() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    paths.sort();
    assert!(paths.len() >= 60, "{} files", paths.len());
    // Two at once: each is one process that works on one core for the most part.
    let next = AtomicUsize::new(0);
    let worker = || std::iter::from_fn(|| paths.get(next.fetch_add(1, Ordering::Relaxed))).filter_map(wrong).collect();
    let wrong: Vec<Vec<String>> = std::thread::scope(|scope| {
        [0, 1].map(|_| scope.spawn(worker)).into_iter().map(|half| half.join().unwrap()).collect()
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// What is wrong with what is said of a file, if something is.
fn wrong(path: &PathBuf) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.len() < 100_000, "{}: make it in a test", path.display());
    let expected = text.lines().next().and_then(|line| line.strip_prefix("// says "));
    match (said(path), expected) {
        (Err(message), _) => Some(message),
        (Ok(codes), Some(code)) if !codes.iter().any(|said| said == code) => {
            Some(format!("{}: {code} is not in {codes:?}", path.display()))
        }
        (Ok(codes), None) if codes.iter().any(|code| code == "syntax/expected" || code == "play/broken") => {
            Some(format!("{}: {codes:?}", path.display()))
        }
        _ => None,
    }
}

#[test]
fn no_other_file_is_read() {
    let output = limited(&["check", folder().join("another-file.game").to_str().unwrap()]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(!shown.contains("root:") && shown.contains("name/unknown-variant"), "{shown}");
}

fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

const GAME: &str = "game \"x\" {\n  players Black, White\n  board square(3)\n  piece stone\n  move place {\n    pick c in empty\n    \
                    put my stone on c\n  }\n  turn place\n  end when no move { draw }\n}\n";

#[test]
fn files_that_are_no_plain_text() {
    let clean: [(&str, Vec<u8>); 2] =
        [("lines-of-windows", GAME.replace('\n', "\r\n").into()), ("no-last-line", GAME.trim_end().into())];
    for (name, bytes) in clean {
        assert_eq!(said(&written(&format!("{name}.game"), &bytes)), Ok(vec![]), "{name}");
    }
    let hidden = |sign: &str| GAME.replace("stone", &format!("st{sign}one")).into_bytes();
    let wrong: [(&str, Vec<u8>); 8] = [
        ("nul", hidden("\0")),
        ("right-to-left", hidden("\u{202E}")),
        ("zero-width", hidden("\u{200B}")),
        ("joiner", hidden("\u{200D}")),
        ("combining", hidden("\u{301}")),
        ("not-utf-8", [GAME.as_bytes(), b"\xff\xfe"].concat()),
        ("utf-16", GAME.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("empty", Vec::new()),
    ];
    for (name, bytes) in wrong {
        let said = said(&written(&format!("{name}.game"), &bytes)).unwrap();
        assert!(!said.is_empty(), "{name}: {said:?}");
    }
    said(&written("mark-of-order.game", format!("\u{FEFF}{GAME}").as_bytes())).unwrap();
}

#[test]
fn what_is_hidden_in_a_text_does_not_reach_the_terminal() {
    let text = GAME.replace("\"x\"", "\"x\u{1b}[2J\u{202E}\u{7}\"").replace("no move", "nonsense");
    let output = limited(&["check", written("escapes.game", text.as_bytes()).to_str().unwrap()]);
    let shown = [output.stdout, output.stderr].concat();
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("name/unknown"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{7}', '\u{202E}']), "{shown:?}");
}

#[test]
fn files_up_to_the_limit() {
    let mebibyte = 1 << 20;
    let many = |line: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for index in 0.. {
            let line = line(index);
            if text.len() + line.len() + 1024 > mebibyte {
                break;
            }
            text.push_str(&line);
        }
        text
    };
    let inside = |declarations: &str| GAME.replace("  move place", &format!("{declarations}\n  move place"));
    let files: [(&str, String); 9] = [
        ("a-million-brackets", "(".repeat(mebibyte)),
        ("games", many(&|i| GAME.replace("\"x\"", &format!("\"{i}\"")))),
        ("variants", format!("{GAME}{}", many(&|i| format!("variant \"{i}\" of \"x\" {{ }}\n")))),
        ("names", inside(&many(&|i| format!("value v{i} = {i}\n")))),
        ("one-line", inside(&many(&|i| format!("value v{i} = {i} "))).replace('\n', " ")),
        ("one-word", GAME.replace("stone", &"s".repeat(mebibyte / 4 - 1024))),
        ("one-comment", format!("//{}\n{GAME}", " x".repeat(mebibyte / 2 - 1024))),
        ("one-text", GAME.replace("\"x\"", &format!("\"{}\"", "x".repeat(mebibyte - 1024)))),
        ("too-long", "x".repeat(2 * mebibyte)),
    ];
    let mut wrong = Vec::new();
    for (name, text) in files {
        wrong.extend(said(&written(&format!("{name}.game"), text.as_bytes())).err());
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Sets that are made of sets, in a row of tens of thousands, are worked out for batches.
#[test]
fn long_rows_of_sets_are_played() {
    let text = include_bytes!("sheets/long-row-of-sets.game");
    let sheet = written("long-row-of-sets.game", text);
    let output =
        Command::new(env!("CARGO_BIN_EXE_rulebook")).args(["playouts", "-n", "8"]).arg(sheet).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
