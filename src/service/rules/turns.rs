//! Turns in English.

use rulebook_language::model::{
    Chains, Continue, Deal, Expr, MoveId, Repeat, Turn, TurnFollow, TurnOrder, TurnSequence, TurnStep,
};
use rulebook_language::source::one_line;

use super::list::{listed, sentence, times};
use super::prose::Step;
use super::speaker::Speaker;

impl Speaker<'_> {
    /// What is done in a turn.
    pub fn turn(self, turn: &Turn) -> Step {
        let who = match turn.of {
            Some(player) => format!("in {}'s turn", self.game.players[player]),
            None => "in your turn".to_owned(),
        };
        let when = turn.when.as_ref().filter(|when| self.truth(when) != Some(true));
        let when = when.map(|when| format!(", if {}", self.clause(when))).unwrap_or_default();
        let head = format!("{who}{when}");
        match self.brief(&turn.order) {
            Some(brief) => Step::new(sentence(&format!("{head}: {brief}"))),
            None => Step { text: sentence(&format!("{head}:")), within: self.order(&turn.order) },
        }
    }

    /// An order in one sentence: one choice between steps that nothing follows.
    fn brief(self, order: &TurnOrder) -> Option<String> {
        let [only] = order.choices.as_slice() else { return None };
        let is_single =
            |sequence: &TurnSequence| sequence.then.is_empty() && !matches!(sequence.first, TurnStep::Order(_));
        if !only.iter().all(is_single) {
            return None;
        }
        // Several moves in a row share their verb.
        let name = |sequence: &TurnSequence| match &sequence.first {
            TurnStep::Move(rule, bound) if bound.is_empty() && self.game.moves[*rule].lot.is_none() => {
                Some(format!("`{}`", self.game.moves[*rule].name))
            }
            _ => None,
        };
        let (named, others): (Vec<_>, Vec<_>) = only.iter().partition(|sequence| name(sequence).is_some());
        let several = named.len() > 1;
        let verb = listed(named.iter().filter_map(|sequence| name(sequence)), "or");
        let moves = several.then(|| format!("make one of the moves {verb}"));
        let single = named.iter().filter(|_| !several).chain(&others).map(|sequence| self.step(&sequence.first));
        Some(moves.into_iter().chain(single).collect::<Vec<_>>().join(", or "))
    }

    fn order(self, order: &TurnOrder) -> Vec<Step> {
        let mut steps = Vec::new();
        for (place, choice) in order.choices.iter().enumerate() {
            let only_if = if place == 0 { "" } else { "if nothing of that is possible: " };
            match choice.as_slice() {
                [one] => steps.push(Step::new(sentence(&format!("{only_if}{}", self.sequence(one))))),
                several => steps.push(Step {
                    text: sentence(&format!("{only_if}one of these:")),
                    within: several.iter().map(|one| Step::new(sentence(&self.sequence(one)))).collect(),
                }),
            }
        }
        steps
    }

    fn sequence(self, sequence: &TurnSequence) -> String {
        let then: Vec<String> = sequence.then.iter().map(|follow| self.follow(follow)).collect();
        std::iter::once(self.step(&sequence.first)).chain(then).collect::<Vec<_>>().join("; ")
    }

    fn follow(self, follow: &TurnFollow) -> String {
        let how = match follow.how {
            Continue::Always => "then ",
            Continue::IfPossible => "then, if it is possible, ",
            Continue::IfLiked => "then, if you like, ",
        };
        let when = follow.when.iter().filter(|when| self.truth(when) != Some(true));
        let when: Vec<String> = when.map(|when: &Expr| self.clause(when)).collect();
        let when = if when.is_empty() { String::new() } else { format!(" if {}", when.join(" and ")) };
        let repeat = match follow.repeat {
            Repeat::Once => String::new(),
            Repeat::WhilePossible => ", again and again as long as it is possible".to_owned(),
            Repeat::Until => ", again and again as long as that holds".to_owned(),
            Repeat::Times(count) => format!(", {}", times(u64::from(count))),
        };
        format!("{how}{}{when}{repeat}", self.step(&follow.step))
    }

    fn pick_name(self, rule: MoveId, place: u8) -> String {
        let name = self.game.moves[rule].picks().nth(usize::from(place)).map(|local| self.local(local));
        name.unwrap_or_else(|| "it".to_owned())
    }

    fn step(self, step: &TurnStep) -> String {
        match step {
            TurnStep::Pass => "pass".to_owned(),
            TurnStep::Move(rule, bound) => {
                let with = bound
                    .iter()
                    .map(|(place, set)| format!("{} is {}", self.pick_name(*rule, *place), self.set(set).a()));
                let with = listed(with, "and");
                let with = if with.is_empty() { with } else { format!(", where {with}") };
                let known = &self.game.moves[*rule];
                if known.lot.is_some() {
                    format!("by lot, `{}`{with}", known.name)
                } else {
                    format!("make the move `{}`{with}", known.name)
                }
            }
            TurnStep::Chain { rule, from, which } => {
                let known = &self.game.moves[*rule];
                let first = self.pick_name(*rule, 0);
                let goes_on = match which {
                    Chains::Whole => "as long as that is possible",
                    Chains::Longest => "as often as possible: only what makes it most often is allowed",
                    Chains::Any => "as often as you like",
                };
                format!(
                    "make the move `{}`, and within the same action again and again, each time with the {} before as {first}, {goes_on}",
                    known.name,
                    self.pick_name(*rule, *from)
                )
            }
            TurnStep::Order(order) => match self.brief(order) {
                Some(brief) => brief,
                None => {
                    // Within brackets the verb is understood.
                    let short = |sequence| format!("({})", self.sequence(sequence).replace("make the move ", ""));
                    let choices = order.choices.iter().map(|choice| listed(choice.iter().map(short), "or"));
                    choices.collect::<Vec<_>>().join(", or if nothing of that is possible ")
                }
            },
        }
    }

    /// What nature does before the first turn.
    pub fn deal(self, deal: &Deal) -> String {
        match deal {
            Deal::Draw { rule, when, repeat, .. } => {
                let when: Vec<String> = when.iter().map(|when| self.clause(when)).collect();
                let when = if when.is_empty() { String::new() } else { format!(" as long as {}", when.join(" and ")) };
                let count = match repeat {
                    Repeat::Times(count) => format!(" {}", times(u64::from(*count))),
                    _ => String::new(),
                };
                sentence(&format!("then by lot: `{}`{count}{when}", self.game.moves[*rule].name))
            }
            Deal::Scatter(scatter) => {
                let items =
                    scatter.items.iter().map(|item| format!("{} {}", item.count, self.set(&item.piece).all("")));
                let text = one_line(self.sources.slice(scatter.span));
                let cells = scatter.cells.len();
                let said = format!("then by lot, on {cells} cells: {} (`{}`)", listed(items, "and"), text.trim());
                sentence(&said)
            }
        }
    }
}
