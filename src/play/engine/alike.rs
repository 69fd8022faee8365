//! Actions that lead to the same position, where they are one.

use super::action::{Action, ActionList};
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use super::written::write;

/// The actions that are left, and those that one of them stands for, each with the place of that one.
type Merged = (ActionList, Vec<(Action, u32)>);

impl<const W: usize> State<W> {
    /// Leaves one of the known actions for each position that they lead to: the one with the shortest text, of those the first by
    /// the alphabet.
    pub fn merge(&mut self, shared: &Shared<W>) -> Result<(), Fault> {
        self.alike.clear();
        // Whether there is any is the same with all of them.
        if !shared.plan.alike || self.skips > 0 || self.actions.len() < 2 {
            return Ok(());
        }
        // What an action leads to does not depend on what is drawn.
        let sampler = self.sampler.take();
        let list = std::mem::take(&mut self.actions);
        let merged = self.merged(shared, &list);
        self.sampler = sampler;
        (self.actions, self.alike) = merged?;
        Ok(())
    }

    fn merged(&mut self, shared: &Shared<W>, list: &ActionList) -> Result<Merged, Fault> {
        let role = &shared.plan.roles[self.to_act(shared)];
        let mut hashes = Vec::with_capacity(list.len());
        for (place, action) in (0u32..).zip(list.iter()) {
            hashes.push((self.contents_after(shared, &action)?, place));
        }
        hashes.sort_unstable();
        // Of each action the place of the one that stands for it.
        let mut stands: Vec<u32> = (0..list.len() as u32).collect();
        for equal in hashes.chunk_by(|(one, _), (other, _)| one == other).filter(|equal| equal.len() > 1) {
            let mut known: Vec<(Vec<u64>, Vec<u32>)> = Vec::new();
            for (_, place) in equal {
                let words = self.after(shared, &list.get(*place as usize), |state| {
                    state.memory.words()[..shared.plan.layout.position as usize].to_vec()
                })?;
                match known.iter_mut().find(|(other, _)| *other == words) {
                    Some((_, places)) => places.push(*place),
                    None => known.push((words, vec![*place])),
                }
            }
            for (_, places) in known.into_iter().filter(|(_, places)| places.len() > 1) {
                let written = |place: &u32| {
                    let mut text = String::new();
                    write(&shared.game, role, &list.get(*place as usize), &mut text);
                    (text.len(), text)
                };
                let Some(first) = places.iter().min_by_key(|place| written(place)).copied() else { continue };
                for place in places {
                    stands[place as usize] = first;
                }
            }
        }
        let (mut kept, mut alike) = (ActionList::new(), Vec::new());
        let mut places = vec![0; list.len()];
        for ((place, stands), action) in (0u32..).zip(&stands).zip(list.iter()) {
            if *stands == place {
                places[place as usize] = kept.len() as u32;
                kept.push(action.choice, action.picks().iter().copied());
            } else {
                alike.push((action, *stands));
            }
        }
        alike.iter_mut().for_each(|(_, stands)| *stands = places[*stands as usize]);
        Ok((kept, alike))
    }

    /// A hash of what an action leaves on the board and in counters. What follows it in the turn, or begins the next one, changes none of
    /// that: where it differs, the positions do.
    fn contents_after(&mut self, shared: &Shared<W>, action: &Action) -> Result<u64, Fault> {
        let role = self.to_act(shared);
        let Some(choice) = shared.plan.roles[role].choices.get(usize::from(action.choice)) else { return Ok(0) };
        let mark = self.memory.mark();
        let made = self.change(shared, role, choice, action);
        let hash = self.memory.hash_of(0..shared.plan.layout.contents);
        self.memory.rollback(mark);
        made.map(|()| hash)
    }

    /// What is so once an action has been made.
    fn after<T>(&mut self, shared: &Shared<W>, action: &Action, see: impl FnOnce(&Self) -> T) -> Result<T, Fault> {
        let before = (self.memory.mark(), self.past.len());
        let made = self.act(shared, action);
        let seen = made.map(|()| see(self));
        self.back_to(before);
        seen
    }
}
