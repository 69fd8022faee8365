//! What happened in the games of an inspection, over all choices of the options: what never did is worth a word.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::sample::Sample;
use rulebook_language::model::{Game, KindId, PlayerId};
use rulebook_language::source::Span;
use rulebook_language::util::Table;
use rulebook_play::engine::{Action, ActionList, Fault, Outcome, Position};
use rulebook_play::plan::ChoiceKind;

/// How many games must have been won for a player who won none to be named.
const DECIDED: u64 = 12;

/// What happened in the games of one title.
#[derive(Default)]
pub struct PlayCoverage {
    /// All games that came to an end or to the greatest length.
    pub games: u64,
    /// Those of whose positions the pieces were looked at, and those of which the legal actions were.
    pub looked: [u64; 2],
    /// The random ones among them that were played many at once.
    pub sampled: u64,
    /// Those in which something was played.
    pub begun: u64,
    /// The actions of all of them.
    pub actions: u64,
    /// Those at random that came to an end, and those that did not.
    pub random: [u64; 2],
    /// Whether the game is over at once, which says enough of what it did not come upon.
    pub is_short: bool,
    /// Whether it came to a player without an action.
    pub is_stuck: bool,
    /// Whether its rules cannot be evaluated, or break a law.
    pub is_broken: bool,
    /// The games at the default options, to be gone through again.
    pub lines: Option<Vec<Vec<Action>>>,
    moves: BTreeMap<String, (Span, bool)>,
    kinds: BTreeMap<String, bool>,
    ends: BTreeMap<String, EndSeen>,
    /// Where it says that alike actions are one, and whether two were.
    alike: Option<(Span, bool)>,
    /// The games that somebody won, and the names of the winners.
    won: (u64, BTreeSet<String>),
}

/// An end clause.
struct EndSeen {
    span: Span,
    /// As people are told of it.
    told: String,
    /// Whether it ended a game.
    seen: bool,
}

/// What no game came upon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unseen {
    /// The title of the game.
    pub title: String,
    /// What: `the end clause` with its name, or an effect of a move.
    pub what: String,
    /// Where it is declared.
    pub span: Span,
    /// In how many games.
    pub games: u64,
}

/// The choices of one prepared game that were offered so far.
pub struct Offered(Table<PlayerId, (usize, Vec<bool>)>);

impl Offered {
    /// None yet.
    pub fn new(position: &Position) -> Self {
        let roles = position.plan().roles.iter();
        Offered(roles.map(|role| (role.choices.len(), vec![false; role.choices.len()])).collect())
    }

    /// Notes the choices of the legal actions; whether it had to look at them.
    pub fn note(&mut self, position: &Position, legal: &ActionList) -> bool {
        let (left, known) = &mut self.0[position.role_to_act()];
        if *left == 0 {
            return false;
        }
        for action in legal.iter() {
            if let Some(place) = known.get_mut(usize::from(action.choice()))
                && !std::mem::replace(place, true)
            {
                *left -= 1;
            }
        }
        true
    }
}

impl PlayCoverage {
    /// Notes what a game has, before it is played.
    pub fn declare(&mut self, game: &Game) {
        for rule in &game.moves {
            self.moves.entry(rule.name.clone()).or_insert((rule.span, false));
        }
        for kind in &game.kinds {
            self.kinds.entry(kind.name.clone()).or_insert(false);
        }
        // Where moves have several picks, or links, two that are alike may only be rare.
        let is_plain = game.moves.iter().all(|rule| rule.picks().count() < 2);
        if let Some(span) = game.alike.filter(|_| is_plain) {
            self.alike.get_or_insert((span, false));
        }
        for end in &game.ends {
            let seen = || EndSeen { span: end.span, told: end.told().to_owned(), seen: false };
            self.ends.entry(end.name.clone()).or_insert_with(seen);
        }
    }

    /// Notes that a game of so many actions was played, whether at random, and whether it came to an end.
    pub fn played(&mut self, at_random: bool, over: bool, actions: usize) {
        self.games += 1;
        self.looked = self.looked.map(|games| games + 1);
        self.begun += u64::from(actions > 0);
        self.actions += actions as u64;
        if at_random {
            self.random[usize::from(!over)] += 1;
        }
    }

