//! A design laid out for look-ups: of each cell the patterns that it is part of.

use rulebook_language::model::Game;
use rulebook_play::plan::{Layout, Plan};

use super::alphabet::Alphabet;
use super::cell_key::Reader;
use super::design::{Design, MAX_WEIGHTS};
use super::gauges::{Counted, Gauge, MAX_CLASSES, Source};
use super::leads::Ranking;
use super::map::SymmetryMap;
use super::result::outputs;
use super::tuples::OFF;

/// How the weights of an input lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Input {
    /// Its first weight.
    pub offset: u32,
    /// How many weights it has in each set.
    pub size: u32,
    /// The part of what is learned that goes to this input.
    pub share: f32,
}

/// What the position is to one role.
#[derive(Clone, Debug)]
pub struct View {
    /// What each code is seen as.
    pub recode: Vec<u8>,
    /// Of each slot, where its links begin.
    starts: Vec<u32>,
    /// Inputs with what a code counts there.
    links: Vec<(u32, u32)>,
    /// Of each input, the weight that it has where all codes are 0.
    pub base: Vec<u32>,
    /// The output of each role.
    pub outputs: Vec<u8>,
    /// Of each gauge, where it reads its number, if it reads one.
    pub sources: Vec<Option<Source>>,
}

impl View {
    /// The inputs that a slot is part of.
    #[inline]
    pub fn links(&self, slot: u16) -> &[(u32, u32)] {
        let at = usize::from(slot);
        let (from, to) = (self.starts.get(at).copied().unwrap_or(0), self.starts.get(at + 1).copied().unwrap_or(0));
        self.links.get(from as usize..to as usize).unwrap_or_default()
    }
}

/// A design laid out.
#[derive(Clone, Debug)]
pub struct Wiring {
    /// Reads cells.
    pub reader: Reader,
    /// The code of each key.
    pub codes: Vec<u8>,
    /// How many codes there are.
    pub code_count: usize,
    /// The slots that are cells.
    pub cells: Vec<u16>,
    /// Words of a plane.
    pub plane_words: usize,
    /// How many slots there are.
    pub slots: usize,
    /// How many words of a memory count.
    pub memory_words: usize,
    /// The inputs: places of patterns, then gauges.
    pub inputs: Vec<Input>,
    /// The inputs with weights of their own, by the first of each.
    pub tables: Vec<u32>,
    /// The gauges.
    pub gauges: Vec<Gauge>,
    /// By what leads are told.
    pub rankings: Vec<Ranking>,
    /// Of each code, the gauge that counts its cells.
    pub counts: Vec<Option<u32>>,
    /// The views.
    pub views: Vec<View>,
    /// How many numbers a worth has.
    pub outputs: usize,
    /// How many weights there are, all outputs counted.
    pub weights: usize,
    /// How many players there are.
    pub players: usize,
    /// How many stages have weights of their own.
    pub stages: usize,
    /// Whether all roles share them.
    pub shared: bool,
    /// The words of the role to act and of the stage.
    system: [u32; 2],
}

/// The parts of what is learned that go to single cells, to walks, to windows and shapes, and to gauges.
const SHARES: [f32; 4] = [0.1, 0.4, 0.25, 0.25];

