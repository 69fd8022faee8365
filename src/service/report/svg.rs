//! Curves and bars, drawn with plotters as SVG in the colours of the style sheet.

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::*;
use rulebook_language::util::visible;

use super::page::STYLE;
use super::plot::{Axes, Bars, Series, Tick};

/// Colours that stand for names of the style sheet.
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(2, 2, 2);
const SERIES: [RGBColor; 4] = [RGBColor(3, 3, 3), RGBColor(4, 4, 4), RGBColor(5, 5, 5), RGBColor(6, 6, 6)];
const NAMES: [(&str, &str); 6] = [
    ("#010101", "var(--ink)"),
    ("#020202", "var(--grid)"),
    ("#030303", "var(--s1)"),
    ("#040404", "var(--s2)"),
    ("#050505", "var(--s3)"),
    ("#060606", "var(--s4)"),
];
/// Small, so that letters can be read where a plot is as wide as a phone.
const SIZE: (u32, u32) = (420, 270);
/// For plots with more words below them than go beside each other there.
const WIDE: (u32, u32) = (680, 300);
const LETTERS: u32 = 17;
/// How many letters go below a plot.
const BELOW: usize = 32;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// How large a plot is.
fn size(axes: &Axes) -> (u32, u32) {
    match &axes.x.tick {
        Tick::Words(words) if words.iter().map(|word| word.chars().count() + 1).sum::<usize>() > BELOW => WIDE,
        _ => SIZE,
    }
}

/// Lines with bands or dots with bars, and lines of reference at `rules`.
pub fn curves(title: &str, says: &str, axes: &Axes, series: &[Series], rules: &[f64]) -> Markup {
    let legend = legend(series);
    html! {
        (framed(size(axes), title, says, &plotted(axes, series, rules)))
        @if legend.len() > 1 { (keys(&legend)) }
    }
}

/// The same as a picture by itself, in the light colours of the style sheet, with what it says below.
pub fn picture(title: &str, says: &str, axes: &Axes, series: &[Series], rules: &[f64]) -> String {
    let drawn = plotted(axes, series, rules);
    let legend = legend(series);
    let keys = if legend.len() > 1 { legend.as_slice() } else { &[] };
    visible(&standalone(size(axes), title, says, &drawn, keys)).into_owned()
}

/// The names and colours of the series that have names.
fn legend(series: &[Series]) -> Vec<(&str, usize)> {
    let named = series.iter().filter(|one| !one.name.is_empty());
    named.map(|one| (one.name.as_str(), one.colour)).collect()
}

fn plotted(axes: &Axes, series: &[Series], rules: &[f64]) -> String {
    draw(size(axes), |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(22)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(axes.x.range.clone(), axes.y.range.clone())?;
        let ticks = match &axes.x.tick {
            Tick::Words(words) => words.len().max(2),
            _ => 6,
        };
        chart
            .configure_mesh()
            .x_desc(axes.x.label.as_str())
            .y_desc(axes.y.label.as_str())
            .x_labels(ticks)
            .y_labels(6)
            .x_label_formatter(&|x| axes.x.shown(*x))
            .y_label_formatter(&|y| axes.y.shown(*y))
            .label_style(("sans-serif", LETTERS).into_font().color(&INK))
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .draw()?;
        for at in rules {
            let ends = [(axes.x.range.start, *at), (axes.x.range.end, *at)];
            chart.draw_series(DashedLineSeries::new(ends, 4, 4, INK.stroke_width(1)))?;
        }
        for one in series {
            let colour = SERIES[one.colour % SERIES.len()];
            let inside = |y: f64| y.clamp(axes.y.range.start, axes.y.range.end);
            let line = one.points.iter().map(|(x, y, _)| (*x, inside(*y)));
            if one.faint {
                chart.draw_series(LineSeries::new(line, colour.mix(0.35).stroke_width(1)))?;
                continue;
            }
            let bounds = || one.points.iter().filter_map(|(x, _, bounds)| Some((*x, (*bounds)?)));
            if one.joined {
                let low = bounds().map(|(x, (low, _))| (x, inside(low)));
                let high = bounds().map(|(x, (_, high))| (x, inside(high))).collect::<Vec<_>>();
                let band: Vec<(f64, f64)> = low.chain(high.into_iter().rev()).collect();
                chart.draw_series(std::iter::once(Polygon::new(band, colour.mix(0.2).filled())))?;
                match one.colour {
                    0 => chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?,
                    _ => chart.draw_series(DashedLineSeries::new(line, 8, 3, colour.stroke_width(2)))?,
                };
            } else {
                chart.draw_series(bounds().map(|(x, (low, high))| {
                    PathElement::new([(x, inside(low)), (x, inside(high))], colour.stroke_width(2))
                }))?;
                // Told apart by their shapes, too.
                match one.colour % SERIES.len() {
                    0 => chart.draw_series(line.map(|point| Circle::new(point, 4, colour.filled())))?,
                    1 => chart.draw_series(line.map(|point| TriangleMarker::new(point, 6, colour.filled())))?,
                    2 => chart.draw_series(line.map(|point| Cross::new(point, 5, colour.stroke_width(3))))?,
                    _ => chart.draw_series(line.map(|point| Circle::new(point, 5, colour.stroke_width(2))))?,
                };
            }
        }
        root.present()?;
        Ok(())
    })
}

