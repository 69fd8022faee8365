//! Two texts as a unified diff.

use std::io::{self, Write};

use similar::TextDiff;

/// The lines in which two texts differ.
pub struct Diff<'t>(&'t str, &'t str);

impl<'t> Diff<'t> {
    /// Nothing, if the texts are equal.
    pub fn of(before: &'t str, after: &'t str) -> Option<Self> {
        (before != after).then_some(Diff(before, after))
    }

    /// Writes it for the file `name`.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", TextDiff::from_lines(self.0, self.1).unified_diff().header(name, name))
    }
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
        assert_eq!(shown("a", "a\n"), "--- x\n+++ x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
        assert_eq!(shown("", "a\n"), "--- x\n+++ x\n@@ -0,0 +1 @@\n+a\n");
        let long = |first: &str, last: &str| format!("{first}\n{}{last}\n", "m\n".repeat(20));
        let two = shown(&long("a", "b"), &long("A", "B"));
        assert_eq!(two.matches("@@ -").count(), 2, "{two}");
        assert!(two.contains("@@ -1,4 +1,4 @@\n-a\n+A\n m\n m\n m\n@@ -19,4 +19,4 @@\n m\n"), "{two}");
        assert_eq!(shown("a\nb\nc\nd\n", "a\nc\nx\nd\n"), "--- x\n+++ x\n@@ -1,4 +1,4 @@\n a\n-b\n c\n+x\n d\n");
    }
}
