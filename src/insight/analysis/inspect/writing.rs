//! Choices whose actions may be written alike: those are looked at in every position, all others now and then.

use rustc_hash::FxHashSet;

use rulebook_language::model::{Move, Picking, PlayerId, Type, Written};
use rulebook_language::util::Table;
use rulebook_play::engine::{ActionList, Position};
use rulebook_play::plan::ChoiceKind;

/// Of each choice of a role: which other choices are written with the same words, by a number that these share, and whether its own
/// actions may be written alike.
pub struct Writings(Table<PlayerId, Vec<(usize, bool)>>);

impl Writings {
    /// Those of a game.
    pub fn of(position: &Position) -> Self {
        let game = position.game();
        let mut known: Vec<Vec<String>> = Vec::new();
        let mut number = |words: Vec<String>| match known.iter().position(|other| *other == words) {
            Some(place) => place,
            None => {
                known.push(words);
                known.len() - 1
            }
        };
        let roles = position.plan().roles.iter().map(|role| {
            let each = role.choices.iter().map(|choice| match choice.sort {
                ChoiceKind::Move { rule, .. } => (number(words(&game.moves[rule])), leaves_out(&game.moves[rule])),
                // The links of a chain are written one after the other.
                ChoiceKind::Chain { rule, .. } => {
                    let mut words = words(&game.moves[rule]);
                    words.push("chain".to_owned());
                    (number(words), false)
                }
                ChoiceKind::Pass => (number(vec!["pass".to_owned()]), false),
                ChoiceKind::Scatter(_) => (number(vec!["scatter".to_owned()]), false),
            });
            each.collect()
        });
        Writings(roles.collect())
    }

    /// Whether two of these actions may be written alike.
    pub fn may_clash(&self, position: &Position, legal: &ActionList) -> bool {
        let Some(choices) = self.0.get(position.role_to_act()) else { return false };
        let (mut seen, mut last) = (FxHashSet::default(), u16::MAX);
        for action in legal.iter() {
            let choice = action.choice();
            if choice == last {
                continue;
            }
            last = choice;
            let Some((words, by_itself)) = choices.get(usize::from(choice)) else { continue };
            if *by_itself || seen.iter().any(|(other, known)| *other != choice && known == words) {
                return true;
            }
            seen.insert((choice, *words));
        }
        false
    }
}

/// How a move is written, but for what is picked.
fn words(rule: &Move) -> Vec<String> {
    if rule.written.is_empty() {
        return vec![format!("{} {}", rule.name, rule.pick_types().count())];
    }
    let types: Vec<Type> = rule.pick_types().collect();
    let word = |part: &Written| match (part, part.pick()) {
        (Written::Text(text), _) => format!("`{text}"),
        (_, pick) => {
            pick.and_then(|pick| types.get(usize::from(pick))).map_or_else(String::new, |ty| format!("{ty:?}"))
        }
    };
    rule.written.iter().map(word).collect()
}

/// Whether a pick is not written, so that it alone may tell two actions apart.
fn leaves_out(rule: &Move) -> bool {
    let written: FxHashSet<usize> = rule.written.iter().filter_map(Written::pick).map(usize::from).collect();
    let mut place = 0;
    let mut firsts = rule.picking.iter().filter_map(Picking::places).map(|(_, _, width)| {
        place += width;
        place - width
    });
    !rule.written.is_empty() && firsts.any(|first| !written.contains(&first))
}
