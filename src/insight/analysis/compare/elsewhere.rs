//! Other games of two sheets, and other values of their options: whether the sheets say the same there too.
//!
//! The rules are read everywhere. Lines of play are looked for only where they say something else that was not seen at the choices
//! at hand. Words are tried in all combinations if these are few; of numbers the least and the greatest.

use std::collections::BTreeSet;

use super::cause::ExplainedWitness;
use super::changes::{Change, Changes, How, changes};
use super::relate::{CompareError, relate};
use super::relation::{Bounds, Relation};
use super::side::{Side, Sides};
use crate::library::{COMMAND_LINE, Loaded, Settings};
use rulebook_language::model::{Chosen, Domain};

/// Values for options, by name.
pub type OptionValues = Vec<(String, String)>;

/// A game of both sheets other than the one at hand, or the same at other values of options.
#[derive(Clone, Debug)]
pub struct Place {
    /// The game or variant, where it is another.
    pub title: Option<String>,
    /// The values of options that are others.
    pub set: OptionValues,
    /// What changed there and not at the choices at hand.
    pub changes: Vec<Change>,
    /// How the games relate there, where something changed; or why their positions cannot be laid side by side.
    pub relation: Result<Option<Relation>, String>,
    /// Its witnesses, ready to be shown.
    pub shown: Vec<ExplainedWitness>,
}

/// What two sheets come to elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Elsewhere {
    /// What was compared.
    pub places: Vec<Place>,
    /// What was not compared, in words.
    pub left: Vec<String>,
    /// The games and variants that are in one of two versions of a sheet alone, with `A` or `B`.
    pub unpaired: Vec<(String, &'static str)>,
}

/// The most places that are looked at.
const MAX_PLACES: usize = 40;
/// The most combinations of words.
const MAX_WORDS: usize = 24;
/// The part of the steps that each place with changes may take.
const OF_PLACE: u64 = 8;
/// What is enough where the rules say the same: the start is looked at.
const SAME: Bounds = Bounds { depth: 1, positions: 16, samples: 2, steps: 1 << 20, seed: 1 };

impl Place {
    /// Whether the sheets say something else here.
    pub fn differs(&self) -> bool {
        !self.changes.is_empty() || !matches!(&self.relation, Ok(None)) && !self.is_same()
    }

    /// Whether it is certain that nothing differs.
    fn is_same(&self) -> bool {
        self.relation.as_ref().is_ok_and(|relation| relation.as_ref().is_none_or(Relation::is_equal))
    }
}

/// Looks at the other games of both sheets, where none was named, and at values of options that nobody has set; `settings` is what was
/// set for each.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn elsewhere(
    sides: &Sides,
    known: &Changes,
    settings: [&Settings; 2],
    bounds: Bounds,
) -> Result<Elsewhere, CompareError> {
    let mut found = Elsewhere::default();
    let loaded = [&sides.a.loaded, &sides.b.loaded];
    let mut open: Vec<(Option<String>, OptionValues)> = Vec::new();
    let is_set = |option: &Chosen| settings.iter().any(|settings| settings.sets(&option.name));
    let [a, b] = [&sides.a, &sides.b].map(|side| side.prepared.game.options.as_slice());
    let shared: Vec<Shared<'_>> = a
        .iter()
        .filter(|option| !is_set(option))
        .filter_map(|option| Some(Shared::new(option, b.iter().find(|other| other.name == option.name)?)))
        .collect();
    open.extend(choices(&shared).into_iter().map(|set| (None, set)));
    found.left.extend(shared.iter().filter_map(Shared::left));
    if settings.iter().all(|settings| !settings.has_variant()) {
        let titles = loaded.map(|loaded| loaded.titles().skip(1).map(|name| name.text.clone()).collect::<Vec<_>>());
        open.extend(
            titles[0].iter().filter(|title| titles[1].contains(title)).map(|title| (Some(title.clone()), Vec::new())),
        );
        let is_same_sheet = sides.a.prepared.game.about.title == sides.b.prepared.game.about.title;
        for (side, (own, other)) in ["A", "B"].into_iter().zip([(&titles[0], &titles[1]), (&titles[1], &titles[0])]) {
            let alone: Vec<&String> = own.iter().filter(|title| !other.contains(title)).collect();
            if is_same_sheet {
                found.unpaired.extend(alone.iter().map(|title| ((*title).clone(), side)));
            }
            found.left.extend(alone.iter().map(|title| format!("\"{title}\", which is only in {side}")));
        }
    }
    let said: BTreeSet<Said> = known.list.iter().filter(|change| change.how != How::Reworded).map(said).collect();
    for (place, (title, set)) in open.iter().enumerate() {
        let told = || told(title.as_deref(), set);
        if place >= MAX_PLACES {
            found.left.push(format!("{} more choices, from {} on", open.len() - place, told()));
            break;
        }
        let made = [0, 1].map(|side| prepared(loaded[side], settings[side], title.as_deref(), set));
        let [Some(a), Some(b)] = made else {
            found.left.push(format!("{}, where one of them cannot be played", told()));
            continue;
        };
        let Ok(there) = Sides::new(a, b) else {
            found.left.push(format!("{}, where the rules are too large", told()));
            continue;
        };
        let all = changes(&there);
        let is_new = |change: &&Change| change.how != How::Reworded && !said.contains(&self::said(change));
        let new: Vec<Change> = all.list.iter().filter(is_new).cloned().collect();
        let is_known = new.is_empty() && !said.is_empty();
        let (relation, shown) = match is_known {
            true => (Ok(None), Vec::new()),
            false => {
                let bounds = Bounds { steps: bounds.steps / OF_PLACE, ..bounds };
                let compared = relate(&there, if all.same_rules { SAME } else { bounds })?;
                (compared.relation.map(Some), compared.shown)
            }
        };
        found.places.push(Place { title: title.clone(), set: set.clone(), changes: new, relation, shown });
    }
    Ok(found)
}

