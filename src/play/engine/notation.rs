//! Positions as one line of text that reads back: the cells in rows from the bottom of the picture, then what else differs from
//! an empty memory.
//!
//! `Bw.b/(3)[wB] Black stage=1`: a letter for a piece as in the picture, `[..]` for a stack with its top piece first, `.` for an
//! empty cell and `(3)` for three.

use std::sync::Arc;

use super::fault::NotationError;
use super::position::Position;
use crate::plan::{Field, FieldKind, Layout, Plan};
use rulebook_language::model::{Game, MAX_PICKED_NUMBER, OwnedKind, Per, PlayerId, Type};
use rulebook_language::topology::CellId;
use rulebook_language::util::{Id, suggest};

/// Whether a field is given by its name in a text.
fn can_be_given(layout: &Layout, field: &Field) -> bool {
    !matches!(field.sort, FieldKind::Owner | FieldKind::Kind | FieldKind::Under) && field.offset != layout.system.to_act
}

/// So many numbers, in words.
fn numbers(count: usize) -> String {
    if count == 1 { "1 number is".to_owned() } else { format!("{count} numbers are") }
}

impl Position {
    /// The position as text. [`Position::read`] reads it back.
    pub fn notation(&self) -> String {
        let mut text = self.rows();
        text.push(' ');
        text.push_str(&self.game.players[self.role_to_act()]);
        let layout = &self.plan.layout;
        for field in &layout.fields {
            let is_pieces = matches!(field.sort, FieldKind::Owner | FieldKind::Kind | FieldKind::Under);
            // Between turns the start of the turn is the position itself.
            let is_start = field.offset == layout.turn_start;
            let starts = self.plan.copies_turn_start && self.word(layout.system.mid_turn) == 1;
            if is_pieces || field.offset == layout.system.to_act || (is_start && !starts) {
                continue;
            }
            if self.is_of_links(field.offset) {
                continue;
            }
            let words: Vec<u64> = (field.offset..field.offset + field.words).map(|at| self.word(at)).collect();
            let is_deep = || self.carried_at(field.offset).is_some_and(|mark| !self.marked_under(mark).is_empty());
            if words.iter().all(|word| *word == 0) && !is_deep() {
                continue;
            }
            let value = match field.sort {
                FieldKind::Cells => {
                    let marked = |cell: &CellId| words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
                    let name = |cell: CellId| self.game.board.cell_written(cell).to_owned();
                    let mut names: Vec<String> = self.game.board.cells().filter(marked).map(name).collect();
                    if let Some(mark) = self.carried_at(field.offset) {
                        names.extend(self.marked_under(mark));
                    }
                    names.join(",")
                }
                _ => {
                    // Of a counter with two indexes those of each first index for themselves.
                    let row = self.numbers_a_row(field.offset).unwrap_or(words.len());
                    let rows = words
                        .chunks(row.max(1))
                        .map(|row| row.iter().map(|word| (*word as i64).to_string()).collect::<Vec<_>>().join(","));
                    rows.collect::<Vec<_>>().join("/")
                }
            };
            text.push_str(&format!(" {}={value}", field.name));
        }
        text + &self.links_written()
    }

    /// The cells in the order of [`Game::board`]'s ids, a slash between rows.
    fn rows(&self) -> String {
        let board = &self.game.board;
        let signs = self.game.signs();
        let mut text = String::new();
        let mut row = None;
        let mut empty = 0usize;
        let flush = |text: &mut String, empty: &mut usize| {
            match *empty {
                0 => {}
                1 => text.push('.'),
                n => text.push_str(&format!("({n})")),
            }
            *empty = 0;
        };
        for cell in board.cells() {
            if row.is_some_and(|row| row != board.row(cell)) {
                flush(&mut text, &mut empty);
                text.push('/');
            }
            row = Some(board.row(cell));
            let pieces = self.pieces(cell);
            if pieces.is_empty() {
                empty += 1;
                continue;
            }
            flush(&mut text, &mut empty);
            let letters: String = pieces.iter().map(|piece| signs.letter(*piece)).collect();
            text.push_str(&if pieces.len() > 1 { format!("[{letters}]") } else { letters });
        }
        flush(&mut text, &mut empty);
        text
    }

