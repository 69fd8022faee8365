//! The search: races between candidates, halved as long as there are games, the best of them played again with fresh seeds.

mod description;
mod driver;
mod job;
mod legs;
mod promise;
mod state;
mod task;
mod value;

pub use job::Job;
pub use promise::Promise;
pub use state::{Fate, Missed, State};
pub use task::{Phase, Task, TaskKey, Told};
pub use value::{Progress, Search};
