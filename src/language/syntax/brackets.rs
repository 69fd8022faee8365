//! Brackets that do not fit: which of them is at fault. Every way to mend the text by one bracket is tried, and the one taken
//! after which brackets fit best, with blocks that end where their layout says.

use super::words::{Token, tokens};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{FileId, Span};

/// The most brackets of a text for which every way to mend it is tried.
const MAX_TRIED: usize = 4096;
/// How many brackets around the one that does not fit are tried.
const WINDOW: usize = 12;

/// Words that are nothing without arguments.
const FUNCTIONS: [&str; 22] = [
    "count", "sum", "max", "min", "list", "union", "abs", "row", "column", "rows", "columns", "kind", "owner",
    "height", "owned", "distance", "toward", "opposite", "between", "ray", "sight", "turned",
];

/// A bracket of a text.
#[derive(Clone, Copy)]
struct Bracket {
    sign: char,
    at: usize,
    /// How far its line is indented.
    indent: usize,
    /// Where its line begins.
    line: usize,
    /// Whether its line begins with it.
    leads: bool,
    /// Whether it was put in.
    is_new: bool,
}

/// One change that may make the brackets fit.
#[derive(Clone, Copy)]
enum Change {
    /// Without this bracket, by its place in the list.
    Without(usize),
    /// With another sign in the place of this one.
    Instead(usize, char),
    /// This one is closed before a byte of the text.
    Closed(usize, usize),
    /// A bracket within a comment counts.
    Uncommented(Bracket),
}

/// What is wrong with the brackets of a text, if anything is: `comments` are those of the text.
pub fn misfit(file: FileId, text: &str, comments: &[Span]) -> Option<Diagnostic> {
    let all = brackets(text, comments);
    let first = fault(&all)?;
    let mut best: Option<((usize, usize), Change)> = None;
    for (rank, change) in changes(text, comments, &all, first).into_iter().enumerate() {
        let after = changed(&all, change);
        // A bracket that closes another one than it should mends nothing.
        if let Change::Closed(open, _) = change
            && !closes(&after, open)
        {
            continue;
        }
        let score = (misfits(&after), rank);
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, change));
        }
    }
    let (_, change) = best?;
    Some(said(file, text, &all, change))
}

/// The brackets outside comments and texts.
fn brackets(text: &str, comments: &[Span]) -> Vec<Bracket> {
    let mut out = Vec::new();
    let mut next = 0;
    let (mut line, mut leads) = (0, true);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        while comments.get(next).is_some_and(|comment| (comment.end as usize) <= at) {
            next += 1;
        }
        if let Some(comment) = comments.get(next).filter(|comment| comment.start as usize <= at) {
            at = (comment.end as usize).max(at + 1);
            continue;
        }
        match byte {
            b'\n' => (line, leads) = (at + 1, true),
            b'"' => {
                let rest = bytes.get(at + 1..).unwrap_or(&[]);
                at += rest.iter().position(|byte| matches!(byte, b'"' | b'\n')).unwrap_or(rest.len());
                // The closing quote, or the byte before the line break.
                at += usize::from(bytes.get(at + 1) == Some(&b'"'));
                leads = false;
            }
            b'(' | b')' | b'{' | b'}' => {
                out.push(Bracket {
                    sign: char::from(*byte),
                    at,
                    indent: indentation(text, line),
                    line,
                    leads,
                    is_new: false,
                });
                leads = false;
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => leads = false,
        }
        at += 1;
    }
    out
}

