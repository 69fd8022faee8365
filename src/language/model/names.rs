//! What a word stands for.

use super::builtins;
use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Type};
use super::game::{Index, Per, Setting, Values};
use super::ids::{KindId, MarkId, PlayerId};
use super::row::Reads;
use super::scope::Phase;
use super::unknown::Stands;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::util::Id;

impl Checker<'_> {
    /// What a word that stands alone means.
    pub fn name(&mut self, name: &str, span: Span) -> Expr {
        self.known_word(name, span).unwrap_or_else(|| self.unknown(name, span, Stands::Alone))
    }

    /// What a word that stands alone means, if anything knows it.
    pub fn known_word(&mut self, name: &str, span: Span) -> Option<Expr> {
        let made = |kind, ty| Some(Expr { kind, ty, span });
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
            return Some(self.call_definition(place, &[], span));
        }
        if let Some(place) = self.find_pattern(name) {
            return Some(self.pattern_of(place, None, None, span));
        }
        if let Some((counter, per)) = self.find_counter(name) {
            if per == Per::Game {
                let number = Expr { kind: ExprKind::Counter(counter, Vec::new()), ty: Type::Number, span };
                return Some(self.carried_value(counter, number));
            }
            let said = match per {
                Per::Of(index, None) => {
                    let whose = index.word();
                    Diagnostic::new(Code::TypeArguments, span, format!("there is one `{name}` for each {whose}"))
                        .help(format!("write `{name}({whose})` for that of one {whose}"))
                }
                _ => one_for_each(name, per, span),
            };
            let fix = (per == Per::PLAYER).then(|| Fix::write(span, format!("{name}(me)")).unsure());
            return Some(self.error(Diagnostic { fixes: fix.into_iter().collect(), ..said }));
        }
        if let Some(said) = self.drawn_cell(name, span) {
            return Some(said);
        }
        if self.find_link(name).is_some() {
            let said = Diagnostic::new(Code::TypeArguments, span, format!("`{name}` needs a cell"))
                .label("links, and no set of cells")
                .help(format!(
                    "write `{name}(c)` for the cells that are linked with a cell; of a set with `{name}(S)`"
                ));
            return Some(self.error(said));
        }
        if let Some(mark) = self.find_mark(name) {
            return made(ExprKind::Marked(mark), Type::Cells);
        }
        if let Some(player) = self.find_player(name) {
            return made(ExprKind::Player(player), Type::Player);
        }
        if let Some(kind) = self.parts.kinds.ids().find(|kind| self.parts.kinds[*kind].plural == name) {
            self.use_kind(kind);
            let kind = Box::new(Expr { kind: ExprKind::Kind(kind), ty: Type::Kind, span });
            return made(ExprKind::Pieces { kind, owner: None }, Type::Cells);
        }
        if let Some(kind) = self.parts.kinds.ids().find(|kind| self.parts.kinds[*kind].name == name) {
            self.use_kind(kind);
            return made(ExprKind::Kind(kind), Type::Kind);
        }
        if self.rules.plural_off(name, span) {
            return made(ExprKind::Region(Vec::new()), Type::Cells);
        }
        self.language_word(name, span).or_else(|| self.board_word(name, span))
    }

    fn language_word(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((_, relation)) = builtins::DIRECTIONS.iter().find(|(word, _)| word.name() == name) {
            let board = self.parts.board.as_ref()?;
            let directions = board.relation_directions(board.find_relation(relation)?).to_vec();
            return Some(Expr { kind: ExprKind::Directions(directions), ty: Type::Directions, span });
        }
        if name == builtins::KINDS.name() {
            let owned: Vec<KindId> =
                self.parts.kinds.iter_ids().filter(|(_, kind)| !kind.neutral).map(|(id, _)| id).collect();
            owned.iter().for_each(|kind| self.use_kind(*kind));
            return Some(Expr { kind: ExprKind::Kinds(owned), ty: Type::Kinds, span });
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
        if reads.any(Reads::TURN) && matches!(self.scope.phase(), Phase::End | Phase::Repetition | Phase::Ranking) {
            return Some(
                self.error(
                    Diagnostic::new(Code::NameNotHere, span, format!("the turn is over, so nothing is `{name}` in it"))
                        .label("this means what has happened in the turn at hand")
                        .help("ask about the position, or keep what you need with `mark`"),
                ),
            );
        }
        if builtin == Builtin::CycleLength && self.scope.phase() != Phase::Repetition {
            let said = Diagnostic::new(
                Code::NameNotHere,
                span,
                format!("`{name}` is known only where a position has come back"),
            )
            .label("no cycle has been closed here")
            .help("use it in the results of a rule such as `repetition situational 3 times { draw }`");
            return Some(self.error(said));
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
        let (east, north) = board.round();
        let Some(cells) = board.find_region(name) else {
            let is_gone = matches!(name, "top" | "bottom") && north || matches!(name, "left" | "right") && east;
            let said = Diagnostic::new(Code::NameUnknown, span, format!("a board that is round has no `{name}` there"));
            let said = said.help("it goes on at its other end; its remaining sides together are `edge`");
            return is_gone.then(|| self.error(said));
        };
        Some(Expr { kind: ExprKind::Region(cells), ty: Type::Cells, span })
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
        let found = self.parts.marks.iter().position(|mark| mark.name == name).map(MarkId::from_index);
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

    /// `c empty`: a cell and a word, with nothing between the two.
    fn cell_beside(&mut self, cell: &str, word: &Name, span: Span) -> Expr {
        let said = Diagnostic::new(
            Code::TypeMismatch,
            span,
            format!("something is missing between `{cell}` and `{}`", word.text),
        );
        let known = self.known_word(&word.text, word.span);
        self.error(match known {
            Some(set) if set.ty == Type::Cells => {
                let written = format!("{cell} in {}", word.text);
                said.help(format!("write `{written}`")).fix(Fix::write(span, written))
            }
            _ => {
                said.help(format!("write what `{cell}` has to do with it, as in `{cell} in mine` or `row({cell}) = 1`"))
            }
        })
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
                let found = match self.known_word(word, owner.span) {
                    Some(found) => found,
                    None => match self.without_parentheses(owner, kind, span) {
                        Some(said) => return said,
                        None => self.unknown(word, owner.span, Stands::Alone),
                    },
                };
                if self.scope.phase() == Phase::Setup && matches!(found.ty, Type::Cell | Type::Cells) {
                    return self.error(
                        Diagnostic::new(Code::TypeMismatch, span, format!("`{word}` is no player, but {}", found.ty))
                            .label("reads as a player and a piece")
                            .help(format!("begin a new line after `{word}`: each line of a setup stands alone")),
                    );
                }
                if found.ty == Type::Cell && self.find_kind(&kind.text).is_none() {
                    return self.cell_beside(word, kind, span);
                }
                let found = self.coerce(found, Type::Player);
                if found.ty == Type::Unknown {
                    return Expr { span, ..found };
                }
                Some(found)
            }
        };
        if let Some(named) = self.named_kind(kind) {
            let known = named.ty != Type::Unknown;
            let named = self.constant_kind(named);
            let kind = ExprKind::Piece { kind: Box::new(named), owner: owner_expr.map(Box::new) };
            return Expr { kind, ty: if known { Type::Piece } else { Type::Unknown }, span };
        }
        if self.rules.plural_off(&kind.text, kind.span) {
            return Expr { kind: ExprKind::Region(Vec::new()), ty: Type::Cells, span };
        }
        if let (Some(owner), None) = (&owner_expr, self.find_kind(&kind.text))
            && let Some(pieces) = self.pieces_of_kinds(owner, kind, span)
        {
            return pieces;
        }
        let Some(id) = self.find_kind(&kind.text) else { return self.unknown_kind(kind) };
        if self.parts.kinds[id].neutral != owner_expr.is_none() {
            let name = self.parts.kinds[id].name.clone();
            let message =
                if owner_expr.is_none() { format!("`{name}` has an owner") } else { format!("nobody owns `{name}`") };
            let (word, help) = if owner_expr.is_none() {
                ("my", format!("write `my {name}`, or declare `neutral piece {name}`"))
            } else {
                ("neutral", format!("write `neutral {name}`, or declare `piece {name}`"))
            };
            let fix = Fix { title: format!("write `{word} {name}`"), ..Fix::write(owner.span, word).unsure() };
            return self.error(Diagnostic::new(Code::TypeMismatch, span, message).help(help).fix(fix));
        }
        let owner = owner_expr.map(Box::new);
        let singular = self.parts.kinds[id].name == kind.text;
        let kind = Box::new(Expr { kind: ExprKind::Kind(id), ty: Type::Kind, span: kind.span });
        if singular {
            Expr { kind: ExprKind::Piece { kind, owner }, ty: Type::Piece, span }
        } else {
            Expr { kind: ExprKind::Pieces { kind, owner }, ty: Type::Cells, span }
        }
    }

    /// `my foot`, where `kinds foot = {pawn}`: the pieces of a player that are of kinds of a set which is known before the game.
    fn pieces_of_kinds(&mut self, owner: &Expr, kinds: &Name, span: Span) -> Option<Expr> {
        let sort = self.rules.definitions.iter().filter_map(|versions| versions.last());
        sort.into_iter().find(|known| known.name.text == kinds.text && known.sort.text == "kinds")?;
        let set = self.known_word(&kinds.text, kinds.span)?;
        if set.ty != Type::Kinds {
            return None;
        }
        let Some(Constant::Kinds(all)) = self.constant(&set) else {
            let message = format!("which kinds are in `{}` is not known before the game", kinds.text);
            let written = format!("{{ c in mine : kind(c) in {} }}", kinds.text);
            let said = Diagnostic::new(Code::TypeNotConstant, kinds.span, message);
            return Some(self.error(said.help(format!("ask each piece, as in `{written}`"))));
        };
        let pieces = all.into_iter().map(|kind| {
            let kind = Box::new(Expr { kind: ExprKind::Kind(kind), ty: Type::Kind, span: kinds.span });
            Expr { kind: ExprKind::Pieces { kind, owner: Some(Box::new(owner.clone())) }, ty: Type::Cells, span }
        });
        let none = Expr { kind: ExprKind::Region(Vec::new()), ty: Type::Cells, span };
        let both = pieces.reduce(|all, more| self.builtin(Builtin::Union, vec![all, more], span));
        Some(both.unwrap_or(none))
    }

    /// A kind that is always the same is named.
    pub fn constant_kind(&self, kind: Expr) -> Expr {
        match self.constant(&kind) {
            Some(Constant::Kind(named)) => Expr { kind: ExprKind::Kind(named), ..kind },
            _ => kind,
        }
    }

    /// The kind that a word stands for which is no kind itself: a name that is bound, or a definition.
    fn named_kind(&mut self, name: &Name) -> Option<Expr> {
        let span = name.span;
        match self.scope.find(&name.text).map(|bound| (bound.local, bound.ty)) {
            Some((local, ty @ (Type::Kind | Type::Unknown))) => {
                return Some(Expr { kind: ExprKind::Local(local), ty, span });
            }
            Some((_, ty)) if self.find_kind(&name.text).is_none() => {
                let said =
                    Diagnostic::new(Code::TypeMismatch, span, format!("`{}` is {ty}, and no kind of piece", name.text));
                return Some(self.error(match ty {
                    Type::Cell => said.help(format!(
                        "name the kind of what stands there, as in `let its_kind = kind({0})`, or pick a kind: `pick {0} in {{...}}`",
                        name.text
                    )),
                    _ => said.help("pick a kind from a set, as in `pick k in kinds`"),
                }));
            }
            _ => {}
        }
        if self
            .parts
            .counters
            .iter()
            .any(|known| known.name == name.text && matches!(known.drawn, Some(Values::Kinds(_))))
        {
            return self.known_word(&name.text, span);
        }
        let definition = self.rules.definitions.iter().filter_map(|versions| versions.last());
        let is_kind = definition.into_iter().any(|known| {
            known.name.text == name.text && known.params.is_empty() && Self::definition_type(known) == Type::Kind
        });
        let place = is_kind.then(|| self.find_definition(&name.text)).flatten()?;
        Some(self.call_definition(place, &[], span))
    }
}

/// A counter with two indexes of which not both are said.
pub fn one_for_each(name: &str, per: Per, span: Span) -> Diagnostic {
    let words: Vec<&str> = per.indexes().map(Index::word).collect();
    let each: Vec<&str> = per
        .indexes()
        .map(|index| match index {
            Index::Player => "me",
            Index::Cell => "c",
            Index::Kind => "k",
        })
        .collect();
    let said =
        Diagnostic::new(Code::TypeArguments, span, format!("there is one `{name}` for each {}", words.join(" and ")));
    let one = format!("{name}({})", each.join(", "));
    match per {
        Per::Of(_, Some(Index::Kind)) => {
            said.help(format!("write `{one}` for one of them, `sum({one} for k in kinds)` for all together"))
        }
        _ => said.help(format!("write `{one}` for one of them")),
    }
}
