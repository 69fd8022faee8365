//! Files that are written: regular files as a whole, links and devices as they are, standard output.
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use snapbox::cmd::Command;

use crate::{rulebook, typed};

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = crate::scratch(&format!("outputs-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// A line for `sh`, in a folder, with the program as `$R`.
fn shell(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let program = snapbox::cmd::cargo_bin("rulebook");
    let command = Command::new("bash").args(["-c", line]).current_dir(folder).env("R", program);
    let output = command.timeout(crate::WATCHDOG).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn mode(file: &Path) -> u32 {
    std::fs::metadata(file).unwrap().permissions().mode() & 0o7777
}

/// Every option that writes a file, each with the first bytes of what it writes.
fn writers() -> Vec<(&'static str, &'static str)> {
    vec![
        ("playouts hex --set size=3 -n 3 --record FILE", "{\"game\":\"hex\""),
        ("playouts hex --set size=3 -n 3 --games FILE", "{\"game\":\"Hex\""),
        ("measure hex --set size=3 -n 3 --html FILE", "<!DOCTYPE html>"),
        ("measure hex --set size=3 -n 3 --games FILE", "{\"game\":\"Hex\""),
        ("compare tic-tac-toe tic-tac-toe -n 2 --states 0 --games FILE", "{\"side\":\"A\""),
        ("compare tic-tac-toe tic-tac-toe -n 0 --states 0 --html FILE", "<!DOCTYPE html>"),
        ("check endless.game --witness FILE", "{\"game\":\"endless\""),
    ]
}

/// A game with a claim that play refutes.
const ENDLESS: &str = "\
game \"Endless\" {
  players A,   B
  board square(2)
  piece stone
  setup {
    A stone on a1
    B stone on b2
  }
  move go {
    pick a in mine
    pick b in orthogonal(a) & empty
    move a to b
    written \"{a}-{b}\"
  }
  turn go
  end when no move { B wins }
  claim finite
}
";

#[test]
fn every_writer_keeps_links_and_modes() {
    for (number, (command, start)) in writers().into_iter().enumerate() {
        let folder = folder(&format!("links-{number}"));
        std::fs::write(folder.join("endless.game"), ENDLESS).unwrap();
        let (file, link) = (folder.join("kept.jsonl"), folder.join("link.jsonl"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        symlink("kept.jsonl", &link).unwrap();
        symlink("new.jsonl", folder.join("dangling.jsonl")).unwrap();
        for (name, target) in [("link.jsonl", "kept.jsonl"), ("dangling.jsonl", "new.jsonl")] {
            let (status, _, said) = shell(&folder, &format!("$R {}", command.replace("FILE", name)));
            assert!(status == Some(0) || command.starts_with("check"), "{command}: {said}");
            assert!(std::fs::symlink_metadata(folder.join(name)).unwrap().is_symlink(), "{command}");
            let text = std::fs::read_to_string(folder.join(target)).unwrap();
            assert!(text.starts_with(start), "{command}: {}", &text[..text.len().min(60)]);
        }
        assert_eq!(mode(&file), 0o640, "{command}");
        let known = ["dangling.jsonl", "endless.game", "kept.jsonl", "link.jsonl", "new.jsonl"];
        let left: Vec<String> = names(&folder).into_iter().filter(|name| name != ".rulebook_cache").collect();
        assert_eq!(left, known, "{command}: nothing else is left");
        // Standard output, where what is said goes to standard error then; a device; a pipe of the shell; a full device.
        for name in ["-", "/dev/stdout"] {
            let (_, out, said) = shell(&folder, &format!("$R {}", command.replace("FILE", name)));
            assert!(out.starts_with(start) && !said.is_empty(), "{command}: {out}");
        }
        let before = std::fs::metadata("/dev/null").unwrap().rdev();
        shell(&folder, &format!("$R {}", command.replace("FILE", "/dev/null")));
        let null = std::fs::metadata("/dev/null").unwrap();
        assert!(null.file_type().is_char_device() && null.rdev() == before);
        let piped = command.replace("FILE", ">(cat > piped.jsonl)");
        shell(&folder, &format!("$R {piped} > /dev/null; wait $!; sleep 0.1"));
        let wait = (0..100).find(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            std::fs::read_to_string(folder.join("piped.jsonl")).is_ok_and(|text| text.starts_with(start))
        });
        assert!(wait.is_some() || command.starts_with("check"), "{command}");
        let (status, _, said) = shell(&folder, &format!("$R {} > /dev/null", command.replace("FILE", "/dev/full")));
        let named = "error: cannot write `/dev/full`: No space left on device";
        assert!(status == Some(1) && said.contains(named), "{command}: {said}");
        assert!(said.lines().filter(|line| line.starts_with("error: ")).count() == 1, "{said}");
    }
}

#[test]
fn pipes_and_other_names_stay() {
    let folder = folder("pipes");
    let (status, _, _) =
        shell(&folder, "mkfifo pipe; cat pipe > got & $R playouts hex -n 2 --record pipe > /dev/null && wait");
    assert_eq!(status, Some(0));
    assert!(std::fs::metadata(folder.join("pipe")).unwrap().file_type().is_fifo());
    assert_eq!(std::fs::read_to_string(folder.join("got")).unwrap().lines().count(), 2);
    std::fs::write(folder.join("one"), "old").unwrap();
    std::fs::hard_link(folder.join("one"), folder.join("two")).unwrap();
    shell(&folder, "$R playouts hex -n 2 --record one");
    assert_eq!(std::fs::read_to_string(folder.join("two")).unwrap().lines().count(), 2);
    // What stands in the file to which standard output leads is not written over.
    shell(&folder, "(echo first; $R playouts hex -n 2 --record /dev/stdout) > both");
    let both = std::fs::read_to_string(folder.join("both")).unwrap();
    assert!(both.starts_with("first\n{\"game\"") && both.lines().count() == 3, "{both}");
    let (status, _, said) = shell(&folder, "$R playouts hex -n 2 --record - --games - ");
    assert!(status == Some(2) && said.contains("only one file can be written to standard output"), "{said}");
}

/// The superuser may write files that are read-only, so their mode decides and not what the system would let happen.
#[test]
fn what_is_read_only_or_no_file_is_refused() {
    let folder = folder("refused");
    let file = folder.join("kept.html");
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
    let (status, _, said) = shell(&folder, "$R measure hex -n 1 --html kept.html");
    assert_eq!((status, said.as_str()), (Some(2), "error: cannot write `kept.html`: it is read-only\n"));
    let (status, _, said) = shell(&folder, "$R measure hex -n 1 --html .");
    assert_eq!((status, said.as_str()), (Some(2), "error: cannot write `.`: it is a directory\n"));
    let (status, _, said) = shell(&folder, "ln -s a b; ln -s b a; $R measure hex -n 1 --html a");
    assert!(status == Some(2) && said.starts_with("error: cannot write `a`: Too many levels"), "{said}");
    assert_eq!((std::fs::read_to_string(&file).unwrap(), mode(&file)), ("old".to_owned(), 0o444));
    assert_eq!(names(&folder), ["a", "b", "kept.html"]);
}

/// A file may not grow beyond some blocks, as where the disk is full.
#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder("full");
    std::fs::write(folder.join("kept.jsonl"), "old").unwrap();
    let limited = "trap '' XFSZ; ulimit -f 2; $R playouts hex -n 40 --record kept.jsonl";
    let (status, _, said) = shell(&folder, limited);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.starts_with("error: cannot write `kept.jsonl`: ") && said.lines().count() == 1, "{said}");
    assert_eq!(std::fs::read_to_string(folder.join("kept.jsonl")).unwrap(), "old");
    assert_eq!(names(&folder), ["kept.jsonl"]);
}

/// Files that are written in part go when the process is told to stop.
#[test]
fn a_process_that_is_stopped_leaves_nothing() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = folder(&format!("stopped-{signal}"));
        let run = format!(
            "env --default-signal=INT,HUP $R playouts hex -n 10000000 --record kept.jsonl & P=$!\n\
             until ls -A | grep -q partial || ! kill -0 $P; do sleep 0.05; done\n kill -{signal} $P; wait $P"
        );
        let (status, _, said) = shell(&folder, &run);
        let number = ["HUP", "INT"].iter().position(|known| known == &signal).map_or(15, |place| place as i32 + 1);
        assert_eq!(status, Some(128 + number), "{said}");
        assert_eq!(names(&folder), [""; 0]);
    }
}

