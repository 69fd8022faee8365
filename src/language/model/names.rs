//! What a word stands for.

use super::builtins;
use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::{Per, Setting};
use super::ids::{KindId, MarkId, PlayerId};
use super::row::Reads;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Name};
use crate::util::{Id, suggest};

/// What to write for words that other rule sheets have; and whether they mean that and nothing that is written nearly so.
fn foreign(name: &str, players: usize) -> Option<(&'static str, bool)> {
    Some(match name {
        "opponent" | "opponents" | "other" | "other_player" if players == 2 => {
            ("write `enemy`: the cells with the other player's pieces and, where a player is wanted, that player", true)
        }
        "opponent" | "opponents" | "other" | "other_player" => {
            ("write `enemy` for the cells with other players' pieces, or name the player", true)
        }
        "any" | "exists" => ("write `some`: `some x in S where P`, or `some S` for a set that has a cell", true),
        "nowhere" | "null" | "nil" | "off_board" | "offboard" => {
            ("a step off the board is in no set: ask `c + north in board`, or `not in board`", true)
        }
        "player" | "current_player" | "self" | "active" => ("write `me` for the player to act", false),
        "own" | "friendly" => ("write `mine` for the cells with the mover's pieces, `my stone` for a piece", true),
        "foe" | "enemies" | "hostile" => ("write `enemy` for the cells with other players' pieces", true),
        "cells" | "squares" | "everywhere" | "all_cells" => ("write `board` for all cells", false),
        "neighbours" | "neighbors" => ("write `adjacent(c)`, `orthogonal(c)` or `diagonal(c)`", true),
        "turn" | "turns" | "round" | "rounds" => ("write `turn_number` for the number of the turn", false),
        _ => return None,
    })
}

