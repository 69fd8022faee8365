//! What belongs to a position beside its pieces, as text: counters and marks.

use super::position::Position;
use rulebook_language::model::Per;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// Counters and marks for people: those of cells as pictures under their names, the others a line each, as in
    /// `hand: Black 3, White 2`. Empty where a game has none; every line ends in a newline.
    pub fn counters_text(&self) -> String {
        let (game, layout) = (&self.game, &self.plan.layout);
        let mut text = String::new();
        for (id, counter) in game.counters.iter_ids() {
            let number = |place: usize| self.word(layout.counter(id) + place as u32) as i64;
            let name = &counter.name;
            match counter.per {
                Per::Cell => {
                    let picture = game.board.picture(|cell: CellId| number(cell.index()).to_string());
                    text.push_str(&format!("{name}:\n{picture}"));
                }
                Per::Player => {
                    let each = game.players.iter_ids().map(|(id, player)| format!("{player} {}", number(id.index())));
                    text.push_str(&format!("{name}: {}\n", each.collect::<Vec<_>>().join(", ")));
                }
                Per::Game => text.push_str(&format!("{name}: {}\n", number(0))),
            }
        }
        for (id, name) in game.marks.iter_ids() {
            let marked = |cell: &CellId| self.has(layout.mark(id), *cell);
            let cells: Vec<&str> = game.board.cells().filter(marked).map(|cell| game.board.cell_name(cell)).collect();
            if !cells.is_empty() {
                text.push_str(&format!("{name}: {}\n", cells.join(" ")));
            }
        }
        text
    }

    /// The position for people: the picture of the pieces, if the game has any, with what belongs to it beside them.
    pub fn drawn(&self) -> String {
        let picture = if self.game.kinds.is_empty() { String::new() } else { self.picture() };
        let beside = self.counters_text();
        if picture.is_empty() && beside.is_empty() { self.picture() } else { picture + &beside }
    }
}
