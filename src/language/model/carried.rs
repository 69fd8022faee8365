//! What pieces carry: marks, numbers, directions, players and kinds that go with them, and are put there with `with`.

use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Type};
use super::game::{self, Counter, Mark, Per, Values};
use super::ids::{CounterId, KindId, LocalId, MarkId};
use super::primitive::{Content, Effect, Primitive};
use super::row::Reads;
use super::rules::Rules;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Carried, Carry, Name, PieceName};
use crate::util::{Id, Rational, a_quoted};

/// The most things that the pieces of a game carry.
const MAX_CARRIED: usize = 16;
/// The greatest number that a piece carries.
const MAX_NUMBER: i64 = u16::MAX as i64;

/// What a piece that is put carries, as far as it is said.
enum Bears {
    Mark(MarkId),
    Number(CounterId, Expr),
}

/// The values of what pieces carry, with the least and the greatest number, and that of a piece that is put.
struct Range {
    values: Values,
    low: i64,
    high: i64,
    start: i64,
}

/// Something that pieces carry.
pub struct CarriedBy<'a> {
    /// Where it is declared first.
    pub carry: &'a Carry,
    /// The kinds whose pieces carry it, each with where it says so.
    pub by: Vec<(&'a PieceName, &'a Carry)>,
}

impl<'a> Rules<'a> {
    /// What pieces carry, each once, in order.
    pub fn carried(&self) -> Vec<CarriedBy<'a>> {
        let mut all: Vec<CarriedBy<'a>> = Vec::new();
        for (piece, _) in &self.pieces {
            for carry in &piece.carries {
                match all.iter_mut().find(|known| known.carry.name.text == carry.name.text) {
                    Some(known) => known.by.push((*piece, carry)),
                    None => all.push(CarriedBy { carry, by: vec![(*piece, carry)] }),
                }
            }
        }
        all
    }
}

