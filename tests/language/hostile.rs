//! Files made to take long, to take memory or to break something. Each is read, checked, compiled and played a little, in a
//! thread of its own with a small stack; whatever is said of it, it is said, after a bounded number of steps.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may start threads and fails by panicking"
)]

use std::sync::Arc;
use std::time::Duration;

use rulebook_language::diagnostic::Report;
use rulebook_language::model::{self, Choice};
use rulebook_language::source::{SourceFile, SourceMap, Span};
use rulebook_language::syntax::{self, ast::Name};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};
use rulebook_play::plan;

/// What runs longer hangs: a watchdog, far beyond what any file takes on a busy machine.
const WATCHDOG: Duration = Duration::from_secs(1200);
/// The steps of the evaluator that are allowed for one question to a position.
const STEPS: u64 = 64 << 20;
/// The plies that are played.
const PLIES: u32 = 6;
/// As small as a thread's stack is on most machines.
const STACK: usize = 2 << 20;

/// What came of a file.
#[derive(Debug)]
struct Said {
    codes: Vec<&'static str>,
    errors: usize,
    fault: Option<Fault>,
    plies: u32,
    /// The steps of the evaluator that it took.
    steps: u64,
}

/// Runs the whole pipeline on a text.
fn run(text: &str, options: &[(&str, &str)]) -> Said {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("hostile.game", text));
    let (file, mut report) = syntax::parse(&sources, id);
    let mut said = Said { codes: Vec::new(), errors: 0, fault: None, plies: 0, steps: 0 };
    if report.errors() == 0 {
        let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
        let choices: Vec<Choice> =
            options.iter().map(|(option, value)| Choice { option: name(option), value: name(value) }).collect();
        let (game, found) = model::check(&[&file], None, &choices);
        report.extend(found);
        if let Some(game) = game {
            match plan::compile(&game) {
                Ok(plan) => {
                    let mut position = Position::new(Arc::new(game), plan);
                    // As `check` does: with less than a question may take at most.
                    position.allow(STEPS);
                    (said.plies, said.fault) = play(&mut position);
                    said.steps = position.spent();
                }
                Err(limits) => report.extend(limits),
            }
        }
    }
    said.errors = report.errors();
    said.codes = codes(&report);
    said
}

fn play(position: &mut Position) -> (u32, Option<Fault>) {
    let mut rng = Rng::new(1);
    for ply in 0..PLIES {
        let picked = match position.legal() {
            Ok(legal) => legal.random(&mut rng),
            Err(fault) => return (ply, Some(fault)),
        };
        let Some(action) = picked else { return (ply, None) };
        if let Err(fault) = position.play_unchecked(&action) {
            return (ply, Some(fault));
        }
    }
    (PLIES, None)
}

fn codes(report: &Report) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = report.iter().map(|diagnostic| diagnostic.code.name()).collect();
    codes.dedup();
    codes
}

/// As [`run`], in a thread that must come back, in a bounded number of steps.
fn settled(text: String, options: &'static [(&str, &str)]) -> Said {
    let (send, receive) = std::sync::mpsc::channel();
    let shown: String = text.chars().take(60).collect();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let running = thread.spawn(move || send.send(run(&text, options)));
    match receive.recv_timeout(WATCHDOG) {
        Ok(said) => {
            running.unwrap().join().unwrap().unwrap();
            // Of each ply the actions are asked for, and one is played; a question may be finished that has no step left.
            let most = u64::from(2 * PLIES + 1) * STEPS;
            assert!(said.steps <= most, "`{shown}...`: {} steps, at most {most}", said.steps);
            said
        }
        Err(error) => panic!("`{shown}...`: {error}"),
    }
}

/// A game that is right but for what takes the place of its parts.
fn game(board: &str, declarations: &str, picks: &str) -> String {
    format!(
        "game \"x\" {{\n  players Black, White\n  {board}\n  piece stone\n{declarations}\n  move place {{\n{picks}\n    \
         put my stone on c\n  }}\n  turn place\n  end when no move {{ draw }}\n}}\n"
    )
}

