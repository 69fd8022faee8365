//! Who may ask: the page that this program has given, in the browser of whoever has the link.

use super::http::{Refused, Request};

/// The line of a request's head that holds the token.
pub const TOKEN: &str = "x-rulebook-token";

/// What a request must say of itself.
pub struct Guard {
    /// The port that is listened at.
    pub port: u16,
    /// What the link holds.
    pub token: String,
}

impl Guard {
    /// A guard with a token that nobody can guess.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(port: u16) -> Result<Guard, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Guard { port, token: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// The link that opens the page.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Refuses what comes under another name than ours, so that no name that another site has can lead here, and what another
    /// site's page asks.
    ///
    /// # Errors
    /// Status 421 of another host, 403 of another origin.
    pub fn admit(&self, request: &Request) -> Result<(), Refused> {
        let names = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !request.header("host").is_some_and(|host| names.iter().any(|name| name == host)) {
            return Err(Refused::new(421, format!("this is {}", names[0])));
        }
        if request.has("origin") {
            let origin = request.header("origin").and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|origin| names.iter().any(|name| name == origin)) {
                return Err(Refused::new(403, "pages of other sites may not ask this"));
            }
        }
        Ok(())
    }

    /// Refuses who does not have the link: the token stands in the head, or behind `?` where a browser can send no head.
    ///
    /// # Errors
    /// Status 401.
    pub fn authorize(&self, request: &Request) -> Result<(), Refused> {
        let given = request.header(TOKEN).or_else(|| request.asked("token")).unwrap_or("");
        // Every byte is looked at, so that the time tells nothing of the token.
        let differs = |(a, b): (u8, u8)| a ^ b;
        let difference = given.bytes().zip(self.token.bytes()).map(differs).fold(0, |all, one| all | one);
        if given.len() == self.token.len() && difference == 0 {
            return Ok(());
        }
        Err(Refused::new(
            401,
            "open the link that `rulebook serve` has printed: it holds the token that is missing here",
        ))
    }
}
