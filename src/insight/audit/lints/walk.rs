//! Through all the rules, with what is known at each place.

use super::conditions::{Asked, judge, look};
use super::facts::{Facts, Stands};
use super::list::Found;
use super::moves;
use crate::audit::interpret::Fuel;
use crate::audit::uses::any;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Builtin, Content, Effect, Expr, ExprKind, Game, Judgement, Move, Picking, Primitive, TransferMode, TurnOrder,
    TurnStep, Type, all_primitives,
};
use rulebook_language::model::{EVENTS, Outcome};

/// Which events of a turn some move brings about, [`EVENTS`] in all, by their places.
pub fn events(game: &Game) -> [bool; EVENTS] {
    let mut events = [false; EVENTS];
    game.rules().for_each(|rule| happen(&rule.effects, &mut events));
    events
}

/// Which of them these effects may do.
pub fn done_by(effects: &[Effect]) -> [bool; EVENTS] {
    let mut events = [false; EVENTS];
    happen(effects, &mut events);
    events
}

fn happen(effects: &[Effect], events: &mut [bool; EVENTS]) {
    let [placed, removed, flipped, moved, promoted, vacated] = events;
    for primitive in all_primitives(effects) {
        match primitive {
            Primitive::Assign { content, .. } => match content {
                Content::Piece { .. } => (*placed, *removed) = (true, true),
                Content::Nothing => *removed = true,
                Content::OtherOwner => *flipped = true,
                Content::Kind(_) => *promoted = true,
            },
            Primitive::Transfer { mode, .. } => {
                *moved = true;
                *vacated |= !matches!(mode, TransferMode::Exchange);
                *removed |= matches!(mode, TransferMode::Replace | TransferMode::Tuck(_));
            }
            Primitive::Unstack { .. } => *removed = true,
            Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. }
            | Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. }
            | Primitive::Let(..)
            | Primitive::Require(_) => {}
        }
    }
}

/// Whether an expression asks for nothing that play changes, and so may say which cells are kept of a board.
fn is_of_the_board(game: &Game, expr: &Expr) -> bool {
    !any(game, expr, &|part| part.reads() != Reads::NOTHING)
}

/// Looks at every condition and set, and at what every effect does.
pub fn check(game: &Game, found: &mut Found) {
    let facts = Facts::new(game, events(game)).within(&found.work);
    for definition in &game.definitions {
        // What may say which cells are kept is decided on the board that it was cut from.
        if game.places.only.is_some() && is_of_the_board(game, &definition.body) {
            continue;
        }
        let mut facts = facts.clone();
        // Where it is used, there may be something else before.
        facts.change();
        match definition.body.ty {
            Type::Truth => judge(&definition.body, &mut facts, Asked::Rule, found),
            _ => look(&definition.body, &mut facts, found),
        }
    }
    for pattern in &game.patterns {
        look(&pattern.members, &mut facts.clone(), found);
    }
    for rule in game.rules() {
        walk_move(rule, facts.clone(), found);
    }
    for turn in &game.turns {
        let mut facts = facts.clone();
        if let Some(when) = &turn.when {
            judge(when, &mut facts, Asked::Rule, found);
        }
        walk_order(&turn.order, &mut facts, found);
    }
    if let Some(skip) = &game.skip {
        judge(skip, &mut facts.clone(), Asked::Rule, found);
    }
    for end in &game.ends {
        let mut facts = facts.clone();
        judge(&end.when, &mut facts, Asked::End, found);
        facts.suppose(&end.when, true);
        walk_results(game, &end.results, facts, found);
    }
    for rule in &game.repetitions {
        let mut facts = facts.clone();
        if let Some(when) = &rule.when {
            judge(when, &mut facts, Asked::Rule, found);
            facts.suppose(when, true);
        }
        walk_results(game, rule.results(), facts, found);
    }
}

