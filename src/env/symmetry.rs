//! The symmetries that the audit proves of the rules, as permutations of what is seen and of what can be done.

use crate::lane::Model;
use crate::planes::{Plane, Says};
use rulebook_insight::audit::{self, Automorphism};

/// A symmetry of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Who each player becomes, in the order of play.
    pub players: Vec<usize>,
    /// Whether the start becomes itself, so that whole games map onto games.
    pub keeps_start: bool,
    /// Where each plane goes.
    pub planes: Vec<u32>,
    /// Where each place of a plane goes.
    pub places: Vec<u32>,
    /// Where each action goes.
    pub actions: Vec<u32>,
}

/// The symmetries of a game's rules, but for the one that moves nothing: a position, its legal actions and its outcome become those of
/// the mapped position. Those that exchange players map a position of one to the same of the other.
pub fn symmetries(model: &Model) -> Vec<Symmetry> {
    let found = audit::symmetries(model.start.game());
    let all = found.keeping.into_iter().chain(found.exchanging);
    // What holds only provided that end clauses do not meet is not said to hold.
    // The members of a picked set come in the order of the board, which few maps keep.
    let game = model.start.game();
    let in_order = game.moves.iter().any(|rule| rule.picks_sets());
    let keeps = |map: &Automorphism| !in_order || game.board.cells().all(|cell| map.cell(cell) == cell);
    all.filter(|map| map.provided.is_empty() && keeps(map)).filter_map(|map| symmetry(model, &map)).collect()
}

fn symmetry(model: &Model, map: &Automorphism) -> Option<Symmetry> {
    let planes = &model.planes;
    let mut places: Vec<u32> = (0..planes.shape.places() as u32).collect();
    let board = &model.start.game().board;
    let mut free: Vec<bool> = vec![true; places.len()];
    let mut is_cell = vec![false; places.len()];
    for cell in board.cells() {
        let (from, to) = (planes.place(cell), planes.place(map.cell(cell)));
        *places.get_mut(from)? = to as u32;
        *free.get_mut(to)? = false;
        *is_cell.get_mut(from)? = true;
    }
    // Places that are no cells stay among themselves.
    let mut holes = free.iter().enumerate().filter(|(_, free)| **free).map(|(place, _)| place as u32);
    for (place, _) in is_cell.iter().enumerate().filter(|(_, is_cell)| !**is_cell) {
        *places.get_mut(place)? = holes.next()?;
    }
    let image = |plane: &Plane| match plane.says {
        Says::Plays(player) => Says::Plays(map.player(player)),
        Says::PickedPlayer(player) => Says::PickedPlayer(map.player(player)),
        Says::PickedDirection(direction) => Says::PickedDirection(map.direction(direction)),
        other => other,
    };
    let place = |plane: &Plane| {
        let image = image(plane);
        planes.list.iter().position(|other| other.says == image).map(|place| place as u32)
    };
    Some(Symmetry {
        players: map.players.iter().map(|player| usize::from(player.0)).collect(),
        keeps_start: map.keeps_setup,
        planes: planes.list.iter().map(place).collect::<Option<_>>()?,
        places,
        actions: model.space.mapped(map)?,
    })
}
