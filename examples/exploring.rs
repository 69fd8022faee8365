//! What a search promises, tried where the truth is known. Prints the tables of `docs/explore.md`.
//!
//!     cargo run --release --example exploring                 # 200 searches of a game whose chances can be counted
//!     cargo run --release --example exploring -- repair       # 20 damaged sheets, searched for what was lost
//!     cargo run --release --example exploring -- grid         # the fairest komi and board, beside grids of twenty times the games
//!     cargo run --example exploring -- --searches 40          # fewer
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::process::ExitCode;

use rulebook_explore::{Effort, Found, Ground, Plan, Search, Vary, Verdict, tweaks};
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::compare::{Bounds, RelationKind, Side, Sides, relate};
use rulebook_insight::analysis::{RandomGames, Run, Settings, collect};
use rulebook_insight::library::{find, load};
use rulebook_insight::statistics::{Estimate, Scores, rate};
use rulebook_language::util::Rng;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    if arguments.iter().any(|argument| argument == "repair") {
        return repair(number("--sheets", 20) as usize);
    }
    if arguments.iter().any(|argument| argument == "grid") {
        return grids(number("--times", 20));
    }
    counted(number("--searches", 200), number("--games", 20_000))
}

/// A game of one stone on 100 cells: it is drawn on the first `ties` of them, won by seat 1 on the next ones, so many as a hidden number
/// and the option `bias` say, and lost on all others.
fn sheet(hidden: u64) -> String {
    format!(
        r#"game "Counted" {{
  players First, Second
  option bias: 0..=39 = 0
  option ties: 0..=12 by 4 = 12
  board square(10)
  piece stone
  value number(c) = column(c) + 10 * (row(c) - 1)
  move drop {{
    pick c in empty
    put my stone on c
  }}
  turn drop
  end when some {{ c in occupied : number(c) <= ties }} {{ draw }}
  end when some {{ c in occupied : number(c) <= ties + {hidden} + bias }} {{ last mover wins }}
  end when some occupied {{ last mover loses }}
}}
"#
    )
}

/// The score of seat 1 and the share of draws, as they are.
fn truth(hidden: u64, bias: u64, ties: u64) -> [f64; 2] {
    let won = (hidden + bias).min(100 - ties);
    [(won as f64 + ties as f64 / 2.0) / 100.0, ties as f64 / 100.0]
}

/// The value of an option in a variant of the sheet.
fn option(found: &Found, place: usize, name: &str, usual: u64) -> u64 {
    let words = found.rows.get(place).map_or(&[][..], |row| &row.words);
    let said = words.iter().find_map(|word| word.strip_prefix(name)?.trim().strip_prefix('=')?.trim().parse().ok());
    said.unwrap_or(usual)
}

/// What the wishes of the counted game are.
const WISHES: &str = "score of seat 1 in 45..55 %, draws < 6 %";

fn is_met([score, draws]: [f64; 2]) -> bool {
    (0.45..=0.55).contains(&score) && draws <= 0.06
}

/// How far from the wishes, in points.
fn gap([score, draws]: [f64; 2]) -> f64 {
    100.0 * ((score - 0.5).abs() - 0.05).max(0.0) + 100.0 * (draws - 0.06).max(0.0)
}

/// What a grid of as many games for each candidate would choose: it sees so many games, drawn from the truth.
fn of_grid(rng: &mut Rng, hidden: u64, games: u64) -> f64 {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for bias in 0..40 {
        for ties in [0, 4, 8, 12] {
            let [score, draws] = truth(hidden, bias, ties);
            let (mut drawn, mut won) = (0_u64, 0_u64);
            for _ in 0..games {
                let at = f64::from(rng.below(1_000_000)) / 1e6;
                drawn += u64::from(at < draws);
                won += u64::from(at >= draws && at < score + draws / 2.0);
            }
            let n = games as f64;
            let seen = [(won as f64 + drawn as f64 / 2.0) / n, drawn as f64 / n];
            let key = gap(seen) + (seen[0] - 0.5).abs() / 100.0;
            if key < best.0 {
                best = (key, gap([score, draws]));
            }
        }
    }
    best.1
}

