//! The sorts of actions of a game: its moves, with what each picks, and to pass, change seats, or stop.

use crate::error::EnvError;
use rulebook_insight::audit::PossiblePicks;
use rulebook_language::model::{Chains, Expr, Game, LocalId, MoveId, PlayerId, TurnStep, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Table};
use rulebook_play::engine::{PASS, STOP, SWAP};
use rulebook_play::plan::{ChoiceKind, Outline, Plan};

/// What sort of action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A move.
    Move(MoveId),
    /// A move again and again as one action, each from that pick of the one before.
    Chain(MoveId, u8),
    /// Nothing is done.
    Pass,
    /// The seats are exchanged.
    Swap,
    /// The turn goes no further.
    Stop,
}

/// A sort of action.
#[derive(Clone, Debug)]
pub struct Head {
    /// Which.
    pub sort: Sort,
    /// The how-manieth of the same sort that one position may offer beside the others, from 0.
    pub nth: usize,
    /// Its name: of a move, the move's.
    pub name: String,
    /// What is picked, in order: the name of each pick, and what it is picked from.
    pub picks: Vec<(String, Type)>,
    /// How many values of an action are picks; what is written beside them follows from them.
    pub values: usize,
    /// Whether one action may be the beginning of another, as of a chain that may stop.
    pub may_stop: bool,
}

/// The sorts of actions of a game, in their order: moves as they are declared, each before its chains, then passes, changes of seats,
/// stops.
#[derive(Clone, Debug)]
pub struct Heads {
    /// The sorts.
    pub list: Vec<Head>,
    /// The sort of each choice of a role; what nature does has none.
    of: Table<PlayerId, Vec<Option<u16>>>,
    swap: Option<u16>,
    stop: Option<u16>,
}

/// A choice of a player that belongs to a sort: whose, and what the turn binds of its picks.
pub type Use<'g> = (PlayerId, u16, &'g [(u8, Expr)]);

impl Heads {
    /// The sorts of actions of a game.
    pub fn new(game: &Game, plan: &Plan) -> Self {
        let mut sorts: Vec<(Sort, usize)> = Vec::new();
        let mut by_role: Vec<Vec<Option<(Sort, usize)>>> = Vec::new();
        let mut stops = false;
        let mut may_stop: Vec<Sort> = Vec::new();
        for role in &plan.roles {
            let mut found = vec![None; role.choices.len()];
            stops |= role.stages.iter().any(|stage| stage.stop.is_some());
            // Of several tiers, one alone is offered.
            for tier in role.stages.iter().flat_map(|stage| &stage.tiers) {
                let mut beside: Vec<Sort> = Vec::new();
                for choice in tier {
                    let at = usize::from(*choice);
                    let Some(known) = role.choices.get(at).filter(|choice| !choice.by_lot) else { continue };
                    let sort = match known.sort {
                        ChoiceKind::Pass | ChoiceKind::Scatter(_) => Sort::Pass,
                        ChoiceKind::Move { rule, .. } => Sort::Move(rule),
                        ChoiceKind::Chain { rule, from, .. } => Sort::Chain(rule, from),
                    };
                    if matches!(known.sort, ChoiceKind::Chain { which: Chains::Any, .. }) {
                        may_stop.push(sort);
                    }
                    let nth = beside.iter().filter(|other| **other == sort).count();
                    beside.push(sort);
                    found[at] = Some((sort, nth));
                }
            }
            sorts.extend(found.iter().flatten());
            by_role.push(found);
        }
        sorts.extend(plan.pie.then_some((Sort::Swap, 0)));
        sorts.extend((stops || !may_stop.is_empty()).then_some((Sort::Stop, 0)));
        sorts.sort_by_key(|(sort, nth)| (order(*sort), *nth));
        sorts.dedup();
        let place = |wanted: (Sort, usize)| sorts.iter().position(|known| *known == wanted).map(|place| place as u16);
        let of = by_role.into_iter().map(|found| found.into_iter().map(|sort| place(sort?)).collect()).collect();
        let (swap, stop) = (place((Sort::Swap, 0)), place((Sort::Stop, 0)));
        let list =
            sorts.iter().map(|(sort, nth)| Head { may_stop: may_stop.contains(sort), ..head(game, *sort, *nth) });
        Heads { list: list.collect(), of, swap, stop }
    }

    /// The sort that goes no further, where there is one.
    pub fn stop(&self) -> Option<u16> {
        self.stop
    }

    /// The sort of an action of a role.
    pub fn of(&self, role: PlayerId, choice: u16) -> Option<u16> {
        match choice {
            u16::MAX => self.swap,
            rest if rest == u16::MAX - 1 => self.stop,
            _ => self.of.get(role)?.get(usize::from(choice)).copied().flatten(),
        }
    }

