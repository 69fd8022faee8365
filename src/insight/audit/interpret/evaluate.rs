//! What is known of the value of an expression.

use std::cell::{Cell as Shared, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::cells::{CellSet, Holding, Time};
use super::contents::{Codes, Contents, NOBODY};
use super::kept::Kept;
use super::range::Range;
use super::set::Set;
use super::state::{Known, Says, State};
use super::value::Value;
use rulebook_language::model::EVENTS;
use rulebook_language::model::{DefinitionId, Expr, ExprKind, Game, Index, Per, PlayerId, Type, same};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

/// The start of the turn, as a time.
const TURN_START: Time = Time::MAX;

/// Steps left, a step for each expression and each cell looked at.
#[derive(Clone, Debug)]
pub struct Fuel(Rc<Shared<u64>>);

impl Fuel {
    /// So many steps.
    pub fn new(steps: u64) -> Self {
        Fuel(Rc::new(Shared::new(steps)))
    }

    /// How many are left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Leaves so many.
    pub fn set(&self, steps: u64) {
        self.0.set(steps);
    }
}

/// How closely sets are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Members are looked at one by one, and what a condition says of the position is all that is kept of it.
    EachMember,
    /// One member stands for all, and conditions are kept beside the position: they decide what says the same.
    AnyMember,
}

/// What lies on lines, by their directions and the cell where they begin.
pub(super) type Lines = FxHashMap<Vec<DirectionId>, FxHashMap<CellId, Set>>;

/// Works out what one mover's expressions come to.
#[derive(Clone, Debug)]
pub struct Interpreter<'g> {
    /// The game.
    pub game: &'g Game,
    /// The codes of what a cell can hold.
    pub codes: Codes,
    /// The mover.
    pub me: PlayerId,
    /// The cells of the board.
    pub board: Set,
    /// What can have happened in the turn: placing, removing, turning over, moving, promoting.
    pub events: [bool; EVENTS],
    /// How closely sets are looked at.
    pub detail: Detail,
    /// Steps left.
    pub fuel: Fuel,
    /// The cells on the lines from cells, by the directions, as far as they were asked for.
    pub(super) lines: Rc<RefCell<Lines>>,
    /// What was worked out of the position that was asked about last, where members are looked at one by one.
    kept: Rc<RefCell<Kept>>,
}

impl<'g> Interpreter<'g> {
    /// Looks closely at the moves of a player.
    pub fn of_moves(game: &'g Game, codes: Codes, me: PlayerId, fuel: Fuel) -> Self {
        let board = Set::from_words(game.board.mask());
        Interpreter {
            game,
            codes,
            me,
            board,
            events: [true; EVENTS],
            detail: Detail::EachMember,
            fuel,
            lines: Rc::default(),
            kept: Rc::default(),
        }
    }

    /// Looks at any member of a set for all, in a game in whose turns this can have happened.
    pub fn of_rules(game: &'g Game, codes: Codes, me: PlayerId, events: [bool; EVENTS], fuel: Fuel) -> Self {
        Interpreter { events, detail: Detail::AnyMember, ..Self::of_moves(game, codes, me, fuel) }
    }
}

