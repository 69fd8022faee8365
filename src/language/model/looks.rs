//! Checks what a sheet says of how it is drawn.

use super::checker::Checker;
use super::constant::{Constant, Evaluation};
use super::game::Kind;
use super::ids::{CounterId, KindId, MarkId, PlayerId};
use super::look::{BOARDS, COLOURS, FIELDS, Field, Figure, LETTERED, Look, MAX_LETTERS, SHAPES, meant};
use super::suggested::{Said, suggested};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{LookAs, LookLine, Name};
use crate::syntax::is_name;
use crate::topology::CellShape;
use crate::util::{Id, Suggestion, suggestion};

/// Colours that are hard to tell apart.
const ALIKE: [(&str, &str); 1] = [("white", "ivory")];

/// What a line of a look speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Board,
    Player(usize),
    Kind(usize),
    /// The colour of a kind that nobody owns.
    Tint(usize),
    /// A kind while its pieces carry a mark.
    Marked(MarkId, usize),
    /// The cells of a region, by its place among the definitions of the rules.
    Field(usize),
}

impl Subject {
    fn words(self) -> &'static [&'static str] {
        match self {
            Subject::Board => &BOARDS,
            Subject::Player(_) | Subject::Tint(_) => &COLOURS,
            Subject::Kind(_) | Subject::Marked(..) => &SHAPES,
            Subject::Field(_) => &FIELDS,
        }
    }
}

