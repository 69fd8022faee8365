//! The ids of what a game declares, and of the names that its rules bind.

use crate::util::id_type;

id_type! {
    /// A player, in the order of play: a role or colour, not a seat.
    PlayerId(u8);
    /// A kind of piece.
    KindId(u8);
    /// A definition: `value`, `region`, `condition`, `direction`, `directions`.
    DefinitionId(u16);
    /// A group, loop or line.
    PatternId(u16);
    /// What joins cells where the position decides.
    JoiningId(u16);
    /// A counter.
    CounterId(u16);
    /// A mark.
    MarkId(u16);
    /// A move.
    MoveId(u16);
    /// A name bound by a pick, a `let`, a parameter, or a set that something ranges over; unique within a game.
    LocalId(u16);
}
