//! A statement that cannot be read takes nothing else away: what editors are told of all other lines is what it was.

use std::collections::BTreeSet;
use std::ops::Range;

use rulebook_ide::{NameUse, Sheet, names};
use rulebook_insight::library::{SHIPPED, Shipped};
use rulebook_language::source::{FileId, Span};
use rulebook_language::syntax::ast::{Block, DeclarationKind, StatementKind};

/// The statements of a block and of those in it, each up to its own block.
fn statements(block: &Block, text: &str, out: &mut Vec<Range<usize>>) {
    for statement in block {
        let (start, end) = (statement.span.start as usize, statement.span.end as usize);
        let inner: Vec<&Block> = match &statement.kind {
            StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } | StatementKind::AtEnd(body) => {
                vec![body]
            }
            StatementKind::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        };
        // An `else if` is no statement of its own.
        if text[..start].trim_end().ends_with("else") {
            inner.into_iter().for_each(|block| statements(block, text, out));
            continue;
        }
        let first = inner.iter().flat_map(|block| block.iter()).map(|within| within.span.start as usize).min();
        let end = match first {
            Some(first) => text[start..first].rfind('{').map_or(end, |brace| start + brace),
            None if inner.is_empty() => end,
            None => continue,
        };
        out.push(start..end);
        inner.into_iter().for_each(|block| statements(block, text, out));
    }
}

/// The text with a statement broken, as long as before: its word misspelt, a sign that nobody knows within, or not yet written to its
/// end.
fn broken(text: &str, statement: &Range<usize>, way: usize) -> String {
    let mut out = text.to_owned().into_bytes();
    let code = text[statement.clone()].split("//").next().unwrap();
    let word = code.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(code.len());
    let own = statement.start..statement.start + code.len();
    match way {
        0 => out[own.start..own.start + word].fill(b'q'),
        1 => {
            let at = code.rfind(|c: char| c.is_ascii_alphanumeric()).unwrap();
            out[own.start + at] = b'?';
        }
        _ => out[own.start + word..own.end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' '),
    }
    String::from_utf8(out).unwrap()
}

/// Words that hang on whether a statement before them changes the position.
const OF_CHANGES: [&str; 2] = ["before", "new"];

struct Told<'s> {
    game: &'s Shipped,
    sheet: Sheet,
    names: Vec<NameUse>,
}

impl Told<'_> {
    /// Whether all is told as it was of what stands outside a statement.
    fn check(&self, statement: &Range<usize>, later: Option<usize>, way: usize) -> Result<(), String> {
        let reads = |way: usize| Sheet::read(&broken(self.game.text, statement, way));
        // A binding may be called otherwise, and a text say anything: these are broken in the next way.
        let ways = [way, (way + 1) % 3, (way + 2) % 3];
        let Some(sheet) = ways.into_iter().map(reads).find(|sheet| sheet.loaded.report.errors() > 0) else {
            return Err(format!("{:?} cannot be broken", &self.game.text[statement.clone()]));
        };
        let at =
            |what: &str| format!("{}, way {way}: {:?}: {what}", self.game.name(), &self.game.text[statement.clone()]);
        let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(at(what)) };
        let is_inside = |range: &Range<usize>| range.start < statement.end && statement.start < range.end;
        // What has no name of its own is called by its first line.
        let symbols = |sheet: &Sheet| -> Vec<_> {
            let all = sheet.symbols().into_iter().flat_map(|unit| unit.children);
            all.filter(|symbol| !is_inside(&symbol.selection)).collect()
        };
        holds(symbols(&sheet) == symbols(&self.sheet), "symbols")?;
        // What the statement itself brings in is not known without it.
        let of_it: BTreeSet<&str> = self
            .names
            .iter()
            .filter(|name| name.declared == Some(name.range.clone()) && is_inside(&name.range))
            .map(|name| &self.game.text[name.range.clone()])
            .collect();
        let outside = |span: &Span| span.file == FileId(0) && !is_inside(&(span.start as usize..span.end as usize));
        let told = self.names.iter().filter(|name| !is_inside(&name.range));
        for (place, name) in told.enumerate() {
            let start = name.range.start;
            if of_it.contains(&self.game.text[name.range.clone()]) {
                continue;
            }
            let word = &self.game.text[name.range.clone()];
            holds(sheet.definition(start) == self.sheet.definition(start), &format!("definition of `{word}`"))?;
            if place % 60 == way {
                let references =
                    |sheet: &Sheet| -> Vec<Span> { sheet.references(start).into_iter().filter(outside).collect() };
                holds(references(&sheet) == references(&self.sheet), &format!("references of `{word}`"))?;
                let (now, before) = (sheet.hover(start).unwrap().text, self.sheet.hover(start).unwrap().text);
                // What type a name of the same move has may hang on the statement.
                let is_local = ["name", "pick"].iter().any(|noun| now.starts_with(&format!("```game\n{noun} ")));
                holds(now == before || is_local, &format!("hover {now} of `{word}`"))?;
            }
        }
        let Some(later) = later else { return Ok(()) };
        let offers = |sheet: &Sheet| -> Vec<String> {
            let labels = sheet.complete(later).into_iter().map(|offer| offer.label);
            let is_asked = |label: &String| {
                !of_it.contains(label.trim_start_matches("last ")) && !OF_CHANGES.contains(&label.as_str())
            };
            labels.filter(is_asked).collect()
        };
        let (now, before) = (offers(&sheet), offers(&self.sheet));
        let without = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|word| !others.contains(word)).cloned().collect()
        };
        let (gone, new) = (without(&before, &now), without(&now, &before));
        holds(
            now == before,
            &format!("completion at {:?}: {gone:?} gone, {new:?} new", &self.game.text[later..later + 20]),
        )
    }
}

#[test]
fn a_broken_statement_takes_nothing_else_away() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for game in SHIPPED {
        let told = Told { game, sheet: Sheet::read(game.text), names: names(game.text) };
        let mut blocks = Vec::new();
        for unit in &told.sheet.own().unwrap().units {
            for declaration in &unit.declarations {
                match &declaration.kind {
                    DeclarationKind::Move(rule) => blocks.push(&rule.body),
                    DeclarationKind::Effect(effect) => blocks.push(&effect.body),
                    DeclarationKind::Pass(body) | DeclarationKind::AfterMove(body) => blocks.push(body),
                    _ => {}
                }
            }
        }
        for block in blocks {
            let mut all = Vec::new();
            statements(block, game.text, &mut all);
            for (place, statement) in all.iter().enumerate() {
                // At the last word of the next one.
                let later = all.get(place + 1).and_then(|next| {
                    let code = game.text[next.clone()].split("//").next().unwrap().trim_end();
                    let is_sign = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
                    let last = code.trim_end_matches(is_sign).rfind(is_sign).map_or(0, |sign| sign + 1);
                    (last > 0 && !code.ends_with('"') && code != "at its end").then_some(next.start + last)
                });
                tried += 1;
                wrong.extend(told.check(statement, later, tried % 3).err());
            }
        }
    }
    assert!(tried > 1500, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
