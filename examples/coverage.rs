//! How often the 95 % intervals of `measure` and `compare` hold the truth: a big pool of random games says what is true, and studies of
//! few games drawn from it say what they would have said. Prints the tables of `docs/coverage.md`.
//!
//!     cargo run --release --example coverage
//!     cargo run --release --example coverage -- --pool 2000 --studies 300 --quick
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::process::ExitCode;

use rulebook_insight::analysis::compare::contrasted;
use rulebook_insight::analysis::{Method, Metric, Run, Sample, Sheet, collect, metrics};
use rulebook_insight::library::{find, load};
use rulebook_insight::statistics::{Scores, Verdict};
use rulebook_language::model::Choice;
use rulebook_language::syntax::ast::Name;
use rulebook_language::util::Rng;

/// Options with their values.
type Choices = &'static [(&'static str, &'static str)];

/// Games with the simulations that value their positions (B), and the part of the pool that is played.
const GAMES: [(&str, Choices, Option<u32>, u64); 10] = [
    ("tic-tac-toe", &[], Some(8), 1),
    ("connect-four", &[], None, 1),
    ("hex", &[("size", "4"), ("pie", "off")], Some(8), 5),
    ("breakthrough", &[("size", "5")], None, 1),
    ("othello", &[("size", "6")], None, 2),
    ("kalah", &[], None, 1),
    ("english-draughts", &[], None, 5),
    ("nine-mens-morris", &[], None, 5),
    ("pig", &[("goal", "20")], None, 1),
    ("einstein", &[], None, 2),
];
/// Pairs of games that `compare` would play with the same seeds.
const PAIRS: [[(&str, &str, Choices); 2]; 3] = [
    [("tic-tac-toe", "", &[]), ("tic-tac-toe", "Misère Tic-Tac-Toe", &[])],
    [("kalah", "", &[]), ("kalah", "Empty Capture Kalah", &[])],
    [("hex", "", &[("size", "4"), ("pie", "off")]), ("hex", "Misère Hex", &[("size", "4"), ("pie", "off")])],
];
const SIZES: [usize; 2] = [40, 100];

struct Options {
    pool: u64,
    studies: u64,
    seed: u64,
    quick: bool,
}

/// What studies said of one metric.
#[derive(Default)]
struct Held {
    /// Studies with bounds, those whose interval held the truth, and those that lay wholly above it.
    studies: u64,
    held: u64,
    above: u64,
    /// The widths of the intervals, of those with two bounds.
    width: f64,
    closed: u64,
    decided: u64,
}

impl Held {
    fn add(&mut self, truth: f64, low: f64, high: f64) {
        // What is shown has nine digits.
        let slack = 1e-9 * truth.abs().max(1.0);
        self.studies += 1;
        self.held += u64::from(low - slack <= truth && truth <= high + slack);
        self.above += u64::from(low - slack > truth);
        if low.is_finite() && high.is_finite() {
            self.width += high - low;
            self.closed += 1;
        }
    }

    /// `95.2 (94.2 to 96.0)`, and what was missed on either side.
    fn cells(&self) -> String {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let found = Scores::of_results([self.held, 0, self.studies - self.held]).estimate();
        let of = |count: u64| percent(count as f64 / (self.studies as f64).max(1.0));
        let width = if self.closed * 2 > self.studies {
            format!("{:.3}", self.width / self.closed as f64)
        } else {
            "open".to_owned()
        };
        format!(
            "{} ({} to {}) | {} | {} | {width}",
            percent(found.value),
            percent(found.low),
            percent(found.high),
            of(self.studies - self.held - self.above),
            of(self.above),
        )
    }

    /// Whether it lies within 93 to 97 %, as far as so many studies tell; above that, too, of whole numbers with ties.
    fn is_in_band(&self, has_ties: bool) -> bool {
        let found = Scores::of_results([self.held, 0, self.studies - self.held]).estimate_at(0.998);
        found.high >= 0.93 && (has_ties || found.low <= 0.97)
    }
}

