//! What is written otherwise in moves: `put stone at c`, `for each n in S`, `turn c over`, `n += 1`.

use super::stop::{Mistake, Stop};
use crate::reference::{Place, is_topic, synonym};
use crate::syntax::ast_move::STATEMENTS;
use crate::syntax::words::{DECLARATIONS, TEST_LINES, Token, clip, is_name, is_reserved, is_word, tokens};
use crate::util::suggestion;

/// What is wrong with a statement.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let looks: [fn(&Stop<'_>) -> Option<Mistake>; 15] = [
        replacing, carried, undone, several, fillers, nameless, unbraced, put, moved, turned, exchanged, counted,
        blocks, begun, left_over,
    ];
    looks.iter().find_map(|look| look(stop))
}

/// `replace c with my stone`, `change c to my stone`: a piece that comes in the place of another.
fn replacing(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let after = stop.after();
    let words = ["replace", "change", "substitute"];
    // A first word reads like an owner, so the fault shows late.
    let (word, rest) = match (before.last(), after.split_first()) {
        (Some(word), _) if words.contains(&word.text) && stop.expects("a statement") => (*word, after.as_slice()),
        (_, Some((word, rest))) if words.contains(&word.text) && stop.expects("a statement") => (*word, rest),
        _ => return None,
    };
    let joint = rest.iter().position(|token| ["with", "by", "to", "into"].contains(&token.text))?;
    let (first, with) = (rest.first().filter(|_| joint > 0)?, rest.get(joint)?);
    let end = stop.clause_end(with.end(), &[]);
    let (cell, piece) = (stop.written(first.at, with.at), stop.written(with.end(), end));
    let piece = if is_name(&piece) { format!("my {piece}") } else { piece };
    if piece.is_empty() {
        return None;
    }
    let written = format!("put {piece} on {cell}");
    let mistake =
        Mistake::help(format!("write `{written}`: it takes the place of what stands there")).at(word.at, word.end());
    Some(mistake.message(format!("`{}` does not begin a statement", word.text)).guess(word.at, end, written))
}

/// `shift(a, b)`: an effect that is not done.
fn undone(stop: &Stop<'_>) -> Option<Mistake> {
    let after = stop.after();
    let is_call =
        is_name(stop.found) && after.get(1).is_none_or(|next| next.text == "(" || stop.line_end() == stop.end());
    let declared = |text: &str| {
        let words = tokens(text, 0, text.len());
        words.windows(2).any(|pair| matches!(pair, [lead, name] if lead.text == "effect" && name.text == stop.found))
    };
    if !stop.expects("a statement") || !is_call || !declared(stop.text) {
        return None;
    }
    let end = stop.clause_end(stop.at, &[]).max(stop.end());
    let mistake = Mistake::help(format!("write `do {}`", stop.written(stop.at, end)));
    Some(
        mistake
            .message(format!("an effect is done: `{}` does not begin a statement", stop.found))
            .fix(stop.at, stop.at, "do "),
    )
}

/// `put my pike on c with size 2`.
fn carried(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let on = statement.iter().rposition(|token| token.text == "on")?;
    if stop.found != "with" || statement.first().is_none_or(|first| first.text != "put") {
        return None;
    }
    let (on, before) = (statement.get(on)?, statement.get(on.checked_sub(1)?)?);
    let end = stop.clause_end(stop.end(), &[]);
    let with = stop.written(stop.at, end);
    let mistake = Mistake::help(format!(
        "`with` stands before `on`: `{} {with} {}`",
        stop.written(statement.first()?.at, before.end()),
        stop.written(on.at, stop.at)
    ));
    Some(mistake.changes(vec![(before.end(), before.end(), format!(" {with}")), (stop.at, end, String::new())], true))
}

