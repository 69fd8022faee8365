//! How cells are joined.

use super::ids::JoiningId;
use crate::topology::RelationId;

/// How cells are joined: by the steps of a relation of the board, all of them or some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint {
    /// The relation.
    pub relation: RelationId,
    /// Which of its neighbours a cell is joined with, where the position decides.
    pub given: Option<JoiningId>,
}