/// So many searches whose truth is known.
fn counted(searches: u64, games: u64) -> ExitCode {
    let mut rng = Rng::new(7);
    let (mut intervals, mut held, mut told, mut wrong, mut wrong_searches) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let (mut possible, mut found_one, mut spent, mut grid) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut missed, mut grid_missed) = (0_u64, [0_u64; 2]);
    for number in 0..searches {
        let hidden = u64::from(12 + rng.below(30));
        let text = sheet(hidden);
        let Ok(ground) = Ground::new(load("counted", &text), None, &[]) else { return failed("the sheet is wrong") };
        let vary = ["bias".to_owned(), "ties".to_owned()];
        let Ok(vary) = Vary::read(&ground, &vary, &[], &[]) else { return failed("nothing is varied") };
        let plan = Plan { games, seed: 100 + number, ..Plan::default() };
        let Ok(mut search) = Search::new(ground, WISHES, &vary, plan, false) else { return failed("no search") };
        search.run(&mut |_| true);
        let found = search.found();
        let mut is_wrong = false;
        let mut has_one = false;
        for (place, row) in found.rows.iter().enumerate() {
            let is = truth(hidden, option(&found, place, "bias", 0), option(&found, place, "ties", 12));
            for (figure, truth) in row.figures.iter().zip(is) {
                let (Some(low), Some(high)) = (figure.low, figure.high) else { continue };
                intervals += 1;
                held += u64::from(low <= truth + 1e-9 && truth - 1e-9 <= high);
            }
            told += 1;
            if row.verdict == Verdict::Met {
                has_one = true;
                is_wrong |= !is_met(is);
                wrong += u64::from(!is_met(is));
            }
            if place == 0 {
                missed += u64::from(gap(is) > 0.0);
            }
        }
        wrong_searches += u64::from(is_wrong);
        possible += u64::from((0..40).any(|bias| [0, 4].iter().any(|ties| is_met(truth(hidden, bias, *ties)))));
        found_one += u64::from(has_one && !is_wrong);
        let tried = found.candidates.tried as u64 + 1;
        spent += search.spent();
        grid += tried * found.games.each;
        grid_missed[0] += u64::from(of_grid(&mut rng, hidden, games / tried) > 0.0);
        grid_missed[1] += u64::from(of_grid(&mut rng, hidden, 10 * games / tried) > 0.0);
        if number % 20 == 19 {
            eprintln!("{} searches", number + 1);
        }
    }
    let of = |times: u64, among: u64| -> String {
        let Estimate { value, low, high, .. } = rate(times, among);
        format!("{times} of {among}: {:.1} % [{:.1}, {:.1}]", 100.0 * value, 100.0 * low, 100.0 * high)
    };
    let n = searches as f64;
    println!("| of {searches} searches, {games} games each | |\n|---|---|");
    println!("| printed 95 % intervals that hold the truth | {} |", of(held, intervals));
    println!(
        "| searches that print a variant as meeting the wishes which does not | {} |",
        of(wrong_searches, searches)
    );
    println!("| variants printed so, of all that are told | {} |", of(wrong, told));
    println!("| searches that print a variant which meets them, where there is one | {} |", of(found_one, possible));
    println!(
        "| games spent, of a grid with the same intervals for every variant | {:.1} % |",
        100.0 * spent as f64 / grid as f64
    );
    println!("| the first variant misses a wish | {} |", of(missed, searches));
    println!("| the choice of a grid with as many games does | {} |", of(grid_missed[0], searches));
    println!("| the choice of a grid with ten times as many games does | {} |", of(grid_missed[1], searches));
    let coverage = held as f64 / intervals as f64;
    match (0.93..=0.97).contains(&coverage) && wrong_searches as f64 <= 0.05 * n && spent * 10 <= grid {
        true => ExitCode::SUCCESS,
        false => failed("a promise does not hold"),
    }
}

