//! The sections of the prose, in the order in which players need them.

use std::collections::BTreeSet;

use rulebook_insight::library::{Loaded, Prepared};
use rulebook_language::model::{Constant, Domain, Game, Repetition, Turn};
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::topology::CellId;

use super::declared::{Rules, Shown, name};
use super::list::{listed, sentence, spaced};
use super::named::{carried, names};
use super::phrase::Voice;
use super::shape::{board, sides};
use super::speaker::{Speaker, Spoken};
use super::told::{Part, Prose, Section, Step};
use super::turns::has_to_follow;
use super::writing::writing;

/// The sections that say nothing of what is done.
const APART: [&str; 3] = ["Names", "Options", "In writing"];

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
        Section { title: "In writing", parts: writing(game) },
    ];
    let told: String = sections
        .iter()
        .filter(|section| !APART.contains(&section.title))
        .map(|section| text_of(&section.parts))
        .collect();
    if let Some(names) = sections.iter_mut().find(|section| section.title == "Names") {
        names.parts = spoken_of(std::mem::take(&mut names.parts), told.clone());
        let told = told + &text_of(&names.parts);
        names.parts.extend(sides(you, &told));
        if told.contains("the distance ") {
            let text = "The least number of steps from a cell to one next to it, whatever stands there.".to_owned();
            names.parts.push(Part { head: "distance".to_owned(), steps: vec![Step::new(text)], ..Part::default() });
        }
        if names.parts.iter().any(|part| game.counters.iter().any(|counter| counter.name == part.head)) {
            let text = "What would lead a number out of its range leads to the end of it.".to_owned();
            names.parts.push(Part { steps: vec![Step::new(text)], ..Part::default() });
        }
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

fn players(you: Speaker<'_>) -> Vec<String> {
    let game = you.game;
    let names = listed(game.players.iter().cloned(), "and");
    let mut lines = vec![match game.players.len() {
        1 => format!("One player plays: {names}."),
        _ => format!("{names} move in this order; {} begins.", game.players.iter().next().map_or("", String::as_str)),
    }];
    let of = |neutral| listed(game.kinds_of(neutral).map(|kind| spaced(&game.kinds[kind].plural)), "and");
    let (own, neutral) = (of(false), of(true));
    if !own.is_empty() {
        lines.push(sentence(&format!("each player has {own}")));
    }
    if !neutral.is_empty() {
        lines.push(sentence(&format!("{neutral} belong to nobody")));
    }
    if game.max_height > 1 {
        let kind = if game.kinds.len() > 1 { " and the kind" } else { "" };
        lines.push(format!(
            "Pieces stand on one another, up to {} on a cell; a stack has the owner{kind} of its top piece.",
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
    if game.turns.iter().filter(can_come).any(|turn| has_to_follow(&turn.order)) {
        let text = "A step is legal only if those that have to follow it are possible after it.".to_owned();
        steps.push(Step::new(text));
    }
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
    for (id, rule) in game.moves.iter_ids() {
        let shown = rules.of(is_move).find(|shown| name(&shown.declaration.kind) == Some(rule.name.as_str()));
        // They give names that what comes at the end speaks of.
        let mut steps = you.steps(rule);
        if let Some(chained) = you.chained(id) {
            steps.insert(0, chained);
        }
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
            true => "After each action (a chain is one):",
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
    let mut steps: Vec<Step> = ends.chain(repetitions).collect();
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
        steps: vec![Step::new(format!("It is {} here; it can be {}.", option.value, domain(&option.domain)))],
        code: String::new(),
    });
    parts.collect()
}

/// What an option can be, in words.
pub fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Words(words) => listed(words.iter().cloned(), "or"),
        Domain::Range(low, high, step) if step.to_whole() == Some(1) => format!("{low} to {high}"),
        Domain::Range(low, high, step) => format!("{low} to {high} by {step}"),
    }
}
