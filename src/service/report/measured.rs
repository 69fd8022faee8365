//! The page of what was measured of one game.

use maud::{Markup, html};

use super::board::{Drawn, Shade, board};
use super::figure::figure;
use super::killers::killers;
use super::line::line;
use super::number::{interval, number, percent, range};
use super::page::{Section, page};
use super::plot::{Axes, Axis, Bars, Point, Series, Tick, bars, curves};
use super::prose::{prose, summary};
use super::table::{Cell, Table};
use crate::wire::{Bounded, Curve, Length, Measure, Number, Openings, Row};
use rulebook_insight::library::Prepared;
use rulebook_insight::statistics::rule_of_three;
use rulebook_language::topology::Board;
use rulebook_language::util::Id;

/// The page of a game.
pub fn measured(measured: &Measure, prepared: &Prepared) -> String {
    let (board, figures) = (&prepared.game.board, &measured.figures);
    let parts = [
        Some(Section::new("outcomes", "Who wins", outcomes(measured))),
        Some(Section::new("length", "Length and choice", length(measured))),
        figures
            .decisive
            .as_ref()
            .map(|won| Section::new("shortest", "Shortest won game", line(won, &measured.game, prepared))),
        Some(Section::new("killers", "Killer moves", killers(&figures.killers, board, &measured.game))),
        figures.first.as_ref().map(|_| Section::new("tension", "Lead", lead(measured))),
        measured.ladder.as_ref().map(|_| Section::new("ladder", "Skill ladder (C1)", ladder(measured))),
        measured.strength.as_ref().map(|_| Section::new("strength", "First seat by strength (C2)", strength(measured))),
        measured
            .openings
            .as_ref()
            .map(|found| Section::new("openings", "First moves (C3)", openings(found, board, &measured.game))),
        measured.mirror.as_ref().map(|_| Section::new("mirror", "Copycats (C4)", mirror(measured))),
        measured.exact.as_ref().map(|rows| Section::new("exact", "Perfect play on small boards (C5)", exact(rows))),
        Some(Section::new("rules", "Moves and effects that occurred (A8)", rules(measured))),
        Some(Section::new("board", "The board", surface(measured, board))),
        Some(Section::new("numbers", "All numbers", numbers(measured, |_| true, "Every metric with its interval"))),
        Some(Section::new("about", "About these numbers", about(measured))),
    ];
    let sections: Vec<Section> = parts.into_iter().flatten().collect();
    page(&format!("{}: measured", measured.game), &lead_in(measured), &sections)
}

fn lead_in(measured: &Measure) -> Markup {
    let options: Vec<String> = measured.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    html! {
        p.lead { @if !options.is_empty() { span.mono { (options.join(" ")) } ": " }
            (measured.games) " games, " span.mono { (measured.agents.join(" - ")) } ", seed " (measured.seed) }
        (summary(&measured.summary))
        @for note in &measured.notes { p.soft { strong { "Note: " } (note) } }
    }
}

fn about(measured: &Measure) -> Markup {
    let options: Vec<String> = measured.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    html! {
        p { "Every number is about games between these agents. Intervals are at 95 %; n counts games. Every metric is defined in "
            "docs/measure.md. No metric measures how good a game is." }
        dl {
            @if !options.is_empty() { dt { "options" } dd.mono { (options.join(" ")) } }
            dt { "games" } dd { (measured.games) ", cut off after " (measured.max_plies) " plies" }
            dt { "agents" } dd.mono { (measured.agents.join(" - ")) }
            dt { "seed" } dd.mono { (measured.seed) }
            @if let Some(simulations) = measured.values { dt { "values by" } dd { (simulations) " simulations per position" } }
            dt { "program" } dd.mono { (measured.program) }
        }
    }
}

fn shown(unit: &str, value: f64) -> String {
    match unit {
        "share" | "score" => percent(value),
        _ => number(value),
    }
}

