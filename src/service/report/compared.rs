//! The page of two rule sheets side by side.

use maud::{Markup, html};

use super::measured::{exact, openings};
use super::page::{Section, page};
use super::versus;
use super::witness::{said, witness};
use crate::wire::{Changed, Comparison, Relation};
use rulebook_insight::analysis::compare::Sides;

/// The page of a comparison. `sentence` says how the games relate, `extent` how far was looked.
pub fn compared(
    shown: &Comparison,
    sides: &Sides,
    sentence: &dyn Fn(&Relation) -> String,
    extent: &dyn Fn(&Relation) -> Vec<String>,
) -> String {
    let relation = |relation: &Relation| {
        html! {
            p.lead { strong { (sentence(relation)) } }
            @for line in extent(relation) { p.soft { (line) } }
            @for found in &relation.witnesses { (witness(found, &shown.changes, sides)) }
        }
    };
    let players = sides.a.prepared.game.players.len();
    let played = shown.versus.as_ref();
    let boards = [&sides.a.prepared.game.board, &sides.b.prepared.game.board];
    let parts = [
        Some(Section::new("changes", "What changed", changes(&shown.changes))),
        Some(Section::new("relation", "Relation", relation(&shown.relation))),
        shown
            .from_a
            .as_ref()
            .map(|from_a| Section::new("from-a", "Relation, if both begin from A's start", relation(from_a))),
        played.map(|found| Section::new("metrics", "Metrics, differences first", versus::metrics(found))),
        played.map(|found| Section::new("plots", "Length and choice", versus::plots(found))),
        played.and_then(|found| Some(Section::new("lead", "Lead", versus::lead(found, players)?))),
        played
            .and_then(|found| found.strength.as_ref())
            .map(|both| Section::new("strength", "First seat by strength (C2)", versus::strength(both, players))),
        played.and_then(|found| found.openings.as_ref()).map(|both| {
            let body = html! {
                div.row {
                    @for (at, name) in ["A", "B"].iter().enumerate() {
                        div { h3 { (name) } (openings(&both[at], boards[at])) }
                    }
                }
            };
            Section::new("openings", "First moves, without the pie rule (C3)", body)
        }),
        Some(Section::new(
            "exact",
            "Perfect play on small boards, without the pie rule (C5)",
            html! {
                h3 { "A" } (exact(&shown.exact.a))
                h3 { "B" } (exact(&shown.exact.b))
            },
        )),
        shown.stands.as_ref().map(|found| Section::new("records", "Games of A under B", versus::stands(found))),
    ];
    let sections: Vec<Section> = parts.into_iter().flatten().collect();
    page(&format!("{} and {}: compared", shown.a.title, shown.b.title), &lead_in(shown), &sections)
}

fn lead_in(shown: &Comparison) -> Markup {
    html! {
        dl {
            @for (name, side) in [("A", &shown.a), ("B", &shown.b)] {
                @let options = side.options.iter().map(|(option, value)| format!("{option}={value}")).collect::<Vec<_>>().join(" ");
                dt { (name) } dd { (side.title) " " span.mono { (options) } }
                @for (file, digest) in &side.digests { dt.soft { "SHA-256 of " (file) } dd.mono { (digest) } }
            }
            @if let Some(found) = &shown.versus {
                dt { "games" } dd { (found.games) " of each, cut off after " (found.max_plies) " plies" }
                dt { "agents" } dd.mono { (found.agents.join(" - ")) }
            }
            dt { "seed" } dd.mono { (shown.seed) }
            dt { "program" } dd.mono { "rulebook " (shown.version) }
        }
        @if let Some(found) = &shown.versus {
            p.lead { "Numbers are about games between these agents, with 95 % intervals; n counts games. Every metric is defined "
                "in docs/measure.md. No metric measures how good a game is." }
            @for note in &found.notes { p { strong { "Note: " } (note) } }
        }
    }
}

fn changes(changes: &[Changed]) -> Markup {
    let (reworded, real): (Vec<&Changed>, Vec<&Changed>) = changes.iter().partition(|change| change.how == "reworded");
    let list = |changes: &[&Changed]| {
        html! {
            @for change in changes {
                h3 { (change.section) ": " (change.name) " " (change.in_words()) }
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
