//! What facts speak of: the names behind their numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use rulebook_language::source::{SourceMap, Span};
use rulebook_language::util::Id;
use rulebook_play::engine::Position;
use rulebook_play::plan::NodeKind;
use rulebook_play::record::OptionValue;

/// The names of a game behind the numbers of its facts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// The title.
    pub game: String,
    /// The values of the options.
    pub options: BTreeMap<String, OptionValue>,
    /// The roles in the order of play.
    pub roles: Vec<String>,
    /// The moves, and what can be done beside them: `pass`, `swap`, `stop`.
    pub moves: Vec<String>,
    /// The effects of the moves.
    pub effects: Vec<Effect>,
    /// The end clauses, and last `repetition` where a rule about it ends games.
    pub clauses: Vec<String>,
    /// What each of them says, shortened.
    #[serde(default)]
    pub clause_texts: Vec<String>,
    /// How people are told of each of them: its name, or what it says where it has none.
    #[serde(default)]
    pub clauses_told: Vec<String>,
    /// The lines of the file in which they begin, from 1; 0 for the repetition rule.
    pub clause_lines: Vec<u32>,
    /// The names of the slots; empty where there is no cell.
    pub cells: Vec<String>,
    /// Whether cells can hold several pieces.
    pub stacks: bool,
    /// Whether there are pieces at all.
    pub pieces: bool,
    /// Whether seats can change roles.
    pub pie: bool,
}

/// An effect of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The move that it belongs to.
    pub of: String,
    /// What the rules say, its first line.
    pub text: String,
    /// The line of the file, from 1.
    pub line: u32,
    /// The file.
    pub file: String,
}

/// What is counted past the last move: passing, the change of seats, going no further.
pub(super) const BESIDE: [&str; 3] = ["pass", "swap", "stop"];

/// The statements that effects of an explaining plan stand in, each once, in the order of the texts.
pub(super) fn effects(position: &Position) -> Vec<Span> {
    let Some(probes) = position.probes() else { return Vec::new() };
    let effects = probes.nodes.iter().filter(|node| node.sort == NodeKind::Effect);
    let mut spans: Vec<Span> = effects.map(|node| position.game().sites.statement(node.span)).collect();
    spans.sort_unstable_by_key(|span| (span.file, span.start, span.end));
    spans.dedup();
    spans
}

impl Sheet {
    /// Of the game of a position, whose texts are given.
    pub fn new(position: &Position, sources: &SourceMap) -> Sheet {
        let game = position.game();
        let mut clauses: Vec<String> = game.ends.iter().map(|end| end.name.clone()).collect();
        let line = |end: &rulebook_language::model::End| sources.file(end.span.file).place(end.span.start).line;
        let mut clause_lines: Vec<u32> = game.ends.iter().map(line).collect();
        let mut clause_texts: Vec<String> = game.ends.iter().map(|end| end.text.clone()).collect();
        let mut clauses_told: Vec<String> = game.ends.iter().map(|end| end.told().to_owned()).collect();
        if game.repetitions.iter().any(|rule| !rule.is_illegal()) {
            for names in [&mut clauses, &mut clause_texts, &mut clauses_told] {
                names.push("repetition".to_owned());
            }
            clause_lines.push(0);
        }
        let effect = |span: &Span| {
            let file = sources.file(span.file);
            let own =
                |rule: &&rulebook_language::model::Move| rule.span.file == span.file && rule.span.start <= span.start;
            let of = game.moves.iter().filter(own).max_by_key(|rule| rule.span.start);
            Effect {
                of: of.map(|rule| rule.name.clone()).unwrap_or_default(),
                text: sources.slice(*span).lines().next().unwrap_or_default().trim_end_matches('{').trim().to_owned(),
                line: file.place(span.start).line,
                file: file.name.clone(),
            }
        };
        let mut cells = vec![String::new(); game.board.slots()];
        for cell in game.board.cells() {
            cells[cell.index()] = game.board.cell_name(cell).to_owned();
        }
        let moves = game.moves.iter().map(|rule| rule.name.clone());
        Sheet {
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            roles: game.players.iter().cloned().collect(),
            moves: moves.chain(BESIDE.map(str::to_owned)).collect(),
            effects: effects(position).iter().map(effect).collect(),
            clauses,
            clause_texts,
            clauses_told,
            clause_lines,
            cells,
            stacks: game.max_height > 1,
            pieces: !game.kinds.is_empty(),
            pie: game.pie,
        }
    }

    /// What is said of games that a clause, by its place, ended.
    pub(super) fn ended_by(&self, place: usize) -> String {
        let name = self.clauses_told.get(place).or_else(|| self.clauses.get(place)).map_or("", String::as_str);
        match self.clause_lines.get(place) {
            Some(line) if *line > 0 => format!("games ended by `{name}` (line {line})"),
            _ => format!("games ended by `{name}`"),
        }
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.cells.iter().filter(|name| !name.is_empty()).count()
    }
}
