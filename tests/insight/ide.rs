//! What editors ask: names, completion, renaming, and texts that are broken in any way.

use rulebook_ide::{complete, definition, folding, hover, names, references, rename, symbols, tokens};
use rulebook_insight::analysis::{perft, run_tests};
use rulebook_insight::library::{SHIPPED, Shipped, load};
use rulebook_language::model::{check, titles};
use rulebook_language::util::Rng;
use std::collections::BTreeSet;

/// The words of a text outside comments and texts in quotes, with what the highlighting says of each.
fn words(text: &str) -> impl Iterator<Item = (usize, usize, &'static str)> {
    let not = ["number", "string", "comment", "doc", "operator"];
    tokens(text)
        .into_iter()
        .map(|token| (token.start, token.end, token.kind.name()))
        .filter(move |token| !not.contains(&token.2))
}

/// The counts of perft of every game and variant of a file, to a depth that takes no time.
fn counts(name: &str, text: &str) -> Vec<(usize, Vec<u64>)> {
    let loaded = load(name, text);
    let titles: Vec<_> = titles(&loaded.files[0]).cloned().collect();
    let counts = titles.iter().enumerate().map(|(place, title)| {
        let (prepared, report) = loaded.prepare(Some(title), &[]);
        assert!(report.is_empty(), "{name}: {report:?}");
        let mut start = prepared.unwrap().start();
        (place, (1..=2).map(|depth| perft(&mut start, depth).unwrap()).collect())
    });
    counts.collect()
}

fn applied(text: &str, edits: &[rulebook_ide::Edit]) -> String {
    let mut out = text.to_owned();
    edits.iter().rev().for_each(|edit| out.replace_range(edit.start..edit.end, &edit.text));
    out
}

#[test]
fn every_name_has_a_definition_and_a_hover() {
    let mut explained = BTreeSet::new();
    for game in SHIPPED {
        let names = names(game.text);
        let at = |start: usize| names.iter().find(|name| name.range.start == start);
        for (start, end, kind) in words(game.text) {
            let word = &game.text[start..end];
            let found = at(start);
            // What another file declares has its place there.
            let is_name = matches!(kind, "piece" | "player" | "definition" | "option" | "move" | "name");
            if is_name && found.is_none() && game.text.contains("\" in \"") {
                continue;
            }
            if matches!(kind, "piece" | "player" | "definition" | "option" | "move") {
                let declared = found.unwrap_or_else(|| panic!("{}: {word} at {start}", game.name())).declared.clone();
                let name = &game.text[declared.unwrap()];
                assert!(word.starts_with(name) || kind == "piece", "{}: {word} is {name}", game.name());
            }
            // A word of the language means the same everywhere, a name within a game.
            let scope = if found.is_some() { game.name() } else { "" };
            if explained.insert((scope, word)) {
                let said = hover(game.text, start);
                let is_said =
                    said.is_some_and(|hover| hover.start <= start && end <= hover.end && !hover.text.is_empty());
                assert!(is_said, "{}: `{word}` ({kind}) at {start}", game.name());
            }
        }
        let first = &names[names.len() / 2];
        assert_eq!(definition(game.text, first.range.start), first.declared);
        assert!(references(game.text, first.range.start).contains(&first.range));
    }
}

#[test]
fn hovers_say_type_comment_and_value() {
    let text = rulebook_insight::library::find("emulsion").unwrap().text;
    let at = |word: &str| hover(text, text.find(word).unwrap() + 1).unwrap().text;
    assert!(at("size: 2").contains("option: a number; default 9"), "{}", at("size: 2"));
    assert!(at("worth(c)").contains("value worth(c)") && at("worth(c)").contains("definition: a number"));
    assert!(at("a, b").contains("pick: a cell"), "{}", at("a, b"));
    assert!(at("exchange").contains("### `exchange`"));
    let text = "game \"X\" {\n  players A, B\n  board square(4)\n  piece stone\n  /// Where kings stand.\n  region home = rows(1)\n  \
        move m { pick c in home & empty put my stone on c }\n  turn m\n  end when no move { draw }\n}\n";
    let shown = hover(text, text.find("home &").unwrap()).unwrap().text;
    assert!(shown.contains("Where kings stand.") && shown.contains("4 cells: a1 b1 c1 d1"), "{shown}");
}