impl Checker<'_> {
    /// How the game is drawn; `is_empty` is whether the board is at the start. A variant's own lines replace those of its game
    /// that speak of the same; inherited lines that it has no use for mean nothing.
    pub fn look(&mut self, is_empty: bool) -> Look {
        let mut said = Said {
            board: None,
            players: vec![None; self.parts.players.len()],
            kinds: vec![None; self.parts.kinds.len()],
            tints: vec![None; self.parts.kinds.len()],
        };
        let mut places: Vec<(Subject, &LookAs, bool)> = Vec::new();
        let (mut marked, mut fields) = (Vec::new(), Vec::new());
        let (mut marks, mut counters) = (Vec::new(), Vec::new());
        for (line, own) in std::mem::take(&mut self.rules.looks) {
            let line = match line {
                LookLine::As(line) => line,
                LookLine::Hide(names) => {
                    names.iter().for_each(|name| self.hide(name, own, &mut marks, &mut counters));
                    continue;
                }
            };
            let Some(subject) = self.look_of(line, own) else { continue };
            if let Some((_, first, _)) = places.iter().find(|(known, _, own)| *own && *known == subject) {
                self.drawn_twice(line, first);
                continue;
            }
            let Some(like) = self.look_like(subject, line, own) else { continue };
            match (subject, like) {
                (Subject::Board, Figure::Shape(style)) => said.board = Some(style),
                (Subject::Player(player), Figure::Shape(colour)) => said.players[player] = Some(colour),
                (Subject::Tint(kind), Figure::Shape(colour)) => said.tints[kind] = Some(colour),
                (Subject::Kind(kind), like) => said.kinds[kind] = Some(like),
                (Subject::Marked(mark, kind), like) => {
                    let kind = KindId::from_index(kind);
                    marked.retain(|(known, of, _)| (*known, *of) != (mark, kind));
                    marked.push((mark, kind, like));
                }
                (Subject::Field(place), Figure::Shape(style)) => {
                    let found = self.fields(place, line, style, own);
                    if found.is_empty() {
                        continue;
                    }
                    fields.retain(|field: &Field| field.name != line.of.text);
                    fields.extend(found);
                }
                _ => {}
            }
            places.retain(|(known, ..)| *known != subject);
            places.push((subject, line, own));
        }
        let (players, kinds) = (&self.parts.players, &self.parts.kinds);
        let Some(board) = &self.parts.board else {
            return Look { board: "plain", players: players.iter().map(|_| "grey").collect(), ..Look::default() };
        };
        let look = suggested(&said, players, kinds, board, is_empty);
        let look = Look { marked, fields, hidden_marks: marks, hidden_counters: counters, ..look };
        self.tell_apart(&look, &places);
        look
    }

    /// What nobody needs to see: counters and marks by their names.
    fn hide(&mut self, name: &Name, own: bool, marks: &mut Vec<MarkId>, counters: &mut Vec<CounterId>) {
        if let Some(mark) = self.parts.marks.iter().position(|mark| mark.name == name.text) {
            marks.push(MarkId::from_index(mark));
        } else if let Some(counter) = self.parts.counters.iter().position(|counter| counter.name == name.text) {
            counters.push(CounterId::from_index(counter));
        } else if own && !self.usage.is_poisoned(&name.text) {
            let known = self.parts.marks.iter().map(|mark| mark.name.as_str());
            let near = suggestion(&name.text, known.chain(self.parts.counters.iter().map(|known| known.name.as_str())));
            let message = format!("no mark and no counter is called `{}`", name.text);
            let said = Diagnostic::new(Code::NameUnknown, name.span, message);
            self.say(match near {
                Some(near) => said.did_you_mean(near),
                None => said.help("what can be hidden are marks and counters; pieces are always seen"),
            });
        }
    }

    /// Who or what a line speaks of.
    fn look_of(&mut self, line: &LookAs, own: bool) -> Option<Subject> {
        let LookAs { marked, of, like, on, .. } = line;
        let kind = self.parts.kinds.iter().position(|kind| kind.name == of.text);
        if let Some(marked) = marked {
            return self.look_of_marked(marked, of, kind, own);
        }
        if of.text == "board" {
            return Some(Subject::Board);
        }
        let player = self.parts.players.iter().position(|name| *name == of.text);
        let is_colour = on.is_none() && COLOURS.contains(&like.text.as_str());
        match (player, kind) {
            // A player may be called as a piece is.
            (Some(player), Some(_)) if is_colour => return Some(Subject::Player(player)),
            (_, Some(kind)) if is_colour && self.parts.kinds[KindId::from_index(kind)].neutral => {
                return Some(Subject::Tint(kind));
            }
            (_, Some(kind)) => return Some(Subject::Kind(kind)),
            (Some(player), None) => return Some(Subject::Player(player)),
            (None, None) => {}
        }
        if let Some(place) = self.find_definition(&of.text) {
            return Some(Subject::Field(place));
        }
        if own && !self.usage.is_poisoned(&of.text) {
            self.unknown_subject(of, "no player, no piece and no region is called");
        }
        None
    }

    /// Pieces of a kind that carry a mark, or stand on it.
    fn look_of_marked(&mut self, marked: &Name, of: &Name, kind: Option<usize>, own: bool) -> Option<Subject> {
        let place = self.parts.marks.iter().position(|mark| mark.name == marked.text);
        let (Some(place), Some(kind)) = (place, kind) else {
            if own && BOARDS.contains(&marked.text.as_str()) {
                // `points` alone on its line.
                let written = format!("board as {}", marked.text);
                let message = format!("`{}` says how the board is drawn", marked.text);
                self.say(
                    Diagnostic::new(Code::SyntaxExpected, marked.span, message)
                        .help(format!("write `{written}`"))
                        .fix(Fix::write(marked.span, written)),
                );
            } else if own && place.is_none() && !self.usage.is_poisoned(&marked.text) {
                let message = format!("no mark is called `{}`", marked.text);
                let said = Diagnostic::new(Code::NameUnknown, marked.span, message);
                let near = suggestion(&marked.text, self.parts.marks.iter().map(|mark| mark.name.as_str()));
                self.say(match near {
                    Some(near) => said.did_you_mean(near),
                    None => said.help("before a piece stands the mark with which it is drawn so"),
                });
            } else if own && place.is_some() && !self.usage.is_poisoned(&of.text) {
                self.unknown_subject(of, "no piece is called");
            }
            return None;
        };
        let mark = MarkId::from_index(place);
        let is_carried = |carriers: &Vec<KindId>| carriers.is_empty() || carriers.contains(&KindId::from_index(kind));
        if self.parts.marks[mark].carriers.as_ref().is_some_and(|carriers| !is_carried(carriers)) {
            if own {
                let message = format!("a {} never carries `{}`", of.text, marked.text);
                self.say(
                    Diagnostic::new(Code::LookUnknown, marked.span.to(of.span), message).help(format!(
                        "say that it does, `pieces {} with {}`, or remove the line",
                        of.text, marked.text
                    )),
                );
            }
            return None;
        }
        Some(Subject::Marked(mark, kind))
    }

    fn unknown_subject(&mut self, of: &Name, message: &str) {
        let said = Diagnostic::new(Code::NameUnknown, of.span, format!("{message} `{}`", of.text));
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
            None => said.help("a look speaks of players, of pieces in the singular, of regions, and of the `board`"),
        };
        self.say(said);
    }

    /// The cells of a region that is the same as long as the game goes on; of one with a player in parentheses, those of each.
    fn fields(&mut self, place: usize, line: &LookAs, style: &'static str, own: bool) -> Vec<Field> {
        let (name, span) = (&line.of.text, line.of.span);
        let (definitions, board) = (&self.parts.definitions, self.parts.board.as_ref());
        let Some((_, definition)) = definitions.iter_ids().filter(|(_, known)| known.name == *name).last() else {
            return Vec::new();
        };
        let field = |player: Option<PlayerId>| {
            let mut at = Evaluation::new(board, definitions);
            if let (Some(player), Some(param)) = (player, definition.params.first()) {
                at.bind(*param, Constant::Player(player));
            }
            let mut cells = match at.value(&definition.body)? {
                Constant::Cells(cells) => cells,
                Constant::Cell(cell) => cell.into_iter().collect(),
                _ => return None,
            };
            cells.sort_unstable();
            cells.dedup();
            Some(Field { name: name.clone(), player, cells, style })
        };
        let found: Option<Vec<Field>> = match definition.params.as_slice() {
            [] => field(None).map(|field| vec![field]),
            [_] => self.parts.players.ids().map(|player| field(Some(player))).collect(),
            _ => None,
        };
        if let Some(found) = found {
            return found;
        }
        if own && !self.usage.is_poisoned(name) {
            let known = self.rules.definitions[place].last();
            let sort = known.map_or("", |known| known.sort.text.as_str());
            let is_of_player = |(_, ty): &(Name, Option<Name>)| ty.as_ref().is_some_and(|ty| ty.text == "player");
            let said = match sort {
                "region" | "cell" if known.is_some_and(|known| !known.params.iter().all(is_of_player)) => {
                    Diagnostic::new(Code::LookUnknown, span, format!("`{name}` is another region for each cell"))
                        .help("what is drawn on the board is one region, or one for each player")
                }
                "region" | "cell" => Diagnostic::new(Code::TypeNotConstant, span, format!("`{name}` changes while the game is played"))
                    .help("what is drawn on the board is a region of cells that the board alone decides, or one for each player"),
                _ => Diagnostic::new(Code::LookUnknown, span, format!("`{name}` is no region"))
                    .help("a look speaks of players, of pieces in the singular, of regions, and of the `board`"),
            };
            self.say(said);
        }
        Vec::new()
    }

    /// What a line says of it, if that can be: of pieces a figure, of all else a word as its shape.
    fn look_like(&mut self, subject: Subject, line: &LookAs, own: bool) -> Option<Figure> {
        let word = line.like.text.as_str();
        let is_piece = matches!(subject, Subject::Kind(_) | Subject::Marked(..));
        if let Some(on) = &line.on {
            return if is_piece { self.letters_on(&line.like, on, own) } else { self.no_place_for_letters(line, own) };
        }
        let is_quoted = (line.like.span.end - line.like.span.start) as usize > word.len();
        if is_quoted && (!is_piece || word.chars().count() > MAX_LETTERS) {
            if own {
                let said = Diagnostic::new(Code::SyntaxExpected, line.like.span, "a look is a word without quotes")
                    .help(format!("leave the quotes out: `as {word}`"));
                self.say(if is_name(word) { said.fix(Fix::write(line.like.span, word)) } else { said });
            }
            return None;
        }
        if let Some(known) = subject.words().iter().find(|known| **known == word) {
            if subject == Subject::Board && !self.board_allows(line, own) {
                return None;
            }
            return Some(Figure::Shape(known));
        }
        if is_piece && word.chars().count() <= MAX_LETTERS && !word.is_empty() && !word.contains(char::is_whitespace) {
            return Some(Figure::Letter { letters: Some(word.to_uppercase()), on: "disc" });
        }
        if own {
            self.unknown_look(subject, &line.like);
        }
        None
    }

    /// `P on wedge`.
    fn letters_on(&mut self, letters: &Name, on: &Name, own: bool) -> Option<Figure> {
        let count = letters.text.chars().count();
        let shape = LETTERED.into_iter().find(|shape| *shape == on.text);
        if let (Some(on), 1..=MAX_LETTERS, false) = (shape, count, letters.text.contains(char::is_whitespace)) {
            return Some(Figure::Letter { letters: Some(letters.text.to_uppercase()), on });
        }
        if own && shape.is_some() {
            let message = format!("a piece has no room for `{}`", letters.text);
            self.say(
                Diagnostic::new(Code::LookUnknown, letters.span, message)
                    .help("write one character or two, as in `P on wedge` or `\"+P\" on wedge`"),
            );
        } else if own {
            let all = LETTERED.map(|word| format!("`{word}`")).join(", ");
            let said = Diagnostic::new(Code::LookUnknown, on.span, format!("no letters stand on `{}`", on.text));
            self.say(match suggestion(&on.text, LETTERED) {
                Some(near) => said.did_you_mean(near),
                None => said.help(format!("letters stand on {all}")),
            });
        }
        None
    }

    fn no_place_for_letters(&mut self, line: &LookAs, own: bool) -> Option<Figure> {
        if own {
            let message = format!("`{}` is no piece: letters stand on pieces alone", line.of.text);
            self.say(
                Diagnostic::new(Code::LookUnknown, line.of.span, message)
                    .help("write `... on ...` of a piece, as in `pawn as P on wedge`"),
            );
        }
        None
    }

    /// Whether the board can be drawn so.
    fn board_allows(&mut self, line: &LookAs, own: bool) -> bool {
        let (word, span) = (line.like.text.as_str(), line.like.span);
        let shape = self.parts.board.as_ref().map(|board| board.outline().shape);
        let said = if shape == Some(CellShape::Tile) && word != "plain" {
            let message = format!("the cells of this board are not drawn as {word} cells");
            Diagnostic::new(Code::LookBoard, span, message)
                .label("each has a shape of its own")
                .help("remove the line: such a board is always drawn plain")
        } else if shape == Some(CellShape::Point) && word != "points" {
            Diagnostic::new(Code::LookBoard, span, format!("a graph has no {word} cells"))
                .label("its cells are points that lines join")
                .help("remove the line: a graph is always drawn as points")
        } else {
            return true;
        };
        if own {
            self.say(said.fix(Fix::remove(line.span, "remove the line")));
        }
        false
    }

    fn unknown_look(&mut self, subject: Subject, like: &Name) {
        let (word, list) = (like.text.as_str(), subject.words());
        let all = list.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let (what, known) = match subject {
            Subject::Board => {
                ("way to draw a board", format!("a board is {}", all.replace("`, `points", "` or `points")))
            }
            Subject::Player(_) | Subject::Tint(_) => ("colour of players", format!("the colours are {all}")),
            Subject::Kind(_) | Subject::Marked(..) => {
                ("shape of pieces", format!("a piece is drawn as one letter or two, or as one of {all}"))
            }
            Subject::Field(_) => ("way to draw a region", format!("the cells of a region are {all}")),
        };
        let said = Diagnostic::new(Code::LookUnknown, like.span, format!("`{word}` is no {what}"));
        let near = meant(word, list)
            .map(|word| Suggestion { word, sure: true })
            .or_else(|| suggestion(word, list.iter().copied()));
        let said = match (subject, near) {
            (Subject::Player(_), _) if SHAPES.contains(&word) => {
                said.label("a shape").help("a player has a colour; a shape is said of a piece, as in `stone as disc`")
            }
            (Subject::Kind(_) | Subject::Marked(..), _) if COLOURS.contains(&word) => said.label("a colour").help(
                "a colour is said of a player, as in `Black as blue`, or of a neutral piece; others have that of their owner",
            ),
            (_, Some(near)) => said.did_you_mean(near),
            _ => said.help(known),
        };
        self.say(said);
    }

    fn drawn_twice(&mut self, line: &LookAs, first: &LookAs) {
        let fix = Fix::remove(line.span, "remove the second line");
        let same = line.like.text == first.like.text
            && line.on.as_ref().map(|on| &on.text) == first.on.as_ref().map(|on| &on.text);
        self.say(
            Diagnostic::new(Code::NameDuplicate, line.span, format!("`{}` is drawn in two ways", line.of.text))
                .label("said again here")
                .related(first.span, "said first here")
                .help("keep one of them")
                .fix(if same { fix } else { fix.unsure() }),
        );
    }

    /// Warns of players and pieces that nobody could tell apart, where the sheet has chosen it.
    fn tell_apart(&mut self, look: &Look, said: &[(Subject, &LookAs, bool)]) {
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
        let place_of = KindId::from_index;
        let kinds: Vec<(&Kind, &Figure)> = self.parts.kinds.iter().zip(look.kinds.iter()).collect();
        for (at, (kind, figure)) in kinds.iter().enumerate() {
            for (before, (other, theirs)) in kinds[..at].iter().enumerate() {
                let shape = match figure {
                    _ if figure != theirs || kind.neutral != other.neutral => continue,
                    // Those that nobody owns may differ in colour alone.
                    _ if kind.neutral && look.tints.get(place_of(at)) != look.tints.get(place_of(before)) => continue,
                    Figure::Shape(shape) => (*shape).to_owned(),
                    Figure::Letter { letters: Some(letters), .. } => letters.clone(),
                    Figure::Letter { letters: None, .. } | Figure::Owners(_) => continue,
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
