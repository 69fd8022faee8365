//! Questions about sheets, and about what happens in a line of play: what writing one asks again and again.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{plain, refused};
use crate::position::Position;
use crate::work::attended;
use rulebook_env::KeptPosition;
use rulebook_insight::analysis::{self, LineOfPlay, Smoke, inspect_while, run_tests};
use rulebook_insight::library::{self, Loaded, Texts, Written};
use rulebook_language::diagnostic::{Diagnostic, Edit, Fix, Report};
use rulebook_language::format::{Refusal, format as laid_out};
use rulebook_language::reference;
use rulebook_language::source::SourceMap;
use rulebook_play::engine::Fault;
use rulebook_service::wire;

/// A sheet with the files that it may name.
fn read(name: &str, text: &str, files: Vec<(String, String)>) -> Loaded {
    let files: BTreeMap<String, String> = files.into_iter().collect();
    library::load_with(name, text, &Texts::beside(name, &files))
}

/// The findings of `rulebook check` about a text.
#[pyfunction]
pub fn check<'py>(
    py: Python<'py>,
    name: String,
    text: String,
    files: Vec<(String, String)>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (report, sources) = attended(py, Some(1), move |stop| {
        let loaded = read(&name, &text, files);
        let found = inspect_while(&loaded, &Written::default(), Smoke::default(), &|| !stop.is_called());
        (found.report, loaded.sources)
    })?;
    findings(py, &report, &sources)
}

/// The tests of a text, `(game, title, line, passed)` each, and the findings about them.
#[pyfunction]
pub fn test<'py>(
    py: Python<'py>,
    name: String,
    text: String,
    files: Vec<(String, String)>,
    filter: Option<String>,
) -> PyResult<(Vec<(String, String, u32, bool)>, Vec<Bound<'py, PyDict>>)> {
    let (runs, sources) = attended(py, Some(1), move |_| {
        let loaded = read(&name, &text, files);
        let wanted = |_: &str, title: &str| filter.as_ref().is_none_or(|filter| title.contains(filter.as_str()));
        (run_tests(&loaded, &wanted), loaded.sources)
    })?;
    let one = |test: &analysis::Tested| {
        let line = sources.file(test.title.span.file).place(test.title.span.start).line;
        (test.game.clone(), test.title.text.clone(), line, test.passed)
    };
    Ok((runs.tests.iter().map(one).collect(), findings(py, &runs.report, &sources)?))
}

/// A text in the one layout.
#[pyfunction]
pub fn format(py: Python<'_>, name: String, text: String) -> PyResult<String> {
    attended(py, Some(1), move |_| laid_out(&name, &text))?.map_err(|refusal| match refusal {
        Refusal::Findings(report, sources) => refused(py, &report, &sources),
        Refusal::Long(bytes) => plain(py, "limit", &format!("the text would be {bytes} bytes long, which is too long")),
        Refusal::Changed(what) => {
            plain(py, "program", &format!("the text cannot be formatted without changing its meaning: {what}"))
        }
    })
}

/// The page of a word or of a finding's code, as Markdown; that of all topics where none is named.
#[pyfunction]
pub fn explain(py: Python<'_>, topic: &str) -> PyResult<String> {
    let topic = topic.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = if topic.is_empty() { Some(reference::overview()) } else { reference::page(&topic) };
    found.ok_or_else(|| {
        let near: Vec<String> = reference::near(&topic).iter().map(|near| format!("`{near}`")).collect();
        let help = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        plain(py, "unknown topic", &format!("there is no topic `{topic}`{help}"))
    })
}

/// Why a move is not legal in a position, or that it is, as `rulebook why-not --json` says it.
#[pyfunction]
pub fn why_not(py: Python<'_>, position: &Position, text: String) -> PyResult<String> {
    explained(py, position, move |line, sources| {
        let explanation = analysis::why_not(line, sources, &text)?;
        Ok(serde_json::to_string(&wire::WhyNot::new(&explanation, sources)))
    })
}

/// What the last action of a position's line did, or all of them, as `rulebook trace --json` says it.
#[pyfunction]
pub fn trace(py: Python<'_>, position: &Position, all: bool) -> PyResult<String> {
    if position.line.is_empty() {
        return Err(plain(py, "illegal move", "there is no move to trace: play at least one"));
    }
    explained(py, position, move |line, sources| {
        let traced = analysis::trace(line, sources, all)?;
        Ok(serde_json::to_string(&wire::Trace::new(&traced, sources)))
    })
}

/// Asks something of a position's line, in a game that can say why.
fn explained(
    py: Python<'_>,
    position: &Position,
    asked: impl FnOnce(&mut LineOfPlay, &SourceMap) -> Result<serde_json::Result<String>, Fault> + Send + 'static,
) -> PyResult<String> {
    let (game, base, line) = (position.game.inside.clone(), position.base(), position.line.clone());
    let said = attended(py, Some(1), move |_| -> Result<String, String> {
        let prepared = game.inside().explaining().map_err(|_| "the rules are too large to say why".to_owned())?;
        let base = KeptPosition::of(base.inside()).in_game_of(&prepared.start());
        let mut played = LineOfPlay::new(base.map_err(|error| error.to_string())?);
        line.iter().try_for_each(|action| played.play(action)).map_err(|error| error.to_string())?;
        let said = asked(&mut played, &game.loaded().sources).map_err(|fault| fault.to_string())?;
        said.map_err(|error| error.to_string())
    })?;
    said.map_err(|message| plain(py, "limit", &message))
}

/// Findings as dicts, with the edits that they offer.
pub fn findings<'py>(py: Python<'py>, report: &Report, sources: &SourceMap) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let sheet = sources.iter().next();
    let characters =
        |at: u32| sheet.and_then(|(_, file)| file.text.get(..at as usize)).map(|text| text.chars().count());
    let fix = |fix: &Fix| -> PyResult<Option<Bound<'py, PyDict>>> {
        let edits = fix.settled(sources);
        if edits.iter().any(|edit| sheet.is_none_or(|(file, _)| file != edit.span.file)) {
            return Ok(None);
        }
        let edit = |edit: &Edit| {
            let dict = PyDict::new(py);
            dict.set_item("start", characters(edit.span.start))?;
            dict.set_item("end", characters(edit.span.end))?;
            dict.set_item("text", &edit.text)?;
            PyResult::Ok(dict)
        };
        let dict = PyDict::new(py);
        dict.set_item("title", &fix.title)?;
        dict.set_item("safe", fix.safe)?;
        dict.set_item("edits", edits.iter().map(edit).collect::<PyResult<Vec<_>>>()?)?;
        Ok(Some(dict))
    };
    let one = |finding: &Diagnostic| {
        let file = sources.file(finding.primary.span.file);
        let place = file.place(finding.primary.span.start);
        let dict = PyDict::new(py);
        dict.set_item("code", finding.code.name())?;
        dict.set_item("severity", finding.severity.word())?;
        dict.set_item("message", &finding.message)?;
        dict.set_item("file", &file.name)?;
        dict.set_item("line", place.line)?;
        dict.set_item("column", place.column)?;
        dict.set_item("label", &finding.primary.text)?;
        dict.set_item("help", finding.help.as_deref())?;
        let fixes = finding.fixes.iter().map(fix).collect::<PyResult<Vec<_>>>()?;
        dict.set_item("fixes", fixes.into_iter().flatten().collect::<Vec<_>>())?;
        Ok(dict)
    };
    report.iter().map(one).collect()
}
