//! What `why-not` and `trace` say, held against what the engine does: over random games of every shipped game and of the sheets
//! of the laws.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rulebook_insight::analysis::{Explanation, LineOfPlay, Traced, trace, why_not};
use rulebook_insight::library::{Prepared, load};
use rulebook_language::diagnostic::Code;
use rulebook_language::source::SourceMap;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Change};
use rulebook_play::plan::ChoiceKind;

use super::builtins;

/// Random games a game.
const GAMES: u64 = 3;
/// The longest of them.
const PLIES: usize = 60;
/// How many illegal actions of a position are asked about.
const SAMPLE: usize = 3;

/// A game with the texts of its rules.
struct Sheet {
    name: String,
    sources: SourceMap,
    prepared: Prepared,
}

impl Sheet {
    fn line(&self) -> LineOfPlay {
        LineOfPlay::new(self.prepared.start())
    }
}

/// Every game and variant below `games/` and `tests/laws/sheets/`, and a game for each word and function.
fn sheets() -> Vec<Sheet> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.join("games"), root.join("tests/laws/sheets")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => paths.push(path),
            }
        }
    }
    paths.sort();
    let mut sheets = Vec::new();
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        (name.to_owned(), std::fs::read_to_string(path).unwrap())
    };
    for (name, text) in paths.iter().map(read).chain(builtins::sheets()) {
        let loaded = load(&name, &text);
        for title in loaded.titles().cloned().collect::<Vec<_>>() {
            let (prepared, report) = loaded.prepare(Some(&title), &[]);
            let prepared = prepared.unwrap_or_else(|| panic!("{}: {report:?}", title.text));
            let explaining = prepared.explaining().unwrap();
            sheets.push(Sheet { name: title.text, sources: loaded.sources.clone(), prepared: explaining });
        }
    }
    assert!(sheets.len() > 20, "{} games", sheets.len());
    sheets
}

/// Plays random games and shows every position with the line that led to it.
fn every_position(mut show: impl FnMut(&Sheet, &mut LineOfPlay, &mut Rng)) {
    for sheet in sheets() {
        for seed in 0..GAMES {
            let mut rng = Rng::new(seed + 17);
            let mut line = sheet.line();
            for _ in 0..PLIES {
                show(&sheet, &mut line, &mut rng);
                let Some(action) = line.position.legal().unwrap().random(&mut rng) else { break };
                let text = line.position.written(&action);
                line.play(&text).unwrap();
            }
        }
    }
}

fn written(line: &mut LineOfPlay) -> Vec<String> {
    let legal = line.position.legal().unwrap().clone();
    legal.iter().map(|action| line.position.written(&action)).collect()
}

fn first(explanation: &Explanation) -> &str {
    explanation.findings.first().map_or("nothing", |finding| finding.diagnostic.code.name())
}

/// Actions that are legal but for something: one pick changed, or the last link of a chain left out.
fn near_misses(line: &mut LineOfPlay, rng: &mut Rng) -> Vec<Action> {
    let position = &mut line.position;
    let role = position.role_to_act();
    let legal = position.legal().unwrap().clone();
    let mut near = Vec::new();
    for _ in 0..SAMPLE {
        let Some(action) = legal.random(rng).filter(|action| !action.picks().is_empty()) else { continue };
        let links = position.links(role, &action);
        if let [.., last] = links.as_slice()
            && links.len() > 1
        {
            near.push(action.with_picks(&action.picks()[..action.picks().len() + 1 - last.len()]));
            continue;
        }
        let Some(other) = legal.random(rng).filter(|other| other.choice() == action.choice()) else { continue };
        let sort = position.plan().roles[role].choices.get(usize::from(action.choice())).map(|choice| choice.sort);
        let rule = match sort {
            Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) => Some(&position.game().moves[rule]),
            _ => None,
        };
        // What is shown behind the picks would be that of other picks.
        if rule.is_some_and(|rule| rule.pick_types().count() > rule.picks().count()) {
            continue;
        }
        let at = rng.below(action.picks().len() as u32) as usize;
        let mut picks = action.picks().to_vec();
        if let Some(pick) = other.picks().get(at) {
            picks[at] = *pick;
        }
        if let Some(rule) = rule {
            rule.put_in_order(&position.game().board, &mut picks);
            // The ends of a pair stand in either order.
            let turned = action.with_picks(&rule.turned_round(&picks));
            if legal.contains(&turned) {
                continue;
            }
        }
        let other = action.with_picks(&picks);
        if !legal.contains(&other) {
            near.push(other);
        }
    }
    near
}

