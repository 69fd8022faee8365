//! Turns as a graph: stages, and what leads from one to the next.

use super::actions::{Case, Facts};
use rulebook_language::model::{
    Builtin, Continue, End, Expr, ExprKind, Game, MoveId, PlayerId, TurnFollow, TurnOrder, TurnSequence, TurnStep,
};
use rulebook_language::util::Id;

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// With an action after which it was asked whether the position may be repeated.
    Acted,
    /// With a pass.
    Passed,
    /// Without a further action of it.
    Slipped,
}

/// What leads from one node to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A move.
    Move {
        /// Which.
        rule: MoveId,
        /// Whether again and again as one action.
        chained: bool,
        /// The turn that it begins, if it begins one: its place among the game's.
        first_of: Option<usize>,
    },
    /// A pass; forced where nothing else is possible.
    Pass {
        /// Whether nothing else is possible.
        forced: bool,
    },
    /// To go no further in the turn.
    Stop,
    /// To change seats, once in a game.
    Swap,
    /// Nothing is done.
    Silent,
    /// The turn is over.
    TurnOver(Ended),
    /// Something that is not understood.
    Unknown,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// From this node.
    pub from: usize,
    /// To that one.
    pub to: usize,
    /// Whose turn it is.
    pub who: PlayerId,
    /// What leads there.
    pub way: Way,
    /// The ways in which it changes the measures that may still occur again and again.
    pub cases: Vec<Case>,
}

impl Edge {
    /// Whether it is an action.
    pub fn is_action(&self) -> bool {
        !matches!(self.way, Way::Silent | Way::TurnOver(_))
    }
}

/// The graph of a game's turns.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The number of nodes.
    pub nodes: usize,
    /// The edges.
    pub edges: Vec<Edge>,
    /// Whether something can follow a pass in the same turn, or go before it.
    pub goes_on: bool,
}

#[derive(Clone, Copy)]
enum Next {
    Node(usize),
    End,
}

/// The stages of a game with many turns of many steps: no more of them are looked at.
const MAX_NODES: usize = 2048;

struct Building {
    flow: Flow,
    who: PlayerId,
    /// The nodes at which each player's turn begins.
    begins: Vec<usize>,
    /// The nodes at which it is over, by how it ended.
    over: Vec<[usize; 3]>,
    /// The turn at hand.
    turn: usize,
    too_many: bool,
}

/// The graph of a game's turns; nothing where it is too large.
pub fn flow(game: &Game) -> Option<Flow> {
    let mut building = Building {
        flow: Flow {
            nodes: 0,
            edges: Vec::new(),
            goes_on: game.turns.iter().any(|turn| passes_and_goes_on(&turn.order)),
        },
        who: PlayerId(0),
        begins: Vec::new(),
        over: Vec::new(),
        turn: 0,
        too_many: false,
    };
    for _ in game.players.ids() {
        let node = building.node();
        let over = [building.node(), building.node(), building.node()];
        building.begins.push(node);
        building.over.push(over);
    }
    for player in game.players.ids() {
        building.who = player;
        let begin = building.begins[player.index()];
        for (place, turn) in game.turns.iter().enumerate() {
            if turn.of.is_none_or(|of| of == player) {
                building.turn = place;
                let stage = building.stage(&turn.order, Next::End, Next::End, None);
                building.edge(begin, Next::Node(stage), Way::Silent, Ended::Slipped);
            }
        }
        // Where players are passed over, anybody may be the next.
        let nexts: Vec<usize> = match game.skip {
            Some(_) => building.begins.clone(),
            None => vec![building.begins[(player.index() + 1) % game.players.len()]],
        };
        for (place, ended) in [Ended::Acted, Ended::Passed, Ended::Slipped].into_iter().enumerate() {
            let from = building.over[player.index()][place];
            for next in &nexts {
                building.push(from, *next, Way::TurnOver(ended));
            }
        }
        if game.pie && game.players.len() == 2 && player.index() == 1 {
            building.push(begin, begin, Way::Swap);
        }
    }
    (!building.too_many).then_some(building.flow)
}

/// Whether a pass can be anything but the end of a turn that began with it.
fn passes_and_goes_on(order: &TurnOrder) -> bool {
    let passes = |step: &TurnStep| match step {
        TurnStep::Pass => true,
        TurnStep::Order(order) => order.has_pass(),
        TurnStep::Move(..) | TurnStep::Chain { .. } => false,
    };
    order.choices.iter().flatten().any(|sequence| {
        let inner = matches!(&sequence.first, TurnStep::Order(order) if passes_and_goes_on(order));
        let first = passes(&sequence.first) && !sequence.then.is_empty();
        inner || first || sequence.then.iter().any(|follow| passes(&follow.step))
    })
}

