//! What spreads and hangs together, as terms.

use super::reading::TermReader;
use super::terms::{Term, Terms};
use rulebook_language::model::{Expr, ExprKind, JoiningId};

impl TermReader<'_> {
    /// The parts of a set, how far it is to a set, a set that spreads.
    pub fn joined(&mut self, terms: &mut Terms, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Parts { of, joint } => {
                let parts = vec![
                    self.read_set(terms, of),
                    self.relation(terms, joint.relation),
                    self.given(terms, joint.given),
                ];
                terms.make("parts", parts)
            }
            ExprKind::Distance { from, to, joint } => {
                let parts = vec![
                    self.read_set(terms, from),
                    self.read_set(terms, to),
                    self.relation(terms, joint.relation),
                    self.given(terms, joint.given),
                ];
                terms.make("steps", parts)
            }
            ExprKind::Spread { own, member, from, to } => {
                let from = self.read_set(terms, from);
                let [reached, one] = [terms.placeholder(), terms.placeholder()];
                self.bound.extend(own.map(|own| (own, reached)).into_iter().chain(member.map(|member| (member, one))));
                let to = self.read_set(terms, to);
                let each = terms.bind("each", Vec::new(), one, vec![to]);
                terms.bind("spread", vec![from], reached, vec![each])
            }
            _ => terms.placeholder(),
        }
    }

    /// What joins cells, where the position decides.
    pub fn given(&mut self, terms: &mut Terms, given: Option<JoiningId>) -> Term {
        let Some(joining) = given.and_then(|id| self.game.joinings.get(id)) else { return terms.leaf("all") };
        let mut ways = Vec::new();
        for (way, from) in &joining.ways {
            let (way, from) = (self.direction(terms, *way), self.read(terms, from));
            ways.push(terms.make("from", vec![way, from]));
        }
        ways.sort_unstable();
        terms.make("joined", ways)
    }
}