#[test]
fn output_that_cannot_be_written_is_named_and_a_closed_pipe_is_not() {
    let folder = folder("lost");
    let commands =
        ["why-not hex zz --json", "why-not hex zz", "show hex", "check hex", "games", "moves hex --json", "--help"];
    for command in commands {
        let (status, _, said) = shell(&folder, &format!("$R {command} > /dev/full"));
        let named = said.contains("error: cannot write standard output: No space left on device");
        assert!(status == Some(1) && named, "{command}: {status:?} {said}");
        let (_, _, said) = shell(&folder, &format!("set -o pipefail; $R {command} 2> said | true; cat said >&2"));
        assert!(!said.contains("cannot write"), "{command}: {said}");
    }
}

#[test]
fn a_new_game_and_a_formatted_one() {
    let folder = folder("new");
    let (status, out, _) = shell(&folder, "$R new - --title \"Mine\"");
    assert!(status == Some(0) && out.contains("game \"Mine\""), "{out}");
    assert_eq!(names(&folder), [""; 0]);
    let (status, _, said) = shell(&folder, "trap '' XFSZ; ulimit -f 0; $R new mine");
    assert!(status == Some(1) && said.starts_with("error: cannot write `mine.game`"), "{said}");
    assert_eq!(names(&folder), [""; 0]);
    std::fs::write(folder.join("a.game"), ENDLESS).unwrap();
    std::fs::set_permissions(folder.join("a.game"), PermissionsExt::from_mode(0o604)).unwrap();
    symlink("a.game", folder.join("b.game")).unwrap();
    shell(&folder, "$R fmt b.game");
    assert!(std::fs::symlink_metadata(folder.join("b.game")).unwrap().is_symlink());
    assert_eq!(mode(&folder.join("a.game")), 0o604);
    assert_ne!(std::fs::read_to_string(folder.join("a.game")).unwrap(), ENDLESS);
    assert_eq!(names(&folder), ["a.game", "b.game"]);
}

