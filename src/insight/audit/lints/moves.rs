//! Moves that cannot do what they say: without effects, effects that change nothing, pieces that vanish under the mover's own.

use super::conditions::is_optional;
use super::facts::{Facts, Stands};
use super::list::Found;
use crate::audit::uses::any;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Content, Effect, Expr, ExprKind, Game, LocalId, Move, MoveId, Picking, Primitive, TransferMode, TurnOrder,
    TurnStep, Type, all_primitives, primitives, same,
};

/// Looks at a move as a whole; `facts` are those before its effects.
pub fn check(rule: &Move, facts: &Facts<'_>, found: &mut Found) {
    if !all_primitives(&rule.effects).into_iter().any(Primitive::is_change) && !calls_for_luck(facts.game, rule) {
        found.add(
            Diagnostic::new(Code::MoveNoEffect, rule.span, format!("the move `{}` changes nothing", rule.name))
                .label("it has no effect such as `put`, `move` or `remove`")
                .help("add what it does, or write `pass` in the turn for doing nothing"),
        );
    }
    own_pieces(rule, facts, found);
}

/// Whether a turn lets nature act behind a move: the choice to let it is all that such a move need be.
fn calls_for_luck(game: &Game, rule: &Move) -> bool {
    game.has_luck() && game.turns.iter().any(|turn| leads_to_luck(game, &turn.order, rule))
}

fn leads_to_luck(game: &Game, order: &TurnOrder, rule: &Move) -> bool {
    let is_rule = |id: &MoveId| game.moves.get(*id).is_some_and(|known| known.span == rule.span);
    let is_lot = |id: &MoveId| game.moves.get(*id).is_some_and(|known| known.lot.is_some());
    order.choices.iter().flatten().any(|sequence| {
        let steps = || std::iter::once(&sequence.first).chain(sequence.then.iter().map(|follow| &follow.step));
        let first = steps().position(|step| has_move(step, &is_rule));
        let behind = |first| steps().skip(first + 1).any(|step| has_move(step, &is_lot));
        let inside = |step: &TurnStep| matches!(step, TurnStep::Order(order) if leads_to_luck(game, order, rule));
        first.is_some_and(behind) || steps().any(inside)
    })
}

fn has_move(step: &TurnStep, is_one: &dyn Fn(&MoveId) -> bool) -> bool {
    match step {
        TurnStep::Move(id, _) => is_one(id),
        TurnStep::Order(order) => order.choices.iter().flatten().any(|sequence| {
            has_move(&sequence.first, is_one) || sequence.then.iter().any(|follow| has_move(&follow.step, is_one))
        }),
        TurnStep::Pass | TurnStep::Chain { .. } => false,
    }
}

/// A piece that moves, or is put, onto one of the mover's own, which is lost: allowed, and seldom meant.
///
/// Said only where the cell is a pick of which everything that is asked is understood.
fn own_pieces(rule: &Move, facts: &Facts<'_>, found: &mut Found) {
    if facts.game.max_height > 1 || rule.lot.is_some() {
        return;
    }
    let before = |cell: &Expr| match &cell.kind {
        ExprKind::Local(local) => Some(*local),
        _ => None,
    };
    let first =
        primitives(&rule.effects).find(|primitive| !matches!(primitive, Primitive::Set { .. } | Primitive::Let(..)));
    let (to, verb) = match first {
        Some(Primitive::Transfer { from, to, mode: TransferMode::Replace })
            if before(from).is_some() && !same(from, to) =>
        {
            (before(to), "moves")
        }
        Some(Primitive::Assign { cells, content: Content::Piece { .. } }) => match &cells.kind {
            ExprKind::Builtin(Builtin::OneCell, one) => (one.first().and_then(before), "is put"),
            _ => return,
        },
        _ => return,
    };
    let Some(to) = to else { return };
    let from = rule.picking.iter().find_map(|step| match step {
        Picking::Pick { local, from } if *local == to => Some(from),
        _ => None,
    });
    let (Some(from), Some(stands)) = (from, facts.stands_on(to)) else { return };
    let own = stands.contains(&Stands::Mine) && understood(from, facts);
    // Pieces that only a promise elsewhere keeps away are not known here: look for any that speaks of the cell.
    let spoken_of = rule.picking.iter().any(|step| match step {
        Picking::Where(condition) => mentions(condition, to) && !is_understood(condition),
        _ => false,
    });
    let required = requires(&rule.effects, to) || asks_before(facts.game, &rule.effects);
    let meant = names_own(from) || counts(&rule.effects, to) || opens(facts.game, rule);
    if !own || spoken_of || required || meant || is_optional(facts.game, from) {
        return;
    }
    // A cell that can only be occupied by the mover was meant to be.
    if stands.iter().all(|what| *what == Stands::Mine) {
        return;
    }
    found.add(
        Diagnostic::new(
            Code::LintOwnPiece,
            from.span,
            format!("a piece {verb} onto one of the mover's own, which is lost"),
        )
        .label("cells with the mover's own pieces are among these")
        .help("take them out with `- mine`, or ask for empty cells with `& empty`"),
    );
}

