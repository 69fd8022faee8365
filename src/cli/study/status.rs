//! The report of a study as text.

use std::io::Write;

use crate::failure::Failure;
use crate::terminal::Terminal;
use rulebook_insight::analysis::Standing;
use rulebook_insight::analysis::study::{Block, MatchRow, Score, Told};
use rulebook_insight::statistics::Estimate;

/// Shows the report.
pub fn show(report: &Told, terminal: &mut Terminal) -> Result<(), Failure> {
    let out = terminal.out();
    if let Some(title) = &report.title {
        writeln!(out, "{title}")?;
    }
    let (there, all) = report.games;
    match there == all {
        true => writeln!(out, "{all} games; 95 % intervals in parentheses")?,
        false => writeln!(out, "{there} of {all} games so far; 95 % intervals in parentheses")?,
    }
    report.blocks.iter().try_for_each(|block| show_block(block, out))
}

fn show_block(block: &Block, out: &mut impl Write) -> Result<(), Failure> {
    let options: Vec<String> = block.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writeln!(out, "\n{}{}", block.title, options.concat())?;
    if let Some(ladder) = &block.ladder {
        writeln!(out, "  C1 skill ladder: {} of {} rungs count", ladder.height(), ladder.rungs.len())?;
        for rung in &ladder.rungs {
            let score = percent(&rung.score);
            let word = match rung.standing() {
                Standing::Counts => "counts".to_owned(),
                Standing::Short => "does not count".to_owned(),
                Standing::Undecided(None) => "undecided".to_owned(),
                Standing::Undecided(Some(more)) => format!("undecided: about {more} more pairs"),
            };
            writeln!(out, "    {} against {}: {score}, {} pairs, {word}", rung.stronger, rung.weaker, rung.score.n)?;
        }
    }
    block.lines.iter().try_for_each(|line| show_line(block, line, out))
}

fn show_line(block: &Block, line: &MatchRow, out: &mut impl Write) -> Result<(), Failure> {
    let seeds: Vec<String> = line.seeds.iter().map(u64::to_string).collect();
    let word = if seeds.len() == 1 { "seed" } else { "seeds" };
    let (there, all) = line.games;
    let count = if there == all { there.to_string() } else { format!("{there} of {all}") };
    writeln!(out, "  {}: {count} games, {word} {}", line.players.join(" against "), seeds.join(", "))?;
    if let Some((games, reason)) = &line.trouble {
        writeln!(out, "    broken      {games}: {reason}")?;
    }
    if there == 0 {
        return Ok(());
    }
    if let Some(score) = &line.first_player {
        writeln!(out, "    {:<11} {}, {} pairs", clip(&line.players[0], 11), scored(score), score.score.n)?;
    }
    if let Some(score) = &line.first_seat {
        writeln!(out, "    seat 1      {}", scored(score))?;
    }
    for (role, score) in &line.roles {
        writeln!(out, "    {:<11} {}", clip(role, 11), scored(score))?;
    }
    let [decisive, drawn, cut] = &line.outcomes;
    write!(out, "    decisive    {}, drawn {}", percent(decisive), percent(drawn))?;
    if cut.value > 0.0 {
        writeln!(out, ", cut off {}", percent(cut))?
    } else {
        writeln!(out)?
    }
    for (clause, share) in &line.clauses {
        writeln!(out, "    by          `{}` {}", block.clauses.get(clause).unwrap_or(clause), percent(share))?;
    }
    writeln!(out, "    length      {} plies, {} turns", mean(&line.plies), mean(&line.turns))?;
    for metric in &line.course {
        let (number, id) = (metric.estimate(), metric.id());
        let value = if metric.unit.word() == "share" { percent(&number) } else { fine(&number) };
        writeln!(out, "    {id:<11} {}: {value}, {} games", metric.label, number.n)?;
    }
    Ok(())
}

fn clip(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

fn percent(share: &Estimate) -> String {
    format!("{:.1} % ({:.1}-{:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

fn scored(score: &Score) -> String {
    match score.elo.value.is_finite() {
        true => format!("{}, {:+.0} Elo", percent(&score.score), score.elo.value),
        false => percent(&score.score),
    }
}

fn fine(number: &Estimate) -> String {
    format!("{:.3} ({:.3}-{:.3})", number.value, number.low, number.high)
}

fn mean(number: &Estimate) -> String {
    match number.low.is_finite() && number.high.is_finite() {
        true => format!("{:.1} ({:.1}-{:.1})", number.value, number.low, number.high),
        false => format!("{:.1}", number.value),
    }
}
