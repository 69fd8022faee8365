//! Other setups of the same symmetry.

use super::change::Effort;
use super::maker::Maker;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Name, SetupItem};

/// Changes of a setup.
pub fn setup(maker: &mut Maker<'_>, items: &[SetupItem]) {
    for item in items {
        match item {
            SetupItem::Base(_) => {}
            SetupItem::Picture(rows) => picture(maker, rows),
            SetupItem::Put { stack, on, .. } => stack.iter().chain(on).for_each(|part| maker.expr(part)),
            SetupItem::Set { value, .. } => maker.expr(value),
            SetupItem::Mark { cells, .. } => maker.expr(cells),
            // Games with luck are not explored yet.
            SetupItem::Draw(_) | SetupItem::Scatter(_) => {}
        }
    }
    if !items.is_empty() {
        maker.add("setup", vec!["setup nothing".to_owned()], "an empty board at the start".to_owned(), Effort::Much);
    }
}

/// The half of a picture that is not the first player's turned about: what was a rotation of the board becomes a reflection, and the
/// other way round. A picture that is both stays.
fn picture(maker: &mut Maker<'_>, rows: &[Name]) {
    if rows.len() < 2 {
        return;
    }
    let mut edits: Vec<(Span, String)> = Vec::new();
    for row in rows.iter().take(rows.len() / 2) {
        let mut words: Vec<&str> = row.text.split_whitespace().collect();
        words.reverse();
        let by = format!("\"{}\"", words.join(" "));
        if maker.slice(row.span) != by {
            edits.push((row.span, by));
        }
    }
    if !edits.is_empty() {
        maker.change(edits, "the upper half of the setup mirrored".to_owned(), Effort::Much);
    }
}
