//! The page of a search: the wishes, the front, each variant with its block and the position that shows the difference.

use maud::{Markup, html};

use super::board::position;
use super::figure::figure;
use super::number::{number, percent};
use super::page::{Section, page};
use super::player::player;
use super::plot::{Axes, Axis, Point, Series, Tick, curves};
use super::step::Step;
use super::table::{Cell, Table};
use rulebook_explore::{Figure, Found, Row, ToldWish, Verdict, Witnessed};
use rulebook_insight::library::Prepared;

/// The page of a search; `prepared` is the sheet as it is.
pub fn explored(found: &Found, prepared: &Prepared) -> String {
    let mut sections = vec![Section::new("variants", "Variants, the best first", table(found))];
    if let Some(front) = front(found) {
        sections.push(Section::new("front", "The wishes, variant by variant", front));
    }
    for (place, row) in found.rows.iter().enumerate() {
        let title = format!("{}. {}", place + 1, row.words.join(", ").replace('`', ""));
        sections.push(Section::new(&format!("variant-{}", place + 1), &title, variant(found, row, prepared)));
    }
    sections.push(Section::new("race", "What was tried", race(found)));
    let title = format!("{}: explored", found.game);
    page(&title, &lead_in(found), &sections)
}

fn lead_in(found: &Found) -> Markup {
    let games = found.games;
    let met = found.rows.iter().filter(|row| row.verdict == Verdict::Met).count();
    let options = found.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    html! {
        p.lead {
            @match met {
                0 => "No variant was shown to meet all wishes.",
                1 => "One variant was shown to meet all wishes.",
                many => { (many) " variants were shown to meet all wishes." }
            }
        }
        ul { @for wish in &found.wishes { li { (wish.text) } } }
        p.soft {
            @if !options.is_empty() { span.mono { (options) } ". " }
            (games.raced) " games in the race, " (games.fresh) " with fresh seeds, " (games.each) " of each variant below, between "
            span.mono { (found.agents.join(", then ")) } "; seed " (found.seed)
            ". All figures are of fresh games, with 95 % intervals: those of the race made the choice, and would flatter it."
        }
        @for nearer in &found.nearer { p { (super::prose::prose(&nearer.text)) } }
    }
}

fn shown(wish: &ToldWish, value: f64) -> String {
    if wish.is_share { percent(value) } else { number(value) }
}

/// A figure with its interval.
fn bounded(wish: &ToldWish, figure: &Figure) -> Markup {
    let Some(value) = figure.value else { return html! { "none" } };
    let bound = |value: Option<f64>| value.map_or_else(|| "?".to_owned(), |value| shown(wish, value));
    let word = word(figure.verdict);
    html! {
        span.bounded {
            (shown(wish, value)) br;
            small { (bound(figure.low).replace(" %", "")) " to " (bound(figure.high)) } br;
            small.{ "verdict-" (word) } { (word) }
        }
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Met => "met",
        Verdict::Open => "open",
        Verdict::Missed => "missed",
    }
}

fn table(found: &Found) -> Markup {
    let heads: Vec<String> = ["Variant".to_owned()]
        .into_iter()
        .chain(found.wishes.iter().map(|wish| wish.text.clone()))
        .chain(["Tests".to_owned()])
        .collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table =
        Table::new("Figures of fresh games, each with its 95 % interval, and whether the wish is met", &heads);
    let tests = |row: &Row| format!("{} of {}", row.tests.hold, row.tests.of);
    let mut add = |name: Markup, row: &Row, tests: String| {
        let figures = found.wishes.iter().zip(&row.figures).map(|(wish, figure)| Cell::Markup(bounded(wish, figure)));
        table.add([Cell::Said(name)].into_iter().chain(figures).chain([Cell::number(tests)]).collect());
    };
    add(html! { "the sheet as it is" }, &found.sheet, String::new());
    for (place, row) in found.rows.iter().enumerate() {
        let link = format!("#variant-{}", place + 1);
        add(
            html! { a href=(link) { (place + 1) ". " (super::prose::prose(&row.words.join(", "))) } @if row.front { br; small { "on the front" } } },
            row,
            tests(row),
        );
    }
    table.html()
}

/// Each wish as a picture: the sheet at 0, the variants by their numbers, the bounds of the wish as lines.
fn front(found: &Found) -> Option<Markup> {
    if found.rows.is_empty() {
        return None;
    }
    let words: Vec<String> =
        ["sheet".to_owned()].into_iter().chain((1..=found.rows.len()).map(|place| place.to_string())).collect();
    let plot = |place: usize, wish: &ToldWish| {
        let point = |at: usize, row: &Row| -> Option<Point> {
            let figure = row.figures.get(place)?;
            Some((at as f64, figure.value?, figure.low.zip(figure.high)))
        };
        let all = || std::iter::once(&found.sheet).chain(&found.rows).enumerate();
        let series = |name: &str, colour: usize, is: &dyn Fn(usize, &Row) -> bool| Series {
            name: name.to_owned(),
            colour,
            points: all().filter(|(at, row)| is(*at, row)).filter_map(|(at, row)| point(at, row)).collect(),
            ..Series::default()
        };
        let series = [
            series("sheet", 0, &|at, _| at == 0),
            series("on the front", 1, &|at, row| at > 0 && row.front),
            series("behind", 2, &|at, row| at > 0 && !row.front),
        ];
        let series: Vec<Series> = series.into_iter().filter(|series| !series.points.is_empty()).collect();
        if series.is_empty() {
            return None;
        }
        let rules: Vec<f64> = wish.range.low.into_iter().chain(wish.range.high).collect();
        let ends = series.iter().flat_map(|series| &series.points).flat_map(|(_, value, bounds)| {
            let (low, high) = bounds.unwrap_or((*value, *value));
            [low, high]
        });
        let tick = if wish.is_share { Tick::Percent } else { Tick::Number };
        let axes = Axes {
            x: Axis::of("variant", -0.5..found.rows.len() as f64 + 0.5, Tick::Words(words.clone())),
            y: Axis::over(&wish.label, ends.chain(rules.iter().copied()), None, tick),
        };
        let says = format!(
            "{}, of the sheet and of each variant by its number; the wish lies between the dashed lines",
            wish.label
        );
        Some(figure(&curves(&wish.text, &says, &axes, &series, &rules), &says))
    };
    Some(html! {
        div.plots { @for (place, wish) in found.wishes.iter().enumerate() { @if let Some(plot) = plot(place, wish) { (plot) } } }
    })
}