/// `for each n in S`, `pick any c in S`: a word between `for` or `pick` and the name.
fn fillers(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let binds = |token: Option<&Token<'_>>| token.is_some_and(|token| ["for", "pick"].contains(&token.text));
    let words = ["each", "all", "every", "any", "the", "a", "an", "cell", "square", "piece", "one", "some"];
    let after = stop.after();
    let next = after.get(1).filter(|next| is_name(next.text));
    // Reserved words stop reading themselves, others the word after them.
    let (filler, name) = if words.contains(&stop.found) && binds(before.last()) && stop.expects("a name") {
        (Token { text: stop.found, at: stop.at }, *next?)
    } else if stop.expects("`in`") && is_name(stop.found) && after.get(1).is_some_and(|next| next.text == "in") {
        let filler = before.last().filter(|filler| words.contains(&filler.text))?;
        if !binds(before.len().checked_sub(2).and_then(|at| before.get(at))) {
            return None;
        }
        (*filler, Token { text: stop.found, at: stop.at })
    } else {
        return None;
    };
    let lead = before.iter().rev().find(|token| ["for", "pick"].contains(&token.text))?.text;
    let mistake = Mistake::help(format!("leave `{}` out: `{lead} {} in ...`", filler.text, name.text));
    Some(mistake.at(filler.at, filler.end()).fix(filler.at, name.at, ""))
}

/// `pick 2 in empty`, `pick n sites in empty`: how many members as one set.
fn several(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let [.., pick, count] = before.as_slice() else { return None };
    if pick.text != "pick" {
        return None;
    }
    let is_number = count.text.bytes().all(|digit| digit.is_ascii_digit());
    if stop.found == "in" && is_number && stop.expects("a name") {
        let help = format!("a pick has a name: `pick {} s in ...`", count.text);
        return Some(Mistake::help(help).guess(stop.at, stop.at, "s "));
    }
    let after = stop.after();
    let fillers = ["each", "all", "every", "any", "the", "a", "an", "cell", "square", "piece", "one", "some"];
    if !is_name(count.text) || fillers.contains(&count.text) || !is_name(stop.found) || !stop.expects("`in`") {
        return None;
    }
    after.get(1).filter(|next| next.text == "in")?;
    let (count_text, name) = (count.text, stop.found);
    let help = format!(
        "how many are picked is known before the game and stands in parentheses, `pick ({count_text}) {name} in ...`; what the \
         position decides is a condition, `where count({name}) <= {count_text}`"
    );
    Some(Mistake::help(help).fix(count.at, count.end(), format!("({count_text})")))
}

/// `pick empty`, `pick an empty cell`: without a name.
fn nameless(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let first = statement.first().filter(|first| first.text == "pick" && stop.expects("`in`"))?;
    let ends = stop.begins_line(stop.at) || matches!(stop.found, "}" | "");
    if !ends && !statement.get(1).is_some_and(|word| ["a", "an", "the", "any", "one"].contains(&word.text)) {
        return None;
    }
    let end = statement.last()?.end();
    let mistake = Mistake::help("name what is picked, and say from where: `pick c in empty`").at(first.at, end);
    Some(mistake.message(format!("`{}` gives no name to what is picked", clip(&stop.written(first.at, end)))))
}

/// `pick k in queen, rook`: a set without its braces.
fn unbraced(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let [pick, _, within, first] = statement.as_slice() else { return None };
    if stop.found != "," || pick.text != "pick" || within.text != "in" || !is_name(first.text) {
        return None;
    }
    let after = stop.after();
    let (mut names, mut end) = (vec![first.text], first.end());
    for pair in after.chunks(2) {
        match pair {
            [comma, name] if comma.text == "," && is_name(name.text) => {
                names.push(name.text);
                end = name.end();
            }
            [other, ..] if STATEMENTS.contains(&other.text) || other.text == "}" => break,
            _ => return None,
        }
    }
    let set = format!("{{{}}}", names.join(", "));
    let mistake = Mistake::help(format!("write `{set}`")).message("a set of kinds or cells stands in braces");
    Some(mistake.at(first.at, end).fix(first.at, end, set))
}

