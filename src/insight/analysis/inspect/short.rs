//! Games that are over before anybody can decide anything.

use super::budget::WorkBudget;
use super::findings::{impossible_moves, turn_of};
use crate::library::Prepared;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::PlayerId;
use rulebook_language::source::Span;
use rulebook_language::util::Id;
use rulebook_play::engine::{ActionList, Fault};

/// What an action takes beside its questions, in steps.
const ACTION: u64 = 32;

/// A game that is over at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Short {
    /// How many first actions there are, all of which end the game; none where it is over before.
    pub actions: usize,
    /// The clauses that end it, each once.
    pub clauses: Vec<String>,
}

/// Whether the game is over before its first action, or after any; nothing where it is not, or takes too long to tell.
pub fn short(prepared: &Prepared, work: &mut WorkBudget<'_>) -> Option<Short> {
    let mut position = prepared.start();
    position.allow(work.allowance());
    let begun = position.spent();
    let mut look = || -> Result<Option<Short>, Fault> {
        let mut clauses = Vec::new();
        if let Some(outcome) = position.outcome()? {
            clauses.push(outcome.clause);
            return Ok(Some(Short { actions: 0, clauses }).filter(|_| !outcome.stuck));
        }
        let mut legal = ActionList::new();
        position.legal_into(&mut legal)?;
        for (tried, action) in legal.iter().enumerate() {
            if position.spent() - begun + ACTION * tried as u64 > work.allowance() {
                return Ok(None);
            }
            position.play_unchecked(&action)?;
            let outcome = position.outcome()?;
            position.undo();
            match outcome {
                Some(outcome) if !outcome.stuck => {
                    if !clauses.contains(&outcome.clause) {
                        clauses.push(outcome.clause);
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(Short { actions: legal.len(), clauses }))
    };
    let found = look();
    work.take(position.spent() - begun);
    found.ok().flatten()
}

/// The finding, at the clauses that end the game, or at its title where they are not its own.
pub fn finding(short: &Short, prepared: &Prepared, title: Span) -> Diagnostic {
    let game = &prepared.game;
    let message = match short.actions {
        0 => "the game is over before its first action".to_owned(),
        1 => "the game is over after its only first action".to_owned(),
        n => format!("the game is over after its first action, whichever of {n} it is"),
    };
    let mut places = game.ends.iter().filter(|end| short.clauses.contains(&end.name)).map(|end| end.span);
    if short.actions == 0 {
        let at = turn_of(game, PlayerId::from_index(0)).unwrap_or(title);
        let said = Diagnostic::new(Code::PlayShort, at, message)
            .label("offers nothing at the start")
            .help("look at the setup, and at what the moves pick and ask for");
        let said = places.fold(said, |said, at| said.related(at, "ends the game then"));
        return impossible_moves(game, said);
    }
    let said = Diagnostic::new(Code::PlayShort, places.next().unwrap_or(title), message)
        .label("ends it")
        .help("ask for what the game is about: an end clause is asked after each turn, the first one too");
    places.fold(said, |said, at| said.related(at, "ends it, too"))
}
