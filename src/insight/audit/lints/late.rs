//! End clauses that hold a turn late, and those that crown who is to act for what the other has just done: when ends are looked
//! at it is the next player's turn, so `me` is not who has just acted.
//!
//! A clause about `me` is late only where nothing that another player does can bring about what is asked: then it was so already
//! when `me` had acted last, and the clause meant that player, the last mover.

use super::grows::{Growth, Reader, Whose};
use super::last_mover;
use super::list::Found;
use super::walk::{do_others_gain, do_others_lose};
use rulebook_language::diagnostic::{Code, Diagnostic, Fix};
use rulebook_language::model::{Builtin, End, Expr, ExprKind, Game, Judgement, same};

/// Looks at the end clauses.
pub fn check(game: &Game, found: &mut Found) {
    if game.max_height > 1 {
        return;
    }
    let others_gain = do_others_gain(game, &found.work);
    let is_kept = !do_others_lose(game, &found.work);
    for end in game.ends.iter().filter(|end| !end.after_action) {
        let Some((is_mover, wins)) = crowned(game, end) else { continue };
        // Whoever makes a line may be meant to lose by it: nothing but lines is said to be late then.
        let mut late = Reader::new(game, Whose::Mover);
        (late.shapes_alone, late.is_kept) = (!(is_mover && wins), is_kept);
        let said = if !others_gain && late.condition(&end.when) == Growth::Grows && !is_asked_of_both(game, end) {
            let message = "this end clause holds a turn late: `me` is the next player when ends are looked at";
            let help = "write `last mover` for who has just acted, here and in the result: `chain of last mover`, \
                        `owned(last mover)`";
            let said = Diagnostic::new(Code::EndLate, end.when.span, message)
                .label("asks about the player who is to act")
                .help(help);
            let who = end.results.first().and_then(|first| match &first.kind {
                Judgement::Wins(who) | Judgement::Loses(who) => Some(who),
                Judgement::Draw | Judgement::Highest(_) | Judgement::Lowest(_) => None,
            });
            let fix = who.filter(|_| is_mover).and_then(|who| last_mover::fix(game, &end.when, who));
            Diagnostic { fixes: fix.into_iter().collect(), ..said }
        } else if is_mover && wins && Reader::new(game, Whose::LastMover).condition(&end.when) == Growth::Grows {
            let message = "this end clause crowns the player to act for what the other has just done";
            let said = Diagnostic::new(Code::EndLate, end.when.span, message)
                .label("the last mover brings this about, and `me wins` names the next player")
                .help("write `last mover wins`; where this is meant to lose, write `last mover loses`");
            match end.results.first().map(|first| &first.kind) {
                Some(Judgement::Wins(who)) => said.fix(Fix::write(who.span, "last mover").unsure()),
                _ => said,
            }
        } else {
            continue;
        };
        found.add(said);
    }
}

/// Whether the first result, which always counts, is about the player to act (else the last mover), and whether that player wins.
pub fn crowned(game: &Game, end: &End) -> Option<(bool, bool)> {
    let first = end.results.first().filter(|first| first.when.is_none())?;
    let (who, wins) = match &first.kind {
        Judgement::Wins(who) => (who, true),
        Judgement::Loses(who) => (who, false),
        Judgement::Draw | Judgement::Highest(_) | Judgement::Lowest(_) => return None,
    };
    match &who.kind {
        ExprKind::Builtin(Builtin::Me, _) => Some((true, wins)),
        ExprKind::Builtin(Builtin::LastMover, _) => Some((false, wins)),
        // With two players, the other one has just acted.
        ExprKind::Builtin(Builtin::Opponent, _) if game.players.len() == 2 => Some((false, wins)),
        _ => None,
    }
}

/// Whether another clause asks the same of the last mover: then the pair asks both players, one after the other.
fn is_asked_of_both(game: &Game, end: &End) -> bool {
    let asked = of_one_player(&end.when);
    let of_last_mover = |other: &&End| !std::ptr::eq(*other, end) && !same(&other.when, &end.when);
    game.ends.iter().filter(of_last_mover).any(|other| same(&of_one_player(&other.when), &asked))
}

/// An expression with the last mover in the place of the player to act.
pub fn of_one_player(expr: &Expr) -> Expr {
    fn change(expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Builtin(player @ Builtin::Me, _) => *player = Builtin::LastMover,
            ExprKind::Pattern { of, .. } => {
                if let Some(one) = of
                    && matches!(one.kind, ExprKind::Builtin(Builtin::Me | Builtin::LastMover, _))
                {
                    *of = None;
                }
            }
            ExprKind::Builtin(owned @ Builtin::OwnedBy, of)
                if of.iter().all(|of| matches!(of.kind, ExprKind::Builtin(Builtin::Me | Builtin::LastMover, _))) =>
            {
                *owned = Builtin::Mine;
                of.clear();
            }
            _ => {}
        }
        expr.parts_mut().into_iter().for_each(change);
    }
    let mut expr = expr.clone();
    change(&mut expr);
    expr
}
