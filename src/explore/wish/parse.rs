//! Wishes as they are written: `score of seat 1 in 48..52 %, draws < 5 %, plies in 30..60`.

use super::range::WishRange;
use super::subject::Subject;
use super::wording::{Worded, Wording};
use crate::Refused;
use rulebook_language::util::suggest;

/// A wish.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// As it was written.
    pub text: String,
    /// What it is about.
    pub subject: Subject,
    /// What that is, for people.
    pub label: String,
    /// What that is counted in.
    pub unit: &'static str,
    /// Whether it is a share of 1, which people are told in per cent.
    pub is_share: bool,
    /// Where it is to lie.
    pub range: WishRange,
}

/// Wishes, at least one.
pub type Wishes = Vec<Wish>;

/// How a wish compares.
const SIGNS: [&str; 5] = [" in ", "<=", ">=", "<", ">"];
/// The most wishes.
const MOST: usize = 16;
/// What a wish looks like, for those who wrote something else.
const EXAMPLE: &str = "write wishes such as `score of seat 1 in 48..52 %, draws < 5 %, plies in 30..60`";

impl Wish {
    /// What is less than this makes no difference to anybody: half a point of a share.
    pub fn least(&self) -> f64 {
        if self.is_share { 0.005 } else { 0.05 }
    }

    /// A number as people are told of it.
    pub fn shown(&self, number: f64) -> String {
        match self.is_share {
            true => format!("{:.1} %", number * 100.0),
            false => format!("{number:.2}"),
        }
    }

    /// Reads wishes that are separated by commas or semicolons.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn read_all(text: &str, wording: &Wording) -> Result<Wishes, Refused> {
        let mut wishes: Wishes = Vec::new();
        let mut begun = String::new();
        for part in text.split([',', ';', '\n']) {
            // The names of some metrics have a comma.
            if !begun.is_empty() {
                begun.push(',');
            }
            begun.push_str(part);
            if sign(&begun).is_some() {
                wishes.push(Wish::read(&std::mem::take(&mut begun), wording)?);
            }
        }
        if !begun.trim().is_empty() {
            return Err(Refused::new(format!("`{}` says of no number where it is to lie", begun.trim())).help(EXAMPLE));
        }
        match wishes.len() {
            0 => Err(Refused::new("there is no wish").help(EXAMPLE)),
            1..=MOST => Ok(wishes),
            many => Err(Refused::new(format!("{many} wishes are too many: there are {MOST} at most"))),
        }
    }

    /// Reads one wish.
    fn read(text: &str, wording: &Wording) -> Result<Wish, Refused> {
        let text = text.trim();
        let Some((at, sign)) = sign(text) else {
            return Err(Refused::new(format!("`{text}` is no wish")).help(EXAMPLE));
        };
        let (name, bounds) = (text[..at].trim(), text[at + sign.len()..].trim());
        let Some(worded) = wording.find(name) else {
            let refused = Refused::new(format!("there is no metric `{name}`"));
            return Err(match suggest(name, wording.names()) {
                Some(_) => refused.among(name, wording.names()),
                None => refused.among(name, wording.labels().into_iter()),
            });
        };
        let range = match sign {
            " in " => between(text, bounds, worded)?,
            "<" | "<=" => WishRange { low: None, high: Some(number(text, bounds, false, worded)?) },
            _ => WishRange { low: Some(number(text, bounds, false, worded)?), high: None },
        };
        let Worded { subject, label, unit, is_share, .. } = worded.clone();
        Ok(Wish { text: text.split_whitespace().collect::<Vec<_>>().join(" "), subject, label, unit, is_share, range })
    }
}

/// The sign that compares, and where it stands.
fn sign(text: &str) -> Option<(usize, &'static str)> {
    let found = SIGNS.iter().filter_map(|sign| Some((text.find(sign)?, *sign)));
    found.min_by_key(|(at, sign)| (*at, usize::MAX - sign.len()))
}

