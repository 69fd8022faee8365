//! Texts on one line.

/// A text without comments, on one line.
pub fn one_line(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut quoted = false;
        let mut end = line.len();
        let mut before = ' ';
        for (at, letter) in line.char_indices() {
            quoted ^= letter == '"';
            if !quoted && letter == '/' && before == '/' {
                end = at - 1;
                break;
            }
            before = letter;
        }
        for word in line[..end].split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}