impl Interpreter<'_> {
    /// The words of a set of cells.
    pub fn words(&self) -> usize {
        self.game.board.words()
    }

    /// Counts work; false once there is none left.
    pub fn burn(&self, steps: usize) -> bool {
        let left = self.fuel.left().saturating_sub(steps as u64);
        self.fuel.set(left);
        left > 0
    }

    /// Whether work was broken off: then nothing that was found counts.
    pub fn exhausted(&self) -> bool {
        self.fuel.left() == 0
    }

    pub(super) fn any(&self, ty: Type) -> Value {
        Value::any(ty, &self.board, self.words())
    }

    /// The set of cells whose contents are among these.
    pub(super) fn holding(&self, state: &State, contents: Contents) -> CellSet {
        self.burn(state.known.contents.len() / 4);
        let is_kept = self.detail == Detail::EachMember;
        if let Some(cells) = self.kept.borrow().holding(state, contents).filter(|_| is_kept) {
            return cells;
        }
        let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
        let words = must.words_mut().iter_mut().zip(may.words_mut()).zip(self.board.words());
        for (((all, some), cells), held) in words.zip(state.known.contents.chunks(u64::BITS as usize)) {
            let (mut only, mut also) = (0, 0);
            for (bit, at) in held.iter().enumerate() {
                let has = at & contents != 0;
                also |= u64::from(has) << bit;
                only |= u64::from(has && at & !contents == 0) << bit;
            }
            (*all, *some) = (only & cells, also & cells);
        }
        let cells = CellSet { holding: Holding::all(contents, state.now), ..CellSet::between(must, may) };
        if is_kept {
            self.kept.borrow_mut().keep_holding(state, contents, &cells);
        }
        cells
    }

    /// What is known of an expression without free names: the same for every member that it is asked for.
    fn closed_value(&self, state: &mut State, expr: &Expr) -> Value {
        // Facts about whole expressions say more from one to the next.
        if self.detail == Detail::AnyMember {
            return self.value(state, expr);
        }
        let kept = self.kept.borrow().value(state, expr);
        if let Some((value, steps)) = kept {
            self.burn(steps as usize);
            return value;
        }
        let before = self.fuel.left();
        let value = self.value(state, expr);
        if !self.exhausted() {
            self.kept.borrow_mut().keep_value(state, expr, &value, before - self.fuel.left());
        }
        value
    }

    pub(super) fn everywhere(&self, state: &State, cells: impl IntoIterator<Item = CellId>) -> CellSet {
        let set = Set::of(self.words(), cells);
        CellSet { holding: Holding::all(self.codes.all, state.now), ..CellSet::between(set.clone(), set) }
    }

    /// What is known of an expression.
    pub fn value(&self, state: &mut State, expr: &Expr) -> Value {
        if !self.burn(1) {
            return self.any(expr.ty);
        }
        let value = self.plain_value(state, expr);
        let known = |fact: &&Rc<super::state::Fact>| fact.at == state.now && same(&fact.expr, expr);
        match value {
            Value::Truth(None) => {
                let truth = state.facts.iter().filter(known).find_map(|fact| match fact.says {
                    Says::Truth(truth) => Some(truth),
                    Says::Number(_) => None,
                });
                Value::Truth(truth)
            }
            Value::Number(range) => {
                let told = state.facts.iter().filter(known).filter_map(|fact| match fact.says {
                    Says::Number(range) => Some(range),
                    Says::Truth(_) => None,
                });
                Value::Number(told.fold(range, Range::and))
            }
            value => value,
        }
    }

    fn plain_value(&self, state: &mut State, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Number(number) => Value::Number(Range::exactly(*number)),
            ExprKind::Truth(truth) => Value::Truth(Some(*truth)),
            ExprKind::Cell(cell) => Value::cell(Set::of(self.words(), [*cell]), false),
            ExprKind::Player(player) => Value::Player(1 << player.index()),
            ExprKind::Kind(kind) => Value::Kind(1 << kind.index()),
            ExprKind::Kinds(kinds) => {
                let mask = kinds.iter().fold(0, |mask, kind| mask | 1 << kind.index());
                Value::Kinds(mask, mask)
            }
            ExprKind::Direction(direction) => Value::Direction(Some(*direction)),
            ExprKind::Directions(directions) => Value::Directions(Some(directions.clone())),
            ExprKind::Region(cells) => Value::Cells(self.everywhere(state, cells.iter().copied())),
            ExprKind::Local(local) => state.locals.get(local).cloned().unwrap_or_else(|| self.any(expr.ty)),
            ExprKind::Call(id, args) => self
                .called(state, *id, args, |inner, state, body| match args.as_slice() {
                    [] => inner.closed_value(state, body),
                    _ => inner.value(state, body),
                })
                .unwrap_or_else(|| self.any(expr.ty)),
            ExprKind::Builtin(builtin, args) => self.builtin(state, *builtin, args, expr.ty),
            ExprKind::Pieces { kind, owner } => Value::Cells(self.pieces(state, kind, owner.as_deref())),
            ExprKind::Neighbours(relation, of) => {
                let around = |set: &Set| {
                    let mut all = Set::empty(self.words());
                    set.iter().for_each(|cell| all.add(self.game.board.neighbour_mask(*relation, cell)));
                    all
                };
                match self.value(state, of) {
                    Value::Cells(set) => {
                        let set = self.seen(state, set);
                        Value::cells(around(&set.must), around(&set.may))
                    }
                    Value::Cell { among, nowhere, .. } => {
                        let known = !nowhere && among.single().is_some();
                        let may = around(&among);
                        Value::cells(if known { may.clone() } else { Set::empty(self.words()) }, may)
                    }
                    _ => self.any(expr.ty),
                }
            }
            ExprKind::Pattern { pattern, of, .. } => {
                let Some(pattern) = self.game.patterns.get(*pattern) else { return self.any(expr.ty) };
                let members = self.closed_value(state, &pattern.members);
                let members = self.as_cells(state, members);
                let owned = match of.as_deref() {
                    Some(of) => self.pieces_of(self.players(state, of)).0,
                    None if pattern.by_owner => self.codes.owned(!NOBODY),
                    None => self.codes.all,
                };
                let may = self.seen(state, CellSet { holding: Holding::some(owned, state.now), ..members.clone() });
                let both = members.and(&may);
                Value::Groups { may: both.may, holding: Holding { exact: false, ..both.holding } }
            }
            ExprKind::Parts { of, .. } => {
                let members = self.cell_set(state, of);
                Value::Groups { may: members.may, holding: Holding { exact: false, ..members.holding } }
            }
            ExprKind::Distance { .. } => Value::Number(Range::between(-1, self.game.board.slots() as i64)),
            ExprKind::Spread { own, member, from, to } => {
                let from = self.cell_set(state, from);
                let reached = || Value::cells(Set::empty(self.words()), self.board.clone());
                state.locals.extend(own.map(|own| (own, reached())));
                state.locals.extend(member.map(|member| (member, Value::cell(self.board.clone(), false))));
                let more = self.cell_set(state, to).part();
                Value::Cells(from.or(&more))
            }
            ExprKind::Counter(counter, of) => {
                let per = self.game.counters[*counter].per;
                let indices = self.indices(state, per, of);
                let Some(bounds) = state.known.counters.get(counter.index()) else { return self.any(expr.ty) };
                let each = indices.iter().filter_map(|index| bounds.get(*index));
                let range = each.map(|(low, high)| Range::between(*low, *high)).reduce(Range::hull);
                // The counter of nowhere, of nobody and of no kind is 0.
                let certain = self.certain(state, of);
                let range = if certain { range } else { range.map(|range| range.hull(Range::whole(0))) };
                Value::Number(range.unwrap_or(Range::ANY))
            }
            ExprKind::Marked(mark) => match state.known.marks.get(mark.index()) {
                Some((must, may)) => Value::cells(must.clone(), may.clone()),
                None => self.any(expr.ty),
            },
            ExprKind::Not(of) => Value::Truth(self.truth(state, of).map(|truth| !truth)),
            ExprKind::If(condition, then, otherwise) => match self.truth(state, condition) {
                Some(true) => self.value(state, then),
                Some(false) => self.value(state, otherwise),
                None => self.value(state, then).either(self.value(state, otherwise)),
            },
            ExprKind::Quantified { every, local, over, condition } => {
                Value::Truth(self.quantified(state, *every, *local, over, condition))
            }
            ExprKind::Filter { local, over, condition } if expr.ty == Type::Kinds => {
                self.filtered_kinds(state, *local, over, condition)
            }
            ExprKind::Filter { .. } if expr.ty == Type::Players => self.any(expr.ty),
            ExprKind::Filter { local, over, condition } => {
                Value::Cells(self.filtered(state, expr, *local, over, condition))
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                self.folded(state, *how, *local, over, condition.as_deref(), body, expr.ty)
            }
            ExprKind::Before(of) => self.at_before(state, |state| self.value(state, of)),
            ExprKind::TurnStart(of) => {
                let now = std::mem::replace(&mut state.now, TURN_START);
                let known = std::mem::replace(&mut state.known, Known::nothing(self.game, self.codes));
                let value = self.value(state, of);
                (state.now, state.known) = (now, known);
                value
            }
            ExprKind::Piece { .. } | ExprKind::Word(_) => Value::Other,
            ExprKind::LastPick(..) | ExprKind::LastTo(_) | ExprKind::Error => self.any(expr.ty),
        }
    }

    /// Asks about the position before the effects.
    pub fn at_before<T>(&self, state: &mut State, ask: impl FnOnce(&mut State) -> T) -> T {
        if state.now == TURN_START {
            return ask(state);
        }
        let now = std::mem::replace(&mut state.now, 0);
        let known = state.before.clone().map(|before| std::mem::replace(&mut state.known, Known::clone(&before)));
        let answer = ask(state);
        state.now = now;
        if let Some(known) = known {
            state.known = known;
        }
        answer
    }

    /// Asks about the body of a definition, with its parameters bound.
    pub fn called<T>(
        &self,
        state: &mut State,
        id: DefinitionId,
        args: &[Expr],
        ask: impl FnOnce(&Self, &mut State, &Expr) -> T,
    ) -> Option<T> {
        let definition = self.game.definitions.get(id)?;
        // All arguments first: an argument may call the same definition.
        let values: Vec<Value> = args.iter().map(|arg| self.value(state, arg)).collect();
        state.locals.extend(definition.params.iter().copied().zip(values));
        // What is known of a parameter is known of this call's alone.
        let facts = std::mem::take(&mut state.facts);
        let answer = ask(self, state, &definition.body);
        state.facts = facts;
        Some(answer)
    }

    /// A set as it is seen now.
    pub(super) fn seen(&self, state: &State, set: CellSet) -> CellSet {
        set.seen(state.now, self.codes.all)
    }

    /// Whether a condition holds, if that is certain.
    pub fn truth(&self, state: &mut State, expr: &Expr) -> Option<bool> {
        match self.value(state, expr) {
            Value::Truth(truth) => truth,
            _ => None,
        }
    }

    /// The bounds of a number.
    pub fn range(&self, state: &mut State, expr: &Expr) -> Range {
        match self.value(state, expr) {
            Value::Number(range) => range,
            _ => Range::ANY,
        }
    }

    /// What is known of a set of cells, or of a cell as a set of one.
    pub fn cell_set(&self, state: &mut State, expr: &Expr) -> CellSet {
        let value = self.value(state, expr);
        self.as_cells(state, value)
    }

    fn as_cells(&self, state: &State, value: Value) -> CellSet {
        let set = match value {
            Value::Cells(set) => set,
            Value::Cell { among, nowhere, holding } => self.one(state, among, nowhere, holding),
            Value::Groups { may, holding } => CellSet { holding, ..CellSet::between(Set::empty(self.words()), may) },
            _ => CellSet::between(Set::empty(self.words()), self.board.clone()),
        };
        self.seen(state, set)
    }

    /// A cell as a set.
    pub(super) fn one(&self, state: &State, among: Set, nowhere: bool, holding: Holding) -> CellSet {
        let known = !nowhere && among.single().is_some();
        let contents = self.contents(state, &among, holding);
        CellSet {
            must: if known { among.clone() } else { Set::empty(self.words()) },
            may: among,
            least: usize::from(!nowhere),
            holding: Holding::some(contents, state.now),
        }
    }

    /// What the cell may hold that is one of these.
    pub(super) fn contents(&self, state: &State, among: &Set, holding: Holding) -> Contents {
        let here = among.iter().fold(0, |all, cell| all | state.known.at(cell));
        here & holding.seen(state.now).contents
    }

    /// The cells that a set has for certain, and those that it may have.
    pub fn cells(&self, state: &mut State, expr: &Expr) -> (Set, Set) {
        let set = self.cell_set(state, expr);
        (set.must, set.may)
    }

    /// The cells that a cell may be, and whether it may be nowhere.
    pub fn cell(&self, state: &mut State, expr: &Expr) -> (Set, bool) {
        match self.value(state, expr) {
            Value::Cell { among, nowhere, .. } => (among, nowhere),
            _ => (self.board.clone(), true),
        }
    }

    /// The cell, if it is known.
    pub fn one_cell(&self, state: &mut State, expr: &Expr) -> Option<CellId> {
        let (among, nowhere) = self.cell(state, expr);
        among.single().filter(|_| !nowhere)
    }

    /// What a cell may hold, and whether it may be nowhere.
    pub(super) fn stands_on(&self, state: &mut State, cell: &Expr) -> (Contents, bool) {
        match self.value(state, cell) {
            Value::Cell { among, nowhere, holding } => (self.contents(state, &among, holding), nowhere),
            _ => (self.codes.all, true),
        }
    }

    /// The players that an expression may mean.
    pub fn players(&self, state: &mut State, expr: &Expr) -> u32 {
        match self.value(state, expr) {
            Value::Player(mask) => mask,
            _ => u32::MAX,
        }
    }

    /// The contents that are pieces of one of some players, and whether it is known whose.
    pub(super) fn pieces_of(&self, players: u32) -> (Contents, bool) {
        let neutral = if players & NOBODY == 0 { 0 } else { self.codes.neutral };
        (self.codes.owned(players) | neutral, players.count_ones() == 1 && players != NOBODY)
    }

    /// The kinds that an expression may mean; all bits where it may mean none.
    pub fn kind(&self, state: &mut State, expr: &Expr) -> u64 {
        match self.value(state, expr) {
            Value::Kind(mask) => mask,
            _ => u64::MAX,
        }
    }

    /// The kinds that a set has for certain, and those that it may have.
    pub fn kinds(&self, state: &mut State, expr: &Expr) -> (u64, u64) {
        match self.value(state, expr) {
            Value::Kinds(must, may) => (must, may),
            Value::Kind(mask) => (if mask.count_ones() == 1 { mask } else { 0 }, mask),
            _ => (0, u64::MAX),
        }
    }

    /// The cells with pieces of a kind and of an owner.
    fn pieces(&self, state: &mut State, kind: &Expr, owner: Option<&Expr>) -> CellSet {
        let kinds = self.kind(state, kind);
        let of_kind = self.codes.kinds(kinds);
        let one = kinds.count_ones() == 1;
        let set = match owner {
            None => self.holding(state, of_kind),
            Some(owner) => {
                let (owned, known) = self.pieces_of(self.players(state, owner));
                let set = self.holding(state, of_kind & owned);
                if known { set } else { set.part() }
            }
        };
        if one { set } else { set.part() }
    }

    /// Which numbers of a counter an expression may mean.
    pub fn indices(&self, state: &mut State, per: Per, of: &[Expr]) -> Vec<usize> {
        let mut all = vec![0];
        for (index, of) in per.indexes().zip(of) {
            let places: Vec<usize> = match index {
                Index::Player => {
                    let mask = self.players(state, of);
                    (0..self.game.players.len()).filter(|player| mask >> player & 1 == 1).collect()
                }
                Index::Cell => self.cell(state, of).0.iter().map(Id::index).collect(),
                Index::Kind => {
                    let mask = self.kind(state, of);
                    (0..self.game.kinds.len()).filter(|kind| mask >> kind & 1 == 1).collect()
                }
            };
            let count = self.game.members(index);
            self.burn(all.len().saturating_mul(places.len()));
            all = all.into_iter().flat_map(|row| places.iter().map(move |place| row * count + place)).collect();
        }
        all
    }

    /// Whether what a counter is of is surely somebody, a cell or a kind.
    pub fn certain(&self, state: &mut State, of: &[Expr]) -> bool {
        of.iter().all(|of| match self.value(state, of) {
            Value::Player(mask) => mask & NOBODY == 0,
            Value::Cell { nowhere, .. } => !nowhere,
            Value::Kind(mask) => mask != u64::MAX,
            _ => false,
        })
    }

    /// The cell that so many steps lead to, backwards if there are less than none.
    pub(super) fn walk(&self, from: CellId, direction: DirectionId, count: i64) -> Option<CellId> {
        let board = &self.game.board;
        let direction = if count < 0 { board.direction(direction).opposite } else { direction };
        let mut at = from;
        for _ in 0..count.unsigned_abs() {
            if !self.burn(1) {
                return None;
            }
            at = board.step(at, direction)?;
        }
        Some(at)
    }

    /// The directions of a value, if they are known.
    pub fn directions(&self, state: &mut State, expr: &Expr) -> Option<Vec<DirectionId>> {
        match self.value(state, expr) {
            Value::Directions(all) => all,
            Value::Direction(one) => one.map(|one| vec![one]),
            _ => None,
        }
    }
}
