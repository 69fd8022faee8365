//! The page: in the order in which players need it, two columns of A4.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use rulebook_insight::library::{Loaded, Prepared};
use rulebook_language::model::builtins::reserved;
use rulebook_language::model::{Domain, Game, Per};
use rulebook_language::reference::groups;
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::util::{Id, visible};

use super::super::board::{Mark, position};
use super::super::element::with_program;
use super::demonstration::{Demonstration, demonstrations};
use super::needed::needed;
use super::rules::{Rules, Shown, name};

/// The style of the sheet, which is printed: light paper only.
const STYLE: &str = include_str!("sheet.css");
/// The most words of the language that the glossary explains.
const MAX_WORDS: usize = 14;
/// The words that say most of their meaning themselves, or are not of the rules.
const PLAIN: [&str; 30] = [
    "no",
    "wins",
    "loses",
    "last",
    "mover",
    "written",
    "and",
    "or",
    "not",
    "is",
    "in",
    "of",
    "if",
    "then",
    "else",
    "when",
    "where",
    "move",
    "turn",
    "end",
    "draw",
    "board",
    "piece",
    "players",
    "value",
    "region",
    "condition",
    "game",
    "with",
    "at",
];

/// The rule sheet of a game or variant, as a page to print: title and makers, what is needed, the setup, the moves with their
/// diagrams, the end, options, variants, glossary.
pub fn sheet(loaded: &Loaded, prepared: &Prepared) -> String {
    let game = &prepared.game;
    let rules = Rules::new(loaded, &game.about.title);
    let moves: Vec<&Shown<'_>> = rules.of(|kind| matches!(kind, DeclarationKind::Move(_))).collect();
    let shown = rules.chain.last().map_or_else(Vec::new, |unit| demonstrations(loaded, prepared, unit));
    let demonstration = |rule: &Shown<'_>| {
        let place = game.moves.iter().position(|known| Some(known.name.as_str()) == name(&rule.declaration.kind))?;
        shown.get(place)?.as_ref()
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
                        ul { @for line in needed(prepared, &rules) { li { (line) } } }
                        @if game.players.len() > 1 {
                            p { "Players: " (game.players.iter().cloned().collect::<Vec<_>>().join(", ")) ", who move in this order." }
                        }
                    }
                    (setup(prepared))
                    section {
                        h2 { "A turn" }
                        @for turn in rules.of(|kind| matches!(kind, DeclarationKind::Turn(_) | DeclarationKind::Skip(_) | DeclarationKind::Pass(_) | DeclarationKind::Alike(_))) { (rule(turn)) }
                        @if game.pie {
                            p { "After the first turn the second player may change seats with the first instead of moving." }
                        }
                    }
                    section {
                        h2 { "Moves" }
                        @for shown in moves { (one_move(shown, demonstration(shown))) }
                        @for shown in rules.of(is_done) { (rule(shown)) }
                    }
                    section {
                        h2 { "The end" }
                        @for end in rules.of(is_end) { (rule(end)) }
                    }
                    (options(game))
                    (variants(loaded, &rules, &game.about.title))
                    (glossary(&rules))
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

/// What moves do by name, and what is done after each of them.
fn is_done(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::Effect(_) | DeclarationKind::AfterMove(_))
}

fn is_end(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::End(_) | DeclarationKind::Repetition(_) | DeclarationKind::Limit(_))
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

fn setup(prepared: &Prepared) -> Markup {
    let start = prepared.start();
    // Seeds lie on a board as pieces do.
    let game = &prepared.game;
    let counters = game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::CELL);
    let counters: Vec<_> = counters.map(|(id, _)| id).collect();
    let empty = game.board.cells().all(|cell| {
        start.pieces(cell).is_empty() && counters.iter().all(|counter| start.counter(*counter, cell.index()) == 0)
    });
    let says = if empty { "The board is empty at the start." } else { "The board at the start." };
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
        }
    }
}

/// A declaration: its comment, then its text.
fn rule(shown: &Shown<'_>) -> Markup {
    html! {
        @if !shown.declaration.doc.is_empty() { p { (shown.declaration.doc.replace('\n', " ")) } }
        pre { (shown.text) }
    }
}

fn one_move(shown: &Shown<'_>, demonstration: Option<&Demonstration>) -> Markup {
    let doc = &shown.declaration.doc;
    html! {
        article {
            h3 { (name(&shown.declaration.kind).unwrap_or_default()) }
            @if !doc.is_empty() { p { (doc.replace('\n', " ")) } }
            @if let Some(made) = demonstration {
                div.pair {
                    figure { (made.before) figcaption { "before" } }
                    figure { (made.after) figcaption { "after " code { (made.action) } } }
                }
                @if let Some(test) = &made.test { p.soft { (test) } }
            }
            pre { (shown.text) }
        }
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

fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Words(words) => words.join(", "),
        Domain::Range(low, high, step) if step.to_whole() == Some(1) => format!("{low} to {high}"),
        Domain::Range(low, high, step) => format!("{low} to {high} by {step}"),
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

/// The names that the rules define, then the words of the language that they use.
fn glossary(rules: &Rules<'_>) -> Markup {
    let is_name = |kind: &DeclarationKind| {
        matches!(
            kind,
            DeclarationKind::Definition(_)
                | DeclarationKind::Pattern(_)
                | DeclarationKind::Relation { .. }
                | DeclarationKind::Track(_)
                | DeclarationKind::Counter { .. }
                | DeclarationKind::Mark { .. }
                | DeclarationKind::Luck(_)
        )
    };
    let own: Vec<&Shown<'_>> = rules.of(is_name).collect();
    let texts = rules.of(|kind| {
        is_name(kind)
            || is_end(kind)
            || is_done(kind)
            || matches!(kind, DeclarationKind::Move(_) | DeclarationKind::Turn(_))
    });
    let text: String = texts.map(|shown| format!(" {} ", shown.text)).collect();
    let words: Vec<&str> = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let entries: Vec<_> = groups().into_iter().flat_map(|group| group.entries).collect();
    let mut explained: Vec<(&str, String)> = Vec::new();
    for entry in &entries {
        let head = entry.heads.iter().find(|head| words.contains(head) && !PLAIN.contains(head));
        if let Some(head) = head.filter(|head| explained.iter().all(|(known, _)| known != *head)) {
            // An entry may speak of several words.
            let own = reserved(head, true).map(|(_, meaning)| meaning.replace('`', ""));
            explained.push((head, own.unwrap_or_else(|| first_sentence(entry.body))));
        }
    }
    // What is used most has to be known first.
    explained.sort_by_key(|(head, _)| std::cmp::Reverse(words.iter().filter(|word| *word == head).count()));
    explained.truncate(MAX_WORDS);
    explained.sort_unstable();
    html! {
        section.glossary {
            h2 { "Words" }
            @for shown in own {
                @if !shown.declaration.doc.is_empty() { p { (shown.declaration.doc.replace('\n', " ")) } }
                pre { (shown.text) }
            }
            @if !explained.is_empty() {
                dl { @for (word, says) in &explained { dt { (word) } dd { (says) } } }
            }
        }
    }
}

/// The first sentence of a page, without its marks.
fn first_sentence(body: &str) -> String {
    let paragraph = body.split("\n\n").next().unwrap_or("").replace('\n', " ").replace('`', "");
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    paragraph.get(..end).unwrap_or("").to_owned()
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
