//! What is written otherwise within expressions: `c is in edge`, `count(n in S where P)`, `row 1`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, is_name, is_word, tokens};

/// What is wrong with an expression.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let looks: [fn(&Stop<'_>) -> Option<Mistake>; 14] = [
        cannot,
        quantified,
        but,
        beside,
        is_in,
        listed,
        members,
        lines,
        nobody,
        turn_start,
        several_picks,
        has,
        coordinates,
        heading,
    ];
    looks.iter().find_map(|look| look(stop))
}

/// `everyone but me`.
fn but(stop: &Stop<'_>) -> Option<Mistake> {
    // `everyone but` reads like `Black stones`, so the fault shows late.
    let before = stop.before();
    let [.., everyone, but] = before.as_slice() else { return None };
    let is_left_out = everyone.text == "everyone" && ["but", "except", "without"].contains(&but.text);
    is_left_out.then(|| {
        let mistake = Mistake::help("write `everyone - me` for all but one").at(but.at, but.end());
        mistake.message(format!("expected `-`, found `{}`", but.text)).fix(but.at, but.end(), "-")
    })
}

/// `c is in edge`, `c is not in edge`, `c on edge`.
fn is_in(stop: &Stop<'_>) -> Option<Mistake> {
    if !["in", "on", "at", "inside", "within", "among", "into"].contains(&stop.found) {
        return None;
    }
    let before = stop.before();
    let word = |back: usize| before.len().checked_sub(back).and_then(|at| before.get(at));
    let (start, instead) = match (word(2).map(|t| t.text), word(1)) {
        (Some("is"), Some(not)) if not.text == "not" => (word(2)?.at, "not in"),
        (_, Some(is)) if is.text == "is" => (is.at, "in"),
        (_, Some(not)) if not.text == "not" && word(2).is_some_and(|t| is_word(t.text) || t.text == ")") => {
            (not.at, "not in")
        }
        // `where c on edge`
        (_, Some(operand)) if stop.found != "at" && stop.found != "in" && stop.found != "into" => {
            let first = stop.statement().first().map_or("", |token| token.text);
            if !["where", "require"].contains(&first) || !(is_word(operand.text) || operand.text == ")") {
                return None;
            }
            (stop.at, "in")
        }
        _ => return None,
    };
    Some(
        Mistake::help(format!("write `{instead}`"))
            .at(start, stop.end())
            .message(format!("whether a cell is in a set is asked with `{instead}` alone"))
            .fix(start, stop.end(), instead),
    )
}

/// `forall n in S : P`, `for all n in S P`, `any adjacent(c)`.
fn quantified(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let mut words = statement.clone();
    words.extend(stop.after());
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let all = |word: &str| ["all", "every", "each"].contains(&word);
    // A statement of its own begins with `for`, too.
    let found = (0..words.len()).find_map(|at| match text(at) {
        "forall" => Some((at, at, "every")),
        "for" if at > 0 && all(text(at + 1)) => Some((at, at + 1, "every")),
        "all" | "each" if at > 0 && text(at + 2) == "in" && text(at - 1) != "for" => Some((at, at, "every")),
        "exists" | "any" if at > 0 => Some((at, at, "some")),
        _ => None,
    });
    let (at, last, instead) = found?;
    let (start, end) = (words.get(at)?.at, words.get(last)?.end());
    if stop.at < start || !["where", "require", "if"].contains(&text(0)) {
        return None;
    }
    let word = stop.written(start, end);
    let mut mistake = Mistake::help(format!("write `{instead}`"))
        .at(start, end)
        .message(format!("`{word}` is not part of the language"));
    if text(last + 2) != "in" {
        return (stop.found == "(" && instead == "some").then(|| mistake.fix(start, end, instead));
    }
    let over = words.get(last + 3)?;
    let close = clause(&words, last + 3);
    let over = stop.written(over.at, close.checked_sub(1).and_then(|at| words.get(at))?.end());
    let sign = words.get(close).filter(|sign| [":", ",", "|", "has", "where"].contains(&sign.text));
    let asked = sign.map(|sign| stop.written(sign.end(), stop.clause_end(sign.end(), &[])));
    let asked = asked.filter(|asked| !asked.is_empty()).unwrap_or_else(|| "P".to_owned());
    mistake.help = format!("write `{instead} {} in {over} has {asked}`", text(last + 1));
    let change = (start, end, instead.to_owned());
    Some(match words.get(close) {
        Some(sign) if [":", ",", "|"].contains(&sign.text) => {
            mistake.changes(vec![change, (sign.at, sign.end(), "has".to_owned())], true)
        }
        Some(sign) if ["has", "where"].contains(&sign.text) => mistake.changes(vec![change], true),
        Some(next) if is_word(next.text) => mistake.changes(vec![change, (next.at, next.at, "has ".to_owned())], true),
        _ => mistake,
    })
}