/// Games whose rules are damaged, with the options that make them quick.
const GAMES: [(&str, &[(&str, &str)]); 16] = [
    ("tic-tac-toe", &[]),
    ("connect-four", &[]),
    ("complica", &[]),
    ("breakthrough", &[("size", "5")]),
    ("clobber", &[]),
    ("konane", &[("size", "6")]),
    ("othello", &[("size", "6")]),
    ("ataxx", &[("size", "5")]),
    ("yavalath", &[("size", "4")]),
    ("kalah", &[]),
    ("oware", &[]),
    ("emulsion", &[("size", "4")]),
    ("english-draughts", &[]),
    ("nine-mens-morris", &[]),
    ("fox-and-geese", &[]),
    ("hex", &[("size", "5")]),
];
/// Games of a sheet as it was, from which the wishes are made.
const KNOWN: u64 = 4_000;
/// Games of a search for what was lost.
const REPAIRS: u64 = 20_000;

/// Numbers that random games of a sheet come to, by the keys of their metrics.
fn numbers(ground: &Ground, keys: &[String]) -> Option<Vec<(f64, f64, f64)>> {
    let any: Vec<String> =
        keys.iter().map(|key| format!("{key} in 0..{}", if key.starts_with("A4") { 5_000 } else { 1 })).collect();
    let plan = Plan { games: KNOWN, seed: 99, max_plies: CUT, ..Plan::default() };
    let mut search = Search::new(ground.clone(), &any.join(", "), &Vary::default(), plan, true).ok()?;
    search.close();
    search.run(&mut |_| true);
    let found = search.found();
    found.sheet.figures.iter().map(|figure| Some((figure.value?, figure.low?, figure.high?))).collect()
}

/// Sheets with one rule changed, searched for the variant that plays as before.
fn repair(sheets: usize) -> ExitCode {
    let mut rng = Rng::new(11);
    let (mut repaired, mut tried, mut first) = (0, 0, 0);
    println!("| game | what was done to it | variants | games | found at |\n|---|---|---|---|---|");
    for _ in 0..sheets {
        for (name, set) in GAMES {
            if tried >= sheets {
                break;
            }
            let Some((damage, rank, candidates, spent)) = damaged(&mut rng, name, set) else { continue };
            tried += 1;
            repaired += usize::from(rank.is_some_and(|rank| rank <= 5));
            first += usize::from(rank == Some(1));
            let at = rank.map_or_else(|| "not among the first five".to_owned(), |rank| rank.to_string());
            println!("| {name} | {} | {candidates} | {spent} | {at} |", damage.replace('|', "\\|"));
        }
    }
    println!("\n{repaired} of {tried} are among the first five, {first} the first");
    if repaired * 4 >= tried * 3 { ExitCode::SUCCESS } else { failed("too few are repaired") }
}

/// Whether two sheets play alike, as far as a comparison looks.
fn is_same(one: &Ground, other: &Ground) -> bool {
    let side = |ground: &Ground| Side { loaded: ground.loaded.clone(), prepared: ground.prepared.clone() };
    let bounds = Bounds { depth: 40, positions: 3_000, samples: 60, steps: 6 << 20, seed: 1 };
    let compared = Sides::new(side(one), side(other)).ok().and_then(|sides| relate(&sides, bounds).ok());
    compared
        .and_then(|compared| compared.relation.ok())
        .is_some_and(|found| found.word == RelationKind::Identical && !found.results)
}

type Damage = (String, Option<usize>, usize, u64);

