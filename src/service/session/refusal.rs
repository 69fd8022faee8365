//! Why a request has no answer.

use serde_json::{Value, json};

use rulebook_insight::library::AgentError;
use rulebook_play::engine::{Fault, NotationError, PlayError};

/// Why a request has no answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    message: String,
    /// What a program makes of it, and its value.
    beside: Option<(&'static str, Value)>,
}

/// An answer, or why there is none.
pub type Answered = Result<Value, Refusal>;

impl Refusal {
    /// For a reason.
    pub fn new(message: impl Into<String>) -> Self {
        Refusal { message: message.into(), beside: None }
    }

    /// Findings stand in the way.
    pub fn findings(findings: Value) -> Self {
        Refusal { message: "the rule sheet has errors".to_owned(), beside: Some(("findings", findings)) }
    }

    /// Whoever asked did not wait.
    pub fn cancelled() -> Self {
        Refusal { message: "cancelled".to_owned(), beside: Some(("cancelled", true.into())) }
    }

    /// A learned player of this digest is not here: with its file the same can be asked again.
    pub fn missing(digest: &str) -> Self {
        let message = "the learned player is not here: give its file first".to_owned();
        Refusal { message, beside: Some(("missing", digest.into())) }
    }

    /// As it is sent.
    pub fn reply(self) -> Value {
        let mut error = json!({"message": self.message});
        if let Some((what, value)) = self.beside {
            error[what] = value;
        }
        json!({"error": error})
    }
}

macro_rules! refused_as_said {
    ($($error:ty),+) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Refusal::new(error.to_string())
            }
        })+
    };
}

refused_as_said!(Fault, PlayError, NotationError, AgentError);
