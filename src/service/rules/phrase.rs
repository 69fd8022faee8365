//! Sets in English: nouns with what stands before and after them.

use rulebook_language::util::with_article;

use super::list::listed;

/// Who reads a sentence, and so who `me` is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    /// The player who moves: *you*.
    You,
    /// Somebody who looks on: *the player to move*.
    Mover,
    /// Of each player the same is said: *their*.
    Each,
    /// Somebody of whom something is asked: *the player in question*.
    Asked,
}

impl Voice {
    /// Who the mover is.
    pub fn me(self) -> &'static str {
        match self {
            Voice::You => "you",
            Voice::Mover => "the player to move",
            Voice::Each => "they",
            Voice::Asked => "the player in question",
        }
    }
}

/// Whose pieces a noun is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The mover's.
    Me(Voice),
    /// Of the others.
    Enemy(Voice),
    /// Those of a player, by name.
    Called(String),
    /// Those of somebody who is told in words.
    Of(String),
}

/// What a noun says of its cells, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Cell,
    Piece,
    Kind,
    /// A noun that takes no other in.
    Alone,
}

/// One noun with what goes with it.
#[derive(Clone, Debug)]
struct Noun {
    whose: Option<Whose>,
    before: Vec<String>,
    one: String,
    many: String,
    rank: Rank,
    /// What one of them is called.
    called: Option<String>,
    /// Whether it is told without an article.
    is_exact: bool,
    /// Whether it is one cell, and no set.
    is_single: bool,
    /// What it is not: `not a king`, `not kings`.
    except: Vec<[String; 2]>,
    /// What follows one of them, and several.
    after: Vec<[String; 2]>,
}

/// A set of cells or groups: nouns, of which each member is at least one.
#[derive(Clone, Debug)]
pub struct Phrase(Vec<Noun>);

/// What stands after a noun and says no place.
const APART: [&str; 8] = ["that ", "for ", "with ", "as ", "marked ", "moved ", "promoted ", "turned "];
/// What stands after a noun and says where it is.
const PLACES: [&str; 11] = [
    "in ",
    "on the ",
    "at ",
    "next to ",
    "orthogonally next ",
    "diagonally next ",
    "between ",
    "marked ",
    "one step ",
    "a `",
    "an `",
];
/// How many nouns one phrase may have.
const MOST: usize = 6;

impl Noun {
    fn new(one: &str, many: &str, rank: Rank) -> Noun {
        Noun {
            whose: None,
            before: Vec::new(),
            one: one.to_owned(),
            many: many.to_owned(),
            rank,
            called: None,
            is_exact: false,
            is_single: false,
            except: Vec::new(),
            after: Vec::new(),
        }
    }

    /// The noun with the words around it: with `whose` before it where it is said so.
    fn told(&self, front: &str, several: bool) -> String {
        let (enemy, of) = match &self.whose {
            None => (None, None),
            Some(Whose::Me(Voice::You | Voice::Each)) => (None, None),
            Some(Whose::Me(voice)) => (None, Some(voice.me().to_owned())),
            Some(Whose::Enemy(Voice::You)) => (Some("enemy".to_owned()), None),
            Some(Whose::Enemy(Voice::Each)) => (None, Some("their opponents".to_owned())),
            Some(Whose::Enemy(voice)) => (None, Some(format!("an opponent of {}", voice.me()))),
            Some(Whose::Called(name)) => (Some(name.clone()), None),
            Some(Whose::Of(who)) => (None, Some(who.clone())),
        };
        let mut words: Vec<&str> = Vec::new();
        words.extend(Some(front).filter(|front| !front.is_empty()));
        words.extend(enemy.as_deref());
        words.extend(self.before.iter().map(String::as_str));
        words.push(if several { &self.many } else { &self.one });
        let called =
            self.called.as_ref().map(|name| if self.is_exact { format!("called {name}") } else { name.clone() });
        words.extend(called.as_deref());
        let except =
            self.except.iter().map(|except| except[usize::from(several)].as_str()).collect::<Vec<_>>().join(", and ");
        let except = (!except.is_empty()).then(|| format!("({except})"));
        words.extend(except.as_deref());
        let of = of.map(|of| format!("of {of}"));
        words.extend(of.as_deref());
        // What stands one after the other is meant of the noun both times.
        let mut before = of.as_deref().unwrap_or_default();
        for after in &self.after {
            let after = after[usize::from(several)].as_str();
            let is_place = |words: &str| !words.is_empty() && !APART.iter().any(|word| words.starts_with(word));
            if is_place(before) && is_place(after) || before.starts_with("that ") && after.starts_with("that ") {
                words.push("and");
            }
            before = after;
            words.push(after);
        }
        words.join(" ")
    }