/// Each second name of a game one after another, each in the text that the one before has left.
#[test]
fn every_definition_can_be_renamed() {
    for game in SHIPPED {
        let before = counts(game.name(), game.text);
        let places: BTreeSet<usize> =
            names(game.text).into_iter().filter_map(|name| name.declared).map(|declared| declared.start).collect();
        let mut places: Vec<usize> = places.into_iter().step_by(2).collect();
        let (mut text, mut renamed) = (game.text.to_owned(), 0);
        while let Some(place) = places.pop() {
            let is_title = text[..place].ends_with('"');
            let is_end = |c: char| if is_title { c == '"' } else { !(c.is_alphanumeric() || c == '_') };
            let name = text[place..].split(is_end).next().unwrap().to_owned();
            if name.contains("_x") {
                continue;
            }
            let edits = match rename(&text, place, &format!("{name}_x{renamed}")) {
                Ok(edits) => edits,
                Err(why) => {
                    let is_elsewhere = why.contains("is declared in a shipped game");
                    assert!(
                        is_elsewhere || why.contains("cells cannot be renamed") || why.contains("`as` cannot keep it"),
                        "{}: {name}: {why}\n{text}",
                        game.name()
                    );
                    continue;
                }
            };
            assert!(edits.iter().any(|edit| edit.start <= place && place <= edit.end), "{}: {name}", game.name());
            text = applied(&text, &edits);
            renamed += 1;
            for place in &mut places {
                let moved = edits.iter().filter(|edit| edit.start < *place);
                *place = moved.fold(*place, |at, edit| at + edit.text.len() - (edit.end - edit.start));
            }
        }
        assert!(renamed > 2, "{}: {renamed}", game.name());
        assert_eq!(counts(game.name(), &text), before, "{}: {text}", game.name());
        let tested = run_tests(&load(game.name(), &text), &|_, _| true);
        assert!(tested.report.is_empty(), "{}: {:?}\n{text}", game.name(), tested.report);
        assert!(!tested.tests.is_empty() && tested.tests.iter().all(|test| test.passed));
    }
}

/// Positions of a file's games and variants in a random game, as text.
fn positions(name: &str, text: &str) -> Vec<String> {
    let loaded = load(name, text);
    let mut rng = Rng::new(5);
    let mut said = Vec::new();
    for title in titles(&loaded.files[0]).cloned().collect::<Vec<_>>() {
        let (prepared, report) = loaded.prepare(Some(&title), &[]);
        assert!(report.is_empty(), "{name}: {report:?}\n{text}");
        let mut position = prepared.unwrap().start();
        for _ in 0..12 {
            said.push(position.notation());
            let Some(action) = position.random_action(&mut rng).unwrap() else { break };
            position.play(&action).unwrap();
        }
    }
    said
}

/// Whatever a kind of piece is called, the letters of all pieces stay: positions are written alike, tests pass, and as many games
/// are played.
#[test]
fn a_renamed_piece_keeps_its_letter() {
    let (mut renamed, mut lettered, mut refused) = (0, 0, 0);
    for (round, game) in SHIPPED.iter().enumerate() {
        let kinds: Vec<usize> =
            words(game.text).filter(|(.., sort)| *sort == "piece").map(|(start, ..)| start).collect();
        let declared = names(game.text).into_iter().filter_map(|name| name.declared).map(|declared| declared.start);
        let places: BTreeSet<usize> = declared.filter(|start| kinds.contains(start)).collect();
        // The first and one of the others.
        let places: Vec<usize> = places.into_iter().collect();
        let some =
            [0, round % places.len().max(1)].into_iter().filter_map(|at| places.get(at)).collect::<BTreeSet<_>>();
        for place in some {
            let edits = match rename(game.text, *place, "zebra") {
                Ok(edits) => edits,
                Err(why) => {
                    assert!(why.contains("shipped game") || why.contains("letter"), "{}: {why}", game.name());
                    refused += 1;
                    continue;
                }
            };
            let text = applied(game.text, &edits);
            assert_eq!(positions(game.name(), &text), positions(game.name(), game.text), "{}: {text}", game.name());
            assert_eq!(counts(game.name(), &text), counts(game.name(), game.text), "{}", game.name());
            let tested = run_tests(&load(game.name(), &text), &|_, _| true);
            assert!(tested.report.is_empty(), "{}: {:?}\n{text}", game.name(), tested.report);
            renamed += 1;
            lettered += usize::from(edits.iter().any(|edit| edit.text.starts_with(" as ")));
        }
    }
    assert!(
        renamed > 100 && lettered > 5 && refused < 10,
        "{renamed} renamed, {lettered} with letters, {refused} refused"
    );
}