fn walk_results<'g>(game: &'g Game, results: &'g [Outcome], mut facts: Facts<'g>, found: &mut Found) {
    for result in results {
        let mut inner = facts.clone();
        if let Some(when) = &result.when {
            judge(when, &mut inner, Asked::Rule, found);
            // A later result is asked for only where this one did not count.
            if matches!(result.kind, Judgement::Draw) {
                facts.suppose(when, false);
            }
        }
        match &result.kind {
            // `me` is another player there.
            Judgement::Highest(key) | Judgement::Lowest(key) => {
                let mut facts = Facts::new(game, events(game)).within(&found.work);
                look(key, &mut facts, found);
            }
            Judgement::Wins(who) | Judgement::Loses(who) => look(who, &mut inner, found),
            Judgement::Draw => {}
        }
    }
}

fn walk_order<'g>(order: &'g TurnOrder, facts: &mut Facts<'g>, found: &mut Found) {
    for sequence in order.choices.iter().flatten() {
        walk_step(&sequence.first, facts, found);
        for follow in &sequence.then {
            follow.when.iter().for_each(|when| judge(when, &mut facts.clone(), Asked::Rule, found));
            walk_step(&follow.step, facts, found);
        }
    }
}

fn walk_step<'g>(step: &'g TurnStep, facts: &mut Facts<'g>, found: &mut Found) {
    match step {
        TurnStep::Move(_, with) => with.iter().for_each(|(_, set)| look(set, facts, found)),
        TurnStep::Order(order) => walk_order(order, facts, found),
        TurnStep::Pass | TurnStep::Chain { .. } => {}
    }
}

fn walk_move<'g>(rule: &'g Move, mut facts: Facts<'g>, found: &mut Found) {
    for step in &rule.picking {
        match step {
            Picking::Pick { from: value, .. } | Picking::Several { from: value, .. } | Picking::Let { value, .. } => {
                look(value, &mut facts, found);
            }
            Picking::Where(condition) => judge(condition, &mut facts, Asked::Rule, found),
        }
        facts.make(step);
    }
    moves::check(rule, &facts, found);
    follow(&rule.effects, &mut facts, &mut |at, facts| match at {
        At::Require(condition) => judge(condition, facts, Asked::Rule, found),
        At::Condition(condition) => found.in_effect(|found| judge(condition, facts, Asked::Rule, found)),
        At::Value(value) => found.in_effect(|found| look(value, facts, found)),
        At::Change(statement, primitive) => {
            moves::change(statement, primitive, facts, found);
            found.in_effect(|found| primitive.parts().into_iter().for_each(|expr| look(expr, facts, found)));
        }
    });
}

/// Whether a change can bring pieces of another player than the mover to where that player had none, or make them of another
/// kind.
fn others_gain<'g>(primitive: &'g Primitive, facts: &mut Facts<'g>) -> bool {
    match primitive {
        Primitive::Assign { cells, content } => match content {
            Content::Piece { piece, .. } => match &piece.kind {
                ExprKind::Piece { owner: Some(owner), .. } => !matches!(owner.kind, ExprKind::Builtin(Builtin::Me, _)),
                ExprKind::Piece { owner: None, .. } => false,
                _ => true,
            },
            Content::Nothing => false,
            // With two players, what is turned over belongs to the other one then.
            Content::OtherOwner => facts.game.players.len() > 2 || facts.may_hold(cells, Stands::Mine),
            Content::Kind(_) => facts.may_hold(cells, Stands::Others),
        },
        Primitive::Transfer { from, mode: TransferMode::Replace, .. } => facts.may_hold(from, Stands::Others),
        Primitive::Transfer {
            mode: TransferMode::Exchange | TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_),
            ..
        }
        | Primitive::Unstack { .. } => true,
        Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => false,
    }
}

/// Whether some move can bring pieces of other players than the mover to where they did not stand.
pub fn do_others_gain(game: &Game, work: &Option<Fuel>) -> bool {
    does_some_change(game, work, others_gain)
}

/// Whether some move can take pieces of other players than the mover from where they stand.
pub fn do_others_lose(game: &Game, work: &Option<Fuel>) -> bool {
    does_some_change(game, work, |primitive, facts| match primitive {
        Primitive::Assign { cells, .. } => facts.may_hold(cells, Stands::Others),
        Primitive::Transfer { from, to, mode: TransferMode::Replace } => {
            facts.may_hold(from, Stands::Others) || facts.may_hold(to, Stands::Others)
        }
        Primitive::Transfer {
            mode: TransferMode::Exchange | TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_),
            ..
        }
        | Primitive::Unstack { .. } => true,
        Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => false,
    })
}

