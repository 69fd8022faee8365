//! From matched rules to expressions, by operator precedence.

use std::sync::OnceLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::ast::{Binary, Expr, ExprKind, Generator, Name, Quantifier, Unary};
use super::build::Builder;
use super::grammar::{Node, Rule, parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// The most operators in one expression.
const MAX_OPERATORS: usize = 256;

/// Loosest first.
fn pratt() -> &'static PrattParser<Rule> {
    static PRATT: OnceLock<PrattParser<Rule>> = OnceLock::new();
    let left = |rules: &[Rule]| rules.iter().map(|r| Op::infix(*r, Assoc::Left)).reduce(|a, b| a | b);
    let compared = |rules: &[Rule]| left(rules).map(|operators| operators | Op::postfix(Rule::asked));
    let before = |rules: &[Rule]| rules.iter().map(|r| Op::prefix(*r)).reduce(|a, b| a | b);
    PRATT.get_or_init(|| {
        let levels = [
            left(&[Rule::or]),
            left(&[Rule::and]),
            before(&[Rule::not]),
            compared(&[
                Rule::is,
                Rule::is_not,
                Rule::in_,
                Rule::not_in,
                Rule::lt,
                Rule::le,
                Rule::gt,
                Rule::ge,
                Rule::eq,
                Rule::ne,
            ]),
            before(&[Rule::some, Rule::none]),
            left(&[Rule::upto]),
            left(&[Rule::union]),
            left(&[Rule::plus, Rule::difference]),
            left(&[Rule::intersection, Rule::times, Rule::over, Rule::div, Rule::rem]),
            before(&[Rule::minus, Rule::before, Rule::turn_start, Rule::fresh]),
            left(&[Rule::of, Rule::at, Rule::through]),
        ];
        levels.into_iter().flatten().fold(PrattParser::new(), PrattParser::op)
    })
}

