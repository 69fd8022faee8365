//! Operators between two operands.

use super::builtins::Builtin;
use super::calls::Given;
use super::checker::Checker;
use super::coerce::{is_empty_braces, untyped};
use super::expr::{Expr, ExprKind, Type};
use super::expressions::OTHER_PICKS;
use super::ids::KindId;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, ExprKind as Said, Name};

/// What a product is.
enum Times {
    Number(Expr),
    /// So many steps in these directions.
    Steps(Expr, Expr),
}

impl Checker<'_> {
    /// `left operator right`.
    pub fn binary(&mut self, operator: Binary, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        match operator {
            Binary::Or | Binary::And => self.joined(operator == Binary::Or, left, right, span),
            Binary::Is | Binary::IsNot | Binary::Equal | Binary::NotEqual => self.equality(operator, left, right, span),
            Binary::Less | Binary::LessOrEqual => self.comparison(operator == Binary::Less, left, right, span),
            Binary::Greater | Binary::GreaterOrEqual => self.comparison(operator == Binary::Greater, right, left, span),
            Binary::In | Binary::NotIn => {
                let member = self.membership(operator == Binary::NotIn, left, right, span);
                if operator == Binary::In {
                    return member;
                }
                let ty = member.ty;
                Expr { kind: ExprKind::Not(Box::new(member)), ty, span }
            }
            Binary::Plus | Binary::Minus | Binary::Union | Binary::Intersection => {
                self.sum(operator, left, right, span)
            }
            Binary::UpTo => {
                let args = vec![self.expect(left, Type::Number), self.expect(right, Type::Number)];
                self.builtin(Builtin::Range, args, span)
            }
            Binary::Times => match self.times(left, right, span) {
                Times::Number(product) => product,
                Times::Steps(..) => self.error(
                    Diagnostic::new(Code::TypeMismatch, span, "so many steps, but from where?")
                        .help("write the cell first: `c + 2 * north`"),
                ),
            },
            Binary::Over | Binary::Div | Binary::Mod => {
                let builtin = match operator {
                    Binary::Over => Builtin::Divide,
                    Binary::Div => Builtin::Div,
                    _ => Builtin::Mod,
                };
                let args = vec![self.expect(left, Type::Number), self.expect(right, Type::Number)];
                self.builtin(builtin, args, span)
            }
            Binary::Of => self.of(left, right, span),
            Binary::At | Binary::Through => self.through(operator == Binary::At, left, right, span),
        }
    }

    /// `left * right`: a number, or so many steps in a direction.
    fn times(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Times {
        let (left, right) = (self.expr(left), self.expr(right));
        let ways = |ty| matches!(ty, Type::Direction | Type::Directions);
        if ways(left.ty) || ways(right.ty) {
            let (count, direction) = if ways(left.ty) { (right, left) } else { (left, right) };
            return Times::Steps(self.coerce(count, Type::Number), direction);
        }
        let args = vec![self.coerce(left, Type::Number), self.coerce(right, Type::Number)];
        Times::Number(self.builtin(Builtin::Multiply, args, span))
    }

    /// `1 < x < 3`, of which the first part is a truth value.
    fn compared_twice(&mut self, first: &ast::Expr, last: &ast::Expr, span: Span) -> Option<Expr> {
        let sign = |operator: &Binary| match operator {
            Binary::Less => Some("<"),
            Binary::LessOrEqual => Some("<="),
            Binary::Greater => Some(">"),
            Binary::GreaterOrEqual => Some(">="),
            _ => None,
        };
        let (inner, second) = [(first, last), (last, first)]
            .into_iter()
            .find(|(inner, _)| matches!(&inner.kind, Said::Binary(operator, ..) if sign(operator).is_some()))?;
        let Said::Binary(operator, a, b) = &inner.kind else { return None };
        let own = sign(operator)?;
        let said = Diagnostic::new(Code::TypeMismatch, span, "two comparisons in one")
            .label("the first one gives a truth value, and no number");
        let parts = (a.written(), b.written(), second.written());
        Some(self.error(match parts {
            (Some(a), Some(b), Some(c)) => {
                let written = format!("{a} {own} {b} and {b} {own} {c}");
                said.help(format!("write `{written}`")).fix(Fix::write(span, written))
            }
            _ => said.help("write `a < b and b < c`"),
        }))
    }

    fn comparison(&mut self, strict: bool, low: &ast::Expr, high: &ast::Expr, span: Span) -> Expr {
        if let Some(twice) = self.compared_twice(low, high, span) {
            return twice;
        }
        let (first, second) = (low, high);
        let (low, high) = (self.expr(low), self.expr(high));
        if low.ty == Type::Cell && high.ty == Type::Cell {
            return self.cells_compared(first, second, span);
        }
        let want = if low.ty == Type::Numbers || high.ty == Type::Numbers { Type::Numbers } else { Type::Number };
        let args = vec![self.coerce(low, want), self.coerce(high, want)];
        self.builtin(if strict { Builtin::Less } else { Builtin::LessOrEqual }, args, span)
    }

    fn membership(&mut self, negated: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (member, set) = (self.expr(left), self.expr(right));
        if matches!(set.ty, Type::Direction | Type::Directions) {
            let args = vec![self.coerce(member, Type::Direction), self.coerce(set, Type::Directions)];
            return self.builtin(Builtin::ContainsDirection, args, span);
        }
        if set.ty == Type::Kinds || member.ty == Type::Kind && (set.ty == Type::Kind || is_empty_braces(&set)) {
            let args = vec![self.coerce(member, Type::Kind), self.coerce(set, Type::Kinds)];
            return self.builtin(Builtin::ContainsKind, args, span);
        }
        if set.ty == Type::Players || member.ty == Type::Player && (set.ty == Type::Player || is_empty_braces(&set)) {
            return self.is_among_players(member, set, span);
        }
        if member.ty == Type::Kind && set.ty == Type::Cells {
            return self.kind_in_cells(negated, (left, right), &set, span);
        }
        if set.ty == Type::Range {
            let ExprKind::Builtin(Builtin::Range, ends) = set.kind else {
                return self.mismatch(span, set.ty, Type::Cells);
            };
            let member = self.coerce(member, Type::Number);
            let [low, high] = <[Expr; 2]>::try_from(ends).unwrap_or_else(|_| [member.clone(), member.clone()]);
            let above = self.builtin(Builtin::LessOrEqual, vec![low, member.clone()], span);
            let below = self.builtin(Builtin::LessOrEqual, vec![member, high], span);
            return self.builtin(Builtin::And, vec![above, below], span);
        }
        let set = self.coerce(set, Type::Cells);
        if member.ty == Type::Cell {
            return self.builtin(Builtin::Contains, vec![member, set], span);
        }
        let member = self.coerce(member, Type::Cells);
        self.builtin(Builtin::SubsetOf, vec![member, set], span)
    }

    /// `kind(c) in kings`, which are cells.
    fn kind_in_cells(
        &mut self,
        negated: bool,
        (left, right): (&ast::Expr, &ast::Expr),
        set: &Expr,
        span: Span,
    ) -> Expr {
        let named = match &set.kind {
            ExprKind::Pieces { kind, owner: None } => kind.named_kind(),
            _ => None,
        };
        let Some(kind) = named else { return self.mismatch(set.span, set.ty, Type::Kinds) };
        let said = self.kind_and_cells(kind, negated, (left, right), span);
        self.error(said)
    }

    /// What is said of a kind that is compared with the cells of such pieces.
    pub fn kind_and_cells(
        &self,
        kind: KindId,
        negated: bool,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Diagnostic {
        let name = &self.parts.kinds[kind].name;
        let (sign, word) = if negated { ("!=", "not in") } else { ("=", "in") };
        let plural = right.written().unwrap_or_else(|| self.parts.kinds[kind].plural.clone());
        let said = Diagnostic::new(Code::TypeMismatch, span, "a kind is compared with a set of cells");
        let one = left.written().map(|left| format!("{left} {sign} {name}"));
        let cell = match &left.kind {
            Said::Call { name: function, args, .. } if function.text == "kind" => {
                args.first().and_then(ast::Expr::operand).map(|cell| format!("{cell} {word} {plural}"))
            }
            _ => None,
        };
        let either = [one.as_deref(), cell.as_deref()].into_iter().flatten().map(|way| format!("`{way}`"));
        let either = either.collect::<Vec<_>>().join(", or ");
        let said = said.help(match either.is_empty() {
            true => format!("`{plural}` are cells; the kind is `{name}`"),
            false => format!("`{plural}` are cells: write {either}"),
        });
        match cell.or(one) {
            Some(written) => said.fix(Fix::write(span, written)),
            None => said,
        }
    }

    /// Two sets of a type joined by a builtin, or what is said, with the help, where none joins them so.
    fn joined_sets(&mut self, builtin: Result<Builtin, (&str, &str)>, ty: Type, sets: [Expr; 2], span: Span) -> Expr {
        match builtin {
            Ok(builtin) => {
                let args = sets.into_iter().map(|set| self.coerce(set, ty)).collect();
                self.builtin(builtin, args, span)
            }
            Err((message, help)) => self.error(Diagnostic::new(Code::TypeMismatch, span, message).help(help)),
        }
    }

    /// `+ - | &`: numbers, sets of cells, sets of directions, and steps.
    fn sum(&mut self, operator: Binary, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let first = self.expr(left);
        let places = |ty| matches!(ty, Type::Cell | Type::Cells | Type::Groups | Type::Piece);
        let second = match &right.kind {
            Said::Binary(Binary::Times, count, direction) if matches!(operator, Binary::Plus | Binary::Minus) => {
                match self.times(count, direction, right.span) {
                    Times::Number(product) => product,
                    Times::Steps(..) if operator == Binary::Minus => {
                        return self.error(steps_back(left, (count, direction), span));
                    }
                    Times::Steps(count, direction) => return self.walk(first, count, direction, span),
                }
            }
            _ => self.expr(right),
        };
        if first.ty == Type::Unknown || second.ty == Type::Unknown {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        }
        if operator == Binary::Minus {
            self.say_common_first(left, right, span);
        }
        let ways = |ty| matches!(ty, Type::Direction | Type::Directions);
        if operator == Binary::Plus && places(first.ty) && ways(second.ty) {
            return self.step(first, second, span);
        }
        if ways(first.ty) && ways(second.ty) {
            let builtin = match operator {
                Binary::Union | Binary::Plus => Some(Builtin::UnionOfDirections),
                Binary::Minus => Some(Builtin::WithoutDirections),
                _ => None,
            };
            let refused = ("directions can be joined or left out, not intersected", "use `|` and `-`");
            return self.joined_sets(builtin.ok_or(refused), Type::Directions, [first, second], span);
        }
        // Empty braces are a set of whatever the other side is.
        let are_both = |is: fn(Type) -> bool| match (is(first.ty), is(second.ty)) {
            (true, true) => true,
            (true, false) => is_empty_braces(&second),
            (false, true) => is_empty_braces(&first),
            (false, false) => false,
        };
        let are_players = are_both(|ty| matches!(ty, Type::Player | Type::Players));
        if are_both(|ty| matches!(ty, Type::Kind | Type::Kinds)) {
            let builtin = match operator {
                Binary::Union => Some(Builtin::UnionOfKinds),
                Binary::Minus => Some(Builtin::WithoutKinds),
                Binary::Intersection => Some(Builtin::CommonKinds),
                _ => None,
            };
            let refused = ("kinds are joined with `|`, not added", "write `|` for those of both sets");
            return self.joined_sets(builtin.ok_or(refused), Type::Kinds, [first, second], span);
        }
        if are_players {
            return self.joined_players(operator, first, second, span);
        }
        if operator == Binary::Minus && places(first.ty) && ways(second.ty) {
            let (c, d) = (left.operand(), right.operand());
            let is_written = c.is_some() && d.is_some();
            let (c, d) = (c.unwrap_or_else(|| "c".to_owned()), d.unwrap_or_else(|| "d".to_owned()));
            let written = format!("{c} + opposite({d})");
            let said = Diagnostic::new(Code::TypeMismatch, span, "a direction is not taken away from cells")
                .label("a step back?")
                .help(format!("write `{written}`"));
            return self.error(if is_written { said.fix(Fix::write(span, written)) } else { said });
        }
        if places(first.ty) || places(second.ty) {
            let builtin = match operator {
                Binary::Union => Some(Builtin::Union),
                Binary::Minus => Some(Builtin::Difference),
                Binary::Intersection => Some(Builtin::Intersection),
                _ => None,
            };
            if operator == Binary::Plus
                && let Some(said) = self.said_of_untyped(right)
            {
                return self.error(said);
            }
            let refused = ("sets of cells are not added with `+`", "join sets with `|`; `cell + direction` is a step");
            return self.joined_sets(builtin.ok_or(refused), Type::Cells, [first, second], span);
        }
        let builtin = match operator {
            Binary::Plus => Builtin::Add,
            Binary::Minus => Builtin::Subtract,
            _ => {
                let (have, at) = (first.ty, first.span);
                let said = Diagnostic::new(Code::TypeMismatch, at, format!("expected a set of cells, found {have}"))
                    .label(format!("this is {have}"));
                return self.error(if have == Type::Truth {
                    said.help("join conditions with `and` and `or`")
                } else {
                    said
                });
            }
        };
        let args = vec![self.coerce(first, Type::Number), self.coerce(second, Type::Number)];
        self.builtin(builtin, args, span)
    }

    /// `c + d` where `d` is a parameter of which nothing is said, which makes it a cell.
    fn said_of_untyped(&self, step: &ast::Expr) -> Option<Diagnostic> {
        let Said::Name(name) = &step.kind else { return None };
        let (place, version) = self.scope.definition()?;
        let params = &self.rules.definitions.get(place)?.get(version)?.params;
        let (param, _) = params.iter().find(|(param, ty)| param.text == *name && ty.is_none())?;
        Some(untyped(param, Type::Direction, step.span))
    }

    /// `A - B & C` without brackets: what is in common comes first, where often the last set is meant for all of it.
    fn say_common_first(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) {
        let Said::Binary(Binary::Intersection, taken, common) = &right.kind else { return };
        // Brackets are part of what they stand around.
        if right.span != taken.span.to(common.span) {
            return;
        }
        let brackets = |title: String, from: Span, to: Span| {
            let at = |at: u32, sign: &str| Edit { span: Span { start: at, end: at, ..from }, text: sign.to_owned() };
            Fix { title, edits: vec![at(from.start, "("), at(to.end, ")")], safe: false }
        };
        let written = |expr: &ast::Expr, other: &str| expr.written().unwrap_or_else(|| other.to_owned());
        let (a, b, c) = (written(left, "A"), written(taken, "B"), written(common, "C"));
        let (all, last) = (format!("({a} - {b}) & {c}"), format!("{a} - ({b} & {c})"));
        let said = Diagnostic::new(Code::LintPrecedence, span, format!("`&` binds before `-`: this is `{last}`"))
            .label("may be read in two ways")
            .help(format!("put brackets around what comes first: `{all}` or `{last}`"));
        let said = said.fix(brackets(format!("write `{all}`"), left.span, taken.span));
        self.say(said.fix(brackets(format!("write `{last}`"), right.span, right.span)));
    }

    /// A step from a cell, or from every cell of a set, in a direction or in several.
    pub fn step(&mut self, from: Expr, direction: Expr, span: Span) -> Expr {
        if from.ty == Type::Cell && direction.ty == Type::Direction {
            return self.builtin(Builtin::Step, vec![from, direction], span);
        }
        let args = vec![self.coerce(from, Type::Cells), self.coerce(direction, Type::Directions)];
        self.builtin(Builtin::StepAll, args, span)
    }

    /// So many steps from a cell, or from every cell of a set, in a direction or in several.
    fn walk(&mut self, from: Expr, count: Expr, direction: Expr, span: Span) -> Expr {
        if from.ty == Type::Cell && direction.ty == Type::Direction {
            return self.builtin(Builtin::Walk, vec![from, direction, count], span);
        }
        let args = vec![self.coerce(from, Type::Cells), self.coerce(direction, Type::Directions), count];
        self.builtin(Builtin::WalkAll, args, span)
    }

    /// `chain of me`, `stones of Black`, `worth of c`: the word with one argument.
    fn of(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if let Said::Call { name, args, generator: None } = &left.kind
            && let [cell] = args.as_slice()
            && self.find_link(&name.text).is_some()
        {
            let (cell, owner) = (self.expr(cell), self.expect(right, Type::Player));
            let nothing = Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
            return self.linked(name, cell, Some(owner), span).unwrap_or(nothing);
        }
        if let Said::LastPick(pick) = &left.kind {
            let message = format!("`last {}` is what this move picked, and no other", pick.text);
            return self.error(Diagnostic::new(Code::TypeMismatch, span, message).help(OTHER_PICKS));
        }
        let Said::Name(word) = &left.kind else {
            return self.error(
                Diagnostic::new(Code::TypeMismatch, left.span, "only a name can stand before `of`")
                    .help("write `chain of me`, `stones of Black` or `score of me`"),
            );
        };
        let local = self.scope.find(word).is_some();
        if !local && let Some(place) = self.find_pattern(word) {
            let of = self.expect(right, Type::Player);
            return self.pattern_of(place, Some(of), None, span);
        }
        let name = Name { text: word.clone(), span: left.span };
        if !local && let Some(place) = self.find_definition(word) {
            return self.call_definition_with(place, vec![Given::Said(right)], span);
        }
        self.call(&name, std::slice::from_ref(right), None, span)
    }

    /// `chain at c`: the group there. `ring through c`: those that pass through it.
    fn through(&mut self, at: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (word, of) = match &left.kind {
            Said::Name(word) => (Some(word), None),
            Said::Binary(Binary::Of, inner, of) => match &inner.kind {
                Said::Name(word) => (Some(word), Some(of)),
                _ => (None, None),
            },
            _ => (None, None),
        };
        let place = word.and_then(|word| self.find_pattern(word));
        let Some(place) = place else {
            let word = if at { "at" } else { "through" };
            return self.error(
                Diagnostic::new(
                    Code::TypeMismatch,
                    left.span,
                    format!("`{word}` asks for a group, loop or line at a cell"),
                )
                .label("this is none")
                .help("declare it with `group`, `loop` or `line`"),
            );
        };
        let of = of.map(|of| self.expect(of, Type::Player));
        let cell = self.expect(right, Type::Cell);
        let groups = self.pattern_of(place, of, Some(cell), span);
        if at { self.coerce(groups, Type::Cells) } else { groups }
    }
}

/// `c - 2 * north`: steps back are steps of a number below 0.
fn steps_back(from: &ast::Expr, (count, direction): (&ast::Expr, &ast::Expr), span: Span) -> Diagnostic {
    let said = Diagnostic::new(Code::TypeMismatch, span, "steps are not taken away from cells").label("steps back?");
    let (Some(c), Some(n), Some(d)) = (from.written(), count.operand(), direction.operand()) else {
        return said.help("write `c + -2 * north`");
    };
    // The number may stand behind the direction.
    let (n, d) = if d.parse::<u32>().is_ok() { (d, n) } else { (n, d) };
    let written = format!("{c} + -{n} * {d}");
    said.help(format!("write `{written}`")).fix(Fix::write(span, written).unsure())
}
