//! The first lines in which two texts differ, for people.

use std::io::{self, Write};

/// The most lines that are shown of each text.
const MOST_LINES: usize = 3;
/// Characters that stand before a shown line.
const LEAD: usize = 4;

/// The first lines in which a text differs from another.
pub struct Changes<'t> {
    /// The number of the first of them, from 1.
    line: usize,
    before: Vec<&'t str>,
    after: Vec<&'t str>,
}

impl<'t> Changes<'t> {
    /// Nothing, if the texts are equal.
    pub fn of(before: &'t str, after: &'t str) -> Option<Self> {
        if before == after {
            return None;
        }
        let equal = before.split_inclusive('\n').zip(after.split_inclusive('\n')).take_while(|(a, b)| a == b).count();
        let rest = |text: &'t str| text.split_inclusive('\n').skip(equal).take(MOST_LINES + 1).collect::<Vec<_>>();
        let (mut before, mut after) = (rest(before), rest(after));
        // Up to where the texts are equal again, if that is soon.
        let pairs = (0..=MOST_LINES).flat_map(|a| (0..=MOST_LINES).map(move |b| (a, b)));
        let is_equal = |(a, b): &(usize, usize)| before.get(*a) == after.get(*b);
        let (a, b) = pairs.filter(is_equal).min_by_key(|(a, b)| a + b).unwrap_or((MOST_LINES, MOST_LINES));
        before.truncate(a);
        after.truncate(b);
        Some(Changes { line: equal + 1, before, after })
    }

    /// Writes them for the file `name`, in lines of at most `width` characters.
    pub fn write(&self, name: &str, width: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{name}:{}: would change", self.line)?;
        let same = match (self.before.first(), self.after.first()) {
            (Some(before), Some(after)) => before.chars().zip(after.chars()).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let room = width.saturating_sub(LEAD).max(2 * LEAD);
        // If the lines begin alike for longer than can be shown, they are shown from shortly before the difference on.
        let from = if same + LEAD < room { 0 } else { same - LEAD };
        for (sign, lines) in [('-', &self.before), ('+', &self.after)] {
            for line in lines {
                writeln!(out, "  {sign} {}", shown(line, from, room))?;
            }
        }
        Ok(())
    }
}

/// A line from character `from` on, with what cannot be seen written as in a string.
fn shown(line: &str, from: usize, room: usize) -> String {
    let (line, end) = match line.strip_suffix('\n') {
        Some(line) => (line, ""),
        None => (line, " (no line break at the end)"),
    };
    let seen = line.trim_end_matches(' ').len();
    let mut text = String::new();
    for (at, c) in line.char_indices().skip(from) {
        match c {
            ' ' if at >= seen => text.push_str("\\x20"),
            c if c.is_control() || c == '\u{FEFF}' => text.extend(c.escape_default()),
            c => text.push(c),
        }
        if text.len() > 4 * room {
            break;
        }
    }
    let lead = if from > 0 { "..." } else { "" };
    let text = format!("{lead}{text}{end}");
    match text.chars().count() > room {
        true => text.chars().take(room - 3).chain("...".chars()).collect(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;

    fn shown(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        if let Some(changes) = Changes::of(before, after) {
            changes.write("x", 40, &mut out).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_first_lines_that_differ() {
        assert_eq!(shown("a\nb\n", "a\nb\n"), "");
        assert_eq!(shown("a\nb \nc\nd\n", "a\nb\nc\ne\n"), "x:2: would change\n  - b\\x20\n  + b\n");
        assert_eq!(shown("a\n\n\nb\n", "a\n\nb\n"), "x:3: would change\n  - \n");
        assert_eq!(shown("a\r\n\tb", "a\n  b\n").lines().nth(1), Some("  - a\\r"));
        assert_eq!(shown("a", "a\n"), "x:1: would change\n  - a (no line break at the end)\n  + a\n");
        let many = |word: &str| format!("{word}\n").repeat(9);
        assert_eq!(shown(&many("a"), &many("b")).lines().count(), 7);
    }

    #[test]
    fn long_lines_are_cut() {
        let long = |word: &str| format!("{}{word}{}\n", "a".repeat(100), "b".repeat(100));
        let text = shown(&long("c"), &long("d"));
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("- ...aaaac") && text.contains("+ ...aaaad"), "{text}");
    }
}