    fn own(&self) -> Option<&'static str> {
        match self.whose {
            Some(Whose::Me(Voice::You)) => Some("your"),
            Some(Whose::Me(Voice::Each)) => Some("their"),
            _ => None,
        }
    }

    fn a(&self) -> String {
        match self.own() {
            _ if self.is_exact => self.told("", false),
            Some(own) => format!("one of {own} {}", self.told("", true)),
            None => with_article(&self.told("", false)),
        }
    }

    fn no(&self) -> String {
        match self.own() {
            _ if self.is_single => format!("not {}", self.told("", false)),
            _ if self.is_exact => self.told("no cell of", false),
            Some(own) => format!("none of {own} {}", self.told("", true)),
            None => self.told("no", false),
        }
    }

    fn each(&self) -> String {
        match self.own() {
            _ if self.is_single => self.told("", false),
            _ if self.is_exact => self.told("each cell of", false),
            Some(own) => format!("each of {own} {}", self.told("", true)),
            None => self.told("each", false),
        }
    }

    fn all(&self, article: &str) -> String {
        match self.own() {
            _ if self.is_exact => self.told("", true),
            Some(own) => self.told(own, true),
            None => self.told(article, true),
        }
    }

    /// Both nouns as one, if English has one.
    fn and(&self, other: &Noun) -> Option<Noun> {
        let (more, less) = if self.rank >= other.rank { (self, other) } else { (other, self) };
        let are_kinds = more.rank == Rank::Kind && less.rank == Rank::Kind;
        let is_clear = match (&more.whose, &less.whose) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        if more.rank == Rank::Alone || !is_clear || are_kinds && more.one != less.one {
            return None;
        }
        let mut both = Noun { whose: more.whose.clone().or_else(|| less.whose.clone()), ..more.clone() };
        both.before = less.before.iter().filter(|word| !more.before.contains(word)).cloned().collect();
        both.before.extend(more.before.iter().cloned());
        both.called = both.called.or_else(|| less.called.clone());
        both.except = self.except.iter().chain(&other.except).cloned().collect();
        let rank = both.rank;
        let after = |noun: &Noun| noun.after.iter().map(|words| noun.after_in(rank, words)).collect::<Vec<_>>();
        both.after = [after(self), after(other)].concat();
        Some(both)
    }

    /// Words after this noun where they stand after one of that rank, which takes it in: what happened on a cell happened to no piece.
    fn after_in(&self, rank: Rank, [one, many]: &[String; 2]) -> [String; 2] {
        let of_cell = self.rank == Rank::Cell
            && matches!(rank, Rank::Piece | Rank::Kind)
            && (one.starts_with("from which ") || one.starts_with("on which "));
        match of_cell {
            true => [format!("on a cell {one}"), format!("on cells {many}")],
            false => [one.clone(), many.clone()],
        }
    }
}

impl Phrase {
    /// Any cell.
    pub fn cell() -> Phrase {
        Phrase(vec![Noun::new("cell", "cells", Rank::Cell)])
    }

    /// A cell with a piece.
    pub fn piece() -> Phrase {
        Phrase(vec![Noun::new("piece", "pieces", Rank::Piece)])
    }

