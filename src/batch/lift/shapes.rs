//! Lines and groups: whether one has come about in a ply.

use super::lifter::{Grown, Lifted, Lifter, NotBatchable, Sought, has, not_batchable};
use super::value::{Cells, LiftedPlayer, LiftedValue, Truth};
use crate::op::{Op, Reg};
use crate::program::ConnectionGoal;
use rulebook_language::model::{
    Builtin, Constant as Known, Expr, ExprKind, Pattern, PatternId, PatternKind, PlayerId, constant,
};
use rulebook_language::topology::{Board, CellId, DirectionId};
use rulebook_language::util::Id;

/// Why groups stay with the plan whose joints depend on the position.
pub const GIVEN: NotBatchable = not_batchable("groups whose joints depend on the position");

impl<'g> Lifter<'g> {
    /// A condition that did not hold before the ply, in part or as a whole: what the ply did not touch need not be looked at.
    pub fn come_about(&mut self, expr: &'g Expr) -> Lifted<Truth> {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Or, args) if args.len() == 2 => {
                let (a, b) = (self.come_about(&args[0])?, self.come_about(&args[1])?);
                Ok(self.either(a, b))
            }
            ExprKind::Builtin(Builtin::And, args) if args.len() == 2 => {
                let known = |expr: &Expr| constant(expr, Some(&self.game.board), &self.game.definitions);
                match (known(&args[0]), known(&args[1])) {
                    (Some(Known::Truth(true)), _) => self.come_about(&args[1]),
                    (_, Some(Known::Truth(true))) => self.come_about(&args[0]),
                    _ => self.truth(expr),
                }
            }
            ExprKind::Builtin(Builtin::NotEmpty, args) => match &args[0].kind {
                ExprKind::Builtin(Builtin::UnionOfGroups, shapes) => match self.lift(&shapes[0])? {
                    LiftedValue::Shapes(pattern, of) => self.new_shape(pattern, of),
                    _ => self.truth(expr),
                },
                _ => self.truth(expr),
            },
            ExprKind::Quantified { every: false, local, over, condition } => {
                if let ExprKind::Pattern { pattern, of, through: None } = &over.kind
                    && let Some(come_about) = self.new_group(*local, (*pattern, of.as_deref()), condition)?
                {
                    return Ok(come_about);
                }
                self.truth(expr)
            }
            ExprKind::Builtin(Builtin::Joins, args) => match args.split_first() {
                Some((shapes, sides)) => self.new_join(shapes, sides),
                None => self.truth(expr),
            },
            _ => self.truth(expr),
        }
    }

    /// The owners that a pattern's shapes are asked of; none where it does not go by owner.
    pub fn owners(&mut self, pattern: &Pattern, of: Option<&'g Expr>) -> Lifted<Vec<PlayerId>> {
        if pattern.given.is_some() { Err(GIVEN) } else { self.owners_asked(pattern, of) }
    }

    /// The same, whatever joins the shapes.
    fn owners_asked(&mut self, pattern: &Pattern, of: Option<&'g Expr>) -> Lifted<Vec<PlayerId>> {
        if pattern.by_kind {
            return Err(not_batchable("groups of one kind each"));
        }
        Ok(match of {
            Some(of) => match self.player(of)? {
                LiftedPlayer::Known(player) => vec![player],
                LiftedPlayer::Each(_) => return Err(not_batchable("the groups of whoever owns a cell")),
            },
            // In the order in which both players see them, where turns are shared.
            None if pattern.by_owner => self.players_from(self.seat.unwrap_or(PlayerId(0))).collect(),
            None => Vec::new(),
        })
    }

    /// Whether a pattern's cells of a player are just the player's pieces.
    pub fn is_plain(&self, pattern: &Pattern) -> bool {
        let any = matches!(&pattern.members.kind, ExprKind::Pieces { owner: None, .. })
            || matches!(&pattern.members.kind, ExprKind::Builtin(Builtin::Occupied, _));
        any && pattern.given.is_none()
            && self.layout.kinds == 0
            && self.layout.owners as usize == self.game.players.len()
    }

    fn source(&mut self, pattern: &'g Pattern, owner: Option<PlayerId>) -> Lifted<Reg> {
        let mut members = self.cells(&pattern.members)?;
        if let Some(owner) = owner {
            let owned = self.owned_by(&LiftedPlayer::Known(owner));
            if self.is_plain(pattern) {
                return self.dense(&owned);
            }
            members = self.meet(&members, &owned);
        }
        self.dense(&members)
    }

    /// The sets in which a pattern's shapes lie: one for each owner, or one where it does not go by owner.
    pub fn sources(&mut self, pattern: &'g Pattern, of: Option<&'g Expr>) -> Lifted<Vec<Reg>> {
        let owners = self.owners(pattern, of)?;
        self.sources_of(pattern, owners)
    }

    fn sources_of(&mut self, pattern: &'g Pattern, owners: Vec<PlayerId>) -> Lifted<Vec<Reg>> {
        if owners.is_empty() {
            return Ok(vec![self.source(pattern, None)?]);
        }
        owners.into_iter().map(|owner| self.source(pattern, Some(owner))).collect()
    }

    /// Whether there is a line or group at all.
    pub fn some_shape(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Truth> {
        let game = self.game;
        let pattern = &game.patterns[pattern];
        let sources = self.sources(pattern, of)?;
        self.some_in(pattern, &sources)
    }

    fn new_shape(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Truth> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let owners = self.owners(shape, of)?;
        if shape.sort == PatternKind::Loop {
            return self.new_loop(pattern, &owners);
        }
        let PatternKind::Line { exactly, .. } = shape.sort else { return self.some_shape(pattern, of) };
        if owners.is_empty() || !self.is_plain(shape) {
            return self.some_shape(pattern, of);
        }
        let mut sources = Vec::new();
        for owner in owners {
            self.looked.push((self.acting, Sought { pattern, sides: Vec::new(), at: None }, owner));
            // A line of just so many may come about where a longer one is cut.
            let same = self.planes[owner.index()] == Cells::of(owner.index() as Reg);
            if !same && (exactly || self.grown[owner.index()] != Grown::No) {
                sources.push(self.source(shape, Some(owner))?);
            }
        }
        self.some_in(shape, &sources)
    }

    /// Whether something can have come about in a ply after which it was not asked, and is asked of later: then it is not enough to
    /// look at what each ply has changed.
    pub fn overlooks(&self) -> bool {
        self.looked.iter().any(|(_, sought, owner)| {
            // A line of just so many can come about where a longer one is cut, too.
            let exactly = matches!(self.game.patterns[sought.pattern].sort, PatternKind::Line { exactly: true, .. });
            self.growths.iter().any(|(role, changed, has_grown)| {
                let is_same =
                    |(by, other, of): &(usize, Sought, PlayerId)| by == role && other == sought && of == owner;
                changed == owner && (*has_grown || exactly) && !self.looked.iter().any(is_same)
            })
        })
    }

    fn some_in(&mut self, pattern: &Pattern, sources: &[Reg]) -> Lifted<Truth> {
        let mut any = Truth::Known(false);
        for source in sources {
            let found = match pattern.sort {
                PatternKind::Group => *source,
                PatternKind::Loop => return Err(not_batchable("it looks for loops")),
                PatternKind::Line { length, exactly } => self.line_starts(pattern, *source, length, exactly)?,
            };
            let some = Truth::Mask(self.value_of(Op::Some { d: 0, a: found }));
            any = self.either(any, some);
        }
        Ok(any)
    }

    /// The cells at which lines begin, in any direction.
    fn line_starts(&mut self, pattern: &Pattern, source: Reg, length: u16, exactly: bool) -> Lifted<Reg> {
        let mut found: Option<Reg> = None;
        for way in self.line_ways(pattern) {
            let row = self.row_starts(way, source, length, exactly);
            found = Some(match found {
                Some(found) => self.union(found, row),
                None => row,
            });
        }
        found.ok_or(not_batchable("lines in no direction"))
    }

    /// The cells at which rows of so many cells begin, in one direction.
    fn row_starts(&mut self, way: DirectionId, source: Reg, length: u16, exactly: bool) -> Reg {
        let is_even = self.steps[way.index()].len() <= 1;
        let (mut row, mut have) = (source, 1);
        while have < length {
            // Rows twice as long at every step, as far as that goes, where many steps are as good as one.
            let more = if is_even { have.min(length - have) } else { 1 };
            let further = self.seen_from(way, row, more);
            row = self.intersection(if is_even { row } else { source }, further);
            have += more;
        }
        if exactly {
            let after = self.seen_from(way, source, length);
            let before = self.seen_from(self.game.board.opposite(way), source, 1);
            for beyond in [after, before] {
                row = self.difference(row, beyond);
            }
        }
        row
    }

    /// The cells from which so many steps lead into a set.
    fn seen_from(&mut self, way: DirectionId, set: Reg, steps: u16) -> Reg {
        if self.steps[way.index()].len() > 1 {
            return (0..steps).fold(set, |set, _| self.stepped_back(set, way));
        }
        let mut path = self.here();
        for _ in 0..steps {
            match self.further(&path, way) {
                Ok(next) => path = next,
                Err(_) => path.from.fill(0),
            }
        }
        self.back(&path, set)
    }

    /// The cells of all lines or groups.
    pub fn all_of(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Cells> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let mut all = Cells::none();
        for source in self.sources(shape, of)? {
            let cells = match shape.sort {
                PatternKind::Group => source,
                PatternKind::Loop => return Err(not_batchable("it looks for loops")),
                PatternKind::Line { length, exactly } => self.line_cells(shape, source, length, exactly)?,
            };
            all = self.join(&all, &Cells::of(cells));
        }
        Ok(all)
    }

    fn line_cells(&mut self, pattern: &Pattern, source: Reg, length: u16, exactly: bool) -> Lifted<Reg> {
        let mut all: Option<Reg> = None;
        for way in self.line_ways(pattern) {
            let mut row = self.row_starts(way, source, length, exactly);
            for step in 0..length {
                if step > 0 {
                    row = self.stepped(row, way);
                }
                all = Some(match all {
                    Some(all) => self.union(all, row),
                    None => row,
                });
            }
        }
        all.ok_or(not_batchable("lines in no direction"))
    }

    /// The lines of a set that never changes, where all rows of it are just as long as they must be.
    pub fn steady_lines(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Option<Vec<Cells>>> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let PatternKind::Line { length, exactly } = shape.sort else { return Ok(None) };
        if shape.by_owner || shape.by_kind || of.is_some() {
            return Ok(None);
        }
        let source = self.source(shape, None)?;
        let Some(Op::Const { set, .. }) = self.made_by(source) else { return Ok(None) };
        let (members, board) = (self.sets[usize::from(set)].clone(), &game.board);
        let is_member = |cell: &CellId| has(&members, cell.index());
        let mut lines = Vec::new();
        for way in self.line_ways(shape) {
            let (back, mut met) = (board.opposite(way), 0);
            for first in board.cells().filter(is_member) {
                if board.step(first, back).is_some_and(|before| is_member(&before)) {
                    continue;
                }
                let next = |cell: &CellId| board.step(*cell, way).filter(is_member);
                let row: Vec<CellId> = std::iter::successors(Some(first), next).collect();
                met += row.len();
                if row.len() > usize::from(length) && !exactly {
                    return Ok(None);
                }
                if row.len() == usize::from(length) {
                    let words = self.words_of(row);
                    lines.push(Cells::of(self.constant(words)));
                }
            }
            // A row that comes back to where it began has no first cell.
            if met != board.cells().filter(is_member).count() {
                return Ok(None);
            }
        }
        Ok(Some(lines))
    }

    /// Each line is met once: of a direction and its opposite, one.
    fn line_ways(&self, pattern: &Pattern) -> Vec<DirectionId> {
        let board = &self.game.board;
        let all = board.relation_directions(pattern.relation);
        let once = |way: &DirectionId| *way <= board.opposite(*way) || !all.contains(&board.opposite(*way));
        all.iter().copied().filter(once).collect()
    }

    /// Whether groups join sides, where nothing is known of what was before.
    pub fn joined(&mut self, shapes: &'g Expr, sides: &'g [Expr]) -> Lifted<Truth> {
        let LiftedValue::Shapes(id, of) = self.lift(shapes)? else {
            return Err(not_batchable("groups of another form"));
        };
        let game = self.game;
        let pattern = &game.patterns[id];
        if pattern.sort != PatternKind::Group {
            return Err(not_batchable("connections of another form"));
        }
        let mut masks = Vec::new();
        for side in sides {
            let side = self.cells(side)?;
            masks.push(self.dense(&side)?);
        }
        if let Some(given) = pattern.given {
            let owners = self.owners_asked(pattern, of)?;
            let sources = self.sources_of(pattern, owners)?;
            return self.joined_along(given, sources, &masks);
        }
        let mut any = Truth::Known(false);
        for source in self.sources(pattern, of)? {
            let joined = self.flooded_join(pattern, source, &masks);
            any = self.either(any, joined);
        }
        Ok(any)
    }

    /// Whether a group of a set touches all of some sides: those that touch the first are found, of these those that touch the second,
    /// and so on.
    fn flooded_join(&mut self, pattern: &Pattern, source: Reg, sides: &[Reg]) -> Truth {
        let ways = self.joining_ways(pattern);
        let mut touching = source;
        for (place, side) in sides.iter().enumerate() {
            touching = self.intersection(touching, *side);
            if place + 1 < sides.len() {
                touching = self.value_of(Op::Flood { d: 0, a: touching, set: source, ways });
            }
        }
        Truth::Mask(self.value_of(Op::Some { d: 0, a: touching }))
    }

    fn new_join(&mut self, shapes: &'g Expr, sides: &'g [Expr]) -> Lifted<Truth> {
        let LiftedValue::Shapes(id, of) = self.lift(shapes)? else {
            return Err(not_batchable("groups of another form"));
        };
        let game = self.game;
        let pattern = &game.patterns[id];
        if !self.is_plain(pattern) {
            return self.joined(shapes, sides);
        }
        if pattern.sort != PatternKind::Group {
            return Err(not_batchable("connections of another form"));
        }
        let mut masks = Vec::new();
        for side in sides {
            match constant(side, Some(&game.board), &game.definitions) {
                Some(Known::Cells(cells)) => masks.push(self.words_of(cells)),
                _ => return Err(not_batchable("connections of sides that change")),
            }
        }
        let mut any = Truth::Known(false);
        for owner in self.owners(pattern, of)? {
            self.looked.push((self.acting, Sought { pattern: id, sides: masks.clone(), at: None }, owner));
            let joined = match self.grown[owner.index()] {
                Grown::No => Truth::Known(false),
                Grown::Somehow => {
                    let set = self.source(pattern, Some(owner))?;
                    let sides: Vec<Reg> = masks.iter().map(|mask| self.constant(mask.clone())).collect();
                    self.flooded_join(pattern, set, &sides)
                }
                Grown::By(cell) if self.monotone[owner.index()] => {
                    let joining = joining(&game.board, pattern, &masks, owner.index() as Reg);
                    let place = match self.joins.iter().position(|known| *known == joining) {
                        Some(place) => place,
                        None => {
                            self.joins.push(joining);
                            self.joins.len() - 1
                        }
                    };
                    Truth::Mask(self.value_of(Op::Join { d: 0, a: cell, joins: place as u16 }))
                }
                Grown::By(cell) => {
                    let set = self.source(pattern, Some(owner))?;
                    let directions = game.board.relation_directions(pattern.relation);
                    let list = directions.iter().flat_map(|way| self.all_ways_of(*way, 1)).collect();
                    let ways = self.way_list(list);
                    let group = self.value_of(Op::Flood { d: 0, a: cell, set, ways });
                    let mut all = Truth::Known(true);
                    for mask in &masks {
                        let side = self.constant(mask.clone());
                        let touched = self.intersection(group, side);
                        let touched = Truth::Mask(self.value_of(Op::Some { d: 0, a: touched }));
                        all = self.both(all, touched);
                    }
                    all
                }
            };
            any = self.either(any, joined);
        }
        Ok(any)
    }

    /// The cells of a player's groups, and the place of their relation's neighbours.
    pub fn sized(&mut self, pattern: PatternId, of: Option<&'g Expr>, me: PlayerId) -> Lifted<(Reg, u16)> {
        let game = self.game;
        let pattern = &game.patterns[pattern];
        let owner = match self.owners(pattern, of)?.as_slice() {
            // In the place of `me`.
            [owner] => *owner,
            _ if pattern.by_owner && of.is_none() => me,
            _ => return Err(not_batchable("sizes of the groups of several players")),
        };
        if pattern.sort != PatternKind::Group {
            return Err(not_batchable("sizes of lines or loops"));
        }
        let source = self.source(pattern, Some(owner))?;
        Ok((source, self.group_place(pattern)))
    }

    /// The place of the neighbours by a pattern's relation.
    pub fn group_place(&mut self, pattern: &Pattern) -> u16 {
        let relation = pattern.relation.0;
        let place = match self.groups.iter().position(|(known, _)| *known == relation) {
            Some(place) => place,
            None => {
                self.groups.push((relation, neighbours(&self.game.board, pattern)));
                self.groups.len() - 1
            }
        };
        place as u16
    }
}

/// The neighbours of each slot both ways.
fn neighbours(board: &Board, pattern: &Pattern) -> Vec<Vec<u64>> {
    let mut near = vec![vec![0; board.words()]; board.slots()];
    for cell in board.cells() {
        for next in board.neighbours(pattern.relation, cell) {
            near[cell.index()][next.index() / 64] |= 1 << (next.index() % 64);
            near[next.index()][cell.index() / 64] |= 1 << (cell.index() % 64);
        }
    }
    near
}

fn joining(board: &Board, pattern: &Pattern, masks: &[Vec<u64>], cells: Reg) -> ConnectionGoal {
    ConnectionGoal { near: neighbours(board, pattern), sides: masks.to_vec(), cells }
}
