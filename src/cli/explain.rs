//! `rulebook explain`.

use clap::Args;

use super::failure::{FINDINGS, Failure};
use super::terminal::Terminal;
use rulebook_language::diagnostic::{Report, Severity};
use rulebook_language::reference::{near, overview, page};

/// Explain a word of the language or the code of a finding
///
/// Without an argument, lists everything that can be explained.
#[derive(Args)]
pub struct Explain {
    /// Word, sign or code, such as `pick`, `last mover`, `&` or `move/order`
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

impl Explain {
    /// Explains.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let words: Vec<&str> = self.words.iter().flat_map(|word| word.split_whitespace()).collect();
        let asked = words.join(" ");
        let text = if asked.is_empty() { Some(overview()) } else { page(&asked) };
        if let Some(text) = text {
            return terminal.print_markdown(&text);
        }
        let near: Vec<String> = near(&asked).iter().map(|topic| format!("`{topic}`")).collect();
        let help = match near.as_slice() {
            [] => "`rulebook explain` lists all topics".to_owned(),
            [one] => format!("did you mean {one}?"),
            [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
        };
        terminal.error(&format!("there is no topic `{asked}`\n  help: {help}"));
        Err(Failure::Told(FINDINGS))
    }
}

/// Says once where to read more about what was found: of the first finding of the worst severity.
pub fn hint(report: &Report, terminal: &mut Terminal) {
    let worst = report.iter().map(|finding| finding.severity).max().filter(|severity| *severity > Severity::Advice);
    if let Some(finding) = report.iter().find(|finding| Some(finding.severity) == worst) {
        terminal.say(&format!("For more information, run `rulebook explain {}`", finding.code));
    }
}
