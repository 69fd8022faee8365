//! Variants of games in other files: what is read, from where, and how far.

use std::collections::BTreeMap;

use rulebook_insight::analysis::{Smoke, inspect};
use rulebook_insight::library::{Loaded, Texts, Written, load_with};
use rulebook_language::diagnostic::{Code, Severity};
use rulebook_language::syntax::ast::Name;

const SPREAD: &str = "game \"Spread\" {
  players Black, White
  option size: 2..=5 = 3
  board square(size)
  piece stone
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when no move { last mover wins }
}
";

/// A variant of `base`, in the file `path`, with this size.
fn variant(title: &str, base: &str, path: &str, size: usize) -> String {
    let path = if path.is_empty() { String::new() } else { format!(" in \"{path}\"") };
    format!("variant \"{title}\" of \"{base}\"{path} {{\n  option size: 2..=5 = {size}\n}}\n")
}

/// A sheet with other files.
fn read(name: &str, text: &str, files: &[(&str, String)]) -> Loaded {
    let files: BTreeMap<String, String> = files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
    load_with(name, text, &Texts::beside(name, &files))
}

fn cells(loaded: &Loaded, title: Option<&str>) -> usize {
    let title = title.map(|text| Name { text: text.to_owned(), span: loaded.titles().next().unwrap().span });
    let (prepared, report) = loaded.prepare(title.as_ref(), &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).game.board.cells().count()
}

fn codes(loaded: &Loaded) -> Vec<Code> {
    loaded.prepare(None, &[]).1.iter().map(|finding| finding.code).collect()
}

#[test]
fn a_variant_varies_the_game_of_the_file_that_it_names() {
    let files = [
        ("mine/spread.game", SPREAD.to_owned()),
        ("mine/deep/four.game", variant("Four", "Spread", "", 4) + &SPREAD.replace("= 3", "= 5")),
        // Another one of the same title in another folder.
        ("spread.game", SPREAD.replace("= 3", "= 5")),
    ];
    let sheet = variant("Two", "Spread", "spread.game", 2) + &variant("More", "Four", "deep/four.game", 2);
    let loaded = read("mine/sheet.game", &sheet, &files);
    assert_eq!(cells(&loaded, None), 4);
    assert_eq!(cells(&loaded, Some("More")), 4);
    // What is not set comes from the file that is named, and there from its own game of the title.
    let bare = sheet.replace("  option size: 2..=5 = 2\n", "");
    let loaded = read("mine/sheet.game", &bare, &files);
    assert_eq!((cells(&loaded, None), cells(&loaded, Some("More"))), (9, 16));
    let four = files[1].1.replace("  option size: 2..=5 = 4\n", "");
    let loaded = read("mine/sheet.game", &bare, &[files[0].clone(), ("mine/deep/four.game", four)]);
    assert_eq!(cells(&loaded, Some("More")), 25);
    assert_eq!(loaded.named().collect::<Vec<_>>(), ["deep/four.game", "spread.game"]);
    let names: Vec<&str> = loaded.sources.iter().map(|(_, file)| file.name.as_str()).collect();
    assert_eq!(names, ["mine/sheet.game", "mine/spread.game", "mine/deep/four.game"]);
}

#[test]
fn a_file_varied_by_the_one_it_varies_is_read_once() {
    let sheet = SPREAD.to_owned() + &variant("Third", "Second", "b.game", 2);
    let second = variant("Second", "Spread", "a.game", 4);
    let loaded = read("a.game", &sheet, &[("b.game", second), ("a.game", "another text".to_owned())]);
    assert_eq!(loaded.files.len(), 2, "the sheet itself is the text that was given");
    assert_eq!(cells(&loaded, Some("Third")), 4);
    let ring = variant("A", "B", "b.game", 2);
    let loaded = read("a.game", &ring, &[("b.game", variant("B", "A", "a.game", 3))]);
    assert_eq!(codes(&loaded), [Code::NameCircular]);
}

