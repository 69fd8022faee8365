//! The games of a comparison: metrics of both, what stands of A's, perfect play on small boards.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::half::Half;
use super::parts::{Parts, part};
use super::slow::{Slow, SlowSettings};
use crate::arguments::GameSettings;
use crate::failure::Failure;
use crate::output::Output;
use crate::players::{agent, seated};
use crate::position::without_pie;
use crate::progress::Progress;
use crate::terminal::Terminal;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::compare::{
    Changes, RecordedGame, ReplayCompat, Side, Sides, by_strength, contrasted, sheets,
};
use rulebook_insight::analysis::{self, ExactLimits, Failed, GameFacts, Metric, Openings, Run, Sheet, Strength};
use rulebook_insight::library::Prepared;
use rulebook_insight::statistics::Histogram;
use rulebook_service::wire;

/// Games of both.
#[derive(Args, Clone)]
pub struct Measures {
    /// Number of games to play of each; 0 for none [default: 200, fewer if they are very long]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=10_000_000))]
    number: Option<u64>,
    /// Agent, such as `random` or `mcts:200`; repeat to set one per seat
    #[arg(long = "agent", value_name = "AGENT", default_value = "random", value_parser = agent)]
    agents: Vec<Spec>,
    /// Cut a game off after this many plies
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_plies: u32,
    /// Replay the games of A in this file under B [default: the games played here]
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write a row for each game of both to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Measure these as well: B, C2, C3 (comma-separated) [default with --html: all]
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = part)]
    with: Vec<String>,
    /// Number of games of each in which every position is valued (B)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    valued: Option<u64>,
    /// Simulations to value a position (B)
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    values: u32,
    /// Agent beyond the strongest search (C2), such as `learned:A.player;B.player`
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    strongest: Option<Spec>,
    /// Number of games at each strength (C2) and from each first move (C3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    each: Option<u64>,
    /// Maximum number of positions stored to solve a small board (C5); 0 to skip
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(0..))]
    states: u64,
    /// Number of games in which effects are watched, from the first (A8)
    #[arg(long, value_name = "N", default_value_t = 100)]
    watch: u64,
}

/// The searches that are compared (C2): the simulations of the weakest, and how many there are, each with twice those of the one before.
pub const SEARCHES: (u32, u32) = (8, 4);
/// First moves that are played at most (C3).
pub const OPENINGS: usize = 60;
/// Games of each, where nobody says how many.
const GAMES: u64 = 200;
/// Games that are played to see how long they are.
const FIRST: u64 = 12;
/// Plies of the games of one side, where nobody says how many games.
const PLIES: f64 = 150_000.0;

/// What the games of both came to.
pub struct Measured {
    /// The metrics.
    pub versus: Option<wire::Versus>,
    /// What stands.
    pub stands: Option<wire::ReplayedGames>,
    /// Perfect play.
    pub exact: wire::Exactly,
}

/// What is played: both games, how they changed, where they come from.
pub struct Question<'a> {
    /// Both.
    pub sides: &'a Sides,
    /// What changed.
    pub changes: &'a Changes,
    /// Whether they are proved to be the same game.
    pub same_game: bool,
    /// What was set for each.
    pub settings: [&'a GameSettings; 2],
    /// The seed of all games.
    pub seed: u64,
    /// Whether a page is drawn of it.
    pub on_a_page: bool,
}

impl Measures {
    /// Everybody who may play.
    pub fn agents(&self) -> impl Iterator<Item = &Spec> {
        self.agents.iter().chain(&self.strongest)
    }

    /// Whether a seat has no place at this table.
    pub fn suits(&self, sides: &Sides) -> Result<(), Failure> {
        seated(&self.agents, &sides.a.prepared)
    }

