//! What is named as a file and is none, or none that can be read.

use crate::{rulebook, scratch, write};

/// The status, and what is said on both streams.
fn check(file: &str) -> (i32, String) {
    let output = rulebook(&["check", file]).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    assert!(said.len() < 2000, "{said}");
    (output.status.code().unwrap(), said)
}

#[test]
fn ten_megabytes_of_brackets() {
    for bracket in ["(", "{", "}", "game \"x\" {", "/"] {
        let (status, said) = check(&write("brackets.game", bracket.repeat(10_000_000 / bracket.len()).as_bytes()));
        assert!(status == 2 && said.contains("is longer than 1048576 bytes"), "{said}");
        let (status, said) = check(&write("brackets.game", bracket.repeat(1_000_000 / bracket.len()).as_bytes()));
        assert!(status == 1 && said.contains("error["), "{said}");
    }
}

/// Text that fits no rule of the grammar is read once, as text that does: reading on from each of a million places would not end.
#[test]
fn a_megabyte_of_what_cannot_be_read() {
    for piece in ["\"\"", "\"a\" ", "\n", "\n ", "; ", "a{}", "a()", "value ", "a = 1\n"] {
        let junk = piece.repeat(1_000_000 / piece.len());
        for text in [format!("; {junk}"), format!("game \"x\" {{\n; {junk}\n}}\n")] {
            println!("{piece:?} in {:?} ...", &text[..12]);
            let (status, said) = check(&write("junk.game", text.as_bytes()));
            assert!(status == 1 && said.contains("error["), "{said}");
        }
    }
}

#[test]
fn hardly_any_text() {
    let (status, said) = check(&write("one.game", b"x"));
    assert!(status == 1 && said.contains("`x` stands outside every game"), "{said}");
    let (status, said) = check(&write("empty.game", b""));
    assert!(status == 1 && said.contains("no game in this file"), "{said}");
}

#[test]
fn text_that_is_not_utf8() {
    let (status, said) = check(&write("latin1.game", b"game \"x\" {\n  // caf\xe9\n}\n"));
    assert!(status == 2 && said.contains("invalid byte at offset 19 (line 2)"), "{said}");
}

#[test]
fn what_is_no_file() {
    let folder = scratch("check_no_sheets");
    std::fs::create_dir_all(&folder).unwrap();
    let (status, said) = check(folder.to_str().unwrap());
    assert!(status == 2 && said.contains("has no `.game` files"), "{said}");
    let (status, said) = check("nothing.game");
    assert!(status == 2 && said.contains("there is no file `nothing.game`"), "{said}");
    let (status, said) = check("emulsoin");
    assert!(status == 2 && said.contains("did you mean the shipped game `emulsion`?"), "{said}");
}

#[cfg(unix)]
#[test]
fn what_never_ends() {
    let pipe = scratch("pipe.game");
    let _ = std::fs::remove_file(&pipe);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (status, said) = check(pipe.to_str().unwrap());
    assert!(status == 2 && said.contains("is a named pipe"), "{said}");
    let (status, said) = check("/dev/zero");
    assert!(status == 2 && said.contains("is longer than"), "{said}");
}

#[test]
fn a_file_goes_before_a_shipped_game_and_a_directory_does_not() {
    let folder = scratch("precedence");
    std::fs::create_dir_all(folder.join("emulsion")).unwrap();
    rulebook(&["moves", "emulsion"]).current_dir(&folder).assert().code(0);
    std::fs::remove_dir_all(folder.join("emulsion")).unwrap();
    std::fs::write(folder.join("emulsion"), "x").unwrap();
    rulebook(&["moves", "emulsion"]).current_dir(&folder).assert().code(1);
    std::fs::remove_dir_all(&folder).unwrap();
}
