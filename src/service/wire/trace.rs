//! What `trace --json` writes.

use serde::Serialize;

use super::why::PartValue;
use rulebook_insight::analysis::{self, Changed};
use rulebook_language::source::{SourceMap, Span};

/// Actions, traced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trace {
    /// The actions in the order played.
    pub actions: Vec<Traced>,
}

/// An action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Traced {
    /// Which of the line, from 1.
    pub ply: usize,
    /// As written.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it.
    pub role: String,
    /// In which seat, from 1.
    pub seat: u8,
    /// The name of the move; null of a pass, a change of seats or a stop.
    pub rule: Option<String>,
    /// Where the move is declared.
    pub declared: Option<Site>,
    /// The turn that it was part of.
    pub turn: Option<Site>,
    /// Of a chain each link, else the one that there is.
    pub links: Vec<Link>,
    /// All that is different after it.
    pub changes: Vec<Change>,
    /// The end clauses that were asked, in order.
    pub ends: Vec<Clause>,
    /// How the game ended; null if it goes on.
    pub ended: Option<String>,
    /// Who is next; null if the game is over.
    pub next: Option<Next>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Site {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What stands there.
    pub text: String,
}

/// A link of a chain, or a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Link {
    /// The names with what they stand for.
    pub names: Vec<PartValue>,
    /// What was done, in order.
    pub steps: Vec<Step>,
}

/// Something that a move does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// How deep in blocks.
    pub depth: usize,
    /// Where.
    pub site: Site,
    /// What.
    pub text: String,
    /// What it changed.
    pub changes: Vec<Change>,
    /// What is to be said where it changed nothing.
    pub note: String,
}

/// A difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// What is different: a cell, a counter, a mark.
    pub what: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
}

/// An end clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its name.
    pub name: String,
    /// Where.
    pub site: Site,
    /// Its condition.
    pub condition: String,
    /// Whether it held; null where it was not asked.
    pub held: Option<bool>,
    /// The values that decided.
    pub why: String,
    /// Of the clause that held: the numbers of a ranking, each with what it is of.
    pub ranking: Vec<(String, String)>,
}

/// Who is next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Next {
    /// The role.
    pub role: String,
    /// Its seat, from 1.
    pub seat: u8,
    /// The turn that applies.
    pub turn: Option<Site>,
    /// The moves of its step.
    pub offers: String,
    /// The number of legal actions.
    pub legal: usize,
    /// Whether it goes on with the same turn.
    pub same_turn: bool,
}

fn site(span: Span, sources: &SourceMap) -> Site {
    let file = sources.file(span.file);
    let place = file.place(span.start);
    let text = file.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    Site { file: file.name.clone(), line: place.line, column: place.column, text }
}

fn changes(changes: &[Changed]) -> Vec<Change> {
    let one = |change: &Changed| Change {
        what: change.what.clone(),
        before: change.before.clone(),
        after: change.after.clone(),
    };
    changes.iter().map(one).collect()
}

impl Trace {
    /// Traced actions as data.
    pub fn new(traced: &[analysis::Traced], sources: &SourceMap) -> Self {
        Trace { actions: traced.iter().map(|one| Traced::new(one, sources)).collect() }
    }
}

impl Traced {
    fn new(traced: &analysis::Traced, sources: &SourceMap) -> Self {
        let step = |step: &analysis::TraceStep| Step {
            depth: step.depth,
            site: site(step.span, sources),
            text: step.text.clone(),
            changes: changes(&step.changes),
            note: step.note.clone(),
        };
        let link = |link: &analysis::TraceLink| Link {
            names: link.names.iter().map(|name| PartValue::new(name, sources)).collect(),
            steps: link.steps.iter().map(step).collect(),
        };
        let clause = |clause: &analysis::Clause| Clause {
            name: clause.name.clone(),
            site: site(clause.span, sources),
            condition: clause.condition.clone(),
            held: clause.held,
            why: clause.why.clone(),
            ranking: clause.ranking.clone(),
        };
        let next = |next: &analysis::Next| Next {
            role: next.role.clone(),
            seat: next.seat,
            turn: next.turn.map(|turn| site(turn, sources)),
            offers: next.offers.clone(),
            legal: next.legal,
            same_turn: next.same_turn,
        };
        Traced {
            ply: traced.ply,
            text: traced.text.clone(),
            role: traced.role.clone(),
            seat: traced.seat,
            rule: traced.rule.as_ref().map(|(name, _)| name.clone()),
            declared: traced.rule.as_ref().map(|(_, span)| site(*span, sources)),
            turn: traced.turn.map(|turn| site(turn, sources)),
            links: traced.links.iter().map(link).collect(),
            changes: changes(&traced.changes),
            ends: traced.ends.iter().map(clause).collect(),
            ended: traced.ended.clone(),
            next: traced.next.as_ref().map(next),
        }
    }
}
