//! The cases of a move: the ways in which it changes the measures, over every choice of its picks.

use rustc_hash::FxHashMap;

use super::closed::required;
use super::effects::Effects;
use super::known::{Delta, FAR, World};
use super::measure::{Measure, Sort};
use crate::audit::interpret::{Codes, EMPTY, Fuel, Interpreter, Known, Range, Set, State, Value};
use crate::audit::uses::any;
use rulebook_language::model::{
    Builtin, Content, Expr, ExprKind, Game, LocalId, MAX_CHAIN_PICKS, Move, Picking, PlayerId, Primitive, TransferMode,
    Type, all_primitives,
};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// Kinds of pieces that are told apart on a picked cell; a game with more of them is looked at without.
const MAX_KINDS: usize = 6;
/// Cells that a name may stand for, where each is looked at.
const MAX_CELLS: usize = 64;
/// Links of a chain: no action has more picks.
pub const MAX_LINKS: i64 = MAX_CHAIN_PICKS as i64;

/// A way in which an action changes the measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// How far each measure goes.
    pub deltas: Vec<Delta>,
}

impl Case {
    /// An action that changes none of so many measures.
    pub fn idle(measures: usize) -> Self {
        Case { deltas: vec![Delta::default(); measures] }
    }
}

/// What holds where a turn begins: conditions, each with whether it holds.
pub type Facts<'g> = Vec<(&'g Expr, bool)>;

/// Works out cases.
pub struct Actions<'g> {
    /// The game.
    pub game: &'g Game,
    /// The codes of what a cell can hold.
    pub codes: Codes,
    /// The measures.
    pub measures: &'g [Measure],
    /// Steps left.
    pub fuel: Fuel,
}

impl<'g> Actions<'g> {
    fn effects(&self, me: PlayerId) -> Effects<'g> {
        Effects { reason: Interpreter::of_moves(self.game, self.codes, me, self.fuel.clone()), measures: self.measures }
    }

    /// The cases of a move of a player; `facts` hold where it is made. Nothing where it takes too long.
    pub fn cases(&self, me: PlayerId, rule: &Move, facts: &Facts<'g>, chained: bool) -> Option<Vec<Case>> {
        self.found(me, rule, facts, chained, None)
    }

    /// The cases of one link of a chain. `fresh` says whether what begins a further link was not vacated before in the turn.
    pub fn link_cases(&self, me: PlayerId, link: &Move, fresh: bool) -> Option<Vec<Case>> {
        self.found(me, link, &Facts::new(), false, Some(fresh))
    }

    fn found(
        &self,
        me: PlayerId,
        rule: &Move,
        facts: &Facts<'g>,
        chained: bool,
        fresh: Option<bool>,
    ) -> Option<Vec<Case>> {
        let effects = self.effects(me);
        let state = State::of(Known::nothing(self.game, self.codes));
        let mut world = World { state, deltas: vec![Delta::default(); self.measures.len()] };
        let mut search = Search {
            effects,
            rule,
            asks_for_kinds: asks_for_kinds(self.game, rule),
            found: Vec::new(),
            places: FxHashMap::default(),
            required: self.required(me, rule),
            chained,
            fresh,
        };
        let possible = facts.iter().all(|(fact, holds)| search.effects.reason.refine(&mut world, fact, *holds));
        if possible {
            search.pick(world, 0);
        }
        (!search.effects.reason.exhausted()).then_some(search.found)
    }

    /// The case of a move whose picks are too many to be looked at: only what it requires is known.
    pub fn unseen(&self, me: PlayerId, rule: &Move, chained: bool) -> Case {
        let mut deltas = vec![Delta::ANY; self.measures.len()];
        for (place, delta) in self.required(me, rule) {
            deltas[place] = if chained { delta.repeated(MAX_LINKS) } else { delta };
        }
        Case { deltas }
    }

    /// How far the numbers go of which something is required.
    fn required(&self, me: PlayerId, rule: &Move) -> Vec<(usize, Delta)> {
        let known = required(self.game, me, rule);
        let changes = all_primitives(&rule.effects).into_iter().any(Primitive::is_change);
        let mut deltas = Vec::new();
        for (place, measure) in self.measures.iter().enumerate() {
            let Sort::Required(number) = &measure.sort else { continue };
            let mut delta = if changes { Delta::ANY } else { Delta::default() };
            for required in known.iter().filter(|required| required.number == *number) {
                let least = i64::from(required.strict);
                let this = if required.grows { Delta::new(least, FAR) } else { Delta::new(-FAR, -least) };
                delta = Delta { low: delta.low.max(this.low), high: delta.high.min(this.high) };
            }
            deltas.push((place, delta));
        }
        deltas
    }
}