/// `direction(a, b)`.
fn heading(stop: &Stop<'_>) -> Option<Mistake> {
    let called = stop.after().get(1).is_some_and(|next| next.text == "(");
    (stop.found == "direction" && called).then(|| {
        Mistake::help("write `toward`")
            .at(stop.at, stop.end())
            .message("the direction of the line from one cell to another is `toward(a, b)`")
            .fix(stop.at, stop.end(), "toward")
    })
}

/// The place after the operand that begins at a place.
fn clause(words: &[Token<'_>], from: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in words.iter().enumerate().skip(from) {
        match token.text {
            "(" | "{" => depth += 1,
            ")" | "}" if depth > 0 => depth -= 1,
            "&" | "|" | "-" | "+" => continue,
            _ => {}
        }
        let goes_on = words.get(at + 1).is_some_and(|next| ["(", "&", "-", "+"].contains(&next.text));
        if depth == 0 && !goes_on {
            return at + 1;
        }
    }
    words.len()
}

/// `c adjacent to mine`, `c is next to mine`.
fn beside(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let last = before.last().filter(|_| stop.found == "to")?;
    let function = match last.text {
        "adjacent" | "next" | "near" | "close" | "connected" => "adjacent",
        "orthogonal" | "orthogonally" => "orthogonal",
        "diagonal" | "diagonally" => "diagonal",
        _ => return None,
    };
    let back = |count: usize| before.len().checked_sub(count).and_then(|at| before.get(at));
    let is_not = back(2).is_some_and(|token| token.text == "not");
    let start = match (back(2), back(3)) {
        (Some(not), Some(is)) if not.text == "not" && is.text == "is" => is.at,
        (Some(word), _) if ["is", "not"].contains(&word.text) => word.at,
        _ => last.at,
    };
    let end = stop.clause_end(stop.end(), &["and", "or"]);
    let of = stop.written(stop.end(), end);
    let written = format!("{} {function}({of})", if is_not { "not in" } else { "in" });
    let mistake = Mistake::help(format!("write `{written}`")).at(start, stop.end());
    let mistake = mistake.message(format!("the cells beside others are `{function}(...)`"));
    Some(if of.is_empty() { mistake } else { mistake.fix(start, end, written) })
}

