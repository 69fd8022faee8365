//! What is seen of a position, as planes: a number for each place of the board.

use crate::heads::{Head, is_cell};
use crate::space::Space;
use rulebook_language::model::{Builtin, CounterId, ExprKind, Game, Index, KindId, MarkId, PlayerId, Type};
use rulebook_language::topology::{CellId, CellShape, DirectionId};
use rulebook_language::util::Id;
use rulebook_play::plan::Plan;

/// What a plane says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// The cells with a piece on top of this kind, or of any where there is but one, of this owner.
    Top(Option<KindId>, Owner),
    /// The cells whose piece number `.0` below the top one is such.
    Under(u32, KindId, Owner),
    /// How many pieces stand on each cell.
    Height,
    /// The cells with a mark.
    Mark(MarkId),
    /// A counter of cells, and of what else it is of.
    OfCell(CounterId, Of),
    /// A counter of the game, or of what it is of.
    Counts(CounterId, Of),
    /// Whether the observer plays this player.
    Plays(PlayerId),
    /// Whether the player at a seat, seen from the observer's, is to act.
    ToAct(usize),
    /// Whether the turn is in this stage.
    Stage(u64),
    /// Whether the seats were exchanged.
    Swapped,
    /// The cells that the last action picked.
    Last,
    /// Whether the last action was one without picks.
    Plain,
    /// How many plies or turns were played, where a limit counts them.
    Limit(bool),
    /// Whether what is being picked is of this sort of actions.
    Picking(usize),
    /// The cells that were picked so far, each with the place of the pick, from 1.
    Picked,
    /// Whether this direction was the last one that was picked.
    PickedDirection(DirectionId),
    /// Whether this player was the last one that was picked.
    PickedPlayer(PlayerId),
    /// Whether this kind of piece was the last one that was picked.
    PickedKind(KindId),
    /// The last number that was picked, and 1.
    PickedNumber,
    /// The cells of the board.
    Board,
}

/// What a counter is of, beside cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Of {
    /// The player at a seat, seen from the observer's.
    pub seat: Option<usize>,
    /// A kind of piece.
    pub kind: Option<KindId>,
}

impl Of {
    /// The same of each of an index, with what each is called.
    fn each(self, game: &Game, index: Index, name: &str) -> Vec<(String, Of)> {
        let all = (0..game.members(index)).take(MAX_EACH);
        match index {
            Index::Cell => vec![(name.to_owned(), self)],
            Index::Player => all.map(|by| (format!("{} {name}", seat(by)), Of { seat: Some(by), ..self })).collect(),
            Index::Kind => {
                let named = |kind: usize| format!("{name} of {}", game.member_name(index, kind));
                all.map(|kind| (named(kind), Of { kind: Some(KindId::from_index(kind)), ..self })).collect()
            }
        }
    }
}

/// Who owns pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The player at a seat, seen from the observer's.
    Seat(usize),
    /// Nobody.
    Nobody,
}

/// A plane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plane {
    /// What it is called.
    pub name: String,
    /// Its least value.
    pub low: i64,
    /// Its greatest value.
    pub high: i64,
    /// What it says.
    pub says: Says,
}

/// How the places of the board are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// In rows from row 1 of the board, each from column 1: so many rows, so many columns. On boards of hexagons these are axial
    /// coordinates.
    Lattice(usize, usize),
    /// One after another.
    Graph(usize),
}

/// The planes of a game.
#[derive(Clone, Debug)]
pub struct Planes {
    /// The planes in order.
    pub list: Vec<Plane>,
    /// How places are laid out.
    pub shape: Shape,
    /// The place of each slot.
    pub places: Vec<u32>,
    /// Whether every value fits a byte.
    pub bytes: bool,
}

/// The greatest number of players and directions that have a plane each.
const MAX_EACH: usize = 64;
/// The greatest number that a pick of the action at hand is seen with, one byte: those after it have the same.
pub const LAST_PICK: i64 = u8::MAX as i64;

