//! Messages to the client.

use gen_lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use serde_json::{Value, json};

use super::lenses;
use super::requests::{Answer, Refusal};
use super::tasks::Question;

/// The kinds of messages that are shown to the user.
pub const ERROR: u8 = 1;
/// What is no error.
pub const INFO: u8 = 3;

/// The request that a message cancels.
pub fn cancelled_by(message: &Message) -> Option<RequestId> {
    let Message::Notification(notification) = message else { return None };
    let id = Some(notification).filter(|it| it.method == "$/cancelRequest")?.params.get("id")?;
    serde_json::from_value(id.clone()).ok()
}

/// Why a request that was cancelled has no result.
pub fn cancelled() -> Refusal {
    Refusal(ErrorCode::RequestCanceled, "the request was cancelled".to_owned())
}

/// What answers a request.
pub fn response(id: RequestId, answer: Answer) -> Message {
    match answer {
        Ok(result) => Response::new_ok(id, result).into(),
        Err(Refusal(code, message)) => Response::new_err(id, code as i32, message).into(),
    }
}

/// The findings of a document, for a client that is told of them.
pub fn published(uri: Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams { uri, version, diagnostics };
    Notification::new("textDocument/publishDiagnostics".to_owned(), params).into()
}

/// A message to the user.
pub fn message(kind: u8, text: &str) -> Message {
    Notification::new("window/showMessage".to_owned(), json!({"type": kind, "message": text})).into()
}

/// An answer of the session: to whoever asked, and in words on the screen if a lens did.
pub fn answered(question: Question, reply: &Value) -> Vec<Message> {
    if let Some(error) = reply.get("error") {
        let text = error["message"].as_str().unwrap_or("it cannot be answered").to_owned();
        let mut refused = Response::new_err(question.id, ErrorCode::RequestFailed as i32, text.clone());
        if let Err(said) = &mut refused.response_result {
            // The findings that stand in the way.
            said.data = Some(error.clone());
        }
        let shown = question.tells.map(|_| message(ERROR, &text));
        return std::iter::once(refused.into()).chain(shown).collect();
    }
    let answer = reply["answer"].clone();
    let Some(tells) = question.tells else { return vec![response(question.id, Ok(answer))] };
    let (is_good, text) = lenses::told(tells, question.params["name"].as_str(), &answer);
    let told = message(if is_good { INFO } else { ERROR }, &text);
    vec![response(question.id, Ok(json!({"message": text, "answer": answer}))), told]
}
