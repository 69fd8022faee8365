//! How a move is written: its picks and names, in letters or by signs.

use super::action::{Picking, Written};
use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Type};
use super::ids::LocalId;
use super::moves::Draft;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::topology::DirectionId;
use crate::util::{Id, suggestion};

/// The most bytes that one action, or one link of a chain, may take to write, its move's name counted.
const MAX_WRITTEN: usize = 4096;
/// No name of a direction is longer.
const MAX_DIRECTION: usize = 32;
/// The most numbers that have signs.
const MAX_SIGNS: i64 = 64;

/// What stands between two braces of `written`.
#[derive(Clone, Copy)]
struct Braces<'t> {
    text: &'t str,
    /// Its place in the file.
    at: Span,
}

impl Checker<'_> {
    /// How a move is written: as the file says, or its picks with hyphens between.
    pub fn written(&mut self, draft: &Draft, shown: &mut Vec<(LocalId, Type)>) -> Vec<Written> {
        let Some(text) = &draft.written else {
            // A set has several places, of which the first is written.
            let named = |pick: &usize| self.scope.picks().get(*pick).map(|pick| &pick.name);
            let is_first = |pick: &usize| pick.checked_sub(1).is_none_or(|before| named(&before) != named(pick));
            let picks = (0..self.scope.picks().len()).filter(is_first);
            let parts = picks.flat_map(|pick| {
                let hyphen = (pick > 0).then(|| Written::Text("-".to_owned()));
                hyphen.into_iter().chain([Written::Pick(pick as u8)])
            });
            return parts.collect();
        };
        let errors = self.errors();
        let mut parts = Vec::new();
        let mut rest = text.text.as_str();
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                self.say(
                    Diagnostic::new(Code::MoveWritten, text.span, "a `{` without its `}`")
                        .help("a pick is written in braces, as in `\"{a}-{b}\"`"),
                );
                return parts;
            };
            if open > 0 {
                parts.push(Written::Text(rest[..open].to_owned()));
            }
            let inner = &rest[open + 1..open + length];
            // The text begins after its quote.
            let at = text.span.start as usize + 1 + text.text.len() - rest.len() + open + 1;
            let inner = Braces { text: inner, at: Span::new(text.span.file, at, at + inner.len()) };
            parts.extend(self.in_braces(text, inner, draft, shown));
            rest = &rest[open + length + 1..];
        }
        if !rest.is_empty() {
            parts.push(Written::Text(rest.to_owned()));
        }
        // With a wrong name in it, what is left out is the same mistake.
        if self.errors() == errors {
            self.check_written(draft, text, &parts);
        }
        parts
    }

    /// What stands in braces: the name of a pick or of a `let`, with `small` before it or signs behind it.
    fn in_braces(
        &mut self,
        text: &Name,
        inner: Braces<'_>,
        draft: &Draft,
        shown: &mut Vec<(LocalId, Type)>,
    ) -> Option<Written> {
        let (named, signs) = match inner.text.split_once(':') {
            Some((named, signs)) => (named, Some(signs)),
            None => (inner.text, None),
        };
        let name = named.trim();
        let (is_small, name) = match name.strip_prefix("small ") {
            Some(name) => (true, name.trim()),
            None => (false, name),
        };
        if is_small && !self.is_kind_written(name) {
            let message = format!("`small {name}`, and `{name}` is no kind of piece");
            self.say(
                Diagnostic::new(Code::MoveWritten, text.span, message)
                    .help(format!("the letter of a kind can be small; write `{{{name}}}`")),
            );
        }
        let place = match self.scope.picks().iter().position(|pick| pick.name == name) {
            Some(pick) => pick,
            None => match self.shown_let(draft, name) {
                Some((local, ty)) => {
                    let place = shown.iter().position(|(other, _)| *other == local).unwrap_or(shown.len());
                    if place == shown.len() {
                        shown.push((local, ty));
                    }
                    self.scope.picks().len() + place
                }
                // What is wrong with it is said already; it is written all the same.
                None if self.scope.binds_unknown(name) => self.scope.picks().len(),
                None => {
                    self.no_such_pick(text, inner, name);
                    return None;
                }
            },
        };
        let place = place as u8;
        match signs {
            Some(signs) => self.signs(place, name, signs, inner, draft).map(|signs| Written::Signs(place, signs)),
            None if is_small => Some(Written::Small(place)),
            None => Some(Written::Pick(place)),
        }
    }

    fn no_such_pick(&mut self, text: &Name, inner: Braces<'_>, name: &str) {
        let said = Diagnostic::new(Code::MoveWritten, text.span, format!("this move picks no `{name}`"));
        let said = match suggestion(name, self.scope.picks().iter().map(|pick| pick.name.as_str())) {
            Some(near) => {
                let start = inner.at.start as usize + inner.text.find(name).unwrap_or(0);
                let at = Span::new(text.span.file, start, start + name.len());
                let fix = Fix { safe: near.sure, ..Fix::write(at, near.word) };
                said.help(format!("did you mean `{}`?", near.word)).fix(fix)
            }
            None => said.help("write the name of a pick in braces"),
        };
        self.say(said);
    }

    /// The signs of the values of a name, in their order.
    fn signs(
        &mut self,
        place: u8,
        name: &str,
        signs: &str,
        inner: Braces<'_>,
        draft: &Draft,
    ) -> Option<Vec<(u16, String)>> {
        let values = match self.values_of(place, name, draft) {
            Ok(values) => values,
            Err(None) => return None,
            Err(Some(help)) => {
                let message = format!("`{name}` cannot be written by signs");
                self.say(Diagnostic::new(Code::MoveWritten, inner.at, message).help(help));
                return None;
            }
        };
        let signs: Vec<&str> = signs.split_whitespace().collect();
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        if signs.len() != values.len() {
            let names: Vec<&str> = values.iter().map(|(_, name)| name.as_str()).collect();
            let message = format!("{} and {}", count(values.len(), "value"), count(signs.len(), "sign"));
            self.say(
                Diagnostic::new(Code::MoveWritten, inner.at, format!("`{name}` has {message}"))
                    .label("a sign for each value, in their order")
                    .help(format!("write a sign for each of: {}", names.join(" "))),
            );
            return None;
        }
        if let Some((at, twice)) = signs.iter().enumerate().find(|(at, sign)| signs[..*at].contains(sign)) {
            let first = signs.iter().position(|sign| sign == twice).and_then(|first| values.get(first));
            let both = first.zip(values.get(at)).map(|((_, a), (_, b))| format!("`{a}` and `{b}`")).unwrap_or_default();
            let said = Diagnostic::new(Code::MoveWritten, inner.at, format!("the sign `{twice}` stands for {both}"));
            self.say(said.label("two moves that differ in it alone look alike").help("give each value its own sign"));
            return None;
        }
        Some(values.into_iter().map(|(value, _)| value).zip(signs.into_iter().map(str::to_owned)).collect())
    }

    /// The values that a name can stand for, in their order and as one calls them; else what to do, where that is not yet said.
    fn values_of(&self, place: u8, name: &str, draft: &Draft) -> Result<Vec<(u16, String)>, Option<String>> {
        let local = self.scope.find(name).map(|bound| bound.local);
        let places = || {
            draft
                .picking
                .iter()
                .filter_map(Picking::places)
                .flat_map(|(local, from, count)| std::iter::repeat_n((local, from), count))
        };
        let from = match places().nth(usize::from(place)) {
            Some((_, from)) => Some(from),
            None => draft.picking.iter().find_map(|step| match step {
                Picking::Let { local: own, value } if Some(*own) == local => Some(value),
                _ => None,
            }),
        };
        let Some((from, board)) = from.zip(self.parts.board.as_ref()) else { return Err(None) };
        match from.ty {
            Type::Directions | Type::Direction => {
                let mut found: Vec<DirectionId> = self.directions_of(from).unwrap_or(board.directions().collect());
                found.sort_unstable();
                found.dedup();
                Ok(found.into_iter().map(|id| (id.index() as u16, board.direction(id).name.clone())).collect())
            }
            Type::Players | Type::Player => {
                Ok(self.parts.players.iter_ids().map(|(id, name)| (id.index() as u16, name.clone())).collect())
            }
            Type::Range => {
                let [low, high] = self.constant_ends(from);
                let known = low.zip(high);
                let Some((low, high)) = known.filter(|(low, high)| high - low < MAX_SIGNS) else {
                    return Err(Some(format!(
                        "at most {MAX_SIGNS} numbers, which are known before the game begins, have signs; write `{{{name}}}`"
                    )));
                };
                Ok((low..=high).filter_map(|n| Some((u16::try_from(n).ok()?, n.to_string()))).collect())
            }
            Type::Kinds | Type::Kind => Err(Some(format!(
                "choose its letter where the kind is declared, as in `piece knight as N`, and write `{{{name}}}`"
            ))),
            Type::Unknown => Err(None),
            _ => Err(Some(format!("signs stand for directions, numbers and players; write `{{{name}}}`"))),
        }
    }

    /// The directions that an expression can come to, if it tells them; else it may be any.
    fn directions_of(&self, expr: &Expr) -> Option<Vec<DirectionId>> {
        match (self.constant(expr), &expr.kind) {
            (Some(Constant::Direction(direction)), _) => Some(vec![direction]),
            (Some(Constant::Directions(directions)), _) => Some(directions),
            (_, ExprKind::If(_, then, otherwise)) => {
                let (mut all, more) = (self.directions_of(then)?, self.directions_of(otherwise)?);
                all.extend(more);
                Some(all)
            }
            (_, ExprKind::Builtin(Builtin::UnionOfDirections | Builtin::OneDirection, parts)) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| self.directions_of(part)).collect();
                parts.map(|parts| parts.concat())
            }
            (_, ExprKind::Call(id, _)) => self.directions_of(&self.parts.definitions.get(*id)?.body),
            _ => None,
        }
    }

    /// Whether a name stands for a kind of piece.
    fn is_kind_written(&self, name: &str) -> bool {
        self.scope.find(name).is_none_or(|bound| matches!(bound.ty, Type::Kind | Type::Unknown))
    }

    /// A cell, direction, player or kind that a `let` before the effects has named, to be written.
    fn shown_let(&self, draft: &Draft, name: &str) -> Option<(LocalId, Type)> {
        let bound = self.scope.find(name)?;
        let is_let = |step: &Picking| matches!(step, Picking::Let { local, .. } if *local == bound.local);
        let fits = matches!(bound.ty, Type::Cell | Type::Direction | Type::Player | Type::Kind);
        (fits && draft.picking.iter().any(is_let)).then_some((bound.local, bound.ty))
    }

    fn check_written(&mut self, draft: &Draft, text: &Name, parts: &[Written]) {
        // What is worked out from the picks may stand for them.
        let derived =
            parts.iter().any(|part| part.pick().is_some_and(|pick| usize::from(pick) >= self.scope.picks().len()));
        let named = |pick: usize| self.scope.picks().get(pick).map(|pick| &pick.name);
        let is_written = |pick: &usize| {
            parts.iter().any(|part| part.pick().is_some_and(|other| named(usize::from(other)) == named(*pick)))
        };
        // Of a set of one there is no choice.
        let is_choice = |pick: &usize| {
            let local = named(*pick).and_then(|name| self.scope.find(name)).map(|bound| bound.local);
            !draft.picking.iter().any(|step| match step {
                Picking::Pick { local: picked, from } => Some(*picked) == local && is_one(from),
                Picking::Several { .. } | Picking::Let { .. } | Picking::Where(_) => false,
            })
        };
        let mut picks = 0..if derived { 0 } else { self.scope.picks().len() };
        let missing = picks.find(|pick| is_choice(pick) && !is_written(pick));
        if let Some(pick) = missing {
            let name = self.scope.picks()[pick].name.clone();
            self.say(
                Diagnostic::new(Code::LintUnwritten, text.span, format!("the pick `{name}` is not written"))
                    .label("two moves that differ in it alone look alike")
                    .help(format!(
                        "add `{{{name}}}`, or leave `written` out; moves that lead to one position are one where the game says \
                         `alike actions are one`"
                    ))
                    .fix(Fix {
                        title: format!("add `{{{name}}}`"),
                        edits: vec![Edit {
                            span: Span::new(text.span.file, text.span.end as usize - 1, text.span.end as usize - 1),
                            text: format!("-{{{name}}}"),
                        }],
                        safe: false,
                    }),
            );
        }
        if parts.iter().any(|part| matches!(part, Written::Text(text) if text.contains(char::is_whitespace))) {
            self.say(
                Diagnostic::new(Code::MoveWritten, text.span, "a written move has no blanks")
                    .label("moves stand side by side with blanks between them")
                    .help("use `-`, `x`, `+`, `:` or `/` between picks")
                    .fix(
                        Fix::write(
                            text.span,
                            format!("\"{}\"", text.text.split_whitespace().collect::<Vec<_>>().join("-")),
                        )
                        .unsure(),
                    ),
            );
        }
    }

    /// Refuses moves that take too long to be read: there can be a million of them in one position.
    pub fn check_length(&mut self, name: &Name, draft: &Draft, parts: &[Written]) {
        let cells = self.parts.board.iter().flat_map(|board| board.cells().map(|cell| board.cell_name(cell).len()));
        let kinds = self.parts.kinds.iter().map(|kind| kind.name.len());
        let picked =
            cells.chain(self.parts.players.iter().map(String::len)).chain(kinds).max().unwrap_or(0).max(MAX_DIRECTION);
        let members = draft.picking.iter().filter_map(Picking::places).map(|(.., count)| count).max().unwrap_or(1);
        let picked = (picked + 1) * members;
        let length = parts.iter().fold(name.text.len(), |length, part| match part {
            Written::Text(text) => length.saturating_add(text.len()),
            Written::Pick(_) | Written::Small(_) => length.saturating_add(picked),
            Written::Signs(_, signs) => {
                length.saturating_add(signs.iter().map(|(_, sign)| sign.len()).max().unwrap_or(0))
            }
        });
        if length > MAX_WRITTEN {
            let span = draft.written.as_ref().map_or(name.span, |text| text.span);
            let said = format!("an action of this move can take more than {MAX_WRITTEN} bytes to write");
            let said = Diagnostic::new(Code::LimitWritten, span, said).label("this long");
            self.say(said.help("write less, or give the move, the cells and the players shorter names"));
        }
    }
}

/// Whether a set has one member at most, by the way it is written.
fn is_one(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(Builtin::OneCell | Builtin::OneDirection | Builtin::OneKind, _) => true,
        ExprKind::Builtin(Builtin::SetOf, items) => matches!(items.as_slice(), [item] if is_one(item)),
        ExprKind::Builtin(Builtin::Intersection, parts) => parts.iter().any(is_one),
        ExprKind::Builtin(Builtin::Difference, parts) => parts.first().is_some_and(is_one),
        _ => false,
    }
}
