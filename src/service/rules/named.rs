//! The names that a sheet gives, each with what it stands for.

use rulebook_language::model::{Counter, Definition, DefinitionId, Expr, ExprKind, Game, Index, KindId, Values};
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::util::a_quoted;

use super::declared::{Rules, Shown, name};
use super::list::{listed, sentence};
use super::phrase::Voice;
use super::speaker::Speaker;
use super::told::{Part, Step};

/// The names of a sheet that its rules speak of, in its order.
pub fn names(speaker: Speaker<'_>, rules: &Rules<'_>) -> Vec<Part> {
    let wanted = |kind: &DeclarationKind| {
        matches!(
            kind,
            DeclarationKind::Definition(_)
                | DeclarationKind::Pattern(_)
                | DeclarationKind::Relation(_)
                | DeclarationKind::Link(_)
                | DeclarationKind::Track(_)
                | DeclarationKind::Counter { .. }
                | DeclarationKind::Mark { .. }
        )
    };
    rules.of(wanted).flat_map(|shown| parts(speaker, shown)).collect()
}

/// What is said of a name: of a definition that replaces another and speaks of it, both.
fn parts(speaker: Speaker<'_>, shown: &Shown<'_>) -> Vec<Part> {
    let DeclarationKind::Definition(declared) = &shown.declaration.kind else { return vec![part(speaker, shown)] };
    let versions = speaker.game.definitions.iter_ids().filter(|(_, known)| known.name == declared.name.text);
    let mut all: Vec<Part> = versions
        .map(|(id, definition)| Part {
            head: called(speaker, id, definition),
            steps: meaning(speaker.to(Voice::Asked), &definition.body),
            ..Part::default()
        })
        .collect();
    if let Some(last) = all.last_mut() {
        last.doc = shown.doc();
        last.code.clone_from(&shown.text);
    }
    all
}

fn part(speaker: Speaker<'_>, shown: &Shown<'_>) -> Part {
    let head = name(&shown.declaration.kind).unwrap_or_default().to_owned();
    let game = speaker.game;
    let (head, text) = match &shown.declaration.kind {
        DeclarationKind::Pattern(_) => {
            let text = game.patterns.iter().find(|known| known.name == head).map(|known| speaker.pattern(known));
            (head, text)
        }
        DeclarationKind::Counter { .. } => {
            let text = game.counters.iter().find(|known| known.name == head).map(|known| counted(speaker, known));
            (head, text)
        }
        DeclarationKind::Mark { .. } => {
            let text =
                game.marks.iter().any(|known| known.name == head).then(|| "a mark that cells can carry".to_owned());
            (head, text)
        }
        DeclarationKind::Link(_) => {
            let link = game.links.iter().find(|known| known.name == head);
            let text = link.map(|link| {
                let by = speaker.ways(game.board.relation_directions(link.relation));
                let of = if link.owned { ", each of one player" } else { "" };
                format!("links between cells one step apart, {by}{of}; `{head}(c)` are the cells linked with c")
            });
            (head, text)
        }
        _ => (head, Some(format!("`{}`", shown.text.split_whitespace().collect::<Vec<_>>().join(" ")))),
    };
    let steps = text.map(|text| Step::new(sentence(&text)));
    Part { head, doc: shown.doc(), steps: steps.into_iter().collect(), code: shown.text.clone() }
}

/// A definition with its parameters, as it is written where it is used.
fn called(speaker: Speaker<'_>, id: DefinitionId, definition: &Definition) -> String {
    let name = speaker.definition_name(id);
    if definition.params.is_empty() {
        return name;
    }
    let params = definition.params.iter().map(|local| speaker.local(*local).replace('`', ""));
    format!("{name}({})", params.collect::<Vec<_>>().join(", "))
}

/// What a definition stands for: a sentence, or one for each case.
fn meaning(speaker: Speaker<'_>, body: &Expr) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = speaker.decided(body);
    while let ExprKind::If(condition, then, otherwise) = &rest.kind {
        speaker.begin();
        let otherwise_if = if steps.is_empty() { "if" } else { "otherwise, if" };
        let text = format!("{otherwise_if} {}: {}", speaker.clause(condition), speaker.value(then));
        steps.push(Step::new(sentence(&text)));
        rest = speaker.decided(otherwise);
    }
    speaker.begin();
    let last = speaker.value(rest);
    let head = if steps.is_empty() { "" } else { "otherwise: " };
    steps.push(Step::new(sentence(&format!("{head}{last}"))));
    steps
}

fn counted(speaker: Speaker<'_>, counter: &Counter) -> String {
    let what = match counter.values() {
        None | Some(Values::Numbers) => format!("a number from {} to {}", counter.low, counter.high),
        Some(Values::Directions(ways)) => format!("a direction ({})", speaker.ways(ways)),
        Some(Values::Players(_)) => "a player".to_owned(),
        Some(Values::Kinds(kinds)) => {
            format!("a kind ({})", listed(kinds.iter().map(|kind| speaker.kind_name(*kind).to_owned()), "or"))
        }
    };
    let each = listed(counter.per.indexes().map(|index: Index| index.word().to_owned()), "and");
    let each = if each.is_empty() { String::new() } else { format!(" for each {each}") };
    let start = match counter.values() {
        _ if counter.each_turn => format!(", {} at the start of each turn", counter.start),
        None | Some(Values::Numbers) => format!(", at first {}", counter.start),
        Some(_) => String::new(),
    };
    format!("{what}{each}{start}")
}

/// What pieces carry.
pub fn carried(speaker: Speaker<'_>) -> Vec<String> {
    let game: &Game = speaker.game;
    let named = |kinds: &[KindId]| listed(kinds.iter().map(|kind| game.kinds[*kind].plural.clone()), "and");
    let numbers = game.carried_numbers().map(|(id, kinds)| {
        let counter = &game.counters[id];
        let what = match counter.values() {
            None | Some(Values::Numbers) => format!("a number from {} to {}", counter.low, counter.high),
            Some(values) => values.ty().to_string(),
        };
        sentence(&format!("each of the {} carries {}: {what}", named(kinds), a_quoted(&counter.name)))
    });
    let marks = game
        .carried_marks()
        .filter(|(mark, _)| !game.is_of_link(*mark))
        .map(|(mark, kinds)| sentence(&format!("{} can be marked `{}`", named(kinds), game.marks[mark].name)));
    numbers.chain(marks).collect()
}
