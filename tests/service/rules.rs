//! Rules as prose: of every shipped game and variant, in whole sentences, and nothing of the rules is left out.

use rulebook_insight::analysis::edits;
use rulebook_insight::library::{Loaded, SHIPPED, load};
use rulebook_language::source::one_line;
use rulebook_language::syntax::ast::Name;
use rulebook_service::rules::{Step, markdown, prose};

fn told(loaded: &Loaded, title: &str) -> Option<String> {
    let title: Name = loaded.titles().find(|known| known.text == title)?.clone();
    let prepared = loaded.prepare(Some(&title), &[]).0?;
    Some(markdown(&prose(loaded, &prepared)))
}

/// Every sentence, and those within it.
fn sentences<'s>(steps: &'s [Step], all: &mut Vec<&'s str>) {
    for step in steps {
        all.push(&step.text);
        sentences(&step.within, all);
    }
}

#[test]
fn every_sheet_is_told_in_whole_sentences() {
    for shipped in SHIPPED {
        let loaded = load(shipped.name(), shipped.text);
        for title in loaded.titles() {
            let prepared = loaded.prepare(Some(title), &[]).0.unwrap();
            let prose = prose(&loaded, &prepared);
            let titles: Vec<&str> = prose.sections.iter().map(|section| section.title).collect();
            for needed in ["Board and pieces", "Setup", "A turn", "Moves", "The end"] {
                assert!(titles.contains(&needed), "{}: no {needed}", title.text);
            }
            let mut all = Vec::new();
            prose.sections.iter().flat_map(|section| &section.parts).for_each(|part| sentences(&part.steps, &mut all));
            for text in all {
                let plain: String = text.split('`').step_by(2).collect();
                let open = plain.matches('(').count();
                assert!(text.ends_with(['.', ':']), "{}: {text}", title.text);
                assert!(
                    text.matches('`').count() % 2 == 0 && open == plain.matches(')').count(),
                    "{}: {text}",
                    title.text
                );
                // What the language binds itself has a noun, and no name that a sheet cannot say is told.
                for odd in [" it it", "  ", "?`", "``", " ,", "of of", "always holds", "never holds"] {
                    assert!(!text.contains(odd), "{}: {odd:?} in {text}", title.text);
                }
            }
        }
    }
}

/// How many changes lie between two that are tried.
const EVERY: usize = 23;

/// What is not said is a rule that a player does not know: another rule, other words. Of what the values of options decide only the
/// case that holds is told.
#[test]
fn a_rule_that_is_changed_changes_the_prose() {
    let (mut same, mut tried) = (Vec::new(), 0);
    for shipped in SHIPPED {
        let loaded = load(shipped.name(), shipped.text);
        let (_, source) = loaded.sources.iter().next().unwrap();
        for edit in edits(&loaded.files, source).into_iter().step_by(EVERY) {
            let changed = loaded.with_text(edit.applied(&source.text));
            let (Some(before), Some(after)) = (told(&loaded, &edit.unit), told(&changed, &edit.unit)) else { continue };
            tried += 1;
            if before == after {
                let old = one_line(source.slice(edit.span));
                same.push(format!("{}, {}: `{old}` -> `{}`", shipped.name(), edit.place, edit.by));
            }
        }
    }
    assert!(tried > 500 && same.len() * 50 < tried, "{} of {tried}: {same:#?}", same.len());
}

/// A sheet with a move, a turn and an end.
fn sheet(rules: &str) -> String {
    let text = format!("game \"G\" {{\n  players Black, White\n  board square(5)\n  piece stone\n  {rules}\n}}\n");
    let loaded = load("g.game", &text);
    let (prepared, report) = loaded.prepare(None, &[]);
    let prepared = prepared.unwrap_or_else(|| panic!("{report:?}\n{text}"));
    markdown(&prose(&loaded, &prepared))
}

#[test]
fn conditions_are_denied_and_joined_as_they_are_meant() {
    let says = |condition: &str, words: &str| {
        let text = sheet(&format!(
            "move place {{ pick c in empty where {condition} put my stone on c }} turn place end when no move {{ draw }}"
        ));
        let line = format!("- This is allowed only if {words}.\n");
        assert!(text.contains(&line), "{condition}\n{line}\n{text}");
    };
    says("no adjacent(c) & mine", "there is none of your pieces next to `c`");
    says("not some adjacent(c) & enemy", "there is no enemy piece next to `c`");
    says("not (c in corners or c in centre)", "`c` is not a corner and `c` is not c3");
    says("not (c in corners and no mine)", "`c` is not a corner or there is one of your pieces");
    says(
        "some mine and (c in top or c in left)",
        "there is one of your pieces and (`c` is on the side `top` or `c` is on the side `left`)",
    );
    says("count(adjacent(c) & mine) >= 2", "there are at least 2 of your pieces next to `c`");
    says("not count(mine) < 3", "there are at least 3 of your pieces");
    says("count(empty) = 7", "there are exactly 7 empty cells");
    says("every n in adjacent(c) has n in empty", "for each cell `n` next to `c` it holds that `n` is empty");
    says("c + north in mine", "one of your pieces stands on the cell north of `c`");
    says("me is Black", "you are Black");
    says("c in empty - a1", "`c` is an empty cell (not a1)");
    says("true and c in top", "`c` is on the side `top`");
    says("count(mine) > 1", "there is more than one of your pieces");
    says("count(empty) = 1", "there is exactly one empty cell");
    says("count(empty) <= 1", "there is at most one empty cell");
    says("every p in mine has p in edge", "for each of your pieces `p` it holds that `p` is at the edge");
    says("mine in edge", "each of your pieces is at the edge");
}

