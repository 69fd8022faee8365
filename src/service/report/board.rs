//! Boards, drawn by the element of the studio and, where no script runs, as SVG.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::element::element;
use crate::view;
use crate::wire::{CellNumbers, number};
use rulebook_language::model::{Game, Kind, KindId, PlayerId};
use rulebook_language::topology::{Board, CellId, CellShape, Form, Outline};
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// How a cell is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawn {
    /// How it is filled.
    pub shade: Shade,
    /// What stands in it.
    pub text: String,
    /// What is said of it when one points at it.
    pub says: String,
    /// The pieces on it, the top one first: the colour of its player, nothing of a neutral one, with a letter for its kind.
    pub pieces: Vec<(Option<&'static str>, String)>,
    /// Whether it is singled out.
    pub mark: Mark,
    /// Whether its name stands beside what is on it.
    pub named: bool,
}

/// How a cell is filled.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Shade {
    /// As the board is.
    #[default]
    Plain,
    /// From pale to full with a share from 0 to 1.
    Heat(f64),
    /// From one colour (below one half) over pale to another (above).
    Around(f64),
}

/// How a cell is singled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Not at all.
    #[default]
    None,
    /// With a ring.
    Ring,
    /// With a broken ring: what is refused.
    Broken,
    /// As a cell where something is put.
    Placed,
    /// As a cell from which something is taken.
    Removed,
}

impl Mark {
    /// As the element calls it.
    fn name(self) -> &'static str {
        match self {
            Mark::None => "none",
            Mark::Ring => "ring",
            Mark::Broken => "refused",
            Mark::Placed => "put",
            Mark::Removed => "removed",
        }
    }
}

/// A way over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The cells on it, from the first to the last.
    pub path: Vec<CellId>,
    /// Whether it is one that the rules refuse.
    pub refused: bool,
}

/// Pixels of one cell.
const UNIT: f64 = 40.0;

/// A board with its cells drawn as `drawn` says. `title` and `says` are read out to those who do not see it.
pub fn board(board: &Board, title: &str, says: &str, drawn: impl Fn(CellId) -> Drawn) -> Markup {
    let (game, position) = view::blank(board);
    let cells: Vec<Drawn> = board.cells().map(&drawn).collect();
    let heat = |cell: &Drawn| match cell.shade {
        Shade::Plain => 0.0,
        Shade::Heat(share) => share,
        Shade::Around(share) => 1.0 - 2.0 * share,
    };
    let overlay = json!({
        "heat": cells.iter().map(|cell| number(heat(cell))).collect::<Value>(),
        "values": cells.iter().map(|cell| (!cell.text.is_empty()).then_some(cell.text.as_str())).collect::<Value>(),
        "says": cells.iter().map(|cell| cell.says.as_str()).collect::<Value>(),
    });
    element(&game, position, &overlay, &format!("{title}: {says}"), &still(board, title, says, drawn, &[], &[]))
}

