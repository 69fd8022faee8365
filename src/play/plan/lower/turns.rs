//! The code of turns: of their conditions, and of the choices in their stages.

use super::Lowered;
use super::builder::Builder;
use super::moves::uncertain;
use crate::plan::op::Op;
use crate::plan::outline::{NoOutline, Outline};
use crate::plan::program::{Choice, ChoiceKind, Code, Finish, RolePlan, Stage, TurnEntry};
use rulebook_language::diagnostic::{self, Diagnostic};
use rulebook_language::model::{Builtin, Effect, Expr, ExprKind, Move, MoveId, PlayerId, TurnStep, Type};
use rulebook_language::source::Span;
use rulebook_language::util::Id;

impl Builder<'_> {
    /// What a player can do, with the steps of its choices.
    pub fn role(&mut self, player: PlayerId) -> Lowered<(RolePlan, Vec<TurnStep>)> {
        self.scope.play_as(player);
        let game = self.game;
        let outline = Outline::new(game, player).map_err(|why| self.cannot(why))?;
        let mut plan = RolePlan::default();
        let mut steps: Vec<TurnStep> = outline.choices.iter().map(|choice| choice.step.clone()).collect();
        for (when, stage) in &outline.entries {
            let when = match when {
                Some(when) => Some(self.condition(when)?),
                None => None,
            };
            plan.entries.push(TurnEntry { when, stage: *stage });
        }
        if let Some(pass) = &game.pass {
            plan.pass = Some(self.apply(pass)?);
        }
        let lots = self.lots(&outline)?;
        for (stage, lot) in outline.stages.into_iter().zip(lots) {
            let when = match stage.when {
                Some((conditions, onward)) => Some((self.all_hold(conditions)?, onward)),
                None => None,
            };
            plan.stages.push(Stage { tiers: stage.tiers, empty: stage.empty, when, stop: stage.stop, lot });
        }
        // A step that is taken several times is compiled once.
        let mut compiled: Vec<(*const TurnStep, ChoiceKind)> = Vec::new();
        for choice in outline.choices {
            let step = std::ptr::from_ref(choice.step);
            let known = compiled.iter().find(|(known, _)| *known == step).map(|(_, sort)| *sort);
            let sort = match known {
                Some(sort) => sort,
                None => self.choice(choice.step)?,
            };
            compiled.extend(known.is_none().then_some((step, sort)));
            let (must_complete, by_lot) = (choice.must_complete, choice.by_lot);
            plan.choices.push(Choice { sort, next: choice.next, must_complete, by_lot });
        }
        if player.index() == 0 {
            self.deal(&mut plan, &mut steps)?;
        }
        Ok((plan, steps))
    }

    /// Code that gives a condition as 1 or 0.
    pub fn condition(&mut self, condition: &Expr) -> Lowered<Code> {
        self.begin(0);
        let a = self.truth(condition)?;
        self.code.op(Op::Done { a });
        self.end(condition.span)
    }

    pub fn all_hold(&mut self, conditions: &[Expr]) -> Lowered<Code> {
        self.begin(0);
        let mut fails = Vec::new();
        for condition in conditions {
            fails.extend(self.branch(condition, false)?);
        }
        for (truth, jumps) in [(1, Vec::new()), (0, fails)] {
            self.code.land(&jumps);
            let a = self.code.constant_number(truth);
            self.code.op(Op::Done { a });
        }
        self.end(conditions.first().map_or_else(Span::default, |first| first.span))
    }

    pub fn cannot(&self, why: NoOutline) -> Box<Diagnostic> {
        let span = self.game.ends.first().map_or_else(Span::default, |end| end.span);
        Box::new(match why {
            NoOutline::Stages(number) => {
                Diagnostic::new(diagnostic::Code::LimitStages, span, format!("a turn of more than {number} stages"))
            }
            NoOutline::ElseInside => {
                Diagnostic::new(diagnostic::Code::LimitNotYet, span, "an `else` inside an `or` cannot be played yet")
                    .help("put the `else` outermost in the `turn`")
            }
        })
    }

    pub fn choice(&mut self, step: &TurnStep) -> Lowered<ChoiceKind> {
        Ok(match step {
            // An order is no choice of its own.
            TurnStep::Pass | TurnStep::Order(_) => ChoiceKind::Pass,
            TurnStep::Move(rule, with) => {
                let moved = &self.game.moves[*rule];
                let found = self.find(moved, with)?;
                ChoiceKind::Move {
                    rule: *rule,
                    picks: moved.pick_types().count() as u8,
                    generate: found.generate,
                    propose: found.propose,
                    confirm: found.confirm,
                    test: self.test(moved, with)?,
                    apply: self.apply(moved)?,
                }
            }
            TurnStep::Chain { rule, from, which } => {
                let moved = &self.game.moves[*rule];
                let types: Vec<Type> = moved.pick_types().collect();
                if types.first() != Some(&Type::Cells) || types.get(usize::from(*from)) != Some(&Type::Cells) {
                    return Err(Box::new(
                        Diagnostic::new(
                            diagnostic::Code::LimitNotYet,
                            moved.span,
                            "a chain of a move that does not go on from a cell cannot be played yet",
                        )
                        .help("let the move's first pick, and the one that the chain goes on from, be cells"),
                    ));
                }
                let again = goes_on(moved, *rule, *from);
                let link = moved.of_links();
                let finish = match moved.end().is_empty() {
                    true => None,
                    false => {
                        let decides =
                            moved.end().iter().any(Effect::requires) || uncertain(moved).len() > uncertain(&link).len();
                        let test = if decides { Some(self.test(moved, &[])?) } else { None };
                        Some(Finish { test, apply: self.apply(moved)? })
                    }
                };
                ChoiceKind::Chain {
                    rule: *rule,
                    picks: types.len() as u8,
                    generate: self.generate(&link, &[])?,
                    follow: self.generate(&link, &[(0, again)])?,
                    apply: self.apply(&link)?,
                    finish,
                    from: *from,
                    which: *which,
                }
            }
        })
    }
}

/// Where a further link of a chain begins: at that pick of the one before.
pub fn goes_on(moved: &Move, rule: MoveId, from: u8) -> Expr {
    let last = Expr { kind: ExprKind::LastPick(rule, from), ty: Type::Cell, span: moved.span };
    Expr { kind: ExprKind::Builtin(Builtin::OneCell, vec![last]), ty: Type::Cells, span: moved.span }
}
