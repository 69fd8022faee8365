//! The result of a search as text.

use std::io::Write;

use crate::failure::Failure;
use rulebook_explore::{Figure, Found, Row, ToldWish, Verdict};

/// Writes what was found.
pub fn show(found: &Found, out: &mut impl Write) -> Result<(), Failure> {
    let options: String = found.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writeln!(out, "{}{options}", found.game)?;
    let games = found.games;
    writeln!(
        out,
        "{} games: {} in the race, {} with fresh seeds, {} of each; {}; seed {}; 95 % intervals of fresh games",
        games.raced + games.fresh,
        games.raced,
        games.fresh,
        games.each,
        found.agents.join(", then "),
        found.seed
    )?;
    counts(found, out)?;
    writeln!(out, "\n0  the sheet as it is: {}", judged(found.sheet.verdict, &found.sheet.figures))?;
    figures(found, &found.sheet, out)?;
    for (place, row) in found.rows.iter().enumerate() {
        self::row(found, place + 1, row, out)?;
    }
    if !found.rows.iter().any(|row| row.verdict == Verdict::Met) {
        writeln!(out, "\nNo variant was shown to meet all wishes")?;
        for nearer in &found.nearer {
            writeln!(out, "  {}", nearer.text)?;
        }
    }
    if !found.only_early.is_empty() {
        let last = found.agents.last().cloned().unwrap_or_default();
        writeln!(out, "\nNot missed by the agents before, and missed by {last}")?;
        for (title, wish) in &found.only_early {
            writeln!(out, "  {title}: `{wish}`")?;
        }
    }
    Ok(())
}

fn counts(found: &Found, out: &mut impl Write) -> Result<(), Failure> {
    let counts = &found.candidates;
    let thrown: usize = counts.thrown.iter().map(|reason| reason.count).sum();
    let missed: usize = counts.missed.iter().map(|missed| missed.count).sum();
    writeln!(
        out,
        "{} variants: {thrown} thrown out, {missed} missed a wish in the race, {} not settled, {} met all in the race",
        counts.tried, counts.open, counts.met
    )?;
    for reason in &counts.thrown {
        let text = if reason.text == reason.reason { String::new() } else { format!("  {}", reason.text) };
        writeln!(out, "  {:>5} {}{text}", reason.count, reason.reason)?;
    }
    for missed in &counts.missed {
        let wish = found.wishes.get(missed.wish).map_or("", |wish| wish.text.as_str());
        let agent = found.agents.get(missed.stage).map_or("", String::as_str);
        let side = if missed.above { "above" } else { "below" };
        writeln!(out, "  {:>5} {side} `{wish}`, {agent}", missed.count)?;
    }
    if counts.left_out > 0 {
        writeln!(out, "  {:>5} more were not tried: there are too few games (`--games`)", counts.left_out)?;
    }
    if counts.unsaid > 0 {
        writeln!(out, "  {:>5} changes cannot be said in a variant", counts.unsaid)?;
    }
    Ok(())
}

fn judged(verdict: Verdict, figures: &[Figure]) -> String {
    let count = |verdict: Verdict| figures.iter().filter(|figure| figure.verdict == verdict).count();
    match verdict {
        Verdict::Met => "meets all wishes".to_owned(),
        _ => format!("{} of {} wishes met, {} missed", count(Verdict::Met), figures.len(), count(Verdict::Missed)),
    }
}

fn row(found: &Found, place: usize, row: &Row, out: &mut impl Write) -> Result<(), Failure> {
    let front = if row.front { "" } else { ", behind another by every wish" };
    writeln!(out, "\n{place}  {}: {}{front}", row.words.join(", "), judged(row.verdict, &row.figures))?;
    figures(found, row, out)?;
    for stage in &row.stages {
        let told: Vec<String> = found
            .wishes
            .iter()
            .zip(&stage.figures)
            .map(|(wish, figure)| format!("{} {}", wish.label, number(wish, figure)))
            .collect();
        writeln!(out, "   {}: {}", stage.agent, told.join(", "))?;
    }
    if let Some(compared) = &row.compared {
        let changes: Vec<&String> = compared.changes.iter().filter(|change| !change.is_empty()).collect();
        for change in changes {
            writeln!(out, "   {change}")?;
        }
        writeln!(out, "   {}", compared.relation)?;
        if !compared.what.is_empty() {
            let line = if compared.moves.is_empty() {
                "at the start".to_owned()
            } else {
                format!("after {}", compared.moves.join(" "))
            };
            writeln!(out, "   {line}: {}", compared.what)?;
        }
    }
    if row.tests.hold < row.tests.of {
        writeln!(out, "   {} of the sheet's {} tests hold", row.tests.hold, row.tests.of)?;
    }
    for line in row.block.trim_end().lines() {
        writeln!(out, "     {line}")?;
    }
    Ok(())
}

fn figures(found: &Found, row: &Row, out: &mut impl Write) -> Result<(), Failure> {
    for (wish, figure) in found.wishes.iter().zip(&row.figures) {
        let verdict = match figure.verdict {
            Verdict::Met => "met",
            Verdict::Open => "open",
            Verdict::Missed => "missed",
        };
        let difference = figure.difference.as_ref().map(|by| {
            let shown =
                |value: f64| if wish.is_share { format!("{:+.1}", value * 100.0) } else { format!("{value:+.2}") };
            format!("; {} [{}, {}] beside the sheet", shown(by.value), shown(by.low), shown(by.high))
        });
        writeln!(out, "   {verdict:<6} {}: {}{}", wish.text, number(wish, figure), difference.unwrap_or_default())?;
    }
    Ok(())
}

/// A number with its interval.
fn number(wish: &ToldWish, figure: &Figure) -> String {
    let shown = |number: Option<f64>| match number {
        None => "-".to_owned(),
        Some(number) if wish.is_share => format!("{:.1}", number * 100.0),
        Some(number) => format!("{number:.2}"),
    };
    let percent = if wish.is_share { " %" } else { "" };
    match figure.value {
        None => "none".to_owned(),
        value => format!("{}{percent} [{}, {}]", shown(value), shown(figure.low), shown(figure.high)),
    }
}
