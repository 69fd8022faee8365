//! Whether a game is over after a ply, and who has won.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{LiftedPlayer, LiftedValue, Truth};
use crate::op::{Op, Reg, RegisterKind};
use rulebook_language::model::{Expr, ExprKind, Judgement, Outcome, PlayerId, Type};
use rulebook_language::util::Id;

impl<'g> Lifter<'g> {
    /// Code that ends the games of some lanes that are over, in the middle of a turn or after it.
    pub fn ends(&mut self, within: Truth, mid_turn: bool) -> Lifted<()> {
        self.asking.between_actions = true;
        let ended = self.where_it_matters(within, |lifter| lifter.end_clauses(within, mid_turn));
        self.asking.between_actions = false;
        ended
    }

    fn end_clauses(&mut self, within: Truth, mid_turn: bool) -> Lifted<()> {
        let game = self.game;
        for (place, end) in game.ends.iter().enumerate().filter(|(_, end)| !mid_turn || end.after_action) {
            self.bound.clear();
            // In a turn of several actions something may have come about that was not looked at.
            (self.outlasts_swap, self.in_limit) = (true, Self::is_limit(&end.when));
            // Where seats were exchanged, what has come about is another's; and what a setup has brought about by lot was not looked at.
            let is_told = self.one_action && self.seat.is_none() && game.deals.is_empty();
            let holds = if is_told { self.come_about(&end.when) } else { self.truth(&end.when) };
            (self.outlasts_swap, self.in_limit) = (false, false);
            let holds = holds?;
            let holds = self.both(within, holds);
            if holds == Truth::Known(false) {
                continue;
            }
            let clause = place as u16;
            let mask = self.mask(holds).ok_or(not_batchable("an end clause of another form"))?;
            // In the middle of a turn there was a move.
            let waits = !mid_turn && place >= self.asking_stuck.end && !self.asking_stuck.is_empty();
            let holding = self.holding;
            self.holding |= waits;
            let judged = self.judged(clause, mask, &end.results);
            self.holding = holding;
            judged?;
        }
        Ok(())
    }

    /// Code that ends the games of some lanes with a clause's results.
    pub fn judged(&mut self, clause: u16, mask: Reg, results: &'g [Outcome]) -> Lifted<()> {
        self.asking.between_actions = true;
        let judged = self.where_it_matters(Truth::Mask(mask), |lifter| lifter.judge(clause, mask, results));
        self.asking.between_actions = false;
        judged
    }

    fn judge(&mut self, clause: u16, mask: Reg, results: &'g [Outcome]) -> Lifted<()> {
        let simple = results.iter().all(|result| {
            result.when.is_none() && !matches!(result.kind, Judgement::Highest(_) | Judgement::Lowest(_))
        });
        match simple {
            true => self.results(clause, mask, results),
            false => self.only_where(mask, |lifter| lifter.results(clause, mask, results)),
        }
    }

    fn results(&mut self, clause: u16, mask: Reg, results: &'g [Outcome]) -> Lifted<()> {
        let mut pending = Truth::Mask(mask);
        for result in results {
            let mut here = pending;
            if let Some(when) = &result.when {
                let when = self.truth(when)?;
                here = self.both(here, when);
            }
            if here == Truth::Known(false) {
                continue;
            }
            match &result.kind {
                Judgement::Draw => {
                    self.finish(here, clause, 0)?;
                    pending = self.without(pending, here);
                }
                Judgement::Wins(who) | Judgement::Loses(who) => {
                    let wins = matches!(result.kind, Judgement::Wins(_));
                    let all = self.everybody();
                    for (named, is_it) in self.named(who)? {
                        // An empty set decides nothing.
                        let decided = self.both(here, is_it);
                        if named == 0 || decided == Truth::Known(false) {
                            continue;
                        }
                        self.finish(decided, clause, if wins { named } else { all & !named })?;
                        pending = self.without(pending, decided);
                    }
                }
                Judgement::Highest(key) | Judgement::Lowest(key) => {
                    let lowest = matches!(result.kind, Judgement::Lowest(_));
                    self.orders.clear();
                    for player in self.players_from(self.seat.unwrap_or(PlayerId(0))) {
                        // One who is ahead of all others leaves nobody else to be.
                        let best = self.best(player, key, lowest, here)?;
                        let best = self.both(here, best);
                        self.finish(best, clause, 1 << player.index())?;
                        (pending, here) = (self.without(pending, best), self.without(here, best));
                    }
                }
            }
            if pending == Truth::Known(false) {
                return Ok(());
            }
        }
        self.finish(pending, clause, 0)
    }

    fn finish(&mut self, when: Truth, clause: u16, winners: u16) -> Lifted<()> {
        let winners = self.seen(winners);
        let known = match self.stuck.filter(|_| self.holding) {
            Some(stuck) => {
                let open = self.without(when, stuck);
                if let Some(mask) = self.lanes(open)? {
                    self.ops.push(Op::Hold { mask, clause, winners });
                }
                self.both(when, stuck)
            }
            None => when,
        };
        if let Some(mask) = self.lanes(known)? {
            self.ops.push(Op::Finish { mask, clause, winners });
        }
        Ok(())
    }

    /// All players, a bit each.
    fn everybody(&self) -> u16 {
        self.game.players.ids().fold(0, |all, player| all | 1 << player.index())
    }

