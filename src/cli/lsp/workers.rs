//! Threads that do what takes long, one for each lane.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use rulebook_lsp::{Done, Lane, Task};
use rulebook_service::session::Session;

/// A deep sheet takes as much of the stack as on the command line, where the main thread has it.
pub const STACK_BYTES: usize = 16 << 20;

/// The threads.
pub struct Workers {
    lanes: Vec<(Lane, Sender<Task>)>,
}

impl Workers {
    /// Threads that hand what came of a task to `done`, until it says that nobody wants it.
    pub fn new(done: impl Fn(Done) -> bool + Clone + Send + 'static) -> Self {
        let lane = |lane| {
            let (sender, tasks) = channel::<Task>();
            let done = done.clone();
            let work = move || {
                let mut session = Session::default();
                for task in tasks {
                    let failed = task.failed();
                    let finished = catch_unwind(AssertUnwindSafe(|| task.run(&mut session))).unwrap_or(failed);
                    if !done(finished) {
                        return;
                    }
                }
            };
            // Without its thread, a lane's tasks are done by nobody, and told so.
            let _ = Builder::new().name(format!("{lane:?}")).stack_size(STACK_BYTES).spawn(work);
            (lane, sender)
        };
        Workers { lanes: [Lane::Quick, Lane::Checks, Lane::Long].map(lane).into() }
    }

    /// Has a task done. Gives it back where nobody can do it.
    pub fn begin(&self, task: Task) -> Option<Done> {
        let lane = task.lane();
        let failed = task.failed();
        let sender = self.lanes.iter().find(|(known, _)| *known == lane)?;
        sender.1.send(task).err().map(|_| failed)
    }
}
