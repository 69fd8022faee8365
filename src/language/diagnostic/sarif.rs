//! The findings in SARIF 2.1.0 (OASIS), which code hosts and editors read.

use serde_json::{Value, json};

use super::codes::Code;
use super::{Allowed, Diagnostic, Report, Severity};
use crate::source::{SourceMap, Span};

/// The findings about some files, as one run of the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sarif {
    results: Vec<Value>,
    unreadable: Vec<Value>,
}

impl Sarif {
    /// Adds the findings about a file; those that it allows are suppressed in the source, with their reasons.
    pub fn add(&mut self, report: &Report, sources: &SourceMap) {
        self.results.extend(report.iter().map(|finding| result(finding, sources)));
        self.results.extend(report.allowed().iter().map(|allowed| suppressed(allowed, sources)));
    }

    /// Adds a verdict on a claim at a place: one that holds, or one that is open. A claim that fails is a finding.
    pub fn verdict(&mut self, holds: bool, text: &str, at: Span, sources: &SourceMap) {
        let mut result = json!({
            "ruleId": Code::ClaimRefuted.name(),
            "kind": if holds { "pass" } else { "open" },
            "level": "none",
            "message": {"text": text},
            "locations": [location(at, "", sources)],
        });
        if let Some(index) = Code::ALL.iter().position(|code| *code == Code::ClaimRefuted) {
            result["ruleIndex"] = json!(index);
        }
        self.results.push(result);
    }

    /// Adds the line of play that shows a finding to the first result of its code that has none.
    pub fn witness(&mut self, code: Code, line: Value) {
        let is_bare = |result: &&mut Value| {
            result["ruleId"] == code.name() && result.get("kind").is_none() && result.get("properties").is_none()
        };
        if let Some(result) = self.results.iter_mut().find(is_bare) {
            result["properties"] = json!({"witness": line});
        }
    }

    /// Adds a file that cannot be read, and why.
    pub fn unreadable(&mut self, file: &str, why: &str) {
        self.unreadable.push(json!({
            "level": "error",
            "message": {"text": why},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file)}}}],
        }));
    }

    /// The log.
    pub fn log(self) -> Value {
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {
                    "driver": {
                        "name": "rulebook",
                        "semanticVersion": env!("CARGO_PKG_VERSION"),
                        "rules": Code::ALL.iter().copied().map(rule).collect::<Vec<_>>(),
                    },
                },
                "invocations": [{
                    "executionSuccessful": self.unreadable.is_empty(),
                    "toolExecutionNotifications": self.unreadable,
                }],
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        })
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": {"text": code.summary()},
        "help": {"text": code.page(), "markdown": code.page()},
        "defaultConfiguration": {"level": level(code.severity())},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}

fn result(finding: &Diagnostic, sources: &SourceMap) -> Value {
    let mut text = finding.message.clone();
    finding.help.iter().for_each(|help| text.push_str(&format!("\nhelp: {help}")));
    let mut result = json!({
        "ruleId": finding.code.name(),
        "level": level(finding.severity),
        "message": {"text": text},
        "locations": [location(finding.primary.span, &finding.primary.text, sources)],
    });
    if let Some(index) = Code::ALL.iter().position(|code| *code == finding.code) {
        result["ruleIndex"] = json!(index);
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|label| location(label.span, &label.text, sources));
        result["relatedLocations"] = related.collect();
    }
    result
}

fn suppressed(allowed: &Allowed, sources: &SourceMap) -> Value {
    let mut result = result(&allowed.finding, sources);
    // What settings allow is not said in the rule sheet.
    let is_sheet = !sources.file(allowed.at.file).name.ends_with(".toml");
    result["suppressions"] = json!([{
        "kind": if is_sheet { "inSource" } else { "external" },
        "justification": allowed.reason,
        "location": location(allowed.at, "", sources),
    }]);
    result
}

fn location(span: Span, text: &str, sources: &SourceMap) -> Value {
    let file = sources.file(span.file);
    let (start, end) = (file.place(span.start), file.place(span.end));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(&file.name)},
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if !text.is_empty() {
        location["message"] = json!({"text": text});
    }
    location
}

/// A path as a reference to a URI: relative to where the program runs, unless it is absolute.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut out = match path.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("games/a b.game"), "games/a%20b.game");
        assert_eq!(uri("/tmp/é#1.game"), "file:///tmp/%C3%A9%231.game");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("a:b"), "a%3Ab", "no scheme");
    }
}
