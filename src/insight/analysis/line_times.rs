//! Which lines of a sheet take the time of games that are played one by one.
//!
//! The plan's code says while it runs which line it is at. Somebody else looks at that now and then, from a thread of their own: how
//! often a line is met is its share of the time. Nothing here reads a clock.

use super::marked::Marked;
use super::{Played, Playouts, Settings};
use crate::agents::DuelError;
use rulebook_language::diagnostic::Report;
use rulebook_language::source::{FileId, SourceMap, Span};
use rulebook_play::engine::{CurrentLine, Position};

/// A line of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetLine {
    /// The file.
    pub file: FileId,
    /// Its number, from 1.
    pub line: u32,
}

impl SheetLine {
    /// The line on which a place begins.
    pub fn of(span: Span, sources: &SourceMap) -> Self {
        SheetLine { file: span.file, line: sources.file(span.file).place(span.start).line }
    }
}

/// Random games, played one by one, of which it is seen from outside which line of the sheet they are at.
pub struct LineTimes {
    playouts: Playouts,
    current: CurrentLine,
    lines: Vec<SheetLine>,
}

impl LineTimes {
    /// Games from a position, of a game with these files.
    ///
    /// # Errors
    /// If the rules come to too much code with the marks of lines in it.
    pub fn new(position: &Position, sources: &SourceMap, settings: &Settings) -> Result<Self, Report> {
        let Marked { position, current, places } = Marked::new(position, &|span| Some(SheetLine::of(span, sources)))?;
        Ok(LineTimes { playouts: Playouts::new(position, settings.seed, settings.max_plies), current, lines: places })
    }

    /// The lines that have code. The current line is one of them, counted from 1; 0 is none of them.
    pub fn lines(&self) -> &[SheetLine] {
        &self.lines
    }

    /// The line that is played at the moment.
    pub fn current(&self) -> &CurrentLine {
        &self.current
    }

    /// Plays game number `index`, as [`Playouts::play`] does.
    ///
    /// # Errors
    /// As [`Playouts::play`].
    pub fn play(&mut self, index: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Played>, DuelError> {
        self.playouts.play(index, go_on)
    }

    /// How many actions the last game had, also of one that was not played to its end.
    pub fn plies(&self) -> u32 {
        self.playouts.plies()
    }
}
