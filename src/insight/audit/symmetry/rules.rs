//! Whether moves, turns and ends are mapped onto each other.

use rustc_hash::FxHashMap;

use super::expr::{Matcher, Shown, member};
use super::order::is_free;
use rulebook_language::model::{
    Content, Effect, End, Expr, Judgement, MoveId, Outcome, Picking, Primitive, Repetition, TransferMode, Turn,
    TurnOrder, TurnSequence, TurnStep, Type, primitives,
};
use rulebook_language::source::Span;
use rulebook_language::util::Id;

/// Moves that were compared already.
pub type Compared = FxHashMap<(MoveId, MoveId), Shown>;

impl Matcher<'_> {
    /// Whether a turn is mapped onto another.
    pub fn turn(&mut self, a: &Turn, b: &Turn, at: Span, compared: &mut Compared) -> Shown {
        self.options_of(a.when.as_ref(), b.when.as_ref(), at)?;
        self.order(&a.order, &b.order, at, compared)
    }

    fn options_of(&mut self, a: Option<&Expr>, b: Option<&Expr>, at: Span) -> Shown {
        match (a, b) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) => self.clause(a, b),
            (Some(one), None) | (None, Some(one)) => Err(if one.span == Span::default() { at } else { one.span }),
        }
    }

    fn order(&mut self, a: &TurnOrder, b: &TurnOrder, at: Span, compared: &mut Compared) -> Shown {
        pairs(&a.choices, &b.choices, at, |one, other| {
            pairs(one, other, at, |one, other| self.sequence(one, other, at, compared))
        })
    }

    fn sequence(&mut self, a: &TurnSequence, b: &TurnSequence, at: Span, compared: &mut Compared) -> Shown {
        self.step(&a.first, &b.first, at, compared)?;
        pairs(&a.then, &b.then, at, |one, other| {
            if one.how != other.how || one.repeat != other.repeat {
                return Err(at);
            }
            pairs(&one.when, &other.when, at, |a, b| self.clause(a, b))?;
            self.step(&one.step, &other.step, at, compared)
        })
    }

    fn step(&mut self, a: &TurnStep, b: &TurnStep, at: Span, compared: &mut Compared) -> Shown {
        match (a, b) {
            (TurnStep::Pass, TurnStep::Pass) => match &self.game.pass {
                Some(pass) => self.effects(&pass.effects, &pass.effects, pass.span),
                None => Ok(()),
            },
            (TurnStep::Move(one, with), TurnStep::Move(other, bound)) => {
                pairs(
                    with,
                    bound,
                    at,
                    |(pick, a), (place, b)| {
                        if pick == place { self.clause(a, b) } else { Err(a.span) }
                    },
                )?;
                self.moves(*one, *other, compared)
            }
            (
                TurnStep::Chain { rule: one, from, which },
                TurnStep::Chain { rule: other, from: pick, which: others },
            ) if from == pick && which == others => self.moves(*one, *other, compared),
            (TurnStep::Order(one), TurnStep::Order(other)) => self.order(one, other, at, compared),
            _ => Err(at),
        }
    }

    fn moves(&mut self, a: MoveId, b: MoveId, compared: &mut Compared) -> Shown {
        if let Some(known) = compared.get(&(a, b)) {
            return *known;
        }
        let shown = self.one_move(a, b);
        compared.insert((a, b), shown);
        shown
    }

    fn one_move(&mut self, a: MoveId, b: MoveId) -> Shown {
        let features = self.game.features;
        let (one, other) = (&self.game.moves[a], &self.game.moves[b]);
        // A group is picked by its first cell, which is another one of its image; and what was picked is asked by move.
        let by_group = one.pick_types().any(|ty| ty == Type::Groups);
        let by_move = features.last_to || features.last_picks;
        if by_move && (a != b || (by_group && !self.keeps_cells())) {
            return Err(one.span);
        }
        if !one.pick_types().eq(other.pick_types()) {
            return Err(one.span);
        }
        pairs(&one.picking, &other.picking, one.span, |step, mapped| match (step, mapped) {
            (Picking::Pick { local: a, from }, Picking::Pick { local: b, from: others }) => {
                self.clause(from, others)?;
                self.link(*a, *b, member(from.ty), true);
                Ok(())
            }
            (
                Picking::Several { local: a, from, low, high },
                Picking::Several { local: b, from: others, low: least, high: most },
            ) if (low, high) == (least, most) => {
                self.clause(from, others)?;
                self.link(*a, *b, Type::Cells, true);
                Ok(())
            }
            (Picking::Let { local: a, value }, Picking::Let { local: b, value: other }) => {
                self.bind((*a, value), (*b, other))
            }
            (Picking::Where(a), Picking::Where(b)) => self.clause(a, b),
            _ => Err(one.span),
        })?;
        if one.of_link != other.of_link {
            return Err(one.span);
        }
        self.effects(&one.effects, &other.effects, one.span)
    }

    fn keeps_cells(&self) -> bool {
        self.map.cells.iter().enumerate().all(|(index, cell)| cell.index() == index)
    }

    /// Whether effects are mapped onto others, in their order.
    pub fn effects(&mut self, a: &[Effect], b: &[Effect], at: Span) -> Shown {
        let [a, b]: [Vec<&Primitive>; 2] = [primitives(a).collect(), primitives(b).collect()];
        pairs(&a, &b, at, |one, other| self.primitive(one, other, at))
    }

    fn primitive(&mut self, a: &Primitive, b: &Primitive, at: Span) -> Shown {
        match a {
            Primitive::Assign { cells: s, content } => {
                let Primitive::Assign { cells: t, content: other } = b else { return Err(at) };
                match (content, other) {
                    (Content::Nothing, Content::Nothing) | (Content::OtherOwner, Content::OtherOwner) => {}
                    (Content::Kind(kind), Content::Kind(other)) => self.clause(kind, other)?,
                    (Content::Piece { count: n, piece: p }, Content::Piece { count: m, piece: q }) => {
                        self.options_of(n.as_ref(), m.as_ref(), at)?;
                        self.clause(p, q)?;
                    }
                    (Content::Nothing | Content::OtherOwner | Content::Kind(_) | Content::Piece { .. }, _) => {
                        return Err(at);
                    }
                }
                self.clause(s, t)
            }
            Primitive::Transfer { from: s, to: t, mode } => {
                let Primitive::Transfer { from: u, to: v, mode: other } = b else { return Err(at) };
                match (mode, other) {
                    (TransferMode::Replace, TransferMode::Replace)
                    | (TransferMode::Exchange, TransferMode::Exchange)
                    | (TransferMode::Stack, TransferMode::Stack) => {}
                    (TransferMode::Top(n), TransferMode::Top(m)) | (TransferMode::Tuck(n), TransferMode::Tuck(m)) => {
                        self.options_of(n.as_ref(), m.as_ref(), at)?;
                    }
                    (
                        TransferMode::Replace
                        | TransferMode::Exchange
                        | TransferMode::Stack
                        | TransferMode::Top(_)
                        | TransferMode::Tuck(_),
                        _,
                    ) => return Err(at),
                }
                self.clause(s, u)?;
                self.clause(t, v)
            }
            Primitive::Unstack { from: s, count: n, bottom } => match b {
                Primitive::Unstack { from: t, count: m, bottom: other } if bottom == other => {
                    self.options_of(n.as_ref(), m.as_ref(), at)?;
                    self.clause(s, t)
                }
                _ => Err(at),
            },
            Primitive::Set { counter, of: s, value: n } => match b {
                Primitive::Set { counter: other, of: t, value: m } if counter == other => {
                    pairs(s, t, n.span, |one, other| self.clause(one, other))?;
                    self.clause(n, m)
                }
                _ => Err(at),
            },
            Primitive::Mark { mark, cells: s, on } => match b {
                Primitive::Mark { mark: other, cells: t, on: off } if mark == other && on == off => self.clause(s, t),
                _ => Err(at),
            },
            Primitive::Sow(one) => match b {
                Primitive::Sow(other) if one.counter == other.counter => {
                    self.options_of(one.hand.as_ref(), other.hand.as_ref(), at)?;
                    self.clause(&one.from, &other.from)?;
                    self.options_of(one.leaving.as_ref(), other.leaving.as_ref(), at)?;
                    self.clause(&one.along, &other.along)?;
                    self.options_of(one.skipping.as_ref(), other.skipping.as_ref(), at)?;
                    self.options_of(one.again.as_ref(), other.again.as_ref(), at)
                }
                _ => Err(at),
            },
            Primitive::For { local: a, over: s, condition: p, body: one } => {
                let Primitive::For { local: b, over: t, condition: q, body: other } = b else { return Err(at) };
                self.clause(s, t)?;
                let in_order = match s.ty {
                    Type::Directions | Type::Direction => {
                        self.map.directions.iter().enumerate().all(|(index, direction)| direction.index() == index)
                    }
                    Type::Players | Type::Player => self.map.keeps_players(),
                    Type::Range | Type::Kinds | Type::Kind => true,
                    _ => self.keeps_cells(),
                };
                if !in_order && !is_free(self.game, *a, p.as_ref(), one) {
                    return Err(s.span);
                }
                self.link(*a, *b, member(s.ty), true);
                self.options_of(p.as_ref(), q.as_ref(), at)?;
                self.effects(one, other, at)
            }
            Primitive::Repeat { most, condition: p, body: one } => match b {
                Primitive::Repeat { most: other, condition: q, body: two } if most == other => {
                    self.clause(p, q)?;
                    self.effects(one, two, at)
                }
                _ => Err(at),
            },
            Primitive::If { condition: p, then: a1, otherwise: a2 } => {
                let Primitive::If { condition: q, then: b1, otherwise: b2 } = b else { return Err(at) };
                self.clause(p, q)?;
                self.effects(a1, b1, p.span)?;
                self.effects(a2, b2, p.span)
            }
            Primitive::Let(a, one) => match b {
                Primitive::Let(b, other) => self.bind((*a, one), (*b, other)),
                _ => Err(at),
            },
            Primitive::Require(p) => match b {
                Primitive::Require(q) => self.clause(p, q),
                _ => Err(at),
            },
        }
    }

    /// Whether an end clause's condition, and when its results count, are mapped onto another's, as the readers at hand see it.
    pub fn end(&mut self, a: &End, b: &End) -> Shown {
        if a.after_action != b.after_action {
            return Err(a.span);
        }
        self.clause(&a.when, &b.when)?;
        pairs(&a.results, &b.results, a.span, |one, other| self.result(one, other, a.span))
    }

    /// Whether what a repetition rule asks is mapped onto itself.
    pub fn repetition(&mut self, rule: &Repetition, at: Span) -> Shown {
        self.options_of(rule.when.as_ref(), rule.when.as_ref(), at)?;
        rule.results().iter().try_for_each(|result| self.result(result, result, at))
    }

    fn result(&mut self, a: &Outcome, b: &Outcome, at: Span) -> Shown {
        self.options_of(a.when.as_ref(), b.when.as_ref(), at)?;
        match (&a.kind, &b.kind) {
            (Judgement::Draw, Judgement::Draw) => Ok(()),
            // A ranking's key is read by every player in turn.
            (Judgement::Highest(one), Judgement::Highest(other))
            | (Judgement::Lowest(one), Judgement::Lowest(other)) => self.clause(one, other),
            (Judgement::Wins(one), Judgement::Wins(other)) | (Judgement::Loses(one), Judgement::Loses(other)) => {
                self.clause(one, other)
            }
            _ => Err(at),
        }
    }
}

/// Whether the members of two lists are the same, one by one.
fn pairs<T>(a: &[T], b: &[T], at: Span, mut same: impl FnMut(&T, &T) -> Shown) -> Shown {
    if a.len() != b.len() {
        return Err(at);
    }
    a.iter().zip(b).try_for_each(|(a, b)| same(a, b))
}
