//! Why a request has no answer.

use serde_json::{Value, json};

use rulebook_insight::library::AgentError;
use rulebook_play::engine::{Fault, NotationError, PlayError};

/// Why a request has no answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    message: String,
    /// What is wrong with the sheet, where it is that.
    findings: Option<Value>,
    cancelled: bool,
}

/// An answer, or why there is none.
pub type Answered = Result<Value, Refusal>;

impl Refusal {
    /// For a reason.
    pub fn new(message: impl Into<String>) -> Self {
        Refusal { message: message.into(), findings: None, cancelled: false }
    }

    /// Findings stand in the way.
    pub fn findings(findings: Value) -> Self {
        Refusal { findings: Some(findings), ..Refusal::new("the rule sheet has errors") }
    }

    /// Whoever asked did not wait.
    pub fn cancelled() -> Self {
        Refusal { cancelled: true, ..Refusal::new("cancelled") }
    }

    /// As it is sent.
    pub fn reply(self) -> Value {
        let mut error = json!({"message": self.message});
        if let Some(findings) = self.findings {
            error["findings"] = findings;
        }
        if self.cancelled {
            error["cancelled"] = Value::Bool(true);
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