/// A place in words.
pub fn told(title: Option<&str>, set: &[(String, String)]) -> String {
    let set: Vec<String> = set.iter().map(|(option, value)| format!("{option}={value}")).collect();
    match (title, set.is_empty()) {
        (Some(title), true) => format!("\"{title}\""),
        (Some(title), false) => format!("\"{title}\" with `{}`", set.join(" ")),
        (None, _) => format!("`{}`", set.join(" ")),
    }
}

type Said = (&'static str, Option<String>, Option<String>);

/// What a change says, wherever it stands.
fn said(change: &Change) -> Said {
    let text = |clause: &Option<super::changes::Clause>| clause.as_ref().map(|clause| clause.text.clone());
    (change.section.word(), text(&change.a), text(&change.b))
}

/// One of the sheets with another of its games, or other values.
fn prepared(loaded: &Loaded, settings: &Settings, title: Option<&str>, set: &[(String, String)]) -> Option<Side> {
    let (mut loaded, mut settings) = (loaded.clone(), settings.clone());
    if let Some(title) = title {
        settings.set_variant(" ", title);
    }
    set.iter().for_each(|(option, value)| settings.set(" ", option, value));
    let written = settings.write_down(COMMAND_LINE, &mut loaded.sources);
    let prepared = loaded.prepare(written.variant.as_ref(), &written.choices).0?;
    (!prepared.game.players.is_empty()).then_some(Side { loaded, prepared })
}

/// An option that both have.
struct Shared<'a> {
    name: &'a str,
    /// What is tried beside that.
    tried: Vec<String>,
    is_word: bool,
    /// What cannot be tried, or is not.
    left: Vec<String>,
}

impl<'a> Shared<'a> {
    fn new(a: &'a Chosen, b: &'a Chosen) -> Self {
        let (mut tried, mut left, mut is_word) = (Vec::new(), Vec::new(), false);
        match (&a.domain, &b.domain) {
            (Domain::Words(one), Domain::Words(other)) => {
                is_word = true;
                let (both, alone): (Vec<&String>, Vec<&String>) = one.iter().partition(|word| other.contains(word));
                tried = both.into_iter().cloned().collect();
                left.extend(alone.into_iter().map(|word| format!("`{}={word}`, which only A has", a.name)));
                let alone = other.iter().filter(|word| !one.contains(word));
                left.extend(alone.map(|word| format!("`{}={word}`, which only B has", a.name)));
            }
            (Domain::Range(low, high, step), Domain::Range(least, most, by)) if step == by => {
                let (from, to) = ((*low).max(*least), (*high).min(*most));
                if from <= to {
                    tried = vec![from.to_string(), to.to_string()];
                    tried.dedup();
                    if from.plus(*step).is_some_and(|next| next < to) {
                        left.push(format!("`{}` between {from} and {to}", a.name));
                    }
                }
                if (low, high) != (least, most) {
                    left.push(format!("values of `{}` that only one of them has", a.name));
                }
            }
            _ => left.push(format!("other values of `{}`, which are not the same in B", a.name)),
        }
        tried.retain(|value| [a, b].iter().any(|option| option.value.to_string() != *value));
        Shared { name: &a.name, tried, is_word, left }
    }

    fn left(&self) -> Option<String> {
        (!self.left.is_empty()).then(|| self.left.join("; "))
    }
}

/// Values to try: of words all combinations if these are few, else one at a time; of numbers the bounds.
fn choices(shared: &[Shared<'_>]) -> Vec<OptionValues> {
    let alone = |option: &Shared<'_>| -> Vec<OptionValues> {
        option.tried.iter().map(|value| vec![(option.name.to_owned(), value.clone())]).collect()
    };
    let words: Vec<&Shared<'_>> = shared.iter().filter(|option| option.is_word).collect();
    let ways = words.iter().map(|option| option.tried.len() + 1).try_fold(1usize, usize::checked_mul);
    let mut all: Vec<OptionValues> = match ways.is_some_and(|ways| ways <= MAX_WORDS) {
        true => {
            let mut all: Vec<OptionValues> = vec![Vec::new()];
            for option in words {
                let more: Vec<OptionValues> = all
                    .iter()
                    .flat_map(|set| alone(option).into_iter().map(|one| set.iter().cloned().chain(one).collect()))
                    .collect();
                all.extend(more);
            }
            // The fewest at once come first.
            all.sort_by_key(Vec::len);
            all.retain(|set| !set.is_empty());
            all
        }
        false => words.into_iter().flat_map(alone).collect(),
    };
    all.extend(shared.iter().filter(|option| !option.is_word).flat_map(alone));
    all
}
