//! `rulebook why-not`.

use std::io::Write;

use clap::Args;

use super::failure::{FINDINGS, Failure};
use super::position::PositionArgs;
use super::recorded::Recorded;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Explanation, Finding, why_not};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;
use rulebook_service::wire;

/// Explain why a move is illegal: the first condition that fails, with its values
#[derive(Args)]
pub struct WhyNot {
    #[command(flatten)]
    opening: PositionArgs,
    #[command(flatten)]
    recorded: Recorded,
    /// Move, in the notation of the game
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    asked: String,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl WhyNot {
    /// Explains: exit status 0 if the move is legal, 1 if not.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let (sources, mut line) = self.recorded.of(&self.opening)?.explained()?;
        let explanation = why_not(&mut line, &sources, &self.asked)?;
        if self.json {
            terminal.json(&wire::WhyNot::new(&explanation, &sources))?;
        } else {
            print(terminal, &explanation, &sources)?;
        }
        if explanation.legal { Ok(()) } else { Err(Failure::Told(FINDINGS)) }
    }
}

fn print(terminal: &mut Terminal, explanation: &Explanation, sources: &SourceMap) -> Result<(), Failure> {
    for (index, finding) in explanation.findings.iter().enumerate() {
        if index > 0 {
            writeln!(terminal.out(), "Also:\n")?;
        }
        print_finding(terminal, finding, sources)?;
    }
    Ok(())
}

/// A finding with its values.
fn print_finding(terminal: &mut Terminal, finding: &Finding, sources: &SourceMap) -> Result<(), Failure> {
    let mut report = Report::default();
    report.add(finding.diagnostic.clone());
    terminal.print_findings(&report, sources)?;
    if finding.values.is_empty() {
        return Ok(());
    }
    writeln!(terminal.out(), "  values:")?;
    for valued in &finding.values {
        let blank = "  ".repeat(valued.depth + 2);
        writeln!(terminal.out(), "{blank}{} = {}", valued.text, valued.value)?;
    }
    Ok(writeln!(terminal.out())?)
}
