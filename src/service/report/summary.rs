//! What a comparison or a measurement comes to, in a few sentences for a designer: what the rules do, then what that does to games.
//! Numbers keep their intervals.

use super::number::{number, percent};
use crate::wire::{Bounded, Changed, Comparison, Contrast, Measure, Number, Relation, SummaryLine, Versus, Witness};

/// Changes, metrics and clauses that are named, of each sort.
const MOST: usize = 3;
/// Metrics that differ and are named.
const MOST_DIFFERENT: usize = 5;
/// The longest piece of a rule sheet that is quoted.
const MOST_LETTERS: usize = 72;

/// What a comparison comes to.
pub fn summary_of_comparison(shown: &Comparison) -> Vec<SummaryLine> {
    let relation = &shown.relation;
    let mut lines = vec![SummaryLine::new("relation", related(shown))];
    let same = is_same(relation);
    if !same {
        lines.extend(changes(shown));
        let starts = |witness: &&Witness| witness.shows == "results" && witness.moves.is_empty();
        let (at_start, later): (Vec<&Witness>, Vec<&Witness>) = relation.witnesses.iter().partition(starts);
        lines.extend(at_start.into_iter().chain(later).map(|witness| SummaryLine::new("seen", seen(witness))));
    }
    lines.extend(elsewhere(shown));
    if let Some(versus) = &shown.versus {
        metrics(versus, same, &mut lines);
    }
    lines.extend(exact(shown));
    if let Some(stands) = shown.stands.as_ref().filter(|stands| stands.legal.value.is_some_and(|share| share < 1.0)) {
        let legal = bracketed(&stands.legal, percent);
        lines.push(SummaryLine::new(
            "records",
            format!("of the games of A, {legal} are legal under B to the last move"),
        ));
    }
    lines
}

/// Whether nothing in play can differ.
fn is_same(relation: &Relation) -> bool {
    relation.word == "identical" && (relation.proved || relation.exhausted)
}

fn related(shown: &Comparison) -> String {
    let relation = &shown.relation;
    let wording = if shown.changes.is_empty() { "nothing changed" } else { "only the wording differs" };
    match relation.word {
        "identical" if is_same(relation) && !shown.is_changed() && shown.elsewhere.differing().next().is_some() => {
            "A and B are the same game at these options, but not elsewhere".to_owned()
        }
        "identical" if is_same(relation) && !shown.is_changed() => format!("A and B are the same game: {wording}"),
        "identical" if is_same(relation) => {
            "A and B are played the same: no reachable position shows what changed in the rules".to_owned()
        }
        "identical" => {
            format!("no difference in play was found to depth {}; longer lines may show one", relation.depth)
        }
        "more" if relation.results => "B allows moves that A does not, and results differ".to_owned(),
        "more" => "B allows moves that A does not".to_owned(),
        "less" if relation.results => "B forbids moves that A allows, and results differ".to_owned(),
        "less" => "B forbids moves that A allows".to_owned(),
        "incomparable" if relation.results => {
            "B forbids moves that A allows, allows others, and results differ".to_owned()
        }
        "incomparable" => "B forbids moves that A allows, and allows others".to_owned(),
        "results" => "the same moves lead to other results".to_owned(),
        _ => relation.sentence(),
    }
}

/// Where else the sheets differ, and games that one of them does not have.
fn elsewhere(shown: &Comparison) -> Vec<SummaryLine> {
    let elsewhere = &shown.elsewhere;
    let differing: Vec<String> = elsewhere.differing().map(|place| place.sentence()).collect();
    let more = differing.len().saturating_sub(MOST);
    let mut lines = differing;
    lines.truncate(MOST);
    if more > 0 {
        lines.push(format!("and {more} more choices at which they differ"));
    }
    lines.extend(elsewhere.unpaired.iter().map(|(title, side)| format!("only {side} has \"{title}\"")));
    lines.into_iter().map(|line| SummaryLine::new("elsewhere", line)).collect()
}

