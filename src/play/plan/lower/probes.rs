//! Probes: while they are asked for, lowering brackets what it writes with operations that say what is being worked out and what
//! it came to. Without them not one operation is different.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use crate::plan::op::Op;
use crate::plan::op_probe::ProbeOp;
use crate::plan::probe::{
    ChoiceProbes, EndProbes, Form, Node, NodeId, NodeKind, Probes, Reading, ResultProbes, RoleProbes,
};
use crate::plan::program::{ChoiceKind, RolePlan};
use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, Game, Judgement, LocalId, PlayerId, TurnStep, Type};
use rulebook_language::source::Span;
use rulebook_language::util::{Id, Table};

impl Builder<'_> {
    /// Code from here to the `leave` or `decided` of the same node belongs to it.
    pub fn enter(&mut self, sort: NodeKind, span: Span) -> Option<NodeId> {
        let node = self.nodes.as_mut()?.push(Node { span, sort, reading: Reading::Nothing });
        self.code.op(Op::Probe(ProbeOp::Enter { node: node.0 }));
        Some(node)
    }

    /// The node's code ends here, without a value.
    pub fn leave_node(&mut self, node: Option<NodeId>) {
        if let Some(node) = node {
            self.code.op(Op::Probe(ProbeOp::Exit { node: node.0 }));
        }
    }

    /// The node's code ends here, with a value.
    pub fn came_to(&mut self, node: Option<NodeId>, operand: &Operand) {
        if let (Some(node), Some(nodes)) = (node, &mut self.nodes) {
            nodes[node].reading = reading(operand);
            self.code.op(Op::Probe(ProbeOp::Exit { node: node.0 }));
        }
    }

    /// The node is a condition: where one of `jumps` is taken, it came to `on`; where the code goes on here, it did not.
    pub fn decided(&mut self, node: Option<NodeId>, jumps: Vec<u32>, on: bool) -> Vec<u32> {
        let Some(node) = node else { return jumps };
        let node = node.0;
        self.code.op(Op::Probe(ProbeOp::Decide { node, holds: !on }));
        if jumps.is_empty() {
            return jumps;
        }
        let over = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&jumps);
        self.code.op(Op::Probe(ProbeOp::Decide { node, holds: on }));
        let out = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&[over]);
        vec![out]
    }

    /// What was just bound to a name that ranges over a set.
    pub fn enter_member(&mut self, local: LocalId, span: Span) -> Option<NodeId> {
        let reading = self.scope.operand(local).map_or(Reading::Nothing, reading);
        let node = self.nodes.as_mut()?.push(Node { span, sort: NodeKind::Member(local), reading });
        self.code.op(Op::Probe(ProbeOp::Enter { node: node.0 }));
        Some(node)
    }

    /// What is known of an expression that was worked out before.
    pub fn recall(&mut self, node: NodeId) {
        self.code.op(Op::Probe(ProbeOp::Recall { node: node.0 }));
    }

    /// What an expression is.
    pub fn form(&mut self, expr: &Expr) -> Form {
        if self.known(expr).is_some() {
            return Form::Constant;
        }
        match &expr.kind {
            ExprKind::Local(local) => Form::Local(*local),
            ExprKind::Call(definition, _) => Form::Definition(*definition),
            ExprKind::Builtin(builtin, _) => Form::Builtin(*builtin),
            ExprKind::Not(_) => Form::Not,
            ExprKind::Quantified { every: true, .. } => Form::Every,
            ExprKind::Quantified { every: false, .. } => Form::Some,
            ExprKind::Filter { .. } => Form::Filter,
            ExprKind::Pattern { .. } => Form::Pattern,
            ExprKind::Fold { how: Fold::Union, .. } => Form::Builtin(Builtin::UnionOfGroups),
            _ => Form::Other,
        }
    }

    /// The probed code of every move, turn and end of `roles`, whose choices are these steps.
    pub fn probes(&mut self, roles: &Table<PlayerId, RolePlan>, steps: &[Vec<TurnStep>]) -> Lowered<Probes> {
        self.nodes = Some(Table::new());
        let mut probes = Probes::default();
        for (player, plan) in roles.iter_ids() {
            self.scope.play_as(player);
            let mut role = RoleProbes::default();
            let game: &Game = self.game;
            let turns = game.turns.iter().enumerate().filter(|(_, turn)| turn.of.is_none_or(|of| of == player));
            for (place, turn) in turns {
                let when = match &turn.when {
                    Some(when) => Some(self.condition(when)?),
                    None => None,
                };
                role.entries.push((when, place));
            }
            if let Some(pass) = &game.pass {
                role.pass = Some(self.apply(pass)?);
            }
            for (choice, step) in plan.choices.iter().zip(steps.get(player.index()).into_iter().flatten()) {
                role.choices.push(self.choice_probes(choice.sort, step)?);
            }
            probes.roles.push(role);
        }
        let clauses = self.each_end(|builder, kind| {
            Ok(match kind {
                Judgement::Highest(key) | Judgement::Lowest(key) => Some((key.span, builder.keys(key)?)),
                _ => None,
            })
        })?;
        for clause in clauses {
            let results = clause.results.into_iter().map(|(when, keys)| ResultProbes { when, keys }).collect();
            probes.ends.push(EndProbes { when: clause.when, results });
        }
        probes.nodes = self.nodes.take().unwrap_or_default();
        Ok(probes)
    }

    fn choice_probes(&mut self, sort: ChoiceKind, step: &TurnStep) -> Lowered<Option<ChoiceProbes>> {
        let game: &Game = self.game;
        Ok(match (sort, step) {
            (ChoiceKind::Move { rule, .. }, TurnStep::Move(_, with)) => {
                let moved = &game.moves[rule];
                let (test, apply) = (self.test(moved, with)?, self.apply(moved)?);
                Some(ChoiceProbes { rule, test, follow: None, apply, finish: None })
            }
            (ChoiceKind::Chain { rule, from, .. }, _) => {
                let moved = &game.moves[rule];
                let again = super::turns::goes_on(moved, rule, from);
                let link = moved.of_links();
                let (test, follow) = (self.test(&link, &[])?, self.test(&link, &[(0, again)])?);
                let finish = match moved.end().is_empty() {
                    true => None,
                    false => Some((self.test(moved, &[])?, self.apply(moved)?)),
                };
                Some(ChoiceProbes { rule, test, follow: Some(follow), apply: self.apply(&link)?, finish })
            }
            _ => None,
        })
    }
}

