//! Studies: the same bytes whatever happened on the way.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::processes::interrupt;
use crate::processes::{ended, hearing};
use crate::{WATCHDOG, json, scratch, stdout, typed, write};

/// A study of some hundred short games.
const STUDY: &str = r#"
title = "Small boards"
games = 6
seeds = [3, 5]

[[game]]
file = "emulsion"
options = { size = 3, last_move = ["losing", "winning"] }

[[game]]
file = "breakthrough"
options.size = 4

[[match]]
players = ["random", "random"]

[[match]]
players = ["mcts:{budget}", "greedy:count(mine) - count(enemy)"]
budgets = [4, 40]
"#;

fn study(name: &str) -> String {
    write(&format!("{name}.toml"), STUDY.as_bytes())
}

/// A path for results that are not there yet.
fn results(name: &str) -> PathBuf {
    let path = scratch(&format!("{name}.sqlite"));
    for ending in ["", ".work", ".work-wal", ".work-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    path
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// The results of a run that nothing disturbed.
fn undisturbed(name: &str, toml: &str) -> Vec<u8> {
    let out = results(&format!("{name}-undisturbed"));
    typed(&format!("study {toml} --out {} --threads 1", out.display())).assert().code(0).stdout_eq("");
    bytes(&out)
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let toml = study("threads");
    let one = undisturbed("threads", &toml);
    let out = results("threads-five");
    typed(&format!("study {toml} --out {} --threads 5", out.display())).assert().code(0);
    assert!(bytes(&out) == one);
    assert!(!scratch("threads-five.sqlite.work").exists(), "what was kept on the way is gone");
    // Begun again, there is nothing to do.
    let again = typed(&format!("study {toml} --out {}", out.display())).assert().code(0).get_output().clone();
    assert!(String::from_utf8(again.stderr).unwrap().starts_with("all games have been played already"));
    assert!(bytes(&out) == one);
}

/// Begins a study and stops it once it has kept some more games; whether it was in the middle.
fn stopped(toml: &str, out: &Path, how: fn(&mut std::process::Child)) -> bool {
    let mut child = hearing()
        .args(["study", toml, "--threads", "2", "--out"])
        .arg(out)
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The log of changes is carried over into the file now and then, and begun anew.
    let length = |ending: &str| std::fs::metadata(format!("{}{ending}", out.display())).map_or(0, |file| file.len());
    let size = || length(".work") + length(".work-wal");
    let (before, began) = (size(), Instant::now());
    while size() <= before + 20_000 && child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < WATCHDOG, "it comes to nothing");
        std::thread::sleep(Duration::from_millis(1));
    }
    // It may end by itself before it is stopped.
    child.try_wait().unwrap().is_none() && {
        how(&mut child);
        !ended(&mut child).success()
    }
}

/// As `kill -9` does, which cannot be caught.
fn kill(child: &mut std::process::Child) {
    child.kill().unwrap();
}

/// A study of so many games in each of 18 cells, which takes long enough to be stopped.
fn long(name: &str, games: u32) -> String {
    write(&format!("{name}.toml"), STUDY.replace("games = 6\n", &format!("games = {games}\n")).as_bytes())
}

/// A study stopped so many times in the middle: its number of games, its file and results, and the bytes of an undisturbed
/// run. A busy machine may let a short study end before this process has its turn, so the study grows until there is time.
fn in_the_middle(
    name: &str,
    games: u32,
    times: usize,
    how: fn(&mut std::process::Child),
) -> (u32, String, PathBuf, Vec<u8>) {
    for games in [1, 4, 16, 64].map(|by| by * games) {
        let (toml, out) = (long(name, games), results(&format!("{name}-often")));
        if (0..times).all(|_| stopped(&toml, &out, how)) {
            let whole = undisturbed(name, &toml);
            return (18 * games, toml, out, whole);
        }
    }
    panic!("it was too quick to be stopped");
}

/// Stops the program again and again in the middle, and lets it go on.
fn goes_on(name: &str, how: fn(&mut std::process::Child)) {
    let (games, toml, out, whole) = in_the_middle(name, 180, 3, how);
    let so_far = stdout(typed(&format!("study {toml} --out {} --report", out.display())));
    assert!(so_far.contains(&format!(" of {games} games so far; ")), "{so_far}");
    let last = typed(&format!("study {toml} --out {}", out.display())).assert().code(0).get_output().clone();
    let said = String::from_utf8(last.stderr).unwrap();
    assert!(said.contains(" games are done\n"), "what was kept is not played again: {said}");
    assert!(bytes(&out) == whole);
}

#[test]
fn killed_in_the_middle_it_goes_on() {
    goes_on("killed", kill);
}

