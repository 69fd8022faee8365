//! Errors as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use rulebook::{Error, ErrorKind, Report};
use rulebook_env::EnvError;
use rulebook_language::diagnostic;
use rulebook_language::source::SourceMap;

create_exception!(
    rulebook,
    RulebookError,
    PyValueError,
    "What is wrong, where, and what to do instead.\n\n\
     Attributes: `kind` (such as `rules` or `illegal move`), `message`, `place` (`(file, line, column)` or None), `help` (or None),\n\
     `findings` (a list of dicts, as `rulebook.check` gives them; fixes are those of `check` and `format` alone)."
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
    exception(py, kind, &error.to_string(), error.message(), place, error.help(), findings(py, error.report()))
}

/// An error that is told by findings about a text.
pub fn refused(py: Python<'_>, report: &diagnostic::Report, sources: &SourceMap) -> PyErr {
    let Some(first) = report.iter().find(|finding| finding.severity == diagnostic::Severity::Error) else {
        return plain(py, "rules", "the rules cannot be used");
    };
    let file = sources.file(first.primary.span.file);
    let (place, help) = (file.place(first.primary.span.start), first.help.as_deref());
    let (name, line, column) = (file.name.as_str(), place.line, place.column);
    let text = format!("{name}:{line}:{column}: {}", first.message);
    let text = help.map_or_else(|| text.clone(), |help| format!("{text}\n  help: {help}"));
    let told = crate::sheets::findings(py, report, sources);
    exception(py, "rules", &text, &first.message, Some((name, line, column)), help, told)
}

/// An error of an environment.
pub fn of_env(py: Python<'_>, error: &EnvError) -> PyErr {
    let kind = match error {
        EnvError::Illegal { .. } | EnvError::Outcome(_) | EnvError::Over | EnvError::Length { .. } => "illegal move",
        EnvError::TooMany { .. } | EnvError::Turns | EnvError::Fault(_) => "limit",
        EnvError::Unlisted(_) | EnvError::Threads(_) | EnvError::Kept => "program",
    };
    plain(py, kind, &error.to_string())
}

/// An error that is said in one line.
pub fn plain(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    exception(py, kind, message, message, None, None, Ok(Vec::new()))
}

fn exception(
    py: Python<'_>,
    kind: &str,
    text: &str,
    message: &str,
    place: Option<(&str, u32, u32)>,
    help: Option<&str>,
    findings: PyResult<Vec<Bound<'_, PyDict>>>,
) -> PyErr {
    let error = RulebookError::new_err(text.to_owned());
    let value = error.value(py);
    let set = move || -> PyResult<()> {
        value.setattr("kind", kind)?;
        value.setattr("message", message)?;
        value.setattr("place", place)?;
        value.setattr("help", help)?;
        value.setattr("findings", findings?)
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
