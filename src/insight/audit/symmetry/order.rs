//! Whether it matters in which order a loop goes through a set.

use crate::audit::uses::bodies;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Content, CounterId, Effect, Expr, ExprKind, Game, LocalId, MarkId, Primitive, primitives,
};

/// A part of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// What stands where, and what happened to it this turn.
    Pieces,
    Mark(MarkId),
    Counter(CounterId),
}

/// What a loop's body does.
#[derive(Default)]
struct Body {
    /// What it changes.
    changed: Vec<Part>,
    /// What it looks at.
    seen: Vec<Part>,
    /// Whether it does something of which no more is known.
    more: bool,
}

/// Whether a loop does the same in whatever order it goes through its set: its body looks at nothing that it changes, and
/// makes one change at most to each part of a position, one that does not depend on what was there.
pub fn is_free(game: &Game, local: LocalId, condition: Option<&Expr>, effects: &[Effect]) -> bool {
    let mut body = Body::default();
    if let Some(condition) = condition {
        body.look(game, local, condition, 0);
    }
    primitives(effects).for_each(|primitive| body.add(game, local, primitive));
    let twice = (1..body.changed.len()).any(|at| body.changed[..at].contains(&body.changed[at]));
    !body.more && !twice && body.changed.iter().all(|part| !body.seen.contains(part))
}

/// How deep definitions are looked into.
const MAX_DEPTH: usize = 64;

impl Body {
    fn add(&mut self, game: &Game, local: LocalId, primitive: &Primitive) {
        match primitive {
            Primitive::Assign { cells, content } => {
                self.changed.push(Part::Pieces);
                if let Content::Piece { count, piece } = content {
                    // The same piece wherever the loop is.
                    self.more |= piece.free_locals().contains(&local) || count.is_some();
                    self.look(game, local, piece, 0);
                }
                self.look(game, local, cells, 0);
            }
            Primitive::Mark { mark, cells, .. } => {
                self.changed.push(Part::Mark(*mark));
                self.look(game, local, cells, 0);
            }
            Primitive::Set { counter, of, value } if of.iter().any(|of| is_local(of, local)) => {
                self.changed.push(Part::Counter(*counter));
                self.look_beside(game, local, value, Some(*counter), 0);
            }
            Primitive::If { condition, then, otherwise } => {
                self.look(game, local, condition, 0);
                primitives(then).chain(primitives(otherwise)).for_each(|inner| self.add(game, local, inner));
            }
            Primitive::Let(_, value) => self.look(game, local, value, 0),
            Primitive::Require(condition) => self.look(game, local, condition, 0),
            Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::For { .. }
            | Primitive::Repeat { .. } => self.more = true,
        }
    }

    fn look(&mut self, game: &Game, local: LocalId, expr: &Expr, depth: usize) {
        self.look_beside(game, local, expr, None, depth);
    }

    /// Notes what an expression looks at; a counter of the loop's own cell or player, if one is given, is let pass.
    fn look_beside(&mut self, game: &Game, local: LocalId, expr: &Expr, own: Option<CounterId>, depth: usize) {
        if depth > MAX_DEPTH {
            self.more = true;
            return;
        }
        match &expr.kind {
            // What was before does not change.
            ExprKind::Before(_) | ExprKind::TurnStart(_) => return,
            ExprKind::Counter(counter, of) => {
                let is_own = own == Some(*counter) && of.iter().any(|of| is_local(of, local));
                if !is_own {
                    self.seen.push(Part::Counter(*counter));
                }
            }
            ExprKind::Marked(mark) => self.seen.push(Part::Mark(*mark)),
            ExprKind::Piece { owner: None, .. } => self.seen.push(Part::Pieces),
            ExprKind::Pattern { .. } | ExprKind::Parts { .. } | ExprKind::Distance { .. } => {
                bodies(game, expr).into_iter().for_each(|body| self.look(game, local, body, depth + 1));
            }
            ExprKind::Call(id, _) => self.look(game, local, &game.definitions[*id].body, depth + 1),
            _ => {}
        }
        let reads = expr.reads();
        self.more |= reads.any(Reads::ACTIONS);
        if reads.any(Reads::PIECES.and(Reads::TURN)) {
            self.seen.push(Part::Pieces);
        }
        for part in expr.parts() {
            self.look_beside(game, local, part, own, depth);
        }
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(name) if name == local)
}