/// Whether a set names the mover's own pieces among others.
fn names_own(set: &Expr) -> bool {
    let is_me = |owner: &Expr| matches!(owner.kind, ExprKind::Builtin(Builtin::Me, _));
    match &set.kind {
        ExprKind::Builtin(Builtin::Mine, _) => true,
        ExprKind::Builtin(Builtin::OwnedBy, of) => of.iter().any(is_me),
        ExprKind::Pieces { owner, .. } => owner.as_deref().is_some_and(is_me),
        ExprKind::Builtin(Builtin::Union | Builtin::Intersection | Builtin::SetOf, parts) => {
            parts.iter().any(names_own)
        }
        ExprKind::Builtin(Builtin::Difference, parts) => parts.first().is_some_and(names_own),
        _ => false,
    }
}

/// Whether something is counted for a cell, as where two pieces become one.
fn counts(effects: &[Effect], cell: LocalId) -> bool {
    all_primitives(effects).into_iter().any(|primitive| match primitive {
        Primitive::Set { of, value, .. } => of.iter().chain([value]).any(|part| mentions(part, cell)),
        _ => false,
    })
}

/// Whether the turns offer a move only by their number: none of the mover's pieces may be there yet.
fn opens(game: &Game, rule: &Move) -> bool {
    fn offers(order: &TurnOrder, game: &Game, rule: &Move) -> bool {
        order.choices.iter().flatten().flat_map(|sequence| sequence.steps()).any(|step| match step {
            TurnStep::Move(id, _) | TurnStep::Chain { rule: id, .. } => {
                game.moves.get(*id).is_some_and(|known| std::ptr::eq(known, rule))
            }
            TurnStep::Order(inner) => offers(inner, game, rule),
            TurnStep::Pass => false,
        })
    }
    let is_clock = |expr: &Expr| matches!(expr.kind, ExprKind::Builtin(Builtin::PlyNumber | Builtin::TurnNumber, _));
    let mut turns = game.turns.iter().filter(|turn| offers(&turn.order, game, rule)).peekable();
    turns.peek().is_some() && turns.all(|turn| turn.when.as_ref().is_some_and(|when| any(game, when, &is_clock)))
}

/// Whether a set says plainly which cells it holds, so that what stands on them is what the designer sees.
fn understood(set: &Expr, facts: &Facts<'_>) -> bool {
    match &set.kind {
        ExprKind::Region(_) | ExprKind::Neighbours(..) | ExprKind::Pieces { .. } => true,
        ExprKind::Call(id, _) => facts.game.definitions.get(*id).is_some_and(|called| understood(&called.body, facts)),
        ExprKind::Builtin(builtin, args) => match builtin {
            Builtin::Union | Builtin::Intersection | Builtin::SetOf => {
                let plain = |arg: &Expr| understood(arg, facts);
                args.iter().all(|arg| plain(arg) || is_step(arg)) && args.iter().any(plain)
            }
            Builtin::Difference => args.first().is_some_and(|arg| understood(arg, facts)),
            Builtin::Empty | Builtin::Occupied | Builtin::Mine | Builtin::Enemies | Builtin::OwnedBy => true,
            Builtin::StepAll => true,
            Builtin::Ray => args.len() == 2,
            Builtin::Sight => true,
            _ => false,
        },
        _ => false,
    }
}

/// A step in one direction: where it alone is meant, the cells may be such that none of the mover's pieces is ever there.
fn is_step(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Builtin(Builtin::OneCell, of) => of.iter().all(is_step),
        ExprKind::Builtin(Builtin::Step, _) => true,
        _ => false,
    }
}

/// Whether all that a condition says is followed up by [`Facts::suppose`].
fn is_understood(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(of) => is_understood(of),
        ExprKind::Builtin(Builtin::And | Builtin::Or, parts) => parts.iter().all(is_understood),
        ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual, args) => {
            // A number says nothing of what stands on a cell, unless it is made of that.
            args.iter().all(|arg| matches!(arg.kind, ExprKind::Number(_) | ExprKind::Counter(..)) || is_place(arg))
        }
        ExprKind::Builtin(Builtin::Contains | Builtin::Equal | Builtin::NotEqual, args) => {
            args.first().is_some_and(|arg| matches!(arg.kind, ExprKind::Local(_)) || is_place(arg))
                && args.get(1).is_some_and(|set| !matches!(set.kind, ExprKind::Call(..) | ExprKind::Filter { .. }))
        }
        _ => false,
    }
}

