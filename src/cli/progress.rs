//! How far long work has come, on standard error, where somebody watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal::Terminal;

/// How far long work has come.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Work of `total` steps; of a length that is not known where none is given.
    pub fn new(terminal: &Terminal, what: &str, total: Option<u64>) -> Self {
        let target =
            if terminal.is_watched() { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{msg} [{wide_bar}] {human_pos}/{human_len} {eta}",
            None => "{spinner} {msg} {human_pos} {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what.to_owned());
        if terminal.is_watched() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress { bar }
    }

    /// Work whose steps are not counted.
    pub fn of_phase(terminal: &Terminal, what: &str) -> Self {
        let progress = Progress::new(terminal, what, None);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            progress.bar.set_style(style);
        }
        progress
    }

    /// Work of `total` steps, of which so many were done before: the estimate is of the others.
    pub fn resumed(terminal: &Terminal, what: &str, total: u64, done: u64) -> Self {
        let progress = Progress::new(terminal, what, Some(total));
        progress.bar.set_position(done);
        progress.bar.reset_eta();
        progress
    }

    /// So many steps of a number that is known only now are done.
    pub fn of(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {human_pos}/{human_len} {elapsed}") {
            self.bar.set_style(style);
        }
        self.bar.set_position(done);
    }

    /// Writes something else meanwhile.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// So many steps are done.
    pub fn at(&self, done: u64) {
        self.bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
