//! What changed from one rule sheet to another, declaration by declaration: what moved, is called otherwise or is said in other
//! words is no change.

use rustc_hash::FxHashMap;

use super::differing::{Differing, crossed, differing, moved, paired_ends, same_repetitions};
use super::items::{Item, MERGED, PASS, SKIP, items};
use super::ordered;
use super::reading::TermReader;
use super::side::Sides;
use super::terms::{Term, Terms};
use rulebook_language::model::Per;
pub(super) use rulebook_language::source::one_line as plain;
use rulebook_language::source::{SourceMap, Span};

/// What a declaration is about, in the order of a rule sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// The players, their pieces, and how high they stand on each other.
    Equipment,
    /// The values of options.
    Options,
    /// The board, its relations and tracks.
    Board,
    /// The start.
    Setup,
    /// Definitions.
    Values,
    /// Groups, loops and lines.
    Groups,
    /// Counters and marks.
    Counters,
    /// Moves.
    Moves,
    /// Turns, and who is skipped.
    Turn,
    /// The pie rule.
    Pie,
    /// End clauses.
    End,
    /// Repetition.
    Repetition,
}

impl Section {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Section::Equipment => "equipment",
            Section::Options => "options",
            Section::Board => "board",
            Section::Setup => "setup",
            Section::Values => "values",
            Section::Groups => "groups",
            Section::Counters => "counters",
            Section::Moves => "moves",
            Section::Turn => "turn",
            Section::Pie => "pie",
            Section::End => "end",
            Section::Repetition => "repetition",
        }
    }
}

/// How a declaration of one sheet stands to that of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// It says something else.
    Changed,
    /// B alone has it.
    Added,
    /// A alone has it.
    Removed,
    /// It says the same, but is tried earlier or later.
    Moved,
    /// It says the same in other words, or under another name.
    Reworded,
}

impl How {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            How::Changed => "changed",
            How::Added => "added",
            How::Removed => "removed",
            How::Moved => "moved",
            How::Reworded => "reworded",
        }
    }
}

/// A clause of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What it says, on one line.
    pub text: String,
    /// Where, if it stands in a text.
    pub span: Option<Span>,
}

/// Something that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What it is about.
    pub section: Section,
    /// The declaration's name.
    pub name: String,
    /// How it changed.
    pub how: How,
    /// In A.
    pub a: Option<Clause>,
    /// In B.
    pub b: Option<Clause>,
    /// Where it would stand in the sheet that does not say it, as far as that is known.
    pub(super) gap: Option<Span>,
}

/// Everything that changed.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// In the order of a rule sheet.
    pub list: Vec<Change>,
    /// Whether the rules say the same, apart from where the board and its setup differ.
    pub same_rules: bool,
    /// Whether turns, and who is skipped, are ordered alike, moves taken by their names.
    pub same_order: bool,
    /// The end clauses that are paired: their places in A and in B.
    pub ends: Vec<(usize, usize)>,
    /// Where to look for what the changes do.
    pub aims: Differing,
}

/// The longest clause that is shown.
const MAX_TEXT: usize = 160;