#[cfg(unix)]
#[test]
fn interrupted_in_the_middle_it_goes_on() {
    goes_on("interrupted", |child| interrupt(child));
}

/// Whatever part of the log of changes is there, and whatever else a process leaves that was stopped between two steps.
#[test]
fn what_is_left_of_a_run_is_gone_on_from() {
    const HEAD: usize = 32;
    const CHANGE: usize = 24 + 4096;
    // The log is begun anew now and then: one is wanted with some changes in it.
    let stopped = (0..20).find_map(|_| {
        let (_, toml, out, whole) = in_the_middle("left", 60, 1, kill);
        let log = bytes(Path::new(&format!("{}.work-wal", out.display())));
        (log.len() > HEAD + 4 * CHANGE).then_some((toml, out, whole, log))
    });
    let (toml, out, whole, log) = stopped.expect("a log with some changes");
    let name = |ending: &str| PathBuf::from(format!("{}{ending}", out.display()));
    let work = bytes(&name(".work"));
    let partial = out.with_file_name(format!(".{}.7.0.partial", out.file_name().unwrap().to_string_lossy()));
    let go_on = |what: &str| {
        typed(&format!("study {toml} --out {}", out.display())).assert().code(0);
        assert!(bytes(&out) == whole, "{what}");
        for left in [name(".work"), name(".work-wal"), partial.clone()] {
            assert!(!left.exists(), "{what}: {}", left.display());
        }
        std::fs::remove_file(&out).unwrap();
    };
    // Within the head of the log, between changes, and within one; all of it; and with a few bytes that are wrong in the end.
    for length in [0, 7, HEAD, HEAD + 9, HEAD + CHANGE, HEAD + 3 * CHANGE + 100, log.len() - 1, log.len()] {
        std::fs::write(name(".work"), &work).unwrap();
        std::fs::write(name(".work-wal"), &log[..length]).unwrap();
        go_on(&format!("{length} bytes of the log"));
    }
    let mut torn = log.clone();
    torn[log.len() - 2000..].fill(0x5a);
    std::fs::write(name(".work"), &work).unwrap();
    std::fs::write(name(".work-wal"), &torn).unwrap();
    go_on("a torn log");
    // Begun and nothing more; the results written in part; the results in their place and the work not yet removed.
    std::fs::write(name(".work"), b"").unwrap();
    go_on("an empty file");
    std::fs::write(&partial, &whole[..whole.len() / 2]).unwrap();
    go_on("half of the results");
    std::fs::write(&out, &whole).unwrap();
    std::fs::write(name(".work"), &work).unwrap();
    std::fs::write(name(".work-wal"), &log).unwrap();
    go_on("the work beside the results");
}

/// Dies at the first write beyond so many blocks of a file, for all such numbers; or is told there that the disk is full.
#[cfg(unix)]
#[test]
fn stopped_at_any_write_it_goes_on() {
    let small = "games = 2\n[[game]]\nfile = \"emulsion\"\noptions.size = [2, 3]\n[[match]]\nplayers = [\"random\", \"random\"]\n";
    let toml = write("writes.toml", small.as_bytes());
    let whole = undisturbed("writes", &toml);
    let program = snapbox::cmd::cargo_bin("rulebook");
    let (mut died, mut told) = (0, 0);
    for blocks in (1..).step_by(5) {
        let mut done = true;
        for full in ["", "trap '' XFSZ; "] {
            let out = results("writes-limited");
            let run =
                format!("{full}ulimit -f {blocks}; exec {} study {toml} --out {}", program.display(), out.display());
            let limited = std::process::Command::new("sh").args(["-c", &run]).output().unwrap();
            let said = String::from_utf8_lossy(&limited.stderr).into_owned();
            match limited.status.code() {
                Some(0) => {}
                Some(1) => {
                    assert!(!full.is_empty() && said.starts_with("error: cannot write `"), "{blocks}: {said}");
                    told += 1;
                }
                None => died += 1,
                other => panic!("{blocks}: {other:?} {said}"),
            }
            done &= limited.status.success();
            typed(&format!("study {toml} --out {}", out.display())).assert().code(0);
            assert!(bytes(&out) == whole, "{blocks} blocks");
        }
        if done {
            break;
        }
    }
    assert!(died >= 4 && told >= 4, "{died} {told}");
}

