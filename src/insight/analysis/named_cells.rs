//! The cells that an action names: those that it picks, in order.

use rulebook_language::model::{PlayerId, Type};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Position};
use rulebook_play::plan::ChoiceKind;

/// The cells that an action of a role names, in the order in which it picks them: of a step where it begins and where it goes to, of a
/// chain every cell on its way.
pub fn named_cells(position: &Position, role: PlayerId, action: &Action) -> Vec<CellId> {
    let choice = position.plan().roles.get(role).and_then(|role| role.choices.get(usize::from(action.choice())));
    let (rule, is_chain) = match choice.map(|choice| choice.sort) {
        Some(ChoiceKind::Move { rule, .. }) => (rule, false),
        Some(ChoiceKind::Chain { rule, .. }) => (rule, true),
        _ => return Vec::new(),
    };
    let (game, board) = (position.game(), &position.game().board);
    let types: Vec<Type> = game.moves.get(rule).map(|rule| rule.pick_types().collect()).unwrap_or_default();
    let is_cell = |index: usize| {
        // Later links of a chain do without their first pick.
        let place = match is_chain && index >= types.len() && types.len() > 1 {
            true => 1 + (index - types.len()) % (types.len() - 1),
            false => index,
        };
        matches!(types.get(place), Some(Type::Cells | Type::Cell))
    };
    let picks = action.picks().iter().enumerate().filter(|(index, pick)| {
        is_cell(*index) && usize::from(**pick) < board.slots() && board.is_cell(CellId::from_index(usize::from(**pick)))
    });
    picks.map(|(_, pick)| CellId::from_index(usize::from(*pick))).collect()
}
