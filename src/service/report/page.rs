//! The frame of a page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::element::with_program;
use rulebook_language::util::visible;

/// A part of a page with a heading.
pub struct Section {
    /// The name that links use: letters, digits and hyphens.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What stands below it.
    pub body: Markup,
}

impl Section {
    /// A part of a page.
    pub fn new(id: &str, title: &str, body: Markup) -> Self {
        Section { id: id.to_owned(), title: title.to_owned(), body }
    }
}

/// The style sheet of all pages; the colours on light paper come first.
pub const STYLE: &str = include_str!("style.css");

/// A whole page: its title, what stands below it, and its parts with a list of links to them.
pub fn page(title: &str, lead: &Markup, sections: &[Section]) -> String {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("rulebook ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    (lead)
                }
                nav aria-label="Sections" {
                    ul { @for section in sections { li { a href=(format!("#{}", section.id)) { (section.title) } } } }
                }
                main {
                    @for section in sections {
                        section id=(section.id) aria-labelledby=(format!("{}-title", section.id)) {
                            h2 id=(format!("{}-title", section.id)) { (section.title) }
                            (section.body)
                        }
                    }
                }
            }
        }
    };
    // No text of a game turns the direction of what stands around it.
    with_program(unbroken(&visible(&whole.into_string())))
}

/// With signs of percent, and numbers of games, that stay with what they belong to where lines break.
fn unbroken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(" %") {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        out.push_str(if before.ends_with(|c: char| c.is_ascii_digit()) { "\u{a0}%" } else { " %" });
        rest = &after[2..];
    }
    (out + rest).replace("; n ", "; n\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::{Section, page};
    use maud::html;

    #[test]
    fn a_sign_of_percent_stays_with_its_number() {
        let text = page("x", &html! { p { "5.0 % to 7 %, a % b" } }, &[]);
        assert!(text.contains("5.0\u{a0}% to 7\u{a0}%, a % b"), "{text}");
    }

    #[test]
    fn texts_are_escaped_and_nothing_is_fetched() {
        let text = page("A <b> & c", &html! { p { "1 < 2" } }, &[Section::new("x", "\"X\"", html! {})]);
        assert!(text.starts_with("<!DOCTYPE html><html lang=\"en\">"));
        assert!(text.contains("<title>A &lt;b&gt; &amp; c</title>") && text.contains("1 &lt; 2"));
        let steered = page("a\u{202e}b\u{7}", &html! {}, &[]);
        assert!(steered.contains("<title>a\\u{202e}b\\u{7}</title>"), "{steered}");
        assert!(text.contains("<a href=\"#x\">") && text.contains("<section id=\"x\""));
        for word in ["<script", "http://", "https://", "src=", "@import", "url("] {
            assert!(!text.contains(word), "{word}");
        }
    }
}
