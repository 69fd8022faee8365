//! The rules searched for variants whose games are as one wishes.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::plain;
use crate::game::Game;
use crate::work::{LISTENS, Workers, attended};
use rulebook_explore::{Ground, Job, Plan, Refused, Search, TaskKey, Told, Vary};
use rulebook_insight::agents::Spec;
use rulebook_play::engine::Stop;

/// A search that is driven from Python: `rulebook.Search` is it with words.
#[pyclass(frozen, module = "rulebook")]
pub struct SearchCore {
    inside: Arc<Mutex<Search>>,
    threads: Option<usize>,
}

/// Something to do for a candidate: whoever does it and whenever, the same comes of it.
#[pyclass(frozen, module = "rulebook")]
pub struct Task {
    job: Arc<Job>,
}

/// An error of what was asked for.
fn refused(py: Python<'_>, refused: &Refused) -> PyErr {
    let error = plain(py, "search", &refused.to_string());
    let value = error.value(py);
    let said = value.setattr("message", &refused.message).and_then(|()| value.setattr("help", &refused.help));
    said.err().unwrap_or(error)
}

/// The sheet of a game, with the options that it sets.
fn ground(game: &rulebook::Game) -> Result<Ground, Refused> {
    let of = |set: &[(String, String)]| Ground::new(game.loaded().clone(), Some(game.title()), set);
    let usual: Vec<(String, String)> = of(&[]).map_or_else(
        |_| Vec::new(),
        |ground| {
            let options = ground.prepared.game.options.iter();
            options.map(|chosen| (chosen.name.clone(), chosen.value.to_string())).collect()
        },
    );
    let options = game.options().map(|(name, value)| (name.to_owned(), value));
    let set: Vec<(String, String)> = options.filter(|option| !usual.contains(option)).collect();
    of(&set).map_err(|_| Refused::new(format!("{} cannot be read again", game.title())))
}

#[pymethods]
impl SearchCore {
    #[new]
    #[pyo3(signature = (game, want, vary, keep, lines, agents, games, seed, depth, best, max_plies, values, is_open, threads))]
    #[allow(clippy::too_many_arguments, reason = "Python calls it by `rulebook.Search`, where they have names")]
    fn new(
        py: Python<'_>,
        game: &Game,
        want: &str,
        vary: Option<Vec<String>>,
        keep: Vec<String>,
        lines: Vec<String>,
        agents: Vec<String>,
        games: u64,
        seed: u64,
        depth: u32,
        best: usize,
        max_plies: u32,
        values: u32,
        is_open: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let (game, want) = (game.inside.clone(), want.to_owned());
        let made = move |_: &Stop| -> Result<Search, Refused> {
            let read = |agent: &String| agent.parse::<Spec>().map_err(|error| Refused::new(error.to_string()));
            let agents = agents.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            let ground = ground(&game)?;
            let vary = match vary {
                // Nothing of ours: what is proposed, and the author's own lines.
                Some(said) if said.is_empty() => Vary { own: lines, ..Vary::default() },
                said => Vary::read(&ground, &said.unwrap_or_default(), &keep, &lines)?,
            };
            let plan = Plan { agents, games, seed, max_plies, depth, best, values };
            Search::new(ground, &want, &vary, plan, is_open)
        };
        // What is wrong with the number of threads is said before any work.
        Workers::hire(py, threads)?.release();
        let inside = attended(py, Some(1), made)?.map_err(|error| refused(py, &error))?;
        Ok(SearchCore { inside: Arc::new(Mutex::new(inside)), threads })
    }

    /// Whether nothing more is to be done.
    #[getter]
    fn is_over(&self) -> bool {
        self.search().is_over()
    }

