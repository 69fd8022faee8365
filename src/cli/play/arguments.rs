//! The arguments of `rulebook play`.

use clap::{Args, ValueEnum};

use super::prompt::Prompt;
use super::session::Session;
use crate::cli::failure::Failure;
use crate::cli::opening::Opening;
use crate::cli::terminal::Terminal;

/// Play in the terminal
///
/// Type a move as it is written, or its number in the list; `help` says what else can be typed.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    opening: Opening,
    /// Who plays a seat, such as `2=random`; people play the others
    #[arg(long = "seat", value_name = "SEAT=WHO", value_parser = seat)]
    seats: Vec<(u8, Who)>,
    /// The seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Who {
    /// Somebody at the keyboard.
    Human,
    /// The program, by chance.
    Random,
}

fn seat(text: &str) -> Result<(u8, Who), String> {
    let (seat, who) = text.split_once('=').ok_or("write SEAT=WHO, such as `2=random`")?;
    let seat = seat.trim().parse().ok().filter(|seat| *seat > 0).ok_or("a seat is a number from 1")?;
    let who = Who::from_str(who.trim(), true).map_err(|_| "a seat is played by `human` or `random`")?;
    Ok((seat, who))
}

impl Play {
    /// Plays.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let position = self.opening.position()?;
        let mut who = vec![Who::Human; position.game().players.len()];
        for (seat, player) in &self.seats {
            let seats = who.len();
            match who.get_mut(usize::from(*seat) - 1) {
                Some(place) => *place = *player,
                None => return Err(Failure::Usage(format!("--seat {seat}: the game has {seats} seats"))),
            }
        }
        let prompt = Prompt::new(terminal)?;
        Session::new(position, who, self.seed, prompt, terminal).run()
    }
}
