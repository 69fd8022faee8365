//! What jumps by two registers have in common.

use super::op::Reg;

/// Two registers, and where to jump by what is in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the operations say what the fields are")]
pub struct By {
    pub a: Reg,
    pub b: Reg,
    pub to: u32,
}