    /// Plays. Where nobody says how many games, so many as fit into a bounded amount of work.
    pub fn run(&self, question: &Question<'_>, terminal: &mut Terminal) -> Result<Measured, Failure> {
        let fitting = match self.number {
            Some(_) => None,
            None => self.fitting(question.sides, question.seed)?,
        };
        let Some(number) = fitting else { return self.measured(question, terminal) };
        let fitted = Measures { number: Some(number), watch: self.watch.min(number / 2), ..self.clone() };
        let mut measured = fitted.measured(question, terminal)?;
        if let Some(versus) = &mut measured.versus {
            versus.notes.push(format!(
                "{number} games of each and not {GAMES}, since they are very long: -n {GAMES} plays all"
            ));
        }
        Ok(measured)
    }

    /// How many games to play of each, if they are so long that the usual number takes too much; from the first games of both.
    fn fitting(&self, sides: &Sides, seed: u64) -> Result<Option<u64>, Failure> {
        let mut longest = 0.0f64;
        for prepared in [&sides.a.prepared, &sides.aligned] {
            let run = Run { games: FIRST, watched: 0, ..self.run_of(seed) };
            let facts = analysis::collect(prepared, &run, &|| ()).map_err(|found| failed(found, seed))?;
            let plies: f64 = facts.iter().map(|game| f64::from(game.plies)).sum();
            longest = longest.max(plies / FIRST as f64);
        }
        let fit = (PLIES / longest.max(1.0)) as u64;
        Ok((fit < GAMES).then_some(fit.max(FIRST)))
    }

    fn number(&self) -> u64 {
        self.number.unwrap_or(GAMES)
    }

    fn measured(&self, question: &Question<'_>, terminal: &mut Terminal) -> Result<Measured, Failure> {
        let Question { sides, settings, .. } = question;
        let of_b = Side { prepared: sides.aligned.clone(), loaded: sides.b.loaded.clone() };
        let mut measured = Measured {
            versus: None,
            stands: self.records.as_deref().map(|file| super::records::stands(sides, file)).transpose()?,
            exact: wire::Exactly::default(),
        };
        let boards = Progress::new(terminal, "boards", None);
        let solved = AtomicU64::new(0);
        let tell = || boards.at(solved.fetch_add(1, Ordering::Relaxed) + 1);
        measured.exact.a = self.exact(&sides.a, settings[0], &tell);
        measured.exact.b = self.exact(&sides.b, settings[1], &tell);
        drop(boards);
        let mut played: Vec<RecordedGame> = Vec::new();
        if self.number() > 0 {
            let explaining = |prepared: &Prepared| match self.watch {
                0 => prepared.clone(),
                _ => prepared.explaining_or_plain(),
            };
            let (a, b) = (explaining(&sides.a.prepared), explaining(&of_b.prepared));
            let [of_a, other] = sheets(sides, question.changes, &a, &b);
            let mut a = self.play(("games of A", a), of_a, question.seed, terminal)?;
            let mut b = self.play(("games of B", b), other, question.seed, terminal)?;
            self.write_rows([&a, &b], terminal)?;
            let moves = std::mem::take(&mut a.moves).into_iter().enumerate();
            played = moves.map(|(index, moves)| RecordedGame { index: index as u64, moves, result: None }).collect();
            b.moves = Vec::new();
            measured.versus = Some(self.versus(question, a, b, terminal)?);
        }
        if self.records.is_none() && !played.is_empty() {
            let mut stand = ReplayCompat::default();
            stand.add(sides, &played)?;
            measured.stands = Some(wire::ReplayedGames::new("the games measured", &stand));
        }
        Ok(measured)
    }

    /// The games of one side.
    fn play(
        &self,
        (what, played): (&str, Prepared),
        sheet: Sheet,
        seed: u64,
        terminal: &Terminal,
    ) -> Result<Half, Failure> {
        let run = self.run_of(seed);
        let progress = Progress::new(terminal, what, Some(self.number()));
        let done = AtomicU64::new(0);
        let tell = || progress.at(done.fetch_add(1, Ordering::Relaxed) + 1);
        let keep = |facts: GameFacts, moves: &[String]| (facts, moves.to_vec());
        let games = analysis::collect_with(&played, &run, &tell, &keep).map_err(|found| failed(found, seed))?;
        let (facts, moves) = games.into_iter().unzip();
        Ok(Half { played, sheet, facts, moves })
    }