/// A board with links and arrows over it as a picture.
fn still(
    board: &Board,
    title: &str,
    says: &str,
    drawn: impl Fn(CellId) -> Drawn,
    links: &[(CellId, CellId)],
    arrows: &[Arrow],
) -> Markup {
    let outline = board.outline();
    let middles: Vec<(f64, f64)> = board.cells().map(|cell| outline.middles[cell.index()]).collect();
    let first = middles.first().copied().unwrap_or_default();
    let bounds = middles.iter().fold((first.0, first.1, first.0, first.1), |(l, b, r, t), (x, y)| {
        (l.min(*x), b.min(*y), r.max(*x), t.max(*y))
    });
    let (left, bottom, right, top) = bounds;
    let scale = UNIT / spacing(&outline, &middles);
    let of_tiles = outline.shape == CellShape::Tile;
    let at = |(x, y): (f64, f64)| ((x - left) * scale + UNIT * 0.75, (top - y) * scale + UNIT * 0.75);
    let (width, height) = ((right - left) * scale + UNIT * 1.5, (top - bottom) * scale + UNIT * 1.5);
    html! {
        svg.board role="img" aria-label=(title) style=(format!("--width: {}px", short(width))) viewBox=(format!("0 0 {} {}", short(width), short(height)))
            width=(short(width)) height=(short(height)) xmlns="http://www.w3.org/2000/svg" {
            title { (title) }
            desc { (says) }
            @for (a, b) in &outline.lines {
                @let ((x1, y1), (x2, y2)) = (at(outline.middles[a.index()]), at(outline.middles[b.index()]));
                line x1=(short(x1)) y1=(short(y1)) x2=(short(x2)) y2=(short(y2)) stroke="var(--line)" stroke-width="1.5" {}
            }
            // Points lie on the cells that meet there.
            @for cell in in_layers(board, &outline) {
                @let tile = outline.forms.get(cell.index()).filter(|_| of_tiles).map(|form| tile(form, at, scale));
                @let room = outline.room(cell.index()) * scale / UNIT;
                (one((outline.shape, tile.as_ref()), (at(outline.middles[cell.index()]), room.min(1.0)), board.cell_name(cell), &drawn(cell)))
            }
            @for (a, b) in links {
                @let ((x1, y1), (x2, y2)) = (at(outline.middles[a.index()]), at(outline.middles[b.index()]));
                line x1=(short(x1)) y1=(short(y1)) x2=(short(x2)) y2=(short(y2)) stroke="var(--ink)" stroke-width="4" stroke-linecap="round" {}
            }
            @for way in arrows {
                (arrow(&way.path.iter().map(|cell| at(outline.middles[cell.index()])).collect::<Vec<_>>(), way.refused))
            }
        }
    }
}

/// The cells as they are drawn one above another: polygons below discs.
fn in_layers(board: &Board, outline: &Outline) -> Vec<CellId> {
    let is_disc = |cell: &CellId| matches!(outline.forms.get(cell.index()), Some(Form::Disc(_)));
    let (discs, others): (Vec<CellId>, Vec<CellId>) = board.cells().partition(is_disc);
    [others, discs].concat()
}

/// An arrow along these places, from middle to middle.
fn arrow(path: &[(f64, f64)], refused: bool) -> Markup {
    let [.., from, tip] = path else { return html! {} };
    let length = ((tip.0 - from.0).powi(2) + (tip.1 - from.1).powi(2)).sqrt().max(1e-6);
    let (dx, dy) = ((tip.0 - from.0) / length, (tip.1 - from.1) / length);
    // The head ends before the middle, so that the piece there can be seen.
    let tip = (tip.0 - 3.0 * dx, tip.1 - 3.0 * dy);
    let neck = (tip.0 - 12.0 * dx, tip.1 - 12.0 * dy);
    let head = [tip, (neck.0 - 6.5 * dy, neck.1 + 6.5 * dx), (neck.0 + 6.5 * dy, neck.1 - 6.5 * dx)];
    let joined = |points: &[(f64, f64)]| {
        points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join(" ")
    };
    let line = joined(&[&path[..path.len() - 1], &[neck]].concat());
    let colour = if refused { "var(--soft)" } else { "var(--s2)" };
    html! {
        polyline points=(line) fill="none" stroke="var(--paper)" stroke-width="7" stroke-opacity="0.8" {}
        polyline points=(line) fill="none" stroke=(colour) stroke-width="4" stroke-linejoin="round"
            stroke-dasharray=[refused.then_some("6 5")] {}
        polygon points=(joined(&head)) fill=(colour) stroke="var(--paper)" stroke-width="1" {}
    }
}

/// A letter for each kind, no two alike: that which its declaration chooses, else one of its name; none where all pieces are alike.
fn letters(game: &Game) -> Vec<char> {
    if game.kinds.len() < 2 {
        return Vec::new();
    }
    let mut taken: Vec<char> =
        game.kinds.iter().filter_map(|kind| kind.letter).map(|own| own.to_ascii_uppercase()).collect();
    let mut letter = |kind: &Kind| {
        if let Some(own) = kind.letter {
            return own.to_ascii_uppercase();
        }
        let of_name = kind.name.chars().filter(char::is_ascii_alphabetic).map(|own| own.to_ascii_uppercase());
        let free = of_name.chain('A'..='Z').find(|own| !taken.contains(own)).unwrap_or('?');
        taken.push(free);
        free
    };
    game.kinds.iter().map(&mut letter).collect()
}

