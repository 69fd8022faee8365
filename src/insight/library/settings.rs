//! Settings from outside a file, such as the command line's, written down as a text of their own, so that a finding can
//! point at them as at any text.

use std::ops::Range;

use rulebook_language::model::Choice;
use rulebook_language::source::{SourceFile, SourceMap, Span};
use rulebook_language::syntax::ast::Name;

/// The name of the text that holds the command line's settings.
pub const COMMAND_LINE: &str = "<command line>";

/// Settings: perhaps a variant, and values for options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    text: String,
    variant: Option<Range<usize>>,
    choices: Vec<[Range<usize>; 2]>,
}

/// Settings with their places in a source map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The title of the variant.
    pub variant: Option<Name>,
    /// The values, in order; of two for one option the last counts.
    pub choices: Vec<Choice>,
}

impl Settings {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a variant is named.
    pub fn has_variant(&self) -> bool {
        self.variant.is_some()
    }

    /// Whether an option has a value.
    pub fn sets(&self, option: &str) -> bool {
        self.choices.iter().any(|[name, _]| self.text.get(name.clone()) == Some(option))
    }

    /// Names the variant; `lead` is what the user wrote before it, apart from the quote.
    pub fn set_variant(&mut self, lead: &str, title: &str) {
        self.name_variant(&format!("{lead}\""), title, "\"");
    }

    /// Names the variant between what the user wrote before and after it.
    pub fn name_variant(&mut self, lead: &str, title: &str, tail: &str) {
        self.write(lead);
        self.variant = Some(self.write(title));
        self.write(tail);
    }

    /// Sets an option; `lead` is what the user wrote before it.
    pub fn set(&mut self, lead: &str, option: &str, value: &str) {
        self.write(lead);
        let option = self.write(option);
        self.write("=");
        let value = self.write(value);
        self.choices.push([option, value]);
    }

    fn write(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// Adds the text of the settings to `sources` under `name` and gives what it says, with its places there.
    pub fn write_down(&self, name: &str, sources: &mut SourceMap) -> Written {
        if self.is_empty() {
            return Written::default();
        }
        let file = sources.add(SourceFile::new(name, self.text.trim_start()));
        let trimmed = self.text.len() - self.text.trim_start().len();
        let name = |range: &Range<usize>| Name {
            text: self.text[range.clone()].to_owned(),
            span: Span::new(file, range.start - trimmed, range.end - trimmed),
        };
        let choice = |[option, value]: &[Range<usize>; 2]| Choice { option: name(option), value: name(value) };
        Written { variant: self.variant.as_ref().map(name), choices: self.choices.iter().map(choice).collect() }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::Settings;
    use rulebook_language::source::SourceMap;

    #[test]
    fn what_is_set_can_be_pointed_at() {
        let mut settings = Settings::default();
        settings.set_variant(" --variant ", "Free Emulsion");
        settings.set(" --set ", "size", "0");
        let mut sources = SourceMap::default();
        let written = settings.write_down("<command line>", &mut sources);
        let variant = written.variant.unwrap();
        assert_eq!(sources.slice(variant.span), "Free Emulsion");
        assert_eq!(sources.slice(written.choices[0].option.span), "size");
        assert_eq!(sources.slice(written.choices[0].value.span), "0");
        assert_eq!(&*sources.file(variant.span.file).text, "--variant \"Free Emulsion\" --set size=0");
    }
}
