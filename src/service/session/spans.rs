//! Places in the text of the sheet, as editors count them: in UTF-16 units.

use serde_json::{Value, json};

use rulebook_language::source::{FileId, SourceMap, Span};

/// The text of the sheet, which is the first of the files.
pub struct Spans<'a> {
    text: &'a str,
    plain: bool,
}

impl<'a> Spans<'a> {
    /// The places of these files.
    pub fn new(sources: &'a SourceMap) -> Self {
        let text = sources.iter().next().map_or("", |(_, file)| &*file.text);
        Spans { text, plain: text.is_ascii() }
    }

    /// A place of the sheet; null of another file.
    pub fn of(&self, span: Span) -> Value {
        if span.file != FileId(0) {
            return Value::Null;
        }
        json!({"start": self.units(span.start), "end": self.units(span.end)})
    }

    fn units(&self, offset: u32) -> usize {
        let mut offset = (offset as usize).min(self.text.len());
        if self.plain {
            return offset;
        }
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        self.text[..offset].encode_utf16().count()
    }
}

/// Adds a place to an object, if it is one of the sheet.
pub fn place(object: &mut Value, span: Value) {
    if !span.is_null() {
        object["span"] = span;
    }
}
