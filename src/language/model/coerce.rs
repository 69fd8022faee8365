//! An expression where a type is wanted: what fits, what becomes something else, and what is said where nothing does.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::Kind;
use super::ids::KindId;
use super::players::no_players;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// The expression, as a value of type `want`.
    pub fn expect(&mut self, expr: &ast::Expr, want: Type) -> Expr {
        let typed = self.expr(expr);
        self.coerce(typed, want)
    }

    /// The typed expression as a value of type `want`. A cell is a set of one, groups are the set of their cells, a
    /// direction is a set of one, `enemy` is a player where a player is wanted, and `my stones` is a piece to put or the
    /// cells where such pieces are.
    pub fn coerce(&mut self, expr: Expr, want: Type) -> Expr {
        let span = expr.span;
        let wrap = |builtin, expr| Expr { kind: ExprKind::Builtin(builtin, vec![expr]), ty: want, span };
        match (expr.ty, want) {
            (Type::Unknown, _) | (_, Type::Unknown) => Expr { ty: Type::Unknown, ..expr },
            (have, want) if have == want => expr,
            (Type::Cell, Type::Cells) => wrap(Builtin::OneCell, expr),
            (Type::Groups, Type::Cells) => wrap(Builtin::UnionOfGroups, expr),
            (Type::Direction, Type::Directions) => wrap(Builtin::OneDirection, expr),
            (Type::Kind, Type::Kinds) => match expr.kind {
                ExprKind::Kind(kind) => Expr { kind: ExprKind::Kinds(vec![kind]), ty: want, span },
                _ => wrap(Builtin::OneKind, expr),
            },
            (Type::Player, Type::Players) => self.one_player(expr),
            (Type::Cells, Type::Players) if is_empty_braces(&expr) => no_players(self.scope.unnamed(), span),
            // Empty braces hold whatever is wanted.
            (Type::Cells, Type::Kinds) if is_empty_braces(&expr) => {
                Expr { kind: ExprKind::Kinds(Vec::new()), ty: want, span }
            }
            (have @ (Type::Cells | Type::Piece), Type::Kind | Type::Kinds) => {
                let said = match &expr.kind {
                    ExprKind::Pieces { kind, .. } | ExprKind::Piece { kind, .. } => {
                        kind.named_kind().map(|kind| self.cells_for_kind(kind, have, want, span))
                    }
                    _ => None,
                };
                match said {
                    Some(said) => self.error(said),
                    None => self.mismatch(span, have, want),
                }
            }
            (Type::Cells, Type::Player) if matches!(expr.kind, ExprKind::Builtin(Builtin::Enemies, _)) => {
                self.opponent(span)
            }
            (Type::Cells, Type::Player) if matches!(expr.kind, ExprKind::Builtin(Builtin::Mine, _)) => {
                let said = Diagnostic::new(Code::TypeMismatch, span, "expected a player, found a set of cells");
                let said = said.label("these are the mover's cells").help("the player is `me`");
                self.error(said.fix(Fix::write(span, "me")))
            }
            (Type::Cells, Type::Piece) if matches!(expr.kind, ExprKind::Pieces { owner: Some(_), .. }) => {
                let ExprKind::Pieces { kind, owner } = expr.kind else { return self.mismatch(span, Type::Cells, want) };
                Expr { kind: ExprKind::Piece { kind, owner }, ty: Type::Piece, span }
            }
            (Type::Piece, Type::Cells) => match expr.kind {
                ExprKind::Piece { kind, owner } => {
                    Expr { kind: ExprKind::Pieces { kind, owner }, ty: Type::Cells, span }
                }
                _ => self.mismatch(span, Type::Piece, want),
            },
            (Type::Kind, Type::Piece) => match expr.kind {
                ExprKind::Kind(kind) if self.parts.kinds[kind].neutral => {
                    let kind = Box::new(Expr { kind: ExprKind::Kind(kind), ty: Type::Kind, span });
                    Expr { kind: ExprKind::Piece { kind, owner: None }, ty: Type::Piece, span }
                }
                ExprKind::Kind(kind) => {
                    let name = self.parts.kinds[kind].name.clone();
                    let said = Diagnostic::new(Code::TypeMismatch, span, format!("whose {name}?"))
                        .label("a piece has an owner");
                    self.error(if self.scope.phase() == Phase::Setup {
                        let player = self.parts.players.iter().next().map_or("Black", String::as_str);
                        let owned = format!("{player} {name}");
                        said.help(format!("write a player's name before it, as in `{owned}`"))
                            .fix(Fix::write(span, owned).unsure())
                    } else {
                        said.help(format!("write `my {name}`, `enemy {name}` or a player's name before it"))
                            .fix(Fix::write(span, format!("my {name}")).unsure())
                    })
                }
                ref kind => {
                    let name = self.name_of(kind);
                    let said = Diagnostic::new(
                        Code::TypeMismatch,
                        span,
                        format!("whose {}?", name.as_deref().map_or("piece".to_owned(), |name| format!("`{name}`"))),
                    )
                    .label("a piece has an owner");
                    self.error(match name {
                        Some(name) => {
                            said.help(format!("write `my {name}`")).fix(Fix::write(span, format!("my {name}")))
                        }
                        None => said.help("name the kind first, as in `let k = ...`, then write `my k`"),
                    })
                }
            },
            (Type::Kind | Type::Player, Type::Cell | Type::Cells) if self.said_of_hidden(&expr).is_some() => {
                match self.said_of_hidden(&expr) {
                    Some(said) => self.error(said),
                    None => self.mismatch(span, expr.ty, want),
                }
            }
            (Type::Kind, Type::Cells) => match expr.kind {
                ExprKind::Kind(kind) => {
                    let plural = self.parts.kinds[kind].plural.clone();
                    let said = Diagnostic::new(Code::TypeMismatch, span, format!("expected {want}, found {}", expr.ty))
                        .label(format!("this is {}", expr.ty))
                        .help(format!("write the plural for the cells with such pieces: `{plural}`"));
                    self.error(said.fix(Fix::write(span, plural)))
                }
                _ => self.mismatch(span, Type::Kind, want),
            },
            (Type::Cells, Type::Cell) if self.picked_set(&expr.kind).is_some() => {
                let name = self.picked_set(&expr.kind).unwrap_or_default();
                let said = Diagnostic::new(Code::TypeMismatch, span, format!("expected {want}, found {}", expr.ty));
                self.error(said.label(format!("`{name}` is a set")).help(format!("write `for c in {name} {{ ... }}`")))
            }
            (have, want) => self.mismatch(span, have, want),
        }
    }

    /// What is said of a name that means a kind or a player where the cell of that name is meant, which it hides.
    pub fn said_of_hidden(&self, expr: &Expr) -> Option<Diagnostic> {
        let (sort, name) = match &expr.kind {
            ExprKind::Kind(kind) => ("kind", &self.parts.kinds.get(*kind)?.name),
            ExprKind::Player(player) => ("player", self.parts.players.get(*player)?),
            _ => return None,
        };
        self.parts.board.as_ref()?.find_cell(name)?;
        let said = Diagnostic::new(
            Code::TypeMismatch,
            expr.span,
            format!("`{name}` is a {sort} here, and hides the cell `{name}`"),
        );
        Some(said.label(format!("this is {}", expr.ty)).help(format!("give the {sort} another name than a cell has")))
    }

    /// The name of a picked set, if that is all that is said.
    fn picked_set(&self, kind: &ExprKind) -> Option<String> {
        let ExprKind::Local(local) = kind else { return None };
        let name = self.scope.name_of(*local)?;
        self.scope.picks().iter().any(|pick| pick.name == name && pick.is_set).then(|| name.to_owned())
    }

    /// What is said of `queens`, or of `my queen`, where a kind or a set of kinds is wanted.
    fn cells_for_kind(&self, kind: KindId, have: Type, want: Type, span: Span) -> Diagnostic {
        let Kind { name, plural, .. } = &self.parts.kinds[kind];
        let written = if want == Type::Kinds { format!("{{{name}}}") } else { name.clone() };
        let said = Diagnostic::new(Code::TypeMismatch, span, format!("expected {want}, found {have}"))
            .label(format!("this is {have}"));
        let said = match (have, want) {
            (Type::Cells, Type::Kinds) => said.help(format!("`{plural}` are cells; the kind is `{name}`: `{written}`")),
            (Type::Cells, _) => said.help(format!("`{plural}` are cells; the kind is `{name}`")),
            _ => said.help(format!("a kind has no owner: write `{written}`")),
        };
        said.fix(Fix::write(span, written).unsure())
    }

    /// The name that an expression is.
    fn name_of(&self, kind: &ExprKind) -> Option<String> {
        match kind {
            ExprKind::Local(local) => self.scope.name_of(*local).map(str::to_owned),
            ExprKind::Call(definition, args) if args.is_empty() => {
                self.parts.definitions.get(*definition).map(|definition| definition.name.clone())
            }
            _ => None,
        }
    }

    /// The other player; an error where there is not exactly one.
    pub fn opponent(&mut self, span: Span) -> Expr {
        if self.parts.players.len() != 2 {
            let count = self.parts.players.len();
            return self.error(
                Diagnostic::new(Code::TypeMismatch, span, format!("with {count} players there is no single enemy"))
                    .label("a player is wanted here")
                    .help("name the player, or use `owner(c)`"),
            );
        }
        Expr { kind: ExprKind::Builtin(Builtin::Opponent, Vec::new()), ty: Type::Player, span }
    }

    /// Reports a type where another is wanted.
    pub fn mismatch(&mut self, span: Span, have: Type, want: Type) -> Expr {
        let said = Diagnostic::new(Code::TypeMismatch, span, format!("expected {want}, found {have}"))
            .label(format!("this is {have}"));
        let help = match (have, want) {
            (Type::Cells | Type::Groups, Type::Truth) => {
                Some("ask whether there are any with `some`, or none with `no`")
            }
            (Type::Cells | Type::Groups | Type::Numbers, Type::Number) => {
                Some("write `count(...)` for how many there are")
            }
            (Type::Number, Type::Cells) => Some("name a set of cells; numbers are picked from a range such as `1..=3`"),
            (Type::Player, Type::Cells) => Some("write `owned(player)` for the cells with the player's pieces"),
            (Type::Cells, Type::Cell) => Some("pick one of them, or ask about each with `every` or `some`"),
            (Type::Cells | Type::Groups, Type::Numbers) => {
                Some("say which number each gives, as in `sum(edges(c) for c in set)`")
            }
            (Type::Number, Type::Truth) => Some("compare it, as in `... > 0`"),
            (Type::Word, Type::Number) => {
                Some("an option of words is no number: give it a range, as in `3..=7 by 2 = 5`")
            }
            (Type::Cells, Type::Player) => Some("name the player, or write `me`, `last mover` or `owner(c)`"),
            (Type::Players, Type::Player) => Some("pick one of them, or ask about each with `every` or `some`"),
            (Type::Players, Type::Cells) => Some("write `owned(players)` for the cells with their pieces"),
            (Type::Cell, Type::Kind) => Some("write `kind(c)` for the kind of the piece on a cell"),
            (Type::Kinds, Type::Kind) => Some("pick one of them, or ask about each with `every` or `some`"),
            (Type::Kinds, Type::Cells) => Some("write `{ c : kind(c) in K }` for the cells with pieces of these kinds"),
            (Type::Number, Type::Numbers) => Some("write `list(number for c in set)` for a list"),
            _ => None,
        };
        let said = match help {
            Some(help) => said.help(help),
            None => said,
        };
        let at = |at: u32, text: &str| Edit { span: Span { start: at, end: at, ..span }, text: text.to_owned() };
        self.error(match (have, want) {
            (Type::Cells, Type::Number) => said.fix(Fix {
                title: "write `count(...)`".to_owned(),
                edits: vec![at(span.start, "count("), at(span.end, ")")],
                safe: true,
            }),
            (Type::Cells | Type::Groups, Type::Truth) => said.fix(Fix {
                title: "write `some` before it".to_owned(),
                edits: vec![at(span.start, "some ")],
                safe: false,
            }),
            _ => said,
        })
    }
}

/// Whether these are braces with nothing in them.
pub fn is_empty_braces(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Builtin(Builtin::SetOf, items) if items.is_empty())
}

/// What is said of a parameter of which nothing is said, and which is no cell.
pub fn untyped(param: &Name, ty: Type, used: Span) -> Diagnostic {
    let name = &param.text;
    let written = match ty {
        Type::Direction => "direction",
        Type::Directions => "directions",
        _ => "number",
    };
    let message = format!("`{name}` is a cell where nothing else is said of it");
    let said = Diagnostic::new(Code::TypeMismatch, param.span, message)
        .label("a parameter without a type")
        .related(used, format!("used as {ty}"))
        .help(format!("write `{name}: {written}`"));
    said.fix(Fix::write(param.span, format!("{name}: {written}")).unsure())
}
