//! `rulebook serve` as its page and as hostile clients ask it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::processes::{Heard, ended, hearing, interrupt};
use crate::{scratch, stdout, typed};

/// A server, ended with the test.
struct Server {
    child: Child,
    port: u16,
    token: String,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        // What was killed has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back: the status, the head, the body.
struct Reply {
    status: u16,
    head: String,
    body: String,
    /// The body as it came.
    bytes: Vec<u8>,
}

impl Reply {
    /// The lines of a body that is JSON.
    fn lines(&self) -> Vec<Value> {
        self.body.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }
}

const SHEET: &str = "game \"Small\" {\n  players A, B\n  board square(3)\n  piece stone\n  \
                     move place { pick c in empty put my stone on c }\n  turn place\n  end when no move { draw }\n}\n";

/// A folder of a name that no other test uses, with two sheets in it, served.
fn serve(name: &str) -> Server {
    let folder = scratch(&format!("serve-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("more")).unwrap();
    std::fs::write(folder.join("small.game"), SHEET).unwrap();
    std::fs::write(folder.join("more/deep.game"), SHEET.replace("Small", "Deep")).unwrap();
    std::fs::write(folder.join("notes.txt"), "private").unwrap();
    serve_path(&folder, &folder)
}

fn serve_path(opened: &Path, folder: &Path) -> Server {
    serve_with(opened, folder, &["--port", "0"])
}

fn serve_with(opened: &Path, folder: &Path, options: &[&str]) -> Server {
    // What is kept between starts belongs to the test, and not to whoever runs it.
    let data = scratch("serve-data");
    let mut child = hearing()
        .args(["serve", opened.to_str().unwrap(), "--data", data.to_str().unwrap()])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let link = Heard::new(child.stdout.take().unwrap()).line();
    let (port, token) = link.trim().strip_prefix("http://127.0.0.1:").unwrap().split_once("/?token=").unwrap();
    Server { port: port.parse().unwrap(), token: token.to_owned(), child, folder: folder.to_owned() }
}

impl Server {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends bytes as they are.
    fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        read(stream)
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Asks as the page does.
    fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        let token = format!("X-Rulebook-Token: {}\r\n", self.token);
        self.with(method, path, &self.host(), &token, body)
    }

    fn with(&self, method: &str, path: &str, host: &str, lines: &str, body: &str) -> Reply {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{lines}Content-Length: {}\r\n\r\n", body.len());
        self.raw(format!("{head}{body}").as_bytes())
    }

    fn api(&self, method: &str, params: &Value) -> Value {
        let reply = self.ask("POST", "/api", &json!({"method": method, "params": params}).to_string());
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.lines().pop().unwrap()
    }
}

fn read(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |place| place + 4);
    let body = bytes.split_off(end);
    let head = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Reply { status, head, body: String::from_utf8_lossy(&body).into_owned(), bytes: body }
}

/// A question that takes longer than any test waits.
fn endless() -> String {
    let text = rulebook_insight::library::find("go").unwrap().text;
    json!({"method": "playouts", "params": {"game": {"text": text}, "games": 1_000_000, "seed": 1}}).to_string()
}

#[test]
fn questions_are_answered() {
    let server = serve("questions");
    let about = server.api("about", &json!({}));
    assert_eq!(about["answer"]["protocol"], 1);
    let load = server.api("load", &json!({"game": {"text": SHEET}}));
    assert_eq!(load["answer"]["game"]["title"], "Small", "{load}");
    let sheet = server.api("sheet", &json!({"game": {"text": SHEET}}));
    assert!(sheet["answer"]["html"].as_str().unwrap().contains("What you need"), "{sheet}");
    let at = SHEET.find("stone on").unwrap();
    let offers = server.api("complete", &json!({"game": {"text": SHEET}, "offset": at}));
    assert!(offers["answer"].as_array().unwrap().iter().any(|offer| offer["label"] == "stone"), "{offers}");
    let tokens = server.api("tokens", &json!({"text": "// é\ngame"}));
    assert_eq!(tokens["answer"][1], json!({"start": 5, "end": 9, "kind": "keyword"}));
    let edits = server.api("rename", &json!({"game": {"text": SHEET}, "offset": at, "name": "disc"}));
    assert_eq!(edits["answer"].as_array().unwrap().len(), 2, "{edits}");
    assert!(server.api("frobnicate", &json!({}))["error"]["message"].is_string());
}

#[test]
fn strangers_are_refused() {
    let server = serve("strangers");
    let (host, token) = (server.host(), format!("X-Rulebook-Token: {}\r\n", server.token));
    let question = "{\"method\":\"about\"}";
    let status = |host: &str, lines: &str| server.with("POST", "/api", host, lines, question).status;
    assert_eq!(status(&host, &token), 200);
    assert_eq!(status(&host.replace("127.0.0.1", "localhost"), &token), 200);
    for wrong in ["evil.example", "127.0.0.1", "", &format!("evil.example:{}", server.port), "127.0.0.1:1"] {
        assert_eq!(status(wrong, &token), 421, "{wrong}");
    }
    assert_eq!(status(&format!("{host}\r\nHost: {host}"), &token), 421, "two hosts");
    assert_eq!(status(&host, &format!("{token}Origin: http://{host}\r\n")), 200);
    for origin in ["http://evil.example", "null", &format!("https://{host}"), &format!("http://{host}.evil.example")] {
        assert_eq!(status(&host, &format!("{token}Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(status(&host, ""), 401);
    assert_eq!(status(&host, "X-Rulebook-Token: 00\r\n"), 401);
    let wrong: String = server.token.chars().map(|digit| if digit == '0' { '1' } else { '0' }).collect();
    assert_eq!(status(&host, &format!("X-Rulebook-Token: {wrong}\r\n")), 401);
    for path in ["/", "/index.html", "/files", "/files/small.game", "/events", "/?token=no"] {
        assert_eq!(server.with("GET", path, &host, "", "").status, 401, "{path}");
    }
    assert_eq!(server.with("PUT", "/files/small.game", &host, "", "{\"text\":\"\"}").status, 401);
    assert_eq!(server.ask("DELETE", "/files/small.game", "").status, 405);
    let page = server.with("GET", &format!("/?token={}", server.token), &host, "", "");
    if Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/index.html").exists() {
        let meta = format!("content=\"server\" data-token=\"{}\"", server.token);
        assert!(page.status == 200 && page.body.contains(&meta), "{}", page.body);
        // It answers itself: no engine is fetched.
        assert!(!page.body.contains("engine.wasm"), "{}", page.body);
    } else {
        assert!(page.status == 404 && page.body.contains("node build.mjs"), "{}", page.body);
    }
    for line in [
        "Content-Security-Policy: default-src 'self'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
    ] {
        assert!(page.head.contains(line), "{}", page.head);
    }
}

#[test]
fn assistants_find_the_documents() {
    let server = serve("documents");
    let list = server.ask("GET", "/llms.txt", "").body;
    let pages: Vec<&str> = list.split("](").skip(1).filter_map(|link| link.split(')').next()).collect();
    assert!(pages.contains(&"guide-for-assistants.md") && pages.len() > 20, "{list}");
    for page in pages {
        let reply = server.ask("GET", &format!("/{page}"), "");
        assert!(reply.status == 200 && reply.head.contains("text/markdown"), "{page}: {}", reply.head);
        assert_eq!(reply.body, std::fs::read_to_string(Path::new("docs").join(page)).unwrap());
    }
}

#[test]
fn what_is_no_request_is_refused() {
    let server = serve("garbage");
    let host = server.host();
    assert_eq!(server.raw(b"\x00\x01\x02\r\n\r\n").status, 400);
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\nBad Header\r\n\r\n").status, 400);
    let long = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(100_000));
    assert_eq!(server.raw(long.as_bytes()).status, 431);
    let many = "X-A: b\r\n".repeat(500);
    assert_eq!(server.raw(format!("GET / HTTP/1.1\r\n{many}\r\n").as_bytes()).status, 431);
    let token = &server.token;
    let post = |length: &str, body: &str| {
        let head = format!("POST /api HTTP/1.1\r\nHost: {host}\r\nX-Rulebook-Token: {token}\r\n{length}\r\n");
        server.raw(format!("{head}{body}").as_bytes()).status
    };
    assert_eq!(post("Content-Length: 99999999999\r\n", "x"), 413);
    assert_eq!(post("Content-Length: 9000000\r\n", &"x".repeat(9_000_000)), 413);
    assert_eq!(post("Content-Length: -1\r\n", ""), 411);
    assert_eq!(post("", ""), 411);
    assert_eq!(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), 411);
    let wrong = server.ask("POST", "/api", "no JSON").lines();
    assert!(wrong[0]["error"]["message"].is_string(), "{wrong:?}");
    let deep = server.ask("POST", "/api", &"[".repeat(1_000_000)).lines();
    assert!(deep[0]["error"]["message"].is_string());
    assert_eq!(server.api("about", &json!({}))["answer"]["protocol"], 1, "it still answers");
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let server = serve("paths");
    let outside = scratch("serve-paths-outside.game");
    std::fs::write(&outside, SHEET).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, server.folder.join("link.game")).unwrap();
        std::os::unix::fs::symlink(server.folder.join("../serve-paths-new.game"), server.folder.join("new.game"))
            .unwrap();
        std::os::unix::fs::symlink(server.folder.parent().unwrap(), server.folder.join("up")).unwrap();
        std::os::unix::fs::symlink(server.folder.join("small.game"), server.folder.join("within.game")).unwrap();
    }
    let read = |path: &str| server.ask("GET", &format!("/files/{path}"), "").status;
    assert_eq!((read("small.game"), read("more/deep.game"), read("more%2Fdeep.game")), (200, 200, 200));
    for path in [
        "../serve-paths-outside.game",
        "%2e%2e/serve-paths-outside.game",
        "more/../../serve-paths-outside.game",
        "more/../small.game",
        "./small.game",
        "//small.game",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "notes.txt",
        "small.game%00.txt",
        "..%5Cserve-paths-outside.game",
        "link.game",
        "new.game",
        "up/serve-paths-outside.game",
        ".hidden.game",
        ".git/x.game",
        "",
        "C:small.game",
    ] {
        let status = read(path);
        assert!([403, 404].contains(&status), "GET {path}: {status}");
        let saved = server.ask("PUT", &format!("/files/{path}"), "{\"text\":\"written\"}");
        assert!([403, 404].contains(&saved.status), "PUT {path}: {}", saved.status);
    }
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), SHEET);
    assert!(!scratch("serve-paths-new.game").exists());
    #[cfg(unix)]
    assert_eq!(read("within.game"), 200);
    let listed = server.ask("GET", "/files", "").json();
    assert_eq!(listed["files"], json!(["more/deep.game", "small.game"]), "{listed}");
}

