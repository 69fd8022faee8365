//! From matched rules to games and their declarations.

use std::ops::Range;

use pest::iterators::Pairs;

use super::ast::{
    Allow, Base, BoardDecl, Carried, Carry, Claim, ClaimKind, Declaration, DeclarationKind, Definition, Domain, Expr,
    ExprKind, GraphItem, Link, LookAs, LookLine, Members, Name, Numbered, OptionDecl, Pattern, PatternKind, Pie,
    PieceName, Relation, SetupItem, TakenOff, Track, Unit,
};
use super::expected;
use super::grammar::{Node, Rule, has, parts};
use crate::diagnostic::Report;
use crate::source::{FileId, Span};

/// Builds the tree of one file.
pub struct Builder<'t, 'r> {
    /// The file.
    pub file: FileId,
    /// Where findings go.
    pub report: &'r mut Report,
    /// Whether it is known already what is wrong with what cannot be read.
    pub is_told: bool,
    /// The stretches that begin as declarations do and cannot be read.
    pub unread: Vec<Range<usize>>,
    text: &'t str,
    comments: &'r [Span],
}

impl<'t, 'r> Builder<'t, 'r> {
    /// A builder for the tree of `file`, whose text and comments these are.
    pub fn new(file: FileId, text: &'t str, comments: &'r [Span], report: &'r mut Report) -> Self {
        Builder { file, report, is_told: false, unread: Vec::new(), text, comments }
    }

    /// The place of a matched rule, without the white space and the comments that a rule may end on.
    pub fn span(&self, node: &Node<'_>) -> Span {
        let (start, text) = (node.as_span().start(), node.as_str());
        let mut length = text.trim_end().len();
        loop {
            let end = (start + length) as u32;
            let before = self.comments.partition_point(|comment| comment.start < end);
            match before.checked_sub(1).and_then(|at| self.comments.get(at)) {
                Some(comment) if comment.end >= end && comment.start as usize > start => {
                    length = text.get(..comment.start as usize - start).unwrap_or("").trim_end().len();
                }
                _ => break,
            }
        }
        Span::new(self.file, start, start + length)
    }

    /// The word of a `name`, `word` or `string` node.
    pub fn name(&self, node: &Node<'_>) -> Name {
        Name { text: node.as_str().trim_matches('"').to_owned(), span: self.span(node) }
    }

    /// A name for what the grammar promises to be there.
    pub fn no_name(&self, span: Span) -> Name {
        Name { text: String::new(), span }
    }