    /// Writes a row for each game of both.
    fn write_rows(&self, halves: [&Half; 2], terminal: &mut Terminal) -> Result<(), Failure> {
        let Some(name) = &self.games else { return Ok(()) };
        let mut file = Output::create(name, terminal)?;
        let agents: Vec<String> = self.agents.iter().map(ToString::to_string).collect();
        for (side, half) in ["A", "B"].into_iter().zip(halves) {
            for facts in &half.facts {
                let row = wire::GameRow::measured(&half.sheet, facts, &agents);
                file.json_line(&wire::GameRow { side: Some(side), ..row })?;
            }
        }
        file.finish()
    }

    fn run_of(&self, seed: u64) -> Run {
        let agents = self.agents.clone();
        Run { agents, games: self.number(), seed, max_plies: self.max_plies, watched: self.watch, ..Run::default() }
    }

    fn versus(
        &self,
        question: &Question<'_>,
        mut a: Half,
        mut b: Half,
        terminal: &Terminal,
    ) -> Result<wire::Versus, Failure> {
        let seed = question.seed;
        let without = [
            self.without_pie(&question.sides.a, question.settings[0])?,
            self.without_pie(&question.sides.b, question.settings[1])?,
        ];
        let mut notes = Vec::new();
        let parts = Parts::of(&self.with, question.on_a_page, self.valued.is_some(), self.each.is_some());
        let asked = SlowSettings {
            valued: (self.valued, self.values),
            each: self.each,
            number: self.number(),
            agent: self.agent(),
        };
        let slow = Slow::new(asked, parts, [&a, &b], &without, &mut notes)?;
        let mut run = self.run_of(seed);
        if slow.valued > 0 {
            run.values = Some(self.values);
            let run = Run { games: slow.valued, watched: 0, ..run.clone() };
            for half in [&mut a, &mut b] {
                // The same games, the first ones, with values.
                let with_values = self.counted(terminal, seed, |done| analysis::collect(&half.played, &run, done))?;
                for (known, valued) in half.facts.iter_mut().zip(with_values) {
                    known.lead = valued.lead;
                }
            }
        }
        let strength = match slow.strength {
            0 => None,
            games => Some([self.strength(&a, games, seed, terminal)?, self.strength(&b, games, seed, terminal)?]),
        };
        let openings = match slow.openings {
            [0, _] | [_, 0] => None,
            [one, other] => Some([
                self.openings(&without[0], one, seed, terminal)?,
                self.openings(&without[1], other, seed, terminal)?,
            ]),
        };
        let metrics = |half: &Half, at: usize| -> Vec<Metric> {
            let mut list = analysis::metrics(&half.sheet, &half.facts);
            // Of two players the one's score says what the other's is.
            let other = half.sheet.roles.get(1).filter(|_| half.sheet.roles.len() == 2);
            let second = other.map(|role| ["A2.seat.2".to_owned(), format!("A3.role.{role}")]);
            list.retain(|metric| second.iter().flatten().all(|key| *key != metric.key));
            list.extend(strength.iter().flat_map(|both| by_strength(&both[at])));
            list
        };
        let rows = contrasted(&metrics(&a, 0), &metrics(&b, 1), question.same_game);
        let plies = |half: &Half| half.facts.iter().map(|game| f64::from(game.plies)).collect::<Vec<_>>();
        let [bins, of_b] = Histogram::of_all([&plies(&a), &plies(&b)], 40);
        let lengths = wire::Lengths { start: bins.start, width: bins.width, a: bins.counts, b: of_b.counts };
        let mut both = [&a, &b].map(|half| wire::Measure::new(&half.sheet, &run, &half.facts));
        for (half, measured) in [&a, &b].into_iter().zip(&mut both) {
            measured.figures.decisive = self.decisive(half, &run)?;
        }
        let valued = (slow.valued > 0).then_some(wire::Valued { games: slow.valued, simulations: self.values });
        let mut versus = wire::Versus::new(both, &rows, lengths, valued);
        let agent = self.agent().to_string();
        versus.strength = strength.as_ref().map(|both| both.each_ref().map(wire::Strength::from));
        versus.openings = openings.as_ref().map(|both| both.each_ref().map(|one| wire::Openings::new(one, &agent)));
        versus.notes = notes;
        super::notes::notes(&run, question.sides, [&a, &b], &mut versus);
        Ok(versus)
    }

