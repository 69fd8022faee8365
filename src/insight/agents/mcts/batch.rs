//! Simulations whose random games are batched: each begins while others are under way, whose results are not known yet.
//!
//! What is under way counts as a visit in all nodes that it went through, of unknown worth (Liu et al. 2020, "Watch the Unobserved: A Simple
//! Approach to Parallelizing Monte Carlo Tree Search"), so that the next simulation goes elsewhere. How many there may be follows how much the tree knows:
//! where a simulation would not have looked at the results, it need not wait for them.

use std::sync::Arc;

use super::settings::MctsSettings;
use super::tree::{Leaf, Tree};
use crate::agents::reward::Winners;
use rulebook_batch::{
    BatchJob, BatchRunner, Compiled, Drawn, Ended, Finished, Program, StartSource, StartState, Supply, batch_runner,
};
use rulebook_play::engine::{Fault, Position};
use rulebook_play::plan::Plan;
use rustc_hash::FxHashMap;

/// One simulation may be under way for so many that are counted.
const SHARE: u32 = 8;
/// So many may be under way in any case: fewer at once would be no faster in a batch than one by one.
const LEAST: u32 = 4;
/// A node gets its actions when so many of its random games are counted, since to ask the rules for them takes longer than several games
/// in a batch ...
const RIPE: u32 = 2;
/// ... and when one more is for each time that the tree has so many simulations, as far as twice: in a large tree, few come again to
/// where it ends.
const LARGE: u32 = 2048;
/// The most words of positions that are kept, of all trees together.
const MAX_KEPT: usize = 4 << 20;

/// The lanes in which one tree's random games are played: made once for a game.
pub struct Rollouts {
    /// The program of the game, which other players may share.
    compiled: Compiled,
    /// The plan of the game that they are for.
    plan: Option<Arc<Plan>>,
    lanes: Option<(Arc<Program>, Box<dyn BatchRunner>)>,
}

impl Rollouts {
    /// No lanes yet.
    pub fn new(compiled: Compiled) -> Self {
        Rollouts { compiled, plan: None, lanes: None }
    }

    /// The lanes for the game of a position, if any of it is lifted and games are to be batched.
    pub fn of(&mut self, position: &Position, settings: &MctsSettings) -> Option<&mut Self> {
        if u32::from(settings.batch) < LEAST {
            return None;
        }
        if self.plan.as_ref().is_none_or(|known| !Arc::ptr_eq(known, position.plan())) {
            self.plan = Some(Arc::clone(position.plan()));
            let program = self.compiled.program(position);
            let lanes = || batch_runner(&program, StartState::of(position));
            self.lanes = program.is_lifted().then(|| (Arc::clone(&program), lanes()));
        }
        self.lanes.is_some().then_some(self)
    }
}

impl Clone for Rollouts {
    /// Lanes hold nothing that lasts from one search to the next: others are made when they are needed.
    fn clone(&self) -> Self {
        Rollouts::new(self.compiled.clone())
    }
}

impl std::fmt::Debug for Rollouts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rollouts").finish_non_exhaustive()
    }
}

/// A random game under way.
struct UnderWay {
    /// The nodes that the simulation went through.
    path: Vec<u32>,
    /// Whether the last action of the path is the game's first.
    with_last: bool,
}

/// What a simulation has come to.
enum Led {
    /// It is over.
    Over(Winners),
    /// A random game is to be played, of which the last action of the path is the first, or which begins after that.
    Open { with_last: bool },
}

/// A search under way.
pub struct Growing<'a> {
    tree: &'a mut Tree,
    position: &'a mut Position,
    settings: &'a MctsSettings,
    program: Option<Arc<Program>>,
    /// Simulations that are still to begin.
    left: u32,
    /// The number of the next random game.
    next: u64,
    /// The random games under way.
    under_way: Vec<UnderWay>,
    /// The numbers of them.
    numbers: Vec<u64>,
    /// Paths at rest.
    paths: Vec<Vec<u32>>,
    /// Where games begin whose first actions are those of a node.
    kept: FxHashMap<u32, StartState>,
    /// The words of all of them.
    kept_words: usize,
    fault: Option<Fault>,
}

impl<'a> Growing<'a> {
    /// A search of a position, which the tree has for its root.
    pub fn new(tree: &'a mut Tree, position: &'a mut Position, simulations: u32, settings: &'a MctsSettings) -> Self {
        Growing {
            tree,
            position,
            settings,
            program: None,
            left: simulations,
            next: 0,
            under_way: Vec::new(),
            numbers: Vec::new(),
            paths: Vec::new(),
            kept: FxHashMap::default(),
            kept_words: 0,
            fault: None,
        }
    }

