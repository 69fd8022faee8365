//! What a position consists of: the fields of its flat memory of 64-bit words.

use rulebook_language::model::EVENTS;
use rulebook_language::model::{CounterId, Game, KindId, MarkId, MoveId, PlayerId, Scatter};
use rulebook_language::util::Id;

/// A field of the memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, for people and for position notation.
    pub name: String,
    /// What it holds.
    pub sort: FieldKind,
    /// Its first word.
    pub offset: u32,
    /// How many words.
    pub words: u32,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// The cells of a player's (or, past the last player, neutral) pieces.
    Owner,
    /// The cells of a kind's pieces.
    Kind,
    /// Cells: a mark, or what happened this turn.
    Cells,
    /// Whole numbers.
    Numbers,
    /// What lies under the top piece of each cell.
    Under,
}

/// Places of the numbers that every game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct System {
    /// The role to act.
    pub to_act: u32,
    /// The stage of its turn, counted from 1.
    pub stage: u32,
    /// 1 between two actions of one turn.
    pub mid_turn: u32,
    /// 1 once the seats are exchanged.
    pub swapped: u32,
    /// How many turns in a row were passed.
    pub passes: u32,
    /// The role that acted last, plus 1; 0 at the start.
    pub last_mover: u32,
    /// The cell that the last seed of this turn fell on, plus 1.
    pub last_sown: u32,
    /// The turns played.
    pub turns: u32,
    /// The actions played.
    pub plies: u32,
    /// The actions of the setup played, where it leaves something to chance.
    pub dealt: u32,
    /// While a repetition rule is asked: the turns since the first of the occurrences that count.
    pub cycle_length: u32,
}

/// How pieces under others are kept: for each cell a number of `words` words whose digits of `bits` bits are the pieces from
/// the second one down, the nearest to the top first. A digit is 1 + (owner * kinds + kind) * values + marks; 0 is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacks {
    /// The first cell's first word.
    pub offset: u32,
    /// Words a cell: 1 or 2.
    pub words: u32,
    /// Bits a piece.
    pub bits: u32,
    /// How high a stack may grow, the top piece counted.
    pub max_height: u16,
    /// How many kinds there are.
    pub kinds: u16,
    /// How many ways there are for a piece to carry marks.
    pub values: u32,
}

impl Stacks {
    /// The owner, the kind and the marks of a digit that is a piece; the first mark is the lowest bit.
    pub fn piece(self, digit: u32) -> (u32, u32, u32) {
        let (piece, marks) = ((digit.max(1) - 1) / self.values, (digit.max(1) - 1) % self.values);
        (piece / u32::from(self.kinds), piece % u32::from(self.kinds), marks)
    }

    /// The digit of a piece.
    pub fn digit(self, owner: u32, kind: u32, marks: u32) -> u32 {
        1 + (owner * u32::from(self.kinds) + kind) * self.values + marks
    }
}

/// Where everything is.
///
/// Contents come first (owners, kinds, marks, counters), then what belongs to the turn, then what is no part of the
/// position: counts of turns and plies, and copies of the contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Words of a plane.
    pub words: u32,
    /// Named fields, in order.
    pub fields: Vec<Field>,
    /// Planes of owners: one a player, and one for neutral pieces where there are any.
    pub owners: u16,
    /// Planes of kinds: none where there is one kind.
    pub kinds: u16,
    /// How many marks go with pieces: they are the first ones.
    pub carried: u16,
    /// The plane of each mark; those that go with pieces come first, behind the kinds.
    pub marks: Vec<u32>,
    /// The first counter of each.
    pub counters: Vec<u32>,
    /// The numbers that are forgotten with the turn, and what they are then: those that nature rolls or draws, and others.
    pub of_turn: Vec<(u32, i64)>,
    /// Of each scatter of the setup, the number of cells that are left, then of the pieces of each sort.
    pub scatters: Vec<u32>,
    /// How pieces under others are kept, where cells hold stacks.
    pub stacks: Option<Stacks>,
    /// What a repetition compares ends here.
    pub compared: u32,
    /// Contents end here.
    pub contents: u32,
    /// Planes of this turn: placed, removed, flipped, moved, promoted.
    pub events: [u32; EVENTS],
    /// The numbers that every game has.
    pub system: System,
    /// Who made each move last, plus 1.
    pub last_to: Vec<u32>,
    /// The last picks of each move in this turn, plus 1.
    pub last_picks: Vec<u32>,
    /// What identifies a position ends here.
    pub position: u32,
    /// A copy of the contents from before the move.
    pub before: u32,
    /// A copy of the contents from the turn's start.
    pub turn_start: u32,
    /// All words.
    pub size: u32,
}

