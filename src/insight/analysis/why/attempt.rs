//! A reading of a text tried as a choice of the turn: how far it gets, and what stops it.

use super::reading::{Link, Reading, domain};
use super::wording::Words;
use rulebook_language::model::{LocalId, MoveId, PlayerId, Type};
use rulebook_play::engine::{Fault, Position, ProbedNode, ProbedValue};
use rulebook_play::plan::{ChoiceProbes, NodeKind};

/// How many sets of picks are tried for one link where the text leaves picks out.
const MAX_TRIED: usize = 2048;

/// How many steps of the evaluator they may take together.
const MAX_SPENT: u64 = 256 << 20;

/// A reading, tried.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The choice.
    pub choice: u16,
    /// The move.
    pub rule: MoveId,
    /// The picks of the link that fails, with what is written beside them; of the last link where none fails.
    pub picks: Vec<u16>,
    /// The picks of the links before it, as an action has them.
    pub before: Vec<u16>,
    /// Which link that is, from 0.
    pub link: usize,
    /// What was worked out for it.
    pub seen: Vec<ProbedNode>,
    /// Whether the conditions of the move hold.
    pub passes: bool,
    /// How many sets of picks the text can mean.
    pub candidates: usize,
    /// Of names that are written and come out otherwise: what each of the candidates has.
    pub otherwise: Vec<(Vec<u16>, ProbedValue)>,
}

impl Attempt {
    /// The whole action's picks.
    pub fn all_picks(&self) -> Vec<u16> {
        let skip = usize::from(self.link > 0);
        self.before.iter().chain(self.picks.iter().skip(skip)).copied().collect()
    }

    /// How far it got: links, then steps.
    pub fn progress(&self) -> (bool, usize, usize) {
        (self.passes, self.link, self.seen.len())
    }

    /// What failed: a pick, a condition, a requirement. Nothing where nothing failed.
    pub fn failed<'s>(&'s self, words: &Words<'_>) -> Option<&'s ProbedNode> {
        if self.passes { None } else { failed(words, &self.seen) }
    }

    /// The names bound before that, with what they stand for.
    pub fn bound(&self, words: &Words<'_>) -> Vec<(LocalId, ProbedValue)> {
        let mut names = Vec::new();
        gather(words, &self.seen, &mut names);
        names
    }
}

fn failed<'s>(words: &Words<'_>, seen: &'s [ProbedNode]) -> Option<&'s ProbedNode> {
    let last = seen.last()?;
    match words.node(last).sort {
        NodeKind::Pick(..) | NodeKind::Shown(_) | NodeKind::Where | NodeKind::Nowhere | NodeKind::Require => {
            (last.value == Some(ProbedValue::Truth(false))).then_some(last)
        }
        NodeKind::Effect | NodeKind::Member(_) => failed(words, &last.parts),
        _ => None,
    }
}

/// The lets at every level, and the members at hand of the blocks that were left half-way.
fn gather(words: &Words<'_>, seen: &[ProbedNode], names: &mut Vec<(LocalId, ProbedValue)>) {
    for (place, part) in seen.iter().enumerate() {
        match (words.node(part).sort, &part.value) {
            (NodeKind::Let(local), Some(value)) => names.push((local, value.clone())),
            (NodeKind::Effect, _) if place + 1 == seen.len() => gather(words, &part.parts, names),
            (NodeKind::Member(local), Some(value)) if place + 1 == seen.len() => {
                names.push((local, value.clone()));
                gather(words, &part.parts, names);
            }
            _ => {}
        }
    }
}

/// Tries a reading as a choice of a role, and gives the candidate that gets furthest.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn attempt(
    position: &mut Position,
    role: PlayerId,
    choice: u16,
    reading: &Reading,
) -> Result<Option<Attempt>, Fault> {
    let Some(probes) = position.choice_probes(role, choice).filter(|probes| probes.rule == reading.rule) else {
        return Ok(None);
    };
    let types: Vec<Type> = position.game().moves[reading.rule].pick_types().collect();
    let mut before: Vec<u16> = Vec::new();
    let mut candidates = 1;
    let mut last = None;
    for (index, link) in reading.links.iter().enumerate() {
        if index > 0 && probes.follow.is_none() {
            return Ok(None);
        }
        let mut search = Search {
            position,
            probes,
            choice,
            types: &types,
            before: &before,
            index,
            best: None,
            tried: 0,
            spent: 0,
            dead: 0,
            otherwise: Vec::new(),
        };
        search.fill(link.clone(), 0)?;
        let (tried, otherwise) = (search.dead.max(1), search.otherwise);
        let Some((picks, seen, passes)) = search.best else { return Ok(None) };
        candidates *= tried;
        let tried = Attempt {
            choice,
            rule: reading.rule,
            picks: picks.clone(),
            before: before.clone(),
            link: index,
            seen,
            passes,
            candidates,
            otherwise,
        };
        if !passes {
            return Ok(Some(tried));
        }
        before = tried.all_picks();
        last = Some(tried);
    }
    Ok(last)
}