/// The metrics that are wanted, as a table.
fn numbers(measured: &Measure, wanted: impl Fn(&Number) -> bool, caption: &str) -> Markup {
    let rated = measured.metrics.iter().any(|metric| wanted(metric) && metric.elo.is_some());
    let heads = ["id", "what", "value", "95 % interval", "n", "Elo"];
    let mut table = Table::new(caption, &heads[..heads.len() - usize::from(!rated)]);
    for metric in measured.metrics.iter().filter(|metric| wanted(metric)) {
        let show = |value| shown(metric.unit, value);
        let bounds = match (metric.value, metric.interval) {
            (None, _) => String::new(),
            (Some(0.0), "rule of three") => format!("never; at most {}", show(metric.high.unwrap_or(1.0))),
            _ => range(&metric.estimate(), show),
        };
        let elo = metric.elo.as_ref().map_or(String::new(), |elo| {
            let point = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
            format!("{} ({} to {})", point(elo[0]), point(elo[1]), point(elo[2]))
        });
        let mut row = vec![
            Cell::text(metric.id.clone()),
            Cell::said(&metric.label),
            Cell::number(metric.value.map_or("?".to_owned(), show)),
            Cell::text(bounds.replace(" % to ", " to ")),
            Cell::number(metric.n.to_string()),
        ];
        row.extend(rated.then(|| Cell::text(elo)));
        table.add(row);
    }
    table.html()
}

fn of(ids: &'static [&'static str]) -> impl Fn(&Number) -> bool {
    move |metric| ids.contains(&metric.id.as_str())
}

/// The metrics of games as they were played that stand nowhere else on the page.
fn is_of_length(metric: &Number) -> bool {
    metric.id.starts_with('A') && !["A1", "A2", "A3", "A8", "A9"].contains(&metric.id.as_str())
}

fn bounded(score: &Bounded) -> String {
    interval(&score.estimate(), percent)
}

fn bounds(score: &Bounded) -> Option<(f64, f64)> {
    Some((score.low?, score.high?))
}

fn outcomes(measured: &Measure) -> Markup {
    let scores: Vec<&Number> = measured.metrics.iter().filter(|metric| metric.unit == "score").collect();
    let names: Vec<String> =
        scores.iter().map(|metric| metric.label.trim_start_matches("score of ").to_owned()).collect();
    let point =
        |(place, metric): (usize, &&Number)| Some((place as f64, metric.value?, Some((metric.low?, metric.high?))));
    let series = Series { points: scores.iter().enumerate().filter_map(point).collect(), ..Series::default() };
    let even = 1.0 / measured.roles.len().max(1) as f64;
    let axes = Axes {
        x: Axis::of("seat or role", -0.5..names.len() as f64 - 0.5, Tick::Words(names)),
        y: Axis::of("score", 0.0..1.0, Tick::Percent),
    };
    let says: Vec<String> =
        scores.iter().map(|metric| format!("{} {}", metric.label, bounded(&metric.bounded()))).collect();
    let title = format!("{}: score of each seat and role", measured.game);
    let plot = curves(&title, &says.join("; "), &axes, &[series], &[even]);
    html! {
        (figure(&plot, &format!("{title}, with 95 % intervals; the dashed line is an even score. Seats say who moved first, roles which \
            side: with a pie rule the two can differ.")))
        (numbers(measured, of(&["A1", "A2", "A3"]), "How games end, and for whom"))
    }
}

fn length(measured: &Measure) -> Markup {
    let bins = &measured.figures.lengths;
    let heights: Vec<f64> = bins.counts.iter().map(|count| *count as f64).collect();
    let most = heights.iter().copied().fold(1.0, f64::max);
    let end = bins.start + bins.width * heights.len() as f64;
    let axes = Axes {
        x: Axis::of("plies", bins.start..end.max(bins.start + 1.0), Tick::Number),
        y: Axis::of("games", 0.0..most * 1.05, Tick::Number),
    };
    let drawn = Bars { start: bins.start, width: bins.width.max(1.0), heights, colour: 0 };
    let plies =
        measured.metrics.iter().find(|metric| metric.key == "A4.plies").map(|m| interval(&m.estimate(), number));
    let says =
        format!("{}: lengths of {} games in plies; mean {}", measured.game, measured.games, plies.unwrap_or_default());
    html! {
        div.plots {
            (figure(&bars("Lengths of games", &says, &axes, &drawn), &format!("{says}.")))
            (by_ply(&measured.game, "Choices by ply", "legal actions", &measured.figures.branching))
            @if let Some(curve) = &measured.figures.material { (by_ply(&measured.game, "Pieces by ply", "pieces on the board", curve)) }
            @if let Some(curve) = &measured.figures.heights { (by_ply(&measured.game, "Highest stack by ply", "pieces", curve)) }
        }
        @if let Some(shortest) = measured.figures.shortest {
            p { "Shortest game seen: " (shortest.plies) " plies, number " (shortest.index) " of " (measured.games) "." }
        }
        (numbers(measured, is_of_length, "Length of games and number of choices"))
    }
}

