//! Games of a network against itself, and what each of their positions should have been worth.

use rulebook_language::util::Rng;
use rulebook_play::engine::{ActionList, Fault, Position};

use super::choice::choose;
use super::eye::Eye;
use super::network::Network;
use super::result::{Worth, outputs};

/// The most weights that are noted of a game.
const MAX_ACTIVE: u64 = 1 << 20;

/// How games are played that teach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Teaching {
    /// The seed of all that is drawn.
    pub seed: u64,
    /// The share of actions that are drawn, in parts of 2^16.
    pub explore: u32,
    /// How far results are carried back past what the network says, from 0 to 1.
    pub lambda: f32,
    /// At most so many actions at the start are drawn.
    pub opening: u32,
    /// A game is given up after so many actions, and counts as far as the network says.
    pub longest: u32,
}

/// A game that was played, as far as it teaches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameLine {
    /// The weights of all inputs, position after position.
    pub active: Vec<u32>,
    /// How much more each position was worth than the network said, in the outputs of whoever was to act there.
    pub errors: Vec<f32>,
    /// How many actions were played.
    pub plies: u32,
    /// What came of it.
    pub result: Option<Worth>,
}

/// A position of a game that teaches.
struct Visited {
    /// What the network says that it is worth.
    worth: Vec<f32>,
    head: usize,
    /// Whether an action after it, up to the next one that is noted, was drawn and not chosen.
    left_by_chance: bool,
}

/// Plays game number `index` of a network against itself from `start`, which is given back as it was.
///
/// # Errors
/// If the rules cannot be evaluated.
pub fn play(
    network: &Network,
    eye: &mut Eye,
    start: &mut Position,
    teaching: &Teaching,
    index: u64,
) -> Result<GameLine, Fault> {
    let ply = start.ply();
    let line = SelfPlay { network, eye, teaching, rng: Rng::for_game(teaching.seed, index), index }.play(start);
    while start.ply() > ply && start.undo() {}
    line
}

struct SelfPlay<'p> {
    network: &'p Network,
    eye: &'p mut Eye,
    teaching: &'p Teaching,
    rng: Rng,
    index: u64,
}

impl SelfPlay<'_> {
    fn play(&mut self, position: &mut Position) -> Result<GameLine, Fault> {
        let weights = self.network.weights.as_slice();
        let (mut line, mut visited, mut list) = (GameLine::default(), Vec::new(), ActionList::new());
        let opening = self.rng.below(self.teaching.opening + 1);
        let stride = self.stride();
        self.eye.begin(position)?;
        while line.plies < self.teaching.longest {
            if let Some(outcome) = position.outcome()? {
                line.result = Some(Worth::of(position, &outcome));
                break;
            }
            let drawn = line.plies < opening || self.rng.below(1 << 16) < self.teaching.explore;
            let mut by_chance = false;
            let action = if position.is_chance() {
                position.random_action(&mut self.rng)?
            } else {
                position.legal_into(&mut list)?;
                by_chance = drawn && list.len() > 1;
                match list.len() {
                    0 => None,
                    1 => Some(list.get(0)),
                    count if drawn => Some(list.get(self.rng.below(count as u32) as usize)),
                    _ => choose(self.eye, weights, position, &list, &mut self.rng)?.map(|(action, _)| action),
                }
            };
            let Some(mut action) = action else { break };
            if action.is_swap() {
                // Seats are not changed: what each role is worth is learned without.
                let others = list.iter().filter(|action| !action.is_swap()).count() as u32;
                let other = self.rng.below(others) as usize;
                by_chance = true;
                match list.iter().filter(|action| !action.is_swap()).nth(other) {
                    Some(kept) => action = kept,
                    None => break,
                }
            }
            if let Some(last) = visited.last_mut() {
                let last: &mut Visited = last;
                last.left_by_chance |= by_chance;
            }
            position.play_unchecked(&action)?;
            line.plies += 1;
            self.eye.go(weights, position)?;
            let is_noted = (u64::from(line.plies) + self.index).is_multiple_of(stride);
            if is_noted && line.plies >= opening && position.outcome()?.is_none() {
                visited.push(self.visit(position, &mut line)?);
            }
        }
        self.judge(&visited, &mut line);
        Ok(line)
    }

    /// One position of so many is noted: each one, but of long games on large boards.
    fn stride(&self) -> u64 {
        let all = self.network.wiring.inputs.len() as u64 * u64::from(self.teaching.longest);
        all.div_ceil(MAX_ACTIVE).max(1)
    }

    /// Notes what is seen of a position.
    fn visit(&mut self, position: &mut Position, line: &mut GameLine) -> Result<Visited, Fault> {
        let players = position.game().players.len();
        let sight = self.eye.look(&self.network.weights, position)?;
        let worth = (0..outputs(players)).map(|role| sight.worth(role)).collect();
        let head = self.network.wiring.head(position.memory());
        self.eye.active(head, &mut line.active);
        Ok(Visited { worth, head, left_by_chance: false })
    }

    /// Works out, from the last position back, what each should have been worth: what came of it, mixed with what the network says of
    /// the positions after it (Sutton 1988). What led on by chance teaches nothing.
    fn judge(&self, visited: &[Visited], line: &mut GameLine) {
        let (wiring, lambda) = (&self.network.wiring, self.teaching.lambda);
        let mut target: Option<Vec<f32>> = line.result.as_ref().map(|result| result.0.clone());
        let mut errors: Vec<f32> = Vec::new();
        for at in visited.iter().rev() {
            let wanted = match &target {
                Some(target) if !at.left_by_chance => target.as_slice(),
                _ => at.worth.as_slice(),
            };
            let role = wiring.role(at.head);
            let view = &wiring.views[wiring.view_of(at.head)];
            let from = errors.len();
            errors.resize(from + wiring.outputs, 0.0);
            for (place, (wanted, worth)) in wanted.iter().zip(&at.worth).enumerate() {
                let error = wanted - worth;
                match wiring.outputs {
                    1 => errors[from] = if role == 1 { -error } else { error },
                    _ => errors[from + usize::from(view.outputs[place])] = error,
                }
            }
            target =
                Some(wanted.iter().zip(&at.worth).map(|(wanted, worth)| worth + lambda * (wanted - worth)).collect());
        }
        // They were found from the last position on.
        line.errors = errors.chunks_exact(wiring.outputs).rev().flatten().copied().collect();
    }
}
