//! Words in a row, and sentences.

/// `a`, `a or b`, `a, b or c`.
pub fn listed(items: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} {word} {last}", items.join(", ")),
    }
}

/// With a capital letter, and a full stop where none is.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    // The name of a cell stays as it is.
    let is_name = text.split(' ').next().is_some_and(|word| word.chars().any(|letter| letter.is_ascii_digit()));
    let first = letters.next().map(|first| if is_name { first.to_string() } else { first.to_uppercase().to_string() });
    let first = first.unwrap_or_default();
    let stop = if text.ends_with(['.', ':']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// A sentence as a part of another.
pub fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| format!("{}{}", first.to_lowercase(), letters.as_str())).unwrap_or_default()
}

/// The name of a kind as one says it: `blue small`.
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Without the article before it.
pub fn without_article(text: &str) -> &str {
    text.strip_prefix("a ").or_else(|| text.strip_prefix("an ")).unwrap_or(text)
}

/// A number of times in words.
pub fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

/// `1st`, `2nd`, `3rd`, `4th`.
pub fn nth(count: u32) -> String {
    let end = match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{count}{end}")
}
