//! Terms that are equal where rules say the same: each is kept once, in a normal form, so that two are compared by number.
//!
//! Every rewriting keeps the meaning in every position; that two terms differ does not say that their meanings do.

use rustc_hash::FxHashMap;

/// A term, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(u32);

/// The most terms; past them nothing is equal to anything.
const MAX_TERMS: usize = 1 << 18;

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    word: String,
    parts: Vec<Term>,
}

/// All terms.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    heights: Vec<u32>,
    known: FxHashMap<Node, Term>,
    fresh: u32,
    /// The least that counters can hold, by their words.
    counters: FxHashMap<String, i64>,
    /// What [`Terms::canonical`] made of terms.
    pub(super) canonical_terms: FxHashMap<Term, Term>,
}

/// How constants begin that are equal only if they are written alike.
const CONSTANTS: [&str; 5] = ["n:", "word:", "cell:", "player:", "kind:"];

/// Operators whose arguments may stand in any order and be grouped at will.
pub(super) const ANY_ORDER: [&str; 9] = ["and", "or", "inter", "union", "+", "*", "min", "max", "dirs"];
/// Those of them to which the same argument twice is the same as once.
const ONCE: [&str; 7] = ["and", "or", "inter", "union", "min", "max", "dirs"];

impl Terms {
    /// Whether there are too many.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MAX_TERMS
    }

    /// Says how little a counter can hold: of both games the less.
    pub fn holds_at_least(&mut self, word: String, least: i64) {
        let known = self.counters.entry(word).or_insert(least);
        *known = least.min(*known);
    }

    /// A term without parts.
    pub fn leaf(&mut self, word: impl Into<String>) -> Term {
        self.intern(word.into(), Vec::new())
    }

    /// A name that no other term has, for what a binder binds.
    pub fn placeholder(&mut self) -> Term {
        self.fresh += 1;
        let word = format!("?{}", self.fresh);
        self.leaf(word)
    }

    /// The word of a term.
    pub fn word(&self, term: Term) -> &str {
        &self.nodes[term.0 as usize].word
    }

    /// The parts of a term.
    pub fn parts(&self, term: Term) -> &[Term] {
        &self.nodes[term.0 as usize].parts
    }

    pub(super) fn is(&self, term: Term, word: &str) -> bool {
        self.word(term) == word
    }

    fn intern(&mut self, word: String, parts: Vec<Term>) -> Term {
        let node = Node { word, parts };
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let below = node.parts.iter().map(|part| self.heights[part.0 as usize]).max().unwrap_or(0);
        self.heights.push(below + u32::from(node.word == "bind"));
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        // Once there are too many, each is its own: nothing more is found to be the same.
        if !self.is_full() {
            self.known.insert(node, term);
        }
        term
    }

    /// The term of an operator with its arguments, in normal form.
    pub fn make(&mut self, word: &str, parts: Vec<Term>) -> Term {
        match (word, parts.as_slice()) {
            ("not", [of]) => self.not(*of),
            ("complement", [of]) => self.complement(*of),
            ("in", [cell, set]) => self.contains(*cell, *set),
            ("some", [set]) => self.some(*set),
            ("<", [a, b]) => self.less(*a, *b),
            ("=", [a, b]) => self.equal(*a, *b),
            ("if", [condition, then, otherwise]) => self.choose(*condition, *then, *otherwise),
            ("near", [relation, a, b]) => {
                let (a, b) = if b < a { (*b, *a) } else { (*a, *b) };
                self.intern(word.to_owned(), vec![*relation, a, b])
            }
            _ if ANY_ORDER.contains(&word) => self.in_any_order(word, parts),
            _ => self.intern(word.to_owned(), parts),
        }
    }

    fn in_any_order(&mut self, word: &str, parts: Vec<Term>) -> Term {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.is(part, word) {
                true => flat.extend_from_slice(self.parts(part)),
                false => flat.push(part),
            }
        }
        let (neutral, absorbing) = match word {
            "and" => ("true", "false"),
            "or" => ("false", "true"),
            "inter" => ("board", "none"),
            "union" => ("none", "board"),
            "+" => ("n:0", ""),
            "*" => ("n:1", "n:0"),
            _ => ("", ""),
        };
        if flat.iter().any(|part| self.is(*part, absorbing)) {
            return self.leaf(absorbing);
        }
        flat.retain(|part| !self.is(*part, neutral));
        flat.sort_unstable();
        if word == "+"
            && let Some(other) = self.added(&flat)
        {
            return self.in_any_order(word, other);
        }
        if ONCE.contains(&word) {
            flat.dedup();
        }
        if let Some(simpler) = self.absorbed(word, &flat) {
            return self.in_any_order(word, simpler);
        }
        match flat.as_slice() {
            [] if !neutral.is_empty() => self.leaf(neutral),
            [one] if word != "dirs" => *one,
            _ => self.intern(word.to_owned(), flat),
        }
    }

    pub(super) fn not(&mut self, of: Term) -> Term {
        let parts = self.parts(of).to_vec();
        match (self.word(of), parts.as_slice()) {
            ("true", _) => self.leaf("false"),
            ("false", _) => self.leaf("true"),
            ("not", [inner]) => *inner,
            ("and" | "or", _) => {
                let other = if self.is(of, "and") { "or" } else { "and" };
                let parts = parts.into_iter().map(|part| self.not(part)).collect();
                self.make(other, parts)
            }
            _ => self.intern("not".to_owned(), vec![of]),
        }
    }

    pub(super) fn complement(&mut self, of: Term) -> Term {
        let parts = self.parts(of).to_vec();
        match (self.word(of), parts.as_slice()) {
            ("board", _) => self.leaf("none"),
            ("none", _) => self.leaf("board"),
            ("complement", [inner]) => *inner,
            ("inter" | "union", _) => {
                let other = if self.is(of, "inter") { "union" } else { "inter" };
                let parts = parts.into_iter().map(|part| self.complement(part)).collect();
                self.make(other, parts)
            }
            _ => self.intern("complement".to_owned(), vec![of]),
        }
    }

    /// Whether a cell is in a set.
    fn contains(&mut self, cell: Term, set: Term) -> Term {
        let parts = self.parts(set).to_vec();
        match (self.word(set).to_owned().as_str(), parts.as_slice()) {
            ("none", _) => self.leaf("false"),
            ("inter" | "union", _) => {
                let word = if self.is(set, "inter") { "and" } else { "or" };
                let parts = parts.into_iter().map(|part| self.contains(cell, part)).collect();
                self.make(word, parts)
            }
            // From here on it matters that the cell is on the board.
            _ if !self.is_cell(cell) => self.intern("in".to_owned(), vec![cell, set]),
            ("board", _) => self.leaf("true"),
            ("complement", [of]) => {
                let inside = self.contains(cell, *of);
                self.not(inside)
            }
            ("cells-with", [bound, condition]) => self.replace(*condition, *bound, cell),
            ("one", [other]) => self.equal(cell, *other),
            ("near-of", [relation, of]) if self.word(*relation).starts_with("rel=") && self.is(*of, "one") => {
                let centre = self.parts(*of)[0];
                self.make("near", vec![*relation, cell, centre])
            }
            _ => self.intern("in".to_owned(), vec![cell, set]),
        }
    }

    /// Whether a term is a cell of the board for certain, and not perhaps nowhere.
    fn is_cell(&self, term: Term) -> bool {
        ["?", "bound:", "pick:", "cell:"].iter().any(|start| self.word(term).starts_with(start))
    }

    /// Whether a set has a cell.
    fn some(&mut self, set: Term) -> Term {
        match self.word(set) {
            "none" => self.leaf("false"),
            "board" => self.leaf("true"),
            "union" => {
                let parts = self.parts(set).to_vec();
                let parts = parts.into_iter().map(|part| self.some(part)).collect();
                self.make("or", parts)
            }
            _ => self.intern("some".to_owned(), vec![set]),
        }
    }

    /// The whole number that a term is.
    pub(super) fn whole(&self, term: Term) -> Option<i64> {
        self.word(term).strip_prefix("n:")?.parse().ok()
    }

    /// The set that a term counts.
    fn counted(&self, term: Term) -> Option<Term> {
        (self.is(term, "count")).then(|| self.parts(term).first().copied()).flatten()
    }

    /// Of a term that is a whole number in every position, the least that it can be if that is known; nothing of others.
    fn least(&self, term: Term) -> Option<Option<i64>> {
        let word = self.word(term);
        let all = || self.parts(term).iter().map(|part| self.least(*part)).collect::<Option<Vec<_>>>();
        match word {
            "count" | "Count" | "GroupCount" | "NumbersCount" | "DirectionsCount" | "KindsCount" | "Edges"
            | "Height" | "InStack" | "Column" | "Row" => Some(Some(0)),
            "TurnNumber" | "PlyNumber" => Some(Some(1)),
            "Distance" => Some(Some(-1)),
            "before" | "turn-start" => self.least(*self.parts(term).first()?),
            "+" => Some(all()?.into_iter().try_fold(0i64, |sum, least| sum.checked_add(least?))),
            "*" => {
                let natural = all()?.into_iter().all(|least| least.is_some_and(|least| least >= 0));
                Some(natural.then_some(0))
            }
            _ if word.starts_with("counter:") => Some(self.counters.get(word).copied()),
            _ => self.whole(term).map(Some),
        }
    }

    fn less(&mut self, a: Term, b: Term) -> Term {
        if let (Some(a), Some(b)) = (self.whole(a), self.whole(b)) {
            return self.leaf(if a < b { "true" } else { "false" });
        }
        if let Some([a, b]) = self.balanced(a, b) {
            return self.less(a, b);
        }
        // A whole number less than n is one that is not more than n - 1.
        match (self.least(a), self.whole(b), self.whole(a), self.least(b)) {
            (Some(Some(least)), Some(most), ..) if most <= least => self.leaf("false"),
            (Some(_), Some(most), ..) => {
                let below = self.leaf(format!("n:{}", most - 1));
                let more = self.less(below, a);
                self.not(more)
            }
            (.., Some(below), Some(Some(least))) if below < least => self.leaf("true"),
            (.., Some(0), Some(_)) if self.counted(b).is_some() => {
                let set = self.parts(b)[0];
                self.some(set)
            }
            _ => self.intern("<".to_owned(), vec![a, b]),
        }
    }

    fn equal(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.leaf("true");
        }
        if let Some([one, other]) = self.balanced(a, b).filter(|[one, other]| [*one, *other] != [b, a]) {
            return self.equal(one, other);
        }
        // Constants of one sort that are written otherwise are others.
        let sort = |term: Term| CONSTANTS.iter().find(|start| self.word(term).starts_with(**start));
        if sort(a).is_some() && sort(a) == sort(b) {
            return self.leaf("false");
        }
        let counted = self.counted(a).filter(|_| self.whole(b) == Some(0));
        let other = self.counted(b).filter(|_| self.whole(a) == Some(0));
        if let Some(set) = counted.or(other) {
            let some = self.some(set);
            return self.not(some);
        }
        // As little as it can be is no more than that.
        for (one, other) in [(a, b), (b, a)] {
            if let (Some(Some(least)), Some(n)) = (self.least(one), self.whole(other))
                && n <= least
            {
                let more = self.less(other, one);
                return if n < least { self.leaf("false") } else { self.not(more) };
            }
        }
        // Whose the piece on a cell is tells whose pieces the cell is among.
        for (one, other) in [(a, b), (b, a)] {
            if self.is(one, "owner") && self.is_somebody(other) {
                let cell = self.parts(one)[0];
                let set = self.make("owned", vec![other]);
                return self.contains(cell, set);
            }
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.intern("=".to_owned(), vec![a, b])
    }

    /// Whether a term is a player for certain, and not perhaps nobody.
    pub fn is_somebody(&self, player: Term) -> bool {
        matches!(self.word(player), "Me" | "opponent") || self.word(player).starts_with("player:")
    }

    fn choose(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match self.word(condition) {
            "true" => then,
            "false" => otherwise,
            _ if then == otherwise => then,
            "not" => {
                let inner = self.parts(condition)[0];
                self.choose(inner, otherwise, then)
            }
            _ => self.intern("if".to_owned(), vec![condition, then, otherwise]),
        }
    }

    /// A condition that is one of two as a third holds or does not.
    pub fn either(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let not = self.not(condition);
        let [one, other] = [[condition, then], [not, otherwise]].map(|parts| self.make("and", parts.to_vec()));
        self.make("or", vec![one, other])
    }

    /// The cells, called `bound`, that meet a condition.
    pub fn cells_with(&mut self, bound: Term, condition: Term) -> Term {
        let parts = self.parts(condition).to_vec();
        match (self.word(condition), parts.as_slice()) {
            ("true", _) => self.leaf("board"),
            ("false", _) => self.leaf("none"),
            ("and" | "or", _) => {
                let word = if self.is(condition, "and") { "inter" } else { "union" };
                let parts = parts.into_iter().map(|part| self.cells_with(bound, part)).collect();
                self.make(word, parts)
            }
            ("not", [of]) => {
                let inside = self.cells_with(bound, *of);
                self.complement(inside)
            }
            ("in", [cell, set]) if *cell == bound && !self.mentions(*set, bound) => *set,
            _ => {
                let height = self.heights[condition.0 as usize];
                let name = self.leaf(format!("bound:{height}"));
                let body = self.replace(condition, bound, name);
                let term = self.intern("cells-with".to_owned(), vec![name, body]);
                self.raise(term, height + 1)
            }
        }
    }

    fn raise(&mut self, term: Term, height: u32) -> Term {
        let at = term.0 as usize;
        self.heights[at] = self.heights[at].max(height);
        term
    }

    pub(super) fn mentions(&self, term: Term, name: Term) -> bool {
        let mut open = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(at) = open.pop() {
            if at == name {
                return true;
            }
            if seen.insert(at) {
                open.extend_from_slice(self.parts(at));
            }
        }
        false
    }

    /// Whether a word stands somewhere in a term, or a definition that is not read through.
    pub fn speaks_of(&self, term: Term, word: &str) -> bool {
        let mut open = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(at) = open.pop() {
            if self.word(at) == word || self.word(at).starts_with("call:") {
                return true;
            }
            if seen.insert(at) {
                open.extend_from_slice(self.parts(at));
            }
        }
        false
    }

    /// How much two terms have in common: the share of their parts that both have.
    pub fn shared(&self, one: Term, other: Term) -> f64 {
        let parts = |term: Term| {
            let mut seen = rustc_hash::FxHashSet::default();
            let mut open = vec![term];
            while let Some(at) = open.pop() {
                if seen.insert(at) {
                    open.extend_from_slice(self.parts(at));
                }
            }
            seen
        };
        let (one, other) = (parts(one), parts(other));
        let both = one.intersection(&other).count();
        both as f64 / (one.len() + other.len() - both).max(1) as f64
    }

    /// What ranges over something else than cells; it is called after the binders within its body, so that names do not matter.
    pub fn bind(&mut self, word: &str, held: Vec<Term>, bound: Term, bodies: Vec<Term>) -> Term {
        let height = bodies.iter().map(|body| self.heights[body.0 as usize]).max().unwrap_or(0);
        let name = self.leaf(format!("bound:{height}"));
        let bodies: Vec<Term> = bodies.into_iter().map(|body| self.replace(body, bound, name)).collect();
        let mark = self.intern("bind".to_owned(), bodies);
        self.raise(mark, height + 1);
        let parts = held.into_iter().chain([mark]).collect();
        self.make(word, parts)
    }

    /// A term with one of its parts replaced wherever it stands.
    pub fn replace(&mut self, term: Term, old: Term, new: Term) -> Term {
        self.replaced(term, old, new, &mut FxHashMap::default())
    }

    fn replaced(&mut self, term: Term, old: Term, new: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if term == old {
            return new;
        }
        if self.parts(term).is_empty() {
            return term;
        }
        if let Some(known) = known.get(&term) {
            return *known;
        }
        let (word, parts) = (self.word(term).to_owned(), self.parts(term).to_vec());
        let others: Vec<Term> = parts.iter().map(|part| self.replaced(*part, old, new, known)).collect();
        let made = if others == parts { term } else { self.higher(term, |terms| terms.make(&word, others)) };
        known.insert(term, made);
        made
    }

    /// A term that is made of another one and is no lower in binders.
    fn higher(&mut self, term: Term, make: impl FnOnce(&mut Self) -> Term) -> Term {
        let made = make(self);
        let height = self.heights[term.0 as usize];
        self.raise(made, height)
    }

    /// A term with other parts, in normal form.
    pub(super) fn remade(&mut self, term: Term, parts: Vec<Term>) -> Term {
        let word = self.word(term).to_owned();
        self.higher(term, |terms| terms.make(&word, parts))
    }

    /// A term with other parts, as they are.
    pub(super) fn kept(&mut self, term: Term, parts: Vec<Term>) -> Term {
        let word = self.word(term).to_owned();
        self.kept_as(&word, term, parts)
    }

    /// A term of this word with these parts, as they are, that stands for another one.
    pub(super) fn kept_as(&mut self, word: &str, term: Term, parts: Vec<Term>) -> Term {
        self.higher(term, |terms| terms.intern(word.to_owned(), parts))
    }

    /// A multiple.
    pub(super) fn times(&mut self, times: Term, of: Term) -> Term {
        let mut parts = vec![times];
        match self.is(of, "*") {
            true => parts.extend_from_slice(self.parts(of)),
            false => parts.push(of),
        }
        parts.sort_unstable();
        self.intern("*".to_owned(), parts)
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn whole_numbers_are_compared_in_one_way() {
        let mut terms = Terms::default();
        terms.holds_at_least("counter:0".to_owned(), 0);
        let [hand, set, some] = ["counter:0", "set", "fold:Max"].map(|word| terms.leaf(word));
        let count = terms.make("count", vec![set]);
        let number = |terms: &mut Terms, n: i64| terms.leaf(format!("n:{n}"));
        let [zero, one, two, three] = [0, 1, 2, 3].map(|n| number(&mut terms, n));
        let sum = terms.make("+", vec![hand, count]);
        let less = |terms: &mut Terms, a, b| terms.make("<", vec![a, b]);
        // `hand > 0`, `hand >= 1`, `hand != 0`.
        let above = less(&mut terms, zero, hand);
        let below = less(&mut terms, hand, one);
        let equal = terms.make("=", vec![zero, hand]);
        assert_eq!((terms.not(below), terms.not(equal)), (above, above));
        // `hand + count < 3`, `hand + count <= 2`.
        let below = less(&mut terms, sum, three);
        let more = less(&mut terms, two, sum);
        assert_eq!(terms.not(more), below);
        assert_ne!(less(&mut terms, sum, two), below);
        // What need not be whole may lie between.
        let below = less(&mut terms, some, three);
        let more = less(&mut terms, two, some);
        assert_ne!(terms.not(more), below);
        // A counter may be below 0 where nothing else is known.
        let other = terms.leaf("counter:1");
        let equal = terms.make("=", vec![zero, other]);
        let above = less(&mut terms, zero, other);
        assert_ne!(terms.not(equal), above);
    }
}
