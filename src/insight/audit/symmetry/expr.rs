//! Whether an expression, as one player reads it, is mapped onto another, as the player reads it whom that one becomes.

use rustc_hash::FxHashMap;

use super::constants::{image, invariant, sorted};
use super::owned::{is_of_somebody, owned};
use super::specialise::{for_player, settle};
use crate::audit::Automorphism;
use rulebook_language::model::constant;
use rulebook_language::model::row::{Folding, Order, Signature, Symmetry};
use rulebook_language::model::{
    Builtin, Constant, Definition, DefinitionId, Expr, ExprKind, Game, LocalId, PatternId, PlayerId, Type,
};
use rulebook_language::source::Span;
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::Table;

/// Where something is not shown to be the same.
pub type Shown = Result<(), Span>;

/// How many steps one audit takes at most; what is left then is not shown.
const MAX_STEPS: u64 = 1 << 20;
/// How large a board may be for a function of two cells to be looked at pair by pair.
const MAX_PAIRS: usize = 400;

/// One of the two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// That which is mapped.
    Left,
    /// That onto which it should be mapped.
    Right,
}

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Whatever the name of this number on the other side stands for, mapped.
    Linked(u32),
    /// That.
    Known(Constant),
}

/// Matches rules as two players read them.
pub struct Matcher<'g> {
    /// The game.
    pub game: &'g Game,
    /// The map that is tried.
    pub map: &'g Automorphism,
    /// Names on the left and on the right.
    pub left: FxHashMap<LocalId, Bound>,
    /// Those on the right.
    pub right: FxHashMap<LocalId, Bound>,
    /// The type of linked names, and whether they always stand for something.
    pub links: Vec<(Type, bool)>,
    /// Names on the left for cells on which a player's piece is known to stand.
    owned: Vec<LocalId>,
    readers: [&'g Reader; 2],
    patterns: FxHashMap<(PatternId, PatternId), bool>,
    kept: FxHashMap<Builtin, bool>,
    steps: u64,
}

/// A player who reads the rules.
pub struct Reader {
    /// Who.
    pub me: PlayerId,
    definitions: Table<DefinitionId, Definition>,
}

impl Reader {
    /// A game's definitions as that player reads them.
    pub fn new(game: &Game, me: PlayerId) -> Self {
        let read = |definition: &Definition| Definition {
            name: definition.name.clone(),
            params: definition.params.clone(),
            body: for_player(&definition.body, me, game.players.len()),
            known: definition.known.clone(),
        };
        let definitions: Table<DefinitionId, Definition> = game.definitions.iter().map(read).collect();
        // Regions are worked out once, not for each value of the names beside them.
        let settled = |definition: &Definition| {
            let mut definition = definition.clone();
            settle(&mut definition.body, &game.board, &definitions);
            definition
        };
        Reader { me, definitions: definitions.iter().map(settled).collect() }
    }

    /// An expression as the player reads it.
    fn read(&self, expr: &Expr, game: &Game) -> Expr {
        let mut expr = for_player(expr, self.me, game.players.len());
        settle(&mut expr, &game.board, &self.definitions);
        expr
    }
}

impl<'g> Matcher<'g> {
    /// Matches what `left` reads with what `right` reads, under a map that makes one the other.
    pub fn new(game: &'g Game, map: &'g Automorphism, left: &'g Reader, right: &'g Reader) -> Self {
        Matcher {
            game,
            map,
            left: FxHashMap::default(),
            right: FxHashMap::default(),
            links: Vec::new(),
            owned: Vec::new(),
            readers: [left, right],
            patterns: FxHashMap::default(),
            kept: FxHashMap::default(),
            steps: 0,
        }
    }

    /// Uses up steps; nothing once there are none.
    pub fn spend(&mut self, steps: u64) -> Option<()> {
        self.steps += steps;
        (self.steps <= MAX_STEPS).then_some(())
    }