/// Whether this is so of some change that a move makes, with what is known there.
pub fn does_some_change<'g>(
    game: &'g Game,
    work: &Option<Fuel>,
    mut is_so: impl FnMut(&'g Primitive, &mut Facts<'g>) -> bool,
) -> bool {
    let facts = Facts::new(game, events(game)).within(work);
    let mut found = false;
    for rule in game.rules() {
        let mut facts = facts.clone();
        suppose_picks(rule, &mut facts);
        follow(&rule.effects, &mut facts, &mut |at, facts| {
            if let At::Change(_, primitive) = at {
                found |= is_so(primitive, facts);
            }
        });
    }
    found
}

/// What is come upon on the way through the effects of a move.
enum At<'g> {
    /// A requirement.
    Require(&'g Expr),
    /// A condition that decides what is done.
    Condition(&'g Expr),
    /// The set of a loop, or the value of a name.
    Value(&'g Expr),
    /// What changes something, with the statement that it is of.
    Change(&'g Effect, &'g Primitive),
}

/// Goes through effects with what is known before each. What stands where is another after one that changes something.
fn follow<'g>(effects: &'g [Effect], facts: &mut Facts<'g>, see: &mut dyn FnMut(At<'g>, &mut Facts<'g>)) {
    for (statement, primitive) in effects.iter().flat_map(|effect| effect.does.iter().map(move |done| (effect, done))) {
        match primitive {
            Primitive::Let(local, value) => {
                see(At::Value(value), facts);
                facts.bind_value(*local, value);
            }
            Primitive::Require(condition) => {
                see(At::Require(condition), facts);
                facts.suppose(condition, true);
            }
            Primitive::If { condition, then, otherwise } => {
                see(At::Condition(condition), facts);
                for (branch, truth) in [(then, true), (otherwise, false)] {
                    let mut inner = facts.clone();
                    inner.suppose(condition, truth);
                    follow(branch, &mut inner, see);
                }
                facts.change();
            }
            Primitive::Repeat { condition, body, .. } => {
                let mut inner = facts.clone();
                // What it did before is not known.
                inner.change();
                see(At::Condition(condition), &mut inner);
                inner.suppose(condition, true);
                follow(body, &mut inner, see);
                facts.change();
            }
            Primitive::For { local, over, condition, body } => {
                see(At::Value(over), facts);
                let mut inner = facts.clone();
                inner.bind_member(*local, over);
                // What stands on its members changes as it goes through them.
                inner.change();
                if let Some(condition) = condition {
                    see(At::Condition(condition), &mut inner);
                    inner.suppose(condition, true);
                }
                follow(body, &mut inner, see);
                facts.change();
            }
            Primitive::Assign { .. }
            | Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. } => {
                see(At::Change(statement, primitive), facts);
                let emptied = emptied(primitive, facts);
                facts.change();
                emptied.into_iter().for_each(|cell| facts.suppose_empty(cell));
            }
        }
    }
}

/// The cell, if it has a name, on which surely nothing stands once this is done.
fn emptied<'g>(primitive: &'g Primitive, facts: &mut Facts<'g>) -> Option<&'g Expr> {
    match primitive {
        Primitive::Transfer { from, to, mode: TransferMode::Replace | TransferMode::Stack } if is_local(from) => {
            let mut there = facts.clone();
            (!facts.may_share(from, &mut there, to)).then_some(from)
        }
        Primitive::Assign { cells, content: Content::Nothing } => match &cells.kind {
            ExprKind::Builtin(Builtin::OneCell, one) => one.first().filter(|cell| is_local(cell)),
            _ => None,
        },
        _ => None,
    }
}

fn is_local(cell: &Expr) -> bool {
    matches!(cell.kind, ExprKind::Local(_))
}

/// Takes it that a move's picks are made.
fn suppose_picks<'g>(rule: &'g Move, facts: &mut Facts<'g>) {
    rule.picking.iter().for_each(|step| facts.make(step));
}
