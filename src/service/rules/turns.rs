//! Turns in English.

use rulebook_language::model::{
    Chains, Continue, Deal, Expr, MoveId, Repeat, Turn, TurnFollow, TurnOrder, TurnSequence, TurnStep,
};

use super::list::{listed, sentence, times};
use super::speaker::Speaker;
use super::told::Step;

impl Speaker<'_> {
    /// What is done in a turn.
    pub fn turn(self, turn: &Turn) -> Step {
        self.begin();
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
                [one] => steps.push(self.sequence(only_if, one)),
                several => steps.push(Step {
                    text: sentence(&format!("{only_if}one of these:")),
                    within: several.iter().map(|one| self.sequence("", one)).collect(),
                }),
            }
        }
        steps
    }

    /// A step and what follows it: in one sentence, or each in its own where one of them is a choice.
    fn sequence(self, lead: &str, sequence: &TurnSequence) -> Step {
        // What the options rule out is not told.
        let is_told = |follow: &&TurnFollow| !follow.when.iter().any(|when| self.truth(when) == Some(false));
        let follows = || {
            let told = sequence.then.iter().filter(is_told);
            told.map(|follow| (self.lead(follow), &follow.step, self.again(follow)))
        };
        let told = || std::iter::once((String::new(), &sequence.first, String::new())).chain(follows());
        let sentences: Option<Vec<String>> =
            told().map(|(lead, step, again)| Some(format!("{lead}{}{again}", self.short(step)?))).collect();
        match (sentences, told().count()) {
            (Some(sentences), _) => Step::new(sentence(&format!("{lead}{}", sentences.join("; ")))),
            (None, 1) => self.item(lead, &sequence.first, ""),
            (None, _) => Step {
                text: sentence(&format!("{lead}in this order:")),
                within: told().map(|(lead, step, again)| self.item(&lead, step, &again)).collect(),
            },
        }
    }

    /// A step in a sentence of its own, a choice with its cases.
    fn item(self, lead: &str, step: &TurnStep, again: &str) -> Step {
        match (self.short(step), step) {
            (None, TurnStep::Order(order)) => {
                let head = format!("{lead}{}", again.trim_start_matches(", "));
                let head = head.trim_end_matches([' ', ',']);
                let head = if head.is_empty() { "this" } else { head };
                Step { text: sentence(&format!("{head}:")), within: self.order(order) }
            }
            (said, _) => Step::new(sentence(&format!("{lead}{}{again}", said.unwrap_or_default()))),
        }
    }

    /// A step in a few words, if it can be told so.
    fn short(self, step: &TurnStep) -> Option<String> {
        match step {
            TurnStep::Order(order) => self.brief(order),
            _ => Some(self.step(step)),
        }
    }

    /// What stands before a step that follows.
    fn lead(self, follow: &TurnFollow) -> String {
        let when = follow.when.iter().filter(|when| self.truth(when) != Some(true));
        let mut when: Vec<String> = when.map(|when: &Expr| self.clause(when)).collect();
        match follow.how {
            Continue::Always => {}
            Continue::IfPossible => when.push("it is possible".to_owned()),
            Continue::IfLiked => when.push("you like".to_owned()),
        }
        if when.is_empty() { "then ".to_owned() } else { format!("then, if {}, ", when.join(" and ")) }
    }

    /// How often a step is taken.
    fn again(self, follow: &TurnFollow) -> String {
        match (follow.repeat, follow.how) {
            (Repeat::Once, _) => String::new(),
            (Repeat::WhilePossible, Continue::IfLiked) => ", as often as you like and can".to_owned(),
            (Repeat::WhilePossible, _) => ", again and again as long as that is so".to_owned(),
            (Repeat::Until, _) => ", again and again as long as that holds".to_owned(),
            (Repeat::Times(count), Continue::Always) => format!(", {}", times(u64::from(count))),
            (Repeat::Times(count), Continue::IfPossible) => {
                format!(", up to {}, as often as that is so", times(u64::from(count)))
            }
            (Repeat::Times(count), Continue::IfLiked) => format!(", up to {}", times(u64::from(count))),
        }
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
            // Told with its cases where it is none of a few words.
            TurnStep::Order(order) => self.brief(order).unwrap_or_default(),
        }
    }

    /// What nature does before the first turn, without a capital.
    pub fn deal(self, deal: &Deal) -> String {
        match deal {
            Deal::Draw { rule, when, repeat, .. } => {
                let when: Vec<String> = when.iter().map(|when| self.clause(when)).collect();
                let when = if when.is_empty() { String::new() } else { format!(" as long as {}", when.join(" and ")) };
                let count = match repeat {
                    Repeat::Times(count) => format!(" {}", times(u64::from(*count))),
                    _ => String::new(),
                };
                format!("by lot: `{}`{count}{when}", self.game.moves[*rule].name)
            }
            Deal::Scatter(scatter) => {
                let items = scatter.items.iter().map(|item| match item.count {
                    1 => self.set(&item.piece).a(),
                    count => format!("{count} {}", self.set(&item.piece).all("")),
                });
                let text = self.written(scatter.span);
                let cells = scatter.cells.len();
                format!("by lot, on {cells} cells: {} (`{text}`)", listed(items, "and"))
            }
        }
    }
}