impl Layout {
    /// The layout of a game's positions.
    pub fn new(game: &Game) -> Self {
        let words = game.board.words() as u32;
        let mut at = 0;
        let mut fields = Vec::new();
        let mut field = |name: String, sort, words: u32| {
            let offset = at;
            at += words;
            fields.push(Field { name, sort, offset, words });
            offset
        };
        let mut owners = 0;
        for player in &game.players {
            field(player.clone(), FieldKind::Owner, words);
            owners += 1;
        }
        if game.kinds.iter().any(|kind| kind.neutral) {
            field("neutral".to_owned(), FieldKind::Owner, words);
            owners += 1;
        }
        let mut kinds = 0;
        if game.kinds.len() > 1 {
            for kind in &game.kinds {
                field(kind.name.clone(), FieldKind::Kind, words);
                kinds += 1;
            }
        }
        let mut marks = vec![0; game.marks.len()];
        for (id, mark) in game.marks.iter_ids().filter(|(_, mark)| !mark.aside) {
            marks[id.index()] = field(mark.name.clone(), FieldKind::Cells, words);
        }
        let carried = game.carried_marks().count() as u16;
        let stacks = (game.max_height > 1).then(|| {
            let values = 1 << carried;
            let codes = u32::from(owners) * game.kinds.len() as u32 * values + 1;
            let bits = u32::BITS - codes.leading_zeros();
            let words = if u32::from(game.max_height - 1) * bits <= 64 { 1 } else { 2 };
            let offset = field("under".to_owned(), FieldKind::Under, words * game.board.slots() as u32);
            Stacks { offset, words, bits, max_height: game.max_height, kinds: game.kinds.len() as u16, values }
        });
        let mut counters = vec![0; game.counters.len()];
        for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.is_compared()) {
            let count = game.numbers(counter.per) as u32;
            counters[id.index()] = field(counter.name.clone(), FieldKind::Numbers, count);
        }
        // What is no part of what a repetition compares: counters of the game as a whole, which count how it went, and all that
        // stands aside.
        let compared = field("compared".to_owned(), FieldKind::Numbers, 0);
        for (id, mark) in game.marks.iter_ids().filter(|(_, mark)| mark.aside) {
            marks[id.index()] = field(mark.name.clone(), FieldKind::Cells, words);
        }
        for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| !counter.is_compared()) {
            let count = game.numbers(counter.per) as u32;
            counters[id.index()] = field(counter.name.clone(), FieldKind::Numbers, count);
        }
        let mut of_turn = Vec::new();
        for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.is_of_turn()) {
            let counted = (0..game.numbers(counter.per)).filter(|place| game.is_counted(counter.per, *place));
            of_turn.extend(counted.map(|place| (counters[id.index()] + place as u32, counter.start)));
        }
        let scatter = |(place, scatter): (usize, &Scatter)| {
            let name = if place == 0 { "scatter".to_owned() } else { format!("scatter{}", place + 1) };
            field(name, FieldKind::Numbers, 1 + scatter.items.len() as u32)
        };
        let scatters: Vec<u32> = game.scatters().enumerate().map(scatter).collect();
        let contents = field("turn".to_owned(), FieldKind::Numbers, 0);
        let events = ["placed", "removed", "flipped", "moved", "promoted", "vacated"]
            .map(|name| field(name.to_owned(), FieldKind::Cells, words));
        let mut number = |name: &str| field(name.to_owned(), FieldKind::Numbers, 1);
        let mut system = System {
            to_act: number("to_act"),
            stage: number("stage"),
            mid_turn: number("mid_turn"),
            swapped: number("swapped"),
            passes: number("passes"),
            last_mover: number("last_mover"),
            last_sown: number("last_sown"),
            ..System::default()
        };
        let last_to = game.moves.iter().map(|rule| number(&format!("last_to_{}", rule.name))).collect();
        let last_picks = game
            .moves
            .iter()
            .map(|rule| {
                field(format!("last_picks_{}", rule.name), FieldKind::Numbers, rule.pick_types().count() as u32)
            })
            .collect();
        let position = field("outside".to_owned(), FieldKind::Numbers, 0);
        system.turns = field("turns".to_owned(), FieldKind::Numbers, 1);
        system.plies = field("plies".to_owned(), FieldKind::Numbers, 1);
        system.dealt = field("dealt".to_owned(), FieldKind::Numbers, u32::from(!game.deals.is_empty()));
        system.cycle_length = field("cycle_length".to_owned(), FieldKind::Numbers, 1);
        let before = field("before".to_owned(), FieldKind::Numbers, contents);
        let turn_start = field("turn_start".to_owned(), FieldKind::Numbers, contents);
        let size = at;
        let unsaid = [system.cycle_length, system.dealt];
        fields.retain(|field| field.words > 0 && field.name != "before" && !unsaid.contains(&field.offset));
        Layout {
            words,
            fields,
            owners,
            kinds,
            carried,
            marks,
            counters,
            of_turn,
            scatters,
            stacks,
            compared,
            contents,
            events,
            system,
            last_to,
            last_picks,
            position,
            before,
            turn_start,
            size,
        }
    }

    /// The plane of a player's pieces.
    pub fn owner(&self, player: PlayerId) -> u32 {
        player.index() as u32 * self.words
    }

    /// The plane of neutral pieces, where there are any.
    pub fn neutral(&self, players: usize) -> Option<u32> {
        (usize::from(self.owners) > players).then_some(players as u32 * self.words)
    }

    /// The plane of a kind, where there are several.
    pub fn kind(&self, kind: KindId) -> Option<u32> {
        (self.kinds > 0).then(|| self.kinds_start() + kind.index() as u32 * self.words)
    }

    /// The first plane of kinds.
    pub fn kinds_start(&self) -> u32 {
        u32::from(self.owners) * self.words
    }

    /// All planes that say what stands where, with the marks that go with pieces.
    pub fn piece_planes(&self) -> u16 {
        self.owners + self.kinds + self.carried
    }

    /// The place of a mark's plane among all planes of pieces and marks.
    pub fn mark_plane(&self, mark: MarkId) -> usize {
        usize::from(self.owners + self.kinds) + mark.index()
    }

    /// The plane of a mark.
    pub fn mark(&self, mark: MarkId) -> u32 {
        self.marks[mark.index()]
    }

    /// The first number of a counter.
    pub fn counter(&self, counter: CounterId) -> u32 {
        self.counters[counter.index()]
    }

    /// The word that says who made a move last.
    pub fn last_to(&self, rule: MoveId) -> u32 {
        self.last_to[rule.index()]
    }

    /// The word of a pick of a move's last action.
    pub fn last_pick(&self, rule: MoveId, pick: u8) -> u32 {
        self.last_picks[rule.index()] + u32::from(pick)
    }
}
