//! A view with more to it.

use serde_json::Value;

/// An object with the fields of another one, which take the place of its own.
pub fn with(mut view: Value, more: Value) -> Value {
    if let (Value::Object(view), Value::Object(more)) = (&mut view, more) {
        view.extend(more);
    }
    view
}
