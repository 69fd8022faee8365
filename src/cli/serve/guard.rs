//! Who may ask: the page that this program has given, in the browser of whoever has the link.

use std::net::SocketAddr;

use super::http::{Refused, Request};

/// The line of a request's head that holds the token.
pub const TOKEN: &str = "x-rulebook-token";

/// What a request must say of itself.
pub struct Guard {
    /// The names that this program is asked by, with the port: addresses, which no name of another site can be led to.
    names: Vec<String>,
    /// What the link to the studio holds; nothing where only rooms are let in.
    token: Option<String>,
}

impl Guard {
    /// That of the studio, on this machine alone.
    pub fn of_studio(port: u16, token: String) -> Guard {
        Guard { names: vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")], token: Some(token) }
    }

    /// That of the rooms, for others on the network.
    pub fn of_rooms(address: SocketAddr) -> Guard {
        Guard { names: vec![address.to_string()], token: None }
    }

    /// The token, where the studio is behind this guard.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The address of the page, without what a link holds.
    pub fn address(&self) -> String {
        format!("http://{}/", self.names.first().map_or("", String::as_str))
    }

    /// Refuses what comes under another name than ours, so that no name that another site has can lead here, and what another
    /// site's page asks.
    ///
    /// # Errors
    /// Status 421 of another host, 403 of another origin.
    pub fn admit(&self, request: &Request) -> Result<(), Refused> {
        let names = &self.names;
        // Where the port is that of HTTP, browsers leave it away.
        let is_ours = |said: &str| names.iter().any(|name| name == said || name.strip_suffix(":80") == Some(said));
        if !request.header("host").is_some_and(is_ours) {
            return Err(Refused::new(421, format!("this is {}", self.address())));
        }
        if request.has("origin") {
            let origin = request.header("origin").and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(is_ours) {
                return Err(Refused::new(403, "pages of other sites may not ask this"));
            }
        }
        Ok(())
    }

    /// Refuses who does not have the link: the token stands in the head, or behind `?` where a browser can send no head.
    ///
    /// # Errors
    /// Status 401; 403 where only rooms are let in.
    pub fn authorize(&self, request: &Request) -> Result<(), Refused> {
        let Some(token) = &self.token else {
            return Err(Refused::new(403, "only rooms can be reached from here: ask for the link of one"));
        };
        let given = request.header(TOKEN).or_else(|| request.asked("token")).unwrap_or("");
        // Every byte is looked at, so that the time tells nothing of the token.
        let differs = |(a, b): (u8, u8)| a ^ b;
        let difference = given.bytes().zip(token.bytes()).map(differs).fold(0, |all, one| all | one);
        if given.len() == token.len() && difference == 0 {
            return Ok(());
        }
        Err(Refused::new(
            401,
            "open the link that `rulebook serve` has printed: it holds the token that is missing here",
        ))
    }
}

/// A text that nobody can guess: so many random bytes as hexadecimal digits.
///
/// # Errors
/// If the system has no random numbers.
pub fn secret(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0u8; bytes];
    getrandom::fill(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}
