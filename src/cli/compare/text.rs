//! A comparison as text.

use std::io::Write;

use super::played;
use crate::failure::Failure;
use crate::terminal::Terminal;
use rulebook_service::wire::{Changed, ClauseText, Compare, Comparison, Elsewhere, Relation, Witness};

/// Writes a comparison.
pub fn write(shown: &Comparison, terminal: &mut Terminal) -> Result<(), Failure> {
    let out = terminal.out();
    writeln!(out, "Summary")?;
    for line in &shown.summary {
        writeln!(out, "  {}", line.text)?;
    }
    writeln!(out)?;
    side(out, "A", &shown.a)?;
    side(out, "B", &shown.b)?;
    header(out, shown)?;
    writeln!(out, "\nWhat changed")?;
    changes(out, &shown.changes)?;
    writeln!(out, "\nRelation")?;
    relation(out, &shown.relation, &shown.changes)?;
    if let Some(from_a) = &shown.from_a {
        writeln!(out, "\nRelation, if both begin from A's start")?;
        relation(out, from_a, &shown.changes)?;
    }
    elsewhere(out, &shown.elsewhere)?;
    if let Some(versus) = &shown.versus {
        played::versus(out, versus)?;
    }
    played::exact(out, &shown.exact)?;
    if let Some(stands) = &shown.stands {
        played::stands(out, stands)?;
    }
    Ok(())
}

/// Who played how many games, and what draws them.
fn header(out: &mut impl Write, shown: &Comparison) -> Result<(), Failure> {
    let (seed, version) = (shown.seed, shown.version);
    match &shown.versus {
        None => writeln!(out, "no games of it played, seed {seed}, rulebook {version}")?,
        Some(versus) => writeln!(
            out,
            "{} games of each, {}, cut off after {} plies, seed {seed}, rulebook {version}",
            versus.games,
            versus.agents.join(" - "),
            versus.max_plies
        )?,
    }
    Ok(())
}

fn relation(out: &mut impl Write, relation: &Relation, changes: &[Changed]) -> Result<(), Failure> {
    writeln!(out, "  {}", relation.sentence())?;
    for line in relation.extent() {
        writeln!(out, "  {line}")?;
    }
    relation.witnesses.iter().try_for_each(|shown| witness(out, shown, changes))
}

/// Other games of both files, and other values of options.
fn elsewhere(out: &mut impl Write, elsewhere: &Elsewhere) -> Result<(), Failure> {
    let lines = elsewhere.extent();
    if lines.is_empty() && elsewhere.differing().next().is_none() {
        return Ok(());
    }
    writeln!(out, "\nElsewhere")?;
    for place in elsewhere.differing() {
        writeln!(out, "  {}", place.sentence())?;
        for change in &place.changes {
            writeln!(out, "    {} {}", change.place(), change.in_words())?;
            clause(out, "A", change.a.as_ref())?;
            clause(out, "B", change.b.as_ref())?;
        }
        let witnesses = place.relation.iter().flat_map(|relation| &relation.witnesses);
        for witness in witnesses.filter(|witness| !witness.moves.is_empty()) {
            writeln!(out, "    {}: --after \"{}\"", witness.title(), witness.moves.join(" "))?;
        }
    }
    lines.iter().try_for_each(|line| Ok(writeln!(out, "  {line}")?))
}

fn side(out: &mut impl Write, name: &str, side: &Compare) -> Result<(), Failure> {
    let options: Vec<String> = side.options.iter().map(|(option, value)| format!(" {option}={value}")).collect();
    let digests: Vec<String> =
        side.digests.iter().map(|(file, digest)| format!("{file} {}", digest.get(..12).unwrap_or(digest))).collect();
    Ok(writeln!(out, "{name}  {}{}   ({})", side.title, options.concat(), digests.join(", "))?)
}

fn changes(out: &mut impl Write, changes: &[Changed]) -> Result<(), Failure> {
    let (reworded, real): (Vec<&Changed>, Vec<&Changed>) = changes.iter().partition(|change| change.how == "reworded");
    if real.is_empty() {
        let rest = if reworded.is_empty() { "nothing" } else { "wording only" };
        writeln!(out, "  {rest}")?;
    }
    let mut section = "";
    for change in real.into_iter().chain(reworded) {
        if change.section != section {
            section = change.section;
            writeln!(out, "  {section}")?;
        }
        writeln!(out, "    {} {}", change.label, change.in_words())?;
        clause(out, "A", change.a.as_ref())?;
        clause(out, "B", change.b.as_ref())?;
    }
    Ok(())
}

fn clause(out: &mut impl Write, name: &str, said: Option<&ClauseText>) -> Result<(), Failure> {
    let Some(said) = said else { return Ok(()) };
    let place = said.place().map(|place| format!("   {place}")).unwrap_or_default();
    Ok(writeln!(out, "      {name}  {}{place}", said.text)?)
}

fn witness(out: &mut impl Write, witness: &Witness, changes: &[Changed]) -> Result<(), Failure> {
    writeln!(out, "\nWitness: {}", witness.title())?;
    if !witness.moves.is_empty() {
        writeln!(out, "  --after \"{}\"", witness.moves.join(" "))?;
    }
    let names: &[&str] = if witness.boards.len() > 1 { &["A", "B"] } else { &[""] };
    for (name, board) in names.iter().zip(&witness.boards) {
        if !name.is_empty() {
            writeln!(out, "  {name}")?;
        }
        for line in board.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    let [a, b] = &witness.states;
    match a == b {
        true => writeln!(out, "  {a}")?,
        false => writeln!(out, "  A: {a}\n  B: {b}")?,
    }
    // The same words by another player are another action.
    let who = |state: &str| if a == b { String::new() } else { format!(" ({state})") };
    only(out, &format!("A allows{}", who(a)), &witness.only_a)?;
    only(out, &format!("B allows{}", who(b)), &witness.only_b)?;
    if let Some(change) = witness.change.and_then(|place| changes.get(place)) {
        writeln!(out, "  by {} {}", change.place(), change.in_words())?;
        clause(out, "A", change.a.as_ref())?;
        clause(out, "B", change.b.as_ref())?;
    }
    if witness.together {
        writeln!(out, "  by several changes together: undoing any one of them leaves a difference here")?;
    }
    if let Some(refused) = &witness.refusal {
        let place = refused.clause.place().map(|place| format!("   {place}")).unwrap_or_default();
        writeln!(out, "  {}: {}", refused.by, refused.message)?;
        if !refused.label.is_empty() {
            writeln!(out, "     {}{place}", refused.label)?;
        }
    }
    Ok(())
}

/// How many actions of one side are named.
const NAMED: usize = 12;

fn only(out: &mut impl Write, who: &str, actions: &[String]) -> Result<(), Failure> {
    if actions.is_empty() {
        return Ok(());
    }
    let named = actions.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
    let more = actions.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    Ok(writeln!(out, "  only {who}: {named}{rest}")?)
}
