//! Chains: links whose own effects let them go on, links that use nothing up, and pieces that are taken before a chain is over.
//!
//! The first is said only of an effect that is made where no further link is possible, and that changes what this was asked of: the
//! chain then goes on after what was meant to come at its end.

use super::list::Found;
use crate::audit::progress::{Links, links};
use crate::audit::uses::{any, bodies};
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Chains, Content, Effect, Expr, ExprKind, Game, Move, MoveId, Picking, PlayerId, Primitive, TurnOrder,
    TurnStep, all_primitives,
};

/// Looks at the moves of which there are chains.
pub fn check(game: &Game, found: &mut Found) {
    let mut chained: Vec<Chained> = Vec::new();
    for turn in &game.turns {
        gather(&turn.order, turn.of, &mut chained);
    }
    let mut known: Vec<MoveId> = Vec::new();
    for chain in &chained {
        let Some(rule) = game.moves.get(chain.rule) else { continue };
        if !known.contains(&chain.rule) {
            known.push(chain.rule);
            effects(game, rule, rule.link(), found);
        }
        goes_on(game, rule, chain, found);
    }
    for rule in known.iter().filter(|id| chained.iter().any(|chain| chain.rule == **id && chain.is_longest)) {
        game.moves.get(*rule).into_iter().for_each(|rule| taken_at_once(game, rule, found));
    }
}

/// A chain that a turn offers.
#[derive(PartialEq)]
struct Chained {
    rule: MoveId,
    /// The pick that it goes on from.
    from: u8,
    /// Whose; everybody's where none is given.
    of: Option<PlayerId>,
    is_longest: bool,
}

fn gather(order: &TurnOrder, of: Option<PlayerId>, chained: &mut Vec<Chained>) {
    for sequence in order.choices.iter().flatten() {
        for step in sequence.steps() {
            match step {
                TurnStep::Chain { rule, from, which } => {
                    let chain = Chained { rule: *rule, from: *from, of, is_longest: *which == Chains::Longest };
                    if !chained.contains(&chain) {
                        chained.push(chain);
                    }
                }
                TurnStep::Order(inner) => gather(inner, of, chained),
                TurnStep::Move(..) | TurnStep::Pass => {}
            }
        }
    }
}

/// Whether a chain may go on for ever.
fn goes_on(game: &Game, rule: &Move, chain: &Chained, found: &mut Found) {
    let players = || game.players.ids().filter(|player| chain.of.is_none_or(|of| of == *player));
    let each: Vec<Links> = players().map(|player| links(game, player, chain.rule, chain.from)).collect();
    if each.contains(&Links::Unbounded) {
        found.add(
            Diagnostic::new(Code::MoveEndlessChain, rule.span, format!("a chain of `{}` may go on for ever", rule.name))
                .label("nothing is used up by a link of it, as far as can be shown")
                .help(
                    "keep off cells that it came from, as in `pick b in ... - vacated`; or let each link take a piece away, mark a cell \
                     or lower a counter",
                ),
        );
    }
}

/// A piece that is taken by each link, though the longest of the chains are asked for, and far moves could pass where it stood.
fn taken_at_once(game: &Game, rule: &Move, found: &mut Found) {
    let is_far = |expr: &Expr| {
        matches!(expr.kind, ExprKind::Builtin(Builtin::Ray | Builtin::Sight | Builtin::Walk | Builtin::Between, _))
    };
    let reaches = |expr: &Expr| matches!(expr.kind, ExprKind::Builtin(Builtin::Ray | Builtin::Sight, _));
    if !picks(rule).any(|from| any(game, from, &reaches)) {
        return;
    }
    let takes = |effect: &&Effect| {
        all_primitives(std::slice::from_ref(*effect)).into_iter().any(|primitive| match primitive {
            Primitive::Assign { cells, content: Content::Nothing } => any(game, cells, &is_far),
            _ => false,
        })
    };
    if let Some(effect) = rule.link().iter().find(takes) {
        found.add(
            Diagnostic::new(Code::LintTakenAtOnce, effect.span, "taken pieces leave before the chain is over")
                .label("a further link can pass here, and go on from behind it")
                .help("if they stay until the end: `mark` them, capture no marked piece, and remove them `at its end { ... }`")
                .note(),
        );
    }
}

