//! Turns as stages, before anything of them is compiled: each stage offers choices, each choice says what follows.

use super::program::{Next, OnEmpty};
use rulebook_language::model::{
    Continue, Expr, Game, MAX_STAGES, PlayerId, Repeat, TurnFollow, TurnOrder, TurnSequence, TurnStep,
};

/// The turns of one player. Stages and choices are numbered as in the player's plan.
#[derive(Default)]
pub struct Outline<'g> {
    /// The turns, of which the first that applies is taken: when, and the first stage.
    pub entries: Vec<(Option<&'g Expr>, u16)>,
    /// The stages.
    pub stages: Vec<StageOutline<'g>>,
    /// The choices.
    pub choices: Vec<ChoiceOutline<'g>>,
}

/// A stage.
pub struct StageOutline<'g> {
    /// Choices by the strength of their claim.
    pub tiers: Vec<Vec<u16>>,
    /// What happens where no tier offers one.
    pub empty: OnEmpty,
    /// What must hold for it to be come to, and where the turn goes on if it does not.
    pub when: Option<(&'g [Expr], Next)>,
    /// If the player may go on without an action here: to where.
    pub stop: Option<Next>,
}

/// A choice.
pub struct ChoiceOutline<'g> {
    /// A pass, a move or a chain.
    pub step: &'g TurnStep,
    /// What follows.
    pub next: Next,
    /// Whether what follows must be possible for the action to be legal: no rule forbids what nature does.
    pub must_complete: bool,
    /// Whether nature makes it.
    pub by_lot: bool,
}

/// Why turns have no outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoOutline {
    /// So many stages, and more.
    Stages(usize),
    /// Priorities within a choice.
    ElseInside,
}

/// What follows a step.
#[derive(Clone, Copy)]
struct Continuation {
    next: Next,
    /// Whether the turn is not complete without it.
    compulsory: bool,
}

impl<'g> Outline<'g> {
    /// The turns of a player.
    ///
    /// # Errors
    /// What cannot be put as stages.
    pub fn new(game: &'g Game, player: PlayerId) -> Result<Self, NoOutline> {
        let mut outline = Outline::default();
        for turn in game.turns.iter().filter(|turn| turn.of.is_none_or(|of| of == player)) {
            let after = Continuation { next: Next::End, compulsory: false };
            let stage = outline.stage(Offer::Order(&turn.order), after, Next::End, None)?;
            outline.entries.push((turn.when.as_ref(), stage));
        }
        for choice in &mut outline.choices {
            choice.by_lot = matches!(choice.step, TurnStep::Move(rule, _) if game.moves[*rule].lot.is_some());
            choice.must_complete &= !choice.by_lot;
        }
        Ok(outline)
    }

    /// A stage that offers something, and leads to `after`, or again to itself where it is repeated; where nothing of it is done, the
    /// turn goes on with `past`.
    fn stage(
        &mut self,
        offered: Offer<'g>,
        after: Continuation,
        past: Next,
        follow: Option<&'g TurnFollow>,
    ) -> Result<u16, NoOutline> {
        let id = self.stages.len();
        if id >= MAX_STAGES {
            return Err(NoOutline::Stages(id));
        }
        let conditions = follow.map(|follow| follow.when.as_slice()).filter(|conditions| !conditions.is_empty());
        let how = follow.map(|follow| follow.how);
        let repeat = follow.map_or(Repeat::Once, |follow| follow.repeat);
        self.stages.push(StageOutline {
            tiers: Vec::new(),
            empty: match how {
                None | Some(Continue::Always) if repeat != Repeat::WhilePossible => OnEmpty::Stuck,
                _ => OnEmpty::Skip(past),
            },
            when: conditions.map(|conditions| (conditions, past)),
            stop: (how == Some(Continue::IfLiked)).then_some(past),
        });
        let again = Next::Stage(id as u16);
        let next = match repeat {
            Repeat::Once | Repeat::Times(_) => after,
            Repeat::WhilePossible => Continuation { next: again, ..after },
            Repeat::Until => Continuation { next: again, compulsory: true },
        };
        let mut tiers = Vec::new();
        match offered {
            Offer::Step(step) => tiers.push(self.step(step, next)?),
            Offer::Order(order) => {
                for choice in &order.choices {
                    // A choice that is an order in parentheses with priorities of its own stands for those.
                    if let [TurnSequence { first: TurnStep::Order(inner), then }] = choice.as_slice()
                        && then.is_empty()
                    {
                        for inner_choice in &inner.choices {
                            tiers.push(self.tier(inner_choice, next)?);
                        }
                        continue;
                    }
                    tiers.push(self.tier(choice, next)?);
                }
            }
        }
        self.stages[id].tiers = tiers;
        Ok(id as u16)
    }

    fn tier(&mut self, sequences: &'g [TurnSequence], after: Continuation) -> Result<Vec<u16>, NoOutline> {
        let mut tier = Vec::new();
        for sequence in sequences {
            let mut next = after;
            for follow in sequence.then.iter().rev() {
                let offered = match &follow.step {
                    TurnStep::Order(order) => Offer::Order(order),
                    step => Offer::Step(step),
                };
                let past = next;
                for _ in 0..follow.repeat.stages() {
                    let stage = self.stage(offered, next, past.next, Some(follow))?;
                    next = Continuation {
                        next: Next::Stage(stage),
                        compulsory: follow.is_compulsory() || past.compulsory,
                    };
                }
            }
            tier.extend(self.step(&sequence.first, next)?);
        }
        Ok(tier)
    }

    fn step(&mut self, step: &'g TurnStep, after: Continuation) -> Result<Vec<u16>, NoOutline> {
        if let TurnStep::Order(order) = step {
            return match order.choices.as_slice() {
                [single] => self.tier(single, after),
                _ => Err(NoOutline::ElseInside),
            };
        }
        let must_complete = after.compulsory;
        self.choices.push(ChoiceOutline { step, next: after.next, must_complete, by_lot: false });
        Ok(vec![(self.choices.len() - 1) as u16])
    }
}

/// What a stage offers.
#[derive(Clone, Copy)]
enum Offer<'g> {
    /// A step.
    Step(&'g TurnStep),
    /// A choice between sequences.
    Order(&'g TurnOrder),
}
