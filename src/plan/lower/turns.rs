//! Turns as stages: each offers choices, each choice says what follows.

use super::Lowered;
use super::builder::Builder;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Builtin, Continue, Expr, ExprKind, Move, MoveId, PlayerId, TurnFollow, TurnOrder, TurnSequence, TurnStep, Type,
};
use crate::plan::op::Op;
use crate::plan::program::{Choice, ChoiceSort, Code, Entry, Next, OnEmpty, RolePlan, Stage, must_complete};
use crate::source::Span;

/// What follows a step.
#[derive(Clone, Copy)]
struct After {
    next: Next,
    /// Whether the turn is not complete without it.
    compulsory: bool,
}

impl After {
    const END: After = After { next: Next::End, compulsory: false };
}

/// The most stages of one player's turns.
const MAX_STAGES: usize = 1 << 10;

impl Builder<'_> {
    /// What a player can do.
    pub fn role(&mut self, player: PlayerId) -> Lowered<RolePlan> {
        self.me = player;
        let mut plan = RolePlan::default();
        self.steps.push(Vec::new());
        for turn in self.game.turns.iter().filter(|turn| turn.of.is_none_or(|of| of == player)) {
            let when = match &turn.when {
                Some(when) => Some(self.condition(when)?),
                None => None,
            };
            let stage = self.stage(&mut plan, &turn.order, After::END, None)?;
            plan.entries.push(Entry { when, stage });
        }
        Ok(plan)
    }

    /// Code that gives a condition as 1 or 0.
    pub fn condition(&mut self, condition: &Expr) -> Lowered<Code> {
        self.begin(0);
        let a = self.truth(condition)?;
        self.op(Op::Done { a });
        self.end(condition.span)
    }

    fn all_hold(&mut self, conditions: &[Expr]) -> Lowered<Code> {
        self.begin(0);
        let mut fails = Vec::new();
        for condition in conditions {
            fails.extend(self.branch(condition, false)?);
        }
        for (truth, jumps) in [(1, Vec::new()), (0, fails)] {
            self.land(&jumps);
            let a = self.constant_number(truth);
            self.op(Op::Done { a });
        }
        self.end(conditions.first().map_or_else(Span::default, |first| first.span))
    }

    /// A stage that offers what an order says, and leads to `after`; again to itself where it is repeated.
    fn stage(
        &mut self,
        plan: &mut RolePlan,
        order: &TurnOrder,
        after: After,
        follow: Option<&TurnFollow>,
    ) -> Lowered<u16> {
        let id = plan.stages.len();
        if id >= MAX_STAGES {
            return Err(self.too_many(plan));
        }
        let when = match follow.map(|follow| follow.when.as_slice()) {
            None | Some([]) => None,
            Some(conditions) => Some((self.all_hold(conditions)?, after.next)),
        };
        let empty = match follow.map(|follow| follow.how) {
            None | Some(Continue::Always) => OnEmpty::Stuck,
            Some(_) => OnEmpty::Skip(after.next),
        };
        let repeated = follow.is_some_and(|follow| follow.repeated);
        let how = follow.map(|follow| follow.how);
        let stop = (how == Some(Continue::IfLiked)).then_some(after.next);
        plan.stages.push(Stage {
            tiers: Vec::new(),
            empty: if repeated { OnEmpty::Skip(after.next) } else { empty },
            when,
            stop,
        });
        let next = if repeated { After { next: Next::Stage(id as u16), compulsory: after.compulsory } } else { after };
        let mut tiers = Vec::new();
        for choice in &order.choices {
            // A choice that is an order in parentheses with priorities of its own stands for those.
            if let [TurnSequence { first: TurnStep::Order(inner), then }] = choice.as_slice()
                && then.is_empty()
            {
                for inner_choice in &inner.choices {
                    tiers.push(self.tier(plan, inner_choice, next)?);
                }
                continue;
            }
            tiers.push(self.tier(plan, choice, next)?);
        }
        plan.stages[id].tiers = tiers;
        Ok(id as u16)
    }

    fn too_many(&self, plan: &RolePlan) -> Box<Diagnostic> {
        let span = self.game.ends.first().map_or_else(Span::default, |end| end.span);
        Box::new(Diagnostic::error("limit/stages", span, format!("a turn of more than {} stages", plan.stages.len())))
    }

    fn tier(&mut self, plan: &mut RolePlan, sequences: &[TurnSequence], after: After) -> Lowered<Vec<u16>> {
        let mut tier = Vec::new();
        for sequence in sequences {
            let mut next = after;
            for follow in sequence.then.iter().rev() {
                let order = match &follow.step {
                    TurnStep::Order(order) => order.clone(),
                    step => TurnOrder { choices: vec![vec![TurnSequence { first: step.clone(), then: Vec::new() }]] },
                };
                let stage = self.stage(plan, &order, next, Some(follow))?;
                next = After {
                    next: Next::Stage(stage),
                    compulsory: (must_complete(follow.how) && !follow.repeated) || next.compulsory,
                };
            }
            let (next, must_complete) = (next.next, next.compulsory);
            match &sequence.first {
                TurnStep::Pass => {
                    let choice = Choice { sort: ChoiceSort::Pass, next, must_complete };
                    tier.push(self.push(plan, choice, &sequence.first));
                }
                TurnStep::Move(rule, with) => {
                    let moved = &self.game.moves[*rule];
                    let found = self.find(moved, with)?;
                    let sort = ChoiceSort::Move {
                        rule: *rule,
                        picks: moved.pick_types().count() as u8,
                        generate: found.generate,
                        propose: found.propose,
                        confirm: found.confirm,
                        test: self.test(moved, with)?,
                        apply: self.apply(moved)?,
                    };
                    tier.push(self.push(plan, Choice { sort, next, must_complete }, &sequence.first));
                }
                TurnStep::Chain { rule, from, longest } => {
                    let moved = &self.game.moves[*rule];
                    let types: Vec<Type> = moved.pick_types().collect();
                    if types.first() != Some(&Type::Cells) || types.get(usize::from(*from)) != Some(&Type::Cells) {
                        return Err(Box::new(
                            Diagnostic::error(
                                "limit/not-yet",
                                moved.span,
                                "a chain of a move that does not go on from a cell cannot be played yet",
                            )
                            .help("let the move's first pick, and the one that the chain goes on from, be cells"),
                        ));
                    }
                    let again = goes_on(moved, *rule, *from);
                    let sort = ChoiceSort::Chain {
                        rule: *rule,
                        picks: types.len() as u8,
                        generate: self.generate(moved, &[])?,
                        follow: self.generate(moved, &[(0, again)])?,
                        apply: self.apply(moved)?,
                        from: *from,
                        longest: *longest,
                    };
                    tier.push(self.push(plan, Choice { sort, next, must_complete }, &sequence.first));
                }
                TurnStep::Order(order) => match order.choices.as_slice() {
                    [single] => tier.extend(self.tier(plan, single, After { next, compulsory: must_complete })?),
                    _ => {
                        let span = self.game.ends.first().map_or_else(Span::default, |end| end.span);
                        return Err(Box::new(
                            Diagnostic::error("limit/not-yet", span, "an `else` inside an `or` cannot be played yet")
                                .help("put the `else` outermost in the `turn`"),
                        ));
                    }
                },
            }
        }
        Ok(tier)
    }

    fn push(&mut self, plan: &mut RolePlan, choice: Choice, step: &TurnStep) -> u16 {
        plan.choices.push(choice);
        self.steps.last_mut().into_iter().for_each(|steps| steps.push(step.clone()));
        (plan.choices.len() - 1) as u16
    }
}

/// Where a further link of a chain begins: at that pick of the one before.
pub fn goes_on(moved: &Move, rule: MoveId, from: u8) -> Expr {
    let last = Expr { kind: ExprKind::LastPick(rule, from), ty: Type::Cell, span: moved.span };
    Expr { kind: ExprKind::Builtin(Builtin::OneCell, vec![last]), ty: Type::Cells, span: moved.span }
}
