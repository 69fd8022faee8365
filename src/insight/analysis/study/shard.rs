//! Parts of a study that can be played by themselves.

use std::fmt;
use std::str::FromStr;

/// One of so many parts of a study's games, from 1: every so-manieth game.
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

    /// Whether a game is in this part, by its place among all games of the study.
    pub fn holds(self, place: u64) -> bool {
        place % self.of == self.part - 1
    }
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

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_game_is_in_one_part() {
        let shards: Vec<Shard> = (1..=3).map(|part| Shard { part, of: 3 }).collect();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
            assert!(Shard::WHOLE.holds(place));
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { part: 3, of: 16 }));
        for text in ["0/3", "4/3", "3", "A/B", "1/0", "-1/2", "1/9999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
