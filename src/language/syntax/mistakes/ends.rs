//! What is written otherwise in end clauses: `me win`, `wins if P`, results without braces.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, is_word};

/// Words for winning and losing.
const WON: [&str; 8] = ["win", "won", "winner", "winners", "victory", "victorious", "wining", "winning"];
const LOST: [&str; 8] = ["lose", "lost", "loser", "loose", "looses", "loss", "loosing", "losing"];
/// Words for a game that nobody wins.
const TIED: [&str; 7] = ["tie", "tied", "ties", "draws", "drawn", "stalemate", "remis"];

/// What is wrong with an end clause, a limit or a `skip`.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let first = before.first()?;
    if !["end", "limit", "skip", "repetition"].contains(&first.text) {
        return expected(stop, &before).or_else(|| lone_result(stop));
    }
    // What stands within the braces, after the last `else`.
    let opened = before.iter().rposition(|token| token.text == "{");
    let Some(opened) = opened else { return clause(stop, &before) };
    let from = before.iter().rposition(|token| token.text == "else").map_or(opened, |at| at.max(opened));
    let result = before.get(from + 1..)?;
    let illegal = result.iter().map(|token| token.text).chain([stop.found]).position(|word| word == "illegal");
    if first.text == "repetition" && illegal == Some(0) {
        let head = stop.written(first.at, before.get(opened)?.at);
        let at = result.first().map_or(stop.at, |token| token.at);
        let mistake = Mistake::help(format!("write `{} illegal`", head.trim_end())).at(at, at + "illegal".len());
        return Some(mistake.message("`illegal` is no result: a move that is not legal is not played"));
    }
    verdict(stop, result).or_else(|| condition(stop, result)).or_else(|| next(stop))
}

/// `expect wins by mate`.
fn expected(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [.., expect, wins] = before else { return None };
    if expect.text != "expect" || !["wins", "loses"].contains(&wins.text) || stop.found != "by" {
        return None;
    }
    let by = stop.written(wins.at, stop.line_end());
    let by = by.split('}').next().unwrap_or(&by).trim_end().to_owned();
    let mistake = Mistake::help(format!("write who, as in `expect White {by}`")).at(wins.at, wins.end());
    Some(mistake.message(format!("`{}`, and it is not said who", wins.text)))
}

