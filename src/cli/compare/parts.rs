//! What is measured beside A1 to A12, because it takes its time.

/// What is measured beside A1 to A12.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// B1 to B5.
    pub values: bool,
    /// C2.
    pub strength: bool,
    /// C3.
    pub openings: bool,
}

const NAMES: [&str; 4] = ["B", "C", "C2", "C3"];

impl Parts {
    /// What was asked for: by name, by a page to fill, or by the number of its games.
    pub fn of(names: &[String], on_a_page: bool, valued: bool, each: bool) -> Self {
        let named = |name: &str| names.iter().any(|known| known == name);
        Parts {
            values: on_a_page || valued || named("B"),
            strength: on_a_page || each || named("C") || named("C2"),
            openings: on_a_page || each || named("C") || named("C3"),
        }
    }
}

/// A part by its name, or what to write instead.
pub fn part(text: &str) -> Result<String, String> {
    crate::part::part(text, &NAMES, "`B`, `C2` or `C3`", |name| match name {
        "C1" | "C4" => Some(format!("{name} applies to a single game: see `rulebook measure`")),
        "C5" => Some("C5 is always measured: set its limit with `--states`".to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Parts, part};

    #[test]
    fn a_page_has_all_of_it() {
        let all = Parts { values: true, strength: true, openings: true };
        assert_eq!(Parts::of(&[], true, false, false), all);
        assert_eq!(Parts::of(&["B".to_owned(), "C".to_owned()], false, false, false), all);
        assert_eq!(Parts::of(&[], false, false, false), Parts::default());
        assert_eq!(Parts::of(&[], false, true, false), Parts { values: true, ..Parts::default() });
        assert_eq!(part("c3"), Ok("C3".to_owned()));
        for wrong in ["A4", "B2", "C1", "C5", "D", ""] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
