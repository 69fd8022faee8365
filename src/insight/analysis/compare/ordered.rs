//! What is tried in order, end clauses and turns, without what the order does not decide: of each result the condition on which it
//! comes about, which is that of its clauses where no earlier one holds.

use super::changes::Section;
use super::items::Item;
use super::terms::{Term, Terms};

/// The end clauses of a sheet, from what its declarations say: what comes about after turns, then what does between actions.
pub fn ends(terms: &mut Terms, items: &[Item]) -> [Vec<Term>; 2] {
    let ends = items.iter().filter(|item| item.section == Section::End && item.is_rule);
    let tried: Vec<(bool, [Term; 2])> = ends
        .filter_map(|item| match terms.parts(item.term) {
            [when, then] => Some((terms.word(item.term) == "end at once", [*when, *then])),
            _ => None,
        })
        .collect();
    let all = tried.iter().map(|(_, clause)| *clause).collect();
    let at_once = tried.iter().filter(|(at_once, _)| *at_once).map(|(_, clause)| *clause).collect();
    [outcomes(terms, all), outcomes(terms, at_once)]
}

/// The turns of a sheet, of each player.
pub fn turns(terms: &mut Terms, items: &[Item], players: usize) -> Vec<Vec<Term>> {
    let own: Vec<(String, [Term; 2])> = items
        .iter()
        .filter(|item| item.section == Section::Turn && terms.word(item.term) == "turn")
        .filter_map(|item| match terms.parts(item.term) {
            [of, when, order] => Some((terms.word(*of).to_owned(), [*when, *order])),
            _ => None,
        })
        .collect();
    let mut of_player = |player: usize| {
        let name = format!("player:{player}");
        let fits = own.iter().filter(|(of, _)| *of == "everybody" || *of == name);
        outcomes(terms, fits.map(|(_, turn)| *turn).collect())
    };
    (0..players).map(&mut of_player).collect()
}

/// Of conditions that are tried in order, each with what comes of it: what can come about, with when it does.
fn outcomes(terms: &mut Terms, tried: Vec<[Term; 2]>) -> Vec<Term> {
    let mut known: Vec<[Term; 2]> = Vec::new();
    let mut none_before = terms.leaf("true");
    for [when, then] in tried {
        let now = terms.make("and", vec![when, none_before]);
        let not = terms.make("not", vec![when]);
        none_before = terms.make("and", vec![none_before, not]);
        match known.iter_mut().find(|[_, known]| *known == then) {
            Some([own, _]) => *own = terms.make("or", vec![*own, now]),
            None => known.push([now, then]),
        }
    }
    let mut known: Vec<[Term; 2]> = known.into_iter().map(|pair| pair.map(|term| terms.canonical(term))).collect();
    known.retain(|[when, _]| terms.word(*when) != "false");
    known.sort_unstable_by_key(|[_, then]| *then);
    known.into_iter().map(|pair| terms.make("tried", pair.to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use super::outcomes;
    use crate::analysis::compare::terms::Terms;

    #[test]
    fn an_order_that_decides_nothing_does_not_count() {
        let mut terms = Terms::default();
        let [full, row, draw, win] = ["full", "row", "draw", "win"].map(|word| terms.leaf(word));
        let either = terms.make("or", vec![full, row]);
        let not_row = terms.make("not", vec![row]);
        let only_full = terms.make("and", vec![full, not_row]);
        let one = outcomes(&mut terms, vec![[row, win], [full, draw]]);
        // What an earlier clause has answered need not be asked again.
        assert_eq!(one, outcomes(&mut terms, vec![[row, win], [only_full, draw]]));
        assert_eq!(one, outcomes(&mut terms, vec![[row, win], [either, draw]]));
        assert_eq!(one, outcomes(&mut terms, vec![[row, win], [full, draw], [row, draw]]));
        // Two that never hold together may change places; two that do may not.
        assert_eq!(one, outcomes(&mut terms, vec![[only_full, draw], [row, win]]));
        assert_ne!(one, outcomes(&mut terms, vec![[full, draw], [row, win]]));
        // Clauses with one result are one.
        let whole = outcomes(&mut terms, vec![[either, win]]);
        assert_eq!(whole, outcomes(&mut terms, vec![[full, win], [row, win]]));
        assert_ne!(whole, outcomes(&mut terms, vec![[full, win], [row, draw]]));
    }
}
