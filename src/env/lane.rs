//! One game of an environment.

use std::sync::Arc;

use crate::error::EnvError;
use crate::observe::{Beside, Value, observe};
use crate::planes::Planes;
use crate::space::{Form, Space};
use rulebook_insight::audit::PossiblePicks;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};
use serde::{Deserialize, Serialize};

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

/// How what is left to chance comes about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Luck {
    /// It is drawn by its odds as soon as it comes, so that a player is to act wherever a game goes on.
    Drawn(Rng),
    /// It is told: where nature acts, [`Lane::draw`] says what comes up.
    Told,
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

/// The most outcomes that are counted.
const MAX_OUTCOMES: usize = 1 << 16;

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
    pub(super) so_far: Vec<u32>,
    pub(super) beside: Beside,
    max_plies: u32,
    pub(super) luck: Luck,
}

impl Luck {
    /// Draws by a seed.
    pub fn of_seed(seed: u64) -> Self {
        // A stream of its own: actions are drawn by those of the seed itself.
        Luck::Drawn(Rng::new(seed).fork())
    }
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

    /// How many outcomes there are at most where nature acts: 0 where nothing is left to chance.
    pub fn most_outcomes(&self) -> usize {
        let game = self.start.game();
        let of_moves = game.moves.iter().filter(|rule| rule.lot.is_some()).flat_map(|rule| {
            game.players.ids().map(move |player| {
                let possible = PossiblePicks::new(game, player, rule, &[]);
                possible.together(MAX_OUTCOMES).map_or(MAX_OUTCOMES, |all| all.len())
            })
        });
        // A piece of any sort, or none.
        of_moves.chain(game.scatters().map(|scatter| scatter.items.len() + 1)).max().unwrap_or(0)
    }
}

impl Lane {
    /// A game from its start, which is cut off after so many actions, those of nature counted.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn new(model: &Arc<Model>, max_plies: u32, luck: Luck) -> Result<Self, EnvError> {
        Lane::of(model, model.start.clone(), max_plies, luck)
    }

    /// A game from a position of it.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn of(model: &Arc<Model>, mut position: Position, max_plies: u32, luck: Luck) -> Result<Self, EnvError> {
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
            luck,
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

    /// The seat to act, from 0; while nature acts that of the player whose turn it is.
    pub fn seat(&self) -> usize {
        usize::from(self.position.seat_in_turn().saturating_sub(1))
    }

    /// Whether what comes up is to be told.
    pub fn is_chance(&self) -> bool {
        self.state == State::Running && self.position.is_chance()
    }

    /// What can come up, as records have it, each with its odds; nothing where nature does not act.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn outcomes(&mut self) -> Result<Vec<(String, f64)>, EnvError> {
        if !self.is_chance() {
            return Ok(Vec::new());
        }
        let odds: Vec<f64> = self.position.chance()?.map_or_else(Vec::new, |chance| {
            chance.weights.iter().map(|weight| *weight as f64 / chance.total.max(1) as f64).collect()
        });
        let all: Vec<Action> = self.position.legal()?.iter().collect();
        Ok(all.iter().map(|action| self.position.written(action)).zip(odds).collect())
    }

    /// Lets an outcome come up, by its place among [`Lane::outcomes`].
    ///
    /// # Errors
    /// If it cannot come up here, or the rules cannot be evaluated.
    pub fn draw(&mut self, place: usize) -> Result<(), EnvError> {
        let action = if self.is_chance() { self.position.legal()?.iter().nth(place) } else { None };
        let Some(action) = action else { return Err(EnvError::Outcome(place)) };
        self.position.play_unchecked(&action)?;
        self.look()
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
        if let Luck::Drawn(rng) = &mut self.luck {
            while self.position.is_chance()
                && self.position.ply() < self.max_plies
                && let Some(drawn) = self.position.random_action(rng)?
            {
                self.position.play_unchecked(&drawn)?;
            }
        }
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
        if self.position.is_chance() {
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

    /// Begins again. What is drawn goes on from where it was.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn reset(&mut self) -> Result<(), EnvError> {
        let luck = std::mem::replace(&mut self.luck, Luck::Told);
        *self = Lane::new(&self.model, self.max_plies, luck)?;
        Ok(())
    }

    /// The same game with other luck, which draws what is to come up now.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn with_luck(mut self, luck: Luck) -> Result<Self, EnvError> {
        self.luck = luck;
        if self.is_chance() {
            self.look()?;
        }
        Ok(self)
    }

    /// Begins again as a game at its start of which luck is to be told.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn begin(&mut self, fresh: &Lane) -> Result<(), EnvError> {
        let luck = std::mem::replace(&mut self.luck, Luck::Told);
        *self = fresh.clone().with_luck(luck)?;
        Ok(())
    }

    /// Draws by a seed from here on, where luck is not told.
    pub fn seed(&mut self, seed: u64) {
        if matches!(self.luck, Luck::Drawn(_)) {
            self.luck = Luck::of_seed(seed);
        }
    }

    /// Writes what the player at a seat, from 0, sees.
    pub fn observe<V: Value>(&self, seat: usize, out: &mut [V]) {
        observe(&self.model.planes, self.model.space.heads(), &self.position, &self.beside, seat, out);
    }
}
