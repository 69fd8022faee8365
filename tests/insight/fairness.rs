//! Agents play a game, not the way it is written down: actions that a symmetry maps onto each other are chosen equally often, and
//! moves and choices in another order change nothing. All within chance, by tests with fixed seeds.

use crate::{is_slow, one_in};
use std::collections::BTreeMap;

use rulebook_insight::agents::{Duels, Spec};
use rulebook_insight::audit::{Automorphism, symmetries};
use rulebook_insight::library::{Prepared, Settings, load};
use rulebook_language::model::{MoveId, Type};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Position};
use rulebook_play::plan::ChoiceKind;

/// Smaller boards for games that take long; the others have their usual ones.
const SMALLER: [(&str, &str); 40] = [
    ("amazons", "size=6"),
    ("ataxx", "size=5"),
    ("ayu", "size=5"),
    ("bounce", "size=4"),
    ("breakthrough", "size=5"),
    ("cairo-corridor", "size=3"),
    ("catchup", "size=3"),
    ("cephalopod", "columns=3"),
    ("domineering", "rows=5"),
    ("dots-and-boxes", "boxes=2"),
    ("emergo", "size=5"),
    ("emulsion", "size=5"),
    ("entropy", "size=5"),
    ("furl", "size=3"),
    ("go", "size=5"),
    ("gonnect", "size=5"),
    ("havannah", "size=4"),
    ("hex", "size=5"),
    ("lifeline", "size=3"),
    ("lublache", "size=3"),
    ("mosaic", "size=3"),
    ("oust", "size=4"),
    ("pah-tum", "blocked=13"),
    ("quax", "size=4"),
    ("quoridor", "size=5"),
    ("scaffold", "size=5"),
    ("slither", "size=5"),
    ("spire", "size=3"),
    ("spline", "size=3"),
    ("sponnect", "size=3"),
    ("symple", "size=5"),
    ("taiji", "size=5"),
    ("tanbo", "size=7"),
    ("trike", "size=5"),
    ("tumbleweed", "size=3"),
    ("twixt", "size=6"),
    ("verge", "size=3"),
    ("waldmeister", "trees=1"),
    ("y", "size=5"),
    ("zola", "size=4"),
];

/// Games cut short are drawn, so that most actions are equally good and chance alone may choose. From 8 to 200 simulations.
const AGENTS: [&str; 3] = ["mcts:8,cap=4", "mcts:40,cap=2", "mcts:200,cap=1"];
/// How often each of them chooses.
const CHOICES: u64 = 80;

fn prepared(name: &str, text: &str, options: &[&str]) -> Prepared {
    let mut loaded = load(name, text);
    let mut settings = Settings::default();
    for (option, value) in options.iter().filter_map(|option| option.split_once('=')) {
        settings.set(" --set ", option, value);
    }
    let written = settings.write_down("<options>", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{name} {options:?}: {report:?}\n{text}"))
}

fn smaller(name: &str) -> Vec<&'static str> {
    SMALLER.iter().filter(|(game, _)| *game == name).map(|(_, option)| *option).collect()
}

/// What chi-squared with so many degrees of freedom exceeds less than once in 10^9 times (Laurent and Massart 2000, lemma 1).
fn bound(freedom: f64) -> f64 {
    let x = 1e9_f64.ln();
    freedom + 2.0 * (freedom * x).sqrt() + 2.0 * x
}

/// How often an agent chooses each action of a position, in so many games of their own.
fn choices(game: &Prepared, agent: &str, position: &Position, number: u64) -> BTreeMap<String, u64> {
    let mut agent = game.agent(&agent.parse::<Spec>().unwrap()).unwrap();
    let mut counts = BTreeMap::new();
    for index in 0..number {
        agent.begin(Rng::for_game(11, index));
        let mut position = position.clone();
        let action = agent.choose(&mut position).unwrap().unwrap();
        *counts.entry(position.written(&action)).or_default() += 1;
    }
    counts
}

/// The legal action that a symmetry which keeps the players maps another one to.
fn image(position: &mut Position, action: &Action, map: &Automorphism) -> Option<Action> {
    let role = position.role_to_act();
    let rule = |position: &Position, action: &Action| -> Option<MoveId> {
        match position.plan().roles[role].choices.get(usize::from(action.choice()))?.sort {
            ChoiceKind::Move { rule, .. } => Some(rule),
            _ => None,
        }
    };
    let wanted = rule(position, action)?;
    let types: Vec<Type> = position.game().moves[wanted].pick_types().collect();
    let picks = types.iter().zip(action.picks()).map(|(ty, pick)| match ty {
        Type::Direction | Type::Directions => map.direction(Id::from_index(usize::from(*pick))).index() as u16,
        Type::Player | Type::Players | Type::Number | Type::Range => *pick,
        _ => map.cell(Id::from_index(usize::from(*pick))).index() as u16,
    });
    let picks: Vec<u16> = picks.collect();
    let legal = position.legal().unwrap().clone();
    legal.iter().find(|other| other.picks() == picks && rule(position, other) == Some(wanted))
}

