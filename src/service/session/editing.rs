//! What an editor asks about the text, whatever state it is in.

use serde::Deserialize;
use serde_json::{Value, json};

use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::spans::Offsets;
use rulebook_ide::{complete, definition, hover, tokens};
use rulebook_language::syntax::MAX_FILE_BYTES;

/// A place of the text, in UTF-16 units.
#[derive(Deserialize)]
pub struct At {
    game: GameRef,
    offset: usize,
}

impl At {
    /// What may stand there.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn complete(&self) -> Answered {
        let (offsets, at) = self.place()?;
        let found = complete(&self.game.text, at).into_iter().map(|found| {
            json!({
                "label": found.label, "kind": found.kind, "detail": found.detail, "doc": found.doc, "insert": found.insert,
                "from": offsets.units(found.from),
            })
        });
        Ok(found.collect())
    }

    /// What the word there means; null where there is none.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn hover(&self) -> Answered {
        let (offsets, at) = self.place()?;
        let found = hover(&self.game.text, at);
        Ok(found.map_or(Value::Null, |found| json!({"span": offsets.span(found.start, found.end), "text": found.text})))
    }

    /// Where the name there is declared; null where that is not in the text.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn definition(&self) -> Answered {
        let (offsets, at) = self.place()?;
        Ok(definition(&self.game.text, at).map_or(Value::Null, |found| offsets.span(found.start, found.end)))
    }

    fn place(&self) -> Result<(Offsets<'_>, usize), Refusal> {
        let offsets = offsets(&self.game.text)?;
        let at = offsets.bytes(self.offset);
        Ok((offsets, at))
    }
}

/// The tokens of a text.
///
/// # Errors
/// If the text is too long.
pub fn classified(text: &str) -> Answered {
    let offsets = offsets(text)?;
    let mut found = Vec::new();
    // In order, so that the text is gone through once.
    let mut at = offsets.walk();
    for token in tokens(text) {
        let (start, end) = (at.units(token.start), at.units(token.end));
        found.push(json!({"start": start, "end": end, "kind": token.kind.name()}));
    }
    Ok(Value::Array(found))
}

fn offsets(text: &str) -> Result<Offsets<'_>, Refusal> {
    match text.len() > MAX_FILE_BYTES {
        true => Err(Refusal::new(format!("the rule sheet is longer than {MAX_FILE_BYTES} bytes"))),
        false => Ok(Offsets::new(text)),
    }
}
