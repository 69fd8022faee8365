//! A variant as text: what it replaces, said again with its changes.

use crate::sheet::{Declared, Ground, Slot};
use rulebook_language::format;
use rulebook_language::model::PIE;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{DeclarationKind, Domain};

/// What a variant is made of.
#[derive(Clone, Copy)]
pub struct Made<'a> {
    /// Its title.
    pub title: &'a str,
    /// The values of options.
    pub options: &'a [(String, String)],
    /// What is replaced by what.
    pub edits: &'a [(Span, String)],
    /// Lines that it has besides.
    pub added: &'a [String],
}

/// The block of a variant; nothing where a variant cannot say it.
pub fn block(ground: &Ground, made: Made<'_>) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    for (name, value) in made.options {
        lines.extend(option(ground, name, value, made.added)?);
    }
    let mut slots: Vec<&Slot> = Vec::new();
    for (span, _) in made.edits {
        let declared = ground.declared.iter().find(|declared| span.is_in(declared.declaration.span))?;
        if !declared.is_whole {
            return None;
        }
        if !slots.contains(&&declared.slot) {
            slots.push(&declared.slot);
        }
    }
    slots.sort_by_key(|slot| ground.declared.iter().position(|declared| declared.slot == **slot));
    let is_mixed = slots.contains(&&Slot::Ends) && is_mixed(ground);
    for slot in slots.into_iter().filter(|slot| !(is_mixed && matches!(slot, Slot::Named("end", _)))) {
        lines.extend(replaced(ground, slot, is_mixed, made.edits)?);
    }
    lines.extend(made.added.iter().cloned());
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    let text = format!("variant \"{}\" of \"{}\" {{\n{body}}}\n", made.title, ground.title);
    Some(format::format("variant", &text).unwrap_or(text))
}

/// The line that sets an option; none where it has that value anyhow.
fn option(ground: &Ground, name: &str, value: &str, added: &[String]) -> Option<Vec<String>> {
    if name == PIE {
        let says_pie = added.iter().any(|line| line.starts_with("pie"));
        return Some(match value {
            "off" if !says_pie => vec!["pie off".to_owned()],
            _ => Vec::new(),
        });
    }
    let named = |declared: &&Declared| declared.slot == Slot::Named("option", name.to_owned());
    let declaration = &ground.declared.iter().rfind(named)?.declaration;
    let DeclarationKind::Option(option) = &declaration.kind else { return None };
    let default = match &option.domain {
        Domain::Range { default, .. } => default.span,
        Domain::Words { default, .. } => default.span,
    };
    match ground.loaded.sources.slice(default) == value {
        true => Some(Vec::new()),
        false => Some(vec![said(ground, declaration.span, &[(default, value.to_owned())])]),
    }
}

/// Whether a clause with a name is tried before one without: a variant tries those without a name first.
fn is_mixed(ground: &Ground) -> bool {
    let ends = || ground.declared.iter().filter(|declared| matches!(declared.slot, Slot::Ends | Slot::Named("end", _)));
    let last = ends().rposition_of(|declared| declared.slot == Slot::Ends);
    let first = ends().position(|declared| declared.slot != Slot::Ends);
    first.zip(last).is_some_and(|(first, last)| first < last)
}

/// The place of the last item for which something holds.
trait LastPosition: Iterator + Sized {
    fn rposition_of(self, is: impl Fn(&Self::Item) -> bool) -> Option<usize> {
        self.enumerate().filter(|(_, item)| is(item)).map(|(place, _)| place).last()
    }
}

impl<I: Iterator> LastPosition for I {}

/// The declarations of a slot, said again with their changes.
fn replaced(ground: &Ground, slot: &Slot, is_mixed: bool, edits: &[(Span, String)]) -> Option<Vec<String>> {
    let is_end = |declared: &&Declared| matches!(declared.slot, Slot::Ends | Slot::Named("end", _));
    let mut lines = Vec::new();
    if *slot == Slot::Ends && is_mixed {
        // All of them, in their order, none with a name.
        for declared in ground.declared.iter().filter(is_end) {
            let span = declared.declaration.span;
            let mut own = edits.to_vec();
            if let DeclarationKind::End(end) = &declared.declaration.kind
                && let Some(name) = &end.name
            {
                lines.insert(0, format!("end {} off", name.text));
                own.push((name.span, String::new()));
            }
            lines.push(said(ground, span, &own));
        }
    } else {
        for declared in ground.declared.iter().filter(|declared| declared.slot == *slot) {
            lines.push(said(ground, declared.declaration.span, edits));
        }
    }
    let had = lines.len();
    lines.retain(|line| !line.trim().is_empty());
    match (slot, lines.is_empty(), had) {
        (_, false, _) => Some(lines),
        (Slot::Named(sort, name), true, 1..) => Some(vec![format!("{sort} {name} off")]),
        _ => None,
    }
}

/// What a span covers, with the changes in it.
fn said(ground: &Ground, whole: Span, edits: &[(Span, String)]) -> String {
    let text = &*ground.loaded.sources.file(whole.file).text;
    let mut own: Vec<&(Span, String)> = edits.iter().filter(|(span, _)| span.is_in(whole)).collect();
    own.sort_by_key(|(span, _)| (span.start, span.end));
    let (mut out, mut at) = (String::new(), whole.start as usize);
    for (span, by) in own {
        out.push_str(text.get(at..span.start as usize).unwrap_or_default());
        out.push_str(by);
        at = span.end as usize;
    }
    out.push_str(text.get(at..whole.end as usize).unwrap_or_default());
    out
}
