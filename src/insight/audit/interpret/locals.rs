//! What names stand for.

use super::value::Value;
use rulebook_language::model::LocalId;

/// What each name that is bound stands for. There are few, which are found sooner one after the other than by their hashes.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    names: Vec<LocalId>,
    /// One for each of the names.
    values: Vec<Value>,
}

impl Locals {
    fn place(&self, name: LocalId) -> Option<usize> {
        self.names.iter().position(|known| *known == name)
    }

    /// What a name stands for.
    pub fn get(&self, name: &LocalId) -> Option<&Value> {
        self.values.get(self.place(*name)?)
    }

    /// Binds a name; gives what it stood for.
    pub fn insert(&mut self, name: LocalId, value: Value) -> Option<Value> {
        match self.place(name).and_then(|place| self.values.get_mut(place)) {
            Some(known) => Some(std::mem::replace(known, value)),
            None => {
                self.names.push(name);
                self.values.push(value);
                None
            }
        }
    }

    /// Forgets what a name stands for; gives it.
    pub fn remove(&mut self, name: &LocalId) -> Option<Value> {
        let place = self.place(*name)?;
        self.names.swap_remove(place);
        Some(self.values.swap_remove(place))
    }

    /// The names, each with what it stands for.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&LocalId, &mut Value)> {
        self.names.iter().zip(&mut self.values)
    }
}

impl Extend<(LocalId, Value)> for Locals {
    fn extend<T: IntoIterator<Item = (LocalId, Value)>>(&mut self, bound: T) {
        for (name, value) in bound {
            self.insert(name, value);
        }
    }
}
