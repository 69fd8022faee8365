//! The rules searched for variants whose games are as one wishes.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, OfGame};
use super::sheets::Sheets;
use crate::report;
use rulebook_explore::{Ground, Plan, Refused, Search, Vary, Wording};
use rulebook_insight::agents::Spec;

/// The most games.
const MAX_GAMES: u64 = 1_000_000;

/// What is searched.
#[derive(Deserialize)]
pub struct Explore {
    game: GameRef,
    want: String,
    #[serde(default)]
    vary: Vec<String>,
    #[serde(default)]
    keep: Vec<String>,
    #[serde(default)]
    lines: Vec<String>,
    #[serde(default)]
    agents: Vec<String>,
    games: u64,
    seed: u64,
    depth: Option<u32>,
    best: Option<usize>,
    #[serde(default)]
    html: bool,
}

/// What `explore` finds; as it goes on, how many games were played and how the variants fare.
///
/// # Errors
/// If a wish or what is varied cannot be read, or nobody waits any more.
pub fn explored(asked: &Explore, sheets: &mut Sheets, host: &mut dyn Host) -> Answered {
    if asked.games > MAX_GAMES {
        return Err(Refusal::new(format!("the number of games is at most {MAX_GAMES}")));
    }
    let plan = asked.plan()?;
    let ground = ground(&asked.game, sheets, &plan.agents)?;
    let prepared = ground.prepared.clone();
    let vary = Vary::read(&ground, &asked.vary, &asked.keep, &asked.lines).map_err(refused)?;
    let mut search = Search::new(ground, &asked.want, &vary, plan, false).map_err(refused)?;
    let mut watch = Watch::default();
    search.run(&mut |search| host.progress(&watch.look(search)));
    if !search.is_over() {
        return Err(Refusal::cancelled());
    }
    let found = search.found();
    let html = asked.html.then(|| report::explored(&found, &prepared));
    let found = serde_json::to_value(&found).map_err(|error| Refusal::new(error.to_string()))?;
    Ok(json!({"found": found, "html": html, "progress": watch.look(&search)}))
}

/// What can be wished for, and what can stay.
///
/// # Errors
/// If the sheet has errors.
pub fn wishes(asked: &OfGame, sheets: &mut Sheets) -> Answered {
    let ground = ground(&asked.game, sheets, &[])?;
    let wording = Wording::new(&ground.sheet);
    let names = wording.choices().into_iter();
    let names: Vec<Value> = names
        .map(
            |worded| json!({"name": worded.name, "label": worded.label, "unit": worded.unit, "share": worded.is_share}),
        )
        .collect();
    let keep: Vec<String> = ground.declared.iter().map(|declared| declared.slot.name()).collect();
    Ok(json!({"names": names, "keep": keep}))
}

impl Explore {
    fn plan(&self) -> Result<Plan, Refusal> {
        let usual = Plan::default();
        let read = |agent: &String| agent.trim().parse::<Spec>().map_err(|error| Refusal::new(error.to_string()));
        let agents = self.agents.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Plan {
            agents: if agents.is_empty() { usual.agents } else { agents },
            games: self.games,
            seed: self.seed,
            depth: self.depth.unwrap_or(usual.depth),
            best: self.best.unwrap_or(usual.best),
            ..usual
        })
    }
}

fn ground(game: &GameRef, sheets: &mut Sheets, agents: &[Spec]) -> Result<Ground, Refusal> {
    let sheet = sheets.game(game)?;
    let (loaded, _) = sheet.valuing(agents)?;
    let set: Vec<(String, String)> =
        game.options.iter().map(|(option, value)| (option.clone(), value.clone())).collect();
    let ground = Ground::new(loaded, game.variant.as_deref(), &set);
    ground.map_err(|_| Refusal::new("the rule sheet has errors"))
}

fn refused(refused: Refused) -> Refusal {
    Refusal::new(match refused.help {
        Some(help) => format!("{}: {help}", refused.message),
        None => refused.message,
    })
}

/// Tells how all variants fare, each time of all of them: what is told between may be lost. The texts of those that were there at first
/// come first alone.
#[derive(Default)]
struct Watch {
    told: Option<usize>,
}

impl Watch {
    fn look(&mut self, search: &Search) -> Value {
        let first = self.told.unwrap_or(0);
        let texts: Vec<Value> = search
            .candidates()
            .skip(first)
            .map(|its| json!({"title": its.title, "words": its.words, "block": its.block}))
            .collect();
        self.told.get_or_insert(texts.len());
        // No numbers: those of the race made the choice, and would flatter it.
        let mut kinds: Vec<(&str, Option<String>)> = Vec::new();
        let mut kind = |place: usize| {
            let standing = search.standing(place).map_or(("new", None), |standing| (standing.fate, standing.why));
            kinds.iter().position(|known| *known == standing).unwrap_or_else(|| {
                kinds.push(standing);
                kinds.len() - 1
            })
        };
        let fates: Vec<usize> = (0..search.candidates().len()).map(&mut kind).collect();
        let kinds: Vec<Value> = kinds.into_iter().map(|(fate, why)| json!({"fate": fate, "why": why})).collect();
        let progress = search.progress();
        json!({
            "games": progress.games, "of": progress.of, "last": progress.is_last,
            "first": first, "texts": texts, "kinds": kinds, "fates": fates,
        })
    }
}
