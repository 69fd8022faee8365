//! What is left of a declaration that cannot be read. Its statements are read one by one, and of one that cannot be read as much as can
//! be: the block of an `if`, the name of a `pick`. What stands in the way is read as blanks, or as a name where something must stand.

use std::ops::Range;

use pest::Parser as _;
use pest::error::{Error, InputLocation};

use super::ast::Lost;
use super::ast_move::STATEMENTS;
use super::expected::diagnostic;
use super::grammar::{GameParser, Rule};
use super::words::{Token, is_reserved, is_word, tokens};
use crate::diagnostic::Report;
use crate::source::FileId;

/// How many stretches of one declaration are left out.
const MAX_LOST: usize = 32;
/// How many bytes the grammar reads to find out what is to be left out of a file: some twenty milliseconds.
const MAX_READ: usize = 1 << 16;
/// How many beginnings and ends of what is at fault are tried.
const MAX_TRIED: usize = 8;
/// How many words that begin statements may stand within one.
const MAX_JOINED: usize = 4;

/// The name that is read where a name or an expression is missing or cannot be read.
pub const HOLE: &str = "_";
/// What is read before a block whose statement cannot be told.
const ANY_BLOCK: &str = "if _";

/// A text from which what cannot be read is taken.
pub struct Recovery {
    file: FileId,
    /// The text as it is read: as long as the original, with the same lines.
    read: String,
    lost: Vec<Lost>,
    /// How many bytes may still be read.
    left: usize,
}

impl Recovery {
    /// Of a text of which nothing is lost yet.
    pub fn of(file: FileId, text: &str) -> Self {
        Recovery { file, read: text.to_owned(), lost: Vec::new(), left: MAX_READ }
    }

    /// The text as it can be read, with what is left out of it, if that makes a difference.
    pub fn found(self) -> Option<(String, Vec<Lost>)> {
        (!self.lost.is_empty()).then_some((self.read, self.lost))
    }

    /// Reads a stretch of `text` that is a declaration with something wrong in it. What is said of the first fault is known already;
    /// what is found to be wrong beyond it goes to the report.
    pub fn declaration(&mut self, text: &str, stretch: Range<usize>, report: &mut Report) {
        if self.left == 0 {
            return;
        }
        let mut part = Part {
            text,
            stretch: stretch.clone(),
            list: tokens(text, stretch.start, stretch.end),
            lost: Vec::new(),
            left: self.left,
        };
        let found = part.declaration();
        self.left = part.left;
        if found.is_none() {
            return;
        }
        for (place, (statement, lost)) in part.lost.into_iter().enumerate() {
            // From there on, where all before it is mended.
            let read = self.read.get(statement..stretch.end).filter(|_| place > 0 && !report.is_full()).unwrap_or("");
            if let Err(error) = GameParser::parse(Rule::some_statements, read) {
                report.add(diagnostic(Rule::some_statements, read, &error, self.file, statement, text));
            }
            self.read.replace_range(lost.at.clone(), &lost.instead);
            self.lost.push(lost);
        }
    }
}

/// A declaration, by its tokens.
struct Part<'t> {
    text: &'t str,
    stretch: Range<usize>,
    list: Vec<Token<'t>>,
    /// What is left out so far, in order, with the byte at which the statement begins that it is a part of.
    lost: Vec<(usize, Lost)>,
    left: usize,
}

