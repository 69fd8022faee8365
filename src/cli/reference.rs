//! Rule-set references: a file with the variant and the options that are meant, in one word.
//!
//! `FILE`, `FILE#TITLE`, `FILE?OPTION=VALUE&OPTION=VALUE`, or both, in either order.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};

use super::arguments::{Assignment, GameSettings, Titled};
use super::failure::Failure;
use super::input;

/// A file with the variant and the options that are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The file: a path, `-`, or the name of a shipped game.
    pub file: PathBuf,
    /// As it was written.
    pub text: String,
    variant: Option<Titled>,
    set: Vec<Assignment>,
}

impl Reference {
    /// How the command line reads one.
    pub fn parser() -> impl TypedValueParser<Value = Reference> {
        OsStringValueParser::new().try_map(Reference::read)
    }

    /// Reads a reference. What names a file as a whole is that file, whatever signs are in its name.
    ///
    /// # Errors
    /// What cannot be read, with what to write instead.
    fn read(written: OsString) -> Result<Self, String> {
        let shown = written.to_string_lossy().into_owned();
        match written.to_str() {
            Some(text) if !input::is_there(Path::new(text)) => parse(text),
            _ => Ok(Reference { file: PathBuf::from(written), text: shown, variant: None, set: Vec::new() }),
        }
    }

    /// A file as a whole.
    pub fn of_file(file: PathBuf) -> Self {
        Reference { text: file.display().to_string(), file, variant: None, set: Vec::new() }
    }

    /// The title of the variant that is named.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_ref().map(|variant| variant.title.as_str())
    }

    /// Whether options are set.
    pub fn sets_options(&self) -> bool {
        !self.set.is_empty()
    }

    /// What the reference says, and after it what was set besides.
    ///
    /// # Errors
    /// If the two contradict each other.
    pub fn with(&self, besides: &GameSettings) -> Result<GameSettings, Failure> {
        let text = &self.text;
        let contradicted = |what: &str, here: &str, there: &str| {
            let said =
                format!("{what} is `{here}` in `{text}`, but is set to `{there}` as well\n  help: remove one of them");
            Err(Failure::Usage(said))
        };
        for (index, own) in self.set.iter().enumerate() {
            let others = self.set[index + 1..].iter().chain(&besides.set);
            if let Some(other) = others.filter(|other| other.option == own.option).find(|o| o.value != own.value) {
                return contradicted(&format!("`{}`", own.option), &own.value, &other.value);
            }
        }
        let variant = match (&self.variant, &besides.variant) {
            (Some(own), Some(other)) if own.title != other.title => {
                return contradicted("the variant", &own.title, &other.title);
            }
            (own, other) => own.as_ref().or(other.as_ref()).cloned(),
        };
        Ok(GameSettings { set: self.set.iter().chain(&besides.set).cloned().collect(), variant })
    }
}

fn parse(text: &str) -> Result<Reference, String> {
    let cut = text.find(['#', '?']).unwrap_or(text.len());
    let (file, mut rest) = text.split_at(cut);
    if file.is_empty() {
        return Err(format!("`{text}` names no file: write FILE#TITLE?OPTION=VALUE, such as `emulsion?size=7`"));
    }
    let mut reference = Reference { file: PathBuf::from(file), text: text.to_owned(), variant: None, set: Vec::new() };
    while let Some(sign) = rest.chars().next() {
        let body = &rest[1..];
        let (part, after) = body.split_at(body.find(['#', '?']).unwrap_or(body.len()));
        let lead = text[..text.len() - body.len()].to_owned();
        rest = after;
        match sign {
            '#' if part.trim().is_empty() => {
                return Err(
                    "after `#` comes the title of a game or variant, such as `emulsion#Free Emulsion`".to_owned()
                );
            }
            '#' if reference.variant.is_some() => {
                return Err("a reference has at most one `#TITLE`".to_owned());
            }
            '#' => {
                reference.variant =
                    Some(Titled { lead: once(&reference, lead, '#'), title: plain(part.trim()), tail: "" })
            }
            _ => options(part, lead, &mut reference)?,
        }
    }
    Ok(reference)
}

/// The options behind a `?`.
fn options(part: &str, lead: String, reference: &mut Reference) -> Result<(), String> {
    for (index, assignment) in part.split('&').enumerate() {
        let lead = if index == 0 { once(reference, lead.clone(), '?') } else { "&".to_owned() };
        match assignment.split_once('=') {
            Some((option, value)) if !option.trim().is_empty() && !value.trim().is_empty() => {
                let (option, value) = (option.trim().to_owned(), value.trim().to_owned());
                reference.set.push(Assignment { lead, option, value });
            }
            _ => {
                return Err(format!(
                    "`{assignment}` sets no option: after `?` and `&` write OPTION=VALUE, such as `?size=7&pie=off`"
                ));
            }
        }
    }
    Ok(())
}

/// The whole text so far before the first part; before a later one its sign alone.
fn once(reference: &Reference, lead: String, sign: char) -> String {
    if reference.variant.is_none() && reference.set.is_empty() { lead } else { sign.to_string() }
}

/// A title in which the signs of references are escaped as in web addresses.
fn plain(title: &str) -> String {
    title.replace("%23", "#").replace("%3F", "?").replace("%3f", "?").replace("%25", "%")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::parse;
    use crate::arguments::GameSettings;
    use rulebook_language::source::SourceMap;

    fn said(text: &str) -> (String, Option<String>, Vec<String>) {
        let read = parse(text).unwrap();
        let set = read.set.iter().map(|set| format!("{}={}", set.option, set.value)).collect();
        (read.file.display().to_string(), read.variant.map(|variant| variant.title), set)
    }

    #[test]
    fn files_titles_and_options_in_either_order() {
        let free = Some("Free Emulsion".to_owned());
        let file = "games/emulsion.game";
        assert_eq!(said(file), (file.to_owned(), None, vec![]));
        assert_eq!(
            said("emulsion?size=7&pie=on"),
            ("emulsion".to_owned(), None, vec!["size=7".into(), "pie=on".into()])
        );
        let both = ("emulsion".to_owned(), free, vec!["size=5".to_owned()]);
        assert_eq!(said("emulsion#Free Emulsion?size=5"), both);
        assert_eq!(said("emulsion?size=5#Free Emulsion"), both);
        assert_eq!(said("-?size=5").0, "-");
        assert_eq!(said("x#Who%3F %23 1").1.unwrap(), "Who? # 1");
    }

    #[test]
    fn what_is_wrong_says_what_to_write() {
        for (text, wanted) in [
            ("?size=7", "names no file"),
            ("emulsion#", "title"),
            ("emulsion#A#B", "one `#TITLE`"),
            ("emulsion?", "OPTION=VALUE"),
            ("emulsion?size", "OPTION=VALUE"),
            ("emulsion?size=", "OPTION=VALUE"),
            ("emulsion?size=7&", "OPTION=VALUE"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }

    #[test]
    fn settings_are_written_down_as_they_were_typed() {
        let none = GameSettings { set: Vec::new(), variant: None };
        for text in ["emulsion#Free Emulsion?size=0", "emulsion?size=0&pie=on#Free Emulsion"] {
            let settings = parse(text).unwrap().with(&none).unwrap().settings();
            let mut sources = SourceMap::default();
            let written = settings.write_down("<command line>", &mut sources);
            let variant = written.variant.unwrap();
            assert_eq!(&*sources.file(variant.span.file).text, text);
            assert_eq!(sources.slice(variant.span), "Free Emulsion");
            assert_eq!(sources.slice(written.choices[0].value.span), "0");
        }
    }
}
