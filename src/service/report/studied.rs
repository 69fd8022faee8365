//! The page of a study, its table and its plots.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::figure::figure;
use super::number::{number, percent, range};
use super::page::{Section, page};
use super::plot::{Axes, Axis, Point, Series, Tick, curves};
use super::study_grid::{Graph, graphs};
#[cfg(feature = "plots")]
use super::svg::picture;
use super::table::{Cell, Table};
use crate::wire::{Bounded, Scored, Study, StudyBlock, StudyMatch};
use rulebook_play::record::OptionValue;

/// The page of a study.
pub fn studied(study: &Study) -> String {
    let drawn = |metric: Metric| {
        let graphs = metric.graphs(study);
        (!graphs.is_empty()).then(|| {
            let body = html! {
                @for graph in &graphs {
                    @let (axes, series) = metric.plot(graph);
                    (figure(&curves(metric.title, &metric.says(study, graph), &axes, &series, metric.rules), &metric.says(study, graph)))
                }
                p { (metric.note) }
            };
            Section::new(metric.id, metric.title, body)
        })
    };
    let mut sections: Vec<Section> = METRICS.into_iter().filter_map(drawn).collect();
    sections.push(Section::new("clauses", "How games end", clauses(study)));
    sections.push(Section::new("numbers", "All numbers", numbers(study)));
    page(study.title.as_deref().unwrap_or("A study"), &lead_in(study), &sections)
}

/// The plots of a study: the name of each without ending, and a picture in SVG.
#[cfg(feature = "plots")]
pub fn study_plots(study: &Study) -> Vec<(String, String)> {
    let mut pictures = Vec::new();
    for metric in METRICS {
        for (place, graph) in metric.graphs(study).iter().enumerate() {
            let (axes, series) = metric.plot(graph);
            let name = if place == 0 { metric.id.to_owned() } else { format!("{}-{}", metric.id, place + 1) };
            pictures.push((name, picture(metric.title, &metric.says(study, graph), &axes, &series, metric.rules)));
        }
    }
    pictures
}

/// All numbers of a study as a table in Markdown.
pub fn study_table(study: &Study) -> String {
    let (heads, rows) = table(study);
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = line(vec!["---".to_owned(); heads.len()]);
    let escape = |cell: String| cell.replace('|', "\\|");
    let rows = rows.into_iter().map(|row| line(row.into_iter().map(escape).collect()));
    line(heads.into_iter().map(str::to_owned).collect()) + &rule + &rows.collect::<String>()
}

/// Something that is drawn over the grid.
#[derive(Clone, Copy)]
struct Metric {
    id: &'static str,
    title: &'static str,
    label: &'static str,
    note: &'static str,
    of: fn(&StudyMatch) -> Option<Bounded>,
    percent: bool,
    rules: &'static [f64],
}

const METRICS: [Metric; 4] = [
    Metric {
        id: "first-seat",
        title: "Score of the seat that moves first",
        label: "score of seat 1",
        note: "A win counts one and a draw one half; the dashed line is an even score. Seats say who moved first: with a pie rule \
            that is not always who ends up with the first colour.",
        of: |found| Some(found.first_seat?.score),
        percent: true,
        rules: &[0.5],
    },
    Metric {
        id: "first-player",
        title: "Score of the first player of a match",
        label: "score",
        note: "Over pairs of games with the seats exchanged; n counts pairs. The dashed line is an even score.",
        of: |found| Some(found.first_player?.score),
        percent: true,
        rules: &[0.5],
    },
    Metric {
        id: "drawn",
        title: "Games without a winner",
        label: "share drawn",
        note: "Shares of all games, including those cut off.",
        of: |found| Some(found.drawn),
        percent: true,
        rules: &[],
    },
    Metric {
        id: "plies",
        title: "Length",
        label: "plies",
        note: "Means over games.",
        of: |found| Some(found.plies),
        percent: false,
        rules: &[],
    },
];

impl Metric {
    fn graphs<'a>(&self, study: &'a Study) -> Vec<Graph<'a>> {
        let known = |found: &StudyMatch| (self.of)(found).is_some_and(|number| number.value.is_some());
        let all = graphs(study, known);
        // What never happens needs no plot.
        let never =
            |graph: &Graph<'_>| graph.matches().all(|found| (self.of)(found).and_then(|n| n.value) == Some(0.0));
        if all.iter().all(never) { Vec::new() } else { all }
    }

    fn plot(&self, graph: &Graph<'_>) -> (Axes, Vec<Series>) {
        let count = graph.series.len().max(1) as f64;
        let series: Vec<Series> = graph
            .series
            .iter()
            .enumerate()
            .map(|(colour, one)| {
                // Side by side, so that intervals do not hide each other.
                let aside = 0.12 * (colour as f64 - (count - 1.0) / 2.0);
                let point = |(place, found): &(usize, &StudyMatch)| -> Option<Point> {
                    let number = (self.of)(found)?;
                    Some((*place as f64 + aside, number.value?, number.low.zip(number.high)))
                };
                let points = one.points.iter().filter_map(point).collect();
                Series { name: one.name.clone(), colour, points, ..Series::default() }
            })
            .collect();
        let ends = series.iter().flat_map(|one| &one.points).flat_map(|(_, y, bounds)| {
            let (low, high) = bounds.unwrap_or((*y, *y));
            [low, high]
        });
        let tick = if self.percent { Tick::Percent } else { Tick::Number };
        let frame: &[f64] = if self.rules.is_empty() { &[0.0] } else { &[0.4, 0.6] };
        let mut y = Axis::over(self.label, ends.chain(frame.iter().copied()), None, tick);
        y.range = y.range.start.max(0.0)..if self.percent { y.range.end.min(1.0) } else { y.range.end };
        let x = Axis::of(&graph.label, -0.5..graph.words.len() as f64 - 0.5, Tick::Words(graph.words.clone()));
        (Axes { x, y }, series)
    }

    fn says(&self, study: &Study, graph: &Graph<'_>) -> String {
        // Where there are several games, the plot tells them apart.
        let mut titles: Vec<&str> = study.blocks.iter().map(|block| block.title.as_str()).collect();
        titles.dedup();
        let game = if let [title] = titles.as_slice() { format!("{title}: ") } else { String::new() };
        let games: Vec<u64> = graph.matches().filter_map(|found| Some((self.of)(found)?.n)).collect();
        let (least, most) = (games.iter().min().copied().unwrap_or(0), games.iter().max().copied().unwrap_or(0));
        let each = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let of = if graph.name.is_empty() { String::new() } else { format!(", {}", graph.name) };
        format!("{game}{}{of}: 95 % intervals, n {each} each", self.title)
    }
}

