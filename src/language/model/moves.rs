//! Moves: what is picked, under what conditions, and how it is written.

use super::action::{Move, Picking, Written};
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::{Index, PatternKind, Per};
use super::ids::{CounterId, LocalId, MoveId};
use super::names::one_for_each;
use super::primitive::{Effect, Primitive, all_primitives};
use super::row::Reads;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Name, Statement, StatementKind};
use crate::util::{Id, suggestion};

/// The most picks of one move.
pub const MAX_PICKS: usize = 16;
/// The most picks of an action: those of all links of a chain together.
pub const MAX_CHAIN_PICKS: usize = 256;
/// The most members of a set that is picked.
const MAX_SET_PICKED: i64 = 8;
/// The largest number that can be picked: picks are kept in 16 bits, one of whose values is nowhere.
pub const MAX_PICKED_NUMBER: i64 = u16::MAX as i64 - 1;

/// A move while it is read.
#[derive(Default)]
pub struct Draft {
    /// Its steps before the first effect.
    pub picking: Vec<Picking>,
    /// Its steps from then on.
    pub effects: Vec<Effect>,
    /// What is done once the action is complete.
    pub end: Vec<Effect>,
    /// How it is written.
    pub written: Option<Name>,
    /// The places of the first ends of the pairs among its picks.
    pub pairs: Vec<u8>,
    /// Where its picks are named.
    named: Vec<Name>,
    /// Whether it is what a block does.
    within: bool,
}

impl Draft {
    /// Of what a block does.
    pub fn of_block() -> Self {
        Draft { within: true, ..Draft::default() }
    }
}

