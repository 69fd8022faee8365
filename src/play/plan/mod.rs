//! The flat, string-free program that the engine runs for a game: one pool of operations over numbered registers and
//! a flat memory, with the turns and ends that say when each piece of it runs.

mod dump;
mod layout;
mod lower;
mod op;
mod op_by;
mod op_list;
mod op_loop;
mod op_memo;
mod op_probe;
mod op_stack;
mod optimize;
mod outline;
mod probe;
mod program;
mod reads;

pub use layout::{Field, FieldKind, Layout, Stacks, System};
pub use lower::{Given, Inquiry, compile, compile_asking, compile_explaining, compile_marking_lines, compile_with};
pub use op::{Op, Reg, SOWN_FROM_HAND};
pub use op_by::By;
pub use op_list::ListOp;
pub use op_loop::LoopOp;
pub use op_memo::MemoOp;
pub use op_probe::ProbeOp;
pub use op_stack::StackOp;
pub use outline::{ChoiceOutline, NoOutline, Outline};
pub use probe::{ChoiceProbes, EndProbes, Form, Node, NodeId, NodeKind, Probes, Reading, ResultProbes, RoleProbes};
pub use program::{
    Choice, ChoiceKind, Code, EndPlan, Finish, Gives, LotPlan, Next, OnEmpty, Plan, Question, QuestionCode,
    RepetitionPlan, ResultKind, ResultPlan, RolePlan, ScatterPlan, Stage, Tables, TurnEntry,
};
