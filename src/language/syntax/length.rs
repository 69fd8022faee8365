//! How long the rules of a game are.

use super::ast::{DeclarationKind, Unit};

/// The lines of a game or variant that say its rules, title and braces among them: those that are neither blank nor comment, and
/// not part of a test, of a claim or of what says where the game comes from (`by`, `source`, `family`). `text` is that of its file.
pub fn rule_lines(unit: &Unit, text: &str) -> usize {
    let beside: Vec<_> = unit
        .declarations
        .iter()
        .filter(|declaration| is_beside(&declaration.kind))
        .map(|declaration| declaration.span.start as usize..declaration.span.end as usize)
        .collect();
    let (start, end) = (unit.span.start as usize, unit.span.end as usize);
    let whole = text.get(start..end).unwrap_or_default();
    let mut at = start;
    let mut count = 0;
    for line in whole.split_inclusive('\n') {
        let words = line.trim();
        let first = at + (line.len() - line.trim_start().len());
        let is_rule = !words.is_empty() && !words.starts_with("//") && !beside.iter().any(|span| span.contains(&first));
        count += usize::from(is_rule);
        at += line.len();
    }
    count
}

/// Whether a declaration stands beside the rules.
fn is_beside(kind: &DeclarationKind) -> bool {
    use DeclarationKind as D;
    matches!(kind, D::By { .. } | D::Source(_) | D::Family(_) | D::Claim(_) | D::Test(_) | D::TestBase | D::TestOff(_))
}

#[cfg(test)]
mod tests {
    use super::rule_lines;
    use crate::source::{SourceFile, SourceMap};
    use crate::syntax::parse;

    #[test]
    fn what_stands_beside_the_rules_is_not_counted() {
        let text = "// A file.\n/// A game.\ngame \"G\" {\n  by \"A\",\n    \"B\"\n  family \"f\"\n\n  board square(3) // three\n  \
                    // why\n  move put {\n    pick c in empty }\n  claim finite\n  test \"t\" {\n    expect moves 9\n  }\n}\n";
        let mut sources = SourceMap::default();
        let id = sources.add(SourceFile::new("g.game", text));
        let (file, _) = parse(&sources, id);
        let lengths: Vec<usize> = file.units.iter().map(|unit| rule_lines(unit, text)).collect();
        // `game`, `board`, `move`, `pick`, and the last brace.
        assert_eq!(lengths, [5]);
    }
}
