//! What the games of an inspection say to the author of a file.

use super::coverage::PlayCoverage;
use super::invariants::Broken;
use super::smoke::{GameFault, Met};
use super::witness::Witness;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::Game;
use rulebook_language::source::Span;
use rulebook_play::engine::Fault;

/// The finding of some trouble: at the chain that is to blame, else at the title of the game.
pub fn trouble(met: &Met, game: &Game, title: Span, witness: &Witness) -> Diagnostic {
    let code = met.trouble.code();
    let player = &met.player;
    let (message, help) = match &met.trouble {
        GameFault::Stuck { mid_turn: false } => (
            format!("`{player}` can be without a legal move, and no end clause covers this"),
            "add an end clause such as `end when no move { last mover wins }`, or `else pass`",
        ),
        GameFault::Stuck { mid_turn: true } => (
            format!("`{player}` can begin a turn that cannot be completed"),
            "say `then must` or `then may` where a step can be impossible",
        ),
        GameFault::Fault { fault: fault @ Fault::Picks { .. }, .. } => (
            fault.to_string(),
            "let a link pick less, with a `let` where one thing follows from another, or make the links actions of their own: \
             `jump, then may jump with a in moved while possible`",
        ),
        GameFault::Fault { fault, action: None } => {
            (fault.to_string(), "simplify the rules, or make the board smaller")
        }
        GameFault::Fault { fault, action: Some(action) } => {
            (format!("`{action}` cannot be played: {fault}"), "simplify the rules, or make the board smaller")
        }
        GameFault::Broken(Broken::Alike(written)) => (
            format!("two legal actions are both written `{written}`"),
            "write something that tells them apart, as in `written \"{a}-{b}\"`, or pick less",
        ),
        GameFault::Broken(Broken::Law(law)) => (
            format!("Rulebook contradicts itself: {law}"),
            "this is a bug in Rulebook, not in the file: please report it with the file and these moves",
        ),
    };
    let label = match met.moves.len() {
        0 => "at the start of the game".to_owned(),
        1 => "after 1 action".to_owned(),
        n => format!("after {n} actions"),
    };
    let message = message.strip_prefix("Rulebook").map_or(message.clone(), |rest| format!("`rulebook`{rest}"));
    let chain = match &met.trouble {
        GameFault::Fault { fault: Fault::Picks { rule, .. }, .. } => {
            game.sites.steps.iter().find(|step| Some(step.rule) == *rule).map(|step| step.span)
        }
        _ => None,
    };
    Diagnostic::new(code, chain.unwrap_or(title), message)
        .label(label)
        .help(format!("{help}; seen {}", witness.shown()))
}

/// The fewest games from which something is concluded.
const ENOUGH: u64 = 8;

/// The findings of what never happened.
pub fn unseen(seen: &PlayCoverage, title: Span, kind_at: &dyn Fn(&str) -> Option<Span>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let games = seen.games;
    if games < ENOUGH {
        return found;
    }
    for (name, span) in seen.impossible_moves() {
        let said =
            Diagnostic::new(Code::PlayNever, span, format!("the move `{name}` was never possible in {games} games"));
        let help = "look at what it picks and at its conditions, or leave the move out";
        found.push(said.label("not seen among the legal moves of any position").help(help));
    }
    for name in seen.absent_kinds() {
        let span = kind_at(name).unwrap_or(title);
        let said = Diagnostic::new(Code::PlayNever, span, format!("no `{name}` was on the board in {games} games"));
        found
            .push(said.label("neither the setup nor a move brought one").help("put one there, or leave the piece out"));
    }
    let [over, cut] = seen.random;
    if over == 0 && cut >= ENOUGH / 2 {
        let said = Diagnostic::new(Code::PlayEndless, title, format!("none of {cut} random games ended"));
        found.push(
            said.label("each was cut off at the maximum length").help(
                "add a rule that ends the game, such as `limit 200 plies { draw }` or `repetition positional draw`",
            ),
        );
    }
    found
}
