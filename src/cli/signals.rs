//! What is done when the process is told to stop: files that are written in part are removed, then it ends as it would have.
#![expect(clippy::disallowed_methods, reason = "the door to the process")]

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use unix::listen;
#[cfg(windows)]
use windows::listen;

#[cfg(not(any(unix, windows)))]
fn listen() {}

/// The files that are to be removed.
static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The exit status after Ctrl-C; 0 where the signal ends the process.
static INTERRUPTED: AtomicI32 = AtomicI32::new(0);

/// Ends the process with this status at Ctrl-C.
pub fn exit_when_interrupted(status: i32) {
    INTERRUPTED.store(status, Ordering::Relaxed);
    listen();
}

/// Begins a file that is removed if the process is told to stop; whoever is told so waits until it is begun.
///
/// # Errors
/// Those of `open`.
pub fn removed_at_end(file: &Path, open: impl FnOnce(&Path) -> io::Result<File>) -> io::Result<File> {
    listen();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let open = open(file)?;
    // A relative path would mean another file after a change of the folder, of which there is none.
    files.push(file.to_owned());
    Ok(open)
}

/// Lets this file stay.
pub fn forget(file: &Path) {
    if let Ok(mut files) = FILES.lock() {
        files.retain(|known| known != file);
    }
}

/// Removes the files.
fn remove(files: &[PathBuf]) {
    files.iter().for_each(|file| {
        let _ = std::fs::remove_file(file);
    });
}

#[cfg(unix)]
mod unix {
    use std::sync::Once;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Listens from the first file on, to the signals that the process was not started to ignore.
    pub fn listen() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let ignored = ignored();
            let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
            let Ok(mut signals) = Signals::new(heard) else { return };
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    if let Ok(files) = super::FILES.lock() {
                        super::remove(&files);
                        let status = super::INTERRUPTED.load(super::Ordering::Relaxed);
                        if signal == SIGINT && status != 0 {
                            std::process::exit(status);
                        }
                        // With the lock held, so that no further file is begun.
                        let _ = emulate_default_handler(signal);
                    }
                }
            });
        });
    }

    /// The signals that are ignored, a bit each, as `nohup` and shells ask for; none where the system does not say.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

#[cfg(windows)]
mod windows {
    use std::sync::Once;

    /// The exit status of a process that Ctrl-C has ended where nobody listens: `STATUS_CONTROL_C_EXIT`.
    const ENDED: i32 = 0xC000_013A_u32.cast_signed();

    /// Listens from the first file on, to Ctrl-C, Ctrl-Break and the closing of the console.
    pub fn listen() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let _ = ctrlc::set_handler(|| {
                if let Ok(files) = super::FILES.lock() {
                    super::remove(&files);
                    let status = super::INTERRUPTED.load(super::Ordering::Relaxed);
                    // With the lock held, so that no further file is begun.
                    std::process::exit(if status == 0 { ENDED } else { status });
                }
            });
        });
    }
}
