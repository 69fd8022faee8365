//! What a puzzle is about: which rules its winning action uses, and by which its game is won.

use std::collections::BTreeMap;

use super::puzzle::{Proved, Theme};
use crate::analysis::{BoardEffect, board_effects};
use rulebook_language::model::{KindId, PlayerId};
use rulebook_play::engine::{Action, ActionKind, Fault, PASS, Position, STOP, SWAP};

/// What the winning action of a position is about, where the game is won by this end clause.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn theme(before: &Position, proved: &Proved, clause: String) -> Result<Theme, Fault> {
    let rule = match before.kind_of(&proved.action) {
        ActionKind::Move(rule) => before.game().moves[rule].name.clone(),
        ActionKind::Pass => PASS.to_owned(),
        ActionKind::Swap => SWAP.to_owned(),
        ActionKind::Stop => STOP.to_owned(),
        ActionKind::Scatter => String::new(),
    };
    Ok(Theme { clause, rule, deeds: deeds(before, &proved.action)?, plies: proved.plies })
}

/// How many pieces there are on the board: those of who acts by their kinds, those of the other player, and those of nobody.
#[derive(Default)]
struct Census {
    own: BTreeMap<KindId, i64>,
    enemy: i64,
    neutral: i64,
}

impl Census {
    fn new(position: &Position, own: PlayerId) -> Self {
        let mut census = Census::default();
        for (owner, kind) in position.game().board.cells().flat_map(|cell| position.pieces(cell)) {
            match owner {
                Some(owner) if owner == own => *census.own.entry(kind).or_default() += 1,
                Some(_) => census.enemy += 1,
                None => census.neutral += 1,
            }
        }
        census
    }
}

/// What an action does to pieces, in the order of the alphabet.
fn deeds(before: &Position, action: &Action) -> Result<Vec<&'static str>, Fault> {
    let mut after = before.clone();
    after.play_unchecked(action)?;
    let own = before.role_to_act();
    let (was, is) = (Census::new(before, own), Census::new(&after, own));
    let gained = is.own.values().sum::<i64>() - was.own.values().sum::<i64>();
    let lost = was.enemy - is.enemy;
    let moves = board_effects(before, &after, action).iter().any(|effect| matches!(effect, BoardEffect::Move(..)));
    let all = [
        ("captures", lost > gained.max(0)),
        ("gives up", gained < 0),
        ("moves", moves),
        ("promotes", gained == 0 && was.own != is.own),
        ("puts", gained > lost.max(0) || is.neutral > was.neutral || lost < 0),
        ("removes", is.neutral < was.neutral),
        ("turns over", gained.min(lost) > 0),
    ];
    Ok(all.into_iter().filter(|(_, does)| *does).map(|(deed, _)| deed).collect())
}