impl Planes {
    /// The planes of a game, with those of what is picked so far where actions are numbered pick by pick.
    pub fn new(game: &Game, plan: &Plan, space: &Space) -> Self {
        let heads = space.heads();
        let (shape, places) = layout(game);
        let mut list = List(Vec::new());
        list.pieces(game);
        list.counters(game);
        list.turn(game, plan);
        list.last(heads);
        if !space.is_flat() {
            list.picked(game, heads, space.greatest());
        }
        if shape.places() != game.board.cell_count() {
            list.add("board", 1, Says::Board);
        }
        let bytes = list.0.iter().all(|plane| plane.low >= 0 && plane.high <= i64::from(u8::MAX));
        Planes { list: list.0, shape, places, bytes }
    }

    /// How many values an observation has.
    pub fn len(&self) -> usize {
        self.list.len() * self.shape.places()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a cell.
    pub fn place(&self, cell: CellId) -> usize {
        self.places.get(cell.index()).map_or(0, |place| *place as usize)
    }
}

impl Shape {
    /// How many places a plane has.
    pub fn places(self) -> usize {
        match self {
            Shape::Lattice(rows, columns) => rows * columns,
            Shape::Graph(cells) => cells,
        }
    }
}

fn layout(game: &Game) -> (Shape, Vec<u32>) {
    let board = &game.board;
    let mut places = vec![0; board.slots()];
    if matches!(board.outline().shape, CellShape::Point | CellShape::Tile) {
        for (place, cell) in (0..).zip(board.cells()) {
            places[cell.index()] = place;
        }
        return (Shape::Graph(board.cell_count()), places);
    }
    let most = |of: &dyn Fn(CellId) -> u32| board.cells().map(of).max().unwrap_or(1).max(1);
    let (columns, rows) = (most(&|cell| board.column(cell)), most(&|cell| board.row(cell)));
    for cell in board.cells() {
        places[cell.index()] = (board.row(cell).max(1) - 1) * columns + board.column(cell).max(1) - 1;
    }
    (Shape::Lattice(rows as usize, columns as usize), places)
}

/// Planes, one after another.
struct List(Vec<Plane>);

/// How a seat is called, seen from the observer's.
fn seat(by: usize) -> String {
    if by == 0 { "own".to_owned() } else { format!("seat+{by}") }
}

impl List {
    fn add(&mut self, name: impl Into<String>, high: i64, says: Says) {
        self.between(name, 0, high, says);
    }

    fn between(&mut self, name: impl Into<String>, low: i64, high: i64, says: Says) {
        self.0.push(Plane { name: name.into(), low, high, says });
    }

    fn pieces(&mut self, game: &Game) {
        let players = game.players.len();
        let pieces: Vec<(KindId, Owner, String)> = game
            .kinds
            .iter_ids()
            .flat_map(|(kind, known)| {
                let owners: Vec<Owner> =
                    if known.neutral { vec![Owner::Nobody] } else { (0..players).map(Owner::Seat).collect() };
                owners.into_iter().map(move |owner| match owner {
                    Owner::Seat(by) => (kind, owner, format!("{} {}", seat(by), known.name)),
                    Owner::Nobody => (kind, owner, format!("neutral {}", known.name)),
                })
            })
            .collect();
        let (owned, neutral): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|(_, owner, _)| *owner != Owner::Nobody);
        let all: Vec<_> = owned.into_iter().chain(neutral).collect();
        let several = game.kinds.len() > 1;
        for (kind, owner, name) in &all {
            self.add(name, 1, Says::Top(several.then_some(*kind), *owner));
        }
        if game.max_height > 1 {
            for depth in 1..u32::from(game.max_height) {
                for (kind, owner, name) in &all {
                    self.add(format!("{name} {depth} below the top"), 1, Says::Under(depth, *kind, *owner));
                }
            }
            self.add("height", i64::from(game.max_height), Says::Height);
        }
        for (index, mark) in game.marks.iter().enumerate() {
            self.add(format!("mark {}", mark.name), 1, Says::Mark(MarkId::from_index(index)));
        }
    }

