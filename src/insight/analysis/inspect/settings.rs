//! The choices of options at which a game is tried beside its default: all words, the least and the greatest of each range,
//! and some combinations drawn from all values.

use rulebook_language::model::{Choice, Chosen, Domain};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;
use rulebook_language::util::{Rational, Rng};

/// Combinations of values, drawn from all options at once.
const COMBINATIONS: usize = 4;

/// Values for options, by name.
pub type Values = Vec<(String, String)>;

/// The least numbers for the options that nobody has set, with what is set already; beside it the same as text.
pub fn least(options: &[Chosen], set: &[Choice]) -> (Vec<Choice>, String) {
    let mut choices = set.to_vec();
    let mut said = Vec::new();
    for option in options {
        let is_set = set.iter().any(|choice| choice.option.text == option.name);
        if let (Domain::Range(low, ..), false) = (&option.domain, is_set)
            && low.to_string() != option.value.to_string()
        {
            let named = |text: &str| Name { text: text.to_owned(), span: Span::default() };
            choices.push(Choice { option: named(&option.name), value: named(&low.to_string()) });
            said.push(format!("{}={low}", option.name));
        }
    }
    (choices, said.join(" "))
}

/// The choices to try for options that nobody has set, in order, each once, without the default itself.
pub fn choices(open: &[&Chosen], seed: u64) -> Vec<Values> {
    let mut all: Vec<Values> = Vec::new();
    for option in open {
        all.extend(extremes(option).into_iter().map(|value| vec![(option.name.clone(), value)]));
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
