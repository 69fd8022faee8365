//! The proof as a whole: limits, repetition rules, measures, and what they come to.

use std::cell::RefCell;
use std::fmt;

use super::actions::{Actions, Case, Facts};
use super::closed::{looks_at_the_clock, required};
use super::effects::Effects;
use super::flow::{Edge, Ended, Flow, Way, either, facts, flow};
use super::known::{Delta, World};
use super::measure::{Measure, Sort, plain, potentials};
use super::order::{Group, Order, order};
use crate::audit::interpret::{Codes, EMPTY, Fuel, Interpreter, Known, Set, State};
use rulebook_language::model::{
    Builtin, Compare, Content, Deal, Expr, ExprKind, Game, Index, MoveId, PlayerId, Primitive, TransferMode,
    all_primitives,
};
use rulebook_language::source::Span;
use rulebook_language::util::{Id, grouped};

/// Whether a game must end.
#[derive(Clone, PartialEq, Debug)]
pub enum Progress {
    /// It must.
    Proved {
        /// What every action lowers, the weightiest part first; each part falls only so often while those before it stay.
        measure: Vec<Component>,
        /// The most plies that a game can have, where that is known.
        bound: Option<Count>,
    },
    /// Nothing shows that it must.
    Open {
        /// The actions that may go on forever, as far as is known, each with its place and why.
        clauses: Vec<(Span, String)>,
    },
}

/// A part of a measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// What falls.
    pub words: String,
}

/// A number of plies or positions: exact, or, where it is too large for that, less than a power of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    exact: Option<u128>,
    log: f64,
}

impl Count {
    /// A number; less than 0 is 0.
    pub fn of(n: i64) -> Self {
        Count::exactly(n.max(0) as u128)
    }

    fn exactly(n: u128) -> Self {
        Count { exact: Some(n), log: if n == 0 { 0.0 } else { (n as f64).log10() } }
    }

    fn power(base: Count, exponent: f64) -> Self {
        let log = base.log * exponent;
        let exact = base.exact.filter(|_| log < 30.0).and_then(|n| n.checked_pow(exponent as u32));
        Count { exact, log }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Count) -> Count {
        match self.exact.zip(other.exact).and_then(|(a, b)| a.checked_add(b)) {
            Some(sum) => Count::exactly(sum),
            // The greater one, at most doubled.
            None => Count { exact: None, log: self.log.max(other.log) + std::f64::consts::LOG10_2 },
        }
    }

    /// One less, but not less than 0.
    #[must_use]
    pub fn less_one(self) -> Count {
        self.exact.map_or(self, |n| Count::exactly(n.saturating_sub(1)))
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Count) -> Count {
        match self.exact.zip(other.exact) {
            Some((0, _)) | Some((_, 0)) => Count::of(0),
            Some((a, b)) if a.checked_mul(b).is_some() => Count::exactly(a.saturating_mul(b)),
            _ => Count { exact: None, log: self.log + other.log },
        }
    }

    /// The quotient, rounded down.
    #[must_use]
    pub fn over(self, divisor: i64) -> Count {
        match self.exact {
            Some(n) => Count::exactly(n / divisor.max(1) as u128),
            None => self,
        }
    }

    /// The number, where it is not too large.
    pub fn exact(self) -> Option<u128> {
        self.exact
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(n) if n < 1_000_000_000_000 => f.write_str(&grouped(n)),
            _ => write!(f, "10^{}", self.log.ceil()),
        }
    }
}

/// Steps that one proof may take, a step for each expression and each cell that is looked at.
pub const MAX_PROOF_STEPS: u64 = 60_000_000;
/// The part of the steps that a proof takes where a rule bounds the turns.
const BOUNDED: u64 = 8;
/// Why a move may go on forever of which nothing is known.
const TOO_MANY_PICKS: &str = "there are more ways to pick than can be analysed";