    /// A piece of a kind.
    pub fn kind(one: &str, many: &str) -> Phrase {
        Phrase(vec![Noun::new(one, many, Rank::Kind)])
    }

    /// A thing of its own, as a group is.
    pub fn thing(one: &str, many: &str) -> Phrase {
        Phrase(vec![Noun::new(one, many, Rank::Alone)])
    }

    /// What has a name.
    pub fn named(name: &str) -> Phrase {
        Phrase::thing(name, name).exact()
    }

    /// One cell, by its name or by what it is.
    pub fn place(name: &str) -> Phrase {
        let mut phrase = Phrase::named(name);
        phrase.0.iter_mut().for_each(|noun| noun.is_single = true);
        phrase
    }

    /// How long its words are, about.
    pub fn length(&self) -> usize {
        let of = |noun: &Noun| {
            let around = noun.after.iter().chain(&noun.except).map(|words| words[1].len()).sum::<usize>();
            around + noun.many.len() + noun.before.iter().map(String::len).sum::<usize>()
        };
        self.0.iter().map(of).sum()
    }

    /// Whether it has several nouns.
    pub fn is_several(&self) -> bool {
        self.0.len() > 1
    }

    /// Told as it is, without an article: a name, or words that have theirs.
    #[must_use]
    pub fn exact(mut self) -> Phrase {
        self.0.iter_mut().for_each(|noun| noun.is_exact = true);
        self
    }

    /// With what one of them is called.
    #[must_use]
    pub fn called(mut self, name: &str) -> Phrase {
        self.0.iter_mut().for_each(|noun| noun.called = Some(name.to_owned()));
        self
    }

    /// With a word before the noun.
    #[must_use]
    pub fn before(mut self, word: &str) -> Phrase {
        self.0.iter_mut().for_each(|noun| noun.before.push(word.to_owned()));
        self
    }

    /// With the same words after it, be it one or several.
    #[must_use]
    pub fn after(self, words: &str) -> Phrase {
        self.after_each(words, words)
    }

    /// With words after one of them, and after several.
    #[must_use]
    pub fn after_each(mut self, one: &str, many: &str) -> Phrase {
        self.0.iter_mut().for_each(|noun| noun.after.push([one.to_owned(), many.to_owned()]));
        self
    }

    /// Of that player alone.
    #[must_use]
    pub fn of(mut self, whose: &Whose) -> Phrase {
        self.0.iter_mut().for_each(|noun| noun.whose = Some(whose.clone()));
        self
    }

    /// What is in one or the other.
    #[must_use]
    pub fn or(mut self, other: Phrase) -> Phrase {
        self.0.extend(other.0);
        self
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: &Phrase) -> Phrase {
        let pairs = || self.0.iter().flat_map(|one| other.0.iter().map(move |two| one.and(two)));
        let both: Option<Vec<Noun>> = pairs().collect();
        match both {
            Some(both) if both.len() <= MOST => Phrase(both),
            // A piece on a cell that has a name.
            _ if self.is_of_pieces() && other.0.iter().all(|noun| noun.is_exact) => {
                self.after(&format!("on {}", other.a()))
            }
            _ => {
                let within = |words: String| if other.is_several() { format!("({words})") } else { words };
                if let Some(place) = other.whereabouts() {
                    return self.after_each(&format!("that is {place}"), &format!("that are {place}"));
                }
                let one = format!("that is also {}", within(other.a()));
                self.after_each(&one, &format!("that are also {}", within(other.all(""))))
            }
        }
    }

    /// What is in the first and not in the second.
    #[must_use]
    pub fn without(mut self, other: &Phrase) -> Phrase {
        for noun in &mut self.0 {
            // Of what was at another time, all that is said before is meant.
            if noun.after.iter().any(|after| after[0].starts_with("as ")) {
                noun.after.push([format!("that is {}", other.not_a()), format!("that are {}", other.not_all())]);
            } else {
                noun.except.push([other.not_a(), other.not_all()]);
            }
        }
        self
    }

