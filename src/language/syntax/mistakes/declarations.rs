//! What is written otherwise in declarations: `players: Black and White`, `board 8x8`, `move place() { ... }`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{DECLARATIONS, Token, clip, is_name, is_word};

/// A look at a declaration: where it stops, its first word, the words before the stop.
type Look = fn(&Stop<'_>, Token<'_>, &[Token<'_>]) -> Option<Mistake>;

/// What is wrong with a declaration.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let first = before.first().copied().unwrap_or(Token { text: "", at: stop.start });
    let looks: [Look; 16] = [
        asides, each_turns, unions, kinds_last, afters, carried, claims, pies, colons, quotes, lists, numbers, graphs,
        boards, passes, moves,
    ];
    looks.iter().find_map(|look| look(stop, first, &before))
}

/// `aside mark passed`, `aside counter checks(player): 0..=9`.
fn asides(stop: &Stop<'_>, _: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let after = stop.after();
    let [_, sort, name, rest @ ..] = after.as_slice() else { return None };
    if stop.found != "aside" || !before.is_empty() || !["mark", "counter"].contains(&sort.text) || !is_name(name.text) {
        return None;
    }
    let closes = rest.first().filter(|open| open.text == "(").and_then(|_| rest.iter().find(|token| token.text == ")"));
    let head = closes.unwrap_or(name).end();
    let written = format!("{} aside", stop.written(sort.at, head));
    let mistake = Mistake::help(format!("write `{written}`")).at(stop.at, stop.end());
    let changes = vec![(stop.at, sort.at, String::new()), (head, head, " aside".to_owned())];
    Some(mistake.message("`aside` stands behind the name").changes(changes, true))
}

/// `counter steps: 0..=3 each turn`.
fn each_turns(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let (colon, after) = (before.iter().find(|token| token.text == ":")?, stop.after());
    let turn = after.get(1).filter(|turn| turn.text == "turn")?;
    if stop.found != "each" || first.text != "counter" {
        return None;
    }
    let changes = vec![(stop.at, turn.end(), String::new()), (colon.at, colon.at, " each turn".to_owned())];
    let written = format!("{} each turn:", stop.written(first.at, colon.at));
    let mistake = Mistake::help(format!("write `{written} ...`")).at(stop.at, turn.end());
    Some(mistake.message("`each turn` stands before the colon").changes(changes, true))
}

/// `group g = like-coloured men | towers`.
fn unions(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [.., like, dash, _, set] = before else { return None };
    let is_like = like.text == "like" && dash.text == "-" && is_name(set.text);
    if !is_like || !["group", "loop", "line"].contains(&first.text) || !["|", "&", "-"].contains(&stop.found) {
        return None;
    }
    let end = stop.clause_end(stop.end(), &["joined", "cells", "of", "orthogonally", "diagonally"]);
    let written = format!("({})", stop.written(set.at, end));
    let mistake = Mistake::help(format!("write `like-coloured {written}`")).at(set.at, end);
    Some(mistake.message("members of several kinds stand in parentheses").fix(set.at, end, written))
}

/// `group g = men joined of one kind`.
fn kinds_last(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let after = stop.after();
    let [of, one, kind, ..] = after.as_slice() else { return None };
    let joined = before.iter().rfind(|token| token.text == "joined")?;
    if !["group", "loop", "line"].contains(&first.text) || (of.text, one.text, kind.text) != ("of", "one", "kind") {
        return None;
    }
    let lead = stop.text.get(..of.at)?.trim_end().len();
    let mistake = Mistake::help("write `of one kind joined`").at(of.at, kind.end());
    let changes = vec![(joined.at, joined.at, "of one kind ".to_owned()), (lead, kind.end(), String::new())];
    Some(mistake.message("`of one kind` stands before `joined`").changes(changes, true))
}

/// `after each turn { ... }`.
fn afters(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let words: Vec<&str> = before.iter().map(|token| token.text).collect();
    let is_other =
        first.text == "after" && words == ["after", "each"] && ["turn", "action", "ply"].contains(&stop.found);
    is_other.then(|| {
        let help = "write `after each move`: it is done action by action, so that what it requires is known in time";
        Mistake::help(help).fix(stop.at, stop.end(), "move")
    })
}

/// `piece pike with size 1..=3, facing: orthogonals`.
fn carried(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    if !["piece", "pieces", "neutral"].contains(&first.text) || !before.iter().any(|token| token.text == "with") {
        return None;
    }
    let (name, lead) = before.split_last().filter(|(name, _)| is_name(name.text))?;
    let joins = lead.last()?;
    match joins.text {
        "with" | "and"
            if !stop.begins_line(stop.at)
                && (is_name(stop.found) || stop.found.starts_with(|c: char| c.is_ascii_digit())) =>
        {
            let values = stop.written(stop.at, stop.clause_end(stop.at, &["and"]));
            let mistake =
                Mistake::help(format!("a `:` belongs between a name and its values: `{}: {values}`", name.text));
            Some(mistake.fix(name.end(), name.end(), ":"))
        }
        "," if stop.found == ":" => {
            let mistake = Mistake::help(format!("join what a piece carries with `and`: `and {}: ...`", name.text));
            Some(mistake.fix(joins.at, joins.end(), " and"))
        }
        _ => None,
    }
}

fn claims(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    if first.text != "claim" || before.len() != 1 {
        return None;
    }
    let help = "a claim is `finite`, `symmetric`, `plies <= N`, `no draw`, `no pass`, `invariant CONDITION`, `draw`, `first seat wins` \
                or `second seat wins`";
    Some(Mistake::help(help).message(format!("`{}` is not a claim", clip(&stop.written(stop.at, stop.line_end())))))
}

fn pies(stop: &Stop<'_>, _: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    // `option pie off`, `option pie: on | off = off`
    if let ([option], "pie") = (before, stop.found)
        && option.text == "option"
    {
        let after = stop.after();
        let off = after.get(1).filter(|off| off.text == "off");
        let written = if off.is_some() { "pie off" } else { "pie" };
        let end = off.map_or(stop.line_end(), |off| off.end());
        let mistake = Mistake::help(format!("write `{written}`")).at(option.at, stop.end());
        let mistake = mistake.message("the pie rule is an option by itself, and is not declared as one");
        return Some(mistake.guess(option.at, end, written));
    }
    if let ([pie], "rule") = (before, stop.found)
        && pie.text == "pie"
    {
        return Some(Mistake::help("leave it out: the line is `pie`").fix(stop.at, stop.end(), ""));
    }
    let lead = stop.text.get(..stop.start).unwrap_or("").trim_end_matches([' ', '\t']);
    if before.len() == 1 && before.iter().all(|by| by.text == "by") && lead.ends_with("pie") {
        let help = "write `pie` alone, or `pie by first stone` where the first turn is one stone";
        return Some(Mistake::help(help));
    }
    let [.., pie, by] = before else { return None };
    if (pie.text, by.text) != ("pie", "by") {
        return None;
    }
    let mistake = Mistake::help("write `pie` alone, or `pie by first stone` where the first turn is one stone");
    Some(mistake.guess(by.at, stop.clause_end(stop.at, &[]), ""))
}

/// `move pass { ... }`.
fn passes(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    (first.text == "move" && before.len() == 1 && stop.found == "pass").then(|| {
        Mistake::help("write `pass { ... }` for what every pass does")
            .at(first.at, stop.end())
            .message("`pass` is an action already")
            .fix(first.at, stop.end(), "pass")
    })
}

/// `players: Black, White`, `board = square(8)`: a sign after the word that says what is declared.
fn colons(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let is_first = before.len() == 1 && DECLARATIONS.contains(&first.text);
    if !is_first || ![":", "="].contains(&stop.found) {
        return None;
    }
    let mistake = Mistake::help(format!("leave it out: what is declared follows `{}`", first.text));
    Some(mistake.fix(stop.at, stop.end(), ""))
}

/// `players "Black"`: quotes around a name; `by Name`: none around a text.
fn quotes(stop: &Stop<'_>, _: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let text = stop.after().first().copied()?;
    let last = before.last().map_or("", |last| last.text);
    if stop.found == "{" && last == "written" {
        let end = stop.line_end();
        let length = stop.text.get(stop.at..end)?.trim_end_matches([' ', '}']).len();
        let written = format!("\"{}}}\"", stop.text.get(stop.at..stop.at + length)?);
        let mistake = Mistake::help(format!("write it in quotes: `{written}`"));
        return Some(mistake.fix(stop.at, stop.at + length + 1, written));
    }
    let is_named =
        stop.expects("a name") || stop.expects("`,`") || stop.expects("`)`") || ["move", "turn", "or"].contains(&last);
    if stop.found == "\"" && is_named && !stop.expects("a text in quotes") {
        let name = text.text.trim_matches('"');
        let mistake = Mistake::help("names stand without quotes, and are one word");
        return Some(match is_name(name) {
            true => mistake.at(text.at, text.end()).fix(text.at, text.end(), name),
            false => mistake.at(text.at, text.end()),
        });
    }
    let is_plain = is_word(stop.found) && stop.found.starts_with(|c: char| c.is_alphabetic());
    if stop.expects("a text in quotes") && is_plain && !DECLARATIONS.contains(&stop.found) {
        let end = stop.clause_end(stop.at, &["of"]);
        let words = stop.written(stop.at, end.max(stop.end()));
        let words = if words.len() > 40 { stop.found.to_owned() } else { words };
        let written = format!("\"{words}\"");
        let mistake = Mistake::help(format!("write it in quotes: `{written}`"));
        return Some(mistake.fix(stop.at, stop.at + words.len(), written));
    }
    None
}

/// `players Black and White`, `pieces man king`, `players 2`.
fn lists(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    if !["players", "piece", "pieces"].contains(&first.text) {
        return None;
    }
    let last = before.last()?;
    if before.len() == 1 && stop.found.parse::<u32>().is_ok() {
        return Some(
            Mistake::help(format!("name each of them: `{} Black, White`", first.text)).at(stop.at, stop.end()),
        )
        .filter(|_| first.text == "players");
    }
    if before.len() == 1 || !is_word(last.text) || !(stop.expects("`,`") || stop.expects("the next declaration")) {
        return None;
    }
    let mistake =
        Mistake::help(format!("names are separated with `,`, as in `{} {}, ...`", first.text, before.get(1)?.text));
    let lead = stop.text.get(..stop.at)?.trim_end().len();
    match stop.found {
        "and" | "&" | "/" | ";" | "or" | "|" | "vs" | "versus" => Some(mistake.fix(lead, stop.end(), ",")),
        name if is_name(name) && !stop.begins_line(stop.at) && !DECLARATIONS.contains(&name) => {
            Some(mistake.fix(lead, lead, ","))
        }
        _ => None,
    }
}

/// `board square(10) numbered from left`, `board square(10) numbered`.
fn numbers(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let words: Vec<&str> = before.iter().map(|token| token.text).collect();
    let help = "write `from top` or `from bottom`: cells are numbered row by row, each from the left";
    match words.as_slice() {
        _ if first.text != "board" => None,
        [.., "numbered", "from"] if is_word(stop.found) && !stop.begins_line(stop.at) => {
            Some(Mistake::help(help).guess(stop.at, stop.end(), "top"))
        }
        [.., "round"] => {
            let last = before.last()?;
            let help = "write `round east`, `round north` or `round east and north`";
            Some(Mistake::help(help).at(last.at, last.end()).guess(last.end(), last.end(), " east"))
        }
        [.., "named"] if stop.found == "by" => None,
        [.., "named", "by"] => {
            Some(Mistake::help("cells are named by their columns, or by rows: write `named by rows`"))
        }
        [.., "with"] => Some(Mistake::help("the corners of cells are places, too, on a board `with points`")),
        [.., "numbered"] => {
            let last = before.last()?;
            Some(Mistake::help(help).at(last.at, last.end()).guess(last.end(), last.end(), " from top"))
        }
        _ => None,
    }
}

/// `board graph { ... line c }`: a line of one cell.
fn graphs(_: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [.., line, name] = before else { return None };
    if first.text != "board" || line.text != "line" || !is_name(name.text) {
        return None;
    }
    let mistake = Mistake::help("a line joins two cells or more, as in `line a-b-c`").at(line.at, name.end());
    Some(mistake.message(format!("`line {}` joins nothing", name.text)))
}

/// `board 8x8`, `board square 8`, `board square(8 x 8)`.
fn boards(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let goes_on = |token: &Token<'_>| matches!(token.text, "{" | "only");
    let is_clause = |token: &Token<'_>| ["round", "with", "named", "numbered"].contains(&token.text);
    if first.text != "board"
        || before.last().is_some_and(|last| last.text == ")")
        || before.iter().any(goes_on)
        || before.iter().skip(2).any(is_clause)
    {
        return None;
    }
    let numbers = |text: &str| -> Option<Vec<u32>> {
        let parts: Option<Vec<u32>> = text.split(['x', '*', '×', ',']).map(|part| part.trim().parse().ok()).collect();
        parts.filter(|parts| (1..=2).contains(&parts.len()))
    };
    let open = before.iter().position(|token| token.text == "(");
    let start = open.and_then(|open| before.get(open)).map_or(stop.at, |open| open.end());
    let line = stop.text.get(start..stop.line_end())?;
    let length = line.find([')', '{']).unwrap_or(line.len());
    let length = line.get(..length)?.split("//").next().unwrap_or("").trim_end().len();
    let numbers = numbers(line.get(..length)?.trim())?;
    let listed = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let shape = before.get(1).map_or("square", |shape| shape.text);
    let known = ["square", "hexagon", "rhombus", "triangle"].contains(&shape);
    let written = format!("{}({listed})", if known { shape } else { "square" });
    let mistake = Mistake::help(format!("write `board {written}`"));
    Some(match open {
        None if !known => mistake.guess(before.get(1)?.at, start + length, written),
        Some(_) => mistake.fix(start, start + length, listed),
        None => mistake.fix(before.get(1).map_or(stop.at, |shape| shape.at), start + length, written),
    })
}

/// `move place() { ... }`, `move place: ...`.
fn moves(stop: &Stop<'_>, first: Token<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [_, name] = before else { return None };
    if first.text != "move" || !stop.expects("`{`") || !is_word(name.text) {
        return None;
    }
    let help =
        format!("a move stands in braces and picks what it needs: `move {} {{ pick c in empty ... }}`", name.text);
    let after = stop.after();
    Some(match after.as_slice() {
        [open, close, ..] if (open.text, close.text) == ("(", ")") => {
            Mistake::help(help).fix(name.end(), close.end(), "")
        }
        [sign, brace, ..] if [":", "=", "is"].contains(&sign.text) && brace.text == "{" => {
            Mistake::help(help).fix(sign.at, sign.end(), "")
        }
        _ => Mistake::help(help),
    })
}
