//! Errors as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use rulebook::{Error, ErrorKind, Report};
use rulebook_env::EnvError;

create_exception!(
    rulebook,
    RulebookError,
    PyValueError,
    "What is wrong, where, and what to do instead.\n\n\
     Attributes: `kind` (such as `rules` or `illegal move`), `message`, `place` (`(file, line, column)` or None), `help` (or None),\n\
     `findings` (a list of dicts, as `rulebook.check` gives them)."
);

/// An error of the library.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error.kind() {
        ErrorKind::UnknownGame => "unknown game",
        ErrorKind::Rules => "rules",
        ErrorKind::IllegalMove => "illegal move",
        ErrorKind::Notation => "notation",
        ErrorKind::Agent => "agent",
        ErrorKind::Record => "record",
        ErrorKind::Stuck => "stuck",
        _ => "limit",
    };
    let place = error.place().map(|place| (place.file.as_str(), place.line, place.column));
    exception(py, kind, &error.to_string(), error.message(), place, error.help(), error.report())
}

/// An error of an environment.
pub fn of_env(py: Python<'_>, error: &EnvError) -> PyErr {
    let kind = match error {
        EnvError::Illegal { .. } | EnvError::Outcome(_) | EnvError::Over | EnvError::Length { .. } => "illegal move",
        EnvError::TooMany { .. } | EnvError::Turns | EnvError::Fault(_) => "limit",
        EnvError::Unlisted(_) | EnvError::Threads(_) => "program",
    };
    plain(py, kind, &error.to_string())
}

/// An error that is said in one line.
pub fn plain(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    exception(py, kind, message, message, None, None, &Report::default())
}

fn exception(
    py: Python<'_>,
    kind: &str,
    text: &str,
    message: &str,
    place: Option<(&str, u32, u32)>,
    help: Option<&str>,
    report: &Report,
) -> PyErr {
    let error = RulebookError::new_err(text.to_owned());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("kind", kind)?;
        value.setattr("message", message)?;
        value.setattr("place", place)?;
        value.setattr("help", help)?;
        value.setattr("findings", findings(py, report)?)
    };
    match set() {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Findings as dicts.
pub fn findings<'py>(py: Python<'py>, report: &Report) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let one = |finding: &rulebook::Diagnostic| {
        let dict = PyDict::new(py);
        dict.set_item("code", finding.code)?;
        dict.set_item("severity", finding.severity.word())?;
        dict.set_item("message", &finding.message)?;
        dict.set_item("file", &finding.place.file)?;
        dict.set_item("line", finding.place.line)?;
        dict.set_item("column", finding.place.column)?;
        dict.set_item("label", &finding.label)?;
        dict.set_item("help", finding.help.as_deref())?;
        Ok(dict)
    };
    report.diagnostics().iter().map(one).collect()
}
