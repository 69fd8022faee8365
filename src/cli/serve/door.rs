//! A door: where is listened, and who is let in there. The studio has one on this machine alone; rooms may have another.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::connection::Server;
use super::crowd::{Crowd, Visit};
use super::guard::Guard;
use super::http::Refused;
use super::respond;

/// The most connections at a time; a page has two or three.
const MAX_CONNECTIONS: usize = 48;
/// The most of others on the network, who look on while two play.
const MAX_VISITORS: usize = 160;

/// Where is listened, and who may ask there.
pub struct Door {
    listener: TcpListener,
    guard: Guard,
    most: usize,
    open: AtomicUsize,
    /// Each address is counted, where others than this machine can come.
    crowd: Option<Arc<Crowd>>,
}

impl Door {
    /// That of the studio.
    pub fn of_studio(listener: TcpListener, guard: Guard) -> Door {
        Door { listener, guard, most: MAX_CONNECTIONS, open: AtomicUsize::new(0), crowd: None }
    }

    /// That of the rooms.
    pub fn of_rooms(listener: TcpListener, guard: Guard) -> Door {
        Door { listener, guard, most: MAX_VISITORS, open: AtomicUsize::new(0), crowd: Some(Arc::default()) }
    }

    /// Answers connections, each in a thread of its own.
    pub fn answer(self, server: &Arc<Server>) {
        let door = Arc::new(self);
        loop {
            let Ok((mut stream, from)) = door.listener.accept() else { continue };
            let counted = match door.enter(from) {
                Ok(counted) => counted,
                Err(refused) => {
                    // It fits into what the system holds for a connection, so nobody is waited for.
                    let _ = respond::refused(&mut stream, &refused);
                    continue;
                }
            };
            let (server, door) = (Arc::clone(server), Arc::clone(&door));
            // A deep sheet takes as much of the stack as on the command line, where the main thread has it.
            let thread = std::thread::Builder::new().stack_size(16 << 20);
            let _ = thread.spawn(move || {
                let _counted = counted;
                server.connection(stream, &door.guard);
            });
        }
    }

    /// Counts a connection, if there is room for it.
    fn enter(self: &Arc<Self>, from: SocketAddr) -> Result<(Open, Option<Visit>), Refused> {
        let open = Open(Arc::clone(self));
        if self.open.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Err(Refused::new(503, "too many connections"));
        }
        let visit = self.crowd.as_ref().map(|crowd| crowd.enter(from.ip())).transpose()?;
        Ok((open, visit))
    }
}

/// A connection that is open; dropped with its thread, whatever ends it.
struct Open(Arc<Door>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}
