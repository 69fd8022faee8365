//! What a search is asked for: on the command line, or in a file.

use std::path::{Path, PathBuf};

use super::command::Explore;
use crate::failure::{Failure, USAGE};
use crate::input;
use crate::players::{agent, with_files};
use crate::terminal::Terminal;
use rulebook_explore::{Ground, Plan, Refused, Search, Study, Vary};
use rulebook_insight::analysis::study::Misread;
use rulebook_insight::library::Loaded;

/// What a search is asked for.
pub struct Asked {
    /// The file of the search, where it is one.
    pub study: Option<PathBuf>,
    ground: Ground,
    want: String,
    vary: Vary,
    plan: Plan,
}

/// Says what is wrong with the text of a study.
struct Place {
    name: String,
    text: String,
}

impl Place {
    fn failure(&self, misread: &Misread) -> Failure {
        Failure::Usage(misread.shown(&self.name, &self.text))
    }

    /// What was refused, at what the study says of it.
    fn refused(&self, study: &Study, key: &str, refused: Refused) -> Failure {
        let span = study.places.get(key).cloned().unwrap_or_default();
        self.failure(&Misread { help: refused.help, ..Misread::new(span, refused.message) })
    }
}

/// The failure of what was refused on the command line.
fn usage(refused: &Refused) -> Failure {
    Failure::Usage(refused.to_string())
}

impl Asked {
    /// Reads what is asked for.
    pub fn read(command: &Explore, terminal: &mut Terminal) -> Result<Self, Failure> {
        let is_study = command.file.file.extension().is_some_and(|ending| ending == "toml");
        if is_study { Asked::of_study(command, terminal) } else { Asked::of_command(command, terminal) }
    }

    fn of_command(command: &Explore, terminal: &mut Terminal) -> Result<Self, Failure> {
        let settings = command.file.with(&command.settings)?;
        let mut loaded = input::read(&command.file.file)?;
        let agents = command.agents.iter().map(|text| agent(text)).collect::<Result<Vec<_>, _>>();
        let agents = agents.map_err(Failure::Usage)?;
        loaded.ask_for(&agents);
        let title = settings.variant.as_ref().map(|variant| variant.title.as_str());
        let set: Vec<(String, String)> =
            settings.set.iter().map(|set| (set.option.clone(), set.value.clone())).collect();
        let ground = ground(loaded, title, &set, terminal)?;
        if command.want.is_empty() {
            return Err(Failure::Usage(
                "nothing is wished for\n  help: write wishes such as `--want \"score of seat 1 in 48..52 %, draws < 5 %\"`".to_owned(),
            ));
        }
        let vary =
            Vary::read(&ground, &command.vary, &command.keep, &command.lines).map_err(|refused| usage(&refused))?;
        let usual = Plan::default();
        let plan = Plan {
            agents: if agents.is_empty() { usual.agents } else { agents },
            games: command.games.unwrap_or(usual.games),
            seed: command.seed.unwrap_or(usual.seed),
            max_plies: command.max_plies.unwrap_or(usual.max_plies),
            depth: command.depth.unwrap_or(usual.depth),
            best: command.best.map_or(usual.best, |best| best as usize),
            values: command.values.unwrap_or(usual.values),
        };
        Ok(Asked { study: None, ground, want: command.want.join(", "), vary, plan })
    }

    fn of_study(command: &Explore, terminal: &mut Terminal) -> Result<Self, Failure> {
        let said = [
            ("--want", !command.want.is_empty()),
            ("--vary", !command.vary.is_empty()),
            ("--keep", !command.keep.is_empty()),
            ("--try", !command.lines.is_empty()),
            ("--agent", !command.agents.is_empty()),
            ("--games", command.games.is_some()),
            ("--seed", command.seed.is_some()),
            ("--depth", command.depth.is_some()),
            ("--best", command.best.is_some()),
            ("--max-plies", command.max_plies.is_some()),
            ("--values", command.values.is_some()),
            ("--set", !command.settings.set.is_empty()),
            ("--variant", command.settings.variant.is_some()),
        ];
        if let Some((option, _)) = said.into_iter().find(|(_, is)| *is) {
            return Err(Failure::Usage(format!(
                "`{option}` is for a game file: what a STUDY.toml searches stands in it\n  help: write it into `{}`",
                command.file.file.display()
            )));
        }
        let path = &command.file.file;
        let place = Place { name: path.display().to_string(), text: input::plain(path)? };
        let mut study = Study::read(&place.text).map_err(|misread| place.failure(&misread))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for spec in &mut study.plan.agents {
            *spec = with_files(spec.clone(), folder).map_err(Failure::Usage)?;
        }
        let mut loaded = input::read(&beside(path, &study.game)).map_err(|failure| match failure {
            Failure::Usage(message) => {
                let (message, help) = message
                    .split_once("\n  help: ")
                    .map_or((message.as_str(), None), |(message, help)| (message, Some(help)));
                let refused = Refused { message: message.to_owned(), help: help.map(str::to_owned) };
                place.refused(&study, "game", refused)
            }
            other => other,
        })?;
        loaded.ask_for(&study.plan.agents);
        let ground = ground(loaded, study.variant.as_deref(), &study.set, terminal)?;
        let vary = Vary::read(&ground, &study.vary, &study.keep, &study.lines).map_err(|refused| {
            let key = if refused.message.contains("is called") { "keep" } else { "vary" };
            place.refused(&study, key, refused)
        })?;
        let asked =
            Asked { study: Some(path.clone()), want: study.want.clone(), plan: study.plan.clone(), ground, vary };
        // Wishes and agents are looked at where they are written.
        asked.try_search().map_err(|refused| {
            let key =
                if refused.message.contains("agent") || refused.message.contains("greedy") { "agents" } else { "want" };
            place.refused(&study, key, refused)
        })?;
        Ok(asked)
    }

    fn try_search(&self) -> Result<Search, Refused> {
        Search::new(self.ground.clone(), &self.want, &self.vary, self.plan.clone(), false)
    }

    /// The search.
    pub fn search(&self) -> Result<Search, Failure> {
        self.try_search().map_err(|refused| usage(&refused))
    }

    /// The texts of the rules, as JSON, for whoever reads the results alone.
    pub fn texts(&self) -> String {
        let sources = self.ground.loaded.sources.iter().filter(|(_, file)| !file.name.starts_with('<'));
        serde_json::Value::Array(sources.map(|(_, file)| (*file.text).into()).collect()).to_string()
    }
}

/// The sheet; what is wrong with it is told.
fn ground(
    loaded: Loaded,
    title: Option<&str>,
    set: &[(String, String)],
    terminal: &mut Terminal,
) -> Result<Ground, Failure> {
    Ground::new(loaded, title, set).map_err(|wrong| {
        let (report, sources) = *wrong;
        terminal.show_findings(&report, &sources);
        Failure::Told(USAGE)
    })
}

/// A file beside a study, or a shipped game.
fn beside(study: &Path, file: &str) -> PathBuf {
    let near = study.parent().map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
    if input::is_there(&near) { near } else { PathBuf::from(file) }
}
