//! What a text can mean: every move whose notation it fits, with the picks that can be read from it.

use rulebook_language::model::{Game, MAX_CHAIN_PICKS, Move, MoveId, Type, Written, reading_rank};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::plan::{ChoiceKind, RolePlan};

/// The most ways to read a text.
const MAX_READINGS: usize = 64;
/// The most steps of reading a text as one move.
const MAX_STEPS: usize = 1 << 14;
/// The most links of a chain that are read.
const MAX_LINKS: usize = MAX_CHAIN_PICKS;
/// How long a number that is picked can be.
const MAX_DIGITS: usize = 5;
/// How many numbers are tried where a text leaves one out.
const MAX_NUMBERS: u16 = 64;
/// What is written where a step leads off the board.
const NOWHERE: &str = "-";

/// The picks of one link as far as they are known, with what is written beside them.
pub type Link = Vec<Option<u16>>;

/// A way to read a text: a move, and its links; of what is no chain, one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The move.
    pub rule: MoveId,
    /// The links.
    pub links: Vec<Link>,
}

/// A move of one notation, read part by part.
struct NotationReader<'a> {
    game: &'a Game,
    rule: &'a Move,
    types: Vec<Type>,
    /// Of a chain, the pick that the next link goes on from.
    chain: Option<u8>,
    found: Vec<Vec<Link>>,
    /// How often it may still go on: names can be cut in many ways.
    left: usize,
}

/// Every way to read the text as a move of the game. `of` says which moves are chains.
pub fn readings(game: &Game, of: &RolePlan, text: &str) -> Vec<Reading> {
    let mut all = Vec::new();
    for (id, rule) in game.moves.iter_ids() {
        let chain = of.choices.iter().find_map(|choice| match choice.sort {
            ChoiceKind::Chain { rule, from, .. } if rule == id => Some(from),
            _ => None,
        });
        if rule.written.is_empty() {
            if rule.name == text {
                all.push(Reading { rule: id, links: vec![Vec::new()] });
            }
            continue;
        }
        let mut reader = NotationReader {
            game,
            rule,
            types: rule.pick_types().collect(),
            chain,
            found: Vec::new(),
            left: MAX_STEPS,
        };
        let first = vec![None; reader.types.len()];
        reader.read(text, 0, first, &mut Vec::new());
        all.extend(reader.found.into_iter().map(|mut links| {
            links.iter_mut().for_each(|link| sort_pairs(game, rule, link));
            Reading { rule: id, links }
        }));
    }
    all
}

/// Puts the ends of each pair, which may be written in either order, into the one in which they are picked.
fn sort_pairs(game: &Game, rule: &Move, link: &mut Link) {
    let board = &game.board;
    for place in rule.pairs.iter().map(|place| usize::from(*place)) {
        let Some([first, second]) = link.get_mut(place..place + 2) else { continue };
        let (Some(a), Some(b)) = (first.map(CellId), second.map(CellId)) else { continue };
        let rank = |cell: CellId| (board.row(cell), board.column(cell), cell);
        // On a line that goes round, the last cell comes before the first.
        let goes_round = || board.toward(a, b).is_some_and(|way| board.goes_round(way));
        if rank(a) > rank(b) && !goes_round() {
            std::mem::swap(first, second);
        }
    }
}

/// Every move whose picks can begin with these cells, in order. `of` says which moves are chains.
pub fn readings_of(game: &Game, of: &RolePlan, cells: &[CellId]) -> Vec<Reading> {
    let reading = |(id, rule): (MoveId, &Move)| {
        let chain = of.choices.iter().find_map(|choice| match choice.sort {
            ChoiceKind::Chain { rule, from, .. } if rule == id => Some(usize::from(from)),
            _ => None,
        });
        let types: Vec<Type> = rule.pick_types().collect();
        let picks = rule.picks().count();
        let is_cell = |place: &usize| *place < picks && types.get(*place).is_some_and(|ty| ty.picks_cells());
        let mut rest = cells.iter();
        let mut links: Vec<Link> = Vec::new();
        while !rest.as_slice().is_empty() && links.len() < MAX_LINKS {
            let mut link: Link = vec![None; types.len()];
            if let (Some(first), Some(last), Some(from)) = (link.first_mut(), links.last(), chain) {
                *first = last.get(from).copied().flatten();
            }
            let further = usize::from(!links.is_empty());
            if further == 1 && chain.is_none() {
                return None;
            }
            let before = rest.len();
            for place in (further..types.len()).filter(is_cell) {
                link[place] = rest.next().map(|cell| cell.0);
            }
            if rest.len() == before {
                return None;
            }
            links.push(link);
        }
        rest.as_slice().is_empty().then_some(Reading { rule: id, links })
    };
    game.moves.iter_ids().filter_map(reading).collect()
}