/// What changed, first what the witnesses show.
fn changes(shown: &Comparison) -> Vec<SummaryLine> {
    let causes: Vec<usize> = shown.relation.witnesses.iter().filter_map(|witness| witness.change).collect();
    let real = shown.changes.iter().enumerate().filter(|(_, change)| change.how != "reworded");
    let mut real: Vec<(usize, &Changed)> = real.collect();
    let rank = |place: usize| causes.iter().position(|cause| *cause == place).unwrap_or(causes.len());
    real.sort_by_key(|(place, _)| (rank(*place), *place));
    let mut lines: Vec<SummaryLine> =
        real.iter().take(MOST).map(|(_, change)| SummaryLine::new("change", changed(change))).collect();
    if real.len() > MOST {
        lines.push(SummaryLine::new("change", format!("and {} more changes", real.len() - MOST)));
    }
    lines
}

fn changed(change: &Changed) -> String {
    let label = &change.label;
    let place = match change.section {
        "moves" => format!("move `{label}`"),
        "end" => "end".to_owned(),
        "options" => "options".to_owned(),
        "values" | "groups" | "counters" => format!("`{label}`"),
        other if other == label => label.clone(),
        other => format!("{other}, {label}"),
    };
    let quote = |clause: &crate::wire::ClauseText| format!("`{}`", clipped(&clause.text));
    match (&change.a, &change.b) {
        (Some(a), Some(_)) if change.how == "moved" => format!("{place}: B tries {} in another order", quote(a)),
        (Some(a), Some(b)) => format!("{place}: B says {}, A says {}", quote(b), quote(a)),
        (Some(a), None) => format!("{place}: only A says {}", quote(a)),
        (None, Some(b)) => format!("{place}: only B says {}", quote(b)),
        (None, None) => format!("{place} {}", change.how),
    }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Where a difference is seen.
fn seen(witness: &Witness) -> String {
    let (only, who) = match witness.shows {
        "more" => (&witness.only_b, "B"),
        _ => (&witness.only_a, "A"),
    };
    let first = if witness.sampled { "seen" } else { "first seen" };
    let open = if witness.sampled { "; a shorter line may exist" } else { "" };
    let plies = witness.moves.len();
    if let Some(action) = only.first().filter(|_| witness.shows != "results") {
        let more = match only.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        return format!("{first} at ply {}: only {who} allows `{action}`{more}{open}", plies + 1);
    }
    let Some(last) = witness.moves.last() else { return "the games begin from different positions".to_owned() };
    let [a, b] = &witness.states;
    let states = if a == b { "the positions differ".to_owned() } else { format!("A: {a}; B: {b}") };
    format!("{first} at ply {plies}, after `{last}`: {states}{open}")
}

/// What differs in games, what does not, and what is open.
fn metrics(versus: &Versus, same: bool, lines: &mut Vec<SummaryLine>) {
    if same {
        lines.push(SummaryLine::new("equal", "equal: every metric, since the games are the same"));
        return;
    }
    let with = |verdict: &'static str| versus.metrics.iter().filter(move |row| row.verdict == Some(verdict));
    let size = |row: &Contrast| {
        let difference = row.difference.as_ref().and_then(|difference| difference.value).unwrap_or(0.0).abs();
        row.margin.filter(|margin| *margin > 0.0).map_or(0.0, |margin| difference / margin)
    };
    // One of each metric, and no clause of its own: those stand in the table.
    let is_chief = |row: &&Contrast| row.id != "A8" && !row.key.starts_with("A1.clause");
    let mut different: Vec<&Contrast> = with("different").filter(is_chief).collect();
    different.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let all = with("different").count();
    let mut ids: Vec<&str> = Vec::new();
    different.retain(|row| {
        let is_new = !ids.contains(&row.id.as_str());
        ids.push(&row.id);
        is_new
    });
    different.truncate(MOST_DIFFERENT);
    if all > 0 {
        let mut said: Vec<String> = different.iter().map(|row| differs(row)).collect();
        if all > said.len() {
            said.push(format!("{} more metrics", all - said.len()));
        }
        lines.push(SummaryLine::new("different", format!("different: {}", said.join("; "))));
    }
    let named = |rows: Vec<&Contrast>, say: &dyn Fn(&Contrast) -> String| -> Option<String> {
        let mut chief: Vec<&Contrast> = rows.iter().copied().filter(|row| is_chief(row)).collect();
        chief.sort_by_key(|row| CHIEF.iter().position(|key| *key == row.key).unwrap_or(CHIEF.len()));
        let mut said: Vec<String> = chief.iter().take(MOST).map(|row| say(row)).collect();
        if rows.len() > said.len() {
            let rest = rows.len() - said.len();
            said.push(format!("{rest} more {}", if rest == 1 { "metric" } else { "metrics" }));
        }
        (!rows.is_empty()).then(|| said.join("; "))
    };
    if let Some(said) = named(with("equivalent").collect(), &differs) {
        lines.push(SummaryLine::new("equivalent", format!("equivalent, within the margins: {said}")));
    }
    lines.extend(
        constant(with("equal").filter(is_chief).filter(|row| row.id.starts_with('A')).collect())
            .map(|text| SummaryLine::new("equal", text)),
    );
    let open = |row: &Contrast| {
        let more =
            row.more_games.map_or(String::new(), |_| format!(" ({})", row.says().trim_start_matches("inconclusive: ")));
        format!("{}{more}", differs(row))
    };
    if let Some(said) = named(with("inconclusive").collect(), &open) {
        lines.push(SummaryLine::new("undecided", format!("undecided: {said}")));
    }
}

/// What neither side ever had, and what both always had.
fn constant(rows: Vec<&Contrast>) -> Option<String> {
    let of = |value: f64, word: &str, most: &str, loosest: fn(f64, f64) -> f64| {
        let rows: Vec<&&Contrast> =
            rows.iter().filter(|row| row.a.and_then(|side| side.value) == Some(value)).collect();
        let bound = rows.iter().filter_map(|row| row.bound).reduce(loosest)?;
        let mut named: Vec<String> = rows.iter().take(MOST).map(|row| row.named()).collect();
        if rows.len() > named.len() {
            named.push(format!("{} more", rows.len() - named.len()));
        }
        Some(format!("{} ({word}; {most} {} of games)", named.join(", "), percent(bound)))
    };
    let never = of(0.0, "never in A or B", "at most", f64::max);
    let always = of(1.0, "always in both", "at least", f64::min);
    let said: Vec<String> = never.into_iter().chain(always).collect();
    (!said.is_empty()).then(|| format!("equal as far as was seen: {}", said.join("; ")))
}

/// The metrics that a designer asks for first.
const CHIEF: [&str; 5] = ["A2.seat.1", "A1.draw", "A4.plies", "A1.decisive", "A6.mean"];

/// A difference with its interval.
fn differs(row: &Contrast) -> String {
    let label = row.named();
    let Some(difference) = &row.difference else { return label };
    let signed = |value: f64, text: String| if value > 0.0 { format!("+{text}") } else { text };
    let Some(value) = difference.value else { return label };
    if row.logarithmic {
        let factor = |digits: f64| number(10.0_f64.powf(digits));
        return format!("{label} times {}", bracketed(difference, factor));
    }
    match row.unit {
        "share" | "score" => {
            let points = |value: f64| percent(value).trim_end_matches(" %").to_owned();
            let (low, high) = bounds(difference, points);
            format!("{label} {} points [{low}, {high}]", signed(value, points(value)))
        }
        "plies" if row.key == "A4.plies" && row.verdict == Some("different") => {
            let (word, turned) = if value < 0.0 { ("shorter", -1.0) } else { ("longer", 1.0) };
            let own = Bounded {
                value: Some(turned * value),
                low: if turned < 0.0 { difference.high } else { difference.low }.map(|bound| turned * bound),
                high: if turned < 0.0 { difference.low } else { difference.high }.map(|bound| turned * bound),
                n: difference.n,
            };
            let (low, high) = bounds(&own, number);
            format!("{word} by {} plies [{low}, {high}]", number(turned * value))
        }
        unit => {
            let (low, high) = bounds(difference, number);
            // Many a label says it already.
            let unit = if unit == "powers of ten" || label.contains(unit) { "" } else { &format!(" {unit}") };
            format!("{label} {}{unit} [{low}, {high}]", signed(value, number(value)))
        }
    }
}

fn bounds(of: &Bounded, show: impl Fn(f64) -> String) -> (String, String) {
    let end = |bound: Option<f64>, open: &str| bound.map_or(open.to_owned(), &show);
    (end(of.low, "-∞"), end(of.high, "∞"))
}

/// A number with its interval in brackets; one sign of percent is enough.
fn bracketed(of: &Bounded, show: impl Fn(f64) -> String) -> String {
    let Some(value) = of.value else { return "?".to_owned() };
    let (low, high) = bounds(of, &show);
    format!("{} [{}, {}]", show(value), low.trim_end_matches(" %"), high.trim_end_matches(" %"))
}

/// Perfect play on the largest board that both solved.
fn exact(shown: &Comparison) -> Option<SummaryLine> {
    let solved = |row: &&crate::wire::Row| row.winner.is_some() || row.result.is_some();
    let mut pairs = shown.exact.a.iter().filter(solved).filter_map(|a| {
        let b = shown.exact.b.iter().filter(solved).find(|b| b.options == a.options)?;
        Some((a, b))
    });
    let (a, b) = pairs.next_back()?;
    let options: Vec<String> = a.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let said = match a.says() == b.says() {
        true => format!("{} in both", a.says()),
        false => format!("{} in A, {} in B", a.says(), b.says()),
    };
    Some(SummaryLine::new("exact", format!("perfect play, without a pie rule, {}: {said}", options.join(" "))))
}

/// What a measurement comes to.
pub fn summary_of_measurement(measured: &Measure) -> Vec<SummaryLine> {
    let mut lines: Vec<SummaryLine> = Vec::new();
    lines.extend(wins(measured).map(|text| SummaryLine::new("wins", text)));
    lines.extend(luck(measured).map(|text| SummaryLine::new("luck", text)));
    lines.extend(length(measured).map(|text| SummaryLine::new("length", text)));
    lines.extend(ends(measured).map(|text| SummaryLine::new("ends", text)));
    lines.extend(killer(measured).map(|text| SummaryLine::new("killers", text)));
    lines.push(SummaryLine::new("never", never(measured)));
    lines
}

fn metric<'a>(measured: &'a Measure, key: &str) -> Option<&'a Number> {
    measured.metrics.iter().find(|metric| metric.key == key && metric.value.is_some())
}

