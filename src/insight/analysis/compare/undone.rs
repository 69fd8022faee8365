//! What becomes of a difference where one change is undone. A change brings a difference about if the difference is gone without it.

use rustc_hash::FxHashMap;

use super::changes::{Change, Changes, Clause, How, Section, changes};
use super::lockstep::{Difference, DifferenceKind, Lockstep, LockstepResult, PairedAction};
use super::relation::{Witness, WitnessKind};
use super::side::{Side, Sides};
use crate::library::Settings;
use rulebook_language::model::{PIE, Setting};
use rulebook_language::source::Span;

/// How often a game is checked without a change, in one comparison: some seconds of large rule sheets at most.
const MAX_TRIED: u32 = 40;

/// What brings a difference about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cause {
    /// It could not be found out.
    #[default]
    Unknown,
    /// The change of this place: without it, the difference is gone.
    Change(usize),
    /// Several changes: whichever of them is undone alone, the difference stays.
    Together,
}

/// Undoes changes, one at a time.
pub struct Undo<'s> {
    sides: &'s Sides,
    changes: &'s Changes,
    /// Where lines begin, if not at the start.
    from: Option<&'s str>,
    /// Both games without a change, and whether their turns are ordered alike; nothing where it cannot be undone by itself.
    undone: FxHashMap<usize, Option<(Sides, bool)>>,
    tried: u32,
}

impl<'s> Undo<'s> {
    /// Undoes changes of two games, of which lines begin at their starts or at a position that is given as text.
    pub fn new(sides: &'s Sides, changes: &'s Changes, from: Option<&'s str>) -> Self {
        Undo { sides, changes, from, undone: FxHashMap::default(), tried: 0 }
    }

    /// What brings a witness's difference about; `likely` are places of changes, the likeliest first.
    pub fn cause(&mut self, witness: &Witness, likely: &[usize]) -> Cause {
        let known = &self.changes.list;
        let real: Vec<usize> = (0..known.len()).filter(|at| known[*at].how != How::Reworded).collect();
        if let [one] = real.as_slice() {
            return Cause::Change(*one);
        }
        let rest = real.iter().filter(|at| !likely.contains(at));
        let mut sure = true;
        for place in likely.iter().chain(rest) {
            match self.goes_without(*place, witness) {
                Some(true) => return Cause::Change(*place),
                Some(false) => {}
                None => sure = false,
            }
        }
        if sure && real.len() > 1 { Cause::Together } else { Cause::Unknown }
    }

    /// Whether a witness shows nothing any more without a change; nothing where that cannot be found out.
    fn goes_without(&mut self, place: usize, witness: &Witness) -> Option<bool> {
        if !self.undone.contains_key(&place) {
            let made = self.without(place);
            self.undone.insert(place, made);
        }
        let (sides, same_order) = self.undone.get(&place)?.as_ref()?;
        let games = [&sides.a.prepared, &sides.aligned];
        let mut twins = Lockstep::new(games, self.from, sides, *same_order)?;
        for text in &witness.moves {
            let (Ok(a), Ok(b)) = (twins.a.find(text), twins.b.find(text)) else { return Some(false) };
            twins.play(&PairedAction { a, b }).ok()?;
        }
        let left = |difference: &Difference| match witness.sort {
            WitnessKind::More => witness.difference.only_b.iter().any(|text| difference.only_b.contains(text)),
            WitnessKind::Less => witness.difference.only_a.iter().any(|text| difference.only_a.contains(text)),
            WitnessKind::Results(_) => false,
        };
        let of_results = matches!(witness.sort, WitnessKind::Results(_));
        Some(match twins.look().ok()? {
            LockstepResult::Same(_) => true,
            LockstepResult::Odds(_) => witness.sort != WitnessKind::Results(DifferenceKind::Odds),
            LockstepResult::Counted(_) => witness.sort != WitnessKind::Results(DifferenceKind::Contents),
            LockstepResult::Actions(difference, _) => of_results || !left(&difference),
            // At a start where other pieces stand, what each allows alone is known.
            LockstepResult::Results(DifferenceKind::Contents, difference) if witness.moves.is_empty() => {
                !of_results && !left(&difference)
            }
            LockstepResult::Results(..) => false,
        })
    }