    /// The shortest game of one side that somebody won.
    fn decisive(&self, half: &Half, run: &Run) -> Result<Option<wire::DecisiveLine>, Failure> {
        let Some((_, index)) = analysis::Figures::shortest_won(&half.facts) else { return Ok(None) };
        let moves = analysis::line(&half.played, run, index).map_err(|found| failed(found, run.seed))?;
        Ok(wire::DecisiveLine::new(&half.played, index, &moves))
    }

    /// The first player, who also plays on after first moves.
    fn agent(&self) -> &Spec {
        self.agents.first().unwrap_or(&Spec::Random)
    }

    fn strength(&self, half: &Half, games: u64, seed: u64, terminal: &Terminal) -> Result<Strength, Failure> {
        let bounds = (seed, self.max_plies);
        let mut agents = analysis::searches(SEARCHES.0, SEARCHES.1);
        agents.extend(self.strongest.clone());
        self.counted(terminal, seed, |done| analysis::strength(&half.played, &agents, games, bounds, done))
    }

    fn openings(&self, without: &Prepared, games: u64, seed: u64, terminal: &Terminal) -> Result<Openings, Failure> {
        let bounds = (seed, self.max_plies);
        self.counted(terminal, seed, |done| analysis::openings(without, self.agent(), games, OPENINGS, bounds, done))
    }

    /// Runs something that counts its games.
    fn counted<T>(
        &self,
        terminal: &Terminal,
        seed: u64,
        question: impl FnOnce(&(dyn Fn() + Sync)) -> Result<T, Failed>,
    ) -> Result<T, Failure> {
        let progress = Progress::new(terminal, "games", None);
        let played = AtomicU64::new(0);
        question(&|| progress.at(played.fetch_add(1, Ordering::Relaxed) + 1)).map_err(|found| failed(found, seed))
    }

    fn without_pie(&self, side: &Side, settings: &GameSettings) -> Result<Prepared, Failure> {
        without_pie(&side.loaded, &side.prepared.game, settings, &[])
    }

    fn exact(&self, side: &Side, settings: &GameSettings, done: &dyn Fn()) -> Vec<wire::Row> {
        if self.states == 0 {
            return Vec::new();
        }
        let limits = ExactLimits { states: self.states, ..ExactLimits::default() };
        let made = |set: &[(String, String)]| without_pie(&side.loaded, &side.prepared.game, settings, set).ok();
        let rows = analysis::exact(&side.prepared.game, &made, limits, done);
        rows.iter().map(|row| wire::Row::new(&row.position, &row.found, row.symmetries, 0.0)).collect()
    }
}

fn failed(failed: Failed, seed: u64) -> Failure {
    match failed {
        Failed::Agent(unsuited) => Failure::Usage(unsuited.to_string()),
        Failed::Broken(broken) => {
            let (index, trouble, line) = (broken.index, broken.trouble, broken.line.join(" "));
            Failure::Broken(format!(
                "game {index} of seed {seed}: {trouble}\n  help: reproduce it with --after \"{line}\""
            ))
        }
    }
}
