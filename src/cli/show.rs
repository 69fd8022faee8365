//! `rulebook show`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::input;
use super::position::{PositionArgs, findings};
use super::recorded::Recorded;
use super::terminal::Terminal;
use rulebook_insight::library::COMMAND_LINE;
use rulebook_language::syntax::ast::Unit;
use rulebook_language::syntax::rule_lines;
use rulebook_play::engine::Position;
use rulebook_service::wire;

/// Show the board and whose turn it is
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    opening: PositionArgs,
    #[command(flatten)]
    recorded: Recorded,
    /// Count the lines of the rules instead: those that are neither blank, comment, test nor claim, and not `by`, `source` or
    /// `family`
    #[arg(long, conflicts_with_all = ["position", "after", "record"])]
    lines: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Shows.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        if self.lines {
            return self.count(terminal);
        }
        let mut position = self.recorded.of(&self.opening)?.position()?;
        if self.json {
            return terminal.json(&wire::Position::new(&mut position)?);
        }
        let (board, state) = (position.drawn(), state(&mut position)?);
        write!(terminal.out(), "{board}")?;
        Ok(writeln!(terminal.out(), "{state}")?)
    }

    /// Counts the lines of each game and variant of the file, or of the one that is named.
    fn count(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let (mut loaded, chosen) = (input::read(&self.opening.file.file)?, self.opening.chosen()?);
        let written = chosen.settings().write_down(COMMAND_LINE, &mut loaded.sources);
        // A name that is not there is said as everywhere.
        let (prepared, report) = loaded.prepare(written.variant.as_ref(), &written.choices);
        if prepared.is_none() {
            return Err(findings(report, loaded.sources));
        }
        let named = |unit: &&Unit| written.variant.as_ref().is_none_or(|title| title.text == unit.name.text);
        let units = loaded.files.iter().take(1).flat_map(|file| &file.units).filter(named);
        let games: Vec<wire::RuleLines> = units
            .map(|unit| wire::RuleLines {
                game: unit.name.text.clone(),
                lines: rule_lines(unit, &loaded.sources.file(unit.span.file).text),
            })
            .collect();
        if self.json {
            return terminal.json(&wire::RulesLengths { games });
        }
        for game in games {
            writeln!(terminal.out(), "{:>5}  {}", game.lines, game.game)?;
        }
        Ok(())
    }
}

/// Who is to act, or how the game ended, in one line.
pub fn state(position: &mut Position) -> Result<String, Failure> {
    let Some(outcome) = position.outcome()? else {
        let legal = position.legal()?.len();
        let role = &position.game().players[position.role_to_act()];
        if position.is_chance() {
            let ways = if legal == 1 { "1 way".to_owned() } else { format!("{legal} ways") };
            let whose = if position.in_setup() { "the setup".to_owned() } else { format!("the turn of {role}") };
            return Ok(format!("nature to act in {whose}, {ways}"));
        }
        let moves = if legal == 1 { "1 legal move".to_owned() } else { format!("{legal} legal moves") };
        return Ok(format!("{role} (seat {}) to move, {moves}", position.seat_to_act()));
    };
    if outcome.stuck {
        let role = &position.game().players[position.role_to_act()];
        return Ok(format!("{role} has no legal move, and no end clause covers this"));
    }
    let clause = position.game().clause(&outcome.clause);
    if outcome.is_draw() {
        return Ok(format!("draw, by `{clause}`"));
    }
    let named = outcome
        .winners
        .iter()
        .map(|role| format!("{} (seat {})", position.game().players[*role], position.seat_of_role(*role)));
    let winners: Vec<String> = named.collect();
    let verb = if winners.len() == 1 { "wins" } else { "win" };
    Ok(format!("{} {verb}, by `{clause}`", winners.join(" and ")))
}