#[test]
fn sheets_are_saved_whole_and_not_over_what_others_wrote() {
    let server = serve("saved");
    let read = || server.ask("GET", "/files/small.game", "").json();
    let version = read()["version"].clone();
    let put = |path: &str, body: Value| server.ask("PUT", &format!("/files/{path}"), &body.to_string());
    let saved = put("small.game", json!({"text": "// one\n", "version": version}));
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(std::fs::read_to_string(server.folder.join("small.game")).unwrap(), "// one\n");
    assert_eq!(put("small.game", json!({"text": "// two\n", "version": version})).status, 409);
    std::fs::write(server.folder.join("small.game"), "// by an editor\n").unwrap();
    assert_eq!(put("small.game", json!({"text": "// two\n", "version": saved.json()["version"]})).status, 409);
    assert_eq!(read()["text"], "// by an editor\n");
    // A page has LF, whatever the file has.
    std::fs::write(server.folder.join("small.game"), "// of Windows\r\n").unwrap();
    let saved = put("small.game", json!({"text": "// one\n// two\n", "version": read()["version"]}));
    assert_eq!((&read()["text"], &read()["version"]), (&json!("// one\r\n// two\r\n"), &saved.json()["version"]));
    assert_eq!(put("more/new.game", json!({"text": SHEET, "version": ""})).status, 200);
    assert_eq!(put("more/new.game", json!({"text": SHEET, "version": ""})).status, 409);
    assert_eq!(put("nowhere/new.game", json!({"text": SHEET})).status, 404);
    assert_eq!(put("large.game", json!({"text": "a".repeat((1 << 20) + 1)})).status, 413);
    let names =
        std::fs::read_dir(&server.folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["more", "notes.txt", "small.game"], "nothing else is written");
    let own = serve_path(&server.folder.join("small.game"), &server.folder);
    assert_eq!(own.ask("GET", "/files", "").json()["open"], "small.game");
    assert_eq!(own.ask("GET", "/files/more/deep.game", "").status, 403, "only the file that was opened");
}

