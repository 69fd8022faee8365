//! What an editor asks about the text: completion, hover, definition, references, rename, tokens, symbols, folding.

use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};

use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use rulebook_ide as ide;
use rulebook_language::syntax::MAX_FILE_BYTES;

/// A place in a sheet.
#[derive(Deserialize)]
pub struct AtOffset {
    game: GameRef,
    offset: usize,
    /// For `rename`.
    #[serde(default)]
    name: String,
}

/// Between bytes of a text, and UTF-16 units of it.
struct Units<'t> {
    text: &'t str,
    /// By byte the unit, and by unit the byte; empty where both are the same.
    units: Vec<u32>,
    bytes: Vec<u32>,
}

impl<'t> Units<'t> {
    fn new(text: &'t str) -> Result<Self, Refusal> {
        if text.len() > MAX_FILE_BYTES {
            return Err(Refusal::new(format!("the rule sheet is longer than {MAX_FILE_BYTES} bytes")));
        }
        let (mut units, mut bytes) = (Vec::new(), Vec::new());
        if !text.is_ascii() {
            for (at, letter) in text.char_indices() {
                let unit = bytes.len() as u32;
                units.extend(std::iter::repeat_n(unit, letter.len_utf8()));
                bytes.extend(std::iter::repeat_n(at as u32, letter.len_utf16()));
            }
            units.push(bytes.len() as u32);
            bytes.push(text.len() as u32);
        }
        Ok(Units { text, units, bytes })
    }

    /// The unit at a byte.
    fn unit(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        self.units.get(byte).map_or(byte, |unit| *unit as usize)
    }

    /// The byte at a unit; at the end where the text is shorter.
    fn byte(&self, unit: usize) -> usize {
        match self.bytes.is_empty() {
            true => unit.min(self.text.len()),
            false => self.bytes.get(unit).map_or(self.text.len(), |byte| *byte as usize),
        }
    }

    fn span(&self, range: Range<usize>) -> Value {
        json!({"start": self.unit(range.start), "end": self.unit(range.end)})
    }
}

/// The answer to what is asked at a place.
///
/// # Errors
/// If the sheet is too long, or a name cannot be given.
pub fn at(method: &str, asked: &AtOffset) -> Answered {
    let text = asked.game.text.as_str();
    let units = Units::new(text)?;
    let offset = units.byte(asked.offset);
    Ok(match method {
        "complete" => ide::complete(text, offset)
            .into_iter()
            .map(|offer| {
                json!({
                    "label": offer.label, "kind": offer.kind, "detail": offer.detail, "doc": offer.doc,
                    "insert": offer.insert, "from": units.unit(offer.from),
                })
            })
            .collect(),
        "hover" => ide::hover(text, offset)
            .map_or(Value::Null, |hover| json!({"span": units.span(hover.start..hover.end), "text": hover.text})),
        "definition" => ide::definition(text, offset).map_or(Value::Null, |found| units.span(found)),
        "references" => ide::references(text, offset).into_iter().map(|found| units.span(found)).collect(),
        _ => {
            let edits = ide::rename(text, offset, &asked.name).map_err(Refusal::new)?;
            edits.into_iter().map(|edit| json!({"span": units.span(edit.start..edit.end), "text": edit.text})).collect()
        }
    })
}

/// The answer to what is asked of a whole text.
///
/// # Errors
/// If the text is too long.
pub fn of_text(method: &str, text: &str) -> Answered {
    let units = Units::new(text)?;
    Ok(match method {
        "tokens" => ide::tokens(text)
            .into_iter()
            .map(|token| {
                json!({"start": units.unit(token.start), "end": units.unit(token.end), "kind": token.kind.name()})
            })
            .collect(),
        "symbols" => ide::symbols(text).into_iter().map(|symbol| shown(&symbol, &units)).collect(),
        _ => ide::folding(text).into_iter().map(|range| units.span(range)).collect(),
    })
}

fn shown(symbol: &ide::DocumentSymbol, units: &Units<'_>) -> Value {
    json!({
        "name": symbol.name, "kind": symbol.kind, "span": units.span(symbol.range.clone()),
        "selection": units.span(symbol.selection.clone()),
        "children": symbol.children.iter().map(|child| shown(child, units)).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::Units;

    #[test]
    fn units_are_those_of_editors() {
        let units = Units::new("a😀é\nb").ok().unwrap();
        assert_eq!([0, 1, 5, 7, 8, 9].map(|byte| units.unit(byte)), [0, 1, 3, 4, 5, 6]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 99].map(|unit| units.byte(unit)), [0, 1, 1, 5, 7, 8, 9, 9]);
        let plain = Units::new("abc").ok().unwrap();
        assert_eq!((plain.unit(2), plain.byte(2), plain.byte(9)), (2, 2, 3));
    }
}