impl Checker<'_> {
    /// What a word that stands alone means.
    pub fn name(&mut self, name: &str, span: Span) -> Expr {
        let made = |kind, ty| Expr { kind, ty, span };
        if let Some(bound) = self.scope.find(name) {
            return made(ExprKind::Local(bound.local), bound.ty);
        }
        let option = self.option(name);
        if option.is_some() {
            self.stated.option(span);
        }
        match option {
            Some(Setting::Number(number)) => return made(ExprKind::Number(number), Type::Number),
            Some(Setting::Word(word)) => return made(ExprKind::Word(word), Type::Word),
            None => {}
        }
        if let Some(place) = self.find_definition(name) {
            return self.call_definition(place, &[], span);
        }
        if let Some(place) = self.find_pattern(name) {
            return self.pattern_of(place, None, None, span);
        }
        if let Some((counter, per)) = self.find_counter(name) {
            if per == Per::Game {
                return made(ExprKind::Counter(counter, None), Type::Number);
            }
            let whose = if per == Per::Cell { "cell" } else { "player" };
            return self.error(
                Diagnostic::new(Code::TypeArguments, span, format!("there is one `{name}` for each {whose}"))
                    .help(format!("write `{name}({whose})` for that of one {whose}")),
            );
        }
        if let Some(mark) = self.find_mark(name) {
            return made(ExprKind::Marked(mark), Type::Cells);
        }
        if let Some(player) = self.find_player(name) {
            return made(ExprKind::Player(player), Type::Player);
        }
        if let Some(kind) = self.parts.kinds.ids().find(|kind| self.parts.kinds[*kind].plural == name) {
            self.use_kind(kind);
            return made(ExprKind::Pieces { kind, owner: None }, Type::Cells);
        }
        if let Some(kind) = self.parts.kinds.ids().find(|kind| self.parts.kinds[*kind].name == name) {
            self.use_kind(kind);
            return made(ExprKind::Kind(kind), Type::Kind);
        }
        if let Some(found) = self.language_word(name, span) {
            return found;
        }
        if let Some(found) = self.board_word(name, span) {
            return found;
        }
        self.unknown(name, span)
    }

    fn language_word(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((_, relation)) = builtins::DIRECTIONS.iter().find(|(word, _)| word.name() == name) {
            let board = self.parts.board.as_ref()?;
            let directions = board.relation_directions(board.find_relation(relation)?).to_vec();
            return Some(Expr { kind: ExprKind::Directions(directions), ty: Type::Directions, span });
        }
        let builtin = builtins::find_word(name)?;
        if let Some(expr) = self.refuse_here(name, builtin, span) {
            return Some(expr);
        }
        if let Some(event) = &builtin.row().event {
            self.parts.features.events[event.place] = true;
        }
        Some(self.builtin(builtin, Vec::new(), span))
    }

    /// A word that means nothing where it stands.
    fn refuse_here(&mut self, name: &str, builtin: Builtin, span: Span) -> Option<Expr> {
        let reads = builtin.row().reads;
        if reads.any(Reads::TURN) && matches!(self.scope.phase(), Phase::End | Phase::Ranking) {
            return Some(
                self.error(
                    Diagnostic::new(Code::NameNotHere, span, format!("the turn is over, so nothing is `{name}` in it"))
                        .label("this means what has happened in the turn at hand")
                        .help("ask about the position, or keep what you need with `mark`"),
                ),
            );
        }
        let message = match self.scope.phase() {
            Phase::Static if reads != Reads::NOTHING => format!("`{name}` means nothing before the game begins"),
            Phase::Setup if reads.any(Reads::MOVER) => format!("nobody moves in the setup, so there is no `{name}`"),
            _ => return None,
        };
        let said = Diagnostic::new(Code::NameNotHere, span, message);
        Some(self.error(if self.scope.phase() == Phase::Setup {
            said.help("name the player")
        } else {
            said.help("use numbers, options and what the board alone decides")
        }))
    }

    /// Directions, regions and cells of the board.
    fn board_word(&mut self, name: &str, span: Span) -> Option<Expr> {
        let board = self.parts.board.as_ref()?;
        if let Some(direction) = board.find_direction(name) {
            self.usage.note(name);
            return Some(Expr { kind: ExprKind::Direction(direction), ty: Type::Direction, span });
        }
        // Cells first: those of a graph have the names that the file gives them.
        if let Some(cell) = board.find_cell(name) {
            return Some(Expr { kind: ExprKind::Cell(cell), ty: Type::Cell, span });
        }
        let cells = board.find_region(name)?;
        Some(Expr { kind: ExprKind::Region(cells), ty: Type::Cells, span })
    }

    /// Reports a word that nothing knows.
    pub fn unknown(&mut self, name: &str, span: Span) -> Expr {
        if self.usage.is_poisoned(name) {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        }
        let mut known: Vec<String> = self.scope.names().map(str::to_owned).collect();
        known.extend(self.parts.options.iter().map(|option| option.name.clone()));
        known
            .extend(self.rules.definitions.iter().filter_map(|versions| versions.first()).map(|d| d.name.text.clone()));
        known.extend(self.rules.patterns.iter().map(|pattern| pattern.name.text.clone()));
        known.extend(self.parts.counters.iter().map(|counter| counter.name.clone()));
        known.extend(self.parts.marks.iter().cloned());
        known.extend(self.parts.players.iter().cloned());
        known.extend(self.parts.kinds.iter().flat_map(|kind| [kind.plural.clone(), kind.name.clone()]));
        known.extend(builtins::words_alone().chain(builtins::functions()).map(|word| word.name().to_owned()));
        if let Some(board) = &self.parts.board {
            known.extend(board.relations().map(|id| board.relation_name(id).to_owned()));
            known.extend(board.directions().map(|id| board.direction(id).name.clone()));
            known.extend(board.region_names().map(str::to_owned));
        }
        if let Some((meant, sure)) = foreign(name, self.parts.players.len())
            && (sure || suggest(name, known.iter().map(String::as_str)).is_none())
        {
            let said = Diagnostic::new(Code::NameUnknown, span, format!("nothing is called `{name}`"));
            return self.error(said.help(meant));
        }
        let coordinate =
            name.starts_with(|c: char| c.is_ascii_lowercase()) && name.ends_with(|c: char| c.is_ascii_digit());
        let said = Diagnostic::new(Code::NameUnknown, span, format!("nothing is called `{name}`"));
        let off = |said: &Declaration| matches!(&said.kind, DeclarationKind::OptionOff(off) if off.text == name);
        if self.rules.chain.iter().flat_map(|unit| &unit.declarations).any(off) {
            let help = format!("replace what uses it as well, or take `option {name} off` away");
            return self.error(said.label("the variant does not have this option").help(help));
        }
        let said = match suggest(name, known.iter().map(String::as_str)) {
            Some(near) => said.help(format!("did you mean `{near}`?")),
            None if coordinate => said.label("the board has no such cell"),
            None => {
                said.help("declare it with `value`, `region`, `condition`, `group`, `piece`, `option` or `counter`")
            }
        };
        self.error(said)
    }

    /// The place of a definition in `rules.definitions`.
    pub fn find_definition(&mut self, name: &str) -> Option<usize> {
        let found = self.rules.definitions.iter().position(|v| v.first().is_some_and(|d| d.name.text == name));
        // A definition that uses only itself is not used.
        if found.is_some() && self.scope.definition().map(|(place, _)| place) != found {
            self.usage.note(name);
        }
        found
    }

    /// The place of a pattern in `rules.patterns`.
    pub fn find_pattern(&mut self, name: &str) -> Option<usize> {
        let found = self.rules.patterns.iter().position(|pattern| pattern.name.text == name);
        if found.is_some() {
            self.usage.note(name);
        }
        found
    }

    /// The mark of a name.
    pub fn find_mark(&mut self, name: &str) -> Option<MarkId> {
        let found = self.parts.marks.iter().position(|mark| mark == name).map(MarkId::from_index);
        if found.is_some() {
            self.usage.note(name);
        }
        found
    }

    /// The player of a name.
    pub fn find_player(&self, name: &str) -> Option<PlayerId> {
        self.parts.players.iter().position(|player| player == name).map(PlayerId::from_index)
    }

    /// The kind of a name, singular or plural.
    pub fn find_kind(&mut self, name: &str) -> Option<KindId> {
        let found = self
            .parts
            .kinds
            .ids()
            .find(|kind| self.parts.kinds[*kind].name == name || self.parts.kinds[*kind].plural == name);
        if let Some(kind) = found {
            self.use_kind(kind);
        }
        found
    }

    fn use_kind(&mut self, kind: KindId) {
        self.usage.note(&self.parts.kinds[kind].name);
    }

    /// Reports a kind that was never declared.
    pub fn unknown_kind(&mut self, name: &Name) -> Expr {
        if self.usage.is_poisoned(&name.text) {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span: name.span };
        }
        let known: Vec<String> =
            self.parts.kinds.iter().flat_map(|kind| [kind.name.clone(), kind.plural.clone()]).collect();
        let said = Diagnostic::new(Code::NameUnknownPiece, name.span, format!("there is no piece `{}`", name.text));
        let said = match suggest(&name.text, known.iter().map(String::as_str)) {
            Some(near) => said.help(format!("did you mean `{near}`?")),
            None => said.help(format!("declare it with `piece {}`", name.text)),
        };
        self.error(said)
    }

    /// `my stone`, `Black stones`, `neutral arrow`: a piece to put, or the cells where such pieces are.
    pub fn owned(&mut self, owner: &Name, kind: &Name, span: Span) -> Expr {
        let owner_expr = match owner.text.as_str() {
            "my" => {
                if let Some(refused) = self.refuse_here("my", Builtin::Me, owner.span) {
                    return refused;
                }
                Some(Expr { kind: ExprKind::Builtin(Builtin::Me, Vec::new()), ty: Type::Player, span: owner.span })
            }
            "neutral" => None,
            word => {
                let found = self.name(word, owner.span);
                if self.scope.phase() == Phase::Setup && matches!(found.ty, Type::Cell | Type::Cells) {
                    return self.error(
                        Diagnostic::new(Code::TypeMismatch, span, format!("`{word}` is no player, but {}", found.ty))
                            .label("reads as a player and a piece")
                            .help(format!("begin a new line after `{word}`: each line of a setup stands alone")),
                    );
                }
                let found = self.coerce(found, Type::Player);
                if found.ty == Type::Unknown {
                    return Expr { span, ..found };
                }
                Some(found)
            }
        };
        let Some(id) = self.find_kind(&kind.text) else { return self.unknown_kind(kind) };
        if self.parts.kinds[id].neutral != owner_expr.is_none() {
            let name = self.parts.kinds[id].name.clone();
            let message =
                if owner_expr.is_none() { format!("`{name}` has an owner") } else { format!("nobody owns `{name}`") };
            let help = if owner_expr.is_none() {
                format!("write `my {name}`, or declare `neutral piece {name}`")
            } else {
                format!("write `neutral {name}`, or declare `piece {name}`")
            };
            return self.error(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
        }
        let owner = owner_expr.map(Box::new);
        let singular = self.parts.kinds[id].name == kind.text;
        if singular {
            Expr { kind: ExprKind::Piece { kind: id, owner }, ty: Type::Piece, span }
        } else {
            Expr { kind: ExprKind::Pieces { kind: id, owner }, ty: Type::Cells, span }
        }
    }
}
