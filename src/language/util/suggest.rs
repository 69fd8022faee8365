//! "Did you mean ...?": the known word that an unknown one was probably meant to be.

/// Characters of a word that count; what comes after is not looked at, so that the cost stays small.
const CLIP: usize = 48;

/// Candidates that are looked at.
const MAX_CANDIDATES: usize = 4096;

/// What an unknown word was probably meant to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suggestion<'a> {
    /// The known word.
    pub word: &'a str,
    /// Whether it is surely that one: a slip of the pen, and no other word is near.
    pub sure: bool,
}

/// The candidate that `word` was probably meant to be: see [`suggestion`].
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    suggestion(word, candidates).map(|found| found.word)
}

/// The candidate that `word` was probably meant to be: the nearest one, the earlier of two as near.
///
/// Near is at most a third of the word plus one edit (a character put in, left out, changed, or two neighbours swapped),
/// and never more than half of the longer word. The same parts in another order (`1-4` and `4-1`) are nearer than all. Case does not
/// count as a difference; `word` itself is no suggestion.
///
/// It is sure if one edit leads to it, or two in a long word, and more than one further edit to any other; a short word, another
/// digit, another last letter (`row1` and `row2`, `sidea` and `sideb`), one of many (`stone` and `stones`) or another case beside
/// an edit (`blues` and `Blue`) may well be another name, and so is never sure.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Suggestion<'a>> {
    let wanted = fold(word);
    let mut best: Option<(usize, &str)> = None;
    let mut second = usize::MAX;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES).filter(|candidate| *candidate != word) {
        let known = fold(candidate);
        if known.len() == wanted.len() && are_reordered(word, candidate) {
            return Some(Suggestion { word: candidate, sure: false });
        }
        let allowed = (wanted.len() / 3 + 1).min(wanted.len().max(known.len()) / 2);
        if wanted.len().abs_diff(known.len()) > allowed || best.is_some_and(|(_, found)| found == candidate) {
            continue;
        }
        let far = distance(&wanted, &known);
        if far > allowed {
            continue;
        }
        match best {
            Some((nearest, _)) if far >= nearest => second = second.min(far),
            _ => {
                second = best.map_or(second, |(nearest, _)| second.min(nearest));
                best = Some((far, candidate));
            }
        }
    }
    let (far, found) = best?;
    Some(Suggestion {
        word: found,
        sure: is_sure(&wanted, &fold(found), far, second) && (far == 0 || is_cased_alike(word, found)),
    })
}

/// Whether two texts are made of the same parts, several of them, between which something else than letters and digits stands.
fn are_reordered(a: &str, b: &str) -> bool {
    let parts = |text: &'_ str| {
        let mut parts: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        parts.sort_unstable();
        parts
    };
    let parts_of_a = parts(a);
    parts_of_a.len() > 1 && parts_of_a == parts(b)
}

/// Whether both words begin with a capital, or neither.
fn is_cased_alike(a: &str, b: &str) -> bool {
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    is_capital(a) == is_capital(b)
}

fn is_sure(wanted: &[char], known: &[char], far: usize, second: usize) -> bool {
    let digits = |word: &[char]| word.iter().copied().filter(char::is_ascii_digit).collect::<Vec<_>>();
    let is_slip = match far {
        0 => true,
        1 => wanted.len() >= 4,
        _ => far == 2 && wanted.len() >= 8,
    };
    let ends_alike = wanted.len() != known.len() || wanted.last() == known.last() || {
        // The last two letters swapped.
        wanted.iter().rev().take(2).eq(known.iter().rev().take(2).collect::<Vec<_>>().into_iter().rev())
    };
    let (short, long) = if wanted.len() < known.len() { (wanted, known) } else { (known, wanted) };
    let is_plural = long.strip_suffix(&['s']) == Some(short);
    is_slip && !is_plural && second > far + 1 && digits(wanted) == digits(known) && ends_alike
}

/// The characters that count, in lower case.
fn fold(word: &str) -> Vec<char> {
    word.chars().take(CLIP).flat_map(char::to_lowercase).collect()
}

/// The Damerau-Levenshtein distance in its restricted form (optimal string alignment), over three rows.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, suggest, suggestion};

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let boards = ["hexagon", "square", "rhombus", "triangle"];
        assert_eq!(suggest("sqare", boards), Some("square"));
        assert_eq!(suggest("squrae", boards), Some("square"));
        assert_eq!(suggest("hex", boards), None);
        assert_eq!(suggest("lattice", boards), None);
        assert_eq!(suggest("", boards), None);
        assert_eq!(suggest("x", ["y"]), None, "a word with nothing in common is no suggestion");
    }

    #[test]
    fn case_goes_first_then_closeness_then_order() {
        assert_eq!(suggest("stones", ["stone", "Stones"]), Some("Stones"));
        assert_eq!(suggest("cells", ["bells", "cell", "shells"]), Some("bells"));
        assert_eq!(suggest("stone", ["stone", "stones"]), Some("stones"), "the word itself is no suggestion");
    }

    #[test]
    fn the_same_parts_in_another_order_go_first() {
        assert_eq!(suggest("1-4", ["1-1", "4-1"]), Some("4-1"));
        assert_eq!(suggest("a2 c4 b3", ["a2 c4", "c4 a2 b3"]), Some("c4 a2 b3"));
        assert_eq!(suggest("team", ["teem", "meat"]), Some("teem"));
    }

    #[test]
    fn a_slip_is_sure_and_what_may_be_another_name_is_not() {
        let sure = |word: &str, known: &[&str]| suggestion(word, known.iter().copied()).map(|found| found.sure);
        for (word, known) in [("sqare", "square"), ("Stone", "stone"), ("chian", "chain"), ("diagonaly", "diagonal")] {
            assert_eq!(sure(word, &[known, "unlike"]), Some(true), "{word}");
        }
        assert_eq!(sure("orthogonaly", &["orthogonal", "orthogonals"]), Some(false), "two are as near");
        assert_eq!(sure("stonse", &["stone", "stones"]), Some(false));
        assert_eq!(sure("stone", &["stnoe", "stnoe"]), Some(true), "one word, said twice");
        for (word, known) in [
            ("row1", "row2"),
            ("sidea", "sideb"),
            ("mov", "move"),
            ("mine", "move"),
            ("blues", "Blue"),
            ("stone", "stones"),
            ("Blu", "blue"),
        ] {
            assert_eq!(sure(word, &[known]), Some(false), "{word}");
        }
    }

    #[test]
    fn distances() {
        let measure = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(measure("kitten", "sitting"), 3);
        assert_eq!(measure("form", "from"), 1);
        assert_eq!(measure("", "abc"), 3);
        assert_eq!(measure("déjà", "deja"), 2);
    }

    #[test]
    fn a_very_long_word_costs_little() {
        let long = "a".repeat(1 << 20);
        let other = format!("{long}b");
        assert_eq!(suggest(&long, ["square"]), None);
        assert_eq!(suggest(&long, [other.as_str()]), Some(other.as_str()), "what is clipped does not count");
    }
}
