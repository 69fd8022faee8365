//! The article before a word.

/// With `a` or `an`, as it is spoken; signs of a quotation before it are not.
pub fn with_article(text: &str) -> String {
    let spoken = text.trim_start_matches('`');
    let first = spoken.chars().next().unwrap_or('x');
    let is_vowel = "aeioAEIO".contains(first) || first == 'u' && !spoken.starts_with("un");
    format!("{} {text}", if is_vowel { "an" } else { "a" })
}

/// The same of a name, quoted.
pub fn a_quoted(name: &str) -> String {
    with_article(&format!("`{name}`"))
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn vowels_have_an() {
        let told: Vec<String> = ["`elephant`", "peg", "urn", "`unit`", "Ace"].into_iter().map(with_article).collect();
        assert_eq!(told, ["an `elephant`", "a peg", "an urn", "a `unit`", "an Ace"]);
    }
}
