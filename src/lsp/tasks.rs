//! What takes long, to be done beside: whoever runs the server does it, in a thread, and hands back what came of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gen_lsp_types::Uri;
use lsp_server::RequestId;
use serde_json::{Value, json};

use super::findings::{Check, Found};
use super::navigation::workspace_symbols;
use super::state::State;
use rulebook_service::session::{Host, Session};

/// Tells a task to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody waits any more.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody still waits.
    pub fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Something to be done, until it is stopped.
#[derive(Clone, Debug)]
pub struct Task {
    /// What.
    pub job: Job,
    /// What stops it.
    pub stop: Stop,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Job {
    /// The whole check of a document.
    Check(Check),
    /// A question of a client.
    Ask(Question),
    /// The names in all files of the workspace that have some letters in them.
    Symbols(RequestId, State, String),
    /// A page to play a game on.
    Page(RequestId, State, Uri),
}

/// Who works on a task: those of one lane one after another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    /// What somebody waits for and takes no time.
    Quick,
    /// Whole checks.
    Checks,
    /// What somebody waits for and may take long.
    Long,
}

/// A question that takes the session's time.
#[derive(Clone, Debug)]
pub struct Question {
    /// The request that waits for the answer.
    pub id: RequestId,
    /// What is asked.
    pub method: String,
    /// About what.
    pub params: Value,
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
    /// A whole check of a text, by its stamp; nothing if it was given up.
    Checked(Uri, u64, Option<Found>),
    /// An answer of the session.
    Answered(Question, Value),
    /// A result, or why there is none.
    Result(RequestId, Result<Value, String>),
    /// A page to be shown.
    Page(RequestId, Result<String, String>),
}

/// Goes on for as long as it is let.
struct Waiting<'a>(&'a Stop);

impl Host for Waiting<'_> {
    fn progress(&mut self, _: &Value) -> bool {
        self.0.goes_on()
    }
}

/// The questions that play or search.
const LONG: [&str; 7] = ["perft", "playouts", "tests", "check", "measure", "compare", "agent"];

impl Task {
    /// Who works on it.
    pub fn lane(&self) -> Lane {
        match &self.job {
            Job::Check(_) => Lane::Checks,
            Job::Ask(question) if LONG.contains(&question.method.as_str()) => Lane::Long,
            Job::Symbols(..) => Lane::Long,
            Job::Ask(_) | Job::Page(..) => Lane::Quick,
        }
    }

    /// Does it. The session keeps what it has checked for the next task.
    pub fn run(self, session: &mut Session) -> Done {
        let stop = self.stop;
        match self.job {
            Job::Check(check) => {
                let (uri, stamp) = check.of();
                Done::Checked(uri, stamp, check.run(&|| stop.goes_on()))
            }
            Job::Ask(question) => {
                let asked = json!({"method": question.method, "params": question.params});
                let text = session.answer(&asked.to_string(), &mut Waiting(&stop));
                Done::Answered(question, serde_json::from_str(&text).unwrap_or_default())
            }
            Job::Symbols(id, state, query) => {
                let found = workspace_symbols(&state, &query, &|| stop.goes_on());
                Done::Result(id, serde_json::to_value(found).map_err(|error| error.to_string()))
            }
            Job::Page(id, state, uri) => {
                let document = state.find(&uri).ok_or_else(|| format!("there is no file {}", uri.as_ref()));
                let path =
                    document.and_then(|document| document.path.clone().ok_or("the file is not saved".to_owned()));
                Done::Page(id, path.and_then(|path| state.files.page(&path)))
            }
        }
    }

    /// What came of a task that failed in a way that it should not have.
    pub fn failed(&self) -> Done {
        let why = || Err("this cannot be answered: the program has a defect".to_owned());
        match &self.job {
            Job::Check(check) => {
                let (uri, stamp) = check.of();
                Done::Checked(uri, stamp, None)
            }
            Job::Ask(Question { id, .. }) | Job::Symbols(id, ..) | Job::Page(id, ..) => Done::Result(id.clone(), why()),
        }
    }
}
