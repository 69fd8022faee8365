//! Answers to questions about a position by depth-first proof-number search (df-pn), on several threads.
//!
//! A question is whether the seat to act can reach a result. Its effort is a pair of numbers, as [`Effort`] has them; the search
//! always goes on where the answer seems the easiest, and stays below a position until that is no longer so. Nagai, *Df-pn
//! algorithm for searching AND/OR trees and its applications* (2002); the margin of a quarter between the best action and the
//! second is that of Pawlewicz and Lew, *Improving depth-first PN-search: 1 + ε trick* (2006); threads share the table and keep
//! out of each other's way by visits, after Kaneko, *Parallel depth first proof number search* (2010).
//!
//! The search stops at a position that comes back in its own line of play: what it is worth then depends on the line.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustc_hash::FxHashSet;

use super::limits::{EVERY, Stopped};
use super::table::{Effort, Known, NEVER, Question, Table};
use super::walk::{Halt, Walk};
use rulebook_play::engine::{Action, ActionList};

/// An action whose result is not settled.
#[derive(Clone, Copy, Debug)]
struct Child {
    known: Known,
    /// Whether the seat is the same that acted before.
    same: bool,
    /// Its place among the packed actions.
    start: u32,
    end: u32,
}

/// A position in the line at hand.
#[derive(Clone, Copy, Debug)]
struct Frame {
    known: Known,
    question: Question,
    /// The search goes back as soon as one of these is reached.
    most: Effort,
    /// The first of its children, which lie behind those of the position before.
    children: usize,
    packed: usize,
}

/// What the children of a position come to.
struct Best {
    effort: Effort,
    child: Child,
    /// The limits for the search below that child, as seen from here.
    most: Effort,
}

/// What all threads of a search share.
pub struct Shared<'a> {
    /// What is known.
    pub table: &'a Table,
    /// Whether games can be drawn. If not, who cannot win has lost.
    pub draws: bool,
    /// Set when the threads are to stop.
    pub stop: &'a AtomicBool,
}

impl Shared<'_> {
    /// The question to the other seat whose answer is the opposite.
    pub fn other(&self, question: Question) -> Question {
        if self.draws { question.other() } else { Question::Win }
    }

    /// What is known of a child, as the position before it sees it.
    fn seen(&self, child: Child, question: Question) -> (Effort, u32) {
        if child.same {
            return self.table.effort(child.known, question);
        }
        let (effort, visitors) = self.table.effort(child.known, self.other(question));
        (effort.turned(), visitors)
    }

    fn answer(&self, question: Question, value: i8) -> Result<bool, Halt> {
        match question {
            _ if value == 0 && !self.draws => Err(Halt::Drawn),
            Question::Win => Ok(value > 0),
            Question::Hold => Ok(value >= 0),
        }
    }
}

/// One thread of a search.
pub struct Searcher<'a> {
    /// Where it is.
    pub walk: Walk<'a>,
    shared: &'a Shared<'a>,
    list: ActionList,
    frames: Vec<Frame>,
    children: Vec<Child>,
    packed: Vec<u16>,
    /// The positions of the line at hand.
    line: FxHashSet<Known>,
    /// How many positions were looked at, one as often as it was.
    looked: u64,
    /// The key of the position at hand, while its replies are counted.
    key: Vec<u8>,
}

/// Of the limit of the best child: so much more than the second best, in fractions of it.
const MARGIN: u32 = 4;

impl<'a> Searcher<'a> {
    /// A search from where the walk is.
    pub fn new(walk: Walk<'a>, shared: &'a Shared<'a>) -> Self {
        let (list, line) = (ActionList::new(), FxHashSet::default());
        Searcher {
            walk,
            shared,
            list,
            frames: Vec::new(),
            children: Vec::new(),
            packed: Vec::new(),
            line,
            looked: 0,
            key: Vec::new(),
        }
    }

    /// The answer to a question about the position at hand; `go_on` is asked now and then whether to.
    ///
    /// # Errors
    /// What ended the search: the walk is then where that was found. [`Stopped::Asked`] if another thread was faster.
    pub fn answer(&mut self, question: Question, go_on: &mut dyn FnMut(u64) -> bool) -> Result<bool, Halt> {
        if let Some(value) = self.walk.ended()? {
            return self.shared.answer(question, value);
        }
        let root = self.shared.table.add(self.walk.key(), 0, Effort { yes: 1, no: 1 })?;
        if let Some(answer) = self.shared.table.effort(root, question).0.answer() {
            return Ok(answer);
        }
        let found = self.search(root, question, go_on);
        for frame in &self.frames {
            self.shared.table.visit(frame.known, false);
        }
        found
    }

