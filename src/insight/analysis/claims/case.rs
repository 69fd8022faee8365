//! The claims of a game at one choice of its options.

use std::sync::Arc;

use super::asymmetry::{Images, compare_images};
use super::effort::{ClaimEffort, STEPS};
use super::round::round;
use super::verdict::Verdict;
use crate::analysis::cycle::{Cycle, Survey, survey};
use crate::analysis::examples::Examples;
use crate::analysis::solve::{
    ChanceGraph, EVERY, Ends, GameValue, Limits, Shortest, Unsolvable, chance_graph, ends, has_expected_value,
    shortest, solve, told_score, value_of,
};
use crate::analysis::sweep::{Sweep, sweep};
use crate::audit::{
    MAX_PROOF_STEPS, Obstacle, Progress, Symmetries, draw_clause, never_must_pass, progress, symmetries,
};
use crate::library::Prepared;
use rulebook_language::model::{Claim, Game};
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Position};

/// Steps of the evaluator for one question to a position.
const QUESTION: u64 = 4 << 20;
/// The memory of a solver.
const SOLVE_BYTES: u64 = 256 << 20;
/// How often the bounds of expected scores are drawn together before it is asked no more, counted by questions whether to go on.
const MOST_ROUNDS: u32 = 16;
/// How far an expected score is from another one that it is not, at least.
const FAR: f64 = 1e-9;
/// What part of the work for a proof is for one of a game with luck: few are proved.
const OF_PROOF: u64 = 16;
/// What part of the work for a claim of who wins it is to see how a game with luck ends.
const OF_ENDS: u64 = 5;
/// Why there is no value.
const NOT_EVALUATED: &str = "the rules cannot be evaluated in every position";
/// The seed of the games.
const SEED: u64 = 7;

/// A game at one choice of its options, with what has been found out about it. Games are played when a claim first needs them.
pub struct Case<'a> {
    start: Position,
    progress: Progress,
    effort: ClaimEffort,
    go_on: &'a dyn Fn() -> bool,
    survey: Option<Survey>,
    /// Every position of the game, if there are few.
    swept: Option<Sweep>,
    symmetries: Option<(Symmetries, Images)>,
    /// All positions of a game with luck, or why not within so many steps.
    chance: Option<(u64, Result<ChanceGraph, Unsolvable>)>,
    /// Whether these are not the options at hand.
    elsewhere: bool,
    steps: u64,
}

