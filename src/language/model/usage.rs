//! Which declared names are used.

use rustc_hash::FxHashSet;

/// The names that something uses, and those whose declaration is wrong: the uses of these say nothing.
pub struct Usage {
    used: FxHashSet<String>,
    poisoned: FxHashSet<String>,
}

impl Usage {
    /// Nothing is used yet.
    pub fn new(poisoned: FxHashSet<String>) -> Self {
        Usage { used: FxHashSet::default(), poisoned }
    }

    /// Something uses a name.
    pub fn note(&mut self, name: &str) {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
        }
    }

    /// The declaration of a name is wrong, or not known to be right yet.
    pub fn poison(&mut self, name: &str) {
        self.poisoned.insert(name.to_owned());
    }

    /// The declaration is right.
    pub fn heal(&mut self, name: &str) {
        self.poisoned.remove(name);
    }

    /// Whether the declaration of a name is wrong.
    pub fn is_poisoned(&self, name: &str) -> bool {
        self.poisoned.contains(name)
    }

    /// Whether something uses a name.
    pub fn is_used(&self, name: &str) -> bool {
        self.used.contains(name)
    }
}
