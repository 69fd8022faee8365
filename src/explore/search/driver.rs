//! A search driven to its end on all threads of this process.

use super::value::Search;
use rulebook_insight::parallel;

/// So many tasks of each thread are done between two looks.
const EACH: usize = 4;

impl Search {
    /// Does all that is to be done. `see` is shown the search between its steps, and ends it early by `false`.
    pub fn run(&mut self, see: &mut dyn FnMut(&Search) -> bool) {
        let some = parallel::threads() * EACH;
        loop {
            let asked = self.ask();
            if asked.is_empty() {
                break;
            }
            for part in asked.chunks(some) {
                if !see(self) {
                    return;
                }
                let jobs: Vec<_> = part.iter().filter_map(|key| self.job(*key)).collect();
                let told = parallel::map(jobs, |job| (job.key(), job.work()));
                told.into_iter().for_each(|(key, told)| self.tell(key, told));
            }
        }
        see(self);
    }
}
