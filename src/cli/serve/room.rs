//! A room: one game with fixed rules, its seats, its line of play, and those who look on. The engine judges each move, and nature's
//! lots are drawn here.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rulebook_insight::library::digest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::api::Sessions;
use super::http::Refused;

/// How long the engine may take for one move.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most actions of a line.
const MAX_MOVES: usize = 5000;
/// The longest name of a person, in characters.
const MAX_NAME: usize = 40;
/// How long the secret of a seat may be: what is shorter could be guessed.
const SECRET: std::ops::RangeInclusive<usize> = 32..=128;

/// A room as it is kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The sheet, the game or variant in it and its options, as questions to the engine name them.
    pub game: Value,
    /// The position that the game begins from; that of the sheet where there is none.
    pub start: Option<String>,
    /// The title of the game.
    pub title: String,
    /// The SHA-256 of the rules: of sheet, variant, options, other files and start.
    pub digest: String,
    /// The players, in the order of the seats.
    pub players: Vec<String>,
    seats: Vec<Option<Holder>>,
    moves: Vec<String>,
}

/// Who holds a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Holder {
    /// The SHA-256 of the secret: the file gives no seat away.
    secret: String,
    name: String,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// A seat, from 1.
    Of(usize),
    /// The game is over.
    Over,
}

struct State {
    kept: Kept,
    /// Counts changes.
    version: u64,
    /// Whose turn it is, and the last action as it was done, once that was asked; why the line cannot be played, where it cannot.
    turn: Option<Result<Turn, String>>,
    watching: usize,
    is_closed: bool,
}

/// A game that people play together.
pub struct Room {
    state: Mutex<State>,
    changed: Condvar,
}

/// A move as it is sent.
#[derive(Deserialize)]
pub struct Sent {
    /// From 1.
    pub seat: usize,
    secret: String,
    /// How many actions the sender has seen before it.
    ply: usize,
    #[serde(rename = "move")]
    action: String,
}

/// A seat that somebody wants, or gives back.
#[derive(Deserialize)]
pub struct Claim {
    /// From 1.
    pub seat: usize,
    secret: String,
    #[serde(default)]
    name: String,
}

impl Room {
    /// Opens a room for a game, which has to be without errors.
    ///
    /// # Errors
    /// Status 422 of rules that cannot be played.
    pub fn open(game: Value, start: Option<String>, sessions: &Sessions) -> Result<Room, Refused> {
        let refused = |message: String| Refused::new(422, message);
        let loaded = sessions.asked(&json!({"method": "load", "params": {"game": game}}), PATIENCE).map_err(refused)?;
        if loaded["game"].is_null() {
            return Err(refused("the sheet has errors: a room needs rules that can be played".to_owned()));
        }
        let words = |value: &Value| value.as_str().unwrap_or("").to_owned();
        let players: Vec<String> = loaded["game"]["players"].as_array().into_iter().flatten().map(words).collect();
        let kept = Kept {
            digest: digest(&rules(&game, start.as_deref())),
            title: words(&loaded["game"]["title"]),
            seats: vec![None; players.len()],
            players,
            game,
            start,
            moves: Vec::new(),
        };
        let room = Room::again(kept);
        room.know(&mut room.state(), sessions)?;
        Ok(room)
    }

