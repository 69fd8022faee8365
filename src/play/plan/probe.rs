//! What an explaining plan knows beside a plan: the code of moves, turns and ends once more, with probes in it, and what each
//! probe looks at. The code comes from the same lowering; it says what it does while it runs, and nothing else.

use super::op::Reg;
use super::program::Code;
use rulebook_language::model::{Builtin, DefinitionId, LocalId, MoveId, PlayerId};
use rulebook_language::source::Span;
use rulebook_language::util::{Table, id_type};

id_type! {
    /// A probe.
    NodeId(u32);
}

/// All of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Probes {
    /// What the probes look at.
    pub nodes: Table<NodeId, Node>,
    /// The code by player.
    pub roles: Table<PlayerId, RoleProbes>,
    /// The end clauses, in the order of `Plan::ends`.
    pub ends: Vec<EndProbes>,
}

/// A player's code with probes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RoleProbes {
    /// For each entry of the role, its condition and the turn that it belongs to, by its place in `Game::turns`.
    pub entries: Vec<(Option<Code>, usize)>,
    /// For each choice of the role; nothing for a pass.
    pub choices: Vec<Option<ChoiceProbes>>,
    /// Makes the changes of a pass, where a pass changes anything.
    pub pass: Option<Code>,
}

/// A choice's code with probes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceProbes {
    /// The move.
    pub rule: MoveId,
    /// Whether given picks are legal: 1 or 0.
    pub test: Code,
    /// The same for a further link of a chain.
    pub follow: Option<Code>,
    /// Makes the changes; of a chain, those of a link.
    pub apply: Code,
    /// Of a chain at whose end something is done: whether given picks are legal as its last link, and the changes of that.
    pub finish: Option<(Code, Code)>,
}

impl ChoiceProbes {
    /// Makes the changes of one of so many links: of the last one, with what is done at the end.
    pub fn link(self, index: usize, links: usize) -> Code {
        self.finish.filter(|_| index + 1 == links).map_or(self.apply, |(_, apply)| apply)
    }
}

/// An end clause's code with probes.
#[derive(Clone, PartialEq, Debug)]
pub struct EndProbes {
    /// Whether it holds, by the role to act.
    pub when: Table<PlayerId, Code>,
    /// Its results.
    pub results: Vec<ResultProbes>,
}

/// A result's code with probes.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultProbes {
    /// Its condition, where it has one, by the role to act.
    pub when: Option<Table<PlayerId, Code>>,
    /// Of a ranking, its key, with its place, and what it comes to for each player.
    pub keys: Option<(Span, Table<PlayerId, Code>)>,
}

/// What a probe looks at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    /// Where.
    pub span: Span,
    /// What sort of thing.
    pub sort: NodeKind,
    /// Where its value is found.
    pub reading: Reading,
}

/// What a probe looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// Whether that pick, by its place, is in the set that it comes from.
    Pick(u8, LocalId),
    /// A name gets its value.
    Let(LocalId),
    /// Whether that name's value is what is written.
    Shown(LocalId),
    /// A `where`.
    Where,
    /// Whether a cell of an effect is on the board.
    Nowhere,
    /// An effect.
    Effect,
    /// A `require`.
    Require,
    /// Whether a repetition would go on past its bound.
    Unfinished,
    /// One member of a set that something ranges over.
    Member(LocalId),
    /// An expression.
    Expr(Form),
}

/// What an expression is, as far as it matters for saying why it came out as it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// What no position changes.
    Constant,
    /// A bound name.
    Local(LocalId),
    /// A definition.
    Definition(DefinitionId),
    /// Something of the language with its arguments.
    Builtin(Builtin),
    /// Not.
    Not,
    /// Whether every member meets a condition.
    Every,
    /// Whether some member does.
    Some,
    /// The members that meet a condition.
    Filter,
    /// Groups, lines or loops.
    Pattern,
    /// Anything else.
    Other,
}

/// Where a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// There is none.
    #[default]
    Nothing,
    /// A number, times a scale.
    Number(Reg, i64),
    /// 0 or 1.
    Truth(Reg),
    /// A cell.
    Cell(Reg),
    /// A kind.
    Kind(Reg),
    /// A mask of kinds.
    Kinds(Reg),
    /// A direction.
    Direction(Reg),
    /// A mask of directions.
    Directions(Reg),
    /// A player.
    Player(Reg),
    /// A player who is known.
    Known(PlayerId),
    /// A set of cells.
    Set(Reg),
    /// A list of numbers, each times a scale.
    List(Reg, i64),
}