/// Compares two sheets.
pub fn changes(sides: &Sides) -> Changes {
    let (a, b) = (&*sides.a.prepared.game, &*sides.b.prepared.game);
    let mut terms = Terms::default();
    for (reader, game) in [(TermReader::of_a(a, true), a), (TermReader::of_b(b, &sides.pairing, true), b)] {
        for (id, counter) in game.counters.iter_ids() {
            // Of nowhere, and of no kind, a counter is 0.
            let sure = matches!(counter.per, Per::Game | Per::PLAYER);
            let least = if sure { counter.low } else { counter.low.min(0) };
            terms.holds_at_least(format!("counter:{}", reader.counter(id)), least);
        }
    }
    let starts = [sides.a.prepared.start().notation(), sides.aligned.start().notation()];
    let mut read = |renamed: Option<FxHashMap<String, String>>| {
        let through = renamed.is_none();
        let mut one = TermReader::of_a(a, through);
        let mut other = TermReader::of_b(b, &sides.pairing, through);
        other.renamed = renamed.unwrap_or_default();
        [items(&mut one, &mut terms, &sides.a, &starts[0]), items(&mut other, &mut terms, &sides.b, &starts[1])]
    };
    let mut deep = read(None);
    let mut near = read(Some(renamed(&deep)));
    let ends = [0, 1].map(|side: usize| ordered::ends(&mut terms, &deep[side]));
    let turns = [0, 1].map(|side: usize| ordered::turns(&mut terms, &deep[side], a.players.len()));
    let near_ends = [0, 1].map(|side: usize| ordered::ends(&mut terms, &near[side]));
    let near_turns = [0, 1].map(|side: usize| ordered::turns(&mut terms, &near[side], a.players.len()));
    for item in deep.iter_mut().chain(&mut near).flatten() {
        item.term = terms.canonical(item.term);
        item.statements.iter_mut().for_each(|said| said.term = terms.canonical(said.term));
    }
    let mut list = Vec::new();
    let pairs = pair(&terms, &near, &deep);
    for (one, other) in &pairs {
        compare(sides, [&near, &deep], (*one, *other), &pairs, &mut list);
    }
    let known = !terms.is_full();
    // Said alike, whether or not what it uses says the same.
    let settled = |section: Section, name: &str| match section {
        Section::End => known && (ends[0] == ends[1] || near_ends[0] == near_ends[1]),
        Section::Turn => {
            ![SKIP, PASS, MERGED].contains(&name) && known && (turns[0] == turns[1] || near_turns[0] == near_turns[1])
        }
        _ => false,
    };
    let crossed = crossed(&pairs, &near);
    for (one, other) in crossed.iter().filter(|(one, _)| !settled(near[0][*one].section, &near[0][*one].name)) {
        moved(sides, [&near[0][*one], &near[1][*other]], &mut list);
    }
    // What is put into words of its own, or no longer is, changes nothing; what it served is told where it stands.
    let said_elsewhere = |change: &Change| {
        // So is an option that one sheet has: at the values at hand it is a number or a word in the rules.
        let serves = matches!(change.section, Section::Values | Section::Groups | Section::Options);
        (serves && matches!(change.how, How::Added | How::Removed)) || settled(change.section, &change.name)
    };
    list.iter_mut().filter(|change| said_elsewhere(change)).for_each(|change| change.how = How::Reworded);
    let whole = |items: &[Item]| -> Vec<Term> {
        let tried = |item: &Item| item.section == Section::End || terms.word(item.term) == "turn";
        let mut whole: Vec<Term> =
            items.iter().filter(|item| item.is_rule && !tried(item)).map(|item| item.term).collect();
        whole.sort_unstable();
        whole
    };
    let same_ends = known && ends[0] == ends[1];
    let same_rules = same_ends && turns[0] == turns[1] && whole(&deep[0]) == whole(&deep[1]) && same_repetitions(&deep);
    if same_rules {
        list.iter_mut()
            .filter(|change| change.section != Section::Options)
            .for_each(|change| change.how = How::Reworded);
    }
    list.sort_by_key(|change| (change.section, place(change)));
    let is = |section: Section| move |change: &&Change| change.section == section && change.how != How::Reworded;
    let same_order = list.iter().find(is(Section::Turn)).is_none();
    let aims = differing(sides, &deep, &crossed);
    Changes { list, same_rules, same_order, ends: paired_ends(&pairs, &near), aims }
}

/// What A calls definitions that B calls otherwise and that say the same.
fn renamed(deep: &[Vec<Item>; 2]) -> FxHashMap<String, String> {
    let values = |items: &'_ [Item]| -> Vec<(String, Term)> {
        let values = items.iter().filter(|item| item.section == Section::Values);
        values.map(|item| (item.name.clone(), item.term)).collect()
    };
    let (a, b) = (values(&deep[0]), values(&deep[1]));
    let known = |list: &[(String, Term)], name: &str| list.iter().any(|(other, _)| other == name);
    let own = |(name, term): &(String, Term)| {
        let found = a.iter().find(|(other, said)| said == term && !known(&b, other))?;
        Some((name.clone(), found.0.clone()))
    };
    b.iter().filter(|(name, _)| !known(&a, name)).filter_map(own).collect()
}

fn place(change: &Change) -> (u32, u32) {
    let at =
        |clause: &Option<Clause>| clause.as_ref().and_then(|clause| clause.span).map_or(u32::MAX, |span| span.start);
    (at(&change.b).min(at(&change.a)), at(&change.a))
}

/// Of clauses without names, those that say less alike than this are others.
const ALIKE: f64 = 0.2;
/// Of declarations with names of their own, those that do.
const RENAMED: f64 = 0.5;

/// How much two items say alike: of end clauses as much by when they hold as by what comes of it.
fn alike_in(terms: &Terms, one: &Item, other: &Item) -> f64 {
    match (terms.parts(one.term), terms.parts(other.term)) {
        ([when, then], [own, result]) if one.section == Section::End => {
            (terms.shared(*when, *own) + terms.shared(*then, *result)) / 2.0
        }
        _ => terms.shared(one.term, other.term),
    }
}

