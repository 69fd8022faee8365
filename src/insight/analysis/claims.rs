//! What becomes of claims: proved, refuted by a line of play, or undecided after so many games; and whether a game must end.

use serde::{Deserialize, Serialize};

use super::cycle::{Cycle, Effort, Survey, survey};
use super::sweep::{Sweep, sweep};
use crate::audit::{Exchange, MAX_PROOF_STEPS, Progress, draw_clause, exchange, never_must_pass, progress};
use crate::library::Prepared;
use rulebook_language::diagnostic::{Code, Diagnostic, Report};
use rulebook_language::model::Claim;
use rulebook_language::source::{SourceMap, Span};
use rulebook_play::engine::{Action, Position};

/// What was found of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// It holds, and how that is known.
    Proved(String),
    /// A line of play shows that it does not hold.
    Witness {
        /// What the line shows.
        why: String,
        /// The actions from the start of the game, as written.
        line: Vec<String>,
    },
    /// No proof, and nothing against it in so many games.
    NotSeen {
        /// How many games were played.
        games: u64,
        /// What is known beside that.
        note: String,
    },
}

/// A claim with what was found of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The title of the game.
    pub game: String,
    /// The claim as the file says it, or what is asked of every game.
    pub what: String,
    /// Where the claim stands; nothing where the file claims nothing.
    pub claimed: Option<Span>,
    /// What was found.
    pub verdict: Verdict,
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: ", self.game, self.what)?;
        match &self.verdict {
            Verdict::Proved(how) => write!(f, "proved: {how}"),
            Verdict::Witness { why, .. } => write!(f, "refuted: {why}"),
            Verdict::NotSeen { games, note } => {
                let otherwise = match games {
                    0 => "undecided".to_owned(),
                    1 => "undecided: no counterexample in 1 game".to_owned(),
                    _ => format!("undecided: no counterexample in {games} games"),
                };
                if note.is_empty() { f.write_str(&otherwise) } else { write!(f, "{otherwise}; {note}") }
            }
        }
    }
}

/// The seed of the games.
const SEED: u64 = 7;
/// How much is played where something is not proved.
const EFFORT: Effort = Effort { games: 90, plies: 400, steps: 2_000_000 };
/// Actions that are played to see every position of a small game.
const SWEEP: u64 = 12_000;
/// The same, where the file claims who wins.
const SOLVE: u64 = 300_000;
/// Steps of the evaluator for one question to a position.
const QUESTION: u64 = 4 << 20;
/// Steps of the evaluator for an action that is played so, on an average.
const STEPS: u64 = 150;

/// The game with small values for its options, and those values as one would set them.
pub type Small = (Prepared, String);

/// Judges the claims of a game, and whether it must end. `title` is where the game is named; `small` makes the game smaller.
/// Beside what was found, the steps that the proofs took.
pub fn judge(
    prepared: &Prepared,
    title: Span,
    sources: &SourceMap,
    small: impl FnOnce() -> Option<Small>,
    report: &mut Report,
) -> (Vec<Judged>, u64) {
    let mut start = prepared.start();
    start.allow(QUESTION);
    let game = start.game();
    let mut steps = MAX_PROOF_STEPS;
    let mut judging = Judging {
        prepared,
        title,
        progress: progress(game, &mut steps),
        survey: None,
        swept: None,
        start: start.clone(),
        small: None,
    };
    if judging.needs_play() {
        let budget =
            if game.claims.iter().any(|(claim, _)| matches!(claim, Claim::Outcome(_))) { SOLVE } else { SWEEP };
        judging.survey = Some(survey(&start, SEED, EFFORT));
        match small() {
            Some((small, set)) => {
                let mut small = small.start();
                small.allow(QUESTION);
                judging.small = Some((sweep(&small, SWEEP, SWEEP * STEPS), set));
            }
            None => judging.swept = Some(sweep(&start, budget, budget * STEPS)),
        }
        if budget == SOLVE && judging.swept.is_none() {
            judging.swept = Some(sweep(&start, budget, budget * STEPS));
        }
    }
    let mut judged = Vec::new();
    let finite = game.claims.iter().find(|(claim, _)| matches!(claim, Claim::Finite)).map(|(_, span)| *span);
    let claims = game.claims.iter().filter(|(claim, _)| !matches!(claim, Claim::Finite));
    let all = std::iter::once((Claim::Finite, finite)).chain(claims.map(|(claim, span)| (claim.clone(), Some(*span))));
    for (claim, claimed) in all {
        let verdict = judging.verdict(&claim);
        if let Verdict::Witness { why, line } = &verdict {
            report.add(judging.finding(&claim, claimed, why, line));
        }
        let what = match claimed {
            Some(span) => sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" "),
            None => "finite".to_owned(),
        };
        judged.push(Judged { game: game.about.title.clone(), what, claimed, verdict });
    }
    (judged, MAX_PROOF_STEPS - steps)
}

struct Judging<'p> {
    prepared: &'p Prepared,
    title: Span,
    progress: Progress,
    /// Games that were played, where something is not proved.
    survey: Option<Survey>,
    /// Every position of the game, if there are few.
    swept: Option<Sweep>,
    /// Every position of the game with small values for its options, and these.
    small: Option<(Sweep, String)>,
    start: Position,
}

