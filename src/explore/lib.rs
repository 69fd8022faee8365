//! Exploring rules: a search for the variants of a sheet whose games are as one wishes.
//!
//! [`Search`] is a value that is driven step by step: it says which [`Task`]s can be done now ([`Search::ask`]), anybody does them as
//! [`Job`]s, and tells it what came of them ([`Search::tell`]). Nothing here reads files, clocks or threads, and what is found does not
//! depend on the order in which tasks are done.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

mod refused;
pub use refused::Refused;

pub mod sequence;

mod wish;
pub use wish::{Slow, Subject, Wish, WishRange, Wishes, Worded, Wording};

mod sheet;
pub use sheet::{Declared, Ground, Slot};

mod tweak;
pub use tweak::{Effort, Tweak, tweaks};

mod candidate;
pub use candidate::{Candidate, Candidates, Varied, Vary};

mod plan;
pub use plan::Plan;

mod sample;
pub use sample::{Games, Kind, Term, Tests};

mod witness;
pub use witness::Witnessed;

mod search;
pub use search::{Fate, Job, Missed, Phase, Progress, Search, State, Task, TaskKey, Told};

mod told;
pub use told::{
    CandidateCounts, Contrasted, Figure, Found, GameTotals, MissedBy, Nearer, Reason, Row, Stage, Standing, ToldWish,
    Verdict,
};

mod study;
pub use study::Study;