    /// Both games without a change: B with A's clause, or else A with B's.
    fn without(&mut self, place: usize) -> Option<(Sides, bool)> {
        let changes = self.changes;
        let change = changes.list.get(place)?;
        let moved = |side: usize| self.edits(change, side).map(|edits| (side, edits));
        let whole = |side: usize| self.whole(change, side).map(|edits| (side, edits));
        let ways = [moved(1), moved(0), whole(1), whole(0)];
        if change.section == Section::Options {
            return self.undone(change, 1, &[]).or_else(|| self.undone(change, 0, &[]));
        }
        ways.into_iter().flatten().find_map(|(side, mut edits)| {
            self.undone(change, side, &edits).or_else(|| {
                edits.extend(self.definitions(side));
                self.undone(change, side, &edits)
            })
        })
    }

    /// Both games with edits of one side, if the change is gone then.
    fn undone(&mut self, change: &Change, side: usize, edits: &[(Span, String)]) -> Option<(Sides, bool)> {
        if self.tried >= MAX_TRIED {
            return None;
        }
        self.tried += 1;
        let Sides { a, b, .. } = self.sides;
        let (own, other) = if side == 0 { (a, b) } else { (b, a) };
        let option = (change.section == Section::Options).then_some(change.name.as_str());
        let made = edited(own, other, edits, option)?;
        let sides = if side == 0 { Sides::new(made, b.clone()) } else { Sides::new(a.clone(), made) };
        let sides = sides.ok()?;
        let left = changes(&sides);
        let texts =
            |change: &Change| [&change.a, &change.b].map(|clause| clause.as_ref().map(|said| said.text.clone()));
        let same = |known: &&Change| {
            known.how != How::Reworded && (known.section, texts(known)) == (change.section, texts(change))
        };
        left.list.iter().find(same).is_none().then_some((sides, left.same_order))
    }

    fn side(&self, side: usize) -> &Side {
        if side == 0 { &self.sides.a } else { &self.sides.b }
    }

    /// What a side's clause of a change is replaced by to say what the other's does; of both the place and the text.
    fn edits(&self, change: &Change, side: usize) -> Option<Vec<(Span, String)>> {
        let span =
            |of: usize| clause(change, of).and_then(|clause| clause.span).map(|span| self.head(of, span, change));
        let text = |of: usize| span(of).map(|span| self.side(of).loaded.sources.slice(span).to_owned());
        let (own, other) = (span(side), text(1 - side));
        if change.how == How::Moved {
            return self.back(change, side);
        }
        match (own, other) {
            (Some(own), other) => Some(vec![(own, other.unwrap_or_default())]),
            (None, Some(other)) => Some(vec![(self.gap(change, side)?, format!("{other}\n"))]),
            (None, None) => None,
        }
    }

    /// Where a clause would stand that a side does not have.
    fn gap(&self, change: &Change, side: usize) -> Option<Span> {
        let misses = usize::from(change.b.is_none());
        change.gap.filter(|_| misses == side).or_else(|| self.end(side))
    }

    /// Before the bracket that closes a side's game or variant.
    fn end(&self, side: usize) -> Option<Span> {
        let Side { loaded, prepared } = self.side(side);
        let mut units = loaded.files.iter().flat_map(|file| &file.units);
        let unit = units.find(|unit| unit.name.text == prepared.game.about.title)?;
        let close = loaded.sources.slice(unit.span).rfind('}')? as u32;
        Some(Span { start: unit.span.start + close, end: unit.span.start + close, ..unit.span })
    }

