//! The lines around a finding, made fit to be shown: few, short, and without characters that steer a terminal.

use std::ops::Range;

use super::{Diagnostic, Label};
use crate::source::{FileId, SourceMap};
use crate::util::{is_steering, visible};

/// Related places that are shown; the rest is only in the data.
const MAX_RELATED: usize = 8;
/// A label over more lines than this is shown on its first line alone.
const MAX_LABEL_LINES: usize = 4;
/// A message, label or help is cut after this many characters.
const MAX_TEXT: usize = 600;

/// How wide an excerpt may be, and what stands for text left out.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Characters of a line that are shown.
    pub width: usize,
    /// Stands where a line is cut.
    pub ellipsis: &'static str,
    /// Stands for a character that is not printable.
    pub unprintable: char,
}

/// Some lines of one file. All excerpts of a finding share one counting of bytes, so that a place tells its excerpt.
pub(super) struct Excerpt {
    /// The file's name.
    pub name: String,
    /// The number of the first line, from 1.
    pub first_line: u32,
    /// The lines as shown, each with a newline.
    pub text: String,
    /// The number of the first byte of `text`.
    pub start: usize,
    /// The labels on these lines, in the order of their starts.
    pub marks: Vec<Mark>,
}

/// A label on an excerpt.
pub(super) struct Mark {
    /// Its bytes in the shared counting.
    pub bytes: Range<usize>,
    /// The line in the file, from 1.
    pub line: u32,
    /// The column in the file in characters, from 1.
    pub column: u32,
    /// What it says; may be empty.
    pub text: String,
    /// Whether this is the finding's own place.
    pub primary: bool,
}

/// A label with the lines that it needs, in bytes of its file.
struct Site<'a> {
    label: &'a Label,
    file: FileId,
    marked: Range<usize>,
    lines: Range<usize>,
}

impl Frame {
    /// `text` with steering characters written out, cut where it is very long.
    pub fn clean(self, text: &str) -> String {
        let cut = text.char_indices().nth(MAX_TEXT).map_or(text, |(end, _)| &text[..end]);
        let mut out = visible(cut).into_owned();
        if text.chars().nth(MAX_TEXT).is_some() {
            out.push_str(self.ellipsis);
        }
        out
    }

    /// One character for each, so that labels stand below what they are about.
    fn printable(self, c: char) -> char {
        if is_steering(c) { self.unprintable } else { c }
    }

    /// The part of the line `line` that is shown when `focus` must be in it.
    fn window(self, text: &str, line: Range<usize>, focus: usize) -> Range<usize> {
        let whole = &text[line.clone()];
        if whole.len() <= self.width || whole.char_indices().nth(self.width).is_none() {
            return line;
        }
        let back = |from: usize, by: usize| {
            text[line.start..from].char_indices().rev().take(by).last().map_or(from, |(at, _)| line.start + at)
        };
        let from = back(focus, self.width / 3);
        match text[from..line.end].char_indices().nth(self.width) {
            Some((end, _)) => from..from + end,
            None => back(line.end, self.width)..line.end,
        }
    }
}

/// The lines to show for a finding: those of its own place first.
pub(super) fn excerpts(diagnostic: &Diagnostic, sources: &SourceMap, frame: Frame) -> Vec<Excerpt> {
    let related = diagnostic.related.iter().take(MAX_RELATED);
    let mut sites: Vec<Site> = std::iter::once(&diagnostic.primary).chain(related).map(|l| site(l, sources)).collect();
    let own = sites[0].file;
    sites.sort_by_key(|site| (site.file != own, site.file, site.lines.start, site.marked.start));

    let mut groups: Vec<(FileId, Range<usize>, Vec<Site>)> = Vec::new();
    for site in sites {
        match groups.last_mut() {
            Some((file, lines, members)) if *file == site.file && site.lines.start <= lines.end + 1 => {
                lines.end = lines.end.max(site.lines.end);
                members.push(site);
            }
            _ => groups.push((site.file, site.lines.clone(), vec![site])),
        }
    }
    let is_own = |site: &Site| std::ptr::eq(site.label, &diagnostic.primary);
    groups.sort_by_key(|(_, _, members)| !members.iter().any(is_own));

    let mut start = 0;
    let mut out = Vec::with_capacity(groups.len());
    for (file, lines, members) in groups {
        let excerpt = excerpt(sources, file, lines, &members, &diagnostic.primary, start, frame);
        start += excerpt.text.len() + 1;
        out.push(excerpt);
    }
    out
}

