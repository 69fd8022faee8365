//! A page in Markdown as text for a terminal.

/// No line of text is longer, however wide the terminal.
const MAX_WIDTH: usize = 100;

/// The page in plain text of at most `width` columns: titles and what stands between `**` (bold with `colour`), wrapped paragraphs,
/// items and items within items, blocks of code four columns to the right and as wide as they are. It knows what the pages use, no
/// more of Markdown.
pub fn layout(page: &str, width: usize, colour: bool) -> String {
    let width = width.clamp(40, MAX_WIDTH);
    let mut out = String::new();
    let mut words: Vec<&str> = Vec::new();
    // Where the paragraph or item begins, and where its further lines do.
    let mut indents = (0, 0);
    let mut code = false;
    for line in page.lines().chain([""]) {
        let is_item = line.trim_start().starts_with("- ");
        let ends =
            code || is_item || line.trim().is_empty() || ["```", "# ", "## "].iter().any(|sign| line.starts_with(sign));
        if ends && !words.is_empty() {
            let text = wrap(&words, width, indents);
            out.push_str(&bold(&text, colour));
            words.clear();
            indents = (0, 0);
        }
        if line.starts_with("```") {
            code = !code;
        } else if code {
            out.push_str(format!("    {line}").trim_end());
            out.push('\n');
        } else if let Some(title) = line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")) {
            let title = title.replace('`', "");
            out.push_str(&if colour { format!("\u{1b}[1m{title}\u{1b}[0m\n") } else { format!("{title}\n") });
        } else if line.trim().is_empty() {
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else {
            if is_item {
                let depth = (line.len() - line.trim_start().len()).min(width / 2);
                indents = (depth, depth + 2);
            }
            words.extend(line.split_whitespace());
        }
    }
    format!("{}\n", out.trim_end())
}

/// What stands between `**` in bold, or as other words where there are no colours; what stands between backticks as it is.
fn bold(text: &str, colour: bool) -> String {
    let (on, off) = if colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let mut out = String::new();
    let mut is_on = false;
    for (place, piece) in text.split('`').enumerate() {
        if place > 0 {
            out.push('`');
        }
        if place % 2 == 1 {
            out.push_str(piece);
            continue;
        }
        for (part, words) in piece.split("**").enumerate() {
            if part > 0 {
                is_on = !is_on;
                out.push_str(if is_on { on } else { off });
            }
            out.push_str(words);
        }
    }
    out
}

/// Words side by side; the first line begins so far to the right, the others so far.
fn wrap(words: &[&str], width: usize, (first, further): (usize, usize)) -> String {
    let mut out = " ".repeat(first);
    let mut column = first;
    for (place, word) in words.iter().enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(further));
            column = further;
        } else if place > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn a_page_is_laid_out() {
        let page = "# Title of `it`\n\nA paragraph that is longer than\nforty columns, so it is wrapped.\n\n\n\
            - an item that is longer than forty columns too\n- another\n```game\ngame \"x\" {\n\n  # no title\n}\n```\n";
        let shown = "Title of it\n\nA paragraph that is longer than forty\ncolumns, so it is wrapped.\n\n\
            - an item that is longer than forty\n  columns too\n- another\n    game \"x\" {\n\n      # no title\n    }\n";
        assert_eq!(layout(page, 40, false), shown);
        assert!(layout(page, 40, true).starts_with("\u{1b}[1mTitle of it\u{1b}[0m\n"));
        assert!(layout(page, 1000, false).contains("forty columns, so it is wrapped."));
    }

    #[test]
    fn items_stand_within_items_and_words_are_bold() {
        let page = "**go** moves `a ** b`:\n\n- an item that is longer than forty columns\n  - another within it that is as long too\n";
        let shown = "go moves `a ** b`:\n\n- an item that is longer than forty\n  columns\n  - another within it that is as long\n    too\n";
        assert_eq!(layout(page, 40, false), shown);
        assert!(layout(page, 40, true).starts_with("\u{1b}[1mgo\u{1b}[0m moves `a ** b`:"));
    }
}
