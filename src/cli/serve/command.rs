//! The command: listens, and hands each connection to a thread.
#![expect(clippy::disallowed_methods, reason = "the door to the network and the process")]

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;

use super::api::Sessions;
use super::connection::Server;
use super::files::Files;
use super::guard::Guard;
use super::http::Refused;
use super::respond;
use crate::failure::Failure;
use crate::page_files::{BUILD_PAGE, INDEX, find};
use crate::signals::exit_when_interrupted;
use crate::terminal::Terminal;

/// The most connections at a time; a page has two or three.
const MAX_CONNECTIONS: usize = 48;
/// The exit status of a process that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Serve the studio, a page to write, play and measure games, on this machine
///
/// Opens rule sheets below a folder, follows their changes on disk, and saves what you tell it to save. Only this machine
/// can connect, and only with the link that is printed.
#[derive(Args)]
pub struct Serve {
    /// Folder, file or shipped game to open
    #[arg(value_name = "FILE|FOLDER")]
    opened: Option<PathBuf>,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Port to listen on [default: any free port]
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "PORT")]
    port: u16,
}

impl Serve {
    /// Serves until the process is ended.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let (files, shipped) = self.opened()?;
        let usage = |what: &str, error: &dyn std::fmt::Display| Failure::Usage(format!("cannot {what}: {error}"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))
            .map_err(|error| usage(&format!("listen on port {}", self.port), &error))?;
        let port = listener.local_addr().map_err(|error| usage("listen", &error))?.port();
        let guard = Guard::new(port).map_err(|error| usage("make a token", &error))?;
        let link = guard.link();
        if find(INDEX).is_none() {
            terminal.say(&format!("This program was built without its page: run `{BUILD_PAGE}` and build it again"));
        }
        writeln!(terminal.out(), "{link}")?;
        terminal.flush()?;
        terminal.say("Press Ctrl-C to stop");
        if self.open {
            browse(&link, terminal);
        }
        exit_when_interrupted(INTERRUPTED);
        serve(&listener, Server { guard, files, sessions: Sessions::default(), shipped });
        Ok(())
    }

    /// What is opened: a folder or file, or the name of a shipped game.
    fn opened(&self) -> Result<(Option<Files>, Option<&'static str>), Failure> {
        let Some(name) = &self.opened else { return Ok((None, None)) };
        let shipped = name.to_str().and_then(rulebook_insight::library::find).map(|game| game.name());
        match shipped {
            Some(game) if !Path::exists(name) => Ok((None, Some(game))),
            _ => Files::open(name).map(|files| (Some(files), None)),
        }
    }
}

/// Answers connections, each in a thread of its own.
fn serve(listener: &TcpListener, server: Server) {
    let server = Arc::new(server);
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        if open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            let _ = respond::refused(&mut stream, &Refused::new(503, "too many connections"));
            continue;
        }
        let (server, counted) = (Arc::clone(&server), Open(Arc::clone(&open)));
        // A deep sheet takes as much of the stack as on the command line, where the main thread has it.
        let thread = std::thread::Builder::new().stack_size(16 << 20);
        let _ = thread.spawn(move || {
            let _counted = counted;
            server.connection(stream);
        });
    }
}

/// A connection that is open; dropped with its thread, whatever ends it.
struct Open(Arc<AtomicUsize>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Opens the link in a browser.
fn browse(link: &str, terminal: &mut Terminal) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(_) => terminal.say("No browser could be opened: open the link yourself"),
    }
}
