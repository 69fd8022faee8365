//! What a game is known by, so that what was learned of it is used for it alone.

use std::fmt::Write as _;

use super::Prepared;
use super::digest::digest;
use rulebook_language::format::rules;
use rulebook_language::model::PIE;
use rulebook_language::util::Id;

impl Prepared {
    /// What the rules are known by: those of all files that the game is made of, its title and its options. How the files are laid out and
    /// commented changes nothing.
    pub fn rules_digest(&self) -> String {
        let mut all = self.game.about.title.clone();
        // What the seats are worth is learned whether or not they may be changed.
        for option in self.game.options.iter().filter(|option| option.name != PIE) {
            let _ = write!(all, "\n{}={}", option.name, option.value);
        }
        for text in self.texts.iter() {
            let _ = write!(all, "\n{}", digest(&rules(text)));
        }
        digest(&all)
    }

    /// What players, pieces and board are known by: all that a learned player looks at, whatever the rules make of it.
    pub fn equipment_digest(&self) -> String {
        let (game, board) = (&self.game, &self.game.board);
        let mut all = format!("{} players, stacks of {}", game.players.len(), game.max_height);
        let stages = self.plan.roles.iter().map(|role| role.stages.len().to_string()).collect::<Vec<_>>().join(" ");
        let _ = write!(all, "\nstages {stages}");
        for name in game.players.iter() {
            let _ = write!(all, "\nplayer {name}");
        }
        for kind in game.kinds.iter() {
            let _ = write!(all, "\nkind {} {}", kind.name, kind.neutral);
        }
        for mark in game.marks.iter() {
            let _ = write!(all, "\nmark {} {}", mark.name, mark.carriers.is_some());
        }
        for counter in game.counters.iter() {
            let _ = write!(all, "\ncounter {} {:?} {} {}", counter.name, counter.per, counter.low, counter.high);
        }
        for cell in board.cells() {
            let _ = write!(all, "\ncell {} {}", cell.index(), board.cell_name(cell));
            for way in board.directions() {
                let _ = write!(all, " {}", board.step(cell, way).map_or(-1, |to| to.index() as i64));
            }
        }
        digest(&all)
    }
}
