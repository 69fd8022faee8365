//! How metrics are called in wishes.

use std::collections::BTreeSet;

use super::subject::{Slow, Subject};
use rulebook_insight::analysis::{GameFacts, Lead, Sheet, Unit, metrics};

/// The names by which a game's metrics can be wished for.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    entries: Vec<Worded>,
}

/// Names that are said in place of longer ones.
const SPOKEN: [&str; 2] = ["decisive", "draws"];

/// A name and what it means.
#[derive(Clone, PartialEq, Debug)]
pub struct Worded {
    /// As it is written.
    pub name: String,
    /// How good a name it is: of one name for several metrics the least counts.
    rank: usize,
    /// What it means.
    pub subject: Subject,
    /// What people are told that it is.
    pub label: String,
    /// What it is counted in.
    pub unit: &'static str,
    /// Whether it is a share of 1, and can be written in per cent.
    pub is_share: bool,
}

impl Wording {
    /// The names for the metrics of a game.
    pub fn new(sheet: &Sheet) -> Self {
        let mut entries: Vec<Worded> = Vec::new();
        // The metrics of one game that nobody looked at: the names alone count. Effects are not watched.
        let facts = GameFacts { lead: Some(Lead::default()), ..GameFacts::default() };
        for metric in metrics(sheet, &[facts]) {
            let is_share = matches!(metric.unit, Unit::Share | Unit::Score | Unit::Value);
            // As measures call it: in full, up to the comma, by the key, and as several of them.
            let rest = metric.key.split_once('.').map_or("", |(_, rest)| rest).replace('.', " ");
            let clause = metric.key.strip_prefix("A1.clause.").map(|clause| format!("games ended by {clause}"));
            let short = metric.label.split(',').next().unwrap_or_default();
            let names = [
                Some(plain(&metric.label)),
                clause,
                Some(metric.key.clone()),
                Some(plain(short)),
                Some(rest.clone()),
                Some(rest + "s"),
            ];
            entries.extend(names.into_iter().enumerate().filter_map(|(rank, name)| {
                let name = name?;
                let subject = Subject::Metric(metric.key.clone());
                Some(Worded { name, rank, subject, label: metric.label.clone(), unit: metric.unit.word(), is_share })
            }));
        }
        for role in &sheet.roles {
            entries.push(Worded {
                name: format!("score of {role}"),
                rank: 0,
                subject: Subject::Role(role.clone()),
                label: format!("score of {role}"),
                unit: Unit::Score.word(),
                is_share: true,
            });
        }
        for slow in Slow::ALL {
            let names = [slow.name(), slow.label(), slow.key()].into_iter().enumerate();
            entries.extend(names.map(|(rank, name)| Worded {
                name: name.to_owned(),
                rank,
                subject: Subject::Slow(slow),
                label: slow.label().to_owned(),
                unit: if slow.is_share() { Unit::Score.word() } else { "rungs" },
                is_share: slow.is_share(),
            }));
        }
        Wording { entries }
    }

    /// What a name means; upper and lower case are one.
    pub fn find(&self, name: &str) -> Option<&Worded> {
        let wanted = plain(name);
        let role = |worded: &&Worded| matches!(worded.subject, Subject::Role(_)) && plain(&worded.name) == wanted;
        let named = self.entries.iter().filter(|worded| plain(&worded.name) == wanted);
        self.entries.iter().find(role).or_else(|| named.min_by_key(|worded| worded.rank))
    }

    /// The names to choose from: what each metric is called, in full and in short.
    pub fn choices(&self) -> Vec<&Worded> {
        let mut known = BTreeSet::new();
        let is_said = |worded: &&Worded| match worded.subject {
            Subject::Metric(_) => matches!(worded.rank, 0 | 3) || SPOKEN.contains(&worded.name.as_str()),
            _ => worded.rank == 0,
        };
        let said = self.entries.iter().filter(is_said).filter(|worded| known.insert(plain(&worded.name)));
        let said: Vec<&Worded> = said.collect();
        said.into_iter()
            .filter(|worded| self.find(&worded.name).is_some_and(|found| found.subject == worded.subject))
            .collect()
    }

    /// What each metric is called.
    pub fn labels(&self) -> Vec<&str> {
        let mut known = BTreeSet::new();
        let labels = self.entries.iter().filter(|worded| worded.rank == 0).map(|worded| worded.name.as_str());
        labels.filter(|name| known.insert(*name)).collect()
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.entries.iter().map(|worded| worded.name.as_str())
    }
}

/// A name without what does not tell it from others: back quotes, what stands in parentheses, the case of letters.
fn plain(name: &str) -> String {
    let mut text = String::new();
    let mut depth = 0_u32;
    for c in name.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '`' => {}
            c if depth == 0 => text.extend(c.to_lowercase()),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
