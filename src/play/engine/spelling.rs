//! Whether a text could be an action at all, legal or not.

use super::position::Position;
use super::written::{PASS, STOP, SWAP};
use crate::plan::ChoiceKind;
use rulebook_language::model::{Move, Type, Written};

/// How many ways to read a text are tried: a bound for names made to take long.
const MAX_TRIES: usize = 1 << 14;
/// The longest text that can be an action, in bytes: many times the longest that any move writes.
const MAX_TEXT: usize = 1 << 10;

impl Position {
    /// Whether some move of the player to act, made with some picks, would be written so. A text for which this is false is
    /// misspelt; no rule forbids it.
    pub fn could_be_written(&self, text: &str) -> bool {
        if text.len() > MAX_TEXT {
            return false;
        }
        let choices = &self.plan.roles[self.role_to_act()].choices;
        // Every game has words for these, also one that never offers them.
        let special = matches!(text, PASS | STOP | SWAP);
        special
            || choices.iter().any(|choice| {
                let mut tries = MAX_TRIES;
                match choice.sort {
                    ChoiceKind::Pass => false,
                    ChoiceKind::Scatter(_) => {
                        text.split_once('=').is_some_and(|(cell, _)| self.game.board.find_written(cell).is_some())
                    }
                    ChoiceKind::Move { rule, .. } => {
                        let rule = &self.game.moves[rule];
                        if rule.written.is_empty() {
                            text == rule.name
                        } else {
                            self.fits(rule, 0, false, text, &mut tries)
                        }
                    }
                    ChoiceKind::Chain { rule, .. } => self.fits(&self.game.moves[rule], 0, true, text, &mut tries),
                }
            })
    }

    /// Whether `text` can be read as the parts of the move from number `part` on; where it `repeats`, again and again.
    fn fits(&self, rule: &Move, part: usize, repeats: bool, text: &str, tries: &mut usize) -> bool {
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            // What takes so long to tell apart is given the benefit of the doubt.
            return true;
        }
        let Some(written) = rule.written.get(part) else {
            let is_pick = |part: &Written| matches!(part, Written::Pick(0));
            let again = usize::from(rule.written.first().is_some_and(is_pick));
            return text.is_empty()
                || (repeats && again < rule.written.len() && self.fits(rule, again, true, text, tries));
        };
        let mut goes_on = |rest: &str| self.fits(rule, part + 1, repeats, rest, tries);
        match written {
            Written::Text(letters) => text.strip_prefix(letters.as_str()).is_some_and(goes_on),
            Written::Pick(pick) | Written::Small(pick) | Written::Signs(pick, _) => {
                let ty = rule.pick_types().nth(usize::from(*pick)).unwrap_or(Type::Cells);
                if let Some(places) = rule.sets().find(|places| places.start == usize::from(*pick)) {
                    return self.spells_set(text, places.len(), &mut goes_on);
                }
                let ends = text.char_indices().map(|(at, _)| at).skip(1).chain([text.len()]);
                let words = ends.filter(|end| self.names(ty, &text[..*end], written));
                words.collect::<Vec<_>>().into_iter().any(|end| goes_on(&text[end..]))
            }
        }
    }

    /// Whether a text begins with cells and commas between them, at most so many, and goes on after one of them.
    fn spells_set(&self, text: &str, most: usize, goes_on: &mut impl FnMut(&str) -> bool) -> bool {
        let ends = text.char_indices().map(|(at, _)| at).skip(1).chain([text.len()]);
        ends.filter(|end| text.is_char_boundary(*end)).collect::<Vec<_>>().into_iter().any(|end| {
            let mut cells = text[..end].split(',');
            let are_cells =
                cells.clone().count() <= most && cells.all(|cell| self.game.board.find_written(cell).is_some());
            are_cells && goes_on(&text[end..])
        })
    }

    /// Whether a word stands for something of a type that is picked.
    fn names(&self, ty: Type, word: &str, part: &Written) -> bool {
        let board = &self.game.board;
        if let Written::Signs(_, signs) = part {
            return word == "-" || signs.iter().any(|(_, sign)| sign == word);
        }
        let small = matches!(part, Written::Small(_));
        word == "-"
            || match ty {
                Type::Direction | Type::Directions => board.directions().any(|id| board.direction(id).name == word),
                Type::Kind | Type::Kinds => {
                    self.game.kinds.ids().any(|kind| self.game.kind_written(kind, small) == word)
                }
                Type::Range => word.parse::<u16>().is_ok(),
                Type::Player | Type::Players => self.game.players.iter().any(|name| name == word),
                _ => board.find_written(word).is_some(),
            }
    }
}
