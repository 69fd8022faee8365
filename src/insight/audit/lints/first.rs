//! Words of the turn so far, asked of the first action of a turn: nothing was done in it yet, so that they say nothing.
//!
//! Said of moves that only ever begin a turn, and of what their own lines ask: a definition may be asked elsewhere too.

use super::conditions::is_optional;
use super::equipment::every_expr;
use super::facts::Facts;
use super::list::Found;
use super::walk::events;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, Move, MoveId, Picking, TurnOrder, TurnStep, Type};

/// Looks at the moves that begin turns, and at who has moved last where each turn is one action.
pub fn check(game: &Game, found: &mut Found) {
    let mut steps = Steps::default();
    game.turns.iter().for_each(|turn| steps.gather(&turn.order, true));
    for (id, rule) in game.moves.iter_ids() {
        if steps.first.contains(&id) && !steps.later.contains(&id) {
            picks(game, rule, found);
        }
    }
    begun(game, &steps, found);
    let alternate = game.players.len() > 1 && game.skip.is_none() && !game.pie && !steps.goes_on;
    if alternate && !game.turns.is_empty() {
        for end in game.ends.iter().filter(|end| !is_optional(game, &end.when)) {
            end.when.visit(&mut |part| {
                if let ExprKind::Builtin(Builtin::Equal | Builtin::NotEqual, sides) = &part.kind
                    && let [a, b] = sides.as_slice()
                    && (is_last_mover(a) && is_me(b) || is_me(a) && is_last_mover(b))
                {
                    let is_equal = matches!(part.kind, ExprKind::Builtin(Builtin::Equal, _));
                    let how = if is_equal { "never holds" } else { "always holds" };
                    let said = Diagnostic::new(Code::LintConstant, part.span, format!("this condition {how}"))
                        .label("each turn is one action: who is to act has not acted last")
                        .help("`me` is the next player when ends are looked at: ask about `last mover` alone");
                    found.add_constant(said, !is_equal);
                }
            });
        }
    }
}

/// Looks at questions whether a player can make a move that begins no turn. `nobody can NAME` is several of them, denied.
fn begun(game: &Game, steps: &Steps, found: &mut Found) {
    let mut denied = Vec::new();
    every_expr(game, &mut |expr| match &expr.kind {
        ExprKind::Not(of) if of.span == expr.span => denied.push(expr.span),
        ExprKind::Builtin(Builtin::CanMake, asked) => {
            let [Expr { kind: ExprKind::Word(name), .. }, _] = asked.as_slice() else { return };
            if steps.begins.iter().any(|rule| game.moves.get(*rule).is_some_and(|rule| rule.name == *name)) {
                return;
            }
            let always = denied.contains(&expr.span);
            let how = if always { "always holds" } else { "never holds" };
            let said = Diagnostic::new(Code::LintConstant, expr.span, format!("this condition {how}"))
                .label(format!("no turn begins with `{name}`, and `can` asks for the first action of a turn"))
                .help("ask for the cells that it would pick, as in `no c in mine where some enemy & adjacent(c)`");
            found.add_constant(said, always);
        }
        _ => {}
    });
}

fn is_me(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Builtin(Builtin::Me, _))
}

fn is_last_mover(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Builtin(Builtin::LastMover, _))
}

/// Where moves stand in turns.
#[derive(Default)]
struct Steps {
    /// Those that may begin one.
    first: Vec<MoveId>,
    /// Those before which something may have been done.
    later: Vec<MoveId>,
    /// Those that may begin one, once or as a chain.
    begins: Vec<MoveId>,
    /// Whether a turn can have more than one action.
    goes_on: bool,
}

impl Steps {
    fn gather(&mut self, order: &TurnOrder, is_first: bool) {
        for sequence in order.choices.iter().flatten() {
            self.step(&sequence.first, is_first);
            for follow in &sequence.then {
                self.goes_on = true;
                self.step(&follow.step, false);
            }
        }
    }

    fn step(&mut self, step: &TurnStep, is_first: bool) {
        if let TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } = step
            && is_first
        {
            self.begins.push(*rule);
        }
        match step {
            TurnStep::Move(rule, _) => if is_first { &mut self.first } else { &mut self.later }.push(*rule),
            // Its links follow each other.
            TurnStep::Chain { rule, .. } => self.later.push(*rule),
            TurnStep::Order(inner) => self.gather(inner, is_first),
            TurnStep::Pass => {}
        }
    }
}

