//! Processes that run beside a test: they hear signals wherever the tests run, and nobody waits for them without end.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;

use crate::WATCHDOG;

/// The program, which hears what it would hear in a terminal. What a shell runs in the background ignores Ctrl-C, and what `nohup` runs the
/// end of the terminal, and so would what it runs in turn.
pub fn hearing() -> Command {
    let rulebook = cargo_bin("rulebook");
    if !cfg!(target_os = "linux") {
        return Command::new(rulebook);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,HUP,TERM"]).arg(rulebook);
    command
}

/// How a process ended by itself. One that does not is killed.
pub fn ended(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() >= WATCHDOG {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Does as Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let done = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

/// The lines that a process writes, as they come.
pub struct Heard(Receiver<String>);

impl Heard {
    /// Those of a stream.
    pub fn new(stream: impl Read + Send + 'static) -> Self {
        let (told, heard) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream).lines().map_while(Result::ok);
            lines.map(|line| told.send(line)).take_while(Result::is_ok).count()
        });
        Heard(heard)
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.0.recv_timeout(WATCHDOG).unwrap()
    }

    /// The next line with these words.
    pub fn wait(&self, wanted: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(wanted) {
                return line;
            }
        }
    }
}
