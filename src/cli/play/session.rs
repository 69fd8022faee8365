//! A game between people and agents.

use std::io::Write;

use super::arguments::Who;
use super::command::{COMMANDS, Command, near};
use super::list::numbered;
use super::prompt::Prompt;
use crate::agents::{Agent, Random};
use crate::cli::failure::Failure;
use crate::cli::opening::{title, written};
use crate::cli::show::state;
use crate::cli::terminal::Terminal;
use crate::engine::Position;
use crate::util::Rng;

/// A list of at most so many moves is shown unasked.
const MOST_UNASKED: usize = 24;
/// Of a longer one, so many are shown.
const SHOWN: usize = 12;
/// A game without people is cut off after so many moves.
const MAX_PLIES: u32 = 100_000;

/// A game that is being played.
pub struct Session<'a> {
    position: Position,
    who: Vec<Who>,
    agent: Random,
    prompt: Prompt,
    terminal: &'a mut Terminal,
    start: u32,
}

/// Whether a session goes on.
enum Then {
    /// Somebody else may be to act.
    Next,
    /// The same player is asked again.
    Again,
    /// It ends.
    End,
}

impl<'a> Session<'a> {
    /// A game from `position`, with who plays each seat.
    pub fn new(position: Position, who: Vec<Who>, seed: u64, prompt: Prompt, terminal: &'a mut Terminal) -> Self {
        let agent = Random::new(Rng::new(seed));
        Session { start: position.ply(), position, who, agent, prompt, terminal }
    }

    /// Plays until the game is over or nobody wants to go on.
    pub fn run(mut self) -> Result<(), Failure> {
        let game = self.position.game().clone();
        writeln!(self.terminal.out(), "{}", title(&game))?;
        if !game.about.doc.is_empty() {
            writeln!(self.terminal.out(), "{}", game.about.doc)?;
        }
        loop {
            if self.position.outcome()?.is_some() {
                return self.announce();
            }
            if self.who_acts() == Who::Human {
                if !self.human()? {
                    return self.leave();
                }
            } else if self.position.ply() - self.start >= MAX_PLIES {
                return Ok(writeln!(self.terminal.out(), "cut off after {MAX_PLIES} moves")?);
            } else {
                self.by_agent()?;
            }
        }
    }

    fn who_acts(&self) -> Who {
        let seat = usize::from(self.position.seat_to_act());
        self.who.get(seat - 1).copied().unwrap_or(Who::Human)
    }

    fn by_agent(&mut self) -> Result<(), Failure> {
        let Some(action) = self.agent.choose(&mut self.position)? else { return Ok(()) };
        let role = self.position.game().players[self.position.role_to_act()].clone();
        let (seat, text) = (self.position.seat_to_act(), self.position.written(&action));
        self.position.play_unchecked(&action)?;
        Ok(writeln!(self.terminal.out(), "{role} (seat {seat}, {}) plays {text}", self.agent.name())?)
    }

    /// Asks until somebody moves or takes back; false if they leave.
    fn human(&mut self) -> Result<bool, Failure> {
        self.board()?;
        let moves = written(&mut self.position)?;
        let shown = if moves.len() <= MOST_UNASKED { MOST_UNASKED } else { SHOWN };
        self.list(&moves, shown)?;
        let prompt = format!("{}> ", self.position.game().players[self.position.role_to_act()]);
        loop {
            let Some(line) = self.prompt.line(&prompt, self.terminal)? else { return Ok(false) };
            match self.obey(Command::read(&line), &moves)? {
                Then::Next => return Ok(true),
                Then::Again => {}
                Then::End => return Ok(false),
            }
        }
    }

    fn obey(&mut self, command: Command, moves: &[String]) -> Result<Then, Failure> {
        match command {
            Command::Nothing => {}
            Command::Board => self.board()?,
            Command::Moves => self.list(moves, moves.len())?,
            Command::Position => writeln!(self.terminal.out(), "{}", self.position.notation())?,
            Command::Help => self.help()?,
            Command::Quit => return Ok(Then::End),
            Command::Undo if self.take_back() => return Ok(Then::Next),
            Command::Undo => writeln!(self.terminal.out(), "there is no move of yours to take back")?,
            Command::Hint => {
                if let Some(action) = self.agent.choose(&mut self.position)? {
                    let text = self.position.written(&action);
                    writeln!(self.terminal.out(), "{text} is legal; it was chosen by chance, not by thought")?;
                }
            }
            Command::Move(text) => return self.play(&text, moves),
        }
        Ok(Then::Again)
    }

    fn play(&mut self, text: &str, moves: &[String]) -> Result<Then, Failure> {
        let by_text = moves.iter().position(|known| known == text);
        let number = || text.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < moves.len());
        let Some(index) = by_text.or_else(number) else {
            let help = match near(text, moves) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "type a move or its number; `moves` lists them, `help` says what else there is".to_owned(),
            };
            let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            writeln!(self.terminal.out(), "`{shown}` is not legal here: {help}")?;
            return Ok(Then::Again);
        };
        let action = self.position.legal()?.get(index);
        self.position.play_unchecked(&action)?;
        Ok(Then::Next)
    }

    /// Takes back to the last position in which somebody at the keyboard was to act; false where there is none.
    fn take_back(&mut self) -> bool {
        let now = self.position.clone();
        while self.position.ply() > self.start && self.position.undo() {
            if self.who_acts() == Who::Human {
                return true;
            }
        }
        self.position = now;
        false
    }

    fn board(&mut self) -> Result<(), Failure> {
        let (board, state) = (self.position.drawn(), state(&mut self.position)?);
        Ok(write!(self.terminal.out(), "\n{board}{state}\n")?)
    }

    fn list(&mut self, moves: &[String], most: usize) -> Result<(), Failure> {
        let text = numbered(moves, most, self.terminal.width().min(100));
        Ok(write!(self.terminal.out(), "{text}")?)
    }

    fn help(&mut self) -> Result<(), Failure> {
        writeln!(self.terminal.out(), "  {:<10} play it: as it is written, or by its number", "a move")?;
        for (word, meaning, _) in COMMANDS {
            writeln!(self.terminal.out(), "  {word:<10} {meaning}")?;
        }
        Ok(())
    }

    fn announce(&mut self) -> Result<(), Failure> {
        self.board()?;
        match self.position.outcome()? {
            Some(outcome) if outcome.stuck => Err(Failure::Broken(state(&mut self.position)?)),
            _ => Ok(()),
        }
    }

    fn leave(&mut self) -> Result<(), Failure> {
        let moves = match self.position.ply() {
            1 => "1 move".to_owned(),
            plies => format!("{plies} moves"),
        };
        Ok(writeln!(self.terminal.out(), "left after {moves}")?)
    }
}
