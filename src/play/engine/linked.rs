//! Links between cells: which there are, and how a position as text has them, `bridge=c4-d6,d6-f7/a1-b3` with those of each owner apart.

use super::fault::NotationError;
use super::position::Position;
use rulebook_language::model::{Link, PlayerId};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// The links of one sort, each once: from which cell to which, and whose, if they have owners.
    pub fn links_as<'l>(&'l self, link: &'l Link) -> impl Iterator<Item = (CellId, CellId, Option<PlayerId>)> + 'l {
        link.all(&self.game.board, |mark, cell| self.is_marked(mark, cell))
    }

    /// A link as it is written, as pairs of cells that are picked.
    fn pair(&self, from: CellId, to: CellId) -> String {
        let board = &self.game.board;
        format!("{}-{}", board.cell_written(from), board.cell_written(to))
    }

    /// The links of each owner, or all where they have none.
    fn linked(&self, link: &Link) -> Vec<Vec<String>> {
        let mut owned = vec![Vec::new(); if link.owned { self.game.players.len() } else { 1 }];
        for (from, to, owner) in self.links_as(link) {
            owned[owner.map_or(0, Id::index)].push(self.pair(from, to));
        }
        owned
    }

    /// Those parts of a position's text that have its links.
    pub(super) fn links_written(&self) -> String {
        let mut text = String::new();
        for link in &self.game.links {
            let owned = self.linked(link);
            if owned.iter().any(|own| !own.is_empty()) {
                let owned: Vec<String> = owned.iter().map(|own| own.join(",")).collect();
                text.push_str(&format!(" {}={}", link.name, owned.join("/")));
            }
        }
        text
    }

    /// The links of some sorts for people, a line for each sort and owner.
    pub(super) fn links_text(&self, shown: impl Fn(&Link) -> bool) -> String {
        let mut text = String::new();
        for link in self.game.links.iter().filter(|link| shown(link)) {
            for (owner, own) in self.linked(link).into_iter().enumerate().filter(|(_, own)| !own.is_empty()) {
                let whose = self.game.players.get(PlayerId::from_index(owner)).filter(|_| link.owned);
                let whose = whose.map_or(String::new(), |name| format!(" of {name}"));
                text.push_str(&format!("{}{whose}: {}\n", link.name, own.join(" ")));
            }
        }
        text
    }

    /// Whether a plane at an offset is one of those that links are kept in.
    pub(super) fn is_of_links(&self, offset: u32) -> bool {
        let layout = &self.plan.layout;
        self.game.links.iter().flat_map(|link| &link.planes).any(|plane| layout.mark(plane.mark) == offset)
    }

    /// Reads the links of one sort into the memory's words.
    pub(super) fn read_links(
        &self,
        link: &Link,
        part: &str,
        value: &str,
        words: &mut [u64],
    ) -> Result<(), NotationError> {
        let board = &self.game.board;
        let wrong = |why: String| NotationError::Shape(format!("`{part}`: {why}"));
        let owners = if link.owned { self.game.players.len() } else { 1 };
        let owned: Vec<&str> = value.split('/').collect();
        if owned.len() != owners {
            let wanted = if link.owned { "those of each player between `/`" } else { "no `/` between them" };
            return Err(wrong(format!("links are written `a1-b1,c1-c2`, with {wanted}")));
        }
        for (owner, own) in owned.into_iter().enumerate() {
            let owner = link.owned.then(|| PlayerId::from_index(owner));
            for pair in own.split(',').filter(|pair| !pair.is_empty()) {
                let cells =
                    pair.split_once('-').and_then(|(a, b)| Some([board.find_written(a)?, board.find_written(b)?]));
                let ends = cells.ok_or_else(|| wrong(format!("`{pair}` is no pair of cells, as in `a1-b1`")))?;
                let (mark, cell) = link
                    .mark_of(board, ends, owner)
                    .ok_or_else(|| wrong(format!("`{}` links no such cells as {pair}", link.name)))?;
                words[self.plan.layout.mark(mark) as usize + cell.index() / 64] |= 1 << (cell.index() % 64);
            }
        }
        Ok(())
    }
}
