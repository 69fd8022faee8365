//! Two positions in lock-step: the same actions, as they are written, played in both games.

use rustc_hash::FxHashMap;

use super::contents::Contents;
use super::side::Sides;
use crate::Identity;
use crate::library::Prepared;
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Fault, Outcome, Position, STOP};
use rulebook_play::plan::{ChoiceKind, RolePlan};

/// An action of both games that is written alike.
#[derive(Clone, Debug)]
pub struct PairedAction {
    /// In A.
    pub a: Action,
    /// In B.
    pub b: Action,
}

/// Two positions that the same line of play led to.
pub struct Lockstep {
    /// In A.
    pub a: Position,
    /// In B, which speaks A's language.
    pub b: Position,
    start: Position,
    contents: Contents,
    players: Vec<Option<rulebook_language::model::PlayerId>>,
    identities: [Identity; 2],
    /// Whether equal actions are written alike.
    same_notation: bool,
    /// Whether turns and skips are ordered alike.
    pub same_order: bool,
}

/// What differs between two positions, or what both allow.
#[derive(Clone, Debug)]
pub enum LockstepResult {
    /// Nothing differs: what both allow. Both games are over if that is nothing.
    Same(Vec<PairedAction>),
    /// Nothing differs but counters and marks, which may lead to a difference that matters: what both allow.
    Counted(Vec<PairedAction>),
    /// Nature can do the same, but not as likely: what both allow.
    Odds(Vec<PairedAction>),
    /// What each allows alone, and what both do.
    Actions(Difference, Vec<PairedAction>),
    /// They lead to different positions, or end otherwise. Where the games begin so, with what each allows alone there.
    Results(DifferenceKind, Difference),
}

impl LockstepResult {
    fn same(agree: bool, both: Vec<PairedAction>) -> Self {
        if agree { LockstepResult::Same(both) } else { LockstepResult::Counted(both) }
    }
}

/// What each allows alone, as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// What A alone allows.
    pub only_a: Vec<String>,
    /// What B alone allows.
    pub only_b: Vec<String>,
}

/// What is other after the same moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DifferenceKind {
    /// How likely it is what nature does.
    Odds,
    /// What is on the board, or counted.
    Contents,
    /// Whose turn it is, or how far it is.
    Turn,
    /// Whether the game is over.
    Over,
    /// Who has won.
    Winner,
}

impl Lockstep {
    /// Both games, the second with the names of the first, from their starts, or from a position that is given as text; nothing
    /// where one of them cannot read it.
    pub fn new(games: [&Prepared; 2], from: Option<&str>, sides: &Sides, same_order: bool) -> Option<Self> {
        let begin = |game: &Prepared| match from {
            Some(text) => game.read(text).ok(),
            None => Some(game.start()),
        };
        Some(Lockstep::at(begin(games[0])?, begin(games[1])?, sides, same_order))
    }

    fn at(a: Position, b: Position, sides: &Sides, same_order: bool) -> Self {
        let contents = Contents::new(&a, &b, &sides.pairing);
        let identities = [Identity::of(a.game()), Identity::of(b.game())];
        let (players, same_notation) = (sides.pairing.players.clone(), same_notation(&a, &b));
        Lockstep { start: a.clone(), a, b, contents, players, identities, same_notation, same_order }
    }

    /// The start of A.
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// Plays an action in both.
    ///
    /// # Errors
    /// As [`Position::play_unchecked`].
    pub fn play(&mut self, both: &PairedAction) -> Result<(), Fault> {
        self.a.play_unchecked(&both.a)?;
        if let Err(fault) = self.b.play_unchecked(&both.b) {
            self.a.undo();
            return Err(fault);
        }
        Ok(())
    }

    /// Takes the last action back in both.
    pub fn undo(&mut self) {
        self.a.undo();
        self.b.undo();
    }

    /// The work so far.
    pub fn spent(&self) -> u64 {
        self.a.spent() + self.b.spent()
    }

    /// What decides the future of both; nothing where that cannot be told.
    pub fn key(&self) -> Option<Vec<u64>> {
        let mut key = self.identities[0].key(&self.a)?;
        key.extend(self.identities[1].key(&self.b)?);
        for (identity, position) in self.identities.iter().zip([&self.a, &self.b]) {
            if !identity.is_whole() {
                // Where earlier positions count, they are part of it, in whatever order they came.
                let mut past: Vec<&[u64]> = position.past().collect();
                past.sort_unstable();
                key.extend(past.into_iter().flatten());
                key.push(u64::MAX);
            }
        }
        Some(key)
    }