/// Whether the kinds of pieces play a part in a move.
fn asks_for_kinds(game: &Game, rule: &Move) -> bool {
    if game.kinds.len() < 2 || game.kinds.len() > MAX_KINDS {
        return false;
    }
    let is = |expr: &Expr| match &expr.kind {
        ExprKind::Pieces { .. } => true,
        ExprKind::Builtin(..) | ExprKind::Counter(..) => {
            expr.ty == Type::Kind || expr.parts().iter().any(|part| part.ty == Type::Kind)
        }
        _ => false,
    };
    let mut found = rule.picking.iter().any(|step| match step {
        Picking::Pick { from, .. } | Picking::Several { from, .. } => any(game, from, &is),
        Picking::Let { value, .. } => any(game, value, &is),
        Picking::Where(condition) => any(game, condition, &is),
    });
    for primitive in all_primitives(&rule.effects) {
        found |= matches!(primitive, Primitive::Assign { content: Content::Kind(_), .. });
        found |= primitive.parts().into_iter().any(|expr| any(game, expr, &is));
    }
    found
}

/// Whether pieces are moved from or to what a name stands for.
fn moves(rule: &Move, local: LocalId) -> bool {
    let is_it = |cell: &Expr| matches!(cell.kind, ExprKind::Local(known) if known == local);
    all_primitives(&rule.effects).into_iter().any(|primitive| match primitive {
        Primitive::Transfer { from, to, .. } => is_it(from) || is_it(to),
        _ => false,
    })
}

/// A walk through the choices of a move's picks.
struct Search<'g, 'm> {
    effects: Effects<'g>,
    rule: &'m Move,
    asks_for_kinds: bool,
    required: Vec<(usize, Delta)>,
    chained: bool,
    /// Of a link: whether what begins it was not vacated before in the turn.
    fresh: Option<bool>,
    found: Vec<Case>,
    /// Where the case is kept that goes these ways: for each measure, whether its least and its greatest change are below or above 0.
    places: FxHashMap<Vec<(i8, i8)>, usize>,
}

