//! How a game is drawn changes nothing that is played, and is changed by what the sheet says alone.

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Prepared, SHIPPED, load};
use rulebook_language::model::{BOARDS, COLOURS, FIELDS, Figure, LETTERED, SHAPES};
use rulebook_language::topology::CellShape;

/// The first game of a text, with further declarations.
fn with(text: &str, more: &str) -> Prepared {
    let at = text.find("\ngame \"").map_or(0, |at| at + 1);
    let at = at + text[at..].find('{').unwrap() + 1;
    // A game has one look.
    let mut rest = text[at..].to_owned();
    if let Some(start) = rest.find("\n  look {") {
        let end = start + rest[start..].find("\n  }").unwrap() + 4;
        rest.replace_range(start..end, "");
    }
    let loaded = load("drawn", &format!("{}{more}{rest}", &text[..at]));
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{more}: {report:?}"))
}

#[test]
fn nothing_that_is_played_depends_on_it() {
    for shipped in SHIPPED {
        let plain = with(shipped.text, "");
        let game = &plain.game;
        let mut lines: Vec<String> = match game.board.outline().shape {
            CellShape::Point => vec!["board as points".into()],
            // Each cell has a shape of its own: the board has one look.
            CellShape::Tile => Vec::new(),
            CellShape::Square | CellShape::Hexagon => vec!["board as checkered".into()],
        };
        let colours = game.players.iter().zip(COLOURS.iter().skip(2));
        lines.extend(colours.map(|(player, colour)| format!("{player} as {colour}")));
        lines.extend(
            game.kinds.iter().zip(SHAPES.iter().skip(4)).map(|(kind, shape)| format!("{} as {shape}", kind.name)),
        );
        let drawn = with(shipped.text, &format!("\n  look {{ {} }}\n", lines.join(" ")));
        assert_ne!(plain.game.look, drawn.game.look, "{}", shipped.name());
        assert!(
            drawn.game.look.players.iter().eq(COLOURS.iter().skip(2).take(game.players.len())),
            "{}",
            shipped.name()
        );
        assert_eq!(plain.plan.to_string(), drawn.plan.to_string(), "{}", shipped.name());
        let (mut a, mut b) = (plain.start(), drawn.start());
        assert_eq!((a.hash(), a.notation()), (b.hash(), b.notation()), "{}", shipped.name());
        assert_eq!(perft(&mut a, 2).unwrap(), perft(&mut b, 2).unwrap(), "{}", shipped.name());
    }
}

