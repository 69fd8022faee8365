//! The claims of the games of a file.

use super::declared::unit;
use super::inspection::{Inspection, Ready};
use super::settings::{Values, each, smallest};
use super::witness::Witness;
use crate::analysis::claims::{Elsewhere, judge};
use crate::library::Prepared;
use rulebook_language::model::{Chosen, lineage};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{DeclarationKind, Name};

impl Inspection<'_> {
    /// Judges what a game that can be played claims, at the options at hand and on small boards; `open` are the options that
    /// nobody has set.
    pub fn judge(&mut self, title: &Name, ready: &Ready<'_>, open: &[&Chosen]) {
        if self.work.is_spent() {
            return self.stopped(ready.title, "whether it must end, and what it claims");
        }
        let mut elsewhere = Vec::new();
        for set in smallest(open) {
            let (choices, _) = self.with(ready, &set);
            if let (Some(prepared), _) = self.prepare(title, &choices) {
                elsewhere.push(Elsewhere { prepared, set });
            }
        }
        self.where_claimed(title, ready, open, &mut elsewhere);
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

    /// Adds for each claim that no choice so far makes, since it is made with `when`, a choice that does: of the options that its
    /// condition names, each value alone, or two together.
    fn where_claimed(&mut self, title: &Name, ready: &Ready<'_>, open: &[&Chosen], elsewhere: &mut Vec<Elsewhere>) {
        for (claim, when) in self.conditional_claims(title) {
            let is_made = |prepared: &Prepared| {
                let within =
                    |span: &Span| span.file == claim.file && claim.start <= span.start && span.end <= claim.end;
                prepared.game.claims.iter().any(|(_, span)| within(span))
            };
            if is_made(ready.prepared) || elsewhere.iter().any(|other| is_made(&other.prepared)) {
                continue;
            }
            let words: Vec<&str> =
                self.loaded.sources.slice(when).split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let named: Vec<Vec<Values>> = open
                .iter()
                .filter(|option| words.contains(&option.name.as_str()))
                .map(|option| each(option, MAX_TRIED))
                .collect();
            let alone = named.iter().flatten().cloned();
            let both = match named.as_slice() {
                [one, other, ..] => one
                    .iter()
                    .flat_map(|values| other.iter().map(|more| values.iter().chain(more).cloned().collect()))
                    .collect(),
                _ => Vec::new(),
            };
            let tried: Vec<Values> = alone.chain(both).take(MAX_TRIED).collect();
            for set in tried {
                if self.work.is_spent() {
                    return;
                }
                let (choices, _) = self.with(ready, &set);
                if let (Some(prepared), _) = self.prepare(title, &choices)
                    && is_made(&prepared)
                {
                    elsewhere.push(Elsewhere { prepared, set });
                    break;
                }
            }
        }
    }

    /// The claims with `when` of a game or variant and of what it varies, and their conditions.
    fn conditional_claims(&self, title: &Name) -> Vec<(Span, Span)> {
        let Some(unit) = unit(self.loaded, &title.text) else { return Vec::new() };
        let declarations = lineage(self.loaded.files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations);
        let claims = declarations.filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Claim(claim) if !claim.off => Some((declaration.span, claim.when.as_ref()?.span)),
            _ => None,
        });
        claims.collect()
    }
}

/// Choices that are tried for one claim.
const MAX_TRIED: usize = 48;