fn pool(name: &str, title: &str, set: &[(&str, &str)], values: Option<u32>, games: u64, seed: u64) -> Vec<Metric> {
    let Some(shipped) = find(name) else { return Vec::new() };
    let loaded = load(shipped.name(), shipped.text);
    let Some(place) = loaded.titles().next().cloned() else { return Vec::new() };
    let named = |text: &str| Name { text: text.to_owned(), ..place.clone() };
    let set: Vec<Choice> =
        set.iter().map(|(name, value)| Choice { option: named(name), value: named(value) }).collect();
    let title = loaded.titles().find(|known| known.text == title);
    let Some(prepared) = loaded.prepare(title, &set).0 else { return Vec::new() };
    let run = Run { games, seed, values, ..Run::default() };
    match collect(&prepared, &run, &|| ()) {
        Ok(facts) => metrics(&Sheet::new(&prepared.start(), &loaded.sources), &facts),
        Err(failed) => {
            eprintln!("{name}: {failed:?}");
            Vec::new()
        }
    }
}

/// The places of the games of a study, drawn from the pool with replacement.
fn drawn(pool: u64, games: usize, rng: &mut Rng) -> Vec<usize> {
    (0..games).map(|_| rng.below(u32::try_from(pool).unwrap_or(u32::MAX)) as usize).collect()
}

/// The games of a study: those at some places, of `b` where `is_b` says so.
fn study(a: &Metric, b: &Metric, places: &[usize], is_b: &dyn Fn(usize) -> bool) -> Metric {
    fn chosen<T: Clone>(a: &[T], b: &[T], places: &[usize], is_b: &dyn Fn(usize) -> bool) -> Vec<T> {
        places
            .iter()
            .enumerate()
            .map(|(at, place)| if is_b(at) { b[*place].clone() } else { a[*place].clone() })
            .collect()
    }
    let sample = match (&a.sample, &b.sample) {
        (Sample::Points(a), Sample::Points(b)) => Sample::Points(chosen(a, b, places, is_b)),
        (Sample::Ratio(a), Sample::Ratio(b)) => Sample::Ratio(chosen(a, b, places, is_b)),
        (Sample::Power(a), Sample::Power(b)) => Sample::Power(chosen(a, b, places, is_b)),
        (Sample::Quantile(a, share), Sample::Quantile(b, _)) => Sample::Quantile(chosen(a, b, places, is_b), *share),
        (Sample::Deviation(a), Sample::Deviation(b)) => Sample::Deviation(chosen(a, b, places, is_b)),
        (Sample::Shared(a), Sample::Shared(b)) => Sample::Shared(chosen(a, b, places, is_b)),
        (other, _) => other.clone(),
    };
    Metric { key: a.key.clone(), label: a.label.clone(), unit: a.unit, margin: a.margin, sample }
}

fn study_of(metric: &Metric, places: &[usize]) -> Metric {
    study(metric, metric, places, &|_| false)
}

/// Whether there is nothing to be held: every game of the pool says the same, or it is a share so near to 0 or 1 that most studies see
/// none of it.
fn is_rare(metric: &Metric, truth: f64) -> bool {
    let is_same = match &metric.sample {
        Sample::Points(points) => points.windows(2).all(|two| two[0] == two[1]),
        Sample::Ratio(terms) | Sample::Power(terms) => {
            terms.windows(2).all(|two| two[0].0 * two[1].1 == two[1].0 * two[0].1)
        }
        Sample::Quantile(values, _) | Sample::Deviation(values) => values.windows(2).all(|two| two[0] == two[1]),
        Sample::Shared(pairs) => pairs.windows(2).all(|two| two[0] == two[1]),
    };
    is_same || (matches!(metric.unit.word(), "share" | "score" | "value") && !(0.02..=0.98).contains(&truth))
}

fn measured(options: &Options) -> bool {
    println!(
        "| game | metric | n | coverage, % | below | above | mean width | interval |\n|---|---|---|---|---|---|---|---|"
    );
    let mut all = true;
    for (name, set, values, part) in GAMES.iter().take(if options.quick { 2 } else { GAMES.len() }) {
        let games = options.pool / part;
        let values = values.filter(|_| !options.quick);
        let pool = pool(name, "", set, values, games, options.seed);
        for metric in &pool {
            let truth = metric.value();
            if metric.key.starts_with("A8") || is_rare(metric, truth) {
                continue;
            }
            for n in SIZES {
                let mut held = Held::default();
                for study in 0..options.studies {
                    let mut rng = Rng::for_game(options.seed + n as u64, study);
                    let found = study_of(metric, &drawn(games, n, &mut rng)).estimate();
                    held.add(truth, found.low, found.high);
                }
                println!("| {name} | {} | {n} | {} | {} |", metric.key, held.cells(), metric.method().word());
                all &= held.is_in_band(metric.method() == Method::OrderStatistics);
            }
        }
    }
    all
}