#[test]
fn parts_played_by_other_processes_are_put_together() {
    let toml = study("parts");
    let whole = undisturbed("parts", &toml);
    let parts: Vec<PathBuf> = (1..=3).map(|part| results(&format!("parts-{part}"))).collect();
    let children: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(part, out)| {
            std::process::Command::new(snapbox::cmd::cargo_bin("rulebook"))
                .args(["study", &toml, "--threads", "1", "--shard", &format!("{}/3", part + 1), "--out"])
                .arg(out)
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(ended(&mut child).success());
    }
    let out = results("parts-merged");
    let shown: Vec<String> = parts.iter().map(|part| part.display().to_string()).collect();
    let lacking = typed(&format!("study {toml} --out {} --merge {}", out.display(), shown[..2].join(" ")));
    let lacking = lacking.assert().code(2).get_output().clone();
    assert!(String::from_utf8(lacking.stderr).unwrap().contains("parts are missing: 3/3"));
    assert!(!out.exists());
    // In any order, and one of them twice.
    let mixed = [&shown[2], &shown[0], &shown[1], &shown[0]].map(String::as_str).join(" ");
    typed(&format!("study {toml} --out {} --merge {mixed}", out.display())).assert().code(0);
    assert!(bytes(&out) == whole);
    // Some of them first, and what comes of that with the rest.
    let some = results("parts-some");
    let partial = format!("study {toml} --out {} --partial --merge {} {}", some.display(), shown[2], shown[0]);
    let said = typed(&partial).assert().code(0).get_output().clone();
    assert!(String::from_utf8(said.stderr).unwrap().ends_with(", part 1,3/3 of the study\n"));
    typed(&format!("study {toml} --out {} --merge {} {}", out.display(), shown[1], some.display())).assert().code(0);
    assert!(bytes(&out) == whole);
    // A part is not the whole.
    typed(&format!("study {toml} --out {}", shown[0])).assert().code(2);
}

#[test]
fn a_report_says_what_the_games_came_to() {
    let toml = study("report");
    let out = results("report");
    let options = format!("--out {}", out.display());
    let nothing = typed(&format!("study {toml} {options} --report")).assert().code(2).get_output().clone();
    assert!(String::from_utf8(nothing.stderr).unwrap().contains("run the study first"));
    typed(&format!("study {toml} {options}")).assert().code(0);
    let text = stdout(typed(&format!("study {toml} {options} --report")));
    assert!(text.starts_with("Small boards\n108 games; 95 % intervals in parentheses\n"), "{text}");
    for part in [
        "Emulsion last_move=winning pie=on size=3",
        "  mcts:40 against greedy:count(mine) - count(enemy): 12 games, seeds 3, 5\n",
        "    seat 1 ",
        "    decisive    100.0 % (",
        " 6 pairs\n",
    ] {
        let words: Vec<&str> = part.split_whitespace().collect();
        assert!(words.iter().all(|word| text.contains(word)), "{part}: {text}");
    }
    let data = json(typed(&format!("study {toml} {options} --report --json")));
    assert_eq!((data["games"].as_u64(), data["blocks"].as_array().unwrap().len()), (Some(108), 3));
    let line = &data["blocks"][2]["matches"][2];
    assert_eq!(line["players"][0], "mcts:40");
    assert_eq!((line["games"].as_u64(), line["first_player"]["score"]["n"].as_u64()), (Some(12), Some(6)));
    let score = &line["first_seat"]["score"];
    let of = |name: &str| score[name].as_f64().unwrap();
    assert!(of("low") < of("value") + 1e-9 && of("value") < of("high") + 1e-9 && of("n") == 12.0, "{score}");
}

#[test]
fn a_report_tells_how_games_went_and_how_much_skill_there_is() {
    let text = "games = 4\n[[game]]\nfile = \"breakthrough\"\noptions.size = 4\n[[match]]\nplayers = [\"random\", \"random\"]\n";
    let (toml, out) = (write("course.toml", text.as_bytes()), results("course"));
    let options = format!("--out {}", out.display());
    typed(&format!("study {toml} {options}")).assert().code(0);
    let more = "--report --with B,C1 --values 8 --simulations 4 --rungs 1 --pairs 3";
    let data = json(typed(&format!("study {toml} {options} {more} --json")));
    let course = data["blocks"][0]["matches"][0]["course"].as_array().unwrap();
    let drama = course.iter().find(|metric| metric["key"] == "B1.drama").unwrap();
    let of = |name: &str| drama[name].as_f64().unwrap();
    assert!(of("low") <= of("value") && of("value") <= of("high") && of("n") == 4.0, "{drama}");
    assert!(course.iter().any(|metric| metric["key"] == "B2.changes"), "{data}");
    let rung = &data["blocks"][0]["ladder"]["rungs"][0];
    assert_eq!(rung["score"]["n"], 3, "{rung}");
    let text = stdout(typed(&format!("study {toml} {options} {more}")));
    assert!(text.contains("C1 skill ladder") && text.contains("changes of the leader per ply: "), "{text}");
    // Nobody asked for them.
    let plain = json(typed(&format!("study {toml} {options} --report --json")));
    assert!(plain["blocks"][0]["matches"][0].get("course").is_none() && plain["blocks"][0].get("ladder").is_none());
}