    /// The player of A that B's role to act is.
    fn acts_alike(&self) -> bool {
        let own = self.players.get(self.a.role_to_act().index()).copied().flatten();
        own == Some(self.b.role_to_act())
    }

    /// What differs here, after the same line of play.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn look(&mut self) -> Result<LockstepResult, Fault> {
        let agree = self.contents.agree(&self.a, &self.b);
        if !agree && (self.a.ply() == 0 || !self.contents.agree_on_board(&self.a, &self.b)) {
            let begins =
                self.a.ply() == 0 && self.acts_alike() && self.a.outcome()?.is_none() && self.b.outcome()?.is_none();
            let difference = if begins { self.actions(false, false)?.0 } else { Difference::default() };
            return Ok(LockstepResult::Results(DifferenceKind::Contents, difference));
        }
        let over = (self.a.outcome()?, self.b.outcome()?);
        match over {
            (Some(one), Some(other)) => {
                let alike = self.ended_alike(&one, &other);
                return Ok(if alike {
                    LockstepResult::same(agree, Vec::new())
                } else {
                    LockstepResult::Results(DifferenceKind::Winner, Difference::default())
                });
            }
            (None, None) => {}
            (one, _) => return self.over_in_one(one.is_some()),
        }
        let alike = self.acts_alike() && self.a.is_chance() == self.b.is_chance();
        if alike && self.a.is_swapped() == self.b.is_swapped() {
            let (difference, both) = self.actions(false, false)?;
            let none = difference.only_a.is_empty() && difference.only_b.is_empty();
            return Ok(if !none {
                LockstepResult::Actions(difference, both)
            } else if self.a.is_chance() && !self.as_likely(&both)? {
                LockstepResult::Odds(both)
            } else {
                LockstepResult::same(agree, both)
            });
        }
        // One goes on with a turn that is over in the other: where turns are ordered alike, that is since it has a step to make;
        // else it may be that it can go on but need not.
        if self.a.mid_turn() != self.b.mid_turn() {
            let goes_on = if self.a.mid_turn() { &mut self.a } else { &mut self.b };
            let mut texts: Vec<String> = written(goes_on, false)?.into_iter().map(|(text, _)| text).collect();
            // To stop comes first: the other game does so by itself.
            texts.sort_by_key(|text| text != STOP);
            if self.same_order || texts.first().is_some_and(|text| text == STOP) {
                let mut difference = Difference::default();
                let only = if self.a.mid_turn() { &mut difference.only_a } else { &mut difference.only_b };
                *only = texts;
                return Ok(LockstepResult::Actions(difference, Vec::new()));
            }
        }
        Ok(LockstepResult::Results(DifferenceKind::Turn, Difference::default()))
    }

    /// Whether what nature can do is as likely in both.
    fn as_likely(&mut self, both: &[PairedAction]) -> Result<bool, Fault> {
        let [a, b] = [odds(&mut self.a)?, odds(&mut self.b)?];
        let times = |weight: Option<&u64>, total: u64| u128::from(weight.copied().unwrap_or(0)) * u128::from(total);
        Ok(both.iter().all(|pair| times(a.0.get(&pair.a), b.1) == times(b.0.get(&pair.b), a.1)))
    }

    fn ended_alike(&self, one: &Outcome, other: &Outcome) -> bool {
        let mut winners: Vec<_> =
            one.winners.iter().filter_map(|role| self.players.get(role.index()).copied()).collect();
        let mut others: Vec<_> = other.winners.iter().map(|role| Some(*role)).collect();
        winners.sort();
        others.sort();
        one.stuck == other.stuck && winners == others && self.a.is_swapped() == self.b.is_swapped()
    }

    /// One game is over and the other is not: since the latter still has actions, or since it does not end so.
    fn over_in_one(&mut self, a_is_over: bool) -> Result<LockstepResult, Fault> {
        if !self.acts_alike() {
            return Ok(LockstepResult::Results(DifferenceKind::Over, Difference::default()));
        }
        let (difference, _) = self.actions(a_is_over, !a_is_over)?;
        let more = if a_is_over { &difference.only_b } else { &difference.only_a };
        Ok(if more.is_empty() {
            LockstepResult::Results(DifferenceKind::Over, Difference::default())
        } else {
            LockstepResult::Actions(difference, Vec::new())
        })
    }

    /// What both allow, and what each does alone; of a game that is over, what would be possible.
    fn actions(&mut self, offered_a: bool, offered_b: bool) -> Result<(Difference, Vec<PairedAction>), Fault> {
        if self.same_notation && !offered_a && !offered_b {
            let (of_a, of_b) = (self.a.legal()?, self.b.legal()?);
            if of_a == of_b {
                return Ok((Difference::default(), of_a.iter().map(|a| PairedAction { a: a.clone(), b: a }).collect()));
            }
        }
        let of_a = written(&mut self.a, offered_a)?;
        let of_b = written(&mut self.b, offered_b)?;
        if of_a.len() == of_b.len() && of_a.iter().zip(&of_b).all(|((one, _), (other, _))| one == other) {
            let both = of_a.into_iter().zip(of_b).map(|((_, a), (_, b))| PairedAction { a, b }).collect();
            return Ok((Difference::default(), both));
        }
        let known: FxHashMap<&str, Action> =
            of_b.iter().map(|(text, action)| (text.as_str(), action.clone())).collect();
        let mut difference = Difference::default();
        let mut both = Vec::new();
        let mut own: FxHashMap<&str, ()> = FxHashMap::default();
        for (text, a) in &of_a {
            match known.get(text.as_str()) {
                Some(b) if !own.contains_key(text.as_str()) => both.push(PairedAction { a: a.clone(), b: b.clone() }),
                Some(_) => {}
                None => difference.only_a.push(text.clone()),
            }
            own.insert(text, ());
        }
        difference.only_b =
            of_b.iter().filter(|(text, _)| !own.contains_key(text.as_str())).map(|(text, _)| text.clone()).collect();
        Ok((difference, both))
    }
}

