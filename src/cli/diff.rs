//! Two texts as a unified diff.

use std::io::{self, Write};
use std::ops::Range;

/// Lines shown around a change.
const CONTEXT: usize = 3;
/// The most pairs of lines that are compared; beyond, all lines between the first and the last change count as changed.
const MAX_PAIRS: usize = 1 << 22;

/// The lines in which two texts differ.
pub struct Diff<'t> {
    before: Vec<&'t str>,
    after: Vec<&'t str>,
    /// The lines that go, and those that come in their place.
    changes: Vec<(Range<usize>, Range<usize>)>,
}

impl<'t> Diff<'t> {
    /// Nothing, if the texts are equal.
    pub fn of(before: &'t str, after: &'t str) -> Option<Self> {
        let (before, after): (Vec<&str>, Vec<&str>) =
            (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
        let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
        let rest = before.len().min(after.len()) - start;
        let end = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        let (old, new) = (start..before.len() - end, start..after.len() - end);
        if old.is_empty() && new.is_empty() {
            return None;
        }
        let changes = match old.len().saturating_mul(new.len()) > MAX_PAIRS {
            true => vec![(old, new)],
            false => changes(&before, old, &after, new),
        };
        Some(Diff { before, after, changes })
    }

    /// Writes it for the file `name`.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "--- {name}\n+++ {name}")?;
        let near =
            |a: &(Range<usize>, Range<usize>), b: &(Range<usize>, Range<usize>)| b.0.start - a.0.end <= 2 * CONTEXT;
        for hunk in self.changes.chunk_by(near) {
            let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
            let from = first.0.start.saturating_sub(CONTEXT);
            let to = (last.0.end + CONTEXT).min(self.before.len());
            let (lead, trail) = (first.0.start - from, to - last.0.end);
            let (new_from, new_to) = (first.1.start - lead, last.1.end + trail);
            writeln!(out, "@@ -{} +{} @@", span(from, to), span(new_from, new_to))?;
            let mut at = from;
            for (old, new) in hunk {
                lines(' ', &self.before, at..old.start, out)?;
                lines('-', &self.before, old.clone(), out)?;
                lines('+', &self.after, new.clone(), out)?;
                at = old.end;
            }
            lines(' ', &self.before, at..to, out)?;
        }
        Ok(())
    }
}

/// Lines `from..to` as a unified diff counts them.
fn span(from: usize, to: usize) -> String {
    format!("{},{}", if from == to { from } else { from + 1 }, to - from)
}

fn lines(sign: char, lines: &[&str], range: Range<usize>, out: &mut impl Write) -> io::Result<()> {
    for line in lines.get(range).unwrap_or(&[]) {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, ""),
            None => (*line, "\n\\ No newline at end of file"),
        };
        writeln!(out, "{sign}{line}{end}")?;
    }
    Ok(())
}

/// The changes with the longest common subsequence of lines left as it is.
fn changes(before: &[&str], old: Range<usize>, after: &[&str], new: Range<usize>) -> Vec<(Range<usize>, Range<usize>)> {
    let (a, b) = (before.get(old.clone()).unwrap_or(&[]), after.get(new.clone()).unwrap_or(&[]));
    // The length of the longest common subsequence of the rests.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let (right, below) = (common[i * width + j + 1], common[(i + 1) * width + j]);
            common[i * width + j] = if a[i] == b[j] { common[(i + 1) * width + j + 1] + 1 } else { right.max(below) };
        }
    }
    let mut out: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (from_i, from_j) = (i, j);
        while (i < a.len() || j < b.len()) && !(i < a.len() && j < b.len() && a[i] == b[j]) {
            let goes = i < a.len() && (j == b.len() || common[(i + 1) * width + j] >= common[i * width + j + 1]);
            if goes { i += 1 } else { j += 1 }
        }
        out.push((old.start + from_i..old.start + i, new.start + from_j..new.start + j));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Diff;

    fn shown(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        if let Some(diff) = Diff::of(before, after) {
            diff.write("x", &mut out).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn changes_stand_in_hunks() {
        assert_eq!(shown("a\n", "a\n"), "");
        assert_eq!(shown("a\nb\nc\n", "a\nB\nc\n"), "--- x\n+++ x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
        assert_eq!(shown("a", "a\n"), "--- x\n+++ x\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
        assert_eq!(shown("", "a\n"), "--- x\n+++ x\n@@ -0,0 +1,1 @@\n+a\n");
        let long = |first: &str, last: &str| format!("{first}\n{}{last}\n", "m\n".repeat(20));
        let two = shown(&long("a", "b"), &long("A", "B"));
        assert_eq!(two.matches("@@ -").count(), 2, "{two}");
        assert!(two.contains("@@ -1,4 +1,4 @@\n-a\n+A\n m\n m\n m\n@@ -19,4 +19,4 @@\n m\n"), "{two}");
        assert_eq!(shown("a\nb\nc\nd\n", "a\nc\nx\nd\n"), "--- x\n+++ x\n@@ -1,4 +1,4 @@\n a\n-b\n c\n+x\n d\n");
    }
}