/// A sheet with one rule changed that changes its games, searched.
fn damaged(rng: &mut Rng, name: &str, set: &[(&str, &str)]) -> Option<Damage> {
    let shipped = find(name)?;
    let loaded = load("lost", shipped.text);
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let original = Ground::new(loaded.clone(), None, &set).ok()?;
    let replaced = |span| !loaded.sources.slice(span).trim().is_empty();
    let mut damages: Vec<_> = tweaks(&original)
        .into_iter()
        .filter(|tweak| tweak.added.is_empty() && tweak.effort <= Effort::Some)
        .filter(|tweak| tweak.edits.iter().all(|(span, by)| replaced(*span) && !by.trim().is_empty()))
        .collect();
    while !damages.is_empty() {
        let damage = damages.remove(rng.below(damages.len() as u32) as usize);
        let lost = loaded.edited(&damage.edits);
        let Ok(ground) = Ground::new(lost.clone(), None, &set) else { continue };
        let keys = |ground: &Ground| -> Vec<String> {
            let usual = ["A1.draw", "A2.seat.1", "A4.plies", "A4.plies.sd"].map(str::to_owned);
            usual.into_iter().chain(ground.sheet.clauses.iter().map(|clause| format!("A1.clause.{clause}"))).collect()
        };
        if keys(&original) != keys(&ground) {
            continue;
        }
        let Some((known, now)) = numbers(&original, &keys(&ground)).zip(numbers(&ground, &keys(&ground))) else {
            continue;
        };
        // What nobody sees in the games cannot be missed in them.
        let width = |(_, low, high): &(f64, f64, f64)| (high - low).max(0.01);
        if !known.iter().zip(&now).any(|(a, b)| (a.0 - b.0).abs() > width(a) + width(b)) {
            continue;
        }
        // Three standard errors to either side of what the sheet was.
        let names = keys(&ground);
        let wish = names.iter().zip(&known).map(|(key, number)| {
            let room = 0.75 * width(number);
            format!("{key} in {}..{}", number.0 - room, number.0 + room)
        });
        let wish = wish.collect::<Vec<_>>().join(", ");
        let Ok(vary) = Vary::read(&ground, &["rules".to_owned()], &[], &[]) else { continue };
        let plan = Plan { games: REPAIRS, seed: 5, max_plies: CUT, ..Plan::default() };
        let Ok(mut search) = Search::new(ground, &wish, &vary, plan, false) else { continue };
        search.run(&mut |_| true);
        let found = search.found();
        // The lost rule, whatever its words are: no line of play tells the repaired sheet from the original.
        let is_it = |row: &rulebook_explore::Row| {
            let tweaks = search.candidate(row.candidate).into_iter().flat_map(|its| &its.tweaks);
            let edits: Vec<_> = tweaks.flat_map(|tweak| tweak.edits.clone()).collect();
            let repaired = Ground::new(lost.edited(&edits), None, &set).ok();
            !edits.is_empty() && repaired.is_some_and(|repaired| is_same(&original, &repaired))
        };
        let rank = found.rows.iter().position(is_it).map(|place| place + 1);
        return Some((format!("{}: {}", damage.place, damage.words), rank, found.candidates.tried, search.spent()));
    }
    None
}