impl Wiring {
    /// Lays a design out for a game.
    ///
    /// # Errors
    /// What of it is not of this game.
    pub fn new(design: &Design, game: &Game, plan: &Plan) -> Result<Self, &'static str> {
        check(design, game, plan)?;
        let layout = &plan.layout;
        let reader = Reader::new(&design.alphabet.keys, game, layout).ok_or("what stands on cells")?;
        let codes = design.alphabet.table();
        let outputs = outputs(game.players.len());
        let sets = design.sets() as u64;
        if design.weights().saturating_mul(outputs as u64) > MAX_WEIGHTS {
            return Err("how many weights there are");
        }
        let (mut inputs, mut tables, mut offset) = (Vec::new(), Vec::new(), 0u64);
        let mut groups = [0usize; 4];
        let mut group_of = Vec::new();
        for pattern in &design.patterns {
            tables.push(inputs.len() as u32);
            let group = match (pattern.length, pattern.radix as usize > design.alphabet.len()) {
                (1, _) => 0,
                (_, false) => 1,
                (_, true) => 2,
            };
            for _ in pattern.places() {
                inputs.push(Input { offset: offset as u32, size: pattern.size() as u32, share: 0.0 });
                group_of.push(group);
                groups[group] += 1;
            }
            offset += pattern.size() * sets;
        }
        for gauge in &design.gauges {
            tables.push(inputs.len() as u32);
            inputs.push(Input { offset: offset as u32, size: gauge.size, share: 0.0 });
            group_of.push(3);
            groups[3] += 1;
            offset += u64::from(gauge.size) * sets;
        }
        let all: f32 = SHARES.iter().zip(groups).filter(|(_, count)| *count > 0).map(|(share, _)| share).sum();
        for (input, group) in inputs.iter_mut().zip(group_of) {
            input.share = SHARES[group] / (all * groups[group] as f32);
        }
        let count_of = |code: usize| {
            let place = design.gauges.iter().position(|gauge| gauge.of == Counted::Cells(code as u8));
            place.map(|place| place as u32)
        };
        let mut wiring = Wiring {
            cells: game.board.cells().map(|cell| cell.0).collect(),
            plane_words: layout.words as usize,
            slots: game.board.slots(),
            memory_words: layout.position as usize,
            code_count: design.alphabet.len(),
            tables,
            counts: (0..design.alphabet.len()).map(count_of).collect(),
            gauges: design.gauges.clone(),
            rankings: rankings(design),
            views: Vec::new(),
            outputs,
            weights: offset as usize * outputs,
            players: game.players.len(),
            stages: usize::from(design.stages.max(1)),
            shared: design.is_shared(),
            system: [layout.system.to_act, layout.system.stage],
            reader,
            codes,
            inputs,
        };
        let identity = SymmetryMap::identity(wiring.slots, game.board.directions().count(), wiring.players);
        let maps = if design.is_shared() { design.exchanges.as_slice() } else { std::slice::from_ref(&identity) };
        let views: Vec<View> = maps.iter().map(|map| wiring.view(design, game, layout, map)).collect();
        wiring.views = views;
        Ok(wiring)
    }

    /// What the position is to the role whom a map makes the first.
    fn view(&self, design: &Design, game: &Game, layout: &Layout, map: &SymmetryMap) -> View {
        let recode = recode(&design.alphabet, &self.codes, map);
        let back = map.back();
        let mut of_slot: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.slots];
        let mut base = Vec::with_capacity(self.inputs.len());
        for pattern in &design.patterns {
            for place in pattern.places() {
                let input = base.len();
                let (mut stride, mut at) = (1u32, self.inputs[input].offset);
                for cell in place {
                    if *cell == OFF {
                        at += stride * (pattern.radix - 1);
                    } else if let Some(links) =
                        back.get(usize::from(*cell)).and_then(|own| of_slot.get_mut(usize::from(*own)))
                    {
                        links.push((input as u32, stride));
                    }
                    stride = stride.wrapping_mul(pattern.radix);
                }
                base.push(at);
            }
        }
        base.extend(self.inputs.iter().skip(base.len()).map(|input| input.offset));
        let (mut starts, mut links) = (vec![0], Vec::new());
        for own in of_slot {
            links.extend(own);
            starts.push(links.len() as u32);
        }
        let output = |role: usize| if self.outputs == 1 { 0 } else { map.player(role) as u8 };
        View {
            recode,
            starts,
            links,
            base,
            outputs: (0..self.players).map(output).collect(),
            sources: self.gauges.iter().map(|gauge| gauge.source(game, layout, &self.rankings, map)).collect(),
        }
    }

    /// Who is to act, and in which stage of the turn, in a memory: one of [`Wiring::heads`].
    #[inline]
    pub fn head(&self, memory: &[u64]) -> usize {
        let word = |at: u32| memory.get(at as usize).copied().unwrap_or(0) as usize;
        let stage = word(self.system[1]).saturating_sub(1).min(self.stages - 1);
        word(self.system[0]).min(self.players.max(1) - 1) * self.stages + stage
    }

    /// How many heads there are.
    pub fn heads(&self) -> usize {
        self.players.max(1) * self.stages
    }

    /// The role to act of a head.
    pub fn role(&self, head: usize) -> usize {
        head / self.stages
    }

    /// The view of a head, by its place.
    #[inline]
    pub fn view_of(&self, head: usize) -> usize {
        if self.shared { head / self.stages } else { 0 }
    }

    /// The set of weights of a head.
    #[inline]
    pub fn set_of(&self, head: usize) -> u32 {
        (if self.shared { head % self.stages } else { head }) as u32
    }
}

