//! The whole check of a sheet.

use std::cell::RefCell;

use serde::Deserialize;
use serde_json::{Value, json};

use super::finding::findings;
use super::host::Host;
use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::Sheets;
use super::spans::{Spans, place};
use rulebook_insight::analysis::{Effort, Verdict, inspect_while};

/// What is asked.
#[derive(Deserialize)]
pub struct Check {
    game: GameRef,
    effort: Option<String>,
}

/// All that `check` finds of the games of a sheet, or of the one that is named.
///
/// # Errors
/// If there is no such effort, or nobody waits any more.
pub fn checked(asked: &Check, sheets: &mut Sheets, host: &mut dyn Host) -> Answered {
    let effort = match asked.effort.as_deref() {
        Some("quick") => Effort::Quick,
        None | Some("normal") => Effort::Normal,
        Some("thorough") => Effort::Thorough,
        Some(_) => return Err(Refusal::new("the effort is `quick`, `normal` or `thorough`")),
    };
    let sheet = sheets.game(&asked.game)?;
    let host = RefCell::new((host, 0u64));
    let go_on = || {
        let (host, steps) = &mut *host.borrow_mut();
        *steps += 1;
        host.progress(&json!(*steps))
    };
    let found = inspect_while(&sheet.loaded, &sheet.set, effort.into(), &go_on);
    if found.is_cut {
        return Err(Refusal::cancelled());
    }
    let spans = Spans::new(sheet.sources());
    let verdicts = found.judged.iter().map(|judged| {
        let how = match judged.verdict {
            Verdict::NotSeen { games, .. } => format!("{} ({games} games)", judged.verdict.how()),
            _ => judged.verdict.how(),
        };
        let (verdict, line) = (judged.verdict.word(), judged.verdict.line().map(|line| json!({"moves": line})));
        let claimed = judged.claimed.is_some();
        let options: serde_json::Map<String, Value> =
            judged.set.iter().map(|(option, value)| (option.clone(), value.as_str().into())).collect();
        let mut shown = json!({
            "game": judged.game, "claim": judged.what, "claimed": claimed, "verdict": verdict, "how": how, "line": line,
            "options": options,
        });
        if let Some(span) = judged.claimed {
            place(&mut shown, spans.of(span));
        }
        shown
    });
    let verdicts: Value = verdicts.collect();
    let witnesses: Value = found
        .witnesses
        .iter()
        .map(|shown| {
            let options: serde_json::Map<String, Value> =
                shown.set.iter().map(|(option, value)| (option.clone(), value.as_str().into())).collect();
            json!({
                "code": shown.code.name(), "line": {"moves": shown.moves}, "variant": shown.title, "options": options,
            })
        })
        .collect();
    Ok(json!({"findings": findings(&found.report, sheet.sources()), "verdicts": verdicts, "witnesses": witnesses}))
}
