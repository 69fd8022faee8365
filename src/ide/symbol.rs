//! What a rule sheet declares, and where it speaks of it.

use rulebook_language::model::Type;
use rulebook_language::source::Span;

/// The place of a symbol in an index.
pub type SymbolId = usize;

/// The sorts of what is declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolKind {
    /// A game or variant.
    Unit,
    /// A player.
    Player,
    /// A kind of piece.
    Piece,
    /// An option.
    Option,
    /// A word that an option may be.
    OptionWord,
    /// A cell of a graph.
    Cell,
    /// A relation, also of the lines of a graph.
    Relation,
    /// Links between cells.
    Link,
    /// A track.
    Track,
    /// A value, region, condition, direction or directions.
    Definition,
    /// A group, loop or line.
    Pattern,
    /// A counter.
    Counter,
    /// A mark.
    Mark,
    /// A move.
    Move,
    /// An effect.
    Effect,
    /// A pick of a move.
    Pick,
    /// A name that a `let` or a set binds.
    Local,
    /// A parameter of a definition or effect.
    Parameter,
    /// An end clause.
    End,
}

impl SymbolKind {
    /// What it is called.
    pub fn noun(self) -> &'static str {
        match self {
            SymbolKind::Unit => "game",
            SymbolKind::Player => "player",
            SymbolKind::Piece => "piece",
            SymbolKind::Option => "option",
            SymbolKind::OptionWord => "word of an option",
            SymbolKind::Cell => "cell",
            SymbolKind::Relation => "relation",
            SymbolKind::Link => "link",
            SymbolKind::Track => "track",
            SymbolKind::Definition => "definition",
            SymbolKind::Pattern => "group, loop or line",
            SymbolKind::Counter => "counter",
            SymbolKind::Mark => "mark",
            SymbolKind::Move => "move",
            SymbolKind::Effect => "effect",
            SymbolKind::Pick => "pick",
            SymbolKind::Local => "name",
            SymbolKind::Parameter => "parameter",
            SymbolKind::End => "end clause",
        }
    }
}

/// What is declared.
#[derive(Clone, PartialEq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub kind: SymbolKind,
    /// The game or variant that declares it first, by its place in the index.
    pub unit: usize,
    /// Its `///` comment: the last one of those of its declarations.
    pub doc: String,
    /// How its first declaration begins: `value worth(c)`, `option size: 2..=25 = 9`.
    pub head: String,
    /// What it gives, where it is known.
    pub ty: Type,
    /// Names that go along with it: parameters of a definition, what there is a counter of.
    pub parameters: Vec<String>,
    /// What a piece is called in the plural, and whether the file says so itself.
    pub plural: Option<(String, bool)>,
    /// Its declarations: the name alone.
    pub declared: Vec<Span>,
}

/// How a name is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As it was declared.
    Plain,
    /// In the plural, with the `s` that a piece has where its file says nothing.
    Plural,
}

/// Where something is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name alone.
    pub span: Span,
    /// What is spoken of.
    pub symbol: SymbolId,
    /// How it is written.
    pub form: Form,
    /// Whether it is declared there.
    pub declares: bool,
}
