//! Expressions: what each form means and gives.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::ids::{KindId, LocalId, PatternId};
use super::players::players_such;
use super::scope::Phase;
use super::unknown::Stands;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Said, Quantifier, Unary};
use crate::util::{Rational, a_quoted, suggestion};

/// The most cells or sets in braces: as many as a board has cells.
const MAX_ITEMS: usize = 4096;

/// What asks of the picks of another move.
pub const OTHER_PICKS: &str = "it means what this move picked as that in the previous action of the turn; of another move ask \
     `the(placed)`, `the(moved)` or `the(vacated)`";

impl Checker<'_> {
    /// The typed expression.
    pub fn expr(&mut self, expr: &ast::Expr) -> Expr {
        let span = expr.span;
        let made = |kind, ty| Expr { kind, ty, span };
        match &expr.kind {
            Said::Number(digits) => match Rational::parse(digits) {
                Some(number) => made(ExprKind::Number(number), Type::Number),
                None => self.error(Diagnostic::new(Code::LimitNumber, span, "this number is too large or too fine")),
            },
            Said::Truth(truth) => made(ExprKind::Truth(*truth), Type::Truth),
            Said::Name(name) => self.name(name, span),
            Said::Base => self.base(span),
            Said::Board => match &self.parts.board {
                Some(board) => {
                    let mut cells: Vec<_> = board.cells().collect();
                    cells.sort_unstable();
                    made(ExprKind::Region(cells), Type::Cells)
                }
                None => made(ExprKind::Error, Type::Unknown),
            },
            Said::Call { name, args, generator } => self.call(name, args, generator.as_deref(), span),
            Said::Owned { owner, kind } => self.owned(owner, kind, span),
            Said::Unary(operator, operand) => self.unary(*operator, operand, span),
            Said::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            Said::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise, span),
            Said::Quantified { quantifier, name, over, condition } => {
                if let (Said::Binary(ast::Binary::In, set, other), None) = (&over.kind, condition) {
                    return self.members_in(*quantifier, &name.text, set, other, over.span);
                }
                let over = self.iterable(over);
                let depth = self.scope.depth();
                let local = self.bind(name, Self::member_type(over.ty));
                let (over, asked) = Self::gone_through(over, local);
                let typed = condition.as_ref().map(|c| self.expect(c, Type::Truth));
                self.leave(depth);
                if let (Some(said), Some(typed)) = (condition, &typed) {
                    self.say_swallowed(*quantifier, name, local, said, typed);
                }
                let condition = typed.unwrap_or(Expr { kind: ExprKind::Truth(true), ty: Type::Truth, span });
                let condition = self.narrowed_by(*quantifier, asked, condition);
                let known = over.ty != Type::Unknown && condition.ty != Type::Unknown;
                let every = *quantifier == Quantifier::Every;
                let kind = ExprKind::Quantified { every, local, over: Box::new(over), condition: Box::new(condition) };
                let ty = if known { Type::Truth } else { Type::Unknown };
                match quantifier {
                    Quantifier::No => Expr { kind: ExprKind::Not(Box::new(Expr { kind, ty, span })), ty, span },
                    _ => Expr { kind, ty, span },
                }
            }
            Said::Comprehension { name, over, condition } => {
                let over = match over.as_deref().map(|over| self.expr(over)) {
                    Some(over) if matches!(over.ty, Type::Direction | Type::Directions) => {
                        let over = self.coerce(over, Type::Directions);
                        return self.directions_such(name, over, condition, span);
                    }
                    Some(over) if matches!(over.ty, Type::Kinds | Type::Players) => over,
                    Some(over) => self.coerce(over, Type::Cells),
                    None => self.expr(&ast::Expr { kind: Said::Board, span }),
                };
                let kept = if matches!(over.ty, Type::Kinds | Type::Players) { over.ty } else { Type::Cells };
                let depth = self.scope.depth();
                let local = self.bind(name, Self::member_type(kept));
                let (over, asked) = Self::gone_through(over, local);
                let condition = self.expect(condition, Type::Truth);
                self.leave(depth);
                let condition = self.narrowed_by(Quantifier::Some, asked, condition);
                let known = over.ty != Type::Unknown && condition.ty != Type::Unknown;
                let kind = ExprKind::Filter { local, over: Box::new(over), condition: Box::new(condition) };
                Expr { kind, ty: if known { kept } else { Type::Unknown }, span }
            }
            Said::SetOf(items) => {
                if let Some(joined) = self.directions_in_braces(items, span) {
                    return joined;
                }
                if let Some(one_too_many) = items.get(MAX_ITEMS) {
                    return self.error(
                        Diagnostic::new(Code::LimitOperators, one_too_many.span, format!("more than {MAX_ITEMS} sets in braces"))
                            .label("one too many")
                            .help("a board has no more cells; say by a condition which are meant, as in `{ c : column(c) > 3 }`"),
                    );
                }
                // A kind that a variant takes away is in no set of its game's lines.
                let left: Vec<&ast::Expr> = items.iter().filter(|item| !self.is_kind_off(item)).collect();
                let is_less = left.len() < items.len();
                let items: Vec<Expr> = left.into_iter().map(|item| self.expr(item)).collect();
                if items.iter().any(|item| matches!(item.ty, Type::Cell | Type::Cells))
                    && let Some(said) = items.iter().find_map(|item| self.said_of_hidden(item))
                {
                    return self.error(said);
                }
                if is_less || items.iter().any(|item| matches!(item.ty, Type::Kind | Type::Kinds)) {
                    return self.kinds_in_braces(items, span);
                }
                if items.iter().any(|item| matches!(item.ty, Type::Player | Type::Players)) {
                    return self.players_in_braces(items, span);
                }
                let items = items.into_iter().map(|item| self.coerce(item, Type::Cells)).collect();
                self.builtin(Builtin::SetOf, items, span)
            }
            Said::Spreading { from, name, to } => self.spreading(from, name.as_ref(), to, span),
            Said::Crossing { link, owner, ends } => self.crossing(link, owner.as_ref(), ends, span),
            Said::NoMove => self.only_at_end("no move", Builtin::NoMove, span),
            Said::Can(player, None) => match self.who_can(player, "move", span) {
                Some(player) => self.builtin(Builtin::CanMove, vec![player], span),
                None => made(ExprKind::Error, Type::Unknown),
            },
            Said::Can(player, Some(rule)) => match (self.who_can(player, &rule.text, span), self.find_move(rule)) {
                (Some(player), Some(_)) => self.can_make(rule, player, span),
                _ => made(ExprKind::Error, Type::Unknown),
            },
            Said::NobodyCan(None) => self.only_at_end("nobody can move", Builtin::NobodyCanMove, span),
            Said::NobodyCan(Some(rule)) => {
                let none = self.may_ask_what_follows(&format!("nobody can {}", rule.text), span);
                match none.and_then(|()| self.find_move(rule)) {
                    Some(_) => self.nobody_can(rule, span),
                    None => made(ExprKind::Error, Type::Unknown),
                }
            }
            Said::AllPass => self.only_at_end("both pass", Builtin::AllPassed, span),
            Said::LastMover => {
                if matches!(self.scope.phase(), Phase::Static | Phase::Setup) {
                    return self.error(Diagnostic::new(
                        Code::NameNotHere,
                        span,
                        "nobody has moved before the game begins",
                    ));
                }
                made(ExprKind::Builtin(Builtin::LastMover, Vec::new()), Type::Player)
            }
            Said::LastSown => {
                if matches!(
                    self.scope.phase(),
                    Phase::Static | Phase::Setup | Phase::End | Phase::Repetition | Phase::Ranking
                ) {
                    return self.error(
                        Diagnostic::new(Code::NameNotHere, span, "nothing was sown in this turn yet")
                            .help("use `last sown` after a `sow`, or in the `when` of what follows in the turn"),
                    );
                }
                self.parts.features.sown = true;
                made(ExprKind::Builtin(Builtin::LastSown, Vec::new()), Type::Cell)
            }
            Said::LastTo(name) => match self.find_move(name) {
                Some(id) => {
                    self.parts.features.last_to = true;
                    made(ExprKind::LastTo(id), Type::Player)
                }
                None => made(ExprKind::Error, Type::Unknown),
            },
            Said::LastPick(name) => match self.scope.last_pick(&name.text) {
                Some((_, pick, _)) if self.scope.picks().get(usize::from(pick)).is_some_and(|pick| pick.is_set) => {
                    let help = format!("keep what you need of it with a `mark`, as in `mark {} as chosen`", name.text);
                    self.not_yet(name.span, "the last picks of a set", &help)
                        .unwrap_or_else(|| made(ExprKind::Error, Type::Unknown))
                }
                Some((rule, pick, ty)) => {
                    self.parts.features.last_picks = true;
                    made(ExprKind::LastPick(rule, pick), ty)
                }
                None if suggestion(&name.text, ["mover"]).is_some()
                    || ["player", "one"].contains(&name.text.as_str()) =>
                {
                    let message = format!("nothing is called `last {}`", name.text);
                    let said =
                        Diagnostic::new(Code::NameUnknown, name.span, message).help("did you mean `last mover`?");
                    self.error(said.fix(Fix::write(name.span, "mover")))
                }
                None => self.error(
                    Diagnostic::new(
                        Code::NameUnknown,
                        name.span,
                        format!("`last {}` needs a pick `{}`", name.text, name.text),
                    )
                    .label("no earlier pick of this move has that name")
                    .help(OTHER_PICKS),
                ),
            },
        }
    }

    /// `no g in lakes where P(g) or both pass`: what speaks of no `g` is asked of each of them all the same.
    fn say_swallowed(&mut self, quantifier: Quantifier, n: &ast::Name, local: LocalId, said: &ast::Expr, typed: &Expr) {
        let Said::Binary(ast::Binary::Or, left, right) = &said.kind else { return };
        let ExprKind::Builtin(Builtin::Or, args) = &typed.kind else { return };
        let [first, last] = args.as_slice() else { return };
        // Brackets around all of it say that it is meant.
        let speaks = |part: &Expr| part.free_locals().contains(&local);
        if quantifier == Quantifier::Every || said.span != left.span.to(right.span) || !speaks(first) || speaks(last) {
            return;
        }
        let word = if quantifier == Quantifier::No { "no" } else { "some" };
        let message = format!("this does not speak of `{}`, and is asked of each of them", n.text);
        let said = Diagnostic::new(Code::LintPrecedence, right.span, message)
            .label(format!("part of the condition of `{word} {} in ...`", n.text))
            .help(format!(
                "put brackets around the question, `({word} {0} in ... where ...) or ...`, or put this first",
                n.text
            ));
        self.say(said);
    }

    /// `every n in S in T`.
    fn members_in(&mut self, quantifier: Quantifier, n: &str, set: &ast::Expr, other: &ast::Expr, at: Span) -> Expr {
        let (s, t) = (set.written(), other.written());
        let fix = s.as_ref().zip(t.as_ref()).map(|(s, t)| Fix::write(at, format!("{s} has {n} in {t}")).unsure());
        let (s, t) = (s.unwrap_or_else(|| "S".to_owned()), t.unwrap_or_else(|| "T".to_owned()));
        let word = match quantifier {
            Quantifier::Some => "some",
            Quantifier::No => "no",
            Quantifier::Every => "every",
        };
        let said =
            Diagnostic::new(Code::TypeMismatch, at, "the members of what? this asks whether one set is in another")
                .help(format!("write `{word} {n} in {s} has {n} in {t}`"));
        self.error(Diagnostic { fixes: fix.into_iter().collect(), ..said })
    }

    /// `{queen, rook}`: a set of kinds.
    fn kinds_in_braces(&mut self, items: Vec<Expr>, span: Span) -> Expr {
        let items = items.into_iter().map(|item| self.coerce(item, Type::Kinds));
        let mut named: Vec<KindId> = Vec::new();
        let mut others: Vec<Expr> = Vec::new();
        for item in items.collect::<Vec<_>>() {
            match item.kind {
                ExprKind::Kinds(kinds) => named.extend(kinds),
                _ => others.push(item),
            }
        }
        let named = Expr { kind: ExprKind::Kinds(named), ty: Type::Kinds, span };
        others.into_iter().fold(named, |all, item| self.builtin(Builtin::UnionOfKinds, vec![all, item], span))
    }

    /// `{north, east}`: braces hold cells.
    fn directions_in_braces(&mut self, items: &[ast::Expr], span: Span) -> Option<Expr> {
        let is_direction = |checker: &Self, item: &ast::Expr| match &item.kind {
            Said::Name(name) => {
                let ways = ["orthogonals", "diagonals", "all_directions"].contains(&name.as_str());
                let is_bound = checker.scope.find(name);
                match is_bound {
                    Some(bound) => matches!(bound.ty, Type::Direction | Type::Directions),
                    None => {
                        ways || checker.parts.board.as_ref().is_some_and(|board| board.find_direction(name).is_some())
                    }
                }
            }
            _ => false,
        };
        if items.is_empty() || !items.iter().all(|item| is_direction(self, item)) {
            return None;
        }
        let names: Vec<String> = items.iter().filter_map(ast::Expr::written).collect();
        Some(
            self.error(
                Diagnostic::new(Code::TypeMismatch, span, "braces hold cells, and these are directions")
                    .help(format!("write `{}`", names.join(" | ")))
                    .fix(Fix::write(span, format!("({})", names.join(" | ")))),
            ),
        )
    }

    fn only_at_end(&mut self, words: &str, builtin: Builtin, span: Span) -> Expr {
        if !matches!(self.scope.phase(), Phase::End | Phase::Repetition | Phase::Test) {
            return self.error(
                Diagnostic::new(Code::NameNotHere, span, format!("`{words}` can be asked only where a game may end"))
                    .help("use it after `end when`"),
            );
        }
        Expr { kind: ExprKind::Builtin(builtin, Vec::new()), ty: Type::Truth, span }
    }

    /// Reports a question about the moves that are possible next where the position is not yet that after a move.
    fn may_ask_what_follows(&mut self, words: &str, span: Span) -> Option<()> {
        let said = match self.scope.phase() {
            Phase::After | Phase::End | Phase::Ranking | Phase::Repetition | Phase::Test => return Some(()),
            Phase::Picking => Diagnostic::new(Code::NameNotHere, span, format!("`{words}` is asked after the effects"))
                .label("the position is still that before the move")
                .help(format!("write `require {words}` after what the move does, or in `after each move`")),
            Phase::Static | Phase::Setup | Phase::Definition | Phase::Pattern => {
                let message = format!("`{words}` can be asked only after a move, and where a game may end");
                Diagnostic::new(Code::NameNotHere, span, message).help("use it after `require` or `end when`")
            }
        };
        self.error(said);
        None
    }

    /// The player of `enemy can move`, which is asked of the position after a move, and where a game may end.
    fn who_can(&mut self, who: &ast::Expr, does: &str, span: Span) -> Option<Expr> {
        let written = who.written().unwrap_or_default();
        self.may_ask_what_follows(&format!("{written} can {does}"), span)?;
        let player = self.expr(who);
        if matches!(player.ty, Type::Kind | Type::Cell | Type::Cells | Type::Piece) && written != "enemy" {
            let said = Diagnostic::new(Code::TypeMismatch, who.span, format!("`{written}` is {}, and no player", player.ty))
                .label("a player can move")
                .help("write `me can move` or `enemy can move`; for a piece ask for the cells that it reaches, as in `some goes(c)`");
            self.error(said);
            return None;
        }
        Some(self.coerce(player, Type::Player))
    }

    /// Whether a player can begin a turn with a move.
    fn can_make(&self, rule: &ast::Name, player: Expr, span: Span) -> Expr {
        let rule = Expr { kind: ExprKind::Word(rule.text.clone()), ty: Type::Word, span: rule.span };
        self.builtin(Builtin::CanMake, vec![rule, player], span)
    }

    /// That no player can begin a turn with a move.
    fn nobody_can(&self, rule: &ast::Name, span: Span) -> Expr {
        let players = self.parts.players.ids();
        let players = players.map(|player| Expr { kind: ExprKind::Player(player), ty: Type::Player, span });
        let can = players.map(|player| self.can_make(rule, player, span));
        let cannot = can.map(|can| Expr { kind: ExprKind::Not(Box::new(can)), ty: Type::Truth, span });
        cannot.reduce(|all, one| self.builtin(Builtin::And, vec![all, one], span)).unwrap_or(Expr {
            kind: ExprKind::Error,
            ty: Type::Unknown,
            span,
        })
    }

    /// `base` in a definition: the one it replaces, with the same arguments.
    fn base(&mut self, span: Span) -> Expr {
        let Some((place, version)) = self.scope.definition() else {
            self.no_base(span, "expression");
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        };
        let Some(base) = version.checked_sub(1) else {
            self.no_base(span, "definition");
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        };
        let params =
            self.rules.definitions[place][version].params.iter().map(|(name, _)| name.text.clone()).collect::<Vec<_>>();
        let args = params.iter().map(|name| super::calls::Given::Typed(self.name(name, span))).collect();
        self.call_version(place, base, args, span)
    }

    /// `not mine`: a set where a condition is wanted.
    fn not_a_set(&mut self, set: &ast::Expr, span: Span) -> Expr {
        let said = Diagnostic::new(Code::TypeMismatch, span, "`not` goes with a condition, and this is a set of cells");
        let Some(set) = set.operand() else {
            return self.error(said.help("write `board - S` for the other cells, `no S` for whether there are none"));
        };
        let (others, none) = (format!("board - {set}"), format!("no {set}"));
        let help = format!("write `{others}` for the other cells, `{none}` for whether there are none");
        self.error(said.help(help))
    }

    fn unary(&mut self, operator: Unary, operand: &ast::Expr, span: Span) -> Expr {
        match operator {
            Unary::Not => {
                if matches!(operand.kind, Said::NoMove) && self.scope.phase() == Phase::After {
                    let said =
                        Diagnostic::new(Code::NameNotHere, span, "`no move` can be asked only where a game may end")
                            .label("this is about the move at hand");
                    let help = "write `enemy can move`: whether the other player has a move then";
                    return self.error(said.help(help).fix(Fix::write(span, "enemy can move")));
                }
                let typed = self.expr(operand);
                if matches!(typed.ty, Type::Cell | Type::Cells | Type::Groups) {
                    return self.not_a_set(operand, span);
                }
                let operand = self.coerce(typed, Type::Truth);
                self.made(ExprKind::Not(Box::new(operand.clone())), Type::Truth, &[&operand], span)
            }
            Unary::Minus => {
                let operand = self.expect(operand, Type::Number);
                self.builtin(Builtin::Negate, vec![operand], span)
            }
            Unary::Some | Unary::None => {
                let operand = match &operand.kind {
                    Said::Owned { owner, kind } if operator == Unary::None && kind.text.starts_with("move") => {
                        let message = format!("nothing is called `{} {}`", owner.text, kind.text);
                        let said = Diagnostic::new(Code::NameUnknown, operand.span, message);
                        self.error(said.help("did you mean `no move`?").fix(Fix::write(operand.span, "move")))
                    }
                    Said::Name(word) if operator == Unary::None => match self.known_word(word, operand.span) {
                        Some(known) => self.coerce(known, Type::Cells),
                        None => self.unknown(word, operand.span, Stands::AfterNo),
                    },
                    _ => {
                        let typed = self.expr(operand);
                        if typed.ty == Type::Players {
                            return self.is_some_player(typed, operator == Unary::Some, span);
                        }
                        self.coerce(typed, Type::Cells)
                    }
                };
                let builtin = if operator == Unary::Some { Builtin::NotEmpty } else { Builtin::IsEmpty };
                self.builtin(builtin, vec![operand], span)
            }
            Unary::Before => {
                if let Some(refused) = self.refuse_before("before", span) {
                    return refused;
                }
                let operand = self.expr(operand);
                self.asked_then(operand, ExprKind::Before, span)
            }
            Unary::TurnStart => {
                if !matches!(self.scope.phase(), Phase::Picking | Phase::After | Phase::Definition | Phase::Pattern) {
                    return self.error(
                        Diagnostic::new(Code::NameNotHere, span, "`turn start` can be asked only in a move or turn")
                            .help("use it in a move, or in the `when` of a turn"),
                    );
                }
                let operand = self.expr(operand);
                self.asked_then(operand, ExprKind::TurnStart, span)
            }
            Unary::New => {
                let now = self.expect(operand, Type::Cells);
                if let Some(refused) = self.refuse_before("new", span) {
                    return refused;
                }
                let before = self.made(ExprKind::Before(Box::new(now.clone())), Type::Cells, &[&now], span);
                self.builtin(Builtin::Difference, vec![now, before], span)
            }
        }
    }

    /// An expression as it was at another moment: of a set of players what is asked of each.
    fn asked_then(&mut self, operand: Expr, at: impl Fn(Box<Expr>) -> ExprKind, span: Span) -> Expr {
        match operand {
            Expr { kind: ExprKind::Filter { local, condition, .. }, ty: Type::Players, .. } => {
                players_such(local, Expr { kind: at(condition), ty: Type::Truth, span }, span)
            }
            Expr { ty: Type::Players, .. } => operand,
            _ => Expr { ty: operand.ty, kind: at(Box::new(operand)), span },
        }
    }

    fn conditional(&mut self, condition: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr, span: Span) -> Expr {
        let condition = self.expect(condition, Type::Truth);
        let then = self.expr(then);
        let otherwise = self.expr(otherwise);
        let ty = match (then.ty, otherwise.ty) {
            (a, b) if a == b => a,
            (
                Type::Cell | Type::Cells | Type::Groups | Type::Piece,
                Type::Cell | Type::Cells | Type::Groups | Type::Piece,
            ) => Type::Cells,
            (Type::Direction | Type::Directions, Type::Direction | Type::Directions) => Type::Directions,
            (Type::Kind | Type::Kinds, Type::Kind | Type::Kinds) | (_, Type::Kinds) => Type::Kinds,
            (Type::Players, _) | (_, Type::Players) => Type::Players,
            (Type::Player, _) | (_, Type::Player) => Type::Player,
            (a, _) => a,
        };
        let (then, otherwise) = (self.coerce(then, ty), self.coerce(otherwise, ty));
        if ty == Type::Players {
            return self.either_players(condition, then, otherwise, span);
        }
        let parts = [&condition, &then, &otherwise];
        let kind = ExprKind::If(Box::new(condition.clone()), Box::new(then.clone()), Box::new(otherwise.clone()));
        self.made(kind, ty, &parts, span)
    }

    /// A set that something can range over.
    pub fn iterable(&mut self, over: &ast::Expr) -> Expr {
        let typed = self.expr(over);
        match typed.ty {
            Type::Cells
            | Type::Groups
            | Type::Directions
            | Type::Players
            | Type::Kinds
            | Type::Range
            | Type::Unknown => typed,
            Type::Direction => self.coerce(typed, Type::Directions),
            _ => self.coerce(typed, Type::Cells),
        }
    }

    /// What ranges over a set of this type.
    pub fn member_type(over: Type) -> Type {
        match over {
            Type::Cells => Type::Cell,
            Type::Groups => Type::Cells,
            Type::Directions => Type::Direction,
            Type::Players => Type::Player,
            Type::Kinds => Type::Kind,
            Type::Range => Type::Number,
            _ => Type::Unknown,
        }
    }

    /// The groups, loops or lines of a pattern. In a ranking, one that is cut by owner means each player's own.
    pub fn pattern_of(&mut self, place: usize, of: Option<Expr>, through: Option<Expr>, span: Span) -> Expr {
        let Some(pattern) = self.pattern(place, span) else {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        };
        let name = &self.rules.patterns[place].name.text;
        if self.refuse_moments(self.nesting.pattern_moments(pattern), name, span) {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        }
        let by_owner = self.parts.patterns[place].as_ref().is_some_and(|p| p.by_owner);
        if let Some(of) = &of
            && !by_owner
        {
            return self.error(
                Diagnostic::new(Code::TypeMismatch, of.span, format!("{} belongs to no one player", a_quoted(name)))
                    .label("asks for one player's")
                    .help(format!("make `{name}` of `like-coloured` pieces, or leave the player out")),
            );
        }
        let of = match of {
            None if by_owner && self.scope.phase() == Phase::Ranking => {
                Some(Expr { kind: ExprKind::Builtin(Builtin::Me, Vec::new()), ty: Type::Player, span })
            }
            of => of,
        };
        let known = of.iter().chain(&through).all(|part| part.ty != Type::Unknown);
        let kind = pattern_kind(pattern, of, through);
        Expr { kind, ty: if known { Type::Groups } else { Type::Unknown }, span }
    }
}

fn pattern_kind(pattern: PatternId, of: Option<Expr>, through: Option<Expr>) -> ExprKind {
    ExprKind::Pattern { pattern, of: of.map(Box::new), through: through.map(Box::new) }
}
