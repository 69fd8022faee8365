//! Which settings of the shipped games, and which other sheets, are played in batches, by this tree's binary and by an older one.

use rulebook_insight::library::{SHIPPED, Shipped, load};
use rulebook_language::model::{Chosen, Domain};
use rulebook_language::util::Rational;

use super::binary::Binary;

/// How a binary plays a setting.
#[derive(PartialEq)]
enum Way {
    Batch,
    Singly(String),
    Refused(String),
}

impl Way {
    fn of(binary: &Binary, setting: &str) -> Way {
        match binary.one_ply(setting) {
            Ok(run) => run.unbatched.map_or(Way::Batch, Way::Singly),
            Err(said) => Way::Refused(said),
        }
    }

    fn said(&self) -> String {
        match self {
            Way::Batch => "in batches".to_owned(),
            Way::Singly(why) => format!("singly, {why}"),
            Way::Refused(said) => format!("refused, {said}"),
        }
    }
}

/// Asks both binaries for every setting of the games, prints how many are played in batches, and returns those that the older
/// binary plays in batches and the newer one does not.
pub fn print(games: &[String], old: &Binary, new: &Binary) -> Vec<String> {
    let (mut settings, mut in_batches, mut refused, mut gained, mut lost) = (0, 0, 0, Vec::new(), Vec::new());
    let shipped = SHIPPED.iter().filter(|game| is_named(games, game.name())).flat_map(settings_of);
    for setting in shipped.chain(games.iter().filter(|game| game.ends_with(".game")).cloned()) {
        let ways = [Way::of(old, &setting), Way::of(new, &setting)];
        settings += 1;
        in_batches += usize::from(ways[1] == Way::Batch);
        match ways {
            [Way::Batch, Way::Batch] => {}
            [Way::Batch, now] => {
                println!("{setting} left batches: it is {}", now.said());
                lost.push(setting);
            }
            [before @ Way::Singly(_), Way::Batch] => gained.push(format!("{setting}, which was {}", before.said())),
            // What the older binary could not read or does not know is named with the games.
            [Way::Refused(_), _] => refused += 1,
            [before, now @ Way::Refused(_)] => println!("{setting} was {}, and is {}", before.said(), now.said()),
            _ => {}
        }
    }
    println!(
        "{settings} settings of the options: {in_batches} are played in batches, {} left batches, {refused} are refused by the older binary",
        lost.len()
    );
    if let Some(first) = gained.first() {
        println!("{} are new in batches, such as {first}", gained.len());
    }
    lost
}

/// Whether one of the references means a game of this file.
fn is_named(games: &[String], name: &str) -> bool {
    games.iter().any(|game| game.split(['#', '?']).next() == Some(name))
}

/// Settings of all games of a file, as references: every value of every option beside the defaults of the others, and every
/// combination of the options' extreme values.
fn settings_of(shipped: &Shipped) -> Vec<String> {
    let loaded = load(shipped.name(), shipped.text);
    let mut settings = Vec::new();
    for title in loaded.titles() {
        let game = loaded.prepare(Some(title), &[]).0.expect("a shipped game that can be played").game;
        let reference = format!("{}#{}", shipped.name(), title.text);
        settings.push(reference.clone());
        let mut corners = vec![String::new()];
        for option in &game.options {
            let values = values(option);
            let set = |value: &String| format!("{}={value}", option.name);
            settings.extend(values.iter().map(|value| format!("{reference}?{}", set(value))));
            let extremes: Vec<String> = match option.domain {
                Domain::Words(_) => values.iter().map(set).collect(),
                Domain::Range(..) => values.first().into_iter().chain(values.last()).map(set).collect(),
            };
            corners =
                corners.iter().flat_map(|corner| extremes.iter().map(move |set| format!("{corner}&{set}"))).collect();
        }
        settings.extend(corners.iter().filter_map(|corner| Some(format!("{reference}?{}", corner.strip_prefix('&')?))));
    }
    settings
}

/// All values of an option.
fn values(option: &Chosen) -> Vec<String> {
    match &option.domain {
        Domain::Words(words) => words.clone(),
        Domain::Range(low, high, step) => {
            let next = |value: &Rational| value.plus(*step).filter(|value| value <= high);
            std::iter::successors(Some(*low), next).map(|value| value.to_string()).collect()
        }
    }
}