fn with_condition(condition: &str) -> String {
    game("board square(5)", "", &format!("    pick c in empty\n    where {condition}"))
}

#[track_caller]
fn refused(text: String, code: &str) {
    let said = settled(text, &[]);
    assert!(said.errors > 0 && said.codes.contains(&code), "{code} is not in {said:?}");
}

const MEBIBYTE: usize = 1 << 20;

#[test]
fn a_file_too_long_is_not_read() {
    for text in ["(".repeat(10 << 20), "{".repeat(10 << 20), "[".repeat(10 << 20), "()".repeat(5 << 20)] {
        refused(text, "limit/file");
    }
}

#[test]
fn brackets_up_to_the_limit() {
    for open in ["(", "{", "{(", "x{", "game \"x\" {"] {
        refused(open.repeat(MEBIBYTE / open.len()), "limit/nesting");
    }
    for text in [")", "}"] {
        refused(text.repeat(MEBIBYTE), "syntax/unopened-bracket");
    }
    for text in ["()", "{}", "[]", "(){}", "\n"] {
        settled(text.repeat(MEBIBYTE / text.len()), &[]);
        settled(with_condition(&text.repeat(MEBIBYTE / 2 / text.len())), &[]);
    }
}

#[test]
fn deep_expressions_are_refused() {
    let deep = [
        "not ",
        "- - - ",
        "if true then true else ",
        "if ",
        "some ",
        "no ",
        "before ",
        "turn start ",
        "new ",
        "no x in adjacent(c) where ",
        "some x in board where x in empty and ",
        "every x in board has ",
        "count(",
        "adjacent(adjacent(",
        "{ x : ",
        "sum(1 for x in ",
    ];
    for word in deep {
        for length in [300, 3000, MEBIBYTE / 2 / word.len()] {
            let said = settled(with_condition(&format!("{}c", word.repeat(length))), &[]);
            assert!(said.errors > 0, "{length} x `{word}`: {said:?}");
        }
        let said = settled(word.repeat(MEBIBYTE / word.len()), &[]);
        assert!(said.errors > 0, "`{word}`: {said:?}");
    }
}

/// What holds something is read once, whether it is sound or breaks off: read twice at each level, it would take for ever.
#[test]
fn deep_expressions_are_read_once() {
    let forms = [
        ("adjacent(", ")"),
        ("(", ")"),
        ("{", "}"),
        ("not (", ")"),
        ("count(", ") = 1"),
        ("union(", " for a in mine)"),
        ("{ b in ", " : true }"),
        ("mine at (", ")"),
        ("adjacent(c) & (", ")"),
        ("adjacent(", ") can move"),
        ("if true then ", " else mine"),
        ("some b in (", ") has true"),
    ];
    for (open, close) in forms {
        for inner in ["c", "", "c c", "pick"] {
            for length in [60, 120] {
                let nested = format!("{}{inner}{}", open.repeat(length), close.repeat(length));
                settled(with_condition(&nested), &[]);
                settled(game("board square(5)", &format!("  region r(c) = {nested}"), "    pick c in empty"), &[]);
                settled(with_condition(&format!("{}{inner}", open.repeat(length))), &[]);
            }
        }
    }
    for (open, close) in
        [("if true { ", " }"), ("for a in mine { ", " }"), ("repeat up to 2 times while true { ", " }")]
    {
        for inner in ["remove c", "remove", "c"] {
            let nested = format!("{}{inner}{}", open.repeat(60), close.repeat(60));
            settled(game("board square(5)", "", &format!("    pick c in empty\n    {nested}")), &[]);
        }
    }
}

#[test]
fn long_expressions_are_refused() {
    for (one, sign) in
        [("c in empty", "and"), ("c in empty", "or"), ("c", "|"), ("1", "+"), ("1", "-"), ("1", "*"), ("1", "=")]
    {
        let joined = format!("{one} {sign} ");
        for length in [255, 300, MEBIBYTE / 2 / joined.len()] {
            settled(with_condition(&format!("{}{one}", joined.repeat(length))), &[]);
        }
        refused(with_condition(&format!("{}{one}", joined.repeat(300))), "limit/operators");
    }
    settled(with_condition(&format!("c in {{{}c}}", "c, ".repeat(100_000))), &[]);
    settled(with_condition(&format!("count({}c) > 0", "c, ".repeat(100_000))), &[]);
}