#[test]
fn a_report_is_a_page_a_table_and_pictures() {
    let toml = study("page");
    let out = results("page");
    let (page, folder) = (scratch("study-page.html"), scratch("study-plots"));
    let _ = std::fs::remove_dir_all(&folder);
    typed(&format!("study {toml} --out {}", out.display())).assert().code(0);
    let report = format!("study {toml} --out {} --report", out.display());
    let table = stdout(typed(&format!("{report} --markdown --html {} --plots {}", page.display(), folder.display())));
    let data = json(typed(&format!("{report} --json")));
    let blocks = data["blocks"].as_array().unwrap();
    let matches = |block: &serde_json::Value| block["matches"].as_array().unwrap().clone();
    let lines: usize = blocks.iter().map(|block| matches(block).len()).sum();
    assert_eq!((table.lines().count(), lines), (lines + 2, 9));
    let columns = |line: &str| line.matches(" | ").count();
    assert!(
        table.lines().all(|line| line.starts_with("| ") && columns(line) == columns(table.lines().next().unwrap()))
    );
    // A number does not part from its sign.
    let html = String::from_utf8(bytes(&page)).unwrap().replace('\u{a0}', " ").replace("&nbsp;", " ");
    for (block, found) in blocks.iter().flat_map(|block| matches(block).into_iter().map(move |found| (block, found))) {
        let score = found["first_seat"]["score"]["value"].as_f64().unwrap();
        let shown = format!("{:.1} % (", 100.0 * score);
        let title = block["title"].as_str().unwrap();
        let players = found["players"][0].as_str().unwrap();
        let row = table.lines().find(|line| line.contains(title) && line.contains(players) && line.contains(&shown));
        assert!(row.is_some(), "{title} {players} {shown}\n{table}");
        assert!(html.contains(&shown) && html.contains(title), "{shown}");
    }
    assert!(html.contains("<title>Small boards</title>") && !html.contains("<script") && !html.contains("http-equiv"));
    // Three games of a match and its budgets: a plot of each match, and in it a point for each game and budget.
    let picture = |name: &str| String::from_utf8(bytes(&folder.join(format!("{name}.svg")))).unwrap();
    let first = picture("first-seat") + &picture("first-seat-2");
    let marks = ["<circle", "<polygon", "points=\"71"].iter().map(|mark| first.matches(mark).count()).sum::<usize>();
    assert!(marks >= lines, "{marks} marks for {lines} numbers");
    assert!(first.matches("<svg").count() == 2 && !first.contains("var(--"), "pictures stand for themselves");
    typed(&format!("study {toml} --out {} --markdown", out.display())).assert().code(2);
}

/// The records in the results are read and hold, each by the rules that the results name.
#[test]
fn the_records_hold() {
    let toml = study("records");
    let out = results("records");
    typed(&format!("study {toml} --out {}", out.display())).assert().code(0);
    let file = rusqlite::Connection::open(&out).unwrap();
    let mut select = file.prepare("SELECT game, record, result, plies FROM games JOIN cells USING (cell)").unwrap();
    let games: Vec<(String, String, u8, u32)> = select
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(games.len(), 108);
    for game in ["emulsion", "breakthrough"] {
        let records: Vec<&str> = games.iter().filter(|row| row.0 == game).map(|row| row.1.as_str()).collect();
        let path = write(&format!("study-records-{game}.jsonl"), records.join("\n").as_bytes());
        typed(&format!("replay {game} {path}")).assert().code(0);
    }
    for (_, record, result, plies) in &games {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert_eq!(record["result"].as_u64(), Some(u64::from(*result)));
        assert_eq!(record["moves"].as_array().unwrap().len(), *plies as usize);
    }
}

#[test]
fn results_of_another_study_are_left_alone() {
    let toml = study("other");
    let out = results("other");
    typed(&format!("study {toml} --out {}", out.display())).assert().code(0);
    let before = bytes(&out);
    let changed = write("other-changed.toml", STUDY.replace("size = 3", "size = 2").as_bytes());
    let said = typed(&format!("study {changed} --out {}", out.display())).assert().code(2).get_output().clone();
    assert!(String::from_utf8(said.stderr).unwrap().contains("it holds the results of another study"));
    let no_results = write("other-text.sqlite", b"no database at all, but a text of some length");
    typed(&format!("study {toml} --out {no_results}")).assert().code(2);
    assert_eq!(std::fs::read(&no_results).unwrap(), b"no database at all, but a text of some length");
    assert!(bytes(&out) == before);
    // Nor are games of another study gone on from.
    let (_, long, begun, whole) = in_the_middle("other-long", 60, 1, kill);
    let said = typed(&format!("study {toml} --out {}", begun.display())).assert().code(2).get_output().clone();
    assert!(String::from_utf8(said.stderr).unwrap().contains("it holds the games of another study"));
    typed(&format!("study {long} --out {} --shard 1/2", begun.display())).assert().code(2);
    typed(&format!("study {long} --out {}", begun.display())).assert().code(0);
    assert!(bytes(&begun) == whole);
}

