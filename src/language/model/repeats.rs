//! How often a step of a turn is taken: `until P`, `3 times`, `up to 3 times`.

use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::order::{MAX_STAGES, Repeat, TurnFollow, TurnStep};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Continue};

impl Checker<'_> {
    /// What follows the first step of a turn that is taken several times; nothing where it is taken once.
    pub fn more_of(&mut self, first: &TurnStep, times: Option<&ast::Times>) -> Option<TurnFollow> {
        let times = times?;
        let count = self.how_often(times, 1)?;
        let how = if times.up_to { Continue::IfLiked } else { Continue::Always };
        follow(how, first.clone(), Vec::new(), count - 1)
    }

    /// A step that follows; nothing where it is said to be taken no times, or cannot be taken so.
    pub fn following(&mut self, written: &ast::TurnFollow, step: TurnStep) -> Option<TurnFollow> {
        let how = written.how;
        let mut when: Vec<Expr> = written.when.iter().map(|when| self.expect(when, Type::Truth)).collect();
        match &written.repeat {
            ast::Repeat::Once => follow(how, step, when, 1),
            ast::Repeat::WhilePossible => Some(TurnFollow { how, step, when, repeat: Repeat::WhilePossible }),
            ast::Repeat::Until(until) => {
                let holds = self.expect(until, Type::Truth);
                if how != Continue::Always {
                    self.no_choice(written.span, how);
                }
                let span = holds.span;
                when.push(Expr { kind: ExprKind::Not(Box::new(holds)), ty: Type::Truth, span });
                Some(TurnFollow { how: Continue::Always, step, when, repeat: Repeat::Until })
            }
            ast::Repeat::Times(times) => {
                let count = self.how_often(times, 0);
                if times.up_to == (how == Continue::Always) {
                    self.may_or_all(written.span, times, how);
                }
                follow(how, step, when, count?)
            }
        }
    }

    /// How many times a step is taken.
    fn how_often(&mut self, times: &ast::Times, least: i64) -> Option<u16> {
        let count = self.whole(&times.count, least, MAX_STAGES as i64, "the number of times")?;
        if count < 2 && matches!(times.count.kind, ast::ExprKind::Number(_)) {
            let said = Diagnostic::new(Code::TurnRepeat, times.span, format!("a step that is taken {count} times"));
            let said = said.help("a step without a number is taken once");
            self.say(match count {
                1 => said.fix(Fix::remove(times.span, "leave the number out")),
                _ => said,
            });
            return None;
        }
        Some(count as u16)
    }

    /// `then may drop until P`.
    fn no_choice(&mut self, follow: Span, how: Continue) {
        let word = if how == Continue::IfLiked { "may" } else { "must" };
        let at = Span::new(follow.file, follow.start as usize, follow.start as usize + word.len());
        let said = Diagnostic::new(Code::TurnRepeat, at, "what is done until something holds is no choice");
        let help = format!("leave `{word}` out: an action is legal only if what follows it can be completed");
        self.say(said.help(help).fix(Fix::remove(at, format!("leave `{word}` out"))));
    }

    /// `then place up to 2 times`, `then may place 2 times`.
    fn may_or_all(&mut self, follow: Span, times: &ast::Times, how: Continue) {
        let said = match times.up_to {
            true => Diagnostic::new(Code::TurnRepeat, times.span, "is this a choice of the player?")
                .help("`then may` as often as the player likes, `then must` as often as it is possible; without `up to`, exactly so often")
                .fix(Fix { safe: false, ..Fix::write(Span { end: follow.start, ..follow }, "may ") }),
            false => {
                let word = if how == Continue::IfLiked { "may" } else { "must" };
                let start = times.span.start as usize;
                Diagnostic::new(Code::TurnRepeat, times.span, format!("`{word}` beside an exact number of times"))
                    .help(format!("write `up to` for fewer, or leave `{word}` out where all of them have to be done"))
                    .fix(Fix { safe: false, ..Fix::write(Span::new(follow.file, start, start), "up to ") })
            }
        };
        self.say(said);
    }
}

fn follow(how: Continue, step: TurnStep, when: Vec<Expr>, count: u16) -> Option<TurnFollow> {
    let repeat = match count {
        0 => return None,
        1 => Repeat::Once,
        count => Repeat::Times(count),
    };
    Some(TurnFollow { how, step, when, repeat })
}