fn points(curve: &Curve) -> Vec<Point> {
    let point = |(at, mean): (&f64, &Bounded)| Some((*at, mean.value?, bounds(mean)));
    curve.at.iter().zip(&curve.mean).filter_map(point).collect()
}

fn by_ply(game: &str, title: &str, label: &str, curve: &Curve) -> Markup {
    let points = points(curve);
    let highs = points.iter().map(|(_, y, bounds)| bounds.map_or(*y, |bounds| bounds.1));
    let axes = Axes {
        x: Axis::over("ply", points.iter().map(|point| point.0), None, Tick::Number),
        y: Axis::over(label, highs, Some(0.0), Tick::Number),
    };
    let games = |mean: Option<&Bounded>| mean.map_or(0, |mean| mean.n);
    let says = format!(
        "Mean over the games that lasted this long, with 95 % intervals: {} games at first, {} at the end of the curve",
        games(curve.mean.first()),
        games(curve.mean.last())
    );
    figure(
        &curves(title, &says, &axes, &[Series { points, joined: true, ..Series::default() }], &[]),
        &format!("{game}: {}. {says}.", title.to_lowercase()),
    )
}

fn lead(measured: &Measure) -> Markup {
    let figures = &measured.figures;
    let axes = Axes {
        x: Axis::of("part of the game", 0.0..1.0, Tick::Percent),
        y: Axis::of("value", 0.0..1.0, Tick::Percent),
    };
    let mean = |name: &str, colour: usize, curve: &Option<Curve>| {
        curve.as_ref().map(|curve| Series {
            name: name.to_owned(),
            colour,
            points: points(curve),
            joined: true,
            faint: false,
        })
    };
    let series: Vec<Series> = [mean("seat 1", 0, &figures.first), mean("the later winner", 1, &figures.winner)]
        .into_iter()
        .flatten()
        .collect();
    let n = figures.first.as_ref().and_then(|curve| curve.mean.first()).map_or(0, |mean| mean.n);
    let even = 1.0 / measured.roles.len().max(1) as f64;
    let says = format!("{}: values by search through {n} games, as means with 95 % intervals", measured.game);
    let even_steps = |values: &Vec<f64>| {
        let last = values.len().saturating_sub(1).max(1) as f64;
        values.iter().enumerate().map(|(place, value)| (place as f64 / last, *value, None)).collect()
    };
    let lines: Vec<Series> = figures
        .lines
        .iter()
        .map(|values| Series { points: even_steps(values), colour: 0, faint: true, joined: true, name: String::new() })
        .collect();
    let single = format!("{}: seat 1 through single games, the first {} of the run", measured.game, lines.len());
    html! {
        div.plots {
            (figure(&curves("Value through the game", &says, &axes, &series, &[even]), &format!("{says}.")))
            (figure(&curves("Single games", &single, &axes, &lines, &[even]), &format!("{single}.")))
        }
        (numbers(measured, |metric| metric.id.starts_with('B'), "How games go, valued by search"))
    }
}

fn ladder(measured: &Measure) -> Markup {
    let Some(ladder) = &measured.ladder else { return html! {} };
    let names = ladder.rungs.iter().map(|rung| rung.stronger.clone()).collect();
    let point =
        |(place, rung): (usize, &crate::wire::Rung)| Some((place as f64, rung.score.value?, bounds(&rung.score)));
    let series = Series { points: ladder.rungs.iter().enumerate().filter_map(point).collect(), ..Series::default() };
    let axes = Axes {
        x: Axis::of("agent, against the one before", -0.5..ladder.rungs.len() as f64 - 0.5, Tick::Words(names)),
        y: Axis::of("score of the stronger", 0.0..1.0, Tick::Percent),
    };
    let says = ladder.says();
    let mut table = Table::new(
        "Pairs of games with the seats exchanged",
        &["stronger", "weaker", "score", "points 0, 1/2, 1, 3/2, 2", "counts"],
    );
    for rung in &ladder.rungs {
        table.add(vec![
            Cell::text(rung.stronger.clone()),
            Cell::text(rung.weaker.clone()),
            Cell::text(bounded(&rung.score)),
            Cell::text(rung.pairs.map(|count| count.to_string()).join(", ")),
            Cell::text(rung.says()),
        ]);
    }
    let caption = format!(
        "{}: {says}: those whose lower bound reaches the dashed line at {}. n counts pairs.",
        measured.game,
        percent(ladder.threshold)
    );
    html! {
        (figure(&curves("Skill ladder", &says, &axes, &[series], &[ladder.threshold]), &caption))
        (table.html())
    }
}

