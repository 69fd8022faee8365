//! The shape of a settings file. What it does not know is an error.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use rulebook_insight::analysis::Effort;
use rulebook_insight::analysis::study::Misread;
use rulebook_language::diagnostic::{Code, Severity};
use rulebook_language::util::suggest;

/// The name of a settings file.
pub const FILE_NAME: &str = "rulebook.toml";

/// What a settings file says. Paths are relative to its folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The files and folders that are meant where none is named.
    pub paths: Vec<PathBuf>,
    /// Patterns of files that are passed over in folders.
    pub exclude: Vec<String>,
    /// Of `check`.
    pub check: CheckSettings,
}

/// What a settings file says of `check`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckSettings {
    /// Whether warnings lead to exit status 1, too.
    pub strict: bool,
    /// How much is played and searched.
    effort: Option<Spanned<String>>,
    /// The same, read.
    #[serde(skip)]
    pub depth: Option<Effort>,
    /// The baseline file.
    pub baseline: Option<PathBuf>,
    /// How bad findings of a code are.
    severity: BTreeMap<Spanned<String>, Spanned<String>>,
    /// The same, read.
    #[serde(skip)]
    pub levels: BTreeMap<Code, (Level, Range<usize>)>,
}

/// How bad the findings of a code are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// They may stay.
    Allow,
    /// They are this bad.
    Severity(Severity),
}

/// The levels by name.
const LEVELS: [(&str, Level); 4] = [
    ("allow", Level::Allow),
    ("note", Level::Severity(Severity::Advice)),
    ("warning", Level::Severity(Severity::Warning)),
    ("error", Level::Severity(Severity::Error)),
];

/// The efforts by name.
const EFFORTS: [(&str, Effort); 3] =
    [("quick", Effort::Quick), ("normal", Effort::Normal), ("thorough", Effort::Thorough)];

impl Settings {
    /// Reads the text of a settings file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Settings, Misread> {
        let mut settings: Settings = toml::from_str(text).map_err(|error| misread(&error))?;
        settings.check.depth = settings.check.effort.as_ref().map(effort).transpose()?;
        for (code, level) in &settings.check.severity {
            let (code, level) = self::level(code, level)?;
            settings.check.levels.insert(code, level);
        }
        Ok(settings)
    }
}

/// The effort of a name.
fn effort(name: &Spanned<String>) -> Result<Effort, Misread> {
    let found = EFFORTS.iter().find(|(word, _)| word == name.get_ref());
    found.map(|(_, effort)| *effort).ok_or_else(|| {
        let near = suggest(name.get_ref(), EFFORTS.iter().map(|(word, _)| *word));
        Misread::new(name.span(), format!("unknown effort `{}`", name.get_ref())).help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write \"quick\", \"normal\" or \"thorough\"".to_owned(),
        })
    })
}

/// A line of `[check.severity]`.
fn level(name: &Spanned<String>, level: &Spanned<String>) -> Result<(Code, (Level, Range<usize>)), Misread> {
    let Some(code) = Code::find(name.get_ref()) else {
        let wrong = Misread::new(name.span(), format!("there is no finding `{}`", name.get_ref()));
        let near = suggest(name.get_ref(), Code::ALL.iter().map(|code| code.name()));
        return Err(wrong.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`rulebook explain` lists all findings".to_owned(),
        }));
    };
    let Some((_, read)) = LEVELS.iter().find(|(word, _)| word == level.get_ref()) else {
        let wrong = Misread::new(level.span(), format!("unknown severity `{}`", level.get_ref()));
        let near = suggest(level.get_ref(), LEVELS.iter().map(|(word, _)| *word));
        return Err(wrong.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write \"allow\", \"note\", \"warning\" or \"error\"".to_owned(),
        }));
    };
    if code.severity() == Severity::Error && *read != Level::Severity(Severity::Error) {
        return Err(Misread::new(name.span(), format!("`{code}` is an error and cannot be less"))
            .help("remove this line; known findings can be listed in a baseline file"));
    }
    Ok((code, (*read, name.span().start..level.span().end)))
}

/// What the reader says, in the words of those who write settings.
fn misread(error: &toml::de::Error) -> Misread {
    let message = error.message().trim().replace('\n', ", ");
    let span = error.span().unwrap_or(0..0);
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match (message.strip_prefix("unknown field"), quoted.as_slice()) {
        (Some(_), [unknown, known @ ..]) => {
            let near = suggest(unknown, known.iter().copied());
            let all = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            Misread::new(span, format!("unknown key `{unknown}`")).help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {all}"),
            })
        }
        _ => Misread::new(span, message.replace("expected a sequence", "expected a list")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Effort, Level, Settings};
    use rulebook_language::diagnostic::{Code, Severity};

    #[test]
    fn the_example_of_the_documentation_is_read() {
        let page = include_str!("../../../docs/many-files.md");
        let examples: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        assert!(!examples.is_empty());
        for example in &examples {
            Settings::read(example).unwrap_or_else(|wrong| panic!("{}", wrong.shown("example", example)));
        }
        let settings = Settings::read(examples[0]).unwrap();
        assert!(!settings.paths.is_empty() && !settings.exclude.is_empty() && settings.check.strict);
        assert!(settings.check.baseline.is_some());
        assert_eq!(settings.check.depth, Some(Effort::Thorough));
        let note = settings.check.levels.get(&Code::LintUnused).unwrap();
        assert_eq!(note.0, Level::Severity(Severity::Advice));
        assert_eq!(&examples[0][note.1.clone()], "\"lint/unused\" = \"note\"");
    }

    #[test]
    fn what_is_not_known_is_an_error_with_its_place() {
        let wrong = [
            ("pats = []", "unknown key `pats`", 1, "did you mean `paths`?"),
            ("[check]\nstrikt = true", "unknown key `strikt`", 2, "did you mean `strict`?"),
            ("[check]\nxyz = true", "unknown key `xyz`", 2, "the keys here are"),
            (
                "[check.severity]\n\"lint/unusd\" = \"note\"",
                "there is no finding `lint/unusd`",
                2,
                "did you mean `lint/unused`?",
            ),
            ("[check.severity]\n\"lint/unused\" = \"warn\"", "unknown severity `warn`", 2, "warning"),
            (
                "[check.severity]\n\"test/failed\" = \"note\"",
                "`test/failed` is an error and cannot be less",
                2,
                "remove this line",
            ),
            ("[check]\neffort = \"quik\"", "unknown effort `quik`", 2, "did you mean `quick`?"),
            ("[check]\neffort = \"full\"", "unknown effort `full`", 2, "thorough"),
            ("paths = 1", "invalid type: integer `1`, expected a list", 1, ""),
            ("[check", "", 1, ""),
        ];
        for (text, message, line, help) in wrong {
            let misread = Settings::read(text).unwrap_err();
            assert!(misread.message.starts_with(message), "{text}: {}", misread.message);
            assert_eq!(text[..misread.span.start].matches('\n').count() + 1, line, "{text}");
            assert!(misread.help.clone().unwrap_or_default().contains(help), "{text}: {:?}", misread.help);
        }
        assert!(Settings::read("").unwrap().paths.is_empty());
    }
}
