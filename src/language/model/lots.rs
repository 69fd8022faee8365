//! Dice and lots: what they are, what nature does with them, and where a turn may call for it.

use super::action::{Move, Picking, Written};
use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::{Counter, Per, Values};
use super::ids::MoveId;
use super::luck::Odds;
use super::moves::{Draft, MAX_PICKED_NUMBER, MAX_PICKS};
use super::order::{Turn, TurnSequence, TurnStep};
use super::primitive::{Effect, Primitive};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Luck, LuckKind, Name, Statement, StatementKind};
use crate::util::{Id, Rational, suggestion};

/// The most outcomes of dice that are rolled together.
const MAX_ROLLS: u64 = 1 << 16;

impl Checker<'_> {
    /// Declares what is read of dice and lots: the number, direction, player or kind that came up in this turn.
    pub fn declare_luck(&mut self) {
        let all = self.rules.lucks.clone();
        all.iter().flat_map(|luck| &luck.names).for_each(|name| self.usage.poison(&name.text));
        // A lot may be drawn from what dice say.
        let (dice, lots): (Vec<&Luck>, Vec<&Luck>) = all.into_iter().partition(|luck| luck.sort == LuckKind::Dice);
        for luck in dice.into_iter().chain(lots) {
            let values = match luck.sort {
                LuckKind::Dice => self.faces(luck).map(|(low, high)| (Values::Numbers, low, high)),
                LuckKind::Lot => self.drawn_values(luck),
            };
            let Some((values, low, high)) = values else { continue };
            for name in &luck.names {
                self.usage.heal(&name.text);
                let drawn = Some(values.clone());
                let name = name.text.clone();
                let (low, carried) = (low.min(0), None);
                self.parts.counters.push(Counter {
                    name,
                    per: Per::Game,
                    each_turn: false,
                    low,
                    high,
                    start: 0,
                    carried,
                    drawn,
                    aside: false,
                });
            }
        }
    }

    /// The least and the greatest face of dice.
    fn faces(&mut self, luck: &Luck) -> Option<(i64, i64)> {
        if let Some(by) = &luck.by {
            let said = Diagnostic::new(Code::LuckDice, by.span, "the faces of a die are as likely as one another");
            let help = format!("draw a number by weights: `lot {}: ... by ...`", luck.rule.name.text);
            self.say(said.help(help));
            return None;
        }
        let ast::ExprKind::Binary(Binary::UpTo, low, high) = &luck.from.kind else {
            let said = Diagnostic::new(Code::LuckDice, luck.from.span, "the faces of a die are whole numbers");
            let said = said.help("write them as `1..=6`; of any other set draw by a `lot`");
            let fix = Fix::write(luck.word.span, "lot").unsure();
            self.say(if luck.names.len() == 1 { said.fix(fix) } else { said });
            return None;
        };
        let least = self.whole(low, 0, MAX_PICKED_NUMBER, "a face of a die")?;
        let most = self.whole(high, 0, MAX_PICKED_NUMBER, "a face of a die")?;
        if least > most {
            let said = Diagnostic::new(Code::OptionRange, luck.from.span, "this range is empty");
            self.say(super::options::exchanged(said.help("write the smaller number first"), low, high));
            return None;
        }
        Some((least, most))
    }

    /// What a lot can come to, as it is read afterwards; nothing where that is wrong, or a cell.
    fn drawn_values(&mut self, luck: &Luck) -> Option<(Values, i64, i64)> {
        if let Some(second) = luck.names.get(1) {
            let said = Diagnostic::new(Code::LuckLot, second.span, "a lot has one name");
            let help = "declare each by itself; `dice` are several that are alike";
            self.say(said.label("one more").help(help));
            return None;
        }
        let name = &luck.rule.name.text;
        let from = self.in_phase(Phase::Picking, |checker| checker.iterable(&luck.from));
        self.scope.clear();
        let board = self.parts.board.as_ref()?;
        let (values, most) = match from.ty {
            Type::Range => {
                let [_, high] = self.constant_ends(&from);
                (Values::Numbers, high.unwrap_or(MAX_PICKED_NUMBER).clamp(0, MAX_PICKED_NUMBER))
            }
            Type::Directions => {
                let all: Vec<_> = board.directions().collect();
                let most = all.len() as i64;
                (Values::Directions(all), most)
            }
            Type::Players => (Values::Players(self.parts.players.ids().collect()), self.parts.players.len() as i64),
            Type::Kinds => (Values::Kinds(self.parts.kinds.ids().collect()), self.parts.kinds.len() as i64),
            // Known in its block alone.
            Type::Cells => {
                self.usage.heal(name);
                return None;
            }
            Type::Unknown => return None,
            ty => {
                let said = Diagnostic::new(Code::LuckLot, luck.from.span, format!("nothing is drawn from {ty}"));
                self.say(said.help("draw a cell, a direction, a kind, a player, or a number of a range"));
                return None;
            }
        };
        Some((values, 0, most))
    }

    /// Where what is read of dice and lots is declared, in the order of the game's counters.
    pub fn lucks_read(&self) -> impl Iterator<Item = Span> {
        let named = self.rules.lucks.iter().flat_map(|luck| &luck.names);
        let find = move |counter: &Counter| {
            counter.drawn.as_ref()?;
            named.clone().find(|name| name.text == counter.name).map(|name| name.span)
        };
        self.parts.counters.iter().filter_map(find)
    }

    /// A lot of this name.
    pub fn lot_called(&self, name: &str) -> Option<&Luck> {
        self.rules.lucks.iter().copied().find(|luck| luck.sort == LuckKind::Lot && luck.rule.name.text == name)
    }

    /// The dice of which this is one.
    pub fn dice_with(&self, name: &str) -> Option<&Luck> {
        let is_one = |luck: &&Luck| luck.sort == LuckKind::Dice && luck.names.iter().any(|die| die.text == name);
        self.rules.lucks.iter().copied().find(is_one)
    }

    /// A cell that is drawn is known while it is done alone.
    pub fn drawn_cell(&mut self, name: &str, span: Span) -> Option<Expr> {
        self.lot_called(name).filter(|_| !self.usage.is_poisoned(name))?;
        let said =
            Diagnostic::new(Code::NameNotHere, span, format!("which cell `{name}` is, its own block alone knows"));
        Some(
            self.error(
                said.label("it is forgotten once it is drawn").help(format!("mark it there: `mark {name} as ...`")),
            ),
        )
    }

    /// What nature does when a lot is drawn.
    pub fn check_lot(&mut self, place: usize) -> Move {
        let rule = self.rules.moves[place][self.rules.moves[place].len() - 1];
        let name = rule.name.clone();
        let by = self.lot_called(&name.text).and_then(|luck| luck.by.clone());
        let outer = self.scope.begin_move(MoveId::from_index(place));
        self.upkeep.begin_move();
        let mut draft = Draft::default();
        let (first, block) = rule.body.split_first().map_or((None, [].as_slice()), |(pick, rest)| (Some(pick), rest));
        if let Some(pick) = first {
            self.statement(pick, None, &mut draft);
        }
        let mut lot = Odds::Even;
        if let Some(by) = by {
            let weight = self.expect(&by, Type::Number);
            let span = weight.span;
            let zero = Expr { kind: ExprKind::Number(Rational::ZERO), ty: Type::Number, span };
            // What has no weight is no outcome.
            draft.picking.push(Picking::Where(self.builtin(Builtin::Less, vec![zero, weight.clone()], span)));
            lot = Odds::By(weight);
        }
        self.keep_drawn(&name, &mut draft);
        self.scope.enter(Phase::After);
        for statement in block {
            self.of_nature(statement, &mut draft);
        }
        self.no_require(&draft, name.span);
        let mut shown = Vec::new();
        let written = self.written(&draft, &mut shown);
        self.check_length(&name, &draft, &written);
        self.scope.end_move(outer);
        let of_link = draft.effects.len();
        Move {
            pairs: Vec::new(),
            name: name.text,
            picking: draft.picking,
            effects: draft.effects,
            of_link,
            written,
            shown,
            lot: Some(lot),
            span: name.span,
        }
    }

    /// Keeps what was drawn for the rest of the turn, where it is read.
    fn keep_drawn(&mut self, name: &Name, draft: &mut Draft) {
        let Some((counter, known)) = self.parts.counters.iter_ids().find(|(_, counter)| counter.name == name.text)
        else {
            return;
        };
        if known.drawn.is_none() {
            return;
        }
        let Some((local, ty)) = self.scope.find(&name.text).map(|bound| (bound.local, bound.ty)) else { return };
        let value = Expr { kind: ExprKind::Local(local), ty, span: name.span };
        let value = match ty {
            Type::Number => value,
            _ => self.builtin(Builtin::NumberOf, vec![value], name.span),
        };
        let does = vec![Primitive::Set { counter, of: Vec::new(), value }];
        draft.effects.push(Effect { words: "draw", span: name.span, does });
    }

    /// A statement of what nature does.
    fn of_nature(&mut self, statement: &Statement, draft: &mut Draft) {
        let span = statement.span;
        let (message, help) = match &statement.kind {
            StatementKind::Pick { name, .. } => (
                "nobody picks anything while nature acts",
                format!("draw `{0}` by a lot of its own, or let a move pick it after this one", name.text),
            ),
            StatementKind::Where(_) | StatementKind::Require(_) => (
                "no rule forbids what nature does",
                "draw from a smaller set, as in `{ c in empty : ... }`, or with no weight: `by if ... then 1 else 0`"
                    .to_owned(),
            ),
            StatementKind::AtEnd(_) => {
                ("what nature does has no end of its own", "write its statements without `at its end`".to_owned())
            }
            StatementKind::Base => {
                ("a lot has no `base`", "write out what the lot does, or give its effects a name: `do ...`".to_owned())
            }
            _ => return self.statement(statement, None, draft),
        };
        self.say(Diagnostic::new(Code::LuckLot, span, message).label("stands in what nature does").help(help));
    }

    /// Nothing that is done by nature can turn out to be illegal.
    fn no_require(&mut self, draft: &Draft, span: Span) {
        if draft.effects.iter().any(Effect::requires) {
            let said = Diagnostic::new(Code::LuckLot, span, "no rule forbids what nature does");
            self.say(said.label("an effect in it has a `require`").help("leave it out, or ask with `if` what is done"));
        }
    }

    /// The action that rolls these dice together.
    pub fn roll(&mut self, names: &[Name]) -> Option<MoveId> {
        names.iter().for_each(|name| self.usage.note(&name.text));
        let mut groups: Vec<(*const Luck, Vec<u8>)> = Vec::new();
        let mut blocks: Vec<&Luck> = Vec::new();
        for (place, name) in names.iter().enumerate() {
            if names[..place].iter().any(|other| other.text == name.text) {
                let message = format!("`{}` is rolled twice at once", name.text);
                self.say(Diagnostic::new(Code::LuckStep, name.span, message).help("name each die once"));
                return None;
            }
            let is_one =
                |luck: &&Luck| luck.sort == LuckKind::Dice && luck.names.iter().any(|die| die.text == name.text);
            let Some(luck) = self.rules.lucks.iter().copied().find(is_one) else {
                self.no_die(name);
                return None;
            };
            match groups.iter_mut().find(|(known, _)| std::ptr::eq(*known, luck)) {
                Some((_, dice)) => dice.push(place as u8),
                None => {
                    groups.push((luck, vec![place as u8]));
                    blocks.push(luck);
                }
            }
        }
        if names.iter().any(|name| self.usage.is_poisoned(&name.text)) {
            return None;
        }
        let first = names.first()?;
        let span = first.span.to(names.last()?.span);
        if names.len() > MAX_PICKS {
            let message = format!("{} dice at once", names.len());
            self.say(
                Diagnostic::new(Code::LimitPicks, span, message).help(format!("roll {MAX_PICKS} at most, then others")),
            );
            return None;
        }
        let text = names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(",");
        if let Some((id, _)) = self.parts.moves.iter_ids().find(|(_, rule)| rule.name == text && rule.lot.is_some()) {
            return Some(id);
        }
        let id = MoveId::from_index(self.parts.moves.len());
        let outer = self.scope.begin_move(id);
        self.upkeep.begin_move();
        let mut draft = Draft::default();
        let mut outcomes = 1u64;
        let mut picked: Vec<Expr> = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let dice = &groups.iter().find(|(_, dice)| dice.contains(&(place as u8)))?.1;
            let (counter, known) = self.parts.counters.iter_ids().find(|(_, counter)| counter.name == name.text)?;
            let (low, high) = self.faces_of(known.name.clone().as_str(), counter)?;
            outcomes = outcomes.saturating_mul((high - low + 1) as u64);
            let number =
                |n: i64| Expr { kind: ExprKind::Number(Rational::whole(n)), ty: Type::Number, span: name.span };
            // Of dice that are alike none shows more than the one before.
            let before = dice.iter().position(|at| usize::from(*at) == place).and_then(|at| at.checked_sub(1));
            let most = before.and_then(|at| picked.get(usize::from(dice[at])).cloned()).unwrap_or_else(|| number(high));
            let from = ExprKind::Builtin(Builtin::Range, vec![number(low), most]);
            let from = Expr { kind: from, ty: Type::Range, span: name.span };
            let local = self.bind(name, Type::Number);
            self.scope.pick(&name.text, Type::Number, false);
            draft.picking.push(Picking::Pick { local, from });
            let value = Expr { kind: ExprKind::Local(local), ty: Type::Number, span: name.span };
            picked.push(value.clone());
            let does = vec![Primitive::Set { counter, of: Vec::new(), value }];
            draft.effects.push(Effect { words: "roll", span: name.span, does });
        }
        if outcomes > MAX_ROLLS {
            let message = format!("more than {MAX_ROLLS} ways for these dice to come up");
            self.say(Diagnostic::new(Code::LimitNumber, span, message).help("roll fewer of them at once"));
        }
        self.scope.enter(Phase::After);
        for luck in blocks {
            for statement in &luck.rule.body {
                self.of_nature(statement, &mut draft);
            }
        }
        self.no_require(&draft, span);
        let written = (0..names.len() as u8).flat_map(|place| {
            let hyphen = (place > 0).then(|| Written::Text("-".to_owned()));
            hyphen.into_iter().chain([Written::Pick(place)])
        });
        let of_link = draft.effects.len();
        let rule = Move {
            pairs: Vec::new(),
            name: text,
            picking: draft.picking,
            effects: draft.effects,
            of_link,
            written: written.collect(),
            shown: Vec::new(),
            lot: Some(Odds::Dice(groups.into_iter().map(|(_, dice)| dice).collect())),
            span,
        };
        self.scope.end_move(outer);
        self.scope.clear();
        Some(self.parts.moves.push(rule))
    }

    /// The faces of a die that was declared well.
    fn faces_of(&mut self, name: &str, counter: super::ids::CounterId) -> Option<(i64, i64)> {
        let high = self.parts.counters[counter].high;
        let luck = self.dice_with(name)?;
        let ast::ExprKind::Binary(Binary::UpTo, low, _) = luck.from.kind.clone() else { return None };
        Some((self.whole(&low, 0, MAX_PICKED_NUMBER, "a face of a die")?, high))
    }

    fn no_die(&mut self, name: &Name) {
        if self.usage.is_poisoned(&name.text) {
            return;
        }
        if self.lot_called(&name.text).is_some() {
            let message = format!("`{}` is a lot, which is drawn", name.text);
            let at = Span { start: name.span.start.saturating_sub(5), ..name.span };
            let said = Diagnostic::new(Code::LuckStep, name.span, message).help(format!("write `draw {}`", name.text));
            return self.say(said.fix(Fix {
                title: format!("write `draw {}`", name.text),
                ..Fix::write(at, format!("draw {}", name.text)).unsure()
            }));
        }
        let said = Diagnostic::new(Code::LuckStep, name.span, format!("there is no die `{}`", name.text));
        let known: Vec<&str> = self.dice_names().collect();
        self.say(match suggestion(&name.text, known) {
            Some(near) => said.did_you_mean(near),
            None => said.help(format!("declare it with `die {}: 1..=6`", name.text)),
        });
    }

    fn dice_names(&self) -> impl Iterator<Item = &str> {
        let dice = self.rules.lucks.iter().filter(|luck| luck.sort == LuckKind::Dice);
        dice.flat_map(|luck| &luck.names).map(|name| name.text.as_str())
    }

    /// The action that draws a lot.
    pub fn drawing(&mut self, name: &Name) -> Option<MoveId> {
        if self.lot_called(&name.text).is_some() {
            self.usage.note(&name.text);
            return self.find_move(name);
        }
        if self.usage.is_poisoned(&name.text) {
            return None;
        }
        if self.dice_with(&name.text).is_some() {
            let said = Diagnostic::new(Code::LuckStep, name.span, format!("`{}` is a die, which is rolled", name.text));
            let at = Span { start: name.span.start.saturating_sub(5), ..name.span };
            let title = format!("write `roll {}`", name.text);
            let fix = Fix { title: title.clone(), ..Fix::write(at, format!("roll {}", name.text)).unsure() };
            self.say(said.help(title).fix(fix));
            return None;
        }
        let said = Diagnostic::new(Code::LuckStep, name.span, format!("there is no lot `{}`", name.text));
        let lots = self.rules.lucks.iter().filter(|luck| luck.sort == LuckKind::Lot);
        let known: Vec<&str> = lots.map(|luck| luck.rule.name.text.as_str()).collect();
        self.say(match suggestion(&name.text, known) {
            Some(near) => said.did_you_mean(near),
            None => said.help(format!("declare it with `lot {}: SET`", name.text)),
        });
        None
    }

    /// A lot or a die that stands in a turn as a move does.
    pub fn is_bare_luck(&mut self, name: &Name) -> bool {
        let (what, word) = match (self.lot_called(&name.text), self.dice_with(&name.text)) {
            (Some(_), _) => ("a lot, and nature draws it", "draw"),
            (_, Some(_)) => ("a die, and nature rolls it", "roll"),
            _ => return false,
        };
        let written = format!("{word} {}", name.text);
        let said = Diagnostic::new(Code::LuckStep, name.span, format!("`{}` is {what}", name.text));
        self.say(said.help(format!("write `{written}`")).fix(Fix::write(name.span, written)));
        true
    }

    /// Whether a step begins with an action of nature.
    pub fn begins_by_nature(&self, step: &TurnStep) -> bool {
        match step {
            TurnStep::Move(rule, _) => self.parts.moves.get(*rule).is_some_and(|rule| rule.lot.is_some()),
            TurnStep::Order(order) => {
                order.choices.iter().flatten().any(|sequence| self.begins_by_nature(&sequence.first))
            }
            TurnStep::Pass | TurnStep::Chain { .. } => false,
        }
    }

    /// Nature chooses between nothing but what it draws: a lot stands alone in its step.
    pub fn check_alone(&mut self, choices: &[Vec<TurnSequence>], span: Span) {
        if choices.iter().map(Vec::len).sum::<usize>() < 2 {
            return;
        }
        if choices.iter().flatten().any(|sequence| self.begins_by_nature(&sequence.first)) {
            let said = Diagnostic::new(Code::LuckStep, span, "a choice between what nature does and something else");
            let help = "let a move come first, as in `turn throw, then roll pip or hold`; what depends on the position is a `turn when ...`";
            self.say(said.label("whose choice is it?").help(help));
        }
    }

    /// The second player is offered the pie before that player's first action, which must not be nature's.
    pub fn check_no_pie(&mut self, turns: &[Turn]) {
        let Some((_, span)) = self.rules.pie.filter(|_| self.parts.pie) else { return };
        let begins =
            |turn: &Turn| turn.order.choices.iter().flatten().any(|sequence| self.begins_by_nature(&sequence.first));
        let second = self.parts.players.ids().nth(1);
        if turns.iter().any(|turn| (turn.of.is_none() || turn.of == second) && begins(turn)) {
            let said = Diagnostic::new(Code::GamePie, span, "the second player's turn begins with what nature does");
            let said = said.label("offered before that turn's first action");
            self.say(said.help("leave the pie out: whoever begins has no choice of the first roll either"));
        }
    }

    /// Nature does not decide whether it acts.
    pub fn check_not_liked(&mut self, step: &TurnStep, span: Span) {
        if self.begins_by_nature(step) {
            let said = Diagnostic::new(Code::LuckStep, span, "nature does not choose whether it acts");
            let help = "leave `may` and `up to` out, or let the player choose by a move before it: `then may throw, then roll pip`";
            self.say(said.help(help));
        }
    }
}
