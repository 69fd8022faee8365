//! Ends and results in English.

use rulebook_language::model::{Builtin, Compare, End, Ending, Expr, ExprKind, Judgement, Outcome, Repetition, Type};

use rulebook_language::util::grouped;

use super::list::{nth, sentence};
use super::phrase::Voice;
use super::speaker::{LONG, Speaker};
use super::told::Step;

impl Speaker<'_> {
    /// When an end clause ends the game, and who wins then.
    pub fn end(self, end: &End) -> Step {
        self.begin();
        let at = if end.after_action { "an action" } else { "a turn" };
        let when = match played_out(&end.when) {
            Some(count) => format!("after {count}"),
            None => format!("if, after {at}, {}", self.clause(&end.when)),
        };
        self.ending(&format!("the game ends {when}"), &end.results)
    }

    /// What a position means that comes again.
    pub fn repetition(self, rule: &Repetition) -> Step {
        self.begin();
        let what = match (rule.compare, rule.times) {
            (Compare::Ko, _) => "the position is again what it was before the last turn".to_owned(),
            (Compare::Positional, count) => format!("a position comes for the {} time, whoever is to move", nth(count)),
            (Compare::Situational, count) => {
                format!("a position with the same player to move comes for the {} time", nth(count))
            }
        };
        let when = rule.when.as_ref().filter(|when| self.truth(when) != Some(true));
        let when = when.map(|when| format!(" and {}", self.clause(when))).unwrap_or_default();
        match &rule.ending {
            Ending::Illegal => Step::new(sentence(&format!("nothing may be done after which {what}{when}"))),
            Ending::Results(results) => self.ending(&format!("the game ends if {what}{when}"), results),
        }
    }

    /// When the game ends, and who wins then: in one sentence, or each case in its own where that is long.
    fn ending(self, head: &str, results: &[Outcome]) -> Step {
        let mut cases = self.results(results);
        let whole = cases.join("; otherwise ");
        if whole.len() <= LONG || cases.len() == 1 {
            return Step::new(sentence(&format!("{head}: {whole}")));
        }
        cases.iter_mut().skip(1).for_each(|case| *case = format!("otherwise {case}"));
        Step {
            text: sentence(&format!("{head}:")),
            within: cases.iter().map(|case| Step::new(sentence(case))).collect(),
        }
    }

    fn results(self, results: &[Outcome]) -> Vec<String> {
        // What the options rule out is not told, nor what stands behind what always decides.
        let when = |outcome: &Outcome| outcome.when.as_ref().map_or(Some(true), |when| self.truth(when));
        let is_certain = |outcome: &Outcome| {
            when(outcome) == Some(true) && !matches!(outcome.kind, Judgement::Highest(_) | Judgement::Lowest(_))
        };
        let told: Vec<&Outcome> = results.iter().filter(|outcome| when(outcome) != Some(false)).collect();
        let last = told.iter().position(|outcome| is_certain(outcome));
        let told = told.get(..last.map_or(told.len(), |last| last + 1)).unwrap_or_default();
        let mut parts: Vec<String> = told.iter().map(|outcome| self.outcome(outcome)).collect();
        if last.is_none() {
            parts.push("the game is drawn".to_owned());
        }
        parts
    }

    fn outcome(self, outcome: &Outcome) -> String {
        let each = self.to(Voice::Each);
        let said = match &outcome.kind {
            Judgement::Draw => "the game is drawn".to_owned(),
            Judgement::Highest(number) => {
                format!("that player wins, if one alone, for whom {} is highest", each.number(number))
            }
            Judgement::Lowest(number) => {
                format!("that player wins, if one alone, for whom {} is lowest", each.number(number))
            }
            Judgement::Wins(player) => self.verb(player, "wins", "win"),
            Judgement::Loses(player) => self.verb(player, "loses", "lose"),
        };
        match outcome.when.as_ref().filter(|when| self.truth(when).is_none()) {
            Some(when) => format!("{said} if {}", self.clause(when)),
            None => said,
        }
    }

    fn verb(self, player: &Expr, one: &str, many: &str) -> String {
        let verb = if player.ty == Type::Players { many } else { one };
        format!("{} {verb}", self.player(player))
    }
}

/// `1000 actions`, where a clause asks for no more than how long the game was.
fn played_out(when: &Expr) -> Option<String> {
    let ExprKind::Builtin(builtin @ (Builtin::Less | Builtin::LessOrEqual), args) = &when.kind else { return None };
    let [Expr { kind: ExprKind::Number(number), .. }, Expr { kind: ExprKind::Builtin(counted, _), .. }] =
        args.as_slice()
    else {
        return None;
    };
    let what = match counted {
        Builtin::PlyNumber => "actions",
        Builtin::TurnNumber => "turns",
        _ => return None,
    };
    // The number is that of what comes next.
    let count = number.to_whole()? - i64::from(*builtin == Builtin::LessOrEqual);
    Some(format!("{} {what}", grouped(u128::try_from(count).ok()?)))
}
