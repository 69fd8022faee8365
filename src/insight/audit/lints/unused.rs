//! Names that are bound and that nothing uses: picks, `let`s, parameters, members of a set.
//!
//! A pick that nothing uses makes the same action many times over. Numbers of members (`count(x for x in S)`) and effects that
//! are done once a member need no name, and are left alone.

use rustc_hash::FxHashSet;

use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic, Fix};
use rulebook_language::model::{
    Expr, ExprKind, Game, LocalId, Move, MoveId, Picking, Primitive, Repetition, TurnOrder, TurnStep, all_primitives,
};

/// Looks for unused names.
pub fn check(game: &Game, found: &mut Found) {
    if let Some(pass) = &game.pass
        && !game.turns.iter().any(|turn| turn.order.has_pass())
    {
        let said = Diagnostic::new(Code::LintUnused, pass.span, "no turn of this game passes");
        let said =
            said.label("what a pass does").help("write `pass` in a turn, as in `turn place or pass`, or remove it");
        found.add(said.fix(Fix::remove(pass.span, "remove it").unsure()));
    }
    for definition in &game.definitions {
        let used = used_in([&definition.body]);
        for param in &definition.params {
            if !used.contains(param) {
                report(
                    game,
                    *param,
                    "parameter",
                    "leave it out here and where the definition is used, or use it",
                    found,
                );
            }
        }
        members(game, &definition.body, found);
    }
    let bound = picks_of_turns(game);
    for (id, rule) in game.moves.iter_ids() {
        check_move(game, id, rule, &bound, found);
    }
    for end in &game.ends {
        members(game, &end.when, found);
        end.results.iter().filter_map(|result| result.when.as_ref()).for_each(|when| members(game, when, found));
    }
    game.repetitions.iter().flat_map(Repetition::exprs).for_each(|expr| members(game, expr, found));
}

fn check_move(game: &Game, id: MoveId, rule: &Move, bound: &FxHashSet<(MoveId, usize)>, found: &mut Found) {
    let mut used = FxHashSet::default();
    let mut lets = Vec::new();
    let mut see = |expr: &Expr| {
        used.extend(used_in([expr]));
        members(game, expr, found);
    };
    for step in &rule.picking {
        match step {
            Picking::Pick { from: expr, .. } | Picking::Several { from: expr, .. } | Picking::Where(expr) => see(expr),
            Picking::Let { local, value } => {
                lets.push(*local);
                see(value);
            }
        }
    }
    for primitive in all_primitives(&rule.effects) {
        primitive.parts().into_iter().for_each(&mut see);
        if let Primitive::Let(local, _) = primitive {
            lets.push(*local);
        }
    }
    used.extend(rule.shown.iter().map(|(local, _)| *local));
    let mut seen = FxHashSet::default();
    // A set has several places.
    for (place, pick) in rule.picks().enumerate().filter(|(_, pick)| seen.insert(*pick)) {
        // `last x`, and what a turn says of the pick, use it too.
        let elsewhere = bound.contains(&(id, place)) || asks_last(game, id, place);
        if !used.contains(&pick) && !elsewhere {
            let help = "use it in a condition or an effect, or remove the pick: as it is, every choice does the same";
            report(game, pick, "pick", help, found);
        }
    }
    for local in lets.into_iter().filter(|local| !used.contains(local)) {
        report(game, local, "name", "use it, or remove the `let`", found);
    }
}

/// Members of a set whose condition says nothing of them.
fn members(game: &Game, expr: &Expr, found: &mut Found) {
    expr.visit(&mut |part| {
        let (ExprKind::Quantified { local, condition, .. } | ExprKind::Filter { local, condition, .. }) = &part.kind
        else {
            return;
        };
        if !matches!(condition.kind, ExprKind::Truth(_)) && !used_in([&**condition]).contains(local) {
            let help = "ask something of it, or put the condition outside";
            report(game, *local, "name", help, found);
        }
    });
}

fn used_in<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> FxHashSet<LocalId> {
    let mut used = FxHashSet::default();
    for expr in exprs {
        expr.visit(&mut |part| {
            if let ExprKind::Local(local) = part.kind {
                used.insert(local);
            }
        });
    }
    used
}

/// The picks that some turn speaks of.
fn picks_of_turns(game: &Game) -> FxHashSet<(MoveId, usize)> {
    fn step(step: &TurnStep, out: &mut FxHashSet<(MoveId, usize)>) {
        match step {
            TurnStep::Move(id, with) => out.extend(with.iter().map(|(pick, _)| (*id, usize::from(*pick)))),
            TurnStep::Chain { rule, from, .. } => out.extend([(*rule, usize::from(*from)), (*rule, 0)]),
            TurnStep::Order(inner) => order(inner, out),
            TurnStep::Pass => {}
        }
    }
    fn order(order: &TurnOrder, out: &mut FxHashSet<(MoveId, usize)>) {
        for sequence in order.choices.iter().flatten() {
            step(&sequence.first, out);
            sequence.then.iter().for_each(|follow| step(&follow.step, out));
        }
    }
    let mut out = FxHashSet::default();
    game.turns.iter().for_each(|turn| order(&turn.order, &mut out));
    out
}

/// Whether something asks what was picked as that last.
fn asks_last(game: &Game, id: MoveId, place: usize) -> bool {
    let mut asked = false;
    super::equipment::every_expr(game, &mut |expr| {
        asked |= matches!(expr.kind, ExprKind::LastPick(of, pick) if of == id && usize::from(pick) == place);
    });
    asked
}

fn report(game: &Game, local: LocalId, what: &str, help: &str, found: &mut Found) {
    let Some(name) = game.places.locals.get(&local) else { return };
    let message = format!("the {what} `{}` is never used", name.text);
    found.add(Diagnostic::new(Code::LintUnused, name.span, message).label("named here and used nowhere").help(help));
}
