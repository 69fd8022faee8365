//! The command: which client to talk to.
#![expect(clippy::disallowed_methods, reason = "the door to standard input, standard output and the network")]

use std::io::{BufReader, BufWriter};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;

use super::connection::converse;
use super::files::WorkspaceFiles;
use crate::failure::Failure;
use crate::project::SettingsArguments;
use crate::signals::exit_when_interrupted;
use crate::terminal::Terminal;

/// The most clients at a time.
const MAX_CLIENTS: usize = 8;
/// The exit status of a process that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Serve editors through the Language Server Protocol
///
/// Editors start this program themselves: findings and fixes while one writes, completion, hover, definitions, references,
/// renaming across variants, formatting, and lenses that run tests and count. Nothing but the protocol goes to standard output.
#[derive(Args)]
pub struct Lsp {
    /// Talk over standard input and output (the default, accepted because many editors pass it)
    #[arg(long, conflicts_with = "port")]
    stdio: bool,
    /// Listen for clients on this port of this machine instead; 0 for any free port
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    #[command(flatten)]
    settings: SettingsArguments,
}

impl Lsp {
    /// Serves until the client leaves; over a port, until the process is ended.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let files = Arc::new(WorkspaceFiles::new(&self.settings));
        let Some(port) = self.port else {
            let output = BufWriter::new(std::io::stdout());
            let ended = converse(|| BufReader::new(std::io::stdin()), output, files);
            return match (ended.why, ended.status) {
                (Some(why), _) => Err(Failure::Broken(format!(
                    "standard input is not the Language Server Protocol: {why}\n  \
                     help: an editor starts this program and talks to it; to check a file, use `rulebook check`"
                ))),
                (None, 0) => Ok(()),
                (None, status) => Err(Failure::Told(status)),
            };
        };
        let usage = |error: std::io::Error| Failure::Usage(format!("cannot listen on port {port}: {error}"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(usage)?;
        let port = listener.local_addr().map_err(usage)?.port();
        terminal.say(&format!("Listening on 127.0.0.1:{port}; press Ctrl-C to stop"));
        exit_when_interrupted(INTERRUPTED);
        let open = Arc::new(AtomicUsize::new(0));
        for stream in listener.incoming() {
            let Ok(stream) = stream else { continue };
            let Ok(input) = stream.try_clone() else { continue };
            if open.fetch_add(1, Ordering::Relaxed) >= MAX_CLIENTS {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (files, counted) = (Arc::clone(&files), Open(Arc::clone(&open)));
            let thread = std::thread::Builder::new().stack_size(super::workers::STACK_BYTES);
            let _ = thread.spawn(move || {
                let _counted = counted;
                converse(|| BufReader::new(input), BufWriter::new(&stream), files);
                // The thread that reads still has the other end.
                let _ = stream.shutdown(std::net::Shutdown::Both);
            });
        }
        Ok(())
    }
}

/// A client that is there; dropped with its thread, whatever ends it.
struct Open(Arc<AtomicUsize>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
