//! An action as arrows and marks on the board.

use std::collections::BTreeMap;

use super::board::{Arrow, Mark};
use rulebook_insight::analysis::named_cells;
use rulebook_language::topology::{Board, CellId};
use rulebook_play::engine::Position;

/// What an action does to the board.
#[derive(Default)]
pub struct Step {
    /// From where to where it goes.
    pub arrows: Vec<Arrow>,
    /// What else it changes.
    pub marks: BTreeMap<CellId, Mark>,
    /// The position after it.
    pub after: Option<Position>,
}

impl Step {
    /// The action that is written so in a position; empty if it is not legal there.
    pub fn new(before: &Position, text: &str) -> Step {
        let mut after = before.clone();
        let Ok(action) = after.find(text) else { return Step::default() };
        let mut path = named_cells(before, before.role_to_act(), &action);
        path.dedup();
        if after.play_unchecked(&action).is_err() {
            return Step::default();
        }
        // What goes somewhere stood somewhere.
        let moves = path.len() > 1 && path.first().is_some_and(|first| !before.pieces(*first).is_empty());
        let path = if moves { path } else { Vec::new() };
        let mut marks = BTreeMap::new();
        for cell in before.game().board.cells() {
            let (was, is) = (before.pieces(cell), after.pieces(cell));
            let end = path.first() == Some(&cell) || path.last() == Some(&cell);
            if was != is && !end {
                let mark = match () {
                    () if is.len() < was.len() => Mark::Removed,
                    () if is.len() > was.len() => Mark::Placed,
                    () => Mark::Ring,
                };
                marks.insert(cell, mark);
            }
        }
        let arrows = if moves { vec![Arrow { path, refused: false }] } else { Vec::new() };
        Step { arrows, marks, after: Some(after) }
    }

    /// The same on another board, whose rules refuse it; the cells are found by their names.
    pub fn refused(&self, from: &Board, to: &Board) -> Step {
        let same = |cell: &CellId| to.find_cell(from.cell_name(*cell));
        let arrows = self.arrows.iter().filter_map(|arrow| {
            let path = arrow.path.iter().map(same).collect::<Option<Vec<_>>>()?;
            Some(Arrow { path, refused: true })
        });
        // Of what goes somewhere, the way says enough.
        let marks = self.marks.iter().filter(|(_, mark)| self.arrows.is_empty() || **mark == Mark::Placed);
        let marks = marks.filter_map(|(cell, _)| Some((same(cell)?, Mark::Broken))).collect();
        Step { arrows: arrows.collect(), marks, after: None }
    }

    /// Adds the arrows of another action from the same position, and rings what it alone changes.
    pub fn add(&mut self, other: Step) {
        self.arrows.extend(other.arrows);
        for cell in other.marks.into_keys() {
            self.marks.entry(cell).or_insert(Mark::Ring);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Mark, Step};
    use rulebook_insight::library::{find, load};
    use rulebook_play::engine::Position;

    fn after(name: &str, line: &str) -> Position {
        let loaded = load(name, find(name).unwrap().text);
        let mut position = loaded.prepare(None, &[]).0.unwrap().start();
        for text in line.split_whitespace() {
            let action = position.find(text).unwrap();
            position.play_unchecked(&action).unwrap();
        }
        position
    }

    fn marked(position: &Position, step: &Step) -> Vec<(String, Mark)> {
        step.marks.iter().map(|(cell, mark)| (position.game().board.cell_name(*cell).to_owned(), *mark)).collect()
    }

    #[test]
    fn a_placed_stone_is_marked_and_has_no_arrow() {
        let start = after("hex", "");
        let step = Step::new(&start, "a1");
        assert!(step.arrows.is_empty() && step.after.is_some());
        assert_eq!(marked(&start, &step), [("a1".to_owned(), Mark::Placed)]);
    }

    #[test]
    fn a_step_is_an_arrow_and_what_it_turns_is_ringed() {
        let start = after("breakthrough", "");
        let mut copy = start.clone();
        let text = copy.legal().unwrap().iter().next().map(|action| start.written(&action)).unwrap();
        let step = Step::new(&start, &text);
        assert_eq!(step.arrows.len(), 1, "{text}");
        assert_eq!((step.arrows[0].path.len(), step.marks.len()), (2, 0), "{text}");
        let refused = step.refused(&start.game().board, &start.game().board);
        assert!(refused.arrows[0].refused && refused.arrows[0].path == step.arrows[0].path);
        let reversi = after("othello", "");
        let mut copy = reversi.clone();
        let text = copy.legal().unwrap().iter().next().map(|action| reversi.written(&action)).unwrap();
        let step = Step::new(&reversi, &text);
        let refused = step.refused(&reversi.game().board, &reversi.game().board);
        assert!(refused.marks.len() == 2 && refused.marks.values().all(|mark| *mark == Mark::Broken));
        let marks: Vec<Mark> = marked(&reversi, &step).into_iter().map(|(_, mark)| mark).collect();
        assert!(marks.contains(&Mark::Placed) && marks.contains(&Mark::Ring) && marks.len() == 2, "{marks:?}");
        assert!(Step::new(&reversi, "nowhere").after.is_none());
    }
}
