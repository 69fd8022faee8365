//! Answers to questions from outside the rules.

use super::action::Action;
use super::fault::Fault;
use super::position::Position;
use crate::plan::{Gives, ResultKind};
use rulebook_language::model::{KindId, PlayerId};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Rational, Rng};

/// What an expression comes to in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
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
    /// Kinds, in the order declared.
    Kinds(Vec<KindId>),
    /// Directions, in increasing order.
    Directions(Vec<DirectionId>),
}

impl Position {
    /// What the expression comes to that the plan was compiled with as number `question`, from 0; `me` is the player to act. The
    /// position stays as it is. Nothing where there is no such question.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn answer(&mut self, question: usize) -> Result<Option<Answer>, Fault> {
        self.answer_for(question, self.role_to_act())
    }

    /// The same with another player for `me`.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn answer_for(&mut self, question: usize, role: PlayerId) -> Result<Option<Answer>, Fault> {
        self.answer_given(question, role, &[])
    }

    /// Goes on from where these words of the memory, by their places, are as given, and forgets what was played. What is known of the
    /// position is known still where none is given.
    pub fn go_to(&mut self, words: &[(u32, u64)]) {
        if !words.is_empty() {
            self.core.change(words);
        }
    }

    /// A uniformly random action of a tier of the stage at hand, by its place, where those before it offer nothing; nothing where it
    /// offers none. Whether the game is over is not asked.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn draw_in_tier(&mut self, tier: usize, rng: &mut Rng) -> Result<Option<Action>, Fault> {
        self.core.draw_in_tier(tier, rng)
    }

    /// Whether a tier of the stage at hand, by its place, offers anything.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn offers_tier(&mut self, tier: usize) -> Result<bool, Fault> {
        self.core.offers_tier(tier)
    }

    /// Makes the changes of an action that is legal, without looking at what follows, and forgets what was played. `changed` is given the
    /// words of the memory that it has changed, by their places, as they were: the last change first.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn make(&mut self, action: &Action, changed: &mut Vec<(u32, u64)>) -> Result<(), Fault> {
        self.core.make(action, changed)
    }

    /// The same as [`Position::answer_for`] with cells for the names of the question; `u16::MAX` is nowhere.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn answer_given(&mut self, question: usize, role: PlayerId, given: &[u16]) -> Result<Option<Answer>, Fault> {
        let Some(question) =
            self.plan.questions.get(question).and_then(|question| question.by_player.get(role)).copied()
        else {
            return Ok(None);
        };
        let (number, list) = self.core.evaluate(question.code, given)?;
        let fraction = |number: i64, scale: i64| Rational::new(number, scale).unwrap_or(Rational::ZERO);
        let index = usize::try_from(number).ok();
        Ok(Some(match question.gives {
            Gives::Truth => Answer::Truth(number != 0),
            Gives::Number(scale) => Answer::Number(fraction(number, scale)),
            Gives::Numbers(scale) => Answer::Numbers(list.iter().map(|number| fraction(*number, scale)).collect()),
            Gives::Cell => Answer::Cell(index.map(CellId::from_index)),
            Gives::Cells => Answer::Cells(list.iter().map(|cell| CellId(*cell as u16)).collect()),
            Gives::Player => Answer::Player(index.map(PlayerId::from_index)),
            Gives::Kind => Answer::Kind(index.map(KindId::from_index)),
            Gives::Kinds => {
                let is_in = |kind: &usize| number >> kind & 1 == 1;
                Answer::Kinds((0..64).filter(is_in).map(KindId::from_index).collect())
            }
            Gives::Direction => Answer::Directions(index.map(DirectionId::from_index).into_iter().collect()),
            Gives::Directions => {
                let is_in = |direction: &usize| number >> direction & 1 == 1;
                Answer::Directions((0..64).filter(is_in).map(DirectionId::from_index).collect())
            }
        }))
    }

    /// The key by which a result ranks a player, by the places of its end clause and of the result in it; nothing where there is
    /// no such ranking.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn ranking_key(&mut self, end: usize, result: usize, role: PlayerId) -> Result<Option<Vec<i64>>, Fault> {
        let result = self.plan.ends.get(end).and_then(|end| end.results.get(result));
        let Some(ResultKind::Rank { keys, lists, .. }) = result.map(|result| &result.sort) else { return Ok(None) };
        let (Some(code), lists) = (keys.get(role).copied(), *lists) else { return Ok(None) };
        let (number, list) = self.core.evaluate(code, &[])?;
        Ok(Some(if lists { list } else { vec![number] }))
    }

    /// The value as people write it.
    pub fn shown_answer(&self, value: &Answer) -> String {
        let board = &self.game.board;
        let cell = |cell: &CellId| board.cell_name(*cell).to_owned();
        match value {
            Answer::Truth(truth) => truth.to_string(),
            Answer::Number(number) => number.to_string(),
            Answer::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(Rational::to_string).collect();
                if numbers.is_empty() { "no numbers".to_owned() } else { numbers.join(", ") }
            }
            Answer::Cell(found) => found.as_ref().map_or_else(|| "nowhere".to_owned(), cell),
            Answer::Cells(cells) => format!("{{{}}}", cells.iter().map(cell).collect::<Vec<_>>().join(", ")),
            Answer::Player(player) => {
                player.and_then(|player| self.game.players.get(player)).map_or("nobody", String::as_str).to_owned()
            }
            Answer::Kind(kind) => {
                kind.and_then(|kind| self.game.kinds.get(kind)).map_or("no kind", |kind| kind.name.as_str()).to_owned()
            }
            Answer::Kinds(kinds) => {
                let known = kinds.iter().filter_map(|kind| self.game.kinds.get(*kind));
                format!("{{{}}}", known.map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", "))
            }
            Answer::Directions(directions) => {
                let known = directions.iter().filter(|direction| direction.index() < board.directions().count());
                let names: Vec<&str> = known.map(|direction| board.direction(*direction).name.as_str()).collect();
                if names.is_empty() { "no direction".to_owned() } else { names.join(" | ") }
            }
        }
    }
}
