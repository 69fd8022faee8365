//! Expressions.

use super::lifter::{Lifted, Lifter, Unsuited, View};
use super::value::{Cell, Cells, Number, Path, Sliced, Truth, Value, Who};
use crate::kernel::op::Op;
use crate::model::{self, Builtin, Expr, ExprKind, Fold, KindId, LocalId, PlayerId, constant};
use crate::topology::{CellId, DirectionId};
use crate::util::{Id, Rational};

impl<'g> Lifter<'g> {
    /// What an expression becomes.
    pub fn lift(&mut self, expr: &'g Expr) -> Lifted<Value<'g>> {
        self.within_limits()?;
        if let Some(value) = constant(expr, Some(&self.game.board), &self.game.definitions) {
            return Ok(self.known(value));
        }
        match &expr.kind {
            ExprKind::Local(local) => self.bound.get(local).cloned().ok_or(Unsuited("a name that is not lifted")),
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
                Ok(Value::Cells(self.steps(&of, directions)?))
            }
            ExprKind::Pattern { pattern, of, through: None } => Ok(Value::Shapes(*pattern, of.as_deref())),
            ExprKind::Counter(counter, of) => {
                let index = match of {
                    None => 0,
                    Some(of) => match self.lift(of)? {
                        Value::Player(Who::Known(player)) => player.index(),
                        _ => return Err(Unsuited("it counts for each cell")),
                    },
                };
                let reg = self.counters.get(usize::from(counter.0)).and_then(|regs| regs.get(index));
                Ok(Value::Number(Number::Whole(*reg.ok_or(Unsuited("it counts for each cell"))?, 1)))
            }
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
                    (Value::Cells(a), Value::Cells(b)) => {
                        let not = self.not(condition);
                        let (a, b) = (self.only_if(&a, condition), self.only_if(&b, not));
                        Ok(Value::Cells(self.join(&a, &b)))
                    }
                    _ => Err(Unsuited("a choice between values that changes")),
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
            _ => Err(Unsuited("a form of words that kernels do not know")),
        }
    }

