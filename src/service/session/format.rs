//! Formatting, and what is explained.

use serde_json::{Value, json};

use super::finding::findings;
use super::refusal::{Answered, Refusal};
use rulebook_language::format::{Refusal as NotFormatted, format};
use rulebook_language::reference::{near, overview, page};
use rulebook_language::syntax::MAX_FILE_BYTES;

/// The longest topic that is looked up.
const MAX_TOPIC: usize = 200;

/// The text in the one layout, or what stands in the way.
///
/// # Errors
/// If the text is too long, or its layout cannot be proved to mean the same.
pub fn formatted(text: &str) -> Answered {
    if text.len() > MAX_FILE_BYTES {
        return Err(Refusal::new(format!("the rule sheet is longer than {MAX_FILE_BYTES} bytes")));
    }
    match format("sheet.game", text) {
        Ok(text) => Ok(json!({"text": text})),
        Err(NotFormatted::Findings(report, sources)) => Ok(json!({"findings": findings(&report, &sources)})),
        Err(NotFormatted::Long(bytes)) => {
            Err(Refusal::new(format!("the text would be longer than {MAX_FILE_BYTES} bytes ({bytes})")))
        }
        Err(NotFormatted::Changed(what)) => {
            Err(Refusal::new(format!("the text cannot be formatted without changing its meaning: {what}")))
        }
    }
}

/// The page of a word of the language or of a finding, as Markdown; without a topic, the list of topics.
///
/// # Errors
/// If there is no such topic.
pub fn explained(topic: &str) -> Result<Value, Refusal> {
    let words: Vec<&str> = topic.split_whitespace().collect();
    let asked: String = words.join(" ").chars().take(MAX_TOPIC).collect();
    let text = if asked.is_empty() { Some(overview()) } else { page(&asked) };
    if let Some(text) = text {
        return Ok(json!({"text": text}));
    }
    let near: Vec<String> = near(&asked).iter().map(|topic| format!("`{topic}`")).collect();
    let help = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    Err(Refusal::new(format!("there is no topic `{asked}`{help}")))
}
