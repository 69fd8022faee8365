//! Positions and their images: whether the players are treated alike, as far as games show.
//!
//! If the rules treat the players alike, there is a map of the board, the players and perhaps the kinds of pieces that keeps the
//! start and which cells are next to each other. A game is then played twice, once begun by another player: after every action some action of the other game leads
//! to the image of the position, and it ends when the other does, with the image of the result. A map under which that fails
//! is none. Numbers and marks whose images nobody knows are not looked at, and nothing is said where two actions lead to
//! positions that look alike. What pieces carry, a direction, a player or a kind, is mapped as such.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::board_maps::board_maps;
use crate::audit::Automorphism;
use rulebook_language::model::{CounterId, Game, KindId, Per, PlayerId, SetUp, Values};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, ActionList, Fault, Outcome, Position};

/// What came of comparing positions with their images.
#[derive(Clone, Debug, Default)]
pub struct Images {
    /// What no map mends, and the actions that lead there.
    pub difference: Option<(String, Vec<Action>)>,
    /// The games that were played under the map that came furthest.
    pub games: u64,
    /// What it took, in steps of the evaluator.
    pub steps: u64,
}

/// The seed of the games.
const SEED: u64 = 11;
/// The maps that are tried at most.
const MAX_MAPS: usize = 256;
/// Games under one map, and actions in one.
const GAMES: u64 = 64;
const PLIES: usize = 300;

/// A map of cells, players and kinds of pieces.
struct Map {
    cells: Vec<CellId>,
    players: Vec<PlayerId>,
    kinds: Vec<KindId>,
    /// The images of directions, where each step has one by the same.
    directions: Option<Vec<DirectionId>>,
}

impl Map {
    fn player(&self, player: PlayerId) -> PlayerId {
        self.players.get(player.index()).copied().unwrap_or(player)
    }

    /// The image of a number: of what stands for something else that has one; nothing where it is not known.
    fn number(&self, values: Option<&Values>, number: u64) -> Option<u64> {
        // What is no number is one more than its place among all of its sort.
        let place = |number: u64| usize::try_from(number).ok()?.checked_sub(1);
        let image = |of: Option<usize>| of.map_or(0, |place| place as u64 + 1);
        Some(match values {
            None | Some(Values::Numbers) => number,
            Some(Values::Players(_)) => image(place(number).map(|at| self.player(PlayerId::from_index(at)).index())),
            Some(Values::Kinds(_)) => image(place(number).and_then(|at| self.kinds.get(at)).map(|kind| kind.index())),
            Some(Values::Directions(_)) => {
                let directions = self.directions.as_ref()?;
                image(place(number).and_then(|at| directions.get(at)).map(|direction| direction.index()))
            }
        })
    }
}

/// The images of all directions under a map of the cells: by which one gets from the image of each cell to that of the next. Nothing
/// where there is no such direction, or more than one.
fn directions(game: &Game, cells: &[CellId]) -> Option<Vec<DirectionId>> {
    let board = &game.board;
    let image = |direction: DirectionId| {
        let leads = |other: &DirectionId| {
            board.cells().all(|cell| {
                let to = board.step(cell, direction).map(|to| cells[to.index()]);
                board.step(cells[cell.index()], *other) == to
            })
        };
        let mut all = board.directions().filter(leads);
        all.next().filter(|_| all.next().is_none())
    };
    board.directions().map(image).collect()
}

