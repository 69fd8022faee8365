//! Every game and variant of a file, at its choices of options.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::bounds::Lost;
use super::budget::{WorkBudget, of_plan, of_text};
use super::causes::{blame, common, of_a_bound};
use super::coverage::{PlayCoverage, Unseen};
use super::declared::{declared, kind, unit};
use super::effort::Smoke;
use super::idle::{Idle, Watched, idle};
use super::met::{self, GameFault, Met, SEED};
use super::retrace::retrace;
use super::rivals;
use super::settings::{Values, choices};
use super::short::{self, short};
use super::slow::{self, slow};
use super::smoke;
use super::stuck;
use super::uneven::{self, uneven};
use super::witness::Witness;
use super::{budget, findings, mend, sample};
use crate::analysis::allowed::{is_allowed, settled};
use crate::analysis::claims::Judged;
use crate::analysis::run_tests;
use crate::audit::lints::{Lint, is_covered, lint_within, overrides};
use crate::library::{Loaded, Prepared, Written};
use rulebook_language::diagnostic::{Code, Diagnostic, Report};
use rulebook_language::model::{Choice, Chosen};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;

/// What it takes at most to look for effects that change nothing, in steps of the evaluator.
const OF_EFFECTS: u64 = 4 << 20;
/// The part of the work that is for the search for a player without an action, at one title's default options, and at each further
/// choice.
const OF_STUCK: [u64; 2] = [8, 64];
/// The part of the work that is for end clauses that hold at once.
const OF_RIVALS: u64 = 32;
/// The part of the work that is for going through random games again.
const OF_RETRACING: u64 = 64;
/// The part of the work that is for finding what makes a game slow.
const OF_SLOW: u64 = 16;
/// The number of games at the default options for each one at other choices.
const FEWER: u64 = 4;
/// The part of the work that each game and variant of a file has at least, of sixteen.
const OF_EACH: u64 = 3;
/// For so many of them a file of many takes more.
const MANY: u64 = 8;

/// What was found in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inspected {
    /// How many games and variants were looked at.
    pub games: usize,
    /// The findings.
    pub report: Report,
    /// The lines of play that show them, in the order of the findings that have one.
    pub witnesses: Vec<Witness>,
    /// What was found of claims, and whether games must end.
    pub judged: Vec<Judged>,
    /// What no game came upon though it could have; no finding, since few games say little.
    pub unseen: Vec<Unseen>,
    /// How many games of each title were played at its default options.
    pub played: Vec<PlayedGames>,
    /// What it took, in steps of the evaluator: the same on every machine.
    pub steps: u64,
    /// Whether whoever asked did not wait for all of it.
    pub is_cut: bool,
}

/// The games of one title that were played at its default options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGames {
    /// Its title.
    pub title: String,
    /// How many were played to their end, or to the greatest length.
    pub games: u64,
    /// The actions of all of them.
    pub plies: u64,
    /// How many random ones among them were cut off at the greatest length.
    pub cut: u64,
}

/// Checks every game and variant of `loaded`, or the one that is set.
pub fn inspect(loaded: &Loaded, set: &Written, smoke: Smoke) -> Inspected {
    inspect_while(loaded, set, smoke, &|| true)
}