impl<'t> Builder<'t, '_> {
    /// The expression of an `expr` node.
    pub fn expr(&mut self, node: Node<'t>) -> Expr {
        let span = self.span(&node);
        if node.clone().into_inner().count() > 2 * MAX_OPERATORS {
            self.report.add(
                Diagnostic::new(
                    Code::LimitOperators,
                    span,
                    format!("more than {MAX_OPERATORS} operators in one expression"),
                )
                .label("too long to read")
                .help("give parts of it names with `value`, `region` or `condition`"),
            );
            return Expr { kind: ExprKind::SetOf(Vec::new()), span };
        }
        let file = self.file;
        let this = std::cell::RefCell::new(self);
        let place = |node: &Node<'_>| {
            let at = node.as_span();
            Span::new(file, at.start(), at.end())
        };
        pratt()
            .map_primary(|term| this.borrow_mut().term(term))
            .map_prefix(|operator, operand| {
                let span = place(&operator).to(operand.span);
                Expr { kind: ExprKind::Unary(unary(operator.as_rule()), Box::new(operand)), span }
            })
            .map_postfix(|operand, asked| {
                let word = asked_word(&asked, file);
                let span = operand.span.to(word.span);
                let is_not =
                    asked.as_str().starts_with("!=") || asked.as_str().split_whitespace().nth(1) == Some("not");
                let operator = if is_not { Binary::IsNot } else { Binary::Is };
                Expr { kind: ExprKind::Binary(operator, Box::new(operand), Box::new(word)), span }
            })
            .map_infix(|left, operator, right| {
                let span = left.span.to(right.span);
                Expr { kind: ExprKind::Binary(binary(operator.as_rule()), Box::new(left), Box::new(right)), span }
            })
            .parse(node.into_inner())
    }

    /// The expression of a term.
    pub fn term(&mut self, node: Node<'t>) -> Expr {
        let span = self.span(&node);
        let mut inner = parts(node.clone());
        let kind = match node.as_rule() {
            Rule::number => ExprKind::Number(node.as_str().to_owned()),
            Rule::truth => ExprKind::Truth(node.as_str() == "true"),
            Rule::no_move => ExprKind::NoMove,
            Rule::nobody => ExprKind::NobodyCan(inner.next().map(|rule| self.name(&rule))),
            Rule::can_move => {
                let player = self.next_name(&mut inner, span);
                let player = Expr { kind: ExprKind::Name(player.text), span: player.span };
                self.can(player, inner.next())
            }
            Rule::all_pass => ExprKind::AllPass,
            Rule::last_mover => ExprKind::LastMover,
            Rule::last_sown => ExprKind::LastSown,
            Rule::option_word | Rule::level_cell => ExprKind::Name(node.as_str().to_owned()),
            Rule::reference => match node.as_str().trim_end() {
                "base" => ExprKind::Base,
                "board" => ExprKind::Board,
                word => ExprKind::Name(word.to_owned()),
            },
            Rule::group_ => return Expr { span, ..self.next_spread(&mut inner, span) },
            Rule::line_name => return self.amount(node),
            Rule::crossing => {
                let link = self.next_name(&mut inner, span);
                let mut inner = inner.peekable();
                let owner = inner.next_if(|part| part.as_rule() == Rule::name).map(|owner| self.name(&owner));
                let ends: Vec<Expr> = inner.map(|end| self.term(end)).collect();
                let ends = ends.try_into().unwrap_or_else(|_| [self.hole(span), self.hole(span)]);
                ExprKind::Crossing { link, owner, ends: Box::new(ends) }
            }
            Rule::last_to => ExprKind::LastTo(self.next_name(&mut inner, span)),
            Rule::last_pick => ExprKind::LastPick(self.next_name(&mut inner, span)),
            Rule::conditional => {
                let condition = Box::new(self.next_expr(&mut inner, span));
                let then = Box::new(self.next_expr(&mut inner, span));
                ExprKind::Conditional(condition, then, Box::new(self.next_expr(&mut inner, span)))
            }
            Rule::quantified => {
                let quantifier = match inner.next().map_or("", |q| q.as_str()).trim() {
                    "every" => Quantifier::Every,
                    "some" => Quantifier::Some,
                    _ => Quantifier::No,
                };
                let name = self.next_name(&mut inner, span);
                let over = Box::new(self.next_expr(&mut inner, span));
                ExprKind::Quantified { quantifier, name, over, condition: inner.next().map(|e| Box::new(self.expr(e))) }
            }
            Rule::comprehension => {
                let name = self.next_name(&mut inner, span);
                let first = Box::new(self.next_expr(&mut inner, span));
                match inner.next() {
                    Some(condition) => {
                        ExprKind::Comprehension { name, over: Some(first), condition: Box::new(self.expr(condition)) }
                    }
                    None => ExprKind::Comprehension { name, over: None, condition: first },
                }
            }
            Rule::set_of => ExprKind::SetOf(inner.map(|e| self.expr(e)).collect()),
            Rule::owned => {
                let mut words = node.clone().into_inner();
                let owner = words.next().map_or_else(|| self.no_name(span), |n| self.name(&n));
                let kind = words.next().map_or_else(|| self.no_name(span), |n| self.name(&n));
                ExprKind::Owned { owner, kind }
            }
            Rule::call => {
                let name = self.next_name(&mut inner, span);
                let mut args = Vec::new();
                let mut generator = None;
                let held = inner.next();
                let called = held.as_ref().map_or(span, |held| name.span.to(self.span(held)));
                for part in held.into_iter().flat_map(parts) {
                    if part.as_rule() == Rule::generator {
                        generator = Some(Box::new(self.generator(part)));
                    } else {
                        args.push(self.expr(part));
                    }
                }
                let call = ExprKind::Call { name, args, generator };
                match inner.next() {
                    None => call,
                    can => self.can(Expr { kind: call, span: called }, can),
                }
            }
            _ => return self.hole(span),
        };
        Expr { kind, span }
    }

    /// Whether a player can do something: move, or play the move that is named.
    fn can(&self, player: Expr, asked: Option<Node<'t>>) -> ExprKind {
        let named = asked.and_then(|asked| parts(asked).next());
        ExprKind::Can(Box::new(player), named.map(|rule| self.name(&rule)))
    }

    /// The next expression, and how it spreads, if that is said.
    pub fn next_spread(&mut self, inner: &mut impl Iterator<Item = Node<'t>>, span: Span) -> Expr {
        let from = self.next_expr(inner, span);
        let Some(spreading) = inner.next() else { return from };
        let span = from.span.to(self.span(&spreading));
        let mut inner = parts(spreading).peekable();
        let name = inner.next_if(|part| part.as_rule() == Rule::name).map(|name| self.name(&name));
        let to = Box::new(self.next_expr(&mut inner, span));
        Expr { kind: ExprKind::Spreading { from: Box::new(from), name, to }, span }
    }

    /// A term that may be a name alone.
    pub fn amount(&mut self, node: Node<'t>) -> Expr {
        let named = match node.as_rule() {
            Rule::line_name => parts(node.clone()).next(),
            Rule::name => Some(node.clone()),
            _ => None,
        };
        match named {
            Some(name) => {
                let Name { text, span } = self.name(&name);
                Expr { kind: ExprKind::Name(text), span }
            }
            None => self.term(node),
        }
    }

    fn generator(&mut self, node: Node<'t>) -> Generator {
        let span = self.span(&node);
        let mut inner = parts(node);
        let name = self.next_name(&mut inner, span);
        let over = self.next_expr(&mut inner, span);
        Generator { name, over, condition: inner.next().map(|e| self.expr(e)) }
    }
}

/// The word at the end of an `asked` node, as a name.
fn asked_word(asked: &Node<'_>, file: FileId) -> Expr {
    let text = asked.as_str();
    let start = text.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |before| before + 1);
    let word = text.get(start..).unwrap_or("").to_owned();
    let span = Span::new(file, asked.as_span().start() + start, asked.as_span().end());
    Expr { kind: ExprKind::Name(word), span }
}

fn unary(rule: Rule) -> Unary {
    match rule {
        Rule::not => Unary::Not,
        Rule::some => Unary::Some,
        Rule::none => Unary::None,
        Rule::before => Unary::Before,
        Rule::turn_start => Unary::TurnStart,
        Rule::fresh => Unary::New,
        _ => Unary::Minus,
    }
}

fn binary(rule: Rule) -> Binary {
    match rule {
        Rule::or => Binary::Or,
        Rule::and => Binary::And,
        Rule::is => Binary::Is,
        Rule::is_not => Binary::IsNot,
        Rule::in_ => Binary::In,
        Rule::not_in => Binary::NotIn,
        Rule::lt => Binary::Less,
        Rule::le => Binary::LessOrEqual,
        Rule::gt => Binary::Greater,
        Rule::ge => Binary::GreaterOrEqual,
        Rule::eq => Binary::Equal,
        Rule::ne => Binary::NotEqual,
        Rule::upto => Binary::UpTo,
        Rule::union => Binary::Union,
        Rule::plus => Binary::Plus,
        Rule::difference => Binary::Minus,
        Rule::intersection => Binary::Intersection,
        Rule::times => Binary::Times,
        Rule::over => Binary::Over,
        Rule::div => Binary::Div,
        Rule::rem => Binary::Mod,
        Rule::of => Binary::Of,
        Rule::at => Binary::At,
        _ => Binary::Through,
    }
}