/// What steers a terminal is shown, wherever it comes from; JSON says the same with its own escapes, and pages show it too.
#[test]
fn text_of_a_file_steers_nothing() {
    let folder = folder("steered");
    let text = ENDLESS.replace("\"Endless\"", "\"End\u{202e}less\u{1b}[31m\"");
    std::fs::write(folder.join("e.game"), &text).unwrap();
    let records =
        "{\"game\":\"e\",\"variant\":\"\u{202e}\",\"moves\":[\"\u{1b}[2J\"]}\n{\"game\":\"\u{202e}x\",\"moves\":[]}\n";
    std::fs::write(folder.join("r.jsonl"), records).unwrap();
    let commands = [
        "check e.game",
        "check e.game --format json",
        "check e.game --format sarif",
        "check e.game --format github",
        "playouts e.game -n 2 --max-plies 9",
        "playouts e.game -n 2 --max-plies 9 --json --record -",
        "measure e.game -n 2 --max-plies 9",
        "compare e.game e.game -n 2 --max-plies 9 --states 0",
        "measure e.game -n 2 --max-plies 9 --html - --games g.jsonl",
        "compare e.game e.game -n 0 --states 0 --html -",
        "show e.game",
        "why-not e.game a1-\u{202e}",
        "trace e.game a1-a2",
        "test e.game",
        "replay e.game r.jsonl",
        "replay e.game r.jsonl --json",
        "solve e.game",
    ];
    for command in commands {
        let (_, out, said) = shell(&folder, &format!("$R {command}"));
        for text in [&out, &said] {
            let steers = |c: char| c == '\u{202e}' || (c.is_control() && c != '\n' && c != '\t');
            assert!(!text.contains(steers), "{command}: {text:?}");
        }
    }
    let (_, out, _) = shell(&folder, "$R playouts e.game -n 2 --max-plies 9");
    assert!(out.starts_with("End\\u{202e}less\\u{1b}[31m"), "{out}");
    let shown: serde_json::Value = serde_json::from_str(&shell(&folder, "$R show e.game --json").1).unwrap();
    assert!(shown.to_string().contains("End\u{202e}less"), "{shown}");
}

/// The owner of a file is kept, as far as the process may give files away.
#[test]
fn the_owner_of_a_file_is_kept() {
    let folder = folder("owner");
    let file = folder.join("r.jsonl");
    std::fs::write(&file, "old").unwrap();
    if std::os::unix::fs::chown(&file, Some(12345), Some(12345)).is_err() {
        return; // Only the superuser may.
    }
    typed(&format!("playouts hex -n 1 --record {}", file.display())).assert().code(0);
    let known = std::fs::metadata(&file).unwrap();
    assert_eq!((known.uid(), known.gid()), (12345, 12345));
    rulebook(&["replay", "hex", file.to_str().unwrap()]).assert().code(0);
}
