//! Turns in English.

use rulebook_language::model::{
    Builtin, Chains, Continue, Deal, Expr, ExprKind, MoveId, Odds, Repeat, Turn, TurnFollow, TurnOrder, TurnSequence,
    TurnStep, Type,
};

use super::list::{listed, lowered, sentence, times};
use super::shape::stretches;
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
            None => match <[Step; 1]>::try_from(self.order(&turn.order)) {
                // What alone is done needs no list.
                Ok([only]) => Step { text: sentence(&format!("{head}: {}", lowered(&only.text))), within: only.within },
                Err(within) => Step { text: sentence(&format!("{head}:")), within },
            },
        }
    }

    /// An order in one sentence: one choice between steps that nothing follows.
    fn brief(self, order: &TurnOrder) -> Option<String> {
        let [only] = order.choices.as_slice() else { return None };
        let is_single =
            |sequence: &TurnSequence| sequence.then.is_empty() && !matches!(sequence.first, TurnStep::Order(_));
        // What is said of a chain is not said of the moves beside it.
        let has_chain = only.iter().any(|sequence| matches!(sequence.first, TurnStep::Chain { .. }));
        if !only.iter().all(is_single) || only.len() > 1 && has_chain {
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
                match <[Step; 1]>::try_from(self.order(order)) {
                    Ok([only]) if head.is_empty() => only,
                    Ok([only]) if again.is_empty() => {
                        Step { text: sentence(&format!("{lead}{}", lowered(&only.text))), within: only.within }
                    }
                    Ok([only]) => {
                        Step { text: sentence(&format!("{head}: {}", lowered(&only.text))), within: only.within }
                    }
                    Err(within) if head.is_empty() => Step { text: "This:".to_owned(), within },
                    Err(within) => Step { text: sentence(&format!("{head}:")), within },
                }
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

    /// What a pick is that a turn chooses from fewer: a member of a set, or just this.
    fn one_of(self, set: &Expr) -> String {
        match &set.kind {
            ExprKind::Builtin(Builtin::Range, ends) => match ends.as_slice() {
                [low, high] if self.number(low) == self.number(high) => self.number(low),
                _ => format!("a number {}", self.range(set)),
            },
            _ if matches!(set.ty, Type::Cells | Type::Cell | Type::Groups) => self.set(set).a(),
            _ => self.value(set),
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
                    .map(|(place, set)| format!("{} is {}", self.pick_name(*rule, *place), self.one_of(set)));
                let with = listed(with, "and");
                let with = if with.is_empty() { with } else { format!(", where {with}") };
                let known = &self.game.moves[*rule];
                if matches!(known.lot, Some(Odds::Dice(_))) {
                    format!("roll {}{with}", listed(known.name.split(',').map(|die| format!("`{die}`")), "and"))
                } else if known.lot.is_some() {
                    format!("by lot, `{}`{with}", known.name)
                } else {
                    format!("make the move `{}`{with}", known.name)
                }
            }
            TurnStep::Chain { rule, which, .. } => {
                let goes_on = match which {
                    Chains::Whole => "that goes on as long as it can",
                    Chains::Longest => "that goes on as long as it can; only the longest are allowed",
                    Chains::Any => "as long as you like",
                };
                format!("make the move `{}` in a chain {goes_on}", self.game.moves[*rule].name)
            }
            // Told with its cases where it is none of a few words.
            TurnStep::Order(order) => self.brief(order).unwrap_or_default(),
        }
    }

    /// What a chain of a move is, if it is made in one.
    pub fn chained(self, rule: MoveId) -> Option<Step> {
        let from = self.game.turns.iter().find_map(|turn| chain_of(&turn.order, rule))?;
        let [first, from] = [0, from].map(|place| self.pick_name(rule, place));
        let text =
            format!("in a chain it is made again and again in one action, each time with the {from} before as {first}");
        Some(Step::new(sentence(&text)))
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
                format!("by lot{count}{when}: `{}`", self.game.moves[*rule].name)
            }
            Deal::Scatter(scatter) => {
                let items = scatter.items.iter().map(|item| match item.count {
                    1 => self.set(&item.piece).a(),
                    count => format!("{count} {}", self.set(&item.piece).all("")),
                });
                let on = match self.known_region(&scatter.cells) {
                    Some(region) if region.is_any_cell() => "all cells".to_owned(),
                    Some(region) => region.all("the"),
                    None => listed(stretches(self.game, &scatter.cells), "and"),
                };
                let empty = if scatter.on_empty { ", where nothing was laid before" } else { "" };
                format!("by lot, each on a cell of its own, on {on}{empty}: {}", listed(items, "and"))
            }
        }
    }
}

/// The pick from which a chain of a move goes on, if an order has one.
fn chain_of(order: &TurnOrder, rule: MoveId) -> Option<u8> {
    let within = |step: &TurnStep| match step {
        TurnStep::Chain { rule: own, from, .. } => (*own == rule).then_some(*from),
        TurnStep::Order(order) => chain_of(order, rule),
        _ => None,
    };
    order.choices.iter().flatten().find_map(|sequence| {
        within(&sequence.first).or_else(|| sequence.then.iter().find_map(|follow| within(&follow.step)))
    })
}

/// Whether an order has a step that has to follow another, so that one may not be done where the other cannot.
pub fn has_to_follow(order: &TurnOrder) -> bool {
    let within = |step: &TurnStep| matches!(step, TurnStep::Order(order) if has_to_follow(order));
    order.choices.iter().flatten().any(|sequence| {
        let follows = |follow: &TurnFollow| matches!(follow.how, Continue::Always);
        within(&sequence.first) || sequence.then.iter().any(|follow| follows(follow) || within(&follow.step))
    })
}
