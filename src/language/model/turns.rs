//! Turns: which moves, in which order, and what follows what.

use super::action::Move;
use super::bases::too_long_a_move;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::ids::MoveId;
use super::order::{Chains, Turn, TurnOrder, TurnSequence, TurnStep};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::util::{Id, suggestion};

impl Checker<'_> {
    /// Checks the turns.
    pub fn turns(&mut self) -> Vec<Turn> {
        let Some(last) = self.rules.turns.len().checked_sub(1).filter(|_| self.turns_fit()) else {
            return Vec::new();
        };
        let outer = self.scope.enter(Phase::Picking);
        let mut turns = Vec::new();
        let mut all_known = true;
        for (turn, _) in self.rules.turns[last].clone() {
            let of = match &turn.of {
                None => None,
                Some(name) => match self.named_player(name) {
                    Some(player) => Some(player),
                    None => {
                        all_known = false;
                        continue;
                    }
                },
            };
            if self.is_order_off(&turn.order, last) {
                let off = self.rules.off.iter().rev().find(|off| off.sort == "move").map(|off| off.span);
                let said = Diagnostic::new(Code::GameMissing, turn.order.span, "no step of this turn is left");
                let said = said.label("all its moves are off").help("declare the `turn` of the variant");
                self.say(off.into_iter().fold(said, |said, off| said.related(off, "taken away here")));
                all_known = false;
                continue;
            }
            let when = turn.when.as_ref().map(|when| self.expect(when, Type::Truth));
            let order = self.order(&turn.order, last);
            turns.push(Turn { of, when, order });
        }
        self.scope.enter(outer);
        if all_known {
            self.check_turn_cover(&turns, last);
        }
        turns
    }

    /// Every player needs a turn that is not subject to a condition.
    fn check_turn_cover(&mut self, turns: &[Turn], last: usize) {
        for player in self.parts.players.ids() {
            let has = turns.iter().any(|turn| turn.of.is_none_or(|of| of == player));
            if !has && !turns.is_empty() {
                let name = self.parts.players[player].clone();
                let span = self.rules.turns[last].first().map_or_else(Span::default, |(_, span)| *span);
                self.say(
                    Diagnostic::new(Code::GameMissing, span, format!("`{name}` has no turn"))
                        .label("these are the turns")
                        .help(format!("add `turn of {name}: ...`, or a `turn` for everybody")),
                );
            }
        }
    }

    fn order(&mut self, order: &ast::TurnOrder, version: usize) -> TurnOrder {
        let mut choices = Vec::new();
        for choice in &order.choices {
            let left: Vec<&ast::TurnSequence> =
                choice.iter().filter(|sequence| !self.is_off(&sequence.first, version)).collect();
            // What is behind an empty choice moves up.
            if left.is_empty() && !choice.is_empty() {
                continue;
            }
            self.say_followed_alone(choice);
            let alone = choice.len() == 1 && choice[0].then.is_empty() && choice[0].times.is_none();
            for sequence in choice.iter().filter(|_| !alone) {
                if let ast::TurnStep::Order(inner) = &sequence.first
                    && inner.choices.len() > 1
                {
                    let (what, help) = if sequence.then.is_empty() && sequence.times.is_none() {
                        (
                            "an `else` inside an `or`",
                            "put the `else` outside: `a or c else b or c` for `(a else b) or c`",
                        )
                    } else {
                        (
                            "an `else` before a `then`",
                            "write it out: `a, then c else b, then c` for `(a else b), then c`",
                        )
                    };
                    self.not_yet::<()>(inner.span, what, help);
                }
            }
            choices.push(left.into_iter().filter_map(|sequence| self.sequence(sequence, version)).collect());
        }
        self.check_alone(&choices, order.span);
        TurnOrder { choices }
    }

    /// `a or b, then c` without brackets: `c` belongs to `b` alone, where it is often meant for both. Where what follows goes on with
    /// what it follows, as in `step or hop, then may hop`, it is meant so.
    fn say_followed_alone(&mut self, choice: &[ast::TurnSequence]) {
        let is_unclear = |sequence: &ast::TurnSequence| {
            let first = sequence.first.moves();
            let goes_on = |follow: &ast::TurnFollow| follow.step.moves().iter().any(|name| first.contains(name));
            !sequence.then.is_empty() && !sequence.then.iter().any(goes_on)
        };
        let Some(at) = choice.iter().rposition(is_unclear).filter(|_| choice.len() > 1) else { return };
        let sequence = &choice[at];
        let steps: Vec<String> = choice.iter().map(|sequence| sequence.first.to_string()).collect();
        let Some(follow) = sequence.then.first() else { return };
        let (how, step) = (follow.how, &follow.step);
        let joined = |steps: &[String]| steps.join(" or ");
        let (before, alone, behind) = (&steps[..at], &steps[at], &steps[at + 1..]);
        let this = joined(&[before, &[format!("({alone}, {how} {step})")], behind].concat());
        let other = match behind.is_empty() {
            true => format!("({}), {how} {step}", joined(&steps)),
            false => format!("{}, {how} ({step} or {})", joined(&steps[..=at]), joined(behind)),
        };
        let said =
            Diagnostic::new(Code::LintPrecedence, sequence.span, format!("`,` binds before `or`: this is `{this}`"))
                .label("may be read in two ways")
                .help(format!("put brackets around what belongs together: `{this}` or `{other}`"));
        let span = sequence.span;
        let bracket = |at: u32, sign: &str| Edit { span: Span { start: at, end: at, ..span }, text: sign.to_owned() };
        let edits = vec![bracket(span.start, "("), bracket(span.end, ")")];
        self.say(said.fix(Fix { title: format!("write `{this}`"), edits, safe: false }));
    }

    /// Whether a step of a game offers nothing but moves that a variant of it takes away.
    pub fn is_off(&self, step: &ast::TurnStep, version: usize) -> bool {
        match step {
            ast::TurnStep::Move { name, .. } | ast::TurnStep::Chain { name, .. } => {
                let is_declared = self.rules.moves.iter().flatten().any(|rule| rule.name.text == name.text);
                let below = |layer: usize| self.rules.layer_of(name.span).is_some_and(|own| own < layer);
                let off = self.rules.taken_off(&name.text).filter(|off| off.sort == "move");
                !is_declared && off.is_some_and(|off| below(off.layer))
            }
            ast::TurnStep::Order(order) => self.is_order_off(order, version),
            ast::TurnStep::Base(_) => version.checked_sub(1).is_some_and(|base| {
                let turns = self.rules.turns.get(base).map_or([].as_slice(), Vec::as_slice);
                matches!(turns, [(turn, _)] if self.is_order_off(&turn.order, base))
            }),
            ast::TurnStep::Pass(_) | ast::TurnStep::Roll(_) | ast::TurnStep::Draw(_) => false,
        }
    }

    fn is_order_off(&self, order: &ast::TurnOrder, version: usize) -> bool {
        let mut sequences = order.choices.iter().flatten().peekable();
        sequences.peek().is_some() && sequences.all(|sequence| self.is_off(&sequence.first, version))
    }

    fn sequence(&mut self, sequence: &ast::TurnSequence, version: usize) -> Option<TurnSequence> {
        if sequence.most.is_some() {
            let help = "compare chains with `longest chain of a from x`, or ask for the most in a `where`";
            self.not_yet::<()>(sequence.span, "`most`", help);
        }
        let first = self.turn_step(&sequence.first, version)?;
        let mut then = Vec::from_iter(self.more_of(&first, sequence.times.as_ref()));
        if sequence.times.as_ref().is_some_and(|times| times.up_to) {
            self.check_not_liked(&first, sequence.span);
        }
        for follow in sequence.then.iter().filter(|follow| !self.is_off(&follow.step, version)).collect::<Vec<_>>() {
            let step = self.turn_step(&follow.step, version)?;
            if follow.how == ast::Continue::IfLiked {
                self.check_not_liked(&step, follow.span);
            }
            then.extend(self.following(follow, step));
        }
        Some(TurnSequence { first, then })
    }

    fn turn_step(&mut self, step: &ast::TurnStep, version: usize) -> Option<TurnStep> {
        match step {
            ast::TurnStep::Pass(_) => Some(TurnStep::Pass),
            ast::TurnStep::Order(order) => Some(TurnStep::Order(self.order(order, version))),
            ast::TurnStep::Base(span) => match version.checked_sub(1) {
                Some(base) => {
                    let turns = self.rules.turns[base].clone();
                    match turns.as_slice() {
                        [(turn, _)] if turn.of.is_none() && turn.when.is_none() => {
                            Some(TurnStep::Order(self.order(&turn.order, base)))
                        }
                        _ => {
                            self.say(
                                Diagnostic::new(
                                    Code::NameNoBase,
                                    *span,
                                    "the turn that this replaces is not a single one",
                                )
                                .label("which of them?")
                                .help("write the turn out"),
                            );
                            None
                        }
                    }
                }
                None => {
                    self.no_base(*span, "turn");
                    None
                }
            },
            ast::TurnStep::Chain { name, from, longest, may_stop } => {
                let rule = self.find_move(name)?;
                self.usage.note(&name.text);
                let (from, _) = self.link(rule, from)?;
                self.check_chain_end(rule, name.span);
                self.parts.features.last_picks = true;
                let which = match (*longest, *may_stop) {
                    (true, Some(stop)) => {
                        let said = Diagnostic::new(Code::MoveChain, stop, "the longest chain does not stop early");
                        self.say(
                            said.label("a chain that stops is not the longest")
                                .help("leave `longest` or `, may stop` out"),
                        );
                        return None;
                    }
                    (true, None) => Chains::Longest,
                    (false, Some(_)) => Chains::Any,
                    (false, None) => Chains::Whole,
                };
                Some(TurnStep::Chain { rule, from, which })
            }
            ast::TurnStep::Roll(names) => Some(TurnStep::Move(self.roll(names)?, Vec::new())),
            ast::TurnStep::Draw(name) => Some(TurnStep::Move(self.drawing(name)?, Vec::new())),
            ast::TurnStep::Move { name, .. } if self.is_bare_luck(name) => None,
            ast::TurnStep::Move { name, with } => {
                let id = self.find_move(name)?;
                self.usage.note(&name.text);
                let mut bound = Vec::new();
                for (pick, set) in with {
                    let Some((index, ty)) = self.pick_of(id.index(), pick) else { continue };
                    let want = match ty {
                        Type::Direction => Type::Directions,
                        Type::Player => Type::Players,
                        Type::Number => Type::Range,
                        _ => Type::Cells,
                    };
                    let set = self.expect(set, want);
                    if matches!(set, Expr { kind: ExprKind::Filter { .. }, ty: Type::Players, .. }) {
                        let said = Diagnostic::new(
                            Code::TypeMismatch,
                            set.span,
                            "`with` offers every player, or one pick less",
                        );
                        self.say(said.help(format!("ask it in the move, as in `where {} in ...`", pick.text)));
                        continue;
                    }
                    bound.push((index, set));
                }
                Some(TurnStep::Move(id, bound))
            }
        }
    }

    /// Refuses `before` at the end of a chain: before which link?
    fn check_chain_end(&mut self, rule: MoveId, span: Span) {
        let mut asked = None;
        for effect in self.parts.moves.get(rule).map(Move::end).unwrap_or_default() {
            effect.visit(true, &mut |expr| asked = asked.or(self.moments(expr).before));
        }
        if let Some(asked) = asked {
            let said = Diagnostic::new(Code::LimitNotYet, asked, "`before` at the end of a chain cannot be played yet");
            self.say(
                said.label("understood, but not in this version")
                    .related(span, "a chain of this move")
                    .help("keep what you need with a `mark` or a counter"),
            );
        }
    }

    /// The pick of a chain's move that the next link begins with: its first pick takes the place of that.
    fn link(&mut self, rule: MoveId, pick: &Name) -> Option<(u8, Type)> {
        let (from, ty) = self.pick_of(rule.index(), pick)?;
        let checked = self.parts.moves.get(rule)?;
        if checked.picks_sets() {
            let message = format!("a chain of `{}`, which picks a set", checked.name);
            let help = "let the move of a chain pick cell by cell, as in `pick a in mine` and `pick b in empty`";
            self.say(Diagnostic::new(Code::MoveChain, pick.span, message).help(help));
            return None;
        }
        let picks = checked.picks().count();
        let first = Self::member_type(self.parts.moves.get(rule)?.pick_types().next()?);
        if picks < 2 {
            let said = Diagnostic::new(Code::MoveChain, pick.span, "a chain of a move that has one pick alone");
            let said = said.label("the next link would begin and end here");
            let help =
                "let the move pick where it begins and where it leads, as in `pick a in mine` and `pick b in empty`";
            self.say(said.help(help));
            return None;
        }
        if first != ty {
            let said = format!("the chain goes on from {ty}, and its move begins with {first}");
            let said = Diagnostic::new(Code::MoveChain, pick.span, said).label("the next link begins with this");
            let types = self.parts.moves.get(rule)?.pick_types().map(Self::member_type);
            let named = self.pick_names(rule.index()).into_iter().zip(types).skip(1);
            let fitting: Vec<String> = named.filter(|(_, ty)| *ty == first).map(|(name, _)| name).collect();
            self.say(match fitting.as_slice() {
                [] => said.help("name a pick of the same type as the first one"),
                [fitting] => said
                    .help(format!("a chain goes on from what its move begins with: `{fitting}`"))
                    .fix(Fix { safe: false, ..Fix::write(pick.span, fitting.clone()) }),
                more => said.help(format!("name one of `{}`", more.join("`, `"))),
            });
            return None;
        }
        Some((from, ty))
    }

    /// The place and type of a move's pick.
    fn pick_of(&mut self, rule: usize, pick: &Name) -> Option<(u8, Type)> {
        use super::action::Picking;
        let checked = self.parts.moves.get(MoveId::from_index(rule))?;
        let mut places: Vec<(u8, Type)> = Vec::new();
        let mut next = 0;
        for step in &checked.picking {
            let Some((_, from, count)) = step.places() else { continue };
            let is_set = matches!(step, Picking::Several { .. });
            places.push((next, if is_set { Type::Cells } else { Self::member_type(from.ty) }));
            next += count as u8;
        }
        let names = self.pick_names(rule);
        if let Some(index) = names.iter().position(|name| *name == pick.text) {
            return places.get(index).copied();
        }
        let said =
            Diagnostic::new(Code::NameUnknown, pick.span, format!("`{}` picks no `{}`", checked.name, pick.text));
        if let Some(named) = self.let_of(rule, &pick.text) {
            let help = format!("let the move pick it, as in `pick {} in ...`, in the place of the `let`", pick.text);
            self.say(said.label("a name of a `let`, and no pick").related(named, "named here").help(help));
            return None;
        }
        self.say(match suggestion(&pick.text, names.iter().map(String::as_str)) {
            Some(near) => said.did_you_mean(near),
            None => said.help("name one of its picks"),
        });
        None
    }

    /// Where a move names this with a `let`.
    fn let_of(&self, rule: usize, name: &str) -> Option<Span> {
        let versions = self.rules.moves.get(rule)?;
        versions.iter().rev().flat_map(|version| &version.body).find_map(|statement| match &statement.kind {
            ast::StatementKind::Let { name: named, .. } if named.text == name => Some(named.span),
            _ => None,
        })
    }

    /// The names of a move's picks in order, those of its base included.
    fn pick_names(&self, rule: usize) -> Vec<String> {
        fn gather(versions: &[&ast::Move], version: usize, names: &mut Vec<String>) {
            for statement in &versions[version].body {
                match &statement.kind {
                    ast::StatementKind::Pick { name, .. } => names.push(name.text.clone()),
                    ast::StatementKind::Base if version > 0 => gather(versions, version - 1, names),
                    _ => {}
                }
            }
        }
        let mut names = Vec::new();
        if let Some(versions) = self.rules.moves.get(rule)
            && too_long_a_move(versions).is_none()
        {
            gather(versions, versions.len() - 1, &mut names);
        }
        names
    }
}