/// What each code is to the role whom a map makes the first.
fn recode(alphabet: &Alphabet, table: &[u8], map: &SymmetryMap) -> Vec<u8> {
    if map.keeps_players() { (0..alphabet.len() as u8).collect() } else { alphabet.mapped(table, map) }
}

/// By what the leads of a design are told.
fn rankings(design: &Design) -> Vec<Ranking> {
    let mut found = Vec::new();
    for gauge in &design.gauges {
        if let Counted::Lead { ranking, .. } = gauge.of
            && !found.contains(&ranking)
        {
            found.push(ranking);
        }
    }
    found
}

/// Whether a design can be one of this game: what it names is there.
fn check(design: &Design, game: &Game, plan: &Plan) -> Result<(), &'static str> {
    let (slots, players) = (game.board.slots(), game.players.len());
    let codes = design.alphabet.len();
    if usize::from(design.players) != players {
        return Err("how many players there are");
    }
    if design.stages == 0 || design.stages > 1024 {
        return Err("how many stages turns have");
    }
    let is_permutation = |all: &[u16]| {
        let mut sorted = all.to_vec();
        sorted.sort_unstable();
        sorted.iter().enumerate().all(|(at, own)| at == usize::from(*own))
    };
    let is_map = |map: &SymmetryMap| {
        let players_of: Vec<u16> = map.players.iter().map(|player| u16::from(*player)).collect();
        map.cells.len() == slots
            && is_permutation(&map.cells)
            && players_of.len() == players
            && is_permutation(&players_of)
    };
    if !(design.exchanges.is_empty() || design.exchanges.len() == players) || !design.exchanges.iter().all(is_map) {
        return Err("its symmetries");
    }
    let keys = design.alphabet.keys.count();
    if codes == 0 || codes > 64 || keys > 1 << 16 || design.alphabet.codes.iter().any(|key| u64::from(*key) >= keys) {
        return Err("what stands on cells");
    }
    let is_place = |cell: &u16| *cell == OFF || usize::from(*cell) < slots;
    let is_pattern = |pattern: &super::tuples::Pattern| {
        let radix = pattern.radix as usize;
        let has_off = pattern.cells.contains(&OFF);
        (1..=16).contains(&pattern.length)
            && (radix == codes && !has_off || radix == codes + 1)
            && !pattern.cells.is_empty()
            && pattern.cells.len().is_multiple_of(pattern.length as usize)
            && pattern.cells.iter().all(is_place)
    };
    if design.patterns.len() > 1 << 16 || !design.patterns.iter().all(is_pattern) {
        return Err("its patterns");
    }
    if design.gauges.len() > 1024 || design.gauges.iter().any(|gauge| !(1..=MAX_CLASSES).contains(&gauge.size)) {
        return Err("what is counted");
    }
    if !rankings(design).into_iter().all(|ranking| ranking.is_of(plan)) {
        return Err("by what players are ranked");
    }
    Ok(())
}