/// `(a1, b1)`, `{ x for x in S if P }`.
fn listed(stop: &Stop<'_>) -> Option<Mistake> {
    let (before, after) = (stop.before(), stop.after());
    if stop.found == "for" {
        let [.., open, name] = before.as_slice() else { return None };
        let [_, member, within, ..] = after.as_slice() else { return None };
        let close = after.iter().find(|token| token.text == "}")?;
        if open.text != "{" || name.text != member.text || within.text != "in" {
            return None;
        }
        let sign = after.iter().find(|token| ["if", "where", ":"].contains(&token.text));
        let over = stop.written(within.end(), sign.map_or(close.at, |sign| sign.at));
        let asked = sign.map(|sign| format!(" : {}", stop.written(sign.end(), close.at))).unwrap_or_default();
        let written = format!("{{ {} in {over}{asked} }}", name.text);
        let mistake = Mistake::help(format!("write `{written}`")).at(open.at, stop.end());
        let mistake = mistake.message("the cells of a set that meet a condition are written `{ c in S : P }`");
        return Some(if asked.is_empty() { mistake } else { mistake.fix(open.at, close.end(), written) });
    }
    if stop.found != "," || !stop.expects("`)`") {
        return None;
    }
    let open = before.iter().rposition(|token| token.text == "(")?;
    let lead = open.checked_sub(1).and_then(|at| before.get(at));
    let close = after.iter().find(|token| matches!(token.text, ")" | "("))?;
    let inner = before.get(open + 1..)?.iter().chain(&after).take_while(|token| token.at < close.at);
    let is_cell = |text: &str| text == "," || is_name(text);
    if lead.is_some_and(|lead| is_name(lead.text))
        || close.text != ")"
        || !inner.clone().all(|token| is_cell(token.text))
    {
        return None;
    }
    let open = before.get(open)?;
    let written = format!("{{{}}}", stop.written(open.end(), close.at));
    let mistake = Mistake::help(format!("a set of cells stands in braces: `{written}`"));
    Some(mistake.changes(vec![(open.at, open.end(), "{".to_owned()), (close.at, close.end(), "}".to_owned())], true))
}

/// `count(n in S where P)`, `count(n for n in S if P)`, `some n in S : P`, `{ c in S where P }`.
fn members(stop: &Stop<'_>) -> Option<Mistake> {
    let says = [":", "where", "if", "such", "with", "has", "when", "|"];
    if !says.contains(&stop.found) {
        return None;
    }
    let before = stop.before();
    let end = match stop.after().get(1) {
        Some(that) if stop.found == "such" && that.text == "that" => that.end(),
        _ => stop.end(),
    };
    // The bracket that is open there.
    let mut depth = 0usize;
    let open = before.iter().rposition(|token| {
        match token.text {
            ")" | "}" => depth += 1,
            "(" | "{" if depth == 0 => return true,
            "(" | "{" => depth -= 1,
            _ => {}
        }
        false
    });
    let inner = open.map_or(&before[..], |open| before.get(open + 1..).unwrap_or(&[]));
    let text = |at: usize| inner.get(at).map_or("", |token| token.text);
    let fold = open.and_then(|open| Some((before.get(open)?.text, before.get(open.checked_sub(1)?)?)));
    if let Some(("(", fold)) =
        fold.filter(|(_, fold)| ["count", "sum", "max", "min", "list", "union"].contains(&fold.text))
    {
        let condition = (stop.at, end, "where".to_owned());
        if inner.iter().any(|token| token.text == "for") && stop.found != "where" {
            let mistake = Mistake::help("write `where` before the condition, as in `count(n for n in S where P)`");
            return Some(mistake.changes(vec![condition], true));
        }
        let member = inner.first().filter(|member| is_name(member.text) && text(1) == "in")?;
        let (name, over) = (member.text, stop.written(inner.get(1)?.end(), stop.at));
        let close = stop.clause_end(end, &[]);
        let asked = stop.written(end, close);
        let written = format!("{}({name} for {name} in {over} where {asked})", fold.text);
        let mistake = Mistake::help(format!("write `{written}`"))
            .at(member.at, stop.at.max(member.end()))
            .message(format!("`{}` goes through a set with `for {name} in`", fold.text));
        let lead = (member.at, member.at, format!("{name} for "));
        return Some(mistake.changes(if stop.found == "where" { vec![lead] } else { vec![lead, condition] }, true));
    }
    if open.and_then(|open| before.get(open)).is_some_and(|open| open.text == "{")
        && is_name(text(0))
        && text(1) == "in"
        && stop.found != ":"
    {
        let help = "the condition stands after a colon, as in `{ c in S : P }`";
        return Some(Mistake::help(help).fix(stop.at, end, ":"));
    }
    let statement = stop.statement();
    let some = statement.iter().rposition(|token| ["some", "no", "none", "every"].contains(&token.text))?;
    let is_through = statement.get(some + 2).is_some_and(|token| token.text == "in");
    if !is_through || ["where", "has", "|"].contains(&stop.found) {
        return None;
    }
    let mistake = Mistake::help("write `where` or `has` before the condition, as in `some x in S where P`");
    Some(mistake.fix(stop.at, end, "where"))
}