fn effects(game: &Game, rule: &Move, all: &[Effect], found: &mut Found) {
    for primitive in all.iter().flat_map(|effect| &effect.does) {
        if let Primitive::If { condition, then, otherwise } = primitive {
            for (branch, truth) in [(then, true), (otherwise, false)] {
                let mut denied = Vec::new();
                deny(condition, truth, &mut denied);
                let asked = |part: &&&Expr| uses(game, part, &mut is_geometry) && uses(game, part, &mut asks_kind);
                if let Some(asked) = denied.iter().find(asked)
                    && let Some(effect) = branch.iter().find(|effect| effect.does.iter().any(changes_kind))
                    && picks(rule).any(|from| uses(game, from, &mut asks_kind))
                {
                    found.add(
                        Diagnostic::new(Code::LintChain, effect.span, "an effect of this link lets the chain go on")
                            .label("made where no further link is possible, and makes one possible")
                            .related(asked.span, "asks what this effect changes")
                            .help(format!(
                                "do it once the chain is complete: in a block `at its end {{ ... }}`, the last statement of `{}`; or \
                                 drop the condition if the chain is to go on",
                                rule.name
                            )),
                    );
                }
            }
        }
        primitive.blocks().into_iter().for_each(|block| effects(game, rule, block, found));
    }
}

/// What a move picks from, and what it asks of its picks.
fn picks(rule: &Move) -> impl Iterator<Item = &Expr> {
    rule.picking.iter().map(|step| match step {
        Picking::Pick { from: expr, .. }
        | Picking::Several { from: expr, .. }
        | Picking::Let { value: expr, .. }
        | Picking::Where(expr) => expr,
    })
}

/// The conditions that do not hold where this one holds, or does not; those that only ask where a cell lies are left out.
fn deny<'e>(condition: &'e Expr, truth: bool, denied: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Not(of) => deny(of, !truth, denied),
        ExprKind::Builtin(Builtin::And, parts) if truth => parts.iter().for_each(|part| deny(part, true, denied)),
        ExprKind::Builtin(Builtin::Or, parts) if !truth => parts.iter().for_each(|part| deny(part, false, denied)),
        ExprKind::Builtin(Builtin::IsEmpty, _) if truth => denied.push(condition),
        ExprKind::Builtin(Builtin::NotEmpty, _) | ExprKind::Quantified { every: false, .. } | ExprKind::Call(..)
            if !truth =>
        {
            denied.push(condition);
        }
        _ => {}
    }
}

/// Whether this is so of something in an expression, definitions that it uses included.
fn uses(game: &Game, expr: &Expr, is_so: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let (mut found, mut seen, mut open) = (false, Vec::new(), vec![expr]);
    while let Some(expr) = open.pop().filter(|_| !found) {
        expr.visit(&mut |part| {
            found |= is_so(part);
            for body in bodies(game, part) {
                if seen.contains(&body.span) {
                    continue;
                }
                seen.push(body.span);
                open.push(body);
            }
        });
    }
    found
}

fn asks_kind(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Pieces { .. } | ExprKind::Builtin(Builtin::KindOf, _))
}

/// Whether it leads from a cell to others.
fn is_geometry(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Neighbours(..)
            | ExprKind::Builtin(
                Builtin::Step | Builtin::StepAll | Builtin::Walk | Builtin::Ray | Builtin::Sight | Builtin::Between,
                _
            )
    )
}

fn changes_kind(primitive: &Primitive) -> bool {
    matches!(primitive, Primitive::Assign { content: Content::Kind(_), .. })
        || primitive.blocks().into_iter().flatten().any(|effect| effect.does.iter().any(changes_kind))
}
