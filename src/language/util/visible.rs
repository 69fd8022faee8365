//! Text that was written by others, made fit for a terminal or a page.

use std::borrow::Cow;

/// Whether a character steers what shows it instead of being seen: control characters (but tab and line feed), those that turn
/// the direction of writing, end lines or are invisible marks of a text's own format.
pub fn is_steering(c: char) -> bool {
    let turns = matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    let marks = matches!(c, '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}');
    turns || breaks || marks || (c.is_control() && c != '\t' && c != '\n')
}

/// The text with each such character written out, such as `\u{202e}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_steering(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_steers_is_written_out() {
        assert_eq!(visible("a\tb\n\u{e9} \u{5d0} \u{1f600}"), "a\tb\n\u{e9} \u{5d0} \u{1f600}");
        assert_eq!(visible("\u{1b}[2J\r\u{202e}x\u{9b}"), "\\u{1b}[2J\\u{d}\\u{202e}x\\u{9b}");
    }
}
