//! Positions whose code says which part of the sheet it is at.

use std::cell::RefCell;

use rulebook_language::diagnostic::Report;
use rulebook_language::source::Span;
use rulebook_play::engine::{CurrentLine, Position};
use rulebook_play::plan::compile_marking_lines;

/// A position that plays as one of the plain plan, and says which part of the sheet it is at.
pub struct Marked<Place> {
    /// The position.
    pub position: Position,
    /// The part that is played, one of `places` counted from 1; 0 is none of them.
    pub current: CurrentLine,
    /// The parts that have code.
    pub places: Vec<Place>,
}

impl<Place: Copy + PartialEq> Marked<Place> {
    /// A position like the one at hand. `place_of` gives the part of the sheet, if any counts, that an expression or an effect is in.
    ///
    /// # Errors
    /// If the rules come to too much code with the marks in it.
    pub fn new(position: &Position, place_of: &dyn Fn(Span) -> Option<Place>) -> Result<Self, Report> {
        let places: RefCell<Vec<Place>> = RefCell::default();
        let number_of = |span: Span| {
            let Some(place) = Some(span).filter(|span| *span != Span::default()).and_then(place_of) else { return 0 };
            let mut places = places.borrow_mut();
            let known = places.iter().position(|known| *known == place);
            let at = known.unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            });
            at as u32 + 1
        };
        let plan = compile_marking_lines(position.game(), &number_of)?;
        let start = Position::new(position.game().clone(), plan);
        let mut position = if position.ply() == 0 { start } else { start.with_memory(position.memory()) };
        let places = places.into_inner();
        let current = CurrentLine::counting(places.len() + 1);
        position.show_lines(&current);
        Ok(Marked { position, current, places })
    }
}