#[test]
fn changes_on_disk_are_told() {
    let server = serve("events");
    let mut stream = server.connect();
    let path = format!("/events?token={}", server.token);
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("retry:")));
    std::fs::write(server.folder.join("small.game"), "// changed\n").unwrap();
    std::fs::write(server.folder.join("fresh.game"), SHEET).unwrap();
    std::fs::write(server.folder.join("other.txt"), "no sheet").unwrap();
    let mut told = Vec::new();
    while told.len() < 2 {
        let line = lines.find(|line| line.starts_with("data: ")).unwrap();
        let event: Value = serde_json::from_str(line.trim_start_matches("data: ")).unwrap();
        told.extend(event["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().to_owned()));
    }
    told.sort();
    told.dedup();
    assert_eq!(told, ["fresh.game", "small.game"]);
}

/// The processor time that a process has used, in ticks.
#[cfg(target_os = "linux")]
fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_connection_that_is_dropped_stops_the_work() {
    let server = serve("dropped");
    let body = endless();
    for _ in 0..3 {
        let mut stream = server.connect();
        let head = format!("POST /api HTTP/1.1\r\nHost: {}\r\nX-Rulebook-Token: {}\r\n", server.host(), server.token);
        stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
        let mut lines = BufReader::new(stream).lines();
        assert!(lines.any(|line| line.unwrap().contains("\"progress\"")), "it has begun");
    }
    // The work ends, and with it the use of the processor.
    let begun = Instant::now();
    loop {
        let before = ticks(server.child.id());
        std::thread::sleep(Duration::from_millis(600));
        if ticks(server.child.id()) - before <= 2 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
    }
    assert_eq!(server.api("about", &json!({}))["answer"]["protocol"], 1);
}

/// A player is made by the program, fetched as the file that `rulebook train` writes, and plays.
#[test]
fn a_player_is_trained_fetched_and_played() {
    let server = serve("training");
    let params = json!({"game": {"text": SHEET}, "seed": 3, "games": 120});
    let reply = server.ask("POST", "/api", &json!({"method": "train", "params": params}).to_string()).lines();
    assert!(reply[0]["progress"]["played"] == 0 && reply.len() > 1, "{reply:?}");
    let card = &reply.last().unwrap()["answer"]["player"];
    let digest = card["digest"].as_str().unwrap();
    let file = server.ask("GET", &format!("/players/{digest}"), "");
    assert_eq!(file.status, 200, "{}", file.body);
    let written = scratch("serve-training.player");
    let sheet = server.folder.join("small.game");
    let line = format!("train {} --games 120 --seed 3 --out {}", sheet.display(), written.display());
    typed(&line).assert().success();
    assert_eq!(file.bytes, std::fs::read(&written).unwrap());
    let agent = |players: &Value| {
        server.api("agent", &json!({"game": {"text": SHEET}, "agent": "learned:x", "players": players, "seed": 1}))
    };
    assert!(agent(&json!([digest]))["answer"]["move"].is_string());
    // Another program is told its bytes.
    let other = serve("training-other");
    let ask = |path: &str| other.ask("GET", path, "").status;
    assert_eq!((ask(&format!("/players/{digest}")), ask("/players/"), ask("/players/../files")), (404, 404, 404));
    let token = format!("X-Rulebook-Token: {}\r\n", other.token);
    let put = |token: &str, length: usize, bytes: &[u8]| {
        let head =
            format!("PUT /players HTTP/1.1\r\nHost: {}\r\n{token}Content-Length: {length}\r\n\r\n", other.host());
        other.raw(&[head.as_bytes(), bytes].concat())
    };
    assert_eq!(put("", 4, b"none").status, 401);
    assert_eq!(put(&token, 65 << 20, b"").status, 413);
    assert!(put(&token, 4, &[0xff; 4]).json()["error"]["message"].as_str().unwrap().contains("no player"));
    assert_eq!(put(&token, file.bytes.len(), &file.bytes).json()["answer"], *card);
    let played =
        other.api("agent", &json!({"game": {"text": SHEET}, "agent": "learned:x", "players": [digest], "seed": 1}));
    assert!(played["answer"]["move"].is_string(), "{played}");
    assert_eq!(other.with("GET", &format!("/players/{digest}"), &other.host(), "", "").status, 401);
}

#[test]
fn one_training_goes_on_at_a_time_and_ends_with_its_client() {
    let server = serve("one-training");
    let question = |games: u64| {
        json!({"method": "train", "params": {"game": {"text": SHEET}, "seed": 1, "games": games}}).to_string()
    };
    let (body, mut stream) = (question(1_000_000), server.connect());
    let head = format!("POST /api HTTP/1.1\r\nHost: {}\r\nX-Rulebook-Token: {}\r\n", server.host(), server.token);
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("\"plays\"")), "it has begun");
    let second = server.ask("POST", "/api", &question(100)).lines();
    assert!(second[0]["error"]["message"].as_str().unwrap().contains("another training goes on"), "{second:?}");
    assert_eq!(server.api("about", &json!({}))["answer"]["protocol"], 1, "other questions do not wait");
    drop(lines);
    let third = server.ask("POST", "/api", &question(100)).lines();
    assert!(third.last().unwrap()["answer"]["player"].is_object(), "{third:?}");
}

