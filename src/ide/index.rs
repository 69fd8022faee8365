//! All that a rule sheet declares, with every place that speaks of it, by file.

use rulebook_language::source::{FileId, Span};
use rustc_hash::FxHashMap;

use crate::symbol::{Form, Occurrence, Symbol, SymbolId};

/// A game or variant.
#[derive(Clone, Debug, Default)]
pub struct UnitNames {
    /// All of it.
    pub span: Span,
    /// The game that it varies, by its place.
    pub base: Option<usize>,
    /// What its names stand for, with those of what it varies; plurals too.
    pub names: FxHashMap<String, (SymbolId, Form)>,
    /// The cells of its graph, which every other name goes before.
    pub cells: FxHashMap<String, SymbolId>,
    /// The words of its options.
    pub words: FxHashMap<(SymbolId, String), SymbolId>,
    /// Any option's word of a name: the first.
    pub any_word: FxHashMap<String, SymbolId>,
    /// Names of moves' own: picks and what `let` binds, by the move.
    pub picks: FxHashMap<(SymbolId, String), SymbolId>,
    /// Its end clauses.
    pub ends: FxHashMap<String, SymbolId>,
}

/// What a text declares and speaks of.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// All that is declared.
    pub symbols: Vec<Symbol>,
    /// Where it is spoken of, in the order of the files, the first of which is the text itself, and in them of the text.
    pub occurrences: Vec<Occurrence>,
    /// The games and variants, those of the text first.
    pub units: Vec<UnitNames>,
}

impl Index {
    /// What is spoken of at an offset of the text, its end included.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        let holds = |found: &&Occurrence| found.span.start as usize <= offset && offset <= found.span.end as usize;
        // Of two that touch, the one that begins there.
        self.own().iter().rev().find(holds)
    }

    /// Where the text itself speaks of something.
    pub fn own(&self) -> &[Occurrence] {
        let count = self.occurrences.partition_point(|found| found.span.file == FileId(0));
        self.occurrences.get(..count).unwrap_or_default()
    }

    /// What is declared at a place.
    pub fn declared_at(&self, place: Span) -> Option<SymbolId> {
        self.symbols.iter().position(|symbol| symbol.declared.contains(&place))
    }

    /// What is declared.
    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id)
    }

    /// Every place of all files that speaks of a symbol.
    pub fn of(&self, symbol: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |found| found.symbol == symbol)
    }

    /// The game or variant of the text in which an offset lies; else the last one that begins before it.
    pub fn unit_at(&self, offset: usize) -> Option<usize> {
        let begins = |unit: &UnitNames| unit.span.file == FileId(0) && unit.span.start as usize <= offset;
        self.units.iter().rposition(begins)
    }
}
