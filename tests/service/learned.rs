//! Learned players: made, given to the session by their files, and named by questions.

use rulebook_service::session::{Host, Players, Session};
use serde_json::{Value, json};

use crate::{Asked, game};

/// A host that keeps what it is told and given, and stops once there are so many checks.
#[derive(Default)]
struct Keeps {
    told: Vec<Value>,
    given: Vec<(String, Vec<u8>)>,
    stops: Option<usize>,
}

impl Host for Keeps {
    fn progress(&mut self, value: &Value) -> bool {
        let checks = value["train"]["curve"].as_array().map_or(0, Vec::len);
        self.told.push(value.clone());
        self.stops.is_none_or(|stops| checks < stops)
    }

    fn give(&mut self, digest: &str, bytes: &[u8]) {
        self.given.push((digest.to_owned(), bytes.to_vec()));
    }
}

fn trained(session: &mut Session, params: &Value, host: &mut Keeps) -> Value {
    let request = json!({"method": "train", "params": params}).to_string();
    serde_json::from_str(&session.answer(&request, host)).unwrap()
}

/// The file of a player of a game.
fn file(game: &Value, games: u64) -> Vec<u8> {
    let mut host = Keeps::default();
    let reply = trained(&mut Session::default(), &json!({"game": game, "seed": 1, "games": games}), &mut host);
    assert!(reply["answer"]["player"].is_object(), "{reply}");
    host.given.pop().unwrap().1
}

fn held(session: &mut Session, bytes: &[u8]) -> Value {
    serde_json::from_str(&session.hold(bytes)).unwrap()
}

fn message(reply: &Value) -> &str {
    reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{reply}"))
}

/// A game of rows with another end.
fn rows(end: &str) -> Value {
    let text = "game \"Rows\" {\n  players White, Black\n  board square(3)\n  piece stone\n  line three = 3 like-coloured stones in a row\n  \
                move place {\n    pick c in empty\n    put my stone on c\n  }\n  turn place\n  end when some three { last mover wins }\n  \
                end when no empty { END }\n}\n";
    json!({"text": text.replace("END", end)})
}

#[test]
fn a_training_tells_how_far_it_is_and_gives_the_best_player() {
    let mut session = Session::default();
    let mut host = Keeps::default();
    let reply = trained(&mut session, &json!({"game": game("tic-tac-toe"), "seed": 1, "games": 800}), &mut host);
    let answer = &reply["answer"];
    let curve = answer["train"]["curve"].as_array().unwrap();
    assert!(curve.len() == 10 && curve.last().unwrap()["games"] == 800, "{reply}");
    assert!(answer["train"]["kept"]["against"][0]["score"]["low"].is_f64(), "{reply}");
    // All is told each time, and in order.
    let played: Vec<u64> = host.told.iter().map(|told| told["played"].as_u64().unwrap()).collect();
    assert!(played.is_sorted() && played.last() == Some(&800), "{played:?}");
    assert!(
        host.told.iter().any(|told| told["now"] == "plays" && told["train"]["curve"].as_array().unwrap().len() == 9)
    );
    // A player is told of once its file was given, and what is answered is the last of them.
    let best = curve.iter().filter(|point| point["best"] == true).count();
    assert_eq!(best, host.given.len());
    let (digest, bytes) = host.given.last().unwrap();
    assert_eq!(answer["player"]["digest"], digest.as_str());
    assert_eq!(held(&mut session, bytes)["answer"], answer["player"]);
    // It is known by the same as the game.
    let known = Asked(session).ask("known_by", json!({"game": game("tic-tac-toe")}));
    assert_eq!((&known["rules"], &known["equipment"]), (&answer["player"]["rules"], &answer["player"]["equipment"]));
    // A share of the usual number, by the length of games.
    let mut host = Keeps { stops: Some(0), ..Keeps::default() };
    let share = json!({"game": game("tic-tac-toe"), "seed": 1, "share": 0.005});
    trained(&mut Session::default(), &share, &mut Keeps { stops: Some(1), ..Keeps::default() });
    assert_eq!(trained(&mut Session::default(), &share, &mut host)["error"]["cancelled"], true);
}