/// Whether equal actions are written alike in both games; nothing needs to be written then to find that both allow the same.
fn same_notation(a: &Position, b: &Position) -> bool {
    let board = |position: &Position| -> Vec<String> {
        let board = &position.game().board;
        let cells = board.cells().map(|cell| format!("{} {}", cell.index(), board.cell_name(cell)));
        cells.chain(board.directions().map(|direction| board.direction(direction).name.clone())).collect()
    };
    let choices = |position: &Position| -> Vec<Vec<_>> {
        let game = position.game();
        let written = |choice: ChoiceKind| {
            let (rule, links) = match choice {
                ChoiceKind::Pass | ChoiceKind::Scatter(_) => (None, 0),
                ChoiceKind::Move { rule, .. } => (Some(rule), 0),
                ChoiceKind::Chain { rule, picks, .. } => (Some(rule), usize::from(picks) + 1),
            };
            let rule = rule.and_then(|rule| game.moves.get(rule)).map(|rule| {
                let name = rule.written.is_empty().then(|| rule.name.clone());
                (name, rule.written.clone(), rule.pick_types().collect::<Vec<_>>())
            });
            (rule, links)
        };
        let of_role = |role: &RolePlan| role.choices.iter().map(|choice| written(choice.sort)).collect();
        position.plan().roles.iter().map(of_role).collect()
    };
    let names = |position: &Position| position.game().players.iter().cloned().collect::<Vec<_>>();
    names(a) == names(b) && board(a) == board(b) && choices(a) == choices(b)
}

/// The weight of each thing that nature can do, and their sum.
fn odds(position: &mut Position) -> Result<(FxHashMap<Action, u64>, u64), Fault> {
    let (weights, total) = match position.chance()? {
        Some(chance) => (chance.weights.to_vec(), chance.total),
        None => (Vec::new(), 0),
    };
    Ok((position.legal()?.iter().zip(weights).collect(), total))
}

/// The actions of a position as written; those that would be possible where it is over.
fn written(position: &mut Position, offered: bool) -> Result<Vec<(String, Action)>, Fault> {
    let list = if offered { position.offered()?.clone() } else { position.legal()?.clone() };
    Ok(list.iter().map(|action| (position.written(&action), action)).collect())
}