#[test]
fn one_long_word_and_long_comments() {
    let long = "a".repeat(MEBIBYTE / 2);
    refused(with_condition(&long), "name/unknown");
    settled(with_condition(&"9".repeat(MEBIBYTE / 2)), &[]);
    refused(game("board square(5)", &long, "    pick c in empty"), "syntax/unknown-declaration");
    refused(long.clone(), "syntax/outside");
    refused(format!("game \"{long}\" {{ }}"), "game/missing");
    refused("/".repeat(MEBIBYTE), "syntax/no-game");
    refused("///\n".repeat(MEBIBYTE / 4), "syntax/no-game");
    refused("// \n".repeat(MEBIBYTE / 4), "syntax/no-game");
    let said = settled(format!("{}{}", "/// x\n".repeat(100_000), with_condition("c in empty")), &[]);
    assert_eq!(said.errors, 0, "{said:?}");
    let said = settled(game("board square(5)", &"/// x\n".repeat(100_000), "    pick c in empty"), &[]);
    assert_eq!(said.errors, 0, "{said:?}");
}

#[test]
fn odd_characters_and_unclosed_texts() {
    refused("\"\n".repeat(MEBIBYTE / 2), "syntax/unclosed-text");
    refused("\"".repeat(MEBIBYTE - 1), "syntax/unclosed-text");
    for odd in ["\0", "\u{FEFF}", "\u{202E}", "\u{1F3B2}", "\\n\\u{0}\\x", "\r", "\t", "'", "\u{301}", "\u{2028}", "é"]
    {
        for text in [
            odd.to_owned(),
            odd.repeat(1000),
            with_condition(odd),
            game(odd, odd, odd),
            format!("game \"{odd}\" {{ }}"),
        ] {
            settled(text, &[]);
        }
        settled(odd.repeat(MEBIBYTE / odd.len()), &[]);
    }
    for size in 0..40 {
        let text = with_condition("c in empty");
        settled(text.chars().take(size * text.len() / 40).collect(), &[]);
        settled(text.chars().skip(size * text.len() / 40).collect(), &[]);
    }
}

#[test]
fn many_wrong_declarations() {
    for line in [
        "nonsense\n",
        "value\n",
        "  piece piece\n",
        "value a = \n",
        "move x { }\n",
        "}{\n",
        "board\n",
        "= = =\n",
        "turn x,\n",
    ] {
        let count = (100_000).min(MEBIBYTE * 9 / 10 / line.len());
        let said = settled(game("board square(5)", &line.repeat(count), "    pick c in empty"), &[]);
        assert!(said.errors > 0, "`{line}`: {said:?}");
        settled(line.repeat(count), &[]);
    }
    let games: String = (0..20_000).map(|i| format!("game \"{i}\" {{ }}\n")).collect();
    refused(games, "game/missing");
    let chain: String = (0..10_000).map(|i| format!("variant \"{i}\" of \"{}\" {{ }}\n", i + 1)).collect();
    refused(chain, "name/unknown-variant");
}

