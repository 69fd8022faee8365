//! What games of two rule sheets came to, side by side: tables and plots.

use maud::{Markup, html};

use super::figure::figure;
use super::number::{interval, number, percent, range};
use super::plot::{Axes, Axis, Point, Series, Tick, curves};
use super::table::{Cell, Table};
use crate::wire::{Bounded, Contrast, Curve, Figures, Level, ReplayedGames, Strength, Versus};

fn shown(unit: &str, value: f64) -> String {
    match unit {
        "share" | "score" => percent(value),
        _ => number(value),
    }
}

/// The metrics of both, what differs first.
pub fn metrics(versus: &Versus) -> Markup {
    let of_clauses = |row: &&Contrast| row.id == "A8";
    let (fired, rest): (Vec<&Contrast>, Vec<&Contrast>) = versus.metrics.iter().partition(of_clauses);
    html! {
        p { "A difference is " em { "different" } " if, over all metrics together, the chance that any of these is false is at most 5 % (Holm); "
            em { "equal" } " if the games are proved to be the same, or as far as was seen if something happened in no game of either or in "
            "all; " em { "equivalent" } " if it lies within the margin with 95 % confidence on either side; and else " em { "inconclusive" }
            ", with the number of further games per side that may be needed." }
        (table("Metrics of both, below each its 95 % interval", &rest))
        @if !fired.is_empty() {
            details { summary { "How often each move and effect occurs (A8)" } (table("Share of games in which each occurred", &fired)) }
        }
    }
}

fn table(caption: &str, rows: &[&Contrast]) -> Markup {
    let mut table = Table::new(caption, &["id", "what", "A", "B", "B - A", "n", "verdict"]);
    for row in rows {
        let show = |value| shown(row.unit, value);
        let cell = |of: &Option<Bounded>, show: &dyn Fn(f64) -> String| match of {
            Some(of) if of.value.is_some() => {
                Cell::bounded(&show(of.value.unwrap_or(f64::NAN)), &range(&of.estimate(), show))
            }
            Some(_) => Cell::text("?"),
            None => Cell::text("-"),
        };
        let of_difference = |value: f64| match (row.unit, row.logarithmic) {
            (_, true) => format!("times {}", number(10.0_f64.powf(value))),
            ("share" | "score", _) => percent(value).replace(" %", " points"),
            _ => number(value),
        };
        let bound =
            |value: f64| of_difference(value).trim_start_matches("times ").trim_end_matches(" points").to_owned();
        let difference = match &row.difference {
            Some(of) if of.value.is_some() => {
                Cell::bounded(&of_difference(of.value.unwrap_or(f64::NAN)), &range(&of.estimate(), bound))
            }
            _ => Cell::text(""),
        };
        let games = match [row.a, row.b].map(|side| side.map(|side| side.n)) {
            [Some(a), Some(b)] if a != b => format!("{a}, {b}"),
            [a, b] => a.or(b).map_or(String::new(), |n| n.to_string()),
        };
        let margin = row.margin.map(|margin| format!("margin {}", of_difference(margin).trim_start_matches("times ")));
        table.add(vec![
            Cell::text(row.id.clone()),
            Cell::said(&row.named()),
            cell(&row.a, &show),
            cell(&row.b, &show),
            difference,
            Cell::number(games),
            Cell::Markup(html! { span class=[row.verdict] title=[margin] { (row.says()) } }),
        ]);
    }
    table.html()
}

fn points(curve: &Curve) -> Vec<Point> {
    let point = |(at, mean): (&f64, &Bounded)| Some((*at, mean.value?, mean.low.zip(mean.high)));
    curve.at.iter().zip(&curve.mean).filter_map(point).collect()
}