    /// An end clause is put back to where it stands in the other sheet.
    fn back(&self, change: &Change, side: usize) -> Option<Vec<(Span, String)>> {
        let own = clause(change, side)?.span?;
        let games = [&self.sides.a.prepared.game, &self.sides.b.prepared.game];
        let place = |of: usize| {
            let span = clause(change, of)?.span?;
            games[of].ends.iter().position(|end| span.start <= end.span.start && end.span.end <= span.end)
        };
        let (here, there) = (place(side)?, place(1 - side)?);
        let pair = |(a, b): &(usize, usize)| if side == 0 { (*a, *b) } else { (*b, *a) };
        let pairs = || self.changes.ends.iter().map(pair).filter(|(at, _)| *at != here);
        let declared = |at: usize| self.declaration(side, games[side].ends.get(at)?.span);
        let next = pairs().filter(|(_, other)| *other > there).min_by_key(|(_, other)| *other);
        let last = pairs().filter(|(_, other)| *other < there).max_by_key(|(_, other)| *other);
        let gap = match (next, last) {
            (Some((at, _)), _) => declared(at).map(|span| Span { end: span.start, ..span }),
            (None, Some((at, _))) => declared(at).map(|span| Span { start: span.end, ..span }),
            (None, None) => None,
        }?;
        let text = self.side(side).loaded.sources.slice(own);
        Some(vec![(own, String::new()), (gap, format!("\n{text}\n"))])
    }

    /// The whole declaration that a change stands in, as the other side has it.
    fn whole(&self, change: &Change, side: usize) -> Option<Vec<(Span, String)>> {
        let of = |side: usize| {
            let span = clause(change, side).and_then(|clause| clause.span).or(change.gap)?;
            self.declaration(side, span)
        };
        let text = self.side(1 - side).loaded.sources.slice(of(1 - side)?);
        Some(vec![(of(side)?, text.to_owned())])
    }

    fn declaration(&self, side: usize, at: Span) -> Option<Span> {
        let units = self.side(side).loaded.files.iter().flat_map(|file| &file.units);
        let mut declared = units.flat_map(|unit| &unit.declarations).map(|declaration| declaration.span);
        declared.find(|span| span.file == at.file && span.start <= at.start && at.end <= span.end)
    }

    /// What the other side defines and this one does not, which its clauses may speak of.
    fn definitions(&self, side: usize) -> Vec<(Span, String)> {
        let serves = |change: &&Change| {
            let sections = [Section::Values, Section::Groups, Section::Counters, Section::Board];
            sections.contains(&change.section) && clause(change, side).is_none()
        };
        let Some(end) = self.end(side) else { return Vec::new() };
        let texts = self.changes.list.iter().filter(serves).filter_map(|change| {
            let span = clause(change, 1 - side)?.span?;
            Some((end, format!("{}\n", self.side(1 - side).loaded.sources.slice(span))))
        });
        texts.collect()
    }

    /// Of a statement with a block, what stands before the block.
    fn head(&self, side: usize, span: Span, change: &Change) -> Span {
        let text = self.side(side).loaded.sources.slice(span);
        let has_block = ["for ", "if "].iter().any(|word| text.starts_with(word));
        match text.find('{').filter(|_| has_block && change.section == Section::Moves) {
            // A block that is there on one side alone goes whole.
            Some(end) if change.a.is_some() && change.b.is_some() => Span { end: span.start + end as u32, ..span },
            _ => span,
        }
    }
}

fn clause(change: &Change, side: usize) -> Option<&Clause> {
    if side == 0 { change.a.as_ref() } else { change.b.as_ref() }
}

/// A side with edits of its texts, and with one option as the other side has it.
fn edited(own: &Side, other: &Side, edits: &[(Span, String)], option: Option<&str>) -> Option<Side> {
    let mut loaded = own.loaded.edited(edits);
    let mut settings = Settings::default();
    settings.set_variant(" ", &own.prepared.game.about.title);
    for chosen in own.prepared.game.options.iter().filter(|chosen| chosen.name != PIE) {
        let same = |known: &&rulebook_language::model::Chosen| known.name == chosen.name;
        let of_other = other.prepared.game.options.iter().find(same).filter(|_| option == Some(chosen.name.as_str()));
        let value = match &of_other.unwrap_or(chosen).value {
            Setting::Number(number) => number.to_string(),
            Setting::Word(word) => word.clone(),
        };
        settings.set(" ", &chosen.name, &value);
    }
    let written = settings.write_down("<undone>", &mut loaded.sources);
    let (prepared, _) = loaded.prepare(written.variant.as_ref(), &written.choices);
    Some(Side { loaded, prepared: prepared? })
}