/// Studies of pairs of games: how often the interval of the difference holds it, and how often it is called different; and the same of
/// games that do not differ, which exchanging the sides of each pair by chance makes of them.
fn compared(options: &Options) -> bool {
    println!(
        "\n| A and B | metric | n | coverage, % | below | above | mean width | called different, % |\n|---|---|---|---|---|---|---|---|"
    );
    let mut lines = Vec::new();
    let mut all = true;
    for pair in PAIRS.iter().take(if options.quick { 1 } else { PAIRS.len() }) {
        let [a, b] = pair.map(|(name, title, set)| pool(name, title, set, None, options.pool, options.seed));
        let truths: Vec<f64> = a
            .iter()
            .map(|metric| {
                let other = b.iter().find(|other| other.key == metric.key);
                other.and_then(|other| metric.contrast(other)).map_or(f64::NAN, |contrast| contrast.difference.value)
            })
            .collect();
        for n in SIZES {
            let mut held: Vec<Held> = a.iter().map(|_| Held::default()).collect();
            let mut wrong = 0;
            for study in 0..options.studies {
                let mut rng = Rng::for_game(options.seed + n as u64, study);
                let places = drawn(options.pool, n, &mut rng);
                let of = |metrics: &[Metric], places: &[usize]| -> Vec<Metric> {
                    metrics.iter().map(|metric| study_of(metric, places)).collect()
                };
                for row in contrasted(&of(&a, &places), &of(&b, &places), false) {
                    let (Some(at), Some(contrast)) = (a.iter().position(|known| known.key == row.key), row.contrast)
                    else {
                        continue;
                    };
                    held[at].add(truths[at], contrast.difference.low, contrast.difference.high);
                    held[at].decided += u64::from(row.verdict == Some(Verdict::Different));
                }
                let swaps: Vec<bool> = places.iter().map(|_| rng.below(2) == 1).collect();
                let [one, other] = exchanged([&a, &b], &places, &swaps);
                wrong += u64::from(
                    contrasted(&one, &other, false).iter().any(|row| row.verdict == Some(Verdict::Different)),
                );
            }
            let names = format!("{} and {}", pair[0].0, if pair[1].1.is_empty() { pair[1].0 } else { pair[1].1 });
            for ((metric, held), truth) in a.iter().zip(&held).zip(&truths) {
                // Metrics that no pair differs in have nothing to hold.
                if held.studies == 0 || truth.abs() < 1e-9 || metric.key.starts_with("A8") {
                    continue;
                }
                println!(
                    "| {names} | {} | {n} | {} | {:.1} |",
                    metric.key,
                    held.cells(),
                    100.0 * held.decided as f64 / held.studies as f64
                );
                all &= held.is_in_band(false);
            }
            let found = Scores::of_results([wrong, 0, options.studies - wrong]).estimate();
            all &= found.low <= 0.05;
            lines.push(format!(
                "| {names} | {n} | {:.1} ({:.1} to {:.1}) |",
                100.0 * found.value,
                100.0 * found.low,
                100.0 * found.high
            ));
        }
    }
    println!(
        "\n| sides exchanged by chance | n | any metric called different, % of comparisons |\n|---|---|---|\n{}",
        lines.join("\n")
    );
    all
}

/// The metrics of both sides, where the games of some pairs are exchanged: each side then has the metrics of a game that is A or B by
/// chance, and they do not differ.
fn exchanged(sides: [&[Metric]; 2], places: &[usize], swaps: &[bool]) -> [Vec<Metric>; 2] {
    let shared: Vec<(&Metric, &Metric)> = sides[0]
        .iter()
        .filter_map(|metric| Some((metric, sides[1].iter().find(|other| other.key == metric.key)?)))
        .collect();
    let side = |swapped: bool| shared.iter().map(|(a, b)| study(a, b, places, &|at| swaps[at] != swapped)).collect();
    [side(false), side(true)]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let options = Options {
        pool: number("--pool", 100_000),
        studies: number("--studies", 2_000),
        seed: number("--seed", 1),
        quick: arguments.iter().any(|argument| argument == "--quick"),
    };
    println!(
        "{} studies of each size from pools of up to {} random games, seed {}\n",
        options.studies, options.pool, options.seed
    );
    let all = measured(&options) & compared(&options);
    // The quick form is a test; the tables of the long one are for reading.
    if options.quick && !all { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
