//! Doing the tasks of a search on several threads, each kept as it is done.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use rusqlite::Connection;

use super::results::{Rows, TABLES, about, insert, rows};
use crate::database::{self, failed, sql_failed};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::project::pool;
use crate::terminal::Terminal;
use rulebook_explore::{Search, TaskKey, Told};
use rulebook_insight::analysis::study::Shard;

/// Which tasks are done here, and by how many threads.
#[derive(Clone, Copy)]
pub struct Mine {
    /// The part.
    pub shard: Shard,
    /// The threads; as many as there are cores where nothing is said.
    pub threads: Option<u16>,
}

/// What is done of a search, in a file that survives whatever stops the process.
struct WorkFile {
    name: PathBuf,
    file: Connection,
}

impl WorkFile {
    fn open(results: &Path, search: &Search, shard: Shard) -> Result<(Self, Rows), Failure> {
        let name = database::work_name(results);
        let fail = |error: rusqlite::Error| sql_failed(&name, &error);
        let busy = "another process is running this search\n  help: wait for it, or run another part with `--shard`";
        let file = database::begin(&name, TABLES, busy)?;
        let (description, part) = (search.description(), shard.to_string());
        let known = |word| about(&file, word).map_err(fail);
        match (known("search")?, known("shard")?) {
            (None, None) => {
                let say = "INSERT INTO about VALUES ('search', ?1), ('shard', ?2)";
                file.execute(say, [&description, &part]).map_err(fail)?;
            }
            (Some(theirs), Some(its)) if theirs == description && its == part => {}
            (theirs, its) => {
                let mut what = search.differences(&theirs.unwrap_or_default());
                what.extend(its.filter(|its| *its != part).map(|its| format!("it is part {its}, not {part}")));
                let help = "remove it, or name another file with `--out`";
                let what = what.join("; ");
                return Err(failed(
                    &name,
                    &format!("it holds the work of another search, or of another part of it: {what}\n  help: {help}"),
                ));
            }
        }
        file.execute_batch("COMMIT").map_err(fail)?;
        let rows = rows(&file).map_err(fail)?.map_err(|candidate| {
            let what = format!("what is said of candidate {candidate} was changed after it was written");
            Failure::Broken(format!("`{}`: {what}\n  help: remove it, and run the search again", name.display()))
        })?;
        Ok((WorkFile { name, file }, rows))
    }

    fn keep(&self, key: TaskKey, told: &Told) -> Result<(), Failure> {
        insert(&self.file, key, told).map_err(|error| sql_failed(&self.name, &error))
    }
}

/// Removes what is left of the work for results that are there.
pub fn sweep(results: &Path) {
    database::sweep(&database::work_name(results));
}

/// Tells a search what is known, as far as it asks for it.
///
/// # Errors
/// If it asks for something that is not known.
pub fn replay(search: &mut Search, known: &Rows) -> Result<(), Failure> {
    loop {
        let asked = search.ask();
        let told: Vec<(TaskKey, Told)> =
            asked.iter().filter_map(|key| Some((*key, known.0.get(key)?.clone()))).collect();
        if told.is_empty() {
            return match asked.is_empty() {
                true => Ok(()),
                false => Err(Failure::Broken("the results lack something that the search asks for".to_owned())),
            };
        }
        told.into_iter().for_each(|(key, told)| search.tell(key, told));
    }
}

/// Does all tasks of this part that are not known, and gives all that are done. With a file for the results, what is done is kept on the
/// way.
pub fn run(
    search: &mut Search,
    mut known: Rows,
    out: Option<&Path>,
    mine: Mine,
    terminal: &mut Terminal,
) -> Result<Rows, Failure> {
    let work = match out {
        Some(out) => {
            let (work, rows) = WorkFile::open(out, search, mine.shard)?;
            // Nobody else writes these results now: what is left of others that were stopped at it is in nobody's hands.
            database::sweep_partial(out);
            if rows.games() > 0 {
                terminal.say(&format!("resuming: {} games are done", rows.games()));
            }
            known.extend(rows);
            Some(work)
        }
        None => None,
    };
    let is_mine = |key: &TaskKey| key.candidate as u64 % mine.shard.of == mine.shard.part - 1;
    let pool = pool(mine.threads)?;
    let progress = Progress::new(terminal, "games", Some(search.plan().games));
    let mut done = Rows::default();
    pool.in_place_scope(|scope| -> Result<(), Failure> {
        let (sender, receiver) = mpsc::channel::<(TaskKey, Told)>();
        let mut busy: BTreeSet<TaskKey> = BTreeSet::new();
        let most = pool.current_num_threads() * 2;
        loop {
            let asked = search.ask();
            let mut is_told = false;
            for key in asked.into_iter().filter(|key| !busy.contains(key)).collect::<Vec<_>>() {
                if let Some(told) = known.0.remove(&key) {
                    done.extend([(key, told.clone())]);
                    search.tell(key, told);
                    is_told = true;
                } else if is_mine(&key)
                    && busy.len() < most
                    && let Some(job) = search.job(key)
                {
                    busy.insert(key);
                    let sender = sender.clone();
                    // Whoever does not wait any more needs no answer.
                    scope.spawn(move |_| drop(sender.send((key, job.work()))));
                }
            }
            if is_told {
                continue;
            }
            if busy.is_empty() {
                return Ok(());
            }
            let Ok((key, told)) = receiver.recv() else { return Ok(()) };
            busy.remove(&key);
            if let Some(work) = &work {
                work.keep(key, &told)?;
            }
            done.extend([(key, told.clone())]);
            search.tell(key, told);
            progress.at(search.spent());
        }
    })?;
    drop(progress);
    Ok(done)
}
