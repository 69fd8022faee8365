//! Relations of the file, and of which of its cells a condition says that they join: one that the board decides is part of the board,
//! any other is a region of each cell.

use rustc_hash::FxHashSet;

use super::builtins::{self, Builtin};
use super::checker::Checker;
use super::constant::{Constant, Evaluation};
use super::expr::{Expr, ExprKind, Fold, Type};
use super::ids::LocalId;
use super::joint::Joint;
use super::link::Joining;
use super::off::plural;
use super::row::Reads;
use super::same::same_with;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Said, Name, Relation};
use crate::topology::{CellId, DirectionId, RelationSpec};

/// How many steps it may take to work out between which cells a relation of the board holds.
const MAX_ASKED: usize = 1 << 24;

impl<'a> Checker<'a> {
    /// Adds a relation to the board; of one that asks about the position its steps, and the region of each cell to the definitions.
    pub fn declare_relation(&mut self, relation: &'a Relation) -> Option<()> {
        let Relation { name, body, given } = relation;
        let condition = relation.condition();
        let spec = self.relation_spec(body)?;
        let (Some(given), Some(condition)) = (given, condition) else {
            return self.add_relation(&name.text, &spec, body.span);
        };
        self.add_relation(&Relation::steps(&name.text), &spec, body.span)?;
        if self.asks_position(condition, &mut FxHashSet::default()) {
            self.rules.definitions.push(vec![given]);
            return Some(());
        }
        let (typed, ends) = self.in_phase(Phase::Static, |checker| {
            let depth = checker.scope.depth();
            let mut end = |name: &str| checker.scope.bind(name, Type::Cell);
            let ends = [end("a"), end("b")];
            let typed = checker.expect(condition, Type::Truth);
            checker.leave(depth);
            (typed, ends)
        });
        if typed.ty == Type::Unknown {
            return None;
        }
        let board = self.parts.board.take()?;
        let steps = board.find_relation(&Relation::steps(&name.text))?;
        let directions = board.relation_directions(steps).to_vec();
        let mut unknown = false;
        let mut asked = Evaluation::new(Some(&board), &self.parts.definitions).within(MAX_ASKED);
        let built = board.clone().with_narrowed(&name.text, &directions, |a, b| {
            ends.iter().zip([a, b]).for_each(|(local, cell)| asked.bind(*local, Constant::Cell(Some(cell))));
            let truth = asked.value(&typed);
            unknown |= !matches!(truth, Some(Constant::Truth(_)));
            truth == Some(Constant::Truth(true))
        });
        if unknown {
            let message = "between which cells this holds must be known before the game begins";
            self.say(
                Diagnostic::new(Code::TypeNotConstant, condition.span, message)
                    .label("not known for some cells")
                    .help("use columns, rows, edges, numbers and options of the cells `a` and `b`"),
            );
            return None;
        }
        let built = built.map_err(|error| self.board_error(&error, body.span));
        self.parts.board = Some(built.ok()?);
        Some(())
    }

    /// Adds a relation to the board.
    pub fn add_relation(&mut self, name: &str, spec: &RelationSpec, span: Span) -> Option<()> {
        let board = self.parts.board.take()?;
        let built = board.with_relation(name, spec).map_err(|error| self.board_error(&error, span));
        self.parts.board = Some(built.ok()?);
        Some(())
    }

    /// Whether an expression asks about the position, by the words in it; `seen` are the definitions that were looked at.
    fn asks_position(&self, expr: &ast::Expr, seen: &mut FxHashSet<String>) -> bool {
        let own = match &expr.kind {
            Said::Name(name) => self.word_asks_position(name, seen),
            Said::Call { name, .. } => {
                let named = |builtin: &&Builtin| builtin.row().is_called(&name.text);
                Builtin::ALL.iter().filter(named).any(|builtin| builtin.row().reads != Reads::NOTHING)
                    || self.word_asks_position(&name.text, seen)
            }
            Said::Owned { .. }
            | Said::NoMove
            | Said::NobodyCan(_)
            | Said::Can(..)
            | Said::AllPass
            | Said::LastMover
            | Said::LastSown
            | Said::LastTo(_)
            | Said::LastPick(_)
            | Said::Crossing { .. } => true,
            _ => false,
        };
        own || expr.parts().into_iter().any(|part| self.asks_position(part, seen))
    }

