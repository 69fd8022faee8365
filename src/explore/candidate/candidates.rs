//! The variants that are tried.

use std::collections::BTreeSet;

use super::block::{Made, block};
use super::options::Vary;
use crate::Refused;
use crate::sheet::Ground;
use crate::tweak::{Tweak, shortened, tweaks};
use rulebook_language::format::rules;

/// A variant that is tried.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// Its title.
    pub title: String,
    /// The variant as text; empty for the sheet as it is.
    pub block: String,
    /// The options that it sets beside those of the sheet.
    pub options: Vec<(String, String)>,
    /// What it changes of the rules.
    pub tweaks: Vec<Tweak>,
    /// What it changes, in words.
    pub words: Vec<String>,
    /// The lines that it changes: the declaration, and the line of the file from 1 (0 for what is added).
    pub places: Vec<(String, u32)>,
    /// How much it changes.
    pub effort: u32,
    /// From how many changes it is made.
    pub depth: u32,
}

/// The variants that are tried, the sheet as it is first, and how many cannot be said in a variant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidates {
    /// The variants.
    pub list: Vec<Candidate>,
    /// How many changes a variant cannot say.
    pub unsaid: usize,
}

/// The longest title.
const TITLE: usize = 72;
/// The most candidates.
const MOST: usize = 20_000;

impl Candidates {
    /// The sheet as it is, then every variant with one change.
    ///
    /// # Errors
    /// If there are more than can be tried.
    pub fn new(ground: &Ground, vary: &Vary) -> Result<Self, Refused> {
        let mut all = Candidates { list: vec![Candidate::of_ground(ground)], unsaid: 0 };
        let mut known = BTreeSet::new();
        let count = vary.options.iter().map(|option| option.values.len()).fold(1_usize, usize::saturating_mul);
        if count > MOST {
            return Err(Refused::new(format!("{count} combinations of options are too many"))
                .help(format!("name fewer values: {MOST} combinations are tried at most")));
        }
        for options in vary.combinations() {
            all.add(ground, &mut known, options, Vec::new(), None);
        }
        for option in &vary.others {
            for value in &option.values {
                all.add(ground, &mut known, vec![(option.name.clone(), value.clone())], Vec::new(), None);
            }
        }
        for own in &vary.own {
            all.add(ground, &mut known, Vec::new(), Vec::new(), Some(own));
        }
        if vary.rules {
            for tweak in tweaks(ground).into_iter().filter(|tweak| !vary.keep.contains(&tweak.place)) {
                all.add(ground, &mut known, Vec::new(), vec![tweak], None);
            }
        }
        // What changes little comes first, and is tried where there are games for some of them alone.
        if let Some(rest) = all.list.get_mut(1..) {
            rest.sort_by_key(|candidate| (!candidate.is_asked(), candidate.effort));
        }
        Ok(all)
    }