/// Looks for a difference between games and their images under every map that keeps the start. `nearest` is the map whose
/// difference says most.
pub fn compare_images(
    start: &Position,
    nearest: Option<&Automorphism>,
    steps: u64,
    go_on: &dyn Fn() -> bool,
) -> Images {
    let mut found = Images::default();
    let game = start.game();
    let players = game.players.len();
    if let Some(why) = uneven(start) {
        found.difference = Some((why, Vec::new()));
        return found;
    }
    let Some(symmetries) = board_maps(&game.board).filter(|_| players > 1) else { return found };
    let carried = game.counters.iter().filter_map(|counter| counter.carried.as_ref());
    let carries_directions = carried.into_iter().any(|carried| matches!(carried.values, Values::Directions(_)));
    let mut kept = Vec::new();
    for by in 1..players {
        let turned = |index: usize| PlayerId::from_index((index + by) % players);
        let players: Vec<PlayerId> = (0..players).map(turned).collect();
        let Some(all) = permutations(start, &players) else { return found };
        for symmetry in &symmetries {
            for kinds in &all {
                let directions = carries_directions.then(|| directions(game, symmetry)).flatten();
                let map = Map { cells: symmetry.clone(), players: players.clone(), kinds: kinds.clone(), directions };
                if contents(start, Some(&map)) == contents(start, None) {
                    kept.push(map);
                }
            }
        }
    }
    found.steps += (players * symmetries.len()) as u64 * game.board.slots() as u64;
    if kept.is_empty() {
        found.difference =
            Some(("no symmetry of the board lays the pieces of one upon those of the other".to_owned(), Vec::new()));
        return found;
    }
    if kept.len() > MAX_MAPS {
        return found;
    }
    let is_nearest = |map: &Map| nearest.is_some_and(|near| near.cells == map.cells && near.players == map.players);
    kept.sort_by_key(is_nearest);
    let share = steps / kept.len() as u64;
    for map in &kept {
        let Some(image) = image_of_start(start, map) else { return found };
        let mut games = Games { map, numbers: numbers(start), spent: 0, most: share, go_on };
        let difference = games.differ(start, &image, &mut found.games);
        found.steps += games.spent;
        match difference {
            // The last one is the nearest.
            Ok(Some(difference)) => found.difference = Some(difference),
            Ok(None) | Err(_) => {
                found.difference = None;
                return found;
            }
        }
    }
    found
}

/// The start with the player to act whom the first becomes.
fn image_of_start(start: &Position, map: &Map) -> Option<Position> {
    let to_act = map.player(start.role_to_act());
    let set_up = SetUp { to_act: Some(to_act), ..SetUp::default() };
    Position::set_up(start.game().clone(), start.plan().clone(), &set_up).ok()
}

/// Why the players begin with different numbers of pieces, if they do.
fn uneven(start: &Position) -> Option<String> {
    let game = start.game();
    let owners = game.board.cells().flat_map(|cell| start.pieces(cell)).filter_map(|(owner, _)| owner);
    let mut counts = vec![0u32; game.players.len()];
    owners.for_each(|owner| counts[owner.index()] += 1);
    let first = counts.first().copied().unwrap_or(0);
    let other = counts.iter().position(|count| *count != first)?;
    let name = |at: usize| game.players.iter().nth(at).map_or("", String::as_str);
    let pieces = |count: u32| if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
    Some(format!("`{}` has {} and `{}` {}", name(0), pieces(first), name(other), counts[other]))
}

