//! Checks what a sheet says of how it is drawn.

use super::checker::Checker;
use super::game::Kind;
use super::look::{BOARDS, COLOURS, Figure, Look, SHAPES, meant};
use super::suggested::{Said, suggested};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{LookLine, Name};
use crate::topology::CellShape;
use crate::util::{Suggestion, suggestion};

/// Colours that are hard to tell apart.
const ALIKE: [(&str, &str); 1] = [("white", "ivory")];

/// What a line of a look speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Board,
    Player(usize),
    Kind(usize),
}

impl Checker<'_> {
    /// How the game is drawn; `is_empty` is whether the board is at the start. A variant's own lines replace those of its game
    /// that speak of the same; inherited lines that it has no use for mean nothing.
    pub fn look(&mut self, is_empty: bool) -> Look {
        let mut said = Said {
            board: None,
            players: vec![None; self.parts.players.len()],
            kinds: vec![None; self.parts.kinds.len()],
        };
        let mut places: Vec<(Subject, &LookLine, bool)> = Vec::new();
        for (line, own) in std::mem::take(&mut self.rules.looks) {
            let Some(subject) = self.look_of(&line.of, &line.like.text, own) else { continue };
            if let Some((_, first, _)) = places.iter().find(|(known, _, own)| *own && *known == subject) {
                self.drawn_twice(line, first);
                continue;
            }
            let like = self.look_like(subject, line, own);
            match (subject, like) {
                (_, None) => continue,
                (Subject::Board, Some(Figure::Shape(style))) => said.board = Some(style),
                (Subject::Player(player), Some(Figure::Shape(colour))) => said.players[player] = Some(colour),
                (Subject::Kind(kind), like) => said.kinds[kind] = like,
                _ => {}
            }
            places.retain(|(known, ..)| *known != subject);
            places.push((subject, line, own));
        }
        let (players, kinds) = (&self.parts.players, &self.parts.kinds);
        let Some(board) = &self.parts.board else {
            return Look {
                board: "plain",
                players: players.iter().map(|_| "grey").collect(),
                kinds: Default::default(),
            };
        };
        let look = suggested(&said, players, kinds, board, is_empty);
        self.tell_apart(&look, &places);
        look
    }

    /// Who or what a line speaks of.
    fn look_of(&mut self, of: &Name, like: &str, own: bool) -> Option<Subject> {
        if of.text == "board" {
            return Some(Subject::Board);
        }
        let player = self.parts.players.iter().position(|name| *name == of.text);
        let kind = self.parts.kinds.iter().position(|kind| kind.name == of.text);
        match (player, kind) {
            // A player may be called as a piece is.
            (Some(player), Some(_)) if COLOURS.contains(&like) => return Some(Subject::Player(player)),
            (_, Some(kind)) => return Some(Subject::Kind(kind)),
            (Some(player), None) => return Some(Subject::Player(player)),
            (None, None) => {}
        }
        if !own || self.usage.is_poisoned(&of.text) {
            return None;
        }
        let message = format!("no player and no piece is called `{}`", of.text);
        let said = Diagnostic::new(Code::NameUnknown, of.span, message);
        let singular = |kind: &&Kind| kind.plural == of.text;
        let near = match self.parts.kinds.iter().find(singular) {
            Some(kind) => Some(Suggestion { word: &kind.name, sure: true }),
            None => {
                let kinds = self.parts.kinds.iter().map(|kind| kind.name.as_str());
                suggestion(&of.text, self.parts.players.iter().map(String::as_str).chain(kinds))
            }
        };
        let said = match near {
            Some(near) => said.did_you_mean(near),
            None => said.help("a look speaks of players, of pieces in the singular, and of the `board`"),
        };
        self.say(said);
        None
    }

    /// What a line says of it, if that can be.
    fn look_like(&mut self, subject: Subject, line: &LookLine, own: bool) -> Option<Figure> {
        let (word, span) = (line.like.text.as_str(), line.like.span);
        let list: &[&'static str] = match subject {
            Subject::Board => &BOARDS,
            Subject::Player(_) => &COLOURS,
            Subject::Kind(_) => &SHAPES,
        };
        if let Some(known) = list.iter().find(|known| **known == word) {
            let shape = self.parts.board.as_ref().map(|board| board.outline().shape);
            let is_graph = shape == Some(CellShape::Point);
            if subject == Subject::Board && shape == Some(CellShape::Tile) && word != "plain" {
                if own {
                    let message = format!("the cells of this board are not drawn as {word} cells");
                    self.say(
                        Diagnostic::new(Code::LookBoard, span, message)
                            .label("each has a shape of its own")
                            .help("remove the line: such a board is always drawn plain")
                            .fix(Fix::remove(line.span, "remove the line")),
                    );
                }
                return None;
            }
            if subject == Subject::Board && is_graph && word != "points" {
                if own {
                    self.say(
                        Diagnostic::new(Code::LookBoard, span, format!("a graph has no {word} cells"))
                            .label("its cells are points that lines join")
                            .help("remove the line: a graph is always drawn as points")
                            .fix(Fix::remove(line.span, "remove the line")),
                    );
                }
                return None;
            }
            return Some(Figure::Shape(known));
        }
        let mut letters = word.chars();
        if let (Subject::Kind(_), Some(letter), None) = (subject, letters.next(), letters.next())
            && letter.is_ascii_alphabetic()
        {
            return Some(Figure::Letter(Some(letter.to_ascii_uppercase())));
        }
        if own {
            self.unknown_look(subject, &line.like, list);
        }
        None
    }

    fn unknown_look(&mut self, subject: Subject, like: &Name, list: &[&'static str]) {
        let word = like.text.as_str();
        let all = list.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let (what, known) = match subject {
            Subject::Board => {
                ("way to draw a board", format!("a board is {}", all.replace("`, `points", "` or `points")))
            }
            Subject::Player(_) => ("colour of players", format!("the colours are {all}")),
            Subject::Kind(_) => ("shape of pieces", format!("a piece is drawn as a single letter, or as one of {all}")),
        };
        let said = Diagnostic::new(Code::LookUnknown, like.span, format!("`{word}` is no {what}"));
        let near = meant(word, list)
            .map(|word| Suggestion { word, sure: true })
            .or_else(|| suggestion(word, list.iter().copied()));
        let said = match (subject, near) {
            (Subject::Player(_), _) if SHAPES.contains(&word) => {
                said.label("a shape").help("a player has a colour; a shape is said of a piece, as in `stone as disc`")
            }
            (Subject::Kind(_), _) if COLOURS.contains(&word) => said
                .label("a colour")
                .help("a colour is said of a player, as in `Black as blue`; a piece has that of its owner"),
            (_, Some(near)) => said.did_you_mean(near),
            _ => said.help(known),
        };
        self.say(said);
    }

    fn drawn_twice(&mut self, line: &LookLine, first: &LookLine) {
        let fix = Fix::remove(line.span, "remove the second line");
        let same = line.like.text == first.like.text;
        self.say(
            Diagnostic::new(Code::NameDuplicate, line.span, format!("`{}` is drawn in two ways", line.of.text))
                .label("said again here")
                .related(first.span, "said first here")
                .help("keep one of them")
                .fix(if same { fix } else { fix.unsure() }),
        );
    }

    /// Warns of players and pieces that nobody could tell apart, where the sheet has chosen it.
    fn tell_apart(&mut self, look: &Look, said: &[(Subject, &LookLine, bool)]) {
        let place = |subject: Subject| said.iter().find(|(known, ..)| *known == subject).map(|(_, line, _)| line.span);
        let mut found: Vec<(Span, String, String)> = Vec::new();
        let mut pair = |a: (Subject, &str), b: (Subject, &str), both: String, help: &str| {
            // What is said later is at fault.
            if let Some(at) = place(b.0).max(place(a.0)) {
                found.push((at, format!("`{}` and `{}` are {both}", a.1, b.1), help.to_owned()));
            }
        };
        let players: Vec<(&String, &str)> = self.parts.players.iter().zip(look.players.iter().copied()).collect();
        for (at, (name, colour)) in players.iter().enumerate() {
            for (before, (other, theirs)) in players[..at].iter().enumerate() {
                let both = match ALIKE.iter().any(|alike| *alike == (*colour, *theirs) || *alike == (*theirs, *colour))
                {
                    _ if colour == theirs => format!("both {colour}"),
                    true => format!("{theirs} and {colour}, which look alike"),
                    false => continue,
                };
                let help = "choose another colour for one of them";
                pair((Subject::Player(before), other), (Subject::Player(at), name), both, help);
            }
        }
        let kinds: Vec<(&Kind, &Figure)> = self.parts.kinds.iter().zip(look.kinds.iter()).collect();
        for (at, (kind, figure)) in kinds.iter().enumerate() {
            for (before, (other, theirs)) in kinds[..at].iter().enumerate() {
                let shape = match figure {
                    _ if figure != theirs || kind.neutral != other.neutral => continue,
                    Figure::Shape(shape) => (*shape).to_owned(),
                    Figure::Letter(Some(letter)) => letter.to_string(),
                    Figure::Letter(None) | Figure::Owners(_) => continue,
                };
                let help = "choose another shape for one of them";
                let both = format!("both drawn as `{shape}`");
                pair((Subject::Kind(before), &other.name), (Subject::Kind(at), &kind.name), both, help);
            }
        }
        for (at, message, help) in found {
            self.say(Diagnostic::new(Code::LookSame, at, message).label("nobody could tell them apart").help(help));
        }
    }
}
