//! Values of positions that can come back, worked out backwards from the ends: whoever can force an end that is won wins; what
//! is left over nobody can win.

use super::solution::{GameValue, Length};

/// Which positions lead to which.
#[derive(Debug, Default)]
pub struct Graph {
    /// From and to; the highest bit of the second says that the same seat is to act.
    leads: Vec<(u32, u32)>,
    /// Finished games, with what they are worth to the seat to act.
    ends: Vec<(u32, i8)>,
}

/// The bit of a lead that says that the same seat is to act.
const SAME: u32 = 1 << 31;

impl Graph {
    /// Notes that an action leads from a position to another.
    pub fn lead(&mut self, from: u32, to: u32, same: bool) {
        self.leads.push((from, to | if same { SAME } else { 0 }));
    }

    /// Notes a finished game.
    pub fn end(&mut self, id: u32, value: i8) {
        self.ends.push((id, value));
    }

    /// The bytes that it takes, and that solving it will.
    pub fn memory(&self) -> usize {
        16 * self.leads.capacity() + 8 * self.ends.capacity()
    }
}

/// What is found out.
pub struct Solved {
    values: Vec<i8>,
    /// How the first position comes out if nobody can win it.
    pub undecided: GameValue,
    /// The length of best play.
    pub best: Length,
    /// The longest line.
    pub longest: Length,
}

impl Solved {
    /// What a position is worth to the seat to act.
    pub fn value(&self, id: u32) -> i8 {
        self.values[id as usize]
    }
}

/// Lists, one for each position, in one array.
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The second of each pair, by the first.
    fn new(positions: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; positions + 1];
        for (by, _) in pairs.clone() {
            starts[by as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts.last().map_or(0, |end| *end as usize)];
        for (by, item) in pairs {
            items[next[by as usize] as usize] = item;
            next[by as usize] += 1;
        }
        Lists { starts, items }
    }

    fn of(&self, id: u32) -> &[u32] {
        &self.items[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}

/// Solves a graph of so many positions for the first one, from which all others are reached.
pub fn solve(graph: &Graph, positions: usize, root: u32) -> Solved {
    let mut values = vec![0i8; positions];
    let mut best = vec![0u32; positions];
    // How many of a position's actions are not known to lose.
    let mut hopes = vec![0u32; positions];
    graph.leads.iter().for_each(|(from, _)| hopes[*from as usize] += 1);
    let before = Lists::new(positions, graph.leads.iter().map(|(from, to)| (to & !SAME, from | to & SAME)));
    let mut level: Vec<u32> = Vec::new();
    for (id, value) in graph.ends.iter().filter(|(_, value)| *value != 0) {
        values[*id as usize] = *value;
        level.push(*id);
    }
    let mut plies = 0;
    while !level.is_empty() {
        plies += 1;
        let mut next = Vec::new();
        for id in level {
            for lead in before.of(id) {
                let from = (lead & !SAME) as usize;
                let value = if lead & SAME == 0 { -values[id as usize] } else { values[id as usize] };
                if value < 0 {
                    hopes[from] -= 1;
                }
                if values[from] == 0 && (value > 0 || hopes[from] == 0) {
                    values[from] = value;
                    best[from] = plies;
                    next.push(from as u32);
                }
            }
        }
        level = next;
    }
    let drawn: Vec<u32> = graph.ends.iter().filter(|(_, value)| *value == 0).map(|(id, _)| *id).collect();
    let after = Lists::new(positions, graph.leads.iter().map(|(from, to)| (*from, to & !SAME)));
    let longest = length(&after, positions, root, &|_| true).map_or(Length::Endless, Length::Plies);
    let (undecided, endless_best) = undecided(&after, &values, &drawn, root);
    let best = if values[root as usize] == 0 { endless_best } else { Length::Plies(best[root as usize]) };
    Solved { values, undecided, best, longest }
}

/// How play goes that gives nothing away, from a position that nobody can win: whether it can end, and whether it need not.
fn undecided(after: &Lists, values: &[i8], drawn: &[u32], root: u32) -> (GameValue, Length) {
    let keeps = |id: u32| values[id as usize] == 0;
    if !keeps(root) {
        return (GameValue::Draw, Length::Endless);
    }
    let mut seen = vec![false; values.len()];
    let mut stack = vec![root];
    seen[root as usize] = true;
    while let Some(id) = stack.pop() {
        for to in after.of(id) {
            if keeps(*to) && !seen[*to as usize] {
                seen[*to as usize] = true;
                stack.push(*to);
            }
        }
    }
    let ends = drawn.iter().any(|id| seen[*id as usize]);
    match length(after, values.len(), root, &keeps) {
        Some(plies) => (GameValue::Draw, Length::Plies(plies)),
        None if ends => (GameValue::DrawOrEndless, Length::Endless),
        None => (GameValue::Endless, Length::Endless),
    }
}

/// The longest line from a position among those of a sort; nothing if one can come back.
fn length(after: &Lists, positions: usize, root: u32, sort: &dyn Fn(u32) -> bool) -> Option<u32> {
    const NEW: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    let mut longest = vec![NEW; positions];
    let mut line: Vec<(u32, usize, u32)> = vec![(root, 0, 0)];
    longest[root as usize] = OPEN;
    while let Some((id, next, most)) = line.last_mut() {
        let Some(to) = after.of(*id).get(*next).copied() else {
            let (id, most) = (*id, *most);
            longest[id as usize] = most;
            line.pop();
            match line.last_mut() {
                Some(above) => above.2 = above.2.max(most + 1),
                None => return Some(most),
            }
            continue;
        };
        *next += 1;
        if !sort(to) {
            continue;
        }
        match longest[to as usize] {
            OPEN => return None,
            NEW => {
                longest[to as usize] = OPEN;
                line.push((to, 0, 0));
            }
            known => *most = (*most).max(known + 1),
        }
    }
    Some(0)
}