impl NotationReader<'_> {
    /// Reads on from a part of the notation, backtracking over the names that a pick can be.
    fn read(&mut self, rest: &str, part: usize, link: Link, links: &mut Vec<Link>) {
        self.left = self.left.saturating_sub(1);
        if self.found.len() >= MAX_READINGS || self.left == 0 {
            return;
        }
        let Some(written) = self.rule.written.get(part) else {
            links.push(link);
            if rest.is_empty() {
                self.found.push(links.clone());
            } else if let Some(from) = self.chain
                && links.len() < MAX_LINKS
            {
                // A further link goes on from a pick of this one, which is not written again.
                let mut next = vec![None; self.types.len()];
                if let Some(first) = next.first_mut() {
                    *first = links.last().and_then(|link| link.get(usize::from(from)).copied().flatten());
                }
                self.read(rest, 0, next, links);
            }
            links.pop();
            return;
        };
        match written {
            Written::Text(text) => {
                if let Some(rest) = rest.strip_prefix(text.as_str()) {
                    self.read(rest, part + 1, link, links);
                }
            }
            Written::Pick(0) if !links.is_empty() => self.read(rest, part + 1, link, links),
            Written::Pick(pick) | Written::Small(pick) | Written::Signs(pick, _) => {
                let place = usize::from(*pick);
                if let Some(places) = self.rule.sets().find(|places| places.start == place) {
                    for (length, cells) in self.sets(rest, places.len()) {
                        let mut link = link.clone();
                        let padded = cells.into_iter().chain(std::iter::repeat(u16::MAX)).map(Some);
                        if let Some(slots) = link.get_mut(places.clone()) {
                            slots.iter_mut().zip(padded).for_each(|(slot, cell)| *slot = cell);
                        }
                        self.read(&rest[length..], part + 1, link, links);
                    }
                    return;
                }
                let ty = self.types.get(place).copied().unwrap_or(Type::Cells);
                for (name, value) in self.names(ty, rest, written) {
                    let known = link.get(place).copied().flatten();
                    if known.is_some_and(|known| known != value) {
                        continue;
                    }
                    let mut link = link.clone();
                    if let Some(slot) = link.get_mut(place) {
                        *slot = Some(value);
                    }
                    self.read(&rest[name..], part + 1, link, links);
                }
            }
        }
    }

    /// The sets of cells that a text can begin with, at most so many, with commas between them: how long each is, and its cells in
    /// order. Longest first.
    fn sets(&self, rest: &str, most: usize) -> Vec<(usize, Vec<u16>)> {
        let mut found: Vec<(usize, Vec<u16>)> = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((length, cells)) = open.pop() {
            if found.len() >= MAX_READINGS {
                break;
            }
            let begin = if cells.is_empty() { Some(0) } else { rest[length..].starts_with(',').then_some(length + 1) };
            let Some(begin) = begin.filter(|_| cells.len() < most) else { continue };
            for (name, cell) in self.names(Type::Cells, &rest[begin..], &Written::Pick(0)) {
                if cell != u16::MAX {
                    let longer = [cells.as_slice(), &[cell]].concat();
                    let mut sorted = longer.clone();
                    sorted.sort_by_key(|cell| reading_rank(&self.game.board, *cell));
                    found.push((begin + name, sorted));
                    open.push((begin + name, longer));
                }
            }
        }
        found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        found
    }

    /// What a text can begin with where something of a type is picked: how long its name is, and its number. Longest first.
    fn names(&self, ty: Type, rest: &str, part: &Written) -> Vec<(usize, u16)> {
        let fits = |name: &str| rest.starts_with(name).then_some(name.len());
        let board = &self.game.board;
        let (small, signs) = match part {
            Written::Signs(_, signs) => (false, signs.as_slice()),
            part => (matches!(part, Written::Small(_)), Default::default()),
        };
        let mut found: Vec<(usize, u16)> = match ty {
            _ if !signs.is_empty() => signs.iter().filter_map(|(value, sign)| Some((fits(sign)?, *value))).collect(),
            Type::Directions | Type::Direction => board
                .directions()
                .filter_map(|direction| Some((fits(&board.direction(direction).name)?, direction.index() as u16)))
                .collect(),
            Type::Players | Type::Player => {
                self.game.players.iter_ids().filter_map(|(id, name)| Some((fits(name)?, id.index() as u16))).collect()
            }
            Type::Kinds | Type::Kind => {
                let kinds = self.game.kinds.ids();
                kinds.filter_map(|id| Some((fits(&self.game.kind_written(id, small))?, id.index() as u16))).collect()
            }
            Type::Range => {
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let number = |length: usize| Some((length, rest[..length].parse().ok()?));
                (1..=digits.min(MAX_DIGITS)).filter_map(number).collect()
            }
            _ => board.cells().filter_map(|cell| Some((fits(board.cell_written(cell))?, cell.0))).collect(),
        };
        found.extend(fits(NOWHERE).map(|length| (length, u16::MAX)));
        found.sort_by_key(|(length, value)| (std::cmp::Reverse(*length), *value));
        found
    }
}