    /// Makes the simulations.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn grow(mut self, rollouts: &mut Rollouts) -> Result<(), Fault> {
        let Some((program, lanes)) = &mut rollouts.lanes else { return Ok(()) };
        self.program = Some(Arc::clone(program));
        let games = 0..u64::from(self.left);
        let order = BatchJob {
            seed: self.tree.rng.word(),
            games,
            max_plies: self.settings.cap.saturating_add(1),
            keep_lines: false,
            choices: false,
            steps: None,
        };
        lanes.play_from(&order, &mut self);
        // Those that were given up are not to come.
        for game in std::mem::take(&mut self.under_way) {
            self.tree.path = game.path;
            self.tree.pend(-1);
        }
        self.fault.map_or(Ok(()), Err)
    }

    /// How many random games may be under way.
    fn most(&self) -> u32 {
        let root = self.tree.nodes().get(0);
        // While the root has actions that were not tried, what the others have come to is not asked.
        let is_asked = root.expanded && root.left == 0;
        let most = if is_asked { root.visits / SHARE } else { u32::MAX };
        most.clamp(LEAST, u32::from(self.settings.batch))
    }

    /// How many random games of a node are counted when it gets its actions.
    fn ripe(&self) -> u32 {
        RIPE + (self.tree.nodes().get(0).visits / LARGE).min(2)
    }

    /// Begins a simulation: whether its random game is to be played in a batch, from `opening`. Else it is counted already.
    fn begin(&mut self, opening: &mut StartState) -> Result<bool, Fault> {
        let begun = self.lead(opening);
        self.tree.ascend(self.position);
        match begun? {
            Led::Over(winners) => {
                self.tree.back_up(winners, false);
                Ok(false)
            }
            Led::Open { with_last } => {
                let mut path = self.paths.pop().unwrap_or_default();
                path.clone_from(&self.tree.path);
                self.tree.pend(1);
                self.under_way.push(UnderWay { path, with_last });
                self.numbers.push(self.next);
                self.next += 1;
                Ok(true)
            }
        }
    }

    /// Goes down the tree; what the simulation has come to, unless a random game is to be played from `opening`.
    fn lead(&mut self, opening: &mut StartState) -> Result<Led, Fault> {
        if let Leaf::Known(winners) = self.tree.descend(self.position, self.settings, self.ripe())? {
            return Ok(Led::Over(winners));
        }
        if self.begin_with_last(opening)? {
            return Ok(Led::Open { with_last: true });
        }
        self.tree.reach(self.position, self.tree.path.len())?;
        if self.position.outcome()?.is_none() {
            opening.set(self.position);
            if self.has_phase(opening) {
                return Ok(Led::Open { with_last: false });
            }
        }
        self.tree.roll(self.position, self.settings).map(Led::Over)
    }

    /// Lets the random game begin where the last action of the path is played, and with that action: then the batch tells what comes
    /// of it. False where it cannot.
    fn begin_with_last(&mut self, opening: &mut StartState) -> Result<bool, Fault> {
        let [.., parent, leaf] = *self.tree.path else { return Ok(false) };
        let Some(first) = Drawn::of(&self.tree.nodes().action(leaf)) else { return Ok(false) };
        match self.kept.get(&parent) {
            Some(kept) => opening.clone_from(kept),
            None => {
                self.tree.reach(self.position, self.tree.path.len() - 1)?;
                opening.set(self.position);
                self.keep(parent, opening);
            }
        }
        opening.first = Some(first);
        Ok(self.has_phase(opening))
    }

    /// Keeps where the games of a node begin. Long pasts are not kept.
    fn keep(&mut self, node: u32, opening: &StartState) {
        let most = MAX_KEPT / usize::from(self.settings.trees.max(1));
        if self.kept_words + opening.words.len() <= most && opening.past.is_empty() {
            self.kept_words += opening.words.len();
            self.kept.insert(node, opening.clone());
        }
    }

    /// Whether random games in batches can begin there.
    fn has_phase(&self, opening: &StartState) -> bool {
        self.program.as_ref().is_some_and(|program| program.phase(opening.role, opening.stage).is_some())
    }
}

impl StartSource for Growing<'_> {
    fn next(&mut self, opening: &mut StartState) -> Supply {
        loop {
            if self.fault.is_some() || self.tree.nodes().get(0).known.is_some() {
                return Supply::Nothing;
            }
            let (most, now) = (self.most(), self.under_way.len() as u32);
            if self.left == 0 || now >= most {
                return Supply::Later;
            }
            self.left -= 1;
            match self.begin(opening) {
                Ok(true) => return Supply::Game,
                Ok(false) => {}
                Err(fault) => self.fault = Some(fault),
            }
        }
    }

    fn ended(&mut self, finished: Finished) {
        let Some(place) = self.numbers.iter().position(|number| *number == finished.index) else { return };
        self.numbers.swap_remove(place);
        let game = self.under_way.swap_remove(place);
        let last = std::mem::replace(&mut self.tree.path, game.path);
        self.paths.push(last);
        let winners = match finished.end {
            Ended::Over(_, roles) => {
                let winners = Winners::of_roles(roles, finished.swapped);
                self.tree.ended_after(finished.plies.saturating_sub(u32::from(game.with_last)), winners);
                winners
            }
            Ended::Cut | Ended::Stuck => Winners::NOBODY,
            Ended::Broken(limit) => {
                self.fault = self.fault.or(Some(limit.into()));
                self.tree.pend(-1);
                return;
            }
        };
        self.tree.back_up(winners, true);
    }
}
