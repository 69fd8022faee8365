//! Values, pieces and pieces of rules in words.

use rulebook_language::model::{End, Game, KindId, LocalId, Per, Picked, PlayerId, Type};
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;
use rulebook_play::engine::{Change, Piece, ProbedNode, ProbedValue};
use rulebook_play::plan::{Layout, Node, Probes};

/// How many members of a set are named.
const MAX_NAMED: usize = 12;
/// How many characters of a rule are quoted.
const MAX_QUOTED: usize = 72;

/// What is needed to say things.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The game.
    pub game: &'a Game,
    /// The texts that its rules come from.
    pub sources: &'a SourceMap,
    /// What the probes look at.
    pub probes: &'a Probes,
}

impl Words<'_> {
    /// What is done there: an effect by its name, the end of a move as it is written.
    pub fn done(name: &str) -> String {
        if name.contains(' ') { name.to_owned() } else { format!("do {name}") }
    }

    /// What a probe looks at.
    pub fn node(&self, seen: &ProbedNode) -> &Node {
        &self.probes.nodes[seen.node]
    }

    /// The rule at a place, on one line.
    pub fn quote(&self, span: Span) -> String {
        let whole = self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
        let whole = bare(&whole).to_owned();
        match whole.char_indices().nth(MAX_QUOTED) {
            Some((end, _)) => format!("{} ...", &whole[..end]),
            None => whole,
        }
    }

    /// What something was said of, on one line.
    pub fn text(&self, seen: &ProbedNode) -> String {
        self.quote(self.node(seen).span)
    }

    /// When an end clause holds, as the rule says it.
    pub fn end_condition(&self, end: &End) -> String {
        if !self.is_limit(end) {
            return self.quote(end.when.span);
        }
        let head = self.sources.slice(end.span).split('{').next().unwrap_or_default();
        head.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether an end clause is a `limit`, whose condition is not written out.
    pub fn is_limit(&self, end: &End) -> bool {
        self.sources.slice(end.span).starts_with("limit")
    }

    /// Whether the rules name what is bound.
    pub fn is_named(&self, local: LocalId) -> bool {
        self.game.sites.names.contains_key(&local)
    }

    /// How a bound name is called.
    pub fn name(&self, local: LocalId) -> &str {
        self.game.sites.names.get(&local).map_or("?", |name| name.text.as_str())
    }

    /// A value.
    pub fn value(&self, value: &ProbedValue) -> String {
        let board = &self.game.board;
        match value {
            ProbedValue::Number(number) => number.to_string(),
            ProbedValue::Truth(truth) => truth.to_string(),
            ProbedValue::Cell(cell) => self.cell(*cell),
            ProbedValue::Cells(cells) => {
                self.set(cells.iter().map(|cell| board.cell_name(*cell)), cells.len(), "cells")
            }
            ProbedValue::Player(player) => self.player(*player),
            ProbedValue::Kind(kind) => kind.map_or("no piece", |kind| &self.game.kinds[kind].name).to_owned(),
            ProbedValue::Kinds(kinds) => {
                let names = kinds.iter().filter_map(|kind| self.game.kinds.get(*kind)).map(|kind| kind.name.as_str());
                self.set(names, kinds.len(), "kinds")
            }
            ProbedValue::Direction(direction) => self.direction(*direction),
            ProbedValue::Directions(list) => {
                let names: Vec<String> = list.iter().map(|direction| self.direction(*direction)).collect();
                self.set(names.iter().map(String::as_str), list.len(), "directions")
            }
            ProbedValue::Numbers(numbers) => {
                let shown: Vec<String> = numbers.iter().take(MAX_NAMED).map(ToString::to_string).collect();
                let more = if numbers.len() > MAX_NAMED { ", ..." } else { "" };
                format!("[{}{more}]", shown.join(", "))
            }
        }
    }

    fn set<'n>(&self, names: impl Iterator<Item = &'n str>, count: usize, what: &str) -> String {
        match count {
            0 => "empty".to_owned(),
            n if n > MAX_NAMED => {
                format!("{{{}, ...}}, {n} {what}", names.take(4).collect::<Vec<_>>().join(", "))
            }
            _ => format!("{{{}}}", names.collect::<Vec<_>>().join(", ")),
        }
    }

    /// A cell.
    pub fn cell(&self, cell: Option<CellId>) -> String {
        cell.map_or("nowhere", |cell| self.game.board.cell_name(cell)).to_owned()
    }

    /// A player.
    pub fn player(&self, player: Option<PlayerId>) -> String {
        player.and_then(|player| self.game.players.get(player)).map_or("nobody", String::as_str).to_owned()
    }

    fn direction(&self, direction: DirectionId) -> String {
        let known = direction.index() < self.game.board.directions().count();
        if known { self.game.board.direction(direction).name.clone() } else { "no direction".to_owned() }
    }

    /// A pick as it is written.
    pub fn pick(&self, from: Type, pick: u16) -> String {
        match from {
            Type::Directions | Type::Direction => self.direction(DirectionId::from_index(usize::from(pick))),
            Type::Players | Type::Player => self.player(Some(PlayerId::from_index(usize::from(pick)))),
            Type::Kinds | Type::Kind => {
                let kind = self.game.kinds.get(KindId::from_index(usize::from(pick)));
                kind.map_or("no kind", |kind| kind.name.as_str()).to_owned()
            }
            Type::Range => pick.to_string(),
            _ => self.cell((usize::from(pick) < self.game.board.slots()).then_some(CellId(pick))),
        }
    }

    /// What is picked for one name.
    pub fn picked(&self, from: Type, picked: Picked<'_>) -> String {
        match picked {
            Picked::One(pick) => self.pick(from, pick),
            Picked::Set(cells) => {
                let cells: Vec<String> = cells.iter().map(|cell| self.pick(from, *cell)).collect();
                format!("{{{}}}", cells.join(", "))
            }
        }
    }

    /// What stands on a cell, the top first.
    pub fn pieces(&self, pieces: &[Piece]) -> String {
        let [top, under @ ..] = pieces else { return "empty".to_owned() };
        let one = |(owner, kind): &Piece| match owner {
            Some(owner) => format!("{} {}", self.game.players[*owner], self.game.kinds[*kind].name),
            None => self.game.kinds[*kind].name.clone(),
        };
        if under.is_empty() {
            return one(top);
        }
        let runs = pieces.chunk_by(|a, b| a == b).map(|run| match run {
            [single] => one(single),
            [first, ..] => format!("{} {}", run.len(), one(first)),
            [] => String::new(),
        });
        format!("stack of {}", runs.collect::<Vec<_>>().join(" over "))
    }

    /// The names that are bound, with what they stand for: `a = a1, b = a2`.
    pub fn bound(&self, names: &[(LocalId, ProbedValue)]) -> String {
        let one = |(local, value): &(LocalId, ProbedValue)| format!("{} = {}", self.name(*local), self.value(value));
        names.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// A change: what changed, from what, to what.
    pub fn change(&self, layout: &Layout, change: &Change) -> (String, String, String) {
        match change {
            Change::Pieces { cell, before, after } => (self.cell(Some(*cell)), self.pieces(before), self.pieces(after)),
            Change::Number { field, at, before, after } => {
                let field = &layout.fields[*field];
                let counter = self.game.counters.iter().find(|counter| counter.name == field.name);
                let per = counter.map_or(Per::Game, |counter| counter.per);
                let of = per.indexes().zip(self.game.indexes_of(per, *at));
                let of: Vec<&str> = of.map(|(index, own)| self.game.member_name(index, own)).collect();
                let of = if of.is_empty() { String::new() } else { format!("({})", of.join(", ")) };
                (format!("{}{of}", field.name), before.to_string(), after.to_string())
            }
            Change::Cells { field, added, removed } => {
                let list = |sign: &str, cells: &[CellId]| {
                    (!cells.is_empty()).then(|| format!("{sign}{}", self.value(&ProbedValue::Cells(cells.to_vec()))))
                };
                let said = |parts: [Option<String>; 2]| parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
                let before = said([list("not ", added), list("", removed)]);
                (format!("mark {}", layout.fields[*field].name), before, said([list("", added), list("not ", removed)]))
            }
        }
    }
}

/// The text without a pair of parentheses around all of it.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for letter in inner.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if depth < 0 {
            return text;
        }
    }
    bare(inner.trim())
}
