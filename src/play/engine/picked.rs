//! Actions as data: what sort each is, and what is picked for it, in the order in which it is picked.

use super::action::Action;
use super::position::Position;
use crate::plan::ChoiceKind;
use rulebook_language::model::{KindId, LocalId, MoveId, Picked, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

/// What sort of action it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionKind {
    /// A move, or a chain of one.
    Move(MoveId),
    /// A piece, or none, is laid on a cell by lot.
    Scatter,
    /// Nothing is done.
    Pass,
    /// The seats are exchanged.
    Swap,
    /// The turn goes no further.
    Stop,
}

/// One pick.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// A cell.
    Cell(CellId),
    /// A set of cells.
    Cells(Vec<CellId>),
    /// A direction.
    Direction(DirectionId),
    /// A number.
    Number(u16),
    /// A player.
    Player(PlayerId),
    /// A kind of piece.
    Kind(KindId),
    /// A group, by its first cell.
    Group(CellId),
}

impl Position {
    /// What sort of action of the role to act it is.
    pub fn kind_of(&self, action: &Action) -> ActionKind {
        let choice = self.plan.roles[self.role_to_act()].choices.get(usize::from(action.choice));
        match (action.choice, choice.map(|choice| choice.sort)) {
            (Action::SWAP, _) => ActionKind::Swap,
            (Action::STOP, _) => ActionKind::Stop,
            (_, Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. })) => ActionKind::Move(rule),
            (_, Some(ChoiceKind::Scatter(_))) => ActionKind::Scatter,
            _ => ActionKind::Pass,
        }
    }

    /// The move of an action of the role to act; nothing of a pass and the like.
    pub fn rule_of(&self, action: &Action) -> Option<MoveId> {
        match self.kind_of(action) {
            ActionKind::Move(rule) => Some(rule),
            _ => None,
        }
    }

    /// The picks of an action of the role to act, in order, each under the name that the rules bind. Of a chain, those of all
    /// links: a further link does not pick again where it stands. What is only written beside the picks is none.
    pub fn picked(&self, action: &Action) -> Vec<(LocalId, Pick)> {
        let Some(rule) = self.rule_of(action) else { return Vec::new() };
        let rule = &self.game.moves[rule];
        // No chain picks sets.
        if rule.picks_sets() {
            let pick = |(local, ty, picks): (LocalId, Type, Picked<'_>)| match picks {
                Picked::One(pick) => (local, as_pick(ty, pick)),
                Picked::Set(cells) => (local, Pick::Cells(cells.iter().map(|cell| CellId(*cell)).collect())),
            };
            return rule.gathered(action.picks()).map(pick).collect();
        }
        let names: Vec<(LocalId, Type)> = rule.picks().zip(rule.pick_types()).collect();
        let links = self.links(self.role_to_act(), action);
        let made = links.iter().enumerate().flat_map(|(link, picks)| {
            names.iter().zip(picks).skip(usize::from(link > 0)).map(|((name, ty), pick)| (*name, as_pick(*ty, *pick)))
        });
        made.collect()
    }
}

fn as_pick(from: Type, value: u16) -> Pick {
    match from {
        Type::Directions | Type::Direction => Pick::Direction(DirectionId::from_index(usize::from(value))),
        Type::Players | Type::Player => Pick::Player(PlayerId::from_index(usize::from(value))),
        Type::Kinds | Type::Kind => Pick::Kind(KindId::from_index(usize::from(value))),
        Type::Range => Pick::Number(value),
        Type::Groups => Pick::Group(CellId(value)),
        _ => Pick::Cell(CellId(value)),
    }
}
