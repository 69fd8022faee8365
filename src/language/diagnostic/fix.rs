//! What a finding offers to write instead, as data: the same for `check --fix`, JSON, SARIF and editors.

use serde::{Deserialize, Serialize};

use crate::source::{FileId, SourceMap, Span};

/// A text that takes the place of another; an empty place is where it is put in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// A way to mend what was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, such as ``write `and` ``.
    pub title: String,
    /// What changes: places of one file that do not overlap.
    pub edits: Vec<Edit>,
    /// Whether this is surely what was meant. Others are a guess, or change what the rules say.
    pub safe: bool,
}

impl Fix {
    /// Writes `text` at `span`; surely what was meant.
    pub fn write(span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        Fix { title: format!("write `{}`", text.trim()), edits: vec![Edit { span, text }], safe: true }
    }

    /// Removes what stands at `span`, with its line if nothing else stands on it; surely what was meant.
    pub fn remove(span: Span, title: impl Into<String>) -> Self {
        Fix { title: title.into(), edits: vec![Edit { span, text: String::new() }], safe: true }
    }

    /// The same as a guess, or as something that changes the rules.
    #[must_use]
    pub fn unsure(self) -> Self {
        Fix { safe: false, ..self }
    }

    /// The edits as they are made: a removal takes the blanks beside it along, and the line if nothing else stands on it.
    pub fn settled(&self, sources: &SourceMap) -> Vec<Edit> {
        let settle = |edit: &Edit| match edit.text.is_empty() {
            true => Edit { span: with_blanks(edit.span, &sources.file(edit.span.file).text), ..edit.clone() },
            false => edit.clone(),
        };
        self.edits.iter().map(settle).collect()
    }
}

/// A stretch that goes, with the blanks that would be left over.
fn with_blanks(span: Span, text: &str) -> Span {
    let (Some(lead), Some(rest)) = (text.get(..span.start as usize), text.get(span.end as usize..)) else {
        return span;
    };
    let blank = [' ', '\t'];
    let before = lead.trim_end_matches(blank);
    let after = rest.trim_start_matches(blank);
    let (begins, ends) =
        (before.is_empty() || before.ends_with('\n'), after.is_empty() || after.starts_with(['\n', '\r']));
    let start = if ends || lead.len() == before.len() { before.len() } else { lead.len() };
    let mut end = text.len() - rest.len();
    if begins && ends {
        end = text.len() - after.trim_start_matches('\r').strip_prefix('\n').unwrap_or(after).len();
    } else if !ends && lead.len() > before.len() {
        end = text.len() - after.len();
    }
    Span::new(span.file, start, end)
}

/// The text of a file after those fixes that change it alone and do not get in each other's way, the earlier ones first, and
/// which of them these are.
pub fn apply<'f>(
    file: FileId,
    sources: &SourceMap,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> (String, Vec<&'f Fix>) {
    let text = &*sources.file(file).text;
    let mut made: Vec<Edit> = Vec::new();
    let mut used = Vec::new();
    for fix in fixes {
        let edits = fix.settled(sources);
        let fits = |edit: &Edit| {
            let (start, end) = (edit.span.start, edit.span.end);
            let clear = |other: &Edit| end < other.span.start || other.span.end < start;
            edit.span.file == file
                && text.get(start as usize..end as usize).is_some_and(|old| old != edit.text)
                && made.iter().all(clear)
        };
        if !edits.is_empty() && edits.iter().all(fits) {
            made.extend(edits);
            used.push(fix);
        }
    }
    made.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for edit in &made {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        out.push_str(text.get(from..start).unwrap_or(""));
        out.push_str(&edit.text);
        from = end.max(from);
    }
    out.push_str(text.get(from..).unwrap_or(""));
    (out, used)
}

#[cfg(test)]
mod tests {
    use super::{Fix, apply};
    use crate::source::{FileId, SourceFile, SourceMap, Span};

    fn changed(text: &str, fixes: &[(&str, &str)]) -> (String, usize) {
        let mut sources = SourceMap::default();
        let file = sources.add(SourceFile::new("x", text));
        let fix = |(old, new): &(&str, &str)| {
            let start = text.find(old).unwrap();
            Fix::write(Span::new(file, start, start + old.len()), *new)
        };
        let fixes: Vec<Fix> = fixes.iter().map(fix).collect();
        let (text, used) = apply(file, &sources, &fixes);
        (text, used.len())
    }

    #[test]
    fn what_goes_leaves_no_blanks() {
        let gone = |text: &str, word: &str| changed(text, &[(word, "")]).0;
        assert_eq!(gone("a\n  b c\nd\n", "b c"), "a\nd\n", "the line goes");
        assert_eq!(gone("a\r\n  b\r\nd", "b"), "a\r\nd");
        assert_eq!(gone("a b c", "b"), "a c");
        assert_eq!(gone("a b\nc", "b"), "a\nc");
        assert_eq!(gone("{ b }", "b"), "{ }");
        assert_eq!(gone("f(b)", "b"), "f()");
        assert_eq!(gone("a\n  b c\n", "b"), "a\n  c\n", "the indentation stays");
        assert_eq!(gone("b", "b"), "");
    }

    #[test]
    fn fixes_that_meet_wait() {
        assert_eq!(changed("a b c", &[("c", "z"), ("a", "xx")]), ("xx b z".to_owned(), 2));
        assert_eq!(changed("abc", &[("ab", "x"), ("bc", "y")]), ("xc".to_owned(), 1));
        assert_eq!(changed("abc", &[("a", "x"), ("b", "y")]), ("xbc".to_owned(), 1), "side by side");
        assert_eq!(changed("abc", &[("a", "a")]), ("abc".to_owned(), 0), "what changes nothing");
        let mut sources = SourceMap::default();
        let file = sources.add(SourceFile::new("x", "é"));
        let fixes = [(0, 1), (7, 9)].map(|(start, end)| Fix::write(Span::new(file, start, end), "b"));
        assert_eq!(apply(file, &sources, &fixes), ("é".to_owned(), Vec::new()), "no place of the text");
        let other = Fix::write(Span::new(FileId(0), 0, 2), "b");
        sources.add(SourceFile::new("y", "cd"));
        assert_eq!(apply(FileId(1), &sources, [&other]).1.len(), 0, "another file");
    }
}
