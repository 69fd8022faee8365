//! The look that the names of a game suggest, where its sheet says nothing.

use super::game::Kind;
use super::ids::{KindId, PlayerId};
use super::look::{COLOURS, Figure, Look, SHAPES, called};
use crate::topology::{Board, CellShape};
use crate::util::Table;

/// The chessmen, which stand on checkered boards.
const CHESSMEN: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
/// Kinds that are plain discs by name.
const DISCS: [&str; 8] = ["man", "stone", "counter", "checker", "piece", "marble", "token", "seed"];
/// Boards of stones are drawn with lines from so many cells on.
const MANY: usize = 81;

/// What a sheet says.
#[derive(Clone, Default, Debug)]
pub struct Said {
    /// Of the board.
    pub board: Option<&'static str>,
    /// Of each player.
    pub players: Vec<Option<&'static str>>,
    /// Of each kind.
    pub kinds: Vec<Option<Figure>>,
    /// The colour of each kind that nobody owns.
    pub tints: Vec<Option<&'static str>>,
}

/// The look of a game of which its sheet says so much; `is_empty` is whether the board is at the start.
pub fn suggested(
    said: &Said,
    players: &Table<PlayerId, String>,
    kinds: &Table<KindId, Kind>,
    board: &Board,
    is_empty: bool,
) -> Look {
    let figures = figures(said, players, kinds);
    Look {
        board: said.board.unwrap_or_else(|| style(kinds, board, is_empty)),
        players: colours(said, players),
        tints: tints(said, kinds, &figures),
        kinds: figures,
        ..Look::default()
    }
}

/// Kinds that nobody owns are told apart by colours, where several look the same.
fn tints(
    said: &Said,
    kinds: &Table<KindId, Kind>,
    figures: &Table<KindId, Figure>,
) -> Table<KindId, Option<&'static str>> {
    let own = |place: usize, kind: &Kind| {
        said.tints.get(place).copied().flatten().or_else(|| called(&kind.name, &COLOURS)).filter(|_| kind.neutral)
    };
    let named: Vec<Option<&str>> = kinds.iter().enumerate().map(|(place, kind)| own(place, kind)).collect();
    let neutral = || kinds.iter().zip(figures.iter()).zip(&named).filter(|((kind, _), _)| kind.neutral);
    let is_shared = |figure: &Figure| {
        *figure != Figure::OWN_LETTER
            && neutral().filter(|((_, other), named)| *other == figure && named.is_none()).count() > 1
    };
    // Black and white are the players' above all.
    let mut free = COLOURS.into_iter().skip(2).filter(|colour| !named.contains(&Some(*colour)));
    let tints = kinds.iter().zip(figures.iter()).zip(&named).map(|((kind, figure), named)| match named {
        None if kind.neutral && is_shared(figure) => free.next(),
        named => *named,
    });
    tints.collect()
}

fn colours(said: &Said, players: &Table<PlayerId, String>) -> Table<PlayerId, &'static str> {
    let own = |place: usize, name: &str| said.players.get(place).copied().flatten().or_else(|| called(name, &COLOURS));
    let named: Vec<Option<&str>> = players.iter().enumerate().map(|(place, name)| own(place, name)).collect();
    let mut free = COLOURS.into_iter().filter(|colour| !named.contains(&Some(*colour)));
    let colours = named.iter().map(|known| known.or_else(|| free.next()).unwrap_or("grey"));
    colours.collect()
}

fn figures(said: &Said, players: &Table<PlayerId, String>, kinds: &Table<KindId, Kind>) -> Table<KindId, Figure> {
    let said = |place: usize| said.kinds.get(place).cloned().flatten();
    let is_disc = |name: &str| DISCS.contains(&name.to_ascii_lowercase().as_str());
    let is_alone = kinds.iter().filter(|kind| !kind.neutral).count() == 1;
    let is_said_disc = |(place, kind): (usize, &Kind)| match said(place) {
        Some(figure) => figure == Figure::Shape("disc"),
        None => kind.name.eq_ignore_ascii_case("disc"),
    };
    let mut has_disc = kinds.iter().enumerate().any(is_said_disc);
    let mut figures: Vec<Figure> = Vec::with_capacity(kinds.len());
    for (place, kind) in kinds.iter().enumerate() {
        figures.push(match said(place) {
            Some(figure) => figure,
            None => match SHAPES.into_iter().find(|shape| kind.name.eq_ignore_ascii_case(shape)) {
                Some(shape) => Figure::Shape(shape),
                None if kind.neutral && called(&kind.name, &COLOURS).is_some() => Figure::Shape("disc"),
                None if kind.neutral => Figure::Shape("square"),
                // Two kinds that are both a disc could not be told apart.
                None if (is_disc(&kind.name) || is_alone) && !std::mem::replace(&mut has_disc, true) => discs(players),
                None => Figure::OWN_LETTER,
            },
        });
    }
    // The letter of the first kind would be that of its owner, which its colour says.
    let first = kinds.iter().zip(&mut figures).find(|(kind, _)| !kind.neutral);
    if let Some((kind, figure)) = first
        && !has_disc
        && kind.letter.is_none()
        && *figure == Figure::OWN_LETTER
    {
        *figure = discs(players);
    }
    // A king among men is one of them with a crown.
    for (place, figure) in figures.iter_mut().enumerate() {
        if has_disc && said(place).is_none() && *figure == Figure::Shape("king") {
            *figure = Figure::Shape("crown");
        }
    }
    figures.into_iter().collect()
}

/// The discs of players, who may be called by what they put.
fn discs(players: &Table<PlayerId, String>) -> Figure {
    let shape = |name: &String| match name.as_str() {
        "X" | "x" => "cross",
        "O" | "o" => "ring",
        name => called(name, &SHAPES).unwrap_or("disc"),
    };
    let own: Vec<&'static str> = players.iter().map(shape).collect();
    if own.iter().all(|shape| *shape == "disc") { Figure::Shape("disc") } else { Figure::Owners(own) }
}

fn style(kinds: &Table<KindId, Kind>, board: &Board, is_empty: bool) -> &'static str {
    let shape = board.outline().shape;
    let is = |names: &[&str]| kinds.iter().any(|kind| names.contains(&kind.name.to_ascii_lowercase().as_str()));
    let stones = kinds.len() == 1 && is(&["stone"]) && is_empty;
    match shape {
        CellShape::Point => "points",
        CellShape::Hexagon | CellShape::Tile => "plain",
        CellShape::Square if is(&CHESSMEN) || is(&["man", "amazon"]) => "checkered",
        CellShape::Square if stones && board.cell_count() >= MANY => "points",
        CellShape::Square => "plain",
    }
}
