//! From a file's text to its syntax tree.

use std::mem;
use std::ops::Range;

use pest::Parser as _;

use super::ast::{Expr, File};
use super::build::Builder;
use super::grammar::{GameParser, Node, Rule};
use super::outline::{BlockEntry, outline};
use super::prescan::prescan;
use super::recover::Recovery;
use super::slips::settle;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::source::{FileId, SourceMap, Span};

/// The longest file that is read, in bytes. The longest rule sheet is a hundredth of it.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// The longest declaration of which it is looked what of it can be read.
const MAX_RECOVERED: usize = 1 << 14;

/// Reads file `id` of `sources`. What cannot be read is left out and stands in the report.
pub fn parse(sources: &SourceMap, id: FileId) -> (File, Report) {
    let mut report = Report::default();
    let text = &*sources.file(id).text;
    let whole = sources.file(id).text.clone();
    let mut file = File { id, units: Vec::new(), comments: Vec::new(), text: whole, lost: Vec::new() };
    if text.len() > MAX_FILE_BYTES {
        let place = Span::new(id, 0, 0);
        report.add(
            Diagnostic::new(
                Code::LimitFile,
                place,
                format!("the file has {} bytes, more than {MAX_FILE_BYTES}", text.len()),
            )
            .help("a rule sheet takes a few kilobytes: is this the right file?"),
        );
        return (file, report);
    }
    let scan = prescan(id, text, &mut report);
    file.comments = scan.comments;
    if !scan.sound {
        return (file, report);
    }
    match GameParser::parse(Rule::file, text) {
        Ok(pairs) => {
            let mut builder = Builder::new(id, text, &file.comments, &mut report);
            file.units = builder.units(pairs);
            let unread = mem::take(&mut builder.unread);
            recover(&mut file, &unread, &mut report);
        }
        Err(error) => report.add(super::expected::diagnostic(Rule::file, text, &error, id, 0, text)),
    }
    if file.units.is_empty() && report.is_empty() {
        report.add(
            Diagnostic::new(Code::SyntaxNoGame, Span::new(id, 0, text.len().min(1)), "no game in this file")
                .label("expected `game \"Name\" { ... }`")
                .help("begin with `game \"Name\" {` and end with `}`"),
        );
    }
    settle(&mut report, [(id, text)]);
    (file, report)
}

/// Reads once more what can be read of the declarations of a file that are `unread`.
fn recover(file: &mut File, unread: &[Range<usize>], report: &mut Report) {
    let text = file.text.clone();
    let mut recovery = Recovery::of(file.id, &text);
    for stretch in unread.iter().filter(|stretch| stretch.len() <= MAX_RECOVERED) {
        recovery.declaration(&text, stretch.clone(), report);
    }
    report.sort();
    let Some((read, lost)) = recovery.found() else { return };
    let Ok(pairs) = GameParser::parse(Rule::file, &read) else { return };
    let mut said = Report::default();
    let mut builder = Builder::new(file.id, &read, &file.comments, &mut said);
    builder.is_told = true;
    let units = builder.units(pairs);
    let before = mem::replace(&mut file.units, units);
    for (unit, before) in file.units.iter_mut().zip(before) {
        unit.unread_tests = before.unread_tests;
    }
    file.lost = lost;
}

/// Reads text `id` of `sources` as one expression and nothing else.
pub fn expression(sources: &SourceMap, id: FileId) -> (Option<Expr>, Report) {
    let mut report = Report::default();
    let text = &*sources.file(id).text;
    if text.trim().is_empty() {
        let said = Diagnostic::new(Code::SyntaxExpected, Span::new(id, 0, text.len()), "no expression");
        report.add(said.help("write what is to be worked out, such as `count(mine)`"));
        return (None, report);
    }
    let scan = prescan(id, text, &mut report);
    if !scan.sound {
        return (None, report);
    }
    match GameParser::parse(Rule::lone, text) {
        Ok(pairs) => {
            let mut builder = Builder::new(id, text, &scan.comments, &mut report);
            let expr = pairs.flat_map(Node::into_inner).next().map(|node| builder.expr(node));
            (expr.filter(|_| report.errors() == 0), report)
        }
        Err(error) => {
            report.add(super::expected::diagnostic(Rule::lone, text, &error, id, 0, text));
            (None, report)
        }
    }
}

/// What a text that [`parse`] reads without an error is laid out of; of another text, nothing.
pub fn outlined(text: &str) -> Option<Vec<BlockEntry<'_>>> {
    let file = GameParser::parse(Rule::file, text).ok()?.next()?;
    Some(outline(text, file))
}
