//! Effects in one form: what is required as early as it can be asked, counters as late as they can be set, blocks and loops that
//! come to one effect as that effect.

use super::terms::{Term, Terms};
use rulebook_language::model::row::Reads;

/// Effects that change what stands on the board, and tell the turn so.
const OF_PIECES: [&str; 11] = [
    "put",
    "remove",
    "turn over",
    "promote",
    "move",
    "exchange",
    "move stack",
    "move top",
    "tuck",
    "remove top",
    "remove bottom",
];
/// Effects that do to each of some cells what they do, whatever is done to the others.
const OF_EACH_CELL: [&str; 6] = ["put", "remove", "turn over", "promote", "mark", "unmark"];

/// What effects change.
#[derive(Default)]
struct Writes {
    reads: Option<Reads>,
    counters: Vec<Term>,
}

impl Writes {
    fn add(&mut self, more: Reads) {
        self.reads = Some(self.reads.map_or(more, |known| known.and(more)));
    }

    fn reads(&self) -> Reads {
        self.reads.unwrap_or(Reads::NOTHING)
    }
}

impl Terms {
    /// The effects of a whole move in one form, and what they require of the position that it begins in.
    pub fn whole_effects(&mut self, parts: Vec<Term>) -> (Vec<Term>, Vec<Term>) {
        let mut parts = self.effects(parts);
        let mut required = Vec::new();
        if let Some(first) = parts.first().copied().filter(|first| self.is(*first, "require")) {
            parts.remove(0);
            for condition in self.parts(first).to_vec() {
                required.push(self.at_start(condition));
            }
        }
        (parts, required)
    }

    /// The effects of a block in one form.
    pub fn effects(&mut self, parts: Vec<Term>) -> Vec<Term> {
        let mut simple = Vec::with_capacity(parts.len());
        for part in parts {
            self.simplified(part, &mut simple);
        }
        let mut placed: Vec<Term> = Vec::with_capacity(simple.len());
        for part in simple {
            match self.parts(part).first().copied().filter(|_| self.is(part, "require")) {
                Some(condition) => self.require(condition, &mut placed),
                None => placed.push(part),
            }
        }
        self.in_order(&mut placed);
        self.joined(placed)
    }

    /// Adds an effect in a simpler form to others.
    fn simplified(&mut self, part: Term, simple: &mut Vec<Term>) {
        let parts = self.parts(part).to_vec();
        let block = |terms: &Terms, of: Term| terms.parts(of).to_vec();
        match (self.word(part), parts.as_slice()) {
            ("do", _) => parts.into_iter().for_each(|part| self.simplified(part, simple)),
            ("if", [_, then, otherwise]) if block(self, *then).is_empty() && block(self, *otherwise).is_empty() => {}
            ("if", [condition, then, otherwise]) => {
                let (first, second) = (block(self, *then), block(self, *otherwise));
                // What is asked in both cases alone is asked with the case.
                if let (Some(one), Some(other)) = (self.only_required(&first), self.only_required(&second)) {
                    let asked = self.either(*condition, one, other);
                    simple.push(self.make("require", vec![asked]));
                    return;
                }
                // One condition within another.
                if let ([inner], []) = (first.as_slice(), second.as_slice())
                    && self.is(*inner, "if")
                    && let [also, then, none] = self.parts(*inner).to_vec().as_slice()
                    && self.parts(*none).is_empty()
                {
                    let both = self.make("and", vec![*condition, *also]);
                    let made = self.make("if", vec![both, *then, *none]);
                    return self.simplified(made, simple);
                }
                simple.push(part);
            }
            ("for", [set, nothing, body]) if self.is(*nothing, "nothing") => {
                let made = match self.parts(*body) {
                    [] => return,
                    [one] => self.for_all(*set, *one),
                    _ => None,
                };
                simple.push(made.unwrap_or(part));
            }
            _ => simple.push(part),
        }
    }

    /// What effects require that do nothing else.
    fn only_required(&mut self, effects: &[Term]) -> Option<Term> {
        let asked: Option<Vec<Term>> = effects
            .iter()
            .map(|effect| self.parts(*effect).first().copied().filter(|_| self.is(*effect, "require")))
            .collect();
        Some(self.make("and", asked?))
    }

