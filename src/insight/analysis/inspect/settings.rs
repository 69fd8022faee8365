//! The choices of options at which a game is tried beside its default: all words, the least and the greatest of each range,
//! and some combinations drawn from all values.

use rulebook_language::model::{Chosen, Domain};
use rulebook_language::util::{Rational, Rng};

/// Combinations of values, drawn from all options at once.
const COMBINATIONS: usize = 4;

/// Values for options, by name.
pub type Values = Vec<(String, String)>;

/// Choices of words that are tried on a small board.
const SMALL: usize = 6;
/// The choices that [`smallest`] gives at most.
pub const MAX_SMALLEST: u64 = SMALL as u64 + 1;

/// The least numbers for the options that nobody has set, where they have others: the smallest board, as a rule.
pub fn least(open: &[&Chosen]) -> Values {
    let low = |option: &&Chosen| match &option.domain {
        Domain::Range(low, ..) => Some((option.name.clone(), low.to_string())),
        Domain::Words(_) => None,
    };
    let changed = |(option, value): &(String, String)| {
        open.iter().any(|other| other.name == *option && other.value.to_string() != *value)
    };
    open.iter().filter_map(low).filter(changed).collect()
}

/// The smallest board for options that nobody has set: as it is, and with each word for an option that has another one.
pub fn smallest(open: &[&Chosen]) -> Vec<Values> {
    let least = least(open);
    let words = open.iter().filter(|option| matches!(option.domain, Domain::Words(_)));
    let with =
        |option: &&Chosen| extremes(option).into_iter().map(|word| (option.name.clone(), word)).collect::<Values>();
    let worded = words.flat_map(with).take(SMALL).map(|word| least.iter().cloned().chain([word]).collect());
    std::iter::once(least.clone()).filter(|least| !least.is_empty()).chain(worded).collect()
}

/// The choices to try for options that nobody has set, in order, each once, without the default itself: the smallest board
/// first, where games are short.
pub fn choices(open: &[&Chosen], seed: u64) -> Vec<Values> {
    let mut all: Vec<Values> = std::iter::once(least(open)).filter(|least| !least.is_empty()).collect();
    for option in open {
        let alone = extremes(option).into_iter().map(|value| vec![(option.name.clone(), value)]);
        all.extend(alone.filter(|values| all.first() != Some(values)).collect::<Vec<_>>());
    }
    let mut rng = Rng::new(seed);
    for _ in 0..COMBINATIONS {
        let drawn = |option: &&Chosen| (option.name.clone(), draw(option, &mut rng));
        let combination: Values = open.iter().map(drawn).collect();
        let changed: Values =
            combination.into_iter().zip(open).filter(|((_, v), o)| *v != o.value.to_string()).map(|(c, _)| c).collect();
        if !changed.is_empty() && !all.contains(&changed) {
            all.push(changed);
        }
    }
    all
}

/// Every choice for one option, the least first, up to `most`; all others as they are.
pub fn each(option: &Chosen, most: usize) -> Vec<Values> {
    let values: Vec<String> = match &option.domain {
        Domain::Words(words) => words.iter().take(most).cloned().collect(),
        Domain::Range(low, high, step) => {
            let all = steps(*low, *high, *step).unwrap_or(0).clamp(0, most as i64 - 1);
            (0..=all).filter_map(|steps| at(*low, *step, steps)).map(|value| value.to_string()).collect()
        }
    };
    let own = option.value.to_string();
    values.into_iter().filter(|value| *value != own).map(|value| vec![(option.name.clone(), value)]).collect()
}

/// All words, the least and the greatest number, without the value that the option has.
fn extremes(option: &Chosen) -> Vec<String> {
    let values = match &option.domain {
        Domain::Words(words) => words.clone(),
        Domain::Range(low, high, step) => {
            let greatest = steps(*low, *high, *step).and_then(|steps| at(*low, *step, steps)).unwrap_or(*high);
            vec![low.to_string(), greatest.to_string()]
        }
    };
    let own = option.value.to_string();
    let mut kept: Vec<String> = Vec::new();
    for value in values {
        if value != own && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

/// Any of an option's values.
fn draw(option: &Chosen, rng: &mut Rng) -> String {
    match &option.domain {
        Domain::Words(words) => words.get(rng.below(words.len() as u32) as usize).cloned().unwrap_or_default(),
        Domain::Range(low, high, step) => {
            let most = steps(*low, *high, *step).map_or(0, |steps| steps.clamp(0, i64::from(u32::MAX - 1)));
            at(*low, *step, i64::from(rng.below(most as u32 + 1))).unwrap_or(*low).to_string()
        }
    }
}

/// How many steps lead from the least value to the greatest.
fn steps(low: Rational, high: Rational, step: Rational) -> Option<i64> {
    high.minus(low)?.div_floor(step)?.to_whole()
}

fn at(low: Rational, step: Rational, steps: i64) -> Option<Rational> {
    step.times(Rational::whole(steps))?.plus(low)
}

#[cfg(test)]
mod tests {
    use super::choices;
    use rulebook_language::model::{Chosen, Domain, Setting};
    use rulebook_language::util::Rational;

    fn number(n: i64) -> Rational {
        Rational::whole(n)
    }

    #[test]
    fn every_word_both_ends_and_some_combinations() {
        let size = Chosen {
            name: "size".to_owned(),
            doc: String::new(),
            value: Setting::Number(number(5)),
            domain: Domain::Range(number(3), number(10), number(2)),
        };
        let komi = Chosen {
            name: "komi".to_owned(),
            doc: String::new(),
            value: Setting::Word("on".to_owned()),
            domain: Domain::Words(["on", "off", "half"].map(str::to_owned).to_vec()),
        };
        let found = choices(&[&size, &komi], 1);
        let shown = |at: usize| found[at].iter().map(|(o, v)| format!("{o}={v}")).collect::<Vec<_>>().join(" ");
        let single: Vec<String> = (0..4).map(shown).collect();
        assert_eq!(single, ["size=3", "size=9", "komi=off", "komi=half"]);
        for values in &found[4..] {
            assert!(!values.is_empty());
            for (option, value) in values {
                let known: &[&str] = if option == "size" { &["3", "7", "9"] } else { &["off", "half"] };
                assert!(known.contains(&value.as_str()), "{option}={value}");
            }
        }
        assert_eq!(found, choices(&[&size, &komi], 1), "drawn from a seed");
        assert!(choices(&[], 1).is_empty());
    }

    #[test]
    fn a_range_of_millions_is_as_quick_as_any() {
        let option = Chosen {
            name: "n".to_owned(),
            doc: String::new(),
            value: Setting::Number(number(1)),
            domain: Domain::Range(number(0), number(i64::from(u32::MAX) * 1000), number(1)),
        };
        assert!((2..=6).contains(&choices(&[&option], 1).len()));
    }
}
