//! A conversation with one client: messages in, messages out, and work beside.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use lsp_server::Message;
use rulebook_lsp::{Done, Files, Server};
use serde_json::{Value, json};

use super::frames::{Frame, read, write};
use super::workers::{STACK_BYTES, Workers};

/// How long nothing comes in before everything is checked.
const PAUSE: Duration = Duration::from_millis(300);
/// How many messages are looked at together.
const MAX_TOGETHER: usize = 64;
/// How many bytes of messages wait, so that a client that sends faster than is answered has to wait itself.
const MAX_WAITING: usize = 32 << 20;

/// What happens.
enum Event {
    Frame(Frame),
    Done(Done),
    /// The client has gone, or cannot be understood any more; why, if it is the latter.
    Gone(Option<String>),
}

/// Bytes that wait to be looked at.
#[derive(Default)]
struct Waiting {
    bytes: Mutex<usize>,
    less: Condvar,
}

impl Waiting {
    fn add(&self, bytes: usize) {
        let now = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = |now: &mut usize| *now > 0 && *now + bytes > MAX_WAITING;
        let mut now = self.less.wait_while(now, has_room).unwrap_or_else(PoisonError::into_inner);
        *now += bytes;
    }

    fn take(&self, bytes: usize) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.less.notify_all();
    }
}

/// How a conversation has ended.
pub struct Ended {
    /// The exit status: 0 if the client said goodbye, 1 if not.
    pub status: u8,
    /// Why the client was not understood any more.
    pub why: Option<String>,
}

impl Ended {
    fn with(status: u8) -> Self {
        Ended { status, why: None }
    }
}

/// Talks with a client until it leaves, or cannot be understood any more.
pub fn converse<R: BufRead>(
    input: impl FnOnce() -> R + Send + 'static,
    mut output: impl Write,
    files: Arc<dyn Files>,
) -> Ended {
    let (events, happens) = sync_channel(MAX_TOGETHER);
    let waiting = Arc::new(Waiting::default());
    let (reads, counts) = (events.clone(), Arc::clone(&waiting));
    // It ends with the client, or with the process.
    let reader = Builder::new().name("Reader".to_owned()).stack_size(STACK_BYTES);
    if reader.spawn(move || listen(&mut input(), &reads, &counts)).is_err() {
        return Ended::with(1);
    }
    let workers = Workers::new(move |done| events.send(Event::Done(done)).is_ok());
    let mut server = Server::new(files);
    loop {
        let Some(first) = next(&happens, server.waits_for_pause()) else {
            let mut said: Vec<Value> = server.pause().iter().map(wire).collect();
            hand_out(&mut server, &workers, &mut said);
            if tell(&mut output, &said).is_err() {
                return Ended::with(1);
            }
            continue;
        };
        let mut answers: Vec<Value> = Vec::new();
        let mut messages = Vec::new();
        let (mut event, mut gone) = (Some(first), None);
        while let Some(happened) = event.take() {
            match happened {
                Event::Frame(Frame::Message(message, bytes)) => {
                    waiting.take(bytes);
                    let is_exit = matches!(&message, Message::Notification(said) if said.method == "exit");
                    messages.push(message);
                    if is_exit {
                        break;
                    }
                }
                Event::Frame(Frame::Wrong(answer)) => answers.push(answer),
                Event::Done(done) => answers.extend(server.done(done).iter().map(wire)),
                Event::Gone(why) => {
                    gone = Some(Ended { status: 1, why });
                    break;
                }
            }
            if messages.len() < MAX_TOGETHER {
                event = happens.try_recv().ok();
            }
        }
        answers.extend(server.receive_all(messages).iter().map(wire));
        hand_out(&mut server, &workers, &mut answers);
        if tell(&mut output, &answers).is_err() {
            return Ended::with(1);
        }
        if let Some(status) = server.left() {
            return Ended::with(status);
        }
        if let Some(ended) = gone {
            return ended;
        }
    }
}

/// Writes messages.
fn tell(output: &mut impl Write, messages: &[Value]) -> io::Result<()> {
    messages.iter().try_for_each(|message| write(output, message))?;
    output.flush()
}

/// What happens next; nothing if it is a pause that was waited for.
fn next(happens: &Receiver<Event>, waits_for_pause: bool) -> Option<Event> {
    let event = match waits_for_pause {
        true => happens.recv_timeout(PAUSE),
        false => happens.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match event {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Event::Gone(None)),
    }
}

/// Reads what the client says.
fn listen(input: &mut impl BufRead, events: &SyncSender<Event>, waiting: &Waiting) {
    loop {
        let event = match read(input) {
            Ok(Some(frame)) => Event::Frame(frame),
            Ok(None) => Event::Gone(None),
            Err(error) => Event::Gone(Some(error.to_string())),
        };
        if let Event::Frame(Frame::Message(_, bytes)) = &event {
            waiting.add(*bytes);
        }
        let is_last = matches!(event, Event::Gone(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn hand_out(server: &mut Server, workers: &Workers, answers: &mut Vec<Value>) {
    for task in server.take_tasks() {
        if let Some(failed) = workers.begin(task) {
            answers.extend(server.done(failed).iter().map(wire));
        }
    }
}

/// A message as it is written.
fn wire(message: &Message) -> Value {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    value["jsonrpc"] = json!("2.0");
    value
}