/// A position with its pieces; `marks` singles cells out, and arrows go over it.
pub fn position(
    position: &Position,
    title: &str,
    says: &str,
    marks: impl Fn(CellId) -> Mark,
    arrows: &[Arrow],
) -> Markup {
    let game = position.game();
    let letters = letters(game);
    let letter = |kind: KindId| letters.get(kind.index()).map(char::to_string).unwrap_or_default();
    let drawn = |cell| {
        let colour = |owner: Option<PlayerId>| owner.map(|owner| position.game().look.players[owner]);
        let pieces = position.pieces(cell).into_iter().map(|(owner, kind)| (colour(owner), letter(kind))).collect();
        let names: Vec<String> = position
            .pieces(cell)
            .into_iter()
            .map(|(owner, kind)| {
                let owner = owner.map_or("neutral", |owner| game.players[owner].as_str());
                format!("{owner} {}", game.kinds[kind].name)
            })
            .collect();
        let says = if names.is_empty() { "empty".to_owned() } else { names.join(", ") };
        Drawn { pieces, says, mark: marks(cell), named: true, ..Drawn::default() }
    };
    let of = CellNumbers::new(&game.board);
    let marked = game.board.cells().map(|cell| (cell, marks(cell))).filter(|(_, mark)| *mark != Mark::None);
    let legs = arrows.iter().flat_map(|arrow| arrow.path.windows(2).map(|leg| (leg[0], leg[1], arrow.refused)));
    let overlay = json!({
        "marks": marked.map(|(cell, mark)| json!({"cell": of.of(cell), "type": mark.name()})).collect::<Value>(),
        "arrows": legs.map(|(from, to, refused)| json!({"from": of.of(from), "to": of.of(to), "refused": refused})).collect::<Value>(),
    });
    let links: Vec<(CellId, CellId)> = game
        .links
        .iter()
        .flat_map(|link| position.links_as(link).map(|(from, to, _)| (from, to)).collect::<Vec<_>>())
        .collect();
    let still = still(&game.board, title, says, drawn, &links, arrows);
    element(&view::game(game), view::position(position), &overlay, &format!("{title}: {says}"), &still)
}

/// A cell of a board of tiles.
enum Tile {
    /// Its corners.
    Polygon(String),
    /// Its radius.
    Disc(f64),
}

fn tile(form: &Form, at: impl Fn((f64, f64)) -> (f64, f64), scale: f64) -> Tile {
    match form {
        Form::Disc(radius) => Tile::Disc(radius * scale),
        Form::Polygon(corners) => {
            let written = |corner: &(f64, f64)| {
                let (x, y) = at(*corner);
                format!("{},{}", short(x), short(y))
            };
            Tile::Polygon(corners.iter().map(written).collect::<Vec<_>>().join(" "))
        }
    }
}

/// The least distance between cells, or the breadth of the largest: 1 on lattices.
fn spacing(outline: &Outline, middles: &[(f64, f64)]) -> f64 {
    if outline.shape == CellShape::Tile {
        return outline.most_room();
    }
    if outline.shape != CellShape::Point {
        return 1.0;
    }
    let mut least = f64::INFINITY;
    for (index, (x, y)) in middles.iter().enumerate() {
        for (other, high) in &middles[..index] {
            least = least.min(((x - other).powi(2) + (y - high).powi(2)).sqrt());
        }
    }
    if least.is_finite() && least > 0.0 { least } else { 1.0 }
}

