//! Kinds that are told only while a game is played: chess by `pick k in officers`, Gobblet by hands of each kind, against counts
//! that share nothing with this program.

use std::path::Path;

use rulebook_insight::analysis::{perft, run_tests};
use rulebook_insight::library::{Prepared, load};
use rulebook_play::engine::Position;

fn prepared(name: &str) -> Prepared {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/laws/sheets").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let loaded = load(name, &text);
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{name}: {report:?}"))
}