#[test]
fn time_ends_a_question_with_what_is_known() {
    let server = serve("seconds");
    let mut question: Value = serde_json::from_str(&endless()).unwrap();
    question["seconds"] = json!(0.5);
    let begun = Instant::now();
    let reply = server.ask("POST", "/api", &question.to_string()).lines().pop().unwrap();
    assert!(reply["answer"]["games"].as_u64().is_some_and(|games| games > 0), "{reply}");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn two_clients_do_not_wait_for_each_other() {
    let server = serve("two");
    let mut long: Value = serde_json::from_str(&endless()).unwrap();
    long["seconds"] = json!(30);
    let body = long.to_string();
    let mut stream = server.connect();
    let head = format!("POST /api HTTP/1.1\r\nHost: {}\r\nX-Rulebook-Token: {}\r\n", server.host(), server.token);
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("\"progress\"")));
    for _ in 0..3 {
        assert_eq!(server.api("load", &json!({"game": {"text": SHEET}}))["answer"]["game"]["title"], "Small");
    }
    let next = lines.find(|line| !line.is_empty()).unwrap();
    assert!(next.contains("\"progress\""), "the other one still works: {next}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it() {
    let mut server = serve("interrupt");
    assert_eq!(server.api("about", &json!({}))["answer"]["protocol"], 1);
    interrupt(&server.child);
    assert_eq!(ended(&mut server.child).code(), Some(130));
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
}