    /// What is done to each cell of a set, as what is done to the set.
    fn for_all(&mut self, set: Term, effect: Term) -> Option<Term> {
        let parts = self.parts(effect).to_vec();
        let [cells, rest @ ..] = parts.as_slice() else { return None };
        let [each] = self.parts(*cells) else { return None };
        let each = *each;
        let is_each = self.is(*cells, "one") && self.word(each).starts_with("each:");
        let fits = OF_EACH_CELL.contains(&self.word(effect))
            && is_each
            && rest.iter().all(|part| self.is_settled(*part) && !self.mentions(*part, each));
        fits.then(|| {
            let parts = std::iter::once(set).chain(rest.iter().copied()).collect();
            let word = self.word(effect).to_owned();
            self.make(&word, parts)
        })
    }

    /// Adds a requirement to effects, before those that change nothing of what it asks for.
    fn require(&mut self, condition: Term, placed: &mut Vec<Term>) {
        let all = if self.is(condition, "and") { self.parts(condition).to_vec() } else { vec![condition] };
        for condition in all {
            let after = placed.iter().rposition(|effect| !self.is_untouched(condition, *effect));
            let at = after.map_or(0, |at| at + 1);
            match placed.get(at).copied().filter(|next| self.is(*next, "require")) {
                Some(known) => {
                    let mut asked = self.parts(known).to_vec();
                    asked.push(condition);
                    asked.sort_unstable();
                    asked.dedup();
                    let both = self.make("and", asked);
                    placed[at] = self.make("require", vec![both]);
                }
                None => {
                    let asked = self.make("require", vec![condition]);
                    placed.insert(at, asked);
                }
            }
        }
    }

    /// Whether an effect changes nothing that a term depends on.
    fn is_untouched(&self, term: Term, effect: Term) -> bool {
        match self.word(effect) {
            "require" => return true,
            "let" => return !self.names_let(term),
            _ => {}
        }
        let mut writes = Writes::default();
        self.writes(effect, &mut writes);
        let reads = self.reads(term);
        !reads.any(writes.reads().and(Reads::ACTIONS))
            && writes.counters.iter().all(|counter| !self.speaks_of(term, self.word(*counter)))
    }

    fn names_let(&self, term: Term) -> bool {
        let mut open = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(at) = open.pop() {
            if self.word(at).starts_with("let:") {
                return true;
            }
            if seen.insert(at) {
                open.extend_from_slice(self.parts(at));
            }
        }
        false
    }

    fn writes(&self, effect: Term, writes: &mut Writes) {
        let parts = self.parts(effect);
        match (self.word(effect), parts) {
            ("require" | "let", _) => {}
            ("set", [.., counter]) => writes.counters.push(*counter),
            ("mark" | "unmark", _) => writes.add(Reads::MARKS.and(Reads::PIECES).and(Reads::TURN)),
            ("do", _) => parts.iter().for_each(|part| self.writes(*part, writes)),
            ("if", [_, blocks @ ..]) | ("for", [_, _, blocks @ ..]) => {
                blocks.iter().for_each(|part| self.writes(*part, writes))
            }
            (word, _) if OF_PIECES.contains(&word) => {
                writes.add(Reads::PIECES.and(Reads::TURN).and(Reads::EARLIER));
            }
            _ => writes.add(Reads::EVERYTHING),
        }
    }

    /// Whether two effects may change places.
    fn commute(&self, one: Term, other: Term) -> bool {
        let mut writes = Writes::default();
        self.writes(one, &mut writes);
        let own = writes.reads();
        let mut writes = Writes::default();
        self.writes(other, &mut writes);
        let is_let = self.is(one, "let") || self.is(other, "let");
        !is_let && !own.any(writes.reads()) && self.is_untouched(one, other) && self.is_untouched(other, one)
    }

    /// Brings counters as far to the end as it does not matter, and in one order there.
    fn in_order(&mut self, parts: &mut [Term]) {
        let goes_after = |terms: &Terms, one: Term, other: Term| {
            let last = terms.is(one, "set") && (!terms.is(other, "set") || one > other);
            last && terms.commute(one, other)
        };
        // As many passes as there are effects bring each as far as it goes.
        for _ in 0..parts.len() {
            for at in 1..parts.len() {
                if goes_after(self, parts[at - 1], parts[at]) {
                    parts.swap(at - 1, at);
                }
            }
        }
    }

    /// Neighbours that come to one: sets of pieces that are removed, and blocks under one condition.
    fn joined(&mut self, parts: Vec<Term>) -> Vec<Term> {
        let mut joined: Vec<Term> = Vec::with_capacity(parts.len());
        for part in parts {
            match joined.last().copied().and_then(|last| self.both(last, part)) {
                Some(both) => {
                    joined.pop();
                    joined.push(both);
                }
                None => joined.push(part),
            }
        }
        joined
    }

