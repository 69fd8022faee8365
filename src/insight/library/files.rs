//! The files that a sheet may name with `in`, and the way to them.

use std::collections::BTreeMap;

use super::shipped;

/// The rule sheets beside one, and below its folder. What they are read from is the caller's: a disk, a request, nothing.
pub trait Files {
    /// The text of the file with this path from the folder of the sheet, with `/` between its parts.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    fn read(&self, path: &str) -> Result<String, Unread>;

    /// The paths of some rule sheets that can be read, to suggest one of them.
    fn paths(&self) -> Vec<String>;
}

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unread {
    /// There is none.
    Missing,
    /// A link leads out of the folder of the sheet.
    Outside,
    /// It is there, and cannot be read for this reason.
    Unreadable(String),
}

/// No files but the shipped ones, which are beside a sheet that has no folder.
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str) -> Result<String, Unread> {
        shipped::of_file(path).map(|game| game.text.to_owned()).ok_or(Unread::Missing)
    }

    fn paths(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Files that are given as texts by name; beside a sheet without a folder, shipped ones where none is.
pub struct Texts<'a> {
    folder: &'a str,
    texts: &'a BTreeMap<String, String>,
}

impl<'a> Texts<'a> {
    /// The files of a sheet of this name: those whose names begin as its own does, up to the last `/`.
    pub fn beside(name: &'a str, texts: &'a BTreeMap<String, String>) -> Self {
        Texts { folder: folder(name), texts }
    }
}

impl Files for Texts<'_> {
    fn read(&self, path: &str) -> Result<String, Unread> {
        match self.texts.get(&beside(self.folder, path)) {
            Some(text) => Ok(text.clone()),
            // A folder has what is in it; a sheet without one stands beside the shipped files.
            None if self.folder.is_empty() => NoFiles.read(path),
            None => Err(Unread::Missing),
        }
    }

    fn paths(&self) -> Vec<String> {
        self.texts.keys().filter_map(|name| name.strip_prefix(self.folder)).map(str::to_owned).collect()
    }
}

/// What files of rules are called.
const ENDING: &str = ".game";

/// What stands before the last part of a path, with its `/`.
pub fn folder(path: &str) -> &str {
    path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or("")
}

/// The name of a file by its path from the folder of the sheet `name` on.
pub fn beside(name: &str, path: &str) -> String {
    format!("{}{path}", folder(name))
}

/// The path that `written` in the sheet `from` stands for: beside that sheet, or below its folder.
///
/// # Errors
/// What is wrong with it.
pub fn join(from: &str, written: &str) -> Result<String, &'static str> {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.starts_with('.');
    if written.contains(['\\', '\0', ':']) {
        return Err("write `/` between folders, and no drive");
    }
    if !written.split('/').all(is_plain) {
        return Err(
            "a variant's file lies in the same folder or below it: write the path from this folder on, such as `chess.game`",
        );
    }
    if !written.ends_with(ENDING) {
        return Err("a file of rules ends in `.game`");
    }
    Ok(beside(from, written))
}

#[cfg(test)]
mod tests {
    use super::{Files, Texts, Unread, join};

    #[test]
    fn a_text_stands_before_the_shipped_file_of_its_name() {
        let texts = [("a/chess.game".to_owned(), "own".to_owned())].into();
        assert_eq!(Texts::beside("a/b.game", &texts).read("chess.game").as_deref(), Ok("own"));
        assert!(Texts::beside("b.game", &texts).read("chess.game").is_ok_and(|text| text.contains("game \"Chess\"")));
        assert_eq!(Texts::beside("b.game", &texts).read("ches.game"), Err(Unread::Missing));
    }

    #[test]
    fn no_path_leads_out() {
        assert_eq!(join("a/b.game", "c/d.game").as_deref(), Ok("a/c/d.game"));
        for path in [
            "../c.game",
            "/c.game",
            "a//c.game",
            "./c.game",
            "c:d.game",
            "a\\c.game",
            "",
            ".c.game",
            "c.txt",
            "a/../c.game",
        ] {
            assert!(join("b.game", path).is_err(), "{path}");
        }
    }
}