    /// The names of a side.
    pub fn bound(&self, side: Side) -> &FxHashMap<LocalId, Bound> {
        if side == Side::Left { &self.left } else { &self.right }
    }

    /// The definitions as a side reads them.
    pub fn definitions(&self, side: Side) -> &Table<DefinitionId, Definition> {
        &self.readers[side as usize].definitions
    }

    /// Whether what a clause says, as it stands in the game, is the same for both readers.
    pub fn clause(&mut self, a: &Expr, b: &Expr) -> Shown {
        let [left, right] = self.readers;
        self.same(&left.read(a, self.game), &right.read(b, self.game))
    }

    /// Links a name on the left with one on the right.
    pub fn link(&mut self, a: LocalId, b: LocalId, ty: Type, total: bool) {
        let link = self.links.len() as u32;
        self.links.push((ty, total));
        self.left.insert(a, Bound::Linked(link));
        self.right.insert(b, Bound::Linked(link));
    }

    /// Binds names to what has been shown to be the same.
    pub fn bind(&mut self, a: (LocalId, &Expr), b: (LocalId, &Expr)) -> Shown {
        let [left, right] = self.readers;
        self.bind_read((a.0, &left.read(a.1, self.game)), (b.0, &right.read(b.1, self.game)))
    }

    /// The same of expressions as both read them.
    fn bind_read(&mut self, a: (LocalId, &Expr), b: (LocalId, &Expr)) -> Shown {
        self.same(a.1, b.1)?;
        let known = |side: Side, expr: &Expr| match expr.free_locals().is_empty() {
            true => constant(expr, Some(&self.game.board), self.definitions(side)),
            false => None,
        };
        match (known(Side::Left, a.1), known(Side::Right, b.1)) {
            (Some(value), Some(other)) => {
                self.left.insert(a.0, Bound::Known(value));
                self.right.insert(b.0, Bound::Known(other));
            }
            _ => {
                let total = self.is_total(a.1);
                self.link(a.0, b.0, a.1.ty, total);
            }
        }
        Ok(())
    }

