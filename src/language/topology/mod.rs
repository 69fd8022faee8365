//! Boards: cells with coordinates, relations, directions, regions and symmetries, built and checked as petgraph graphs and
//! frozen into flat arrays and bit masks.

mod board;
mod build;
mod compass;
mod coordinates;
mod custom;
mod direction;
mod distance;
mod drawing;
mod error;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod facts;
mod ids;
mod lattice;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod laws;
mod line;
mod links;
mod mask;
mod named;
mod narrowed;
mod numbering;
mod outline;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod peers;
mod picture;
mod region;
mod relation;
mod round;
mod ruled;
mod spec;
mod spread;
mod steps;
mod strokes;
mod subset;
mod symmetry;
mod turns;

pub use board::Board;
pub use direction::Direction;
pub use drawing::Form;
pub use error::TopologyError;
pub use ids::{CellId, DirectionId, MAX_SLOTS, RelationId};
pub use line::GraphLine;
pub use outline::{CellShape, Outline};
pub use picture::{Glyph, Misread};
pub use region::Region;
pub use spec::{
    BoardSpec, GraphCell, GraphSpec, LATTICES, LineSpec, RULED, RelationSpec, Shape, SideSpec, SizedShape, sized_shapes,
};
pub use strokes::Stroke;
pub use symmetry::Symmetry;
