//! From the syntax trees of a text, and of what it builds on, to the index of its names. Nothing is checked: what is wrong
//! with a game does not keep its names from being found.

use rulebook_language::model::{Type, builtins};
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::syntax::ast::{
    Base, Binary, Block, Carried, DeclarationKind, Domain, Ending, Expectation, Expr, ExprKind, File, Judgement,
    LookLine, LuckKind, Members, Name, Outcome, SetupItem, StatementKind, TestLineKind, TurnOrder, TurnStep, Unit,
};

use crate::declare::{MAX_TAKEN_OVER, Walker, inner};
use crate::index::{Index, UnitNames};
use crate::symbol::{Form, SymbolId, SymbolKind};

/// The index of files, the first of which is the text itself.
pub fn index(sources: &SourceMap, files: &[File]) -> Index {
    let units: Vec<&Unit> = files.iter().flat_map(|file| &file.units).collect();
    let mut walker =
        Walker { sources, index: Index::default(), unit: 0, scope: Vec::new(), rule: None, left: MAX_TAKEN_OVER };
    walker.index.units = units.iter().map(|unit| UnitNames { span: unit.span, ..UnitNames::default() }).collect();
    for (place, unit) in units.iter().enumerate() {
        let base = unit.base.as_ref().and_then(|base| base_of(&units, place, base));
        walker.index.units[place].base = base;
    }
    // What is varied comes first. A ring of variants has no first, so each is gone through once.
    let mut done = vec![false; units.len()];
    for place in 0..units.len() {
        let mut chain = Vec::new();
        let mut at = Some(place);
        while let Some(unit) = at.filter(|unit| !done[*unit]) {
            done[unit] = true;
            chain.push(unit);
            at = walker.index.units[unit].base;
        }
        for unit in chain.into_iter().rev() {
            walker.declare_unit(unit, units[unit]);
        }
    }
    let titles: Vec<SymbolId> = units.iter().enumerate().map(|(place, unit)| walker.title(place, unit)).collect();
    for (place, unit) in units.iter().enumerate() {
        walker.unit = place;
        let base = walker.index.units[place].base.and_then(|base| titles.get(base));
        if let (Some(name), Some(base)) = (&unit.base, base) {
            walker.occurs(inner(name.name.span), *base, Form::Plain, false);
        }
        walker.unit(unit);
    }
    let Walker { mut index, .. } = walker;
    index.occurrences.sort_by_key(|found| (found.span.file, found.span.start, found.span.end, !found.declares));
    index.occurrences.dedup_by_key(|found| found.span);
    index
}

/// How the way back along a track is called: `back_round`.
const BACK: &str = "back_";

/// The unit that one varies: of the file that it was found in, else of its own file, else of another.
fn base_of(units: &[&Unit], of: usize, base: &Base) -> Option<usize> {
    let file = base.file.unwrap_or(units.get(of)?.span.file);
    let named = |near: bool| {
        let fits = move |unit: &&Unit| unit.name.text == base.name.text && (unit.span.file == file) == near;
        units.iter().position(fits)
    };
    let is_known = base.file.is_some() || base.path.is_some();
    named(true).or_else(|| if is_known { None } else { named(false) }).filter(|found| *found != of)
}