/// Changes a file of results by hand.
fn edit(file: &Path, change: &str) {
    let file = rusqlite::Connection::open(file).unwrap();
    file.execute_batch(change).unwrap();
}

/// A byte in a record, a result, a game that is gone or there twice, another head: all is noticed, and a game is named.
#[test]
fn a_part_that_was_changed_is_named() {
    let toml = study("edited");
    let parts: Vec<PathBuf> = (1..=2).map(|part| results(&format!("edited-{part}"))).collect();
    for (part, out) in parts.iter().enumerate() {
        typed(&format!("study {toml} --shard {}/2 --out {}", part + 1, out.display())).assert().code(0);
    }
    let (out, kept) = (results("edited-merged"), bytes(&parts[1]));
    let merge = || {
        typed(&format!("study {toml} --out {} --merge {} {}", out.display(), parts[0].display(), parts[1].display()))
    };
    let changes = [
        ("UPDATE games SET result = 3 - result WHERE cell = 2 AND number = 3", "game 3 of cell 2 was changed"),
        (
            "UPDATE games SET record = replace(record, '\"seed\":', '\"sead\":') WHERE cell = 3",
            "games were changed after",
        ),
        ("UPDATE games SET result = 'x' WHERE cell = 2 AND number = 3", "game 3 of cell 2 was changed"),
        ("UPDATE games SET digest = 'x' WHERE cell = 2 AND number = 3", "game 3 of cell 2 was changed"),
        ("DELETE FROM games WHERE cell = 2 AND number = 3", "games were added or removed"),
        ("UPDATE cells SET title = 'Hex'", "its head was changed"),
        ("DELETE FROM about WHERE name = 'digest'", "its head was changed"),
        ("UPDATE about SET value = '1/2' WHERE name = 'shard'", "its head was changed"),
    ];
    for (change, message) in changes {
        edit(&parts[1], change);
        let part = parts[1].display();
        for command in [
            merge(),
            typed(&format!("study {toml} --out {part} --report")),
            typed(&format!("study {toml} --out {part} --shard 2/2")),
        ] {
            let output = command.assert().code(1).get_output().clone();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.starts_with(&format!("error: `{part}`, part ")) && said.contains(message), "{change}: {said}");
        }
        assert!(!out.exists());
        std::fs::write(&parts[1], &kept).unwrap();
    }
    // One byte of a record as it lies in the file.
    let mut torn = kept.clone();
    let at = torn.windows(9).rposition(|bytes| bytes == b"\"moves\":[").unwrap_or(0) + 12;
    torn[at] ^= 1;
    std::fs::write(&parts[1], &torn).unwrap();
    let said = String::from_utf8(merge().assert().code(1).get_output().stderr.clone()).unwrap();
    assert!(said.contains(" of cell ") && said.contains("help: take the file from a copy"), "{said}");
    std::fs::write(&parts[1], &kept).unwrap();
    merge().assert().code(0);
    typed(&format!("study {toml} --out {} --verify", out.display()))
        .assert()
        .code(0)
        .stderr_eq("108 games replayed: all match\n");
}

/// What a study is played by are the rules: comments and layout may change, and anything else is named.
#[test]
fn comments_may_change_between_the_parts_of_a_study() {
    let sheet = "game \"Row\" {\n  players A, B\n  board square(3)\n  piece stone\n  move place {\n    pick c in empty\n    \
        put my stone on c\n    written \"{c}\"\n  }\n  turn place\n  end when no empty { draw }\n}\n";
    let file = write("row.game", sheet.as_bytes());
    let toml =
        write("row.toml", b"games = 4\n[[game]]\nfile = \"row.game\"\n[[match]]\nplayers = [\"random\", \"random\"]\n");
    let parts: Vec<PathBuf> = (1..=2).map(|part| results(&format!("row-{part}"))).collect();
    typed(&format!("study {toml} --shard 1/2 --out {}", parts[0].display())).assert().code(0);
    std::fs::write(&file, format!("// A comment.\n{}", sheet.replace("  turn place\n", "\n  turn   place // so\n")))
        .unwrap();
    typed(&format!("study {toml} --shard 2/2 --out {}", parts[1].display())).assert().code(0);
    let out = results("row-merged");
    let merge = format!("study {toml} --out {} --merge {} {}", out.display(), parts[0].display(), parts[1].display());
    typed(&merge).assert().code(0);
    typed(&format!("study {toml} --out {} --verify", out.display())).assert().code(0);
    std::fs::write(&file, sheet.replace("square(3)", "square(2)")).unwrap();
    let said = String::from_utf8(typed(&merge).assert().code(2).get_output().stderr.clone()).unwrap();
    assert!(said.contains("the rules of \"row\" differ, and not in comments alone"), "{said}");
    std::fs::write(&file, sheet).unwrap();
    let text = std::fs::read_to_string(&toml).unwrap();
    std::fs::write(&toml, format!("max_plies = 7\n{}", text.replace("games = 4", "games = 6"))).unwrap();
    let said = String::from_utf8(typed(&merge).assert().code(2).get_output().stderr.clone()).unwrap();
    assert!(said.contains("`max_plies` is 10000 there and 7 here; the players, budgets"), "{said}");
}