/// `row 1`, `rows 1 and 2`, `column 3`.
fn lines(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let from = before.len().saturating_sub(6);
    let first = before.get(from).map_or(stop.at, |token| token.at);
    let words = tokens(stop.text, first, stop.line_end());
    let number = |token: &Token<'_>| token.text.parse::<u32>().ok();
    let place = words.windows(2).position(|pair| match pair {
        [word, one] => function(word.text).is_some() && number(one).is_some() && word.at <= stop.at,
        _ => false,
    })?;
    let word = words.get(place)?;
    let function = function(word.text)?;
    let mut numbers = vec![number(words.get(place + 1)?)?];
    let mut end = words.get(place + 1)?.end();
    let mut rest = words.get(place + 2..)?;
    while let [sign, next, more @ ..] = rest {
        // `row 1 and row 2`
        let (next, more) = match more {
            [one, more @ ..] if self::function(next.text) == Some(function) => (one, more),
            _ => (next, more),
        };
        let Some(next_number) = number(next) else { break };
        let last = *numbers.last()?;
        match sign.text {
            "and" | "," | "&" | "|" | "or" => numbers.push(next_number),
            "-" | "to" | "..=" if last < next_number && next_number - last < 32 => {
                numbers.extend(last + 1..=next_number)
            }
            _ => break,
        }
        (end, rest) = (next.end(), more);
    }
    if end < stop.at && !stop.written(end, stop.at).is_empty() && number(words.get(place + 1)?).is_none() {
        return None;
    }
    let each: Vec<String> = numbers.iter().map(|number| format!("{function}({number})")).collect();
    let written = each.join(" | ");
    let several =
        each.len() > 1 && stop.statement().first().is_some_and(|token| ["where", "require"].contains(&token.text));
    let mistake = Mistake::help(format!("write `{written}`")).at(word.at, end);
    let mistake = mistake.message(format!("`{}` is no set of cells", stop.written(word.at, end)));
    Some(mistake.fix(word.at, end, if several { format!("({written})") } else { written }))
}

fn function(word: &str) -> Option<&'static str> {
    Some(match word {
        "row" | "rows" | "rank" | "ranks" => "rows",
        "column" | "columns" | "file" | "files" | "col" | "cols" => "columns",
        _ => return None,
    })
}

/// `owner(c) is nobody`.
fn nobody(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let last = before.last().filter(|last| last.text == "nobody" && stop.expects("`can`"))?;
    if ["wins", "loses", "win", "lose"].contains(&stop.found) {
        return None;
    }
    let lead = stop.text.get(..last.at)?.trim_end();
    let (asked, is) = [(" is not", false), (" is", true), (" !=", false), (" =", true)]
        .into_iter()
        .find_map(|(sign, is)| Some((lead.strip_suffix(sign)?.trim_end(), is)))
        .unwrap_or(("", true));
    let start = asked.rfind("owner(").filter(|_| asked.ends_with(')'));
    let cell = start.and_then(|at| asked.get(at + 6..asked.len() - 1)).filter(|cell| !cell.is_empty());
    let word = if is { "in" } else { "not in" };
    let written = format!("{} {word} empty", cell.unwrap_or("c"));
    let mistake = Mistake::help(format!("write `{written}` to ask whether anything stands on a cell"))
        .at(last.at, last.end())
        .message("nothing is compared with `nobody`: it stands in `nobody can move` alone");
    Some(match start.filter(|_| cell.is_some()) {
        Some(start) => mistake.fix(start, last.end(), written),
        None => mistake,
    })
}

