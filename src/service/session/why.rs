//! Why something is not legal, and what the actions of a line did.

use serde::Deserialize;
use serde_json::{Value, json};

use super::finding::finding;
use super::line;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::Sheets;
use super::spans::{Spans, place};
use crate::wire;
use rulebook_insight::analysis::{trace, why_not, why_not_cells};
use rulebook_language::topology::CellId;

/// The most cells that are clicked.
const MAX_CELLS: usize = 64;

/// What is asked: of a move as written, or of cells that were clicked.
#[derive(Deserialize)]
pub struct WhyNot {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    #[serde(rename = "move")]
    text: Option<String>,
    cells: Option<Vec<String>>,
}

/// What is asked.
#[derive(Deserialize)]
pub struct Trace {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    #[serde(default)]
    all: bool,
}

/// Why a move is not legal, or that it is.
///
/// # Errors
/// If the game cannot be played, or the line is not legal.
pub fn answer(asked: &WhyNot, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let mut line = line::whole(sheet.explaining()?, &asked.line)?;
    let explanation = match (&asked.text, &asked.cells) {
        (Some(text), _) => why_not(&mut line, sheet.sources(), text)?,
        (None, Some(names)) if !names.is_empty() && names.len() <= MAX_CELLS => {
            let board = &line.position.game().board;
            let cells = names.iter().map(|name| {
                let shown: String = name.chars().take(40).collect();
                board.find_cell(name).ok_or_else(|| Refusal::new(format!("there is no cell `{shown}` on this board")))
            });
            let cells = cells.collect::<Result<Vec<CellId>, Refusal>>()?;
            why_not_cells(&mut line, sheet.sources(), &cells)?
        }
        _ => return Err(Refusal::new(format!("a move is asked for, or 1 to {MAX_CELLS} cells"))),
    };
    let spans = Spans::new(sheet.sources());
    let reasons = explanation.findings.iter().map(|found| {
        let values = found.values.iter().map(|valued| {
            let mut shown = json!({"depth": valued.depth, "text": valued.text, "value": valued.value});
            place(&mut shown, spans.of(valued.span));
            shown
        });
        json!({"finding": finding(&found.diagnostic, sheet.sources(), &spans), "values": values.collect::<Value>()})
    });
    Ok(json!({"move": explanation.asked, "legal": explanation.legal, "reasons": reasons.collect::<Value>()}))
}

/// What the last action of a line did, or all of them.
///
/// # Errors
/// If the game cannot be played, the line is not legal, or it is empty.
pub fn traced(asked: &Trace, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let line = line::whole(sheet.explaining()?, &asked.line)?;
    if line.played.is_empty() {
        return Err(Refusal::new("there is no move to trace"));
    }
    let traced = trace(&line, sheet.sources(), asked.all)?;
    serde_json::to_value(wire::Trace::new(&traced, sheet.sources())).map_err(|error| Refusal::new(error.to_string()))
}