/// A search for what is fairest: the game, its options, the options that are varied, the agent, and the games.
type Fairest = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [(&'static str, &'static [&'static str])],
    &'static str,
    u64,
);

const KOMI: &[&str] = &["0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "5", "6", "7.5", "10", "15", "20", "25"];
/// Go and Emulsion: what is fairest between these agents.
const FAIREST: [Fairest; 5] = [
    ("go", &[("size", "5")], &[("komi", KOMI)], "random", 60_000),
    ("go", &[("size", "7")], &[("komi", KOMI)], "random", 40_000),
    ("go", &[("size", "5")], &[("komi", KOMI)], "mcts:8", 1_600),
    (
        "emulsion",
        &[],
        &[("size", &["3", "4", "5", "6", "7"]), ("last_move", &["losing", "winning"])],
        "random",
        100_000,
    ),
    ("emulsion", &[], &[("size", &["3", "4", "5"]), ("last_move", &["losing", "winning"])], "mcts:8", 1_200),
];
/// Games longer than this are cut off.
const CUT: u32 = 400;

/// The score of seat 1 over so many games, by counting them.
fn counted_score(ground: &Ground, agent: &Spec, games: u64) -> Option<Estimate> {
    let scores = match agent {
        Spec::Random => {
            let settings = Settings { seed: 3, max_plies: CUT, ..Settings::default() };
            let tally = RandomGames::new(ground.prepared.start(), settings).tally_all(games, &|| true, &mut |_| {});
            Scores::of_results(tally.first_seat)
        }
        agent => {
            let run = Run { agents: vec![agent.clone()], games, seed: 3, max_plies: CUT, ..Run::default() };
            let facts = collect(&ground.prepared, &run, &|| ()).ok()?;
            Scores::of(facts.iter().filter_map(|game| game.score(1)), (0.0, 1.0))
        }
    };
    Some(scores.estimate())
}

/// What a search says is fairest, beside a grid of so many times the games.
fn grids(times: u64) -> ExitCode {
    println!(
        "| game | agent | search | games | score of seat 1 | grid | games | score of seat 1 |\n|---|---|---|---|---|---|---|---|"
    );
    let mut same = true;
    for (name, set, vary, agent, games) in FAIREST {
        let Some((row, agrees)) = fairest(name, set, vary, agent, games, times) else {
            return failed("a game is not there");
        };
        println!("{row}");
        same &= agrees;
    }
    if same { ExitCode::SUCCESS } else { failed("a grid tells another one") }
}

/// A row of that table, and whether the grid cannot tell what both say apart.
fn fairest(
    name: &str,
    set: &[(&str, &str)],
    vary: &[(&str, &[&str])],
    agent: &str,
    games: u64,
    times: u64,
) -> Option<(String, bool)> {
    let loaded = load(name, find(name)?.text);
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let spec: Spec = agent.parse().ok()?;
    let shown = |estimate: &Estimate| {
        format!("{:.1} % [{:.1}, {:.1}]", 100.0 * estimate.value, 100.0 * estimate.low, 100.0 * estimate.high)
    };
    let combinations = vary.iter().fold(vec![Vec::new()], |known: Vec<Vec<(String, String)>>, (name, values)| {
        let longer = |before: &Vec<(String, String)>| {
            let before = before.clone();
            values.iter().map(move |value| [before.clone(), vec![((*name).to_owned(), (*value).to_owned())]].concat())
        };
        known.iter().flat_map(longer).collect()
    });
    // The grid.
    let each = games * times / combinations.len() as u64;
    let mut grid: Vec<(String, Estimate)> = Vec::new();
    for options in &combinations {
        let ground = Ground::new(loaded.clone(), None, &[set.clone(), options.clone()].concat()).ok()?;
        let told = options.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
        grid.push((told, counted_score(&ground, &spec, each)?));
    }
    let off = |estimate: &Estimate| (estimate.value - 0.5).abs();
    let best = grid.iter().min_by(|a, b| off(&a.1).total_cmp(&off(&b.1)))?.clone();
    // The search, from the last of the combinations, which is far from fair, or is as good as any other.
    let first = combinations.last()?.clone();
    let ground = Ground::new(loaded, None, &[set, first.clone()].concat()).ok()?;
    let said: Vec<String> = vary.iter().map(|(name, values)| format!("{name}={}", values.join(","))).collect();
    let vary = Vary::read(&ground, &said, &[], &[]).ok()?;
    let plan = Plan { agents: vec![spec], games, max_plies: CUT, ..Plan::default() };
    let mut search = Search::new(ground, "score of seat 1 in 49..51 %", &vary, plan, false).ok()?;
    search.run(&mut |_| true);
    let found = search.found();
    let row = found.rows.first()?;
    // What a variant does not say it has from the sheet.
    let value = |name: &str, usual: &str| {
        let of = row.words.iter().find_map(|word| word.strip_prefix(&format!("{name} = ")));
        format!("{name} = {}", of.unwrap_or(usual))
    };
    let told = first.iter().map(|(name, usual)| value(name, usual)).collect::<Vec<_>>().join(", ");
    let figure = row.figures.first()?;
    let its = Estimate { value: figure.value?, low: figure.low?, high: figure.high?, n: figure.games };
    // Two of them may be fair alike: the grid says whether it can tell them apart.
    let of_grid = &grid.iter().find(|(name, _)| *name == told)?.1;
    let agrees = off(of_grid) - off(&best.1) <= of_grid.half_width() + best.1.half_width();
    let line = format!(
        "| {name} {} | {agent} | {told} | {} | {} | {} | {} | {} |",
        found
            .options
            .iter()
            .take(1)
            .filter(|(name, _)| name == "size" && told.contains("komi"))
            .map(|(_, size)| size.clone())
            .collect::<String>(),
        search.spent(),
        shown(&its),
        best.0,
        each * combinations.len() as u64,
        shown(&best.1)
    );
    Some((line, agrees))
}

fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::FAILURE
}
