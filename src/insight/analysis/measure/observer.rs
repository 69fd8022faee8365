//! Watches a game and writes down its facts.

use rustc_hash::FxHashSet;

use super::facts::{Ending, GameFacts, LastAction};
use super::fired::fired;
use super::footprint::Footprint;
use super::lead::{PlyValues, lead, smoothed};
use super::search::Search;
use super::sheet::{BESIDE, effects};
use crate::agents::End;
use crate::analysis::named_cells::named_cells;
use rulebook_language::source::Span;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Fault, PASS, Position, SWAP};
use rulebook_play::plan::ChoiceKind;

/// For so many plies the number of choices and the like are kept ply by ply.
pub(super) const CURVE: usize = 400;

/// Watches games, one after the other.
pub(super) struct Observer {
    footprint: Footprint,
    effects: Vec<Span>,
    search: Option<Search>,
    facts: GameFacts,
    /// The board before the ply at hand, and at the start of the turn, with who began it.
    before: Vec<u64>,
    turn: Vec<u64>,
    pieces: (Vec<u32>, u32),
    mover: Option<usize>,
    /// The positions after earlier turns.
    past: FxHashSet<Vec<u64>>,
    seen: Vec<PlyValues>,
    fault: Option<Fault>,
}

impl Observer {
    /// An observer of games from `start`, who asks a search of so many simulations for values.
    pub(super) fn new(start: &Position, simulations: Option<u32>) -> Self {
        Observer {
            footprint: Footprint::new(start),
            effects: effects(start),
            search: simulations.map(Search::new),
            facts: GameFacts::default(),
            before: Vec::new(),
            turn: Vec::new(),
            pieces: (Vec::new(), 0),
            mover: None,
            past: FxHashSet::default(),
            seen: Vec::new(),
            fault: None,
        }
    }

    /// Begins game `index` of `seed`, which starts from `start`; looks at effects where `watched`.
    pub(super) fn begin(&mut self, start: &Position, seed: u64, index: u64, watched: bool) {
        let game = start.game();
        let watched = watched && start.probes().is_some();
        self.facts = GameFacts {
            index,
            seed,
            moves: vec![0; game.moves.len() + BESIDE.len()],
            effects: watched.then(|| vec![0; self.effects.len()]),
            cells: vec![0; game.board.slots()],
            visits: vec![0; game.board.slots()],
            visitors: vec![0; game.board.slots()],
            ..GameFacts::default()
        };
        self.before.clear();
        self.before.extend_from_slice(self.footprint.of(start));
        self.turn.clone_from(&self.before);
        self.pieces = self.footprint.pieces(start);
        self.mover = None;
        self.past.clear();
        self.past.insert(self.key(start));
        self.seen.clear();
        self.fault = None;
        if let Some(search) = &mut self.search {
            // Another stream than that of the players.
            search.begin(Rng::for_game(!seed, index));
        }
    }

    /// A position with the action to come. Says whether to go on.
    pub(super) fn see(&mut self, position: &mut Position, action: &Action) -> bool {
        self.arrive(position);
        let done = self.ply(position, action);
        self.fault = self.fault.or(done.err());
        self.fault.is_none()
    }

