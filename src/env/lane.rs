//! One game of an environment.

use std::sync::Arc;

use crate::error::EnvError;
use crate::observe::{Beside, Value, observe};
use crate::planes::Planes;
use crate::space::{Form, Space};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};

/// What all games of an environment share.
#[derive(Clone)]
pub struct Model {
    /// The start of a game.
    pub start: Position,
    /// Its actions.
    pub space: Space,
    /// What is seen.
    pub planes: Planes,
}

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It goes on.
    Running,
    /// It is over.
    Over,
    /// It is cut off: it was longer than allowed, or a player has no legal move and no end clause covers this.
    Cut,
}

/// A game in progress.
#[derive(Clone)]
pub struct Lane {
    model: Arc<Model>,
    /// The position.
    pub position: Position,
    state: State,
    /// What came of it for each seat.
    rewards: Vec<f32>,
    /// Whether legal actions are known as sets: then `numbers` has one for each, and there is nothing in `spans` and `left`.
    by_sets: bool,
    /// The choice of the role to act that each sort of action stands for, where they are.
    choices: Vec<u16>,
    /// The numbers of all legal actions, one after another.
    numbers: Vec<u32>,
    /// Where the numbers of each legal action begin, and where they end.
    spans: Vec<(u32, u32)>,
    /// The legal actions that begin with what is picked so far, by their places.
    left: Vec<u32>,
    /// The numbers picked so far.
    so_far: Vec<u32>,
    beside: Beside,
    max_plies: u32,
}

impl Model {
    /// A game as an environment, from its start.
    ///
    /// # Errors
    /// If its actions cannot be numbered so.
    pub fn new(start: Position, form: Form) -> Result<Self, EnvError> {
        let space = Space::new(start.game(), start.plan(), form)?;
        let planes = Planes::new(start.game(), start.plan(), &space);
        Ok(Model { start, space, planes })
    }
}

