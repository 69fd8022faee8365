//! Expressions.

use super::lifter::{Lifted, Lifter, View, not_batchable};
use super::shapes::GIVEN;
use super::value::{Cell, Cells, LiftedPlayer, LiftedValue, Number, Truth, among};
use crate::op::Op;
use rulebook_language::model::{self, CounterId, Expr, ExprKind, KindId, LocalId, PlayerId, constant};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

impl<'g> Lifter<'g> {
    /// What an expression becomes.
    pub fn lift(&mut self, expr: &'g Expr) -> Lifted<LiftedValue<'g>> {
        let (frame, view, imagines) = (self.frame, self.view, self.imagines);
        self.lift_expr(expr).or_else(|reason| {
            (self.frame, self.view, self.imagines) = (frame, view, imagines);
            self.ask_plan(expr, reason.within(expr.span))
        })
    }

    fn lift_expr(&mut self, expr: &'g Expr) -> Lifted<LiftedValue<'g>> {
        self.within_limits()?;
        if let Some(value) = constant(expr, Some(&self.game.board), &self.game.definitions) {
            return Ok(self.known(value));
        }
        match &expr.kind {
            ExprKind::Local(local) => {
                self.bound.get(local).cloned().ok_or(not_batchable("a name that batched play does not support"))
            }
            ExprKind::Call(id, args) => {
                let values = args.iter().map(|arg| self.lift(arg)).collect::<Lifted<Vec<_>>>()?;
                let definition = &self.game.definitions[*id];
                self.bound.extend(definition.params.iter().copied().zip(values));
                self.lift(&definition.body)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args),
            ExprKind::Pieces { kind, owner } => Ok(LiftedValue::Cells(self.pieces(kind, owner.as_deref())?)),
            ExprKind::Neighbours(relation, of) => {
                let of = self.lift(of)?;
                let directions = self.game.board.relation_directions(*relation);
                let ways: Vec<_> = directions.iter().map(|way| (*way, Truth::Known(true))).collect();
                Ok(LiftedValue::Cells(self.steps(&of, &ways)?))
            }
            ExprKind::Pattern { through: Some(_), pattern, .. } if self.game.patterns[*pattern].given.is_some() => {
                Err(GIVEN)
            }
            ExprKind::Pattern { pattern, of, through: None } => Ok(LiftedValue::Shapes(*pattern, of.as_deref())),
            ExprKind::Distance { from, to, joint } => Ok(LiftedValue::Number(self.steps_between(from, to, *joint)?)),
            ExprKind::Counter(counter, of) if self.is_of_cells(*counter) => match of.as_slice() {
                [cell] => Ok(LiftedValue::Number(self.count_on(*counter, cell)?)),
                _ => Err(not_batchable("it counts for each cell")),
            },
            ExprKind::Counter(counter, of) => {
                let from = if self.view == View::TurnStart { self.turn_start.numbers } else { 0 };
                let regs = self.counters.get(from + usize::from(counter.0)).cloned().unwrap_or_default();
                let mut number = None;
                for (index, is_it) in self.counted(*counter, of)? {
                    let reg = regs.get(index).ok_or(not_batchable("it counts for each cell"))?;
                    let here = Number::Whole(*reg, 1);
                    number = Some(match number {
                        Some(others) => self.one_of(is_it, &here, &others)?,
                        None => here,
                    });
                }
                Ok(LiftedValue::Number(number.ok_or(not_batchable("a number of no kind"))?))
            }
            ExprKind::LastPick(rule, pick) => Ok(LiftedValue::Cell(self.last_pick(*rule, *pick)?)),
            ExprKind::LastTo(rule) => Ok(LiftedValue::Player(self.last_to(*rule)?)),
            ExprKind::Marked(mark) => {
                let plane = self.layout.mark_plane(*mark);
                Ok(LiftedValue::Cells(self.plane(plane)))
            }
            ExprKind::Not(inner) => {
                let inner = self.truth(inner)?;
                Ok(LiftedValue::Truth(self.not(inner)))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                if let Truth::Known(on) = condition {
                    return self.lift(if on { then } else { otherwise });
                }
                match (self.lift(then)?, self.lift(otherwise)?) {
                    (LiftedValue::Truth(a), LiftedValue::Truth(b)) => {
                        Ok(LiftedValue::Truth(self.chosen(condition, a, b)))
                    }
                    (LiftedValue::Number(a), LiftedValue::Number(b)) => {
                        Ok(LiftedValue::Number(self.one_of(condition, &a, &b)?))
                    }
                    (LiftedValue::Cells(a), LiftedValue::Cells(b)) => {
                        let not = self.not(condition);
                        let (a, b) = (self.only_if(&a, condition), self.only_if(&b, not));
                        Ok(LiftedValue::Cells(self.join(&a, &b)))
                    }
                    (LiftedValue::Player(a), LiftedValue::Player(b)) => {
                        let each = self.game.players.ids().map(|player| {
                            let [a, b] = [&a, &b].map(|who| self.same_player(who, &LiftedPlayer::Known(player)));
                            self.chosen(condition, a, b)
                        });
                        Ok(LiftedValue::Player(LiftedPlayer::Each(each.collect())))
                    }
                    (
                        a @ (LiftedValue::Kind(_) | LiftedValue::KindAt(_)),
                        b @ (LiftedValue::Kind(_) | LiftedValue::KindAt(_)),
                    ) => Ok(LiftedValue::KindAt(self.chosen_kind(condition, &a, &b))),
                    (
                        a @ (LiftedValue::Directions(_) | LiftedValue::Ways(_)),
                        b @ (LiftedValue::Directions(_) | LiftedValue::Ways(_)),
                    ) => {
                        let not = self.not(condition);
                        let (a, b) = (self.ways_if(a, condition), self.ways_if(b, not));
                        Ok(LiftedValue::Ways(self.all_ways(a, b)))
                    }
                    _ => Err(not_batchable("a choice between values that changes")),
                }
            }
            ExprKind::Quantified { every, local, over, condition } => {
                Ok(LiftedValue::Truth(self.quantified(*every, *local, over, condition)?))
            }
            ExprKind::Filter { local, over, condition } if expr.ty == model::Type::Kinds => {
                let mut kept = Vec::new();
                for (kind, can) in self.kinds(over)? {
                    self.bound.insert(*local, LiftedValue::Kind(kind));
                    let holds = self.truth(condition)?;
                    kept.push((kind, self.both(can, holds)));
                }
                Ok(LiftedValue::Kinds(kept))
            }
            ExprKind::Filter { .. } if expr.ty == model::Type::Players => {
                Err(not_batchable("a set of players that depends on the position"))
            }
            ExprKind::Filter { local, over, condition } => {
                let over = self.cells(over)?;
                Ok(LiftedValue::Cells(self.filtered(*local, &over, condition)?))
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                self.fold(*how, *local, over, condition.as_deref(), body)
            }
            ExprKind::Pattern { pattern, of, through: Some(cell) } => self.group_at(*pattern, of.as_deref(), cell),
            ExprKind::Before(inner) => {
                let view = std::mem::replace(&mut self.view, View::Before);
                let value = self.lift(inner);
                self.view = view;
                value
            }
            ExprKind::TurnStart(inner) => {
                let view = std::mem::replace(&mut self.view, View::TurnStart);
                let value = self.lift(inner);
                self.view = view;
                value
            }
            _ => Err(not_batchable("an expression that batched play does not support")),
        }
    }

    pub fn known(&mut self, value: model::Constant) -> LiftedValue<'g> {
        match value {
            model::Constant::Number(number) => LiftedValue::Number(Self::rational(number)),
            model::Constant::Truth(truth) => LiftedValue::Truth(Truth::Known(truth)),
            model::Constant::Cell(cell) => LiftedValue::Cell(cell.map_or(Cell::Nowhere, Cell::Known)),
            model::Constant::Cells(cells) => {
                if cells.is_empty() {
                    return LiftedValue::Cells(Cells::none());
                }
                let words = self.words_of(cells);
                LiftedValue::Cells(Cells::of(self.constant(words)))
            }
            model::Constant::Player(player) => LiftedValue::Player(LiftedPlayer::Known(player)),
            model::Constant::Kind(kind) => LiftedValue::Kind(kind),
            model::Constant::Kinds(kinds) => LiftedValue::Kinds(always(kinds)),
            model::Constant::Direction(direction) => LiftedValue::Directions(vec![direction]),
            model::Constant::Directions(directions) => LiftedValue::Directions(directions),
        }
    }

    /// An expression as a kind that is the same in all games.
    pub fn kind(&mut self, expr: &'g Expr) -> Lifted<KindId> {
        match self.lift(expr)? {
            LiftedValue::Kind(kind) => Ok(kind),
            _ => Err(not_batchable("a kind of piece that changes").within(expr.span)),
        }
    }

    /// An expression as a set of kinds, each with where it is one of them.
    pub fn kinds(&mut self, expr: &'g Expr) -> Lifted<Vec<(KindId, Truth)>> {
        match self.lift(expr)? {
            LiftedValue::Kind(kind) => Ok(always([kind])),
            LiftedValue::Kinds(kinds) | LiftedValue::KindAt(kinds) => Ok(kinds),
            _ => Err(not_batchable("a set of kinds of another form").within(expr.span)),
        }
    }

    /// Which number of a counter is meant, each where something holds: one of them, where the kind of a piece says which.
    pub fn counted(&mut self, counter: CounterId, of: &'g [Expr]) -> Lifted<Vec<(usize, Truth)>> {
        let mut all = vec![(Vec::new(), Truth::Known(true))];
        for of in of {
            let indexes = match self.lift(of)? {
                LiftedValue::Player(LiftedPlayer::Known(player)) => vec![(player.index(), Truth::Known(true))],
                LiftedValue::Kind(kind) => vec![(kind.index(), Truth::Known(true))],
                LiftedValue::KindAt(kinds) => kinds.into_iter().map(|(kind, is_it)| (kind.index(), is_it)).collect(),
                LiftedValue::Player(LiftedPlayer::Each(each)) => each.into_iter().enumerate().collect(),
                _ => return Err(not_batchable("it counts for each cell")),
            };
            let mut with = Vec::new();
            for (known, holds) in all {
                for (index, is_it) in &indexes {
                    let known: Vec<usize> = known.iter().copied().chain([*index]).collect();
                    with.push((known, self.both(holds, *is_it)));
                }
            }
            all = with;
        }
        let per = self.game.counters[counter].per;
        Ok(all.into_iter().map(|(indexes, holds)| (self.game.place_of(per, &indexes), holds)).collect())
    }

    /// The kind of the piece on a cell.
    pub fn kind_at(&mut self, cell: &Cell) -> Lifted<LiftedValue<'g>> {
        let owners = usize::from(self.layout.owners);
        let mut kinds = Vec::new();
        for kind in self.game.kinds.ids() {
            let plane = if self.layout.kinds > 0 { self.plane(owners + kind.index()) } else { self.occupied() };
            let is_it = self.member(&plane, cell)?;
            if is_it != Truth::Known(false) {
                kinds.push((kind, is_it));
            }
        }
        match kinds.iter().find(|(_, is_it)| *is_it == Truth::Known(true)) {
            Some((kind, _)) => Ok(LiftedValue::Kind(*kind)),
            None => Ok(LiftedValue::KindAt(kinds)),
        }
    }

