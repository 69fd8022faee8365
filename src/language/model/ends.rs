//! When a game ends, and who has won then.

use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::{Constant, constant};
use super::expr::{Expr, ExprKind, Type};
use super::order::{End, Ending, Judgement, Outcome, Repetition};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast;
use crate::util::Rational;

impl Checker<'_> {
    /// Checks the end clauses; a `limit` is the last of them.
    pub fn ends(&mut self) -> Vec<End> {
        let mut ends = Vec::new();
        for (index, (end, span)) in self.rules.ends.clone().into_iter().enumerate() {
            self.scope.clear();
            let when = self.truth_in(Phase::End, &end.when);
            let results = self.results(&end.results, Phase::End);
            let name = end.name.as_ref().map_or_else(|| format!("end {}", index + 1), |name| name.text.clone());
            ends.push(End { name, when, after_action: end.after_action, results, span, text: String::new() });
        }
        if let Some((limit, span)) = self.rules.limit
            && let Some(end) = self.limit(limit, span)
        {
            ends.push(end);
        }
        ends
    }

    /// `limit n plies { ... }`: an end clause on the number of plies or turns played.
    fn limit(&mut self, limit: &ast::Limit, span: Span) -> Option<End> {
        let count = self.whole(&limit.count, 1, i64::from(u32::MAX), "a limit")?;
        let made = |kind, ty| Expr { kind, ty, span: limit.count.span };
        let builtin = if limit.turns { Builtin::TurnNumber } else { Builtin::PlyNumber };
        // `ply_number` is that of the next action: one more than have been played.
        let bound = made(ExprKind::Number(Rational::whole(count)), Type::Number);
        let next = made(ExprKind::Builtin(builtin, Vec::new()), Type::Number);
        let when = made(ExprKind::Builtin(Builtin::Less, vec![bound, next]), Type::Truth);
        let results = self.results(&limit.results, Phase::End);
        Some(End { name: "limit".to_owned(), when, after_action: !limit.turns, results, span, text: String::new() })
    }

    /// Checks the repetition rules; those whose condition does not hold are left out.
    pub fn repetitions(&mut self) -> Vec<Repetition> {
        let mut rules = Vec::new();
        for (rule, span) in self.rules.repetitions.clone() {
            let times = match &rule.times {
                None => Some(2),
                Some(times) => self.whole(times, 2, 100, "the number of times"),
            };
            let mut when = None;
            let in_force = match (&rule.when, &rule.ending) {
                (None, _) => Some(true),
                // With results of its own it may ask of the position.
                (Some(asked), ast::Ending::Results(_)) => {
                    let asked = self.truth_in(Phase::Repetition, asked);
                    match constant(&asked, self.parts.board.as_ref(), &self.parts.definitions) {
                        Some(Constant::Truth(truth)) => Some(truth),
                        _ => {
                            when = Some(asked);
                            Some(true)
                        }
                    }
                }
                (Some(asked), _) => self.constant_truth(asked),
            };
            let ending = self.ending(&rule.ending, span);
            if let (Some(times), Some(true)) = (times, in_force) {
                self.stated.repetition(span, rule.times.is_some());
                rules.push(Repetition { compare: rule.compare, times: times as u32, when, ending });
            }
        }
        rules
    }

    /// Where it is said that actions which lead to the same position are one, if they are.
    pub fn alike(&mut self) -> Option<Span> {
        let (when, span) = self.rules.alike?;
        let in_force = when.is_none_or(|when| self.constant_truth(when) == Some(true));
        in_force.then_some(span)
    }

    /// What follows a repetition: a word alone is short for a result.
    fn ending(&mut self, ending: &ast::Ending, span: Span) -> Ending {
        let last_mover = Expr { kind: ExprKind::Builtin(Builtin::LastMover, Vec::new()), ty: Type::Player, span };
        let kind = match ending {
            ast::Ending::Illegal => return Ending::Illegal,
            ast::Ending::Results(results) => return Ending::Results(self.results(results, Phase::Repetition)),
            ast::Ending::Draw => Judgement::Draw,
            ast::Ending::Wins => Judgement::Wins(last_mover),
            ast::Ending::Loses => Judgement::Loses(last_mover),
        };
        Ending::Results(vec![Outcome { kind, when: None }])
    }

    /// A condition that options alone decide.
    pub fn constant_truth(&mut self, when: &ast::Expr) -> Option<bool> {
        let typed = self.truth_in(Phase::Static, when);
        if typed.ty == Type::Unknown {
            return None;
        }
        match constant(&typed, self.parts.board.as_ref(), &self.parts.definitions) {
            Some(Constant::Truth(truth)) => Some(truth),
            _ => {
                self.say(
                    Diagnostic::new(Code::TypeNotConstant, when.span, "this must be known before the game begins")
                        .label("depends on the position")
                        .help("use options and numbers"),
                );
                None
            }
        }
    }

    /// Checks results that stand in an end clause, or in a repetition rule.
    fn results(&mut self, results: &[ast::Outcome], phase: Phase) -> Vec<Outcome> {
        let mut checked = Vec::new();
        let mut decided: Option<Span> = None;
        for result in results {
            if let Some(first) = decided {
                self.say(
                    Diagnostic::new(Code::EndUnreachable, result.span, "this result is never reached")
                        .label("the one before it always decides")
                        .related(first, "always decides")
                        .help("put it first, or remove it"),
                );
            }
            let kind = match &result.kind {
                ast::Judgement::Draw => Judgement::Draw,
                ast::Judgement::Highest(key) => Judgement::Highest(self.key(key)),
                ast::Judgement::Lowest(key) => Judgement::Lowest(self.key(key)),
                ast::Judgement::Wins(who) => Judgement::Wins(self.who(who, phase)),
                ast::Judgement::Loses(who) => Judgement::Loses(self.who(who, phase)),
            };
            let when = result.when.as_ref().map(|when| self.truth_in(phase, when));
            if when.is_none() && matches!(kind, Judgement::Draw) {
                decided = Some(result.span);
            }
            checked.push(Outcome { kind, when });
        }
        checked
    }

    /// What is said of `Red and Blue wins`.
    fn joined_by_and(&self, who: &ast::Expr) -> Option<Diagnostic> {
        let mut names = Vec::new();
        let mut open = vec![who];
        while let Some(part) = open.pop() {
            match &part.kind {
                ast::ExprKind::Binary(ast::Binary::And, left, right) => open.extend([&**right, &**left]),
                ast::ExprKind::Name(name) if self.find_player(name).is_some() => names.push(name.as_str()),
                _ => return None,
            }
        }
        let written = format!("{{{}}}", names.join(", "));
        let said = Diagnostic::new(Code::TypeMismatch, who.span, "players that win together are a set");
        (names.len() > 1).then(|| said.help(format!("write `{written}`")).fix(Fix::write(who.span, written)))
    }

    fn key(&mut self, key: &ast::Expr) -> Expr {
        let key = self.in_phase(Phase::Ranking, |checker| checker.expr(key));
        match key.ty {
            Type::Number | Type::Numbers | Type::Unknown => key,
            have => {
                let said = Diagnostic::new(
                    Code::TypeMismatch,
                    key.span,
                    format!("expected a number or a list of numbers, found {have}"),
                );
                self.error(said.help("write `count(...)` for how many, or `sizes(...)` for the sizes of groups"))
            }
        }
    }

    fn who(&mut self, who: &ast::Expr, phase: Phase) -> Expr {
        if let Some(said) = self.joined_by_and(who) {
            return self.error(said);
        }
        let who = self.in_phase(phase, |checker| checker.expr(who));
        match who.ty {
            Type::Players => who,
            _ => self.coerce(who, Type::Player),
        }
    }
}