/// The same, with games played only as long as `go_on` says so. What the text shows is looked at in any case.
pub fn inspect_while(loaded: &Loaded, set: &Written, smoke: Smoke, go_on: &dyn Fn() -> bool) -> Inspected {
    let titles: Vec<&Name> = match &set.variant {
        Some(title) => vec![title],
        None => loaded.titles().collect(),
    };
    let found = Inspected { report: loaded.report.clone(), games: titles.len(), ..Inspected::default() };
    if found.report.errors() > 0 {
        return found;
    }
    let text = loaded.sources.iter().map(|(_, file)| file.text.len()).sum();
    let (each, many) = (smoke.steps / 16 * OF_EACH, titles.len().max(1) as u64);
    let steps = smoke.steps.max(each * many.min(MANY));
    let each = each.min(steps / many);
    let mut whole = WorkBudget::new(steps, go_on);
    let mut inspection = Inspection {
        loaded,
        choices: &set.choices,
        smoke,
        text,
        work: whole.part(0),
        sampling: WorkBudget::new(smoke.most_for_sample()[0], go_on),
        go_on,
        is_stopped: false,
        witnessed: FxHashSet::default(),
        found,
    };
    for (index, title) in titles.iter().enumerate() {
        if whole.is_spent() {
            inspection.stopped(title.span, "this and what follows");
            inspection.found.games = index;
            break;
        }
        // A game leaves something for its variants.
        let later = (titles.len() - 1 - index) as u64;
        inspection.work = whole.part(whole.left().saturating_sub(each * later).max(each));
        let others = std::mem::take(&mut inspection.found.report);
        inspection.title(title);
        // Tests set their own options, whatever else is set.
        let tests = run_tests(loaded, &|game, _| game == title.text);
        inspection.work.take(tests.steps + tests.games as u64 * of_text(text));
        inspection.found.report.extend(tests.report);
        let found = std::mem::replace(&mut inspection.found.report, others);
        let found = found.retold(|diagnostic| in_variant(loaded, title, diagnostic));
        let everything = !inspection.work.is_done() && set.choices.is_empty();
        inspection.found.report.extend(settled(loaded, title, found, everything));
        whole.settle(&inspection.work);
    }
    inspection.found.steps = whole.spent() + inspection.sampling.spent();
    inspection.found.is_cut = !go_on();
    inspection.found
}

/// The inspection of one file.
pub struct Inspection<'a> {
    /// The file.
    pub loaded: &'a Loaded,
    choices: &'a [Choice],
    /// How much is played.
    pub smoke: Smoke,
    /// The length of all texts.
    text: usize,
    /// What may still be done for the game at hand.
    pub work: WorkBudget<'a>,
    /// What may still be done for random games, of all titles.
    pub sampling: WorkBudget<'a>,
    /// Whether whoever asked still waits.
    pub go_on: &'a dyn Fn() -> bool,
    /// Whether it was said that not all is checked.
    is_stopped: bool,
    /// Findings with a witness.
    witnessed: FxHashSet<(Code, Span)>,
    /// What was found so far.
    pub found: Inspected,
}

/// A game that is ready, at one choice of its options.
pub struct Ready<'a> {
    /// The game.
    pub prepared: &'a Prepared,
    /// The place of its title.
    pub title: Span,
    /// The options that do not have their default value.
    pub set: &'a [(String, String)],
    /// Where the options that were set for the inspection are declared, with what to say of them.
    pub because: &'a [(Span, String)],
    /// How much is played.
    games: u64,
    share: u64,
}

/// A look at a game that is ready. It pays for what it does, and notes what it sees.
type Check = fn(&mut Inspection<'_>, &Ready<'_>, &mut PlayCoverage);

/// What is looked at, in order, at each choice of the options. A further check of games that are ready goes here.
const CHECKS: [Check; 6] = [short_games, smoke_games, sampled_games, stuck_games, rival_ends, slow_games];

/// Whether the game is over before anybody can decide anything; at a bound of an option that may be meant.
fn short_games(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    if !ready.because.is_empty() {
        return;
    }
    let mut work = inspection.work.part(ready.share);
    let found = short(ready.prepared, &mut work);
    inspection.work.settle(&work);
    if let Some(short) = found {
        seen.is_short = true;
        inspection.add(ready.because, short::finding(&short, ready.prepared, ready.title), None);
    }
}

/// Looks for a player without an action, where the rules alone do not show that an end clause covers it.
fn stuck_games(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    let left = inspection.work.left();
    if seen.is_stuck || seen.is_short || left < inspection.smoke.steps / 2 || is_covered(&ready.prepared.game) {
        return;
    }
    let part = if ready.because.is_empty() { OF_STUCK[0] } else { OF_STUCK[1] };
    let mut work = inspection.work.part(inspection.smoke.steps / part);
    let found = stuck::search(ready.prepared, &mut work);
    inspection.work.settle(&work);
    if let Some(met) = found {
        seen.is_stuck = true;
        inspection.meet(ready, &met);
    }
}