/// `put stone at c`, `put my stone to c`, `put c`.
fn put(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let put = statement.first().filter(|first| first.text == "put" && stop.expects("`on`"))?;
    let says = |token: &Token<'_>| ["at", "in", "to", "into", "onto", "upon", "inside"].contains(&token.text);
    let found = Token { text: stop.found, at: stop.at };
    let word = statement.iter().skip(2).find(|token| says(token)).copied().or(Some(found).filter(says));
    let piece = |end: usize| {
        let piece = stop.written(put.end(), end);
        if is_name(&piece) { format!("my {piece}") } else { piece }
    };
    if let Some(word) = word {
        let end = stop.clause_end(word.end(), &[]);
        let written = format!("put {} on {}", piece(word.at), stop.written(word.end(), end.max(word.end())));
        let mistake = Mistake::help(format!("write `{written}`"))
            .at(word.at, word.end())
            .message(format!("a piece is put `on` a cell, not `{}` it", word.text));
        return Some(mistake.fix(word.at, word.end(), "on"));
    }
    let ends = statement.last()?.end();
    let is_end = matches!(stop.found, "}" | "") || STATEMENTS.contains(&stop.found) || stop.begins_line(stop.at);
    is_end.then(|| {
        let mistake = Mistake::help("say which piece and where: `put my stone on c`").at(put.at, ends);
        mistake.message(format!("`{}` names no piece and cell", clip(&stop.written(put.at, ends))))
    })
}

/// `move a on b`, `remove piece on c`, `promote c to my king`.
fn moved(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let first = statement.first()?;
    let word = Token { text: stop.found, at: stop.at };
    let arrow = stop.found == ">" && statement.last().is_some_and(|last| last.text == "-");
    match first.text {
        "move" if stop.expects("`to`") && (stop.found == "}" || stop.begins_line(stop.at)) => {
            let mistake =
                Mistake::help("say from where and to where: `move a to b`").at(first.at, statement.last()?.end());
            Some(mistake.message("the move has no cell to go to"))
        }
        "move" if (stop.expects("`to`") && ["on", "onto", "into", ","].contains(&stop.found)) || arrow => {
            // `->` stops at its second sign.
            let start =
                statement.last().filter(|last| last.text == "-" && stop.found == ">").map_or(stop.at, |last| last.at);
            Some(Mistake::help("write `to`, as in `move a to b`").at(start, word.end()).fix(start, word.end(), "to"))
        }
        "remove" if ["on", "from", "at"].contains(&stop.found) => {
            let end = stop.clause_end(stop.end(), &[]);
            let cells = stop.written(stop.end(), end);
            let mistake = Mistake::help(format!("`remove` takes cells: write `remove {cells}`"));
            Some(match cells.as_str() {
                "" => return None,
                "board" => Mistake::help("leave it out: what is removed leaves the board").fix(stop.at, end, ""),
                _ => mistake.fix(first.end(), end, format!(" {cells}")),
            })
        }
        "remove" if ["piece", "pieces"].contains(&stop.found) && statement.len() == 1 => {
            let after = stop.after();
            let mistake = Mistake::help("`remove` takes cells: write `remove c`");
            match after.as_slice() {
                [_, word, cell, ..] if ["at", "on", "in", "from"].contains(&word.text) => {
                    Some(mistake.fix(stop.at, cell.at, ""))
                }
                _ => Some(mistake),
            }
        }
        "promote" if stop.found == "my" => {
            let mistake = Mistake::help("leave `my` out: the piece keeps its owner, as in `promote c to king`");
            let next = stop.after().get(1).map_or(stop.end(), |next| next.at);
            Some(mistake.fix(stop.at, next, ""))
        }
        _ => None,
    }
}

/// `turn c`, `turn c over`.
fn turned(stop: &Stop<'_>) -> Option<Mistake> {
    let last = stop.statement().pop().filter(|last| last.text == "turn" && stop.expects("`over`"))?;
    if !is_name(stop.found) {
        return None;
    }
    let mistake = Mistake::help(format!("write `turn over {}`", stop.found)).at(last.at, stop.end());
    let after = stop.after();
    let over = after.get(1).filter(|over| over.text == "over");
    let end = over.map_or(stop.end(), |over| over.end());
    Some(mistake.fix(stop.at, end, format!("over {}", stop.found)))
}

