//! The command: listens, and hands each connection to a thread.
#![expect(clippy::disallowed_methods, reason = "the door to the network and the process")]

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;

use super::api::Sessions;
use super::connection::Server;
use super::door::Door;
use super::files::Files;
use super::guard::{Guard, secret};
use super::kept::Kept;
use super::rooms::Rooms;
use crate::failure::Failure;
use crate::page_files::{BUILD_PAGE, INDEX, find};
use crate::signals::exit_when_interrupted;
use crate::terminal::Terminal;

/// The port where none is named: RULE on the keys of a telephone.
const PORT: u16 = 7853;
/// How many random bytes the token of the link has.
const TOKEN_BYTES: usize = 16;
/// The exit status of a process that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Serve the studio, a page to write, play and measure games, on this machine
///
/// Opens rule sheets below a folder, follows their changes on disk, and saves what you tell it to save. Only this machine
/// can connect, and only with the link that is printed. With `--lan`, others on the network can play in the rooms that you open.
#[derive(Args)]
pub struct Serve {
    /// Folder, file or shipped game to open
    #[arg(value_name = "FILE|FOLDER")]
    opened: Option<PathBuf>,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Port to listen on, 0 for any free one [default: 7853, or a free one where that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Let others on the network play in rooms, at this address of the machine [default: the one that leads to the network]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    lan: Option<Option<IpAddr>>,
    /// Folder in which rooms and the token of the link are kept [default: one for this user]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl Serve {
    /// Serves until the process is ended.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let (files, shipped) = self.opened()?;
        let listener = self.listen(terminal)?;
        let port = listener.local_addr().map_err(|error| cannot("listen", &error))?.port();
        let kept = Kept::of(self.data.as_deref(), port);
        let token = self.token(kept.as_ref())?;
        let network = self.lan.map(|address| on_network(address, port)).transpose()?;
        let guard = Guard::of_studio(port, token.clone());
        let link = format!("{}?token={token}", guard.address());
        let here = guard.address();
        if find(INDEX).is_none() {
            terminal.say(&format!("This program was built without its page: run `{BUILD_PAGE}` and build it again"));
        }
        writeln!(terminal.out(), "{link}")?;
        terminal.flush()?;
        if let Some((_, address)) = &network {
            terminal
                .say(&format!("Others on the network reach the rooms that you open, and nothing else, at {address}"));
        }
        terminal.say("Press Ctrl-C to stop");
        if self.open {
            browse(&link, terminal);
        }
        exit_when_interrupted(INTERRUPTED);
        let (network, address) = network.map_or((None, None), |(door, address)| (Some(door), Some(address)));
        let rooms = Rooms::of(kept);
        let server = Server { files, sessions: Sessions::default(), shipped, rooms, here, network: address };
        let server = Arc::new(server);
        if let Some(door) = network {
            let server = Arc::clone(&server);
            std::thread::spawn(move || door.answer(&server));
        }
        Door::of_studio(listener, guard).answer(&server);
        Ok(())
    }

    /// Listens at the port that was named, else at the one that is always the same, else at a free one.
    fn listen(&self, terminal: &mut Terminal) -> Result<TcpListener, Failure> {
        let at = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        if let Some(port) = self.port {
            return at(port).map_err(|error| cannot(&format!("listen on port {port}"), &error));
        }
        if let Ok(listener) = at(PORT) {
            return Ok(listener);
        }
        terminal.say(&format!(
            "Port {PORT} is taken, perhaps by another `rulebook serve`: this one takes a free port. Drafts, learned players and rooms \
             belong to the port: those of {PORT} are not found here, and those of here not at the next start"
        ));
        at(0).map_err(|error| cannot("listen on any port", &error))
    }

    /// The token of the link: the same at each start at a port that is always the same, so that pages which are open go on.
    fn token(&self, kept: Option<&Kept>) -> Result<String, Failure> {
        if let Some(token) = kept.and_then(Kept::token) {
            return Ok(token);
        }
        let token = secret(TOKEN_BYTES).map_err(|error| cannot("make a token", &error))?;
        if self.port != Some(0)
            && let Some(kept) = kept
        {
            // Where it cannot be kept, it is another one at the next start.
            let _ = kept.keep_token(&token);
        }
        Ok(token)
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

fn cannot(what: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("cannot {what}: {error}"))
}

/// The door of the rooms at an address of this machine, and where others find it.
fn on_network(address: Option<IpAddr>, port: u16) -> Result<(Door, String), Failure> {
    let address = address.map_or_else(address_here, Ok)?;
    if address.is_unspecified() {
        let message = format!("`--lan` needs one address of this machine, not {address}, which stands for all of them");
        return Err(Failure::Usage(message));
    }
    let failed = |error: &std::io::Error| cannot(&format!("listen at {}", SocketAddr::new(address, port)), error);
    let listener = TcpListener::bind((address, port)).map_err(|error| failed(&error))?;
    let guard = Guard::of_rooms(listener.local_addr().map_err(|error| failed(&error))?);
    let found_at = guard.address();
    Ok((Door::of_rooms(listener, guard), found_at))
}

/// The address of this machine by which it reaches others. Nothing is sent: the system only chooses.
fn address_here() -> Result<IpAddr, Failure> {
    // An address of RFC 5737, which nobody has.
    let chosen = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let none = "no address of this machine leads to a network: name one with `--lan=ADDRESS`";
    chosen.map(|address| address.ip()).map_err(|_| Failure::Usage(none.to_owned()))
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