    /// A room that was kept.
    pub fn again(kept: Kept) -> Room {
        let state = State { kept, version: 0, turn: None, watching: 0, is_closed: false };
        Room { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds out whose turn it is, and draws for nature where it is nature's.
    fn know(&self, state: &mut State, sessions: &Sessions) -> Result<Turn, Refused> {
        let known = match state.turn.take() {
            Some(known) => known,
            None => settled(&mut state.kept, sessions),
        };
        state.turn = Some(known.clone());
        known.map_err(|message| Refused::new(422, message))
    }

    /// The rules and what has come of them.
    pub fn whole(&self, sessions: &Sessions) -> Value {
        let mut state = self.state();
        let _ = self.know(&mut state, sessions);
        let Kept { game, start, title, digest, players, .. } = &state.kept;
        let mut whole = json!({"game": game, "start": start, "title": title, "digest": digest, "players": players});
        if let (Some(whole), Value::Object(now)) = (whole.as_object_mut(), now(&state)) {
            whole.extend(now);
        }
        whole
    }

    /// What a list of rooms says of it.
    pub fn told(&self) -> Value {
        let state = self.state();
        json!({"title": state.kept.title, "moves": state.kept.moves.len(), "seats": seats(&state), "watching": state.watching})
    }

    /// The game and the line as questions to the engine name them, where a line was asked for that has been played here, or would be
    /// with one action more: a page shows its own move while it is on its way.
    ///
    /// # Errors
    /// Status 409 of another line.
    pub fn question(&self, line: &[String]) -> Result<(Value, Value), Refused> {
        let state = self.state();
        let is_played = |line: &[String]| state.kept.moves.starts_with(line);
        if !is_played(line)
            && !line.split_last().is_some_and(|(_, before)| before.len() == state.kept.moves.len() && is_played(before))
        {
            return Err(Refused::new(409, "this line was not played in this room"));
        }
        Ok((state.kept.game.clone(), json!({"start": state.kept.start, "moves": line})))
    }

    /// Gives a seat to whoever comes first. Who holds it already keeps it, under the name that comes with it.
    ///
    /// # Errors
    /// Status 409 where another holds it, 400 of a secret that could be guessed.
    pub fn claim(&self, claim: &Claim, keep: impl FnOnce(&Kept) -> Result<(), Refused>) -> Result<Value, Refused> {
        let mut state = self.state();
        let is_good =
            SECRET.contains(&claim.secret.len()) && claim.secret.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_good {
            return Err(Refused::new(400, "the secret of a seat has 32 to 128 letters and digits"));
        }
        let secret = digest(&claim.secret);
        let seat = seat(&state.kept, claim.seat)?;
        if seat.as_ref().is_some_and(|holder| holder.secret != secret) {
            return Err(Refused::new(409, format!("seat {} is taken already", claim.seat)));
        }
        let name: String = claim.name.trim().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        self.change(&mut state, keep, |kept| {
            if let Some(seat) = kept.seats.get_mut(claim.seat - 1) {
                *seat = Some(Holder { secret, name });
            }
        })
    }

    /// Frees a seat, for its holder or for the host.
    ///
    /// # Errors
    /// Status 403 where another holds it.
    pub fn leave(
        &self,
        seat: usize,
        secret: Option<&Claim>,
        keep: impl FnOnce(&Kept) -> Result<(), Refused>,
    ) -> Result<Value, Refused> {
        let mut state = self.state();
        if let Some(claim) = secret {
            holds(&state.kept, seat, &claim.secret)?;
        } else {
            self::seat(&state.kept, seat)?;
        }
        self.change(&mut state, keep, |kept| {
            if let Some(seat) = kept.seats.get_mut(seat - 1) {
                *seat = None;
            }
        })
    }

    /// Plays a move, if it is legal and its sender's to play; then nature draws what is hers.
    ///
    /// # Errors
    /// Status 403 of a wrong secret, 409 where it is not the sender's turn or the game has gone on, 422 of what is not legal.
    pub fn play(
        &self,
        sent: &Sent,
        sessions: &Sessions,
        keep: impl FnOnce(&Kept) -> Result<(), Refused>,
    ) -> Result<Value, Refused> {
        let mut state = self.state();
        holds(&state.kept, sent.seat, &sent.secret)?;
        // An answer may get lost: who sends the same again is told the same.
        if state.kept.moves.get(sent.ply) == Some(&sent.action) {
            return Ok(now(&state));
        }
        if sent.ply != state.kept.moves.len() {
            return Err(Refused::new(409, "the game has gone on since: look at the board and move again"));
        }
        match self.know(&mut state, sessions)? {
            Turn::Over => return Err(Refused::new(409, "the game is over")),
            Turn::Of(seat) if seat != sent.seat => {
                let message = format!("it is not your turn: seat {seat} is to move");
                return Err(Refused::new(409, message));
            }
            Turn::Of(_) => {}
        }
        let mut kept = state.kept.clone();
        kept.moves.push(sent.action.clone());
        let turn = settled(&mut kept, sessions).map_err(|message| Refused::new(422, message))?;
        keep(&kept)?;
        state.kept = kept;
        state.turn = Some(Ok(turn));
        Ok(self.tell(&mut state))
    }

    /// Changes what is kept, if it can be kept.
    fn change(
        &self,
        state: &mut State,
        keep: impl FnOnce(&Kept) -> Result<(), Refused>,
        change: impl FnOnce(&mut Kept),
    ) -> Result<Value, Refused> {
        let mut kept = state.kept.clone();
        change(&mut kept);
        keep(&kept)?;
        state.kept = kept;
        Ok(self.tell(state))
    }

    fn tell(&self, state: &mut State) -> Value {
        state.version += 1;
        self.changed.notify_all();
        now(state)
    }

    /// Ends it for those who look on.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        self.tell(&mut state);
    }

    /// What is kept on disk.
    pub fn kept(&self) -> Kept {
        self.state().kept.clone()
    }

    /// Somebody begins to look on.
    pub fn enter(&self) -> Watcher<'_> {
        let mut state = self.state();
        state.watching += 1;
        self.tell(&mut state);
        Watcher { room: self, seen: None }
    }
}

