//! Texts made of other texts: lines exchanged, words replaced, numbers made large, bytes changed.

use std::path::{Path, PathBuf};

use rulebook_language::util::Rng;

/// Words and signs of the language, and some that are not.
const WORDS: [&str; 92] = [
    "game",
    "variant",
    "of",
    "players",
    "option",
    "board",
    "square",
    "hexagon",
    "rhombus",
    "triangle",
    "graph",
    "only",
    "piece",
    "pieces",
    "neutral",
    "stacks",
    "up",
    "to",
    "setup",
    "stack",
    "elsewhere",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "group",
    "line",
    "loop",
    "like-coloured",
    "joined",
    "orthogonally",
    "by",
    "counter",
    "mark",
    "move",
    "pick",
    "let",
    "where",
    "put",
    "remove",
    "exchange",
    "turn",
    "over",
    "promote",
    "set",
    "add",
    "take",
    "unmark",
    "for",
    "if",
    "else",
    "require",
    "written",
    "then",
    "must",
    "may",
    "while",
    "possible",
    "chain",
    "longest",
    "with",
    "end",
    "when",
    "after",
    "each",
    "action",
    "draw",
    "wins",
    "loses",
    "highest",
    "lowest",
    "limit",
    "plies",
    "repetition",
    "positional",
    "pie",
    "claim",
    "before",
    "new",
    "start",
    "some",
    "no",
    "every",
    "mine",
    "enemy",
    "empty",
    "last",
    "base",
    "relation",
    "through",
    "pass",
];
const SIGNS: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "=",
    "..=",
    "..",
    "&",
    "|",
    "-",
    "+",
    "*",
    "/",
    "<",
    "<=",
    ">",
    "!=",
    "\n",
    "//",
    "///",
    "0",
    "1",
    "64",
    "65",
    "4096",
    "-1",
    "1/3",
    "999999999999999999999",
    "9223372036854775807",
    "c",
    "a1",
    "me",
    "\u{202E}",
    "\0",
    "é",
];

/// Every text that is kept: the shipped games, the files of the other tests, the corpus.
pub fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["games", "tests/laws/sheets", "tests/diagnostics", "tests/fuzz/corpus", "tests/fuzz/regressions"] {
        gather(&root.join(folder), &mut paths);
    }
    paths.sort();
    let texts: Vec<String> = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    assert!(texts.len() > 100, "{} texts", texts.len());
    texts
}

pub fn gather(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "game") {
            out.push(path);
        }
    }
}

/// A text like one of the corpus, with some changes.
pub fn changed(corpus: &[String], rng: &mut Rng) -> String {
    let mut text = any(corpus, rng).clone();
    for _ in 0..=rng.below(6) {
        text = change(&text, corpus, rng);
    }
    text.truncate(boundary(&text, 64 << 10));
    text
}

fn any<'a, T>(all: &'a [T], rng: &mut Rng) -> &'a T {
    &all[rng.below(all.len() as u32) as usize]
}

/// The last place that is not within a character, up to `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn place(text: &str, rng: &mut Rng) -> usize {
    boundary(text, rng.below(text.len() as u32 + 1) as usize)
}

fn change(text: &str, corpus: &[String], rng: &mut Rng) -> String {
    let (one, two) = (place(text, rng), place(text, rng));
    let (from, to) = (one.min(two), one.max(two));
    let short = boundary(text, to.min(from + 40)).max(from);
    let lines: Vec<&str> = text.lines().collect();
    match rng.below(10) {
        0 => format!("{}{}", &text[..from], &text[short..]),
        1 => format!("{}{}{}", &text[..from], any::<&str>(&SIGNS, rng), &text[from..]),
        2 => format!("{}{}{}", &text[..from], any::<&str>(&SIGNS, rng), &text[short..]),
        3 => replace_word(text, any::<&str>(&WORDS, rng), rng),
        4 => {
            let words: Vec<&str> = any(corpus, rng).split(|c: char| !c.is_alphanumeric()).collect();
            replace_word(text, any::<&str>(&words, rng), rng)
        }
        5 => replace_word(text, any::<&str>(&SIGNS, rng), rng),
        6 if !lines.is_empty() => {
            // A line of another file, or of this one, at another place.
            let other: Vec<&str> = any(corpus, rng).lines().collect();
            let line = if rng.below(2) == 0 && !other.is_empty() { any(&other, rng) } else { any(&lines, rng) };
            let at = rng.below(lines.len() as u32) as usize;
            [&lines[..at], &[*line], &lines[at..]].concat().join("\n")
        }
        7 if !lines.is_empty() => {
            let at = rng.below(lines.len() as u32) as usize;
            [&lines[..at], &lines[at + 1..]].concat().join("\n")
        }
        8 => {
            let part = &text[from..short];
            format!("{}{}{}", &text[..from], part.repeat(1 + rng.below(20) as usize), &text[from..])
        }
        _ => {
            let other = any(corpus, rng);
            let cut = place(other, rng);
            format!("{}{}", &text[..from], &other[cut..])
        }
    }
}

/// Puts a word in the place of one of the text.
fn replace_word(text: &str, word: &str, rng: &mut Rng) -> String {
    let at = place(text, rng);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = at + text[at..].find(is_word).unwrap_or(0);
    let end = start + text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
    format!("{}{word}{}", &text[..start], &text[end..])
}