/// The log of changes is carried over as it grows, not kept whole beside a file that is smaller by far.
#[test]
fn the_log_of_changes_stays_small() {
    let (_, _, out, _) = in_the_middle("log", 180, 2, kill);
    let length = std::fs::metadata(format!("{}.work-wal", out.display())).unwrap().len();
    assert!(length < 1 << 20, "{length} bytes");
}

/// The study, with tallies in place of records.
fn tallied(name: &str, games: u32) -> String {
    let text = STUDY.replace("games = 6\n", &format!("games = {games}\nkeep = \"tallies\"\n"));
    write(&format!("{name}.toml"), text.as_bytes())
}

/// A report knows nothing of how its games are kept.
#[test]
fn tallies_say_what_records_say() {
    let (records, tallies) = (study("tallies-not"), tallied("tallies", 6));
    let (one, other) = (results("tallies-not"), results("tallies"));
    typed(&format!("study {records} --out {}", one.display())).assert().code(0);
    typed(&format!("study {tallies} --out {} --threads 3", other.display())).assert().code(0);
    assert!(bytes(&other) == undisturbed("tallies", &tallies));
    for format in ["", "--json", "--markdown"] {
        let report =
            |toml: &str, out: &Path| stdout(typed(&format!("study {toml} --out {} --report {format}", out.display())));
        assert_eq!(report(&records, &one), report(&tallies, &other));
    }
    let file = rusqlite::Connection::open(&other).unwrap();
    let number = |query: &str| file.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("SELECT count(*) FROM games"), 0);
    assert_eq!(number("SELECT sum(games) FROM tallies WHERE what = 'plies'"), 108);
    // What needs records says so, and results of either kind are not taken for the other.
    for option in ["--verify", "--report --with B"] {
        let said =
            typed(&format!("study {tallies} --out {} {option}", other.display())).assert().code(2).get_output().clone();
        assert!(String::from_utf8(said.stderr).unwrap().contains("this study keeps tallies"), "{option}");
    }
    let said = typed(&format!("study {tallies} --out {}", one.display())).assert().code(2).get_output().clone();
    assert!(String::from_utf8(said.stderr).unwrap().contains("`keep` is \"records\" there and \"tallies\" here"));
    edit(&other, "UPDATE tallies SET games = games + 1 WHERE cell = 2 AND what = 'plies'");
    typed(&format!("study {tallies} --out {} --report", other.display())).assert().code(1);
}

/// Half of the games come to a position that no end clause covers: how many, and why the first, is kept of tallies too.
#[test]
fn tallies_tell_of_games_without_an_end() {
    let sheet = "game \"Half\" {\n players A, B\n board square(2)\n piece stone\n move place {\n pick c in empty\n where a1 in empty\n \
                 put my stone on c\n }\n turn place\n end when a1 in occupied and count(occupied) > 2 { draw }\n}\n";
    write("half-tallied.game", sheet.as_bytes());
    let text =
        "games = 40\nKEEP\n[[game]]\nfile = \"half-tallied.game\"\n[[match]]\nplayers = [\"random\", \"random\"]\n";
    let told = ["", "keep = \"tallies\""].map(|keep| {
        let name = format!("half-{}", keep.len());
        let (toml, out) = (write(&format!("{name}.toml"), text.replace("KEEP", keep).as_bytes()), results(&name));
        let run = typed(&format!("study {toml} --out {}", out.display())).assert().code(1).get_output().clone();
        let said = String::from_utf8(run.stderr).unwrap().replace(&*out.display().to_string(), "FILE");
        assert!(said.contains(" games could not be played to an end, the first because "), "{said}");
        (said, json(typed(&format!("study {toml} --out {} --report --json", out.display()))))
    });
    assert_eq!(told[0], told[1]);
    assert!(told[0].1["blocks"][0]["matches"][0]["broken"].as_u64().unwrap() > 0, "{}", told[0].1);
}

