//! What is varied: options with their values, the rules, lines that stay.

use crate::Refused;
use crate::sheet::Ground;
use rulebook_language::model::{Chosen, Domain, Setting};
use rulebook_language::util::Rational;

/// What is varied.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vary {
    /// Options with the values that are tried, in every combination.
    pub options: Vec<Varied>,
    /// Options of which one at a time is tried at other values.
    pub others: Vec<Varied>,
    /// Whether rules are changed.
    pub rules: bool,
    /// The declarations that stay, as they are named: `move place`.
    pub keep: Vec<String>,
    /// The author's own alternatives: lines of a variant.
    pub own: Vec<String>,
}

/// An option with values that are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Varied {
    /// Its name.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
}

/// The word for the rules among what is varied.
const RULES: &str = "rules";
/// The most values of an option that are tried where they are named.
const MOST: usize = 1_000;
/// The most values of an option that are tried where nobody names them: those nearest to the value at hand.
const USUAL: usize = 8;

impl Vary {
    /// Reads what is varied: `size=4..=7`, `size=5,7`, `komi`, `rules`; everything where nothing is said.
    ///
    /// # Errors
    /// If there is no such option, it has no such value, a range is empty, or nothing is called what is to stay.
    pub fn read(ground: &Ground, vary: &[String], keep: &[String], own: &[String]) -> Result<Vary, Refused> {
        let options = &ground.prepared.game.options;
        let mut read = Vary { own: own.to_vec(), ..Vary::default() };
        for said in vary {
            if said.trim() == RULES {
                read.rules = true;
                continue;
            }
            let (name, values) =
                said.split_once('=').map_or((said.as_str(), None), |(name, values)| (name, Some(values)));
            let name = name.trim();
            let Some(chosen) = options.iter().find(|chosen| chosen.name == name) else {
                let known = options.iter().map(|chosen| chosen.name.as_str()).chain([RULES]);
                return Err(Refused::new(format!("{} has no option `{name}`", ground.title)).among(name, known));
            };
            if read.options.iter().any(|known| known.name == name) {
                return Err(Refused::new(format!("the option `{name}` is varied twice")));
            }
            let values = match values {
                Some(values) => listed(chosen, values)?,
                None => all(chosen, MOST),
            };
            read.options.push(Varied { name: name.to_owned(), values });
        }
        if vary.is_empty() {
            read.rules = true;
            let others = options.iter().map(|chosen| Varied { name: chosen.name.clone(), values: all(chosen, USUAL) });
            read.others = others.collect();
        }
        for said in keep {
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let named = || ground.declared.iter().map(|declared| declared.slot.name());
            let options = ground.prepared.game.options.iter().map(|chosen| format!("option {}", chosen.name));
            let names: Vec<String> = named().chain(options).chain(["pie".to_owned()]).collect();
            if !names.contains(&said) {
                let known = names.iter().map(String::as_str);
                return Err(Refused::new(format!("nothing of {} is called `{said}`", ground.title)).among(&said, known));
            }
            read.others.retain(|option| said != format!("option {}", option.name) && said != option.name);
            read.keep.push(said);
        }
        Ok(read)
    }

    /// Every combination of one value of each option that is named.
    pub fn combinations(&self) -> Vec<Vec<(String, String)>> {
        self.options.iter().fold(vec![Vec::new()], |known, option| {
            let with = |before: &Vec<(String, String)>| {
                let before = before.clone();
                option.values.iter().map(move |value| {
                    let mut all = before.clone();
                    all.push((option.name.clone(), value.clone()));
                    all
                })
            };
            known.iter().flat_map(with).collect()
        })
    }
}

/// The values of an option, no more than so many: those nearest to the value that it has.
fn all(chosen: &Chosen, most: usize) -> Vec<String> {
    match &chosen.domain {
        Domain::Words(words) => words.iter().take(most).cloned().collect(),
        Domain::Range(low, high, step) => {
            let Setting::Number(own) = chosen.value else { return Vec::new() };
            let (mut below, mut above) = (Some(own), Some(own));
            let mut values = vec![own];
            while values.len() < most && (below.is_some() || above.is_some()) {
                below = below.and_then(|value| value.minus(*step)).filter(|value| value >= low);
                above = above.and_then(|value| value.plus(*step)).filter(|value| value <= high);
                values.extend(below.iter().chain(&above));
            }
            values.truncate(most);
            values.sort_unstable();
            values.into_iter().map(written).collect()
        }
    }
}

/// The values that a text lists: `4..=7`, `4..=8 by 2`, `5, 7`, `on`.
fn listed(chosen: &Chosen, text: &str) -> Result<Vec<String>, Refused> {
    let name = &chosen.name;
    let wrong = |said: &str| {
        let known = match &chosen.domain {
            Domain::Words(words) => words.join(", "),
            Domain::Range(low, high, step) if *step == Rational::whole(1) => format!("{low}..={high}"),
            Domain::Range(low, high, step) => format!("{low}..={high} by {step}"),
        };
        Refused::new(format!("the option `{name}` has no value `{said}`")).help(format!("its values are {known}"))
    };
    let value = |said: &str| -> Result<String, Refused> {
        let said = said.trim();
        match &chosen.domain {
            Domain::Words(words) => words.iter().find(|word| *word == said).cloned().ok_or_else(|| wrong(said)),
            Domain::Range(low, high, step) => {
                let number = Rational::parse(said).filter(|number| low <= number && number <= high);
                let is_step = |number: &Rational| {
                    number.minus(*low).and_then(|off| off.over(*step)).is_some_and(|steps| steps.to_whole().is_some())
                };
                number.filter(is_step).map(written).ok_or_else(|| wrong(said))
            }
        }
    };
    let (Some((low, rest)), Domain::Range(_, _, own)) = (text.split_once(".."), &chosen.domain) else {
        let mut values = text.split(',').map(value).collect::<Result<Vec<_>, _>>()?;
        values.dedup();
        return Ok(values);
    };
    let rest = rest.strip_prefix('=').unwrap_or(rest);
    let (high, step) = match rest.split_once(" by ") {
        Some((high, step)) => {
            (high, Rational::parse(step.trim()).filter(|step| *step > Rational::ZERO).ok_or_else(|| wrong(text))?)
        }
        None => (rest, *own),
    };
    let [low, high] = [value(low)?, value(high)?].map(|value| Rational::parse(&value));
    let (Some(mut at), Some(high)) = (low, high) else { return Err(wrong(text)) };
    let mut values = Vec::new();
    while at <= high && values.len() < MOST {
        values.push(value(&written(at))?);
        let Some(next) = at.plus(step) else { break };
        at = next;
    }
    match values.is_empty() {
        true => Err(Refused::new(format!("the range `{text}` of the option `{name}` is empty"))
            .help("write the lower value first, as in `size=4..=7`")),
        false => Ok(values),
    }
}

/// A value as a rule sheet has it: with a point where it is no whole number.
fn written(value: Rational) -> String {
    match value.to_whole() {
        Some(whole) => whole.to_string(),
        None => format!("{}", value.numerator() as f64 / value.denominator() as f64),
    }
}
