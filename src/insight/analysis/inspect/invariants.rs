//! What holds of every position, whatever the rules are. Where it does not hold, Rulebook is wrong and not the file, but for
//! actions that are written alike.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::changes::second_hash;
use rulebook_language::model::Type;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};
use rulebook_play::plan::ChoiceKind;

/// How many actions of a position are looked at one by one.
const SAMPLE: u32 = 3;
/// How many positions are kept to be compared.
const MAX_KNOWN: usize = 1 << 14;

/// What does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// Two legal actions are written so.
    Alike(String),
    /// A law, in words.
    Law(String),
}

type LawResult = Result<(), Broken>;

fn law(holds: bool, said: impl FnOnce() -> String) -> LawResult {
    if holds { Ok(()) } else { Err(Broken::Law(said())) }
}

/// Whether all actions differ, and are written differently; with the bytes of what is written.
pub fn written_apart(position: &Position, legal: &ActionList) -> (LawResult, usize) {
    let mut known: FxHashMap<u64, usize> = FxHashMap::default();
    let (mut text, mut other, mut bytes) = (String::new(), String::new(), 0);
    for (index, action) in legal.iter().enumerate() {
        text.clear();
        position.write_action(&action, &mut text);
        bytes += text.len();
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        let Some(first) = known.insert(hasher.finish(), index) else { continue };
        let first = legal.get(first);
        other.clear();
        position.write_action(&first, &mut other);
        if first == action {
            return (Err(Broken::Law(format!("the action `{text}` is generated twice"))), bytes);
        }
        if text == other {
            return (Err(Broken::Alike(text)), bytes);
        }
    }
    (Ok(()), bytes)
}

/// Whether what is generated is what is allowed, for some actions and some that are much like them.
pub fn generated_is_allowed(position: &mut Position, legal: &ActionList, rng: &mut Rng) -> Result<LawResult, Fault> {
    for _ in 0..SAMPLE {
        let Some(action) = legal.random(rng) else { break };
        if !position.allows(&action)? {
            return Ok(Err(Broken::Law(format!("`{}` is generated and not allowed", position.written(&action)))));
        }
        let Some(other) = nearly(position, &action, legal, rng) else { continue };
        if position.allows(&other)? != legal.contains(&other) {
            return Ok(Err(Broken::Law(format!("`{}` is allowed and not generated", position.written(&other)))));
        }
    }
    Ok(Ok(()))
}

/// The action with some picks of another legal action, or with others of the same type.
fn nearly(position: &Position, action: &Action, legal: &ActionList, rng: &mut Rng) -> Option<Action> {
    let other = legal.random(rng).filter(|other| other.choice() == action.choice())?;
    let game = position.game();
    let choices = &position.plan().roles[position.role_to_act()].choices;
    let rule = match choices.get(usize::from(action.choice()))?.sort {
        ChoiceKind::Move { rule, .. } => rule,
        _ => return None,
    };
    let mut picks = action.picks().to_vec();
    for ((pick, others), from) in picks.iter_mut().zip(other.picks()).zip(game.moves[rule].pick_types()) {
        let count = match from {
            Type::Cells => game.board.slots(),
            Type::Directions => game.board.directions().count(),
            Type::Players => game.players.len(),
            Type::Kinds => game.kinds.len(),
            _ => 0,
        };
        match rng.below(3) {
            0 => *pick = *others,
            1 if count > 0 => *pick = rng.below(count as u32) as u16,
            _ => {}
        }
    }
    Some(action.with_picks(&picks))
}

/// Whether some actions can be taken back, with the hash kept on the way.
pub fn undone(position: &mut Position, legal: &ActionList, rng: &mut Rng) -> Result<LawResult, Fault> {
    let (words, hash) = (position.words().to_vec(), position.hash());
    for _ in 0..SAMPLE {
        let Some(action) = legal.random(rng) else { break };
        let written = position.written(&action);
        position.play_unchecked(&action)?;
        let kept = position.hash() == position.fresh_hash();
        position.undo();
        let same = position.words() == words && position.hash() == hash;
        let held = law(kept, || format!("the hash after `{written}` is not that of the position"));
        let held = held.and_then(|()| law(same, || format!("`{written}` is not taken back as it was played")));
        if held.is_err() {
            return Ok(held);
        }
    }
    let again = position.legal()?;
    let same = again.len() == legal.len() && again.iter().zip(legal.iter()).all(|(now, then)| now == then);
    Ok(law(same, || "the legal actions differ after one was taken back".to_owned()))
}

/// Whether an action is found again by how it is written.
pub fn found_again(position: &mut Position, legal: &ActionList, rng: &mut Rng) -> LawResult {
    let Some(action) = legal.random(rng) else { return Ok(()) };
    let written = position.written(&action);
    let plain = !written.is_empty() && !written.contains(char::is_whitespace);
    law(plain, || format!("an action is written `{written}`"))?;
    law(position.find(&written) == Ok(action), || format!("`{written}` is not found again by how it is written"))
}

/// Whether the position's text gives the position again.
pub fn read_back(position: &Position) -> LawResult {
    let text = position.notation();
    let read = Position::read(Arc::clone(position.game()), Arc::clone(position.plan()), &text);
    match read {
        Ok(read) => {
            let same = read.words() == position.words() && read.hash() == position.hash() && read.notation() == text;
            law(same, || format!("the position `{text}` reads back as `{}`", read.notation()))
        }
        Err(error) => Err(Broken::Law(format!("the position `{text}` does not read back: {error}"))),
    }
}

/// Positions that were seen, by hash.
#[derive(Default)]
pub struct SeenPositions(FxHashMap<u64, u64>);

impl SeenPositions {
    /// Whether the position is the only one of its hash so far.
    pub fn alone(&mut self, position: &Position) -> LawResult {
        let second = second_hash(position.words());
        if self.0.len() >= MAX_KNOWN {
            self.0.clear();
        }
        let first = *self.0.entry(position.hash()).or_insert(second);
        law(first == second, || format!("`{}` has the hash of another position", position.notation()))
    }
}
