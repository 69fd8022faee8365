//! `rulebook train`, and the players that it makes.

use std::path::Path;

use crate::{json, rulebook, scratch, stdout, write};

/// The status, and what is said on both streams.
fn said(args: &[&str]) -> (i32, String) {
    let output = rulebook(args).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code().unwrap(), said)
}

/// Trains a player and gives its file.
fn trained(sheet: &str, name: &str, games: &str, more: &[&str]) -> String {
    let file = scratch(name).to_str().unwrap().to_owned();
    let args = [&["train", sheet, "--games", games, "--out", &file][..], more].concat();
    let (status, said) = said(&args);
    assert_eq!(status, 0, "{said}");
    file
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(Path::new(file)).unwrap()
}

/// A game that no other file has.
const SHEET: &str = r#"
game "Rows" {
  players White, Black
  board square(4)
  piece stone
  line three = 3 like-coloured stones in a row
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when some three { last mover wins }
  end when no empty { draw }
}
"#;

/// The same with another end.
fn changed() -> String {
    SHEET.replace("no empty { draw }", "no empty { last mover wins }")
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let one = trained("tic-tac-toe", "threads1.player", "320", &["--threads", "1"]);
    let three = trained("tic-tac-toe", "threads3.player", "320", &["--threads", "3"]);
    let other = trained("tic-tac-toe", "seed2.player", "320", &["--seed", "2"]);
    assert_eq!(bytes(&one), bytes(&three));
    assert_ne!(bytes(&one), bytes(&other), "the seed matters");
    // Games with luck and with numbers of cells as well.
    for (sheet, games) in [("einstein", "40"), ("kalah?pits=3", "40"), ("ludo", "6")] {
        let one = trained(sheet, "luck1.player", games, &["--threads", "1"]);
        let two = trained(sheet, "luck2.player", games, &["--threads", "2"]);
        assert_eq!(bytes(&one), bytes(&two), "{sheet}");
    }
}

#[test]
fn what_is_learned_wins() {
    let file = trained("breakthrough?columns=5&rows=5", "wins.player", "2000", &[]);
    let agent = format!("learned:{file}");
    let score = |agent: &str| {
        let args =
            ["measure", "breakthrough?columns=5&rows=5", "-n", "100", "--agent", agent, "--agent", "random", "--json"];
        let measured = json(rulebook(&args));
        let first = measured["metrics"].as_array().unwrap().iter().find(|metric| metric["key"] == "A2.seat.1");
        first.and_then(|metric| metric["value"].as_f64())
    };
    let scores =
        [agent.clone(), format!("{agent},depth=2"), format!("mcts:40,value={file}")].map(|agent| score(&agent));
    assert!(scores.iter().all(|score| score.is_some_and(|score| score > 0.9)), "{scores:?}");
}

