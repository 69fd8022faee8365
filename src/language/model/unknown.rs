//! Words that nothing knows: what each was probably meant to be.

use super::builtins::{self, reserved};
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::Per;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::reference::{Place, said_as, synonym};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Name, StatementKind};
use crate::syntax::{how_to_ask, is_name};
use crate::topology::{Board, CellId};
use crate::util::suggestion;

/// How many cells of a row or board are listed.
const MAX_LISTED: usize = 12;

/// How an unknown word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// By itself.
    Alone,
    /// Before arguments.
    Called,
    /// After `no`, as `move` may.
    AfterNo,
}

impl Checker<'_> {
    /// Reports a word that nothing knows.
    pub fn unknown(&mut self, name: &str, span: Span, stands: Stands) -> Expr {
        if self.usage.is_poisoned(name) {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        }
        if let Some(said) = self.said_off(name, span, Code::NameUnknown) {
            return self.error(said);
        }
        let said = Diagnostic::new(Code::NameUnknown, span, format!("nothing is called `{name}`"));
        if self.rules.effects.iter().flatten().any(|effect| effect.name.text == name) {
            let said = Diagnostic::new(Code::NameUnknown, span, format!("`{name}` is an effect and has no value"));
            return self
                .error(said.label("a value is wanted here").help(format!("do it as a statement: `do {name}(...)`")));
        }
        if let Some(said) = self.said_of_step(name, span, stands) {
            return self.error(said);
        }
        if self.upkeep.after_move && self.is_bound_by_moves(name) {
            let help = "`placed`, `moved` and `removed` say what the move did";
            return self.error(said.label("the picks of a move are unknown after it").help(help));
        }
        let off = |said: &Declaration| matches!(&said.kind, DeclarationKind::OptionOff(off) if off.text == name);
        if self.rules.chain.iter().flat_map(|unit| &unit.declarations).any(off) {
            let help = format!("replace what uses it as well, or take `option {name} off` away");
            return self.error(said.label("the variant does not have this option").help(help));
        }
        if let Some(said) = self.parts.board.as_ref().and_then(|board| unknown_cell(board, name, span)) {
            return self.error(said);
        }
        let known = self.known_words(stands);
        let near = suggestion(name, known.iter().map(String::as_str));
        if let (Stands::AfterNo, Some("move")) = (stands, near.map(|near| near.word)) {
            return self.error(said.help("did you mean `no move`?").fix(Fix::write(span, "move")));
        }
        let is_foreign = synonym(name, Place::Expression).is_some();
        let said = match near.filter(|near| near.sure || !is_foreign) {
            Some(near) => said.did_you_mean(near),
            None if is_foreign => said_as(said, name, Place::Expression),
            // What takes no arguments may still be what was meant.
            None if stands == Stands::Called => {
                let known = self.known_words(Stands::Alone);
                match suggestion(name, known.iter().map(String::as_str)) {
                    Some(near) => said.help(format!("did you mean `{}`?", near.word)),
                    None => said.help(format!("declare it with `value {name}(c) = ...`, `region` or `condition`")),
                }
            }
            None => {
                said.help("declare it with `value`, `region`, `condition`, `group`, `piece`, `option` or `counter`")
            }
        };
        self.error(said)
    }

    /// What is said of `pass` and of moves, which a turn offers: where a condition comes to ask for one, it has swallowed it, or asks
    /// whether it is possible.
    fn said_of_step(&self, name: &str, span: Span, stands: Stands) -> Option<Diagnostic> {
        if name == "nobody" {
            let message = "nothing is compared with `nobody`: it stands in `nobody can move` alone";
            let said = Diagnostic::new(Code::NameUnknown, span, message);
            return Some(said.help("write `c in empty` to ask whether anything stands on a cell"));
        }
        if name == "over" && self.scope.phase() == Phase::Test {
            let said = Diagnostic::new(Code::NameUnknown, span, "`over` is no part of a condition");
            return Some(
                said.label("read as a name").help("write `expect over` or `expect not over` as a line of its own"),
            );
        }
        let is_move = self.rules.moves.iter().flatten().any(|rule| rule.name.text == name);
        if stands == Stands::Called || !(is_move || name == "pass") || self.find_player(name).is_some() {
            return None;
        }
        let what = if is_move { "a move, and no condition" } else { "no condition" };
        let said = Diagnostic::new(Code::NameUnknown, span, format!("`{name}` is {what}"));
        let is_end = matches!(self.scope.phase(), Phase::End | Phase::Repetition | Phase::Ranking);
        if is_move && (stands == Stands::AfterNo || is_end) {
            return Some(said.label("is it possible?").help(how_to_ask(name)));
        }
        let first = format!("in a turn put `{name}` first, as in `{name} or place while ...`");
        Some(said.label("read as part of the condition").help(format!("a condition goes on to its end: {first}")))
    }

    /// What is said of a name that a variant has taken away.
    pub fn said_off(&self, name: &str, span: Span, code: Code) -> Option<Diagnostic> {
        let off = self.rules.taken_off(name)?;
        let written = format!("{} {} off", off.sort, off.name);
        let is_own = self.rules.layer_of(span).is_none_or(|layer| layer >= off.layer);
        let help = match is_own {
            true => format!("leave it out, or remove `{written}`"),
            false => format!("replace what uses it as well, or remove `{written}`"),
        };
        let said = Diagnostic::new(code, span, format!("`{name}` is off")).related(off.span, "taken away here");
        Some(said.label("the variant does not have it").help(help))
    }

    /// Says that a variant has taken a name away, if one has.
    pub fn say_off(&mut self, name: &Name, code: Code) -> bool {
        let said = self.said_off(&name.text, name.span, code);
        let is_off = said.is_some();
        said.into_iter().for_each(|said| self.say(said));
        is_off
    }

    /// The words that may stand there, those that are bound and declared first.
    fn known_words(&self, stands: Stands) -> Vec<String> {
        let called = stands == Stands::Called;
        let mut known: Vec<String> = Vec::new();
        if stands == Stands::AfterNo {
            known.push("move".to_owned());
        }
        let definitions = self.rules.definitions.iter().filter_map(|versions| versions.first());
        let definitions = definitions.filter(|definition| !called || !definition.params.is_empty());
        let counters = self.parts.counters.iter().filter(|counter| !called || counter.per != Per::Game);
        if !called {
            known.extend(self.scope.names().map(str::to_owned));
            known.extend(self.parts.options.iter().map(|option| option.name.clone()));
        }
        known.extend(definitions.map(|definition| definition.name.text.clone()));
        known.extend(counters.map(|counter| counter.name.clone()));
        if !called {
            known.extend(self.rules.patterns.iter().map(|pattern| pattern.name.text.clone()));
            known.extend(self.parts.marks.iter().map(|mark| mark.name.clone()));
            known.extend(self.parts.players.iter().cloned());
            known.extend(builtins::words_alone().map(|word| word.name().to_owned()));
        }
        known.extend(self.parts.kinds.iter().flat_map(|kind| [kind.plural.clone(), kind.name.clone()]));
        known.extend(builtins::functions().map(|word| word.name().to_owned()));
        if let Some(board) = &self.parts.board {
            known.extend(board.relations().map(|id| board.relation_name(id).to_owned()));
            known.extend(board.directions().map(|id| board.direction(id).name.clone()));
            if !called {
                known.extend(board.region_names().map(str::to_owned));
            }
        }
        known.extend(self.parts.links.iter().map(|link| link.name.clone()));
        // What the checker has made of something else has a name that no file can use.
        known.retain(|name| !name.contains([' ', '?']));
        known
    }

    /// A function whose argument stands behind it without parentheses: `adjacent c`, `count mine`, `column a`.
    pub fn without_parentheses(&mut self, function: &Name, argument: &Name, span: Span) -> Option<Expr> {
        let word = function.text.as_str();
        let known_kind = self.find_kind(&argument.text).is_some();
        if ["the", "a", "an", "from"].contains(&word) {
            let help = format!("leave `{word}` out: `{}`", argument.text);
            let said = Diagnostic::new(Code::NameUnknown, function.span, format!("nothing is called `{word}`"));
            let at = Span { end: argument.span.start, ..function.span };
            return Some(self.error(said.help(help).fix(Fix::remove(at, format!("leave `{word}` out")))));
        }
        let foreign = synonym(word, Place::Expression).and_then(|row| row.instead);
        let is_function = |word: &str| {
            builtins::functions().any(|known| known.name() == word)
                || self.parts.board.as_ref().is_some_and(|board| board.find_relation(word).is_some())
        };
        let Some(word) = [Some(word), foreign].into_iter().flatten().find(|word| is_function(word)) else {
            // `current player`: two words for one.
            return (!known_kind && synonym(word, Place::Expression).is_some()).then(|| {
                let message = format!("nothing is called `{word} {}`", argument.text);
                let said = Diagnostic::new(Code::NameUnknown, span, message);
                self.error(said_as(said, word, Place::Expression))
            });
        };
        let column =
            argument.text.bytes().next().filter(|letter| argument.text.len() == 1 && letter.is_ascii_lowercase());
        let written = match (word, column) {
            ("next" | "previous", _) if argument.text == "player" => format!("{word}(me)"),
            ("column" | "columns", Some(letter)) if self.scope.find(&argument.text).is_none() => {
                format!("columns({})", letter - b'a' + 1)
            }
            _ => format!("{word}({})", argument.text),
        };
        let said =
            Diagnostic::new(Code::NameUnknown, span, format!("`{word}` takes what it asks about in parentheses"));
        Some(self.error(said.help(format!("write `{written}`")).fix(Fix::write(span, written))))
    }

    /// Whether a move picks or names something so.
    fn is_bound_by_moves(&self, name: &str) -> bool {
        let mut statements = self.rules.moves.iter().flatten().flat_map(|rule| &rule.body);
        statements.any(|statement| match &statement.kind {
            StatementKind::Pick { name: bound, .. } | StatementKind::Let { name: bound, .. } => bound.text == name,
            _ => false,
        })
    }

    /// Reports a kind that was never declared.
    pub fn unknown_kind(&mut self, name: &Name) -> Expr {
        if self.usage.is_poisoned(&name.text) {
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span: name.span };
        }
        if let Some(said) = self.said_off(&name.text, name.span, Code::NameUnknownPiece) {
            return self.error(said);
        }
        let said = Diagnostic::new(Code::NameUnknownPiece, name.span, format!("there is no piece `{}`", name.text));
        let mut letters = name.text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let is_letter =
            |own: Option<char>| letter.zip(own).is_some_and(|(one, other)| one.eq_ignore_ascii_case(&other));
        if let Some(kind) = self.parts.kinds.iter().find(|kind| is_letter(kind.letter)) {
            let fix = Fix::write(name.span, kind.name.as_str());
            let said = said.label("its letter, which stands in pictures alone").help(format!("write `{}`", kind.name));
            return self.error(said.fix(fix));
        }
        let known: Vec<String> =
            self.parts.kinds.iter().flat_map(|kind| [kind.name.clone(), kind.plural.clone()]).collect();
        let said = match suggestion(&name.text, known.iter().map(String::as_str)) {
            Some(near) => said.did_you_mean(near),
            None => self.declared_by(said, name, format!("piece {}", name.text)),
        };
        self.error(said)
    }

    /// What is said of a name that nothing has, with the line that would declare it, behind the declaration that uses it.
    pub fn declared_by(&self, said: Diagnostic, name: &Name, line: String) -> Diagnostic {
        let said = said.help(format!("declare it with `{line}`"));
        let span = name.span;
        let holds = |near: &&Declaration| {
            near.span.file == span.file && near.span.start <= span.start && span.end <= near.span.end
        };
        let near = self.rules.chain.iter().flat_map(|unit| &unit.declarations).find(holds);
        let can_be = is_name(&name.text) && reserved(&name.text, false).is_none();
        let Some(near) = near.filter(|_| can_be) else { return said };
        let end = near.span.end as usize;
        let edit = Edit { span: Span::new(span.file, end, end), text: format!("\n  {line}") };
        said.fix(Fix { title: format!("declare it with `{line}`"), edits: vec![edit], safe: false })
    }
}