/// Whether the game must end. What this takes is taken from `steps`; where more would be needed than are left, nothing is proved.
pub fn progress(game: &Game, steps: &mut u64) -> Progress {
    let fuel = Fuel::new(*steps);
    let found = proved(game, &fuel);
    *steps = fuel.left();
    match found {
        // What lays the setup comes before what is counted here.
        Progress::Proved { measure, bound } => {
            let deals = game.most_deals().and_then(|most| i64::try_from(most).ok());
            let with = |bound: Count, deals| if deals == 0 { bound } else { bound.plus(Count::of(deals)) };
            Progress::Proved { measure, bound: bound.zip(deals).map(|(bound, deals)| with(bound, deals)) }
        }
        open => open,
    }
}

fn proved(game: &Game, fuel: &Fuel) -> Progress {
    let limit = limits(game);
    if let Some(plies) = limit.plies {
        let measure = vec![Component { words: "plies left until the limit".to_owned() }];
        return Progress::Proved { measure, bound: Some(Count::of(plies)) };
    }
    let Some(mut codes) = Codes::of(game) else {
        return open(game, "the game has more players and kinds of pieces than can be analysed");
    };
    let Some(flow) = flow(game) else { return open(game, "the turns have more steps than can be analysed") };
    // Where the board is full from the start and nothing is taken away, no cell is ever empty.
    let rolls = rolls(game, &flow);
    let proof =
        |codes, passes| Proof { game, codes, fuel: fuel.clone(), passes, limit, rolls, unseen: RefCell::default() };
    if proof(codes, None).is_full_for_ever() {
        codes.all &= !EMPTY;
    }
    let proof = proof(codes, if rolls { None } else { passes(game, &flow) });
    // Where a rule bounds the turns, what moves do can only give a smaller number, which is worth less work.
    let kept = if proof.turns().is_some() { fuel.left() - fuel.left() / BOUNDED } else { 0 };
    fuel.set(fuel.left() - kept);
    let found = proof.found(&flow);
    fuel.set(fuel.left() + kept);
    found
}

fn open(game: &Game, why: &str) -> Progress {
    let all = game.moves.iter().map(|rule| rule.name.as_str());
    let span = game.moves.iter().next().map_or_else(Span::default, |rule| rule.span);
    Progress::Open { clauses: vec![(span, format!("{}: {why}", list(all.collect())))] }
}

/// Names in backticks, with `and` before the last.
fn list(names: Vec<&str>) -> String {
    match names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What clauses say of the length of a game.
#[derive(Clone, Copy)]
struct Limits {
    /// It ends after so many plies.
    plies: Option<i64>,
    /// It ends after so many turns.
    turns: Option<i64>,
}

fn limits(game: &Game) -> Limits {
    let mut limits = Limits { plies: None, turns: None };
    for end in &game.ends {
        for part in either(end) {
            let ExprKind::Builtin(order @ (Builtin::Less | Builtin::LessOrEqual), sides) = &part.kind else { continue };
            let [low, high] = sides.as_slice() else { continue };
            let (ExprKind::Number(n), ExprKind::Builtin(clock, _)) = (&low.kind, &high.kind) else { continue };
            // The next ply or turn has a number above this: so many have been made when it holds.
            let n = n.numerator().div_euclid(n.denominator().max(1));
            let made = if *order == Builtin::Less { n } else { n.saturating_sub(i64::from(low_is_whole(low))) }.max(1);
            match clock {
                Builtin::PlyNumber if end.after_action => {
                    limits.plies = Some(limits.plies.map_or(made, |known| known.min(made)));
                }
                Builtin::PlyNumber | Builtin::TurnNumber => {
                    limits.turns = Some(limits.turns.map_or(made, |known| known.min(made)));
                }
                _ => {}
            }
        }
    }
    limits
}

fn low_is_whole(low: &Expr) -> bool {
    matches!(&low.kind, ExprKind::Number(n) if n.to_whole().is_some())
}

/// Whether some clause has a part of this kind.
fn clause(game: &Game, builtin: Builtin) -> bool {
    let is = |part: &&Expr| matches!(&part.kind, ExprKind::Builtin(found, _) if *found == builtin);
    game.ends.iter().any(|end| either(end).iter().any(is))
}

/// Whether nature acts in a turn, and not in the setup alone.
fn rolls(game: &Game, flow: &Flow) -> bool {
    flow.edges.iter().any(|edge| match &edge.way {
        Way::Move { rule, .. } => game.moves[*rule].lot.is_some(),
        Way::Unknown => game.has_luck(),
        _ => false,
    })
}

/// How many passes in a row end the game, where they do. Of a game with rolls none: who has thrown badly has shown nothing.
fn passes(game: &Game, flow: &Flow) -> Option<i64> {
    let players = game.players.len() as i64;
    if flow.goes_on {
        return None;
    }
    if clause(game, Builtin::AllPassed) {
        return Some(players);
    }
    // Where every pass is forced, a round of them shows that nobody can move: nothing has changed meanwhile.
    let forced = flow.edges.iter().all(|edge| !matches!(edge.way, Way::Pass { forced: false }));
    let ko = game.repetitions.iter().any(|rule| rule.is_illegal() && rule.compare == Compare::Ko);
    // Who is passed over has shown nothing.
    let is_idle = game.skip.is_none() && game.pass.is_none();
    (clause(game, Builtin::NobodyCanMove) && is_idle && forced && !ko && !looks_at_the_clock(game)).then_some(players)
}

/// What a proof needs.
struct Proof<'g> {
    game: &'g Game,
    codes: Codes,
    fuel: Fuel,
    passes: Option<i64>,
    limit: Limits,
    /// Whether nature acts in turns.
    rolls: bool,
    /// The moves with more ways to pick than are looked at.
    unseen: RefCell<Vec<MoveId>>,
}

