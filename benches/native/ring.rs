//! The six neighbours of a cell of hexagons, in the order around it.

/// Of each pattern of neighbours the first one of each arc.
pub const ARCS: [u8; 64] = {
    let mut arcs = [0; 64];
    let mut ring = 0;
    while ring < 64 {
        let before = (ring << 1 | ring >> 5) & 63;
        // All six are one arc.
        arcs[ring] = if ring == 63 { 1 } else { (ring & !before) as u8 };
        ring += 1;
    }
    arcs
};
