//! C3: what each first move is worth.

use super::collect::Failed;
use super::copycat::image;
use super::games::{Rules, scores};
use crate::agents::{Agent, Spec};
use crate::audit::{self, Automorphism};
use crate::library::{AgentError, Prepared};
use crate::statistics::{Estimate, Scores};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Fault, Position};

/// First actions that no symmetry of the rules turns into each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Openings {
    /// Those that were played, the best for seat 1 first.
    pub rows: Vec<OpeningClass>,
    /// How many there are, those left out among them.
    pub classes: usize,
    /// The first actions of all of them.
    pub actions: usize,
}

/// First actions that are alike.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningClass {
    /// One of them, as written: the one that was played.
    pub action: String,
    /// The others.
    pub alike: Vec<String>,
    /// For a picture: the slots of the cells that they name, or else that they name first.
    pub cells: Vec<u16>,
    /// Whether each of them names one cell alone.
    pub single: bool,
    /// The score of seat 1.
    pub score: Estimate,
}

impl Openings {
    /// The opening whose score is nearest to one half: what a pie rule leaves to the second seat's choice.
    pub fn most_even(&self) -> Option<&OpeningClass> {
        let off = |opening: &&OpeningClass| (opening.score.value - 0.5).abs();
        self.rows.iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

/// Plays `games` games from each first action, those counted once that a symmetry of the rules turns into each other, all seats
/// as `agent`; of more than `most` classes, that many drawn from the seed. The game of `prepared` has no pie rule.
///
/// # Errors
/// If a game cannot be played to an end.
pub fn openings(
    prepared: &Prepared,
    agent: &Spec,
    games: u64,
    most: usize,
    (seed, max_plies): (u64, u32),
    done: &(dyn Fn() + Sync),
) -> Result<Openings, Failed> {
    let mut start = prepared.start();
    let broken = |fault: Fault| Failed::Broken(super::BrokenGame { index: 0, trouble: fault.into(), line: Vec::new() });
    let classes = classes(&mut start).map_err(broken)?;
    let count = classes.len();
    let actions = classes.iter().map(Vec::len).sum();
    let seats = start.game().players.len();
    let players = || -> Result<Vec<Box<dyn Agent>>, AgentError> { (0..seats).map(|_| prepared.agent(agent)).collect() };
    let mut rows = Vec::new();
    for class in drawn(classes, most, seed) {
        let written: Vec<String> = class.iter().map(|action| start.written(action)).collect();
        let Some((first, alike)) = written.split_first() else { continue };
        let mut position = start.clone();
        position.play_unchecked(&class[0]).map_err(broken)?;
        let played = scores(&position, &players, Rules { seed, max_plies }, games, done)?;
        let firsts = played.iter().filter_map(|scores| scores.first()).copied();
        rows.push(OpeningClass {
            action: first.clone(),
            alike: alike.to_vec(),
            single: class.iter().all(|action| is_single(&start, action)),
            cells: class.iter().filter_map(|action| first_cell(&start, action)).collect(),
            score: Scores::of(firsts, (0.0, 1.0)).estimate(),
        });
    }
    rows.sort_by(|a, b| b.score.value.total_cmp(&a.score.value).then_with(|| a.action.cmp(&b.action)));
    Ok(Openings { rows, classes: count, actions })
}

/// Of more than `most` classes that many, by chance, in their order.
fn drawn(mut classes: Vec<Vec<Action>>, most: usize, seed: u64) -> Vec<Vec<Action>> {
    let mut rng = Rng::new(seed);
    while classes.len() > most {
        classes.remove(rng.below(classes.len() as u32) as usize);
    }
    classes
}

/// Whether an action names one cell and nothing else.
fn is_single(position: &Position, action: &Action) -> bool {
    action.picks().len() == 1 && position.game().board.find_written(&position.written(action)).is_some()
}

/// The cell that an action picks first, where it is the first word of how it is written.
fn first_cell(position: &Position, action: &Action) -> Option<u16> {
    let board = &position.game().board;
    let slot = *action.picks().first()?;
    let cell = Id::from_index(usize::from(slot));
    let text = position.written(action);
    let first = text.split(|letter: char| !letter.is_alphanumeric()).find(|word| !word.is_empty())?;
    let is_cell = usize::from(slot) < board.slots() && board.is_cell(cell) && board.cell_written(cell) == first;
    is_cell.then_some(slot)
}

/// The legal actions at the start in classes of those that symmetries turn into each other: symmetries of the rules that keep
/// the players and the setup.
fn classes(start: &mut Position) -> Result<Vec<Vec<Action>>, Fault> {
    let found = audit::symmetries(start.game());
    let holds = |map: &&Automorphism| map.keeps_setup && map.provided.is_empty();
    let maps: Vec<Automorphism> = found.keeping.iter().filter(holds).cloned().collect();
    let role = start.role_to_act();
    let legal: Vec<Action> = start.legal()?.iter().collect();
    let mut class = vec![usize::MAX; legal.len()];
    let mut classes: Vec<Vec<Action>> = Vec::new();
    for (index, action) in legal.iter().enumerate() {
        if class[index] != usize::MAX {
            continue;
        }
        class[index] = classes.len();
        let mut members = vec![action.clone()];
        for map in &maps {
            let Some(other) = image(start, role, action, map)? else { continue };
            let place = legal.iter().position(|known| *known == other);
            if let Some(place) = place.filter(|place| class[*place] == usize::MAX) {
                class[place] = classes.len();
                members.push(other);
            }
        }
        classes.push(members);
    }
    Ok(classes)
}
