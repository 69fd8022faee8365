//! How positions and moves are written.

use rulebook_language::model::{
    Continue, Counter, Game, Move, OwnedKind, TurnFollow, TurnOrder, TurnStep, Type, Values, Written,
};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

use super::list::{listed, sentence, spaced};
use super::told::{Part, Step};

/// What stands for what, where pieces are letters and moves are text.
pub fn writing(game: &Game) -> Vec<Part> {
    let board = &game.board;
    let mut steps: Vec<Step> = letters(game).map(Step::new).into_iter().collect();
    if game.max_height > 1 {
        steps.push(Step::new(
            "The letters of a stack stand from its top down; a number counts what is alike.".to_owned(),
        ));
    }
    if board.is_numbered() {
        let number = |cell| format!("{} is {}", board.cell_name(cell), board.cell_written(cell));
        let ends = [board.cells().next(), board.cells().last()];
        let ends = listed(ends.into_iter().flatten().map(number), "and");
        steps.push(Step::new(format!("Cells are written by their numbers: {ends}.")));
    }
    steps.extend(game.counters.iter().filter_map(|counter| numbered(game, counter)).map(Step::new));
    let moves = game.moves.iter().filter(|rule| rule.lot.is_none());
    let within: Vec<Step> = moves.map(|rule| Step::new(written(game, rule))).collect();
    if !within.is_empty() {
        let text = "A move is written so, with what is chosen in the place of the braces:".to_owned();
        steps.push(Step { text, within });
    }
    let orders = || game.turns.iter().map(|turn| &turn.order);
    let more = [
        (orders().any(|order| has(order, &|step| matches!(step, TurnStep::Pass), &|_| false)), "a pass is `pass`"),
        (
            orders().any(|order| has(order, &|_| false, &|follow| matches!(follow.how, Continue::IfLiked))),
            "not to go on where one may is `stop`",
        ),
        (
            orders().any(|order| has(order, &|step| matches!(step, TurnStep::Chain { .. }), &|_| false)),
            "moves within one action stand one after the other, each without what the one before has chosen",
        ),
    ];
    let more = listed(more.into_iter().filter(|(is, _)| *is).map(|(_, text)| text.to_owned()), "and");
    if !more.is_empty() {
        steps.push(Step::new(sentence(&more)));
    }
    vec![Part { steps, ..Part::default() }]
}

/// The numbers that stand for what is no number.
fn numbered(game: &Game, counter: &Counter) -> Option<String> {
    let board = &game.board;
    let said: Vec<(usize, String)> = match counter.values()? {
        Values::Numbers => return None,
        Values::Directions(all) => all.iter().map(|way| (way.index(), board.direction(*way).name.clone())).collect(),
        Values::Players(all) => all.iter().map(|player| (player.index(), game.players[*player].clone())).collect(),
        Values::Kinds(all) => all.iter().map(|kind| (kind.index(), spaced(&game.kinds[*kind].name))).collect(),
    };
    let said = said.into_iter().map(|(place, name)| format!("{} for {name}", place + 1));
    Some(format!("`{}` is written as a number: {}.", counter.name, listed(said, "and")))
}

/// Whether an order has such a step, or such a step that follows.
fn has(order: &TurnOrder, step: &dyn Fn(&TurnStep) -> bool, follows: &dyn Fn(&TurnFollow) -> bool) -> bool {
    let within = |own: &TurnStep| step(own) || matches!(own, TurnStep::Order(order) if has(order, step, follows));
    order.choices.iter().flatten().any(|sequence| {
        within(&sequence.first) || sequence.then.iter().any(|follow| follows(follow) || within(&follow.step))
    })
}

/// The letters of the pieces in pictures.
fn letters(game: &Game) -> Option<String> {
    let signs = game.signs();
    let told = game.kinds.iter_ids().map(|(id, kind)| {
        let letter = |piece: OwnedKind| format!("`{}`", signs.letter(piece));
        let of = match kind.neutral {
            true => letter((None, id)),
            false => {
                let of = |(owner, name): (_, &String)| format!("{} ({name})", letter((Some(owner), id)));
                listed(game.players.iter_ids().map(of), "and")
            }
        };
        format!("{} are {of}", spaced(&kind.plural))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("In a picture of letters {}; an empty cell is `.`.", told.join(", ")))
}

/// How a move is written: `step`, as `{a}-{b}`.
fn written(game: &Game, rule: &Move) -> String {
    let names: Vec<_> = rule.picks().chain(rule.shown.iter().map(|(local, _)| *local)).collect();
    let types: Vec<Type> = rule.pick_types().collect();
    let name = |place: u8| {
        let local = names.get(usize::from(place)).and_then(|local| game.sites.names.get(local));
        local.map_or("it", |name| name.text.as_str())
    };
    let mut signs: Vec<String> = Vec::new();
    let text: String = rule
        .written
        .iter()
        .map(|part| match part {
            Written::Text(text) => text.replace('`', "'"),
            Written::Pick(place) | Written::Small(place) => format!("{{{}}}", name(*place)),
            Written::Signs(place, all) => {
                let of = |(value, sign): &(u16, String)| {
                    let value = match types.get(usize::from(*place)) {
                        Some(Type::Direction | Type::Directions) => {
                            game.board.direction(DirectionId::from_index(usize::from(*value))).name.clone()
                        }
                        Some(Type::Player | Type::Players) => {
                            game.players.iter().nth(usize::from(*value)).cloned().unwrap_or_default()
                        }
                        _ => value.to_string(),
                    };
                    format!("`{}` for {value}", sign.replace('`', "'"))
                };
                signs.push(format!("with {}", listed(all.iter().map(of), "and")));
                format!("{{{}}}", name(*place))
            }
        })
        .collect();
    let text = if text.is_empty() { rule.name.clone() } else { text };
    let signs = signs.iter().map(|sign| format!(", {sign}")).collect::<String>();
    format!("`{}`: `{text}`{signs}.", rule.name)
}