/// Somebody who looks on; the count goes down when it is dropped.
pub struct Watcher<'r> {
    room: &'r Room,
    seen: Option<u64>,
}

/// What somebody who looks on is told.
pub enum News {
    /// How the game stands now.
    Now(Value),
    /// The room is closed.
    Closed,
}

impl Watcher<'_> {
    /// What has changed since the last time, or nothing after so long.
    pub fn wait(&mut self, longest: Duration, sessions: &Sessions) -> Option<News> {
        let mut state = self.room.state();
        if self.seen == Some(state.version) && !state.is_closed {
            state = self.room.changed.wait_timeout(state, longest).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.is_closed {
            return Some(News::Closed);
        }
        if self.seen == Some(state.version) {
            return None;
        }
        let _ = self.room.know(&mut state, sessions);
        self.seen = Some(state.version);
        Some(News::Now(now(&state)))
    }
}

impl Drop for Watcher<'_> {
    fn drop(&mut self) {
        let mut state = self.room.state();
        state.watching -= 1;
        self.room.tell(&mut state);
    }
}

/// The rules as one text, the same as the page makes of them.
fn rules(game: &Value, start: Option<&str>) -> String {
    let of = |name: &str| game.get(name).cloned().unwrap_or(Value::Null);
    let sorted = |name: &str| -> Value {
        let mut entries: Vec<(&String, &Value)> =
            game.get(name).and_then(Value::as_object).into_iter().flatten().collect();
        entries.sort_by_key(|(name, _)| *name);
        entries.into_iter().map(|(name, value)| json!([name, value])).collect()
    };
    json!([of("text"), of("variant"), sorted("options"), sorted("files"), start]).to_string()
}

/// What changes in a room.
fn now(state: &State) -> Value {
    let turn = state.turn.as_ref();
    json!({
        "version": state.version,
        "moves": state.kept.moves,
        "seats": seats(state),
        "acts": turn.and_then(|turn| match turn { Ok(Turn::Of(seat)) => Some(seat), _ => None }),
        "over": matches!(turn, Some(Ok(Turn::Over))),
        "broken": turn.and_then(|turn| turn.as_ref().err()),
        "watching": state.watching,
    })
}

fn seats(state: &State) -> Value {
    let seat =
        |seat: &Option<Holder>| json!({"taken": seat.is_some(), "name": seat.as_ref().map(|holder| &holder.name)});
    state.kept.seats.iter().map(seat).collect()
}

fn seat(kept: &Kept, seat: usize) -> Result<&Option<Holder>, Refused> {
    let found = seat.checked_sub(1).and_then(|place| kept.seats.get(place));
    found.ok_or_else(|| Refused::new(404, format!("there is no seat {seat}: there are {}", kept.seats.len())))
}

fn holds(kept: &Kept, number: usize, secret: &str) -> Result<(), Refused> {
    match seat(kept, number)? {
        Some(holder) if holder.secret == digest(secret) => Ok(()),
        Some(_) => Err(Refused::new(403, format!("seat {number} is held by somebody else"))),
        None => Err(Refused::new(403, format!("nobody holds seat {number}: sit down first"))),
    }
}

/// Whose turn it is at the end of the line, after nature has drawn what is hers. The last action is written as it was done.
fn settled(kept: &mut Kept, sessions: &Sessions) -> Result<Turn, String> {
    loop {
        if kept.moves.len() > MAX_MOVES {
            return Err(format!("a game in a room has at most {MAX_MOVES} moves"));
        }
        let line = json!({"start": kept.start, "moves": kept.moves});
        let params = json!({"game": kept.game, "line": line});
        let position = sessions.asked(&json!({"method": "position", "params": params}), PATIENCE)?;
        let cut = &position["cut"];
        if !cut.is_null() {
            let said = |name: &str| cut[name].as_str().unwrap_or("").to_owned();
            return Err(format!("{}: {}", said("move"), said("reason")));
        }
        let written = position["plies"].as_array().and_then(|plies| plies.last()?["text"].as_str());
        if let (Some(last), Some(written)) = (kept.moves.last_mut(), written) {
            written.clone_into(last);
        }
        match position["toAct"]["seat"].as_u64() {
            None => return Ok(Turn::Over),
            Some(0) => {
                let seed = getrandom::u64().map_err(|error| error.to_string())?;
                let params = json!({"game": kept.game, "line": line, "agent": "random", "seed": seed});
                let drawn = sessions.asked(&json!({"method": "agent", "params": params}), PATIENCE)?;
                kept.moves.push(drawn["move"].as_str().ok_or("nothing was drawn")?.to_owned());
            }
            Some(seat) => return Ok(Turn::Of(usize::try_from(seat).unwrap_or(usize::MAX))),
        }
    }
}
