//! The checks, and what they found.

use super::{LONG, OF_EACH_CHOICE, QUICK};
use crate::audit::interpret::Fuel;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Effect, Game, Picking, Primitive};
use rulebook_language::source::{FileId, Span};
use rustc_hash::FxHashMap;

/// One check.
type Check = fn(&Game, &mut Found);

/// What one check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lint {
    /// What is to be said of it.
    pub said: Diagnostic,
    /// Whether it is a defect of this choice of options, whatever others come to. Other findings are defects only where
    /// every choice has them.
    pub at_once: bool,
    /// Whether it is only told where random games bear it out.
    pub suspect: bool,
    /// Whether it takes actions or ends away, as a condition does that never holds and one does not that always holds.
    pub narrows: bool,
}

/// Findings while they are gathered.
#[derive(Default)]
pub struct Found {
    lints: Vec<Lint>,
    /// Whether what is looked at stands within an odd number of `not`s.
    negated: bool,
    /// Whether what is looked at says what a move does, and not when it can be made.
    in_effect: bool,
    /// What is left of the work that all questions together may be; nothing where that is not bounded.
    pub work: Option<Fuel>,
}

impl Found {
    /// Adds a finding that counts where every choice of the options has it.
    pub fn add(&mut self, said: Diagnostic) {
        self.push(said, false, false);
    }

    /// Adds a finding that counts as it stands.
    pub fn add_at_once(&mut self, said: Diagnostic) {
        self.push(said, true, false);
    }

    /// Adds where to look for the cause of what random games may come upon.
    pub fn suspect(&mut self, said: Diagnostic) {
        self.push(said, false, true);
    }

    fn push(&mut self, said: Diagnostic, at_once: bool, suspect: bool) {
        self.lints.push(Lint { said, at_once, suspect, narrows: !self.in_effect });
    }

    /// Adds a condition that always comes to `truth`.
    pub fn add_constant(&mut self, said: Diagnostic, truth: bool) {
        let narrows = truth == self.negated && !self.in_effect;
        self.lints.push(Lint { said, at_once: false, suspect: false, narrows });
    }

    /// Looks at the operand of a `not`.
    pub fn negating(&mut self, look: impl FnOnce(&mut Self)) {
        self.negated = !self.negated;
        look(self);
        self.negated = !self.negated;
    }

    /// Looks at what an effect says.
    pub fn in_effect(&mut self, look: impl FnOnce(&mut Self)) {
        let old = std::mem::replace(&mut self.in_effect, true);
        look(self);
        self.in_effect = old;
    }

    /// Whether nothing is left of the work that is allowed: what is found then does not count.
    pub fn is_out(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.left() == 0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lints.len()
    }
}

/// Leaves of the findings in effects, and in what is done at the end of moves, those that are found wherever it is done.
fn everywhere(game: &Game, lints: &mut Vec<Lint>) {
    let mut statements: FxHashMap<(FileId, u32), usize> = FxHashMap::default();
    for rule in &game.moves {
        let lets = rule.picking.iter().filter_map(|step| match step {
            Picking::Let { value, .. } => Some(game.sites.statement(value.span)),
            Picking::Pick { .. } | Picking::Several { .. } | Picking::Where(_) => None,
        });
        let mut all: Vec<Span> = lets.collect();
        let mut open: Vec<&Effect> = rule.effects.iter().collect();
        while let Some(effect) = open.pop() {
            all.push(effect.span);
            open.extend(effect.does.iter().flat_map(Primitive::blocks).flatten());
        }
        for span in all.into_iter().filter(|span| game.sites.done_in(*span).is_some()) {
            *statements.entry((span.file, span.start)).or_default() += 1;
        }
    }
    let mut found: FxHashMap<(Code, Span), usize> = FxHashMap::default();
    for lint in lints.iter() {
        *found.entry((lint.said.code, lint.said.primary.span)).or_default() += 1;
    }
    lints.retain(|lint| {
        let span = lint.said.primary.span;
        let statement = game.sites.statement(span);
        let done = statements.get(&(statement.file, statement.start)).copied().unwrap_or(0);
        found.get(&(lint.said.code, span)).is_none_or(|times| *times >= done)
    });
}

/// What is probably a mistake in a game, in the order of places. Of a variant, only what its own lines say, since the rest is
/// its game's affair.
pub fn lint(game: &Game) -> Vec<Lint> {
    found(game, Found::default(), &[&QUICK, &LONG])
}

/// The same with no more work than so many steps of the interpreter: a check that is not done then says nothing.
pub fn lint_within(game: &Game, steps: &mut u64) -> Vec<Lint> {
    within(game, steps, &[&QUICK, &LONG])
}

/// The same of the checks that are quick; where a game has options, of those alone whose findings are defects whatever they come to.
pub fn lint_quickly(game: &Game, steps: &mut u64) -> Vec<Lint> {
    let further: &[&[Check]] = if game.options.is_empty() { &[&QUICK] } else { &[] };
    let mut lints = within(game, steps, further);
    lints.retain(|lint| lint.at_once || game.options.is_empty());
    lints
}

fn within(game: &Game, steps: &mut u64, further: &[&[Check]]) -> Vec<Lint> {
    let work = Fuel::new(*steps);
    let lints = found(game, Found { work: Some(work.clone()), ..Found::default() }, further);
    *steps = work.left();
    lints
}

fn found(game: &Game, mut found: Found, further: &[&[Check]]) -> Vec<Lint> {
    for check in OF_EACH_CHOICE.iter().chain(further.iter().copied().flatten()) {
        let before = found.lints.len();
        check(game, &mut found);
        if found.is_out() {
            // What was not worked out may be otherwise.
            found.lints.truncate(before);
            break;
        }
    }
    let (title, whole) = game.places.unit;
    let own = |said: &Diagnostic| {
        let span = said.primary.span;
        game.about.variant_of.is_none()
            || span == title
            || (span.file == whole.file && span.start >= whole.start && span.end <= whole.end)
    };
    // Where games of a variant come upon what an inherited line brings about, that line is still to be named.
    for lint in found.lints.iter_mut().filter(|lint| !own(&lint.said)) {
        lint.suspect = true;
    }
    everywhere(game, &mut found.lints);
    found.lints.sort_by_key(|lint| (lint.said.primary.span, lint.said.code.name()));
    found.lints.dedup_by(|a, b| a.said.code == b.said.code && a.said.primary.span == b.said.primary.span);
    found.lints
}
