//! Files beside the open documents, as whoever runs the server gives them.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use rulebook_insight::analysis::Smoke;
use rulebook_insight::library::{Shipped, Unread, at};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;

/// The files of a workspace and their settings. What cannot be read is as if it were not there.
pub trait Files: Debug + Send + Sync {
    /// The text of a rule sheet.
    fn text(&self, path: &Path) -> Option<String>;

    /// The text of a rule sheet by its path from a folder on, where links do not lead out of that.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    fn beside(&self, folder: &Path, path: &str) -> Result<String, Unread>;

    /// What the rule sheets of a folder are called.
    fn names(&self, folder: &Path) -> Vec<String>;

    /// The rule sheets below a folder, but for those that its settings pass over.
    fn sheets(&self, folder: &Path) -> Vec<PathBuf>;

    /// How much a check of a file plays, by its settings.
    fn effort(&self, path: &Path) -> Smoke;

    /// What was found about a file, as its settings have it: other severities, nothing that is known or allowed.
    ///
    /// # Errors
    /// What is wrong with the settings.
    fn settle(&self, path: &Path, report: Report, sources: &mut SourceMap) -> Result<Report, String>;

    /// Something has changed on disk: settings are read again.
    fn refresh(&self);

    /// A page on which the games of a file can be played.
    ///
    /// # Errors
    /// Why there is none.
    fn page(&self, path: &Path) -> Result<String, String>;
}

/// No files at all.
#[derive(Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn text(&self, _: &Path) -> Option<String> {
        None
    }

    fn beside(&self, _: &Path, _: &str) -> Result<String, Unread> {
        Err(Unread::Missing)
    }

    fn names(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }

    fn sheets(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn effort(&self, _: &Path) -> Smoke {
        Smoke::default()
    }

    fn settle(&self, _: &Path, report: Report, _: &mut SourceMap) -> Result<Report, String> {
        Ok(report)
    }

    fn refresh(&self) {}

    fn page(&self, _: &Path) -> Result<String, String> {
        Err("there is no page to play on".to_owned())
    }
}

/// The file that a `file:` address names.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    path_in(uri.as_ref(), System::HERE).map(PathBuf::from)
}

/// The `file:` address of a path.
pub fn uri_of(path: &Path) -> Uri {
    uri_in(&path.to_string_lossy(), System::HERE).into()
}

/// How paths are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    /// `/home/me`.
    Unix,
    /// `C:\games`, and `\\host\games` on another machine.
    Windows,
}

impl System {
    const HERE: System = if cfg!(windows) { System::Windows } else { System::Unix };
}

fn path_in(uri: &str, system: System) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    let mut bytes = Vec::with_capacity(path.len());
    let mut all = path.bytes();
    while let Some(byte) = all.next() {
        let mut digit = || char::from(all.next()?).to_digit(16);
        bytes.push(match byte {
            b'%' => u8::try_from(digit()? * 16 + digit()?).ok()?,
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))?;
    match (system, host) {
        // `/c:/games`.
        (System::Windows, "" | "localhost") if path.as_bytes().get(2) == Some(&b':') => {
            path.get(1..).map(str::to_owned)
        }
        (_, "" | "localhost") => Some(path),
        (System::Windows, host) => Some(format!("//{host}{path}")),
        (System::Unix, _) => None,
    }
}

fn uri_in(path: &str, system: System) -> String {
    let path = match system {
        System::Windows => path.replace('\\', "/"),
        System::Unix => path.to_owned(),
    };
    let (start, path) = match path.strip_prefix("//") {
        Some(on_a_host) if system == System::Windows => ("file://", on_a_host),
        _ if path.starts_with('/') => ("file://", path.as_str()),
        _ => ("file:///", path.as_str()),
    };
    let mut uri = String::from(start);
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The scheme of the addresses of shipped games: `rulebook:///games/territory/emulsion.game`.
pub const SCHEME: &str = "rulebook";

/// The shipped game that a `rulebook:` address names.
pub fn shipped_of(uri: &Uri) -> Option<&'static Shipped> {
    let path = uri.as_ref().strip_prefix(SCHEME)?.strip_prefix(':')?;
    // VS Code leaves the empty host out; Vim takes nothing without it for an address.
    at(path.strip_prefix("//").unwrap_or(path).strip_prefix("/games/")?)
}

/// The `rulebook:` address of a shipped game.
pub fn uri_of_shipped(game: &Shipped) -> Uri {
    format!("{SCHEME}:///games/{}.game", game.path).into()
}

#[cfg(test)]
mod tests {
    use super::{System, path_in, shipped_of, uri_in, uri_of_shipped};
    use rulebook_insight::library::SHIPPED;

    #[test]
    fn paths_and_addresses_are_each_others() {
        for path in ["/home/me/my games/é%20#1.game", "/x.game", "/c:/x.game", "/a\\b.game"] {
            assert_eq!(path_in(&uri_in(path, System::Unix), System::Unix).as_deref(), Some(path));
        }
        assert_eq!(uri_in("/a b/é", System::Unix), "file:///a%20b/%C3%A9");
        for wrong in
            ["untitled:1", "file://host/x", "file:///a%0", "file:///%ff", "file:///a%00b", "http://x/y", "file://a"]
        {
            assert_eq!(path_in(wrong, System::Unix), None, "{wrong}");
        }
        for game in SHIPPED {
            assert_eq!(shipped_of(&uri_of_shipped(game)).map(|found| found.path), Some(game.path));
        }
        for wrong in [
            "rulebook:hex",
            "rulebook:/games/hex.game",
            "rulebook:/games/../x.game",
            "file:///games/connection/hex.game",
        ] {
            assert!(shipped_of(&wrong.into()).is_none(), "{wrong}");
        }
    }

    #[test]
    fn drives_and_hosts_of_windows() {
        for (path, uri) in [
            (r"c:\my games\é.game", "file:///c%3A/my%20games/%C3%A9.game"),
            (r"\\host\games\x.game", "file://host/games/x.game"),
        ] {
            assert_eq!(uri_in(path, System::Windows), uri);
            assert_eq!(path_in(uri, System::Windows), Some(path.replace('\\', "/")));
        }
        for uri in ["file:///C:/x.game", "file://localhost/C%3a/x.game"] {
            assert_eq!(path_in(uri, System::Windows).as_deref(), Some("C:/x.game"), "{uri}");
        }
        assert_eq!(path_in("file:///C:/x.game", System::Unix).as_deref(), Some("/C:/x.game"));
    }
}
