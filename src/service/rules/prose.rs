//! The sections of the prose, in the order in which players need them.

use std::collections::{BTreeMap, BTreeSet};

use rulebook_insight::library::{Loaded, Prepared};
use rulebook_language::model::{Constant, Domain, Game, Repetition, Turn};
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::topology::{CellId, CellShape};

use super::declared::{Rules, Shown, name};
use super::list::{listed, sentence};
use super::named::{carried, names};
use super::phrase::Voice;
use super::speaker::{Speaker, Spoken};
use super::told::{Part, Prose, Section, Step};

/// The rules of a game as prose.
pub fn prose(loaded: &Loaded, prepared: &Prepared) -> Prose {
    let game = &*prepared.game;
    let rules = Rules::new(loaded, &game.about.title);
    let spoken = Spoken::default();
    let you = Speaker { game, sources: &loaded.sources, voice: Voice::You, spoken: &spoken };
    let mut sections = [
        Section {
            title: "Board and pieces",
            parts: plain(board(game).into_iter().chain(players(you)).map(Step::new).collect()),
        },
        Section { title: "Setup", parts: plain(setup(you)) },
        Section { title: "A turn", parts: turns(you, &rules) },
        Section { title: "Moves", parts: moves(you, &rules) },
        Section { title: "The end", parts: ends(you, &rules) },
        Section { title: "Names", parts: names(you, &rules) },
        Section { title: "Options", parts: options(game) },
    ];
    let told: String =
        sections.iter().filter(|section| section.title != "Names").map(|section| text_of(&section.parts)).collect();
    if let Some(names) = sections.iter_mut().find(|section| section.title == "Names") {
        names.parts = spoken_of(std::mem::take(&mut names.parts), told);
    }
    let about = &game.about;
    let varies = about.variant_of.as_ref().map(|base| format!("A variant of {base}."));
    let lead = [varies.unwrap_or_default(), about.doc.replace('\n', " ")];
    Prose {
        title: about.title.clone(),
        lead: lead.join(" ").trim().to_owned(),
        sections: sections.into_iter().filter(|section| !section.parts.is_empty()).collect(),
    }
}

/// All sentences of some parts.
fn text_of(parts: &[Part]) -> String {
    fn gather(steps: &[Step], out: &mut String) {
        for step in steps {
            out.push_str(&step.text);
            out.push('\n');
            gather(&step.within, out);
        }
    }
    let mut out = String::new();
    parts.iter().for_each(|part| gather(&part.steps, &mut out));
    out
}

/// The names that a text speaks of, and those that their meanings speak of.
fn spoken_of(names: Vec<Part>, mut told: String) -> Vec<Part> {
    let mut kept: Vec<(usize, Part)> = Vec::new();
    let mut left: Vec<(usize, Part)> = names.into_iter().enumerate().collect();
    loop {
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let words: BTreeSet<&str> = told.split(|sign| !is_word(sign)).collect();
        let name = |part: &Part| part.head.split('(').next().unwrap_or_default().to_owned();
        let (more, rest): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, part)| words.contains(name(part).as_str()));
        left = rest;
        if more.is_empty() {
            break;
        }
        told = more.iter().map(|(_, part)| text_of(std::slice::from_ref(part))).collect();
        kept.extend(more);
    }
    kept.sort_by_key(|(place, _)| *place);
    kept.into_iter().map(|(_, part)| part).collect()
}

fn plain(steps: Vec<Step>) -> Vec<Part> {
    if steps.is_empty() { Vec::new() } else { vec![Part { steps, ..Part::default() }] }
}

/// What the board is, how its cells are named, and which of them are next to each other.
fn board(game: &Game) -> Vec<String> {
    let board = &game.board;
    let mut lines = vec![sentence(&board_of(game))];
    let cells = || board.cells().map(|cell| board.cell_name(cell));
    if let (Some(first), Some(last)) = (cells().next(), cells().last()) {
        lines.push(format!("Its cells have names, from {first} to {last}."));
    }
    let ways = |name| board.find_relation(name).map_or(0, |relation| board.relation_directions(relation).len());
    match (board.outline().shape, ways("adjacent"), ways("orthogonal")) {
        (CellShape::Square, 8, 4) => lines.push(
            "Next to a square are all eight around it: orthogonally the four that share a side, diagonally the others."
                .to_owned(),
        ),
        (CellShape::Hexagon, 6, _) => lines.push(
            "Next to a hexagon, also orthogonally, are the six that share a side; diagonally those beyond its corners."
                .to_owned(),
        ),
        _ => {}
    }
    lines
}

/// The board in a few words: `a board of 8 x 8 squares`.
pub fn board_of(game: &Game) -> String {
    let board = &game.board;
    let (columns, rows) = board
        .cells()
        .map(|cell| (board.column(cell), board.row(cell)))
        .fold((0, 0), |(c, r), (x, y)| (c.max(x), r.max(y)));
    let cells = board.cell_count();
    match board.outline().shape {
        CellShape::Square if cells as u32 == columns * rows => format!("a board of {columns} x {rows} squares"),
        CellShape::Square => format!("a board of {cells} of {columns} x {rows} squares"),
        CellShape::Hexagon => format!("a board of {cells} hexagons{}", outline(&lengths(game))),
        CellShape::Point => format!("a board of {cells} points joined by lines"),
        CellShape::Tile => format!("a board of {cells} cells"),
    }
}