    fn known(&mut self, value: model::Value) -> Value<'g> {
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
            _ => Err(Unsuited("a condition of another form")),
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
            _ => Err(Unsuited("a set of another form")),
        }
    }

    /// Steps as long as the board has cells in a row, less the two at the ends.
    fn rows(&mut self, directions: &[DirectionId]) -> Lifted<u16> {
        let board = &self.game.board;
        let most = board.cells().map(|cell| board.column(cell).max(board.row(cell))).max().unwrap_or(1);
        let most = most.saturating_sub(2).max(1) as usize;
        let list = directions.iter().map(|direction| self.way(*direction, most)).collect::<Lifted<Vec<_>>>()?;
        Ok(self.way_list(list))
    }

    fn cell(&mut self, expr: &'g Expr) -> Lifted<Cell> {
        match self.lift(expr)? {
            Value::Cell(cell) => Ok(cell),
            _ => Err(Unsuited("a cell of another form")),
        }
    }

    fn directions(&mut self, expr: &'g Expr) -> Lifted<Vec<DirectionId>> {
        match self.lift(expr)? {
            Value::Directions(directions) => Ok(directions),
            _ => Err(Unsuited("directions that change during the game")),
        }
    }

    /// An expression as a number.
    pub fn number(&mut self, expr: &'g Expr) -> Lifted<Number> {
        match self.lift(expr)? {
            Value::Number(number) => Ok(number),
            _ => Err(Unsuited("a number of another form")),
        }
    }

    /// An expression as a player.
    pub fn player(&mut self, expr: &'g Expr) -> Lifted<Who> {
        match self.lift(expr)? {
            Value::Player(who) => Ok(who),
            _ => Err(Unsuited("a player of another form")),
        }
    }

    /// The pieces of the board.
    pub fn occupied(&mut self) -> Cells {
        (0..usize::from(self.layout.owners)).fold(Cells::none(), |all, owner| {
            let plane = self.plane(owner);
            self.join(&all, &plane)
        })
    }

    fn empty(&mut self) -> Lifted<Cells> {
        let board = Cells::of(self.board());
        let occupied = self.occupied();
        self.minus(&board, &occupied)
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

    fn pieces(&mut self, kind: KindId, owner: Option<&'g Expr>) -> Lifted<Cells> {
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

    fn quantified(&mut self, every: bool, local: LocalId, over: &'g Expr, condition: &'g Expr) -> Lifted<Truth> {
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
            _ => return Err(Unsuited("a condition on the members of something else than a set")),
        };
        let mut all = Truth::Known(every);
        for member in members {
            self.bound.insert(local, member);
            let holds = self.truth(condition)?;
            all = if every { self.both(all, holds) } else { self.either(all, holds) };
        }
        Ok(all)
    }

    fn filtered(&mut self, local: LocalId, over: &Cells, condition: &'g Expr) -> Lifted<Cells> {
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

    /// How many neighbours of a cell are in a set, worked out for every cell of the board at once and looked up at the cell's place;
    /// nothing where that is not what is asked.
    fn count_near(&mut self, set: &'g Expr) -> Lifted<Option<Number>> {
        let ExprKind::Builtin(Builtin::Intersection, args) = &set.kind else { return Ok(None) };
        let [a, b] = args.as_slice() else { return Ok(None) };
        let (near, other) = match (&a.kind, &b.kind) {
            (ExprKind::Neighbours(..), _) => (a, b),
            (_, ExprKind::Neighbours(..)) => (b, a),
            _ => return Ok(None),
        };
        let ExprKind::Neighbours(relation, of) = &near.kind else { return Ok(None) };
        let Value::Cell(Cell::At(frame, path)) = self.lift(of)? else { return Ok(None) };
        let members = self.cells(other)?;
        let whole = Cells { dense: members.dense.clone(), ..Cells::default() };
        // Parts under a condition on the cell itself are not the same for all.
        let steady = members.dense.iter().all(|(truth, _)| matches!(truth, Truth::Known(_) | Truth::Mask(_)));
        if frame != self.frame || members.is_sparse() || !steady {
            return Ok(None);
        }
        let whole = self.dense(&whole)?;
        let mut number = Sliced::known(0, 1);
        let (board, here) = (&self.game.board, self.here());
        for direction in board.relation_directions(*relation) {
            let step = self.further(&here, *direction)?;
            let inside = self.back(&step, whole);
            number.add_away(&path, 0, [Truth::Field(inside)]);
            // Where a move has changed a neighbour, what it was is taken away, and what it is added.
            let to = self.further(&path, *direction)?;
            let changed = members.points.iter().find(|(point, _)| point.by == to.by);
            if changed.is_some() {
                let fact = members.facts.iter().find(|(fact, _)| fact.by == to.by).map(|(_, known)| *known);
                let was = match fact {
                    Some(known) => Truth::Known(known),
                    None => Truth::Field(self.back(&to, whole)),
                };
                // The cell that everything is asked of is always there.
                let leads = if to.by == 0 { Truth::Known(true) } else { self.leads(&to) };
                let was = self.both(was, leads);
                let now = self.member_at(&members, &to);
                if was != now {
                    Sliced::add(&mut number.less, 0, [was]);
                    Sliced::add(&mut number.more, 0, [now]);
                }
            }
        }
        Ok(Some(Number::Sliced(number)))
    }

    /// How many members a set has.
    pub fn count(&mut self, set: &Cells) -> Lifted<Number> {
        if set.is_sparse() {
            let mut sliced = Sliced::known(0, 1);
            Sliced::add(&mut sliced.more, 0, set.points.iter().map(|(_, truth)| *truth));
            return Ok(Number::Sliced(sliced));
        }
        let a = self.dense(set)?;
        Ok(Number::Whole(self.value_of(Op::Count { d: 0, a }), 1))
    }

    /// A table of numbers by cell, for the cell at the end of a path.
    fn table(&mut self, path: &Path, value: impl Fn(CellId) -> u32) -> Number {
        let mut bits: Vec<Vec<u64>> = Vec::new();
        let board = &self.game.board;
        for slot in (0..board.slots()).filter(|slot| super::lifter::has(board.mask(), *slot)) {
            let number = value(CellId(slot as u16));
            for bit in (0..32).filter(|bit| number >> bit & 1 == 1) {
                if bits.len() <= bit {
                    bits.resize(bit + 1, vec![0; board.words()]);
                }
                bits[bit][slot / 64] |= 1 << (slot % 64);
            }
        }
        let mut sliced = Sliced::known(0, 1);
        for (weight, words) in bits.into_iter().enumerate() {
            if words.iter().any(|word| *word != 0) {
                let truth = if words == board.mask() { Truth::Known(true) } else { Truth::Field(self.constant(words)) };
                sliced.add_away(path, weight, [truth]);
            }
        }
        Number::Sliced(sliced)
    }

    /// Who owns the piece on a cell.
    fn owner(&mut self, cell: &Cell) -> Lifted<Who> {
        let players: Vec<PlayerId> = self.game.players.ids().collect();
        let mut truths = Vec::new();
        for player in players {
            let plane = self.plane(player.index());
            truths.push(self.member(&plane, cell)?);
        }
        if let Some(known) = truths.iter().position(|truth| *truth == Truth::Known(true)) {
            return Ok(Who::Known(PlayerId::from_index(known)));
        }
        Ok(Who::Each(truths))
    }

    fn same_player(&mut self, a: &Who, b: &Who) -> Truth {
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

    fn equal(&mut self, a: &'g Expr, b: &'g Expr) -> Lifted<Truth> {
        match (self.lift(a)?, self.lift(b)?) {
            (Value::Number(a), Value::Number(b)) => self.same(&a, &b),
            (Value::Player(a), Value::Player(b)) => Ok(self.same_player(&a, &b)),
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
            _ => Err(Unsuited("an equality of another form")),
        }
    }

    fn builtin(&mut self, builtin: Builtin, args: &'g [Expr]) -> Lifted<Value<'g>> {
        use Builtin as B;
        Ok(match (builtin, args) {
            (B::Add | B::Subtract, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Value::Number(self.sum(&a, &b, builtin == B::Subtract)?)
            }
            (B::Negate, [a]) => {
                let a = self.number(a)?;
                Value::Number(self.scaled(&a, Rational::new(-1, 1).unwrap_or(Rational::ONE))?)
            }
            (B::Multiply, [a, b]) => {
                let (first, by) = match (self.constant_of(a), self.constant_of(b)) {
                    (_, Some(by)) => (a, by),
                    (Some(by), _) => (b, by),
                    _ => return Err(Unsuited("a product of numbers that change")),
                };
                let first = self.number(first)?;
                Value::Number(self.scaled(&first, by)?)
            }
            (B::Divide, [a, b]) => {
                let by = self.constant_of(b).and_then(|by| Rational::new(by.denominator(), by.numerator()));
                let a = self.number(a)?;
                Value::Number(self.scaled(&a, by.ok_or(Unsuited("a division by a number that changes"))?)?)
            }
            (B::Column | B::Row | B::Edges, [cell]) => {
                let board = &self.game.board;
                match self.cell(cell)? {
                    Cell::At(frame, path) if frame == self.frame => Value::Number(match builtin {
                        B::Column => self.table(&path, |cell| board.column(cell)),
                        B::Row => self.table(&path, |cell| board.row(cell)),
                        _ => self.table(&path, |cell| u32::from(board.edges(cell))),
                    }),
                    _ => return Err(Unsuited("the place of a cell that was picked")),
                }
            }
            (B::Count, [set]) => {
                if let Some(number) = self.count_near(set)? {
                    return Ok(Value::Number(number));
                }
                let set = self.cells(set)?;
                Value::Number(self.count(&set)?)
            }
            (B::Sizes, [shapes]) => match self.lift(shapes)? {
                Value::Shapes(pattern, of) => Value::Sizes(pattern, of),
                _ => return Err(Unsuited("sizes of something else than groups")),
            },
            (B::PlyNumber, _) => return Err(Unsuited("the number of the ply")),
            (B::Less | B::LessOrEqual, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Value::Truth(if builtin == B::Less {
                    self.less(&a, &b)?
                } else {
                    let more = self.less(&b, &a)?;
                    self.not(more)
                })
            }
            (B::Equal, [a, b]) => Value::Truth(self.equal(a, b)?),
            (B::NotEqual, [a, b]) => {
                let same = self.equal(a, b)?;
                Value::Truth(self.not(same))
            }
            (B::And, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(false) {
                    return Ok(Value::Truth(a));
                }
                let b = self.truth(b)?;
                Value::Truth(self.both(a, b))
            }
            (B::Or, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(true) {
                    return Ok(Value::Truth(a));
                }
                let b = self.truth(b)?;
                Value::Truth(self.either(a, b))
            }
            (B::Contains, [cell, set]) => {
                let cell = self.cell(cell)?;
                let set = self.cells(set)?;
                Value::Truth(self.member(&set, &cell)?)
            }
            (B::NotEmpty | B::IsEmpty, [set]) => {
                let some = self.some_of(set)?;
                Value::Truth(if builtin == B::NotEmpty { some } else { self.not(some) })
            }
            (B::SubsetOf, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                let rest = self.minus(&a, &b)?;
                let some = self.some(&rest)?;
                Value::Truth(self.not(some))
            }
            (B::Joins, [shapes, sides @ ..]) => Value::Truth(self.joined(shapes, sides)?),
            (B::NoMove, _) => Value::Truth(self.stuck.ok_or(Unsuited("`no move` in the middle of a move"))?),
            (B::NobodyCanMove, _) => Value::Truth(self.nobody_can_move()?),
            (B::Step, [cell, direction]) => {
                let cell = self.cell(cell)?;
                match self.directions(direction)?.as_slice() {
                    [one] => Value::Cell(self.step(&cell, *one)?),
                    _ => return Err(Unsuited("a step in a direction that changes")),
                }
            }
            (B::Owner, [cell]) => {
                let cell = self.cell(cell)?;
                Value::Player(self.owner(&cell)?)
            }
            (B::Empty, _) => Value::Cells(self.empty()?),
            (B::Occupied, _) => Value::Cells(self.occupied()),
            (B::Mine, _) => Value::Cells(self.plane(self.me.index())),
            (B::Enemies, _) => {
                let others: Vec<usize> = (0..self.game.players.len()).filter(|p| *p != self.me.index()).collect();
                Value::Cells(others.into_iter().fold(Cells::none(), |all, player| {
                    let plane = self.plane(player);
                    self.join(&all, &plane)
                }))
            }
            (B::Neutral, _) => Value::Cells(self.plane(self.game.players.len())),
            (B::OwnedBy, [player]) => {
                let who = self.player(player)?;
                Value::Cells(self.owned_by(&who))
            }
            (B::Union, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.join(&a, &b))
            }
            (B::Intersection, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.meet(&a, &b))
            }
            (B::Difference, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.minus(&a, &b)?)
            }
            (B::SetOf, sets) => {
                let mut all = Cells::none();
                for set in sets {
                    let set = self.cells(set)?;
                    all = self.join(&all, &set);
                }
                Value::Cells(all)
            }
            (B::OneCell, [one]) => Value::Cells(self.cells(one)?),
            (B::StepAll, [cells, directions]) => {
                let directions = self.directions(directions)?;
                let cells = self.lift(cells)?;
                Value::Cells(self.steps(&cells, &directions)?)
            }
            (B::Flanked, [cell, directions, through, end]) => {
                let from = self.cell(cell)?;
                let ways = self.directions(directions)?;
                let (through, end) = (self.cells(through)?, self.cells(end)?);
                Value::Flanked { from, ways, through, end }
            }
            (B::Me, _) => Value::Player(Who::Known(self.me)),
            (B::Opponent, _) if self.game.players.len() == 2 => {
                Value::Player(Who::Known(PlayerId::from_index(1 - self.me.index())))
            }
            (B::LastMover, _) => {
                Value::Player(Who::Known(self.mover.ok_or(Unsuited("who moved last, in the middle of a move"))?))
            }
            (B::Everyone, _) => Value::Players(self.game.players.ids().collect()),
            (B::OneDirection, [one]) => Value::Directions(self.directions(one)?),
            (B::Opposite, [of]) => {
                let board = &self.game.board;
                let mut ways: Vec<DirectionId> =
                    self.directions(of)?.into_iter().map(|direction| board.opposite(direction)).collect();
                ways.sort_unstable();
                ways.dedup();
                Value::Directions(ways)
            }
            (B::UnionOfDirections | B::WithoutDirections, [a, b]) => {
                let (mut a, b) = (self.directions(a)?, self.directions(b)?);
                if builtin == B::UnionOfDirections {
                    a.extend(b);
                    a.sort_unstable();
                    a.dedup();
                } else {
                    a.retain(|direction| !b.contains(direction));
                }
                Value::Directions(a)
            }
            _ => return Err(Unsuited("a word that kernels do not know")),
        })
    }

    fn constant_of(&self, expr: &Expr) -> Option<Rational> {
        match constant(expr, Some(&self.game.board), &self.game.definitions) {
            Some(model::Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether a set has a member, or there is a line, or a row.
    fn some_of(&mut self, set: &'g Expr) -> Lifted<Truth> {
        if let ExprKind::Builtin(Builtin::UnionOfGroups, args) = &set.kind
            && let [shapes] = args.as_slice()
        {
            return match self.lift(shapes)? {
                Value::Shapes(pattern, of) => self.some_shape(pattern, of),
                _ => Err(Unsuited("groups of another form")),
            };
        }
        match self.lift(set)? {
            Value::Flanked { from: Cell::At(frame, path), ways, through, end }
                if frame == self.frame && path.by == 0 =>
            {
                // Seen from the other end: from the cells of `end`, back.
                let (through, end) = (self.dense(&through)?, self.dense(&end)?);
                let board = &self.game.board;
                let back: Vec<DirectionId> = ways.iter().map(|way| board.opposite(*way)).collect();
                let ways = self.rows(&back)?;
                Ok(Truth::Field(self.value_of(Op::FlankedTo { d: 0, through, end, ways })))
            }
            Value::Cells(cells) => self.some(&cells),
            Value::Cell(cell) => {
                let cells = self.only(&cell)?;
                self.some(&cells)
            }
            Value::Flanked { from: Cell::One(_), .. } => {
                let cells = self.cells(set)?;
                self.some(&cells)
            }
            _ => Err(Unsuited("a set of another form")),
        }
    }
}
