//! Parts of a study that can be played by themselves, and put together.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of so many parts of a study's games, from 1: every so-manieth round of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };
    /// The most parts.
    pub const MOST: u64 = 1_000_000;
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let parts = text.split_once('/').and_then(|(part, of)| Some((number(part)?, number(of)?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) && of <= Shard::MOST => Ok(Shard { part, of }),
            Some((part, of)) if of > 0 => {
                Err(format!("there is no part {part} of {of}: parts are counted from 1, as in `3/16`"))
            }
            _ => Err("write PART/PARTS, such as `3/16`".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// Parts that were put together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Parts {
    of: u64,
    /// Which, from the first to the last of each run, in order and with a gap between any two.
    runs: Vec<(u64, u64)>,
}

impl Parts {
    /// The whole.
    pub fn whole() -> Self {
        Parts::from(Shard::WHOLE)
    }

    /// Of how many parts they are.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// Whether a round is in them, by its place among all rounds of the study.
    pub fn holds(&self, place: u64) -> bool {
        let part = place % self.of + 1;
        let after = self.runs.partition_point(|(first, _)| *first <= part);
        after.checked_sub(1).and_then(|run| self.runs.get(run)).is_some_and(|(_, last)| part <= *last)
    }

    /// How many rounds are in them, of those with these places.
    pub fn count(&self, places: Range<u64>) -> u64 {
        // Of the places below `end`.
        let below = |end: u64, (first, last): &(u64, u64)| {
            let (whole, rest) = (end / self.of, end % self.of);
            whole * (last + 1 - first) + rest.clamp(first - 1, *last) - (first - 1)
        };
        self.runs.iter().map(|run| below(places.end, run).saturating_sub(below(places.start, run))).sum()
    }

    /// With others of as many parts; all of them are the whole.
    #[must_use]
    pub fn union(&self, other: &Parts) -> Parts {
        let mut all: Vec<(u64, u64)> = self.runs.iter().chain(&other.runs).copied().collect();
        all.sort_unstable();
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for (first, last) in all {
            match runs.last_mut() {
                Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
                _ => runs.push((first, last)),
            }
        }
        match runs.as_slice() {
            [(1, last)] if *last == self.of => Parts::whole(),
            _ => Parts { of: self.of, runs },
        }
    }

    /// The first part that is in both.
    pub fn common(&self, other: &Parts) -> Option<u64> {
        let pairs = self.runs.iter().flat_map(|run| other.runs.iter().map(move |its| (run, its)));
        pairs.filter(|(run, its)| run.0 <= its.1 && its.0 <= run.1).map(|(run, its)| run.0.max(its.0)).min()
    }

    /// Whether all of the other are in these.
    pub fn hold(&self, other: &Parts) -> bool {
        self.of == other.of && self.union(other) == *self
    }

    /// The parts that are missing.
    pub fn missing(&self) -> impl Iterator<Item = Shard> {
        let starts = std::iter::once(1).chain(self.runs.iter().map(|(_, last)| last + 1));
        let ends = self.runs.iter().map(|(first, _)| *first).chain(std::iter::once(self.of + 1));
        starts.zip(ends).flat_map(|(start, end)| start..end).map(|part| Shard { part, of: self.of })
    }
}

impl From<Shard> for Parts {
    fn from(shard: Shard) -> Self {
        Parts { of: shard.of, runs: vec![(shard.part, shard.part)] }
    }
}

impl FromStr for Parts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` names no parts of a study");
        let (runs, of) = text.split_once('/').ok_or_else(wrong)?;
        let mut found: Option<Parts> = None;
        for run in runs.split(',') {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let [first, last] = [first, last].map(|part| format!("{part}/{of}").parse::<Shard>());
            let (first, last) = (first?, last?);
            if first.part > last.part {
                return Err(wrong());
            }
            let run = Parts { of: first.of, runs: vec![(first.part, last.part)] };
            found = Some(found.map_or_else(|| run.clone(), |found| found.union(&run)));
        }
        found.ok_or_else(wrong)
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.runs.iter().map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        });
        write!(f, "{}/{}", runs.collect::<Vec<_>>().join(","), self.of)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Parts, Shard};

    fn parts(text: &str) -> Parts {
        text.parse().unwrap()
    }

    #[test]
    fn every_round_is_in_one_part() {
        let shards: Vec<Parts> = (1..=3).map(|part| Shard { part, of: 3 }.into()).collect();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
            assert!(Parts::whole().holds(place));
        }
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { part: 3, of: 16 }));
        for text in ["0/3", "4/3", "3", "A/B", "1/0", "-1/2", "1/9999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_put_together() {
        for text in ["3/16", "1-4/16", "1-4,7,9-16/16", "1/1"] {
            assert_eq!(parts(text).to_string(), text);
        }
        assert_eq!(parts("7,4,1-2,3/16").to_string(), "1-4,7/16");
        let all = parts("1-4/16").union(&parts("9-16/16")).union(&parts("5-8/16"));
        assert!(all == Parts::whole() && all.missing().next().is_none());
        let some = parts("2-4,7/9");
        let missing: Vec<u64> = some.missing().map(|shard| shard.part).collect();
        assert_eq!(missing, [1, 5, 6, 8, 9]);
        assert_eq!((some.common(&parts("5-8/9")), some.common(&parts("5-6,8/9"))), (Some(7), None));
        assert!(some.hold(&parts("3-4,7/9")) && !some.hold(&parts("3-5/9")) && !some.hold(&parts("3/10")));
        for (start, end) in [(0, 9), (0, 0), (3, 40), (17, 18), (6, 7), (25, 61)] {
            assert_eq!(some.count(start..end), (start..end).filter(|place| some.holds(*place)).count() as u64);
        }
        assert!(some.holds(1) && some.holds(15) && !some.holds(4) && !some.holds(0));
        for text in ["", "/3", "4-2/9", "1-10/9", "1,/9", "a-b/9"] {
            assert!(text.parse::<Parts>().is_err(), "{text}");
        }
    }
}
