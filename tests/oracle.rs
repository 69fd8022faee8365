//! The shipped games against independent implementations: all numbers of perft and all recorded games under
//! `tests/oracle/` and `tests/peers/`, as far as their game is shipped.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use rulebook_insight::analysis::{Refused, Replays, perft};
use rulebook_insight::library::{Prepared, Settings, find, load};
use rulebook_play::engine::Position;
use rulebook_play::record::Lines;

fn oracle() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle")
}

fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

fn prepare(game: &str, variant: &str, options: &str) -> Prepared {
    let mut loaded = load(game, find(game).unwrap().text);
    let mut settings = Settings::default();
    if !variant.is_empty() {
        settings.set_variant("", variant);
    }
    for option in options.split_whitespace() {
        let (option, value) = option.split_once('=').unwrap();
        settings.set(" ", option, value);
    }
    let written = settings.write_down("test", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(written.variant.as_ref(), &written.choices);
    prepared.unwrap_or_else(|| panic!("{game} {variant} {options}: {report:?}"))
}

/// How many lines of the table count actions of a game that is shipped.
const LINES: &[(&str, usize)] = &[
    ("ataxx", 1),
    ("breakthrough", 2),
    ("clobber", 2),
    ("connect-four", 1),
    ("emergo", 2),
    ("emulsion", 7),
    ("english-draughts", 1),
    ("go", 2),
    ("gomoku", 1),
    ("hex", 3),
    ("lines-of-action", 1),
    ("lublache", 2),
    ("mosaic", 2),
    ("nine-mens-morris", 1),
    ("othello", 1),
    ("tic-tac-toe", 1),
    ("y", 1),
    ("yavalath", 1),
];

/// The same of `tests/peers`.
const PEER_LINES: &[(&str, usize)] = &[
    ("abalone", 2),
    ("abande", 1),
    ("alquerque", 1),
    ("alta", 1),
    ("archimedes", 1),
    ("arimaa", 1),
    ("atari-go", 1),
    ("ayu", 1),
    ("bao", 2),
    ("blast-radius", 1),
    ("bounce", 1),
    ("byte", 1),
    ("c1", 1),
    ("camelot", 1),
    ("cannon", 1),
    ("cephalopod", 1),
    ("chase", 1),
    ("chess", 1),
    ("chess-variants", 7),
    ("chess960", 1),
    ("complica", 1),
    ("conhex", 1),
    ("connect6", 2),
    ("court", 1),
    ("crossway", 1),
    ("dameo", 2),
    ("dipole", 1),
    ("domineering", 1),
    ("dots-and-boxes", 1),
    ("dvonn", 1),
    ("fanorona", 1),
    ("fendo", 1),
    ("focus", 1),
    ("furl", 1),
    ("garden", 1),
    ("gess", 1),
    ("gipf", 1),
    ("gobblet", 1),
    ("gonnect", 2),
    ("guerrilla", 1),
    ("halma", 2),
    ("havannah", 2),
    ("hula", 2),
    ("janggi", 1),
    ("jungle", 1),
    ("kalah", 1),
    ("konane", 1),
    ("krypte", 1),
    ("lasca", 1),
    ("lielow", 1),
    ("lines-of-action", 1),
    ("makruk", 2),
    ("margo", 1),
    ("martian-chess", 1),
    ("mirador", 1),
    ("mixtour", 1),
    ("nim", 2),
    ("onyx", 1),
    ("order-and-chaos", 1),
    ("oware", 1),
    ("pentago", 1),
    ("pente", 2),
    ("phutball", 1),
    ("pikemen", 1),
    ("prudh", 1),
    ("quax", 1),
    ("query", 1),
    ("quoridor", 2),
    ("renju", 1),
    ("scaffold", 1),
    ("shatranj", 2),
    ("shogi", 2),
    ("slimetrail", 2),
    ("spree", 1),
    ("surakarta", 1),
    ("susan", 1),
    ("tablut", 3),
    ("taiji", 1),
    ("tak", 3),
    ("tanbo", 1),
    ("terraces", 2),
    ("tessella", 1),
    ("toguz", 1),
    ("trax", 1),
    ("trike", 1),
    ("turkish-draughts", 1),
    ("twixt", 1),
    ("tzaar", 1),
    ("ultimate-tic-tac-toe", 1),
    ("unlur", 2),
    ("verge", 1),
    ("waldmeister", 1),
    ("xiangqi", 1),
    ("yinsh", 1),
    ("zertz", 1),
    ("zola", 1),
];

/// Larger numbers take long without optimisation; `cargo test --release -- --ignored` counts them too.
const MOST_LEAVES: u64 = 2_000_000;

/// The most leaves of a line of `tests/peers` that are counted.
const MOST_OF_PEERS: u64 = 5_000_000;

fn perft_table(folder: &Path, expected_lines: &[(&str, usize)], most_leaves: u64) {
    let table = std::fs::read_to_string(folder.join("perft.tsv")).unwrap();
    let mut lines = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, variant, options, unit, leaves, _] = fields[..] else { panic!("{line}") };
        if find(game).is_none() || unit != "action" {
            continue;
        }
        *lines.entry(game).or_insert(0) += 1;
        let mut start = prepare(game, variant, options).start();
        let before = (start.ply(), start.hash());
        for (depth, expected) in (1..).zip(leaves.split(' ').map(|leaves| leaves.parse::<u64>().unwrap())) {
            if expected <= most_leaves {
                assert_eq!(perft(&mut start, depth), Ok(expected), "depth {depth} of {line}");
            }
        }
        assert_eq!((start.ply(), start.hash()), before, "{line}: the position is left as it was");
    }
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), expected_lines);
}