/// The first actions of a game, those together that symmetries map onto each other.
fn orbits(start: &mut Position, maps: &[Automorphism]) -> Vec<Vec<String>> {
    let mut orbits = Vec::new();
    let mut left: Vec<Action> = start.legal().unwrap().iter().collect();
    while let Some(first) = left.pop() {
        let mut orbit = vec![first];
        let mut at = 0;
        while at < orbit.len() {
            for map in maps {
                let Some(other) = image(start, &orbit[at], map) else { continue };
                if !orbit.contains(&other) {
                    orbit.push(other);
                }
            }
            at += 1;
        }
        left.retain(|action| !orbit.contains(action));
        orbits.push(orbit.iter().map(|action| start.written(action)).collect());
    }
    orbits
}

/// Chi-squared of choices that should be even within each orbit, with its degrees of freedom.
fn unevenness(orbits: &[Vec<String>], counts: &BTreeMap<String, u64>) -> (f64, f64) {
    let count = |action: &String| counts.get(action).copied().unwrap_or(0) as f64;
    let of = |orbit: &Vec<String>| {
        let expected = orbit.iter().map(count).sum::<f64>() / orbit.len() as f64;
        match expected > 0.0 {
            true => (orbit.iter().map(|action| (count(action) - expected).powi(2) / expected).sum(), orbit.len() - 1),
            false => (0.0, 0),
        }
    };
    let sums = orbits.iter().map(of).fold((0.0, 0), |(x, f), (y, g)| (x + y, f + g));
    (sums.0, sums.1 as f64)
}

/// Chi-squared of two samples of the same size, with its degrees of freedom.
fn difference(a: &BTreeMap<String, u64>, b: &BTreeMap<String, u64>) -> (f64, f64) {
    let actions: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let count = |counts: &BTreeMap<String, u64>, action: &String| counts.get(action).copied().unwrap_or(0) as f64;
    let squares = actions.iter().map(|action| {
        let (a, b) = (count(a, action), count(b, action));
        (a - b).powi(2) / (a + b)
    });
    (squares.sum(), actions.len() as f64 - 1.0)
}

#[test]
fn images_of_an_action_are_chosen_equally_often() {
    let mut tested = Vec::new();
    for shipped in one_in(3) {
        let name = shipped.name();
        let game = prepared(name, shipped.text, &smaller(name));
        let maps: Vec<Automorphism> =
            symmetries(&game.game).keeping.into_iter().filter(|map| map.keeps_setup && !map.is_identity()).collect();
        let mut start = game.start();
        let orbits = orbits(&mut start, &maps);
        if is_slow(&game) || orbits.iter().all(|orbit| orbit.len() == 1) {
            continue;
        }
        tested.push(name);
        let two = game.game.players.len() == 2;
        for agent in AGENTS.into_iter().chain(two.then_some("alphabeta:2,nodes=30")) {
            let (squares, freedom) = unevenness(&orbits, &choices(&game, agent, &start, CHOICES));
            assert!(squares < bound(freedom), "{name}, {agent}: chi-squared {squares:.1} with {freedom} degrees");
        }
    }
    assert!(tested.len() >= 12, "{tested:?}");
}

/// The same rules with moves declared in the reverse order, and with the choices of a turn in the reverse order.
fn reordered(text: &str) -> String {
    let mut moves: Vec<String> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        // Of the game alone: what a variant replaces has its own place.
        if line.starts_with("  move ") {
            inside = true;
            out.push(format!("@{}", moves.len()));
            moves.push(String::new());
        }
        match inside {
            true => moves.last_mut().unwrap().extend([line, "\n"]),
            false => out.push(turned(line)),
        }
        inside &= line != "  }";
        if line.starts_with('}') {
            break;
        }
    }
    let count = moves.len();
    let place = |line: &String| line.strip_prefix('@').and_then(|place| place.parse::<usize>().ok());
    let lines = out.iter().map(|line| place(line).map_or(line.clone(), |place| moves[count - 1 - place].clone()));
    lines.collect::<Vec<_>>().join("\n")
}

/// A turn of a choice between moves, the other way round. What follows by `then` would belong to another choice.
fn turned(line: &str) -> String {
    let Some(turn) = line.strip_prefix("  turn ").filter(|turn| !turn.contains("then")) else { return line.to_owned() };
    let (choice, rest) = turn.find(" else ").map_or((turn, ""), |at| turn.split_at(at));
    let parts: Vec<&str> = choice.trim().split(" or ").collect();
    match parts.iter().all(|part| part.chars().all(|c| c.is_ascii_lowercase())) {
        true => format!("  turn {}{rest}", parts.iter().rev().copied().collect::<Vec<_>>().join(" or ")),
        false => line.to_owned(),
    }
}

