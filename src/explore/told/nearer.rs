//! What stands in the way, where no variant meets all wishes.

use serde::Serialize;

use super::figures::Verdict;
use super::row::Row;
use crate::wish::Wish;

/// What would have to change to come nearer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Nearer {
    /// The place of the wish.
    pub wish: usize,
    /// The candidate that comes nearest to it.
    pub candidate: usize,
    /// In words.
    pub text: String,
}

/// What would have to change to come nearer to the wishes that the first row does not meet.
pub fn nearer(wishes: &[Wish], base: &Row, rows: &[Row]) -> Vec<Nearer> {
    let Some(first) = rows.first() else { return Vec::new() };
    let unmet = wishes.iter().enumerate().filter(|(wish, _)| is_unmet(first, *wish));
    unmet
        .filter_map(|(place, wish)| {
            let number = |row: &Row| row.figures.get(place).and_then(|figure| figure.value);
            let gap = |row: &Row| number(row).map(|number| wish.range.gap(number));
            let near = rows.iter().filter_map(|row| Some((gap(row)?, row))).min_by(|a, b| a.0.total_cmp(&b.0))?.1;
            let (own, its) = (number(first)?, number(near)?);
            let of_sheet = number(base).map(|number| format!(", the sheet {}", wish.shown(number))).unwrap_or_default();
            let also = match near.candidate == first.candidate {
                true => "no variant that was played on comes nearer".to_owned(),
                false => format!("`{}` comes to {}, and falls short elsewhere", near.title, wish.shown(its)),
            };
            let text = format!("`{}`: the best variant has {}{of_sheet}; {also}", wish.text, wish.shown(own));
            Some(Nearer { wish: place, candidate: near.candidate, text })
        })
        .collect()
}

fn is_unmet(row: &Row, wish: usize) -> bool {
    row.figures.get(wish).is_some_and(|figure| figure.verdict == Verdict::Missed)
}