/// The permutations of the kinds under which the players begin with as many of each; nothing if there are too many.
fn permutations(start: &Position, players: &[PlayerId]) -> Option<Vec<Vec<KindId>>> {
    let game = start.game();
    let kinds = game.kinds.len();
    // By kind, and then by owner, nobody last.
    let mut counts = vec![vec![0u32; players.len() + 1]; kinds];
    for (owner, kind) in game.board.cells().flat_map(|cell| start.pieces(cell)) {
        counts[kind.index()][owner.map_or(players.len(), Id::index)] += 1;
    }
    let fits = |from: usize, to: usize| {
        let moved = |owner: usize| players.get(owner).map_or(owner, |player| player.index());
        (0..=players.len()).all(|owner| counts[from][owner] == counts[to][moved(owner)])
    };
    let mut all: Vec<Vec<KindId>> = vec![Vec::new()];
    for from in 0..kinds {
        let free = |known: &Vec<KindId>, to: &KindId| !known.contains(to) && fits(from, to.index());
        let longer = |known: Vec<KindId>| {
            let next: Vec<KindId> = game.kinds.ids().filter(|to| free(&known, to)).collect();
            next.into_iter().map(move |to| known.iter().copied().chain([to]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
        if all.len() > MAX_MAPS {
            return None;
        }
    }
    Some(all)
}

/// The counters of cells and players whose images are known: the only one of its sort.
fn numbers(start: &Position) -> Vec<(CounterId, Per)> {
    let game = start.game();
    let only = |per: Per| {
        let mut all = game.counters.iter_ids().filter(|(_, counter)| counter.per == per);
        all.next().filter(|_| all.next().is_none()).map(|(id, _)| (id, per))
    };
    [Per::CELL, Per::PLAYER].into_iter().filter_map(only).collect()
}

/// A number for what stands on the board, mapped if there is a map.
fn contents(position: &Position, map: Option<&Map>) -> u64 {
    let mut sum = 0u64;
    for cell in position.game().board.cells() {
        let image = map.map_or(cell, |map| map.cells[cell.index()]);
        for (height, (owner, kind)) in position.pieces(cell).into_iter().enumerate() {
            let owner = owner.map(|owner| map.map_or(owner, |map| map.player(owner)));
            let kind = map.map_or(kind, |map| map.kinds[kind.index()]);
            sum = sum.wrapping_add(hashed(&(1u8, image, height, owner, kind)));
        }
    }
    sum
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    // What is added up must not be a sum of its parts.
    let mixed = hasher.finish();
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Games that are played twice.
struct Games<'a> {
    map: &'a Map,
    numbers: Vec<(CounterId, Per)>,
    spent: u64,
    most: u64,
    go_on: &'a dyn Fn() -> bool,
}

/// What the actions of a position lead to: how many to each look, with the first of them.
type Leads = FxHashMap<u64, (u32, Action)>;

impl Games<'_> {
    /// A difference, with the actions that lead there from the start.
    fn differ(
        &mut self,
        start: &Position,
        image: &Position,
        games: &mut u64,
    ) -> Result<Option<(String, Vec<Action>)>, Fault> {
        for game in 0..GAMES {
            let (mut here, mut there) = (start.clone(), image.clone());
            let mut rng = Rng::for_game(SEED, game);
            let mut line = Vec::new();
            let (mut spent, mut has_ended) = (self.spent_on(&here, &there), false);
            while line.len() < PLIES && !has_ended {
                if self.spent > self.most || !(self.go_on)() {
                    return Ok(None);
                }
                match self.step(&mut here, &mut there, &mut rng)? {
                    Step::Differs(why) => return Ok(Some((why, line))),
                    Step::Played(action) => line.push(action),
                    Step::Over => has_ended = true,
                }
                let now = self.spent_on(&here, &there);
                self.spent += now - spent;
                spent = now;
            }
            *games = (*games).max(game + 1);
        }
        Ok(None)
    }

    fn spent_on(&self, here: &Position, there: &Position) -> u64 {
        here.spent() + there.spent()
    }

    fn step(&mut self, here: &mut Position, there: &mut Position, rng: &mut Rng) -> Result<Step, Fault> {
        let (one, other) = (here.outcome()?, there.outcome()?);
        if let Some(why) = self.results(here, one.as_ref(), other.as_ref()) {
            return Ok(Step::Differs(why));
        }
        if one.is_some() {
            return Ok(Step::Over);
        }
        let (mine, theirs) = (self.leads(here, true)?, self.leads(there, false)?);
        let name = |position: &Position| position.game().players[position.role_to_act()].clone();
        for (of, others, position, mapped) in [(&mine, &theirs, &*here, &*there), (&theirs, &mine, &*there, &*here)] {
            let alone = of.iter().filter(|(look, _)| !others.contains_key(look)).map(|(_, (_, action))| action);
            let Some(written) = alone.map(|action| position.written(action)).min() else { continue };
            let (who, whom) = (name(position), name(mapped));
            let place = if std::ptr::eq(position, here) { "" } else { "in the image of the position " };
            let answer = if place.is_empty() { "in the image of the position" } else { "here" };
            return Ok(Step::Differs(format!(
                "{place}`{who}` can play `{written}`, and nothing that `{whom}` can play {answer} is its image"
            )));
        }
        // Only what looks like no other is certainly the image.
        let certain = |look: &u64| mine[look].0 == 1 && theirs.get(look).is_some_and(|(count, _)| *count == 1);
        let mut looks: Vec<u64> = mine.keys().copied().filter(certain).collect();
        looks.sort_unstable();
        if looks.is_empty() {
            return Ok(Step::Over);
        }
        let look = looks[rng.below(looks.len() as u32) as usize];
        let (action, answer) = (mine[&look].1.clone(), theirs[&look].1.clone());
        here.play_unchecked(&action)?;
        there.play_unchecked(&answer)?;
        Ok(Step::Played(action))
    }

    /// Why the results are not each other's images.
    fn results(&self, here: &Position, one: Option<&Outcome>, other: Option<&Outcome>) -> Option<String> {
        let said = |outcome: Option<&Outcome>| match outcome {
            None => "the game goes on".to_owned(),
            Some(outcome) if outcome.stuck => "no clause says what comes of it".to_owned(),
            Some(outcome) if outcome.winners.is_empty() => "the game is drawn".to_owned(),
            Some(outcome) => {
                let names = outcome.winners.iter().map(|winner| format!("`{}`", here.game().players[*winner]));
                format!("{} has won", names.collect::<Vec<_>>().join(" and "))
            }
        };
        let image = one.map(|outcome| {
            let mut winners: Vec<PlayerId> = outcome.winners.iter().map(|winner| self.map.player(*winner)).collect();
            winners.sort_unstable();
            (outcome.stuck, winners)
        });
        let other_winners = other.map(|outcome| {
            let mut winners = outcome.winners.clone();
            winners.sort_unstable();
            (outcome.stuck, winners)
        });
        (image != other_winners).then(|| format!("{}, and in the image of the position {}", said(one), said(other)))
    }

    /// What the legal actions lead to, mapped or not.
    fn leads(&mut self, position: &mut Position, mapped: bool) -> Result<Leads, Fault> {
        let mut legal = ActionList::new();
        position.legal_into(&mut legal)?;
        let mut leads = Leads::default();
        for action in legal.iter() {
            position.play_unchecked(&action)?;
            let look = self.look(position, mapped);
            position.undo();
            leads.entry(look).and_modify(|(count, _)| *count += 1).or_insert((1, action));
        }
        self.spent += legal.len() as u64 * position.game().board.slots() as u64;
        Ok(leads)
    }

    /// A number for all of a position whose image is known.
    fn look(&self, position: &Position, mapped: bool) -> u64 {
        let map = Some(self.map).filter(|_| mapped);
        let player = |player: PlayerId| map.map_or(player, |map| map.player(player));
        let words = position.words();
        let mut sum =
            contents(position, map).wrapping_add(hashed(&(2u8, player(position.role_to_act()), position.mid_turn())));
        for (counter, per) in &self.numbers {
            let from = position.plan().layout.counter(*counter) as usize;
            let at = |index: usize| words.get(from + index).copied().unwrap_or(0);
            match *per {
                Per::CELL => {
                    let counter = position.game().counters.get(*counter);
                    let values = counter.and_then(|counter| counter.carried.as_ref()).map(|carried| &carried.values);
                    // What has no image that is known is not looked at, on either side.
                    if self.map.number(values, 0).is_none() {
                        continue;
                    }
                    for cell in position.game().board.cells() {
                        let image = map.map_or(cell, |map| map.cells[cell.index()]);
                        let held = at(cell.index());
                        let held = map.map_or(Some(held), |map| map.number(values, held));
                        sum = sum.wrapping_add(hashed(&(3u8, image, held)));
                    }
                }
                Per::PLAYER => {
                    for id in position.game().players.ids() {
                        sum = sum.wrapping_add(hashed(&(4u8, player(id), at(id.index()))));
                    }
                }
                _ => {}
            }
        }
        sum
    }
}

/// What came of one action of both games.
enum Step {
    Played(Action),
    Over,
    Differs(String),
}