#[test]
fn what_cannot_be_served_is_said() {
    let failing = |line: &str| {
        let output = typed(line).assert().code(2).get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(failing("serve nowhere-at-all").contains("cannot open `nowhere-at-all`"));
    let file = scratch("serve-no-sheet.txt");
    std::fs::write(&file, "x").unwrap();
    assert!(failing(&format!("serve {}", file.display())).contains("neither a folder nor a `.game` file"));
    let server = serve("taken");
    assert!(failing(&format!("serve --port {}", server.port)).contains("cannot listen on port"));
    assert!(failing("serve --port 0 --lan=0.0.0.0").contains("needs one address of this machine"));
    // RFC 5737: nobody has this address.
    assert!(failing("serve --port 0 --lan=192.0.2.7").contains("cannot listen at 192.0.2.7"));
}

/// A port that nobody listened at a moment ago.
fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

impl Server {
    /// The same program once more, at the same port.
    fn again(self, options: &[&str]) -> Server {
        let (port, folder) = (self.port.to_string(), self.folder.clone());
        drop(self);
        serve_with(&folder, &folder, &[&["--port", &port], options].concat())
    }

    /// Asks in a room, without the token.
    fn in_room(&self, method: &str, path: &str, body: &Value) -> Reply {
        self.with(method, path, &self.host(), "", &body.to_string())
    }

    /// Opens a room for the small sheet, and gives its path.
    fn room(&self) -> String {
        let opened = self.ask("POST", "/rooms", &json!({"game": {"text": SHEET}}).to_string());
        assert_eq!(opened.status, 201, "{}", opened.body);
        assert_eq!(
            opened.json()["link"],
            format!("http://{}/?room={}", self.host(), opened.json()["id"].as_str().unwrap())
        );
        format!("/rooms/{}", opened.json()["id"].as_str().unwrap())
    }

    fn sit(&self, room: &str, seat: u32, secret: &str) -> Reply {
        self.in_room(
            "POST",
            &format!("{room}/seat"),
            &json!({"seat": seat, "secret": secret, "name": format!("P{seat}")}),
        )
    }

    fn play(&self, room: &str, seat: u32, secret: &str, ply: u32, action: &str) -> Reply {
        let sent = json!({"seat": seat, "secret": secret, "ply": ply, "move": action});
        self.in_room("POST", &format!("{room}/move"), &sent)
    }
}

const ANNA: &str = "annaannaannaannaannaannaannaanna";
const BEA: &str = "beabeabeabeabeabeabeabeabeabeabea";

#[test]
fn a_port_that_is_named_has_the_same_link_at_each_start() {
    let folder = scratch("serve-again");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("small.game"), SHEET).unwrap();
    let first = serve_with(&folder, &folder, &["--port", &free_port().to_string()]);
    let (port, token) = (first.port, first.token.clone());
    let again = first.again(&[]);
    assert_eq!((again.port, &again.token), (port, &token));
    assert_eq!(again.ask("GET", "/files", "").status, 200);
    // A free port is another address each time, and so is its link.
    let (one, other) = (serve_path(&folder, &folder), serve_path(&folder, &folder));
    assert!(one.token != other.token && one.token != token);
}

