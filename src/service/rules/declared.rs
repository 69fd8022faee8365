//! The declarations that hold for a game, with their texts.

use rulebook_insight::library::Loaded;
use rulebook_language::model;
use rulebook_language::syntax::ast::{Declaration, DeclarationKind, Unit};

/// A declaration as the sheet shows it.
#[derive(Clone, Debug)]
pub struct Shown<'t> {
    /// The declaration.
    pub declaration: &'t Declaration,
    /// Its text without comments, indented as one block.
    pub text: String,
}

impl Shown<'_> {
    /// What the sheet says of it, on one line; empty where it says nothing.
    pub fn doc(&self) -> String {
        self.declaration.doc.replace('\n', " ")
    }
}

/// The declarations that hold for a game or variant: those of what it varies, then its own in their place.
#[derive(Clone, Debug)]
pub struct Rules<'t> {
    /// From the game to the variant.
    pub chain: Vec<&'t Unit>,
    all: Vec<Shown<'t>>,
}

impl<'t> Rules<'t> {
    /// The rules of the game or variant of this title.
    pub fn new(loaded: &'t Loaded, title: &str) -> Rules<'t> {
        let units = || loaded.files.iter().flat_map(|file| &file.units);
        let unit = units().find(|unit| unit.name.text == title);
        let mut chain = unit.map(|unit| model::lineage(loaded.files.iter(), unit)).unwrap_or_default();
        chain.reverse();
        let mut all: Vec<Shown<'_>> = Vec::new();
        for unit in &chain {
            let old = all.len();
            let own = |test: fn(&DeclarationKind) -> bool| unit.declarations.iter().any(|own| test(&own.kind));
            let (turns, ends) = (own(is_turn), own(is_unnamed_end));
            let mut place = 0;
            all.retain(|shown| {
                place += 1;
                let kind = &shown.declaration.kind;
                let is_replaced = unit.declarations.iter().any(|own| replaces(&own.kind, kind));
                place > old || !(is_replaced || turns && is_turn(kind) || ends && is_unnamed_end(kind))
            });
            all.extend(
                unit.declarations
                    .iter()
                    .map(|declaration| Shown { declaration, text: text(loaded.sources.slice(declaration.span)) }),
            );
        }
        Rules { chain, all }
    }

    /// The declarations of a sort, in order.
    pub fn of(&self, wanted: impl Fn(&DeclarationKind) -> bool) -> impl Iterator<Item = &Shown<'t>> {
        self.all.iter().filter(move |shown| wanted(&shown.declaration.kind))
    }
}

fn is_turn(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::Turn(_))
}

fn is_unnamed_end(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::End(end) if end.name.is_none())
}

/// The name of what is declared.
pub fn name(kind: &DeclarationKind) -> Option<&str> {
    match kind {
        DeclarationKind::Option(option) => Some(&option.name.text),
        DeclarationKind::OptionOff(name) | DeclarationKind::Mark { name, .. } => Some(&name.text),
        DeclarationKind::Relation(relation) => Some(&relation.name.text),
        DeclarationKind::Link(link) => Some(&link.name.text),
        DeclarationKind::Counter { name, .. } => Some(&name.text),
        DeclarationKind::Track(track) => Some(&track.name.text),
        DeclarationKind::Definition(definition) => Some(&definition.name.text),
        DeclarationKind::Pattern(pattern) => Some(&pattern.name.text),
        DeclarationKind::Move(rule) => Some(&rule.name.text),
        DeclarationKind::Luck(luck) => Some(&luck.rule.name.text),
        DeclarationKind::Effect(effect) => Some(&effect.name.text),
        DeclarationKind::End(end) => end.name.as_ref().map(|name| name.text.as_str()),
        _ => None,
    }
}

/// Whether a declaration of a variant takes the place of one of its game.
fn replaces(own: &DeclarationKind, old: &DeclarationKind) -> bool {
    if let DeclarationKind::TakenOff(off) = own {
        return match (&off.name, old) {
            (Some(taken), _) => name(old) == Some(taken.text.as_str()),
            (None, DeclarationKind::Limit(_)) => off.sort.text == "limit",
            (None, DeclarationKind::Repetition(_)) => off.sort.text == "repetition",
            (None, DeclarationKind::AfterMove(_)) => off.sort.text == "after each move",
            (None, DeclarationKind::Skip(_)) => off.sort.text == "skip",
            (None, DeclarationKind::Alike(_)) => off.sort.text == "alike",
            (None, _) => false,
        };
    }
    let is_single = matches!(
        own,
        DeclarationKind::Board(_)
            | DeclarationKind::Setup(_)
            | DeclarationKind::Limit(_)
            | DeclarationKind::Repetition(_)
            | DeclarationKind::Skip(_)
            | DeclarationKind::Alike(_)
            | DeclarationKind::Pass(_)
            | DeclarationKind::Pie(_)
            | DeclarationKind::Players(_)
    );
    let is_same = std::mem::discriminant(own) == std::mem::discriminant(old);
    is_same && is_single || name(own).is_some() && name(own) == name(old)
}

/// A text without comments, its lines moved to the left together.
fn text(written: &str) -> String {
    let lines: Vec<&str> =
        written.lines().map(|line| uncommented(line).trim_end()).filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().skip(1).map(indent).min().unwrap_or(0);
    let shifted = lines.iter().enumerate().map(|(place, line)| match place {
        0 => *line,
        _ => line.get(common..).unwrap_or(line),
    });
    shifted.collect::<Vec<_>>().join("\n")
}

/// A line without its comment; `//` within quotes is none.
fn uncommented(line: &str) -> &str {
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '/' if !quoted && line.get(at..).is_some_and(|rest| rest.starts_with("//")) => {
                return line.get(..at).unwrap_or(line);
            }
            _ => {}
        }
    }
    line
}
