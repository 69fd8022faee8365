//! Whether the games of a file can be played: checked and compiled at the least and greatest value of each option, and
//! random games played to their end.

use super::allowed::settled;
use super::{Playouts, Trouble, run_tests};
use crate::audit::lints::{Lint, lint, overrides};
use crate::diagnostic::{Diagnostic, Label, Report};
use crate::library::{Loaded, Prepared, Written};
use crate::model::{Choice, Chosen, Domain};
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, Name, Unit};

/// How many random games are played of each game, and how much of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Smoke {
    /// The number of games at the default options.
    pub games: u64,
    /// The greatest length of one.
    pub max_plies: u32,
    /// No further game begins once this many legal actions were generated.
    pub choices: u64,
}

impl Default for Smoke {
    fn default() -> Self {
        Smoke { games: 20, max_plies: 2_000, choices: 100_000 }
    }
}

/// The seed of the random games.
const SEED: u64 = 1;

/// How much text is checked, all in all: a file of usual length at some hundred choices of its options.
const MAX_TEXT: usize = 4 << 20;

/// Checks every game and variant of `loaded`, or the one that is set, and gives all findings with the number of games.
pub fn inspect(loaded: &Loaded, set: &Written, smoke: Smoke) -> (usize, Report) {
    let titles: Vec<&Name> = match &set.variant {
        Some(title) => vec![title],
        None => loaded.titles().collect(),
    };
    let report = loaded.report.clone();
    if report.errors() > 0 {
        return (titles.len(), report);
    }
    let length = loaded.sources.iter().map(|(_, file)| file.text.len()).sum::<usize>().max(1);
    let mut inspection = Inspection { loaded, choices: &set.choices, smoke, checks: MAX_TEXT / length, report };
    let mut games = 0;
    for title in &titles {
        if inspection.checks == 0 {
            inspection.stopped(title.span, "games and variants");
            break;
        }
        let others = std::mem::take(&mut inspection.report);
        inspection.game(title);
        // Tests set their own options, whatever else is set.
        inspection.report.extend(run_tests(loaded, &|game, _| game == title.text).report);
        let found = std::mem::replace(&mut inspection.report, others);
        let everything = inspection.checks > 0 && set.choices.is_empty();
        inspection.report.extend(settled(loaded, title, found, everything));
        games += 1;
    }
    (games, inspection.report)
}

/// The inspection of one file.
struct Inspection<'a> {
    loaded: &'a Loaded,
    choices: &'a [Choice],
    smoke: Smoke,
    /// How many checks are still made.
    checks: usize,
    report: Report,
}

impl Inspection<'_> {
    fn prepare(&mut self, title: &Name, choices: &[Choice]) -> (Option<Prepared>, Report) {
        self.checks = self.checks.saturating_sub(1);
        self.loaded.prepare(Some(title), choices)
    }

    fn stopped(&mut self, at: Span, what: &str) {
        let said = Diagnostic::warning("limit/check", at, format!("the file has more {what} than are checked at once"));
        self.report
            .add(said.label("not checked from here on").help("check them one by one with `--variant` and `--set`"));
    }

    fn game(&mut self, title: &Name) {
        let (prepared, found) = self.prepare(title, self.choices);
        self.report.extend(found);
        let Some(prepared) = prepared else { return };
        let span = unit(self.loaded, &title.text).map_or(title.span, |unit| unit.name.span);
        let mut lints = lint(&prepared.game);
        self.values(title, &prepared, span, &mut lints);
        let mut found = Report::default();
        let mut played = Report::default();
        play(&prepared, span, self.smoke, &mut played);
        for effect in played.iter() {
            // What comes of a mistake is told where the mistake is.
            let cause = lints.iter().position(|lint| causes(lint.said.code, effect.code));
            // A step that is named twice is the same step: there is no more to say.
            if effect.code == "play/alike" && lints.iter().any(|lint| lint.said.code == "turn/twice") {
                continue;
            }
            found.add(match cause.map(|at| lints.remove(at).said) {
                Some(cause) => blamed(effect.clone(), cause),
                None => effect.clone(),
            });
        }
        lints.into_iter().for_each(|lint| found.add(lint.said));
        if prepared.game.about.variant_of.is_some() {
            found.extend(overrides(&self.loaded.files, &self.loaded.sources, &title.text));
        }
        self.report.extend(found);
    }

    /// Checks the game at other values of its options; what is probably a mistake stays one only where it is one at all of them.
    fn values(&mut self, title: &Name, prepared: &Prepared, span: Span, lints: &mut Vec<Lint>) {
        let is_open = |option: &&Chosen| self.choices.iter().all(|choice| choice.option.text != option.name);
        let open: Vec<&Chosen> = prepared.game.options.iter().filter(is_open).collect();
        for option in open {
            let at = declared(self.loaded, prepared, &option.name).unwrap_or(span);
            for value in extremes(option) {
                if self.checks == 0 {
                    return self.stopped(at, "values of options");
                }
                let named = |text: &str| Name { text: text.to_owned(), span: at };
                let mut changed = self.choices.to_vec();
                changed.push(Choice { option: named(&option.name), value: named(&value) });
                let (other, found) = self.prepare(title, &changed);
                if let Some(other) = other {
                    keep_common(lints, &lint(&other.game));
                }
                for diagnostic in found.iter() {
                    let which = format!("found with `{}` set to {value}", option.name);
                    self.report.add(diagnostic.clone().related(at, which));
                }
            }
        }
    }
}