/// Bars side by side, such as a histogram.
pub fn bars(title: &str, says: &str, axes: &Axes, shown: &Bars) -> Markup {
    let drawn = draw(SIZE, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(22)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(axes.x.range.clone(), axes.y.range.clone())?;
        chart
            .configure_mesh()
            .x_desc(axes.x.label.as_str())
            .y_desc(axes.y.label.as_str())
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|x| axes.x.shown(*x))
            .y_label_formatter(&|y| axes.y.shown(*y))
            .label_style(("sans-serif", LETTERS).into_font().color(&INK))
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .disable_x_mesh()
            .draw()?;
        let colour = SERIES[shown.colour % SERIES.len()];
        chart.draw_series(shown.heights.iter().enumerate().map(|(place, height)| {
            let left = shown.start + place as f64 * shown.width;
            let gap = 0.06 * shown.width;
            Rectangle::new([(left + gap, 0.0), (left + shown.width - gap, *height)], colour.filled())
        }))?;
        root.present()?;
        Ok(())
    });
    framed(SIZE, title, says, &drawn)
}

type Drawing<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// What is drawn, as SVG; empty if plotters cannot.
fn draw(size: (u32, u32), paint: impl FnOnce(&Area<'_>) -> Drawing<'static>) -> String {
    let mut text = String::new();
    let done = paint(&SVGBackend::with_string(&mut text, size).into_drawing_area());
    if done.is_err() {
        return String::new();
    }
    NAMES.iter().fold(text, |text, (colour, name)| text.replace(colour, name))
}

/// With a title and a description in the place of its first tag.
fn framed((width, height): (u32, u32), title: &str, says: &str, drawn: &str) -> Markup {
    let Some((_, inside)) = drawn.split_once('>') else { return html! { p { (says) } } };
    let class = if (width, height) == WIDE { "wide" } else { "narrow" };
    let inside = inside.trim_end().trim_end_matches("</svg>");
    html! {
        svg.plot.(class) role="img" aria-label=(title) viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height)
            xmlns="http://www.w3.org/2000/svg" {
            title { (title) }
            desc { (says) }
            (PreEscaped(inside))
        }
    }
}

/// A whole file of its own.
fn standalone((width, height): (u32, u32), title: &str, says: &str, drawn: &str, legend: &[(&str, usize)]) -> String {
    const LINE: u32 = 22;
    let whole = height + LINE * legend.len() as u32;
    let inside = drawn.split_once('>').map_or("", |(_, inside)| inside.trim_end().trim_end_matches("</svg>"));
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {whole}")) width=(width) height=(whole) {
            title { (title) }
            desc { (says) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            (PreEscaped(inside))
            @for (place, (name, colour)) in legend.iter().enumerate() {
                @let y = height + LINE * place as u32 + 6;
                text x="92" y=(y + 5) font-family="sans-serif" font-size="14" fill="var(--ink)" { (name) }
                g fill=(format!("var(--s{})", colour % SERIES.len() + 1)) { (PreEscaped(marker(*colour, y))) }
            }
        }
    };
    in_light(&drawing.into_string()) + "\n"
}

/// The shape of a series beside its name.
fn marker(colour: usize, y: u32) -> String {
    let stroke = format!("stroke=\"var(--s{})\"", colour % SERIES.len() + 1);
    match colour % SERIES.len() {
        0 => format!("<circle cx=\"76\" cy=\"{y}\" r=\"4\"/>"),
        1 => format!("<polygon points=\"76,{} 71,{} 81,{}\"/>", y - 6, y + 3, y + 3),
        2 => {
            format!("<path d=\"M71 {} L81 {} M71 {} L81 {}\" {stroke} stroke-width=\"3\"/>", y - 5, y + 5, y + 5, y - 5)
        }
        _ => format!("<circle cx=\"76\" cy=\"{y}\" r=\"5\" fill=\"none\" {stroke} stroke-width=\"2\"/>"),
    }
}

/// With the light colours in the place of their names: not every program that shows a picture knows names.
fn in_light(drawing: &str) -> String {
    let light = STYLE.split_once('}').map_or("", |(light, _)| light);
    let colours = light.split(';').filter_map(|line| line.trim().trim_start_matches(":root {").trim().split_once(':'));
    colours
        .fold(drawing.to_owned(), |text, (name, colour)| text.replace(&format!("var({})", name.trim()), colour.trim()))
}

fn keys(legend: &[(&str, usize)]) -> Markup {
    html! {
        ul.keys {
            @for (name, colour) in legend {
                li {
                    span style=(format!("color: var(--s{})", colour % SERIES.len() + 1)) {
                        (["● ━━ ", "▲ ╍╍ ", "✕ ╍╍ ", "○ ╍╍ "][colour % SERIES.len()])
                    }
                    (name)
                }
            }
        }
    }
}