#[test]
fn letters_that_would_move_are_kept_by_as() {
    let text = "game \"X\" {\n  players White, Black\n  board square(3)\n  pieces pawn, king plural kings, knight\n  setup {\n    \"k . n\" \". . .\" \"K . W\"\n  }\n  move go {\n    pick a in mine\n    pick b in empty & adjacent(a)\n    move a to b\n  }\n  turn go\n  end when no move { draw }\n  test \"drawn\" {\n    position {\n      \"k . n\"\n      \". . .\"\n      \"K . W\"\n    }\n    expect count(mine) = 2\n  }\n}\n";
    let to = |word: &str, new: &str| rename(text, text.find(word).unwrap(), new).map(|edits| applied(text, &edits));
    // The king had the letter that the knight would get.
    let ruler = to("king plural", "ruler").unwrap();
    assert!(ruler.contains("pieces pawn, ruler plural kings as K, knight\n"), "{ruler}");
    // Nothing to be kept: its letter stays free.
    assert!(to("knight\n", "narwhal").unwrap().contains("pieces pawn, king plural kings, narwhal\n"));
    assert!(to("knight\n", "zebra").unwrap().contains("kings, zebra as N\n"));
    // Letters of the first kind are those of its owners.
    assert!(to("pawn", "stone").unwrap().contains("pieces stone, king plural kings, knight\n"));
    // A letter is not chosen for a player.
    assert!(to("White", "Amber").unwrap_err().contains("letter `W`"));
}

#[test]
fn a_name_that_means_something_else_is_refused() {
    let text = rulebook_insight::library::find("emulsion").unwrap().text;
    let to = |word: &str, new: &str| rename(text, text.find(word).unwrap(), new).unwrap_err();
    assert!(to("worth(c)", "chain").contains("already"), "{}", to("worth(c)", "chain"));
    assert!(to("worth(c)", "count").contains("word of the language"));
    assert!(to("worth(c)", "pick").contains("cannot be a name"));
    assert!(to("a in mine", "b").contains("already"));
    assert!(to("stone\n", "disc-").contains("cannot be a name"));
    assert!(to("Emulsion\" {", "Free Emulsion").contains("already"));
    assert!(to("Black, White", "White").contains("already"));
    let base = "variant \"V\" of \"Emulsion\" {\n  value worth(c) = base + 1\n}\n";
    assert!(rename(base, base.find("worth").unwrap(), "gain").unwrap_err().contains("shipped game"));
    assert!(rename("game \"x\" {", 0, "y").is_err());
}

/// Completion is asked at some words of each game: of what it offers there in place of the word, 99 in 100 may stand there.
#[test]
fn what_is_offered_may_stand_there() {
    let mut rng = Rng::new(7);
    let (mut tried, mut wrong) = (0, Vec::new());
    for game in SHIPPED {
        let all: Vec<(usize, usize, &str)> = words(game.text).collect();
        for _ in 0..2 {
            let (start, end, _) = all[rng.below(all.len() as u32) as usize];
            // A new name is what one likes.
            if definition(game.text, start).is_some_and(|declared| declared == (start..end)) {
                continue;
            }
            tried += offers_hold(game, start, end, &mut rng, &mut wrong);
        }
    }
    assert!(tried > 300 && 100 * wrong.len() < tried, "{tried}: {wrong:#?}");
}

