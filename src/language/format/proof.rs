//! Whether two texts say the same, apart from their layout.

use crate::source::{FileId, SourceFile, SourceMap};
use crate::syntax::ast::File;
use crate::syntax::outline::{Token, TokenKind, tokens};
use crate::syntax::{outlined, parse};

/// What one text says otherwise than another, or nothing if only their layout differs: their syntax trees are equal but for
/// the places in them, and their words, signs and comments are the same in the same order. Two texts that cannot be read
/// are different.
pub fn difference(before: &str, after: &str) -> Option<String> {
    let (Some(one), Some(other)) = (Read::of(before), Read::of(after)) else {
        return Some("the result cannot be read".to_owned());
    };
    let [one_comments, other_comments] = [&one, &other].map(Read::comments);
    if one_comments != other_comments {
        let lost = one_comments.iter().find(|comment| !other_comments.contains(comment));
        let comment = lost.or(other_comments.first()).copied().unwrap_or("");
        return Some(format!("a comment is lost or moved: {comment}"));
    }
    let (Some(one_tokens), Some(other_tokens)) = (outlined(before), outlined(after)) else {
        return Some("the result cannot be read again".to_owned());
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    tokens(&one_tokens, &mut left);
    tokens(&other_tokens, &mut right);
    let same = |(at, (a, b)): &(usize, (&&Token<'_>, &&Token<'_>))| {
        // Before the first one there is nothing that it could stand behind.
        let behind = |token: &Token<'_>| *at > 0 && token.kind == TokenKind::Comment && token.breaks == 0;
        a.kind == b.kind && a.text == b.text && behind(a) == behind(b)
    };
    if let Some((_, (a, b))) = left.iter().zip(&right).enumerate().find(|pair| !same(pair)) {
        return Some(format!("`{}` stands where `{}` stood", b.text, a.text));
    }
    if left.len() != right.len() {
        return Some(format!("of {} words and signs there are {}", left.len(), right.len()));
    }
    (one.tree() != other.tree()).then(|| "the same words mean something else".to_owned())
}

struct Read {
    sources: SourceMap,
    file: File,
}

impl Read {
    /// A text that can be read without an error.
    fn of(text: &str) -> Option<Self> {
        let mut sources = SourceMap::default();
        let id: FileId = sources.add(SourceFile::new("", text));
        let (file, report) = parse(&sources, id);
        (report.errors() == 0).then_some(Read { sources, file })
    }

    /// Its comments, without blanks at their ends.
    fn comments(&self) -> Vec<&str> {
        self.file.comments.iter().map(|span| self.sources.slice(*span).trim_end()).collect()
    }

    /// What it says, without the places where it says it.
    fn tree(&self) -> String {
        format!("{:-?}", self.file.units)
    }
}
