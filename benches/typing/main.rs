//! Types into a real session: what the first findings, completion and a hover take on every shipped file, in processor time of the
//! server (on the clock, where that is not known), and how much memory it holds with a hundred files open.
//!
//!     cargo bench --bench typing

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a measurement may stop, and asks the clock"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rulebook_insight::library::SHIPPED;
use serde_json::{Value, json};

/// How many letters are typed into each file.
const KEYS: usize = 12;
/// How many files are open at the end.
const OPEN: usize = 100;

struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Session {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["lsp", "--isolated"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut session = Session { child, input, output, asked: 0 };
        // What is measured is one keystroke after another: the whole check would run in between.
        let options = json!({"capabilities": {}, "initializationOptions": {"check": {"enable": false}}});
        session.ask("initialize", options);
        session.tell("initialized", json!({}));
        session
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
        loop {
            let message = self.read();
            if message["id"] == self.asked {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    /// The findings that answer a change.
    fn findings(&mut self) -> Value {
        loop {
            let message = self.read();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].clone();
            }
        }
    }

    /// The processor time that the server has taken, in all its threads.
    fn processor(&self) -> Option<Duration> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let of = |task: std::fs::DirEntry| {
            let told = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        };
        tasks.map(|task| of(task.ok()?)).sum()
    }

    /// Does work, and notes what it took of the server.
    fn timed<T>(&mut self, times: &mut Vec<(Duration, String)>, file: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let (began, before) = (Instant::now(), self.processor());
        let done = work(self);
        let took =
            self.processor().zip(before).map_or_else(|| began.elapsed(), |(now, before)| now.saturating_sub(before));
        times.push((took, file.to_owned()));
        done
    }

    /// The most memory that the server has held, in MB.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
    }
}

/// The bounds of the median and of the slowest, in milliseconds.
const BOUNDS: [f64; 2] = [3.0, 30.0];

fn told(what: &str, times: &mut [(Duration, String)]) {
    times.sort();
    let last = times.len() - 1;
    let [middle, slowest] = [times.len() / 2, last].map(|place| times[place].0.as_secs_f64() * 1000.0);
    let held = if middle < BOUNDS[0] && slowest < BOUNDS[1] { "" } else { "  MISSED" };
    println!(
        "{what:24} median {middle:7.2} ms   slowest {slowest:7.2} ms ({})   bounds {} and {} ms{held}",
        times[last].1, BOUNDS[0], BOUNDS[1]
    );
}

fn main() {
    let mut session = Session::start();
    let [mut findings, mut completion, mut hover] = [(); 3].map(|()| Vec::new());
    for (place, game) in SHIPPED.iter().enumerate() {
        let uri = format!("file:///{}.game", game.name());
        let document = json!({"uri": uri, "languageId": "rulebook", "version": 0, "text": game.text});
        session.tell("textDocument/didOpen", json!({"textDocument": document}));
        session.findings();
        // A line is written, letter by letter, where a move says what it needs.
        let line = game.text.lines().position(|line| line.trim_start().starts_with("pick ")).unwrap_or(3) + 1;
        let mut column = 0;
        for (version, key) in "\n    where count(mine) > 2".chars().take(KEYS + place % 2).enumerate() {
            let at = json!({"line": line, "character": column});
            let edit = json!({"range": {"start": at, "end": at}, "text": key});
            session.timed(&mut findings, game.name(), |session| {
                let identifier = json!({"uri": uri, "version": version + 1});
                session.tell("textDocument/didChange", json!({"textDocument": identifier, "contentChanges": [edit]}));
                session.findings()
            });
            column = if key == '\n' { 0 } else { column + 1 };
            let asked = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": column}});
            session
                .timed(&mut completion, game.name(), |session| session.ask("textDocument/completion", asked.clone()));
            session.timed(&mut hover, game.name(), |session| session.ask("textDocument/hover", asked));
        }
    }
    told("first findings", &mut findings);
    told("completion", &mut completion);
    told("hover", &mut hover);
    for place in SHIPPED.len()..OPEN {
        let game = &SHIPPED[place % SHIPPED.len()];
        let document =
            json!({"uri": format!("file:///{place}.game"), "languageId": "rulebook", "version": 0, "text": game.text});
        session.tell("textDocument/didOpen", json!({"textDocument": document}));
        session.findings();
    }
    match session.memory() {
        Some(memory) => println!("memory with {OPEN} files open: {memory:.1} MB   bound 100 MB"),
        None => println!("memory: not known on this system"),
    }
    session.ask("shutdown", Value::Null);
    session.tell("exit", Value::Null);
    assert!(session.child.wait().unwrap().success());
}
