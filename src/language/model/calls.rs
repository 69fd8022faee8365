//! Words with arguments: definitions, relations, pieces of a player, counters, and the language's own functions.

use super::builtins;
use super::builtins::Builtin;
use super::checker::Checker;
use super::coerce::untyped;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Fold, Type};
use super::names::one_for_each;
use super::scope::Phase;
use super::unknown::Stands;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::reference::{Place, synonym};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, ExprKind as Said, Generator, Name};
use crate::topology::Board;
use crate::util::Rational;

impl Checker<'_> {
    /// `name(args)`.
    pub fn call(&mut self, name: &Name, args: &[ast::Expr], generator: Option<&Generator>, span: Span) -> Expr {
        if let Some(generator) = generator {
            return self.fold(name, args, generator, span);
        }
        if let Some(said) = self.without_for(name, args) {
            return said;
        }
        if let (Some(place), [of]) = (self.position_relation(&name.text), args) {
            self.usage.note(&name.text);
            let of = self.expr(of);
            return self.joined_with(place, of, span);
        }
        if let Some(place) = self.find_definition(&name.text) {
            let args: Vec<Given<'_>> = args.iter().map(Given::Said).collect();
            return self.call_definition_with(place, args, span);
        }
        if let Some(relation) = self.parts.board.as_ref().and_then(|board| board.find_relation(&name.text)) {
            self.usage.note(&name.text);
            let [of] = args else { return self.arity(name, "a cell or a set of cells", args.len(), span) };
            let of = self.expr(of);
            let of = if of.ty == Type::Cell { of } else { self.coerce(of, Type::Cells) };
            return self.made(ExprKind::Neighbours(relation, Box::new(of.clone())), Type::Cells, &[&of], span);
        }
        if self.find_link(&name.text).is_some() {
            let [of] = args else { return self.arity(name, "a cell or a set of cells", args.len(), span) };
            let of = self.expr(of);
            return self.linked(name, of, None, span).unwrap_or(Expr {
                kind: ExprKind::Error,
                ty: Type::Unknown,
                span,
            });
        }
        if let Some((counter, per)) = self.find_counter(&name.text) {
            let indexes: Vec<Type> = per.indexes().map(|index| index.types().0).collect();
            if indexes.len() != args.len() {
                return match *indexes.as_slice() {
                    [] => self.arity(name, "nothing: there is one for the game", args.len(), span),
                    [want] => self.arity(name, &want.to_string(), args.len(), span),
                    _ => self.error(one_for_each(&name.text, per, span)),
                };
            }
            let of: Vec<Expr> = args.iter().zip(indexes).map(|(arg, want)| self.expect(arg, want)).collect();
            let parts: Vec<&Expr> = of.iter().collect();
            let number = self.made(ExprKind::Counter(counter, of.clone()), Type::Number, &parts, span);
            return self.carried_value(counter, number);
        }
        if let ([of], true) = (args, self.rules.plural_off(&name.text, name.span)) {
            let of = self.expect(of, Type::Player);
            return self.made(ExprKind::Region(Vec::new()), Type::Cells, &[&of], span);
        }
        if let Some(kind) = self.find_kind(&name.text) {
            let [of] = args else { return self.arity(name, "a player", args.len(), span) };
            let owner = self.expect(of, Type::Player);
            let kind = Box::new(Expr { kind: ExprKind::Kind(kind), ty: Type::Kind, span: name.span });
            return self.made(
                ExprKind::Pieces { kind, owner: Some(Box::new(owner.clone())) },
                Type::Cells,
                &[&owner],
                span,
            );
        }
        if let Some(direction) = self.parts.board.as_ref().and_then(|board| board.find_direction(&name.text)) {
            let [of] = args else { return self.arity(name, "a cell or a set of cells", args.len(), span) };
            let of = self.expr(of);
            self.usage.note(&name.text);
            let step = Expr { kind: ExprKind::Direction(direction), ty: Type::Direction, span: name.span };
            return self.step(of, step, span);
        }
        self.function(name, args, span)
    }

    /// A typed expression, silent where a part of it is.
    pub fn made(&self, kind: ExprKind, ty: Type, parts: &[&Expr], span: Span) -> Expr {
        let known = parts.iter().all(|part| part.ty != Type::Unknown);
        Expr { kind, ty: if known { ty } else { Type::Unknown }, span }
    }

    /// A builtin of typed arguments.
    pub fn builtin(&self, builtin: Builtin, args: Vec<Expr>, span: Span) -> Expr {
        let known = args.iter().all(|part| part.ty != Type::Unknown);
        let ty = builtin.gives(args.first().map(|first| first.ty));
        Expr { kind: ExprKind::Builtin(builtin, args), ty: if known { ty } else { Type::Unknown }, span }
    }

    fn arity(&mut self, name: &Name, wanted: &str, given: usize, span: Span) -> Expr {
        let said = Diagnostic::new(Code::TypeArguments, span, arguments(&name.text, given));
        let usage = builtins::functions().find(|known| known.name() == name.text);
        self.error(match usage {
            Some(known) => said.help(format!("write it as `{}`", known.form())),
            None => said.help(format!("it takes {wanted}")),
        })
    }

    fn function(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Expr {
        let word = name.text.as_str();
        let has_levels = self.parts.board.as_ref().is_some_and(Board::has_levels);
        if let ("level", [cell], true) = (word, args, has_levels) {
            let cell = self.expect(cell, Type::Cell);
            return self.builtin(Builtin::Level, vec![cell], span);
        }
        if let ("rows" | "columns", [number], _) | ("levels", [number], true) = (word, args, has_levels) {
            return match &number.kind {
                Said::Binary(Binary::UpTo, low, high) => self.rows_or_columns(word, low, high, span),
                _ => self.rows_or_columns(word, number, number, span),
            };
        }
        if let ("cell", [number]) = (word, args) {
            return self.numbered_cell(number, span);
        }
        if let Some(said) = self.several_rows(name, args, span) {
            return said;
        }
        if let Some(found) = match word {
            "distance" => self.distance_to(name, args, span),
            "parts" => self.parts_of(name, args, span),
            "turned" => self.turned(args, span),
            _ => None,
        } {
            return found;
        }
        match (builtins::overloads(word, args.len()).as_slice(), args) {
            ([], _) if builtins::functions().any(|known| known.name() == word) => {
                self.arity(name, "", args.len(), span)
            }
            ([], _) => self.no_function(name, args, span),
            ([(Builtin::OwnedBy, _)], [of]) => {
                let of = self.expr(of);
                if of.ty == Type::Players {
                    return self.owned_by_players(of, span);
                }
                let of = self.coerce(of, Type::Player);
                self.builtin(Builtin::OwnedBy, vec![of], span)
            }
            ([(builtin, signature)], _) => {
                let args = args.iter().enumerate();
                let typed: Vec<Expr> = args.map(|(place, arg)| self.expect(arg, signature.wants(place))).collect();
                if matches!(builtin, Builtin::OwnerInStack | Builtin::KindInStack) {
                    self.place_in_stack(&typed[1]);
                }
                self.builtin(*builtin, typed, span)
            }
            // The first argument tells them apart; where it is none of theirs, the first of them is meant.
            (several @ [first, ..], args) => {
                let mut typed: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
                let given = typed.first().map_or(Type::Unknown, |arg| arg.ty);
                if ("count", Type::Players) == (word, given) {
                    return self.count_of_players(typed.swap_remove(0), span);
                }
                let takes = |ty: Type| several.iter().find(move |(_, signature)| signature.wants(0) == ty);
                let groups = || takes(Type::Cells).filter(|_| given == Type::Groups);
                let (builtin, signature) = takes(given).or_else(groups).unwrap_or(first);
                typed = typed.into_iter().enumerate().map(|(at, arg)| self.coerce(arg, signature.wants(at))).collect();
                self.builtin(*builtin, typed, span)
            }
        }
    }

    /// Reports a place in a stack, counted from the top, that no stack has.
    fn place_in_stack(&mut self, place: &Expr) {
        let Some(Constant::Number(number)) = self.constant(place) else { return };
        let most = i64::from(self.parts.max_height);
        if number.to_whole().is_some_and(|number| (1..=most).contains(&number)) {
            return;
        }
        let said = Diagnostic::new(Code::TypeArguments, place.span, format!("no stack has a piece number {number}"));
        self.say(said.help(match most {
            1 => "1 is the top piece, and pieces stand on one another where the game says `stacks up to 6`".to_owned(),
            _ => format!("1 is the top piece, and stacks are at most {most} high"),
        }));
    }

    /// A word with arguments that is no function. Names that exist but take nothing get their own message.
    fn no_function(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Expr {
        let word = name.text.as_str();
        let errors = self.errors();
        let Some(found) = self.known_word(word, name.span) else {
            return Expr { span, ..self.unknown(word, name.span, Stands::Called) };
        };
        if self.errors() == errors && found.ty != Type::Unknown {
            let said = Diagnostic::new(Code::TypeArguments, span, format!("`{word}` takes no arguments"));
            if let ExprKind::Marked(mark) = found.kind
                && self.parts.marks.get(mark).is_some_and(|mark| mark.carriers.is_some())
                && let [cell] = args
                && let Some(cell) = cell.operand()
            {
                let help = format!("write `{cell} in {word}`; for a number declare `with {word}: 1..=3`");
                let said = said.label("a mark that goes with pieces").help(help);
                return self.error(said.fix(Fix::write(span, format!("({cell} in {word})")).unsure()));
            }
            let said = said.label(format!("`{word}` is {}", found.ty));
            return self.error(match found.ty {
                Type::Cells => match args {
                    [of] if of.written().is_some() => {
                        let of = of.operand().unwrap_or_default();
                        let (is_one, of_set) = (format!("{of} in {word}"), format!("{word} & {of}"));
                        said.help(format!(
                            "write `{is_one}` for whether it is one of them, `{of_set}` for those of a set"
                        ))
                        .fix(Fix::write(span, format!("({is_one})")).unsure())
                        .fix(Fix::write(span, format!("({of_set})")).unsure())
                    }
                    _ => said.help(format!("write `{word} & ...` for those that are in another set, too")),
                },
                _ => match synonym(word, Place::Expression) {
                    Some(row) => said.help(row.help),
                    None => said.help(format!("write `{word}` alone")).fix(Fix::write(span, word).unsure()),
                },
            });
        }
        Expr { span, ..found }
    }

    /// `rows(2)`, `columns(4..=6)`: the cells of rows or columns by their numbers.
    fn rows_or_columns(&mut self, word: &str, low: &ast::Expr, high: &ast::Expr, span: Span) -> Expr {
        let nothing = Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        if !matches!(self.scope.phase(), Phase::Static | Phase::Setup)
            && let Some(cells) = self.cells_of_rows(word, low, high, span)
        {
            return cells;
        }
        let Some(first) = self.number(low) else { return nothing };
        let last = if std::ptr::eq(low, high) { Some(first) } else { self.number(high) };
        let (Some(last), Some(board)) = (last, &self.parts.board) else { return nothing };
        if first > last {
            let said = Diagnostic::new(Code::OptionRange, low.span.to(high.span), "this range is empty");
            return self.error(said.help("write the smaller number first"));
        }
        let at = |cell| match word {
            "rows" => i64::from(board.row(cell)),
            "levels" => i64::from(board.level(cell)),
            _ => i64::from(board.column(cell)),
        };
        // Both ends are rows of the board; between them one may have no cell.
        let is_there = |number: &Rational| board.cells().any(|cell| number.to_whole() == Some(at(cell)));
        if let Some(number) = [first, last].into_iter().find(|number| !is_there(number)) {
            let what = word.trim_end_matches('s');
            let last = board.cells().map(at).max().unwrap_or(0);
            let said = Diagnostic::new(Code::BoardInvalid, span, format!("the board has no {what} {number}"));
            return self.error(match last {
                0 => said.help(format!("the cells of this board have no {what}s")),
                _ => said.help(format!("its {what}s go up to {last}")),
            });
        }
        let (first, last) = (first.to_whole().unwrap_or(1), last.to_whole().unwrap_or(0));
        let mut cells: Vec<_> = board.cells().filter(|cell| (first..=last).contains(&at(*cell))).collect();
        cells.sort_unstable();
        Expr { kind: ExprKind::Region(cells), ty: Type::Cells, span }
    }

    /// The same where the numbers are not known before the game begins: `rows(n)` of what is picked or gone through.
    fn cells_of_rows(&mut self, word: &str, low: &ast::Expr, high: &ast::Expr, span: Span) -> Option<Expr> {
        let first = self.expect(low, Type::Number);
        let last = if std::ptr::eq(low, high) { first.clone() } else { self.expect(high, Type::Number) };
        if [&first, &last].iter().all(|end| end.ty == Type::Unknown || self.constant(end).is_some()) {
            return None;
        }
        let local = self.scope.unnamed();
        let cell = Expr { kind: ExprKind::Local(local), ty: Type::Cell, span };
        let of = match word {
            "rows" => Builtin::Row,
            "levels" => Builtin::Level,
            _ => Builtin::Column,
        };
        let number = self.builtin(of, vec![cell], span);
        let condition = if std::ptr::eq(low, high) {
            self.builtin(Builtin::Equal, vec![number, first], span)
        } else {
            let above = self.builtin(Builtin::LessOrEqual, vec![first, number.clone()], span);
            let below = self.builtin(Builtin::LessOrEqual, vec![number, last], span);
            self.builtin(Builtin::And, vec![above, below], span)
        };
        let over = Box::new(self.expr(&ast::Expr { kind: Said::Board, span }));
        let ty = if condition.ty == Type::Unknown { Type::Unknown } else { Type::Cells };
        Some(Expr { kind: ExprKind::Filter { local, over, condition: Box::new(condition) }, ty, span })
    }

    /// `cell(32)`: the cell with a number.
    fn numbered_cell(&mut self, number: &ast::Expr, span: Span) -> Expr {
        let nothing = Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        let Some(board) = &self.parts.board else { return nothing };
        let (is_numbered, count) = (board.is_numbered(), board.cell_count());
        if !is_numbered {
            let said = Diagnostic::new(Code::BoardInvalid, span, "the cells of the board have no numbers");
            return self
                .error(said.help("write the name of the cell, or `numbered from top` in the line of the board"));
        }
        let Some(number) = self.whole(number, 1, count as i64, "the number of a cell") else { return nothing };
        let found = self.parts.board.as_ref().and_then(|board| board.find_number(usize::try_from(number).ok()?));
        found.map_or(nothing, |cell| Expr { kind: ExprKind::Cell(cell), ty: Type::Cell, span })
    }

    /// `row(1)`, `row(1..=2)`, `rows(1, 2)`: the cells of rows by their numbers.
    fn several_rows(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (one, several) = match name.text.as_str() {
            "row" | "rows" => ("row", "rows"),
            "column" | "columns" => ("column", "columns"),
            "level" | "levels" if self.parts.board.as_ref().is_some_and(Board::has_levels) => ("level", "levels"),
            _ => return None,
        };
        let is_number = |arg: &ast::Expr| matches!(arg.kind, Said::Number(_));
        let said = |message: &str| Diagnostic::new(Code::TypeArguments, span, message);
        let said = match args {
            [ast::Expr { kind: Said::Binary(Binary::UpTo, low, high), .. }] => {
                let written = format!("{several}({}..={})", low.written()?, high.written()?);
                said(&format!("`{one}(c)` is the number of a cell's {one}"))
                    .help(format!("write `{written}` for the cells of {several}"))
                    .fix(Fix::write(span, written))
            }
            [low, high] if is_number(low) && is_number(high) => {
                let written = format!("{several}({}..={})", low.written()?, high.written()?);
                said(&format!("`{several}(a..=b)` is the cells from one {one} to another"))
                    .help(format!("write `{written}`"))
                    .fix(Fix::write(span, written))
            }
            [arg] if is_number(arg) && name.text == one => {
                let written = format!("{several}({})", arg.written()?);
                said(&format!("`{one}(c)` is the number of a cell's {one}"))
                    .help(format!("write `{written}` for the cells of a {one}"))
                    .fix(Fix::write(span, written))
            }
            [_, _, ..] => {
                let each: Vec<String> =
                    args.iter().map(|arg| Some(format!("{several}({})", arg.written()?))).collect::<Option<_>>()?;
                said(&format!("`{several}(n)` is the cells of one {one}"))
                    .help(format!("write `{}`", each.join(" | ")))
                    .fix(Fix::write(span, format!("({})", each.join(" | "))))
            }
            _ => return None,
        };
        Some(self.error(said))
    }

    /// `sum(edges(c) in mine)`: a set that is gone through without `for`.
    fn without_for(&mut self, name: &Name, args: &[ast::Expr]) -> Option<Expr> {
        let ("sum" | "max" | "min" | "count" | "list" | "union", [arg]) = (name.text.as_str(), args) else {
            return None;
        };
        let Said::Binary(Binary::In, body, over) = &arg.kind else { return None };
        let member = match &body.kind {
            Said::Name(name) => name.clone(),
            Said::Call { args, .. } => match &args.first()?.kind {
                Said::Name(name) => name.clone(),
                _ => return None,
            },
            _ => return None,
        };
        let for_ = format!("for {member} in");
        let written = format!("{} {for_} {}", body.written()?, over.written()?);
        let message = format!("`{}` goes through a set with `{for_}`", name.text);
        let said = Diagnostic::new(Code::TypeArguments, arg.span, message);
        Some(self.error(said.help(format!("write `{}({written})`", name.text)).fix(Fix::write(arg.span, written))))
    }

    fn fold(&mut self, name: &Name, args: &[ast::Expr], generator: &Generator, span: Span) -> Expr {
        let how = match name.text.as_str() {
            "sum" => Fold::Sum,
            "max" => Fold::Max,
            "min" => Fold::Min,
            "count" => Fold::Count,
            "list" => Fold::List,
            "union" => Fold::Union,
            other => {
                return self.error(
                    Diagnostic::new(Code::TypeArguments, span, format!("`{other}` does not take `for ... in ...`"))
                        .help("`sum`, `max`, `min`, `count`, `list` and `union` do"),
                );
            }
        };
        let [body] = args else { return self.arity(name, "one expression before `for`", args.len(), span) };
        let over = self.iterable(&generator.over);
        let depth = self.scope.depth();
        let local = self.bind(&generator.name, Self::member_type(over.ty));
        let (over, asked) = Self::gone_through(over, local);
        let condition = generator.condition.as_ref().map(|condition| self.expect(condition, Type::Truth));
        let condition = self.narrowed(asked, condition).map(Box::new);
        let body = match how {
            Fold::Count => self.expr(body),
            Fold::Union => self.expect(body, Type::Cells),
            _ => self.expect(body, Type::Number),
        };
        self.leave(depth);
        let ty = match how {
            Fold::List => Type::Numbers,
            Fold::Union => Type::Cells,
            _ => Type::Number,
        };
        let known = over.ty != Type::Unknown
            && body.ty != Type::Unknown
            && condition.as_ref().is_none_or(|c| c.ty != Type::Unknown);
        let kind = ExprKind::Fold { how, local, over: Box::new(over), condition, body: Box::new(body) };
        Expr { kind, ty: if known { ty } else { Type::Unknown }, span }
    }

    /// A definition with arguments still to be checked, at its last version.
    pub fn call_definition(&mut self, place: usize, args: &[ast::Expr], span: Span) -> Expr {
        self.call_definition_with(place, args.iter().map(Given::Said).collect(), span)
    }

    /// A definition with arguments, at its last version.
    pub fn call_definition_with(&mut self, place: usize, args: Vec<Given<'_>>, span: Span) -> Expr {
        let version = self.rules.definitions[place].len() - 1;
        self.call_version(place, version, args, span)
    }

    /// A version of a definition with arguments.
    pub fn call_version(&mut self, place: usize, version: usize, args: Vec<Given<'_>>, span: Span) -> Expr {
        let definition = self.rules.definitions[place][version];
        let name = &definition.name.text;
        if args.len() != definition.params.len() {
            let params: Vec<&str> = definition.params.iter().map(|(name, _)| name.text.as_str()).collect();
            let usage = if params.is_empty() { name.clone() } else { format!("{name}({})", params.join(", ")) };
            return self.error(
                Diagnostic::new(Code::TypeArguments, span, arguments(name, args.len()))
                    .related(definition.name.span, "its definition")
                    .help(format!("write it as `{usage}`")),
            );
        }
        let mut typed = Vec::new();
        for (arg, (param, ty)) in args.into_iter().zip(&definition.params) {
            let want = self.param_type(ty.as_ref());
            let given = match arg {
                Given::Said(expr) => self.expr(expr),
                Given::Typed(expr) => expr,
            };
            let is_other = matches!(given.ty, Type::Direction | Type::Directions | Type::Number);
            typed.push(match ty {
                None if is_other => self.error(untyped(param, given.ty, given.span)),
                _ => self.coerce(given, want),
            });
        }
        let ty = Self::definition_type(definition);
        match self.definition(place, version, span) {
            Some(id)
                if typed.iter().all(|arg| arg.ty != Type::Unknown)
                    && !self.refuse_moments(self.nesting.definition_moments(id), name, span) =>
            {
                Expr { kind: ExprKind::Call(id, typed), ty, span }
            }
            _ => Expr { kind: ExprKind::Error, ty: Type::Unknown, span },
        }
    }
}

/// That so many arguments are not what a word takes.
fn arguments(name: &str, count: usize) -> String {
    match count {
        0 => format!("`{name}` needs arguments"),
        1 => format!("`{name}` does not take 1 argument"),
        count => format!("`{name}` does not take {count} arguments"),
    }
}

/// An argument: as it stands in the file, or already typed.
pub enum Given<'e> {
    /// As it stands.
    Said(&'e ast::Expr),
    /// Typed.
    Typed(Expr),
}