    /// Whether a cell or player is never nowhere or nobody.
    fn is_total(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => match self.left.get(local) {
                Some(Bound::Linked(link)) => self.links.get(*link as usize).is_some_and(|(_, total)| *total),
                Some(Bound::Known(value)) => *value != Constant::Cell(None),
                None => false,
            },
            ExprKind::Cell(_) | ExprKind::Player(_) | ExprKind::Direction(_) | ExprKind::Kind(_) => true,
            // Before the first action nobody has acted. That happens once, at the start, which nothing else is mapped onto.
            ExprKind::Builtin(builtin, _) if builtin.is_somebody() => true,
            ExprKind::If(_, a, b) => self.is_total(a) && self.is_total(b),
            ExprKind::Builtin(Builtin::Owner, of) => {
                matches!(of.as_slice(), [Expr { kind: ExprKind::Local(cell), .. }] if self.owned.contains(cell))
            }
            _ => !matches!(expr.ty, Type::Cell | Type::Player | Type::Direction | Type::Kind),
        }
    }

    /// Whether two expressions are the same, as both read them.
    fn same(&mut self, a: &Expr, b: &Expr) -> Shown {
        self.spend(1).ok_or(a.span)?;
        if self.same_constants(a, b) == Some(true) {
            return Ok(());
        }
        if let Some(reduced) = self.reduced(a, Side::Left) {
            return self.same(reduced, b);
        }
        if let Some(reduced) = self.reduced(b, Side::Right) {
            return self.same(a, reduced);
        }
        match (&a.kind, &b.kind) {
            (ExprKind::Call(first, args), ExprKind::Call(second, others)) if args.len() == others.len() => {
                let [one, other] = self.readers;
                let (one, other) = (&one.definitions[*first], &other.definitions[*second]);
                let params = one.params.iter().zip(&other.params);
                let names: Vec<(LocalId, LocalId)> = params.clone().map(|(a, b)| (*a, *b)).collect();
                // An argument may call the same definition, whose parameters these are: they are bound all at once.
                let before = (self.left.clone(), self.right.clone());
                let mut bound = (Vec::new(), Vec::new());
                for ((a, b), (arg, other)) in params.zip(args.iter().zip(others)) {
                    (self.left, self.right) = before.clone();
                    self.bind_read((*a, arg), (*b, other))?;
                    bound.0.extend(self.left.get(a).map(|bound| (*a, bound.clone())));
                    bound.1.extend(self.right.get(b).map(|bound| (*b, bound.clone())));
                }
                (self.left, self.right) = before.clone();
                self.left.extend(bound.0);
                self.right.extend(bound.1);
                let is_owned = |arg: &Expr| matches!(&arg.kind, ExprKind::Local(cell) if self.owned.contains(cell));
                let owned = names.iter().zip(args).filter(|(_, arg)| is_owned(arg)).map(|((a, _), _)| *a).collect();
                let outside = std::mem::replace(&mut self.owned, owned);
                let shown =
                    self.same(&one.body, &other.body).or_else(|at| self.for_each_player(&names, (one, other), at));
                self.owned = outside;
                (self.left, self.right) = before;
                shown
            }
            (ExprKind::Call(called, args), _) if args.is_empty() => {
                let reader = self.readers[0];
                self.same(&reader.definitions[*called].body, b)
            }
            (_, ExprKind::Call(called, args)) if args.is_empty() => {
                let reader = self.readers[1];
                self.same(a, &reader.definitions[*called].body)
            }
            (ExprKind::Builtin(one, args), ExprKind::Builtin(other, others)) if one == other => {
                self.builtins(*one, args, others, a.span)
            }
            (ExprKind::Local(one), ExprKind::Local(other)) => {
                let same = match (self.left.get(one), self.right.get(other)) {
                    (Some(Bound::Linked(one)), Some(Bound::Linked(other))) => one == other,
                    (Some(Bound::Known(one)), Some(Bound::Known(other))) => {
                        image(one, self.map) == sorted(other.clone())
                    }
                    _ => false,
                };
                found(same, a)
            }
            (ExprKind::Pieces { kind: one, owner: a1 }, ExprKind::Pieces { kind: other, owner: b1 })
            | (ExprKind::Piece { kind: one, owner: a1 }, ExprKind::Piece { kind: other, owner: b1 }) => {
                found(a1.is_some() == b1.is_some(), a)?;
                self.same(one, other)?;
                self.options(a1.as_deref(), b1.as_deref(), a.span)
            }
            (ExprKind::Neighbours(one, of), ExprKind::Neighbours(other, set)) => {
                found(one == other, a)?;
                self.same(of, set)
            }
            (
                ExprKind::Pattern { pattern: one, of: a1, through: a2 },
                ExprKind::Pattern { pattern: other, of: b1, through: b2 },
            ) => {
                self.pattern(*one, *other, a.span)?;
                self.options(a1.as_deref(), b1.as_deref(), a.span)?;
                self.options(a2.as_deref(), b2.as_deref(), a.span)
            }
            (ExprKind::Counter(one, of), ExprKind::Counter(other, whose)) => {
                found(one == other && of.len() == whose.len(), a)?;
                of.iter().zip(whose).try_for_each(|(a, b)| self.same(a, b))
            }
            (ExprKind::If(a1, a2, a3), ExprKind::If(b1, b2, b3)) => {
                self.same(a1, b1)?;
                self.given(owned(a1, self.game), |this| this.same(a2, b2))?;
                self.same(a3, b3)
            }
            (
                ExprKind::Quantified { every: one, local: a0, over: a1, condition: a2 },
                ExprKind::Quantified { every: other, local: b0, over: b1, condition: b2 },
            ) => {
                found(one == other, a)?;
                self.over((*a0, a1), (*b0, b1))?;
                self.given(members(*a0, a1), |this| this.same(a2, b2))
            }
            (
                ExprKind::Filter { local: a0, over: a1, condition: a2 },
                ExprKind::Filter { local: b0, over: b1, condition: b2 },
            ) => {
                self.over((*a0, a1), (*b0, b1))?;
                self.given(members(*a0, a1), |this| this.same(a2, b2))
            }
            (
                ExprKind::Fold { how: one, local: a0, over: a1, condition: a2, body: a3 },
                ExprKind::Fold { how: other, local: b0, over: b1, condition: b2, body: b3 },
            ) => {
                found(one == other, a)?;
                self.over((*a0, a1), (*b0, b1))?;
                self.given(members(*a0, a1), |this| {
                    this.options(a2.as_deref(), b2.as_deref(), a.span)?;
                    this.same(a3, b3)
                })
            }
            (
                ExprKind::Spread { own: a0, member: a1, from: a2, to: a3 },
                ExprKind::Spread { own: b0, member: b1, from: b2, to: b3 },
            ) => {
                found(a0.is_some() == b0.is_some() && a1.is_some() == b1.is_some(), a)?;
                self.same(a2, b2)?;
                for (one, other, ty) in [(a0, b0, Type::Cells), (a1, b1, Type::Cell)] {
                    if let (Some(one), Some(other)) = (one, other) {
                        self.link(*one, *other, ty, true);
                    }
                }
                self.same(a3, b3)
            }
            (ExprKind::Parts { of: one, joint: by }, ExprKind::Parts { of: other, joint: with }) => {
                found(by == with && by.given.is_none(), a)?;
                self.same(one, other)
            }
            (
                ExprKind::Distance { from: a0, to: a1, joint: by },
                ExprKind::Distance { from: b0, to: b1, joint: with },
            ) => {
                found(by == with && by.given.is_none(), a)?;
                self.same(a0, b0)?;
                self.same(a1, b1)
            }
            (ExprKind::Not(one), ExprKind::Not(other)) => self.same(one, other),
            (ExprKind::Before(one), ExprKind::Before(other))
            | (ExprKind::TurnStart(one), ExprKind::TurnStart(other)) => {
                // What is known of the position at hand is not known of an earlier one.
                let now = std::mem::take(&mut self.owned);
                let shown = self.same(one, other);
                self.owned = now;
                shown
            }
            (ExprKind::LastPick(one, pick), ExprKind::LastPick(other, place)) => {
                found(one == other && pick == place, a)
            }
            (ExprKind::LastTo(one), ExprKind::LastTo(other)) => found(one == other, a),
            (ExprKind::Kind(one), ExprKind::Kind(other)) => found(one == other, a),
            (ExprKind::Kinds(one), ExprKind::Kinds(other)) => found(one == other, a),
            (ExprKind::Marked(one), ExprKind::Marked(other)) => found(one == other, a),
            (ExprKind::Word(one), ExprKind::Word(other)) => found(one == other, a),
            _ => Err(a.span),
        }
    }

    /// What is left of an expression once a condition in it is known: who reads it decides much.
    fn reduced<'e>(&self, expr: &'e Expr, side: Side) -> Option<&'e Expr> {
        let truth = |part: &Expr| match self.settled(part, side) {
            Some(Constant::Truth(truth)) => Some(truth),
            _ => None,
        };
        match &expr.kind {
            ExprKind::If(condition, then, otherwise) => {
                truth(condition).map(|truth| if truth { &**then } else { &**otherwise })
            }
            ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), args) => {
                let neutral = *builtin == Builtin::And;
                match args.as_slice() {
                    [a, b] if truth(a) == Some(neutral) => Some(b),
                    [a, b] if truth(b) == Some(neutral) => Some(a),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Shows something where players' pieces stand on these cells.
    fn given(&mut self, owned: Vec<LocalId>, show: impl FnOnce(&mut Self) -> Shown) -> Shown {
        let before = self.owned.len();
        self.owned.extend(owned);
        let shown = show(self);
        self.owned.truncate(before);
        shown
    }

    /// Shows that definitions with these parameters are the same by one player after the other in the place of a parameter that always
    /// stands for one.
    fn for_each_player(
        &mut self,
        names: &[(LocalId, LocalId)],
        (one, other): (&Definition, &Definition),
        at: Span,
    ) -> Shown {
        let is_player = |local: &LocalId| match self.left.get(local) {
            Some(Bound::Linked(link)) => self.links.get(*link as usize) == Some(&(Type::Player, true)),
            _ => false,
        };
        let (a, b) = *names.iter().find(|(a, _)| is_player(a)).ok_or(at)?;
        let (left, right) = (self.left.clone(), self.right.clone());
        let shown = self.game.players.ids().try_for_each(|player| {
            let player = Constant::Player(player);
            self.right.insert(b, Bound::Known(image(&player, self.map)));
            self.left.insert(a, Bound::Known(player));
            self.same(&one.body, &other.body)
        });
        (self.left, self.right) = (left, right);
        shown
    }

    fn options(&mut self, a: Option<&Expr>, b: Option<&Expr>, at: Span) -> Shown {
        match (a, b) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) => self.same(a, b),
            _ => Err(at),
        }
    }

    /// Links what ranges over two sets that are the same.
    fn over(&mut self, a: (LocalId, &Expr), b: (LocalId, &Expr)) -> Shown {
        self.same(a.1, b.1)?;
        self.link(a.0, b.0, member(a.1.ty), true);
        Ok(())
    }

    fn builtins(&mut self, builtin: Builtin, args: &[Expr], others: &[Expr], at: Span) -> Shown {
        let row = builtin.row();
        let kept = match (row.place, row.symmetry) {
            (Some(place), _) => invariant(&self.game.board, self.map, place),
            (None, Symmetry::Mapped) => true,
            (None, Symmetry::Tried(function)) => self.keeps(builtin, function),
            (None, Symmetry::Sides) => keeps_sides(&self.game.board, self.map),
            (None, Symmetry::Order) => {
                let players: Vec<usize> =
                    self.game.players.ids().map(|player| usize::from(self.map.player(player).0)).collect();
                let next = |place: usize| players.get((place + 1) % players.len());
                players.iter().enumerate().all(|(at, image)| next(at) == Some(&((image + 1) % players.len())))
            }
            (None, Symmetry::Unknown) => false,
        };
        if !kept || args.len() != others.len() {
            return Err(at);
        }
        let fixed = row.order.fixed(args.len());
        args.iter().zip(others).take(fixed).try_for_each(|(a, b)| self.same(a, b))?;
        let (mut all, mut mapped): (Vec<&Expr>, Vec<&Expr>) = (Vec::new(), Vec::new());
        for (parts, of) in [(args, &mut all), (others, &mut mapped)] {
            match row.order {
                Order::Flat => parts.iter().for_each(|part| flatten(builtin, part, of)),
                Order::Fixed | Order::Free | Order::RestFree => of.extend(parts.iter().skip(fixed)),
            }
        }
        // Of several conditions one matters only where those before it hold.
        let (before, holds) = (self.owned.len(), builtin == Builtin::And);
        let shown = self.in_any_order(&all, &mapped, holds, at);
        self.owned.truncate(before);
        shown
    }

    /// Whether each of some expressions is the same as one of others, a different one for each; where what is shown `holds`, what comes
    /// after it is shown given that.
    fn in_any_order(&mut self, all: &[&Expr], others: &[&Expr], holds: bool, at: Span) -> Shown {
        if all.len() != others.len() {
            return Err(at);
        }
        let mut free: Vec<usize> = (0..others.len()).collect();
        for (index, one) in all.iter().enumerate() {
            let mut first = None;
            // The one in the same place first.
            free.sort_by_key(|other| *other != index);
            let mut taken = None;
            for (place, other) in free.iter().enumerate() {
                match self.same(one, others[*other]) {
                    Ok(()) => {
                        taken = Some(place);
                        break;
                    }
                    Err(span) => first = first.or(Some(span)),
                }
            }
            match taken {
                Some(place) => free.remove(place),
                None => return Err(first.unwrap_or(at)),
            };
            if holds {
                self.owned.extend(owned(one, self.game));
            }
        }
        Ok(())
    }

    fn pattern(&mut self, a: PatternId, b: PatternId, at: Span) -> Shown {
        if let Some(same) = self.patterns.get(&(a, b)) {
            return if *same { Ok(()) } else { Err(at) };
        }
        let (one, other) = (&self.game.patterns[a], &self.game.patterns[b]);
        let alike = one.sort == other.sort
            && (one.by_owner, one.by_kind) == (other.by_owner, other.by_kind)
            && one.relation == other.relation
            // What joins cells in one position is not followed.
            && one.given.is_none()
            && other.given.is_none();
        let shown = if alike { self.clause(&one.members, &other.members) } else { Err(at) };
        self.patterns.insert((a, b), shown.is_ok());
        shown
    }

    /// Whether a function of one cell or two gives, for the images of all cells, the image of what it gives for them.
    fn keeps(&mut self, builtin: Builtin, function: Folding) -> bool {
        if let Some(known) = self.kept.get(&builtin) {
            return *known;
        }
        let (board, map) = (&self.game.board, self.map);
        let value = |cells: &[CellId]| {
            let cells: Vec<Constant> = cells.iter().map(|cell| Constant::Cell(Some(*cell))).collect();
            function(&cells, Some(board))
        };
        let mapped = |cells: &[CellId]| {
            let images: Vec<CellId> = cells.iter().map(|cell| map.cell(*cell)).collect();
            let known = value(cells).zip(value(&images));
            known.is_some_and(|(value, of_images)| image(&value, map) == sorted(of_images))
        };
        let kept = match builtin.row().signatures {
            [Signature::Takes([Type::Cell], _)] => board.cells().all(|cell| mapped(&[cell])),
            [Signature::Takes([Type::Cell, Type::Cell], _)] => {
                board.cell_count() <= MAX_PAIRS && board.cells().all(|a| board.cells().all(|b| mapped(&[a, b])))
            }
            _ => false,
        };
        self.kept.insert(builtin, kept);
        kept
    }
}