fn strength(measured: &Measure) -> Markup {
    let Some(strength) = &measured.strength else { return html! {} };
    let names = strength.levels.iter().map(|level| level.agent.clone()).collect();
    let point =
        |(place, level): (usize, &crate::wire::Level)| Some((place as f64, level.score.value?, bounds(&level.score)));
    let points: Vec<_> = strength.levels.iter().enumerate().filter_map(point).collect();
    let axes = Axes {
        x: Axis::of("agent of all seats", -0.5..strength.levels.len() as f64 - 0.5, Tick::Words(names)),
        y: Axis::of("score of seat 1", 0.0..1.0, Tick::Percent),
    };
    let slope = strength.slope.as_ref().map_or("not known".to_owned(), |slope| interval(&slope.estimate(), percent));
    let change = match (&strength.change, strength.levels.as_slice()) {
        (Some(change), [first, .., last]) => {
            format!("; from {} to {} by {}", first.agent, last.agent, interval(&change.estimate(), percent))
        }
        _ => String::new(),
    };
    let says = format!(
        "{}: the score of seat 1 by strength: {}; per doubling of simulations it changes by {slope}{change}",
        measured.game, strength.trend
    );
    let even = 1.0 / measured.roles.len().max(1) as f64;
    let series = Series { points, ..Series::default() };
    let mut table = Table::new("Score of seat 1", &["agent", "score"]);
    for level in &strength.levels {
        table.add(vec![Cell::text(level.agent.clone()), Cell::text(bounded(&level.score))]);
    }
    html! {
        (figure(&curves("First seat by strength", &says, &axes, &[series], &[even]), &format!("{says}.")))
        (table.html())
    }
}

pub(super) fn openings(found: &Openings, shape: &Board, game: &str) -> Markup {
    let on_cells = found.rows.iter().any(|row| !row.cells.is_empty());
    let mut table = Table::new(
        &format!("{} first moves in {} classes, {} on both sides", found.actions, found.classes, found.agent),
        &["first move", "alike", "score of seat 1"],
    );
    for row in &found.rows {
        table.add(vec![
            Cell::text(row.action.clone()),
            Cell::text(row.alike.join(" ")),
            Cell::text(bounded(&row.score)),
        ]);
    }
    html! {
        @if on_cells { (map(found, shape, game)) }
        @if let Some(pie) = &found.pie {
            p { "The least advantage with a pie rule is " strong { (percent(pie.left)) } ", after the first move " code { (pie.action) } ", "
                (bounded(&pie.score)) ". The smallest of many uncertain distances tends to be underestimated." }
        }
        (table.html())
    }
}

/// The board with what a first move there is worth.
fn map(found: &Openings, shape: &Board, game: &str) -> Markup {
    let single = found.rows.iter().all(|row| row.single || row.cells.is_empty());
    let n = found.rows.first().map_or(0, |row| row.score.n);
    let (on, means) = match single {
        true => ("on", String::new()),
        false => ("that names the cell first", "; where there are several, their mean".to_owned()),
    };
    let says = format!(
        "{game}: the score of seat 1 in percent after a first move {on}, n {n} games for each move and those symmetric to it{means}: blue above one half, orange \
         below"
    );
    let drawn = |cell: rulebook_language::topology::CellId| {
        let slot = cell.index();
        let times =
            |row: &crate::wire::OpeningScore| row.cells.iter().filter(|known| usize::from(**known) == slot).count();
        let here: Vec<(f64, &crate::wire::OpeningScore)> =
            found.rows.iter().map(|row| (times(row) as f64, row)).filter(|(times, _)| *times > 0.0).collect();
        let moves: f64 = here.iter().map(|(times, _)| times).sum();
        if here.is_empty() {
            return Drawn::default();
        }
        let mean = here.iter().map(|(times, row)| times * row.score.value.unwrap_or(0.5)).sum::<f64>() / moves;
        let each = here.iter().map(|(_, row)| format!("{} {}", row.action, bounded(&row.score))).collect::<Vec<_>>();
        Drawn {
            shade: Shade::Around(mean),
            text: format!("{:.0}", 100.0 * mean),
            says: if single { here.iter().map(|(_, row)| bounded(&row.score)).collect() } else { each.join("; ") },
            ..Drawn::default()
        }
    };
    figure(&board(shape, "First moves", &says, drawn), &format!("{says}. Hover over a cell for intervals."))
}

