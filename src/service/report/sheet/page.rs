//! The page: in the order in which players need it, two columns of A4.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use rulebook_insight::library::{Loaded, Prepared};
use rulebook_language::model::{Game, Per};
use rulebook_language::util::{Id, visible};

use super::super::board::{Mark, position};
use super::super::element::with_program;
use super::super::prose::prose as with_code;
use super::demonstration::{Demonstration, demonstrations};
use super::needed::needed;
use crate::rules::{Part, Rules, Section, Step, domain, prose};

/// The style of the sheet, which is printed: light paper only.
const STYLE: &str = include_str!("sheet.css");
/// The rule sheet of a game or variant, as a page to print: title and makers, what is needed, the setup, turns, moves with their
/// diagrams and the end in prose, with the text of the sheet behind a fold, options, variants, and the names of the sheet.
pub fn sheet(loaded: &Loaded, prepared: &Prepared) -> String {
    let game = &prepared.game;
    let rules = Rules::new(loaded, &game.about.title);
    let told = prose(loaded, prepared);
    let shown = rules.chain.last().map_or_else(Vec::new, |unit| demonstrations(loaded, prepared, unit));
    let demonstration = |part: &Part| {
        let place = game.moves.iter().position(|known| known.name == part.head)?;
        shown.get(place)?.as_ref()
    };
    let section = |title: &'static str| {
        html! {
            @for found in told.sections.iter().filter(|section| section.title == title) {
                section {
                    h2 { (title) }
                    @if title == "Names" { (names(&found.parts)) }
                    @else { @for part in &found.parts { (said(part, demonstration(part))) } }
                }
            }
        }
    };
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("rulebook ", env!("CARGO_PKG_VERSION")));
                title { (game.about.title) ": rules" }
                style { (PreEscaped(STYLE)) (PreEscaped(colours(game))) }
            }
            body {
                (head(game))
                main {
                    section {
                        h2 { "What you need" }
                        ul { @for line in needed(prepared, &rules) { li { (with_code(&line)) } } }
                        @if game.players.len() > 1 {
                            p { "Players: " (game.players.iter().cloned().collect::<Vec<_>>().join(", ")) ", who move in this order." }
                        }
                    }
                    (setup(prepared, told.sections.iter().find(|section| section.title == "Setup")))
                    (section("A turn"))
                    (section("Moves"))
                    (section("The end"))
                    (options(game))
                    (variants(loaded, &rules, &game.about.title))
                    (section("Names"))
                    (section("In writing"))
                }
            }
        }
    };
    with_program(visible(&whole.into_string()).into_owned())
}

/// Colours of pieces by the names of the players that own them; those that name no colour keep the usual ones.
fn colours(game: &Game) -> String {
    const NAMED: [(&str, &str); 8] = [
        ("black", "#1b1f24"),
        ("white", "#ffffff"),
        ("red", "#c8372d"),
        ("blue", "#0072b2"),
        ("green", "#007a5a"),
        ("yellow", "#f0c83c"),
        ("orange", "#d55e00"),
        ("purple", "#7a4ea3"),
    ];
    let known =
        |name: &String| NAMED.iter().find(|(colour, _)| name.eq_ignore_ascii_case(colour)).map(|(_, value)| value);
    let values = game.players.iter().take(4).enumerate();
    let lines = values.filter_map(|(place, name)| Some(format!("--p{}: {};", place + 1, known(name)?)));
    format!(":root {{ {} }}", lines.collect::<String>())
}

fn head(game: &Game) -> Markup {
    let about = &game.about;
    let by = about.authors.join(", ");
    let year = about.year.as_ref().map(|year| format!(", {year}")).unwrap_or_default();
    html! {
        header {
            h1 { (about.title) }
            @if !by.is_empty() { p.by { "by " (by) (year) } }
            @if let Some(base) = &about.variant_of { p.by { "a variant of " (base) } }
            @if !about.doc.is_empty() { p.lead { (about.doc.replace('\n', " ")) } }
        }
    }
}

/// The board at the start; of what is laid by lot also what is laid.
fn setup(prepared: &Prepared, told: Option<&Section>) -> Markup {
    let start = prepared.start();
    // Seeds lie on a board as pieces do.
    let game = &prepared.game;
    let counters = game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::CELL);
    let counters: Vec<_> = counters.map(|(id, _)| id).collect();
    let empty = game.board.cells().all(|cell| {
        start.pieces(cell).is_empty() && counters.iter().all(|counter| start.counter(*counter, cell.index()) == 0)
    });
    let says = if empty { "The board is empty at the start." } else { "The board at the start." };
    let told = told.filter(|_| !game.deals.is_empty());
    let beside = start.counters_text();
    html! {
        section {
            h2 { "Setup" }
            figure.setup {
                (position(&start, "Setup", says, |_| Mark::None, &[]))
                figcaption {
                    (says) " "
                    (prepared.game.players.iter().next().map_or("", String::as_str)) " begins."
                }
            }
            @if !beside.trim().is_empty() { pre { (beside.trim_end()) } }
            @for part in told.iter().flat_map(|section| &section.parts) { (sentences(&part.steps)) }
        }
    }
}