    /// The choices of each sort.
    ///
    /// # Errors
    /// If a player's turns cannot be laid out.
    pub fn uses<'g>(&self, game: &'g Game) -> Result<Vec<Vec<Use<'g>>>, EnvError> {
        let mut uses: Vec<Vec<Use<'g>>> = vec![Vec::new(); self.list.len()];
        for role in game.players.ids() {
            let outline = Outline::new(game, role).map_err(|_| EnvError::Turns)?;
            for (choice, known) in (0u16..).zip(&outline.choices) {
                let with: &[(u8, Expr)] = match known.step {
                    TurnStep::Move(_, with) => with,
                    _ => &[],
                };
                if let Some(uses) = self.of(role, choice).and_then(|head| uses.get_mut(usize::from(head))) {
                    uses.push((role, choice, with));
                }
            }
        }
        Ok(uses)
    }
}

impl Head {
    /// The move.
    pub fn rule(&self) -> Option<MoveId> {
        match self.sort {
            Sort::Move(rule) | Sort::Chain(rule, _) => Some(rule),
            Sort::Pass | Sort::Swap | Sort::Stop => None,
        }
    }

    /// The picks of an action, one after another, each with its place: of a chain those of all links, of which the first pick is
    /// that of the link before.
    pub fn picked<'a>(&self, values: &'a [u16]) -> impl Iterator<Item = (usize, u16)> + 'a {
        let (picks, each) = (self.picks.len(), self.values.max(1));
        let chain = matches!(self.sort, Sort::Chain(..));
        values.iter().enumerate().filter_map(move |(at, value)| {
            let place = match at {
                at if at < each => at,
                at if chain && each > 1 => 1 + (at - each) % (each - 1),
                _ => return None,
            };
            (place < picks).then_some((place, *value))
        })
    }

    /// Whether a pick is a cell, or a group by its first cell.
    pub fn is_cell(&self, place: usize) -> bool {
        self.picks.get(place).is_some_and(|(_, ty)| is_cell(*ty))
    }

    /// A pick as text.
    pub fn written(&self, game: &Game, place: usize, value: u16) -> String {
        let Some((name, ty)) = self.picks.get(place) else { return value.to_string() };
        let (board, index) = (&game.board, usize::from(value));
        let word = match ty {
            // A place of a set that has no more.
            _ if value == u16::MAX => Some("-".to_owned()),
            Type::Directions | Type::Direction if index < board.directions().count() => {
                Some(board.direction(DirectionId::from_index(index)).name.clone())
            }
            Type::Kinds | Type::Kind => game.kinds.iter().nth(index).map(|kind| kind.name.clone()),
            Type::Players | Type::Player => game.players.iter().nth(index).cloned(),
            ty if is_cell(*ty) && index < board.slots() => Some(board.cell_name(CellId(value)).to_owned()),
            _ => None,
        };
        format!("{name}={}", word.unwrap_or_else(|| value.to_string()))
    }
}

/// Whether what is picked from something of this type is a cell, or stands for one.
pub fn is_cell(from: Type) -> bool {
    from.picks_cells()
}

/// The picks of a use of a move.
pub fn possible<'g>(game: &'g Game, head: &Head, (role, _, with): Use<'g>) -> Option<PossiblePicks<'g>> {
    let rule = game.moves.get(head.rule()?)?;
    Some(PossiblePicks::new(game, role, rule, with))
}

fn order(sort: Sort) -> (u8, usize, u8) {
    match sort {
        Sort::Move(rule) => (0, rule.index(), 0),
        Sort::Chain(rule, from) => (0, rule.index(), 1 + from),
        Sort::Pass => (1, 0, 0),
        Sort::Swap => (2, 0, 0),
        Sort::Stop => (3, 0, 0),
    }
}

/// The name of what is no move, told apart from a move of that name.
fn apart(game: &Game, name: &str) -> String {
    if game.moves.iter().any(|rule| rule.name == name) { format!("({name})") } else { name.to_owned() }
}

fn head(game: &Game, sort: Sort, nth: usize) -> Head {
    let rule = match sort {
        Sort::Move(rule) | Sort::Chain(rule, _) => game.moves.get(rule),
        Sort::Pass | Sort::Swap | Sort::Stop => None,
    };
    let called = |local: LocalId| game.sites.names.get(&local).map(|name| name.text.clone());
    let picks: Vec<(String, Type)> = rule.map_or_else(Vec::new, |rule| {
        let named = rule.picks().zip(rule.pick_types()).enumerate();
        let sets: Vec<_> = rule.sets().collect();
        let named = named.map(|(place, (local, ty))| {
            let name = called(local).unwrap_or_else(|| format!("pick{place}"));
            // The places of a set are told apart by their numbers.
            match sets.iter().find(|set| set.contains(&place)) {
                Some(set) => (format!("{name}{}", place - set.start + 1), ty),
                None => (name, ty),
            }
        });
        named.collect()
    });
    let mut name = match (sort, rule) {
        (Sort::Chain(..), Some(rule)) => format!("{} chain", rule.name),
        (_, Some(rule)) => rule.name.clone(),
        (Sort::Swap, _) => apart(game, SWAP),
        (Sort::Stop, _) => apart(game, STOP),
        _ => apart(game, PASS),
    };
    if nth > 0 {
        name = format!("{name} {}", nth + 1);
    }
    Head { sort, nth, name, picks, values: rule.map_or(0, |rule| rule.pick_types().count()), may_stop: false }
}