impl Part<'_> {
    /// Leaves out what cannot be read; nothing where that is too much.
    fn declaration(&mut self) -> Option<()> {
        let all = 0..self.list.len();
        match self.text_of(0) {
            "move" | "effect" | "pass" | "after" => {
                let open = all.clone().find(|place| self.text_of(*place) == "{")?;
                let close = self.closing(open)?;
                self.statements(open + 1..close)?;
            }
            _ => {
                let lost = self.mended(all.clone(), Rule::one_declaration)?;
                self.lost.push((self.stretch.start, lost));
            }
        }
        self.reads(&all, Rule::one_declaration, &[]).then_some(())
    }

    /// The statements of a block.
    fn statements(&mut self, block: Range<usize>) -> Option<()> {
        let mut starts = self.starts(&block);
        starts.push(block.end);
        let mut at = 0;
        while let Some([start, _, ..]) = starts.get(at..) {
            let ends: Vec<usize> = starts.get(at + 1..)?.iter().take(MAX_JOINED).copied().collect();
            // The word may go on with what stands before it.
            let before = at.checked_sub(1).and_then(|last| starts.get(last)).copied();
            let begins = [Some(*start), before].into_iter().flatten();
            let ways = begins.flat_map(|start| ends.iter().enumerate().map(move |(joined, end)| (joined, start..*end)));
            let found = ways.into_iter().find(|(_, which)| self.reads(which, Rule::some_statements, &[]));
            if let Some((joined, _)) = found {
                at += joined + 1;
                continue;
            }
            if self.left == 0 || self.lost.len() >= MAX_LOST {
                return None;
            }
            // It goes on to the next that begins a line.
            let next = (at + 1..starts.len())
                .find(|place| starts.get(*place).is_some_and(|start| *start == block.end || self.leads(*start)))?;
            let end = *starts.get(next)?;
            // Or what could be read before it is but a part of it.
            let part = before.filter(|_| !self.leads(*start));
            match part.and_then(|before| Some((before, self.mended(before..end, Rule::some_statements)?))) {
                Some((before, lost)) => self.lost.push((self.start(before), lost)),
                None => self.statement(*start..end)?,
            }
            at = next;
        }
        Some(())
    }

    /// A statement that cannot be read.
    fn statement(&mut self, which: Range<usize>) -> Option<()> {
        let (blocks, begins) = (self.blocks(&which), self.start(which.start));
        if blocks.is_empty() {
            let lost = self.mended(which.clone(), Rule::some_statements).or_else(|| self.without(which, None))?;
            self.lost.push((begins, lost));
            return Some(());
        }
        // Without what is in its blocks.
        let within: Vec<Lost> = blocks.iter().filter_map(|block| self.without(block.clone(), None)).collect();
        if !self.reads(&which, Rule::some_statements, &within) {
            // One head after the other.
            let mut from = which.start;
            for block in &blocks {
                let head = from..block.start - 1;
                from = block.end + 1;
                let is_first = head.start == which.start;
                let words: Vec<&str> = head.clone().map(|place| self.text_of(place)).collect();
                if !is_first && words == ["else"] {
                    continue;
                }
                let lost = self.head(head, is_first)?;
                self.lost.extend(lost.map(|lost| (begins, lost)));
            }
            // What follows the last block.
            if from < which.end {
                let lost = self.without(from..which.end, None)?;
                self.lost.push((begins, lost));
            }
        }
        for block in blocks {
            if !self.reads(&block, Rule::some_statements, &[]) {
                self.statements(block)?;
            }
        }
        self.lost.sort_by_key(|(_, lost)| lost.at.start);
        Some(())
    }

    /// The words before a block, which ends them: what of them cannot be read. Without the first head, the `else` before another.
    fn head(&mut self, head: Range<usize>, is_first: bool) -> Option<Option<Lost>> {
        let lead = if is_first { "" } else { "if _ { } " };
        let around = |text: &str| format!("{lead}{text} {{ }}");
        if self.is_read(&around(self.slice(&head)), Rule::some_statements) {
            return Some(None);
        }
        for from in head.clone().rev().take(MAX_TRIED) {
            for range in [from + 1..from + 1, from..from + 1, from..head.end] {
                if let Some(lost) = self.hole(range)
                    && self.is_read(&around(&self.patched(&head, std::slice::from_ref(&lost))), Rule::some_statements)
                {
                    return Some(Some(lost));
                }
            }
        }
        let at = self.start(head.start)..self.start(head.end);
        let words = if is_first { ANY_BLOCK.to_owned() } else { format!("else {ANY_BLOCK}") };
        let short = if is_first { ANY_BLOCK } else { "else" };
        let instead = [words.as_str(), short].into_iter().find(|words| words.len() < at.len())?;
        let mut instead = instead.to_owned();
        instead.push_str(&self.blank(at.start + instead.len()..at.end));
        Some(Some(Lost { at, instead }))
    }

    /// What is to be left out of some tokens that cannot be read as `rule`, but for their first word: as little as can be.
    fn mended(&mut self, which: Range<usize>, rule: Rule) -> Option<Lost> {
        let stop = self.stop(&which, rule)?;
        let first = which.start + 1;
        let ends: Vec<usize> = self.ends(stop..which.end).take(MAX_TRIED).collect();
        let mut tried: Vec<Range<usize>> = std::iter::once(stop..stop).collect();
        let is_near = |from: &usize| stop - *from < 4 * MAX_TRIED;
        let froms: Vec<usize> = (first..=stop).rev().take_while(is_near).collect();
        tried.extend(froms.iter().filter(|from| **from < stop).map(|from| *from..stop));
        tried.extend(froms.iter().flat_map(|from| ends.iter().filter(|end| *from < **end).map(|end| *from..*end)));
        // A name or an operand that is missing further ahead, where what follows was read as if it were that.
        tried.extend(froms.iter().filter(|from| self.text_of(**from) == "{").map(|from| *from..*from));
        // It ends no later than what stands before the next comma.
        tried.retain(|range| range.is_empty() || self.level(range).iter().all(|place| self.text_of(*place) != ","));
        let holes: Vec<Lost> = tried.into_iter().filter_map(|range| self.hole(range)).collect();
        // One of several bindings, with the comma behind it or before it.
        let bound = froms.iter().filter(|from| **from == first || self.text_of(**from - 1) == ",");
        let bindings = bound.flat_map(|from| {
            ends.iter().map(move |end| if *end < which.end { *from..*end + 1 } else { *from - 1..*end })
        });
        let bindings: Vec<Lost> = bindings.filter_map(|range| self.without(range, None)).collect();
        holes.into_iter().chain(bindings).find(|lost| self.reads(&which, rule, std::slice::from_ref(lost)))
    }

    /// The token at which reading some as `rule` stops.
    fn stop(&mut self, which: &Range<usize>, rule: Rule) -> Option<usize> {
        let start = self.start(which.start);
        let text = self.slice(which).to_owned();
        self.left = self.left.saturating_sub(text.len());
        let error = GameParser::parse(rule, &text).err()?;
        let at = start + place(&error);
        Some(self.list.partition_point(|token| token.at < at).clamp(which.start + 1, which.end))
    }

    /// Whether some tokens are read as `rule` without what is lost of them.
    fn reads(&mut self, which: &Range<usize>, rule: Rule, lost: &[Lost]) -> bool {
        let known = self.lost.iter().map(|(_, lost)| lost).filter(|lost| self.start(which.start) <= lost.at.start);
        let all: Vec<Lost> = known.chain(lost).cloned().collect();
        let text = self.patched(which, &all);
        self.is_read(&text, rule)
    }

    fn is_read(&mut self, text: &str, rule: Rule) -> bool {
        self.left = self.left.saturating_sub(text.len());
        self.left > 0 && GameParser::parse(rule, text).is_ok()
    }

    /// The text of some tokens, with other bytes in the place of what is lost of them.
    fn patched(&self, which: &Range<usize>, lost: &[Lost]) -> String {
        let (start, mut text) = (self.end_before(which.start).max(self.stretch.start), String::new());
        let end = self.start(which.end);
        text.push_str(self.text.get(start..end).unwrap_or(""));
        for Lost { at, instead } in lost.iter().filter(|lost| start <= lost.at.start && lost.at.end <= end) {
            text.replace_range(at.start - start..at.end - start, instead);
        }
        text
    }

    fn slice(&self, which: &Range<usize>) -> &str {
        self.text.get(self.start(which.start)..self.end_before(which.end)).unwrap_or("")
    }

    fn text_of(&self, place: usize) -> &str {
        self.list.get(place).map_or("", |token| token.text)
    }

    /// The byte at which a token begins; of none, the end.
    fn start(&self, place: usize) -> usize {
        self.list.get(place).map_or(self.stretch.end, |token| token.at)
    }

    /// The byte after the token before a place.
    fn end_before(&self, place: usize) -> usize {
        place.checked_sub(1).and_then(|last| self.list.get(last)).map_or(self.stretch.start, |last| last.end())
    }

    /// Whether a token begins a line.
    fn leads(&self, place: usize) -> bool {
        self.text.get(self.end_before(place)..self.start(place)).is_some_and(|lead| lead.contains('\n'))
    }

    /// The places among some tokens that are in no bracket of theirs.
    fn level(&self, which: &Range<usize>) -> Vec<usize> {
        let mut depth = 0usize;
        let mut level = Vec::new();
        for place in which.clone() {
            let sign = self.text_of(place);
            if matches!(sign, "}" | ")") {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                level.push(place);
            }
            depth += usize::from(matches!(sign, "{" | "("));
        }
        level
    }

    /// Where the statements of a block begin: the first, and wherever such a word stands, or a line begins with a word after a block.
    fn starts(&self, block: &Range<usize>) -> Vec<usize> {
        let begins = |place: &usize| {
            let word = self.text_of(*place);
            *place == block.start
                || STATEMENTS.contains(&word)
                || is_word(word) && self.leads(*place) && !GOES_ON.contains(&word)
        };
        self.level(block).into_iter().filter(begins).collect()
    }

    /// What stands in the blocks of a statement: in braces that begin with a statement, or stand behind an expression.
    fn blocks(&self, which: &Range<usize>) -> Vec<Range<usize>> {
        let ends = |word: &str| matches!(word, ")" | "}" | "else") || is_word(word) && !is_reserved(word);
        let opens = |place: &usize| {
            self.text_of(*place) == "{"
                && *place > which.start
                && (STATEMENTS.contains(&self.text_of(place + 1))
                    || *place > which.start + 1 && ends(self.text_of(place - 1)))
        };
        let level = self.level(which);
        level.into_iter().filter(opens).filter_map(|open| Some(open + 1..self.closing(open)?)).collect()
    }

    /// The place of the bracket that closes the one at a place.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        (open..self.list.len()).find(|place| {
            match self.text_of(*place) {
                "{" | "(" => depth += 1,
                "}" | ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }

    /// Where what is at fault may end: before a block or a comma, with all.
    fn ends(&self, which: Range<usize>) -> impl Iterator<Item = usize> {
        let ends = |place: &usize| matches!(self.text_of(*place), "{" | ",");
        let inner: Vec<usize> = self.level(&which).into_iter().filter(ends).collect();
        inner.into_iter().chain([which.end])
    }

    /// A hole in the place of some tokens.
    fn hole(&self, which: Range<usize>) -> Option<Lost> {
        let at = self.start(which.start);
        self.without(which, Some(at))
    }

    /// Some tokens left out: blanks in their place, with a hole, at a byte if that can be, else beside them. Nothing where there is no room
    /// for it, or brackets would not fit.
    fn without(&self, which: Range<usize>, hole: Option<usize>) -> Option<Lost> {
        if self.depth(&which) != Some(0) {
            return None;
        }
        let start = if which.is_empty() { self.end_before(which.start) } else { self.start(which.start) };
        let at = start..if hole.is_some() { self.start(which.end) } else { self.end_before(which.end) };
        let mut instead = self.text.get(at.clone())?.to_owned();
        for token in self.list.get(which)? {
            instead.replace_range(token.at - at.start..token.end() - at.start, &" ".repeat(token.text.len()));
        }
        if let Some(hole) = hole {
            let is_name =
                |at: usize| self.text.as_bytes().get(at).is_some_and(|byte| is_word(&char::from(*byte).to_string()));
            // Beside a word it would be a part of it, and in a comment nothing.
            let fits = |place: &usize| {
                let is_part =
                    *place == at.start && is_name(place.wrapping_sub(1)) || *place + 1 == at.end && is_name(at.end);
                let line = instead.get(..*place - at.start).map_or("", |lead| lead.rsplit('\n').next().unwrap_or(""));
                !is_part
                    && !line.contains("//")
                    && instead.as_bytes().get(*place - at.start).is_some_and(u8::is_ascii_whitespace)
            };
            let is_blank = |place: &usize| instead.as_bytes().get(*place - at.start) == Some(&b' ');
            let mut places = (hole..at.end).chain(at.start..hole);
            let place = places.clone().find(|place| fits(place) && is_blank(place)).or_else(|| places.find(fits))?;
            instead.replace_range(place - at.start..=place - at.start, HOLE);
        }
        Some(Lost { at, instead })
    }

    /// How many brackets are open after some tokens; nothing where one closes what was opened before.
    fn depth(&self, which: &Range<usize>) -> Option<usize> {
        which.clone().try_fold(0usize, |depth, place| match self.text_of(place) {
            "{" | "(" => Some(depth + 1),
            "}" | ")" => depth.checked_sub(1),
            _ => Some(depth),
        })
    }

    /// As many blanks as these bytes, with their line breaks.
    fn blank(&self, at: Range<usize>) -> String {
        let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' };
        self.text.as_bytes().get(at).unwrap_or_default().iter().map(|byte| blank(*byte)).collect()
    }
}