/// Whether a label says the opposite of its headline: that what the headline says does not hold holds, or that something holds
/// without a word of what.
fn contradicted(headline: &str, label: &str) -> bool {
    let bare = ["holds", "does not hold", "fails"].iter().any(|word| label.starts_with(word));
    let quoted = |text: &str, word: &str| {
        let (text, rest) = text.split_once("` ").map(|(text, rest)| (text.to_owned(), rest))?;
        rest.starts_with(word).then(|| text.rsplit('`').next().unwrap_or_default().to_owned())
    };
    let denied = headline.split_once(": ").and_then(|(_, why)| quoted(why, "does not hold"));
    let denied = denied.map(|text| text.trim_start_matches("require ").trim_start_matches("where ").to_owned());
    bare || denied.is_some() && quoted(label, "holds") == denied
}

#[test]
fn every_illegal_action_has_a_reason_and_no_legal_one() {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    every_position(|sheet, line, rng| {
        let legal = written(line);
        let before = (line.position.notation(), line.position.hash());
        let seen = known.entry(sheet.name.clone()).or_default();
        let illegal: Vec<String> = seen.iter().filter(|text| !legal.contains(text)).cloned().collect();
        seen.extend(legal.iter().cloned());
        let mut asked: Vec<(String, Option<Action>)> = (0..SAMPLE.min(illegal.len()))
            .map(|_| (illegal[rng.below(illegal.len() as u32) as usize].clone(), None))
            .collect();
        let near = near_misses(line, rng);
        asked.extend(near.into_iter().map(|action| (line.position.written(&action), Some(action))));
        for (text, action) in asked.iter().filter(|(text, _)| !legal.contains(text)) {
            let explained = why_not(line, &sheet.sources, text).unwrap();
            let place = format!("{}: {text} in {}", sheet.name, before.0);
            // A text that means the same as a legal action is read as that.
            if explained.legal && line.position.game().alike.is_some() {
                continue;
            }
            assert!(!explained.legal, "{place} is not legal");
            for finding in &explained.findings {
                let diagnostic = &finding.diagnostic;
                assert_ne!(diagnostic.code, Code::WhyUnknown, "{place}");
                assert_ne!(diagnostic.code, Code::WhyUnreadable, "{place} is written as actions are");
                assert!(diagnostic.primary.span.start < diagnostic.primary.span.end, "{place}: {diagnostic:?}");
                assert!(
                    diagnostic.message.starts_with(&format!("`{text}` is not legal here: ")),
                    "{place}: {diagnostic:?}"
                );
                for label in diagnostic.related.iter().chain([&diagnostic.primary]) {
                    assert!(!label.text.is_empty() && !label.text.contains('\n'), "{place}: {diagnostic:?}");
                    let contradicted = contradicted(&diagnostic.message, &label.text);
                    assert!(!contradicted, "{place}: {}, and yet {}", diagnostic.message, label.text);
                }
            }
            let code = first(&explained);
            // The code that tests one action knows of the move's own conditions and of what must follow, not of what comes first.
            if let Some(action) = action {
                let allowed = line.position.allows(action).unwrap();
                match code {
                    "why/priority" => assert!(allowed, "{place}: the conditions of the move hold"),
                    "why/over" => {}
                    _ => assert!(!allowed, "{place}: {code}, and yet it is allowed"),
                }
            }
            *reasons.entry(code.to_owned()).or_default() += 1;
        }
        if let Some(text) = legal.get(rng.below(legal.len().max(1) as u32) as usize) {
            let explained = why_not(line, &sheet.sources, text).unwrap();
            assert!(explained.legal && first(&explained) == "why/legal", "{}: {text}", sheet.name);
            for label in &explained.findings[0].diagnostic.related {
                if let Some((name, _)) = label.text.split_once(" = ") {
                    assert_eq!(
                        sheet.sources.slice(label.span),
                        name,
                        "{}: names stand where they are bound",
                        sheet.name
                    );
                }
            }
        }
        assert_eq!((line.position.notation(), line.position.hash()), before, "{}: asking changes nothing", sheet.name);
    });
    // Random games come upon most of the reasons there are.
    for code in ["why/pick", "why/where", "why/require", "why/turn", "why/priority", "why/over", "why/pie", "why/chain"]
    {
        assert!(reasons.contains_key(code), "{code} is never said: {reasons:?}");
    }
}