/// `exchange a and b`, `exchange a with b`.
fn exchanged(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    statement.first().filter(|first| first.text == "exchange" && (stop.expects("`,`") || stop.found == "with"))?;
    let found = Token { text: stop.found, at: stop.at };
    let says = |token: &Token<'_>| ["and", "with", "for", "to", "&"].contains(&token.text);
    let word = statement.iter().copied().find(says).or(Some(found).filter(says));
    let mistake = Mistake::help("names are separated with `,`, as in `exchange a, b`");
    Some(match word {
        Some(word) => {
            let lead = stop.text.get(..word.at).unwrap_or("");
            mistake.at(word.at, word.end()).fix(lead.trim_end().len(), word.end(), ",")
        }
        None => mistake,
    })
}

/// `set n = 3`, `n += 1`, `n++`.
fn counted(stop: &Stop<'_>) -> Option<Mistake> {
    let after = stop.after();
    let text = |at: usize| after.get(at).map_or("", |token| token.text);
    if stop.expects("`to`")
        && matches!(stop.found, "=" | ":")
        && stop.statement().first().is_some_and(|t| t.text == "set")
    {
        let end = if text(1) == "=" { after.get(1)?.end() } else { stop.end() };
        return Some(Mistake::help("write `to` before the value, as in `set n to 0`").fix(stop.at, end, "to"));
    }
    if !stop.expects("a statement") || !is_word(stop.found) {
        return None;
    }
    let help =
        |found: &str| Mistake::help(format!("write `set {found} to N`, `add N to {found}` or `take N from {found}`"));
    let found = stop.found;
    let value = after.get(3).filter(|_| text(2) == "=").map(|value| (value, stop.clause_end(value.at, &[])));
    let changed = |(word, with): (&str, &str), value: &str| format!("{word} {value} {with} {found}");
    let (add, take) = (("add", "to"), ("take", "from"));
    let (written, end) = match (text(1), text(2), value) {
        ("+", "+", _) => (changed(add, "1"), after.get(2)?.end()),
        ("-", "-", _) => (changed(take, "1"), after.get(2)?.end()),
        ("+", "=", Some((value, end))) => (changed(add, &stop.written(value.at, end)), end),
        ("-", "=", Some((value, end))) => (changed(take, &stop.written(value.at, end)), end),
        ("=", _, _) => {
            let end = stop.clause_end(after.get(2)?.at, &[]);
            (format!("set {found} to {}", stop.written(after.get(2)?.at, end)), end)
        }
        ("+" | "-", "=", _) => return Some(help(found)),
        (":", "=", _) => return Some(help(found)),
        _ => return None,
    };
    Some(help(found).guess(stop.at, end, written))
}

/// `for (n in S) { ... }`, `for n in S: remove n`, `if P then remove c`.
fn blocks(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let first = statement.iter().rev().find(|token| ["for", "if"].contains(&token.text))?;
    if first.text == "for" && stop.found == "(" && stop.last() == Some(*first) {
        let after = stop.after();
        let close = after.iter().find(|token| token.text == "{")?;
        let close = after.iter().rev().find(|token| token.text == ")" && token.at < close.at)?;
        let mistake = Mistake::help("write it without parentheses: `for n in S { ... }`");
        return Some(
            mistake.changes(vec![(stop.at, stop.end(), String::new()), (close.at, close.end(), String::new())], true),
        );
    }
    if !stop.expects("`{`") {
        return None;
    }
    let help = match first.text {
        "for" => "effects stand in braces, as in `for n in S { remove n }`",
        _ => "effects stand in braces, as in `if P { remove c } else { turn over c }`",
    };
    let says = [":", "then", "do"].contains(&stop.found);
    let after = stop.after();
    let Some(body) = after.get(usize::from(says)) else { return Some(Mistake::help(help)) };
    if body.text == "{" && says {
        return Some(Mistake::help(help).fix(stop.at, body.at, ""));
    }
    if !STATEMENTS.contains(&body.text) {
        return None;
    }
    // One statement on the same line.
    let end =
        after.iter().skip(2).find(|token| matches!(token.text, "}" | "{" | "else")).map_or(stop.line_end(), |t| t.at);
    let written = stop.written(body.at, end);
    Some(Mistake::help(help).guess(
        stop.at,
        body.at + stop.text.get(body.at..end)?.trim_end().len(),
        format!("{{ {written} }}"),
    ))
}