fn wins(measured: &Measure) -> Option<String> {
    let seats: Vec<&Number> =
        measured.metrics.iter().filter(|metric| metric.id == "A2" && metric.value.is_some()).collect();
    let first = seats.first()?;
    if measured.roles.len() != 2 {
        let each = seats.iter().map(|seat| format!("{} {}", seat.label, bracketed(&seat.bounded(), percent)));
        return Some(each.collect::<Vec<_>>().join("; "));
    }
    let said = format!("{} {}", first.label, bracketed(&first.bounded(), percent));
    let said = format!("{said}, {}", measured.agents.join(" - "));
    let is_decided = first.low.is_some_and(|low| low > 0.5) || first.high.is_some_and(|high| high < 0.5);
    if is_decided && measured.agents.windows(2).any(|pair| pair[0] != pair[1]) {
        // Whether that is the seat or who sits there cannot be told.
        return Some(format!("the agents differ, so that nothing is said of the seats: {said}"));
    }
    Some(match (first.low, first.high) {
        (Some(low), _) if low > 0.5 => format!("seat 1 has the advantage: {said}"),
        (_, Some(high)) if high < 0.5 => format!("seat 2 has the advantage: {said}"),
        _ => format!("no seat is shown to have an advantage: {said}"),
    })
}

/// How much of who wins the dice and lots decide.
fn luck(measured: &Measure) -> Option<String> {
    let share = metric(measured, "A12.luck")?;
    let agents = measured.agents.join(" - ");
    Some(format!("luck explains {} of who wins, {agents}", bracketed(&share.bounded(), percent)))
}