impl Walker<'_> {
    fn unit(&mut self, unit: &Unit) {
        for declaration in &unit.declarations {
            self.scope.clear();
            self.rule = None;
            self.declaration(&declaration.kind);
        }
    }

    fn declaration(&mut self, kind: &DeclarationKind) {
        match kind {
            DeclarationKind::Stacks(expr) | DeclarationKind::Skip(expr) => self.expr(expr),
            DeclarationKind::Option(option) => match &option.domain {
                Domain::Range { low, high, step, default } => {
                    [Some(low), Some(high), step.as_ref(), Some(default)]
                        .into_iter()
                        .flatten()
                        .for_each(|e| self.expr(e));
                }
                Domain::Words { default, .. } => self.word_of(&option.name.text, &default.text, default.span),
            },
            DeclarationKind::Pieces { names, .. } => {
                names
                    .iter()
                    .flat_map(|piece| &piece.carries)
                    .filter_map(|carry| carry.of.as_ref())
                    .for_each(|of| self.expr(of));
            }
            DeclarationKind::OptionOff(name) => self.reference(&name.text, name.span),
            DeclarationKind::TakenOff(off) => off.name.iter().for_each(|name| self.reference(&name.text, name.span)),
            DeclarationKind::Board(board) => {
                board.args.iter().for_each(|arg| self.expr(arg));
                board.joined.iter().for_each(|by| self.reference(&by.text, by.span));
                board.only.iter().for_each(|only| self.expr(only));
            }
            DeclarationKind::Relation(relation) => {
                self.expr(&relation.body);
                relation.condition().into_iter().for_each(|condition| self.expr(condition));
            }
            DeclarationKind::Link(link) => self.expr(&link.body),
            DeclarationKind::Setup(items) => items.iter().for_each(|item| self.setup(item)),
            DeclarationKind::Track(track) => {
                track.cells.iter().for_each(|cell| self.reference(&cell.text, cell.span));
                track.runs.iter().for_each(|(cells, along)| {
                    self.expr(cells);
                    self.expr(along);
                });
            }
            DeclarationKind::Definition(definition) => {
                self.parameters(&definition.params);
                self.expr(&definition.body);
            }
            DeclarationKind::Pattern(pattern) => {
                if let rulebook_language::syntax::ast::PatternKind::Line { length, .. } = &pattern.sort {
                    self.expr(length);
                }
                match &pattern.members {
                    Members::LikeColoured(name) => self.reference(&name.text, name.span),
                    Members::Set(set) | Members::LikeColouredIn(set) => self.expr(set),
                }
                pattern.joined.iter().for_each(|by| self.reference(&by.text, by.span));
            }
            DeclarationKind::Counter { low, high, start, .. } => {
                [Some(low), Some(high), start.as_ref()].into_iter().flatten().for_each(|expr| self.expr(expr));
            }
            DeclarationKind::Move(rule) => {
                self.rule = self.names().names.get(&rule.name.text).map(|(symbol, _)| *symbol);
                self.block(&rule.body, true);
            }
            DeclarationKind::Luck(luck) => {
                // A lot picks what it draws, in its block; what dice show is read as anywhere.
                self.rule = self.names().names.get(&luck.rule.name.text).map(|(symbol, _)| *symbol);
                if luck.sort == LuckKind::Dice {
                    self.expr(&luck.from);
                }
                self.block(&luck.rule.body, true);
                luck.by.iter().for_each(|by| self.expr(by));
            }
            DeclarationKind::Pass(body) => self.block(body, true),
            DeclarationKind::Effect(effect) => {
                self.parameters(&effect.params);
                self.block(&effect.body, false);
            }
            DeclarationKind::AfterMove(body) => self.block(body, false),
            DeclarationKind::Turn(turn) => {
                turn.of.iter().for_each(|of| self.reference(&of.text, of.span));
                turn.when.iter().for_each(|when| self.expr(when));
                self.order(&turn.order);
            }
            DeclarationKind::End(end) => {
                self.expr(&end.when);
                self.results(&end.results);
            }
            DeclarationKind::Repetition(rule) => {
                rule.times.iter().chain(&rule.when).for_each(|expr| self.expr(expr));
                if let Ending::Results(results) = &rule.ending {
                    self.results(results);
                }
            }
            DeclarationKind::Alike(when) => when.iter().for_each(|when| self.expr(when)),
            DeclarationKind::Limit(limit) => {
                self.expr(&limit.count);
                self.results(&limit.results);
            }
            DeclarationKind::Claim(claim) => {
                use rulebook_language::syntax::ast::ClaimKind;
                if let ClaimKind::Plies(Some(expr)) | ClaimKind::Invariant(Some(expr)) = &claim.kind {
                    self.expr(expr);
                }
                claim.when.iter().for_each(|when| self.expr(when));
            }
            DeclarationKind::Allow(allow) => allow.of.iter().for_each(|of| {
                let end = self.names().ends.get(&of.text).copied();
                match end {
                    Some(end) => self.occurs(of.span, end, Form::Plain, false),
                    None => self.reference(&of.text, of.span),
                }
            }),
            DeclarationKind::Look(lines) => {
                lines.iter().flat_map(LookLine::names).for_each(|name| self.reference(&name.text, name.span));
            }
            DeclarationKind::Test(test) => test.lines.iter().for_each(|line| self.test_line(&line.kind)),
            DeclarationKind::By { .. }
            | DeclarationKind::Source(_)
            | DeclarationKind::Family(_)
            | DeclarationKind::Players(_)
            | DeclarationKind::Pie(_)
            | DeclarationKind::TestBase
            | DeclarationKind::TestOff(_)
            | DeclarationKind::Mark { .. } => {}
        }
    }

    /// The parameters of a definition or effect.
    fn parameters(&mut self, params: &[(Name, Option<Name>)]) {
        for (name, ty) in params {
            let said = ty.as_ref().map_or("cell", |ty| ty.text.as_str());
            let ty = Type::of_parameter(said).unwrap_or(Type::Unknown);
            self.bind(name, SymbolKind::Parameter, ty);
        }
    }

    /// What a name stands for: what is bound, declared, or a cell of a graph.
    fn find(&mut self, name: &str) -> Option<(SymbolId, Form)> {
        let bound = self.scope.iter().rev().find(|(bound, _)| bound == name).map(|(_, symbol)| (*symbol, Form::Plain));
        if bound.is_some() {
            return bound;
        }
        let own = self.rule.and_then(|rule| self.names().picks.get(&(rule, name.to_owned())).copied());
        if let Some(own) = own {
            return Some((own, Form::Plain));
        }
        let names = self.names();
        names.names.get(name).copied().or_else(|| names.cells.get(name).map(|cell| (*cell, Form::Plain)))
    }

    fn reference(&mut self, name: &str, span: Span) {
        match self.find(name) {
            Some((symbol, form)) => self.occurs(span, symbol, form, false),
            None => {
                // The way back along a track is called after it.
                if let Some(track) = name.strip_prefix(BACK)
                    && let Some((symbol, form)) = self.find(track)
                    && self.index.symbol(symbol).is_some_and(|symbol| symbol.kind == SymbolKind::Track)
                {
                    let start = span.start as usize + BACK.len();
                    self.occurs(Span::new(span.file, start, span.end as usize), symbol, form, false);
                    return;
                }
                // A word of some option, where the option is not named beside it; `mine` and its like mean what they always do.
                let is_builtin = builtins::reserved(name, true).is_some();
                let word = self.names().any_word.get(name).copied().filter(|_| !is_builtin);
                if let Some(word) = word {
                    self.occurs(span, word, Form::Plain, false);
                }
            }
        }
    }

    /// A word of the option that is named beside it.
    fn word_of(&mut self, option: &str, word: &str, span: Span) {
        let option = self.names().names.get(option).map(|(symbol, _)| *symbol);
        let known = option.and_then(|option| self.names().words.get(&(option, word.to_owned())).copied());
        match known {
            Some(symbol) => self.occurs(span, symbol, Form::Plain, false),
            None => self.reference(word, span),
        }
    }

    fn bind(&mut self, name: &Name, kind: SymbolKind, ty: Type) {
        let symbol = self.symbol(name, kind, ty);
        self.occurs(name.span, symbol, Form::Plain, true);
        self.scope.push((name.text.clone(), symbol));
    }

    /// Goes through `inner` with a further name.
    fn with(&mut self, name: &Name, inner: impl FnOnce(&mut Self)) {
        let depth = self.scope.len();
        self.bind(name, SymbolKind::Local, Type::Unknown);
        inner(self);
        self.scope.truncate(depth);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.reference(name, expr.span),
            ExprKind::Call { name, args, generator } => {
                // In `rows(rows)` an option is called as a builtin is, and options have no arguments.
                let called = self.find(&name.text).map(|(symbol, _)| symbol);
                let called = called.and_then(|symbol| self.index.symbol(symbol));
                if called.is_none_or(|called| called.kind != SymbolKind::Option) {
                    self.reference(&name.text, name.span);
                }
                match generator {
                    None => args.iter().for_each(|arg| self.expr(arg)),
                    Some(generator) => {
                        self.expr(&generator.over);
                        self.with(&generator.name, |walker| {
                            generator.condition.iter().for_each(|condition| walker.expr(condition));
                            args.iter().for_each(|arg| walker.expr(arg));
                        });
                    }
                }
            }
            ExprKind::Owned { owner, kind } => {
                self.reference(&owner.text, owner.span);
                self.reference(&kind.text, kind.span);
            }
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(Binary::Is | Binary::IsNot, left, right) => {
                self.expr(left);
                match (&left.kind, &right.kind) {
                    (ExprKind::Name(option), ExprKind::Name(word)) => self.word_of(option, word, right.span),
                    _ => self.expr(right),
                }
            }
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::Quantified { name, over, condition, .. } => {
                self.expr(over);
                self.with(name, |walker| condition.iter().for_each(|condition| walker.expr(condition)));
            }
            ExprKind::Comprehension { name, over, condition } => {
                over.iter().for_each(|over| self.expr(over));
                self.with(name, |walker| walker.expr(condition));
            }
            ExprKind::SetOf(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Spreading { from, name, to } => {
                self.expr(from);
                match name {
                    Some(name) => self.with(name, |walker| walker.expr(to)),
                    None => self.expr(to),
                }
            }
            ExprKind::Crossing { link, owner, ends } => {
                [Some(link), owner.as_ref()]
                    .into_iter()
                    .flatten()
                    .for_each(|name| self.reference(&name.text, name.span));
                ends.iter().for_each(|end| self.expr(end));
            }
            ExprKind::LastTo(name) | ExprKind::LastPick(name) => self.reference(&name.text, name.span),
            ExprKind::Can(player, rule) => {
                self.expr(player);
                rule.iter().for_each(|rule| self.reference(&rule.text, rule.span));
            }
            ExprKind::NobodyCan(rule) => rule.iter().for_each(|rule| self.reference(&rule.text, rule.span)),
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Base
            | ExprKind::Board
            | ExprKind::NoMove
            | ExprKind::AllPass
            | ExprKind::LastMover
            | ExprKind::LastSown => {}
        }
    }

    /// Statements. What a move binds at its own level is known already.
    fn block(&mut self, body: &Block, is_top: bool) {
        let depth = self.scope.len();
        for statement in body {
            match &statement.kind {
                StatementKind::Base => {}
                StatementKind::Pick { name, from: value, .. } | StatementKind::Let { name, value } => {
                    if let StatementKind::Pick { count: Some(count), .. } = &statement.kind {
                        self.expr(&count.0);
                        if count.0.span != count.1.span {
                            self.expr(&count.1);
                        }
                    }
                    self.expr(value);
                    if !is_top {
                        self.bind(name, SymbolKind::Local, Type::Unknown);
                    }
                }
                StatementKind::PickPair { names, of } => {
                    self.expr(of);
                    if !is_top {
                        names.iter().for_each(|name| self.bind(name, SymbolKind::Local, Type::Unknown));
                    }
                }
                StatementKind::Link(change) => {
                    change.ends.iter().for_each(|end| self.expr(end));
                    self.reference(&change.name.text, change.name.span);
                    change.of.iter().for_each(|of| self.expr(of));
                }
                StatementKind::Repeat { most, condition, body } => {
                    self.expr(most);
                    self.expr(condition);
                    self.block(body, false);
                }
                StatementKind::Sow(sow) => {
                    self.reference(&sow.counter.text, sow.counter.span);
                    let more = sow.hand.iter().chain(&sow.leaving).chain(&sow.skipping).chain(&sow.again);
                    [&sow.from, &sow.along].into_iter().chain(more).for_each(|expr| self.expr(expr));
                }
                StatementKind::Where(expr)
                | StatementKind::Require(expr)
                | StatementKind::Remove(expr)
                | StatementKind::TurnOver(expr) => self.expr(expr),
                StatementKind::Put { count, piece, carrying, on } => {
                    count.iter().chain([piece, on]).for_each(|expr| self.expr(expr));
                    self.carrying(carrying);
                }
                StatementKind::Exchange(one, other)
                | StatementKind::Shift { from: one, to: other, .. }
                | StatementKind::Tuck { piece: one, under: other } => {
                    self.expr(one);
                    self.expr(other);
                }
                StatementKind::Promote { cells, kind } => {
                    self.expr(cells);
                    self.expr(kind);
                }
                StatementKind::Mark { cells, name, .. } => {
                    self.expr(cells);
                    self.reference(&name.text, name.span);
                }
                StatementKind::Set { place, value } | StatementKind::Add { place, value, .. } => {
                    self.reference(&place.name.text, place.name.span);
                    place.of.iter().chain([value]).for_each(|expr| self.expr(expr));
                }
                StatementKind::For { name, over, condition, body } => {
                    self.expr(over);
                    self.with(name, |walker| {
                        condition.iter().for_each(|condition| walker.expr(condition));
                        walker.block(body, false);
                    });
                }
                StatementKind::If { condition, then, otherwise } => {
                    self.expr(condition);
                    self.block(then, false);
                    self.block(otherwise, false);
                }
                StatementKind::Written(text) => self.written(text),
                StatementKind::Do { name, args } => {
                    self.reference(&name.text, name.span);
                    args.iter().for_each(|arg| self.expr(arg));
                }
                StatementKind::AtEnd(body) => self.block(body, false),
            }
        }
        self.scope.truncate(depth);
    }

    /// The names between braces in how a move is written.
    fn written(&mut self, text: &Name) {
        let mut at = 0;
        while let Some(open) = text.text.get(at..).and_then(|rest| rest.find('{')) {
            let start = at + open + 1;
            let Some(length) = text.text.get(start..).and_then(|rest| rest.find('}')) else { return };
            let hole = text.text.get(start..start + length).unwrap_or("");
            at = start + length;
            // `{k}`, `{small k}`, `{d: + > - <}`.
            let whose = hole.split(':').next().unwrap_or("").trim_end();
            let Some(name) = whose.split(' ').next_back() else { continue };
            // Past the quote.
            let first = text.span.start as usize + 1 + start + whose.len() - name.len();
            self.reference(name, Span::new(text.span.file, first, first + name.len()));
        }
    }

    fn order(&mut self, order: &TurnOrder) {
        for sequence in order.choices.iter().flatten() {
            self.step(&sequence.first);
            sequence.times.iter().for_each(|times| self.expr(&times.count));
            for follow in &sequence.then {
                self.step(&follow.step);
                follow.when.iter().chain(follow.repeat.expr()).for_each(|when| self.expr(when));
            }
            sequence.most.iter().for_each(|most| self.reference(&most.text, most.span));
        }
    }

    fn step(&mut self, step: &TurnStep) {
        match step {
            TurnStep::Base(_) | TurnStep::Pass(_) => {}
            TurnStep::Move { name, with } => {
                self.reference(&name.text, name.span);
                for (pick, set) in with {
                    self.pick_of(&name.text, pick);
                    self.expr(set);
                }
            }
            TurnStep::Chain { name, from, .. } => {
                self.reference(&name.text, name.span);
                self.pick_of(&name.text, from);
            }
            TurnStep::Roll(names) => names.iter().for_each(|name| self.reference(&name.text, name.span)),
            TurnStep::Draw(name) => self.reference(&name.text, name.span),
            TurnStep::Order(order) => self.order(order),
        }
    }

    fn pick_of(&mut self, rule: &str, pick: &Name) {
        let rule = self.names().names.get(rule).map(|(symbol, _)| *symbol);
        let symbol = rule.and_then(|rule| self.names().picks.get(&(rule, pick.text.clone())).copied());
        if let Some(symbol) = symbol {
            self.occurs(pick.span, symbol, Form::Plain, false);
        }
    }

    fn results(&mut self, results: &[Outcome]) {
        for result in results {
            match &result.kind {
                Judgement::Draw => {}
                Judgement::Highest(expr) | Judgement::Lowest(expr) | Judgement::Wins(expr) | Judgement::Loses(expr) => {
                    self.expr(expr);
                }
            }
            result.when.iter().for_each(|when| self.expr(when));
        }
    }

    fn setup(&mut self, item: &SetupItem) {
        match item {
            SetupItem::Base(_) | SetupItem::Picture(_) => {}
            SetupItem::Put { stack, piece, carrying, on, .. } => {
                stack.iter().chain([piece]).chain(on).for_each(|expr| self.expr(expr));
                self.carrying(carrying);
            }
            SetupItem::Set { place, value, .. } => {
                self.reference(&place.name.text, place.name.span);
                place.of.iter().chain([value]).for_each(|expr| self.expr(expr));
            }
            SetupItem::Mark { cells, name } => {
                self.expr(cells);
                self.reference(&name.text, name.span);
            }
            SetupItem::Draw(draw) => {
                self.step(&draw.step);
                draw.repeat.expr().into_iter().for_each(|expr| self.expr(expr));
            }
            SetupItem::Scatter(scatter) => {
                for item in &scatter.items {
                    item.count.iter().chain(&item.piece).for_each(|expr| self.expr(expr));
                    if let Some(each) = &item.each {
                        each.owner.iter().for_each(|owner| self.reference(&owner.text, owner.span));
                        self.expr(&each.kinds);
                    }
                    self.carrying(&item.carrying);
                }
                scatter.over.iter().for_each(|over| self.expr(over));
            }
        }
    }

    fn carrying(&mut self, carrying: &[Carried]) {
        for Carried { name, value } in carrying {
            self.reference(&name.text, name.span);
            value.iter().for_each(|value| self.expr(value));
        }
    }

    fn test_line(&mut self, line: &TestLineKind) {
        match line {
            TestLineKind::Options(options) => {
                for (option, value) in options {
                    self.reference(&option.text, option.span);
                    let is_word = value.text.starts_with(|c: char| c.is_ascii_alphabetic());
                    if is_word {
                        self.word_of(&option.text, &value.text, value.span);
                    }
                }
            }
            TestLineKind::Counter { place, value } => {
                self.reference(&place.name.text, place.name.span);
                place.of.iter().chain([value]).for_each(|expr| self.expr(expr));
            }
            TestLineKind::Counters { name, .. } | TestLineKind::ToMove(name) => self.reference(&name.text, name.span),
            TestLineKind::Mark { cells, name } => {
                self.expr(cells);
                self.reference(&name.text, name.span);
            }
            TestLineKind::Expect(what, by) => {
                match what {
                    Expectation::Moves(expr)
                    | Expectation::Odds(_, expr)
                    | Expectation::Wins(expr)
                    | Expectation::Loses(expr)
                    | Expectation::That(expr) => self.expr(expr),
                    Expectation::Legal(_)
                    | Expectation::Illegal(_)
                    | Expectation::Only(_)
                    | Expectation::Over(_)
                    | Expectation::Draw => {}
                }
                if let Some((by, end)) = by.as_ref().and_then(|by| Some((by, *self.names().ends.get(&by.text)?))) {
                    self.occurs(by.span, end, Form::Plain, false);
                }
            }
            TestLineKind::Picture(_) | TestLineKind::Notation(_) | TestLineKind::Play(_) => {}
        }
    }
}