impl<'g> Proof<'g> {
    /// Whether the game must end: first by what is counted plainly.
    fn found(&self, flow: &Flow) -> Progress {
        let mut tried = None;
        for with_potentials in [false, true] {
            match self.attempt(flow, with_potentials) {
                Some((measures, result, before)) if result.open.is_empty() => {
                    let mut measure = before;
                    measure.extend(result.taken.iter().filter_map(|taken| {
                        let measure = measures.get(taken.measure)?;
                        Some(Component {
                            words: if taken.falls { measure.falling.clone() } else { measure.rising.clone() },
                        })
                    }));
                    return Progress::Proved { measure, bound: result.plies() };
                }
                Some((_, result, _)) => tried = Some(result.open),
                None => return open(self.game, TOO_MANY_PICKS),
            }
            if !self.unseen.borrow().is_empty() {
                // With more measures there would be more to look at.
                break;
            }
        }
        Progress::Open { clauses: self.named(tried.unwrap_or_default()) }
    }

    /// Looks for an order; nothing where it takes too long. Beside it the measures, and what stands before them.
    fn attempt(&self, flow: &Flow, with_potentials: bool) -> Option<(Vec<Measure>, Order, Vec<Component>)> {
        let mut wanted = Vec::new();
        for player in self.game.players.ids() {
            for rule in &self.game.moves {
                wanted.extend(required(self.game, player, rule));
            }
        }
        let mut measures = plain(self.game, self.codes, &wanted, self.passes);
        if with_potentials {
            measures.extend(potentials(self.game, self.codes));
        }
        let start = self.start(&measures);
        let (mut flow, mut groups) = (flow.clone(), Vec::new());
        let over = self.not_over();
        // What was found by work that was broken off does not count.
        (self.fuel.left() > 0).then_some(())?;
        self.fill(&mut flow, &measures, &over);
        // Seats are changed once. Where a player without a move has lost, nobody is forced to pass, but at the very start.
        let idle = Case::idle(measures.len());
        let never_forced = clause(self.game, Builtin::NoMove) && !self.rolls;
        for edge in std::mem::take(&mut flow.edges) {
            match edge.way {
                Way::Swap => groups.push(Group { most: Some(Count::of(1)), cases: vec![idle.clone()], plies: true }),
                Way::Pass { forced: true } if never_forced => {
                    if edge.who != PlayerId(0) && self.game.skip.is_none() {
                        continue;
                    }
                    groups.push(Group { most: Some(Count::of(1)), cases: edge.cases, plies: true });
                }
                _ => flow.edges.push(edge),
            }
        }
        let mut result = order(flow.clone(), &measures, &start, groups.clone());
        let mut before = Vec::new();
        if !result.open.is_empty()
            && let Some((most, component, ends)) = self.turns()
        {
            flow.edges.retain(|edge| !matches!(&edge.way, Way::TurnOver(ended) if ends.contains(ended)));
            groups.push(Group { most: Some(most), cases: Vec::new(), plies: false });
            result = order(flow, &measures, &start, groups);
            before.push(component);
        }
        Some((measures, result, before))
    }

