//! Effects with names, and what is done after each move: written out where they are done.

use super::action::Picking;
use super::checker::Checker;
use super::expr::{ExprKind, Type};
use super::ids::LocalId;
use super::moves::Draft;
use super::primitive::{Effect, Primitive};
use super::scope::Phase;
use super::upkeep::MAX_PARTS;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Block, Name, Statement, StatementKind};
use crate::util::suggestion;

/// The most effects that are written out inside one another.
const MAX_OPEN: usize = 64;

impl Checker<'_> {
    /// `do name(args)`: its statements, with names of their own. What it is given is worked out once, first.
    pub fn done(&mut self, name: &Name, args: &[ast::Expr], span: Span, draft: &mut Draft) {
        let Some(place) = self.find_effect(name) else { return };
        let version = self.rules.effects[place].len() - 1;
        let definition = self.rules.effects[place][version];
        if args.len() != definition.params.len() {
            let params: Vec<String> = definition.params.iter().map(|(name, _)| format!("`{}`", name.text)).collect();
            let message = match params.len() {
                0 => format!("`{}` wants nothing", name.text),
                wanted => format!("`{}` wants {wanted}: {}", name.text, params.join(", ")),
            };
            let said = Diagnostic::new(Code::TypeArguments, span, message).label(format!("{} given", args.len()));
            self.say(
                said.related(definition.name.span, "its declaration").help("give it one value for each of its names"),
            );
            return;
        }
        let mut given = Vec::new();
        for (arg, (param, ty)) in args.iter().zip(&definition.params) {
            let want = self.param_type(ty.as_ref());
            let value = self.expect(arg, want);
            let local = match value.kind {
                // Another name of the same.
                ExprKind::Local(local) => local,
                _ => {
                    let local = self.scope.unnamed();
                    self.stated.bound(local, param, want);
                    if self.scope.phase() == Phase::After {
                        let does = vec![Primitive::Let(local, value)];
                        draft.effects.push(Effect { words: "do", span, does });
                    } else {
                        draft.picking.push(Picking::Let { local, value });
                    }
                    local
                }
            };
            given.push((local, want));
        }
        let outer = self.scope.hide();
        let rule = self.scope.hide_move();
        self.effect_version(place, version, &given, span, draft);
        self.scope.show_move(rule);
        self.scope.show(outer);
        // An effect that comes to nothing is one, too: no pick follows it.
        self.scope.enter(Phase::After);
    }

    /// The statements of a version of an effect that is given these.
    fn effect_version(
        &mut self,
        place: usize,
        version: usize,
        given: &[(LocalId, Type)],
        used_at: Span,
        draft: &mut Draft,
    ) {
        let definition = self.rules.effects[place][version];
        if self.upkeep.open.contains(&(place, version)) {
            let message = format!("`{}` does itself", definition.name.text);
            self.say(
                Diagnostic::new(Code::NameCircular, used_at, message)
                    .label("done here while it is being done")
                    .related(definition.name.span, "its declaration")
                    .help("an effect can do only what does not do it in turn; for all cells of a set use `for`"),
            );
            return;
        }
        if self.upkeep.open.len() == MAX_OPEN {
            return self.too_much_done(used_at);
        }
        self.upkeep.open.push((place, version));
        let names = self.scope.hide();
        for ((name, _), (local, ty)) in definition.params.iter().zip(given) {
            self.check_reserved(name);
            self.stated.called(name, *ty);
            self.scope.call(&name.text, *local, *ty);
        }
        for statement in &definition.body {
            match &statement.kind {
                StatementKind::Base => match version.checked_sub(1) {
                    Some(base) => {
                        let replaced = self.rules.effects[place][base];
                        if replaced.params.len() == given.len() {
                            self.effect_version(place, base, given, statement.span, draft);
                        } else {
                            let message = format!(
                                "the `{}` that this replaces wants {}",
                                replaced.name.text,
                                replaced.params.len()
                            );
                            self.say(
                                Diagnostic::new(Code::TypeArguments, statement.span, message)
                                    .related(replaced.name.span, "declared here")
                                    .help("give both the same parameters, or leave `base` out"),
                            );
                        }
                    }
                    None => self.no_base(statement.span, "effect"),
                },
                _ => self.effect_statement(statement, draft),
            }
        }
        self.scope.show(names);
        self.upkeep.open.pop();
    }

    /// A statement of an effect, or of what is done after each move.
    fn effect_statement(&mut self, statement: &Statement, draft: &mut Draft) {
        let span = statement.span;
        let after = self.upkeep.after_move && self.upkeep.open.is_empty();
        let what = if after { "what is done after each move" } else { "an effect" };
        match &statement.kind {
            StatementKind::Pick { name, .. } => {
                let said = Diagnostic::new(Code::MoveOrder, span, format!("a `pick` in {what}"))
                    .label("picks belong to moves");
                let by =
                    self.upkeep.open.last().map(|(place, version)| &self.rules.effects[*place][*version].name.text);
                self.say(match by {
                    Some(effect) => {
                        said.help(format!("pick `{0}` in the move and give it: `do {effect}({0})`", name.text))
                    }
                    None => said.help("pick it in the moves"),
                });
            }
            StatementKind::Where(condition) => {
                let head = Span::new(span.file, span.start as usize, condition.span.start as usize);
                let said = Diagnostic::new(Code::MoveOrder, span, format!("a `where` in {what}"));
                let label = if after {
                    "the move has changed the position here"
                } else {
                    "`where` chooses picks, and an effect has none"
                };
                self.say(
                    said.label(label).help("write `require` for what must hold").fix(Fix::write(head, "require ")),
                );
            }
            StatementKind::Written(_) => self.say(
                Diagnostic::new(Code::MoveOrder, span, format!("`written` in {what}"))
                    .label("belongs to a move as a whole")
                    .help("put it in the move"),
            ),
            StatementKind::AtEnd(_) => {
                self.effects(statement);
            }
            _ => self.statement(statement, None, draft),
        }
    }

    /// Adds what is done after each move to the end of the move at hand.
    pub fn after_move(&mut self, draft: &mut Draft) {
        let Some(last) = self.rules.after_move.len().checked_sub(1) else { return };
        let outer = self.scope.hide();
        let rule = self.scope.hide_move();
        self.upkeep.after_move = true;
        let mut done = Draft::default();
        self.in_phase(Phase::After, |checker| checker.after_move_version(last, &mut done));
        draft.end.append(&mut done.effects);
        self.upkeep.after_move = false;
        self.scope.show_move(rule);
        self.scope.show(outer);
    }

    fn after_move_version(&mut self, version: usize, draft: &mut Draft) {
        let (body, _): (&Block, Span) = self.rules.after_move[version];
        for statement in body {
            match (&statement.kind, version.checked_sub(1)) {
                (StatementKind::Base, Some(base)) => {
                    if self.rules.after_move.len() - version > MAX_OPEN {
                        self.too_much_done(statement.span);
                    } else {
                        let names = self.scope.hide();
                        self.after_move_version(base, draft);
                        self.scope.show(names);
                    }
                }
                (StatementKind::Base, None) => self.no_base(statement.span, "declaration"),
                _ => self.effect_statement(statement, draft),
            }
        }
    }

    /// Checks the effects that no move does, so that what is wrong with them is said.
    pub fn check_effects(&mut self) {
        for place in 0..self.rules.effects.len() {
            let version = self.rules.effects[place].len() - 1;
            let definition = self.rules.effects[place][version];
            if self.usage.is_used(&definition.name.text) {
                continue;
            }
            self.upkeep.begin_move();
            let mut given = Vec::new();
            for (name, ty) in &definition.params {
                let ty = self.param_type(ty.as_ref());
                let local = self.scope.unnamed();
                self.stated.bound(local, name, ty);
                given.push((local, ty));
            }
            let mut draft = Draft::default();
            self.in_phase(Phase::After, |checker| {
                checker.effect_version(place, version, &given, definition.name.span, &mut draft);
            });
        }
    }

    /// Says once a move that too much is written out in it.
    pub fn too_much_done(&mut self, span: Span) {
        if !std::mem::replace(&mut self.upkeep.said, true) {
            self.say(
                Diagnostic::new(Code::LimitNesting, span, "with its effects written out this move is too long")
                    .label("too much from here on")
                    .help(format!(
                        "a move does {MAX_PARTS} statements of effects at most: do fewer effects inside one another"
                    )),
            );
        }
    }

    /// The place of an effect in the rules.
    fn find_effect(&mut self, name: &Name) -> Option<usize> {
        let text = &name.text;
        let found =
            self.rules.effects.iter().position(|versions| versions.first().is_some_and(|d| d.name.text == *text));
        if found.is_some() {
            // An effect that only it does is not done.
            if self.upkeep.open.last().map(|(place, _)| *place) != found {
                self.usage.note(text);
            }
            return found;
        }
        if self.usage.is_poisoned(text) {
            return None;
        }
        if self.say_off(name, Code::NameUnknown) {
            return None;
        }
        let said = Diagnostic::new(Code::NameUnknown, name.span, format!("there is no effect `{text}`"));
        let known: Vec<&str> =
            self.rules.effects.iter().filter_map(|v| v.first()).map(|d| d.name.text.as_str()).collect();
        let near = suggestion(text, known);
        let said = match near {
            Some(near) => said.did_you_mean(near),
            None => said.help(format!("declare it with `effect {text} {{ ... }}`")),
        };
        self.say(said);
        None
    }

    /// Where effects are declared, and what is done at the end of moves, with how each is called.
    pub fn done_sites(&self) -> Vec<(Span, String)> {
        let mut found = Vec::new();
        for unit in &self.rules.chain {
            for declaration in &unit.declarations {
                match &declaration.kind {
                    ast::DeclarationKind::Effect(effect) => found.push((declaration.span, effect.name.text.clone())),
                    ast::DeclarationKind::AfterMove(_) => {
                        found.push((declaration.span, super::off::AFTER_MOVE.to_owned()))
                    }
                    ast::DeclarationKind::Move(rule) => {
                        let ends =
                            rule.body.iter().filter(|statement| matches!(statement.kind, StatementKind::AtEnd(_)));
                        found.extend(ends.map(|statement| (statement.span, "at its end".to_owned())));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}
