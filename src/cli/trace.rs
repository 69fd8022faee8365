//! `rulebook trace`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::position::PositionArgs;
use super::recorded::Recorded;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Changed, Traced, trace};
use rulebook_language::source::{SourceMap, Span};
use rulebook_service::wire;

/// Explain the last move played: the rule that allows it, its changes, and the end clauses
#[derive(Args)]
pub struct Trace {
    #[command(flatten)]
    opening: PositionArgs,
    #[command(flatten)]
    recorded: Recorded,
    /// Explain every move, not only the last
    #[arg(long)]
    all: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Trace {
    /// Traces.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let (sources, line) = self.recorded.of(&self.opening)?.explained()?;
        if line.played.is_empty() {
            return Err(Failure::Usage(
                "there is no move to trace\n  help: play at least one: `--after \"...\"`".to_owned(),
            ));
        }
        let traced = trace(&line, &sources, self.all)?;
        if self.json {
            return terminal.json(&wire::Trace::new(&traced, &sources));
        }
        for (index, action) in traced.iter().enumerate() {
            if index > 0 {
                writeln!(terminal.out())?;
            }
            print(terminal, action, &sources)?;
        }
        Ok(())
    }
}

/// `file:line:column`.
fn site(sources: &SourceMap, span: Span) -> String {
    let file = sources.file(span.file);
    let place = file.place(span.start);
    format!("{}:{}:{}", file.name, place.line, place.column)
}

fn print(terminal: &mut Terminal, traced: &Traced, sources: &SourceMap) -> Result<(), Failure> {
    let out = terminal.out();
    let (ply, seat, role, text) = (traced.ply, traced.seat, &traced.role, &traced.text);
    match seat {
        0 => writeln!(out, "ply {ply}: nature, in the turn of {role}, comes to {text}")?,
        seat => writeln!(out, "ply {ply}: {role} (seat {seat}) plays {text}")?,
    }
    if let Some((name, span)) = &traced.rule {
        let sort = if seat == 0 { "lot" } else { "move" };
        writeln!(out, "  {sort} {name}   {}", site(sources, *span))?;
    }
    if let Some(turn) = traced.turn {
        writeln!(out, "  in `{}`   {}", one_line(sources, turn), site(sources, turn))?;
    }
    for (index, link) in traced.links.iter().enumerate() {
        if traced.links.len() > 1 {
            writeln!(out, "  link {}", index + 1)?;
        }
        let names: Vec<String> = link.names.iter().map(|name| format!("{} = {}", name.text, name.value)).collect();
        if !names.is_empty() {
            writeln!(out, "    {}", names.join(", "))?;
        }
        for step in &link.steps {
            let blank = "  ".repeat(step.depth + 2);
            let note = if step.note.is_empty() { String::new() } else { format!("   ({})", step.note) };
            writeln!(out, "{blank}{}   {}{note}", step.text, site(sources, step.span))?;
            for change in &step.changes {
                writeln!(out, "{blank}  {}", shown(change))?;
            }
        }
    }
    if !traced.ends.is_empty() {
        writeln!(out, "  ends")?;
    }
    for clause in &traced.ends {
        let held = match clause.held {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "is not checked until the turn ends",
        };
        let why = if clause.why.is_empty() { String::new() } else { format!(": {}", clause.why) };
        let name = if clause.named { clause.name.as_str() } else { "end when" };
        writeln!(out, "    {name}: `{}` {held}{why}   {}", clause.condition, site(sources, clause.span))?;
        for (who, value) in &clause.ranking {
            writeln!(out, "      {who} = {value}")?;
        }
    }
    if let Some(ended) = &traced.ended {
        writeln!(out, "  over: {ended}")?;
    }
    if let Some(next) = &traced.next {
        let role = &next.role;
        let whose = match next.seat {
            0 => format!("nature, in the turn of {role},"),
            seat => format!("{role} (seat {seat})"),
        };
        let moves = if next.legal == 1 { "1 legal move".to_owned() } else { format!("{} legal moves", next.legal) };
        let goes_on = if next.same_turn { " goes on" } else { "" };
        writeln!(out, "  next: {whose}{goes_on} with {}, {moves}", next.offers)?;
        if let Some(turn) = next.turn.filter(|turn| Some(*turn) != traced.turn) {
            writeln!(out, "    in `{}`   {}", one_line(sources, turn), site(sources, turn))?;
        }
    }
    Ok(())
}

fn one_line(sources: &SourceMap, span: Span) -> String {
    sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(change: &Changed) -> String {
    format!("{}: {} -> {}", change.what, change.before, change.after)
}