#[test]
fn many_right_declarations() {
    let many = |line: &dyn Fn(usize) -> String, count: usize| (0..count).map(line).collect::<String>();
    let lines: [(&dyn Fn(usize) -> String, usize); 9] = [
        (&|i| format!("option o{i}: 0..=9 = 1\n"), 40_000),
        (&|i| format!("value v{i} = {i}\n"), 50_000),
        (&|i| format!("region r{i} = empty\n"), 50_000),
        (&|i| format!("counter n{i}: 0..=9\n"), 50_000),
        (&|i| format!("counter n{i}(cell): 0..=9\n"), 40_000),
        (&|i| format!("mark m{i}\n"), 70_000),
        (&|i| format!("group g{i} = empty cells\n"), 40_000),
        (&|i| format!("relation r{i} = north\n"), 40_000),
        (&|i| format!("move m{i} {{ pick c in empty put my stone on c }}\n"), 18_000),
    ];
    for (line, count) in lines {
        settled(game("board square(64)", &many(line, count), "    pick c in empty"), &[]);
    }
    settled(game("board square(5)", &format!("players {}", vec!["p"; 100_000].join(", ")), "    pick c in empty"), &[]);
    settled(game("board square(5)", &format!("piece {}", vec!["p"; 100_000].join(", ")), "    pick c in empty"), &[]);
    settled(game("board square(5)", &format!("turn place{}", " or place".repeat(20_000)), "    pick c in empty"), &[]);
    let picks: String = (0..40_000).map(|i| format!("pick p{i} in empty\n")).collect();
    settled(game("board square(5)", "", &format!("{picks} pick c in empty")), &[]);
    let lets: String = (0..40_000).map(|i| format!("let x{i} = count(empty)\n")).collect();
    settled(game("board square(5)", "", &format!("pick c in empty\n{lets}")), &[]);
    settled(game("board square(5)", "", &format!("pick c in empty\n{}", "remove enemy\n".repeat(60_000))), &[]);
}

#[test]
fn a_turn_of_too_many_stages() {
    let follows = ", then place".repeat(1100);
    let text = with_condition("c in empty").replace("turn place", &format!("turn place{follows}"));
    refused(text, "limit/stages");
    let nested = format!("turn {}place{}", "(place, then ".repeat(200), ")".repeat(200));
    settled(with_condition("c in empty").replace("turn place", &nested), &[]);
    let wide = format!("turn place{}", ", then (place or place or place)".repeat(300));
    settled(with_condition("c in empty").replace("turn place", &wide), &[]);
}

#[test]
fn definitions_that_double_each_other() {
    let doubling = |sort: &str, first: &str, sign: &str, count: usize| -> String {
        let lines = (1..=count).map(|i| format!("  {sort} a{i}(c) = a{}(c) {sign} a{}(c)\n", i - 1, i - 1));
        format!("  {sort} a0(c) = {first}\n{}", lines.collect::<String>())
    };
    for (sort, first, sign, ask) in [
        ("value", "count(empty & adjacent(c))", "+", "> 0"),
        ("value", "1", "+", "> 0"),
        ("value", "edges(c)", "*", "> 0"),
        ("region", "adjacent(c)", "|", "= empty"),
        ("condition", "c in empty", "and", "= true"),
        ("condition", "c in corners", "or", ""),
    ] {
        for count in [20, 60, 2000] {
            let declared = doubling(sort, first, sign, count);
            settled(
                game("board square(5)", &declared, &format!("    pick c in empty\n    where a{count}(c) {ask}")),
                &[],
            );
            let over = format!("    pick c in {{ d in empty : a{count}(d) {ask} }}");
            settled(game("board square(64)", &declared, &over), &[]);
        }
    }
    // Each within a loop of the one before.
    for (sort, open, close) in [
        ("value", "sum(", " for d in board)"),
        ("region", "{ d : some ", " }"),
        ("condition", "no d in empty where ", ""),
    ] {
        let first = match sort {
            "value" => "count(empty)",
            "region" => "empty",
            _ => "c in empty",
        };
        let lines = (1..=60).map(|i| format!("  {sort} a{i}(c) = {open}a{}(d){close}\n", i - 1));
        let declared = format!("  {sort} a0(c) = {first}\n{}", lines.collect::<String>());
        let ask = if sort == "condition" {
            "a60(c)"
        } else if sort == "value" {
            "a60(c) > 0"
        } else {
            "some a60(c)"
        };
        settled(game("board square(25)", &declared, &format!("    pick c in empty\n    where {ask}")), &[]);
    }
}

