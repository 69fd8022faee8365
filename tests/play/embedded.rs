//! The public API, as a program that embeds it uses it, beside what is inside.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use rulebook::{Action, Agent, Error, ErrorKind, Options, Position, Record, Rng};
use rulebook_insight::agents::Duels;
use rulebook_insight::library::{find, load};

/// Plays the first legal action of the game again and again.
#[derive(Default)]
struct Stubborn(Option<Action>);

impl Agent for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        let first = position.legal()?[0].clone();
        Ok(self.0.get_or_insert(first).clone())
    }
}

/// Plays a move, and does not take it back.
struct Forgetful;

impl Agent for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        let first = position.legal()?[0].clone();
        position.play(&first)?;
        Ok(first)
    }
}

/// Plays at random, through the position alone.
struct Own(Rng);

impl Agent for Own {
    fn name(&self) -> &str {
        "own"
    }

    fn begin(&mut self, rng: Rng) {
        self.0 = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        position.random(&mut self.0)?.ok_or_else(|| Error::agent("the game is over"))
    }
}

#[test]
fn agents_play_the_games_that_the_commands_play() {
    let specs = ["mcts:20", "random"];
    let game = rulebook::load("breakthrough").unwrap();
    let mut agents = specs.map(|spec| game.agent(spec).unwrap());
    let record = rulebook::play(&mut game.start(), &mut agents, 7).unwrap();

    let prepared = load("breakthrough", find("breakthrough").unwrap().text).prepare(None, &[]).0.unwrap();
    let mut agents = specs.map(|spec| prepared.agent(&spec.parse().unwrap()).unwrap());
    let mut duels = Duels::new(prepared.start(), 10_000);
    let end = duels.play(&mut agents, 7, 0, &mut |_, _| true).unwrap().unwrap();
    assert_eq!(record, duels.record("breakthrough", &end, 7, specs.map(str::to_owned).to_vec()));
}

#[test]
fn records_are_replayed_and_say_which_seat_won() {
    let game = Options::new().set("size", 3).load("hex").unwrap();
    let mut swaps = 0;
    for seed in 0..60 {
        let mut last = game.start();
        let record = rulebook::play(&mut last, &mut [Box::new(Own(Rng::new(0)))], seed).unwrap();
        swaps += record.moves.iter().filter(|text| *text == "swap").count();
        assert_eq!(
            last.outcome().unwrap().unwrap().winners,
            record.result.iter().filter_map(rulebook::SeatResult::alone).collect::<Vec<u8>>()
        );
        let read: Record = record.to_string().parse().unwrap();
        assert_eq!(game.replay(&read).unwrap().notation(), last.notation());
    }
    assert!(swaps > 0);
}

#[test]
fn an_agent_cannot_break_the_rules() {
    let game = rulebook::load("tic-tac-toe").unwrap();
    let mut position = game.start();
    let error = rulebook::play(&mut position, &mut [Box::<Stubborn>::default()], 1).unwrap_err();
    assert_eq!((error.kind(), position.ply()), (ErrorKind::IllegalMove, 1));
    let agents = |number: usize| (0..number).map(|_| Box::<Stubborn>::default() as Box<dyn Agent>).collect::<Vec<_>>();
    for number in [0, 3] {
        let error = rulebook::play(&mut game.start(), &mut agents(number), 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Agent, "{number} agents");
    }
    let mut forgetful: [Box<dyn Agent>; 1] = [Box::new(Forgetful)];
    let error = rulebook::play(&mut game.start(), &mut forgetful, 1).unwrap_err();
    assert_eq!(error.message(), "`forgetful` did not leave the position as it was");
}

#[test]
fn errors_say_where_and_what_to_do() {
    let kind = |error: Error| error.kind();
    assert_eq!(kind(Options::new().set("size", 1000).load("hex").unwrap_err()), ErrorKind::Rules);
    assert_eq!(kind(Options::new().variant("None").load("hex").unwrap_err()), ErrorKind::Rules);
    let game = rulebook::load("tic-tac-toe").unwrap();
    assert_eq!(kind(game.position("nonsense").unwrap_err()), ErrorKind::Notation);
    assert_eq!(kind(game.agent("mtcs:20").err().unwrap()), ErrorKind::Agent);
    assert_eq!(kind(game.agent("greedy:count(mine)").err().unwrap()), ErrorKind::Agent);
    let mut position = game.start();
    let error = position.play_text("a11").unwrap_err();
    assert_eq!((error.kind(), error.help()), (ErrorKind::IllegalMove, Some("did you mean `a1`?")));
    let wrong: Record = r#"{"game": "tic-tac-toe", "moves": ["a1", "a1"]}"#.parse().unwrap();
    assert_eq!(kind(game.replay(&wrong).unwrap_err()), ErrorKind::Record);
}
