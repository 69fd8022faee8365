//! What a comparison can be asked to fail on.

use clap::ValueEnum;

use rulebook_service::wire::{Comparison, Relation};

/// What a comparison can find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// A rule changed
    Changed,
    /// Any difference was found
    NotIdentical,
    /// B allows something that A does not
    More,
    /// A allows something that B does not
    Less,
    /// Each game allows something that the other does not
    Incomparable,
    /// The same moves lead to a different position or outcome
    Results,
    /// Positions of the two games cannot be matched
    NotComparable,
    /// A metric differs
    Different,
    /// A game of A is illegal under B, or ends with a different outcome
    Records,
}

impl FailOn {
    fn word(self) -> &'static str {
        match self {
            FailOn::Changed => "changed",
            FailOn::NotIdentical => "not-identical",
            FailOn::More => "more",
            FailOn::Less => "less",
            FailOn::Incomparable => "incomparable",
            FailOn::Results => "results",
            FailOn::NotComparable => "not-comparable",
            FailOn::Different => "different",
            FailOn::Records => "records",
        }
    }

    fn is_found(self, shown: &Comparison) -> bool {
        let any = |is_it: &dyn Fn(&Relation) -> bool| shown.relations().any(is_it);
        match self {
            FailOn::Changed => {
                let elsewhere = &shown.elsewhere;
                let is_changed = elsewhere.compared.iter().any(|place| !place.changes.is_empty());
                shown.is_changed() || is_changed || !elsewhere.unpaired.is_empty()
            }
            FailOn::NotIdentical => any(&|relation| relation.word != "identical"),
            FailOn::More => any(&|relation| ["more", "incomparable"].contains(&relation.word)),
            FailOn::Less => any(&|relation| ["less", "incomparable"].contains(&relation.word)),
            FailOn::Incomparable => any(&|relation| relation.word == "incomparable"),
            FailOn::Results => any(&|relation| relation.results),
            FailOn::NotComparable => any(&|relation| relation.word == "not comparable"),
            FailOn::Different => {
                let mut metrics = shown.versus.iter().flat_map(|versus| &versus.metrics);
                metrics.any(|metric| metric.verdict == Some("different"))
            }
            FailOn::Records => shown.stands.as_ref().is_some_and(|stands| stands.same < stands.games),
        }
    }
}

/// Which of these were found.
pub fn failing(asked: &[FailOn], shown: &Comparison) -> Vec<&'static str> {
    asked.iter().filter(|what| what.is_found(shown)).map(|what| what.word()).collect()
}