#[test]
fn what_takes_too_long_to_evaluate_is_a_fault() {
    let nested = |over: &str| {
        let head: String = (0..5).map(|i| format!("{{ x{i} in {over} : some ")).collect();
        let rows = (0..5).map(|i| format!("row(x{i}) + ")).collect::<String>();
        format!("{head}{{ c in {over} : {rows}row(c) > 1000 }}{}", " }".repeat(5))
    };
    let said = settled(game("board square(64)", "", &format!("    pick c in {}", nested("empty"))), &[]);
    assert!(said.errors > 0 || said.fault.is_some(), "{said:?}");
    let picks: String = (0..15).map(|i| format!("    pick p{i} in board\n")).collect();
    let said = settled(game("board square(25)", "", &format!("{picks}    pick c in board")), &[]);
    assert!(matches!(said.fault, Some(Fault::Actions(_) | Fault::Steps(_))), "{said:?}");
    let said = settled(game("board square(25)", "", &format!("{picks}    pick c in occupied")), &[]);
    assert!(matches!(said.fault, Some(Fault::Steps(_))), "{said:?}");
    let over: String = (0..8).map(|i| format!("for x{i} in board {{ ")).collect();
    let effects = format!("    pick c in empty\n    {over}remove occupied - c{}", " }".repeat(8));
    settled(game("board square(25)", "", &effects), &[]);
    settled(game("board square(25)", "", &format!("{effects}\n    require some empty")), &[]);
    let end = format!("end when {} some empty {{ draw }}\n  end", "no a in board where ".repeat(6));
    settled(with_condition("c in empty").replace("  end", &format!("  {end}")).replace("square(5)", "square(64)"), &[]);
    let setup = format!("setup {{ Black stone on {} }}", nested("board"));
    settled(game("board square(64)", &setup, "    pick c in empty"), &[]);
    let lines = "line row = 5 like-coloured stones in a row\n  group chain = like-coloured stones\n  region all = { c : some adjacent(chain at c) }";
    settled(
        game("board square(64)", lines, "    pick c in empty\n    require count(row of me) < 3 and count(all) >= 0"),
        &[],
    );
    settled(
        game(
            "board square(64) only { c : some { d : some { e : distance(c, e) > distance(d, e) } } }",
            "",
            "    pick c in empty",
        ),
        &[],
    );
}

#[test]
fn loops_on_large_boards_end() {
    let declared = "loop ring = occupied cells\n  setup { Black stone on { c : (column(c) + row(c)) mod 3 != 0 } }";
    for board in ["board hexagon(9)", "board square(25)"] {
        settled(game(board, declared, "    pick c in empty\n    where count(ring) > 5"), &[]);
        settled(
            game(
                board,
                declared,
                "    pick c in empty\n    put my stone on c\n    require no r in ring through c where count(r) > 30",
            ),
            &[],
        );
    }
}

#[test]
fn numbers_without_end() {
    let digits = "9".repeat(400);
    for number in
        [digits.clone(), format!("1.{digits}"), format!("0.{}1", "0".repeat(400)), "9223372036854775807".to_owned()]
    {
        for text in [
            game(&format!("board square({number})"), "", "    pick c in empty"),
            game(&format!("board hexagon({number})"), "", "    pick c in empty"),
            game("board square(5)", &format!("option o: 0..={number} = 1"), "    pick c in rows(o)"),
            game(
                "board square(5)",
                &format!("option o: -{number}..={number} by {number} = {number}"),
                "    pick c in rows(o)",
            ),
            game("board square(5)", &format!("counter n: -{number}..={number}"), "    pick c in empty\n    add 1 to n"),
            game(
                "board square(5)",
                &format!("counter n(cell): 0..={number} = {number}"),
                "    pick c in empty\n    add n(c) to n(c)",
            ),
            game("board square(5)", &format!("relation r = leap({number}, {number})"), "    pick c in r(empty)"),
            game(
                "board square(5)",
                &format!("line l = {number} like-coloured stones in a row"),
                "    pick c in empty - (l of me)",
            ),
            game("board square(5)", &format!("limit {number} plies {{ draw }}"), "    pick c in empty"),
            game("board square(5)", &format!("stacks up to {number}"), "    pick c in empty"),
            with_condition(&format!("edges(c) * {number} > {number} - {number} * {number}")),
            with_condition(&format!("edges(c) / {number} / {number} + 1 / {number} > 0")),
            with_condition(&format!("edges(c) div {number} mod {number} = -{number}")),
        ] {
            settled(text, &[]);
        }
    }
    let primes = "1/3/7/11/13/17/19/23/29/31/37/41/43/47/53/59/61/67/71/73";
    settled(with_condition(&format!("edges(c) / {} > 0", &primes[2..])), &[]);
    settled(game("board square(5)", &format!("value x = {primes}"), "    pick c in empty\n    where x > 0"), &[]);
    settled(with_condition("count(empty) mod 0 = 0"), &[]);
    settled(with_condition("count(empty) div 0 = 0"), &[]);
    settled(with_condition("count(empty) div (count(mine)) = count(empty) mod count(mine)"), &[]);
    let most = 1i64 << 40;
    let declared = format!("counter n: -{most}..={most} = {most}\n  counter m(cell): -{most}..={most} = -{most}");
    for change in [
        "add n to n",
        "take n * 2 from n",
        "set m(c) to n",
        "add m(c) to m(c)",
        "set n to n div m(c)",
        "set n to max(n, m(c)) mod 7",
    ] {
        settled(game("board square(64)", &declared, &format!("    pick c in empty\n    {change}")), &[]);
    }
}

