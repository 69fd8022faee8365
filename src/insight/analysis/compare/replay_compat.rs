//! Whether games of A still stand under the rules of B.

use super::side::Sides;
use crate::parallel;
use rulebook_play::engine::{Fault, PlayError, Position, SeatResult};

/// What became of games of A under B. Each game stands in one of `same`, `other_winner`, `open`, `over` and `illegal`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReplayCompat {
    /// Games of A.
    pub games: u64,
    /// Legal under B to their last move, with the same result.
    pub same: u64,
    /// Legal to their last move, and over there in both, with another winner.
    pub other_winner: u64,
    /// Legal to their last move, where one of the rules ends the game and the other does not.
    pub open: u64,
    /// B ends the game before its last move.
    pub over: u64,
    /// B does not allow one of the moves.
    pub illegal: u64,
    /// Plies, from 1, with the number of games that break off there: those of `over` and `illegal`, in order.
    pub breaks: Vec<(u32, u64)>,
    /// The game that breaks off first.
    pub first: Option<Break>,
    /// Games that are none of A: a move is not legal there, or the result is another. They are not among `games`.
    pub strange: u64,
}

/// Where a game breaks off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Break {
    /// The number of the game, from 0.
    pub game: u64,
    /// The ply, from 1, that cannot be played.
    pub ply: u32,
    /// The action.
    pub action: String,
    /// Whether the game is over there, rather than the action not being allowed.
    pub over: bool,
}

/// A game that was played in A.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedGame {
    /// Its number, from 0.
    pub index: u64,
    /// Its moves as written.
    pub moves: Vec<String>,
    /// The seat that won, 0 for a draw, where that is known: then A has to say the same.
    pub result: Option<SeatResult>,
}

/// What became of one game.
enum Fate {
    Strange,
    Same,
    OtherWinner,
    Open,
    Broken { ply: u32, over: bool },
}

impl ReplayCompat {
    /// The games that are legal under B to their last move.
    pub fn legal(&self) -> u64 {
        self.same + self.other_winner + self.open
    }

    /// Replays games of A under both rules, and adds what became of them.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn add(&mut self, sides: &Sides, games: &[RecordedGame]) -> Result<(), Fault> {
        let starts = || (sides.a.prepared.start(), sides.aligned.start());
        let replay = |(a, b): &mut (Position, Position), game: &RecordedGame| fate(a, b, game);
        let fates = parallel::map_init(games, starts, replay);
        for (game, fate) in games.iter().zip(fates) {
            self.count(game, fate?);
        }
        Ok(())
    }

    fn count(&mut self, game: &RecordedGame, fate: Fate) {
        let counted = match fate {
            Fate::Strange => {
                self.strange += 1;
                return;
            }
            Fate::Same => &mut self.same,
            Fate::OtherWinner => &mut self.other_winner,
            Fate::Open => &mut self.open,
            Fate::Broken { over: true, .. } => &mut self.over,
            Fate::Broken { over: false, .. } => &mut self.illegal,
        };
        *counted += 1;
        self.games += 1;
        let Fate::Broken { ply, over } = fate else { return };
        match self.breaks.binary_search_by_key(&ply, |(known, _)| *known) {
            Ok(at) => self.breaks[at].1 += 1,
            Err(at) => self.breaks.insert(at, (ply, 1)),
        }
        if self.first.as_ref().is_none_or(|first| ply < first.ply) {
            let action = game.moves.get(ply as usize - 1).cloned().unwrap_or_default();
            self.first = Some(Break { game: game.index, ply, action, over });
        }
    }
}