#[test]
fn what_no_variant_needs_is_not_read() {
    let other = SPREAD.to_owned() + &variant("Lost", "Nothing", "nowhere.game", 2);
    let loaded = read("a.game", &variant("Two", "Spread", "b.game", 2), &[("b.game", other)]);
    assert_eq!(cells(&loaded, None), 4);
    // A game of another file is varied only where it is named, even if that file is read for another variant.
    let sheet = variant("Two", "Spread", "b.game", 2) + &variant("Three", "Spread", "", 3);
    let loaded = read("a.game", &sheet, &[("b.game", SPREAD.to_owned())]);
    assert_eq!(cells(&loaded, None), 4);
    let report = inspect(&loaded, &Written::default(), Smoke::default()).report;
    let errors = report.iter().filter(|said| said.severity == Severity::Error);
    let found: Vec<(Code, Option<String>)> = errors.map(|said| (said.code, said.help.clone())).collect();
    let help = "`b.game` beside this file has one: write `\"Spread\" in \"b.game\"`".to_owned();
    assert_eq!(found, [(Code::NameUnknownVariant, Some(help))]);
}

#[test]
fn findings_of_the_other_file_are_told_there() {
    let sheet = variant("Two", "Spread", "b.game", 2);
    let wrong = SPREAD.replace("  turn place\n", "  turn palce\n");
    let loaded = read("a.game", &sheet, &[("b.game", wrong)]);
    let report = inspect(&loaded, &Written::default(), Smoke::default()).report;
    let finding = report.iter().next().unwrap();
    let place = loaded.sources.file(finding.primary.span.file);
    assert_eq!((finding.code, place.name.as_str()), (Code::NameUnknownMove, "b.game"));
    // What is wrong with the other file alone is told when that is checked.
    let other = SPREAD.to_owned() + &variant("Wrong", "Spread", "", 99);
    let loaded = read("a.game", &sheet, &[("b.game", other)]);
    assert_eq!(inspect(&loaded, &Written::default(), Smoke::default()).report.errors(), 0);
}

#[test]
fn files_are_bounded() {
    let chain = |count: usize| -> Vec<(String, String)> {
        let last = (format!("f{count}.game"), SPREAD.replace("Spread", &format!("T{count}")));
        let titled = |at: usize| {
            let text = variant(&format!("T{at}"), &format!("T{}", at + 1), &format!("f{}.game", at + 1), 2);
            (format!("f{at}.game"), text)
        };
        (1..count).map(titled).chain([last]).collect()
    };
    for (count, found) in [(15, None), (16, Some(Code::LimitFiles))] {
        let files: BTreeMap<String, String> = chain(count).into_iter().collect();
        let sheet = variant("T0", "T1", "f1.game", 3);
        let loaded = load_with("f0.game", &sheet, &Texts::beside("f0.game", &files));
        assert_eq!(codes(&loaded).first().copied(), found, "{count}");
    }
    let wide = |count: usize| {
        let files: BTreeMap<String, String> =
            (0..count).map(|at| (format!("f{at}.game"), SPREAD.replace("Spread", &format!("T{at}")))).collect();
        let sheet: String =
            (0..count).map(|at| variant(&format!("V{at}"), &format!("T{at}"), &format!("f{at}.game"), 2)).collect();
        codes(&load_with("s.game", &sheet, &Texts::beside("s.game", &files)))
    };
    assert!(wide(63).is_empty());
    assert_eq!(wide(64), [Code::LimitFiles]);
}

#[test]
fn places_of_all_files_can_be_replaced() {
    let sheet = variant("Two", "Spread", "b.game", 2);
    let loaded = read("a.game", &sheet, &[("b.game", SPREAD.to_owned())]);
    let option = loaded.files[1].units[0].declarations[1].span;
    let own = loaded.files[0].units[0].declarations[0].span;
    let edited = loaded.edited(&[(own, String::new()), (option, "option size: 2..=5 = 5".to_owned())]);
    assert_eq!(cells(&edited, None), 25);
    assert_eq!(cells(&loaded.with_text(sheet.replace("= 2", "= 4")), None), 16);
}