    fn word_asks_position(&self, name: &str, seen: &mut FxHashSet<String>) -> bool {
        let rules = &self.rules;
        let defined = rules.definitions.iter().filter_map(|versions| versions.last());
        if let Some(definition) = defined.into_iter().find(|definition| definition.name.text == name) {
            return seen.insert(name.to_owned()) && self.asks_position(&definition.body, seen);
        }
        let is_carried = |piece: &ast::PieceName| piece.carries.iter().any(|carry| carry.name.text == name);
        let is_counter = |counter: &ast::Declaration| matches!(&counter.kind, ast::DeclarationKind::Counter { name: own, .. } if own.text == name);
        rules.pieces.iter().any(|(piece, _)| piece.name.text == name || plural(piece) == name || is_carried(piece))
            || rules.counters.iter().any(|counter| is_counter(counter))
            || rules.marks.iter().any(|(mark, _)| mark.text == name)
            || rules.links.iter().any(|link| link.name.text == name)
            || rules.patterns.iter().any(|pattern| pattern.name.text == name)
            || rules.lucks.iter().any(|luck| luck.names.iter().any(|own| own.text == name))
            || builtins::find_word(name).is_some_and(|builtin| builtin.row().reads != Reads::NOTHING)
    }

    /// The relation of the file that asks about the position, by its place among the definitions.
    pub fn position_relation(&self, name: &str) -> Option<usize> {
        let declared = self.rules.relations.iter().find(|relation| relation.name.text == name)?.given.as_ref()?;
        self.rules
            .definitions
            .iter()
            .position(|versions| versions.first().is_some_and(|first| std::ptr::eq(*first, declared)))
    }

    /// `open(S)`: of a set, the cells that are joined with one of it.
    pub fn joined_with(&mut self, place: usize, of: Expr, span: Span) -> Expr {
        let version = self.rules.definitions[place].len() - 1;
        let Some(given) = self.definition(place, version, span) else {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        };
        if of.ty == Type::Cell {
            let kind = ExprKind::Call(given, vec![of.clone()]);
            return self.made(kind, Type::Cells, &[&of], span);
        }
        let of = self.coerce(of, Type::Cells);
        let local = self.scope.unnamed();
        let one = Expr { kind: ExprKind::Local(local), ty: Type::Cell, span };
        let body = Box::new(Expr { kind: ExprKind::Call(given, vec![one]), ty: Type::Cells, span });
        let kind = ExprKind::Fold { how: Fold::Union, local, over: Box::new(of.clone()), condition: None, body };
        self.made(kind, Type::Cells, &[&of], span)
    }

    /// How the relation or the links of a name join cells; with `both_ways` also where it holds from the other cell alone.
    pub fn joint(&mut self, name: &Name, both_ways: bool) -> Option<Joint> {
        if let Some(link) = self.find_link(&name.text) {
            return Some(Joint { relation: link.relation, given: Some(link.joining) });
        }
        let Some(place) = self.position_relation(&name.text) else {
            return Some(Joint { relation: self.relation(name)?, given: None });
        };
        self.usage.note(&name.text);
        let relation = self.parts.board.as_ref()?.find_relation(&Relation::steps(&name.text))?;
        let given = self.definition(place, self.rules.definitions[place].len() - 1, name.span)?;
        let definition = self.parts.definitions[given].clone();
        let ([a], ExprKind::Filter { local: b, condition, .. }) = (definition.params.as_slice(), &definition.body.kind)
        else {
            return None;
        };
        let ends = [*a, *b];
        let both_ways = both_ways && !self.holds_both_ways(condition, ends);
        let board = self.parts.board.as_ref()?;
        if both_ways && !board.is_symmetric(relation) {
            let message = format!("`{}` leads one way, and a group is joined both ways", name.text);
            let said = Diagnostic::new(Code::TypeMismatch, name.span, message);
            self.say(said.help("join it by a relation whose steps have their steps back"));
            return None;
        }
        let directions = board.relation_directions(relation).to_vec();
        let span = definition.body.span;
        let all = Expr { kind: ExprKind::Region(self.cells_of_board()), ty: Type::Cells, span };
        let mut ways = Vec::new();
        for way in directions {
            let mut from = self.such(all.clone(), condition, ends, way);
            if both_ways {
                let back = self.such(all.clone(), condition, [ends[1], ends[0]], way);
                from = self.builtin(Builtin::Union, vec![from, back], span);
            }
            ways.push((way, from));
        }
        let given = self.parts.joinings.push(Joining { ways });
        Some(Joint { relation, given: Some(given) })
    }