/// What begins no statement: a word for one, a declaration, a line of a test.
fn begun(stop: &Stop<'_>) -> Option<Mistake> {
    if stop.expects("the next declaration") && stop.begins_line(stop.at) {
        let row = synonym(stop.found, Place::Declaration)?;
        return Some(Mistake::help(row.help).message(format!("`{}` does not begin a declaration", stop.found)));
    }
    if !stop.expects("a statement") || !is_word(stop.found) {
        return None;
    }
    let begins = stop.begins_line(stop.at) || stop.last().is_none_or(|last| matches!(last.text, "{" | "}"));
    // `mine rotate` reads like `Black stones`, so the word is passed.
    let passed = stop.last().filter(|_| stop.statement().len() > 2 && !stop.begins_line(stop.at));
    let found = Token { text: stop.found, at: stop.at };
    if ["roll", "draw"].contains(&stop.found)
        && let Some(name) = stop.after().get(1).filter(|next| is_name(next.text))
        && !["when", "win", "by"].contains(&name.text)
    {
        let mistake = Mistake::help(format!("let it follow the move: `turn ..., then {} {}`", stop.found, name.text));
        return Some(mistake.message("nature acts in a turn, and not in a move".to_owned()));
    }
    let said = [Some(found), passed].into_iter().flatten();
    if let Some((word, row)) = said.into_iter().find_map(|word| Some((word, synonym(word.text, Place::Statement)?))) {
        let mistake = Mistake::help(row.help).at(word.at, word.end());
        let mistake = mistake.message(format!("`{}` does not begin a statement", word.text));
        return Some(match row.instead {
            Some(instead) => mistake.fix(word.at, word.end(), instead),
            None => mistake,
        });
    }
    if begins && (DECLARATIONS.contains(&stop.found) || TEST_LINES.contains(&stop.found)) {
        let outside = format!("`{}` does not stand in a move: close the move with `}}` before it", stop.found);
        return Some(Mistake::help(outside));
    }
    None
}

/// `count(mine) > 3 mine`: a word after a whole expression, with nothing between the two.
fn left_over(stop: &Stop<'_>) -> Option<Mistake> {
    let statement = stop.statement();
    let (first, last) = (statement.first()?, statement.last()?);
    let is_condition = ["where", "require", "let", "pick"].contains(&first.text) && statement.len() > 2;
    let is_operand = is_word(last.text) || matches!(last.text, ")" | "}");
    let is_word_left =
        is_word(stop.found) && (is_topic(stop.found) || stop.found.parse::<u32>().is_ok() || !is_reserved(stop.found));
    if !stop.expects("a statement") || !is_condition || !is_operand || !is_word_left || stop.begins_line(stop.at) {
        return None;
    }
    let is_slip = suggestion(stop.found, STATEMENTS).is_some_and(|near| near.sure);
    if suggestion(last.text, STATEMENTS).is_some() && !is_topic(last.text) && last.text.len() > 3 {
        return None;
    }
    if is_slip && !is_topic(stop.found)
        || tokens(stop.text, stop.end(), stop.line_end()).first().is_some_and(|t| t.text == "=")
    {
        return None;
    }
    let (left, found) = (clip(last.text), clip(stop.found));
    // The set that is counted is named once more.
    let again = last.text.parse::<u32>().is_ok() && statement.iter().any(|token| token.text == stop.found);
    let mistake = match again {
        true => Mistake::help(format!("leave `{found}` out: what is counted stands in `count({found})`")),
        false => Mistake::help(format!(
            "something is missing between `{left}` and `{found}`, such as `and` or `&`; or leave `{found}` out"
        )),
    };
    let mistake = mistake.message(format!("the condition ends at `{left}`, and `{found}` begins no statement"));
    Some(mistake.guess(stop.at, stop.end(), ""))
}