impl Judging<'_> {
    /// Whether something is not proved by the rules alone.
    fn needs_play(&self) -> bool {
        let claims = self.start.game().claims.iter();
        self.proof(&Claim::Finite).is_none() || claims.clone().any(|(claim, _)| self.proof(claim).is_none())
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

    fn verdict(&self, claim: &Claim) -> Verdict {
        if let Some(how) = self.proof(claim) {
            return Verdict::Proved(how);
        }
        match claim {
            Claim::Symmetric => return symmetric(self.prepared),
            Claim::Outcome(seat) => return self.solved(*seat),
            _ => {}
        }
        // A witness from games is likely to be shorter than one from the depths of a sweep.
        let games = self.survey.iter().map(|survey| (&survey.seen, survey.cycle.as_ref()));
        let swept = self.swept.iter().map(|sweep| (&sweep.seen, sweep.cycle.as_ref()));
        if let Some(witness) = games.chain(swept).find_map(|(seen, cycle)| self.against(claim, seen, cycle)) {
            return witness;
        }
        if let Some(sweep) = &self.swept
            && holds(claim, sweep)
        {
            return Verdict::Proved(format!("all {} positions were checked", sweep.positions));
        }
        let note = match &self.small {
            Some((sweep, set)) if holds(claim, sweep) => {
                let known = format!("proved for `{set}`, by all its {} positions", sweep.positions);
                let open = self.open(claim);
                if open.is_empty() { known } else { format!("{known}; {open}") }
            }
            _ => self.open(claim),
        };
        Verdict::NotSeen { games: self.survey.as_ref().map_or(0, |survey| survey.games), note }
    }

    /// What stands against a proof.
    fn open(&self, claim: &Claim) -> String {
        match (claim, &self.progress) {
            (Claim::Finite, Progress::Open { clauses }) => {
                clauses.iter().map(|(_, why)| why.as_str()).collect::<Vec<_>>().join(", ")
            }
            (Claim::Plies(_), Progress::Proved { bound: Some(bound), .. }) => {
                format!("at most {bound} plies are proved")
            }
            (Claim::NoDraw, _) => draw_clause(self.start.game()).map(|(_, why)| why).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// A line against a claim.
    fn against(&self, claim: &Claim, seen: &super::examples::Examples, cycle: Option<&Cycle>) -> Option<Verdict> {
        let (why, line) = match claim {
            Claim::Finite => {
                let cycle = cycle.filter(|cycle| cycle.holds(&self.start))?;
                let written = self.written(&cycle.line);
                let again = written.get(cycle.at..).unwrap_or_default().join(" ");
                let before = actions(cycle.at);
                return Some(Verdict::Witness {
                    why: format!("{before} come `{again}`, and the position is as it was"),
                    line: written,
                });
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

    /// Who wins, if every position was looked at. An exact solver is to be asked here.
    fn solved(&self, seat: u8) -> Verdict {
        let two = self.start.game().players.len() == 2;
        let Some(sweep) = self.swept.as_ref().filter(|sweep| two && sweep.complete && sweep.cycle.is_none()) else {
            return Verdict::NotSeen { games: 0, note: "the game has too many positions to be solved".to_owned() };
        };
        let (found, said) = match sweep.value {
            1 => (1, "the first seat wins"),
            -1 => (2, "the second seat wins"),
            _ => (0, "the game is drawn"),
        };
        let why = format!("{said} if both play their best, by all {} positions", sweep.positions);
        if found == seat { Verdict::Proved(why) } else { Verdict::Witness { why, line: Vec::new() } }
    }

    /// The finding of a claim that does not hold, or of a game without end.
    fn finding(&self, claim: &Claim, claimed: Option<Span>, why: &str, line: &[String]) -> Diagnostic {
        let shown = if line.is_empty() { why.to_owned() } else { format!("seen after {}", line.join(" ")) };
        match claimed {
            Some(span) => {
                let message = match claim {
                    Claim::Finite => "the game can go on forever",
                    Claim::NoDraw => "the game can be drawn",
                    Claim::NoPass => "a player can have to pass",
                    Claim::Symmetric => "the rules do not treat the players alike",
                    Claim::Plies(_) => "the game can be longer",
                    Claim::Outcome(_) => "the game has another result",
                    Claim::Invariant(_) => "the condition can fail",
                };
                Diagnostic::new(Code::ClaimRefuted, span, message)
                    .label(why.to_owned())
                    .help(format!("change the rules, or remove the claim; {shown}"))
            }
            None => Diagnostic::new(Code::LintEndless, self.title, "the game can go on forever")
                .label(why.to_owned())
                .help(format!("add a `limit`, a `repetition` rule or an `end` for it; {shown}")),
        }
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

/// Whether the rules treat the players alike: shown by their clauses, or not decided.
fn symmetric(prepared: &Prepared) -> Verdict {
    match exchange(&prepared.game) {
        Exchange::Shown(_) => {
            Verdict::Proved("a symmetry of the board and an exchange of the players keep every clause".to_owned())
        }
        Exchange::Provided(_) => Verdict::NotSeen {
            games: 0,
            note: "proved if two end clauses that change places never hold at once".to_owned(),
        },
        Exchange::NotShown(_) => {
            Verdict::NotSeen { games: 0, note: "no symmetry of the board keeps every clause".to_owned() }
        }
    }
}

fn actions(count: usize) -> String {
    match count {
        0 => "at the start".to_owned(),
        1 => "after 1 action".to_owned(),
        n => format!("after {n} actions"),
    }
}