fn fate(a: &mut Position, b: &mut Position, game: &RecordedGame) -> Result<Fate, Fault> {
    for position in [&mut *a, &mut *b] {
        while position.undo() {}
    }
    for text in &game.moves {
        if play(a, text)?.is_err() {
            return Ok(Fate::Strange);
        }
    }
    if game.result.is_some() && a.outcome()?.and_then(|outcome| a.seat_result(&outcome)) != game.result {
        return Ok(Fate::Strange);
    }
    for (place, text) in game.moves.iter().enumerate() {
        if let Err(over) = play(b, text)? {
            return Ok(Fate::Broken { ply: place as u32 + 1, over });
        }
    }
    let winner = |position: &mut Position| -> Result<Option<Vec<u8>>, Fault> {
        Ok(position.outcome()?.map(|outcome| {
            let mut seats: Vec<u8> = outcome.winners.iter().map(|role| position.seat_of_role(*role)).collect();
            seats.sort_unstable();
            seats
        }))
    };
    Ok(match (winner(a)?, winner(b)?) {
        (one, other) if one == other => Fate::Same,
        (Some(_), Some(_)) => Fate::OtherWinner,
        _ => Fate::Open,
    })
}

/// Plays the action that is written so; if there is none, whether that is because the game is over.
fn play(position: &mut Position, text: &str) -> Result<Result<(), bool>, Fault> {
    match position.find(text) {
        Ok(action) => position.play_unchecked(&action).map(Ok),
        Err(PlayError::Fault(fault)) => Err(fault),
        Err(error) => Ok(Err(error == PlayError::Over)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Break, RecordedGame, ReplayCompat};
    use crate::analysis::compare::{Side, Sides};
    use crate::library::{find, load};

    /// Tic-Tac-Toe against what such a variant of it makes of its games.
    fn stand(rules: &str, games: &[&str]) -> ReplayCompat {
        let side = |name: &str, text: &str| {
            let loaded = load(name, text);
            Side { prepared: loaded.prepare(None, &[]).0.unwrap(), loaded }
        };
        let variant = format!("variant \"Other\" of \"Tic-Tac-Toe\" {{\n{rules}\n}}\n");
        let a = side("tic-tac-toe", find("tic-tac-toe").unwrap().text);
        let sides = Sides::new(a, side("other.game", &variant)).unwrap();
        let game = |(index, line): (usize, &&str)| RecordedGame {
            index: index as u64,
            moves: line.split(' ').map(str::to_owned).collect(),
            result: None,
        };
        let games: Vec<RecordedGame> = games.iter().enumerate().map(game).collect();
        let mut stand = ReplayCompat::default();
        stand.add(&sides, &games).unwrap();
        stand
    }

    /// Cross wins at the fifth ply, a draw, and one that is no game of A.
    const GAMES: [&str; 3] = ["a1 a2 b1 b2 c1", "b2 a1 a3 c1 b1 b3 a2 c2 c3", "a1 a1"];

    #[test]
    fn each_game_has_one_fate() {
        let plain = stand("move place { pick d in empty put my sign on d }", &GAMES);
        assert_eq!((plain.games, plain.same, plain.legal(), plain.strange), (2, 2, 2, 1), "{plain:?}");
        assert_eq!((plain.first, plain.breaks), (None, Vec::new()));
        let loses = stand("end when some three { last mover loses }\nend when no empty { draw }", &GAMES);
        assert_eq!((loses.same, loses.other_winner, loses.legal()), (1, 1, 2), "{loses:?}");
        let longer = stand("end when no empty { draw }", &GAMES);
        assert_eq!((longer.same, longer.open, longer.legal()), (1, 1, 2), "{longer:?}");
    }

    #[test]
    fn the_first_break_is_told() {
        let edges = stand("move place { pick c in empty - {a1} put my sign on c }", &["b2 a1 a3 c1 b1"]);
        assert_eq!((edges.games, edges.illegal, edges.legal(), edges.breaks), (1, 1, 0, vec![(2, 1)]));
        assert_eq!(edges.first, Some(Break { game: 0, ply: 2, action: "a1".to_owned(), over: false }));
        let two = stand("end when count(occupied) = 3 { last mover wins }\nend when no empty { draw }", &GAMES);
        assert_eq!((two.games, two.over, two.breaks), (2, 2, vec![(4, 2)]));
        assert_eq!(two.first, Some(Break { game: 0, ply: 4, action: "b2".to_owned(), over: true }));
    }
}
