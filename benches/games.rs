//! The shipped games with settings.

use rulebook_insight::library::{Prepared, Settings, find, load};

/// A shipped game with values for its options, written `size=8 pie=off`.
pub fn prepare(name: &str, options: &str) -> Prepared {
    let mut loaded = load(name, find(name).unwrap_or_else(|| panic!("{name} is not shipped")).text);
    let mut settings = Settings::default();
    for option in options.split_whitespace() {
        let (option, value) = option.split_once('=').expect("option=value");
        settings.set(" ", option, value);
    }
    let written = settings.write_down("options", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{name} {options}: {report:?}"))
}
