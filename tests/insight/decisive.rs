//! A search takes a win at hand, and prevents one of the opponent's next action where that is possible, however few its simulations
//! are: by an exhaustive look at two plies, near the ends of random games.

use crate::{is_slow, one_in};
use rulebook_insight::agents::{Agent, Mcts, MctsSettings, Spec};
use rulebook_insight::library::{Prepared, Settings, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};

/// Smaller boards for games that take long, and more near ends; the others have their usual ones.
const SMALLER: [(&str, &str); 43] = [
    ("amazons", "size=6"),
    ("ataxx", "size=4"),
    ("ayu", "size=5"),
    ("bounce", "size=4"),
    ("breakthrough", "size=5"),
    ("cairo-corridor", "size=3"),
    ("catchup", "size=3"),
    ("cephalopod", "columns=3"),
    ("domineering", "rows=4"),
    ("dots-and-boxes", "boxes=2"),
    ("emergo", "size=5"),
    ("emulsion", "size=4"),
    ("entropy", "size=5"),
    ("furl", "size=3"),
    ("go", "size=3"),
    ("gomoku", "size=7"),
    ("gonnect", "size=4"),
    ("havannah", "size=3"),
    ("hex", "size=4"),
    ("konane", "size=4"),
    ("lielow", "size=5"),
    ("lifeline", "size=3"),
    ("lublache", "size=3"),
    ("mosaic", "size=3"),
    ("oust", "size=3"),
    ("pah-tum", "blocked=13"),
    ("quax", "size=3"),
    ("quoridor", "size=3"),
    ("scaffold", "size=4"),
    ("slither", "size=4"),
    ("spire", "size=3"),
    ("spline", "size=3"),
    ("sponnect", "size=3"),
    ("symple", "size=4"),
    ("taiji", "size=4"),
    ("tanbo", "size=7"),
    ("trike", "size=4"),
    ("tumbleweed", "size=3"),
    ("twixt", "size=6"),
    ("verge", "size=3"),
    ("waldmeister", "trees=1"),
    ("y", "size=4"),
    ("zola", "size=4"),
];

/// Three in a row lose; four seats would be too many for the board.
const MISERE: &str = "
game \"Avoid\" {
  players Cross, Nought
  board square(4)
  piece sign
  line three = 3 like-coloured signs in a row
  move place {
    pick c in empty
    put my sign on c
  }
  turn place
  end when some three { last mover loses }
  end when no empty { draw }
}
";

const THREE: &str = "
game \"Three\" {
  players Red, Green, Blue
  board square(5)
  piece sign
  line three = 3 like-coloured signs in a row
  move place {
    pick c in empty
    put my sign on c
  }
  turn place
  end when some three { last mover wins }
  end when no empty { draw }
}
";

/// Two signs a turn.
const PAIRS: &str = "
game \"Pairs\" {
  players Cross, Nought
  board square(5)
  piece sign
  line four = 4 like-coloured signs in a row
  move place {
    pick c in empty
    put my sign on c
  }
  turn place, then place
  end immediately when some four { last mover wins }
  end when no empty { draw }
}
";