/// Whether a mistake of the first code can bring about what random games come upon.
fn causes(mistake: &str, effect: &str) -> bool {
    match effect {
        "play/stuck" => matches!(
            mistake,
            "lint/constant" | "lint/empty-set" | "end/shadowed" | "turn/never" | "turn/shadowed" | "lint/never-appears"
        ),
        "play/alike" => matches!(mistake, "move/alike" | "lint/unused"),
        _ => false,
    }
}

/// What random games came upon, with what has probably brought it about: its place, and how to mend it.
fn blamed(effect: Diagnostic, cause: Diagnostic) -> Diagnostic {
    let mut said = effect.clone();
    said.primary = Label { span: cause.primary.span, text: cause.message };
    said.related = cause.related;
    said.help = cause.help;
    said.related(effect.primary.span, effect.primary.text)
}

/// Drops what is not found at another choice of the options as well, unless it is a defect wherever it is found.
fn keep_common(lints: &mut Vec<Lint>, others: &[Lint]) {
    let same = |a: &Diagnostic, b: &Diagnostic| a.code == b.code && a.primary.span == b.primary.span;
    lints.retain(|lint| lint.at_once || others.iter().any(|other| same(&lint.said, &other.said)));
}

/// The values of an option at which a game is checked beside the one it has: all words, the least and greatest number.
fn extremes(option: &Chosen) -> Vec<String> {
    let values = match &option.domain {
        Domain::Words(words) => words.clone(),
        Domain::Range(low, high, step) => {
            let greatest = || high.minus(*low)?.div_floor(*step)?.times(*step)?.plus(*low);
            vec![low.to_string(), greatest().unwrap_or(*high).to_string()]
        }
    };
    let own = option.value.to_string();
    values.into_iter().filter(|value| *value != own).collect()
}

/// Plays random games and reports those that come to no end.
fn play(prepared: &Prepared, title: Span, smoke: Smoke, report: &mut Report) {
    let mut playouts = Playouts::new(prepared.start(), SEED, smoke.max_plies);
    let mut choices = 0;
    for index in 0..smoke.games {
        if choices >= smoke.choices {
            break;
        }
        match playouts.play(index, &mut || true) {
            Ok(played) => {
                choices += played.map_or(0, |played| played.choices);
                if let Some((plies, written)) = playouts.alike() {
                    return report.add(alike(plies, &written, &playouts.line(), title));
                }
            }
            Err(trouble) => return report.add(witness(trouble, &mut playouts, title)),
        }
    }
}

fn alike(plies: usize, written: &str, line: &[String], title: Span) -> Diagnostic {
    let before = line.get(..plies).unwrap_or_default();
    let shown = if before.is_empty() { String::new() } else { format!("; seen after {}", before.join(" ")) };
    Diagnostic::error("play/alike", title, format!("two legal actions are both written `{written}`"))
        .label(format!("after {plies} actions"))
        .help(format!("write what tells them apart, as in `written \"{{a}}-{{b}}\"`, or pick less{shown}"))
}

fn witness(trouble: Trouble, playouts: &mut Playouts, title: Span) -> Diagnostic {
    let line = playouts.line();
    let role = playouts.position().role_to_act();
    let player = playouts.position().game().players.get(role).cloned().unwrap_or_default();
    let label = match line.len() {
        0 => "at the start of the game".to_owned(),
        1 => "after 1 action".to_owned(),
        n => format!("after {n} actions"),
    };
    let shown = if line.is_empty() { String::new() } else { format!("; seen after {}", line.join(" ")) };
    match trouble {
        Trouble::Stuck => Diagnostic::error(
            "play/stuck",
            title,
            format!("`{player}` can be without a move, and no rule says what that means"),
        )
        .help(format!("add an end clause such as `end when no move {{ last mover wins }}`, or `else pass`{shown}")),
        Trouble::Fault(fault) => {
            let help = format!("say the rules with fewer steps, or make the board smaller{shown}");
            Diagnostic::error("limit/evaluation", title, fault.to_string()).help(help)
        }
    }
    .label(label)
}

fn unit<'a>(loaded: &'a Loaded, title: &str) -> Option<&'a Unit> {
    loaded.files.iter().flat_map(|file| &file.units).find(|unit| unit.name.text == title)
}

/// Where the option is declared: in the game or variant itself, or in what it varies.
fn declared(loaded: &Loaded, prepared: &Prepared, option: &str) -> Option<Span> {
    let mut at = unit(loaded, &prepared.game.about.title);
    for _ in 0..loaded.files.iter().map(|file| file.units.len()).sum() {
        let found = at?.declarations.iter().find_map(|declaration| match &declaration.kind {
            DeclarationKind::Option(declared) if declared.name.text == option => Some(declared.name.span),
            DeclarationKind::Pie(_) if option == crate::model::PIE => Some(declaration.span),
            _ => None,
        });
        if found.is_some() {
            return found;
        }
        at = at?.base.as_ref().and_then(|base| unit(loaded, &base.text));
    }
    None
}
