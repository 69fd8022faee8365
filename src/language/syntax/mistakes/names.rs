//! Words that cannot be names, and words in the place of the one that is wanted.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{is_name, is_reserved, is_word};

/// What names something: the words after which a name stands.
const NAMING: [&str; 29] = [
    "pick",
    "let",
    "for",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "kind",
    "kinds",
    "player",
    "group",
    "loop",
    "line",
    "counter",
    "mark",
    "option",
    "piece",
    "pieces",
    "players",
    "track",
    "relation",
    "move",
    "some",
    "no",
    "none",
    "every",
    "plural",
    "neutral",
];

/// A word of the language in the place of a name.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    if !is_word(stop.found) || !(is_reserved(stop.found) || ["pass", "of", "base"].contains(&stop.found)) {
        return None;
    }
    let last = stop.last()?;
    let next = stop.after().get(1).map_or("", |token| token.text);
    let is_end = last.text == "end" && next == "when";
    let is_move = last.text == "move" && next == "{";
    let is_named = NAMING.contains(&last.text) && stop.expects("a name") || stop.expected == ["a name"];
    if !(is_end || is_move || is_named) {
        return None;
    }
    let help = format!("`{}` is a word of the language and cannot be a name; choose another word", stop.found);
    let mistake = Mistake::help(help);
    Some(if is_move {
        mistake.message(format!("expected the name of a move, found `{}`", stop.found))
    } else {
        mistake
    })
}

/// What people write where one word alone can stand.
const REPLACED: [(&str, &[&str]); 8] = [
    ("in", &["of", "from", "on", "among", "within", "inside", ":", "="]),
    ("to", &["into", "onto", "on", "as", "=", ">", "at"]),
    ("=", &[":", "is", "as", "be", "to"]),
    ("when", &["if", "where", "once", "unless"]),
    ("joined", &["connected", "linked", "adjacent"]),
    ("of", &["from", "by", "for", "extends"]),
    ("over", &["around"]),
    ("under", &["below", "beneath"]),
];

/// A word in the place of the only one that can stand there, or nothing in its place.
pub fn replaced(stop: &Stop<'_>) -> Option<Mistake> {
    if let ("diagonal" | "orthogonal", Some("joined")) = (stop.found, stop.last().map(|last| last.text)) {
        return Some(Mistake::help(format!("write `joined {}ly`", stop.found)).fix(
            stop.at,
            stop.end(),
            format!("{}ly", stop.found),
        ));
    }
    let before = stop.before();
    if let [.., like, coloured] = before.as_slice()
        && ["like", "same"].contains(&like.text)
        && ["coloured", "colored", "color", "colour"].contains(&coloured.text)
    {
        let mistake = Mistake::help("write `like-coloured`").at(like.at, coloured.end());
        return Some(mistake.message("`like-coloured` is one word").fix(like.at, coloured.end(), "like-coloured"));
    }
    if let ("empty" | "none" | "no", true) = (stop.found, stop.expects("`nothing`")) {
        return Some(Mistake::help("write `setup nothing`").fix(stop.at, stop.end(), "nothing"));
    }
    if let [line, .., number, within, a] = before.as_slice()
        && (line.text, within.text, a.text, stop.found) == ("line", "in", "a", "row")
    {
        let help = format!("say of what: `{} like-coloured stones in a row`", number.text);
        return Some(Mistake::help(help).at(number.at, stop.end()).message("the line has no members"));
    }
    let wanted = match stop.expected {
        [one] => one.trim_matches('`'),
        // More may follow, but nobody means that by these.
        _ => ["in", "joined", "="].into_iter().find(|word| stop.expects(&format!("`{word}`")))?,
    };
    if (wanted, stop.found) == ("of", "in") {
        let help = "the game stands before its file: `of \"Title\" in \"file.game\"`";
        return Some(Mistake::help(help.to_owned()));
    }
    let (_, said) = REPLACED.iter().find(|(word, _)| *word == wanted)?;
    if said.contains(&stop.found) {
        // A sign of two characters.
        let rest = stop.text.get(stop.at..)?;
        let end = if rest.starts_with(":=") { stop.at + 2 } else { stop.end() };
        let mistake = Mistake::help(match (wanted, stop.found) {
            ("in", "from") if stop.expects("`{`") => "`in` names the file of the game that is varied".to_owned(),
            ("in", "from") => "a pick is taken `in` something: a set, or a range such as `pick n in 1..=3`".to_owned(),
            _ => format!("write `{wanted}`"),
        });
        let start = stop.last().filter(|last| last.text == "-" && stop.found == ">").map_or(stop.at, |last| last.at);
        return Some(mistake.fix(start, end, wanted));
    }
    let goes_on = is_name(stop.found) || stop.found.parse::<u32>().is_ok();
    if goes_on && ["in", "to", "=", "of"].contains(&wanted) && !stop.begins_line(stop.at) && stop.expected.len() == 1 {
        let mistake = Mistake::help(format!("write `{wanted}` before `{}`", stop.found));
        return Some(mistake.fix(stop.at, stop.at, format!("{wanted} ")));
    }
    None
}