    /// Works out the cases of every action. Of a move with more ways to pick than are looked at, nothing is known but what it
    /// requires: rules that bound a game whatever its moves do prove that it ends all the same.
    fn fill(&self, flow: &mut Flow, measures: &[Measure], over: &[&'g Expr]) {
        let mut known: Vec<((PlayerId, Way), Vec<Case>)> = Vec::new();
        for edge in &mut flow.edges {
            let idle = Case::idle(measures.len());
            edge.cases = match &edge.way {
                Way::Silent | Way::TurnOver(_) => Vec::new(),
                Way::Stop | Way::Swap => vec![idle],
                Way::Unknown => vec![Case { deltas: vec![Delta::ANY; measures.len()] }],
                Way::Pass { .. } => {
                    // What a pass does is not looked at: it may change everything.
                    let deltas = if self.game.pass.is_some() { vec![Delta::ANY; measures.len()] } else { idle.deltas };
                    vec![passing(Case { deltas }, measures, Delta::new(1, 1))]
                }
                Way::Move { rule, chained, first_of } => {
                    let key = (edge.who, edge.way.clone());
                    if let Some((_, cases)) = known.iter().find(|(other, _)| *other == key) {
                        edge.cases = cases.clone();
                        continue;
                    }
                    // Further links of a chain are made where nobody knows what holds.
                    let facts: Facts<'g> = match first_of {
                        Some(turn) if !chained => facts(self.game, *turn, edge.who, over),
                        _ => Facts::new(),
                    };
                    // No move takes all that is left from the others.
                    let share = self.fuel.left() / 4 * 3;
                    let fuel = Fuel::new(share);
                    let actions = Actions { game: self.game, codes: self.codes, measures, fuel: fuel.clone() };
                    let cases = actions.cases(edge.who, &self.game.moves[*rule], &facts, *chained);
                    self.fuel.set(self.fuel.left() - (share - fuel.left()));
                    let cases = cases.unwrap_or_else(|| {
                        self.unseen.borrow_mut().push(*rule);
                        vec![actions.unseen(edge.who, &self.game.moves[*rule], *chained)]
                    });
                    let back = Delta::new(-self.passes.map_or(0, |most| most - 1), 0);
                    let cases: Vec<Case> = cases.into_iter().map(|case| passing(case, measures, back)).collect();
                    known.push((key, cases.clone()));
                    cases
                }
            };
        }
        flow.edges.retain(|edge| !edge.is_action() || !edge.cases.is_empty());
    }

