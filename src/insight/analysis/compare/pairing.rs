//! What is called by other names in two games and is the same: by name first; what is left over, by content or place.

use rulebook_language::model::{Counter, CounterId, Game, KindId, MarkId, MoveId, PlayerId};
use rulebook_language::util::{Id, Table};

/// What of B is what of A; by the places of A's tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// The players: those of one name, or else those of one place in the order of play.
    pub players: Vec<Option<PlayerId>>,
    /// The kinds of pieces.
    pub kinds: Vec<Option<KindId>>,
    /// The counters.
    pub counters: Vec<Option<CounterId>>,
    /// The marks.
    pub marks: Vec<Option<MarkId>>,
    /// The moves.
    pub moves: Vec<Option<MoveId>>,
}

impl Pairing {
    /// Pairs by names. Where the same number of each is left over, and they are alike in what can be told without their use, by
    /// place.
    pub fn new(a: &Game, b: &Game) -> Self {
        let all_players = a.players.iter().all(|name| b.players.iter().any(|other| other == name));
        let players = match all_players && a.players.len() == b.players.len() {
            true => a
                .players
                .iter()
                .map(|name| b.players.iter().position(|other| other == name).map(PlayerId::from_index))
                .collect(),
            false => (0..a.players.len()).map(|at| (at < b.players.len()).then(|| PlayerId::from_index(at))).collect(),
        };
        Pairing {
            players,
            kinds: pair(&a.kinds, &b.kinds, |kind| &kind.name, |x, y| x.neutral == y.neutral),
            counters: pair(
                &a.counters,
                &b.counters,
                |counter| &counter.name,
                |x, y| {
                    let carried = |counter: &Counter| counter.carried.as_ref().map(|carried| carried.values.ty());
                    (x.per, x.low, x.high, x.start, carried(x)) == (y.per, y.low, y.high, y.start, carried(y))
                },
            ),
            marks: pair(&a.marks, &b.marks, |mark| &mark.name, |x, y| x.carriers.is_some() == y.carriers.is_some()),
            moves: pair(&a.moves, &b.moves, |rule| &rule.name, |x, y| x.pick_types().eq(y.pick_types())),
        }
    }

    /// The player of A that one of B is.
    pub fn player_of_b(&self, player: PlayerId) -> Option<PlayerId> {
        self.players.iter().position(|of_b| *of_b == Some(player)).map(PlayerId::from_index)
    }
}

/// The members of two tables that are the same.
fn pair<I: Id, T>(
    a: &Table<I, T>,
    b: &Table<I, T>,
    name: impl Fn(&T) -> &String,
    alike: impl Fn(&T, &T) -> bool,
) -> Vec<Option<I>> {
    let named = |one: &T| b.iter_ids().find(|(_, other)| name(other) == name(one)).map(|(id, _)| id);
    let mut pairs: Vec<Option<I>> = a.iter().map(named).collect();
    let taken = |pairs: &[Option<I>], id: I| pairs.iter().flatten().any(|known| known.index() == id.index());
    let open: Vec<I> = b.iter_ids().map(|(id, _)| id).filter(|id| !taken(&pairs, *id)).collect();
    let unpaired: Vec<usize> = (0..pairs.len()).filter(|at| pairs[*at].is_none()).collect();
    if open.len() == unpaired.len() {
        for (at, id) in unpaired.into_iter().zip(open) {
            let fits = a.iter().nth(at).zip(b.get(id)).is_some_and(|(one, other)| alike(one, other));
            pairs[at] = Some(id).filter(|_| fits);
        }
    }
    pairs
}
