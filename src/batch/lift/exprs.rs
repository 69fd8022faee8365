//! Expressions.

use super::lifter::{Lifted, Lifter, View, unsuited};
use super::value::{Cell, Cells, Number, Truth, Value, Who};
use crate::op::Op;
use rulebook_language::model::{self, Expr, ExprKind, Fold, KindId, LocalId, PlayerId, constant};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

impl<'g> Lifter<'g> {
    /// What an expression becomes.
    pub fn lift(&mut self, expr: &'g Expr) -> Lifted<Value<'g>> {
        self.lift_expr(expr).map_err(|unsuited| unsuited.within(expr.span))
    }

    fn lift_expr(&mut self, expr: &'g Expr) -> Lifted<Value<'g>> {
        self.within_limits()?;
        if let Some(value) = constant(expr, Some(&self.game.board), &self.game.definitions) {
            return Ok(self.known(value));
        }
        match &expr.kind {
            ExprKind::Local(local) => {
                self.bound.get(local).cloned().ok_or(unsuited("a name that batched play does not support"))
            }
            ExprKind::Call(id, args) => {
                let values = args.iter().map(|arg| self.lift(arg)).collect::<Lifted<Vec<_>>>()?;
                let definition = &self.game.definitions[*id];
                self.bound.extend(definition.params.iter().copied().zip(values));
                self.lift(&definition.body)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args),
            ExprKind::Pieces { kind, owner } => Ok(Value::Cells(self.pieces(*kind, owner.as_deref())?)),
            ExprKind::Neighbours(relation, of) => {
                let of = self.lift(of)?;
                let directions = self.game.board.relation_directions(*relation);
                let ways: Vec<_> = directions.iter().map(|way| (*way, Truth::Known(true))).collect();
                Ok(Value::Cells(self.steps(&of, &ways)?))
            }
            ExprKind::Pattern { pattern, of, through: None } => Ok(Value::Shapes(*pattern, of.as_deref())),
            ExprKind::Counter(counter, of) => {
                let index = match of {
                    None => 0,
                    Some(of) => match self.lift(of)? {
                        Value::Player(Who::Known(player)) => player.index(),
                        _ => return Err(unsuited("it counts for each cell")),
                    },
                };
                let reg = self.counters.get(usize::from(counter.0)).and_then(|regs| regs.get(index));
                Ok(Value::Number(Number::Whole(*reg.ok_or(unsuited("it counts for each cell"))?, 1)))
            }
            ExprKind::LastPick(rule, pick) => Ok(Value::Cell(self.last_pick(*rule, *pick)?)),
            ExprKind::Marked(mark) => {
                let plane = usize::from(self.layout.piece_planes()) + mark.index();
                Ok(Value::Cells(self.plane(plane)))
            }
            ExprKind::Not(inner) => {
                let inner = self.truth(inner)?;
                Ok(Value::Truth(self.not(inner)))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                if let Truth::Known(on) = condition {
                    return self.lift(if on { then } else { otherwise });
                }
                match (self.lift(then)?, self.lift(otherwise)?) {
                    (Value::Truth(a), Value::Truth(b)) => Ok(Value::Truth(self.chosen(condition, a, b))),
                    (Value::Number(a), Value::Number(b)) => Ok(Value::Number(self.one_of(condition, &a, &b)?)),
                    (Value::Cells(a), Value::Cells(b)) => {
                        let not = self.not(condition);
                        let (a, b) = (self.only_if(&a, condition), self.only_if(&b, not));
                        Ok(Value::Cells(self.join(&a, &b)))
                    }
                    (a @ (Value::Directions(_) | Value::Ways(_)), b @ (Value::Directions(_) | Value::Ways(_))) => {
                        let not = self.not(condition);
                        let (a, b) = (self.ways_if(a, condition), self.ways_if(b, not));
                        Ok(Value::Ways(self.all_ways(a, b)))
                    }
                    _ => Err(unsuited("a choice between values that changes")),
                }
            }
            ExprKind::Quantified { every, local, over, condition } => {
                Ok(Value::Truth(self.quantified(*every, *local, over, condition)?))
            }
            ExprKind::Filter { local, over, condition } => {
                let over = self.cells(over)?;
                Ok(Value::Cells(self.filtered(*local, &over, condition)?))
            }
            ExprKind::Fold { how: Fold::Count, local, over, condition: Some(condition), .. } => {
                let over = self.cells(over)?;
                let kept = self.filtered(*local, &over, condition)?;
                Ok(Value::Number(self.count(&kept)?))
            }
            ExprKind::Before(inner) => {
                let view = std::mem::replace(&mut self.view, View::Before);
                let value = self.lift(inner);
                self.view = view;
                value
            }
            _ => Err(unsuited("an expression that batched play does not support")),
        }
    }

    pub fn known(&mut self, value: model::Value) -> Value<'g> {
        match value {
            model::Value::Number(number) => Value::Number(Self::rational(number)),
            model::Value::Truth(truth) => Value::Truth(Truth::Known(truth)),
            model::Value::Cell(cell) => Value::Cell(cell.map_or(Cell::Nowhere, Cell::Known)),
            model::Value::Cells(cells) => {
                let words = self.words_of(cells);
                Value::Cells(Cells::of(self.constant(words)))
            }
            model::Value::Player(player) => Value::Player(Who::Known(player)),
            model::Value::Direction(direction) => Value::Directions(vec![direction]),
            model::Value::Directions(directions) => Value::Directions(directions),
        }
    }

    /// A constant set as words.
    pub fn words_of(&self, cells: impl IntoIterator<Item = CellId>) -> Vec<u64> {
        let mut words = vec![0u64; self.game.board.words()];
        for cell in cells {
            words[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        words
    }

    /// An expression as a condition.
    pub fn truth(&mut self, expr: &'g Expr) -> Lifted<Truth> {
        match self.lift(expr)? {
            Value::Truth(truth) => Ok(truth),
            _ => Err(unsuited("a condition of another form").within(expr.span)),
        }
    }

    /// An expression as a set.
    pub fn cells(&mut self, expr: &'g Expr) -> Lifted<Cells> {
        match self.lift(expr)? {
            Value::Cells(cells) => Ok(cells),
            Value::Cell(cell) => self.only(&cell),
            Value::Flanked { from: Cell::One(a), ways, through, end } => {
                let (through, end) = (self.dense(&through)?, self.dense(&end)?);
                let ways = self.rows(&ways)?;
                Ok(Cells::of(self.value_of(Op::FlankedFrom { d: 0, a, through, end, ways })))
            }
            _ => Err(unsuited("a set of another form").within(expr.span)),
        }
    }

    /// Steps as long as the board has cells in a row, less the two at the ends.
    pub fn rows(&mut self, directions: &[DirectionId]) -> Lifted<u16> {
        let board = &self.game.board;
        let most = board.cells().map(|cell| board.column(cell).max(board.row(cell))).max().unwrap_or(1);
        let most = most.saturating_sub(2).max(1) as usize;
        let list = directions.iter().map(|direction| self.way(*direction, most)).collect::<Lifted<Vec<_>>>()?;
        Ok(self.way_list(list))
    }

    pub fn cell(&mut self, expr: &'g Expr) -> Lifted<Cell> {
        match self.lift(expr)? {
            Value::Cell(cell) => Ok(cell),
            _ => Err(unsuited("a cell of another form").within(expr.span)),
        }
    }

    pub fn directions(&mut self, expr: &'g Expr) -> Lifted<Vec<DirectionId>> {
        match self.lift(expr)? {
            Value::Directions(directions) => Ok(directions),
            _ => Err(unsuited("directions that change during the game")),
        }
    }

    /// An expression as directions, each where something holds.
    pub fn ways(&mut self, expr: &'g Expr) -> Lifted<Vec<(DirectionId, Truth)>> {
        match self.lift(expr)? {
            ways @ (Value::Directions(_) | Value::Ways(_)) => Ok(self.ways_if(ways, Truth::Known(true))),
            _ => Err(unsuited("directions of another form")),
        }
    }

    fn ways_if(&mut self, ways: Value<'g>, condition: Truth) -> Vec<(DirectionId, Truth)> {
        match ways {
            Value::Directions(ways) => ways.into_iter().map(|way| (way, condition)).collect(),
            Value::Ways(ways) => ways.into_iter().map(|(way, truth)| (way, self.both(truth, condition))).collect(),
            _ => Vec::new(),
        }
    }

    /// Those of both.
    fn all_ways(
        &mut self,
        mut a: Vec<(DirectionId, Truth)>,
        b: Vec<(DirectionId, Truth)>,
    ) -> Vec<(DirectionId, Truth)> {
        for (way, truth) in b {
            match a.iter_mut().find(|(known, _)| *known == way) {
                Some((_, known)) => *known = self.either(*known, truth),
                None => a.push((way, truth)),
            }
        }
        a
    }

    /// An expression as a number.
    pub fn number(&mut self, expr: &'g Expr) -> Lifted<Number> {
        match self.lift(expr)? {
            Value::Number(number) => Ok(number),
            _ => Err(unsuited("a number of another form").within(expr.span)),
        }
    }

    /// An expression as a player.
    pub fn player(&mut self, expr: &'g Expr) -> Lifted<Who> {
        match self.lift(expr)? {
            Value::Player(who) => Ok(who),
            _ => Err(unsuited("a player of another form")),
        }
    }

    /// The pieces of the board.
    pub fn occupied(&mut self) -> Cells {
        (0..usize::from(self.layout.owners)).fold(Cells::none(), |all, owner| {
            let plane = self.plane(owner);
            self.join(&all, &plane)
        })
    }

    pub fn empty(&mut self) -> Lifted<Cells> {
        let board = Cells::of(self.board());
        let occupied = self.occupied();
        let mut empty = self.minus(&board, &occupied)?;
        // Where a path leads there is a cell of the board.
        for (path, known) in occupied.facts {
            if empty.points.iter().chain(&occupied.points).all(|(point, _)| point.by != path.by)
                && empty.facts.iter().all(|(fact, _)| fact.by != path.by)
            {
                empty.facts.push((path, !known));
            }
        }
        Ok(empty)
    }

    /// The pieces of a player.
    pub fn owned_by(&mut self, who: &Who) -> Cells {
        match who {
            Who::Known(player) => self.plane(player.index()),
            Who::Each(truths) => truths.iter().enumerate().fold(Cells::none(), |all, (player, truth)| {
                let plane = self.plane(player);
                let part = self.only_if(&plane, *truth);
                self.join(&all, &part)
            }),
        }
    }

    pub fn pieces(&mut self, kind: KindId, owner: Option<&'g Expr>) -> Lifted<Cells> {
        let players = self.game.players.len();
        let owned = match owner {
            Some(owner) => {
                let who = self.player(owner)?;
                Some(self.owned_by(&who))
            }
            None if self.game.kinds[kind].neutral => Some(self.plane(players)),
            None => None,
        };
        let of_kind = (self.layout.kinds > 0).then(|| self.plane(usize::from(self.layout.owners) + kind.index()));
        Ok(match (owned, of_kind) {
            (Some(a), Some(b)) => self.meet(&a, &b),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.occupied(),
        })
    }

    pub fn quantified(&mut self, every: bool, local: LocalId, over: &'g Expr, condition: &'g Expr) -> Lifted<Truth> {
        let members: Vec<Value<'g>> = match self.lift(over)? {
            Value::Players(players) => players.into_iter().map(|player| Value::Player(Who::Known(player))).collect(),
            Value::Directions(ways) => ways.into_iter().map(|way| Value::Directions(vec![way])).collect(),
            Value::Cells(set) => {
                if every {
                    let kept = self.filtered(local, &set, condition)?;
                    let rest = self.minus(&set, &kept)?;
                    let some = self.some(&rest)?;
                    return Ok(self.not(some));
                }
                let kept = self.filtered(local, &set, condition)?;
                return self.some(&kept);
            }
            _ => return Err(unsuited("a condition on the members of something else than a set")),
        };
        let mut all = Truth::Known(every);
        for member in members {
            self.bound.insert(local, member);
            let holds = self.truth(condition)?;
            all = if every { self.both(all, holds) } else { self.either(all, holds) };
        }
        Ok(all)
    }

    pub fn filtered(&mut self, local: LocalId, over: &Cells, condition: &'g Expr) -> Lifted<Cells> {
        if over.is_sparse() {
            let mut points = Vec::new();
            for (path, truth) in &over.points {
                self.bound.insert(local, Value::Cell(Cell::At(self.frame, path.clone())));
                let holds = self.truth(condition)?;
                points.push((path.clone(), self.both(*truth, holds)));
            }
            return Ok(Cells::at(points));
        }
        let a = self.dense(over)?;
        self.frames += 1;
        let frame = std::mem::replace(&mut self.frame, self.frames);
        let here = self.here();
        self.bound.insert(local, Value::Cell(Cell::At(self.frame, here)));
        let holds = self.truth(condition);
        self.frame = frame;
        let kept = self.both(Truth::Field(a), holds?);
        Ok(Cells::of(self.field(kept)))
    }

    /// Who owns the piece on a cell.
    pub fn owner(&mut self, cell: &Cell) -> Lifted<Who> {
        let players: Vec<PlayerId> = self.game.players.ids().collect();
        let mut truths = Vec::new();
        for player in players {
            let plane = self.plane(player.index());
            if let Cell::At(frame, path) = cell
                && *frame == self.frame
                && plane.says(path) == Some(true)
            {
                return Ok(Who::Known(player));
            }
            truths.push(self.member(&plane, cell)?);
        }
        if let Some(known) = truths.iter().position(|truth| *truth == Truth::Known(true)) {
            return Ok(Who::Known(PlayerId::from_index(known)));
        }
        Ok(Who::Each(truths))
    }

    pub fn same_player(&mut self, a: &Who, b: &Who) -> Truth {
        match (a, b) {
            (Who::Known(a), Who::Known(b)) => Truth::Known(a == b),
            (Who::Known(one), Who::Each(truths)) | (Who::Each(truths), Who::Known(one)) => {
                truths.get(one.index()).copied().unwrap_or(Truth::Known(false))
            }
            (Who::Each(a), Who::Each(b)) => a.iter().zip(b).fold(Truth::Known(false), |any, (a, b)| {
                let both = self.both(*a, *b);
                self.either(any, both)
            }),
        }
    }

    pub fn equal(&mut self, a: &'g Expr, b: &'g Expr) -> Lifted<Truth> {
        match (self.lift(a)?, self.lift(b)?) {
            (Value::Number(a), Value::Number(b)) => self.same(&a, &b),
            (Value::Player(a), Value::Player(b)) => Ok(self.same_player(&a, &b)),
            (Value::Cell(a), Value::Cell(b)) => self.same_cell(&a, &b),
            (Value::Truth(a), Value::Truth(b)) => {
                let differ = self.differ(a, b);
                Ok(self.not(differ))
            }
            (Value::Cells(a), Value::Cells(b)) => {
                let (one, other) = (self.minus(&a, &b)?, self.minus(&b, &a)?);
                let (one, other) = (self.some(&one)?, self.some(&other)?);
                let differ = self.either(one, other);
                Ok(self.not(differ))
            }
            _ => Err(unsuited("an equality of another form")),
        }
    }
}
