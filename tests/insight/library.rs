//! The page of the library: what stands behind each shipped game, and which sheets show which word.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rulebook_ide::{TokenKind, tokens};
use rulebook_insight::library::{SHIPPED, topics};
use rulebook_language::reference::groups;
use serde_json::Value;

const HEAD: &str = "<!-- Written by a test: BLESS=1 cargo test --test insight library -->\n\n# The library\n\n";

const BEHIND: &str = "## What stands behind each game

Each game is held against what others made: recorded games, of which every ply is legal and every result is the same, and numbers of lines of play
(perft). *Counted* are the plies at which the number of legal actions is the same, too; the others tell it in another unit, or not at all.
The lines of `international-draughts` are of turns.
[tests/peers](../tests/peers/README.md) says where programs differ and what is not covered by them.
`.ci/replay` replays all of these games (`rulebook replay GAME FILE` those of one file).
A program whose name ends in `.py` is this repository's own, written from the rules and not from the sheet.

";

const WORDS: &str = "## Which sheet shows which word

The shortest sheets that use the first of these words; those that most sheets use are left out. `rulebook show --lines GAME` explains one line by line.

";

const TOPICS: &str = "## Where to begin

`rulebook new NAME --like GAME`, or *New sheet* on the page, begins a sheet as one of these, of which one learns most easily how such rules are said.

";

/// Records that do not say who made them, by what `tests/peers/README.md` says of them.
const UNSIGNED: [(&str, &str); 4] =
    [("backgammon", "OpenSpiel"), ("einstein", "OpenSpiel"), ("pig", "OpenSpiel"), ("royal-game-of-ur", "RoyalUr")];

