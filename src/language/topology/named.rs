//! The regions of a board by name: its sides and parts, `corners`, `centre` and `edge`.

use super::{Board, CellId, mask};

impl Board {
    /// The names of the regions: those of the sides in order, of its parts, then `corners`, `centre` and `edge`.
    pub fn region_names(&self) -> impl Iterator<Item = &str> {
        let named = self.sides().iter().chain(&self.parts).map(|region| region.name.as_str());
        named.chain(["corners", "centre", "edge"])
    }

    /// The part of the board of a name: `points`, `octagons` and the like.
    fn find_part(&self, name: &str) -> Option<&super::Region> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The cells of a region, in increasing order.
    pub fn find_region(&self, name: &str) -> Option<Vec<CellId>> {
        if name == "edge" {
            return Some(mask::members(&self.mask).filter(|cell| self.edges(*cell) > 0).collect());
        }
        let region = match name {
            "corners" => self.corners(),
            "centre" => self.centre(),
            _ => &self.find_side(name).or_else(|| self.find_part(name))?.mask,
        };
        Some(mask::members(&self.mask).filter(|&cell| mask::contains(region, cell)).collect())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use crate::topology::laws::{graph, hexagon, square};

    #[test]
    fn the_edge_is_all_sides_together() {
        let count = |board: &crate::topology::Board, name: &str| board.find_region(name).unwrap().len();
        assert_eq!((count(&square(4, 5), "edge"), count(&square(4, 5), "corners")), (14, 4));
        assert_eq!(count(&square(1, 5), "edge"), 5);
        assert_eq!(count(&hexagon(3), "edge"), 12);
        // What is left of the edge of the whole board.
        let cut = square(4, 4).subset(|cell| cell.0 != 0 && cell.0 != 5).unwrap();
        assert_eq!(count(&cut, "edge"), 11);
        assert_eq!(count(&graph(&["a", "b"], &[("way", &["a", "b"])]), "edge"), 0);
        for name in square(2, 2).region_names() {
            assert!(square(2, 2).find_region(name).is_some(), "{name}");
        }
    }
}