/// What is plotted of both.
struct Plot<'a> {
    title: &'a str,
    /// What A and B are called.
    names: &'a [String; 2],
    /// What the axes count.
    x: &'a str,
    y: &'a str,
    ticks: (Tick, Tick),
    /// From where to where the axis goes up; from 0 where nothing is said.
    range: Option<std::ops::Range<f64>>,
    both: [Vec<Point>; 2],
    rules: &'a [f64],
    /// Below the plot.
    says: String,
}

impl Plot<'_> {
    fn html(self) -> Markup {
        let all = || self.both.iter().flatten();
        let tops = all().map(|(_, value, bounds)| bounds.map_or(*value, |bounds| bounds.1));
        let axes = Axes {
            x: Axis::over(self.x, all().map(|point| point.0), None, self.ticks.0),
            y: match self.range {
                Some(range) => Axis::of(self.y, range, self.ticks.1),
                None => Axis::over(self.y, tops, Some(0.0), self.ticks.1),
            },
        };
        let series = two(self.names, self.both.clone(), true);
        let title = format!("{}: {} and {}", self.title, self.names[0], self.names[1]);
        figure(&curves(&title, &self.says, &axes, &series, self.rules), &format!("{title}. {}", self.says))
    }
}

fn two(names: &[String; 2], both: [Vec<Point>; 2], joined: bool) -> Vec<Series> {
    let [a, b] = both;
    let series =
        |name: &str, colour: usize, points| Series { name: name.to_owned(), colour, points, joined, faint: false };
    vec![series(&names[0], 0, a), series(&names[1], 1, b)]
}

fn many(curves: [&Curve; 2]) -> String {
    let n = |curve: &Curve| curve.mean.first().map_or(0, |mean| mean.n);
    let last = |curve: &Curve| curve.mean.last().map_or(0, |mean| mean.n);
    format!(
        "Means with 95 % intervals over the games that lasted this long: n {} of A and {} of B at first, {} and {} at the end.",
        n(curves[0]),
        n(curves[1]),
        last(curves[0]),
        last(curves[1])
    )
}

/// Length, choices and material by ply.
pub fn plots(versus: &Versus, names: &[String; 2]) -> Markup {
    let bins = &versus.lengths;
    let share = |counts: &[u64]| -> Vec<Point> {
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let middle = |place: usize| bins.start + bins.width * place as f64 + (bins.width - 1.0) / 2.0;
        counts.iter().enumerate().map(|(place, count)| (middle(place), *count as f64 / all, None)).collect()
    };
    let lengths = Plot {
        title: "Length",
        names,
        x: "plies",
        y: "share of games",
        ticks: (Tick::Number, Tick::Percent),
        range: None,
        both: [share(&bins.a), share(&bins.b)],
        rules: &[],
        says: match bins.width {
            width if width > 1.0 => format!("Shares of n {} games of each, in bins of {width:.0} plies.", versus.games),
            _ => format!("Shares of n {} games of each.", versus.games),
        },
    };
    let by_ply = |title, y, of: &dyn Fn(&Figures) -> Option<Curve>| {
        let both = versus.figures.each_ref().map(|figures| of(figures).unwrap_or_default());
        (!both.iter().all(|curve| curve.at.is_empty())).then(|| Plot {
            title,
            names,
            x: "ply",
            y,
            ticks: (Tick::Number, Tick::Number),
            range: None,
            says: many([&both[0], &both[1]]),
            both: both.each_ref().map(points),
            rules: &[],
        })
    };
    let choices = by_ply("Choices by ply", "legal actions", &|figures| Some(figures.branching.clone()));
    let material = by_ply("Pieces by ply", "pieces on the board", &|figures| figures.material.clone());
    let heights = by_ply("Highest stack by ply", "pieces", &|figures| figures.heights.clone());
    html! {
        div.plots {
            (lengths.html())
            @for plot in [choices, material, heights].into_iter().flatten() { (plot.html()) }
        }
    }
}