    /// The position that a text describes.
    ///
    /// # Errors
    /// If the text is not one of a position of this game, or the rules cannot be evaluated there.
    pub fn read(game: Arc<Game>, plan: Arc<Plan>, text: &str) -> Result<Position, NotationError> {
        let mut position = Position::new(game, plan);
        let mut parts = text.split_whitespace();
        let layout = position.plan.layout.clone();
        let mut words = vec![0u64; layout.size as usize];
        let rows = parts.next().ok_or_else(|| NotationError::Shape("a position needs its cells".to_owned()))?;
        position.read_rows(rows, &mut words)?;
        position.begin_carried(&mut words);
        let to_act =
            parts.next().ok_or_else(|| NotationError::Shape("a position needs the player to act".to_owned()))?;
        let player = position.game.players.iter().position(|name| name == to_act);
        words[layout.system.to_act as usize] = player.ok_or_else(|| position.no_player(to_act))? as u64;
        let mut given: Vec<&str> = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('=').ok_or_else(|| position.no_field(part))?;
            if let Some(link) = position.game.links.iter().find(|link| link.name == name) {
                if given.contains(&name) {
                    return Err(NotationError::Shape(format!("`{part}`: `{name}` is given twice")));
                }
                given.push(name);
                position.read_links(link, part, value, &mut words)?;
                continue;
            }
            let field = layout.fields.iter().find(|field| field.name == name && can_be_given(&layout, field));
            let field = field.ok_or_else(|| position.no_field(part))?;
            if given.contains(&name) {
                return Err(NotationError::Shape(format!("`{part}`: `{name}` is given twice")));
            }
            given.push(name);
            match field.sort {
                FieldKind::Cells => position.read_marked(field, part, value, &mut words)?,
                _ => position.read_numbers(field, part, value, &mut words)?,
            }
        }
        if words[layout.system.stage as usize] == 0 && words[layout.system.mid_turn as usize] == 0 {
            // Nothing is said of the turn: it begins.
            position.core.begin(&words)?;
            return Ok(position);
        }
        if position.plan.copies_turn_start && words[layout.system.mid_turn as usize] == 0 {
            words.copy_within(..layout.contents as usize, layout.turn_start as usize);
        }
        position.core.load(&words);
        Ok(position)
    }

    /// How many numbers stand in a row of what begins at an offset, if it is a counter with two indexes.
    fn numbers_a_row(&self, offset: u32) -> Option<usize> {
        let counters = self.game.counters.iter_ids().zip(&self.plan.layout.counters);
        let ((_, counter), _) = counters.into_iter().find(|(_, at)| **at == offset)?;
        match counter.per {
            Per::Of(_, Some(second)) => Some(self.game.members(second)),
            Per::Game | Per::Of(_, None) => None,
        }
    }

    /// Reads the cells that carry a mark.
    fn read_marked(&self, field: &Field, part: &str, value: &str, words: &mut [u64]) -> Result<(), NotationError> {
        let carried = self.carried_at(field.offset);
        for name in value.split([',', '/']) {
            let (cell, depth) = match (carried, name.split_once('.')) {
                (Some(_), Some((cell, depth))) => (cell, depth.parse().ok().filter(|depth| *depth > 0)),
                _ => (name, Some(0)),
            };
            let (Some(depth), Some(cell)) = (depth, self.game.board.find_written(cell)) else {
                return Err(self.no_cell(part, cell));
            };
            match carried {
                Some(mark) => self.mark_piece(mark, cell, depth, words).ok_or_else(|| {
                    NotationError::Shape(format!("`{part}`: there is no piece on {name} that could carry it"))
                })?,
                None => words[field.offset as usize + cell.index() / 64] |= 1 << (cell.index() % 64),
            }
        }
        Ok(())
    }

    /// Reads the numbers of a field.
    fn read_numbers(&self, field: &Field, part: &str, value: &str, words: &mut [u64]) -> Result<(), NotationError> {
        let wrong = |why: String| NotationError::Shape(format!("`{part}`: {why}"));
        let row = self.numbers_a_row(field.offset).unwrap_or(field.words as usize);
        let rows: Vec<&str> = value.split('/').collect();
        let count = rows.iter().map(|row| row.split(',').count()).find(|count| *count != row);
        if let Some(count) = count.or((rows.len() * row != field.words as usize).then_some(rows.len() * row)) {
            let wanted = if row == field.words as usize { row } else { field.words as usize };
            let of = if wanted == row { String::new() } else { format!(", {row} in each row with `/` between rows") };
            return Err(wrong(format!("{} given, and `{}` has {wanted}{of}", numbers(count), field.name)));
        }
        let to_act = words[self.plan.layout.system.to_act as usize];
        for (place, text) in value.split([',', '/']).enumerate() {
            let number: i64 = text.parse().map_err(|_| wrong(format!("`{text}` is no whole number")))?;
            let (low, high) = self.range_of(field.offset, place, to_act);
            // Places of the board's rectangle that are no cells hold 0.
            if number != 0 && !(low..=high).contains(&number) {
                return Err(wrong(format!("`{}` is from {low} to {high}, not {number}", field.name)));
            }
            words[field.offset as usize + place] = number as u64;
        }
        Ok(())
    }

    /// Between which numbers a number of a field lies, given whose turn it is: within what the engine relies on.
    fn range_of(&self, offset: u32, place: usize, to_act: u64) -> (i64, i64) {
        let (system, layout, board) = (self.plan.layout.system, &self.plan.layout, &self.game.board);
        if offset == system.stage {
            let role = self.plan.roles.get(PlayerId(to_act as u8));
            return (0, role.map_or(0, |role| role.stages.len()) as i64);
        }
        if [system.swapped, system.mid_turn].contains(&offset) {
            return (0, 1);
        }
        if offset == system.last_sown {
            return (0, board.slots() as i64);
        }
        if offset == system.last_mover {
            return (0, self.game.players.len() as i64);
        }
        if [system.passes, system.turns, system.plies].contains(&offset) {
            return (0, i64::from(u32::MAX));
        }
        if let Some((counter, _)) = self.game.counters.iter().zip(&layout.counters).find(|(_, at)| **at == offset) {
            return (counter.low, counter.high);
        }
        // What a move can have picked, and one more: nothing is 0.
        let rule = self.game.moves.iter().zip(&layout.last_picks).find(|(_, at)| **at == offset);
        let Some(ty) = rule.and_then(|(rule, _)| rule.pick_types().nth(place)) else { return (i64::MIN, i64::MAX) };
        let most = match ty {
            Type::Range => MAX_PICKED_NUMBER + 1,
            Type::Direction | Type::Directions => board.directions().count() as i64,
            Type::Player | Type::Players => self.game.players.len() as i64,
            Type::Kind | Type::Kinds => self.game.kinds.len() as i64,
            _ => board.slots() as i64,
        };
        (0, most)
    }

    /// A text where a player is named.
    fn no_player(&self, text: &str) -> NotationError {
        let names: Vec<&str> = self.game.players.iter().map(String::as_str).collect();
        let hint = match suggest(text, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the players are {}", names.join(", ")),
        };
        NotationError::Shape(format!("`{text}` is no player: {hint}"))
    }

    /// A text where something is given that stands beside the pieces.
    fn no_field(&self, text: &str) -> NotationError {
        let layout = &self.plan.layout;
        let is_given = |field: &&Field| can_be_given(layout, field) && !self.is_of_links(field.offset);
        let links = self.game.links.iter().map(|link| link.name.as_str());
        let known: Vec<&str> =
            layout.fields.iter().filter(is_given).map(|field| field.name.as_str()).chain(links).collect();
        let name = text.split('=').next().unwrap_or(text);
        let hint = match suggest(name, known.iter().copied()) {
            _ if known.contains(&name) => format!("write `{name}=...`"),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("after the player one may give {}", known.join(", ")),
        };
        NotationError::Shape(format!("`{text}` means nothing in a position of this game: {hint}"))
    }

    /// A text where a cell is named.
    fn no_cell(&self, part: &str, text: &str) -> NotationError {
        let board = &self.game.board;
        let near = suggest(text, board.cells().map(|cell| board.cell_written(cell)));
        let hint = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        NotationError::Shape(format!("`{part}`: `{text}` is no cell of this board{hint}"))
    }

    fn read_rows(&self, rows: &str, words: &mut [u64]) -> Result<(), NotationError> {
        let signs = self.game.signs();
        for (cell, pieces) in self.game.legend().read_cells(rows)? {
            let letters = || NotationError::Unknown(pieces.iter().map(|piece| signs.letter(*piece)).collect());
            self.stand(cell, &pieces, words).ok_or_else(letters)?;
        }
        Ok(())
    }

    /// Puts pieces on an empty cell, the top one first, into the memory's words; nothing where a piece cannot be.
    pub(super) fn stand(&self, cell: CellId, pieces: &[OwnedKind], words: &mut [u64]) -> Option<()> {
        let layout = &self.plan.layout;
        let [(owner, kind), under @ ..] = pieces else { return Some(()) };
        let players = self.game.players.len();
        let plane = match owner {
            Some(owner) => layout.owner(*owner),
            None => layout.neutral(players)?,
        };
        for plane in [Some(plane), layout.kind(*kind)].into_iter().flatten() {
            words[plane as usize + cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let Some(stacks) = layout.stacks else { return Some(()) };
        let mut digits: u128 = 0;
        for (depth, (owner, kind)) in (0u32..).zip(under) {
            let owner = owner.map_or(players, Id::index);
            let digit = stacks.digit(owner as u32, kind.index() as u32, 0);
            digits |= u128::from(digit).checked_shl(stacks.bits * depth)?;
        }
        let at = (stacks.offset + cell.index() as u32 * stacks.words) as usize;
        for word in 0..stacks.words {
            words[at + word as usize] = (digits >> (64 * word)) as u64;
        }
        Some(())
    }
}