#[test]
fn boards_at_their_limits() {
    let boards = [
        "square(64)",
        "square(64, 64)",
        "square(4096, 1)",
        "square(1, 4096)",
        "square(2048, 2)",
        "square(65)",
        "square(1)",
        "hexagon(32)",
        "hexagon(33)",
        "hexagon(1)",
        "triangle(64)",
        "triangle(90)",
        "triangle(91)",
        "triangle(1)",
        "rhombus(64)",
        "rhombus(1, 4096)",
        "square(64) only { c : c in corners }",
        "square(64) only { c : column(c) = row(c) }",
        "hexagon(20) only centre",
    ];
    let declared = "group chain = like-coloured stones\n  counter n(cell): 0..=9\n  mark m";
    for board in boards {
        let picks = "    pick c in empty\n    where count(chain) >= 0 and edges(c) >= 0\n    add 1 to n(c)\n    mark adjacent(c) as m";
        settled(game(&format!("board {board}"), declared, picks), &[]);
        settled(
            game(
                &format!("board {board}"),
                "",
                "    pick c in empty\n    where some ray(c, all_directions, empty) or some m",
            )
            .replace(" or some m", ""),
            &[],
        );
    }
    let ring: Vec<String> = (1..=4096).map(|i| format!("n{i}")).collect();
    settled(game(&format!("board graph {{ line {}-n1 }}", ring.join("-")), "", "    pick c in empty"), &[]);
    let lines: String = (1..=20_000).map(|i| format!("line a{i}-b{i} ")).collect();
    settled(game(&format!("board graph {{ {lines} }}"), "", "    pick c in empty"), &[]);
    let star: String = (1..=4000).map(|i| format!("line hub-b{i} ")).collect();
    settled(game(&format!("board graph {{ {star} }}"), declared, "    pick c in empty"), &[]);
    let named: String = (1..=4000).map(|i| format!("line r{i}: a{i}-b{i} ")).collect();
    settled(game(&format!("board graph {{ {named} }}"), "", "    pick c in empty"), &[]);
}

#[test]
fn options_take_only_their_values() {
    let text = game("option size: 2..=9 = 5\n  board square(size)", "", "    pick c in empty");
    let wrong: [&'static [(&str, &str)]; 8] = [
        &[("size", "0")],
        &[("size", "1000000")],
        &[("size", "99999999999999999999999999999999999999")],
        &[("size", "")],
        &[("size", "2.5")],
        &[("size", "1/0")],
        &[("colour", "3")],
        &[("", "")],
    ];
    for options in wrong {
        assert!(settled(text.clone(), options).errors > 0, "{options:?}");
    }
    assert_eq!(settled(text, &[("size", "9"), ("size", "3")]).errors, 0);
}