    fn both(&mut self, one: Term, other: Term) -> Option<Term> {
        if self.word(one) != self.word(other) {
            return None;
        }
        let (first, second) = (self.parts(one).to_vec(), self.parts(other).to_vec());
        match (self.word(one), first.as_slice(), second.as_slice()) {
            ("remove", [own], [also]) if self.is_by_cell(*also) => {
                let all = self.make("union", vec![*own, *also]);
                Some(self.make("remove", vec![all]))
            }
            ("if", [condition, then, otherwise], [same, also, or]) if condition == same => {
                let changes = [then, otherwise].iter().any(|block| !self.is_untouched(*condition, **block));
                if changes {
                    return None;
                }
                let blocks = [(then, also), (otherwise, or)].map(|(one, other)| {
                    let all = self.parts(*one).iter().chain(self.parts(*other)).copied().collect();
                    let all = self.effects(all);
                    self.make("do", all)
                });
                Some(self.make("if", vec![*condition, blocks[0], blocks[1]]))
            }
            _ => None,
        }
    }

    /// Whether what stands on a cell alone decides if it is in a set, beside what is the same throughout a move.
    fn is_by_cell(&self, set: Term) -> bool {
        match self.word(set) {
            "inter" | "union" | "complement" => self.parts(set).iter().all(|part| self.is_by_cell(*part)),
            "Empty" => true,
            "owned" => self.parts(set).iter().all(|part| self.is_settled(*part)),
            word => word.starts_with("of-kind:") || self.is_settled(set),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn effects_are_done_in_one_order() {
        let mut terms = Terms::default();
        let [hand, other, one, nothing, me, pick] =
            ["counter:0", "counter:1", "n:1", "nothing", "Me", "pick:0"].map(|word| terms.leaf(word));
        let mine = terms.make("owned", vec![me]);
        let some = terms.make("some", vec![mine]);
        let cell = terms.make("one", vec![pick]);
        let remove = terms.make("remove", vec![cell]);
        let more = terms.make("+", vec![hand, one]);
        let set = terms.make("set", vec![nothing, more, hand]);
        let of_other = terms.make("set", vec![nothing, one, other]);
        let of_own = terms.make("set", vec![nothing, hand, other]);
        let require = terms.make("require", vec![some]);
        // What is asked of the board does not wait for a counter, but for what is removed.
        assert_eq!(terms.effects(vec![remove, set, require]), terms.effects(vec![remove, require, set]));
        assert_ne!(terms.effects(vec![remove, require]), terms.effects(vec![require, remove]));
        assert_eq!(terms.effects(vec![set, remove, of_other]), terms.effects(vec![of_other, set, remove]));
        // Of two counters one of which is set by the other, the order counts.
        assert_ne!(terms.effects(vec![set, of_own]), terms.effects(vec![of_own, set]));
        // What is required when a move begins is a condition of it.
        let was = terms.earlier("before", some);
        let asked = terms.make("require", vec![was]);
        assert_eq!(terms.whole_effects(vec![remove, asked]), (vec![remove], vec![some]));
    }

    #[test]
    fn blocks_and_loops_are_what_they_come_to() {
        let mut terms = Terms::default();
        let [each, nothing, a, me] = ["each:0", "nothing", "pick:0", "Me"].map(|word| terms.leaf(word));
        let mine = terms.make("owned", vec![me]);
        let (cell, own) = (terms.make("one", vec![each]), terms.make("one", vec![a]));
        let [remove, gone] = [cell, own].map(|cells| terms.make("remove", vec![cells]));
        let body = terms.make("do", vec![remove]);
        let all = terms.make("for", vec![mine, nothing, body]);
        let whole = terms.make("remove", vec![mine]);
        assert_eq!(terms.effects(vec![all]), [whole]);
        // What stands on the cell alone decides whether it goes.
        let either = terms.make("union", vec![own, mine]);
        let together = terms.make("remove", vec![either]);
        assert_eq!(terms.effects(vec![gone, whole]), [together]);
        // A condition that the block changes is asked again.
        let (one, two) = (terms.make("some", vec![mine]), terms.leaf("pick:1"));
        let none = terms.make("do", Vec::new());
        let block = terms.make("do", vec![gone]);
        let [settled, open] = [two, one].map(|condition| terms.make("if", vec![condition, block, none]));
        assert_eq!(terms.effects(vec![settled, settled]).len(), 1);
        assert_eq!(terms.effects(vec![open, open]).len(), 2);
    }
}
