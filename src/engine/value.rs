//! Answers to questions from outside the rules.

use super::fault::Fault;
use super::position::Position;
use crate::model::{KindId, PlayerId};
use crate::plan::Gives;
use crate::topology::{CellId, DirectionId};
use crate::util::{Id, Rational};

/// What an expression comes to in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// True or false.
    Truth(bool),
    /// A number.
    Number(Rational),
    /// Numbers, in their order.
    Numbers(Vec<Rational>),
    /// A cell, or nowhere.
    Cell(Option<CellId>),
    /// Cells, in increasing order.
    Cells(Vec<CellId>),
    /// A player, or nobody.
    Player(Option<PlayerId>),
    /// A kind, or none.
    Kind(Option<KindId>),
    /// Directions, in increasing order.
    Directions(Vec<DirectionId>),
}

impl Position {
    /// What the expression comes to that the plan was compiled with as number `probe`, from 0; `me` is the player to act. The
    /// position stays as it is. Nothing where there is no such probe.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn value(&mut self, probe: usize) -> Result<Option<Value>, Fault> {
        let role = self.role_to_act();
        let Some(probe) = self.plan.probes.get(probe).and_then(|probe| probe.by_player.get(role)).copied() else {
            return Ok(None);
        };
        let (number, list) = self.core.evaluate(probe.code)?;
        let fraction = |number: i64, scale: i64| Rational::new(number, scale).unwrap_or(Rational::ZERO);
        let index = usize::try_from(number).ok();
        Ok(Some(match probe.gives {
            Gives::Truth => Value::Truth(number != 0),
            Gives::Number(scale) => Value::Number(fraction(number, scale)),
            Gives::Numbers(scale) => Value::Numbers(list.iter().map(|number| fraction(*number, scale)).collect()),
            Gives::Cell => Value::Cell(index.map(CellId::from_index)),
            Gives::Cells => Value::Cells(list.iter().map(|cell| CellId(*cell as u16)).collect()),
            Gives::Player => Value::Player(index.map(PlayerId::from_index)),
            Gives::Kind => Value::Kind(index.map(KindId::from_index)),
            Gives::Direction => Value::Directions(index.map(DirectionId::from_index).into_iter().collect()),
            Gives::Directions => {
                let is_in = |direction: &usize| number >> direction & 1 == 1;
                Value::Directions((0..64).filter(is_in).map(DirectionId::from_index).collect())
            }
        }))
    }

    /// The value as people write it.
    pub fn shown(&self, value: &Value) -> String {
        let board = &self.game.board;
        let cell = |cell: &CellId| board.cell_name(*cell).to_owned();
        match value {
            Value::Truth(truth) => truth.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(Rational::to_string).collect();
                if numbers.is_empty() { "no numbers".to_owned() } else { numbers.join(", ") }
            }
            Value::Cell(found) => found.as_ref().map_or_else(|| "nowhere".to_owned(), cell),
            Value::Cells(cells) => format!("{{{}}}", cells.iter().map(cell).collect::<Vec<_>>().join(", ")),
            Value::Player(player) => {
                player.and_then(|player| self.game.players.get(player)).map_or("nobody", String::as_str).to_owned()
            }
            Value::Kind(kind) => {
                kind.and_then(|kind| self.game.kinds.get(kind)).map_or("no kind", |kind| kind.name.as_str()).to_owned()
            }
            Value::Directions(directions) => {
                let known = directions.iter().filter(|direction| direction.index() < board.directions().count());
                let names: Vec<&str> = known.map(|direction| board.direction(*direction).name.as_str()).collect();
                if names.is_empty() { "no direction".to_owned() } else { names.join(" | ") }
            }
        }
    }
}
