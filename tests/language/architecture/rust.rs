//! As much of Rust as the architecture test needs to read: words with their lines, test code, paths.

/// A word, `::`, or a single other character. Comments, strings and numbers are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    pub text: &'a str,
    /// From 1.
    pub line: usize,
}

/// The tokens of a file.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let (length, is_token) = match first {
            _ if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            _ if rest.starts_with("/*") => (block_comment(rest), false),
            'r' | 'b' | 'c' if raw_string(rest).is_some() => (raw_string(rest).unwrap_or(1), false),
            '"' => (quoted(rest, b'"'), false),
            '\'' => (character(rest), false),
            _ if is_word(first) => (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), !first.is_ascii_digit()),
            ':' if rest.starts_with("::") => (2, true),
            other => (other.len_utf8(), !other.is_whitespace()),
        };
        if is_token {
            out.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    out
}

/// Whether a name may have this character.
pub fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// `r"..."`, `r#"..."#`, also after `b` or `c`.
fn raw_string(rest: &str) -> Option<usize> {
    let head = ["r", "br", "cr"].into_iter().find(|head| rest.starts_with(head))?.len();
    let hashes = rest[head..].bytes().take_while(|b| *b == b'#').count();
    let open = head + hashes + 1;
    rest[head + hashes..].starts_with('"').then_some(())?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len()))
}

fn quoted(rest: &str, quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest.as_bytes()[at] {
            b'\\' => at += 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// A character in quotes, or only the quote of a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.chars().skip(1);
    let (first, second) = (chars.next(), chars.next());
    if first == Some('\\') || second == Some('\'') { quoted(rest, b'\'') } else { 1 }
}

/// The index after the bracket that closes the one at `open`.
pub fn after_bracket(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// Whether `texts` stand at `at`.
pub fn stands(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    texts.iter().enumerate().all(|(offset, text)| tokens.get(at + offset).is_some_and(|token| token.text == *text))
}

/// The tokens without the items that stand under `#[cfg(test)]`, and the number of lines that those take.
pub fn without_tests<'a>(tokens: &[Token<'a>]) -> (Vec<Token<'a>>, usize) {
    let (mut out, mut lines, mut at) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        if !stands(tokens, at, &["#", "[", "cfg", "(", "test", ")", "]"]) {
            out.push(tokens[at]);
            at += 1;
            continue;
        }
        let first = tokens[at].line;
        at += 7;
        while at < tokens.len() {
            let text = tokens[at].text;
            at = if matches!(text, "(" | "[" | "{") { after_bracket(tokens, at) } else { at + 1 };
            if text == ";" || (text == "{" && !stands(tokens, at, &[";"])) {
                break;
            }
        }
        lines += tokens[at - 1].line - first + 1;
    }
    (out, lines)
}

/// A name that stands right under the crate's root, and the line where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootName {
    pub name: String,
    pub line: usize,
}

/// Every name under the crate's root that a path in the module `module` leads to, through `crate` or `super`.
pub fn root_names(tokens: &[Token], module: &[&str]) -> Vec<RootName> {
    let mut found = Vec::new();
    let mut inner: Vec<(&str, usize)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.retain(|(_, opened)| *opened < depth + 1);
            }
            "mod" if stands(tokens, at + 2, &["{"]) => inner.push((tokens[at + 1].text, depth + 1)),
            "crate" | "super" if stands(tokens, at + 1, &["::"]) && !(at > 0 && tokens[at - 1].text == "::") => {
                let here: Vec<&str> = module.iter().copied().chain(inner.iter().map(|(name, _)| *name)).collect();
                follow(tokens, at, &here, &mut found);
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Follows the path or the group of paths at `at`, relative to the module `base`, until it leads somewhere.
fn follow(tokens: &[Token], at: usize, base: &[&str], found: &mut Vec<RootName>) {
    let Some(token) = tokens.get(at) else { return };
    let next = |base: &[&str], found: &mut Vec<RootName>| {
        if stands(tokens, at + 1, &["::"]) {
            follow(tokens, at + 2, base, found);
        }
    };
    match token.text {
        "crate" => next(&[], found),
        "self" => next(base, found),
        "super" => next(&base[..base.len().saturating_sub(1)], found),
        "{" => {
            let end = after_bracket(tokens, at);
            let mut part = at + 1;
            while part + 1 < end {
                follow(tokens, part, base, found);
                while part + 1 < end && tokens[part].text != "," {
                    part = if tokens[part].text == "{" { after_bracket(tokens, part) } else { part + 1 };
                }
                part += 1;
            }
        }
        name if base.is_empty() => found.push(RootName { name: name.to_string(), line: token.line }),
        _ => {}
    }
}