    /// The masks of the players that a result names, each where something holds.
    fn named(&mut self, who: &'g Expr) -> Lifted<Vec<(u16, Truth)>> {
        let refused = || not_batchable("a winner that depends on the position").within(who.span);
        let always = |named| vec![(named, Truth::Known(true))];
        match &who.kind {
            ExprKind::Filter { local, condition, .. } if who.ty == Type::Players => {
                let mut named = 0;
                for player in self.game.players.ids() {
                    self.bound.insert(*local, LiftedValue::Player(LiftedPlayer::Known(player)));
                    match self.truth(condition)? {
                        Truth::Known(is_named) => named |= u16::from(is_named) << player.index(),
                        _ => return Err(refused()),
                    }
                }
                Ok(always(named))
            }
            _ if who.ty == Type::Players => Ok(always(self.everybody())),
            _ => match self.player(who)? {
                LiftedPlayer::Known(player) => Ok(always(1 << player.index())),
                LiftedPlayer::Each(each) => {
                    Ok(each.into_iter().enumerate().map(|(place, is_it)| (1 << place, is_it)).collect())
                }
            },
        }
    }

    /// Whether a player's key is above, or below, everybody else's.
    fn best(&mut self, player: PlayerId, key: &'g Expr, lowest: bool, here: Truth) -> Lifted<Truth> {
        let mine = self.key(player, key)?;
        let mut best = Truth::Known(true);
        for other in self.game.players.ids().filter(|other| *other != player) {
            let theirs = self.key(other, key)?;
            let (less, more) = if lowest { (&mine, &theirs) } else { (&theirs, &mine) };
            let ahead = match (less, more) {
                (Key::Number(a), Key::Number(b)) => self.less(a, b)?,
                (Key::Sizes(a, p), Key::Sizes(b, q)) if p == q => self.sizes_less((*a, *b, *p), here)?,
                (Key::Asked(a), Key::Asked(b)) => self.list_less(*a, *b)?,
                _ => return Err(not_batchable("a ranking of another form")),
            };
            best = self.both(best, ahead);
        }
        Ok(best)
    }

    /// Whether the sizes of the groups of one set come before those of another. Each two are ordered once for all lanes in which the
    /// players are ranked.
    fn sizes_less(&mut self, (a, b, groups): (Reg, Reg, u16), here: Truth) -> Lifted<Truth> {
        let zero = self.constant_number(0);
        let known = |(one, other): (Reg, Reg)| move |known: &&([Reg; 2], Reg)| known.0 == [one, other];
        if let Some((_, order)) = self.orders.iter().find(known((b, a))) {
            let order = *order;
            return Ok(Truth::Mask(self.value_of(Op::Less { d: 0, a: zero, b: order })));
        }
        let order = match self.orders.iter().find(known((a, b))) {
            Some((_, order)) => *order,
            None => {
                let mask = self.mask(here).ok_or(not_batchable("a result of another form"))?;
                let order = self.value_of(Op::SizesOrder { d: 0, a, b, groups, mask });
                self.orders.push(([a, b], order));
                order
            }
        };
        Ok(Truth::Mask(self.value_of(Op::Less { d: 0, a: order, b: zero })))
    }

    /// A player's key, in the place of `me`.
    fn key(&mut self, player: PlayerId, key: &'g Expr) -> Lifted<Key> {
        let me = std::mem::replace(&mut self.me, player);
        self.bound.clear();
        let lifted = match self.lift(key) {
            Ok(LiftedValue::Number(number)) => Ok(Key::Number(number)),
            Ok(LiftedValue::Sizes(pattern, of)) => {
                self.sized(pattern, of, player).map(|(set, groups)| Key::Sizes(set, groups))
            }
            Ok(_) => Err(not_batchable("a ranking of another form").within(key.span)),
            Err(reason) => Err(reason),
        };
        let lifted = lifted.or_else(|reason| match key.ty {
            Type::Numbers => self.question(key, reason).map(|(question, _)| Key::Asked(question)),
            _ => Err(reason),
        });
        self.me = me;
        lifted
    }

    /// Whether no player would have an action but passing, were it that player's turn.
    pub fn nobody_can_move(&mut self) -> Lifted<Truth> {
        let stuck = self.stuck.ok_or(not_batchable("`nobody can move` in the middle of a move"))?;
        let Some(stuck) = self.mask(stuck) else { return Err(not_batchable("`nobody can move` of another form")) };
        let nobody = self.reg(RegisterKind::Mask);
        self.ops.push(Op::ConstMask { d: nobody, on: false });
        self.only_where(stuck, |lifter| {
            let me = lifter.me;
            let mut left = Truth::Mask(stuck);
            for other in lifter.game.players.ids().filter(|other| *other != me) {
                lifter.me = other;
                let can = lifter.can_move(other, left);
                lifter.me = me;
                let can = can?;
                left = lifter.without(left, can);
            }
            let a = lifter.mask(left).unwrap_or(stuck);
            lifter.ops.push(Op::CopyMask { d: nobody, a });
            Ok(())
        })?;
        Ok(Truth::Mask(nobody))
    }
}

/// What players are ranked by.
enum Key {
    /// A number.
    Number(super::value::Number),
    /// Sizes of the groups of a set, with the place of their relation's neighbours.
    Sizes(Reg, u16),
    /// A list of numbers that the plan gives, by its question.
    Asked(u16),
}
