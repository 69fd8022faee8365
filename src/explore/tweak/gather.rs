//! The changes of a sheet, gathered.

use super::change::Tweak;
use super::maker::Maker;
use super::{ends, moves, setups, turns, whole};
use crate::sheet::{Declared, Ground};
use rulebook_language::syntax::ast::DeclarationKind;

/// The changes of one rule that a designer would think of, in the order of the sheet; the same text never twice.
pub fn tweaks(ground: &Ground) -> Vec<Tweak> {
    let mut maker = Maker { ground, place: String::new(), found: Vec::new() };
    for declared in ground.declared.iter().filter(|declared| declared.is_whole) {
        maker.place = declared.slot.name();
        maker.declaration(declared);
    }
    ends::orders(&mut maker);
    whole::whole(&mut maker);
    let mut found: Vec<Tweak> = Vec::new();
    for tweak in maker.found {
        let is_known = |known: &Tweak| known.edits == tweak.edits && known.added == tweak.added;
        if !found.iter().any(is_known) {
            found.push(tweak);
        }
    }
    found
}

impl Maker<'_> {
    fn declaration(&mut self, declared: &Declared) {
        let span = declared.declaration.span;
        match &declared.declaration.kind {
            DeclarationKind::Relation(relation) => {
                self.expr(&relation.body);
                relation.condition().into_iter().for_each(|condition| self.expr(condition));
            }
            DeclarationKind::Link(link) => self.expr(&link.body),
            DeclarationKind::Definition(definition) => self.expr(&definition.body),
            DeclarationKind::Skip(condition) => self.expr(condition),
            DeclarationKind::Pattern(pattern) => self.pattern(pattern),
            DeclarationKind::Counter { start, .. } => start.iter().for_each(|start| self.expr(start)),
            DeclarationKind::Move(rule) => moves::block(self, &rule.body),
            DeclarationKind::Effect(effect) => moves::block(self, &effect.body),
            DeclarationKind::AfterMove(body) | DeclarationKind::Pass(body) => moves::block(self, body),
            DeclarationKind::Turn(turn) => turns::turn(self, turn, span),
            DeclarationKind::End(end) => ends::end(self, end, span),
            DeclarationKind::Repetition(repetition) => ends::repetition(self, repetition, span),
            DeclarationKind::Limit(limit) => ends::limit(self, limit),
            DeclarationKind::Setup(items) => setups::setup(self, items),
            DeclarationKind::Board(board) => whole::board(self, board),
            _ => {}
        }
    }
}
