//! What is written otherwise in turns: `turn a and b`, `turn a if P`, `turn Black: a`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, is_name};

/// A look at a turn: where it stops, and the words before.
type Look = fn(&Stop<'_>, &[Token<'_>]) -> Option<Mistake>;

/// What is wrong with a turn.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    if before.first().is_none_or(|first| first.text != "turn") {
        return longest(stop, &before);
    }
    let looks: [Look; 9] = [of_next, with, longest, stops, rolls, conditions, players, joined, repeats];
    looks.iter().find_map(|look| look(stop, &before))
}

/// `turn of next(me): a`.
fn of_next(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [_, of, who] = before else { return None };
    (of.text == "of" && is_name(who.text) && stop.found == "(").then(|| {
        let help = "turns go round by themselves: `turn of` names a player, and `skip when` leaves one out";
        Mistake::help(help).at(who.at, stop.clause_end(who.at, &[":", "when"])).message("a turn is of a player by name")
    })
}

/// `(a or b) with x in S`.
fn with(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let last = before.last().filter(|last| last.text == ")" && stop.found == "with")?;
    let open = before.iter().rfind(|token| token.text == "(")?;
    let moves = stop.text.get(open.end()..last.at)?;
    let each: Vec<String> = moves.split(" or ").map(|name| format!("({} with x in S)", name.trim())).collect();
    let is_plain = moves.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ' ');
    Some(Mistake::help(match is_plain && !stop.expects("an expression") {
        true => format!("`with` belongs to one move: write it after each, `({})`", each.join(" or ")),
        false => "`with` belongs to one move: write it after each of them".to_owned(),
    }))
}

/// `longest (chain of a ... )`.
fn longest(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    before.last().filter(|last| last.text == "longest" && ["(", "["].contains(&stop.found))?;
    Some(Mistake::help(
        "`longest` compares the chains of one move: write `longest chain of a from x`, and let one move make every kind of link",
    ))
}

/// `chain of a from x may stop`, `then may stop`.
fn stops(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let after = stop.after();
    let chain = before.iter().any(|token| token.text == "chain");
    if !chain || stop.found != "may" || after.get(1)?.text != "stop" {
        return None;
    }
    let lead = stop.text.get(..stop.at)?.trim_end().len();
    let mistake = Mistake::help("a comma belongs before it: `chain of a from x, may stop`");
    Some(mistake.fix(lead, lead, ","))
}

/// `roll first, roll second`.
fn rolls(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let [.., comma, roll] = before else { return None };
    let rolled =
        before.iter().rev().skip(1).find(|token| token.text != "," && !is_name(token.text) || token.text == "roll")?;
    if (comma.text, roll.text, rolled.text) != (",", "roll", "roll") || !is_name(stop.found) {
        return None;
    }
    let written = format!("{}, {}", stop.written(rolled.at, comma.at), stop.found);
    let mistake =
        Mistake::help(format!("write `{written}`")).message("dice that are rolled together stand behind one `roll`");
    Some(mistake.at(roll.at, roll.end()).guess(roll.at, stop.at, "").guess(roll.at, roll.at, "then "))
}

/// `turn a if P`, `turn a when P`, `turn if P: a`.
fn conditions(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    if !["if", "when", "while", "unless", "until", "provided"].contains(&stop.found) {
        return None;
    }
    let after = stop.after();
    let turn = before.first()?;
    if before.len() == 1 {
        let mistake = Mistake::help("write `turn when`, with a colon before the moves: `turn when P: place`");
        return Some(match after.iter().any(|token| token.text == ":") && stop.found == "if" {
            true => mistake.fix(stop.at, stop.end(), "when"),
            false => mistake,
        });
    }
    if before.last().is_some_and(|last| ["else", "or", ","].contains(&last.text)) {
        return Some(Mistake::help(
            "a condition stands before all moves of a turn: `turn when P: a or b`, then another `turn`",
        ));
    }
    let moves = stop.written(turn.end(), stop.at);
    if let Some(last) = before.last().filter(|last| stop.found == "until" && is_name(last.text)) {
        let mistake =
            Mistake::help("`until` goes on with a step: the first time is a step of its own, `turn a, then a until P`");
        return Some(mistake.guess(last.end(), last.end(), format!(", then {}", last.text)));
    }
    let end = stop.clause_end(after.get(1)?.at, &["else", "or", "turn"]);
    let asked = stop.written(after.get(1)?.at, end);
    if asked == "possible" {
        return Some(Mistake::help(format!("write `turn {moves}, then must {moves} while possible`")));
    }
    let asked = match stop.found {
        "unless" | "until" => format!("not ({asked})"),
        _ => asked,
    };
    let written = match moves.split_once(": ") {
        Some((of, moves)) if !of.contains(" when ") => format!("turn {of} when {asked}: {moves}"),
        _ => format!("turn when {asked}: {moves}"),
    };
    let mistake =
        Mistake::help(format!("the condition stands before the moves: `{written}`; another `turn` says what else"));
    Some(mistake.guess(turn.at, end, written))
}