    fn counters(&mut self, game: &Game) {
        for first in [Some(Index::Cell), Some(Index::Player), Some(Index::Kind), None] {
            for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.per.indexes().next() == first) {
                let mut add = |name: String, says| self.between(name, counter.low.min(0), counter.high, says);
                // A plane has a number a cell: what is of players and kinds has planes of its own, players counted from who observes.
                let mut each = vec![(counter.name.clone(), Of::default())];
                for index in counter.per.indexes() {
                    each = each.into_iter().flat_map(|(name, of)| of.each(game, index, &name)).collect();
                }
                for (name, of) in each {
                    add(name, if counter.per.has(Index::Cell) { Says::OfCell(id, of) } else { Says::Counts(id, of) });
                }
            }
        }
    }

    fn turn(&mut self, game: &Game, plan: &Plan) {
        let players = game.players.len();
        if players > 1 {
            for (id, name) in game.players.iter_ids() {
                self.add(format!("observer is {name}"), 1, Says::Plays(id));
            }
            for by in 0..players {
                self.add(format!("{} to act", seat(by)), 1, Says::ToAct(by));
            }
        }
        let stages = plan.roles.iter().map(|role| role.stages.len()).max().unwrap_or(0);
        if stages > 1 {
            for stage in 1..=stages as u64 {
                self.add(format!("stage {stage}"), 1, Says::Stage(stage));
            }
        }
        if game.pie {
            self.add("swapped", 1, Says::Swapped);
        }
        // A declaration of a limit is the last of the end clauses.
        let limit = game.ends.last().filter(|end| end.name == "limit").and_then(|end| match &end.when.kind {
            ExprKind::Builtin(Builtin::Less, sides) => match sides.as_slice() {
                [bound, next] => match (&bound.kind, &next.kind) {
                    (ExprKind::Number(bound), ExprKind::Builtin(Builtin::PlyNumber, _)) => {
                        Some((bound.to_whole()?, false))
                    }
                    (ExprKind::Number(bound), ExprKind::Builtin(Builtin::TurnNumber, _)) => {
                        Some((bound.to_whole()?, true))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        });
        if let Some((most, turns)) = limit {
            self.add(if turns { "turns" } else { "plies" }, most, Says::Limit(turns));
        }
    }

    fn last(&mut self, heads: &[Head]) {
        self.add("last action", 1, Says::Last);
        if heads.iter().any(|head| head.picks.is_empty()) {
            self.add("last action picked nothing", 1, Says::Plain);
        }
    }

    fn picked(&mut self, game: &Game, heads: &[Head], greatest: u16) {
        if heads.iter().all(|head| head.values < 2) {
            return;
        }
        for (index, head) in heads.iter().enumerate().filter(|(_, head)| head.values > 1) {
            self.add(format!("picking for {}", head.name), 1, Says::Picking(index));
        }
        let has = |wanted: &dyn Fn(Type) -> bool| heads.iter().flat_map(|head| &head.picks).any(|(_, ty)| wanted(*ty));
        if has(&is_cell) {
            self.add("picked", LAST_PICK, Says::Picked);
        }
        if has(&|ty| matches!(ty, Type::Direction | Type::Directions)) {
            for direction in game.board.directions().take(MAX_EACH) {
                let name = format!("picked {}", game.board.direction(direction).name);
                self.add(name, 1, Says::PickedDirection(direction));
            }
        }
        if has(&|ty| matches!(ty, Type::Player | Type::Players)) {
            for (player, name) in game.players.iter_ids() {
                self.add(format!("picked {name}"), 1, Says::PickedPlayer(player));
            }
        }
        if has(&|ty| matches!(ty, Type::Kind | Type::Kinds)) {
            for (kind, named) in game.kinds.iter_ids() {
                self.add(format!("picked {}", named.name), 1, Says::PickedKind(kind));
            }
        }
        if has(&|ty| ty == Type::Range) {
            self.add("picked number", i64::from(greatest) + 1, Says::PickedNumber);
        }
    }
}
