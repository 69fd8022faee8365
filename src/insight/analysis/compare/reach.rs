//! What the rules of a game use: the declarations that matter to a move, a turn or an end.

use rustc_hash::FxHashSet;

use crate::audit::uses::bodies;
use rulebook_language::model::{DefinitionId, Expr, ExprKind, Game, Move, Odds, PatternId, Picking, Repetition};

/// The names of declarations that some rules use, through whatever they use.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    names: FxHashSet<String>,
    definitions: FxHashSet<DefinitionId>,
    patterns: FxHashSet<PatternId>,
}

impl Reach {
    /// What a move uses.
    pub fn of_move(game: &Game, rule: &Move) -> Self {
        let mut reach = Reach::default();
        for step in &rule.picking {
            match step {
                Picking::Pick { from: expr, .. }
                | Picking::Several { from: expr, .. }
                | Picking::Let { value: expr, .. }
                | Picking::Where(expr) => reach.add(game, expr),
            }
        }
        rule.effects.iter().for_each(|effect| effect.visit(true, &mut |expr| reach.add(game, expr)));
        if let Some(Odds::By(weight)) = &rule.lot {
            reach.add(game, weight);
        }
        reach
    }

    /// What the end clause of this name uses; all of them where there is none.
    pub fn of_end(game: &Game, clause: &str) -> Self {
        let mut reach = Reach::default();
        let is_known = game.ends.iter().any(|end| end.name == clause);
        for end in game.ends.iter().filter(|end| !is_known || end.name == clause) {
            end.exprs().for_each(|expr| reach.add(game, expr));
        }
        if !is_known {
            game.repetitions.iter().flat_map(Repetition::exprs).for_each(|expr| reach.add(game, expr));
        }
        reach
    }

    /// Whether they use a declaration.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn add(&mut self, game: &Game, expr: &Expr) {
        let mut open: Vec<&Expr> = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                ExprKind::Call(id, _) => {
                    if self.definitions.insert(*id)
                        && let Some(definition) = game.definitions.get(*id)
                    {
                        self.names.insert(definition.name.clone());
                        open.push(&definition.body);
                    }
                }
                ExprKind::Pattern { pattern, .. } => {
                    if self.patterns.insert(*pattern)
                        && let Some(pattern) = game.patterns.get(*pattern)
                    {
                        self.names.insert(pattern.name.clone());
                        self.names.insert(game.board.relation_name(pattern.relation).to_owned());
                        open.extend(bodies(game, expr));
                    }
                }
                ExprKind::Parts { joint, .. } | ExprKind::Distance { joint, .. } => {
                    self.names.insert(game.board.relation_name(joint.relation).to_owned());
                    open.extend(bodies(game, expr));
                }
                ExprKind::Counter(id, _) => {
                    self.names.extend(game.counters.get(*id).map(|counter| counter.name.clone()));
                }
                ExprKind::Marked(id) => self.names.extend(game.marks.get(*id).map(|mark| mark.name.clone())),
                ExprKind::Neighbours(relation, _) => {
                    self.names.insert(game.board.relation_name(*relation).to_owned());
                }
                ExprKind::Direction(direction) => {
                    self.names.insert(game.board.direction(*direction).name.clone());
                }
                // Players and kinds are no rules, and what else there is uses nothing but its parts.
                ExprKind::Number(_)
                | ExprKind::Truth(_)
                | ExprKind::Cell(_)
                | ExprKind::Player(_)
                | ExprKind::Kind(_)
                | ExprKind::Kinds(_)
                | ExprKind::Directions(_)
                | ExprKind::Region(_)
                | ExprKind::Word(_)
                | ExprKind::Local(_)
                | ExprKind::Builtin(..)
                | ExprKind::Pieces { .. }
                | ExprKind::Piece { .. }
                | ExprKind::Not(_)
                | ExprKind::If(..)
                | ExprKind::Quantified { .. }
                | ExprKind::Filter { .. }
                | ExprKind::Fold { .. }
                | ExprKind::Spread { .. }
                | ExprKind::Before(_)
                | ExprKind::TurnStart(_)
                | ExprKind::LastPick(..)
                | ExprKind::LastTo(_)
                | ExprKind::Error => {}
            }
            open.extend(expr.parts());
        }
    }
}
