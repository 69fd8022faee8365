//! What is tried on a text. Each gives where the text led to, or what is wrong.

use std::sync::Arc;

use rulebook_insight::analysis::{Inspected, Replays, Smoke, inspect};
use rulebook_insight::library::{Written, load};
use rulebook_language::diagnostic::Code;
use rulebook_language::format::Refusal;
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Leaves, Position};

/// As much work as keeps a run quick.
fn smoke() -> Smoke {
    Smoke { games: 8, max_plies: 120, steps: 6 << 20, ..Smoke::default() }
}

/// Reading: it comes to an end, and every finding is at a place in the text.
pub fn parse(text: &str) -> Result<String, String> {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("fuzz.game", text));
    let (file, report) = syntax::parse(&sources, id);
    let mut codes: Vec<&str> = Vec::new();
    for found in report.iter() {
        let span = found.primary.span;
        let (start, end) = (span.start as usize, span.end as usize);
        if start > end || end > text.len() || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            return Err(format!("{} is at {start}..{end}", found.code));
        }
        codes.push(found.code.name());
    }
    codes.dedup();
    Ok(format!("{} {codes:?}", file.units.len().min(3)))
}

/// Laying out: what can be read says the same afterwards, and is laid out then.
pub fn format(text: &str) -> Result<String, String> {
    let once = match rulebook_language::format::format("fuzz.game", text) {
        Ok(once) => once,
        Err(Refusal::Changed(what)) => return Err(format!("the layout would change more: {what}")),
        Err(Refusal::Findings(..)) => return parse(text),
        Err(Refusal::Long(_)) => return Ok("too long".to_owned()),
    };
    match rulebook_language::format::format("fuzz.game", &once) {
        Ok(twice) if twice == once => parse(&once).map(|place| format!("laid out: {place}")),
        Ok(twice) => Err(format!("laid out twice it is another text:\n{once}\n{twice}")),
        Err(refusal) => Err(format!("what was laid out is refused: {refusal:?}")),
    }
}

/// Checking every game and variant: bounded, no defect of our own, and the same again.
pub fn check(text: &str) -> Result<String, String> {
    let loaded = load("fuzz.game", text);
    let found = inspect(&loaded, &Written::default(), smoke());
    sound(&found)?;
    let mut codes: Vec<&str> = found.report.iter().map(|found| found.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    Ok(format!("{codes:?}"))
}

/// Whether nothing that is said is about a defect of ours.
fn sound(found: &Inspected) -> Result<(), String> {
    match found.report.iter().find(|finding| finding.code == Code::PlayBroken) {
        Some(broken) => Err(format!("{}; {}", broken.message, broken.help.as_deref().unwrap_or_default())),
        None => Ok(()),
    }
}

/// A game that is valid: it is checked without an error but those of playing, native code and the reference agree on it, and
/// what shows a finding can be replayed.
pub fn play(text: &str) -> Result<String, String> {
    let loaded = load("fuzz.game", text);
    let found = inspect(&loaded, &Written::default(), smoke());
    sound(&found)?;
    let of_playing = ["play/stuck", "play/alike", "limit/evaluation", "limit/picks"];
    for finding in found.report.iter() {
        if finding.severity == rulebook_language::diagnostic::Severity::Error
            && !of_playing.contains(&finding.code.name())
        {
            return Err(format!("a generated game is refused: {}: {}", finding.code, finding.message));
        }
    }
    let mut replays = Replays::new(&loaded, &|_| ());
    for witness in found.witnesses.iter().filter(|witness| witness.code != Code::PlayAlike) {
        let replayed = replays.replay(&witness.record("fuzz"), "<witness>");
        replayed.map_err(|refused| format!("the witness of {} does not replay: {refused:?}", witness.code))?;
    }
    in_lock_step(text, 30)?;
    let mut codes: Vec<&str> = found.report.iter().map(|found| found.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    Ok(format!("{codes:?} {:?}", found.unseen.iter().map(|unseen| &unseen.what).collect::<Vec<_>>()))
}

/// Plays native code and the reference side by side.
fn in_lock_step(text: &str, plies: usize) -> Result<(), String> {
    let loaded = load("fuzz.game", text);
    let (Some(prepared), _) = loaded.prepare(None, &[]) else { return Ok(()) };
    let start = |leaves| Position::with_leaves(Arc::clone(&prepared.game), Arc::clone(&prepared.plan), leaves);
    let (mut native, mut plain) = (start(Leaves::Native), start(Leaves::Reference));
    for side in [&mut native, &mut plain] {
        side.allow(1 << 20);
    }
    let mut rng = Rng::new(3);
    for _ in 0..plies {
        let (Ok(here), Ok(there)) = (native.legal().cloned(), plain.legal().cloned()) else { return Ok(()) };
        let written = |position: &Position, list: &rulebook_play::engine::ActionList| -> Vec<String> {
            list.iter().map(|action| position.written(&action)).collect()
        };
        let (here_written, there_written) = (written(&native, &here), written(&plain, &there));
        if here_written != there_written {
            return Err(format!("native code allows {here_written:?}, the reference {there_written:?}"));
        }
        if native.outcome().ok() != plain.outcome().ok() || native.words() != plain.words() {
            return Err(format!("native code is at {}, the reference at {}", native.notation(), plain.notation()));
        }
        let Some(action) = here.random(&mut rng) else { break };
        if native.play_unchecked(&action).is_err() || plain.play_unchecked(&action).is_err() {
            break;
        }
    }
    Ok(())
}

/// Whether a random game of the text comes to an end by its rules.
pub fn plays_to_an_end(text: &str) -> bool {
    let loaded = load("fuzz.game", text);
    let (Some(prepared), _) = loaded.prepare(None, &[]) else { return false };
    let mut playouts = rulebook_insight::analysis::Playouts::new(prepared.start(), 1, 400);
    matches!(playouts.play(0, &mut || true), Ok(Some(played)) if played.plies > 1
        && matches!(played.end, rulebook_insight::analysis::End::Over(_)))
}
