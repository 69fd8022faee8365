//! What takes long, to be done beside: whoever runs the server does it, in a thread, and hands back what came of it.

use gen_lsp_types::{Diagnostic, Uri};
use lsp_server::RequestId;
use serde_json::Value;

use super::findings::Check;
use rulebook_service::session::{Host, Session};

/// Something to be done.
#[derive(Clone, Debug)]
pub enum Task {
    /// The whole check of a document.
    Check(Check),
    /// A question of a client.
    Ask(Question),
}

/// A question that takes the session's time.
#[derive(Clone, Debug)]
pub struct Question {
    /// The request that waits for the answer.
    pub id: RequestId,
    /// What is asked, in the shape of [`Session::answer`].
    pub asked: Value,
    /// How the answer is told to whoever looks at the screen; nothing where it goes back as it is.
    pub tells: Option<Tells>,
}

/// What a question came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// The lens of a test.
    Tests,
    /// The lens that counts lines of play.
    Perft,
    /// The lens that plays random games.
    Playouts,
    /// The lens that compares a variant with its game.
    Compare,
}

/// What came of a task.
#[derive(Clone, Debug)]
pub enum Done {
    /// A whole check: of which version of which document, with its findings, or nothing if it was given up.
    Checked(Uri, i32, Option<Vec<Diagnostic>>),
    /// An answer.
    Answered(Question, Value),
}

/// Goes on for as long as it is let.
struct Waiting<'a>(&'a dyn Fn() -> bool);

impl Host for Waiting<'_> {
    fn progress(&mut self, _: &Value) -> bool {
        (self.0)()
    }
}

impl Task {
    /// Does it, for as long as `go_on` says so.
    pub fn run(self, go_on: &dyn Fn() -> bool) -> Done {
        match self {
            Task::Check(check) => {
                let found = check.run(go_on);
                let (uri, version) = check.of();
                Done::Checked(uri, version, found)
            }
            Task::Ask(question) => {
                let text = Session::default().answer(&question.asked.to_string(), &mut Waiting(go_on));
                let reply = serde_json::from_str(&text).unwrap_or_default();
                Done::Answered(question, reply)
            }
        }
    }
}
