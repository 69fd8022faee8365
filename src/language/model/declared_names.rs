//! The names of declarations: which sort each is of, and which may be declared again.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Code, Diagnostic, Report};
use crate::source::Span;
use crate::syntax::ast::Name;

/// The sort of groups, loops and lines: a variant may make one of another.
pub const PATTERN: &str = "group, loop or line";
/// The sort of what pieces carry.
pub const CARRIED: &str = "mark of pieces";

/// Whether position notation uses the name for what every game has.
fn is_of_positions(name: &str) -> bool {
    let words = [
        "under",
        "to_act",
        "stage",
        "mid_turn",
        "swapped",
        "passes",
        "last_mover",
        "last_sown",
        "turn_start",
        "before",
    ];
    words.contains(&name) || name.starts_with("last_to_") || name.starts_with("last_picks_")
}

/// Whether a declared name may be followed by arguments, and so clash with a function.
fn takes_arguments(sort: &str) -> bool {
    !matches!(sort, "option" | "move" | "mark" | "effect")
}

/// The names of declarations.
#[derive(Default)]
pub struct Names<'a> {
    /// Every name with its sort, its layer and its place.
    known: FxHashMap<&'a str, (&'static str, usize, Span)>,
    /// Those of which a declaration was refused.
    pub refused: FxHashSet<String>,
}

impl<'a> Names<'a> {
    /// What a name is declared as.
    pub fn sort(&self, name: &str) -> Option<&'static str> {
        self.known.get(name).map(|(sort, _, _)| *sort)
    }

    /// Whether the name may be declared so; one that may not is kept in mind.
    pub fn declare(&mut self, name: &'a Name, sort: &'static str, layer: usize, report: &mut Report) -> bool {
        let may = self.may_declare(name, sort, layer, report);
        if !may {
            self.refused.insert(name.text.clone());
            if sort == "piece" {
                self.refused.insert(format!("{}s", name.text));
            }
        }
        may
    }

    /// Whether it is new, or a later layer replaces one of the same sort.
    fn may_declare(&mut self, name: &'a Name, sort: &'static str, layer: usize, report: &mut Report) -> bool {
        if matches!(sort, "counter" | "mark" | "link" | CARRIED) && is_of_positions(&name.text) {
            report.add(
                Diagnostic::new(
                    Code::NameReserved,
                    name.span,
                    format!("`{}` has a meaning in written positions", name.text),
                )
                .label("positions are written with every counter and mark by name")
                .help("choose another name"),
            );
            return false;
        }
        if let Some((reserved, what)) = super::builtins::reserved(&name.text, takes_arguments(sort)) {
            report.add(
                Diagnostic::new(Code::NameReserved, name.span, format!("`{reserved}` is a word of the language"))
                    .label(what)
                    .help("choose another name"),
            );
            return false;
        }
        match self.known.get(name.text.as_str()) {
            Some((old_sort, old_layer, place)) if *old_layer == layer || *old_sort != sort => {
                let said = if *old_layer == layer && *old_sort != sort {
                    let message = format!("`{}` is declared twice: as a {old_sort} and as a {sort}", name.text);
                    Diagnostic::new(Code::NameDuplicate, name.span, message)
                        .help(format!(
                            "give one of them another name: all that is declared shares one space of names, so no {sort} can be called \
                             as a {old_sort} is"
                        ))
                } else if *old_layer == layer {
                    Diagnostic::new(Code::NameDuplicate, name.span, format!("`{}` is declared twice", name.text))
                        .help("give one of them another name")
                } else {
                    let message = format!("`{}` is a {old_sort} in the game that this varies", name.text);
                    Diagnostic::new(Code::NameDuplicate, name.span, message)
                        .help(format!("declare a {old_sort}, or choose another name"))
                };
                report.add(said.label("declared again here").related(*place, "first declared here"));
                false
            }
            _ => {
                self.known.insert(&name.text, (sort, layer, name.span));
                true
            }
        }
    }
}
