//! A page in Markdown as text for a terminal.

/// No line of text is longer, however wide the terminal.
const MAX_WIDTH: usize = 100;

/// The page in plain text of at most `width` columns: titles (bold with `colour`), wrapped paragraphs and items, blocks of
/// code four columns to the right and as wide as they are. It knows what the pages use, no more of Markdown.
pub fn layout(page: &str, width: usize, colour: bool) -> String {
    let width = width.clamp(40, MAX_WIDTH);
    let mut out = String::new();
    let mut words: Vec<&str> = Vec::new();
    let mut item = false;
    let mut code = false;
    for line in page.lines().chain([""]) {
        let ends =
            code || line.trim().is_empty() || ["```", "# ", "## ", "- "].iter().any(|sign| line.starts_with(sign));
        if ends && !words.is_empty() {
            wrap(&mut out, &words, width, if item { "  " } else { "" });
            words.clear();
            item = false;
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
            item |= line.starts_with("- ");
            words.extend(line.split_whitespace());
        }
    }
    format!("{}\n", out.trim_end())
}

/// Writes words side by side; lines after the first begin with `indent`.
fn wrap(out: &mut String, words: &[&str], width: usize, indent: &str) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(indent);
            column = indent.len();
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
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
}
