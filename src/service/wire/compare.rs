//! What `compare --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::summary::SummaryLine;
use super::versus::{Exactly, ReplayedGames, Versus};
use rulebook_insight::analysis::compare::{
    Change, Clause, Compared, DifferenceKind, Elsewhere as AsFound, ExplainedWitness, How, Place as PlaceFound,
    Relation as Found, RelationKind, Section, Side, Sides, WitnessKind, told,
};
use rulebook_insight::library::digest;
use rulebook_language::model::Game;
use rulebook_language::source::SourceMap;
use rulebook_play::record::OptionValue;

/// Two games side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// What it comes to, in sentences.
    pub summary: Vec<SummaryLine>,
    /// The program's version.
    pub version: &'static str,
    /// The seed of all that was drawn at random.
    pub seed: u64,
    /// The first game.
    pub a: Compare,
    /// The second.
    pub b: Compare,
    /// What changed, in the order of a rule sheet.
    pub changes: Vec<Changed>,
    /// How they relate.
    pub relation: Relation,
    /// Where they begin from different positions: how they relate if both begin from A's.
    pub from_a: Option<Relation>,
    /// Other games of both files, and other values of options.
    pub elsewhere: Elsewhere,
    /// The metrics of games of both; null where none were played.
    pub versus: Option<Versus>,
    /// Perfect play on small boards.
    pub exact: Exactly,
    /// Whether games of A stand under B; null where there are none.
    pub stands: Option<ReplayedGames>,
}

/// One of the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compare {
    /// As it was named.
    pub reference: String,
    /// The file.
    pub file: String,
    /// The title of the game or variant.
    pub title: String,
    /// The SHA-256 of the texts of its rules, as hexadecimal digits, by file.
    pub digests: BTreeMap<String, String>,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
}

/// Something that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Changed {
    /// What it is about: `board`, `moves` and so on.
    pub section: &'static str,
    /// The declaration's name.
    pub name: String,
    /// How people are told of it: its name, or what it says where it has none.
    pub label: String,
    /// `changed`, `added`, `removed`, or `reworded`: the same in other words.
    pub how: &'static str,
    /// In A.
    pub a: Option<ClauseText>,
    /// In B.
    pub b: Option<ClauseText>,
}

impl Changed {
    /// What it is about, and how people are told of it.
    pub fn place(&self) -> String {
        // A clause that is told by what it says begins with the word for what it is about.
        match self.label.starts_with(self.section) {
            true => self.label.clone(),
            false => format!("{} {}", self.section, self.label),
        }
    }

    /// How it changed, and where one side alone says it.
    pub fn in_words(&self) -> String {
        let alone = match (&self.a, &self.b) {
            (Some(_), None) => "A",
            (None, Some(_)) => "B",
            _ => return self.how.to_owned(),
        };
        match self.how {
            "changed" => format!("changed: only {alone} says"),
            "reworded" => format!("reworded: only {alone} has a definition for it"),
            how => how.to_owned(),
        }
    }
}

/// A clause with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClauseText {
    /// What it says, on one line.
    pub text: String,
    /// The file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
}

/// How two games relate.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Relation {
    /// `identical`, `more`, `less`, `incomparable`, `results`, or `not comparable`.
    pub word: &'static str,
    /// Why positions cannot be laid side by side.
    pub reason: Option<String>,
    /// Whether results differ, besides what is allowed.
    pub results: bool,
    /// Every line of so many plies is the same; where something differs, the fewest plies after which it was found.
    pub depth: u32,
    /// Every line of so many plies was walked.
    pub walked: u32,
    /// Whether all positions that can come about were looked at.
    pub exhausted: bool,
    /// Whether the rules say the same, shown without playing.
    pub proved: bool,
    /// Pairs of positions that were looked at.
    pub positions: u32,
    /// Lines drawn at random, and their plies.
    pub samples: u32,
    /// Plies in them.
    pub sampled_plies: u64,
    /// The shortest line to each sort of difference.
    pub witnesses: Vec<Witness>,
}

impl Relation {
    /// That of games whose positions cannot be laid side by side.
    pub fn apart(reason: &str) -> Self {
        Relation { word: "not comparable", reason: Some(reason.to_owned()), ..Relation::default() }
    }