#[test]
fn the_order_of_moves_and_choices_changes_nothing() {
    let mut tested = Vec::new();
    for shipped in one_in(3) {
        let name = shipped.name();
        let text: String =
            shipped.text.lines().take_while(|line| *line != "}").fold(String::new(), |all, line| all + line + "\n")
                + "}\n";
        let other = reordered(&text);
        if other.trim_end() == text.trim_end() {
            continue;
        }
        let games = [prepared(name, &text, &smaller(name)), prepared(name, &other, &smaller(name))];
        if is_slow(&games[0]) {
            continue;
        }
        tested.push(name);
        let mut positions = [games[0].start(), games[1].start()];
        let mut rng = Rng::new(5);
        for _ in 0..2 {
            for agent in &AGENTS[..2] {
                let [a, b] = [0, 1].map(|side| choices(&games[side], agent, &positions[side], CHOICES));
                let (squares, freedom) = difference(&a, &b);
                assert!(squares < bound(freedom), "{name}, {agent}: {squares:.1} with {freedom} degrees: {a:?} {b:?}");
            }
            for _ in 0..4 {
                let Some(action) = positions[0].random_action(&mut rng).unwrap() else { break };
                let text = positions[0].written(&action);
                positions[0].play(&action).unwrap();
                let action = positions[1].find(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
                positions[1].play(&action).unwrap();
            }
            if positions[0].outcome().unwrap().is_some() {
                break;
            }
        }
    }
    assert!(tested.len() >= 6, "{tested:?}");
}

/// Of so many games of an agent against itself, how many seat 1 wins, and how many seat 2 does.
fn wins(game: &Prepared, agent: &str, games: u64) -> [u64; 2] {
    let mut duels = Duels::new(game.start(), 500);
    let mut wins = [0; 2];
    let spec: Spec = agent.parse().unwrap();
    let mut agents = vec![game.agent(&spec).unwrap(), game.agent(&spec).unwrap()];
    for index in 0..games {
        let end = duels.play(&mut agents, 3, index, &mut |_, _| true).unwrap().unwrap();
        let rulebook_insight::agents::End::Over(outcome) = end else { continue };
        match duels.position().winning_seat(&outcome) {
            Some(1) => wins[0] += 1,
            Some(2) => wins[1] += 1,
            _ => {}
        }
    }
    wins
}

/// Breakthrough with the board turned by half, and a game of lines whose moves are tried in the other order.
#[test]
fn a_game_upside_down_has_the_same_score() {
    let race = |own: &str, other: &str, ahead: (&str, &str)| {
        format!(
            "game \"Race\" {{
  players Black, White
  board square(5)
  piece man plural men
  setup {{
    Black man on {own}
    White man on {other}
  }}
  direction ahead    = if me is Black then {0} else {1}
  directions slanted = if me is Black then {0}east | {0}west else {1}east | {1}west
  move step {{
    pick a in mine
    pick b in empty & (a + ahead) | (a + slanted) - mine
    move a to b
  }}
  turn step
  end when some Black men & {2} or no White men {{ Black wins }}
  end when some White men & {3} or no Black men {{ White wins }}
}}
",
            ahead.0,
            ahead.1,
            if ahead.0 == "south" { "bottom" } else { "top" },
            if ahead.0 == "south" { "top" } else { "bottom" },
        )
    };
    let (low, high) = ("rows(1) | rows(2)", "rows(5) | rows(4)");
    let down = race(high, low, ("south", "north"));
    let up = race(low, high, ("north", "south"));
    let lines = |turn: &str| {
        format!(
            "game \"Lines\" {{
  players Cross, Nought
  board square(5)
  piece sign
  line four = 4 like-coloured signs in a row
  move low {{
    pick c in empty & {{ d : row(d) < 4 }}
    put my sign on c
  }}
  move high {{
    pick c in empty - {{ d : row(d) < 4 }}
    put my sign on c
  }}
  turn {turn}
  end when some four {{ last mover wins }}
  end when no empty {{ draw }}
}}
"
        )
    };
    for [a, b] in [[down, up], [lines("low or high"), lines("high or low")]] {
        for (agent, games) in [("mcts:10", 250), ("mcts:60,decisive=no", 60)] {
            let [a, b] = [&a, &b].map(|text| wins(&prepared("sheet", text, &[]), agent, games));
            let counts = |wins: [u64; 2]| -> BTreeMap<String, u64> {
                [("first", wins[0]), ("second", wins[1]), ("draw", games - wins[0] - wins[1])]
                    .map(|(who, count)| (who.to_owned(), count))
                    .into_iter()
                    .filter(|(_, count)| *count > 0)
                    .collect()
            };
            let (squares, freedom) = difference(&counts(a), &counts(b));
            assert!(squares < bound(freedom), "{agent}: {a:?} and {b:?} of {games}");
        }
    }
}
