//! Completion: the words and names that may stand at a place.

use rulebook_language::diagnostic::Code;
use rulebook_language::model::builtins::{DIRECTIONS, find_word, functions, words_alone};
use rulebook_language::model::row::Reads;
use rulebook_language::model::{BOARDS, COLOURS, FIELDS, LETTERED, SHAPES, Type};
use rulebook_language::syntax::ast::{DeclarationKind, Name};
use rulebook_language::syntax::{Beginning, HOLE, is_name, is_whole, legal};
use rulebook_language::topology::sized_shapes;

use crate::binding::{EFFECTS, Moment, Role, Scope, scope};
use crate::context::Context;
use crate::index::UnitNames;
use crate::lexer::{Piece, Sort, boundary, pieces};
use crate::sheet::Sheet;
use crate::symbol::{Form, Symbol, SymbolKind};
use crate::words;

/// A word that may stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What it is: `keyword`, `function`, `word`, `option`, `piece` ...
    pub kind: &'static str,
    /// In short: how it is declared or written.
    pub detail: String,
    /// What the reference or its `///` comment says, in Markdown.
    pub doc: String,
    /// What is written in place of the word at hand.
    pub insert: String,
    /// The first byte of the word at hand.
    pub from: usize,
    /// The byte after it.
    pub to: usize,
}

/// How many bodies of definitions are looked at; of further ones it is taken that they may be used.
const MAX_LOOKED: usize = 10_000;

/// Words of the language that an option may have too.
const OF_OPTIONS: [&str; 11] = ["pie", "on", "nothing", "draw", "wins", "loses", "both", "all", "pass", "none", "last"];

/// Words that may stand in a turn where a move may: any other would be the name of a move.
const OF_TURNS: [&str; 16] = [
    "pass", "base", "longest", "chain", "must", "may", "stop", "then", "with", "when", "while", "until", "up", "else",
    "or", "of",
];

/// Words that may be names, and go on after an expression.
const GO_ON: [&str; 12] =
    ["to", "from", "along", "onto", "leaving", "skipping", "spreading", "crossing", "times", "end", "play", "position"];

/// What there may be a counter for each of.
const INDEXES: [&str; 3] = ["cell", "player", "kind"];
/// The types of parameters.
const TYPES: [&str; 8] = ["cell", "cells", "player", "number", "direction", "directions", "kind", "kinds"];

/// What may stand at byte `offset`, in place of the word there: names first, then words of the language. A client filters by what
/// is written already.
pub fn complete(text: &str, offset: usize) -> Vec<Completion> {
    Sheet::read(text).complete(offset)
}

impl Sheet {
    /// As [`complete`].
    pub fn complete(&self, offset: usize) -> Vec<Completion> {
        offers(self, offset)
    }
}