fn mirror(measured: &Measure) -> Markup {
    let mut table = Table::new(
        "An agent that answers every move with its mirror image",
        &["seat", "symmetry", "score", "moves copied", "against"],
    );
    for copied in measured.mirror.iter().flatten() {
        table.add(vec![
            Cell::number(copied.seat.to_string()),
            Cell::text(copied.symmetry.clone()),
            Cell::text(bounded(&copied.score)),
            Cell::number(percent(copied.copied)),
            Cell::text(copied.agent.clone()),
        ]);
    }
    html! {
        (table.html())
        p.soft { "If a copycat wins in a seat, that seat has a winning strategy that needs no thought." }
    }
}

pub(super) fn exact(rows: &[Row]) -> Markup {
    let mut table = Table::new(
        "These are exact, so they have no n and no interval",
        &["options", "with perfect play", "positions", "best play", "longest line"],
    );
    let length = |length: Option<Length>| length.map_or("?".to_owned(), |length| length.to_string());
    for row in rows {
        let options: Vec<String> = row.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        table.add(vec![
            Cell::text(options.join(" ")),
            Cell::text(row.says()),
            Cell::number(row.positions.map_or("?".to_owned(), |count| count.to_string())),
            Cell::number(length(row.best_plies)),
            Cell::number(length(row.longest_plies)),
        ]);
    }
    html! {
        @if rows.is_empty() { p { "No option changes the size of the board, or the game is not for two players." } }
        (table.html())
    }
}

/// Whether it says how often something of the rules came to pass.
fn can_fire(metric: &Number) -> bool {
    metric.id == "A8" || metric.key.starts_with("A1.clause.")
}

fn rules(measured: &Measure) -> Markup {
    let never: Vec<&Number> =
        measured.metrics.iter().filter(|metric| can_fire(metric) && metric.value == Some(0.0)).collect();
    html! {
        @if never.is_empty() {
            p { "Every watched move, effect and end clause occurred." }
        } @else {
            p { "Never seen:" }
            ul { @for metric in never { li {
                (prose(metric.label.trim_start_matches("games with ").trim_start_matches("games in which ")))
                " (at most " (percent(metric.high.unwrap_or(1.0))) " of games; n " (metric.n) ")"
            } } }
        }
        (numbers(measured, can_fire, "Share of games in which each occurred"))
    }
}

fn surface(measured: &Measure, shape: &Board) -> Markup {
    let cells = &measured.figures.cells;
    let most = cells.iter().filter_map(|cell| cell.games.value).fold(0.0, f64::max).max(1e-9);
    let says =
        format!("{}: how often each cell changes, the share of {} games in percent", measured.game, measured.games);
    let drawn = |cell: rulebook_language::topology::CellId| {
        let name = shape.cell_name(cell);
        let Some(found) = cells.iter().find(|known| known.cell == name) else { return Drawn::default() };
        let share = found.games.value.unwrap_or(0.0);
        Drawn {
            shade: Shade::Heat(share / most * 0.9),
            text: format!("{:.0}", 100.0 * share),
            says: format!("{}; {} plies a game", bounded(&found.games), number(found.plies)),
            ..Drawn::default()
        }
    };
    let bound = percent(rule_of_three(measured.games));
    html! {
        (figure(&board(shape, "Cells that change", &says, drawn), &format!("{says}. Hover over a cell for its interval.")))
        @if !measured.figures.unused.is_empty() {
            p { "Never changed (each in at most " (bound) " of games): " span.mono { (measured.figures.unused.join(" ")) } }
        }
        (numbers(measured, of(&["A9"]), "Coverage"))
        @if !measured.figures.openings.is_empty() {
            details { summary { "First moves in these games" } (first_moves(measured)) }
        }
    }
}

fn first_moves(measured: &Measure) -> Markup {
    let mut table = Table::new("How games began", &["first move", "share of games"]);
    for (action, count) in &measured.figures.openings {
        let share = rulebook_insight::statistics::rate(*count, measured.games);
        table.add(vec![Cell::text(action.clone()), Cell::text(interval(&share, percent))]);
    }
    table.html()
}
