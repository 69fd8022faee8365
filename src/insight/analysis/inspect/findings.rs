//! What the games of an inspection say to the author of a file.

use super::coverage::PlayCoverage;
use super::idle::Unfinished;
use super::invariants::Broken;
use super::met::{GameFault, Met};
use super::witness::Witness;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Game, MoveId, PlayerId, TurnOrder, TurnStep};
use rulebook_language::source::Span;
use rulebook_play::engine::Fault;

/// The finding of some trouble, at the end clause, the turn or the move that has it, or at the title of the game where it is in neither, or in
/// one that is inherited.
pub fn trouble(met: &Met, game: &Game, title: Span, witness: &Witness) -> Diagnostic {
    let code = met.trouble.code();
    let player = &game.players[met.role];
    let is_stuck = matches!(met.trouble, GameFault::Stuck { .. });
    let chain = match &met.trouble {
        GameFault::Fault { fault: Fault::Picks { rule, .. }, .. } => {
            game.sites.steps.iter().find(|step| Some(step.rule) == *rule).map(|step| step.span)
        }
        _ => None,
    };
    let at = match met.rule.and_then(|rule| game.moves.get(rule)) {
        _ if chain.is_some() => chain,
        Some(rule) => Some(rule.span),
        None => met.end.and_then(|end| game.ends.get(end)).map(|end| end.span).or_else(|| {
            // What cannot be evaluated in a position is what may be played there.
            let of_position = matches!(met.trouble, GameFault::Fault { action: None, .. });
            turn_of(game, met.role).filter(|_| is_stuck || of_position)
        }),
    };
    let at = at.filter(|at| is_own(game, *at)).unwrap_or(title);
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
        GameFault::Fault { fault: fault @ Fault::Stack(_), action: Some(action) } => (
            format!("`{action}` cannot be played: {fault}"),
            "ask for it where it is picked, as in `where height(b) < 4`, or let stacks grow higher with `stacks up to`",
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
    let label = match met.trouble {
        GameFault::Stuck { mid_turn: false } => format!("offers nothing {label}"),
        _ => label,
    };
    let message = message.strip_prefix("Rulebook").map_or(message.clone(), |rest| format!("`rulebook`{rest}"));
    let said = Diagnostic::new(code, at, message).label(label).help(format!("{help}; seen {}", witness.shown()));
    match is_stuck {
        true if met.moves.is_empty() => impossible_moves(game, said),
        true => said.picture(met.picture.trim_end()),
        false => said,
    }
}

/// A repetition that met its bound while its condition still held.
pub fn unfinished(met: &Unfinished, witness: &Witness) -> Diagnostic {
    let more = u64::from(met.most) * 2;
    let rounds = if met.most == 1 { "round" } else { "rounds" };
    let message = format!("this still holds after {} {rounds}, and what would follow is lost", met.most);
    let help =
        format!("write a bound that no position meets, as in `repeat up to {more} times`; seen {}", witness.shown());
    Diagnostic::new(Code::PlayBound, met.span, message).label("repeated as often as `up to` allows").help(help)
}

/// Where the last turn stands that a player may have.
pub fn turn_of(game: &Game, role: PlayerId) -> Option<Span> {
    let mut turns = game.turns.iter().zip(&game.places.turns);
    turns.rfind(|(turn, _)| turn.of.is_none_or(|of| of == role)).map(|(_, span)| *span)
}

/// Names the moves with which a turn can begin, none of which is possible at the start of the game.
pub fn impossible_moves(game: &Game, said: Diagnostic) -> Diagnostic {
    let firsts = game.turns.iter().flat_map(|turn| turn.order.choices.iter().flatten());
    let mut places: Vec<Span> = firsts
        .filter_map(|sequence| match &sequence.first {
            TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } => game.moves.get(*rule).map(|rule| rule.span),
            TurnStep::Pass | TurnStep::Order(_) => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().fold(said, |said, at| said.related(at, "not possible at the start"))
}

/// Whether a place is in the game or variant itself.
fn is_own(game: &Game, at: Span) -> bool {
    let (_, whole) = game.places.unit;
    at.is_in(whole)
}

/// The finding of an effect that changed nothing, however often its move was made.
pub fn idle(at: Span, times: u64) -> Diagnostic {
    Diagnostic::new(Code::MoveNoEffect, at, format!("this effect changed nothing in {times} times that it took place"))
        .label("nothing was there that it could change")
        .help("look at the cells that it names, or leave it out")
}

/// The fewest games from which something is concluded.
const ENOUGH: u64 = 8;
/// The fewest actions in all of them.
const ACTIONS: u64 = 32;

/// Whether some turn offers a move.
fn is_offered(game: &Game, name: &str) -> bool {
    fn offers(order: &TurnOrder, is: &dyn Fn(MoveId) -> bool) -> bool {
        let step = |step: &TurnStep| match step {
            TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } => is(*rule),
            TurnStep::Order(inner) => offers(inner, is),
            TurnStep::Pass => false,
        };
        order
            .choices
            .iter()
            .flatten()
            .any(|sequence| step(&sequence.first) || sequence.then.iter().any(|follow| step(&follow.step)))
    }
    let is = |rule: MoveId| game.moves.get(rule).is_some_and(|rule| rule.name == name);
    game.turns.iter().any(|turn| offers(&turn.order, &is))
}

/// The findings of what never happened.
pub fn unseen(
    seen: &PlayCoverage,
    game: &Game,
    title: Span,
    kind_at: &dyn Fn(&str) -> Option<Span>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if seen.is_short || seen.begun < ENOUGH || seen.actions < ACTIONS {
        return found;
    }
    let [games, listed] = seen.looked;
    // In the games whose legal actions were not listed, nobody made it.
    let more = match seen.games.saturating_sub(listed) {
        0 => String::new(),
        more => format!(", nor made in {more} others"),
    };
    for (name, span) in seen.impossible_moves().filter(|_| listed >= ENOUGH) {
        let message = format!("the move `{name}` was never possible in {listed} games{more}");
        let said = Diagnostic::new(Code::PlayNever, span, message);
        found.push(match is_offered(game, name) {
            true => said
                .label("not seen among the legal moves of any position")
                .help("look at what it picks and at its conditions, or leave the move out"),
            false => said
                .label("no turn offers it")
                .help(format!("offer it in a `turn`, or take it away: a variant says `move {name} off`")),
        });
    }
    for name in seen.absent_kinds().filter(|_| games >= ENOUGH) {
        let span = kind_at(name).unwrap_or(title);
        let said = Diagnostic::new(Code::PlayNever, span, format!("no `{name}` was on the board in {games} games"));
        found
            .push(said.label("neither the setup nor a move brought one").help("put one there, or leave the piece out"));
    }
    if let Some(span) = seen.never_alike().filter(|_| listed >= ENOUGH) {
        let said = Diagnostic::new(Code::LintAlikeNever, span, format!("no two actions were alike in {listed} games"));
        found.push(
            said.label("no two legal actions of any position led to the same one")
                .help("leave it out: to look for such actions takes as long as to make every one")
                .note(),
        );
    }
    let [over, cut] = seen.random;
    if over == 0 && cut >= ENOUGH / 2 {
        let at = game.ends.iter().map(|end| end.span).find(|at| is_own(game, *at)).unwrap_or(title);
        let said = Diagnostic::new(Code::PlayEndless, at, format!("none of {cut} random games ended"));
        found.push(
            said.label("each was cut off at the maximum length").help(
                "add a rule that ends the game, such as `limit 200 plies { draw }` or `repetition positional draw`",
            ),
        );
    }
    found
}
