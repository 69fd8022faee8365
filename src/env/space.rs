//! The actions of a game as numbers from 0.
//!
//! The order is that of the rules: moves as they are declared, each before its chains, then passes, changes of seats, stops; within a
//! move by its picks, the first pick first, cells in the order in which one reads the board and all else in increasing order. So the
//! numbers of a sheet are the same on every machine, and change only with the sheet.

use crate::error::EnvError;
use crate::flat::{Flat, link_place};
use crate::heads::{Head, Heads};
use crate::picks::Picks;
use rulebook_insight::audit::Automorphism;
use rulebook_language::model::{Game, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Offer};
use rulebook_play::plan::Plan;

/// How actions are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As wholes, of which there may be at most so many.
    Flat(usize),
    /// Pick by pick.
    Picks,
}

/// The actions of a game, numbered.
#[derive(Clone, Debug)]
pub struct Space {
    heads: Heads,
    numbers: Numbers,
}

#[derive(Clone, Debug)]
enum Numbers {
    Flat(Flat),
    Picks(Picks),
}

impl Space {
    /// The actions of a game.
    ///
    /// # Errors
    /// If they are too many to be numbered as wholes.
    pub fn new(game: &Game, plan: &Plan, form: Form) -> Result<Self, EnvError> {
        let heads = Heads::new(game, plan);
        let numbers = match form {
            Form::Flat(most) => Numbers::Flat(Flat::new(game, &heads, most)?),
            Form::Picks => Numbers::Picks(Picks::new(game, &heads)?),
        };
        Ok(Space { heads, numbers })
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match &self.numbers {
            Numbers::Flat(flat) => flat.len(),
            Numbers::Picks(picks) => picks.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether each number is a whole action.
    pub fn is_flat(&self) -> bool {
        matches!(self.numbers, Numbers::Flat(_))
    }

    /// The greatest number that is ever picked.
    pub fn greatest(&self) -> u16 {
        let is_number = |index: u16, place: usize| {
            let head = self.heads.list.get(usize::from(index));
            head.and_then(|head| head.picks.get(place)).is_some_and(|(_, ty)| *ty == Type::Range)
        };
        let all = (0..self.len() as u32).filter_map(|number| self.read(number));
        let picked = all.flat_map(|(index, picks)| picks.into_iter().map(move |(place, value)| (index, place, value)));
        picked.filter(|(index, place, _)| is_number(*index, *place)).map(|(.., value)| value).max().unwrap_or(0)
    }

    /// The sorts of actions.
    pub fn heads(&self) -> &[Head] {
        &self.heads.list
    }

    /// Appends the numbers of an action of a role, one for the whole of it or one a pick. False where it has none.
    pub fn write(&self, role: PlayerId, action: &Action, out: &mut Vec<u32>) -> bool {
        let Some(index) = self.heads.of(role, action.choice()) else { return false };
        let Some(head) = self.heads.list.get(usize::from(index)) else { return false };
        match &self.numbers {
            Numbers::Flat(flat) => {
                // Nearly every action has few picks.
                let (mut near, mut far) = ([0u16; 40], Vec::new());
                let key = match near.get_mut(..=action.picks().len()) {
                    Some(key) => key,
                    None => {
                        far.resize(1 + action.picks().len(), 0);
                        far.as_mut_slice()
                    }
                };
                let mut length = 0;
                let values = std::iter::once(index).chain(head.picked(action.picks()).map(|(_, value)| value));
                for (place, value) in key.iter_mut().zip(values) {
                    *place = value;
                    length += 1;
                }
                let number = key.get(..length).and_then(|key| flat.number(key));
                out.extend(number);
                number.is_some()
            }
            Numbers::Picks(picks) if head.picks.is_empty() => {
                let number = picks.number(index, 0, 0);
                out.extend(number);
                number.is_some()
            }
            Numbers::Picks(picks) => {
                let all = head.picked(action.picks()).all(|(place, value)| {
                    let number = picks.number(index, place, value);
                    out.extend(number);
                    number.is_some()
                });
                // One chain may be the beginning of another: that it is complete is said.
                let ends = head.may_stop.then(|| self.heads.stop().and_then(|stop| picks.number(stop, 0, 0)));
                out.extend(ends.flatten());
                all && ends.is_none_or(|ends| ends.is_some())
            }
        }
    }

    /// Appends the numbers of legal actions of a role where they are numbered as wholes, and gives their sort. Nothing where one has none.
    pub fn extend(&self, role: PlayerId, offer: &Offer<'_>, out: &mut Vec<u32>) -> Option<u16> {
        let head = self.heads.of(role, offer.choice)?;
        match &self.numbers {
            Numbers::Flat(flat) => flat.extend(head, offer, out).then_some(head),
            Numbers::Picks(_) => None,
        }
    }

    /// The sort and the picks of a number that is a whole action.
    pub fn whole(&self, number: u32) -> Option<(u16, &[u16])> {
        match &self.numbers {
            Numbers::Flat(flat) => flat.action(number as usize),
            Numbers::Picks(_) => None,
        }
    }

    /// The sort of action that a number belongs to, and the picks that it stands for, each with its place in the move.
    pub fn read(&self, number: u32) -> Option<(u16, Vec<(usize, u16)>)> {
        match &self.numbers {
            Numbers::Flat(flat) => {
                let (index, picks) = flat.action(number as usize)?;
                let length = self.heads.list.get(usize::from(index))?.picks.len();
                Some((index, picks.iter().enumerate().map(|(at, value)| (link_place(length, at), *value)).collect()))
            }
            Numbers::Picks(picks) => {
                let (index, pick) = picks.pick(number as usize)?;
                Some((index, pick.iter().map(|(place, value)| (usize::from(*place), *value)).collect()))
            }
        }
    }

    /// A number as text, such as `step from=a1 to=a2`.
    pub fn text(&self, game: &Game, number: u32) -> Option<String> {
        let (index, picks) = self.read(number)?;
        let head = self.heads.list.get(usize::from(index))?;
        let mut text = head.name.clone();
        for (place, value) in picks {
            text.push(' ');
            text.push_str(&head.written(game, place, value));
        }
        Some(text)
    }

    /// The number of a text.
    pub fn find(&self, game: &Game, text: &str) -> Option<u32> {
        (0..self.len() as u32).find(|number| self.text(game, *number).as_deref() == Some(text))
    }

    /// Where a symmetry of the rules takes each number; nothing where it leads out of the space.
    pub fn mapped(&self, map: &Automorphism) -> Option<Vec<u32>> {
        let image = |ty: Type, value: u16| match ty {
            Type::Range | Type::Kind | Type::Kinds => value,
            Type::Direction | Type::Directions => {
                map.direction(DirectionId::from_index(usize::from(value))).index() as u16
            }
            Type::Player | Type::Players => map.player(PlayerId(value as u8)).index() as u16,
            // A group goes by its first cell, which need not become the first one.
            Type::Groups => u16::MAX,
            _ => map.cell(CellId(value)).0,
        };
        let number = |number: u32| {
            let (index, picks) = self.read(number)?;
            let head = self.heads.list.get(usize::from(index))?;
            let mut key = vec![index];
            for (place, value) in &picks {
                key.push(image(head.picks.get(*place)?.1, *value));
            }
            match &self.numbers {
                Numbers::Flat(flat) => flat.number(&key),
                Numbers::Picks(known) => match (picks.first(), key.get(1)) {
                    (Some((place, _)), Some(value)) => known.number(index, *place, *value),
                    _ => Some(number),
                },
            }
        };
        (0..self.len() as u32).map(number).collect()
    }
}
