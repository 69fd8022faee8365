//! Files beside the open documents, as whoever runs the server gives them.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use rulebook_insight::analysis::Smoke;
use rulebook_insight::library::Unread;
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
    let rest = uri.as_ref().strip_prefix("file://")?;
    // An empty host, or this one; of others nothing can be read.
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
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
    // `/c:/games` on Windows.
    let has_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if has_drive { path.get(1..)? } else { &path }))
}

/// The `file:` address of a path.
pub fn uri_of(path: &Path) -> Uri {
    let path = path.to_string_lossy().replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.into()
}

#[cfg(test)]
mod tests {
    use super::{path_of, uri_of};
    use std::path::Path;

    #[test]
    fn paths_and_addresses_are_each_others() {
        for path in ["/home/me/my games/é%20#1.game", "/x.game"] {
            assert_eq!(path_of(&uri_of(Path::new(path))).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(uri_of(Path::new("/a b/é")).as_ref(), "file:///a%20b/%C3%A9");
        for wrong in ["untitled:1", "file://host/x", "file:///a%0", "file:///%ff", "file:///a%00b", "http://x/y"] {
            assert_eq!(path_of(&wrong.into()), None, "{wrong}");
        }
    }
}