impl Lane {
    /// A game from its start, which is cut off after so many actions.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn new(model: &Arc<Model>, max_plies: u32) -> Result<Self, EnvError> {
        Lane::of(model, model.start.clone(), max_plies)
    }

    /// A game from a position of it.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn of(model: &Arc<Model>, mut position: Position, max_plies: u32) -> Result<Self, EnvError> {
        let by_sets = model.space.is_flat() && position.plan().offers_sets(position.game());
        if by_sets {
            position.prefer_sets();
        }
        let seats = model.start.game().players.len();
        let mut lane = Lane {
            model: Arc::clone(model),
            position,
            state: State::Running,
            rewards: vec![0.0; seats],
            by_sets,
            choices: vec![0; model.space.heads().len()],
            numbers: Vec::new(),
            spans: Vec::new(),
            left: Vec::new(),
            so_far: Vec::new(),
            beside: Beside::default(),
            max_plies,
        };
        lane.look()?;
        Ok(lane)
    }

    /// What it shares with others.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Whether it goes on.
    pub fn state(&self) -> State {
        self.state
    }

    /// What came of it for each seat: 1 for those that won, -1 for those that lost, 0 in a draw and before the end.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// The seat to act, from 0.
    pub fn seat(&self) -> usize {
        usize::from(self.position.seat_to_act().saturating_sub(1))
    }

    /// The numbers picked so far of the action at hand.
    pub fn so_far(&self) -> &[u32] {
        &self.so_far
    }

    /// Learns what can be done, or how the game ended.
    fn look(&mut self) -> Result<(), EnvError> {
        self.numbers.clear();
        self.spans.clear();
        self.left.clear();
        self.so_far.clear();
        (self.beside.picking, self.state) = (None, State::Running);
        self.beside.picked.clear();
        if let Some(outcome) = self.position.outcome()? {
            self.state = if outcome.stuck { State::Cut } else { State::Over };
            let decided = !outcome.stuck && !outcome.winners.is_empty();
            for (seat, reward) in (1u8..).zip(&mut self.rewards) {
                let won = outcome.winners.contains(&self.position.role_of_seat(seat));
                *reward = match (decided, won) {
                    (false, _) => 0.0,
                    (true, won) => {
                        if won {
                            1.0
                        } else {
                            -1.0
                        }
                    }
                };
            }
            return Ok(());
        }
        if self.position.ply() >= self.max_plies {
            self.state = State::Cut;
            return Ok(());
        }
        let role = self.position.role_to_act();
        if self.by_sets {
            let (space, choices, numbers) = (&self.model.space, &mut self.choices, &mut self.numbers);
            let mut all = true;
            self.position.offers(&mut |offer| match space.extend(role, &offer, numbers) {
                Some(head) => choices[usize::from(head)] = offer.choice,
                None => all = false,
            })?;
            return if all { Ok(()) } else { Err(EnvError::Unlisted("of this position".to_owned())) };
        }
        let legal = self.position.legal()?;
        let mut unlisted = None;
        for (place, action) in (0u32..).zip(legal.iter()) {
            let from = self.numbers.len() as u32;
            if !self.model.space.write(role, &action, &mut self.numbers) {
                unlisted = Some(action);
                break;
            }
            self.spans.push((from, self.numbers.len() as u32));
            self.left.push(place);
        }
        match unlisted {
            Some(action) => Err(EnvError::Unlisted(self.position.written(&action))),
            None => Ok(()),
        }
    }

    /// The numbers of a legal action, by its place.
    fn numbers_of(&self, place: u32) -> &[u32] {
        let (from, to) = self.spans.get(place as usize).copied().unwrap_or_default();
        self.numbers.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The numbers that are legal, each as often as there are legal actions that go on with it.
    pub fn legal(&self) -> impl Iterator<Item = u32> + '_ {
        let depth = self.so_far.len();
        let whole = if self.by_sets { self.numbers.as_slice() } else { &[] };
        let left = self.left.iter().filter_map(move |place| self.numbers_of(*place).get(depth).copied());
        whole.iter().copied().chain(left)
    }

    /// Writes 1 for each number that is legal, 0 for all others.
    pub fn mask(&self, out: &mut [u8]) {
        out.fill(0);
        for number in self.legal() {
            if let Some(place) = out.get_mut(number as usize) {
                *place = 1;
            }
        }
    }

    /// Whether a number is legal.
    pub fn is_legal(&self, number: u32) -> bool {
        self.legal().any(|legal| legal == number)
    }

    /// A number of a uniformly random legal action.
    pub fn random(&self, rng: &mut Rng) -> Option<u32> {
        if self.by_sets {
            return self.numbers.get(rng.below(self.numbers.len() as u32) as usize).copied();
        }
        let place = self.left.get(rng.below(self.left.len() as u32) as usize)?;
        self.numbers_of(*place).get(self.so_far.len()).copied()
    }

    /// Takes a number: a whole action, or one pick of it. False where it is not legal.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn step(&mut self, number: u32) -> Result<bool, EnvError> {
        if self.by_sets {
            return self.step_by_sets(number);
        }
        let depth = self.so_far.len();
        let (all, spans) = (&self.numbers, &self.spans);
        let numbers_of = |place: u32| {
            let (from, to) = spans.get(place as usize).copied().unwrap_or_default();
            all.get(from as usize..to as usize).unwrap_or_default()
        };
        let goes_on = |place: &u32| numbers_of(*place).get(depth) == Some(&number);
        if !self.left.iter().any(goes_on) {
            return Ok(false);
        }
        self.left.retain(goes_on);
        let complete = self.left.iter().copied().find(|place| numbers_of(*place).len() == depth + 1);
        self.so_far.push(number);
        let picked = self.model.space.read(number);
        // What says that a chain is complete picks nothing.
        if let Some((head, picks)) = picked.filter(|(_, picks)| depth == 0 || !picks.is_empty()) {
            self.beside.picking = Some(head);
            self.beside.picked.extend(picks);
        }
        let Some(place) = complete else { return Ok(true) };
        self.end_action(place)?;
        Ok(true)
    }

    /// Takes a number that is a whole action.
    fn step_by_sets(&mut self, number: u32) -> Result<bool, EnvError> {
        if !self.numbers.contains(&number) {
            return Ok(false);
        }
        let model = Arc::clone(&self.model);
        let Some((index, picks)) = model.space.whole(number) else { return Ok(false) };
        let (Some(head), Some(choice)) =
            (model.space.heads().get(usize::from(index)), self.choices.get(usize::from(index)))
        else {
            return Ok(false);
        };
        self.beside.last.clear();
        self.beside.last.extend(head.picked(picks).filter(|(place, _)| head.is_cell(*place)).map(|(_, cell)| cell));
        self.beside.plain = picks.is_empty();
        self.position.play_unchecked(&Action::of(*choice, picks))?;
        self.look()?;
        Ok(true)
    }

    /// Plays the legal action at a place.
    fn end_action(&mut self, place: u32) -> Result<(), EnvError> {
        let head = self.beside.picking.and_then(|head| self.model.space.heads().get(usize::from(head)));
        self.beside.last.clear();
        let cells = self.beside.picked.iter().filter(|(place, _)| head.is_some_and(|head| head.is_cell(*place)));
        self.beside.last.extend(cells.map(|(_, value)| *value));
        self.beside.plain = self.beside.picked.is_empty();
        let action = self.position.legal()?.get(place as usize);
        self.position.play_unchecked(&action)?;
        self.look()
    }

    /// Begins again.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn reset(&mut self) -> Result<(), EnvError> {
        *self = Lane::new(&self.model, self.max_plies)?;
        Ok(())
    }

    /// Writes what the player at a seat, from 0, sees.
    pub fn observe<V: Value>(&self, seat: usize, out: &mut [V]) {
        observe(&self.model.planes, self.model.space.heads(), &self.position, &self.beside, seat, out);
    }
}