/// A search for picks that the text leaves out.
struct Search<'a> {
    position: &'a mut Position,
    probes: ChoiceProbes,
    choice: u16,
    types: &'a [Type],
    before: &'a [u16],
    index: usize,
    best: Option<(Vec<u16>, Vec<ProbedNode>, bool)>,
    tried: usize,
    spent: u64,
    /// How many candidates were decided.
    dead: usize,
    otherwise: Vec<(Vec<u16>, ProbedValue)>,
}

impl Search<'_> {
    fn run(&mut self, picks: &[u16]) -> Result<(Vec<ProbedNode>, bool), Fault> {
        self.tried += 1;
        let watched = match (self.index, self.probes.follow) {
            (1.., Some(follow)) => self.position.watch_link(self.choice, self.before, follow, picks)?,
            _ => self.position.watch(self.probes.test, picks)?,
        };
        self.spent += watched.steps;
        Ok((watched.seen, watched.result != 0))
    }

    /// Fills the picks that are open, from the `at`-th on. A pick that is outside its set decides at once for all that come after.
    fn fill(&mut self, link: Link, at: usize) -> Result<(), Fault> {
        if self.tried >= MAX_TRIED || self.spent >= MAX_SPENT {
            return Ok(());
        }
        let open = (at..link.len()).find(|place| link[*place].is_none());
        let picks: Vec<u16> = link.iter().map(|pick| pick.unwrap_or(0)).collect();
        let Some(open) = open else {
            let (seen, passes) = self.run(&picks)?;
            self.consider(&picks, seen, passes);
            return Ok(());
        };
        for value in domain(self.position.game(), self.types[open]) {
            let mut link = link.clone();
            link[open] = Some(value);
            let more = link.iter().any(Option::is_none);
            if !more {
                self.fill(link, open + 1)?;
                continue;
            }
            let picks: Vec<u16> = link.iter().map(|pick| pick.unwrap_or(0)).collect();
            let (seen, passes) = self.run(&picks)?;
            if !passes && self.stopped_at(&seen).is_some_and(|stopped| stopped <= open) {
                self.consider(&picks, seen, passes);
            } else {
                self.fill(link, open + 1)?;
            }
        }
        Ok(())
    }

    /// The pick whose membership failed.
    fn stopped_at(&self, seen: &[ProbedNode]) -> Option<usize> {
        let last = seen.last()?;
        match self.position.probes()?.nodes.get(last.node)?.sort {
            NodeKind::Pick(pick, _) if last.value == Some(ProbedValue::Truth(false)) => Some(usize::from(pick)),
            _ => None,
        }
    }

    fn consider(&mut self, picks: &[u16], seen: Vec<ProbedNode>, passes: bool) {
        self.dead += 1;
        self.note_otherwise(picks, &seen);
        let rank = |seen: &[ProbedNode], passes: bool| (passes, seen.len());
        if self.best.as_ref().is_none_or(|(_, known, passed)| rank(&seen, passes) > rank(known, *passed)) {
            self.best = Some((picks.to_vec(), seen, passes));
        }
    }

    /// Keeps what a name that is written came to, where that is something else.
    fn note_otherwise(&mut self, picks: &[u16], seen: &[ProbedNode]) {
        let [.., named, shown] = seen else { return };
        let sort = |seen: &ProbedNode| {
            self.position.probes().and_then(|probes| probes.nodes.get(seen.node)).map(|node| node.sort)
        };
        if let (Some(NodeKind::Let(a)), Some(NodeKind::Shown(b))) = (sort(named), sort(shown))
            && a == b
            && shown.value == Some(ProbedValue::Truth(false))
            && let Some(value) = &named.value
            && self.otherwise.len() < 16
        {
            self.otherwise.push((picks.to_vec(), value.clone()));
        }
    }
}
