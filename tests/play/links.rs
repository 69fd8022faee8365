//! Games with links, walls, parts and distances beside the records of other programs, and what the sheets of `tests/laws/sheets` promise.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use crate::luck::replayed_in;
use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Settings, load};

/// The records of `tests/peers/links`, whose games are not shipped: games and plies.
const LINKS: &[(&str, usize, usize)] = &[("fendo", 15, 889)];

/// A game, its options, and how many lines of play there are of each length.
type Leaves = (&'static str, &'static [(&'static str, &'static str)], &'static [u64]);

/// How many lines of play there are, by the other programs.
const LEAVES: &[Leaves] = &[("fendo", &[], &[212])];

#[test]
fn games_with_links_are_those_of_gameslib_and_openspiel() {
    let held = replayed_in("links");
    let held: Vec<_> = held.iter().map(|(name, games, plies)| (name.as_str(), *games, *plies)).collect();
    assert_eq!(held, LINKS);
}

#[test]
fn lines_of_play_with_links_are_as_many_as_theirs() {
    for (game, options, leaves) in LEAVES {
        let path = format!("{}/tests/peers/links/{game}.game", env!("CARGO_MANIFEST_DIR"));
        let mut loaded = load(game, &std::fs::read_to_string(path).unwrap());
        let mut settings = Settings::default();
        options.iter().for_each(|(option, value)| settings.set(" ", option, value));
        let written = settings.write_down("test", &mut loaded.sources);
        let (prepared, report) = loaded.prepare(None, &written.choices);
        assert!(report.is_empty(), "{game}: {report:?}");
        let mut position = prepared.unwrap().start();
        for (depth, wanted) in (1..).zip(*leaves) {
            assert_eq!(perft(&mut position, depth).unwrap(), *wanted, "{game} {options:?} {depth}");
        }
    }
}
