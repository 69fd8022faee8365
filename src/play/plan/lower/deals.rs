//! The code of what nature does: how likely it is, and what a setup leaves to chance.

use super::Lowered;
use super::builder::Builder;
use super::operand::Operand;
use super::picks::member;
use crate::plan::op::Op;
use crate::plan::outline::Outline;
use crate::plan::program::{Choice, ChoiceKind, Code, LotPlan, Next, OnEmpty, RolePlan, ScatterPlan, Stage};
use rulebook_language::model::{Deal, Expr, Move, MoveId, Odds, Picking, Repeat, TurnStep};
use rulebook_language::util::Id;

impl Builder<'_> {
    /// The lots of the stages of a turn, in which nature acts alone.
    pub fn lots(&mut self, outline: &Outline<'_>) -> Lowered<Vec<Option<LotPlan>>> {
        let of_nature = |choice: &u16| match outline.choices.get(usize::from(*choice)).map(|choice| choice.step) {
            Some(TurnStep::Move(rule, _)) if self.game.moves[*rule].lot.is_some() => Some(*rule),
            _ => None,
        };
        let rules: Vec<Option<MoveId>> =
            outline.stages.iter().map(|stage| stage.tiers.iter().flatten().find_map(of_nature)).collect();
        rules.into_iter().map(|rule| rule.map(|rule| self.odds(rule)).transpose()).collect()
    }

    /// How likely what nature does by a move is.
    fn odds(&mut self, rule: MoveId) -> Lowered<LotPlan> {
        let rule = &self.game.moves[rule];
        Ok(match &rule.lot {
            Some(Odds::By(weight)) => LotPlan::Weighed(self.weight(rule, weight)?),
            Some(Odds::Dice(groups)) => LotPlan::Dice(groups.clone()),
            Some(Odds::Even) | None => LotPlan::Even,
        })
    }

    /// Code that gives the weight of a pick.
    fn weight(&mut self, rule: &Move, weight: &Expr) -> Lowered<Code> {
        self.begin(rule.pick_types().count());
        let mut pick = 0u16;
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => {
                    let operand = self.as_type(pick, member(from.ty));
                    self.scope.bind(*local, operand);
                    pick += 1;
                }
                Picking::Let { local, value } => {
                    let operand = self.named(*local, value)?;
                    self.scope.bind(*local, operand);
                }
                Picking::Several { .. } | Picking::Where(_) => {}
            }
        }
        let a = self.number(weight)?.reg;
        self.code.op(Op::Done { a });
        self.end(weight.span)
    }

    /// Adds the stages of what the setup leaves to chance, behind those of the first player's turns.
    pub fn deal(&mut self, plan: &mut RolePlan, steps: &mut Vec<TurnStep>) -> Lowered<()> {
        let game = self.game;
        let mut scatters = 0;
        // Stages are numbered from the last one on: each leads to the one before it.
        let count: usize = game.deals.iter().map(|deal| usize::from(stages(deal))).sum();
        if count == 0 {
            return Ok(());
        }
        let first = plan.stages.len();
        let limit = rulebook_language::model::MAX_STAGES;
        if first + count > limit {
            return Err(self.cannot(crate::plan::outline::NoOutline::Stages(limit)));
        }
        self.first_deal = Some(first as u16);
        for deal in &game.deals {
            let (sort, lot, step) = match deal {
                Deal::Scatter(_) => {
                    scatters += 1;
                    let scatter = scatters - 1;
                    (ChoiceKind::Scatter(scatter), LotPlan::Scatter { scatter, onward: Next::Start }, TurnStep::Pass)
                }
                Deal::Draw { rule, .. } => {
                    let step = TurnStep::Move(*rule, Vec::new());
                    (self.choice(&step)?, self.odds(*rule)?, step)
                }
            };
            for _ in 0..stages(deal) {
                let id = plan.stages.len();
                let onward = if id + 1 < first + count { Next::Stage(id as u16 + 1) } else { Next::Start };
                let when = match deal {
                    Deal::Draw { when, .. } if !when.is_empty() => Some((self.all_hold(when)?, onward)),
                    _ => None,
                };
                let again =
                    matches!(deal, Deal::Scatter(_) | Deal::Draw { repeat: Repeat::Until | Repeat::WhilePossible, .. });
                let next = if again { Next::Stage(id as u16) } else { onward };
                let lot = match &lot {
                    LotPlan::Scatter { scatter, .. } => LotPlan::Scatter { scatter: *scatter, onward },
                    other => other.clone(),
                };
                let tiers = vec![vec![plan.choices.len() as u16]];
                plan.choices.push(Choice { sort, next, must_complete: false, by_lot: true });
                steps.push(step.clone());
                plan.stages.push(Stage { tiers, empty: OnEmpty::Stuck, when, stop: None, lot: Some(lot) });
            }
        }
        Ok(())
    }

    /// What the setup scatters.
    pub fn scatters(&mut self) -> Lowered<Vec<ScatterPlan>> {
        let game = self.game;
        if let Some(player) = game.players.ids().next() {
            self.scope.play_as(player);
        }
        let offsets = self.layout.scatters.clone();
        let mut plans = Vec::new();
        for (scatter, offset) in game.scatters().zip(offsets) {
            let mut put = Vec::new();
            for item in &scatter.items {
                self.begin(1);
                self.scope.bind(item.cell, Operand::Cell(0));
                let on = self.code.set_reg();
                self.code.op(Op::Single { d: on, cell: 0 });
                let one = self.code.constant_number(1);
                let otherwise = self.put(&item.piece, on, Some(one))?;
                self.code.land(&otherwise);
                self.effects(&item.carrying, false, &mut Vec::new())?;
                let a = self.code.constant_number(0);
                self.code.op(Op::Done { a });
                put.push(self.end(scatter.span)?);
            }
            plans.push(ScatterPlan {
                offset,
                cells: scatter.cells.iter().map(|cell| cell.index() as u16).collect(),
                on_empty: scatter.on_empty,
                put,
            });
        }
        Ok(plans)
    }
}

/// As how many stages what a setup leaves to chance is carried out.
fn stages(deal: &Deal) -> u16 {
    match deal {
        Deal::Scatter(_) => 1,
        Deal::Draw { repeat, .. } => repeat.stages(),
    }
}
