//! The games of a study, each by itself: what it comes to depends on nothing else.

use super::grid::Cell;
use super::misread::Misread;
use super::outline::Study;
use super::row::Row;
use crate::agents::{Agent, Duels, End};
use crate::library::{AgentError, Prepared};
use rulebook_play::engine::Position;
use rulebook_play::record::Record;

/// A study with its games ready to be played, one for each of its settings.
pub struct Field<'a> {
    study: &'a Study,
    prepared: &'a [Prepared],
}

/// A game of a study that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The record.
    pub record: Record,
    /// The place of the winner among the players of the cell, from 1; 0 where nobody won alone.
    pub player: Option<u8>,
    /// The role that won, if one won alone.
    pub role: Option<String>,
    /// The end clause that decided.
    pub clause: Option<String>,
    /// The number of turns.
    pub turns: u32,
    /// Why the game could not be played to an end.
    pub trouble: Option<String>,
}

impl Finished {
    /// As a row of the results.
    pub fn row(self, cell: usize, number: u64) -> Row {
        Row {
            cell,
            number,
            result: self.record.result.as_ref().map(|result| result.alone().unwrap_or(0)),
            player: self.player,
            role: self.role,
            clause: self.clause,
            plies: self.record.moves.len() as u32,
            turns: self.turns,
            cut: self.record.cut,
            trouble: self.trouble,
        }
    }
}

impl<'a> Field<'a> {
    /// The field of a study; of each setting the game, in order.
    ///
    /// # Errors
    /// If a player cannot play a game, or there are not as many players as seats.
    pub fn new(study: &'a Study, prepared: &'a [Prepared]) -> Result<Self, Misread> {
        for cell in &study.cells {
            let whole = || study.places.matches.get(cell.pattern).cloned().unwrap_or_default();
            let Some(game) = prepared.get(cell.setting) else { return Err(Misread::new(whole(), "a game is missing")) };
            let (title, seats) = (&game.game.about.title, game.game.players.len());
            let given = cell.players.len();
            if given != seats {
                return Err(Misread::new(whole(), format!("{title} has {seats} seats, and this match names {given}"))
                    .help("name one agent per seat, or put this game into a study of its own"));
            }
            for (place, spec) in cell.players.iter().enumerate() {
                let span = || study.places.players.get(cell.pattern).and_then(|its| its.get(place)).cloned();
                game.agent(spec).map_err(|error| Misread::new(span().unwrap_or_default(), error.to_string()))?;
            }
        }
        Ok(Field { study, prepared })
    }

    /// The study.
    pub fn study(&self) -> &Study {
        self.study
    }

    /// The games, one for each setting.
    pub fn prepared(&self) -> &[Prepared] {
        self.prepared
    }

    /// Plays game `number` of a cell; nothing where there is none, or `go_on` says no.
    pub fn play(&self, cell: usize, number: u64, go_on: &dyn Fn() -> bool) -> Option<Finished> {
        let cell = self.study.cells.get(cell)?;
        let game = self.prepared.get(cell.setting)?;
        let entry = self.study.entries.get(self.study.settings.get(cell.setting)?.entry)?;
        let mut players = agents(game, cell, number).ok()?;
        let mut duels = Duels::new(game.start(), self.study.max_plies);
        let ended = duels.play(&mut players, cell.seed, number / cell.ways.max(1), &mut |_, _| go_on());
        let (end, trouble) = match ended {
            Ok(Some(end)) => (end, None),
            Ok(None) => return None,
            Err(trouble) => (End::Cut, Some(trouble.to_string())),
        };
        let mut record = duels.record(&name(&entry.file), &end, cell.seed, seated(cell, number));
        record.cut &= trouble.is_none();
        Some(finished(cell, number, duels.position(), record, &end, trouble))
    }
}

/// What is told of a game of a cell beside its record, of which `last` is the last position.
pub(super) fn finished(
    cell: &Cell,
    number: u64,
    last: &Position,
    record: Record,
    end: &End,
    trouble: Option<String>,
) -> Finished {
    let (clause, role) = match end {
        End::Over(outcome) => {
            let role = match outcome.winners.as_slice() {
                [role] => last.game().players.get(*role).cloned(),
                _ => None,
            };
            (Some(outcome.clause.clone()), role)
        }
        End::Cut => (None, None),
    };
    let seated = cell.seated(number);
    let player = record.result.as_ref().map(|result| {
        let seat = result.alone().and_then(|seat| seated.get(usize::from(seat).checked_sub(1)?));
        seat.map_or(0, |place| *place as u8 + 1)
    });
    Finished { player, role, clause, turns: last.turn(), trouble, record }
}

/// The names of the players of game `number` of a cell, by seat.
pub(super) fn seated(cell: &Cell, number: u64) -> Vec<String> {
    cell.seated(number).iter().filter_map(|place| cell.players.get(*place)).map(ToString::to_string).collect()
}

/// The players of a game by seat.
fn agents(game: &Prepared, cell: &Cell, number: u64) -> Result<Vec<Box<dyn Agent>>, AgentError> {
    cell.seated(number).into_iter().filter_map(|place| cell.players.get(place)).map(|spec| game.agent(spec)).collect()
}

/// The name of a game's file without its folder and ending.
pub fn name(file: &str) -> String {
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    last.strip_suffix(".game").unwrap_or(last).to_owned()
}
