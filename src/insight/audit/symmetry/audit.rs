//! The audit: which maps of the board and the players are symmetries, and what stands in the way of the others.

use std::collections::BTreeSet;

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
    pub breaking: Vec<Break>,
    /// That map.
    pub nearest: Option<Automorphism>,
}

/// A clause that is not shown to be the same on both sides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Break {
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
    NotShown(Vec<Break>),
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

/// The symmetries of a game's rules: those of its board with those permutations of its players that keep the order of play.
pub fn symmetries(game: &Game) -> Symmetries {
    if game.has_luck() {
        // How likely what nature does is, is not compared yet.
        return Symmetries::default();
    }
    let readers: Vec<Reader> = game.players.ids().map(|player| Reader::new(game, player)).collect();
    let mut found = Symmetries::default();
    let mut fewest: Option<(Vec<Break>, Automorphism)> = None;
    let players = game.players.len();
    for by in 0..players {
        for symmetry in game.board.symmetries().iter().filter(|symmetry| is_kept(&game.board, symmetry)) {
            let player = |index: usize| PlayerId::from_index((index + by) % players);
            let mut map = Automorphism {
                cells: symmetry.cells().to_vec(),
                directions: symmetry.directions().to_vec(),
                players: (0..players).map(player).collect(),
                keeps_setup: false,
                provided: Vec::new(),
            };
            if map.is_identity() {
                continue;
            }
            let mut breaks = BTreeSet::new();
            let provided = rules(game, &map, &readers, &mut breaks);
            let is_symmetry = breaks.is_empty();
            match setup::keeps(game, &map) {
                Ok(()) => map.keeps_setup = true,
                Err(span) => {
                    breaks.insert(Break { span, what: "the setup" });
                }
            }
            map.provided = provided;
            if by > 0 && fewest.as_ref().is_none_or(|(fewest, _)| breaks.len() < fewest.len()) {
                fewest = Some((breaks.into_iter().collect(), map.clone()));
            }
            if is_symmetry {
                if by == 0 { found.keeping.push(map) } else { found.exchanging.push(map) }
            }
        }
    }
    (found.breaking, found.nearest) = fewest.map(|(breaks, map)| (breaks, Some(map))).unwrap_or_default();
    found
}

/// Compares the rules as each player reads them with those that the one reads whom that one becomes. Gives the pairs of end
/// clauses whose order is exchanged.
fn rules(game: &Game, map: &Automorphism, readers: &[Reader], breaks: &mut BTreeSet<Break>) -> Vec<(usize, usize)> {
    let mut matchers: Vec<Matcher<'_>> = readers
        .iter()
        .filter_map(|left| Some(Matcher::new(game, map, left, readers.get(map.player(left.me).index())?)))
        .collect();
    let first = game.moves.iter().next().map_or_else(Span::default, |rule| rule.span);
    for (matcher, reader) in matchers.iter_mut().zip(readers) {
        let turns = |of: PlayerId| -> Vec<&Turn> {
            game.turns.iter().filter(|turn| turn.of.is_none_or(|turn| turn == of)).collect()
        };
        let (mine, others) = (turns(reader.me), turns(map.player(reader.me)));
        if mine.len() != others.len() {
            breaks.insert(Break { span: first, what: "the turns" });
        }
        let mut compared = Compared::default();
        for (a, b) in mine.iter().zip(others) {
            if let Err(span) = matcher.turn(a, b, first, &mut compared) {
                breaks.insert(Break { span, what: "a move or turn" });
            }
        }
        if let Some(skip) = &game.skip
            && let Err(span) = matcher.clause(skip, skip)
        {
            breaks.insert(Break { span, what: "who is skipped" });
        }
    }
    for (rule, at) in game.repetitions.iter().zip(&game.sites.repetitions) {
        if let Err(span) = matchers.iter_mut().try_for_each(|matcher| matcher.repetition(rule, *at)) {
            breaks.insert(Break { span, what: "a repetition rule" });
        }
    }
    // Of actions that are one, the text decides which is played, and a text has no image.
    if let Some(span) = game.alike {
        breaks.insert(Break { span, what: "which of the actions that are alike stands for them" });
    }
    ends(game, &mut matchers, breaks)
}

/// Pairs the end clauses.
fn ends(game: &Game, matchers: &mut [Matcher<'_>], breaks: &mut BTreeSet<Break>) -> Vec<(usize, usize)> {
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
            None => {
                breaks.insert(Break { span: obstacle.unwrap_or(end.span), what: "an end clause" });
            }
        }
    }
    let pairs = (0..images.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter(|(a, b)| images.get(*a) > images.get(*b)).collect()
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
