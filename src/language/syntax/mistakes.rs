//! What designers write who know other rule sheets than these: where such a line stops being readable says little of what is wrong
//! with it, so it is told by how it looks.

/// What is wrong, where, and what to write instead.
pub struct Mistake {
    /// The bytes of the text that are at fault; where reading stopped, if none are given.
    pub at: Option<(usize, usize)>,
    /// What is wrong; what was expected and found, if nothing is given.
    pub message: Option<String>,
    /// What to write instead.
    pub help: String,
}

impl Mistake {
    fn helped(help: impl Into<String>) -> Option<Self> {
        Some(Mistake { at: None, message: None, help: help.into() })
    }
}

/// Where reading stopped.
pub struct Stop<'t> {
    /// The text of the file.
    pub text: &'t str,
    /// The byte at which it stopped.
    pub at: usize,
    /// The word or sign there.
    pub found: &'t str,
    /// What was expected.
    pub expected: &'t [String],
}

/// The mistake that a stop shows, if it is one of those that are known.
pub fn known(stop: &Stop<'_>) -> Option<Mistake> {
    let looks: [fn(&Stop<'_>) -> Option<Mistake>; 8] =
        [ranges, nobody, turn_start, setup_at, results, turns, declarations, expressions];
    looks.iter().find_map(|look| look(stop))
}

impl<'t> Stop<'t> {
    fn expects(&self, what: &str) -> bool {
        self.expected.iter().any(|expected| expected == what)
    }

    /// What stands before, up to the last word.
    fn before(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or("").trim_end()
    }

    /// The last line of it.
    fn line(&self) -> &'t str {
        self.before().rsplit(['\n', '{', '}']).next().unwrap_or("").trim_start()
    }

    /// What follows on the same line, from where reading stopped.
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("").lines().next().unwrap_or("").trim()
    }

    /// Whether it stopped at the first word of a line.
    fn begins_line(&self) -> bool {
        self.text.get(..self.at).unwrap_or("").trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// The bytes of the last `length` bytes of what stands before.
    fn last(&self, length: usize) -> (usize, usize) {
        let end = self.before().len();
        (end.saturating_sub(length), end)
    }
}

fn first_word(line: &str) -> &str {
    line.split([' ', '\t', '(', ':', '=']).next().unwrap_or("")
}

fn ends_in_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|lead| !lead.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

/// `option size = 5`, `counter score(player) = 0`: without the range.
fn ranges(stop: &Stop<'_>) -> Option<Mistake> {
    let line = stop.line();
    let head = line.trim_end_matches([':', ' ']);
    let is_short = stop.found == "=" && (stop.expects("`:`") || line.ends_with(':'));
    if !is_short || head.contains(':') {
        return None;
    }
    let start = stop.rest().trim_start_matches('=').trim();
    let start =
        if start.is_empty() || !start.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') { "N" } else { start };
    match first_word(line) {
        "option" if start.starts_with(|c: char| c.is_alphabetic()) && start != "N" => {
            Mistake::helped(format!("say which words there are: `{head}: {start} | another = {start}`"))
        }
        "option" => Mistake::helped(format!("say between which numbers it can be set: `{head}: low..=high = {start}`")),
        "counter" => Mistake::helped(format!("say between which numbers it stays: `{head}: low..=high = {start}`")),
        _ => None,
    }
}

/// `owner(c) is nobody`.
fn nobody(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    if !stop.expects("`can`") || !ends_in_word(before, "nobody") {
        return None;
    }
    let asked = before.strip_suffix("nobody")?.trim_end();
    let (asked, is) = [(" is not", false), (" is", true), (" !=", false), (" =", true)]
        .into_iter()
        .find_map(|(sign, is)| Some((asked.strip_suffix(sign)?.trim_end(), is)))
        .unwrap_or(("", true));
    let cell = asked.rfind("owner(").filter(|_| asked.ends_with(')')).and_then(|at| asked.get(at + 6..asked.len() - 1));
    let word = if is { "in" } else { "not in" };
    let cell = cell.filter(|cell| !cell.is_empty()).unwrap_or("c");
    Some(Mistake {
        at: Some(stop.last("nobody".len())),
        message: Some("nothing is compared with `nobody`: it stands in `nobody can move` alone".to_owned()),
        help: format!("write `{cell} {word} empty` to ask whether anything stands on a cell"),
    })
}

/// `turn start = 1`: the number of the turn.
fn turn_start(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let is_compared = ["=", "!=", "<", "<=", ">", ">=", "is", "mod", "in"].contains(&stop.found);
    if !is_compared || !ends_in_word(before, "start") || !ends_in_word(before.strip_suffix("start")?.trim_end(), "turn")
    {
        return None;
    }
    Some(Mistake {
        at: Some(stop.last(before.len() - before.rfind("turn")?)),
        message: Some("`turn start` stands before what it asks about".to_owned()),
        help: "write `turn_number` for the number of the turn, `turn start count(mine)` for what something was when the turn began"
            .to_owned(),
    })
}

/// `Black stone at a1`.
fn setup_at(stop: &Stop<'_>) -> Option<Mistake> {
    if !stop.expects("`elsewhere`") || !stop.expects("`on`") {
        return None;
    }
    let before = stop.before();
    let line = before.rsplit('\n').next().unwrap_or("");
    let (place, word) =
        ["at", "in", "to"].into_iter().find_map(|word| Some((line.find(&format!(" {word} "))? + 1, word)))?;
    let start = before.len() - line.len() + place;
    let (piece, cells) = (line.get(..place)?.trim(), line.get(place + word.len()..)?.trim());
    let piece = piece.rsplit('{').next().unwrap_or(piece).trim();
    Some(Mistake {
        at: Some((start, start + word.len())),
        message: Some(format!("pieces stand `on` cells, not `{word}` them")),
        help: format!("write `{piece} on {cells}`"),
    })
}

/// `highest A then highest B`.
fn results(stop: &Stop<'_>) -> Option<Mistake> {
    let is_next =
        ["then", "and", "or", ",", ";"].contains(&stop.found) || ["highest", "lowest", "draw"].contains(&stop.found);
    let opened = stop.before().rfind('{').and_then(|at| stop.text.get(..at)).unwrap_or("");
    let head = opened.rsplit(['\n', '}']).next().unwrap_or("").trim();
    if !stop.expects("`else`") || !is_next || !["end", "limit"].contains(&first_word(head)) {
        return None;
    }
    let first = stop.line();
    let next = if ["highest", "lowest", "draw"].contains(&stop.found) {
        stop.rest()
    } else {
        stop.rest().get(stop.found.len()..)?.trim()
    };
    let next = next.trim_end_matches([' ', '}']);
    Mistake::helped(format!("results are tried one after another with `else`: `{first} else {next}`"))
}

/// What does not go into a turn: `(a or b) with x in S`, `longest (chain of a ... )`.
fn turns(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    if stop.found == "with" && before.ends_with(')') {
        let moves = before.get(before.rfind('(')? + 1..before.len() - 1)?;
        let each: Vec<String> = moves.split(" or ").map(|name| format!("({} with x in S)", name.trim())).collect();
        let is_plain = moves.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ' ');
        return Mistake::helped(match is_plain && !stop.expects("an expression") {
            true => format!("`with` belongs to one move: write it after each, `({})`", each.join(" or ")),
            false => "`with` belongs to one move: write it after each of them".to_owned(),
        });
    }
    if ends_in_word(before, "longest") && ["(", "["].contains(&stop.found) {
        return Mistake::helped(
            "`longest` compares the chains of one move: write `longest chain of a from x`, and let one move make every kind of link",
        );
    }
    None
}

