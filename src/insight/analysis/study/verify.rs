//! The games of results held against the rules and the study.

use super::play::{Field, finished, name, seated};
use super::row::Row;
use crate::agents::End;
use rulebook_play::record::{Record, replay};

impl Field<'_> {
    /// Replays the record of a game, and holds it and what is said of it against the study.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn verify(&self, row: &Row, record: &str) -> Result<(), String> {
        let record: Record = record.parse().map_err(|error| format!("its record cannot be read: {error}"))?;
        let study = self.study();
        let cell =
            study.cells.get(row.cell).filter(|cell| row.number < cell.games).ok_or("the study has no such game")?;
        let game = self.prepared().get(cell.setting);
        let entry = study.settings.get(cell.setting).and_then(|setting| study.entries.get(setting.entry));
        let (Some(game), Some(entry)) = (game, entry) else { return Err("the study has no such game".to_owned()) };
        let mut position = game.start();
        replay(&mut position, &record).map_err(|mismatch| mismatch.to_string())?;
        let end = match position.outcome().map_err(|fault| fault.to_string())? {
            Some(outcome) if !outcome.stuck => End::Over(outcome),
            _ => End::Cut,
        };
        let is_cut = end == End::Cut && row.trouble.is_none();
        let same = |what: &str, said: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
            let (said, found) = (format!("{said:?}"), format!("{found:?}"));
            if said == found {
                Ok(())
            } else {
                Err(format!("{what} is {said} there, and {found} by the rules and the study"))
            }
        };
        let whole = crate::agents::Played::default().record(
            &position,
            &name(&entry.file),
            &end,
            cell.seed,
            seated(cell, row.number),
        );
        same("the game", &record.game, &whole.game)?;
        same("the variant", &record.variant, &whole.variant)?;
        same("the options", &record.options, &whole.options)?;
        same("the seed", &record.seed, &whole.seed)?;
        same("the list of players", &record.agents, &whole.agents)?;
        same("the result of the record", &record.result, &whole.result)?;
        same("`cut` of the record", &record.cut, &is_cut)?;
        let length = record.moves.len();
        let told = finished(cell, row.number, &position, whole, &end, row.trouble.clone());
        same("the result", &row.result, &told.record.result.as_ref().map(|result| result.alone().unwrap_or(0)))?;
        same("the player who won", &row.player, &told.player)?;
        same("the role that won", &row.role, &told.role)?;
        same("the end clause", &row.clause, &told.clause)?;
        same("the number of plies", &row.plies, &length)?;
        same("the number of turns", &row.turns, &told.turns)?;
        same("`cut`", &row.cut, &is_cut)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::super::{Field, Row, Study};
    use crate::library::{find, load};

    #[test]
    fn what_is_said_of_a_game_is_held_against_its_record() {
        let text = "[[game]]\nfile = \"tic-tac-toe\"\n[[match]]\nplayers = [\"random\", \"greedy:count(mine)\"]\n";
        let study = Study::read(text).unwrap();
        let mut loaded = load("tic-tac-toe", find("tic-tac-toe").unwrap().text);
        study.values().for_each(|value| loaded.ask(value));
        let prepared = [loaded.prepare(None, &[]).0.unwrap()];
        let field = Field::new(&study, &prepared).unwrap();
        let played = field.play(0, 5, &|| true).unwrap();
        let record = played.record.to_string();
        let row = played.row(0, 5);
        assert_eq!(field.verify(&row, &record), Ok(()));
        let wrong = |change: &dyn Fn(&mut Row)| {
            let mut row = row.clone();
            change(&mut row);
            field.verify(&row, &record).unwrap_err()
        };
        assert!(wrong(&|row| row.plies += 1).starts_with("the number of plies is "));
        assert!(wrong(&|row| row.result = Some(7)).starts_with("the result is Some(7) there"));
        assert!(wrong(&|row| row.clause = None).starts_with("the end clause is "));
        // The other seat: who sits where depends on the number of the game.
        assert!(wrong(&|row| row.number = 4).starts_with("the list of players is "));
        assert!(wrong(&|row| row.cell = 1).contains("no such game"));
        assert!(
            field.verify(&row, &record.replacen("\"seed\":1", "\"seed\":2", 1)).unwrap_err().starts_with("the seed")
        );
    }
}
