use crate::{rulebook, stdout, typed};

#[test]
fn a_word_is_explained_with_an_example() {
    let said = stdout(typed("explain exchange"));
    assert!(said.starts_with("exchange\n\nWhat stands on two cells changes places.\n\n    game \""), "{said}");
    assert!(said.contains("        exchange a, b\n"), "{said}");
    typed("explain exchange").assert().code(0).stderr_eq("");
}

#[test]
fn signs_phrases_and_words_of_the_board_are_explained_too() {
    for (asked, said) in [
        ("&", "the cells in both sets"),
        ("-", "those of T"),
        ("<=", "Comparisons"),
        ("last mover", "who acted last"),
        ("\"last mover\"", "who acted last"),
        ("adjacent", "The relations of a board"),
        ("upperleft", "The slanted sides"),
        ("northwest", "Directions, as in the picture"),
        ("Rhombus", "a rhombus of hexagons"),
        ("each", "between the actions of a turn"),
    ] {
        let shown = stdout(typed(&format!("explain {asked}"))).replace('\n', " ");
        assert!(shown.to_lowercase().contains(&said.to_lowercase()), "{asked}: {shown}");
    }
}

#[test]
fn a_word_of_several_meanings_is_explained_in_all_of_them() {
    let said = stdout(typed("explain else"));
    assert!(said.contains("As a statement") && said.contains("In a turn"), "{said}");
    assert!(stdout(typed("explain move")).contains("`move to`, `move stack`"), "the other uses are named");
}

#[test]
fn a_code_is_explained() {
    let said = stdout(typed("explain move/order"));
    assert!(said.starts_with("move/order\n\nError: a `pick` or `where` stands after an effect"), "{said}");
    assert!(
        said.contains("\nWrong:\n\n    game \"Fill\" {") && said.contains("\nRight:\n\n    game \"Fill\" {"),
        "{said}"
    );
    assert!(!said.contains("```") && !said.contains('#'), "{said}");
}

#[test]
fn an_unknown_word_is_answered_with_near_ones() {
    typed("explain exchnge")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error: there is no topic `exchnge`\n  help: did you mean `exchange`?\n");
    let output = typed("explain lint").assert().code(1).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("`lint/unused`"));
    typed("explain qqqqqqqqqqqqqqq")
        .assert()
        .code(1)
        .stderr_eq("error: there is no topic `qqqqqqqqqqqqqqq`\n  help: `rulebook explain` lists all topics\n");
}

#[test]
fn alone_it_lists_all_topics_by_group() {
    let said = stdout(typed("explain"));
    for topic in
        ["\nTurns\n", "\nFunctions\n", "\nCodes of findings\n", "flanked", "move/order, move/pass", "after each action"]
    {
        assert!(said.replace(",\n", ", ").contains(topic), "{topic:?} in {said}");
    }
    assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
}

#[test]
fn it_fits_the_terminal() {
    let narrow = stdout(rulebook(&["explain", "pick"]).env("COLUMNS", "50"));
    let text = narrow.lines().filter(|line| !line.starts_with("    "));
    assert!(text.clone().count() > 5 && text.clone().all(|line| line.chars().count() <= 50), "{narrow}");
    let coloured = stdout(rulebook(&["explain", "pick", "--color", "always"]));
    assert!(coloured.starts_with("\u{1b}[1mpick, pick in\u{1b}[0m\n"), "{coloured:?}");
}