    fn search(&mut self, root: Known, question: Question, go_on: &mut dyn FnMut(u64) -> bool) -> Result<bool, Halt> {
        self.open(root, question, Effort { yes: NEVER, no: NEVER })?;
        let mut asked = 0;
        while let Some(frame) = self.frames.last().copied() {
            self.looked += 1;
            while asked + EVERY <= self.looked {
                asked += EVERY;
                if !go_on(self.shared.table.states()) {
                    return Err(Halt::Stopped(Stopped::Asked));
                }
            }
            if self.shared.stop.load(Relaxed) {
                return Err(Halt::Stopped(Stopped::Asked));
            }
            match self.best(&frame) {
                Ok(best) => self.go_below(&frame, &best)?,
                Err(effort) => {
                    self.close(&frame, effort);
                    if !self.frames.is_empty() {
                        self.walk.undo();
                    }
                }
            }
        }
        let answer = self.shared.table.effort(root, question).0.answer();
        answer.ok_or(Halt::Stopped(Stopped::Asked))
    }

    /// The child to go on with, or the position's effort where the search is to go back.
    fn best(&self, frame: &Frame) -> Result<Best, Effort> {
        let (known, _) = self.shared.table.effort(frame.known, frame.question);
        if known.answer().is_some() {
            return Err(known);
        }
        let mut effort = Effort::NO;
        // The best by effort with what other threads do at the moment, and the second.
        let mut first: Option<(u64, Child, Effort)> = None;
        let mut second = u64::from(NEVER);
        for child in &self.children[frame.children..] {
            let (seen, visitors) = self.shared.seen(*child, frame.question);
            match seen.answer() {
                Some(true) => return Err(Effort::YES),
                Some(false) => continue,
                None => {}
            }
            effort.yes = effort.yes.min(seen.yes);
            effort.no = effort.no.saturating_add(seen.no).min(NEVER - 1);
            let rank = u64::from(seen.yes) * u64::from(1 + visitors);
            match first {
                Some((best, ..)) if rank >= best => second = second.min(rank),
                _ => {
                    second = first.map_or(second, |(best, ..)| best);
                    first = Some((rank, *child, seen));
                }
            }
        }
        let Some((rank, child, seen)) = first else { return Err(Effort::NO) };
        if effort.yes >= frame.most.yes || effort.no >= frame.most.no {
            return Err(effort);
        }
        let second = second.max(rank).min(u64::from(NEVER - 1)) as u32;
        let yes = frame.most.yes.min(second.saturating_add(second / MARGIN + 1)).max(seen.yes.saturating_add(1));
        let no = frame.most.no.saturating_sub(effort.no).saturating_add(seen.no).max(seen.no.saturating_add(1));
        Ok(Best { effort, child, most: Effort { yes, no } })
    }

    fn go_below(&mut self, frame: &Frame, best: &Best) -> Result<(), Halt> {
        self.shared.table.tell(frame.known, frame.question, best.effort);
        let child = best.child;
        self.walk.play(&Action::unpack(&self.packed[child.start as usize..child.end as usize]))?;
        let (question, most) = match child.same {
            true => (frame.question, best.most),
            false => (self.shared.other(frame.question), best.most.turned()),
        };
        self.open(child.known, question, most)
    }

    /// Leaves a position with what its children come to.
    fn close(&mut self, frame: &Frame, effort: Effort) {
        self.shared.table.tell(frame.known, frame.question, effort);
        self.shared.table.visit(frame.known, false);
        self.line.remove(&frame.known);
        self.children.truncate(frame.children);
        self.packed.truncate(frame.packed);
        self.frames.pop();
    }

    /// Enters a position, with all actions whose results are not settled. One that settles the question is the only child.
    fn open(&mut self, known: Known, question: Question, most: Effort) -> Result<(), Halt> {
        let frame = Frame { known, question, most, children: self.children.len(), packed: self.packed.len() };
        self.frames.push(frame);
        self.line.insert(known);
        self.shared.table.visit(known, true);
        let mut list = std::mem::take(&mut self.list);
        self.walk.legal(&mut list)?;
        let mut settled = false;
        for action in list.iter() {
            if self.look(&action, &frame)? {
                settled = true;
                break;
            }
        }
        self.list = list;
        if settled {
            self.shared.table.tell(known, question, Effort::YES);
        }
        Ok(())
    }

    /// Looks where an action leads: whether that answers the question with yes. If it is open, the action is to be tried.
    fn look(&mut self, action: &Action, frame: &Frame) -> Result<bool, Halt> {
        self.looked += 1;
        let same = self.walk.play(action)?;
        if let Some(value) = self.walk.ended()? {
            let yes = self.shared.answer(frame.question, if same { value } else { -value })?;
            self.walk.undo();
            return Ok(yes);
        }
        let more = (self.children.capacity() * size_of::<Child>() + self.walk.memory()) as u64;
        self.key.clear();
        self.key.extend_from_slice(self.walk.key());
        let known = match self.shared.table.find(&self.key) {
            Some(known) => known,
            None => {
                let replies = self.walk.position.legal()?.len() as u32;
                self.shared.table.add(&self.key, more, Effort { yes: 1, no: replies.max(1) })?
            }
        };
        if self.line.contains(&known) {
            return Err(Halt::Cycle);
        }
        self.walk.undo();
        let start = self.packed.len() as u32;
        action.pack(&mut self.packed);
        let child = Child { known, same, start, end: self.packed.len() as u32 };
        match self.shared.seen(child, frame.question).0.answer() {
            Some(true) => return Ok(true),
            Some(false) => self.packed.truncate(start as usize),
            None => self.children.push(child),
        }
        Ok(false)
    }
}
