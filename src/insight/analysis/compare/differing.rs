//! Where two sheets differ in what is tried in order and in what counters hold: what stands in another place, and where to look for
//! what that does.

use super::changes::{Change, How, Section, clause_of};
use super::items::{Item, MERGED, PASS, SKIP};
use super::side::Sides;
use super::terms::Term;
use rulebook_language::model::CounterId;

/// Where what changed may be seldom met by chance.
#[derive(Clone, Debug, Default)]
pub struct Differing {
    /// The end clauses of each game, by their places, that the other one does not have.
    pub ends: [Vec<usize>; 2],
    /// End clauses of A of which one comes earlier in the other game.
    pub crossed: Vec<(usize, usize)>,
    /// What the counters of each game can hold that they cannot in the other.
    pub counters: [Vec<(CounterId, Vec<i64>)>; 2],
}

/// The place of an item among those of its section.
fn place_in_section(items: &[Item], at: usize) -> usize {
    items.get(at).map_or(0, |own| items.iter().take(at).filter(|item| item.section == own.section).count())
}

/// The end clauses that are paired, by their places among the end clauses of each sheet.
pub fn paired_ends(pairs: &[(Option<usize>, Option<usize>)], near: &[Vec<Item>; 2]) -> Vec<(usize, usize)> {
    let both = pairs.iter().filter_map(|(one, other)| Some(((*one)?, (*other)?)));
    both.filter(|(one, _)| near[0][*one].section == Section::End)
        .map(|(one, other)| (place_in_section(&near[0], one), place_in_section(&near[1], other)))
        .collect()
}

/// Whether the repetition rules are in the same order.
pub fn same_repetitions(deep: &[Vec<Item>; 2]) -> bool {
    let of = |items: &[Item]| -> Vec<Term> {
        items.iter().filter(|item| item.section == Section::Repetition).map(|item| item.term).collect()
    };
    of(&deep[0]) == of(&deep[1])
}

/// The items of both that are tried in order and stand in another one: the fewest that would have to be moved.
pub fn crossed(pairs: &[(Option<usize>, Option<usize>)], near: &[Vec<Item>; 2]) -> Vec<(usize, usize)> {
    let mut crossed = Vec::new();
    for section in [Section::Turn, Section::End, Section::Repetition] {
        let both: Vec<(usize, usize)> = pairs
            .iter()
            .filter_map(|(one, other)| Some(((*one)?, (*other)?)))
            .filter(|(one, _)| {
                near[0][*one].section == section && ![SKIP, PASS, MERGED].contains(&near[0][*one].name.as_str())
            })
            .collect();
        // The longest of them that stand in order: of each the length of the longest that ends there, and what is before it.
        let mut best: Vec<(usize, Option<usize>)> = Vec::new();
        for (at, (_, other)) in both.iter().enumerate() {
            let before = (0..at).filter(|before| both[*before].1 < *other).max_by_key(|before| best[*before].0);
            best.push((before.map_or(0, |before| best[before].0) + 1, before));
        }
        let mut kept = vec![false; both.len()];
        let mut at = (0..both.len()).max_by_key(|at| best[*at].0);
        while let Some(own) = at {
            kept[own] = true;
            at = best[own].1;
        }
        crossed.extend(both.iter().zip(kept).filter(|(_, kept)| !kept).map(|(pair, _)| *pair));
    }
    crossed
}

/// Notes that something stands in another place among what is tried in order.
pub fn moved(sides: &Sides, [a, b]: [&Item; 2], list: &mut Vec<Change>) {
    let (one, other) = (clause_of(sides, 0, a), clause_of(sides, 1, b));
    let known = |change: &Change| change.section == a.section && change.a == one && change.b == other;
    match list.iter_mut().find(|change| known(change)) {
        Some(change) if change.how == How::Reworded => change.how = How::Moved,
        Some(_) => {}
        None => {
            list.push(Change { section: a.section, name: a.name.clone(), how: How::Moved, a: one, b: other, gap: None })
        }
    }
}

/// Where to look for what the changes do.
pub fn differing(sides: &Sides, deep: &[Vec<Item>; 2], crossed: &[(usize, usize)]) -> Differing {
    let ends = [0, 1].map(|side: usize| {
        let of = |items: &[Item]| -> Vec<Term> {
            items.iter().filter(|item| item.section == Section::End).map(|item| item.term).collect()
        };
        let (own, others) = (of(&deep[side]), of(&deep[1 - side]));
        (0..own.len()).filter(|at| !others.contains(&own[*at])).collect()
    });
    let mut over = Vec::new();
    for (one, _) in crossed.iter().filter(|(one, _)| deep[0][*one].section == Section::End) {
        let own = place_in_section(&deep[0], *one);
        let all = deep[0].iter().filter(|item| item.section == Section::End).count();
        over.extend((0..all).filter(|other| *other != own).map(|other| (own, other)));
    }
    let games = [&sides.a.prepared.game, &sides.aligned.game];
    let mut counters = [Vec::new(), Vec::new()];
    for (of_a, of_b) in games[0].counters.ids().zip(&sides.pairing.counters) {
        let Some(of_b) = *of_b else { continue };
        let (one, other) = (&games[0].counters[of_a], &games[1].counters[of_b]);
        let [mut far, mut near] = [Vec::new(), Vec::new()];
        for (own, others, more) in
            [(one.low, other.low, one.low < other.low), (one.high, other.high, one.high > other.high)]
        {
            if own != others {
                if more { far.push(own) } else { near.push(others) }
            }
        }
        counters[0].push((of_a, far));
        counters[1].push((of_b, near));
    }
    Differing { ends, crossed: over, counters }
}
