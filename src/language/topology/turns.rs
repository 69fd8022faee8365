//! Which direction comes next where one turns on the spot.

use super::{Board, DirectionId};

impl Board {
    /// The directions that turn into each other, each ring clockwise as the picture shows it: of squares all eight that lead to cells that
    /// touch, of hexagons the six orthogonal ones and the six diagonal ones, and leaps of one length. Empty where directions have
    /// no place on the picture, as on graphs.
    pub fn turns(&self) -> Vec<Vec<DirectionId>> {
        let Some(lattice) = self.lattice else { return Vec::new() };
        let mut rings: Vec<(i32, Vec<(f64, DirectionId)>)> = Vec::new();
        for id in self.directions() {
            let direction = self.direction(id);
            let (right, up) = (2 * direction.dx + lattice.shear() * direction.dy, direction.dy);
            if (right, up) == (0, 0) {
                continue;
            }
            // Half cells to the right are half as wide; rows of hexagons are nearer to each other than those of squares.
            let (length, height) = match lattice.is_square() {
                true if direction.dx.abs().max(up.abs()) == 1 => (1, 2.0),
                true => (right * right + 4 * up * up, 2.0),
                false => (right * right + 3 * up * up, 3.0_f64.sqrt()),
            };
            // From the top clockwise.
            let angle = f64::from(right).atan2(height * f64::from(up)).rem_euclid(std::f64::consts::TAU);
            match rings.iter_mut().find(|(known, _)| *known == length) {
                Some((_, ring)) => ring.push((angle, id)),
                None => rings.push((length, vec![(angle, id)])),
            }
        }
        let sorted = |(_, mut ring): (i32, Vec<(f64, DirectionId)>)| {
            ring.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            ring.into_iter().map(|(_, id)| id).collect()
        };
        rings.into_iter().map(sorted).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::laws::{hexagon, rhombus, square, triangle};
    use crate::topology::{Board, Shape};

    fn names(board: &Board) -> Vec<String> {
        let name = |id: &_| board.direction(*id).name.clone();
        board.turns().iter().map(|ring| ring.iter().map(name).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn directions_turn_clockwise() {
        let eight = "north northeast east southeast south southwest west northwest";
        assert_eq!(names(&square(3, 3)), [eight]);
        let six = "northeast east southeast southwest west northwest";
        let between = "north eastnortheast eastsoutheast south westsouthwest westnorthwest";
        for board in [hexagon(3), rhombus(3, 3, false), triangle(4, false), triangle(4, true)] {
            assert_eq!(names(&board), [six, between]);
        }
        let graph = crate::topology::laws::graph_spec(&["a1", "b1"], &[("adjacent", &["a1", "b1"])]);
        assert!(crate::topology::laws::build(Shape::Graph(graph), false).turns().is_empty());
    }
}