    fn chosen_kind(&mut self, condition: Truth, a: &LiftedValue<'g>, b: &LiftedValue<'g>) -> Vec<(KindId, Truth)> {
        let is = |kind: &LiftedValue<'g>, id: KindId| match kind {
            LiftedValue::Kind(known) => Truth::Known(*known == id),
            LiftedValue::KindAt(kinds) => among(kinds, id),
            _ => Truth::Known(false),
        };
        let ids: Vec<KindId> = self.game.kinds.ids().collect();
        let all = ids.into_iter().map(|id| (id, self.chosen(condition, is(a, id), is(b, id))));
        all.filter(|(_, is_it)| *is_it != Truth::Known(false)).collect()
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
            LiftedValue::Truth(truth) => Ok(truth),
            _ => Err(not_batchable("a condition of another form").within(expr.span)),
        }
    }

    /// An expression as a set.
    pub fn cells(&mut self, expr: &'g Expr) -> Lifted<Cells> {
        let value = self.lift(expr)?;
        self.cells_of(value).map_err(|reason| reason.within(expr.span))
    }

    /// A set.
    pub fn cells_of(&mut self, value: LiftedValue<'g>) -> Lifted<Cells> {
        match value {
            LiftedValue::Cells(cells) => Ok(cells),
            LiftedValue::Cell(cell) => self.only(&cell),
            LiftedValue::Flanked { from: Cell::One(a), ways, through, end } => {
                let (through, end) = (self.dense(&through)?, self.dense(&end)?);
                let ways = self.rows(&ways)?;
                Ok(Cells::of(self.value_of(Op::FlankedFrom { d: 0, a, through, end, ways })))
            }
            LiftedValue::Group(_) => Err(not_batchable("the cells of a group that depends on a pick")),
            _ => Err(not_batchable("a set of another form")),
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
            LiftedValue::Cell(cell) => Ok(cell),
            _ => Err(not_batchable("a cell of another form").within(expr.span)),
        }
    }

    pub fn directions(&mut self, expr: &'g Expr) -> Lifted<Vec<DirectionId>> {
        match self.lift(expr)? {
            LiftedValue::Directions(directions) => Ok(directions),
            _ => Err(not_batchable("directions that change during the game")),
        }
    }

    /// An expression as directions, each where something holds.
    pub fn ways(&mut self, expr: &'g Expr) -> Lifted<Vec<(DirectionId, Truth)>> {
        match self.lift(expr)? {
            ways @ (LiftedValue::Directions(_) | LiftedValue::Ways(_)) => Ok(self.ways_if(ways, Truth::Known(true))),
            _ => Err(not_batchable("directions of another form")),
        }
    }

    fn ways_if(&mut self, ways: LiftedValue<'g>, condition: Truth) -> Vec<(DirectionId, Truth)> {
        match ways {
            LiftedValue::Directions(ways) => ways.into_iter().map(|way| (way, condition)).collect(),
            LiftedValue::Ways(ways) => {
                ways.into_iter().map(|(way, truth)| (way, self.both(truth, condition))).collect()
            }
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
            LiftedValue::Number(number) => Ok(number),
            _ => Err(not_batchable("a number of another form").within(expr.span)),
        }
    }

    /// An expression as a player.
    pub fn player(&mut self, expr: &'g Expr) -> Lifted<LiftedPlayer> {
        match self.lift(expr)? {
            LiftedValue::Player(who) => Ok(who),
            _ => Err(not_batchable("a player of another form")),
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
    pub fn owned_by(&mut self, who: &LiftedPlayer) -> Cells {
        match who {
            LiftedPlayer::Known(player) => self.plane(player.index()),
            LiftedPlayer::Each(truths) => truths.iter().enumerate().fold(Cells::none(), |all, (player, truth)| {
                let plane = self.plane(player);
                let part = self.only_if(&plane, *truth);
                self.join(&all, &part)
            }),
        }
    }

    pub fn pieces(&mut self, kind: &'g Expr, owner: Option<&'g Expr>) -> Lifted<Cells> {
        let mut all = Cells::none();
        let kinds = self.kinds(kind)?;
        if let [(kind, Truth::Known(true))] = kinds[..] {
            return self.pieces_of(kind, owner);
        }
        for (kind, is_it) in kinds {
            let pieces = self.pieces_of(kind, owner)?;
            let pieces = self.only_if(&pieces, is_it);
            all = self.join(&all, &pieces);
        }
        Ok(all)
    }

    fn pieces_of(&mut self, kind: KindId, owner: Option<&'g Expr>) -> Lifted<Cells> {
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
        if over.ty == model::Type::Cells
            && let Some(group) = self.group_in(over)
        {
            // Of all groups at once: those with such cells that meet it, or do not.
            let board = self.board();
            let met = self.filtered(local, &Cells::of(board), condition)?;
            let met = self.dense(&met)?;
            let wanted = if every { self.difference(board, met) } else { met };
            let some = self.group_meets(over, &group, wanted)?;
            return Ok(if every { self.not(some) } else { some });
        }
        if let ExprKind::Pattern { pattern, of, through: Some(cell) } = &over.kind
            && let Some(lines) = self.steady_lines(*pattern, of.as_deref())?
        {
            let cell = self.cell(cell)?;
            let mut any = Truth::Known(false);
            for line in lines {
                let runs_through = self.member(&line, &cell)?;
                self.bound.insert(local, LiftedValue::Cells(line));
                let holds = self.truth(condition)?;
                let found = if every { self.without(runs_through, holds) } else { self.both(runs_through, holds) };
                any = self.either(any, found);
            }
            return Ok(if every { self.not(any) } else { any });
        }
        let members: Vec<LiftedValue<'g>> = match self.lift(over)? {
            LiftedValue::Players(players) => {
                players.into_iter().map(|player| LiftedValue::Player(LiftedPlayer::Known(player))).collect()
            }
            LiftedValue::Kinds(kinds) => {
                let mut all = Truth::Known(every);
                for (kind, can) in kinds {
                    self.bound.insert(local, LiftedValue::Kind(kind));
                    let holds = self.truth(condition)?;
                    all = if every {
                        let cannot = self.not(can);
                        let holds = self.either(cannot, holds);
                        self.both(all, holds)
                    } else {
                        let holds = self.both(can, holds);
                        self.either(all, holds)
                    };
                }
                return Ok(all);
            }
            LiftedValue::Directions(ways) => ways.into_iter().map(|way| LiftedValue::Directions(vec![way])).collect(),
            LiftedValue::Ways(ways) => return self.quantified_ways(every, local, ways, condition),
            LiftedValue::Span(low, high) => Self::span_members(low, high)?,
            LiftedValue::Shapes(pattern, of) => return self.quantified_groups(every, local, (pattern, of), condition),
            LiftedValue::Cells(set) => {
                if every {
                    let kept = self.filtered(local, &set, condition)?;
                    let rest = self.minus(&set, &kept)?;
                    let some = self.some(&rest)?;
                    return Ok(self.not(some));
                }
                let kept = self.filtered(local, &set, condition)?;
                return self.some(&kept);
            }
            _ => return Err(not_batchable("a condition on the members of something else than a set")),
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
                self.bound.insert(local, LiftedValue::Cell(Cell::At(self.frame, path.clone())));
                let holds = self.truth(condition)?;
                points.push((path.clone(), self.both(*truth, holds)));
            }
            return Ok(Cells::at(points));
        }
        let a = self.dense(over)?;
        let outer = self.asked_of;
        let holds = self.in_frame(local, condition, |lifter| {
            let here = lifter.here();
            lifter.believe_of(a, &here);
            lifter.bound.insert(local, LiftedValue::Cell(Cell::At(lifter.frame, here)));
            lifter.asked_of = Some((lifter.frame, a));
            lifter.truth(condition)
        });
        self.asked_of = outer;
        let kept = self.both(Truth::Field(a), holds?);
        Ok(Cells::of(self.field(kept)))
    }

    /// Who owns the piece on a cell.
    pub fn owner(&mut self, cell: &Cell) -> Lifted<LiftedPlayer> {
        let players: Vec<PlayerId> = self.game.players.ids().collect();
        let mut truths = Vec::new();
        for player in players {
            let plane = self.plane(player.index());
            if let Cell::At(frame, path) = cell
                && *frame == self.frame
                && plane.says(path) == Some(true)
            {
                return Ok(LiftedPlayer::Known(player));
            }
            truths.push(self.member(&plane, cell)?);
        }
        if let Some(known) = truths.iter().position(|truth| *truth == Truth::Known(true)) {
            return Ok(LiftedPlayer::Known(PlayerId::from_index(known)));
        }
        Ok(LiftedPlayer::Each(truths))
    }

    pub fn same_player(&mut self, a: &LiftedPlayer, b: &LiftedPlayer) -> Truth {
        match (a, b) {
            (LiftedPlayer::Known(a), LiftedPlayer::Known(b)) => Truth::Known(a == b),
            (LiftedPlayer::Known(one), LiftedPlayer::Each(truths))
            | (LiftedPlayer::Each(truths), LiftedPlayer::Known(one)) => {
                truths.get(one.index()).copied().unwrap_or(Truth::Known(false))
            }
            (LiftedPlayer::Each(a), LiftedPlayer::Each(b)) => {
                a.iter().zip(b).fold(Truth::Known(false), |any, (a, b)| {
                    let both = self.both(*a, *b);
                    self.either(any, both)
                })
            }
        }
    }

    pub fn equal(&mut self, a: &'g Expr, b: &'g Expr) -> Lifted<Truth> {
        match (self.lift(a)?, self.lift(b)?) {
            (LiftedValue::Number(a), LiftedValue::Number(b)) => self.same(&a, &b),
            (LiftedValue::Player(a), LiftedValue::Player(b)) => Ok(self.same_player(&a, &b)),
            (LiftedValue::Cell(a), LiftedValue::Cell(b)) => self.same_cell(&a, &b),
            (LiftedValue::Kind(a), LiftedValue::Kind(b)) => Ok(Truth::Known(a == b)),
            (LiftedValue::Kind(kind), LiftedValue::KindAt(at)) | (LiftedValue::KindAt(at), LiftedValue::Kind(kind)) => {
                Ok(among(&at, kind))
            }
            (LiftedValue::KindAt(a), LiftedValue::KindAt(b)) => {
                let mut same = Truth::Known(false);
                for (kind, is_it) in a {
                    let both = self.both(is_it, among(&b, kind));
                    same = self.either(same, both);
                }
                Ok(same)
            }
            (LiftedValue::Kinds(a), LiftedValue::Kinds(b)) => {
                let mut differ = Truth::Known(false);
                for kind in self.game.kinds.ids() {
                    let one = self.differ(among(&a, kind), among(&b, kind));
                    differ = self.either(differ, one);
                }
                Ok(self.not(differ))
            }
            _ => Err(not_batchable("an equality of another form")),
        }
    }
}

/// Kinds that are in a set in all games.
fn always(kinds: impl IntoIterator<Item = KindId>) -> Vec<(KindId, Truth)> {
    kinds.into_iter().map(|kind| (kind, Truth::Known(true))).collect()
}
