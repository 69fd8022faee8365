//! Positions that are set by hand.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::Sheets;
use rulebook_language::model::{Counter, CounterId, Game, Index, KindId, MarkId, Per, PlayerId, SetUp};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// What is asked.
#[derive(Deserialize)]
pub struct SetPosition {
    game: GameRef,
    cells: Vec<Cell>,
    player: usize,
    #[serde(default)]
    counters: Vec<CounterValue>,
    #[serde(default)]
    links: Vec<LinkSet>,
}

/// A link: of which sort, between which cells, by their numbers, and whose.
#[derive(Deserialize)]
struct LinkSet {
    sort: usize,
    from: usize,
    to: usize,
    owner: Option<usize>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(default)]
    pieces: Vec<Piece>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    counters: Vec<i64>,
}

#[derive(Deserialize)]
struct Piece {
    owner: Option<usize>,
    kind: usize,
}

#[derive(Deserialize)]
struct CounterValue {
    name: String,
    player: Option<usize>,
    /// Of one of cells, which.
    cell: Option<String>,
    /// Of one of kinds, which.
    kind: Option<String>,
    value: i64,
}

/// The notation of a position.
///
/// # Errors
/// What is wrong with it.
pub fn notation(asked: &SetPosition, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let prepared = sheet.ready()?;
    let game = &prepared.game;
    let count = game.board.cell_count();
    if asked.cells.len() != count {
        return Err(Refusal::new(format!("the board has {count} cells, and {} are given", asked.cells.len())));
    }
    if asked.player >= game.players.len() {
        return Err(Refusal::new(format!("there are {} players", game.players.len())));
    }
    let mut set_up = SetUp { to_act: Some(PlayerId::from_index(asked.player)), ..SetUp::default() };
    let mut contents = Vec::new();
    let mut marked: Vec<(MarkId, Vec<CellId>)> = game.marks.ids().map(|mark| (mark, Vec::new())).collect();
    for (cell, set) in game.board.cells().zip(&asked.cells) {
        contents.push((cell, pieces(game, cell, &set.pieces)?));
        for name in &set.marks {
            let place = game.marks.iter().position(|mark| mark.name == *name);
            let mark = place.and_then(|place| marked.get_mut(place));
            let shown: String = name.chars().take(40).collect();
            mark.ok_or_else(|| Refusal::new(format!("there is no mark `{shown}`")))?.1.push(cell);
        }
        let counters = game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::CELL);
        for ((id, counter), value) in counters.zip(&set.counters) {
            within(counter, *value)?;
            set_up.counters.push((id, cell.index(), *value));
        }
    }
    for set in &asked.links {
        let (mark, cell) = linked(game, set).ok_or_else(|| Refusal::new("these cells cannot be linked so"))?;
        marked.get_mut(mark.index()).into_iter().for_each(|(_, cells)| cells.push(cell));
    }
    set_up.contents = Some(contents);
    set_up.marks = marked.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
    for set in &asked.counters {
        set_up.counters.push(counter(game, set)?);
    }
    let position = Position::set_up(Arc::clone(game), Arc::clone(&prepared.plan), &set_up)?;
    let notation = position.notation();
    prepared.read(&notation)?;
    Ok(json!({"notation": notation}))
}

/// The mark that keeps a link, and the cell that it is on.
fn linked(game: &Game, set: &LinkSet) -> Option<(MarkId, CellId)> {
    let cells: Vec<CellId> = game.board.cells().collect();
    let ends = [*cells.get(set.from)?, *cells.get(set.to)?];
    let owner = set.owner.map(PlayerId::from_index);
    game.links.get(set.sort)?.mark_of(&game.board, ends, owner)
}

/// The pieces of a cell from the top, which are given from the bottom.
fn pieces(game: &Game, cell: CellId, set: &[Piece]) -> Result<Vec<(Option<PlayerId>, KindId)>, Refusal> {
    let name = game.board.cell_name(cell);
    if set.len() > usize::from(game.max_height) {
        return Err(Refusal::new(format!("{name}: at most {} pieces stand on a cell", game.max_height)));
    }
    let piece = |piece: &Piece| {
        let wrong = |what: &str| Refusal::new(format!("{name}: {what}"));
        let kind = game.kinds.get(KindId(u8::try_from(piece.kind).unwrap_or(u8::MAX)));
        let neutral = kind.ok_or_else(|| wrong("there is no such kind of piece"))?.neutral;
        if neutral != piece.owner.is_none() {
            let what = if neutral { "nobody owns a piece of this kind" } else { "a piece of this kind has an owner" };
            return Err(wrong(what));
        }
        if piece.owner.is_some_and(|owner| owner >= game.players.len()) {
            return Err(wrong("there is no such player"));
        }
        Ok((piece.owner.map(PlayerId::from_index), KindId::from_index(piece.kind)))
    };
    set.iter().rev().map(piece).collect()
}

fn within(counter: &Counter, value: i64) -> Result<(), Refusal> {
    let (low, high) = counter.bounds();
    let (range, name) = (low..=high, &counter.name);
    if range.contains(&value) { Ok(()) } else { Err(Refusal::new(format!("`{name}` is from {low} to {high}"))) }
}

fn counter(game: &Game, set: &CounterValue) -> Result<(CounterId, usize, i64), Refusal> {
    let shown: String = set.name.chars().take(40).collect();
    let found = game.counters.iter_ids().find(|(_, counter)| counter.name == set.name && counter.per != Per::CELL);
    let (id, counter) = found.ok_or_else(|| Refusal::new(format!("there is no counter `{shown}`")))?;
    within(counter, set.value)?;
    let own = |index: Index| match index {
        Index::Player => set.player.filter(|player| *player < game.players.len()),
        Index::Cell => game.board.find_cell(set.cell.as_deref()?).map(Id::index),
        Index::Kind => game.kinds.iter().position(|kind| Some(kind.name.as_str()) == set.kind.as_deref()),
    };
    let given =
        [(Index::Player, set.player.is_some()), (Index::Cell, set.cell.is_some()), (Index::Kind, set.kind.is_some())];
    let of: Option<Vec<usize>> = counter.per.indexes().map(own).collect();
    match of {
        Some(of) if given.iter().all(|(index, given)| *given == counter.per.has(*index)) => {
            Ok((id, game.place_of(counter.per, &of), set.value))
        }
        _ => {
            let each: Vec<String> = counter.per.indexes().map(|index| format!("each {}", index.word())).collect();
            let each = if each.is_empty() { "the game".to_owned() } else { each.join(" and ") };
            Err(Refusal::new(format!("`{shown}` is one for {each}")))
        }
    }
}