/// How many cells each row has.
fn lengths(game: &Game) -> Vec<usize> {
    let mut rows: BTreeMap<u32, usize> = BTreeMap::new();
    game.board.cells().for_each(|cell| *rows.entry(game.board.row(cell)).or_default() += 1);
    rows.into_values().collect()
}

/// The shape of a board of hexagons, by the lengths of its rows, where it has one of the plain ones.
fn outline(rows: &[usize]) -> String {
    let [first, .., last] = *rows else { return String::new() };
    let grows = |by: isize| rows.windows(2).all(|pair| pair[0].checked_add_signed(by) == Some(pair[1]));
    let is_hexagon = first == last
        && rows.len() == 2 * first - 1
        && rows.iter().enumerate().all(|(at, length)| *length == first + at.min(rows.len() - 1 - at));
    match () {
        () if grows(0) => format!(", a rhombus of {first} x {}", rows.len()),
        () if grows(1) || grows(-1) => format!(", a triangle with sides of {}", rows.len()),
        () if is_hexagon => format!(", a hexagon with sides of {first}"),
        () => String::new(),
    }
}

fn players(you: Speaker<'_>) -> Vec<String> {
    let game = you.game;
    let names = listed(game.players.iter().cloned(), "and");
    let mut lines = vec![match game.players.len() {
        1 => format!("One player plays: {names}."),
        _ => format!("{names} move in this order; {} begins.", game.players.iter().next().map_or("", String::as_str)),
    }];
    let of = |neutral| listed(game.kinds_of(neutral).map(|kind| game.kinds[kind].plural.clone()), "and");
    let (own, neutral) = (of(false), of(true));
    if !own.is_empty() {
        lines.push(sentence(&format!("each player has {own}")));
    }
    if !neutral.is_empty() {
        lines.push(sentence(&format!("{neutral} belong to nobody")));
    }
    if game.max_height > 1 {
        lines.push(format!(
            "Pieces stand on one another, up to {} on a cell; who owns the top one owns the stack.",
            game.max_height
        ));
    }
    lines.extend(carried(you));
    lines
}

fn setup(you: Speaker<'_>) -> Vec<Step> {
    let game = you.game;
    let placed = game.setup.iter().filter_map(|line| {
        let known = line.on.as_ref().and_then(|on| you.constant(on));
        let cells = match &known {
            Some(Constant::Cells(cells)) if cells.is_empty() => return None,
            Some(Constant::Cells(cells)) => you.known_region(cells),
            _ => None,
        };
        let piece = you.to(Voice::Mover).set(&line.piece);
        let is_one = matches!(&known, Some(Constant::Cells(cells)) if cells.len() == 1);
        let piece = match line.count {
            1 if is_one => piece.a(),
            1 => piece.all(""),
            count => format!("{count} {}{}", piece.all(""), if is_one { "" } else { " each" }),
        };
        Some(match &line.on {
            Some(on) => {
                let named =
                    |cells: &[CellId]| listed(cells.iter().map(|cell| game.board.cell_name(*cell).to_owned()), "and");
                let cells = match (cells, &known) {
                    (Some(cells), _) => cells.all("the"),
                    (None, Some(Constant::Cells(cells))) => named(cells),
                    (None, _) => you.set(on).all("the"),
                };
                sentence(&format!("{piece} on {cells}"))
            }
            None => sentence(&format!("{piece} on all other cells")),
        })
    });
    let mut steps: Vec<Step> = placed.map(Step::new).collect();
    if steps.is_empty() && game.deals.is_empty() {
        steps.push(Step::new("There are no pieces on the board at the start.".to_owned()));
    }
    steps.extend(you.effects(&game.start, None));
    for deal in &game.deals {
        let then = if steps.is_empty() { "" } else { "then " };
        steps.push(Step::new(sentence(&format!("{then}{}", you.deal(deal)))));
    }
    steps
}