#[test]
fn where_the_port_is_taken_it_is_said_and_a_free_one_is_used() {
    let _taken = std::net::TcpListener::bind(("127.0.0.1", 7853));
    let data = scratch("serve-taken-data");
    let mut child = hearing()
        .args(["serve", "--data", data.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = Heard::new(child.stderr.take().unwrap()).line();
    let link = Heard::new(child.stdout.take().unwrap()).line();
    let _ = child.kill();
    let _ = child.wait();
    assert!(said.starts_with("Port 7853 is taken") && said.contains("not found here"), "{said}");
    assert!(!link.contains(":7853/"), "{link}");
}

#[test]
fn in_a_room_moves_are_judged() {
    let server = serve("rooms");
    let room = server.room();
    let whole = server.in_room("GET", &room, &json!({})).json();
    assert_eq!((&whole["title"], &whole["players"], &whole["acts"]), (&json!("Small"), &json!(["A", "B"]), &json!(1)));
    assert_eq!(whole["game"]["text"], SHEET);
    assert_eq!(whole["digest"].as_str().unwrap().len(), 64);

    // Who comes first has the seat, and comes back to it with the secret.
    let refused = |reply: Reply, status: u16, says: &str| {
        assert!(reply.status == status && reply.body.contains(says), "{}: {}", reply.status, reply.body);
    };
    refused(server.play(&room, 1, ANNA, 0, "b2"), 403, "nobody holds seat 1");
    refused(server.sit(&room, 1, "short"), 400, "32 to 128 letters and digits");
    assert_eq!(server.sit(&room, 1, ANNA).status, 200);
    refused(server.sit(&room, 1, BEA), 409, "seat 1 is taken");
    assert_eq!(server.sit(&room, 1, ANNA).status, 200);
    assert_eq!(server.sit(&room, 2, BEA).status, 200);
    refused(server.sit(&room, 3, BEA), 404, "there is no seat 3");

    // Illegal, forged, out of turn, stale; and a move that is sent twice is played once.
    refused(server.play(&room, 1, ANNA, 0, "z9"), 422, "z9: ");
    refused(server.play(&room, 1, BEA, 0, "b2"), 403, "held by somebody else");
    refused(server.play(&room, 2, BEA, 0, "b2"), 409, "not your turn");
    for _ in 0..2 {
        let now = server.play(&room, 1, ANNA, 0, "b2");
        assert_eq!((now.status, &now.json()["moves"], &now.json()["acts"]), (200, &json!(["b2"]), &json!(2)));
    }
    refused(server.play(&room, 2, BEA, 0, "a1"), 409, "has gone on");
    refused(server.play(&room, 2, BEA, 1, "b2"), 422, "b2: ");
    refused(server.in_room("POST", &format!("{room}/move"), &json!({"seat": 2})), 400, "cannot be read");

    // A room says nothing of secrets, and answers for its own game alone.
    let told = server.in_room("GET", &room, &json!({})).body;
    assert!(!told.contains(ANNA) && !told.contains("secret"), "{told}");
    let api = format!("{room}/api");
    let own = server.in_room(
        "POST",
        &api,
        &json!({"method": "position", "params": {"game": {"text": "nonsense"}, "line": {"moves": ["b2"]}}}),
    );
    assert_eq!(own.lines().pop().unwrap()["answer"]["toAct"]["seat"], 2);
    let other = json!({"method": "position", "params": {"line": {"moves": ["a1", "b2"]}}});
    refused(server.in_room("POST", &api, &other), 409, "not played in this room");
    for method in ["playouts", "train", "measure", "check", "agent", "explore"] {
        refused(server.in_room("POST", &api, &json!({"method": method, "params": {}})), 403, "nobody may ask for");
    }

    // Only the host opens, frees and closes.
    refused(server.in_room("POST", "/rooms", &json!({"game": {"text": SHEET}})), 401, "token");
    refused(server.in_room("GET", "/rooms", &json!({})), 401, "token");
    refused(server.in_room("DELETE", &room, &json!({})), 401, "token");
    refused(server.ask("POST", "/rooms", &json!({"game": {"text": "game"}}).to_string()), 422, "errors");
    assert_eq!(
        server.in_room("POST", &format!("{room}/leave"), &json!({"seat": 2, "secret": BEA})).json()["seats"][1]["taken"],
        false
    );
    assert_eq!(server.ask("DELETE", &format!("{room}/seat"), "{\"seat\": 1}").json()["seats"][0]["taken"], false);
    assert_eq!(server.ask("DELETE", &room, "").status, 200);
    refused(server.in_room("GET", &room, &json!({})), 404, "no such room");
}

#[test]
fn who_looks_on_is_told_of_each_move_until_the_room_is_closed() {
    let server = serve("room-events");
    let room = server.room();
    let mut stream = server.connect();
    write!(stream, "GET {room}/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).unwrap();
    let mut events = BufReader::new(stream).lines().map(Result::unwrap);
    let mut next =
        |wanted: &str| events.by_ref().find(|line| line.starts_with("data: ") && line.contains(wanted)).unwrap();
    next("\"moves\":[]");
    server.sit(&room, 1, ANNA);
    next("\"name\":\"P1\"");
    server.play(&room, 1, ANNA, 0, "c3");
    next("\"moves\":[\"c3\"]");
    server.ask("DELETE", &room, "");
    assert!(events.any(|line| line == "event: closed"));
}

#[test]
fn a_restart_loses_nothing_of_a_room() {
    let folder = scratch("serve-restart");
    std::fs::create_dir_all(&folder).unwrap();
    let server = serve_with(&folder, &folder, &["--port", &free_port().to_string()]);
    let room = server.room();
    server.sit(&room, 1, ANNA);
    server.sit(&room, 2, BEA);
    server.play(&room, 1, ANNA, 0, "b2");
    let before = server.in_room("GET", &room, &json!({})).json();
    // `again` kills it, as a loss of power would.
    let server = server.again(&[]);
    let after = server.in_room("GET", &room, &json!({})).json();
    for name in ["moves", "seats", "acts", "digest", "game"] {
        assert_eq!(before[name], after[name], "{name}");
    }
    assert_eq!(server.play(&room, 2, ANNA, 1, "a1").status, 403);
    assert_eq!(server.play(&room, 2, BEA, 1, "a1").json()["moves"], json!(["b2", "a1"]));
    assert_eq!(server.ask("GET", "/rooms", "").json()["rooms"][0]["moves"], 2);
}

#[test]
fn nature_draws_in_a_room_and_nobody_else() {
    let server = serve("room-luck");
    let text = SHEET.replace("  turn place", "  die pip: 1..=6\n  turn roll pip, then place");
    let opened = server.ask("POST", "/rooms", &json!({"game": {"text": text}}).to_string());
    assert_eq!(opened.status, 201, "{}", opened.body);
    let room = format!("/rooms/{}", opened.json()["id"].as_str().unwrap());
    server.sit(&room, 1, ANNA);
    let now = server.in_room("GET", &room, &json!({})).json();
    assert_eq!((now["moves"].as_array().unwrap().len(), &now["acts"]), (1, &json!(1)), "{now}");
    let now = server.play(&room, 1, ANNA, 1, "a1").json();
    assert_eq!((now["moves"].as_array().unwrap().len(), &now["acts"]), (3, &json!(2)), "{now}");
}

/// Another address of this machine, as if it were that of a network.
#[cfg(target_os = "linux")]
#[test]
fn others_on_the_network_reach_rooms_and_nothing_else() {
    let folder = scratch("serve-lan");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("small.game"), SHEET).unwrap();
    let server = serve_with(&folder, &folder, &["--port", &free_port().to_string(), "--lan=127.0.0.2"]);
    let opened = server.ask("POST", "/rooms", &json!({"game": {"text": SHEET}}).to_string()).json();
    let network = format!("127.0.0.2:{}", server.port);
    assert_eq!(opened["link"], format!("http://{network}/?room={}", opened["id"].as_str().unwrap()));
    let room = format!("/rooms/{}", opened["id"].as_str().unwrap());
    let from = |method: &str, path: &str, host: &str, lines: &str, body: &str| {
        let mut stream = TcpStream::connect(&network).unwrap();
        let _ = write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{lines}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        read(stream)
    };
    assert_eq!(from("GET", &room, &network, "", "").json()["title"], "Small");
    let claim = json!({"seat": 1, "secret": ANNA}).to_string();
    assert_eq!(from("POST", &format!("{room}/seat"), &network, "", &claim).status, 200);
    // Not even with the token.
    let token = format!("X-Rulebook-Token: {}\r\n", server.token);
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/files"),
        ("GET", "/files/small.game"),
        ("PUT", "/files/small.game"),
        ("POST", "/api"),
        ("PUT", "/players"),
        ("GET", "/events"),
        ("GET", "/rooms"),
        ("POST", "/rooms"),
        ("DELETE", room.as_str()),
    ] {
        let reply = from(method, path, &network, &token, "{}");
        assert!(reply.status == 403 && reply.body.contains("only rooms"), "{method} {path}: {}", reply.status);
    }
    // A name of another site that leads here, and a page of another site.
    assert_eq!(from("GET", &room, &format!("evil.example:{}", server.port), "", "").status, 421);
    assert_eq!(from("GET", &room, &server.host(), "", "").status, 421);
    assert_eq!(from("POST", &format!("{room}/seat"), &network, "Origin: http://evil.example\r\n", &claim).status, 403);
    assert_eq!(server.with("GET", &room, &network, "", "").status, 421);
    // Who asks without end is told to wait, and nobody else is.
    let statuses: Vec<u16> = (0..200).map(|_| from("GET", "/rooms/none", &network, "", "").status).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(server.in_room("GET", &room, &json!({})).status, 200);
    // So many connections at a time from one address.
    std::thread::sleep(Duration::from_secs(7));
    let open: Vec<TcpStream> = (0..24).map(|_| TcpStream::connect(&network).unwrap()).collect();
    let late = from("GET", &room, &network, "", "");
    assert!(late.status == 429 && late.body.contains("too many connections"), "{}: {}", late.status, late.body);
    drop(open);
}

#[test]
fn a_site_is_written_and_nothing_deleted() {
    let folder = scratch("site");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mine.txt"), "kept").unwrap();
    let has_page = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/index.html").exists();
    let output = typed(&format!("site {}", folder.display())).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if has_page {
        assert!(folder.join("index.html").is_file() && folder.join("games/territory/emulsion.game").is_file());
        let is_whole = folder.join("engine.wasm").is_file();
        assert!(is_whole == (output.status.code() == Some(0)) && is_whole != said.contains(".ci/wasm build"), "{said}");
    } else {
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains("node build.mjs") && !folder.join("games").exists(), "{said}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("mine.txt")).unwrap(), "kept");
}

#[test]
fn a_sheet_is_written() {
    let page = stdout(typed("sheet \"emulsion#Free Emulsion?size=5\""));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Free Emulsion</h1>"));
    assert!(page.contains("a board of 5 x 5 squares"));
    let file = scratch("sheet.html");
    assert_eq!(stdout(typed(&format!("sheet hex --html {}", file.display()))), "");
    assert!(std::fs::read_to_string(&file).unwrap().contains("<h1>Hex</h1>"));
    typed("sheet nowhere").assert().code(2);
}
