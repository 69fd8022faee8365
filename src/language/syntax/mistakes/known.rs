//! The looks at a stop, one after another.

use super::stop::{Mistake, Stop};
use super::{
    asks, conditions, declarations, ends, gaps, looks, names, options, quantities, setups, signs, statements, turns,
};

/// A look: the mistake that it knows, if the stop shows it.
type Look = fn(&Stop<'_>) -> Option<Mistake>;

/// Those that know more of the line come before those that know only a sign or a word of it.
const LOOKS: [Look; 15] = [
    asks::look,
    gaps::comma,
    quantities::look,
    conditions::look,
    options::look,
    looks::look,
    setups::look,
    turns::look,
    ends::look,
    statements::look,
    declarations::look,
    names::look,
    signs::look,
    gaps::look,
    names::replaced,
];

/// The mistake that a stop shows, if it is one of those that are known.
pub fn known(stop: &Stop<'_>) -> Option<Mistake> {
    LOOKS.iter().find_map(|look| look(stop))
}