fn offers(sheet: &Sheet, offset: usize) -> Vec<Completion> {
    let text = sheet.text();
    let offset = boundary(text, offset);
    let Some(context) = Context::at(text, offset, sheet) else { return Vec::new() };
    let mut offers = Offers { context: &context, called: false, looked: 0, list: Vec::new() };
    offers.called = text.get(context.end..).is_some_and(|rest| rest.starts_with('('));
    if context.start < context.end
        && text.get(context.start..).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Vec::new();
    }
    let found = legal(context.sort, &context.beginning);
    let before: Vec<Piece<'_>> =
        pieces(&context.beginning).into_iter().filter(|piece| piece.sort != Sort::Comment).collect();
    let ends = context.beginning.trim_end_matches([' ', '\t']).ends_with('\n') || before.is_empty();
    let rest = text.get(context.end..).unwrap_or("");
    let after: Vec<Piece<'_>> = pieces(rest).into_iter().take(400).collect();
    let unit = sheet.index.unit_at(context.start);
    let scope = scope(&context.beginning, &before, &after);
    let is_name = found.name || matches!(scope.role, Role::TypeName | Role::Index);
    if let (Some(unit), true) = (unit, is_name && context.sort == Beginning::Declaration) {
        offers.names(sheet, unit, &scope);
    }
    // Where an operand may stand, words of options are read as such, and mean nothing unless an option is named beside them.
    let is_operand = found.name && matches!(scope.role, Role::Expression | Role::Relations);
    let ends_game = before.first().is_some_and(|first| ["end", "limit", "repetition"].contains(&first.text));
    let is_result = ends_game
        && (before.last().is_some_and(|last| last.is("{") || last.is("else"))
            || ends && before.iter().any(|piece| piece.is("{")));
    let has_base = offers.has_base(sheet, unit, &before);
    // The effect at hand is the first where no other stands before it; a `require` asks of those before it.
    let is_effect = |piece: &&Piece<'_>| EFFECTS.contains(&piece.text);
    let changes = before.iter().skip(1).filter(is_effect).count();
    let at_hand = before.iter().rev().find(|piece| piece.is("require") || is_effect(piece));
    let is_first = changes < 2;
    let nothing_before = is_first && (changes == 0 || !at_hand.is_some_and(|piece| piece.is("require")));
    let is_scattered = before.first().is_some_and(|first| first.is("setup"))
        && before.last().is_some_and(|last| last.is("of") || last.text.starts_with(|c: char| c.is_ascii_digit()));
    let refused = |word: &str| {
        let is_after = matches!(scope.moment, Moment::After | Moment::Definition);
        matches!(word, "before" | "new") && !is_after
            || word == "new" && scope.moment == Moment::After && is_first
            || word == "before" && scope.moment == Moment::After && nothing_before
            || word == "my" && matches!(scope.moment, Moment::Setup | Moment::Static)
            // A relation, where the board has it.
            || word == "cells" && is_operand
            || word == "base" && !has_base
            || scope.role == Role::Move && !OF_TURNS.contains(&word)
            || word == "neutral" && is_operand && scope.moment == Moment::Static && !is_scattered
            || is_operand && OF_OPTIONS.contains(&word) && !(word == "draw" && is_result)
            || is_operand
                && matches!(word, "nobody" | "turn" | "last")
                && !(word == "turn" && opens_statement(&before, ends))
    };
    if is_operand {
        let is_cell = before.last().is_some_and(|last| last.is("crossing"));
        phrases(&scope, is_cell).iter().for_each(|phrase| offers.keyword(phrase));
    }
    let words: Vec<&'static str> = found.words.into_iter().filter(|word| !refused(word)).collect();
    // The value of an option in a test is one of its words, and a look one of a list, though the grammar reads any.
    if !matches!(scope.role, Role::WordOf(_) | Role::Like(_) | Role::Lettered) {
        words.iter().for_each(|word| offers.keyword(word));
    }
    if ends && !before.is_empty() && is_whole(context.sort, &context.beginning) {
        legal(context.sort, "").words.iter().for_each(|word| offers.keyword(word));
    }
    // Behind a name on its line, another is a piece that it owns.
    let names = unit.and_then(|unit| sheet.index.units.get(unit));
    let is_known = |piece: &Piece<'_>| {
        scope.locals.iter().any(|local| local == piece.text)
            || names.is_some_and(|names| names.names.contains_key(piece.text))
    };
    // The second of `from to` is a word of the language, and the one of `and to` a name.
    let is_named = |last: &Piece<'_>| {
        let earlier = before.len().checked_sub(2).and_then(|place| before.get(place));
        is_known(last) && !(GO_ON.contains(&last.text) && earlier.is_some_and(|it| is_known(it) || it.is(")")))
    };
    let follows_name = scope.role == Role::Expression && before.last().is_some_and(is_named);
    offers.list.retain(|offer| !follows_name || matches!(offer.kind, "keyword" | "piece"));
    // A result begins with a player: who writes `min` there means `lowest`.
    let gives_another = |name: &str| {
        let known = names.and_then(|names| names.names.get(name));
        known.and_then(|(symbol, _)| sheet.index.symbol(*symbol)).is_some_and(|symbol| {
            symbol.kind == SymbolKind::Definition && !matches!(symbol.ty, Type::Player | Type::Players | Type::Unknown)
        })
    };
    if is_result {
        offers.list.retain(|offer| !["min", "max"].contains(&offer.label.as_str()) && !gives_another(&offer.label));
    }
    // A relation is made of those that the board has and that are declared before it.
    if scope.role == Role::Relations {
        let declared =
            |name: &str| before.windows(2).any(|pair| matches!(pair, [a, b] if a.text == "relation" && b.text == name));
        let own = before.iter().rposition(|piece| piece.text == "relation").and_then(|at| before.get(at + 1));
        let is_boards = |name: &str| ["adjacent", "orthogonal", "diagonal"].contains(&name);
        offers.list.retain(|offer| {
            let is_known =
                is_boards(&offer.label) || declared(&offer.label) && own.is_none_or(|own| own.text != offer.label);
            offer.kind != "relation" || is_known
        });
    }
    // A track in a row is one of cells.
    let is_joined = before.last().is_some_and(|last| last.is("-")) || after.first().is_some_and(|next| next.is("-"));
    let is_track = before.first().is_some_and(|first| first.is("track"));
    if is_track && is_joined {
        offers.list.clear();
    }
    if is_track && before.last().is_some_and(|last| last.is("along")) {
        let board = unit.and_then(|unit| Some(sheet.draft(unit)?.board));
        let has = |relation| board.as_ref().is_none_or(|board| board.find_relation(relation).is_some());
        DIRECTIONS.iter().filter(|(_, of)| has(of)).for_each(|(name, _)| offers.plain(name.name(), "direction"));
    }
    // An index stands once.
    if scope.role == Role::Index {
        let behind = after.iter().take_while(|piece| !piece.is(")"));
        let named = || before.iter().skip(2).chain(behind.clone());
        offers.list.retain(|offer| !named().any(|piece| piece.text == offer.label));
    }
    // It means something in the results of a repetition alone.
    let declares = before.iter().rev().find(|piece| ["repetition", "move", "end", "turn"].contains(&piece.text));
    let is_repetition = declares.is_some_and(|piece| piece.text == "repetition");
    offers.list.retain(|offer| is_repetition || offer.label != "cycle_length");
    // Where players are ranked, nothing is asked of the end.
    let asks = before.iter().rev().find(|piece| ["highest", "lowest", "when", "else"].contains(&piece.text));
    let is_ranking = asks.is_some_and(|piece| matches!(piece.text, "highest" | "lowest"));
    offers.list.retain(|offer| !is_ranking || !OF_ENDS.contains(&offer.label.as_str()));
    offers.list
}