    /// What an evaluation could not do.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    fn ply(&mut self, position: &mut Position, action: &Action) -> Result<(), Fault> {
        let role = position.role_to_act();
        let choices = position.legal()?.len() as u32;
        let sort = position.plan().roles[role].choices.get(usize::from(action.choice())).map(|choice| choice.sort);
        let moves = position.game().moves.len();
        let beside = |word: &str| moves + BESIDE.iter().position(|known| *known == word).unwrap_or(0);
        let place = match sort {
            Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) => rule.index(),
            Some(ChoiceKind::Pass | ChoiceKind::Scatter(_)) => beside(PASS),
            None if position.written(action) == SWAP => beside(SWAP),
            None => beside("stop"),
        };
        let seat = position.seat_to_act();
        let target = named_cells(position, role, action).last().copied().filter(|_| seat > 0);
        let facts = &mut self.facts;
        if facts.plies == facts.lots && seat > 0 {
            facts.opening = position.written(action);
        }
        if let Some(cell) = target {
            facts.visits[cell.index()] += 1;
            facts.visitors[cell.index()] |= 1 << (role.index() % 32);
        }
        let cell = target.map(|cell| cell.index() as u16);
        facts.last = Some(LastAction { rule: place as u16, cell, seat });
        facts.plies += 1;
        if let Some(count) = facts.moves.get_mut(place) {
            *count += 1;
        }
        facts.pieces += self.pieces.0.iter().map(|count| u64::from(*count)).sum::<u64>();
        if seat == 0 {
            facts.lots += 1;
        } else {
            facts.choices += u64::from(choices);
            facts.log_choices += f64::from(choices.max(1)).log10();
            facts.most_choices = facts.most_choices.max(choices);
            facts.forced += u32::from(choices == 1);
            facts.forced_passes += u32::from(choices == 1 && place == beside(PASS));
            if facts.branching.len() < CURVE {
                facts.branching.push(choices);
                facts.material.push(self.pieces.0.iter().sum());
                if position.game().max_height > 1 {
                    facts.heights.push(self.pieces.1);
                }
            }
        }
        if !position.mid_turn() {
            self.mover = Some(role.index());
        }
        if let Some(counts) = &mut facts.effects {
            fired(position, action, &self.effects, counts)?;
        }
        if let Some(search) = &mut self.search {
            self.seen.push(search.look(position)?);
        }
        Ok(())
    }

    /// A position that the last action led to: what is different in it.
    fn arrive(&mut self, position: &Position) {
        let now = self.footprint.of(position);
        if self.facts.plies > 0 {
            self.footprint.add_changed(&self.before, now, &mut self.facts.cells);
        }
        if self.before != now {
            self.before.clear();
            self.before.extend_from_slice(now);
            let pieces = self.footprint.pieces(position);
            let lost = |(owner, (was, is)): (usize, (&u32, &u32))| match self.mover {
                Some(mover) if mover == owner => 0,
                _ => was.saturating_sub(*is),
            };
            self.facts.captured += self.pieces.0.iter().zip(&pieces.0).enumerate().map(lost).sum::<u32>();
            self.pieces = pieces;
        }
        self.facts.tallest = self.facts.tallest.max(self.pieces.1);
        if self.facts.plies > 0 && !position.mid_turn() && self.turn != self.before {
            // Whoever passes does not repeat a position: only turns that change the board count.
            let is_new = self.past.insert(self.key(position));
            self.facts.repeated += u32::from(!is_new);
            self.turn.clone_from(&self.before);
        }
    }

    fn key(&self, position: &Position) -> Vec<u64> {
        let mut key = self.before.clone();
        key.push(position.role_to_act().index() as u64);
        key
    }

    /// The facts of the game that ended so in `last`.
    pub(super) fn finish(&mut self, last: &Position, end: &End) -> GameFacts {
        self.arrive(last);
        let mut facts = std::mem::take(&mut self.facts);
        let game = last.game();
        // A turn in which the game ended may not be over.
        facts.turns = last.turn() + u32::from(last.mid_turn());
        facts.roles = (1..=game.players.len() as u8).map(|seat| last.role_of_seat(seat).index() as u8).collect();
        facts.ending = Ending::of(last, end);
        if self.search.is_some() {
            let winners = match &facts.ending {
                Ending::Over { winners, .. } => winners.as_slice(),
                Ending::Cut => &[],
            };
            let seats = facts.roles.len() as u8;
            let end: Option<Vec<f64>> = (1..=seats).map(|seat| facts.score(seat)).collect();
            facts.lead = Some(lead(&smoothed(&self.seen, end.as_deref()), winners));
        }
        facts
    }
}