impl Checker<'_> {
    /// Checks every move.
    pub fn check_moves(&mut self) {
        for place in 0..self.rules.moves.len() {
            let version = self.rules.moves[place].len() - 1;
            let name = self.rules.moves[place][version].name.clone();
            if self.lot_called(&name.text).is_some() {
                let lot = self.check_lot(place);
                self.parts.moves.push(lot);
                continue;
            }
            let outer = self.scope.begin_move(MoveId::from_index(place));
            let mut draft = Draft::default();
            self.upkeep.begin_move();
            if self.move_fits(place) {
                self.move_version(place, version, &mut draft);
            }
            self.after_move(&mut draft);
            let mut shown = Vec::new();
            let written = self.written(&draft, &mut shown);
            self.check_length(&name, &draft, &written);
            self.scope.end_move(outer);
            let of_link = draft.effects.len();
            draft.effects.append(&mut draft.end);
            self.parts.moves.push(Move {
                name: name.text,
                pairs: draft.pairs,
                picking: draft.picking,
                effects: draft.effects,
                of_link,
                written,
                shown,
                lot: None,
                span: name.span,
            });
        }
    }

    /// Checks what every pass does.
    pub fn check_pass(&mut self) -> Option<Move> {
        let version = self.rules.passes.len().checked_sub(1)?;
        let span = self.rules.passes[version].1;
        let outer = self.scope.begin_pass();
        self.upkeep.begin_move();
        let mut draft = Draft::default();
        if self.pass_fits() {
            self.pass_version(version, &mut draft);
        }
        self.scope.end_move(outer);
        let required = all_primitives(&draft.effects).into_iter().find_map(|primitive| match primitive {
            Primitive::Require(condition) => Some(condition.span),
            _ => None,
        });
        if let Some(span) = required {
            let said = Diagnostic::new(Code::MovePass, span, "a pass is always possible, so it requires nothing");
            self.say(said.help("ask it in the turn, as in `turn place or pass`, or ask with `if` what the pass does"));
        }
        Some(Move {
            name: "pass".to_owned(),
            pairs: Vec::new(),
            picking: draft.picking,
            lot: None,
            of_link: draft.effects.len(),
            effects: draft.effects,
            written: vec![Written::Text("pass".to_owned())],
            shown: Vec::new(),
            span,
        })
    }

    fn pass_version(&mut self, version: usize, draft: &mut Draft) {
        for statement in self.rules.passes[version].0 {
            let refused = |what: &str, label: &str, help: &str| {
                Diagnostic::new(Code::MovePass, statement.span, what).label(label).help(help)
            };
            match &statement.kind {
                StatementKind::Base => match version.checked_sub(1) {
                    Some(base) => self.pass_version(base, draft),
                    None => self.no_base(statement.span, "pass"),
                },
                StatementKind::Pick { .. } | StatementKind::PickPair { .. } => {
                    let help = "make it a move, `move rest { ... }`, and write `turn ... or rest`";
                    self.say(refused("a pass picks nothing", "picks belong to moves", help));
                    if let StatementKind::PickPair { names, .. } = &statement.kind {
                        names.iter().for_each(|name| {
                            self.bind(name, Type::Unknown);
                        });
                    }
                }
                StatementKind::Where(_) => {
                    let help = "ask it in the turn, or ask with `if` what the pass does";
                    self.say(refused("a pass is always possible", "conditions belong to moves and turns", help));
                }
                StatementKind::Written(_) => {
                    self.say(refused("a pass is written `pass`", "nothing else is read as one", "leave `written` out"));
                }
                StatementKind::AtEnd(_) => {
                    let help = "write its statements without it, in their order";
                    self.say(refused("a pass has no end of its own", "`at its end` belongs to moves", help));
                }
                _ => self.statement(statement, None, draft),
            }
        }
    }

    fn move_version(&mut self, place: usize, version: usize, draft: &mut Draft) {
        let parts = self.move_parts(place, version);
        let mut before = None;
        for statement in parts.first.into_iter().chain(parts.then) {
            let before = before.replace(statement);
            self.statement(statement, before, draft);
        }
        self.scope.enter(Phase::After);
        for statement in parts.end {
            if let StatementKind::AtEnd(body) = &statement.kind {
                let effects = self.block(body);
                draft.end.extend(effects);
            }
        }
    }

    /// A statement at the move's own level.
    pub fn statement(&mut self, statement: &Statement, before: Option<&Statement>, draft: &mut Draft) {
        if !self.upkeep.has_room() {
            return self.too_much_done(statement.span);
        }
        let span = statement.span;
        match &statement.kind {
            StatementKind::Pick { count, name, from } => {
                let from = self.iterable(from);
                self.pick(name, count.as_deref(), from, span, draft);
            }
            StatementKind::PickPair { names, of } => self.pick_pair(names, of, span, draft),
            StatementKind::Let { name, value } if self.scope.phase() != Phase::After => {
                let value = self.named_value(value);
                let local = self.bind(name, value.ty);
                draft.picking.push(Picking::Let { local, value });
            }
            StatementKind::Where(condition) => {
                if self.scope.phase() == Phase::After {
                    self.say(
                        Diagnostic::new(Code::MoveOrder, span, "a `where` after the move's effects")
                            .label("the position has changed here")
                            .help(where_instead(before, span)),
                    );
                }
                let condition = self.expect(condition, Type::Truth);
                draft.picking.push(Picking::Where(condition));
            }
            StatementKind::Require(_) => draft.effects.extend(self.effect(statement)),
            StatementKind::Written(text) => draft.written = Some(text.clone()),
            StatementKind::Do { name, args } => self.done(name, args, statement.span, draft),
            _ => {
                // `before` means before the first effect: it may be said from that statement on.
                if let Some(effect) = self.effect(statement) {
                    self.require_kind(&effect, draft);
                    draft.effects.push(effect);
                }
                self.scope.enter(Phase::After);
            }
        }
    }

    /// An effect with a piece of no kind makes its move illegal, as one on nowhere does. Inside `if` and `for` it does nothing.
    fn require_kind(&self, effect: &Effect, draft: &mut Draft) {
        if draft.within {
            return;
        }
        let picked: Vec<LocalId> =
            draft.picking.iter().filter_map(|step| step.places().map(|(local, ..)| local)).collect();
        let Some(known) = self.needs_kind(effect, &picked) else { return };
        let is_bound = |local: &LocalId| {
            draft.picking.iter().any(|step| match step {
                Picking::Pick { local: own, .. }
                | Picking::Several { local: own, .. }
                | Picking::Let { local: own, .. } => own == local,
                Picking::Where(_) => false,
            })
        };
        let early = known.free_locals().iter().all(is_bound);
        if !early || self.scope.phase() == Phase::After && self.reads_position(&known) {
            let words = effect.words;
            draft.effects.push(Effect { words, span: known.span, does: vec![Primitive::Require(known)] });
        } else {
            draft.picking.push(Picking::Where(known));
        }
    }

    /// Whether an expression depends on the position at all, beside the names in it.
    pub fn reads_position(&self, expr: &Expr) -> bool {
        let mut reads = false;
        expr.visit(&mut |part| {
            reads |= part.reads() != Reads::NOTHING;
            if let ExprKind::Call(id, _) = &part.kind {
                reads |= self.parts.definitions.get(*id).is_none_or(|definition| self.reads_position(&definition.body));
            }
        });
        reads
    }

    fn pick(&mut self, name: &Name, count: Option<&(ast::Expr, ast::Expr)>, from: Expr, span: Span, draft: &mut Draft) {
        if self.scope.phase() == Phase::After {
            self.say(
                Diagnostic::new(Code::MoveOrder, span, "a `pick` after the move's effects")
                    .label("all picks come first")
                    .help("put it before the first effect; for a choice after an effect, make it a move of its own: `turn a, then b`"),
            );
        }
        let members = count.map(|(low, high)| self.members_picked(name, low, high, &from));
        let places = members.flatten().map_or(1, |(_, high)| usize::from(high));
        if self.scope.picks().len() + places > MAX_PICKS {
            self.say(
                Diagnostic::new(Code::LimitPicks, span, format!("more than {MAX_PICKS} picks in one move"))
                    .help("make it several moves that one turn takes in order"),
            );
            return;
        }
        if from.ty == Type::Groups && !self.is_group(&from) {
            let help =
                "pick one of its cells, and name the rest: `pick c in S`, `let all = union(k for k in K where c in k)`";
            self.not_yet::<()>(from.span, "picking a line, a loop or a part", help);
        }
        let earlier = draft.named.iter().find(|earlier| earlier.text == name.text).map(|earlier| earlier.span);
        if let Some(earlier) = earlier.filter(|at| self.rules.layer_of(*at) != self.rules.layer_of(name.span)) {
            let written = format!("where {} in", name.text);
            let head = Span::new(span.file, span.start as usize, from.span.start as usize);
            let message = format!("the move that this one replaces picks `{}` already", name.text);
            self.say(
                Diagnostic::new(Code::NameDuplicate, name.span, message)
                    .label("picked again here")
                    .related(earlier, "picked by the replaced move")
                    .help(format!("to narrow what it picks, write `{written} ...`"))
                    .fix(Fix { title: format!("write `{written}`"), ..Fix::write(head, format!("{written} ")) }),
            );
        } else if self.scope.find(&name.text).is_some() {
            self.say(
                Diagnostic::new(Code::NameDuplicate, name.span, format!("`{}` is named twice in this move", name.text))
                    .label("named again here")
                    .help("give one of them another name"),
            );
        }
        let ty = match members {
            None => Self::member_type(from.ty),
            Some(Some(_)) if from.ty == Type::Cells => Type::Cells,
            // What is wrong with it is said.
            Some(_) => Type::Unknown,
        };
        let local = self.bind(name, ty);
        (0..places).for_each(|_| self.scope.pick(&name.text, ty, members.is_some()));
        draft.named.push(name.clone());
        if let Some((low, high)) = members.flatten() {
            draft.picking.push(Picking::Several { local, from, low, high });
            return;
        }
        let (from, asked) = Self::gone_through(from, local);
        draft.picking.push(Picking::Pick { local, from });
        draft.picking.extend(asked.map(Picking::Where));
    }

    /// `pick a-b in orthogonal`: two cells that are joined, the one first from which the step is that of the relation's own directions.
    fn pick_pair(&mut self, names: &[Name; 2], of: &ast::Expr, span: Span, draft: &mut Draft) {
        let word = |expr: &ast::Expr| match &expr.kind {
            ast::ExprKind::Name(text) => Some(Name { text: text.clone(), span: expr.span }),
            _ => None,
        };
        let found = match &of.kind {
            ast::ExprKind::Binary(ast::Binary::Of, link, owner) => word(link).map(|name| (name, Some(&**owner))),
            _ => word(of).map(|name| (name, None)),
        };
        let Some((name, owner)) = found else {
            let said =
                Diagnostic::new(Code::TypeMismatch, of.span, "a pair is picked from a relation or from links by name");
            self.say(said.help("write `pick a-b in orthogonal`, and what else must hold of the two behind `where`"));
            names.iter().for_each(|name| {
                self.bind(name, Type::Unknown);
            });
            return;
        };
        let all = self.expr(&ast::Expr { kind: ast::ExprKind::Board, span: of.span });
        // Of what leads one way, the first cell is the one that it leads from.
        if !self.may_lead_one_way(&name) {
            draft.pairs.push(self.scope.picks().len() as u8);
        }
        self.pick(&names[0], None, all, span, draft);
        let Some(first) = self.scope.find(&names[0].text).map(|bound| bound.local) else { return };
        let first = Expr { kind: ExprKind::Local(first), ty: Type::Cell, span: names[0].span };
        match self.pair_from(&name, owner, first, of.span) {
            Some(from) => self.pick(&names[1], None, from, span, draft),
            None => {
                self.bind(&names[1], Type::Unknown);
            }
        }
    }

    /// How many members a set has that is picked.
    fn members_picked(&mut self, name: &Name, low: &ast::Expr, high: &ast::Expr, from: &Expr) -> Option<(u8, u8)> {
        if !matches!(from.ty, Type::Cells | Type::Unknown) {
            let message = format!("sets are picked of cells alone, and this is {}", from.ty);
            let said = Diagnostic::new(Code::TypeMismatch, from.span, message);
            self.say(said.help(format!("pick one of them, `pick {} in ...`, or several by several picks", name.text)));
            return None;
        }
        let known = |checker: &mut Self, end: &ast::Expr| {
            let typed = checker.expr(end);
            if typed.ty != Type::Number || checker.constant(&typed).is_some() {
                return checker.whole(end, 1, MAX_SET_PICKED, "how many are picked");
            }
            let said = Diagnostic::new(Code::TypeNotConstant, end.span, "how many are picked is known before the game");
            let written = end.written().unwrap_or_else(|| "N".to_owned());
            let help = format!("pick as many as there can be, then `where count({}) <= {written}`", name.text);
            checker.say(said.label("depends on the position").help(help));
            None
        };
        let least = known(self, low)?;
        let most = if std::ptr::eq(low, high) || low.span == high.span { least } else { known(self, high)? };
        if least > most {
            let said = Diagnostic::new(Code::OptionRange, low.span.to(high.span), "this range is empty");
            self.say(said.help("write the smaller number first"));
            return None;
        }
        Some((least as u8, most as u8))
    }

    /// Whether these are groups, which each cell is in one of at most.
    fn is_group(&self, groups: &Expr) -> bool {
        let ExprKind::Pattern { pattern, .. } = &groups.kind else { return false };
        let checked = self.parts.patterns.get(pattern.index()).and_then(Option::as_ref);
        checked.is_some_and(|pattern| pattern.sort == PatternKind::Group)
    }

    /// The id of a move.
    pub fn find_move(&mut self, name: &Name) -> Option<MoveId> {
        let found = self
            .rules
            .moves
            .iter()
            .position(|versions| versions.first().is_some_and(|rule| rule.name.text == name.text));
        if found.is_none() && !self.usage.is_poisoned(&name.text) {
            if self.say_off(name, Code::NameUnknownMove) {
                return None;
            }
            let known =
                self.rules.moves.iter().filter_map(|versions| versions.first()).map(|rule| rule.name.text.as_str());
            let said = Diagnostic::new(Code::NameUnknownMove, name.span, format!("there is no move `{}`", name.text));
            self.say(match suggestion(&name.text, known) {
                Some(near) => said.did_you_mean(near),
                None => said.help(format!("declare it with `move {} {{ ... }}`", name.text)),
            });
        }
        found.map(MoveId::from_index)
    }

    /// The counter of a place with its owner, checked.
    pub fn place(&mut self, place: &ast::CounterRef) -> Option<(CounterId, Vec<Expr>)> {
        let Some((counter, per)) = self.find_counter(&place.name.text) else {
            if self.usage.is_poisoned(&place.name.text) {
                return None;
            }
            if self.say_off(&place.name, Code::NameUnknown) {
                return None;
            }
            let known: Vec<String> = self.parts.counters.iter().map(|counter| counter.name.clone()).collect();
            let said = Diagnostic::new(
                Code::NameUnknown,
                place.name.span,
                format!("there is no counter `{}`", place.name.text),
            );
            self.say(match suggestion(&place.name.text, known.iter().map(String::as_str)) {
                Some(near) => said.did_you_mean(near),
                None => self.declared_by(said, &place.name, format!("counter {}: 0..=100", place.name.text)),
            });
            return None;
        };
        let indexes: Vec<(Type, Type)> = per.indexes().map(Index::types).collect();
        if indexes.len() == place.of.len() {
            let of = place.of.iter().zip(indexes).map(|(of, (one, set))| {
                let of = self.expr(of);
                let cells = set == Type::Cells && matches!(of.ty, Type::Groups | Type::Piece);
                let several = cells || of.ty == set;
                self.coerce(of, if several { set } else { one })
            });
            return Some((counter, of.collect()));
        }
        let name = &place.name.text;
        let (whose, help) = match per {
            Per::Game => ("the whole game", format!("write `{name}` alone")),
            Per::Of(Index::Player, None) => ("each player", format!("write `{name}(me)`, or another player")),
            Per::Of(Index::Cell, None) => ("each cell", format!("write `{name}(c)` with a cell")),
            Per::Of(Index::Kind, None) => ("each kind", format!("write `{name}(k)` with a kind of piece")),
            Per::Of(_, Some(_)) => {
                let said = one_for_each(name, per, place.name.span);
                self.say(said);
                return None;
            }
        };
        let message = format!("there is one `{name}` for {whose}");
        self.say(Diagnostic::new(Code::TypeArguments, place.name.span, message).help(help));
        None
    }
}

/// What to write for a `where` after an effect. One that goes on with the effect's line chooses among its cells.
fn where_instead(before: Option<&Statement>, at: Span) -> String {
    let beside = before.filter(|before| before.span.file == at.file && at.start.saturating_sub(before.span.end) <= 1);
    let (words, after, set) = match beside.map(|before| &before.kind) {
        Some(StatementKind::Remove(set)) => ("remove", "", set),
        Some(StatementKind::TurnOver(set)) => ("turn over", "", set),
        Some(StatementKind::Promote { cells: set, .. }) => ("promote", " to ...", set),
        _ => return "put it before the first effect, or write `require` for what must hold afterwards".to_owned(),
    };
    let set = set.written().unwrap_or_else(|| "S".to_owned());
    format!(
        "write `{words} {{ x in {set} : ... }}{after}` for some of them alone, or `for x in S where P {{ {words} x{after} }}`"
    )
}