#[test]
fn a_training_that_is_stopped_gives_the_best_so_far() {
    let params = json!({"game": game("tic-tac-toe"), "seed": 1, "share": 0.004});
    let mut host = Keeps { stops: Some(3), ..Keeps::default() };
    let reply = trained(&mut Session::default(), &params, &mut host);
    let train = &reply["answer"]["train"];
    assert_eq!((train["games"].as_u64(), train["curve"].as_array().unwrap().len()), (Some(800), 3), "{reply}");
    assert!(train["kept"].is_null(), "it was not measured by fresh games");
    assert_eq!(reply["answer"]["player"]["digest"], host.given.last().unwrap().0.as_str());
    for stops in [0, 1] {
        let reply = trained(&mut Session::default(), &params, &mut Keeps { stops: Some(stops), ..Keeps::default() });
        assert_eq!(reply["error"]["cancelled"].as_bool(), (stops == 0).then_some(true), "{reply}");
    }
}

#[test]
fn questions_name_players_by_their_digests() {
    let mut session = Session::default();
    let bytes = file(&rows("draw"), 400);
    let line = json!({"moves": ["a1", "a3", "b1", "b3"]});
    let card = held(&mut Session::default(), &bytes)["answer"].clone();
    let ask = |game: Value, agent: &str, players: Value| {
        json!({"method": "agent", "params": {"game": game, "line": line, "agent": agent, "players": players, "seed": 1}}).to_string()
    };
    let mut reply = |request: String| -> Value { serde_json::from_str(&session.answer(&request, &mut ())).unwrap() };
    let digest = json!([card["digest"]]);
    let missing = reply(ask(rows("draw"), "learned:player", digest.clone()));
    assert_eq!(missing["error"]["missing"], card["digest"], "whoever asks may send it: {missing}");
    assert!(message(&reply(ask(rows("draw"), "learned:player", json!([])))).contains("`players` has its digest"));
    held(&mut session, &bytes);
    let mut reply = |request: String| -> Value { serde_json::from_str(&session.answer(&request, &mut ())).unwrap() };
    for agent in ["learned:player", "learned:player,depth=2", "mcts:60,value=player"] {
        assert_eq!(reply(ask(rows("draw"), agent, digest.clone()))["answer"]["move"], "c1", "{agent}");
    }
    let refused = reply(ask(rows("last mover wins"), "learned:player", digest.clone()));
    assert!(message(&refused).contains("has learned other rules or options of Rows"), "{refused}");
    let refused = reply(ask(game("hex"), "mcts:60,value=player", digest.clone()));
    assert!(refused["error"]["message"].is_string(), "{refused}");
    let refused = reply(ask(rows("draw"), "mcts:2000000,value=player", digest));
    assert!(message(&refused).contains("at most"), "{refused}");
}

#[test]
fn games_are_measured_and_compared_with_an_agent_in_each_seat() {
    let mut session = Session::default();
    let bytes = file(&rows("draw"), 400);
    let digest = held(&mut session, &bytes)["answer"]["digest"].clone();
    let mut asked = Asked(session);
    let play = |agents: Value, players: Value| json!({"game": rows("draw"), "games": 40, "seed": 3, "agents": agents, "players": players});
    let mut score = |agents: Value| {
        let report = asked.ask("measure", play(agents.clone(), json!([digest])))["report"].take();
        assert_eq!(report["agents"], agents, "{report}");
        let metrics = report["metrics"].as_array().unwrap().iter();
        metrics.clone().find(|metric| metric["key"] == "A2.seat.1").unwrap()["value"].as_f64().unwrap()
    };
    // Who has learned the game, or looks at what counts, is better than chance on either side.
    for better in ["learned:player", "mcts:40,value=player", "mcts:40"] {
        let [first, second] = [score(json!([better, "random"])), score(json!(["random", better]))];
        assert!(first > 0.75 && second < 0.45, "{better}: {first} {second}");
    }
    score(json!(["greedy:count(mine)", "greedy:count(empty)"]));
    let refused = asked.reply("measure", &play(json!(["greedy:countt(mine)"]), json!([])));
    assert!(message(&refused).contains("`countt(mine)`"), "{refused}");
    let missing = asked.reply("measure", &play(json!(["learned:player"]), json!(["00"])));
    assert_eq!(missing["error"]["missing"], "00", "{missing}");
    // Each of two games has the one that has learned it.
    let pair = |a: Value, b: Value| json!({"a": a, "b": b, "games": 8, "seed": 3, "agents": ["learned:player", "random"], "players": [digest]});
    let versus = asked.ask("compare", pair(rows("draw"), rows("draw")))["report"]["versus"].take();
    assert_eq!(versus["agents"], json!(["learned:player", "random"]), "{versus}");
    let refused = asked.reply("compare", &pair(rows("draw"), rows("last mover wins")));
    assert!(message(&refused).contains("has learned other rules"), "{refused}");
}

