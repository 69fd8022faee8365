//! From a variant to what it varies.

use crate::diagnostic::{Code, Diagnostic, Fix, Report};
use crate::syntax::ast::{Base, DeclarationKind, File, Name, Test, Unit};
use crate::util::suggestion;

/// How many titles of a file a finding lists.
const MOST_TITLES: usize = 8;

/// What a unit varies: of the file that it was found in when files were read; else of its own file.
pub fn base_of<'a>(mut files: impl Iterator<Item = &'a File>, unit: &Unit) -> Option<&'a Unit> {
    let base = unit.base.as_ref()?;
    let file = match (base.file, &base.path) {
        (Some(file), _) => file,
        (None, None) => unit.span.file,
        // It names a file, and that is not read.
        (None, Some(_)) => return None,
    };
    files.find(|known| known.id == file)?.units.iter().find(|other| other.name.text == base.name.text)
}

/// A unit and what it varies, nearest first; of a ring of variants, each once.
pub fn lineage<'a>(files: impl Iterator<Item = &'a File> + Clone, unit: &'a Unit) -> Vec<&'a Unit> {
    let mut found = vec![unit];
    while let Some(base) = found.last().and_then(|unit| base_of(files.clone(), unit))
        && !found.iter().any(|known| std::ptr::eq(*known, base))
    {
        found.push(base);
    }
    found
}

/// The tests of a unit: with `test base` those of what it varies, without those that it leaves out or has by the same title itself,
/// then its own.
pub fn tests<'a>(files: impl Iterator<Item = &'a File> + Clone, unit: &'a Unit) -> Vec<&'a Test> {
    let mut all: Vec<&Test> = Vec::new();
    for unit in lineage(files, unit).into_iter().rev() {
        let own = || unit.declarations.iter().map(|declaration| &declaration.kind);
        if !own().any(|kind| *kind == DeclarationKind::TestBase) {
            all.clear();
        }
        let is_gone = |test: &Test| {
            own().any(|kind| match kind {
                DeclarationKind::TestOff(title) => title.text == test.title.text,
                DeclarationKind::Test(own) => own.title.text == test.title.text,
                _ => false,
            })
        };
        all.retain(|test| !is_gone(test));
        all.extend(own().filter_map(|kind| match kind {
            DeclarationKind::Test(test) => Some(test),
            _ => None,
        }));
    }
    all
}

/// Finds the game or variant `title` among the files; the first file's first one where no title is given.
pub fn find<'a>(files: &[&'a File], title: Option<&Name>, report: &mut Report) -> Option<&'a Unit> {
    let units = || files.iter().flat_map(|file| &file.units);
    let Some(title) = title else { return files.first().and_then(|file| file.units.first()) };
    let found = units().find(|unit| unit.name.text == title.text);
    if found.is_none() {
        let unknown =
            Diagnostic::new(Code::NameUnknownVariant, title.span, format!("no game or variant `{}`", title.text));
        let names: Vec<&str> = units().map(|unit| unit.name.text.as_str()).collect();
        report.add(match suggestion(&title.text, names.iter().copied()) {
            Some(near) => unknown.help(format!("did you mean `{}`?", near.word)),
            None => unknown
                .help(format!("there is {}", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "))),
        });
    }
    found
}

/// From the root game to `unit`.
pub fn chain<'a>(files: &[&'a File], unit: &'a Unit, report: &mut Report) -> Option<Vec<&'a Unit>> {
    let mut chain = vec![unit];
    let mut at = unit;
    while let Some(base) = &at.base {
        let Some(next) = base_of(files.iter().copied(), at) else {
            report.add(unknown_base(files, at, base));
            return None;
        };
        if chain.iter().any(|known| std::ptr::eq(*known, next)) {
            report.add(
                Diagnostic::new(
                    Code::NameCircular,
                    base.name.span,
                    format!("`{}` is a variant of itself", next.name.text),
                )
                .label("leads back here")
                .help("one of them must be a `game`"),
            );
            return None;
        }
        chain.push(next);
        at = next;
    }
    chain.reverse();
    Some(chain)
}

/// What is wrong with a variant of what there is not.
fn unknown_base(files: &[&File], unit: &Unit, base: &Base) -> Diagnostic {
    let (title, span) = (&base.name.text, base.name.span);
    // Where `in` names a file, its titles alone are meant.
    let file = base.path.as_ref().map(|_| base.file.unwrap_or(unit.span.file));
    let units = files.iter().filter(|known| file.is_none_or(|file| known.id == file)).flat_map(|file| &file.units);
    let near = suggestion(title, units.clone().map(|unit| unit.name.text.as_str()));
    let message = match &base.path {
        Some(path) => format!("no game of `{}` is called `{title}`", path.text),
        None => format!("no game `{title}` to vary"),
    };
    let unknown = Diagnostic::new(Code::NameUnknownVariant, span, message);
    let unknown = match &base.path {
        Some(_) => unknown,
        None => unknown.label("not in this file, and not a shipped game"),
    };
    match (near, &base.beside) {
        (_, Some(beside)) => unknown
            .help(format!("`{beside}` beside this file has one: write `\"{title}\" in \"{beside}\"`"))
            .fix(Fix::write(span, format!("\"{title}\" in \"{beside}\""))),
        (Some(near), None) => {
            let quoted = Fix::write(span, format!("\"{}\"", near.word));
            unknown.help(format!("did you mean `{}`?", near.word)).fix(Fix { safe: near.sure, ..quoted })
        }
        (None, None) if base.path.is_some() => {
            let titles: Vec<String> = units.map(|unit| format!("`{}`", unit.name.text)).take(MOST_TITLES).collect();
            unknown.help(format!("it has {}", titles.join(", ")))
        }
        (None, None) => unknown.help(
            "name the file that it stands in, as `in \"chess.game\"` after the title; `rulebook games` lists the shipped ones",
        ),
    }
}
