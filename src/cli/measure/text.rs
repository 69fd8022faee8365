//! The text for people.

use std::io::Write;

use crate::failure::Failure;
use rulebook_service::report::{number, percent, range};
use rulebook_service::wire::{Bounded, Measure, Number, Winner};

/// Writes what was measured.
pub fn write(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    let options: Vec<String> = measured.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writeln!(out, "Summary")?;
    for line in &measured.summary {
        writeln!(out, "  {}", line.text)?;
    }
    writeln!(out)?;
    writeln!(out, "{}{}", measured.game, options.concat())?;
    let agents = measured.agents.join(" - ");
    writeln!(out, "{} games, {agents}, seed {}; 95 % intervals", measured.games, measured.seed)?;
    let rows: Vec<[String; 5]> = measured.metrics.iter().map(row).collect();
    table(&rows, out)?;
    figures(measured, out)?;
    ladder(measured, out)?;
    openings(measured, out)?;
    exact(measured, out)?;
    for note in &measured.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn shown(unit: &str, value: f64) -> String {
    match unit {
        "share" | "score" => percent(value),
        _ => number(value),
    }
}

fn row(metric: &Number) -> [String; 5] {
    let Some(value) = metric.value else {
        return [metric.id.clone(), metric.label.clone(), "?".to_owned(), String::new(), "n 0".to_owned()];
    };
    let show = |value| shown(metric.unit, value);
    let mut bounds = range(&metric.estimate(), show);
    if metric.interval == "rule of three" && value == 0.0 {
        bounds = format!("never; at most {}", show(metric.high.unwrap_or(1.0)));
    }
    let elo = metric.elo.as_ref().map(|elo| {
        let point = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        format!(", Elo {} ({} to {})", point(elo[0]), point(elo[1]), point(elo[2]))
    });
    let n = format!("n {}{}", metric.n, elo.unwrap_or_default());
    [metric.id.clone(), metric.label.clone(), show(value), bounds, n]
}

fn table(rows: &[[String; 5]], out: &mut impl Write) -> Result<(), Failure> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1).min(76), width(2), width(3)];
    for [id, label, value, bounds, n] in rows {
        let [a, b, c, d] = widths;
        writeln!(out, "{id:<a$}  {label:<b$}  {value:>c$}  {bounds:<d$}  {n}")?;
    }
    Ok(())
}

fn bounded(score: &Bounded) -> String {
    rulebook_service::report::interval(&score.estimate(), percent)
}

fn figures(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    let figures = &measured.figures;
    if let Some(shortest) = figures.shortest {
        writeln!(
            out,
            "A4   shortest game seen: {} plies, number {} of {}",
            shortest.plies, shortest.index, measured.games
        )?;
    }
    if let Some(line) = &figures.decisive {
        writeln!(
            out,
            "A4   shortest won game seen: {} plies, number {} of {}: {}",
            line.plies, line.index, measured.games, line.result
        )?;
        writeln!(out, "     --after \"{}\"", line.moves.join(" "))?;
    }
    killers(measured, out)?;
    if !figures.unused.is_empty() {
        let bound = percent(rulebook_insight::statistics::rule_of_three(measured.games));
        writeln!(
            out,
            "A9   {} of {} cells never changed in {} games (each in at most {bound} of games): {}",
            figures.unused.len(),
            figures.cells.len(),
            measured.games,
            some(&figures.unused, 20)
        )?;
    }
    Ok(())
}

/// The moves and cells that end most games.
fn killers(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    const MOST: usize = 3;
    let killers = &measured.figures.killers;
    let ending = |killer: &&rulebook_service::wire::Killer| killer.times > 0;
    for (word, list) in [("", &killers.moves), ("to ", &killers.cells)] {
        for killer in list.iter().filter(ending).take(MOST) {
            writeln!(
                out,
                "     killer move {word}`{}`: ends {} of won games, wins at once {} of the times it is made",
                killer.name,
                bounded(&killer.closing),
                bounded(&killer.kills)
            )?;
        }
    }
    Ok(())
}

fn some(names: &[String], most: usize) -> String {
    let shown = names.iter().take(most).cloned().collect::<Vec<_>>().join(" ");
    if names.len() > most { format!("{shown} and {} more", names.len() - most) } else { shown }
}

fn ladder(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(ladder) = &measured.ladder {
        writeln!(out, "C1   skill ladder: {} (n counts pairs of games)", ladder.says())?;
        for rung in &ladder.rungs {
            writeln!(out, "     {} against {}  {}  {}", rung.stronger, rung.weaker, bounded(&rung.score), rung.says())?;
        }
    }
    if let Some(strength) = &measured.strength {
        let slope = strength.slope.as_ref().map(bounded).unwrap_or_else(|| "?".to_owned());
        writeln!(out, "C2   score of seat 1 by strength: {}; per doubling of simulations {slope}", strength.trend)?;
        for level in &strength.levels {
            writeln!(out, "     {}  {}", level.agent, bounded(&level.score))?;
        }
        if let (Some(change), [first, .., last]) = (&strength.change, strength.levels.as_slice()) {
            writeln!(out, "     from {} to {}: {}", first.agent, last.agent, bounded(change))?;
        }
    }
    Ok(())
}

fn openings(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(openings) = &measured.openings {
        writeln!(
            out,
            "C3   first moves, {} on both sides: {} in {} classes",
            openings.agent, openings.actions, openings.classes
        )?;
        for row in &openings.rows {
            let alike =
                if row.alike.is_empty() { String::new() } else { format!(" (symmetric: {})", some(&row.alike, 8)) };
            writeln!(out, "     {}  seat 1 {}{alike}", row.action, bounded(&row.score))?;
        }
        if let Some(pie) = &openings.pie {
            writeln!(
                out,
                "     least advantage with a pie rule {}: {}, {}",
                percent(pie.left),
                pie.action,
                bounded(&pie.score)
            )?;
        }
    }
    if let Some(mirror) = &measured.mirror {
        writeln!(out, "C4   copycats")?;
        for copied in mirror {
            writeln!(
                out,
                "     seat {} by {}  {}, {} of its moves copied, against {}",
                copied.seat,
                copied.symmetry,
                bounded(&copied.score),
                percent(copied.copied),
                copied.agent
            )?;
        }
    }
    Ok(())
}

fn exact(measured: &Measure, out: &mut impl Write) -> Result<(), Failure> {
    let Some(rows) = &measured.exact else { return Ok(()) };
    writeln!(out, "C5   with perfect play")?;
    for row in rows {
        let options: Vec<String> = row.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let seat = |winner: &Winner| format!("seat {} wins", winner.seat);
        let result = match (&row.winner, &row.result) {
            (Some(winner), _) => seat(winner),
            (None, Some(result)) => result.clone(),
            (None, None) => format!("not solved within {}", row.stopped.as_deref().unwrap_or("the limits")),
        };
        let longest = match row.longest_plies {
            Some(rulebook_service::wire::Length::Plies(plies)) => format!(", longest line {plies} plies"),
            Some(rulebook_service::wire::Length::Endless(_)) => ", endless lines".to_owned(),
            None => String::new(),
        };
        let positions = row.positions.map_or(String::new(), |count| format!(", {count} positions"));
        writeln!(out, "     {}  {result}, {} states{positions}{longest}", options.join(" "), row.states)?;
    }
    Ok(())
}