    /// Whether it speaks of pieces, which stand on cells.
    pub fn is_of_pieces(&self) -> bool {
        self.0.iter().all(|noun| matches!(noun.rank, Rank::Piece | Rank::Kind))
    }

    /// The adjective, where it says no more than that of cells.
    pub fn adjective(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Noun { rank: Rank::Cell, before, after, except, whose: None, .. }]
                if after.is_empty() && except.is_empty() =>
            {
                match before.as_slice() {
                    [one] => Some(one),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it is any cell.
    pub fn is_any_cell(&self) -> bool {
        matches!(self.0.as_slice(), [Noun { rank: Rank::Cell, before, after, except, whose: None, .. }] if before.is_empty() && after.is_empty() && except.is_empty())
    }

    /// `an empty cell`, `either one of your men, or a cell that is next to it`.
    pub fn a(&self) -> String {
        let each: Vec<String> = self.0.iter().map(Noun::a).collect();
        if each.len() > 1 && self.is_qualified() {
            format!("either {}", each.join(", or "))
        } else {
            listed(each, "or")
        }
    }

    /// Whether something stands after a noun, which is meant of that noun alone.
    fn is_qualified(&self) -> bool {
        self.0.iter().any(|noun| !noun.after.is_empty() || !noun.except.is_empty())
    }

    /// `the only empty cell`.
    pub fn only(&self) -> String {
        match self.0.as_slice() {
            [one] if !one.is_exact && one.own().is_none() => one.told("the only", false),
            _ => format!("the only one of {}", self.all("the")),
        }
    }

    /// What is counted: `empty cells`, `of your pieces`, "cells of `s`"; `empty cell` where it is one.
    pub fn counted(&self, several: bool) -> String {
        match self.0.as_slice() {
            [one] if one.is_exact => format!("{} of {}", if several { "cells" } else { "cell" }, one.told("", true)),
            [one] if one.own().is_some() => format!("of {}", self.all("")),
            _ => self.bare(several),
        }
    }

    /// Without an article: `empty cells`, `empty cell`.
    pub fn bare(&self, several: bool) -> String {
        match self.0.as_slice() {
            [one] if !several && !one.is_exact && one.own().is_none() => one.told("", false),
            _ => self.all(""),
        }
    }

    /// `not an empty cell`, `neither one of your pieces nor a corner`.
    pub fn not_a(&self) -> String {
        if let Some(place) = self.whereabouts() {
            return format!("not {place}");
        }
        match self.0.as_slice() {
            [one] => format!("not {}", one.a()),
            several => format!("neither {}", several.iter().map(Noun::a).collect::<Vec<_>>().join(" nor ")),
        }
    }

    /// `not empty cells`.
    fn not_all(&self) -> String {
        format!("not {}", self.whereabouts().unwrap_or_else(|| self.all("")))
    }

    /// Where its cells are, if no more is said of them: "in `land`", `next to a corner`.
    pub fn whereabouts(&self) -> Option<String> {
        let [Noun { rank: Rank::Cell, whose: None, called: None, is_exact: false, before, except, .. }] =
            self.0.as_slice()
        else {
            return None;
        };
        if !(before.is_empty() && except.is_empty()) {
            return None;
        }
        let told = self.bare(false);
        let place = told.strip_prefix("cell ")?;
        PLACES.iter().any(|word| place.starts_with(word)).then(|| place.to_owned())
    }

    /// `no empty cell`.
    pub fn no(&self) -> String {
        listed(self.0.iter().map(Noun::no), "and")
    }

    /// `each empty cell`.
    pub fn each(&self) -> String {
        listed(self.0.iter().map(Noun::each), "and")
    }

    /// `the empty cells`; with another article, or none, where one is given.
    pub fn all(&self, article: &str) -> String {
        let each: Vec<String> = self.0.iter().map(|noun| noun.all(article)).collect();
        if each.len() > 1 && self.is_qualified() { each.join(", and ") } else { listed(each, "and") }
    }
}