/// A game of these players, pieces and board, with a look.
fn sheet(players: &str, pieces: &str, board: &str, look: &str) -> Prepared {
    let text = format!(
        "game \"X\" {{\n players {players}\n board {board}\n {pieces}\n {look}\n move m {{ pick c in empty remove c }}\n turn m\n end when no empty {{ draw }}\n}}"
    );
    let (prepared, report) = load("x", &text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{text}: {report:?}"))
}

#[test]
fn names_say_it_where_the_sheet_does_not() {
    let look = |players: &str, pieces: &str, look: &str| sheet(players, pieces, "square(9)", look).game.look.clone();
    let players =
        |players_: &str, said: &str| look(players_, "piece stone", said).players.iter().copied().collect::<Vec<_>>();
    assert_eq!(players("Gold, Silver, Ann", ""), ["yellow", "grey", "black"]);
    assert_eq!(players("Ann, Bob, White", "look { Bob as black }"), ["red", "black", "white"]);
    let kinds = |pieces: &str, said: &str| look("Red, Blue", pieces, said).kinds.iter().cloned().collect::<Vec<_>>();
    let shape = Figure::Shape;
    assert_eq!(kinds("pieces king, man", ""), [shape("crown"), shape("disc")]);
    assert_eq!(kinds("pieces king, man", "look { king as king }"), [shape("king"), shape("disc")]);
    assert_eq!(kinds("pieces king, man", "look { man as ring }"), [shape("king"), shape("ring")]);
    // What the sheet draws as a disc leaves none for others.
    assert_eq!(kinds("pieces man, ox", "look { ox as disc }"), [Figure::OWN_LETTER, shape("disc")]);
    assert_eq!(
        kinds("pieces man, ox", "look { ox as k }"),
        [shape("disc"), Figure::Letter { letters: Some("K".to_owned()), on: "disc" }]
    );
    assert_eq!(kinds("pieces soldier, town", ""), [shape("disc"), Figure::OWN_LETTER]);
    assert_eq!(kinds("piece sign neutral piece rock", ""), [shape("disc"), shape("square")]);
    let signs = look("Cross, Nought", "piece sign", "").kinds;
    assert_eq!(signs.iter().next(), Some(&Figure::Owners(vec!["cross", "ring"])));
    let signs = look("Cross, Nought", "piece sign", "look { sign as disc }").kinds;
    assert_eq!(signs.iter().next(), Some(&shape("disc")));
    assert_eq!(
        (look("Red, Blue", "piece stone", "").board, look("Red, Blue", "piece rook", "").board),
        ("points", "checkered")
    );
    assert_eq!(look("Red, Blue", "piece stone", "look { board as plain }").board, "plain");
}

#[test]
fn a_variant_replaces_what_it_names() {
    let text = "game \"X\" {\n players White, Black\n board square(4)\n piece stone\n look { board as checkered White as ivory stone as ring }\n move m { pick c in empty put my stone on c }\n turn m\n end when no empty { draw }\n}\nvariant \"Y\" of \"X\" {\n board square(3)\n look { White as red }\n}\nvariant \"Z\" of \"Y\" {\n board graph { line a-b-c-a }\n players Red, White\n}";
    let loaded = load("x", text);
    let look = |place: usize| {
        let title = loaded.titles().nth(place).cloned();
        let (prepared, report) = loaded.prepare(title.as_ref(), &[]);
        assert!(report.is_empty() || place == 2, "{report:?}");
        let look = prepared.unwrap().game.look.clone();
        (look.board, look.players.iter().copied().collect::<Vec<_>>(), look.kinds.iter().next().cloned())
    };
    let ring = Some(Figure::Shape("ring"));
    assert_eq!(look(0), ("checkered", vec!["ivory", "black"], ring.clone()));
    assert_eq!(look(1), ("checkered", vec!["red", "black"], ring.clone()));
    // A graph has no cells to shade, and both are red now: a warning.
    assert_eq!(look(2), ("points", vec!["red", "red"], ring));
}

#[test]
fn regions_marks_and_colours_of_pieces_are_drawn() {
    let declared = "pieces man plural men with raised, ox plural oxen\n neutral pieces red, rock, stone\n mark house\n \
                    counter clock: 0..=9\n region river = rows(2)\n region home(p: player) = if p is Red then bottom else top\n \
                    cell middle = b2";
    let game = sheet(
        "Red, Blue",
        declared,
        "square(3)",
        "look { man as M on wedge raised man as \"+m\" on token stone as cyan river as water home as framed middle as dotted \
         hide house, clock }",
    )
    .game
    .clone();
    let look = &game.look;
    let letters = |letters: &str, on: &'static str| Figure::Letter { letters: Some(letters.to_owned()), on };
    assert_eq!(look.kinds.iter().next(), Some(&letters("M", "wedge")));
    let marked: Vec<_> = look
        .marked
        .iter()
        .map(|(mark, kind, like)| (&*game.marks[*mark].name, &*game.kinds[*kind].name, like.clone()))
        .collect();
    assert_eq!(marked, [("raised", "man", letters("+M", "token"))]);
    // The last two look alike, and one of them has a colour: the other keeps the usual one.
    assert_eq!(look.tints.iter().copied().collect::<Vec<_>>(), [None, None, Some("red"), None, Some("cyan")]);
    let fields: Vec<_> = look
        .fields
        .iter()
        .map(|field| {
            let cells: Vec<&str> = field.cells.iter().map(|cell| game.board.cell_name(*cell)).collect();
            (&*field.name, field.player.map(|player| &*game.players[player]), field.style, cells.join(" "))
        })
        .collect();
    assert_eq!(
        fields,
        [
            ("river", None, "water", "a2 b2 c2".to_owned()),
            ("home", Some("Red"), "framed", "a1 b1 c1".to_owned()),
            ("home", Some("Blue"), "framed", "a3 b3 c3".to_owned()),
            ("middle", None, "dotted", "b2".to_owned()),
        ]
    );
    assert_eq!(look.hidden_marks.iter().map(|mark| &*game.marks[*mark].name).collect::<Vec<_>>(), ["house"]);
    assert_eq!(look.hidden_counters.iter().map(|of| &*game.counters[*of].name).collect::<Vec<_>>(), ["clock"]);
    // Kinds that look the same and have no colours get different ones.
    let alike = sheet("Red, Blue", "piece man neutral pieces rock, stone, wood", "square(3)", "").game.look.clone();
    let tints: std::collections::BTreeSet<_> = alike.tints.iter().skip(1).collect();
    assert_eq!((tints.len(), tints.contains(&None)), (3, false));
}

#[test]
fn every_word_of_the_lists_is_explained() {
    let page = include_str!("../../docs/words/players-and-pieces.md");
    let page = page.split("## `look`, `hide`").nth(1).unwrap();
    let manual =
        include_str!("../../docs/language.md").split("## Look\n").nth(1).unwrap().split("\n## ").next().unwrap();
    for word in COLOURS.iter().chain(&SHAPES).chain(&BOARDS).chain(&FIELDS).chain(&LETTERED) {
        assert!(page.contains(&format!("`{word}`")), "{word} in `rulebook explain look`");
        assert!(
            manual.contains(&format!("`{word}`")) || manual.contains(&format!("`board as {word}`")),
            "{word} in docs/language.md"
        );
    }
}
