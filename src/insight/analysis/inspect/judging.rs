//! The claims of the games of a file.

use super::inspection::{Inspection, Ready};
use super::settings::{Values, smallest};
use super::witness::Witness;
use crate::analysis::claims::{Elsewhere, judge};
use rulebook_language::model::Chosen;
use rulebook_language::syntax::ast::Name;

impl Inspection<'_> {
    /// Judges what a game that can be played claims, at the options at hand and on small boards; `open` are the options that
    /// nobody has set.
    pub fn judge(&mut self, title: &Name, ready: &Ready<'_>, open: &[&Chosen]) {
        if self.work.is_spent() {
            return self.stopped(ready.title, "claims");
        }
        let mut elsewhere = Vec::new();
        for set in smallest(open) {
            let (choices, _) = self.with(ready, &set);
            if let (Some(prepared), _) = self.prepare(title, &choices) {
                elsewhere.push(Elsewhere { prepared, set });
            }
        }
        let effort = self.smoke.claims.within(self.work.left());
        let sources = &self.loaded.sources;
        let found = judge(ready.prepared, ready.title, sources, &elsewhere, effort, self.go_on);
        self.work.take(found.steps);
        self.found.judged.extend(found.judged);
        for refuted in found.refuted {
            let (_, because) = self.with(ready, &refuted.set);
            let set: Values = ready.set.iter().cloned().chain(refuted.set).collect();
            // What all positions show, or the setup, is no line.
            let line = Some(refuted.line).filter(|line| !line.is_empty());
            let witness = line.map(|line| Witness::new(refuted.finding.code, &refuted.game, &set, line));
            self.add(&because, refuted.finding, witness);
        }
    }
}