fn one(
    (shape, tile): (CellShape, Option<&Tile>),
    ((x, y), room): ((f64, f64), f64),
    name: &str,
    drawn: &Drawn,
) -> Markup {
    let (fill, strength) = match drawn.shade {
        Shade::Plain => ("var(--cell)", 1.0),
        Shade::Heat(share) => ("var(--s1)", share.clamp(0.0, 1.0)),
        Shade::Around(share) if share < 0.5 => ("var(--s2)", (1.0 - 2.0 * share).clamp(0.0, 1.0)),
        Shade::Around(share) => ("var(--s1)", (2.0 * share - 1.0).clamp(0.0, 1.0)),
    };
    let says = if drawn.says.is_empty() { name.to_owned() } else { format!("{name}: {}", drawn.says) };
    let corners = corners(shape, (x, y));
    // Dark letters on pale cells, pale ones on full cells.
    let ink = if strength > 0.6 && drawn.shade != Shade::Plain { "var(--paper)" } else { "var(--ink)" };
    html! {
        g {
            title { (says) }
            @match (shape, tile) {
                (_, Some(Tile::Polygon(corners))) => {
                    polygon points=(corners) fill=(fill) fill-opacity=(short(strength)) stroke="var(--line)" {}
                },
                (_, Some(Tile::Disc(radius))) => {
                    circle cx=(short(x)) cy=(short(y)) r=(short(*radius)) fill="var(--paper)" {}
                    circle cx=(short(x)) cy=(short(y)) r=(short(*radius)) fill=(fill) fill-opacity=(short(strength))
                        stroke="var(--line)" {}
                },
                (CellShape::Point, _) => {
                    circle cx=(short(x)) cy=(short(y)) r="14" fill="var(--paper)" {}
                    circle cx=(short(x)) cy=(short(y)) r="14" fill=(fill) fill-opacity=(short(strength))
                        stroke="var(--line)" {}
                },
                _ => { polygon points=(corners) fill=(fill) fill-opacity=(short(strength)) stroke="var(--line)" {} },
            }
            (pieces((x, y), room, &drawn.pieces))
            @if !drawn.text.is_empty() {
                text x=(short(x)) y=(short(y + 4.0)) font-size="11" text-anchor="middle" fill=(ink) { (drawn.text) }
            }
            @if drawn.named {
                @let (dx, dy, anchor) = match shape {
                    CellShape::Square => (-18.5, 18.5, "start"),
                    CellShape::Hexagon => (0.0, 20.0, "middle"),
                    CellShape::Point => (13.0, 16.0, "start"),
                    CellShape::Tile => (0.0, 18.0 * room, "middle"),
                };
                text.name x=(short(x + dx)) y=(short(y + dy)) font-size="8" text-anchor=(anchor) fill="var(--soft)" { (name) }
            }
            (marked((x, y), drawn.mark))
        }
    }
}

/// What singles a cell out.
fn marked((x, y): (f64, f64), mark: Mark) -> Markup {
    let ring = |colour: &str, dashes: Option<&str>| {
        html! {
            circle cx=(short(x)) cy=(short(y)) r="17" fill="none" stroke=(colour) stroke-width="3" stroke-dasharray=[dashes] {}
        }
    };
    let stroke = |a: (f64, f64), b: (f64, f64), colour: &str| {
        html! {
            line x1=(short(x + a.0)) y1=(short(y + a.1)) x2=(short(x + b.0)) y2=(short(y + b.1)) stroke=(colour)
                stroke-width="4" stroke-linecap="round" {}
        }
    };
    html! {
        @match mark {
            Mark::None => {},
            Mark::Ring => { (ring("var(--s2)", None)) },
            Mark::Broken => { (ring("var(--soft)", Some("5 4"))) },
            Mark::Placed => {
                (stroke((-7.0, 0.0), (7.0, 0.0), "var(--s2)")) (stroke((0.0, -7.0), (0.0, 7.0), "var(--s2)"))
            },
            Mark::Removed => {
                (stroke((-8.0, -8.0), (8.0, 8.0), "var(--s2)")) (stroke((-8.0, 8.0), (8.0, -8.0), "var(--s2)"))
            },
        }
    }
}