#[test]
fn comments_come_first_and_options_decide() {
    let text = sheet(
        "option far: on | off = off\n  option size: 1..=3 = 2\n  /// Beside the last one.\n  region near(c) = if far is on then board else adjacent(c)\n  \
         /// One stone a turn.\n  move place { pick c in empty & near(a1) put my stone on c }\n  turn place\n  end when count(mine) > size { last mover wins }\n  \
         limit 1000 plies { draw }",
    );
    assert!(text.contains("**place** One stone a turn.\n\n- Choose `c`: an empty cell in `near(a1)`.\n- Put one of your stones on `c`."), "{text}");
    assert!(text.contains("**near(c)**: Beside the last one. The cells next to `c`."), "{text}");
    assert!(text.contains("- The game ends after 1,000 actions: the game is drawn."), "{text}");
    assert!(
        text.contains("there are more than 2 pieces of the player to move: the player who moved last wins."),
        "{text}"
    );
    assert!(text.contains("**far**: It is off here; it can be on or off."), "{text}");
}

#[test]
fn relations_tracks_and_sides_are_told_in_words() {
    let text = sheet(
        "relation hop = leap(1, 2)\n  relation far = leap(2, 2)\n  relation near = hop | far\n  \
         track round = rows(1) along east, rows(2) along west, closed\n  \
         move jump { pick a in mine pick b in empty & (hop(a) | far(a) | near(a) | a + 2 * round) move a to b } turn jump\n  \
         end when no move { draw }",
    );
    for line in [
        "**hop**: From a cell to one 1 column and 2 rows, or 2 columns and 1 row away, whatever stands between.",
        "**far**: From a cell to one 2 columns and 2 rows away, whatever stands between.",
        "**near**: From a cell to one a `hop` step from it or a `far` step from it.",
        "**round**: A way over a1 to e1, e2 to a2, and again to a1.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let hexes = "game \"H\" {\n  players Black, White\n  board hexagon(3)\n  piece stone\n  \
                 move place { pick c in empty put my stone on c } turn place\n  \
                 end when some mine & bottom { last mover wins }\n  end when no empty { draw }\n}\n";
    let loaded = load("h.game", hexes);
    let (prepared, report) = loaded.prepare(None, &[]);
    let text = markdown(&prose(&loaded, &prepared.unwrap_or_else(|| panic!("{report:?}"))));
    for line in [
        "- Its cells, row by row from the bottom: c1 to e1; b2 to e2; a3 to e3; a4 to d4; a5 to c5.",
        "**bottom**: A side of the board: c1 to e1.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn cases_follow_one_another_and_names_are_asked_in_words() {
    let text = sheet(
        "counter tries: 0..=3\n  region beside(p: player, c: cell) = adjacent(c) & owned(p)\n  \
         move place {\n    pick c in empty where no beside(enemy, c + north)\n    \
         if tries = 0 { add 1 to tries } else if tries = 1 { take 1 from tries } else { put my stone on c }\n  }\n  \
         turn place, then may place\n  end when no move { draw }",
    );
    for line in [
        "- This is allowed only if there is no cell in `beside(your opponent, the cell north of c)`.",
        "- If `tries` is 0:\n  - Add 1 to `tries`.\n- Otherwise, if `tries` is 1:\n  - Take 1 from `tries`.\n- Otherwise:\n  - Put",
        "- What would lead a number out of its range leads to the end of it.",
        "- In a picture of letters stones are `B` (Black) and `w` (White); an empty cell is `.`.",
        "  - `place`: `{c}`.",
        "- Not to go on where one may is `stop`.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_is_nested_without_end_is_quoted() {
    let mut condition = "a1 in mine".to_owned();
    for depth in 0..14 {
        let cells = format!("{{ u{depth} in (empty | mine | enemy) : ({condition}) }}");
        condition = format!("a1 in (mine & adjacent(a1) | {cells}) & (enemy | corners)");
    }
    let text = sheet(&format!(
        "move place {{ pick c in empty where {condition} put my stone on c }} turn place end when no move {{ draw }}"
    ));
    assert!(text.len() < 20_000 && text.contains("Put one of your stones on `c`."), "{}", text.len());
}
