//! The setup, and the ends with their results.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use crate::plan::op::Op;
use crate::plan::program::{Code, EndPlan, RepetitionPlan, ResultKind, ResultPlan};
use rulebook_language::model::{End, Ending, Expr, ExprKind, Judgement, Outcome, PlayerId, Type};
use rulebook_language::source::Span;
use rulebook_language::util::{Id, Table};

/// The code of an end clause, a piece for each player.
pub struct Clause<S> {
    /// Whether the game is over.
    pub when: Table<PlayerId, Code>,
    /// Its results.
    pub results: Vec<Said<S>>,
}

/// Of a result, when it counts, if it says so, and what it says.
type Said<S> = (Option<Table<PlayerId, Code>>, S);

fn results(said: Vec<Said<ResultKind>>) -> Vec<ResultPlan> {
    said.into_iter().map(|(when, sort)| ResultPlan { when, sort }).collect()
}

impl Builder<'_> {
    /// Code that fills the empty board and sets the counters.
    pub fn setup(&mut self) -> Lowered<Code> {
        self.begin(0);
        for (id, counter) in self.game.counters.iter_ids() {
            let count = self.game.numbers(counter.per) as u32;
            if counter.start == 0 || counter.carried.is_some() {
                continue;
            }
            let a = self.code.constant_number(counter.start);
            let first = self.layout.counter(id);
            for offset in 0..count {
                if self.game.is_counted(counter.per, offset as usize) {
                    self.code.op(Op::StoreNumber { offset: first + offset, a });
                }
            }
        }
        let mut span = Span::default();
        for placement in &self.game.setup {
            span = placement.span;
            let on = match &placement.on {
                Some(on) => self.set(on)?,
                None => {
                    let a = self.set_of(self.game.board.cells());
                    let b = self.occupied();
                    let d = self.code.set_reg();
                    self.code.op(Op::Sub { d, a, b });
                    d
                }
            };
            let count = self.code.constant_number(i64::from(placement.count));
            let otherwise = self.put(&placement.piece, on, Some(count))?;
            self.code.land(&otherwise);
        }
        self.effects(&self.game.start, false, &mut Vec::new())?;
        for (scatter, offset) in self.game.scatters().zip(self.layout.scatters.clone()) {
            let left = std::iter::once(scatter.cells.len() as u32).chain(scatter.items.iter().map(|item| item.count));
            for (offset, left) in (offset..).zip(left) {
                let a = self.code.constant_number(i64::from(left));
                self.code.op(Op::StoreNumber { offset, a });
            }
        }
        let zero = self.code.constant_number(0);
        self.code.op(Op::Done { a: zero });
        self.end(span)
    }

    /// The end clauses.
    pub fn ends(&mut self) -> Lowered<Vec<EndPlan>> {
        let clauses = self.each_end(Self::judgement)?;
        let plan = |(end, clause): (&End, Clause<ResultKind>)| EndPlan {
            name: end.name.clone(),
            after_action: end.after_action,
            when: clause.when,
            results: results(clause.results),
        };
        Ok(self.game.ends.iter().zip(clauses).map(plan).collect())
    }

    /// The rules about repetition.
    pub fn repetitions(&mut self) -> Lowered<Vec<RepetitionPlan>> {
        let game = self.game;
        let mut rules = Vec::new();
        for rule in &game.repetitions {
            let when = match &rule.when {
                Some(when) => Some(self.for_each_player(|builder| builder.condition(when))?),
                None => None,
            };
            let results = match &rule.ending {
                Ending::Illegal => None,
                Ending::Results(said) => Some(results(self.each_result(said, &mut Self::judgement)?)),
            };
            rules.push(RepetitionPlan { compare: rule.compare, times: rule.times, when, results });
        }
        Ok(rules)
    }

    fn judgement(&mut self, kind: &Judgement) -> Lowered<ResultKind> {
        Ok(match kind {
            Judgement::Draw => ResultKind::Draw,
            Judgement::Wins(who) | Judgement::Loses(who) if who.ty == Type::Players => ResultKind::Players {
                who: self.for_each_player(|builder| builder.mask_of_players(who))?,
                lose: matches!(kind, Judgement::Loses(_)),
            },
            Judgement::Wins(who) | Judgement::Loses(who) => ResultKind::Player {
                who: self.for_each_player(|builder| builder.who(who))?,
                loses: matches!(kind, Judgement::Loses(_)),
            },
            Judgement::Highest(key) | Judgement::Lowest(key) => ResultKind::Rank {
                keys: self.keys(key)?,
                lists: key.ty == Type::Numbers,
                lowest: matches!(kind, Judgement::Lowest(_)),
            },
        })
    }

    /// The code of the end clauses in order, of what a result says as `says` writes it.
    pub fn each_end<S>(
        &mut self,
        mut says: impl FnMut(&mut Self, &Judgement) -> Lowered<S>,
    ) -> Lowered<Vec<Clause<S>>> {
        let game = self.game;
        let mut clauses = Vec::new();
        for end in &game.ends {
            let when = self.for_each_player(|builder| builder.condition(&end.when))?;
            clauses.push(Clause { when, results: self.each_result(&end.results, &mut says)? });
        }
        Ok(clauses)
    }

    /// The code of results in order, of what one says as `says` writes it.
    fn each_result<S>(
        &mut self,
        results: &[Outcome],
        says: &mut impl FnMut(&mut Self, &Judgement) -> Lowered<S>,
    ) -> Lowered<Vec<Said<S>>> {
        let mut code = Vec::new();
        for result in results {
            let when = match &result.when {
                Some(when) => Some(self.for_each_player(|builder| builder.condition(when))?),
                None => None,
            };
            code.push((when, says(self, &result.kind)?));
        }
        Ok(code)
    }

    /// The conditions that are claimed to hold after every ply.
    pub fn invariants(&mut self) -> Lowered<Vec<Table<PlayerId, Code>>> {
        let game = self.game;
        game.invariants.iter().map(|claimed| self.for_each_player(|builder| builder.condition(claimed))).collect()
    }

    /// A piece of code for each player.
    pub fn for_each_player(
        &mut self,
        mut code: impl FnMut(&mut Self) -> Lowered<Code>,
    ) -> Lowered<Table<PlayerId, Code>> {
        let mut table = Table::new();
        let outer = std::mem::replace(&mut self.judging, true);
        for player in self.game.players.ids() {
            self.scope.play_as(player);
            table.push(code(self)?);
        }
        self.judging = outer;
        Ok(table)
    }

    fn who(&mut self, who: &Expr) -> Lowered<Code> {
        self.begin(0);
        let player = self.player(who)?;
        let a = self.who_reg(player);
        self.code.op(Op::Done { a });
        self.end(who.span)
    }

    /// The mask of a set of players.
    fn mask_of_players(&mut self, set: &Expr) -> Lowered<Code> {
        self.begin(0);
        let mask = self.code.number_reg();
        let none = self.code.constant_number(0);
        self.code.op(Op::Move { d: mask, a: none });
        let asked = match &set.kind {
            ExprKind::Filter { local, condition, .. } => Some((*local, condition)),
            _ => None,
        };
        for player in self.game.players.ids() {
            let mut misses = Vec::new();
            if let Some((local, condition)) = asked {
                self.scope.bind(local, Operand::Player(Who::Known(player)));
                misses = self.branch(condition, false)?;
            }
            let one = self.code.constant_number(1 << player.index());
            self.code.op(Op::OrMask { d: mask, a: mask, b: one });
            self.code.land(&misses);
        }
        self.code.op(Op::Done { a: mask });
        self.end(set.span)
    }

    /// The key of a ranking, for each player in the place of `me`.
    pub fn keys(&mut self, key: &Expr) -> Lowered<Table<PlayerId, Code>> {
        let mut scales = Vec::new();
        let table = self.for_each_player(|builder| {
            builder.begin(0);
            match builder.lower(key)? {
                Operand::Number(num) => {
                    scales.push(num.scale);
                    builder.code.op(Op::Done { a: num.reg });
                }
                Operand::List(list, scale) => {
                    scales.push(scale);
                    builder.code.op(Op::DoneList { list });
                }
                _ => return Err(builder.internal(key)),
            }
            builder.end(key.span)
        })?;
        if scales.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(self.unsupported(key, "a ranking by fractions that differ between players"));
        }
        Ok(table)
    }
}