impl Search<'_, '_> {
    fn pick(&mut self, mut world: World, step: usize) {
        let reason = &self.effects.reason;
        if reason.exhausted() {
            return;
        }
        let Some(picking) = self.rule.picking.get(step) else { return self.act(world) };
        match picking {
            Picking::Let { local, value } => match reason.value(&mut world, value) {
                // What is moved, or moved to, is looked at cell by cell.
                Value::Cell { among, nowhere, .. }
                    if among.single().is_none() && among.len() <= MAX_CELLS && moves(self.rule, *local) =>
                {
                    if nowhere {
                        let mut this = world.clone();
                        this.locals.insert(*local, Value::cell(Set::empty(reason.words()), true));
                        self.pick(this, step + 1);
                    }
                    for cell in among.iter() {
                        let reason = &self.effects.reason;
                        if !reason.burn(world.known.contents.len()) {
                            return;
                        }
                        let mut this = world.clone();
                        this.locals.insert(*local, reason.this(cell));
                        let possible = match &value.kind {
                            ExprKind::Builtin(Builtin::The, set) => {
                                set.first().is_none_or(|set| reason.refine_inside(&mut this, set, cell))
                            }
                            _ => true,
                        };
                        if possible {
                            self.pick(this, step + 1);
                        }
                    }
                }
                value => {
                    world.locals.insert(*local, value);
                    self.pick(world, step + 1);
                }
            },
            // Of a link, each cell that the condition can be about for itself.
            Picking::Where(Expr { kind: ExprKind::Quantified { every: false, local, over, condition }, .. })
                if self.fresh.is_some() && over.ty == Type::Cells =>
            {
                let Value::Cells(set) = reason.value(&mut world, over) else { return self.pick(world, step + 1) };
                for cell in set.may.iter() {
                    let reason = &self.effects.reason;
                    if !reason.burn(world.known.contents.len()) {
                        return;
                    }
                    let mut this = world.clone();
                    this.locals.insert(*local, reason.this(cell));
                    if reason.refine_inside(&mut this, over, cell) && reason.refine(&mut this, condition, true) {
                        self.pick(this, step + 1);
                    }
                }
            }
            Picking::Where(condition) => {
                if reason.refine(&mut world, condition, true) {
                    self.pick(world, step + 1);
                }
            }
            Picking::Several { local, from, low, .. } => {
                let Value::Cells(some) = reason.some_of(&mut world, from, usize::from(*low)) else {
                    world.locals.remove(local);
                    return self.pick(world, step + 1);
                };
                // It has a cell: each that it may have is looked at as that one.
                for cell in some.may.iter() {
                    let mut this = world.clone();
                    if !self.effects.reason.burn(this.known.contents.len()) {
                        return;
                    }
                    let mut with = some.clone();
                    with.must.insert(cell);
                    this.locals.insert(*local, Value::Cells(with));
                    if self.effects.reason.refine_inside(&mut this, from, cell) {
                        self.pick(this, step + 1);
                    }
                }
            }
            Picking::Pick { local, from } if from.ty == Type::Range => {
                let Some(numbers) = reason.numbers(&mut world, from) else {
                    // What is picked stays unknown.
                    world.locals.remove(local);
                    return self.pick(world, step + 1);
                };
                for n in numbers {
                    let mut this = world.clone();
                    if !self.effects.reason.burn(this.known.contents.len()) {
                        return;
                    }
                    this.locals.insert(*local, Value::Number(Range::whole(n)));
                    self.pick(this, step + 1);
                }
            }
            Picking::Pick { local, from } => match reason.value(&mut world, from) {
                Value::Cells(set) => {
                    for cell in set.may.iter() {
                        let mut this = world.clone();
                        if !self.effects.reason.burn(this.known.contents.len()) {
                            return;
                        }
                        this.locals.insert(*local, self.effects.reason.this(cell));
                        if self.effects.reason.refine_inside(&mut this, from, cell) {
                            self.by_kind(this, cell, step + 1);
                        }
                    }
                }
                Value::Directions(known) => {
                    let all = known.unwrap_or_else(|| self.effects.reason.game.board.directions().collect());
                    for direction in all {
                        let mut this = world.clone();
                        this.locals.insert(*local, Value::Direction(Some(direction)));
                        self.pick(this, step + 1);
                    }
                }
                Value::Everyone => {
                    for player in self.effects.reason.game.players.ids() {
                        let mut this = world.clone();
                        this.locals.insert(*local, Value::Player(1 << player.index()));
                        self.pick(this, step + 1);
                    }
                }
                Value::Kinds(_, may) => {
                    for kind in (0..self.effects.reason.game.kinds.len()).filter(|kind| may >> kind & 1 == 1) {
                        if !self.effects.reason.burn(world.known.contents.len()) {
                            return;
                        }
                        let mut this = world.clone();
                        this.locals.insert(*local, Value::Kind(1 << kind));
                        self.pick(this, step + 1);
                    }
                }
                // What is picked stays unknown.
                _ => {
                    world.locals.remove(local);
                    self.pick(world, step + 1);
                }
            },
        }
    }

    /// Goes on for each kind of piece that may stand on a picked cell.
    fn by_kind(&mut self, world: World, cell: CellId, step: usize) {
        let codes = self.effects.reason.codes;
        let here = world.known.at(cell);
        let kinds = codes.kinds_of(here);
        if !self.asks_for_kinds || kinds.count_ones() < 2 {
            return self.pick(world, step);
        }
        let parts = (0..64).filter(|kind| kinds >> kind & 1 == 1).map(|kind| codes.kinds(1 << kind));
        for part in parts.chain((here & EMPTY != 0).then_some(EMPTY)) {
            if !self.effects.reason.burn(world.known.contents.len()) {
                return;
            }
            let mut this = world.clone();
            if this.known.refine(cell, part) {
                self.pick(this, step);
            }
        }
    }

