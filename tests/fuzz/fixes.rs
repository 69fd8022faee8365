//! What a fix that is called safe may do. A slip is one token of a sheet that was lost, doubled, misspelt, exchanged with its
//! neighbour or put in the place of another: over such slips in every sheet a safe fix gives the sheet back, token by token, or is
//! not offered.

use std::collections::BTreeMap;
use std::path::Path;

use rulebook_insight::audit::lints::lint;
use rulebook_insight::library::load;
use rulebook_language::diagnostic::{Diagnostic, apply};
use rulebook_language::source::{FileId, SourceMap};
use rulebook_language::util::Rng;

/// How many slips are tried.
const SLIPS: u64 = 5000;

/// The words, numbers, texts and signs of a text, without comments: where each begins and ends.
pub fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            _ if first.is_whitespace() || first == '\u{FEFF}' => {
                at += first.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' => rest[1..].find(['"', '\n']).map_or(rest.len(), |length| length + 2),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => ["..=", "<=", ">=", "!="]
                .iter()
                .find(|sign| rest.starts_with(**sign))
                .map_or(first.len_utf8(), |sign| sign.len()),
        };
        out.push((at, at + length.min(rest.len())));
        at += length.min(rest.len());
    }
    out
}

fn written(text: &str) -> Vec<&str> {
    tokens(text).into_iter().map(|(start, end)| &text[start..end]).collect()
}

/// The text with another one in a place.
fn replaced(text: &str, (start, end): (usize, usize), with: &str) -> String {
    format!("{}{with}{}", &text[..start], &text[end..])
}

/// A word with one slip of the pen.
fn misspelt(word: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = rng.below(letters.len() as u32) as usize;
    match rng.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = char::from(b'a' + rng.below(26) as u8),
    }
    letters.into_iter().collect()
}

/// A text with one slip, and what it is.
pub fn slip(text: &str, rng: &mut Rng) -> (&'static str, String) {
    let all = tokens(text);
    let at = rng.below(all.len() as u32) as usize;
    let (place, token) = (all[at], &text[all[at].0..all[at].1]);
    let other = all[rng.below(all.len() as u32) as usize];
    let other = &text[other.0..other.1];
    match rng.below(8) {
        0 => ("lost", replaced(text, place, "")),
        1 => ("doubled", replaced(text, place, &format!("{token} {token}"))),
        2 if at + 1 < all.len() => {
            let next = all[at + 1];
            let between = &text[place.1..next.0];
            ("exchanged", replaced(text, (place.0, next.1), &format!("{}{between}{token}", &text[next.0..next.1])))
        }
        3 => ("another", replaced(text, place, other)),
        4 => ("one more", replaced(text, (place.0, place.0), &format!("{other} "))),
        _ if token.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            ("misspelt", replaced(text, place, &misspelt(token, rng)))
        }
        _ => ("lost", replaced(text, place, "")),
    }
}

/// All that the text alone shows.
pub fn found(text: &str) -> (SourceMap, Vec<Diagnostic>) {
    let loaded = load("slip.game", text);
    let mut all: Vec<Diagnostic> = loaded.report.iter().cloned().collect();
    if loaded.report.errors() == 0 {
        for title in loaded.titles().cloned().collect::<Vec<_>>() {
            let (prepared, report) = loaded.prepare(Some(&title), &[]);
            all.extend(report.iter().cloned());
            let lints = prepared.map(|prepared| lint(&prepared.game)).unwrap_or_default();
            all.extend(lints.into_iter().map(|lint| lint.said));
        }
    }
    (loaded.sources, all)
}

/// The shipped sheets, and what else is known to be sound.
pub fn sheets() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["games", "tests/laws/sheets"] {
        super::texts::gather(&root.join(folder), &mut paths);
    }
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Tries slips, and gives for each sort of slip how often a safe fix was offered, and what was wrong.
pub fn run(count: u64, seed: u64) -> (BTreeMap<&'static str, u64>, Vec<String>) {
    let sheets = sheets();
    let (mut offered, mut wrong) = (BTreeMap::new(), Vec::new());
    for number in 0..count {
        let mut rng = Rng::new(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let (name, text) = &sheets[number as usize % sheets.len()];
        let (sort, slipped) = slip(text, &mut rng);
        if written(&slipped) == written(text) {
            continue;
        }
        let (sources, findings) = found(&slipped);
        let file = FileId(0);
        for finding in &findings {
            for fix in finding.fixes.iter().filter(|fix| fix.safe) {
                let (mended, used) = apply(file, &sources, [fix]);
                if used.is_empty() {
                    continue;
                }
                *offered.entry(sort).or_insert(0) += 1;
                if written(&mended) != written(text) {
                    let line = |text: &str, other: &str| {
                        let differs = |(a, b): &(&str, &str)| a != b;
                        let lines = text.lines().zip(other.lines());
                        lines.filter(differs).map(|(a, _)| a.trim().to_owned()).next().unwrap_or_default()
                    };
                    wrong.push(format!(
                        "{name} {number} {sort}: {} {}: {} -> {}\n    was {}\n    now {}\n    then {}",
                        finding.code,
                        finding.message,
                        finding.help.as_deref().unwrap_or(""),
                        fix.title,
                        line(text, &slipped),
                        line(&slipped, text),
                        line(&mended, text),
                    ));
                }
            }
        }
    }
    (offered, wrong)
}

#[test]
fn safe_fixes_give_the_sheet_back() {
    let (offered, wrong) = run(SLIPS, super::driver::seed());
    assert!(wrong.is_empty(), "{} of {offered:?}:\n{}", wrong.len(), wrong.join("\n"));
    let misspelt = offered.get("misspelt").copied().unwrap_or(0);
    assert!(misspelt > SLIPS / 50, "a misspelt word is hardly ever mended: {offered:?}");
}