/// However parts are put together: in any order, some first, some twice. The law holds for records as for tallies.
#[test]
fn the_order_of_merging_changes_no_byte() {
    for (name, toml) in [("tree-records", study("tree-records")), ("tree-tallies", tallied("tree-tallies", 6))] {
        let whole = undisturbed(name, &toml);
        let part = |number: usize| results(&format!("{name}-{number}")).display().to_string();
        let parts: Vec<String> = (1..=5).map(part).collect();
        for (number, out) in parts.iter().enumerate() {
            typed(&format!("study {toml} --shard {}/5 --out {out}", number + 1)).assert().code(0);
        }
        let merged = |tag: &str, files: &[&str]| {
            let out = results(&format!("{name}-{tag}")).display().to_string();
            typed(&format!("study {toml} --out {out} --partial --merge {}", files.join(" "))).assert().code(0);
            out
        };
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|part| parts[part].as_str());
        let (ab, de) = (merged("ab", &[b, a]), merged("de", &[d, e]));
        let abc = [merged("abc-1", &[a, b, c]), merged("abc-2", &[c, &ab]), merged("abc-3", &[&ab, a, c, c])];
        assert!(abc.iter().all(|file| bytes(Path::new(file)) == bytes(Path::new(&abc[0]))), "{name}");
        for (tag, files) in [
            ("all-1", vec![e, d, c, b, a]),
            ("all-2", vec![&*abc[1], &*de]),
            ("all-3", vec![&*de, c, &*ab]),
            ("all-4", vec![&*de, &*merged("ce", &[c]), a, &*ab]),
        ] {
            assert!(bytes(Path::new(&merged(tag, &files))) == whole, "{name} {tag}");
        }
        // What is counted twice would be wrong; a game is the same game wherever it is kept.
        let (bc, out) = (merged("bc", &[b, c]), results(&format!("{name}-twice")));
        let twice = typed(&format!("study {toml} --out {} --merge {ab} {bc} {de}", out.display())).assert();
        if name == "tree-records" {
            twice.code(0);
            assert!(bytes(&out) == whole);
        } else {
            let said = String::from_utf8(twice.code(2).get_output().stderr.clone()).unwrap();
            assert!(said.contains("it counts part 2, which `"), "{said}");
        }
    }
    let toml = study("tree-many");
    let files = vec!["x.sqlite"; 201].join(" ");
    let said = typed(&format!("study {toml} --merge {files}")).assert().code(2).get_output().clone();
    assert!(String::from_utf8(said.stderr).unwrap().contains("merge some of them at a time with `--partial"));
    typed(&format!("study {toml} --partial --merge x.sqlite")).assert().code(2);
}

/// Killed again and again, nothing is counted twice, and a part of it goes on where it was.
#[test]
fn tallies_survive_kills() {
    for games in [400, 1600, 6400] {
        let (toml, out) = (tallied("tallies-killed", games), results("tallies-killed"));
        if (0..3).all(|_| stopped(&toml, &out, kill)) {
            let last = typed(&format!("study {toml} --out {}", out.display())).assert().code(0).get_output().clone();
            assert!(String::from_utf8(last.stderr).unwrap().contains(" games are done\n"));
            assert!(bytes(&out) == undisturbed("tallies-killed", &toml));
            return;
        }
    }
    panic!("it was too quick to be stopped");
}

/// Ten times the games, and hardly more bytes.
#[test]
fn tallies_do_not_grow_with_the_number_of_games() {
    let text = "keep = \"tallies\"\ngames = GAMES\n[[game]]\nfile = \"tic-tac-toe\"\n[[match]]\nplayers = [\"random\", \"random\"]\n";
    let [few, many] = [100, 20_000].map(|games| {
        let toml = write(&format!("grow-{games}.toml"), text.replace("GAMES", &games.to_string()).as_bytes());
        undisturbed(&format!("grow-{games}"), &toml).len()
    });
    assert!(many <= few + 4096, "{few} {many}");
}

#[test]
fn a_number_of_parts_is_found_by_timing_games() {
    let toml = study("auto");
    let run =
        typed(&format!("study {toml} --shard auto --minutes 0.001 --threads 2")).assert().code(0).get_output().clone();
    let (out, said) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    let parts: u64 = out.trim_end().parse().unwrap();
    assert!((1..=72).contains(&parts), "a part has one round at least: {parts}");
    assert!(
        said.contains("108 of 108 games were timed: about ") && said.contains(&format!("each of {parts} parts")),
        "{said}"
    );
    assert!(!scratch("auto.sqlite").exists() && !scratch("auto.sqlite.work").exists(), "nothing is kept");
    for wrong in ["--minutes 0", "--minutes nan", "--minutes -3"] {
        typed(&format!("study {toml} --shard auto {wrong}")).assert().code(2);
    }
}