impl<'a> Case<'a> {
    /// A game, with a proof that it ends if one is found in so many steps.
    pub fn new(prepared: &Prepared, fuel: Option<u64>, effort: ClaimEffort, go_on: &'a dyn Fn() -> bool) -> Self {
        let mut start = prepared.start();
        start.allow(QUESTION);
        let elsewhere = fuel.is_some();
        let most = MAX_PROOF_STEPS / if start.game().has_luck() { OF_PROOF } else { 1 };
        let fuel = fuel.unwrap_or(most).min(most);
        let mut left = fuel;
        let progress = progress(start.game(), &mut left);
        let steps = fuel - left;
        Case {
            start,
            progress,
            effort,
            go_on,
            survey: None,
            swept: None,
            symmetries: None,
            chance: None,
            elsewhere,
            steps,
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.start.game()
    }

    /// Where it begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What was done so far, in steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The claim that stands there, if it is one of these options; without a place, that the game ends.
    pub fn claim(&self, claimed: Option<Span>) -> Option<Claim> {
        match claimed {
            None => Some(Claim::Finite),
            Some(span) => self.game().claims.iter().find(|(_, at)| *at == span).map(|(claim, _)| claim.clone()),
        }
    }

    /// The clauses without an image, of a claim that has been judged.
    pub fn breaks(&self, claim: &Claim) -> Vec<Obstacle> {
        match (claim, &self.symmetries) {
            (Claim::Symmetric, Some((found, _))) => few(found.breaking.clone()),
            _ => Vec::new(),
        }
    }

    /// What is found of a claim.
    pub fn verdict(&mut self, claim: &Claim) -> Verdict {
        if let Some(how) = self.proof(claim) {
            return Verdict::Proved(how);
        }
        match claim {
            Claim::Symmetric => return self.symmetric(),
            Claim::Outcome(seat) => return self.solved(*seat),
            _ => {}
        }
        let survey = self.survey.take().unwrap_or_else(|| survey(&self.start, SEED, self.effort.survey, self.go_on));
        let swept = self.sweep(self.effort.sweep);
        // A witness from games is likely to be shorter than one from the depths of a sweep.
        let all = [(&survey.seen, survey.cycle.as_ref()), (&swept.seen, swept.cycle.as_ref())];
        let witness = all.into_iter().find_map(|(seen, cycle)| self.against(claim, seen, cycle));
        let verdict = match witness {
            Some(witness) => witness,
            None if holds(claim, &swept) => Verdict::Proved(format!("all {} positions were checked", swept.positions)),
            None => {
                let looked = format!("nor in the {} positions visited in order", swept.positions);
                let notes = Some(looked).filter(|_| swept.positions > 0).into_iter().chain(self.open(claim));
                Verdict::NotSeen { games: survey.games, note: notes.collect::<Vec<_>>().join("; ") }
            }
        };
        if self.survey.is_none() {
            self.steps += survey.steps;
        }
        (self.survey, self.swept) = (Some(survey), Some(swept));
        match claim {
            Claim::Finite if self.start.game().has_luck() => self.for_any_luck(verdict),
            _ => verdict,
        }
    }

    /// What is known of the end of a game with luck, where this was found of it: that it ends with probability 1, or that its players can
    /// go on whatever nature does.
    fn for_any_luck(&mut self, found: Verdict) -> Verdict {
        let is_by_luck = |line: &[String]| round(&self.start, line).by_luck;
        let line = match &found {
            Verdict::Witness { line, .. } if is_by_luck(line) => Some(line.clone()),
            Verdict::NotSeen { .. } => None,
            _ => return found,
        };
        let most = if self.elsewhere { self.effort.sweep } else { self.effort.solve / OF_ENDS };
        let ends = self.chance_graph(most * STEPS).as_ref().ok().and_then(|graph| Some((graph.len(), ends(graph)?)));
        match (ends, found) {
            (Some((positions, Ends::Always)), _) => Verdict::Proved(format!("all {positions} positions were checked")),
            (Some((positions, Ends::AlmostSurely { plies, round })), _) => {
                let (why, line) = self.around(&round);
                let plies = plies.map(|plies| format!("no more than about {plies:.1} plies on average, "));
                let plies = plies.unwrap_or_default();
                let how = format!("{plies}however the players play; all {positions} positions were checked");
                Verdict::Unlucky { almost_surely: Some(how), why, line }
            }
            (Some((_, Ends::Never { round })), _) => {
                let (why, line) = self.around(&round);
                Verdict::Witness { why: format!("{why}; the players can go on whatever nature does"), line }
            }
            (None, Verdict::Witness { why, line: known }) if line.is_some() => {
                Verdict::Unlucky { almost_surely: None, why, line: known }
            }
            (None, found) => found,
        }
    }

    /// All positions of a game with luck, if they can be seen within so many steps.
    fn chance_graph(&mut self, steps: u64) -> &Result<ChanceGraph, Unsolvable> {
        let known = self.chance.take().filter(|(tried, graph)| graph.is_ok() || *tried >= steps);
        let found = known.unwrap_or_else(|| {
            let (mut start, go_on) = (self.start.clone(), self.go_on);
            let limits = Limits { states: self.effort.solve, bytes: SOLVE_BYTES, threads: false };
            let before = start.spent();
            let graph = chance_graph(&mut start, limits, steps, &mut |_| go_on());
            self.steps += start.spent() - before;
            (steps, graph)
        });
        &self.chance.insert(found).1
    }

    /// A game once around, and what it shows.
    fn around(&self, (places, at): &(Vec<usize>, usize)) -> (String, Vec<String>) {
        let mut position = self.start.clone();
        let mut written = Vec::new();
        for place in places {
            let Some(action) =
                position.legal().ok().filter(|legal| *place < legal.len()).map(|legal| legal.get(*place))
            else {
                break;
            };
            written.push(position.written(&action));
            if position.play_unchecked(&action).is_err() {
                break;
            }
        }
        (again(&written, *at), written)
    }

    /// Every position, or as many as so many actions lead to.
    fn sweep(&mut self, actions: u64) -> Sweep {
        match self.swept.take() {
            Some(swept) if swept.complete || swept.actions >= actions => swept,
            _ => {
                let swept = sweep(&self.start, actions, actions * STEPS, self.go_on);
                self.steps += swept.steps;
                swept
            }
        }
    }

    /// What the rules alone show.
    fn proof(&self, claim: &Claim) -> Option<String> {
        let game = self.start.game();
        match claim {
            Claim::Finite | Claim::Plies(_) => {
                let Progress::Proved { measure, bound } = &self.progress else { return None };
                let words: Vec<&str> = measure.iter().map(|part| part.words.as_str()).collect();
                let how = format!("each action lowers ({})", words.join(", then "));
                match (claim, bound) {
                    (Claim::Plies(most), bound) => {
                        let bound = bound.and_then(|bound| bound.exact())?;
                        (bound <= *most as u128).then(|| format!("{how}: at most {bound} plies"))
                    }
                    (_, Some(bound)) => Some(format!("{how}: at most {bound} plies")),
                    (_, None) => Some(how),
                }
            }
            // A game that is over before it began may be a draw after all.
            Claim::NoDraw => {
                let begins = self.start.clone().outcome().is_ok_and(|outcome| outcome.is_none());
                (begins && draw_clause(game).is_none()).then(|| "every result names a winner".to_owned())
            }
            Claim::NoPass => never_must_pass(game),
            Claim::Symmetric | Claim::Outcome(_) | Claim::Invariant(_) => None,
        }
    }

    /// What stands against a proof.
    fn open(&self, claim: &Claim) -> Option<String> {
        match (claim, &self.progress) {
            (Claim::Finite, Progress::Open { clauses }) => {
                Some(clauses.iter().map(|(_, why)| why.as_str()).collect::<Vec<_>>().join(", "))
            }
            (Claim::Plies(_), Progress::Proved { bound: Some(bound), .. }) => {
                Some(format!("at most {bound} plies are proved"))
            }
            (Claim::NoDraw, _) => draw_clause(self.start.game()).map(|(_, why)| why),
            _ => None,
        }
    }

    /// A line against a claim.
    fn against(&self, claim: &Claim, seen: &Examples, cycle: Option<&Cycle>) -> Option<Verdict> {
        let (why, line) = match claim {
            Claim::Finite => {
                let cycle = cycle.filter(|cycle| cycle.holds(&self.start))?;
                let line = self.written(&cycle.line);
                return Some(Verdict::Witness { why: again(&line, cycle.at), line });
            }
            Claim::NoDraw => ("the game is drawn".to_owned(), seen.drawn.as_deref()?),
            Claim::NoPass => ("the player to act can only pass".to_owned(), seen.must_pass.as_deref()?),
            Claim::Plies(most) => {
                let line = Some(seen.longest.as_slice()).filter(|line| line.len() as i64 > *most)?;
                let end = usize::try_from(*most).unwrap_or(usize::MAX).saturating_add(1);
                ("the game has gone on so long".to_owned(), line.get(..end.min(line.len()))?)
            }
            Claim::Invariant(place) => ("the condition does not hold".to_owned(), seen.broken.get(*place)?.as_deref()?),
            Claim::Symmetric | Claim::Outcome(_) => return None,
        };
        Some(Verdict::Witness { why: format!("{} {why}", actions(line.len())), line: self.written(line) })
    }

    fn written(&self, line: &[Action]) -> Vec<String> {
        let mut position = self.start.clone();
        let mut written = Vec::new();
        for action in line {
            written.push(position.written(action));
            if position.play(action).is_err() {
                break;
            }
        }
        written
    }

    /// Who wins with perfect play.
    fn solved(&mut self, seat: u8) -> Verdict {
        let not_solved = |note: String| Verdict::NotSeen { games: 0, note };
        let unsolved =
            |states: u64| not_solved(format!("not solved within {states} positions; `rulebook solve` goes further"));
        let has_luck = self.start.game().has_luck();
        match self.start.game().players.len() {
            1 if has_luck => return not_solved("games for one player with luck are not solved".to_owned()),
            1 | 2 => {}
            _ => return not_solved("games of more than two players are not solved".to_owned()),
        }
        if has_luck {
            return self.expected(seat);
        }
        let Symmetries { keeping, exchanging, .. } = symmetries(self.start.game());
        let is_puzzle = self.start.game().players.len() == 1;
        // Each question stands for so many positions that were looked at.
        let (mut left, go_on) = (self.effort.solve / EVERY, self.go_on);
        let mut ask = |_: u64| {
            left = left.saturating_sub(1);
            left > 0 && go_on()
        };
        let limits = Limits { states: self.effort.solve, bytes: SOLVE_BYTES, threads: false };
        let (mut start, all) = (self.start.clone(), [keeping, exchanging].concat());
        if is_puzzle {
            let found = shortest(&mut start, &all, limits, &mut ask);
            self.steps += (self.effort.solve / EVERY - left) * EVERY * STEPS;
            return match found {
                Ok(Shortest { line: Some(line), .. }) => {
                    let why = format!("it can be won {}, and not sooner", actions(line.len()));
                    if seat == 1 { Verdict::Proved(why) } else { Verdict::Witness { why, line: self.written(&line) } }
                }
                Ok(Shortest { states, .. }) => {
                    let why = format!("no way wins, by a search of {states} positions");
                    if seat == 1 { Verdict::Witness { why, line: Vec::new() } } else { not_solved(why) }
                }
                Err(Unsolvable::Stopped(_, states)) => unsolved(states),
                Err(_) => not_solved(NOT_EVALUATED.to_owned()),
            };
        }
        let found = solve(&mut start, &all, limits, false, &mut ask);
        self.steps += (self.effort.solve / EVERY - left) * EVERY * STEPS;
        let solution = match found {
            Ok(solution) => solution,
            Err(Unsolvable::Stopped(_, states)) => return unsolved(states),
            Err(_) => return not_solved(NOT_EVALUATED.to_owned()),
        };
        let (found, said) = match solution.value {
            GameValue::Seat(1) => (Some(1), "the first seat wins"),
            GameValue::Seat(_) => (Some(2), "the second seat wins"),
            GameValue::Draw => (Some(0), "the game is drawn"),
            GameValue::Endless => (None, "the game never ends"),
            GameValue::DrawOrEndless => (None, "the game is drawn or never ends"),
        };
        let why = format!("{said} if both play their best, by a search of {} positions", solution.states);
        if found == Some(seat) { Verdict::Proved(why) } else { Verdict::Witness { why, line: Vec::new() } }
    }

    /// Who wins with perfect play of a game with luck, where one does whatever nature does.
    fn expected(&mut self, seat: u8) -> Verdict {
        let open = |note: String| Verdict::NotSeen { games: 0, note };
        if has_expected_value(&self.start).is_err() {
            return open("games with luck whose seats may change are not solved".to_owned());
        }
        let (mut left, go_on) = (MOST_ROUNDS, self.go_on);
        let mut ask = |_: u64| {
            left -= 1;
            left > 0 && go_on()
        };
        let found = match self.chance_graph(self.effort.solve * STEPS) {
            Ok(graph) => value_of(graph, &mut ask),
            Err(Unsolvable::Stopped(_, states)) => {
                return open(format!("not solved within {states} positions; `rulebook solve` goes further"));
            }
            Err(_) => return open(NOT_EVALUATED.to_owned()),
        };
        let Some((found, _)) = found else {
            return open("its bounds are still apart; `rulebook solve` goes further".to_owned());
        };
        let why = format!(
            "the first seat scores {} on average if both play their best, by all {} positions",
            told_score(found.fraction().as_deref(), found.bounds),
            found.positions
        );
        // What the claim says, as a score; a game drawn on average is not always drawn.
        let claimed = match seat {
            1 => 1.0,
            2 => 0.0,
            _ => 0.5,
        };
        let is_far = claimed < found.bounds[0] - FAR || claimed > found.bounds[1] + FAR;
        match found.exact {
            Some((above, below)) if seat == 1 && above == below || seat == 2 && above == 0 => Verdict::Proved(why),
            _ if is_far => Verdict::Witness { why, line: Vec::new() },
            _ => open(why),
        }
    }

    /// Whether the rules treat the players alike: shown by their clauses, refuted by a position and its image, or not decided.
    fn symmetric(&mut self) -> Verdict {
        if self.start.game().has_luck() {
            let note = "how likely what nature does is, is not compared yet".to_owned();
            return Verdict::NotSeen { games: 0, note };
        }
        let (found, images) = self.symmetries.take().unwrap_or_else(|| {
            let found = symmetries(self.start.game());
            let shown = found.exchanging.iter().any(|map| map.keeps_setup && map.provided.is_empty());
            let images = match shown {
                true => Images::default(),
                false => compare_images(&self.start, found.nearest.as_ref(), self.effort.images, self.go_on),
            };
            self.steps += images.steps;
            (found, images)
        });
        let kept = |map: &&crate::audit::Automorphism| map.keeps_setup;
        let verdict = if let Some((why, line)) = &images.difference {
            Verdict::Witness { why: format!("{} {why}", actions(line.len())), line: self.written(line) }
        } else if found.exchanging.iter().filter(kept).any(|map| map.provided.is_empty()) {
            Verdict::Proved("a symmetry of the board and an exchange of the players keep every clause".to_owned())
        } else {
            let why = match found.exchanging.iter().find(kept) {
                Some(_) => "proved if two end clauses that change places never hold at once".to_owned(),
                None => {
                    let clauses: Vec<&str> = few(found.breaking.clone()).iter().map(|broken| broken.what).collect();
                    format!("no image found of {}", clauses.join(", "))
                }
            };
            Verdict::NotSeen { games: images.games, note: why }
        };
        self.symmetries = Some((found, images));
        verdict
    }
}

/// Whether every position was looked at, and a claim holds in them.
fn holds(claim: &Claim, sweep: &Sweep) -> bool {
    sweep.complete
        && match claim {
            Claim::Finite => sweep.cycle.is_none(),
            Claim::NoDraw => sweep.seen.drawn.is_none(),
            Claim::NoPass => sweep.seen.must_pass.is_none(),
            Claim::Plies(most) => sweep.cycle.is_none() && i64::from(sweep.longest) <= *most,
            Claim::Invariant(place) => sweep.seen.broken.get(*place).is_none_or(Option::is_none),
            Claim::Symmetric | Claim::Outcome(_) => false,
        }
}

/// What a line shows that comes back to where it was after so many actions.
fn again(line: &[String], at: usize) -> String {
    let round = line.get(at..).unwrap_or_default().join(" ");
    format!("{} come `{round}`, and the position is as it was", actions(at))
}

fn actions(count: usize) -> String {
    match count {
        0 => "at the start".to_owned(),
        1 => "after 1 action".to_owned(),
        n => format!("after {n} actions"),
    }
}

/// What stands in the way of a symmetry, no more than a few clauses.
fn few(mut breaks: Vec<Obstacle>) -> Vec<Obstacle> {
    breaks.truncate(3);
    breaks
}