/// The items of both that are the same: by section and name; what is left over, by what they say, what says most alike first.
fn pair(terms: &Terms, near: &[Vec<Item>; 2], deep: &[Vec<Item>; 2]) -> Vec<(Option<usize>, Option<usize>)> {
    let [a, b] = near;
    let mut taken = vec![false; b.len()];
    let mut found: Vec<Option<usize>> = vec![None; a.len()];
    let mut settle = |fits: &dyn Fn(usize, usize) -> bool| {
        for (at, place) in found.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
            if let Some(other) =
                (0..b.len()).find(|other| !taken[*other] && a[at].section == b[*other].section && fits(at, *other))
            {
                taken[other] = true;
                *place = Some(other);
            }
        }
    };
    let unnamed = |at: usize, other: usize| !a[at].named && !b[other].named;
    settle(&|at, other| a[at].name == b[other].name && a[at].named && b[other].named);
    settle(&|at, other| unnamed(at, other) && near[0][at].text == near[1][other].text);
    settle(&|at, other| deep[0][at].term == deep[1][other].term || near[0][at].term == near[1][other].term);
    let mut alike: Vec<(f64, usize, usize)> = Vec::new();
    for at in (0..a.len()).filter(|at| found[*at].is_none()) {
        for other in (0..b.len()).filter(|other| !taken[*other] && a[at].section == b[*other].section) {
            let shared = alike_in(terms, &a[at], &b[other]).max(alike_in(terms, &deep[0][at], &deep[1][other]));
            // There is mostly one turn, and one rule about repetition: another one takes its place.
            let least = match (unnamed(at, other), a[at].section) {
                (true, Section::End) => ALIKE,
                (true, _) => 0.0,
                (false, _) => RENAMED,
            };
            if shared >= least {
                alike.push((shared, at, other));
            }
        }
    }
    // Of those that are as much alike, the first of both.
    alike.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)).then(one.2.cmp(&other.2)));
    for (_, at, other) in alike {
        if found[at].is_none() && !taken[other] {
            (found[at], taken[other]) = (Some(other), true);
        }
    }
    let mut pairs: Vec<(Option<usize>, Option<usize>)> =
        found.iter().enumerate().map(|(at, other)| (Some(at), *other)).collect();
    pairs.extend(taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(at, _)| (None, Some(at))));
    pairs
}

/// What an item of a side says.
pub(super) fn clause_of(sides: &Sides, side: usize, item: &Item) -> Option<Clause> {
    let sources = if side == 0 { &sides.a.loaded.sources } else { &sides.b.loaded.sources };
    Some(Clause { text: shown(sources, item), span: item.span })
}

fn compare(
    sides: &Sides,
    [near, deep]: [&[Vec<Item>; 2]; 2],
    pair: (Option<usize>, Option<usize>),
    pairs: &[(Option<usize>, Option<usize>)],
    list: &mut Vec<Change>,
) {
    let clause = |side: usize, item: &Item| clause_of(sides, side, item);
    let (one, other) = match pair {
        (Some(one), Some(other)) => (one, other),
        (Some(one), None) => {
            let item = &near[0][one];
            let (section, name) = (item.section, item.name.clone());
            list.push(Change {
                section,
                name,
                how: How::Removed,
                a: clause(0, item),
                b: None,
                gap: gap(near, pairs, 0, one),
            });
            return;
        }
        (None, Some(other)) => {
            let item = &near[1][other];
            let (section, name) = (item.section, item.name.clone());
            list.push(Change {
                section,
                name,
                how: How::Added,
                a: None,
                b: clause(1, item),
                gap: gap(near, pairs, 1, other),
            });
            return;
        }
        (None, None) => return,
    };
    let (a, b) = (&near[0][one], &near[1][other]);
    let renamed = a.named && b.named && a.name != b.name;
    let near = a.term == b.term;
    // What a move does by name, and after each move, stands elsewhere.
    let said = |item: &Item| item.statements.iter().map(|said| said.text.clone()).collect::<Vec<_>>();
    let same_text = !a.text.is_empty() && a.text == b.text && (near || !a.text.contains("base") && said(a) == said(b));
    // A board that nothing is set up on has a start of its own, but no declaration that says so.
    let unsaid = a.text.is_empty() && b.text.is_empty() && a.section == Section::Setup;
    if (same_text && !renamed) || unsaid {
        return;
    }
    let same = near || deep[0][one].term == deep[1][other].term;
    let (section, name) = (a.section, if renamed { format!("{}, now {}", a.name, b.name) } else { a.name.clone() });
    if same {
        // Layout alone is not worth a word.
        let words = |item: &Item| item.text.split_whitespace().collect::<String>();
        if renamed || words(a) != words(b) {
            list.push(Change { section, name, how: How::Reworded, a: clause(0, a), b: clause(1, b), gap: None });
        }
        return;
    }
    let before = list.len();
    statements(sides, a, b, &name, list);
    if list.len() == before {
        list.push(Change { section, name, how: How::Changed, a: clause(0, a), b: clause(1, b), gap: None });
    }
}

