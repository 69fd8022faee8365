use crate::{rulebook, stdout, typed};

#[test]
fn nothing_is_answered_with_help() {
    let output = rulebook(&[]).assert().code(2).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    for command in ["check", "show", "moves", "perft", "playouts", "replay", "play", "solve"] {
        assert!(said.contains(&format!("\n  {command} ")), "{said}");
        let help = stdout(rulebook(&[command, "--help"]));
        assert!(help.contains("Usage: rulebook ") && help.contains("--set <OPTION=VALUE>"), "{help}");
    }
    assert!(stdout(rulebook(&["--version"])).starts_with("rulebook "));
}

#[test]
fn wrong_usage() {
    for line in [
        "frobnicate emulsion",
        "check",
        "show emulsion --set size",
        "show emulsion --set =3",
        "perft emulsion",
        "perft emulsion 0",
        "perft emulsion -1",
        "perft emulsion many",
        "playouts emulsion -n 3 --seconds 3",
        "playouts emulsion --seconds 0",
        "playouts emulsion --seconds nan",
        "replay emulsion",
        "show emulsion --color sometimes",
    ] {
        let output = typed(line).assert().code(2).stdout_eq("").get_output().clone();
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: "), "{line}");
    }
}

#[test]
fn wrong_settings_are_pointed_at() {
    let said = "\
error[option/value]: option `size` cannot be 0
   ,-[<command line>:1:12]
 1 | --set size=0
   :            ^
   `----
  help: choose a number from 2 to 25
";
    for command in ["show emulsion", "perft emulsion 2", "playouts emulsion -n 1", "play emulsion", "moves emulsion"] {
        typed(&format!("{command} --set size=0")).assert().code(2).stdout_eq("").stderr_eq(said);
    }
    let shown = |setting: &str| {
        let output =
            typed(&format!("show emulsion --set {setting}")).assert().code(2).stdout_eq("").get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(shown("size=1000000").contains("option `size` cannot be 1000000"));
    assert!(shown("size=nine").contains("option `size` wants a number, not `nine`"));
    assert!(shown("colour=3").contains("the game has no option `colour`"));
    assert!(shown("sizes=3").contains("did you mean `size`?"));
    assert!(shown("last_move=winnin").contains("did you mean `winning`?"));
    typed("check emulsion --set size=0").assert().code(2);
    let output = typed("show emulsion --variant \"Free Emulsio\"").assert().code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("did you mean `Free Emulsion`?"));
}

#[test]
fn the_last_of_two_settings_counts() {
    let text = stdout(typed("show emulsion --set size=9 --set size=2"));
    assert!(text.starts_with("2 w B\n"), "{text}");
}

#[test]
fn colours_are_decided_once() {
    let said = |line: &str, name: &str| String::from_utf8(typed(line).env(name, "1").output().unwrap().stderr).unwrap();
    let line = "show emulsion --set size=0";
    assert!(!said(line, "UNSET").contains('\u{1b}'));
    assert!(said(line, "CLICOLOR_FORCE").contains('\u{1b}'));
    assert!(said(&format!("{line} --color always"), "NO_COLOR").contains('\u{1b}'));
    assert!(!said(&format!("{line} --color never"), "CLICOLOR_FORCE").contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(snapbox::cmd::cargo_bin("rulebook"))
        .args(["perft", "emulsion", "1000", "--set", "size=2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = crate::processes::ended(&mut child);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((status.code(), said.as_str()), (Some(0), ""));
}

/// What talks to the language server and is no editor is told so, and not waited for.
#[test]
fn input_that_is_not_the_protocol_is_said() {
    let whole = "Content-Length: 17\r\n\r\n{\"method\":\"exit\"}";
    for (input, why) in [
        ("hello\n", "`hello` is no header"),
        ("{\"jsonrpc\": \"2.0\"}\n", "`{\"jsonrpc\": \"2.0\"}` is neither"),
        ("Content-Length: many\r\n\r\n{}", "`Content-Length: many` gives no length"),
        ("Content-Type: x\r\n\r\n{}", "a message has no `Content-Length`"),
        ("Content-Length: 90\r\n\r\n{}", "of whose 90 bytes 2 came"),
        ("Content-Le", "it ends in a header"),
    ] {
        let done = rulebook(&["lsp"]).stdin(input).assert().code(1).stdout_eq("").get_output().clone();
        let said = String::from_utf8(done.stderr).unwrap();
        let lead = "error: standard input is not the Language Server Protocol: ";
        assert!(said.starts_with(lead) && said.contains(why), "{input:?}: {said}");
    }
    // What is no JSON, but has its length, is answered, and the conversation goes on.
    let input = format!("Content-Length: 4\r\n\r\n[1,2{whole}");
    let done = rulebook(&["lsp"]).stdin(input).assert().code(1).stderr_eq("").get_output().clone();
    assert!(String::from_utf8(done.stdout).unwrap().contains("this is no JSON"));
    rulebook(&["lsp"]).stdin(whole).assert().code(1).stdout_eq("").stderr_eq("");
}
