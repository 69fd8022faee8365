//! Patterns of paths, as `exclude` has them.

/// Whether a path below a folder, with `/` between its parts, is meant by a pattern: `*` and `?` stand for characters within a
/// part, `**` for any number of parts. A pattern that names a folder means all that is in it.
pub fn is_meant(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.trim_start_matches("./").split('/').filter(|part| !part.is_empty()).collect();
    let path: Vec<&str> = path.split('/').collect();
    (1..=path.len()).any(|length| parts(&pattern, &path[..length]))
}

/// Whether the parts of a path are those of a pattern. The work is the product of both lengths.
fn parts(pattern: &[&str], path: &[&str]) -> bool {
    // `reached[n]`: the pattern so far can stand for the first n parts.
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; path.len() + 1];
        for at in 0..=path.len() {
            next[at] = match *part {
                "**" => reached[at] || at > 0 && next[at - 1],
                part => at > 0 && reached[at - 1] && characters(part, path[at - 1]),
            };
        }
        reached = next;
    }
    reached[path.len()]
}

/// Whether a part of a path is what a part of a pattern stands for.
fn characters(pattern: &str, part: &str) -> bool {
    let part: Vec<char> = part.chars().collect();
    let mut reached = vec![false; part.len() + 1];
    reached[0] = true;
    for wanted in pattern.chars() {
        let mut next = vec![false; part.len() + 1];
        for at in 0..=part.len() {
            next[at] = match wanted {
                '*' => reached[at] || at > 0 && next[at - 1],
                wanted => at > 0 && reached[at - 1] && (wanted == '?' || wanted == part[at - 1]),
            };
        }
        reached = next;
    }
    reached[part.len()]
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn folders_files_and_wildcards() {
        let meant = [
            ("drafts", "drafts/a.game"),
            ("games/old/", "games/old/x/a.game"),
            ("**/old-*.game", "games/x/old-a.game"),
            ("**/old-*.game", "old-a.game"),
            ("games/*/a?.game", "games/x/ab.game"),
            ("./a.game", "a.game"),
            ("*é.game", "caf\u{e9}.game"),
        ];
        for (pattern, path) in meant {
            assert!(is_meant(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("a", "ab/c.game"), ("games/*.game", "games/x/a.game"), ("old", "games/old/a.game"), ("", "a")]
        {
            assert!(!is_meant(pattern, path), "{pattern} {path}");
        }
        assert!(!is_meant(&"*a".repeat(500), &"a".repeat(499)), "no pattern takes long");
    }
}