/// A colour of players as it is painted: as `web/src/board/palette.ts` has it.
fn paint(colour: &str) -> &'static str {
    match colour {
        "white" => "#f3f0e9",
        "ivory" => "#e6d6b2",
        "black" => "#303338",
        "red" => "#b53a2e",
        "blue" => "#3a73c4",
        "green" => "#68c49b",
        "yellow" => "#f5d44e",
        "orange" => "#ee913a",
        "purple" => "#5f3d84",
        "pink" => "#eb9ab8",
        "cyan" => "#7cc8de",
        "brown" => "#7b5138",
        _ => "#8f939a",
    }
}

/// The pieces of a cell, one on the other.
fn pieces((x, y): (f64, f64), room: f64, pieces: &[(Option<&str>, String)]) -> Markup {
    const SHOWN: usize = 5;
    let count = pieces.len();
    let lift = |height: usize| if count > 1 { 3.5 * height as f64 - 5.0 } else { 0.0 };
    html! {
        @for (height, (owner, letter)) in pieces.iter().take(SHOWN).rev().enumerate() {
            @let (y, colour) = (y - lift(height), owner.map_or("var(--line)", paint));
            circle cx=(short(x)) cy=(short(y)) r=(short(13.0 * room)) fill=(colour) stroke="var(--rim)" stroke-width="1.5" {}
            @if height + 1 == count.min(SHOWN) {
                text x=(short(x)) y=(short(y + 4.0)) font-size="12" text-anchor="middle" style="fill: var(--s2); font-weight: 700" {
                    (letter) @if count > 1 { (count) }
                }
            }
        }
    }
}

fn corners(shape: CellShape, (x, y): (f64, f64)) -> String {
    let points: Vec<(f64, f64)> = match shape {
        CellShape::Square => {
            let half = UNIT / 2.0;
            vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        }
        CellShape::Hexagon => {
            let (half, radius) = (UNIT / 2.0, UNIT / 3.0_f64.sqrt());
            let low = radius / 2.0;
            vec![
                (x, y - radius),
                (x + half, y - low),
                (x + half, y + low),
                (x, y + radius),
                (x - half, y + low),
                (x - half, y - low),
            ]
        }
        CellShape::Point | CellShape::Tile => Vec::new(),
    };
    points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join(" ")
}

/// A number of pixels with one digit.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Drawn, Mark, Shade, board, position};
    use rulebook_insight::library::{find, load};

    #[test]
    fn every_shipped_kind_of_board_is_drawn() {
        for name in ["mosaic", "hex", "emergo", "nine-mens-morris", "kalah", "y"] {
            let loaded = load(name, find(name).unwrap().text);
            let start = loaded.prepare(None, &[]).0.unwrap().start();
            let cells = start.game().board.cell_count();
            let heat = board(&start.game().board, "Title", "Says", |cell| Drawn {
                shade: Shade::Heat(f64::from(cell.0 % 7) / 7.0),
                ..Drawn::default()
            });
            let text = heat.into_string();
            assert_eq!(text.matches("<g>").count(), cells, "{name}");
            assert!(text.contains("<title>Title</title><desc>Says</desc>"), "{name}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{name}: {text}");
        }
    }

    #[test]
    fn pieces_are_drawn_where_they_stand() {
        let loaded = load("clobber", find("clobber").unwrap().text);
        let start = loaded.prepare(None, &[]).0.unwrap().start();
        let text =
            position(&start, "Clobber", "the start", |cell| if cell.0 == 0 { Mark::Ring } else { Mark::None }, &[]);
        let text = text.into_string();
        assert_eq!(text.matches("r=\"13\"").count(), 30);
        assert_eq!((text.matches("fill=\"#f3f0e9\"").count(), text.matches("fill=\"#303338\"").count()), (15, 15));
        assert_eq!(text.matches("r=\"17\"").count(), 1);
        assert!(text.contains("<title>a1: White man</title>"), "{text}");
    }
}
