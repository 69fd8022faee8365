//! The page of two rule sheets side by side.

use maud::{Markup, html};

use super::killers::killers;
use super::line::line;
use super::measured::{exact, openings};
use super::page::{Section, page};
use super::prose::summary;
use super::versus;
use super::witness::{said, witness};
use crate::wire::{Changed, Compare, Comparison, Relation};
use rulebook_insight::analysis::compare::Sides;
use rulebook_play::record::OptionValue;

/// The page of a comparison.
pub fn compared(shown: &Comparison, sides: &Sides) -> String {
    let relation = |relation: &Relation| {
        html! {
            p.lead { strong { (relation.sentence()) } }
            @for line in relation.extent() { p.soft { (line) } }
            @for found in &relation.witnesses { (witness(found, &shown.changes, sides)) }
        }
    };
    let players = sides.a.prepared.game.players.len();
    let played = shown.versus.as_ref();
    let names = names(shown);
    let prepared = [&sides.a.prepared, &sides.aligned];
    let boards = [&sides.a.prepared.game.board, &sides.b.prepared.game.board];
    let parts = [
        Some(Section::new("changes", "What changed", changes(&shown.changes))),
        Some(Section::new("relation", "Relation", relation(&shown.relation))),
        shown
            .from_a
            .as_ref()
            .map(|from_a| Section::new("from-a", "Relation, if both begin from A's start", relation(from_a))),
        played.map(|found| Section::new("metrics", "Metrics, differences first", versus::metrics(found))),
        played.map(|found| Section::new("plots", "Length and choice", versus::plots(found, &names))),
        played.filter(|found| found.figures.iter().any(|figures| figures.decisive.is_some())).map(|found| {
            let body = html! {
                div.boards {
                    @for (side, figures) in found.figures.iter().enumerate() {
                        @if let Some(won) = &figures.decisive { (line(won, &names[side], prepared[side])) }
                    }
                }
            };
            Section::new("shortest", "Shortest won games", body)
        }),
        played.map(|found| {
            let body = html! {
                div.boards {
                    @for (side, figures) in found.figures.iter().enumerate() {
                        div { h3 { (names[side]) } (killers(&figures.killers, boards[side], &names[side])) }
                    }
                }
            };
            Section::new("killers", "Killer moves", body)
        }),
        played.and_then(|found| Some(Section::new("lead", "Lead", versus::lead(found, &names, players)?))),
        played.and_then(|found| found.strength.as_ref()).map(|both| {
            Section::new("strength", "First seat by strength (C2)", versus::strength(both, &names, players))
        }),
        played.and_then(|found| found.openings.as_ref()).map(|both| {
            let body = html! {
                div.boards {
                    @for (at, name) in names.iter().enumerate() {
                        div { h3 { (name) } (openings(&both[at], boards[at], name)) }
                    }
                }
            };
            Section::new("openings", "First moves, without the pie rule (C3)", body)
        }),
        Some(Section::new(
            "exact",
            "Perfect play on small boards, without the pie rule (C5)",
            html! {
                h3 { (names[0]) } (exact(&shown.exact.a))
                h3 { (names[1]) } (exact(&shown.exact.b))
            },
        )),
        shown.stands.as_ref().map(|found| Section::new("records", "Games of A under B", versus::stands(found))),
    ];
    let mut sections: Vec<Section> = parts.into_iter().flatten().collect();
    sections.push(Section::new("about", "About these numbers", about(shown)));
    page(&format!("{} and {}: compared", shown.a.title, shown.b.title), &lead_in(shown, &names), &sections)
}

/// What A and B are called: by their titles, and by the options in which they differ.
fn names(shown: &Comparison) -> [String; 2] {
    let name = |letter: &str, own: &Compare, other: &Compare| {
        let differs = |(option, value): &(&String, &OptionValue)| other.options.get(*option) != Some(*value);
        let options: Vec<String> =
            own.options.iter().filter(differs).map(|(option, value)| format!(" {option}={value}")).collect();
        format!("{letter} ({}{})", own.title, options.concat())
    };
    [name("A", &shown.a, &shown.b), name("B", &shown.b, &shown.a)]
}

fn lead_in(shown: &Comparison, names: &[String; 2]) -> Markup {
    html! {
        p.lead { (names[0]) " and " (names[1]) @if let Some(found) = &shown.versus {
            ": " (found.games) " games of each, " span.mono { (found.agents.join(" - ")) } ", seed " (shown.seed)
        } }
        (summary(&shown.summary))
        @if let Some(found) = &shown.versus { @for note in &found.notes { p.soft { strong { "Note: " } (note) } } }
    }
}

fn about(shown: &Comparison) -> Markup {
    html! {
        @if shown.versus.is_some() {
            p { "Numbers are about games between these agents, with 95 % intervals; n counts games. Every metric is defined in "
                "docs/measure.md. No metric measures how good a game is." }
        }
        dl {
            @for (name, side) in [("A", &shown.a), ("B", &shown.b)] {
                @let options = side.options.iter().map(|(option, value)| format!("{option}={value}")).collect::<Vec<_>>().join(" ");
                dt { (name) } dd { (side.title) " " span.mono { (options) } }
                @for (file, digest) in &side.digests { dt { "SHA-256 of " (file) } dd.mono { (digest) } }
            }
            @if let Some(found) = &shown.versus {
                dt { "games" } dd { (found.games) " of each, cut off after " (found.max_plies) " plies" }
                dt { "agents" } dd.mono { (found.agents.join(" - ")) }
            }
            dt { "seed" } dd.mono { (shown.seed) }
            dt { "program" } dd.mono { "rulebook " (shown.version) }
        }
    }
}

fn changes(changes: &[Changed]) -> Markup {
    let (reworded, real): (Vec<&Changed>, Vec<&Changed>) = changes.iter().partition(|change| change.how == "reworded");
    let list = |changes: &[&Changed]| {
        html! {
            @for change in changes {
                h3 { (change.section) ": " code { (change.label) } " " (change.in_words()) }
                (said("A", change.a.as_ref()))
                (said("B", change.b.as_ref()))
            }
        }
    };
    html! {
        @if real.is_empty() { p { @if reworded.is_empty() { "Nothing." } @else { "Wording only." } } }
        (list(&real))
        @if !reworded.is_empty() { details { summary { "The same in other words" } (list(&reworded)) } }
    }
}
