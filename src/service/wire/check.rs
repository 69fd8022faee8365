//! What `check --format json` writes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use rulebook_insight::analysis::{Judged, PlayedGames, Unseen, Verdict, Witness};
use rulebook_language::diagnostic::{JSON_VERSION, Report, json};
use rulebook_language::source::SourceMap;
use rulebook_play::record::Record;

/// The findings about some files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checked {
    /// The version of the shape of a finding.
    pub version: u32,
    /// The files.
    pub files: Vec<CheckedFile>,
    /// The findings of all files.
    pub diagnostics: Vec<Value>,
    /// The findings that the files allow, with their reasons.
    pub allowed: Vec<Value>,
    /// The lines of play that show findings.
    pub witnesses: Vec<FindingWitness>,
    /// What no game came upon though it could have; no findings, since few games say little.
    pub unseen: Vec<NotSeen>,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of findings that were counted and are not among those here.
    pub suppressed: usize,
    /// The number of findings that a baseline lists, which are not counted.
    pub known: usize,
}

/// A line of play that shows a finding.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FindingWitness {
    /// The code of the finding.
    pub code: &'static str,
    /// The actions from the start, with the game and its options.
    pub record: Record,
}

/// Something that was not seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotSeen {
    /// The title of the game.
    pub game: String,
    /// What.
    pub what: String,
    /// Its file.
    pub file: String,
    /// Its line there, from 1.
    pub line: u32,
    /// In how many games it was not seen.
    pub games: u64,
}

/// A file that was checked, or why it was not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CheckedFile {
    /// Its name.
    pub file: String,
    /// The number of games and variants checked in it.
    pub games: usize,
    /// Why it cannot be read, if it cannot.
    pub unreadable: Option<String>,
    /// How many games of each title were played at its default options.
    pub played: Vec<PlayedGames>,
    /// What was found of claims, and whether games must end.
    pub verdicts: Vec<JudgedClaim>,
    /// What checking it took, in steps: the same on every machine.
    pub steps: u64,
}

/// What was found of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JudgedClaim {
    /// The title of the game.
    pub game: String,
    /// The claim as the file says it, or `finite`, which is asked of every game.
    pub claim: String,
    /// Whether the file claims it.
    pub claimed: bool,
    /// `proved`, `with probability 1` (of `finite`, in a game with luck), `refuted` or `undecided`.
    pub verdict: &'static str,
    /// The options that were set for the verdict, beside those that were set for the check.
    pub set: BTreeMap<String, String>,
    /// How it was proved, what the witness shows, or what is known beside.
    pub how: String,
    /// The witness: actions from the start of the game.
    pub line: Option<Vec<String>>,
    /// How many games were played, if it is undecided.
    pub games: Option<u64>,
}

impl From<&Judged> for JudgedClaim {
    fn from(judged: &Judged) -> Self {
        let games = match judged.verdict {
            Verdict::NotSeen { games, .. } => Some(games),
            _ => None,
        };
        let (verdict, how) = (judged.verdict.word(), judged.verdict.how());
        let line = judged.verdict.line().map(<[String]>::to_vec);
        let claimed = judged.claimed.is_some();
        let set = judged.set.iter().cloned().collect();
        JudgedClaim { game: judged.game.clone(), claim: judged.what.clone(), claimed, verdict, set, how, line, games }
    }
}

impl Default for Checked {
    fn default() -> Self {
        Checked {
            version: JSON_VERSION,
            files: Vec::new(),
            diagnostics: Vec::new(),
            allowed: Vec::new(),
            witnesses: Vec::new(),
            unseen: Vec::new(),
            errors: 0,
            warnings: 0,
            suppressed: 0,
            known: 0,
        }
    }
}

impl Checked {
    /// Adds what the games of a file, called `name` in records, came to.
    pub fn add_play(&mut self, name: &str, witnesses: &[Witness], unseen: &[Unseen], sources: &SourceMap) {
        self.witnesses.extend(
            witnesses.iter().map(|shown| FindingWitness { code: shown.code.name(), record: shown.record(name) }),
        );
        self.unseen.extend(unseen.iter().map(|unseen| {
            let file = sources.file(unseen.span.file);
            NotSeen {
                game: unseen.title.clone(),
                what: unseen.what.clone(),
                file: file.name.clone(),
                line: file.place(unseen.span.start).line,
                games: unseen.games,
            }
        }));
    }

    /// Adds the findings about a file.
    pub fn add(&mut self, file: CheckedFile, report: &Report, sources: &SourceMap) {
        self.files.push(file);
        let mut found = json(report, sources);
        for (key, list) in [("diagnostics", &mut self.diagnostics), ("allowed", &mut self.allowed)] {
            if let Value::Array(mut entries) = found[key].take() {
                list.append(&mut entries);
            }
        }
        self.errors += report.errors();
        self.warnings += report.warnings();
        self.suppressed += report.suppressed();
    }
}
