//! The audit: which maps of the board and the players are symmetries, and what stands in the way of the others.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break, Continue};

use super::expr::{Matcher, Reader};
use super::rules::Compared;
use super::setup;
use crate::audit::Automorphism;
use rulebook_language::model::{Game, PlayerId, Turn};
use rulebook_language::source::Span;
use rulebook_language::topology::{Board, Symmetry};
use rulebook_language::util::Id;

/// The symmetries of a game's rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symmetries {
    /// Those that keep every player, but for the one that moves nothing.
    pub keeping: Vec<Automorphism>,
    /// Those that exchange players.
    pub exchanging: Vec<Automorphism>,
    /// What stands in the way where there is none that exchanges players and keeps the setup: of the map with the fewest
    /// obstacles.
    pub breaking: Vec<Obstacle>,
    /// That map.
    pub nearest: Option<Automorphism>,
}

/// A clause that is not shown to be the same on both sides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Obstacle {
    /// Where.
    pub span: Span,
    /// Which sort of clause.
    pub what: &'static str,
}

/// Whether the rules treat the players alike: whether some symmetry of the board, together with an exchange of the players,
/// maps rules and setup onto themselves. Who begins is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// They do, by this map.
    Shown(Automorphism),
    /// They do by this map, provided that no two end clauses of these pairs ever hold at once.
    Provided(Automorphism),
    /// Not shown, for these clauses.
    NotShown(Vec<Obstacle>),
}

/// Whether the rules of a game treat its players alike.
pub fn exchange(game: &Game) -> Exchange {
    let found = symmetries(game);
    let best = found.exchanging.into_iter().filter(|map| map.keeps_setup).min_by_key(|map| map.provided.len());
    match best {
        Some(map) if map.provided.is_empty() => Exchange::Shown(map),
        Some(map) => Exchange::Provided(map),
        None => Exchange::NotShown(found.breaking),
    }
}

/// Whether some symmetry of the rules exchanges the players, whatever the setup.
pub fn exchanges(game: &Game) -> bool {
    let readers = LazyCell::new(|| readers(game));
    maps(game).filter(|(by, _)| *by > 0).any(|(_, map)| rules(game, &map, &readers, &mut |_| Break(())).is_continue())
}

/// The symmetries of a game's rules: those of its board with those permutations of its players that keep the order of play.
pub fn symmetries(game: &Game) -> Symmetries {
    let readers = LazyCell::new(|| readers(game));
    let mut found = Symmetries::default();
    let mut fewest: Option<(Vec<Obstacle>, Automorphism)> = None;
    for (by, mut map) in maps(game) {
        let mut obstacles = BTreeSet::new();
        let told = &mut |obstacle| {
            obstacles.insert(obstacle);
            Continue(())
        };
        map.provided = rules(game, &map, &readers, told).continue_value().unwrap_or_default();
        let is_symmetry = obstacles.is_empty();
        match setup::keeps(game, &map) {
            Ok(()) => map.keeps_setup = true,
            Err(span) => {
                obstacles.insert(Obstacle { span, what: "the setup" });
            }
        }
        if by > 0 && fewest.as_ref().is_none_or(|(fewest, _)| obstacles.len() < fewest.len()) {
            fewest = Some((obstacles.into_iter().collect(), map.clone()));
        }
        if is_symmetry {
            if by == 0 { found.keeping.push(map) } else { found.exchanging.push(map) }
        }
    }
    (found.breaking, found.nearest) = fewest.map(|(breaks, map)| (breaks, Some(map))).unwrap_or_default();
    found
}

fn readers(game: &Game) -> Vec<Reader> {
    game.players.ids().map(|player| Reader::new(game, player)).collect()
}

/// The maps that may be symmetries, each with the number of seats that players go on by. None for a game of luck: how likely
/// what nature does is, is not compared yet.
fn maps(game: &Game) -> impl Iterator<Item = (usize, Automorphism)> {
    let players = if game.has_luck() { 0 } else { game.players.len() };
    let kept = || game.board.symmetries().iter().filter(|symmetry| is_kept(&game.board, symmetry));
    let all = (0..players).flat_map(move |by| kept().map(move |symmetry| (by, symmetry)));
    let mapped = move |(by, symmetry): (usize, &Symmetry)| {
        let players = (0..players).map(|index| PlayerId::from_index((index + by) % players)).collect();
        let (cells, directions) = (symmetry.cells().to_vec(), symmetry.directions().to_vec());
        (by, Automorphism { cells, directions, players, keeps_setup: false, provided: Vec::new() })
    };
    all.map(mapped).filter(|(_, map)| !map.is_identity())
}