fn picks(game: &Game, rule: &Move, found: &mut Found) {
    let mut facts = Facts::new(game, events(game)).within(&found.work);
    for step in &rule.picking {
        match step {
            Picking::Pick { from: asked, .. }
            | Picking::Several { from: asked, .. }
            | Picking::Let { value: asked, .. }
            | Picking::Where(asked) => ask(asked, &mut facts, found),
        }
        facts.make(step);
    }
}

/// Looks at an expression, each condition in it by itself.
fn ask(expr: &Expr, facts: &mut Facts<'_>, found: &mut Found) {
    match &expr.kind {
        ExprKind::Builtin(Builtin::And | Builtin::Or, parts) => parts.iter().for_each(|part| ask(part, facts, found)),
        ExprKind::Not(of) if of.ty == Type::Truth => found.negating(|found| ask(of, facts, found)),
        _ => {
            let Some(word) = word(expr).filter(|_| !is_optional(facts.game, expr)) else { return };
            // What no move of the game does is said already.
            if facts.truth(expr).is_some() {
                return;
            }
            let (label, help) = word.says(facts.game);
            if let Some(truth) = facts.truth(&at_first(expr)) {
                let how = if truth { "always holds" } else { "never holds" };
                let said = Diagnostic::new(Code::LintConstant, expr.span, format!("this condition {how}"));
                found.add_constant(said.label(label).help(help), truth);
            }
        }
    }
}

/// What speaks of the turn so far.
#[derive(Clone, Copy)]
enum Word {
    Event,
    LastPick(MoveId, u8),
    TurnStart,
}

impl Word {
    /// What it comes to in the first action of a turn, and what to write instead.
    fn says(self, game: &Game) -> (String, &'static str) {
        match self {
            Word::Event => (
                "nothing was done in this turn yet: the move begins it".to_owned(),
                "ask it in a move that follows another with `then`; what is to last longer is kept in a mark or a counter",
            ),
            Word::LastPick(rule, pick) => (
                format!(
                    "{} is nowhere: it is of the turn's previous action, and this move begins the turn",
                    last(game, rule, pick)
                ),
                "keep what the turn before did in a mark, or forbid positions that come again with `repetition`",
            ),
            Word::TurnStart => (
                "the turn starts here: nothing is other than at its start".to_owned(),
                "ask it after the effects, with `require`, or in a move that follows another with `then`",
            ),
        }
    }
}

/// A pick of the previous action, as it is written.
fn last(game: &Game, rule: MoveId, pick: u8) -> String {
    let local = game.moves.get(rule).and_then(|rule| rule.picks().nth(usize::from(pick)));
    let name = local.and_then(|local| game.sites.names.get(&local));
    name.map_or_else(|| "`last`".to_owned(), |name| format!("`last {}`", name.text))
}

/// The first word of the turn so far in an expression; what definitions say is not looked at.
fn word(expr: &Expr) -> Option<Word> {
    let mut first = None;
    expr.visit(&mut |part| {
        let word = match &part.kind {
            ExprKind::Builtin(builtin, _) if builtin.row().event.is_some() => Word::Event,
            ExprKind::LastPick(rule, pick) if part.ty == Type::Cell => Word::LastPick(*rule, *pick),
            ExprKind::TurnStart(_) => Word::TurnStart,
            _ => return,
        };
        first.get_or_insert(word);
    });
    first
}

/// An expression as it is in the first action of a turn.
fn at_first(expr: &Expr) -> Expr {
    fn change(expr: &mut Expr) {
        let nothing = |ty| Expr { kind: ExprKind::Region(Vec::new()), ty, span: expr.span };
        match &mut expr.kind {
            ExprKind::Builtin(builtin, _) if builtin.row().event.is_some() => *expr = nothing(Type::Cells),
            ExprKind::LastPick(..) if expr.ty == Type::Cell => {
                expr.kind = ExprKind::Builtin(Builtin::The, vec![nothing(Type::Cells)]);
            }
            ExprKind::TurnStart(of) => {
                *expr = std::mem::replace(of, nothing(Type::Unknown));
                change(expr);
            }
            _ => expr.parts_mut().into_iter().for_each(change),
        }
    }
    let mut expr = expr.clone();
    change(&mut expr);
    expr
}