/// What the prose says of one declaration: its name, its comment, its diagrams, its sentences, and its text behind a fold.
fn said(part: &Part, demonstration: Option<&Demonstration>) -> Markup {
    html! {
        article {
            @if !part.head.is_empty() { h3 { (part.head) } }
            @if !part.doc.is_empty() { p { (part.doc) } }
            @if let Some(made) = demonstration {
                div.pair {
                    figure { (made.before) figcaption { "before" } }
                    figure { (made.after) figcaption { "after " code { (made.action) } } }
                }
                @if let Some(test) = &made.test { p.soft { (test) } }
            }
            @match part.steps.as_slice() {
                [Step { text, within }] if within.is_empty() => p { (with_code(text)) },
                steps => (sentences(steps)),
            }
            (fold(&part.code))
        }
    }
}

fn sentences(steps: &[Step]) -> Markup {
    html! {
        @if !steps.is_empty() {
            ul { @for step in steps { li { (with_code(&step.text)) (sentences(&step.within)) } } }
        }
    }
}

/// The text of the sheet, for whoever wants to see it.
fn fold(code: &str) -> Markup {
    html! {
        @if !code.is_empty() { details { summary { "as the sheet says it" } pre { (code) } } }
    }
}

/// What the names of the sheet stand for.
fn names(parts: &[Part]) -> Markup {
    html! {
        @for part in parts {
            @match part.steps.as_slice() {
                [Step { text, within }] if within.is_empty() && part.head.is_empty() => p { (with_code(text)) },
                [Step { text, within }] if within.is_empty() => p { b { (part.head) } ": " (part.doc) " " (with_code(text)) },
                steps => {
                    p { b { (part.head) } ": " (part.doc) }
                    (sentences(steps))
                }
            }
        }
        (fold(&parts.iter().map(|part| part.code.as_str()).collect::<Vec<_>>().join("\n")))
    }
}

fn options(game: &Game) -> Markup {
    html! {
        @if !game.options.is_empty() {
            section {
                h2 { "Options" }
                table {
                    tr { th { "option" } th { "may be" } th { "here" } }
                    @for option in &game.options {
                        tr {
                            td { (option.name) @if !option.doc.is_empty() { br; span.soft { (option.doc.replace('\n', " ")) } } }
                            td { (domain(&option.domain)) }
                            td { (option.value) }
                        }
                    }
                }
            }
        }
    }
}

/// The other games and variants of the file, with what is said of them.
fn variants(loaded: &Loaded, rules: &Rules<'_>, title: &str) -> Markup {
    let root = rules.chain.first().map_or("", |unit| unit.name.text.as_str());
    let units = loaded.files.iter().take(1).flat_map(|file| &file.units);
    let others: Vec<_> = units
        .filter(|unit| unit.name.text != title)
        .filter(|unit| Rules::new(loaded, &unit.name.text).chain.first().is_some_and(|first| first.name.text == root))
        .collect();
    html! {
        @if !others.is_empty() {
            section {
                h2 { "Variants" }
                dl { @for unit in others { dt { (unit.name.text) } dd { (unit.doc.replace('\n', " ")) } } }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use rulebook_insight::library::{SHIPPED, find, load};

    fn page(name: &str, title: Option<&str>) -> String {
        let loaded = load(name, find(name).unwrap().text);
        let title = title.map(|title| loaded.titles().find(|known| known.text == title).unwrap().clone());
        super::sheet(&loaded, &loaded.prepare(title.as_ref(), &[]).0.unwrap())
    }

    #[test]
    fn every_shipped_game_has_a_sheet() {
        for game in SHIPPED {
            let text = page(game.name(), None);
            for part in ["<h1>", "What you need", "Setup", "A turn", "Moves", "The end", "figcaption"] {
                assert!(text.contains(part), "{}: {part}", game.name());
            }
            assert!(!text.contains("<script") && !text.contains("http") || text.contains("xmlns"), "{}", game.name());
        }
    }

    #[test]
    fn pieces_are_counted() {
        let has = |name: &str, line: &str| {
            let text = page(name, None);
            assert!(
                text.contains(line),
                "{name}: {line}: {}",
                text.split("What you need").nth(1).unwrap().split("</section>").next().unwrap()
            );
        };
        has("breakthrough", "<li>16 White men</li>");
        has("nine-mens-morris", "<li>9 Black men</li>");
        has("hex", "a board of 121 hexagons");
        has("kalah", "48 counters");
        has("fox-and-geese", "1 Fox ");
        has("tak", "<li>21 White flats</li>");
        assert!(!page("tak", None).contains("<li>0 "), "walls are flats that stand");
    }

    #[test]
    fn moves_are_shown_by_tests_and_variants_by_their_own_rules() {
        let text = page("emulsion", None);
        assert!(text.contains("the second seat may change seats once (E6)"), "the test that swaps");
        assert!(text.contains("<dt>Free Emulsion</dt><dd>The board starts empty"));
        let free = page("emulsion", Some("Free Emulsion"));
        assert!(free.contains("a variant of Emulsion") && free.contains("stones are placed in pairs"));
        assert!(!free.contains("White stone on"), "the setup is replaced");
        assert!(page("emergo", None).matches("<polygon").count() > 2, "arrows");
    }
}
