//! What the games of a study say beside results and lengths: how they went, by values that a search gives each position (B), and
//! how much skill each game has room for (C1).

use rustc_hash::FxHashMap;

use super::play::Field;
use super::row::Row;
use crate::analysis::measure::{GameFacts, Ladder, Metric, Recorded, Run, Sheet, ladder, metrics, searches};
use crate::parallel;
use rulebook_play::record::Record;

/// How the games of a study went, and the ladders of its games.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The facts of games, by cell.
    facts: FxHashMap<usize, Vec<GameFacts>>,
    /// The ladder of each setting for which there is one.
    ladders: FxHashMap<usize, Ladder>,
}

impl Course {
    /// Values every position of these games by a search of `values` simulations; `done` is called for each game.
    ///
    /// # Errors
    /// If a record does not fit the rules.
    pub fn add_games(
        &mut self,
        field: &Field<'_>,
        games: &[(Row, String)],
        values: u32,
        done: &(dyn Fn() + Sync),
    ) -> Result<(), String> {
        let run = Run { values: Some(values), watched: 0, ..Run::default() };
        let facts = parallel::map_init(games, FxHashMap::<usize, Recorded>::default, |watching, (row, record)| {
            let cell = field.study().cells.get(row.cell)?;
            let prepared = field.prepared().get(cell.setting)?;
            let record: Result<Record, _> = record.parse();
            let watched = watching.entry(cell.setting).or_insert_with(|| Recorded::new(prepared, &run));
            let facts = match record {
                Ok(record) => watched.facts(&record, row.number).map_err(|mismatch| mismatch.to_string()),
                Err(error) => Err(error.to_string()),
            };
            done();
            Some(facts.map_err(|why| format!("game {} of cell {}: {why}", row.number, row.cell)))
        });
        for ((row, _), facts) in games.iter().zip(facts) {
            if let Some(facts) = facts {
                self.facts.entry(row.cell).or_default().push(facts?);
            }
        }
        Ok(())
    }

    /// Lets searches of twice the simulations play against each other, in every game of the study for two players: `rungs` times, from
    /// `simulations` on, in so many pairs of games.
    ///
    /// # Errors
    /// If a game cannot be played to an end.
    pub fn add_ladders(
        &mut self,
        field: &Field<'_>,
        (simulations, rungs): (u32, u32),
        pairs: u64,
        done: &(dyn Fn() + Sync),
    ) -> Result<(), String> {
        for (setting, prepared) in field.prepared().iter().enumerate() {
            let bounds = (1, field.study().max_plies);
            let found = ladder(prepared, &searches(simulations, rungs + 1), pairs, bounds, done);
            let found = found.map_err(|failed| format!("{}: {failed:?}", prepared.game.about.title))?;
            found.map(|ladder| self.ladders.insert(setting, ladder));
        }
        Ok(())
    }

    /// B1 to B5 of the games of these cells.
    pub(super) fn metrics(&self, cells: &[usize]) -> Vec<Metric> {
        let facts: Vec<GameFacts> = cells.iter().filter_map(|cell| self.facts.get(cell)).flatten().cloned().collect();
        let mut found = metrics(&Sheet::default(), &facts);
        found.retain(|metric| metric.id().starts_with('B'));
        found
    }

    /// The ladder of a setting.
    pub(super) fn ladder(&self, setting: usize) -> Option<&Ladder> {
        self.ladders.get(&setting)
    }
}