    /// An expression for what the grammar promises to be there.
    pub fn hole(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::SetOf(Vec::new()), span }
    }

    /// The next part, a name.
    pub fn next_name(&mut self, nodes: &mut impl Iterator<Item = Node<'t>>, span: Span) -> Name {
        nodes.next().map_or_else(|| self.no_name(span), |node| self.name(&node))
    }

    /// The next part, an expression.
    pub fn next_expr(&mut self, nodes: &mut impl Iterator<Item = Node<'t>>, span: Span) -> Expr {
        match nodes.next() {
            Some(node) => self.expr(node),
            None => self.hole(span),
        }
    }

    /// The games and variants of a file.
    pub fn units(&mut self, pairs: Pairs<'t, Rule>) -> Vec<Unit> {
        let mut units = Vec::new();
        for node in pairs.flat_map(Node::into_inner) {
            match node.as_rule() {
                Rule::game | Rule::variant => units.push(self.unit(node)),
                Rule::junk_unit => {
                    let at = node.as_span().start();
                    let said = expected::junk_unit(self.file, at, node.as_str(), self.text);
                    self.report.add(said);
                }
                _ => {}
            }
        }
        units
    }

    fn unit(&mut self, node: Node<'t>) -> Unit {
        let span = self.span(&node);
        let mut names = Vec::new();
        let mut path = None;
        let (mut declarations, mut unread_tests) = (Vec::new(), Vec::new());
        for part in parts(node) {
            match part.as_rule() {
                Rule::string => names.push(self.name(&part)),
                Rule::in_file => path = parts(part).next().map(|part| self.name(&part)),
                _ => {
                    let mut before = part.as_span().start();
                    for item in parts(part) {
                        let at = item.as_span().start();
                        let last = std::mem::replace(&mut before, at);
                        if item.as_rule() == Rule::junk {
                            let last = if declarations.is_empty() { at } else { last };
                            // To find out what is wrong with it is costly, and pointless where it is not told.
                            let said = if self.is_told || self.report.is_full() {
                                expected::unread(self.span(&item))
                            } else {
                                expected::junk(self.file, last, at, item.as_str(), self.text)
                            };
                            unread_tests.extend(self.unread_test(&item, said.primary.span));
                            if expected::begins_declaration(item.as_str()) {
                                self.unread.push(at..at + item.as_str().len());
                            }
                            self.report.add(said);
                        } else if let Some(declaration) = self.declaration(item) {
                            declarations.push(declaration);
                        }
                    }
                }
            }
        }
        let mut names = names.into_iter();
        let name = names.next().unwrap_or_else(|| self.no_name(span));
        let base = names.next().map(|name| Base { name, path, file: None, beside: None });
        Unit { name, base, doc: self.doc(span), declarations, unread_tests, span }
    }

    /// The test that a stretch was meant to be in which, at that place, something cannot be read.
    fn unread_test(&self, junk: &Node<'_>, wrong: Span) -> Option<(Name, Span)> {
        let (start, text) = (junk.as_span().start(), junk.as_str());
        let title = text.strip_prefix("test")?.trim_start_matches([' ', '\t']).strip_prefix('"')?;
        let begins = start + (text.len() - title.len());
        let title = title.get(..title.find(['"', '\n'])?)?;
        let name = Name { text: title.to_owned(), span: Span::new(self.file, begins - 1, begins + title.len() + 1) };
        let span = self.span(junk);
        (span.start <= wrong.start && wrong.end <= span.end).then_some((name, span))
    }

    /// The `///` lines right before a place.
    fn doc(&self, span: Span) -> String {
        let mut lines = Vec::new();
        let mut end = span.start as usize;
        let before = self.comments.partition_point(|comment| (comment.end as usize) <= end);
        for comment in self.comments[..before].iter().rev() {
            let (from, to) = (comment.start as usize, comment.end as usize);
            let text = &self.text[from..to];
            // A byte order mark is a blank, too.
            let is_blank = |text: &str| text.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}');
            let own_line = self.text[..from].rsplit('\n').next().is_none_or(is_blank);
            if !own_line || !is_blank(&self.text[to..end]) {
                break;
            }
            let Some(doc) = text.strip_prefix("///") else { break };
            lines.push(doc.strip_prefix(' ').unwrap_or(doc).trim_end());
            end = from;
        }
        lines.reverse();
        lines.join("\n")
    }

    fn declaration(&mut self, node: Node<'t>) -> Option<Declaration> {
        let span = self.span(&node);
        let node = parts(node).next()?;
        let whole = node.clone();
        let mut inner = parts(node);
        let kind = match whole.as_rule() {
            Rule::by => {
                let (years, authors): (Vec<_>, Vec<_>) = inner.partition(|n| n.as_rule() == Rule::number);
                DeclarationKind::By {
                    authors: authors.iter().map(|n| self.name(n)).collect(),
                    year: years.first().map(|n| self.name(n)),
                }
            }
            Rule::source => DeclarationKind::Source(inner.map(|n| self.name(&n)).collect()),
            Rule::family => DeclarationKind::Family(self.next_name(&mut inner, span)),
            Rule::players => DeclarationKind::Players(inner.map(|n| self.name(&n)).collect()),
            Rule::piece => DeclarationKind::Pieces {
                neutral: has(&whole, Rule::kw_neutral),
                names: inner.map(|piece| self.piece_name(piece)).collect(),
            },
            Rule::stacks => DeclarationKind::Stacks(self.next_expr(&mut inner, span)),
            Rule::pie => DeclarationKind::Pie(if has(&whole, Rule::pie_stone) {
                Pie::FirstStone
            } else if has(&whole, Rule::kw_off) {
                Pie::Off
            } else {
                Pie::Swap
            }),
            Rule::option if has(&whole, Rule::option_off) => {
                DeclarationKind::OptionOff(self.next_name(&mut inner, span))
            }
            Rule::taken_off => {
                let mut sort = self.next_name(&mut inner, span);
                // A sort of several words, between which comments may stand.
                let words = sort.text.lines().filter_map(|line| line.split("//").next());
                sort.text = words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
                let name = inner.find(|part| part.as_rule() != Rule::taken).map(|part| self.name(&part));
                DeclarationKind::TakenOff(TakenOff { sort, name })
            }
            Rule::option => DeclarationKind::Option(self.option(inner, span)),
            Rule::board => DeclarationKind::Board(self.board(inner, span)),
            Rule::relation => {
                let name = self.next_name(&mut inner, span);
                let body = self.next_expr(&mut inner, span);
                let given = inner.next().map(|condition| self.expr(condition));
                let given = given.map(|condition| joined_with(&name, condition));
                DeclarationKind::Relation(Relation { name, body, given })
            }
            Rule::link => {
                let name = self.next_name(&mut inner, span);
                let mut inner = inner.peekable();
                let owned = inner.next_if(|part| part.as_rule() == Rule::link_owner).is_some();
                let aside = has(&whole, Rule::kw_aside);
                DeclarationKind::Link(Link { name, owned, aside, body: self.next_expr(&mut inner, span) })
            }
            Rule::setup => DeclarationKind::Setup(self.setup(inner)),
            Rule::definition => DeclarationKind::Definition(self.definition(inner, span)),
            Rule::group | Rule::loop_def | Rule::line_def => {
                DeclarationKind::Pattern(self.pattern(&whole, inner, span))
            }
            Rule::counter => {
                let name = self.next_name(&mut inner, span);
                let mut inner = inner.peekable();
                let mut per = Vec::new();
                while let Some(index) = inner.next_if(|n| n.as_rule() == Rule::type_name) {
                    per.push(self.name(&index));
                }
                let each_turn = inner.next_if(|part| part.as_rule() == Rule::each_turn).map(|words| self.span(&words));
                let low = self.next_expr(&mut inner, span);
                let high = self.next_expr(&mut inner, span);
                let words = whole.clone().into_inner();
                let aside = words.filter(|part| part.as_rule() == Rule::kw_aside).map(|word| self.span(&word)).next();
                let start = inner.next().map(|e| self.expr(e));
                DeclarationKind::Counter { name, per, each_turn, aside, low, high, start }
            }
            Rule::track => {
                let name = self.next_name(&mut inner, span);
                let mut track = Track { name, cells: Vec::new(), runs: Vec::new(), closed: false };
                for part in inner {
                    match part.as_rule() {
                        Rule::track_run => {
                            let mut inner = parts(part);
                            let cells = self.next_expr(&mut inner, span);
                            track.runs.push((cells, self.next_expr(&mut inner, span)));
                        }
                        Rule::track_closed => track.closed = true,
                        _ => track.cells.push(self.name(&part)),
                    }
                }
                DeclarationKind::Track(track)
            }
            Rule::pass_def => DeclarationKind::Pass(self.statements(inner)),
            Rule::skip => DeclarationKind::Skip(self.next_expr(&mut inner, span)),
            Rule::mark => {
                DeclarationKind::Mark { name: self.next_name(&mut inner, span), aside: has(&whole, Rule::kw_aside) }
            }
            Rule::luck => DeclarationKind::Luck(self.luck(whole, span)),
            Rule::move_def => DeclarationKind::Move(self.move_def(whole)),
            Rule::effect_def => DeclarationKind::Effect(self.effect_def(whole)),
            Rule::after_move => DeclarationKind::AfterMove(self.block(inner.next())),
            Rule::turn => DeclarationKind::Turn(self.turn(whole)),
            Rule::end => DeclarationKind::End(self.end(whole)),
            Rule::repetition => DeclarationKind::Repetition(self.repetition(whole)),
            Rule::limit => DeclarationKind::Limit(self.limit(whole)),
            Rule::alike => {
                let when = inner.next().and_then(|when| parts(when).next());
                DeclarationKind::Alike(when.map(|when| self.expr(when)))
            }
            Rule::test if has(&whole, Rule::test_base) => DeclarationKind::TestBase,
            Rule::test if has(&whole, Rule::taken) => DeclarationKind::TestOff(self.next_name(&mut inner, span)),
            Rule::test => DeclarationKind::Test(self.test(whole)),
            Rule::allow => DeclarationKind::Allow(self.allow(inner, span)),
            Rule::look => DeclarationKind::Look(inner.map(|line| self.look_line(line)).collect()),
            Rule::claim => DeclarationKind::Claim(self.claim(inner, span)?),
            _ => return None,
        };
        Some(Declaration { doc: self.doc(span), kind, span })
    }

    fn option(&mut self, mut inner: impl Iterator<Item = Node<'t>>, span: Span) -> OptionDecl {
        let name = self.next_name(&mut inner, span);
        let Some(domain) = inner.next() else {
            return OptionDecl { name, domain: Domain::Words { words: Vec::new(), default: self.no_name(span) } };
        };
        let is_range = domain.as_rule() == Rule::range;
        let mut bounds = parts(domain);
        let domain = if is_range {
            let low = self.next_expr(&mut bounds, span);
            let high = self.next_expr(&mut bounds, span);
            let step = bounds.next().map(|e| self.expr(e));
            Domain::Range { low, high, step, default: self.next_expr(&mut inner, span) }
        } else {
            Domain::Words { words: bounds.map(|w| self.name(&w)).collect(), default: self.next_name(&mut inner, span) }
        };
        OptionDecl { name, domain }
    }

    fn piece_name(&mut self, node: Node<'t>) -> PieceName {
        let span = self.span(&node);
        let mut inner = parts(node).peekable();
        let name = self.next_name(&mut inner, span);
        let plural = inner.next_if(|part| part.as_rule() == Rule::name).map(|part| self.name(&part));
        let letter = inner.next_if(|part| part.as_rule() == Rule::letter).map(|part| self.name(&part));
        let carries = inner.flat_map(parts).map(|part| {
            let (name, of) = self.named_value(part);
            Carry { name, of }
        });
        PieceName { name, plural, letter, carries: carries.collect() }
    }

    /// What a piece that is put carries.
    pub fn carrying(&mut self, node: Option<Node<'t>>) -> Vec<Carried> {
        let each = node.into_iter().flat_map(parts).map(|part| {
            let (name, value) = self.named_value(part);
            Carried { name, value }
        });
        each.collect()
    }

    /// A name, and an expression if there is one.
    fn named_value(&mut self, node: Node<'t>) -> (Name, Option<Expr>) {
        let span = self.span(&node);
        let mut inner = parts(node);
        (self.next_name(&mut inner, span), inner.next().map(|value| self.expr(value)))
    }

    fn board(&mut self, mut inner: impl Iterator<Item = Node<'t>>, span: Span) -> BoardDecl {
        let shape = self.next_name(&mut inner, span);
        let mut board = BoardDecl {
            shape,
            args: Vec::new(),
            round: Vec::new(),
            points: None,
            by_rows: None,
            rows_from_top: false,
            numbered: None,
            graph: Vec::new(),
            joined: None,
            only: None,
        };
        for part in inner {
            match part.as_rule() {
                Rule::sizes => board.args = parts(part).map(|e| self.expr(e)).collect(),
                Rule::round => board.round = parts(part).map(|way| self.name(&way)).collect(),
                Rule::with_points => board.points = Some(self.span(&part)),
                Rule::named_by => board.by_rows = Some(self.span(&part)),
                Rule::rows_from => board.rows_from_top = has(&part, Rule::kw_top),
                Rule::numbered if has(&part, Rule::kw_top) => board.numbered = Some(Numbered::FromTop),
                Rule::numbered => board.numbered = Some(Numbered::FromBottom),
                Rule::joined_by => board.joined = parts(part).next().map(|name| self.name(&name)),
                Rule::only => board.only = parts(part).next().map(|e| self.expr(e)),
                _ => board.graph = parts(part).map(|item| self.graph_item(item)).collect(),
            }
        }
        board
    }

    fn graph_item(&mut self, node: Node<'t>) -> GraphItem {
        let span = self.span(&node);
        if node.as_rule() == Rule::graph_cell {
            let mut inner = parts(node);
            let name = self.next_name(&mut inner, span);
            let at: Vec<i32> = inner.filter_map(|n| n.as_str().parse().ok()).collect();
            return GraphItem::Cell { name, at: at.first().copied().zip(at.get(1).copied()) };
        }
        let labelled = node.as_str().contains(':');
        let mut names = parts(node).map(|n| self.name(&n)).collect::<Vec<_>>().into_iter();
        GraphItem::Line { relation: if labelled { names.next() } else { None }, cells: names.collect() }
    }

    fn setup(&mut self, inner: impl Iterator<Item = Node<'t>>) -> Vec<SetupItem> {
        let (rows, lines): (Vec<_>, Vec<_>) = inner.partition(|item| item.as_rule() == Rule::string);
        let picture = (!rows.is_empty()).then(|| SetupItem::Picture(rows.iter().map(|row| self.name(row)).collect()));
        picture.into_iter().chain(lines.into_iter().map(|line| self.setup_item(line))).collect()
    }

    fn setup_item(&mut self, node: Node<'t>) -> SetupItem {
        let span = self.span(&node);
        if node.as_rule() == Rule::base {
            return SetupItem::Base(span);
        }
        let rule = node.as_rule();
        if rule == Rule::setup_lot {
            return SetupItem::Draw(self.setup_draw(node));
        }
        if rule == Rule::scatter {
            return SetupItem::Scatter(self.scatter(node));
        }
        let mut inner = parts(node).peekable();
        if rule == Rule::set {
            let place = self.place(inner.next(), span);
            return SetupItem::Set { place, value: self.next_expr(&mut inner, span), span };
        }
        if rule == Rule::mark_as {
            let cells = self.next_expr(&mut inner, span);
            return SetupItem::Mark { cells, name: self.next_name(&mut inner, span) };
        }
        let stack = inner.next_if(|part| part.as_rule() == Rule::stack_of);
        let stack = stack.map(|part| self.next_expr(&mut parts(part), span));
        let piece = self.next_expr(&mut inner, span);
        let carrying = inner.next_if(|part| part.as_rule() == Rule::carrying);
        let carrying = self.carrying(carrying);
        SetupItem::Put { stack, piece, carrying, on: inner.next().map(|e| self.expr(e)), span }
    }

    fn definition(&mut self, inner: impl Iterator<Item = Node<'t>>, span: Span) -> Definition {
        let mut inner = inner.peekable();
        let sort = self.next_name(&mut inner, span);
        let name = self.next_name(&mut inner, span);
        let mut params = Vec::new();
        if let Some(list) = inner.next_if(|n| n.as_rule() == Rule::params) {
            params = self.params(list, span);
        }
        Definition { sort, name, params, body: self.next_spread(&mut inner, span) }
    }

    /// The parameters of a `params` node, with their types.
    pub fn params(&mut self, list: Node<'t>, span: Span) -> Vec<(Name, Option<Name>)> {
        let param = |param| {
            let mut words = parts(param);
            (self.next_name(&mut words, span), words.next().map(|word| self.name(&word)))
        };
        parts(list).map(param).collect()
    }

    fn pattern(&mut self, whole: &Node<'t>, mut inner: impl Iterator<Item = Node<'t>>, span: Span) -> Pattern {
        let name = self.next_name(&mut inner, span);
        let sort = match whole.as_rule() {
            Rule::group => PatternKind::Group,
            Rule::loop_def => PatternKind::Loop,
            _ => PatternKind::Line { length: self.next_expr(&mut inner, span), exactly: has(whole, Rule::kw_exactly) },
        };
        let mut members = Members::Set(self.hole(span));
        let (mut joined, mut of_one_kind) = (None, false);
        for part in inner {
            match part.as_rule() {
                Rule::members => {
                    of_one_kind = has(&part, Rule::one_kind);
                    let mut words = parts(part).peekable();
                    members = match words.next() {
                        Some(first) if first.as_rule() == Rule::like_coloured => {
                            match words.next_if(|of| of.as_rule() == Rule::group_) {
                                Some(set) => Members::LikeColouredIn(self.next_expr(&mut parts(set), span)),
                                None => Members::LikeColoured(self.next_name(&mut words, span)),
                            }
                        }
                        Some(set) => Members::Set(self.expr(set)),
                        None => members,
                    };
                }
                _ => {
                    if let Some(word) = parts(part).next() {
                        let name = self.name(&word);
                        let adverb = match name.text.as_str() {
                            "orthogonally" if word.as_rule() == Rule::adverb => "orthogonal",
                            "diagonally" if word.as_rule() == Rule::adverb => "diagonal",
                            other => other,
                        };
                        joined = Some(Name { text: adverb.to_owned(), span: name.span });
                    }
                }
            }
        }
        Pattern { sort, name, members, of_one_kind, joined }
    }

    fn look_line(&mut self, node: Node<'t>) -> LookLine {
        let span = self.span(&node);
        let Some(line) = parts(node).next() else { return LookLine::Hide(Vec::new()) };
        let is_hidden = line.as_rule() == Rule::look_hide;
        let mut inner = parts(line);
        if is_hidden {
            return LookLine::Hide(inner.map(|name| self.name(&name)).collect());
        }
        let Some(drawn) = inner.next() else { return LookLine::Hide(Vec::new()) };
        let board = self.name(&drawn);
        // `board` is no name, so that it has no parts.
        let mut names: Vec<Name> = parts(drawn).map(|name| self.name(&name)).collect();
        let of = names.pop().unwrap_or(board);
        let like = self.next_name(&mut inner, span);
        LookLine::As(LookAs { marked: names.pop(), of, like, on: inner.next().map(|on| self.name(&on)), span })
    }

    fn allow(&mut self, inner: impl Iterator<Item = Node<'t>>, span: Span) -> Allow {
        let mut inner = inner.peekable();
        let code = self.next_name(&mut inner, span);
        let of = inner.next_if(|part| part.as_rule() == Rule::name).map(|name| self.name(&name));
        Allow { code, of, reason: self.next_name(&mut inner, span) }
    }

    fn claim(&mut self, mut inner: impl Iterator<Item = Node<'t>>, span: Span) -> Option<Claim> {
        let said = inner.next()?;
        let off = said.as_rule() == Rule::claim_off;
        let kind = self.claim_kind(if off { said.into_inner().next()? } else { said }, span);
        let when = inner.next().map(|when| self.next_expr(&mut parts(when), span));
        Some(Claim { kind, when, off })
    }

    fn claim_kind(&mut self, node: Node<'t>, span: Span) -> ClaimKind {
        match node.as_rule() {
            Rule::claim_no if has(&node, Rule::kw_draw) => ClaimKind::NoDraw,
            Rule::claim_no => ClaimKind::NoPass,
            Rule::kw_plies => ClaimKind::Plies(None),
            Rule::kw_invariant => ClaimKind::Invariant(None),
            Rule::claim_plies => ClaimKind::Plies(Some(self.next_expr(&mut parts(node), span))),
            Rule::claim_invariant => ClaimKind::Invariant(Some(self.next_expr(&mut parts(node), span))),
            Rule::claim_result if has(&node, Rule::kw_first) => ClaimKind::Outcome(1),
            Rule::claim_result if has(&node, Rule::kw_second) => ClaimKind::Outcome(2),
            Rule::claim_result => ClaimKind::Outcome(0),
            _ if node.as_str() == "finite" => ClaimKind::Finite,
            _ => ClaimKind::Symmetric,
        }
    }
}

/// The cells `b` that a relation joins with a cell `a`: those of its steps for which the condition holds.
fn joined_with(name: &Name, condition: Expr) -> Definition {
    let Name { text, span } = name;
    let word = |text: &str| Name { text: text.to_owned(), span: *span };
    let a = Expr { kind: ExprKind::Name("a".to_owned()), span: *span };
    let steps = ExprKind::Call { name: word(&Relation::steps(text)), args: vec![a], generator: None };
    let over = Some(Box::new(Expr { kind: steps, span: *span }));
    let span_of_all = condition.span;
    let kind = ExprKind::Comprehension { name: word("b"), over, condition: Box::new(condition) };
    let body = Expr { kind, span: span_of_all };
    Definition { sort: word("region"), name: name.clone(), params: vec![(word("a"), None)], body }
}