/// What is known of a game from elsewhere.
#[derive(Default)]
struct Behind {
    makers: BTreeSet<String>,
    games: usize,
    plies: usize,
    counted: usize,
    lines: u64,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The makers that a source names: without version, game and what stands in brackets.
fn makers(source: &str) -> impl Iterator<Item = String> {
    let told = source.trim_start_matches("published: ").split(", ").enumerate();
    let is_maker = |(at, part): &(usize, &str)| *at == 0 || part.starts_with(char::is_uppercase);
    told.filter(is_maker).map(|(_, part)| match part.contains(".py") {
        true => part.rsplit('/').next().unwrap_or(part).to_owned(),
        false => {
            let is_name = |word: &&str| !word.starts_with('(') && !word.contains(|sign: char| sign.is_ascii_digit());
            part.split(' ').take_while(is_name).collect::<Vec<_>>().join(" ")
        }
    })
}

fn records() -> Vec<PathBuf> {
    let folders = ["tests/oracle/records", "tests/peers/records"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut all: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn behind() -> BTreeMap<String, Behind> {
    let mut all: BTreeMap<String, Behind> = BTreeMap::new();
    for path in records() {
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let game = record["game"].as_str().unwrap();
            let known = all.entry(game.to_owned()).or_default();
            let unsigned = || UNSIGNED.iter().find(|(name, _)| *name == game).map(|(_, maker)| *maker);
            let source = record["source"].as_str().or_else(unsigned).unwrap_or_else(|| panic!("who made {line}?"));
            known.makers.extend(makers(source));
            known.games += 1;
            known.plies += record["moves"].as_array().unwrap().len();
            known.counted +=
                record["counts"].as_array().map_or(0, |counts| counts.iter().filter(|n| n.is_u64()).count());
        }
    }
    for table in ["tests/oracle/perft.tsv", "tests/peers/perft.tsv"] {
        for line in std::fs::read_to_string(root().join(table)).unwrap().lines().skip(1) {
            let [game, _, _, unit, leaves, source] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            if unit == "action" {
                let known = all.entry(game.to_owned()).or_default();
                known.makers.extend(makers(source));
                known.lines += leaves.split(' ').map(|leaves| leaves.parse::<u64>().unwrap()).sum::<u64>();
            }
        }
    }
    // In turns, as the test of draughts counts them.
    let draughts = std::fs::read_to_string(root().join("tests/perft/perft.tsv")).unwrap();
    for line in draughts.lines().filter(|line| line.starts_with("draughts\t")) {
        let [.., leaves, source] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let known = all.entry("international-draughts".to_owned()).or_default();
        let source = if source == "this program" { "draughts.py" } else { source };
        known.makers.extend(makers(source).filter(|maker| maker != "the same"));
        known.lines += leaves.split(' ').map(|leaves| leaves.parse::<u64>().unwrap()).sum::<u64>();
    }
    all
}

/// Whether a line of a sheet has these words of the language one behind the other, whatever stands between them.
fn has(line: &[&str], head: &str) -> bool {
    let mut rest = line.iter();
    head.split(' ').all(|word| rest.any(|token| *token == word))
}

/// The words of the language in each line of a sheet.
fn lines(text: &str) -> Vec<Vec<&str>> {
    let mut out = vec![Vec::new()];
    let mut at = 0;
    for token in tokens(text) {
        if text[at..token.start].contains('\n') {
            out.push(Vec::new());
        }
        at = token.start;
        if matches!(token.kind, TokenKind::Keyword | TokenKind::Builtin | TokenKind::Operator) {
            out.last_mut().unwrap().push(&text[token.start..token.end]);
        }
    }
    out
}

fn page() -> String {
    let all = behind();
    let mut table =
        String::from("| game | made by | games | plies | counted | lines of play |\n|---|---|--:|--:|--:|--:|\n");
    let others = |known: &&Behind| known.makers.iter().any(|maker| !maker.ends_with(".py"));
    let of_others = SHIPPED.iter().filter_map(|game| all.get(game.name())).filter(others).count();
    for game in SHIPPED {
        let nothing = Behind::default();
        let known = all.get(game.name()).unwrap_or(&nothing);
        let made = known.makers.iter().cloned().collect::<Vec<_>>().join(", ");
        let made = if made.is_empty() { "**nothing yet**" } else { &made };
        let cells = [known.games, known.plies, known.counted].map(|number| number.to_string());
        let _ = writeln!(table, "| `{}` | {made} | {} | {} |", game.name(), cells.join(" | "), known.lines);
    }
    let mut words = String::from("| words | sheets |\n|---|---|\n");
    let mut sheets: Vec<_> =
        SHIPPED.iter().map(|game| (game.text.lines().count(), game.name(), lines(game.text))).collect();
    sheets.sort();
    for entry in groups().iter().flat_map(|group| &group.entries) {
        let shows = |lines: &[Vec<&str>]| lines.iter().any(|line| has(line, entry.heads[0]));
        let found = sheets.iter().filter(|(_, _, lines)| shows(lines));
        let found: Vec<String> = found.map(|(_, name, _)| format!("`{name}`")).collect();
        let heads: Vec<String> = entry.heads.iter().map(|head| format!("`{}`", head.replace('|', "\\|"))).collect();
        if !found.is_empty() && 2 * found.len() < sheets.len() {
            let _ = writeln!(words, "| {} | {} |", heads.join(", "), found[..found.len().min(4)].join(", "));
        }
    }
    let said = format!("{of_others} of {} games are held against what others made.\n\n", SHIPPED.len());
    let mut begin = String::from("| what one wants | sheet |\n|---|---|\n");
    for (topic, shipped) in topics() {
        let _ = writeln!(begin, "| {topic} | `{}` |", shipped.name());
    }
    format!("{HEAD}{said}{TOPICS}{begin}\n{BEHIND}{table}\n{WORDS}{words}")
}

#[test]
fn the_page_says_what_stands_behind_each_game_and_shows_each_word() {
    let (path, page) = (root().join("docs/library.md"), page());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(std::fs::read_to_string(&path).is_ok_and(|text| text == page), "BLESS=1 writes docs/library.md anew");
}
