//! Prose as Markdown.

use super::list::sentence;
use super::told::{Prose, Step};

/// The prose as a page in Markdown.
pub fn markdown(prose: &Prose) -> String {
    let mut out = format!("# {}\n", prose.title);
    let mut paragraph = |text: &str| {
        if !text.is_empty() {
            out.push('\n');
            out.push_str(text);
            out.push('\n');
        }
    };
    paragraph(&prose.lead);
    for section in &prose.sections {
        paragraph(&format!("## {}", section.title));
        for part in &section.parts {
            match part.steps.as_slice() {
                [only] if !part.head.is_empty() && only.within.is_empty() => {
                    let doc = if part.doc.is_empty() { String::new() } else { format!("{} ", sentence(&part.doc)) };
                    paragraph(&format!("**{}**: {doc}{}", part.head, only.text));
                }
                steps => {
                    let head = if part.head.is_empty() { String::new() } else { format!("**{}** ", part.head) };
                    paragraph(format!("{head}{}", part.doc).trim());
                    paragraph(listed(steps, 0).trim_end());
                }
            }
        }
    }
    out
}

/// Sentences as a list, each with those within it below.
fn listed(steps: &[Step], depth: usize) -> String {
    let line = |step: &Step| format!("{}- {}\n{}", "  ".repeat(depth), step.text, listed(&step.within, depth + 1));
    steps.iter().map(line).collect()
}