/// What is said of declarations of a sort, in the order of the game's own.
fn turns(you: Speaker<'_>, rules: &Rules<'_>) -> Vec<Part> {
    let game = you.game;
    let mut steps: Vec<Step> = Vec::new();
    if let Some(skip) = &game.skip {
        let skipped = you.to(Voice::Mover).clause(skip);
        steps.push(Step::new(sentence(&format!("the turn of the player to move is passed over if {skipped}"))));
    }
    // Of several the first that fits.
    if game.turns.len() > 1 {
        steps.push(Step::new("The first of these that fits is the turn.".to_owned()));
    }
    let can_come = |turn: &&Turn| turn.when.as_ref().is_none_or(|when| you.truth(when) != Some(false));
    steps.extend(game.turns.iter().filter(can_come).map(|turn| you.turn(turn)));
    if let Some(pass) = &game.pass {
        steps.push(Step { text: "Whoever passes:".to_owned(), within: you.effects(&pass.effects, Some(pass)) });
    }
    if game.pie {
        steps.push(Step::new(
            "After the first turn the second player may change seats with the first instead of moving (written `swap`).".to_owned(),
        ));
    }
    let is_turn = |kind: &DeclarationKind| {
        matches!(kind, DeclarationKind::Turn(_) | DeclarationKind::Skip(_) | DeclarationKind::Pass(_))
    };
    vec![Part { steps, doc: docs(rules, is_turn), code: codes(rules, is_turn), ..Part::default() }]
}

fn moves(you: Speaker<'_>, rules: &Rules<'_>) -> Vec<Part> {
    let game = you.game;
    let is_move = |kind: &DeclarationKind| matches!(kind, DeclarationKind::Move(_) | DeclarationKind::Luck(_));
    let mut parts: Vec<Part> = Vec::new();
    for rule in game.moves.iter() {
        let shown = rules.of(is_move).find(|shown| name(&shown.declaration.kind) == Some(rule.name.as_str()));
        // They give names that what comes at the end speaks of.
        let mut steps = you.steps(rule);
        let own = you.effects(rule.end().iter().filter(|effect| !you.is_after_each(effect)), Some(rule));
        if !own.is_empty() {
            steps.push(Step { text: "Once the action is complete:".to_owned(), within: own });
        }
        parts.push(Part {
            head: rule.name.clone(),
            doc: shown.map(Shown::doc).unwrap_or_default(),
            steps,
            code: shown.map(|shown| shown.text.clone()).unwrap_or_default(),
        });
    }
    let after = game.moves.iter().find_map(|rule| {
        let own = you.effects(rule.end().iter().filter(|effect| you.is_after_each(effect)), Some(rule));
        (!own.is_empty()).then_some(own)
    });
    if let Some(within) = after {
        let is_after = |kind: &DeclarationKind| matches!(kind, DeclarationKind::AfterMove(_));
        let has_chain = |turn: &Turn| game.moves.ids().any(|rule| turn.order.has_chain_of(rule));
        let text = match game.turns.iter().any(has_chain) {
            true => "After each action (moves that are made again and again within it are one):",
            false => "After each move:",
        };
        let steps = vec![Step { text: text.to_owned(), within }];
        parts.push(Part { steps, doc: docs(rules, is_after), code: codes(rules, is_after), ..Part::default() });
    }
    if game.alike.is_some() {
        let text = "Moves that lead to the same position count as one.".to_owned();
        parts.push(Part { steps: vec![Step::new(text)], ..Part::default() });
    }
    parts
}

fn ends(you: Speaker<'_>, rules: &Rules<'_>) -> Vec<Part> {
    let game = you.game;
    let mover = you.to(Voice::Mover);
    let ends = game.ends.iter().filter(|end| mover.truth(&end.when) != Some(false)).map(|end| mover.end(end));
    let in_force = |rule: &&Repetition| rule.when.as_ref().is_none_or(|when| mover.truth(when) != Some(false));
    let repetitions = game.repetitions.iter().filter(in_force).map(|rule| mover.repetition(rule));
    let mut steps: Vec<Step> = ends.chain(repetitions).map(Step::new).collect();
    if steps.len() > 1 {
        steps.insert(0, Step::new("The first of these that holds counts.".to_owned()));
    }
    let is_end = |kind: &DeclarationKind| {
        matches!(kind, DeclarationKind::End(_) | DeclarationKind::Repetition(_) | DeclarationKind::Limit(_))
    };
    vec![Part { steps, doc: docs(rules, is_end), code: codes(rules, is_end), ..Part::default() }]
}

/// The comments of some declarations, one after the other.
fn docs(rules: &Rules<'_>, wanted: impl Fn(&DeclarationKind) -> bool) -> String {
    let docs: Vec<String> = rules.of(wanted).map(Shown::doc).filter(|doc| !doc.is_empty()).collect();
    docs.join(" ")
}

/// The texts of some declarations, one below the other.
fn codes(rules: &Rules<'_>, wanted: impl Fn(&DeclarationKind) -> bool) -> String {
    rules.of(wanted).map(|shown| shown.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn options(game: &Game) -> Vec<Part> {
    let parts = game.options.iter().map(|option| Part {
        head: option.name.clone(),
        doc: option.doc.replace('\n', " "),
        steps: vec![Step::new(format!("{}; it can be {}.", option.value, domain(&option.domain)))],
        code: String::new(),
    });
    parts.collect()
}

/// What an option can be, in words.
pub fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Words(words) => words.join(", "),
        Domain::Range(low, high, step) if step.to_whole() == Some(1) => format!("{low} to {high}"),
        Domain::Range(low, high, step) => format!("{low} to {high} by {step}"),
    }
}
