//! End clauses that hold a turn late: when ends are looked at it is the next player's turn, so `me` is not who has just acted.
//!
//! Said only where nothing that another player does can bring about what is asked of `me`: then it was so already when `me` had
//! acted last, and the clause meant that player, the last mover.

use super::ends::conjuncts;
use super::last_mover;
use super::list::Found;
use super::walk::do_others_gain;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, End, Expr, ExprKind, Game, Judgement, LocalId, PatternKind};

/// How deep definitions are looked into.
const MAX_DEPTH: usize = 8;

/// Looks at the end clauses.
pub fn check(game: &Game, found: &mut Found) {
    if game.max_height > 1 || do_others_gain(game) {
        return;
    }
    for end in game.ends.iter().filter(|end| !end.after_action) {
        let Some(first) = end.results.first() else { continue };
        let (who, wins) = match &first.kind {
            Judgement::Wins(who) => (who, true),
            Judgement::Loses(who) => (who, false),
            _ => continue,
        };
        let is_me = matches!(who.kind, ExprKind::Builtin(Builtin::Me, _));
        // A pair of clauses asks of the last mover first, and of the next player after that.
        let asked_before = game.ends.iter().any(|other| !std::ptr::eq(other, end) && asks_last_mover(game, other));
        if !is_me || first.when.is_some() || asked_before {
            continue;
        }
        let reader = Reader { game, me: Vec::new(), depth: 0, lines_alone: !wins };
        if reader.stood_already(&end.when) {
            let message = "this end clause holds a turn late: `me` is the next player when ends are looked at";
            let help = "write `last mover` for who has just acted, here and in the result: `chain of last mover`, \
                        `owned(last mover)`";
            let said =
                Diagnostic::new(Code::EndLate, end.when.span, message).label("asks about the player who is to act");
            let fix = last_mover::fix(game, &end.when, who);
            found.add(Diagnostic { fixes: fix.into_iter().collect(), ..said.help(help) });
        }
    }
}

fn asks_last_mover(game: &Game, end: &End) -> bool {
    let mut asks = false;
    end.when.visit(&mut |part| asks |= matches!(part.kind, ExprKind::Builtin(Builtin::LastMover, _)));
    let pattern = |part: &Expr| {
        matches!(&part.kind, ExprKind::Pattern { of: None, pattern, .. }
        if game.patterns.get(*pattern).is_some_and(|pattern| pattern.by_owner))
    };
    end.when.visit(&mut |part| asks |= pattern(part));
    asks
}

/// The look at a condition.
struct Reader<'g> {
    game: &'g Game,
    /// Parameters that stand for `me`.
    me: Vec<LocalId>,
    depth: usize,
    /// Whether only lines and loops are looked for.
    lines_alone: bool,
}

impl Reader<'_> {
    /// Whether a condition speaks of what `me` has on the board, and only `me` can have brought it about.
    fn stood_already(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::And, args) => {
                args.iter().any(|arg| self.stood_already(arg))
                    && conjuncts(expr)
                        .filter(|part| !is_and(part))
                        .all(|part| self.is_fixed(part) || self.stood_already(part))
            }
            ExprKind::Builtin(Builtin::Or, args) => args.iter().all(|arg| self.stood_already(arg)),
            ExprKind::Call(id, args) if self.depth < MAX_DEPTH => {
                let Some(definition) = self.game.definitions.get(*id) else { return false };
                let given = definition.params.iter().zip(args).filter(|(_, arg)| self.is_me(arg));
                let me = given.map(|(param, _)| *param).collect();
                let fixed = args.iter().all(|arg| self.is_me(arg) || self.is_fixed(arg));
                let inner = Reader { game: self.game, me, depth: self.depth + 1, lines_alone: self.lines_alone };
                fixed && inner.stood_already(&definition.body)
            }
            ExprKind::Builtin(Builtin::NotEmpty, set) => set.iter().all(|set| self.shape(set) || self.own_among(set)),
            ExprKind::Quantified { every: false, over, condition, .. } => {
                matches!(condition.kind, ExprKind::Truth(true)) && self.shape(over)
            }
            ExprKind::Builtin(Builtin::Joins, args) => match args.as_slice() {
                [groups, sets @ ..] => {
                    !self.lines_alone && self.own_pattern(groups) && sets.iter().all(|set| self.is_fixed(set))
                }
                [] => false,
            },
            ExprKind::Builtin(Builtin::Contains | Builtin::SubsetOf, args) => match args.as_slice() {
                [inside, set] => !self.lines_alone && self.is_fixed(inside) && self.own(set),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_me(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Me, _) => true,
            ExprKind::Local(local) => self.me.contains(local),
            _ => false,
        }
    }

    /// Lines or loops of `me`: with more on the board there are more of them, unless others must not stand beside them.
    fn shape(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::UnionOfGroups, of) => of.iter().all(|of| self.shape(of)),
            ExprKind::Pattern { pattern, .. } => {
                let sort = self.game.patterns.get(*pattern).map(|pattern| pattern.sort);
                matches!(sort, Some(PatternKind::Loop | PatternKind::Line { exactly: false, .. }))
                    && self.own_pattern(expr)
            }
            _ => false,
        }
    }

    fn own_pattern(&self, expr: &Expr) -> bool {
        let ExprKind::Pattern { pattern, of: Some(of), through } = &expr.kind else { return false };
        let plain = self.game.patterns.get(*pattern).is_some_and(|pattern| {
            pattern.by_owner
                && matches!(pattern.members.kind, ExprKind::Pieces { .. } | ExprKind::Builtin(Builtin::Occupied, _))
        });
        plain && self.is_me(of) && through.as_deref().is_none_or(|cell| self.is_fixed(cell))
    }

    /// Cells with pieces of `me`.
    fn own(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Mine, _) => self.depth == 0 || self.me.is_empty(),
            ExprKind::Builtin(Builtin::OwnedBy, of) => of.iter().all(|of| self.is_me(of)),
            ExprKind::Pieces { owner: Some(owner), .. } => self.is_me(owner),
            _ => false,
        }
    }

    /// Cells with pieces of `me` among cells that are always the same.
    fn own_among(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Intersection, args) => match args.as_slice() {
                [a, b] => !self.lines_alone && (self.own(a) && self.is_fixed(b) || self.own(b) && self.is_fixed(a)),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the board, the options and who is asked about decide what it is.
    fn is_fixed(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => self.me.contains(local),
            ExprKind::Call(id, args) if self.depth < MAX_DEPTH => {
                let Some(definition) = self.game.definitions.get(*id) else { return false };
                let me = definition.params.clone();
                let inner = Reader { game: self.game, me, depth: self.depth + 1, lines_alone: self.lines_alone };
                args.iter().all(|arg| self.is_fixed(arg)) && inner.is_fixed(&definition.body)
            }
            ExprKind::Call(..) => false,
            _ => expr.reads().within(Reads::MOVER) && expr.parts().into_iter().all(|part| self.is_fixed(part)),
        }
    }
}

fn is_and(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Builtin(Builtin::And, _))
}
