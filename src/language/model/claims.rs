//! What a file claims of its game.

use super::checker::Checker;
use super::declarations::MAX_COUNT;
use super::expr::Expr;
use super::game::Claim;
use super::scope::Phase;
use crate::source::Span;
use crate::syntax::ast::ClaimKind;

impl Checker<'_> {
    /// Checks the claims; those whose options are others are left out. Beside them the conditions of invariants.
    pub fn claims(&mut self) -> (Vec<(Claim, Span)>, Vec<Expr>) {
        let (mut claims, mut invariants) = (Vec::new(), Vec::new());
        for (claim, span) in self.rules.claims.clone() {
            let in_force = match &claim.when {
                None => true,
                Some(when) => self.constant_truth(when) == Some(true),
            };
            let checked = match &claim.kind {
                ClaimKind::Finite => Some(Claim::Finite),
                ClaimKind::NoDraw => Some(Claim::NoDraw),
                ClaimKind::NoPass => Some(Claim::NoPass),
                ClaimKind::Symmetric => Some(Claim::Symmetric),
                ClaimKind::Plies(most) => {
                    let most = most.as_ref().and_then(|most| self.whole(most, 0, MAX_COUNT, "a number of plies"));
                    most.map(Claim::Plies)
                }
                ClaimKind::Outcome(seat) => Some(Claim::Outcome(*seat)),
                ClaimKind::Invariant(condition) => condition.as_ref().map(|condition| {
                    self.scope.clear();
                    let condition = self.truth_in(Phase::End, condition);
                    if in_force {
                        invariants.push(condition);
                    }
                    Claim::Invariant(invariants.len().saturating_sub(1))
                }),
            };
            claims.extend(checked.filter(|_| in_force).map(|claim| (claim, span)));
        }
        (claims, invariants)
    }
}
