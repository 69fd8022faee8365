//! Where the rules say things: what is collected while they are checked.

use super::expr::Type;
use super::ids::LocalId;
use super::places::Places;
use super::sites::Sites;
use crate::source::Span;
use crate::syntax::ast::Name;

/// What is known only while names are bound and looked up.
#[derive(Default)]
pub struct Stated {
    sites: Sites,
    places: Places,
}

impl Stated {
    /// A name is bound to what has this type.
    pub fn bound(&mut self, local: LocalId, name: &Name, ty: Type) {
        self.sites.names.insert(local, name.clone());
        self.places.locals.insert(local, name.clone());
        self.places.types.insert(name.span, ty);
    }

    /// A parameter is another name of what is bound.
    pub fn called(&mut self, name: &Name, ty: Type) {
        self.places.types.insert(name.span, ty);
    }

    /// A word stands for an option.
    pub fn option(&mut self, span: Span) {
        self.places.options.push(span);
    }

    /// A repetition rule is in force, and may say a number of times.
    pub fn repetition(&mut self, span: Span, says_times: bool) {
        self.places.repetitions.push((span, says_times));
        self.sites.repetitions.push(span);
    }

    /// What was collected for those who explain the rules.
    pub fn take_sites(&mut self) -> Sites {
        std::mem::take(&mut self.sites)
    }

    /// What was collected for findings.
    pub fn take_places(&mut self) -> Places {
        std::mem::take(&mut self.places)
    }
}