fn lead_in(study: &Study) -> Markup {
    html! {
        dl {
            dt { "games" } dd {
                (study.games) @if study.games != study.of { " of " (study.of) " so far" }
                ", cut off after " (study.max_plies) " plies"
            }
            @let fixed = fixed(study);
            @if !fixed.is_empty() { dt { "options of all" } dd.mono { (fixed.join(" ")) } }
            dt { "program" } dd.mono { (study.program) }
        }
        p.lead { "Every number is about games between the agents named. Intervals are at 95 %; n counts games, or pairs of games where "
            "stated. Agents that differ only in their budgets search with that many simulations." }
        @for found in study.blocks.iter().flat_map(|block| &block.matches) {
            @if let Some(reason) = &found.reason {
                p { strong { "Note: " } (found.broken) " games of " code { (found.players.join(" - ")) }
                    " could not be played to an end, the first because " (reason) "." }
            }
        }
    }
}

/// The heads and the rows of the table of all numbers.
fn table(study: &Study) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let matches = || study.blocks.iter().flat_map(|block| &block.matches);
    let paired = matches().any(|found| found.first_player.is_some());
    let drawn = matches().any(|found| found.drawn.value.is_some_and(|share| share > 0.0));
    let cut = matches().any(|found| found.cut.value.is_some_and(|share| share > 0.0));
    let mut heads = vec!["game", "players", "n", "score of seat 1"];
    heads.extend(paired.then_some("score of the first player"));
    heads.extend(drawn.then_some("drawn"));
    heads.extend(cut.then_some("cut off"));
    heads.push("plies");
    let score = |scored: Option<Scored>| scored.map_or(String::new(), |scored| shown(&scored.score, percent));
    let row = |block: &StudyBlock, found: &StudyMatch| {
        let mut row = vec![
            named(study, block),
            found.players.join(" - "),
            (found.games - found.broken).to_string(),
            score(found.first_seat),
        ];
        row.extend(paired.then(|| score(found.first_player)));
        row.extend(drawn.then(|| shown(&found.drawn, percent)));
        row.extend(cut.then(|| shown(&found.cut, percent)));
        row.push(shown(&found.plies, number));
        row
    };
    let rows = study.blocks.iter().flat_map(|block| block.matches.iter().map(move |found| row(block, found)));
    (heads, rows.collect())
}

fn numbers(study: &Study) -> Markup {
    let (heads, rows) = table(study);
    let mut table = Table::new("Results of each match, over all seeds", &heads);
    for row in rows {
        table.add(row.into_iter().map(Cell::text).collect());
    }
    table.html()
}

fn clauses(study: &Study) -> Markup {
    let mut table =
        Table::new("Share of games decided by each end clause", &["game", "players", "clause", "share", "n"]);
    for block in &study.blocks {
        for found in &block.matches {
            for (clause, share) in &found.clauses {
                table.add(vec![
                    Cell::text(named(study, block)),
                    Cell::text(found.players.join(" - ")),
                    Cell::Markup(html! { code { (block.clauses.get(clause).unwrap_or(clause)) } }),
                    Cell::text(shown(share, percent)),
                    Cell::number(share.n.to_string()),
                ]);
            }
        }
    }
    table.html()
}

/// A game with those of its options that the study varies, in the words of the command line.
fn named(study: &Study, block: &StudyBlock) -> String {
    let varied = |name: &&String| values(study, name).windows(2).any(|two| two[0] != two[1]);
    let options = block.options.iter().filter(|(name, _)| varied(name)).map(|(name, value)| format!(" {name}={value}"));
    block.title.clone() + &options.collect::<String>()
}

/// The values that an option has in the games that have it.
fn values<'a>(study: &'a Study, name: &str) -> Vec<&'a OptionValue> {
    study.blocks.iter().filter_map(|block| block.options.get(name)).collect()
}

/// The options that are the same in all games.
fn fixed(study: &Study) -> Vec<String> {
    let all: BTreeSet<&String> = study.blocks.iter().flat_map(|block| block.options.keys()).collect();
    let one = |name: &&String| values(study, name).windows(2).all(|two| two[0] == two[1]);
    let said = |name: &String| values(study, name).first().map(|value| format!("{name}={value}"));
    all.into_iter().filter(one).filter_map(said).collect()
}

fn shown(number: &Bounded, show: impl Fn(f64) -> String + Copy) -> String {
    match number.value {
        Some(value) => format!("{} ({})", show(value), range(&number.estimate(), show).replace(" % to", " to")),
        None => String::new(),
    }
}