/// `48..52 %`.
fn between(text: &str, bounds: &str, worded: &Worded) -> Result<WishRange, Refused> {
    let Some((low, high)) = bounds.split_once("..") else {
        return Err(
            Refused::new(format!("`{bounds}` is no range, in `{text}`")).help("write a range such as `48..52 %`")
        );
    };
    let high = high.strip_prefix('=').unwrap_or(high);
    let percent = high.trim_end().ends_with('%');
    let (low, high) = (number(text, low, percent, worded)?, number(text, high, percent, worded)?);
    match low <= high {
        true => Ok(WishRange { low: Some(low), high: Some(high) }),
        false => Err(Refused::new(format!("the range of `{text}` is empty: it begins above its end"))
            .help("write the lower number first, as in `48..52 %`")),
    }
}

/// A number, perhaps in per cent; `percent` where the number after it says so.
fn number(text: &str, said: &str, percent: bool, worded: &Worded) -> Result<f64, Refused> {
    let said = said.trim();
    let (digits, percent) = match said.strip_suffix('%') {
        Some(digits) => (digits.trim(), true),
        None => (said, percent),
    };
    let Some(number) = digits.parse::<f64>().ok().filter(|number| number.is_finite()) else {
        let why = if said.is_empty() { "a number is missing".to_owned() } else { format!("`{said}` is no number") };
        return Err(Refused::new(format!("{why}, in `{text}`")).help(EXAMPLE));
    };
    match (percent, worded.is_share) {
        (true, false) => {
            Err(Refused::new(format!("{} is counted in {}, not in per cent, in `{text}`", worded.label, worded.unit))
                .help(format!("write the number of {} alone", worded.unit)))
        }
        (false, true) if number.abs() > 1.0 => {
            Err(Refused::new(format!("{} lies between 0 and 1, in `{text}`", worded.label))
                .help(format!("write `{number} %`, or a number from 0 to 1")))
        }
        (true, true) => Ok(number / 100.0),
        (false, _) => Ok(number),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Wish, WishRange, Wording};
    use rulebook_insight::analysis::Sheet;

    fn wording() -> Wording {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let sheet = Sheet { roles: names(&["Black", "White"]), clauses: names(&["full"]), ..Sheet::default() };
        Wording::new(&sheet)
    }

    #[test]
    fn wishes_are_read() {
        let text =
            "score of seat 1 in 48..52 %, draws < 5 %, plies, mean in 30..60, skill ladder >= 2, Score of White > 0.4";
        let wishes = Wish::read_all(text, &wording()).unwrap();
        let found: Vec<_> = wishes.iter().map(|wish| (wish.subject.key(), wish.range)).collect();
        let range = |low, high| WishRange { low, high };
        assert_eq!(
            found,
            [
                ("A2.seat.1".to_owned(), range(Some(0.48), Some(0.52))),
                ("A1.draw".to_owned(), range(None, Some(0.05))),
                ("A4.plies".to_owned(), range(Some(30.0), Some(60.0))),
                ("C1.rungs".to_owned(), range(Some(2.0), None)),
                ("role.White".to_owned(), range(Some(0.4), None)),
            ]
        );
    }

    #[test]
    fn what_is_wrong_says_what_to_write() {
        for (text, wanted) in [
            ("", "no wish"),
            ("draws", "says of no number"),
            ("drows < 5 %", "did you mean `draws`?"),
            ("draws < 5", "write `5 %`"),
            ("draws < ", "a number is missing"),
            ("draws < x %", "`x %` is no number"),
            ("plies < 5 %", "counted in plies"),
            ("plies in 60..30", "is empty"),
            ("plies in 60", "is no range"),
            ("magic in 1..2", "there is no metric `magic`"),
        ] {
            let refused = Wish::read_all(text, &wording()).unwrap_err().to_string();
            assert!(refused.contains(wanted), "{text}: {refused}");
        }
    }
}