/// Values through the game; nothing where no position was valued.
pub fn lead(versus: &Versus, names: &[String; 2], players: usize) -> Option<Markup> {
    let even = [1.0 / players.max(1) as f64];
    let through = |title, of: &dyn Fn(&Figures) -> Option<Curve>| {
        let both = versus.figures.each_ref().map(|figures| of(figures).unwrap_or_default());
        (!both.iter().all(|curve| curve.at.is_empty())).then(|| Plot {
            title,
            names,
            x: "part of the game",
            y: "value",
            ticks: (Tick::Percent, Tick::Percent),
            range: Some(0.0..1.0),
            says: many([&both[0], &both[1]]),
            both: both.each_ref().map(points),
            rules: &even,
        })
    };
    let first = through("Value of seat 1", &|figures| figures.first.clone())?;
    let winner = through("Value of the later winner", &|figures| figures.winner.clone());
    let valued = versus.valued.map(|valued| {
        format!(
            "Values by {} simulations per position, in the first {} games of each.",
            valued.simulations, valued.games
        )
    });
    Some(html! {
        @if let Some(valued) = valued { p { (valued) " The dashed line is an even value." } }
        div.plots { (first.html()) @if let Some(winner) = winner { (winner.html()) } }
    })
}

/// The score of seat 1 by strength.
pub fn strength(both: &[Strength; 2], names: &[String; 2], players: usize) -> Markup {
    // A little apart, so that both intervals can be seen.
    let of = |one: &Strength, by: f64| -> Vec<Point> {
        let point = |(place, level): (usize, &Level)| {
            Some((place as f64 + by, level.score.value?, level.score.low.zip(level.score.high)))
        };
        one.levels.iter().enumerate().filter_map(point).collect()
    };
    let agents: Vec<String> = both[0].levels.iter().map(|level| level.agent.clone()).collect();
    let axes = Axes {
        x: Axis::of("agent of all seats", -0.5..agents.len() as f64 - 0.5, Tick::Words(agents)),
        y: Axis::of("score of seat 1", 0.0..1.0, Tick::Percent),
    };
    let n = both.each_ref().map(|one| one.levels.first().map_or(0, |level| level.score.n));
    let slope = |one: &Strength| match &one.slope {
        Some(slope) => format!("{}, {} per doubling of simulations", one.trend, interval(&slope.estimate(), percent)),
        None => one.trend.to_owned(),
    };
    let says = format!(
        "The score of seat 1 by strength: {} and {}, with 95 % intervals, n {} games a point of A, {} of B. A: {}. B: {}.",
        names[0],
        names[1],
        n[0],
        n[1],
        slope(&both[0]),
        slope(&both[1])
    );
    let series = two(names, [of(&both[0], -0.06), of(&both[1], 0.06)], false);
    figure(&curves("First seat by strength", &says, &axes, &series, &[1.0 / players.max(1) as f64]), &says)
}

/// What stands of A's games.
pub fn stands(stands: &ReplayedGames) -> Markup {
    let mut table =
        Table::new(&format!("{} games of A, {}", stands.games, stands.from), &["under B", "games", "share"]);
    for (what, count) in [
        ("legal to the last move, the same result", stands.same),
        ("legal to the last move, different winner", stands.other_winner),
        ("legal to the last move, over under one rule sheet only", stands.open),
        ("B ends the game earlier", stands.over),
        ("a move is illegal", stands.illegal),
    ] {
        let share = rulebook_insight::statistics::rate(count, stands.games);
        table.add(vec![Cell::text(what), Cell::number(count.to_string()), Cell::text(interval(&share, percent))]);
    }
    html! {
        p { "Legal under B to the last move: " strong { (interval(&stands.legal.estimate(), percent)) } "." }
        (table.html())
        @if let Some(first) = &stands.first {
            p { "First failure: game " (first.game) " at ply " (first.ply) ", where "
                @if first.why == "over" { "the game is over before " } @else { "B does not allow " }
                code { (first.action) } "." }
        }
        @if stands.strange > 0 { p { "Not counted: " (stands.strange) " not games of A." } }
    }
}
