//! Conditions and sets in a form that does not depend on how `and`, `or` and `not` stand in them: a table of which of their parts
//! have to hold.

use rustc_hash::FxHashMap;

use super::terms::{ANY_ORDER, Term, Terms};

/// The most parts of a table; it has a row for each choice of them.
const MAX_ATOMS: usize = 11;
/// The most operators that are looked through for one table.
const MAX_NODES: usize = 256;

/// The operators of conditions, then those of sets: both, either, not, what always holds, what never does.
const ALGEBRAS: [[&str; 5]; 2] =
    [["and", "or", "not", "true", "false"], ["inter", "union", "complement", "board", "none"]];

/// Further terms whose parts may stand in any order; of neighbours, those after the relation.
const UNORDERED: [&str; 4] = ["one of", "exchange", "near", "="];

impl Terms {
    /// The same term with a table in the place of each condition and set, as far as these are not too large. Two terms are made
    /// comparable by it; nothing else is to be made of them.
    pub fn canonical(&mut self, term: Term) -> Term {
        let mut known = std::mem::take(&mut self.canonical_terms);
        let made = self.canonical_of(term, &mut known);
        self.canonical_terms = known;
        made
    }

    fn canonical_of(&mut self, term: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(made) = known.get(&term) {
            return *made;
        }
        let algebra = ALGEBRAS.iter().find(|algebra| algebra[..3].contains(&self.word(term)));
        let made = match algebra.and_then(|algebra| self.table(term, algebra, known)) {
            Some(table) => table,
            None => {
                let parts: Vec<Term> = self.parts(term).to_vec();
                let mut made: Vec<Term> = parts.iter().map(|part| self.canonical_of(*part, known)).collect();
                // What may stand in any order stands in that of its parts, which are others now.
                let (word, first) = (self.word(term), usize::from(self.is(term, "near")));
                if ANY_ORDER.contains(&word) || UNORDERED.contains(&word) {
                    made[first..].sort_unstable();
                }
                if made == parts { term } else { self.kept(term, made) }
            }
        };
        known.insert(term, made);
        made
    }

    /// The table of a condition or set; nothing where it is too large.
    fn table(&mut self, term: Term, algebra: &[&str; 5], known: &mut FxHashMap<Term, Term>) -> Option<Term> {
        let mut nodes = 0;
        let mut atoms: Vec<Term> = Vec::new();
        let mut open = vec![term];
        while let Some(at) = open.pop() {
            nodes += 1;
            if nodes > MAX_NODES {
                return None;
            }
            if algebra[..3].contains(&self.word(at)) {
                open.extend_from_slice(self.parts(at));
            } else if !algebra[3..].contains(&self.word(at)) && !atoms.contains(&at) {
                atoms.push(at);
                if atoms.len() > MAX_ATOMS {
                    return None;
                }
            }
        }
        // What is said alike is one part.
        let mut named: Vec<(Term, Term)> = Vec::new();
        for atom in atoms {
            named.push((atom, self.canonical_of(atom, known)));
        }
        let mut parts: Vec<Term> = named.iter().map(|(_, part)| *part).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut rows: Vec<bool> = (0..1usize << parts.len())
            .map(|row| {
                let holds = |atom: Term| {
                    let part = named.iter().find(|(own, _)| *own == atom).map(|(_, part)| *part);
                    let place = parts.iter().position(|known| Some(*known) == part);
                    place.is_some_and(|place| row >> place & 1 == 1)
                };
                self.holds(term, algebra, &holds)
            })
            .collect();
        // A part that decides nothing is left out.
        for place in (0..parts.len()).rev() {
            let bit = 1 << place;
            if (0..rows.len()).all(|row| rows[row] == rows[row ^ bit]) {
                rows = (0..rows.len()).filter(|row| row & bit == 0).map(|row| rows[row]).collect();
                parts.remove(place);
            }
        }
        Some(match (parts.as_slice(), rows.as_slice()) {
            ([], [holds]) => self.leaf(algebra[if *holds { 3 } else { 4 }]),
            ([one], [false, true]) => *one,
            _ => {
                let digits: String = rows.iter().map(|row| if *row { '1' } else { '0' }).collect();
                self.kept_as(&format!("{} table {digits}", algebra[0]), term, parts)
            }
        })
    }

    fn holds(&self, term: Term, algebra: &[&str; 5], atom: &dyn Fn(Term) -> bool) -> bool {
        let mut parts = self.parts(term).iter();
        match self.word(term) {
            word if word == algebra[0] => parts.all(|part| self.holds(*part, algebra, atom)),
            word if word == algebra[1] => parts.any(|part| self.holds(*part, algebra, atom)),
            word if word == algebra[2] => !parts.any(|part| self.holds(*part, algebra, atom)),
            word if word == algebra[3] => true,
            word if word == algebra[4] => false,
            _ => atom(term),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn a_condition_is_what_it_comes_to() {
        let mut terms = Terms::default();
        let [a, b, c] = ["a", "b", "c"].map(|word| terms.leaf(word));
        let either = terms.make("or", vec![b, c]);
        let one = terms.make("and", vec![a, either]);
        let [ab, ac] = [b, c].map(|other| terms.make("and", vec![a, other]));
        let other = terms.make("or", vec![ab, ac]);
        assert_ne!(one, other);
        assert_eq!(terms.canonical(one), terms.canonical(other));
        let all = terms.make("and", vec![ab, c]);
        assert_ne!(terms.canonical(one), terms.canonical(all));
        // In whatever order they came.
        let choices = [[one, b], [b, other]].map(|mut parts| {
            parts.sort_unstable();
            terms.make("one of", parts.to_vec())
        });
        assert_eq!(terms.canonical(choices[0]), terms.canonical(choices[1]));
        // Within others, and what decides nothing.
        let [held, said] = [one, other].map(|of| terms.make("when", vec![of]));
        assert_eq!(terms.canonical(held), terms.canonical(said));
        let (not_b, not_a) = (terms.make("not", vec![b]), terms.make("not", vec![a]));
        let rest = [ab, terms.make("and", vec![a, not_b])];
        let whole = terms.make("or", rest.to_vec());
        assert_eq!(terms.canonical(whole), a);
        let always = terms.make("or", vec![whole, not_a]);
        assert_eq!(terms.canonical(always), terms.leaf("true"));
    }
}