fn length(measured: &Measure) -> Option<String> {
    let mean = metric(measured, "A4.plies")?;
    let quantile = |key: &str| metric(measured, key).and_then(|metric| metric.value).map(|plies| format!("{plies:.0}"));
    let spread = quantile("A4.plies.p5").zip(quantile("A4.plies.p95"));
    let spread = spread.map_or(String::new(), |(low, high)| format!("; nine of ten take {low} to {high}"));
    let shortest = measured.figures.decisive.as_ref();
    let shortest = shortest.map_or(String::new(), |line| format!("; the shortest won game seen took {}", line.plies));
    let (low, high) = bounds(&mean.bounded(), number);
    let mean = number(mean.value?);
    Some(format!("games last {mean} plies on average [{low}, {high}]{spread}{shortest}"))
}

fn ends(measured: &Measure) -> Option<String> {
    let mut clauses: Vec<&Number> =
        measured.metrics.iter().filter(|metric| metric.key.starts_with("A1.clause.")).collect();
    clauses.retain(|metric| metric.value.is_some_and(|share| share > 0.0));
    clauses.sort_by(|one, other| other.value.unwrap_or(0.0).total_cmp(&one.value.unwrap_or(0.0)));
    let share = |metric: &&Number| {
        format!("{} {}", metric.label.trim_start_matches("games "), bracketed(&metric.bounded(), percent))
    };
    let mut said: Vec<String> = clauses.iter().take(MOST).map(share).collect();
    if clauses.len() > MOST {
        said.push(format!("{} more clauses", clauses.len() - MOST));
    }
    let others = ["A1.draw", "A1.cut"].into_iter().filter_map(|key| metric(measured, key));
    said.extend(others.filter(|metric| metric.value.is_some_and(|value| value > 0.0)).map(|metric| share(&metric)));
    (!said.is_empty()).then(|| format!("games: {}", said.join("; ")))
}