    /// How far the end of a chain goes: nothing is known of the links before it.
    fn ended(&mut self) -> Vec<Delta> {
        let game = self.effects.reason.game;
        let state = State::of(Known::nothing(game, self.effects.reason.codes));
        let idle = vec![Delta::default(); self.effects.measures.len()];
        let world = World { state, deltas: idle.clone() };
        let mut ends = self.effects.follow(world, self.rule.end(), true).into_iter().map(|after| after.deltas);
        let first = ends.next().unwrap_or(idle);
        ends.fold(first, |all, deltas| all.into_iter().zip(deltas).map(|(one, other)| one.hull(other)).collect())
    }

    /// The cases of a chain at whose end something is done: its links, then the end.
    fn act_chain(&mut self, world: World) {
        let ended = self.ended();
        for after in self.effects.follow(world, self.rule.link(), true) {
            let mut deltas = after.deltas;
            for ((delta, end), measure) in deltas.iter_mut().zip(&ended).zip(self.effects.measures) {
                *delta = match measure.sort {
                    Sort::Pairs(_) => Delta::ANY,
                    _ => delta.repeated(MAX_LINKS).plus(*end),
                };
            }
            for (place, delta) in &self.required {
                if let Some(known) = deltas.get_mut(*place) {
                    *known = delta.repeated(MAX_LINKS);
                }
            }
            self.add(Case { deltas });
        }
    }

    /// Whether the move certainly moves a piece from the cell of its first pick to another.
    fn leaves(&self, world: &World) -> bool {
        fn leaves(primitive: &Primitive) -> Option<(&Expr, &Expr)> {
            match primitive {
                Primitive::Transfer { from, to, mode } if !matches!(mode, TransferMode::Exchange) => Some((from, to)),
                _ => None,
            }
        }
        let effects = &self.rule.effects;
        let all = all_primitives(effects);
        if all.iter().filter(|primitive| matches!(primitive, Primitive::Transfer { .. })).count() != 1 {
            return false;
        }
        let first = effects.iter().position(|effect| effect.does.iter().any(|done| leaves(done).is_some()));
        let Some((before, effect)) = first.and_then(|at| Some((effects.get(..at)?, effects.get(at)?))) else {
            return false;
        };
        let (Some((from, to)), Some(pick)) = (effect.does.iter().find_map(leaves), self.rule.picks().next()) else {
            return false;
        };
        matches!(from.kind, ExprKind::Local(local) if local == pick)
            && self.effects.follow(world.clone(), before, true).into_iter().all(|mut world| {
                let reason = &self.effects.reason;
                let ((from, off), (to, nowhere)) = (reason.cell(&mut world, from), reason.cell(&mut world, to));
                match (from.single(), to.single(), off || nowhere) {
                    (Some(from), Some(to), false) => from != to && world.known.at(from) & EMPTY == 0,
                    _ => false,
                }
            })
    }

    fn act(&mut self, mut world: World) {
        world.before = Some(std::rc::Rc::new(world.known.clone()));
        if self.chained && !self.rule.end().is_empty() {
            return self.act_chain(world);
        }
        let left = i64::from(self.fresh == Some(true) && self.leaves(&world));
        for after in self.effects.follow(world, &self.rule.effects, true) {
            let mut deltas = after.deltas.clone();
            for (place, delta) in &self.required {
                if let Some(known) = deltas.get_mut(*place) {
                    *known = *delta;
                }
            }
            for (delta, measure) in deltas.iter_mut().zip(self.effects.measures) {
                match measure.sort {
                    Sort::Pairs(relation) => {
                        *delta = self.effects.reason.pairs(&after, &self.rule.effects, relation);
                    }
                    Sort::Unvacated => *delta = Delta::new(-FAR, -left),
                    _ => {}
                }
            }
            if self.chained {
                deltas.iter_mut().for_each(|delta| *delta = delta.repeated(MAX_LINKS));
            }
            self.add(Case { deltas });
        }
    }

    /// Keeps a case, together with those that go the same ways.
    fn add(&mut self, case: Case) {
        let sign = |change: i64| change.signum() as i8;
        let ways = case.deltas.iter().map(|delta| (sign(delta.low), sign(delta.high))).collect();
        let place = *self.places.entry(ways).or_insert(self.found.len());
        match self.found.get_mut(place) {
            Some(known) => {
                for (mine, theirs) in known.deltas.iter_mut().zip(&case.deltas) {
                    *mine = mine.hull(*theirs);
                }
            }
            None => self.found.push(case),
        }
    }
}
