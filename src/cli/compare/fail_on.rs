//! What a comparison can be asked to fail on.

use clap::ValueEnum;

use rulebook_service::wire::Comparison;

/// What a comparison can find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// A rule says something else
    Changed,
    /// The games are anything but identical, as far as was looked
    NotIdentical,
    /// B allows what A does not
    More,
    /// B does not allow what A does
    Less,
    /// Each allows what the other does not
    Incomparable,
    /// The same moves lead elsewhere, or the game ends otherwise
    Results,
    /// Positions cannot be laid side by side
    NotComparable,
    /// A metric is different
    Different,
    /// A game of A is not legal under B, or comes out otherwise
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
        let relation = &shown.relation;
        let shows = |what: &str| relation.witnesses.iter().any(|witness| witness.shows == what);
        match self {
            FailOn::Changed => shown.is_changed(),
            FailOn::NotIdentical => relation.word != "identical",
            FailOn::More => shows("more"),
            FailOn::Less => shows("less"),
            FailOn::Incomparable => relation.word == "incomparable",
            FailOn::Results => relation.results,
            FailOn::NotComparable => relation.word == "not comparable",
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
