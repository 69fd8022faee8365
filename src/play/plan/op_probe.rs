//! The operations that say what code comes to.

/// One probe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum ProbeOp {
    /// What follows belongs to a node.
    Enter { node: u32 },
    /// It ends, with the value that the node reads.
    Exit { node: u32 },
    /// It ends; the condition came to this.
    Decide { node: u32, holds: bool },
    /// What a node came to before belongs here, too.
    Recall { node: u32 },
    /// What follows belongs to a line of the sheet.
    Line { line: u32 },
}