    /// The relation in a sentence.
    pub fn sentence(&self) -> String {
        let depth = self.depth;
        match self.word {
            "identical" if self.exhausted => "identical: every reachable position was compared".to_owned(),
            "identical" if self.proved => format!("identical: the rules are equivalent (explored to depth {depth})"),
            "identical" => format!("identical to depth {depth}"),
            "more" if self.results => "B allows more, and has different results".to_owned(),
            "less" if self.results => "B allows less, and has different results".to_owned(),
            "more" => "B allows more".to_owned(),
            "less" => "B allows less".to_owned(),
            "incomparable" if self.results => {
                "incomparable: each allows what the other does not, with different results".to_owned()
            }
            "incomparable" => "incomparable: each allows what the other does not".to_owned(),
            "results" => "same moves, different results".to_owned(),
            _ => format!("not comparable: {}", self.reason.clone().unwrap_or_default()),
        }
    }

    /// How far was looked.
    pub fn extent(&self) -> Vec<String> {
        if self.reason.is_some() {
            return Vec::new();
        }
        let positions = self.positions;
        let mut lines = vec![match self.exhausted {
            true => format!("compared: all {positions} reachable pairs of positions, to depth {}", self.walked),
            false => format!("compared: every line of {} plies or fewer, {positions} pairs of positions", self.walked),
        }];
        if self.samples > 0 {
            let (samples, plies) = (self.samples, self.sampled_plies);
            lines.push(format!("          and {samples} random lines, {plies} plies"));
        }
        lines
    }
}

/// A line after which the games differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Witness {
    /// `more`, `less` or `results`.
    pub shows: &'static str,
    /// Of results: `contents`, `turn`, `over` or `winner`.
    pub differs: Option<&'static str>,
    /// The moves.
    pub moves: Vec<String>,
    /// Whether it comes from a line drawn at random; if not, no shorter line shows this.
    pub sampled: bool,
    /// What A alone allows.
    pub only_a: Vec<String>,
    /// What B alone allows.
    pub only_b: Vec<String>,
    /// The positions in A and in B, as `--position` reads them.
    pub positions: [String; 2],
    /// The boards as text: one, or two where they differ.
    pub boards: Vec<String>,
    /// Whose turn it is, or how the game ended, in A and in B.
    pub states: [String; 2],
    /// The clause that brings it about, by its place among the changes, from 0.
    pub change: Option<usize>,
    /// Whether several changes bring it about together: whichever of them is undone alone, the difference stays.
    pub together: bool,
    /// Why the side that refuses the first of the actions does so.
    pub refusal: Option<Refused>,
}

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// `A` or `B`.
    pub by: &'static str,
    /// The action.
    pub action: String,
    /// Why.
    pub message: String,
    /// The values.
    pub label: String,
    /// The clause.
    pub clause: ClauseText,
}

impl Compare {
    /// One of the games as data.
    pub fn new(reference: &str, side: &Side) -> Self {
        let game = &side.prepared.game;
        let texts = side.loaded.files.iter().map(|file| side.loaded.sources.file(file.id));
        let file = side.loaded.sources.iter().next().map(|(_, file)| file.name.clone()).unwrap_or_default();
        Compare {
            reference: reference.to_owned(),
            file,
            title: game.about.title.clone(),
            digests: texts.map(|text| (text.name.clone(), digest(&text.text))).collect(),
            options: game
                .options
                .iter()
                .map(|chosen| (chosen.name.clone(), OptionValue::from(&chosen.value)))
                .collect(),
        }
    }
}

impl ClauseText {
    /// A clause as data.
    pub fn new(clause: &Clause, sources: &SourceMap) -> Self {
        let place = clause.span.map(|span| {
            let file = sources.file(span.file);
            (file.name.clone(), file.place(span.start))
        });
        ClauseText {
            text: clause.text.clone(),
            file: place.as_ref().map(|(name, _)| name.clone()),
            line: place.as_ref().map(|(_, place)| place.line),
            column: place.map(|(_, place)| place.column),
        }
    }

    /// `file:line`.
    pub fn place(&self) -> Option<String> {
        Some(format!("{}:{}", self.file.as_ref()?, self.line?))
    }
}