#[test]
fn a_player_of_a_variant_begins_from_one_that_is_held() {
    let mut session = Session::default();
    let bytes = file(&rows("draw"), 200);
    let digest = held(&mut session, &bytes)["answer"]["digest"].clone();
    let params = |game: Value| json!({"game": game, "seed": 2, "games": 200, "from": digest});
    let mut host = Keeps::default();
    let reply = trained(&mut session, &params(rows("last mover wins")), &mut host);
    assert_eq!(reply["answer"]["train"]["from"], "Rows", "{reply}");
    // The best is a player of these rules, and be it with what it knew before.
    let known = Asked(Session::default()).ask("known_by", json!({"game": rows("last mover wins")}));
    let player = &reply["answer"]["player"];
    assert!(player["games"].as_u64().unwrap() >= 200 && player["rules"] == known["rules"], "{reply}");
    let reply = trained(&mut session, &params(game("connect-four")), &mut Keeps::default());
    assert!(message(&reply).contains("only a variant that changes none of them can begin from it"), "{reply}");
    let reply = trained(&mut Session::default(), &params(rows("draw")), &mut Keeps::default());
    assert_eq!(reply["error"]["missing"], digest, "{reply}");
}

#[test]
fn files_that_are_no_players_are_refused() {
    let mut session = Session::default();
    let bytes = file(&rows("draw"), 100);
    for cut in [0, 7, 8, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(message(&held(&mut session, &bytes[..cut])).contains("no player: it is no file of `rulebook train`"));
    }
    assert!(message(&held(&mut session, b"game \"Rows\" {}")).contains("damaged"));
    // One that says what no game can be is refused, or plays as it can; nothing breaks.
    let head = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let text = String::from_utf8(bytes[8..8 + head].to_vec()).unwrap();
    let plies = text.find("\\\"mean_plies\\\":").unwrap() + 15;
    let end = plies + text[plies..].find(|c: char| !c.is_ascii_digit()).unwrap();
    let forged = format!("{}4294967295{}", &text[..plies], &text[end..]);
    let forged = [&(forged.len() as u64).to_le_bytes()[..], forged.as_bytes(), &bytes[8 + head..]].concat();
    let digest = held(&mut session, &forged)["answer"]["digest"].clone();
    let params = json!({"game": rows("draw"), "seed": 1, "games": 100, "from": digest});
    assert!(message(&trained(&mut session, &params, &mut Keeps::default())).contains("damaged"));
}

#[test]
fn trainings_are_bounded() {
    for (field, value) in [
        ("games", json!(0)),
        ("games", json!(2_000_000)),
        ("games", json!(-1)),
        ("share", json!(0)),
        ("share", json!(-0.5)),
        ("share", json!(1e300)),
    ] {
        let mut params = json!({"game": game("tic-tac-toe"), "seed": 1});
        params[field] = value;
        let reply = trained(&mut Session::default(), &params, &mut Keeps::default());
        assert!(!message(&reply).is_empty(), "{field}: {reply}");
    }
    let broken = json!({"game": {"text": "game \"Broken\" {"}, "seed": 1});
    assert!(trained(&mut Session::default(), &broken, &mut Keeps::default())["error"]["findings"].is_array());
}

/// What several sessions share is kept once, and the players that were used longest ago are forgotten where they are too large together.
#[test]
fn players_are_shared_and_forgotten() {
    let players = Players::default();
    let mut one = Session::sharing(players.clone());
    let bytes = file(&rows("draw"), 100);
    let digest = held(&mut one, &bytes)["answer"]["digest"].clone();
    let request = json!({"method": "agent", "params": {"game": rows("draw"), "agent": "learned:player", "players": [digest], "seed": 1}});
    let asked = |players: &Players| Session::sharing(players.clone()).answer(&request.to_string(), &mut ());
    assert!(asked(&players).contains("\"answer\""));
    // Others with so many weights that there is no room for the first beside them.
    let head = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let text = String::from_utf8(bytes[8..8 + head].to_vec()).unwrap();
    let count = (bytes.len() - 8 - head) / 4;
    let most = 12 << 20;
    let large = text
        .replace(&format!("[{count}]"), &format!("[{most}]"))
        .replace(&format!("[0,{}]", 4 * count), &format!("[0,{}]", 4 * most));
    for other in 0..3u8 {
        let mut large = [&(large.len() as u64).to_le_bytes()[..], large.as_bytes()].concat();
        large.resize(large.len() + 4 * most, other);
        assert!(players.hold(&large).contains("\"answer\""), "{}", players.hold(&large));
    }
    assert!(asked(&players).contains("\"missing\""));
}