fn variant(found: &Found, row: &Row, prepared: &Prepared) -> Markup {
    let differences = found.wishes.iter().zip(&row.figures).filter_map(|(wish, figure)| {
        let by = figure.difference.as_ref()?;
        let of =
            |value: f64| if wish.is_share { format!("{:+.1} points", value * 100.0) } else { format!("{value:+.2}") };
        Some(format!("{}: {} beside the sheet ({} to {})", wish.label, of(by.value), of(by.low), of(by.high)))
    });
    html! {
        pre { code { (row.block.trim_end()) } }
        @if let Some(compared) = &row.compared {
            @if !compared.changes.is_empty() { ul { @for change in &compared.changes { li { (super::prose::prose(change)) } } } }
            p { (super::prose::prose(&related(&compared.relation))) "." }
            (witness(compared, prepared))
        }
        ul { @for difference in differences { li { (difference) } } }
        @for stage in &row.stages {
            p.soft {
                "Between " span.mono { (stage.agent) } ": "
                @for (place, (wish, figure)) in found.wishes.iter().zip(&stage.figures).enumerate() {
                    @if place > 0 { ", " } (wish.label) " " (figure.value.map_or_else(|| "none".to_owned(), |value| shown(wish, value)))
                }
            }
        }
        @if row.tests.hold < row.tests.of { p.soft { (row.tests.hold) " of the sheet's " (row.tests.of) " tests hold." } }
    }
}

/// The line that shows the difference, with the position at its end.
fn witness(compared: &Witnessed, prepared: &Prepared) -> Markup {
    if compared.what.is_empty() {
        return html! {};
    }
    let text = match compared.moves.is_empty() {
        true => format!("At the start: {}.", compared.what),
        false => format!("After `{}`: {}.", compared.moves.join(" "), compared.what),
    };
    let mut board = prepared.start();
    let mut step = None;
    let mut positions = vec![board.clone()];
    for text in &compared.moves {
        let Ok(action) = board.find(text) else { return html! { p { (super::prose::prose(&text.clone())) } } };
        let taken = Step::new(&board, text);
        if board.play_unchecked(&action).is_err() {
            break;
        }
        step = Some(taken);
        positions.push(board.clone());
    }
    let says = text.replace('`', "");
    let marks = |cell| {
        let mark = step.as_ref().and_then(|step: &Step| step.marks.get(&cell).copied()).unwrap_or_default();
        if mark == super::board::Mark::Placed { super::board::Mark::Ring } else { mark }
    };
    let arrows = step.as_ref().map(|step| step.arrows.clone()).unwrap_or_default();
    let drawn = position(&board, "Where the variant differs", &says, marks, &arrows);
    html! { div.boards { (figure(&player(&drawn, &positions, &compared.moves), &text)) } }
}

/// How a variant relates to the sheet, as a sentence.
fn related(relation: &str) -> String {
    if relation.starts_with("positions") { relation.replacen('p', "P", 1) } else { format!("The variant {relation}") }
}

fn race(found: &Found) -> Markup {
    let counts = &found.candidates;
    let thrown: usize = counts.thrown.iter().map(|reason| reason.count).sum();
    let missed: usize = counts.missed.iter().map(|missed| missed.count).sum();
    let mut table = Table::new("Why variants went out", &["Variants", "Reason"]);
    for reason in &counts.thrown {
        table.add(vec![
            Cell::number(reason.count.to_string()),
            Cell::said(&format!("`{}`: {}", reason.reason, reason.text)),
        ]);
    }
    for missed in &counts.missed {
        let wish = found.wishes.get(missed.wish).map_or("", |wish| wish.text.as_str());
        let agent = found.agents.get(missed.stage).map_or("", String::as_str);
        let side = if missed.above { "above" } else { "below" };
        table.add(vec![
            Cell::number(missed.count.to_string()),
            Cell::said(&format!("{side} `{wish}`, between `{agent}`")),
        ]);
    }
    html! {
        p {
            (counts.tried) " variants: " (thrown) " thrown out, " (missed) " missed a wish in the race, " (counts.open)
            " were not settled, and " (counts.met) " met all wishes in the race."
            @if counts.left_out > 0 { " For " (counts.left_out) " more there were too few games." }
        }
        (table.html())
        @if !found.only_early.is_empty() {
            p { "Not missed by the agents before, and missed by the last:" }
            ul { @for (title, wish) in &found.only_early { li { (title) ": " (wish) } } }
        }
    }
}