impl Witness {
    /// What it shows, and after how many plies.
    pub fn title(&self) -> String {
        let what = match (self.shows, self.differs) {
            ("more", _) => "B allows more",
            ("less", _) => "B allows less",
            (_, Some("contents")) if self.moves.is_empty() => "the games begin from different positions",
            (_, Some("contents")) => "the same moves lead to different positions",
            (_, Some("odds")) => "nature does the same, but not as likely",
            (_, Some("turn")) => "the same moves leave different players to act",
            (_, Some("over")) => "one game is over and the other goes on",
            _ => "the games end differently",
        };
        let length = match (self.moves.len(), self.sampled) {
            (0, _) => "at the start".to_owned(),
            (1, false) => "after 1 ply, the shortest line".to_owned(),
            (plies, false) => format!("after {plies} plies, the shortest line"),
            (plies, true) => {
                format!("after {plies} plies, from a random line, shortened; a shorter one may exist")
            }
        };
        format!("{what}, {length}")
    }
}

/// The word of a relation.
pub fn word(word: RelationKind) -> &'static str {
    match word {
        RelationKind::Identical => "identical",
        RelationKind::More => "more",
        RelationKind::Less => "less",
        RelationKind::Incomparable => "incomparable",
        RelationKind::Results => "results",
    }
}

/// How people are told of what changed: an end clause without a name by what it says.
fn label(change: &Change, games: [&Game; 2]) -> String {
    if change.section != Section::End {
        return change.name.clone();
    }
    match change.name.split_once(", now ") {
        Some((a, b)) if games[0].clause(a) == games[1].clause(b) => games[0].clause(a).to_owned(),
        Some((a, b)) => format!("{}, now {}", games[0].clause(a), games[1].clause(b)),
        None => games[usize::from(change.a.is_none())].clause(&change.name).to_owned(),
    }
}

fn changed(change: &Change, sources: [&SourceMap; 2], games: [&Game; 2]) -> Changed {
    Changed {
        section: change.section.word(),
        name: change.name.clone(),
        label: label(change, games),
        how: change.how.word(),
        a: change.a.as_ref().map(|clause| ClauseText::new(clause, sources[0])),
        b: change.b.as_ref().map(|clause| ClauseText::new(clause, sources[1])),
    }
}

fn witness(shown: &ExplainedWitness, sources: [&SourceMap; 2]) -> Witness {
    let (shows, differs) = match shown.witness.sort {
        WitnessKind::More => ("more", None),
        WitnessKind::Less => ("less", None),
        WitnessKind::Results(DifferenceKind::Odds) => ("results", Some("odds")),
        WitnessKind::Results(DifferenceKind::Contents) => ("results", Some("contents")),
        WitnessKind::Results(DifferenceKind::Turn) => ("results", Some("turn")),
        WitnessKind::Results(DifferenceKind::Over) => ("results", Some("over")),
        WitnessKind::Results(DifferenceKind::Winner) => ("results", Some("winner")),
    };
    Witness {
        shows,
        differs,
        moves: shown.witness.moves.clone(),
        sampled: shown.witness.sampled,
        only_a: shown.witness.difference.only_a.clone(),
        only_b: shown.witness.difference.only_b.clone(),
        positions: shown.positions.clone(),
        boards: shown.boards.clone(),
        states: shown.states.clone(),
        change: shown.change,
        together: shown.together,
        refusal: shown.refusal.as_ref().map(|refusal| Refused {
            by: ["A", "B"][refusal.side.min(1)],
            action: refusal.action.clone(),
            message: refusal.message.clone(),
            label: refusal.label.clone(),
            clause: ClauseText::new(&refusal.clause, sources[refusal.side.min(1)]),
        }),
    }
}

fn relation_of(found: &Found, shown: &[ExplainedWitness], sources: [&SourceMap; 2]) -> Relation {
    Relation {
        word: word(found.word),
        reason: None,
        results: found.results,
        depth: found.depth,
        walked: found.walked,
        exhausted: found.exhausted,
        proved: found.proved,
        positions: found.positions,
        samples: found.samples,
        sampled_plies: found.plies,
        witnesses: shown.iter().map(|shown| witness(shown, sources)).collect(),
    }
}