/// Words that a line of a statement may go on with.
const GOES_ON: [&str; 12] = ["and", "or", "then", "else", "div", "mod", "of", "is", "in", "to", "on", "by"];

/// Where reading stopped.
fn place(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use crate::source::{SourceFile, SourceMap};
    use crate::syntax::parse;

    /// What is read of the declarations of a game, and what is said.
    fn read(declarations: &str) -> (String, Vec<String>) {
        let mut sources = SourceMap::default();
        let text = format!("game \"x\" {{\n{declarations}\n}}\n");
        let id = sources.add(SourceFile::new("x.game", &*text));
        let (file, report) = parse(&sources, id);
        let mut read = text;
        for lost in &file.lost {
            read.replace_range(lost.at.clone(), &lost.instead);
        }
        let said = report.iter().map(|said| said.message.clone()).collect();
        let lines = read.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let count = file.units.first().map_or(0, |unit| unit.declarations.len());
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).skip(1).collect();
        (format!("{count}: {}", lines[..lines.len() - 1].join("\n")), said)
    }

    #[test]
    fn each_broken_statement_is_said_and_the_others_are_read() {
        let (lines, said) = read(
            "move m {\n  pick a in\n  plcae b, c\n  if a in mine or {\n    put my stone\n  } else { remove a }\n  move a to b\n}",
        );
        let expected = ["1: move m {", "pick a in", "_", "if a in mine _ {", "} else { remove a }", "move a to b", "}"];
        assert_eq!(lines, expected.join("\n"));
        assert_eq!(said.len(), 4, "{said:?}");
    }

    #[test]
    fn what_declarations_declare_stays() {
        assert_eq!(read("region near(c) = * mine").0, "1: region near(c) =_* mine");
        assert_eq!(read("end lost when me has no move { me loses }").0, "1: end lost when me _ { me loses }");
        assert_eq!(
            read("move m { let a = 1, b, c = 3 pick x in mine }").0,
            "1: move m { let a = 1, c = 3 pick x in mine }"
        );
        // Nothing can be made of it.
        assert_eq!(read("move { pick }").0, "0: move { pick }");
    }
}
