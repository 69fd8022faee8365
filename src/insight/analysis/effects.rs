//! What an action did to the pieces on the board, in order: as data for those who show it.

use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Change, Pick, Piece, Position, ProbedNode};

/// Something that happens to the pieces on cells. Pieces are listed from the top of a stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardEffect {
    /// A piece comes onto a cell.
    Put(CellId, Piece),
    /// The top piece of a cell goes.
    Remove(CellId, Piece),
    /// The pieces on top of a cell go on top of another.
    Move(CellId, CellId, Vec<Piece>),
    /// What stands on a cell is something else.
    Replace(CellId, Vec<Piece>, Vec<Piece>),
}

/// What stands on each cell, by slot, the top piece first.
type Contents = Vec<Vec<Piece>>;

/// What an action of `before` did, which led to `after`. A game that can explain itself says step by step what each effect did; where
/// it cannot, or does not say all of it, it is worked out from what differs.
pub fn board_effects(before: &Position, after: &Position, action: &Action) -> Vec<BoardEffect> {
    let picked: Vec<CellId> = picked_cells(before, action).collect();
    let mut contents: Contents = vec![Vec::new(); before.game().board.slots()];
    before.game().board.cells().for_each(|cell| contents[cell.index()] = before.pieces(cell));
    let told: Vec<BoardEffect> = steps(before, action).iter().flat_map(|step| of_changes(step, &picked)).collect();
    if told.iter().all(|effect| apply(&mut contents, effect))
        && before.game().board.cells().all(|cell| contents[cell.index()] == after.pieces(cell))
    {
        return told;
    }
    of_changes(&before.changes_to(after), &picked)
}

/// The cells that an action of `before`, which led to `after`, names or changes.
pub fn touched(before: &Position, after: &Position, action: &Action) -> Vec<CellId> {
    let changed = before.changes_to(after).into_iter().filter_map(|change| match change {
        Change::Pieces { cell, .. } => Some(cell),
        Change::Number { .. } | Change::Cells { .. } => None,
    });
    let named: Vec<CellId> = picked_cells(before, action).chain(changed).collect();
    before.game().board.cells().filter(|cell| named.contains(cell)).collect()
}

/// The cells that are picked for an action, in order.
pub fn picked_cells(position: &Position, action: &Action) -> impl Iterator<Item = CellId> + use<> {
    position.picked(action).into_iter().flat_map(|(_, pick)| match pick {
        Pick::Cell(cell) | Pick::Group(cell) => vec![cell],
        Pick::Cells(cells) => cells,
        Pick::Direction(_) | Pick::Number(_) | Pick::Player(_) | Pick::Kind(_) => Vec::new(),
    })
}

/// The changes of each effect, in order; none of a game that cannot explain itself.
fn steps(before: &Position, action: &Action) -> Vec<Vec<Change>> {
    let role = before.role_to_act();
    let Some(probes) = before.choice_probes(role, action.choice()) else { return Vec::new() };
    let mut position = before.clone();
    let Ok(links) = position.watch_action(action, probes) else { return Vec::new() };
    let mut found = Vec::new();
    links.into_iter().flat_map(|(_, watched)| watched.seen).for_each(|seen| gather(seen, &mut found));
    found
}

fn gather(seen: ProbedNode, found: &mut Vec<Vec<Change>>) {
    if !seen.changes.is_empty() {
        found.push(seen.changes);
    }
    seen.parts.into_iter().for_each(|part| gather(part, found));
}

/// What leaves a cell and what comes onto it, above what stays.
struct Difference {
    cell: CellId,
    before: Vec<Piece>,
    after: Vec<Piece>,
    lost: Vec<Piece>,
    gained: Vec<Piece>,
}

/// What happened at once, as moves where what leaves one cell comes onto another. The cells that are picked say which is which where
/// there are several.
fn of_changes(changes: &[Change], picked: &[CellId]) -> Vec<BoardEffect> {
    let mut differences: Vec<Difference> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Pieces { cell, before, after } => {
                let stays = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
                let over = |pieces: &[Piece]| pieces[..pieces.len() - stays].to_vec();
                let (lost, gained) = (over(before), over(after));
                Some(Difference { cell: *cell, before: before.clone(), after: after.clone(), lost, gained })
            }
            Change::Number { .. } | Change::Cells { .. } => None,
        })
        .collect();
    let rank = |cell: CellId| picked.iter().position(|known| *known == cell).unwrap_or(picked.len());
    differences.sort_by_key(|difference| rank(difference.cell));
    let is_picked = |cell: CellId| picked.contains(&cell);
    let (mut moves, mut goes, mut comes) = (Vec::new(), Vec::new(), Vec::new());
    let mut taken = vec![false; differences.len()];
    let mut left = vec![false; differences.len()];
    for from in 0..differences.len() {
        let source = &differences[from];
        // What is something else on the spot has gone nowhere, unless it was picked: then it was exchanged.
        let leaves = |d: &Difference| !d.lost.is_empty() && (d.gained.is_empty() || is_picked(d.cell));
        let fits = |to: usize| {
            let target = &differences[to];
            let comes = target.lost.is_empty() || is_picked(target.cell);
            to != from && !taken[to] && comes && target.gained == source.lost
        };
        if !leaves(source) {
            continue;
        }
        if let Some(to) = (0..differences.len()).find(|to| fits(*to)) {
            (taken[to], left[from]) = (true, true);
            moves.push(BoardEffect::Move(source.cell, differences[to].cell, source.lost.clone()));
        }
    }
    for (place, difference) in differences.iter().enumerate() {
        let (lost, gained) =
            (!left[place] && !difference.lost.is_empty(), !taken[place] && !difference.gained.is_empty());
        match (lost, gained) {
            (true, true) => {
                comes.push(BoardEffect::Replace(difference.cell, difference.before.clone(), difference.after.clone()));
            }
            (true, false) => {
                goes.extend(difference.lost.iter().map(|piece| BoardEffect::Remove(difference.cell, *piece)));
            }
            (false, true) => {
                comes.extend(difference.gained.iter().rev().map(|piece| BoardEffect::Put(difference.cell, *piece)));
            }
            (false, false) => {}
        }
    }
    // What is taken goes before what takes its place comes.
    goes.into_iter().chain(moves).chain(comes).collect()
}

/// Does the same to contents; false where it cannot be done.
fn apply(contents: &mut Contents, effect: &BoardEffect) -> bool {
    match effect {
        BoardEffect::Put(cell, piece) => contents[cell.index()].insert(0, *piece),
        BoardEffect::Remove(cell, piece) => {
            if contents[cell.index()].first() != Some(piece) {
                return false;
            }
            contents[cell.index()].remove(0);
        }
        BoardEffect::Replace(cell, before, after) => {
            if contents[cell.index()] != *before {
                return false;
            }
            contents[cell.index()].clone_from(after);
        }
        BoardEffect::Move(from, to, pieces) => {
            // Of an exchange, what comes may stand on it already.
            let Some(at) = contents[from.index()].windows(pieces.len()).position(|run| run == pieces) else {
                return false;
            };
            contents[from.index()].drain(at..at + pieces.len());
            contents[to.index()].splice(0..0, pieces.iter().copied());
        }
    }
    true
}