#[test]
fn a_training_tells_how_strong_its_player_is() {
    let told = json(rulebook(&["train", "tic-tac-toe", "--games", "800", "--json"]));
    assert_eq!(
        (told["game"].as_str(), told["games"].as_u64(), told["roles_share"].as_bool()),
        (Some("Tic-Tac-Toe"), Some(800), Some(true))
    );
    let curve = told["curve"].as_array().unwrap();
    assert_eq!(curve.last().unwrap()["games"], 800);
    for point in curve.iter().chain([&told["kept"]]) {
        for against in point["against"].as_array().unwrap() {
            let [value, low, high] = ["value", "low", "high"].map(|key| against["score"][key].as_f64().unwrap());
            assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{against}");
        }
    }
    let agents: Vec<_> =
        curve[0]["against"].as_array().unwrap().iter().map(|one| one["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["random", "mcts:200", "past"]);
    let text = stdout(rulebook(&["train", "tic-tac-toe", "--games", "100"]));
    assert!(text.contains("Nothing was written") && text.contains("not chosen on"), "{text}");
}

#[test]
fn a_player_plays_the_game_that_it_has_learned_and_no_other() {
    let sheet = write("rows.game", SHEET.as_bytes());
    let file = trained(&sheet, "rows.player", "200", &[]);
    let agent = format!("learned:{file}");
    let measure = |sheet: &str, agent: &str| said(&["measure", sheet, "-n", "4", "--agent", agent]);
    assert_eq!(measure(&sheet, &agent).0, 0);
    // Comments change nothing, rules do.
    let commented = write("rows_commented.game", SHEET.replace("  line", "  // a line\n  line").as_bytes());
    assert_eq!(measure(&commented, &agent).0, 0);
    let changed = write("rows_changed.game", changed().as_bytes());
    for (sheet, what) in [
        (changed.as_str(), "has learned other rules or options of Rows"),
        ("tic-tac-toe", "has learned Rows, and this is Tic-Tac-Toe"),
    ] {
        let (status, said) = measure(sheet, &agent);
        assert!(status > 0 && said.contains(what), "{said}");
    }
    // Of several files each game has its own.
    let other = trained(&changed, "rows_changed.player", "200", &[]);
    assert_eq!(measure(&sheet, &format!("mcts:20,value={other};{file}")).0, 0);
}

#[test]
fn a_player_begins_from_one_of_the_same_pieces_and_board() {
    let sheet = write("from.game", SHEET.as_bytes());
    let file = trained(&sheet, "from.player", "200", &[]);
    let variant = write("from_variant.game", changed().as_bytes());
    let (status, told) = said(&["train", &variant, "--games", "100", "--from", &file]);
    assert!(status == 0 && told.contains("begins from a player of Rows that has learned from"), "{told}");
    let larger = write("from_larger.game", SHEET.replace("square(4)", "square(5)").as_bytes());
    for other in [larger.as_str(), "connect-four"] {
        let (status, told) = said(&["train", other, "--games", "100", "--from", &file]);
        assert!(status == 1 && told.contains("only a variant that changes none of them can begin from it"), "{told}");
    }
}

#[test]
fn files_that_are_no_players_are_refused() {
    let file = trained("tic-tac-toe", "whole.player", "100", &[]);
    let whole = bytes(&file);
    let at = whole.len() / 2;
    let head = u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    let text = String::from_utf8(whole[8..8 + head].to_vec()).unwrap();
    let with_text = |text: &str| [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &whole[8 + head..]].concat();
    let other_slots = text.replacen("\\\"cells\\\":[0", "\\\"cells\\\":[60000", 1);
    assert_ne!(other_slots, text);
    let damaged: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "damaged"),
        (whole[..at].to_vec(), "damaged"),
        (whole[..20].to_vec(), "damaged"),
        (b"not a player at all, but a text of some length".to_vec(), "damaged"),
        ([&[0xff; 8][..], &whole[8..]].concat(), "damaged"),
        (with_text(&text.replacen("\\\"format\\\":1", "\\\"format\\\":9", 1)), "is of format 9"),
        (with_text(&other_slots), "train it again"),
        (vec![0; (65 << 20) + 1], "larger than a player can be"),
    ];
    for (index, (bytes, what)) in damaged.into_iter().enumerate() {
        let file = write(&format!("damaged{index}.player"), &bytes);
        let (status, said) = said(&["measure", "tic-tac-toe", "-n", "2", "--agent", &format!("learned:{file}")]);
        assert!(status > 0 && said.contains(what) && said.len() < 2000, "{index}: {said}");
    }
    let (status, said) = said(&["play", "tic-tac-toe", "--seat", "1=learned:nothing.player"]);
    assert!(status == 2 && said.contains("`nothing.player` cannot be used"), "{said}");
}

#[test]
fn names_of_learned_players_are_read_with_care() {
    for (agent, what) in [
        ("learned", "needs the file of a player"),
        ("learned:x.player,depth=0", "whole number from 1"),
        ("mcts:20,value=", "the file of a player is missing"),
        ("mcts:20,trees=2,value=x.player", "no other setting than `c=`"),
        ("lerned:x", "did you mean `learned`"),
    ] {
        let (status, said) = said(&["measure", "tic-tac-toe", "--agent", agent]);
        assert!(status == 2 && said.contains(what), "{said}");
    }
}

/// The ladder of skill and the share of the first seat go on past the searches to what was learned, and back to chance.
#[test]
fn balance_by_strength_reaches_from_chance_to_what_was_learned() {
    let file = trained("tic-tac-toe", "strongest.player", "400", &[]);
    let strongest = format!("learned:{file},depth=2");
    let args = ["measure", "tic-tac-toe", "-n", "4", "--with", "C1,C2", "--simulations", "4", "--rungs", "1"];
    let more = ["--pairs", "30", "--each", "60", "--strongest", &strongest];
    let measured = json(rulebook(&[&args[..], &more, &["--json"]].concat()));
    let names = |list: &serde_json::Value, key: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&measured["ladder"]["rungs"], "stronger"), ["mcts:8", &strongest]);
    assert_eq!(names(&measured["ladder"]["rungs"], "weaker"), ["mcts:4", "mcts:8"]);
    let levels = &measured["strength"]["levels"];
    assert_eq!(names(levels, "agent"), ["random", "mcts:4", "mcts:8", &strongest]);
    let score = |at: usize| levels[at]["score"]["value"].as_f64().unwrap();
    let change = &measured["strength"]["change"];
    let value = change["value"].as_f64().unwrap();
    assert!((value - (score(3) - score(0))).abs() < 1e-6, "{change}");
    assert!(change["low"].as_f64().unwrap() <= value && value <= change["high"].as_f64().unwrap(), "{change}");
    let text = stdout(rulebook(&[&args[..], &more].concat()));
    assert!(text.contains(&format!("from random to {strongest}: ")), "{text}");
    let compared =
        ["compare", "tic-tac-toe", "tic-tac-toe#Misère Tic-Tac-Toe", "--with", "C2", "-n", "4", "--each", "4"];
    let told = json(rulebook(&[&compared[..], &["--strongest", "alphabeta:2", "--json"]].concat()));
    assert!(told.to_string().contains("C2.alphabeta:2"), "{told}");
}