/// Where a label is and which lines go with it: its own, and a neighbour on each side unless that is blank.
fn site<'a>(label: &'a Label, sources: &SourceMap) -> Site<'a> {
    let file = label.span.file;
    let text = &*sources.file(file).text;
    let start = boundary(text, label.span.start as usize);
    let mut end = boundary(text, label.span.end as usize).max(start);
    while end > start && matches!(text.as_bytes()[end - 1], b'\n' | b'\r') {
        end -= 1;
    }
    if text[start..end].matches('\n').nth(MAX_LABEL_LINES - 1).is_some() {
        end = line_end(text, start);
    }

    let mut lines = line_start(text, start)..line_end(text, end);
    if lines.start > 0 {
        let before = line_start(text, lines.start - 1);
        if !is_blank(&text[before..lines.start]) {
            lines.start = before;
        }
    }
    if lines.end < text.len() {
        let after = line_end(text, lines.end + 1);
        if !is_blank(&text[lines.end..after]) {
            lines.end = after;
        }
    }
    Site { label, file, marked: start..end, lines }
}

fn excerpt(
    sources: &SourceMap,
    file: FileId,
    lines: Range<usize>,
    sites: &[Site],
    primary: &Label,
    start: usize,
    frame: Frame,
) -> Excerpt {
    let source = sources.file(file);
    let text = &*source.text;
    let mut marks: Vec<Mark> = sites
        .iter()
        .map(|site| {
            let place = source.place(site.marked.start as u32);
            Mark {
                bytes: 0..0,
                line: place.line,
                column: place.column,
                text: frame.clean(&site.label.text),
                primary: std::ptr::eq(site.label, primary),
            }
        })
        .collect();

    let mut shown = String::new();
    let mut from = lines.start;
    loop {
        let end = line_end(text, from);
        let line = from..end - usize::from(text[from..end].ends_with('\r'));
        let here = |at: usize| from <= at && at <= end;
        let focus = sites
            .iter()
            .min_by_key(|site| !std::ptr::eq(site.label, primary))
            .into_iter()
            .chain(sites)
            .flat_map(|site| [site.marked.start, site.marked.end])
            .find(|at| here(*at))
            .unwrap_or(from);
        let window = frame.window(text, line.clone(), focus.min(line.end));
        let places = write_line(&mut shown, text, &line, &window, frame);
        let shown_at = |at: usize| {
            let index = places.partition_point(|(original, _)| *original < at);
            start + places.get(index).or(places.last()).map_or(0, |(_, written)| *written)
        };
        for (mark, site) in marks.iter_mut().zip(sites) {
            if here(site.marked.start) {
                mark.bytes.start = shown_at(site.marked.start);
            }
            if here(site.marked.end) {
                mark.bytes.end = shown_at(site.marked.end);
            }
        }
        if end >= lines.end {
            break;
        }
        from = end + 1;
    }
    marks.sort_by_key(|mark| (mark.bytes.start, mark.bytes.end));
    Excerpt {
        name: frame.clean(&source.name),
        first_line: source.place(lines.start as u32).line,
        text: shown,
        start,
        marks,
    }
}

/// Writes one line, cut to `window`. Gives for each character of the window, and for its end, its place in the text and
/// its place in `out`.
fn write_line(
    out: &mut String,
    text: &str,
    line: &Range<usize>,
    window: &Range<usize>,
    frame: Frame,
) -> Vec<(usize, usize)> {
    if window.start > line.start {
        out.push_str(frame.ellipsis);
    }
    let mut places = Vec::with_capacity(window.len() + 1);
    for (at, c) in text[window.clone()].char_indices() {
        places.push((window.start + at, out.len()));
        out.push(frame.printable(c));
    }
    places.push((window.end, out.len()));
    if window.end < line.end {
        out.push_str(frame.ellipsis);
    }
    out.push('\n');
    places
}

fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |at| offset + at)
}

/// Looks at the start of a long line only.
fn is_blank(line: &str) -> bool {
    line.chars().all(char::is_whitespace)
}