/// `turn Black: a`, `turn for Black: a`.
fn players(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    match before {
        [_, player] if stop.found == ":" && is_name(player.text) => {
            let mistake = Mistake::help(format!("write `turn of {}:`", player.text));
            Some(mistake.fix(player.at, player.at, "of "))
        }
        [_, word] if ["for", "by", "player"].contains(&word.text) && is_name(stop.found) => {
            let mistake = Mistake::help(format!("write `turn of {}:`", stop.found));
            Some(mistake.at(word.at, word.end()).fix(word.at, word.end(), "of"))
        }
        _ => None,
    }
}

/// `turn a and b`, `turn a | b`, `turn a then b`, `turn a, b`, `turn either a or b`, `turn { a }`.
fn joined(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let last = before.last()?;
    let both = "a turn is one of several moves, `a or b`, or several one after another, `a, then b`";
    let lead = stop.text.get(..stop.at).unwrap_or("").trim_end().len();
    let fillers = ["either", "any", "both", "maybe", "optionally", "optional", "can", "first", "to"];
    if fillers.contains(&last.text) && is_name(stop.found) {
        let then = before.len().checked_sub(2).and_then(|at| before.get(at)).is_some_and(|token| token.text == "then");
        return Some(match then && last.text != "first" && last.text != "to" {
            true => Mistake::help("a step that may be left out is written `, then may`").at(last.at, last.end()).fix(
                last.at,
                last.end(),
                "may",
            ),
            false => Mistake::help(format!("leave `{}` out: `turn a or b`", last.text))
                .at(last.at, last.end())
                .fix(last.at, stop.at, ""),
        });
    }
    if ["{", "["].contains(&stop.found) {
        let after = stop.after();
        let shut = if stop.found == "{" { "}" } else { "]" };
        let mistake = Mistake::help("moves stand without braces, or in parentheses: `turn (a or b), then c`");
        return Some(match after.iter().rev().find(|token| token.text == shut) {
            Some(shut) => mistake
                .changes(vec![(stop.at, stop.end(), "(".to_owned()), (shut.at, shut.end(), ")".to_owned())], true),
            None => mistake,
        });
    }
    match stop.found {
        "and" | "&" | "&&" | "+" | "plus" => {
            Some(Mistake::help(both).guess(stop.at, stop.end(), "or").guess(lead, stop.end(), ", then"))
        }
        "|" | "/" | "||" if !stop.text.get(stop.at..)?.starts_with("/*") => {
            Some(Mistake::help("write `or` between moves of which one is made").fix(stop.at, stop.end(), "or"))
        }
        "then" if last.text != "," => {
            let mistake = Mistake::help("a following step is written with a comma: `, then`");
            Some(mistake.fix(lead, stop.end(), ", then"))
        }
        "-" if stop.after().get(1).is_some_and(|next| next.text == ">") => {
            let end = stop.after().get(1)?.end();
            Some(Mistake::help("a following step is written `, then`").at(stop.at, end).fix(lead, end, ", then"))
        }
        ";" if stop.text.get(stop.end()..)?.lines().next().is_none_or(|rest| rest.trim().is_empty()) => None,
        ";" | "->" | ">" | "=>" => {
            let start = if last.text == "-" || last.text == "=" { last.at } else { stop.at };
            let lead = stop.text.get(..start).unwrap_or("").trim_end().len();
            Some(Mistake::help("a following step is written `, then`").at(start, stop.end()).fix(
                lead,
                stop.end(),
                ", then",
            ))
        }
        name if last.text == "," && is_name(name) => {
            let mistake = Mistake::help(both);
            Some(mistake.guess(stop.at, stop.at, "then ").guess(last.at, last.end(), " or"))
        }
        _ => None,
    }
}

/// `turn a twice`, `turn a n times`, `turn a repeatedly`.
fn repeats(stop: &Stop<'_>, before: &[Token<'_>]) -> Option<Mistake> {
    let name = before.last().filter(|last| is_name(last.text))?.text;
    let count = ["twice", "thrice"].iter().position(|word| *word == stop.found);
    if let Some(count) = count {
        let times = format!("{} times", count + 2);
        return Some(Mistake::help(format!("write `{name} {times}`")).fix(stop.at, stop.end(), times));
    }
    if ["repeatedly", "again"].contains(&stop.found) {
        return Some(Mistake::help(format!(
            "`then may {name} while possible` is as often as one likes, `{name} 3 times` so often"
        )));
    }
    let after = stop.after();
    if stop.found.parse::<u32>().is_ok() && after.get(1).is_some_and(|next| next.text == "x") {
        let end = after.get(1)?.end();
        let times = format!("{} times", stop.found);
        return Some(Mistake::help(format!("write `{name} {times}`")).at(stop.at, end).fix(stop.at, end, times));
    }
    let line = stop.text.get(stop.at..)?.lines().next()?;
    let count = line.get(..line.find(" times")?)?.trim();
    let help = "how often is a number, or the name of an option or `value` that is known before the game; for what changes in play write \
                `then a until P`";
    Some(Mistake::help(help).at(stop.at, stop.at + count.len()))
}