impl Comparison {
    /// A comparison as data.
    pub fn new(a: (&str, &Side), b: (&str, &Side), compared: &Compared, seed: u64) -> Self {
        let sources = [&a.1.loaded.sources, &b.1.loaded.sources];
        let relation = match &compared.relation {
            Err(reason) => Relation::apart(reason),
            Ok(found) => relation_of(found, &compared.shown, sources),
        };
        let from_a = compared.from_a.as_ref().map(|(found, shown)| relation_of(found, shown, sources));
        let games = [&a.1.prepared.game, &b.1.prepared.game];
        Comparison {
            summary: Vec::new(),
            version: env!("CARGO_PKG_VERSION"),
            seed,
            a: Compare::new(a.0, a.1),
            b: Compare::new(b.0, b.1),
            changes: compared
                .changes
                .list
                .iter()
                .map(|change| changed(change, sources, games.map(|game| &**game)))
                .collect(),
            relation,
            from_a,
            elsewhere: Elsewhere::default(),
            versus: None,
            exact: Exactly::default(),
            stands: None,
        }
    }

    /// Whether something changed but for the words.
    pub fn is_changed(&self) -> bool {
        self.changes.iter().any(|change| change.how != How::Reworded.word())
    }

    /// How the games relate, at hand and elsewhere.
    pub fn relations(&self) -> impl Iterator<Item = &Relation> {
        std::iter::once(&self.relation)
            .chain(self.elsewhere.compared.iter().filter_map(|place| place.relation.as_ref()))
    }
}

/// What two sheets come to elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Elsewhere {
    /// What was compared beside the games at hand.
    pub compared: Vec<Place>,
    /// What was not, in words.
    pub not_compared: Vec<String>,
    /// Games and variants that only one of two versions of a file has, with `A` or `B`.
    pub unpaired: BTreeMap<String, &'static str>,
}

/// A game of both files other than the one at hand, or the same at other values of options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The title of the game or variant, where it is another.
    pub title: Option<String>,
    /// The values of options that are others.
    pub options: BTreeMap<String, String>,
    /// In words: `"TITLE"`, or the options.
    pub place: String,
    /// Whether the rules say something else here that they do not at hand, or positions cannot be laid side by side.
    pub differs: bool,
    /// What changed here and not at hand.
    pub changes: Vec<Changed>,
    /// How the games relate here; null where no more changed than at hand, and nothing was played.
    pub relation: Option<Relation>,
}

impl Elsewhere {
    /// What was found, as data.
    pub fn new(found: &AsFound, sides: &Sides) -> Self {
        let sources = [&sides.a.loaded.sources, &sides.b.loaded.sources];
        let games = [&*sides.a.prepared.game, &*sides.b.prepared.game];
        let place = |place: &PlaceFound| Place {
            title: place.title.clone(),
            options: place.set.iter().cloned().collect(),
            place: told(place.title.as_deref(), &place.set),
            differs: place.differs(),
            changes: place.changes.iter().map(|change| changed(change, sources, games)).collect(),
            relation: match &place.relation {
                Ok(relation) => relation.as_ref().map(|found| {
                    let mut relation = relation_of(found, &place.shown, sources);
                    // Changes are told by their places among all, and here stand those alone that are new.
                    relation.witnesses.iter_mut().for_each(|witness| witness.change = None);
                    relation
                }),
                Err(reason) => Some(Relation::apart(reason)),
            },
        };
        Elsewhere {
            compared: found.places.iter().map(place).collect(),
            not_compared: found.left.clone(),
            unpaired: found.unpaired.iter().cloned().collect(),
        }
    }

    /// The places where the sheets say something else.
    pub fn differing(&self) -> impl Iterator<Item = &Place> {
        self.compared.iter().filter(|place| place.differs)
    }

    /// Those where they say what they say at hand, and what was not looked at, in sentences.
    pub fn extent(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let of = |is_equal: bool| {
            let is_it = |place: &&Place| !place.differs && place.relation.is_some() == is_equal;
            self.compared.iter().filter(is_it).map(|place| place.place.clone()).collect::<Vec<_>>()
        };
        let (same, known) = (of(true), of(false));
        if !same.is_empty() {
            lines.push(format!("the same too: {}", same.join(", ")));
        }
        if !known.is_empty() {
            lines.push(format!("no more changed: {}", known.join(", ")));
        }
        if !self.not_compared.is_empty() {
            lines.push(format!("not compared: {}", self.not_compared.join("; ")));
        }
        lines
    }
}

impl Place {
    /// What it comes to, in a sentence.
    pub fn sentence(&self) -> String {
        let relation = self.relation.as_ref().map_or_else(|| "the rules differ".to_owned(), Relation::sentence);
        match &self.title {
            Some(_) => format!("in {}: {relation}", self.place),
            None => format!("with {}: {relation}", self.place),
        }
    }
}