/// Of a text that fits no notation: the first name in it that would have to be that of a cell and is not, with the move that it
/// would fit then.
pub fn stranger(game: &Game, text: &str) -> Option<(MoveId, String)> {
    let mut found: Vec<(MoveId, String)> = game
        .moves
        .iter_ids()
        .filter_map(|(id, rule)| {
            let types: Vec<Type> = rule.pick_types().collect();
            let mut rest = text;
            let mut strange = None;
            for (index, part) in rule.written.iter().enumerate() {
                match part {
                    Written::Text(letters) => rest = rest.strip_prefix(letters.as_str())?,
                    Written::Signs(_, signs) => {
                        let sign = signs.iter().map(|(_, sign)| sign).find(|sign| rest.starts_with(sign.as_str()))?;
                        rest = &rest[sign.len()..];
                    }
                    Written::Pick(pick) | Written::Small(pick) => {
                        let is_cell = types.get(usize::from(*pick)).is_none_or(|ty| ty.picks_cells());
                        let name_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                        // The text that follows can be letters itself: `axb`.
                        let end = match rule.written.get(index + 1) {
                            Some(Written::Text(next)) => rest[..name_end].len().min(rest.find(next.as_str())?),
                            _ => name_end,
                        };
                        let name = &rest[..end];
                        if name.is_empty() || !is_cell {
                            return None;
                        }
                        if strange.is_none() && game.board.find_written(name).is_none() {
                            strange = Some(name.to_owned());
                        }
                        rest = &rest[end..];
                    }
                }
            }
            // A coordinate has letters and a number: `pss` is no cell that is missing, but a word.
            let plausible = |name: &String| {
                (!game.board.has_coordinates() && !game.board.is_numbered())
                    || (game.board.is_numbered() && name.bytes().all(|letter| letter.is_ascii_digit()))
                    || (name.starts_with(char::is_alphabetic) && name.ends_with(|c: char| c.is_ascii_digit()))
            };
            strange.filter(|name| rest.is_empty() && plausible(name)).map(|name| (id, name))
        })
        .collect();
    // `xa1` is rather `x` and a cell than a cell.
    found.sort_by_key(|(_, name)| name.len());
    found.into_iter().next()
}

/// Which cells there are that a name could have meant: those of its column, or the columns.
pub fn cells_near(game: &Game, name: &str) -> String {
    let board = &game.board;
    let column = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    if board.is_numbered() {
        return format!("cells are written by their numbers, 1 to {}", board.cell_count());
    }
    let names: Vec<&str> = board.cells().map(|cell| board.cell_name(cell)).collect();
    let wanted = column(name);
    let mut beside: Vec<&str> = names.iter().copied().filter(|known| column(known) == wanted).collect();
    beside.sort_by_key(|known| (known.len(), *known));
    let mut columns: Vec<String> = names.iter().map(|known| column(known)).collect();
    columns.sort_by_key(|column| (column.len(), column.clone()));
    columns.dedup();
    match (beside.as_slice(), columns.as_slice()) {
        ([only], _) => format!("column `{wanted}` has {only} alone"),
        ([first, .., last], _) if beside.len() > 8 => format!("column `{wanted}` has {first} to {last}"),
        ([_, ..], _) => format!("column `{wanted}` has {}", beside.join(", ")),
        (_, [first, .., last]) => format!("the columns are `{first}` to `{last}`"),
        _ => format!("there are {} cells", names.len()),
    }
}

/// How a move is written, with the names of its picks: `{a}-{b}`.
pub fn notation(game: &Game, rule: &Move) -> String {
    if rule.written.is_empty() {
        return rule.name.clone();
    }
    let names: Vec<&str> = rule
        .picks()
        .chain(rule.shown.iter().map(|(local, _)| *local))
        .map(|local| game.sites.names.get(&local).map_or("?", |name| name.text.as_str()))
        .collect();
    let part = |part: &Written| match part {
        Written::Text(text) => text.clone(),
        Written::Pick(pick) => format!("{{{}}}", names.get(usize::from(*pick)).copied().unwrap_or("?")),
        Written::Small(pick) => format!("{{small {}}}", names.get(usize::from(*pick)).copied().unwrap_or("?")),
        Written::Signs(pick, signs) => {
            let signs: Vec<&str> = signs.iter().map(|(_, sign)| sign.as_str()).collect();
            format!("{{{}: {}}}", names.get(usize::from(*pick)).copied().unwrap_or("?"), signs.join(" "))
        }
    };
    rule.written.iter().map(part).collect()
}

/// Every value that a pick of a type can have; of numbers, the first ones.
pub fn domain(game: &Game, ty: Type) -> Vec<u16> {
    match ty {
        Type::Directions | Type::Direction => {
            game.board.directions().map(|direction| direction.index() as u16).collect()
        }
        Type::Players | Type::Player => game.players.ids().map(|player| player.index() as u16).collect(),
        Type::Kinds | Type::Kind => game.kinds.ids().map(|kind| kind.index() as u16).collect(),
        Type::Range => (0..MAX_NUMBERS).collect(),
        _ => game.board.cells().map(|cell: CellId| cell.0).collect(),
    }
}