/// `enemy cannot move`.
fn cannot(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let (player, end) = match before.as_slice() {
        [.., player, cannot] if cannot.text == "cannot" && stop.found == "move" => (player, stop.end()),
        [.., player, cannot, moves] if (cannot.text, moves.text) == ("cannot", "move") => (player, moves.end()),
        _ => return None,
    };
    // At the end of a game that of the player to act is asked with `no move`.
    if ["me", "mover"].contains(&player.text) || !is_name(player.text) {
        return None;
    }
    let written = format!("not {} can move", player.text);
    let mistake = Mistake::help(format!("write `{written}`")).at(player.at, end);
    Some(mistake.message("whether a player can move is asked with `can move`").fix(player.at, end, written))
}

/// `turn start = 1`: the number of the turn.
fn turn_start(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let [.., turn, start] = before.as_slice() else { return None };
    let is_compared = ["=", "!=", "<", "<=", ">", ">=", "is", "mod", "in"].contains(&stop.found);
    if !is_compared || (turn.text, start.text) != ("turn", "start") {
        return None;
    }
    let help = "write `turn_number` for the number of the turn, `turn start count(mine)` for what something was when the turn began";
    let mistake = Mistake::help(help).at(turn.at, start.end()).message("`turn start` stands before what it asks about");
    Some(mistake.guess(turn.at, start.end(), "turn_number"))
}

/// `pick a, b in mine`.
fn several_picks(stop: &Stop<'_>) -> Option<Mistake> {
    if stop.found != "," || !stop.expects("`in`") {
        return None;
    }
    let name = stop.last()?;
    let after = stop.after();
    Some(match after.as_slice() {
        [_, other, within, set, ..] if within.text == "in" && is_name(other.text) => {
            let end = stop.clause_end(set.at, &["where"]);
            let set = stop.written(set.at, end);
            let (a, b) = (format!("pick {} in {set}", name.text), format!("pick {} in {set}", other.text));
            let mistake = Mistake::help(format!("each pick stands alone: `{a}` and `{b}`"));
            mistake.guess(stop.at, other.end(), format!(" in {set} pick {}", other.text))
        }
        _ => Mistake::help("each pick stands alone: `pick a in S` and `pick b in S`"),
    })
}

/// `any x in S has P`.
fn has(stop: &Stop<'_>) -> Option<Mistake> {
    if stop.found != "has" || !stop.expects("a statement") {
        return None;
    }
    let statement = stop.statement();
    let word = statement.iter().find(|token| ["any", "each", "exists", "all", "for"].contains(&token.text));
    let every = word.is_some_and(|word| ["each", "all", "for"].contains(&word.text));
    let at = if every { "every" } else { "some" };
    let message = match word {
        Some(word) => format!("`has` goes with `some`, `no` or `every`; `{}` is none", word.text),
        None => "`has` goes with `some`, `no` or `every`".to_owned(),
    };
    Some(match word {
        Some(word) => {
            let written = format!("{at} {}", stop.written(word.end(), stop.line_end()));
            let mistake = Mistake::help(format!("write `{written}`")).message(message);
            mistake.at(word.at, word.end()).fix(word.at, word.end(), at)
        }
        None => Mistake::help("write `some x in S has P`").message(message),
    })
}

/// `(3, 3)`: a cell.
fn coordinates(stop: &Stop<'_>) -> Option<Mistake> {
    if stop.found != "," || !stop.expects("`)`") {
        return None;
    }
    let (before, after) = (stop.before(), stop.after());
    let ([.., open, column], [_, row, close, ..]) = (before.as_slice(), after.as_slice()) else { return None };
    let digits = |token: &Token<'_>| token.text.parse::<u32>().ok().filter(|number| *number > 0);
    let (column, row) = (digits(column).filter(|column| *column <= 26)?, digits(row)?);
    let letter = char::from_u32(u32::from(b'a') + column - 1)?;
    let mistake =
        Mistake::help(format!("a cell is written by its column's letter and its row's number: `{letter}{row}`"));
    Some(match (open.text, close.text) {
        ("(", ")") => mistake.fix(open.at, close.end(), format!("{letter}{row}")),
        _ => mistake,
    })
}
