//! The arguments of `rulebook play`.

use std::path::PathBuf;

use clap::Args;

use super::prompt::Prompt;
use super::saving::Saving;
use super::session::Session;
use crate::failure::Failure;
use crate::input;
use crate::players::agent;
use crate::position::{PositionArgs, prepare};
use crate::terminal::Terminal;
use rulebook_insight::agents::{Agent, Spec};
use rulebook_language::util::Rng;

/// Play in the terminal
///
/// Enter a move in the notation of the game, or its number in the list; `help` lists the other commands.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    opening: PositionArgs,
    /// Agent for a seat: `2=random`, `2=greedy`, `2=mcts:2000`, `2=alphabeta:4` (see docs/agents.md); you play the others.
    /// Seat 0 is nature, which rolls by itself: with `0=human` you enter what comes up
    #[arg(long = "seat", value_name = "SEAT=WHO", value_parser = seat)]
    seats: Vec<(u8, Who)>,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the game to this file when it ends or you leave, as a record for `replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Who {
    /// Somebody at the keyboard.
    Human,
    /// The program.
    Agent(Spec),
}

fn seat(text: &str) -> Result<(u8, Who), String> {
    let (seat, who) = text.split_once('=').ok_or("write SEAT=WHO, such as `2=random`")?;
    let seat = seat.trim().parse().map_err(|_| "a seat is a whole number, 1 or more; 0 is nature")?;
    let who = match who.trim() {
        "human" => Who::Human,
        _ if seat == 0 => return Err("nature rolls by itself, or `0=human` says what comes up".to_owned()),
        who => Who::Agent(agent(who).map_err(|error| format!("{error}; write `human` for a person"))?),
    };
    Ok((seat, who))
}

impl Play {
    /// Plays.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut loaded = input::read(&self.opening.file.file)?;
        loaded.ask_for(self.seats.iter().filter_map(|(_, who)| match who {
            Who::Agent(spec) => Some(spec),
            Who::Human => None,
        }));
        let prepared = prepare(loaded, &self.opening.chosen()?)?;
        let mut players: Vec<Option<Box<dyn Agent>>> = prepared.game.players.iter().map(|_| None).collect();
        let rolls = self.seats.iter().any(|(seat, _)| *seat == 0);
        if rolls && !prepared.game.has_luck() {
            let title = &prepared.game.about.title;
            return Err(Failure::Usage(format!("--seat 0: nothing in {title} is left to chance")));
        }
        for (seat, who) in self.seats.iter().filter(|(seat, _)| *seat > 0) {
            let seats = players.len();
            let Some(place) = players.get_mut(usize::from(*seat) - 1) else {
                return Err(Failure::Usage(format!("--seat {seat}: the game has {seats} seats")));
            };
            *place = match who {
                Who::Human => None,
                Who::Agent(spec) => {
                    let unsuited = |error| Failure::Usage(format!("--seat {seat}: {error}"));
                    Some(prepared.agent(spec).map_err(unsuited)?)
                }
            };
        }
        let position = self.opening.reached(&prepared)?;
        let agents = players.iter().map(|player| player.as_ref().map_or("human", |agent| agent.name()).to_owned());
        let mut saving = Saving::new(input::stem(&self.opening.file.file), self.seed, agents.collect());
        saving.moves =
            self.opening.after.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_owned).collect();
        saving.is_whole = self.opening.position.is_none();
        saving.at_end.clone_from(&self.record);
        let prompt = Prompt::new(terminal)?;
        Session::new(position, players, rolls, Rng::new(self.seed), prompt, saving, terminal).run()
    }
}