/// What random games at the default options show: how they end, and for some of them what only their positions tell.
fn sampled_games(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    if !ready.because.is_empty() || seen.is_short || seen.is_broken {
        return;
    }
    let smoke = inspection.smoke;
    let mut work = inspection.sampling.part(inspection.sampling.left());
    let sample = sample::play(ready.prepared, smoke.sample, smoke.max_plies, smoke.most_for_sample()[1], &mut work);
    inspection.sampling.settle(&work);
    seen.sampled(&ready.prepared.game, &sample);
    if let Some(met) = sample.trouble.as_ref().and_then(|line| sample::trouble(ready.prepared, line)) {
        seen.is_stuck |= matches!(met.trouble, GameFault::Stuck { .. });
        inspection.meet(ready, &met);
    }
    let mut work = inspection.work.part(smoke.steps / OF_RETRACING);
    let met = retrace(ready.prepared, &sample.lines, &mut work, seen);
    inspection.work.settle(&work);
    met.iter().for_each(|met| inspection.meet(ready, met));
    if let Some(uneven) = uneven(&ready.prepared.game, &sample).filter(|_| !seen.is_stuck) {
        inspection.add(ready.because, uneven::finding(&uneven, ready.prepared, ready.title), None);
    }
    seen.lines.get_or_insert_default().extend(sample.lines);
}

/// Whether end clauses hold at once that let different players win.
fn rival_ends(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    if !ready.because.is_empty() || seen.is_short || seen.is_stuck {
        return;
    }
    let mut work = inspection.work.part(inspection.smoke.steps / OF_RIVALS);
    let lines = seen.lines.as_deref().unwrap_or_default();
    let found = rivals::rivals(ready.prepared, lines, inspection.smoke.max_plies, &mut work);
    inspection.work.settle(&work);
    let game = &ready.prepared.game;
    for rivals in found {
        let moves = met::written(&mut ready.prepared.start(), &rivals.line);
        let witness = Witness::new(Code::EndOrder, game, ready.set, moves);
        if let Some(said) = rivals::finding(&rivals, game, &witness.shown()) {
            inspection.add(ready.because, said, Some(witness));
        }
    }
}

/// Whether actions take far more work than is usual; at other choices of the options the same clauses do.
fn slow_games(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    if !ready.because.is_empty() || seen.is_short || seen.is_stuck {
        return;
    }
    let mut work = inspection.work.part(inspection.smoke.steps / OF_SLOW);
    let found = slow(inspection.loaded, ready.prepared, &mut work);
    inspection.work.settle(&work);
    if let Some(slow) = found {
        inspection.add(ready.because, slow::finding(&slow), None);
    }
}

fn smoke_games(inspection: &mut Inspection<'_>, ready: &Ready<'_>, seen: &mut PlayCoverage) {
    let share = ready.share.max(1).min(inspection.work.left());
    let mut work = inspection.work.part(share);
    let played = smoke::play(ready.prepared, ready.games, inspection.smoke.max_plies, &mut work, false, seen);
    inspection.work.settle(&work);
    let mut met = played.met;
    seen.lines.get_or_insert(played.lines);
    if played.is_nothing && inspection.work.left() > share && (inspection.go_on)() {
        // One question takes more than the share: with all that is left it may be answered, or be found to take too long.
        met.extend(smoke::play(ready.prepared, 1, 1, &mut inspection.work, true, seen).met);
    }
    if played.is_nothing && met.is_empty() && (inspection.go_on)() {
        inspection.stopped(ready.title, "whether it can be played");
    }
    for met in met {
        let is_stuck = matches!(met.trouble, GameFault::Stuck { .. });
        (seen.is_stuck, seen.is_broken) = (seen.is_stuck || is_stuck, seen.is_broken || !is_stuck);
        inspection.meet(ready, &met);
    }
}

