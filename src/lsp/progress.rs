//! What the user sees of work that takes long: one bar for all whole checks, where the client shows such.

use lsp_server::{Message, Notification};
use serde_json::{Value, json};

/// The bar.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// What the client calls it, once it was asked for one.
    token: Option<String>,
    /// Whether it is there.
    has_begun: bool,
    /// What stands in it.
    said: String,
}

impl Progress {
    /// Whether a bar was asked for.
    pub fn is_wanted(&self) -> bool {
        self.token.is_some()
    }

    /// The client was asked for a bar.
    pub fn asked(&mut self, token: String) {
        *self = Progress { token: Some(token), ..Progress::default() };
    }

    /// Whether this is the bar.
    pub fn is(&self, token: &str) -> bool {
        self.token.as_deref() == Some(token)
    }

    /// The client has one now, or none at all.
    pub fn begin(&mut self, is_there: bool, said: String) -> Option<Message> {
        if !is_there || said.is_empty() {
            *self = Progress::default();
            return None;
        }
        self.has_begun = true;
        self.said.clone_from(&said);
        self.tell(json!({"kind": "begin", "title": "Checking", "cancellable": true, "message": said}))
    }

    /// What is being worked on now; with nothing the bar goes.
    pub fn report(&mut self, said: String) -> Option<Message> {
        if !self.has_begun || said == self.said {
            return None;
        }
        self.said.clone_from(&said);
        if said.is_empty() {
            let end = self.tell(json!({"kind": "end"}));
            *self = Progress::default();
            return end;
        }
        self.tell(json!({"kind": "report", "message": said}))
    }

    fn tell(&self, value: Value) -> Option<Message> {
        let params = json!({"token": self.token.as_ref()?, "value": value});
        Some(Notification::new("$/progress".to_owned(), params).into())
    }
}