fn indentation(text: &str, line: usize) -> usize {
    text.get(line..).map_or(0, |rest| rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

fn partner(sign: char) -> char {
    match sign {
        '(' => ')',
        ')' => '(',
        '{' => '}',
        _ => '{',
    }
}

fn opens(sign: char) -> bool {
    matches!(sign, '(' | '{')
}

/// The first bracket that does not fit: one that closes nothing or another sort, or else the last that is never closed.
fn fault(all: &[Bracket]) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (place, bracket) in all.iter().enumerate() {
        if opens(bracket.sign) {
            open.push(place);
        } else if open.pop().and_then(|last| all.get(last)).is_none_or(|last| partner(last.sign) != bracket.sign) {
            return Some(place);
        }
    }
    open.last().map(|_| all.len())
}

/// Whether the bracket that was put in closes the one at a place.
fn closes(all: &[Bracket], opened: usize) -> bool {
    let mut open: Vec<usize> = Vec::new();
    for (place, bracket) in all.iter().enumerate() {
        if opens(bracket.sign) {
            open.push(place);
            continue;
        }
        let is_own = |other: &usize| all.get(*other).is_some_and(|other| partner(other.sign) == bracket.sign);
        let Some(at) = open.iter().rposition(is_own) else { continue };
        let is_asked = open.get(at) == Some(&opened);
        if is_asked || bracket.is_new {
            return is_asked && bracket.is_new;
        }
        open.truncate(at);
    }
    false
}

/// How badly brackets fit: those without a partner, and the blocks that end where their layout does not say so.
fn misfits(all: &[Bracket]) -> usize {
    let mut open: Vec<Bracket> = Vec::new();
    let mut wrong = 0;
    for bracket in all {
        if opens(bracket.sign) {
            open.push(*bracket);
            continue;
        }
        match open.iter().rposition(|other| partner(other.sign) == bracket.sign) {
            // What was opened since has no partner.
            Some(place) => {
                wrong += 4 * (open.len() - 1 - place);
                let opened = open.get(place).copied();
                open.truncate(place);
                // A block of several lines ends on a line of its own, as far left as it began; a parenthesis goes on further right.
                let fits = |opened: Bracket| match bracket.sign {
                    _ if opened.line == bracket.line => true,
                    // Out of a comment it may go anywhere.
                    '}' if bracket.is_new && !bracket.leads => true,
                    '}' => bracket.leads && opened.indent == bracket.indent,
                    _ => opened.indent <= bracket.indent,
                };
                wrong += usize::from(!opened.is_some_and(fits));
            }
            None => wrong += 4,
        }
    }
    wrong + 4 * open.len()
}

/// What may have been meant, the likeliest first.
fn changes(text: &str, comments: &[Span], all: &[Bracket], first: usize) -> Vec<Change> {
    let mut out = Vec::new();
    let near = |place: &usize| all.len() <= MAX_TRIED || place.abs_diff(first) <= WINDOW;
    for comment in comments {
        let (start, end) = (comment.start as usize, comment.end as usize);
        let line = text.get(..start).and_then(|lead| lead.rfind('\n')).map_or(0, |line| line + 1);
        // A comment of its own line is prose, brackets at the end of another one were code.
        let code = text.get(line..start).unwrap_or("");
        let said = text.get(start..end).unwrap_or("");
        let prose = tokens(said.trim_start_matches('/'), 0, said.trim_start_matches('/').len());
        if code.trim().is_empty() || prose.iter().any(|token| !["(", ")", "{", "}"].contains(&token.text)) {
            continue;
        }
        let indent = indentation(text, line);
        let brackets = said.char_indices().filter(|(_, sign)| "(){}".contains(*sign));
        out.extend(brackets.map(|(at, sign)| {
            Change::Uncommented(Bracket { sign, at: start + at, indent, line, leads: false, is_new: true })
        }));
    }
    if let Some(bracket) = all.get(first) {
        // On one line: one was written for the other.
        let written_for = open_before(all, first).and_then(|place| all.get(place));
        if written_for.is_some_and(|open| !text.get(open.at..bracket.at).unwrap_or("\n").contains('\n')) {
            out.extend(written_for.map(|open| Change::Instead(first, partner(open.sign))));
        }
    }
    let mut places = (0..all.len()).filter(near).collect::<Vec<_>>();
    places.sort_by_key(|place| place.abs_diff(first));
    for place in &places {
        let bracket = all[*place];
        if opens(bracket.sign) {
            let end = closes_at(text, bracket);
            out.push(Change::Closed(*place, end));
        }
    }
    // One too many.
    out.extend(places.iter().map(|place| Change::Without(*place)));
    out
}

/// The bracket that is open before a place.
fn open_before(all: &[Bracket], place: usize) -> Option<usize> {
    let mut open = Vec::new();
    for (index, bracket) in all.iter().enumerate().take(place) {
        if opens(bracket.sign) {
            open.push(index);
        } else {
            open.pop();
        }
    }
    open.pop()
}

/// Where a bracket ends by its layout: a parenthesis on its line, a block before the next line that is indented no further than its own.
fn closes_at(text: &str, open: Bracket) -> usize {
    let start = text.get(..open.at).and_then(|lead| lead.rfind('\n')).map_or(0, |line| line + 1);
    let own = text.get(start..).unwrap_or("");
    if open.sign == '(' {
        let line = own.lines().next().unwrap_or("");
        let code = line.find("//").filter(|_| !line.contains('"')).and_then(|end| line.get(..end)).unwrap_or(line);
        let inner = code.get(open.at + 1 - start..).unwrap_or("");
        // Before the brace of a block, or one that closes what stands around it.
        let end = inner.find(['{', '}']).filter(|_| !inner.contains(':')).unwrap_or(inner.len());
        return open.at + 1 + inner.get(..end).unwrap_or("").trim_end().len();
    }
    let mut place = start;
    for (index, line) in own.split_inclusive('\n').enumerate() {
        let is_blank = line.trim().is_empty();
        if index > 0 && !is_blank && indentation(line, 0) <= open.indent {
            return place;
        }
        place += line.len();
    }
    text.len()
}

/// The brackets after a change.
fn changed(all: &[Bracket], change: Change) -> Vec<Bracket> {
    let mut out = all.to_vec();
    let (bracket, at) = match change {
        Change::Without(place) => {
            out.remove(place);
            return out;
        }
        Change::Instead(place, sign) => {
            out[place].sign = sign;
            return out;
        }
        Change::Uncommented(bracket) => (bracket, bracket.at),
        Change::Closed(open, at) => {
            let Bracket { sign, indent, line, .. } = all[open];
            let leads = sign == '{';
            (Bracket { sign: partner(sign), at, indent, line: if leads { at } else { line }, leads, is_new: true }, at)
        }
    };
    let place = out.partition_point(|other| other.at < at);
    out.insert(place, bracket);
    out
}

fn said(file: FileId, text: &str, all: &[Bracket], change: Change) -> Diagnostic {
    let span = |at: usize| Span::new(file, at, at + 1);
    match change {
        Change::Uncommented(bracket) => {
            let Bracket { sign, at, .. } = bracket;
            let comment = text.get(..at).and_then(|lead| lead.rfind("//")).unwrap_or(at);
            let code = if opens(sign) { Code::SyntaxUnopenedBracket } else { Code::SyntaxUnclosedBracket };
            let edits = vec![Edit { span: Span::new(file, comment, at), text: String::new() }];
            Diagnostic::new(code, span(at), format!("this `{sign}` is part of a comment"))
                .label("what stands behind `//` is not read")
                .help("write it before the comment, or on a line of its own")
                .fix(Fix { title: "take it out of the comment".to_owned(), edits, safe: false })
        }
        Change::Without(place) => {
            let Bracket { sign, at, .. } = all[place];
            let fix = Fix::remove(span(at), format!("remove this `{sign}`")).unsure();
            if opens(sign) {
                return Diagnostic::new(Code::SyntaxUnclosedBracket, span(at), format!("`{sign}` is never closed"))
                    .label("opened here")
                    .help(format!("remove it, or add `{}` where it ends", partner(sign)))
                    .fix(fix);
            }
            let said = Diagnostic::new(Code::SyntaxUnopenedBracket, span(at), format!("`{sign}` closes nothing"))
                .label(format!("no `{}` is open here", partner(sign)));
            match unopened(text, at).filter(|_| sign == ')') {
                Some((word, start, end)) => said.help(format!("open it behind `{word}`: `{word}(`")).fix(Fix {
                    title: format!("write `{word}(`"),
                    edits: vec![Edit { span: Span::new(file, start, end), text: "(".to_owned() }],
                    safe: false,
                }),
                None => said.help("remove it, or add the bracket that it should close").fix(fix),
            }
        }
        Change::Instead(place, wanted) => {
            let (here, open) = (all[place], open_before(all, place).and_then(|open| all.get(open)));
            let at = open.map_or(here.at, |open| open.at);
            let open = partner(wanted);
            Diagnostic::new(Code::SyntaxUnclosedBracket, span(at), format!("`{open}` is never closed"))
                .label("opened here")
                .related(span(here.at), format!("`{}` comes first", here.sign))
                .help(format!("add `{wanted}` where it ends"))
                .fix(Fix::write(span(here.at), wanted.to_string()).unsure())
        }
        Change::Closed(place, end) => {
            let open = all[place];
            let wanted = partner(open.sign);
            let start = text.get(..open.at).and_then(|lead| lead.rfind('\n')).map_or(0, |line| line + 1);
            let margin = text.get(start..start + open.indent).unwrap_or("");
            let written = match open.sign {
                '(' => ")".to_owned(),
                _ if end == text.len() && !text.ends_with('\n') => format!("\n{margin}}}\n"),
                _ => format!("{margin}}}\n"),
            };
            let edits = vec![Edit { span: Span::new(file, end, end), text: written }];
            let said =
                Diagnostic::new(Code::SyntaxUnclosedBracket, span(open.at), format!("`{}` is never closed", open.sign))
                    .label("opened here")
                    .help(format!("add `{wanted}` where it ends"))
                    .fix(Fix { title: format!("add `{wanted}`"), edits, safe: false });
            // What closes it instead.
            match all.get(place + 1..).unwrap_or(&[]).iter().find(|other| other.sign == '}' && open.sign == '(') {
                Some(other) if fault(all).and_then(|at| all.get(at)).is_some_and(|wrong| wrong.at == other.at) => {
                    said.related(span(other.at), format!("`{}` comes first", other.sign))
                }
                _ => said,
            }
        }
    }
}

/// The word before a `)` of the same line that takes arguments and has none, with the blanks behind it.
fn unopened(text: &str, at: usize) -> Option<(&str, usize, usize)> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |line| line + 1);
    let all = tokens(text, start, at);
    let lacks =
        |pair: &&[Token<'_>]| matches!(pair, [word, next] if FUNCTIONS.contains(&word.text) && next.text != "(");
    let [word, next] = all.windows(2).rev().find(lacks)? else { return None };
    Some((text.get(word.at..word.end())?, word.end(), next.at))
}