impl Building {
    fn node(&mut self) -> usize {
        self.flow.nodes += 1;
        self.too_many |= self.flow.nodes > MAX_NODES;
        self.flow.nodes - 1
    }

    fn push(&mut self, from: usize, to: usize, way: Way) {
        self.flow.edges.push(Edge { from, to, who: self.who, way, cases: Vec::new() });
    }

    fn edge(&mut self, from: usize, next: Next, way: Way, ended: Ended) {
        let over = self.over[self.who.index()];
        match next {
            Next::Node(to) => self.push(from, to, way),
            Next::End => {
                let place = match ended {
                    Ended::Acted => 0,
                    Ended::Passed => 1,
                    Ended::Slipped => 2,
                };
                self.push(from, over[place], way.clone());
                if ended == Ended::Slipped && self.flow.goes_on {
                    self.push(from, over[1], way);
                }
            }
        }
    }

    fn stage(&mut self, order: &TurnOrder, after: Next, past: Next, follow: Option<&TurnFollow>) -> usize {
        let id = self.node();
        if self.too_many {
            return id;
        }
        let first = follow.is_none().then_some(self.turn);
        if let Some(follow) = follow {
            if follow.how == Continue::IfLiked {
                self.edge(id, past, Way::Stop, Ended::Slipped);
            }
            if !follow.is_compulsory() || !follow.when.is_empty() {
                self.edge(id, past, Way::Silent, Ended::Slipped);
            }
        }
        let next = if follow.is_some_and(|follow| follow.repeat.is_loop()) { Next::Node(id) } else { after };
        for (tier, choice) in order.choices.iter().enumerate() {
            if let [TurnSequence { first: TurnStep::Order(inner), then }] = choice.as_slice()
                && then.is_empty()
            {
                for (place, choice) in inner.choices.iter().enumerate() {
                    self.tier(id, choice, next, first, tier + place > 0);
                }
                continue;
            }
            self.tier(id, choice, next, first, tier > 0);
        }
        id
    }

    fn tier(&mut self, from: usize, sequences: &[TurnSequence], after: Next, first: Option<usize>, later: bool) {
        for sequence in sequences {
            let mut next = after;
            for follow in sequence.then.iter().rev() {
                let past = next;
                for _ in 0..follow.repeat.stages() {
                    let stage = match &follow.step {
                        TurnStep::Order(order) => self.stage(order, next, past, Some(follow)),
                        step => {
                            let one = TurnSequence { first: step.clone(), then: Vec::new() };
                            self.stage(&TurnOrder { choices: vec![vec![one]] }, next, past, Some(follow))
                        }
                    };
                    next = Next::Node(stage);
                }
            }
            match &sequence.first {
                TurnStep::Pass => {
                    // Beside another choice of the same strength, or after nothing, it is free.
                    let forced = later && sequences.len() == 1 && first.is_some();
                    self.edge(from, next, Way::Pass { forced }, Ended::Passed);
                }
                TurnStep::Move(rule, _) => self.moves(from, next, *rule, false, first),
                TurnStep::Chain { rule, .. } => self.moves(from, next, *rule, true, first),
                TurnStep::Order(order) => match order.choices.as_slice() {
                    [single] => self.tier(from, single, next, first, later && sequences.len() == 1),
                    _ => self.edge(from, next, Way::Unknown, Ended::Slipped),
                },
            }
        }
    }

    fn moves(&mut self, from: usize, next: Next, rule: MoveId, chained: bool, first_of: Option<usize>) {
        self.edge(from, next, Way::Move { rule, chained, first_of }, Ended::Acted);
    }
}

/// What holds where a turn begins and its move is made: the turn applies, those before it do not, and nothing has ended.
pub fn facts<'g>(game: &'g Game, turn: usize, who: PlayerId, over: &[&'g Expr]) -> Facts<'g> {
    let mut facts: Facts<'g> = over.iter().map(|end| (*end, false)).collect();
    for (place, declared) in game.turns.iter().enumerate().take(turn + 1) {
        if let Some(when) = &declared.when
            && declared.of.is_none_or(|of| of == who)
        {
            facts.push((when, place == turn));
        }
    }
    facts
}

/// The conditions any of which ends the game by this clause.
pub fn either(end: &End) -> Vec<&Expr> {
    let mut parts = vec![&end.when];
    let mut found = Vec::new();
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Builtin(Builtin::Or, both) => parts.extend(both),
            _ => found.push(part),
        }
    }
    found
}