    /// The parts of end clauses that do not hold where a turn begins: not at the start either, where nothing is asked.
    fn not_over(&self) -> Vec<&'g Expr> {
        let mut world = self.setup();
        let ends = self.game.ends.iter().flat_map(either);
        ends.filter(|part| self.game.players.ids().all(|me| self.reason(me).truth(&mut world, part) == Some(false)))
            .collect()
    }

    fn reason(&self, me: PlayerId) -> Interpreter<'g> {
        Interpreter::of_moves(self.game, self.codes, me, self.fuel.clone())
    }

    /// What is known of the position in which a game begins: where it is laid by lot, how counters begin if pieces alone are scattered.
    fn setup(&self) -> World {
        let unknown = World { state: State::of(Known::nothing(self.game, self.codes)), deltas: Vec::new() };
        let mut known = Known::nothing(self.game, self.codes);
        let deals = &self.game.deals;
        let scatters = deals.iter().all(|deal| matches!(deal, Deal::Scatter(_)));
        if !scatters || !deals.is_empty() && !self.game.start.is_empty() {
            return unknown;
        }
        for (id, counter) in self.game.counters.iter_ids() {
            let start = if counter.carried.is_some() { counter.bounds() } else { (counter.start, counter.start) };
            known.counter_mut(id).into_iter().flatten().for_each(|bound| *bound = start);
        }
        if !deals.is_empty() {
            return World { state: State::of(known), deltas: Vec::new() };
        }
        known.contents = known.contents.iter().map(|_| EMPTY).collect();
        let words = self.game.board.words();
        known.marks = known.marks.iter().map(|_| (Set::empty(words), Set::empty(words))).collect();
        let mut world = World { state: State::of(known), deltas: Vec::new() };
        let effects = Effects { reason: self.reason(PlayerId(0)), measures: &[] };
        for placement in &self.game.setup {
            effects.place(&mut world, placement);
        }
        effects.follow(world, &self.game.start, false).pop().unwrap_or(unknown)
    }

    /// Bounds of each measure at the start.
    fn start(&self, measures: &[Measure]) -> Vec<(i64, i64)> {
        let world = self.setup();
        let bounds = |measure: &Measure| match &measure.sort {
            Sort::Weight { .. } => {
                let each = |cell| measure.sort.replaced(cell, 0, world.known.at(cell));
                let all = self.game.board.cells().map(each).fold(Delta::default(), Delta::plus);
                (all.low, all.high)
            }
            Sort::Counter(id, index) => {
                let numbers = world.known.counters.get(id.index()).map(Vec::as_slice).unwrap_or_default();
                let is_cell = |at: usize| self.game.is_counted(self.game.counters[*id].per, at);
                let counted =
                    numbers.iter().enumerate().filter(|(at, _)| index.is_none_or(|i| i == *at) && is_cell(*at));
                counted.fold((0, 0), |all, (_, one)| (all.0 + one.0, all.1 + one.1))
            }
            Sort::Marked(mark) => match world.known.marks.get(mark.index()) {
                Some((must, may)) => (must.len() as i64, may.len() as i64),
                None => (measure.low, measure.high),
            },
            Sort::Passes => (0, 0),
            Sort::Pieces | Sort::Stacked(_) | Sort::Unvacated | Sort::Pairs(_) | Sort::Required(_) => {
                (measure.low, measure.high)
            }
        };
        measures.iter().map(bounds).collect()
    }

    /// How many turns there are at most that end so, and by what.
    fn turns(&self) -> Option<(Count, Component, Vec<Ended>)> {
        let all = vec![Ended::Acted, Ended::Slipped];
        if let Some(turns) = self.limit.turns {
            let words = "turns left until the limit".to_owned();
            let ends = vec![Ended::Acted, Ended::Passed, Ended::Slipped];
            // The last of them ends the game.
            return Some((Count::of(turns - 1), Component { words }, ends));
        }
        // No rule about repetition binds nature.
        if self.rolls {
            return None;
        }
        let rule = self.game.repetitions.iter().find(|rule| rule.compare != Compare::Ko && rule.when.is_none())?;
        let mut positions = self.positions();
        if rule.compare == Compare::Situational {
            positions = positions.times(Count::of(self.game.players.len() as i64));
        }
        // The start is one of them.
        let most = positions.times(Count::of(i64::from(rule.times) - 1)).less_one();
        let words = format!("positions that can still occur (of {positions} at most)");
        let ends = if rule.is_illegal() { vec![Ended::Acted] } else { all };
        Some((most, Component { words }, ends))
    }

    /// Whether no cell is empty at the start, and no effect makes one so.
    fn is_full_for_ever(&self) -> bool {
        let full = self.setup();
        self.game.board.cells().all(|cell| full.known.at(cell) & EMPTY == 0)
            && all_primitives(self.game.rules().flat_map(|rule| &rule.effects)).into_iter().all(leaves_full)
    }

    /// How many positions there can be, as far as repetition looks at them.
    fn positions(&self) -> Count {
        let pieces: i64 =
            self.game.kinds.iter().map(|kind| if kind.neutral { 1 } else { self.game.players.len() as i64 }).sum();
        let mut contents = Count::of(1);
        let mut stack = Count::of(1);
        for _ in 0..self.game.max_height {
            stack = stack.times(Count::of(pieces));
            contents = contents.plus(stack);
        }
        let cells = self.game.board.cell_count() as f64;
        let mut all = Count::power(contents, cells);
        let marks = self.game.marks.iter().filter(|mark| !mark.aside).count();
        all = all.times(Count::power(Count::of(2), cells * marks as f64));
        for counter in self.game.counters.iter().filter(|counter| counter.is_compared()) {
            let values = Count::of(counter.high.saturating_sub(counter.low).saturating_add(1));
            let numbers = counter.per.indexes().fold(1.0, |numbers, index| {
                numbers * if index == Index::Cell { cells } else { self.game.members(index) as f64 }
            });
            all = all.times(Count::power(values, numbers));
        }
        all
    }

    /// The places and names of what may go on forever.
    fn named(&self, edges: Vec<Edge>) -> Vec<(Span, String)> {
        let end = self.game.ends.first().map_or_else(Span::default, |end| end.span);
        // Each reason once, with all that it is true of.
        let (mut unseen, mut idle, mut others) = (Vec::new(), Vec::new(), Vec::new());
        // Passes are bounded where something else ends: they are no fault of their own then.
        let moves = edges.iter().any(|edge| matches!(edge.way, Way::Move { .. })) && self.passes.is_some();
        for edge in edges {
            let said = match edge.way {
                Way::Pass { .. } if moves => continue,
                Way::Move { rule, .. } => {
                    let of = if self.unseen.borrow().contains(&rule) { &mut unseen } else { &mut idle };
                    if !of.contains(&rule) {
                        of.push(rule);
                    }
                    continue;
                }
                Way::Pass { forced: false } => "`pass` may follow `pass` forever",
                Way::Pass { forced: true } => "forced passes may follow each other forever",
                _ => "a turn may do nothing",
            };
            if !others.contains(&said) {
                others.push(said);
            }
        }
        let named = |rules: &[MoveId], why: &dyn Fn(String) -> String| {
            let span = rules.first().map(|rule| self.game.moves[*rule].span)?;
            Some((span, why(list(rules.iter().map(|rule| self.game.moves[*rule].name.as_str()).collect()))))
        };
        let lower = if idle.len() == 1 { "lowers" } else { "lower" };
        let idle = named(&idle, &|names| format!("{names} {lower} nothing that stays lower"));
        let unseen = named(&unseen, &|names| format!("{names}: {TOO_MANY_PICKS}"));
        let others = others.into_iter().map(|why| (end, why.to_owned()));
        idle.into_iter().chain(unseen).chain(others).collect()
    }
}

/// Whether a change empties no cell, but for those in its blocks.
fn leaves_full(primitive: &Primitive) -> bool {
    match primitive {
        Primitive::Assign { content, .. } => match content {
            Content::Piece { count, .. } => count.is_none(),
            Content::Nothing => false,
            Content::OtherOwner | Content::Kind(_) => true,
        },
        Primitive::Transfer { mode, .. } => matches!(mode, TransferMode::Exchange),
        Primitive::Unstack { .. } => false,
        Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => true,
    }
}

/// A case with what it does to the passes in a row.
fn passing(mut case: Case, measures: &[Measure], passes: Delta) -> Case {
    for (delta, measure) in case.deltas.iter_mut().zip(measures) {
        if measure.sort == Sort::Passes {
            *delta = passes;
        }
    }
    case
}