/// `me win`, `win Black`, `winner: last mover`, `tie`, `most count(mine)`.
fn verdict(stop: &Stop<'_>, result: &[Token<'_>]) -> Option<Mistake> {
    let is_result = ["`wins`", "`can`", "a result such as `draw` or `mover wins`"];
    if !is_result.iter().any(|what| stop.expects(what)) {
        return None;
    }
    let said = |word: &str| match () {
        () if WON.contains(&word) || word == "wins" => Some("wins"),
        () if LOST.contains(&word) || word == "loses" => Some("loses"),
        () => None,
    };
    let found = Token { text: stop.found, at: stop.at };
    let all: Vec<Token<'_>> = result.iter().copied().chain(Some(found).filter(|found| is_word(found.text))).collect();
    let first = all.first()?;
    if let ([alone], true) = (all.as_slice(), TIED.contains(&first.text))
        && (result.len() == 1 || stop.found == alone.text)
    {
        let message = format!("expected `draw`, found `{}`", first.text);
        return Some(Mistake::help("write `draw`").message(message).at(first.at, first.end()).fix(
            first.at,
            first.end(),
            "draw",
        ));
    }
    if let [nobody, wins] = all.as_slice()
        && (matches!(nobody.text, "nobody" | "neither" | "none") && said(wins.text).is_some()
            || nobody.text == "no" && WON.contains(&wins.text))
    {
        let mistake = Mistake::help("write `draw`").at(nobody.at, wins.end());
        return Some(mistake.message("a game that nobody wins is a draw").fix(nobody.at, wins.end(), "draw"));
    }
    let ranked = match first.text {
        "most" | "max" | "maximum" | "greatest" | "largest" | "biggest" | "more" => Some("highest"),
        "least" | "fewest" | "min" | "minimum" | "smallest" | "fewer" => Some("lowest"),
        _ => None,
    };
    if let Some(word) = ranked {
        let mistake = Mistake::help(format!(
            "write `{word} count(mine)`: who has the {} wins",
            if word == "highest" { "most" } else { "least" }
        ));
        let mistake = mistake.message(format!("expected `{word}`, found `{}`", first.text));
        return Some(mistake.at(first.at, first.end()).fix(first.at, first.end(), word));
    }
    let rest = stop.after();
    if let Some(most) =
        all.iter().chain(&rest).find(|token| ["most", "more", "fewest", "least", "fewer"].contains(&token.text))
    {
        let word = if most.text.starts_with('m') { "highest" } else { "lowest" };
        let what = if most.text.starts_with('m') { "most" } else { "least" };
        return Some(Mistake::help(format!("write `{word} count(mine)`: who has the {what} wins")));
    }
    // `Red and Blue win`.
    let (names, joints): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(place, _)| place % 2 == 0);
    let last = all.last()?;
    if let Some(verb) = said(last.text)
        && all.len() > 3
        && joints.iter().rev().skip(1).all(|(_, token)| ["and", ","].contains(&token.text))
        && names.iter().all(|(_, token)| is_word(token.text))
    {
        let players: Vec<&str> = names.iter().map(|(_, token)| token.text).collect();
        let written = format!("{{{}}} {verb}", players.join(", "));
        let mistake = Mistake::help(format!("write `{written}`")).at(first.at, last.end());
        return Some(mistake.message("players that win together are a set").fix(first.at, last.end(), written));
    }
    // The verb behind: `me win`, `last mover won`.
    if let (Some(verb), [who, .., _]) = (said(last.text), all.as_slice())
        && last.text != verb
    {
        let written = format!("{} {verb}", stop.written(who.at, last.at));
        let mistake = Mistake::help(format!("write `{written}`")).at(last.at, last.end());
        let message = format!("expected `{verb}`, found `{}`", last.text);
        return Some(mistake.message(message).fix(last.at, last.end(), verb));
    }
    // The verb before: `win Black`, `winner is last mover`.
    let verb = said(first.text).filter(|_| all.len() > 1 || first.at < stop.at)?;
    let mut end = stop.clause_end(first.end(), &["else", "when", "if"]);
    if stop.found == ":" {
        end = stop.clause_end(stop.end(), &["else", "when", "if"]);
    }
    let who = stop.written(first.end(), end);
    let who = ["is ", "= ", ": ", "for "].iter().find_map(|lead| who.strip_prefix(lead)).unwrap_or(&who).to_owned();
    if who.is_empty() {
        let help = format!("say who: `last mover {verb}` is who has just acted, `me {verb}` who acts next");
        return Some(Mistake::help(help).at(first.at, first.end()).message("a result says who wins or loses"));
    }
    let written = format!("{who} {verb}");
    let mistake = Mistake::help(format!("write `{written}`")).at(first.at, end);
    Some(mistake.message("a result names the player first").fix(first.at, end, written))
}

/// `wins if P`, `draw unless P`, `else if P draw`.
fn condition(stop: &Stop<'_>, result: &[Token<'_>]) -> Option<Mistake> {
    let first = result.first();
    if first.is_some_and(|first| first.text == "if") && !stop.expects("an expression") {
        return Some(Mistake::help("the condition stands behind the result: `last mover wins when P else draw`"));
    }
    if !stop.expects("`when`") {
        return None;
    }
    match stop.found {
        "if" | "where" | "provided" | "while" => {
            Some(Mistake::help("write `when`, as in `last mover wins when P`").fix(stop.at, stop.end(), "when"))
        }
        "unless" => {
            let end = stop.clause_end(stop.end(), &["else"]);
            let written = format!("when not ({})", stop.written(stop.end(), end));
            Some(Mistake::help(format!("write `{written}`")).fix(stop.at, end, written))
        }
        _ => None,
    }
}

/// `highest A then highest B`.
fn next(stop: &Stop<'_>) -> Option<Mistake> {
    let begins = ["highest", "lowest", "draw"].contains(&stop.found);
    if !stop.expects("`else`") || !(begins || ["then", "and", "or", ",", ";"].contains(&stop.found)) {
        return None;
    }
    let lead = stop.text.get(..stop.at)?;
    let first = lead.rsplit(['\n', '{', '}']).next().unwrap_or("").trim();
    let after = stop.after();
    let next = if begins { stop.at } else { after.get(1).map_or(stop.end(), |next| next.at) };
    let end = stop.clause_end(next, &["else"]);
    let mistake = Mistake::help(format!(
        "results are tried one after another with `else`: `{first} else {}`",
        stop.written(next, end.max(next))
    ));
    Some(match begins {
        true => mistake.fix(stop.at, stop.at, "else "),
        false => mistake.guess(lead.trim_end().len(), stop.end(), " else"),
    })
}