/// A change of the whole, and the same from its parts.
type Known = BTreeMap<String, (String, String)>;

fn joined(traced: &Traced) -> Known {
    let mut known = Known::new();
    for change in traced.links.iter().flat_map(|link| &link.steps).flat_map(|step| &step.changes) {
        if matches!(change.change, Change::Cells { .. }) {
            continue;
        }
        let entry = known.entry(change.what.clone()).or_insert_with(|| (change.before.clone(), String::new()));
        assert!(
            entry.1.is_empty() || entry.1 == change.before,
            "{}: changes follow each other: {change:?}",
            traced.text
        );
        entry.1.clone_from(&change.after);
    }
    known.retain(|_, (before, after)| before != after);
    known
}

#[test]
fn the_effects_of_a_trace_are_the_difference_of_the_positions() {
    let mut steps = 0;
    every_position(|sheet, line, _| {
        let Some(played) = line.played.last().cloned() else { return };
        let traced = trace(line, &sheet.sources, false).unwrap();
        let [traced] = traced.as_slice() else { panic!("{}: one action is traced", sheet.name) };
        let place = format!("{}: {} to {}", sheet.name, played.text, line.position.notation());
        // Where the turn ends a die is put down and what counts the turn begins again, which no effect does.
        let game = line.position.game();
        let of_turn = |what: &str| {
            let name = what.split('(').next();
            game.counters.iter().any(|counter| Some(counter.name.as_str()) == name && counter.is_of_turn())
        };
        let whole: Known = traced
            .changes
            .iter()
            .filter(|change| !matches!(change.change, Change::Cells { .. }) && !of_turn(&change.what))
            .map(|change| (change.what.clone(), (change.before.clone(), change.after.clone())))
            .collect();
        // Of many rounds those in the middle are left out, which is said.
        let is_whole = !traced.links.iter().flat_map(|link| &link.steps).any(|step| step.note.ends_with("left out"));
        if is_whole {
            assert_eq!(
                joined(traced).into_iter().filter(|(what, _)| !of_turn(what)).collect::<Known>(),
                whole,
                "{place}"
            );
        }
        // What a trace says is different is what the pictures show to be different.
        let mut before = line.position.clone();
        before.undo();
        for cell in line.position.game().board.cells() {
            let differs = before.pieces(cell) != line.position.pieces(cell);
            let said = traced
                .changes
                .iter()
                .any(|change| matches!(change.change, Change::Pieces { cell: at, .. } if at == cell));
            assert_eq!(differs, said, "{place}: {}", line.position.game().board.cell_name(cell));
        }
        let ended = line.position.outcome().unwrap();
        assert_eq!(ended.is_some(), traced.ended.is_some(), "{place}");
        assert_eq!(traced.next.is_some(), ended.is_none(), "{place}");
        if let Some(ended) = ended.filter(|ended| !ended.stuck && ended.clause != "repetition") {
            let decided = traced.ends.last().unwrap();
            assert_eq!((decided.held, &decided.name), (Some(true), &ended.clause), "{place}");
        } else {
            assert!(traced.ends.iter().all(|clause| clause.held != Some(true)), "{place}");
        }
        steps += traced.links.iter().map(|link| link.steps.len()).sum::<usize>();
    });
    assert!(steps > 1000, "{steps} effects were traced");
}

