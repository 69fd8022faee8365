//! From a text to its canonical layout.

use super::layout::layout;
use super::proof::difference;
use crate::diagnostic::Report;
use crate::source::{SourceFile, SourceMap};
use crate::syntax::{MAX_FILE_BYTES, outlined, parse};

/// Why a text is not formatted.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// It cannot be read; what was found, in the texts given here.
    Findings(Box<Report>, Box<SourceMap>),
    /// The result would have so many bytes, more than a file may have.
    Long(usize),
    /// The formatter would have changed more than the layout: a defect of ours. What would have changed.
    Changed(String),
}

/// The text of a file in its canonical layout. It has been read again and says the same with the same comments.
///
/// # Errors
///
/// A text with errors of syntax, one whose layout is too long for a file, or one that the formatter cannot format without changing it.
pub fn format(name: &str, text: &str) -> Result<String, Refusal> {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new(name, text));
    let (_, report) = parse(&sources, id);
    if report.errors() > 0 {
        return Err(Refusal::Findings(Box::new(report), Box::new(sources)));
    }
    let Some(entries) = outlined(text) else {
        return Err(Refusal::Changed("the text is read once and not again".to_owned()));
    };
    let formatted = layout(&entries);
    if formatted.len() > MAX_FILE_BYTES {
        return Err(Refusal::Long(formatted.len()));
    }
    match difference(text, &formatted) {
        None => Ok(formatted),
        Some(what) => Err(Refusal::Changed(what)),
    }
}
