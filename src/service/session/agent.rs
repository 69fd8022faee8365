//! What an agent would play.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::line;
use super::players::Players;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::Sheets;
use crate::wire::number;
use rulebook_insight::agents::{Mcts, Spec};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

/// The most simulations, and nodes, that are searched for a request.
const MAX_SIMULATIONS: u32 = 1_000_000;

/// What is asked.
#[derive(Deserialize)]
pub struct Ask {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    agent: String,
    /// The digests of learned players, of which the game has the one that has learned it.
    #[serde(default)]
    players: Vec<String>,
    seed: u64,
}

/// What the agent plays at the end of the line, and what it thinks of the position.
///
/// # Errors
/// If there is no such agent, it cannot play the game, or the game is over.
pub fn opinion(asked: &Ask, sheets: &mut Sheets, players: &Players, host: &mut dyn Host) -> Answered {
    let spec = players.agent(&asked.agent, &asked.players)?;
    let sheet = sheets.game(&asked.game)?;
    let mut position = line::whole(sheet.ready()?, &asked.line)?.position;
    if position.outcome()?.is_some() {
        return Err(Refusal::new("the game is over"));
    }
    if !host.progress(&json!({"simulations": 0})) {
        return Err(Refusal::cancelled());
    }
    let mut rng = Rng::for_game(asked.seed, u64::from(position.ply()));
    if position.is_chance() {
        // Nature acts, whoever is asked.
        let drawn = position.random_action(&mut rng)?.ok_or_else(|| Refusal::new("nothing can be drawn"))?;
        return Ok(json!({"move": position.written(&drawn), "values": null, "actions": []}));
    }
    let simulations = match &spec {
        Spec::Mcts(settings) => settings.simulations,
        Spec::Valued { settings, .. } => settings.simulations,
        _ => 0,
    };
    if simulations > MAX_SIMULATIONS {
        return Err(Refusal::new(format!("at most {MAX_SIMULATIONS} simulations are made for a request")));
    }
    if let Spec::Mcts(settings) = spec {
        let prepared = sheet.ready()?;
        return searched(&mut Mcts::sharing(settings, prepared.compiled.clone(), rng), &mut position);
    }
    let prepared = sheet.played_by(std::slice::from_ref(&spec))?;
    if spec.value().is_some() {
        position = line::whole(&prepared, &asked.line)?.position;
    }
    let mut agent = prepared.agent(&spec)?;
    agent.begin(rng);
    let action = agent.choose(&mut position)?.ok_or_else(|| Refusal::new("there is no legal move"))?;
    Ok(json!({"move": position.written(&action), "values": null, "actions": []}))
}

fn searched(mcts: &mut Mcts, position: &mut Position) -> Answered {
    let found = mcts.search(position)?;
    let mut tried: Vec<(String, u64, f64)> =
        found.candidates.iter().map(|tried| (position.written(&tried.action), tried.visits, tried.score)).collect();
    let best = tried.get(found.best).map(|(text, ..)| text.clone());
    let best = best.ok_or_else(|| Refusal::new("there is no legal move"))?;
    tried.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let actions: Value = tried
        .iter()
        .map(|(text, visits, score)| json!({"text": text, "visits": visits, "value": number(*score)}))
        .collect();
    Ok(
        json!({"move": best, "values": found.scores.iter().map(|value| number(*value)).collect::<Value>(), "actions": actions}),
    )
}
