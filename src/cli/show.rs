//! `rulebook show`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::position::PositionArgs;
use super::terminal::Terminal;
use rulebook_play::engine::Position;
use rulebook_service::wire;

/// Show the board and whose turn it is
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    opening: PositionArgs,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Shows.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut position = self.opening.position()?;
        if self.json {
            return terminal.json(&wire::Position::new(&mut position)?);
        }
        let (board, state) = (position.drawn(), state(&mut position)?);
        write!(terminal.out(), "{board}")?;
        Ok(writeln!(terminal.out(), "{state}")?)
    }
}

/// Who is to act, or how the game ended, in one line.
pub fn state(position: &mut Position) -> Result<String, Failure> {
    let Some(outcome) = position.outcome()? else {
        let legal = position.legal()?.len();
        let role = &position.game().players[position.role_to_act()];
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
