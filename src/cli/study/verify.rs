//! Results held against the rules: every record is replayed.

use std::path::PathBuf;

use super::results::{self, About};
use super::schema;
use crate::database::failed;
use crate::failure::{FINDINGS, Failure};
use crate::progress::Progress;
use crate::terminal::Terminal;

/// How many games that do not hold are told.
const MOST_TOLD: u64 = 20;

/// Replays every record of these files, and says which do not come to what their file says of them.
pub fn verify(names: &[PathBuf], about: &About<'_>, terminal: &mut Terminal) -> Result<(), Failure> {
    let (mut games, mut wrong) = (0u64, 0u64);
    for name in names {
        let Some((file, _)) = results::open(name, about.description)? else {
            return Err(Failure::Usage(format!("there is no file `{}`", name.display())));
        };
        let progress = Progress::new(terminal, "games", None);
        let mut told = Vec::new();
        schema::each(&file, |game| {
            games += 1;
            progress.at(games);
            if let Err(why) = about.field.verify(&game.row, &game.record) {
                wrong += 1;
                if wrong <= MOST_TOLD {
                    told.push(format!("{}: game {} of cell {}: {why}", name.display(), game.row.number, game.row.cell));
                }
            }
            Ok(())
        })
        .map_err(|error| failed(name, &error))?;
        drop(progress);
        told.iter().for_each(|told| terminal.error(told));
    }
    if wrong > MOST_TOLD {
        terminal.say(&format!("{} more games that do not hold are not shown", wrong - MOST_TOLD));
    }
    terminal.say(&format!(
        "{games} games replayed: {}",
        if wrong == 0 { "all match".to_owned() } else { format!("{wrong} do not match") }
    ));
    if wrong == 0 { Ok(()) } else { Err(Failure::Told(FINDINGS)) }
}
