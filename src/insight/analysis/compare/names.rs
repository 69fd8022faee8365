//! The sheets of both games in the names of the first, so that the same metric has the same key in both.

use super::changes::Changes;
use super::side::Sides;
use crate::analysis::Sheet;
use crate::library::Prepared;
use rulebook_language::util::Id;

/// What the facts of games of A, played by `a`, and of B, played by `b`, speak of. B's players are called as in A already where
/// `b` is [`Sides::aligned`]; its moves and end clauses are named here by those of A that they are paired with.
pub fn sheets(sides: &Sides, changes: &Changes, a: &Prepared, b: &Prepared) -> [Sheet; 2] {
    let own = Sheet::new(&a.start(), &sides.a.loaded.sources);
    let mut other = Sheet::new(&b.start(), &sides.b.loaded.sources);
    let mut moves: Vec<Option<String>> = vec![None; b.game.moves.len()];
    for (name, of_b) in a.game.moves.iter().map(|rule| &rule.name).zip(&sides.pairing.moves) {
        if let Some(name_of) = of_b.and_then(|of_b| moves.get_mut(of_b.index())) {
            *name_of = Some(name.clone());
        }
    }
    for effect in &mut other.effects {
        let at = b.game.moves.iter().position(|rule| rule.name == effect.of);
        if let Some(name) = at.and_then(|at| moves[at].clone()) {
            effect.of = name;
        }
    }
    for (name, renamed) in other.moves.iter_mut().zip(moves) {
        *name = renamed.unwrap_or_else(|| name.clone());
    }
    let known: Vec<String> = own.clauses.clone();
    let paired = |at: usize| changes.ends.iter().find(|(_, of_b)| *of_b == at).and_then(|(of_a, _)| known.get(*of_a));
    for at in 0..b.game.ends.len() {
        let name = match paired(at) {
            Some(name) => name.clone(),
            // A number by itself would be that of another clause.
            None if known.contains(&other.clauses[at]) => format!("{} of B", other.clauses[at]),
            None => continue,
        };
        other.clauses[at] = name;
    }
    [own, other]
}