/// The name of what ranges over a set, if players' pieces stand on all of its cells.
fn members(local: LocalId, over: &Expr) -> Vec<LocalId> {
    if is_of_somebody(over) { vec![local] } else { Vec::new() }
}

/// Whether every side of the board is mapped to a side.
fn keeps_sides(board: &Board, map: &Automorphism) -> bool {
    let sides: Vec<Vec<CellId>> = board.sides().iter().filter_map(|side| board.find_region(&side.name)).collect();
    sides.iter().all(|side| {
        let mut image: Vec<CellId> = side.iter().map(|cell| map.cell(*cell)).collect();
        image.sort_unstable();
        // Of sides that have the same cells, as many are mapped to them.
        let count = |of: &[CellId]| sides.iter().filter(|side| side.as_slice() == of).count();
        count(side) == count(&image)
    })
}

/// The operands of an operation whose order and brackets mean nothing.
fn flatten<'e>(builtin: Builtin, expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Builtin(same, args) if *same == builtin => args.iter().for_each(|arg| flatten(builtin, arg, out)),
        _ => out.push(expr),
    }
}

fn found(same: bool, at: &Expr) -> Shown {
    if same { Ok(()) } else { Err(at.span) }
}

/// The type of what ranges over a set.
pub fn member(over: Type) -> Type {
    match over {
        Type::Directions | Type::Direction => Type::Direction,
        Type::Players | Type::Player => Type::Player,
        Type::Kinds | Type::Kind => Type::Kind,
        Type::Groups => Type::Cells,
        Type::Range => Type::Number,
        _ => Type::Cell,
    }
}