/// Where an item that one side alone has would stand in the other: before the next of its section that both have, or after the
/// last one.
fn gap(near: &[Vec<Item>; 2], pairs: &[(Option<usize>, Option<usize>)], side: usize, own: usize) -> Option<Span> {
    let section = near[side][own].section;
    let both = pairs.iter().filter_map(|(one, other)| Some([(*one)?, (*other)?]));
    let both: Vec<[usize; 2]> = both.filter(|pair| near[side][pair[side]].section == section).collect();
    let span = |pair: &[usize; 2]| near[1 - side][pair[1 - side]].span;
    let next = both.iter().filter(|pair| pair[side] > own).min_by_key(|pair| pair[side]).and_then(span);
    let last = both.iter().filter(|pair| pair[side] < own).max_by_key(|pair| pair[side]).and_then(span);
    next.map(|span| Span { end: span.start, ..span }).or(last.map(|span| Span { start: span.end, ..span }))
}

/// The statements of a move that differ.
fn statements(sides: &Sides, a: &Item, b: &Item, name: &str, list: &mut Vec<Change>) {
    let same = |i: usize, j: usize| {
        let (one, other) = (&a.statements[i], &b.statements[j]);
        one.word == other.word && (one.term == other.term || (!one.text.is_empty() && one.text == other.text))
    };
    // The longest list of statements that both have in order.
    let (n, m) = (a.statements.len(), b.statements.len());
    let mut longest = vec![vec![0u32; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            longest[i][j] = match same(i, j) {
                true => longest[i + 1][j + 1] + 1,
                false => longest[i + 1][j].max(longest[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut gone, mut come): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut blocks = Vec::new();
    while i < n || j < m {
        if i < n && j < m && same(i, j) {
            blocks.push((std::mem::take(&mut gone), std::mem::take(&mut come), [i, j]));
            (i, j) = (i + 1, j + 1);
        } else if j >= m || (i < n && longest[i + 1][j] >= longest[i][j + 1]) {
            gone.push(i);
            i += 1;
        } else {
            come.push(j);
            j += 1;
        }
    }
    blocks.push((gone, come, [n, m]));
    let clause = |sources: &SourceMap, said: &super::items::Statement| Clause {
        text: short(sources, &said.text, said.span),
        span: said.span,
    };
    // What one sheet does not say would stand before the next statement that both have, or after the last one.
    let gap = |item: &Item, next: usize| {
        let span = |at: usize| item.statements.get(at).and_then(|said| said.span);
        let empty = |span: Span, at: u32| Span { start: at, end: at, ..span };
        let before = next.checked_sub(1).and_then(span).map(|span| empty(span, span.end));
        span(next).map(|span| empty(span, span.start)).or(before)
    };
    for (gone, mut come, next) in blocks {
        for i in gone {
            let one = &a.statements[i];
            // A statement that became another one of its sort stands beside it.
            let found = come.iter().position(|j| b.statements[*j].word == one.word).map(|at| come.remove(at));
            let other = found.map(|j| clause(&sides.b.loaded.sources, &b.statements[j]));
            let own = clause(&sides.a.loaded.sources, one);
            // Both games have what it stands in: one statement less is a change of that.
            let gap = if other.is_none() { gap(b, next[1]) } else { None };
            let (section, name) = (a.section, name.to_owned());
            list.push(Change { section, name, how: How::Changed, a: Some(own), b: other, gap });
        }
        for j in come {
            let own = clause(&sides.b.loaded.sources, &b.statements[j]);
            let (section, name, gap) = (a.section, name.to_owned(), gap(a, next[0]));
            list.push(Change { section, name, how: How::Changed, a: None, b: Some(own), gap });
        }
    }
}

fn shown(sources: &SourceMap, item: &Item) -> String {
    short(sources, &item.text, item.span)
}

/// A text on one line, not too long.
fn short(sources: &SourceMap, text: &str, span: Option<Span>) -> String {
    let text =
        if text.is_empty() { span.map(|span| plain(sources.slice(span))).unwrap_or_default() } else { text.to_owned() };
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