/// What is asked of an end alone.
const OF_ENDS: [&str; 4] = ["no move", "nobody can move", "both pass", "all pass"];

/// The phrases that stand for a value, where they mean something; for a cell alone, if `is_cell`.
fn phrases(scope: &Scope, is_cell: bool) -> Vec<String> {
    let in_turn = matches!(scope.moment, Moment::Picking | Moment::After | Moment::Definition);
    let can = |may: bool, phrases: &[&str]| -> Vec<String> {
        phrases.iter().filter(|_| may).map(|phrase| (*phrase).to_owned()).collect()
    };
    let mut all = can(in_turn, &["last sown"]);
    if !is_cell {
        all.extend(can(scope.moment == Moment::End, &OF_ENDS));
        all.extend(can(scope.moment == Moment::End, &["me can move", "enemy can move"]));
        all.extend(can(!matches!(scope.moment, Moment::Static | Moment::Setup), &["last mover"]));
        all.extend(can(in_turn, &["turn start"]));
    }
    all.extend(scope.picks.iter().filter(|pick| scope.locals.contains(*pick)).map(|pick| format!("last {pick}")));
    all
}

/// Whether a statement may begin after these pieces: `turn` is then `turn over`, else `turn start`.
fn opens_statement(before: &[Piece<'_>], ends: bool) -> bool {
    ends || before.last().is_some_and(|last| matches!(last.text, "{" | "}"))
}

struct Offers<'c> {
    context: &'c Context,
    /// Whether arguments follow already.
    called: bool,
    /// How many bodies of definitions were looked at.
    looked: usize,
    list: Vec<Completion>,
}