/// Whether a number is of a cell's place alone.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Owner, _) => true,
        ExprKind::Builtin(builtin, _) => builtin.row().place.is_some(),
        _ => false,
    }
}

fn mentions(expr: &Expr, local: LocalId) -> bool {
    expr.free_locals().contains(&local)
}

fn requires(effects: &[Effect], local: LocalId) -> bool {
    all_primitives(effects)
        .into_iter()
        .any(|primitive| matches!(primitive, Primitive::Require(condition) if mentions(condition, local)))
}

/// Whether something after the effects asks how things were before them, as in `count(mine) >= before count(mine)`.
fn asks_before(game: &Game, effects: &[Effect]) -> bool {
    let mut found = false;
    effects.iter().for_each(|effect| {
        effect.visit(true, &mut |expr| {
            found |= any(game, expr, &|part| matches!(part.kind, ExprKind::Before(_) | ExprKind::TurnStart(_)));
        });
    });
    found
}

/// Looks at one change that a statement makes, with what is known before it.
pub fn change<'g>(statement: &Effect, primitive: &'g Primitive, facts: &mut Facts<'g>, found: &mut Found) {
    let said = |span, message: &str, label: &str, help: &str| {
        Diagnostic::new(Code::MoveNoEffect, span, message.to_owned()).label(label).help(help)
    };
    match primitive {
        Primitive::Transfer {
            from,
            to,
            mode: TransferMode::Replace | TransferMode::Exchange | TransferMode::Stack | TransferMode::Top(_),
        } if same(from, to) => {
            found.add(said(to.span, "a piece goes where it stands", "the same cell", "name the cell that is meant"));
        }
        Primitive::Assign { cells: set, content: Content::OtherOwner } if facts.holds_only(set, Stands::Mine) => {
            let message = "this turns over the mover's own pieces, which the other player gains";
            let said =
                Diagnostic::new(Code::LintOwnPiece, set.span, message).label("only the mover's pieces are among these");
            found.add(said.help("name the other player's pieces, as in `enemy & adjacent(c)`"));
        }
        Primitive::Transfer {
            from: set,
            mode: TransferMode::Replace | TransferMode::Stack | TransferMode::Top(_),
            ..
        }
        | Primitive::Unstack { from: set, .. }
        | Primitive::Assign { cells: set, content: Content::Nothing | Content::OtherOwner } => {
            nothing_there(statement, set, facts, found);
        }
        Primitive::Assign { cells: set, content: Content::Kind(kind) } => {
            if kind.named_kind().is_some_and(|kind| facts.holds_only_kind(set, kind)) {
                let message = "these pieces are of that kind already";
                found.add(said(set.span, message, "promoted to what they are", "promote pieces of another kind"));
            } else {
                nothing_there(statement, set, facts, found);
            }
        }
        Primitive::Transfer { to, mode: TransferMode::Tuck(_), .. } if facts.holds_only(to, Stands::Nothing) => {
            let message = "nothing stands here, under which it could be tucked";
            let help = "name the cell where the upper piece stands by now, or write `move` where none is meant";
            found.add(said(to.span, message, "only empty cells are among these", help));
        }
        Primitive::Transfer { from: set, mode: TransferMode::Tuck(_), .. } => {
            nothing_there(statement, set, facts, found);
        }
        Primitive::Assign { content: Content::Piece { .. }, .. }
        | Primitive::Transfer { mode: TransferMode::Exchange, .. }
        | Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => {}
    }
}

/// A statement on cells where surely nothing stands.
fn nothing_there<'g>(statement: &Effect, set: &'g Expr, facts: &mut Facts<'g>, found: &mut Found) {
    if !matches!(set.ty, Type::Cell | Type::Cells) || !facts.holds_only(set, Stands::Nothing) {
        return;
    }
    let (verb, rest) = statement.words.split_at(statement.words.find(' ').unwrap_or(statement.words.len()));
    found.add(
        Diagnostic::new(Code::MoveNoEffect, set.span, format!("this {verb}s{rest} nothing"))
            .label("only empty cells are among these")
            .help("name cells with pieces, such as `mine` or `enemy`, or exchange the two cells"),
    );
}