/// The cell that ends most games, if it ends clearly more than its even part.
fn killer(measured: &Measure) -> Option<String> {
    let killers = &measured.figures.killers;
    let first = killers.cells.first()?;
    let even = 1.0 / measured.figures.cells.len().max(1) as f64;
    let clear = first.closing.low.is_some_and(|low| low > 2.0 * even);
    clear.then(|| {
        format!(
            "won games end most often with a move to `{}`: {} of them",
            first.name,
            bracketed(&first.closing, percent)
        )
    })
}

fn never(measured: &Measure) -> String {
    let can = |metric: &&Number| metric.id == "A8" || metric.key.starts_with("A1.clause.");
    let fired: Vec<&Number> = measured.metrics.iter().filter(can).collect();
    let never: Vec<&&Number> = fired.iter().filter(|metric| metric.value == Some(0.0)).collect();
    let what = if measured.watched > 0 { "move, effect and end clause" } else { "move and end clause" };
    if never.is_empty() {
        return format!("every {what} occurred");
    }
    let bare = |metric: &Number| {
        let label = metric.label.trim_start_matches("games with ").trim_start_matches("games in which ");
        let label = label.trim_start_matches("games ended by ").trim_end_matches(" changed something");
        format!("{label} (at most {} of games)", percent(metric.high.unwrap_or(1.0)))
    };
    let mut said: Vec<String> = never.iter().take(MOST).map(|metric| bare(metric)).collect();
    if never.len() > MOST {
        said.push(format!("{} more", never.len() - MOST));
    }
    format!("never seen: {}", said.join("; "))
}
