//! Players, kinds, counters, marks, definitions, patterns and the setup.

use super::bases::says_base;
use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Definition, Expr, ExprKind, Type};
use super::game::{Counter, Index, Kind, Mark, Pattern, PatternKind, Per};
use super::ids::{CounterId, DefinitionId, PatternId};
use super::joint::Joint;
use super::nesting::Progress;
use super::off::plural;
use super::options::exchanged;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind, Members, Name, PieceName};
use crate::topology::{Board, RelationId};

/// The most players.
pub const MAX_PLAYERS: usize = 16;
/// The most kinds of pieces.
pub const MAX_KINDS: usize = 64;
/// The highest that stacks may grow.
pub const MAX_HEIGHT: usize = 64;
/// The most numbers that all counters of a game may hold together.
const MAX_NUMBERS: usize = 1 << 18;
/// The most numbers of one counter.
const MAX_INDEXED: usize = u16::MAX as usize;
/// The largest number a counter may reach, either way.
pub const MAX_COUNT: i64 = 1 << 40;

impl Checker<'_> {
    /// Declares the players.
    pub fn declare_players(&mut self) {
        let Some((names, span)) = self.rules.players else {
            return;
        };
        if names.len() > MAX_PLAYERS {
            self.say(
                Diagnostic::new(Code::LimitPlayers, span, format!("{} players are too many", names.len()))
                    .help(format!("a game has {MAX_PLAYERS} at most")),
            );
        }
        if let Some((_, at)) = self.rules.pie.filter(|(pie, _)| *pie != ast::Pie::Off && names.len() != 2) {
            self.say(
                Diagnostic::new(Code::GamePie, at, format!("a pie is shared by two players, not {}", names.len()))
                    .label("the second seat would change seats with the first")
                    .help("remove `pie`, or write `pie off` in a variant")
                    .fix(Fix::remove(at, "remove `pie`").unsure()),
            );
        }
        for name in names.iter().take(MAX_PLAYERS) {
            if self.parts.players.iter().any(|known| *known == name.text) {
                self.say(
                    Diagnostic::new(Code::NameDuplicate, name.span, format!("player `{}` is named twice", name.text))
                        .help("give each player a name of its own"),
                );
            }
            self.parts.players.push(name.text.clone());
        }
    }

    /// Declares the kinds of pieces.
    pub fn declare_kinds(&mut self) {
        let pieces = self.rules.pieces.clone();
        if let Some((piece, _)) = pieces.get(MAX_KINDS) {
            self.say(
                Diagnostic::new(
                    Code::LimitKinds,
                    piece.name.span,
                    format!("{} kinds of pieces are too many", pieces.len()),
                )
                .help(format!("a game has {MAX_KINDS} at most")),
            );
        }
        let mut chosen: Vec<(char, &PieceName)> = Vec::new();
        for (piece, neutral) in pieces.into_iter().take(MAX_KINDS) {
            let kind = kind(piece, neutral);
            if let (Some(letter), Some(said)) = (kind.letter, &piece.letter) {
                // One kind has a letter as a capital and small: for the first player and the second.
                match chosen.iter().find(|(other, _)| other.eq_ignore_ascii_case(&letter)) {
                    Some((_, other)) => self.same_letter(said, other),
                    None => chosen.push((letter, piece)),
                }
            }
            self.parts.kinds.push(kind);
        }
    }

    fn same_letter(&mut self, letter: &Name, other: &PieceName) {
        let message = format!("the letter `{}` is that of `{}`, too", letter.text, other.name.text);
        let first = other.letter.as_ref().unwrap_or(&other.name).span;
        self.say(
            Diagnostic::new(Code::NameDuplicate, letter.span, message)
                .label("chosen again here")
                .related(first, "first chosen here")
                .help("choose another letter; capitals and small letters tell players apart, and not kinds"),
        );
    }

    /// Reads how high stacks may grow.
    pub fn declare_stacks(&mut self) {
        if let Some((height, _)) = self.rules.stacks
            && let Some(height) = self.whole(height, 1, MAX_HEIGHT as i64, "the height of stacks")
        {
            self.parts.max_height = height as u16;
        }
    }

    /// Reports the use of a stack in a game without stacks.
    pub fn need_stacks(&mut self, span: Span) {
        if self.rules.stacks.is_none() {
            self.say(
                Diagnostic::new(Code::GameMissing, span, "the game does not say that cells hold stacks")
                    .label("needs stacks")
                    .help("add a line such as `stacks up to 12`"),
            );
        }
    }

    /// Declares the counters.
    pub fn declare_counters(&mut self) {
        let mut numbers = 0;
        for declaration in self.rules.counters.clone() {
            let DeclarationKind::Counter { name, per, each_turn, aside, low, high, start } = &declaration.kind else {
                continue;
            };
            // Until all of it is right.
            self.usage.poison(&name.text);
            let Some(per) = self.declared_indexes(per) else { continue };
            if let Some(aside) = aside.filter(|_| per == Per::Game) {
                self.say(
                    Diagnostic::new(Code::LintCounter, aside, "a counter of the game is aside anyway")
                        .label("repetitions compare only counters that there is one of for each cell, player or kind")
                        .help("leave it out")
                        .fix(Fix::remove(aside, "leave it out")),
                );
            }
            if let Some(each_turn) = each_turn.filter(|_| per.has(Index::Cell)) {
                self.say(
                    Diagnostic::new(
                        Code::TypeMismatch,
                        each_turn,
                        "numbers of cells do not start again with each turn",
                    )
                    .label("a counter of the game, of each player or of each kind does")
                    .help("leave out `each turn`, and set them where the turn begins to count"),
                );
                continue;
            }
            let of_counter: usize = per.indexes().map(|index| self.members(index)).product();
            if of_counter > MAX_INDEXED {
                let said = format!("`{}` has {of_counter} numbers", name.text);
                self.say(
                    Diagnostic::new(Code::LimitCounters, name.span, said)
                        .label(format!("a counter has {MAX_INDEXED} at most"))
                        .help("choose a smaller board, or keep the numbers for what needs them alone"),
                );
                continue;
            }
            // Those of players were never many.
            numbers += if per.has(Index::Cell) || per.indexes().count() > 1 { of_counter } else { 1 };
            if numbers > MAX_NUMBERS {
                self.say(
                    Diagnostic::new(
                        Code::LimitCounters,
                        name.span,
                        format!("counters for more than {MAX_NUMBERS} numbers"),
                    )
                    .label("one too many, on a board of this size")
                    .help("keep fewer counters for each cell, or choose a smaller board"),
                );
                return;
            }
            let bounds = (
                self.whole(low, -MAX_COUNT, MAX_COUNT, "a counter"),
                self.whole(high, -MAX_COUNT, MAX_COUNT, "a counter"),
            );
            let (Some(low_value), Some(high_value)) = bounds else { continue };
            if low_value > high_value {
                let said = Diagnostic::new(Code::OptionRange, low.span.to(high.span), "this range is empty");
                self.say(exchanged(said.help("write the smaller number first"), low, high));
                continue;
            }
            let start_value = match start {
                Some(start) => self.whole(start, low_value, high_value, "the counter at the start"),
                None => Some(low_value),
            };
            if let Some(start) = start_value {
                self.usage.heal(&name.text);
                self.parts.counters.push(Counter {
                    name: name.text.clone(),
                    per,
                    each_turn: each_turn.is_some(),
                    aside: aside.is_some(),
                    low: low_value,
                    high: high_value,
                    start,
                    carried: None,
                    drawn: None,
                });
            }
        }
    }

    /// What there is one of a counter for; nothing where that is wrong.
    fn declared_indexes(&mut self, words: &[Name]) -> Option<Per> {
        let mut indexes = Vec::new();
        for word in words {
            let Some(index) = Index::ALL.into_iter().find(|index| index.word() == word.text) else {
                let message = format!("there is no counter for each `{}`", word.text);
                if matches!(word.text.as_str(), "piece" | "pieces") {
                    let said = Diagnostic::new(Code::NameUnknownType, word.span, message)
                        .label("what goes with a piece is declared with it");
                    self.say(
                        said.help("write what pieces carry in their declaration, as in `piece pike with size: 1..=3`"),
                    );
                    return None;
                }
                self.say(
                    Diagnostic::new(Code::NameUnknownType, word.span, message)
                        .help("write `cell`, `player` or `kind`, or leave it out for one counter of the game"),
                );
                return None;
            };
            indexes.push(index);
        }
        match *indexes.as_slice() {
            [] => Some(Per::Game),
            [first] => Some(Per::Of(first, None)),
            [first, second] if first != second => Some(Per::Of(first, Some(second))),
            [first, _] => {
                let word = first.word();
                let at = words.first()?.span.to(words.last()?.span);
                let said = Diagnostic::new(Code::NameUnknownType, at, format!("a counter for each {word} and {word}"));
                self.say(said.help(format!("an index stands once, as in `({word})` or `(player, kind)`")));
                None
            }
            _ => {
                let at = words.get(2)?.span.to(words.last()?.span);
                let said = Diagnostic::new(Code::NameUnknownType, at, "a counter has two indexes at most");
                self.say(said.label("one too many").help("keep a counter for each of what the first two tell apart"));
                None
            }
        }
    }

    /// The place among a counter's numbers that its indexes mean.
    pub fn place_of(&self, per: Per, of: &[usize]) -> usize {
        per.indexes().zip(of).fold(0, |at, (index, own)| at * self.members(index) + own)
    }

    /// How many of an index there are.
    fn members(&self, index: Index) -> usize {
        match index {
            Index::Player => self.parts.players.len(),
            Index::Cell => self.parts.board.as_ref().map_or(0, Board::slots),
            Index::Kind => self.parts.kinds.len(),
        }
    }

    /// The counter of a name.
    pub fn find_counter(&mut self, name: &str) -> Option<(CounterId, Per)> {
        let (id, counter) = self.parts.counters.iter_ids().find(|(_, counter)| counter.name == name)?;
        let found = (id, counter.per);
        self.usage.note(name);
        Some(found)
    }

    /// Declares the marks.
    pub fn declare_marks(&mut self) {
        self.declare_carried();
        for (name, aside) in self.rules.marks.clone() {
            self.parts.marks.push(Mark { name: name.text.clone(), carriers: None, aside });
        }
    }

    /// Checks every definition, used or not. What a variant replaces is checked if the new one says `base`: otherwise it need not
    /// fit the variant's board.
    pub fn check_definitions(&mut self) {
        for place in 0..self.rules.definitions.len() {
            let versions = &self.rules.definitions[place];
            // From the first that is left on, so that none is checked inside another.
            let first = (1..versions.len()).rev().find(|version| !says_base(&versions[*version].body)).unwrap_or(0);
            for version in first..versions.len() {
                let span = self.rules.definitions[place][version].name.span;
                self.definition(place, version, span);
            }
        }
    }

    /// The type that a definition's first word promises.
    pub fn definition_type(definition: &ast::Definition) -> Type {
        Type::of_definition(&definition.sort.text)
    }

    /// The types of a definition's parameters, a cell where none is given.
    pub fn param_type(&mut self, ty: Option<&Name>) -> Type {
        let Some(name) = ty else { return Type::Cell };
        Type::of_parameter(&name.text).unwrap_or_else(|| {
            self.say(
                Diagnostic::new(Code::NameUnknownType, name.span, format!("there is no type `{}`", name.text))
                    .help("write `cell`, `cells`, `player`, `number`, `direction`, `directions`, `kind` or `kinds`"),
            );
            Type::Unknown
        })
    }

    /// The id of a version of a definition, checked if it was not yet.
    pub fn definition(&mut self, place: usize, version: usize, used_at: Span) -> Option<DefinitionId> {
        let definition = self.rules.definitions[place][version];
        match self.nesting.definition(place, version) {
            Some(Progress::Done(id)) => return Some(id),
            Some(Progress::Begun) => {
                self.circular(&definition.name, used_at);
                return None;
            }
            None => {}
        }
        if !self.may_open(used_at) {
            return None;
        }
        self.nesting.begin_definition(place, version);
        let outer = self.scope.hide();
        let user = self.scope.define(Some((place, version)));
        let mut params = Vec::new();
        for (name, ty) in &definition.params {
            let ty = self.param_type(ty.as_ref());
            params.push(self.bind(name, ty));
        }
        let ty = Self::definition_type(definition);
        let body = self.in_phase(Phase::Definition, |checker| checker.expect(&definition.body, ty));
        self.scope.define(user);
        self.scope.show(outer);
        let known = (self.written_out(&body), self.moments(&body));
        let id =
            self.parts.definitions.push(Definition { name: definition.name.text.clone(), params, body, known: None });
        self.nesting.end_definition(place, version, id, known);
        Some(id)
    }

    fn circular(&mut self, name: &Name, used_at: Span) {
        self.say(
            Diagnostic::new(Code::NameCircular, used_at, format!("`{}` is defined through itself", name.text))
                .label("used here while it is being defined")
                .related(name.span, "its definition")
                .help(
                    "a definition can use only what does not need it in turn; for what goes on from cell to cell write `region NAME(c) = {c} \
                     spreading from x to ...`, and for chains of cells use a `group`",
                ),
        );
    }

    /// Checks every group, loop and line, used or not.
    pub fn check_patterns(&mut self) {
        for place in 0..self.rules.patterns.len() {
            let span = self.rules.patterns[place].name.span;
            self.pattern(place, span);
        }
    }

    /// The id of a pattern, checked if it was not yet. Ids are places in the list of patterns.
    pub fn pattern(&mut self, place: usize, used_at: Span) -> Option<PatternId> {
        let pattern = self.rules.patterns[place];
        match self.nesting.pattern(place) {
            // Nothing of a bad pattern: its own error is reported, its uses say nothing.
            Some(Progress::Done(id)) => return id,
            Some(Progress::Begun) => {
                self.circular(&pattern.name, used_at);
                return None;
            }
            None => {}
        }
        if !self.may_open(used_at) {
            return None;
        }
        self.nesting.begin_pattern(place);
        let checked = self.pattern_body(pattern);
        let depth = checked.as_ref().map_or(0, |checked| self.written_out(&checked.members));
        let moments = checked.as_ref().map(|checked| self.moments(&checked.members)).unwrap_or_default();
        let id = checked.is_some().then_some(PatternId(place as u16));
        self.nesting.end_pattern(place, id, (depth, moments));
        self.parts.patterns[place] = checked;
        id
    }

    fn pattern_body(&mut self, pattern: &ast::Pattern) -> Option<Pattern> {
        let outer = self.scope.hide();
        let (members, by_owner) = match &pattern.members {
            Members::LikeColoured(kind) => (self.all_of_kind(kind), true),
            Members::LikeColouredIn(set) => {
                (self.in_phase(Phase::Pattern, |checker| checker.expect(set, Type::Cells)), true)
            }
            Members::Set(set) => (self.in_phase(Phase::Pattern, |checker| checker.expect(set, Type::Cells)), false),
        };
        self.scope.show(outer);
        let sort = match &pattern.sort {
            ast::PatternKind::Group => PatternKind::Group,
            ast::PatternKind::Loop => PatternKind::Loop,
            ast::PatternKind::Line { length, exactly } => PatternKind::Line {
                length: self.whole(length, 2, 64, "the length of a line")? as u16,
                exactly: *exactly,
            },
        };
        // What lies inside is known where cells stand in a lattice.
        let shape = self.rules.board.map_or("", |(board, _)| board.shape.text.as_str());
        if sort == PatternKind::Loop && ["graph", "cairo", "snub", "conhex"].contains(&shape) {
            let message = "loops are known on boards of squares, hexagons, octagons and balls alone";
            self.say(
                Diagnostic::new(Code::BoardInvalid, pattern.name.span, message)
                    .label("a loop goes around a cell, and this board does not say what is inside"),
            );
            return None;
        }
        let joint = match &pattern.joined {
            Some(name) => self.joint(name, true)?,
            None => Joint { relation: self.parts.board.as_ref()?.find_relation("adjacent")?, given: None },
        };
        if let (Some(joined), Some(_), true) = (&pattern.joined, joint.given, sort != PatternKind::Group) {
            let message = format!("`{}` depends on the position, and only groups are joined by that", joined.text);
            let said = Diagnostic::new(Code::TypeMismatch, joined.span, message);
            self.say(said.help("join lines and loops by a relation of the board; choose their cells by a condition"));
            return None;
        }
        if let PatternKind::Line { length, .. } = sort {
            self.line_around(usize::from(length), joint.relation, pattern.name.span)?;
        }
        (members.ty == Type::Cells).then(|| Pattern {
            name: pattern.name.text.clone(),
            sort,
            members,
            by_owner,
            by_kind: pattern.of_one_kind,
            relation: joint.relation,
            given: joint.given,
        })
    }

    /// Reports a line that is as long as one that goes round: it would have no end, and longer ones would pass a cell twice.
    fn line_around(&mut self, length: usize, relation: RelationId, span: Span) -> Option<()> {
        let board = self.parts.board.as_ref()?;
        let around = board.relation_directions(relation).iter().filter(|way| board.goes_round(**way));
        let lengths = around.flat_map(|way| board.cells().map(|cell| 1 + board.ray(cell, *way).count()));
        let Some(shortest) = lengths.min().filter(|shortest| length >= *shortest) else { return Some(()) };
        let message = format!("a line of {length} goes round the board, and has no end");
        let said = Diagnostic::new(Code::BoardInvalid, span, message);
        let label = format!("after {shortest} cells, a line on this board is where it began");
        self.say(said.label(label).help("write a smaller length, or make the board larger"));
        None
    }

    /// Reports what the language can say and this version cannot play yet.
    pub fn not_yet<T>(&mut self, span: Span, what: &str, help: &str) -> Option<T> {
        self.say(
            Diagnostic::new(Code::LimitNotYet, span, format!("{what} cannot be played yet"))
                .label("understood, but not in this version")
                .help(help),
        );
        None
    }

    /// `like-coloured stones`: the cells with pieces of a kind that players own.
    fn all_of_kind(&mut self, kind: &Name) -> Expr {
        let words = ["pieces", "men"];
        if self.rules.plural_off(&kind.text, kind.span) {
            return Expr { kind: ExprKind::Region(Vec::new()), ty: Type::Cells, span: kind.span };
        }
        match self.find_kind(&kind.text) {
            Some(id) => {
                let span = kind.span;
                let kind = Box::new(Expr { kind: ExprKind::Kind(id), ty: Type::Kind, span });
                Expr { kind: ExprKind::Pieces { kind, owner: None }, ty: Type::Cells, span }
            }
            None if words.contains(&kind.text.as_str()) => {
                Expr { kind: ExprKind::Builtin(Builtin::Occupied, Vec::new()), ty: Type::Cells, span: kind.span }
            }
            None => self.unknown_kind(kind),
        }
    }

    /// Reports a `base` where nothing is replaced.
    pub fn no_base(&mut self, span: Span, what: &str) {
        self.say(
            Diagnostic::new(Code::NameNoBase, span, format!("this {what} replaces nothing, so it has no `base`"))
                .label("means what a variant replaces")
                .help("`base` is for a declaration in a `variant` that replaces one of its game"),
        );
    }
}

/// A kind of piece as it is declared.
pub fn kind(piece: &PieceName, neutral: bool) -> Kind {
    let letter = piece.letter.as_ref().and_then(|letter| letter.text.chars().next());
    Kind { name: piece.name.text.clone(), plural: plural(piece), neutral, letter }
}
