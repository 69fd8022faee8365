//! How much each address on the network may ask: connections at a time, and requests as they come.
#![expect(clippy::disallowed_methods, reason = "the door to the clock")]

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::http::Refused;

/// The most connections of one address: some pages, each with two or three.
const MAX_OPEN: usize = 24;
/// The most addresses that are counted.
const MAX_ADDRESSES: usize = 1024;
/// How many requests come at once, and how many a second in the long run.
const BURST: f64 = 120.0;
const RATE: f64 = 20.0;

struct Visitor {
    open: usize,
    left: f64,
    seen: Instant,
}

/// Those who have come, by their addresses.
#[derive(Default)]
pub struct Crowd(Mutex<BTreeMap<IpAddr, Visitor>>);

impl Crowd {
    fn all(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Visitor>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in.
    ///
    /// # Errors
    /// Status 429 where the address asks too much, 503 where there are too many addresses.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Visit, Refused> {
        let now = Instant::now();
        let mut all = self.all();
        if !all.contains_key(&address) && all.len() >= MAX_ADDRESSES {
            all.retain(|_, visitor| visitor.open > 0 || (now - visitor.seen).as_secs_f64() * RATE < BURST);
            if all.len() >= MAX_ADDRESSES {
                return Err(Refused::new(503, "too many have come"));
            }
        }
        let visitor = all.entry(address).or_insert(Visitor { open: 0, left: BURST, seen: now });
        visitor.left = (visitor.left + (now - visitor.seen).as_secs_f64() * RATE).min(BURST);
        visitor.seen = now;
        if visitor.left < 1.0 {
            return Err(Refused::new(429, "too many requests: wait a moment"));
        }
        if visitor.open >= MAX_OPEN {
            return Err(Refused::new(429, "too many connections: close some of the pages"));
        }
        visitor.left -= 1.0;
        visitor.open += 1;
        Ok(Visit { crowd: Arc::clone(self), address })
    }
}

/// A connection that was let in; it counts until it is dropped.
pub struct Visit {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(visitor) = self.crowd.all().get_mut(&self.address) {
            visitor.open -= 1;
        }
    }
}
