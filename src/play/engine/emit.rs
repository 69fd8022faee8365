//! Where code that finds actions puts them.

use super::action::{ActionList, MAX_ACTIONS};
use super::fault::Fault;
use super::sample::{Claim, Pool};
use super::shared::Shared;
use rulebook_language::util::Bits;

/// Where emitted actions go.
pub enum Emitter<'s, const W: usize> {
    /// Into a list.
    Actions {
        /// The list.
        list: &'s mut ActionList,
        /// The choice that is being generated.
        choice: u16,
        /// How many picks it has.
        picks: u8,
        /// Stop once the list is as long as this.
        stop_at: usize,
    },
    /// Into a pool, of which they are drawn.
    Candidates {
        /// The pool.
        pool: &'s mut Pool<W>,
        /// The choice.
        choice: u16,
        /// How many picks it has.
        picks: u8,
        /// What is to be seen to before they are legal.
        claim: Claim,
        /// Whether one is enough.
        one: bool,
    },
}

/// The members of a set, each as the pick after so many.
#[derive(Clone, Copy)]
pub struct Members<const W: usize> {
    /// How many picks come before.
    pub picks: u8,
    /// The members.
    pub members: Bits<W>,
    /// How many they are.
    pub count: u32,
    /// How the pick after the member follows from it, if one does.
    pub way: Option<PickStep>,
}

/// So many steps in a direction.
#[derive(Clone, Copy, Debug)]
pub struct PickStep {
    /// The direction.
    pub direction: u8,
    /// How many.
    pub steps: u8,
}

impl PickStep {
    /// Where it leads; nowhere, 65,535, off the board.
    pub fn from<const W: usize>(self, shared: &Shared<W>, cell: usize) -> u16 {
        (0..self.steps).fold(cell as i64, |at, _| shared.step(at, i64::from(self.direction))) as u16
    }
}

impl<const W: usize> Members<W> {
    /// The members of a set.
    pub fn new(picks: u8, members: Bits<W>) -> Self {
        Members { picks, members, count: members.count(), way: None }
    }
}

impl<const W: usize> Emitter<'_, W> {
    /// Takes the action of the picks in the first registers, or one for each member as the last pick after so many. Whether it is
    /// enough.
    pub fn take(&mut self, shared: &Shared<W>, numbers: &[i64], members: Option<Members<W>>) -> Result<bool, Fault> {
        match self {
            Emitter::Actions { list, choice, picks, stop_at } => {
                let picked = |count: u8| numbers[..usize::from(count)].iter().map(|pick| *pick as u16);
                match members {
                    None => list.push(*choice, picked(*picks)),
                    Some(Members { picks, members, way, .. }) => {
                        for member in members.iter() {
                            let end = way.map(|way| way.from(shared, member));
                            list.push(*choice, picked(picks).chain([member as u16]).chain(end));
                            if list.len() >= *stop_at {
                                break;
                            }
                        }
                    }
                }
                if list.len() > MAX_ACTIONS {
                    return Err(Fault::Actions(MAX_ACTIONS));
                }
                Ok(list.len() >= *stop_at)
            }
            Emitter::Candidates { pool, choice, picks, claim, one } => {
                let count = members.map_or(*picks, |members| members.picks);
                pool.push(*choice, *claim, numbers[..usize::from(count)].iter().map(|pick| *pick as u16), members);
                pool.room()?;
                Ok(*one && !pool.is_empty())
            }
        }
    }
}