/// What is said of a word that looks like a cell, such as `a1`: which cells its row has.
fn unknown_cell(board: &Board, name: &str, span: Span) -> Option<Diagnostic> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let number: u32 = name.get(letters..)?.parse().ok()?;
    if !(1..=2).contains(&letters) {
        return None;
    }
    let said = Diagnostic::new(Code::NameUnknown, span, format!("there is no cell `{name}`"));
    let small = name.to_ascii_lowercase();
    if board.find_cell(&small).is_some() {
        return Some(said.help(format!("columns are small letters: write `{small}`")).fix(Fix::write(span, small)));
    }
    let named = |cells: &[CellId]| -> String {
        cells.iter().map(|cell| format!("`{}`", board.cell_name(*cell))).collect::<Vec<_>>().join(", ")
    };
    let mut row: Vec<CellId> = board.cells().filter(|cell| board.row(*cell) == number).collect();
    row.sort_unstable_by_key(|cell| board.column(*cell));
    let rows: Vec<u32> = board.cells().map(|cell| board.row(cell)).filter(|row| *row > 0).collect();
    let (least, greatest) = (rows.iter().min(), rows.iter().max());
    let column = |cell: &CellId| board.column(*cell);
    let is_whole = row.windows(2).all(|pair| matches!(pair, [a, b] if column(a) + 1 == column(b)));
    let help = match (row.as_slice(), least.zip(greatest)) {
        ([first, .., last], _) if is_whole => format!("row {number} is {} to {}", named(&[*first]), named(&[*last])),
        ([_, ..], _) if row.len() <= MAX_LISTED => format!("row {number} is {}", named(&row)),
        ([], Some((least, greatest))) => format!("the rows of the board are {least} to {greatest}"),
        _ => {
            let some: Vec<CellId> = board.cells().take(MAX_LISTED).collect();
            format!("the board has cells such as {}", named(&some))
        }
    };
    Some(said.label("the board has no such cell").help(help))
}
