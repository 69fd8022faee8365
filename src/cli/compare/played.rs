//! What games of both came to, as text.

use std::io::Write;

use crate::failure::Failure;
use rulebook_service::report::{number, percent};
use rulebook_service::wire::{Bounded, Contrast, Exactly, ReplayedGames, Row, Versus};

/// Writes the metrics, what differs first.
pub fn versus(out: &mut impl Write, versus: &Versus) -> Result<(), Failure> {
    writeln!(out, "\nMetrics, differences first: {} games of each, 95 % intervals", versus.games)?;
    if let Some(valued) = versus.valued {
        writeln!(
            out,
            "  B1 to B5 by {} simulations per position, in {} games of each",
            valued.simulations, valued.games
        )?;
    }
    let heads = ["id", "what", "A", "B", "B - A", "n", "verdict"].map(str::to_owned);
    let of_clauses = |row: &&Contrast| row.id == "A8";
    let is_never =
        |row: &&Contrast| [&row.a, &row.b].iter().all(|side| side.is_some_and(|side| side.value == Some(0.0)));
    let rows = versus.metrics.iter().filter(|row| !of_clauses(row) && !is_never(row)).map(cells);
    table(out, std::iter::once(heads.clone()).chain(rows).collect())?;
    let never: Vec<String> =
        versus.metrics.iter().filter(|row| !of_clauses(row) && is_never(row)).map(|row| row.named()).collect();
    if !never.is_empty() {
        let bound = versus.metrics.iter().filter(|row| !of_clauses(row) && is_never(row)).filter_map(|row| row.bound);
        let most = bound
            .reduce(f64::max)
            .map_or(String::new(), |most| format!(" (each in at most {} of games)", percent(most)));
        writeln!(out, "  never in A or B{most}: {}", never.join(", "))?;
    }
    let fired: Vec<&Contrast> = versus.metrics.iter().filter(of_clauses).filter(|row| tells(row)).collect();
    if !fired.is_empty() {
        writeln!(out, "  Moves and effects that occur more or less often (A8)")?;
        table(out, std::iter::once(heads).chain(fired.into_iter().map(cells)).collect())?;
    }
    for (name, side) in ["A", "B"].iter().zip(versus.strength.iter().flatten()) {
        let level =
            |level: &rulebook_service::wire::Level| format!("{} by {}", bounded(&level.score, percent), level.agent);
        let scores: Vec<String> = side.levels.iter().map(level).collect();
        let n = side.levels.first().map_or(0, |level| level.score.n);
        let slope = side.slope.as_ref().map_or("?".to_owned(), |slope| bounded(slope, percent));
        writeln!(out, "  C2 {name}: score of seat 1 by strength, n {n} each: {}", scores.join(", "))?;
        writeln!(out, "       {}: {slope} per doubling of simulations", side.trend)?;
    }
    for (name, side) in ["A", "B"].iter().zip(versus.openings.iter().flatten()) {
        if let Some(pie) = &side.pie {
            writeln!(
                out,
                "  C3 {name}: {} first moves in {} classes, {} on both sides; least advantage with a pie rule {}: `{}`, {} n {}",
                side.actions,
                side.classes,
                side.agent,
                percent(pie.left),
                pie.action,
                bounded(&pie.score, percent),
                pie.score.n
            )?;
        }
    }
    for note in &versus.notes {
        writeln!(out, "  note: {note}")?;
    }
    Ok(())
}

/// Whether how often a clause comes to pass is worth a line: it differs, or it is never met, or only one side has it.
fn tells(row: &Contrast) -> bool {
    let is_never = |side: &Option<Bounded>| side.is_none_or(|side| side.value == Some(0.0));
    row.verdict == Some("different") || is_never(&row.a) || is_never(&row.b)
}

fn bounded(side: &Bounded, show: fn(f64) -> String) -> String {
    match (side.value, side.low, side.high) {
        (None, ..) => "?".to_owned(),
        (Some(value), Some(low), Some(high)) => {
            let (value, low, high) = (show(value), show(low), show(high));
            // One sign of percent is enough.
            let bare = |text: &str| text.trim_end_matches(" %").to_owned();
            match value.ends_with(" %") {
                true => format!("{} ({} to {}) %", bare(&value), bare(&low), bare(&high)),
                false => format!("{value} ({low} to {high})"),
            }
        }
        (Some(value), low, high) => match low.map(|low| ("at least", low)).or(high.map(|high| ("at most", high))) {
            Some((which, bound)) => format!("{} ({which} {})", show(value), show(bound)),
            None => show(value),
        },
    }
}

fn cells(row: &Contrast) -> [String; 7] {
    let show = if matches!(row.unit, "share" | "score") { percent } else { number };
    let side = |side: &Option<Bounded>| side.as_ref().map_or("-".to_owned(), |side| bounded(side, show));
    let difference = match &row.difference {
        None => String::new(),
        Some(difference) if row.logarithmic => format!("{} digits", bounded(difference, number)),
        Some(difference) => bounded(difference, show),
    };
    let games = match [row.a, row.b].map(|side| side.map(|side| side.n)) {
        [Some(a), Some(b)] if a != b => format!("{a}, {b}"),
        [a, b] => a.or(b).map_or(String::new(), |n| n.to_string()),
    };
    [row.id.clone(), row.named(), side(&row.a), side(&row.b), difference, games, row.says()]
}

fn table(out: &mut impl Write, rows: Vec<[String; 7]>) -> Result<(), Failure> {
    let mut widths = [0; 7];
    for row in &rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = text.chars().count().max(*width);
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths).map(|(text, width)| format!("{text:<width$}"));
        writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Writes what perfect play comes to on small boards.
pub fn exact(out: &mut impl Write, exact: &Exactly) -> Result<(), Failure> {
    if exact.a.is_empty() && exact.b.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nPerfect play on small boards, without a pie rule (C5)")?;
    for (name, rows) in [("A", &exact.a), ("B", &exact.b)] {
        for row in rows {
            writeln!(out, "  {name}  {}", solved(row))?;
        }
    }
    Ok(())
}

fn solved(row: &Row) -> String {
    let options: Vec<String> = row.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let result = row.says();
    let positions = row.positions.map_or(String::new(), |count| format!(", {count} positions"));
    let longest = row.longest_plies.map_or(String::new(), |longest| format!(", the longest line {longest}"));
    format!("{}: {result}{positions}{longest}", options.join(" "))
}

/// Writes what stands of A's games.
pub fn stands(out: &mut impl Write, stands: &ReplayedGames) -> Result<(), Failure> {
    let n = stands.games;
    writeln!(out, "\nGames of A under B: {n}, {}", stands.from)?;
    writeln!(out, "  legal to the last move: {}", bounded(&stands.legal, percent))?;
    let mut parts =
        vec![format!("the same result {}", stands.same), format!("different winner {}", stands.other_winner)];
    let more = [
        (stands.open, "over under one rule sheet only"),
        (stands.over, "B ends earlier"),
        (stands.illegal, "a move is illegal"),
    ];
    parts.extend(more.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{what} {count}")));
    writeln!(out, "  {}", parts.join(", "))?;
    if let Some(first) = &stands.first {
        let why = if first.why == "over" { "the game is already over before" } else { "illegal:" };
        writeln!(out, "  first failure: game {}, ply {}, {why} `{}`", first.game, first.ply, first.action)?;
    }
    if stands.strange > 0 {
        writeln!(out, "  not counted: {}, not games of A", stands.strange)?;
    }
    Ok(())
}