/// Compares the rules as each player reads them with those that the one reads whom that one becomes, and tells of each obstacle.
/// Gives the pairs of end clauses whose order is exchanged.
fn rules(
    game: &Game,
    map: &Automorphism,
    readers: &[Reader],
    told: &mut dyn FnMut(Obstacle) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<(usize, usize)>> {
    let mut matchers: Vec<Matcher<'_>> = readers
        .iter()
        .filter_map(|left| Some(Matcher::new(game, map, left, readers.get(map.player(left.me).index())?)))
        .collect();
    // First what is soon told.
    let provided = ends(game, &mut matchers, told)?;
    let first = game.moves.iter().next().map_or_else(Span::default, |rule| rule.span);
    for (matcher, reader) in matchers.iter_mut().zip(readers) {
        let turns = |of: PlayerId| -> Vec<&Turn> {
            game.turns.iter().filter(|turn| turn.of.is_none_or(|turn| turn == of)).collect()
        };
        let (mine, others) = (turns(reader.me), turns(map.player(reader.me)));
        if mine.len() != others.len() {
            told(Obstacle { span: first, what: "the turns" })?;
        }
        let mut compared = Compared::default();
        for (a, b) in mine.iter().zip(others) {
            if let Err(span) = matcher.turn(a, b, first, &mut compared) {
                told(Obstacle { span, what: "a move or turn" })?;
            }
        }
        if let Some(skip) = &game.skip
            && let Err(span) = matcher.clause(skip, skip)
        {
            told(Obstacle { span, what: "who is skipped" })?;
        }
    }
    for (rule, at) in game.repetitions.iter().zip(&game.sites.repetitions) {
        if let Err(span) = matchers.iter_mut().try_for_each(|matcher| matcher.repetition(rule, *at)) {
            told(Obstacle { span, what: "a repetition rule" })?;
        }
    }
    // Of actions that are one, the text decides which is played, and a text has no image.
    if let Some(span) = game.alike {
        told(Obstacle { span, what: "which of the actions that are alike stands for them" })?;
    }
    Continue(provided)
}

/// Pairs the end clauses.
fn ends(
    game: &Game,
    matchers: &mut [Matcher<'_>],
    told: &mut dyn FnMut(Obstacle) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<(usize, usize)>> {
    let mut free: Vec<usize> = (0..game.ends.len()).collect();
    let mut images = Vec::new();
    for (index, end) in game.ends.iter().enumerate() {
        free.sort_by_key(|other| *other != index);
        let mut obstacle = None;
        let taken = free.iter().position(|other| {
            let shown = matchers.iter_mut().try_for_each(|matcher| matcher.end(end, &game.ends[*other]));
            obstacle = obstacle.or(shown.err());
            shown.is_ok()
        });
        match taken {
            Some(place) => images.push(free.remove(place)),
            None => told(Obstacle { span: obstacle.unwrap_or(end.span), what: "an end clause" })?,
        }
    }
    let pairs = (0..images.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    Continue(pairs.filter(|(a, b)| images.get(*a) > images.get(*b)).collect())
}

/// Whether a symmetry of the board keeps all that rules can ask of it by name.
fn is_kept(board: &Board, symmetry: &Symmetry) -> bool {
    let steps = board.directions().all(|direction| {
        let image = symmetry.direction(direction);
        symmetry.direction(board.opposite(direction)) == board.opposite(image)
            && board.cells().all(|cell| {
                board.step(cell, direction).map(|to| symmetry.cell(to)) == board.step(symmetry.cell(cell), image)
            })
    });
    let relations = board.relations().all(|relation| {
        let directions = board.relation_directions(relation);
        directions.iter().all(|direction| directions.contains(&symmetry.direction(*direction)))
            && board.cells().all(|cell| {
                let mut images: Vec<_> = board.neighbours(relation, cell).iter().map(|to| symmetry.cell(*to)).collect();
                images.sort_unstable();
                images == board.neighbours(relation, symmetry.cell(cell))
            })
    });
    steps && relations && board.cells().all(|cell| board.is_cell(symmetry.cell(cell)))
}