impl Offers<'_> {
    fn add(&mut self, label: &str, kind: &'static str, detail: &str, doc: String, insert: String) {
        if label == HOLE || self.list.iter().any(|known| known.label == label) {
            return;
        }
        let (from, to) = (self.context.start, self.context.end);
        self.list.push(Completion { label: label.to_owned(), kind, detail: detail.to_owned(), doc, insert, from, to });
    }

    fn keyword(&mut self, word: &str) {
        self.add(word, "keyword", "", words::page(word).unwrap_or_default(), word.to_owned());
    }

    fn plain(&mut self, word: &str, kind: &'static str) {
        self.add(word, kind, "", words::page(word).unwrap_or_default(), word.to_owned());
    }

    /// What is followed by arguments.
    fn function(&mut self, name: &str, kind: &'static str, detail: &str, doc: String) {
        let insert = if self.called { name.to_owned() } else { format!("{name}(") };
        self.add(name, kind, detail, doc, insert);
    }

    fn symbol(&mut self, symbol: &Symbol, form: Form) {
        let name = match (&symbol.plural, form) {
            (Some((plural, _)), Form::Plural) => plural.clone(),
            _ => symbol.name.clone(),
        };
        let takes = !symbol.parameters.is_empty();
        match takes {
            true => self.function(&name, symbol.kind.noun(), &symbol.head, symbol.doc.clone()),
            false => self.add(&name, symbol.kind.noun(), &symbol.head, symbol.doc.clone(), name.clone()),
        }
    }

    /// Whether there is something that `base` stands for.
    fn has_base(&self, sheet: &Sheet, unit: Option<usize>, before: &[Piece<'_>]) -> bool {
        let Some((names, place)) = unit.and_then(|unit| Some((sheet.index.units.get(unit)?, unit))) else {
            return false;
        };
        let Some(base) = names.base.and_then(|base| sheet.index.units.get(base)) else { return false };
        let word = |place: usize| before.get(place).map_or("", |piece| piece.text);
        match word(0) {
            "setup" | "turn" => true,
            "move" => base.names.contains_key(word(1)),
            "value" | "region" | "condition" | "direction" | "directions" | "kind" | "kinds" | "player" => {
                base.names.contains_key(word(1))
            }
            _ => place == usize::MAX,
        }
    }

    /// The names of the sort that may stand there.
    fn names(&mut self, sheet: &Sheet, unit: usize, scope: &Scope) {
        let Some(names) = sheet.index.units.get(unit) else { return };
        // In the order in which they are declared.
        let mut known: Vec<(&Symbol, Form)> =
            names.names.values().filter_map(|(symbol, form)| Some((sheet.index.symbol(*symbol)?, *form))).collect();
        let gone = gone(sheet, unit);
        known.retain(|(symbol, _)| !gone.contains(&(symbol.kind, symbol.name.as_str())));
        known.sort_by(|(a, _), (b, _)| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
        known.dedup_by_key(|(symbol, form)| (symbol.name.clone(), *form == Form::Plural));
        let of = |kind: SymbolKind| move |(symbol, _): &&(&Symbol, Form)| symbol.kind == kind;
        let singular = |(_, form): &&(&Symbol, Form)| *form == Form::Plain;
        let mut all = |kind: SymbolKind| {
            known.iter().filter(of(kind)).filter(singular).for_each(|(symbol, _)| self.symbol(symbol, Form::Plain))
        };
        match &scope.role {
            Role::New => {}
            Role::Shape => {
                sized_shapes().for_each(|shape| {
                    self.function(shape.name, "board", "", words::page(shape.name).unwrap_or_default())
                });
                self.plain("graph", "board");
            }
            Role::Kind => {
                all(SymbolKind::Piece);
                let kinds =
                    known.iter().filter(of(SymbolKind::Definition)).filter(|(symbol, _)| symbol.ty == Type::Kind);
                kinds.for_each(|(symbol, _)| self.symbol(symbol, Form::Plain));
            }
            Role::Owned { neutral } => {
                let fits = |symbol: &Symbol| symbol.head.starts_with("neutral") == *neutral;
                let pieces: Vec<&Symbol> = known
                    .iter()
                    .filter(of(SymbolKind::Piece))
                    .filter(singular)
                    .map(|(s, _)| *s)
                    .filter(|s| fits(s))
                    .collect();
                let is_owner = self.follows_owner(sheet, unit, scope);
                for piece in pieces.into_iter().filter(|_| is_owner) {
                    self.symbol(piece, Form::Plural);
                    self.symbol(piece, Form::Plain);
                }
            }
            Role::Alike => {
                let plurals: Vec<&Symbol> = known.iter().filter(of(SymbolKind::Piece)).map(|(s, _)| *s).collect();
                plurals.into_iter().for_each(|piece| self.symbol(piece, Form::Plural));
                self.plain("pieces", "keyword");
            }
            Role::Player => all(SymbolKind::Player),
            Role::Move => all(SymbolKind::Move),
            Role::Effect => all(SymbolKind::Effect),
            Role::PickOf(rule) => {
                let rule = names.names.get(rule).map(|(symbol, _)| *symbol);
                let mut picks: Vec<&Symbol> = names
                    .picks
                    .iter()
                    .filter(|((of, _), _)| Some(*of) == rule)
                    .filter_map(|(_, pick)| sheet.index.symbol(*pick))
                    .filter(|pick| pick.kind == SymbolKind::Pick)
                    .collect();
                picks.sort_by(|a, b| a.name.cmp(&b.name));
                picks.into_iter().for_each(|pick| self.symbol(pick, Form::Plain));
            }
            Role::Pick => scope.picks.iter().for_each(|pick| self.plain(pick, "pick")),
            Role::Counter => all(SymbolKind::Counter),
            Role::Mark => all(SymbolKind::Mark),
            Role::Relation => {
                all(SymbolKind::Relation);
                ["adjacent", "orthogonal", "diagonal"].iter().for_each(|word| self.plain(word, "relation"));
            }
            Role::Relations => {
                all(SymbolKind::Relation);
                self.function("leap", "function", "leap(columns, rows)", words::page("leap").unwrap_or_default());
            }
            Role::Setting => {
                [SymbolKind::Option, SymbolKind::Counter].into_iter().for_each(all);
                self.plain("pie", "option");
            }
            Role::WordOf(option) => {
                let option = names.names.get(option).map(|(symbol, _)| *symbol);
                let mut words: Vec<&String> =
                    names.words.keys().filter(|(of, _)| Some(*of) == option).map(|(_, word)| word).collect();
                words.sort_unstable();
                words.into_iter().for_each(|word| self.plain(word, "word"));
                if option.is_none() {
                    ["on", "off"].iter().for_each(|word| self.plain(word, "word"));
                }
            }
            Role::Index => INDEXES.iter().for_each(|word| self.plain(word, "type")),
            Role::TypeName => TYPES.iter().for_each(|word| self.plain(word, "type")),
            // The name alone is meant, not what it gives for arguments.
            Role::Declared => known.iter().filter(singular).for_each(|(symbol, _)| self.alone(symbol)),
            Role::Code => Code::ALL
                .iter()
                .for_each(|code| self.add(code.name(), "code", "", code.summary(), code.name().to_owned())),
            Role::Clause => all(SymbolKind::End),
            Role::Drawn => {
                [SymbolKind::Player, SymbolKind::Piece, SymbolKind::Mark].into_iter().for_each(all);
                let regions = known.iter().filter(|(symbol, _)| symbol.head.starts_with("region"));
                regions.for_each(|(symbol, _)| self.alone(symbol));
                self.plain("hide", "keyword");
            }
            Role::Hidden => [SymbolKind::Mark, SymbolKind::Counter].into_iter().for_each(all),
            Role::Lettered => {
                LETTERED.iter().for_each(|word| self.add(word, "look", "", looks(), (*word).to_owned()));
            }
            Role::Like(of) => {
                let symbol = names.names.get(of).and_then(|(symbol, _)| sheet.index.symbol(*symbol));
                let like: &[&[&str]] = match symbol.map(|known| known.kind) {
                    Some(SymbolKind::Player) => &[&COLOURS],
                    Some(SymbolKind::Piece) if symbol.is_some_and(|known| known.head.starts_with("neutral")) => {
                        &[&SHAPES, &COLOURS]
                    }
                    Some(SymbolKind::Piece) => &[&SHAPES],
                    Some(SymbolKind::Definition) => &[&FIELDS],
                    _ if of == "board" => &[&BOARDS],
                    _ => &[],
                };
                like.iter().copied().flatten().for_each(|word| self.add(word, "look", "", looks(), (*word).to_owned()));
            }
            Role::Expression => match self.option_before(sheet, names) {
                Some(words) => words.iter().for_each(|word| self.plain(word, "word")),
                None => self.expressions(sheet, unit, scope, &known),
            },
        }
    }

    /// The name of a symbol, whatever is asked of it.
    fn alone(&mut self, symbol: &Symbol) {
        self.add(&symbol.name, symbol.kind.noun(), &symbol.head, symbol.doc.clone(), symbol.name.clone());
    }

    /// After `OPTION is`: its words.
    fn option_before(&self, sheet: &Sheet, names: &UnitNames) -> Option<Vec<String>> {
        let all = pieces(&self.context.beginning);
        let back = |steps: usize| all.len().checked_sub(steps).and_then(|place| all.get(place)).map(|piece| piece.text);
        let option = match (back(3), back(2), back(1)) {
            (Some(option), Some("is"), Some("not")) | (_, Some(option), Some("is")) => option,
            _ => return None,
        };
        let (id, _) = names.names.get(option)?;
        let is_option = sheet.index.symbol(*id).is_some_and(|symbol| symbol.kind == SymbolKind::Option);
        let mut words: Vec<String> =
            names.words.keys().filter(|(of, _)| of == id).map(|(_, word)| word.clone()).collect();
        words.sort_unstable();
        Some(words).filter(|words| is_option && !words.is_empty())
    }

    /// Whether the word before is somebody who may own pieces.
    fn follows_owner(&self, sheet: &Sheet, unit: usize, scope: &Scope) -> bool {
        let last = pieces(&self.context.beginning).last().map(|piece| piece.text.to_owned()).unwrap_or_default();
        let names = sheet.index.units.get(unit).and_then(|names| names.names.get(&last));
        let is_player = names
            .and_then(|(symbol, _)| sheet.index.symbol(*symbol))
            .is_some_and(|symbol| symbol.kind == SymbolKind::Player);
        let is_mover = matches!(last.as_str(), "my" | "neutral")
            || matches!(last.as_str(), "me" | "mover" | "enemy") && scope.moment != Moment::Setup;
        is_player || is_mover
    }

    fn expressions(&mut self, sheet: &Sheet, unit: usize, scope: &Scope, known: &[(&Symbol, Form)]) {
        let is_static = scope.moment == Moment::Static;
        for local in scope.locals.iter().rev() {
            self.plain(local, "name");
        }
        for (symbol, form) in known {
            let may = match symbol.kind {
                SymbolKind::Option => {
                    symbol.declared.iter().any(|span| (span.start as usize) < self.context.from) || !is_static
                }
                SymbolKind::Player | SymbolKind::Piece | SymbolKind::Relation | SymbolKind::Track => !is_static,
                SymbolKind::Definition | SymbolKind::Counter | SymbolKind::Mark | SymbolKind::Pattern => {
                    !is_static && self.means_something(sheet, symbol, scope.moment)
                }
                _ => false,
            };
            // A relation is a function of cells.
            match symbol.kind {
                SymbolKind::Relation if may => {
                    self.function(&symbol.name, "relation", &symbol.head, symbol.doc.clone())
                }
                _ if may => self.symbol(symbol, *form),
                _ => {}
            }
        }
        let board = Some(sheet).filter(|_| !is_static).and_then(|sheet| Some(sheet.draft(unit)?.board));
        let is_there = |relation| board.as_ref().is_none_or(|board| board.find_relation(relation).is_some());
        for name in words_alone().filter(|name| is_name(name.name())) {
            let reads = find_word(name.name()).map_or(Reads::NOTHING, |builtin| builtin.row().reads);
            let directions = DIRECTIONS.iter().find(|(own, _)| own.name() == name.name());
            if fits(reads, scope.moment) && directions.is_none_or(|(_, relation)| !is_static && is_there(relation)) {
                let doc = words::page(name.name()).unwrap_or_default();
                self.add(name.name(), "word", name.meaning(), doc, name.name().to_owned());
            }
        }
        if !is_static {
            for name in functions() {
                self.function(name.name(), "function", name.form(), words::page(name.name()).unwrap_or_default());
            }
        }
        if let Some(board) = board {
            // The steps of a leap are called like `leap(2, -2)`, which nobody can write.
            let directions = board.directions().map(|id| board.direction(id).name.clone()).filter(|name| is_name(name));
            for direction in directions.collect::<Vec<_>>() {
                self.plain(&direction, "direction");
            }
            let of_boards = ["adjacent", "orthogonal", "diagonal", "below", "above", "points", "cells"];
            for relation in of_boards.iter().filter(|name| board.find_relation(name).is_some()) {
                self.function(relation, "relation", "", words::page(relation).unwrap_or_default());
            }
            let regions: Vec<String> = board.region_names().map(str::to_owned).collect();
            regions.iter().for_each(|region| self.plain(region, "region"));
        }
    }

    /// Whether what a definition asks about means something at a moment: the words of its body tell.
    fn means_something(&mut self, sheet: &Sheet, symbol: &Symbol, moment: Moment) -> bool {
        let mut seen: Vec<&str> = Vec::new();
        let mut open = vec![symbol];
        while let Some(symbol) = open.pop() {
            if seen.contains(&symbol.name.as_str()) || self.looked > MAX_LOOKED {
                continue;
            }
            self.looked += 1;
            seen.push(&symbol.name);
            let bodies = symbol.declared.iter().filter_map(|name| {
                let last =
                    sheet.declarations.partition_point(|span| (span.file, span.start) <= (name.file, name.start));
                let span = last.checked_sub(1).and_then(|last| sheet.declarations.get(last))?;
                (span.file == name.file && name.end <= span.end).then_some(*span)
            });
            for body in bodies {
                let text = sheet.loaded.sources.slice(body);
                let all = pieces(text);
                for (place, piece) in all.iter().enumerate().filter(|(_, piece)| piece.sort == Sort::Word) {
                    let is_after = matches!(moment, Moment::After | Moment::Definition);
                    let starts = piece.text == "turn" && all.get(place + 1).is_some_and(|next| next.text == "start");
                    let may_start =
                        matches!(moment, Moment::Picking | Moment::After | Moment::Definition | Moment::Pattern);
                    let reads = match piece.text {
                        "my" => Reads::MOVER,
                        word => find_word(word).map_or(Reads::NOTHING, |builtin| builtin.row().reads),
                    };
                    if matches!(piece.text, "before" | "new") && !is_after
                        || starts && !may_start
                        || !fits(reads, moment)
                    {
                        return false;
                    }
                    let names = sheet.index.units.get(symbol.unit).and_then(|unit| unit.names.get(piece.text));
                    open.extend(
                        names
                            .and_then(|(id, _)| sheet.index.symbol(*id))
                            .filter(|used| matches!(used.kind, SymbolKind::Definition | SymbolKind::Pattern)),
                    );
                }
            }
        }
        true
    }
}

/// What a variant has no more of what it varies: players that are not among its own, options that it removes.
fn gone(sheet: &Sheet, unit: usize) -> Vec<(SymbolKind, &str)> {
    let mut gone: Vec<(SymbolKind, &str)> = Vec::new();
    let mut players: &[Name] = &[];
    for declaration in sheet.chain(unit).into_iter().flat_map(|unit| &unit.declarations) {
        match &declaration.kind {
            DeclarationKind::Players(own) => {
                let lost = players.iter().filter(|old| own.iter().all(|name| name.text != old.text));
                gone.extend(lost.map(|name| (SymbolKind::Player, name.text.as_str())));
                gone.retain(|(kind, name)| *kind != SymbolKind::Player || own.iter().all(|new| new.text != *name));
                players = own;
            }
            DeclarationKind::OptionOff(name) => gone.push((SymbolKind::Option, &name.text)),
            DeclarationKind::Option(option) => {
                gone.retain(|lost| *lost != (SymbolKind::Option, option.name.text.as_str()));
            }
            _ => {}
        }
    }
    gone
}

/// Whether what reads this means something at a moment.
fn fits(reads: Reads, moment: Moment) -> bool {
    match moment {
        Moment::Static => reads == Reads::NOTHING,
        Moment::Setup => !reads.any(Reads::MOVER),
        Moment::End => !reads.any(Reads::TURN),
        _ => true,
    }
}

/// The page that says what looks may say.
fn looks() -> String {
    words::page("look").unwrap_or_default()
}