#[test]
fn probes_change_nothing_of_what_is_played() {
    every_position(|sheet, line, _| {
        if line.played.len() % 7 != 0 {
            return;
        }
        let plan = rulebook_play::plan::compile(&sheet.prepared.game).unwrap();
        assert!(plan.probes.is_none());
        let plain = Prepared { plan, ..sheet.prepared.clone() };
        let mut plain = LineOfPlay::new(plain.start());
        for played in &line.played {
            plain.play(&played.text).unwrap();
        }
        assert_eq!(plain.position.notation(), line.position.notation());
        assert_eq!(written(&mut plain), written(line), "{}", sheet.name);
    });
}

/// The findings about an action of a game that is given as text: the code, and all that is said.
fn asked(text: &str, after: &str, asked: &str) -> (Vec<&'static str>, String) {
    let loaded = load("test.game", text);
    let (prepared, report) = loaded.prepare(None, &[]);
    let prepared = prepared.unwrap_or_else(|| panic!("{report:?}")).explaining().unwrap();
    let mut line = LineOfPlay::new(prepared.start());
    for text in after.split_whitespace() {
        line.play(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let explained = why_not(&mut line, &loaded.sources, asked).unwrap();
    let mut said = String::new();
    for finding in &explained.findings {
        let diagnostic = &finding.diagnostic;
        said += &format!(
            "{}\n^ {}: {}\n",
            diagnostic.message,
            loaded.sources.slice(diagnostic.primary.span),
            diagnostic.primary.text
        );
        for label in &diagnostic.related {
            said += &format!("  {}: {}\n", loaded.sources.slice(label.span), label.text);
        }
        said += &finding
            .values
            .iter()
            .map(|v| format!("= {}{} = {}\n", "  ".repeat(v.depth), v.text, v.value))
            .collect::<String>();
        said += &format!("help: {}\n", diagnostic.help.clone().unwrap_or_default());
    }
    (explained.findings.iter().map(|finding| finding.diagnostic.code.name()).collect(), said)
}

/// A game around what is to be explained.
fn game(rules: &str) -> String {
    format!(
        "game \"G\" {{\n players Black, White\n board square(4)\n piece man plural men\n setup {{\n Black man on rows(1)\n White man on rows(4)\n }}\n{rules}\n}}\n"
    )
}

const WALK: &str = "move walk {\n pick a in mine\n pick b in empty & orthogonal(a)\n move a to b\n}\n";
const END: &str = "end when no move { draw }\nlimit 50 plies { draw }\n";

#[test]
fn a_turn_that_cannot_be_completed() {
    let hit = "move hit {\n pick c in enemy & orthogonal(the(moved))\n remove c\n written \"x{c}\"\n}\n";
    let text = game(&format!("{WALK}{hit}turn walk, then hit else pass\n{END}"));
    let (codes, said) = asked(&text, "", "a1-a2");
    assert_eq!(codes, ["why/incomplete"], "{said}");
    assert!(said.contains("^ hit: must be possible after it"), "{said}");
    assert!(said.contains("enemy & orthogonal(the(moved)): then `enemy & orthogonal(the(moved))` is empty"), "{said}");
    // `pass` stands behind the `else`, and is free here.
    let (codes, said) = asked(&text, "", "xa4");
    assert_eq!(codes[0], "why/turn", "{said}");
}

#[test]
fn a_step_that_is_restricted_by_the_turn() {
    let text = game(&format!("{WALK}turn walk, then may walk with a in moved\n{END}"));
    let (codes, said) = asked(&text, "a1-a2", "b1-b2");
    assert_eq!(codes, ["why/pick"], "{said}");
    assert!(said.contains("here the turn allows `a in moved` alone, and b1 is not there"), "{said}");
    assert!(said.contains("^ moved: `moved` is {a2}"), "{said}");
    let (codes, said) = asked(&text, "", "stop");
    assert_eq!(codes, ["why/stop"], "{said}");
    let (codes, _) = asked(&text, "a1-a2", "stop");
    assert_eq!(codes, ["why/legal"]);
}

#[test]
fn an_effect_on_nowhere() {
    let push =
        "move push {\n pick a in mine\n pick d in orthogonals\n let b = a + d\n move a to b\n written \"{a}{d}\"\n}\n";
    let (codes, said) = asked(&game(&format!("{push}turn push\n{END}")), "", "a1south");
    assert_eq!(codes, ["why/nowhere"], "{said}");
    assert!(said.contains("b = nowhere") && said.contains("d = south"), "{said}");
}

#[test]
fn what_decides_in_a_condition() {
    let with = |condition: &str| {
        let walk = format!("move walk {{\n pick a in mine\n pick b in empty\n where {condition}\n move a to b\n}}\n");
        let crowd = "condition crowded(c, n: number) = count(orthogonal(c) & mine) >= n\n";
        asked(&game(&format!("{crowd}{walk}turn walk\n{END}")), "", "a1-c2").1
    };
    let said = with("a in mine and distance(a, b) < 2 and b in top");
    assert!(
        said.contains("help: \n`a1-c2` is not legal here: the game is over, a draw\n"),
        "nothing is possible: {said}"
    );
    assert!(said.contains("^ distance(a, b) < 2: `distance(a, b)` is 2"), "the first false part: {said}");
    let said = with("b in top or distance(a, b) = 1");
    assert!(said.contains("`b in top` is false, `distance(a, b) = 1` is false"), "all parts: {said}");
    let said = with("not (b in mine or crowded(b, 1))");
    assert!(said.contains("^ count(orthogonal(c) & mine) >= n: `count(orthogonal(c) & mine)` is 1"), "{said}");
    assert!(said.contains("crowded(b, 1): `crowded(b, 1)` holds for c = c2, n = 1"), "{said}");
    let said = with("every x in orthogonal(b) has x in empty");
    assert!(said.contains("x in empty: `empty` is") || said.contains("^ x in empty: "), "{said}");
    assert!(said.contains("every x in orthogonal(b) has x in empty: `x in empty` does not hold for x = c1"), "{said}");
    let said = with("some x in orthogonal(b) where x in top");
    assert!(said.contains(": none of the 4 meets it"), "{said}");
    let said = with("some x in orthogonal(b) & top where x in empty");
    assert!(said.contains(": there is none to look at"), "{said}");
    let said = with("(if b in top then 3/2 else 1/2) > 1");
    assert!(said.contains("is 0.5"), "{said}");
}

#[test]
fn picks_of_numbers_and_groups() {
    let add = "counter pot: 0..=50\nmove give {\n pick n in 1..=count(mine)\n add n to pot\n written \"+{n}\"\n}\n";
    let (codes, said) = asked(&game(&format!("{add}turn give\nend when pot > 40 {{ draw }}\n{END}")), "", "+9");
    assert_eq!(codes, ["why/pick"], "{said}");
    assert!(said.contains("^ 1..=count(mine): from 1 to 4") && said.contains("n: n = 9"), "{said}");
    let lift = "group band = like-coloured men\nmove lift {\n pick g in band of me\n where count(g) < 3\n remove g\n written \"{g}\"\n}\n";
    let text = game(&format!("{lift}{WALK}turn walk or lift\n{END}"));
    let (codes, said) = asked(&text, "", "a4");
    assert_eq!(codes, ["why/pick"], "{said}");
    assert!(said.contains("each is called by its first cell"), "{said}");
    let (codes, said) = asked(&text, "", "a1");
    assert_eq!(codes, ["why/where"], "{said}");
    assert!(said.contains("`count(g)` is 4"), "{said}");
}

#[test]
fn a_requirement_in_a_block_names_the_member() {
    let put = "move put_it {\n pick c in empty\n put my man on c\n for n in orthogonal(c) & mine {\n let k = n + east\n require k in empty\n }\n written \"{c}\"\n}\n";
    let (codes, said) = asked(&game(&format!("{put}turn put_it\n{END}")), "", "a2");
    assert_eq!(codes, ["why/require"], "{said}");
    assert!(said.contains("n = a1") && said.contains("k = b1") && said.contains("c = a2"), "{said}");
}

#[test]
fn a_move_of_another_player_or_of_no_turn() {
    let hop = "move hop {\n pick c in empty\n put my man on c\n written \"{c}\"\n}\nmove skip {\n pick c in mine\n remove c\n written \"-{c}\"\n}\n";
    let text = game(&format!("{WALK}{hop}turn of Black: walk\nturn of White: hop or skip\n{END}"));
    let (codes, said) = asked(&text, "", "b2");
    assert_eq!(codes, ["why/turn"], "{said}");
    assert!(
        said.contains("Black is to act, and `hop` is not part of Black's turns")
            && said.contains("only White can `hop`"),
        "{said}"
    );
}

#[test]
fn the_longest_chain_is_demanded() {
    let text = "game \"C\" {\n players Black, White\n board square(7)\n piece man plural men\n setup {\n Black man on {a1, a7}\n White man on {a2, a4, b7}\n }\n\
        move jump {\n pick a in mine\n pick b in empty & (a + all_directions + all_directions)\n where some enemy & between(a, b)\n remove between(a, b)\n move a to b\n written \"{a}x{b}\"\n}\n\
        turn longest chain of jump from b\nend when no move { last mover wins }\n}\n";
    let (codes, said) = asked(text, "", "a7xc7");
    assert_eq!(codes, ["why/chain"], "{said}");
    assert!(
        said.contains("a longer chain is possible")
            && said.contains("this one has 1 of 2 links")
            && said.contains("`a1xa3xa5`"),
        "{said}"
    );
    let (codes, said) = asked(text, "", "a1xa3");
    assert_eq!(codes, ["why/chain"], "{said}");
    assert!(said.contains("write the whole chain: `a1xa3xa5`"), "{said}");
    let (codes, said) = asked(text, "", "a1xa3xc3");
    assert_eq!(codes[0], "why/where", "{said}");
    assert!(said.contains("link 2 of the chain, after `a1xa3`"), "{said}");
}

/// A turn may not end in an earlier position: not by a move, and not by a stop either.
#[test]
fn a_stop_that_would_repeat_is_explained() {
    let text = "game \"Paces\" {
  players Black, White
  board square(5, 1)
  piece man plural men
  setup { Black man on a1 }
  move step { pick a in mine pick b in orthogonal(a) & empty move a to b }
  turn of Black: step, then may step
  turn of White: pass
  repetition positional illegal
  end when both pass { draw }
}";
    let loaded = load("paces", text);
    let prepared = loaded.prepare(None, &[]).0.unwrap().explaining().unwrap();
    for (played, asked, code, help) in [
        ("a1-b1 b1-c1 pass c1-d1", "d1-c1", "why/repetition", "play elsewhere first"),
        ("a1-b1 b1-c1 pass c1-d1 stop pass d1-c1", "stop", "why/repetition", "the turn has to go on with `step`"),
        ("a1-b1 stop pass", "b1-a1", "why/repetition", "play elsewhere first"),
        ("", "stop", "why/stop", "then may"),
    ] {
        let mut line = LineOfPlay::new(prepared.start());
        played.split_whitespace().for_each(|text| line.play(text).unwrap());
        let said = why_not(&mut line, &loaded.sources, asked).unwrap();
        let first = &said.findings[0].diagnostic;
        assert_eq!((said.legal, first.code.name()), (false, code), "{asked}: {first:?}");
        assert!(first.help.as_deref().unwrap().contains(help), "{asked}: {first:?}");
    }
}
