//! What terms depend on while a move is made, and what they were before it.

use rustc_hash::FxHashMap;

use super::reading::CARRIED;
use super::terms::{Term, Terms};
use rulebook_language::model::Builtin;
use rulebook_language::model::row::Reads;

/// How terms begin that are the same throughout a move: constants, and what names stand for.
const FIXED: [&str; 15] = [
    "n:", "cell:", "cells:", "pick:", "player:", "kind:", "piece:", "step:", "rel=", "rel>", "bound:", "?", "word:",
    "let:", "each:",
];
/// Terms without parts that are.
const CONSTANT: [&str; 7] = ["true", "false", "board", "none", "nowhere", "any", "cell"];
/// Operators that their arguments decide.
const OPERATORS: [&str; 25] = [
    "and",
    "or",
    "not",
    "inter",
    "union",
    "complement",
    "in",
    "some",
    "count",
    "<",
    "=",
    "+",
    "*",
    "min",
    "max",
    "dirs",
    "if",
    "one",
    "near",
    "near-of",
    "cells-with",
    "bind",
    "some-of",
    "group-of",
    "Range",
];

/// Effects, which depend on what their parts do.
const EFFECTS: [&str; 19] = [
    "do",
    "set",
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
    "mark",
    "unmark",
    "for",
    "require",
    "let",
    "nothing",
];

impl Terms {
    /// What a term depends on while a move is made.
    pub fn reads(&self, term: Term) -> Reads {
        let mut known = FxHashMap::default();
        self.reads_of(term, &mut known)
    }

    fn reads_of(&self, term: Term, known: &mut FxHashMap<Term, Reads>) -> Reads {
        if let Some(reads) = known.get(&term) {
            return *reads;
        }
        let word = self.word(term);
        // What was there before the move, or when the turn began, stays what it was.
        let reads = if word == "before" || word == "turn-start" {
            Reads::NOTHING
        } else {
            let own = self.own_reads(word);
            self.parts(term).iter().fold(own, |reads, part| reads.and(self.reads_of(*part, known)))
        };
        known.insert(term, reads);
        reads
    }

    /// What an operator depends on beside its arguments.
    fn own_reads(&self, word: &str) -> Reads {
        let starts = |all: &[&str]| all.iter().any(|start| word.starts_with(start));
        match word {
            _ if OPERATORS.contains(&word) || CONSTANT.contains(&word) || EFFECTS.contains(&word) => Reads::NOTHING,
            _ if starts(&FIXED) || starts(&["fold:"]) => Reads::NOTHING,
            "owned" | "owner" | "patterns" => Reads::PIECES,
            "opponent" => Reads::MOVER,
            _ if starts(&["of-kind:", "pattern:"]) => Reads::PIECES,
            _ if starts(&[CARRIED]) => Reads::COUNTERS.and(Reads::MARKS).and(Reads::PIECES),
            _ if starts(&["counter:"]) => Reads::COUNTERS,
            _ if starts(&["mark:"]) => Reads::MARKS,
            _ => self.builtins().get(word).copied().unwrap_or(Reads::EVERYTHING),
        }
    }

    /// Whether a term is the same throughout a move.
    pub fn is_settled(&self, term: Term) -> bool {
        self.reads(term) == Reads::NOTHING || self.reads(term) == Reads::MOVER
    }

    /// What a term was before the move, or when the turn began: of an operator what it makes of what its arguments were.
    pub fn earlier(&mut self, when: &str, of: Term) -> Term {
        if when == "turn-start" && self.speaks_of(of, "before") {
            return self.make(when, vec![of]);
        }
        let mut known = FxHashMap::default();
        self.earlier_of(when, of, &mut known)
    }

    fn earlier_of(&mut self, when: &str, of: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(made) = known.get(&of) {
            return *made;
        }
        let reads = self.reads(of);
        let (word, parts) = (self.word(of).to_owned(), self.parts(of).to_vec());
        let made = if reads == Reads::NOTHING || (reads == Reads::MOVER && when == "before") {
            of
        } else if OPERATORS.contains(&word.as_str()) && !parts.is_empty() {
            let parts = parts.into_iter().map(|part| self.earlier_of(when, part, known)).collect();
            self.remade(of, parts)
        } else {
            self.make(when, vec![of])
        };
        known.insert(of, made);
        made
    }

    /// What a term is when the move begins, where what was before it is what is now.
    pub fn at_start(&mut self, term: Term) -> Term {
        let mut known = FxHashMap::default();
        self.at_start_of(term, &mut known)
    }

    fn at_start_of(&mut self, term: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(made) = known.get(&term) {
            return *made;
        }
        let parts = self.parts(term).to_vec();
        let made = match parts.as_slice() {
            [of] if self.is(term, "before") => self.at_start_of(*of, known),
            [] => term,
            // What was earlier than that is told of another moment.
            _ if self.is(term, "turn-start") => term,
            _ => {
                let parts = parts.into_iter().map(|part| self.at_start_of(part, known)).collect();
                self.remade(term, parts)
            }
        };
        known.insert(term, made);
        made
    }

    /// The names of builtins, with what they depend on.
    fn builtins(&self) -> &'static FxHashMap<String, Reads> {
        static BUILTINS: std::sync::OnceLock<FxHashMap<String, Reads>> = std::sync::OnceLock::new();
        BUILTINS
            .get_or_init(|| Builtin::ALL.iter().map(|builtin| (format!("{builtin:?}"), builtin.row().reads)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn what_was_before_is_said_in_one_way() {
        let mut terms = Terms::default();
        let [me, empty, pick, hand] = ["Me", "Empty", "pick:0", "counter:0"].map(|word| terms.leaf(word));
        let mine = terms.make("owned", vec![me]);
        let some = terms.make("some", vec![mine]);
        let row = terms.leaf("cells:a1,b1");
        let both = terms.make("inter", vec![mine, row]);
        assert!(terms.is_settled(pick) && terms.is_settled(row) && terms.is_settled(me));
        assert!(!terms.is_settled(hand) && !terms.is_settled(both) && !terms.is_settled(empty));
        // What does not change was no other.
        assert_eq!((terms.earlier("before", row), terms.earlier("before", pick)), (row, pick));
        let was = terms.earlier("before", both);
        let was_mine = terms.earlier("before", mine);
        assert_eq!(was, terms.make("inter", vec![row, was_mine]));
        assert_eq!(terms.at_start(was), both);
        let before = terms.earlier("before", some);
        assert!(terms.is_settled(before));
        assert_ne!(before, some);
        assert_eq!(terms.at_start(before), some);
    }
}