    /// How far it has come.
    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let progress = self.search().progress();
        let dict = PyDict::new(py);
        dict.set_item("games", progress.games)?;
        dict.set_item("of", progress.of)?;
        dict.set_item("candidates", progress.candidates.saturating_sub(1))?;
        for (name, count) in
            [("thrown", progress.thrown), ("missed", progress.missed), ("open", progress.open), ("met", progress.met)]
        {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    /// The text of the sheet.
    #[getter]
    fn text(&self) -> String {
        self.search().ground().text().to_owned()
    }

    /// The texts of all candidates, as variants; the sheet as it is comes first and is empty.
    #[getter]
    fn blocks(&self) -> Vec<String> {
        self.search().candidates().map(|candidate| candidate.block.clone()).collect()
    }

    /// Adds a variant that somebody proposes, and gives its place.
    fn propose(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        let (search, text) = (Arc::clone(&self.inside), text.to_owned());
        let propose = move |_: &Stop| search.lock().unwrap_or_else(PoisonError::into_inner).propose(&text);
        attended(py, Some(1), propose)?.map_err(|error| refused(py, &error))
    }

    /// No more variants are proposed.
    fn close(&self) {
        self.search().close();
    }

    /// How a candidate stands in the race, as JSON.
    fn standing(&self, py: Python<'_>, candidate: usize) -> PyResult<String> {
        match self.search().standing(candidate) {
            Some(standing) => json(py, &standing),
            None => Err(plain(py, "search", &format!("there is no candidate {candidate}"))),
        }
    }

    /// Everything that can be done now.
    fn ask(&self) -> Vec<Task> {
        let search = self.search();
        search.ask().into_iter().filter_map(|key| search.job(key)).map(|job| Task { job: Arc::new(job) }).collect()
    }

    /// What came of a task, as `Task.work` gives it.
    fn tell(&self, py: Python<'_>, task: &Task, told: &str) -> PyResult<()> {
        let told: Told =
            serde_json::from_str(told).map_err(|error| plain(py, "search", &format!("this is no result: {error}")))?;
        self.search().tell(task.job.key(), told);
        Ok(())
    }

    /// Does all that can be done now, and tells `progress` of it. Ctrl-C ends it between two tasks, of which none is lost.
    #[pyo3(signature = (progress = None))]
    fn run(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let workers = Workers::hire(py, self.threads)?;
        match py.detach(|| self.drive(&workers, progress.as_ref())) {
            Ok(()) => workers.release(),
            // They end with what they do.
            Err(interrupted) => {
                workers.stop.call();
                return Err(interrupted);
            }
        }
        Ok(())
    }

    /// What was found, as JSON: the object of `rulebook explore --json`.
    fn found(&self, py: Python<'_>) -> PyResult<String> {
        let found = py.detach(|| self.search().found());
        json(py, &found)
    }
}

#[pymethods]
impl Task {
    /// The place of its candidate.
    #[getter]
    fn candidate(&self) -> usize {
        self.job.key().candidate
    }

    /// Does it, and gives what came of it as JSON.
    fn work(&self, py: Python<'_>) -> PyResult<String> {
        let job = Arc::clone(&self.job);
        let told = attended(py, Some(1), move |_| job.work())?;
        json(py, &told)
    }

    fn __repr__(&self) -> String {
        let key = self.job.key();
        format!("<Task of candidate {}: {:?}>", key.candidate, key.task)
    }
}

impl SearchCore {
    fn search(&self) -> MutexGuard<'_, Search> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drive(&self, workers: &Workers, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let (sender, receiver) = mpsc::channel::<(TaskKey, Told)>();
        let mut busy: BTreeSet<TaskKey> = BTreeSet::new();
        let most = workers.pool.current_num_threads() * 2;
        let mut heard = std::time::Instant::now();
        loop {
            let jobs: Vec<Job> = {
                let search = self.search();
                let asked = search.ask().into_iter().filter(|key| !busy.contains(key)).take(most - busy.len());
                asked.filter_map(|key| search.job(key)).collect()
            };
            for job in jobs {
                busy.insert(job.key());
                let (sender, stop) = (sender.clone(), workers.stop.clone());
                workers.pool.spawn(move || {
                    if !stop.is_called() {
                        // Whoever was interrupted needs no answer.
                        drop(sender.send((job.key(), job.work())));
                    }
                });
            }
            if busy.is_empty() {
                return self.heard(progress);
            }
            match receiver.recv_timeout(LISTENS) {
                Ok((key, told)) => {
                    busy.remove(&key);
                    self.search().tell(key, told);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if heard.elapsed() >= LISTENS {
                heard = std::time::Instant::now();
                self.heard(progress)?;
            }
        }
    }

    /// Hears signals, and tells how far it is.
    fn heard(&self, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            match progress {
                Some(progress) => progress.call1(py, (self.progress(py)?,)).map(drop),
                None => Ok(()),
            }
        })
    }
}

fn json(py: Python<'_>, value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| plain(py, "program", &error.to_string()))
}