fn offers_hold(game: &Shipped, start: usize, end: usize, rng: &mut Rng, wrong: &mut Vec<String>) -> usize {
    let offers = complete(game.text, start);
    let before = game.text[..start].trim_end();
    let mut tried = 0;
    // The word itself is offered, unless it is a new name.
    for offer in &offers {
        if offers.len() > 24 && rng.below(3) > 0 {
            continue;
        }
        let mut written = offer.insert.clone();
        if written.ends_with('(') {
            written.push(')');
        }
        tried += 1;
        let mut text = game.text.to_owned();
        text.replace_range(start..end, &written);
        let loaded = load(game.name(), &text);
        let mut reports = vec![loaded.report.clone()];
        if loaded.report.errors() == 0 {
            let files: Vec<_> = loaded.files.iter().collect();
            // In the game where it is written: another may lack a player of it.
            let units = &loaded.files[0].units;
            let Some(unit) = units.iter().rfind(|unit| unit.name.span.start as usize <= start).or(units.first()) else {
                continue;
            };
            reports.push(check(&files, Some(&unit.name), &[]).1);
        }
        for finding in reports.iter().flat_map(|report| report.iter()) {
            let span = finding.primary.span;
            // What a function is asked about is written behind what is offered.
            let offered = start..start + offer.insert.len();
            let is_there = span.file.0 == 0 && (span.start as usize) < offered.end && offered.start < span.end as usize;
            // What a keyword needs behind it is not there: it stands in the place of another word.
            let codes: &[&str] = match offer.kind {
                "keyword" => &["name/unknown", "name/not-here"],
                _ => &["name/unknown", "name/not-here", "syntax/"],
            };
            // Behind `is`, one that needs something is read as the word of an option.
            let is_asked = [" is", " not", "="].iter().any(|end| before.ends_with(end))
                && finding.message.ends_with(&format!("`{written}`"));
            // In the place of a function, what that is asked about stays behind it.
            let is_called = game.text[end..].starts_with('(');
            // `scatter` without what it scatters is read as a player.
            let is_scatter = offer.insert.starts_with("scatter");
            // `last to` names a move behind it; without one it is the last pick of that name.
            let is_last_to = offer.insert == "to" && before.ends_with("last");
            // `like-coloured` in the place of a kind has none behind it.
            let is_like = offer.insert.starts_with("like-");
            if offer.kind == "keyword" && (is_asked || is_called || is_scatter || is_last_to || is_like) {
                continue;
            }
            // What a lot draws is told from names of other types by the checker alone.
            let is_drawn = finding.message.ends_with("its own block alone knows");
            let is_word = !is_drawn && codes.iter().any(|code| finding.code.name().starts_with(code));
            let exact = span.start as usize >= start;
            if is_there && is_word && exact {
                let word = &game.text[start..end];
                wrong.push(format!("{}: `{}` for `{word}` at {start}: {}", game.name(), offer.label, finding.message));
            }
        }
    }
    tried
}

#[test]
fn the_word_that_stands_there_is_offered() {
    let mut missing = Vec::new();
    let mut asked = 0;
    for game in SHIPPED {
        for (start, end, kind) in words(game.text).step_by(23) {
            let word = &game.text[start..end];
            if definition(game.text, start).is_some_and(|declared| declared == (start..end)) {
                continue;
            }
            asked += 1;
            let offers = complete(game.text, start);
            let is_cell = word.len() < 4 && word.ends_with(|c: char| c.is_ascii_digit());
            if !is_cell && !offers.iter().any(|offer| offer.label.starts_with(word)) {
                missing.push(format!("{}: {word} ({kind}) at {start}", game.name()));
            }
        }
    }
    let share = missing.len() as f64 / f64::from(asked);
    assert!(share < 0.035, "{share} {asked} {missing:#?}");
}