/// What begins no declaration, or another one than is meant.
fn declarations(stop: &Stop<'_>) -> Option<Mistake> {
    let line = stop.line();
    if first_word(line) == "claim" && line == "claim" {
        return Some(Mistake {
            at: None,
            message: Some(format!("`{}` is not a claim", stop.rest())),
            help: "a claim is `finite`, `symmetric`, `plies <= N`, `no draw`, `no pass`, `invariant CONDITION`, `draw`, `first seat wins` \
                   or `second seat wins`"
                .to_owned(),
        });
    }
    let is_pie = line == "pie by" || line == "by" && ends_in_word(before_line(stop), "pie");
    if is_pie {
        return Mistake::helped("write `pie` alone, or `pie by first stone` where the first turn is one stone");
    }
    let ends = ["draw", "highest", "lowest", "win", "wins", "lose", "loses"].contains(&stop.found);
    if ends && stop.expects("the next declaration") && stop.begins_line() {
        let rest = stop.rest();
        return Mistake::helped(match rest.split_once(" when ") {
            Some((result, when)) => format!("write `end when {} {{ {} }}`", when.trim(), result.trim()),
            None => "results stand in an end clause: `end when no move { last mover wins }`".to_owned(),
        });
    }
    None
}

/// What stands on the line before, where the declaration at hand is taken for one of its own.
fn before_line<'t>(stop: &Stop<'t>) -> &'t str {
    let before = stop.before();
    before.get(..before.len() - stop.line().len()).unwrap_or("").trim_end_matches([' ', '\t'])
}

/// `pick a, b in mine`, `(3, 3)`.
fn expressions(stop: &Stop<'_>) -> Option<Mistake> {
    let line = stop.line();
    if stop.found == "," && stop.expects("`in`") {
        let name = line.rsplit([' ', '\t']).next().unwrap_or("a");
        let rest = stop.rest().trim_start_matches([',', ' ']);
        return Mistake::helped(match rest.split_once(" in ") {
            Some((other, set)) if !other.contains([' ', ',']) => {
                let set = set.split_once(" where ").map_or(set, |(set, _)| set).trim();
                format!("each pick stands alone: `pick {name} in {set}` and `pick {other} in {set}`")
            }
            _ => "each pick stands alone: `pick a in S` and `pick b in S`".to_owned(),
        });
    }
    if stop.found == "has" && stop.expects("a statement") {
        let word =
            ["any", "each", "exists", "all", "for"].into_iter().find(|word| line.split(' ').any(|said| said == *word));
        let (at, help) = match word {
            Some("each" | "all" | "for") => ("every", "write `every x in S has P`"),
            _ => ("some", "write `some x in S has P`"),
        };
        let start = word.and_then(|word| Some((stop.before().rfind(&format!("{word} "))?, word)));
        return Some(Mistake {
            at: start.map(|(start, word)| (start, start + word.len())),
            message: Some(format!("`has` goes with `some`, `no` or `every`; `{}` is none", word.unwrap_or("this"))),
            help: match start {
                Some((start, word)) => {
                    let rest = stop.text.get(start + word.len()..).unwrap_or("").lines().next().unwrap_or("").trim();
                    format!("write `{at} {rest}`")
                }
                None => help.to_owned(),
            },
        });
    }
    if stop.found == "," && stop.expects("`)`") {
        let digits = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0);
        let column = line.rsplit('(').next().and_then(|text| digits(text.trim()));
        let row = stop.rest().trim_start_matches(',').split(')').next().and_then(|text| digits(text.trim()));
        let letter =
            column.filter(|column| *column <= 26).and_then(|column| char::from_u32(u32::from(b'a') + column - 1));
        if let (Some(letter), Some(row)) = (letter, row) {
            return Mistake::helped(format!(
                "a cell is written by its column's letter and its row's number: `{letter}{row}`"
            ));
        }
    }
    None
}