    /// Whether a relation has a condition that may hold from one cell to another and not back.
    pub fn may_lead_one_way(&mut self, name: &Name) -> bool {
        if self.find_link(&name.text).is_some() {
            return false;
        }
        let Some(place) = self.position_relation(&name.text) else { return false };
        let given = self.definition(place, self.rules.definitions[place].len() - 1, name.span);
        let Some(definition) = given.and_then(|given| self.parts.definitions.get(given)) else { return false };
        match (definition.params.as_slice(), &definition.body.kind) {
            ([a], ExprKind::Filter { local: b, condition, .. }) => !self.holds_both_ways(condition, [*a, *b]),
            _ => false,
        }
    }

    fn cells_of_board(&self) -> Vec<CellId> {
        let mut cells: Vec<CellId> = self.parts.board.iter().flat_map(|board| board.cells()).collect();
        cells.sort_unstable();
        cells
    }

    /// The cells of a set of which a condition on the ends of a step holds, with the step in a direction from each.
    fn such(&mut self, of: Expr, condition: &Expr, ends: [LocalId; 2], way: DirectionId) -> Expr {
        let local = self.scope.unnamed();
        let span = condition.span;
        let mut condition = condition.clone();
        self.put_step(&mut condition, ends, local, way);
        let kind = ExprKind::Filter { local, over: Box::new(of), condition: Box::new(condition) };
        Expr { kind, ty: Type::Cells, span }
    }

    /// Puts a cell and the one a step away in the places of two names. Whether the two are linked is a question about the cell.
    fn put_step(&self, expr: &mut Expr, [a, b]: [LocalId; 2], local: LocalId, way: DirectionId) {
        let span = expr.span;
        let here = Expr { kind: ExprKind::Local(local), ty: Type::Cell, span };
        if let ExprKind::Builtin(Builtin::Contains, args) = &expr.kind
            && let Some(linked) = self
                .linked_ends(args, [a, b])
                .and_then(|link| self.linked_along(&self.parts.links.get(link)?.planes, way, span))
        {
            *expr = self.builtin(Builtin::Contains, vec![here, linked], span);
            return;
        }
        match &expr.kind {
            ExprKind::Local(name) if *name == a => *expr = here,
            ExprKind::Local(name) if *name == b => {
                let along = Expr { kind: ExprKind::Direction(way), ty: Type::Direction, span };
                *expr = self.builtin(Builtin::Step, vec![here, along], span);
            }
            _ => expr.parts_mut().into_iter().for_each(|part| self.put_step(part, [a, b], local, way)),
        }
    }

    /// Whether a condition reads the same with its two names exchanged.
    fn holds_both_ways(&self, condition: &Expr, ends: [LocalId; 2]) -> bool {
        let [a, b] = ends;
        match &condition.kind {
            ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), _) => {
                let mut parts = Vec::new();
                gather(condition, *builtin, &mut parts);
                // Of `a in empty and b in empty` each is what the other becomes.
                let becomes = |part: &Expr, other: &Expr| same_with(part, other, &mut vec![(a, b), (b, a)]);
                parts
                    .iter()
                    .all(|part| self.holds_both_ways(part, ends) || parts.iter().any(|other| becomes(part, other)))
            }
            ExprKind::Not(inner) => self.holds_both_ways(inner, ends),
            ExprKind::Builtin(Builtin::Contains, args) if self.linked_ends(args, ends).is_some() => true,
            _ => same_with(condition, condition, &mut vec![(a, b), (b, a)]),
        }
    }
}

/// The parts of nested `and`s, or of nested `or`s.
fn gather<'e>(expr: &'e Expr, by: Builtin, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Builtin(builtin, args) if *builtin == by => args.iter().for_each(|arg| gather(arg, by, parts)),
        _ => parts.push(expr),
    }
}