#[test]
fn completion_works_while_one_writes() {
    let labels = |text: &str| {
        let at = text.find('@').unwrap();
        complete(&text.replace('@', ""), at).into_iter().map(|offer| offer.label).collect::<Vec<_>>()
    };
    let lead = "game \"X\" {\n  players Black, White\n  board square(5)\n  piece stone\n  neutral piece wall\n  option far: on | off = on\n";
    let after = |rest: &str| labels(&format!("{lead}{rest}"));
    let has = |offers: &[String], words: &[&str]| words.iter().all(|word| offers.iter().any(|offer| offer == word));
    // A word with a hyphen is one word, which an offer replaces whole.
    let text = format!("{lead}  group chain = like-coloured stones joined orthogonally\n}}");
    let at = text.find("like-").unwrap();
    let whole = complete(&text, at).into_iter().find(|offer| offer.label == "like-coloured").unwrap();
    assert_eq!(&text[whole.from..whole.to], "like-coloured");
    let offers = after("  move m {\n    pick c in empty\n    put my @");
    assert_eq!(offers, ["stones", "stone"]);
    let offers = after("  move m {\n    pick c in empty\n    where @\n  turn m\n}");
    assert!(has(&offers, &["c", "count", "mine", "not", "north", "far"]) && !has(&offers, &["before"]), "{offers:?}");
    assert!(has(&after("  move m {\n    pick c in empty\n    @\n  }\n}"), &["where", "put", "require", "pick"]));
    assert!(has(&after("  @\n}"), &["move", "turn", "end", "setup", "claim"]));
    assert!(has(&after("  move place { pick c in empty put my stone on c }\n  turn @\n}"), &["place", "pass"]));
    assert!(has(&after("  move place { pick c in empty put my stone on c }\n  turn of @"), &["Black", "White"]));
    assert_eq!(after("  test \"t\" { set far = @"), ["off", "on"]);
    let look = |rest: &str| after(&format!("  look {{\n    {rest}"));
    assert_eq!(look("@"), ["Black", "White", "stone", "wall", "hide", "board"]);
    assert_eq!(look("board as points\n    @\n  }\n}"), ["Black", "White", "stone", "wall", "hide", "board", "on"]);
    assert_eq!(look("board as @"), ["plain", "checkered", "points"]);
    assert!(has(&look("Black as @\n  }\n}"), &["ivory", "black"]) && !has(&look("Black as @"), &["disc"]));
    assert!(has(&look("stone as @"), &["disc", "crown"]) && !has(&look("stone as @"), &["ivory", "and"]));
    assert!(has(&look("wall as @"), &["disc", "ivory"]));
    assert!(has(&look("stone as S on @"), &["wedge", "token"]) && !has(&look("stone as S on @"), &["king"]));
    let seen = |rest: &str| {
        after(&format!(
            "  mark house\n  counter quiet: 0..=9\n  region rim = edge\n  value two = 2\n  look {{\n    {rest}"
        ))
    };
    assert!(has(&seen("@"), &["rim", "house"]) && !has(&seen("@"), &["quiet"]) && !has(&seen("@"), &["two"]));
    assert_eq!(seen("rim as @"), ["shaded", "water", "framed", "crossed", "dotted", "starred"]);
    assert!(has(&seen("hide @"), &["house", "quiet"]) && !has(&seen("hide @"), &["stone"]));
    let fewer = "}\nvariant \"Y\" of \"X\" {\n  players Black\n  option far off\n";
    let offers = after(&format!("{fewer}  setup {{ @"));
    assert!(has(&offers, &["Black"]) && !has(&offers, &["White"]), "{offers:?}");
    let offers = after(&format!("{fewer}  test \"t\" {{ expect far = @"));
    assert!(has(&offers, &["Black"]) && !offers.iter().any(|offer| offer == "White" || offer == "far"), "{offers:?}");
    assert!(has(&labels("@"), &["game", "variant"]));
    assert!(after("  // a comment @").is_empty() && after("  by \"some@").is_empty());
    let counted = "game \"X\" {\n  value v(c) = sum(@ for n in adjacent(c))\n}";
    assert!(has(&labels(counted), &["n", "c"]));
    let offer = complete(lead, lead.find("piece stone").unwrap()).into_iter().find(|offer| offer.label == "piece");
    assert!(offer.unwrap().doc.contains("```game"));
}

#[test]
fn a_look_speaks_of_names_in_words_of_its_own() {
    let text = "game \"X\" {\n  players Black, White\n  board square(5)\n  pieces king, ring\n  look {\n    king as ring\n    ring as king\n  }\n}\n";
    let of = text.find("ring as").unwrap();
    assert_eq!(definition(text, of), Some(text.find("ring\n").map(|at| at..at + 4).unwrap()));
    // The shape is no name, though a piece is called so.
    let like = text.find("ring\n    ring").unwrap();
    assert_eq!(definition(text, like), None);
    assert!(hover(text, like).unwrap().text.starts_with("### `look`"));
    let edits = rename(text, of, "hoop").unwrap();
    assert_eq!(applied(text, &edits).matches("hoop").count(), 2, "{edits:?}");
}

