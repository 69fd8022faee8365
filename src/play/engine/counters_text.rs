//! What belongs to a position beside its pieces, as text: counters and marks.

use super::position::Position;
use rulebook_language::model::{Index, Per};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// Counters and marks for people: those of cells as pictures under their names, the others a line each, as in
    /// `hand: Black 3, White 2`. Empty where a game has none; every line ends in a newline.
    pub fn counters_text(&self) -> String {
        self.numbers_text() + &self.links_text(|_| true)
    }

    fn numbers_text(&self) -> String {
        let (game, layout) = (&self.game, &self.plan.layout);
        let mut text = String::new();
        for (id, counter) in game.counters.iter_ids() {
            let number = |place: usize| self.word(layout.counter(id) + place as u32) as i64;
            let name = &counter.name;
            match counter.per {
                Per::CELL => {
                    let picture = game.board.picture(|cell: CellId| number(cell.index()).to_string());
                    text.push_str(&format!("{name}:\n{picture}"));
                }
                Per::Game => text.push_str(&format!("{name}: {}\n", game.named_value(counter, number(0)))),
                // A line for each of the first index, with what each of the second has.
                Per::Of(first, Some(second)) => {
                    let columns = game.members(second);
                    for row in 0..game.members(first) {
                        let whose = game.member_name(first, row);
                        let each = (0..columns).map(|column| (column, number(row * columns + column)));
                        let held: Vec<String> = each
                            .filter(|(_, held)| *held != 0)
                            .map(|(column, held)| format!("{} {held}", game.member_name(second, column)))
                            .collect();
                        if !whose.is_empty() && (!held.is_empty() || first != Index::Cell) {
                            let held = if held.is_empty() { "0".to_owned() } else { held.join(", ") };
                            text.push_str(&format!("{name} of {whose}: {held}\n"));
                        }
                    }
                }
                Per::Of(index, None) => {
                    let each =
                        (0..game.members(index)).map(|at| format!("{} {}", game.member_name(index, at), number(at)));
                    text.push_str(&format!("{name}: {}\n", each.collect::<Vec<_>>().join(", ")));
                }
            }
        }
        for (id, mark) in game.marks.iter_ids().filter(|(id, _)| !game.is_of_link(*id)) {
            let marked = |cell: &CellId| self.has(layout.mark(id), *cell);
            let cells: Vec<&str> =
                game.board.cells().filter(marked).map(|cell| game.board.cell_written(cell)).collect();
            if !cells.is_empty() {
                text.push_str(&format!("{}: {}\n", mark.name, cells.join(" ")));
            }
        }
        text
    }

    /// The position for people: the picture of the pieces and of links, if the game has any, with what belongs to it beside them.
    pub fn drawn(&self) -> String {
        let (picture, has_links) = self.picture_with_links();
        let beside = self.numbers_text() + &self.links_text(|link| link.owned || !has_links);
        let is_bare = self.game.kinds.is_empty() && self.game.links.is_empty();
        if is_bare && !beside.is_empty() { beside } else { picture + &beside }
    }
}