/// Where an operand's value is found. Groups have none: they are only counted or gone through.
fn reading(operand: &Operand) -> Reading {
    match operand {
        Operand::Number(num) => Reading::Number(num.reg, num.scale),
        Operand::Truth(reg) => Reading::Truth(*reg),
        Operand::Cell(reg) => Reading::Cell(*reg),
        Operand::Kind(reg) => Reading::Kind(*reg),
        Operand::Kinds(reg) => Reading::Kinds(*reg),
        Operand::Direction(reg) => Reading::Direction(*reg),
        Operand::Directions(reg) => Reading::Directions(*reg),
        Operand::Player(Who::Reg(reg)) => Reading::Player(*reg),
        Operand::Player(Who::Known(player)) => Reading::Known(*player),
        Operand::Set(reg) => Reading::Set(*reg),
        Operand::List(reg, scale) => Reading::List(*reg, *scale),
        Operand::Players(_) | Operand::Range(..) | Operand::Shapes(_) => Reading::Nothing,
    }
}

/// Whether a condition is made of others, and so is decided by jumps.
pub fn is_composed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(_) | ExprKind::Call(..) | ExprKind::Quantified { .. } => true,
        ExprKind::Builtin(Builtin::And | Builtin::Or, args) => args.len() == 2 && expr.ty == Type::Truth,
        _ => false,
    }
}
