//! End clauses that crown one side only: a player whom none of them lets win, though others can, and two clauses that ask the same
//! of both players and crown the same one.

use super::late::{crowned, of_one_player};
use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Expr, ExprKind, Game, Judgement, PlayerId, same};

/// Looks at the end clauses.
pub fn check(game: &Game, found: &mut Found) {
    if game.players.len() < 2 {
        return;
    }
    never_wins(game, found);
    twins(game, found);
}

fn never_wins(game: &Game, found: &mut Found) {
    let results = || game.ends.iter().flat_map(|end| end.results.iter().map(move |result| (end, result)));
    let can_win = |player: PlayerId| results().any(|(_, result)| lets_win(&result.kind, player));
    let (winners, others): (Vec<PlayerId>, Vec<PlayerId>) = game.players.ids().partition(|player| can_win(*player));
    let crowns = |kind: &Judgement| winners.iter().any(|winner| lets_win(kind, *winner));
    let mut clauses = results().filter(|(_, result)| crowns(&result.kind)).map(|(end, _)| end.span);
    let (Some(player), Some(last)) = (others.first(), clauses.next_back()) else { return };
    // One clause alone may say how one side wins, and leave the other a draw.
    if clauses.clone().next().is_none() {
        return;
    }
    let name = &game.players[*player];
    let said = Diagnostic::new(Code::EndOneSided, last, format!("no end clause lets `{name}` win"))
        .label("crowns another player")
        .help(format!("write how `{name}` wins, or `draw` where nobody does"));
    let said = clauses.fold(said, |said, at| said.related(at, "so does this one"));
    found.add(said);
}

fn lets_win(result: &Judgement, player: PlayerId) -> bool {
    let named = |who: &Expr| match who.kind {
        ExprKind::Player(named) => Some(named),
        _ => None,
    };
    match result {
        Judgement::Draw => false,
        Judgement::Highest(_) | Judgement::Lowest(_) => true,
        Judgement::Wins(who) => named(who).is_none_or(|named| named == player),
        Judgement::Loses(who) => named(who).is_none_or(|named| named != player),
    }
}

fn twins(game: &Game, found: &mut Found) {
    for (index, end) in game.ends.iter().enumerate() {
        let earlier = game.ends.iter().take(index).find(|earlier| {
            crowned(game, end).is_some_and(|who| crowned(game, earlier) == Some(who))
                && !same(&earlier.when, &end.when)
                && same(&of_one_player(&earlier.when), &of_one_player(&end.when))
        });
        if let Some(earlier) = earlier {
            found.add(
                Diagnostic::new(Code::EndOneSided, end.span, "two end clauses crown the same player")
                    .label("asks this of one player")
                    .related(earlier.span, "asks the same of the other, with the same result")
                    .help("let each of them crown the player of whom it asks"),
            );
        }
    }
}