#[test]
fn what_is_wrong_with_a_study_is_pointed_at() {
    let good =
        "games = 2\n[[game]]\nfile = \"hex\"\noptions = { size = 3 }\n[[match]]\nplayers = [\"random\", \"random\"]\n";
    let wrong = [
        ("games = 2", "gmaes = 2", ":1:1: unknown field `gmaes`", "write one of `title`"),
        ("games = 2", "games = -2", ":1:9: ", "expected a whole number from 0"),
        ("games = 2", "games = 0", ":1:9: no games", "write `games = 100`"),
        ("games = 2", "seeds = []", ":1:9: no seeds", "write `seeds = [1]`"),
        ("games = 2", "seeds = [4, 4]", "the seed 4 is listed twice", "the same games"),
        ("games = 2", "games =", ".toml:1:", "1 | games ="),
        ("games = 2", "keep = \"tally\"", ":1:8: `tally` is nothing that can be kept", "write `keep = \"records\"`"),
        ("[[match]]", "[[matches]]", "unknown field `matches`", "`match`"),
        ("[[match]]\nplayers = [\"random\", \"random\"]\n", "", "missing field `match`", ""),
        ("file = \"hex\"", "file = \"\"", ":3:8: no file", "name a shipped game"),
        ("file = \"hex\"", "file = \"hxe\"", ":3:8: ", "did you mean the shipped game `hex`?"),
        ("file = \"hex\"", "file = \"hex\"\nvariant = \"Misere\"", ":4:11: ", "help: "),
        ("size = 3", "sice = 3", ":4:20: the game has no option `sice`", "did you mean `size`?"),
        ("size = 3", "size = 99", ":4:20: option `size` cannot be 99", "choose a number from 2 to 26"),
        ("size = 3", "size = []", "the option `size` has no value", ""),
        ("size = 3", "size = true", "a value of the option `size` is a number or a word", "write `size = 5`"),
        (
            "\"random\", \"random\"",
            "\"random\"",
            "6:11: Hex has 2 seats, and this match names 1",
            "name one agent per seat",
        ),
        ("\"random\", \"random\"", "", "no players", "name one per seat"),
        (
            "\"random\", \"random\"",
            "\"rnadom\", \"random\"",
            ":6:12: there is no agent `rnadom`",
            "did you mean `random`?",
        ),
        (
            "\"random\", \"random\"",
            "\"greedy\", \"random\"",
            ":6:12: `greedy` needs an expression in Hex",
            "count(mine)",
        ),
        (
            "\"random\", \"random\"",
            "\"greedy:count(men)\", \"random\"",
            ":6:12: nothing is called `men`",
            "did you mean",
        ),
        ("\"random\", \"random\"", "\"mcts:{budget}\", \"random\"", "`{budget}` has no value", "add `budgets ="),
        ("\"random\"]", "\"random\"]\nbudgets = [3]", "no agent uses the budget", "\"mcts:{budget}\""),
        ("\"random\"]", "\"mcts:3\"]\ngames = 3", "3 games cannot be divided evenly among 2", "write `games = 4`"),
    ];
    typed(&format!("study {} --out {}", write("good.toml", good.as_bytes()), results("good").display()))
        .assert()
        .code(0);
    for (number, (from, to, message, help)) in wrong.iter().enumerate() {
        assert!(good.contains(from), "{from}");
        let path = write(&format!("wrong-{number}.toml"), good.replacen(from, to, 1).as_bytes());
        let out = results("wrong");
        let output = typed(&format!("study {path} --out {}", out.display())).assert().get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{to}: {said}");
        assert!(said.contains(message) && said.contains(help), "{to}:\n{said}");
        assert!(!out.exists(), "{to}");
    }
    typed("study nothing.toml").assert().code(2);
    typed(&format!("study {} --shard 4/3", study("shard"))).assert().code(2);
    typed(&format!("study {} --threads 0", study("shard"))).assert().code(2);
}

/// The studies that come with the program can be played: a game of each cell of each is.
#[test]
fn shipped_studies_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let study = rulebook_insight::analysis::study::Study::read(&text)
            .unwrap_or_else(|wrong| panic!("{}", wrong.shown("study", &text)));
        assert!(study.title.is_some() && study.games() > 0, "{}", path.display());
        // The first of so many parts as there are games: one game.
        let out = results(&format!("shipped-{seen}"));
        let shard = format!("1/{}", study.games());
        typed(&format!("study {} --shard {shard} --out {}", path.display(), out.display())).assert().code(0);
        seen += 1;
    }
    assert!(seen >= 3);
}
