//! A game between people and agents.

use std::io::Write;
use std::path::Path;

use super::command::{COMMANDS, Command, near};
use super::list::numbered;
use super::prompt::Prompt;
use super::saving::Saving;
use crate::failure::Failure;
use crate::position::{title, written};
use crate::show::state;
use crate::terminal::Terminal;
use rulebook_insight::agents::{Agent, Random};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};

/// A list of at most so many moves is shown unasked.
const MOST_UNASKED: usize = 24;
/// Of a longer one, so many are shown.
const SHOWN: usize = 12;
/// A game without people is cut off after so many moves.
const MAX_PLIES: u32 = 100_000;

/// A game that is being played.
pub struct Session<'a> {
    position: Position,
    /// Who plays each seat; nobody where somebody at the keyboard does.
    players: Vec<Option<Box<dyn Agent>>>,
    /// Who gives hints.
    chance: Random,
    /// Whether somebody at the keyboard says what nature does.
    rolls: bool,
    /// What nature does is drawn with it.
    lots: Rng,
    prompt: Prompt,
    saving: Saving,
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
    /// A game from `position`, with who plays each seat: somebody at the keyboard where nobody else is given.
    pub fn new(
        position: Position,
        mut players: Vec<Option<Box<dyn Agent>>>,
        rolls: bool,
        mut rng: Rng,
        prompt: Prompt,
        saving: Saving,
        terminal: &'a mut Terminal,
    ) -> Self {
        for agent in players.iter_mut().flatten() {
            agent.begin(rng.fork());
        }
        let lots = rng.fork();
        let start = position.ply();
        Session { start, position, players, chance: Random::new(rng), rolls, lots, prompt, saving, terminal }
    }

    /// Plays until the game is over or nobody wants to go on.
    pub fn run(mut self) -> Result<(), Failure> {
        let ended = self.game();
        // What was played is kept whatever ended it.
        let saved = self.saving.finish(&mut self.position, self.terminal);
        ended.and(saved)
    }

    fn game(&mut self) -> Result<(), Failure> {
        let game = self.position.game().clone();
        writeln!(self.terminal.out(), "{}", title(&game))?;
        if !game.about.doc.is_empty() {
            writeln!(self.terminal.out(), "{}", game.about.doc)?;
        }
        loop {
            if self.position.outcome()?.is_some() {
                return self.announce();
            }
            if self.position.is_chance() && !self.rolls {
                self.by_nature()?;
            } else if self.is_human() {
                if !self.human()? {
                    return self.leave();
                }
            } else if self.position.ply() - self.start >= MAX_PLIES {
                return Ok(writeln!(self.terminal.out(), "cut off after {MAX_PLIES} plies")?);
            } else {
                self.by_agent()?;
            }
        }
    }

    fn is_human(&self) -> bool {
        match usize::from(self.position.seat_to_act()).checked_sub(1) {
            Some(seat) => self.players.get(seat).is_none_or(Option::is_none),
            None => self.rolls,
        }
    }

    /// Nature does something, by its odds.
    fn by_nature(&mut self) -> Result<(), Failure> {
        let Some(chance) = self.position.chance()? else { return Ok(()) };
        let Some(at) = chance.draw(&mut self.lots) else { return Ok(()) };
        let odds = odds(chance.weights[at], chance.total);
        let action = self.position.legal()?.get(at);
        let text = self.position.written(&action);
        let in_setup = self.position.in_setup();
        self.act(&action)?;
        // What a setup lays is seen on the board.
        if in_setup { Ok(()) } else { Ok(writeln!(self.terminal.out(), "nature: {text} ({odds})")?) }
    }

    /// Plays an action that is legal, and tells the agents.
    fn act(&mut self, action: &Action) -> Result<(), Failure> {
        let text = self.position.written(action);
        self.position.play_unchecked(action)?;
        self.saving.moves.push(text);
        for agent in self.players.iter_mut().flatten() {
            agent.observe(action, &self.position);
        }
        Ok(())
    }

    fn by_agent(&mut self) -> Result<(), Failure> {
        let seat = self.position.seat_to_act();
        let Some(agent) = self.players.get_mut(usize::from(seat.saturating_sub(1))).and_then(Option::as_mut) else {
            return Ok(());
        };
        let name = agent.name().to_owned();
        let Some(action) = agent.choose(&mut self.position)? else { return Ok(()) };
        let role = self.position.game().players[self.position.role_to_act()].clone();
        let text = self.position.written(&action);
        self.act(&action)?;
        Ok(writeln!(self.terminal.out(), "{role} (seat {seat}, {name}) plays {text}")?)
    }

    /// Asks until somebody moves or takes back; false if they leave.
    fn human(&mut self) -> Result<bool, Failure> {
        self.board()?;
        let moves = written(&mut self.position)?;
        let shown = if moves.len() <= MOST_UNASKED { MOST_UNASKED } else { SHOWN };
        self.list(&moves, shown)?;
        let prompt = match self.position.is_chance() {
            true => "nature> ".to_owned(),
            false => format!("{}> ", self.position.game().players[self.position.role_to_act()]),
        };
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
            Command::Save(file) => self.save(&file)?,
            Command::Help => self.help()?,
            Command::Quit => return Ok(Then::End),
            Command::Undo if self.take_back() => return Ok(Then::Next),
            Command::Undo => writeln!(self.terminal.out(), "there is no move of yours to take back")?,
            Command::Hint => {
                if let Some(action) = self.chance.choose(&mut self.position)? {
                    let text = self.position.written(&action);
                    writeln!(self.terminal.out(), "{text} is legal (chosen at random)")?;
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
                None => "enter a move or its number; `moves` lists them, `help` lists all commands".to_owned(),
            };
            let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            writeln!(self.terminal.out(), "`{shown}` is not legal here: {help}")?;
            return Ok(Then::Again);
        };
        let action = self.position.legal()?.get(index);
        self.act(&action)?;
        Ok(Then::Next)
    }

    /// Takes back to the last position in which somebody at the keyboard was to act; false where there is none.
    fn take_back(&mut self) -> bool {
        let now = self.position.clone();
        let mut taken = 0;
        while self.position.ply() > self.start && self.position.undo() {
            taken += 1;
            if self.is_human() {
                self.saving.moves.truncate(self.saving.moves.len() - taken);
                return true;
            }
        }
        self.position = now;
        false
    }

    /// Writes the game so far to a file. Where that fails, the game goes on.
    fn save(&mut self, file: &str) -> Result<(), Failure> {
        let said = match file {
            "" => "write the name of a file behind it: `save FILE`".to_owned(),
            file => match self.saving.save(Path::new(file), &mut self.position) {
                Ok(()) => format!("saved to {file}: `rulebook replay` and `show --record {file}:1` read it"),
                Err(Failure::Usage(message) | Failure::Broken(message) | Failure::Unwritten(message)) => message,
                Err(other) => return Err(other),
            },
        };
        Ok(writeln!(self.terminal.out(), "{said}")?)
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
        writeln!(self.terminal.out(), "  {:<10} play it, by its notation or number", "a move")?;
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
        Ok(writeln!(self.terminal.out(), "quit after {moves}")?)
    }
}

/// How likely something is, as a fraction.
fn odds(weight: u64, total: u64) -> String {
    let (mut a, mut b) = (weight, total);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", weight / a.max(1), total / a.max(1))
}