/// `end if P`, `end no move { ... }`, `end when P: draw`, `end when P draw`.
fn clause(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let first = before.first()?;
    if before.len() == 1 && (stop.expects("`when`") || first.text == "end") && first.text != "limit" {
        let write = format!("write `{} when` and the condition", first.text);
        let after = stop.after();
        let next = after.get(1).map_or("", |token| token.text);
        return match stop.found {
            "if" | "where" | "once" | "as" | "on" | "with" => {
                Some(Mistake::help(write).fix(stop.at, stop.end(), "when"))
            }
            "unless" => Some(Mistake::help("write `end when not (P)`")),
            _ if next == "when" => None,
            "no" | "nobody" | "some" | "every" | "not" | "both" | "all" => {
                Some(Mistake::help(write).fix(stop.at, stop.at, "when "))
            }
            _ => None,
        };
    }
    if first.text == "limit"
        && stop.expects("`plies`")
        && ["moves", "actions", "ply", "move", "steps"].contains(&stop.found)
    {
        return Some(Mistake::help("write `plies` for actions, `turns` for turns").fix(stop.at, stop.end(), "plies"));
    }
    if stop.expects("`pass`") && ["passed", "passes", "passing"].contains(&stop.found) {
        return Some(Mistake::help("write `pass`, as in `both pass`").fix(stop.at, stop.end(), "pass"));
    }
    let last = before.last()?;
    if stop.found == "move" && ["cannot", "not", "can", "t"].contains(&last.text) && first.text == "end" {
        let start = before.iter().find(|token| token.text == "when").map_or(last.at, |when| when.end() + 1);
        let mistake =
            Mistake::help("write `no move`: it holds where the player to act cannot move").at(start, stop.end());
        return Some(mistake.message("whether a player can move is asked with `no move`").guess(
            start,
            stop.end(),
            "no move",
        ));
    }
    // `->` stops at its second sign.
    let arrow = stop.found == "=>" || stop.found == ">" && ["-", "="].contains(&last.text);
    // Another language's way to go on with the condition.
    let goes_on = ["==", "===", "<>", "!==", "=<", "&&", "||"].contains(&stop.found);
    if goes_on || !(stop.expects("`{`") || arrow) || first.text == "skip" || first.text == "repetition" {
        return None;
    }
    let help = "the results stand in braces, as in `{ last mover wins }` or `{ draw }`";
    let after = stop.after();
    let says = [":", "then", ",", ">", "=>", "->"].contains(&stop.found);
    let rest = after.get(usize::from(says))?;
    let verdict = after.iter().any(|token| ["wins", "loses"].contains(&token.text));
    let is_result = ["draw", "highest", "lowest"].contains(&rest.text) || verdict && is_word(rest.text);
    if !is_result || stop.expects("`pass`") {
        return (!arrow && !stop.expects("`pass`")).then(|| Mistake::help(help));
    }
    let start = if stop.found == ">" { last.at } else { stop.at };
    let line = stop.text.get(rest.at..stop.line_end())?;
    let length = line.find(['}', '{']).unwrap_or(line.len());
    let length = line.get(..length)?.split("//").next().unwrap_or("").trim_end().len();
    let written = format!("{{ {} }}", stop.written(rest.at, rest.at + length));
    Some(Mistake::help(help).fix(start, rest.at + length, written))
}

/// `draw when P` among the declarations.
fn lone_result(stop: &Stop<'_>) -> Option<Mistake> {
    let results = ["draw", "highest", "lowest", "win", "wins", "lose", "loses"];
    if !results.contains(&stop.found) || !stop.expects("the next declaration") || !stop.begins_line(stop.at) {
        return None;
    }
    let line = stop.written(stop.at, stop.line_end());
    Some(match line.split_once(" when ") {
        Some((result, when)) => {
            let written = format!("end when {} {{ {} }}", when.trim(), result.trim());
            let mistake = Mistake::help(format!("write `{written}`"));
            mistake.guess(stop.at, stop.line_end(), written)
        }
        None => Mistake::help("results stand in an end clause: `end when no move { last mover wins }`"),
    })
}
