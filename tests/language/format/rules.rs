//! The examples of `docs/format.md`, and cases that are too rare to be told there.

use rulebook_language::format::format;

use super::{blocks, formatted, root};

/// Lays out declarations and statements without a game around them.
fn laid_out(name: &str, text: &str) -> String {
    if text.contains("game \"") {
        return formatted(name, text);
    }
    // Statements stand in a move.
    let heads = ["game \"x\" {\n", "game \"x\" {\nmove m {\n"];
    let tries = heads.iter().zip(1..).map(|(head, depth)| {
        let whole = format(name, &format!("{head}{text}{}", "}\n".repeat(depth))).ok()?;
        let lines: Vec<&str> = whole.lines().collect();
        let inner = &lines[depth..lines.len() - depth];
        Some(inner.iter().map(|line| line.get(2 * depth..).unwrap_or("").to_owned() + "\n").collect())
    });
    tries.flatten().next().unwrap_or_else(|| panic!("{name} cannot be read:\n{text}"))
}

#[test]
fn the_examples_of_the_page() {
    let page = std::fs::read_to_string(root().join("docs/format.md")).unwrap();
    let examples = blocks(&page, "text");
    assert!(examples.len() >= 18 && examples.len().is_multiple_of(2), "{} blocks", examples.len());
    let mut wrong = String::new();
    for pair in examples.chunks(2) {
        let [(line, before), (_, after)] = pair else { continue };
        assert_ne!(before, after, "line {line}: nothing changes");
        let (once, twice) = (laid_out("example", before), laid_out("example", after));
        for got in [once, twice].iter().filter(|got| *got != after) {
            wrong += &format!("line {line}:\n{got}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    for rule in page.split("\n## ").skip(1).filter(|rule| !rule.starts_with("Line endings")) {
        assert!(blocks(rule, "text").len() >= 2, "no example:\n{rule}");
    }
}

fn check(cases: &[(&str, &str)]) {
    for (before, after) in cases {
        assert_eq!(laid_out("case", before), *after, "{before}");
        assert_eq!(laid_out("case", after), *after, "again");
    }
}

#[test]
fn signs_and_brackets() {
    check(&[
        ("value a=max( b,-1 )-  -2*abs(-b)\n", "value a = max(b, -1) - -2 * abs(-b)\n"),
        ("value a = 3*1/2 + 1 / 2 / 3 - 1/b + 7.5/2\n", "value a = 3 * 1 / 2 + 1/2 / 3 - 1 / b + 7.5/2\n"),
        (
            "region a={ }|{b}|{c : some d in{e,f} where d!=c}\n",
            "region a = {} | {b} | { c : some d in {e, f} where d != c }\n",
        ),
        ("counter a( player ):-5 ..= - 1=-2\n", "counter a(player): -5..=-1 = -2\n"),
        ("line four=( n )like-coloured   stones in  a row\n", "line four = (n) like-coloured stones in a row\n"),
        ("region a(c,d :direction)=ray(c,d)&not_mine\n", "region a(c, d: direction) = ray(c, d) & not_mine\n"),
        ("turn(a else b)\nturn a,then may(b or c)\n", "turn (a else b)\nturn a, then may (b or c)\n"),
        ("claim plies<=columns*rows\n", "claim plies <= columns * rows\n"),
        ("source   \"a  //  b {\"  ,\"c\"\n", "source \"a  //  b {\", \"c\"\n"),
        (
            "board graph{cell a1 at( -1,0 )line b:a1-b1-a1}only{a1}\n",
            "board graph { cell a1 at (-1, 0)   line b: a1-b1-a1 } only {a1}\n",
        ),
    ]);
}

/// What a colon gives a type or a range stays with it.
#[test]
fn colons_that_do_not_end_a_line() {
    check(&[
        (
            "region fours(p:\nplayer,way:\n direction) = { c in empty : some d in orthogonals where count(ray(c, d, owned(p))) + \
             count(ray(c, opposite(d), owned(p))) >= 3 }\n",
            "region fours(p: player,\n    way: direction) = { c in empty : some d in orthogonals\n      \
             where count(ray(c, d, owned(p))) + count(ray(c, opposite(d), owned(p))) >= 3 }\n",
        ),
        ("option size:\n3..=9 = 5\ncounter n:\n 0..=9\n", "option size: 3..=9 = 5\ncounter n: 0..=9\n"),
        ("turn of White:\nplace else pass\n", "turn of White:\n  place\n  else pass\n"),
    ]);
}

/// Two words on a line are a player and a piece, unless the second begins what follows.
#[test]
fn words_behind_a_name() {
    check(&[
        ("move m{let a=b+d sow seed from a along d}\n", "move m { let a = b + d sow seed from a along d }\n"),
        ("move m{let a=b+d\nsow seed from a along d}\n", "move m {\n  let a = b + d\n  sow seed from a along d\n}\n"),
        ("move m{pick c in empty put Black sow on c}\n", "move m { pick c in empty put Black sow on c }\n"),
        ("repetition positional n\ntimes draw\n", "repetition positional n times draw\n"),
    ]);
}

#[test]
fn comments_inside() {
    check(&[
        // Between the words of a declaration.
        ("value // one\n// two\na = 1\n", "value  // one\n  // two\n  a = 1\n"),
        // In a list, and behind its last bracket.
        ("region a = {b, // x\nc} // y\n", "region a = {b,  // x\n    c}          // y\n"),
        // Between a block and its `else`.
        ("if a { remove b } // x\nelse { remove c }\n", "if a {\n  remove b\n}  // x\nelse {\n  remove c\n}\n"),
        // In a block that is on one line otherwise, and in one with nothing else.
        ("end when a { draw // x\n}\n", "end when a {\n  draw  // x\n}\n"),
        ("setup { // x\n}\n", "setup {  // x\n}\n"),
        ("setup {\n// x\n\n\n\n// y\n}\n", "setup {\n  // x\n\n  // y\n}\n"),
        // At the end of a rule that could go on.
        ("value a = b / // x\nc\npie // y\n", "value a = b /  // x\n  c\npie  // y\n"),
        // Doc comments behind a line are none.
        ("pie /// x\npiece a\n", "pie  /// x\npiece a\n"),
    ]);
}

#[test]
fn blocks_that_do_not_fit() {
    let conditions = |count: usize| vec!["some enemy & adjacent(c)"; count].join(" and ");
    let two = format!("if {} {{ turn over c }} else {{ remove c }}\n", conditions(4));
    let opened = format!("if {} {{\n  turn over c\n}} else {{\n  remove c\n}}\n", conditions(4));
    check(&[(&two, &opened)]);
    // 120 characters fit, 121 do not.
    for (length, lines) in [(120, 1), (121, 3)] {
        let text = "end when  { draw }\n".replace("when ", &format!("when {}", "a".repeat(length - 20)));
        assert_eq!(laid_out("case", &text).lines().count(), lines, "{text}");
    }
}

#[test]
fn columns_that_would_be_too_wide() {
    let long = "a".repeat(96);
    let text = format!("value b = {long}\nvalue bbbbb = c\nvalue bbbbbbbbbbbbbbbbbbbb = 1\n");
    check(&[(&text, &format!("value b     = {long}\nvalue bbbbb = c\nvalue bbbbbbbbbbbbbbbbbbbb = 1\n"))]);
    let long = "a".repeat(106);
    let text = format!("value b = {long}\nvalue bbbbb = c // x\nvalue c = d // {long}\n");
    check(&[(&text, &format!("value b = {long}\nvalue bbbbb = c  // x\nvalue c     = d  // {long}\n"))]);
}

#[test]
fn files_of_other_systems() {
    let text = "\u{FEFF}game \"x\" {\r\n\tplayers A,\tB\t\r\n\r\n\r\n  pie // \t x \t\r\n}";
    assert_eq!(formatted("case", text), "game \"x\" {\n  players A, B\n\n  pie  // \t x\n}\n");
}