fn prepared(name: &str, text: &str, option: Option<&str>) -> Prepared {
    let mut loaded = load(name, text);
    let mut settings = Settings::default();
    if let Some((option, value)) = option.and_then(|option| option.split_once('=')) {
        settings.set(" --set ", option, value);
    }
    let written = settings.write_down("<options>", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    prepared.unwrap_or_else(|| panic!("{name} {option:?}: {report:?}"))
}

/// What is to be played, if that matters: any action that wins at once, or any that neither loses at once nor lets the next player
/// win at once.
fn wanted(position: &mut Position) -> Option<Vec<Action>> {
    let actions: Vec<Action> = position.legal().unwrap().iter().collect();
    let (mut wins, mut safe) = (Vec::new(), Vec::new());
    let seat = position.seat_to_act();
    for action in &actions {
        position.play(action).unwrap();
        match winner(position) {
            Some(Some(winner)) if winner == seat => wins.push(action.clone()),
            Some(Some(0)) | Some(None) => safe.push(action.clone()),
            Some(_) => {}
            None => {
                let next = position.seat_to_act();
                let replies: Vec<Action> = position.legal().unwrap().iter().collect();
                let wins = |reply: &Action| {
                    position.play(reply).unwrap();
                    let won = winner(position) == Some(Some(next));
                    position.undo();
                    won
                };
                if next == seat || !replies.iter().any(wins) {
                    safe.push(action.clone());
                }
            }
        }
        position.undo();
    }
    let best = if wins.is_empty() { safe } else { wins };
    (!best.is_empty() && best.len() < actions.len()).then_some(best)
}

/// The winner's seat where the game is over, 0 for a draw.
fn winner(position: &mut Position) -> Option<Option<u8>> {
    let outcome = position.outcome().unwrap()?;
    Some(position.winning_seat(&outcome))
}

/// Plays random games, goes back from the end of each, and asks the agent where something must be done: how often that was.
fn asked(game: &Prepared, name: &str, spec: &str, games: u64) -> u32 {
    let mut agent = game.agent(&spec.parse::<Spec>().unwrap()).unwrap();
    let mut asked = 0;
    for index in 0..games {
        let mut position = game.start();
        let mut rng = Rng::for_game(23, index);
        while position.ply() < 300
            && let Some(action) = position.random_action(&mut rng).unwrap()
        {
            position.play_unchecked(&action).unwrap();
        }
        for _ in 0..3 {
            if !position.undo() {
                break;
            }
            let Some(wanted) = wanted(&mut position) else { continue };
            agent.begin(rng.fork());
            let chosen = agent.choose(&mut position).unwrap().unwrap();
            let text = |action: &Action| position.written(action);
            let (chosen, list) = (wanted.contains(&chosen).then_some(()).ok_or_else(|| text(&chosen)), || {
                wanted.iter().map(text).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(chosen, Ok(()), "{name}, {spec}: one of {} is to be played in\n{}", list(), position.drawn());
            asked += 1;
        }
    }
    asked
}

/// In how many games a search is asked: in fewer where a search takes long.
fn number(game: &Prepared) -> u64 {
    if is_slow(game) { 3 } else { 15 }
}

#[test]
fn wins_are_taken_and_prevented_in_every_game() {
    let mut games = 0;
    for shipped in one_in(3) {
        let name = shipped.name();
        let option = SMALLER.iter().find(|(game, _)| *game == name).map(|(_, option)| *option);
        let game = prepared(name, shipped.text, option);
        // Each action and each answer to it is looked at here.
        if game.start().legal().unwrap().len() > 150 {
            continue;
        }
        games += u32::from(asked(&game, name, "mcts:20,cap=30", number(&game)) > 0);
    }
    assert!(games >= 18, "{games} games had something to do");
    for (name, text) in [("misere", MISERE), ("three players", THREE), ("two actions", PAIRS)] {
        let game = prepared(name, text, None);
        for spec in ["mcts:8", "mcts:200", "mcts:60,batch=1,trees=3"] {
            assert!(asked(&game, name, spec, 10) > 0, "{name}");
        }
    }
}

/// Four in a row of the opponent on a large board, of whose ends one is free; and one's own.
#[test]
fn a_row_is_blocked_or_completed_on_a_large_board() {
    for (line, wanted) in [("a1 c1 a2 c2 a3 c3 a4", "a5"), ("a1 c1 a2 c2 a3 c3 a4 o15", "a5")] {
        let game = prepared("gomoku", find("gomoku").unwrap().text, None);
        let mut position = game.start();
        for text in line.split_whitespace() {
            let action = position.find(text).unwrap();
            position.play(&action).unwrap();
        }
        for (simulations, seed) in [(10, 1), (50, 2), (200, 3), (200, 4), (400, 5), (2000, 6)] {
            let settings = MctsSettings { simulations, ..MctsSettings::default() };
            let chosen = Mcts::new(settings, Rng::new(seed)).choose(&mut position).unwrap().unwrap();
            assert_eq!(position.written(&chosen), wanted, "{simulations} simulations, {line}");
        }
    }
}

/// A search that goes on from an earlier one, whose tree may hold results without the actions that prove them.
#[test]
fn proofs_of_earlier_searches_leave_something_to_play() {
    for (name, text) in [("misere", MISERE), ("three players", THREE), ("two actions", PAIRS)] {
        let game = prepared(name, text, None);
        for index in 0..10 {
            let mut position = game.start();
            let mut rng = Rng::for_game(2, index);
            let settings = MctsSettings { simulations: 100, ..MctsSettings::default() };
            let mut mcts = Mcts::new(settings, rng.fork());
            while position.outcome().unwrap().is_none() {
                let chosen = mcts.choose(&mut position).unwrap();
                assert!(chosen.is_some(), "{name}\n{}", position.drawn());
                let action = position.legal().unwrap().random(&mut rng).unwrap();
                position.play(&action).unwrap();
                mcts.observe(&action, &position);
            }
        }
    }
}