    /// Notes random games that were played many at once.
    pub fn sampled(&mut self, game: &Game, sample: &Sample) {
        self.games += sample.games();
        self.sampled += sample.games();
        self.begun += sample.games() - sample.empty;
        self.actions += sample.actions;
        self.random[0] += sample.over.len() as u64;
        self.random[1] += sample.cut;
        sample.over.iter().for_each(|outcome| self.ended(game, outcome));
        for rule in sample.made.iter().filter_map(|rule| game.moves.get(*rule)) {
            if let Some((_, seen)) = self.moves.get_mut(&rule.name) {
                *seen = true;
            }
        }
    }

    /// Notes that a game was gone through again, and whether its legal actions were looked at.
    pub fn retraced(&mut self, lists: bool) {
        self.looked[0] += 1;
        self.looked[1] += u64::from(lists);
    }

    /// Whether each kind of piece stood on the board.
    pub fn has_all_kinds(&self) -> bool {
        self.kinds.values().all(|seen| *seen)
    }

    /// Whether each move was possible, and two actions were alike where it says that they can be.
    pub fn has_offered_all(&self) -> bool {
        self.moves.values().all(|(_, seen)| *seen) && self.alike.is_none_or(|(_, seen)| seen)
    }

    /// Notes which choices were offered.
    pub fn offered(&mut self, position: &Position, offered: &Offered) {
        for (role, (_, known)) in offered.0.iter_ids() {
            for (choice, _) in position.plan().roles[role].choices.iter().zip(known).filter(|(_, known)| **known) {
                let (ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) = choice.sort else { continue };
                if let Some((_, seen)) = self.moves.get_mut(&position.game().moves[rule].name) {
                    *seen = true;
                }
            }
        }
    }

    /// Notes which kinds of pieces stand on the board.
    pub fn stands(&mut self, position: &Position) {
        let layout = &position.plan().layout;
        for (id, kind) in position.game().kinds.iter_ids() {
            let Some(seen) = self.kinds.get_mut(&kind.name).filter(|seen| !**seen) else { continue };
            *seen = match layout.kind(id) {
                Some(plane) => {
                    let plane = plane as usize..(plane + layout.words) as usize;
                    position.words().get(plane).is_some_and(|words| words.iter().any(|word| *word != 0))
                }
                None => id == KindId(0),
            };
        }
    }

    /// Notes whether one legal action stands for several.
    pub fn alike(&mut self, position: &mut Position) -> Result<(), Fault> {
        if let Some((_, seen @ false)) = &mut self.alike {
            *seen = !position.alike()?.is_empty();
        }
        Ok(())
    }

    /// Where it says that alike actions are one, though no two ever were.
    pub fn never_alike(&self) -> Option<Span> {
        self.alike.filter(|(_, seen)| !seen).map(|(span, _)| span)
    }

    /// Notes how a game ended.
    pub fn ended(&mut self, game: &Game, outcome: &Outcome) {
        if let Some(end) = self.ends.get_mut(&outcome.clause) {
            end.seen = true;
        }
        self.won.0 += u64::from(!outcome.winners.is_empty());
        self.won.1.extend(outcome.winners.iter().map(|winner| game.players[*winner].clone()));
    }

    /// The players who won none of many games that others won, with the number of these.
    pub fn losers<'g>(&self, game: &'g Game) -> impl Iterator<Item = (&'g str, u64)> {
        let (games, winners) = &self.won;
        let often = *games >= DECIDED;
        game.players.iter().filter(move |name| often && !winners.contains(*name)).map(|name| (name.as_str(), *games))
    }

    /// The moves that were never possible, with their places.
    pub fn impossible_moves(&self) -> impl Iterator<Item = (&str, Span)> {
        self.moves.iter().filter(|(_, (_, seen))| !seen).map(|(name, (span, _))| (name.as_str(), *span))
    }

    /// The kinds that never stood on the board.
    pub fn absent_kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().filter(|(_, seen)| !**seen).map(|(name, _)| name.as_str())
    }

    /// The end clauses that ended no game, as people are told of them, in the order of the file.
    pub fn silent_ends(&self) -> Vec<(&str, Span)> {
        let silent = self.ends.values().filter(|end| !end.seen);
        let mut silent: Vec<(&str, Span)> = silent.map(|end| (end.told.as_str(), end.span)).collect();
        silent.sort_by_key(|(_, span)| span.start);
        silent
    }
}