impl Checker<'_> {
    /// Declares what goes with pieces.
    pub fn declare_carried(&mut self) {
        let all = self.rules.carried();
        if let Some(one_too_many) = all.get(MAX_CARRIED) {
            let said = format!("pieces carry {} things", all.len());
            self.say(
                Diagnostic::new(Code::LimitKinds, one_too_many.carry.name.span, said)
                    .label("one too many")
                    .help(format!("the pieces of a game carry {MAX_CARRIED} at most")),
            );
        }
        for CarriedBy { carry, by } in all.into_iter().take(MAX_CARRIED) {
            for (place, (piece, again)) in by.iter().enumerate() {
                if by[..place].iter().any(|(other, _)| std::ptr::eq(*other, *piece)) {
                    let said = format!("{} carries `{}` twice", a_quoted(&piece.name.text), again.name.text);
                    self.say(Diagnostic::new(Code::NameDuplicate, again.name.span, said).help("say it once"));
                }
            }
            let is_by = |kind: &str| by.iter().any(|(piece, _)| piece.name.text == kind);
            let carriers: Vec<KindId> =
                self.parts.kinds.iter_ids().filter(|(_, kind)| is_by(&kind.name)).map(|(id, _)| id).collect();
            let name = carry.name.text.clone();
            if let Some((_, other)) = by.iter().find(|(_, other)| other.of.is_some() != carry.of.is_some()) {
                self.carried_otherwise(other, carry);
                continue;
            }
            let Some(of) = &carry.of else {
                self.parts.marks.push(Mark { name, carriers: Some(carriers), aside: false });
                continue;
            };
            self.usage.poison(&name);
            if self.parts.max_height > 1 {
                let help = "keep it for cells, with `counter NAME(cell): 0..=9`; marks go with the pieces of stacks";
                self.not_yet::<()>(of.span, "a number of the pieces of stacks", help);
                continue;
            }
            let Some(range) = self.carried_range(of) else { continue };
            for (_, other) in by.iter().skip(1) {
                let Some(range_of_other) = other.of.as_ref().and_then(|of| self.carried_range(of)) else { continue };
                if (&range_of_other.values, range_of_other.low, range_of_other.high)
                    != (&range.values, range.low, range.high)
                {
                    self.carried_otherwise(other, carry);
                }
            }
            self.usage.heal(&name);
            let Range { values, low, high, start } = range;
            let carried = Some(game::Carried { carriers, values });
            let per = Per::CELL;
            self.parts.counters.push(Counter {
                name,
                per,
                each_turn: false,
                low,
                high,
                start,
                carried,
                drawn: None,
                aside: false,
            });
        }
    }

    fn carried_otherwise(&mut self, other: &Carry, first: &Carry) {
        let message = format!("`{}` is something else here than with another piece", other.name.text);
        self.say(
            Diagnostic::new(Code::TypeMismatch, other.name.span, message)
                .related(first.name.span, "first declared here")
                .help("give both the same values, or one of them another name"),
        );
    }

    /// What a set says that pieces carry.
    fn carried_range(&mut self, of: &ast::Expr) -> Option<Range> {
        if let ast::ExprKind::Binary(Binary::UpTo, low, high) = &of.kind {
            let low_value = self.whole(low, 0, MAX_NUMBER, "a number that pieces carry")?;
            let high_value = self.whole(high, 0, MAX_NUMBER, "a number that pieces carry")?;
            if low_value > high_value {
                let said = Diagnostic::new(Code::OptionRange, of.span, "this range is empty");
                self.say(super::options::exchanged(said.help("write the smaller number first"), low, high));
                return None;
            }
            return Some(Range { values: Values::Numbers, low: low_value, high: high_value, start: low_value });
        }
        let typed = self.in_phase(Phase::Static, |checker| checker.expr(of));
        let values = match (&typed.kind, self.constant(&typed)) {
            (ExprKind::Builtin(Builtin::Everyone, _), _) => Some(Values::Players(self.parts.players.ids().collect())),
            (_, Some(Constant::Player(player))) => Some(Values::Players(vec![player])),
            (_, Some(Constant::Directions(all))) => Some(Values::Directions(all)),
            (_, Some(Constant::Direction(one))) => Some(Values::Directions(vec![one])),
            (_, Some(Constant::Kinds(all))) => Some(Values::Kinds(all)),
            (_, Some(Constant::Kind(one))) => Some(Values::Kinds(vec![one])),
            _ => None,
        };
        let places: Vec<i64> = match &values {
            Some(Values::Players(all)) => all.iter().map(|one| one.index() as i64 + 1).collect(),
            Some(Values::Directions(all)) => all.iter().map(|one| i64::from(one.0) + 1).collect(),
            Some(Values::Kinds(all)) => all.iter().map(|one| one.index() as i64 + 1).collect(),
            Some(Values::Numbers) | None => Vec::new(),
        };
        let ends = (places.iter().min().copied(), places.iter().max().copied(), places.first().copied());
        let (Some(values), (Some(low), Some(high), Some(start))) = (values, ends) else {
            if typed.ty != Type::Unknown {
                let said = Diagnostic::new(
                    Code::TypeMismatch,
                    of.span,
                    format!("this is {}, and not what a piece can carry", typed.ty),
                );
                self.say(said.help(
                    "write a range as `1..=3`, a set of directions as `orthogonals`, `everyone`, or a set of kinds",
                ));
            }
            return None;
        };
        Some(Range { values, low, high, start })
    }

    /// A counter as what it stands for: of what pieces carry perhaps a direction, a player or a kind.
    pub fn carried_value(&mut self, counter: CounterId, number: Expr) -> Expr {
        let Some(values) = self.parts.counters[counter].values() else { return number };
        let (ty, span) = (values.ty(), number.span);
        let builtin = match ty {
            Type::Direction => Builtin::DirectionOfNumber,
            Type::Player => Builtin::PlayerOfNumber,
            Type::Kind => Builtin::KindOfNumber,
            _ => return number,
        };
        if number.ty == Type::Unknown {
            return Expr { ty: Type::Unknown, ..number };
        }
        self.builtin(builtin, vec![number], span)
    }

    /// What a counter is set to, as a number.
    pub fn counted_value(
        &mut self,
        counter: CounterId,
        of: &[Expr],
        value: &ast::Expr,
        is_change: bool,
        span: Span,
    ) -> Option<Expr> {
        let values = self.parts.counters[counter].values().cloned().unwrap_or(Values::Numbers);
        if values == Values::Numbers {
            return Some(self.expect(value, Type::Number));
        }
        let (ty, name) = (values.ty(), self.parts.counters[counter].name.clone());
        if is_change {
            let said = Diagnostic::new(
                Code::TypeMismatch,
                span,
                format!("`{name}` is {ty}, and nothing is added to it or taken from it"),
            );
            self.say(said.help(format!("write `set {name}(c) to ...`")));
            return None;
        }
        let value = self.expect(value, ty);
        let old = ExprKind::Counter(counter, of.to_vec());
        Some(self.one_of(value, &values, old))
    }

    /// A value as a number, if it is one of those that can be carried; else what there was.
    fn one_of(&mut self, value: Expr, values: &Values, old: ExprKind) -> Expr {
        let span = value.span;
        if value.ty == Type::Unknown || *values == Values::Numbers {
            return value;
        }
        let number = self.builtin(Builtin::NumberOf, vec![value.clone()], span);
        let set = |kind, ty| Expr { kind, ty, span };
        let among = match values {
            Values::Directions(all) => {
                let all = set(ExprKind::Directions(all.clone()), Type::Directions);
                self.builtin(Builtin::ContainsDirection, vec![value, all], span)
            }
            Values::Kinds(all) => {
                let all = set(ExprKind::Kinds(all.clone()), Type::Kinds);
                self.builtin(Builtin::ContainsKind, vec![value, all], span)
            }
            // Nobody is 0, which is none of them.
            Values::Players(all) if all.len() == self.parts.players.len() => {
                let zero = set(ExprKind::Number(Rational::ZERO), Type::Number);
                self.builtin(Builtin::Less, vec![zero, number.clone()], span)
            }
            Values::Players(all) => {
                let is = |checker: &mut Self, player| {
                    let player = set(ExprKind::Player(player), Type::Player);
                    checker.builtin(Builtin::Equal, vec![value.clone(), player], span)
                };
                let each: Vec<Expr> = all.iter().map(|player| is(self, *player)).collect();
                each.into_iter()
                    .reduce(|a, b| self.builtin(Builtin::Or, vec![a, b], span))
                    .unwrap_or_else(|| number.clone())
            }
            Values::Numbers => return number,
        };
        let old = Expr { kind: old, ty: Type::Number, span };
        let kind = ExprKind::If(Box::new(among), Box::new(number), Box::new(old));
        Expr { kind, ty: Type::Number, span }
    }

    /// What `put` does: the piece is put, then it gets what it is to carry. What is asked is asked before it stands there.
    pub fn put_carrying(
        &mut self,
        carrying: &[Carried],
        count: Option<Expr>,
        piece: Expr,
        on: Expr,
        span: Span,
    ) -> Vec<Primitive> {
        let bears = self.carried_by_piece(carrying, &piece, count.is_some(), span);
        if bears.is_empty() {
            return vec![Primitive::Assign { cells: on, content: Content::Piece { count, piece } }];
        }
        let mut does = Vec::new();
        let mut named = Vec::new();
        for bears in bears {
            named.push(match bears {
                Bears::Number(counter, value) if self.reads_position(&value) => {
                    let (local, at) = (self.scope.unnamed(), value.span);
                    does.push(Primitive::Let(local, value));
                    Bears::Number(counter, Expr { kind: ExprKind::Local(local), ty: Type::Number, span: at })
                }
                other => other,
            });
        }
        let cells = if self.reads_position(&on) {
            let (local, ty, at) = (self.scope.unnamed(), on.ty, on.span);
            does.push(Primitive::Let(local, on));
            Expr { kind: ExprKind::Local(local), ty, span: at }
        } else {
            on
        };
        does.push(Primitive::Assign { cells: cells.clone(), content: Content::Piece { count, piece } });
        does.extend(named.into_iter().map(|bears| self.given(bears, &cells, span)));
        does
    }

    /// Gives the pieces of some cells what they are to carry.
    fn given(&mut self, bears: Bears, cells: &Expr, span: Span) -> Primitive {
        match bears {
            Bears::Mark(mark) => Primitive::Mark { mark, cells: cells.clone(), on: true },
            Bears::Number(counter, value) => match &cells.kind {
                ExprKind::Builtin(Builtin::OneCell, one) if one.len() == 1 => {
                    Primitive::Set { counter, of: one.clone(), value }
                }
                _ => {
                    let local: LocalId = self.scope.unnamed();
                    let each = Expr { kind: ExprKind::Local(local), ty: Type::Cell, span: cells.span };
                    let does = vec![Primitive::Set { counter, of: vec![each], value }];
                    let body = vec![Effect { words: "set", span, does }];
                    Primitive::For { local, over: cells.clone(), condition: None, body }
                }
            },
        }
    }

    /// What a line of the setup says that its pieces carry.
    pub fn set_up_carrying(
        &mut self,
        carrying: &[Carried],
        piece: &Expr,
        is_stack: bool,
        on: Option<&Expr>,
        span: Span,
    ) -> Vec<Effect> {
        let bears = self.in_phase(Phase::Setup, |checker| checker.carried_by_piece(carrying, piece, is_stack, span));
        if bears.is_empty() {
            return Vec::new();
        }
        let reads_pieces = |on: &Expr| {
            let mut reads = false;
            on.visit(&mut |expr| reads |= expr.reads().any(Reads::PIECES));
            reads
        };
        match on {
            Some(on) if !reads_pieces(on) => {
                let does = bears.into_iter().map(|bears| self.given(bears, on, span)).collect();
                vec![Effect { words: "mark", span, does }]
            }
            _ => {
                let help = "name the cells, as in `on rows(1)`";
                self.not_yet::<()>(
                    span,
                    "a line of the setup with what its pieces carry where it depends on other lines",
                    help,
                );
                Vec::new()
            }
        }
    }

    /// What a piece is put with.
    fn carried_by_piece(&mut self, carrying: &[Carried], piece: &Expr, is_stack: bool, span: Span) -> Vec<Bears> {
        if is_stack && !carrying.is_empty() {
            let help = "put the pieces one by one, or mark the top piece: `mark c as NAME`";
            self.not_yet::<()>(span, "a stack of pieces that carry something", help);
            return Vec::new();
        }
        carrying.iter().filter_map(|carried| self.borne(carried, piece)).collect()
    }

    fn borne(&mut self, Carried { name, value }: &Carried, piece: &Expr) -> Option<Bears> {
        let number = self.find_counter(&name.text).map(|(id, _)| id);
        let number = number.and_then(|id| Some((id, self.parts.counters[id].carried.clone()?)));
        if let Some((counter, carried)) = number {
            let Some(value) = value else {
                let said = Diagnostic::new(
                    Code::TypeArguments,
                    name.span,
                    format!("`{}` is {}, and which is not said", name.text, carried.values.ty()),
                );
                self.say(said.help(format!("write it behind the name, as in `with {} 2`", name.text)));
                return None;
            };
            let value = self.expect(value, carried.values.ty());
            let least = Expr {
                kind: ExprKind::Number(Rational::whole(self.parts.counters[counter].start)),
                ty: Type::Number,
                span: value.span,
            };
            let value = self.one_of(value, &carried.values, least.kind);
            return match self.kind_put(piece) {
                Some(kind) if !carried.carriers.contains(&kind) => {
                    self.carries_none(name, kind);
                    None
                }
                _ => Some(Bears::Number(counter, value)),
            };
        }
        let Some(mark) = self.find_mark(&name.text) else {
            self.unknown_carried(name, piece);
            return None;
        };
        let Some(carriers) = self.parts.marks[mark].carriers.clone() else {
            let said = format!("`{}` is a mark of cells, and does not go with pieces", name.text);
            let kind = self.kind_put(piece).map_or("pike".to_owned(), |kind| self.parts.kinds[kind].name.clone());
            self.say(
                Diagnostic::new(Code::TypeMismatch, name.span, said)
                    .label("no piece carries it")
                    .help(format!("declare `piece {kind} with {0}`, or say `mark c as {0}`", name.text)),
            );
            return None;
        };
        if let Some(value) = value {
            let at = Span { start: name.span.end, ..value.span };
            let said = format!("`{}` is a mark, which has no value", name.text);
            self.say(
                Diagnostic::new(Code::TypeMismatch, value.span, said)
                    .help(format!("write `with {}`", name.text))
                    .fix(Fix::remove(at, "leave the value out").unsure()),
            );
        }
        match self.kind_put(piece) {
            Some(kind) if !carriers.contains(&kind) => {
                self.carries_none(name, kind);
                None
            }
            _ => Some(Bears::Mark(mark)),
        }
    }

    /// The kind of a piece to put, if it is always the same.
    fn kind_put(&self, piece: &Expr) -> Option<KindId> {
        match &piece.kind {
            ExprKind::Piece { kind, .. } => kind.named_kind(),
            _ => None,
        }
    }

    fn unknown_carried(&mut self, name: &Name, piece: &Expr) {
        if self.usage.is_poisoned(&name.text) {
            return;
        }
        match self.kind_put(piece) {
            Some(kind) => self.carries_none(name, kind),
            None if piece.ty != Type::Unknown => {
                let said = format!("no piece carries `{}`", name.text);
                self.say(
                    Diagnostic::new(Code::NameUnknown, name.span, said)
                        .help(format!("declare it with the pieces, as in `piece pike with {}`", name.text)),
                );
            }
            None => {}
        }
    }

    fn carries_none(&mut self, name: &Name, kind: KindId) {
        let piece = self.parts.kinds[kind].name.clone();
        let said =
            Diagnostic::new(Code::NameUnknown, name.span, format!("{} carries no `{}`", a_quoted(&piece), name.text))
                .help(format!("declare `piece {piece} with {}`", name.text));
        let Some((declared, _)) = self.rules.pieces.get(kind.index()) else { return self.say(said) };
        let ends = declared.carries.last().map(|carry| carry.of.as_ref().map_or(carry.name.span, |of| of.span));
        let ends = ends.or(declared.letter.as_ref().or(declared.plural.as_ref()).map(|last| last.span));
        let end = ends.unwrap_or(declared.name.span);
        let word = if declared.carries.is_empty() { "with" } else { "and" };
        let at = Span { start: end.end, ..end };
        let said = said.related(declared.name.span, "its declaration");
        let own_file =
            self.rules.chain.last().is_some_and(|unit| {
                unit.span.start <= at.start && at.end <= unit.span.end && unit.span.file == at.file
            });
        self.say(if own_file { said.fix(Fix::write(at, format!(" {word} {}", name.text)).unsure()) } else { said });
    }
}

/// What is kept of a direction, player or kind that a piece carries.
pub fn number_of(value: Constant) -> Option<i64> {
    match value {
        Constant::Direction(direction) => Some(i64::from(direction.0) + 1),
        Constant::Player(player) => Some(player.index() as i64 + 1),
        Constant::Kind(kind) => Some(kind.index() as i64 + 1),
        _ => None,
    }
}