    /// Variants with two changes, each of two of these that can be made at once.
    pub fn pairs<'c>(
        ground: &Ground,
        near: &[&Candidate],
        known: impl Iterator<Item = &'c Candidate>,
    ) -> Vec<Candidate> {
        let mut all = Candidates::default();
        let mut blocks: BTreeSet<String> = known.map(|candidate| body(&candidate.block)).collect();
        for (place, one) in near.iter().enumerate() {
            for other in &near[place + 1..] {
                let clashes = one.options.iter().any(|(name, _)| other.options.iter().any(|(also, _)| name == also));
                let apart = one.tweaks.iter().all(|tweak| other.tweaks.iter().all(|also| tweak.goes_with(also)));
                if clashes || !apart || one.depth == 0 || other.depth == 0 {
                    continue;
                }
                let options = one.options.iter().chain(&other.options).cloned().collect();
                let tweaks = one.tweaks.iter().chain(&other.tweaks).cloned().collect();
                all.add(ground, &mut blocks, options, tweaks, None);
            }
        }
        all.list
    }

    fn add(
        &mut self,
        ground: &Ground,
        known: &mut BTreeSet<String>,
        options: Vec<(String, String)>,
        tweaks: Vec<Tweak>,
        own: Option<&str>,
    ) {
        // An option that has its value already is no change.
        let value = |name: &str| {
            ground
                .prepared
                .game
                .options
                .iter()
                .find(|chosen| chosen.name == name)
                .map(|chosen| chosen.value.to_string())
        };
        let options: Vec<(String, String)> =
            options.into_iter().filter(|(name, its)| value(name).as_ref() != Some(its)).collect();
        if options.is_empty() && tweaks.is_empty() && own.is_none() {
            return;
        }
        let mut candidate = Candidate::changed(ground, options, tweaks, own);
        let set: Vec<(String, String)> = ground
            .set
            .iter()
            .filter(|(name, _)| candidate.options.iter().all(|(own, _)| own != name))
            .chain(&candidate.options)
            .cloned()
            .collect();
        let edits: Vec<_> = candidate.tweaks.iter().flat_map(|tweak| tweak.edits.clone()).collect();
        let added: Vec<String> =
            candidate.tweaks.iter().flat_map(|tweak| tweak.added.clone()).chain(own.map(str::to_owned)).collect();
        let title = self.list.iter().filter(|other| other.title == candidate.title).count();
        if title > 0 {
            candidate.title = format!("{} ({})", candidate.title, self.list.len());
        }
        match block(ground, Made { title: &candidate.title, options: &set, edits: &edits, added: &added }) {
            Some(block) if self.list.len() < MOST => {
                if known.insert(body(&block)) {
                    candidate.block = block;
                    self.list.push(candidate);
                }
            }
            _ => self.unsaid += 1,
        }
    }
}

/// What a block says, whatever its title and layout are.
fn body(block: &str) -> String {
    rules(block.split_once('{').map_or(block, |(_, body)| body))
}

impl Candidate {
    /// The sheet as it is.
    fn of_ground(ground: &Ground) -> Self {
        Candidate { title: ground.title.clone(), ..Candidate::default() }
    }

    /// Whether somebody asked for it by name: values of options, and lines of the author.
    fn is_asked(&self) -> bool {
        self.tweaks.is_empty()
    }

    /// A variant without its block.
    fn changed(ground: &Ground, options: Vec<(String, String)>, tweaks: Vec<Tweak>, own: Option<&str>) -> Self {
        let words: Vec<String> = options
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .chain(tweaks.iter().map(|tweak| {
                if tweak.added.is_empty() { format!("{}: {}", tweak.place, tweak.words) } else { tweak.words.clone() }
            }))
            .chain(own.map(shortened))
            .collect();
        let line = |tweak: &Tweak| match tweak.added.is_empty() {
            true => ground.loaded.sources.file(tweak.at.file).place(tweak.at.start).line,
            false => 0,
        };
        let places = options
            .iter()
            .map(|(name, _)| (format!("option {name}"), 0))
            .chain(tweaks.iter().map(|tweak| (tweak.place.clone(), line(tweak))))
            .chain(own.map(|_| (String::new(), 0)))
            .collect();
        let effort = options.len() as u32
            + tweaks.iter().map(|tweak| tweak.effort as u32).sum::<u32>()
            + u32::from(own.is_some());
        let depth = 1.max(options.len().min(1) as u32 + tweaks.len() as u32);
        Candidate {
            title: title(&ground.title, &words),
            options,
            tweaks,
            words,
            places,
            effort,
            depth,
            block: String::new(),
        }
    }
}

/// The title of a variant, from what it changes.
fn title(base: &str, words: &[String]) -> String {
    let text = format!("{base}: {}", words.join(", "));
    let plain: String = text.chars().filter(|c| !c.is_control() && !['"', '`', '\\'].contains(c)).collect();
    match plain.chars().count() <= TITLE {
        true => plain,
        false => plain.chars().take(TITLE - 3).collect::<String>().trim_end().to_owned() + "...",
    }
}