impl Inspection<'_> {
    /// Checks and compiles a game at choices of its options.
    pub fn prepare(&mut self, title: &Name, choices: &[Choice]) -> (Option<Prepared>, Report) {
        let (prepared, report) = self.loaded.prepare(Some(title), choices);
        self.work.take(of_text(self.text) + prepared.as_ref().map_or(budget::OF_A_BOARD, of_plan));
        (prepared, report)
    }

    /// Adds the finding of some trouble.
    pub fn meet(&mut self, ready: &Ready<'_>, met: &Met) {
        let game = &ready.prepared.game;
        let witness = Witness::new(met.trouble.code(), game, ready.set, met.moves.clone());
        let mut found = findings::trouble(met, game, ready.title, &witness);
        found.fixes.extend(mend::fix(game, &met.trouble));
        self.add(ready.because, found, Some(witness));
    }

    /// Adds a finding about a game that is ready, with what shows it.
    pub fn add(&mut self, because: &[(Span, String)], diagnostic: Diagnostic, witness: Option<Witness>) {
        let diagnostic = because.iter().fold(diagnostic, |said, (at, which)| said.related(*at, which.clone()));
        if let Some(witness) = witness
            && self.witnessed.insert((diagnostic.code, diagnostic.primary.span))
        {
            self.found.witnesses.push(witness);
        }
        self.found.report.add(diagnostic);
    }

    /// The choices at hand with further values, and where their options are declared, with what to say of them.
    pub fn with(&self, ready: &Ready<'_>, values: &Values) -> (Vec<Choice>, Vec<(Span, String)>) {
        let mut changed = self.choices.to_vec();
        let mut because = Vec::new();
        for (option, value) in values {
            let at = declared(self.loaded, ready.prepared, option).unwrap_or(ready.title);
            let named = |text: &str| Name { text: text.to_owned(), span: at };
            changed.push(Choice { option: named(option), value: named(value) });
            because.push((at, format!("found with `{option}` set to {value}")));
        }
        (changed, because)
    }

    /// Looks for effects that changed nothing, or not enough, in the games that were played.
    fn idle(&mut self, title: &Name, prepared: &Prepared, set: &Values, seen: &PlayCoverage) {
        let Some(lines) = &seen.lines else { return };
        let mut work = self.work.part(OF_EFFECTS);
        let found = idle(prepared, lines, &mut work);
        self.work.settle(&work);
        let Some(Watched { idle, lost, unfinished, games }) = found else { return };
        let (_, whole) = prepared.game.places.unit;
        // An inherited line is its game's affair.
        let own = |span: &Span| span.is_in(whole);
        self.lost(prepared, &lost, &own);
        for mut met in unfinished.into_iter().filter(|met| own(&met.span)) {
            let moves = met.moves.take().unwrap_or_default();
            let witness = Witness::new(Code::PlayBound, &prepared.game, set, moves);
            self.add(&[], findings::unfinished(&met, &witness), Some(witness));
        }
        for Idle { span, often } in idle.into_iter().filter(|idle| own(&idle.span)) {
            if let Some(times) = often {
                self.found.report.add(findings::idle(span, times));
                continue;
            }
            let text = self.loaded.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            let what = format!("a change by the effect `{text}`");
            self.found.unseen.push(Unseen { title: title.text.clone(), what, span, games });
        }
    }

    /// Says which effects were lost at the bound of a counter.
    fn lost(&mut self, prepared: &Prepared, lost: &[Lost], own: &dyn Fn(&Span) -> bool) {
        for lost in lost.iter().filter(|lost| own(&lost.span)) {
            lost.finding(&prepared.game).into_iter().for_each(|said| self.found.report.add(said));
        }
    }

    /// Says that not all is checked.
    pub fn stopped(&mut self, at: Span, what: &str) {
        if std::mem::replace(&mut self.is_stopped, true) {
            return;
        }
        let said = Diagnostic::new(Code::LimitCheck, at, "the file takes more work than one check does");
        let help = "check with `--effort thorough`, or one by one with `--variant` and `--set`";
        self.found.report.add(said.label(format!("not looked at: {what}")).help(help));
    }

    fn title(&mut self, title: &Name) {
        let (prepared, found) = self.prepare(title, self.choices);
        self.found.report.extend(found);
        let Some(prepared) = prepared else { return };
        let span = unit(self.loaded, &title.text).map_or(title.span, |unit| unit.name.span);
        let mut seen = PlayCoverage::default();
        let own: Values = self.choices.iter().map(|c| (c.option.text.clone(), c.value.text.clone())).collect();
        let [first, further] = self.smoke.shares();
        let (games, errors) = (self.smoke.games, self.found.report.errors());
        let share = first.min(self.work.left());
        let ready = Ready { prepared: &prepared, title: span, set: &own, because: &[], games, share };
        let lints = lint_within(&prepared.game, &mut self.smoke.lints.clone());
        let mut elsewhere: Vec<Vec<Lint>> = Vec::new();
        self.look(&ready, &mut seen);
        let is_broken = self.found.report.errors() > errors;
        if !is_broken {
            self.idle(title, &prepared, &own, &seen);
        }
        let (wanted, is_over) = (self.smoke.sample, is_broken || seen.is_short || seen.is_stuck || seen.is_broken);
        if seen.sampled < self.smoke.enough() && !is_over && (self.go_on)() {
            self.stopped(span, &format!("{} of {wanted} random games", wanted - seen.sampled));
        }
        let (games, plies, cut) = (seen.games, seen.actions, seen.random[1]);
        self.found.played.push(PlayedGames { title: title.text.clone(), games, plies, cut });
        let is_open = |option: &&Chosen| self.choices.iter().all(|choice| choice.option.text != option.name);
        let open: Vec<&Chosen> = prepared.game.options.iter().filter(is_open).collect();
        if !is_broken {
            self.judge(title, &ready, &open);
        }
        let elsewhere_too = if self.smoke.at_options { choices(&open, SEED) } else { Vec::new() };
        for (place, values) in elsewhere_too.into_iter().enumerate() {
            if self.work.is_spent() {
                self.stopped(span, "further values of its options");
                break;
            }
            // The first is the smallest board, where many games are short.
            let games = if place == 0 { games } else { games.div_ceil(FEWER) };
            let (found, there) = self.at(title, &ready, values, games, if is_broken { 0 } else { further }, &mut seen);
            if let Some(there) = there {
                of_a_bound(&lints, &there).for_each(|said| self.add(&found, said.clone(), None));
                elsewhere.push(there);
            }
        }
        let kind_at = |name: &str| kind(self.loaded, &prepared, name);
        for diagnostic in findings::unseen(&seen, &prepared.game, span, &kind_at) {
            self.found.report.add(diagnostic);
        }
        let is_allowed = is_allowed(self.loaded, title);
        blame(&mut self.found.report, common(lints, &elsewhere), &is_allowed);
        if prepared.game.about.variant_of.is_some() {
            self.found.report.extend(overrides(&self.loaded.files, &self.loaded.sources, &title.text));
        }
        for (name, games) in seen.losers(&prepared.game) {
            let what = format!("a win of `{name}`");
            self.found.unseen.push(Unseen { title: title.text.clone(), what, span, games });
        }
        let silent = if seen.begun > 0 { seen.silent_ends() } else { Vec::new() };
        for (name, span) in silent {
            let unseen =
                Unseen { title: title.text.clone(), what: format!("the end clause `{name}`"), span, games: seen.games };
            self.found.unseen.push(unseen);
        }
    }

    /// Checks a game with further options set, and plays it where a share is given. What to say of these options, and what the
    /// text shows at them.
    fn at(
        &mut self,
        title: &Name,
        here: &Ready<'_>,
        values: Values,
        games: u64,
        share: u64,
        seen: &mut PlayCoverage,
    ) -> (Vec<(Span, String)>, Option<Vec<Lint>>) {
        let (changed, because) = self.with(here, &values);
        let (prepared, found) = self.prepare(title, &changed);
        found.iter().for_each(|said| self.add(&because, said.clone(), None));
        let Some(prepared) = prepared else { return (because, None) };
        if share > 0 {
            let set: Values = here.set.iter().cloned().chain(values).collect();
            let ready = Ready { prepared: &prepared, title: here.title, set: &set, because: &because, games, share };
            self.look(&ready, seen);
        }
        (because, Some(lint_within(&prepared.game, &mut self.smoke.lints.clone())))
    }

    fn look(&mut self, ready: &Ready<'_>, seen: &mut PlayCoverage) {
        seen.declare(&ready.prepared.game);
        for check in CHECKS {
            if !self.work.is_done() {
                check(self, ready, seen);
            }
        }
    }
}

/// A finding of a variant at a place of the game that it varies, with the variant named.
pub(super) fn in_variant(loaded: &Loaded, title: &Name, diagnostic: Diagnostic) -> Diagnostic {
    let Some(unit) = unit(loaded, &title.text).filter(|unit| unit.base.is_some()) else { return diagnostic };
    let (whole, at) = (unit.span, diagnostic.primary.span);
    if at.is_in(whole) {
        return diagnostic;
    }
    diagnostic.related(unit.name.span, format!("in the variant `{}`", unit.name.text))
}
