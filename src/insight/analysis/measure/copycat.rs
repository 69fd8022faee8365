//! The player who answers each action with its image.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::sheet::BESIDE;
use crate::agents::Agent;
use crate::audit::Automorphism;
use rulebook_language::model::{MoveId, PlayerId, Type};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::plan::ChoiceKind;

/// The move of a choice of a role, and whether it is a chain; nothing of what is no move.
fn rule(position: &Position, role: PlayerId, action: &Action) -> Option<(MoveId, bool)> {
    match position.plan().roles.get(role)?.choices.get(usize::from(action.choice()))?.sort {
        ChoiceKind::Move { rule, .. } => Some((rule, false)),
        ChoiceKind::Chain { rule, .. } => Some((rule, true)),
        ChoiceKind::Pass | ChoiceKind::Scatter(_) => None,
    }
}

/// The picks of an action of a role, mapped.
fn picks(position: &Position, role: PlayerId, action: &Action, map: &Automorphism) -> Option<Vec<u16>> {
    let (rule, is_chain) = rule(position, role, action)?;
    let types: Vec<Type> = position.game().moves[rule].pick_types().collect();
    let slots = position.game().board.slots();
    let image = |(index, pick): (usize, &u16)| {
        // Later links of a chain do without their first pick.
        let place = if is_chain && index >= types.len() && types.len() > 1 {
            1 + (index - types.len()) % (types.len() - 1)
        } else {
            index
        };
        let place_of = |index: usize| u16::try_from(index).unwrap_or(*pick);
        match types.get(place) {
            Some(Type::Directions | Type::Direction) => {
                place_of(map.direction(Id::from_index(usize::from(*pick))).index())
            }
            Some(Type::Players | Type::Player) => place_of(map.player(Id::from_index(usize::from(*pick))).index()),
            Some(Type::Range | Type::Number | Type::Kind | Type::Kinds) => *pick,
            _ if usize::from(*pick) < slots => place_of(map.cell(Id::from_index(usize::from(*pick))).index()),
            _ => *pick,
        }
    };
    let mut picks: Vec<u16> = action.picks().iter().enumerate().map(image).collect();
    position.game().moves[rule].put_in_order(&position.game().board, &mut picks);
    Some(picks)
}

/// The legal action that is the image of an action which `role` made or can make; nothing where there is none.
pub(super) fn image(
    position: &mut Position,
    role: PlayerId,
    action: &Action,
    map: &Automorphism,
) -> Result<Option<Action>, Fault> {
    let here = position.role_to_act();
    let Some(wanted) = rule(position, role, action) else {
        // A pass is answered by a pass.
        let text = position.written(action);
        let legal = position.legal()?.clone();
        let same = legal.iter().find(|other| BESIDE.contains(&text.as_str()) && position.written(other) == text);
        return Ok(same);
    };
    let Some(picks) = picks(position, role, action, map) else { return Ok(None) };
    // The ends of a pair stand in either order.
    let turned = position.game().moves[wanted.0].turned_round(&picks);
    let legal = position.legal()?.clone();
    let is_image = |other: &Action| [&picks, &turned].iter().any(|picks| other.picks() == picks.as_slice());
    Ok(legal.iter().find(|other| rule(position, here, other) == Some(wanted) && is_image(other)))
}

/// Answers each action of its opponent with the image of it, where that is legal, and else asks another agent.
pub(super) struct Copycat {
    map: Automorphism,
    seat: u8,
    otherwise: Box<dyn Agent>,
    /// What the opponent did in its last turn and was not answered yet, with the role that did it.
    open: Vec<(PlayerId, Action)>,
    /// Who is to act, as far as it was told.
    to_act: (PlayerId, u8),
    start: (PlayerId, u8),
    /// Actions by image, and all of its own.
    copied: Arc<[AtomicU64; 2]>,
}

impl Copycat {
    /// A copycat in a seat of games that begin with the action of the role and seat `start`; `copied` counts its actions by image, and all of them.
    pub(super) fn new(
        map: Automorphism,
        seat: u8,
        start: (PlayerId, u8),
        otherwise: Box<dyn Agent>,
        copied: Arc<[AtomicU64; 2]>,
    ) -> Self {
        Copycat { map, seat, otherwise, open: Vec::new(), to_act: start, start, copied }
    }
}

impl Agent for Copycat {
    fn name(&self) -> &str {
        "copycat"
    }

    fn begin(&mut self, rng: Rng) {
        self.open.clear();
        self.to_act = self.start;
        self.otherwise.begin(rng);
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        self.copied[1].fetch_add(1, Ordering::Relaxed);
        if !self.open.is_empty() {
            let (role, action) = self.open.remove(0);
            if let Some(image) = image(position, role, &action, &self.map)? {
                self.copied[0].fetch_add(1, Ordering::Relaxed);
                return Ok(Some(image));
            }
            self.open.clear();
        }
        self.otherwise.choose(position)
    }

    fn observe(&mut self, action: &Action, position: &Position) {
        let (role, seat) = self.to_act;
        if seat != self.seat {
            self.open.push((role, action.clone()));
        } else if position.seat_to_act() != self.seat {
            // What was left over is forgotten with the turn.
            self.open.clear();
        }
        self.to_act = (position.role_to_act(), position.seat_to_act());
        self.otherwise.observe(action, position);
    }
}
