//! What is asked beside A1 to A12, because it takes its time.

/// What is asked beside A1 to A12.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// B1 to B5.
    pub values: bool,
    /// C1.
    pub ladder: bool,
    /// C2.
    pub strength: bool,
    /// C3.
    pub openings: bool,
    /// C4.
    pub mirror: bool,
    /// C5.
    pub exact: bool,
}

/// The names by which parts are asked for.
const NAMES: [&str; 7] = ["B", "C", "C1", "C2", "C3", "C4", "C5"];

impl Parts {
    /// Everything.
    pub fn all() -> Self {
        Parts { values: true, ladder: true, strength: true, openings: true, mirror: true, exact: true }
    }

    /// Adds what is named: `B`, `C`, `C1` to `C5`.
    pub fn add(&mut self, name: &str) {
        match name {
            "B" => self.values = true,
            "C" => *self = Parts { values: self.values, ..Parts::all() },
            "C1" => self.ladder = true,
            "C2" => self.strength = true,
            "C3" => self.openings = true,
            "C4" => self.mirror = true,
            "C5" => self.exact = true,
            _ => {}
        }
    }
}

/// A part by its name, or what to write instead.
pub fn part(text: &str) -> Result<String, String> {
    crate::part::part(text, &NAMES, "`B`, `C` or one of `C1` to `C5`", |_| None)
}

#[cfg(test)]
mod tests {
    use super::{Parts, part};

    #[test]
    fn names_add_up() {
        let mut parts = Parts::default();
        parts.add("C");
        assert_eq!(parts, Parts { values: false, ..Parts::all() });
        parts.add("B");
        assert_eq!(parts, Parts::all());
        assert_eq!(part(" c3 "), Ok("C3".to_owned()));
        for wrong in ["A4", "B2", "D", "", "C6"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