#[test]
fn perft_is_as_others_count() {
    perft_table(&oracle(), LINES, MOST_LEAVES);
    perft_table(&peers(), PEER_LINES, MOST_LEAVES);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn perft_is_as_others_count_in_full() {
    perft_table(&oracle(), LINES, u64::MAX);
    perft_table(&peers(), PEER_LINES, MOST_OF_PEERS);
}

/// The files of records, and how many games each has.
const RECORDS: &[(&str, &str, u64)] = &[
    ("amazons", "amazons-10", 100),
    ("breakthrough", "breakthrough-8", 100),
    ("clobber", "clobber-5x6", 100),
    ("connect-four", "connect-four", 100),
    ("emergo", "emergo-5", 100),
    ("emergo", "emergo-9", 100),
    ("emulsion", "emulsion-4", 100),
    ("emulsion", "emulsion-5", 100),
    ("emulsion", "emulsion-6", 100),
    ("emulsion", "emulsion-9", 100),
    ("english-draughts", "english-draughts", 100),
    ("emulsion", "free-emulsion-4", 100),
    ("emulsion", "free-emulsion-9", 100),
    ("go", "go-9", 100),
    ("gomoku", "gomoku", 100),
    ("hex", "hex-11", 100),
    ("lines-of-action", "lines-of-action", 100),
    ("lublache", "lublache-3", 100),
    ("lublache", "lublache-5", 100),
    ("lublache", "lublache-7", 10),
    ("mosaic", "mosaic-3", 100),
    ("mosaic", "mosaic-5", 100),
    ("nine-mens-morris", "nine-mens-morris", 100),
    ("othello", "othello", 100),
    ("tic-tac-toe", "tic-tac-toe", 100),
    ("y", "y-9", 100),
];

/// The same of `tests/peers`.
const PEER_RECORDS: &[(&str, &str, u64)] = &[
    ("abalone", "abalone", 11),
    ("abande", "abande", 15),
    ("accasta", "accasta", 15),
    ("alquerque", "alquerque", 15),
    ("alta", "alta", 10),
    ("amazons", "amazons", 15),
    ("archimedes", "archimedes", 10),
    ("arimaa", "arimaa", 12),
    ("atari-go", "atari-go", 15),
    ("atari-go", "atari-go-19", 3),
    ("ataxx", "ataxx", 6),
    ("ayu", "ayu-9", 10),
    ("backgammon", "backgammon", 6),
    ("bao", "bao", 12),
    ("bao", "bao-kujifunza", 15),
    ("blast-radius", "blast-radius", 12),
    ("blast-radius", "blast-radius-5", 5),
    ("bounce", "bounce", 15),
    ("breakthrough", "breakthrough", 15),
    ("byte", "byte", 15),
    ("c1", "c1", 10),
    ("cairo-corridor", "cairo-corridor", 15),
    ("cairo-corridor", "cairo-corridor-8", 6),
    ("camelot", "camelot", 5),
    ("cannon", "cannon", 15),
    ("cant-stop", "cant-stop", 30),
    ("catchup", "catchup", 15),
    ("cephalopod", "cephalopod", 15),
    ("chase", "chase", 10),
    ("chess960", "chess960", 12),
    ("complica", "complica", 15),
    ("conhex", "conhex", 15),
    ("connect6", "connect6", 15),
    ("court", "court", 15),
    ("crossway", "crossway", 3),
    ("crossway", "crossway-13", 8),
    ("dameo", "dameo", 16),
    ("deckfish", "deckfish", 20),
    ("dipole", "dipole", 15),
    ("domineering", "domineering", 15),
    ("dots-and-boxes", "dots-and-boxes-3", 15),
    ("dvonn", "dvonn", 20),
    ("einstein", "einstein", 20),
    ("emergo", "emergo", 1),
    ("entropy", "entropy", 10),
    ("entropy", "entropy-5", 10),
    ("exxit", "exxit", 13),
    ("exxit", "exxit-19", 8),
    ("fanorona", "fanorona", 15),
    ("fendo", "fendo", 15),
    ("focus", "focus", 5),
    ("furl", "furl", 15),
    ("garden", "garden", 15),
    ("gess", "gess", 12),
    ("gipf", "gipf", 18),
    ("gonnect", "gonnect", 2),
    ("gonnect", "gonnect-9", 13),
    ("guerrilla", "guerrilla", 10),
    ("halma", "halma", 13),
    ("havannah", "havannah", 15),
    ("havannah", "havannah-4", 15),
    ("hex", "hex", 15),
    ("hula", "hula", 8),
    ("hula", "hula-5", 15),
    ("janggi", "janggi", 12),
    ("janggi", "janggi-casual", 4),
    ("janggi", "janggi-draw", 6),
    ("janggi", "janggi-setups", 6),
    ("jungle", "jungle", 15),
    ("kalah", "kalah", 100),
    ("konane", "konane", 15),
    ("krypte", "krypte", 15),
    ("lasca", "lasca", 15),
    ("lielow", "lielow", 15),
    ("lifeline", "lifeline", 15),
    ("lines-of-action", "black-hole-lines-of-action", 15),
    ("ludo", "ludo", 24),
    ("makruk", "makruk", 14),
    ("makruk", "makruk-makpong", 10),
    ("margo", "margo", 2),
    ("martian-chess", "martian-chess", 15),
    ("mattock", "mattock", 10),
    ("minimize", "minimize", 10),
    ("minimize", "minimize-4", 15),
    ("mirador", "mirador", 15),
    ("mixtour", "mixtour", 10),
    ("murus", "murus", 10),
    ("nim", "nim", 20),
    ("onyx", "onyx", 15),
    ("order-and-chaos", "order-and-chaos", 15),
    ("othello", "othello", 15),
    ("oust", "oust", 15),
    ("oust", "oust-6", 15),
    ("oware", "oware", 93),
    ("pachisi", "pachisi", 15),
    ("pah-tum", "pah-tum", 15),
    ("pah-tum", "pah-tum-with-captures", 10),
    ("pente", "pente", 15),
    ("phutball", "phutball", 15),
    ("pig", "pig-20", 15),
    ("pig", "pig-50-4", 10),
    ("pikemen", "pikemen", 15),
    ("prudh", "prudh", 15),
    ("pylon", "pylon", 15),
    ("quax", "quax", 15),
    ("query", "query", 4),
    ("query", "query-9", 12),
    ("quoridor", "quoridor", 6),
    ("quoridor", "quoridor-5", 15),
    ("renju", "renju", 15),
    ("royal-game-of-ur", "royal-game-of-ur", 6),
    ("royal-game-of-ur", "royal-game-of-ur-2", 20),
    ("royal-game-of-ur", "royal-game-of-ur-open", 8),
    ("scaffold", "scaffold", 10),
    ("senet", "senet", 20),
    ("shatranj", "shatranj", 14),
    ("shatranj", "shatranj-courier", 6),
    ("shogi", "shogi-minishogi", 12),
    ("slimetrail", "slimetrail", 15),
    ("slimetrail", "slimetrail-hexagons", 10),
    ("slither", "slither-9", 11),
    ("spire", "spire", 15),
    ("spire", "spire-5", 8),
    ("spline", "spline", 15),
    ("sponnect", "sponnect", 20),
    ("spree", "spree", 15),
    ("spree", "spree-5", 10),
    ("stawvs", "stawvs", 12),
    ("stawvs", "stawvs-random", 10),
    ("strands", "strands", 10),
    ("subdivision", "subdivision", 10),
    ("surakarta", "surakarta", 15),
    ("susan", "susan", 20),
    ("symple", "symple", 15),
    ("tablero", "tablero", 15),
    ("tablero", "tablero-abba", 15),
    ("tablut", "magpie", 15),
    ("tablut", "sea-battle-tafl", 5),
    ("tablut", "tablut", 15),
    ("taiji", "taiji", 15),
    ("tanbo", "tanbo-7", 15),
    ("tessella", "tessella", 15),
    ("tintas", "tintas", 15),
    ("toguz", "toguz", 10),
    ("trax", "trax", 20),
    ("trax", "trax-loops", 8),
    ("trike", "trike", 15),
    ("tumbleweed", "tumbleweed", 3),
    ("tumbleweed", "tumbleweed-6", 15),
    ("twinflames", "twinflames", 10),
    ("turkish-draughts", "turkish-draughts", 24),
    ("twixt", "twixt", 9),
    ("tzaar", "tzaar", 18),
    ("ultimate-tic-tac-toe", "ultimate-tic-tac-toe", 15),
    ("ultimate-tic-tac-toe", "ultimate-tic-tac-toe-options", 18),
    ("unlur", "unlur", 8),
    ("unlur", "unlur-6", 12),
    ("verge", "verge", 15),
    ("verge", "verge-7", 5),
    ("waldmeister", "waldmeister", 15),
    ("witch-stones", "witch-stones", 15),
    ("yavalath", "yavalath", 15),
    ("yinsh", "yinsh", 16),
    ("zertz", "zertz", 20),
    ("zola", "zola", 15),
];

/// Records by rules that the game does not have by default: the option that it has for them.
const RULES: [(&str, &str, &str); 1] = [("go-9", "repeating", "draw")];

#[test]
fn recorded_games_hold() {
    replay_all(&oracle(), RECORDS);
    replay_all(&peers(), PEER_RECORDS);
}

fn replay_all(folder: &Path, records: &[(&str, &str, u64)]) {
    let mut held = Vec::new();
    for &(game, file, _) in records {
        let loaded = load(game, find(game).unwrap().text);
        let rules = |settings: &mut Settings| {
            for (_, option, value) in RULES.iter().filter(|(of, ..)| *of == file) {
                settings.set(" ", option, value);
            }
        };
        let mut replays = Replays::new(&loaded, &rules);
        let path = folder.join(format!("records/{file}.jsonl"));
        let text = BufReader::new(File::open(&path).unwrap());
        let mut games = 0;
        for item in Lines::new(text) {
            let (line, record) = item.unwrap();
            assert_eq!(record.game, game);
            match replays.replay(&record, "record") {
                Ok(replayed) => assert_eq!(replayed.plies, record.moves.len()),
                Err(Refused::Mismatch(mismatch)) => panic!("{file}:{line}: {mismatch}"),
                Err(Refused::Settings(found)) => panic!("{file}:{line}: {:?}", found.0),
            }
            games += 1;
        }
        held.push((game, file, games));
    }
    assert_eq!(held, records);
    let copied = std::fs::read_dir(folder.join("records")).unwrap().count();
    assert_eq!(copied, records.len(), "every file is replayed");
}

/// A finished game from the designer of Emulsion: no swap is legal, and Black wins 92 against 89.
#[test]
fn the_designers_last_position() {
    let text = std::fs::read_to_string(oracle().join("emulsion-terminal-20x20.txt")).unwrap();
    let rows: Vec<String> = text.lines().rev().map(|row| row.replace('W', "w")).collect();
    assert_eq!(rows.iter().map(String::len).sum::<usize>(), 400);
    let prepared = prepare("emulsion", "", "size=20 pie=off");
    for player in ["Black", "White"] {
        let notation = prepared
            .start()
            .notation()
            .split(' ')
            .skip(2)
            .fold(format!("{} {player}", rows.join("/")), |a, b| format!("{a} {b}"));
        let mut position = Position::read(prepared.game.clone(), prepared.plan.clone(), &notation).unwrap();
        assert!(position.legal().unwrap().is_empty());
        let outcome = position.outcome().unwrap().unwrap();
        let winners: Vec<&str> = outcome.winners.iter().map(|role| prepared.game.players[*role].as_str()).collect();
        assert_eq!(winners, ["Black"]);
    }
}