/// No text and no offset makes any of them panic, and offsets are those of characters.
#[test]
fn broken_texts_are_answered() {
    let mut rng = Rng::new(11);
    let bits = [
        "{",
        "}",
        "(",
        ")",
        "\"",
        "//",
        "\n",
        "é",
        "😀",
        "\u{FEFF}",
        "|",
        "move ",
        "not ",
        "= ",
        "variant \"a\" of \"a\" {",
    ];
    for round in 0..120 {
        let game = SHIPPED[rng.below(SHIPPED.len() as u32) as usize];
        let mut text: Vec<char> = game.text.chars().collect();
        for _ in 0..=rng.below(4) {
            let at = rng.below(text.len() as u32) as usize;
            let end = (at + rng.below(60) as usize).min(text.len());
            match rng.below(3) {
                0 => drop(text.drain(at..end)),
                1 => text.truncate(at.max(1)),
                _ => drop(text.splice(at..at, bits[rng.below(bits.len() as u32) as usize].chars())),
            }
        }
        let text: String = text.into_iter().collect();
        let offset = rng.below(text.len() as u32 + 4) as usize;
        check_answers(&text, offset);
        if round == 0 {
            let deep = ["(", "{", "not ", "if ", "game \"x\" {", "a: "].map(|bit| bit.repeat(20_000));
            deep.iter().for_each(|text| check_answers(text, text.len() / 2));
        }
    }
    ["", " ", "\"", "é", "game", "😀"].iter().for_each(|text| (0..8).for_each(|offset| check_answers(text, offset)));
}

fn check_answers(text: &str, offset: usize) {
    let is_range = |start: usize, end: usize| assert!(text.get(start..end).is_some(), "{start}..{end} of {text}");
    complete(text, offset).iter().for_each(|offer| is_range(offer.from, offer.to));
    hover(text, offset).iter().for_each(|hover| is_range(hover.start, hover.end));
    definition(text, offset).iter().for_each(|found| is_range(found.start, found.end));
    references(text, offset).iter().for_each(|found| is_range(found.start, found.end));
    rename(text, offset, "zebra").iter().flatten().for_each(|edit| is_range(edit.start, edit.end));
    let tokens = tokens(text);
    tokens.iter().for_each(|token| is_range(token.start, token.end));
    assert!(tokens.is_sorted_by(|a, b| a.end <= b.start));
    symbols(text).iter().for_each(|symbol| is_range(symbol.range.start, symbol.selection.end.max(symbol.range.start)));
    folding(text).iter().for_each(|range| is_range(range.start, range.end));
}

#[test]
fn symbols_and_folds_are_those_of_the_text() {
    let text = rulebook_insight::library::find("emulsion").unwrap().text;
    let all = symbols(text);
    assert_eq!(all.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(), ["Emulsion", "Free Emulsion"]);
    let names: Vec<&str> = all[0].children.iter().map(|child| child.name.as_str()).collect();
    assert!(["size", "worth", "chain", "swap"].iter().all(|name| names.contains(name)), "{names:?}");
    let folds = folding(text);
    assert!(folds.iter().any(|fold| text[fold.clone()].starts_with("{\n    pick a in mine")), "{folds:?}");
    assert!(folds.iter().any(|fold| text[fold.clone()].starts_with("// Where the published")), "{folds:?}");
}

#[test]
fn names_are_not_coloured_as_words_of_the_language() {
    // An item that nobody can read, the letter of a piece, and values of options.
    let text = "game \"A\" {\n  board square(3)\n  piece man plural men as M\n  option swap: pie | none = none\n  gravity down on my men\n  \
                test \"t\" { set swap = winning, size = 3 expect not over }\n}\n";
    let of = |kind: &str| -> BTreeSet<&str> {
        words(text).filter(|word| word.2 == kind).map(|(start, end, _)| &text[start..end]).collect()
    };
    let keywords =
        ["game", "board", "piece", "plural", "as", "option", "on", "my", "test", "set", "expect", "not", "over"];
    assert_eq!(of("keyword"), BTreeSet::from(keywords));
    assert!(of("name").is_superset(&BTreeSet::from(["gravity", "down", "M", "winning"])), "{:?}", of("name"));
}
